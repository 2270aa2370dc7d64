"""What money is worth to someone who shuns risk: payoffs as utilities, and what each comes to for sure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
import pandas as pd
from pydantic import Field

from ddcore.answers.base.answer import Note, Table
from ddcore.answers.base.money import Money
from ddcore.answers.base.options import NumberField, OfData, OneOf
from ddcore.answers.base.prices import Prices, cells, other_sets
from ddcore.answers.utility.scenario_text import scenarios_of
from ddcore.answers.utility.standings import begun
from ddcore.answers.utility.tree import lotteries
from ddcore.counts import CELLS
from ddcore.data import Data
from ddcore.decisions.lottery import RISKS, Lottery, MoneyWorth
from ddcore.decisions.standings import Standings
from ddcore.errors import InputError
from ddcore.formats import number, percent

UTILS = "utils"
"""The unit of what money is worth, 1 near 0 for each 1 of money."""

Risk = Annotated[
    str,
    OneOf(RISKS),
    OfData(),
    Field(
        title="What money is worth",
        description="As it is, twice as much is worth twice as much. Whoever shuns risk would rather have a sure "
        "amount than a lottery with that mean: the worth of money then rises less and less.",
    ),
]

Tolerance = Annotated[
    float | None,
    NumberField(1.0, digits="%g", placeholder="twice their span"),
    OfData(),
    Field(
        ge=1e-6,
        le=1e12,
        title="Risk tolerance, or all one owns",
        description="With constant aversion the amount t at which one is just about ready for an even chance of "
        "winning t or losing half of it. With a logarithmic worth all that one owns. In the unit of the payoffs.",
    ),
]


def usual_tolerance(payoffs: Sequence[float]) -> float:
    """About twice the span of the payoffs and of 0, and so more than any loss of one case.

    >>> usual_tolerance((15, -335, -35, 165))
    1000.0
    """
    span = max(*payoffs, 0.0) - min(*payoffs, 0.0)
    return float(f"{2 * span:.1g}") or 1.0


@dataclass(frozen=True)
class InForce:
    """The payoffs in money, the lotteries behind them, and what money is worth.

    `typed` are those outcomes whose payoff is not that of the tree: it was typed since.
    """

    money: tuple[float, ...]
    lotteries: Mapping[str, Lottery]
    worth: MoneyWorth
    typed: tuple[str, ...]
    written: Mapping[str, Lottery]

    @classmethod
    def of(cls, choices: Prices, tree: str, risk: str, tolerance: float | None) -> "InForce":
        """Of what is chosen; raises `InputError` where money cannot be worth less and less."""
        payoffs = tuple(map(float, cells(choices.u).values()))
        written, found, typed = lotteries(tree), {}, []
        for name, payoff in zip(CELLS, payoffs, strict=True):
            lottery = written.get(name, Lottery.sure(payoff))
            if abs(lottery.mean - payoff) > 1e-9 * max(1.0, abs(payoff)):
                typed.append(name)
                lottery = Lottery.sure(payoff)
            found[name] = lottery
        worth = MoneyWorth(risk, usual_tolerance(payoffs) if tolerance is None else tolerance)
        if risk != "none":
            if any(choices.rate):
                raise InputError("what money is worth cannot be set beside payoffs that grow with an amount")
            if getattr(choices, "off", "").strip():
                raise InputError("deviations of their own are in money; empty them, or take money as it is")
            if choices.volume is not None:
                raise InputError(
                    "what money is worth is that of one case, whose sum over a period has no meaning; empty the cases "
                    "per period, or take money as it is"
                )
        return cls(payoffs, found, worth, tuple(typed), written)

    @property
    def is_concave(self) -> bool:
        """Whether money is worth less and less."""
        return self.worth.risk != "none"

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The four payoffs to use: what each outcome is worth on average."""
        return tuple(self.lotteries[name].expected(self.worth.of) for name in CELLS)

    def into(self, choices: Any) -> Any:
        """The choices with all their prices as what money is worth; the same where it is worth what it is."""
        if not self.is_concave:
            return choices
        other = "\n".join(
            f"{share:.15g}: {', '.join(f'{self.worth.of(payoff):.12g}' for payoff in payoffs)}"
            for share, payoffs in other_sets(choices.other)
        )
        scenario = "\n".join(
            replace(each, payoffs=tuple(map(self.worth.of, each.payoffs))).text
            for each in scenarios_of(choices.scenario)
        )
        changed = {"u": self.payoffs, "unit": UTILS, "other": other, "scenario": scenario}
        return choices.model_copy(update=changed)

    def notes(self, standings: Standings, choices: Prices) -> list[Note]:
        """That the tree is not in force; what a concave worth of money changes, and what the best is worth for sure."""
        money = self._money(choices)
        notes = []
        if self.typed:
            said = ", ".join(
                f"{name.upper()} {money.text(self.money[CELLS.index(name)])}, by the tree "
                f"{money.text(self.written[name].mean)}"
                for name in self.typed
            )
            notes.append(
                Note("tree-not-in-force", f"*Prices were typed that are not those of the tree*: {said}. These hold.")
            )
        if not self.is_concave:
            return notes
        if all(lottery.is_sure for lottery in self.lotteries.values()):
            notes.append(
                Note(
                    "no-lottery",
                    "*No outcome is a lottery here*: what money is worth only changes the four payoffs, and so moves "
                    "the cross.",
                )
            )
        top = standings.ranked[0]
        mean, sure = self._amounts(standings)[top.place]
        notes.append(
            Note(
                "worth-for-sure",
                f"{begun(top)} comes to {money.text(mean)} a case on average, and is worth as much as "
                f"**{money.text(sure)}** for sure; payoffs stand here in utils, of which the first "
                f"{money.unit or '1'} near 0 counts 1.",
            )
        )
        return notes

    def _money(self, choices: Prices) -> Money:
        span = max(max(self.money) - min(self.money), 1e-9)
        return Money(-1 if choices.written == "costs" else 1, span, choices.unit or "")

    def _amounts(self, standings: Standings) -> list[tuple[float, float]]:
        """The mean amount of each classifier, and what is worth as much as its lottery for sure."""
        comparison = standings.comparison
        shares = np.array(list(comparison.shares.values()))
        means, worths = np.array(self.money) @ shares, np.array(self.payoffs) @ shares
        return [(float(mean), self.worth.sure(float(worth))) for mean, worth in zip(means, worths, strict=True)]

    def table(self, standings: Standings, choices: Prices, data: Data) -> Table:
        """What each outcome and each classifier comes to on average, and for sure."""
        money = self._money(choices)
        rows = []
        for name in CELLS:
            lottery = self.lotteries[name]
            called = data.positive if name in ("tp", "fp") else data.negative
            truth = data.positive if name in ("tp", "fn") else data.negative
            branches = ", ".join(f"{percent(chance)}: {money.text(amount)}" for chance, amount in lottery.branches)
            rows.append(
                {
                    "what": f"predicted {called}, truly {truth}",
                    "comes to": "for sure" if lottery.is_sure else branches,
                    "on average": money.text(lottery.mean),
                    "worth for sure": money.text(self.worth.sure(lottery.expected(self.worth.of))),
                }
            )
        amounts = self._amounts(standings)
        for standing in standings.ranked:
            mean, sure = amounts[standing.place]
            rows.append(
                {
                    "what": standing.name,
                    "comes to": "a case",
                    "on average": money.text(mean),
                    "worth for sure": money.text(sure),
                }
            )
        remark = (
            f"{RISKS[self.worth.risk]}, {number(self.worth.tolerance)}: worth for sure is the certainty equivalent of "
            f"one case taken by itself. Whoever decides many cases shuns the risk of each one less."
            if self.is_concave
            else "Money is taken as it is, so that each lottery is worth its mean."
        )
        return Table.of(
            "What each comes to",
            pd.DataFrame(rows, columns=["what", "on average", "worth for sure", "comes to"]),
            remark,
        )

    def values(self, standings: Standings) -> Mapping[str, Any]:
        """Lotteries and certainty equivalents by stable names."""
        amounts = self._amounts(standings)
        return {
            "risk": self.worth.risk,
            "tolerance": self.worth.tolerance if self.is_concave else None,
            "outcomes": {
                name: {
                    "mean": lottery.mean,
                    "certainty_equivalent": self.worth.sure(lottery.expected(self.worth.of)),
                    "branches": [list(branch) for branch in lottery.branches],
                }
                for name, lottery in self.lotteries.items()
            },
            "classifiers": {
                standing.name: {
                    "mean": amounts[standing.place][0],
                    "certainty_equivalent": amounts[standing.place][1],
                }
                for standing in standings.ranked
            },
        }


METHOD = """

**Chances and amounts.** The payoff of an outcome is the sum of chance times amount over the branches of its tree. Where
money is worth less and less, it is the sum of chance times $u(m)$: with constant aversion $u(m) = t\\,(1 - e^{-m/t})$,
with a logarithmic worth $u(m) = w \\ln(1 + m/w)$. The certainty equivalent is the amount whose worth is that mean (von
Neumann & Morgenstern 1944; Howard 1988 for the reading of $t$).
"""
"""How payoffs are put together."""
