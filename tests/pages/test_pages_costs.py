"""What mistakes cost and where the line is then: costs typed, moved, sent and carried along, charts, and amounts."""

import json
import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import beta
from sklearn import metrics

from tests.helpers.score_pages import SAMPLE, SCORE, TRUE, N, P, choose, cumulated, traces, upload
from tests.helpers.visiting import (
    again,
    answer,
    figure,
    fine,
    go,
    kind,
    markdown,
    plain,
    price,
    said,
    shown,
    table,
    visit,
    widget,
)

CELLS = ("tp", "fp", "fn", "tn")
MISTAKES, USUAL = ["0", "1", "1", "0"], ["1", "0", "0", "1"]
CANNOT = "These costs cannot be used yet."
CUTS, HITS, ALARMS = cumulated()
SHARE = P / (P + N)


def cost(tp, fp, payoffs=(0, -1, -1, 0), P=P, N=N):
    """Mean cost per case."""
    return -(payoffs[0] * tp + payoffs[1] * fp + payoffs[2] * (P - tp) + payoffs[3] * (N - fp)) / (P + N)


def counted(cut):
    called = cut <= SCORE
    return (called & TRUE).sum(), (called & ~TRUE).sum()


@cache
def seen(link=""):
    """The sample's page, opened by a link, only to be looked at."""
    return visit("costs", f"{SAMPLE}&{link}")


def fields(at, end="_cost"):
    return [price(at, f"{name}{end}").value for name in CELLS]


def put(at, end="_cost", **values):
    """Fill in fields of the table, all at once."""
    for name, value in values.items():
        price(at, f"{name}{'' if name == 'unit' else end}").set_value(value)
    return fine(at.run())


def lines(at):
    """The table of all lines."""
    return table(at, 0, 2).set_index("The line")


def three(x):
    return f"{x:.3f}".replace("-", "−")


# Costs that are chosen ------------------------------------------------------------------------------------------------


def test_every_mistake_costs_one_until_somebody_says_otherwise():
    at = seen()
    costs = cost(HITS, ALARMS)
    place = int(costs.argmin())
    assert answer(at) == (
        f"If a miss costs as much as a false alarm, call positive from a chance of 0.500; on these scores, from "
        f"{three(CUTS[place])}."
    )
    text = said(at)
    assert (
        f"With one threshold, these cases cost least, {three(costs[place])} a case, from {three(CUTS[place])} (95 % of "
        "resamples: " in text
    )
    assert fields(at) == MISTAKES
    assert at.select_slider(key="costs_ratio").value == "1"
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}
    assert "As payoffs: TP 0, FP −1, FN −1, TN 0. Costs are payoffs with the other sign." in text
    assert f"Without scores the best is always positive, {three(N / 500)} a case; on cases that had no say in " in text
    saved = float(re.search(r"the scores save (0\.\d+) of it \(0\.\d+ to 0\.\d+\)\.", text)[1])
    assert saved < N / 500 - costs[place]
    assert f"the likelihood ratio does: with 51.6 % positive it is {three(N / P)}." in text


@pytest.mark.parametrize(
    ("payoffs", "stakes"),
    [
        ((0, -1, -5, 0), "a miss costs 5 times a false alarm"),
        ((0, -3, -1, 0), "a false alarm costs 3 times a miss"),
        ((15, -335, -35, 165), "a false alarm costs 10 times a miss"),
        ((0, 0, -1, 0), "a false alarm costs nothing"),
        ((0, -1, 0, 0), "a miss costs nothing"),
    ],
)
def test_lines_cost_what_the_cases_say(payoffs, stakes):
    at = seen(f"u={','.join(map(str, payoffs))}&threshold=0.3")
    miss, alarm = payoffs[0] - payoffs[2], payoffs[3] - payoffs[1]
    chance = alarm / (alarm + miss)
    costs, found = cost(HITS, ALARMS, payoffs), lines(at)
    # The lowest of the thresholds that cost least.
    cut = CUTS[np.flatnonzero(costs <= costs.min() + 1e-12)[0]]
    assert answer(at).startswith(f"If {stakes}, call positive from a chance of ")
    assert f"{three(chance) if chance % 1 else int(chance)}; on these scores, from " in answer(at)
    best = found.loc["the best threshold on these cases"]
    assert best["Cost per case"] == pytest.approx(costs.min(), abs=1e-12)
    assert cost(*counted(best["Threshold"]), payoffs) == pytest.approx(costs.min(), abs=1e-12)
    if 0 < chance < 1:
        assert best["Threshold"] == cut
    read, at_set = found.loc["taking scores for probabilities"], found.loc["the threshold set"]
    assert read["Threshold"] == pytest.approx(chance)
    assert read["Cost per case"] == pytest.approx(cost(*counted(chance), payoffs))
    assert (at_set["Threshold"], at_set["Cost per case"]) == (0.3, pytest.approx(cost(*counted(0.3), payoffs)))
    for name, tp, fp in (("always positive", P, N), ("never positive", 0, 0)):
        assert found.loc[name, "Cost per case"] == pytest.approx(cost(tp, fp, payoffs), abs=1e-12)
    evidence = found.loc["reading scores as evidence"]
    if np.isfinite(evidence["Threshold"]):
        assert evidence["Cost per case"] == pytest.approx(cost(*counted(evidence["Threshold"]), payoffs))
    assert costs.min() <= evidence["Cost per case"] + 1e-12
    told = found.loc[["the best threshold on these cases", "reading scores as evidence"]]
    assert (told["left out, 95 % from"] <= told["On cases left out"]).all()
    assert (told["On cases left out"] <= told["left out, to"]).all()
    assert found["On cases left out"].notna().sum() == 2
    assert said(at).count("the same on cases that had no say") == 2
    lost = read["Cost per case"] - costs.min()
    told = "(is|may be) as good as the best threshold|costs \\S+ a case more .* than the best threshold: they are not"
    told = "is as good as the best threshold" if lost <= 1e-12 else told
    assert re.search(f"{three(chance) if chance % 1 else int(chance)} on, ({told})", said(at))
    assert found.loc[found.index != "the best threshold on these cases", ["95 % from", "to"]].isna().all(axis=None)


def test_lines_stand_beside_the_chart_the_dearest_last():
    at = seen("u=0,-1,-5,0")
    assert [plain(one.value) for one in at.main.subheader] == ["Where the line may be", "Worth knowing"]
    order = ["costs_chart", "costs_ratio", "payoffs_fn_cost", "costs_kind", "data_threshold", "costs_csv"]
    keys = [getattr(node, "key", None) or "" for node in at._tree]
    assert [start for key in keys for start in order if key.startswith(start)] == order
    shown_lines = next(plain(one.value) for one in at.main.markdown if one.value.startswith("| the line |"))
    values = [float(row.split("|")[3]) for row in shown_lines.splitlines()[2:] if "had no say" not in row]
    assert values == sorted(values)
    assert len(values) == len(lines(at)) == 6
    assert values == [round(value, 3) for value in sorted(lines(at)["Cost per case"])]


def test_interval_is_that_of_the_best_threshold():
    best = lines(seen()).loc["the best threshold on these cases"]
    assert f"(95 % of resamples: {three(best['95 % from'])} to {three(best['to'])})" in said(seen())
    assert best["95 % from"] < best["Threshold"] < best["to"]


@pytest.mark.parametrize(("ratio", "u"), [("100", "0,-1,-100,0"), ("1/3", "0,-3,-1,0")])
def test_slider_sets_all_four_outcomes(ratio, u):
    at = visit("costs", SAMPLE)
    at.select_slider(key="costs_ratio").set_value(ratio)
    fine(at.run())
    assert at.query_params["u"] == u
    payoffs = [float(one) for one in u.split(",")]
    assert [float(one) for one in fields(at)] == [-one for one in payoffs]
    costs = cost(HITS, ALARMS, payoffs)
    assert lines(at).loc["the best threshold on these cases", "Cost per case"] == pytest.approx(costs.min())
    assert f"from a chance of {three(payoffs[1] / (payoffs[1] + payoffs[2]))};" in answer(at)


def test_slider_stands_where_the_table_puts_it_and_moves_on_from_there():
    at = put(visit("costs", SAMPLE), fn="2.5")
    slider = at.select_slider(key="costs_ratio")
    assert slider.value == "2.500" or float(slider.value) == 2.5
    assert slider.options[slider.options.index("2") + 1] == slider.value
    slider.set_value("20")
    fine(at.run())
    assert fields(at) == ["0", "1", "20", "0"]
    assert "2.5" not in at.select_slider(key="costs_ratio").options
    put(at, fn="0")
    assert not shown(at, "costs_ratio")
    assert answer(at).startswith("If a miss costs nothing, call positive from a chance of 1; ")


@pytest.mark.parametrize("payoffs", ["0,-1e-7,-1,0", "0,-1,-1e-9,0", "0,-1e-12,-1,0", "0,-1,-1e12,0"])
def test_stakes_far_apart_have_their_line(payoffs):
    at = visit("costs", f"{SAMPLE}&u={payoffs}")
    _, alarm, miss, _ = (-float(one) for one in payoffs.split(","))
    value = at.select_slider(key="costs_ratio").value.replace(",", "") if shown(at, "costs_ratio") else None
    if value is not None:
        above, _, below = value.partition("/")
        assert float(above) / float(below or 1) == pytest.approx(miss / alarm, rel=1e-3)
    assert answer(at).startswith(f"If a {'miss' if miss > alarm else 'false alarm'} costs 1")
    costs = cost(HITS, ALARMS, (0, -alarm, -miss, 0))
    best = lines(at).loc["the best threshold on these cases"]
    assert best["Cost per case"] == pytest.approx(costs.min(), rel=1e-12)
    assert cost(*counted(best["Threshold"]), (0, -alarm, -miss, 0)) == pytest.approx(costs.min(), rel=1e-12)
    assert min(costs[0], costs[-1]) > costs.min()
    assert "save nothing on these cases" not in said(at)


def test_digits_follow_the_size_of_the_amounts():
    """A miss that costs ten million times a false alarm is avoided, and what is left has digits of its own."""
    at, costs = seen("u=0,-1e-7,-1,0"), cost(HITS, ALARMS, (0, -1e-7, -1, 0))
    assert f"these cases cost least, {costs.min():.10f} a case, from 0.009 (" in said(at)
    assert f"{costs[0]:.10f} a case; the scores save nothing: " in said(at)


def test_costs_and_payoffs_are_the_same_with_the_other_sign():
    at = put(visit("costs", f"{SAMPLE}&u=15,-335,-35,165"), unit="EUR")
    assert fields(at) == ["-15", "335", "35", "-165"]
    assert "As payoffs: TP 15, FP −335, FN −35, TN 165." in said(at)
    costs = lines(at)["Cost per case"]
    text = figure(at, "costs_chart")
    assert "cost per case, EUR" in text
    choose(at, payoffs_written_costs="payoffs")
    assert fields(at, "") == ["15", "-335", "-35", "165"]
    found = lines(at)
    assert "Cost per case" not in found.columns
    np.testing.assert_allclose(found["Payoff per case"], -costs)
    assert "payoff per case, EUR" in figure(at, "costs_chart")
    assert f"With one threshold, these cases yield most, {found['Payoff per case'].max():.2f} EUR a case" in said(at)
    assert at.query_params["written"] == "payoffs"
    put(at, end="", fn="-1,000")
    other = again("costs", at)
    assert said(other) == said(at)
    assert (
        other.query_params
        == at.query_params
        == {
            **{"sample": "two_class_example", "threshold": "0.5", "written": "payoffs"},
            **{"u": "15,-335,-1000,165", "unit": "EUR"},
        }
    )
    choose(at, payoffs_written_costs="costs")
    assert fields(at)[2] == "1,000"
    assert "written" not in at.query_params


def test_link_of_costs_opens_the_same_view():
    at = choose(put(visit("costs", SAMPLE), fn="7", fp="2.5", tp="-1", unit="kr"), costs_kind="brier")
    assert at.query_params["u"] == "1,-2.5,-7,0"
    other = again("costs", at)
    assert said(other) == said(at)
    assert fields(other) == fields(at)
    assert other.query_params == at.query_params


def test_values_are_shared_with_the_utility_page_and_each_assumes_its_own():
    at = visit("costs", SAMPLE)
    before = said(at)
    go(at, "utility")
    assert fields(at, "") == USUAL
    assert "u" not in at.query_params
    go(at, "costs")
    assert fields(at) == MISTAKES
    assert said(at) == before
    put(at, fn="5", unit="EUR")
    before = said(at)
    go(at, "utility")
    assert fields(at, "") == ["0", "-1", "-5", "0"]
    assert at.query_params["u"] == "0,-1,-5,0"
    assert price(at, "unit").value == "EUR"
    go(at, "costs")
    assert said(at) == before


@pytest.mark.parametrize(
    ("page", "u", "end"),
    [
        ("utility", "0,-1,-1,0", ""),
        ("costs", "1,0,0,1", "_cost"),
        ("costs", "1,0,0,1", ""),
        ("refer", "1,0,0,1", "_cost"),
    ],
)
def test_values_that_another_page_assumes_are_kept_where_they_were_asked_for(page, u, end):
    """What a link or a person says outlives the next click."""
    written = "&by=cost" if page == "refer" else "&written=payoffs" if page == "costs" and not end else ""
    at = visit(page, f"{SAMPLE}&u={u}{written}")
    before = fields(at, end)
    assert at.query_params["u"] == u
    fine(at.run())
    assert fields(at, end) == before
    assert at.query_params["u"] == u
    # That page says nothing of what it assumes, but keeps it.
    go(at, "costs" if page == "utility" else "utility")
    assert fields(at, "_cost" if page == "utility" else "") == (MISTAKES if page == "utility" else USUAL)
    assert "u" not in at.query_params
    go(at, page)
    assert fields(at, end) == before
    assert at.query_params["u"] == u


def test_values_typed_are_kept_also_if_another_page_assumes_them():
    at = put(visit("costs", f"{SAMPLE}&written=payoffs"), end="", tp="1", fp="0", fn="0", tn="1")
    go(go(at, "utility"), "costs")
    assert fields(at, "") == USUAL
    assert at.query_params["u"] == "1,0,0,1"


def test_values_moved_are_kept_also_if_they_are_moved_back():
    at = choose(choose(visit("costs", SAMPLE), costs_ratio="5"), costs_ratio="1")
    assert "u" not in at.query_params
    go(at, "utility")
    assert fields(at, "") == ["0", "-1", "-1", "0"]
    assert at.query_params["u"] == "0,-1,-1,0"


# Costs that cannot be used --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["dear", "", "inf", "1e13", "5x"])
def test_cost_that_is_no_number_is_said_as_it_was_typed_and_stays(text):
    at = put(visit("costs", SAMPLE), fn=text, tp="-2")
    assert answer(at) == CANNOT
    message = next(plain(one.value) for one in at.main.markdown)
    assert "must be " in message
    assert re.search(rf'got "?{re.escape(text)}"?\.', message)
    assert fields(at) == ["-2", "1", text, "0"]
    assert not at.main.get("plotly_chart")
    put(at, fn="5")
    assert lines(at).loc["the best threshold on these cases", "Cost per case"] == pytest.approx(
        cost(HITS, ALARMS, (2, -1, -5, 0)).min()
    )


def test_wrong_answer_cheaper_than_a_right_one_is_a_sentence_and_nothing_is_lost():
    at = put(visit("costs", SAMPLE), tp="8", fn="5", unit="EUR")
    assert answer(at) == CANNOT
    assert "A right answer must be worth no less than a wrong one" in said(at)
    assert "on a positive case: no threshold serves then, as it pays most to be wrong on all such." in said(at)
    assert fields(at) == ["8", "1", "5", "0"]
    assert price(at, "unit").value == "EUR"
    assert at.query_params["u"] == "-8,-1,-5,0"
    assert shown(at, "costs_kind")
    other = again("costs", at)
    assert said(other) == said(at)
    put(at, tp="1")
    assert answer(at).startswith("If a miss costs 4 times a false alarm, call positive from a chance of 0.200; ")


@pytest.mark.parametrize("costs", [("0", "0", "0", "0"), ("2", "3", "2", "3")])
def test_nothing_at_stake_is_a_sentence(costs):
    at = put(visit("costs", SAMPLE), **dict(zip(CELLS, costs, strict=True)))
    assert answer(at) == CANNOT
    assert re.search("something must be at stake|must not all be equal", said(at), re.IGNORECASE)
    assert fields(at) == list(costs)
    assert not at.main.get("plotly_chart")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("u=1,2&curve=roc", ("u must be four numbers, TP,FP,FN,TN,", "curve must be one of expected, decision, cost")),
        ("u=inf,0,0,1&written=x", ("must be a number such as", "written must be one of payoffs, costs")),
        ("u=1,2,3,4,5", ("u must be four numbers",)),
    ],
)
def test_broken_link_is_said_and_the_default_shown(link, words):
    at = visit("costs", f"{SAMPLE}&{link}")
    assert len(at.warning) == len(words)
    for each in words:
        assert each in said(at, "warning")
    assert answer(at) == answer(seen())
    assert fields(at) == MISTAKES
    assert at.query_params == {"sample": "two_class_example", "threshold": "0.5"}


# Charts ---------------------------------------------------------------------------------------------------------------

PAYOFFS = (0, -1, -5, 0)
LINES = {
    "best": "the best threshold",
    "read": "scores as probabilities",
    "set": "the threshold set",
    "all": "always positive",
    "none": "never positive",
}
OTHERS = "the same on other cases"


def net_benefit(tp, fp, c):
    return tp / 500 - fp / 500 * c / (1 - c)


def loss(tp, fp, c):
    return 2 * (c * fp + (1 - c) * (P - tp)) / 500


def normalised(tp, fp, x):
    return x * (P - tp) / P + (1 - x) * fp / N


def back(x):
    """The chance from which one acts, where positives have a share x of the cost at stake."""
    return N * 0 if x == 1 else (1 - x) * SHARE / ((1 - x) * SHARE + x * (1 - SHARE))


CURVES = {
    "decision": (net_benefit, lambda x: x, max, "call positive from this chance on", 0.99),
    "brier": (loss, lambda x: x, min, "false alarm's share of the cost of both mistakes", 1),
    "cost": (normalised, back, min, "share of the positive class in the cost at stake", 1),
}


def test_cost_over_the_threshold_is_drawn_with_what_needs_no_scores():
    at = seen("u=0,-1,-5,0")
    drawn, costs = traces(at, "costs_chart"), cost(HITS, ALARMS, PAYOFFS)
    names = ["these scores", "always positive", "never positive", "the draw", f"best {three(costs.min())}"]
    assert list(drawn)[: len(names)] == names
    line = drawn["these scores"]
    for x, y in zip(line["x"], line["y"], strict=True):
        if x is not None:
            assert y == pytest.approx(costs[np.searchsorted(CUTS, x)], abs=1e-12)
    draw = drawn["the draw"]
    for x, y in zip(draw["x"], draw["y"], strict=True):
        if x is not None and y is not None:
            called = (HITS + ALARMS)[np.searchsorted(CUTS, x)] / 500
            assert y == pytest.approx(cost(called * P, called * N, PAYOFFS), abs=1e-12)
    assert drawn["always positive"]["y"] == pytest.approx([N / 500] * 2)
    assert drawn["never positive"]["y"] == pytest.approx([5 * P / 500] * 2)
    place = int(costs.argmin())
    assert (drawn[names[4]]["x"], drawn[names[4]]["y"]) == ([CUTS[place]], [pytest.approx(costs[place])])
    assert "threshold 0.500" in figure(at, "costs_chart")
    assert at.get_by_key("costs_chart").proto.alt == (
        f"Mean cost per case over the threshold: least, {three(costs[place])}, at threshold {three(CUTS[place])}; "
        f"always positive {three(N / 500)} and never positive {three(5 * P / 500)}."
    )
    rows = table(at, 1, 2)
    np.testing.assert_array_equal(rows["Threshold"], CUTS)
    np.testing.assert_allclose(rows["Cost per case"], costs, atol=1e-12)


@pytest.mark.parametrize("key", CURVES)
def test_curve_over_all_costs_is_that_of_its_formula(key):
    value, chance, best, axis, last = CURVES[key]
    at = seen(f"u=0,-1,-5,0&curve={key}&threshold=0.3")
    rows = table(at, 1, 2)
    x = rows[axis].to_numpy()
    even = np.linspace(0, last, 401)
    (here,) = (place for place in x if np.abs(even - place).min() > 1e-9)
    assert chance(here) == pytest.approx(1 / 6)
    np.testing.assert_allclose(x[x != here], even, atol=1e-12)
    for place in [*range(0, 402, 8), int(np.searchsorted(x, here))]:
        at_x, c = x[place], chance(x[place])
        expected = {
            "best": best(value(tp, fp, at_x) for tp, fp in zip(HITS, ALARMS, strict=True)),
            "read": value(*counted(round(c, 12)), at_x),
            "set": value(*counted(0.3), at_x),
            "all": value(P, N, at_x),
            "none": value(0, 0, at_x),
        }
        for name, number in expected.items():
            assert rows[LINES[name]][place] == pytest.approx(number, abs=1e-9), (name, at_x)
    drawn = traces(at, "costs_chart")
    for title in LINES.values():
        line = drawn[title]
        on = np.interp(line["x"], x, rows[title])
        np.testing.assert_allclose(line["y"], on, atol=1e-9)
    here = 1 / 6 if key != "cost" else 5 * P / (5 * P + N)
    shapes = json.loads(figure(at, "costs_chart"))["layout"]["shapes"]
    assert [one["x0"] for one in shapes] == [pytest.approx(here)]
    # The alternative text has the values there, not those of the nearest place of the table.
    called = [counted(1 / 6), counted(0.3), (P, N), (0, 0)]
    values = [best(value(tp, fp, here) for tp, fp in zip(HITS, ALARMS, strict=True))]
    values += [value(tp, fp, here) for tp, fp in called]
    told = [f"{name} {three(one) if one else 0}" for name, one in zip(LINES.values(), values, strict=True)]
    other = rows[OTHERS].to_numpy()[np.abs(x - here).argmin()]
    listed = "; ".join([told[0], f"{OTHERS} {three(other)}", *told[1:]])
    assert f"At your costs, {three(here)}: {listed}; a draw" in at.get_by_key("costs_chart").proto.alt
    # With these costs it is what the headline tells of cases that had no say.
    paid = {"decision": 5 * (P / 500 - other), "brier": 3 * other, "cost": (5 * P + N) / 500 * other}[key]
    assert f"On cases that had no say in it, a case costs {three(paid)} (" in said(at)
    assert len({line["line"].get("dash", "solid") for line in drawn.values()}) >= 5


def test_area_below_the_brier_curve_is_the_brier_score():
    rows = table(seen("curve=brier"), 1, 2)
    area = np.trapezoid(rows[LINES["read"]], rows.iloc[:, 0])
    assert area == pytest.approx(metrics.brier_score_loss(TRUE, SCORE), abs=1e-3)


def test_chart_chosen_travels():
    at = choose(visit("costs", SAMPLE), costs_kind="decision")
    assert at.query_params["curve"] == "decision"
    assert figure(again("costs", at), "costs_chart") == figure(at, "costs_chart")
    choose(at, costs_kind="expected")
    assert "curve" not in at.query_params


def test_h_measure_is_the_saved_share_of_the_loss_over_all_costs():
    law = beta(1 + SHARE, 2 - SHARE)

    def least(c):
        return min((c * ALARMS + (1 - c) * (P - HITS)).min(), c * N, (1 - c) * P) / 500 * law.pdf(c)

    def free(c):
        return min(c * N, (1 - c) * P) / 500 * law.pdf(c)

    grid = np.linspace(0, 1, 41)
    sums = [sum(quad(part, a, b, limit=50, epsrel=1e-6)[0] for a, b in pairwise(grid)) for part in (least, free)]
    h = 1 - sums[0] / sums[1]
    assert re.search(rf"an H-measure of 0\.\d+ \(0\.\d+ to 0\.\d+\), {h:.3f} on these\.", said(seen()))


def test_net_benefit_is_said_where_the_scores_have_any():
    rows = table(seen("curve=decision"), 1, 2)
    better = rows[rows[LINES["read"]] > rows[[LINES["all"], LINES["none"]]].max(axis=1) + 1e-9].iloc[:, 0]
    assert f"for some chances between {three(better.min())} and {three(better.max())}." in said(seen())


# Files ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def orders():
    """Truth, score and amount of some orders."""
    rng = np.random.default_rng(3)
    true = np.arange(60) % 3 == 0
    score = np.round(np.clip(true * 0.4 + rng.random(60) * 0.6, 0, 1), 3)
    return true, score, np.round(rng.gamma(2, 50, 60), 2)


def dropped_orders(true, score, amount=None, names=("fraud", "fine"), header=("score", "order_amount")):
    columns = [np.where(true, *names), score, *([] if amount is None else [amount])]
    return upload(["truth", *header[: len(columns) - 1]], zip(*columns, strict=True), "costs")


def test_amount_that_a_miss_costs_is_counted_case_by_case(orders):
    """Looking into a case costs 5, a missed one its amount."""
    true, score, amount = orders
    at = put(dropped_orders(true, score, amount), tp="5", fp="5", fn="0", tn="0", unit="EUR")
    price(at, "fn_rate_cost").set_value("1")
    fine(at.run())
    cuts = [*np.unique(score), np.inf]
    costs = []
    for cut in cuts:
        paid = [5 if s >= cut else a if t else 0 for t, s, a in zip(true, score, amount, strict=True)]
        costs.append(sum(paid) / len(paid))
    best, found = int(np.argmin(costs)), lines(at)
    assert answer(at) == f"At these amounts, call positive from {three(cuts[best])}."
    assert found.loc["the best threshold on these cases", "Threshold"] == cuts[best]
    assert found.loc["the best threshold on these cases", "Cost per case"] == pytest.approx(costs[best])
    assert found.loc["always positive", "Cost per case"] == pytest.approx(5)
    assert found.loc["never positive", "Cost per case"] == pytest.approx(amount[true].sum() / 60)
    called = score >= 0.5
    expected = np.where(called, 5, np.where(true, amount, 0)).mean()
    assert found.loc["the threshold set", "Cost per case"] == pytest.approx(expected)
    rows = table(at, 1, 2)
    np.testing.assert_allclose(rows["Cost per case"], costs)
    np.testing.assert_array_equal(rows["Threshold"], cuts)
    text = said(at)
    assert (
        f"With one threshold, these cases cost least, {costs[best]:.2f} EUR a case, from {three(cuts[best])}." in text
    )
    # What the threshold is worth is told of cases that had no say in it.
    other = found.loc["the best threshold on these cases", "On cases left out"]
    assert f"On cases that had no say in it, a case costs {other:.2f} EUR (" in text
    assert f"| the same on cases that had no say | | {other:.2f} |" in text
    assert other > costs[best]
    assert re.search(
        r"on cases that had no say in the threshold|the scores save (maybe )?nothing: .* on cases that", text
    )
    assert not shown(at, "costs_ratio")
    assert at.query_params == {"data": "File", "u": "-5,-5,0,0", "unit": "EUR"}
    # A case of amount a is worth a look from a chance of 5 / a on, where that is a chance.
    middle = max(amount[true].mean(), amount[~true].mean())
    assert f"from {three(5 / middle)}" in text
    # One line for each amount: look where that is cheaper on average, the score being the chance.
    paid = [5 if s * a >= 5 else a if t else 0 for t, s, a in zip(true, score, amount, strict=True)]
    each = found.loc["each case by its own amount"]
    assert each["Cost per case"] == pytest.approx(sum(paid) / 60)
    assert (each["Called positive"], each["Source"]) == ("by amount", "Elkan (2001)")
    assert np.isnan(each["Threshold"])
    assert f"| each case by its own amount | by amount | {sum(paid) / 60:.2f} |" in text


def test_line_for_each_amount_needs_probabilities(orders):
    true, score, amount = orders
    at = choose(dropped_orders(true, score * 10, amount), payoffs_fn_rate_cost="1")
    assert "the best threshold on these cases" in lines(at).index
    assert "each case by its own amount" not in lines(at).index


@pytest.mark.parametrize("text", ["5x", "1e13"])
def test_rate_that_is_no_number_is_said_as_it_was_typed(orders, text):
    at = choose(dropped_orders(*orders), payoffs_fn_rate_cost=text)
    assert answer(at) == CANNOT
    assert re.search(rf'The rate of FN must be .*, got "?{text}"?\.', said(at))


def test_rates_of_zero_change_nothing_and_a_bad_one_stays(orders):
    at = dropped_orders(*orders)
    before = said(at)
    price(at, "fn_rate_cost").set_value("x")
    fine(at.run())
    assert answer(at) == CANNOT
    assert 'The rate of FN must be a number such as 165 or -33.5, got "x".' in said(at)
    assert price(at, "fn_rate_cost").value == "x"
    price(at, "fn_rate_cost").set_value("0")
    fine(at.run())
    assert said(at) == before


def test_scores_beyond_0_and_1_are_not_taken_for_probabilities(orders):
    true, score, _ = orders
    at = dropped_orders(true, score * 10 - 2)
    assert "taking scores for probabilities" not in lines(at).index
    assert "probabilities, from" not in said(at)
    cuts = np.unique(score * 10 - 2)
    costs = [((score * 10 - 2 >= cut) != true).mean() for cut in cuts]
    assert lines(at).loc["the best threshold on these cases", "Cost per case"] == pytest.approx(min(costs))
    choose(at, costs_kind="brier")
    assert LINES["read"] not in traces(at, "costs_chart")
    assert LINES["read"] not in table(at, 1, 2).columns


def test_best_may_be_never_or_scores_worth_nothing(orders):
    at = dropped_orders(orders[0], np.full(60, 7))
    assert answer(at).endswith("call positive from a chance of 0.500; on these scores, never.")
    assert "by calling nothing positive." in said(at)
    assert (
        "At these costs the scores as they are save nothing on these cases: never positive is as good, 0.333 a case."
        in said(at)
    )
    assert "least, 0.333, by calling nothing positive;" in at.get_by_key("costs_chart").proto.alt


def test_several_stretches_are_counted_in_good_english():
    """Reversed scores speak for the positives from below: one stretch that is no threshold."""
    true = np.arange(60) % 3 == 0
    at = dropped_orders(true, np.where(true, 0.3, 0.7) + np.arange(60) / 1000)
    assert lines(at).loc["reading scores as evidence", "Threshold"] != lines(at).loc["never positive", "Threshold"]
    assert "1 stretches" not in said(at)


def test_weighted_cases_have_costs_with_an_interval(orders):
    true, score, _ = orders
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5)
    columns = zip(np.where(true, "fraud", "fine"), score, weight, strict=True)
    at = put(upload(["truth", "score", "weight"], columns, "costs"), fn="4")
    cuts = np.append(np.unique(score), np.inf)
    paid = [np.average(np.where(score >= cut, ~true * 1, true * 4), weights=weight) for cut in cuts]
    best = lines(at).loc["the best threshold on these cases"]
    assert best["Cost per case"] == pytest.approx(min(paid))
    assert best["Threshold"] == cuts[np.argmin(paid)]
    assert best["95 % from"] <= best["Threshold"] <= best["to"]
    assert "On cases that had no say in it, a case costs " in said(at)


def test_names_are_shown_letter_by_letter(orders):
    true, score, amount = orders
    names = ("**ill** <b>x</b>", "$well$ [a](b)")
    at = dropped_orders(true, score, amount, names, ("`score` *a*", "![x](c) amount"))
    labels = [plain(price(at, f"{name}_cost").proto.label) for name in CELLS]
    assert labels == [f"called {called}, truly {truth}" for called in names for truth in names]
    assert "And for each 1 of ![x](c) amount" in said(at)
    for place, text in markdown(at):
        for name in (*names, "`score` *a*", "![x](c) amount"):
            assert name not in text, place
    put(at, fn="x")
    assert f"(called {names[1]}, truly {names[0]})" in said(at)


def test_nothing_of_a_file_reaches_the_link(orders):
    at = put(dropped_orders(*orders), fn="3")
    price(at, "fn_rate_cost").set_value("0.5")
    fine(at.run())
    at.slider(key=widget(at, "data_threshold_").key).set_value(0.25)
    fine(at.run())
    choose(at, costs_kind="cost")
    assert at.query_params == {"data": "File", "curve": "cost", "u": "0,-1,-3,0"}
    kind(at, "Numbers")
    assert "fraud" not in str(at.query_params)


def test_typed_counts_need_scores_and_keep_the_costs():
    at = put(visit("costs", SAMPLE), fn="5")
    kind(at, "Numbers")
    assert not at.main.get("plotly_chart")
    kind(at, "Sample")
    assert fields(at) == ["0", "1", "5", "0"]
