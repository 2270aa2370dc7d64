"""Formulas of one's own against the listed measures, against exact fractions, and against whatever may be typed."""

import ast
import builtins
import itertools
import math
import re
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.chance import dutch_draw, guessing
from ddcore.chance.verdict import verdict
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, Measure, measure
from ddcore.measures.grammar import FUNCTIONS
from ddcore.measures.own_formula import COUNTS, formula
from tests import oracles
from tests.oracles import DEFINITIONS


def tables(total):
    """Every (tp, fp, fn, tn) of so many cases."""
    for tp, fp, fn in itertools.product(range(total + 1), repeat=3):
        if tp + fp + fn <= total:
            yield tp, fp, fn, total - tp - fp - fn


SMALL = [table for total in range(1, 9) for table in tables(total)]


def made(text):
    """The measure, or None, and the words of the refusal, or none."""
    try:
        return formula(text), ""
    except InputError as error:
        return None, str(error)


def on(row, cells):
    tp, fp, fn, tn = np.asarray(cells).T
    return row(Counts(tp=tp, fp=fp, fn=fn, tn=tn))


# The listed measures, typed ------------------------------------------------------------------------------------------

TYPED = {  # each listed measure as formulas; the first has a value exactly where the measure has one
    "TP": ["tp"],
    "TN": ["tn"],
    "FP": ["fp"],
    "FN": ["fn"],
    "TPR": ["tp/p", "1 - fn/p"],
    "TNR": ["tn/n"],
    "FPR": ["fp/n", "1 - tn/(fp + tn)"],
    "FNR": ["fn/p"],
    "PPV": ["tp/pp", "tp/(tp + fp)"],
    "NPV": ["tn/pn"],
    "FDR": ["fp/pp"],
    "FOR": ["fn/pn"],
    "F1": ["2*tp/(p + pp) * (p/p) * (pp/pp)", "2/(1/(tp/pp) + 1/(tp/p))", "2*tp/(2*tp + fp + fn)"],
    "F2": ["5*tp/(4*p + pp) * (p/p) * (pp/pp)", "5*tp/(5*tp + 4*fn + fp)"],
    "F0.5": ["1.25*tp/(p/4 + pp) * (p/p) * (pp/pp)", "1.25*tp/(1.25*tp + .25*fn + fp)"],
    "NF1": ["2*tn/(n + pn) * (n/n) * (pn/pn)", "2*tn/(2*tn + fp + fn)"],
    "J": ["tp/p + tn/n - 1", "tp/p - fp/n"],
    "MK": ["tp/pp + tn/pn - 1", "tp/pp - fn/pn"],
    "ACC": ["(tp + tn)/m", "1 - (fp + fn)/m"],
    "ERR": ["(fp + fn)/m", "1 - (tp + tn)/m"],
    "BACC": ["(tp/p + tn/n)/2", "0.5*tp/p + 0.5*tn/n"],
    "MCC": ["(tp*tn - fp*fn)/sqrt(p*n*pp*pn)", "(tp - p*pp/m)*m/sqrt(p*n*pp*pn)"],
    "kappa": ["2*(tp*tn - fp*fn)/(p*pn + n*pp)", "1 - (1 - (tp + tn)/m)/(1 - (p*pp + n*pn)/m**2)"],
    "FM": ["tp/sqrt(p*pp)", "sqrt(tp/p*tp/pp)"],
    "G2": ["sqrt(tp/p*tn/n)", "(tp/p*tn/n)**0.5"],
    "TS": ["tp/(p + fp) * (p/p)", "tp/(tp + fp + fn)"],
    "PT": ["sqrt(fp/n)/(sqrt(tp/p) + sqrt(fp/n))"],
    "CC": ["sqrt((fn/p)**2 + (fp/n)**2)"],
    "CP": ["tp/p * tn/n", "exp(log(tp/p) + log(tn/n))"],
    "DOR": ["tp*tn/(fp*fn)", "(tp/fp)/(fn/tn)"],
    "PLR": ["(tp/p)/(fp/n)"],
    "NLR": ["(fn/p)/(tn/n)"],
    "prevalence": ["p/m", "(tp + fn)/m"],
    "PP": ["pp/m", "1 - pn/m"],
}


def test_a_typed_measure_has_the_values_of_the_listed_one():
    assert list(TYPED) == list(MEASURES)
    for key, texts in TYPED.items():
        listed = on(MEASURES[key], SMALL)
        exact = [DEFINITIONS[key](*table) for table in SMALL]
        for text in texts:
            row = measure(f"own = {text}")
            typed = on(row, SMALL)
            if text == texts[0]:
                np.testing.assert_array_equal(np.isnan(typed), np.isnan(listed), err_msg=text)
            both = ~np.isnan(typed) & ~np.isnan(listed)
            assert both.sum() > 100
            right = np.array([float(value) for value in itertools.compress(exact, both)])
            np.testing.assert_allclose(typed[both], right, rtol=1e-13, atol=1e-13, err_msg=text)
            assert row.better == MEASURES[key].better, text
            if text == texts[0]:
                apart = [float(row(Counts(tp=a, fp=b, fn=c, tn=d))) for a, b, c, d in SMALL[:20]]
                np.testing.assert_array_equal(typed[:20], apart)


def exactly(function):
    """A definition that has no value where it divides by zero."""

    def value(*table):
        try:
            return function(*(Fraction(count) for count in table))
        except ZeroDivisionError:
            return None

    return value


WIDER = {  # formulas that have a value where the listed measure has none, such as F1 with nothing called positive
    "2*tp/(2*tp + fp + fn)": exactly(lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn)),
    "2*tp/(p + pp)": exactly(lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn)),
    "abs(tp - fn)/p": exactly(lambda tp, fp, fn, tn: abs(tp - fn) / (tp + fn)),
    "min(tp/p, tn/n)": exactly(lambda tp, fp, fn, tn: min(tp / (tp + fn), tn / (fp + tn))),
    "max(tp, tn, 3)/m": exactly(lambda tp, fp, fn, tn: max(tp, tn, 3) / (tp + fp + fn + tn)),
    "tp*tp - tp*tn": exactly(lambda tp, fp, fn, tn: tp * tp - tp * tn),
    "1/(tp - 2)": exactly(lambda tp, fp, fn, tn: 1 / (tp - 2)),
}


def test_a_formula_has_its_baseline_in_large_data():
    """Above a million cases the best n is sought, not looked up."""
    for key in ("PPV", "ACC", "F1", "kappa"):
        row = measure(f"= {TYPED[key][0]}" if key != "kappa" else f"= {TYPED[key][1]}")
        assert row.expected is not None
        found, right = (dutch_draw.baseline(one, 3_000_001, 900_000) for one in (row, MEASURES[key]))
        assert (found.highest, found.lowest) == pytest.approx((right.highest, right.lowest), rel=1e-9, abs=1e-12)
        if key in ("ACC", "F1"):
            assert (found.argmax, found.argmin) == (right.argmax, right.argmin)
    # One without a closed form.
    found, right = (dutch_draw.baseline(name, 20_000, 4_000) for name in ("= sqrt(tp/p*tn/n)", "G2"))
    assert (found.highest, found.lowest) == pytest.approx((right.highest, right.lowest), rel=1e-9)
    [(first, last)], [(best, _)] = found.argmax, right.argmax
    assert first <= best <= last < first + 200


def test_draws_of_a_formula_are_those_of_enumeration():
    """Mean, variance, chance of no value and baseline, with the domain that the formula itself has."""
    sizes = (1, 0), (1, 1), (2, 1), (5, 2), (8, 8), (9, 0), (9, 4), (12, 7)
    for (text, definition), (total, positives) in itertools.product(WIDER.items(), sizes):
        row, theta = measure(f"= {text}"), np.arange(total + 1) / total
        for found, of in (
            (dutch_draw.expectation, oracles.expectation),
            (dutch_draw.variance, oracles.variance),
            (dutch_draw.undefined, oracles.undefined),
        ):
            right = [of(definition, total, positives, n) for n in range(total + 1)]
            right = [math.nan if value is None else float(value) for value in right]
            place = f"{text} {total} {positives} {of.__name__}"
            np.testing.assert_allclose(found(row, total, positives, theta), right, 1e-12, 1e-13, err_msg=place)
        reached, right = dutch_draw.baseline(row, total, positives), oracles.baseline(definition, total, positives)
        if right is None:
            assert math.isnan(reached.highest)
            assert reached.argmax == reached.argmin == ()
        else:
            highest, argmax, lowest, argmin = right
            assert (reached.highest, reached.lowest) == pytest.approx((float(highest), float(lowest)), abs=1e-13)
            assert (reached.argmax, reached.argmin) == (argmax, argmin), (text, total, positives)


# Random formulas against fractions -----------------------------------------------------------------------------------


class UnsureError(Exception):
    """Doubles cannot tell, because something near zero is divided by, or something is huge."""


ULP = Fraction(1, 2**52)
NUMBERS = ["0", "1", "2", "3", "12", "0.5", ".25", "1.", "2e1", "1e-1", "0.1", "1E+2"]
EXPONENTS = ["0", "1", "2", "3", "-1", "+2", "- 2", "2.0"]
LEAVES = st.one_of(
    st.tuples(st.just("name"), st.sampled_from(list(COUNTS))), st.tuples(st.just("number"), st.sampled_from(NUMBERS))
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-*/"), inner, inner),
        st.tuples(st.sampled_from(["minus", "plus", "group"]), inner),
        st.tuples(st.just("**"), inner, st.sampled_from(EXPONENTS)),
        st.tuples(st.just("abs"), inner),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner),
    ),
    max_leaves=10,
)
STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "minus": 3, "plus": 3, "**": 4}


def printed(tree):
    """Text with no more parentheses than the usual order of operations needs, and how strongly it binds."""
    kind, *parts = tree
    if kind in ("name", "number"):
        return parts[0], 5
    if kind in ("abs", "min", "max"):
        return f"{kind}({', '.join(printed(part)[0] for part in parts)})", 5
    if kind == "group":
        return f"({printed(parts[0])[0]})", 5
    strength = STRENGTH[kind]
    if kind in ("minus", "plus"):
        return ("-" if kind == "minus" else "+") + held(parts[0], strength), strength
    if kind == "**":
        return f"{held(parts[0], 5)}**{parts[1]}", strength
    return f"{held(parts[0], strength)} {kind} {held(parts[1], strength + 1)}", strength


def held(tree, strength):
    text, own = printed(tree)
    return text if own >= strength else f"({text})"


def worth(tree, counts):
    """The exact value with a bound of what doubles may miss it by; None where it is not finite."""
    kind, *parts = tree
    if kind == "name":
        return counts[parts[0]], Fraction(0)
    if kind == "number":
        return Fraction(parts[0]), Fraction(parts[0]) * ULP
    found = [worth(part, counts) for part in parts if not isinstance(part, str)]
    if None in found:
        if kind in "+-*" or kind in ("minus", "plus", "group", "abs") or (kind == "/" and found[1] is not None):
            return None
        raise UnsureError  # 1 / infinity is finite again
    (a, off), (b, off_b) = found[0], found[-1]
    match kind:
        case "plus" | "group":
            return a, off
        case "minus":
            return -a, off
        case "abs":
            return abs(a), off
        case "min" | "max":
            return (min if kind == "min" else max)(a, b), max(off, off_b)
        case "+" | "-":
            value, wide = (a + b if kind == "+" else a - b), off + off_b
        case "*":
            value, wide = a * b, abs(a) * off_b + abs(b) * off + off * off_b
        case "/":
            if b == 0 and off_b == 0:
                return None
            if abs(b) <= 2 * off_b:
                raise UnsureError
            value = a / b
            wide = (off + abs(value) * off_b) / (abs(b) - off_b)
        case _:
            power = int(float(parts[1].replace(" ", "")))
            if power < 0 and a == 0 and off == 0:
                return None
            if power < 0 and abs(a) <= 2 * off:
                raise UnsureError
            value = a**power
            far = [(abs(a) + sign * off) ** power for sign in (1, -1) if power > 0 or abs(a) + sign * off > 0]
            wide = max([abs(one - abs(value)) for one in far] or [Fraction(0)])
    wide += 2 * ULP * (abs(value) + wide)
    if abs(value) > 10**90 or (value != 0 and abs(value) < Fraction(1, 10**90)):
        raise UnsureError
    return value, wide


def counts_of(tp, fp, fn, tn):
    found = {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "p": tp + fn, "n": fp + tn, "pp": tp + fp, "pn": fn + tn}
    return {name: Fraction(count) for name, count in (found | {"m": tp + fp + fn + tn}).items()}


TWELVE = list(tables(12))
SOME = [*TWELVE[::37], (0, 0, 0, 12), (12, 0, 0, 0), (5, 3, 2, 9), (1, 1, 1, 1), (40, 7, 13, 940), (0, 5, 3, 0)]


@given(tree=TREES, typed=st.sets(st.sampled_from(["-−", "*×", "*·", "/÷"])))
def test_random_formulas_have_the_values_of_fractions(tree, typed):
    text = printed(tree)[0]
    for plain, sign in typed:
        text = text.replace("**", "^^").replace(plain, sign).replace("^^", "**")
    row, words = made(f"= {text}")
    assert row or (len(text) > 298 and "at most 300 characters" in words) or "no finite value" in words
    if "at most 300" in words:
        return
    for table in SOME:
        try:
            right = worth(tree, counts_of(*table))
        except UnsureError:
            continue
        if row is None:
            assert right is None or sum(table) != 12, (text, table)
            continue
        found = float(row(Counts(**dict(zip(("tp", "fp", "fn", "tn"), table, strict=True)))))
        if right is None:
            assert math.isnan(found), (text, table, found)
        else:
            value, wide = right
            assert abs(Fraction(found) - value) <= wide, (text, table, found, float(value))


@given(tree=TREES)
def test_a_random_formula_with_a_closed_mean_has_that_mean(tree):
    text = printed(tree)[0]
    row, _ = made(f"= {text}")
    if row is None or row.expected is None:
        return
    for total, positives, n in ((3, 1, 1), (7, 4, 3), (10, 5, 6), (12, 2, 5)):
        try:
            right = [
                worth(tree, counts_of(k, n - k, positives - k, total - positives - n + k))
                for k, _ in oracles.weights(total, positives, n)
            ]
        except UnsureError:
            continue
        mean = float(dutch_draw.expectation(row, total, positives, n / total))
        if None in right:
            assert math.isnan(mean), text
            continue
        weights = [weight for _, weight in oracles.weights(total, positives, n)]
        exact = sum(w * value for w, (value, _) in zip(weights, right, strict=True)) / sum(weights)
        size = max(abs(value) + wide * 2**44 for value, wide in right)
        assert abs(Fraction(mean) - exact) <= Fraction(1, 10**12) * size, (text, total, positives, n)


def test_order_of_operations():
    """On TP 1, FP 2, FN 3, TN 4."""
    for text, right in {
        "-2**2": -4,
        "2**-2": 0.25,
        "2*-3": -6,
        "7 - 4 - 2": 1,
        "24/4/2": 3,
        "24/4*2": 12,
        "2 + 3*4": 14,
        "(2 + 3)*4": 20,
        "+-+2": -2,
        "9**.5": 3,
        "min(5, 3, 4)": 3,
        "max(5, 3, 4, 9, 1, 2, 6, 7, 8)": 9,
        "abs(-3) + sqrt(16) - log(1) + exp(0)": 8,
        "1e3 + 1.5e-1 + 2.E2": 1200.15,
        "tp\t+ fp\n+ fn\r\n+ tn": 10,
        "p + 10*n + 100*m + 1000*pp + 10000*pn": 4 + 60 + 1000 + 3000 + 70000,
    }.items():
        assert formula(f"= {text}")(Counts(tp=1, fp=2, fn=3, tn=4)) == pytest.approx(right, rel=1e-15), text


# Refusals ------------------------------------------------------------------------------------------------------------

AT = "at character %d"
KNOWN = ", ".join([*COUNTS, *FUNCTIONS])
UNKNOWN = f'has the unknown name "{{}}" {AT}; known names are {KNOWN}'
SIGNS = f"{AT}; use counts, numbers, + - * / ** and parentheses"
SIGN = f'has "{{}}" {SIGNS}'
UNREAD = f"cannot be read {SIGNS}"
MISSING = f"cannot be read {AT}; is a sign or a parenthesis missing there?"
STUCK = f'has "{{}}" right after a number {AT}; write * between them'
EXPONENT = f"has an exponent {AT} that is no plain number from -10 to 10"
HUGE = f"has a number above 10^15 {AT}"
DEEPER = f"is nested too deeply {AT}; at most 100 levels are read"
# Text, what stands at the place that is named, the words.
PLACED = [
    *((f"= tp + {word}", word, UNKNOWN) for word in ("tq", "TP", "True", "None", "__class__", "tp²", "tр")),  # Cyrillic
    *((f"= {word} tp", word, UNKNOWN) for word in ("lambda", "not", "import", "if", "f")),
    *((f"= tp {word} fp", word, UNKNOWN) for word in ("and", "or", "in", "if")),
    *((f"= {word}(tp)", word, UNKNOWN) for word in ("eval", "__import__")),
    ("= min(tp for tp in m)", "for", UNKNOWN),
    ("= min(tp, fp, key = 1)", "key", UNKNOWN),
    ("= tp, Lower", "Lower", UNKNOWN),
    ("= tp, lower, higher", "lower", UNKNOWN),
    *((f"= tp {sign} fp", sign, SIGN) for sign in "<!@|&;#\\$'\":{"),
    ("= tp.real", ".", SIGN),
    ("= sqrt.__class__", ".", SIGN),
    ("= ~tp", "~", SIGN),
    ("= `tp`", "`", SIGN),
    ("= tp\0", "\0", SIGN),
    ("= ٣", "٣", SIGN),
    ("= tp + ３", "３", SIGN),
    ("= ½", "½", SIGN),
    ("= tp == fp", "==", f'has "=" {SIGNS}'),
    ("= ..", "..", f'has "." {SIGNS}'),
    ("= ｔｐ", "ｔｐ", f'has "ｔ" {SIGNS}'),  # letters that Python would take for tp
    ("= 𝐭𝐩", "𝐭𝐩", f'has "𝐭" {SIGNS}'),
    ("= tp\u200b", "\u200b", SIGN),
    ("= " + "abcdefghij" * 4, "abcdefghij" * 2, UNKNOWN),
    ("= tp[0]", "[", f'has "[" {AT}; use ( )'),
    ("= (tp])", "]", f'has "]" {AT}; use ( )'),
    ("= tp // m", "//", f'has "//" {AT}; write / to divide'),
    ("= tp % m", "%", f'has "%" {AT}; write / 100'),
    ("= tp ^ 2", "^", f'has "^" {AT}; for a power write **'),
    *((f"= 1{letters}", letters, STUCK) for letters in ("j", "tp", "_000", "x1F", "or", "e")),
    *((text, at, MISSING) for text, at in (("= tp fp", "fp"), ("= tp)", ")"), ("= (tp", "(tp"), ("= 007", "007"))),
    *((text, at, MISSING) for text, at in (("= tp + * fp", "* fp"), ("= min(tp,,fp)", ",fp"))),
    *((f"= tp**{power}", power, EXPONENT) for power in ("11", "-11", "--2", "pp")),
    ("= tp**(2+1)", "2+1", EXPONENT),
    ("= tp**sqrt(4)", "sqrt", EXPONENT),
    ("= 1**2**3**4", "3**4", EXPONENT),
    *((f"= tp - {number}", number, HUGE) for number in ("1e16", "1e999", "9" * 290)),
    ("= tp + 3(tp)", "3(", UNREAD),
    ("= (tp)(fn)", "(tp)(", UNREAD),
    ("= tp(fn)", "tp(", UNREAD),
    ("= 2*sqrt", "sqrt", UNREAD),
    ("= min(sqrt, tp)", "sqrt", UNREAD),
    ("= tp + ()", "()", UNREAD),
    ("= tp*(fp, fn)", "(fp", UNREAD),
    ("= 2 - min()", "min", UNREAD),
    ("= min(*tp, fp)", "*tp", UNREAD),
    ("= min(tp, fp, **m)", "min", UNREAD),
    ("= tp, fp", "tp", UNREAD),
    ("= tp + sqrt(tp, fn)", "sqrt", f'has "sqrt" {AT} of 2 numbers, but it takes 1 number'),
    ("= 1 + min(tp)", "min", f'has "min" {AT} of 1 numbers, but it takes 2 to 9 numbers'),
    ("= min(1, 2, 3, 4, 5, 6, 7, 8, 9, tp)", "min", f'has "min" {AT} of 10 numbers, but it takes 2 to 9 numbers'),
    ("= " + "-" * 296 + "tp", "-" * 196 + "t", DEEPER.replace("%d", "104")),
    ("= " + "m+" * 148 + "m", "m", DEEPER),
    # On the second line.
    *((f"= tp{line_break}+ 007", "007", MISSING) for line_break in ("\n", "\r", "\r\n", "\n\n")),
    ("= tp\r\n+ fp**11", "11", EXPONENT),
]


EMPTY = "the formula is empty; write something like (tp + tn) / m"


MARKED = ["<b>", "*", "_", "[", "]", "$", "`", "(", "|", "#", "\\", "&lt;", '"', "'", ".", "\0", "{x}", "~", "!", "/"]
ENDLESS = "the formula has no finite value on any table of 12 cases; is something divided by zero?"
LARGE = "the formula is too large for a computer at TP = "
UNPLACED = [
    *((text, EMPTY) for text in ("", "=", "  = \n\t", "net benefit =", "= , lower")),
    ("net benefit", 'the formula has the unknown name "net" at character 1'),
    ("x" * 31 + " = tp", "the name of a formula must start with a letter and have at most 30 letters, digits"),
    ("= tp" + "+0" * 149, "a formula must have at most 300 characters, got 302"),
    ("= tp + 1" + "0" * 293, "a formula must have at most 300 characters, got 301"),
    ("= " + "tp+" * 3333, "a formula must have at most 300 characters, got 10,001"),
    *((f"a{mark} = tp", "the name of a formula must start with a letter and have at most") for mark in MARKED),
    *((f"= {text}", ENDLESS) for text in ("0/0", "tp/(m - p - n)", "sqrt(-1)", "1/log(0*tp + 1)")),
    *((f"= {text}", LARGE) for text in ("exp(exp(exp(m)))", "exp(exp(exp(tp)))", "tp*1e15**10*1e15**10*1e15**10")),
]
DEEP = ["= " + "(" * 298, "= " + "(" * 149 + "m" + ")" * 149, "= " + "-" * 299, "= " + "abs(" * 70, "= " + "-" * 298]


def test_what_is_refused_is_said_with_its_place():
    wrong = []
    for text, at, words in PLACED:
        place = text.index(at, text.index("=") + 1) + 1
        said = f"the formula {words.replace('{}', at).replace('%d', str(place))}"
        if made(text) != (None, said):
            wrong.append((text, said, made(text)[1]))
    for text, words in UNPLACED:
        row, said = made(text)
        if row or not said.startswith(words):
            wrong.append((text, words, said))
    assert wrong == []


def test_the_place_of_what_is_missing_at_the_end():
    """It is that of the last sign, or the one after it."""
    for text in ("= tp +", "= tp * (fp + fn) /", "= -", "net = tp - -"):
        with pytest.raises(InputError, match=rf"cannot be read at character ({len(text)}|{len(text) + 1});"):
            formula(text)


def test_as_deep_as_is_read():
    for text, value in (("(" * 100 + "tp/m" + ")" * 100, 0.25), ("-" * 100 + "m", 4), ("m+" * 100 + "m", 404)):
        assert formula(f"= {text}")(Counts(tp=1, fp=1, fn=1, tn=1)) == value
    for deeper in ("-" * 101 + "m", "m+" * 101 + "m"):
        with pytest.raises(InputError, match=r"is nested too deeply at character \d+; at most 100 levels are read"):
            formula(f"= {deeper}")
    for text in DEEP:
        with pytest.raises(InputError, match=r"^(the formula (cannot be read at|is nested too)|a formula must have)"):
            formula(text)


REFUSED = [text for text, *_ in (*PLACED, *UNPLACED)] + DEEP


def test_every_refusal_is_quick():
    for text in REFUSED:
        times = []
        while len(times) < 3 and min(times, default=1) >= 0.05:
            start = time.perf_counter()
            with pytest.raises(InputError):
                formula(text)
            times.append(time.perf_counter() - start)
        assert min(times) < 0.05, text


def test_nothing_is_executed(monkeypatch):
    """Neither a refused nor an accepted formula reaches eval, exec or __import__; no strange word meets the parser."""
    compiled = []

    def only_a_tree(source, filename, mode, flags=0, *rest, real=builtins.compile, **more):
        compiled.append(source)
        assert flags & ast.PyCF_ONLY_AST
        assert mode == "eval"
        return real(source, filename, mode, flags, *rest, **more)

    def never(*arguments, **named):
        raise AssertionError(f"executed with {arguments}")

    accepted = [f"own = {text}" for texts in TYPED.values() for text in texts]
    with monkeypatch.context() as patched:
        patched.setattr(builtins, "compile", only_a_tree)
        for name in ("eval", "exec", "open", "input", "breakpoint", "__import__"):
            patched.setattr(builtins, name, never)
        rows = [made(text)[0] for text in accepted + REFUSED]
    assert all(rows[: len(accepted)])
    assert not any(rows[len(accepted) :])
    assert len(compiled) >= len(accepted)
    assert not any("__" in source or "lambda" in source for source in compiled)


PIECES = [
    *COUNTS, *FUNCTIONS, *"0123456789.,+-*/()=^%_[]{}<>'\"\\#@!~:;&|$?`", *" \n\t\r\0\x0b\x0c\x1f\x85\xa0\u2028\u3000",
    *"eEjJlxX²½٣−×·÷µⅠſｐ", "**", "//", "1e5", "1e400", ".5", "007", "lambda", "if", "or", "lower", "higher",
    ", lower", "__", "True", "\ud800", "\U0001f600",
]  # fmt: skip


def tried(text):
    row, words = made(text)
    if row is None:
        assert 0 < len(words) < 500
        return
    assert isinstance(row, Measure)
    values = on(row, [(1, 2, 3, 4), (0, 0, 0, 5), (10**6, 3, 0, 7)])
    assert not np.isinf(values).any()
    assert row.better in ("higher", "lower")


@given(st.text(max_size=320), st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_text_is_a_measure_or_refused(text, nasty):
    for typed in (text, f"= {text}", f"= {nasty}"):
        tried(typed)


@given(tree=TREES, data=st.data())
def test_a_formula_with_one_letter_changed_is_a_measure_or_refused(tree, data):
    text = printed(tree)[0]
    tried(f"= {text}")
    at = data.draw(st.integers(0, len(text) - 1))
    tried(f"= {text[:at]}{data.draw(st.sampled_from(PIECES))}{text[at + 1 :]}")


# What a formula says of itself ---------------------------------------------------------------------------------------


def test_which_way_a_formula_points():
    for text, better in {
        "tp/p": "higher",
        "fp": "lower",
        "5*fn + fp": "lower",
        "tp - 5*fp": "higher",
        "-tp": "lower",
        "-fp": "higher",
        "fp/tp": "lower",  # the opposite of a perfect classifier has no value: two that err in ten cases are compared
        "tp/fp": "higher",
        "log(tp/fp)": "higher",
        "pp/m": "higher",  # no classifier is better by it than another
        "1": "higher",
        "fp, higher": "higher",
        "tp/p, lower": "lower",
        "pp/m ,  lower ": "lower",
        "min(tp, fp),lower": "lower",
    }.items():
        row = formula(f"x = {text}")
        assert row.better == better, text
        assert bool(row.is_better(2, 1)) == (better == "higher")
        assert not row.smooth


def test_name_and_print():
    """A stated direction is kept in the key and not in the formula; typed signs are understood."""
    assert formula("tp / m").source == "a formula of your own"
    for text, name, key, shown in (
        ("net  benefit = (tp - 2*fp**2) / m", "net benefit", "net benefit = (tp - 2 * fp**2) / m", None),
        ("=(tp - 2*fp**2) / m", "(tp − 2 · fp^2) / m", "= (tp - 2 * fp**2) / m", None),
        ("Größe-2 = tp", "Größe-2", "Größe-2 = tp", "tp"),
        ("my  cost = tp/p ,lower", "my cost", "my cost = tp / p, lower", "tp / p"),
        ("tp / m, lower", "tp / m", "= tp / m, lower", "tp / m"),
        ("= (tp − fp) × 2 ÷ m", "(tp − fp) · 2 / m", "= (tp - fp) * 2 / m", "(tp - fp) * 2 / m"),
        ("= (tp - fp) · 2 / m", "(tp − fp) · 2 / m", "= (tp - fp) * 2 / m", "(tp - fp) * 2 / m"),
        ("a=-tp+( 2*fp )**2/m", "a", "a = -tp + (2 * fp)**2 / m", "-tp + (2 * fp)**2 / m"),
        ("a=max(tp ,-fn)", "a", "a = max(tp, -fn)", "max(tp, -fn)"),
    ):
        row = formula(text)
        assert (row.name, row.title, row.key) == (name, name, key)
        assert row.formula == (shown or "(tp - 2 * fp**2) / m")
        assert row.judges


def test_how_a_formula_is_printed():
    for text, latex in {
        "tp + fp": r"\mathrm{TP} + \mathrm{FP}",
        "tp - (fp - fn)": r"\mathrm{TP} - \left(\mathrm{FP} - \mathrm{FN}\right)",
        "tp - (fp + fn)": r"\mathrm{TP} - \left(\mathrm{FP} + \mathrm{FN}\right)",
        "(p + n) * pn": r"\left(P + N\right) \cdot (M-n)",
        "p * (n + 1)": r"P \cdot \left(N + 1\right)",
        "tp * -2": r"\mathrm{TP} \cdot \left(-2\right)",
        "(tp + 1)**2": r"\left(\mathrm{TP} + 1\right)^{2}",
        "-(tp + 1)": r"-\left(\mathrm{TP} + 1\right)",
        "tp**-0.5": r"\mathrm{TP}^{-0.5}",
        "tp/pp/m": r"\frac{\frac{\mathrm{TP}}{n}}{M}",
        "sqrt(tp + 1)": r"\sqrt{\mathrm{TP} + 1}",
        "abs(tp - m)": r"\left|\mathrm{TP} - M\right|",
        "min(tp, tn, 3)": r"\min\left(\mathrm{TP}, \mathrm{TN}, 3\right)",
        "log(tp) - exp(-m)": r"\log\left(\mathrm{TP}\right) - \exp\left(-M\right)",
    }.items():
        assert formula(f"= {text}").latex == latex


def test_a_key_gives_the_same_measure_again():
    for text in ("net = (tp - fp) / m", "= tp / p", "a b = tp", "= fp, higher", "x = tp**2 - 1, lower"):
        row = measure(text)
        assert row.key == text
        assert measure(row.key) is measure(text) is measure(row) is row
    loose = "net=(tp-fp)/m", "=tp", " a   b =\n tp\n+ fp ", "x=tp ,lower", "x = tp − fp × 2", "= tp,\thigher", "=  1 "
    for text in loose:
        row, again = measure(text), measure(measure(text).key)
        assert (again.key, again.name, again.formula, again.better) == (row.key, row.name, row.formula, row.better)
        np.testing.assert_array_equal(on(again, SMALL), on(row, SMALL))
    for length in (20, 290, 297, 298, 299, 300):
        row = measure("x=tp/1.".ljust(length, "0"))
        assert measure(row.key) is row, length
    with pytest.raises(InputError, match="at most 300 characters, got 301 with the = before it"):
        formula("tp/1.".ljust(300, "0"))


def test_blanks_make_no_other_measure():
    for texts in (
        ("net=(tp-fp)/m", "net = (tp - fp) / m", " net  =( tp -fp )/ m "),
        ("=-tp+max(fp,-2*fn)**2, lower", "= - tp + max( fp , - 2 * fn ) ** 2 ,lower"),
        ("= tp - -fp", "=tp--fp"),
        ("x=" + "tp+" * 90 + "tp", "x = " + "tp +" * 4 + "tp+" * 86 + "tp"),
    ):
        assert len({id(measure(text)) for text in texts}) == 1


def test_no_equals_sign_is_no_formula_and_parameters_make_none():
    with pytest.raises(InputError, match="one of the known names"):
        measure("(tp + tn) / m")
    with pytest.raises(InputError, match='"x = tp" takes no parameter, got beta'):
        measure("x = tp", beta=2)


# Where it has a value, and which -------------------------------------------------------------------------------------


def test_undefined_is_nan_and_said():
    row = formula("= tp/fp - log(fn)")
    cells = [(1, 0, 1, 1), (0, 0, 1, 1), (1, 1, 0, 1), (0, 2, 1, 5)]
    np.testing.assert_array_equal(on(row, cells), [math.nan, math.nan, math.nan, 0.0])
    assert "finite value" in row.undefined
    assert row.defined(Counts(tp=[1, 1], fp=[0, 1], fn=1, tn=0)).tolist() == [False, True]
    assert formula("= sqrt(tp - fp)")(Counts(tp=1, fp=2, fn=0, tn=0)) != 0


def test_what_is_too_large_is_refused_and_not_taken_for_undefined():
    row = formula("= exp(tp)/fp")
    values = on(row, [(709, 2, 0, 0), (5, 0, 0, 0)])
    np.testing.assert_array_equal(values, [math.exp(709) / 2, math.nan])
    message = "the formula is too large for a computer at TP = 1,000, FP = 2, FN = 0 and TN = 5;"
    for cells in ([(1000, 2, 0, 5)], [(1, 0, 0, 0)] * 50 + [(2, 1, 0, 0), (1000, 2, 0, 5), (3, 0, 1, 1)]):
        with pytest.raises(InputError, match=re.escape(message)):
            on(row, cells)
    for share in (dutch_draw.expectation, guessing.expectation):
        assert share(row, 40, 20, 0.5) > 0
        with pytest.raises(InputError, match="too large for a computer"):
            share(row, 4000, 2000, 0.5)
    with pytest.raises(InputError, match="too large for a computer"):
        dutch_draw.baseline(row, 4000, 2000)
    linear = formula("= m*1e15**10*1e15**10*tp")
    with pytest.raises(InputError, match="too large for a computer"):
        dutch_draw.expectation(linear, 10**9, 10**8, 0.5)


def test_what_is_too_large_on_the_way_to_a_finite_value_does_no_harm():
    row = formula("= 1/(1 + exp(fn - tp))")
    np.testing.assert_array_equal(on(row, [(0, 5, 2000, 5), (2000, 5, 0, 5), (3, 5, 3, 5)]), [0, 1, 0.5])
    assert dutch_draw.baseline(row, 4000, 2000).highest == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("name", ["F1", " f 1", "f1 score", "F2", "recall", "Matthews correlation", "TPR", "tpr", "NF"])
def test_a_listed_measure_keeps_its_name(name):
    with pytest.raises(InputError, match="the name of a formula must not be that of a listed measure, got"):
        measure(f"{name} = tp/m")
    assert measure(f"my {name} = tp/m").name == f"my {' '.join(name.split())}"


def test_a_formula_of_numbers_alone_has_the_shape_of_the_counts():
    row = formula("= 2/3")
    assert row(Counts(tp=[[1, 2]], fp=0, fn=[[3], [4]], tn=1)).shape == (2, 2)
    assert dutch_draw.expectation(row, 10, 4, [0.0, 0.5]).tolist() == [2 / 3] * 2
    assert guessing.expectation(row, 10, 4, 0.5) == pytest.approx(2 / 3, rel=1e-14)


def test_range():
    for text, best, worst in (
        ("tp/p", 1, 0),
        ("fp/n", 0, 1),
        ("tp/p - fp/n", 1, -1),
        ("(tp - 3*fp)/m", 1, -3),
        ("(tp - 3*fp)/m, lower", -3, 1),
        ("tp", math.inf, -math.inf),  # it grows with the data
        ("fp", -math.inf, math.inf),
        ("tp/fp", math.inf, -math.inf),  # the perfect classifier has no value
        ("log(tp/m)", math.inf, -math.inf),
        ("max(tp, tn)/m", 1, 0),
        ("3", 3, 3),
    ):
        row = formula(f"= {text}")
        assert (row.best, row.worst) == (best, worst), text


CLASSES = [(1, 0), (1, 1), (5, 2), (12, 12), (40, 0), (60, 23), (150, 75), (10_000, 3_000), (10**8, 7)]
IDEALS = {
    "pp/m": lambda total, positives: 1,
    "tp - fp": lambda total, positives: positives,
    "tp + tn": lambda total, positives: total,
    "fn - tp": lambda total, positives: -positives,
    "5*fn + fp": lambda total, positives: 0,
    "fp - 2*tp": lambda total, positives: -2 * positives,
    "abs(pp - p)/m, lower": lambda total, positives: 0,
    "tp*fp": lambda total, positives: positives * (total - positives),
    "tp/fp": lambda total, positives: positives if positives < total else math.nan,
    "1 - (tp - 2)**2, higher": lambda total, positives: 1 if positives >= 2 else -3 if positives == 0 else 0,
}


@pytest.mark.parametrize("text", IDEALS)
def test_ideal_is_the_best_value_on_these_classes(text):
    row = formula(f"= {text}")
    for total, positives in CLASSES:
        np.testing.assert_equal(row.ideal(total, positives), IDEALS[text](total, positives))


def test_ideal_is_the_best_value_of_all_tables_far_from_every_corner():
    tp, fp = np.mgrid[:1002, :1000].reshape(2, -1)
    for text, best in (
        ("-abs(tp - 123), higher", np.max),
        ("abs(pp - 456)/m, lower", np.min),
        ("tp*fn, higher", np.max),
    ):
        row = formula(f"= {text}")
        assert row.ideal(2000, 1001) == best(row(Counts(tp=tp, fp=fp, fn=1001 - tp, tn=999 - fp))), text
    for key in TYPED.keys() - {"PLR", "DOR", "prevalence", "PP"}:
        row = formula(f"= {TYPED[key][0]}")
        for total, positives in ((7, 3), (40, 17), (5_000, 4_900)):
            assert row.ideal(total, positives) == pytest.approx(MEASURES[key].ideal(total, positives), rel=1e-14), key


LINEAR = (
    "tp", "3", "p/n", "tp/p + tn/n - 1", "2*tp/(p + pp)", "(tp - 5*fp)/m", "tp/sqrt(p*pp)", "tp*pp/m", "-tp", "+fn",
    "(tp + fn)*2", "tp/(2*tp + fp + fn)", "tp/(tp + fp)", "tp/(1 - (-2*tp - fp - fn)/2)",
    "p**2/m - fp", "tp/2**3", "min(p, n)*tp", "log(m)*tn", "max(pp, pn)",
)  # fmt: skip
BENT = (
    "tp*fp", "tp**2", "abs(tp - fn)", "min(tp, fp)", "sqrt(tp)", "1/tp", "tp*tn/(p*n)", "exp(fp)", "log(tp)",
    "max(fp, tp)", "tp/(2*tp + fp)",
)  # fmt: skip


def bends(text):
    """Whether the value leaves the straight line somewhere as TP moves with the margins fixed; NaN is looked past."""
    row = formula(f"= {text}")
    tp, rest = np.arange(4.0), 3 - np.arange(4.0)
    return any(
        np.nanmax(np.abs(np.diff(row(Counts(tp=tp + a, fp=rest + b, fn=rest + c, tn=tp + d)), 2))) > 1e-9
        for a, b, c, d in ((1, 1, 1, 1), (2, 1, 5, 1), (1, 4, 2, 3))
    )


def test_a_formula_linear_in_tp_has_a_closed_mean():
    """One that is not has none, nor one whose linearity is hidden."""
    for text in LINEAR:
        row = formula(f"= {text}")
        assert row.expected is not None, text
        assert not bends(text), text
        for total, positives in ((9, 4), (30, 11)):
            for n in range(1, total):
                k, weight = np.array(oracles.weights(total, positives, n), dtype=float).T
                values = row(Counts(tp=k, fp=n - k, fn=positives - k, tn=total - positives - n + k))
                found = row.expected(float(positives), float(total - positives), float(n))
                assert found == pytest.approx(values @ weight / weight.sum(), rel=1e-12), text
    for text in ("(tp*tn - fp*fn)/m", "tp**1", "max(p, tp)"):
        assert formula(f"= {text}").expected is None
        assert not bends(text)
    for text in BENT:
        assert formula(f"= {text}").expected is None, text
        assert bends(text), text


def test_the_mean_of_a_linear_formula_at_the_ends():
    """Nothing and everything called positive: a margin is 0 there, and the one table that is left is the mean."""
    for text in ("tp/m * sqrt(pn/m)", "tp/p * sqrt(pp*pn)/m", "max(log(pp), 0)", "max(1/pn, 1/pp, -1)"):
        row = formula(f"= {text}")
        assert row.expected is not None
        for total in (1, 2, 7, 39):
            positives = np.arange(total + 1)
            found = [dutch_draw.expectation(row, total, P, [0, 1]) for P in positives.tolist()]
            none = row(Counts(tp=0, fp=0, fn=positives, tn=total - positives))
            everything = row(Counts(tp=positives, fp=total - positives, fn=0, tn=0))
            np.testing.assert_allclose(found, np.stack([none, everything], axis=1), rtol=1e-12, atol=1e-12)


# Through the rest of the program -------------------------------------------------------------------------------------


def test_a_verdict_on_formulas():
    counts = Counts(tp=227, fp=50, fn=31, tn=192)
    states = {
        "= (tp + tn) / m": "beats",
        "= min(tp / p, tn / n)": "beats",
        "= abs(fp - fn) / m, lower": "unbeatable",
        "cost = 2 * fn + fp": "beats",
        "= 1 / (tp - 227)": "undefined",
        "= tp / p": "unbeatable",
    }
    lines = verdict("A", counts, list(states)).lines
    assert {line.measure.key: line.state for line in lines} == states
    accuracy, listed = lines[0], verdict("A", counts, ["ACC"]).lines[0]
    assert (accuracy.chance, accuracy.ideal) == pytest.approx((listed.chance, listed.ideal), rel=1e-14)
    assert accuracy.interval.low == pytest.approx(listed.interval.low, abs=0.005)
    # All called positive: every negative case costs 1.
    assert (lines[3].score, lines[3].chance, lines[3].distance) == (2 * 31 + 50, 242, 242 - 112)
    behind = verdict("A", Counts(tp=20, fp=30, fn=20, tn=30), ["= tp/pp - p/m", "= (tp - fp)/m"])
    assert [line.state for line in behind.lines] == ["behind", "worse"]


def test_a_guesser_on_a_formula_is_the_double_sum():
    for text, definition in WIDER.items():
        for total, positives in ((1, 1), (6, 2), (11, 7), (12, 0)):
            for g in (Fraction(0), Fraction(1, 4), Fraction(5, 8), Fraction(1)):
                exact, _ = oracles.guessed(definition, total, positives, g)
                found = float(guessing.expectation(f"= {text}", total, positives, float(g)))
                right = math.nan if exact is None else float(exact)
                assert found == pytest.approx(right, rel=1e-12, abs=1e-13, nan_ok=True), (text, total, positives, g)


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("log(1 + tp) - exp(-fp)", lambda tp, fp: math.log(1 + tp) - math.exp(-fp)),
        ("sqrt(tp) * abs(tp - fp)", lambda tp, fp: math.sqrt(tp) * abs(tp - fp)),
        ("exp(min(tp, fp) / 10)", lambda tp, fp: math.exp(min(tp, fp) / 10)),
    ],
)
def test_roots_and_logarithms_under_draws_and_guesses(text, function):
    row, total, positives = measure(f"= {text}"), 14, 5
    for n in (0, 3, 7, 14):
        drawn = [(function(k, n - k), float(share)) for k, share in oracles.probability(total, positives, n).items()]
        mean = math.fsum(value * share for value, share in drawn)
        spread = math.fsum((value - mean) ** 2 * share for value, share in drawn)
        assert dutch_draw.expectation(row, total, positives, n / total) == pytest.approx(mean, rel=1e-12, abs=1e-14)
        assert dutch_draw.variance(row, total, positives, n / total) == pytest.approx(spread, rel=1e-11, abs=1e-14)
    weights = {
        (x, y): math.comb(positives, x) * math.comb(total - positives, y) * 0.3 ** (x + y) * 0.7 ** (total - x - y)
        for x in range(positives + 1)
        for y in range(total - positives + 1)
    }
    mean = math.fsum(weight * function(*place) for place, weight in weights.items())
    assert guessing.expectation(row, total, positives, 0.3) == pytest.approx(mean, rel=1e-12)
