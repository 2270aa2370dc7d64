"""Cases for a person chosen by hand, by a value that is wanted, or by two error rates."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ddcore.answers.base.answer import Note, measured
from ddcore.answers.base.known_laws import printed_region
from ddcore.answers.base.money import Money
from ddcore.answers.base.separation import (
    cross_read,
    log_ratio,
    reading,
    reading_named,
    resamples,
    scored,
    threshold,
)
from ddcore.answers.base.words import inside, literal, values
from ddcore.answers.refer.bands import Bands, best_of_share, by_share, cost_band_of
from ddcore.answers.refer.choices import Choices
from ddcore.answers.refer.words import referred_between, referred_scores, who_decides
from ddcore.data import Data
from ddcore.decisions.referral import Referral
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
from ddcore.formats import number, percent
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures.type import Measure


@dataclass(frozen=True)
class Own:
    """The band, and what is said of it."""

    bands: Bands
    sentence: str
    reason: str
    notes: Sequence[Note]
    values: Mapping[str, object]


def found(data: Data, choices: Choices, row: Measure) -> Own:
    """The band that a choice asks for; raises `InputError` for ends in the wrong order and for one class alone."""
    return WAYS[choices.by](data, choices, row)


def _known(interval: Interval) -> bool:
    return not (math.isnan(interval.value) or math.isnan(interval.low))


def _by_hand(data: Data, choices: Choices, row: Measure) -> Own:
    table, drawn = scored(data), resamples(data)
    assert choices.low is not None
    assert choices.high is not None
    band, alone = band_between(table, row, choices.low, choices.high), best_of_share(data, row, 0.0)
    share, value, best = band.cells.share, UNKNOWN, None
    if not band.closed and share < 1 and not math.isnan(band.value):
        best = by_share(data, row, share)
    chosen = best is not None and (best.band.low, best.band.high) == (band.low, band.high)
    if best is not None and chosen:
        held = best.interval
        value = UNKNOWN if held is None else Interval(held.value, held.value_low, held.value_high)
    elif drawn is not None and not math.isnan(band.value):
        value = given_value(drawn, band.cells, lambda decided, p, n: row.on(decided))
    compared = [*_in_force(data, row), *_best_of_share(best, band, row), *_cost(data, choices, band)]
    return Own(
        Bands(band, alone, None),
        _sentence(row, band, alone, value, chosen),
        who_decides(band, data.positive, data.original is not None),
        [*_ratios(data, band, row), *compared],
        {"held_out": measured(value), "ratios": ratios(data, band)},
    )


def _sentence(row: Measure, band: RejectBand, alone: RejectBand, value: Interval, chosen: bool) -> str:
    """What ends that are set come to; where they are the best on these cases, what to expect of others."""
    if math.isnan(band.value):
        return f"{literal(row.title)} has no value among the decided cases: {row.undefined}."
    others = "" if math.isnan(alone.value) else f"; the best threshold that refers nobody has {number(alone.value)}"
    whom = "nobody, as no score is in this range" if band.closed else _part(band)
    sure = values(value.low, value.high) if _known(value) else ""
    here = f"Refer {whom}: among the decided cases {inside(row)} is"
    if chosen and sure:
        return f"{here} {number(band.value)} on these cases, **{number(value.value)}** on unseen ones ({sure}){others}."
    return f"{here} **{number(band.value)}**{f' ({sure})' if sure else ''}{others}."


def _part(band: RejectBand) -> str:
    return f"{percent(band.cells.share)}, {referred_between(band)}"


def as_printed(data: Data, row: Measure) -> list[Note]:
    """What a sample's source refers, and what is left then; nothing where it names no scores."""
    printed = printed_region(data)
    if printed is None:
        return []
    band = band_between(scored(data), row, *printed)
    if math.isnan(band.value):
        return []
    text = (
        f"The source of these cases leaves scores {referred_scores(band)} to a person, as *By hand* does: among the "
        f"decided cases {inside(row)} is then **{number(band.value)}**."
    )
    return [Note("as-printed", text)]


def ratios(data: Data, band: RejectBand) -> Mapping[str, float] | None:
    """The likelihood ratios at both ends of a band, None where the scores cannot be read or nobody is referred.

    A band without an upper end has no ratio there.
    """
    read = reading(data)
    if read is None or band.closed or not math.isfinite(band.low):
        return None
    ends = [float(read.ratio(end)) if math.isfinite(end) else math.inf for end in (band.low, band.high)]
    return {"low": ends[0], "high": ends[1]}


def _ratios(data: Data, band: RejectBand, row: Measure) -> list[Note]:
    """What both ends say as evidence, and what they would for the best accuracy."""
    both = ratios(data, band)
    if both is None:
        return []
    low, high, share = both["low"], both["high"], data.prevalence
    chances = [share * t / (share * t + 1 - share) if math.isfinite(t) else 1.0 for t in (low, high)]
    text = (
        f"The likelihood ratios at the ends are about **t₀ = {number(low)}** and **t₁ = {number(high)}** "
        f"({reading_named(data)}): a case there is {literal(data.positive)} with probability {percent(chances[0])} and "
        f"{percent(chances[1])}."
    )
    if row.key in ("ACC", "ERR") and 0 < share < 1 and math.isfinite(high):
        text += (
            f" For the best accuracy the probabilities sum to 1, and t₀ · t₁ is {number(((1 - share) / share) ** 2)}; "
            f"here it is {number(low * high)}."
        )
    notes = [Note("ratios-at-ends", text)]
    if low > high:
        text = "The lower end speaks more for positive than the upper end: these scores are out of order as evidence."
        notes.append(Note("ratios-out-of-order", text))
    return notes


def _in_force(data: Data, row: Measure) -> list[Note]:
    """The value at the threshold in force, with nobody referred."""
    value = float(row(data.model.counts))
    if math.isnan(value):
        return []
    text = (
        f"With nobody referred and positive predicted at scores ≥ {number(threshold(data))}, {inside(row)} is "
        f"{number(value)}."
    )
    return [Note("threshold-in-force", text)]


def _best_of_share(bands: Bands | None, band: RejectBand, row: Measure) -> list[Note]:
    """The best band that refers as many, and what the one at hand loses."""
    if bands is None:
        return []
    best = bands.band
    if math.isnan(best.value) or not row.is_better(best.value, band.value):
        return [Note("best-of-its-share", f"On these cases no range of up to as many has a better {inside(row)}.")]
    unseen = ""
    if bands.interval is not None and not math.isnan(bands.interval.value):
        unseen = f", and {number(bands.interval.value)} on unseen ones"
    where = "nobody referred" if best.closed else f"scores {referred_scores(best)}"
    text = (
        f"The best range of up to as many, {where}, has {inside(row)} of **{number(best.value)}** on these "
        f"cases{unseen}: by hand {number(abs(best.value - band.value))} is lost on these cases."
    )
    return [Note("better-of-its-share", text, kind="changes")]


def _cost(data: Data, choices: Choices, band: RejectBand) -> list[Note]:
    """What a case comes to at the prices in force, and what the best range at these prices would."""
    if any(choices.rate):
        return []
    utility = choices.utility(data)
    positive, negative = choices.referral or (0.0, 0.0)
    referral = Referral(float(utility.tp) - positive, float(utility.tn) - negative)
    here = band.cells(utility, referral)
    if math.isnan(here) or utility.highest == utility.lowest or min(float(stake) for stake in utility.stakes) <= 0:
        return []
    best = cost_band_of(data, utility, referral)
    money = Money.of(choices, utility, here, best.value)
    text = (
        f"At the prices in force, with {money.in_unit(positive)} for a referral, a case {money.verb(here)} "
        f"{money.text(here)}; with the range that is best at these prices it {money.verb(best.value)} "
        f"{money.text(best.value)} on these cases."
    )
    return [Note("cost-by-hand", text)]


def _by_wanted(data: Data, choices: Choices, row: Measure) -> Own:
    table, drawn, wanted = scored(data), resamples(data), choices.wanted_value
    assert wanted is not None
    alone = best_of_share(data, row, 0.0)
    band = data.cached(("least band", table, row.key, wanted), partial(least_band, table, row.key, wanted))
    name, goal = inside(row), f"{number(wanted)} or {'more' if row.better == 'higher' else 'less'}"
    there = data.original is not None
    if band is None:
        best = "" if math.isnan(alone.value) else f"; one threshold has {number(alone.value)}"
        sentence = f"**No range of scores** leaves {name} at {goal} among the decided cases{best}."
        return Own(Bands(alone, alone, None), sentence, who_decides(alone, data.positive, there), [], _wanted(wanted))
    value = share = UNKNOWN
    if drawn is not None:
        regions = data.cached(
            ("least regions", table, row.key, wanted),
            lambda: unseen_regions(drawn, lambda counts: least_places(row, counts, wanted)),
        )
        total = sum(float(cases.sum()) for cases in drawn.cases)
        value = unseen_value(drawn, regions, lambda decided, p, n: row.on(decided))
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
    notes = _ratios(data, band, row)
    if _known(value) and row.is_better(wanted, value.value):
        less = "surely " if (value.high < wanted if row.better == "higher" else value.low > wanted) else ""
        text = (
            f"The range was chosen on these cases: on unseen ones {name} is {less}worse than the {number(wanted)} "
            f"wanted. To have it there, want more here."
        )
        notes.insert(0, Note("falls-short", text, kind="changes"))
    if _known(share):
        text = f"Chosen so, {percent(share.value)} of unseen cases are referred ({_percents(share)})."
        notes.append(Note("share-unseen", text))
    return Own(
        Bands(band, alone, None),
        sentence,
        who_decides(band, data.positive, there),
        notes,
        {
            **_wanted(wanted),
            "held_out": measured(value),
            "share_unseen": measured(share),
            "ratios": ratios(data, band),
        },
    )


def _wanted(wanted: float) -> dict[str, object]:
    return {"wanted": wanted}


def _percents(interval: Interval) -> str:
    return f"{percent(interval.low)} to {percent(interval.high)}"


def _by_rates(data: Data, choices: Choices, row: Measure) -> Own:
    table, drawn, misses, alarms = scored(data), resamples(data), choices.misses, choices.alarms
    rated = data.cached(("rates band", table, misses, alarms), partial(rates_band, table, misses, alarms))
    band = band_between(table, row, rated.low, rated.high)
    alone, cells = best_of_share(data, row, 0.0), band.cells.decided
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
        value = unseen_value(drawn, regions, lambda decided, p, n: row.on(decided))
    return Own(
        Bands(band, alone, None),
        _rates_sentence(data, choices, band, here),
        who_decides(band, data.positive, data.original is not None),
        [*_rates_unseen(data, *unseen), *_rates_read(data, choices, band), *_ratios(data, band, row)],
        {
            "held_out": measured(value),
            "error_rates": {
                "misses": {"here": here[0], "wanted": misses, "unseen": measured(unseen[0])},
                "alarms": {"here": here[1], "wanted": alarms, "unseen": measured(unseen[1])},
            },
            "ratios": ratios(data, band),
        },
    )


def _rates_sentence(data: Data, choices: Choices, band: RejectBand, here: tuple[float, float]) -> str:
    """Whom to refer, or that one threshold keeps both rates, and what they are then."""
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
    """What to expect of both rates on unseen cases."""
    if not (_known(misses) and _known(alarms)):
        return []
    positive, negative = literal(data.positive), literal(data.negative)
    text = (
        f"On unseen cases expect **{percent(misses.value)}** of the truly {positive} cases called wrong "
        f"({_percents(misses)}) and **{percent(alarms.value)}** of the truly {negative} ones ({_percents(alarms)})."
    )
    return [Note("error-rates-unseen", text)]


def _rates_read(data: Data, choices: Choices, band: RejectBand) -> list[Note]:
    """What scores that are out of order would need if they were read as evidence."""
    log = log_ratio(data)
    if log is None or (np.diff(log) >= 0).all():
        return []
    shares = [rates_band(table, choices.misses, choices.alarms).value for table in cross_read(data)]
    if not shares or percent(float(np.mean(shares))) == percent(band.cells.share):
        return []
    text = (
        f"These scores are out of order as evidence. By the likelihood ratio, each case read by what others teach, "
        f"**{percent(float(np.mean(shares)))}** would be referred at these rates: see *Likelihood*."
    )
    return [Note("rates-by-ratio", text, kind="changes")]


WAYS: Mapping[str, Callable[[Data, Choices, Measure], Own]] = {
    "hand": _by_hand,
    "wanted": _by_wanted,
    "rates": _by_rates,
}
"""How a band is found where neither a share nor costs ask for one."""

METHODS: Mapping[str, str] = {
    "hand": """

**By hand.** The interval takes the ends as given, not chosen by looking at these cases: it draws the shares of each
class that are predicted positive, referred and predicted negative from the Dirichlet law (Perks 1947), 95 %. Where the
ends are those of the best range of the same share, the value on unseen cases stands in its place. The ratios
at the ends are those of the reading that is best on unseen cases, see *Likelihood*. The best range of the same share is
looked for as by a share.
""",
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
"""How each of these is found."""
