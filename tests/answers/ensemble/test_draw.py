"""Two models together as figures: the plane of their scores, and curves of every way to score the cases."""

import math
import re
from functools import cache

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from ddcore.answers.ensemble.compute import Plane
from ddcore.answers.ensemble.draw import plane_alt, plane_figure, ways_alt, ways_figure
from ddcore.answers.ensemble.words import BY_RATIO
from ddcore.figures.theme import LIGHT, faded
from ddcore.formats import percent
from ddcore.scores.curves import curve
from ddcore.scores.ensemble import Regions
from ddcore.scores.together import READ, together
from tests.helpers.figures import NOT_SAID, entries, legend, once, sound, themes
from tests.helpers.line_figures import fitting

NAN, INF = math.nan, math.inf
kinds = pytest.mark.parametrize("kind", ["roc", "precision_recall", "toc"])

X, Y = np.array([0.0, 1, 2, 3]), np.array([10.0, 20, 30, 40])
LOG = np.array([[-2.0, -1, 0, 1], [-1, 0, 1, 2], [0, 1, 2, 3], [-9, -9, -9, -9]])
NEAR = LOG.min() < LOG
PLANE = Regions(X, Y, LOG, NEAR)
DOTS = np.array([[0.5, 12], [2.5, 28], [1.5, 22], [0.1, 11]]), np.array([False, True, True, False])


@once
def plane(found=PLANE, line=1.0, alone=(1.5, 25.0), dots=DOTS, names=("a", "b"), classes=("ill", "well"), theme=LIGHT):
    return plane_figure(Plane(found, line, alone, *dots), names, classes, theme)


def entries_of(figure):
    """What the legend shows: a plane of cells has no entry unless it asks for one."""
    return [words for words in legend(figure) if words is not None]


def trace(figure, start):
    """The only trace whose name starts so."""
    (found,) = (one for one in figure.data if (one.name or "").startswith(start))
    return found


def shaded(figure):
    """The cells that are shaded, as (x, y)."""
    cells = figure.data[0]
    assert cells.type == "heatmap"
    assert set(np.unique(cells.z)) <= {0, 1, 2}
    return {(cells.x[j], cells.y[i]) for i, j in zip(*np.nonzero(np.asarray(cells.z)), strict=True)}


def border(figure):
    """The trace that follows the border of the region, None if there is none."""
    return next((one for one in figure.data if one.type == "contour"), None)


class TestPlane:
    @pytest.mark.parametrize("line", [-INF, -0.5, 1, 1.0001, 4])
    def test_cells_are_shaded_from_the_line_on(self, line):
        """No border runs where all or nothing is positive."""
        figure, drawn = plane(line=line), Plane(PLANE, line, (1.5, 25.0), *DOTS)
        inside = np.greater_equal(LOG, line)
        expected = {(x, y) for i, y in enumerate(Y.tolist()) for j, x in enumerate(X.tolist()) if inside[i, j]}
        assert shaded(figure) == expected
        assert (border(figure) is None) == (inside.all() or not inside.any())
        share = inside.mean()
        told = {0: "; none of it", 1: "; all of it"}.get(share, f" on {percent(share)} of")
        assert told in plane_alt(drawn, "ab")
        assert sound(figure)

    @themes
    def test_looks(self, theme):
        figure = plane(theme=theme)
        cells, edge = figure.data[0], border(figure)
        assert [tuple(stop) for stop in cells.colorscale] == [
            (0, "rgba(0,0,0,0)"), (0.5, faded(theme.colour(0), 0.06)), (1, faded(theme.colour(0), 0.22)),
        ]  # fmt: skip
        assert (edge.contours.start, edge.contours.end) == (0, 0)
        assert np.array_equal(edge.z, LOG - 1)
        assert np.asarray(cells.customdata) == pytest.approx(np.exp(LOG))
        positive, negative = trace(figure, "truly ill"), trace(figure, "truly well")
        assert (entries(positive.x), entries(positive.y)) == ((2.5, 1.5), (28, 22))
        assert (entries(negative.x), entries(negative.y)) == ((0.5, 0.1), (12, 11))
        assert (positive.marker.symbol, negative.marker.symbol) == ("circle", "x-thin")
        assert (positive.marker.color, negative.marker.color) == theme.colours[:2]
        upright, level = figure.layout.shapes
        assert (upright.x0, upright.x1, upright.yref) == (1.5, 1.5, "y domain")
        assert (level.y0, level.y1, level.xref) == (25, 25, "x domain")
        assert entries_of(figure) == ["truly ill", "truly well", "positive together", "each alone"]
        assert (figure.layout.xaxis.range, figure.layout.yaxis.range) == ((0, 3), (10, 40))

    def test_faint_shades_far_ratios_and_one_class_alone(self):
        """Outside 0, inside 1 where no case is near and 2 where one is."""
        near = np.zeros((4, 4), bool)
        near[0] = near[2, 2] = near[1, 0] = True
        cells = plane(Regions(X, Y, LOG, near)).data[0]
        assert np.asarray(cells.z).tolist() == [[0, 0, 0, 2], [0, 0, 1, 1], [0, 1, 2, 1], [0, 0, 0, 0]]
        edge = border(plane(Regions(X, Y, 1000 * LOG, NEAR), line=1500.0))
        assert np.asarray(edge.z).min() < edge.contours.start < np.asarray(edge.z).max()
        figure = plane(dots=(DOTS[0], np.ones(4, bool)))
        assert (len(trace(figure, "truly ill").x), len(trace(figure, "truly well").x)) == (4, 0)
        assert sound(figure)

    @pytest.mark.parametrize(
        ("alone", "drawn"), [((0.0, 40.0), 2), ((3.1, 20.0), 1), ((1.0, 9.9), 1), ((-INF, NAN), 0)]
    )
    def test_lines_stand_only_inside_the_plane(self, alone, drawn):
        assert len(plane(alone=alone).layout.shapes) == drawn


def scored(models, seed=1, cases=40):
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) < cases // 2
    return rng.normal(size=(cases, models)) + truth[:, None], truth


@cache
def together_of(names, method="binormal"):
    scores, truth = scored(len(names))
    return together(scores, truth, method, positive=True, names=names, rng=np.random.default_rng(1))


@cache
def ways(names, kind="roc", method="binormal"):
    """Curves and kinds as the page draws them."""
    found = [way for way in together_of(names, method).ways if way.kind != "mixed"]
    return {way.title: curve(way.table, kind).thin() for way in found}, {way.title: way.kind for way in found}


TWO = ways(("a", "b"))


def renamed(*names):
    """The ways of two models with the names of others."""
    shown = (*names, *(name + READ for name in names), "Together", "Stacking")
    given = dict(zip(TWO[0], shown, strict=True))
    return tuple({given[title]: held for title, held in way.items()} for way in TWO)


def many(models):
    """Ways made up of so many models."""
    line = TWO[0]["a"]
    names = "abcdefgh"[:models]
    kind_of = {**dict.fromkeys(names, "alone"), **{name + READ: "read" for name in names}}
    kind_of |= {"Together": "together", "Stacking": "stacked"}
    return dict.fromkeys(kind_of, line), kind_of


@once
def drawn(theme=LIGHT, made=TWO):
    return ways_figure(*made, theme)


def names_of(figure):
    return [words.rsplit(" ", 1)[0] for words in legend(figure)]


def look(line):
    return line.line.dash, line.line.width


class TestWays:
    @kinds
    def test_lines_are_the_curves(self, kind):
        curves, of_kind = made = ways(("a", "b"), kind)
        figure, one = drawn(made=made), next(iter(curves.values()))
        lines = [one for one in figure.data if one.showlegend is not False]
        assert names_of(figure) == ["a", "b", "a, ratio", "b, ratio", "Together", "Stacking"]
        for line, one in zip(lines, curves.values(), strict=True):
            assert list(line.x) == pytest.approx(one.x.tolist())
            assert list(line.y) == pytest.approx(one.y.tolist())
        assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == (one.kind.x_title, one.kind.y_title)
        told = "; ".join(f"{name.replace(READ, BY_RATIO)} {one.summary:.3f}" for name, one in curves.items())
        assert ways_alt(curves, of_kind).endswith(f": {told}.")
        assert ways_alt(curves, of_kind).startswith(one.kind.title)
        assert sound(figure)

    @themes
    def test_looks_by_kind(self, theme):
        chance, alone, other, read, again, whole, stacked = drawn(theme).data
        colours = [line.line.color for line in (whole, alone, other, read, again, stacked)]
        assert colours == [theme.text, *[theme.colour(i) for i in (0, 1, 0, 1, 2)]]
        assert (look(whole), look(read)) == ((None, 3.5), ("dot", 1.5))
        assert (entries(chance.x), entries(chance.y), chance.showlegend) == ((0, 1), (0, 1), False)
        scores, truth = scored(2)
        areas = [f"{name} {roc_auc_score(truth, scores[:, i]):.3f}" for i, name in enumerate("ab")]
        assert legend(drawn(theme))[:2] == areas
        assert legend(drawn(theme))[4] == f"Together {together_of(('a', 'b')).joint_way.auc.value:.3f}"
        assert all(not text or text.startswith("<b>a</b><br>negatives") for text in alone.hovertext)

    @pytest.mark.parametrize("models", [2, 3, 8])
    def test_lines_differ_in_more_than_their_colour(self, models):
        """Of three models or more the readings are left out, of the words too."""
        figure = drawn(made=many(models))
        looks = [look(one) for one in figure.data if one.showlegend is not False]
        assert len(set(looks)) == len(looks) == (6 if models == 2 else models + 2)
        assert ("a, ratio" in names_of(figure)) == (BY_RATIO in ways_alt(*many(models))) == (models == 2)

    def test_legend_tells_a_long_name_from_its_reading_on_a_phone(self):
        figure = drawn(made=renamed("gradient boosting", "random forest"))
        assert len(set(names_of(figure))) == 6
        assert [words.endswith(", ratio") for words in names_of(figure)] == [False, False, True, True, False, False]
        assert fitting(figure) == []

    def test_the_method_that_stacks_has_no_line_for_stacking(self):
        curves, of_kind = made = ways(("a", "b", "c"), method="logistic")
        assert list(of_kind.values()) == ["alone"] * 3 + ["read"] * 3 + ["together"]
        assert len(curves) == 7
        assert names_of(drawn(made=made)) == ["a", "b", "c", "Together"]

    def test_few_tied_cases(self):
        scores = np.array([[0.0, 1], [1, 0], [1, 1], [0, 0]] * 2)
        found = together(scores, np.array([0, 1, 1, 0, 0, 1, 0, 1]), "binormal", rng=np.random.default_rng(1))
        for kind in ("roc", "precision_recall", "toc"):
            made = {way.title: curve(way.table, kind).thin() for way in found.ways if way.kind != "mixed"}
            figure = ways_figure(made, {way.title: way.kind for way in found.ways}, LIGHT)
            assert sound(figure)
            assert not any(re.search(f"{NOT_SAID}|no value", words) for words in legend(figure))

    def test_words_tell_what_is_drawn_whatever_models_are_called(self):
        """A model may be called as another one's reading is: every line of the chart is told, and nothing else."""
        curves, of_kind = made = ways(("a", "a, read"))
        shown = ("a", "a, read", f"a{BY_RATIO} (2)", f"a, read{BY_RATIO}", "Together", "Stacking")
        told = [f"{name} {one.summary:.3f}" for name, one in zip(shown, curves.values(), strict=True)]
        assert len(legend(drawn(made=made))) == len(told)
        assert ways_alt(curves, of_kind).endswith(f": {'; '.join(told)}.")
