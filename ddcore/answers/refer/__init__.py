"""Which cases should a person see?"""

import math
from collections.abc import Mapping
from functools import partial

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.money import Money, as_payoffs
from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import about, inside, literal, values
from ddcore.answers.refer import own as refer_own
from ddcore.answers.refer.bands import (
    Bands,
    by_cost,
    by_share,
    cells,
    cost_band_of,
    coverage,
    coverage_rows,
    every_measure,
    histogram,
)
from ddcore.answers.refer.bands import values as band_values
from ddcore.answers.refer.choices import Choices, ReferralCosts, assumed_referral, period_notes
from ddcore.answers.refer.draw import band_alt, band_figure, coverage_alt, coverage_figure
from ddcore.answers.refer.words import referred_between, referred_scores, who_decides
from ddcore.data import Data
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.referral import BandThresholds, Referral, band_thresholds, break_even_cost
from ddcore.decisions.reject import (
    DECIDED,
    OVERALL,
    BandCounts,
    RejectBand,
    overall,
)
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure

__all__ = ["Choices", "ReferralCosts", "answer", "assumed_referral"]

TITLE = "Refer"
SECTION = "decisions"
NEEDS = needs.scores
NEEDED = "Referring needs a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
UNANSWERED = "This cannot be used yet."
NEXT = {
    "cases": "What should be done with each case?",
    "actions": "And with more than two answers?",
    "utility": "Which model is worth most?",
    "costs": "Which threshold costs least?",
    "verdict": "Does it beat chance?",
}
"""What may be asked next, the most useful first, by the name of the question."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best band of scores, by a share of the cases or by what mistakes and referrals cost."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    measure = measure_named(choices.measure[0])
    told: Mapping[str, object] = {}
    if choices.by in refer_own.WAYS:
        own = refer_own.found(data, choices, measure)
        bands, sentence, reason, notes, told = own.bands, own.sentence, own.reason, list(own.notes), own.values
        share, remark = 0.0, ""
    elif choices.by == "cost":
        utility, referral, thresholds = _priced(data, choices)
        bands = by_cost(data, utility, referral, choices.limited(data))
        money = Money.of(choices, utility, bands.band.value, bands.alone.value)
        sentence = _sentence_by_cost(bands, money)
        reason = _reason_by_cost(bands, data.positive, money, data.original is not None)
        notes = [
            *period_notes(data, choices, bands, cost_band_of(data, utility, referral), money),
            *_notes_by_cost(choices, utility, thresholds),
        ]
        share, remark = 0.0, as_payoffs(utility)
    else:
        bands, share, remark = by_share(data, measure, choices.share), choices.share, ""
        sentence, reason, notes = (
            _sentence(measure, bands),
            _reason(measure, bands, data.positive, data.original is not None),
            [],
        )
    risk, curve = coverage(data, "ERR"), coverage(data, measure.key)
    # The error rate tells more than accuracy, which is the rest of it.
    shown = risk if measure.key == "ACC" else curve
    return Answer(
        __doc__,
        sentence,
        reason,
        about(data),
        [
            *in_use_note(data, lambda some: _ends(some, choices)),
            *notes,
            *([] if choices.by == "hand" else refer_own.as_printed(data, measure)),
            *_notes(measure, bands, share, curve, risk),
        ],
        {
            "refer": Figure(
                "Scores referred (reject option)",
                band_alt(bands.band),
                partial(band_figure, histogram(data), bands.band, data.positive, data.negative),
            ),
            "coverage": Figure(
                "What referring more buys", coverage_alt(shown), partial(coverage_figure, shown, bands.band.cells.share)
            ),
        },
        {
            "cells": Table.of("Who decides what", cells(bands.band, data.positive, data.negative), remark),
            "refer": Table("All measures", len(DECIDED) + len(OVERALL), partial(every_measure, bands, measure)),
            "coverage": Table("Risk and coverage", shown.coverage.size, partial(coverage_rows, shown)),
        },
        _method(measure, data.prevalence) + refer_own.METHODS.get(choices.by, "") + choices.method(data),
        {**band_values(bands, risk), **told},
    )


def _ends(data: Data, choices: Choices) -> str:
    """Whom to refer, in a few words."""
    if choices.by in refer_own.WAYS:
        band = refer_own.found(data, choices, measure_named(choices.measure[0])).bands.band
    elif choices.by == "cost":
        utility, referral, _ = _priced(data, choices)
        band = by_cost(data, utility, referral, choices.limited(data)).band
    else:
        band = by_share(data, measure_named(choices.measure[0]), choices.share).band
    return "nobody is referred" if band.closed else f"scores {referred_scores(band)} are referred"


def _priced(data: Data, choices: Choices) -> tuple[Utility, Referral, BandThresholds]:
    """What mistakes and referrals are worth, and the band of honest probabilities; raises `InputError`."""
    if any(choices.rate):
        raise InputError("referring by costs needs costs that do not grow with an amount; set these rates to 0")
    utility = choices.utility(data)
    positive, negative = choices.referral or (0.0, 0.0)
    referral = Referral(float(utility.tp) - positive, float(utility.tn) - negative)
    return utility, referral, band_thresholds(utility, referral, data.prevalence)


def _sentence(measure: Measure, bands: Bands) -> str:
    """Whom to refer at a share; what is told of these cases flatters, so it says what to expect of others."""
    band, alone, lead, name = bands.band, bands.alone, bands.lead, inside(measure)
    if math.isnan(band.value):
        return f"{literal(measure.title)} has no value among the decided cases: {measure.undefined}."
    if band.closed:
        return _nobody(name, bands)
    after = number(band.value) if lead is not None else f"**{number(band.value)}**"
    if math.isnan(alone.value):
        becomes = f"{name} is {after}"
    else:
        rises = "rises" if band.value > alone.value else "falls"
        becomes = f"{name} {rises} from {number(alone.value)} to {after}"
    here = f"Refer {percent(band.cells.share)}, {referred_between(band)}, and {becomes} on these cases"
    if lead is None:
        return f"{here}."
    between = values(lead.low, lead.high)
    if lead.low > 0:
        return f"{here}; on unseen cases it is better by **{number(lead.value)}** ({between})."
    if lead.high < 0:
        return f"{here}; on unseen cases it is **worse** by {number(-lead.value)}."
    return f"{here}; on unseen cases it is **maybe no better** ({between})."


def _nobody(name: str, bands: Bands) -> str:
    """That nobody is referred, and at which threshold."""
    band, interval = bands.band, bands.interval
    way = f"positive at scores ≥ {number(band.low)}" if math.isfinite(band.low) else "no case positive"
    if interval is None or math.isnan(interval.value):
        return f"Refer nobody, predict {way}, and {name} is **{number(band.value)}** on these cases."
    return (
        f"Refer nobody, predict {way}, and {name} is {number(band.value)} on these cases, "
        f"**{number(interval.value)}** on unseen ones."
    )


def _sentence_by_cost(bands: Bands, money: Money) -> str:
    """Whom to refer by what outcomes are worth."""
    band, lead = bands.band, bands.lead
    costs, (less, more) = money.verb(bands.band.value), ("less", "more") if money.as_costs else ("more", "less")
    before = money.text(bands.alone.value)
    if band.closed:
        return f"**Refer nobody:** on these cases a person saves no more than they cost; a case {costs} {before}."
    then = money.text(band.value) if lead is not None else f"**{money.text(band.value)}**"
    here = (
        f"Refer {percent(band.cells.share)}, {referred_between(band)}: a case then {costs} {then} instead of {before} "
        f"on these cases"
    )
    if lead is None:
        return f"{here}."
    between = money.lead(lead.low, lead.high)
    if lead.low > 0:
        return f"{here}; on unseen cases **{money.in_unit(lead.value)}** {less} ({between})."
    if lead.high < 0:
        return f"{here}; on unseen cases {money.in_unit(-lead.value)} {more}."
    return f"{here}; on unseen cases **maybe no {less}** ({between})."


NOT_SURE = "How sure that is cannot be told: of the weights only the sums are known."


def _reason(measure: Measure, bands: Bands, positive: str, there: bool = False) -> str:
    """Who decides what, and what to expect elsewhere."""
    band, interval = bands.band, bands.interval
    if math.isnan(band.value):
        return "Another measure, or a smaller share, may have a value here."
    who = who_decides(band, positive, there)
    if interval is None:
        return f"{who} {NOT_SURE}"
    if math.isnan(interval.value):
        return who
    return (
        f"{who} On unseen cases expect {inside(measure)} of **{number(interval.value)}** "
        f"({values(interval.value_low, interval.value_high)})."
    )


def _reason_by_cost(bands: Bands, positive: str, money: Money, there: bool = False) -> str:
    """The same by costs."""
    who, interval = who_decides(bands.band, positive, there), bands.interval
    if interval is None:
        return f"{who} {NOT_SURE}"
    if math.isnan(interval.value):
        return who
    return (
        f"{who} An unseen case {money.verb(interval.value)} **{money.text(interval.value)}** "
        f"({money.between(interval.value_low, interval.value_high)})."
    )


def _notes(measure: Measure, bands: Bands, share: float, curve: RiskCoverage, risk: RiskCoverage) -> list[Note]:
    """What a band calls for; `curve` is the measure over the coverage, `risk` the error rate."""
    band, alone, interval, name = bands.band, bands.alone, bands.interval, inside(measure)
    if math.isnan(band.value):
        return [Note("no-value", f"{literal(measure.title)} has no value where {measure.undefined}.")]
    notes = []
    blind = float(measure(alone.cells.decided))
    if not band.closed and not measure.grows and not math.isnan(blind):
        text = f"Referring as many at random would leave {name} at {number(blind)} on average."
        notes.append(Note("referred-blindly", text))
    if interval is not None and not band.closed and not math.isnan(interval.low[0]):
        text = (
            f"In 95 % of resamples the referred scores begin {_within(*interval.low)} and end "
            f"{_within(*interval.high)}."
        )
        notes.append(Note("band-resampled", text, kind="changes"))
    if not band.closed:
        notes.append(
            Note(
                "accuracy-of-all",
                f"Counting each referred case as a mistake, accuracy is {number(overall(band.cells)['OACC'])}; if a "
                f"person gets them all right, {number(_assisted(band.cells))}.",
            )
        )
    return [*notes, *_fewer(name, band, share), *_more(name, measure, curve), *_area(risk)]


def _fewer(name: str, band: RejectBand, share: float) -> list[Note]:
    """Why fewer cases are referred than might be."""
    if share and band.closed:
        return [
            Note(
                "nobody-is-best",
                f"Referring up to {percent(share)} does no better than referring nobody, whatever the scores referred.",
            )
        ]
    if band.cells.share < share - 0.005:
        return [
            Note(
                "fewer-than-asked",
                f"Only {percent(band.cells.share)} are referred: no range of more, up to {percent(share)}, leaves "
                f"{name} better on these cases.",
            )
        ]
    return []


def _more(name: str, measure: Measure, curve: RiskCoverage) -> list[Note]:
    """What referring more does, where it does anything."""
    if measure.grows or curve.coverage.size < 10:
        return []
    at = {share: _at(curve, 1 - share) for share in (0.1, 0.3, 0.5)}
    known = [f"{number(value)} at {percent(share)}" for share, value in at.items() if not math.isnan(value)]
    if not known or all(value == curve.blind for value in at.values()):
        return []
    text = f"With more referred, {name} on these cases is {', '.join(known)}."
    return [Note("referring-more", text)]


def _area(risk: RiskCoverage) -> list[Note]:
    if math.isnan(risk.area):
        return []
    return [
        Note(
            "risk-and-coverage",
            f"The area under the risk-coverage curve, the mean error rate of the decided cases over all shares, is "
            f"{number(risk.area)} on these cases; with nobody referred it is {number(risk.blind)}.",
        )
    ]


def _within(low: float, high: float) -> str:
    return f"at {_end(low)}" if low == high else f"between {_end(low)} and {_end(high)}"


def _end(threshold: float) -> str:
    return number(threshold) if math.isfinite(threshold) else "the top"


def _assisted(cells: BandCounts) -> float:
    """Accuracy if a person gets all referred cases right."""
    ours = cells.decided
    return float((ours.tp + ours.tn + cells.referred) / cells.total)


def _at(curve: RiskCoverage, coverage: float) -> float:
    """The value where at least that share is decided."""
    return float(curve.value[math.ceil(coverage * curve.coverage.size - 1e-9) - 1])


def _notes_by_cost(choices: Choices, utility: Utility, thresholds: BandThresholds) -> list[Note]:
    """Where the band is for honest probabilities, and how dear a referral may be."""
    low, most = number(float(thresholds.low.posterior)), break_even_cost(utility)
    if thresholds.closed:
        band = Note(
            "closed-for-probabilities",
            f"With true probabilities nobody should be referred either: both ends meet at the threshold of {low}.",
        )
    else:
        high = number(float(thresholds.high.posterior))
        text = f"With true probabilities, refer those of being positive **from {low} to {high}**."
        band = Note("band-of-probabilities", text)
    dearest = Money.of(choices, utility, most).in_unit(most)
    text = (
        f"A person who is always right may cost up to **{dearest}** a case; above that, nobody should be referred, "
        f"whatever the scores."
    )
    return [band, Note("dearest-person", text)]


def _method(measure: Measure, prevalence: float) -> str:
    """How the band is found, with its theory and sources."""
    squared = f" = {number(((1 - prevalence) / prevalence) ** 2)}" if prevalence > 0 else ""
    return f"""**Reject option.** A case is predicted negative if its score is below the lower end, positive if it is
at or above the upper end, and referred in between. At a share that is given, the ranges of scores that
hold at most as many cases are tried (cases of one score stay together), and the one with the best
{literal(measure.title)} among the decided cases is taken; of several the one with the fewest cases, then the one with
the fewest mistakes, then the lowest. Up to some 400 scores every range is tried, of more some widths from each
score on.

**With the likelihood ratios** $t_0$ and $t_1$ at the ends, the posteriors $p_0$ and $p_1$,
and the share of positives $\\pi$ = {number(prevalence)}: accuracy is best where $t_0 t_1 = ((1-\\pi)/\\pi)^2${squared},
so that $p_0 + p_1 = 1$; F1 where $F_1 = 2 p_1 / (1 - p_0 + p_1)$ (Gong 2022, Propositions 13 and 14,
Corollaries 11 and 12).

**By costs**, a case of posterior $p$ is best referred where that is worth more than either answer. With $R_1$ and $R_0$
the worth of a referred case that is truly positive and negative, that is from
$p_0 = (U_{{TN}} - R_0) / (U_{{TN}} - R_0 + R_1 - U_{{FN}})$ to
$p_1 = (R_0 - U_{{FP}}) / (R_0 - U_{{FP}} + U_{{TP}} - R_1)$. If $p_0 > p_1$ the range closes at $S_0 / (S_0 + S_1)$,
the threshold without referral. (Proposition 15 as printed closes it at $p_1$, which costs 11.6 % more on average.) On
these cases every pair of ends was tried.

**How sure.** The ends of the best ranges of 200 resamples (seed {SEED}). Its value on unseen cases is
that of cross-validation: three folds, dealt class by class, 20 times; each fold is decided by the range that is best on
the others, and the folds of a deal are counted together; what it is better by than the best threshold that refers
nobody is counted on the same cases. The interval draws the shares of each class that are predicted positive, referred
and predicted negative. It held the true value in 88 to 100 % of simulated samples of 40 to 400 cases.

**Risk and coverage**: the best range at each of up to 100 shares; the area
is the mean over them (El-Yaniv & Wiener 2010; Geifman, Uziel & El-Yaniv 2019).
"""
