"""Parts of the data over the threshold: lines or a band, their mean, the best common threshold, and the spread
there."""

import json
import math

import numpy as np
import pytest

from ddcore.chance.folds import CommonThreshold, of_folds, of_resamples
from ddcore.figures.folds import FEW, POINTS, folds_alt, folds_figure, spread_alt, spread_figure
from ddcore.figures.theme import THEMES
from ddcore.measures import measure
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
folds_figure, spread_figure = once(folds_figure), once(spread_figure)


def found(normalised, key="F1", parts=None, threshold=None, left_out=()):
    """Parts made up: a row of scores a part, the last at a threshold of +inf."""
    table = np.array(normalised, dtype=float)
    mean = table.mean(axis=0)
    threshold = [*np.arange(1, table.shape[1]) / 10, np.inf] if threshold is None else threshold
    names = tuple(parts or (f"part {k + 1}" for k in range(len(table))))
    best = None if np.isnan(mean).all() else int(np.nanargmax(mean))
    return CommonThreshold(measure(key), names, np.array(threshold), table, mean, best, tuple(left_out), False)


def nothing(key="F1"):
    return CommonThreshold(
        measure(key), (), np.array([0.1, np.inf]), np.zeros((0, 2)), np.full(2, np.nan), None, (), False
    )


THREE = found([[0.1, 0.5, 0.4, math.nan], [-0.2, 0.3, 0.6, math.nan], [0.0, 0.7, 0.2, math.nan]])


def scored(cases, rng):
    truth = rng.random(cases) < 0.4
    return ScoreTable.of(rng.normal(size=cases) + 1.2 * truth, truth, True)


@pytest.fixture(scope="module")
def many():
    """Two hundred resamples of two hundred cases."""
    return of_resamples("F1", scored(200, np.random.default_rng(2)), "half", 200, rng=np.random.default_rng(1))


def trace(figure, name):
    return next(t for t in figure.data if t.name == name and t.x[0] is not None)


def sound(figure):
    """Whether a browser can read it: JSON has no NaN and no infinity."""

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(figure.to_json(), parse_constant=refuse)
    return all(len(t.x) == len(t.y) for t in figure.data)


# Over the threshold ---------------------------------------------------------------------------------------------------


class TestFolds:
    def test_a_line_a_part_at_its_scores(self, theme):
        figure = folds_figure(THREE, theme)
        for part, values in zip(THREE.parts, THREE.normalised, strict=True):
            line = trace(figure, part)
            assert entries(line.x) == (0.1, 0.2, 0.3)
            assert entries(line.y) == tuple(values[:3])
            assert line.hovertext[1] == f"{part}: {values[1]:.3f}<br>threshold 0.200"
            assert line.line.width < 2
        assert sound(figure)

    @themes
    def test_the_mean_is_the_strong_line(self, theme):
        line = trace(folds_figure(THREE, theme), "their mean")
        assert entries(line.y) == pytest.approx((-0.1 / 3, 0.5, 0.4))
        assert entries(line.hovertext) == (
            "mean: −0.033<br>threshold 0.100",
            "mean: 0.500<br>threshold 0.200",
            "mean: 0.400<br>threshold 0.300",
        )
        assert line.line.width == 3
        assert line.line.color == theme.colours[0]

    @themes
    def test_the_best_threshold_is_a_dotted_line_and_the_guesser_a_dashed_one(self, theme):
        figure = folds_figure(THREE, theme)
        guesser, best = figure.layout.shapes
        assert (guesser.y0, guesser.y1, guesser.line.dash, guesser.line.color) == (0, 0, "dash", theme.chance)
        assert (best.x0, best.x1, best.line.dash, best.line.color) == (0.2, 0.2, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["best for all: 0.200"]

    def test_legend_names_what_is_there(self, theme, many):
        assert legend(folds_figure(THREE, theme)) == ["each fold", "their mean", "the guesser"]
        assert legend(folds_figure(many, theme)) == [f"95 % of the {many.kind}", "their mean", "the guesser"]

    def test_best_to_call_nothing_has_no_line(self, theme):
        figure = folds_figure(found([[0.1, 0.2, 0.4], [0.1, 0.0, 0.6]]), theme)
        assert len(figure.layout.shapes) == 1
        assert not figure.layout.annotations
        assert all(x is None or math.isfinite(x) for t in figure.data for x in t.x)
        assert sound(figure)

    def test_no_value_is_a_gap(self, theme):
        gap = found([[0.1, math.nan, 0.4, 0.1], [0.2, 0.3, 0.5, 0.1]])
        figure = folds_figure(gap, theme)
        assert entries(trace(figure, "part 1").y) == (0.1, None, 0.4)
        assert trace(figure, "part 1").hovertext[1] == "part 1: no value<br>threshold 0.200"
        assert entries(trace(figure, "their mean").y) == (pytest.approx(0.15), None, pytest.approx(0.45))
        assert sound(figure)

    @pytest.mark.parametrize(("parts", "band"), [(FEW, False), (FEW + 1, True), (200, True)])
    def test_many_parts_are_a_band(self, theme, parts, band):
        values = np.random.default_rng(1).random((parts, 6))
        figure = folds_figure(found(values), theme)
        bands = [t for t in figure.data if t.fill == "toself"]
        assert len(bands) == band
        assert sum(t.name is not None and t.name.startswith("part ") for t in figure.data) == (0 if band else parts)
        if band:
            low, high = np.quantile(values[:, :5], [0.025, 0.975], axis=0)
            assert entries(bands[0].x) == (0.1, 0.2, 0.3, 0.4, 0.5, 0.5, 0.4, 0.3, 0.2, 0.1)
            assert entries(bands[0].y) == pytest.approx((*high, *low[::-1]))
        assert sound(figure)

    def test_a_band_ends_where_a_part_has_no_value(self, theme):
        values = np.random.default_rng(1).random((40, 6))
        values[3, 4] = math.nan
        band = next(t for t in folds_figure(found(values), theme).data if t.fill == "toself")
        assert entries(band.x) == (0.1, 0.2, 0.3, 0.4, 0.4, 0.3, 0.2, 0.1)

    def test_many_folds_are_not_called_resamples(self, theme):
        folds = found(np.random.default_rng(1).random((FEW + 5, 6)), parts=[f"fold {k}" for k in range(FEW + 5)])
        assert not any("resample" in name for name in legend(folds_figure(folds, theme)))
        spread = spread_figure(folds, theme)
        assert "resample" not in (spread.layout.yaxis.title.text or "")
        assert not any("resample" in text for text in spread.data[0].hovertext)

    def test_a_great_many_thresholds_are_thinned_and_the_best_one_kept(self, theme):
        threshold = np.append(np.linspace(0, 1, 5001), np.inf)
        values = np.array([[1 - abs(c - 0.1234) if math.isfinite(c) else 0 for c in threshold]] * 2)
        best = found(values, threshold=threshold)
        line = trace(folds_figure(best, theme), "their mean")
        assert POINTS <= len(line.x) <= POINTS + 1
        assert threshold[best.best] in line.x
        assert (line.x[0], line.x[-1]) == (0, 1)
        assert list(line.x) == sorted(set(line.x))
        assert folds_figure(best, theme).layout.shapes[1].x0 == threshold[best.best]

    @pytest.mark.parametrize(
        ("lowest", "end"), [(0.2, 0.17), (0.0, -0.03), (-0.1, -0.13), (-0.3, -0.33), (-5.0, -0.33)]
    )
    def test_far_below_the_guesser_is_cut(self, theme, lowest, end):
        figure = folds_figure(found([[lowest, 0.5, 0.4], [0.9, 0.5, 0.4]]), theme)
        assert figure.layout.yaxis.range == pytest.approx((end, 1.02))

    def test_names_from_files_stay_text(self, theme):
        figure = folds_figure(found([[0.1, 0.2, 0.0], [0.2, 0.1, 0.0]], parts=("<b>%{x}</b>", "two")), theme)
        line = trace(figure, "&lt;b&gt;%{x}&lt;/b&gt;")
        assert line.hovertext[0].startswith("&lt;b&gt;%{x}&lt;/b&gt;: 0.100<br>")
        assert all(t.hovertemplate is None for t in figure.data)

    def test_formula_with_a_long_name_is_cut(self, theme):
        own = found([[0.1, 0.2, 0.0], [0.2, 0.1, 0.0]], key="what it is worth to the house = tp / m")
        for figure, title in (
            (folds_figure(own, theme), folds_figure(own, theme).layout.yaxis.title.text),
            (spread_figure(own, theme), spread_figure(own, theme).layout.xaxis.title.text),
        ):
            assert title.startswith("what it is worth to the… beyond the guesser")
            assert sound(figure)

    def test_no_common_threshold_says_so(self, theme):
        figure = folds_figure(nothing(), theme)
        assert (
            figure.layout.annotations[0].text.replace("<br>", " ")
            == "At no threshold do all folds have a value of F1 score."
        )
        assert len(figure.data) == 0

    @themes
    def test_words_stand_at_the_axes(self, theme):
        layout = folds_figure(THREE, theme).layout
        assert layout.xaxis.title.text == "threshold: predicted positive at scores ≥ this"
        assert layout.yaxis.title.text == "F1 score beyond the guesser"
        assert layout.template.layout.font.color == theme.text

    def test_folds_as_they_come(self, theme):
        rng = np.random.default_rng(3)
        folds = of_folds("MCC", {"a": scored(30, rng), "b": scored(50, rng), "c": scored(20, rng)}, "prevalence")
        figure = folds_figure(folds, theme)
        assert len(trace(figure, "b").x) == folds.threshold.size - 1
        assert sound(figure)

    def test_resamples_as_they_come(self, theme, many):
        figure = folds_figure(many, theme)
        band, mean = next(t for t in figure.data if t.fill), trace(figure, "their mean")
        upper = dict(zip(band.x[: len(band.x) // 2], band.y[: len(band.x) // 2], strict=True))
        assert all(upper[x] >= y - 1e-9 for x, y in zip(mean.x, mean.y, strict=True) if x in upper)
        assert sound(figure)

    def test_a_single_threshold(self, theme):
        assert sound(folds_figure(found([[0.1, 0.0], [0.2, 0.0]]), theme))


# At the best common threshold -----------------------------------------------------------------------------------------


class TestSpread:
    def test_a_dot_a_part(self, theme):
        figure = spread_figure(THREE, theme)
        dots = figure.data[0]
        assert entries(dots.x) == (0.5, 0.3, 0.7)
        assert entries(dots.y) == (0, 1, 2)
        assert figure.layout.yaxis.ticktext == ("part 1", "part 2", "part 3")
        assert entries(dots.hovertext) == ("part 1: 0.500", "part 2: 0.300", "part 3: 0.700")
        assert figure.layout.yaxis.range == (2.5, -0.5)
        assert sound(figure)

    @themes
    def test_the_mean_is_a_dotted_line(self, theme):
        figure = spread_figure(THREE, theme)
        (line,) = figure.layout.shapes
        assert (line.x0, line.x1) == pytest.approx((0.5, 0.5))
        assert (line.line.dash, line.line.color) == ("dot", theme.user)
        assert figure.layout.annotations[0].text == "mean 0.500"
        assert legend(figure) == []

    def test_at_plus_infinity_too(self, theme):
        figure = spread_figure(found([[0.1, 0.2, 0.4], [0.1, 0.0, 0.6]]), theme)
        assert entries(figure.data[0].x) == (0.4, 0.6)
        assert sound(figure)

    @pytest.mark.parametrize("parts", [FEW + 1, 60, 200, 1000])
    def test_bars_hold_every_part_once(self, theme, parts):
        values = np.random.default_rng(1).normal(0.4, 0.1, (parts, 3))
        made = found(values)
        figure = spread_figure(made, theme)
        bars = figure.data[0]
        assert bars.type == "bar"
        assert sum(bars.y) == parts
        assert 5 <= len(bars.x) <= 30
        for x, width, height in zip(bars.x, bars.width, bars.y, strict=True):
            inside = (made.at_best >= x - width / 2 - 1e-12) & (made.at_best <= x + width / 2 + 1e-12)
            assert height <= inside.sum()
        assert np.dot(bars.x, bars.y) / parts == pytest.approx(made.at_best.mean(), abs=max(bars.width) / 2)
        assert figure.layout.shapes[0].x0 == pytest.approx(made.at_best.mean())
        assert sound(figure)

    def test_one_resample_is_not_many(self, theme):
        values = np.full((40, 2), 0.5)
        values[0] = 0.9
        bars = spread_figure(found(values, parts=[f"resample {k + 1}" for k in range(40)]), theme).data[0]
        alone = [text for text, height in zip(bars.hovertext, bars.y, strict=True) if height == 1]
        assert len(alone) == 1
        assert not alone[0].endswith("1 resamples")

    def test_all_parts_equal(self, theme):
        figure = spread_figure(found(np.full((50, 3), 1.0)), theme)
        assert sum(figure.data[0].y) == 50
        assert sound(figure)

    def test_parts_with_one_beginning_have_a_row_each(self, theme):
        names = ("cross-validation fold 1", "cross-validation fold 2", "cross-validation fold 3")
        dots = spread_figure(found([[0.1, 0.0], [0.2, 0.0], [0.4, 0.0]], parts=names), theme).data[0]
        assert len(set(dots.y)) == 3

    def test_names_from_files_stay_text(self, theme):
        dots = spread_figure(found([[0.1, 0.0], [0.2, 0.0]], parts=("<b>1</b>", "2024")), theme)
        assert dots.layout.yaxis.ticktext == ("&lt;b&gt;1&lt;/b&gt;", "2024")
        assert dots.data[0].hovertext[0] == "&lt;b&gt;1&lt;/b&gt;: 0.100"

    def test_more_parts_are_higher(self, theme):
        heights = [spread_figure(found(np.ones((parts, 2))), theme).layout.height for parts in (2, 10, 25)]
        assert heights == sorted(heights)
        assert heights[1] - heights[0] == 8 * 24

    def test_no_common_threshold_says_so(self, theme):
        figure = spread_figure(nothing(), theme)
        assert figure.layout.annotations[0].text == "There is no common threshold."
        assert len(figure.data) == 0


# In words ------------------------------------------------------------------------------------------------------------


def test_folds_in_words():
    assert folds_alt(THREE) == (
        "F1 score beyond the guesser over the threshold, for 3 folds and on average. The mean is highest, 0.500, at a "
        "threshold of 0.200; there the folds lie between 0.300 and 0.700."
    )
    assert folds_alt(nothing("PPV")) == "At no threshold do all folds have a value of Precision."


def test_calling_nothing_positive_in_words():
    said = folds_alt(found([[0.1, 0.2, 0.4], [0.1, 0.0, 0.6]]))
    assert "The mean is highest, 0.500" in said
    assert "nothing positive" in said
    assert "∞" not in said


def test_spread_in_words():
    assert spread_alt(THREE) == (
        "F1 score beyond the guesser at the best common threshold, for 3 folds: 0.300 to 0.700, 100 % of them above 0."
    )
    assert spread_alt(found([[-0.1, -0.2], [0.0, -0.2], [0.4, 0.0]])) == (
        "F1 score beyond the guesser at the best common threshold, for 3 folds: −0.100 to 0.400, 33.3 % of them above "
        "0."
    )
    assert spread_alt(nothing()) == "There is no common threshold."
