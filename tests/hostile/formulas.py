"""10,000 formulas: made from a grammar with their values worked out beside them, and hostile ones of many kinds."""

import random
import string
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ddcore.counts import Counts
from ddcore.measures.own_formula import formula
from tests.hostile.limits import Outcome

_TP, _FP, _FN = (cell.ravel() for cell in np.mgrid[0:13, 0:13, 0:13])
SMALL = np.stack((_TP, _FP, _FN, 12 - _TP - _FP - _FN))[:, _TP + _FP + _FN <= 12].astype(float)
"""All tables of 12 cases: a formula must have a value on one of them."""
TABLES = np.concatenate((SMALL, np.array([[0, 0, 0, 0], [10**9] * 4, [0, 10**9, 1, 7], [3, 0, 0, 0]]).T), axis=1)
"""Those, an empty one, and large ones."""


def _names() -> dict[str, np.ndarray]:
    tp, fp, fn, tn = TABLES
    margins = {"p": tp + fn, "n": fp + tn, "m": tp + fp + fn + tn, "pp": tp + fp, "pn": fn + tn}
    return {"tp": tp, "fp": fp, "fn": fn, "tn": tn} | margins


NAMES = _names()
CALLS = {"sqrt": np.sqrt, "log": np.log, "exp": np.exp, "abs": np.absolute, "min": np.minimum, "max": np.maximum}


@dataclass(frozen=True)
class Typed:
    """A formula as typed, and whether it must be accepted: None where either will do; with its values on `TABLES`."""

    kind: str
    text: str
    accepted: bool | None
    values: np.ndarray | None = None


def _sum(rng: random.Random, depth: int) -> tuple[str, np.ndarray]:
    text, value = _product(rng, depth)
    while rng.random() < 0.4:
        more, other = _product(rng, depth)
        sign = rng.choice("+-")
        text, value = f"{text} {sign} {more}", value + other if sign == "+" else value - other
    return text, value


def _product(rng: random.Random, depth: int) -> tuple[str, np.ndarray]:
    text, value = _power(rng, depth)
    while rng.random() < 0.4:
        more, other = _power(rng, depth)
        sign = rng.choice("*/")
        text, value = f"{text}{sign}{more}", value * other if sign == "*" else value / other
    return text, value


def _power(rng: random.Random, depth: int) -> tuple[str, np.ndarray]:
    text, value = _atom(rng, depth)
    if rng.random() < 0.2:
        exponent = rng.choice(("2", "3", "0.5", "-1", "10", "-10", "0"))
        text, value = f"{text}**{exponent}", value ** float(exponent)
    return (f"-{text}", -value) if rng.random() < 0.1 else (text, value)


def _atom(rng: random.Random, depth: int) -> tuple[str, np.ndarray]:
    kind = rng.choice(("name", "name", "name", "number", "call", "group")) if depth else rng.choice(("name", "number"))
    if kind == "name":
        name = rng.choice(list(NAMES))
        return name, NAMES[name]
    if kind == "number":
        number = rng.choice(("1", "0", "2", "0.5", ".25", "3.", "1e3", "2E-4", "1000000000000000", "7"))
        return number, np.full(TABLES.shape[1], float(number))
    if kind == "call":
        name = rng.choice(list(CALLS))
        text, value = _sum(rng, depth - 1)
        if name in ("min", "max"):
            more, other = _sum(rng, depth - 1)
            return f"{name}({text}, {more})", CALLS[name](value, other)
        return f"{name}({text})", CALLS[name](value)
    text, value = _sum(rng, depth - 1)
    return f"({text})", value


def _good(rng: random.Random, longest: int = 140) -> tuple[str, np.ndarray]:
    while True:
        with np.errstate(all="ignore"):
            text, value = _sum(rng, rng.randrange(5))
        if len(text) <= longest:
            return text, np.where(np.isfinite(value), value, np.nan)


FORBIDDEN = (
    *("tp.real", "tp.__class__", "().__class__.__bases__[0].__subclasses__()", "__import__('os').system('id')"),
    *("eval('1')", "exec('1')", "open('/etc/passwd')", "globals()", "vars()", "getattr(tp, 'real')", "compile('1')"),
    *("lambda: tp", "[tp for tp in (1,)]", "{tp: fp}", "{tp}", "[tp]", "tp[0]", "(tp, fp)", "tp, fp", "()", "tp()"),
    *("f'{tp}'", "'tp'", '"tp"', "b'tp'", "True", "False", "None", "...", "1j", "1_000", "0x10", "0b1", "0o7", "1e"),
    *("tp if fp else fn", "tp and fp", "not tp", "tp < fp", "tp == fp", "tp is fp", "tp in fp", "tp := fp", "~tp"),
    *("tp % fp", "tp // fp", "tp @ fp", "tp ^ fp", "tp | fp", "tp & fp", "tp << 9", "tp >> 9", "*tp", "**tp"),
    *(
        "sqrt(x=tp)",
        "sqrt(*tp)",
        "sqrt(tp, fp)",
        "sqrt()",
        "min(tp)",
        "max()",
        "sqrt",
        "log tp",
        "sin(tp)",
        "np.sqrt(tp)",
    ),
    *("await tp", "yield tp", "return tp", "import os", "del tp", "assert tp", "raise tp", "tp; fp", "tp # fp", "tp\\"),
    *("２", "٣", "²", "½", "ｔｐ", "tр", "𝑡𝑝", "tp\u200b", "t\u0301p", "tp\u202e", "µ", "∞", "√tp", "tp‚fp", "t p"),
    *("tp..fp", "1.2.3", "tp fp", "2tp", "tp2", "(tp", "tp)", "* tp", "/", "tp + * fp", "**", "()()"),
    *("\0", "\x1b[31m", "tp\0", "\ud800", "\U0010ffff", "<script>alert(1)</script>", "${tp}", "{{7*7}}", "%s", "`id`"),
    *("tp ** fp", "tp ** 11", "tp ** -11", "2 ** 2 ** 2", "10 ** 1e9", "tp ** (2)*fp(", "9e15", "1e400", "9" * 17),
    *("inf", "nan", "tp**nan", "TP", "Tp", "pi", "e", "_", "__", "__builtins__", "self", "cells", "COUNTS"),
)
"""What no formula may hold, each as it stands or beside something good."""
NASTY = string.punctuation + string.whitespace + string.digits + "tpfnmexisqrlogabν٣½′\u200b\u202e\0\ud800"


def _grammar(rng: random.Random) -> Typed:
    text, values = _good(rng)
    named = rng.choice(("", "", "net = ", "My score-2=", "Ω="))
    told = rng.choice(("", "", ", lower", ",higher"))
    finite = np.isfinite(values[: SMALL.shape[1]]).any()
    return Typed("from the grammar, with their values", f"{named}{text}{told}", bool(finite), values)


def _forbidden(rng: random.Random) -> Typed:
    bad, good = rng.choice(FORBIDDEN), _good(rng, 60)[0]
    whole = rng.choice((bad, bad, f"{good} + {bad}", f"{bad} - ({good})", f"sqrt({bad}) * ({good})", f"x = {bad}"))
    return Typed("with what none may hold", whole, False)


def _deep(rng: random.Random) -> Typed:
    levels, good = rng.randrange(102, 130), _good(rng, 60)[0]
    kind = rng.choice(("minus", "open", "calls", "within"))
    if kind == "minus":
        return Typed("nested deeply", "-" * levels + f"({good})", False)
    if kind == "open":
        return Typed("nested deeply", "(" * levels + good, False)
    if kind == "calls":
        return Typed("nested deeply", "abs(" * levels + good + ")" * levels, False)
    levels = rng.randrange(2, 90)
    return Typed("nested deeply", "(" * levels + "1 + tp" + ")" * levels + f"*{rng.random()}", True)


def _long(rng: random.Random) -> Typed:
    length = rng.choice((301, rng.randrange(302, 1_000), rng.randrange(10_000, 100_000)))
    piece = rng.choice(("tp+", "(", "-", "9", "x", " ", "=", "\n", "tp**", "é", "min(tp,"))
    return Typed("too long", (piece * length)[:length], False)


def _changed(rng: random.Random) -> Typed:
    text = list(_good(rng)[0])
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randrange(2)] = rng.choice(NASTY)
    return Typed("good ones with letters changed", "".join(text), None)


def _noise(rng: random.Random) -> Typed:
    letters = rng.choice((NASTY, string.printable, "tpfn+-*/().,= 0123456789e"))
    return Typed("noise", "".join(rng.choices(letters, k=rng.randrange(300))), None)


MAKERS = ((_grammar, 5_000), (_forbidden, 2_000), (_deep, 400), (_long, 200), (_changed, 2_000), (_noise, 400))


def typed() -> Iterator[Typed]:
    """All formulas, no two alike, the same each time."""
    seen: set[str] = set()
    for maker, number in MAKERS:
        rng, wanted = random.Random(maker.__name__), len(seen) + number
        while len(seen) < wanted:
            one = maker(rng)
            if one.text not in seen:
                seen.add(one.text)
                yield one


def values(text: str) -> np.ndarray:
    """What the measure of a formula gives on `TABLES`, once its key has made it anew."""
    measure = formula(text)
    again = formula(measure.key)
    tp, fp, fn, tn = TABLES
    found = measure(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    if again.key != measure.key or np.isinf(found).any():
        raise RuntimeError(f"the key {measure.key!r} becomes {again.key!r}, or a value is endless")
    return found


TOO_LARGE = "too large for a computer"


def judged(one: Typed, outcome: Outcome) -> str:
    """ "right" or "sentence" where that was expected, else the fault."""
    if outcome.fault:
        return outcome.fault
    accepted = outcome.kind == "answer"
    if one.values is not None and TOO_LARGE in str(outcome.value) and not np.isfinite(one.values).all():
        # A number in it is too large where it has no value.
        return "sentence"
    if one.accepted not in (None, accepted):
        return "wrong"
    if accepted and one.values is not None and not np.allclose(outcome.value, one.values, rtol=1e-9, equal_nan=True):
        return "wrong"
    return "right" if accepted else "sentence"
