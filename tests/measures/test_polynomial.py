"""Polynomials with exact coefficients, against values in fractions, difference quotients and grids."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ddcore.measures.polynomial import LONGEST, ONE, A, B, P, Polynomial, Q, TooLongError
from tests.helpers.loops import nonempty

PLACES = [Fraction(i, 7) for i in range(8)]


def drawn(rng: np.random.Generator) -> Polynomial:
    terms = {tuple(int(power) for power in rng.integers(0, 3, 4)): Fraction(int(rng.integers(-3, 6))) for _ in range(4)}
    return Polynomial.of(terms)


def slow(polynomial: Polynomial, a: Fraction, b: Fraction, p: Fraction) -> Fraction:
    return sum(
        (value * a**i * b**j * p**k * (1 - p) ** m for (i, j, k, m), value in polynomial.terms.items()), Fraction()
    )


def test_sums_products_and_reductions_have_the_values_of_their_parts():
    rng = np.random.default_rng(1)
    for _ in range(20):
        first, second = drawn(rng), drawn(rng)
        a, b, p = (Fraction(int(rng.integers(0, 9)), 8) for _ in range(3))
        x, y = slow(first, a, b, p), slow(second, a, b, p)
        whole = first * second - 2 * first + second**2 - 1
        assert whole.value(a=a, b=b, p=p, q=1 - p) == x * y - 2 * x + y * y - 1
        assert slow(whole.even(), a, b, p) == slow(whole.reduced(), a, b, p) == x * y - 2 * x + y * y - 1
        assert (1 - first).value(a=a, b=b, p=p, q=1 - p) == 1 - x
    assert (ONE**3).reduced() == Polynomial.constant(1)


def test_derivatives_are_those_of_difference_quotients():
    whole = 3 * A**2 * B * P - 2 * A * Q + B**3
    at = dict(zip("abpq", (Fraction(1, 3), Fraction(1, 5), Fraction(1, 4), Fraction(3, 4)), strict=True))
    step = Fraction(1, 10**9)
    for name in nonempty(at):
        up, down = ({**at, name: at[name] + sign * step} for sign in (1, -1))
        assert abs((whole.value(**up) - whole.value(**down)) / (2 * step) - whole.by(name).value(**at)) < step


def test_what_is_proved_never_to_be_negative_is_not_on_a_grid():
    rng = np.random.default_rng(2)
    grid = [(a, b, p) for a, b, p in product(PLACES, repeat=3) if a >= b][::3]
    proved = missed = 0
    for _ in range(24):
        polynomial = drawn(rng)
        least = min(slow(polynomial, *place) for place in grid)
        if polynomial.never_negative:
            proved += 1
            assert least >= 0, polynomial
        missed += not polynomial.never_negative and least >= 0
    assert proved > 4
    assert missed < 5


@pytest.mark.parametrize(
    "polynomial", [A - B, (A - B) ** 2, P * A + Q * B - B * ONE, (P - Q) ** 2, 1 - A * B, A**2 - 2 * A * B + B, 0 * A]
)
def test_inequalities_that_hold_are_proved(polynomial):
    if polynomial == (P - Q) ** 2:  # 0 inside: no such proof has an end
        assert not polynomial.never_negative
    else:
        assert polynomial.never_negative
        assert not (-polynomial).never_negative or not polynomial


def test_a_polynomial_of_too_many_terms_is_refused():
    with pytest.raises(TooLongError, match=f"at most {LONGEST} terms, got"):
        _ = (A + B + P + Q + 1) ** 10


def test_text_and_latex_say_the_same():
    for polynomial in nonempty([2 * A * P**2 - B * Q + 1, Polynomial({}), Fraction(1, 2) * A]):
        latex = polynomial.latex()
        plain = (
            latex.replace(r"\pi_1", "π₁").replace(r"\pi_0", "π₀").replace("^{2}", "²").replace(r"\frac{1}{2}", "1/2")
        )
        assert plain.replace(" - ", " − ").replace(" ", "").replace("−", "-") == polynomial.text().replace(
            "·", ""
        ).replace(" ", "").replace("−", "-")
