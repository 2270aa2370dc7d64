"""Two models together as figures: the plane of their scores, and curves of every way to score the cases."""

import html
import math
import re
from functools import cache

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from ddcore.figures.curves import LINES
from ddcore.figures.ensemble import HEIGHT, Dots, Lines, plane_alt, plane_figure, ways_alt, ways_figure
from ddcore.figures.parts import AXIS, LEGEND_ROW, TITLE
from ddcore.figures.theme import LIGHT, THEMES, faded
from ddcore.scores.curves import curve
from ddcore.scores.ensemble import Regions, regions
from ddcore.scores.together import READ, called, together
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, once, sound
from tests.helpers.line_figures import HOSTILE, LONG, TINY, WIDEST, fitting

NAN, INF = math.nan, math.inf
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
kinds = pytest.mark.parametrize("kind", ["roc", "precision_recall", "toc"])
SIGNS = ["50 %", "%{x}", "{x}", "%{customdata}", "a & b", "&#37;", "$x$", "&lt;"]

# The plane -------------------------------------------------------------------------------------------------------

X, Y = np.array([0.0, 1, 2, 3]), np.array([10.0, 20, 30, 40])
LOG = np.array([[-2.0, -1, 0, 1], [-1, 0, 1, 2], [0, 1, 2, 3], [-9, -9, -9, -9]])
NEAR = LOG.min() < LOG
PLANE = Regions(X, Y, LOG, NEAR)
DOTS = Dots(np.array([[0.5, 12], [2.5, 28], [1.5, 22], [0.1, 11]]), np.array([False, True, True, False]))


@once
def plane(found=PLANE, line=1.0, alone=(1.5, 25.0), dots=DOTS, names=("a", "b"), classes=("ill", "well"), theme=LIGHT):
    return plane_figure(found, Lines(line, alone), dots, names, classes, theme)


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


def near_to(scores, found, x, y):
    """Whether the point next to some case is at most twelve steps away."""
    steps = [
        np.abs(np.rint((scores[:, i] - axis[0]) / (axis[1] - axis[0])) - np.argmin(np.abs(axis - place)))
        for i, (axis, place) in enumerate(((found.x, x), (found.y, y)))
    ]
    return bool((np.hypot(*steps) <= 12).any())


def border(figure):
    """The trace that follows the border of the region, None if there is none."""
    return next((one for one in figure.data if one.type == "contour"), None)


class TestPlane:
    @pytest.mark.parametrize("line", [-10.0, -9, -2, -0.5, 0, 1, 1.0001, 3, 4, INF])
    def test_cells_are_shaded_from_the_line_on(self, line):
        expected = {(x, y) for i, y in enumerate(Y.tolist()) for j, x in enumerate(X.tolist()) if LOG[i, j] >= line}
        assert shaded(plane(line=line)) == expected

    @themes
    def test_shade_and_border(self, theme):
        figure = plane(theme=theme)
        cells = figure.data[0]
        assert [tuple(stop) for stop in cells.colorscale] == [
            (0, "rgba(0,0,0,0)"),
            (0.5, faded(theme.colour(0), 0.06)),
            (1, faded(theme.colour(0), 0.22)),
        ]
        assert (cells.zmin, cells.zmax, cells.showscale, cells.zsmooth) == (0, 2, False, False)
        edge = border(figure)
        assert (edge.contours.start, edge.contours.end, edge.contours.coloring) == (0, 0, "none")
        assert np.array_equal(edge.z, LOG - 1)
        assert (edge.line.color, edge.line.width, edge.showlegend) == (theme.user, 2.5, False)

    def test_shade_is_faint_where_no_case_is_near(self):
        """Outside 0, inside 1 where no case is near and 2 where one is."""
        near = np.zeros((4, 4), bool)
        near[0] = near[2, 2] = near[1, 0] = True
        cells = plane(Regions(X, Y, LOG, near)).data[0]
        assert np.asarray(cells.z).tolist() == [[0, 0, 0, 2], [0, 0, 1, 1], [0, 1, 2, 1], [0, 0, 0, 0]]

    @pytest.mark.parametrize("line", [-10.0, -9, -2, 0, 1, 3, 4, INF])
    @pytest.mark.parametrize("near", [True, False])
    def test_what_is_near_does_not_move_the_region(self, near, line):
        found = Regions(X, Y, LOG, np.full(LOG.shape, near))
        assert shaded(plane(found, line)) == shaded(plane(line=line))
        assert set(np.unique(plane(found, line).data[0].z)) <= {0, 2 if near else 1}
        assert plane_alt(found, Lines(line, (1.5, 25.0)), "ab") == plane_alt(PLANE, Lines(line, (1.5, 25.0)), "ab")

    @pytest.mark.parametrize("line", [-10.0, -INF, 4.0, INF])
    def test_no_border_where_all_or_nothing_is_positive(self, line):
        figure = plane(line=line)
        assert border(figure) is None
        assert sound(figure)

    def test_border_of_far_ratios_is_drawn(self):
        """Classes far apart have logarithms of thousands; between two of them runs the border."""
        found = Regions(X, Y, 1000 * LOG, NEAR)
        edge = border(plane(found, line=1500.0))
        assert np.asarray(edge.z).min() < edge.contours.start < np.asarray(edge.z).max()

    def test_hover_has_the_ratio_itself(self):
        cells = plane().data[0]
        assert np.asarray(cells.customdata) == pytest.approx(np.exp(LOG))
        assert cells.hovertemplate == (
            "a: %{x:.3~f}<br>b: %{y:.3~f}<br>likelihood ratio: %{customdata:.3~g}<extra></extra>"
        )

    @themes
    def test_dots_of_each_class(self, theme):
        figure = plane(theme=theme)
        positive, negative = trace(figure, "truly ill"), trace(figure, "truly well")
        assert (entries(positive.x), entries(positive.y)) == ((2.5, 1.5), (28, 22))
        assert (entries(negative.x), entries(negative.y)) == ((0.5, 0.1), (12, 11))
        assert (positive.marker.symbol, negative.marker.symbol) == ("circle", "x-thin")
        assert (positive.marker.color, negative.marker.color) == (theme.colour(0), theme.colour(1))
        assert negative.marker.line.color == theme.colour(1)

    @pytest.mark.parametrize("positive", [True, False])
    def test_dots_of_one_class_only(self, positive):
        figure = plane(dots=Dots(DOTS.scores, np.full(4, positive)))
        assert len(trace(figure, "truly ill").x) == 4 * positive
        assert len(trace(figure, "truly well").x) == 4 * (not positive)
        assert sound(figure)

    @themes
    def test_lines_of_each_alone_are_dashed(self, theme):
        upright, level = plane(theme=theme).layout.shapes
        assert (upright.x0, upright.x1, upright.yref) == (1.5, 1.5, "y domain")
        assert (level.y0, level.y1, level.xref) == (25, 25, "x domain")
        assert {(one.line.dash, one.line.color) for one in (upright, level)} == {("dash", theme.chance)}

    @pytest.mark.parametrize(
        ("alone", "drawn"),
        [
            ((0.0, 40.0), 2),
            ((3.0, 10.0), 2),
            ((-0.1, 20.0), 1),
            ((3.1, 20.0), 1),
            ((1.0, 9.9), 1),
            ((1.0, INF), 1),
            ((INF, INF), 0),
            ((-INF, NAN), 0),
        ],
    )
    def test_lines_stand_only_inside_the_plane(self, alone, drawn):
        figure = plane(alone=alone)
        assert len(figure.layout.shapes) == drawn
        assert sound(figure)

    @themes
    def test_axes_and_legend(self, theme):
        figure = plane(theme=theme)
        assert entries_of(figure) == ["truly ill", "truly well", "positive together", "each alone"]
        assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("a", "b")
        assert (figure.layout.xaxis.range, figure.layout.yaxis.range) == ((0, 3), (10, 40))
        assert figure.layout.template.layout.font.color == theme.text

    def test_room_below_is_that_of_the_legend(self):
        """Four entries make two rows."""
        layout = plane().layout
        assert layout.height == HEIGHT + AXIS + TITLE + 2 * LEGEND_ROW

    @pytest.mark.parametrize("name", [*SIGNS, TINY, HOSTILE, LONG])
    def test_names_are_shown_letter_by_letter(self, name):
        """Signs of a template, of markup and of formulas in a name are letters."""
        figure = plane(names=(name, name), classes=(name, name))
        template = figure.data[0].hovertemplate
        assert re.findall(r"%\{(\w+)", template) == ["x", "y", "customdata"]
        start = html.unescape(template.split(": %{x")[0])
        assert start == name or (start.endswith("…") and name.startswith(start[:-1]))
        for words in (*entries_of(figure)[:2], figure.layout.xaxis.title.text, figure.layout.yaxis.title.text):
            shown = html.unescape(words).removeprefix("truly ").removesuffix("…")
            assert "<" not in words
            assert " ".join(name.split()).startswith(shown)
        assert max(len(html.unescape(words)) for words in entries_of(figure)) <= WIDEST
        assert sound(figure)

    def test_real_scores(self):
        rng = np.random.default_rng(5)
        truth = np.arange(80) < 40
        scores = rng.normal(size=(80, 2)) + truth[:, None]
        found = together(scores, truth, "binormal", positive=True, names=("a", "b"), rng=rng)
        whole = regions(found.ensemble, scores)
        line = called(ScoreTable.of(found.score, truth, True), 0.5).threshold
        figure = plane(whole, line, (0.5, 0.5), Dots(scores, truth))
        ratio = found.ensemble.log_ratio([[x, y] for y in whole.y for x in whole.x]).reshape(121, 121)
        assert shaded(figure) == {(whole.x[j], whole.y[i]) for i, j in zip(*np.nonzero(ratio >= line), strict=True)}
        full = {(whole.x[j], whole.y[i]) for i, j in zip(*np.nonzero(np.asarray(figure.data[0].z) == 2), strict=True)}
        assert full == {(x, y) for x, y in shaded(figure) if near_to(scores, whole, x, y)}
        assert 0 < len(full) < len(shaded(figure))
        assert sound(figure)


def test_plane_in_words():
    """Six of sixteen cells are from 1 on."""
    assert plane_alt(PLANE, Lines(1.0, (1.5, 25.0)), ("a", "b")) == (
        "Plane of the scores of a and b. Together they predict positive on 37.5 % of it; dashed lines show the "
        "threshold at which each alone predicts as many cases positive."
    )


@pytest.mark.parametrize(("line", "said"), [(-10.0, "all"), (4.0, "none"), (INF, "none"), (-INF, "all")])
def test_plane_without_a_border_in_words(line, said):
    assert plane_alt(PLANE, Lines(line, (1.5, 25.0)), ("a", "b")) == (
        f"Plane of the scores of a and b; {said} of it is predicted positive."
    )


def test_middle_of_two_regions_is_not_called_one():
    """Both ends of the plane speak for the positive class, its middle against it."""
    axis = np.linspace(-1, 1, 21)
    sums = np.abs(axis[:, None] + axis[None, :])
    found = Regions(axis, axis, sums, sums < 9)
    assert found.log_ratio[10, 10] < 1
    assert "a region about 0 and 0;" not in plane_alt(found, Lines(1.0, (0.0, 0.0)), ("a", "b"))


# Curves of every way ---------------------------------------------------------------------------------------------


def scored(models, seed=1, cases=60):
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) < cases // 2
    return rng.normal(size=(cases, models)) + truth[:, None], truth


@cache
def together_of(names, method):
    scores, truth = scored(len(names))
    return together(scores, truth, method, positive=True, names=names, rng=np.random.default_rng(1))


@cache
def ways(names, kind="roc", method="binormal"):
    """Curves and kinds as the page draws them."""
    found = together_of(names, method)
    drawn = [way for way in found.ways if way.kind != "mixed"]
    return (
        {way.title: curve(way.table, kind).thin() for way in drawn},
        {way.title: way.kind for way in drawn},
        found,
    )


TWO = ways(("a", "b"))


def renamed(name):
    """Those of two models, the first of which is called so."""
    names = dict(zip(TWO[0], (name, "b", name + READ, f"b{READ}", "Together", "Stacking"), strict=True))
    return tuple({names[title]: held for title, held in way.items()} for way in TWO[:2])


@once
def drawn(theme=LIGHT, made=TWO):
    return ways_figure(made[0], made[1], theme)


def look(line):
    return line.line.dash, line.line.width


class TestWays:
    @kinds
    def test_lines_are_the_curves(self, kind):
        curves, _, _ = made = ways(("a", "b"), kind)
        lines = [one for one in drawn(made=made).data if one.showlegend is not False]
        assert len(lines) == len(curves) == 6
        for line, one in zip(lines, curves.values(), strict=True):
            assert list(line.x) == pytest.approx(one.x.tolist())
            assert list(line.y) == pytest.approx(one.y.tolist())
        assert sound(drawn(made=made))

    def test_legend_has_the_areas(self):
        scores, truth = scored(2)
        words = legend(drawn())
        assert words[:2] == [f"{name} {roc_auc_score(truth, scores[:, i]):.3f}" for i, name in enumerate("ab")]
        assert [one.rsplit(" ", 1)[0] for one in words[2:]] == ["a, read", "b, read", "Together", "Stacking"]
        assert words[4] == f"Together {TWO[2].whole.auc.value:.3f}"

    @themes
    def test_looks_by_kind(self, theme):
        alone, other, read, again, whole, stacked = (one for one in drawn(theme).data if one.showlegend is not False)
        assert (look(whole), whole.line.color) == ((None, 3.5), theme.text)
        assert (alone.line.color, other.line.color) == (theme.colour(0), theme.colour(1))
        assert (look(alone), look(other)) == ((LINES[1], 2), (LINES[2], 2))
        assert (read.line.color, look(read)) == (theme.colour(0), ("dot", 1.5))
        assert (again.line.color, look(again)) == (theme.colour(1), (LINES[5], 1.5))
        assert (stacked.line.color, look(stacked)) == (theme.colour(2), (LINES[9], 2))
        assert len({look(one) for one in (alone, other, read, again, whole, stacked)}) == 6

    @pytest.mark.parametrize("models", [2, 3, 6, 8])
    def test_lines_differ_in_more_than_their_colour(self, models):
        figure = drawn(made=ways(tuple("abcdefgh"[:models])))
        looks = [look(one) for one in figure.data if one.showlegend is not False]
        assert len(set(looks)) == len(looks)
        assert len(looks) == (6 if models == 2 else models + 2)

    @themes
    def test_chance_is_a_thin_grey_line(self, theme):
        (chance,) = (one for one in drawn(theme).data if one.showlegend is False)
        assert (entries(chance.x), entries(chance.y)) == ((0, 1), (0, 1))
        assert (chance.line.color, chance.line.width, chance.hoverinfo) == (theme.joint, 1, "skip")

    def test_hover(self):
        texts = trace(drawn(), "a ").hovertext
        assert all(not text or text.startswith("<b>a</b><br>negatives predicted positive (FPR): ") for text in texts)
        assert "threshold" not in "".join(texts)

    @pytest.mark.parametrize("name", [*SIGNS, TINY, HOSTILE, LONG])
    def test_names_are_shown_letter_by_letter(self, name):
        figure = drawn(made=renamed(name))
        assert all("<" not in words for words in legend(figure))
        assert all(one.hovertemplate is None for one in figure.data)
        for text in figure.data[1].hovertext:
            assert "<" not in re.sub(r"^<b>|</b>|<br>", "", text)
        assert sound(figure)

    def test_legend_tells_a_long_name_from_its_reading(self):
        words = [one.rsplit(" ", 1)[0] for one in legend(drawn(made=ways(("gradient boosting", "random forest"))))]
        assert len(set(words)) == len(words)
        assert [words[2].endswith(", read"), words[3].endswith(", read")] == [True, True]
        assert READ == ", read"

    def test_legend_fits_a_phone(self):
        figure = drawn(made=ways(("gradient boosting", "random forest")))
        assert fitting(figure) == []

    def test_three_models_and_the_method_that_stacks(self):
        curves, of_kind, _ = made = ways(("a", "b", "c"), method="logistic")
        figure = drawn(made=made)
        assert list(of_kind.values()) == ["alone"] * 3 + ["read"] * 3 + ["together"]
        assert len(curves) == 7
        assert [one.rsplit(" ", 1)[0] for one in legend(figure)] == ["a", "b", "c", "Together"]
        assert sound(figure)

    def test_words_name_only_what_is_drawn(self):
        """Of three models, the readings of each are left out of the chart."""
        made = ways(("a", "b", "c"))
        shown = {words.rsplit(" ", 1)[0] for words in legend(drawn(made=made))}
        assert "a, read" in made[0]
        assert "a, read" not in shown
        assert "read" not in ways_alt(*made[:2])

    @kinds
    @themes
    def test_axes(self, kind, theme):
        made = ways(("a", "b"), kind)
        one, layout = next(iter(made[0].values())), drawn(theme, made).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == (one.kind.x_title, one.kind.y_title)
        assert layout.template.layout.font.color == theme.text

    @kinds
    def test_few_tied_cases(self, kind):
        scores = np.array([[0.0, 1], [1, 0], [1, 1], [0, 0]] * 2)
        truth = np.array([0, 1, 1, 0, 0, 1, 0, 1])
        found = together(scores, truth, "binormal", rng=np.random.default_rng(1))
        made = {way.title: curve(way.table, kind).thin() for way in found.ways if way.kind != "mixed"}
        figure = ways_figure(made, {way.title: way.kind for way in found.ways}, LIGHT)
        assert sound(figure)
        assert not any("nan" in words or "no value" in words for words in legend(figure))


@pytest.mark.parametrize(
    ("kind", "start", "number"),
    [
        ("roc", "ROC curve", "area under the ROC curve (AUC)"),
        ("precision_recall", "Precision-recall curve", "average precision"),
    ],
)
def test_ways_in_words(kind, start, number):
    curves, of_kind, _ = ways(("a", "b"), kind)
    said = "; ".join(f"{name} {one.summary:.3f}" for name, one in curves.items())
    assert len(curves) == 6
    assert ways_alt(curves, of_kind) == f"{start} of each model and of all together. The {number}: {said}."


@pytest.mark.parametrize("kind", ["roc", "precision_recall"])
def test_ways_of_three_models_in_words(kind):
    """Readings are not drawn, and not told."""
    curves, of_kind, _ = made = ways(("a", "b", "c"), kind)
    listed = re.findall(r"([^;:.]+) \d\.\d{3}(?=[;.])", ways_alt(curves, of_kind))
    assert [name.strip() for name in listed] == ["a", "b", "c", "Together", "Stacking"]
    assert [words.rsplit(" ", 1)[0] for words in legend(drawn(made=made))] == [name.strip() for name in listed]


@pytest.mark.parametrize(
    "names",
    [("a", "a, read"), ("a, read", "b, read"), ("a", "b", "c, read"), ("a", "a, read", "b"), ("Mean", "Together")],
)
def test_words_tell_what_is_drawn_whatever_models_are_called(names):
    """A model may be called as another one's reading is: every line of the chart is told, and nothing else."""
    curves, of_kind, _ = made = ways(names)
    told = [f"{name} {one.summary:.3f}" for name, one in curves.items() if of_kind[name] != "read" or len(names) == 2]
    assert len(legend(drawn(made=made))) == len(told)
    assert ways_alt(curves, of_kind).endswith(f": {'; '.join(told)}.")
