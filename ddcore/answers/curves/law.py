"""How well do the scores separate: the exact curve beside the drawn one, where the laws of the scores are known."""

from dataclasses import replace
from functools import partial

import plotly.graph_objects as go

from ddcore.answers.base.answer import Answer, Figure, Note
from ddcore.answers.base.known_laws import METHOD, classes, exact
from ddcore.data import Data
from ddcore.figures.curves import HEIGHT, with_exact_curve, with_exact_line
from ddcore.figures.theme import Theme
from ddcore.formats import number
from ddcore.measures import measure
from ddcore.scores.curve_kinds import CURVE_KINDS, Curve
from ddcore.scores.curves import curve
from ddcore.scores.exact import Exact


def beside(answer: Answer, data: Data, used: Data, kind: str, measure_key: str) -> Answer:
    """The answer with the exact curve of this kind in its chart; itself where no law is known or none is drawn.

    `used` are the data as they count where the model will be used.
    """
    law = exact(data)
    if law is None or not (kind in CURVE_KINDS or kind == "measure"):
        return answer
    figure = answer.figures["curves"]
    if kind == "measure":
        drawn, words = partial(_with_trace, figure, law, used, measure_key), "The exact line is dashed."
        notes = [Note("exact-line", "The law of these scores is known: the dashed line is the exact one.")]
    else:
        line = used.cached(("exact curve", kind), lambda: curve(law.table(*classes(used)), kind).thin())
        drawn, words = partial(_with_curve, figure, line), f"The exact one, dashed, is {number(line.summary)}."
        notes = [Note("exact-curve", _told(law, line))]
    figures = {**answer.figures, "curves": replace(figure, words=f"{figure.words} {words}", drawn=drawn)}
    values = {**answer.values, "exact": {"auc": law.auc, "best_auc": law.best_auc}}
    return replace(answer, figures=figures, notes=[*answer.notes, *notes], values=values, method=answer.method + METHOD)


def _told(law: Exact, line: Curve) -> str:
    start = f"The law of these scores is known: the {line.kind.summary_name} is {number(line.summary)} exactly"
    if line.kind.key != "roc":
        return f"{start}, the dashed line."
    if law.is_monotone:
        return f"{start}, the dashed line, and no reading of the scores can do better."
    return f"{start}, the dashed line; by their likelihood ratio (the evidence) it is {number(law.best_auc)}."


def _with_curve(figure: Figure, line: Curve, theme: Theme) -> go.Figure:
    return with_exact_curve(figure.draw(theme), theme, line, f"exact {number(line.summary)}")


def _with_trace(figure: Figure, law: Exact, used: Data, key: str, theme: Theme) -> go.Figure:
    at = law.edges
    values = law.over(measure(key), at, used.prevalence, float(used.total))
    return with_exact_line(figure.draw(theme), theme, at, values, "exact", HEIGHT)
