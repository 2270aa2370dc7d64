"""Cases that a person should see as figures: the band on the scores, and risk over coverage."""

import math
import re

import numpy as np
import pytest

from ddcore.answers.refer.draw import band_alt, band_figure, coverage_alt, coverage_figure, dots_alt, dots_figure
from ddcore.counts import Counts
from ddcore.decisions.costs import costs
from ddcore.decisions.coverage import RiskCoverage, risk_coverage
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import BandCounts, RejectBand, band_counts, best_band, cost_band
from ddcore.figures.theme import LIGHT, faded
from ddcore.measures import MEASURES, measure
from ddcore.scores.thinning import binned
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.line_figures import HAND, ODD, in_sight, told_apart, trace
from tests.helpers.loops import nonempty

NAN, INF = math.nan, math.inf


@once
def band(low=0.3, high=0.6, table=HAND):
    return RejectBand(low, high, 0.5, band_counts(table, low, high))


NONE = RejectBand(NAN, NAN, NAN, band_counts(HAND, INF, INF))


@once
def histogram(one=None, table=HAND, theme=LIGHT, names=("ill", "well")):
    return band_figure(binned(table), one or band(table=table), *names, theme)


def bars(figure, name):
    """The height of each bar that is not empty, by the middle of its bin."""
    found = trace(figure, f"truly {name}")
    return {round(x, 4): y for x, y in zip(found.x, found.y, strict=True) if y}


@themes
def test_bars_count_the_cases_of_each_class_and_the_band_is_a_strip(theme):
    """Both cases at 0.4, of six, are in the band."""
    table = ScoreTable.of([0.11, 0.21, 0.41, 0.41, 0.71, 0.91], [0, 1, 0, 1, 0, 1])
    figure = histogram(table=table, theme=theme)
    positive, negative = figure.data
    assert bars(figure, "ill") == {0.2125: 1, 0.4125: 1, 0.9125: 1}
    assert bars(figure, "well") == {0.1125: 1, 0.4125: 1, 0.7125: 1}
    assert all(len(one.x) == 40 and one.width == pytest.approx(0.025) for one in figure.data)
    assert figure.layout.barmode == "stack"
    assert (positive.marker.color, negative.marker.color) == tuple(faded(theme.colour(i), 0.75) for i in (0, 1))
    assert positive.hovertext[0].split("<br>") == ["score 0 to 0.025", "truly ill: 0 cases"]
    strip, *ends = figure.layout.shapes
    assert (strip.type, strip.x0, strip.x1, strip.fillcolor) == ("rect", 0.3, 0.6, faded(theme.user, 0.12))
    assert [(end.x0, end.line.color) for end in ends] == [(0.3, theme.user), (0.6, theme.user)]
    (note,) = figure.layout.annotations
    assert (note.text, note.x) == ("a person: 33.3 %", pytest.approx(0.45))
    figure = histogram(band(0.6, INF))
    strip, *ends = figure.layout.shapes
    assert (strip.x0, strip.x1, [end.x0 for end in ends]) == (0.6, 1.0, [0.6])
    assert sound_bars(figure)


@themes
def test_closed_band_is_a_line_and_without_one_nothing_is_drawn(theme):
    figure = histogram(band(0.5, 0.5), theme=theme)
    (line,) = figure.layout.shapes
    assert (line.x0, line.line.color) == (0.5, theme.user)
    for one in (band(INF, INF), NONE):
        layout = histogram(one, theme=theme).layout
        assert (*layout.shapes, *layout.annotations) == ()


@themes
def test_each_of_a_few_cases_is_a_mark_and_each_model_has_its_band(theme):
    """Two cases at 0.4, of one class each, and two positives at 0.9, which stand beside each other."""
    table = ScoreTable.of([0.4, 0.4, 0.9, 0.9], [0, 1, 1, 1])
    models = {"A": (table, band(0.3, 0.6, table)), "B": (HAND, band(0.5, 0.5))}
    figure = dots_figure(models, "ill", "well", theme)
    ill, well = (trace(figure, f"truly {name}") for name in ("ill", "well"))
    assert sorted(zip(ill.x, np.round(ill.y, 2), strict=True)) == [
        (0.2, 0.88),
        (0.4, -0.12),
        (0.4, 0.88),
        (0.9, -0.22),
        (0.9, -0.12),
        (0.9, 0.88),
    ]
    assert sorted(well.x) == [0.1, 0.4, 0.4, 0.7]
    assert ill.marker.symbol != well.marker.symbol
    assert figure.layout.yaxis.ticktext == ("A", "B")
    strip, *lines = figure.layout.shapes
    assert (strip.type, strip.x0, strip.x1, strip.y0) == ("rect", 0.3, 0.6, -0.4)
    # The axis begins at 0.068, below the lowest score.
    assert [(line.x0, line.y0) for line in lines] == [(0.3, -0.4), (0.6, -0.4), (0.5, 0.6)]
    assert [note.text for note in figure.layout.annotations] == ["a person: 50 %", "threshold 0.500"]
    assert sound_bars(figure)
    few = {name: odd for name, odd in ODD.items() if odd.total <= 60}
    for name, odd in nonempty(few.items()):
        drawn = dots_figure({name: (odd, best_band(odd, "ACC", 0.3))}, "ill", "well", theme)
        assert sound(drawn), name
        assert max(np.abs(dots.y).max() for dots in drawn.data if len(dots.y)) < 0.4, name
    assert "0.600, 50 %" in dots_alt(models)


@pytest.mark.full
def test_odd_scores_with_their_best_band():
    for name, table in ODD.items():
        figure = histogram(best_band(table, "ACC", 0.3), table, LIGHT)
        assert sound_bars(figure), name
        cases = float(table.positives.sum() + table.negatives.sum())
        assert sum(sum(one.y) for one in figure.data) == pytest.approx(cases), name


def sound_bars(figure):
    return sound(figure) and all(-INF < shape.x0 <= shape.x1 < INF for shape in figure.layout.shapes)


@pytest.mark.parametrize("price", [0.4, 0.9])
def test_a_band_beyond_the_histogram_does_not_stretch_it(price):
    """Two of 2,000 scores are far above the others, which fill the histogram; the band, or the line, is there."""
    table = ScoreTable.of([*np.linspace(0, 3, 1998), 1e9, 1e9], [0] * 1998 + [0, 1])
    utility = costs(c10=1, c01=1.5)
    one = cost_band(table, utility, Referral.costing(utility, price))
    assert one.low == 1e9
    assert one.closed == (price > 0.5)
    figure = histogram(one, table)
    assert max(x for bar in figure.data for x in bar.x) <= 3
    places = [end for shape in figure.layout.shapes for end in (shape.x0, shape.x1)]
    assert all(end <= 3.1 for end in [*places, *(note.x for note in figure.layout.annotations)])


CELLS = BandCounts(Counts(tp=30, fp=5, fn=5, tn=40), np.int64(8), np.int64(12))


@pytest.mark.parametrize(
    ("one", "end"),
    [
        (NONE, "with no case referred."),
        (band(INF, INF), "with no case referred."),
        (band(0.6, INF), "0.600 to the top, 33.3 %"),
        (RejectBand(0.2, 0.4, 0.9, CELLS), "0.200 to 0.400, 20 %"),
    ],
)
def test_band_in_words(one, end):
    assert band_alt(one).removesuffix(" of the cases.").endswith(end)


def curve(values, key="ERR"):
    steps = len(values)
    return RiskCoverage(
        measure(key), np.arange(1, steps + 1) / steps, np.array(values, float), *np.full((2, steps), 0.5)
    )


@themes
def test_risk_over_coverage_by_hand(theme):
    """Of truths 0 1 0 1 both ends are right; three decided have one mistake, as have all four, which are better."""
    figure = coverage_figure(risk_coverage(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1])), 0.2, theme)
    line, blind = trace(figure, "best cases referred"), trace(figure, "referred at random")
    assert entries(line.x) == (0.25, 0.5, 0.75, 1)
    assert entries(line.y) == pytest.approx((0, 0, 1 / 4, 1 / 4))
    assert re.findall(r"[\d.]+\d", line.hovertext[2]) == ["75", "25", "0.250"]
    assert (entries(blind.x), entries(blind.y)) == ((0, 1), (0.25, 0.25))
    assert (line.line.color, blind.line.color) == (theme.colour(0), theme.chance)
    assert [(one.x0, one.line.color) for one in figure.layout.shapes] == [(0.8, theme.user)]
    assert told_apart(figure)
    assert sound(figure)


def test_gaps_where_there_is_no_value():
    figure = coverage_figure(curve([NAN, 0.2, NAN], "PPV"), 0.2, LIGHT)
    assert entries(trace(figure, "best cases referred").y) == (None, 0.2, None)
    assert entries(trace(figure, "referred at random").y) == (None, None)
    assert sound(figure)
    assert legend(coverage_figure(curve([5, 8, 10, 12], "TP"), 0.2, LIGHT)) == ["best cases referred"]


def test_odd_scores_over_coverage():
    for name, table in nonempty(one for one in ODD.items() if one[0] != "many"):
        figure = coverage_figure(risk_coverage(table, "DOR" if len(name) % 2 else "ERR", 20), 0.2, LIGHT)
        assert sound(figure), name
        assert not any(word in text for text in figure.data[0].hovertext for word in ("nan", "inf"))


def test_decided_now_is_not_cut_off_and_no_title_is():
    for share in (0.0, 0.01, 0.9):
        layout = coverage_figure(curve([0.1, 0.2]), share, LIGHT).layout
        assert in_sight(layout.annotations[0], layout.xaxis.range)
    longest = max((row for row in MEASURES.values() if row.judges), key=lambda row: len(row.title))
    assert "…" not in coverage_figure(curve([0.1, 0.2], longest.key), 0.2, LIGHT).layout.yaxis.title.text


@pytest.mark.parametrize(
    ("found", "numbers"),
    [
        (curve([0.1, 0.2, 0.3, 0.4]), ["Error rate", "0.400", "0.200"]),
        (curve(np.arange(1, 101) / 200, "F1"), ["F1 score", "0.500", "0.250"]),
        (risk_coverage(ScoreTable.of([0.5], [1])), ["Error rate", " 0 "]),
    ],
)
def test_coverage_in_words(found, numbers):
    """Of all cases, and of about half; one step has no half."""
    assert re.findall(r"^F1 score|^Error rate|\d\.\d{3}| 0 ", coverage_alt(found)) == numbers
