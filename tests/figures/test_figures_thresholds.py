"""Best thresholds as figures: the line, its best place and strip, the one set, and what they say."""

import math

import numpy as np
import pytest

from ddcore.figures.theme import LIGHT, THEMES, faded
from ddcore.figures.thresholds import EXAMPLE_ALT, example_figure, thresholds_alt, thresholds_figure
from ddcore.measures import MEASURES, measure
from ddcore.scores.best_thresholds import BestThreshold, best_thresholds
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import Best, BootstrapInterval, Closed, Constraint
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.line_figures import HAND, HOSTILE, LONG, ODD, TINY, fitting, markup, told_apart, trace

NAN, INF = math.nan, math.inf
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
JUDGING = [key for key, row in MEASURES.items() if row.judges]


@once
def made(key="F1", threshold=0.2, value=0.75, low=NAN, high=NAN, weighted=False):
    """A line whose best place and interval are put in."""
    best = Best(measure(key), threshold, value, HAND.at(0.2), (), 1)
    how = None if weighted else BootstrapInterval(low, high, NAN, NAN, NAN, 0.0)
    return BestThreshold(best, Closed(NAN, NAN), (), "one peak", how)


@once
def traced(table=HAND, key="F1"):
    return over_threshold(table, key).thin()


@once
def drawn(line=None, theme=LIGHT, threshold=0.5, name="A", table=HAND, key="F1"):
    return thresholds_figure(name, traced(table, key), line or made(key), theme, threshold)


class TestThresholds:
    @themes
    def test_line_is_the_measure_at_each_threshold(self, theme):
        """F1 is 2 TP / (3 + called)."""
        line = trace(drawn(theme=theme), "A")
        assert entries(line.x) == (0.1, 0.2, 0.4, 0.7, 0.9, None)
        assert line.y[:5] == pytest.approx((6 / 9, 6 / 8, 4 / 7, 2 / 5, 2 / 4))
        assert entries(line.y)[5] is None, "no case is predicted positive"
        assert (line.line.dash, line.line.color, line.line.width) == ("solid", theme.colour(0), 3)
        assert line.hovertext[1] == "<b>A</b>, threshold 0.200<br>F1: 0.750"

    @themes
    def test_draw_is_dashed_grey(self, theme):
        line = trace(drawn(theme=theme), "random guessing")
        assert (line.line.dash, line.line.color) == ("dash", theme.chance)
        called = np.array([6, 5, 4, 2, 1])
        assert line.y[:5] == pytest.approx(tuple(2 * called / 2 / (3 + called)))

    @themes
    def test_best_place_is_a_diamond(self, theme):
        mark = trace(drawn(theme=theme), "best")
        assert (mark.name, mark.x, mark.y, mark.mode) == ("best 0.750", (0.2,), (0.75,), "markers")
        assert (mark.marker.symbol, mark.marker.color) == ("diamond", theme.colour(0))
        assert entries(mark.hovertext) == ("best: threshold 0.200<br>F1: 0.750",)
        assert mark.cliponaxis is False

    @themes
    def test_interval_is_a_strip_with_an_entry_in_the_legend(self, theme):
        figure = drawn(made(low=0.1, high=0.4), theme, None)
        (strip,) = figure.layout.shapes
        assert (strip.type, strip.x0, strip.x1, strip.fillcolor) == ("rect", 0.1, 0.4, faded(theme.colour(0), 0.14))
        key = trace(figure, "95 %")
        assert (key.name, key.x, key.y, key.marker.symbol) == ("95 % of best ones", (None,), (None,), "square")
        assert legend(figure) == ["A", "random guessing", "95 % of best ones", "best 0.750"]

    def test_interval_up_to_calling_nothing_ends_at_the_last_score(self):
        (strip,) = drawn(made(low=0.4, high=INF), LIGHT, None).layout.shapes
        assert (strip.x0, strip.x1) == (0.4, 0.9)

    @pytest.mark.parametrize("line", [made(weighted=True), made(), made(low=INF, high=INF)])
    def test_no_interval_no_strip(self, line):
        figure = drawn(line, LIGHT, None)
        assert not figure.layout.shapes
        assert legend(figure) == ["A", "random guessing", "best 0.750"]

    def test_calling_nothing_positive_has_no_place(self):
        figure = drawn(made(threshold=INF, value=0.5), LIGHT, None)
        assert legend(figure) == ["A", "random guessing"]
        assert sound(figure)

    @themes
    def test_what_is_set_is_dotted(self, theme):
        figure = drawn(theme=theme, threshold=0.5)
        (line,) = figure.layout.shapes
        assert (line.x0, line.x1, line.line.dash, line.line.color) == (0.5, 0.5, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["threshold 0.500"]

    @pytest.mark.parametrize("threshold", [None, INF, -INF])
    def test_nothing_set_nothing_dotted(self, threshold):
        assert not drawn(threshold=threshold).layout.shapes

    @themes
    def test_no_value_anywhere_is_said(self, theme):
        constant = ODD["one distinct score"]
        figure = drawn(made("MCC", NAN, NAN), theme, table=constant, key="MCC")
        assert len(figure.data) == 0
        (note,) = figure.layout.annotations
        assert note.text.replace("<br>", " ") == "Matthews correlation has no value at any threshold."
        assert note.font.color == theme.muted

    def test_no_value_where_a_condition_holds(self):
        figure = drawn(made("PPV", NAN, NAN), LIGHT, None, key="PPV")
        assert legend(figure) == ["A", "random guessing"]
        assert sound(figure)

    @themes
    def test_titles(self, theme):
        layout = drawn(theme=theme).layout
        assert layout.xaxis.title.text == "threshold: predicted positive at scores ≥ this"
        assert layout.yaxis.title.text == "F1"
        assert layout.template.layout.font.color == theme.text

    @pytest.mark.parametrize("name", [TINY, HOSTILE, LONG])
    def test_names_are_shown_letter_by_letter(self, name):
        figure = drawn(made(low=0.1, high=0.4), LIGHT, name=name)
        assert "<" not in legend(figure)[0]
        assert not any("<" in markup(text) for one in figure.data for text in entries(one.hovertext))
        assert all(one.hovertemplate is None for one in figure.data)
        assert fitting(figure) == []

    def test_room_for_what_stands_below(self):
        few, more = drawn(made(), LIGHT, None), drawn(made(low=0.1, high=0.4), LIGHT, None)
        assert (len(legend(few)), len(legend(more))) == (3, 4)
        assert few.layout.height == more.layout.height == 360 + 34 + 22 + 2 * 21

    def test_lines_differ_in_their_dash(self):
        assert told_apart(drawn(made(low=0.1, high=0.4), LIGHT))

    @themes
    def test_example(self, theme):
        figure = example_figure(theme)
        assert legend(figure) == ["Matthews correlation", "Markedness"]
        assert [one.line.dash for one in figure.data] == ["solid", "dash"]
        assert [one.line.color for one in figure.data] == [theme.colour(0), theme.colour(1)]
        assert figure.layout.xaxis.title.text == "threshold"
        for one in figure.data:
            y = np.array([NAN if v is None else v for v in one.y])
            inner = y[1:-1]
            tops = np.flatnonzero((inner > y[:-2]) & (inner > y[2:])) + 1
            assert np.array(one.x)[tops] == pytest.approx([1, 2])
            assert not any(word in text for text in one.hovertext for word in ("nan", "inf"))
        assert told_apart(figure)
        assert len(figure.to_json()) < 10**6

    def test_example_by_hand(self):
        """From 1 on 0.9 of the positives and 0.3 of the negatives: MK = 0.9/1.2 + 0.7/0.8 - 1."""
        marked = trace(example_figure(LIGHT), "Markedness")
        assert marked.y[list(marked.x).index(1.0)] == pytest.approx(0.75 + 0.875 - 1)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *(("weighted", key) for key in JUDGING),
        *(
            (name, key)
            for name in ("two cases", "one distinct score", "far out")
            for key in ("PPV", "MCC", "DOR", "NLR")
        ),
    ],
)
def test_every_measure_of_odd_scores(name, key):
    table = ODD[name]
    row = traced(table, key)
    line = best_thresholds(table, [key], None)[0]
    figure = thresholds_figure("A", row, line, LIGHT, 0.5)
    assert sound(figure)
    said = thresholds_alt("A", row, line, 0.5)
    assert not any(word in said for word in ("nan", "inf", "∞", "no value to"))
    marks = [one for one in figure.data if one.name.startswith("best")]
    assert len(marks) == math.isfinite(line.best.threshold)


@pytest.mark.parametrize("name", ODD)
def test_odd_scores_with_resamples(name):
    table = ODD[name]
    whole = name != "weighted"
    drawn_from = Resamples.of(table, 10, rng=np.random.default_rng(1)) if whole else None
    line = best_thresholds(table, ["F1"], None, drawn=drawn_from)[0]
    figure = thresholds_figure("A", traced(table), line, LIGHT, 0.5)
    assert sound(figure)
    assert ("95 % of best ones" in legend(figure)) == whole
    for strip in (shape for shape in figure.layout.shapes if shape.type == "rect"):
        assert table.score[0] <= strip.x0 <= strip.x1 <= table.score[-1]


def test_a_title_of_the_axis_is_not_cut_off():
    """The longest names of the table of measures."""
    for key in JUDGING:
        assert "…" not in drawn(made(key), key=key).layout.yaxis.title.text, key


# In words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "threshold", "said"),
    [
        (made(weighted=True), None, "F1 score of A over the threshold, best at 0.200: 0.750."),
        (
            made(low=0.1, high=0.4),
            0.5,
            "F1 score of A over the threshold, best at 0.200: 0.750. 95 % of the best thresholds of resamples lie from "
            "0.100 to 0.400. The threshold set is 0.500, a dotted line.",
        ),
        (made(), INF, "F1 score of A over the threshold, best at 0.200: 0.750."),
        (
            made(threshold=INF, value=0.5),
            -3.0,
            "F1 score of A over the threshold, best by predicting no case positive: 0.500. "
            "The threshold set is −3, a dotted line.",
        ),
        (made(value=NAN), 0.5, "F1 score of A over the threshold, without a best one."),
    ],
)
def test_in_words(line, threshold, said):
    assert thresholds_alt("A", traced(), line, threshold) == said


@pytest.mark.parametrize(("low", "high", "rest"), [(0.2, INF, " lie from 0.200 to none."), (INF, INF, "0.200: 0.750.")])
def test_an_interval_up_to_calling_nothing_in_words(low, high, rest):
    """The strip ends at the last score, or is not there."""
    assert thresholds_alt("A", traced(), made(low=low, high=high), None).endswith(rest)


def test_what_is_set_above_all_scores_is_drawn_and_said():
    for table, key in ((HAND, "F1"), (ODD["many"], "PPV")):
        row = traced(table, key)
        assert thresholds_figure("A", row, made(key), LIGHT, 1.5).layout.shapes
        assert "The threshold set is 1.500" in thresholds_alt("A", row, made(key), 1.5)


def test_no_value_where_a_condition_holds_is_no_claim_about_all():
    """Precision is 1/2 where all are predicted positive; without a false alarm none is called so."""
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [1, 1, 0, 0])
    line = best_thresholds(table, ["PPV"], None, Constraint.of("TNR", 1.0))[0]
    assert (
        thresholds_alt("A", traced(table, "PPV"), line, None)
        == "Precision of A over the threshold, without a best one."
    )


def test_example_in_words():
    assert "both have a peak at 1 and another at 2" in EXAMPLE_ALT
