"""Words and tables of a classifier whose cases get rarer: every branch of every sentence, and when each is said."""

import re

import numpy as np
import pandas as pd
import pytest

from ddcore.chance.guessing import GUESSERS
from ddcore.chance.imbalance import FORMS, Imbalance, ImbalanceCurve, Mark, imbalance_curve, marks
from ddcore.measures import MEASURES, measure
from ddcore.report import imbalance as words

NONE = "None of these lines crosses another: their order is the same at every share."


def curve_of(key, tpr=0.6, tnr=0.8, guess="half", total=None, points=41):
    return imbalance_curve(Imbalance(measure(key), tpr, tnr, guess, total), points)


def known(keys, tpr=0.6, tnr=0.8, guess="half", total=None):
    curves = [curve_of(key, tpr, tnr, guess, total) for key in keys]
    return words.worth_knowing(curves, marks(curves), guess)


@pytest.fixture(scope="module")
def paper():
    """F1 and its twin where recall is 0.6 and specificity 0.8, in very large data, against a coin."""
    return [curve_of("F1", points=121), curve_of("NF1", points=121)]


# The answer ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "here", "asked", "said"),
    [
        (
            "F1", 0.5, 0.2,
            "With 20 % positive cases instead of 50 %, F1 would fall from 0.667 to :primary[0.500]; tossing a coin "
            "would score 0.286.",
        ),
        (
            "F1", 0.2, 0.5,
            "With 50 % positive cases instead of 20 %, F1 would rise from 0.500 to :primary[0.667]; tossing a coin "
            "would score 0.500.",
        ),
        (
            "ERR", 0.5, 0.2,
            "With 20 % positive cases instead of 50 %, Error rate would fall from 0.300 to :primary[0.240]; tossing a "
            "coin would score 0.500.",
        ),
        (
            "TPR", 0.5, 0.2,
            "With 20 % positive cases instead of 50 %, Recall (TPR) would stay at 0.600; tossing a coin would score "
            "0.500.",
        ),
    ],
)  # fmt: skip
def test_answer(key, here, asked, said):
    assert words.answer(curve_of(key), here, asked, "half") == said


def test_answer_names_the_guesser():
    said = words.answer(curve_of("F1", guess=0.25), 0.5, 0.2, 0.25)
    assert said.endswith("; calling each case positive with probability 0.25 would score 0.222.")


def test_answer_without_a_guesser():
    """Who never calls positive has no precision."""
    assert words.answer(curve_of("PPV", guess=0.0), 0.5, 0.2, 0.0) == (
        "With 20 % positive cases instead of 50 %, Precision (PPV) would fall from 0.750 to :primary[0.429]."
    )


def test_answer_without_a_value():
    assert words.answer(curve_of("PPV", tpr=0.0, tnr=1.0), 0.5, 0.2, "half") == (
        "Precision (PPV) has no value there: no case is called positive."
    )


@pytest.mark.parametrize("total", [2, 3, 10, 40])
@pytest.mark.parametrize("asked", [0.001, 0.05, 0.999])
@pytest.mark.parametrize("key", ["F1", "PPV", "NPV", "ACC", "FM"])
def test_answer_stays_between_nothing_and_perfect(key, total, asked):
    """However few cases there are and however rare positives are to be."""
    said = words.answer(curve_of(key, tpr=0.7, tnr=0.6, total=total), 0.5, asked, "half")
    for shown in re.findall(r"(?:from |at |\[|score )(−?\d+(?:\.\d+)?)", said):
        assert 0 <= float(shown.replace("−", "-")) <= 1


# The reason ----------------------------------------------------------------------------------------------------------


def test_reason():
    start = (
        "The classifier itself stays as it is: of the truly positive cases it calls **60 %** positive, of the truly "
        "negative ones **80 %** negative. Only the share of positive cases changes, "
    )
    assert words.reason(0.6, 0.8, None) == start + "among very many cases."
    assert words.reason(0.6, 0.8, 12_345) == start + "among 12,345 cases."


# Worth knowing -------------------------------------------------------------------------------------------------------


def test_worth_knowing_of_the_paper(paper):
    """F1 equals NF1 at d = 1/7, beyond the guesser at 1/2; its top there is at (-9 + 2 sqrt(15)) / 7."""
    said = words.worth_knowing(paper, marks(paper), "half")
    assert len(said) == 2
    assert said[0].startswith(
        "F1 and Negative F1 (NF1) are equal at 57.1 % positive, but beyond the guesser at 75 %. Between 57.1 % and "
        "75 % they disagree on which class the model serves better."
    )
    assert said[1] == "Beyond the guesser F1 is highest, 0.337, at 41 % positive (δ = −0.179)."


def test_equal_at_one_place_alike_is_no_disagreement():
    """Where recall equals specificity both cross at balance."""
    said = known(["F1", "NF1"], tpr=0.7, tnr=0.7)
    assert not any("Between 50 % and 50 %" in one for one in said)
    assert not any("but beyond the guesser at 50 %" in one for one in said)
    assert NONE not in said


def test_only_twins_tell_which_class_is_served_better():
    """Accuracy and F1 are not about one class each."""
    curves = [curve_of("ACC"), curve_of("F1")]
    crossing = [Mark("equal", form, place, 0.5, ("ACC", "F1")) for form, place in (("value", 0.1), ("normalised", 0.4))]
    said = words.worth_knowing(curves, crossing, "half")
    assert not any("which class the model serves better" in one for one in said)


@pytest.mark.parametrize("form", ["value", "normalised"])
def test_lines_that_cross_are_not_said_not_to(paper, form):
    assert NONE not in words.worth_knowing(paper, [Mark("equal", form, 0.1, 0.5, ("F1", "NF1"))], "half")


def test_where_no_line_crosses():
    assert words.worth_knowing([curve_of("ACC"), curve_of("F1")], [], "half") == [NONE]


def test_tops_beyond_the_guesser_only(paper):
    places = [Mark("top", "normalised", -0.2, 0.4, ("NF1",)), Mark("top", "balanced_normalised", 0.2, 0.9, ("F1",))]
    assert words.worth_knowing(paper, places, "half") == [
        "Beyond the guesser Negative F1 (NF1) is highest, 0.400, at 40 % positive (δ = −0.200)."
    ]


@pytest.mark.parametrize(
    ("key", "places", "said"),
    [
        ("ERR", [0.4, 0.8], "Below 40 % and above 80 % positive, {} does better on Error rate."),
        ("F1", [0.5], "Above 50 % positive, {} does better on F1."),
        ("NF1", [0.5], "Below 50 % positive, {} does better on Negative F1 (NF1)."),
        ("F1", [0.1, 0.2, 0.6], "Now and then, with turns at 10 %, 20 %, 60 % positive, {} does better on F1."),
    ],
)
def test_where_chance_is_ahead(key, places, said):
    """By the best draw at the marked places: one that always, or never, calls positive."""
    one = curve_of(key, total=100)
    found = [Mark("chance", "value", 2 * share - 1, 0.5, (key,)) for share in places]
    assert words.worth_knowing([one], found, "half") == [said.format("the best draw")]


def test_where_the_guesser_is_ahead():
    """A model that is right on one in five negatives is behind a coin in accuracy while positives are rare."""
    said = known(["ACC"], tpr=0.9, tnr=0.2)
    assert said == ["Below 42.9 % positive, tossing a coin does better on Accuracy."]
    assert known(["ACC"], tpr=0.2, tnr=0.9) == ["Above 57.1 % positive, tossing a coin does better on Accuracy."]
    assert known(["ERR"], tpr=0.2, tnr=0.9) == ["Above 57.1 % positive, tossing a coin does better on Error rate."]


@pytest.mark.parametrize("guess", ["half", 0.3])
@pytest.mark.parametrize("rates", [(0.9, 0.2), (0.3, 0.8), (0.55, 0.5)])
@pytest.mark.parametrize("key", ["ACC", "F1", "NF1", "ERR"])
def test_where_the_guesser_is_ahead_he_is(key, rates, guess):
    """Read the sentence, look at every share, compare."""
    one = curve_of(key, *rates, guess)
    said = words.worth_knowing([one], marks([one]), guess)
    told = [text for text in said if "does better on" in text]
    ahead = one.measure.is_better(one.forms["guessed"], one.forms["value"] + (1e-9 if key != "ERR" else -1e-9))
    share = 100 * (1 + one.delta) / 2
    if not told:
        assert ahead.all() or not ahead.any()
        return
    places = [float(number) for number in re.findall(r"([\d.]+) %", told[0])]
    expected = {
        "Above": lambda: share > places[0],
        "Below": lambda: (share < places[0]) | (share > places[1] if len(places) == 2 else False),
        "Between": lambda: (share > places[0]) & (share < places[1]),
    }[told[0].split()[0]]()
    clear = np.min(np.abs(share[:, None] - places), axis=1) > 0.1
    np.testing.assert_array_equal(ahead[clear], expected[clear])


def test_between_two_shares():
    """Where the score is ahead at both ends but not in the middle."""
    one = curve_of("F1", tpr=0.55, tnr=0.5)
    found = [Mark("guesser", "value", delta, 0.5, ("F1",)) for delta in (-0.2, 0.2)]
    middle = bool(one.measure.is_better(one.source.at("value", 0.0), one.source.at("guessed", 0.0)))
    assert words.worth_knowing([one], found, "half") == [
        ("Below 40 % and above 60 % positive" if middle else "Between 40 % and 60 % positive")
        + ", tossing a coin does better on F1."
    ]


def test_level_measures():
    assert known(["TPR"]) == ["Recall (TPR) does not depend on how common positives are."]
    assert not any("does not depend" in one for one in known(["F1", "ACC"]))


def test_two_level_measures_do_not_depend():
    (said,) = known(["TPR", "TNR"])
    assert said == "Recall (TPR) and Specificity (TNR) do not depend on how common positives are."


def test_five_sentences_are_enough(paper):
    many = [Mark("top", "normalised", place / 10, 0.5, ("F1",)) for place in range(9)]
    assert len(words.worth_knowing(paper, many, "half")) == 5


@pytest.mark.parametrize("total", [2, 3, 10, None])
@pytest.mark.parametrize("rates", [(0.7, 0.6), (0.0, 1.0), (1.0, 1.0), (0.3, 0.2)], ids=str)
@pytest.mark.parametrize("keys", [("F1", "NF1"), ("PPV",), ("PLR", "DOR"), ("TPR", "ACC")], ids=str)
def test_something_is_said_for_every_classifier_and_size(keys, rates, total):
    said = known(keys, *rates, total=total)
    assert 1 <= len(said) <= 5
    for one in said:
        assert one.endswith(".")
        assert "nan" not in one


# Tables --------------------------------------------------------------------------------------------------------------


def test_table_has_every_form_at_every_imbalance():
    curves = [curve_of("F1", total=30), curve_of("net = (tp - fp) / m", total=30)]
    table = words.table(curves)
    assert list(table.columns) == [
        "Measure", "Imbalance", "Share positive", "Score", "Guesser", "Beyond guesser", "Best without skill",
        "Balanced", "Guesser, balanced", "Beyond guesser, balanced",
    ]  # fmt: skip
    columns = {
        "Score": "value", "Guesser": "guessed", "Beyond guesser": "normalised", "Best without skill": "chance",
        "Balanced": "balanced", "Guesser, balanced": "balanced_guessed",
        "Beyond guesser, balanced": "balanced_normalised",
    }  # fmt: skip
    assert set(columns.values()) == set(FORMS)
    assert list(table["Measure"]) == ["F1"] * 29 + ["net = (tp - fp) / m"] * 29
    for one in curves:
        own = table[table["Measure"] == one.measure.key]
        np.testing.assert_array_equal(own["Imbalance"], one.delta)
        np.testing.assert_allclose(own["Share positive"] * 30, np.arange(1, 30), atol=1e-12)
        for column, form in columns.items():
            np.testing.assert_array_equal(own[column], one.forms[form])
            assert pd.api.types.is_float_dtype(own[column])
    assert list(table.index) == list(range(58))


def test_places():
    found = [
        Mark("equal", "value", 1 / 7, 24 / 35, ("F1", "NF1")),
        Mark("top", "normalised", -0.5, -0.25, ("F1",)),
    ]
    assert words.places(found).splitlines() == [
        "| place | δ | positive | value |",
        "|:--|--:|--:|--:|",
        "| F1 equals NF1\\, score | 0.14285714 | 57.142857 % | 0.68571429 |",
        "| F1 is highest\\, beyond the guesser | −0.50000000 | 25.000000 % | −0.25000000 |",
    ]
    assert words.places([]) == "No line crosses another."


@pytest.mark.parametrize("value", [-0.0, -1e-12])
def test_nothing_has_no_minus(value):
    assert "−0.00000000" not in words.places([Mark("chance", "value", 0.0, value, ("F1",))])


@pytest.mark.parametrize("key", ["x = tp**2 * 2 / m / m", "= tp * tn * 4 / m / m"])
def test_formula_in_a_table_keeps_its_stars(key):
    """In Markdown two bare stars make letters slanted, four make them bold."""
    row = words.places([Mark("top", "normalised", 0.0, 0.5, (measure(key).key,))]).splitlines()[2]
    assert row.count("|") == 5
    assert len(re.findall(r"(?<!\\)\*", row)) < 2


# How it is computed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guess", [*GUESSERS, 0.3])
@pytest.mark.parametrize("cases", [None, 303, 1_000_000])
def test_computed(guess, cases, paper):
    text = words.computed(marks(paper), guess, cases)
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$([^$]*)\$", text):
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula])
        assert depth.min() >= 0
        assert depth[-1] == 0
    assert "{{" not in text
    assert r"$\alpha\,\mathrm{TPR}$, $\alpha(1-\mathrm{TPR})$, $(1-\alpha)(1-\mathrm{TNR})$" in text
    assert "below −0.55 the lines are cut" in text
    assert text.rstrip().endswith(words.places(marks(paper)))
    assert ("With very many cases" in text) == (cases is None)
    assert (cases is None) or f"exact for {cases:,} cases" in text


def test_shares_of_the_cells_are_those_of_the_core():
    """TP, FN, FP and TN as the text says: a TPR, a (1 - TPR), (1 - a)(1 - TNR), (1 - a) TNR."""
    a, tpr, tnr = 0.3, 0.6, 0.8
    tp, fn, fp, tn = a * tpr, a * (1 - tpr), (1 - a) * (1 - tnr), (1 - a) * tnr
    source = Imbalance(MEASURES["MCC"], tpr, tnr, "half")
    expected = (tp * tn - fp * fn) / np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    assert source.at("value", 2 * a - 1) == pytest.approx(expected, abs=1e-14)


def test_a_curve_of_one_point_has_words():
    """Two cases, one of each class."""
    one = curve_of("F1", total=2)
    assert isinstance(one, ImbalanceCurve)
    assert one.delta.tolist() == [0.0]
    assert words.worth_knowing([one], [], "half")
