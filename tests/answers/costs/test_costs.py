"""What does a mistake cost? The whole answer on a file, on cases with amounts, and how it is computed."""

import math
import re

import numpy as np
import pytest
from scipy.special import expit

import ddcore
from ddcore.answers.costs.compute import own_thresholds
from ddcore.answers.costs.words import method
from ddcore.decisions.cost_curves import COST_CURVES, CURVE_LABELS, h_measure
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from tests.helpers.answers import asked, holds, notes, numbers
from tests.helpers.costs_answers import FRAUD, of, orders
from tests.helpers.curves_answers import SUMS, data_of
from tests.helpers.lines import paired, told
from tests.helpers.loops import nonempty
from tests.helpers.score_pages import SCORE, TRUE, N, P, cumulated
from tests.helpers.scored import together, two_class_example

CUTS, HITS, ALARMS = cumulated()


@pytest.fixture(scope="module")
def example():
    return two_class_example()


def at_costs(example, payoffs=(0, -1, -1, 0), cut=0.5, **choices):
    models = {name: model.cut(cut) for name, model in example.models.items()}
    return asked("costs", example.data(models=models), u=payoffs, **choices)


def cost(tp, fp, payoffs=(0, -1, -1, 0)):
    """Mean cost per case."""
    return -(payoffs[0] * tp + payoffs[1] * fp + payoffs[2] * (P - tp) + payoffs[3] * (N - fp)) / (P + N)


def called(cut):
    return (SCORE[TRUE] >= cut).sum(), (SCORE[~TRUE] >= cut).sum()


@pytest.mark.parametrize("payoffs", [(0, -1, -5, 0), (15, -335, -35, 165), (0, 0, -1, 0), (0, -1, 0, 0)])
def test_lines_cost_what_the_cases_say(example, payoffs):
    values = at_costs(example, payoffs, 0.3).values
    miss, alarm = payoffs[0] - payoffs[2], payoffs[3] - payoffs[1]
    chance = alarm / (alarm + miss)
    costs = cost(HITS, ALARMS, payoffs)
    rules = values["rules"]
    # The lowest of the thresholds that cost least.
    cut = CUTS[np.flatnonzero(costs <= costs.min() + 1e-12)[0]]
    if 0 < chance < 1:
        assert rules["best"]["threshold"] == values["best_threshold"]["value"] == cut
    thresholds = [values["posterior_threshold"], rules["read"]["threshold"], rules["set"]["threshold"]]
    assert thresholds == pytest.approx([chance, chance, 0.3])
    least = {"best": costs.min(), "all": cost(P, N, payoffs), "none": cost(0, 0, payoffs)}
    least |= {"read": cost(*called(chance), payoffs), "set": cost(*called(0.3), payoffs)}
    assert {name: -rules[name]["yield"] for name in least} == pytest.approx(least, abs=1e-12)
    assert rules["best"]["yield"] >= rules["evidence"]["yield"] - 1e-12
    assert set(values["held_out"]) == {"best", "evidence"}


@pytest.mark.parametrize("payoffs", [(0, -1e-7, -1, 0), (0, -1, -1e-9, 0), (0, -1e-12, -1, 0), (0, -1, -1e12, 0)])
def test_stakes_far_apart_have_their_line(example, payoffs):
    """A miss that costs ten million times a false alarm is avoided, and what is left has digits of its own."""
    answer, costs = at_costs(example, payoffs), cost(HITS, ALARMS, payoffs)
    assert answer.sentence.startswith(f"If a {'miss' if payoffs[1] > payoffs[2] else 'false alarm'} costs 1")
    best = answer.values["rules"]["best"]
    assert -best["yield"] == pytest.approx(costs.min(), rel=1e-12)
    assert cost(*called(best["threshold"]), payoffs) == pytest.approx(costs.min(), rel=1e-12)
    assert "saves-nothing-here" not in notes(answer)
    assert payoffs[1] != -1e-7 or f"**{costs.min():.10f}**" in answer.reason


def test_cost_over_the_threshold_stands_in_words_and_in_the_table(example):
    payoffs = (0, -1, -5, 0)
    answer, costs = at_costs(example, payoffs), cost(HITS, ALARMS, payoffs)
    told_of = (costs.min(), CUTS[costs.argmin()], N / 500, 5 * P / 500)
    assert holds(answer.figures["costs"].words, *map(told, told_of))
    drawn = {trace.name for trace in answer.figures["costs"].draw(LIGHT).data}
    assert {"these scores", "random guessing", "always positive", "never positive"} < drawn
    rows = answer.tables["expected"].rows()
    np.testing.assert_array_equal(rows["Threshold"], CUTS)
    np.testing.assert_allclose(rows["Cost per case"], costs, atol=1e-12)


@pytest.mark.parametrize(("key", "here"), [("decision", 1 / 6), ("brier", 1 / 6), ("cost", 5 * P / (5 * P + N))])
def test_curve_over_all_costs_has_those_at_hand_among_its_places(example, key, here):
    """At the costs at hand it is, in their unit, what these cases and unseen ones cost."""
    payoffs = (0, -1, -5, 0)
    answer = at_costs(example, payoffs, 0.3, curve=key)
    rows = answer.tables[key].rows()
    x = rows[COST_CURVES[key].x_title].to_numpy()
    place = int(np.searchsorted(x, here - 1e-12))
    assert x[place] == pytest.approx(here)
    at = {line: rows[CURVE_LABELS[line]][place] for line in ("best", "unseen", "read", "set", "all", "none")}
    paid = {
        line: {"decision": 5 * (P / 500 - value), "brier": 3 * value, "cost": (5 * P + N) / 500 * value}[key]
        for line, value in at.items()
    }
    cells = {"read": called(1 / 6), "set": called(0.3), "all": (P, N), "none": (0, 0)}
    known = {line: cost(*cell, payoffs) for line, cell in cells.items()}
    known |= {"best": cost(HITS, ALARMS, payoffs).min(), "unseen": -answer.values["held_out"]["best"]["value"]}
    assert paid == pytest.approx(known)
    drawn = {trace.name for trace in answer.figures["costs"].draw(LIGHT).data}
    assert {CURVE_LABELS[line] for line in at} < drawn
    assert f"{told(here)}: " in answer.figures["costs"].words
    assert answer.figures["costs"].remark.startswith(COST_CURVES[key].words)
    assert answer.values["h_measure"] == h_measure(example.data().model.table)


def test_net_benefit_stands_by_name_beside_treating_all_and_none(example):
    """A miss costs four false alarms, so that a false alarm weighs a quarter of a hit."""
    answer = at_costs(example, (0, -1, -4, 0), curve="decision")
    found = answer.values["net_benefit"]
    tp, fp = called(0.2)
    assert found["threshold"] == pytest.approx(0.2)
    assert found["read"]["value"] == pytest.approx((tp - fp / 4) / (P + N))
    assert found["all"] == pytest.approx((P - N / 4) / (P + N))
    assert found["over_constant"]["read"]["value"] == pytest.approx(found["read"]["value"] - found["all"])
    assert found["read"]["low"] < found["read"]["value"] < found["read"]["high"]
    assert "benefit-more" in notes(answer)
    rows = answer.tables["net_benefit"].rows().set_index("Way to decide")["Net benefit"]
    both = [CURVE_LABELS["read"], CURVE_LABELS["set"], CURVE_LABELS["all"], CURVE_LABELS["none"]]
    assert list(rows.index) == both
    assert rows[CURVE_LABELS["none"]] == 0
    drawn = answer.tables["decision"].rows()
    at = drawn.iloc[:, 0].searchsorted(0.2)
    ends = drawn.filter(like=f"{CURVE_LABELS['read']}, ").iloc[at].tolist()
    assert ends == pytest.approx([found["read"]["low"], found["read"]["high"]])
    assert "95 % band" in {trace.name for trace in answer.figures["costs"].draw(LIGHT).data}


def test_costs_by_which_no_threshold_serves_are_refused(example):
    for payoffs, message in (
        ((-8, -1, -5, 0), "a right answer must be worth at least as much as a wrong one, .* on a positive case"),
        ((0, 0, 0, 0), "the four payoffs must not all be equal"),
    ):
        with pytest.raises(InputError, match=message):
            at_costs(example, payoffs)


def test_of_sums_of_weights_nothing_is_known_of_other_cases():
    """Of the weights 0.2, 1.1 (negative) and 0.3, 1.5 the line from 0.9 on misses 0.3 of 3.1."""
    answer = asked("costs", data_of(SUMS, 0.5))
    assert answer.values["rules"]["best"] == {"threshold": 0.9, "yield": pytest.approx(-0.3 / 3.1)}
    assert answer.values["held_out"] == answer.values["leads"] == {}
    assert all(math.isnan(number) for number in answer.values["held_out_h_measure"].values())
    assert "saves-here" in notes(answer)


LABELS = {
    "best_threshold": "Best threshold at these prices",
    "posterior_threshold": "Best threshold on calibrated probabilities",
    "held_out.best": "Cost of an unseen case at the best threshold (EUR)",
    "leads.all": "Less cost than always predicting positive, an unseen case (EUR)",
    "leads.none": "Less cost than never predicting positive, an unseen case (EUR)",
    "totals.total": "Cost of a month of 10,000 cases (EUR)",
    "totals.more_than_constant": "Less cost than the better constant answer, a month of 10,000 cases (EUR)",
    "net_benefit.read": "Net benefit (scores as probabilities), in true positives a case",
    "net_benefit.set": "Net benefit (threshold in use), in true positives a case",
}


def test_numbers_that_carry_the_answer(example):
    """Predicting all positive costs 242 / 500 a case, which the cost of the best threshold and its lead sum to."""
    answer = at_costs(example, (0, -1, -5, 0), unit="EUR", volume=10_000)
    assert {".".join(number.path): number.label for number in answer.numbers} == LABELS
    stated = {path: (text, interval) for path, (_, text, interval) in zip(LABELS, numbers(answer), strict=True)}
    unseen = answer.values["held_out"]["best"]
    cost, less = stated["held_out.best"], stated["leads.all"]
    assert cost == (told(-unseen["value"]), f"{told(-unseen['high'])} to {told(-unseen['low'])}")
    assert float(less[0]) + float(cost[0]) == pytest.approx(N / 500, abs=0.001)
    assert stated["posterior_threshold"] == (told(1 / 6), "exact")
    assert stated["totals.total"][0] == f"{-10_000 * unseen['value']:,.0f}"
    weighted = [number.path for number in asked("costs", data_of(SUMS, 0.5)).numbers if number.is_known]
    known = [("posterior_threshold",), ("net_benefit", "read"), ("net_benefit", "set")]
    assert weighted == known, "nothing is known of unseen cases"


# Amounts ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="orders")
def some_orders():
    return orders()


def ordered_at(true, score, amount=None, weight=None, **choices):
    data = ddcore.predictions(np.where(true, "fraud", "fine"), score, positive="fraud", amount=amount, weight=weight)
    return asked("costs", data, **choices)


def test_amount_that_a_miss_costs_is_counted_case_by_case(orders):
    """Looking into a case costs 5, a missed one its amount."""
    true, score, amount = orders
    answer = ordered_at(true, score, amount, u=(-5, -5, 0, 0), rate=(0, 0, -1, 0), unit="EUR")
    cuts = np.append(np.unique(score), np.inf)

    def paid(looked):
        return np.where(looked, 5, np.where(true, amount, 0)).mean()

    costs = [paid(score >= cut) for cut in cuts]
    rules, best = answer.values["rules"], int(np.argmin(costs))
    assert answer.sentence.endswith(f"≥ **{told(cuts[best])}**.")
    assert rules["best"] == {"threshold": cuts[best], "yield": pytest.approx(-costs[best])}
    # One line for each amount: look where that is cheaper on average, the score being the chance.
    known = {"all": 5, "none": paid(False), "set": paid(score >= 0.5), "own": paid(score * amount >= 5)}
    assert {name: -rules[name]["yield"] for name in known} == pytest.approx(known)
    assert math.isnan(rules["own"]["threshold"])
    rows = answer.tables["expected"].rows()
    np.testing.assert_allclose(rows["Cost per case"], costs)
    drawn = {trace.name for trace in answer.figures["costs"].draw(LIGHT).data}
    assert {"these scores", "always positive"} <= drawn
    assert "random guessing" not in drawn
    other = -answer.values["held_out"]["best"]["value"]
    assert other > costs[best]
    assert f"**{other:.2f} EUR** (" in answer.reason
    # A case of amount a is worth a look from a chance of 5 / a on, where that is a chance.
    middle = max(amount[true].mean(), amount[~true].mean())
    assert holds(notes(answer)["own-lines"], told(5 / middle), told(middle))
    assert holds(answer.method, "the mean amount)", "Rubin")
    assert "average case" in answer.tables["lines"].remark
    beyond = ordered_at(true, score * 10, amount, rate=(0, 0, -1, 0))
    assert {"best", "own"} & set(beyond.values["rules"]) == {"best"}, "own lines need probabilities"


def test_own_lines_are_those_that_are_chances():
    """Checking costs 5, a fraud its amount: from a chance of 5 / amount on, and of no more than 1."""
    assert np.ravel(own_thresholds(FRAUD, 0.3, 50.0)) == pytest.approx([5, 1, 50, 0.1, 500, 0.01])
    # A fraud of less than 5 is not worth a check, so no chance is.
    assert np.ravel(own_thresholds(FRAUD, 0.3, 20.0)) == pytest.approx([20, 0.25, 200, 0.025])
    assert [own_thresholds(FRAUD, 0.3, mean) for mean in (0.0, 0.2)] == [[], []]


@pytest.mark.usefixtures("in_order")
def test_scores_beyond_0_and_1_are_not_taken_for_probabilities(orders):
    answer = ordered_at(orders[0], orders[1] * 10 - 2, curve="brier")
    assert "read" not in answer.values["rules"]
    assert CURVE_LABELS["read"] not in answer.tables["brier"].rows().columns


def test_best_may_be_never_or_scores_worth_nothing(orders):
    answer = ordered_at(orders[0], np.full(60, 7))
    assert holds(answer.sentence, "**never**", "0.500.")
    assert holds(notes(answer)["saves-nothing-here"], "never predicting positive", "0.333")


@pytest.mark.usefixtures("in_order")
def test_weighted_cases_have_costs_with_an_interval(orders):
    true, score, _ = orders
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5)
    answer = ordered_at(true, score, weight=weight, u=(0, -1, -4, 0))
    cuts = np.append(np.unique(score), np.inf)
    paid = [np.average(np.where(score >= cut, ~true * 1, true * 4), weights=weight) for cut in cuts]
    best = answer.values["best_threshold"]
    assert answer.values["rules"]["best"]["yield"] == pytest.approx(-min(paid))
    assert best["low"] <= best["value"] == cuts[np.argmin(paid)] <= best["high"]
    assert "best" in answer.values["held_out"]


# How it is computed ----------------------------------------------------------------------------------------------


def method_of(cost, share=0.3):
    return method(of(*cost), share, False)


def test_method():
    text = method_of((1, 5, -2, 0.5))
    assert holds(text, "$U_{TP}$ = 2,", "\\frac{0.5}{0.5 + 7}$ (Elkan", "$\\pi$ = 0.300")
    assert not re.search(r"mean amount|Rubin", text)
    # Outside of formulas a hyphen is no minus sign.
    assert not re.search(r"= -\d", re.sub(r"\$[^$]*\$", "", text))
    for some in nonempty((text, *(method_of((1, 0), share) for share in (0.0, 1.0, 1e-9)))):
        assert paired(some)
        assert not re.search(r"\bnan\b|\binf\b|None|∞|no value", some)


def test_method_keeps_the_digits_of_large_costs():
    """No formula has 1.23457e+06."""
    for cost in ((1234567, 5), (1, 2e12), (335000.25, 1)):
        text = method_of(cost)
        assert not re.search(r"\de\+?\d", text)
        assert f"{max(cost):.15g}" in text


# Several models --------------------------------------------------------------------------------------------------

RNG = np.random.default_rng(3)
THIRD = np.arange(240) % 3 == 0
SCORES = {name: expit(RNG.normal(THIRD * far, 1) - 0.7) for name, far in (("A", 2), ("B", 1))}
SCORES["C"] = RNG.normal(size=240)


@pytest.fixture(scope="module")
def both():
    return together(THIRD, SCORES)


@pytest.mark.parametrize("kind", COST_CURVES)
@pytest.mark.usefixtures("in_order")
def test_all_models_are_drawn_and_listed(both, kind):
    """At hand a miss costs four times a false alarm: from a chance of 0.2 on. C has no probabilities."""
    answer = asked("costs", both, curve=kind, u=(0, -1, -4, 0))
    figure = answer.figures["models"]
    assert figure.title.startswith(COST_CURVES[kind].title)
    drawn = [trace.name for trace in figure.draw(LIGHT).data if trace.mode == "lines" and trace.fill is None]
    assert drawn[:2] == ["A", "B"]
    assert holds(figure.remark, "95 %", " C.")
    benefit = np.mean(np.where(SCORES["A"] >= 0.2, np.where(THIRD, 1, -0.25), 0))
    assert (f"0.200: A {benefit:.3f};" in figure.words) == (kind == "decision")
    rows = answer.tables["models"].rows()
    assert len(rows) == answer.tables["models"].size == 402
    value = rows.iloc[:, 2]
    assert ((rows["95 % from"] <= value + 1e-12) & (value - 1e-12 <= rows["95 % to"])).all()


@pytest.mark.usefixtures("in_order")
def test_no_chart_where_there_are_no_two_to_compare(both):
    one, other = (together(THIRD[:40], {name: SCORES[name][:40] for name in names}) for names in ("A", "AC"))
    for data, kind in ((one, "decision"), (both, "expected"), (other, "cost")):
        answer = asked("costs", data, curve=kind)
        assert "models" not in {*answer.figures, *answer.tables}
