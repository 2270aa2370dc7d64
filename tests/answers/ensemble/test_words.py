"""Are two models better than one? Sentences, reasons and notes by their codes and numbers."""

import re
from dataclasses import replace

import pytest

from ddcore.answers.ensemble import Choices
from ddcore.answers.ensemble.words import headline, method, reason
from tests.helpers.answers import interval
from tests.helpers.ensemble_answers import (
    BASE,
    CLEAR,
    MARKED,
    NAN,
    UNCLEAR,
    WORSE,
    at_share,
    calls,
    made,
    notes_of,
    read,
)
from tests.helpers.lines import letter_by_letter, sentences

MIXED = (("Stacking", 0.85, CLEAR), ("Mean", 0.8, CLEAR), ("AND", 0.7, CLEAR), ("OR", 0.7, CLEAR))


# The answer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gain", "start"),
    [
        (CLEAR, "Yes. AUC"),
        (UNCLEAR, "Not as far as"),
        ((0.02, 0.0, 0.04), "Not as far as"),
        ((-0.02, -0.04, 0.0), "Not as far as"),
        ((0.02, NAN, NAN), "Not as far as"),
        (WORSE, "No. AUC"),
    ],
)
def test_the_answer_is_about_the_best_model_alone(gain, start):
    """Whatever is gained on the other one, which may come first or last."""
    for other in (CLEAR, UNCLEAR, WORSE):
        models = (("a", 0.8, gain), ("b", 0.75, other))
        for found, alone in ((made(models), "0.800 and 0.750"), (made(models[::-1]), "0.750 and 0.800")):
            assert headline(found).startswith(start)
            assert headline(found).endswith(f"**0.900**, alone {alone}.")


def test_models_in_the_answer():
    """Of many some are counted; the best one has the largest area."""
    assert headline(made([(name, 0.7, CLEAR) for name in "abcdefgh"])).endswith("0.700 and 3 more.")
    three = made((("c", 0.7, CLEAR), ("a", 0.8, CLEAR), ("b", 0.75, CLEAR)))
    assert "the best one, a " in reason(three)


@pytest.mark.parametrize(
    ("gain", "said"),
    [
        (CLEAR, ("+0.050", "0.010 to 0.090")),
        (UNCLEAR, ("+0.020", "−0.030 to 0.070", "chance", "more than 0.070")),
        ((-0.02, -0.07, 0.03), ("**0.020** below", "−0.070 to 0.030", "chance", "more than 0.030")),
        ((0.0, 0.0, 0.0), ("same order",)),
        ((0.0, -0.05, 0.05), ("same area", "more than 0.050")),
        ((-0.02, -0.04, 0.0), ("**0.020** below", "−0.040 to 0", "chance", "any gain")),
        (WORSE, ("**0.050** below", "−0.090 to −0.010", "too few cases")),
    ],
)
def test_reason(gain, said):
    text = reason(made((("a", 0.8, gain), ("b", 0.75, gain))))
    assert "the better one, a" in text
    assert all(words in text for words in said)
    assert ("chance" in text) == ("chance" in said)


def test_answer_and_reason_are_about_the_same_model():
    """The gain on the better model decides, though that on the other one is larger or surer."""
    surely_worse = ("b", 0.915, (-0.015, -0.02, -0.01))
    for better, other, start, said in (
        ((0.8, CLEAR), ("b", 0.75, (0.1, -0.01, 0.21)), "Yes. ", "0.010 to 0.090"),
        ((0.92, (-0.02, -0.06, 0.02)), surely_worse, "Not as far", "−0.060 to 0.020"),
        ((0.91, (-0.01, -0.06, 0.02)), surely_worse, "No. ", "better one, b ("),
    ):
        found = made((("a", *better), other))
        assert headline(found).startswith(start)
        assert said in reason(found)


@pytest.mark.parametrize("name", MARKED)
def test_names_are_letters(name):
    found = made(((name, 0.8, CLEAR), ("b", 0.75, CLEAR)), MIXED)
    enough = made(evidence=((f"{name}, read", 0.89, UNCLEAR),))
    for text in (reason(found), notes_of(found)["found"], headline(enough), reason(enough)):
        assert letter_by_letter(name, text)


# One may be enough -----------------------------------------------------------------------------------------------

NEARLY, BEHIND = ("b, read", 0.89, UNCLEAR), ("a, read", 0.82, CLEAR)


@pytest.mark.parametrize("gain", [UNCLEAR, (0.02, 0.0, 0.04), (-0.02, -0.04, 0.0), WORSE])
def test_one_that_is_not_clearly_behind_is_enough(gain):
    one = ("b, read", 0.9 - gain[0], gain)
    for evidence in ((BEHIND, one), (one, BEHIND), (one,)):
        found = made(evidence=evidence)
        area = f"**{one[1]:.3f}**"
        assert found.enough.title == "b, read"
        assert headline(found).startswith("One model may be enough")
        assert headline(found).endswith(f"b\\, likelihood ratio {area}.")
        assert (f"more than {gain[2]:.3f}" if gain[2] > 0 else "any gain") in reason(found)
        assert f"b\\, likelihood ratio reaches {area}," in reason(found)
        assert "be chance" not in reason(found)


@pytest.mark.parametrize(
    "evidence",
    [
        (),
        (BEHIND, ("b, read", 0.85, CLEAR)),
        (("a, read", 0.899, (0.001, 1e-6, 0.002)),),
        (("a, read", 0.85, CLEAR), ("b, read", 0.8, (0.1, -0.01, 0.21))),
    ],
)
def test_all_are_better_than_one_read_as_evidence(evidence):
    """Of two readings the better one decides, though the other one is too uncertain to tell."""
    found = made(evidence=evidence)
    assert found.enough is None
    assert headline(found).startswith("Yes. ")
    assert reason(found).endswith("0.010 to 0.090).")


def test_one_is_not_enough_where_nothing_is_gained():
    """The models as they are do as well: nothing has to be read. Nor where it stays 0.1 behind the best one as it is,
    on which together gains for sure."""
    for gain in (UNCLEAR, WORSE):
        found = made((("a", 0.9 - gain[0], gain), ("b", 0.75, CLEAR)), evidence=(NEARLY,))
        assert not re.search("enough|by itself|Reshape", headline(found) + reason(found))
    found = made((("a", 0.8, CLEAR), ("b", 0.6, CLEAR)), evidence=(("b, read", 0.7, (0.2, -0.01, 0.41)),))
    assert "as well" not in reason(found)
    assert headline(found).startswith("Yes. ")


# Simpler ways, and what is found ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "code", "said"),
    [
        (MIXED, "simpler-less", "Stacking 0.850, Mean 0.800, AND 0.700, OR 0.700."),
        ((("Stacking", 0.89, UNCLEAR), ("Mean", 0.8, CLEAR)), "simpler-as-well", "more than 0.070"),
        ((("Stacking", 0.85, CLEAR), ("Mean", 0.95, WORSE)), "simpler-better", "Mean is simpler"),
        ((("Stacking", 0.85, CLEAR), ("AND", 0.7, (0.2, -0.01, 0.41))), "simpler-less", "AND 0.700"),
        ((("Mean", 0.91, (0.0, 0.0, 0.0)),), "simpler-as-well", "Mean"),
        ((("Mean", 0.91, (0.02, NAN, NAN)),), "simpler-as-well", "how sure"),
    ],
)
def test_simpler_ways(others, code, said):
    assert said in notes_of(made(others=others))[code]


def test_shares_found_by_hand():
    """Of 30 positives; the most that any way calls, 25 of 60 cases, is what each may call, where ties make it less."""
    for first, share in (((20, 5, 10, 25), "66.7 %"), ((10, 5, 20, 25), "33.3 %")):
        text = notes_of(made(others=MIXED), (first, (15, 10, 15, 20), (25, 0, 5, 30)))["found"]
        assert re.findall(r"[\d.]+ %", text) == ["41.7 %", share, "50 %", "83.3 %"]


# What would mislead ----------------------------------------------------------------------------------------------


def test_facts_about_the_models():
    assert "alike" in notes_of(made(others=MIXED, alike=True))
    text = notes_of(made(others=MIXED, correlations=(0.75, -0.125)))["correlated-differently"]
    assert re.findall(r"[−\d.]*\.\d+", text) == ["0.750", "−0.125"]
    for both in ((0.5, 0.3001), (NAN, 0.1), (0.9, NAN)):
        notes = notes_of(made(others=MIXED, correlations=both, alike=False))
        assert not {"correlated-differently", "alike"} & set(notes)


def test_what_is_learned_by_heart():
    for learned, said in ((0.9321, ["0.932", "0.032"]), (0.903, ["0.903", "0.003"]), (0.9015, [])):
        text = notes_of(made(others=MIXED, learned=interval(learned))).get("flatters", "")
        assert re.findall(r"0\.\d+", text) == said


@pytest.mark.parametrize(
    ("fact", "kept"),
    [
        ("Silverman has no bandwidth for the negatives; normal reference was used instead.", True),
        ("The positives have no covariances of their own; those of all cases were used.", True),
        ("Correlation of the two scores among the positives: 0.5.", False),
        *((f"The bandwidth of {sign}x{sign} had to be widened.", True) for sign in "*$[_"),
    ],
)
def test_what_had_to_be_done_otherwise(fact, kept):
    estimate = replace(BASE.ensemble.estimate, facts=(fact,))
    notes = notes_of(made(others=MIXED, ensemble=replace(BASE.ensemble, estimate=estimate)))
    assert ("reading" in notes) == kept
    assert not kept or letter_by_letter(fact, notes["reading"])


def test_a_name_is_no_fact():
    """The weights of a logistic regression name the columns; one is named after a word of the other facts."""
    found, _, _ = read(names=("*tests taken*", "b"), method="logistic", cases=24, folds=2)
    assert "reading" not in notes_of(found)


def test_cases_without_a_score():
    assert not {"left-out", "part-of-cases"} & set(notes_of(made(others=MIXED)))
    assert "4 of 9" in notes_of(made(others=MIXED), known=9)["part-of-cases"]
    for cases, said in ((1, "1 case without"), (1234, "1,234 cases without")):
        assert notes_of(made(others=MIXED), left_out=cases)["left-out"].startswith(said)


@pytest.mark.parametrize("low", [NAN, -0.1])
def test_no_sentence_prints_a_missing_number(low):
    """A gain without an interval, cases of which none is called, and nothing known of the correlations."""
    unknown = (0.0, low, -low)
    mixtures = [(name, 0.8, unknown) for name in ("Stacking", "Mean")]
    found = made((("a", 0.8, unknown), ("b", 0.75, unknown)), mixtures, correlations=(NAN, NAN))
    nothing = ((0, 0, 30, 30),) * 3
    texts = [headline(found), reason(found), *notes_of(found, nothing).values()]
    assert sentences(texts)
    texts += [method(found, Choices()), str(at_share(calls(found, *nothing)))]
    assert all(not re.search(r"\b(nan|inf|None)\b|no value|∞", text) for text in texts)
