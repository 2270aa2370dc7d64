"""Scores at no threshold on the scale from chance to perfect, by what the figures show."""

import re

import numpy as np
import pytest

from ddcore.answers.base.threshold_free_draw import (
    LOWEST,
    NO_SCORES,
    against_chance_alt,
    against_chance_figure,
    spread_against_chance_figure,
)
from ddcore.figures.theme import LIGHT
from ddcore.scores.against_chance import AgainstChance, against_chance
from tests.helpers.figures import legend, sound, themes
from tests.helpers.line_figures import simulated

GOOD, BLIND = (against_chance(simulated(apart, seed=seed)) for apart, seed in ((1.5, 1), (0.0, 2)))
AUC, BRIER = (next(one for one in GOOD if one.measure.key == key) for key in ("AUC", "Brier"))


def seen(value):
    return max(value, LOWEST)


@themes
def test_marks_and_intervals_stand_between_chance_and_perfect(theme):
    figure = against_chance_figure({"A": GOOD, "none": (), "B": BLIND}, theme)
    assert sound(figure)
    bars, marks = figure.data[0:6:3], figure.data[1:6:3]
    for at, (lines, bar, mark) in enumerate(zip((GOOD, BLIND), bars, marks, strict=True)):
        colour = theme.colour(2 * at)
        assert list(mark.x) == [seen(one.beyond.value) for one in lines]
        assert list(mark.y) == pytest.approx([place + (-0.1, 0.1)[at] for place in range(4)])
        assert list(bar.x[::3]) == [seen(one.beyond.low) for one in lines]
        assert list(bar.x[1::3]) == [seen(one.beyond.high) for one in lines]
        filled = [one.state in ("beats", "worse") for one in lines]
        assert list(mark.marker.color) == [colour if one else theme.background for one in filled]
        assert set(mark.marker.line.color) == {bar.line.color} == {colour}
    # The way from 1/2 to 1, and from the Brier score of the share of positives to 0.
    table = simulated(1.5, seed=1)
    share = table.positives.sum() / 300
    assert marks[0].x[0] == pytest.approx(2 * AUC.score - 1)
    assert marks[0].x[2] == pytest.approx(1 - BRIER.score / (share * (1 - share)))
    assert legend(figure) == ["A", "B", "hollow: not clearly", "cross: clearly worse", "best without skill"]
    assert figure.layout.yaxis.ticktext == tuple(one.measure.name for one in GOOD)
    bare = AgainstChance(AUC.measure, type(AUC.interval)(0.8), 0.5)
    bar, mark = against_chance_figure({"A": [bare]}, LIGHT).data[:2]
    assert (len(bar.x), list(mark.x)) == (0, pytest.approx([0.6]))
    assert re.findall(r"0\.\d+", mark.hovertext[0]) == ["0.800", "0.500", "0.600"]


def test_folds_are_dots_and_their_mean_a_diamond():
    folds = {f"fold {i}": against_chance(simulated(1.0, seed=i)) for i in range(4)}
    figure = spread_against_chance_figure(folds, "folds", LIGHT)
    assert sound(figure)
    dots, means = figure.data[:2]
    assert sorted(zip(dots.y, dots.x, strict=True)) == sorted(
        (place, seen(one.beyond.value)) for lines in folds.values() for place, one in enumerate(lines)
    )
    assert list(means.x) == pytest.approx(
        [seen(np.mean([lines[place].beyond.value for lines in folds.values()])) for place in range(4)]
    )
    assert legend(figure) == ["each fold", "their mean", "best without skill"]
    assert means.marker.symbol == "diamond"


def test_no_scores_of_both_classes():
    for figure in (against_chance_figure({"A": ()}, LIGHT), spread_against_chance_figure({}, "folds", LIGHT)):
        assert (figure.layout.annotations[0].text, len(figure.data)) == (NO_SCORES, 0)
    assert against_chance_alt({"A": ()}) == NO_SCORES
    shown = f"{100 * AUC.beyond.value:.1f}"
    assert f"{AUC.measure.name} of A {shown} %" in against_chance_alt({"A": GOOD})
