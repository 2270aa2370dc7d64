"""Which classifier is worth most? Every branch of what is said, the numbers against sums of the test's own."""

import math
import re

import numpy as np
import pandas as pd
import pytest

from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.samples.stories import STORIES
from tests.helpers.answers import asked, counted, holds, notes, text_of
from tests.helpers.lines import letter_by_letter
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.helpers.utility_answers import (
    CELLS,
    COIN,
    FACTORY,
    MEDICAL,
    PERFECT,
    PRICES,
    RIGHT,
    A,
    B,
    codes,
    factory,
    judged,
    limits,
    mean,
    rows_of,
    said,
    won,
)

MARKUP = [
    "**x**", "<b>x</b>", "[x](http://evil.example)", "a|b", "$x$", ":red[x]", "www.evil.example", "a_b_c", "# x", "`x`",
    "me@evil.example",
]  # fmt: skip


def small(answer):
    """The small table: the cells of each classifier, as texts."""
    rows = answer.tables["standings"].rows()
    return {name: tuple(rest) for name, *rest in rows.itertuples(index=False)}


def heads(answer):
    return list(answer.tables["standings"].rows().columns)


# Which is worth most ---------------------------------------------------------------------------------------------


TWO = {"p": (40, 15, 10, 35), "q": (35, 10, 15, 40)}


def test_stories_have_their_prices_and_their_answers():
    """The factory by its two sets of prices, 65 against 3.5 EUR and 50 against 7.3, and 400 months against 338.5."""
    for key, parts in (
        ("factory", ("“short”", "65.00 EUR", "A 3.50")),
        ("factory_prices", ("“short”", "50.00 EUR", "B 7.30")),
        ("medical", ("“tumour 1”", "400.00 months", "A 338.50")),
    ):
        story = STORIES[key]
        models = {name: Model(None, None, counts) for name, counts in story.models.items()}
        data = Data(100, 50, story.positive, story.negative, models, "A", source=key, sample=story)
        answer = asked("utility", data, unsure=0)
        assert holds(answer.sentence, "**No model:**", *parts)
        assert "assumed" not in notes(answer)
        same = asked("utility", data, unsure=0, u=[float(payoff) for payoff in story.utility.payoffs.values()])
        assert same.values == answer.values


@pytest.mark.parametrize(
    ("models", "payoffs", "unit", "start", "rest"),
    [
        ({"P": PERFECT}, RIGHT, "EUR", "**P:**", ("earns 1.000 EUR", "“yes” 0.500 EUR.")),
        ({"P": PERFECT}, (0, -20, -40, 0), "", "**P:**", ("costs 0.00 a", "“yes” 10.00.")),
        (TWO, (1, 0, 0, 2), "", "**q, but", ("earns 1.150 a", "p 1.100.")),
        ({"p": (20, 25, 30, 25)}, RIGHT, "", "**Always answering “yes”", ("and always", "“no”** are", "0.500")),
        ({"P": A, "Q": B}, (2, 1, 2, 1), "", "**All are", ("1.500 a",)),
        (dict.fromkeys("PQRST", PERFECT), RIGHT, "", "**P, Q, R and 2 more**", ("1.000 a",)),
        ({"P": (0, 0, 50, 50)}, (1, 0, 0, 3), "", "**P and always", ("“no”** are", "1.500 a")),
        ({"P": (20, 20, 30, 30)}, (-1, -3, -9, 0), "EUR", "**No model:**", ("“yes” costs 2.000 EUR a", "P 3.500 EUR.")),
        ({"P": (20, 20, 30, 30)}, (1, -3, -9, 0), "EUR", "**No model:**", ("“yes” yields −1.00 EUR a", "P −3.10 EUR.")),
        (
            {"P": (10, 5, 40, 45), "Q": (5, 10, 45, 40)}, (0, -20, -40, 0), "",
            "**No model:**", ("“yes” costs 10.00 a", "P 17.00."),
        ),
    ],
)  # fmt: skip
def test_sentence(models, payoffs, unit, start, rest):
    sentence = judged(models, payoffs, unit).sentence
    assert sentence.startswith(start)
    assert holds(sentence, *rest)


@pytest.mark.parametrize("name", some_of(MARKUP, *list(MARKUP)[:3]))
def test_names_and_units_stand_letter_by_letter(name):
    for cells in nonempty((PERFECT, COIN, (20, 25, 30, 25), (10, 25, 40, 25))):
        models = {name: cells, f"{name} 2": (20, 20, 30, 30)}
        answer = judged(models, (3, 0, 0, 2), name, 0.1, (f"{name} 3", f"{name} 4"))
        assert letter_by_letter(name, answer.sentence)
        assert letter_by_letter(name[:20], answer.tables["standings"].remark)
        for text in (answer.reason, *notes(answer).values()):
            assert not re.search(r"(?<!\\)[\[\]<>`$|_#@]|(?<!\\)(\*x|:red)", text.replace("**", ""))
        assert letter_by_letter(name, answer.method.split("$$")[0])


# How the map is read ---------------------------------------------------------------------------------------------


def test_reason_where_accuracy_says_otherwise():
    for models, payoffs, by_accuracy in (
        ({"A": A, "B": B}, FACTORY, "**B** (75 %"),
        # A is right in 62 of 100 cases and earns less than always answering no.
        ({"A": A}, FACTORY, "**A** (62 %"),
        # Always answering yes is right in 90 of 100 cases; a false alarm costs so much that P is worth most.
        ({"P": (60, 1, 30, 9)}, (1, -20, 0, 0), "“yes”** (90 %"),
        # Both are right in 75 of 100 cases, and neither is worth most.
        ({"P": TWO["p"], "Q": TWO["q"]}, FACTORY, "**Q** or **P** (75 %"),
    ):
        assert by_accuracy in judged(models, payoffs).reason


@pytest.mark.parametrize(
    ("models", "payoffs"),
    [
        ({"A": A, "B": B}, RIGHT),
        (TWO, (1, 0, 0, 2)),
        ({"P": (70, 5, 20, 5), "Q": (60, 5, 30, 5)}, RIGHT),
        (TWO, (1, 0, 0, 1.0001)),
        # 0.1 + 0.7 is not quite 0.2 + 0.6 for a computer.
        ({"P": (10, 0, 20, 70), "Q": (20, 10, 10, 60)}, (1, 0, 0, 2)),
    ],
)
def test_reason_where_accuracy_says_nothing_else(models, payoffs):
    """Of those right most often one is worth most, though accuracy may hold another one for as good."""
    assert "accuracy" not in judged(models, payoffs).reason


# The small table -------------------------------------------------------------------------------------------------


def test_small_table_of_the_factory():
    answer = factory()
    assert heads(answer) == ["classifier", "worth a case, EUR", "95 %", "wins"]
    shown = small(answer)
    assert list(shown) == ["always “short”", "A", "B", "always “long”"]
    for name, cells in (("A", A), ("B", B)):
        earned = (float(mean(FACTORY, cells)), *limits(FACTORY, cells))
        value, low, high = (f"{x:.2f}".replace("-", "−") for x in earned)
        assert shown[name][:2] == (value, f"{low} to {high}")
    assert shown["always “short”"] == ("65.00", "exact", "100 %")
    assert answer.tables["standings"].bold == 1
    # As printed: 3.5 and -3.5 EUR, 4.7 and 7.3 EUR, 338.5 and 331.5 months.
    for payoffs, printed in ((FACTORY, ("3.50", "−3.50")), (PRICES, ("4.70", "7.30")), (MEDICAL, ("338.50", "331.50"))):
        assert tuple(small(factory(payoffs))[name][0] for name in "AB") == printed


def test_wins_are_those_of_a_cloud():
    answer = factory(unsure=0.1)
    shares = {name: float(cells[2].removesuffix(" %")) for name, cells in small(answer).items()}
    expected = dict(zip(("A", "B", "always “long”", "always “short”"), 100 * won(FACTORY, [A, B], 50), strict=True))
    assert shares == pytest.approx(expected, abs=0.8)
    assert "off by 50.00 EUR" in answer.tables["standings"].remark
    assert "EUR" not in factory().tables["standings"].remark


def test_wins_over_sets_that_are_possible():
    """One of the two sets has never positive as the best, the other always positive."""
    answer = judged({"P": COIN}, (1, 0, 0, 9), others=[(0.25, (9, 0, 0, 1))])
    wins = {name: cells[2] for name, cells in small(answer).items()}
    shares = {name: float(share.removesuffix(" %")) for name, share in wins.items()}
    assert shares == pytest.approx({"always “no”": 75, "always “yes”": 25, "P": 0}, abs=1.5)
    assert "possible sets" in answer.tables["standings"].remark


def test_small_table_of_a_tie_marks_both():
    answer = judged({"P": B, "Q": B, "R": A}, RIGHT)
    assert heads(answer)[1] == "worth a case"
    assert answer.tables["standings"].bold == 2
    wins = [float(small(answer)[name][2].removesuffix(" %")) for name in "PQ"]
    assert wins == pytest.approx([50, 50], abs=3)
    # A constant answer is named by what it says and is exact; weighted cases have no interval.
    named = judged({"A": A}, FACTORY, always=("always", "a*b"))
    assert list(small(named)) == ["always “a*b”", "A", "always “always”"]
    assert r"“a\*b”" in named.sentence
    assert small(judged({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT))["P"][:2] == ("0.735", "none")
    assert [cells[1] for cells in small(judged({"P": A}, (2, 1, 2, 1))).values()] == ["exact"] * 3


# What payoffs that grow with an amount change --------------------------------------------------------------------

TRUTH = [1, 1, 1, 1, 0, 0, 0, 0]
AMOUNT = [1000, 10, 10, 10, 10, 10, 10, 10]
FRAUD = {"A": [1, 0, 0, 0, 0, 0, 0, 0], "B": [0, 1, 1, 1, 0, 0, 0, 0]}
"""A finds the one large fraud, B the three small ones."""


def paid(models, truth, amount, cost=5.0, **choices):
    """What models are worth by what they call: a check costs so much, a missed fraud its amount."""
    columns = {name: np.where(called, "fraud", "fine") for name, called in {"truth": truth, **models}.items()}
    frame = pd.DataFrame({**columns, "amount": amount})
    data = read(frame, truth="truth", label=list(models), amount="amount", positive="fraud").data()
    return asked("utility", data, **{"u": (-cost, -cost, 0, 0), "rate": (0, 0, -1, 0), "unit": "EUR", **choices})


def lost(called):
    """What each case loses, one by one."""
    return [-5 if call else -amount * true for call, true, amount in zip(called, TRUTH, AMOUNT, strict=True)]


def stratified(payoffs, truth):
    """The normal interval of a mean with the class sizes kept (Cochran 1977)."""
    payoffs, truth = np.array(payoffs, dtype=float), np.array(truth)
    variance = sum(
        np.mean(truth == one) ** 2 * np.var(payoffs[truth == one], ddof=1) / (truth == one).sum() for one in (0, 1)
    )
    half = 1.959963984540054 * math.sqrt(variance)
    return payoffs.mean() - half, payoffs.mean() + half


def test_cases_with_amounts():
    """Gaps where only the average case could tell: the probability of winning, and where it would win."""
    answer = paid(FRAUD, TRUTH, AMOUNT)
    rows = rows_of(answer).set_index("Classifier")
    assert rows.index.tolist() == ["A", "always fraud", "B", "always fine"]
    assert rows.iloc[:, [4, 6, 7]].isna().all(axis=None)
    assert rows["Share of the map"].notna().all()
    for name, called in {**FRAUD, "always fraud": [1] * 8, "always fine": [0] * 8}.items():
        low, high = stratified(lost(called), TRUTH)
        earned = -np.mean(lost(called)), -high, -low, np.mean(lost(called)) + 5
        assert rows.loc[name].iloc[:4].tolist() == pytest.approx(list(earned)), name
    assert holds(answer.sentence, "**A, but", "4.38 EUR a", "“fraud” 5.00 EUR.")
    assert codes(answer) == ["maybe-worth-using"]
    assert heads(answer) == ["classifier", "cost a case, EUR", "95 %"]
    assert "average amount" in answer.tables["standings"].remark
    assert small(answer)["always “fraud”"][1] == "exact"
    assert holds(answer.method, "mean amount", r"-5\cdot 1-5\cdot 0-257.5\cdot 3+0\cdot 4", "Cochran 1977")
    assert "Wilson" not in answer.method


MANY = [1] * 20 + [0] * 20
"""Twenty frauds of 100 each and twenty cases that are fine."""


@pytest.mark.parametrize(
    ("models", "code", "parts"),
    [
        ({"A": [1] * 21 + [0] * 19}, "ahead", ("95 %",)),
        ({"A": [1] * 21 + [0] * 19, "B": [1] * 22 + [0] * 18}, "close", ("A is", "B by", "0.12 EUR")),
        ({"A": [1] * 40}, "gains-nothing", ("“fraud” costs",)),
        # One fraud of 100 is missed, and 19 checks of 5 are saved: 5 more are lost in 40 cases.
        ({"A": [0] + [1] * 21 + [0] * 18}, "maybe-not-worth-using", ("“fraud”", "0.12 EUR a case less", "95 %")),
    ],
)
def test_notes_with_amounts_are_of_the_yields_only(models, code, parts):
    answer = paid(models, MANY, [100] * 40)
    assert codes(answer) == [code]
    assert holds(said(answer, code), *parts)


def test_model_without_an_interval_is_not_said_to_be_ahead_by_more_than_it_reaches():
    """One case of a class leaves its scatter open."""
    truth = [1] + [0] * 7
    answer = paid({"A": truth}, truth, [1000] + [10] * 7)
    assert small(answer)["the model"][1] == "none"
    assert "95 %" not in said(answer, "ahead")


@pytest.fixture(scope="module")
def orders():
    """Truth, two scores and an amount of some orders."""
    rng = np.random.default_rng(3)
    true = np.arange(60) % 3 == 0
    one, other = (np.round(np.clip(true * far + rng.random(60) * 0.6, 0, 1), 3) for far in (0.4, 0.2))
    return true, one, other, np.round(rng.gamma(2, 50, 60), 2)


def ordered(orders, positive="fraud", threshold=0.5, **choices):
    """The answer about a file of orders."""
    true, one, other, amount = orders
    columns = {"truth": np.where(true, "fraud", "fine"), "x": one, "y": other, "amount": amount}
    roles = {"truth": "truth", "score": ["x", "y"], "amount": "amount", "positive": positive, "threshold": threshold}
    return asked("utility", read(pd.DataFrame(columns), **roles).data(), **choices)


@pytest.mark.parametrize(
    ("positive", "fixed", "rate"),
    [
        ("fraud", (-5, -5, 0, 0), (0, 0, -1, 0)),
        ("fine", (1500, -335, -35, 165), (2, -1000, 3, 1e6)),
    ],
)
def test_yields_with_amounts_are_those_of_each_case(orders, fixed, rate, positive):
    """A high score is that of the class that is positive; the map stands for a case with its class's mean amount."""
    true, one, other, amount = orders
    positives = true if positive == "fraud" else ~true
    answer = ordered(orders, positive, 0.25, u=fixed, rate=rate)
    rows = rows_of(answer).set_index("Classifier")
    for name, score in (("x", one), ("y", other)):
        called = score >= 0.25
        place = np.select([called & positives, called & ~positives, ~called & positives], [0, 1, 2], 3)
        payoff = np.asarray(fixed)[place] + np.asarray(rate)[place] * amount
        sign = 1 if max(*fixed, *rate) > 0 else -1
        ends = sorted(sign * end for end in stratified(payoff, positives))
        expected = [sign * payoff.mean(), *ends]
        assert rows.loc[name].iloc[:3].tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9), name
    mean_amount = amount[positives].mean(), amount[~positives].mean()
    U = [fix + per * mean_amount[name in ("fp", "tn")] for name, fix, per in zip(CELLS, fixed, rate, strict=True)]
    span = max(U) - min(U)
    place = answer.values["coordinates"]
    assert (place["x"], place["y"]) == pytest.approx(((U[3] - U[0]) / span, (U[1] - U[2]) / span))


def test_models_on_other_cases_are_compared_at_one_share_of_positives():
    """Tiny rates hardly move the yields: with amounts too the second model is moved to the share of the first."""
    frame = pd.DataFrame(
        {
            "model": ["one"] * 40 + ["two"] * 30,
            "truth": ["yes"] * 20 + ["no"] * 20 + ["yes"] * 6 + ["no"] * 24,
            "score": [place % 9 / 9 for place in range(40)] + [place % 7 / 7 for place in range(30)],
            "amount": 1.0,
        }
    )
    data = read(frame, truth="truth", score="score", model="model", positive="yes", amount="amount").data()
    for rate in (0, 1e-9):
        values = asked("utility", data, u=(3, -1, -2, 1), rate=(rate, 0, 0, 0)).values["models"]
        for name, positives, cases, parts in (("one", 20, 40, 9), ("two", 6, 30, 7)):
            called = np.arange(cases) % parts / parts >= 0.5
            tpr, fpr = called[:positives].mean(), called[positives:].mean()
            expected = 0.5 * (3 * tpr - 2 * (1 - tpr)) + 0.5 * (-fpr + 1 - fpr)
            assert values[name]["yield"]["value"] == pytest.approx(expected, abs=1e-6)


def test_what_cannot_be_compared_is_refused():
    lines = [("one", "yes" if place % 2 else "no", place / 20) for place in range(20)]
    lines += [("two", "yes", place / 20) for place in range(10)]
    data = read(pd.DataFrame(lines, columns=["model", "truth", "score"]), positive="yes").data()
    with pytest.raises(InputError, match="two must have cases of both classes to be compared at another share"):
        asked("utility", data)
    with pytest.raises(InputError, match="other prices cannot be used beside payoffs that grow with an amount"):
        paid(FRAUD, TRUTH, AMOUNT, other="0.5: 100,-100,-100,100")
    with pytest.raises(InputError, match="only if the data have a column of amounts"):
        asked("utility", counted(*A), rate=(0, 0, -1, 0))


def test_a_limit_leaves_out_who_predicts_more_everywhere():
    """The model earns (30 * 20 - 5 * 8 - 20 * 10) / 100 = 3.6, always positive 6 and always negative -5."""
    data = counted(Counts(tp=30, fp=5, fn=20, tn=45))

    def ask(**choices):
        return asked("utility", data, u=(20, -8, -10, 0), **choices)

    free, limited, nobody = ask(), ask(limit=40), ask(limit=20)
    leads = [answer.values["models"][data.name]["lead"] for answer in (free, limited)]
    assert leads == pytest.approx([3.6 - 6, 3.6 + 5])
    assert {"not-worth-using", "maybe-not-worth-using"} & set(codes(free))
    assert {"over-the-limit", "ahead"} <= set(codes(limited))
    assert not {"not-worth-using", "maybe-not-worth-using"} & set(codes(limited))
    assert nobody.sentence.startswith("**No model keeps")
    for limit, first in ((40, "A"), (20, "always answering “no”")):
        there = ask(limit=limit, prevalence=0.6)
        assert f"{first} is worth most within the limit" in text_of(there, "in-use-same")


def test_nobody_doubts_the_prices_unless_somebody_says_so():
    """Rates alone are uncertain then: A is worth most in nearly all draws, and is said to be so surely."""
    data = counted(Counts(tp=450, fp=60, fn=50, tn=440))
    sure = asked("utility", data, u=(10, -9, -10, 9))
    doubted = asked("utility", data, u=(10, -9, -10, 9), unsure=0.3)
    assert sure.values["models"][data.name]["probability_best"] > 0.999
    assert doubted.values["models"][data.name]["probability_best"] < 0.999
    assert "surely" not in sure.sentence


def test_numbers_are_the_selected_model_the_best_and_a_constant_answer():
    answer = factory((1, 0, -0.1, 1), volume=1000, fixed=50.0)
    labels = [number.label for number in answer.numbers]
    a_month = "a month of 1,000 cases"
    assert labels == [
        f"Worth of {of}: {name} (EUR)" for of in ("a case", a_month) for name in ("A", "B", "always long")
    ]
    selected, best, constant = answer.numbers[:3]
    assert [selected.plain, best.plain] == [answer.values["models"][name]["yield"] for name in "AB"]
    assert constant.interval_text == "exact"
    assert answer.numbers[4].plain == answer.values["totals"]["B"]["total"]


def test_numbers_of_a_limit_that_no_model_keeps_to_are_those_of_a_constant_answer():
    answer = factory(limit=1)
    assert not answer.values["models"]
    [only] = answer.numbers
    assert "always short" in only.label
