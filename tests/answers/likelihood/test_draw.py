"""Scores read as evidence, as figures: densities, the ratio, curves and measures before and after."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from ddcore.answers.likelihood.draw import (
    RATIO,
    SCORES,
    before_after_alt,
    before_after_figure,
    densities_alt,
    densities_figure,
    gain_alt,
    gain_figure,
    ratio_alt,
    ratio_figure,
    times,
    transformed_alt,
    transformed_figure,
)
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.formats import number
from ddcore.measures import MEASURES
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.before_after import BETWEEN, before_after
from ddcore.scores.curves import curve
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.exact_bests import exact_bests
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN, Portrait, gain, portrait
from ddcore.scores.likelihood import fit
from ddcore.scores.transformed import Transformed
from ddcore.table import ScoreTable
from tests.helpers.figures import NOT_SAID, entries, legend, once, sound, themes
from tests.helpers.line_figures import ODD, fitting
from tests.helpers.loops import nonempty
from tests.helpers.scores import simulated
from tests.helpers.tiers import some_of

densities_figure, ratio_figure, gain_figure = map(once, (densities_figure, ratio_figure, gain_figure))
compared = pytest.mark.parametrize("kind", ["roc", "precision_recall", "toc"])
INF = math.inf


def middle(cases=400, seed=1):
    """Scores and truth: positives score in the middle, negatives on both sides."""
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) % 2 == 0
    return np.where(truth, 0, rng.choice([-2, 2], cases)) + 0.7 * rng.normal(size=cases), truth


SCORE, TRUTH = middle()
MIDDLE = ScoreTable.of(SCORE, TRUTH, True)


@once
def found(table=MIDDLE, method="kde"):
    return gain(table, method, rng=np.random.default_rng(1))


@once
def pictured(table, method):
    return portrait(fit(table, method), table, rng=np.random.default_rng(1))


@pytest.fixture
def read():
    """The scores of `MIDDLE` read by a kernel."""
    return found()


@pytest.fixture(scope="module")
def shown():
    return portrait(found().likelihood, MIDDLE, rng=np.random.default_rng(1))


@once
def lines(of, kind="roc"):
    return {name: curve(table, kind).thin() for name, table in of.tables.items()}


def made(log_ratio):
    """A ratio over three scores, made up."""
    log = np.asarray(log_ratio, dtype=float)
    return Portrait(np.array([0.1, 0.5, 0.9]), np.ones(3), np.ones(3), log, log, log)


@themes
def test_densities_of_both_classes(theme, shown):
    """Each covers about one between the lowest and the highest score, and is near the law that was drawn from."""
    figure = densities_figure(shown, "ill", "well", theme)
    ill, well = figure.data
    assert legend(figure) == ["ill", "well"]
    assert (ill.line.color, well.line.color) == theme.colours[:2]
    assert entries(ill.x) == entries(well.x) == tuple(shown.score)
    assert (entries(ill.y), entries(well.y)) == (tuple(shown.positives), tuple(shown.negatives))
    assert ill.hovertext[0] == f"ill<br>score {number(shown.score[0])}"
    laws = norm.pdf(ill.x, 0, 0.7), (norm.pdf(well.x, -2, 0.7) + norm.pdf(well.x, 2, 0.7)) / 2
    for line, law in zip((ill, well), laws, strict=True):
        assert 0.93 < np.trapezoid(line.y, line.x) <= 1.001
        assert np.abs(line.y - law).max() < 0.12
    assert sound(figure)
    said = densities_alt(shown, "ill", "well")
    ill, well = (float(top.replace("−", "-").rstrip(".")) for top in re.findall(r"near ([−\d.]+)", said))
    assert ill == pytest.approx(0, abs=0.3)
    assert abs(well) == pytest.approx(2, abs=0.4)


def test_equal_scores_have_no_densities_but_a_sentence(theme):
    for method in nonempty(RATIO_METHODS):
        same = pictured(ODD["one distinct score"], method)
        figure = densities_figure(same, "ill", "well", theme)
        assert (len(figure.data), figure.layout.annotations[0].text) == (0, densities_alt(same, "ill", "well"))


class TestRatio:
    @themes
    def test_line_is_the_ratio_in_its_band_and_thick_where_that_leaves_one_out(self, theme, shown, read):
        figure = ratio_figure(shown, theme, 0.5)
        line, high, low, thick = figure.data
        ratio = read.likelihood.ratio(shown.score)
        assert entries(line.x) == tuple(shown.score)
        assert entries(line.y) == pytest.approx(np.clip(ratio, 0.001, 1000))
        assert low.fill == "tonexty"
        for band, logs in ((high, shown.high), (low, shown.low)):
            assert np.log(np.array(band.y)).tolist() == pytest.approx(np.clip(logs, *np.log([1e-3, 1e3])).tolist())
        inside = (np.array(low.y) <= np.array(line.y)) & (np.array(line.y) <= np.array(high.y))
        assert inside.mean() > 0.9
        clear = [low > 1 or high < 1 for low, high in zip(low.y, high.y, strict=True)]
        assert 0.5 < np.mean(clear) < 1
        drawn = tuple(y if sure else None for y, sure in zip(line.y, clear, strict=True))
        assert entries(thick.y) == pytest.approx(drawn)
        assert ["which includes 1" in text for text in line.hovertext] == [not sure for sure in clear]
        _, words, ends = line.hovertext[200].split("<br>")
        assert words.startswith(f"{number(round(ratio[200], 3))} times")
        assert f"{number(np.exp(shown.low[200]))} to {number(np.exp(shown.high[200]))}" in ends
        assert legend(figure) == ["may be 1", "95 % of resamples", "is not 1"]
        assert fitting(figure) == []
        level, set_ = figure.layout.shapes
        assert (level.y0, level.line.color, set_.x0, set_.line.color) == (1, theme.chance, 0.5, theme.user)
        for outside in (None, -99.0, 99.0, INF, math.nan):
            assert len(ratio_figure(shown, theme, outside).layout.shapes) == 1
        assert sound(figure)

    @pytest.mark.parametrize(
        ("low", "high", "said"),
        [
            ([-1, -1, -1], [1, 1, 1], "at any score"),
            ([0.5, 0.5, 0.5], [1, 1, 1], "at every score"),
            ([-1, 0.5, -1], [1, 1, 1], "at scores 0.100, 0.900."),
            ([0.5, -1, -1], [1, 1, 1], "at scores 0.500 to 0.900."),
        ],
    )
    def test_where_it_may_be_one_is_said(self, low, high, said):
        shown = replace(made([-0.5, 0.7, 0.7]), low=np.array(low), high=np.array(high))
        assert said in ratio_alt(shown)
        dotted = set(entries(ratio_figure(shown, LIGHT).data[-1].y)) == {None}
        assert dotted == (said == "at any score")

    def test_no_band_of_sums_of_weights(self, theme):
        unknown = replace(made([-1, 0, 1]), low=np.full(3, math.nan), high=np.full(3, math.nan))
        figure = ratio_figure(unknown, theme)
        assert legend(figure) == []
        assert [entries(line.y) for line in figure.data] == [pytest.approx(np.exp([-1, 0, 1]))] * 2
        for words in (figure.data[0].hovertext[0], ratio_alt(unknown)):
            assert not re.search("resamples|apart from 1", words)
        assert sound(figure)

    @pytest.mark.parametrize(
        ("ratio", "ticks", "ends"),
        [
            ([0.5, 1, 3], [0.1, 1, 10], ("0.1", "10")),
            ([0.02, 1, 30], [0.01, 0.1, 1, 10, 100], ("0.01", "100")),
            ([1e-9, 1, 1e9], [0.001, 0.01, 0.1, 1, 10, 100, 1000], ("≤ 0.001", "≥ 1,000")),
        ],
    )
    def test_ticks_are_powers_of_ten(self, theme, ratio, ticks, ends):
        axis = ratio_figure(made(np.log(ratio)), theme).layout.yaxis
        assert axis.tickvals == pytest.approx(ticks)
        assert axis.ticktext == (ends[0], *(f"{tick:g}" for tick in ticks[1:-1]), ends[1])
        assert axis.range[0] < math.log10(ticks[0]) < math.log10(ticks[-1]) < axis.range[1]

    def test_infinite_ratio_stands_at_the_end(self, theme, shown):
        figure = ratio_figure(made([-INF, 0, INF]), theme)
        assert entries(figure.data[0].y) == pytest.approx((0.001, 1, 1000))
        assert [text.split("<br>")[1] for text in figure.data[0].hovertext] == [
            times(-INF), "equally frequent in both classes", times(INF),
        ]  # fmt: skip
        assert "0.001 to 0.001" in figure.data[0].hovertext[0]
        assert sound(figure)
        steep = replace(shown, log_ratio=np.linspace(-1e6, 1e6, shown.score.size))
        assert sound(ratio_figure(steep, LIGHT))
        assert set(np.sign(np.log(ratio_figure(steep, LIGHT).data[0].y)).round()) == {-1, 0, 1}

    def test_in_words(self):
        said = ratio_alt(made(np.log([0.25, 1, 4])))
        assert "0.100 (4 times" in said
        assert "0.900 (4 times" in said
        assert said.endswith("at scores 0.500.")
        assert re.findall("found among (.)", ratio_alt(made([-INF, 0, INF]))) == ["n", "p"]
        assert "lowest" not in ratio_alt(made([0, 0, 0]))


def test_times():
    for ratio, start, end in (
        (1 / 1.0004, "equally frequent in both", "classes"),
        (1.5, "1.500 times as", "positives"),
        (1 / 1.5, "1.500 times as", "negatives"),
        (987.6, "987.600 times", "positives"),
        (1e-15, "more than 1,000 times", "negatives"),
        (INF, "found among", "positives only"),
        (0, "found among", "negatives only"),
    ):
        said = times(math.log(ratio) if ratio else -INF)
        assert (said[: len(start)], said[-len(end) :]) == (start, end)
    assert [times(log) for log in (709.0, 800.0, -800.0)] == [times(INF), times(INF), times(-INF)]
    assert not any(times(log).startswith("1 times") for log in np.linspace(-0.01, 0.01, 4001))


@compared
@themes
def test_curves_before_and_after(theme, kind, read):
    curves = lines(read, kind)
    figure = gain_figure(curves, theme)
    chance, *drawn = figure.data
    values = [number(curve(table, kind).summary) for table in read.tables.values()]
    starts = ("before", "after, same", "after, unseen")
    assert legend(figure) == [f"{start} {value}" for start, value in zip(starts, values, strict=True)]
    looks = [(line.line.dash, line.line.color) for line in drawn]
    assert looks == [("dash", theme.chance), ("dot", theme.colours[0]), (None, theme.colours[0])]
    for line, (name, one) in nonempty(zip(drawn, curves.items(), strict=True)):
        assert (entries(line.x), entries(line.y)) == (tuple(one.x), tuple(one.y))
        place = int(np.flatnonzero(np.isfinite(one.threshold))[1])
        x, y = number(one.x[place]), number(one.y[place])
        assert line.hovertext[place] == f"<b>{name}</b><br>{one.kind.x_title}: {x}<br>{one.kind.y_title}: {y}"
        assert {line.hovertext[i] for i in np.flatnonzero(np.isnan(one.threshold))} <= {""}
    expected = {"roc": (0, 1, 0, 1), "precision_recall": (0, 1, 0.5, 0.5), "toc": (0, 400, 0, 200)}[kind]
    assert (*chance.x, *chance.y) == pytest.approx(expected)
    assert sound(figure)
    assert fitting(figure) == []


def test_area_before_and_after_against_scikit_learn(read):
    areas = [number(roc_auc_score(TRUTH, score)) for score in (SCORE, read.likelihood.log_ratio(SCORE))]
    assert [words.split()[-1] for words in legend(gain_figure(lines(read), LIGHT))[:2]] == areas
    values = [number(read.aucs[name].value) for name in (BEFORE, LEARNED, UNSEEN)]
    assert re.findall(r"\d\.\d{3}", gain_alt(lines(read))) == values


@pytest.mark.parametrize("method", some_of(RATIO_METHODS, "kde", "order", "histogram"))
def test_odd_scores_are_drawn(method, monkeypatch):
    monkeypatch.setattr("ddcore.scores.gain.RESAMPLES", 10)
    names = ("two cases", "one positive", "perfect")
    names += ("one distinct score", "weighted", "far out") if method in ("kde", "isotonic") else ()
    for name in names:
        table = ODD[name]
        if method == "binormal" and name in ("two cases", "one positive"):
            with pytest.raises(InputError, match="binormal needs two different scores in each class"):
                found(table, method)
            continue
        one = found(table, method)
        picture = portrait(one.likelihood, table, rng=np.random.default_rng(1))
        figures = densities_figure(picture, "ill", "well", LIGHT), ratio_figure(picture, LIGHT, 0.5)
        figures += (gain_figure(lines(one), LIGHT),)
        assert all(sound(figure) for figure in figures), name
        assert len(legend(figures[2])) == len(one.tables) == 2 + (UNSEEN in one.tables)
        assert UNSEEN not in one.tables or name not in ("two cases", "one positive")
        said = [densities_alt(picture, "ill", "well"), ratio_alt(picture), gain_alt(lines(one))]
        said += [word for figure in figures for word in legend(figure)] + list(figures[1].data[0].hovertext)
        assert not [words for words in said if re.search(NOT_SAID, words)], name


@pytest.fixture(scope="module")
def rows():
    table = simulated("scenario_3", 100)
    found = gain(table, "kde", rng=np.random.default_rng(1))
    return before_after(table, found.likelihood, found.readings)


@pytest.fixture(scope="module")
def exact():
    law = SCENARIOS["scenario_3"]
    return {row.measure.key: row for row in exact_bests(law.positives, law.negatives, (1, 1))}


@themes
def test_a_row_a_measure_with_both_values(rows, exact, theme):
    figure = before_after_figure(rows, exact, theme)
    sound(figure)
    dots = {trace.name: trace for trace in figure.data if trace.name}
    assert legend(figure) == ["exact", SCORES, RATIO]
    assert list(entries(dots[SCORES].x)) == [row.unseen_before.value for row in rows]
    assert list(entries(dots[RATIO].x)) == [row.unseen_after.value for row in rows]
    assert list(entries(dots["exact"].x)[:2]) == [exact["F1"].before, exact["F1"].after]
    names = figure.layout.yaxis.ticktext
    assert len(names) == len(BETWEEN)
    for key, name in nonempty(zip(BETWEEN, names, strict=True)):
        assert ("↓" in name) == (MEASURES[key].better == "lower")


def test_words_and_hover_have_the_gain(rows):
    figure, first = before_after_figure(rows, {}, LIGHT), rows[0]
    assert legend(figure) == [SCORES, RATIO]
    for text in (before_after_alt(rows), figure.data[-1].hovertext[0]):
        assert f"{first.unseen_after.value:.3f}" in text
    assert f"gain {first.gain.value:.3f}" in figure.data[-1].hovertext[0]
    table = ScoreTable.of([0.1, 0.4, 0.35], [0, 1, 0])
    found = gain(table, "kde", rng=np.random.default_rng(1))
    figure = before_after_figure(before_after(table, found.likelihood, ()), {}, LIGHT)
    assert entries(figure.data[1].x)[0] == 1
    assert "gain" not in figure.data[-1].hovertext[0]


@themes
@pytest.mark.parametrize(("scale", "neutral"), [("log_ratio", 0), ("probability", 0.5)])
def test_transformed_scores_are_steps(theme, scale, neutral):
    spread = Transformed(scale, np.array([0.0, 0.5, 1.0]), np.array([0.5, 1.5]), np.array([2.0, 0.0]))
    figure = transformed_figure(spread, "ill", "well", theme)
    sound(figure)
    first, second = figure.data
    assert (list(entries(first.x)), list(entries(first.y))) == ([0, 0.5, 0.5, 1], [0.5, 0.5, 1.5, 1.5])
    assert list(entries(second.y)) == [2, 2, 0, 0]
    assert figure.layout.shapes[0].x0 == neutral
    assert re.findall(r"[\d.]+ to [\d.]+\b", transformed_alt(spread, "ill", "well")) == ["0.500 to 1", "0 to 0.500"]
