"""What if positives were rarer: marked places, numbers by hand, each sentence and note, rates and cases."""

import itertools
import re

import numpy as np
import pytest

from ddcore.answers.prevalence import Choices, cases_of
from ddcore.chance.guessing import GUESSERS
from ddcore.chance.imbalance import FORMS, Imbalance, Mark, imbalance_curve
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.theme import THEMES
from ddcore.measures import MEASURES, measure
from tests.helpers.answers import asked, codes, counted, numbers, text_of
from tests.helpers.lines import paired

HALF = Data(500, 250)
GOOD = Counts(tp=227, fp=50, fn=31, tn=192)
WEIGHTED = Counts(tp=4.5, fp=3.0, fn=0.3, tn=7.5, squares=Counts(tp=9, fp=6, fn=0.1, tn=14))


def ask(*keys, data=HALF, **choices):
    """Recall 0.6 and specificity 0.8 in very many cases unless chosen otherwise, as in the paper's first figure."""
    chosen = {"tpr": 0.6, "tnr": 0.8, "cases": "many", "prevalence": 0.2, "measure": keys or ("F1", "NF1")}
    return asked("prevalence", data, **chosen | choices)


def table(given):
    return given.tables["prevalence"].rows()


@pytest.fixture
def marked(monkeypatch):
    """Answers with places made up."""

    def ask_with(places, *keys, **choices):
        monkeypatch.setattr("ddcore.answers.prevalence.compute.marks", lambda curves: places)
        return ask(*keys, data=Data(500, 250), **choices)

    return ask_with


def test_places_of_the_first_figure():
    """Burger & Meertens, Figure 1, with TPR 0.6 and TNR 0.8: equal at 1/7 and 1/2, highest at (-9 + 2 sqrt(15)) / 7."""
    given = ask()
    places = {(place["kind"], place["form"], place["measures"]): place for place in given.values["places"]}
    both = ("F1", "NF1")
    for name, imbalance, value in (
        (("equal", "value", both), 1 / 7, 24 / 35),
        (("equal", "normalised", both), 1 / 2, 0.3),
        (("top", "normalised", ("F1",)), (-9 + 2 * 15**0.5) / 7, 0.33689932),
    ):
        assert places[name]["imbalance"] == pytest.approx(imbalance, abs=1e-9)
        assert places[name]["prevalence"] == pytest.approx((1 + imbalance) / 2, abs=1e-9)
        assert places[name]["value"] == pytest.approx(value, abs=1e-8)
    for digits in (
        "−0.17914762|41.042619%|0.33689932",
        "0.14285714|57.142857%|0.68571429",
        "0.50000000|75.000000%|0.30000000",
    ):
        assert digits in given.method.replace(" ", "")
    assert codes(given) == ["disagree", "top"]
    assert re.search("57.1 %.*75.*57.1.*75 %", text_of(given, "disagree"))
    assert re.search("F1 is.*41 %.*0.337.*−0.179", text_of(given, "top"))
    assert "−0.33333333|33.333333%|" in ask(guess="prevalence").method.replace(" ", "")
    # Accuracy is that of the proportional guesser where 0.8 - 0.2 a = a^2 + (1 - a)^2, at a = (9 -+ sqrt(41)) / 20.
    accuracy = ask("ACC", guess="prevalence")
    met = [place["prevalence"] for place in accuracy.values["places"] if place["kind"] == "guesser"]
    assert met == pytest.approx([(9 - 41**0.5) / 20, (9 + 41**0.5) / 20], abs=1e-9)
    assert re.match("Below 13 .*77 %", text_of(accuracy, "guesser-ahead"))


def test_table_has_every_form_at_every_imbalance():
    own = measure("net = (tp - fp) / m").key
    columns = {
        "Score": "value", "Guesser": "guessed", "Beyond guesser": "normalised", "Baseline": "chance",
        "Balanced": "balanced", "Guesser, balanced": "balanced_guessed",
        "Beyond guesser, balanced": "balanced_normalised",
    }  # fmt: skip
    assert set(columns.values()) == set(FORMS)
    for cases, total, keys in (("many", None, ["NF1", "F1"]), (30, 30, ["F1", own])):
        rows = table(ask(*keys, cases=cases))
        curves = [imbalance_curve(Imbalance(measure(key), 0.6, 0.8, "half", total)) for key in keys]
        assert list(rows["Measure"]) == [key for key, curve in zip(keys, curves, strict=True) for _ in curve.delta]
        np.testing.assert_allclose(rows["Share positive"], (1 + rows["Imbalance"]) / 2, atol=1e-15)
        for column, form in columns.items():
            np.testing.assert_array_equal(rows[column], np.concatenate([curve.forms[form] for curve in curves]))
    np.testing.assert_allclose(rows["Share positive"] * 30, [*np.arange(1, 30)] * 2, atol=1e-12)


def test_guesser_is_the_one_chosen():
    """The common class is negative, so F1 of who always says it has no value."""
    for guess, g in (("half", 0.5), ("prevalence", 0.2), (0.3, 0.3), ("mode", np.nan)):
        found = ask("F1", guess=guess).values["measures"]["F1"]["guesser"]
        assert found == pytest.approx(2 * 0.2 * g / (0.2 + g), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("key", "here", "there", "choices", "words"),
    [
        ("F1", 250, 0.2, {"cases": "here"}, "20 %.*50 %.*fall from 0.667.*0.500.*0.333"),
        ("TPR", 250, 0.2, {}, "stay at 0.600.*coin.*0.500"),
        ("NPV", 0, 0.2, {"tpr": 1.0, "tnr": 0.0}, "undefined: "),
        ("TPR", 0, 0.2, {}, "would be.*0.600.*0.500"),
        ("PPV", 250, 0.2, {"guess": 0.0}, "0.750.*0.429[*]*[.]$"),
        ("F1", 250, 0.2, {"guess": 0.25}, "0.667.*0.500.*probability 0.25.*0.222"),
    ],
)
def test_sentence(key, here, there, choices, words):
    assert re.search(words, ask(key, data=Data(500, here), prevalence=there, **choices).sentence)


@pytest.mark.parametrize(
    ("keys", "choices", "code", "words"),
    [
        (("F1", "NF1"), {"tpr": 0.7, "tnr": 0.7}, "equal-on-both", "equal at 50 %"),
        (("F1", "NF1"), {"guess": "mode"}, "equal", "57.1 %"),
        (("TPR", "TNR"), {"guess": "prevalence", "tpr": 0.9, "tnr": 0.9}, "equal-beyond-guesser", "50 %"),
        (("F1", "FM"), {"guess": "prevalence"}, "equal-balanced", "34.1 % and 65.8 %"),
        (("ACC", "ERR"), {}, "no-crossing", "cross"),
        # Accuracy and F1 are not about one class each, so a disagreement of theirs is only which is higher.
        (("ACC", "F1"), {}, "disagree", "Between 57.1 % and 75 %.* is higher[.]$"),
        (("ERR", "FPR"), {"guess": 0.3}, "disagree", "At every share.* is better[.]$"),
        # Burger & Meertens, Figure 4: raw equal at an imbalance of 1/7, beyond this guesser at -1/3.
        (("F1", "NF1"), {"guess": "prevalence"}, "disagree", "Below 33.3 % and above 57.1 %.* serves better[.]$"),
    ],
)
def test_where_two_measures_are_equal_and_disagree(keys, choices, code, words):
    given = ask(*keys, **choices)
    assert re.search(words, text_of(given, code))
    same = {"equal-on-both", "equal", "equal-beyond-guesser", "equal-balanced", "disagree", "no-crossing"}
    assert same & set(codes(given)) == {code}


def test_where_lines_are_highest(marked):
    places = [Mark("top", "normalised", -0.2, 0.4, ("NF1",)), Mark("top", "balanced_normalised", 0.2, 0.9, ("F1",))]
    given = marked(places, "NF1")
    assert codes(given) == ["top"]
    assert re.search("Negative F1.*40 %.*0.400.*−0.200", text_of(given, "top"))


def test_where_chance_or_the_guesser_is_ahead():
    """The best draw calls all or none positive: TPR, TNR 0.6, 0.8 lose to it on ERR below 1/4 and above 2/3."""
    for key, where in (("ERR", "Below 25 % and above 66.7 %.*Error rate"), ("F1", "Above 50 %"), ("FPR", "At every")):
        assert re.match(where, text_of(ask(key, cases=100), "chance-ahead"))
    # F1 is 0.8 a / (1.2 a + 0.2) with 0.4 and 0.8, and a / (a + 0.5) for the coin: equal at a = 1/2.
    assert text_of(ask("F1", tpr=0.4, tnr=0.8), "guesser-ahead").startswith("Above 50 %")
    assert text_of(ask("F1", tpr=0.4, tnr=0.6), "guesser-ahead").startswith("At every share")


@pytest.mark.parametrize("key", ["ACC", "F1", "NF1", "ERR"])
def test_where_the_guesser_is_ahead_he_is(key):
    """Read the sentence, look at every share, compare."""
    for (tpr, tnr), guess in itertools.product([(0.9, 0.2), (0.2, 0.9), (0.3, 0.8), (0.55, 0.5)], ["half", 0.3]):
        given = ask(key, tpr=tpr, tnr=tnr, guess=guess)
        rows = table(given)
        share = 100 * rows["Share positive"].to_numpy()
        margin = 1e-9 if key != "ERR" else -1e-9
        ahead = np.asarray(MEASURES[key].is_better(rows["Guesser"].to_numpy(), rows["Score"] + margin))
        if "guesser-ahead" not in codes(given):
            assert not ahead.any()
            continue
        text = text_of(given, "guesser-ahead")
        places = [float(number) for number in re.findall(r"([\d.]+) %", text)] or [-1.0]
        low, high = places[0], places[1] if len(places) == 2 else np.inf
        expected = {
            "Above": share > low,
            "At": share > low,
            "Below": (share < low) | (share > high),
            "Between": (share > low) & (share < high),
        }[text.split()[0]]
        clear = np.min(np.abs(share[:, None] - places), axis=1) > 0.1
        assert clear.sum() > 100
        np.testing.assert_array_equal(ahead[clear], expected[clear])


def test_level_measures_do_not_depend_on_the_share():
    assert re.match(r"Recall .*Specificity.* do ", text_of(ask("TPR", "TNR"), "level"))
    assert "level" not in codes(ask("F1", "ACC"))


def test_every_classifier_and_size_has_an_answer(marked):
    keys, rates = [("F1", "NF1"), ("PPV",), ("PLR", "DOR"), ("TPR", "ACC")], [(0.7, 0.6), (0, 1), (1, 1), (0.3, 0.2)]
    every = itertools.product(keys, rates)
    for (two, (tpr, tnr)), cases in zip(every, itertools.cycle([2, "many", "many", 2, "many"]), strict=False):
        given = ask(*two, tpr=tpr, tnr=tnr, cases=cases)
        assert 1 <= len(given.notes) <= 5
        assert "nan" not in " ".join([given.sentence, *(note.text for note in given.notes)]), (two, tpr, tnr)
        assert cases == "many" or len(table(given)) == len(two)
    places = [Mark("top", "normalised", place / 10, 0.5, ("F1",)) for place in range(9)]
    assert codes(marked(places, "F1")) == ["top"] * 5


def test_figures_have_the_place_asked_for_and_the_data_with_their_own_rates():
    own = asked("prevalence", counted(GOOD), prevalence=0.1, measure=["F1", "NF1"])
    for name in ("prevalence", "beyond"):
        shapes = own.figures[name].draw(THEMES["light"]).layout.shapes
        assert any(shape.x0 == pytest.approx(-0.8) for shape in shapes)
    drawn = [
        {trace.name for trace in given.figures["prevalence"].draw(THEMES["light"]).data}
        for given in (own, asked("prevalence", counted(GOOD), tpr=0.5), ask())
    ]
    assert ["your data" in names for names in drawn] == [True, False, False]


def test_method(marked):
    for guess, cases in zip([*GUESSERS, 0.3], ["many", 303, 100_000, "many"], strict=True):
        method = ask("ACC", guess=guess, cases=cases).method
        assert paired(method)
        assert r"$(1-\alpha)(1-\mathrm{TNR})$" in method
        assert "−0.55" in method
        assert ("very many" if cases == "many" else f"{cases:,}") in method
    assert marked([]).method.rstrip().endswith("cross.")
    for value in (-0.0, -1e-12):
        assert "−0.00000000" not in marked([Mark("chance", "value", 0.0, value, ("F1",))]).method


def test_formula_in_a_table_keeps_its_stars(marked):
    """In Markdown two bare stars make letters slanted, four make them bold."""
    for text in ("x = tp**2 * 2 / m / m", "= tp * tn * 4 / m / m"):
        key = measure(text).key
        row = marked([Mark("top", "normalised", 0.0, 0.5, (key,))], key).method.strip().splitlines()[-1]
        assert row.count("|") == 5
        assert len(re.findall(r"(?<!\\)\*", row)) < 2


@pytest.mark.full
def test_rates_are_those_of_the_model_unless_they_are_chosen():
    given = asked("prevalence", counted(GOOD))
    assert given.values["TPR"] == pytest.approx(227 / 258)
    assert given.values["TNR"] == pytest.approx(192 / 242)
    assert given.values["measures"]["F1"]["here"] == pytest.approx(2 * 227 / (258 + 277), abs=1e-12)
    chosen = asked("prevalence", counted(GOOD), tnr="0.9")
    assert (chosen.values["TPR"], chosen.values["TNR"]) == (given.values["TPR"], 0.9)
    given = asked("prevalence", counted(5, 0, 3, 0))
    assert (given.values["TPR"], given.values["TNR"]) == (0.6, 0.8)
    for positives, half in ((139, 0.229), (0, 0.001), (303, 0.5)):
        assert asked("prevalence", Data(303, positives)).values["prevalence"] == half


@pytest.mark.parametrize("counts", [GOOD, WEIGHTED])
def test_scores_of_the_model_are_those_of_its_verdict_here_and_there(counts):
    data = counted(counts)
    given = asked("prevalence", data, prevalence=0.1, measure=["F1", "PPV"])
    scores = given.values["models"]["A"]["measures"]
    for place, cases in (("here", data), ("there", data.at_share(0.1))):
        verdict = asked("verdict", cases, measure=["F1", "PPV"]).values["models"]["A"]["measures"]
        for key in ("F1", "PPV"):
            expected = {name: verdict[key][name] for name in ("value", "low", "high")}
            assert scores[key][place] == pytest.approx(expected, rel=1e-12, nan_ok=True), (key, place)
    labels = ["F1 where 10 % are positive", "F1 of these cases", "F1 of the guesser where 10 % are positive"]
    assert [label for label, *_ in numbers(given)][:3] == labels
    assert "models" not in asked("prevalence", Data(303, 139)).values


def test_number_of_cases_is_the_one_chosen_or_very_many_where_they_are_weighted():
    asked_for = [(Data(303, 139), "here"), (Data(303, 139), "many"), (Data(303, 139), "20"), (Data(1, 1), "here")]
    asked_for += [(counted(WEIGHTED), "here"), (counted(WEIGHTED), 20)]
    found = [asked("prevalence", data, cases=cases, measure=["ACC"]).values["cases"] for data, cases in asked_for]
    assert found == [303, None, 20, 2, None, None]
    assert Choices.of(measure=["MCC", "kappa", "ACC"]).measure == ("MCC", "kappa")
    assert cases_of(Data(1_000_000_000, 300_000_000)) == 1_000_000


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"cases": "2.5"}, 'cases must be a whole number or "many", got "2.5"'),
        ({"cases": "x"}, 'cases must be between 2 and 1,000,000, got "x"'),
        ({"TPR": "2"}, 'TPR must be between 0 and 1, got "2"'),
        ({"prevalence": "0"}, 'prevalence must be between 0.001 and 0.999, got "0"'),
        ({"measure": ["TP"]}, 'measure must be one of those offered here, got "TP"'),
    ],
)
def test_choice_that_cannot_be_used(given, problem):
    with pytest.raises(InputError, match=f"^{re.escape(problem)}$"):
        Choices.of(**given)
