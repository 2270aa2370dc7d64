"""Which cases should a person see?"""

import math
from collections.abc import Sequence
from functools import partial
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from ddcore.answers import needs
from ddcore.answers.answer import Answer, Figure, Note, Table
from ddcore.answers.bands import Bands, by_cost, by_share, cells, coverage, coverage_rows, every_measure, histogram
from ddcore.answers.bands import values as band_values
from ddcore.answers.options import Key, Measures, OfData, OneOf, Slider, judging_share
from ddcore.answers.prices import MISTAKES, Money, Prices, Written, as_payoffs, typed_number
from ddcore.answers.separation import SEED
from ddcore.answers.words import about, cases_text, inside, literal, many, values
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
from ddcore.figures.reject import band_alt, band_figure, coverage_alt, coverage_figure
from ddcore.formats import number, percent
from ddcore.measure import Measure
from ddcore.measures import measure as measure_named
from ddcore.scores.thresholds import rounding_error

TITLE = "Refer"
NEEDS = needs.scores
NEEDED = "Referring needs a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
UNANSWERED = "This cannot be used yet."


def _two(given: str | Sequence[object]) -> tuple[float, ...]:
    """What a referral costs, of a positive and of a negative case."""
    parts = given.split(",") if isinstance(given, str) else list(given)
    if len(parts) != 2:
        raise InputError(f'must be two costs, of a positive and a negative case, such as 0.2,0.2, got "{given!s:.40}"')
    return tuple(typed_number("the cost of a referral", part) for part in parts)


class Choices(Prices):
    """A share of the cases and the measure that the rest is judged by, or what mistakes and referrals cost."""

    ASSUMED: ClassVar[tuple[float, ...]] = MISTAKES

    by: Annotated[str, OneOf({"share": "By their share", "cost": "By what it costs"}, "tabs")] = Field(
        "share",
        title="Choose the cases",
        description="A share fits a person's time; costs find the share themselves.",
    )
    share: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.2,
        ge=0,
        le=0.95,
        title="Share of cases that a person sees",
        description="The band then holds at most this share of the cases.",
    )
    referral: Annotated[tuple[float, ...], BeforeValidator(_two), OfData()] = Field(
        (0.2, 0.2),
        title="Referring a truly positive and a truly negative case costs",
        description="What a person costs who then gets it right; more, if a person may be wrong.",
    )
    written: Written = "costs"
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_of_decided")] = Field(
        ("ACC",), title="Measures", description="Each stands with its formula in the table below."
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best band of scores, by a share of the cases or by what mistakes and referrals cost."""
    choices = choices.for_data(data)
    measure = measure_named(choices.measure[0])
    if choices.by == "cost":
        utility, referral, thresholds = _priced(data, choices)
        bands = by_cost(data, utility, referral)
        money = Money.of(choices, utility, bands.band.value, bands.alone.value)
        sentence = _sentence_by_cost(bands, money)
        reason = _reason_by_cost(bands, data.positive, money)
        notes, share, remark = _notes_by_cost(choices, utility, thresholds), 0.0, as_payoffs(utility)
    else:
        bands, share, remark = by_share(data, measure, choices.share), choices.share, ""
        sentence, reason, notes = _sentence(measure, bands), _reason(measure, bands, data.positive), []
    risk, curve = coverage(data, "ERR"), coverage(data, measure.key)
    # The error rate tells more than accuracy, which is the rest of it.
    shown = risk if measure.key == "ACC" else curve
    return Answer(
        __doc__,
        sentence,
        reason,
        about(data),
        [*notes, *_notes(measure, bands, share, curve, risk)],
        {
            "refer": Figure(
                "The band on the scores",
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
        _method(measure, data.prevalence),
        band_values(bands, risk),
    )


def _priced(data: Data, choices: Choices) -> tuple[Utility, Referral, BandThresholds]:
    """What mistakes and referrals are worth, and the band of honest probabilities; raises `InputError`."""
    if any(choices.rate):
        raise InputError("bands by costs need costs that do not grow with an amount; set these rates to 0")
    utility = choices.utility(data)
    positive, negative = choices.referral
    referral = Referral(float(utility.tp) - positive, float(utility.tn) - negative)
    return utility, referral, band_thresholds(utility, referral, data.prevalence)


def _between(band: RejectBand) -> str:
    if math.isinf(band.high):
        return f"from {number(band.low)} on"
    return f"between {number(band.low)} and {number(band.high)}"


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
    elif abs(band.value - alone.value) <= rounding_error(measure, alone.value):
        becomes = f"{name} stays {number(alone.value)}"
    else:
        rises = "rises" if band.value > alone.value else "falls"
        becomes = f"{name} {rises} from {number(alone.value)} to {after}"
    what = f"{percent(band.cells.share)}, {_between(band)}, and {becomes} on these cases"
    alike = abs(band.value - alone.value) <= rounding_error(measure, alone.value)
    idle = alike or measure.is_better(alone.value, band.value)
    here = f"Referring does not help: refer {what}" if idle else f"Refer {what}"
    if lead is None:
        return f"{here}."
    between = values(lead.low, lead.high)
    if lead.low > 0:
        return f"{here}; on others it is better by **{number(lead.value)}** ({between})."
    if lead.high < 0:
        return f"{here}; on others it is **worse** by {number(-lead.value)}."
    return f"{here}; on others it is **maybe no better** ({between})."


def _nobody(name: str, bands: Bands) -> str:
    """That nobody is referred, and which line is drawn."""
    band, interval = bands.band, bands.interval
    line = f"positive from {number(band.low)} on" if math.isfinite(band.low) else "nothing positive"
    if interval is None or math.isnan(interval.value):
        return f"Refer nobody, call {line}, and {name} is **{number(band.value)}** on these cases."
    return (
        f"Refer nobody, call {line}, and {name} is {number(band.value)} on these cases, **{number(interval.value)}** "
        f"on others."
    )


def _sentence_by_cost(bands: Bands, money: Money) -> str:
    """Whom to refer by what outcomes are worth."""
    band, lead = bands.band, bands.lead
    costs, less, more = ("costs", "less", "more") if money.as_costs else ("yields", "more", "less")
    before = money.text(bands.alone.value)
    if band.closed:
        return f"**Refer nobody:** on these cases a person saves no more than they cost; a case {costs} {before}."
    then = money.text(band.value) if lead is not None else f"**{money.text(band.value)}**"
    here = (
        f"Refer {percent(band.cells.share)}, {_between(band)}: a case then {costs} {then} instead of {before} on these "
        f"cases"
    )
    if lead is None:
        return f"{here}."
    between = money.lead(lead.low, lead.high)
    if lead.low > 0:
        return f"{here}; on others **{money.in_unit(lead.value)}** {less} ({between})."
    if lead.high < 0:
        return f"{here}; on others {money.in_unit(-lead.value)} {more}."
    return f"{here}; on others **maybe no {less}** ({between})."


NOT_SURE = "Of the weights only the sums are known, so nobody can say how sure that is."


def _reason(measure: Measure, bands: Bands, positive: str) -> str:
    """Who decides what, and what to expect elsewhere."""
    band, interval = bands.band, bands.interval
    if math.isnan(band.value):
        return "Another measure, or a smaller share, may have a value here."
    who = _who(band, positive)
    if interval is None:
        return f"{who} {NOT_SURE}"
    if math.isnan(interval.value):
        return who
    return (
        f"{who} On cases that had no say in the band, {inside(measure)} is **{number(interval.value)}** "
        f"({values(interval.value_low, interval.value_high)}): expect that on new cases."
    )


def _reason_by_cost(bands: Bands, positive: str, money: Money) -> str:
    """The same by costs."""
    who, interval = _who(bands.band, positive), bands.interval
    if interval is None:
        return f"{who} {NOT_SURE}"
    if math.isnan(interval.value):
        return who
    costs = "costs" if money.as_costs else "yields"
    return (
        f"{who} On cases that had no say in the band, a case {costs} **{money.text(interval.value)}** "
        f"({money.between(interval.value_low, interval.value_high)}): expect that on new cases."
    )


def _who(band: RejectBand, positive: str) -> str:
    """Who decides what."""
    cells, ours = band.cells, band.cells.decided
    total, right = float(ours.total), float(ours.tp + ours.tn)
    seen = math.nan if band.closed else float(cells.positives) / float(cells.referred)
    if ours.weighted:
        model = f"The model decides **{percent(1 - cells.share)}** of the weight"
        model = f"{model} and gets {percent(right / total)} of that right." if total else f"{model}."
        if band.closed:
            return model
        return (
            f"A person sees **{percent(cells.share)}** of the weight, {percent(seen)} of that truly "
            f"{literal(positive)}. {model}"
        )
    if not total:
        model = "The model decides no case."
    elif total == 1:
        model = f"The model decides **1 case** and gets it {'right' if right else 'wrong'}."
    else:
        gets = "all" if right == total else cases_text(right)
        model = f"The model decides **{many(total, 'case')}** and gets {gets} of them right."
    if band.closed:
        return model
    return (
        f"A person sees **{cases_text(float(cells.referred))}** of {many(float(cells.total), 'case')}, {percent(seen)} "
        f"of them truly {literal(positive)}. {model}"
    )


def _notes(measure: Measure, bands: Bands, share: float, curve: RiskCoverage, risk: RiskCoverage) -> list[Note]:
    """What a band calls for; `curve` is the measure over the coverage, `risk` the error rate."""
    band, alone, interval, name = bands.band, bands.alone, bands.interval, inside(measure)
    if math.isnan(band.value):
        return [Note("no-value", f"{literal(measure.title)} has no value where {measure.undefined}.")]
    notes = []
    blind = float(measure(alone.cells.decided))
    if not band.closed and not measure.grows and not math.isnan(blind):
        text = f"Referred blindly, the same share would leave {name} at {number(blind)} on average on these cases."
        notes.append(Note("referred-blindly", text))
    if interval is not None and not band.closed and not math.isnan(interval.low[0]):
        text = f"Resampled, the band begins {_within(*interval.low)} and ends {_within(*interval.high)} (95 %)."
        notes.append(Note("band-resampled", text))
    if not band.closed:
        notes.append(
            Note(
                "accuracy-of-all",
                f"Counting each referred case as a mistake, accuracy is {number(overall(band.cells)['OACC'])}; if a "
                f"person gets them all right, {number(_assisted(band.cells))}.",
            )
        )
    return [*notes, *_fewer(band, share), *_more(name, measure, curve), *_area(risk)]


def _fewer(band: RejectBand, share: float) -> list[Note]:
    """Why fewer cases are referred than might be."""
    if share and band.closed:
        return [
            Note(
                "nobody-is-best",
                f"Of the bands that fill {percent(share)} as far as cases of one score allow, none does better than "
                f"referring nobody.",
            )
        ]
    if band.cells.share < share - 0.005:
        return [
            Note(
                "fewer-than-asked",
                f"Only {percent(band.cells.share)} are referred: cases of one score stay together, and the next band "
                f"would hold more than {percent(share)}.",
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
    text = f"What more referring does on these cases: {name} of {', '.join(known)}."
    return [Note("referring-more", text)]


def _area(risk: RiskCoverage) -> list[Note]:
    if math.isnan(risk.area):
        return []
    return [
        Note(
            "risk-and-coverage",
            f"Over all shares the error rate of the decided is {number(risk.area)} on average on these cases, the "
            f"*area under the risk-coverage curve*; without any referral it is {number(risk.blind)}.",
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
            f"For honest probabilities too, nobody should be referred: the band closes at a chance of {low}, the line "
            f"between negative and positive.",
        )
    else:
        high = number(float(thresholds.high.posterior))
        text = f"For honest probabilities, refer chances of being positive **from {low} to {high}**."
        band = Note("band-of-probabilities", text)
    dearest = Money.of(choices, utility, most).in_unit(most)
    text = (
        f"A person who is always right may cost up to **{dearest}** a case; dearer, and the band closes whatever the "
        f"scores."
    )
    return [band, Note("dearest-person", text)]


def _method(measure: Measure, prevalence: float) -> str:
    """How the band is found, with its theory and sources."""
    squared = f" = {number(((1 - prevalence) / prevalence) ** 2)}" if prevalence > 0 else ""
    return f"""**The band.** A case is called negative if its score is below the lower end, positive if it is at or
above the upper end, and referred in between. At a share that is given, every band that holds as many cases is tried
(cases of one score stay together, and no more than the share is referred), and the one with the best
{literal(measure.title)} among the decided cases is taken; of several the one with the fewest mistakes, then the lowest.

**For scores read as evidence**, with the likelihood ratios $t_0$ and $t_1$ at the ends, the posteriors $p_0$ and $p_1$,
and the share of positives $\\pi$ = {number(prevalence)}: accuracy is best where $t_0 t_1 = ((1-\\pi)/\\pi)^2${squared},
so that $p_0 + p_1 = 1$; F1 where $F_1 = 2 p_1 / (1 - p_0 + p_1)$ (Gong 2022, Propositions 13 and 14,
Corollaries 11 and 12).

**By costs**, a case of posterior $p$ is best referred where that is worth more than either answer. With $R_1$ and $R_0$
the worth of a referred case that is truly positive and negative, that is from
$p_0 = (U_{{TN}} - R_0) / (U_{{TN}} - R_0 + R_1 - U_{{FN}})$ to
$p_1 = (R_0 - U_{{FP}}) / (R_0 - U_{{FP}} + U_{{TP}} - R_1)$. If $p_0 > p_1$ the band closes at $S_0 / (S_0 + S_1)$, the
line of two answers. (Proposition 15 as printed closes it at $p_1$, which costs 11.6 % more on average.) On these cases
every pair of ends was tried.

**How sure.** The ends of the best bands of 200 resamples (seed {SEED}). For its value on cases that had no say the
cases are dealt to three parts, class by class, 20 times, each part is decided by the band that is best on the others,
and the parts of a deal are counted together; what it is better by than the best line that refers nobody is counted on
the same cases. The interval draws the shares of each class that are called positive, referred and called negative. It
held the true value in 88 to 100 % of simulated samples of 40 to 400 cases.

**Risk and coverage**: the best band at each of up to 100 shares; the area
is the mean over them (El-Yaniv & Wiener 2010; Geifman, Uziel & El-Yaniv 2019).
"""
