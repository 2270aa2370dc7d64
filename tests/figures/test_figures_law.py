"""Charts of laws: what is drawn is what was computed, and what is exact has its own dash."""

import numpy as np

from ddcore.answers.ensemble.draw import with_exact_border
from ddcore.answers.likelihood.draw import (
    AS_IS,
    OWN,
    OWN_RATIO,
    preview_alt,
    preview_figure,
    transformation_alt,
    transformation_figure,
    with_exact_ratio,
)
from ddcore.answers.thresholds import draw as law
from ddcore.figures.chart import Chart
from ddcore.figures.curves import DASH, with_exact_curve
from ddcore.figures.theme import DARK, LIGHT
from ddcore.scores.curves import curve
from ddcore.scores.exact import Exact, Peak
from ddcore.scores.law import Law
from ddcore.table import ScoreTable

LAWS = Exact(Law.of("normal(1.5,1)"), Law.of("normal(0,1)"))


def test_the_preview_is_small_and_has_both_densities():
    drawn = preview_figure(LAWS.portrait(-2, 3), LIGHT)
    assert [trace.name for trace in drawn.data] == ["positives", "negatives"]
    assert drawn.data[0].y.max() == np.max(LAWS.portrait(-2, 3).positives)
    assert drawn.layout.height < 220
    assert preview_alt(LAWS.portrait(-2, 3)).count("1.500") == 1


def test_peaks_stand_on_their_lines():
    portrait = LAWS.portrait(-2, 3)
    values = [np.linspace(0, 1, portrait.score.size)]
    peaks = [[Peak(0.5, 0.7), Peak(2.0, 0.3)]]
    drawn = law.peaks_figure(portrait, ["Matthews <b>"], values, peaks, DARK)
    by_name = {trace.name: trace for trace in drawn.data}
    assert by_name["likelihood ratio"].y.tolist() == np.exp(portrait.log_ratio).tolist()
    assert by_name["Matthews &lt;b&gt;"].y.tolist() == values[0].tolist()
    (marks,) = [trace for trace in drawn.data if trace.mode == "markers+text"]
    assert (list(marks.x), list(marks.y), list(marks.text)) == ([0.5, 2.0], [0.7, 0.3], ["0.700", "0.300"])
    words = law.peaks_alt(["MCC", "MK"], [*peaks, []])
    assert "0.700 at 0.500 and" in words
    assert "MK has no peak" in words
    peaks = [[Peak(1.0, 0.612), Peak(2.5, 0.4)], [Peak(1.02, 0.625)]]
    drawn = law.peaks_figure(portrait, ["MCC", "MK"], values * 2, peaks, LIGHT)
    lower, higher = [trace for trace in drawn.data if trace.mode == "markers+text"]
    assert list(lower.textposition) == ["bottom center", "top center"]
    assert list(higher.textposition) == ["top center"]


def test_exact_curve_ratio_and_border_are_at_their_values():
    one, portrait = curve(ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1]), "roc"), LAWS.portrait(-900, 900)
    (line,) = with_exact_curve(Chart(), LIGHT, one, "exact 0.750").data
    assert (tuple(line.x), tuple(line.y), line.name) == (tuple(one.x), tuple(one.y), "exact 0.750")
    assert (line.line.dash, line.line.color) == (DASH, LIGHT.text)
    (line,) = with_exact_ratio(Chart(), LIGHT, portrait).data
    np.testing.assert_allclose(np.log(line.y), np.clip(1.5 * line.x - 1.125, -np.log(1000), np.log(1000)))
    plane = Chart()
    plane.add_heatmap(x=[0, 1, 2], y=[0, 2], z=np.zeros((2, 3)))
    _, border, entry = with_exact_border(plane, LIGHT, lambda x, y: y[:, None] - 1000 * x).data
    assert np.array(border.z).tolist() == [[0, -700, -700], [2, -700, -700]]
    assert (border.contours.start, border.line.dash, entry.name) == (0, "dot", "exact border")
    drawn = law.with_exact_trace(Chart(), LIGHT, np.array([0.0, 1.0]), np.array([0.2, np.nan]), Peak(0.0, 0.2))
    ring, line = drawn.data
    assert (ring.marker.symbol, list(ring.x)) == ("circle-open", [0.0])
    assert (line.line.dash, line.line.color) == (DASH, LIGHT.user)
    assert np.isnan(line.y[1])


def test_a_transformation_stands_between_the_scores_and_their_ratio():
    table = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [1, 0, 0, 1])
    curves = {AS_IS: curve(table, "roc"), OWN: curve(table.rescored(np.abs(table.score - 0.5)), "roc")}
    drawn = transformation_figure(curves, LIGHT)
    assert [trace.name for trace in drawn.data if trace.name] == ["scores 0.500", "T(x) 1"]
    assert len({trace.line.dash for trace in drawn.data if trace.name}) == 2
    three = transformation_figure({**curves, OWN_RATIO: curves[OWN]}, DARK)
    assert three.data[-1].line.dash == "dot"
    assert "abs(x - 0.5)" in transformation_alt(curves, "abs(x - 0.5)")
