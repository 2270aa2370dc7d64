"""Every measure at its best threshold, before and after the scores are read as evidence: rows, words and numbers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Figure, Note, Table, measured
from ddcore.answers.base.known_laws import scenario
from ddcore.answers.base.separation import score_ranges, scored
from ddcore.answers.base.words import inside, interval_text, listing, literal, signed
from ddcore.answers.likelihood import measures_draw as figures
from ddcore.answers.likelihood.at_share import remark
from ddcore.data import Data
from ddcore.formats import number
from ddcore.measures import MEASURES
from ddcore.scores.before_after import AT_THE_ENDS, BeforeAfter, before_after
from ddcore.scores.exact_bests import ExactBest, exact_bests
from ddcore.scores.gain import Gain

CHART = "Every measure at its best threshold"


@dataclass(frozen=True, eq=False)
class Measured:
    """Every measure before and after; `exact` has the same of the laws of simulated scores by key, empty without.

    `counted` says at which share of positives, empty where it is that of the cases.
    """

    gain: Gain
    rows: Sequence[BeforeAfter]
    exact: Mapping[str, ExactBest]
    counted: str = ""

    @classmethod
    def of(cls, data: Data, gain: Gain) -> "Measured":
        """The measures of the selected model by a reading of the cases as they are; `data` counts them as in use."""
        table = scored(data)
        make = partial(before_after, table.unweighted(), gain.likelihood, gain.readings, fixed=gain.fixed)
        rows = data.cached(("before and after", table, gain), make, cases=table.score.size)
        return cls(gain, rows, exact_of(data), remark(data))

    @property
    def figure(self) -> Figure:
        """Each measure before and after."""
        told = (
            "On unseen cases: ratio and threshold are found on the other folds."
            if self.gain.readings
            else "On the cases that ratio and threshold were found on."
        )
        return Figure(
            CHART,
            figures.before_after_alt(self.rows),
            partial(figures.before_after_figure, self.rows, self.exact),
            f"{told} {self.counted}".strip(),
        )

    @property
    def table(self) -> Table:
        """A row a measure."""
        return Table.of(
            CHART, pd.DataFrame([_row(row, self.exact) for row in self.rows]), f"{left_out()} {self.counted}".strip()
        )

    @property
    def values(self) -> Mapping[str, object]:
        """The numbers by the keys of the measures."""
        return {row.measure.key: _values(row, self.exact) for row in self.rows}

    @property
    def notes(self) -> list[Note]:
        """How many measures gain on unseen cases, and the one that gains most."""
        known = [row for row in self.rows if not math.isnan(row.gain.value)]
        if all(row.gain.low == row.gain.high == 0 for row in known):
            return []
        better = [row for row in known if row.gain.low > 0]
        worse = [row for row in known if row.gain.high < 0]
        text = [_better(better, len(known))]
        if worse:
            names = listing([literal(row.measure.title) for row in worse[:3]])
            text.append(f"Clearly worse: {names}{'' if len(worse) < 4 else f' and {len(worse) - 3} more'}.")
        code = "measures-gain" if better else "measures-unclear"
        return [Note(code, " ".join(text)), *self._truth()]

    def _truth(self) -> list[Note]:
        """The exact gains of simulated scores."""
        if not self.exact:
            return []
        told = [
            f"{inside(row.measure)} from {number(row.before)} to {number(row.after)}"
            for key, row in self.exact.items()
            if key in TOLD and number(row.before) != number(row.after)
        ]
        if not told:
            return []
        return [Note("exact-measures", f"By the laws that were drawn from, evidence takes {listing(told)} exactly.")]


TOLD = ("F1", "J", "ACC")
"""The measures whose exact values are told; the table has all."""


def exact_of(data: Data) -> Mapping[str, ExactBest]:
    """The exact values of the laws that the scores were drawn from, at the classes of these cases; {} without laws."""
    law, table = scenario(data), scored(data)
    if law is None:
        return {}
    classes = float(table.positives.sum()), float(table.negatives.sum())
    found = data.cached(
        ("exact measures", table), partial(exact_bests, law.positives, law.negatives, classes), cases=table.score.size
    )
    return {row.measure.key: row for row in found}


def _better(better: Sequence[BeforeAfter], tried: int) -> str:
    """How many measures are clearly better, and the largest gain."""
    if not better:
        return f"None of {tried} measures is clearly better on unseen cases, each at its best threshold."
    most = max(better, key=lambda row: row.gain.value)
    count = f"{len(better)} of {tried}" if len(better) < tried else f"All {tried}"
    verb = "is" if len(better) == 1 else "are"
    return (
        f"**{count}** measures {verb} clearly better on unseen cases, each at its best threshold; most of all "
        f"{literal(most.measure.title)}: **{number(most.unseen_after.value)}** instead of "
        f"{number(most.unseen_before.value)} ({signed(most.gain.value)}, 95 % interval {interval_text(most.gain)})."
    )


def left_out() -> str:
    """Which measures have no row, and why."""
    parts = []
    for why, keys in AT_THE_ENDS.items():
        names = ", ".join(MEASURES[key].title for key in keys)
        parts.append(f"{names}: each {why}.")
    return "Not here, as no threshold between is best for them. " + " ".join(parts)


def _row(row: BeforeAfter, exact: Mapping[str, ExactBest]) -> Mapping[str, object]:
    """One measure."""
    before, after, gain = row.unseen_before, row.unseen_after, row.gain
    cells = {
        "Short name": row.measure.key,
        "Measure": row.measure.name,
        "As it is, on other folds": before.value,
        "as it is, 95 % from": before.low,
        "as it is, to": before.high,
        "As evidence, on other folds": after.value,
        "as evidence, 95 % from": after.low,
        "as evidence, to": after.high,
        "Gain": gain.value,
        "gain, 95 % from": gain.low,
        "gain, to": gain.high,
        "As it is, same cases": row.before.value,
        "As evidence, same cases": row.after.value,
    }
    if exact:
        law = exact[row.measure.key]
        cells |= {"As it is, exact": law.before, "As evidence, exact": law.after}
    return cells | {
        "Scores predicted positive, as it is": score_ranges(row.called[0]) or "none",
        "Scores predicted positive, as evidence": score_ranges(row.called[1]) or "none",
        "Better if": row.measure.better,
    }


def _values(row: BeforeAfter, exact: Mapping[str, ExactBest]) -> Mapping[str, object]:
    law = exact.get(row.measure.key)
    return {
        "before": measured(row.unseen_before),
        "after": measured(row.unseen_after),
        "gain": measured(row.gain),
        "same_cases": {"before": row.before.value, "after": row.after.value},
        "exact": None if law is None else {"before": law.before, "after": law.after},
    }


METHOD = """**Every measure.** No function of the scores has a better best value than their likelihood ratio, of any
measure that rises with TPR and falls with FPR (Gong 2022, Proposition 6). On these cases each measure is taken at the
threshold that is best for it: on the scores as they are, and on their likelihood ratio. For unseen cases both
thresholds and the ratio are found on the other folds; the folds are counted together, brought to the size of each
class. *Thresholds* deals the scores as they are several times, so that its value on unseen cases is a little another.
The interval is that of the shares of cases which both, one or neither predicts positive, by the Dirichlet law
with 1/4 more than was counted of each (Perks 1947); cases count half, as each fold is also part of what the others are
read by. Where a reading was chosen, the interval also holds that of a second cross-fit which takes this reading in
every fold: folds with few positives often choose none. In simulations with 100 to 600 cases (two groups, in the middle,
normal laws, noise; 15 to 300 positive) it held the gain of what these cases chose in 93 % of samples or more; in 3 % of
those of noise or fewer a gain was told. Dots are on the scale of the measure; of error rate and distance to the corner
less is better.
"""
