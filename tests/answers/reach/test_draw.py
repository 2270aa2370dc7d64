"""The figures of how hard a score is, by what they show."""

import numpy as np
import pytest

from ddcore.answers.reach.compute import ModelReach, ReachCurve
from ddcore.answers.reach.draw import AXES, reach_figure, steps_alt
from ddcore.data import Data
from ddcore.figures.theme import LIGHT
from ddcore.interval import Interval
from ddcore.measures import MEASURES
from ddcore.scores.reach import Needed
from tests.helpers.answers import asked
from tests.helpers.figures import legend, once, sound

asked = once(asked)
DATA = Data(303, 139)


def drawn(name, **choices):
    return asked("reach", DATA, **choices).figures[name].draw("light")


def trace(figure, name):
    return next(each for each in figure.data if each.name == name)


def test_curve_rises_from_chance_and_the_wanted_score_stands_on_it():
    figure = drawn("reach")
    assert sound(figure)
    assert legend(figure) == [
        "normal scores", "lower bound", "baseline", "score wanted", "one step more",
    ]  # fmt: skip
    curve, wanted = trace(figure, "normal scores"), trace(figure, "score wanted")
    assert (curve.x[0], curve.y[0]) == pytest.approx((0.5, 2 * 139 / 442))
    steps = asked("reach", DATA).values
    assert (wanted.x[0], wanted.y[0]) == (steps["wanted"]["auc"], 0.9)
    assert trace(figure, "one step more").x[0] == steps["next"]["auc"]
    assert trace(figure, "baseline").y == (2 * 139 / 442,) * 2
    figure = drawn("reach", ruler="separation")
    assert not any(name.startswith("least") for name in legend(figure))
    assert "distance" in figure.layout.xaxis.title.text


def test_least_of_any_law_lies_before_the_curve():
    for ruler in ("auc", "bits"):
        figure = drawn("reach", ruler=ruler)
        curve, least = trace(figure, "normal scores"), trace(figure, "lower bound")
        assert least.x[10] < min(x for x, y in zip(curve.x, curve.y, strict=True) if y >= least.y[10])


def test_bars_are_what_each_step_takes_the_nearest_in_full_colour():
    figure = drawn("steps")
    assert sound(figure)
    bars = figure.data[0]
    assert len(bars.x) == 19  # from the last place there is no room for a step
    full = [x for x, colour in zip(bars.x, bars.marker.color, strict=True) if colour != bars.marker.color[0]]
    assert len(full) == 1
    assert abs(full[0] - 0.9) <= (1 - 0.629) / 20
    assert all(y > 0 for y in bars.y)
    figure = drawn("steps", measure=["TPR"], wanted=0.9)
    assert "No step is possible" in figure.layout.annotations[0].text.replace("<br>", " ")


def test_a_model_stands_at_its_area_and_score_on_the_ruler_of_areas_alone():
    measure = MEASURES["F1"]
    curve = ReachCurve(np.array([0.6, 0.8]), {ruler: np.array([0.5, 1]) for ruler in AXES}, np.array([0.7]), {}, {})
    steps = [Needed(0.7, 1.0, 0.76, 0.2, 0.8, 0.7, 0.5)]
    model = ModelReach("<i>", Interval(0.75), Interval(0.7), 0.65)
    figure = reach_figure(measure, curve, steps, 0.6, model, "auc", LIGHT)
    mark = trace(figure, "the selected model")
    assert (mark.x, mark.y, mark.hovertext[0].split("<br>")[0]) == ((0.75,), (0.65,), "<b>&lt;i&gt;</b>")
    assert trace(figure, "score wanted").x == (0.76,)
    other = reach_figure(measure, curve, steps, 0.6, model, "bits", LIGHT)
    assert "the selected model" not in legend(other)
    assert trace(other, "score wanted").x == (0.2,)
    assert steps_alt(measure, ReachCurve(curve.value, {}, curve.at, {"auc": np.array([np.nan])}, {}), "auc").endswith(
        "here."
    )
