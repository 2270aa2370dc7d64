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
    cross_fitted_tables,
    log_ratio,
    reading,
    reading_name,
    resamples,
    scores_of,
    threshold,
)
from ddcore.answers.base.words import in_text, literal, values
from ddcore.answers.refer.choices import Choices
from ddcore.answers.refer.compute import Bands, best_of_share, by_cost, by_share, cost_band_of, referral_of
from ddcore.answers.refer.words import (
    cost_notes,
    cost_reason,
    cost_sentence,
    period_notes,
    referred_between,
    referred_scores,
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
from ddcore.formats import number, percent
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
        raise InputError("referring by costs needs costs that do not grow with an amount; set these rates to 0")
    utility = choices.utility(data)
    referral = referral_of(utility, choices.referral)
    thresholds = band_thresholds(utility, referral, data.prevalence)
    bands = by_cost(data, utility, referral, choices.limited(data))
    money = Money.of(choices, utility, bands.band.value, bands.alone.value)
    return Referred(
        bands,
        cost_sentence(bands, money),
        cost_reason(bands, data.positive, money, data.original is not None),
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
    compared = [*_in_force(data, measure), *_best_of_share(best, band, measure), *_cost(data, choices, band)]
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
    others = "" if math.isnan(alone.value) else f"; the best threshold that refers nobody has {number(alone.value)}"
    whom = "nobody, as no score is in this range" if band.closed else _part(band)
    sure = values(value.low, value.high) if _known(value) else ""
    here = f"Refer {whom}: among the decided cases {in_text(measure)} is"
    if chosen and sure:
        return f"{here} {number(band.value)} on these cases, **{number(value.value)}** on unseen ones ({sure}){others}."
    return f"{here} **{number(band.value)}**{f' ({sure})' if sure else ''}{others}."


def _part(band: RejectBand) -> str:
    return f"{percent(band.cells.share)}, {referred_between(band)}"


def as_printed(data: Data, measure: Measure) -> list[Note]:
    """The scores that the source of a sample refers, and the value then; empty where it names none."""
    printed = printed_region(data)
    if printed is None:
        return []
    band = band_between(scores_of(data), measure, *printed)
    if math.isnan(band.value):
        return []
    text = (
        f"The source of these cases leaves scores {referred_scores(band)} to a person, as *By hand* does: among the "
        f"decided cases {in_text(measure)} is then **{number(band.value)}**."
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
        f"The likelihood ratios at the ends are about **t₀ = {number(low)}** and **t₁ = {number(high)}** "
        f"({reading_name(data)}): a case there is {literal(data.positive)} with probability {percent(chances[0])} and "
        f"{percent(chances[1])}."
    )
    if measure.key in ("ACC", "ERR") and 0 < share < 1 and math.isfinite(high):
        text += (
            f" For the best accuracy the probabilities sum to 1, and t₀ · t₁ is {number(((1 - share) / share) ** 2)}; "
            f"here it is {number(low * high)}."
        )
    notes = [Note("ratios-at-ends", text)]
    if low > high:
        text = "The lower end speaks more for positive than the upper end: these scores are out of order as evidence."
        notes.append(Note("ratios-out-of-order", text))
    return notes


def _in_force(data: Data, measure: Measure) -> list[Note]:
    """The value at the threshold in use, with nobody referred."""
    value = float(measure(data.model.counts))
    if math.isnan(value):
        return []
    text = (
        f"With nobody referred and positive predicted at {at_scores(threshold(data), number)}, {in_text(measure)} is "
        f"{number(value)}."
    )
    return [Note("threshold-in-force", text)]


def _best_of_share(bands: Bands | None, band: RejectBand, measure: Measure) -> list[Note]:
    """The best band of the same share, and what is lost by hand."""
    if bands is None:
        return []
    best = bands.band
    if math.isnan(best.value) or not measure.is_better(best.value, band.value):
        return [Note("best-of-its-share", f"On these cases no range of up to as many has a better {in_text(measure)}.")]
    unseen = ""
    if bands.interval is not None and not math.isnan(bands.interval.value):
        unseen = f", and {number(bands.interval.value)} on unseen ones"
    where = "nobody referred" if best.closed else f"scores {referred_scores(best)}"
    text = (
        f"The best range of up to as many, {where}, has {in_text(measure)} of **{number(best.value)}** on these "
        f"cases{unseen}: by hand {number(abs(best.value - band.value))} is lost on these cases."
    )
    return [Note("better-of-its-share", text, kind="changes")]


def _cost(data: Data, choices: Choices, band: RejectBand) -> list[Note]:
    """The worth of a case at the prices in force, and that with the best range at these prices."""
    if choices.grows:
        return []
    utility = choices.utility(data)
    referral = referral_of(utility, choices.referral)
    here = band.cells(utility, referral)
    if math.isnan(here) or utility.highest == utility.lowest or min(float(stake) for stake in utility.stakes) <= 0:
        return []
    best = cost_band_of(data, utility, referral)
    money = Money.of(choices, utility, here, best.value)
    price = money.in_unit((choices.referral or (0.0,))[0])
    text = (
        f"At the prices in force, with {price} for a referral, a case {money.verb(here)} {money.text(here)}; with the "
        f"range that is best at these prices it {money.verb(best.value)} {money.text(best.value)} on these cases."
    )
    return [Note("cost-by-hand", text)]


def _by_wanted(data: Data, choices: Choices, measure: Measure) -> Referred:
    table, drawn, wanted = scores_of(data), resamples(data), choices.wanted_value
    assert wanted is not None
    alone = best_of_share(data, measure, 0.0)
    band = data.cached(("least band", table, measure.key, wanted), partial(least_band, table, measure.key, wanted))
    name, goal = in_text(measure), f"{number(wanted)} or {'more' if measure.better == 'higher' else 'less'}"
    there = data.original is not None
    if band is None:
        best = "" if math.isnan(alone.value) else f"; one threshold has {number(alone.value)}"
        sentence = f"**No range of scores** leaves {name} at {goal} among the decided cases{best}."
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
        line = f"with positive predicted at scores ≥ {number(band.low)}"
        if math.isinf(band.low):
            line = "with no case predicted positive"
        start = f"**Nobody need be referred** for {name} of {goal}: {line}"
    else:
        start = f"Refer {_part(band)}, the fewest that leave {name} at {goal} among the decided:"
    sentence = f"{start} it is {number(band.value)} on these cases{unseen}."
    notes = _ratios(data, band, measure)
    if _known(value) and measure.is_better(wanted, value.value):
        less = "surely " if (value.high < wanted if measure.better == "higher" else value.low > wanted) else ""
        text = (
            f"The range was chosen on these cases: on unseen ones {name} is {less}worse than the {number(wanted)} "
            f"wanted. To have it there, want more here."
        )
        notes.insert(0, Note("falls-short", text, kind="changes"))
    if _known(share):
        text = f"Chosen so, {percent(share.value)} of unseen cases are referred ({_percents(share)})."
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
            f"**Nobody need be referred:** with {line} predicted positive, {percent(here[0])} of the truly {positive} "
            f"cases and {percent(here[1])} of the truly {negative} ones are called wrong."
        )
    return (
        f"Refer **{percent(band.cells.share)}**, {referred_between(band)}: the fewest with which at most "
        f"{percent(choices.misses)} of the truly {positive} cases and {percent(choices.alarms)} of the truly "
        f"{negative} ones are called wrong."
    )


def _rates_unseen(data: Data, misses: Interval, alarms: Interval) -> list[Note]:
    """Both error rates on unseen cases."""
    if not (_known(misses) and _known(alarms)):
        return []
    positive, negative = literal(data.positive), literal(data.negative)
    text = (
        f"On unseen cases expect **{percent(misses.value)}** of the truly {positive} cases called wrong "
        f"({_percents(misses)}) and **{percent(alarms.value)}** of the truly {negative} ones ({_percents(alarms)})."
    )
    return [Note("error-rates-unseen", text)]


def _rates_read(data: Data, choices: Choices, band: RejectBand) -> list[Note]:
    """The share to refer if scores that are out of order were read as evidence."""
    log = log_ratio(data)
    if log is None or (np.diff(log) >= 0).all():
        return []
    shares = [rates_band(table, choices.misses, choices.alarms).value for table in cross_fitted_tables(data)]
    if not shares or percent(float(np.mean(shares))) == percent(band.cells.share):
        return []
    text = (
        f"These scores are out of order as evidence. By the likelihood ratio, each case read by what others teach, "
        f"**{percent(float(np.mean(shares)))}** would be referred at these rates: see *Likelihood*."
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

**By hand.** The interval takes the ends as given, not chosen by looking at these cases: it draws the shares of each
class that are predicted positive, referred and predicted negative from the Dirichlet law (Perks 1947). Where the ends
are those of the best range of the same share, the value on unseen cases stands in its place. The ratios at the ends
are those of the reading that is best on unseen cases, see *Likelihood*. The best range of the same share is looked for
as by a share. """,
    "wanted": """

**By a wanted value.** Of all ranges of scores with a value at least as good among the decided cases, the one that
refers the fewest cases. With more than 1,000 scores ranges begin and end at even ranks. On unseen cases: as by a share,
each fold decided by the range found on the others, at up to 200 thresholds. The interval held the true value in 90
to 98 % of simulated samples of 60 to 500 cases.
""",
    "rates": """

**By two error rates.** The range begins at the highest threshold that has no more than the first share of the positives
below it, and ends at the lowest with no more than the second share of the negatives at or above it: so the fewest cases
are referred (Lei 2014), of all ranges of the score. Where the two cross, one threshold keeps both rates; of these the
one with the fewest mistakes is taken. On unseen cases each fold is decided by the range found on the others.
""",
}
"""How a band is found in words, for the ways that the method of a share does not describe."""
