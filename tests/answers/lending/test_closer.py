"""What should a loan cost? Every margin, who accepts a rate, and risk by price, as whole answers."""

import numpy as np
import pytest

from ddcore.answers.lending.closer import price_risk_remark
from ddcore.decisions.price_risk import PriceCurves, PriceRisk, PriceRiskOutcome
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.read import read
from ddcore.samples.applicants import APPLICANTS
from tests.helpers.answers import asked, holds
from tests.helpers.figures import sound
from tests.helpers.lending_answers import NAN, file_of, share
from tests.helpers.loops import nonempty

MARGINS = (0.02, 0.04, 0.06, 0.08, 0.10, 0.12, 0.14)
CONDITIONS = ("envelope", "conditions-fail", "conditions-hold", "accept-by-risk")


@pytest.fixture(scope="module")
def book():
    """Applicants of the sample, and their risk and whether it came true."""
    sample = APPLICANTS["applicants"]
    drawn = sample.draw(300, 2)
    data = read(drawn, **sample.roles).data()
    return data, drawn["risk"].to_numpy(), np.array(drawn["outcome"].to_pylist()) == "default"


def of(book, **choices):
    return asked("lending", book[0], risk="scores", **choices)


def codes(answer):
    return [note.code for note in answer.notes if note.code in CONDITIONS]


# Every margin ----------------------------------------------------------------------------------------------------


def test_a_margin_that_is_set_is_the_one_that_others_are_ahead_of(book):
    best, other = of(book), of(book, margin=0.033)
    assert (other.values["margin"], other.values["best_margin"]) == (0.033, best.values["margin"])
    ways = other.values["ways"]
    assert [row["margin"] for row in best.values["margins"]][: len(MARGINS)] == list(MARGINS)
    (row,) = (row for row in other.values["margins"] if row["margin"] == 0.033)
    assert row["profit"] == ways["margin"]["profit"]
    assert row["approved"] == pytest.approx(ways["margin"]["approved"])
    assert row["enrolled"] == pytest.approx(ways["margin"]["approved"] * ways["margin"]["accepted"])
    lead = ways["cutoff"]["profit"]["value"] - ways["margin"]["profit"]["value"]
    assert ways["cutoff"]["ahead"]["value"] == pytest.approx(lead)
    assert "margin of 3.3 %" in other.sentence
    assert other.tables["by_margin"].rows()["Margin"].tolist()[:2] == ["3.3 %", "2 %"]
    # The best margin, and one of the table, stand once.
    same = of(book, margin=best.values["margin"])
    assert (same.sentence, same.values) == (best.sentence, best.values)
    assert len(of(book, margin=0.1).values["margins"]) == len(MARGINS)


def test_a_margin_that_leaves_nobody_earns_nothing(book):
    answer = of(book, margin=0.9)
    assert answer.values["ways"]["margin"]["profit"]["value"] == 0
    assert [note.code for note in answer.notes].count("margin-approves-nobody") == 1
    assert sound(answer.figures["margins"].draw(LIGHT))
    with pytest.raises(InputError, match=r'margin must be between 0 and 1, got "-0\.1"'):
        of(book, margin=-0.1)


# Who accepts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({}, "conditions-fail"),
        ({"rates": (0.3, 0.35, 0.4)}, "conditions-hold"),
        ({"take": "square"}, "conditions-hold"),
        pytest.param({"take": "square", "lgd": 0.3}, "conditions-fail", marks=pytest.mark.full),
        pytest.param({"rates": (0.2, 0.3), "lgd": 0.1}, "conditions-fail", marks=pytest.mark.full),
        pytest.param({"take": "line", "half": 0.3}, "conditions-hold", marks=pytest.mark.full),
        ({"take": "sigmoid", "eager": 2}, "accept-by-risk"),
        ({"take": "points", "points": "0: 100, 20: 30, 40: 25"}, "conditions-fail"),
        ({"take": "points", "points": "20: 90, 30: 42, 40: 29", "rates": (0.2, 0.3, 0.4)}, "envelope"),
        ({"rates": (0.3,)}, None),
    ],
)
def test_it_is_told_whether_the_propositions_hold(book, choices, code):
    answer = of(book, **choices)
    assert codes(answer) == ([] if code is None else [code])
    held = answer.values["who_accepts"]
    if code == "conditions-hold":
        assert held["log_concave"]["holds"]
        assert held["falls"]["holds"] or held["falls_with_loss"]["holds"]
    rows = answer.tables["conditions"].rows()
    assert (rows["All yours"] == "yes").tolist() == [
        held[name]["holds"] for name in ("log_concave", "falls", "falls_with_loss", "concave")
    ]
    assert sound(answer.figures["takers"].draw(LIGHT))


def test_break_evens_stand_beside_the_thresholds(book):
    rows = of(book).tables["neighbours"].rows()
    ahead = rows["Next rate earns more from a risk of"]
    for low, high, risk in zip(rows["Rate"], rows["Next rate"], ahead, strict=True):
        rates = [float(rate.removesuffix(" %")) / 100 for rate in (low, high)]
        even = 0.0 if risk == "any" else float(risk)
        lower, higher = [share(rate) * ((1 - even) * (rate - 0.03) - even * 0.53) for rate in rates]
        assert (lower < higher) if risk == "any" else (lower == pytest.approx(higher, abs=1e-5))
    used = rows["Best threshold"].notna()
    assert rows["Best threshold"][used].to_numpy() == pytest.approx(ahead[used].astype(float).to_numpy(), abs=5e-5)
    assert rows["Rate"][used].tolist() == ["30 %", "35 %", "40 %"]
    assert ahead[~used].tolist() == ["any", "any", "any"]
    nobody = of(book, take="line", half=0.2, rates=(0.1, 0.45)).tables["neighbours"].rows()
    assert nobody["Next rate earns more from a risk of"].tolist() == ["never"]


@pytest.mark.parametrize("take", ["square", "line", "exponential"])
def test_other_forms_of_who_accepts_are_used(book, take):
    answer = of(book, take=take)
    forms = {
        "square": lambda r: 1 - 1.5 * r - r**2,
        "line": lambda r: 1 - 2 * r,
        "exponential": lambda r: 2 ** (-4 * r),
    }
    rows = answer.tables["takers"].rows()
    assert rows["accept"].to_numpy() == pytest.approx(forms[take](rows["Rate"].to_numpy()), abs=1e-12)
    assert asked("lending", book[0], risk="scores", take=take, half=0.4).values != answer.values or take == "square"


# Risk that depends on the price ----------------------------------------------------------------------------------


def test_a_what_if_leaves_all_else_as_it_is(book):
    """Without an effect nothing changes at all."""
    usual, moved, still = of(book), of(book, riskier=3, seen=0.1), of(book, riskier=1)
    without = [
        {name: value for name, value in answer.values.items() if name != "price_risk"} for answer in (usual, moved)
    ]
    assert without[0] == without[1]
    assert usual.sentence == moved.sentence
    risky = moved.values["price_risk"]
    assert risky["kept"] < risky["chosen"] <= risky["priced"]
    found, expected = still.values["price_risk"], still.values["ways"]["cutoff"]["expected"]
    assert (found["kept"], found["chosen"]) == (pytest.approx(expected), pytest.approx(expected))
    assert found["best_rate"] == found["best_rate_without"]


@pytest.mark.parametrize(
    ("best", "best_with", "times", "parts"),
    [
        ((0.35, 0.1), (0.25, 0.05), 2.0, ("best rate changes", "35 % to 25 %.")),
        ((0.35, 0.1), (0.35, 0.1), 1.0, ("best rate is 35 %.",)),
        ((NAN, NAN), (0.25, 0.05), 2.0, ("no rate", "25 % earns most.")),
        ((0.35, 0.1), (NAN, NAN), 2.0, ("35 % earns most", "no rate")),
    ],
)
def test_where_the_best_rate_goes(best, best_with, times, parts):
    none = np.zeros(2)
    curves = PriceCurves(0.2, none, none, none, best, best_with)
    found = PriceRiskOutcome(PriceRisk(times, 0.3), 0.05, 0.0625, 0.0625, 0.4, 0.2, best_with[0])
    assert holds(price_risk_remark(curves, found), "0.200 ", *parts, "earn 5.00 ", "6.25.")


def test_the_table_has_the_factor_that_is_set(book):
    rows = of(book, riskier=1.75).tables["price_risk"].rows()
    assert rows["Odds"].tolist() == ["×1", "×1.25", "×1.5", "×1.75", "×2", "×3"]
    found = of(book, riskier=1.75).values["price_risk"]
    assert rows["New thresholds"][3] == f"{100 * found['chosen']:.2f}"
    rows[rows.columns[1:4]] = rows[rows.columns[1:4]].astype(float)
    assert (rows["Same thresholds"] <= rows["New thresholds"] + 1e-12).all()
    assert (rows["New thresholds"] <= rows["Own prices"] + 1e-12).all()


# Odd data --------------------------------------------------------------------------------------------------------

RNG = np.random.default_rng(4)
ODD = {
    "two of each": lambda: file_of([0.9, 0.2, 0.4, 0.1], np.array([1, 0, 1, 0], bool)),
    "one score": lambda: file_of(np.full(40, 0.2), np.arange(40) % 5 == 0),
    "ties": lambda: file_of(np.arange(60) % 3 / 4, np.arange(60) % 4 == 0),
    "weighted": lambda: file_of(RNG.random(60).round(2), np.arange(60) % 4 == 0, np.where(np.arange(60) % 3, 0.5, 2.5)),
    "all too risky": lambda: file_of(0.9 + 0.001 * np.arange(40), np.arange(40) % 2 == 0),
}

SIGMOID = {"take": "sigmoid", "eager": 4, "margin": 0.05}


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        *((name, SIGMOID) for name in ("two of each", "ties", "weighted")),
        *(pytest.param(name, SIGMOID, marks=pytest.mark.full) for name in ("one score", "all too risky")),
        *(pytest.param(name, {}, marks=pytest.mark.full) for name in ("ties", "weighted")),
        pytest.param("two of each", {"rates": (0.01,)}, marks=pytest.mark.full),
        ("all too risky", {"rates": (0.01,)}),
    ],
)
def test_odd_applicants_have_answers(name, choices):
    answer = asked("lending", ODD[name](), risk="scores", **choices)
    for key in ("margins", "takers", "price_risk"):
        assert sound(answer.figures[key].draw(LIGHT))
        assert "nan" not in f"{answer.figures[key].words} {answer.figures[key].remark}"
    for key, table in nonempty(answer.tables.items()):
        assert len(table.rows()) <= max(table.size, 500), key
