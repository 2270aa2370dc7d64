"""Scores read as evidence, as figures: both densities, the ratio wherever it goes, and curves before and after."""

import html
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.figures.likelihood import (
    densities_alt,
    densities_figure,
    gain_alt,
    gain_figure,
    ratio_alt,
    ratio_figure,
    times,
)
from ddcore.figures.theme import LIGHT, THEMES
from ddcore.formats import number
from ddcore.scores.curves import curve
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN, Portrait, gain, portrait
from ddcore.scores.likelihood import fit
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.loops import nonempty

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
densities_figure, ratio_figure, gain_figure = map(once, (densities_figure, ratio_figure, gain_figure))
methods = pytest.mark.parametrize("method", RATIO_METHODS)
compared = pytest.mark.parametrize("kind", ["roc", "precision_recall", "toc"])
TINY, LONG = "<b>x</b>", "a class with a very long name indeed " * 9
WIDEST = 24
"""Signs of Source Sans at 13 pixels that fit beside another entry of the legend on a phone 390 pixels wide."""


def middle(cases=400, seed=1):
    """Scores and truth: positives score in the middle, negatives on both sides."""
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) % 2 == 0
    return np.where(truth, 0, rng.choice([-2, 2], cases)) + 0.7 * rng.normal(size=cases), truth


SCORE, TRUTH = middle()
MIDDLE = ScoreTable.of(SCORE, TRUTH, True)
HAND = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
ODD = {
    "two cases": ScoreTable.of([0.2, 0.8], [0, 1]),
    "one positive": ScoreTable.of([0.1, 0.3, 0.4, 0.9, 0.5], [0, 0, 1, 0, 0]),
    "perfect": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]),
    "reversed": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
    "constant": ScoreTable.of([0.4] * 6, [0, 1] * 3),
    "ties": ScoreTable.of([0.1] * 5 + [0.6] * 5, [0, 0, 1, 0, 0, 1, 1, 0, 1, 1]),
    "labels": ScoreTable.of([0, 0, 1, 1, 1], [0, 1, 0, 1, 1]),
    "weighted": ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5]),
    "far out": ScoreTable.of([-1e9, -3.0, 0.5, 2.0, 1e12], [0, 1, 0, 1, 1]),
    "rare": ScoreTable.of(np.arange(2000) / 2000, np.arange(2000) % 250 == 249, True),
}


@once
def found(table=MIDDLE, method="kde"):
    return gain(table, method, rng=np.random.default_rng(1))


@pytest.fixture(scope="module")
def read():
    """The scores of `MIDDLE` read by a kernel."""
    return found()


@pytest.fixture(scope="module")
def shown(read):
    return portrait(read.likelihood, MIDDLE, rng=np.random.default_rng(1))


@once
def lines(of, kind="roc"):
    return {name: curve(table, kind).thin() for name, table in of.tables.items()}


def made(log_ratio):
    """A ratio over three scores, made up."""
    at = np.array([0.1, 0.5, 0.9])
    log = np.asarray(log_ratio, dtype=float)
    return Portrait(at, np.ones(3), np.ones(3), log, log, log)


def fitting(figure):
    """Words of the legend that run into the entry on their right, or over the edge of a phone."""
    return [words for words in legend(figure) if len(html.unescape(words)) > WIDEST]


# How each class scores -------------------------------------------------------------------------------------------


class TestDensities:
    @themes
    def test_positives_solid_and_negatives_dashed(self, theme, shown):
        figure = densities_figure(shown, "ill", "well", theme)
        ill, well = figure.data
        assert legend(figure) == ["ill", "well"]
        assert (ill.line.dash, ill.line.color) == ("solid", theme.colours[0])
        assert (well.line.dash, well.line.color) == ("dash", theme.colours[1])
        assert sound(figure)

    def test_lines_are_the_densities(self, theme, shown):
        ill, well = densities_figure(shown, "ill", "well", theme).data
        assert entries(ill.x) == entries(well.x) == tuple(shown.score)
        assert (entries(ill.y), entries(well.y)) == (tuple(shown.positives), tuple(shown.negatives))
        assert ill.hovertext[0] == f"ill<br>score {number(shown.score[0])}"
        assert well.hovertext[200] == f"well<br>score {number(shown.score[200])}"

    def test_each_covers_about_one_between_the_lowest_and_the_highest_score(self, theme, shown):
        for line in nonempty(densities_figure(shown, "ill", "well", theme).data):
            assert 0.93 < np.trapezoid(line.y, line.x) <= 1.001

    def test_density_against_the_law_that_was_drawn_from(self, theme, shown):
        ill, well = densities_figure(shown, "ill", "well", theme).data
        assert np.abs(ill.y - norm.pdf(ill.x, 0, 0.7)).max() < 0.12
        truth = (norm.pdf(well.x, -2, 0.7) + norm.pdf(well.x, 2, 0.7)) / 2
        assert np.abs(well.y - truth).max() < 0.12

    @themes
    def test_words_stand_at_the_axes(self, theme, shown):
        layout = densities_figure(shown, "ill", "well", theme).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("score", "how often")
        assert layout.yaxis.rangemode == "tozero"
        assert layout.template.layout.font.color == theme.text

    @pytest.mark.parametrize("name", [TINY, LONG, "%{x}", "a\nb"])
    def test_names_are_shown_letter_by_letter(self, theme, shown, name):
        figure = densities_figure(shown, name, "well", theme)
        pointed = figure.data[0].hovertext[0].split("<br>score")[0]
        for words, longest in ((legend(figure)[0], 20), (pointed, 80)):
            assert "<" not in words
            assert "\n" not in words
            assert len(html.unescape(words)) <= longest
        assert fitting(figure) == []
        assert all(one.hovertemplate is None for one in figure.data)


def test_densities_in_words(shown):
    said = densities_alt(shown, "ill", "well")
    tops = [float(top.replace("−", "-").rstrip(".")) for top in re.findall(r"about ([−\d.]+)", said)]
    assert tops[0] == pytest.approx(0, abs=0.3)
    assert abs(tops[1]) == pytest.approx(2, abs=0.4)
    assert said == (
        f"How often each score is given: ill most often about {number(tops[0])}, well about {number(tops[1])}."
    )


@methods
def test_equal_scores_have_no_densities_but_a_sentence(theme, method):
    """All cases score 0.4."""
    same = portrait(fit(ODD["constant"], method), ODD["constant"], rng=np.random.default_rng(1))
    figure = densities_figure(same, "ill", "well", theme)
    assert len(figure.data) == 0
    (note,) = figure.layout.annotations
    assert note.text.replace("<br>", " ") == "All cases have the same score."
    assert sound(figure)
    assert densities_alt(same, "ill", "well") == "All cases have the same score."


# What a score says -----------------------------------------------------------------------------------------------


class TestRatio:
    def test_line_is_the_ratio(self, theme, shown, read):
        line, *_ = ratio_figure(shown, theme).data
        ratio = read.likelihood.ratio(shown.score)
        assert entries(line.x) == tuple(shown.score)
        assert entries(line.y) == pytest.approx(np.clip(ratio, 0.001, 1000))
        low, high = np.exp(shown.low[200]), np.exp(shown.high[200])
        assert line.hovertext[200] == (
            f"score {number(shown.score[200])}<br>{number(round(ratio[200], 3))} times as frequent among positives"
            f"<br>95 % of resamples: {number(low)} to {number(high)}"
        )

    def test_band_holds_the_line_and_is_filled(self, theme, shown):
        line, high, low, _ = ratio_figure(shown, theme).data
        assert low.fill == "tonexty"
        inside = (np.array(low.y) <= np.array(line.y)) & (np.array(line.y) <= np.array(high.y))
        assert inside.mean() > 0.9
        assert np.log(np.array(high.y)).tolist() == pytest.approx(np.clip(shown.high, *np.log([1e-3, 1e3])).tolist())
        assert np.log(np.array(low.y)).tolist() == pytest.approx(np.clip(shown.low, *np.log([1e-3, 1e3])).tolist())

    @themes
    def test_words_in_the_legend_and_a_dashed_line_at_one(self, theme, shown):
        figure = ratio_figure(shown, theme)
        assert legend(figure) == ["may be 1", "95 % of resamples", "is not 1"]
        assert fitting(figure) == []
        (level,) = figure.layout.shapes
        assert (level.y0, level.y1, level.line.dash, level.line.color) == (1, 1, "dash", theme.chance)
        assert figure.layout.yaxis.type == "log"
        assert sound(figure)

    def test_line_is_thick_where_the_band_leaves_one_out(self, theme, shown):
        line, high, low, thick = ratio_figure(shown, theme).data
        clear = [low > 1 or high < 1 for low, high in zip(low.y, high.y, strict=True)]
        assert 0.5 < np.mean(clear) < 1
        drawn = tuple(y if sure else None for y, sure in zip(line.y, clear, strict=True))
        assert entries(thick.y) == pytest.approx(drawn)
        assert thick.line.width > line.line.width
        held = ["which holds 1" in text for text in line.hovertext]
        assert held == [not sure for sure in clear]

    def test_scores_without_skill_are_dotted(self, theme):
        rng = np.random.default_rng(5)
        blind = ScoreTable.of(rng.normal(size=300), np.arange(300) % 2, 1)
        flat = portrait(fit(blind, "kde"), blind, rng=np.random.default_rng(1))
        assert set(entries(ratio_figure(flat, theme).data[-1].y)) == {None}
        assert ratio_alt(flat).endswith("At no score do these cases tell it apart from 1.")

    @pytest.mark.parametrize(
        ("low", "high", "said"),
        [
            ([-1, -1, -1], [1, 1, 1], "At no score do these cases tell it apart from 1."),
            ([0.5, 0.5, 0.5], [1, 1, 1], "At every score these cases tell it apart from 1."),
            ([-1, 0.5, -1], [1, 1, 1], "These cases do not tell it apart from 1 at scores 0.100, 0.900."),
            ([0.5, -1, -1], [1, 1, 1], "These cases do not tell it apart from 1 at scores 0.500 to 0.900."),
        ],
    )
    def test_where_it_may_be_one_is_said(self, low, high, said):
        shown = replace(made([-0.5, 0.7, 0.7]), low=np.array(low), high=np.array(high))
        assert ratio_alt(shown).endswith(said)

    def test_no_band_of_sums_of_weights(self, theme):
        unknown = replace(made([-1, 0, 1]), low=np.full(3, math.nan), high=np.full(3, math.nan))
        figure = ratio_figure(unknown, theme)
        assert legend(figure) == []
        assert [entries(line.y) for line in figure.data] == [pytest.approx(np.exp([-1, 0, 1]))] * 2
        assert "resamples" not in figure.data[0].hovertext[0]
        assert "tell it apart" not in ratio_alt(unknown)
        assert sound(figure)

    @pytest.mark.parametrize(
        ("ratio", "ticks", "texts"),
        [
            ([0.5, 1, 3], [0.1, 1, 10], ("0.1", "1", "10")),
            ([1, 1, 1], [0.1, 1, 10], ("0.1", "1", "10")),
            ([0.02, 1, 30], [0.01, 0.1, 1, 10, 100], ("0.01", "0.1", "1", "10", "100")),
            (
                [1e-9, 1, 1e9],
                [0.001, 0.01, 0.1, 1, 10, 100, 1000],
                ("≤ 0.001", "0.01", "0.1", "1", "10", "100", "≥ 1,000"),
            ),
        ],
    )
    def test_ticks_are_powers_of_ten(self, theme, ratio, ticks, texts):
        axis = ratio_figure(made(np.log(ratio)), theme).layout.yaxis
        assert axis.tickvals == pytest.approx(ticks)
        assert axis.ticktext == texts
        assert axis.range[0] < math.log10(ticks[0])
        assert axis.range[1] > math.log10(ticks[-1])

    def test_infinite_ratio_stands_at_the_end(self, theme):
        figure = ratio_figure(made([-math.inf, 0, math.inf]), theme)
        assert entries(figure.data[0].y) == pytest.approx((0.001, 1, 1000))
        assert entries(figure.data[0].hovertext) == (
            "score 0.100<br>seen among negatives only<br>95 % of resamples: 0.001 to 0.001",
            "score 0.500<br>as frequent among both<br>95 % of resamples: 1 to 1, which holds 1",
            "score 0.900<br>seen among positives only<br>95 % of resamples: 1,000 to 1,000",
        )
        assert figure.layout.yaxis.ticktext[0] == "≤ 0.001"
        assert figure.layout.yaxis.ticktext[-1] == "≥ 1,000"
        assert sound(figure)

    @pytest.mark.parametrize("method", ["isotonic", "histogram"])
    def test_methods_with_infinite_ratios(self, theme, method):
        perfect = portrait(fit(ODD["perfect"], method), ODD["perfect"], rng=np.random.default_rng(1))
        assert set(perfect.log_ratio) == {-math.inf, math.inf}
        figure = ratio_figure(perfect, theme)
        assert set(np.round(figure.data[0].y, 9)) == {0.001, 1000}
        assert {text.split("<br>")[1] for text in figure.data[0].hovertext} == {
            "seen among negatives only",
            "seen among positives only",
        }
        assert sound(figure)

    @themes
    def test_threshold_is_a_dotted_line(self, theme, shown):
        figure = ratio_figure(shown, theme, 0.5)
        line = figure.layout.shapes[-1]
        assert (line.x0, line.x1, line.line.dash, line.line.color) == (0.5, 0.5, "dot", theme.user)
        assert [note.text for note in figure.layout.annotations] == ["threshold 0.500"]

    @pytest.mark.parametrize("threshold", [None, -99.0, 99.0, math.inf, math.nan])
    def test_no_line_for_a_threshold_outside(self, theme, shown, threshold):
        figure = ratio_figure(shown, theme, threshold)
        assert len(figure.layout.shapes) == 1
        assert not figure.layout.annotations
        assert sound(figure)

    def test_words_stand_at_the_axes(self, theme, shown):
        layout = ratio_figure(shown, theme).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("score", "likelihood ratio")


@pytest.mark.parametrize(
    ("ratio", "said"),
    [
        (1, "as frequent among both"),
        (1.0004, "as frequent among both"),
        (1 / 1.0004, "as frequent among both"),
        (1.5, "1.500 times as frequent among positives"),
        (1 / 1.5, "1.500 times as frequent among negatives"),
        (3, "3 times as frequent among positives"),
        (987.6, "987.600 times as frequent among positives"),
        (12345.6, "more than 1,000 times as frequent among positives"),
        (1e-15, "more than 1,000 times as frequent among negatives"),
        (math.inf, "seen among positives only"),
        (0, "seen among negatives only"),
    ],
)
def test_times(ratio, said):
    assert times(math.log(ratio) if ratio else -math.inf) == said


def test_times_without_an_overflow():
    assert [times(log) for log in (689.0, 709.0, 800.0, -800.0)][1:] == [
        "seen among positives only",
        "seen among positives only",
        "seen among negatives only",
    ]
    assert times(689.0).endswith("times as frequent among positives")


def test_once_as_frequent_is_never_said():
    said = {times(log) for log in np.linspace(-0.01, 0.01, 4001)}
    assert not any(one.startswith("1 times") for one in said)


def test_ratio_in_words():
    assert ratio_alt(made(np.log([0.25, 1, 4]))) == (
        "Likelihood ratio over the score. It is lowest about 0.100: 4 times as frequent among negatives; and "
        "highest about 0.900: 4 times as frequent among positives. These cases do not tell it apart from 1 at scores "
        "0.500."
    )
    said = ratio_alt(made([-math.inf, 0, math.inf]))
    assert "seen among negatives only; and highest about 0.900: seen among positives only." in said


def test_level_ratio_has_no_lowest_and_highest_score():
    assert "lowest" not in ratio_alt(made([0, 0, 0]))


# Before and after ------------------------------------------------------------------------------------------------


@compared
class TestGain:
    @themes
    def test_looks_of_before_and_after(self, theme, kind, read):
        figure = gain_figure(lines(read, kind), theme)
        before, learned, unseen = figure.data[-3:]
        assert (before.line.dash, before.line.color) == ("dash", theme.chance)
        assert (learned.line.dash, learned.line.color) == ("dot", theme.colours[0])
        assert (unseen.line.dash, unseen.line.color) == (None, theme.colours[0])
        assert unseen.line.width == 3 > before.line.width
        assert sound(figure)
        assert fitting(figure) == []

    def test_lines_are_the_curves(self, theme, kind, read):
        curves = lines(read, kind)
        for drawn, one in nonempty(zip(gain_figure(curves, theme).data[-3:], curves.values(), strict=True)):
            assert (entries(drawn.x), entries(drawn.y)) == (tuple(one.x), tuple(one.y))

    def test_legend_has_the_summaries(self, theme, kind, read):
        values = [number(curve(table, kind).summary) for table in read.tables.values()]
        assert legend(gain_figure(lines(read, kind), theme)) == [
            f"before {values[0]}", f"after, same {values[1]}", f"after, unseen {values[2]}",
        ]  # fmt: skip

    def test_hover_says_which_and_where(self, theme, kind, read):
        curves = lines(read, kind)
        for drawn, (name, one) in nonempty(zip(gain_figure(curves, theme).data[-3:], curves.items(), strict=True)):
            place = int(np.flatnonzero(np.isfinite(one.threshold))[1])
            x, y = number(one.x[place]), number(one.y[place])
            assert drawn.hovertext[place] == f"<b>{name}</b><br>{one.kind.x_title}: {x}<br>{one.kind.y_title}: {y}"
            assert {drawn.hovertext[i] for i in np.flatnonzero(np.isnan(one.threshold))} <= {""}

    def test_chance_has_no_entry(self, theme, kind, read):
        figure = gain_figure(lines(read, kind), theme)
        chance = {"roc": (0, 1, 0, 1), "precision_recall": (0, 1, 0.5, 0.5), "toc": (0, 400, 0, 200)}[kind]
        assert (*figure.data[0].x, *figure.data[0].y) == pytest.approx(chance)
        assert not any("chance" in name for name in legend(figure))

    def test_no_unseen_cases(self, theme, kind):
        one = found(ODD["one positive"])
        figure = gain_figure(lines(one, kind), theme)
        assert [re.sub(r" [\d.]+$", "", name) for name in legend(figure)] == ["before", "after, same"]
        assert sound(figure)


def test_area_before_and_after_against_scikit_learn(read):
    figure = gain_figure(lines(read), LIGHT)
    after = read.likelihood.log_ratio(SCORE)
    assert legend(figure)[:2] == [
        f"before {number(roc_auc_score(TRUTH, SCORE))}",
        f"after, same {number(roc_auc_score(TRUTH, after))}",
    ]


def test_gain_in_words(read):
    values = [number(read.aucs[name].value) for name in (BEFORE, LEARNED, UNSEEN)]
    assert gain_alt(lines(read)) == (
        "ROC curve before and after, by the likelihood ratio. The area under the ROC curve (AUC): "
        f"before {values[0]}; after, same cases {values[1]}; after, unseen cases {values[2]}."
    )


# Odd scores ------------------------------------------------------------------------------------------------------


@methods
@pytest.mark.parametrize("name", ODD)
def test_odd_scores_are_drawn(name, method, monkeypatch):
    monkeypatch.setattr("ddcore.scores.gain.RESAMPLES", 10)
    if method == "binormal" and name in ("two cases", "one positive"):
        with pytest.raises(InputError, match="binormal needs two different scores in each class"):
            found(ODD[name], method)
        return
    one = found(ODD[name], method)
    picture = portrait(one.likelihood, ODD[name], rng=np.random.default_rng(1))
    figures = [
        densities_figure(picture, "ill", "well", LIGHT),
        ratio_figure(picture, LIGHT, 0.5),
        gain_figure(lines(one), LIGHT),
    ]
    assert all(sound(figure) for figure in figures)
    said = [densities_alt(picture, "ill", "well"), ratio_alt(picture), gain_alt(lines(one))]
    said += [word for figure in figures for word in legend(figure)]
    said += list(figures[1].data[0].hovertext)
    assert not [one for one in said if re.search(r"\bnan\b|\binf\b|∞", one)]


def test_one_score_far_out_does_not_squeeze_the_others(theme):
    """One case of a thousand scores a million."""
    rng = np.random.default_rng(1)
    truth = np.arange(1000) % 2 == 0
    far = ScoreTable.of(np.append((rng.normal(size=1000) + truth)[1:], 1e6), truth, True)
    figure = densities_figure(portrait(fit(far, "histogram"), far, rng=np.random.default_rng(1)), "ill", "well", theme)
    assert max(figure.data[0].x) < 10
    assert sound(figure)


def test_ratio_that_has_no_bounds_is_drawn_within_some(shown):
    steep = replace(shown, log_ratio=np.linspace(-1e6, 1e6, shown.score.size))
    assert sound(ratio_figure(steep, LIGHT))
    assert set(np.sign(np.log(ratio_figure(steep, LIGHT).data[0].y)).round()) == {-1, 0, 1}
