"""Typed numbers: what people type is understood, what cannot be is said, and nothing typed is lost."""

from functools import cache

import pytest

from tests.helpers.visiting import NEED_MODEL, PAGES, SCORES, answer, drop, fine, go, kind, said, visit

pytestmark = pytest.mark.usefixtures("undrawn")

LARGE = "1,000,000,000"


def typed(page="baselines", **texts):
    at = kind(visit(page), "Numbers")
    if "TP" in texts:
        at.radio(key="data_way").set_value("A model's counts")
        fine(at.run())
    for name, text in texts.items():
        at.text_input(key=f"data_{name}").set_value(text)
    return fine(at.run())


@cache
def counted(**texts):
    """A session with these numbers, which tests share: to go to pages and look."""
    return typed(**texts)


@pytest.mark.parametrize(
    ("M", "P", "words"),
    [
        ("10", "11", "P, the number of positive cases, must be between 0 and M = 10, got 11"),
        ("0", "0", f"M must be between 1 and {LARGE}, got 0"),
        ("-5", "1", f"M must be between 1 and {LARGE}, got -5"),
        ("10", "−1", f"P must be between 0 and {LARGE}, got −1"),
        ("10.5", "1", 'M must be a whole number such as 303, got "10.5"'),
        ("abc", "1", 'M must be a whole number such as 303, got "abc"'),
        ("10", "ten", 'P must be a whole number such as 303, got "ten"'),
        ("nan", "1", 'M must be a whole number such as 303, got "nan"'),
        ("inf", "1", 'M must be a whole number such as 303, got "inf"'),
        ("1e12", "1", f"M must be between 1 and {LARGE}, got 1e12"),
        ("1_0", "1", 'M must be a whole number such as 303, got "1_0"'),
        ("9" * 5000, "1", 'M must be a whole number such as 303, got "' + "9" * 40 + '"'),
        ("__import__('os')", "1", "M must be a whole number such as 303, got \"__import__('os')\""),
    ],
)
def test_numbers_that_cannot_be_have_their_sentence_and_stay_in_the_box(M, P, words):
    at = counted()
    at.text_input(key="data_M").set_value(M)
    at.text_input(key="data_P").set_value(P)
    fine(at.run())
    assert answer(at) == "This data cannot be used yet"
    assert said(at, "error") == words
    assert at.text_input(key="data_M").value == M
    assert at.text_input(key="data_P").value == P
    assert "nothing you entered is lost" in said(at, "markdown")
    at.text_input(key="data_M").set_value("303")
    at.text_input(key="data_P").set_value("139")
    fine(at.run())
    assert answer(at).startswith("With 303 cases, 139 positive, no skill is needed for an F1 of 0.629")


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"TP": "1", "FP": "-1", "FN": "0", "TN": "0"}, f"FP must be between 0 and {LARGE}, got -1"),
        ({"TP": "1.5", "FP": "1", "FN": "0", "TN": "0"}, 'TP must be a whole number such as 303, got "1.5"'),
        ({"TP": "1", "FP": "x", "FN": "0", "TN": "0"}, 'FP must be a whole number such as 303, got "x"'),
        ({"TP": "0", "FP": "0", "FN": "0", "TN": "0"}, f"M, the number of cases, must be between 1 and {LARGE}, got 0"),
        (
            {"TP": "1e9", "FP": "1e9", "FN": "0", "TN": "0"},
            f"M, the number of cases, must be between 1 and {LARGE}, got 2,000,000,000",
        ),
    ],
)
def test_counts_that_cannot_be_have_their_sentence(counts, words):
    at = typed("verdict", **counts)
    assert answer(at) == "This data cannot be used yet"
    assert said(at, "error") == words
    assert {name: at.text_input(key=f"data_{name}").value for name in counts} == counts


@pytest.mark.parametrize(
    ("M", "P", "begins"),
    [
        ("10,000", "5", "With 10,000 cases, 5 positive"),
        ("1e6", "3e5", "With 1,000,000 cases, 300,000 positive"),
        (" 303 ", "139.0", "With 303 cases, 139 positive"),
        ("10 000", "5", "With 10,000 cases, 5 positive"),
        ("1e9", "1", "With 1,000,000,000 cases, 1 positive"),
    ],
)
def test_numbers_are_understood_as_people_type_them(M, P, begins):
    assert answer(typed(M=M, P=P)).startswith(begins)


SMALLEST = [("1", "0"), ("1", "1"), ("2", "1"), ("10", "0"), ("10", "10"), ("2", "0")]


@pytest.mark.parametrize(
    ("page", "M", "P"),
    [(page, *sizes) for page in PAGES for sizes in (SMALLEST[:1] if page in NEED_MODEL else SMALLEST)],
)
def test_smallest_classes_have_an_answer_on_each_page(page, M, P):
    at = go(counted(M=M, P=P), page)
    assert answer(at)
    assert f"{P} of {M}, " in said(at, "caption")


@pytest.mark.parametrize(
    "counts",
    [(5, 0, 0, 0), (0, 0, 0, 5), (0, 5, 0, 0), (0, 0, 5, 0), (1, 0, 0, 1), (0, 1, 1, 0), (10**8, 10**8, 10**8, 10**8)],
)
@pytest.mark.parametrize("page", ["verdict", "expectation", "rescaled", "prevalence"])
def test_counts_of_one_kind_have_an_answer_on_each_page(page, counts):
    at = go(counted(**dict(zip(("TP", "FP", "FN", "TN"), map(str, counts), strict=True))), page)
    assert answer(at) != "This data cannot be used yet"
    assert "nan" not in said(at).lower().split()


@pytest.mark.parametrize("counts", [(258, 242, 0, 0), (0, 0, 258, 242), (1425, 365, 0, 0)])
def test_who_never_looks_never_beats_chance(counts):
    at = typed("verdict", **dict(zip(("TP", "FP", "FN", "TN"), map(str, counts), strict=True)))
    assert answer(at).startswith("No: 0 of ")
    assert "does as well with probability 1 (exact)" in said(at)


def test_half_a_pair_of_numbers_is_no_data_yet():
    at = typed(M="303")
    assert answer(at) == "No data yet"
    assert at.query_params == {"M": "303"}


def test_numbers_typed_stay_while_another_source_is_looked_at():
    at = typed(M="303", P="139")
    for other in ("Sample", "File", "Numbers"):
        kind(at, other)
    assert answer(at).startswith("With 303 cases, 139 positive")
    drop(at, b"", "empty.csv")
    assert answer(at) == "This data cannot be used yet"
    kind(at, "Numbers")
    assert (at.text_input(key="data_M").value, at.text_input(key="data_P").value) == ("303", "139")
    assert answer(at).startswith("With 303 cases, 139 positive")


def test_numbers_typed_stay_on_the_way_to_another_page():
    at = typed("baselines", M="303", P="139")
    at.switch_page(PAGES["expectation"])
    fine(at.run())
    assert answer(at).startswith("F1 is best, 0.629 on average, by always predicting positive")
    assert at.query_params == {"M": "303", "P": "139"}


def test_file_stays_on_the_way_to_another_page():
    at = drop(visit("verdict"), SCORES)
    at.switch_page(PAGES["baselines"])
    fine(at.run())
    assert answer(at).startswith("With 30 cases, 15 positive")
    kind(at, "Sample")
    kind(at, "File")
    assert answer(at).startswith("With 30 cases, 15 positive")
    assert "Still in use: predictions.csv" in "\n".join(one.value.replace("\\", "") for one in at.sidebar.caption)
