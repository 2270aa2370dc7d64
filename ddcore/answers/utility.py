"""Which classifier is worth most?"""

import math
from collections.abc import Mapping
from functools import partial

import numpy as np
from pydantic import Field

from ddcore.answers import needs
from ddcore.answers import standings as words
from ddcore.answers.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.looked import story
from ddcore.answers.prices import RIGHT, Others, Prices, Unsure, uncertain
from ddcore.answers.separation import MODELS, SEED
from ddcore.answers.standings import begun, between, money, who
from ddcore.answers.words import about, listing, literal, subject
from ddcore.data import Data
from ddcore.decisions.comparison import Comparison, Region, stake_ratio
from ddcore.decisions.standings import Standing, Standings
from ddcore.decisions.standings import standings as standings_of
from ddcore.decisions.utility import ROUNDING
from ddcore.errors import InputError
from ddcore.figures.utility import map_alt, map_figure
from ddcore.formats import number, percent

TITLE = "Utility"
NEEDS = needs.a_model
NEEDED = "Worth needs a model: a file of predictions, or the four counts of one."
EXAMPLE = "sample=factory"
UNANSWERED = "These values cannot be used yet."

SURE = 0.95
"""The probability of being worth most from which a classifier is said to be so without a doubt."""


class Choices(Prices):
    """What outcomes are worth, how far that may be off, and other values that are possible."""

    unsure: Unsure = 0.1
    other: Others = Field("", alias="or")


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Who is worth most by these values: the models and both constant answers."""
    choices = choices.for_data(data)
    standings = _standings(data, choices)
    return Answer(
        __doc__,
        _sentence(standings),
        _reason(standings),
        about(data),
        [
            *_assumed(data, choices),
            *_left_out(data, standings),
            *_notes(standings, data.positive, data.negative),
        ],
        {
            "utility": Figure(
                "Who is worth most, for all values",
                map_alt(standings),
                partial(map_figure, standings, data.positive, data.negative),
            )
        },
        {
            "standings": Table.of(
                "What each is worth", words.small_table(standings), words.wins(standings), bold=len(standings.best)
            ),
            "utility": Table("All numbers", len(standings.ranked), partial(words.table, standings)),
            "map": Table("The map", len(standings.comparison.regions), partial(words.regions, standings)),
        },
        words.method(standings, data),
        _values(standings),
    )


def _standings(data: Data, choices: Choices) -> Standings:
    names = [data.name, *(name for name in data.models if name != data.name)][:MODELS]
    models = {name: data.models[name] for name in names}
    by_case, utility = choices.by_case(data), choices.utility(data)
    if by_case is not None and choices.other.strip():
        raise InputError("other values cannot be used beside payoffs that grow with an amount; empty one of them")
    amounts = {name: model.amounts for name, model in models.items() if model.amounts is not None}
    counts, always = {name: model.counts for name, model in models.items()}, (data.positive, data.negative)
    cut = tuple((name, model.threshold) for name, model in models.items())
    comparison = data.kept(("comparison", *cut), partial(Comparison.of, counts, data.prevalence, always))
    return data.kept(
        ("standings", choices, *cut),
        lambda: standings_of(
            counts,
            data.prevalence,
            always,
            uncertain(utility, choices.other, choices.unsure),
            rng=np.random.default_rng(SEED),
            by_case=by_case,
            amounts=amounts if by_case is not None else None,
            comparison=comparison,
        ),
    )


def _sentence(standings: Standings) -> str:
    """The best and its yield, and what the next one yields."""
    best, (top, second, *_) = standings.best, standings.ranked
    yields = money(standings, top.earned.value)
    if len(best) == len(standings.ranked):
        return f"**All the same:** {yields} a case, whoever decides."
    if len(best) > 1:
        names = listing([begun(best[0]), *map(who, best[1:])])
        return f"**{names}** are worth the same, {yields} a case."
    verb = "earns" if top.earned.value >= 0 else "comes to"
    if top.constant:
        model = standings.of(constant=False)[0]
        no = "None" if _surely(standings) else "None, but not surely"
        return f"**{no}:** {who(top)} {verb} {yields} a case, {who(model)} {money(standings, model.earned.value)}."
    name = begun(top) if _surely(standings) else f"{begun(top)}, but not surely"
    return f"**{name}:** it {verb} {yields} a case, {who(second)} {money(standings, second.earned.value)}."


def _surely(standings: Standings) -> bool:
    """Whether the classifier that yields most does so surely; with amounts, whether the intervals say so."""
    top, *rest = standings.ranked
    if standings.by_case is None:
        return top.probability_best >= SURE
    if top.constant:
        return all(other.constant or other.earned.high <= top.earned.value for other in rest)
    return top.earned.low >= rest[0].earned.value


def _reason(standings: Standings) -> str:
    """How the map is read, and what plain accuracy would have said."""
    how = (
        "Two numbers describe any way of valuing right and wrong answers. The map shows who is worth most for each; "
        "**your values are the cross**."
    )
    shares = standings.comparison.shares
    accuracy = shares.tp + shares.tn
    right = [standing for standing in standings.ranked if accuracy[standing.place] >= accuracy.max() - ROUNDING]
    if any(standing in standings.best for standing in right):
        return how
    names = " or ".join(f"**{who(standing)}**" for standing in right[:3])
    return f"{how} By accuracy it would be {names} ({percent(accuracy.max())} right)."


def _assumed(data: Data, choices: Choices) -> list[Note]:
    """That nobody said yet what outcomes are worth."""
    if choices.u != RIGHT or choices.other.strip() or any(choices.rate) or story(data) is not None:
        return []
    return [
        Note(
            "assumed",
            "Assumed so far: every right answer is worth 1, every wrong one 0. Put in what yours are worth.",
        )
    ]


def _left_out(data: Data, standings: Standings) -> list[Note]:
    shown = len(standings.comparison.models)
    if len(data.models) == shown:
        return []
    return [Note("models-left-out", f"Compared are {shown} of {len(data.models)} models, the one looked at first.")]


def _notes(standings: Standings, positive: str, negative: str) -> list[Note]:
    """What these values and these classifiers call for, at most five."""
    notes: list[Note] = []
    utility, model = standings.values.utility, standings.of(constant=False)[0]
    right, wrong = (float(stake) for stake in utility.stakes)
    if not utility.proper:
        notes.append(
            Note(
                "off-the-map",
                "*Your values lie off the map*: they make a wrong answer worth more than a right one. Is that what you "
                "mean? Yields and probabilities hold all the same.",
            )
        )
    if right == wrong == 0:
        nothing = "*Nothing is at stake*: either answer is worth the same for each class, so nobody can do better."
        return [*notes, Note("nothing-at-stake", nothing)]
    notes += _against_constants(standings, model) + _close(standings)
    if standings.by_case is not None:
        return notes or [_ahead(model)]
    if abs(model.lead) > ROUNDING * standings.values.span:
        notes += _useful(model, positive, standings.comparison.prevalence)
    region = next((region for region in standings.comparison.regions if model.place in region.winners), None)
    if region is not None and right > 0 and wrong > 0:
        notes.append(Note("worth-most-where", _where(model, region, right / wrong, positive, negative)))
    return [*notes, *_nowhere(standings), *_doubtful(standings)][:5]


def _against_constants(standings: Standings, model: Standing) -> list[Note]:
    """Whether the best model is worth using at all, and how surely."""
    free, name, start = standings.of(constant=True)[0], literal(model.name), subject(model.name)
    if abs(model.lead) <= ROUNDING * standings.values.span:
        text = f"*{start} gains nothing here*: {who(free)} earns as much and needs no model."
        return [Note("gains-nothing", text)]
    if model.lead < 0:
        no_model = "No model is" if len(standings.of(constant=False)) > 1 else f"{start} is not"
        text = (
            f"*{no_model} worth using here*: {who(free)} needs no model and earns "
            f"{money(standings, -model.lead)} more a case than {name}."
        )
        if model.earned.high > free.earned.value:
            return [Note("maybe-not-worth-using", f"{text} That is within the uncertainty of {name}, though.")]
        return [Note("not-worth-using", text)]
    if model.earned.low < free.earned.value:
        return [
            Note(
                "maybe-worth-using",
                f"{start} is ahead of {who(free)} by {money(standings, model.lead)} a case, but its interval "
                f"({between(standings, model.earned)}) reaches below the {money(standings, free.earned.value)} that "
                f"this earns.",
            )
        ]
    return []


def _close(standings: Standings) -> list[Note]:
    """That the two best models are nearer to each other than their intervals reach."""
    first, *rest = standings.of(constant=False)
    if not rest or not first.earned.low < rest[0].earned.value or first.lead < 0:
        return []
    lead = first.earned.value - rest[0].earned.value
    if lead <= ROUNDING * standings.values.span:
        return []
    return [
        Note(
            "close",
            f"{subject(first.name)} is ahead of {literal(rest[0].name)} by only {money(standings, lead)} a case, less "
            f"than its own interval reaches down: on other cases the order may turn.",
        )
    ]


def _ahead(model: Standing) -> Note:
    """That the best model is worth using, where payoffs grow with an amount."""
    if math.isfinite(model.earned.low):
        text = f"{subject(model.name)} is ahead of both constant answers by more than its interval reaches."
        return Note("ahead", text)
    return Note("ahead", f"{subject(model.name)} is ahead of both constant answers.")


def _useful(model: Standing, positive: str, prevalence: float) -> list[Note]:
    """At which shares of positives the best model is worth using."""
    (low, high), name = model.useful, subject(model.name)
    if not math.isfinite(low) or not math.isfinite(high):
        return []
    if low == 0 and high == 1:
        return [Note("always-useful", f"{name} beats both constant answers at any share of “{literal(positive)}”.")]
    first, last = _share(low), _share(high)
    if first == last:
        return []
    if low <= prevalence <= high:
        text = (
            f"{name} beats both constant answers where between {first} and {last} of the cases are "
            f"“{literal(positive)}”; here {_share(prevalence)} are."
        )
        return [Note("useful-here", text)]
    text = (
        f"{name} would beat both constant answers only if between {first} and {last} of the cases were "
        f"“{literal(positive)}”; here {_share(prevalence)} are."
    )
    return [Note("useful-elsewhere", text)]


def _share(share: float) -> str:
    """A share in percent, with digits even where it is nearly none or nearly all."""
    text = percent(share)
    return f"{number(100 * share)} %" if text.startswith(("below", "above")) else text


def _where(model: Standing, region: Region, yours: float, positive: str, negative: str) -> str:
    """For which values a model is worth most."""
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
    mine = "as much" if yours == 1 else f"{number(yours)} times as much"
    return (
        f"{name} is worth most where a right answer on “{true}” is worth {times} one on “{false}”; by your values "
        f"it is worth {mine}."
    )


def _nowhere(standings: Standings) -> list[Note]:
    """Which models are worth most for no values."""
    models = [standing for standing in standings.of(constant=False) if not standing.share]
    if not models or not standings.values.utility.proper:
        return []
    names, are = listing([begun(models[0]), *map(who, models[1:])]), "is" if len(models) == 1 else "are"
    return [
        Note(
            "nowhere-best",
            f"{names} {are} worth most nowhere on the map: whatever the values on it, another one is worth at least as "
            f"much.",
        )
    ]


def _doubtful(standings: Standings) -> list[Note]:
    """How probably the best is the best."""
    top = standings.ranked[0]
    if top.probability_best >= 0.999 or len(standings.best) > 1:
        return []
    most = f"{who(top)} is worth most with probability {percent(top.probability_best)}."
    if not standings.values.relative_deviation:
        return [Note("doubtful", f"With this many cases only, {most}")]
    off = money(standings, standings.values.deviation)
    text = f"If each payoff may be off by {off} (a standard deviation), and with this many cases only, {most}"
    return [Note("doubtful", text)]


def _values(standings: Standings) -> Mapping[str, object]:
    def told(standing: Standing) -> dict[str, object]:
        return {
            "yield": measured(standing.earned),
            "lead": standing.lead,
            "probability_best": standing.probability_best,
            "share_of_map": standing.share,
        }

    x, y = standings.values.utility.coordinates
    return {
        "models": {
            standing.name: {**told(standing), "useful_from": standing.useful[0], "useful_to": standing.useful[1]}
            for standing in standings.of(constant=False)
        },
        "constants": {standing.name: told(standing) for standing in standings.of(constant=True)},
        "coordinates": {"x": float(x), "y": float(y)},
        "break_even": standings.break_even,
    }
