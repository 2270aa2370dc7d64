"""Parts of the data over the threshold: lines or a band, their mean, the best common threshold, the spread there."""

import math
import re

import numpy as np
import pytest

from ddcore.answers.folds.draw import FEW, POINTS, folds_alt, folds_figure, spread_alt, spread_figure
from ddcore.chance.folds import of_folds, of_resamples
from ddcore.formats import percent
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.folds import THREE, nothing, parts_of

folds_figure, spread_figure = once(folds_figure), once(spread_figure)


def scored(cases, rng):
    truth = rng.random(cases) < 0.4
    return ScoreTable.of(rng.normal(size=cases) + 1.2 * truth, truth, True)


@pytest.fixture(scope="module")
def many():
    """Two hundred resamples of two hundred cases."""
    return of_resamples("F1", scored(200, np.random.default_rng(2)), "half", 200, rng=np.random.default_rng(1))


def trace(figure, name):
    return next(t for t in figure.data if t.name == name and t.x[0] is not None)


def band_of(figure):
    return next((one for one in figure.data if one.fill == "toself"), None)


@themes
def test_a_line_for_each_part_and_a_strong_one_for_their_mean(theme):
    figure = folds_figure(THREE, theme)
    for part, values in zip(THREE.parts, THREE.normalised, strict=True):
        line = trace(figure, part)
        assert (entries(line.x), entries(line.y)) == ((0.1, 0.2, 0.3), tuple(values[:3]))
        assert line.hovertext[1] == f"{part}: {percent(values[1])}<br>threshold 0.200"
    mean = trace(figure, "their mean")
    assert entries(mean.y) == pytest.approx((-0.1 / 3, 0.5, 0.4))
    assert (mean.line.width, mean.line.color) == (3, theme.colours[0])
    guesser, best = figure.layout.shapes
    assert (guesser.y0, guesser.line.color, best.x0, best.line.color) == (0, theme.chance, 0.2, theme.user)
    assert legend(figure) == ["each fold", "their mean", "the guesser"]
    assert sound(figure)
    said = folds_alt(THREE)
    assert re.findall(r"0\.\d{3}|\d+ %", said) == ["50 %", "0.200", "30 %", "70 %"]
    assert "3 folds" in said


def test_best_to_call_nothing_has_no_line_and_no_value_is_a_gap(theme):
    nothing = parts_of([[0.1, 0.2, 0.4], [0.1, 0.0, 0.6]])
    figure = folds_figure(nothing, theme)
    assert (len(figure.layout.shapes), len(figure.layout.annotations)) == (1, 0)
    assert sound(figure)
    assert "with no case predicted" in folds_alt(nothing)
    assert entries(spread_figure(nothing, theme).data[0].x) == (0.4, 0.6)
    assert sound(folds_figure(parts_of([[0.1, 0.0], [0.2, 0.0]]), theme)), "a single threshold"
    figure = folds_figure(parts_of([[0.1, math.nan, 0.4, 0.1], [0.2, 0.3, 0.5, 0.1]]), theme)
    assert entries(trace(figure, "part 1").y) == (0.1, None, 0.4)
    assert trace(figure, "part 1").hovertext[1].startswith("part 1: no value<br>")
    assert entries(trace(figure, "their mean").y) == (pytest.approx(0.15), None, pytest.approx(0.45))
    assert sound(figure)


@pytest.mark.parametrize(("parts", "band"), [(FEW, False), (FEW + 1, True), (200, True)])
def test_many_parts_are_a_band(theme, parts, band):
    """It ends where a part has no value; folds are not called resamples."""
    values = np.random.default_rng(1).random((parts, 6))
    figure = folds_figure(parts_of(values, parts=[f"fold {k}" for k in range(parts)]), theme)
    assert sum(t.name is not None and t.name.startswith("fold ") for t in figure.data) == (0 if band else parts)
    assert (band_of(figure) is not None) == band
    if band:
        low, high = np.quantile(values[:, :5], [0.025, 0.975], axis=0)
        assert entries(band_of(figure).x) == (0.1, 0.2, 0.3, 0.4, 0.5, 0.5, 0.4, 0.3, 0.2, 0.1)
        assert entries(band_of(figure).y) == pytest.approx((*high, *low[::-1]))
        assert legend(figure)[0].endswith(" folds")
        values[3, 4] = math.nan
        assert entries(band_of(folds_figure(parts_of(values), theme)).x) == (0.1, 0.2, 0.3, 0.4, 0.4, 0.3, 0.2, 0.1)
    assert sound(figure)


def test_a_great_many_thresholds_are_thinned_and_the_best_one_kept(theme):
    threshold = np.append(np.linspace(0, 1, 5001), np.inf)
    values = np.array([[1 - abs(c - 0.1234) if math.isfinite(c) else 0 for c in threshold]] * 2)
    best = parts_of(values, threshold=threshold)
    line = trace(folds_figure(best, theme), "their mean")
    assert POINTS <= len(line.x) <= POINTS + 1
    assert threshold[best.best] in line.x
    assert list(line.x) == sorted(set(line.x))


def test_far_below_the_guesser_is_cut(theme):
    for lowest, end in ((0.2, 0.17), (-0.1, -0.13), (-5.0, -0.33)):
        figure = folds_figure(parts_of([[lowest, 0.5, 0.4], [0.9, 0.5, 0.4]]), theme)
        assert figure.layout.yaxis.range == pytest.approx((end, 1.02))


def test_folds_and_resamples_as_they_come(theme, many):
    rng = np.random.default_rng(3)
    folds = of_folds("MCC", {"a": scored(30, rng), "b": scored(50, rng), "c": scored(20, rng)}, "prevalence")
    figure = folds_figure(folds, theme)
    assert len(trace(figure, "b").x) == folds.threshold.size - 1
    assert sound(figure)
    figure = folds_figure(many, theme)
    band, mean = band_of(figure), trace(figure, "their mean")
    upper = dict(zip(band.x[: len(band.x) // 2], band.y[: len(band.x) // 2], strict=True))
    assert all(upper[x] >= y - 1e-9 for x, y in zip(mean.x, mean.y, strict=True) if x in upper)
    assert legend(figure)[0] == f"95 % of {many.kind}"
    assert sound(figure)


@themes
def test_a_dot_for_each_part_and_a_dotted_line_for_their_mean(theme):
    figure = spread_figure(THREE, theme)
    dots = figure.data[0]
    assert (entries(dots.x), entries(dots.y)) == ((0.5, 0.3, 0.7), (0, 1, 2))
    assert figure.layout.yaxis.ticktext == ("part 1", "part 2", "part 3")
    assert entries(dots.hovertext) == ("part 1: 50 %", "part 2: 30 %", "part 3: 70 %")
    (line,) = figure.layout.shapes
    assert (line.x0, line.line.color) == (pytest.approx(0.5), theme.user)
    assert sound(figure)
    assert re.findall(r"\d+ %", spread_alt(THREE)) == ["30 %", "70 %", "100 %"]
    some = parts_of([[-0.1, -0.2], [0.0, -0.2], [0.4, 0.0]])
    assert re.findall(r"−?[\d.]+\d", spread_alt(some)) == ["−10", "40", "33.3"]


@pytest.mark.parametrize("parts", [FEW + 1, 1000])
def test_bars_hold_every_part_once(theme, parts):
    made = parts_of(np.random.default_rng(1).normal(0.4, 0.1, (parts, 3)), parts=[f"fold {k}" for k in range(parts)])
    figure = spread_figure(made, theme)
    bars = figure.data[0]
    assert (bars.type, sum(bars.y)) == ("bar", parts)
    assert 5 <= len(bars.x) <= 30
    for x, width, height in zip(bars.x, bars.width, bars.y, strict=True):
        inside = (made.at_best >= x - width / 2 - 1e-12) & (made.at_best <= x + width / 2 + 1e-12)
        assert height <= inside.sum()
    assert np.dot(bars.x, bars.y) / parts == pytest.approx(made.at_best.mean(), abs=max(bars.width) / 2)
    assert sound(figure)


def test_one_fold_is_not_many_and_all_may_be_equal(theme):
    values = np.full((40, 2), 0.5)
    assert sum(spread_figure(parts_of(values), theme).data[0].y) == 40
    assert "50 % for all" in spread_alt(parts_of(values))
    assert "all folds are equal" in folds_alt(parts_of(values))
    values[0] = 0.9
    bars = spread_figure(parts_of(values), theme).data[0]
    (alone,) = [text for text, height in zip(bars.hovertext, bars.y, strict=True) if height == 1]
    assert alone.endswith("<br>1 fold")


def test_no_common_threshold_says_so(theme):
    none = nothing("PPV")
    for draw, alt in ((folds_figure, folds_alt), (spread_figure, spread_alt)):
        figure = draw(none, theme)
        assert (figure.layout.annotations[0].text.replace("<br>", " "), len(figure.data)) == (alt(none), 0)
