"""What money is worth to someone who is averse to risk: payoffs as utilities, and certainty equivalents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Note, Part, Table
from ddcore.answers.base.money import Money
from ddcore.answers.base.prices import cells, other_sets
from ddcore.answers.utility.choices import Choices
from ddcore.answers.utility.scenarios import scenarios_of
from ddcore.answers.utility.tree import lotteries
from ddcore.answers.utility.words import begun
from ddcore.counts import CELLS
from ddcore.data import Data
from ddcore.decisions.lottery import RISKS, Lottery, MoneyWorth
from ddcore.decisions.standings import Standings
from ddcore.errors import InputError
from ddcore.formats import number, percent

UTILS = "utils"
"""The unit of what money is worth, 1 near 0 for each 1 of money."""


def default_tolerance(payoffs: Sequence[float]) -> float:
    """About twice the span of the payoffs and of 0, and so more than any loss of one case.

    >>> default_tolerance((15, -335, -35, 165))
    1000.0
    """
    span = max(*payoffs, 0.0) - min(*payoffs, 0.0)
    return float(f"{2 * span:.1g}") or 1.0


@dataclass(frozen=True)
class RiskyPayoffs:
    """The payoffs in money, the lottery of each outcome, and what money is worth.

    `written` are the lotteries of the tree; `typed` names the outcomes whose payoff is not that of the tree, because
    it was typed afterwards.
    """

    money: tuple[float, ...]
    lotteries: Mapping[str, Lottery]
    worth: MoneyWorth
    typed: tuple[str, ...]
    written: Mapping[str, Lottery]

    @classmethod
    def of(cls, choices: Choices) -> "RiskyPayoffs":
        """The payoffs that are chosen; raises `InputError` where aversion to risk cannot be used with them."""
        payoffs = tuple(map(float, cells(choices.u).values()))
        written, used, typed = lotteries(choices.tree), {}, []
        for name, payoff in zip(CELLS, payoffs, strict=True):
            lottery = written.get(name, Lottery.sure(payoff))
            if abs(lottery.mean - payoff) > 1e-9 * max(1.0, abs(payoff)):
                typed.append(name)
                lottery = Lottery.sure(payoff)
            used[name] = lottery
        tolerance = default_tolerance(payoffs) if choices.tolerance is None else choices.tolerance
        worth = MoneyWorth(choices.aversion, tolerance)
        if choices.aversion != "none":
            if choices.grows:
                raise InputError(
                    "an attitude to risk cannot be used with payoffs that grow with an amount; choose no aversion"
                )
            if choices.off.strip():
                raise InputError(
                    "doubts about single prices are in money and cannot be used with an aversion to risk; empty them "
                    "or choose no aversion"
                )
            if choices.volume is not None:
                raise InputError(
                    "an aversion to risk is about one case and cannot be summed over a period; empty the cases a "
                    "period or choose no aversion"
                )
        return cls(payoffs, used, worth, tuple(typed), written)

    @property
    def is_concave(self) -> bool:
        """Whether each further unit of money is worth less than the one before."""
        return self.worth.risk != "none"

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The expected worth of each of the four outcomes."""
        return tuple(self.lotteries[name].expected(self.worth.of) for name in CELLS)

    def applied_to(self, choices: Choices) -> Choices:
        """The choices with the worth of money for all their prices; unchanged where nobody is averse to risk."""
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

    def part(self, standings: Standings, choices: Choices, data: Data) -> Part:
        """The tree and the aversion to risk in an answer; `choices` are those in money."""
        return Part(
            self.notes(standings, choices),
            tables={"tree": self.table(standings, choices, data)},
            method=METHOD,
            values={"tree": self.values(standings)},
        )

    def notes(self, standings: Standings, choices: Choices) -> list[Note]:
        """Prices that differ from the tree, what aversion to risk changes, and the certainty equivalent of the best."""
        money = self._money(choices)
        notes = []
        if self.typed:
            differing = ", ".join(
                f"{name.upper()} is {money.text(self.money[CELLS.index(name)])}, in the tree "
                f"{money.text(self.written[name].mean)}"
                for name in self.typed
            )
            notes.append(
                Note(
                    "tree-not-in-force", f"*The typed prices differ from the tree*: {differing}. Typed prices are used."
                )
            )
        if not self.is_concave:
            return notes
        if all(lottery.is_sure for lottery in self.lotteries.values()):
            notes.append(
                Note(
                    "no-lottery",
                    "*No outcome is uncertain here*: the aversion to risk only changes the four payoffs, and so moves "
                    "the cross.",
                )
            )
        top = standings.ranked[0]
        mean, sure = self._amounts(standings)[top.place]
        notes.append(
            Note(
                "worth-for-sure",
                f"{begun(top)} comes to {money.text(mean)} a case on average, which is worth the same as a sure "
                f"**{money.text(sure)}**. Payoffs are shown in utils: near 0, 1 util is 1 {money.unit or 'of money'}.",
            )
        )
        return notes

    def _money(self, choices: Choices) -> Money:
        return Money.spanning(choices, max(max(self.money) - min(self.money), 1e-9))

    def _amounts(self, standings: Standings) -> list[tuple[float, float]]:
        """The mean amount and the certainty equivalent of each classifier, by its place in the comparison."""
        comparison = standings.comparison
        shares = np.array(list(comparison.shares.values()))
        means, worths = np.array(self.money) @ shares, np.array(self.payoffs) @ shares
        return [(float(mean), self.worth.sure(float(worth))) for mean, worth in zip(means, worths, strict=True)]

    def table(self, standings: Standings, choices: Choices, data: Data) -> Table:
        """The mean amount and the certainty equivalent of each outcome and of each classifier."""
        money = self._money(choices)
        rows = []
        for name in CELLS:
            lottery = self.lotteries[name]
            called = data.positive if name in ("tp", "fp") else data.negative
            truth = data.positive if name in ("tp", "fn") else data.negative
            branches = ", ".join(f"{percent(chance)}: {money.text(amount)}" for chance, amount in lottery.branches)
            rows.append(
                {
                    "outcome or classifier": f"predicted {called}, truly {truth}",
                    "amounts": "sure" if lottery.is_sure else branches,
                    "on average": money.text(lottery.mean),
                    "equal to a sure": money.text(self.worth.sure(lottery.expected(self.worth.of))),
                }
            )
        amounts = self._amounts(standings)
        for standing in standings.ranked:
            mean, sure = amounts[standing.place]
            rows.append(
                {
                    "outcome or classifier": standing.name,
                    "amounts": "a case",
                    "on average": money.text(mean),
                    "equal to a sure": money.text(sure),
                }
            )
        remark = (
            f"{RISKS[self.worth.risk]}, {number(self.worth.tolerance)}. The sure amount is the certainty equivalent of "
            f"a single case. A person who decides many cases need be less averse to the risk of each."
            if self.is_concave
            else "Without aversion to risk, each uncertain outcome is worth its mean."
        )
        return Table.of(
            "The mean and the sure amount of each outcome",
            pd.DataFrame(rows, columns=["outcome or classifier", "on average", "equal to a sure", "amounts"]),
            remark,
        )

    def values(self, standings: Standings) -> Mapping[str, Any]:
        """Lotteries and certainty equivalents as plain numbers."""
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

**Chances and amounts.** The payoff of an outcome is the sum of chance times amount over the branches of its tree. With
aversion to risk it is the sum of chance times $u(m)$: with constant aversion $u(m) = t\\,(1 - e^{-m/t})$, with a
logarithmic worth $u(m) = w \\ln(1 + m/w)$. The certainty equivalent is the amount whose worth is that mean (von Neumann
& Morgenstern 1944; Howard 1988 for the meaning of $t$).
"""
"""How payoffs are computed from lotteries."""
