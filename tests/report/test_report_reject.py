"""Words and tables of cases that a person should see: every branch of every sentence, counted case by case."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcore.counts import Counts
from ddcore.decisions.band_interval import BandInterval, band_interval, cost_band_interval
from ddcore.decisions.costs import Threshold, costs
from ddcore.decisions.coverage import RiskCoverage, risk_coverage
from ddcore.decisions.referral import BandThresholds, Referral, band_thresholds
from ddcore.decisions.reject import (
    DECIDED,
    OVERALL,
    BandCounts,
    RejectBand,
    band_counts,
    best_band,
    cost_band,
)
from ddcore.interval import Interval
from ddcore.measures import MEASURES, measure
from ddcore.report import reject as words
from ddcore.scores.resampling import Resamples
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.lines import (
    MARKUP,
    NAMES,
    about,
    both_classes,
    letter_by_letter,
    paired,
    sentences,
    small_table,
    tabled,
    thresholds,
    told,
)

NAN, INF = math.nan, math.inf
ACC, F1 = measure("ACC"), measure("F1")
CASES = [(0.1, False), (0.2, True), (0.4, False), (0.5, True), (0.7, False), (0.9, True)]
HAND = tabled(CASES)
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.25, 0.5, 1.25, 1.5])
PERFECT = ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1])
JUDGING = [key for key, row in MEASURES.items() if row.judges]
FIVE = costs(c10=1, c01=5)


def six(cases, low, high):
    """TP, FP, FN, TN of the decided cases, and the referred positives and negatives, counted one by one."""
    found = dict.fromkeys(("tp", "fp", "fn", "tn", "p", "n"), 0)
    for score, true in cases:
        cell = (
            ("tp" if true else "fp") if score >= high else ("fn" if true else "tn") if score < low else "pn"[not true]
        )
        found[cell] += 1
    return tuple(found.values())


def band(tp=0, fp=0, fn=0, tn=0, p=0, n=0, *, low=0.38, high=0.71, value=NAN, row=ACC):
    """A band whose six cells are put in."""
    cells = BandCounts(Counts(tp=tp, fp=fp, fn=fn, tn=tn), *(np.asarray(one) for one in (p, n)))
    return RejectBand(low, high, float(row(cells.decided)) if math.isnan(value) else value, cells)


def closed(tp=3, fp=1, fn=1, tn=5, low=0.5, **more):
    return band(tp, fp, fn, tn, low=low, high=low, **more)


def sure(low=(0.1, 0.2), high=(0.6, 0.7), value=0.8125, lead=(0.05, 0.02, 0.08)):
    return BandInterval(low, high, value, value - 0.125, value + 0.0625, Interval(*lead))


def curve(values, row=ACC):
    """What more referring does, at even steps."""
    steps = len(values)
    return RiskCoverage(row, np.arange(1, steps + 1) / steps, np.array(values, float), *np.full((2, steps), 0.5))


RISK = curve(np.linspace(0.01, 0.4, 9), measure("ERR"))
OPEN, ALONE = band(30, 5, 5, 40, 8, 12), closed(36, 12, 7, 45)


def known(row=ACC, one=OPEN, alone=ALONE, share=0.2, how=None, found=RISK, risk=RISK):
    return words.worth_knowing(row, one, alone, share, how, found, risk)


def drawn_from(table, resamples=20):
    return Resamples.of(table, resamples, rng=np.random.default_rng(1))


# The answer ------------------------------------------------------------------------------------------------------

BETTER = "Refer 20 %, between 0.380 and 0.710, and accuracy rises from 0.810 to 0.875 on these cases; "


@pytest.mark.parametrize(
    ("row", "one", "alone", "said"),
    [
        (
            ACC,
            OPEN,
            ALONE,
            "Refer 20 %, between 0.380 and 0.710, and accuracy rises from 0.810 to :primary[0.875] on these cases.",
        ),
        (
            measure("ERR"),
            band(30, 5, 5, 40, 8, 12, row=measure("ERR")),
            closed(36, 12, 7, 45, row=measure("ERR")),
            "Refer 20 %, between 0.380 and 0.710, and error rate falls from 0.190 to :primary[0.125] on these cases.",
        ),
        (
            F1,
            band(30, 5, 5, 40, 8, 12, high=INF, value=0.5),
            closed(value=0.75),
            "Referring does not help: refer 20 %, from 0.380 on, and F1 falls from 0.750 to :primary[0.500] on these "
            "cases.",
        ),
        (
            measure("ERR"),
            band(30, 5, 5, 40, 8, 12, value=0.25),
            closed(value=0.125),
            "Referring does not help: refer 20 %, between 0.380 and 0.710, and error rate rises from 0.125 to "
            ":primary[0.250] on these cases.",
        ),
        (
            ACC,
            band(30, 5, 5, 40, 8, 12, value=0.3),
            closed(value=0.1 + 0.2),
            "Referring does not help: refer 20 %, between 0.380 and 0.710, and accuracy stays 0.300 on these cases.",
        ),
        (
            measure("PPV"),
            band(30, 5, 5, 40, 8, 12, value=0.3),
            RejectBand(0.5, 0.5, NAN, ALONE.cells),
            "Refer 20 %, between 0.380 and 0.710, and precision is :primary[0.300] on these cases.",
        ),
        (
            ACC,
            band(30, 5, 5, 40, 8, 12, value=0.75),
            closed(value=0.75),
            "Referring does not help: refer 20 %, between 0.380 and 0.710, and accuracy stays 0.750 on these cases.",
        ),
        (
            ACC,
            closed(),
            closed(),
            "Refer nobody, call positive from 0.500 on, and accuracy is :primary[0.800] on these cases.",
        ),
        (
            ACC,
            closed(low=INF),
            closed(low=INF),
            "Refer nobody, call nothing positive, and accuracy is :primary[0.800] on these cases.",
        ),
        (
            measure("MCC"),
            RejectBand(NAN, NAN, NAN, ALONE.cells),
            ALONE,
            "Matthews correlation (MCC) has no value among the decided cases: no case is truly positive or no case is "
            "truly negative or no case is called positive or no case is called negative.",
        ),
    ],
)
def test_answer(row, one, alone, said):
    assert words.answer(row, one, alone).replace("\\", "") == said


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ((0.05, 0.02, 0.08), "on others it is better by :primary[0.050] (0.020 to 0.080)."),
        ((0.03, -0.01, 0.08), "on others it is **maybe no better** (−0.010 to 0.080)."),
        ((-0.05, -0.08, -0.02), "on others it is **worse** by 0.050."),
    ],
)
def test_answer_says_what_to_expect_of_others(lead, said):
    assert words.answer(ACC, OPEN, ALONE, sure(lead=lead)) == BETTER + said


def test_answer_says_what_to_expect_of_a_line():
    start = "Refer nobody, call positive from 0.500 on, and accuracy is"
    assert words.answer(ACC, closed(), ALONE, sure()) == f"{start} 0.800 on these cases, :primary[0.812] on others."
    assert words.answer(ACC, closed(), ALONE, sure(value=NAN)) == f"{start} :primary[0.800] on these cases."


@pytest.mark.parametrize("key", NAMES)
def test_names_inside_a_sentence(key):
    """People keep their capital."""
    said = words.answer(measure(key), closed(), closed()).replace("\\", "")
    assert said == f"Refer nobody, call positive from 0.500 on, and {NAMES[key]} is :primary[0.800] on these cases."


def test_a_value_where_there_was_none_neither_rises_nor_falls():
    """Without a referral four cases are decided, and the formula divides by zero."""
    row = measure("odd = tp / (m - 4)")
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    said = words.answer(row, best_band(table, row, 0.25), best_band(table, row, 0.0))
    assert "from no value" not in said


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "TPR", "PPV"]), st.sampled_from([0.1, 0.25, 0.5, 0.9]))
@settings(max_examples=120)
def test_answer_against_loops(cases, key, share):
    """The share, the measure with the band and without, and the way from one to the other."""
    table, row = tabled(cases), measure(key)
    one, alone = best_band(table, key, share), best_band(table, key, 0.0)
    said = words.answer(row, one, alone)
    sign = -1 if key == "ERR" else 1
    singles = [oracles.DEFINITIONS[key](*six(cases, t, t)[:4]) for t in thresholds(cases)]
    before = max(sign * value for value in singles if value is not None)
    if "has no value" in said:
        assert math.isnan(one.value)
        return
    if said.startswith("Refer nobody"):
        # What stands there must hold together: the measure at that line.
        place = re.search(r"from ([\d.]+) on|call nothing positive", said)
        at = float(place[1]) if place[1] else INF
        assert said.endswith(
            f"is :primary[{told(float(oracles.DEFINITIONS[key](*six(cases, at, at)[:4])))}] on these cases."
        )
        return
    place = re.search(r"between ([\d.]+) and ([\d.]+),|from ([\d.]+) on,", said)
    low, high = (float(place[1]), float(place[2])) if place[1] else (float(place[3]), INF)
    cells = six(cases, low, high)
    after = oracles.DEFINITIONS[key](*cells[:4])
    assert 0 < sum(cells[4:]) <= share * len(cases)
    start = "Referring does not help: refer" if sign * after <= before else "Refer"
    assert said.startswith(f"{start} {told_percent(Fraction(sum(cells[4:]), len(cases)))}, ")
    before *= sign
    if after == before:
        assert said.endswith(f"stays {told(float(after))} on these cases.")
    else:
        way = "rises" if after > before else "falls"
        assert said.endswith(f" {way} from {told(float(before))} to :primary[{told(float(after))}] on these cases.")


def told_percent(share):
    return f"{float(100 * share):.1f}".removesuffix(".0") + " %"


def test_refer_nobody_has_the_value_of_its_own_line():
    """A quarter is one case, and both cases at 0 stay together. From 0.3 on F1 is 2/3, from 0 on 2/5."""
    table = ScoreTable.of([0, 0, 0.3, 0.5], [0, 0, 1, 0])
    said = words.answer(F1, best_band(table, "F1", 0.25), best_band(table, "F1", 0.0))
    assert "from 0.300 on, and F1 is :primary[0.400]" not in said


# Why -------------------------------------------------------------------------------------------------------------


def test_decided():
    assert words.decided(OPEN, "a_b") == (
        "A person sees **20** of 100 cases, 40 % of them truly a\\_b. The model decides **80 cases** and gets 70 of "
        "them right."
    )
    assert words.decided(ALONE, "yes") == "The model decides **100 cases** and gets 81 of them right."
    assert words.decided(band(1.5, 0.25, 0, 1, 0.5, 0.75), "yes") == (
        "A person sees **31.2 %** of the weight, 40 % of that truly yes. The model decides **68.8 %** of the weight "
        "and gets 90.9 % of that right."
    )
    assert "**1,200 cases** and gets 1,000 of" in words.decided(closed(500, 100, 100, 500), "yes")


def test_one_case_is_not_many():
    said = words.decided(band(1, 0, 0, 0, 1, 0), "yes")
    assert said.endswith("The model decides **1 case** and gets it right.")
    assert words.decided(band(0, 1, 0, 0, 1, 0), "yes").endswith("The model decides **1 case** and gets it wrong.")
    assert words.decided(band(0, 0, 0, 0, 1, 0), "yes").endswith("The model decides no case.")


def test_all_right_is_told_as_all():
    assert words.decided(closed(40, 0, 0, 40), "yes") == "The model decides **80 cases** and gets all of them right."


def test_weights_are_not_counted_as_cases():
    """Of a weight of 11.5 two are referred, all negative; of the rest, 9.5, those of 3 and 3.5 are right."""
    table = ScoreTable.of([0.1, 0.4, 0.35, 0.8, 0.6, 0.7], [0, 0, 1, 1, 0, 1], weight=[1, 2.5, 3, 1, 2, 2])
    assert words.decided(best_band(table, "ACC", 0.3), "yes") == (
        "A person sees **17.4 %** of the weight, 0 % of that truly yes. The model decides **82.6 %** of the weight and "
        "gets 68.4 % of that right."
    )
    assert words.decided(best_band(table, "ACC", 0.0), "yes") == (
        "The model decides **100 %** of the weight and gets 73.9 % of that right."
    )


@pytest.mark.parametrize("how", [None, sure(), sure(value=NAN)])
@pytest.mark.parametrize("one", [OPEN, ALONE])
def test_reason(one, how):
    said = words.reason(ACC, one, how, "yes")
    rest = {
        None: " Of the weights only the sums are known, so nobody can say how sure that is.",
        0.8125: " On cases that had no say in the band, accuracy is **0.812** (0.688 to 0.875): expect "
        "that on new cases.",
    }
    value = None if how is None else how.value
    assert said == words.decided(one, "yes") + rest.get(value, "")


def test_reason_without_a_value():
    assert words.reason(ACC, RejectBand(NAN, NAN, NAN, ALONE.cells), None, "yes") == (
        "Another measure, or a smaller share, may have a value here."
    )


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_every_sentence_in_order():
    found = curve(np.arange(1, 11) / 10)
    assert known(share=0.22, how=sure(), found=found) == [
        "Referred blindly, the same share would leave accuracy at 0.810 on average on these cases.",
        "Resampled, the band begins between 0.100 and 0.200 and ends between 0.600 and 0.700 (95 %).",
        "Counting each referred case as a mistake, accuracy is 0.700; if a person gets them all right, 0.900.",
        "Only 20 % are referred: cases of one score stay together, and the next band would hold more than 22 %.",
        "What more referring does on these cases: accuracy of 0.900 at 10 %, 0.700 at 30 %, 0.500 at 50 %.",
        "Over all shares the error rate of the decided is 0.205 on average on these cases, the *area under the "
        "risk-coverage curve*; without any referral it is 0.400.",
    ]


def test_what_a_closed_band_calls_for():
    assert known(one=ALONE, share=0.0, how=sure()) == [
        "Over all shares the error rate of the decided is 0.205 on average on these cases, the *area under the "
        "risk-coverage curve*; without any referral it is 0.400."
    ]


def test_what_a_band_calls_for_that_stays_closed():
    assert known(one=ALONE, share=0.2)[0] == (
        "Of the bands that fill 20 % as far as cases of one score allow, none does better than referring nobody."
    )


def test_without_a_value_that_is_all():
    assert known(F1, RejectBand(NAN, NAN, NAN, ALONE.cells)) == [
        "F1 has no value where no case is truly positive or no case is called positive."
    ]


def test_without_an_area():
    assert not about(known(risk=curve([NAN] * 4)), "Over all shares")


@pytest.mark.parametrize(
    ("share", "told_there"), [(0.2, False), (0.204, False), (0.206, True), (0.5, True), (0, False)]
)
def test_fewer_than_asked(share, told_there):
    assert bool(about(known(share=share), "Only 20 % are referred")) == told_there


def test_ends_at_the_top():
    (said,) = about(known(how=sure((0.5, INF), (0.7, INF))), "Resampled")
    assert said == "Resampled, the band begins between 0.500 and the top and ends between 0.700 and the top (95 %)."


def test_what_is_not_known_is_not_at_the_top():
    assert not about(known(how=sure((NAN, NAN), (NAN, NAN), NAN)), "the top and the top")


def test_few_steps_are_not_told():
    assert not about(known(found=curve([0.5] * 9)), "What more referring does")
    assert not about(known(found=curve([0.5] * 10)), "What more referring does"), "nothing is bought"
    assert about(known(found=curve([0.5] * 4 + [0.6] + [0.5] * 5)), "What more referring does")


def test_steps_without_a_value_are_left_out():
    said = about(
        known(measure("DOR"), found=curve([NAN] * 6 + [3.0] * 3 + [2.0], measure("DOR"))), "What more referring"
    )
    assert said == ["What more referring does on these cases: diagnostic odds ratio of 3 at 10 %, 3 at 30 %."]


@pytest.mark.parametrize("cases", [10, 12, 13, 15, 16, 50, 99, 100, 250])
def test_what_referring_more_buys_is_what_the_band_at_that_share_has(cases):
    """At 10, 30 and 50 % the page shows these values once the slider stands there; by loops over all bands."""
    rng = np.random.default_rng(cases)
    truth = rng.permutation(np.arange(cases) < 0.5 * cases)
    table = ScoreTable.of(np.arange(cases) / 1024, truth, True)
    (said,) = about(known(found=risk_coverage(table, "ACC")), "What more referring does")
    shown = []
    for share in (Fraction(1, 10), Fraction(3, 10), Fraction(1, 2)):
        held = int(share * cases)
        below = np.concatenate(([0], np.cumsum(~truth)))
        above = np.concatenate((np.cumsum(truth[::-1])[::-1], [0]))
        right = max(int(below[first] + above[first + held]) for first in range(cases - held + 1))
        shown.append(told(right / (cases - held)))
    assert said == (
        f"What more referring does on these cases: accuracy of {shown[0]} at 10 %, {shown[1]} at 30 %, {shown[2]} at "
        f"50 %."
    )


@pytest.mark.parametrize("key", ["TP", "FN"])
def test_counts_fall_when_cases_are_referred_blindly(key):
    """Of 36 true positives a blind referral of a fifth leaves four fifths."""
    row = measure(key)
    one, alone = band(30, 5, 5, 40, 8, 12, row=row), closed(36, 12, 7, 45, row=row)
    said = known(row, one, alone, found=curve(np.arange(10), row))
    assert not about(said, "Referred blindly")
    assert not about(said, "What more referring does")


@given(both_classes, st.sampled_from([0.1, 0.3, 0.6]))
@settings(max_examples=60)
def test_worth_knowing_against_loops(cases, share):
    table = tabled(cases)
    one, alone = best_band(table, "ACC", share), best_band(table, "ACC", 0.0)
    risk = risk_coverage(table)
    said = known(
        ACC, one, alone, share, band_interval("ACC", share, drawn=drawn_from(table, 5)), risk_coverage(table), risk
    )
    cells = six(cases, one.low, one.high)
    right, referred, total = cells[0] + cells[3], sum(cells[4:]), len(cases)
    before = max(sum(six(cases, t, t)[i] for i in (0, 3)) for t in thresholds(cases))
    assert bool(about(said, "Referred blindly")) == (referred > 0)
    if referred:
        assert f"at {told(before / total)} on average" in said[0]
        (both,) = about(said, "as a mistake")
        assert (
            f"accuracy is {told(right / total)}; if a person gets them all right, {told((right + referred) / total)}."
            in both
        )
    for fewer in about(said, "are referred: cases"):
        assert referred < share * total
        for low, high in itertools.combinations_with_replacement(thresholds(cases), 2):
            wider = low <= one.low and one.high <= high and sum(six(cases, low, high)[4:]) > referred
            assert not wider or sum(six(cases, low, high)[4:]) > share * total, fewer
    (over,) = about(said, "Over all shares")
    assert f"without any referral it is {told(1 - before / total)}." in over


# By costs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "sign", "unit", "said"),
    [
        (
            band(30, 5, 5, 40, 8, 12, value=-0.25),
            -1,
            "EUR",
            "Refer 20 %, between 0.380 and 0.710: a case then costs :primary[0.250 EUR] instead of 0.500 EUR on "
            "these cases.",
        ),
        (
            band(30, 5, 5, 40, 8, 12, value=-0.25, high=INF),
            1,
            "",
            "Refer 20 %, from 0.380 on: a case then yields :primary[−0.250] instead of −0.500 on these cases.",
        ),
        (
            closed(value=-0.5),
            -1,
            "EUR",
            ":primary[Refer nobody:] on these cases a person saves no more than they cost; a case costs 0.500 EUR.",
        ),
        (
            closed(value=-0.5),
            1,
            "",
            ":primary[Refer nobody:] on these cases a person saves no more than they cost; a case yields −0.500.",
        ),
    ],
)
def test_by_cost_answer(one, sign, unit, said):
    assert words.by_cost_answer(one, closed(value=-0.5), sign, 5.0, unit) == said


@pytest.mark.parametrize(
    ("lead", "sign", "said"),
    [
        ((0.125, 0.05, 0.2), -1, "on others :primary[0.125 EUR] less (0.050 to 0.200)."),
        ((0.125, 0.05, 0.2), 1, "on others :primary[0.125 EUR] more (0.050 to 0.200)."),
        ((0.125, -0.05, 0.2), -1, "on others **maybe no less** (−0.050 to 0.200)."),
        ((0.125, -0.05, 0.2), 1, "on others **maybe no more** (−0.050 to 0.200)."),
        ((-0.125, -0.2, -0.05), 1, "on others 0.125 EUR less."),
    ],
)
def test_by_cost_answer_says_what_to_expect_of_others(lead, sign, said):
    one = band(30, 5, 5, 40, 8, 12, value=-0.25)
    whole = words.by_cost_answer(one, closed(value=-0.5), sign, 5.0, "EUR", sure(lead=lead))
    assert whole.endswith(f" on these cases; {said}")
    assert whole.startswith("Refer 20 %, between 0.380 and 0.710: a case then ")
    assert whole.count(":primary[") == (lead[1] > 0), "what is marked is not that of these cases"


def test_a_person_without_cost_costs_no_more_than_is_saved():
    """Perfect scores leave nothing to save, and a referral is free."""
    one = cost_band(PERFECT, FIVE, Referral(0.0, 0.0))
    assert one.closed
    assert words.by_cost_answer(one, one, -1, 5.0, "") == (
        ":primary[Refer nobody:] on these cases a person saves no more than they cost; a case costs 0.000."
    )


@given(both_classes, st.sampled_from([(1, 5), (5, 1), (1, 1)]), st.sampled_from([0.1, 0.3, 0.7, 2.0]))
@settings(max_examples=60)
def test_by_cost_answer_against_loops(cases, mistakes, price):
    table, utility = tabled(cases), costs(c10=mistakes[0], c01=mistakes[1])
    span = float(max(mistakes))
    line = min(
        (Fraction(mistakes[0] * six(cases, t, t)[1] + mistakes[1] * six(cases, t, t)[2], len(cases)))
        for t in thresholds(cases)
    )
    costly = {
        ends_: Fraction(mistakes[0] * cells[1] + mistakes[1] * cells[2], 1) + Fraction(str(price)) * sum(cells[4:])
        for ends_ in itertools.combinations_with_replacement(thresholds(cases), 2)
        for cells in [six(cases, *ends_)]
    }
    least = min(costly.values()) / len(cases)
    one = cost_band(table, utility, Referral(-price, -price))
    at = next(t for t in thresholds(cases) if costly[t, t] == min(costly[s, s] for s in thresholds(cases)))
    alone = RejectBand(at, at, float(-line), band_counts(table, at, at))
    said = words.by_cost_answer(one, alone, -1, span, "")
    assert said.startswith("Refer ") == (least < line)
    if least < line:
        then, instead = re.search(r"costs :primary\[(.*)\] instead of (.*) on these cases", said).groups()
        assert (float(then), float(instead)) == (pytest.approx(least, abs=6e-4), pytest.approx(line, abs=6e-4))
    else:
        assert said.endswith(f"a case costs {float(line):.3f}.")


@pytest.mark.parametrize(
    ("how", "sign", "unit", "rest"),
    [
        (sure(value=NAN), -1, "EUR", ""),
        (sure(value=-0.5), -1, "EUR", "costs **0.500 EUR** (0.438 to 0.625)"),
        (sure(value=-0.5), 1, "", "yields **−0.500** (−0.625 to −0.438)"),
    ],
)
def test_by_cost_reason(how, sign, unit, rest):
    if rest:
        rest = f" On cases that had no say in the band, a case {rest}: expect that on new cases."
    assert words.by_cost_reason(OPEN, how, "yes", sign, 5.0, unit) == words.decided(OPEN, "yes") + rest


def test_by_cost_worth_knowing():
    """A miss of 5 and an alarm of 1, a person of 0.5: from 0.5 / 5 to 1 - 0.5; up to 5 / 6."""
    said = words.by_cost_worth_knowing(FIVE, band_thresholds(FIVE, Referral(-0.5, -0.5), 0.3))
    assert said == [
        "For honest probabilities, refer chances of being positive **from 0.100 to 0.500**.",
        "A person who is always right may cost up to **0.833** a case; dearer, and the band closes whatever the "
        "scores.",
    ]


def test_by_cost_worth_knowing_of_a_closed_band():
    unit = costs(c10=1, c01=5, unit="EUR")
    line = Threshold(7 / 15, 1 / 6)
    assert words.by_cost_worth_knowing(unit, BandThresholds(line, line, True)) == [
        "For honest probabilities too, nobody should be referred: the band closes at a chance of 0.167, the line "
        "between negative and positive.",
        "A person who is always right may cost up to **0.833 EUR** a case; dearer, and the band closes whatever the "
        "scores.",
    ]


def test_the_dearest_person_closes_the_band():
    closing = [band_thresholds(FIVE, Referral.costing(FIVE, price), 0.3).closed for price in (0.8332, 0.8334)]
    assert closing == [False, True]
    assert "**0.833**" in words.by_cost_worth_knowing(FIVE, band_thresholds(FIVE, Referral(-1, -1), 0.3))[1]


@pytest.mark.parametrize("name", MARKUP)
def test_names_and_units_are_shown_letter_by_letter(name):
    unit = costs(c10=1, c01=5, unit=name)
    assert letter_by_letter(name, words.by_cost_answer(OPEN, ALONE, -1, 5.0, name))
    assert letter_by_letter(name, words.by_cost_answer(ALONE, ALONE, -1, 5.0, name))
    assert letter_by_letter(
        name, words.by_cost_worth_knowing(unit, band_thresholds(unit, Referral(-0.5, -0.5), 0.3))[1]
    )
    assert letter_by_letter(name, words.by_cost_reason(OPEN, None, name, -1, 5.0, ""))
    assert letter_by_letter(name, words.by_cost_reason(OPEN, sure(), "yes", -1, 5.0, name))
    assert letter_by_letter(name, words.reason(ACC, OPEN, sure(), name))
    shown = words.cells(OPEN, name, name)
    assert letter_by_letter(name, shown)
    assert [len(row) for row in small_table(shown)] == [3] * 4


# Every sentence --------------------------------------------------------------------------------------------------


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "PPV", "kappa"]), st.sampled_from([0.0, 0.2, 0.6]))
@settings(max_examples=60)
def test_every_sentence_of_random_scores(cases, key, share):
    table, row = tabled(cases), measure(key)
    one, alone = best_band(table, key, share), best_band(table, key, 0.0)
    how = band_interval(key, share, drawn=drawn_from(table, 5))
    said = [
        words.answer(row, one, alone, how),
        words.reason(row, one, how, "a_b"),
        *known(row, one, alone, share, how, risk_coverage(table, key), risk_coverage(table)),
    ]
    assert sentences(said)
    assert not re.search("∞|a_b", " ".join(said))


@given(both_classes, st.sampled_from([0.0, 0.1, 0.4]), st.sampled_from([-1, 1]))
@settings(max_examples=40)
def test_every_sentence_by_costs_of_random_scores(cases, price, sign):
    table, referral = tabled(cases), Referral(-price, -price)
    one, alone = cost_band(table, FIVE, referral), best_band(table, "ACC", 0.0)
    how = cost_band_interval(FIVE, referral, drawn=drawn_from(table, 5))
    share = sum(true for _, true in cases) / len(cases)
    said = [
        words.by_cost_answer(one, alone, sign, 5.0, "a_b", how),
        words.by_cost_reason(one, how, "a_b", sign, 5.0, "c_d"),
        *words.by_cost_worth_knowing(FIVE, band_thresholds(FIVE, referral, share)),
    ]
    assert sentences(said)
    assert not re.search("∞|a_b|c_d|no value", " ".join(said))


@pytest.mark.parametrize("table", [HAND, PERFECT, WEIGHTED, ScoreTable.of([0.5, 0.5], [0, 1])])
def test_every_sentence_of_every_measure(table):
    for key, share in itertools.product(JUDGING, (0.0, 0.4)):
        row, one, alone = measure(key), best_band(table, key, share), best_band(table, key, 0.0)
        said = [
            words.answer(row, one, alone),
            words.reason(row, one, None, "yes"),
            *known(row, one, alone, share, None, risk_coverage(table, key, 20), risk_coverage(table, "ERR", 20)),
        ]
        assert sentences(said)
        assert "∞" not in " ".join(said)


# The tables ------------------------------------------------------------------------------------------------------


def test_cells():
    assert small_table(words.cells(OPEN, "ill", "well")) == [
        ["cases", "truly ill", "truly well"],
        ["called positive", "30", "5"],
        ["referred", "8", "12"],
        ["called negative", "5", "40"],
    ]
    assert small_table(words.cells(band(1.5, 1200, 0, 1, 0.25, 0), "1", "0"))[1:] == [
        ["called positive", "1.500", "1,200"],
        ["referred", "0.250", "0"],
        ["called negative", "0", "1"],
    ]


def test_table_against_definitions():
    rows = words.table(OPEN, ALONE, measure("kappa"))
    assert list(rows.columns) == ["Of which cases", "Key", "Measure", "With the band", "Nobody referred"]
    first = ["kappa", *DECIDED, "F1", "TS"]
    assert rows["Key"].tolist() == [*first, *OVERALL, "referred"]
    for _, row in rows[: len(first)].iterrows():
        assert row["Of which cases"] == "decided by the model"
        assert row["Measure"] == MEASURES[row["Key"]].name
        for column, cells in (("With the band", (30, 5, 5, 40)), ("Nobody referred", (36, 12, 7, 45))):
            assert row[column] == pytest.approx(float(oracles.DEFINITIONS[row["Key"]](*cells)))
    shares = rows.set_index("Key").loc[list(OVERALL)]
    assert shares["With the band"].tolist() == pytest.approx([30 / 43, 40 / 57, 5 / 43, 5 / 57, 70 / 100])
    assert shares["Nobody referred"].tolist() == pytest.approx([36 / 43, 45 / 57, 7 / 43, 12 / 57, 81 / 100])
    assert shares["Measure"].tolist() == [
        "truly positive cases called positive by the model",
        "truly negative cases called negative by the model",
        "truly positive cases called negative by the model",
        "truly negative cases called positive by the model",
        "share of cases called right by the model",
    ]
    assert rows.iloc[-1].tolist() == ["all", "referred", "Share that a person sees", 0.2, 0.0]


@pytest.mark.parametrize("key", ["ACC", "F1", "net = (tp - 2 * fp) / m"])
def test_table_has_each_measure_once(key):
    keys = words.table(OPEN, ALONE, measure(key))["Key"].tolist()
    assert keys[0] == measure(key).key
    assert len(keys) == len(set(keys))


def test_coverage():
    rows = words.coverage(risk_coverage(HAND, "ACC"))
    assert list(rows.columns) == ["Share decided", "Accuracy", "Band from", "to below"]
    assert rows["Share decided"].tolist() == pytest.approx([k / 6 for k in range(1, 7)])
    for _, row in rows.iterrows():
        cells = six(CASES, row["Band from"], row["to below"])
        assert sum(cells[:4]) == round(row["Share decided"] * 6)
        assert row["Accuracy"] == pytest.approx((cells[0] + cells[3]) / sum(cells[:4]))
        same = [
            six(CASES, low, high)
            for low, high in itertools.combinations_with_replacement(thresholds(CASES), 2)
            if sum(six(CASES, low, high)[:4]) == sum(cells[:4])
        ]
        assert cells[0] + cells[3] == max(one[0] + one[3] for one in same)


# How it is computed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["ACC", "F1", "MCC"])
def test_computed(key):
    """Seven to three, squared."""
    text = words.computed(measure(key), 0.3, 7)
    assert paired(text)
    assert "$\\pi$ = 0.300: accuracy is best where $t_0 t_1 = ((1-\\pi)/\\pi)^2$ = 5.444, so" in " ".join(text.split())
    assert f"{measure(key).title} among the decided cases".replace("(", "\\(").replace(")", "\\)") in text
    assert "200 resamples (seed 7)" in text
    assert not re.search(r"\bnan\b|\binf\b|None", text)


def test_computed_shows_a_formula_of_ones_own_letter_by_letter():
    text = words.computed(measure("= (tp - 2 * fp) / m"), 0.3, 1)
    assert paired(text)
    assert "\\(tp − 2 · fp\\) \\/ m among the decided cases" in text


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_computed_with_one_class(share):
    text = words.computed(ACC, share, 1)
    assert paired(text)
    assert not re.search(r"\bnan\b|\binf\b|None|∞", text)
