"""Where on the map, at which shares of positives, and how surely a classifier is worth most, in notes."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import Money
from ddcore.answers.base.words import listing, literal, subject
from ddcore.answers.utility import doubt
from ddcore.answers.utility.standings import begun, share, who
from ddcore.decisions.comparison import Region, stake_ratio
from ddcore.decisions.standings import Standing, Standings
from ddcore.formats import number, percent


def useful(model: Standing, positive: str, prevalence: float, here: str) -> list[Note]:
    """At which shares of positives the best model is worth using."""
    (low, high), name = model.useful, subject(model.name)
    if not math.isfinite(low) or not math.isfinite(high):
        return []
    if low == 0 and high == 1:
        return [Note("always-useful", f"{name} beats both constant answers at any share of “{literal(positive)}”.")]
    first, last = share(low), share(high)
    if first == last:
        return []
    if low <= prevalence <= high:
        text = (
            f"{name} beats both constant answers where between {first} and {last} of the cases are "
            f"“{literal(positive)}”; {here} {share(prevalence)} are."
        )
        return [Note("useful-here", text, kind="changes")]
    text = (
        f"{name} would beat both constant answers only if between {first} and {last} of the cases were "
        f"“{literal(positive)}”; {here} {share(prevalence)} are."
    )
    return [Note("useful-elsewhere", text, kind="changes")]


def where(model: Standing, region: Region, yours: float, positive: str, negative: str) -> str:
    """For which prices a model is worth most."""
    low, high, yours = (float(f"{x:.9g}") for x in (stake_ratio(region.low), stake_ratio(region.high), yours))
    name, true, false = subject(model.name), literal(positive), literal(negative)
    if low == 0 and math.isinf(high):
        return f"{name} is worth most wherever a right answer is worth more than a wrong one."
    if math.isinf(high):
        times = "at least as much as" if low == 1 else f"at least {number(low)} times as much as"
    elif low == 0:
        times = "at most as much as" if high == 1 else f"up to {number(high)} times as much as"
    else:
        times = f"between {number(low)} and {number(high)} times as much as"
    return (
        f"{name} is worth most where a right answer on “{true}” is worth {times} one on “{false}”; with your "
        f"prices it is worth {'as much' if yours == 1 else f'{number(yours)} times as much'}."
    )


def nowhere(standings: Standings) -> list[Note]:
    """Which models are worth most for no prices."""
    models = [standing for standing in standings.of(constant=False) if not standing.share]
    if not models or not standings.values.utility.proper:
        return []
    names, are = listing([begun(models[0]), *map(who, models[1:])]), "is" if len(models) == 1 else "are"
    return [
        Note(
            "nowhere-best",
            f"{names} {are} worth most nowhere on the map: at any prices on it, another one is worth at least as much.",
        )
    ]


def doubtful(standings: Standings, money: Money) -> list[Note]:
    """How probably the best is the best."""
    top = standings.ranked[0]
    if top.probability_best >= 0.999 or len(standings.best) > 1:
        return []
    most = f"{who(top)} is worth most with probability {percent(top.probability_best)}."
    if not standings.values.is_off:
        return [Note("doubtful", f"With this many cases only, {most}", kind="changes")]
    text = f"If {doubt.told(standings.values, money)}, and with this many cases only, {most}"
    return [Note("doubtful", text, kind="changes")]
