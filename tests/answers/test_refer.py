"""Which cases should a person see? Every branch of what is said, counted case by case."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.answers.refer_words import who_decides
from ddcore.decisions.band_interval import band_interval
from ddcore.decisions.coverage import risk_coverage
from ddcore.decisions.reject import RejectBand, best_band
from ddcore.measures import measure
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import asked, holds
from tests.helpers.lines import both_classes, percent, tabled, thresholds, told
from tests.helpers.refer_answers import (
    ACC,
    ALONE,
    F1,
    INF,
    NAN,
    OPEN,
    answered,
    band,
    closed,
    curve,
    drawn_from,
    known,
    six,
    sure,
)
from tests.helpers.scored import scored

# The answer ------------------------------------------------------------------------------------------------------


ERR = measure("ERR")
WIDE = band(30, 5, 5, 40, 8, 12, value=0.3)
IDLE = "Referring does not help:"


@pytest.mark.parametrize(
    ("row", "one", "alone", "parts"),
    [
        (ACC, OPEN, ALONE, ("Refer 20 %,", "0.380 and 0.710,", "accuracy rises", "0.810 to **0.875**")),
        (
            ERR, band(30, 5, 5, 40, 8, 12, row=ERR), closed(36, 12, 7, 45, row=ERR),
            ("Refer 20 %,", "error rate falls", "0.190 to **0.125**"),
        ),
        (
            F1, band(30, 5, 5, 40, 8, 12, high=INF, value=0.5), closed(value=0.75),
            (IDLE, "20 %,", "scores ≥ 0.380,", "F1 falls", "0.750 to **0.500**"),
        ),
        (
            ERR, band(30, 5, 5, 40, 8, 12, value=0.25), closed(value=0.125),
            (IDLE, "20 %,", "error rate rises", "0.125 to **0.250**"),
        ),
        (ACC, WIDE, closed(value=0.1 + 0.2), (IDLE, "accuracy stays 0.300")),
        (measure("PPV"), WIDE, RejectBand(0.5, 0.5, NAN, ALONE.cells), ("Refer 20 %,", "precision is **0.300**")),
        (ACC, closed(), closed(), ("Refer nobody,", "scores ≥ 0.500,", "accuracy is **0.800**")),
        (ACC, closed(low=INF), closed(low=INF), ("Refer nobody,", "no case positive,", "accuracy is **0.800**")),
        (measure("MCC"), RejectBand(NAN, NAN, NAN, ALONE.cells), ALONE, ("Matthews correlation (MCC)", "no value")),
    ],
)  # fmt: skip
def test_answer(row, one, alone, parts):
    assert holds(answered(row, one, alone).sentence.replace("\\", ""), *parts)


@pytest.mark.parametrize(
    ("lead", "parts"),
    [
        ((0.05, 0.02, 0.08), ("better by **0.050**", "(0.020 to 0.080)")),
        ((0.03, -0.01, 0.08), ("**maybe no better**", "(−0.010 to 0.080)")),
        ((-0.05, -0.08, -0.02), ("**worse** by 0.050",)),
    ],
)
def test_answer_says_what_to_expect_of_others(lead, parts):
    """What is marked is not that of these cases."""
    assert holds(answered(how=sure(lead=lead)).sentence, "0.810 to 0.875", "on unseen cases", *parts)


def test_answer_says_what_to_expect_of_a_line():
    assert holds(answered(ACC, closed(), how=sure()).sentence, "is 0.800", "**0.812**")
    assert holds(answered(ACC, closed(), how=sure(value=NAN)).sentence, "is **0.800**")


def test_a_value_where_there_was_none_neither_rises_nor_falls():
    """Without a referral four cases are decided, and the formula divides by zero."""
    row = measure("odd = tp / (m - 4)")
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    assert "from no value" not in answered(row, best_band(table, row, 0.25), best_band(table, row, 0.0)).sentence


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "TPR", "PPV"]), st.sampled_from([0.1, 0.25, 0.5, 0.9]))
def test_answer_against_loops(cases, key, share):
    """The share, the measure with the band and without, and the way from one to the other."""
    table, row = tabled(cases), measure(key)
    one, alone = best_band(table, key, share), best_band(table, key, 0.0)
    said, sign = answered(row, one, alone).sentence, -1 if key == "ERR" else 1
    singles = [oracles.DEFINITIONS[key](*six(cases, t, t)[:4]) for t in thresholds(cases)]
    before = max(sign * value for value in singles if value is not None)
    if "has no value" in said:
        assert math.isnan(one.value)
        return
    if said.startswith("Refer nobody"):
        # What stands there must hold together: the measure at that line.
        place = re.search(r"at scores ≥ ([\d.]+)|predict no case positive", said)
        at = float(place[1]) if place[1] else INF
        assert f"**{told(float(oracles.DEFINITIONS[key](*six(cases, at, at)[:4])))}**" in said
        return
    place = re.search(r"between ([\d.]+) and ([\d.]+),|at scores ≥ ([\d.]+),", said)
    low, high = (float(place[1]), float(place[2])) if place[1] else (float(place[3]), INF)
    cells = six(cases, low, high)
    after = oracles.DEFINITIONS[key](*cells[:4])
    assert 0 < sum(cells[4:]) <= share * len(cases)
    assert said.startswith(IDLE) == (sign * after <= before)
    assert f"efer {percent(Fraction(sum(cells[4:]), len(cases)))}, " in said
    before *= sign
    way = "rises" if after > before else "falls"
    shown = f"{way} from {told(float(before))} to **{told(float(after))}**"
    assert (f"stays {told(float(after))}" if after == before else shown) in said


def test_refer_nobody_has_the_value_of_its_own_line():
    """A quarter is one case, and both cases at 0 stay together. From 0.3 on F1 is 2/3, from 0 on 2/5."""
    table = ScoreTable.of([0, 0, 0.3, 0.5], [0, 0, 1, 0])
    band = asked("refer", scored(table, 0.5), share=0.25, measure=["F1"]).values["band"]
    assert (band["low"], band["high"], band["value"]) == (0.3, 0.3, pytest.approx(2 / 3))


# Why -------------------------------------------------------------------------------------------------------------


def test_who_decides_what():
    for one, parts in (
        (OPEN, ("**20** of 100", "40 %", "a\\_b", "**80 cases**", "70 of")),
        (ALONE, ("**100 cases**", "81 of")),
        (band(1.5, 0.25, 0, 1, 0.5, 0.75), ("**31.2 %**", "weight", "40 %", "a\\_b", "**68.8 %**", "90.9 %")),
        (closed(500, 100, 100, 500), ("**1,200 cases**", "1,000 of")),
        (band(1, 0, 0, 0, 1, 0), ("**1 case**", "it right.")),
        (band(0, 1, 0, 0, 1, 0), ("**1 case**", "it wrong.")),
        (band(0, 0, 0, 0, 1, 0), ("decides no case.",)),
        (closed(40, 0, 0, 40), ("**80 cases**", "gets all")),
    ):
        assert holds(who_decides(one, "a_b"), *parts)
        assert ("A person" in who_decides(one, "a_b")) == (not one.closed)


def test_weights_are_not_counted_as_cases():
    """Of a weight of 11.5 two are referred, all negative; of the rest, 9.5, those of 3 and 3.5 are right."""
    table = ScoreTable.of([0.1, 0.4, 0.35, 0.8, 0.6, 0.7], [0, 0, 1, 1, 0, 1], weight=[1, 2.5, 3, 1, 2, 2])
    assert holds(who_decides(best_band(table, "ACC", 0.3), "yes"), "**17.4 %**", "0 %", "**82.6 %**", "68.4 %")
    assert holds(who_decides(best_band(table, "ACC", 0.0), "yes"), "**100 %**", "73.9 %")


@pytest.mark.parametrize("one", [OPEN, ALONE])
def test_reason(one):
    rest = [
        answered(one=one, how=how).reason.removeprefix(who_decides(one, "yes"))
        for how in (None, sure(), sure(value=NAN))
    ]
    assert "cannot be told" in rest[0]
    assert holds(rest[1], "accuracy", "**0.812** (0.688 to 0.875)")
    assert rest[2] == ""
    assert "Another measure" in answered(one=RejectBand(NAN, NAN, NAN, ALONE.cells)).reason


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_every_note_in_order():
    said = known(share=0.22, how=sure(), found=curve(np.arange(1, 11) / 10))
    parts = {
        "referred-blindly": ("accuracy at 0.810",),
        "band-resampled": ("between 0.100 and 0.200", "between 0.600 and 0.700"),
        "accuracy-of-all": ("0.700", "0.900"),
        "fewer-than-asked": ("Only 20 %", "than 22 %"),
        "referring-more": ("0.900 at 10 %, 0.700", "at 30 %, 0.500", "at 50 %"),
        "risk-and-coverage": ("0.205", "0.400"),
    }
    assert list(said) == list(parts)
    assert [code for code in parts if not holds(said[code], *parts[code])] == []


def test_what_a_closed_band_calls_for():
    assert list(known(one=ALONE, share=0.0, how=sure())) == ["risk-and-coverage"]
    assert "20 %" in known(one=ALONE, share=0.2)["nobody-is-best"]
    assert "risk-and-coverage" not in known(risk=curve([NAN] * 4))
    assert list(known(F1, RejectBand(NAN, NAN, NAN, ALONE.cells))) == ["no-value"]


def test_fewer_than_asked():
    told_at = {share: "fewer-than-asked" in known(share=share) for share in (0, 0.2, 0.204, 0.206, 0.5)}
    assert told_at == {0: False, 0.2: False, 0.204: False, 0.206: True, 0.5: True}


def test_ends_at_the_top():
    """What is not known is not at the top."""
    assert holds(known(how=sure((0.5, INF), (0.7, INF)))["band-resampled"], "0.500 and the top", "0.700 and the top")
    assert "band-resampled" not in known(how=sure((NAN, NAN), (NAN, NAN), NAN))


def test_few_steps_are_not_told():
    assert "referring-more" not in known(found=curve([0.5] * 9))
    assert "referring-more" not in known(found=curve([0.5] * 10)), "nothing is bought"
    assert "referring-more" in known(found=curve([0.5] * 4 + [0.6] + [0.5] * 5))
    # Steps without a value are left out.
    said = known(measure("DOR"), found=curve([NAN] * 6 + [3.0] * 3 + [2.0], measure("DOR")))
    assert holds(said["referring-more"], "3 at 10 %,", "3 at 30 %.")


def test_what_referring_more_buys_is_what_the_band_at_that_share_has():
    """At 10, 30 and 50 % the page shows these values once the slider stands there."""
    for cases in (10, 12, 13, 15, 16, 50, 99, 100, 250):
        truth = np.random.default_rng(cases).permutation(np.arange(cases) < 0.5 * cases)
        table = ScoreTable.of(np.arange(cases) / 1024, truth, True)
        shown = [f"{told(best_band(table, 'ACC', share).value)} at {percent(share)}" for share in (0.1, 0.3, 0.5)]
        assert known(found=risk_coverage(table, "ACC"))["referring-more"].endswith(f"is {', '.join(shown)}.")


def test_counts_fall_when_cases_are_referred_blindly():
    """Of 36 true positives a blind referral of a fifth leaves four fifths."""
    for row in map(measure, ("TP", "FN")):
        one, alone = band(30, 5, 5, 40, 8, 12, row=row), closed(36, 12, 7, 45, row=row)
        said = known(row, one, alone, found=curve(np.arange(10), row))
        assert not {"referred-blindly", "referring-more"} & set(said)


@given(both_classes, st.sampled_from([0.1, 0.3, 0.6]))
def test_worth_knowing_against_loops(cases, share):
    table = tabled(cases)
    one, alone, risk = best_band(table, "ACC", share), best_band(table, "ACC", 0.0), risk_coverage(table)
    how = band_interval("ACC", share, drawn=drawn_from(table, 5))
    said = known(ACC, one, alone, share, how, risk, risk)
    cells = six(cases, one.low, one.high)
    right, referred, total = cells[0] + cells[3], sum(cells[4:]), len(cases)
    before = max(sum(six(cases, t, t)[i] for i in (0, 3)) for t in thresholds(cases))
    assert ("referred-blindly" in said) == (referred > 0)
    if referred:
        assert f"at {told(before / total)} on" in said["referred-blindly"]
        assert holds(said["accuracy-of-all"], f" {told(right / total)};", f" {told((right + referred) / total)}.")
    if "fewer-than-asked" in said:
        assert referred < share * total
        for low, high in itertools.combinations_with_replacement(thresholds(cases), 2):
            wider = low <= one.low and one.high <= high and sum(six(cases, low, high)[4:]) > referred
            assert not wider or sum(six(cases, low, high)[4:]) > share * total
    assert said["risk-and-coverage"].endswith(f" {told(1 - before / total)}.")
