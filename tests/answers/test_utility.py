"""Which classifier is worth most? Every branch of what is said, the numbers against sums of the test's own."""

import math
import re
import string
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.samples.stories import STORIES
from tests.helpers.answers import asked, counted, notes

CELLS = ("tp", "fp", "fn", "tn")
A, B = (27, 15, 23, 35), (43, 18, 7, 32)
FACTORY, PRICES, MEDICAL = (15, -335, -35, 165), (45, -335, -65, 165), (350, 0, 300, 500)
RIGHT = (1, 0, 0, 1)
PERFECT, NEVER, ALWAYS, COIN = (50, 0, 0, 50), (0, 0, 50, 50), (50, 50, 0, 0), (25, 25, 25, 25)
SWAPPED = (0, 1, 1, 0)
NOWHERE = "{} worth most nowhere on the map: whatever the values on it, another one is worth at least as much."
MARKUP = [
    "**x**", "<b>x</b>", "[x](http://evil.example)", "a|b", "$x$", ":red[x]", "www.evil.example", "a_b_c", "# x", "`x`",
    "me@evil.example",
]  # fmt: skip


def named(cells):
    return dict(zip(CELLS, cells, strict=True))


def judged(models, payoffs, unit="", unsure=0.0, always=("yes", "no"), others=(), share=None):
    """The answer about models, each with its four counts, by one set of payoffs, or by others too."""
    counts = {name: Counts(**named(cells)) for name, cells in models.items()}
    (name, first), *rest = counts.items()
    data = counted(first, name=name, positive=always[0], negative=always[1], **dict(rest))
    if share is not None:
        data = Data(data.total, share * data.total, *always, data.models, name)
    return asked("utility", data, u=payoffs, unit=unit, unsure=unsure, other=others)


def factory(payoffs=FACTORY, unsure=0.0, unit="EUR"):
    return judged({"A": A, "B": B}, payoffs, unit, unsure, ("long", "short"))


def codes(answer):
    """The codes of the notes but that nobody said what outcomes are worth."""
    return [note.code for note in answer.notes if note.code != "assumed"]


def said(answer, code):
    return notes(answer)[code]


def small(answer):
    """The small table: the cells of each classifier, as texts."""
    rows = answer.tables["standings"].rows()
    return {name: tuple(rest) for name, *rest in rows.itertuples(index=False)}


def heads(answer):
    return list(answer.tables["standings"].rows().columns)


def rows_of(answer, table="utility"):
    return answer.tables[table].rows()


def mean(payoffs, cells):
    """The mean over all cases."""
    return sum(Fraction(u) * Fraction(c) for u, c in zip(payoffs, cells, strict=True)) / sum(map(Fraction, cells))


def wilson(hits, cases):
    """Wilson (1927), 95 %, as printed."""
    z2, rate = 1.959963984540054**2, hits / cases
    middle = (rate + z2 / (2 * cases)) / (1 + z2 / cases)
    half = math.sqrt(z2 * (rate * (1 - rate) / cases + z2 / (4 * cases**2))) / (1 + z2 / cases)
    return middle - half, middle + half


def limits(payoffs, cells):
    """The interval of Zou & Donner (2008) for f (..) TPR + (1-f) (..) TNR, for stakes of 0 or more."""
    (tp, fp, fn, tn), value = cells, float(mean(payoffs, cells))
    below = above = 0.0
    for stake, hits, cases in ((payoffs[0] - payoffs[2], tp, tp + fn), (payoffs[3] - payoffs[1], tn, fp + tn)):
        low, high = wilson(hits, cases)
        weight = stake * cases / sum(cells)
        below += (weight * (hits / cases - low)) ** 2
        above += (weight * (high - hits / cases)) ** 2
    return value - math.sqrt(below), value + math.sqrt(above)


def ahead(payoffs, cells):
    """The first and the last share of positives, of 20,001, at which a table is worth more than either constant."""
    share = np.linspace(0, 1, 20_001)
    tpr, fpr = cells[0] / (cells[0] + cells[2]), cells[1] / (cells[1] + cells[3])
    tp, fp, fn, tn = payoffs
    earned = share * (tpr * tp + (1 - tpr) * fn) + (1 - share) * (fpr * fp + (1 - fpr) * tn)
    free = np.maximum(share * tp + (1 - share) * fp, share * fn + (1 - share) * tn)
    better = share[earned > free]
    return (better.min(), better.max()) if better.size else (math.nan, math.nan)


def won(payoffs, models, deviation, draws=200_000):
    """How often each of some models, of always positive and of always negative is worth most; payoffs with an error,
    others drawn where a right answer would be worth less than a wrong one."""
    rng, drawn = np.random.default_rng(99), np.empty((0, 4))
    while len(drawn) < draws:
        more = np.array(payoffs) + deviation * rng.standard_normal((draws, 4))
        drawn = np.vstack([drawn, more[(more[:, 0] >= more[:, 2]) & (more[:, 3] >= more[:, 1])]])
    P, N = models[0][0] + models[0][2], models[0][1] + models[0][3]
    cells = [np.tile(one, (draws, 1)) for one in ((P, N, 0, 0), (0, 0, P, N))]
    for number_of, (tp, fp, fn, tn) in enumerate(models):
        hits, calls = rng.beta(tp + 0.5, fn + 0.5, draws) * (tp + fn), rng.beta(fp + 0.5, tn + 0.5, draws) * (fp + tn)
        cells.insert(number_of, np.column_stack([hits, calls, tp + fn - hits, fp + tn - calls]))
    earned = np.array([(drawn[:draws] * one).sum(axis=1) for one in cells])
    return np.bincount(earned.argmax(axis=0), minlength=len(models) + 2) / draws


def escaped(name):
    return "".join(f"\\{sign}" if sign in string.punctuation else sign for sign in name)


def letter_by_letter(name, text):
    """Whether a name stands in Markdown with each sign escaped, and no address in it becomes a link."""
    assert escaped(name) in text.replace("\u2060", "")
    assert not re.search(r"(https?://|www(?=\.))[-.\w]+|[-.\w+]+@[-\w]+", re.sub(r"\\(?=\W)", "", text))
    return True


# Which is worth most ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("factory", "**None:** always answering “short” earns 65.00 EUR a case, A 3.50 EUR."),
        ("factory_prices", "**None:** always answering “short” earns 50.00 EUR a case, B 7.30 EUR."),
        ("medical", "**None:** always answering “tumour 1” earns 400.00 months a case, A 338.50 months."),
    ],
)
def test_story_has_its_prices_and_its_answer(key, sentence):
    story = STORIES[key]
    models = {name: Model(None, None, counts) for name, counts in story.models.items()}
    data = Data(100, 50, story.positive, story.negative, models, "A", source=key, sample=story)
    answer = asked("utility", data, unsure=0)
    assert answer.sentence == sentence
    assert "assumed" not in notes(answer)
    same = asked("utility", data, unsure=0, u=[float(payoff) for payoff in story.utility.payoffs.values()])
    assert same.values == answer.values


def test_printed_yields_of_both_classifiers():
    """3.5 and -3.5 EUR, 4.7 and 7.3 EUR, 338.5 and 331.5 months."""
    for payoffs, printed in ((FACTORY, ("3.50", "−3.50")), (PRICES, ("4.70", "7.30")), (MEDICAL, ("338.50", "331.50"))):
        shown = small(factory(payoffs))
        assert (shown["A"][0], shown["B"][0]) == printed


@pytest.mark.parametrize(
    ("models", "payoffs", "unit", "sentence"),
    [
        ({"P": PERFECT}, RIGHT, "EUR", "**P:** it earns 1.000 EUR a case, always answering “yes” 0.500 EUR."),
        ({"P": PERFECT}, (0, -20, -40, 0), "", "**P:** it earns 0.00 a case, always answering “yes” −10.00."),
        (
            {"p": (40, 15, 10, 35), "q": (35, 10, 15, 40)},
            (1, 0, 0, 2),
            "",
            "**q, but not surely:** it earns 1.150 a case, p 1.100.",
        ),
        (
            {"p": (20, 25, 30, 25)},
            RIGHT,
            "",
            "**Always answering “yes” and always answering “no”** are worth the same, 0.500 a case.",
        ),
        ({"P": COIN, "Q": COIN}, RIGHT, "EUR", "**All the same:** 0.500 EUR a case, whoever decides."),
        ({"P": A, "Q": B}, (2, 1, 2, 1), "", "**All the same:** 1.500 a case, whoever decides."),
        (dict.fromkeys("PQRST", PERFECT), RIGHT, "", "**P, Q, R and 2 more** are worth the same, 1.000 a case."),
        ({"a": PERFECT, "b": PERFECT}, RIGHT, "", "**a and b** are worth the same, 1.000 a case."),
        (
            {"P": (0, 0, 50, 50)},
            (1, 0, 0, 3),
            "",
            "**P and always answering “no”** are worth the same, 1.500 a case.",
        ),
        (
            {"P": (45, 5, 5, 45)},
            (0, -20, -40, 0),
            "EUR",
            "**P:** it comes to −3.00 EUR a case, always answering “yes” −10.00 EUR.",
        ),
        (
            {"P": (20, 20, 30, 30)},
            (-1, -3, -9, 0),
            "EUR",
            "**None:** always answering “yes” comes to −2.000 EUR a case, P −3.500 EUR.",
        ),
        (
            {"P": (10, 5, 40, 45), "Q": (5, 10, 45, 40)},
            (0, -20, -40, 0),
            "",
            "**None:** always answering “yes” comes to −10.00 a case, P −17.00.",
        ),
    ],
    ids=[
        "model",
        "nothing lost",
        "two models",
        "constants",
        "all",
        "one class each",
        "many",
        "names as written",
        "model and constant",
        "costs",
        "costs of a constant",
        "costs of two models",
    ],
)
def test_sentence(models, payoffs, unit, sentence):
    assert judged(models, payoffs, unit).sentence == sentence


@pytest.mark.parametrize("name", MARKUP)
@pytest.mark.parametrize("cells", [PERFECT, COIN, (20, 25, 30, 25), (10, 25, 40, 25)])
def test_names_and_units_stand_letter_by_letter(name, cells):
    models = {name: cells, f"{name} 2": (20, 20, 30, 30)}
    answer = judged(models, (3, 0, 0, 2), name, 0.1, (f"{name} 3", f"{name} 4"))
    assert letter_by_letter(name, answer.sentence)
    assert letter_by_letter(name[:20], answer.tables["standings"].remark)
    for text in (answer.reason, *notes(answer).values()):
        assert not re.search(r"(?<!\\)[\[\]<>`$|_#@]|(?<!\\)(\*x|:red)", text.replace("**", ""))
    assert letter_by_letter(name, answer.method.split("$$")[0])


def test_constant_answer_is_named_by_what_it_says():
    answer = judged({"A": A}, FACTORY, always=("always", "a*b"))
    assert list(small(answer)) == ["always “a*b”", "A", "always “always”"]
    assert r"always answering “a\*b”" in answer.sentence


# How the map is read ---------------------------------------------------------------------------------------------


MAP = (
    "Two numbers describe any way of valuing right and wrong answers. The map shows who is worth most for each; **your "
    "values are the cross**."
)


@pytest.mark.parametrize(
    ("models", "payoffs", "by_accuracy"),
    [
        ({"A": A, "B": B}, FACTORY, "**B** (75 % right)"),
        # A is right in 62 of 100 cases and earns less than always answering no.
        ({"A": A}, FACTORY, "**A** (62 % right)"),
        # Always answering yes is right in 90 of 100 cases; a false alarm costs so much that P is worth most.
        ({"P": (60, 1, 30, 9)}, (1, -20, 0, 0), "**always answering “yes”** (90 % right)"),
        # Both are right in 75 of 100 cases, and neither is worth most.
        ({"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}, FACTORY, "**Q** or **P** (75 % right)"),
    ],
)
def test_reason_where_accuracy_says_otherwise(models, payoffs, by_accuracy):
    assert judged(models, payoffs).reason == f"{MAP} By accuracy it would be {by_accuracy}."


@pytest.mark.parametrize(
    ("models", "payoffs"),
    [
        ({"A": A, "B": B}, RIGHT),
        ({"P": B, "Q": B}, RIGHT),
        ({"P": COIN}, RIGHT),
        ({"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}, (1, 0, 0, 2)),
        ({"P": (70, 5, 20, 5), "Q": (60, 5, 30, 5)}, RIGHT),
        ({"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}, (1, 0, 0, 1.0001)),
        # 0.1 + 0.7 is not quite 0.2 + 0.6 for a computer.
        ({"P": (10, 0, 20, 70), "Q": (20, 10, 10, 60)}, (1, 0, 0, 2)),
    ],
    ids=[
        "accuracy agrees",
        "a tie",
        "all the same",
        "accuracy leaves it open",
        "a constant answer",
        "nearly the same",
        "rounding",
    ],
)
def test_reason_where_accuracy_says_nothing_else(models, payoffs):
    """Of those right most often one is worth most, though accuracy may hold another one for as good."""
    assert judged(models, payoffs).reason == MAP


# The small table -------------------------------------------------------------------------------------------------


def test_small_table_of_the_factory():
    answer = factory()
    assert heads(answer) == ["classifier", "EUR a case", "95 %", "wins"]
    shown = small(answer)
    assert list(shown) == ["always “short”", "A", "B", "always “long”"]
    for name, cells in (("A", A), ("B", B)):
        earned = (float(mean(FACTORY, cells)), *limits(FACTORY, cells))
        value, low, high = (f"{x:.2f}".replace("-", "−") for x in earned)
        assert shown[name][:2] == (value, f"{low} to {high}")
    assert shown["always “short”"] == ("65.00", "exact", "100 %")
    assert shown["always “long”"][:2] == ("−160.00", "exact")
    assert answer.tables["standings"].bold == 1


def test_wins_are_those_of_a_cloud():
    share = won(FACTORY, [A, B], 50)
    answer = factory(unsure=0.1)
    for name, part in zip(("A", "B", "always “long”", "always “short”"), share, strict=True):
        assert float(small(answer)[name][2].removesuffix(" %")) == pytest.approx(100 * part, abs=0.8)
    assert answer.tables["standings"].remark == (
        "95 %: how far the yield could be off with this many cases. Constant answers are exact. Wins: how probably a "
        "classifier is worth most, if each number may be off by 50.00 EUR and the rates by what this many cases leave "
        "open."
    )
    assert "over the rates that this many cases leave open." in factory().tables["standings"].remark


def test_wins_over_sets_that_are_possible():
    """One of the two sets has never positive as the best, the other always positive."""
    answer = judged({"P": COIN}, (1, 0, 0, 9), others=[(0.25, (9, 0, 0, 1))])
    wins = {name: cells[2] for name, cells in small(answer).items()}
    assert float(wins["always “no”"].removesuffix(" %")) == pytest.approx(75, abs=1.5)
    assert float(wins["always “yes”"].removesuffix(" %")) == pytest.approx(25, abs=1.5)
    assert wins["P"] == "0 %"
    assert "over the possible sets of values and the rates" in answer.tables["standings"].remark


def test_small_table_of_a_tie_marks_both():
    answer = judged({"P": B, "Q": B, "R": A}, RIGHT)
    assert list(small(answer)) == ["P", "Q", "R", "always “yes”", "always “no”"]
    assert heads(answer)[1] == "a case"
    assert answer.tables["standings"].bold == 2
    wins = [float(small(answer)[name][2].removesuffix(" %")) for name in "PQ"]
    assert wins == pytest.approx([50, 50], abs=3), "as like as two coins, not one who wins always"


def test_weighted_cases_have_no_interval_and_constant_answers_an_exact_one():
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


@pytest.fixture(scope="module")
def fraud():
    return paid(FRAUD, TRUTH, AMOUNT)


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


def test_yields_of_cases_with_amounts(fraud):
    rows = rows_of(fraud).set_index("Classifier")
    for name, called in {**FRAUD, "always fraud": [1] * 8, "always fine": [0] * 8}.items():
        earned = np.mean(lost(called)), *stratified(lost(called), TRUTH)
        assert rows.loc[name].iloc[:3].tolist() == pytest.approx(list(earned)), name
    assert fraud.sentence == (
        "**A, but not surely:** it comes to −4.38 EUR a case, always answering “fraud” −5.00 EUR."
    )
    assert fraud.values["models"]["A"]["yield"]["value"] == pytest.approx(np.mean(lost(FRAUD["A"])))


def test_tables_with_amounts_have_gaps_where_only_the_average_case_could_tell(fraud):
    """The probability of winning, and where it would win, is that of a case with the mean amount."""
    assert heads(fraud) == ["classifier", "EUR a case", "95 %"]
    assert "average amount of its class." in fraud.tables["standings"].remark
    assert " to " in small(fraud)["always “fine”"][1]
    assert small(fraud)["always “fraud”"][1] == "exact"
    rows = rows_of(fraud)
    assert rows["Classifier"].tolist() == ["A", "always fraud", "B", "always fine"]
    gaps = ["Probability of being worth most", "Beats constant answers from prevalence", "to prevalence"]
    assert rows[gaps].isna().all(axis=None)
    assert rows["Share of the map"].notna().all()
    losses = [np.mean(lost(called)) for called in (FRAUD["A"], [1] * 8, FRAUD["B"], [0] * 8)]
    assert rows["Beyond the best constant answer"].tolist() == pytest.approx([loss + 5 for loss in losses])


MANY = [1] * 20 + [0] * 20
"""Twenty frauds of 100 each and twenty cases that are fine."""


@pytest.mark.parametrize(
    ("models", "code", "text"),
    [
        (
            {"A": [1] * 21 + [0] * 19},
            "ahead",
            "The model is ahead of both constant answers by more than its interval reaches.",
        ),
        (
            {"A": [1] * 21 + [0] * 19, "B": [1] * 22 + [0] * 18},
            "close",
            "A is ahead of B by only 0.12 EUR a case, less than its own interval reaches down: on other cases the "
            "order may turn.",
        ),
        (
            {"A": [1] * 40},
            "gains-nothing",
            "*The model gains nothing here*: always answering “fraud” earns as much and needs no model.",
        ),
        # One fraud of 100 is missed, and 19 checks of 5 are saved: 5 more are lost in 40 cases.
        (
            {"A": [0] + [1] * 21 + [0] * 18},
            "maybe-not-worth-using",
            "*The model is not worth using here*: always answering “fraud” needs no model and earns 0.12 EUR more a "
            "case than the model. That is within the uncertainty of the model, though.",
        ),
    ],
)
def test_notes_with_amounts_are_of_the_yields_only(models, code, text):
    answer = paid(models, MANY, [100] * 40)
    assert codes(answer) == [code]
    assert said(answer, code) == text


def test_lead_with_amounts_that_its_interval_reaches_below(fraud):
    """A is ahead of both constant answers here, which the average case cannot show."""
    assert stratified(lost(FRAUD["A"]), TRUTH)[0] < -5
    assert codes(fraud) == ["maybe-worth-using"]


def test_model_without_an_interval_is_not_said_to_be_ahead_by_more_than_it_reaches():
    """One case of a class leaves its scatter open."""
    truth = [1] + [0] * 7
    answer = paid({"A": truth}, truth, [1000] + [10] * 7)
    assert small(answer)["the model"][1] == "none"
    assert said(answer, "ahead") == "The model is ahead of both constant answers."


def test_method_with_amounts_is_of_the_average_case(fraud):
    assert "For A, were each case worth the mean amount of its class:" in fraud.method
    assert r"-5\cdot 1-5\cdot 0-257.5\cdot 3+0\cdot 4" in fraud.method
    assert "stratified mean (Cochran 1977)" in fraud.method
    assert "Wilson" not in fraud.method


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
    ("fixed", "rate"),
    [
        ((-5, -5, 0, 0), (0, 0, -1, 0)),
        ((0, 0, 0, 0), (0.5, -0.25, -1, 0.01)),
        ((1, 0, 0, 1), (1e-3, 0, 0, 0)),
        ((1500, -335, -35, 165), (2, -1000, 3, 1e6)),
    ],
)
@pytest.mark.parametrize("positive", ["fraud", "fine"])
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
        expected = payoff.mean(), *stratified(payoff, positives)
        assert rows.loc[name].iloc[:3].tolist() == pytest.approx(list(expected), rel=1e-9, abs=1e-9), name
    mean_amount = amount[positives].mean(), amount[~positives].mean()
    U = [fix + per * mean_amount[name in ("fp", "tn")] for name, fix, per in zip(CELLS, fixed, rate, strict=True)]
    span = max(U) - min(U)
    place = answer.values["coordinates"]
    assert (place["x"], place["y"]) == pytest.approx(((U[3] - U[0]) / span, (U[1] - U[2]) / span))


def test_amounts_of_nothing_leave_the_fixed_payoffs(orders):
    true, one, other, _ = orders
    none = ordered((true, one, other, np.zeros(60)), u=RIGHT, rate=(7, 0, -100, 0))
    assert rows_of(none).iloc[:, 1].tolist() == pytest.approx(rows_of(ordered(orders, u=RIGHT)).iloc[:, 1].tolist())


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


def test_model_without_one_of_the_classes_is_said_by_name():
    lines = [("one", "yes" if place % 2 else "no", place / 20) for place in range(20)]
    lines += [("two", "yes", place / 20) for place in range(10)]
    data = read(pd.DataFrame(lines, columns=["model", "truth", "score"]), positive="yes").data()
    with pytest.raises(InputError, match="two must have cases of both classes to be compared at another share"):
        asked("utility", data)


def test_other_values_beside_rates_are_refused():
    with pytest.raises(InputError, match="other values cannot be used beside payoffs that grow with an amount"):
        paid(FRAUD, TRUTH, AMOUNT, other="0.5: 100,-100,-100,100")


def test_rates_without_amounts_are_refused():
    with pytest.raises(InputError, match="only where the data have a column of amounts"):
        asked("utility", counted(*A), rate=(0, 0, -1, 0))


# Notes -----------------------------------------------------------------------------------------------------------


def test_that_nobody_said_what_outcomes_are_worth_is_said():
    assert "assumed" in notes(asked("utility", counted(*A)))
    assert "assumed" not in notes(asked("utility", counted(*A), u=FACTORY))
    assert "assumed" not in notes(asked("utility", counted(*A), other="0.1: 1,2,3,4"))


def test_ten_models_are_compared_and_the_rest_is_said():
    models = {f"m{place:02}": (30 + place, 20, 20 - place, 30) for place in range(12)}
    answer = judged(models, (2, 0, 0, 1))
    assert list(answer.values["models"]) == [f"m{place:02}" for place in range(9, -1, -1)]
    assert said(answer, "models-left-out") == "Compared are 10 of 12 models, the one looked at first."


def test_notes_of_the_factory():
    answer = factory(unsure=0.1)
    # Ahead of short from 0.3 * 500 against 0.54 * 50 on, of long up to 0.7 * 500 against 0.46 * 50.
    low, high = 150 / 177, 350 / 373
    assert ahead(FACTORY, A) == pytest.approx((low, high), abs=6e-5)
    assert codes(answer) == ["not-worth-using", "useful-elsewhere", "nowhere-best", "doubtful"]
    assert said(answer, "not-worth-using") == (
        "*No model is worth using here*: always answering “short” needs no model and earns 61.50 EUR more a case than "
        "A."
    )
    told = re.fullmatch(
        r"If each payoff may be off by 50\.00 EUR \(a standard deviation\), and with this many cases only, always "
        r"answering “short” is worth most with probability ([\d.]+) %\.",
        said(answer, "doubtful"),
    )
    assert float(told[1]) == pytest.approx(100 * won(FACTORY, [A, B], 50)[3], abs=0.8)
    useful = answer.values["models"]["A"]
    assert (useful["useful_from"], useful["useful_to"]) == pytest.approx((low, high))


def test_notes_with_other_prices_are_five():
    answer = factory(PRICES, 0.1)
    # 0.36 * 500 against 0.86 * 110, and 0.64 * 500 against 0.14 * 110.
    low, high = 180 / 274.6, 320 / 335.4
    assert ahead(PRICES, B) == pytest.approx((low, high), abs=6e-5)
    assert codes(answer) == ["not-worth-using", "useful-elsewhere", "worth-most-where", "nowhere-best", "doubtful"]
    assert said(answer, "worth-most-where") == (
        f"B is worth most where a right answer on “long” is worth between {18 / 43:.3f} and {32 / 7:.3f} times as much "
        f"as one on “short”; by your values it is worth {110 / 500:.3f} times as much."
    )
    chance = re.search(r"probability ([\d.]+) %", said(answer, "doubtful"))[1]
    assert float(chance) == pytest.approx(100 * won(PRICES, [A, B], 50)[3], abs=0.8)


def test_notes_are_five_at_most_the_uncertainty_last():
    """Q is hardly ahead of a constant answer and of P, wins in part of the map, the others nowhere; no room is left."""
    models = {"P": (27, 24, 23, 26), "Q": (24, 20, 26, 30), "R": (20, 25, 30, 25)}
    five = ["maybe-worth-using", "close", "useful-here", "worth-most-where", "nowhere-best"]
    assert [codes(judged(models, RIGHT, "EUR", unsure)) for unsure in (0.0, 0.2)] == [five, five]


@pytest.mark.parametrize(
    ("models", "code"),
    [
        ({"P": (10, 25, 40, 25)}, "not-worth-using"),
        ({"P": (24, 25, 26, 25)}, "maybe-not-worth-using"),
        ({"P": (23, 25, 27, 25), "Q": (24, 25, 26, 25)}, "maybe-not-worth-using"),
        ({"P": (27, 25, 23, 25)}, "maybe-worth-using"),
        ({"P": COIN}, "gains-nothing"),
        ({"P": COIN, "Q": (10, 10, 40, 40), "R": (10, 11, 40, 39)}, "gains-nothing"),
        ({"P": B}, None),
        ({"P": (4.5, 3.75, 0.3, 6.75)}, None),
    ],
)
def test_against_the_constant_answers(models, code):
    """Where the better constant answer, 0.5, lies beside the yield of the best model and its interval."""
    cells = max(models.values(), key=lambda one: mean(RIGHT, one))
    answer = judged(models, RIGHT)
    found = [note for note in codes(answer) if note.endswith(("worth-using", "gains-nothing"))]
    assert found == [code] * (code is not None)
    value, ends = float(mean(RIGHT, cells)), limits(RIGHT, [int(cell) for cell in cells])
    expected = {
        "not-worth-using": ends[1] < 0.5,
        "maybe-not-worth-using": value < 0.5 < ends[1],
        "maybe-worth-using": ends[0] < 0.5 < value,
        "gains-nothing": value == 0.5,
    }
    assert code is None or expected[code]
    assert ("close" in codes(answer)) <= (value > 0.5)


def test_lead_that_the_interval_reaches_below():
    low, high = limits(RIGHT, (27, 25, 23, 25))
    assert said(judged({"P": (27, 25, 23, 25)}, RIGHT, "EUR"), "maybe-worth-using") == (
        f"P is ahead of always answering “yes” by 0.020 EUR a case, but its interval ({low:.3f} to {high:.3f}) reaches "
        f"below the 0.500 EUR that this earns."
    )


@pytest.mark.parametrize("payoffs", [(1, 0, 0, 3), (0, -0.3, -0.7, 0.1), (3, 0, 1, 2)])
@pytest.mark.parametrize("cells", [NEVER, (0, 0, 7, 23), (0, 0, 16, 14), (8, 22, 0, 0), (3, 7, 0, 0)])
def test_model_that_is_worth_as_much_as_a_constant_answer(payoffs, cells):
    """It answers as one of them does, so it is neither ahead of that one nor behind it, nor by a rounding error."""
    P, N = cells[0] + cells[2], cells[1] + cells[3]
    always, never, own = (mean(map(str, payoffs), one) for one in ((P, N, 0, 0), (0, 0, P, N), cells))
    answer = judged({"P": cells}, payoffs, "EUR")
    less = max(always, never) - own
    assert answer.values["models"]["P"]["lead"] == pytest.approx(-float(less), abs=1e-12)
    if less == 0:
        assert codes(answer)[0] == "gains-nothing"
    else:
        assert codes(answer)[0].endswith("not-worth-using")
        shown = f"{float(less):.{4 if payoffs[1] == -0.3 else 3}f} EUR"
        assert f"earns {shown} more" in notes(answer)[codes(answer)[0]]


@pytest.mark.parametrize("unsure", [0.0, 0.2])
def test_nothing_at_stake(unsure):
    """Nothing else is said of values by which nobody is better than another."""
    assert codes(judged({"P": A, "Q": B}, (2, 1, 2, 1), "", unsure)) == ["nothing-at-stake"]
    assert "nothing-at-stake" not in codes(judged({"P": A}, (2, 1, 1, 1)))
    assert "nothing-at-stake" not in codes(judged({"P": A}, (2, 1, 2, 0)))


# One model against another


def test_two_models_nearer_to_each_other_than_the_interval_of_the_better_one():
    """Q earns 1.15 and P 1.10."""
    models = {"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}
    low, _ = limits((1, 0, 0, 2), models["Q"])
    assert 0.5 < low < 1.1
    assert "Q is ahead of P by only 0.050 EUR a case" in said(judged(models, (1, 0, 0, 2), "EUR"), "close")


@pytest.mark.parametrize(("right", "near"), [(65, True), (66, True), (67, False), (60, False)])
def test_near_is_what_the_interval_of_the_better_one_reaches(right, near):
    """B is right in 75 of 100 cases, its interval starts at 65.7 of 100 or so; the other one is below or above that."""
    other = (right - 32, 18, 82 - right, 32)
    low, _ = limits(RIGHT, B)
    assert 0.65 < low < 0.67
    close = "close" in codes(judged({"B": B, "P": other}, RIGHT))
    assert close == (low < right / 100)
    assert near in (close, not close)


def test_only_the_second_best_is_compared():
    models = {"P": (40, 12, 10, 38), "Q": (39, 12, 11, 38), "R": (38, 12, 12, 38)}
    assert said(judged(models, RIGHT), "close").startswith("P is ahead of Q by only 0.010 a case")


@pytest.mark.parametrize(
    "models",
    [
        {"P": B, "Q": B},
        {"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)},
        {"P": (43, 18, 7, 32), "Q": (10, 40, 40, 10)},
        {"P": (24, 25, 26, 25), "Q": (23, 25, 27, 25)},
        {"P": (4.5, 3.75, 0.3, 6.75), "Q": (4.4, 3.75, 0.4, 6.75)},
        {"P": B},
    ],
    ids=["the same", "as good", "far apart", "behind a constant answer", "weighted cases", "one"],
)
def test_models_that_are_not_said_to_be_near_to_each_other(models):
    assert "close" not in codes(judged(models, RIGHT))


def test_a_lead_is_never_said_to_be_nothing():
    """One case in 100,000 is a lead; three decimals do not show it."""
    near = {"P": (40_000, 10_000, 10_000, 40_000), "Q": (40_001, 10_002, 9_999, 39_998)}
    assert not re.search(r"by (only )?0\.0+ ", said(judged(near, RIGHT), "close"))
    for cells in ((49_999, 49_998, 1, 2), (49_998, 49_999, 2, 1)):
        answer = judged({"P": cells}, RIGHT)
        assert not re.search(r"(by|earns) 0\.0+ ", notes(answer)[codes(answer)[0]])


# Off the map


@pytest.mark.parametrize(
    ("payoffs", "off"),
    [
        (SWAPPED, True), ((1, 1, 0, 0), True), ((0, 0, 1, 1), True), ((2, 1, 2, 2), False), (RIGHT, False),
        ((1, 0, 1, 1), False),
    ],
)  # fmt: skip
def test_values_off_the_map(payoffs, off):
    found = codes(judged({"P": B}, payoffs))
    if not off:
        assert "off-the-map" not in found
        return
    assert found in (["off-the-map", code] for code in ("not-worth-using", "maybe-not-worth-using", "gains-nothing"))


def test_who_wins_off_the_map_is_not_said_to_win_for_no_values():
    """A is wrong in 90 of 100 cases, and a wrong answer is worth more here."""
    models = {"A": (5, 45, 45, 5), "B": (45, 5, 5, 45)}
    answer = judged(models, SWAPPED)
    assert answer.sentence == "**A:** it earns 0.900 a case, always answering “yes” 0.500."
    assert codes(answer) == ["off-the-map"]
    assert said(judged(models, RIGHT), "nowhere-best") == NOWHERE.format("A is")


# At which share of positives


@pytest.mark.parametrize(
    ("cells", "share", "text"),
    [
        ((40, 10, 10, 40), 0.5, "P beats {} where between 20 % and 80 % of the cases are {}; here 50 % are."),
        ((40, 10, 10, 40), 0.21, "P beats {} where between 20 % and 80 % of the cases are {}; here 21 % are."),
        ((40, 10, 10, 40), 0.81, "P would beat {} only if between 20 % and 80 % of the cases were {}; here 81 % are."),
        ((40, 10, 10, 40), 0.1, "P would beat {} only if between 20 % and 80 % of the cases were {}; here 10 % are."),
        # No false alarm: ahead of never from the first positive on.
        ((49, 0, 1, 1), 0.5, "P beats {} where between 0 % and 98 % of the cases are {}; here 50 % are."),
        ((40, 0, 10, 50), 0.9, "P would beat {} only if between 0 % and 83.3 % of the cases were {}; here 90 % are."),
        # No miss: ahead of always up to the last negative.
        ((50, 10, 0, 40), 0.5, "P beats {} where between 16.7 % and 100 % of the cases are {}; here 50 % are."),
        ((50, 10, 0, 40), 0.1, "P would beat {} only if between 16.7 % and 100 % of the cases were {}; here 10 % are."),
        ((7996, 3, 2004, 9997), 0.5, "P beats {} where between 0.038 % and 83.3 % of the cases are {}; here 50 % are."),
        (
            (9997, 2004, 3, 7996),
            0.5,
            "P beats {} where between 16.7 % and 99.962 % of the cases are {}; here 50 % are.",
        ),
    ],
)
def test_where_a_model_beats_both_constant_answers(cells, share, text):
    answer = judged({"P": cells}, RIGHT, share=share, always=("a*b", "no"))
    low, high = ahead(RIGHT, cells)
    code = "useful-here" if low < share < high else "useful-elsewhere"
    assert said(answer, code) == text.format("both constant answers", r"“a\*b”")
    ends = [float(end) / 100 for end in re.findall(r"([\d.]+) %", text)][:-1]
    assert ends == pytest.approx((low, high), abs=6e-4)


@pytest.mark.parametrize("cells", [PERFECT, (30, 0, 0, 70), (1, 0, 0, 1), (1, 0, 0, 302)])
@pytest.mark.parametrize("payoffs", [RIGHT, FACTORY])
def test_a_perfect_model_beats_both_constant_answers_at_any_share_and_is_worth_most_everywhere(cells, payoffs):
    assert ahead(payoffs, cells) == pytest.approx((0, 1), abs=1e-4)
    answer = judged({"P": cells}, payoffs, always=("a*b", "no"))
    assert said(answer, "always-useful") == r"P beats both constant answers at any share of “a\*b”."
    where = "P is worth most wherever a right answer is worth more than a wrong one."
    assert said(answer, "worth-most-where") == where


@pytest.mark.parametrize(
    ("cells", "share"), [((80, 3, 20, 9_997), 1e-4), ((9_997, 20, 3, 80), 1 - 1e-4)], ids=["rare", "common"]
)
def test_a_share_beyond_a_bound_that_is_nearly_all_or_nothing_does_not_contradict_the_sentence(cells, share):
    """P is ahead from 0.04 % on, or up to 99.96 %: both bounds have the digits that tell them from none and all."""
    low, high = ahead(RIGHT, cells)
    assert not low < share < high
    text = said(judged({"P": cells}, RIGHT, share=share), "useful-elsewhere")
    ends = [float(end) / 100 for end in re.findall(r"([\d.]+) %", text)]
    assert ends == pytest.approx([low, high, share], abs=6e-4)
    assert not ends[0] < ends[2] < ends[1]


@pytest.mark.parametrize("cells", [(9_999, 0, 1, 10_000), (9_999, 1, 1, 9_999), (10_000, 1, 0, 9_999)])
def test_a_bound_is_never_above_or_below_a_share(cells):
    """ "Between 0 % and above 99.9 %" is no range."""
    text = said(judged({"P": cells}, RIGHT), "useful-here")
    assert not re.search("above|below|between 0 % and 100 %", text)


@pytest.mark.parametrize("cells", [COIN, NEVER, (10, 40, 40, 10)])
def test_a_model_that_beats_both_constant_answers_nowhere(cells):
    assert math.isnan(ahead(RIGHT, cells)[0])
    assert not [code for code in codes(judged({"P": cells}, RIGHT)) if "useful" in code]


@pytest.mark.parametrize("cells", [(5_001, 5_000, 4_999, 5_000), (9_996, 9_995, 4, 5)])
def test_two_bounds_that_read_the_same_are_not_said(cells):
    """Between 50 % and 50 % of the cases."""
    low, high = Fraction(cells[1], cells[1] + cells[0]), Fraction(cells[3], cells[3] + cells[2])
    assert low < high
    told = [code for code in codes(judged({"P": cells}, RIGHT)) if "useful" in code]
    assert bool(told) == (f"{100 * float(low):.1f}" != f"{100 * float(high):.1f}")


# For which values


@pytest.mark.parametrize(
    ("models", "payoffs", "times", "here"),
    [
        # 43 r + 32 is above 50 from 18/43 on, and above 50 r up to 32/7.
        ({"P": B}, (3, 0, 0, 1), "between 0.419 and 4.571 times as much as", "3 times as much"),
        ({"P": B}, (2, 0, 0, 2), "between 0.419 and 4.571 times as much as", "as much"),
        # 0.3 - 0.1 is not quite 0.2 for a computer.
        ({"P": B}, (0.3, 0, 0.1, 0.2), "between 0.419 and 4.571 times as much as", "as much"),
        # No false alarm: 20 r + 50 is above 50 r up to 5/3.
        ({"P": (20, 0, 30, 50)}, (4, 0, 0, 1), "up to 1.667 times as much as", "4 times as much"),
        # No miss: 50 r + 20 is above 50 from 3/5 on.
        ({"P": (50, 30, 0, 20)}, (1, 0, 0, 4), "at least 0.600 times as much as", "0.250 times as much"),
        # P and Q earn the same at a ratio of 1, and P is the better one below, from 10/35 on.
        (
            {"Q": (40, 15, 10, 35), "P": (35, 10, 15, 40)},
            (1, 0, 0, 2),
            "between 0.286 and 1 times as much as",
            "0.500 times as much",
        ),
        # The second of two equal ones is not the first of its region.
        ({"P": B, "Q": B}, (1, 0, 0, 2), "between 0.419 and 4.571 times as much as", "0.500 times as much"),
        # Both earn the same where right answers are worth the same, 75 of 100; in the last case a little above.
        ({"P": (25, 0, 25, 50), "Q": (45, 20, 5, 30)}, (1, 0, 0, 2), "at most as much as", "0.500 times as much"),
        ({"P": (50, 25, 0, 25), "Q": (30, 5, 20, 45)}, (2, 0, 0, 1), "at least as much as", "2 times as much"),
        ({"P": (25, 0, 25, 50), "Q": (45, 21, 5, 29)}, RIGHT, "up to 1.050 times as much as", "as much"),
    ],
)
def test_where_a_model_is_worth_most(models, payoffs, times, here):
    assert said(judged(models, payoffs, always=("a*b", "c|d")), "worth-most-where") == (
        rf"P is worth most where a right answer on “a\*b” is worth {times} one on “c\|d”; by your values it is worth "
        rf"{here}."
    )


@pytest.mark.parametrize(
    "models",
    [{"P": (27, 4, 23, 46), "Q": (26, 3, 24, 47)}, {"P": (40, 10, 10, 40)}, {"P": (30, 10, 20, 40)}],
    ids=["1 to 2", "1/4 to 4", "1/3 to 2"],
)
def test_a_whole_number_of_times_is_said_as_one(models):
    """Not 1.000 or 2.000 times: the same number reads so elsewhere."""
    assert not re.search(r"\d\.000\b", said(judged(models, (2, 0, 0, 1)), "worth-most-where"))


@pytest.mark.parametrize("payoffs", [(1, 0, 1, 3), (3, 1, 1, 1)])
def test_no_ratio_where_one_class_has_nothing_at_stake(payoffs):
    assert "worth-most-where" not in codes(judged({"B": B}, payoffs))


@pytest.mark.parametrize(
    ("models", "names"),
    [
        ({"B": B}, None),
        ({"P": B, "Q": B}, None),
        ({"B": B, "A": A}, "A is"),
        ({"B": B, "A": A, "C": (30, 20, 20, 30)}, "A and C are"),
        ({"B": B, **dict.fromkeys("CDEFG", A)}, "C, D, E and 2 more are"),
    ],
)
def test_nowhere_on_the_map(models, names):
    text = notes(judged(models, RIGHT)).get("nowhere-best")
    assert text == (None if names is None else NOWHERE.format(names))


# How sure


@pytest.mark.parametrize(("unsure", "doubt"), [(0.0, False), (0.005, False), (0.1, True), (0.5, True)])
def test_uncertainty_is_said_where_it_matters(unsure, doubt):
    text = notes(factory(unsure=unsure)).get("doubtful")
    assert (text is not None) == doubt
    assert not doubt or f"off by {500 * unsure:.2f} EUR (a standard deviation)" in text


def test_nobody_of_several_that_are_worth_the_same_is_said_to_be_still_worth_most():
    answer = judged({"P": B, "Q": B}, RIGHT, unsure=0.2)
    assert answer.values["models"]["P"]["probability_best"] < 0.999
    assert "doubtful" not in codes(answer)


@pytest.mark.parametrize("unsure", [0.0, 0.2])
@pytest.mark.parametrize(
    ("models", "payoffs"),
    [
        ({"P": (1, 0, 0, 1)}, RIGHT),
        ({"P": COIN, "Q": COIN}, RIGHT),
        ({f"m{i}": (30 + i, 20 - i, 20 - i, 30 + i) for i in range(10)}, RIGHT),
        ({"P": A, "Q": B}, (0, 3, 1, 1)),
        ({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT),
        ({"P": (3, 90, 1, 99_906)}, (100, -1, -100, 0)),
        ({"P": A}, (2, 1, 2, 1)),
        ({"P": A}, (1e-6, 0, 0, 2e-6)),
        ({"P": A}, (1e9, -4e9, -2e6, 3e9)),
    ],
    ids=["one", "ties", "many", "improper", "weighted", "rare", "nothing", "tiny", "large"],
)
def test_sentences_of_odd_cases(models, payoffs, unsure):
    answer = judged(models, payoffs, "EUR", unsure)
    texts = [answer.sentence, answer.reason, answer.tables["standings"].remark, *notes(answer).values()]
    for text in texts:
        assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|\*\*\*\*|  |(?<![\w.])-\d|−0\.0*\b(?!\d)", text)
        assert not re.search(r"(?<![\d.])1 times|at (most|least) (above|below)|(?<![\d.,])0 times", text)
    assert len(texts) == len(set(texts))
    assert len(codes(answer)) <= 5


# The tables ------------------------------------------------------------------------------------------------------


def on_the_map(models, steps=601):
    """How much of the hexagon each of some models, of always positive and of always negative wins, place by place."""
    x, y = np.meshgrid(*[np.linspace(-1, 1, steps)] * 2)
    x, y = x[np.abs(x - y) <= 1], y[np.abs(x - y) <= 1]
    payoffs = np.stack([1 - np.maximum(x, 0), np.maximum(y, 0), np.maximum(-y, 0), 1 - np.maximum(-x, 0)], axis=1)
    P, N = models[0][0] + models[0][2], models[0][1] + models[0][3]
    earned = payoffs @ np.transpose([*models, (P, N, 0, 0), (0, 0, P, N)])
    return np.bincount(earned.argmax(axis=1), minlength=len(models) + 2) / x.size


def test_table():
    rows = rows_of(factory(unsure=0.1))
    assert list(rows.columns) == [
        "Classifier",
        "Per case (EUR)",
        "95 % from",
        "95 % to",
        "Beyond the best constant answer",
        "Probability of being worth most",
        "Share of the map",
        "Beats constant answers from prevalence",
        "to prevalence",
    ]
    assert rows["Classifier"].tolist() == ["always short", "A", "B", "always long"]
    assert rows["Per case (EUR)"].tolist() == pytest.approx([65, 3.5, -3.5, -160])
    assert rows["Beyond the best constant answer"].tolist() == pytest.approx([0, -61.5, -68.5, -225])
    low, high = rows["95 % from"], rows["95 % to"]
    for place, cells in ((1, A), (2, B)):
        assert (low[place], high[place]) == pytest.approx(limits(FACTORY, cells))
        assert tuple(rows.iloc[place, 7:]) == pytest.approx(ahead(FACTORY, cells), abs=6e-5)
    assert (low[0], high[0], low[3], high[3]) == (65, 65, -160, -160)
    assert rows.iloc[[0, 3], 7:].isna().all(axis=None)
    chances, share = won(FACTORY, [A, B], 50), on_the_map([A, B])
    for place, row in ((0, 3), (1, 0), (2, 1), (3, 2)):
        assert rows["Probability of being worth most"][place] == pytest.approx(chances[row], abs=0.008)
        assert rows["Share of the map"][place] == pytest.approx(share[row], abs=0.004)


def test_table_without_unit_has_names_as_they_are():
    rows = rows_of(judged({"**P**": A, "Q": B}, RIGHT, always=("<b>", "a|b")))
    assert "Per case" in rows.columns
    assert rows["Classifier"].tolist() == ["Q", "**P**", "always <b>", "always a|b"]
    assert all(pd.api.types.is_float_dtype(rows[column]) for column in rows.columns[1:])
    wins = rows["Probability of being worth most"].tolist()
    assert wins == pytest.approx(won(RIGHT, [A, B], 0)[[1, 0, 2, 3]], abs=0.008)


def test_table_of_weighted_cases_has_gaps():
    rows = rows_of(judged({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT))
    assert rows.loc[0, ["95 % from", "95 % to"]].isna().all()
    assert rows["Per case"][0] == pytest.approx(11.25 / 15.3)


def test_regions():
    rows = rows_of(factory(), "map")
    assert list(rows.columns) == [
        "Worth most",
        "Right on positive against negative, from",
        "to",
        "Share of the map",
        "Outline",
    ]
    assert rows["Worth most"].tolist() == ["always short", "B", "always long"]
    assert rows.iloc[:, 1].tolist() == pytest.approx([0, 18 / 43, 32 / 7])
    assert rows["to"].tolist() == pytest.approx([18 / 43, 32 / 7, math.inf])
    share = on_the_map([A, B])
    assert rows["Share of the map"].tolist() == pytest.approx([share[3], share[1], share[2]], abs=0.004)
    assert rows["Share of the map"].sum() == pytest.approx(1)


def test_outlines_of_the_regions_have_the_area_that_is_said():
    rows = rows_of(judged({"P": B, "Q": (20, 2, 30, 48), "R": (49, 40, 1, 10)}, RIGHT), "map")
    assert len(rows) == 5
    for outline, share in zip(rows["Outline"], rows["Share of the map"], strict=True):
        corners = [tuple(map(float, one)) for one in re.findall(r"\(([-\d.e]+), ([-\d.e]+)\)", outline)]
        area = sum(x * b - a * y for (x, y), (a, b) in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
        assert abs(area) / 3 == pytest.approx(share, abs=2e-4)


def test_regions_of_models_that_cannot_be_told_apart():
    rows = rows_of(judged({"P*": B, "Q": B}, RIGHT), "map")
    assert rows["Worth most"].tolist() == ["always no", "P* = Q", "always yes"]


# How it is computed ----------------------------------------------------------------------------------------------


def paired(text):
    """Whether signs and braces of each formula come in pairs."""
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$\$?([^$]*)\$\$?", text):
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula] or [0])
        assert depth.min() >= 0
        assert depth[-1] == 0
    return True


def test_computed_of_the_factory():
    text = factory(unsure=0.1).method
    assert paired(text)
    assert "$$\n\\frac{15\\cdot 27-335\\cdot 15-35\\cdot 23+165\\cdot 35}{100}\n$$" in text
    assert (15 * 27 - 335 * 15 - 35 * 23 + 165 * 35) / 100 == 3.5
    assert "Both are worth the same where 90.9 % of the cases are positive." in text
    assert "$x = U_{TN} - U_{TP}$ = 0.300" in text
    assert "$y = U_{FP} - U_{FN}$ = −0.600" in text
    assert "**Uncertainty.** 10,000 draws (seed 1): the rates of each model from Beta laws" in text
    assert text.rstrip().endswith(
        " Each payoff has a normal error of 10 % of the span from the least to the greatest. If a right answer is "
        "worth at least as much as a wrong one, every draw keeps it so."
    )
    assert (
        "Wilson's limits (1927) of both rates, combined as by Zou & Donner (2008). Where one to three cases of a class "
        "are right, or wrong, the limit on that side is that of Jeffreys's posterior (1946) if it is wider. Weighted "
        "cases count as their effective number (Kish 1965). What a constant answer earns is known exactly.\n" in text
    )
    assert "Several sets" not in text
    assert "were each case worth" not in text


@pytest.mark.parametrize(
    ("payoffs", "share"),
    [(FACTORY, "90.9 %"), (PRICES, "82 %"), (MEDICAL, "90.9 %"), (RIGHT, "50 %"), ((3, 0, 0, 1), "25 %")],
)
def test_break_even(payoffs, share):
    """At the share that is said, both constant answers earn the same up to its rounding."""
    text = factory(payoffs).method
    assert f"Both are worth the same where {share} of the cases are positive." in text
    f = float(share.removesuffix(" %")) / 100
    tp, fp, fn, tn = payoffs
    slope = tp - fn + tn - fp
    assert f * tp + (1 - f) * fp == pytest.approx(f * fn + (1 - f) * tn, abs=0.0006 * slope)


@pytest.mark.parametrize("payoffs", [(3, 2, 1, 0), (1, 0, 3, 4), (9, 1, 0, 0)])
def test_break_even_where_one_constant_answer_is_always_better(payoffs):
    """A right answer is worth more for one class and less for the other."""
    tp, fp, fn, tn = payoffs
    leads = [f * tp + (1 - f) * fp - f * fn - (1 - f) * tn for f in np.linspace(0, 1, 101)]
    assert min(leads) > 0 or max(leads) < 0
    text = judged({"A": A}, payoffs).method
    assert "always one of the two constant answers. The same one is better at every share of positives.\n" in text


@pytest.mark.parametrize(
    ("payoffs", "said"),
    [
        (SWAPPED, "Both are worth the same where 50 % of the cases are positive."),
        ((0, 3, 1, 0), "Both are worth the same where 75 % of the cases are positive."),
        ((2, 1, 2, 1), "Both are worth the same at every share of positives, as nothing is at stake."),
        ((2, 1, 2, 3), "Both are worth the same where 100 % of the cases are positive."),
        ((3, 1, 2, 1), "Both are worth the same where 0 % of the cases are positive."),
    ],
    ids=["swapped", "wrong answers are worth more", "nothing at stake", "negatives only", "positives only"],
)
def test_break_even_is_not_denied_where_both_can_earn_the_same(payoffs, said):
    tp, fp, fn, tn = payoffs
    shares = [int(share) / 100 for share in re.findall(r"(\d+) %", said)] or [0, 0.3, 1]
    assert all(f * tp + (1 - f) * fp == pytest.approx(f * fn + (1 - f) * tn) for f in shares)
    text = judged({"A": A}, payoffs).method
    assert f"always one of the two constant answers. {said}\n" in text
    assert text.count("Both are worth the same") == 1


def test_computed_of_several_sets_uses_their_mean():
    text = judged({"A": A}, (10, 0, 0, 10), others=[(0.25, (20, 0, -4, 10))]).method
    assert r"12.5\cdot 27+0\cdot 15-1\cdot 23+10\cdot 35" in text
    assert text.rstrip().endswith(
        " The payoffs are taken as they stand. Several sets are possible: the one in use is their mean, weighed by "
        "probability (equation 17)."
    )


def test_computed_without_doubts_has_draws_of_the_rates_alone():
    text = factory().method
    assert text.rstrip().endswith("the better one is surer than told. The payoffs are taken as they stand.")


def formula(payoffs, cells):
    """The numerator of the yield as it stands: each payoff with its count."""
    (filled,) = re.findall(r"\$\$\n(.*)\n\$\$", judged({"A": cells}, payoffs).method)
    assert not re.search(r"(?<!\{),|,(?!\})", filled)
    above, below = re.fullmatch(r"\\frac\{(.*)\}\{((?:\d|\{,\})+(?:\.\d+)?)\}", filled).groups()
    pairs = re.findall(r"([-+]?)([\d.]+)\\cdot ([\d.]+)", above.replace("{,}", ""))
    assert "".join(rf"{sign}{payoff}\cdot {count}" for sign, payoff, count in pairs) == above.replace("{,}", "")
    return [Fraction(sign + payoff) for sign, payoff, _ in pairs], [Fraction(count) for *_, count in pairs], below


def test_computed_has_large_counts_and_payoffs_digit_by_digit():
    payoffs, cells = (1_234_567.5, 0, -2_500_001, 7), (1_234_567, 2, 3, 4_000_001)
    assert formula(payoffs, cells) == ([Fraction(one) for one in payoffs], list(cells), "5{,}234{,}573")


@pytest.mark.parametrize(
    "payoffs", [(1e-6, 0, 0, 2e-6), (1e12, 0, -2.5e11, 7), (0.1, -0.3, 0, 1e-5)], ids=["tiny", "large", "both"]
)
def test_computed_has_no_payoff_with_an_exponent(payoffs):
    """1e-06 in a formula reads as a number times e."""
    assert formula(payoffs, A) == ([Fraction(str(one)) for one in payoffs], list(A), "100")


def test_computed_of_weighted_cases_has_their_weights():
    assert formula(RIGHT, (4.5, 3.75, 0.25, 6.75)) == ([1, 0, 0, 1], [4.5, 3.75, 0.25, 6.75], "15.25")


def test_sums_of_weights_have_no_digits_of_rounding():
    counts = Counts(tp=sum([0.1] * 7), fp=0.1 + 0.2, fn=608.9900000000002, tn=1e11 + 0.25)
    text = asked("utility", counted(counts), u=(0.1 + 0.2, -1, 0, 1)).method
    assert not re.search(r"\d\.\d{7}", text)
    assert r"0.3\cdot 0.7" in text
    assert "608.99" in text
    assert "100{,}000{,}000{,}000.25" in text
