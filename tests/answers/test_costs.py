"""What does a mistake cost, and which threshold follows? Every branch of what is said, the sums made case by case."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.answers import cost_tables
from ddcore.answers import costs as words
from ddcore.answers.cost_results import Costs
from ddcore.answers.money import Money, as_payoffs
from ddcore.data import Data, Model
from ddcore.decisions.by_case import yield_by_threshold
from ddcore.decisions.cost_curves import cost_curves, h_measure
from ddcore.decisions.costs import Threshold, costs
from ddcore.decisions.decision_rules import RULES, DecisionRule, DecisionRules, decision_rules, decision_rules_by_case
from ddcore.decisions.utility import Utility
from ddcore.interval import Interval
from ddcore.scores.likelihood import fit
from ddcore.scores.thresholds import BootstrapInterval
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, notes
from tests.helpers.costs_answers import FRAUD, of
from tests.helpers.lines import (
    MARKUP,
    both_classes,
    counted,
    letter_by_letter,
    sentences,
    sound_words,
    tabled,
    thresholds,
    told,
)

NAN, INF = math.nan, math.inf
CASES = [(0.1, False), (0.2, True), (0.4, False), (0.4, True), (0.7, False), (0.9, True)]
HAND = tabled(CASES)
FIVE = costs(c10=1, c01=5)
SOME = [(1, 5, 0, 0), (5, 1, 0, 0), (1, 1, 0, 0), (2, 7, -3, 1), (0.5, 20, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)]
"""c10, c01, c11 and c00: a false alarm, a miss, and both right answers."""


def span(utility):
    payoffs = [float(getattr(utility, name)) for name in ("tp", "fp", "fn", "tn")]
    return max(payoffs) - min(payoffs)


def money(utility=FIVE, sign=-1, wide=None):
    return Money(sign, span(utility) if wide is None else wide, utility.unit)


def found(table=HAND, utility=FIVE, at=0.5, likelihood=None):
    log_ratio = None if likelihood is None else likelihood.log_ratio(table.score)
    return decision_rules(table, utility, log_ratio).with_rule(DecisionRule.at_threshold(table, utility, at))


def made(best=0.3, value=-0.25, *, every=-0.5, none=-2.0, read=None, called=None, chance=1 / 6, ratio=7 / 15):
    """Lines whose every part is put in."""
    listed = [DecisionRule("best", ((best, INF),) if best < INF else (), value)]
    if read is not None:
        listed.append(DecisionRule("read", ((chance, INF),), read))
    if called is not None:
        listed.append(DecisionRule("evidence", called, -1.0))
    listed += [DecisionRule("all", ((-INF, INF),), every), DecisionRule("none", (), none)]
    return DecisionRules(Threshold(ratio, chance), tuple(listed))


def sure(low, high):
    return BootstrapInterval(low, high, NAN, NAN, NAN, 0.0)


def answered(
    at, utility=FIVE, sign=-1, share=0.3, h=NAN, curve=None, leads=None, held_out_h=None, *, best=None, wide=None,
    by_case=None,
):  # fmt: skip
    """The answer where these are the results, and prices are written with a sign and the digits of a span."""
    data = Data(1000, 1000 * share, models={"A": Model(HAND, 0.5, HAND.at(0.5))}, chosen="A")
    made_up = Costs(data, HAND, 0.5, utility, by_case)
    vars(made_up).update(
        rules=at, best=best, held_out={}, leads=leads or {}, h_measure=h, held_out_h_measure=held_out_h,
        curves=lambda kind: curve or cost_curves(HAND, kind), thinned=Costs(data, HAND, 0.5, FIVE, None).thinned,
    )  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Costs, "of", lambda *given: made_up)
        patch.setattr(Money, "of", lambda *given: money(utility, sign, wide))
        return asked("costs", data)


def known(*given, **more):
    """The notes by their codes."""
    return notes(answered(*given, **more))


def lines(at, utility=FIVE, sign=-1, wide=None, held_out=()):
    """The small table: its head and its rows."""
    costs = Costs(Data(1, 1), HAND, 0.5, utility, None)
    vars(costs).update(rules=at, held_out=dict(held_out))
    rows = cost_tables.lines(costs, money(utility, sign, wide))
    return [list(rows.columns), *([str(cell) for cell in row] for row in rows.itertuples(index=False))]


def sentence(utility, at, by_case=None):
    return answered(at, utility, by_case=by_case).sentence


def reason(utility, at, best, sign, wide, by_case=None):
    return answered(at, utility, sign, best=best, wide=wide, by_case=by_case).reason


def net_benefit(curve):
    """The code and the sentence about it."""
    ((code, text),) = [(code, text) for code, text in known(made(), curve=curve).items() if "net-benefit" in code]
    return code, text


def mean_cost(cost, cells):
    """The mean of c11, c10, c01, c00 over TP, FP, FN, TN, exactly."""
    c10, c01, c11, c00 = (Fraction(one) for one in cost)
    return sum(c * n for c, n in zip((c11, c10, c01, c00), cells, strict=True)) / sum(cells)


# What is at stake ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ((1, 5), "a miss costs 5 times a false alarm"),
        ((2, 5), "a miss costs 2.5 times a false alarm"),
        ((5, 1), "a miss costs 1/5 of a false alarm"),
        ((20, 3), "a miss costs 0.15 of a false alarm"),
        ((1, 3, 1), "a miss costs 2 times a false alarm"),
        ((3, 3), "a miss costs as much as a false alarm"),
        ((0, 1), "a false alarm costs nothing"),
        ((1, 0), "a miss costs nothing"),
        ((0.1, 0.3), "a miss costs 3 times a false alarm"),
        ((1, 12345), "a miss costs 12,345 times a false alarm"),
    ],
)
def test_stakes(cost, said):
    assert words.stakes(of(*cost)) == said


def test_stakes_that_differ_by_rounding_only_are_the_same():
    """0.1 and 0.2 more against 0.3."""
    utility = Utility(tp=0.1, fn=-0.2, tn=0.3, fp=0)
    assert words.stakes(utility) == "a miss costs as much as a false alarm"


def test_stakes_that_are_nearly_the_same_are_not_1_times():
    assert "1 times" not in words.stakes(of(1, 1.0002))


def test_as_payoffs():
    assert as_payoffs(of(1, 5, -2.5, 0.25), False) == (
        "As payoffs: TP 2.500, FP −1, FN −5, TN −0.250. Costs are payoffs with the other sign."
    )
    assert as_payoffs(FIVE, True).startswith("As payoffs, of an average case: TP 0, FP −1, FN −5, TN 0.")


# The answer ------------------------------------------------------------------------------------------------------


def test_answer_by_hand():
    """1 / (1 + 5); from 0.2 on two false alarms, from 0.1 on three, from 0.4 on one miss more."""
    assert sentence(FIVE, found()) == (
        "If a miss costs 5 times a false alarm, predict positive at scores ≥ **0.200**; with true probabilities, at ≥ "
        "0.167."
    )


def test_answer_never():
    assert sentence(of(5, 1), made(INF, -0.3, chance=5 / 6)) == (
        "If a miss costs 1/5 of a false alarm, predict positive **never**; with true probabilities, at ≥ 0.833."
    )


def test_answer_where_amounts_count():
    amounts = ScoreTable.of([1, 2, 3], [0, 1, 1], weight=[5.0, 10.0, 90.0])
    at = decision_rules_by_case(yield_by_threshold(ScoreTable.of([1, 2, 3], [0, 1, 1]), amounts, FRAUD), 3.0)
    assert sentence(FIVE, at, FRAUD) == "At these amounts, predict positive at scores ≥ **2**."
    assert sentence(FIVE, made(INF), FRAUD) == "At these amounts, predict positive **never**."


@given(both_classes, st.sampled_from(SOME))
def test_answer_and_reason_against_loops(cases, cost):
    utility = of(*cost)
    at = found(tabled(cases), utility)
    least = min(mean_cost(cost, counted(cases, t)) for t in thresholds(cases))
    said = reason(utility, at, None, -1, 1.0)
    place = re.search(r"at the threshold \*\*([\d.]+)\*\*\.$|by predicting no case positive\.$", said)
    taken = float(place[1]) if place[1] else INF
    assert mean_cost(cost, counted(cases, taken)) == least
    assert f"**{float(least):.3f}**".replace("-", "−") in said
    where = f"at scores ≥ **{told(taken)}**" if taken < INF else "**never**"
    alarm, miss = Fraction(cost[0]) - Fraction(cost[3]), Fraction(cost[1]) - Fraction(cost[2])
    chance = told(float(alarm / (alarm + miss)))
    assert sentence(utility, at).endswith(f"positive {where}; with true probabilities, at ≥ {chance}.")
    assert [row[2] for row in lines(at, utility, wide=1.0)[1:]] == [
        told_cost(one, cost, cases) for one in ordered(at, cost, cases)
    ]


def told_cost(option, cost, cases):
    return f"{float(mean_cost(cost, counted(cases, option.threshold))):.3f}".replace("-", "−")


def ordered(at, cost, cases):
    return sorted(at.rules, key=lambda one: round(float(mean_cost(cost, counted(cases, one.threshold))), 12))


# Why -------------------------------------------------------------------------------------------------------------

STAKE = "A false alarm loses 1, a miss 5: they balance at a probability of `1 / (1 + 5)`. "


@pytest.mark.parametrize(
    ("at", "how", "sign", "said"),
    [
        (
            made(),
            None,
            -1,
            "With one threshold, these cases cost least, **0.250 EUR** a case, at the threshold **0.300**.",
        ),
        (
            made(),
            None,
            1,
            "With one threshold, these cases yield most, **−0.250 EUR** a case, at the threshold **0.300**.",
        ),
        (
            made(INF),
            None,
            -1,
            "With one threshold, these cases cost least, **0.250 EUR** a case, by predicting no case positive.",
        ),
        (
            made(),
            sure(0.1, 0.4),
            -1,
            "With one threshold, these cases cost least, **0.250 EUR** a case, at the threshold **0.300** (95 % of "
            "resamples: "
            "0.100 to 0.400).",
        ),
        (
            made(INF),
            sure(0.1, INF),
            -1,
            "With one threshold, these cases cost least, **0.250 EUR** a case, by predicting no case positive (95 % of "
            "resamples: 0.100 to never).",
        ),
        (
            made(),
            sure(0.3, 0.3),
            -1,
            "With one threshold, these cases cost least, **0.250 EUR** a case, at the threshold **0.300**.",
        ),
        (
            made(),
            sure(NAN, NAN),
            -1,
            "With one threshold, these cases cost least, **0.250 EUR** a case, at the threshold **0.300**.",
        ),
        (
            made(INF),
            sure(INF, INF),
            -1,
            "With one threshold, these cases cost least, **0.250 EUR** a case, by predicting no case positive.",
        ),
    ],
)
def test_reason(at, how, sign, said):
    utility = of(1, 5, unit="EUR")
    assert reason(utility, at, how, sign, 5.0) == STAKE + said
    assert reason(utility, at, how, sign, 5.0, FRAUD) == said


def test_reason_has_the_digits_of_the_span():
    assert "**0.25 EUR** a case" in reason(of(1, 5, unit="EUR"), made(), None, -1, 50.0)
    assert "**0 EUR** a case" not in reason(of(1, 5, unit="EUR"), made(), None, -1, 50.0)


@pytest.mark.parametrize(
    ("best", "every", "none", "miss", "shown"),
    [
        (-0.25, -0.5, -2.0, 5, 5.0),
        (-0.25, -0.5, -2.0, 2, 2.0),
        (-0.0123, -0.02, -0.5, 500, 0.2),
        (0.03, 0.02, -0.5, 500, 0.3),
        (-0.03, -0.5, -0.04, 500, 0.4),
        (0.0, 0.0, -2.0, 5, 5.0),
    ],
)
def test_rare_amounts_have_their_digits(best, every, none, miss, shown):
    """Ten times the larger of the best and the better constant answer, and never more than the payoffs' scale."""
    at = made(value=best, every=every, none=none)
    prices = words.Choices(u=(0, -1, -miss, 0), unit="", written="costs")
    written = Money.of(prices, of(1, miss), at["best"].value, at.constant.value)
    assert written.span == pytest.approx(shown)
    assert written.sign == -1


def test_a_rare_miss_is_not_rounded_away():
    at, utility = made(value=-0.0123, every=-0.02, none=-0.5), of(1, 500)
    assert "**0.01** a case" in reason(utility, at, None, -1, 500.0)
    assert "**0.0123** a case" in reason(utility, at, None, -1, 0.2)


# The lines as a small table --------------------------------------------------------------------------------------


def test_places_by_hand():
    """From 0.2 on 2 of 6, from 0.5 on 1 + 2 x 5, always 3, never 15, from 1/6 on as from 0.2."""
    assert lines(found()) == [
        ["way", "scores ≥", "cost a case"],
        [RULES["best"][0], "0.200", "0.333"],
        [RULES["read"][0], "0.167", "0.333"],
        [RULES["all"][0], "always", "0.500"],
        [RULES["set"][0], "0.500", "1.833"],
        [RULES["none"][0], "never", "2.500"],
    ]


def test_places_on_cases_that_had_no_say():
    unseen = {"evidence": Interval(-1.25, -2.0, -1.0), "best": Interval(-0.75, -1.0, -0.5)}
    rows = lines(made(called=((0.4, INF),)), held_out=unseen)
    names = [row[0] for row in rows]
    for key, value, here in (("best", "0.750", "0.250"), ("evidence", "1.250", "1.000")):
        place = names.index(RULES[key][0])
        assert (rows[place][2], rows[place + 1]) == (value, ["on the cases it was chosen on", "", here])
    assert names.count("on the cases it was chosen on") == 2


def test_what_unseen_cases_refute_is_not_ranked_first():
    """Calling all positive costs 0.5 a case, the best threshold 0.25 on the cases that chose it and 0.75 on others."""
    refuted, borne_out = Interval(-0.75, -1.0, -0.5), Interval(-0.375, -1.0, -0.25)
    firsts = [lines(made(), held_out={"best": unseen})[1] for unseen in (refuted, borne_out)]
    assert firsts == [[RULES["all"][0], "always", "0.500"], [RULES["best"][0], "0.300", "0.375"]]


def test_places_as_payoffs_with_a_unit():
    rows = lines(made(), of(1, 5, unit="EUR"), 1)
    assert rows[0] == ["way", "scores ≥", "payoff a case, EUR"]
    assert [row[2] for row in rows[1:]] == ["−0.250", "−0.500", "−2.000"]


@pytest.mark.parametrize("unit", MARKUP)
def test_units_are_shown_letter_by_letter(unit):
    utility = of(1, 5, unit=unit)
    assert letter_by_letter(unit, reason(utility, made(), None, -1, 5.0))
    worse = known(made(read=-0.75), utility)
    for text in (worse["saves-here"], worse["worse-as-probabilities-here"]):
        assert letter_by_letter(unit, text)
    assert letter_by_letter(unit, known(made(value=-0.5), utility)["saves-nothing-here"])


@pytest.mark.parametrize(
    ("called", "said"),
    [
        (((-INF, INF),), "always"),
        ((), "never"),
        (((0.4, INF),), "0.400"),
        (((0.1, 0.2), (0.4, INF)), "2 ranges"),
        (((-INF, 0.2), (0.4, 0.5), (0.7, INF)), "3 ranges"),
    ],
)
def test_where_scores_read_as_evidence_are_called_positive(called, said):
    rows = lines(made(called=called))
    assert [row[1] for row in rows if row[0] == "by the likelihood ratio"] == [said]


def test_each_case_by_its_own_amount():
    truth = ScoreTable.of([1, 2, 3], [0, 1, 1])
    amounts = ScoreTable.of([1, 2, 3], [0, 1, 1], weight=[5.0, 10.0, 90.0])
    at = decision_rules_by_case(yield_by_threshold(truth, amounts, FRAUD), 3.0, -1.25)
    rows = lines(at, of(1, 5, unit="EUR"), wide=90.0)
    assert rows[1] == ["each case by its own amount", "by amount", "1.25"]
    assert rows[2] == [RULES["best"][0], "2", "3.33"], "both true frauds are checked, for 10 of 3 cases"
    table = cost_tables.every_line(at, None, money(), {})
    assert table["Predicted positive"].tolist() == ["2", "by amount", "3", "always", "never"]
    assert table["Threshold"].isna().tolist() == [False, True, False, False, False]
    assert table["Cost per case"].tolist() == pytest.approx([10 / 3, 1.25, 15 / 3, 15 / 3, 100 / 3])


def test_least_is_claimed_of_thresholds_only():
    """Two stretches of scores read as evidence cost nothing, and no threshold costs less than 1/3."""
    table = ScoreTable.of([0.0, 0.3, 0.5], [1, 1, 0])
    at = found(table, of(5, 1), likelihood=fit(table, "histogram"))
    assert at["evidence"].value > at["best"].value == -2 / 3
    assert "With one threshold, these cases cost least, **0.667** a case" in reason(of(5, 1), at, None, -1, 5.0)


def test_a_single_stretch_is_not_many():
    """Scores that point the wrong way: only low ones are predicted positive."""
    rows = lines(made(called=((-INF, 0.2),)))
    assert [row[1] for row in rows if row[0] == "by the likelihood ratio"] == ["1 range"]
    reversed_scores = ScoreTable.of([0.1, 0.2, 0.3, 0.4] * 5, [1, 1, 0, 0] * 5)
    assert "1 ranges" not in str(lines(found(reversed_scores, likelihood=fit(reversed_scores, "histogram"))))


# Notes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "sign", "code", "text"),
    [
        (
            made(),
            -1,
            "saves-here",
            "Without scores the best is always positive, 0.500 a case; "
            "on these cases, which chose the threshold, the scores save 0.250 of it.",
        ),
        (made(every=-2.0, none=-1.5), -1, "saves-here", "never positive, 1.500 a case; .* save 1.250 of it."),
        (made(), 1, "saves-here", "always positive, −0.500 a case; .* the scores gain 0.250 a case."),
        (made(value=0.25, every=-0.1), -1, "saves-here", "always positive, 0.100 a case; .* gain 0.350 a case."),
        (
            made(value=-0.5),
            -1,
            "saves-nothing-here",
            r"At these costs the scores as they are save \*\*nothing\*\* on these cases: "
            "always positive is as good, 0.500 a case.",
        ),
        (made(INF, -0.4, none=-0.4), 1, "saves-nothing-here", "never positive is as good, −0.400 a case."),
    ],
)
def test_what_the_scores_are_worth(at, sign, code, text):
    assert re.search(f"{text}$", known(at, sign=sign)[code])


@given(both_classes, st.sampled_from(SOME))
def test_what_the_scores_are_worth_against_loops(cases, cost):
    utility = of(*cost)
    said = known(found(tabled(cases), utility), utility)
    every = [mean_cost(cost, counted(cases, t)) for t in (-INF, *thresholds(cases))]
    free = min(every[0], every[-1])
    assert ("saves-nothing-here" in said) == (min(every) == free)
    if min(every) < free:
        won = float(free - min(every))
        places = 2 if span(utility) >= 10 else 3 - math.floor(math.log10(span(utility)))
        how = f"save {won:.{places}f} of it" if free >= free - min(every) else f"gain {won:.{places}f} a case"
        assert said["saves-here"].endswith(f", the scores {how}.")
        assert ("always positive" in said["saves-here"]) == (every[0] <= every[-1])


@pytest.mark.parametrize(
    ("lead", "sign", "code", "text"),
    [
        (
            (0.2, 0.1, 0.3),
            -1,
            "saves",
            "Without scores the best is always positive, 0.500 a case; on unseen cases, the "
            "scores save **0.200** of it (0.100 to 0.300).",
        ),
        (
            (0.2, -0.1, 0.3),
            -1,
            "maybe-saves-nothing",
            "Without scores the best is always positive, 0.500 a case; the scores save **maybe nothing**: −0.100 to "
            "0.300 of it on unseen cases.",
        ),
        (
            (-0.1, -0.3, 0.0),
            1,
            "maybe-saves-nothing",
            "Without scores the best is always positive, −0.500 a case; the scores gain **maybe nothing**: −0.300 to "
            "0.000 a case on unseen cases.",
        ),
        (
            (-0.2, -0.3, -0.1),
            -1,
            "saves-nothing",
            "Without scores the best is always positive, 0.500 a case; the scores save **nothing**: −0.300 to −0.100 "
            "of it on unseen cases.",
        ),
    ],
)
def test_what_the_scores_are_worth_on_other_cases(lead, sign, code, text):
    assert known(made(), sign=sign, leads={"all": Interval(*lead)})[code] == text


@pytest.mark.parametrize(
    ("lead", "sign", "code", "text"),
    [
        (None, -1, "worse-as-probabilities-here", "costs 0.026 a case more on these cases than the best threshold."),
        (None, 1, "worse-as-probabilities-here", "yields 0.026 a case less on these cases than the best threshold."),
        (
            (0.02, 0.01, 0.03),
            -1,
            "worse-as-probabilities",
            "costs 0.020 a case more (0.010 to 0.030) than the best threshold: they are not calibrated.",
        ),
        (
            (0.02, -0.01, 0.03),
            1,
            "maybe-as-good-as-probabilities",
            "may be as good as the best threshold: on unseen cases it yields −0.010 to 0.030 less.",
        ),
    ],
)
def test_scores_taken_for_probabilities(lead, sign, code, text):
    leads = {} if lead is None else {"read": Interval(*lead)}
    said = known(made(read=-0.276), sign=sign, leads=leads)
    assert said[code] == f"Taking the scores for probabilities, at ≥ 0.167, {text}"
    assert not [code for code in known(made()) if code.endswith("probabilities")]


@given(both_classes, st.sampled_from(SOME[:5]))
def test_costs_so_much_more(cases, cost):
    """By loops."""
    utility = of(*cost)
    said = known(found(tabled(cases), utility), utility)
    chance = Fraction(cost[0] - cost[3]) / (cost[0] - cost[3] + cost[1] - cost[2])
    every = [mean_cost(cost, counted(cases, t)) for t in (-INF, *thresholds(cases))]
    lost = mean_cost(cost, counted(cases, float(chance))) - min(every)
    assert ("as-good-as-probabilities" in said) == (lost == 0)
    if lost:
        shown = re.search(r"costs (\d+\.(\d+)) a case more on these cases", said["worse-as-probabilities-here"])
        assert shown[1] == f"{float(lost):.{len(shown[2])}f}"
        assert len(shown[2]) == (2 if span(utility) >= 10 else 3)


def test_what_costs_nothing_more_does_not_cost_only_that():
    """The line that probabilities ask for is as good as the best one."""
    assert known(found())["as-good-as-probabilities"] == (
        "Taking the scores for probabilities, at ≥ 0.167, is as good as the best threshold."
    )


def test_nothing_is_saved_of_a_gain():
    """A cost below 0 is a gain, to which the scores add."""
    said = known(made(value=1.25, every=1.0, none=0.0), of(1, 0, -3))["saves-here"]
    assert "always positive, −1.000 a case" in said
    assert said.endswith("the scores gain 0.250 a case.")


SEPARATED = ScoreTable.of([0.1, 0.2, 0.3, 0.8, 0.9, 0.7], [0, 0, 0, 1, 1, 1])


def test_net_benefit_taken_for_probabilities():
    """Perfect from above 0.3 to 0.7, and never worse than both elsewhere: where c is from 0.1 on to 0.9."""
    _, said = net_benefit(cost_curves(SEPARATED, "decision"))
    low, high = (
        float(one) for one in re.search(r" for probability thresholds from ([\d.]+) to ([\d.]+)\.$", said).groups()
    )
    assert said.startswith(
        "Net benefit on these cases: taken for probabilities, the scores are worth more than both constant answers for "
    )
    assert low == pytest.approx(0.1, abs=0.004)
    assert high == pytest.approx(0.9, abs=0.004)


def test_net_benefit_with_a_gap():
    """From 0.5 on 2 - 2c/(1-c), more than 3 - 4c/(1-c) above 1/3; from 0.7 on 1 - c/(1-c), below 0; from 0.9 on 1."""
    table = ScoreTable.of([0.1, 0.3, 0.3, 0.5, 0.5, 0.7, 0.9], [1, 0, 0, 0, 1, 0, 1])
    _, said = net_benefit(cost_curves(table, "decision"))
    low, high = (
        float(one)
        for one in re.search(r" for some probability thresholds between ([\d.]+) and ([\d.]+)\.$", said).groups()
    )
    assert 1 / 3 < low < 1 / 3 + 0.003
    assert 0.9 - 0.003 < high <= 0.9


def test_net_benefit_with_the_best_threshold():
    outside = ScoreTable.of([-1, 2, 3, 8], [0, 1, 0, 1])
    _, said = net_benefit(cost_curves(outside, "decision"))
    assert said.startswith(
        "Net benefit on these cases, which chose the threshold: with the best threshold, the scores are worth more than"
    )


def test_net_benefit_of_the_best_threshold_is_told_of_other_cases():
    """On noise the best threshold is worth something on the cases that chose it at most chances, on others at none."""
    curve = cost_curves(ScoreTable.of([-1, 2, 3, 8], [0, 1, 0, 1]), "decision", points=3)
    free = np.maximum(curve.lines["all"], curve.lines["none"])
    start = "Net benefit on unseen cases: with the best threshold, the scores are "
    for lead, code, end in (
        (-0.1, "no-net-benefit", "never worth more than always or never predicting positive."),
        (
            np.array([-0.1, 0.1, -0.1]),
            "net-benefit",
            "worth more than both constant answers for probability thresholds from 0.495 to 0.495.",
        ),
    ):
        other = replace(curve, lines={**curve.lines, "unseen": free + lead})
        assert net_benefit(other) == (code, start + end)


@pytest.mark.parametrize("score", [[0.4] * 4, [3.0] * 4])
def test_net_benefit_of_nothing(score):
    how = ": taken for probabilities" if score[0] < 1 else ", which chose the threshold: with the best threshold"
    assert net_benefit(cost_curves(ScoreTable.of(score, [0, 1, 0, 1]), "decision")) == (
        "no-net-benefit",
        f"Net benefit on these cases{how}, the scores are never worth more than always or never predicting positive.",
    )


@pytest.mark.parametrize(
    ("held_out", "code", "text"),
    [
        (None, "h-measure-here", "save 32.1 % of what .* on these cases: their **H-measure** is 0.321."),
        (
            (0.25, 0.125, 0.375),
            "h-measure",
            "save 25 % of what .*: an **H-measure** of 0.250 (0.125 to 0.375), 0.321 on these.",
        ),
        (
            (0.25, -0.125, 0.375),
            "h-measure-of-maybe-nothing",
            "save **maybe nothing** of what .* **H-measure** is −0.125 to 0.375 on unseen cases, 0.321 on these.",
        ),
        ((-0.25, -0.375, -0.125), "h-measure-of-nothing", "save **nothing** of what .*"),
        ((1e-17, 1e-17, 1e-17), "h-measure-of-nothing", "save **nothing** of what .*"),
    ],
)
def test_h_measure(held_out, code, text):
    said = known(made(), h=0.3214, held_out_h=None if held_out is None else Interval(*held_out))
    pattern = re.escape(text).replace(re.escape(".*"), ".*")
    assert re.fullmatch(f"Over all costs there may be, the scores {pattern}", said[code])
    assert not [code for code in known(made()) if code.startswith("h-measure")]


@pytest.mark.parametrize("positives", [1, 2, 3, 7, 50, 99])
def test_h_measure_of_equal_scores_has_no_sign(positives):
    table = ScoreTable(np.array([0.5]), np.array([positives]), np.array([100 - positives]))
    said = known(made(), h=h_measure(table))["h-measure-here"]
    assert "save 0 % of" in said
    assert said.endswith("is 0.")


def test_chance_and_ratio():
    """Seven to three times one to five."""
    assert known(made())["likelihood-ratio"] == (
        "The threshold on the probability does not depend on how frequent positives are. That on the likelihood ratio "
        "does: with 30 % positive it is "
        "0.467."
    )
    assert "likelihood-ratio" not in known(made(chance=NAN, ratio=NAN))


@pytest.mark.parametrize("cost", [(1, 0), (1, 5)])
@pytest.mark.parametrize("truth", [[0, 0, 0], [1, 1, 1], [0, 1, 1]])
def test_a_ratio_without_a_finite_value_is_not_told(cost, truth):
    """A miss costs nothing, or no case is positive."""
    at = found(ScoreTable.of([0.1, 0.2, 0.9], truth), of(*cost))
    said = known(at, of(*cost), share=sum(truth) / 3).get("likelihood-ratio", "")
    assert not re.search("∞|no value", said)
    assert bool(said) == (math.isfinite(float(at.bayes_threshold.ratio)))


@given(both_classes, st.sampled_from(SOME), st.sampled_from([-1, 1]), st.booleans())
def test_every_sentence_of_random_scores(cases, cost, sign, likely):
    table, utility = tabled(cases), of(*cost, unit="a_b")
    at = found(table, utility, 0.5, fit(table, "histogram") if likely else None)
    share = sum(true for _, true in cases) / len(cases)
    curve = cost_curves(table, "decision")
    all_notes = known(at, utility, sign, share, h_measure(table), curve)
    said = [sentence(utility, at), reason(utility, at, sure(0.137, INF), sign, span(utility)), *all_notes.values()]
    assert sentences(said)
    assert not re.search(r"a_b|--|−−|\b(no value)\b", " ".join(said))
    better = curve.lines["read"] > np.maximum(curve.lines["all"], curve.lines["none"]) + 1e-9
    assert ("no-net-benefit" in all_notes) == (not better.any())
    assert ("net-benefit" in all_notes) == (np.abs(np.diff(better, prepend=False, append=False)).sum() == 2)
    shown = lines(at, utility, sign)
    assert RULES["best"][0] in [row[0] for row in shown[1:3]], "only several stretches may be better"
    assert len(shown) == len(at.rules) + 1
    assert sound_words(str(shown))
    assert "1 ranges" not in str(shown)


# The tables ------------------------------------------------------------------------------------------------------


def test_table():
    held_out = {"best": Interval(-0.5, -0.75, -0.25)}
    rows = cost_tables.every_line(found(), sure(0.1, 0.4), money(), held_out)
    assert list(rows.columns) == [
        "Way to decide", "Predicted positive", "Threshold", "95 % from", "to", "Cost per case", "On unseen cases",
        "unseen, 95 % from", "unseen, to", "Source",
    ]  # fmt: skip
    assert rows["Way to decide"].tolist() == [RULES[key][0] for key in ("best", "read", "set", "all", "none")]
    assert rows["Predicted positive"].tolist() == ["0.200", "0.167", "0.500", "always", "never"]
    assert rows["Threshold"].tolist() == pytest.approx([0.2, 1 / 6, 0.5, -INF, INF])
    assert rows["Cost per case"].tolist() == pytest.approx([2 / 6, 2 / 6, 11 / 6, 3 / 6, 15 / 6])
    assert (rows["95 % from"][0], rows["to"][0]) == (0.1, 0.4)
    left_out = ["On unseen cases", "unseen, 95 % from", "unseen, to"]
    assert rows.loc[0, left_out].tolist() == [0.5, 0.25, 0.75]
    assert rows.loc[1:, ["95 % from", "to", *left_out]].isna().all(axis=None)
    assert rows["Source"][:2].tolist() == ["Wang & Chen (2017)", "Elkan (2001)"]


def test_table_of_payoffs_without_resamples():
    rows = cost_tables.every_line(found(), None, money(sign=1), {})
    assert rows["Payoff per case"].tolist() == pytest.approx([-2 / 6, -2 / 6, -11 / 6, -3 / 6, -15 / 6])
    assert rows[["95 % from", "to"]].isna().all(axis=None)


@pytest.mark.parametrize(("skill", "far"), [(1.5, 1 / 800), (0.0, 1 / 25)])
def test_of_many_scores_the_line_drawn_is_near_the_payoff_at_each(skill, far):
    # Without skill the payoff zigzags so much that 2,000 points keep its lowest and highest in each column only.
    rng = np.random.default_rng(1)
    truth = rng.random(10**5) < 0.5
    score = rng.normal(size=10**5) + skill * truth
    table = ScoreTable.of(score, truth)
    data = Data(10**5, float(truth.sum()), models={"a": Model(table, 0.0, table.at(0.0))}, chosen="a")
    threshold, value, _ = Costs(data, table, 0.0, Utility(tp=0, fp=-1, fn=-1, tn=0), None).thinned()
    order = np.argsort(score)
    missed = np.cumsum(truth[order]) - truth[order]
    alarms = np.cumsum(~truth[order][::-1])[::-1]
    payoff = -(missed + alarms) / 10**5
    assert threshold.size <= 2000
    assert np.abs(np.interp(score[order], threshold, value) - payoff).max() <= far * np.ptp(payoff)
    assert [value.min(), value.max()] == pytest.approx([payoff.min(), payoff.max()], abs=np.ptp(payoff) / 1000)
