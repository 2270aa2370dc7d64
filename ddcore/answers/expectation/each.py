"""Guessers who predict each case positive with probability g: what every g scores, with those that have a name."""

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.guess import guesser, taken
from ddcore.answers.base.selected_model import classes_of_draws as whole
from ddcore.answers.base.words import about, listing
from ddcore.answers.expectation.choices import Choices
from ddcore.answers.expectation.each_draw import Named, laws_alt, laws_figure, strategies_alt, strategies_figure
from ddcore.answers.expectation.expanded import expanded, told
from ddcore.chance import guessing
from ddcore.chance.dutch_draw import baseline, distribution
from ddcore.chance.expansion import expansions
from ddcore.chance.guessing import GUESSERS
from ddcore.chance.strategies import Strategies, law, mean_table, strategies
from ddcore.data import Data
from ddcore.formats import number, percent, theta_text
from ddcore.measures import MEASURES
from ddcore.measures.type import Measure

REASON = (
    "Each case is predicted positive with the same probability **g**, without a look at it. However many that are, "
    "such a guess is a random one of that number, a *Dutch Draw*: on average no strategy scores better than the "
    "**baseline**."
)


def answered(question: str, data: Data, choices: Choices) -> Answer:
    """The mean score of every strategy, and the predictions that one of them expects."""
    total, positives = whole(data)
    curves = [
        data.cached(
            ("strategies", key, total, positives, choices.empty),
            partial(strategies, taken(key, choices.empty), total, positives),
        )
        for key in choices.measure
    ]
    g = float(guessing.probability(choices.guess, positives / total))
    named = _named(curves, positives / total)
    parts = data.cached(("expansions", total, positives, g), partial(expansions, total, positives, g))
    return Answer(
        question,
        "; ".join(_sentence(curve) for curve in curves) + ".",
        REASON,
        about(data),
        _notes(curves, choices.guess, g, data.weighted),
        {
            "strategies": Figure(
                "Mean score of every strategy",
                strategies_alt(curves, named, g),
                partial(strategies_figure, curves, named, g),
            ),
            **_laws(curves[0], g),
        },
        {
            "matrix": Table.of(
                "Predictions to be expected",
                _matrix(data, total, positives, g),
                f"The mean counts at g = {theta_text(g)}." + (" Of a million cases." if data.weighted else ""),
            ),
            "named": Table(
                "All measures by strategy", len(MEASURES), partial(_by_strategy, choices, total, positives, g)
            ),
            "strategies": Table("The curves", sum(curve.g.size for curve in curves), partial(_table, curves)),
            **({"expansions": Table.of("Expansions and exact means", expanded(parts))} if parts else {}),
        },
        told(curves[0], g, parts),
        {
            "g": g,
            "expected": {cell: float(getattr(mean_table(total, positives, g), cell)) for cell in CELLS},
            "measures": {curve.measure.key: _values(curve, g) for curve in curves},
        },
    )


def _laws(curve: Strategies, g: float) -> dict[str, Figure]:
    """The scores of single guesses of both kinds, where there are few enough cases."""
    measure, M, P = curve.measure, curve.total, curve.positives
    each = law(measure, M, P, g)
    if each is None:
        return {}
    draw = distribution(measure, M, P, g)
    title = f"{measure.title} of single guesses at g = {theta_text(g)}"
    return {"laws": Figure(title, laws_alt(measure, draw, each), partial(laws_figure, measure, draw, each))}


CELLS = ("tp", "fp", "fn", "tn")


def _values(curve: Strategies, g: float) -> dict[str, float | None]:
    reach = baseline(curve.measure, curve.total, curve.positives)
    best = curve.best
    return {
        "expectation": curve.at(g),
        "highest": reach.highest,
        "lowest": reach.lowest,
        "baseline": reach.best(curve.measure.better),
        "best_g": None if best is None else best[0],
        "best": None if best is None else best[1],
        **{name: curve.at(float(guessing.probability(name, curve.positives / curve.total))) for name in GUESSERS},
    }


def _named(curves: Sequence[Strategies], share: float) -> list[Named]:
    """The marks of the strategies with a name and of the best one, on each curve."""
    marks = []
    for name, strategy in GUESSERS.items():
        g = float(guessing.probability(name, share))
        marks += [Named(curve.measure.key, strategy.label, g, curve.at(g)) for curve in curves]
    best = [(curve.measure.key, curve.best) for curve in curves]
    return [*marks, *(Named(key, "Best of all g", *known) for key, known in best if known is not None)]


def _sentence(curve: Strategies) -> str:
    """Which strategy is best on one measure."""
    title = curve.measure.title
    if not np.isfinite(curve.mean).any():
        return f"{title} has no value: {curve.measure.undefined}"
    if curve.best is None:
        return f"{title} is **{number(float(np.nanmax(curve.mean)))}** on average, whatever g is"
    g, value = curve.best
    return f"{title} is best, **{number(value)}** on average, by {_how(g)}"


def _how(g: float) -> str:
    if g in (0, 1):
        return "always predicting positive" if g else "never predicting positive"
    return f"predicting each case positive with probability {theta_text(g)}"


def _notes(curves: Sequence[Strategies], guess: str | float, g: float, weighted: bool) -> list[Note]:
    """What the selected strategy scores, which strategy with a name is best, and what a fixed number would add."""
    first = curves[0]
    title, share = first.measure.title, f"g = {theta_text(g)}"
    value = first.at(g)
    who = f"{guesser(guess)} ({share})" if isinstance(guess, str) else guesser(guess)
    notes = []
    if math.isnan(value):
        notes.append(Note("guess-undefined", f"No guess by {who} has a value of {title}: {first.measure.undefined}."))
    else:
        notes.append(Note("guessed", f"On {title} {who} scores **{number(value)}** on average, exactly computed."))
        missing = float(guessing.undefined(first.measure, first.total, first.positives, g))
        if missing >= 0.0005:
            notes.append(
                Note(
                    "partly-undefined",
                    f"{percent(missing)} of these guesses have no value ({first.measure.undefined}); the mean is that "
                    f"of the others.",
                )
            )
    notes += [*_best_named(first), *_draw_ahead(curves), *_level(curves)]
    if weighted:
        notes.append(Note("weighted", "The cases are weighted; these means are those of a million with such a share."))
    return notes


def _best_named(curve: Strategies) -> list[Note]:
    """Which of the strategies with a name is best on a measure."""
    share = curve.positives / curve.total
    means = {row.words: curve.at(float(guessing.probability(name, share))) for name, row in GUESSERS.items()}
    known = {words: mean for words, mean in means.items() if math.isfinite(mean)}
    if curve.level or len(known) < 2:
        return []
    sign = 1 if curve.measure.better == "higher" else -1
    (best, mean), *others = sorted(known.items(), key=lambda item: -sign * item[1])
    said = listing([f"{words} {number(value)}" for words, value in others])
    return [
        Note(
            "best-named",
            f"Of the strategies with a name, {best} is best on {curve.measure.title}, {number(mean)} on average; "
            f"{said}. A comparison with chance has to say which one it means.",
        )
    ]


def _draw_ahead(curves: Sequence[Strategies]) -> list[Note]:
    """Where a fixed number of cases does better on average than any g, by more than a rounding."""
    for curve in curves:
        if curve.best is None:
            continue
        reach = baseline(curve.measure, curve.total, curve.positives).best(curve.measure.better)
        if abs(reach - curve.best[1]) >= 0.0005:
            return [
                Note(
                    "draw-ahead",
                    f"Drawing a fixed number of cases does better on {curve.measure.title}: {number(reach)} on "
                    f"average, {number(curve.best[1])} at the best g, as the number predicted positive varies.",
                )
            ]
    return []


def _level(curves: Sequence[Strategies]) -> list[Note]:
    level = [curve.measure.title for curve in curves if curve.level]
    return [Note("same-for-all", f"Every g scores the same on {listing(level)}.")] if level else []


def _matrix(data: Data, total: int, positives: int, g: float) -> pd.DataFrame:
    """The counts that a strategy expects, laid out as those of a model."""
    cells = mean_table(total, positives, g)
    return pd.DataFrame(
        {
            "predicted": ["positive", "negative", "all"],
            f"truly {data.positive}": [cells.tp, cells.fn, float(positives)],
            f"truly {data.negative}": [cells.fp, cells.tn, float(total - positives)],
            "all": [total * g, total * (1 - g), float(total)],
        }
    )


def _by_strategy(choices: Choices, total: int, positives: int, g: float) -> pd.DataFrame:
    """Each measure's mean by each strategy with a name, by the selected one, and by the best draw."""
    keys = dict.fromkeys((*choices.measure, *MEASURES))
    rows = [taken(key, choices.empty) for key in keys]
    columns = {strategy.label: name for name, strategy in GUESSERS.items()}
    return pd.DataFrame(
        {
            "Measure": row.name,
            "Short name": row.key,
            **{label: _mean(row, total, positives, name) for label, name in columns.items()},
            "Probability looked at": g,
            "Mean there": _mean(row, total, positives, g),
            "Without a value there": float(guessing.undefined(row, total, positives, g)),
            "Baseline": baseline(row, total, positives).best(row.better),
        }
        for row in rows
    )


def _mean(row: Measure, total: int, positives: int, guess: str | float) -> float:
    return float(guessing.expectation(row, total, positives, guess))


def _table(curves: Sequence[Strategies]) -> pd.DataFrame:
    """The curves point by point."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": curve.measure.key,
                    "Probability of predicting positive": curve.g,
                    "Mean of the guesser": curve.mean,
                    "Mean of the draw": curve.draw,
                }
            )
            for curve in curves
        ],
        ignore_index=True,
    )
