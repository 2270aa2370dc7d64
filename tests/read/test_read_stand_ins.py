"""What stands for a missing value: asked about, left out with a word, or kept."""

import numpy as np
import pytest

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, read
from ddcore.records.labels import THE_MODEL
from tests.helpers.read import text

RNG = np.random.default_rng(35)
SCORES = [f"{score:.3f}" for score in RNG.random(60)]
LOGITS = [f"{score:.3f}" for score in RNG.normal(size=60)]
PERCENT = [f"{score:.1f}" for score in 100 * RNG.random(60)]
POINTS = [f"{score}" for score in RNG.integers(0, 9, 60)]


def lines(scores, truth="10", name="score"):
    return (f"truth,{name}", *(f"{truth[place % len(truth)]},{score}" for place, score in enumerate(scores)))


STANDING = {
    "-999": (SCORES, "-999"),
    "once": (SCORES[:59], "-1"),
    "-1": (SCORES, "-1"),
    "9": (SCORES, "9"),
    "-999 as a double": (SCORES, "-999.0"),
    "9999": (PERCENT, "9999"),
    "-99 among logits": (LOGITS, "-99"),
    "-1 among percent": (PERCENT, "-1"),
}


@pytest.mark.parametrize("case", STANDING)
def test_a_number_far_from_all_scores_is_asked_about(case):
    scores, code = STANDING[case]
    file = lines([*scores[:20], code, *scores[20:], *([code] if len(scores) == 60 else [])])
    with pytest.raises(ChoiceNeeded) as asked:
        text(*file)
    assert (asked.value.choice, asked.value.options) == ("missing", ("leave out", "keep"))
    left = text(*file, missing="leave out")
    assert [(guess.code, guess.role, guess.options) for guess in left.guesses] == [
        ("sentinel-guessed", "missing", ("leave out", "keep"))
    ]
    assert left.models[THE_MODEL].table.score.tolist() == sorted({float(score) for score in scores})
    kept = text(*file, missing="keep")
    assert kept.guesses == ()
    assert float(code) in kept.models[THE_MODEL].table.score
    assert kept.total == len(file) - 1


LIKELY = {
    "logits": LOGITS,
    "an outlier": [*LOGITS, "-12"],
    "percent": [*PERCENT, "99", "99"],
    "points": [*POINTS, "9", "9", "-1", "-1"],
    "noughts and ones": [*SCORES, "0", "1", "1", "0"],
    "half": [*SCORES, "1.5", "1.5"],
    "one above": [*SCORES, "5"],
    "large": [f"{score:.2f}" for score in np.exp(3 * RNG.normal(size=60))],
}


@pytest.mark.parametrize("case", LIKELY)
def test_what_may_be_a_score_is_one(case):
    found = text(*lines(LIKELY[case]))
    assert found.guesses == ()
    assert found.total == len(LIKELY[case])


WORDS = ("?", ".", "unknown", "Unknown", "n.a.", "keine Angabe", "inconnu", "desconocido", "missing", "pending", "-")


@pytest.mark.parametrize("word", WORDS)
def test_a_word_for_missing_beside_two_classes_is_no_third(word):
    file = lines(SCORES, ("yes", "no", word))
    with pytest.raises(ChoiceNeeded) as asked:
        text(*file)
    assert asked.value.choice == "missing"
    left = text(*file, missing="leave out")
    assert (left.total, dict(left.truth_values)) == (40, {"yes": 20, "no": 20})
    with pytest.raises(ChoiceNeeded) as three:
        text(*file, missing="keep")
    assert three.value.choice == "positive"
    assert text(*file, positive=word).positive == word


def test_codes_and_signs_of_the_truth():
    nine = text(*lines(SCORES, ("1", "0", "9")), missing="leave out")
    assert dict(nine.truth_values) == {"1": 20, "0": 20}
    assert [guess.code for guess in nine.guesses] == ["sentinel-guessed"]
    assert dict(text(*lines(SCORES, "+-")).truth_values) == {"+": 30, "-": 30}
    signs = text(*lines(SCORES, "+-?"), missing="leave out")
    assert dict(signs.truth_values) == {"+": 20, "-": 20}
    with pytest.raises(ChoiceNeeded, match="3 values"):
        text(*lines(SCORES, ("low", "high", "odd")))


def test_a_group_may_be_called_unknown():
    header, *rows = lines(SCORES)
    sites = ("north", "unknown", "south")
    found = text(f"{header},sex", *(f"{row},{sites[place % 3]}" for place, row in enumerate(rows)), group="sex")
    assert list(found.models[THE_MODEL].groups) == ["north", "south", "unknown"]
    assert found.guesses == ()


def test_labels_too_have_gaps():
    file = ("truth,predicted", *(["yes,yes", "no,no", "no,?"] * 10))
    left = text(*file, missing="leave out")
    assert (left.total, left.models[THE_MODEL].counts.tp.item()) == (20, 10)


def test_other_answers_are_refused():
    with pytest.raises(InputError, match="missing must be “ask”, “leave out” or “keep”, got “drop”"):
        read(b"truth,score\nyes,0.9\nno,0.1\n", missing="drop")


SPELLINGS = {
    "accents": ("caf\u00e9,0.9", "cafe\u0301,0.8", "the,0.1"),
    "blanks": ("a b,0.9", "a\xa0b,0.8", "c,0.1"),
    "no width": ("ill,0.9", "ill\u200b,0.8", "well,0.1"),
    "trailing": ("ill ,0.9", "ill,0.8", "well,0.1"),
    "case": ("Ill,0.9", "ILL,0.8", "well,0.1"),
    "true and 1": ("true,0.9", "1,0.8", "FALSE,0.1"),
    "yes and y": ("Yes,0.9", "y,0.8", "no,0.1"),
    "true, 1 and 0": ("true,0.9", "1,0.8", "0,0.1", "false,0.2"),
}


@pytest.mark.parametrize("case", SPELLINGS)
def test_one_class_in_several_spellings(case):
    found = text("truth,score", *SPELLINGS[case])
    assert sorted(found.truth_values.values()) == sorted([2, len(SPELLINGS[case]) - 2])


def test_three_numbers_are_three_classes():
    with pytest.raises(ChoiceNeeded, match="3 values"):
        text("truth,score", "1,0.9", "0,0.8", "-1,0.1")
