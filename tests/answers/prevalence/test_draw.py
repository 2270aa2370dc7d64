"""Measures over the imbalance of the classes: lines at their values, marks where they belong, words for both charts."""

import math
import re

import numpy as np
import pytest

from ddcore.answers.prevalence.draw import (
    LOWEST,
    OUTERMOST,
    balanced_alt,
    balanced_figure,
    imbalance_alt,
    imbalance_figure,
    mark_words,
)
from ddcore.chance.imbalance import Imbalance, Mark, imbalance_curve, marks
from ddcore.figures.theme import faded
from ddcore.measures import measure
from tests.helpers.figures import entries, legend, once, sound, themes

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


@themes
def test_every_form_is_a_line_of_its_own_look_at_its_values(theme, hundred):
    figure, balanced = imbalance_figure(*hundred, [], 0.2, theme), balanced_figure(*hundred, 0.2, theme)
    drawn, level = lines(figure), lines(balanced)
    plain, even = ("value", "guessed", "normalised", "chance"), ("balanced", "balanced_guessed", "balanced_normalised")
    for found, forms in ((drawn, plain), (level, even)):
        assert set(found) == {f"{key} {form}" for key in ("F1", "NF1") for form in forms}
        for one in hundred[0]:
            for form in forms:
                line = found[f"{one.measure.key} {form}"]
                np.testing.assert_array_equal(line.x, one.delta)
                np.testing.assert_array_equal(line.y, one.forms[form])
    for at, key in enumerate(("F1", "NF1")):
        thin, faint, strong, chance = (drawn[f"{key} {form}"].line for form in plain)
        assert thin.color == strong.color == theme.colours[at]
        assert (faint.color, chance.color) == (faded(theme.colours[at], 0.55), theme.chance)
    for form in ("value", "normalised", "chance"):
        assert drawn[f"F1 {form}"].line.dash != drawn[f"NF1 {form}"].line.dash
    line = drawn["F1 normalised"]
    at = int(np.argmin(np.abs(np.array(line.x))))
    share = f"{100 * (1 + line.x[at]) / 2:.1f}".removesuffix(".0")
    assert line.hovertext[at].endswith(f": {line.y[at]:.3f}<br>{share} % positive")


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ({"keys": ["PPV", "F1"], "tpr": 0.0, "tnr": 1.0}, "PPV value"),
        ({"keys": ["PPV"], "guess": 0.0}, "PPV guessed"),
        ({"keys": ["PLR"]}, "PLR normalised"),
    ],
)
def test_no_value_is_no_line_and_no_entry(theme, options, missing):
    """With few cases, and none predicted positive, there is no precision."""
    drawn = curves_of(total=40, **options)
    figure = imbalance_figure(drawn, marks(drawn), [], 0.2, theme)
    assert missing not in lines(figure)
    assert f"{options['keys'][0]} chance" in lines(figure)
    assert ("thick: beyond guesser" in legend(figure)) == any(name.endswith("normalised") for name in lines(figure))
    assert sound(figure)


def test_dotted_line_at_the_share_asked_for(theme, paper):
    for figure in (imbalance_figure(*paper, [], 0.001, theme), balanced_figure(*paper, 0.001, theme)):
        (line,) = figure.layout.shapes
        assert (line.x0, line.x1) == pytest.approx((-0.998, -0.998))
        assert figure.layout.annotations[-1].text == "0.1 % positive"
        assert figure.layout.xaxis.ticktext == ("−1<br>0 %", "−0.5<br>25 %", "0<br>50 %", "0.5<br>75 %", "1<br>100 %")


@pytest.mark.parametrize(("tpr", "tnr", "low"), [(0.6, 0.8, -0.03), (0.45, 0.5, None), (0.1, 0.1, -0.58)])
def test_lines_far_behind_the_guesser_are_cut(theme, tpr, tnr, low):
    drawn = curves_of(["F1", "ACC"], tpr=tpr, tnr=tnr)
    figure = imbalance_figure(drawn, marks(drawn), [], 0.2, theme)
    lowest = min(float(np.nanmin(one.forms["normalised"])) for one in drawn)
    assert figure.layout.yaxis.range == pytest.approx((lowest - 0.03 if low is None else low, 1.05))


@themes
def test_measures_and_lines_are_named(theme, hundred, paper):
    """There is no best draw in very large data."""
    figure = imbalance_figure(*hundred, [("F1", 0.3, 0.7)], 0.2, theme)
    assert legend(figure) == ["F1", "NF1", *FIXED, "best without skill", "this data"]
    assert legend(balanced_figure(*hundred, 0.2, theme)) == ["F1", "NF1", *FIXED]
    assert legend(imbalance_figure(*paper, [], 0.2, theme)) == ["F1", "NF1", *FIXED]
    drawn = curves_of([OWN, "F1"], total=30, points=5)
    assert max(map(len, legend(imbalance_figure(drawn, [], [], 0.2, theme)))) <= 30


def test_marks_of_the_paper(theme, paper):
    """F1 equals NF1 at d = 1/7, beyond the guesser at 1/2; its top there is at (-9 + 2 sqrt(15)) / 7."""
    shown = marked(imbalance_figure(*paper, [], 0.2, theme))
    places = {(t.marker.symbol, t.marker.size): (t.x[0], t.y[0]) for t in shown}
    assert set(places) == {("circle", 8), ("circle", 12), ("diamond", 12)}
    assert places["circle", 8] == pytest.approx((1 / 7, 24 / 35), abs=1e-9)
    assert places["circle", 12] == pytest.approx((1 / 2, 0.3), abs=1e-9)
    assert places["diamond", 12] == pytest.approx(((-9 + 2 * math.sqrt(15)) / 7, 0.3368993187), abs=1e-9)
    assert sorted(t.text[0] for t in shown) == ["0.143", "0.500", "−0.179"]
    found = [Mark("top", "normalised", place, 0.5, ("F1",)) for place in (0.0, 0.1, 0.2, 0.6)]
    shown = marked(imbalance_figure(paper[0], found, [], 0.2, theme))
    assert [t.text[0] for t in shown] == ["0", "0.100", "", "0.600"]
    line = lines(imbalance_figure(*paper, [], 0.2, theme))["F1 value"]
    a = (1 + np.array(line.x)) / 2
    np.testing.assert_allclose(line.y, 2 * a * 0.6 / (a * 0.6 + (1 - a) * 0.2 + a), atol=1e-14)


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
def test_symbols_and_sizes(theme, paper, kind, form, symbol, size):
    mark = Mark(kind, form, 0.25, 0.5, ("F1", "NF1") if kind == "equal" else ("NF1",))
    (shown,) = marked(imbalance_figure(paper[0], [mark], [], 0.2, theme))
    assert (shown.marker.symbol, shown.marker.size) == (symbol, size)
    assert (entries(shown.x), entries(shown.y), shown.text) == ((0.25,), (0.5,), ("0.250",))
    assert shown.marker.color == theme.background
    assert shown.marker.line.color == (theme.text if kind == "equal" else theme.colours[1])
    assert re.split(": |<br>|, (?=6)", shown.hovertext) == [mark_words(mark), "0.500", "δ = 0.250", "62.5 % positive"]


def test_marks_near_the_edges_are_left_out_and_each_is_in_one_chart(theme, paper):
    places = [
        (OUTERMOST, 0.5, True), (-OUTERMOST, 0.5, True), (OUTERMOST + 0.001, 0.5, False),
        (-OUTERMOST - 0.001, 0.5, False), (0.0, LOWEST, True), (0.0, LOWEST - 0.001, False), (0.0, 1.05, True),
    ]  # fmt: skip
    for form in ("value", "balanced_normalised"):
        found = [Mark("equal", form, delta, value, ("F1", "NF1")) for delta, value, _ in places]
        shown = [
            marked(imbalance_figure(paper[0], found, [], 0.2, theme)),
            marked(balanced_figure(paper[0], found, 0.2, theme)),
        ]
        own, other = shown if form == "value" else shown[::-1]
        assert other == []
        expected = sorted((delta, value) for delta, value, inside in places if inside)
        assert sorted((t.x[0], t.y[0]) for t in own) == expected


@pytest.mark.parametrize(
    ("places", "positions"),
    [
        ([(0.1, 0.5), (0.0, 0.5)], ["top", "bottom"]),
        ([(0.0, 0.5), (0.1, 0.5), (0.2, 0.5)], ["top", "bottom", "top"]),
        ([(0.0, 0.5), (0.1, 0.8)], ["top", "top"]),
        ([(0.0, 0.5), (0.4, 0.5)], ["top", "top"]),
        ([(0.0, -0.9), (0.1, -0.9), (0.2, 0.5)], ["top"]),
    ],
)
def test_numbers_of_marks_that_stand_close_are_apart(theme, paper, places, positions):
    """From left to right, whatever the order they come in; marks that are not drawn push nobody away."""
    found = [Mark("top", "normalised", *place, ("F1",)) for place in places]
    shown = marked(imbalance_figure(paper[0], found, [], 0.2, theme))
    assert [t.textposition.split()[0] for t in shown] == positions
    assert [t.x[0] for t in shown] == sorted(t.x[0] for t in shown)


@themes
def test_the_data_are_a_cross_where_they_have_a_value(theme, paper):
    figure = imbalance_figure(*paper, [("F1", -0.4, 0.55), ("NF1", -0.4, 0.8), ("ACC", -0.4, math.nan)], 0.2, theme)
    shown = crosses(figure)
    assert [(t.x, t.y) for t in shown] == [((-0.4,), (0.55,)), ((-0.4,), (0.8,))]
    assert shown[0].hovertext.endswith("<br>30 % positive")
    nothing = imbalance_figure(*paper, [("F1", -0.4, math.nan)], 0.2, theme)
    assert crosses(nothing) == []
    assert "this data" not in legend(nothing)


@pytest.mark.parametrize("total", [2, 30, None])
def test_every_number_of_cases_and_every_guesser(theme, total):
    for keys, guess in ((("F1", "MCC"), "prevalence"), (("ERR",), "mode"), (("DOR", "CC"), 1.0)):
        drawn = curves_of(keys, guess=guess, total=total, points=9)
        found = marks(drawn)
        assert sound(imbalance_figure(drawn, found, [], 0.3, theme))
        assert sound(balanced_figure(drawn, found, 0.3, theme))


def test_no_measure_says_so(theme):
    for figure in (imbalance_figure([], [], [], 0.2, theme), balanced_figure([], [], 0.2, theme)):
        assert (figure.layout.annotations[0].text, legend(figure)) == (imbalance_alt([], [], 0.2), [])
    assert imbalance_alt([], [], 0.2) == balanced_alt([], [], 0.2) == "No measure is chosen."


def test_mark_in_words():
    for kind, form, keys, end in (
        ("equal", "balanced_normalised", ("F1", "NF1"), "balanced, beyond the guesser"),
        ("top", "normalised", ("F1",), "highest, beyond the guesser"),
        ("guesser", "value", ("F1",), "of the guesser"),
        ("chance", "value", ("F1",), "best random guessing"),
    ):
        assert mark_words(Mark(kind, form, 0, 0.5, keys)).endswith(end)


def test_numbers_of_the_paper_in_words(paper):
    """At 20 % positive, and the places of the marks."""
    for said, numbers in (
        (imbalance_alt(*paper, 0.2), ["0.500", "0.300", "0.842", "0.589", "41 %", "57.1 %", "75 %"]),
        (balanced_alt(*paper, 0.2), ["0.667", "0.333", "0.727", "0.455"]),
    ):
        assert re.findall(r"0\.\d{3}|[\d.]+ %", said) == ["20 %", *numbers]
    many = [Mark("equal", "value", place / 10, 0.5, ("F1", "NF1")) for place in range(8)]
    chance = [Mark("chance", "value", -0.5, 0.5, ("F1",)), Mark("top", "balanced_normalised", -0.5, 0.5, ("F1",))]
    said = imbalance_alt(paper[0], [*chance, *many], 0.2)
    assert said.count("F1 equals NF1") == 6
    assert not re.search("random guessing|balanced", said)
    assert balanced_alt(paper[0], [*chance, *many], 0.2).endswith("guesser at 25 %.")
