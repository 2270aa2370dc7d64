"""Words and tables of scores on one scale, and of measures of one's own: every branch, and numbers in formulas."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import hypergeom

from ddcore.answers.words import own_direction
from ddcore.chance.guessing import GUESSERS
from ddcore.chance.scales import Scaled, scales
from ddcore.counts import Counts
from ddcore.measures import MEASURES, measure
from ddcore.report import scales as words
from tests.helpers.answers import asked, counted

GOOD = Counts(tp=227, fp=50, fn=31, tn=192)
WORSE = Counts(tp=90, fp=120, fn=168, tn=122)
NOBODY = ":primary[Nobody can tell.] None of these measures can be beaten here, or none has a value."


def scaled(key="ACC", model="A", **numbers):
    """A score made up, on which no sentence is called for unless told otherwise."""
    quiet = {
        "score": 0.8, "rescaled": 0.75, "normalised": 0.75, "balanced": 0.8, "chance": 0.2, "ideal": 1.0,
        "guessed": 0.2, "expansion": 0.2, "silent": 0.0,
    }  # fmt: skip
    return Scaled(model, measure(key), **{**quiet, **numbers})


def one_model(counts, keys, guess="half", prevalence=0.5, name="A"):
    return [row[0] for row in scales({name: counts}, keys, guess, prevalence)]


def known(*found, guess="half", prevalence=0.5, own=0.3):
    return words.worth_knowing(found, guess, prevalence, own)


# The answer ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            [scaled(rescaled=0.665), scaled("F1", rescaled=0.5258)],
            "A goes :primary[66.5 %] of the way from chance to perfect on Accuracy, 52.6 % on F1.",
        ),
        ([scaled(rescaled=0.2)], "A goes :primary[20 %] of the way from chance to perfect on Accuracy."),
        ([scaled(rescaled=1.0)], "A goes :primary[100 %] of the way from chance to perfect on Accuracy."),
        ([scaled(rescaled=0.0)], "A goes :primary[0 %] of the way from chance to perfect on Accuracy."),
        (
            [scaled(rescaled=0.2), scaled("F1", rescaled=-0.1), scaled("MCC", rescaled=0.9)],
            "A goes :primary[20 %] of the way from chance to perfect on Accuracy, and stays below the best draw on F1.",
        ),
        ([scaled(rescaled=-0.3)], ":primary[Not beyond.] A stays below the best draw on Accuracy."),
    ],
)
def test_answer(found, said):
    assert words.answer(found) == said


def test_answer_behind_on_both():
    said = words.answer([scaled(rescaled=-0.3), scaled("F1", rescaled=-0.2)])
    assert said.startswith(":primary[Not beyond.] A stays below the best draw on Accuracy")
    assert said.endswith(" F1.")


@pytest.mark.parametrize("second", [0.0, 0.4])
def test_answer_in_part(second):
    said = words.answer([scaled(rescaled=-0.3), scaled("F1", rescaled=second)])
    assert said.startswith(":primary[In part.] A stays below the best draw on Accuracy, but goes ")
    assert f" {100 * second:.0f} %" in said
    assert said.endswith(" on F1.")


def test_answer_passes_over_what_cannot_be_beaten_and_what_has_no_value():
    found = [scaled("TPR", chance=1.0, rescaled=-0.1), scaled("PPV", rescaled=math.nan), scaled("MCC", rescaled=0.4)]
    assert words.answer(found).endswith("[40 %] of the way from chance to perfect on Matthews correlation (MCC).")
    assert words.answer(found[:2]) == NOBODY
    assert words.answer([]) == NOBODY


def test_answer_of_a_model():
    assert words.answer(one_model(GOOD, ["TPR", "ACC", "F1"])) == (
        "A goes :primary[66.5 %] (59.3 % to 72.7 %) of the way from chance to perfect on Accuracy, 52.6 % (42.5 % to "
        "61.1 %) on F1."
    )
    assert words.answer(one_model(GOOD, ["TPR", "TNR"])) == NOBODY


def test_interval_that_reaches_the_best_draw_is_told():
    near = scaled("F1", rescaled=0.1, intervals={"rescaled": (-0.2, 0.3)})
    assert words.answer([near]) == ("A goes :primary[10 %] (−20 % to 30 %) of the way from chance to perfect on F1.")
    said = "F1: the 95 % interval reaches down to the best draw, so it may be no way at all."
    assert said in known(near)
    assert said not in known(scaled("F1", rescaled=0.1, intervals={"rescaled": (0.05, 0.3)}))


def test_answer_does_not_say_that_an_odds_ratio_has_no_value():
    """It has one, 28.1 where chance has 1.4, and it can be beaten; only the way to perfect is endless."""
    assert "none has a value" not in words.answer(one_model(GOOD, ["DOR"]))


@pytest.mark.parametrize("name", ["**x**", "<b>", "$x$", "[x](y)", ":red[x]"])
def test_name_is_shown_letter_by_letter(name):
    for rescaled in (0.5, -0.5):
        said = words.answer([scaled(model=name, rescaled=rescaled)])
        assert name not in said
        assert name in re.sub(r"\\(.)", r"\1", said)
    assert re.sub(r"\\(.)", r"\1", words.computed(scaled(model=name), "half", 0.5)).count(f" of {name}:") == 1


# The guesser and the reason ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guess", GUESSERS)
def test_guesser_with_a_name(guess):
    assert words.guesser(guess) == GUESSERS[guess].words


@pytest.mark.parametrize(("guess", "shown"), [(0.25, "0.25"), (1.0, "1"), (0.0, "0"), (1 / 3, "0.333333")])
def test_guesser_with_a_probability(guess, shown):
    assert words.guesser(guess) == f"calling each case positive with probability {shown}"


def test_reason_names_the_guesser():
    said = words.reason("half")
    assert said.endswith("**Beyond the guesser**, 0 is what tossing a coin earns on average.")
    assert "0 is the best that needs no skill (the *Dutch Draw* baseline), 1 is perfect" in said
    assert "0 is what calling each case positive with probability 0.3 earns" in words.reason(0.3)


# Worth knowing, rule by rule -----------------------------------------------------------------------------------------

FLATTERING = scaled("F1", score=0.85, chance=0.68, rescaled=0.53, normalised=0.6, balanced=0.85)
BEHIND = scaled("ACC", score=0.4, chance=0.5, rescaled=-0.4, normalised=-0.2, balanced=0.4)
TAKEN = scaled("TPR", score=0.9, chance=1.0, ideal=1.0, rescaled=-0.1, normalised=0.8, balanced=0.9)
OUTGUESSED = scaled("NPV", score=0.15, rescaled=0.1, normalised=-0.1, balanced=0.15)
MOVED = scaled("MCC", score=0.5, rescaled=0.5, normalised=0.5, balanced=0.3)
SILENT = scaled("PPV", silent=0.2)
QUIET = scaled("J")


def test_flattering():
    (said,) = known(FLATTERING)
    assert said == (
        "F1 looks better than it is: of 0.850, 0.680 needs no skill; from there it is 53 % of the way to perfect."
    )


@pytest.mark.parametrize(
    "numbers",
    [
        {"rescaled": 0.71},  # nearly all of it takes skill
        {"rescaled": -0.2, "normalised": -0.1},  # nothing is
        {"rescaled": 0.0},
        {"rescaled": math.nan, "normalised": math.nan},
        {"chance": 1.0, "rescaled": 0.2},  # nobody can do better
    ],
)
def test_flattering_only_where_skill_is_less_than_the_score_says(numbers):
    said = known(scaled(score=0.8, **numbers), QUIET)
    assert not any("looks better than it is" in one for one in said)


def test_flattering_names_the_worst_case_and_no_measure_that_is_better_when_low():
    less = scaled("ACC", score=0.8, rescaled=0.6)
    low = scaled("ERR", score=0.9, rescaled=0.1, chance=0.95, ideal=0.0, balanced=0.9)
    said = known(less, FLATTERING, low)
    assert [one.split(" looks")[0] for one in said if "looks" in one] == ["F1"]


def test_behind():
    (said,) = known(BEHIND)
    assert said == "Accuracy: some blind draw does better than this model."
    several = [scaled(key, rescaled=-0.1, normalised=-0.1) for key in ("ACC", "F1", "MCC", "J", "MK")]
    assert known(*several) == [
        "Accuracy, F1, Matthews correlation (MCC) and 2 more: some blind draw does better than this model."
    ]


def test_taken():
    assert known(TAKEN) == [
        "*Recall (TPR) cannot be beaten*: the best draw is perfect already, so nobody gets above 0 there."
    ]
    both = known(TAKEN, scaled("TNR", chance=1.0, rescaled=-0.2))
    assert both[0].startswith("*Recall (TPR) and Specificity (TNR) cannot be beaten*")


@pytest.mark.parametrize("key", ["prevalence", "PP"])
def test_what_does_not_judge_is_not_called_unbeatable(key):
    said = known(*one_model(GOOD, [key, "ACC"]))
    assert not any("cannot be beaten" in one for one in said)


def test_guesser_that_does_better():
    said = known(scaled("PPV", rescaled=0.1, normalised=-0.1, score=0.15, balanced=0.15), guess=0.3)
    assert "Precision (PPV) would be better by calling each case positive with probability 0.3." in said
    assert not any("would be better by" in one for one in known(BEHIND, FLATTERING, TAKEN))


def test_moved():
    (said,) = known(MOVED, prevalence=0.1, own=0.42)
    assert said == (
        "With 10 % positive cases instead of 42 %, Matthews correlation (MCC) would be 0.300 instead of 0.500, at the "
        "same recall and specificity."
    )


def test_moved_names_the_measure_that_moves_most_and_only_from_a_twentieth_on():
    other = scaled("F1", score=0.6, rescaled=0.6, balanced=0.9)
    assert "F1 would be 0.900 instead of 0.600" in known(MOVED, other)[0]
    still = [scaled("ACC", balanced=0.7501), scaled("F1", balanced=math.nan), scaled("TPR", chance=1.0, balanced=0.1)]
    assert not any("instead of" in one for one in known(*still))


def test_silent():
    (said,) = known(SILENT)
    assert said == "20 % of the guesses have no Precision (PPV); its mean is that of the others."
    most = known(SILENT, scaled("NPV", silent=0.6))
    assert most == ["60 % of the guesses have no Negative predictive value (NPV); its mean is that of the others."]
    for one in (scaled(silent=0.004), scaled(silent=1.0, guessed=math.nan, normalised=math.nan)):
        assert not any("of the guesses" in text for text in known(one))


def test_each_rule_speaks_once_and_five_sentences_are_enough():
    everything = [FLATTERING, BEHIND, TAKEN, OUTGUESSED, MOVED, SILENT]
    said = known(*everything)
    assert len(said) == 5
    assert len(set(said)) == 5
    starts = ["F1 looks", "Accuracy: some", "*Recall", "Negative predictive value (NPV) would", "With 50 %"]
    assert all(one.startswith(start) for one, start in zip(said, starts, strict=True))


def test_where_no_rule_speaks_something_is_said():
    level = {"score": 0.6, "rescaled": 0.6, "balanced": 0.6, "chance": 0.0}
    (said,) = known(scaled("J", **level), scaled("MCC", **level))
    assert said == "No score here looks much better than it is."


def test_scales_agree_is_not_said_where_chance_earns_much():
    """A perfect model is as far beyond chance as its score says, however much chance earns."""
    said = known(*one_model(Counts(tp=900, fp=0, fn=0, tn=100), ["ACC"], prevalence=0.9), prevalence=0.9, own=0.9)
    assert not any("chance earns about as little" in one for one in said)


@pytest.mark.parametrize(
    ("counts", "keys"),
    [(Counts(tp=500, fp=0, fn=0, tn=500), ["DOR"]), (GOOD, ["PP"]), (GOOD, ["DOR"]), (GOOD, ["prevalence"])],
    ids=["perfect odds ratio", "habit", "odds ratio", "property"],
)
def test_something_is_said_where_no_measure_is_on_the_scale(counts, keys):
    said = known(*one_model(counts, keys))
    assert said
    assert all(said)


@pytest.mark.parametrize("guess", [*GUESSERS, 0.3])
@pytest.mark.parametrize(
    "counts",
    [GOOD, WORSE, Counts(tp=0, fp=0, fn=3, tn=7), Counts(tp=3, fp=0, fn=1, tn=0), Counts(tp=4.5, fp=3, fn=1, tn=6.75)],
    ids=repr,
)
def test_every_measure_has_its_sentences(counts, guess):
    found = one_model(counts, MEASURES, guess, 0.2)
    said = known(*found, guess=guess, prevalence=0.2, own=float(counts.positives / counts.total))
    assert 1 <= len(said) <= 5
    for one in [*said, words.answer(found)]:
        assert one.endswith(".")
        assert "nan" not in one
        assert "  " not in one


# The table -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rows():
    return scales({"A": GOOD, "<b>B</b>": WORSE}, [*MEASURES, "net = (tp - fp) / m"], "prevalence", 0.2)


def test_table_has_a_row_for_each_measure_and_model(rows):
    found = words.table(rows)
    assert list(found.columns) == [
        "Model", "Measure", "Key", "Score", "Beyond chance", "Beyond guesser", "Balanced", "Score from",
        "Score to", "Beyond chance from", "Beyond chance to", "Beyond guesser from", "Beyond guesser to",
        "Balanced from", "Balanced to", "Chance", "Best possible", "Guesser", "Guesser by expansion",
        "Error of expansion", "Guesses without a value", "Can be beaten", "Better",
        "Formula",
    ]  # fmt: skip
    keys = [*MEASURES, "net = (tp - fp) / m"]
    expected = [(key, name) for key in keys for name in ("A", "<b>B</b>")]
    assert list(zip(found["Key"], found["Model"], strict=True)) == expected


def test_table_equals_the_results_number_by_number(rows):
    found = words.table(rows)
    columns = {
        "Score": "score", "Beyond chance": "rescaled", "Beyond guesser": "normalised", "Balanced": "balanced",
        "Chance": "chance", "Best possible": "ideal", "Guesser": "guessed", "Guesser by expansion": "expansion",
        "Guesses without a value": "silent",
    }  # fmt: skip
    flat = [one for row in rows for one in row]
    for column, number in columns.items():
        assert pd.api.types.is_float_dtype(found[column]), column
        np.testing.assert_array_equal(found[column], [getattr(one, number) for one in flat])
    np.testing.assert_array_equal(found["Error of expansion"], [one.expansion - one.guessed for one in flat])
    for column, text in (("Measure", "name"), ("Better", "better"), ("Formula", "formula")):
        assert list(found[column]) == [getattr(one.measure, text) for one in flat]


def test_table_says_what_can_be_beaten(rows):
    found = words.table(rows).drop_duplicates("Key").set_index("Key")["Can be beaten"]
    assert found["ACC"] == found["DOR"] == found["net = (tp - fp) / m"] == "yes"
    assert found["TPR"] == found["FNR"] == found["TP"] == "no"
    assert found["prevalence"] == found["PP"] == "not judged"


def test_expansion_errs_little_in_large_data():
    found = words.table(scales({"A": GOOD}, ["F1", "G2", "MCC", "TS"], "half")).set_index("Key")
    assert (found["Error of expansion"].abs() < 1e-4).all()
    assert (found.loc[["G2", "TS"], "Error of expansion"] != 0).all()


def test_table_of_nothing_is_empty():
    assert words.table([]).empty


# How it is computed --------------------------------------------------------------------------------------------------


def balanced_latex(text):
    """Whether signs and braces of each formula come in pairs and nothing is left to be filled in."""
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$([^$]*)\$", text):
        assert formula.strip()
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula])
        assert depth.min() >= 0
        assert depth[-1] == 0
    assert not re.search(r"\{[a-z_.]+(\(\w+\))?\}", re.sub(r"\\\w+\{[^}]*\}|[_^]\{[^}]*\}", "", text))
    return True


def fraction(text):
    """The fraction with numbers put in, and the value it is said to have."""
    top, less, whole, again, value = re.search(
        r"\$\\frac\{(\S+) - (\S+)\}\{(\S+) - (\S+)\}\$ = \*\*(\S+)\*\*", text
    ).groups()
    assert less == again
    return (float(top) - float(less)) / (float(whole) - float(again)), float(value.replace("−", "-"))


@pytest.mark.parametrize("key", MEASURES)
@pytest.mark.parametrize("counts", [GOOD, WORSE, Counts(tp=0, fp=0, fn=3, tn=7)], ids=["good", "worse", "never"])
def test_every_measure_is_explained(key, counts):
    (one,) = one_model(counts, [key])
    text = words.computed(one, "half", 0.2)
    assert balanced_latex(text)
    assert f"\n{one.measure.title} of A: " in text
    assert "with $E$ what tossing a coin earns on average" in text
    assert "a share of 20 % positive cases" in text
    if one.rescaled >= 0 and not one.unbeatable:
        computed, value = fraction(text)
        assert computed == pytest.approx(value, abs=0.002)
        assert value == pytest.approx(one.rescaled, abs=0.0005)
    else:
        assert r"\frac{" not in text


def test_numbers_are_put_into_the_formula():
    assert r"Accuracy of A: $\frac{0.838 - 0.516}{1 - 0.516}$ = **0.665**." in words.computed(
        one_model(GOOD, ["ACC"])[0], "half", 0.5
    )
    assert r"Error rate of A: $\frac{0.162 - 0.484}{0 - 0.484}$ = **0.665**." in words.computed(
        one_model(GOOD, ["ERR"])[0], 0.3, 0.5
    )


def test_numbers_near_one_keep_the_digits_that_matter():
    """With 20 of a million positive, accuracy is 0.99999 against 0.99998."""
    (one,) = one_model(Counts(tp=12, fp=2, fn=8, tn=999_978), ["ACC"])
    computed, value = fraction(words.computed(one, "half", 0.5))
    assert value == pytest.approx(one.rescaled, abs=0.0005)
    assert computed == pytest.approx(value, abs=0.01)


def test_large_numbers_are_written_out():
    (one,) = one_model(GOOD, ["profit = 10000 * tp - 5000 * fp"])
    assert not re.search(r"\de[+-]?\d", words.computed(one, "half", 0.5))


def test_no_two_signs_in_a_row():
    (one,) = one_model(GOOD, ["loss = (tp - 2 * fp - 3 * fn - m) / m"])
    assert one.chance < 0 <= one.rescaled
    assert not re.search(r"- ?-", words.computed(one, "half", 0.5))


def test_unbeatable_is_explained():
    text = words.computed(one_model(GOOD, ["TPR"])[0], "half", 0.5)
    assert "Recall (TPR) of A: cannot be beaten: the best draw has 1, the best possible is 1." in text


@pytest.mark.parametrize(
    ("counts", "key"), [(Counts(tp=0, fp=0, fn=3, tn=7), "PPV"), (GOOD, "DOR"), (GOOD, "PP"), (GOOD, "prevalence")]
)
def test_no_number_beyond_chance_is_not_said_to_be_unbeatable(counts, key):
    """A score without a value, an endless scale and what does not judge are three other things."""
    text = words.computed(one_model(counts, [key])[0], "half", 0.5)
    assert "cannot be beaten" not in text


def test_between_the_draws_is_explained():
    assert "−0.400, between the worst and the best draw" in words.computed(BEHIND, "half", 0.5)


def test_below_the_worst_draw_is_not_between_the_draws():
    text = words.computed(one_model(WORSE, ["ACC"])[0], "half", 0.5)
    assert "Accuracy of A: −1, " in text
    assert "−1, between the worst and the best draw" not in text


def test_teacher_grades_as_equation_one_says():
    text = words.computed(one_model(GOOD, ["ACC"])[0], "half", 0.5)
    right, guessed, questions, _, grade = (
        float(one) for one in re.search(r"\((\d+) − (\d+)\) / \((\d+) − (\d+)\), or (\d\.\d) of 10", text).groups()
    )
    assert 10 * (right - guessed) / (questions - guessed) == pytest.approx(grade, abs=0.05)
    assert [round(guess + 0.6 * (100 - guess)) for guess in (25, 50)] == [70, 80]
    assert "a 6 takes 70; with two answers each it takes 80" in text


# Measures of one's own -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "better", "other"),
    [("net = (tp - fp) / m", "higher", "lower"), ("wrong = (fp + fn) / m", "lower", "higher")],
)
def test_direction_that_was_found(text, better, other):
    row = measure(text)
    assert row.better == better
    assert own_direction(row) == (
        f"{row.name}: {better} is better, because a perfect classifier's is {better} than that of one that is always "
        f'wrong. To turn it, end the formula with ", {other}".'
    )


@pytest.mark.parametrize(
    ("text", "better"),
    [("net = tp / m, lower", "lower"), ("net = fp / m, higher", "higher"), ("= tp / m, higher", "higher")],
)
def test_direction_that_was_said(text, better):
    row = measure(text)
    assert own_direction(row) == f"{row.title}: {better} is better, as you say."


def test_turning_a_formula_as_told_turns_it():
    row = measure("net = (tp - fp) / m")
    ending = re.search(r'end the formula with "([^"]*)"', own_direction(row))[1]
    turned = measure(row.key + ending)
    assert (row.better, turned.better) == ("higher", "lower")
    assert own_direction(turned) == "net: lower is better, as you say."


@pytest.mark.parametrize("text", ["x = p / m", "x = tp * fp / m / m", "x = pp / m"])
def test_direction_that_could_not_be_found_has_no_made_up_reason(text):
    """A perfect classifier's value equals that of one that is always wrong."""
    row = measure(text)
    perfect, wrong = (float(row(Counts(tp=a, fp=b, fn=b, tn=a))) for a, b in ((50, 0), (0, 50)))
    assert perfect == wrong
    assert f"is {row.better} than that of one that is always wrong" not in own_direction(row)


@pytest.mark.parametrize(
    ("text", "has_p"),
    [
        ("x = tp / m", True),
        ("x = (tp - fp) / m", True),
        ("x = fp / m", True),
        ("x = tp / m, lower", False),
        ("x = abs(tp - fn) / m", False),
        ("x = p / m", False),
        ("x = fp / m, higher", False),
    ],
)
def test_exact_p_only_where_a_formula_rises_with_the_true_positives(text, has_p):
    found = asked("verdict", counted(GOOD), measure=[text, "ACC"]).tables["verdict"].rows().set_index("Key")
    p = hypergeom(500, 258, 277).sf(226)
    assert found.loc["ACC", "Exact p"] == pytest.approx(p, rel=1e-9)
    own = found.loc[measure(text).key]
    assert own["Exact p"] == (pytest.approx(p, rel=1e-9) if has_p else pytest.approx(math.nan, nan_ok=True))
    assert math.isfinite(own["log10 of p"]) is has_p
    assert math.isfinite(own["Score"])


def test_exact_p_of_weighted_cases_is_none():
    weighted = Counts(tp=2.5, fp=1, fn=1, tn=3.25)
    found = asked("verdict", counted(weighted), measure=["x = tp / m", "ACC"]).tables["verdict"].rows()
    assert found["Exact p"].isna().all()
    assert found["log10 of p"].isna().all()


@pytest.mark.parametrize(
    ("score", "chance", "best", "written"),
    [
        (0.7, 0.7, 1.0, r"\frac{0.7 - 0.7}{1 - 0.7}"),
        (0.7, 0.7 + 2**-53, 1.0, r"\frac{0.7 - 0.7}{1 - 0.7}"),
        (0.70001, 0.7, 1.0, r"\frac{0.70001 - 0.7}{1 - 0.7}"),
        (0.1 + 0.2, -0.3, 1.0, r"\frac{0.3 - \left(-0.3\right)}{1 - \left(-0.3\right)}"),
    ],
)
def test_numbers_of_a_scale_have_the_digits_that_tell_them_apart_and_no_more(score, chance, best, written):
    row = scaled(score=score, chance=chance, ideal=best, rescaled=max((score - chance) / (best - chance), 0.0))
    assert written in words.computed(row, "half", 0.5)
