"""A formula in a few names, read from its syntax tree with a list of what it may hold.

Nothing of it is ever run as code. Its characters and words are looked at first, then Python's parser makes a tree, and
each node of the tree must be on the list; the formula is put together from the node's own operations.
"""

import ast
import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ddcore.errors import InputError

FUNCTIONS: dict[str, tuple[Any, int, int]] = {
    "sqrt": (np.sqrt, 1, 1),
    "log": (np.log, 1, 1),
    "exp": (np.exp, 1, 1),
    "abs": (np.absolute, 1, 1),
    "min": (np.minimum, 2, 9),
    "max": (np.maximum, 2, 9),
}
"""The functions a formula may use, each with the least and the largest number of its arguments."""

OPERATIONS: dict[type[ast.operator], tuple[Any, str]] = {
    ast.Add: (np.add, "{} + {}"),
    ast.Sub: (np.subtract, "{} - {}"),
    ast.Mult: (np.multiply, r"{} \cdot {}"),
    ast.Div: (np.divide, r"\frac{{{}}}{{{}}}"),
    ast.Pow: (np.power, "{}^{{{}}}"),
}
"""The operations between two numbers, and how they are printed."""

LONGEST = 300
DEEPEST = 100
LARGEST = 1e15
STEEPEST = 10
"""The longest text, the deepest nesting, the largest number and the highest power that a formula may have."""

WORD = re.compile(
    r"(?P<number>([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)|(?P<word>[A-Za-z_]\w*)|(?P<sign>\*\*|//|[-+*/(),])|\s+"
)
TYPED = str.maketrans({"−": "-", "×": "*", "·": "*", "÷": "/"})
HINTS = {"^": "for a power write **", "//": "write / to divide", "%": "write / 100", "[": "use ( )", "]": "use ( )"}

Function = Callable[[Any], Any]


@dataclass(frozen=True)
class Part:
    """A node of the tree: its function of the counts, how it is printed, and what it is in TP at fixed margins.

    `degree` is that of a polynomial in TP, None if it is none, `slope` its change per TP where that is a plain number,
    and `number` its value if it is one.
    """

    function: Function
    latex: str
    degree: int | None = None
    slope: float | None = None
    number: float | None = None


@dataclass(frozen=True)
class Reader:
    """Reads formulas in `names`: what each is, how it comes from what the formula is given, how it is printed, and its
    change per unit, see `formula.COUNTS`.

    `holds` is what the names are called, `example` a formula, `start` the place of the formula in what was typed.

    >>> names = {"x": ("score", lambda x: x, "x", 1.0)}
    >>> float(Reader(names, "x", "abs(x - 0.5)").of("2*x**2 - 1").function(3.0))
    17.0
    """

    names: Mapping[str, tuple[str, Any, str, float]]
    holds: str
    example: str
    start: int = 0

    def of(self, body: str) -> "Part":
        """The formula; raises `InputError` with the place in the text."""
        self.check_words(body)
        return self.built(self.parsed(body))

    def check_words(self, body: str) -> None:
        """Every word and sign of the text must be known; only then the parser sees it."""
        if not body:
            raise InputError(f"the formula is empty; write something like {self.example}")
        at, after_number = 0, False
        while at < len(body):
            token = WORD.match(body, at)
            if not token:
                hint = HINTS.get(body[at], f"use {self.holds}, numbers, + - * / ** and parentheses")
                raise _problem(f'has "{body[at]}"', self.start + at, f"; {hint}")
            word = token["word"]
            if word and after_number:
                raise _problem(f'has "{word:.20}" right after a number', self.start + at, "; write * between them")
            if word and word not in self.names and word not in FUNCTIONS:
                known = ", ".join([*self.names, *FUNCTIONS])
                raise _problem(f'has the unknown name "{word:.20}"', self.start + at, f"; known names are {known}")
            if token["sign"] == "//":
                raise _problem('has "//"', self.start + at, f"; {HINTS['//']}")
            after_number, at = token["number"] is not None, token.end()

    def parsed(self, body: str) -> ast.expr:
        try:
            return ast.parse(body, mode="eval").body
        except SyntaxError as problem:
            # A text that ends too early has no offset.
            place = problem.offset - 1 if problem.offset else len(body)
            raise _problem(
                "cannot be read", self.start + place, "; is a sign or a parenthesis missing there?"
            ) from None
        except (MemoryError, RecursionError):
            raise InputError("the formula is nested too deeply to be read") from None

    def built(self, node: ast.expr, depth: int = 0) -> Part:
        """A node and all below it; raises `InputError` for one that is not on the list."""
        place = self.start + node.col_offset
        if depth > DEEPEST:
            raise _problem("is nested too deeply", place, f"; at most {DEEPEST} levels are read")
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                if not abs(value) <= LARGEST:
                    raise _problem("has a number above 10^15", place, "")
                constant = float(value)
                return Part(lambda cells: constant, f"{constant:.15g}", 0, 0.0, constant)
            case ast.Name(id=word) if word in self.names:
                _, of, latex, change = self.names[word]
                return Part(of, latex, int(change != 0), change)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.built(operand, depth + 1)
                slope, number = (None if value is None else -value for value in (inner.slope, inner.number))
                latex = f"-{_grouped(operand, inner.latex)}"
                return Part(lambda cells: np.negative(inner.function(cells)), latex, inner.degree, slope, number)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.built(operand, depth + 1)
            case ast.BinOp(left=left, op=operation, right=right) if type(operation) in OPERATIONS:
                return self._binary(type(operation), left, right, depth + 1)
            case ast.Call(func=ast.Name(id=word), args=[_, *_] as arguments, keywords=[]) if word in FUNCTIONS:
                return self._call(word, arguments, place, depth + 1)
        raise _problem("cannot be read", place, f"; use {self.holds}, numbers, + - * / ** and parentheses")

    def _binary(self, operation: type[ast.operator], left: ast.expr, right: ast.expr, depth: int) -> Part:
        former, latter = self.built(left, depth), self.built(right, depth)
        of, printed = OPERATIONS[operation]
        first, second = former.latex, latter.latex
        if operation is ast.Pow:
            _check_exponent(right, self.start)
            first = first if isinstance(left, ast.Constant | ast.Name) else rf"\left({first}\right)"
        if operation is ast.Mult:
            first = _grouped(left, first)
        if operation in (ast.Mult, ast.Sub):
            second = _grouped(right, second)
        return Part(
            lambda cells: of(former.function(cells), latter.function(cells)),
            printed.format(first, second),
            *_polynomial(operation, former, latter),
        )

    def _call(self, word: str, arguments: list[ast.expr], place: int, depth: int) -> Part:
        of, least, most = FUNCTIONS[word]
        if not least <= len(arguments) <= most:
            wanted = f"{least} number" if most == least else f"{least} to {most} numbers"
            raise _problem(f'has "{word}"', place, f" of {len(arguments)} numbers, but it takes {wanted}")
        parts = [self.built(argument, depth) for argument in arguments]
        latex = ", ".join(part.latex for part in parts)
        printed = {"sqrt": rf"\sqrt{{{latex}}}", "abs": rf"\left|{latex}\right|"}

        def applied(cells: Any) -> Any:
            values = [part.function(cells) for part in parts]
            return functools.reduce(of, values) if most > 1 else of(*values)

        level = all(part.degree == 0 for part in parts)
        return Part(
            applied, printed.get(word, rf"\{word}\left({latex}\right)"), 0 if level else None, 0.0 if level else None
        )


def _problem(what: str, place: int, hint: str) -> InputError:
    return InputError(f"the formula {what} at character {place + 1}{hint}")


def _polynomial(operation: type[ast.operator], former: Part, latter: Part) -> tuple[int | None, float | None]:
    """Degree and slope of two parts put together."""
    if former.degree is None or latter.degree is None:
        return None, None
    if former.degree == latter.degree == 0:
        return 0, 0.0
    if operation in (ast.Add, ast.Sub):
        if former.slope is None or latter.slope is None:
            return max(former.degree, latter.degree), None
        slope = former.slope + latter.slope if operation is ast.Add else former.slope - latter.slope
        return (0 if slope == 0 else 1), slope
    if operation is ast.Mult:
        factor, rest = (former.number, latter) if former.number is not None else (latter.number, former)
        return former.degree + latter.degree, None if factor is None or rest.slope is None else factor * rest.slope
    if operation is ast.Div and latter.degree == 0:
        return former.degree, former.slope / latter.number if former.slope is not None and latter.number else None
    return None, None


def _check_exponent(node: ast.expr, start: int) -> None:
    plain = node.operand if isinstance(node, ast.UnaryOp) else node
    if not isinstance(plain, ast.Constant) or not abs(float(str(plain.value))) <= STEEPEST:
        raise _problem(
            "has an exponent", start + node.col_offset, f" that is no plain number from -{STEEPEST} to {STEEPEST}"
        )


def spaced(body: str) -> str:
    """The formula with blanks where they help, so that formulas that differ in blanks alone are one.

    >>> spaced("-tp+( 2*fp )**2/m"), spaced("max(tp ,-fn)")
    ('-tp + (2 * fp)**2 / m', 'max(tp, -fn)')
    """
    parts: list[str] = []
    for token in (match[0] for match in WORD.finditer(body) if match[0].strip()):
        between = token in ("+", "-", "*", "/") and parts and parts[-1].strip() not in ("(", ",", "**", *"+-*/")
        parts.append(f" {token} " if between else ", " if token == "," else token)
    return "".join(parts)


def _grouped(node: ast.expr, latex: str) -> str:
    """In parentheses where a product or a difference would take it apart."""
    apart = isinstance(node, ast.UnaryOp) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub))
    return rf"\left({latex}\right)" if apart else latex
