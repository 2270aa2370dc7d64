"""Which cases should a person see, by what mistakes and referrals cost? And every sentence, and the tables."""

import itertools
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcore.answers import bands
from ddcore.answers.bands import Bands
from ddcore.answers.money import Money
from ddcore.answers.refer_words import who_decides
from ddcore.decisions.band_interval import band_interval, cost_band_interval
from ddcore.decisions.costs import Threshold, costs
from ddcore.decisions.coverage import risk_coverage
from ddcore.decisions.referral import BandThresholds, Referral, band_thresholds
from ddcore.decisions.reject import DECIDED, OVERALL, RejectBand, band_counts, best_band, cost_band
from ddcore.measures import MEASURES, measure
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import holds, notes
from tests.helpers.lines import MARKUP, both_classes, letter_by_letter, sentences, tabled, thresholds
from tests.helpers.refer_answers import (
    ALONE,
    FIVE,
    INF,
    NAN,
    OPEN,
    answered,
    answered_by_cost,
    band,
    closed,
    drawn_from,
    six,
    sure,
)

CASES = [(0.1, False), (0.2, True), (0.4, False), (0.5, True), (0.7, False), (0.9, True)]
HAND = tabled(CASES)
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.25, 0.5, 1.25, 1.5])
PERFECT = ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1])
JUDGING = [key for key, row in MEASURES.items() if row.judges]


COSTLY = band(30, 5, 5, 40, 8, 12, value=-0.25)


def by_cost(one, alone=ALONE, sign=-1, unit="", how=None, positive="yes"):
    """The answer by costs, prices with the digits of a span of 5."""
    return answered_by_cost(one, alone, how, money=Money(sign, 5.0, unit), positive=positive)


def notes_by_cost(utility, thresholds):
    """The two notes that costs alone call for."""
    told = notes(answered_by_cost(OPEN, utility=utility, unit=utility.unit, thresholds=thresholds))
    codes = ("closed-for-probabilities", "band-of-probabilities", "dearest-person")
    return {code: text for code, text in told.items() if code in codes}


# By costs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "sign", "unit", "parts"),
    [
        (COSTLY, -1, "EUR", ("Refer 20 %,", "0.380 and 0.710:", "costs **0.250 EUR**", "0.500 EUR")),
        (replace(COSTLY, high=INF), 1, "", ("Refer 20 %,", "≥ 0.380:", "yields **−0.250**", "−0.500")),
        (closed(value=-0.5), -1, "EUR", ("**Refer nobody:**", "costs 0.500 EUR.")),
        (closed(value=-0.5), 1, "", ("**Refer nobody:**", "yields −0.500.")),
    ],
)
def test_by_cost_answer(one, sign, unit, parts):
    assert holds(by_cost(one, closed(value=-0.5), sign, unit).sentence, *parts)


@pytest.mark.parametrize(
    ("lead", "sign", "parts"),
    [
        ((0.125, 0.05, 0.2), -1, ("**0.125 EUR** less", "(0.050 to 0.200).")),
        ((0.125, 0.05, 0.2), 1, ("**0.125 EUR** more", "(0.050 to 0.200).")),
        ((0.125, -0.05, 0.2), -1, ("**maybe no less**", "(−0.050 to 0.200).")),
        ((0.125, -0.05, 0.2), 1, ("**maybe no more**", "(−0.050 to 0.200).")),
        ((-0.125, -0.2, -0.05), 1, (" 0.125 EUR less.",)),
    ],
)
def test_by_cost_answer_says_what_to_expect_of_others(lead, sign, parts):
    """What is marked is not that of these cases."""
    here, _, there = by_cost(COSTLY, closed(value=-0.5), sign, "EUR", sure(lead=lead)).sentence.partition(";")
    assert holds(there, "unseen cases", *parts)
    assert "**" not in here


def test_a_person_without_cost_costs_no_more_than_is_saved():
    """Perfect scores leave nothing to save, and a referral is free."""
    one = cost_band(PERFECT, FIVE, Referral(0.0, 0.0))
    assert one.closed
    assert holds(by_cost(one, one).sentence, "**Refer nobody:**", "0.000.")


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
    assert said.startswith("Refer ") == (least < line)
    told = [float(number) for number in re.findall(r"(?:costs|instead of) (?:\*\*)?([\d.]+\d)", said)]
    assert told == pytest.approx([float(least), float(line)] if least < line else [float(line)], abs=6e-4)


def test_by_cost_reason():
    rest = {
        (sure(value=NAN), -1): None,
        (sure(value=-0.5), -1): ("costs **0.500 EUR**", "(0.438 to 0.625)"),
        (sure(value=-0.5), 1): ("yields **−0.500 EUR**", "(−0.625 to −0.438)"),
    }
    for (how, sign), parts in rest.items():
        unseen = by_cost(OPEN, how=how, sign=sign, unit="EUR").reason.removeprefix(who_decides(OPEN, "yes"))
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


# Every sentence --------------------------------------------------------------------------------------------------


def told_soundly(table, key, share, how=None):
    """Whether every sentence about the best bands at a share is one, without a missing number."""
    one, alone, curve = best_band(table, key, share), best_band(table, key, 0.0), risk_coverage(table, key, 20)
    answer = answered(measure(key), one, alone, share, how, curve, risk_coverage(table, "ERR", 20), positive="a_b")
    said = [answer.sentence, answer.reason, *notes(answer).values()]
    assert not re.search("∞|a_b", " ".join(said))
    return sentences(said)


@given(both_classes, st.sampled_from(["ACC", "ERR", "F1", "PPV", "kappa"]), st.sampled_from([0.0, 0.2, 0.6]))
def test_every_sentence_of_random_scores(cases, key, share):
    table = tabled(cases)
    how = band_interval(key, share, drawn=drawn_from(table, 5))
    assert told_soundly(table, key, share, how)


@given(both_classes, st.sampled_from([0.0, 0.1, 0.4]), st.sampled_from([-1, 1]))
@settings(max_examples=15)
def test_every_sentence_by_costs_of_random_scores(cases, price, sign):
    table, referral = tabled(cases), Referral(-price, -price)
    one, alone = cost_band(table, FIVE, referral), best_band(table, "ACC", 0.0)
    how = cost_band_interval(FIVE, referral, drawn=drawn_from(table, 5))
    share = sum(true for _, true in cases) / len(cases)
    answer = by_cost(one, alone, sign, "a_b", how, positive="c_d")
    said = [answer.sentence, answer.reason, *notes_by_cost(FIVE, band_thresholds(FIVE, referral, share)).values()]
    assert sentences(said)
    assert not re.search("∞|a_b|c_d|no value", " ".join(said))


TABLES = {"constant": ScoreTable.of([0.5, 0.5], [0, 1]), "hand": HAND, "perfect": PERFECT, "weighted": WEIGHTED}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (name != "hand")) for name in TABLES])
def test_every_sentence_of_every_measure(name):
    for key, share in itertools.product(JUDGING, (0.0, 0.4)):
        assert told_soundly(TABLES[name], key, share)


# The tables ------------------------------------------------------------------------------------------------------


def test_table_against_definitions():
    rows = bands.every_measure(Bands(OPEN, ALONE, None), measure("kappa"))
    first = ["kappa", *DECIDED, "F1", "TS"]
    assert rows["Short name"].tolist() == [*first, *OVERALL, "referred"]
    assert rows["Measure"].tolist()[: len(first)] == [MEASURES[key].name for key in first]
    assert set(rows["Of which cases"][: len(first)]) == {"decided by the model"}
    by_key = rows.set_index("Short name")
    for column, cells, referred in (("With referral", (30, 5, 5, 40), 0.2), ("Nobody referred", (36, 12, 7, 45), 0)):
        tp, fp, fn, tn = cells
        right = [float(oracles.DEFINITIONS[key](*cells)) for key in first]
        assert by_key.loc[first, column].tolist() == pytest.approx(right)
        overall = [tp / 43, tn / 57, fn / 43, fp / 57, (tp + tn) / 100, referred]
        assert by_key.loc[[*OVERALL, "referred"], column].tolist() == pytest.approx(overall)
    for key in ("ACC", "F1", "net = (tp - 2 * fp) / m"):
        keys = bands.every_measure(Bands(OPEN, ALONE, None), measure(key))["Short name"].tolist()
        assert keys[0] == measure(key).key
        assert len(keys) == len(set(keys))
    cells = bands.cells(OPEN, "ill", "well")
    assert list(cells.columns)[1:] == ["truly ill", "truly well"]
    assert cells.iloc[:, 1:].to_numpy().tolist() == [[30, 5], [8, 12], [5, 40]]


def test_coverage():
    rows = bands.coverage_rows(risk_coverage(HAND, "ACC"))
    assert list(rows.columns) == ["Share decided", "Accuracy", "Referred from", "to below"]
    assert rows["Share decided"].tolist() == pytest.approx([k / 6 for k in range(1, 7)])
    for _, row in rows.iterrows():
        cells = six(CASES, row["Referred from"], row["to below"])
        assert sum(cells[:4]) == round(row["Share decided"] * 6)
        assert row["Accuracy"] == pytest.approx((cells[0] + cells[3]) / sum(cells[:4]))
        same = [
            six(CASES, low, high)
            for low, high in itertools.combinations_with_replacement(thresholds(CASES), 2)
            if sum(six(CASES, low, high)[:4]) == sum(cells[:4])
        ]
        assert cells[0] + cells[3] == max(one[0] + one[3] for one in same)
