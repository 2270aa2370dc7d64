"""What would chance score? By hand, by another package's law, note by note; at any share of positives and of sets."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.answers.base.words import calls
from ddcore.answers.baselines import Choices
from ddcore.chance.dutch_draw import baseline
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.formats import number
from ddcore.measures import MEASURES
from tests.helpers.answers import asked, codes, counted, notes, numbers
from tests.helpers.loops import nonempty
from tests.oracles import evaluate, published

HEADLINES = Choices().measure


def baselines(total, positives, measure=HEADLINES):
    return asked("baselines", Data(total, positives), measure=measure)


def table(total, positives, measure=HEADLINES):
    return baselines(total, positives, measure).tables["baselines"].rows().set_index("Short name")


@pytest.mark.parametrize(
    ("total", "positives", "keys", "words"),
    [
        (303, 139, ["ACC", "F1"], "303 cases, 139 .*always.*an F1 of .*0.629"),
        (1, 1, ["TPR"], "1 case, 1 .*a Recall .*[*]1[*]"),
        (10, 0, ["F1"], "F1 is undefined"),
        (303, 139, ["F1", "half = tp / m"], "half of .*0.459"),
    ],
)
def test_sentence(total, positives, keys, words):
    assert re.search(words, baselines(total, positives, keys).sentence)
    weighted = asked("baselines", counted(4.5, 3.75, 0.3, 6.75))
    assert re.match(r"With 31\.4 % of.*0\.478", weighted.sentence)


@pytest.mark.parametrize(
    ("total", "positives", "keys", "code", "text"),
    [
        (303, 139, HEADLINES, "free-accuracy", "0.541"),
        (1000, 10, HEADLINES, "free-accuracy", "only 1 %"),
        (303, 139, HEADLINES, "cannot-be-beaten", "*Recall (TPR) and Specificity"),
        (303, 139, HEADLINES, "best-in-between", "152 of 303"),
        (10, 0, ["F1", "TPR"], "undefined", "are"),
        (10, 4, ["NLR"], "partly-undefined", "best"),
        (10, 4, ["x = tp - fp"], "grows", "x."),
    ],
)
def test_note(total, positives, keys, code, text):
    assert text in notes(baselines(total, positives, keys))[code]


def test_accuracy_is_called_high_above_four_fifths():
    for total, positives, is_high in ((10, 2, False), (100, 81, True)):
        assert ("high" in notes(baselines(total, positives))["free-accuracy"]) == is_high
    assert list(notes(baselines(303, 139, ["F1"]))) == ["free-accuracy", "best-in-between"]


def test_table_by_hand():
    rows = table(10, 4, ["ACC", "ERR", "F1", "MCC", "TPR", "prevalence"])
    ends = ["Highest mean", "Lowest mean", "Baseline"]
    assert rows.loc[["ACC", "ERR"], ends].to_numpy().tolist() == [[0.6, 0.4, 0.6], [0.6, 0.4, 0.4]]
    reached = [calls(((n, n),), 10) for n in (0, 10)]
    assert rows.loc["ACC", ["Highest reached by", "Lowest reached by"]].tolist() == reached
    assert rows.loc["F1", "Baseline"] == pytest.approx(8 / 14, abs=1e-15)
    assert rows.loc["F1", ["Positive predictions, highest", "Positive predictions, lowest"]].tolist() == ["10", "1"]
    assert rows.loc["MCC", "Positive predictions, highest"] == "1 to 9"
    assert rows.loc[["TPR", "ACC", "prevalence"], "Can be beaten"].tolist() == ["no", "yes", "not judged"]
    assert rows.loc["ACC", "Best possible"] == 1
    others = table(303, 139, ["MCC", "x = tp / m", "F1"]).index
    assert list(others[:3:2]) == ["MCC", "F1"]
    assert set(others[3:]) == set(MEASURES) - {"MCC", "F1"}


def test_table_of_one_class_has_rows_without_a_number():
    rows = table(10, 0, ["TPR", "ACC"])
    assert math.isnan(rows.loc["TPR", "Highest mean"])
    assert rows.loc["TPR", ["Highest reached by", "Positive predictions, highest"]].tolist() == ["no draw", ""]
    assert rows.loc[["TPR", "ACC"], "Can be beaten"].tolist() == ["yes", "no"]
    # The positive likelihood ratio has no value where no negative case is called positive.
    row = table(10, 4, ["PLR"]).loc["PLR"]
    n = int(str(row["Positive predictions, highest"]).split()[0])
    assert row["Guesses without a value"] == pytest.approx(hypergeom(10, 4, n).pmf(n), rel=1e-12)


def test_values_are_the_baselines_of_the_package():
    values = baselines(303, 139, list(MEASURES)).values["measures"]
    assert list(values) == list(MEASURES)
    for key, row in MEASURES.items():
        reach = baseline(key, 303, 139)
        ends = {"baseline": reach.best(row.better)} | {end: getattr(reach, end) for end in ("highest", "lowest")}
        np.testing.assert_equal({name: values[key][name] for name in ends}, ends)
        assert (values[key]["argmax"], values[key]["argmin"]) == (reach.argmax, reach.argmin)


def test_method_and_figure_have_the_measures_chosen():
    answer = baselines(303, 139, ["F1", "MCC"])
    assert answer.method.count("**F1**") == answer.method.count("**Matthews correlation (MCC)**") == 1
    assert "**Accuracy**" not in answer.method
    assert re.search("F1.*Matthews", str(answer.figures["baselines"].draw(LIGHT).layout.yaxis), re.DOTALL)


FIGURE_2 = {int(row["P"]): row for row in published("001_figure2.csv")}


def over_share(total, positives, **choices):
    return asked("baselines", Data(total, positives), over="share", **choices)


def of_sets(total, positives, **choices):
    return asked("baselines", Data(total, positives), over="sets", **choices)


def test_table_values_and_method_have_shares_and_coefficients():
    answer = asked("baselines", Data(303, 139), measure=["F1", "G2"])
    rows = answer.tables["baselines"].rows().set_index("Short name")
    shares = rows.loc[["F1", "ACC", "MCC"], "Share predicted positive, highest"].tolist()
    assert shares == ["[605/606, 1]", "[0, 1/606)", "[1/606, 605/606)"]
    assert rows.loc["G2", "Share predicted positive, lowest"].endswith("or [605/606, 1]")
    line = rows.loc[["F1", "ACC", "G2"], ["Change per true positive", "Value without true positives"]]
    known = np.array([[2 / (139 + 303), 0], [2 / 303, 164 / 303], [math.nan, math.nan]])
    assert line.to_numpy() == pytest.approx(known, abs=1e-15, nan_ok=True)
    for said in ("in [605/606, 1].", "$a$ = 0.00452489", "in [1/2, 305/606)."):
        assert said in answer.method
    assert "theta" not in asked("baselines", Data(10, 0), measure=["F1"]).method.partition("**F1**")[2]
    found = asked("baselines", Data(10, 4)).values["measures"]
    assert found["F1"]["theta_argmax"] == [{"from": 0.95, "to": 1.0, "closed": True}]
    assert found["F1"]["theta_argmin"] == [{"from": 0.05, "to": 0.15, "closed": False}]
    assert (found["G2"]["a"], found["G2"]["b"]) == (None, None)


def test_values_have_the_coefficients_of_table_3():
    measures = asked("baselines", Data(40, 13)).values["measures"]
    for row in nonempty(published("000_table3.csv")):
        found = measures[row["measure"]]
        best = found["argmax" if MEASURES[row["measure"]].better == "higher" else "argmin"][0][0]
        names = {"M": 40, "P": 13, "t": Fraction(best, 40)}
        exact = [float(evaluate(row[part], **names)) for part in "ab"]
        assert [found["a"], found["b"]] == pytest.approx(exact, abs=1e-14), row


def test_figure_2_of_001_at_one_share():
    for P in (1, 25, 49):
        found = over_share(50, 10, shown=["G2"], prevalence=P / 50).values["share"]
        n = int(FIGURE_2[P]["argmax"])
        assert found["positives"] == P
        assert found["measures"]["G2"]["reached"] == ((n, n),)
        assert found["measures"]["G2"]["baseline"] == pytest.approx(float(FIGURE_2[P]["right"]), rel=1e-14)
        assert found["measures"]["G2"]["theta"] == [[(2 * n - 1) / 100, (2 * n + 1) / 100]]


def test_table_of_the_shares_is_figure_2():
    rows = over_share(50, 10, shown=["G2"]).tables["share"].rows().set_index("Positive cases")
    assert len(rows) == 51
    for P, row in nonempty(FIGURE_2.items()):
        assert rows.loc[P, "Predicted positive"] == row["argmax"]
        assert rows.loc[P, "Baseline"] == pytest.approx(float(row["right"]), rel=1e-14)
    assert rows.loc[1, "Share predicted positive"] == "[13/20, 67/100)"


def test_sentence_of_a_share():
    for total, positives, choices, words in (
        (303, 139, {}, "69 of 303.*always.*0.371.*139 .*0.629"),
        (50, 10, {"shown": ["G2"], "prevalence": 0.02}, "33 of 50.*0.389.*10 .*0.497"),
        (50, 10, {"shown": ["MCC"], "prevalence": 0.1}, "5 of 50.*[*]0[*].*same .*10"),
        (10, 0, {"prevalence": 0.5}, "5 of 10.*always.*0.667"),
        (1, 1, {}, "0 of 1 case .*F1 is undefined"),
    ):
        assert re.search(words, over_share(total, positives, **choices).sentence), words


def test_notes_of_the_shares():
    said = notes(over_share(50, 10))
    assert "F1" in said["same-guess"]
    assert re.search("1 of 50.*0.66.*49.*0.34", said["guess-moves"])
    assert re.search("0.039 at 2 .*100 %", said["share-moves"])
    assert codes(over_share(50, 10, shown=["MCC"])) == ["any-guess", "share-level"]


def test_weighted_very_many_and_usual_cases():
    """Weighted cases have shares and no numbers; a formula is left out of very many; half the share is usual."""
    weighted = asked("baselines", counted(4.5, 3.75, 0.3, 6.75), over="share", prevalence=0.1)
    assert re.match("With 10 .*0.182.*31.4 %", weighted.sentence)
    many = over_share(10**9, 10**8, shown=["x = tp * tn / m ** 2"])
    assert codes(many) == ["share-left-out"]
    assert many.sentence == asked("baselines", Data(10**9, 10**8)).sentence
    assert [Choices.defaults(Data(303, some)) for some in (139, 0)] == [{"prevalence": 0.229}, {"prevalence": 0.001}]


def test_sets_of_table_5_have_its_numbers():
    """All but those of the two rows that are swapped in print, and a text that speaks of another set."""
    found = {row["name"]: row["baselines"] for row in of_sets(1000, 10).values["sets"]}
    assert found.pop("These data")["ACC"] == 0.99
    assert len(found) == 8
    rows = [row for row in published("000_table5.csv") if row["place"] == "Table 5"]
    judged = [row for row in rows if MEASURES[row["measure"]].better == "higher"]
    assert len(judged) > 100
    assert [found[row["dataset"]][row["measure"]] for row in judged] == pytest.approx(
        [float(Fraction(row["right"])) for row in judged], rel=1e-12
    )


def test_table_of_the_sets_has_a_row_for_each_measure_and_set():
    """These data stand once among the sets, and those with rarer positives first."""
    sets = of_sets(303, 139).tables["sets"].rows()
    assert sets["Share"].is_monotonic_increasing
    assert ["Cleveland" in name for name in sets["Data set"]] == [False] * 7 + [True]
    rows = of_sets(303, 139, sets="306/81").tables["measures"].rows()
    assert len(rows) == 2 * len(MEASURES)
    own = rows[rows["Data set"] == "81 of 306"].set_index("Short name").loc[list(MEASURES)]
    reach = {key: baseline(row, 306, 81) for key, row in MEASURES.items()}
    ends = [[own.best(MEASURES[key].better), own.highest, own.lowest] for key, own in reach.items()]
    np.testing.assert_array_equal(own[["Baseline", "Highest mean", "Lowest mean"]].astype(float), ends)
    assert own.loc["F1", ["Highest reached by", "Lowest reached by"]].tolist() == ["306", "1"]


def test_sentence_and_notes_of_the_sets():
    answer = of_sets(303, 139)
    assert re.search("0.209.*Bank.*0.629.*Cleveland", answer.sentence)
    assert "0.541" in notes(answer)["sets-differ"]
    assert "Youden's J, Markedness (MK)" in notes(answer)["sets-agree"]
    assert "**0**" in of_sets(303, 139, measure=["MCC"]).sentence
    assert "no two baselines" in of_sets(303, 139, sets="303/139").sentence
    assert codes(of_sets(303, 139, measure=["F1"])) == ["sets-alike"]
    undefined = of_sets(10, 0)
    assert "sets-undefined" in codes(undefined)
    found = {row["name"]: row["baselines"]["F1"] for row in undefined.values["sets"]}
    assert [found[name] for name in ("These data", "Adult")] == pytest.approx([math.nan, 0.386162004989], nan_ok=True)


def test_sets_that_cannot_be_read():
    with pytest.raises(InputError, match=r'sets must be table5, adult, .* got "iris"'):
        Choices.of(sets="iris")
    with pytest.raises(InputError, match='over must be one of cases, share, sets, got "x"'):
        Choices.of(over="x")


@pytest.mark.parametrize("over", ["cases", "share", "sets"])
def test_numbers_are_the_baselines_of_the_first_six_measures(over):
    keys = [*MEASURES][:8]
    answer = asked("baselines", Data(303, 139), measure=keys, over=over)
    known = [
        (f"{MEASURES[key].title}, baseline", number(answer.values["measures"][key]["baseline"]), "exact")
        for key in keys[:6]
    ]
    assert numbers(answer) == known


@pytest.mark.parametrize(
    ("positives", "code", "side"), [(9, "g2-conjecture", 1), (40, "g2-conjecture", -1), (25, "g2-concave", 0)]
)
def test_what_is_known_of_g_mean_2_is_told_where_it_is_shown(positives, code, side):
    answer = baselines(50, positives, ["G2"])
    assert [found for found in codes(answer) if found.startswith("g2")] == [code]
    best = baseline("G2", 50, positives).argmax
    assert all(np.sign(2 * n - 50) in (0, side) for span in nonempty(best) for n in span)
    assert not [found for found in codes(baselines(50, positives, ["F1"])) if found.startswith("g2")]
    assert not [found for found in codes(baselines(50, 0, ["G2"])) if found.startswith("g2")]
