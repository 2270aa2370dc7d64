"""Which cases should a person see, by what mistakes and referrals cost? And every sentence, and the tables."""

import itertools
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcore.answers import bands
from ddcore.answers.bands import Bands
from ddcore.answers.money import Money
from ddcore.decisions.band_interval import band_interval, cost_band_interval
from ddcore.decisions.costs import Threshold, costs
from ddcore.decisions.coverage import risk_coverage
from ddcore.decisions.referral import BandThresholds, Referral, band_thresholds
from ddcore.decisions.reject import (
    DECIDED,
    OVERALL,
    RejectBand,
    band_counts,
    best_band,
    cost_band,
)
from ddcore.measures import MEASURES, measure
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import notes
from tests.helpers.lines import (
    MARKUP,
    both_classes,
    letter_by_letter,
    sentences,
    tabled,
    thresholds,
)
from tests.helpers.refer_answers import (
    ACC,
    ALONE,
    FIVE,
    INF,
    NAN,
    OPEN,
    answered_by_cost,
    band,
    closed,
    drawn_from,
    known,
    reason,
    sentence,
    six,
    sure,
    who,
)

CASES = [(0.1, False), (0.2, True), (0.4, False), (0.5, True), (0.7, False), (0.9, True)]
HAND = tabled(CASES)
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.25, 0.5, 1.25, 1.5])
PERFECT = ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1])
JUDGING = [key for key, row in MEASURES.items() if row.judges]


def by_cost(one, alone, sign, span, unit, how=None):
    return answered_by_cost(one, alone, how, money=Money(sign, span, unit)).sentence


def reason_by_cost(one, how, positive, sign, span, unit):
    return answered_by_cost(one, how=how, money=Money(sign, span, unit), positive=positive).reason


def notes_by_cost(utility, thresholds):
    """The two notes that costs alone call for."""
    told = notes(answered_by_cost(OPEN, utility=utility, unit=utility.unit, thresholds=thresholds))
    codes = ("closed-for-probabilities", "band-of-probabilities", "dearest-person")
    return {code: text for code, text in told.items() if code in codes}


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
            "Refer 20 %, at scores ≥ 0.380: a case then yields **−0.250** instead of −0.500 on these cases.",
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
        ((0.125, 0.05, 0.2), -1, "on unseen cases **0.125 EUR** less (0.050 to 0.200)."),
        ((0.125, 0.05, 0.2), 1, "on unseen cases **0.125 EUR** more (0.050 to 0.200)."),
        ((0.125, -0.05, 0.2), -1, "on unseen cases **maybe no less** (−0.050 to 0.200)."),
        ((0.125, -0.05, 0.2), 1, "on unseen cases **maybe no more** (−0.050 to 0.200)."),
        ((-0.125, -0.2, -0.05), 1, "on unseen cases 0.125 EUR less."),
    ],
)
def test_by_cost_answer_says_what_to_expect_of_others(lead, sign, said):
    one = band(30, 5, 5, 40, 8, 12, value=-0.25)
    whole = by_cost(one, closed(value=-0.5), sign, 5.0, "EUR", sure(lead=lead))
    assert whole.endswith(f" on these cases; {said}")
    assert whole.startswith("Refer 20 %, between 0.380 and 0.710: a case then ")
    assert bool(re.search(r"on unseen cases \*\*\d", whole)) == (lead[1] > 0), (
        "what is marked is not that of these cases"
    )


def test_a_person_without_cost_costs_no_more_than_is_saved():
    """Perfect scores leave nothing to save, and a referral is free."""
    one = cost_band(PERFECT, FIVE, Referral(0.0, 0.0))
    assert one.closed
    assert by_cost(one, one, -1, 5.0, "") == (
        "**Refer nobody:** on these cases a person saves no more than they cost; a case costs 0.000."
    )


@given(both_classes, st.sampled_from([(1, 5), (5, 1), (1, 1)]), st.sampled_from([0.1, 0.3, 0.7, 2.0]))
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
        rest = f" An unseen case {rest}."
    assert reason_by_cost(OPEN, how, "yes", sign, 5.0, unit) == who(OPEN, "yes") + rest


def test_notes_by_cost():
    """A miss of 5 and an alarm of 1, a person of 0.5: from 0.5 / 5 to 1 - 0.5; up to 5 / 6."""
    assert notes_by_cost(FIVE, band_thresholds(FIVE, Referral(-0.5, -0.5), 0.3)) == {
        "band-of-probabilities": "With true probabilities, refer those of being positive **from 0.100 to 0.500**.",
        "dearest-person": "A person who is always right may cost up to **0.833** a case; above that, nobody should "
        "be referred, whatever the scores.",
    }


def test_notes_by_cost_of_a_closed_band():
    unit = costs(c10=1, c01=5, unit="EUR")
    line = Threshold(7 / 15, 1 / 6)
    said = notes_by_cost(unit, BandThresholds(line, line, True))
    assert said["closed-for-probabilities"] == (
        "With true probabilities nobody should be referred either: both ends meet at the threshold of 0.167."
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
    assert rows.to_numpy().tolist() == [
        ["predicted positive", 30, 5],
        ["referred", 8, 12],
        ["predicted negative", 5, 40],
    ]


def test_table_against_definitions():
    rows = bands.every_measure(Bands(OPEN, ALONE, None), measure("kappa"))
    assert list(rows.columns) == ["Of which cases", "Short name", "Measure", "With referral", "Nobody referred"]
    first = ["kappa", *DECIDED, "F1", "TS"]
    assert rows["Short name"].tolist() == [*first, *OVERALL, "referred"]
    for _, row in rows[: len(first)].iterrows():
        assert row["Of which cases"] == "decided by the model"
        assert row["Measure"] == MEASURES[row["Short name"]].name
        for column, cells in (("With referral", (30, 5, 5, 40)), ("Nobody referred", (36, 12, 7, 45))):
            assert row[column] == pytest.approx(float(oracles.DEFINITIONS[row["Short name"]](*cells)))
    shares = rows.set_index("Short name").loc[list(OVERALL)]
    assert shares["With referral"].tolist() == pytest.approx([30 / 43, 40 / 57, 5 / 43, 5 / 57, 70 / 100])
    assert shares["Nobody referred"].tolist() == pytest.approx([36 / 43, 45 / 57, 7 / 43, 12 / 57, 81 / 100])
    assert shares["Measure"].tolist() == [
        "truly positive cases predicted positive by the model",
        "truly negative cases predicted negative by the model",
        "truly positive cases predicted negative by the model",
        "truly negative cases predicted positive by the model",
        "share of cases called right by the model",
    ]
    assert rows.iloc[-1].tolist() == ["all", "referred", "Share that a person sees", 0.2, 0.0]


@pytest.mark.parametrize("key", ["ACC", "F1", "net = (tp - 2 * fp) / m"])
def test_table_has_each_measure_once(key):
    keys = bands.every_measure(Bands(OPEN, ALONE, None), measure(key))["Short name"].tolist()
    assert keys[0] == measure(key).key
    assert len(keys) == len(set(keys))


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
