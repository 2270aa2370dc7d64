"""Measures of different scales in one chart, and models at one place: each has an axis, none is hidden."""

import pytest

from ddcore.answers.baselines import rows_of
from ddcore.answers.baselines.draw import baselines_figure
from ddcore.answers.expectation.compute import ModelPoint
from ddcore.answers.expectation.draw import expectation_figure
from ddcore.answers.prevalence.draw import beyond_figure, imbalance_figure
from ddcore.answers.verdict.draw import verdict_figure
from ddcore.chance.bands import bands
from ddcore.chance.imbalance import Imbalance, imbalance_curve
from ddcore.chance.verdict import verdict
from ddcore.counts import Counts
from ddcore.figures.scale import MARK, RING
from ddcore.measures import measure
from tests.helpers.figures import entries, legend, sound

SAVED = "saved = 500 * tp / p"
HALF = "half = 250 * (tp + tn) / m - 50"
COUNTS = Counts(tp=80, fp=30, fn=20, tn=70)


def lines(figure):
    return {trace.name: trace for trace in figure.data if trace.mode == "lines" and trace.fill is None}


def test_measure_far_off_has_the_axis_on_the_right(theme):
    """Models stand on the axis of their measure."""
    points = [ModelPoint("A", "F1", 0.55, 0.8), ModelPoint("A", SAVED, 0.55, 400.0)]
    figure = expectation_figure([bands(key, 200, 100) for key in ("F1", SAVED)], points, None, theme)
    drawn = lines(figure)
    assert (drawn["F1"].yaxis, drawn["saved →"].yaxis) == ("y", "y2")
    assert max(drawn["saved →"].y) == pytest.approx(500)
    assert (figure.layout.yaxis2.side, figure.layout.yaxis2.title.text) == ("right", "saved")
    assert [trace.yaxis for trace in figure.data if trace.fill == "toself"] == ["y", "y", "y2", "y2"]
    marks = [trace for trace in figure.data if trace.name == "A" and trace.x[0] is not None]
    assert [(trace.yaxis, entries(trace.y)) for trace in marks] == [("y", (0.8,)), ("y2", (400.0,))]
    assert sound(figure)
    figure = expectation_figure([bands(key, 50, 20) for key in (SAVED, "F1", "G2")], [], None, theme)
    assert any(words.endswith("guesses, saved") for words in legend(figure)), "only the first of many has bands"


@pytest.mark.parametrize("keys", [("F1", "MCC"), (SAVED,), (SAVED, HALF)])
def test_measures_of_one_kind_have_one_axis(theme, keys):
    figure = expectation_figure([bands(key, 200, 100) for key in keys], [], None, theme)
    assert {trace.yaxis for trace in figure.data} <= {None, "y"}
    assert "yaxis2" not in figure.layout.to_plotly_json()


def test_over_imbalance_scores_have_it_and_what_lies_beyond_a_guesser_has_not(theme):
    curves = [imbalance_curve(Imbalance(measure(key), 0.8, 0.7, "half", total=40)) for key in ("F1", SAVED)]
    figure = imbalance_figure(curves, [], [("F1", 0.0, 0.76), (SAVED, 0.0, 400.0)], 0.3, theme)
    sides = {trace.name: trace.yaxis for trace in figure.data if trace.name and "saved" in trace.name}
    assert list(sides.values()) == ["y2", "y2"]
    beyond = beyond_figure(curves, [], 0.3, theme)
    assert {trace.yaxis for trace in beyond.data if trace.name and "saved" in trace.name} == {"y"}
    assert figure.layout.yaxis.range[1] < 2
    crosses = [trace for trace in figure.data if trace.x[0] == 0 and trace.mode == "markers"]
    assert [(trace.yaxis, trace.y[0]) for trace in crosses] == [("y", 0.76), ("y2", 400.0)]


def test_row_of_a_measure_far_off_has_its_own_ends(theme):
    shown = rows_of(200, 100, ["F1", HALF])
    figure = baselines_figure(shown, theme)
    assert "−50 to 200" in figure.layout.yaxis.ticktext[1]
    assert figure.layout.xaxis.range[1] < 1.2
    marks = next(trace for trace in figure.data if trace.name == "baseline")
    values = [reach.best("higher") for _, reach, _ in shown]
    assert entries(marks.x) == pytest.approx((values[0], (values[1] + 50) / 250))
    assert f"{values[1]:g}" in marks.text[1]


def test_verdict_has_score_chance_and_interval_on_the_scale_of_their_row(theme):
    judged = verdict("A", COUNTS, [HALF, "ACC"])
    figure = verdict_figure([judged], theme)
    (far,) = (line for line in judged.lines if line.measure.name == "half")
    dots = next(trace for trace in figure.data if trace.name == "A" and trace.x[0] is not None)
    assert entries(dots.x) == pytest.approx((250 * 0.75 / 250, 0.75))
    seen = {round(x, 9) for trace in figure.data for x in entries(trace.x) if x is not None}
    ends = (far.chance, far.interval.low, far.interval.high)
    assert {round((end + 50) / 250, 9) for end in ends} <= seen
    assert max(seen) <= 1


@pytest.mark.parametrize("far", [0, 0.01, 0.03])
def test_models_at_one_place_or_near_are_rings_around_each_other(theme, far):
    places = {"A": (0.5, 0.75), "B": (0.5 + far, 0.75), "C": (0.5, 0.75), "D": (0.9, 0.6)}
    points = [ModelPoint(name, "ACC", *place) for name, place in places.items()]
    figure = expectation_figure([bands("ACC", 200, 100)], points, None, theme)
    marks = {trace.name: trace for trace in figure.data if trace.name in tuple("ABCD") and trace.x[0] is not None}
    assert [marks[name].marker.size[0] for name in "ABCD"] == [MARK, MARK + RING, MARK + 2 * RING, MARK]
    assert [marks[name].marker.symbol[0].endswith("-open") for name in "ABCD"] == [False, True, True, False]
    assert [marks[name].hovertext[0].count("<b>") for name in "CD"] == [3, 1]
