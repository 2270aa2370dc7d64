"""Payoffs computed from chances and amounts, as people type them: a small tree for each outcome."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.base.prices import LARGEST, typed_lines
from ddcore.counts import CELLS
from ddcore.decisions.lottery import Lottery
from ddcore.errors import InputError
from ddcore.options import OfData, Text

LONGEST = 2000
LINES = 40
DEEPEST = 20
EXAMPLE = "sold = 25\nrefund = 500\nfp = 0.9: (0.8: sold - refund | sold) | sold"
"""How the 335 EUR of the factory may come about: nine of ten such devices break, and four of five of these are paid
back."""
HELP = (
    "One line for each outcome: tp, fp, fn or tn, an equals sign, and an amount. Instead of an amount, write branches "
    "with | between them: a chance, a colon and an amount, or further branches in brackets. The last branch takes the "
    "remaining chance. Names for numbers can be defined on lines above. A loss is negative."
)
_TOKEN = re.compile(r"\s*(?:(?P<number>\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)|(?P<name>[a-z_]\w*)|(?P<sign>[-+*/():|]))", re.I)

Node = Lottery | float


def lotteries(text: str) -> dict[str, Lottery]:
    """The lottery of each outcome that the lines of a text name; raises `InputError` that names the line.

    >>> lotteries("fp = 0.9: (0.8: -475 | 25) | 25")["fp"].mean
    -335.0
    """
    if len(text) > LONGEST or text.count("\n") >= LINES:
        raise InputError(f"the tree must have at most {LINES} lines and {LONGEST:,} characters")
    names: dict[str, float] = {}
    outcomes: dict[str, Lottery] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, sign, body = line.partition("=")
        name = name.strip()
        if not sign or not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
            raise InputError(f'line {place} of the tree must be a name, = and an amount, got "{line.strip():.40}"')
        outcome = name.lower() if name.lower() in CELLS else None
        if name in names or outcome in outcomes:
            raise InputError(f'line {place} of the tree must have a name of its own, got "{name:.40}" again')
        node = _Reader(body.replace("−", "-"), names, f"line {place} of the tree").read()
        if outcome:
            outcomes[outcome] = node if isinstance(node, Lottery) else Lottery.sure(node)
        elif isinstance(node, Lottery):
            raise InputError(
                f"line {place} of the tree must give {name:.40} a number: branches are of tp, fp, fn or tn"
            )
        else:
            names[name] = node
    if text.strip() and not outcomes:
        raise InputError("the tree must have a line for one of tp, fp, fn and tn")
    return outcomes


class _Reader:
    """Reads branches and arithmetic from left to right: + - * / and brackets, numbers and names given before."""

    def __init__(self, text: str, names: Mapping[str, float], where: str) -> None:
        self.names, self.where, self.depth = names, where, 0
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if not match:
                raise InputError(
                    f'{where} must have no "{text[at:].strip()[0]}"; use numbers, names, + - * / ( ) : and |'
                )
            self.tokens.append(match[0].strip())
            at = match.end()

    def read(self) -> Node:
        node = self._branches()
        if self.tokens:
            raise InputError(f'{self.where} must end before "{"".join(self.tokens)[:20]}"')
        return node

    def _take(self, *signs: str) -> str:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in signs else ""

    def _branches(self) -> Node:
        branches: list[tuple[float | None, Node]] = []
        while True:
            first = self._sum()
            if self._take(":"):
                branches.append((self._number(first), self._sum()))
            else:
                branches.append((None, first))
            if not self._take("|"):
                break
        if len(branches) == 1 and branches[0][0] is None:
            return branches[0][1]
        return self._lottery(branches)

    def _lottery(self, branches: Sequence[tuple[float | None, Node]]) -> Lottery:
        known = [chance for chance, _ in branches if chance is not None]
        if any(not 0 <= chance <= 1 for chance in known) or sum(known) > 1 + 1e-9:
            raise InputError(f"{self.where} must have chances from 0 to 1 that sum to 1 at most")
        rest = 1 - sum(known)
        if any(chance is None for chance, _ in branches[:-1]):
            raise InputError(f"{self.where} must have a chance and a colon before each branch but the last")
        if branches[-1][0] is not None and rest > 1e-9:
            raise InputError(f"{self.where} must have one more branch, for the remaining chance of {rest:.6g}")
        parts = []
        for chance, node in branches:
            inner = node.branches if isinstance(node, Lottery) else ((1.0, node),)
            parts += [((max(rest, 0.0) if chance is None else chance) * part, amount) for part, amount in inner]
        return Lottery(tuple(parts))

    def _number(self, node: Node) -> float:
        if isinstance(node, Lottery):
            raise InputError(f"{self.where} must have no branches inside a calculation or a chance")
        if not abs(node) <= LARGEST:
            raise InputError(f"{self.where} must stay between -10^12 and 10^12")
        return node

    def _sum(self) -> Node:
        value = self._product()
        while sign := self._take("+", "-"):
            right = self._number(self._product())
            value = self._number(value) + (right if sign == "+" else -right)
        return value if isinstance(value, Lottery) else self._number(value)

    def _product(self) -> Node:
        value = self._factor()
        while sign := self._take("*", "/"):
            left, right = self._number(value), self._number(self._factor())
            if sign == "/" and right == 0:
                raise InputError(f"{self.where} must not divide by 0")
            value = left * right if sign == "*" else left / right
        return value

    def _factor(self) -> Node:
        if sign := self._take("-", "+"):
            value = self._number(self._nested(self._factor))
            return -value if sign == "-" else value
        if self._take("("):
            node = self._nested(self._branches)
            if not self._take(")"):
                raise InputError(f"{self.where} must close every bracket")
            return node
        if not self.tokens or not re.match(r"[\w.]", self.tokens[0]):
            at = f'before "{self.tokens[0]}"' if self.tokens else "at its end"
            raise InputError(f"{self.where} must have a number or a name {at}")
        word = self.tokens.pop(0)
        if re.match(r"[\d.]", word):
            return float(word)
        if word not in self.names:
            raise InputError(f'{self.where} must use names that a line above defines, got "{word:.40}"')
        return self.names[word]

    def _nested(self, read: Any) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise InputError(f"{self.where} must not be nested deeper than {DEEPEST} times")
        node: Node = read()
        self.depth -= 1
        return node


def put_together(text: str, payoffs: Sequence[float]) -> tuple[float, ...]:
    """Four payoffs, those of the outcomes in the tree replaced by their expected amounts.

    >>> put_together("fn = -7 * 5", (15, -335, 0, 165))
    (15.0, -335.0, -35.0, 165.0)
    """
    outcomes = lotteries(text)
    return tuple(
        outcomes[name].mean if name in outcomes else float(payoff) for name, payoff in zip(CELLS, payoffs, strict=True)
    )


def _checked(text: str) -> str:
    lotteries(text)
    return text


Tree = Annotated[
    str,
    BeforeValidator(typed_lines),
    AfterValidator(_checked),
    Text(placeholder=EXAMPLE, lines=4),
    OfData(),
    Field(title="Chances and amounts behind the prices", description=HELP),
]
"""A small tree for each outcome whose payoff is computed from one."""
