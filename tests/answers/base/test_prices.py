"""Prices as people type them, and as links, notebooks and commands give them."""

from fractions import Fraction

import pytest

from ddcore.answers.base.prices import other_sets, typed_number
from ddcore.answers.utility import Choices
from ddcore.errors import InputError


def test_number_is_read_as_people_type_it():
    for text, value in (
        ("1,500", 1500),
        ("2e6", 2_000_000),
        ("−335", -335),
        (" +7.5 ", Fraction(15, 2)),
        ("-1,234,567.25", Fraction(-123456725, 100)),
        (".5", Fraction(1, 2)),
        ("1E-3", Fraction(1, 1000)),
        ("1e12", 10**12),
        (-33.5, Fraction(-67, 2)),
    ):
        assert typed_number("the payoff TP", text) == pytest.approx(float(value), rel=1e-15)


def test_no_number_and_too_large_a_number_are_refused():
    for text in ("abc", "inf", "-Infinity", "nan", "1,5", "", "  ", "=1+1", "--5", "5 EUR"):
        with pytest.raises(InputError, match=r"the payoff TP must be a number such as 165 or -33\.5, got "):
            typed_number("the payoff TP", text)
    for text in ("1e13", "-1e999"):
        with pytest.raises(InputError, match=rf"must be between -10\^12 and 10\^12, got {text}"):
            typed_number("the payoff TP", text)


def test_payoffs_and_unit_are_texts_or_numbers():
    for given in ("15,-335,-35,165", (15, -335, -35, 165), ["15", "−335", -35.0, "1.65e2"]):
        assert Choices.of(u=given).u == (15, -335, -35, 165)
    units = {"EUR": "EUR", "a \n b" + "c" * 40: "a b" + "c" * 17, "none": ""}
    assert {given: Choices.of(unit=given).unit for given in units} == units


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"u": "1,2,3"}, 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "1,2,3"'),
        ({"u": "1,2,3,abc"}, 'the payoff TN must be a number such as 165 or -33.5, got "abc"'),
        ({"u": "1,2,1e13,4"}, r"the payoff FN must be between -10\^12 and 10\^12, got 1e13"),
        ({"rate": "0,x,0,0"}, 'the rate of FP must be a number such as 165 or -33.5, got "x"'),
        ({"written": "x"}, "written must be one of payoffs, costs"),
        ({"other": 5}, 'other input should be a valid string, got "5"'),
        ({"unit": 5}, 'unit input should be a valid string, got "5"'),
    ],
)
def test_choices_that_cannot_be_used_are_refused(given, message):
    with pytest.raises(InputError, match=message):
        Choices.of(**given)


def test_other_sets_are_lines_a_link_or_pairs():
    sets = [(0.2, (1, 2, 3, 4)), (0.5, (-1, 20, 0.5, 1))]
    assert other_sets("0.2: 1,2,3,4\n\n  0.5:−1, 2e1, .5, 1\n") == sets
    for given in ("0.2: 1,2,3,4;0.5: -1,20,0.5,1", sets):
        assert other_sets(Choices.of(**{"or": given}).other) == sets
    # As doubles 0.05 + 0.55 + 0.3 + 0.1 is more than 1.
    assert len(other_sets("0.05: 1,2,3,4\n0.55: 1,2,3,4\n0.3: 1,2,3,4\n0.1: 1,2,3,4")) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.3 45,1,1,1", "line 1 of the other prices must be a probability, a colon and four numbers"),
        ("0.3: 45,1,1", 'such as "0.3: 45, -335, -65, 165", got "0.3: 45,1,1"'),
        ("0.3: 1,2,3,4\n0.1: 1,2,3,4,5", "line 2 of the other prices must be"),
        ("0.3: 1,2,3,4\nx: 1,2,3,4", "the probability in line 2 of the other prices must be a number"),
        ("1.2: 1,2,3,4", "the probability in line 1 of the other prices must be between 0 and 1, got 1.2"),
        ("0.3: 1,2,3,4\n\n0.1: 1,x,3,4", 'FP in line 3 must be a number such as 165 or -33.5, got "x"'),
        ("0.3: 1,2,3,1e13", r"TN in line 1 must be between -10\^12 and 10\^12, got 1e13"),
        ("0.6: 1,2,3,4\n0.6: 1,2,3,5", "the probabilities of the other prices must sum to 1 at most, got 1.2"),
    ],
)
def test_line_with_an_error_is_named(text, message):
    with pytest.raises(InputError, match=message):
        Choices.of(**{"or": text})
