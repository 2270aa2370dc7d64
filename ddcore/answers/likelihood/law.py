"""Could these scores separate better: the exact ratio and its curve, where the laws of the scores are known."""

from dataclasses import replace
from functools import partial

import plotly.graph_objects as go

from ddcore.answers.base.answer import Answer, Figure
from ddcore.answers.base.before_after import curve_of
from ddcore.answers.base.known_laws import METHOD, classes, exact
from ddcore.answers.base.separation import scored
from ddcore.answers.likelihood.draw import HEIGHT, with_exact_ratio
from ddcore.data import Data
from ddcore.figures.curves import with_exact_curve
from ddcore.figures.theme import Theme
from ddcore.formats import number
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.gain import Portrait


def beside(answer: Answer, data: Data, kind: str) -> Answer:
    """The answer with the exact ratio in its chart and the exact curve of it; itself where no law is known."""
    law = exact(data)
    if law is None or "ratio" not in answer.figures:
        return answer
    score = scored(data).score
    ratio, after = answer.figures["ratio"], answer.figures["likelihood"]
    portrait = data.cached(("exact portrait", data.name), lambda: law.portrait(float(score[0]), float(score[-1])))
    line = data.cached(
        ("exact ratio curve", data.name, kind, data.prevalence), lambda: curve_of(law.read(*classes(data)), kind).thin()
    )
    figures = {
        **answer.figures,
        "ratio": replace(
            ratio, words=f"{ratio.words} The exact ratio is dashed.", drawn=partial(_with_ratio, ratio, portrait)
        ),
        "likelihood": replace(
            after,
            words=f"{after.words} By the exact ratio, dashed, it is {number(line.summary)}.",
            drawn=partial(_with_curve, after, line),
        ),
    }
    rises = "never falls" if law.is_monotone else "rises and falls"
    values = {**answer.values, "exact": {"auc": law.auc, "best_auc": law.best_auc, "ratio": rises}}
    return replace(answer, figures=figures, values=values, method=answer.method + METHOD)


def _with_ratio(figure: Figure, portrait: Portrait, theme: Theme) -> go.Figure:
    return with_exact_ratio(figure.draw(theme), theme, portrait)


def _with_curve(figure: Figure, line: Curve, theme: Theme) -> go.Figure:
    return with_exact_curve(figure.draw(theme), theme, line, f"exact ratio {number(line.summary)}", HEIGHT)
