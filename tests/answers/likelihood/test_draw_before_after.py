"""Every measure before and after, the scores called, and transformed scores, as figures: by their data."""

import math
import re

import numpy as np
import pytest

from ddcore.answers.likelihood.densities_draw import transformed_alt, transformed_figure
from ddcore.answers.likelihood.measures_draw import before_after_alt, before_after_figure
from ddcore.answers.thresholds.draw import predicted_alt, predicted_figure
from ddcore.figures.theme import LIGHT
from ddcore.measures import MEASURES
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.before_after import BETWEEN, before_after
from ddcore.scores.exact_bests import exact_bests
from ddcore.scores.gain import gain
from ddcore.scores.transformed import Transformed
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, sound, themes
from tests.helpers.loops import nonempty
from tests.helpers.scores import simulated

INF = math.inf


@pytest.fixture(scope="module")
def rows():
    table = simulated("scenario_3", 100)
    found = gain(table, "kde", rng=np.random.default_rng(1))
    return before_after(table, found.likelihood, found.readings)


@pytest.fixture(scope="module")
def exact():
    law = SCENARIOS["scenario_3"]
    return {row.measure.key: row for row in exact_bests(law.positives, law.negatives, (1, 1))}


@themes
def test_a_row_a_measure_with_both_values(rows, exact, theme):
    figure = before_after_figure(rows, exact, theme)
    sound(figure)
    dots = {trace.name: trace for trace in figure.data if trace.name}
    assert legend(figure) == ["exact", "as it is", "as evidence"]
    assert list(entries(dots["as it is"].x)) == [row.unseen_before.value for row in rows]
    assert list(entries(dots["as evidence"].x)) == [row.unseen_after.value for row in rows]
    assert list(entries(dots["exact"].x)[:2]) == [exact["F1"].before, exact["F1"].after]
    names = figure.layout.yaxis.ticktext
    assert len(names) == len(BETWEEN)
    for key, name in nonempty(zip(BETWEEN, names, strict=True)):
        assert ("↓" in name) == (MEASURES[key].better == "lower")


def test_words_and_hover_have_the_gain(rows):
    figure, first = before_after_figure(rows, {}, LIGHT), rows[0]
    assert legend(figure) == ["as it is", "as evidence"]
    for text in (before_after_alt(rows), figure.data[-1].hovertext[0]):
        assert f"{first.unseen_after.value:.3f}" in text
    assert f"gain {first.gain.value:.3f}" in figure.data[-1].hovertext[0]
    table = ScoreTable.of([0.1, 0.4, 0.35], [0, 1, 0])
    found = gain(table, "kde", rng=np.random.default_rng(1))
    figure = before_after_figure(before_after(table, found.likelihood, ()), {}, LIGHT)
    assert entries(figure.data[1].x)[0] == 1
    assert "gain" not in figure.data[-1].hovertext[0]


@themes
@pytest.mark.parametrize(
    ("called", "ends", "told"),
    [
        (((-INF, INF),), [0, 1, None], "all scores"),
        (((-INF, 0.2), (0.5, INF)), [0, 0.2, None, 0.5, 1, None], "scores up to 0.200 and scores ≥ 0.500"),
        ((), None, "no score"),
    ],
)
def test_strips_reach_from_score_to_score(theme, called, ends, told):
    both = {"one threshold": ((0.3, INF),), "as evidence": called}
    figure = predicted_figure(both, (0, 1), theme)
    sound(figure)
    thick = [list(trace.x) for trace in figure.data if trace.line.width == 14]
    assert thick == [[0.3, 1, None], *([] if ends is None else [ends])]
    assert predicted_alt(both).split(": ", 1)[1] == f"scores ≥ 0.300; as evidence: {told}."


@themes
@pytest.mark.parametrize(("scale", "neutral"), [("log_ratio", 0), ("probability", 0.5)])
def test_transformed_scores_are_steps(theme, scale, neutral):
    spread = Transformed(scale, np.array([0.0, 0.5, 1.0]), np.array([0.5, 1.5]), np.array([2.0, 0.0]))
    figure = transformed_figure(spread, "ill", "well", theme)
    sound(figure)
    first, second = figure.data
    assert (list(entries(first.x)), list(entries(first.y))) == ([0, 0.5, 0.5, 1], [0.5, 0.5, 1.5, 1.5])
    assert list(entries(second.y)) == [2, 2, 0, 0]
    assert figure.layout.shapes[0].x0 == neutral
    assert re.findall(r"[\d.]+ to [\d.]+\b", transformed_alt(spread, "ill", "well")) == ["0.500 to 1", "0 to 0.500"]
