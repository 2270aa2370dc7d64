"""How numbers and the names of models are written, on figures, in tables and in sentences alike.

Each is one format specification of Python's with a true minus sign; a library of locales brings many more.
"""

import math
import re
from pathlib import PurePath
from typing import Any

from ddcore.errors import InputError
from ddcore.records.labels import THE_MODEL


def begun(name: str) -> str:
    """The name of a model at the beginning of a sentence.

    >>> begun("the model"), begun("model VF"), begun("forest")
    ('The model', 'Model VF', 'forest')
    """
    return f"{name[0].upper()}{name[1:]}" if name == THE_MODEL or name.startswith("model ") else name


def count(n: float) -> str:
    """A whole number with commas.

    >>> count(10_000)
    '10,000'
    """
    return _signed(f"{round(n):,}")


def number(x: float) -> str:
    """A score, count or amount: three decimals, whole numbers without, far from one as a power of ten.

    >>> [number(x) for x in (0.84906, -0.25, 1, 227.0, 12345.6, 0.00012, 3e12, float("nan"), float("-inf"))]
    ['0.849', '−0.250', '1', '227', '12,345.6', '1.2 × 10⁻⁴', '3.0 × 10¹²', 'no value', '−∞']
    """
    if math.isnan(x):
        return "no value"
    if math.isinf(x):
        return "∞" if x > 0 else "−∞"
    size = abs(x)
    if size < NOISE:
        return "0"
    if size >= 1e12 or size < 0.0005:
        return ("−" if x < 0 else "") + _power(math.log10(size))
    if x == round(x):
        return _signed(f"{x:,.0f}")
    return _signed(f"{x:,.3f}" if size < 1000 else f"{x:,.1f}")


def cases_text(counted: float) -> str:
    """How many cases there are, or how much they weigh.

    >>> cases_text(227), cases_text(457.49), cases_text(0.35)
    ('227', '457.5', '0.350')
    """
    return count(counted) if counted % 1 == 0 else f"{counted:,.1f}" if counted >= 10 else number(counted)


def many(number_of: float, thing: str) -> str:
    """A number of things, of which there may be one.

    >>> many(1, "case"), many(2000, "case"), many(3, "class")
    ('1 case', '2,000 cases', '3 classes')
    """
    return f"{cases_text(number_of)} {thing if number_of == 1 else plural(thing)}"


def plural(thing: str) -> str:
    """Several of a thing, with the ending that all nouns of the program take.

    >>> plural("case"), plural("class")
    ('cases', 'classes')
    """
    return f"{thing}es" if thing.endswith("s") else f"{thing}s"


def worth(x: float, span: float) -> str:
    """An amount on a scale as wide as `span`: two decimals where it is tens or thousands, as many as tell otherwise.

    >>> worth(65, 500), worth(-3.5, 500), worth(0.838, 1), worth(1234567.2, 1e6), worth(0.0012345, 0.01)
    ('65.00', '−3.50', '0.838', '1,234,567', '0.00123')
    """
    if not math.isfinite(x) or not 1e-9 < span < 1e12:
        return number(x)
    places = digits(span)
    return _signed(f"{round(x, places) + 0.0:,.{places}f}")


def digits(span: float) -> int:
    """Decimals of amounts on a scale as wide as `span`, such that three digits of it can be told apart.

    >>> digits(0.5), digits(5), digits(50), digits(500_000)
    (4, 3, 2, 0)
    """
    return 0 if span >= 1e5 else 2 if span >= 10 else 3 - math.floor(math.log10(span))


def times_text(times: float) -> str:
    """How many times one thing is another: whole where it is, one part of that many, or with four digits.

    >>> [times_text(times) for times in (5, 1 / 5, 20 / 3, 3 / 20, 2.5, 12345)]
    ['5', '1/5', '6.667', '0.15', '2.5', '12,345']
    """
    for whole, written in ((times, ""), (1 / times, "1/")):
        if whole >= 1 and abs(whole - round(whole)) < 1e-6 * whole:
            return f"{written}{round(whole):,}"
    return f"{times:.4g}" if times < 1000 else f"{times:,.0f}"


NOISE = 1e-12
"""A score nearer to zero than this is a rounding error."""


def between(low: float, high: float) -> str:
    """Two numbers with as many decimals as it takes to tell them apart, as far as that takes eight at most.

    >>> between(0.37495, 0.37505)
    '0.37495 and 0.37505'
    """
    apart = abs(high - low)
    digits = 3 if apart < 1e-8 else max(3, -math.floor(math.log10(apart)))
    if digits == 3:
        return f"{number(low)} and {number(high)}"
    return f"{low:.{digits}f} and {high:.{digits}f}".replace("-", "−")


def theta_text(theta: float) -> str:
    """A share of cases predicted positive, with the digits it has, three at most; near 1 by what it lacks.

    >>> theta_text(0.5), theta_text(152 / 303), theta_text(0.999998)
    ('0.5', '0.502', '1 − 2.0 × 10⁻⁶')
    """
    if 0.9995 < theta < 1 - NOISE:
        return f"1 − {number(1 - theta)}"
    return f"{theta:.3g}" if theta > 0.0005 or theta == 0 else number(theta)


def percent(share: float) -> str:
    """A share for a sentence.

    >>> [percent(share) for share in (0.516, 0.2, 1, 0.00001, 0.99999, -0.0002)]
    ['51.6 %', '20 %', '100 %', 'below 0.1 %', 'above 99.9 %', 'above −0.1 %']
    """
    if not math.isfinite(share):
        return number(share)
    if -0.0005 < share < -NOISE:
        return "above −0.1 %"
    if 0 < share < 0.0005:
        return "below 0.1 %"
    if 0.9995 < share < 1:
        return "above 99.9 %"
    return _signed(f"{100 * share:,.1f}".removesuffix(".0")) + " %"


def p_text(log10_p: float) -> str:
    """A probability given by its decimal logarithm, so that the smallest ones keep their digits.

    >>> p_text(-55.41), p_text(-1.5), p_text(-1e-5), p_text(0), p_text(-34567.8)
    ('3.9 × 10⁻⁵⁶', '0.032', 'above 0.999', '1', '1.6 × 10⁻³⁴⁵⁶⁸')
    """
    if math.isnan(log10_p):
        return "no value"
    if math.isinf(log10_p):
        return "0" if log10_p < 0 else "∞"
    p = 10**log10_p
    if 0.9995 < p < 1 - NOISE:
        return "above 0.999"
    return _power(log10_p) if log10_p < -3 else number(p)


_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def _power(log10: float) -> str:
    """10^log10 as "3.9 × 10⁻⁵⁶"."""
    exponent = math.floor(log10)
    digits = f"{10 ** (log10 - exponent):.1f}"
    if digits == "10.0":
        digits, exponent = "1.0", exponent + 1
    return f"{digits} × 10{str(exponent).translate(_SUPERSCRIPTS)}"


def _signed(text: str) -> str:
    return text.replace("-", "−")


def file_name(*parts: str) -> str:
    """The name of a file that is saved, without its ending, from the data's, the page's and what is in it.

    >>> file_name("loans 2025.csv", "Curves", "ROC")
    'loans-2025-Curves-ROC'
    >>> file_name("", "Baselines", "All baselines")
    'Baselines-All-baselines'
    """
    source, *others = parts
    words = (re.sub(r"\W+", "-", part).strip("-") for part in (PurePath(source).stem, *others))
    return "-".join(word[:60] for word in words if word)


def unbroken(text: str) -> str:
    """A text in which no line ends between a number and its % or power of ten, or between ≥ or > and its number.

    >>> unbroken("5 % at ≥ 0.5").split(" ")
    ['5\\xa0%', 'at', '≥\\xa00.5']
    >>> unbroken("2 × 3 or 3.9 × 10⁻⁵⁶").split(" ")
    ['2', '×', '3', 'or', '3.9\\xa0×\\xa010⁻⁵⁶']
    """
    return re.sub(r"(?<=\d) (?=%|× 10[⁻⁰-⁹¹²³])|(?<=[≥>]) (?=\**[\d−])|(?<=×) (?=10[⁻⁰-⁹¹²³])", "\u00a0", text)


MOST_CASES = 10**9
"""The largest number of cases."""


def parse_count(name: str, given: Any, least: int = 0) -> int:
    """A number of cases from `least` to 10^9, given as 303, "10,000" or "1e6"; `name` says of what.

    Raises `InputError` "M must be a whole number such as 303, got "x"" and "M must be between 1 and 1,000,000,000,
    got 0".

    >>> parse_count("M", "10,000"), parse_count("P", 1e6)
    (10000, 1000000)
    """
    text = str(given)
    plain = re.sub(r"[,\s]", "", text).replace("−", "-")
    if not re.fullmatch(r"[-+]?\d{1,40}(\.\d{0,40})?(e\+?\d{1,2})?", plain, re.IGNORECASE) or float(plain) % 1:
        raise InputError(f'{name} must be a whole number such as 303, got "{text:.40}"')
    if not least <= float(plain) <= MOST_CASES:
        raise InputError(f"{name} must be between {least} and {MOST_CASES:,}, got {text:.40}")
    return int(float(plain))


def shortest(threshold: float) -> str:
    """A threshold with all the digits it takes and a minus sign.

    >>> shortest(0.062), shortest(-0.25)
    ('0.062', '−0.25')
    """
    return f"{threshold:.15g}".replace("-", "−")
