"""The ways to choose the cases for a person: by a share, by costs, by hand, by a wanted value, by two error rates."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ddcore.answers.base.answer import Note, measured
from ddcore.answers.base.known_laws import printed_region
from ddcore.answers.base.money import Money, as_payoffs
from ddcore.answers.base.separation import (
    log_ratio,
    read_by_others,
    reading,
    reading_name,
    resamples,
    scores_of,
    threshold,
)
from ddcore.answers.base.words import article, in_text, literal, values
from ddcore.answers.refer.choices import Choices
from ddcore.answers.refer.compute import Bands, best_of_share, by_cost, by_share, cost_band_of, referral_of
from ddcore.answers.refer.words import (
    cost_notes,
    cost_reason,
    cost_sentence,
    period_notes,
    person_costs,
    referred_scores,
    sent_to_a_person,
    share_reason,
    share_sentence,
    who_decides,
)
from ddcore.data import Data
from ddcore.decisions.referral import band_thresholds
from ddcore.decisions.reject import RejectBand
from ddcore.decisions.smallest_band import (
    band_between,
    given_value,
    least_band,
    least_places,
    rates_band,
    rates_places,
    unseen_regions,
    unseen_value,
)
from ddcore.errors import InputError
from ddcore.formats import begun, number, percent
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures.type import Measure
from ddcore.records.threshold import at_scores


@dataclass(frozen=True)
class Referred:
    """The bands that a way to choose the cases gives, with its sentences, notes and numbers.

    `held_out` is the value of the band on unseen cases, `share` the largest share that may be referred, 0 where none
    is asked for, and `remark` stands below the table of who decides what.
    """

    bands: Bands
    sentence: str
    reason: str
    notes: Sequence[Note] = ()
    held_out: Interval = UNKNOWN
    values: Mapping[str, object] = field(default_factory=dict)
    share: float = 0.0
    remark: str = ""


def referred(data: Data, choices: Choices, measure: Measure) -> Referred:
    """The cases that a choice refers; raises `InputError` for choices that cannot be used."""
    return WAYS[choices.by](data, choices, measure)


def _by_share(data: Data, choices: Choices, measure: Measure) -> Referred:
    bands = by_share(data, measure, choices.share)
    return Referred(
        bands,
        share_sentence(measure, bands),
        share_reason(measure, bands, data.positive, data.original is not None),
        held_out=_held_out(bands),
        share=choices.share,
    )


def _by_cost(data: Data, choices: Choices, measure: Measure) -> Referred:
    if choices.grows:
        raise InputError("referring by cost needs prices that do not grow with an amount; set these rates to 0")
    utility = choices.utility(data)
    referral = referral_of(utility, choices.referral)
    thresholds = band_thresholds(utility, referral, data.prevalence)
    bands = by_cost(data, utility, referral, choices.limited(data))
    money = Money.of(choices, utility, bands.band.value, bands.alone.value)
    price = person_costs(data, choices.referral or (0.0, 0.0), choices.u, money)
    return Referred(
        bands,
        cost_sentence(bands, money),
        f"{price} {cost_reason(bands, data.positive, money, data.original is not None)}",
        [
            *period_notes(data, choices, bands, cost_band_of(data, utility, referral), money),
            *cost_notes(choices, utility, thresholds),
        ],
        _held_out(bands),
        remark=as_payoffs(utility),
    )


def _held_out(bands: Bands) -> Interval:
    """The value of the best band on unseen cases."""
    interval = bands.interval
    return UNKNOWN if interval is None else Interval(interval.value, interval.value_low, interval.value_high)


def _known(interval: Interval) -> bool:
    return not (math.isnan(interval.value) or math.isnan(interval.low))


def _by_hand(data: Data, choices: Choices, measure: Measure) -> Referred:
    table, drawn = scores_of(data), resamples(data)
    assert choices.low is not None
    assert choices.high is not None
    band, alone = band_between(table, measure, choices.low, choices.high), best_of_share(data, measure, 0.0)
    share, value, best = band.cells.share, UNKNOWN, None
    if not band.closed and share < 1 and not math.isnan(band.value):
        best = by_share(data, measure, share)
    chosen = best is not None and (best.band.low, best.band.high) == (band.low, band.high)
    if best is not None and chosen:
        held = best.interval
        value = UNKNOWN if held is None else Interval(held.value, held.value_low, held.value_high)
    elif drawn is not None and not math.isnan(band.value):
        value = given_value(drawn, band.cells, lambda decided, p, n: measure.on(decided))
    compared = [*_best_of_share(best, band, measure), *cost_note(data, choices, band)]
    return Referred(
        Bands(band, alone, None),
        _hand_sentence(measure, band, alone, value, chosen),
        who_decides(band, data.positive, data.original is not None),
        [*_ratios(data, band, measure), *compared],
        value,
        {"ratios": ratios(data, band)},
    )


def _hand_sentence(measure: Measure, band: RejectBand, alone: RejectBand, value: Interval, chosen: bool) -> str:
    """The value between ends that are set; on unseen cases too where they are the best of their share here."""
    if math.isnan(band.value):
        return f"{literal(measure.title)} has no value among the decided cases: {measure.undefined}."
    others = "" if math.isnan(alone.value) else f"; the best threshold without referral has {number(alone.value)}"
    start = "Refer no case, as no score is in this range" if band.closed else sent_to_a_person(band)
    sure = values(value.low, value.high) if _known(value) else ""
    here = f"{start}: {in_text(measure)} is"
    if chosen and sure:
        return f"{here} {number(band.value)} on these cases, **{number(value.value)}** on unseen ones ({sure}){others}."
    return f"{here} **{number(band.value)}**{f' ({sure})' if sure else ''}{others}."


def as_printed(data: Data, measure: Measure) -> list[Note]:
    """The scores that the source of a sample refers, and the value then; empty where it names none."""
    printed = printed_region(data)
    if printed is None:
        return []
    band = band_between(scores_of(data), measure, *printed)
    if math.isnan(band.value):
        return []
    text = (
        f"The source of these cases sends scores {referred_scores(band)} to a person (choose *By hand*). "
        f"{begun(in_text(measure))} is then **{number(band.value)}**."
    )
    return [Note("as-printed", text)]


def ratios(data: Data, band: RejectBand) -> Mapping[str, float] | None:
    """The likelihood ratios at both ends of a band; None where the scores cannot be read or nobody is referred.

    A band without an upper end has no ratio there.
    """
    read = reading(data)
    if read is None or band.closed or not math.isfinite(band.low):
        return None
    ends = [float(read.ratio(end)) if math.isfinite(end) else math.inf for end in (band.low, band.high)]
    return {"low": ends[0], "high": ends[1]}


def _ratios(data: Data, band: RejectBand, measure: Measure) -> list[Note]:
    """The evidence at both ends, and what it would be for the best accuracy."""
    both = ratios(data, band)
    if both is None:
        return []
    low, high, share = both["low"], both["high"], data.prevalence
    chances = [share * t / (share * t + 1 - share) if math.isfinite(t) else 1.0 for t in (low, high)]
    text = (
        f"At the two ends the likelihood ratio is about **t₀ = {number(low)}** and **t₁ = {number(high)}** "
        f"({reading_name(data)}). The probability of {literal(data.positive)} is {percent(chances[0])} at the lower "
        f"end and {percent(chances[1])} at the upper end."
    )
    if measure.key in ("ACC", "ERR") and 0 < share < 1 and math.isfinite(high):
        text += (
            f" For the best accuracy these probabilities sum to 1, and t₀ · t₁ is "
            f"{number(((1 - share) / share) ** 2)}; here it is {number(low * high)}."
        )
    notes = [Note("ratios-at-ends", text)]
    if low > high:
        text = "The lower end is stronger evidence for positive than the upper end: higher scores are not safer here."
        notes.append(Note("ratios-out-of-order", text))
    return notes


def without_referral(data: Data, choices: Choices, measure: Measure, alone: RejectBand) -> str:
    """What the best threshold and the one in use give without referral, by the prices where these decide."""
    in_use = f"at the threshold in use ({at_scores(threshold(data), number)})"
    if choices.by == "cost":
        worth = float(choices.utility(data)(data.model.counts))
        money = Money.of(choices, choices.utility(data), worth, alone.value)
        return (
            f"Without referral a case {money.verb(worth)} {money.text(alone.value)} at the best threshold and "
            f"{money.text(worth)} {in_use}."
        )
    value = float(measure(data.model.counts))
    if math.isnan(value):
        return ""
    best = "" if math.isnan(alone.value) else f"{number(alone.value)} at the best threshold and "
    return f"Without referral {in_text(measure)} is {best}{number(value)} {in_use}."


def _best_of_share(bands: Bands | None, band: RejectBand, measure: Measure) -> list[Note]:
    """The best band of the same share, and what is lost by hand."""
    if bands is None:
        return []
    best = bands.band
    if math.isnan(best.value) or not measure.is_better(best.value, band.value):
        text = f"On these cases no range with at most this number of cases has a better {in_text(measure)}."
        return [Note("best-of-its-share", text)]
    unseen = ""
    if bands.interval is not None and not math.isnan(bands.interval.value):
        unseen = f" and {number(bands.interval.value)} on unseen ones"
    where = "no case referred" if best.closed else f"scores {referred_scores(best)}"
    text = (
        f"The best range with at most this number of cases is {where}. Its {in_text(measure)} is "
        f"**{number(best.value)}** on these cases{unseen}. Your range loses {number(abs(best.value - band.value))} on "
        f"these cases."
    )
    return [Note("better-of-its-share", text, kind="changes")]


def cost_note(data: Data, choices: Choices, band: RejectBand) -> list[Note]:
    """What a case is worth at the prices in force: so, at the threshold in use, and with the best range."""
    if choices.grows:
        return []
    utility = choices.utility(data)
    referral = referral_of(utility, choices.referral)
    here = band.cells(utility, referral)
    if math.isnan(here) or utility.highest == utility.lowest or min(float(stake) for stake in utility.stakes) <= 0:
        return []
    best, alone = cost_band_of(data, utility, referral), float(utility(data.model.counts))
    money = Money.of(choices, utility, here, best.value, alone)
    start = f"At your prices, with {money.fixed((choices.referral or (0.0,))[0])} for a referral,"
    if choices.assumed:
        start = f"With no prices set, at 1 for a mistake and {(choices.referral or (0.0,))[0]:.10g} for a referral,"
    text = (
        f"{start} a case {money.verb(here)} {money.text(here)} this way. Without referral, at the threshold in use, it "
        f"{money.verb(alone)} {money.text(alone)}; with the best range at these prices, {money.text(best.value)} on "
        f"these cases."
    )
    return [Note("cost-by-hand" if choices.by == "hand" else "prices-in-force", text)]


def _by_wanted(data: Data, choices: Choices, measure: Measure) -> Referred:
    table, drawn, wanted = scores_of(data), resamples(data), choices.wanted_value
    assert wanted is not None
    alone = best_of_share(data, measure, 0.0)
    band = data.cached(("least band", table, measure.key, wanted), partial(least_band, table, measure.key, wanted))
    name, goal = article(in_text(measure)), f"{number(wanted)} or {'more' if measure.better == 'higher' else 'less'}"
    there = data.original is not None
    if band is None:
        best = "" if math.isnan(alone.value) else f"; one threshold has {number(alone.value)}"
        sentence = f"**No range of scores** gives {name} of {goal} among the decided cases{best}."
        return Referred(
            Bands(alone, alone, None), sentence, who_decides(alone, data.positive, there), values={"wanted": wanted}
        )
    value = share = UNKNOWN
    if drawn is not None:
        regions = data.cached(
            ("least regions", table, measure.key, wanted),
            lambda: unseen_regions(drawn, lambda counts: least_places(measure, counts, wanted)),
        )
        total = sum(float(cases.sum()) for cases in drawn.cases)
        value = unseen_value(drawn, regions, lambda decided, p, n: measure.on(decided))
        share = unseen_value(drawn, regions, lambda decided, p, n: (p + n) / total)
    unseen = f", **{number(value.value)}** on unseen ones ({values(value.low, value.high)})" if _known(value) else ""
    if band.closed:
        line = f"positive at scores ≥ {number(band.low)}"
        if math.isinf(band.low):
            line = "no case positive"
        start = f"**No case needs a person** for {name} of {goal}: predicting {line},"
    else:
        start = f"{sent_to_a_person(band)}, the fewest that give {name} of {goal} among the others:"
    sentence = f"{start} it is {number(band.value)} on these cases{unseen}."
    notes = _ratios(data, band, measure)
    if _known(value) and measure.is_better(wanted, value.value):
        less = "surely " if (value.high < wanted if measure.better == "higher" else value.low > wanted) else ""
        text = (
            f"The range was chosen on these cases. On unseen ones {in_text(measure)} is {less}worse than the "
            f"{number(wanted)} wanted; to reach it there, ask for a better value here."
        )
        notes.insert(0, Note("falls-short", text, kind="changes"))
    if _known(share):
        text = (
            f"With the range chosen this way, {percent(share.value)} of unseen cases are referred ({_percents(share)})."
        )
        notes.append(Note("share-unseen", text))
    return Referred(
        Bands(band, alone, None),
        sentence,
        who_decides(band, data.positive, there),
        notes,
        value,
        {
            "wanted": wanted,
            "share_unseen": measured(share),
            "ratios": ratios(data, band),
        },
    )


def _percents(interval: Interval) -> str:
    return f"{percent(interval.low)} to {percent(interval.high)}"


def _by_rates(data: Data, choices: Choices, measure: Measure) -> Referred:
    table, drawn, misses, alarms = scores_of(data), resamples(data), choices.misses, choices.alarms
    rated = data.cached(("rates band", table, misses, alarms), partial(rates_band, table, misses, alarms))
    band = band_between(table, measure, rated.low, rated.high)
    alone, cells = best_of_share(data, measure, 0.0), band.cells.decided
    P, N = (float(tally.sum()) for tally in (table.positives, table.negatives))
    here = float(cells.fn) / P, float(cells.fp) / N
    unseen, value = (UNKNOWN, UNKNOWN), UNKNOWN
    if drawn is not None:
        regions = data.cached(
            ("rates regions", table, misses, alarms),
            lambda: unseen_regions(drawn, lambda counts: rates_places(counts, misses, alarms)),
        )
        unseen = (
            unseen_value(drawn, regions, lambda decided, p, n: decided.fn / P),
            unseen_value(drawn, regions, lambda decided, p, n: decided.fp / N),
        )
        value = unseen_value(drawn, regions, lambda decided, p, n: measure.on(decided))
    return Referred(
        Bands(band, alone, None),
        _rates_sentence(data, choices, band, here),
        who_decides(band, data.positive, data.original is not None),
        [*_rates_unseen(data, *unseen), *_rates_read(data, choices, band), *_ratios(data, band, measure)],
        value,
        {
            "error_rates": {
                "misses": {"here": here[0], "wanted": misses, "unseen": measured(unseen[0])},
                "alarms": {"here": here[1], "wanted": alarms, "unseen": measured(unseen[1])},
            },
            "ratios": ratios(data, band),
        },
    )


def _rates_sentence(data: Data, choices: Choices, band: RejectBand, here: tuple[float, float]) -> str:
    """Whom to refer for both error rates, or that one threshold keeps both."""
    positive, negative = literal(data.positive), literal(data.negative)
    if band.closed:
        line = f"scores ≥ {number(band.low)}" if math.isfinite(band.low) else "no case"
        return (
            f"**No case needs a person:** with {line} predicted positive, {percent(here[0])} of the truly {positive} "
            f"cases and {percent(here[1])} of the truly {negative} ones are predicted wrongly."
        )
    return (
        f"{sent_to_a_person(band)}. These are the fewest with which at most {percent(choices.misses)} of the truly "
        f"{positive} cases and {percent(choices.alarms)} of the truly {negative} ones are predicted wrongly."
    )


def _rates_unseen(data: Data, misses: Interval, alarms: Interval) -> list[Note]:
    """Both error rates on unseen cases."""
    if not (_known(misses) and _known(alarms)):
        return []
    positive, negative = literal(data.positive), literal(data.negative)
    text = (
        f"On unseen cases **{percent(misses.value)}** of the truly {positive} cases ({_percents(misses)}) and "
        f"**{percent(alarms.value)}** of the truly {negative} ones ({_percents(alarms)}) are predicted wrongly."
    )
    return [Note("error-rates-unseen", text)]


def _rates_read(data: Data, choices: Choices, band: RejectBand) -> list[Note]:
    """The share to refer if scores that are out of order were read as evidence."""
    log = log_ratio(data)
    if log is None or (np.diff(log) >= 0).all():
        return []
    shares = [rates_band(table, choices.misses, choices.alarms).value for table in read_by_others(data).tables]
    if not shares or percent(float(np.mean(shares))) == percent(band.cells.share):
        return []
    text = (
        f"Higher scores are not always stronger evidence here. By the likelihood ratio, estimated from other cases, "
        f"**{percent(float(np.mean(shares)))}** would be referred at these rates: see *Reshape the scores*."
    )
    return [Note("rates-by-ratio", text, kind="changes")]


WAYS: Mapping[str, Callable[[Data, Choices, Measure], Referred]] = {
    "share": _by_share,
    "cost": _by_cost,
    "hand": _by_hand,
    "wanted": _by_wanted,
    "rates": _by_rates,
}
"""How the cases are chosen, by the name of the way."""

METHODS: Mapping[str, str] = {
    "hand": """

**By hand.** The interval takes the ends as given and not chosen on these cases: it draws the shares of each class that
are predicted positive, referred and predicted negative from a Dirichlet distribution (Perks 1947). If the ends are
those of the best range of the same share, the value on unseen cases is shown instead. The ratios at the ends are those
of the estimator that is best on unseen cases, see *Reshape the scores*. The best range of the same share is found as by
share. """,
    "wanted": """

**By a wanted value.** Of all ranges of scores with at least this value among the decided cases, the one that refers the
fewest cases is taken. With more than 1,000 scores ranges begin and end at even ranks. Unseen cases are judged as by
share, each fold by the range found on the others, at up to 200 thresholds. The interval contained the true value in 90
to 98 % of simulated samples of 60 to 500 cases.
""",
    "rates": """

**By two error rates.** The range begins at the highest threshold that has no more than the first share of the positives
below it, and ends at the lowest with no more than the second share of the negatives at or above it. Of all ranges this
one refers the fewest cases (Lei 2014). If the two cross, one threshold keeps both rates; the one with the fewest
mistakes is taken. On unseen cases each fold is decided by the range found on the others.
""",
}
"""How a band is found in words, for the ways that the method of a share does not describe."""
