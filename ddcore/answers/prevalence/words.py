"""The sentences about another share of positives: the answer, the reason, the notes, and how it is computed."""

from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.answers.base.answer import Kind, Note
from ddcore.answers.base.guess import guesser_text
from ddcore.answers.base.words import listing, literal
from ddcore.answers.prevalence.compute import Classifier, ImbalanceAnalysis, Spans, value_at
from ddcore.answers.prevalence.draw import mark_words
from ddcore.arrays import Array
from ddcore.chance.imbalance import ImbalanceCurve, Mark
from ddcore.formats import number, percent


def sentence(first: ImbalanceCurve, here: float, share: float, guess: str | float) -> str:
    """What the first measure would be, and what it is here."""
    name = first.measure.title
    then, now = (value_at(first, "value", place) for place in (share, here))
    if not np.isfinite(then):
        return f"With {percent(share)} positive cases, {name} is undefined: {first.measure.undefined}."
    name_would = f"With {percent(share)} positive cases instead of {percent(here)}, {name} would"
    if not np.isfinite(now):
        change = f"{name_would} be **{number(then)}**"
    elif abs(then - now) < 0.0005:
        change = f"{name_would} stay at {number(now)}"
    elif then < now:
        change = f"{name_would} fall from {number(now)} to **{number(then)}**"
    else:
        change = f"{name_would} rise from {number(now)} to **{number(then)}**"
    chance, guessed = (value_at(first, form, share) for form in ("chance", "guessed"))
    if np.isfinite(chance):
        return f"{change}; the best random guessing would score {number(chance)}."
    return f"{change}; {guesser_text(guess)} would score {number(guessed)}." if np.isfinite(guessed) else f"{change}."


def reason(classifier: Classifier) -> str:
    """What stays and what changes."""
    stays = (
        f"The classifier stays the same: its recall is **{percent(classifier.tpr)}**, its specificity "
        f"**{percent(classifier.tnr)}**. Only the share of positive cases changes"
    )
    beyond = f"Beyond the guesser, 0 is the mean score of {guesser_text(classifier.guess)} and 1 is perfect."
    if classifier.cases is None:
        return f"{stays}. {beyond}"
    return f"{stays}, among {classifier.cases:,} cases. {beyond}"


def notes(result: ImbalanceAnalysis, guess: str | float) -> list[Note]:
    """What the curves show, up to five: crossings, tops, where the guesser or chance is ahead."""
    notes = [
        *_equal(result),
        *_tops(result),
        *[
            note
            for curve in result.curves
            for note in (
                *_ahead(curve, result.guesser_ahead, "guesser-ahead", guesser_text(guess)),
                *_ahead(curve, result.chance_ahead, "chance-ahead", "the best random guessing", "changes"),
            )
        ],
        *_level(result.curves),
    ]
    return notes[:5] or [
        Note("no-crossing", "No two of these lines cross: their order is the same at every share of positives.")
    ]


TWINS = ({"F1", "NF1"}, {"TPR", "TNR"}, {"PPV", "NPV"}, {"FPR", "FNR"}, {"FDR", "FOR"})
"""Measures that describe one class as the other describes the other class."""


def _equal(result: ImbalanceAnalysis) -> list[Note]:
    """Where two measures are equal, raw and beyond the guesser, and where they are ordered differently in these two."""
    if len(result.curves) < 2:
        return []
    pair = [curve.measure for curve in result.curves]
    first, second = (measure.title for measure in pair)
    raw, beyond, balanced = (
        [mark.share for mark in result.places if (mark.kind, mark.form) == ("equal", form)]
        for form in ("value", "normalised", "balanced_normalised")
    )
    reversed_there = where(result.disagree)
    code, equal = _met(f"{first} and {second} are equal", raw, beyond)
    if not reversed_there:
        if code:
            return [Note(code, equal)]
        if balanced:
            there = f"when balanced and beyond the guesser, at {_at_shares(balanced)}"
            return [Note("equal-balanced", f"{first} and {second} are equal {there}.")]
        return []
    if {measure.key for measure in pair} in TWINS:
        which = "which class the model serves better"
    else:
        which = f"which of the two is {'better' if pair[0].better == pair[1].better == 'lower' else 'higher'}"
    if not code:
        equal = f"The order of {first} and {second} differs between the scores and their values beyond the guesser."
    return [
        Note("disagree", f"{equal} {reversed_there}, scores and their values beyond the guesser disagree on {which}.")
    ]


def _met(are_equal: str, raw: Sequence[float], beyond: Sequence[float]) -> tuple[str, str]:
    """Where two measures are equal, as a code and a sentence; two empty texts where they nowhere are."""
    if not raw and not beyond:
        return "", ""
    if not beyond:
        return "equal", f"{are_equal} at {_at_shares(raw)}."
    if not raw:
        return "equal-beyond-guesser", f"{are_equal} beyond the guesser at {_at_shares(beyond)}."
    if len(raw) == len(beyond) and np.allclose(raw, beyond, rtol=0, atol=APART):
        return "equal-on-both", f"{are_equal} at {_at_shares(raw)}, as scores and beyond the guesser."
    return "equal", f"{are_equal} at {_at_shares(raw)}, and beyond the guesser at {_at_shares(beyond)}."


def _at_shares(shares: Sequence[float]) -> str:
    """Shares of positive cases, one after the other."""
    return f"{listing([percent(share) for share in shares], 8)} positive"


APART = 0.0005
"""Shares that differ by less are written the same."""


def where(shares: Spans) -> str:
    """Ranges of the share of positive cases that are wide enough to be written, in words; empty for none.

    >>> where([(0.0, 0.2), (0.5, 0.75), (0.9, 1.0)]), where([(0.0, 1.0)])
    ('Below 20 %, between 50 % and 75 %, and above 90 % positive', 'At every share')
    """
    parts = []
    for low, high in shares:
        from_start, to_end = low < APART, high > 1 - APART
        if from_start and to_end:
            return "At every share"
        if high - low < APART:
            continue
        if from_start:
            parts.append(f"below {percent(high)}")
        elif to_end:
            parts.append(f"above {percent(low)}")
        else:
            parts.append(f"between {percent(low)} and {percent(high)}")
    if not parts:
        return ""
    said = listing(parts, 8) if len(parts) < 3 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
    return f"{said[0].upper()}{said[1:]} positive"


def _tops(result: ImbalanceAnalysis) -> list[Note]:
    """Where each measure is highest beyond the guesser."""
    titles = {curve.measure.key: curve.measure.title for curve in result.curves}
    return [
        Note(
            "top",
            f"Beyond the guesser, {titles[mark.keys[0]]} is highest at {percent(mark.share)} positive, with "
            f"{number(mark.value)} (δ = {number(round(mark.delta, 4))}).",
        )
        for mark in result.places
        if (mark.kind, mark.form) == ("top", "normalised")
    ]


def _ahead(curve: ImbalanceCurve, spans: Mapping[str, Spans], code: str, who: str, kind: Kind = "") -> list[Note]:
    """Where the guesser or the best draw scores better than the classifier."""
    shares = where(spans[curve.measure.key])
    return [Note(code, f"{shares}, {who} scores better on {curve.measure.title}.", kind=kind)] if shares else []


def _level(curves: Sequence[ImbalanceCurve]) -> list[Note]:
    """Which measures are the same at every share."""
    level = [curve.measure.title for curve in curves if _is_level(curve.forms["value"])]
    if not level:
        return []
    do = "do" if len(level) > 1 else "does"
    return [Note("level", f"{listing(level)} {do} not depend on the share of positive cases.")]


def _is_level(values: Array) -> bool:
    return values.size > 1 and bool(np.isfinite(values).all()) and float(np.ptp(values)) < 1e-9


def method(places: Sequence[Mark], classifier: Classifier) -> str:
    """How the curves are computed."""
    cases, guess = classifier.cases, guesser_text(classifier.guess)
    size = (
        f"Baseline and guesser are exact for {cases:,} cases at whole numbers of positives. Between two of these the "
        f"lines are straight, and crossings are those of the straight lines."
        if cases is not None
        else "With very many cases a guesser's mean is the measure of the mean table. There is no baseline, because "
        "for some measures the best random guessing predicts only a few cases positive, however many cases there are."
    )
    return f"""With a share $\\alpha$ of positive cases the imbalance is $\\delta = 2\\alpha - 1$, and TP, FN, FP and TN
are $\\alpha\\,\\mathrm{{TPR}}$, $\\alpha(1-\\mathrm{{TPR}})$, $(1-\\alpha)(1-\\mathrm{{TNR}})$ and
$(1-\\alpha)\\,\\mathrm{{TNR}}$ of the cases. **Beyond the guesser** is $(Q - E)/(u - E)$, with $E$ what
{guess} scores on average and $u$ the best possible value; below −0.55 the lines are cut. **Balanced** is the
measure after moving the counts to $\\delta = 0$ (Burger & Meertens, sections 3 to 5, Figures 1 to 4).
{size}

{_places(places)}
"""


def _places(places: Sequence[Mark]) -> str:
    """The crossings and the highest points with all their digits, as a small table."""
    rows = "\n".join(
        f"| {literal(mark_words(mark))} | {_digits(mark.delta)} | {_digits(100 * mark.share, 6)} % "
        f"| {_digits(mark.value)} |"
        for mark in places
    )
    return f"| place | δ | positive | value |\n|:--|--:|--:|--:|\n{rows}" if rows else "No two lines cross."


def _digits(value: float, digits: int = 8) -> str:
    """A number with all its digits and a minus sign."""
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")
