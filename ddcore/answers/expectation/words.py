"""The sentences of expectations: of guesses of a fixed number of cases, and of guesses case by case."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.guess import guesser_text
from ddcore.answers.base.words import as_subject, calls, listing, put_in, typed
from ddcore.answers.baselines import BaselineRow
from ddcore.answers.expectation.compute import ModelPoint, named_means
from ddcore.chance import guessing
from ddcore.chance.dutch_draw import Distribution, baseline, predicted_positives
from ddcore.chance.expansion import BOUNDS, CURVATURES, HIGHEST_F1, LOWEST_F1, METRICS, Expansion
from ddcore.chance.g_mean import jensen_bound, mean_square, product_bound
from ddcore.chance.guessing import GUESSERS
from ddcore.chance.strategies import Strategies
from ddcore.formats import between, count, many, number, percent, theta_text
from ddcore.interval import confidence, tails
from ddcore.measures import Measure

GUESSER_REASON = (
    "Each case is predicted positive with the same probability **g**. Given how many are predicted positive, the guess "
    "is a random choice of that number (a *Dutch Draw*). So no such strategy scores better on average than the "
    "**baseline**."
)


def draw_sentence(rows: Sequence[BaselineRow], total: int) -> str:
    """Where each measure is best."""
    return _joined([(row.measure.title, _best_draw(row, total)) for row in rows])


def _best_draw(row: BaselineRow, total: int) -> tuple[float, str]:
    """The best mean, NaN for none, and how it is reached; "" where every guess has it."""
    if not row.reached:
        return math.nan, row.measure.undefined
    return row.best, "" if row.reached[0] == (0, total) else calls(row.reached, total)


def _joined(best: Sequence[tuple[str, tuple[float, str]]]) -> str:
    """One sentence about the best guess for each measure."""
    parts: list[str] = []
    for title, (mean, how) in best:
        if math.isnan(mean):
            parts.append(f"{title} is undefined: {how}")
        elif not how:
            parts.append(f"{title} is **{number(mean)}** on average, however the guess is made")
        elif not parts:
            parts.append(f"Random guessing has its best {title}, **{number(mean)}** on average, by {how}")
        else:
            parts.append(f"its best {title}, **{number(mean)}** on average, is reached by {how}")
    return "; ".join(parts) + "."


def draw_notes(
    measure: Measure, law: Distribution, total: int, theta: float, points: Sequence[ModelPoint], weighted: bool
) -> list[Note]:
    """What a draw at this theta scores, and where the models stand; how far draws scatter is not known for weights."""
    called = count(int(predicted_positives(total, theta)))
    verb = "is" if called == "1" else "are"
    if weighted:
        notes = [
            Note(
                "weighted",
                f"Mean and bands are those of {many(total, 'case')} of equal weight. Your cases are weighted, so "
                f"random guesses vary more.",
            )
        ]
    else:
        notes = [
            Note(
                "called",
                f"At θ = {theta_text(theta)}, **{called} of {many(total, 'case')}** {verb} predicted positive.",
            )
        ]
    if not law.value.size:
        return [*notes, Note("undefined", f"{measure.title} is undefined for all such guesses: {measure.undefined}.")]
    if not weighted:
        notes.append(Note("scatter", _scatter(law, measure.title)))
    if law.undefined > 0:
        notes.append(
            Note(
                "partly-undefined",
                f"{measure.title} is undefined for {percent(law.undefined)} of such guesses ({measure.undefined}); the "
                f"numbers leave them out.",
            )
        )
    for point in [point for point in points if point.key == measure.key][:3]:
        predicts = f"{as_subject(point.model)} predicts {percent(point.theta)} of the cases positive"
        if math.isnan(point.score):
            notes.append(Note("model-undefined", f"{predicts}; its {measure.title} is undefined."))
        else:
            notes.append(Note("model", f"{predicts}; its {measure.title} is {number(point.score)}."))
    return notes


def bound_notes(means: Mapping[str, float], total: int, theta: float) -> list[Note]:
    """How far the mean of G-mean 2 is below its bounds at this share, where it is shown."""
    called = int(predicted_positives(total, theta))
    if "G2" not in means or math.isnan(means["G2"]) or not 0 < called < total:
        return []
    bound, square, jensen = (float(of(total, called)) for of in (product_bound, mean_square, jensen_bound))
    return [
        Note(
            "g2-bound",
            f"The mean of G-mean 2 is at most √(θ (1 − θ)), so never above 1/2 (Cauchy-Schwarz). Here mean and bound "
            f"are **{between(means['G2'], bound)}**. The mean of its square is exactly θ (1 − θ) M / (M − 1) = "
            f"{number(square)}; the bound that follows from it, {jensen:.6g}, is looser (van de Bijl et al., Appendix "
            f"A.21).",
        )
    ]


def _scatter(law: Distribution, name: str) -> str:
    """Where the share of draws that the level asks for scores, or all of them where few scores are possible."""
    low, high = law.quantile(tails())
    where = f"**{number(low)}**" if low == high else f"between **{between(low, high)}**"
    if low <= law.value.min() and high >= law.value.max():
        return f"All such guesses have a score {where} on {name}." if low < high else f"All such guesses score {where}."
    return f"{confidence()} of such guesses score {where} on {name}."


def draw_method(measure: Measure, total: int, positives: int, theta: float) -> str:
    """How a draw at one theta is computed, with the numbers put in."""
    n = int(predicted_positives(total, theta))
    expected = put_in(measure.expected_latex, total, positives, n) if measure.expected_latex else r"\sum_k p(k)\, f(k)"
    return f"""A random guess (a *Dutch Draw*) at $\\theta$ predicts
$n = \\lfloor M \\theta + 1/2 \\rfloor$ cases positive; here
$n$ = {count(n)} of $M$ = {count(total)}, with $P$ = {count(positives)} truly positive. Its number of true positives
$k$ is hypergeometric:

$$
p(k) = \\binom{{P}}{{k}} \\binom{{N}}{{n-k}} \\Big/ \\binom{{M}}{{n}}
$$

**{measure.title}** is ${measure.latex}$, and on average ${expected}$. Where some guesses are undefined
({measure.undefined}), mean and bands leave them out. Source: {measure.source}. Its distribution under random
guessing: van de Bijl et al. (2024), Table 3. To type it as a measure of your own:

{typed(measure)}
"""


def guesser_sentence(curves: Sequence[Strategies]) -> str:
    """Which strategy is best on each measure."""
    return _joined([(curve.measure.title, _best_guesser(curve)) for curve in curves])


def _best_guesser(curve: Strategies) -> tuple[float, str]:
    """As `_best_draw`."""
    if not np.isfinite(curve.mean).any():
        return math.nan, curve.measure.undefined
    if curve.best is None:
        return float(np.nanmax(curve.mean)), ""
    g, value = curve.best
    return value, _how(g)


def _how(g: float) -> str:
    if g in (0, 1):
        return "always predicting positive" if g else "never predicting positive"
    return f"predicting each case positive with probability {theta_text(g)}"


def guesser_notes(curves: Sequence[Strategies], guess: str | float, g: float, weighted: bool) -> list[Note]:
    """What the selected strategy scores, which strategy with a name is best, and what a fixed number would add."""
    first = curves[0]
    title, share = first.measure.title, f"g = {theta_text(g)}"
    value = first.at(g)
    who = f"{guesser_text(guess)} ({share})" if isinstance(guess, str) else guesser_text(guess)
    notes = []
    if math.isnan(value):
        notes.append(Note("guess-undefined", f"{title} of {who} is undefined: {first.measure.undefined}."))
    else:
        notes.append(Note("guessed", f"The {title} of {who} is **{number(value)}** on average."))
        missing = float(guessing.undefined(first.measure, first.total, first.positives, g))
        if missing >= 0.0005:
            notes.append(
                Note(
                    "partly-undefined",
                    f"{title} is undefined for {percent(missing)} of these guesses ({first.measure.undefined}); the "
                    f"mean leaves them out.",
                )
            )
    notes += [*_best_named(first), *_draw_ahead(curves), *_level(curves)]
    if weighted:
        notes.append(
            Note("weighted", "The cases are weighted; these means are those of a million cases with this share.")
        )
    return notes


def _best_named(curve: Strategies) -> list[Note]:
    """Which of the strategies with a name is best on a measure."""
    known = {GUESSERS[name].words: mean for name, mean in named_means(curve).items() if math.isfinite(mean)}
    if curve.level or len(known) < 2:
        return []
    sign = 1 if curve.measure.better == "higher" else -1
    (best, mean), *others = sorted(known.items(), key=lambda item: -sign * item[1])
    others_text = listing([f"{words} {number(value)}" for words, value in others])
    return [
        Note(
            "best-named",
            f"Of the usual strategies, {best} is best on {curve.measure.title}, with {number(mean)} on average "
            f"({others_text}). So a comparison with chance has to name its strategy.",
        )
    ]


def _draw_ahead(curves: Sequence[Strategies]) -> list[Note]:
    """Where a fixed number of cases does better on average than any g, by more than a rounding."""
    for curve in curves:
        if curve.best is None:
            continue
        best_draw = baseline(curve.measure, curve.total, curve.positives).best(curve.measure.better)
        if abs(best_draw - curve.best[1]) >= 0.0005:
            return [
                Note(
                    "draw-ahead",
                    f"On {curve.measure.title}, predicting a fixed number of cases positive scores better: "
                    f"{number(best_draw)} on average against {number(curve.best[1])} at the best g. With g the number "
                    f"predicted positive varies.",
                )
            ]
    return []


def _level(curves: Sequence[Strategies]) -> list[Note]:
    level = [curve.measure.title for curve in curves if curve.level]
    return [Note("same-for-all", f"{listing(level)}: the mean is the same for every g.")] if level else []


def guesser_method(curve: Strategies, g: float, parts: Sequence[Expansion]) -> str:
    """How the means come about, and the expansions of Burger & Meertens at this g."""
    M, P = curve.total, curve.positives
    return f"""A guesser predicts each of the $M$ = {count(M)} cases positive with probability $g$, so that its true and
false positives $X$ and $Y$ are independent and binomial, with $P$ = {count(P)} and $N$ = {count(M - P)} trials. The
mean is summed exactly:

$$
\\mathrm{{E}}\\,Q(g) = \\sum_{{k=0}}^{{P}} \\sum_{{l=0}}^{{N}} \\binom{{P}}{{k}} \\binom{{N}}{{l}} g^{{k+l}}
(1-g)^{{M-k-l}}\\, Q(k, l)
$$

over the guesses for which the measure is defined. The number predicted positive is binomial, and all choices of that
number are equally likely, so this is also the mean of Dutch Draws with a binomial number. The usual strategies are
those of Burger & Meertens, section 2; the expected predictions are their Table 3. The thin line is the Dutch Draw of
$n$ cases, with $n/M$ nearest to $g$. Up to some 5,000 cases the distribution of single guesses is that of all tables.

**{curve.measure.title}**, to type as a measure of your own:

{typed(curve.measure)}

{_expansions(M, P, g, parts)}
"""


def _expansions(M: int, P: int, g: float, parts: Sequence[Expansion]) -> str:
    """Appendix A with the numbers of these classes."""
    if not parts:
        return (
            "The expansion of Burger & Meertens, Appendix A, is not shown: it needs cases of both classes and a g "
            "above 0 and below 1."
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

The first two terms, the exact mean, and the difference between the two. As in Burger & Meertens, PF1 is 0 where no
case is predicted positive, and NF1 where none is predicted negative:

| | $f(x, y)$ | first term | exact | difference |
|:--|--:|--:|--:|--:|
{sums}

For PPV, NPV, markedness (MRK) and MCC, not balanced, the difference is 0: where they are defined their means are
exactly $P/M$, $N/M$, 0 and 0. The first term of the balanced ones has bounds that hold for all classes:

{_bounds(parts)}

Over all $g$ the first term of balanced PF1 is at most 8/243 = {_digits(HIGHEST_F1[1])}, at $g$ = 2/5, and at least
$-\\frac{{4}}{{243}}(7\\sqrt7 - 10)$ = {_digits(LOWEST_F1[1])}, at $g = (\\sqrt7 - 2)/3$ = {_digits(LOWEST_F1[0])}; that
of balanced NF1 has the same bounds at $1 - g$.
"""


def _bounds(parts: Sequence[Expansion]) -> str:
    """The first terms, and their bounds."""
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
    text = f"{digits} × 10{str(int(power)).translate(SUPERSCRIPTS)}" if power else digits
    return text.replace("-", "−")


SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
