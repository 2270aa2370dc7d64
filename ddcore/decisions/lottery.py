"""An outcome that is a lottery of amounts, and what money is worth to someone who shuns risk."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ddcore.counts import CELLS
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError

RISKS = {
    "none": "No aversion to risk",
    "exponential": "Constant aversion to risk",
    "log": "Logarithmic in total wealth",
}
"""What money is worth, with words."""


@dataclass(frozen=True)
class Lottery:
    """Amounts with their probabilities, which sum to 1; a sure amount has one branch.

    >>> Lottery(((0.72, -475.0), (0.28, 25.0))).mean
    -335.0
    """

    branches: tuple[tuple[float, float], ...]

    @classmethod
    def sure(cls, amount: float) -> "Lottery":
        """An amount that is certain."""
        return cls(((1.0, amount),))

    @property
    def is_sure(self) -> bool:
        """Whether one amount alone is possible."""
        return len({amount for chance, amount in self.branches if chance > 0}) == 1

    @property
    def mean(self) -> float:
        """The expected amount, without rounding errors behind the twelfth digit."""
        return self.expected(float)

    @property
    def lowest(self) -> float:
        """The least amount that is possible."""
        return min(amount for chance, amount in self.branches if chance > 0)

    def expected(self, worth: Callable[[float], float]) -> float:
        """What it is worth on average, by what each amount is worth."""
        total = math.fsum(chance * worth(amount) for chance, amount in self.branches if chance > 0)
        return float(f"{total:.12g}") + 0.0


@dataclass(frozen=True)
class MoneyWorth:
    """What an amount of money is worth: concave, with slope 1 at 0.

    "exponential" is t (1 - exp(-m / t)) with the risk tolerance t: whoever has it is just about ready for an even
    chance of winning t or losing half of it. "log" is w ln(1 + m / w), w being all one owns. "none" is m itself. Raises
    `InputError` "tolerance must be above 0, got -1".

    >>> shy = MoneyWorth("exponential", 500.0)
    >>> round(shy.of(-335), 2), round(shy.sure(shy.of(-335)), 2)
    (-477.12, -335.0)
    """

    risk: str = "none"
    tolerance: float = 1.0

    def __post_init__(self) -> None:
        if self.risk not in RISKS:
            raise InputError(f'risk must be one of {", ".join(RISKS)}, got "{self.risk}"')
        if not (self.tolerance > 0 and math.isfinite(self.tolerance)):
            raise InputError(f"tolerance must be above 0, got {self.tolerance:g}")

    def of(self, amount: float) -> float:
        """What an amount is worth; raises `InputError` where it is more than is owned, or beyond all bounds."""
        part = amount / self.tolerance
        if self.risk == "log":
            if part <= -1:
                raise InputError(
                    f"with logarithmic utility no loss may reach the total wealth, {self.tolerance:,.10g}, got "
                    f"{-amount:,.10g}"
                )
            return self.tolerance * math.log1p(part)
        if self.risk == "exponential":
            if part < -20:
                raise InputError(
                    f"the risk tolerance must be at least a twentieth of the largest loss, {-amount / 20:,.10g}, got "
                    f"{self.tolerance:,.10g}"
                )
            return -self.tolerance * math.expm1(-part)
        return amount

    def sure(self, worth: float) -> float:
        """The amount that is worth so much: for the mean worth of a lottery its certainty equivalent."""
        part = worth / self.tolerance
        if self.risk == "log":
            return self.tolerance * math.expm1(part)
        if self.risk == "exponential":
            return -self.tolerance * math.log1p(-part) if part < 1 else math.inf
        return worth


def elicited(best: str, worst: str, chances: Mapping[str, float]) -> Utility:
    """The payoffs, from 0 to 1, of somebody who says which lotteries are as good as which outcomes.

    `best` and `worst` are two of "tp", "fp", "fn", "tn". `chances` says for each of the other two with which
    probability of the best outcome, else the worst comes, a lottery is as good as that outcome for sure: by the axioms
    of von Neumann & Morgenstern (1944, section 3) that is its utility. Raises `InputError` "the best and the worst
    outcome must be two, got tp twice" and "the chance for fn must be between 0 and 1, got 2".

    >>> elicited("tn", "fp", {"tp": 0.7, "fn": 0.6})
    Utility(tp=0.7, fp=0.0, fn=0.6, tn=1.0)
    """
    if best == worst:
        raise InputError(f"the best and the worst outcome must be two, got {best} twice")
    for name in CELLS:
        if name not in (best, worst) and not 0 <= chances[name] <= 1:
            raise InputError(f"the chance for {name} must be between 0 and 1, got {chances[name]:g}")
    worth = {**chances, best: 1.0, worst: 0.0}
    return Utility(tp=worth["tp"], fp=worth["fp"], fn=worth["fn"], tn=worth["tn"])
