"""Every measure at its best threshold, before and after the scores are read as evidence."""

import math
from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Figure, Note, Part, Table, measured
from ddcore.answers.base.separation import score_ranges
from ddcore.answers.base.words import in_text, interval_text, listing, literal, signed
from ddcore.answers.likelihood.compute import exact_of, measures_of
from ddcore.answers.likelihood.draw import before_after_alt, before_after_figure
from ddcore.answers.likelihood.words import share_remark
from ddcore.data import Data
from ddcore.formats import number
from ddcore.interval import confidence
from ddcore.measures import MEASURES
from ddcore.scores.before_after import AT_THE_ENDS, BeforeAfter
from ddcore.scores.exact_bests import ExactBest
from ddcore.scores.gain import Gain

CHART = "Every measure at its best threshold"
IN_WORDS = ("F1", "J", "ACC")
"""The measures whose exact values a note states; the table has all."""


def measures_part(data: Data, gain: Gain) -> Part:
    """Every measure before and after, by a reading of the cases as they are; `data` counts them as in use."""
    measures, exact, counted = measures_of(data, gain), exact_of(data), share_remark(data)
    cases = (
        "On unseen cases: ratio and threshold are found on the other folds."
        if gain.readings
        else "On the cases that ratio and threshold were found on."
    )
    return Part(
        _notes(measures, exact),
        {
            "measures": Figure(
                CHART,
                before_after_alt(measures),
                partial(before_after_figure, measures, exact),
                f"{cases} {counted}".strip(),
            )
        },
        {
            "measures": Table.of(
                CHART, pd.DataFrame([_row(each, exact) for each in measures]), f"{_left_out()} {counted}".strip()
            )
        },
        METHOD,
        {"models": {data.name: {"measures": {each.measure.key: _values(each, exact) for each in measures}}}},
    )


def _notes(measures: Sequence[BeforeAfter], exact: Mapping[str, ExactBest]) -> list[Note]:
    """How many measures gain on unseen cases, and the one that gains most."""
    known = [each for each in measures if not math.isnan(each.gain.value)]
    if all(each.gain.low == each.gain.high == 0 for each in known):
        return []
    better = [each for each in known if each.gain.low > 0]
    worse = [each for each in known if each.gain.high < 0]
    text = [_better(better, len(known))]
    if worse:
        names = listing([literal(each.measure.title) for each in worse[:3]])
        text.append(f"Clearly worse: {names}{'' if len(worse) < 4 else f' and {len(worse) - 3} more'}.")
    return [Note("measures-gain" if better else "measures-unclear", " ".join(text)), *_exact_notes(exact)]


def _exact_notes(exact: Mapping[str, ExactBest]) -> list[Note]:
    """The exact gains of simulated scores."""
    gains = [
        f"{in_text(best.measure)} from {number(best.before)} to {number(best.after)}"
        for key, best in exact.items()
        if key in IN_WORDS and number(best.before) != number(best.after)
    ]
    if not gains:
        return []
    return [Note("exact-measures", f"By the laws that were drawn from, evidence takes {listing(gains)} exactly.")]


def _better(better: Sequence[BeforeAfter], tried: int) -> str:
    """How many measures are clearly better, and the largest gain."""
    if not better:
        return f"None of {tried} measures is clearly better on unseen cases, each at its best threshold."
    most = max(better, key=lambda measure: measure.gain.value)
    count = f"{len(better)} of {tried}" if len(better) < tried else f"All {tried}"
    verb = "is" if len(better) == 1 else "are"
    return (
        f"**{count}** measures {verb} clearly better on unseen cases, each at its best threshold; most of all "
        f"{literal(most.measure.title)}: **{number(most.unseen_after.value)}** instead of "
        f"{number(most.unseen_before.value)} ({signed(most.gain.value)}, {confidence()} interval "
        f"{interval_text(most.gain)})."
    )


def _left_out() -> str:
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
        f"as it is, {confidence()} from": before.low,
        "as it is, to": before.high,
        "As evidence, on other folds": after.value,
        f"as evidence, {confidence()} from": after.low,
        "as evidence, to": after.high,
        "Gain": gain.value,
        f"gain, {confidence()} from": gain.low,
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
