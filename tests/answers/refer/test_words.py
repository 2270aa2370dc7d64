"""Which cases should a person see? Every branch of what is said, at a share and by costs, counted case by case."""

import itertools
import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.answers.base.money import Money
from ddcore.answers.refer import tables
from ddcore.answers.refer.compute import Bands
from ddcore.answers.refer.words import who_decides
from ddcore.decisions.band_interval import band_interval, cost_band_interval
from ddcore.decisions.costs import Threshold, costs
from ddcore.decisions.coverage import risk_coverage
from ddcore.decisions.referral import BandThresholds, Referral, band_thresholds
from ddcore.decisions.reject import DECIDED, OVERALL, RejectBand, band_counts, best_band, cost_band
from ddcore.measures import MEASURES, measure
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import asked, holds, notes
from tests.helpers.lines import MARKUP, both_classes, letter_by_letter, percent, sentences, tabled, thresholds, told
from tests.helpers.refer_answers import (
    ACC,
    ALONE,
    F1,
    FIVE,
    INF,
    NAN,
    OPEN,
    answered,
    answered_by_cost,
    band,
    closed,
    curve,
    drawn_from,
    known,
    six,
    sure,
)
from tests.helpers.scored import scored

WIDE, COSTLY = (band(30, 5, 5, 40, 8, 12, value=value) for value in (0.3, -0.25))
CASES = [(0.1, False), (0.2, True), (0.4, False), (0.5, True), (0.7, False), (0.9, True)]
HAND = tabled(CASES)
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.25, 0.5, 1.25, 1.5])
PERFECT = ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1])
JUDGING = [key for key, row in MEASURES.items() if row.judges]

# The answer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "one", "alone", "parts"),
    [
        (ACC, OPEN, ALONE, ("Send the 20 %", "0.380 and 0.710 to a person:", "accuracy rises", "0.810 to **0.875**")),
        (
            F1, band(30, 5, 5, 40, 8, 12, high=INF, value=0.75), closed(value=0.5),
            ("Send the 20 %", "scores ≥ 0.380 to", "F1 rises", "0.500 to **0.750**"),
        ),
        (measure("ERR"), WIDE, closed(value=0.5), ("Send the 20 %", "error rate falls", "0.500 to **0.300**")),
        (measure("PPV"), WIDE, RejectBand(0.5, 0.5, NAN, ALONE.cells), ("Send the 20 %", "precision is **0.300**")),
        (ACC, closed(low=INF), closed(low=INF), ("Refer no case:", "no case positive,", "accuracy is **0.800**")),
        (measure("MCC"), RejectBand(NAN, NAN, NAN, ALONE.cells), ALONE, ("Matthews correlation (MCC)", "no value")),
    ],
)  # fmt: skip
def test_answer(row, one, alone, parts):
    assert holds(answered(row, one, alone).sentence.replace("\\", ""), *parts)


@pytest.mark.parametrize(
    ("lead", "parts"),
    [
        ((0.05, 0.02, 0.08), ("better by **0.050**", "(0.020 to 0.080)")),
        ((0.03, -0.01, 0.08), ("**not surely better**", "(−0.010 to 0.080)")),
        ((-0.05, -0.08, -0.02), ("**worse** by 0.050",)),
    ],
)
def test_answer_says_what_to_expect_of_others(lead, parts):
    """What is marked is not that of these cases."""
    assert holds(answered(how=sure(lead=lead)).sentence, "0.810 to 0.875", "on unseen cases", *parts)
    assert holds(answered(ACC, closed(), how=sure(lead=lead)).sentence, "is 0.800", "**0.812**")
    assert holds(answered(ACC, closed(), how=sure(value=NAN)).sentence, "is **0.800**")


def test_a_value_where_there_was_none_neither_rises_nor_falls():
    """Without a referral four cases are decided, and the formula divides by zero."""
    row = measure("odd = tp / (m - 4)")
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    assert "from no value" not in answered(row, best_band(table, row, 0.25), best_band(table, row, 0.0)).sentence


def told_soundly(table, key, share, how=None):
    """The answer by the best bands at a share; every sentence is one, without a missing number."""
    one, alone, curve = best_band(table, key, share), best_band(table, key, 0.0), risk_coverage(table, key, 20)
    answer = answered(measure(key), one, alone, share, how, curve, risk_coverage(table, "ERR", 20), positive="a_b")
    said = [answer.sentence, answer.reason, *notes(answer).values()]
    assert not re.search("∞|a_b", " ".join(said))
    assert sentences(said)
    return answer


def within(cases, key, share):
    """The measure with each band that refers at most a share of the cases, where it has a value."""
    pairs = itertools.combinations_with_replacement(thresholds(cases), 2)
    cells = [six(cases, *ends) for ends in pairs]
    found = [oracles.DEFINITIONS[key](*one[:4]) for one in cells if sum(one[4:]) <= Fraction(str(share)) * len(cases)]
    return [value for value in found if value is not None]


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "TPR", "PPV"]), st.sampled_from([0.1, 0.25, 0.5, 0.9]))
def test_answer_against_loops(cases, key, share):
    """The share, the measure with the band and without, and the way from one to the other."""
    table = tabled(cases)
    said, sign = told_soundly(table, key, share).sentence, -1 if key == "ERR" else 1
    singles = [oracles.DEFINITIONS[key](*six(cases, t, t)[:4]) for t in thresholds(cases)]
    before = max(sign * value for value in singles if value is not None)
    if "has no value" in said:
        assert math.isnan(best_band(table, key, share).value)
        return
    if said.startswith("Refer no case"):
        # What stands there must hold together: the measure at that line.
        place = re.search(r"at scores ≥ ([\d.]+)|predicting no case positive", said)
        at = float(place[1]) if place[1] else INF
        assert f"**{told(float(oracles.DEFINITIONS[key](*six(cases, at, at)[:4])))}**" in said
        assert max(sign * value for value in within(cases, key, share)) == before
        return
    place = re.search(r"between ([\d.]+) and ([\d.]+) to|scores ≥ ([\d.]+) to", said)
    low, high = (float(place[1]), float(place[2])) if place[1] else (float(place[3]), INF)
    cells = six(cases, low, high)
    after = oracles.DEFINITIONS[key](*cells[:4])
    assert 0 < sum(cells[4:]) <= share * len(cases)
    assert before < sign * after == max(sign * value for value in within(cases, key, share))
    assert said.startswith(f"Send the {percent(Fraction(sum(cells[4:]), len(cases)))} with ")
    before *= sign
    way = "rises" if after > before else "falls"
    assert f"{way} from {told(float(before))} to **{told(float(after))}**" in said


def test_refer_nobody_has_the_value_of_its_own_line():
    """A quarter is one case, and both cases at 0 stay together. From 0.3 on F1 is 2/3, from 0 on 2/5."""
    table = ScoreTable.of([0, 0, 0.3, 0.5], [0, 0, 1, 0])
    band = asked("refer", scored(table, 0.5), share=0.25, measure=["F1"]).values["band"]
    assert (band["low"], band["high"], band["value"]) == (0.3, 0.3, pytest.approx(2 / 3))


# Why -------------------------------------------------------------------------------------------------------------


def test_who_decides_what():
    for one, parts in (
        (OPEN, ("**20** of 100", "40 %", "a\\_b", "**80 cases**", "70 of")),
        (band(1.5, 0.25, 0, 1, 0.5, 0.75), ("**31.2 %**", "weight", "40 %", "a\\_b", "**68.8 %**", "90.9 %")),
        (closed(500, 100, 100, 500), ("**1,200 cases**", "1,000 of")),
        (band(1, 0, 0, 0, 1, 0), ("**1 case**", "it right.")),
        (band(0, 0, 0, 0, 1, 0), ("decides no case.",)),
        (closed(40, 0, 0, 40), ("**80 cases**", "gets all")),
    ):
        assert holds(who_decides(one, "a_b"), *parts)
        assert ("A person" in who_decides(one, "a_b")) == (not one.closed)


@pytest.mark.parametrize("one", [OPEN, ALONE])
def test_reason(one):
    rest = [
        answered(one=one, how=how).reason.removeprefix(who_decides(one, "yes")).partition(" Without")[0]
        for how in (None, sure(), sure(value=NAN))
    ]
    assert "is unknown" in rest[0]
    assert holds(rest[1], "accuracy", "**0.812** (0.688 to 0.875)")
    assert rest[2] == ""
    assert "another measure" in answered(one=RejectBand(NAN, NAN, NAN, ALONE.cells)).reason


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_every_note_in_order():
    said = known(share=0.22, how=sure(), found=curve(np.arange(1, 11) / 10))
    parts = {
        "referred-blindly": ("accuracy would be 0.810",),
        "band-resampled": ("between 0.100 and 0.200", "between 0.600 and 0.700"),
        "accuracy-of-all": ("0.700", "0.900"),
        "fewer-than-asked": ("Only 20 %", "up to 22 %", "accuracy better"),
        "referring-more": ("0.900 at 10 %, 0.700", "at 30 %, 0.500", "at 50 %"),
        "risk-and-coverage": ("0.205", "0.400"),
    }
    assert list(said) == [*parts, "prices-in-force"]
    assert [code for code in parts if not holds(said[code], *parts[code])] == []


def test_what_a_closed_band_calls_for():
    assert list(known(one=ALONE, share=0.0, how=sure())) == ["risk-and-coverage", "prices-in-force"]
    assert "20 %" in known(one=ALONE, share=0.2)["nobody-is-best"]
    assert "risk-and-coverage" not in known(risk=curve([NAN] * 4))
    assert list(known(F1, RejectBand(NAN, NAN, NAN, ALONE.cells))) == ["no-value", "prices-in-force"]


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
        said = known(found=risk_coverage(table, "ACC")).get("referring-more")
        bands = {share: best_band(table, "ACC", share) for share in (0.1, 0.3, 0.5)}
        shown = [f"{told(band.value)} at {percent(share)}" for share, band in bands.items()]
        assert (said is None) == all(band.closed for band in bands.values())
        assert said is None or said.endswith(f"is {', '.join(shown)}.")


def test_counts_fall_when_cases_are_referred_blindly():
    """Of 36 true positives a blind referral of a fifth leaves four fifths."""
    for row in map(measure, ("TP", "FN")):
        one, alone = band(30, 5, 5, 40, 8, 12, row=row), closed(36, 12, 7, 45, row=row)
        said = known(row, one, alone, found=curve(np.arange(10), row))
        assert not {"referred-blindly", "referring-more"} & set(said)


@pytest.mark.full
@given(both_classes, st.sampled_from([0.1, 0.3, 0.6]))
def test_worth_knowing_against_loops(cases, share):
    table = tabled(cases)
    one, how = best_band(table, "ACC", share), band_interval("ACC", share, drawn=drawn_from(table, 5))
    said = notes(told_soundly(table, "ACC", share, how))
    cells = six(cases, one.low, one.high)
    right, referred, total = cells[0] + cells[3], sum(cells[4:]), len(cases)
    before = max(sum(six(cases, t, t)[i] for i in (0, 3)) for t in thresholds(cases))
    assert ("referred-blindly" in said) == (referred > 0)
    if referred:
        assert f"be {told(before / total)} on" in said["referred-blindly"]
        assert holds(said["accuracy-of-all"], f" {told(right / total)} if", f" {told((right + referred) / total)} if")
    if "fewer-than-asked" in said:
        assert referred < share * total
        assert max(within(cases, "ACC", share)) == Fraction(right, total - referred)
    assert said["risk-and-coverage"].endswith(f" {told(1 - before / total)}.")


# By costs --------------------------------------------------------------------------------------------------------


def by_cost(one, alone=ALONE, sign=-1, unit="", how=None, positive="yes"):
    """The answer by costs, prices with the digits of a span of 5."""
    return answered_by_cost(one, alone, how, money=Money(sign, 5.0, unit), positive=positive)


def notes_by_cost(utility, thresholds):
    """The two notes that costs alone call for."""
    told = notes(answered_by_cost(OPEN, utility=utility, unit=utility.unit, thresholds=thresholds))
    codes = ("closed-for-probabilities", "band-of-probabilities", "dearest-person")
    return {code: text for code, text in told.items() if code in codes}


@pytest.mark.parametrize(
    ("one", "sign", "unit", "parts"),
    [
        (COSTLY, -1, "EUR", ("Send the 20 %", "0.380 and 0.710 to", "costs **0.250 EUR**", "0.500 EUR")),
        (replace(COSTLY, high=INF), 1, "", ("Send the 20 %", "≥ 0.380 to", "yields **−0.250**", "−0.500")),
        (closed(value=-0.5), -1, "EUR", ("**Refer no case:**", "costs 0.500 EUR.")),
        (closed(value=-0.5), 1, "", ("**Refer no case:**", "yields −0.500.")),
    ],
)
def test_by_cost_answer(one, sign, unit, parts):
    assert holds(by_cost(one, closed(value=-0.5), sign, unit).sentence, *parts)


@pytest.mark.parametrize(
    ("lead", "sign", "parts"),
    [
        ((0.125, 0.05, 0.2), -1, ("**0.125 EUR** less", "(0.050 to 0.200).")),
        ((0.125, -0.05, 0.2), -1, ("**not surely less**", "(−0.050 to 0.200).")),
        ((-0.125, -0.2, -0.05), 1, (" 0.125 EUR less.",)),
    ],
)
def test_by_cost_answer_says_what_to_expect_of_others(lead, sign, parts):
    """What is marked is not that of these cases."""
    here, _, there = by_cost(COSTLY, closed(value=-0.5), sign, "EUR", sure(lead=lead)).sentence.partition(";")
    assert holds(there, "unseen cases", *parts)
    assert "**" not in here


@pytest.mark.full
@given(both_classes, st.sampled_from([(1, 5), (5, 1), (1, 1)]), st.sampled_from([0.1, 0.3, 0.7, 2.0]))
def test_by_cost_answer_against_loops(cases, mistakes, price):
    table, utility = tabled(cases), costs(c10=mistakes[0], c01=mistakes[1])
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
    said = by_cost(one, alone).sentence
    assert said.startswith("Send ") == (least < line)
    told = [float(number) for number in re.findall(r"(?:costs|instead of) (?:\*\*)?([\d.]+\d)", said)]
    assert told == pytest.approx([float(least), float(line)] if least < line else [float(line)], abs=6e-4)
    # With what to expect of other cases, and for honest probabilities, every sentence is one.
    how = cost_band_interval(utility, Referral(-price, -price), drawn=drawn_from(table, 5))
    share = table.positives.sum() / len(cases)
    answer = by_cost(one, alone, 1, "a_b", how, positive="c_d")
    honest = notes_by_cost(utility, band_thresholds(utility, Referral(-price, -price), share))
    said = [answer.sentence, answer.reason, *honest.values()]
    assert sentences(said)
    assert not re.search("∞|a_b|c_d|no value", " ".join(said))


def test_by_cost_reason():
    rest = {
        (sure(value=NAN), -1): None,
        (sure(value=-0.5), -1): ("costs **0.500 EUR**", "(0.438 to 0.625)"),
        (sure(value=-0.5), 1): ("yields **−0.500 EUR**", "(−0.625 to −0.438)"),
    }
    for (how, sign), parts in rest.items():
        unseen = by_cost(OPEN, how=how, sign=sign, unit="EUR").reason.partition(who_decides(OPEN, "yes"))[2]
        unseen = unseen.partition(" Without")[0]
        assert unseen == "" if parts is None else holds(unseen, *parts)


def test_notes_by_cost():
    """A miss of 5 and an alarm of 1, a person of 0.5: from 0.5 / 5 to 1 - 0.5; up to 5 / 6."""
    said = notes_by_cost(FIVE, band_thresholds(FIVE, Referral(-0.5, -0.5), 0.3))
    assert list(said) == ["band-of-probabilities", "dearest-person"]
    assert "0.100 to 0.500" in said["band-of-probabilities"]
    assert "**0.833**" in said["dearest-person"]
    line = Threshold(7 / 15, 1 / 6)
    said = notes_by_cost(costs(c10=1, c01=5, unit="EUR"), BandThresholds(line, line, True))
    assert "0.167" in said["closed-for-probabilities"]
    assert "**0.833 EUR**" in said["dearest-person"]
    closing = [band_thresholds(FIVE, Referral.costing(FIVE, price), 0.3).closed for price in (0.8332, 0.8334)]
    assert closing == [False, True]


@pytest.mark.parametrize("name", MARKUP)
def test_names_and_units_are_shown_letter_by_letter(name):
    unit = costs(c10=1, c01=5, unit=name)
    both = by_cost(OPEN, unit=name, how=sure(), positive=name)
    dearest = notes_by_cost(unit, band_thresholds(unit, Referral(-0.5, -0.5), 0.3))["dearest-person"]
    assert letter_by_letter(name[:20].strip(), dearest)
    reasons = [both.reason, by_cost(OPEN, positive=name).reason, answered(how=sure(), positive=name).reason]
    for text in (both.sentence, by_cost(ALONE, unit=name).sentence, *reasons):
        assert letter_by_letter(name, text)


TABLES = {"constant": ScoreTable.of([0.5, 0.5], [0, 1]), "hand": HAND, "perfect": PERFECT, "weighted": WEIGHTED}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (name != "hand")) for name in TABLES])
def test_every_sentence_of_every_measure(name):
    for key, share in itertools.product(JUDGING, (0.0, 0.4)):
        assert told_soundly(TABLES[name], key, share).sentence


# The tables ------------------------------------------------------------------------------------------------------


def test_table_against_definitions():
    rows = tables.every_measure(Bands(OPEN, ALONE, None), measure("kappa"))
    first = ["kappa", *DECIDED, "F1", "TS"]
    assert rows["Short name"].tolist() == [*first, *OVERALL, "referred"]
    assert rows["Measure"].tolist()[: len(first)] == [MEASURES[key].name for key in first]
    assert set(rows["Of which cases"][: len(first)]) == {"decided by the model"}
    by_key = rows.set_index("Short name")
    for column, cells, referred in (("With referral", (30, 5, 5, 40), 0.2), ("No case referred", (36, 12, 7, 45), 0)):
        tp, fp, fn, tn = cells
        right = [float(oracles.DEFINITIONS[key](*cells)) for key in first]
        assert by_key.loc[first, column].tolist() == pytest.approx(right)
        overall = [tp / 43, tn / 57, fn / 43, fp / 57, (tp + tn) / 100, referred]
        assert by_key.loc[[*OVERALL, "referred"], column].tolist() == pytest.approx(overall)
    keys = tables.every_measure(Bands(OPEN, ALONE, None), measure("F1"))["Short name"].tolist()
    assert (keys[0], len(keys)) == ("F1", len(set(keys)))
    cells = tables.cells(OPEN, "ill", "well")
    assert cells.iloc[:, 1:].to_numpy().tolist() == [[30, 5], [8, 12], [5, 40]]


def test_numbers_are_those_of_the_band_here_and_on_unseen_cases():
    answer = answered(how=sure())
    paths = ("band.share", "band.low", "band.high", "nobody_referred.value", "band.value", "held_out", "lead")
    assert tuple(".".join(number.path) for number in answer.numbers) == paths
    assert answer.values["held_out"] == {"value": 0.8125, "low": 0.6875, "high": 0.875}
    assert answer.values["lead"] == {"value": 0.05, "low": 0.02, "high": 0.08}
    assert ("band", "low") not in [number.path for number in answered(one=band(low=-INF)).numbers]
