"""The value of a measure where scores are read as evidence, beside its best threshold, and the scores that it takes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import pandas as pd

from ddcore.answers import likelihood
from ddcore.answers.base.answer import Figure, Note, Part, Table, measured
from ddcore.answers.base.separation import reading, score_ranges, scores_of
from ddcore.answers.base.words import in_text, interval_text, literal, signed
from ddcore.answers.thresholds.draw import predicted_alt, predicted_figure
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import many, number
from ddcore.interval import confidence
from ddcore.scores.before_after import AT_THE_ENDS, BeforeAfter, before_after
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.choice import ORDER
from ddcore.scores.exact_bests import ExactBest
from ddcore.scores.thresholds import Best, closed_form

PEAKED = ("one peak", "several peaks")
WAYS = ("one threshold", "as evidence")
CHART = "Which scores are predicted positive"


@dataclass(frozen=True, eq=False)
class Evidence:
    """A measure at its best threshold and at the best likelihood ratio; `exact` is that of simulated laws."""

    row: BeforeAfter
    exact: ExactBest | None

    @property
    def gains(self) -> bool:
        """Whether evidence is clearly better on unseen cases."""
        return self.row.gain.low > 0

    @property
    def at_best(self) -> Best | None:
        """The measure at the best likelihood ratio of these cases; None where evidence is not clearly better."""
        return self.row.after if self.gains else None

    def notes(self, positive: str) -> list[Note]:
        """The gain by evidence and its price; empty where it is not known on unseen cases."""
        row, name = self.row, in_text(self.row.measure)
        if math.isnan(row.gain.value):
            return []
        if row.gain.low == row.gain.high == 0:
            text = (
                f"On unseen cases no reshaping of the scores does better than one threshold, so {name} gains nothing."
            )
            return [Note("evidence-none", f"{text} See *Reshape the scores*.")]
        verb = "are" if row.measure.grows and "=" not in row.measure.key else "is"
        both = (
            f"With the scores read as evidence, {name} {verb} **{number(row.unseen_after.value)}** "
            f"({interval_text(row.unseen_after)}) on unseen cases. With one threshold on the scores it is "
            f"{number(row.unseen_before.value)}"
        )
        gain = f"gain {signed(row.gain.value)}, {confidence()} interval {interval_text(row.gain)}"
        if self.gains:
            note = Note(
                "evidence-gains", f"{both} ({gain}). The price is a more complicated rule: {self._shape(positive)}."
            )
        elif row.gain.high < 0:
            note = Note("evidence-loses", f"{both} ({gain}). Keep the threshold.")
        else:
            note = Note("evidence-unclear", f"{both}. These cases do not show that it is better ({gain}).")
        return [note]

    def _shape(self, positive: str) -> str:
        """The scores that are predicted positive, and their number of ranges."""
        predicted, closed = self.row.called[1], closed_form(self.row.after)
        chance = (
            ""
            if math.isnan(closed.posterior)
            else f", where the probability of being positive is {number(closed.posterior)} or more"
        )
        pieces = f"in {many(len(predicted), 'range')} of scores" if len(predicted) > 1 else "in one range of scores"
        return (
            f"{literal(positive)} is predicted {pieces} instead of above one threshold: "
            f"{score_ranges(predicted) or 'none'}{chance}"
        )

    def part(self, data: Data) -> Part:
        """What evidence adds to the answer."""
        return Part(
            self.notes(data.positive),
            {"evidence": self._figure(data)},
            {"evidence": self._table},
            values={"models": {data.name: {"evidence": self._values}}},
        )

    def _figure(self, data: Data) -> Figure:
        """The scores that each way predicts positive."""
        score = scores_of(data).score
        ends = float(score[0]), float(score[-1])
        predicted = dict(zip(WAYS, self.row.called, strict=True))
        return Figure(CHART, predicted_alt(predicted), partial(predicted_figure, predicted, ends))

    @property
    def _table(self) -> Table:
        """One row a way."""
        row = self.row
        unseen, here = (row.unseen_before, row.unseen_after), (row.before.value, row.after.value)
        exact = (math.nan, math.nan) if self.exact is None else (self.exact.before, self.exact.after)
        rows = [
            {
                "Way": way,
                "Scores predicted positive": score_ranges(row.called[at], most=10) or "none",
                "Ranges": len(row.called[at]),
                "On unseen cases": unseen[at].value,
                f"{confidence()} from": unseen[at].low,
                "to": unseen[at].high,
                "On these cases": here[at],
                **({} if self.exact is None else {"Exact": exact[at]}),
            }
            for at, way in enumerate(WAYS)
        ]
        return Table.of(CHART, pd.DataFrame(rows))

    @property
    def _values(self) -> Mapping[str, object]:
        return {
            "value": measured(self.row.unseen_after),
            "one_threshold": measured(self.row.unseen_before),
            "gain": measured(self.row.gain),
            "same_cases": self.row.after.value,
            "called": [list(stretch) for stretch in self.row.called[1]],
            "exact": None if self.exact is None else {"before": self.exact.before, "after": self.exact.after},
        }


def evidence_of(data: Data, optimum: BestThreshold) -> Evidence | None:
    """The measure read as evidence; None where it cannot be, or where the reading keeps the order of the scores."""
    best_reading = reading(data)
    if best_reading is None or best_reading.method == ORDER or not _between(optimum):
        return None
    try:
        gain = likelihood.gain_by(data if data.original is None else data.original, likelihood.Choices())
    except InputError:
        return None
    table = scores_of(data)
    cases, measures = table.unweighted(), [optimum.measure]
    make = partial(before_after, cases, gain.likelihood, gain.readings, measures, fixed=gain.fixed)
    (row,) = data.cached(("evidence", table, gain, optimum.measure.key), make, cases=table.score.size)
    exact = likelihood.exact_of(data).get(optimum.measure.key)
    return Evidence(row, exact)


def same_order_notes(data: Data, optimum: BestThreshold) -> list[Note]:
    """That evidence gains nothing, where the reading keeps the order of the scores."""
    best_reading = reading(data)
    if best_reading is None or best_reading.method != ORDER or not _between(optimum):
        return []
    return [
        Note(
            "evidence-same",
            "On these cases no reshaping of the scores does better than one threshold: see *Reshape the scores*.",
        )
    ]


def _between(optimum: BestThreshold) -> bool:
    """Whether a measure is best between calling all cases positive and none."""
    at_the_ends = {key for keys in AT_THE_ENDS.values() for key in keys}
    return optimum.mode in PEAKED and optimum.measure.key not in at_the_ends


METHOD = """
**As evidence.** Where the likelihood ratio falls somewhere as the score rises, several ranges of scores can be better
than one threshold (Gong 2022, Proposition 6). So the measure is also computed at the likelihood ratio that is best for
it. For unseen cases, ratio and threshold are found on the other folds, as in *Reshape the scores*, in a single split
into five folds. So the value of one threshold differs a little from that of many splits above.
"""
