"""Polynomials in the rates of a classifier and the shares of both classes, with exact coefficients and exact proofs.

The variables are a (TPR), b (FPR), p (the share of positives) and q (that of negatives). p + q = 1 is used where it
helps, so that a polynomial has terms of one degree in p and q.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

VARIABLES = ("a", "b", "p", "q")
"""TPR, FPR and the shares of positives and of negatives."""
Exponents = tuple[int, int, int, int]
LONGEST = 200
"""Most terms of a polynomial: beyond that a proof takes longer than anybody waits."""
RAISED = 4
"""How often both sides of an inequality are multiplied by p + q = 1 before a proof is given up."""


class TooLongError(ValueError):
    """A polynomial has more terms than are followed."""


@dataclass(frozen=True, eq=False)
class Polynomial:
    """A polynomial: from the exponents of a, b, p and q of each term to its coefficient, which is never 0.

    >>> (A - B) * (A + B)
    Polynomial(a² − b²)
    """

    terms: Mapping[Exponents, Fraction]

    @classmethod
    def of(cls, terms: Mapping[Exponents, Fraction]) -> "Polynomial":
        """The polynomial of these terms; raises `TooLongError` for too many."""
        kept = {exponents: value for exponents, value in terms.items() if value}
        if len(kept) > LONGEST:
            raise TooLongError(f"a polynomial must have at most {LONGEST} terms, got {len(kept)}")
        return cls(kept)

    @classmethod
    def constant(cls, value: Fraction | int) -> "Polynomial":
        """A number as a polynomial.

        >>> Polynomial.constant(2)
        Polynomial(2)
        """
        return cls.of({(0, 0, 0, 0): Fraction(value)})

    def __repr__(self) -> str:
        return f"Polynomial({self.text()})"

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __add__(self, other: "Operand") -> "Polynomial":
        total = dict(self.terms)
        for exponents, value in _polynomial(other).terms.items():
            total[exponents] = total.get(exponents, Fraction(0)) + value
        return Polynomial.of(total)

    def __neg__(self) -> "Polynomial":
        return Polynomial({exponents: -value for exponents, value in self.terms.items()})

    def __sub__(self, other: "Operand") -> "Polynomial":
        return self + -_polynomial(other)

    def __rsub__(self, other: "Operand") -> "Polynomial":
        return -self + other

    def __mul__(self, other: "Operand") -> "Polynomial":
        product: dict[Exponents, Fraction] = {}
        for first, left in self.terms.items():
            for second, right in _polynomial(other).terms.items():
                exponents = _sum(first, second)
                product[exponents] = product.get(exponents, Fraction(0)) + left * right
        return Polynomial.of(product)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power: int) -> "Polynomial":
        result = Polynomial.constant(1)
        for _ in range(power):
            result = result * self
        return result

    def by(self, variable: str) -> "Polynomial":
        """The derivative by one variable.

        >>> (A * A * P).by("a")
        Polynomial(2·π₁·a)
        """
        place = VARIABLES.index(variable)
        return Polynomial(
            {
                _moved(exponents, place, -1): value * exponents[place]
                for exponents, value in self.terms.items()
                if exponents[place]
            }
        )

    def at(self, **values: Fraction | int) -> "Polynomial":
        """The polynomial with some of its variables put in.

        >>> (A * P + B * Q).at(p=Fraction(1, 3), q=Fraction(2, 3))
        Polynomial(1/3·a + 2/3·b)
        """
        total: dict[Exponents, Fraction] = {}
        for exponents, value in self.terms.items():
            left = list(exponents)
            for variable, number in values.items():
                place = VARIABLES.index(variable)
                value *= Fraction(number) ** left[place]
                left[place] = 0
            key = (left[0], left[1], left[2], left[3])
            total[key] = total.get(key, Fraction(0)) + value
        return Polynomial.of(total)

    def value(self, **values: Fraction | int) -> Fraction:
        """The number that it is with all its variables put in.

        >>> (A * P + B * Q).value(a=1, b=1, p=Fraction(1, 3), q=Fraction(2, 3))
        Fraction(1, 1)
        """
        return self.at(**values).terms.get((0, 0, 0, 0), Fraction(0))

    def coefficient(self, a: int, b: int) -> "Polynomial":
        """The polynomial in p and q that stands before a power of a and one of b.

        >>> (A * P + B * Q).coefficient(1, 0)
        Polynomial(π₁)
        """
        return Polynomial(
            {(0, 0, *exponents[2:]): value for exponents, value in self.terms.items() if exponents[:2] == (a, b)}
        )

    @property
    def of_shares(self) -> int:
        """The degree in the two shares together; 0 for the polynomial that is 0.

        >>> (A * P * Q).of_shares
        2
        """
        return max((p + q for *_, p, q in self.terms), default=0)

    @property
    def degree(self) -> int:
        """The degree in the two rates together; 0 for the polynomial that is 0.

        >>> (A * B * P).degree
        2
        """
        return max((first + second for first, second, *_ in self.terms), default=0)

    @property
    def monomial(self) -> Exponents:
        """The largest exponents that all terms share."""
        found = [min((exponents[place] for exponents in self.terms), default=0) for place in range(4)]
        return found[0], found[1], found[2], found[3]

    def without(self, shared: Exponents) -> "Polynomial":
        """The polynomial divided by powers of its variables that all its terms have.

        >>> (A * P + B * P).without((0, 0, 1, 0))
        Polynomial(a + b)
        """
        return Polynomial({_sum(exponents, shared, -1): value for exponents, value in self.terms.items()})

    def reduced(self) -> "Polynomial":
        """The same number in fewer terms, since p + q = 1; for one of p and q alone.

        >>> (P * P + P * Q).reduced(), (P + Q).reduced()
        (Polynomial(π₁), Polynomial(1))
        """
        smaller = self.even()
        while smaller.terms and (divided := smaller._by_one()) is not None:
            smaller = divided
        return smaller

    def _by_one(self) -> "Polynomial | None":
        """The polynomial divided by p + q, None where it is no multiple of that."""
        rest, quotient = dict(self.terms), {}
        while rest:
            a, b, p, q = max(rest, key=lambda exponents: exponents[2])
            if not p:
                return None
            value = rest.pop((a, b, p, q))
            quotient[a, b, p - 1, q] = value
            other = (a, b, p - 1, q + 1)
            left = rest.pop(other, Fraction(0)) - value
            if left:
                rest[other] = left
        return Polynomial(quotient)

    def even(self) -> "Polynomial":
        """The same number with terms of one degree in p and q: lower ones are multiplied by p + q = 1.

        >>> (A + P).even()
        Polynomial(π₁·a + π₀·a + π₁)
        """
        highest = self.of_shares
        if all(p + q == highest for *_, p, q in self.terms):
            return self
        total = Polynomial({})
        for exponents, value in self.terms.items():
            total = total + Polynomial({exponents: value}) * ONE ** (highest - exponents[2] - exponents[3])
        return total

    @property
    def never_negative(self) -> bool:
        """Whether it is proved to be 0 or more wherever 0 <= b <= a <= 1 and p, q >= 0; False means not proved.

        With a = b + (1 - b) s its coefficients in the Bernstein polynomials of b and s, which are 0 or more and sum to
        1, are polynomials in p and q. If none of these has a negative coefficient, nothing is negative; what fails is
        tried again as many times p + q as `RAISED` says (Pólya).

        >>> (A * P - B * P).never_negative, (A * P - B * Q).never_negative
        (True, False)
        """
        try:
            grid = self.even()._along_chance()
        except TooLongError:
            return False
        return any(
            all(value >= 0 for coefficients in _bernstein(grid, more) for value in _raised(coefficients, more))
            for more in range(RAISED + 1)
        )

    def _along_chance(self) -> "Polynomial":
        """The polynomial with s in the place of a, where a = b + (1 - b) s."""
        highest = max((exponents[0] for exponents in self.terms), default=0)
        powers = [(B + A - A * B) ** power for power in range(highest + 1)]
        total = Polynomial({})
        for (a, *rest), value in self.terms.items():
            total = total + Polynomial({(0, rest[0], rest[1], rest[2]): value}) * powers[a]
        return total

    def text(self) -> str:
        """The polynomial as it is written, with π₁ and π₀ for p and q.

        >>> (2 * A * P * P - B * Q + 1).text(), Polynomial({}).text()
        ('2·π₁²·a − π₀·b + 1', '0')
        """
        return self._written(("π₁", "π₀", "a", "b"), "·", lambda power: str(power).translate(RAISED_DIGITS), str)

    def latex(self) -> str:
        r"""The same for print.

        >>> print((2 * A * P * P - B * Q).latex())
        2 \pi_1^{2} a - \pi_0 b
        """

        def number(value: Fraction) -> str:
            if value.denominator == 1:
                return str(value.numerator)
            return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"

        written = self._written((r"\pi_1", r"\pi_0", "a", "b"), " ", lambda power: f"^{{{power}}}", number)
        return written.replace("−", "-")

    def _written(
        self,
        names: tuple[str, ...],
        between: str,
        raised: Callable[[int], str],
        number: Callable[[Fraction], str],
    ) -> str:
        """Terms of a high degree in the rates first, in each the shares before the rates."""
        parts = ""
        order = sorted(self.terms, key=lambda powers: (-powers[0] - powers[1], [-power for power in powers]))
        for exponents in order:
            value, (a, b, p, q) = self.terms[exponents], exponents
            factors = [
                name + (raised(power) if power > 1 else "")
                for name, power in zip(names, (p, q, a, b), strict=True)
                if power
            ]
            shown = [] if abs(value) == 1 and factors else [number(abs(value))]
            sign = ("−" if value < 0 else "") if not parts else (" − " if value < 0 else " + ")
            parts += sign + between.join([*shown, *factors])
        return parts or "0"


Operand = Polynomial | Fraction | int
RAISED_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _polynomial(operand: Operand) -> Polynomial:
    return operand if isinstance(operand, Polynomial) else Polynomial.constant(operand)


def _sum(first: Exponents, second: Exponents, sign: int = 1) -> Exponents:
    return (
        first[0] + sign * second[0],
        first[1] + sign * second[1],
        first[2] + sign * second[2],
        first[3] + sign * second[3],
    )


def _moved(exponents: Exponents, place: int, by: int) -> Exponents:
    moved = [power + by * (at == place) for at, power in enumerate(exponents)]
    return moved[0], moved[1], moved[2], moved[3]


def _bernstein(polynomial: Polynomial, more: int) -> list[dict[int, Fraction]]:
    """The coefficients in the Bernstein polynomials of a and b, each a polynomial in p and q of one degree.

    Each is a mapping from the power of p, with the degree under -1; their degrees are raised by `more`.
    """
    wide = max((exponents[0] for exponents in polynomial.terms), default=0) + more
    high = max((exponents[1] for exponents in polynomial.terms), default=0) + more
    degree = polynomial.of_shares
    rows: list[dict[int, Fraction]] = []
    for i in range(wide + 1):
        for j in range(high + 1):
            row: dict[int, Fraction] = dict.fromkeys(range(degree + 1), Fraction(0))
            for (a, b, p, _), value in polynomial.terms.items():
                if a <= i and b <= j:
                    weight = Fraction(comb(i, a) * comb(j, b), comb(wide, a) * comb(high, b))
                    row[p] += value * weight
            rows.append(row)
    return rows


def _raised(coefficients: Mapping[int, Fraction], times: int) -> list[Fraction]:
    """The coefficients by the power of p of a polynomial in p and q, multiplied by (p + q)^times."""
    values = [coefficients[power] for power in range(len(coefficients))]
    for _ in range(times):
        values = [low + high for low, high in zip([*values, Fraction(0)], [Fraction(0), *values], strict=True)]
    return values


A, B, P, Q = (
    Polynomial({(int(place == 0), int(place == 1), int(place == 2), int(place == 3)): Fraction(1)})
    for place in range(4)
)
"""TPR, FPR and the shares of positives and of negatives as polynomials."""
ONE = P + Q
"""1, as a polynomial of degree 1 in the shares."""
