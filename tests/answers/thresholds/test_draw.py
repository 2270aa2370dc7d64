"""Best thresholds as figures: the line, its best place and strip, the one set, and over the share of positives."""

import math
import re

import numpy as np
import pytest

from ddcore.answers.thresholds.draw import (
    EXAMPLE_ALT,
    example_figure,
    predicted_alt,
    predicted_figure,
    shares_alt,
    shares_figure,
    thresholds_alt,
    thresholds_figure,
)
from ddcore.figures.theme import LIGHT, faded
from ddcore.measures import MEASURES, measure
from ddcore.scores.best_thresholds import BestThreshold, best_thresholds
from ddcore.scores.resampling import Resamples
from ddcore.scores.share_thresholds import OverShare
from ddcore.scores.thresholds import Best, BootstrapInterval, Closed, Constraint
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.figures import NOT_SAID, entries, legend, once, sound, themes
from tests.helpers.line_figures import HAND, ODD, fitting, told_apart, trace
from tests.helpers.loops import nonempty

NAN, INF = math.nan, math.inf
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


@themes
def test_measure_over_the_threshold_its_best_place_and_what_is_set(theme):
    """F1 is 2 TP / (3 + called)."""
    figure = drawn(theme=theme, threshold=0.5)
    line, draw, mark = (trace(figure, name) for name in ("A", "random guessing", "best"))
    assert entries(line.x) == (0.1, 0.2, 0.4, 0.7, 0.9, None)
    assert line.y[:5] == pytest.approx((6 / 9, 6 / 8, 4 / 7, 2 / 5, 2 / 4))
    assert entries(line.y)[5] is None
    assert line.hovertext[1] == "<b>A</b>, threshold 0.200<br>F1: 0.750"
    assert (line.line.color, draw.line.color) == (theme.colour(0), theme.chance)
    called = np.array([6, 5, 4, 2, 1])
    assert draw.y[:5] == pytest.approx(tuple(2 * called / 2 / (3 + called)))
    assert (mark.name, mark.x, mark.y) == ("best 0.750", (0.2,), (0.75,))
    assert entries(mark.hovertext) == ("best: threshold 0.200<br>F1: 0.750",)
    assert [(one.x0, one.line.color) for one in figure.layout.shapes] == [(0.5, theme.user)]
    for nowhere in (None, INF, -INF):
        assert not drawn(theme=theme, threshold=nowhere).layout.shapes
    assert drawn(theme=theme, threshold=1.5).layout.shapes[0].x0 == 1.5, "above all scores"


@themes
def test_interval_is_a_strip_with_an_entry_in_the_legend(theme):
    figure = drawn(made(low=0.1, high=0.4), theme, None)
    (strip,) = figure.layout.shapes
    assert (strip.type, strip.x0, strip.x1, strip.fillcolor) == ("rect", 0.1, 0.4, faded(theme.colour(0), 0.14))
    assert legend(figure) == ["A", "random guessing", trace(figure, "best, 95 %").name, "best 0.750"]
    assert told_apart(figure)
    (strip,) = drawn(made(low=0.4, high=INF), theme, None).layout.shapes
    assert (strip.x0, strip.x1) == (0.4, 0.9)
    for line in (made(weighted=True), made(), made(low=INF, high=INF)):
        without = drawn(line, theme, None)
        assert not without.layout.shapes
        assert legend(without) == ["A", "random guessing", "best 0.750"]


def test_calling_nothing_positive_has_no_place(theme):
    for line in (made(threshold=INF, value=0.5), made("PPV", NAN, NAN)):
        figure = drawn(line, theme, None, key=line.best.measure.key)
        assert legend(figure) == ["A", "random guessing"]
        assert sound(figure)
    figure = drawn(made("MCC", NAN, NAN), theme, table=ODD["one distinct score"], key="MCC")
    assert len(figure.data) == 0
    assert figure.layout.annotations[0].text.startswith("Matthews correlation has no")
    for key in sorted(JUDGING, key=lambda key: len(MEASURES[key].title))[-3:]:
        assert "…" not in drawn(made(key), key=key).layout.yaxis.title.text, key


@themes
def test_example_has_two_peaks(theme):
    """From 1 on 0.9 of the positives and 0.3 of the negatives: MK = 0.9/1.2 + 0.7/0.8 - 1."""
    figure = example_figure(theme)
    assert legend(figure) == ["Matthews correlation", "Markedness"]
    assert [one.line.color for one in figure.data] == list(theme.colours[:2])
    for one in figure.data:
        y = np.array([NAN if v is None else v for v in one.y])
        inner = y[1:-1]
        tops = np.flatnonzero((inner > y[:-2]) & (inner > y[2:])) + 1
        assert np.array(one.x)[tops] == pytest.approx([1, 2])
        assert not any(re.search(r"\b(nan|inf)\b", text) for text in one.hovertext)
    marked = trace(figure, "Markedness")
    assert marked.y[list(marked.x).index(1.0)] == pytest.approx(0.75 + 0.875 - 1)
    assert re.findall(r"\d", EXAMPLE_ALT)[-2:] == ["1", "2"]


@pytest.mark.parametrize("name", ["weighted", "two cases", "one distinct score", "far out"])
def test_every_measure_of_odd_scores(name):
    table = ODD[name]
    for key in nonempty(JUDGING if name == "weighted" else ("PPV", "MCC", "DOR", "NLR")):
        row, line = traced(table, key), best_thresholds(table, [key], None)[0]
        said = thresholds_alt("A", row, line, 0.5)
        assert not re.search(f"{NOT_SAID}|no value to", said), key
        if name != "weighted" or key in ("PPV", "MCC", "DOR", "NLR"):
            figure = thresholds_figure("A", row, line, LIGHT, 0.5)
            assert sound(figure), key
            marks = [one for one in figure.data if one.name.startswith("best")]
            assert len(marks) == math.isfinite(line.best.threshold), key


def test_odd_scores_with_resamples():
    for name, table in ODD.items():
        whole = name != "weighted"
        resamples = Resamples.of(table, 10, rng=np.random.default_rng(1)) if whole else None
        line = best_thresholds(table, ["F1"], None, drawn=resamples)[0]
        figure = thresholds_figure("A", traced(table), line, LIGHT, 0.5)
        assert sound(figure), name
        assert any(words.startswith("best, 95 %") for words in legend(figure)) == whole, name
        for strip in (shape for shape in figure.layout.shapes if shape.type == "rect"):
            assert table.score[0] <= strip.x0 <= strip.x1 <= table.score[-1]


@pytest.mark.parametrize(
    ("line", "threshold", "parts"),
    [
        (made(weighted=True), None, ["0.200", "0.750"]),
        (made(low=0.1, high=0.4), 0.5, ["0.200", "0.750", "0.100", "0.400", "0.500"]),
        (made(threshold=INF, value=0.5), -3.0, ["by predicting no", "0.500", "−3"]),
        (made(value=NAN), 1.5, ["without a best"]),
        (made(low=0.2, high=INF), None, ["0.200", "0.750", "0.200", "none"]),
    ],
)
def test_in_words(line, threshold, parts):
    """The best threshold and its value, the interval of the best ones, and the threshold set, each if it is there."""
    said = thresholds_alt("A", traced(), line, threshold)
    found = re.findall(r"by predicting no|without a best|\d\.\d{3}|−\d|none", said)
    assert found == parts


def test_no_value_where_a_condition_holds_is_no_claim_about_all():
    """Precision is 1/2 where all are predicted positive; without a false alarm none is called so."""
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [1, 1, 0, 0])
    line = best_thresholds(table, ["PPV"], None, Constraint.of("TNR", 1.0))[0]
    assert thresholds_alt("A", traced(table, "PPV"), line, None).endswith("without a best one.")


SHARES = np.array([0.1, 0.5, 0.9])
BEST = OverShare(measure("ACC"), SHARES, np.array([math.inf, 0.6, 0.2]), np.array([0.9, 0.8, 0.95]))
KEPT = np.array([0.5, 0.8, 0.9])
BAND = (np.array([0.1, 0.5]), np.array([0.8, 0.4]), np.array([math.inf, 0.7]))
MARKS = {"these cases": 0.5, "in use": 0.02}


def over_shares(best=BEST, band=BAND, threshold=0.5, theme=LIGHT):
    return shares_figure(best, KEPT, band, threshold, MARKS, theme)


@themes
def test_lines_are_the_thresholds_and_the_values(theme):
    figure = over_shares(theme=theme)
    assert sound(figure)
    assert not fitting(figure)
    assert entries(trace(figure, "best threshold").y) == (None, 0.6, 0.2)
    assert entries(trace(figure, "current threshold").y) == (0.5, 0.5)
    assert entries(trace(figure, "with the best").y) == (0.9, 0.8, 0.95)
    assert entries(trace(figure, "with the current one").y) == (0.5, 0.8, 0.9)
    assert entries(trace(figure, "best, 95 %").y) == (0.7, 0.4)


def test_shares_are_marked_by_name_inside_the_picture():
    figure = over_shares()
    marks = {note.text: (note.x, note.xanchor) for note in figure.layout.annotations}
    assert marks == {"these cases": (0.5, "center"), "in use": (0.02, "left")}
    assert [shape.x0 for shape in figure.layout.shapes] == [0.5, 0.02]
    assert legend(over_shares(band=None, threshold=math.inf)) == ["best threshold"]


def test_words_say_where_the_threshold_is():
    whole = OverShare(measure("F1"), SHARES, np.array([0.9, 0.6, 0.2]), KEPT)
    words = shares_alt(whole, MARKS)
    assert re.findall(r"0\.\d{3}", words) == ["0.900", "0.600", "0.200"]
    assert words.endswith("use at 2 %.")
    assert re.findall(r"none|0\.\d{3}", shares_alt(BEST, MARKS)) == ["none", "0.600", "0.200"]


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
