"""Measures over the imbalance of the classes: lines at their values, marks where they belong, words for both charts."""

import math

import numpy as np
import pytest

from ddcore.chance.imbalance import Imbalance, Mark, imbalance_curve, marks
from ddcore.figures.imbalance import (
    LOWEST,
    OUTERMOST,
    balanced_alt,
    balanced_figure,
    imbalance_alt,
    imbalance_figure,
    mark_words,
)
from ddcore.figures.theme import THEMES, faded
from ddcore.measures import measure
from tests.helpers.figures import entries, legend, once, sound

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
marks, imbalance_figure, balanced_figure = map(once, (marks, imbalance_figure, balanced_figure))

FIXED = ["thin: the score", "thick: beyond guesser", "faint: the guesser"]
OWN = "what it is worth to the house = (tp + 2 * tn - fp - fn + min(tp, tn) - max(fp, fn)) / (4 * m)"


@once
def curves_of(keys, tpr=0.6, tnr=0.8, guess="half", total=None, points=41):
    return [imbalance_curve(Imbalance(measure(key), tpr, tnr, guess, total), points) for key in keys]


@pytest.fixture(scope="module")
def paper():
    """F1 and its twin where recall is 0.6 and specificity 0.8, in very large data, against a coin."""
    drawn = curves_of(["F1", "NF1"], points=121)
    return drawn, marks(drawn)


@pytest.fixture(scope="module")
def hundred():
    """The same of one hundred cases."""
    drawn = curves_of(["F1", "NF1"], total=100)
    return drawn, marks(drawn)


def lines(figure):
    """The lines by measure and form."""
    return {t.name: t for t in figure.data if t.mode == "lines" and t.x[0] is not None}


def marked(figure):
    return [t for t in figure.data if t.mode == "markers+text"]


def crosses(figure):
    return [t for t in figure.data if t.mode == "markers" and t.marker.symbol == "x-thin" and t.x[0] is not None]


# Lines ---------------------------------------------------------------------------------------------------------------


class TestLines:
    def test_every_form_as_it_is_at_its_values(self, theme, hundred):
        figure = imbalance_figure(*hundred, [], 0.2, theme)
        drawn = lines(figure)
        assert set(drawn) == {f"{key} {form}" for key in ("F1", "NF1") for form in (
            "value", "guessed", "normalised", "chance",
        )}  # fmt: skip
        for one in hundred[0]:
            for form in ("value", "guessed", "normalised", "chance"):
                line = drawn[f"{one.measure.key} {form}"]
                np.testing.assert_array_equal(line.x, one.delta)
                np.testing.assert_array_equal(line.y, one.forms[form])

    def test_every_balanced_form_at_its_values(self, theme, hundred):
        drawn = lines(balanced_figure(*hundred, 0.2, theme))
        assert len(drawn) == 6
        for one in hundred[0]:
            for form in ("balanced", "balanced_guessed", "balanced_normalised"):
                np.testing.assert_array_equal(drawn[f"{one.measure.key} {form}"].y, one.forms[form])

    def test_score_of_f1_is_its_formula(self, theme, paper):
        """F1 is 2 a TPR / (a TPR + (1 - a)(1 - TNR) + a), with a the share of positive cases."""
        line = lines(imbalance_figure(*paper, [], 0.2, theme))["F1 value"]
        a = (1 + np.array(line.x)) / 2
        np.testing.assert_allclose(line.y, 2 * a * 0.6 / (a * 0.6 + (1 - a) * 0.2 + a), atol=1e-14)
        assert len(a) == 121

    @themes
    def test_forms_look_different_and_measures_too(self, theme, hundred):
        drawn = lines(imbalance_figure(*hundred, [], 0.2, theme))
        for at, key in enumerate(("F1", "NF1")):
            thin, strong, faint, chance = (
                drawn[f"{key} {form}"].line for form in ("value", "normalised", "guessed", "chance")
            )
            assert strong.width >= 2 * thin.width
            assert thin.color == strong.color == theme.colours[at]
            assert faint.color == faded(theme.colours[at], 0.55)
            assert faint.dash == "dashdot"
            assert chance.color == theme.chance
        for form in ("value", "normalised", "chance"):
            assert drawn[f"F1 {form}"].line.dash != drawn[f"NF1 {form}"].line.dash

    def test_hover_says_measure_form_value_and_share(self, theme, hundred):
        drawn = lines(imbalance_figure(*hundred, [], 0.2, theme))
        line = drawn["F1 normalised"]
        at = int(np.argmin(np.abs(np.array(line.x))))
        share = f"{100 * (1 + line.x[at]) / 2:.1f}".removesuffix(".0")
        assert line.hovertext[at] == f"<b>F1</b>, beyond the guesser: {line.y[at]:.3f}<br>{share} % positive"
        said = {name: t.hovertext[0].split(": ")[0] for name, t in drawn.items()}
        assert said["NF1 value"] == "<b>NF1</b>, score"
        assert said["NF1 guessed"] == "<b>NF1</b>, the guesser"
        assert said["NF1 chance"] == "<b>NF1</b>, best without skill"
        balanced = lines(balanced_figure(*hundred, 0.2, theme))
        assert balanced["F1 balanced"].hovertext[3].startswith("<b>F1</b>, balanced score: 0.667<br>")
        assert balanced["F1 balanced_normalised"].hovertext[3].startswith("<b>F1</b>, balanced, beyond the guesser: ")
        assert balanced["F1 balanced_guessed"].hovertext[3].startswith("<b>F1</b>, the guesser, balanced: ")
        assert all(t.hovertemplate is None for t in drawn.values())

    def test_no_value_is_no_line(self, theme):
        drawn = curves_of(["PPV", "F1"], tpr=0.0, tnr=1.0, total=40)
        figure = imbalance_figure(drawn, marks(drawn), [], 0.2, theme)
        assert "PPV value" not in lines(figure)
        assert "PPV chance" in lines(figure)
        assert sound(figure)

    def test_gap_where_there_is_no_value(self, theme):
        """With few cases, and no call positive, the guesser has no precision and the score neither."""
        drawn = curves_of(["PPV"], total=40, guess=0.0)
        figure = imbalance_figure(drawn, marks(drawn), [], 0.2, theme)
        assert "PPV guessed" not in lines(figure)
        assert sound(figure)


# The frame -----------------------------------------------------------------------------------------------------------


class TestFrame:
    @themes
    @pytest.mark.parametrize("asked", [0.001, 0.2, 0.5, 0.999])
    def test_dotted_line_at_the_share_asked_for(self, theme, paper, asked):
        for figure in (imbalance_figure(*paper, [], asked, theme), balanced_figure(*paper, asked, theme)):
            (line,) = figure.layout.shapes
            assert (line.x0, line.x1) == pytest.approx((2 * asked - 1,) * 2)
            assert (line.line.dash, line.line.color) == ("dot", theme.user)
            shown = f"{100 * asked:.1f}".removesuffix(".0")
            assert figure.layout.annotations[-1].text == f"{shown} % positive"

    def test_axis_tells_imbalance_and_share(self, theme, paper):
        axis = imbalance_figure(*paper, [], 0.2, theme).layout.xaxis
        assert axis.range == (-1.02, 1.02)
        assert axis.tickvals == (-1, -0.5, 0, 0.5, 1)
        assert axis.ticktext == ("−1<br>0 %", "−0.5<br>25 %", "0<br>50 %", "0.5<br>75 %", "1<br>100 %")

    @pytest.mark.parametrize(
        ("tpr", "tnr", "low"), [(0.6, 0.8, -0.03), (0.45, 0.5, None), (0.1, 0.1, LOWEST - 0.03), (0, 0, LOWEST - 0.03)]
    )
    def test_lines_far_behind_the_guesser_are_cut(self, theme, tpr, tnr, low):
        drawn = curves_of(["F1", "ACC"], tpr=tpr, tnr=tnr)
        figure = imbalance_figure(drawn, marks(drawn), [], 0.2, theme)
        lowest = min(float(np.nanmin(one.forms["normalised"])) for one in drawn)
        expected = lowest - 0.03 if low is None else low
        assert figure.layout.yaxis.range == pytest.approx((expected, 1.05))
        assert LOWEST == -0.55
        assert sound(figure)

    @themes
    def test_legend_fits_below(self, theme, paper):
        layout = imbalance_figure(*paper, [], 0.2, theme).layout
        assert layout.legend.y < -0.2
        assert layout.height > 400
        assert layout.template.layout.font.color == theme.text


# The legend ----------------------------------------------------------------------------------------------------------


class TestLegend:
    @themes
    def test_measures_and_lines_are_named(self, theme, hundred):
        here = [("F1", 0.3, 0.7)]
        figure = imbalance_figure(*hundred, here, 0.2, theme)
        assert legend(figure) == ["F1", "NF1", *FIXED, "best without skill", "this data"]
        assert legend(imbalance_figure(*hundred, [], 0.2, theme)) == ["F1", "NF1", *FIXED, "best without skill"]
        assert legend(balanced_figure(*hundred, 0.2, theme)) == ["F1", "NF1", *FIXED]
        entry = {t.name: t for t in figure.data if t.showlegend is not False}
        assert [entry[key].marker.color for key in ("F1", "NF1")] == list(theme.colours[:2])
        assert entry["best without skill"].line.color == theme.chance

    def test_no_best_draw_in_the_limit_and_none_in_the_legend(self, theme, paper):
        figure = imbalance_figure(*paper, [], 0.2, theme)
        assert not any(name.endswith("chance") for name in lines(figure))
        assert "best without skill" not in legend(figure)

    def test_what_is_drawn_nowhere_is_not_in_the_legend(self, theme):
        drawn = curves_of(["PLR"], total=40)
        figure = imbalance_figure(drawn, marks(drawn), [], 0.2, theme)
        assert "PLR normalised" not in lines(figure)
        assert "thick: beyond guesser" not in legend(figure)

    @pytest.mark.parametrize("key", [OWN, "= (tp + tn) / m + 0 * min(tp, fp) * max(tn, fn) * abs(tp - fp) * sqrt(p)"])
    def test_formula_has_a_short_entry(self, theme, key):
        drawn = curves_of([key, "F1"], total=30)
        for figure in (
            imbalance_figure(drawn, marks(drawn), [], 0.2, theme),
            balanced_figure(drawn, marks(drawn), 0.2, theme),
        ):
            assert max(map(len, legend(figure))) <= 30


# Marks ---------------------------------------------------------------------------------------------------------------


class TestMarks:
    def test_marks_of_the_paper(self, theme, paper):
        """F1 equals NF1 at d = 1/7, beyond the guesser at 1/2; its top there is at (-9 + 2 sqrt(15)) / 7."""
        shown = marked(imbalance_figure(*paper, [], 0.2, theme))
        places = {(t.marker.symbol, t.marker.size): (t.x[0], t.y[0]) for t in shown}
        assert set(places) == {("circle", 8), ("circle", 12), ("diamond", 12)}
        assert places["circle", 8] == pytest.approx((1 / 7, 24 / 35), abs=1e-9)
        assert places["circle", 12] == pytest.approx((1 / 2, 0.3), abs=1e-9)
        assert places["diamond", 12] == pytest.approx(((-9 + 2 * math.sqrt(15)) / 7, 0.3368993187), abs=1e-9)
        assert sorted(t.text[0] for t in shown) == ["0.143", "0.500", "−0.179"]

    @themes
    @pytest.mark.parametrize(
        ("kind", "form", "symbol", "size"),
        [
            ("equal", "value", "circle", 8),
            ("equal", "normalised", "circle", 12),
            ("top", "normalised", "diamond", 12),
            ("guesser", "value", "square", 8),
        ],
    )
    def test_symbols_and_sizes(self, theme, paper, kind, form, symbol, size):
        keys = ("F1", "NF1") if kind == "equal" else ("NF1",)
        (shown,) = marked(imbalance_figure(paper[0], [Mark(kind, form, 0.25, 0.5, keys)], [], 0.2, theme))
        assert (shown.marker.symbol, shown.marker.size) == (symbol, size)
        assert (entries(shown.x), entries(shown.y)) == ((0.25,), (0.5,))
        assert shown.marker.color == theme.background
        assert shown.marker.line.color == (theme.text if kind == "equal" else theme.colours[1])
        assert (
            shown.hovertext == f"{mark_words(Mark(kind, form, 0.25, 0.5, keys))}: 0.500<br>δ = 0.250, 62.5 % positive"
        )
        assert shown.text == ("0.250",)

    def test_where_chance_is_met_the_table_tells(self, theme, hundred):
        kinds = {mark.kind for mark in hundred[1]}
        assert "chance" in kinds
        drawn = len(marked(imbalance_figure(*hundred, [], 0.2, theme)))
        assert drawn == sum(m.kind != "chance" and not m.form.startswith("balanced") for m in hundred[1])

    @pytest.mark.parametrize(
        ("delta", "value", "shown"),
        [
            (OUTERMOST, 0.5, True),
            (-OUTERMOST, 0.5, True),
            (OUTERMOST + 0.001, 0.5, False),
            (-OUTERMOST - 0.001, 0.5, False),
            (0.0, LOWEST, True),
            (0.0, LOWEST - 0.001, False),
            (0.0, 1.05, True),
            (0.0, 1.051, True),
        ],
    )
    def test_marks_near_the_edges_are_left_out(self, theme, paper, delta, value, shown):
        for form, figure in (("value", imbalance_figure), ("balanced_normalised", balanced_figure)):
            found = [Mark("equal", form, delta, value, ("F1", "NF1"))]
            args = (paper[0], found, [], 0.2, theme) if figure is imbalance_figure else (paper[0], found, 0.2, theme)
            assert len(marked(figure(*args))) == shown

    def test_each_mark_is_in_one_of_the_charts(self, theme, paper):
        plain = Mark("equal", "normalised", 0.1, 0.5, ("F1", "NF1"))
        moved = Mark("equal", "balanced_normalised", 0.2, 0.5, ("F1", "NF1"))
        (shown,) = marked(imbalance_figure(paper[0], [plain, moved], [], 0.2, theme))
        assert entries(shown.x) == (0.1,)
        (shown,) = marked(balanced_figure(paper[0], [plain, moved], 0.2, theme))
        assert entries(shown.x) == (0.2,)

    @pytest.mark.parametrize(
        ("places", "positions"),
        [
            ([(0.0, 0.5), (0.1, 0.5)], ["top", "bottom"]),
            ([(0.1, 0.5), (0.0, 0.5)], ["top", "bottom"]),
            ([(0.0, 0.5), (0.1, 0.5), (0.2, 0.5)], ["top", "bottom", "top"]),
            ([(0.0, 0.5), (0.1, 0.8)], ["top", "top"]),
            ([(0.0, 0.5), (0.4, 0.5)], ["top", "top"]),
            ([(0.0, -0.9), (0.1, -0.9), (0.2, 0.5)], ["top"]),
        ],
    )
    def test_numbers_of_marks_that_stand_close_are_apart(self, theme, paper, places, positions):
        """From left to right, whatever the order they come in; marks that are not drawn push nobody away."""
        found = [Mark("top", "normalised", *place, ("F1",)) for place in places]
        shown = marked(imbalance_figure(paper[0], found, [], 0.2, theme))
        assert [t.textposition.split()[0] for t in sorted(shown, key=lambda t: t.x[0])] == positions
        assert [t.x[0] for t in shown] == sorted(t.x[0] for t in shown)

    def test_a_number_that_would_cover_another_is_left_out(self, theme, paper):
        found = [Mark("top", "normalised", place, 0.5, ("F1",)) for place in (0.0, 0.1, 0.2, 0.6)]
        shown = marked(imbalance_figure(paper[0], found, [], 0.2, theme))
        assert [t.text[0] for t in shown] == ["0", "0.100", "", "0.600"]

    @themes
    def test_the_data_are_a_cross(self, theme, paper):
        figure = imbalance_figure(*paper, [("F1", -0.4, 0.55), ("NF1", -0.4, 0.8)], 0.2, theme)
        shown = crosses(figure)
        assert [(t.x, t.y) for t in shown] == [((-0.4,), (0.55,)), ((-0.4,), (0.8,))]
        assert {t.marker.line.color for t in shown} == {theme.user}
        assert "0.550" in shown[0].hovertext
        assert shown[0].hovertext.endswith("<br>30 % positive")
        assert not crosses(imbalance_figure(*paper, [], 0.2, theme))

    def test_no_cross_where_the_data_have_no_value(self, theme, paper):
        figure = imbalance_figure(*paper, [("F1", -0.4, math.nan)], 0.2, theme)
        assert sound(figure)
        assert not crosses(figure)
        assert "this data" not in legend(figure)


# Sizes ---------------------------------------------------------------------------------------------------------------


class TestSizes:
    @pytest.mark.parametrize("total", [2, 3, 10, 303, None])
    @pytest.mark.parametrize("keys", [("F1", "NF1"), ("ERR",), ("DOR", "CC")])
    def test_every_number_of_cases(self, theme, total, keys):
        drawn = curves_of(keys, total=total, points=21)
        found = marks(drawn)
        assert sound(imbalance_figure(drawn, found, [], 0.3, theme))
        assert sound(balanced_figure(drawn, found, 0.3, theme))

    @pytest.mark.parametrize("guess", ["half", "prevalence", "mode", 0.0, 1.0, 0.3])
    def test_every_guesser(self, theme, guess):
        drawn = curves_of(["F1", "MCC"], guess=guess, total=30)
        assert sound(imbalance_figure(drawn, marks(drawn), [], 0.3, theme))
        assert sound(balanced_figure(drawn, marks(drawn), 0.3, theme))

    def test_no_measure_says_so_and_nothing_else(self, theme):
        for figure in (imbalance_figure([], [], [], 0.2, theme), balanced_figure([], [], 0.2, theme)):
            assert figure.layout.annotations[0].text == "No measure is chosen."
            assert legend(figure) == []


# In words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Mark("equal", "value", 0, 0.5, ("F1", "NF1")), "F1 equals NF1, score"),
        (Mark("equal", "normalised", 0, 0.5, ("F1", "NF1")), "F1 equals NF1, beyond the guesser"),
        (Mark("equal", "balanced_normalised", 0, 0.5, ("F1", "NF1")), "F1 equals NF1, balanced, beyond the guesser"),
        (Mark("top", "normalised", 0, 0.5, ("F1",)), "F1 is highest, beyond the guesser"),
        (Mark("top", "balanced_normalised", 0, 0.5, ("F1",)), "F1 is highest, balanced, beyond the guesser"),
        (Mark("guesser", "value", 0, 0.5, ("F1",)), "F1 is that of the guesser"),
        (Mark("chance", "value", 0, 0.5, ("F1",)), "F1 is that of the best random guessing"),
    ],
)
def test_mark_in_words(mark, said):
    assert mark_words(mark) == said


def test_paper_in_words(paper):
    assert imbalance_alt(*paper, 0.2) == (
        "Scores over the share of positive cases. At 20 % positive F1 score is 0.500, 0.300 beyond the guesser; "
        "Negative F1 score is 0.842, 0.589 beyond the guesser. Marked: F1 is highest, beyond the guesser at 41 %; "
        "F1 equals NF1, score at 57.1 %; F1 equals NF1, beyond the guesser at 75 %."
    )
    assert balanced_alt(*paper, 0.2) == (
        "Balanced scores over the share of positive cases. At 20 % positive F1 score is 0.667, 0.333 beyond the "
        "guesser; Negative F1 score is 0.727, 0.455 beyond the guesser."
    )


def test_words_tell_six_places_at_most_and_not_those_of_chance(paper):
    many = [Mark("equal", "value", place / 10, 0.5, ("F1", "NF1")) for place in range(8)]
    chance = [Mark("chance", "value", -0.5, 0.5, ("F1",)), Mark("top", "balanced_normalised", -0.5, 0.5, ("F1",))]
    said = imbalance_alt(paper[0], [*chance, *many], 0.2)
    assert said.count("F1 equals NF1") == 6
    assert "best random guessing" not in said
    assert "balanced" not in said
    assert balanced_alt(paper[0], [*chance, *many], 0.2).endswith(
        "Marked: F1 is highest, balanced, beyond the guesser at 25 %."
    )


def test_no_measure_in_words():
    for said in (imbalance_alt([], [], 0.2), balanced_alt([], [], 0.2)):
        assert " ." not in said
