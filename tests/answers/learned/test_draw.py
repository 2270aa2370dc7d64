"""The figures of what was learned, by what they show."""

import pytest

from ddcore.answers.learned.draw import blend_alt, blend_figure, drawn_lines, learned_alt, learned_figure
from ddcore.chance.learned import learned
from ddcore.counts import Counts
from ddcore.figures.theme import DARK, LIGHT
from tests.helpers.figures import legend, once, sound

GOOD, WORSE = Counts(tp=227, fp=50, fn=31, tn=192), Counts(tp=110, fp=130, fn=148, tn=112)
KEYS = ("ACC", "TPR", "ERR", "F1", "MCC")


@once
def shown(models, keys=KEYS):
    return learned(models, keys)


def test_curves_go_from_guessing_to_perfect_and_marks_stand_on_them():
    rows = drawn_lines(shown({"A": GOOD}), "A")
    assert [row[0].measure.key for row in rows] == ["ACC", "ERR", "F1"]
    figure = blend_figure(rows, "A", LIGHT)
    assert sound(figure)
    assert legend(figure) == ["Accuracy", "Error rate", "F1", "A"]
    curve = next(trace for trace in figure.data if trace.name == "Accuracy")
    assert (curve.y[0], curve.y[-1]) == pytest.approx((0.516, 1.0))
    marks = [trace for trace in figure.data if trace.mode == "markers" and trace.x[0] is not None]
    assert [mark.x[0] for mark in marks] == [row[0].share.value for row in rows]
    assert [mark.y[0] for mark in marks] == [row[0].score.value for row in rows]
    thick = [trace for trace in figure.data if trace.mode == "lines" and trace.name is None and len(trace.x) > 2]
    ends = [(line.x[0], line.x[-1]) for line in thick]
    assert all((row[0].share.low, row[0].share.high) in ends for row in rows)
    rows = shown({"A": GOOD}, ("PPV", "ACC", "NPV", "F1", "J"))
    assert [row[0].measure.key for row in drawn_lines(rows, "A")] == ["ACC", "F1", "J"]
    assert [row[0].measure.key for row in drawn_lines(rows[:2], "A")] == ["ACC", "PPV"]


def test_below_guessing_the_curve_goes_on_to_the_left():
    rows = drawn_lines(shown({"A": WORSE}), "A")
    figure = blend_figure(rows, "A", DARK)
    assert sound(figure)
    assert figure.layout.xaxis.range[0] < rows[0][0].share.value < 0
    assert "always wrong" in figure.layout.xaxis.title.text
    curve = next(trace for trace in figure.data if trace.name == "Accuracy")
    assert curve.x[0] <= rows[0][0].share.low


def test_several_models_stand_side_by_side():
    rows = shown({"A": GOOD, "B": WORSE})
    figure = learned_figure(rows, LIGHT)
    assert sound(figure)
    assert legend(figure) == ["A", "B", "hollow: may be 0"]
    assert figure.layout.yaxis.ticktext == ("Accuracy", "Error rate", "F1", "Matthews correlation")
    dots = {trace.name: trace for trace in figure.data if trace.mode == "markers" and len(trace.x) > 1}
    shares = [row[0].share.value for row in rows]
    assert list(dots["A"].x) == [share for share in shares if share == share]
    known = [row[0].share for row in rows if row[0].share.is_finite]
    assert figure.data[0].x[::3] == tuple(share.low for share in known)
    assert figure.data[0].x[1::3] == tuple(share.high for share in known)
    assert dots["A"].marker.color[0] != dots["B"].marker.color[0]
    assert "B scores" in blend_alt(drawn_lines(rows, "B"), "B")
    assert "of 2 models" in learned_alt(rows, "A")
    figure = learned_figure(shown({"A": Counts(tp=80, fp=100, fn=40, tn=280)}, ("ACC", "F1")), LIGHT)
    marks, entry = (trace for trace in figure.data if trace.name == "A")
    assert marks.marker.color == (LIGHT.background, LIGHT.colour(0))
    assert (marks.showlegend, entry.marker.color) == (False, LIGHT.colour(0))


def test_without_a_share_the_figures_say_so():
    rows = shown({"A": GOOD}, ("TPR",))
    assert not drawn_lines(rows, "A")
    for figure, words in (
        (blend_figure([], "A", LIGHT), blend_alt([], "A")),
        (learned_figure(rows, LIGHT), learned_alt(rows, "A")),
    ):
        assert "None of these" in figure.layout.annotations[0].text
        assert figure.layout.annotations[0].text.replace("<br>", " ") in words
