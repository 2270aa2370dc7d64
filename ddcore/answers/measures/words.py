"""The sentences about a measure: what it says, what is known of it, and how that is computed."""

import math
import re
from collections.abc import Mapping

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import calls, in_text, listing, literal, typed
from ddcore.answers.measures.compute import Classes
from ddcore.chance.dutch_draw import Baseline
from ddcore.decisions.admissible import FORMS
from ddcore.decisions.certificate import Certificate, Fractional, Slopes
from ddcore.formats import count, number
from ddcore.measures import MEASURES, Measure
from ddcore.measures.own_formula import COUNTS
from ddcore.measures.polynomial import Polynomial


def sentence(measure: Measure) -> str:
    """What the measure is."""
    if not measure.meaning:
        return f"**{literal(measure.title)}** is a formula of your own."
    return f"**{measure.title}** is {measure.meaning}."


def reason(measure: Measure, classes: Classes) -> str:
    """Its range, its direction and where it has no value; and for which classes the charts are."""
    better = f"{measure.better.capitalize()} is better." if measure.judges else "It describes and does not judge."
    where = f"It goes {measure.range}. {better}"
    if measure.undefined != "never":
        where += f" It is undefined if {measure.undefined}."
    if not classes.given:
        where += (
            f" The charts are for an example of {count(classes.total)} cases, {count(classes.positives)} of them "
            f"positive."
        )
    return where


def notes(proof: Certificate, classes: Classes, reach: Baseline) -> list[Note]:
    """Other names, how it runs over the threshold, whether it follows payoffs, and what chance scores."""
    measure = proof.measure
    found = []
    if measure.aliases:
        found.append(Note("other-names", f"Other names: {listing(measure.aliases, 12)}."))
    if measure.key in REMARKS:
        found.append(Note("same-as", REMARKS[measure.key]))
    best = reach.best(measure.better)
    if math.isfinite(best) and measure.judges:
        found.append(_baseline_note(measure, reach, classes, best))
    if measure.judges:
        found += [Note(f"shape-{proof.shape.replace(' ', '-')}", _shape(proof)), *_arrow(proof), _payoffs(proof)]
    return found


REMARKS: Mapping[str, str] = {
    "BACC": "For predictions without scores it is the area under the ROC curve through their one point (Burger & "
    "Meertens 2020, equation 11).",
    "J": "It is 2 × balanced accuracy − 1, so it ranks classifiers as that does.",
    "kappa": "It is accuracy from a guesser (0) to perfect (1), where the guesser predicts each case positive with a "
    "probability equal to the share that the classifier predicts positive (Burger & Meertens 2020, equation 1).",
    "TS": "It is F1 / (2 − F1), so it ranks classifiers as F1 does.",
    "F1": "It is 2 TS / (1 + TS), TS being the threat score, so it ranks classifiers as that does.",
    "CP": "It is the square of G-mean 2, so it ranks classifiers as that does.",
    "G2": "Its mean under random guessing is concave in the number predicted positive, and at most √(θ (1 − θ)), where "
    "θ is the share predicted positive.",
    "MCC": "Its square is markedness times Youden's J.",
    "PLR": "It is the slope of the line from the origin of the ROC chart to the classifier.",
}
"""What is true of one measure alone."""


def _baseline_note(measure: Measure, reach: Baseline, classes: Classes, best: float) -> Note:
    how = calls(reach.reached(measure.better), classes.total)
    ideal = measure.ideal(classes.total, classes.positives)
    if not measure.is_better(ideal, best):
        return Note(
            "cannot-be-beaten",
            f"No classifier beats chance on {in_text(measure)}: {how} already reaches **{number(best)}**, the best "
            f"possible value.",
        )
    return Note("baseline", f"Random guessing reaches a mean of **{number(best)}**, by {how}.")


def _shape(proof: Certificate) -> str:
    """How it runs over the threshold, for scores read as evidence."""
    known = (
        "This is proved for all scores whose likelihood ratio rises."
        if proof.shape_how == "proved"
        else "A search over pairs of distributions found nothing else; there is no proof."
    )
    name = in_text(proof.measure)
    name = name if "=" in proof.measure.key else f"{name[0].upper()}{name[1:]}"
    match proof.shape:
        case "one peak":
            return f"{name} has one peak over the threshold, so a local best is the best. {known}"
        case "several peaks":
            return (
                f"{name} can have several peaks over the threshold, even for scores whose likelihood ratio rises: an "
                f"example proves it. So the best threshold needs a search over all of them."
            )
        case "rises":
            return (
                f"{name} gets better as the threshold rises, so it is best with the fewest positive "
                f"predictions. {known}"
            )
        case "falls":
            return (
                f"{name} gets better as the threshold falls, so it is best with the most positive predictions. {known}"
            )
    return f"{name} is the same at every threshold. {known}"


def _arrow(proof: Certificate) -> list[Note]:
    """How the best threshold moves as positives become rarer."""
    if proof.arrow_how == "searched" or proof.arrow not in ("up", "down", "same"):
        return []
    moves = {
        "up": "rises as positives become rarer, so a threshold found on one share of positives is wrong on another",
        "down": "falls as positives become rarer, so a threshold found on one share of positives is wrong on another",
        "same": "does not depend on the share of positives",
    }[proof.arrow]
    return [Note("threshold-moves", f"Its best threshold on the likelihood ratio {moves}. This is proved.")]


def _payoffs(proof: Certificate) -> Note:
    """Whether some payoffs rank classifiers as it does."""
    name, form = in_text(proof.measure), proof.admissible.form
    return Note(f"payoffs-{form.replace(' ', '-')}", f"As a utility, {name} {FORMS[form]}.")


def symbols(measure: Measure) -> str:
    """What the letters and names of the printed formula are.

    >>> from ddcore.measures import measure
    >>> symbols(measure("F1")), symbols(measure("J"))
    ('TP: true positives, P: positive cases, n: cases predicted positive', 'TPR: recall, TNR: specificity')
    """
    counts = {latex: what for what, _, latex, _ in COUNTS.values() if "-" not in latex}
    rates = {rf"\mathrm{{{row.key}}}": in_text(row).partition(" (")[0] for row in MEASURES.values()}
    known = {**counts, **{latex: what for latex, what in rates.items() if latex not in counts}}
    apart = {latex: rf"(?<![A-Za-z\\]){re.escape(latex)}(?![A-Za-z])" for latex in known}
    used = [latex for latex in known if re.search(apart[latex], measure.latex)]
    return ", ".join(f"{latex.removeprefix(MATHRM).removesuffix('}')}: {known[latex]}" for latex in used)


MATHRM = r"\mathrm{"


def form_text(proof: Certificate) -> str:
    """Whether the measure is linear-fractional, and where."""
    if proof.form is None:
        return "not linear-fractional in TPR and FPR" if proof.form_how == "proved" else "may be linear-fractional"
    where = "" if proof.every_share else " at this share of positives"
    return f"(α₁·a + β₁·b + γ₁) / (α₂·a + β₂·b + γ₂), a = TPR, b = FPR, π₁ = P / M, π₀ = N / M{where}"


def parameters_text(form: Fractional) -> str:
    """The six parameters."""
    names = ("α₁", "β₁", "γ₁", "α₂", "β₂", "γ₂")
    return ", ".join(f"{name} = {part.text()}" for name, part in zip(names, form.parameters, strict=True))


LONGEST = 120
"""Letters of a derivative that is written out; a longer one says nothing to a reader."""
EQUATIONS: Mapping[str, str] = {
    "MCC": r"""MCC² is markedness times Youden's J. With $w = \pi_1 a + \pi_0 b$ it changes by (Gong 2022,
equation 4.17, whose plus between the fractions is lost in print)

$$
\frac{\pi_0 \pi_1 (a - b) f_0(t)}{w (1 - w)} \left(\frac{1 - a - t (1 - b)}{\pi_1 (1 - a) + \pi_0 (1 - b)} +
\frac{a - t b}{\pi_1 a + \pi_0 b}\right)
$$
"""
}
"""The derivative of a measure that is too long in one polynomial."""


def slopes_text(slopes: Slopes, *, of_square: bool) -> str:
    """A(t) and D(t), whose product is the derivative over the threshold, or that of the square."""
    below = slopes.below.reduced().text()
    density = "f₀(t)" if below == "1" else f"f₀(t) / ({below})²"
    change = _difference(slopes.fall.reduced(), slopes.rise.reduced())
    return f"A(t)·D(t){' for its square' if of_square else ''}, A(t) = {density}, D(t) = {change}"


def _difference(fall: Polynomial, rise: Polynomial) -> str:
    parts = [fall.text()] if fall else []
    if rise:
        parts.append(f"− t·({rise.text()})")
    return " ".join(parts) or "0"


def closed_form_text(form: Fractional) -> str:
    """The best threshold on the likelihood ratio, v being the best value.

    >>> from ddcore.decisions.certificate import fractional
    >>> from ddcore.measures import measure
    >>> closed_form_text(fractional(measure("F1"))), closed_form_text(fractional(measure("J")))
    ('π₀·v / (2·π₁ − π₁·v)', '1')
    """
    a1, b1, _, a2, b2, _ = form.parameters
    top, below = _in_value(-b1, b2), _in_value(a1, -a2)
    if below == "1":
        return top
    return f"{_grouped(top)} / {_grouped(below)}"


def _in_value(rest: Polynomial, slope: Polynomial) -> str:
    """rest + slope v."""
    if not slope:
        return rest.text()
    text = slope.text()
    part = f"({text})·v" if len(slope.terms) > 1 else {"1": "v", "−1": "−v"}.get(text, f"{text}·v")
    if not rest:
        return part
    return f"{rest.text()} − {part[1:]}" if part.startswith("−") else f"{rest.text()} + {part}"


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text


def method(proof: Certificate) -> str:
    """How the facts are found, with the formulas of this measure."""
    measure, form = proof.measure, proof.form
    mean = f"\\mathrm{{E}} = {measure.expected_latex}" if measure.expected_latex else "\\sum_k p(k)\\, f(k)"
    return f"""**{literal(measure.title)}** is

$$
{measure.latex}
$$

Source: {measure.source}. To type it as a measure of your own:

{typed(measure)}

**Random guessing.** A random guess predicts $n$ of $M$ cases positive, $P$ of which are truly positive. Its mean is
${mean}$, and the baseline is its best value over all $n$ (van de Bijl et al. 2024, Tables 3 and 4).

**In rates.** With $a$ = TPR, $b$ = FPR, the share of positives $\\pi_1 = P/M$ and $\\pi_0 = 1 - \\pi_1$,
{_form_method(proof)}

**Over the threshold.** Let $t$ be the threshold on the likelihood ratio, $f_0$ the density of the negatives and
$f_1 = t f_0$ that of the positives. Then $a' = -t f_0(t)$ and $b' = -f_0(t)$, and the measure changes by $A(t)\\,D(t)$
with $A(t) \\ge 0$. {_change(proof)}
For a linear-fractional measure this is $Z_1 (a - t b) + Z_2 (t (1-b) - (1-a)) + Z_3$ (Gong 2022, equation 4.11).
If all three are 0 or more, the measure rises (Proposition 9). If $Z_1 \\ge 0$, $Z_2 \\le 0$ and $Z_3 \\ge -Z_1$, it has
one peak (Lemma 2, Proposition 10). For other measures the program uses that the ROC curve of a likelihood ratio is
concave: a measure whose level curves are convex meets it in one stretch.

**Proved or searched.** *Proved*: the inequality holds for all rates and all shares of positives, because the
coefficients of its polynomials, as exact fractions in the basis of Bernstein, are all 0 or more; or a counterexample is
known. *Searched*: nothing else was found on 200 pairs of distributions, or on normal distributions for the best
threshold.
{_closed_latex(form) if proof.shape == "one peak" else ""}"""


def _form_method(proof: Certificate) -> str:
    form, ratio = proof.form, proof.ratio
    if ratio is None:
        return "this measure is no ratio of polynomials."
    top, below = ratio.top.reduced().latex(), ratio.below.reduced().latex()
    written = top if below == "1" else rf"\frac{{{top}}}{{{below}}}"
    if ratio.root:
        written = rf"\sqrt{{{written}}}"
    told = "this is linear-fractional" if form is not None else "this is not linear-fractional"
    return f"{told}:\n\n$$\n{written}\n$$"


def _change(proof: Certificate) -> str:
    """D(t) of a measure, where it is short enough to be read."""
    measure, slopes = proof.measure, proof.slopes
    if measure.key in EQUATIONS:
        return EQUATIONS[measure.key]
    whole = r"-t\,\frac{\partial f}{\partial a} - \frac{\partial f}{\partial b}"
    if slopes is not None and len(slopes_text(slopes, of_square=False)) <= LONGEST:
        fall, rise = slopes.fall.reduced().latex(), slopes.rise.reduced().latex()
        parts = [fall] if slopes.fall else []
        parts += [rf"- t \left({rise}\right)"] if slopes.rise else []
        whole = " ".join(parts) or "0"
    return f"Its sign is that of\n\n$$\nD(t) = {whole}\n$$\n"


def _closed_latex(form: Fractional | None) -> str:
    if form is None:
        return ""
    return f"""
**Best threshold.** At the best threshold $D(t) = 0$. For a linear-fractional measure with the best value $v$ this is
$t = (\\beta_2 v - \\beta_1) / (\\alpha_1 - \\alpha_2 v)$, here `{closed_form_text(form)}`.
"""
