"""Words and tables about what classifiers are worth: every rule of every sentence, the numbers by own sums."""

import math
import re
import string
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from ddcore.counts import Cells, Counts
from ddcore.decisions.amounts import Amounts, UtilityByCase
from ddcore.decisions.standings import UncertainUtility, standings
from ddcore.decisions.utility import Utility
from ddcore.report import utility as words
from ddcore.samples.stories import STORIES

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


def tables(models):
    return {name: Counts(**named(cells)) for name, cells in models.items()}


def judged(models, payoffs, unit="", unsure=0.0, always=("yes", "no"), probability=(1.0,), share=None):
    """What models, each with its four counts, are worth by one set of payoffs or by several."""
    counts = tables(models)
    tp, fp, fn, tn = next(iter(models.values()))
    columns = payoffs if len(probability) == 1 else np.transpose(payoffs)
    values = UncertainUtility(Utility(**named(columns), unit=unit), probability, unsure)
    prevalence = (tp + fn) / (tp + fp + fn + tn) if share is None else share
    return standings(counts, prevalence, always, values, rng=np.random.default_rng(1))


def factory(payoffs=FACTORY, unsure=0.0, unit="EUR"):
    return judged({"A": A, "B": B}, payoffs, unit, unsure, ("long", "short"))


def known(found, positive="yes", negative="no"):
    return words.worth_knowing(found, positive, negative)


def having(found, text, positive="yes", negative="no"):
    """The sentences with that text."""
    return [said for said in known(found, positive, negative) if text in said]


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
    ("key", "said"),
    [
        ("factory", ":primary[None:] always answering “short” earns 65.00 EUR a case, A 3.50 EUR."),
        ("factory_prices", ":primary[None:] always answering “short” earns 50.00 EUR a case, B 7.30 EUR."),
        ("medical", ":primary[None:] always answering “tumour 1” earns 400.00 months a case, A 338.50 months."),
    ],
)
def test_answer_of_a_story(key, said):
    story = STORIES[key]
    found = standings(
        story.models,
        0.5,
        (story.positive, story.negative),
        UncertainUtility(story.utility),
        rng=np.random.default_rng(1),
    )
    assert words.answer(found) == said


def test_printed_yields_of_both_classifiers():
    """3.5 and -3.5 EUR, 4.7 and 7.3 EUR, 338.5 and 331.5 months."""
    for payoffs, unit, shown in (
        (FACTORY, "EUR", ["| A | 3.50 |", "| B | −3.50 |"]),
        (PRICES, "EUR", ["| A | 4.70 |", "| B | 7.30 |"]),
        (MEDICAL, "months", ["| A | 338.50 |", "| B | 331.50 |"]),
    ):
        table = words.standings(factory(payoffs, unit=unit))
        assert all(row in table for row in shown)


@pytest.mark.parametrize(
    ("models", "payoffs", "unit", "said"),
    [
        ({"P": PERFECT}, RIGHT, "EUR", ":primary[P:] it earns 1.000 EUR a case, always answering “yes” 0.500 EUR."),
        ({"P": PERFECT}, (0, -20, -40, 0), "", ":primary[P:] it earns 0.00 a case, always answering “yes” −10.00."),
        (
            {"p": (40, 15, 10, 35), "q": (35, 10, 15, 40)},
            (1, 0, 0, 2),
            "",
            ":primary[q, but not surely:] it earns 1.150 a case, p 1.100.",
        ),
        (
            {"p": (20, 25, 30, 25)},
            RIGHT,
            "",
            ":primary[Always answering “yes” and always answering “no”] are worth the same, 0.500 a case.",
        ),
        ({"P": COIN, "Q": COIN}, RIGHT, "EUR", ":primary[All the same:] 0.500 EUR a case, whoever decides."),
        ({"P": A, "Q": B}, (2, 1, 2, 1), "", ":primary[All the same:] 1.500 a case, whoever decides."),
        (
            dict.fromkeys("PQRST", PERFECT),
            RIGHT,
            "",
            ":primary[P, Q, R and 2 more] are worth the same, 1.000 a case.",
        ),
        (
            {"P": (0, 0, 50, 50)},
            (1, 0, 0, 3),
            "",
            ":primary[P and always answering “no”] are worth the same, 1.500 a case.",
        ),
        (
            {"P": (45, 5, 5, 45)},
            (0, -20, -40, 0),
            "EUR",
            ":primary[P:] it comes to −3.00 EUR a case, always answering “yes” −10.00 EUR.",
        ),
        (
            {"P": (20, 20, 30, 30)},
            (-1, -3, -9, 0),
            "EUR",
            ":primary[None:] always answering “yes” comes to −2.000 EUR a case, P −3.500 EUR.",
        ),
        (
            {"P": (10, 5, 40, 45), "Q": (5, 10, 45, 40)},
            (0, -20, -40, 0),
            "",
            ":primary[None:] always answering “yes” comes to −10.00 a case, P −17.00.",
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
        "model and constant",
        "costs",
        "costs of a constant",
        "costs of two models",
    ],
)
def test_answer(models, payoffs, unit, said):
    assert words.answer(judged(models, payoffs, unit)) == said


def test_answer_has_names_as_they_are_written():
    """A model called a is not called A."""
    said = words.answer(judged({"a": PERFECT, "b": PERFECT}, RIGHT))
    assert said == ":primary[a and b] are worth the same, 1.000 a case."


@pytest.mark.parametrize("name", MARKUP)
@pytest.mark.parametrize("cells", [PERFECT, COIN, (20, 25, 30, 25), (10, 25, 40, 25)])
def test_names_and_units_stand_letter_by_letter(name, cells):
    models = {name: cells, f"{name} 2": (20, 20, 30, 30)}
    found = judged(models, (3, 0, 0, 2), name, 0.1, (f"{name} 3", f"{name} 4"))
    for text in (words.answer(found), words.standings(found), words.wins(found)):
        assert letter_by_letter(name, text)
    for text in (words.reason(found), *known(found, f"{name} 3", f"{name} 4")):
        assert not re.search(r"(?<!\\)(<b|\[x|`x|\$x|# x|\|b|\*x|:red)", text.replace("**", ""))
        assert not re.search(r"(?<!\\)[\[\]<>`$|_#@]", text)
    assert letter_by_letter(name, words.computed(found, Counts(**named(cells)), name, 1).split("$$")[0])


def test_constant_answer_is_named_by_what_it_says():
    found = judged({"A": A}, FACTORY, always=("always", "a*b"))
    assert [words.who(found, one) for one in found.ranked] == [
        r"always answering “a\*b”",
        "A",
        "always answering “always”",
    ]


# How the map is read ---------------------------------------------------------------------------------------------


MAP = (
    "Two numbers describe any way of valuing right and wrong answers. The map shows who is worth most for each; **your "
    "values are the cross**"
)
CLICK = ", and a click takes those of another place"


def test_reason():
    assert words.reason(factory()) == f"{MAP}{CLICK}. By accuracy it would be **B** (75 % right)."


def test_reason_of_a_model_that_only_accuracy_prefers_to_a_constant_answer():
    """A is right in 62 of 100 cases and earns less than always answering short."""
    assert words.reason(judged({"A": A}, FACTORY)) == f"{MAP}{CLICK}. By accuracy it would be **A** (62 % right)."


@pytest.mark.parametrize("payoffs", [FACTORY, RIGHT], ids=["accuracy differs", "accuracy agrees"])
def test_map_that_takes_no_click_is_not_said_to(payoffs):
    end = " By accuracy it would be **B** (75 % right)." if payoffs == FACTORY else ""
    assert words.reason(factory(payoffs), clicks=False) == f"{MAP}.{end}"


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
    assert words.reason(judged(models, payoffs)) == f"{MAP}{CLICK}."


def test_reason_where_accuracy_prefers_a_constant_answer():
    """Always answering yes is right in 90 of 100 cases; a false alarm costs so much that P is worth most."""
    found = judged({"P": (60, 1, 30, 9)}, (1, -20, 0, 0))
    assert words.answer(found).startswith(":primary[P, but not surely:] ")
    assert words.reason(found) == f"{MAP}{CLICK}. By accuracy it would be **always answering “yes”** (90 % right)."


def test_reason_where_accuracy_cannot_tell_two_others_apart():
    """Both are right in 75 of 100 cases, and neither is worth most: accuracy names no single one of them."""
    found = judged({"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}, FACTORY)
    assert words.answer(found).startswith(":primary[None:] always answering “no” ")
    said = words.reason(found)
    assert "75 % right" in said
    assert {"P", "Q"} <= set(re.findall(r"\b[PQ]\b", said))


# The small table -------------------------------------------------------------------------------------------------


def test_standings_of_the_factory():
    lines = words.standings(factory()).splitlines()
    assert lines[:2] == ["| classifier | EUR a case | 95 % | wins |", "|:--|--:|--:|--:|"]
    expected = []
    for name, cells in (("A", A), ("B", B)):
        low, high = limits(FACTORY, cells)
        shown = [f"{x:.2f}".replace("-", "−") for x in (float(mean(FACTORY, cells)), low, high)]
        expected.append(f"| {name} | {shown[0]} | {shown[1]}\u00a0to\u00a0{shown[2]} |")
    expected = ["| **always “short”** | **65.00** | exact |", *expected, "| always “long” | −160.00 | exact |"]
    assert [line.rsplit(" ", 2)[0] for line in lines[2:]] == expected
    assert lines[2].endswith(" | 100\u00a0% |")


def test_standings_with_doubts_have_how_often_each_wins():
    lines = words.standings(factory(unsure=0.1)).splitlines()
    assert lines[0] == "| classifier | EUR a case | 95 % | wins |"
    assert {line.count("|") for line in lines} == {5}
    shown = {line.split("|")[1].strip(" *"): line.split("|")[4] for line in lines[2:]}
    share = won(FACTORY, [A, B], 50)
    for name, part in zip(("A", "B", "always “long”", "always “short”"), share, strict=True):
        assert float(shown[name].replace("\u00a0%", "")) == pytest.approx(100 * part, abs=0.8)


def test_standings_over_sets_that_are_possible():
    """One of the two sets has never positive as the best, the other always positive."""
    found = judged({"P": COIN}, [(1, 0, 0, 9), (9, 0, 0, 1)], probability=(0.75, 0.25))
    shares = {
        line.split("|")[1].strip(" *"): line.split("|")[4].strip() for line in words.standings(found).splitlines()
    }
    assert float(shares["always “no”"].removesuffix("\u00a0%")) == pytest.approx(75, abs=1.5)
    assert float(shares["always “yes”"].removesuffix("\u00a0%")) == pytest.approx(25, abs=1.5)
    assert shares["P"] == "0\u00a0%"


def test_standings_of_a_tie_mark_both():
    lines = words.standings(judged({"P": B, "Q": B, "R": A}, RIGHT)).splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["**P**", "**Q**", "R", "always “yes”", "always “no”"]
    assert lines[0] == "| classifier | a case | 95 % | wins |"
    wins = [float(line.split("|")[4].strip().removesuffix("\u00a0%")) for line in lines[2:4]]
    assert wins == pytest.approx([50, 50], abs=3), "as like as two coins, not one who wins always"


def test_standings_of_weighted_cases_have_no_interval():
    lines = words.standings(judged({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT)).splitlines()
    assert lines[2].startswith("| **P** | **0.735** | none | ")


def test_standings_where_nothing_is_at_stake_are_exact():
    table = words.standings(judged({"P": A}, (2, 1, 2, 1)))
    assert table.count("exact") == 3


def test_a_name_with_a_bar_adds_no_column():
    lines = words.standings(judged({"a|b": A}, RIGHT, "c|d", always=("e|f", "g|h"))).splitlines()
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {5}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "over the rates that this many cases leave open."),
        ({"unsure": 0.1}, "if each number may be off by 50.00 EUR and the rates by what this many cases leave open."),
    ],
)
def test_wins(more, said):
    assert words.wins(factory(**more)) == (
        "95 %: how far the yield could be off with this many cases. Constant answers are exact. Wins: how probably a "
        f"classifier is worth most, {said}"
    )


def test_wins_over_sets_that_are_possible():
    found = judged({"P": A}, [RIGHT, (2, 0, 0, 1)], probability=(0.5, 0.5))
    assert words.wins(found) == (
        "95 %: how far the yield could be off with this many cases. Constant answers are exact. Wins: how probably "
        "a classifier is worth most, over the possible sets of values and the rates that this many cases leave open."
    )


# What payoffs that grow with an amount change --------------------------------------------------------------------

TRUTH = [1, 1, 1, 1, 0, 0, 0, 0]
AMOUNT = [1000, 10, 10, 10, 10, 10, 10, 10]
FRAUD = {"A": [1, 0, 0, 0, 0, 0, 0, 0], "B": [0, 1, 1, 1, 0, 0, 0, 0]}
"""A finds the one large fraud, B the three small ones."""


def paid(models, truth, amount, cost=5.0):
    """What models are worth by what they call: a check costs so much, a missed fraud its amount."""
    amounts = {name: Amounts.of_labels(truth, called, amount) for name, called in models.items()}
    by_case = UtilityByCase(Cells(tp=-cost, fp=-cost, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
    values = UncertainUtility(by_case.average(next(iter(amounts.values()))), relative_deviation=0.1)
    counts = {name: Counts.of_labels(truth, called) for name, called in models.items()}
    rng = np.random.default_rng(1)
    found = standings(counts, np.mean(truth), ("fraud", "fine"), values, rng=rng, by_case=by_case, amounts=amounts)
    return found, counts


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
    found, _ = fraud
    earned = {one.name: one.earned.value for one in found.ranked}
    for name, called in {**FRAUD, "always fraud": [1] * 8, "always fine": [0] * 8}.items():
        assert earned[name] == pytest.approx(np.mean(lost(called)))
    assert words.answer(found) == (
        ":primary[A, but not surely:] it comes to −4.38 EUR a case, always answering “fraud” −5.00 EUR."
    )
    assert words.wins(found) == (
        "95 %: how far the yield could be off with this many cases. Each yield is the mean over the cases with "
        "their own amounts; the map is for a case with the average amount of its class."
    )


def test_standings_with_amounts_have_no_wins_though_payoffs_may_be_off(fraud):
    """The probability of winning is that of a case with the mean amount."""
    found, _ = fraud
    assert found.values.relative_deviation
    lines = words.standings(found).splitlines()
    assert lines[:2] == ["| classifier | EUR a case | 95 % |", "|:--|--:|--:|"]
    rows = {"**A**": FRAUD["A"], "always “fraud”": [1] * 8, "B": FRAUD["B"], "always “fine”": [0] * 8}
    shown = []
    for name, called in rows.items():
        losses = lost(called)
        value, low, high = (f"{x:.2f}".replace("-", "−") for x in (np.mean(losses), *stratified(losses, TRUTH)))
        bold = "**" if "*" in name else ""
        shown.append(
            f"| {name} | {bold}{value}{bold} | " + (f"{low}\u00a0to\u00a0{high} |" if low != high else "exact |")
        )
    assert lines[2:] == shown
    assert "exact" in lines[3]


def test_a_constant_answer_with_amounts_has_an_interval_and_is_not_said_to_have_none(fraud):
    found, _ = fraud
    (line,) = (line for line in words.standings(found).splitlines() if "“fine”" in line)
    assert "\u00a0to\u00a0" in line
    assert "exact" not in words.wins(found)


def test_table_with_amounts_has_gaps_where_only_the_average_case_could_tell(fraud):
    rows = words.table(fraud[0])
    assert rows["Classifier"].tolist() == ["A", "always fraud", "B", "always fine"]
    for column in (
        "Probability of being worth most",
        "Beats constant answers from prevalence",
        "to prevalence",
    ):
        assert rows[column].isna().all()
        assert pd.api.types.is_float_dtype(rows[column])
    losses = [np.mean(lost(called)) for called in (FRAUD["A"], [1] * 8, FRAUD["B"], [0] * 8)]
    assert rows["Per case (EUR)"].tolist() == pytest.approx(losses)
    assert rows["Beyond the best constant answer"].tolist() == pytest.approx([one + 5 for one in losses])
    assert rows.loc[0, ["95 % from", "95 % to"]].tolist() == pytest.approx(stratified(lost(FRAUD["A"]), TRUTH))
    assert rows["Share of the map"].notna().all()


def test_worth_knowing_with_amounts_is_of_the_yields_only(fraud):
    """A is ahead of both constant answers here, which the average case cannot show; no prevalence, ratio or chance."""
    low, high = stratified(lost(FRAUD["A"]), TRUTH)
    assert low < -5
    assert known(fraud[0], "fraud", "fine") == [
        f"A is ahead of always answering “fraud” by 0.62 EUR a case, but its interval (−{-low:.2f} to −{-high:.2f}) "
        f"reaches below the −5.00 EUR that this earns."
    ]


MANY = [1] * 20 + [0] * 20
"""Twenty frauds of 100 each and twenty cases that are fine."""


def test_worth_knowing_with_amounts_of_a_model_that_is_clearly_ahead():
    called = [1] * 20 + [1] + [0] * 19
    found, _ = paid({"A": called}, MANY, [100] * 40)
    low, _ = stratified([-5] * 21 + [0] * 19, MANY)
    assert low > -5
    assert known(found, "fraud", "fine") == ["A is ahead of both constant answers by more than its interval reaches."]


def test_worth_knowing_with_amounts_of_two_models_near_to_each_other():
    near = {"A": [1] * 20 + [1] + [0] * 19, "B": [1] * 20 + [1] * 2 + [0] * 18}
    found, _ = paid(near, MANY, [100] * 40)
    assert stratified([-5] * 21 + [0] * 19, MANY)[0] < -5 * 22 / 40
    assert known(found, "fraud", "fine") == [
        "A is ahead of B by only 0.12 EUR a case, less than its own interval reaches down: on other cases the order "
        "may turn."
    ]


def test_worth_knowing_with_amounts_of_a_model_that_answers_as_a_constant_does():
    found, _ = paid({"A": [1] * 40}, MANY, [100] * 40)
    assert known(found, "fraud", "fine") == [
        "*A gains nothing here*: always answering “fraud” earns as much and needs no model."
    ]


def test_worth_knowing_with_amounts_of_a_model_that_is_behind():
    """One fraud of 100 is missed, and 19 checks of 5 are saved: 5 more are lost in 40 cases."""
    called = [0] + [1] * 19 + [1] * 2 + [0] * 18
    losses = [-100] + [-5] * 21 + [0] * 18
    assert np.mean(losses) == pytest.approx(-5.125)
    assert stratified(losses, MANY)[1] > -5
    found, _ = paid({"A": called}, MANY, [100] * 40)
    assert known(found, "fraud", "fine") == [
        "*A is not worth using here*: always answering “fraud” needs no model and earns 0.12 EUR more a case than A. "
        "That is within the uncertainty of A, though."
    ]


def test_a_model_without_an_interval_is_not_said_to_be_ahead_by_more_than_it_reaches():
    """One case of a class leaves its scatter open."""
    truth = [1] + [0] * 7
    found, _ = paid({"A": truth}, truth, [1000] + [10] * 7)
    (line,) = (line for line in words.standings(found).splitlines() if "**A**" in line)
    assert line.endswith("| none |")
    assert not any("interval reaches" in one for one in known(found, "fraud", "fine"))


def test_computed_with_amounts_is_of_the_average_case(fraud):
    found, counts = fraud
    text = words.computed(found, counts["A"], "A", 1)
    assert "For A, were each case worth the mean amount of its class:" in text
    assert r"-5\cdot 1-5\cdot 0-257.5\cdot 3+0\cdot 4" in text
    assert (
        "the normal interval of a stratified mean (Cochran 1977). Yields in the table are sums over the cases." in text
    )
    assert "Wilson" not in text


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_worth_knowing_of_the_factory():
    *said, last = known(factory(unsure=0.1), "long", "short")
    # Ahead of short from 0.3 * 500 against 0.54 * 50 on, of long up to 0.7 * 500 against 0.46 * 50.
    low, high = 150 / 177, 350 / 373
    assert ahead(FACTORY, A) == pytest.approx((low, high), abs=6e-5)
    assert said == [
        "*No model is worth using here*: always answering “short” needs no model and earns 61.50 EUR more a case than "
        "A.",
        f"A would beat both constant answers only if between {100 * low:.1f} % and {100 * high:.1f} % of the cases "
        f"were “long”; here 50 % are.",
        NOWHERE.format("A is"),
    ]
    told = re.fullmatch(
        r"If each payoff may be off by 50\.00 EUR \(a standard deviation\), and with this many cases only, always "
        r"answering “short” is worth most with probability ([\d.]+) %\.",
        last,
    )
    assert float(told[1]) == pytest.approx(100 * won(FACTORY, [A, B], 50)[3], abs=0.8)


def test_worth_knowing_with_other_prices_has_five_sentences():
    *said, last = known(factory(PRICES, 0.1), "long", "short")
    # 0.36 * 500 against 0.86 * 110, and 0.64 * 500 against 0.14 * 110.
    low, high = 180 / 274.6, 320 / 335.4
    assert ahead(PRICES, B) == pytest.approx((low, high), abs=6e-5)
    assert said == [
        "*No model is worth using here*: always answering “short” needs no model and earns 42.70 EUR more a case than "
        "B.",
        f"B would beat both constant answers only if between {100 * low:.1f} % and {100 * high:.1f} % of the cases "
        f"were “long”; here 50 % are.",
        f"B is worth most where a right answer on “long” is worth between {18 / 43:.3f} and {32 / 7:.3f} times as much "
        f"as one on “short”; by your values it is worth {110 / 500:.3f} times as much.",
        NOWHERE.format("A is"),
    ]
    told = re.fullmatch(r"If each payoff .* always answering “short” is worth .* probability ([\d.]+) %\.", last)
    assert float(told[1]) == pytest.approx(100 * won(PRICES, [A, B], 50)[3], abs=0.8)


def test_worth_knowing_has_five_sentences_at_most_the_uncertainty_last():
    """Q is hardly ahead of a constant answer and of P, wins in part of the map, the others nowhere; no room is left."""
    models = {"P": (27, 24, 23, 26), "Q": (24, 20, 26, 30), "R": (20, 25, 30, 25)}
    told = [known(judged(models, RIGHT, "EUR", unsure)) for unsure in (0.0, 0.2)]
    assert told[0] == told[1]
    starts = ["Q is ahead of always", "Q is ahead of P by only", "Q beats both", "Q is worth most where", "P and R are"]
    assert [one.startswith(start) for one, start in zip(told[1], starts, strict=True)] == [True] * 5


# Against the constant answers


def test_one_model_that_is_behind():
    found = judged({"P": (10, 25, 40, 25)}, RIGHT)
    assert known(found)[0] == (
        "*P is not worth using here*: always answering “yes” needs no model and earns 0.150 more a case than P."
    )
    assert limits(RIGHT, (10, 25, 40, 25))[1] < 0.5


def test_a_model_that_is_behind_within_its_uncertainty():
    found = judged({"P": (24, 25, 26, 25)}, RIGHT, "EUR")
    assert known(found)[0] == (
        "*P is not worth using here*: always answering “yes” needs no model and earns 0.010 EUR more a case than P. "
        "That is within the uncertainty of P, though."
    )
    assert limits(RIGHT, (24, 25, 26, 25))[1] > 0.5


def test_the_best_of_two_models_that_are_behind_within_its_uncertainty():
    """The nearest one is named, and nothing is said of the lead of one over the other."""
    found = judged({"P": (23, 25, 27, 25), "Q": (24, 25, 26, 25)}, RIGHT)
    assert known(found)[0] == (
        "*No model is worth using here*: always answering “yes” needs no model and earns 0.010 more a case than Q. "
        "That is within the uncertainty of Q, though."
    )
    assert not having(found, "is ahead of")


def test_a_model_that_is_ahead_within_its_uncertainty():
    low, high = limits(RIGHT, (27, 25, 23, 25))
    assert low < 0.5 < high
    assert known(judged({"P": (27, 25, 23, 25)}, RIGHT, "EUR"))[0] == (
        f"P is ahead of always answering “yes” by 0.020 EUR a case, but its interval ({low:.3f} to {high:.3f}) reaches "
        f"below the 0.500 EUR that this earns."
    )


def test_a_model_that_is_clearly_ahead():
    assert limits(RIGHT, B)[0] > 0.5
    assert known(judged({"B": B}, RIGHT)) == [
        "B beats both constant answers where between 29.5 % and 82.1 % of the cases are “yes”; here 50 % are.",
        "B is worth most where a right answer on “yes” is worth between 0.419 and 4.571 times as much as one on “no”; "
        "by your values it is worth as much.",
    ]
    assert ahead(RIGHT, B) == pytest.approx((0.295, 0.821), abs=5e-4)


def test_weighted_cases_say_nothing_of_an_interval():
    models = {"P": (4.5, 3.75, 0.3, 6.75), "Q": (4.4, 3.75, 0.4, 6.75)}
    # 4.5/4.8 of the positives and 3.75/10.5 of the negatives are called positive.
    low, high = 3.75 / 10.5 / (3.75 / 10.5 + 4.5 / 4.8), 6.75 / 10.5 / (6.75 / 10.5 + 0.3 / 4.8)
    assert ahead(RIGHT, models["P"]) == pytest.approx((low, high), abs=6e-5)
    for which, nowhere in ((["P"], []), (["P", "Q"], [NOWHERE.format("Q is")])):
        assert known(judged({name: models[name] for name in which}, RIGHT)) == [
            f"P beats both constant answers where between {100 * low:.1f} % and {100 * high:.1f} % of the cases are "
            f"“yes”; here 31.4 % are.",
            "P is worth most where a right answer on “yes” is worth between 0.833 and 22.500 times as much as one on "
            "“no”; by your values it is worth as much.",
            *nowhere,
        ]
    assert not having(judged({"P": (2.5, 5, 2.5, 5)}, (1, 0, 0, 3)), "uncertainty")


@pytest.mark.parametrize("payoffs", [(1, 0, 0, 3), (0, -0.3, -0.7, 0.1), (3, 0, 1, 2)])
@pytest.mark.parametrize("cells", [NEVER, (0, 0, 7, 23), (0, 0, 16, 14), (8, 22, 0, 0), (3, 7, 0, 0)])
def test_a_model_that_is_worth_as_much_as_a_constant_answer(payoffs, cells):
    """It answers as one of them does, so it is neither ahead of that one nor behind it, nor by a rounding error."""
    P, N = cells[0] + cells[2], cells[1] + cells[3]
    always, never, own = (mean(map(str, payoffs), one) for one in ((P, N, 0, 0), (0, 0, P, N), cells))
    said = known(judged({"P": cells}, payoffs, "EUR"))
    best = f"always answering “{'yes' if always >= never else 'no'}”"
    less = max(always, never) - own
    if less == 0:
        assert said[0] == f"*P gains nothing here*: {best} earns as much and needs no model."
    else:
        shown = f"{float(less):.{4 if payoffs[1] == -0.3 else 3}f} EUR"
        assert said[0].startswith(f"*P is not worth using here*: {best} needs no model and earns {shown} more a case ")
    assert not any(" by 0.0" in one or "earns 0.0 " in one or "is ahead" in one for one in said)


@pytest.mark.parametrize("models", [{"P": COIN}, {"P": COIN, "Q": (10, 10, 40, 40), "R": (10, 11, 40, 39)}])
def test_the_best_model_that_gains_nothing(models):
    said = known(judged(models, RIGHT))
    assert said[0] == "*P gains nothing here*: always answering “yes” earns as much and needs no model."
    assert not any("worth using" in one or "uncertainty" in one for one in said)


def test_a_model_that_earns_as_much_as_all_others_is_not_said_to_earn_less_anywhere():
    found = judged({"P": COIN}, RIGHT)
    assert words.answer(found).startswith(":primary[All the same:]")
    assert known(found) == [
        "*P gains nothing here*: always answering “yes” earns as much and needs no model.",
        NOWHERE.format("P is"),
    ]


@pytest.mark.parametrize("unsure", [0.0, 0.2])
def test_nothing_at_stake(unsure):
    """Nothing else is said of values by which nobody is better than another."""
    found = judged({"P": A, "Q": B}, (2, 1, 2, 1), "", unsure)
    assert words.answer(found) == ":primary[All the same:] 1.500 a case, whoever decides."
    assert known(found) == [
        "*Nothing is at stake*: either answer is worth the same for each class, so nobody can do better."
    ]
    assert not having(judged({"P": A}, (2, 1, 1, 1)), "Nothing is at stake")
    assert not having(judged({"P": A}, (2, 1, 2, 0)), "Nothing is at stake")


# One model against another


def test_two_models_nearer_to_each_other_than_the_interval_of_the_better_one():
    """Q earns 1.15 and P 1.10."""
    models = {"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}
    low, _ = limits((1, 0, 0, 2), models["Q"])
    assert 0.5 < low < 1.1
    assert known(judged(models, (1, 0, 0, 2), "EUR"))[0] == (
        "Q is ahead of P by only 0.050 EUR a case, less than its own interval reaches down: on other cases the order "
        "may turn."
    )


@pytest.mark.parametrize(("right", "near"), [(65, True), (66, True), (67, False), (60, False)])
def test_near_is_what_the_interval_of_the_better_one_reaches(right, near):
    """B is right in 75 of 100 cases, its interval starts at 65.7 of 100 or so; the other one is below or above that."""
    other = (right - 32, 18, 82 - right, 32)
    low, _ = limits(RIGHT, B)
    assert 0.65 < low < 0.67
    said = having(judged({"B": B, "P": other}, RIGHT), "by only")
    assert bool(said) == (low < right / 100)
    assert near in (bool(said), not said)


def test_only_the_second_best_is_compared():
    models = {"P": (40, 12, 10, 38), "Q": (39, 12, 11, 38), "R": (38, 12, 12, 38)}
    (said,) = having(judged(models, RIGHT), "by only")
    assert said.startswith("P is ahead of Q by only 0.010 a case, less than its own interval reaches down: ")


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
    assert not having(judged(models, RIGHT), "by only")


def test_a_lead_is_never_said_to_be_nothing():
    """One case in 100,000 is a lead; three decimals do not show it."""
    near = {"P": (40_000, 10_000, 10_000, 40_000), "Q": (40_001, 10_002, 9_999, 39_998)}
    (said,) = having(judged(near, RIGHT), "P is ahead of Q")
    assert not re.search(r"by (only )?0\.0+ ", said)
    for cells in ((49_999, 49_998, 1, 2), (49_998, 49_999, 2, 1)):
        assert not re.search(r"(by|earns) 0\.0+ ", known(judged({"P": cells}, RIGHT))[0])


# Off the map


@pytest.mark.parametrize(
    ("payoffs", "off"),
    [
        (SWAPPED, True), ((1, 1, 0, 0), True), ((0, 0, 1, 1), True), ((2, 1, 2, 2), False), (RIGHT, False),
        ((1, 0, 1, 1), False),
    ],
)  # fmt: skip
def test_values_off_the_map(payoffs, off):
    said = known(judged({"P": B}, payoffs))
    if not off:
        assert not any("off the map" in one for one in said)
        return
    assert said[0] == (
        "*Your values lie off the map*: they make a wrong answer worth more than a right one. Is that what you mean? "
        "Yields and probabilities hold all the same."
    )
    assert said[1].startswith(("*P is not worth using here*", "*P gains nothing here*"))
    assert len(said) == 2


def test_who_wins_off_the_map_is_not_said_to_win_for_no_values():
    """A is wrong in 90 of 100 cases, and a wrong answer is worth more here."""
    found = judged({"A": (5, 45, 45, 5), "B": (45, 5, 5, 45)}, SWAPPED)
    assert words.answer(found) == ":primary[A:] it earns 0.900 a case, always answering “yes” 0.500."
    assert len(known(found)) == 1
    assert having(judged({"A": (5, 45, 45, 5), "B": (45, 5, 5, 45)}, RIGHT), "nowhere") == [NOWHERE.format("A is")]


# At which share of positives


@pytest.mark.parametrize(
    ("cells", "share", "said"),
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
def test_where_a_model_beats_both_constant_answers(cells, share, said):
    found = judged({"P": cells}, RIGHT, share=share)
    assert having(found, "both constant answers", "a*b") == [said.format("both constant answers", r"“a\*b”")]
    low, high = ahead(RIGHT, cells)
    ends = [float(end) / 100 for end in re.findall(r"([\d.]+) %", said)][:-1]
    assert ends == pytest.approx((low, high), abs=6e-4)
    assert ("would" in said) == (not low < share < high)


@pytest.mark.parametrize("cells", [PERFECT, (30, 0, 0, 70), (1, 0, 0, 1), (1, 0, 0, 302)])
@pytest.mark.parametrize("payoffs", [RIGHT, FACTORY])
def test_a_perfect_model_beats_both_constant_answers_at_any_share(cells, payoffs):
    low, high = ahead(payoffs, cells)
    assert (low, high) == pytest.approx((0, 1), abs=1e-4)
    said = having(judged({"P": cells}, payoffs), "both constant answers", "a*b")
    assert said == [r"P beats both constant answers at any share of “a\*b”."]


@pytest.mark.parametrize(
    ("cells", "share"), [((80, 3, 20, 9_997), 1e-4), ((9_997, 20, 3, 80), 1 - 1e-4)], ids=["rare", "common"]
)
def test_a_share_beyond_a_bound_that_is_nearly_all_or_nothing_does_not_contradict_the_sentence(cells, share):
    """P is ahead from 0.04 % on, or up to 99.96 %: both bounds have the digits that tell them from none and all."""
    low, high = ahead(RIGHT, cells)
    assert not low < share < high
    (said,) = having(judged({"P": cells}, RIGHT, share=share), "would beat both constant answers")
    ends = [float(end) / 100 for end in re.findall(r"([\d.]+) %", said)]
    assert ends == pytest.approx([low, high, share], abs=6e-4)
    assert not ends[0] < ends[2] < ends[1]


@pytest.mark.parametrize("cells", [(9_999, 0, 1, 10_000), (9_999, 1, 1, 9_999), (10_000, 1, 0, 9_999)])
def test_a_bound_is_never_above_or_below_a_share(cells):
    """ "Between 0 % and above 99.9 %" is no range."""
    (said,) = having(judged({"P": cells}, RIGHT), "both constant answers")
    assert "above" not in said
    assert "below" not in said
    assert "between 0 % and 100 %" not in said


@pytest.mark.parametrize("cells", [COIN, NEVER, (10, 40, 40, 10)])
def test_a_model_that_beats_both_constant_answers_nowhere(cells):
    assert math.isnan(ahead(RIGHT, cells)[0])
    assert not having(judged({"P": cells}, RIGHT), "both constant answers")


@pytest.mark.parametrize("cells", [(5_001, 5_000, 4_999, 5_000), (9_996, 9_995, 4, 5)])
def test_two_bounds_that_read_the_same_are_not_said(cells):
    """Between 50 % and 50 % of the cases."""
    low, high = Fraction(cells[1], cells[1] + cells[0]), Fraction(cells[3], cells[3] + cells[2])
    assert low < high
    told = having(judged({"P": cells}, RIGHT), "both constant answers")
    assert bool(told) == (f"{100 * float(low):.1f}" != f"{100 * float(high):.1f}")


# For which values


@pytest.mark.parametrize(
    ("cells", "payoffs", "times", "here"),
    [
        # 43 r + 32 is above 50 from 18/43 on, and above 50 r up to 32/7.
        (B, (3, 0, 0, 1), "between 0.419 and 4.571 times as much as", "3 times as much"),
        (B, (2, 0, 0, 2), "between 0.419 and 4.571 times as much as", "as much"),
        # No false alarm: 20 r + 50 is above 50 r up to 5/3.
        ((20, 0, 30, 50), (4, 0, 0, 1), "up to 1.667 times as much as", "4 times as much"),
        # No miss: 50 r + 20 is above 50 from 3/5 on.
        ((50, 30, 0, 20), (1, 0, 0, 4), "at least 0.600 times as much as", "0.250 times as much"),
    ],
)
def test_where_a_model_is_worth_most(cells, payoffs, times, here):
    assert having(judged({"P": cells}, payoffs), "P is worth most where", "a*b", "c|d") == [
        rf"P is worth most where a right answer on “a\*b” is worth {times} one on “c\|d”; by your values it is worth "
        rf"{here}."
    ]


def test_where_one_of_two_models_is_worth_most():
    """P and Q earn the same at a ratio of 1, and Q is the better one below, from 10/35 on."""
    found = judged({"P": (40, 15, 10, 35), "Q": (35, 10, 15, 40)}, (1, 0, 0, 2))
    assert having(found, "is worth most where") == [
        "Q is worth most where a right answer on “yes” is worth between 0.286 and 1 times as much as one on “no”; by "
        "your values it is worth 0.500 times as much."
    ]


@pytest.mark.parametrize("cells", [PERFECT, (30, 0, 0, 70), (1, 0, 0, 2), (164, 0, 0, 139), (50_001, 0, 0, 49_999)])
@pytest.mark.parametrize("payoffs", [RIGHT, FACTORY])
def test_a_perfect_model_is_worth_most_everywhere(cells, payoffs):
    """And not only where a right answer is worth 0 times as much, which is no bound."""
    assert having(judged({"P": cells}, payoffs), "is worth most wherever") == [
        "P is worth most wherever a right answer is worth more than a wrong one."
    ]


def test_models_that_win_together_are_worth_most_where_either_is():
    """The second of two equal ones is not the first of its region."""
    models = {"P": B, "Q": B}
    found = judged(models, (1, 0, 0, 2))
    assert having(found, "is worth most where") == [
        "P is worth most where a right answer on “yes” is worth between 0.419 and 4.571 times as much as one on “no”; "
        "by your values it is worth 0.500 times as much."
    ]


@pytest.mark.parametrize(
    ("models", "payoffs", "times", "here"),
    [
        ({"P": (25, 0, 25, 50), "Q": (45, 20, 5, 30)}, (1, 0, 0, 2), "at most", "0.500 times as much"),
        ({"P": (50, 25, 0, 25), "Q": (30, 5, 20, 45)}, (2, 0, 0, 1), "at least", "2 times as much"),
        ({"P": (25, 0, 25, 50), "Q": (45, 21, 5, 29)}, RIGHT, "up to 1.050 times", "as much"),
    ],
    ids=["at most", "at least", "up to"],
)
def test_one_time_is_as_much(models, payoffs, times, here):
    """Both earn the same where right answers are worth the same, 75 of 100; in the last case a little above."""
    (said,) = having(judged(models, payoffs), "P is worth most where")
    assert said == (
        f"P is worth most where a right answer on “yes” is worth {times} as much as one on “no”; by your values it is "
        f"worth {here}."
    )


def test_one_time_but_for_rounding_is_as_much():
    """0.3 - 0.1 is not quite 0.2 for a computer."""
    (said,) = having(judged({"B": B}, (0.3, 0, 0.1, 0.2)), "is worth most where")
    assert said.endswith("; by your values it is worth as much.")


@pytest.mark.parametrize(
    "models",
    [{"P": (27, 4, 23, 46), "Q": (26, 3, 24, 47)}, {"P": (40, 10, 10, 40)}, {"P": (30, 10, 20, 40)}],
    ids=["1 to 2", "1/4 to 4", "1/3 to 2"],
)
def test_a_whole_number_of_times_is_said_as_one(models):
    """Not 1.000 or 2.000 times: the same number reads so elsewhere."""
    (said,) = having(judged(models, (2, 0, 0, 1)), "P is worth most where")
    assert not re.search(r"\d\.000\b", said)


@pytest.mark.parametrize("payoffs", [(1, 0, 1, 3), (3, 1, 1, 1)])
def test_no_ratio_where_one_class_has_nothing_at_stake(payoffs):
    assert not having(judged({"B": B}, payoffs), "as much as one")


@pytest.mark.parametrize(
    ("models", "said"),
    [
        ({"B": B}, []),
        ({"B": B, "A": A}, ["A is"]),
        ({"B": B, "A": A, "C": (30, 20, 20, 30)}, ["A and C are"]),
        ({"B": B, **dict.fromkeys("CDEFG", A)}, ["C, D, E and 2 more are"]),
    ],
)
def test_nowhere_on_the_map(models, said):
    assert having(judged(models, RIGHT), "nowhere") == [NOWHERE.format(one) for one in said]


def test_models_that_cannot_be_told_apart_are_worth_most_together():
    assert not having(judged({"P": B, "Q": B}, RIGHT), "nowhere")


# How sure


@pytest.mark.parametrize(("unsure", "said"), [(0.0, 0), (0.005, 0), (0.1, 1), (0.5, 1)])
def test_uncertainty_is_said_where_it_matters(unsure, said):
    found = factory(unsure=unsure)
    sentences = having(found, "If each payoff may be off", "long", "short")
    assert len(sentences) == said
    assert all(f"off by {500 * unsure:.2f} EUR (a standard deviation)" in one for one in sentences)


def test_nobody_of_several_that_are_worth_the_same_is_said_to_be_still_worth_most():
    found = judged({"P": B, "Q": B}, RIGHT, unsure=0.2)
    assert found.ranked[0].probability_best < 0.999
    assert not having(found, "still worth most")


@pytest.mark.parametrize("name", ["one", "ties", "many", "improper", "weighted", "rare", "nothing", "tiny", "large"])
@pytest.mark.parametrize("unsure", [0.0, 0.2])
def test_sentences_of_odd_cases(name, unsure):
    found = {
        "one": lambda: judged({"P": (1, 0, 0, 1)}, RIGHT, "", unsure),
        "ties": lambda: judged({"P": COIN, "Q": COIN}, RIGHT, "", unsure),
        "many": lambda: judged({f"m{i}": (30 + i, 20 - i, 20 - i, 30 + i) for i in range(10)}, RIGHT, "", unsure),
        "improper": lambda: judged({"P": A, "Q": B}, (0, 3, 1, 1), "EUR", unsure),
        "weighted": lambda: judged({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT, "", unsure),
        "rare": lambda: judged({"P": (3, 90, 1, 99_906)}, (100, -1, -100, 0), "EUR", unsure),
        "nothing": lambda: judged({"P": A}, (2, 1, 2, 1), "", unsure),
        "tiny": lambda: judged({"P": A}, (1e-6, 0, 0, 2e-6), "EUR", unsure),
        "large": lambda: judged({"P": A}, (1e9, -4e9, -2e6, 3e9), "EUR", unsure),
    }[name]()
    said = [words.answer(found), words.reason(found), words.wins(found), *known(found)]
    for sentence in said:
        assert sentence.endswith(".")
        assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|\*\*\*\*|  |(?<![\w.])-\d|−0\.0*\b(?!\d)", sentence)
        assert not re.search(r"(?<![\d.])1 times|at (most|least) (above|below)|(?<![\d.,])0 times", sentence)
    assert len(said) == len(set(said))
    assert len(known(found)) <= 5


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
    rows = words.table(factory(unsure=0.1))
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
    rows = words.table(judged({"**P**": A, "Q": B}, RIGHT, always=("<b>", "a|b")))
    assert "Per case" in rows.columns
    assert rows["Classifier"].tolist() == ["Q", "**P**", "always <b>", "always a|b"]
    assert all(pd.api.types.is_float_dtype(rows[column]) for column in rows.columns[1:])
    wins = rows["Probability of being worth most"].tolist()
    assert wins == pytest.approx(won(RIGHT, [A, B], 0)[[1, 0, 2, 3]], abs=0.008)


def test_table_of_weighted_cases_has_gaps():
    rows = words.table(judged({"P": (4.5, 3.75, 0.3, 6.75)}, RIGHT))
    assert rows.loc[0, ["95 % from", "95 % to"]].isna().all()
    assert rows["Per case"][0] == pytest.approx(11.25 / 15.3)


def test_regions():
    rows = words.regions(factory())
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
    rows = words.regions(judged({"P": B, "Q": (20, 2, 30, 48), "R": (49, 40, 1, 10)}, RIGHT))
    assert len(rows) == 5
    for outline, share in zip(rows["Outline"], rows["Share of the map"], strict=True):
        corners = [tuple(map(float, one)) for one in re.findall(r"\(([-\d.e]+), ([-\d.e]+)\)", outline)]
        area = sum(x * b - a * y for (x, y), (a, b) in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
        assert abs(area) / 3 == pytest.approx(share, abs=2e-4)


def test_regions_of_models_that_cannot_be_told_apart():
    rows = words.regions(judged({"P*": B, "Q": B}, RIGHT))
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
    text = words.computed(factory(unsure=0.1), Counts(**named(A)), "A", 7)
    assert paired(text)
    assert "$$\n\\frac{15\\cdot 27-335\\cdot 15-35\\cdot 23+165\\cdot 35}{100}\n$$" in text
    assert (15 * 27 - 335 * 15 - 35 * 23 + 165 * 35) / 100 == 3.5
    assert "Both are worth the same where 90.9 % of the cases are positive." in text
    assert "$x = U_{TN} - U_{TP}$ = 0.300" in text
    assert "$y = U_{FP} - U_{FN}$ = −0.600" in text
    assert "**Uncertainty.** 10,000 draws (seed 7): the rates of each model from Beta laws" in text
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
    text = words.computed(factory(payoffs), Counts(**named(A)), "A", 1)
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
    text = words.computed(judged({"A": A}, payoffs), Counts(**named(A)), "A", 1)
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
    text = words.computed(judged({"A": A}, payoffs), Counts(**named(A)), "A", 1)
    assert f"always one of the two constant answers. {said}\n" in text
    assert text.count("Both are worth the same") == 1


def test_computed_of_several_sets_uses_their_mean():
    found = judged({"A": A}, [(10, 0, 0, 10), (20, 0, -4, 10)], probability=(0.75, 0.25))
    text = words.computed(found, Counts(**named(A)), "A", 1)
    assert r"12.5\cdot 27+0\cdot 15-1\cdot 23+10\cdot 35" in text
    assert text.rstrip().endswith(
        " The payoffs are taken as they stand. Several sets are possible: the one in use is their mean, weighed by "
        "probability (equation 17)."
    )


def test_computed_without_doubts_has_draws_of_the_rates_alone():
    text = words.computed(factory(), Counts(**named(A)), "A", 1)
    assert text.rstrip().endswith("the better one is surer than told. The payoffs are taken as they stand.")


def formula(payoffs, cells):
    """The numerator of the yield as it stands: each payoff with its count."""
    counts = Counts(**named(cells))
    (filled,) = re.findall(r"\$\$\n(.*)\n\$\$", words.computed(judged({"A": cells}, payoffs), counts, "A", 1))
    assert not re.search(r"(?<!\{),|,(?!\})", filled)
    above, below = re.fullmatch(r"\\frac\{(.*)\}\{((?:\d|\{,\})+(?:\.\d+)?)\}", filled).groups()
    pairs = re.findall(r"([-+]?)([\d.]+)\\cdot ([\d.]+)", above.replace("{,}", ""))
    assert "".join(rf"{sign}{payoff}\cdot {count}" for sign, payoff, count in pairs) == above.replace("{,}", "")
    return [Fraction(sign + payoff) for sign, payoff, _ in pairs], [Fraction(count) for *_, count in pairs], below


def test_computed_has_large_counts_and_payoffs_digit_by_digit():
    payoffs, cells = (1_234_567.5, 0, -2_500_001, 7), (1_234_567, 2, 3, 4_000_001)
    assert formula(payoffs, cells) == ([Fraction(one) for one in payoffs], list(cells), "5{,}234{,}573")


@pytest.mark.parametrize(
    "payoffs", [(1e-6, 0, 0, 2e-6), (1e15, 0, -2.5e14, 7), (0.1, -0.3, 0, 1e-5)], ids=["tiny", "large", "both"]
)
def test_computed_has_no_payoff_with_an_exponent(payoffs):
    """1e-06 in a formula reads as a number times e."""
    assert formula(payoffs, A) == ([Fraction(str(one)) for one in payoffs], list(A), "100")


def test_computed_of_weighted_cases_has_their_weights():
    assert formula(RIGHT, (4.5, 3.75, 0.25, 6.75)) == ([1, 0, 0, 1], [4.5, 3.75, 0.25, 6.75], "15.25")


def test_sums_of_weights_have_no_digits_of_rounding():
    counts = Counts(tp=sum([0.1] * 7), fp=0.1 + 0.2, fn=608.9900000000002, tn=1e11 + 0.25)
    values = UncertainUtility(Utility(tp=0.1 + 0.2, fp=-1, fn=0, tn=1))
    text = words.computed(
        standings({"m": counts}, 0.5, ("yes", "no"), values, rng=np.random.default_rng(1)), counts, "m", 1
    )
    assert not re.search(r"\d\.\d{7}", text)
    assert r"0.3\cdot 0.7" in text
    assert "608.99" in text
    assert "100{,}000{,}000{,}000.25" in text
