"""Which cases should a person see? Every branch of what is said, counted case by case."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.decisions.band_interval import band_interval
from ddcore.decisions.coverage import risk_coverage
from ddcore.decisions.reject import (
    RejectBand,
    best_band,
)
from ddcore.measures import measure
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import asked
from tests.helpers.lines import (
    NAMES,
    both_classes,
    percent,
    tabled,
    thresholds,
    told,
)
from tests.helpers.refer_answers import (
    ACC,
    ALONE,
    F1,
    INF,
    NAN,
    OPEN,
    band,
    closed,
    curve,
    drawn_from,
    known,
    reason,
    sentence,
    six,
    sure,
    who,
)
from tests.helpers.scored import scored

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
            "Referring does not help: refer 20 %, at scores ≥ 0.380, and F1 falls from 0.750 to **0.500** on these "
            "cases.",
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
            "Refer nobody, predict positive at scores ≥ 0.500, and accuracy is **0.800** on these cases.",
        ),
        (
            ACC,
            closed(low=INF),
            closed(low=INF),
            "Refer nobody, predict no case positive, and accuracy is **0.800** on these cases.",
        ),
        (
            measure("MCC"),
            RejectBand(NAN, NAN, NAN, ALONE.cells),
            ALONE,
            "Matthews correlation (MCC) has no value among the decided cases: no case is truly positive or no case is "
            "truly negative or no case is predicted positive or no case is predicted negative.",
        ),
    ],
)
def test_answer(row, one, alone, said):
    assert sentence(row, one, alone).replace("\\", "") == said


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ((0.05, 0.02, 0.08), "on unseen cases it is better by **0.050** (0.020 to 0.080)."),
        ((0.03, -0.01, 0.08), "on unseen cases it is **maybe no better** (−0.010 to 0.080)."),
        ((-0.05, -0.08, -0.02), "on unseen cases it is **worse** by 0.050."),
    ],
)
def test_answer_says_what_to_expect_of_others(lead, said):
    assert sentence(ACC, OPEN, ALONE, sure(lead=lead)) == BETTER + said


def test_answer_says_what_to_expect_of_a_line():
    start = "Refer nobody, predict positive at scores ≥ 0.500, and accuracy is"
    assert sentence(ACC, closed(), ALONE, sure()) == f"{start} 0.800 on these cases, **0.812** on unseen ones."
    assert sentence(ACC, closed(), ALONE, sure(value=NAN)) == f"{start} **0.800** on these cases."


@pytest.mark.parametrize("key", NAMES)
def test_names_inside_a_sentence(key):
    """People keep their capital."""
    said = sentence(measure(key), closed(), closed()).replace("\\", "")
    assert said == f"Refer nobody, predict positive at scores ≥ 0.500, and {NAMES[key]} is **0.800** on these cases."


def test_a_value_where_there_was_none_neither_rises_nor_falls():
    """Without a referral four cases are decided, and the formula divides by zero."""
    row = measure("odd = tp / (m - 4)")
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    said = sentence(row, best_band(table, row, 0.25), best_band(table, row, 0.0))
    assert "from no value" not in said


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "TPR", "PPV"]), st.sampled_from([0.1, 0.25, 0.5, 0.9]))
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
        place = re.search(r"at scores ≥ ([\d.]+)|predict no case positive", said)
        at = float(place[1]) if place[1] else INF
        assert said.endswith(f"is **{told(float(oracles.DEFINITIONS[key](*six(cases, at, at)[:4])))}** on these cases.")
        return
    place = re.search(r"between ([\d.]+) and ([\d.]+),|at scores ≥ ([\d.]+),", said)
    low, high = (float(place[1]), float(place[2])) if place[1] else (float(place[3]), INF)
    cells = six(cases, low, high)
    after = oracles.DEFINITIONS[key](*cells[:4])
    assert 0 < sum(cells[4:]) <= share * len(cases)
    start = "Referring does not help: refer" if sign * after <= before else "Refer"
    assert said.startswith(f"{start} {percent(Fraction(sum(cells[4:]), len(cases)))}, ")
    before *= sign
    if after == before:
        assert said.endswith(f"stays {told(float(after))} on these cases.")
    else:
        way = "rises" if after > before else "falls"
        assert said.endswith(f" {way} from {told(float(before))} to **{told(float(after))}** on these cases.")


def test_refer_nobody_has_the_value_of_its_own_line():
    """A quarter is one case, and both cases at 0 stay together. From 0.3 on F1 is 2/3, from 0 on 2/5."""
    table = ScoreTable.of([0, 0, 0.3, 0.5], [0, 0, 1, 0])
    said = sentence(F1, best_band(table, "F1", 0.25), best_band(table, "F1", 0.0))
    assert "at scores ≥ 0.300, and F1 is **0.400**" not in said
    band = asked("refer", scored(table, 0.5), share=0.25, measure=["F1"]).values["band"]
    assert (band["low"], band["high"], band["value"]) == (0.3, 0.3, pytest.approx(2 / 3))


# Why -------------------------------------------------------------------------------------------------------------


def test_decided():
    assert who(OPEN, "a_b") == (
        "A person sees **20** of 100 cases, 40 % of them truly a\\_b. The model decides **80 cases** and gets 70 of "
        "them right."
    )
    assert who(ALONE, "yes") == "The model decides **100 cases** and gets 81 of them right."
    assert who(band(1.5, 0.25, 0, 1, 0.5, 0.75), "yes") == (
        "A person sees **31.2 %** of the weight, 40 % of that truly yes. The model decides **68.8 %** of the weight "
        "and gets 90.9 % of that right."
    )
    assert "**1,200 cases** and gets 1,000 of" in who(closed(500, 100, 100, 500), "yes")


def test_one_case_is_not_many():
    said = who(band(1, 0, 0, 0, 1, 0), "yes")
    assert said.endswith("The model decides **1 case** and gets it right.")
    assert who(band(0, 1, 0, 0, 1, 0), "yes").endswith("The model decides **1 case** and gets it wrong.")
    assert who(band(0, 0, 0, 0, 1, 0), "yes").endswith("The model decides no case.")


def test_all_right_is_told_as_all():
    assert who(closed(40, 0, 0, 40), "yes") == "The model decides **80 cases** and gets all of them right."


def test_weights_are_not_counted_as_cases():
    """Of a weight of 11.5 two are referred, all negative; of the rest, 9.5, those of 3 and 3.5 are right."""
    table = ScoreTable.of([0.1, 0.4, 0.35, 0.8, 0.6, 0.7], [0, 0, 1, 1, 0, 1], weight=[1, 2.5, 3, 1, 2, 2])
    assert who(best_band(table, "ACC", 0.3), "yes") == (
        "A person sees **17.4 %** of the weight, 0 % of that truly yes. The model decides **82.6 %** of the weight and "
        "gets 68.4 % of that right."
    )
    assert who(best_band(table, "ACC", 0.0), "yes") == (
        "The model decides **100 %** of the weight and gets 73.9 % of that right."
    )


@pytest.mark.parametrize("how", [None, sure(), sure(value=NAN)])
@pytest.mark.parametrize("one", [OPEN, ALONE])
def test_reason(one, how):
    said = reason(ACC, one, how, "yes")
    rest = {
        None: " How sure that is cannot be told: of the weights only the sums are known.",
        0.8125: " On unseen cases expect accuracy of **0.812** (0.688 to 0.875).",
    }
    value = None if how is None else how.value
    assert said == who(one, "yes") + rest.get(value, "")


def test_reason_without_a_value():
    assert reason(ACC, RejectBand(NAN, NAN, NAN, ALONE.cells), None, "yes") == (
        "Another measure, or a smaller share, may have a value here."
    )


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_every_note_in_order():
    found = curve(np.arange(1, 11) / 10)
    assert known(share=0.22, how=sure(), found=found) == {
        "referred-blindly": "Referring as many at random would leave accuracy at 0.810 on average.",
        "band-resampled": "In 95 % of resamples the referred scores begin between 0.100 and 0.200 and end between "
        "0.600 and 0.700.",
        "accuracy-of-all": "Counting each referred case as a mistake, accuracy is 0.700; if a person gets them all "
        "right, 0.900.",
        "fewer-than-asked": "Only 20 % are referred: cases of one score stay together, and with the next ones it "
        "would be more than 22 %.",
        "referring-more": "With more referred, accuracy on these cases is 0.900 at 10 %, 0.700 at 30 %, 0.500 at 50 %.",
        "risk-and-coverage": "The area under the risk-coverage curve, the mean error rate of the decided cases over "
        "all shares, is 0.205 on these cases; with nobody referred it is 0.400.",
    }


def test_what_a_closed_band_calls_for():
    assert list(known(one=ALONE, share=0.0, how=sure())) == ["risk-and-coverage"]
    assert known(one=ALONE, share=0.2)["nobody-is-best"] == (
        "Referring up to 20 % does no better than referring nobody, whatever the scores referred."
    )


def test_without_a_value_that_is_all():
    assert known(F1, RejectBand(NAN, NAN, NAN, ALONE.cells)) == {
        "no-value": "F1 has no value where no case is truly positive or no case is predicted positive."
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
    assert said == (
        "In 95 % of resamples the referred scores begin between 0.500 and the top and end between 0.700 and the top."
    )


def test_what_is_not_known_is_not_at_the_top():
    assert "band-resampled" not in known(how=sure((NAN, NAN), (NAN, NAN), NAN))


def test_few_steps_are_not_told():
    assert "referring-more" not in known(found=curve([0.5] * 9))
    assert "referring-more" not in known(found=curve([0.5] * 10)), "nothing is bought"
    assert "referring-more" in known(found=curve([0.5] * 4 + [0.6] + [0.5] * 5))


def test_steps_without_a_value_are_left_out():
    said = known(measure("DOR"), found=curve([NAN] * 6 + [3.0] * 3 + [2.0], measure("DOR")))
    assert said["referring-more"] == "With more referred, diagnostic odds ratio on these cases is 3 at 10 %, 3 at 30 %."


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
        f"With more referred, accuracy on these cases is {shown[0]} at 10 %, {shown[1]} at 30 %, {shown[2]} at 50 %."
    )


@pytest.mark.parametrize("key", ["TP", "FN"])
def test_counts_fall_when_cases_are_referred_blindly(key):
    """Of 36 true positives a blind referral of a fifth leaves four fifths."""
    row = measure(key)
    one, alone = band(30, 5, 5, 40, 8, 12, row=row), closed(36, 12, 7, 45, row=row)
    said = known(row, one, alone, found=curve(np.arange(10), row))
    assert not {"referred-blindly", "referring-more"} & set(said)


@given(both_classes, st.sampled_from([0.1, 0.3, 0.6]))
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
    assert f"with nobody referred it is {told(1 - before / total)}." in said["risk-and-coverage"]
