"""How does random guessing score as it predicts more cases positive?"""

from functools import partial
from typing import Annotated

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table
from ddcore.answers.base.guess import Empty, Guess
from ddcore.answers.base.selected_model import classes_of_draws
from ddcore.answers.base.words import DRAW, about
from ddcore.answers.baselines import rows_of
from ddcore.answers.expectation.compute import (
    draw_curves,
    guesser_curves,
    model_points,
    named_means,
    named_strategies,
)
from ddcore.answers.expectation.draw import (
    distribution_alt,
    distribution_figure,
    expectation_alt,
    expectation_figure,
    laws_alt,
    laws_figure,
    strategies_alt,
    strategies_figure,
)
from ddcore.answers.expectation.tables import (
    draws_table,
    expansions_table,
    expected_counts,
    guessers_table,
    law_remark,
    law_table,
    named_table,
)
from ddcore.answers.expectation.words import (
    GUESSER_REASON,
    bound_notes,
    draw_method,
    draw_notes,
    draw_sentence,
    guesser_method,
    guesser_notes,
    guesser_sentence,
)
from ddcore.chance import dutch_draw, guessing
from ddcore.chance.dutch_draw import predicted_positives
from ddcore.chance.expansion import expansions
from ddcore.chance.strategies import Strategies, law, mean_table
from ddcore.data import Data
from ddcore.formats import percent, theta_text
from ddcore.measures import MEASURES, Measure
from ddcore.options import Asked, Key, Measures, OneOf, Slider, in_force

TITLE = "Expected scores"
SECTION = "chance"
PAGE = "baselines"
TAB = "As more is predicted positive"
WORDS = (
    "random guessing, expected value, coin flip, guess rate, theta, distribution, Dutch Draw, share "
    "predicted positive, stratified"
)
NEEDS = needs.classes
NEEDED = "An expectation needs only two numbers: how many cases there are and how many are positive."
EXAMPLE = "M=303&P=139"
IN_REPORT = "no model"
NEXT = {
    "verdict": "Does the model beat that?",
    "thresholds": "Is {threshold} the right threshold?",
    "baselines": "What is the best that chance reaches?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Asked):
    """Up to four measures, how a guess is made, and the share of cases or the guesser whose scores are shown."""

    measure: Annotated[tuple[str, ...], Measures(most=4), Key("measure_looked_at")] = in_force("F1", "G2")
    guessing: Annotated[str, OneOf({"number": "A fixed number", "each": "Case by case"}, "tabs")] = Field(
        "number",
        title="Way of guessing",
        description="Either a fixed number of cases is drawn at random and predicted positive (a Dutch Draw), or each "
        "case is predicted positive with the same probability.",
    )
    theta: Annotated[float, Slider(0.005)] = Field(
        0.5,
        ge=0,
        le=1,
        title="Share of cases predicted positive, θ",
        description="The dotted line in the chart of the curves. The other chart shows the scores of single random "
        "guesses at this share.",
    )
    guess: Guess = "half"
    empty: Empty = "none"


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Mean and bands of each measure over theta, and the law of the first one at one theta; or the mean over g."""
    total, positives = classes_of_draws(data)
    if choices.guessing == "each":
        return _of_guessers(data, choices, total, positives)
    return _of_draws(data, choices, total, positives)


def _of_draws(data: Data, choices: Choices, total: int, positives: int) -> Answer:
    """The answer for guesses of a fixed number of cases."""
    keys, theta = choices.measure, choices.theta
    curves = draw_curves(data, keys, total, positives)
    rows = rows_of(total, positives, keys)
    means = {row.measure.key: float(dutch_draw.expectation(row.measure, total, positives, theta)) for row in rows}
    first = rows[0].measure
    scores = data.cached(
        ("law", first.key, total, positives, theta),
        partial(dutch_draw.distribution, first.key, total, positives, theta),
    )
    points = model_points(data, keys)
    of_theta = f"mean of random guesses that predict {percent(theta)} positive"
    return Answer.of(
        Answer(__doc__, draw_sentence(rows, total), DRAW, about(data)),
        Part(
            [
                *draw_notes(first, scores, total, theta, points, data.weighted),
                *bound_notes(means, total, theta),
            ],
            {
                "expectation": Figure(
                    "Mean score over the share predicted positive",
                    expectation_alt(curves, points, theta),
                    partial(expectation_figure, curves, points, theta),
                ),
                "law": Figure(
                    f"Scores of single random guesses at θ = {theta_text(theta)}",
                    distribution_alt(first, scores, means[first.key]),
                    partial(distribution_figure, first, scores, means[first.key]),
                ),
            },
            {
                "expectation": Table(
                    "Mean and bands over the share",
                    sum(curve.theta.size for curve in curves),
                    partial(draws_table, curves),
                ),
                "law": Table(
                    f"{first.title} of single random guesses at θ = {theta_text(theta)}, value by value",
                    min(int(predicted_positives(total, theta)), positives) + 1,
                    partial(law_table, first, total, positives, theta),
                    law_remark(first, total, positives, theta),
                ),
            },
            draw_method(first, total, positives, theta),
            {"theta": theta, "called_positive": int(predicted_positives(total, theta))},
            [
                number
                for row in rows
                for number in _numbers(row.measure, of_theta, means[row.measure.key], row.baseline.highest)
            ],
        ),
        Part(
            values={
                "measures": {
                    row.measure.key: {
                        "argmax": row.baseline.argmax,
                        "lowest": row.baseline.lowest,
                        "argmin": row.baseline.argmin,
                    }
                    for row in rows
                }
            }
        ),
    )


def _numbers(measure: Measure, of_guesses: str, mean: float, highest: float) -> list[Number]:
    """The mean of the selected guesses on one measure, and the highest mean of all."""
    path = ("measures", measure.key)
    return [
        Number(f"{measure.title}, {of_guesses}", mean, (*path, "expectation")),
        Number(f"{measure.title}, highest mean of random guessing", highest, (*path, "highest")),
    ]


CELLS = ("tp", "fp", "fn", "tn")


def _of_guessers(data: Data, choices: Choices, total: int, positives: int) -> Answer:
    """The answer for guesses case by case: every strategy, and the predictions that one of them expects."""
    curves = guesser_curves(data, choices.measure, choices.empty, total, positives)
    g = float(guessing.probability(choices.guess, positives / total))
    marks = named_strategies(curves, positives / total)
    expanded = data.cached(("expansions", total, positives, g), partial(expansions, total, positives, g))
    keys = list(dict.fromkeys((*choices.measure, *MEASURES)))
    rows = rows_of(total, positives, [curve.measure for curve in curves])
    return Answer.of(
        Answer(__doc__, guesser_sentence(curves), GUESSER_REASON, about(data)),
        Part(
            guesser_notes(curves, choices.guess, g, data.weighted),
            {
                "strategies": Figure(
                    "Mean score of guessing case by case",
                    strategies_alt(curves, marks, g),
                    partial(strategies_figure, curves, marks, g),
                ),
                **_laws(curves[0], g),
            },
            {
                "matrix": Table.of(
                    "Expected predictions",
                    expected_counts(data, total, positives, g),
                    f"Mean counts at g = {theta_text(g)}." + (" For a million cases." if data.weighted else ""),
                ),
                "named": Table(
                    "All measures by strategy",
                    len(MEASURES),
                    partial(named_table, keys, choices.empty, total, positives, g),
                ),
                "strategies": Table(
                    "Mean score over g", sum(curve.g.size for curve in curves), partial(guessers_table, curves)
                ),
                **(
                    {"expansions": Table.of("Expansions and exact means", expansions_table(expanded))}
                    if expanded
                    else {}
                ),
            },
            guesser_method(curves[0], g, expanded),
            {"g": g, "expected": {cell: float(getattr(mean_table(total, positives, g), cell)) for cell in CELLS}},
            [
                number
                for curve, row in zip(curves, rows, strict=True)
                for number in _numbers(
                    curve.measure,
                    f"mean of guesses that predict each case positive with probability {percent(g)}",
                    curve.at(g),
                    row.baseline.highest,
                )
            ],
        ),
        Part(
            values={
                "measures": {
                    curve.measure.key: {
                        "lowest": row.baseline.lowest,
                        "baseline": row.best,
                        "best_g": None if curve.best is None else curve.best[0],
                        "best": None if curve.best is None else curve.best[1],
                        **named_means(curve),
                    }
                    for curve, row in zip(curves, rows, strict=True)
                }
            }
        ),
    )


def _laws(curve: Strategies, g: float) -> dict[str, Figure]:
    """The scores of single guesses of both kinds, where there are few enough cases."""
    measure = curve.measure
    each = law(measure, curve.total, curve.positives, g)
    if each is None:
        return {}
    draw = dutch_draw.distribution(measure, curve.total, curve.positives, g)
    title = f"{measure.title} of single guesses at g = {theta_text(g)}"
    return {"laws": Figure(title, laws_alt(measure, draw, each), partial(laws_figure, measure, draw, each))}
