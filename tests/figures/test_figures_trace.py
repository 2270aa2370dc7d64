"""A measure over the threshold as a figure: lines, random guessing beside them, gaps and odd thresholds."""

import math
import re

import numpy as np
import pytest

from ddcore.figures.curves import trace_alt, trace_figure
from ddcore.figures.theme import LIGHT
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.figures import NOT_SAID, entries, legend, once, sound, themes
from tests.helpers.line_figures import HAND, ODD, simulated, trace

GOOD = simulated()
THREE = {"A": GOOD, "B": simulated(2.0, seed=2), "C": simulated(0.3, seed=3)}
TEN = {f"model {i}": simulated(0.2 * i, seed=i) for i in range(10)}
FLAT = ODD["one distinct score"]


@once
def traced(tables, key="F1"):
    return {name: over_threshold(one, key).thin() for name, one in tables.items()}


class TestTrace:
    @themes
    def test_measure_at_each_threshold_beside_the_draw_that_calls_as_many(self, theme):
        """A draw that calls a share q of half positive cases is right in half of them, whatever q."""
        figure = trace_figure(traced({"A": HAND}, "ACC"), theme, 0.4)
        line, chance = trace(figure, "A"), trace(figure, "random guessing")
        assert entries(line.x) == (0.1, 0.2, 0.4, 0.7, 0.9, None)
        assert entries(line.y) == pytest.approx((3 / 6, 4 / 6, 3 / 6, 3 / 6, 4 / 6, 3 / 6))
        assert line.hovertext[1] == "<b>A</b>, threshold 0.200<br>Accuracy: 0.667"
        assert entries(chance.y) == pytest.approx([0.5] * 6)
        assert chance.hovertext[0].endswith("<br>Accuracy: 0.500")
        assert [(one.x0, one.line.dash, one.line.color) for one in figure.layout.shapes] == [(0.4, "dot", theme.user)]
        for nowhere in (None, math.inf, math.nan):
            layout = trace_figure(traced({"A": GOOD}), theme, nowhere).layout
            assert (*layout.shapes, *layout.annotations) == ()

    @themes
    def test_several_models_have_a_line_each_and_one_draw(self, theme):
        figure = trace_figure(traced(THREE), theme, 0.5)
        assert legend(figure) == ["A", "B", "C", "random guessing"]
        lines = [trace(figure, name).line for name in THREE]
        assert len({line.color for line in lines}) == len({line.dash for line in lines}) == 3
        first = over_threshold(GOOD, "F1")
        there = [x for x in entries(trace(figure, "random guessing").x) if x is not None]
        assert there == pytest.approx(first.chance_threshold[np.isfinite(first.chance_threshold)])
        assert sound(figure)
        assert trace_alt(traced(TEN)).endswith("and 7 more.")

    def test_gap_where_there_is_no_value(self, theme):
        """Precision has none where no case is predicted positive; a model without any hides no other."""
        figure = trace_figure(traced({"A": HAND}, "PPV"), theme, 0.4)
        assert entries(trace(figure, "A").y)[-1] is entries(trace(figure, "random guessing").y)[-1] is None
        figure = trace_figure(traced({"A": FLAT, "B": GOOD}, "MCC"), theme, 0.5)
        assert any(y is not None for y in trace(figure, "B").y)
        assert set(entries(trace(figure, "A").y)) == {None}
        assert sound(figure)
        figure = trace_figure(traced({"A": FLAT}, "MCC"), theme, 0.5)
        assert figure.layout.annotations[0].text.startswith("Matthews correlation has no")
        assert len(figure.data) == 0

    def test_odd_thresholds(self):
        for name, table in ODD.items():
            lines = traced({"A": table}, "DOR" if name in ("far out", "rare", "perfect") else "PPV")
            assert sound(trace_figure(lines, LIGHT, 0.5)), name
            assert not re.search(NOT_SAID, trace_alt(lines)), name

    @pytest.mark.parametrize(
        ("tables", "key", "end"),
        [
            ({"A": HAND}, "ERR", "A is best, 0.333, at 0.200."),
            ({"A": HAND, "B": ODD["perfect"]}, "ACC", "0.667, at 0.200; B is best, 1, at 0.800."),
            ({"A": ScoreTable.of([1, 2, 3, 4, 5], [1, 0, 0, 0, 0])}, "ACC", "0.800, by predicting no case positive."),
        ],
    )
    def test_in_words(self, tables, key, end):
        assert trace_alt(traced(tables, key)).endswith(end)
