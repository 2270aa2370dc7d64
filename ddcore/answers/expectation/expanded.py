"""How the mean of a guesser is computed: the sum, its expansion with the numbers put in, and the bounds of that."""

from collections.abc import Sequence

import pandas as pd

from ddcore.answers.base.words import typed
from ddcore.chance.expansion import BOUNDS, CURVATURES, HIGHEST_F1, LOWEST_F1, METRICS, Expansion
from ddcore.chance.strategies import Strategies
from ddcore.formats import count, theta_text


def expanded(parts: Sequence[Expansion]) -> pd.DataFrame:
    """Every expansion, part by part."""
    return pd.DataFrame(
        {
            "Measure": METRICS[part.key],
            "Balanced": "yes" if part.is_balanced else "no",
            "At the mean counts": part.middle,
            "Curvature along TP": part.xx,
            "Curvature along FP": part.yy,
            "Variance of TP": part.var_x,
            "Variance of FP": part.var_y,
            "First term": part.first,
            "Lowest first term": None if part.bounds is None else part.bounds[0],
            "Highest first term": None if part.bounds is None else part.bounds[1],
            "Expansion": part.middle + part.first,
            "Exact mean": part.exact,
            "Left out": part.left_out,
        }
        for part in parts
    )


def told(curve: Strategies, g: float, parts: Sequence[Expansion]) -> str:
    """How the means come about, and the expansions of Burger & Meertens at this g."""
    M, P = curve.total, curve.positives
    return f"""A guesser predicts each of the $M$ = {count(M)} cases positive with probability $g$, so that its true and
false positives $X$ and $Y$ are independent and binomial, with $P$ = {count(P)} and $N$ = {count(M - P)} trials. The
mean is summed exactly:

$$
\\mathrm{{E}}\\,Q(g) = \\sum_{{k=0}}^{{P}} \\sum_{{l=0}}^{{N}} \\binom{{P}}{{k}} \\binom{{N}}{{l}} g^{{k+l}}
(1-g)^{{M-k-l}}\\, Q(k, l)
$$

over the guesses that have a value. As the number predicted positive is binomial, and given that number all choices are
alike, it is also the mean of draws over a binomial number. Strategies with a name are those of Burger & Meertens,
section 2; the predictions to be expected are their Table 3. The thin line is the draw of $n$ cases, $n/M$ nearest to
$g$. Up to some 5,000 cases the scores of single guesses are those of all tables.

**{curve.measure.title}**, as it can be typed for a measure of your own:

{typed(curve.measure)}

{_expansions(M, P, g, parts)}
"""


def _expansions(M: int, P: int, g: float, parts: Sequence[Expansion]) -> str:
    """Appendix A with the numbers of these classes."""
    if not parts:
        return (
            "The expansion of Burger & Meertens, Appendix A, needs cases of both classes and a g above 0 and below 1; "
            "there is none here."
        )
    curved = "\n".join(
        f"- {_name(part)}: $f_{{xx}}$ = `{CURVATURES[part.key, part.is_balanced][0]}` = {_kept(part.xx, part.var_x)}, "
        f"$f_{{yy}}$ = `{CURVATURES[part.key, part.is_balanced][1]}` = {_kept(part.yy, part.var_y)}"
        for part in parts
    )
    sums = "\n".join(
        f"| {_name(part)} | {_mean(part.middle)} | {_mean(part.first)} | {_mean(part.exact)} | {_mean(part.left_out)} |"
        for part in parts
    )
    return f"""**Without the sum** (Burger & Meertens, Appendix A): around the mean counts $x = Pg$ = {_digits(P * g)}
and $y = Ng$ = {_digits((M - P) * g)} a measure $f$ has the mean

$$
f(x, y) + \\tfrac12 f_{{xx}}(x, y)\\, P g (1-g) + \\tfrac12 f_{{yy}}(x, y)\\, N g (1-g) + O(1/M^2)
$$

with the variances $P g (1-g)$ = {_digits(P * g * (1 - g))} and $N g (1-g)$ = {_digits((M - P) * g * (1 - g))} at $g$ =
{theta_text(g)}. The second derivatives there, of the measures as they are and balanced (with a $b$), where $r = x/P$
and $s = y/N$:

{curved}

What the first two terms come to, the exact mean, and what that has beyond them. PF1 is counted as 0 where no case is
predicted positive, and NF1 where none is predicted negative, as Burger & Meertens do:

| | $f(x, y)$ | first term | exact | left out |
|:--|--:|--:|--:|--:|
{sums}

Of PPV, NPV, markedness (MRK) and MCC as they are nothing is left out: given that they have a value their means are
exactly $P/M$, $N/M$, 0 and 0. The first term of the balanced ones lies between bounds, whatever the classes:

{_bounds(parts)}

Over all $g$ the first term of balanced PF1 is at most 8/243 = {_digits(HIGHEST_F1[1])}, at $g$ = 2/5, and at least
$-\\frac{{4}}{{243}}(7\\sqrt7 - 10)$ = {_digits(LOWEST_F1[1])}, at $g = (\\sqrt7 - 2)/3$ = {_digits(LOWEST_F1[0])}; that
of balanced NF1 has the same bounds at $1 - g$.
"""


def _bounds(parts: Sequence[Expansion]) -> str:
    """Where the first terms lie, and between which bounds."""
    return "\n".join(
        f"- {_name(part)}: between ${BOUNDS[part.key].low_latex}$ = {_mean(part.bounds[0])} and "
        f"${BOUNDS[part.key].high_latex}$ = {_mean(part.bounds[1])}; here {_mean(part.first)}"
        for part in parts
        if part.bounds is not None
    )


def _name(part: Expansion) -> str:
    name = METRICS[part.key]
    return f"$\\mathrm{{{name}}}^b$" if part.is_balanced else name


def _kept(curvature: float, variance: float) -> str:
    """A second derivative; 0 where rounding alone makes it another number."""
    return "0" if abs(curvature * variance) < NOISE else _digits(curvature)


NOISE = 1e-15


def _mean(value: float) -> str:
    """A mean or a part of one; 0 where rounding alone makes it another number."""
    return "0" if abs(value) < NOISE else _digits(value)


def _digits(value: float) -> str:
    """Four digits that count, far from one with a power of ten.

    >>> _digits(-0.03285), _digits(-7.35e-05)
    ('−0.03285', '−7.35 × 10⁻⁵')
    """
    digits, _, power = f"{value:.4g}".partition("e")
    told = f"{digits} × 10{str(int(power)).translate(SUPERSCRIPTS)}" if power else digits
    return told.replace("-", "−")


SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
