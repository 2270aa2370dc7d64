"""Every measure at its best threshold, on the scores and on their likelihood ratio."""

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
        "On unseen cases: the ratio and the thresholds come from the other folds."
        if gain.readings
        else "On the same cases that the ratio and the thresholds were chosen on."
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
        text.append(f"Clearly worse with the ratio: {names}{'' if len(worse) < 4 else f' and {len(worse) - 3} more'}.")
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
    return [
        Note(
            "exact-measures",
            f"The scores are simulated, so the exact gains of the likelihood ratio are known: {listing(gains)}.",
        )
    ]


def _better(better: Sequence[BeforeAfter], tried: int) -> str:
    """How many measures are clearly better, and the largest gain."""
    if not better:
        return f"The likelihood ratio clearly improves none of {tried} measures, each at its best threshold."
    most = max(better, key=lambda measure: measure.gain.value)
    count = f"{len(better)} of {tried}" if len(better) < tried else f"all {tried}"
    return (
        f"The likelihood ratio clearly improves **{count}** measures on unseen cases, each at its best threshold. "
        f"{literal(most.measure.title)} gains most: **{number(most.unseen_after.value)}** instead of "
        f"{number(most.unseen_before.value)} ({signed(most.gain.value)}, {confidence()} interval "
        f"{interval_text(most.gain)})."
    )


def _left_out() -> str:
    """Which measures have no row, and why."""
    parts = []
    for why, keys in AT_THE_ENDS.items():
        names = ", ".join(MEASURES[key].title for key in keys)
        parts.append(f"{names}: each {why}.")
    return "Left out are measures that are best at an extreme threshold. " + " ".join(parts)


def _row(row: BeforeAfter, exact: Mapping[str, ExactBest]) -> Mapping[str, object]:
    """One measure."""
    before, after, gain = row.unseen_before, row.unseen_after, row.gain
    cells = {
        "Short name": row.measure.key,
        "Measure": row.measure.name,
        "Scores, unseen cases": before.value,
        f"scores, {confidence()} from": before.low,
        "scores, to": before.high,
        "Ratio, unseen cases": after.value,
        f"ratio, {confidence()} from": after.low,
        "ratio, to": after.high,
        "Gain": gain.value,
        f"gain, {confidence()} from": gain.low,
        "gain, to": gain.high,
        "Scores, same cases": row.before.value,
        "Ratio, same cases": row.after.value,
    }
    if exact:
        law = exact[row.measure.key]
        cells |= {"Scores, exact": law.before, "Ratio, exact": law.after}
    return cells | {
        "Scores predicted positive by score": score_ranges(row.called[0]) or "none",
        "Scores predicted positive by ratio": score_ranges(row.called[1]) or "none",
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


METHOD = """**Every measure.** No function of the scores has a better best value than their likelihood ratio, for any
measure that rises with TPR and falls with FPR (Gong 2022, Proposition 6). Each measure is taken at the threshold that
is best for it, once on the scores and once on their likelihood ratio. For unseen cases both thresholds and the ratio
come from the other folds; the folds are counted together, scaled to the size of each class. *Thresholds* repeats this
with several random folds, so its value on unseen cases differs slightly.
The interval is that of the shares of cases that both, one or neither predict positive, by the Dirichlet law with 1/4
added to each count (Perks 1947). Cases count half, because each fold is also used to estimate the ratio for the others.
Where a method was chosen, the interval also covers a second cross-fit that uses this method in every fold: folds with
few positives often choose none. In simulations with 100 to 600 cases (two groups, in the middle, normal laws, noise; 15
to 300 positives) the interval covered the gain in 93 % of samples or more; in at most 3 % of samples of noise a gain
was reported. Dots are on the scale of the measure; for error rate and distance to the corner lower is better.
"""
