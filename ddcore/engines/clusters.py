"""What clusters do to each class, by sums that the engine makes: no case and no cluster leaves it."""

from dataclasses import dataclass
from typing import Any

import ibis
import numpy as np

from ddcore.arrays import Array
from ddcore.engines.sources import fetched
from ddcore.records.clusters import ClassSums, Design, effects_of

KNOTS = 128
"""Scores between which the share of the other class below a score is taken as a line; of fewer it is exact."""


@dataclass(frozen=True, eq=False)
class Below:
    """The share of a class below each score, ties by half: at some scores exactly, between two of them on a line."""

    score: Array
    share: Array

    @classmethod
    def of(cls, score: Array, tally: Array, cases: Array) -> "Below":
        """By distinct ascending scores and the tally of the class; `cases` are those of both classes at each."""
        total = tally.sum()
        share = (np.cumsum(tally) - tally / 2) / total if total else np.zeros(score.size)
        reached = np.cumsum(cases)
        wanted = np.linspace(0, reached[-1], KNOTS)
        places = np.unique(np.minimum(np.searchsorted(reached, wanted), score.size - 1))
        places = np.unique(np.concatenate(([0], places, [score.size - 1])))
        return cls(score[places], share[places])

    def at(self, score: Array) -> Array:
        """The share below scores of an array.

        >>> Below.of(np.array([0.1, 0.4]), np.array([1, 1]), np.array([2, 1])).at(np.array([0.1, 0.4])).tolist()
        [0.25, 0.75]
        """
        return np.interp(score, self.score, self.share)

    def of_rows(self, score: Any) -> Any:
        """The share below the scores of an expression."""
        return self._of_rows(score, 0, self.score.size - 1) if self.score.size > 1 else score * 0 + float(self.share[0])

    def _of_rows(self, score: Any, begin: int, end: int) -> Any:
        if end - begin == 1:
            (x, right), (y, top) = self.score[begin : end + 1].tolist(), self.share[begin : end + 1].tolist()
            return (score - x) * ((top - y) / (right - x)) + y
        half = (begin + end) // 2
        lower, upper = self._of_rows(score, begin, half), self._of_rows(score, half, end)
        return ibis.ifelse(score < float(self.score[half]), lower, upper)


def design_effects(
    rows: Any, score: str, positive: str, weight: str | None, cluster: str, table: tuple[Array, Array, Array]
) -> tuple[Design | None, int]:
    """The design effects of both classes and the number of clusters; see `ddcore.records.clusters.design_effects`.

    `rows` is a table with the named columns, whose rows all have a score and a class; `table` has the distinct scores,
    ascending, and the positives and the negatives at each. A row without a cluster is one by itself.
    """
    scores, positives, negatives = table
    cases = positives + negatives
    # Of a positive case, the share of the negatives below; of a negative one, that of the positives above.
    components = {True: Below.of(scores, negatives, cases), False: Below.of(scores, positives, cases)}
    means = {}
    for own, tally in ((True, positives), (False, negatives)):
        total = tally.sum()
        means[own] = float(tally @ components[own].at(scores) / total) if total else 0.0
    is_positive = rows[positive]
    counted = ibis.literal(1.0) if weight is None else rows[weight]
    up, down = (components[own].of_rows(rows[score]) - means[own] for own in (True, False))
    zero = ibis.literal(0.0)
    cases_of = rows.select(
        cluster=rows[cluster],
        p=is_positive.cast("int32"),
        n=(~is_positive).cast("int32"),
        wp=is_positive.ifelse(counted, zero),
        wn=is_positive.ifelse(zero, counted),
        ap=is_positive.ifelse(counted * up, zero),
        an=is_positive.ifelse(zero, -counted * down),
    )
    names = ("p", "n", "wp", "wn", "ap", "an")
    inner = {name: cases_of[name].sum() for name in names}
    inner |= {f"{name} squared": (cases_of[name] * cases_of[name]).sum() for name in ("wp", "wn", "ap", "an")}
    together = cases_of.filter(cases_of.cluster.notnull()).group_by("cluster").agg(**inner)
    alone = cases_of.filter(cases_of.cluster.isnull()).agg(**inner)
    asked: dict[str, Any] = {"clusters": together.count(), "both": (together.ap * together.an).sum()}
    for letter in ("p", "n"):
        w, a = together[f"w{letter}"], together[f"a{letter}"]
        asked |= {
            f"{letter} cases": together[letter].sum(),
            f"{letter} total": w.sum(),
            f"{letter} squares": together[f"w{letter} squared"].sum(),
            f"{letter} away": together[f"a{letter} squared"].sum(),
            f"{letter} clusters": (together[letter] > 0).cast("int32").sum(),
            f"{letter} weights": (w * w).sum(),
            f"{letter} moved": (a * a).sum(),
        }
    found = {name: value or 0 for name, value in fetched(together.agg(**asked)).to_pylist()[0].items()}
    single = {name: value or 0 for name, value in fetched(alone).to_pylist()[0].items()}
    sums = []
    for letter in ("p", "n"):
        squares, away = single[f"w{letter} squared"], single[f"a{letter} squared"]
        sums.append(
            ClassSums(
                *(
                    float(found[f"{letter} {what}"]) + float(more)
                    for what, more in (
                        ("cases", single[letter]),
                        ("total", single[f"w{letter}"]),
                        ("squares", squares),
                        ("away", away),
                        ("clusters", single[letter]),
                        ("weights", squares),
                        ("moved", away),
                    )
                )
            )
        )
    clusters = int(found["clusters"]) + int(single["p"]) + int(single["n"])
    if clusters == sums[0].cases + sums[1].cases:
        return None, 0
    return effects_of(sums[0], sums[1], float(found["both"])), clusters
