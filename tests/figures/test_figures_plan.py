"""The figures of how many cases it takes, by what they show."""

import numpy as np
import pytest

from ddcore.data import Data
from ddcore.figures.plan import log_ticks
from tests.helpers.answers import asked
from tests.helpers.figures import legend, once, sound

asked = once(asked)
DATA = Data(1000, 50)


def drawn(name, **choices):
    return asked("plan", DATA, **choices).figures[name].draw("light")


def test_probability_rises_to_the_marks_of_the_wanted_ones():
    figure = drawn("plan")
    assert sound(figure)
    assert legend(figure) == ["probability", "80 %: 262", "90 %: 350", "95 %: 454"]
    curve, *marks = figure.data
    assert list(curve.x) == sorted(curve.x)
    assert [(mark.x[0], mark.y[0]) for mark in marks] == [(262, 0.8), (350, 0.9), (454, 0.95)]
    assert min(y for x, y in zip(curve.x, curve.y, strict=True) if x >= 350) >= 0.9
    assert "1,000 here" in [note.text for note in figure.layout.annotations]


def test_width_falls_to_the_wished_one():
    figure = drawn("width")
    assert sound(figure)
    curve, mark = figure.data
    assert (np.diff(curve.y) < 0).all()
    assert (mark.x[0], mark.y[0]) == (asked("plan", DATA).values["width"]["cases"], 0.1)


def test_cost_is_least_at_its_mark():
    figure = drawn("cost")
    assert sound(figure)
    curve, mark = figure.data
    assert mark.y[0] == min(curve.y) == asked("plan", DATA).values["cheapest"]["cost"]
    assert figure.layout.shapes[0].x0 == 0.05


def test_figures_say_where_there_is_nothing_to_draw():
    answer = asked("plan", DATA, measure=["TPR"])
    for name in ("plan", "cost"):
        assert "No number of cases makes this verdict likely." in answer.figures[name].words
        assert not answer.figures[name].draw("dark").data


@pytest.mark.parametrize(
    ("ends", "ticks"),
    [((0.5, 2.2), ["5", "10", "20", "50", "100"]), ((1, 5), ["10", "100", "1,000", "10,000", "100,000"])],
)
def test_ticks_are_written_in_full(ends, ticks):
    assert log_ticks(*ends)["ticktext"] == ticks
