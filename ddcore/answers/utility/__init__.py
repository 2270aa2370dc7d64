"""Which classifier is worth most?"""

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.known_laws import story
from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.prices import Others, Prices, Unsure, as_written, uncertain
from ddcore.answers.base.separation import SEED, foremost
from ddcore.answers.base.words import about, listing, literal, subject
from ddcore.answers.utility import standings as words
from ddcore.answers.utility.doubt import Doubt, Off, deviations
from ddcore.answers.utility.draw import map_alt, map_figure
from ddcore.answers.utility.risk import METHOD, InForce, Risk, Tolerance
from ddcore.answers.utility.scenario_text import Scenarios
from ddcore.answers.utility.scenarios import Compared
from ddcore.answers.utility.standings import begun, who
from ddcore.answers.utility.standings_map import doubtful, nowhere, useful, where
from ddcore.answers.utility.standings_totals import total_notes, totals, within_limit
from ddcore.answers.utility.tree import Tree, put_together
from ddcore.answers.utility.votes import Votes
from ddcore.data import Data
from ddcore.decisions.comparison import Comparison
from ddcore.decisions.standings import Standing, Standings
from ddcore.decisions.standings import standings as standings_of
from ddcore.decisions.utility import ROUNDING
from ddcore.errors import InputError
from ddcore.formats import percent

TITLE = "Utility"
SECTION = "decisions"
NEEDS = needs.a_model
NEEDED = "Worth needs a model: a file of predictions, or the four counts of one."
EXAMPLE = "sample=factory"
UNANSWERED = "These prices cannot be used yet."
NEXT = {
    "costs": "Which threshold costs least?",
    "refer": "Which cases should a person see?",
    "ranking": "Would a measure have picked the same one?",
    "verdict": "Does it beat chance?",
}
"""What may be asked next, the most useful first, by the name of the question."""

STEP = 0.1
"""By what part of their span the prices are moved, one by one, where nobody says how far they may be off."""
SURE = 0.95
"""The probability of being worth most from which a classifier is said to be so without a doubt."""


class Choices(Prices):
    """What outcomes are worth, how far that may be off, and other values that are possible."""

    unsure: Unsure = 0.0
    doubt: Doubt = "normal"
    off: Off = ""
    other: Others = Field("", alias="or")
    scenario: Scenarios = ""
    tree: Tree = ""
    aversion: Risk = "none"
    tolerance: Tolerance = None

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Beside what is usual, payoffs are those of the tree, where one is written."""
        unsaid = dict(cls.defaults(data))
        with suppress(InputError):
            unsaid["u"] = put_together(chosen.get("tree") or "", unsaid["u"])
        return as_written(unsaid, chosen)


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Who is worth most by these values: the models and both constant answers."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    in_force, asked = InForce.of(choices, choices.tree, choices.aversion, choices.tolerance), choices
    choices = in_force.into(choices)
    shows_tree = bool(choices.tree.strip()) or in_force.is_concave
    every = _standings(data, choices)
    limit = choices.limited(data)
    standings, over = within_limit(every, limit, choices)
    money = Money(-1 if choices.written == "costs" else 1, standings.values.span, choices.unit or "")
    votes = Votes.of(data, standings)
    compared = Compared.of(data, choices, money, choices.scenario, choices.unsure or STEP, standings.values.span)
    return Answer(
        __doc__,
        _sentence(standings, money, _paying(standings, choices, money)),
        _reason(standings),
        about(data),
        [
            *in_use_note(data, lambda some: _first(within_limit(_standings(some, choices), limit, choices)[0])),
            *_assumed(data, choices),
            *_left_out(data, standings),
            *over,
            *(total_notes(data, standings, choices, money) if standings.of(constant=False) else []),
            *(in_force.notes(standings, asked) if shows_tree else []),
            *(_notes(standings, money, data, votes) if standings.of(constant=False) else []),
        ],
        {
            "utility": Figure(
                "Who is worth most, for all prices",
                map_alt(standings),
                partial(map_figure, standings, data.positive, data.negative),
            ),
            **({"tornado": compared.figure()} if compared.swings else {}),
        },
        {
            "standings": Table.of(
                "What each is worth",
                words.small_table(standings, money),
                words.wins(standings, money),
                bold=len(standings.best),
            ),
            "utility": Table("All numbers", len(standings.ranked), partial(words.table, standings, money)),
            "map": Table("The map", len(standings.comparison.regions), partial(words.regions, standings)),
            **({"votes": votes.table()} if votes else {}),
            **({"tree": in_force.table(standings, asked, data)} if shows_tree else {}),
            **({"scenarios": compared.outcome_table()} if compared.outcomes else {}),
            **({"tornado": compared.swing_table()} if compared.swings else {}),
        },
        words.method(standings, data)
        + (METHOD if shows_tree else "")
        + choices.method(data, thresholds=bool(compared.outcomes)),
        {
            **_values(standings),
            **compared.values,
            **({"votes": votes.values} if votes else {}),
            **({"tree": in_force.values(standings)} if shows_tree else {}),
            "totals": {
                standing.name: totals(standing, standings, choices, money).values for standing in standings.ranked
            },
        },
    )


def _paying(standings: Standings, choices: Choices, money: Money) -> Totals | None:
    """What the best of all comes to over a period if it is a model with a fixed cost; None where it is not."""
    period = choices.of_period
    if period.cases is None or not period.fixed or standings.ranked[0].constant:
        return None
    return totals(standings.ranked[0], standings, choices, money)


def _first(standings: Standings) -> str:
    """Who is worth most of those that keep to the limit, in a few words."""
    return f"{who(standings.ranked[0])} is worth most{'' if words.whole(standings) else ' within the limit'}"


def _standings(data: Data, choices: Choices) -> Standings:
    by_case, utility = choices.by_case(data), choices.utility(data)
    names = foremost(data, lambda model: float(utility(model.counts)))
    models = {name: data.models[name] for name in names}
    if by_case is not None and choices.other.strip():
        raise InputError("other prices cannot be used beside payoffs that grow with an amount; empty one of them")
    amounts = {name: model.amounts for name, model in models.items() if model.amounts is not None}
    counts, always = {name: model.counts for name, model in models.items()}, (data.positive, data.negative)
    cut = tuple((name, model.threshold) for name, model in models.items())
    comparison = data.cached(
        ("comparison", data.prevalence, *cut), partial(Comparison.of, counts, data.prevalence, always)
    )
    return data.cached(
        (
            "standings",
            data.prevalence,
            choices.u,
            choices.unit,
            choices.rate,
            choices.unsure,
            choices.other,
            choices.doubt,
            choices.off,
            *cut,
        ),
        lambda: standings_of(
            counts,
            data.prevalence,
            always,
            replace(uncertain(utility, choices.other, choices.unsure), law=choices.doubt, each=deviations(choices.off)),
            rng=np.random.default_rng(SEED),
            by_case=by_case,
            amounts=amounts if by_case is not None else None,
            comparison=comparison,
        ),
    )


def _sentence(standings: Standings, money: Money, unpaid: Totals | None = None) -> str:
    """The best and what it is worth, and the next one; `unpaid` has what a model comes to whose fixed cost is paid."""
    best, top = standings.best, standings.ranked[0]
    yields = money.text(top.earned.value)
    if not standings.of(constant=False):
        return f"**No model keeps to the limit:** {who(top)} {money.verb(top.earned.value)} {yields} a case."
    if len(best) == len(standings.ranked):
        return f"**All the same:** {yields} a case, whoever decides."
    if len(best) > 1:
        names = listing([begun(best[0]), *map(who, best[1:])])
        return f"**{names}** are worth the same, {yields} a case."
    verb = money.verb(top.earned.value)
    if top.constant:
        model = standings.of(constant=False)[0]
        no = "None" if _surely(standings) else "None, but not surely"
        return f"**{no}:** {who(top)} {verb} {yields} a case, {who(model)} {money.text(model.earned.value)}."
    name = begun(top) if _surely(standings) else f"{begun(top)}, but not surely"
    if unpaid is not None and unpaid.gain.value < 0:
        total, free = unpaid.wide.text(unpaid.net.value), unpaid.wide.text(unpaid.net.value - unpaid.gain.value)
        return (
            f"**None at this fixed cost:** {who(top)} {verb} {yields} a case, but with its fixed cost {total} a "
            f"{unpaid.period.name}, {unpaid.rival} {free}."
        )
    second = standings.ranked[1]
    return f"**{name}:** it {verb} {yields} a case, {who(second)} {money.text(second.earned.value)}."


def _surely(standings: Standings) -> bool:
    """Whether the classifier that yields most does so surely; with amounts or a limit, whether the intervals say so."""
    top, *rest = standings.ranked
    if standings.by_case is None and words.whole(standings):
        return top.probability_best >= SURE
    if top.constant:
        return all(other.constant or other.earned.high <= top.earned.value for other in rest)
    return top.earned.low >= rest[0].earned.value


def _reason(standings: Standings) -> str:
    """How the map is read, and what plain accuracy would have said."""
    how = (
        "Two numbers describe any prices of right and wrong answers. The map shows who is worth most for each; "
        "**your prices are the cross**."
    )
    shares = standings.comparison.shares
    accuracy = shares.tp + shares.tn
    most = max(accuracy[standing.place] for standing in standings.ranked)
    right = [standing for standing in standings.ranked if accuracy[standing.place] >= most - ROUNDING]
    if any(standing in standings.best for standing in right):
        return how
    names = " or ".join(f"**{who(standing)}**" for standing in right[:3])
    return f"{how} By accuracy it would be {names} ({percent(most)} right)."


def _assumed(data: Data, choices: Choices) -> list[Note]:
    """That nobody said yet what outcomes are worth."""
    if not choices.assumed or choices.other.strip() or story(data) is not None:
        return []
    return [
        Note(
            "assumed",
            "No prices are set yet: every mistake is taken to cost 1 and every right answer nothing.",
            kind="assumed",
        )
    ]


def _left_out(data: Data, standings: Standings) -> list[Note]:
    shown = len(standings.comparison.models)
    if len(data.models) == shown:
        return []
    return [
        Note(
            "models-left-out",
            f"Compared are {shown} of {len(data.models)} models: the selected one and those worth most.",
            kind="rests",
        )
    ]


def _notes(standings: Standings, money: Money, data: Data, votes: Votes | None = None) -> list[Note]:
    """What these prices and these classifiers call for, at most five."""
    notes: list[Note] = []
    positive, negative, here = data.positive, data.negative, "here" if data.original is None else "there"
    utility, model = standings.values.utility, standings.of(constant=False)[0]
    right, wrong = (float(stake) for stake in utility.stakes)
    if not utility.proper:
        notes.append(
            Note(
                "off-the-map",
                "*Your prices lie off the map*: they make a wrong answer worth more than a right one. Is that what you "
                "mean? Yields and probabilities hold all the same.",
            )
        )
    if right == wrong == 0:
        nothing = "*Nothing is at stake*: either answer is worth the same for each class, so nobody can do better."
        return [*notes, Note("nothing-at-stake", nothing)]
    notes += _against_constants(standings, model, money) + _close(standings, money)
    if standings.by_case is not None or not words.whole(standings):
        return notes or [_ahead(standings, model)]
    if abs(model.lead) > ROUNDING * standings.values.span:
        notes += useful(model, positive, standings.comparison.prevalence, here)
    region = next((region for region in standings.comparison.regions if model.place in region.winners), None)
    if region is not None and right > 0 and wrong > 0:
        notes.append(Note("worth-most-where", where(model, region, right / wrong, positive, negative)))
    return [*notes, *nowhere(standings), *doubtful(standings, money), *(votes.notes if votes else [])][:5]


def _against_constants(standings: Standings, model: Standing, money: Money) -> list[Note]:
    """Whether the best model is worth using at all, and how surely."""
    free, name, start = standings.of(constant=True)[0], literal(model.name), subject(model.name)
    if abs(model.lead) <= ROUNDING * standings.values.span:
        text = f"*{start} gains nothing here*: {who(free)} {money.verb(free.earned.value)} as much and needs no model."
        return [Note("gains-nothing", text)]
    if model.lead < 0:
        no_model = "No model is" if len(standings.of(constant=False)) > 1 else f"{start} is not"
        text = (
            f"*{no_model} worth using here*: {who(free)} needs no model and {money.verb(free.earned.value)} "
            f"{money.in_unit(-model.lead)} {'less' if money.as_costs else 'more'} a case than {name}."
        )
        if model.earned.high > free.earned.value:
            return [
                Note(
                    "maybe-not-worth-using",
                    f"{text} The 95 % interval of {name} includes that, though.",
                    kind="changes",
                )
            ]
        return [Note("not-worth-using", text, kind="changes")]
    if model.earned.low < free.earned.value:
        return [
            Note(
                "maybe-worth-using",
                f"{start} is ahead of {who(free)} by {money.in_unit(model.lead)} a case, but its 95 % interval "
                f"({money.between(model.earned.low, model.earned.high)}) includes the {money.text(free.earned.value)} "
                f"that this {money.verb(free.earned.value)}.",
            )
        ]
    return []


def _close(standings: Standings, money: Money) -> list[Note]:
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
            f"{subject(first.name)} is ahead of {literal(rest[0].name)} by only {money.in_unit(lead)} a case, "
            f"within its own 95 % interval: on other cases the order may be the other way.",
        )
    ]


def _ahead(standings: Standings, model: Standing) -> Note:
    """That the best model is worth using, where payoffs grow with an amount or a limit leaves some out."""
    free = standings.of(constant=True)
    if len(free) == 1:
        start = f"{subject(model.name)} is ahead of {who(free[0])}, which keeps to the limit too"
        sure = "; its 95 % interval does not include that"
    else:
        start = f"{subject(model.name)} is ahead of both constant answers"
        sure = "; its 95 % interval includes neither"
    return Note("ahead", f"{start}{sure if math.isfinite(model.earned.low) else ''}.")


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
