"""A measure of your own: a formula in the counts, read from its syntax tree with a list of what it may hold.

Nothing of it is ever run as code. Its characters and words are looked at first, then Python's parser makes a tree, and
each node of the tree must be on the list; the measure is put together from the node's own operations.
"""

import ast
import functools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measure_type import Margins, Measure

COUNTS: dict[str, tuple[str, Any, str, float]] = {
    "tp": ("true positives", lambda t: t.tp, r"\mathrm{TP}", 1.0),
    "fp": ("false positives", lambda t: t.fp, r"\mathrm{FP}", -1.0),
    "fn": ("false negatives", lambda t: t.fn, r"\mathrm{FN}", -1.0),
    "tn": ("true negatives", lambda t: t.tn, r"\mathrm{TN}", 1.0),
    "p": ("positive cases", lambda t: t.positives, "P", 0.0),
    "n": ("negative cases", lambda t: t.negatives, "N", 0.0),
    "m": ("all cases", lambda t: t.total, "M", 0.0),
    "pp": ("cases predicted positive", lambda t: t.predicted_positives, "n", 0.0),
    "pn": ("cases predicted negative", lambda t: t.predicted_negatives, "(M-n)", 0.0),
}
"""The names a formula may use: what they are, how they come from the counts, how they are printed, and what they change
by per true positive where the margins stay."""

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

_WORD = re.compile(
    r"(?P<number>([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)|(?P<word>[A-Za-z_]\w*)|(?P<sign>\*\*|//|[-+*/(),])|\s+"
)
_TYPED = str.maketrans({"−": "-", "×": "*", "·": "*", "÷": "/"})
_HINTS = {"^": "for a power write **", "//": "write / to divide", "%": "write / 100", "[": "use ( )", "]": "use ( )"}

Function = Callable[[Any], Any]


def formula(text: str) -> Measure:
    """The measure that a text like "net = (tp - fp) / m" describes: a formula, and a name before it if it has one.

    The formula holds the names of `COUNTS`, numbers, + - * / ** and parentheses, and the functions of `FUNCTIONS`. An
    exponent is a plain number. Which way the measure points is found by comparing a perfect classifier with one that is
    always wrong; ", lower" or ", higher" at the end says otherwise. It is NaN wherever it is not a finite number.

    Raises `InputError` with the place in the text: 'the formula holds "tq" at character 3, which is no name it knows;
    it knows tp, fp, ...'.

    >>> from ddcore.counts import Counts
    >>> formula("net = (tp - fp) / m")(Counts(tp=30, fp=10, fn=20, tn=40))
    np.float64(0.2)
    """
    if len(text) > LONGEST:
        raise InputError(f"a formula must have at most {LONGEST} characters, got {len(text):,}")
    named, sign, body = text.partition("=") if "=" in text else ("", "", text)
    name = " ".join(named.split())
    if len(name) > 30 or not (name or "a")[0].isalpha() or not all(sign.isalnum() or sign in " -" for sign in name):
        raise InputError(
            f"the name of a formula must start with a letter and have at most 30 letters, digits, blanks and hyphens, "
            f'got "{name}"'
        )
    body = re.sub(r"\s", " ", body.translate(_TYPED))
    start = len(named + sign) + len(body) - len(body.lstrip())
    ends = re.fullmatch(r"(.*?)(?:, *(lower|higher))? *", body.strip())
    shown, direction = (ends[1], ends[2] or "") if ends else ("", "")
    _check_words(shown, start)
    part = _built(_parsed(shown, start), start, 0)
    function = part.function
    shown, better = spaced(shown), direction or _better(function)
    told = f", {direction}" if direction else ""
    key = f"{name} = {shown}".strip() + told
    if len(key) > LONGEST:
        shown = shown.replace(" ", "")
        key = f"{name}={shown}{told}"
    if len(key) > LONGEST:
        raise InputError(f"a formula must have at most {LONGEST} characters, got {len(key):,} with the = before it")
    grows, lowest, highest = _range(function)
    return Measure(
        key=key,
        name=name or shown.replace("**", "^").replace("*", "·").replace("-", "−"),
        function=function,
        formula=shown,
        latex=part.latex,
        needs=("value",),
        better=better,
        best=highest if better == "higher" else lowest,
        worst=lowest if better == "higher" else highest,
        source="a formula of your own",
        expected=_at_the_mean(function) if part.degree in (0, 1) else None,
        smooth=False,
        grows=grows,
        reached=lambda total, positives: _reached(function, better, total, positives),
    )


@dataclass(frozen=True)
class _Part:
    """A node of the tree: its function of the counts, how it is printed, and what it is in TP at fixed margins.

    `degree` is that of a polynomial in TP, None if it is none, `slope` its change per TP where that is a plain number,
    and `number` its value if it is one.
    """

    function: Function
    latex: str
    degree: int | None = None
    slope: float | None = None
    number: float | None = None


def _problem(what: str, place: int, hint: str) -> InputError:
    return InputError(f"the formula {what} at character {place + 1}{hint}")


def _check_words(body: str, start: int) -> None:
    """Every word and sign of the text must be known; only then the parser sees it."""
    if not body:
        raise InputError("the formula is empty; write something like (tp + tn) / m")
    at, after_number = 0, False
    while at < len(body):
        token = _WORD.match(body, at)
        if not token:
            hint = _HINTS.get(body[at], "it holds counts, numbers, + - * / ** and parentheses")
            raise _problem(f'holds "{body[at]}"', start + at, f"; {hint}")
        word = token["word"]
        if word and after_number:
            raise _problem(f'has "{word:.20}" right after a number', start + at, "; write * between them")
        if word and word not in COUNTS and word not in FUNCTIONS:
            known = ", ".join([*COUNTS, *FUNCTIONS])
            raise _problem(f'holds "{word:.20}"', start + at, f", which is no name it knows; it knows {known}")
        if token["sign"] == "//":
            raise _problem('holds "//"', start + at, f"; {_HINTS['//']}")
        after_number, at = token["number"] is not None, token.end()


def spaced(body: str) -> str:
    """The formula with blanks where they help, so that formulas that differ in blanks alone are one.

    >>> spaced("-tp+( 2*fp )**2/m"), spaced("max(tp ,-fn)")
    ('-tp + (2 * fp)**2 / m', 'max(tp, -fn)')
    """
    parts: list[str] = []
    for token in (match[0] for match in _WORD.finditer(body) if match[0].strip()):
        between = token in ("+", "-", "*", "/") and parts and parts[-1].strip() not in ("(", ",", "**", *"+-*/")
        parts.append(f" {token} " if between else ", " if token == "," else token)
    return "".join(parts)


def _parsed(body: str, start: int) -> ast.expr:
    try:
        return ast.parse(body, mode="eval").body
    except SyntaxError as problem:
        place = problem.offset - 1 if problem.offset else len(body)  # a text that ends too early has no offset
        raise _problem("cannot be read", start + place, "; is a sign or a parenthesis missing there?") from None
    except (MemoryError, RecursionError):
        raise InputError("the formula is nested too deeply to be read") from None


def _built(node: ast.expr, start: int, depth: int) -> _Part:
    """A node and all below it; raises `InputError` for one that is not on the list."""
    place = start + node.col_offset
    if depth > DEEPEST:
        raise _problem("is nested too deeply", place, f"; at most {DEEPEST} levels are read")
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            if not abs(value) <= LARGEST:
                raise _problem("has a number above 10^15", place, "")
            constant = float(value)
            return _Part(lambda cells: constant, f"{constant:.15g}", 0, 0.0, constant)
        case ast.Name(id=word) if word in COUNTS:
            _, of, latex, change = COUNTS[word]
            return _Part(of, latex, int(change != 0), change)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _built(operand, start, depth + 1)
            slope, number = (None if value is None else -value for value in (inner.slope, inner.number))
            latex = f"-{_grouped(operand, inner.latex)}"
            return _Part(lambda cells: np.negative(inner.function(cells)), latex, inner.degree, slope, number)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _built(operand, start, depth + 1)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in OPERATIONS:
            return _binary(type(operation), left, right, start, depth + 1)
        case ast.Call(func=ast.Name(id=word), args=[_, *_] as arguments, keywords=[]) if word in FUNCTIONS:
            return _call(word, arguments, start, place, depth + 1)
    raise _problem("cannot be read", place, "; it holds counts, numbers, + - * / ** and parentheses")


def _binary(operation: type[ast.operator], left: ast.expr, right: ast.expr, start: int, depth: int) -> _Part:
    former, latter = _built(left, start, depth), _built(right, start, depth)
    of, printed = OPERATIONS[operation]
    first, second = former.latex, latter.latex
    if operation is ast.Pow:
        _check_exponent(right, start)
        first = first if isinstance(left, ast.Constant | ast.Name) else rf"\left({first}\right)"
    if operation is ast.Mult:
        first = _grouped(left, first)
    if operation in (ast.Mult, ast.Sub):
        second = _grouped(right, second)
    return _Part(
        lambda cells: of(former.function(cells), latter.function(cells)),
        printed.format(first, second),
        *_polynomial(operation, former, latter),
    )


def _polynomial(operation: type[ast.operator], former: _Part, latter: _Part) -> tuple[int | None, float | None]:
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


def _call(word: str, arguments: list[ast.expr], start: int, place: int, depth: int) -> _Part:
    of, least, most = FUNCTIONS[word]
    if not least <= len(arguments) <= most:
        wanted = f"{least} number" if most == least else f"{least} to {most} numbers"
        raise _problem(f'has "{word}"', place, f" of {len(arguments)} numbers, but it takes {wanted}")
    parts = [_built(argument, start, depth) for argument in arguments]
    latex = ", ".join(part.latex for part in parts)
    printed = {"sqrt": rf"\sqrt{{{latex}}}", "abs": rf"\left|{latex}\right|"}

    def applied(cells: Any) -> Any:
        values = [part.function(cells) for part in parts]
        return functools.reduce(of, values) if most > 1 else of(*values)

    level = all(part.degree == 0 for part in parts)
    return _Part(
        applied, printed.get(word, rf"\{word}\left({latex}\right)"), 0 if level else None, 0.0 if level else None
    )


def _grouped(node: ast.expr, latex: str) -> str:
    """In parentheses where a product or a difference would take it apart."""
    apart = isinstance(node, ast.UnaryOp) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub))
    return rf"\left({latex}\right)" if apart else latex


def _value(function: Function, tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
    tp, fp, fn, tn = (np.asarray(cell, dtype=np.float64) for cell in (tp, fp, fn, tn))
    cells = Cells(tp=tp, fp=fp, fn=fn, tn=tn)
    with np.errstate(all="ignore"):
        value = function(cells) + 0 * cells.tp
        return np.where(np.isfinite(value), value, np.nan)


def _better(function: Function) -> str:
    """Which way it points: where a good classifier stands beside one that is as often wrong."""
    for right in (50, 40):
        wrong = 50 - right
        good, bad = _value(function, right, wrong, wrong, right), _value(function, wrong, right, right, wrong)
        if good != bad and good == good and bad == bad:
            return "higher" if good > bad else "lower"
    return "higher"


def _range(function: Function) -> tuple[bool, float, float]:
    """Whether it grows with the data, and if not its lowest and highest value over all tables of 12 cases.

    They are infinite where it grows, and where the perfect classifier or its opposite has no value.
    """
    tp, fp, fn = (cell.ravel() for cell in np.mgrid[0:13, 0:13, 0:13])
    tables = np.stack((tp, fp, fn, 12 - tp - fp - fn))[:, tp + fp + fn <= 12]
    small, large = _value(function, *tables), _value(function, *(7 * tables))
    if np.isnan(small).all():
        raise InputError("the formula has no finite value on any table of 12 cases; is something divided by zero?")
    ends = _value(function, [6, 0], [0, 6], [0, 6], [6, 0])
    grows = not np.allclose(small, large, rtol=1e-9, atol=1e-12, equal_nan=True)
    if grows or np.isnan(ends).any():
        return grows, -math.inf, math.inf
    return grows, float(np.nanmin(small)), float(np.nanmax(small))


def _at_the_mean(function: Function) -> Margins:
    """The mean of a formula that is linear in TP once the margins are fixed: its value at the mean table."""

    def expected(P: Any, N: Any, n: Any) -> Any:
        tp = n * (P / (P + N))
        table = SimpleNamespace(  # margins as they are, not as sums of rounded cells
            tp=tp,
            fp=n - tp,
            fn=P - tp,
            tn=N - (n - tp),
            positives=P,
            negatives=N,
            total=P + N,
            predicted_positives=n,
            predicted_negatives=P + N - n,
        )
        with np.errstate(all="ignore"):
            return function(table) + 0 * n

    return expected


def _reached(function: Function, better: str, total: float, positives: float) -> float:
    """The best value of any classifier on these classes, sought on a grid of tables with every corner, then closer."""
    negatives = total - positives
    spans = [(0.0, positives), (0.0, negatives)]
    best = math.nan
    while True:
        grids = [_grid(*span) for span in spans]
        tp, fp = np.meshgrid(*grids, indexing="ij")
        value = _value(function, tp, fp, positives - tp, negatives - fp)
        if np.isnan(value).all():
            return best
        at = int(np.nanargmax(value) if better == "higher" else np.nanargmin(value))
        best = float(value.flat[at])
        places = np.unravel_index(at, value.shape)
        closer = [
            (float(grid[max(i - 1, 0)]), float(grid[min(i + 1, grid.size - 1)]))
            for grid, i in zip(grids, places, strict=True)
        ]
        if closer == spans or max(high - low for low, high in spans) <= CLOSE:
            return best
        spans = closer


CLOSE = 60
"""A span of so many cases is looked at one by one."""


def _grid(low: float, high: float) -> Any:
    """Whole steps from low and both ends; evenly spread where there are many, and one by one near the ends."""
    if high - low <= CLOSE:
        return np.unique(np.append(np.arange(low, high), high))
    near = np.arange(12)
    return np.unique(np.concatenate((low + near, high - near, np.floor(np.linspace(low, high, 61)), [low, high])))
