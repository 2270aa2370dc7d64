"""Measures of one's own in answers: which way they point, and which have an exact p."""

import math
import re

import pytest
from scipy.stats import hypergeom

from ddcore.answers.base.words import own_direction
from ddcore.counts import Counts
from ddcore.measures import measure
from tests.helpers.answers import asked, counted


@pytest.mark.parametrize(
    ("text", "better", "other"),
    [("net = (tp - fp) / m", "higher", "lower"), ("wrong = (fp + fn) / m", "lower", "higher")],
)
def test_direction_that_was_found(text, better, other):
    row = measure(text)
    assert row.better == better
    said = own_direction(row)
    assert said.startswith(f"{row.name}: {better} ")
    ending = re.search(r'end the formula with "([^"]*)"', said)[1]
    turned = measure(row.key + ending)
    assert turned.better == other
    assert own_direction(turned).startswith(f"{row.name}: {other} is better, as")


def test_direction_that_the_formula_ends_with():
    for formula, better in (("net = tp / m", "lower"), ("net = fp / m", "higher"), ("= tp / m", "higher")):
        row = measure(f"{formula}, {better}")
        assert row.better == better
        assert own_direction(row).startswith(f"{row.title}: {better} is")


def test_direction_that_could_not_be_found_has_no_made_up_reason():
    """A perfect classifier's value equals that of one that is always wrong."""
    for text in ("x = p / m", "x = tp * fp / m / m", "x = pp / m"):
        row = measure(text)
        perfect, wrong = (float(row(Counts(tp=a, fp=b, fn=b, tn=a))) for a, b in ((50, 0), (0, 50)))
        assert perfect == wrong
        assert "perfect" not in own_direction(row)


@pytest.mark.parametrize(
    ("text", "has_p"),
    [
        ("x = tp / m", True),
        ("x = fp / m", True),
        ("x = tp / m, lower", False),
        ("x = p / m", False),
        ("x = fp / m, higher", False),
    ],
)
def test_exact_p_only_where_a_formula_rises_with_the_true_positives(text, has_p):
    rows = asked("verdict", counted(227, 50, 31, 192), measure=[text, "ACC"]).tables["verdict"].rows()
    rows = rows.set_index("Short name")
    p = hypergeom(500, 258, 277).sf(226)
    assert rows.loc["ACC", "Exact p"] == pytest.approx(p, rel=1e-9)
    own = rows.loc[measure(text).key]
    assert own["Exact p"] == (pytest.approx(p, rel=1e-9) if has_p else pytest.approx(math.nan, nan_ok=True))
    assert math.isfinite(own["log₁₀ of p"]) is has_p
    assert math.isfinite(own["Score"])
