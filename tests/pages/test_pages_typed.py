"""Typed numbers: what people type is understood, what cannot be is said, and nothing typed is lost."""

import pytest

from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.helpers.visiting import NEED_MODEL, PAGES, answer, choose, control, drop, fine, go, kind, said, shows, visit

LARGE = "1,000,000,000"


def fill(at, **texts):
    """Type into several boxes at once."""
    for name, text in texts.items():
        control(at, f"data_{name}").set_value(text)
    return fine(at.run())


def typed(page="baselines", **texts):
    at = kind(visit(page), "Numbers")
    if "TP" in texts:
        choose(at, data_way="A model's counts")
    return fill(at, **texts)


def test_numbers_that_cannot_be_have_their_sentence_and_stay_in_the_box():
    at = typed(M="303", P="139")
    for M, P, words in (
        ("10", "11", "must be between 0 and M = 10, got 11"),
        ("10", "−1", f"P must be between 0 and {LARGE}, got −1"),
        ("10.5", "1", 'M must be a whole number such as 303, got "10.5"'),
        ("nan", "1", 'got "nan"'),
        ("9" * 5000, "1", 'got "' + "9" * 40 + '"'),
        ("__import__('os')", "1", "got \"__import__('os')\""),
    ):
        fill(at, M=M, P=P)
        assert said(at, "error").endswith(words)
        assert (control(at, "data_M").value, control(at, "data_P").value) == (M, P)
        assert not at.main.get("plotly_chart")
    for M, P, data in (
        ("10,000", "5", (10_000, 5)),
        ("1e6", "3e5", (1_000_000, 300_000)),
        (" 303 ", "139.0", (303, 139)),
    ):
        shows(fill(at, M=M, P=P))
        assert (at.session_state["data"].total, at.session_state["data"].positives) == data
    at = typed("verdict", TP="1", FP="-1", FN="0", TN="0")
    assert said(at, "error").endswith(f"FP must be between 0 and {LARGE}, got -1")
    assert control(at, "data_FP").value == "-1"
    fill(at, FP="0", TP="0")
    assert said(at, "error").endswith(f"must be between 1 and {LARGE}, got 0")


@pytest.mark.parametrize("size", some_of(["1 0", "1 1", "10 10", "2 0"], "1 0"))
def test_smallest_classes_have_an_answer_on_each_page(size):
    at = typed(**dict(zip("MP", size.split(), strict=True)))
    for page in nonempty(page for page in PAGES if page not in NEED_MODEL):
        shows(go(at, page))


@pytest.mark.parametrize("counts", some_of(["5 0 0 0", "0 1 1 0", "0 5 0 0", "1 0 0 1"], "5 0 0 0", "0 1 1 0"))
def test_counts_of_one_kind_have_an_answer_on_each_page(counts):
    at = typed("verdict", **dict(zip(("TP", "FP", "FN", "TN"), counts.split(), strict=True)))
    for page in ("verdict", "expectation", "rescaled", "prevalence"):
        shows(go(at, page))
        assert "nan" not in said(at).lower().split()


def test_numbers_typed_stay_on_the_way_to_other_sources_and_pages():
    at = typed(M="303")
    assert answer(at) == "No data yet"
    assert at.query_params == {"M": "303"}
    first = answer(fill(at, P="139"))
    for other in ("Sample", "File", "Numbers"):
        kind(at, other)
    assert answer(at) == first
    assert len(drop(at, b"", "empty.csv").main.error) == 1
    kind(at, "Numbers")
    assert (control(at, "data_M").value, control(at, "data_P").value) == ("303", "139")
    assert answer(at) == first
    shows(go(at, "expectation"))
    assert at.query_params == {"M": "303", "P": "139"}
