"""Which classifier is worth most?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, measured
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.known_laws import story
from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.words import about, literal
from ddcore.answers.utility.choices import Choices
from ddcore.answers.utility.compute import standings_on, within_limit
from ddcore.answers.utility.draw import map_alt, map_figure, places_alt, places_figure
from ddcore.answers.utility.risk import RiskyPayoffs
from ddcore.answers.utility.scenarios import ScenarioComparison
from ddcore.answers.utility.tables import all_numbers, regions, small_table, standings_remark
from ddcore.answers.utility.votes import Votes
from ddcore.answers.utility.words import (
    NO_PRICES,
    doubt_note,
    method,
    models_left_out,
    notes,
    over_limit,
    reason,
    sentence,
    total_notes,
    totals,
    worth_most,
)
from ddcore.data import Data
from ddcore.decisions.standings import Standing, Standings
from ddcore.decisions.utility import Utility

TITLE = "Which model pays"
SECTION = "decisions"
WORDS = (
    "utility, payoff, profit, value, revenue, ROI, business, worth, money, pays, gain, cost matrix, "
    "expected value, cost-benefit"
)
NEEDS = needs.a_model
NEEDED = "This needs a model: a file of predictions, or the four counts of a confusion matrix."
EXAMPLE = "sample=factory"
IN_REPORT = "prices"
UNANSWERED = "These prices cannot be used."
NEXT = {
    "costs": "Which threshold costs least?",
    "refer": "Which cases should a person see?",
    "ranking": "Would a measure choose the same model?",
    "verdict": "Does it beat chance?",
}
"""What may be asked next, the most useful first, by the name of the question."""

STEP = 0.1
"""By what part of their span the prices are moved, one by one, where nobody says how far they may be off."""

FIRST = {"scenarios": ("tornado", "scenarios"), "tree": ("tree",)}
"""The figures and tables that come first in a view."""

__all__ = ["Choices", "answer"]


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The models and both constant answers, ranked by what they are worth at these prices."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    risky, in_money = RiskyPayoffs.of(choices), choices
    choices = risky.applied_to(choices)
    every, limit = standings_on(data, choices), choices.limited(data)
    standings = within_limit(every, limit)
    models = standings.of(constant=False)
    money = Money.spanning(choices, standings.values.span)
    votes = Votes.of(data, standings)
    scenarios = ScenarioComparison.of(
        data, choices, money, choices.scenario, choices.unsure or STEP, standings.values.span
    )
    over_period = {standing.name: totals(standing, standings, choices, money) for standing in standings.ranked}
    unpriced = choices.assumed and not choices.other.strip() and story(data) is None
    shows_tree = bool(choices.tree.strip()) or risky.is_concave
    ranked_first = sentence(standings, money, _paying(standings, over_period))
    answer = Answer.of(
        Answer(
            __doc__,
            ranked_first,
            reason(standings),
            about(data),
            in_use_note(data, lambda some: worth_most(within_limit(standings_on(some, choices), limit))),
            decision=ranked_first,
        ),
        Part(
            [
                *([NO_PRICES] if unpriced else []),
                *models_left_out(data, every),
                *([doubt_note(standings)] if choices.view == "doubts" else []),
                *over_limit(every, standings, limit, choices),
                *(total_notes(data, standings, models[0], over_period[models[0].name]) if models else []),
            ],
            {
                "utility": Figure(
                    "The classifier worth most, at all prices",
                    map_alt(standings),
                    partial(map_figure, standings, data.positive, data.negative),
                ),
                **(_places(data) if choices.view == "map" else {}),
            },
            {
                "standings": Table.of(
                    "What each is worth",
                    small_table(standings, money),
                    standings_remark(standings, money),
                    bold=len(standings.best),
                ),
                "utility": Table("All numbers", len(standings.ranked), partial(all_numbers, standings, money)),
                "map": Table("The map", len(standings.comparison.regions), partial(regions, standings)),
            },
            method(standings, data),
            _values(standings),
            _numbers(data, choices, standings, in_money.utility(data), over_period),
        ),
        votes.part if votes else Part(),
        risky.part(standings, in_money, data) if shows_tree else Part(),
        scenarios.part,
        Part(
            notes(standings, money, data, votes) if models else [],
            method=choices.method(data, thresholds=bool(scenarios.outcomes)),
            values={"totals": {name: period.values for name, period in over_period.items()}},
        ),
    )
    return _beginning_with(FIRST.get(choices.view, ()), answer)


def _places(data: Data) -> dict[str, Figure]:
    """What stands where on the map, the same for all data but for the names of the classes."""
    names = data.positive, data.negative
    remark = (
        f"Each table has what is predicted in its rows, first {literal(data.positive)}, then "
        f"{literal(data.negative)}, and what is true in its columns; 1 is the best outcome and 0 the worst."
    )
    drawn = partial(places_figure, *names)
    return {"places": Figure("Payoffs at the centre and the corners", places_alt(*names), drawn, remark, example=True)}


def _beginning_with(names: Sequence[str], answer: Answer) -> Answer:
    """The answer with the figures and tables of these names before all others."""
    figures = sorted(answer.figures.items(), key=lambda part: part[0] not in names)
    tables = sorted(answer.tables.items(), key=lambda part: part[0] not in names)
    return replace(answer, figures=dict(figures), tables=dict(tables))


def _paying(standings: Standings, over_period: Mapping[str, Totals]) -> Totals | None:
    """The totals of the best of all, if it is a model with a fixed cost and the cases of a period are known."""
    top = standings.ranked[0]
    period = over_period[top.name].period
    return over_period[top.name] if not top.constant and period.fixed and period.cases is not None else None


def _numbers(
    data: Data, choices: Choices, standings: Standings, utility: Utility, over_period: Mapping[str, Totals]
) -> list[Number]:
    """The selected model, the one worth most, and the better constant answer, then their totals over a period.

    A constant answer is exact: its yield needs no interval.
    """
    models = standings.of(constant=False)
    best = [_highest(models).name] if models else []
    shown = [standing for name in dict.fromkeys((data.name, *best)) for standing in models if standing.name == name]
    shown.append(_highest(standings.of(constant=True)))
    money = Money.of(choices, utility, *(standing.earned.value for standing in shown))
    numbers = []
    for standing in shown:
        label, earned = f"a case: {standing.name}", standing.earned
        if standing.constant:
            numbers.append(money.payoff_number(label, earned.value))
        else:
            numbers.append(money.payoff_number(label, earned, ("models", standing.name, "yield")))
    if choices.volume is None:
        return numbers
    for standing in shown:
        label, total = f"{choices.period_text}: {standing.name}", over_period[standing.name].net
        wide = money.for_total(total.value)
        if standing.constant:
            numbers.append(wide.payoff_number(label, total.value))
        else:
            numbers.append(wide.payoff_number(label, total, ("totals", standing.name, "total")))
    return numbers


def _highest(standings: Iterable[Standing]) -> Standing:
    return max(standings, key=lambda standing: standing.earned.value)


def _values(standings: Standings) -> dict[str, object]:
    def values_of(standing: Standing) -> dict[str, object]:
        return {
            "yield": measured(standing.earned),
            "lead": standing.lead,
            "probability_best": standing.probability_best,
            "share_of_map": standing.share,
        }

    x, y = standings.values.utility.coordinates
    return {
        "models": {
            standing.name: {**values_of(standing), "useful_from": standing.useful[0], "useful_to": standing.useful[1]}
            for standing in standings.of(constant=False)
        },
        "constants": {standing.name: values_of(standing) for standing in standings.of(constant=True)},
        "coordinates": {"x": float(x), "y": float(y)},
        "break_even": standings.break_even,
    }
