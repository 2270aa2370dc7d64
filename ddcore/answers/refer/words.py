"""Which cases a person should see, in words: whom a band refers, what that does, what it calls for, and its method."""

import math
from collections.abc import Sequence
from dataclasses import replace

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.prices import limit_text
from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import in_text, literal, values
from ddcore.answers.refer.choices import Choices, assumed_referral
from ddcore.answers.refer.compute import Bands
from ddcore.data import Data
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.referral import BandThresholds, break_even_cost
from ddcore.decisions.reject import BandCounts, RejectBand, overall
from ddcore.decisions.utility import Utility
from ddcore.formats import cases_text, many, number, percent
from ddcore.interval import Interval, confidence
from ddcore.measures.type import Measure


def referred_between(band: RejectBand) -> str:
    """The referred scores, such as "between 0.2 and 0.4"."""
    if math.isinf(band.high):
        return f"at scores ≥ {number(band.low)}"
    return f"between {number(band.low)} and {number(band.high)}"


def referred_scores(band: RejectBand) -> str:
    """The referred scores, after the word "scores"."""
    return referred_between(band).removeprefix("at scores ")


def who_decides(band: RejectBand, positive: str, there: bool = False) -> str:
    """How many cases a person and the model decide; shares of cases where `there` weighs them as elsewhere."""
    cells, ours = band.cells, band.cells.decided
    total, right = float(ours.total), float(ours.tp + ours.tn)
    seen = math.nan if band.closed else float(cells.positives) / float(cells.referred)
    if not ours.whole:
        all_of, them = ("cases", "them") if there else ("weight", "it")
        model = f"The model decides **{percent(1 - cells.share)}** of the {all_of}"
        model = f"{model} and gets {percent(right / total)} of {them} right." if total else f"{model}."
        if band.closed:
            return model
        return (
            f"A person sees **{percent(cells.share)}** of the {all_of}, {percent(seen)} of {them} truly "
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


def share_sentence(measure: Measure, bands: Bands) -> str:
    """Whom to refer at a share, what that does on these cases, and what to expect of unseen ones."""
    band, alone, lead, name = bands.band, bands.alone, bands.lead, in_text(measure)
    if math.isnan(band.value):
        return f"{literal(measure.title)} has no value among the decided cases: {measure.undefined}."
    if band.closed:
        return _no_case(name, bands)
    after = number(band.value) if lead is not None else f"**{number(band.value)}**"
    if math.isnan(alone.value):
        becomes = f"{name} is {after}"
    else:
        rises = "rises" if band.value > alone.value else "falls"
        becomes = f"{name} {rises} from {number(alone.value)} to {after}"
    here = f"{sent_to_a_person(band)}: {becomes} on these cases"
    if lead is None:
        return f"{here}."
    between = values(lead.low, lead.high)
    if lead.low > 0:
        return f"{here}; on unseen cases it is better by **{number(lead.value)}** ({between})."
    if lead.high < 0:
        return f"{here}; on unseen cases it is **worse** by {number(-lead.value)}."
    return f"{here}; on unseen cases it is **not surely better** ({between})."


def sent_to_a_person(band: RejectBand) -> str:
    """The beginning of a sentence: the share of the cases to send to a person, and their scores."""
    return f"Send the {percent(band.cells.share)} with scores {referred_scores(band)} to a person"


def _no_case(name: str, bands: Bands) -> str:
    """A sentence for a band that refers no case, with its threshold."""
    band, interval = bands.band, bands.interval
    way = f"positive at scores ≥ {number(band.low)}" if math.isfinite(band.low) else "no case positive"
    if interval is None or math.isnan(interval.value):
        return f"Refer no case: predicting {way}, {name} is **{number(band.value)}** on these cases."
    return (
        f"Refer no case: predicting {way}, {name} is {number(band.value)} on these cases and "
        f"**{number(interval.value)}** on unseen ones."
    )


def cost_sentence(bands: Bands, money: Money) -> str:
    """Whom to refer by costs, what that saves on these cases, and what to expect of unseen ones."""
    band, lead = bands.band, bands.lead
    costs, (less, more) = money.verb(bands.band.value), ("less", "more") if money.as_costs else ("more", "less")
    before = money.text(bands.alone.value)
    if band.closed:
        return f"**Refer no case:** on these cases a person saves no more than they cost. A case {costs} {before}."
    then = money.text(band.value) if lead is not None else f"**{money.text(band.value)}**"
    here = f"{sent_to_a_person(band)}: a case then {costs} {then} instead of {before} on these cases"
    if lead is None:
        return f"{here}."
    between = money.lead(lead.low, lead.high)
    if lead.low > 0:
        return f"{here}; on unseen cases it is **{money.in_unit(lead.value)}** {less} ({between})."
    if lead.high < 0:
        return f"{here}; on unseen cases it is {money.in_unit(-lead.value)} {more}."
    return f"{here}; on unseen cases it is **not surely {less}** ({between})."


def person_costs(data: Data, costs: Sequence[float], payoffs: Sequence[float] | None, money: Money) -> str:
    """What a person costs who sees a case, and whether that is assumed at these prices."""
    positive, negative = map(money.fixed, costs)
    if positive != negative:
        return (
            f"A person costs {positive} for a truly {literal(data.positive)} case and {negative} for a truly "
            f"{literal(data.negative)} one."
        )
    if payoffs is not None and tuple(costs) == 2 * (assumed_referral(payoffs),):
        return f"A person is assumed to cost {positive} a case."
    return f"A person costs {positive} a case."


UNSEEN = "judged on unseen cases"
NOT_SURE = "Its uncertainty is unknown, because of the weights only the sums are known."


def share_reason(measure: Measure, bands: Bands, positive: str, there: bool = False) -> str:
    """Who decides what, and the value of the measure on unseen cases."""
    band, interval = bands.band, bands.interval
    if math.isnan(band.value):
        return "Choose another measure or a smaller share."
    who = who_decides(band, positive, there)
    if interval is None:
        return f"{who} {NOT_SURE}"
    if math.isnan(interval.value):
        return who
    return (
        f"{who} On unseen cases {in_text(measure)} is **{number(interval.value)}** "
        f"({values(interval.value_low, interval.value_high)})."
    )


def cost_reason(bands: Bands, positive: str, money: Money, there: bool = False) -> str:
    """Who decides what, and the worth or cost of an unseen case."""
    who, interval = who_decides(bands.band, positive, there), bands.interval
    if interval is None:
        return f"{who} {NOT_SURE}"
    if math.isnan(interval.value):
        return who
    return (
        f"{who} An unseen case {money.verb(interval.value)} **{money.text(interval.value)}** "
        f"({money.between(interval.value_low, interval.value_high)})."
    )


def notes(measure: Measure, bands: Bands, share: float, curve: RiskCoverage, risk: RiskCoverage) -> list[Note]:
    """Notes about a band; `curve` is the measure over the coverage, `risk` the error rate over it."""
    band, alone, interval, name = bands.band, bands.alone, bands.interval, in_text(measure)
    if math.isnan(band.value):
        return [Note("no-value", f"{literal(measure.title)} has no value where {measure.undefined}.")]
    notes = []
    blind = float(measure(alone.cells.decided))
    if not band.closed and not measure.grows and not math.isnan(blind):
        text = f"If the same number of cases were chosen at random, {name} would be {number(blind)} on average."
        notes.append(Note("referred-blindly", text))
    if interval is not None and not band.closed and not math.isnan(interval.low[0]):
        text = (
            f"In {confidence()} of resamples the referred scores begin {_within(*interval.low)} and end "
            f"{_within(*interval.high)}."
        )
        notes.append(Note("band-resampled", text, kind="changes"))
    if not band.closed:
        notes.append(
            Note(
                "accuracy-of-all",
                f"Accuracy over all cases is {number(overall(band.cells)['OACC'])} if each referred case counts as a "
                f"mistake, and {number(_assisted(band.cells))} if a person gets them all right.",
            )
        )
    return [*notes, *_fewer(name, band, share), *_more(name, measure, curve), *_area(risk)]


def _fewer(name: str, band: RejectBand, share: float) -> list[Note]:
    """Why fewer cases are referred than the share allows."""
    if share and band.closed:
        return [
            Note(
                "nobody-is-best",
                f"No range of scores with up to {percent(share)} of the cases does better than referring no case.",
            )
        ]
    if band.cells.share < share - 0.005:
        return [
            Note(
                "fewer-than-asked",
                f"Only {percent(band.cells.share)} are referred: no wider range, up to {percent(share)}, makes {name} "
                f"better on these cases.",
            )
        ]
    return []


def _more(name: str, measure: Measure, curve: RiskCoverage) -> list[Note]:
    """The value of the measure where more cases are referred, if that changes it."""
    if measure.grows or curve.coverage.size < 10:
        return []
    at = {share: _at(curve, 1 - share) for share in (0.1, 0.3, 0.5)}
    known = [f"{number(value)} at {percent(share)}" for share, value in at.items() if not math.isnan(value)]
    if not known or all(value == curve.blind for value in at.values()):
        return []
    text = f"With other shares referred, {name} on these cases is {', '.join(known)}."
    return [Note("referring-more", text)]


def _area(risk: RiskCoverage) -> list[Note]:
    if math.isnan(risk.area):
        return []
    return [
        Note(
            "risk-and-coverage",
            f"The area under the risk-coverage curve is {number(risk.area)} on these cases: the error rate of the "
            f"decided cases, averaged over all shares. With no case referred the error rate is {number(risk.blind)}.",
        )
    ]


def _within(low: float, high: float) -> str:
    return f"at {_end(low)}" if low == high else f"between {_end(low)} and {_end(high)}"


def _end(threshold: float) -> str:
    return number(threshold) if math.isfinite(threshold) else "the top of the scale"


def _assisted(cells: BandCounts) -> float:
    """The accuracy if a person gets all referred cases right."""
    ours = cells.decided
    return float((ours.tp + ours.tn + cells.referred) / cells.total)


def _at(curve: RiskCoverage, coverage: float) -> float:
    """The value where at least this share of the cases is decided."""
    return float(curve.value[math.ceil(coverage * curve.coverage.size - 1e-9) - 1])


def cost_notes(choices: Choices, utility: Utility, thresholds: BandThresholds) -> list[Note]:
    """The band of true probabilities, and the most that a referral may cost."""
    low, most = number(float(thresholds.low.posterior)), break_even_cost(utility)
    if thresholds.closed:
        band = Note(
            "closed-for-probabilities",
            f"With calibrated probabilities no case should be referred either: the one threshold is {low}.",
        )
    else:
        high = number(float(thresholds.high.posterior))
        text = f"With calibrated probabilities, refer the cases with a probability **from {low} to {high}**."
        band = Note("band-of-probabilities", text)
    dearest = Money.of(choices, utility, most).in_unit(most)
    text = (
        f"A person who is always right may cost up to **{dearest}** a case. If a person costs more, no case should be "
        f"referred."
    )
    return [band, Note("dearest-person", text)]


def period_notes(data: Data, choices: Choices, bands: Bands, free: RejectBand, money: Money) -> list[Note]:
    """The totals of the band over a period, and what a limit changes; `free` is the best band without a limit.

    A model's fixed cost is paid with the band and without.
    """
    notes, lead = [], bands.lead
    if lead is not None and bands.interval is not None and choices.volume is not None and not bands.band.closed:
        worth = Interval(bands.interval.value, bands.interval.value_low, bands.interval.value_high)
        period = replace(choices.of_period, fixed=0.0)
        notes += Totals(period, "referring this range", worth, "referring no case", lead, money, UNSEEN).notes
    limit = choices.limited(data)
    if limit is not None:
        most = limit_text(limit, choices.period, choices.volume)
        start = f"The limit, {most}, is for the cases that the model predicts positive, without referred ones."
        high, without = bands.band.high, free.high
        if high == without:
            return [*notes, Note("limit-met", f"{start} The best range of scores keeps to it.")]
        top = "never predicts positive" if math.isinf(high) else f"predicts positive at scores ≥ {number(high)}"
        text = f"{start} So the model {top}; without the limit it would at scores ≥ {number(without)}."
        notes.append(Note("limit-moves-band", text, kind="changes"))
    return notes


def method(measure: Measure, prevalence: float) -> str:
    """How the band is found, with its theory and sources."""
    squared = f" = {number(((1 - prevalence) / prevalence) ** 2)}" if prevalence > 0 else ""
    return f"""**Reject option.** A case is predicted negative if its score is below the lower end, positive if it is
at or above the upper end, and referred in between. For a given share, the ranges of scores with at most that share of
the cases are tried (cases with the same score stay together). The range with the best {literal(measure.title)} among
the decided cases is taken; of equally good ones the one with the fewest cases, then with the fewest mistakes, then the
lowest. Up to about 400 scores every range is tried; with more scores, some widths from each score on.

**With the likelihood ratios** $t_0$ and $t_1$ at the ends, the posteriors $p_0$ and $p_1$,
and the share of positives $\\pi$ = {number(prevalence)}: accuracy is best where $t_0 t_1 = ((1-\\pi)/\\pi)^2${squared},
so that $p_0 + p_1 = 1$; F1 where $F_1 = 2 p_1 / (1 - p_0 + p_1)$ (Gong 2022, Propositions 13 and 14,
Corollaries 11 and 12).

**By cost**, a case of posterior $p$ is best referred if that is worth more than either answer. If a referred case that
is truly positive is worth $R_1$ and one that is truly negative $R_0$, that is from
$p_0 = (U_{{TN}} - R_0) / (U_{{TN}} - R_0 + R_1 - U_{{FN}})$ to
$p_1 = (R_0 - U_{{FP}}) / (R_0 - U_{{FP}} + U_{{TP}} - R_1)$. If $p_0 > p_1$ the range closes at $S_0 / (S_0 + S_1)$,
the threshold without referral. (Proposition 15 as printed closes it at $p_1$, which costs 11.6 % more on average.) On
these cases every pair of ends was tried.

**How sure.** The ends of the best ranges of 200 resamples (seed {SEED}). Its value on unseen cases is
that of cross-validation: three folds, dealt class by class, 20 times; each fold is decided by the range that is best on
the others, and the folds of a deal are counted together. The best threshold without referral is judged on the same
cases. The interval draws the shares of each class that are predicted positive, referred and predicted negative. It
contained the true value in 88 to 100 % of simulated samples of 40 to 400 cases.

**Risk and coverage**: the best range at each of up to 100 shares; the area
is the mean over them (El-Yaniv & Wiener 2010; Geifman, Uziel & El-Yaniv 2019).
"""
