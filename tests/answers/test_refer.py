"""Which cases should a person see? Every branch of what is said, counted case by case."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcore.answers import bands, refer
from ddcore.answers.bands import Bands
from ddcore.answers.prices import Money
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
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.interval import Interval
from ddcore.measures import MEASURES, measure
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.scores.resampling import Resamples
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import asked, notes
from tests.helpers.lines import (
    MARKUP,
    NAMES,
    both_classes,
    letter_by_letter,
    paired,
    sentences,
    tabled,
    thresholds,
    told,
)
from tests.helpers.score_pages import SCORE, TRUE, N, P
from tests.helpers.scored import scored

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
    """The notes by their codes."""
    return {note.code: note.text for note in refer._notes(row, Bands(one, alone, how), share, found, risk)}


def sentence(row, one, alone, how=None):
    return refer._sentence(row, Bands(one, alone, how))


def reason(row, one, how, positive):
    return refer._reason(row, Bands(one, ALONE, how), positive)


def by_cost(one, alone, sign, span, unit, how=None):
    return refer._sentence_by_cost(Bands(one, alone, how), Money(sign, span, unit))


def reason_by_cost(one, how, positive, sign, span, unit):
    return refer._reason_by_cost(Bands(one, ALONE, how), positive, Money(sign, span, unit))


def notes_by_cost(utility, thresholds):
    choices = refer.Choices(unit=utility.unit)
    return {note.code: note.text for note in refer._notes_by_cost(choices, utility, thresholds)}


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
            "Refer 20 %, between 0.380 and 0.710, and accuracy rises from 0.810 to **0.875** on these cases.",
        ),
        (
            measure("ERR"),
            band(30, 5, 5, 40, 8, 12, row=measure("ERR")),
            closed(36, 12, 7, 45, row=measure("ERR")),
            "Refer 20 %, between 0.380 and 0.710, and error rate falls from 0.190 to **0.125** on these cases.",
        ),
        (
            F1,
            band(30, 5, 5, 40, 8, 12, high=INF, value=0.5),
            closed(value=0.75),
            "Referring does not help: refer 20 %, from 0.380 on, and F1 falls from 0.750 to **0.500** on these cases.",
        ),
        (
            measure("ERR"),
            band(30, 5, 5, 40, 8, 12, value=0.25),
            closed(value=0.125),
            "Referring does not help: refer 20 %, between 0.380 and 0.710, and error rate rises from 0.125 to "
            "**0.250** on these cases.",
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
            "Refer 20 %, between 0.380 and 0.710, and precision is **0.300** on these cases.",
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
            "Refer nobody, call positive from 0.500 on, and accuracy is **0.800** on these cases.",
        ),
        (
            ACC,
            closed(low=INF),
            closed(low=INF),
            "Refer nobody, call nothing positive, and accuracy is **0.800** on these cases.",
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
    assert sentence(row, one, alone).replace("\\", "") == said


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ((0.05, 0.02, 0.08), "on others it is better by **0.050** (0.020 to 0.080)."),
        ((0.03, -0.01, 0.08), "on others it is **maybe no better** (−0.010 to 0.080)."),
        ((-0.05, -0.08, -0.02), "on others it is **worse** by 0.050."),
    ],
)
def test_answer_says_what_to_expect_of_others(lead, said):
    assert sentence(ACC, OPEN, ALONE, sure(lead=lead)) == BETTER + said


def test_answer_says_what_to_expect_of_a_line():
    start = "Refer nobody, call positive from 0.500 on, and accuracy is"
    assert sentence(ACC, closed(), ALONE, sure()) == f"{start} 0.800 on these cases, **0.812** on others."
    assert sentence(ACC, closed(), ALONE, sure(value=NAN)) == f"{start} **0.800** on these cases."


@pytest.mark.parametrize("key", NAMES)
def test_names_inside_a_sentence(key):
    """People keep their capital."""
    said = sentence(measure(key), closed(), closed()).replace("\\", "")
    assert said == f"Refer nobody, call positive from 0.500 on, and {NAMES[key]} is **0.800** on these cases."


def test_a_value_where_there_was_none_neither_rises_nor_falls():
    """Without a referral four cases are decided, and the formula divides by zero."""
    row = measure("odd = tp / (m - 4)")
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    said = sentence(row, best_band(table, row, 0.25), best_band(table, row, 0.0))
    assert "from no value" not in said


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "TPR", "PPV"]), st.sampled_from([0.1, 0.25, 0.5, 0.9]))
@settings(max_examples=50)
def test_answer_against_loops(cases, key, share):
    """The share, the measure with the band and without, and the way from one to the other."""
    table, row = tabled(cases), measure(key)
    one, alone = best_band(table, key, share), best_band(table, key, 0.0)
    said = sentence(row, one, alone)
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
        assert said.endswith(f"is **{told(float(oracles.DEFINITIONS[key](*six(cases, at, at)[:4])))}** on these cases.")
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
        assert said.endswith(f" {way} from {told(float(before))} to **{told(float(after))}** on these cases.")


def told_percent(share):
    return f"{float(100 * share):.1f}".removesuffix(".0") + " %"


def test_refer_nobody_has_the_value_of_its_own_line():
    """A quarter is one case, and both cases at 0 stay together. From 0.3 on F1 is 2/3, from 0 on 2/5."""
    table = ScoreTable.of([0, 0, 0.3, 0.5], [0, 0, 1, 0])
    said = sentence(F1, best_band(table, "F1", 0.25), best_band(table, "F1", 0.0))
    assert "from 0.300 on, and F1 is **0.400**" not in said
    band = asked("refer", scored(table, 0.5), share=0.25, measure=["F1"]).values["band"]
    assert (band["low"], band["high"], band["value"]) == (0.3, 0.3, pytest.approx(2 / 3))


# Why -------------------------------------------------------------------------------------------------------------


def test_decided():
    assert refer._who(OPEN, "a_b") == (
        "A person sees **20** of 100 cases, 40 % of them truly a\\_b. The model decides **80 cases** and gets 70 of "
        "them right."
    )
    assert refer._who(ALONE, "yes") == "The model decides **100 cases** and gets 81 of them right."
    assert refer._who(band(1.5, 0.25, 0, 1, 0.5, 0.75), "yes") == (
        "A person sees **31.2 %** of the weight, 40 % of that truly yes. The model decides **68.8 %** of the weight "
        "and gets 90.9 % of that right."
    )
    assert "**1,200 cases** and gets 1,000 of" in refer._who(closed(500, 100, 100, 500), "yes")


def test_one_case_is_not_many():
    said = refer._who(band(1, 0, 0, 0, 1, 0), "yes")
    assert said.endswith("The model decides **1 case** and gets it right.")
    assert refer._who(band(0, 1, 0, 0, 1, 0), "yes").endswith("The model decides **1 case** and gets it wrong.")
    assert refer._who(band(0, 0, 0, 0, 1, 0), "yes").endswith("The model decides no case.")


def test_all_right_is_told_as_all():
    assert refer._who(closed(40, 0, 0, 40), "yes") == "The model decides **80 cases** and gets all of them right."


def test_weights_are_not_counted_as_cases():
    """Of a weight of 11.5 two are referred, all negative; of the rest, 9.5, those of 3 and 3.5 are right."""
    table = ScoreTable.of([0.1, 0.4, 0.35, 0.8, 0.6, 0.7], [0, 0, 1, 1, 0, 1], weight=[1, 2.5, 3, 1, 2, 2])
    assert refer._who(best_band(table, "ACC", 0.3), "yes") == (
        "A person sees **17.4 %** of the weight, 0 % of that truly yes. The model decides **82.6 %** of the weight and "
        "gets 68.4 % of that right."
    )
    assert refer._who(best_band(table, "ACC", 0.0), "yes") == (
        "The model decides **100 %** of the weight and gets 73.9 % of that right."
    )


@pytest.mark.parametrize("how", [None, sure(), sure(value=NAN)])
@pytest.mark.parametrize("one", [OPEN, ALONE])
def test_reason(one, how):
    said = reason(ACC, one, how, "yes")
    rest = {
        None: " Of the weights only the sums are known, so nobody can say how sure that is.",
        0.8125: " On cases that had no say in the band, accuracy is **0.812** (0.688 to 0.875): expect "
        "that on new cases.",
    }
    value = None if how is None else how.value
    assert said == refer._who(one, "yes") + rest.get(value, "")


def test_reason_without_a_value():
    assert reason(ACC, RejectBand(NAN, NAN, NAN, ALONE.cells), None, "yes") == (
        "Another measure, or a smaller share, may have a value here."
    )


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_every_note_in_order():
    found = curve(np.arange(1, 11) / 10)
    assert known(share=0.22, how=sure(), found=found) == {
        "referred-blindly": "Referred blindly, the same share would leave accuracy at 0.810 on average on these cases.",
        "band-resampled": "Resampled, the band begins between 0.100 and 0.200 and ends between 0.600 and 0.700 (95 %).",
        "accuracy-of-all": "Counting each referred case as a mistake, accuracy is 0.700; if a person gets them all "
        "right, 0.900.",
        "fewer-than-asked": "Only 20 % are referred: cases of one score stay together, and the next band would hold "
        "more than 22 %.",
        "referring-more": "What more referring does on these cases: accuracy of 0.900 at 10 %, 0.700 at 30 %, 0.500 "
        "at 50 %.",
        "risk-and-coverage": "Over all shares the error rate of the decided is 0.205 on average on these cases, the "
        "*area under the risk-coverage curve*; without any referral it is 0.400.",
    }


def test_what_a_closed_band_calls_for():
    assert list(known(one=ALONE, share=0.0, how=sure())) == ["risk-and-coverage"]
    assert known(one=ALONE, share=0.2)["nobody-is-best"] == (
        "Of the bands that fill 20 % as far as cases of one score allow, none does better than referring nobody."
    )


def test_without_a_value_that_is_all():
    assert known(F1, RejectBand(NAN, NAN, NAN, ALONE.cells)) == {
        "no-value": "F1 has no value where no case is truly positive or no case is called positive."
    }


def test_without_an_area():
    assert "risk-and-coverage" not in known(risk=curve([NAN] * 4))


@pytest.mark.parametrize(
    ("share", "told_there"), [(0.2, False), (0.204, False), (0.206, True), (0.5, True), (0, False)]
)
def test_fewer_than_asked(share, told_there):
    assert ("fewer-than-asked" in known(share=share)) == told_there


def test_ends_at_the_top():
    said = known(how=sure((0.5, INF), (0.7, INF)))["band-resampled"]
    assert said == "Resampled, the band begins between 0.500 and the top and ends between 0.700 and the top (95 %)."


def test_what_is_not_known_is_not_at_the_top():
    assert "band-resampled" not in known(how=sure((NAN, NAN), (NAN, NAN), NAN))


def test_few_steps_are_not_told():
    assert "referring-more" not in known(found=curve([0.5] * 9))
    assert "referring-more" not in known(found=curve([0.5] * 10)), "nothing is bought"
    assert "referring-more" in known(found=curve([0.5] * 4 + [0.6] + [0.5] * 5))


def test_steps_without_a_value_are_left_out():
    said = known(measure("DOR"), found=curve([NAN] * 6 + [3.0] * 3 + [2.0], measure("DOR")))
    assert (
        said["referring-more"]
        == "What more referring does on these cases: diagnostic odds ratio of 3 at 10 %, 3 at 30 %."
    )


@pytest.mark.parametrize("cases", [10, 12, 13, 15, 16, 50, 99, 100, 250])
def test_what_referring_more_buys_is_what_the_band_at_that_share_has(cases):
    """At 10, 30 and 50 % the page shows these values once the slider stands there; by loops over all bands."""
    rng = np.random.default_rng(cases)
    truth = rng.permutation(np.arange(cases) < 0.5 * cases)
    table = ScoreTable.of(np.arange(cases) / 1024, truth, True)
    said = known(found=risk_coverage(table, "ACC"))["referring-more"]
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
    assert not {"referred-blindly", "referring-more"} & set(said)


@given(both_classes, st.sampled_from([0.1, 0.3, 0.6]))
@settings(max_examples=25)
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
    assert ("referred-blindly" in said) == (referred > 0)
    if referred:
        assert f"at {told(before / total)} on average" in said["referred-blindly"]
        assert (
            f"accuracy is {told(right / total)}; if a person gets them all right, {told((right + referred) / total)}."
            in said["accuracy-of-all"]
        )
    if "fewer-than-asked" in said:
        assert referred < share * total
        for low, high in itertools.combinations_with_replacement(thresholds(cases), 2):
            wider = low <= one.low and one.high <= high and sum(six(cases, low, high)[4:]) > referred
            assert not wider or sum(six(cases, low, high)[4:]) > share * total
    assert f"without any referral it is {told(1 - before / total)}." in said["risk-and-coverage"]


# By costs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "sign", "unit", "said"),
    [
        (
            band(30, 5, 5, 40, 8, 12, value=-0.25),
            -1,
            "EUR",
            "Refer 20 %, between 0.380 and 0.710: a case then costs **0.250 EUR** instead of 0.500 EUR on these cases.",
        ),
        (
            band(30, 5, 5, 40, 8, 12, value=-0.25, high=INF),
            1,
            "",
            "Refer 20 %, from 0.380 on: a case then yields **−0.250** instead of −0.500 on these cases.",
        ),
        (
            closed(value=-0.5),
            -1,
            "EUR",
            "**Refer nobody:** on these cases a person saves no more than they cost; a case costs 0.500 EUR.",
        ),
        (
            closed(value=-0.5),
            1,
            "",
            "**Refer nobody:** on these cases a person saves no more than they cost; a case yields −0.500.",
        ),
    ],
)
def test_by_cost_answer(one, sign, unit, said):
    assert by_cost(one, closed(value=-0.5), sign, 5.0, unit) == said


@pytest.mark.parametrize(
    ("lead", "sign", "said"),
    [
        ((0.125, 0.05, 0.2), -1, "on others **0.125 EUR** less (0.050 to 0.200)."),
        ((0.125, 0.05, 0.2), 1, "on others **0.125 EUR** more (0.050 to 0.200)."),
        ((0.125, -0.05, 0.2), -1, "on others **maybe no less** (−0.050 to 0.200)."),
        ((0.125, -0.05, 0.2), 1, "on others **maybe no more** (−0.050 to 0.200)."),
        ((-0.125, -0.2, -0.05), 1, "on others 0.125 EUR less."),
    ],
)
def test_by_cost_answer_says_what_to_expect_of_others(lead, sign, said):
    one = band(30, 5, 5, 40, 8, 12, value=-0.25)
    whole = by_cost(one, closed(value=-0.5), sign, 5.0, "EUR", sure(lead=lead))
    assert whole.endswith(f" on these cases; {said}")
    assert whole.startswith("Refer 20 %, between 0.380 and 0.710: a case then ")
    assert bool(re.search(r"on others \*\*\d", whole)) == (lead[1] > 0), "what is marked is not that of these cases"


def test_a_person_without_cost_costs_no_more_than_is_saved():
    """Perfect scores leave nothing to save, and a referral is free."""
    one = cost_band(PERFECT, FIVE, Referral(0.0, 0.0))
    assert one.closed
    assert by_cost(one, one, -1, 5.0, "") == (
        "**Refer nobody:** on these cases a person saves no more than they cost; a case costs 0.000."
    )


@given(both_classes, st.sampled_from([(1, 5), (5, 1), (1, 1)]), st.sampled_from([0.1, 0.3, 0.7, 2.0]))
@settings(max_examples=25)
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
    said = by_cost(one, alone, -1, span, "")
    assert said.startswith("Refer ") == (least < line)
    if least < line:
        then, instead = re.search(r"costs \*\*(.*)\*\* instead of (.*) on these cases", said).groups()
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
    assert reason_by_cost(OPEN, how, "yes", sign, 5.0, unit) == refer._who(OPEN, "yes") + rest


def test_notes_by_cost():
    """A miss of 5 and an alarm of 1, a person of 0.5: from 0.5 / 5 to 1 - 0.5; up to 5 / 6."""
    assert notes_by_cost(FIVE, band_thresholds(FIVE, Referral(-0.5, -0.5), 0.3)) == {
        "band-of-probabilities": "For honest probabilities, refer chances of being positive **from 0.100 to 0.500**.",
        "dearest-person": "A person who is always right may cost up to **0.833** a case; dearer, and the band closes "
        "whatever the scores.",
    }


def test_notes_by_cost_of_a_closed_band():
    unit = costs(c10=1, c01=5, unit="EUR")
    line = Threshold(7 / 15, 1 / 6)
    said = notes_by_cost(unit, BandThresholds(line, line, True))
    assert said["closed-for-probabilities"] == (
        "For honest probabilities too, nobody should be referred: the band closes at a chance of 0.167, the line "
        "between negative and positive."
    )
    assert "up to **0.833 EUR** a case" in said["dearest-person"]


def test_the_dearest_person_closes_the_band():
    closing = [band_thresholds(FIVE, Referral.costing(FIVE, price), 0.3).closed for price in (0.8332, 0.8334)]
    assert closing == [False, True]


@pytest.mark.parametrize("name", MARKUP)
def test_names_and_units_are_shown_letter_by_letter(name):
    unit = costs(c10=1, c01=5, unit=name)
    assert letter_by_letter(name, by_cost(OPEN, ALONE, -1, 5.0, name))
    assert letter_by_letter(name, by_cost(ALONE, ALONE, -1, 5.0, name))
    dearest = notes_by_cost(unit, band_thresholds(unit, Referral(-0.5, -0.5), 0.3))["dearest-person"]
    assert letter_by_letter(name[:20].strip(), dearest)
    assert letter_by_letter(name, reason_by_cost(OPEN, None, name, -1, 5.0, ""))
    assert letter_by_letter(name, reason_by_cost(OPEN, sure(), "yes", -1, 5.0, name))
    assert letter_by_letter(name, reason(ACC, OPEN, sure(), name))


# Every sentence --------------------------------------------------------------------------------------------------


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "PPV", "kappa"]), st.sampled_from([0.0, 0.2, 0.6]))
@settings(max_examples=25)
def test_every_sentence_of_random_scores(cases, key, share):
    table, row = tabled(cases), measure(key)
    one, alone = best_band(table, key, share), best_band(table, key, 0.0)
    how = band_interval(key, share, drawn=drawn_from(table, 5))
    said = [
        sentence(row, one, alone, how),
        reason(row, one, how, "a_b"),
        *known(row, one, alone, share, how, risk_coverage(table, key), risk_coverage(table)).values(),
    ]
    assert sentences(said)
    assert not re.search("∞|a_b", " ".join(said))


@given(both_classes, st.sampled_from([0.0, 0.1, 0.4]), st.sampled_from([-1, 1]))
@settings(max_examples=20)
def test_every_sentence_by_costs_of_random_scores(cases, price, sign):
    table, referral = tabled(cases), Referral(-price, -price)
    one, alone = cost_band(table, FIVE, referral), best_band(table, "ACC", 0.0)
    how = cost_band_interval(FIVE, referral, drawn=drawn_from(table, 5))
    share = sum(true for _, true in cases) / len(cases)
    said = [
        by_cost(one, alone, sign, 5.0, "a_b", how),
        reason_by_cost(one, how, "a_b", sign, 5.0, "c_d"),
        *notes_by_cost(FIVE, band_thresholds(FIVE, referral, share)).values(),
    ]
    assert sentences(said)
    assert not re.search("∞|a_b|c_d|no value", " ".join(said))


@pytest.mark.parametrize("table", [HAND, PERFECT, WEIGHTED, ScoreTable.of([0.5, 0.5], [0, 1])])
def test_every_sentence_of_every_measure(table):
    for key, share in itertools.product(JUDGING, (0.0, 0.4)):
        row, one, alone = measure(key), best_band(table, key, share), best_band(table, key, 0.0)
        said = [
            sentence(row, one, alone),
            reason(row, one, None, "yes"),
            *known(
                row, one, alone, share, None, risk_coverage(table, key, 20), risk_coverage(table, "ERR", 20)
            ).values(),
        ]
        assert sentences(said)
        assert "∞" not in " ".join(said)


# The tables ------------------------------------------------------------------------------------------------------


def test_cells():
    rows = bands.cells(OPEN, "ill", "well")
    assert list(rows.columns) == ["cases", "truly ill", "truly well"]
    assert rows.to_numpy().tolist() == [["called positive", 30, 5], ["referred", 8, 12], ["called negative", 5, 40]]


def test_table_against_definitions():
    rows = bands.every_measure(Bands(OPEN, ALONE, None), measure("kappa"))
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
    keys = bands.every_measure(Bands(OPEN, ALONE, None), measure(key))["Key"].tolist()
    assert keys[0] == measure(key).key
    assert len(keys) == len(set(keys))


def test_coverage():
    rows = bands.coverage_rows(risk_coverage(HAND, "ACC"))
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


# The whole answer, on a file of 500 cases ------------------------------------------------------------------------

M = P + N
ORDER = np.argsort(SCORE)
SORTED, TRUTH = SCORE[ORDER], TRUE[ORDER]
ONES = np.append(0, np.cumsum(TRUTH))
"""Positives among the lowest cases of the sample; no two of its scores are tied."""
ENDS = np.append(SORTED, np.inf)


@pytest.fixture(scope="module")
def example():
    """The sample, read once: what is computed stays with it."""
    return read(SAMPLES["two_class_example"].path, **SAMPLES["two_class_example"].roles).data()


def here(answer):
    """What the answer says of these cases, without what to expect of others and without marks."""
    said = answer.sentence.replace("**", "").replace("\\", "")
    return re.sub(r" on these cases(, [\d.]+ on others|; on others .*)?\.$", ".", said)


def cells_of(first, last):
    """TP, FP, FN, TN of the decided, and positives and negatives referred, where cases first to last are referred."""
    fn, tp = ONES[first], P - ONES[last]
    return tp, M - last - tp, fn, first - fn, ONES[last] - fn, last - first - (ONES[last] - fn)


def windows(share):
    """The six cells of every band that refers as many cases as the share allows."""
    held = int(share * M + 1e-9)
    first = np.arange(M - held + 1)
    return first, first + held, cells_of(first, first + held)


def best_accuracy(share):
    """The band with the fewest mistakes, by looking at each; the lowest of several."""
    first, last, (_, fp, fn, *_) = windows(share)
    place = int((fp + fn).argmin())
    return int(first[place]), int(last[place])


def three(x):
    return f"{x:.3f}".replace("-", "−") if x % 1 else f"{x:.0f}"


def six_of(answer):
    """The small table of the six cells."""
    return answer.tables["cells"].rows().iloc[:, 1:].to_numpy().tolist()


def measures_of(answer):
    return answer.tables["refer"].rows().set_index("Key")


@pytest.mark.parametrize("share", [0.2, 0.1, 0.7])
def test_band_at_a_share_is_the_best_of_all(example, share):
    answer = asked("refer", example, share=share)
    first, last = best_accuracy(share)
    tp, fp, fn, tn, positives, negatives = cells_of(first, last)
    alone = max((P - ONES[at] + at - ONES[at]) for at in range(M + 1)) / M
    assert here(answer) == (
        f"Refer {told_percent(share)}, between {three(ENDS[first])} and {three(ENDS[last])}, and accuracy rises from "
        f"{three(alone)} to {three((tp + tn) / (tp + fp + fn + tn))}."
    )
    assert six_of(answer) == [[tp, fp], [positives, negatives], [fn, tn]]
    band = answer.values["band"]
    assert (band["low"], band["high"], band["share"]) == (ENDS[first], ENDS[last], pytest.approx(share))
    assert band["decided"] == {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    assert (
        f"{three((tp + tn) / M)}; if a person gets them all right, {three((tp + tn + last - first) / M)}."
        in notes(answer)["accuracy-of-all"]
    )


def test_measures_stand_among_the_decided_and_over_all(example):
    rows = measures_of(asked("refer", example))
    first, last = best_accuracy(0.2)
    line = min(range(M + 1), key=lambda at: (ONES[at] + M - at - P + ONES[at], at))
    for column, ends in (("With the band", (first, last)), ("Nobody referred", (line, line))):
        tp, fp, fn, tn, positives, negatives = (float(cell) for cell in cells_of(*ends))
        expected = {
            "ACC": (tp + tn) / (tp + fp + fn + tn),
            "TPR": tp / (tp + fn),
            "TNR": tn / (tn + fp),
            "PPV": tp / (tp + fp),
            "NPV": tn / (tn + fn),
            "FNR": fn / (tp + fn),
            "FPR": fp / (fp + tn),
            "FDR": fp / (tp + fp),
            "FOR": fn / (tn + fn),
            "F1": 2 * tp / (2 * tp + fp + fn),
            "TS": tp / (tp + fp + fn),
            "OTPR": tp / P,
            "OTNR": tn / N,
            "OFNR": fn / P,
            "OFPR": fp / N,
            "OACC": (tp + tn) / M,
            "referred": (positives + negatives) / M,
        }
        assert rows[column].to_dict() == pytest.approx(expected)
    assert rows.loc["OACC", "Of which cases"] == "all, referred ones count as mistakes"
    assert rows.loc["ACC", "Of which cases"] == "decided by the model"


def test_chart_shows_both_classes_and_the_band(example):
    figure = asked("refer", example).figures["refer"]
    drawn = figure.draw(LIGHT)
    first, last = best_accuracy(0.2)
    bars = {bar.name: bar for bar in drawn.data}
    assert list(bars) == ["truly Class1", "truly Class2"]
    for name, truth in (("truly Class1", TRUE), ("truly Class2", ~TRUE)):
        middle, height = np.array(bars[name].x), np.array(bars[name].y)
        expected = [(np.abs(SCORE[truth] - x) < bars[name].width / 2).sum() for x in middle]
        assert height.sum() == truth.sum()
        assert np.abs(height - expected).sum() <= 2
    rectangles = [shape for shape in drawn.layout.shapes if shape.type == "rect"]
    assert [(shape.x0, shape.x1) for shape in rectangles] == [(ENDS[first], ENDS[last])]
    assert f"from {three(ENDS[first])} to {three(ENDS[last])}, 20 % of the cases." in figure.words


def test_risk_over_coverage_is_that_of_the_best_bands(example):
    answer = asked("refer", example)
    rows = answer.tables["coverage"].rows()
    assert rows["Share decided"].tolist() == pytest.approx((np.arange(1, 101) / 100).tolist())
    risks = []
    for place, decided in enumerate(range(5, 501, 5)):
        _, _, (_, fp, fn, *_) = windows((M - decided) / M)
        risks.append((fp + fn).min() / decided)
        assert rows["Error rate"][place] == pytest.approx(risks[-1]), decided
        low, high = rows["Band from"][place], rows["to below"][place]
        assert ((low <= SCORE) & (high > SCORE)).sum() == M - decided
    drawn = answer.figures["coverage"].draw(LIGHT)
    lines = {line.name: line for line in drawn.data}
    assert list(lines["the best band"].y) == pytest.approx(risks)
    assert list(lines["referred blindly"].y) == pytest.approx([risks[-1]] * 2)
    assert [shape.x0 for shape in drawn.layout.shapes] == [pytest.approx(0.8)]
    assert answer.values["risk_coverage_area"] == pytest.approx(np.mean(risks))


def test_value_on_other_cases_is_that_of_thirds_decided_by_the_others(example):
    rng, right, decided = np.random.default_rng(7), 0, 0
    for _ in range(60):
        third = np.empty(M, int)
        for mine in (TRUE, ~TRUE):
            third[mine] = rng.permutation(mine.sum()) % 3
        for part in range(3):
            order = np.argsort(SCORE + 9.0 * (third == part), kind="stable")[: (third != part).sum()]
            below, size = np.append(0, np.cumsum(TRUE[order])), order.size
            held = int(0.2 * size)
            first = np.arange(size - held + 1)
            wrong = below[first] + (size - held - first) - (below[-1] - below[first + held])
            place = int(wrong.argmin())
            low, high = SCORE[order[place]], SCORE[order[place + held]] if place < size - held else np.inf
            sure_of = (third == part) & ((low > SCORE) | (high <= SCORE))
            right, decided = right + ((high <= SCORE) == TRUE)[sure_of].sum(), decided + sure_of.sum()
    assert asked("refer", example).values["held_out"]["value"] == pytest.approx(right / decided, abs=0.006)


@pytest.mark.parametrize(
    ("key", "name", "value", "lower"),
    [
        ("F1", "F1", lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn), False),
        ("ERR", "error rate", lambda tp, fp, fn, tn: (fp + fn) / (tp + fp + fn + tn), True),
        ("J", "Youden's J", lambda tp, fp, fn, tn: tp / (tp + fn) + tn / (tn + fp) - 1, False),
        ("net = (tp - 5*fp) / m", None, lambda tp, fp, fn, tn: (tp - 5 * fp) / (tp + fp + fn + tn), False),
    ],
)
def test_band_is_best_for_another_measure(example, key, name, value, lower):
    answer = asked("refer", example, measure=[key], share=0.3)
    first, last, counted = windows(0.3)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.nan_to_num(value(*counted[:4]), nan=9 if lower else -9)
        every = value(*cells_of(np.arange(M + 1), np.arange(M + 1))[:4])
    place = int(values.argmin() if lower else values.argmax())
    before = np.nanmin(every) if lower else np.nanmax(every)
    band = answer.values["band"]
    assert (band["low"], band["high"]) == (ENDS[first[place]], ENDS[last[place]])
    assert band["value"] == pytest.approx(values[place])
    if name:
        way = "falls" if lower else "rises"
        assert here(answer).endswith(f"{name} {way} from {three(before)} to {three(values[place])}.")
    curve = answer.tables["coverage"].rows()
    (column,) = (column for column in curve.columns if column not in ("Share decided", "Band from", "to below"))
    assert curve[column].iloc[69] == pytest.approx(values[place])


def test_measures_that_count_cases_are_not_offered(example):
    """Fewer decided cases have fewer of each; one's own formula may still count."""
    with pytest.raises(InputError, match="must be one that is offered here"):
        asked("refer", example, measure=["TP"])
    answer = asked("refer", example, measure=["hits = tp"])
    assert here(answer).startswith("Referring does not help: refer 20 %, between ")
    assert here(answer).endswith(" and hits falls from 258 to 257.")
    assert not {"referred-blindly", "referring-more"} & set(notes(answer))
    assert "referred blindly" not in {line.name for line in answer.figures["coverage"].draw(LIGHT).data}


def dearest_first(payoffs, referral):
    """The least mean cost of all bands, by looking at each, and the bands that have it."""
    first, last = np.triu_indices(M + 1)
    tp, fp, fn, tn, positives, negatives = cells_of(first, last)
    worth = sum(payoff * cell for payoff, cell in zip(payoffs, (tp, fp, fn, tn), strict=True))
    total = -(worth + (payoffs[0] - referral[0]) * positives + (payoffs[3] - referral[1]) * negatives) / M
    ties = total <= total.min() + 1e-12
    return total.min(), set(zip(first[ties].tolist(), last[ties].tolist(), strict=True)), total[first == last].min()


@pytest.mark.parametrize(
    ("payoffs", "referral"),
    [((0, -1, -1, 0), (0.2, 0.2)), ((0, -1, -5, 0), (0.5, 0.5)), ((15, -335, -35, 165), (10, 25)),
     ((0, -1, -3, 0), (0.1, 0.4)), ((0, -1e-7, -1, 0), (1e-9, 1e-9))],
)  # fmt: skip
def test_band_by_cost_is_the_cheapest_of_all(example, payoffs, referral):
    answer = asked("refer", example, by="cost", u=payoffs, referral=referral, unit="EUR")
    least, best, alone = dearest_first(payoffs, referral)
    _, (positives, negatives), (fn, tn) = six_of(answer)
    held, start = int(positives + negatives), int(fn + tn)
    assert (start, start + held) in best
    assert held == min(last - first for first, last in best)
    assert answer.values["band"]["value"] == pytest.approx(-least)
    assert answer.values["nobody_referred"]["value"] == pytest.approx(-alone)
    now, before = re.search(r"a case then costs (\S.*) EUR instead of (\S.*) EUR\.$", here(answer)).groups()
    assert now != before
    # Where referring beats calling negative, and where calling positive beats it, by the payoffs of one case.
    R1, R0 = payoffs[0] - referral[0], payoffs[3] - referral[1]
    low = (payoffs[3] - R0) / (payoffs[3] - R0 + R1 - payoffs[2])
    high = (R0 - payoffs[1]) / (R0 - payoffs[1] + payoffs[0] - R1)
    if low > 1e-3:
        assert f"from {three(low)} to {three(high)}**." in notes(answer)["band-of-probabilities"]
        S1, S0 = payoffs[0] - payoffs[2], payoffs[3] - payoffs[1]
        digits = 2 if payoffs[0] else 3
        assert f"up to **{S0 * S1 / (S0 + S1):.{digits}f} EUR** a case" in notes(answer)["dearest-person"]


def test_payoffs_say_what_a_case_yields(example):
    answer = asked("refer", example, by="cost", written="payoffs")
    least, _, alone = dearest_first((0, -1, -1, 0), (0.2, 0.2))
    assert here(answer).endswith(f"a case then yields {three(-least)} instead of {three(-alone)}.")
    assert "a case yields **−0." in answer.reason


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"referral": (-1, 9)}, "no band fits a referral"),
        ({"u": (1, 2, 2, 1)}, "a right answer must be worth no less than a wrong one"),
        ({"u": (1, 1, 1, 1)}, "the four payoffs must not all be equal"),
        ({"rate": (0, 0, -1, 0)}, "bands by costs need costs that do not grow with an amount"),
        ({"referral": "0.2"}, "referral must be two costs, of a positive and a negative case, such as 0.2,0.2"),
        ({"referral": "x,1"}, "the cost of a referral must be a number"),
    ],
)
def test_costs_that_cannot_be_used_are_refused(example, choices, message):
    with pytest.raises(InputError, match=message):
        asked("refer", example, by="cost", **choices)


# Ties and weights ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ties():
    """Whole scores with ties, of 60 cases a third of which are positive."""
    rng = np.random.default_rng(5)
    true = np.arange(60) % 3 == 0
    return true, np.where(true, rng.integers(2, 6, 60), rng.integers(0, 4, 60))


def of_scores(true, score, weight=None, **choices):
    columns = {"truth": np.where(true, "ill", "well"), "score": score, "weight": weight}
    frame = pd.DataFrame({name: column for name, column in columns.items() if column is not None})
    roles = {role: role for role in ("truth", "score", "weight") if role in frame}
    return asked("refer", read(frame, positive="ill", **roles).data(), **choices)


def widest(true, score, share, weight):
    """The best accuracy of the bands of whole scores that hold at most a share and cannot grow, with their shares."""
    cuts = [*np.unique(score), np.inf]
    held = {}
    for i, low in enumerate(cuts):
        for j, high in enumerate(cuts[i:], start=i):
            inside = (score >= low) & (score < high)
            held[i, j] = weight[inside].sum() / weight.sum()
    room = share + 1e-12
    candidates = []
    for (i, j), part in held.items():
        wider = [held.get((i - 1, j), 9), held.get((i, j + 1), 9)]
        if part <= room and min(wider) > room:
            low, high = cuts[i], cuts[j]
            decided = (score < low) | (score >= high)
            right = weight[decided & ((score >= high) == true)].sum()
            candidates.append((right / weight[decided].sum(), part, low, high))
    return max(candidates, key=lambda candidate: candidate[0])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("share", [0.2, 0.3])
def test_cases_of_one_score_stay_together(ties, weighted, share):
    true, score = ties
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5) if weighted else np.ones(60)
    answer = of_scores(true, score, weight if weighted else None, share=share)
    accuracy, part, low, high = widest(true, score, share, weight)
    assert part > 0
    rows = measures_of(answer)
    assert rows.loc["ACC", "With the band"] == pytest.approx(accuracy)
    assert rows.loc["referred", "With the band"] == pytest.approx(part)
    alone = max(np.average((score >= cut) == true, weights=weight) for cut in [*np.unique(score), np.inf])
    start = "Refer" if accuracy > alone else "Referring does not help: refer"
    way = "rises" if accuracy > alone else "falls"
    assert here(answer) == (
        f"{start} {told_percent(part)}, between {three(low)} and {three(high)}, and accuracy {way} from {three(alone)} "
        f"to {three(accuracy)}."
    )
    assert ("fewer-than-asked" in notes(answer)) == (part < share - 0.005)
    assert sum(map(sum, six_of(answer))) == pytest.approx(weight.sum())


def test_constant_scores_refer_nobody():
    true = np.arange(60) % 3 == 0
    answer = of_scores(true, np.full(60, 7))
    assert here(answer) == "Refer nobody, call nothing positive, and accuracy is 0.667."
    assert "nobody-is-best" in notes(answer)
    assert six_of(answer) == [[0, 0], [0, 0], [20, 40]]


def test_measure_at_its_best_stays_there():
    true = np.arange(60) % 3 == 0
    assert here(of_scores(true, true * 0.5 + np.arange(60) / 200)).endswith(", and accuracy stays 1.")


def test_measure_without_a_value_is_said():
    """Of two scores that tell the classes apart the odds ratio divides by zero for every band."""
    true = np.arange(30) % 3 == 0
    answer = of_scores(true, 0.2 + 0.6 * true, measure=["DOR"])
    assert here(answer).startswith("Diagnostic odds ratio (DOR) has no value among the decided cases: ")
    assert "without a band" in answer.figures["refer"].words


def test_weighted_cases_have_bands_by_cost(ties):
    true, score = ties
    weight = np.where(np.arange(60) % 4 == 0, 2.5, 0.5)
    answer = of_scores(true, score, weight, by="cost")
    cuts = [*np.unique(score), np.inf]
    costs_of = [
        np.average(np.where(score < low, true, np.where(score < high, 0.2, ~true)), weights=weight)
        for i, low in enumerate(cuts)
        for high in cuts[i:]
    ]
    assert answer.values["band"]["value"] == pytest.approx(-min(costs_of))
    assert sum(map(sum, six_of(answer))) == pytest.approx(weight.sum())


# How it is computed ----------------------------------------------------------------------------------------------


def method(row, share):
    return refer._method(row, share)


@pytest.mark.parametrize("key", ["ACC", "F1", "MCC"])
def test_method(key):
    """Seven to three, squared."""
    text = method(measure(key), 0.3)
    assert paired(text)
    assert "$\\pi$ = 0.300: accuracy is best where $t_0 t_1 = ((1-\\pi)/\\pi)^2$ = 5.444, so" in " ".join(text.split())
    assert f"{measure(key).title} among the decided cases".replace("(", "\\(").replace(")", "\\)") in text
    assert "200 resamples (seed 1)" in text
    assert not re.search(r"\bnan\b|\binf\b|None", text)


def test_method_shows_a_formula_of_ones_own_letter_by_letter():
    text = method(measure("= (tp - 2 * fp) / m"), 0.3)
    assert paired(text)
    assert "\\(tp − 2 · fp\\) \\/ m among the decided cases" in text


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_method_with_one_class(share):
    text = method(ACC, share)
    assert paired(text)
    assert not re.search(r"\bnan\b|\binf\b|None|∞", text)
