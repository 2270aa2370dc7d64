"""What does a mistake cost, and which threshold follows? Every branch of what is said, the sums made case by case."""

import itertools
import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ddcore.answers.base.money import Money, as_payoffs
from ddcore.answers.costs import Choices, tables, words
from ddcore.answers.costs.compute import Costs
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
from tests.helpers.answers import asked, holds, notes
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


def with_rules(at, utility=FIVE, held_out=(), best=None):
    """Costs of which these are the results."""
    costs = Costs(Data(1, 1), HAND, 0.5, utility, None)
    vars(costs).update(rules=at, held_out=dict(held_out), best=best)
    return costs


def lines(at, utility=FIVE, sign=-1, wide=None, held_out=()):
    """The small table: its head and its rows."""
    rows = tables.lines(with_rules(at, utility, held_out), money(utility, sign, wide))
    return [list(rows.columns), *([str(cell) for cell in row] for row in rows.itertuples(index=False))]


def net_benefit(curve):
    """The code and the sentence about it."""
    ((code, text),) = [(code, text) for code, text in known(made(), curve=curve).items() if "net-benefit" in code]
    return code, text


def mean_cost(cost, cells):
    """The mean of c11, c10, c01, c00 over TP, FP, FN, TN, exactly."""
    c10, c01, c11, c00 = (Fraction(one) for one in cost)
    return sum(c * n for c, n in zip((c11, c10, c01, c00), cells, strict=True)) / sum(cells)


# The answer ------------------------------------------------------------------------------------------------------


def test_stakes():
    """0.1 and 0.2 more differ from 0.3 by rounding only, and 1.0002 times is not 1 times."""
    said = {
        (2, 5): "miss costs 2.5 times",
        (5, 1): "miss costs 1/5",
        (20, 3): "miss costs 0.15",
        (1, 3, 1): "miss costs 2 times",
        (0, 1): "alarm costs nothing",
        (1, 0): "miss costs nothing",
        (0.1, 0.3): "3 times",
        (1, 12345): "12,345 times",
        (1, 1.0002): "as much as",
    }
    assert {cost: words.stakes(of(*cost)) for cost, part in said.items() if part not in words.stakes(of(*cost))} == {}
    assert "as much as" in words.stakes(Utility(tp=0.1, fn=-0.2, tn=0.3, fp=0))
    assert holds(as_payoffs(of(1, 5, -2.5, 0.25), False), "TP 2.500,", "FP −1,", "FN −5,", "TN −0.250.")
    assert "average case: TP 0," in as_payoffs(FIVE, True)


@pytest.mark.full
@given(both_classes, st.sampled_from(SOME))
@example([(0.0, False)] * 4 + [(0.293, True), (0.457, False)], (1, 5, 0, 0))
def test_answer_reason_and_notes_against_loops(cases, cost):
    utility, at = of(*cost), found(tabled(cases), of(*cost))
    answer, unit = answered(at, utility), answered(at, utility, wide=1.0)
    said, every = notes(answer), [mean_cost(cost, counted(cases, t)) for t in (-INF, *thresholds(cases))]
    least, free, places = min(every[1:]), min(every[0], every[-1]), 2 if span(utility) >= 10 else 3
    place = re.search(r"best threshold is \*\*([\d.]+)\*\*|predict no case positive", unit.reason)
    taken = float(place[1]) if place[1] else INF
    assert mean_cost(cost, counted(cases, taken)) == least
    assert f"**{told_cost(least)}**" in unit.reason
    where = f"at scores ≥ **{told(taken)}**" if taken < INF else "**never**"
    alarm, miss = Fraction(cost[0]) - Fraction(cost[3]), Fraction(cost[1]) - Fraction(cost[2])
    assert holds(answer.sentence, where, f"≥ {told(float(alarm / (alarm + miss)))}.")
    paid = sorted(round(float(mean_cost(cost, counted(cases, one.threshold))), 12) for one in at.rules)
    assert [row[2] for row in lines(at, utility, wide=1.0)[1:]] == [told_cost(one) for one in paid]
    # What the scores save beside the better constant answer.
    assert ("saves-nothing-here" in said) == (min(every) == free)
    if min(every) < free:
        won, digits = float(free - min(every)), places if places == 2 else 3 - math.floor(math.log10(span(utility)))
        save = f"save {won:.{digits}f}" if free >= free - min(every) else f"gain {won:.{digits}f}"
        assert holds(said["saves-here"], save)
        assert ("always predicting positive" in said["saves-here"]) == (every[0] <= every[-1])
    # What is lost where scores are taken for probabilities.
    if alarm and miss:
        lost = mean_cost(cost, counted(cases, float(alarm / (alarm + miss)))) - min(every)
        assert ("as-good-as-probabilities" in said) == (lost == 0)
        assert lost == 0 or f"costs {float(lost):.{places}f} a" in said["worse-as-probabilities-here"]


def told_cost(cost):
    return f"{float(cost):.3f}".replace("-", "−")


# Why -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "how", "sign", "parts"),
    [
        (made(), None, 1, ("**0.300**:", "yields **−0.250 EUR**")),
        (made(INF), None, -1, ("no case positive:", "costs **0.250 EUR**")),
        (made(), sure(0.1, 0.4), -1, ("**0.300** (95 %", ": 0.100 to 0.400):")),
        (made(INF), sure(0.1, INF), -1, ("positive (95 %", ": 0.100 to never):")),
        (made(), sure(0.3, 0.3), -1, ("**0.300**:",)),
        (made(), sure(NAN, NAN), -1, ("**0.300**:",)),
        (made(INF), sure(INF, INF), -1, ("no case positive:",)),
    ],
)
def test_reason(at, how, sign, parts):
    """The stakes are told where they are the same for all cases."""
    utility = of(1, 5, unit="EUR")
    plain, by_amount = (answered(at, utility, sign, best=how, wide=5.0, by_case=by).reason for by in (None, FRAUD))
    assert holds(plain, *parts)
    start, _, end = plain.partition("`1 / (1 + 5)`. ")
    assert holds(start, "alarm loses 1,", "miss 5:")
    assert end == by_amount


@pytest.mark.parametrize(
    ("best", "every", "none", "miss", "shown"),
    [
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
    prices = Choices(u=(0, -1, -miss, 0), unit="", written="costs")
    written = Money.of(prices, of(1, miss), at["best"].value, at.constant.value)
    assert (written.span, written.sign) == (pytest.approx(shown), -1)


def test_reason_has_the_digits_of_the_span():
    rare, utility = made(value=-0.0123, every=-0.02, none=-0.5), of(1, 500)
    assert "**0.01**" in answered(rare, utility, wide=500.0).reason
    assert "**0.0123**" in answered(rare, utility, wide=0.2).reason
    # Two stretches of scores read as evidence cost nothing, and no threshold, of which alone it is told, less than 1/3.
    table = ScoreTable.of([0.0, 0.3, 0.5], [1, 1, 0])
    at = found(table, of(5, 1), likelihood=fit(table, "histogram"))
    assert at["evidence"].value > at["best"].value == -2 / 3
    assert holds(answered(at, of(5, 1), wide=5.0).reason, "no case positive", "**0.667**")


# The lines as a small table --------------------------------------------------------------------------------------


def test_places_by_hand():
    """1 / (1 + 5); from 0.2 on 2 of 6, from 0.5 on 1 + 2 x 5, always 3, never 15, from 1/6 on as from 0.2."""
    assert holds(answered(found()).sentence, "5 times", "**0.200**", "≥ 0.167.")
    assert lines(found()) == [
        ["way", "scores ≥", "cost a case"],
        [RULES["best"][0], "0.200", "0.333"],
        [RULES["read"][0], "0.167", "0.333"],
        [RULES["all"][0], "always", "0.500"],
        [RULES["set"][0], "0.500", "1.833"],
        [RULES["none"][0], "never", "2.500"],
    ]
    rows = lines(made(), of(1, 5, unit="EUR"), 1)
    assert rows[0] == ["way", "scores ≥", "payoff a case, EUR"]
    assert [row[2] for row in rows[1:]] == ["−0.250", "−0.500", "−2.000"]


def test_places_on_cases_that_had_no_say():
    unseen = {"evidence": Interval(-1.25, -2.0, -1.0), "best": Interval(-0.75, -1.0, -0.5)}
    rows = lines(made(called=((0.4, INF),)), held_out=unseen)
    names = [row[0] for row in rows]
    for key, value, here in (("best", "0.750", "0.250"), ("evidence", "1.250", "1.000")):
        place = names.index(RULES[key][0])
        assert rows[place][2:] == [value, here]
    assert len(rows) == 1 + 4
    # What unseen cases refute is not ranked first: calling all positive costs 0.5 a case, the best threshold 0.25 here.
    refuted, borne_out = Interval(-0.75, -1.0, -0.5), Interval(-0.375, -1.0, -0.25)
    firsts = [lines(made(), held_out={"best": unseen})[1][:3] for unseen in (refuted, borne_out)]
    assert firsts == [[RULES["all"][0], "always", "0.500"], [RULES["best"][0], "0.300", "0.375"]]


@pytest.mark.parametrize("unit", MARKUP)
def test_units_are_shown_letter_by_letter(unit):
    utility = of(1, 5, unit=unit)
    worse = answered(made(read=-0.75), utility, wide=5.0)
    said, nothing = notes(worse), notes(answered(made(value=-0.5), utility))["saves-nothing-here"]
    for text in (worse.reason, said["saves-here"], said["worse-as-probabilities-here"], nothing):
        assert letter_by_letter(unit, text)


def test_where_scores_read_as_evidence_are_called_positive():
    """A single range is not many, as where low scores only are predicted positive."""
    said = {
        ((-INF, INF),): "always",
        (): "never",
        ((0.4, INF),): "0.400",
        ((-INF, 0.2),): "1 range",
        ((0.1, 0.2), (0.4, INF)): "2 ranges",
    }
    shown = {called: {row[0]: row[1] for row in lines(made(called=called))} for called in said}
    assert {called: rows[RULES["evidence"][0]] for called, rows in shown.items()} == said


def test_each_case_by_its_own_amount():
    """Both true frauds are checked from 2 on, for 10 of 3 cases."""
    amounts = ScoreTable.of([1, 2, 3], [0, 1, 1], weight=[5.0, 10.0, 90.0])
    cases = yield_by_threshold(ScoreTable.of([1, 2, 3], [0, 1, 1]), amounts, FRAUD)
    at = decision_rules_by_case(cases, 3.0, -1.25)
    rows = lines(at, of(1, 5, unit="EUR"), wide=90.0)
    assert rows[1:3] == [[RULES["own"][0], "by amount", "1.25"], [RULES["best"][0], "2", "3.33"]]
    table = tables.rules(with_rules(at), money())
    assert table["Predicted positive"].tolist() == ["2", "by amount", "3", "always", "never"]
    assert table["Threshold"].isna().tolist() == [False, True, False, False, False]
    assert table["Cost per case"].tolist() == pytest.approx([10 / 3, 1.25, 15 / 3, 15 / 3, 100 / 3])
    for rules, where in ((at, "**2**."), (made(INF), "**never** predict positive.")):
        assert re.fullmatch(f"At these amounts.*{re.escape(where)}", answered(rules, by_case=FRAUD).sentence)


# Notes -----------------------------------------------------------------------------------------------------------

READ = made(read=-0.276)


def by_read(*lead, sign=-1):
    return {"leads": {"read": Interval(*lead)}, "sign": sign}


def of_h(*held_out):
    return {"held_out_h": Interval(*held_out)}


@pytest.mark.parametrize(
    ("at", "given", "code", "parts"),
    [
        (made(every=-2.0, none=-1.5), {}, "saves-here", ("never predicting positive, 1.500", "save 1.250")),
        (made(), {"sign": 1}, "saves-here", ("always predicting positive, −0.500", "gain 0.250")),
        (made(value=0.25, every=-0.1), {}, "saves-here", ("always predicting positive, 0.100", "gain 0.350")),
        (made(value=-0.5), {}, "saves-nothing-here", ("**nothing**", "always predicting positive", "0.500")),
        (made(INF, -0.4, none=-0.4), {"sign": 1}, "saves-nothing-here", ("never predicting positive", "−0.400")),
        # A cost below 0 is a gain, to which the scores add.
        (made(value=1.25, every=1.0, none=0.0), {}, "saves-here", ("always predicting positive, −1.000", "gain 0.250")),
        (READ, {}, "worse-as-probabilities-here", ("≥ 0.167", "costs 0.026", "more")),
        (READ, {"sign": 1}, "worse-as-probabilities-here", ("≥ 0.167", "yields 0.026", "less")),
        (READ, by_read(0.02, 0.01, 0.03), "worse-as-probabilities", ("costs 0.020", "more (0.010 to 0.030)")),
        (READ, by_read(0.02, -0.01, 0.03, sign=1), "maybe-as-good-as-probabilities", ("yields −0.010 to 0.030 less",)),
        (made(), {}, "h-measure-here", ("32.1 %", "0.321.")),
        (made(), of_h(0.25, 0.125, 0.375), "h-measure", ("25 %", "0.250 (0.125 to 0.375)", "0.321")),
        (made(), of_h(0.25, -0.125, 0.375), "h-measure-of-maybe-nothing", ("**not certain**", "−0.125 to 0.375")),
        (made(), of_h(-0.25, -0.375, -0.125), "h-measure-of-nothing", ("**nothing**", "−0.375 to −0.125", "0.321")),
        (made(), of_h(1e-17, 1e-17, 1e-17), "h-measure-of-nothing", ("**nothing**",)),
    ],
)
def test_what_the_scores_are_worth(at, given, code, parts):
    assert holds(known(at, **{"h": 0.3214, **given})[code], *parts)


def test_nothing_is_said_of_what_is_not_known():
    assert not [code for code in known(made()) if code.endswith("probabilities") or code.startswith("h-measure")]


@pytest.mark.parametrize(
    ("lead", "sign", "code", "parts"),
    [
        ((0.2, 0.1, 0.3), -1, "saves", ("0.500", "save **0.200**", "(0.100 to 0.300)")),
        ((0.2, -0.1, 0.3), -1, "maybe-saves-nothing", ("0.500", "save anything (−0.100 to 0.300 of that)")),
        ((-0.1, -0.3, 0.0), 1, "maybe-saves-nothing", ("−0.500", "gain anything (−0.300 to 0.000 a case)")),
        ((-0.2, -0.3, -0.1), -1, "saves-nothing", ("0.500", "save **nothing** (−0.300 to −0.100 of that)")),
    ],
)
def test_what_the_scores_are_worth_on_other_cases(lead, sign, code, parts):
    assert holds(known(made(), sign=sign, leads={"all": Interval(*lead)})[code], *parts)


SEPARATED = ScoreTable.of([0.1, 0.2, 0.3, 0.8, 0.9, 0.7], [0, 0, 0, 1, 1, 1])
GAP = ScoreTable.of([0.1, 0.3, 0.3, 0.5, 0.5, 0.7, 0.9], [1, 0, 0, 0, 1, 0, 1])
OUTSIDE = ScoreTable.of([-1, 2, 3, 8], [0, 1, 0, 1])


@pytest.mark.parametrize(
    ("table", "code", "ends"), [(SEPARATED, "net-benefit", (0.1, 0.9)), (GAP, "some-net-benefit", (1 / 3, 0.9))]
)
def test_net_benefit_taken_for_probabilities(table, code, ends):
    """Perfect from above 0.3 to 0.7, and never worse than both elsewhere: where c is from 0.1 on to 0.9.

    With a gap: from 0.5 on 2 - 2c/(1-c), more than 3 - 4c/(1-c) above 1/3; from 0.7 on 1 - c/(1-c), below 0; from 0.9
    on 1.
    """
    found, said = net_benefit(cost_curves(table, "decision"))
    assert found == code
    assert [float(end) for end in re.findall(r"0\.\d+", said)] == pytest.approx(ends, abs=0.004)
    assert "used as probabilities" in said


def test_net_benefit_of_the_best_threshold_is_told_of_other_cases():
    """On noise the best threshold is worth something on the cases that chose it at most chances, on others at none."""
    assert "chose the threshold" in net_benefit(cost_curves(OUTSIDE, "decision"))[1]
    curve = cost_curves(OUTSIDE, "decision", points=3)
    free = np.maximum(curve.lines["all"], curve.lines["none"])
    lead = np.array([-0.1, 0.1, -0.1])
    none, some = (net_benefit(replace(curve, lines={**curve.lines, "unseen": free + by})) for by in (-0.1, lead))
    assert (none[0], some[0]) == ("no-net-benefit", "net-benefit")
    assert "On unseen cases" in none[1]
    assert holds(some[1], "On unseen cases", "0.495 to 0.495")
    for score, how in ((0.4, "used as probabilities"), (3.0, "best threshold")):
        code, text = net_benefit(cost_curves(ScoreTable.of([score] * 4, [0, 1, 0, 1]), "decision"))
        assert (code, how in text) == ("no-net-benefit", True)


def test_h_measure_of_equal_scores_has_no_sign():
    for positives in (3, 50, 99):
        table = ScoreTable(np.array([0.5]), np.array([positives]), np.array([100 - positives]))
        assert holds(known(made(), h=h_measure(table))["h-measure-here"], "save 0 %", "is 0.")


@pytest.mark.full
def test_chance_and_ratio():
    """Seven to three times one to five; without a finite value where a miss costs nothing, or no case is positive."""
    assert holds(known(made())["likelihood-ratio"], "30 %", "0.467.")
    assert "likelihood-ratio" not in known(made(chance=NAN, ratio=NAN))
    for cost, truth in itertools.product([(1, 0), (1, 5)], [(0, 0, 0), (1, 1, 1), (0, 1, 1)]):
        at = found(ScoreTable.of([0.1, 0.2, 0.9], truth), of(*cost))
        said = known(at, of(*cost), share=sum(truth) / 3).get("likelihood-ratio", "")
        assert not re.search("∞|no value", said)
        assert bool(said) == (math.isfinite(float(at.bayes_threshold.ratio)))


@pytest.mark.full
@given(both_classes, st.sampled_from(SOME), st.sampled_from([-1, 1]), st.booleans())
def test_every_sentence_of_random_scores(cases, cost, sign, likely):
    table, utility = tabled(cases), of(*cost, unit="a_b")
    at = found(table, utility, 0.5, fit(table, "histogram") if likely else None)
    share, curve = sum(true for _, true in cases) / len(cases), cost_curves(table, "decision")
    answer = answered(at, utility, sign, share, h_measure(table), curve, best=sure(0.137, INF))
    said = [answer.sentence, answer.reason, *notes(answer).values()]
    assert sentences(said)
    assert not re.search(r"a_b|--|−−|\b(no value)\b", " ".join(said))
    better = curve.lines["read"] > np.maximum(curve.lines["all"], curve.lines["none"]) + 1e-9
    assert ("no-net-benefit" in notes(answer)) == (not better.any())
    assert ("net-benefit" in notes(answer)) == (np.abs(np.diff(better, prepend=False, append=False)).sum() == 2)
    shown = lines(at, utility, sign)
    # Only several stretches may be better than the best threshold.
    cost_of = {row[0]: row[2] for row in shown[1:] if row[0] != RULES["evidence"][0]}
    assert cost_of[RULES["best"][0]] == next(iter(cost_of.values()))
    assert len(shown) == len(at.rules) + 1
    assert sound_words(str(shown))


# The tables ------------------------------------------------------------------------------------------------------


def test_table():
    held_out = {"best": Interval(-0.5, -0.75, -0.25)}
    rows = tables.rules(with_rules(found(), held_out=held_out, best=sure(0.1, 0.4)), money())
    assert rows["Way to decide"].tolist() == [RULES[key][0] for key in ("best", "read", "set", "all", "none")]
    assert rows["Predicted positive"].tolist() == ["0.200", "0.167", "0.500", "always", "never"]
    assert rows["Threshold"].tolist() == pytest.approx([0.2, 1 / 6, 0.5, -INF, INF])
    costs = np.array([2, 2, 11, 3, 15]) / 6
    assert rows["Cost per case"].to_numpy() == pytest.approx(costs)
    told = ["95 % from", "to", "On unseen cases", "unseen, 95 % from", "unseen, to"]
    assert rows.loc[0, told].tolist() == [0.1, 0.4, 0.5, 0.25, 0.75]
    assert rows.loc[1:, told].isna().all(axis=None)
    assert rows["Source"][:2].tolist() == ["Wang & Chen (2017)", "Elkan (2001)"]
    payoffs = tables.rules(with_rules(found()), money(sign=1))
    assert payoffs["Payoff per case"].to_numpy() == pytest.approx(-costs)
    assert payoffs[["95 % from", "to"]].isna().all(axis=None)


@pytest.mark.parametrize(("skill", "far"), [(1.5, 1 / 800), (0.0, 1 / 25)])
def test_of_many_scores_the_line_drawn_is_near_the_payoff_at_each(skill, far):
    # Without skill the payoff zigzags so much that 2,000 points keep its lowest and highest in each column only.
    cases, rng = 10**5, np.random.default_rng(1)
    truth = rng.random(cases) < 0.5
    score = rng.normal(size=cases) + skill * truth
    table = ScoreTable.of(score, truth)
    data = Data(cases, float(truth.sum()), models={"a": Model(table, 0.0, table.at(0.0))}, chosen="a")
    threshold, value, _ = Costs(data, table, 0.0, Utility(tp=0, fp=-1, fn=-1, tn=0), None).thinned()
    order = np.argsort(score)
    payoff = -(np.cumsum(truth[order]) - truth[order] + np.cumsum(~truth[order][::-1])[::-1]) / cases
    assert threshold.size <= 2000
    assert np.abs(np.interp(score[order], threshold, value) - payoff).max() <= far * np.ptp(payoff)
    assert [value.min(), value.max()] == pytest.approx([payoff.min(), payoff.max()], abs=np.ptp(payoff) / 1000)
