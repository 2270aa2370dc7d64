"""Words that several answers share: names and numbers as plain Markdown, and what holds for all data."""

import math
import re
from collections.abc import Sequence

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.chance.dutch_draw import Baseline, Intervals
from ddcore.chance.verdict import WEIGHTED
from ddcore.counts import Counts
from ddcore.data import TYPED_POSITIVE, Data
from ddcore.errors import InputError
from ddcore.formats import begun, between, count, many, number, percent
from ddcore.interval import Interval
from ddcore.measures import Measure
from ddcore.records.threshold import at_scores


def literal(text: str) -> str:
    """A name from a file as Markdown that shows it letter by letter, whatever it holds: no link, picture or formula."""
    # Addresses become links even where each sign is escaped; a word joiner, which nobody sees, keeps them apart.
    apart = re.sub(r"(?=://|@)|(?<=www)(?=\.)", "\u2060", " ".join(text.split()), flags=re.IGNORECASE)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", apart)


def as_subject(name: str) -> str:
    """The name of a model at the beginning of a sentence, as Markdown.

    >>> as_subject("the model"), as_subject("score_a")
    ('The model', 'score\\\\_a')
    """
    return literal(begun(name))


def listing(items: Sequence[str], most: int = 4) -> str:
    """ "a", "a and b", "a, b and c"; after `most` the rest is counted."""
    if len(items) > most:
        items = [*items[: most - 1], f"{len(items) - most + 1} more"]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


PROPER = ("MCC", "FM", "J", "kappa", "G2")
"""Measures whose names keep their capital letter inside a sentence."""


def in_text(row: Measure) -> str:
    """The name of a measure inside a sentence: "accuracy", "F1", "Cohen's kappa"."""
    common = "=" not in row.key and row.key not in PROPER and row.title != row.key
    return literal(row.name[0].lower() + row.name[1:]) if common else literal(row.title)


def reach(low: float, high: float) -> str:
    """From one threshold to another, with the digits that tell them apart; +inf predicts nothing positive.

    >>> reach(0.41, 0.49), reach(0.8001, 0.8004), reach(0.5, float("inf"))
    ('0.410 to 0.490', '0.8001 to 0.8004', '0.500 to never')
    """
    if math.isfinite(low) and math.isfinite(high):
        return between(low, high).replace(" and ", " to ")
    return " to ".join(number(end) if math.isfinite(end) else "never" for end in (low, high))


def values(low: float, high: float) -> str:
    """From one value to another, with the digits that tell them apart.

    >>> values(0.8001, 0.8004), values(2, float("inf"))
    ('0.8001 to 0.8004', '2 to infinity')
    """
    return reach(low, high).replace("never", "infinity")


def interval_text(interval: Interval) -> str:
    """From one end of an interval to the other: "0.920 to 0.958", or that there is none."""
    if math.isnan(interval.low):
        return "no interval"
    return f"{number(interval.low)} to {number(interval.high)}"


def signed(gain: float) -> str:
    """A gain with its sign, and none for nothing.

    >>> signed(0.2042), signed(1e-15), signed(-1)
    ('+0.204', '0', '−1')
    """
    text = number(gain)
    return text if text.startswith("−") or text == "0" else f"+{text}"


def sentence(problem: InputError) -> str:
    """What cannot be used, as a sentence."""
    text = literal(str(problem))
    return f"{text[0].upper()}{text[1:]}."


def calls(reached: Intervals, total: int) -> str:
    """Which draws reach a mean, in words: "always predicting positive", "predicting 152 of 303 positive"."""
    return " or ".join(_calls(first, last, total) for first, last in reached) or "no draw"


def _calls(first: int, last: int, total: int) -> str:
    if total == WEIGHTED and 1 < first == last < total - 1:  # weighted cases, or so many that single ones do not count
        few, most = 0.0005 * total, 0.9995 * total
        share = "less than 0.1 %" if first < few else "more than 99.9 %" if first > most else percent(first / total)
        return f"predicting {share} positive"
    if first == last:
        named = {total: "always predicting positive", 0: "never predicting positive"}
        if total > 2:
            named |= {1: "predicting one case positive", total - 1: "predicting all cases but one positive"}
        return named.get(first, f"predicting {count(first)} of {count(total)} positive")
    spans = {
        (0, total): "predicting any number of cases positive",
        (1, total): "predicting at least one case positive",
        (0, total - 1): "predicting not all cases positive",
        (1, total - 1): "predicting some but not all cases positive",
    }
    return spans.get((first, last), f"predicting {count(first)} to {count(last)} of {count(total)} positive")


FEW_CLUSTERS = 30
"""With fewer clusters intervals are only a rough guide."""


def as_much_as(counts: Counts) -> str:
    """The numbers of independent cases of each class that weighted or clustered cases are worth."""
    effective = counts.effective
    if effective is None:
        return "an unknown number of independent cases"
    positives, negatives = (round(float(number)) for number in (effective.positives, effective.negatives))
    cases = "independent cases" if counts.whole else "cases of equal weight"
    return f"{cases}, about {count(positives)} positive and {count(negatives)} negative"


def why_approximate(counts: Counts) -> str:
    """Why results for such counts are not exact: the beginning of a sentence."""
    return "The cases are in clusters" if counts.whole else "The cases are weighted"


def clusters_note(clusters: int, worth: str = "") -> Note:
    """What clusters do to intervals and p values; `worth` says what the cases are worth."""
    told = (
        f"The cases are in {many(clusters, 'cluster')}, and cases of one cluster resemble each other. Intervals and p "
        f"values therefore treat them like {worth or 'whole clusters'}."
    )
    if clusters < FEW_CLUSTERS:
        return Note("few-clusters", f"{told} With so few clusters they are only a rough guide.", kind="noise")
    return Note("clusters", told, kind="noise")


DRAW = (
    "Random guessing (a *Dutch Draw*) predicts some number of cases positive, chosen at random. Its best average score "
    "over all such numbers is the **baseline** that a model has to beat."
)


def about(data: Data) -> str:
    """What is positive, how often, and from which score on it is predicted; part of every answer."""
    if data.original is not None:
        return f"{about(data.original)} Results are for a base rate of **{percent(data.prevalence)}**."
    positive = "Positive" if data.positive == TYPED_POSITIVE else f"Positive = **{literal(data.positive)}**"
    if data.weighted:
        sentence = (
            f"{positive} ({percent(data.prevalence)} of the weight). The cases are weighted and count like "
            f"{as_much_as(data.model.counts)}; chance is that of very many cases with the same base rate."
        )
    else:
        share = f"{count(data.positives)} of {count(data.total)}, {percent(data.prevalence)}"
        sentence = f"{positive}: {share}." if data.positive == TYPED_POSITIVE else f"{positive} ({share})."
    if data.chosen is None or data.model.threshold is None:
        return sentence
    scores = at_scores(data.model.threshold, digits4)
    return f"{sentence} {as_subject(data.chosen)} predicts {literal(data.positive)} at {scores}."


def digits4(threshold: float) -> str:
    """A threshold with four digits and a minus sign.

    >>> digits4(-0.25), digits4(0.123456)
    ('−0.25', '0.1235')
    """
    return f"{threshold:.4g}".replace("-", "−")


def expected_formula(row: Measure, reach: Baseline, total: int, positives: int) -> str:
    """The expectation of the best draw: formula, numbers put in, value."""
    if not reach.argmax:
        return f"has no value: {row.undefined}."
    value, n = number(reach.best(row.better)), reach.reached(row.better)[0][0]
    if not row.expected_latex:
        return (
            f"$\\mathrm{{E}}\\left[{row.latex}\\right] = \\sum_k p(k)\\, f(k)$ at $n$ = {count(n)}, summed exactly: "
            f"**{value}**"
        )
    formula = row.expected_latex
    filled = put_in(formula, total, positives, n)
    equal = f"{formula} = {filled}" if filled != formula else formula
    return f"$\\mathrm{{E}}\\left[{row.latex}\\right] = {equal}$ at $n$ = {count(n)}: **{value}**"


def typed(row: Measure) -> str:
    """The formula of a measure as it can be typed for one of one's own, as a block of code.

    >>> from ddcore.measures import measure
    >>> typed(measure("precision"))
    '```\\ntp / pp\\n```'
    """
    return f"```\n{row.formula}\n```"


def put_in(latex: str, total: int, positives: int, called: int) -> str:
    r"""A formula in P, N, M and n with the numbers put in.

    >>> print(put_in(r"\frac{P \cdot n}{M}", 303, 139, 152))
    \frac{139 \cdot 152}{303}
    """
    numbers = {"P": positives, "N": total - positives, "M": total, "n": called}
    return re.sub(r"(?<![A-Za-z\\])[PNMn](?![A-Za-z])", lambda letter: str(numbers[letter[0]]), latex)


def article(name: str) -> str:
    """The name of a measure with its article: "an accuracy", "a precision"."""
    vowel = name[0].upper() in "AEIO" or re.match(r"(F|MCC|NPV|FDR|FOR|FPR|FNR)", name)
    return f"{'an' if vowel and not name.startswith(('Fowlkes', 'False')) else 'a'} {name}"


def own_direction(row: Measure) -> str:
    """Whether a higher or a lower value of a measure of one's own is better, why, and how to reverse it."""
    other = "lower" if row.better == "higher" else "higher"
    if row.key.endswith((", lower", ", higher")):
        return f"{row.title}: {row.better} is better, as you chose."
    good, bad = (
        row(Counts(tp=right, fp=50 - right, fn=50 - right, tn=right)) for right in map(np.array, ([50, 40], [0, 10]))
    )
    why = (
        f"because a perfect classifier has a {row.better} value than one that is always wrong"
        if (row.is_better(good, bad)).any()
        else "by default"
    )
    return f'{row.title}: {row.better} is better, {why}. To reverse this, end the formula with ", {other}".'


def not_drawn(measures: Sequence[Measure]) -> list[Note]:
    """Which measures of one's own are only in the table, and how to see them in the chart."""
    own = [row for row in measures if "=" in row.key and math.isinf(row.best)]
    large, endless = [row.title for row in own if row.grows], [row.title for row in own if not row.grows]
    notes = []
    if large:
        notes.append(
            Note(
                "grows",
                f"Only in the table, because the value grows with the number of cases: {listing(large)}. Divide by m.",
            )
        )
    if endless:
        notes.append(
            Note(
                "endless",
                f"Only in the table, because a perfect or an always wrong classifier has no value: {listing(endless)}.",
            )
        )
    return notes


def best_threshold_text(threshold: float) -> str:
    """The best threshold as a short clause.

    >>> best_threshold_text(0.25), best_threshold_text(math.inf)
    ('the best threshold is 0.250', 'it is best to predict no case positive')
    """
    if math.isfinite(threshold):
        return f"the best threshold is {number(threshold)}"
    return "it is best to predict no case positive"
