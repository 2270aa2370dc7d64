"""How far beyond chance: the numbers by hand, each sentence and note where it is called for, table and choices."""

import re

import numpy as np
import pytest

from ddcore.answers.base.guess import guesser_text
from ddcore.answers.rescaled import Choices
from ddcore.chance.guessing import GUESSERS, normalise
from ddcore.chance.scales import scales
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from tests.helpers.answers import asked, codes, counted, text_of
from tests.helpers.answers import numbers as stated
from tests.helpers.lines import paired
from tests.helpers.loops import nonempty
from tests.helpers.visiting import guessed_f1

GOOD = Counts(tp=227, fp=50, fn=31, tn=192)
WORSE = Counts(tp=90, fp=120, fn=168, tn=122)
RARE = Counts(tp=4, fp=6, fn=6, tn=184)
NEVER = Counts(tp=0, fp=0, fn=3, tn=7)
OF_ONES_OWN = "net = (tp - fp) / m"


def ask(counts, *keys, name="A", **choices):
    if keys:
        choices["measure"] = keys
    return asked("rescaled", counted(counts, name=name), **choices)


def numbers(given, key, model="A"):
    return given.values["models"][model]["measures"][key]


def table(given):
    return given.tables["rescaled"].rows().set_index("Short name")


def test_numbers_are_those_of_the_hand():
    given = ask(GOOD)
    f1, chance = 2 * 227 / (258 + 277), 2 * 258 / 758
    coin = guessed_f1(500, 258, 0.5)
    mcc = (227 * 192 - 50 * 31) / np.sqrt(258.0 * 242 * 277 * 223)
    recall, specificity = 227 / 258, 192 / 242
    negative = 192 / 223
    expected = {
        # score, beyond chance, the scale of the Dutch Draw, beyond a coin, balanced
        "ACC": (0.838, *[0.322 / 0.484] * 2, 0.338 / 0.5, (recall + specificity) / 2),
        "F1": (f1, *[(f1 - chance) / (1 - chance)] * 2, (f1 - coin) / (1 - coin),
               2 * recall / (recall + 2 - specificity)),
        "NPV": (negative, *[(negative - 0.484) / 0.516] * 3, specificity / (specificity + 31 / 258)),
        "TNR": (specificity, *[specificity - 1] * 2, (specificity - 0.5) / 0.5, specificity),
    }  # fmt: skip
    scales = ("score", "beyond_chance", "rescaled", "beyond_guesser", "balanced")
    for key, row in expected.items():
        found = [numbers(given, key)[scale]["value"] for scale in scales]
        assert found == pytest.approx(row, abs=1e-12), key
        columns = ["Score", "Beyond chance", "Dutch Draw scale", "Beyond guesser", "Balanced"]
        assert table(given).loc[key, columns].tolist() == found
    assert [numbers(given, "MCC")[scale]["value"] for scale in scales[:4]] == pytest.approx([mcc] * 4, abs=1e-12)


def test_numbers_are_the_places_of_the_selected_model_beyond_chance():
    given = asked("rescaled", counted(GOOD, B=WORSE), measure=["ACC", "PPV", "DOR", "F1", "MCC", "J", "MK"])
    titles = [label.removesuffix(", beyond chance") for label, _, _ in stated(given)]
    assert titles == ["Accuracy", "Precision (PPV)", "F1", "Matthews correlation (MCC)", "Youden's J"]
    assert re.findall(r"[\d.]+ %", str(stated(given)[0])) == ["66.5 %", "59.3 %", "72.7 %"]


def test_below_chance_the_two_scales_differ():
    """Accuracy 212 of 500 where 258 are free: to the worst, none right; and to the worst draw, 242 of 500."""
    found = numbers(ask(WORSE, "ACC", "MCC"), "ACC")
    assert (found["beyond_chance"]["value"], found["rescaled"]["value"]) == (pytest.approx(-46 / 258), -1)
    assert (found["poorest"], found["ideal"]) == (0, 1)
    rare = numbers(ask(RARE, "ACC"), "ACC")
    assert rare["beyond_chance"]["value"] == pytest.approx(-2 / 190)
    assert rare["rescaled"]["value"] == pytest.approx(-2 / 180)


def test_guesser_and_balance_are_those_chosen():
    for guess, g in (("half", 0.5), ("prevalence", 0.516), ("mode", 1.0), (0.3, 0.3)):
        given = ask(GOOD, "ACC", "F1", guess=guess)
        guessed = g * 0.516 + (1 - g) * 0.484
        assert numbers(given, "ACC")["guesser"] == pytest.approx(guessed, abs=1e-12)
        assert numbers(given, "ACC")["beyond_guesser"]["value"] == pytest.approx((0.838 - guessed) / (1 - guessed))
        assert numbers(given, "F1")["guesser"] == pytest.approx(guessed_f1(500, 258, g), abs=1e-12)
        assert guesser_text(guess) in given.reason
    balanced = numbers(ask(GOOD, "ACC", prevalence=0.2), "ACC")["balanced"]["value"]
    assert balanced == pytest.approx(0.2 * 227 / 258 + 0.8 * 192 / 242, abs=1e-12)


def test_models_stand_side_by_side_up_to_twenty_of_them_in_the_figure():
    given = asked("rescaled", counted(GOOD, B=WORSE), measure=["ACC", "F1"])
    assert table(given)["Model"].tolist() == ["A", "B", "A", "B"]
    assert numbers(given, "ACC", "B")["score"]["value"] == pytest.approx(212 / 500)
    assert "A is **" in given.sentence
    many = asked("rescaled", counted(GOOD, **dict.fromkeys("BCDEFGHIJKLMNOPQRSTUV", GOOD)), measure=["ACC"])
    assert "20 of 22" in many.figures["rescaled"].remark


@pytest.mark.parametrize(
    ("counts", "keys", "words"),
    [
        (GOOD, ["TPR", "ACC", "F1"], "F1, A is .*52.6 %.*42.5 % to 61.1 %.*accuracy, 66.5 %.*(59.3 % to 72.7 %)"),
        (WORSE, ["ACC", "F1"], "Not beyond.*F1 and accuracy"),
        (RARE, ["ACC", "F2"], "In part.*accuracy,.*F2"),
        (RARE, ["F1", "ACC"], "F1,.*33.7 %.*accuracy"),
        (GOOD, ["TPR", "TNR"], "cannot tell"),
        (NEVER, ["PPV"], "cannot tell"),
        (Counts(tp=5, fp=0, fn=3, tn=0), ["ACC", "MCC"], "cannot tell"),
        (GOOD, ["DOR"], "without a scale.*28.119.*1.419"),
    ],
)
def test_sentence(counts, keys, words):
    assert re.search(words, ask(counts, *keys).sentence)


def test_name_is_shown_letter_by_letter():
    for name in ("**x**", "<b>", "$x$", "[x](y)", ":red[x]"):
        for counts in (GOOD, WORSE):
            given = ask(counts, "ACC", name=name)
            assert name not in given.sentence
            assert name in re.sub(r"\\(.)", r"\1", given.sentence)
        assert re.sub(r"\\(.)", r"\1", ask(GOOD, "ACC", name=name).method).count(f" of {name}:") == 1


def test_choices():
    assert [Choices.of(guess=given).guess for given in ("mode", "0.25", 1, "1e-3")] == ["mode", 0.25, 1.0, 0.001]
    assert [guesser_text(guess) for guess in GUESSERS] == [row.words for row in GUESSERS.values()]
    shown = [guesser_text(guess).split()[-1] for guess in (0.25, 1.0, 0.0, 1 / 3)]
    assert shown == ["0.25", "1", "0", "0.333333"]
    for given, problem in (
        ({"guess": "often"}, 'guess must be half, prevalence, mode or a number from 0 to 1, got "often"'),
        ({"guess": "1.2"}, 'guess must be between 0 and 1, got "1.2"'),
        ({"guess": "nan"}, 'guess must be half, prevalence, mode or a number from 0 to 1, got "nan"'),
        ({"prevalence": "7"}, 'prevalence must be between 0.01 and 0.99, got "7"'),
    ):
        with pytest.raises(InputError, match=f"^{re.escape(problem)}$"):
            Choices.of(**given)


def test_flattering_names_the_worst_case_where_skill_is_less_than_the_score_says():
    assert re.match("The F1 .*0.849.*0.681.*52.6 %", text_of(ask(GOOD, "ACC", "F1", "ERR"), "flattering"))
    for counts, key in (
        (Counts(tp=490, fp=10, fn=10, tn=490), "ACC"),  # 0.98 is 96 %
        (WORSE, "ACC"),  # none takes skill
        (NEVER, "PPV"),  # no value
        (GOOD, "TPR"),  # cannot be beaten
        (GOOD, "ERR"),  # better when low
        (GOOD, "DOR"),  # no scale
    ):
        assert "flattering" not in codes(ask(counts, key))


def test_notes_where_they_are_called_for():
    few = ask(Counts(tp=6, fp=4, fn=4, tn=6), "ACC", "PPV")
    assert text_of(few, "reaches-chance").startswith("On accuracy and precision")
    assert numbers(few, "ACC")["beyond_chance"]["low"] <= 0 < numbers(few, "ACC")["beyond_chance"]["value"]
    assert text_of(ask(WORSE, "ACC"), "behind").startswith("On accuracy, ")
    assert re.match("On accuracy, F1.*2 more, ", text_of(ask(WORSE, "ACC", "F1", "MCC", "J", "MK"), "behind"))
    odd = ask(Counts(tp=2, fp=1, fn=8, tn=9), "PPV", guess=0.05)
    assert f"{100 * 0.95**20:.1f} %" in text_of(odd, "guesses-without-value")
    others = set(codes(ask(GOOD, "ACC", "F1", "PPV", "prevalence", "PP")))
    assert not others & {"reaches-chance", "behind", "guesses-without-value", "balanced"}


def test_balanced_names_the_measure_that_moves_most():
    recall, wrong = 227 / 258, 50 / 242
    precision = 0.1 * recall / (0.1 * recall + 0.9 * wrong)
    text = text_of(ask(GOOD, "ACC", "F1", "PPV", prevalence=0.1), "balanced")
    assert re.search(f"10 %.*51.6 %.*precision.*{precision:.3f} .*0.819", text)


def test_notes_are_five_at_most_and_one_at_least():
    given = ask(Counts(tp=2, fp=1, fn=8, tn=25), "PPV", "ACC", "F1", "TPR", guess=0.05, prevalence=0.9)
    assert codes(given) == ["two-scales", "flattering", "reaches-chance", "behind", "balanced"]
    assert codes(ask(GOOD, "J", "MCC")) == ["two-scales", "as-good-as-it-looks"]
    perfect = Counts(tp=500, fp=0, fn=0, tn=500)
    for counts, key in ((perfect, "DOR"), (GOOD, "PP"), (GOOD, "DOR"), (GOOD, "prevalence")):
        assert codes(ask(counts, key)) == ["off-scale"]


@pytest.mark.full
def test_every_measure_has_its_sentences():
    odd, weighted = Counts(tp=3, fp=0, fn=1, tn=0), Counts(tp=4.5, fp=3, fn=1, tn=6.75)
    for counts, guess in ((GOOD, "half"), (WORSE, "prevalence"), (NEVER, "mode"), (odd, 0.3), (weighted, "half")):
        given = ask(counts, *MEASURES, guess=guess, prevalence=0.2)
        assert 1 <= len(given.notes) <= 5
        text = "  ".join([given.sentence, *(note.text for note in given.notes)])
        assert "nan" not in text
        assert text.count("  ") == len(given.notes)


@pytest.fixture(scope="module")
def everything():
    """Every measure and one of one's own, of two models, one of them with a name that would be markup."""
    data = counted(GOOD, **{"<b>B</b>": WORSE})
    return asked("rescaled", data, measure=[*MEASURES, OF_ONES_OWN], guess="prevalence", prevalence=0.2)


def test_table_has_the_values_and_the_declarations_of_each_measure_and_model(everything):
    rows = everything.tables["rescaled"].rows()
    expected = [(name, key) for key in [*MEASURES, OF_ONES_OWN] for name in ("A", "<b>B</b>")]
    assert list(zip(rows["Model"], rows["Short name"], strict=True)) == expected
    scales = {"Score": "score", "Beyond chance": "beyond_chance", "Dutch Draw scale": "rescaled",
              "Beyond guesser": "beyond_guesser", "Balanced": "balanced"}  # fmt: skip
    for (name, key), row in nonempty(rows.set_index(["Model", "Short name"]).iterrows()):
        found = numbers(everything, key, name)
        ends = [row[f"{column}{end}"] for column in scales for end in ("", ", 95 % from", ", 95 % to")]
        ends += row[["Chance", "Guesser", "Best possible", "Worst possible"]].tolist()
        expected = [found[scale][end] for scale in scales.values() for end in ("value", "low", "high")]
        np.testing.assert_array_equal(
            ends, expected + [found[end] for end in ("baseline", "guesser", "ideal", "poorest")]
        )
        own = measure(key)
        assert row[["Measure", "Better if", "Formula"]].tolist() == [own.name, own.better, own.formula]
    np.testing.assert_allclose(rows["Error of expansion"], rows["Guesser by expansion"] - rows["Guesser"], atol=1e-15)
    assert (rows.loc[rows["Short name"].isin(["F1", "G2", "MCC", "TS"]), "Error of expansion"].abs() < 1e-4).all()
    beaten = rows.drop_duplicates("Short name").set_index("Short name")["Can be beaten"]
    assert beaten["ACC"] == beaten["DOR"] == beaten[OF_ONES_OWN] == "yes"
    assert beaten["TPR"] == beaten["FNR"] == beaten["TP"] == "no"
    assert beaten["prevalence"] == beaten["PP"] == "not judged"


def fraction(text):
    """The fraction with numbers put in, and the value it is said to have."""
    sign, top, less, whole, again, value = re.search(
        r"\$(-?)\\frac\{(\S+) - (\S+)\}\{(\S+) - (\S+)\}\$ = \*\*(\S+)\*\*", text
    ).groups()
    assert less == again
    place = (float(top) - float(less)) / (float(whole) - float(again))
    return -place if sign else place, float(value.replace("−", "-"))


@pytest.mark.parametrize(
    "counts", [GOOD, NEVER, pytest.param(WORSE, marks=pytest.mark.full)], ids=["good", "never", "worse"]
)
def test_every_measure_is_explained(counts):
    for key in nonempty(MEASURES):
        given = ask(counts, key, prevalence=0.2)
        assert paired(given.method), key
        assert not re.search(r"\{[a-z_.]+(\(\w+\))?\}", re.sub(r"\\\w+\{[^}]*\}|[_^]\{[^}]*\}", "", given.method)), key
        assert f"\n{measure(key).title} of A: " in given.method
        assert "20 %" in given.method
        beyond = numbers(given, key)["beyond_chance"]["value"]
        if not np.isnan(beyond) and table(given).loc[key, "Can be beaten"] == "yes":
            computed, value = fraction(given.method)
            assert computed == pytest.approx(value, abs=0.002)
            assert value == pytest.approx(beyond, abs=0.0005)
        else:
            assert r"\frac{" not in given.method, key


def test_method_has_the_place_of_the_score():
    """A score without a value, an endless scale and what does not judge are three other things than unbeatable."""
    for counts, key, written in (
        (GOOD, "ACC", r"$\frac{0.838 - 0.516}{1 - 0.516}$ = **0.665**"),
        (GOOD, "ERR", r"$\frac{0.162 - 0.484}{0 - 0.484}$ = **0.665**"),
        (GOOD, "TPR", "cannot be beaten"),
        (RARE, "ACC", r"$-\frac{0.94 - 0.95}{0 - 0.95}$ = **−0.011**"),
        (WORSE, "ACC", r"$-\frac{0.424 - 0.516}{0 - 0.516}$ = **−0.178**"),
        (GOOD, "PP", "does not judge"),
        (GOOD, "DOR", "1.419 and the model 28.119."),
        (NEVER, "PPV", MEASURES["PPV"].undefined),
    ):
        method = ask(counts, key).method
        assert written in method
        assert ("cannot be beaten" in method) == (key == "TPR")


def test_numbers_in_a_formula_keep_the_digits_that_matter():
    """With 20 of a million positive, accuracy is 0.99999 against 0.99998; a score may equal the best draw."""
    given = ask(Counts(tp=12, fp=2, fn=8, tn=999_978), "ACC")
    computed, value = fraction(given.method)
    assert value == pytest.approx(numbers(given, "ACC")["beyond_chance"]["value"], abs=0.0005)
    assert computed == pytest.approx(value, abs=0.01)
    assert fraction(ask(Counts(tp=7, fp=3, fn=0, tn=0), "ACC").method) == (0, 0)
    assert not re.search(r"\de[+-]?\d", ask(GOOD, "profit=10000*tp - 5000*fp").method)


def test_no_two_signs_in_a_row():
    given = ask(GOOD, "loss = (tp - 2 * fp - 3 * fn - m) / m")
    (found,) = given.values["models"]["A"]["measures"].values()
    assert found["baseline"] < 0 <= found["beyond_chance"]["value"]
    assert r"\left(" in given.method
    assert not re.search(r"- ?-", given.method)


def test_teacher_grades_as_equation_one_says():
    method = ask(GOOD, "ACC").method
    found = re.search(r"\((\d+) − (\d+)\) / \((\d+) − (\d+)\), or (\d\.\d)", method)
    right, guessed, questions, _, grade = (float(number) for number in found.groups())
    assert 10 * (right - guessed) / (questions - guessed) == pytest.approx(grade, abs=0.05)
    assert re.search(r"6 needs 70;.*\sneeds 80", method, re.DOTALL)


def test_what_does_not_change_is_not_computed_again(monkeypatch):
    data, calls = counted(GOOD), []

    def counting(*given):
        calls.append(given)
        return scales(*given)

    monkeypatch.setattr("ddcore.answers.rescaled.scales", counting)
    for prevalence in (0.5, 0.5, 0.2):
        asked("rescaled", data, prevalence=prevalence)
    assert len(calls) == 2


def test_kappa_is_accuracy_beyond_a_guesser_who_calls_as_many_cases():
    for counts in nonempty([GOOD, WORSE, RARE]):
        g = counts.predicted_positives / counts.total
        beyond = normalise(measure("ACC")(counts), "ACC", counts.total, counts.positives, g)
        assert measure("kappa")(counts) == pytest.approx(float(beyond), abs=1e-12)
    assert "kappa-is-rescaled" in codes(ask(GOOD, "ACC", "kappa"))
    assert "kappa-is-rescaled" not in codes(ask(GOOD, "ACC"))
