"""Measures over the imbalance of the classes: lines at their values, marks where they belong, words for both charts."""

import math
import re

import numpy as np
import pytest

from ddcore.answers.prevalence.draw import (
    LOWEST,
    OUTERMOST,
    beyond_alt,
    beyond_figure,
    imbalance_alt,
    imbalance_figure,
    mark_words,
)
from ddcore.chance.imbalance import Imbalance, Mark, imbalance_curve, marks
from ddcore.measures import measure
from tests.helpers.figures import entries, legend, once, sound, themes

marks, imbalance_figure, beyond_figure = map(once, (marks, imbalance_figure, beyond_figure))

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
def test_every_line_is_at_its_values_and_four_are_the_most(theme, hundred):
    drawn = lines(imbalance_figure(*hundred, [], 0.2, theme))
    beyond = lines(beyond_figure(*hundred, 0.2, theme))
    for found, names in (
        (drawn, {"%s": "value", "baseline of %s": "chance"}),
        (beyond, {"%s": "normalised", "%s, balanced": "balanced_normalised"}),
    ):
        assert len(found) == 4
        for one in hundred[0]:
            for name, form in names.items():
                line = found[name % one.measure.key]
                np.testing.assert_array_equal(line.x, one.delta)
                np.testing.assert_array_equal(line.y, one.forms[form])
    for at, key in enumerate(("F1", "NF1")):
        assert drawn[key].line.color == beyond[key].line.color == theme.colours[at]
        assert drawn[f"baseline of {key}"].line.color == theme.chance
    for name in ("%s", "baseline of %s"):
        assert drawn[name % "F1"].line.dash != drawn[name % "NF1"].line.dash
    line = drawn["F1"]
    at = int(np.argmin(np.abs(np.array(line.x))))
    share = f"{100 * (1 + line.x[at]) / 2:.1f}".removesuffix(".0")
    assert line.hovertext[at].endswith(f": {line.y[at]:.3f}<br>{share} % positive")


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ({"keys": ["PPV", "F1"], "tpr": 0.0, "tnr": 1.0}, "PPV"),
        ({"keys": ["PLR"]}, "PLR, balanced"),
    ],
)
def test_no_value_is_no_line_and_no_entry(theme, options, missing):
    """With few cases, and none predicted positive, there is no precision."""
    drawn = curves_of(total=40, **options)
    figure = imbalance_figure(drawn, marks(drawn), [], 0.2, theme)
    assert missing not in lines(figure)
    assert f"baseline of {options['keys'][0]}" in lines(figure)
    assert missing not in lines(beyond_figure(drawn, marks(drawn), 0.2, theme))
    assert sound(figure)


def test_dotted_line_at_the_share_asked_for(theme, paper):
    for figure in (imbalance_figure(*paper, [], 0.001, theme), beyond_figure(*paper, 0.001, theme)):
        (line,) = figure.layout.shapes
        assert (line.x0, line.x1) == pytest.approx((-0.998, -0.998))
        assert figure.layout.annotations[-1].text == "0.1 % positive"
        assert figure.layout.xaxis.ticktext == ("−1<br>0 %", "−0.5<br>25 %", "0<br>50 %", "0.5<br>75 %", "1<br>100 %")


@pytest.mark.parametrize(("tpr", "tnr", "low"), [(0.6, 0.8, -0.03), (0.45, 0.5, None), (0.1, 0.1, -0.58)])
def test_lines_far_behind_the_guesser_are_cut(theme, tpr, tnr, low):
    drawn = curves_of(["F1", "ACC"], tpr=tpr, tnr=tnr)
    figure = beyond_figure(drawn, marks(drawn), 0.2, theme)
    lowest = min(float(np.nanmin(one.forms[form])) for one in drawn for form in ("normalised", "balanced_normalised"))
    assert figure.layout.yaxis.range == pytest.approx((lowest - 0.03 if low is None else low, 1.05))


@themes
def test_measures_and_lines_are_named(theme, hundred, paper):
    """There is no best draw in very large data."""
    figure = imbalance_figure(*hundred, [("F1", 0.3, 0.7)], 0.2, theme)
    assert legend(figure) == ["baseline of F1", "F1", "baseline of NF1", "NF1", "your data"]
    assert legend(beyond_figure(*hundred, 0.2, theme)) == ["F1, balanced", "F1", "NF1, balanced", "NF1"]
    assert legend(imbalance_figure(*paper, [], 0.2, theme)) == ["guesser on F1", "F1", "guesser on NF1", "NF1"]
    drawn = curves_of([OWN, "F1"], total=30, points=5)
    assert max(map(len, legend(imbalance_figure(drawn, [], [], 0.2, theme)))) <= 42


def test_marks_of_the_paper(theme, paper):
    """F1 equals NF1 at d = 1/7, beyond the guesser at 1/2; its top there is at (-9 + 2 sqrt(15)) / 7."""
    (equal,) = marked(imbalance_figure(*paper, [], 0.2, theme))
    assert (equal.marker.symbol, equal.text[0]) == ("circle", "0.143")
    assert (equal.x[0], equal.y[0]) == pytest.approx((1 / 7, 24 / 35), abs=1e-9)
    shown = marked(beyond_figure(*paper, 0.2, theme))
    places = {t.text[0]: (t.marker.symbol, t.x[0], t.y[0]) for t in shown}
    assert places["0.500"] == ("circle", pytest.approx(1 / 2, abs=1e-9), pytest.approx(0.3, abs=1e-9))
    top = (-9 + 2 * math.sqrt(15)) / 7
    assert places["−0.179"] == ("diamond", pytest.approx(top, abs=1e-9), pytest.approx(0.3368993187, abs=1e-9))
    found = [Mark("top", "normalised", place, 0.5, ("F1",)) for place in (0.0, 0.1, 0.2, 0.6)]
    shown = marked(beyond_figure(paper[0], found, 0.2, theme))
    assert [t.text[0] for t in shown] == ["0", "0.100", "", "0.600"]
    line = lines(imbalance_figure(*paper, [], 0.2, theme))["F1"]
    a = (1 + np.array(line.x)) / 2
    np.testing.assert_allclose(line.y, 2 * a * 0.6 / (a * 0.6 + (1 - a) * 0.2 + a), atol=1e-14)


@themes
@pytest.mark.parametrize(
    ("kind", "form", "symbol"),
    [
        ("equal", "value", "circle"),
        ("equal", "normalised", "circle"),
        ("top", "normalised", "diamond"),
        ("guesser", "value", "square"),
    ],
)
def test_symbols_and_edges(theme, paper, kind, form, symbol):
    """Very many cases have no baseline: the marks are those of the guesser."""
    mark = Mark(kind, form, 0.25, 0.5, ("F1", "NF1") if kind == "equal" else ("NF1",))
    own, other = imbalance_figure(paper[0], [mark], [], 0.2, theme), beyond_figure(paper[0], [mark], 0.2, theme)
    (shown,) = marked(own if form == "value" else other)
    assert marked(other if form == "value" else own) == []
    assert shown.marker.symbol == symbol
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
            marked(beyond_figure(paper[0], found, 0.2, theme)),
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
    shown = marked(beyond_figure(paper[0], found, 0.2, theme))
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
    assert "your data" not in legend(nothing)


@pytest.mark.parametrize("total", [2, 30, None])
def test_every_number_of_cases_and_every_guesser(theme, total):
    for keys, guess in ((("F1", "MCC"), "prevalence"), (("ERR",), "mode"), (("DOR", "CC"), 1.0)):
        drawn = curves_of(keys, guess=guess, total=total, points=9)
        found = marks(drawn)
        assert sound(imbalance_figure(drawn, found, [], 0.3, theme))
        assert sound(beyond_figure(drawn, found, 0.3, theme))


def test_no_measure_says_so(theme):
    for figure in (imbalance_figure([], [], [], 0.2, theme), beyond_figure([], [], 0.2, theme)):
        assert (figure.layout.annotations[0].text, legend(figure)) == (imbalance_alt([], [], 0.2), [])
    assert imbalance_alt([], [], 0.2) == beyond_alt([], [], 0.2) == "No measure is chosen."


def test_mark_in_words():
    for kind, form, keys, end in (
        ("equal", "balanced_normalised", ("F1", "NF1"), "when balanced"),
        ("top", "normalised", ("F1",), "beyond the guesser"),
        ("guesser", "value", ("F1",), "of the guesser"),
        ("chance", "value", ("F1",), "its baseline"),
    ):
        assert mark_words(Mark(kind, form, 0, 0.5, keys)).endswith(end)


def test_numbers_of_the_paper_in_words(paper):
    """At 20 % positive, and the places of the marks."""
    for said, numbers in (
        (imbalance_alt(*paper, 0.2), ["0.500", "0.286", "0.842", "0.615", "57.1 %"]),
        (beyond_alt(*paper, 0.2), ["0.300", "0.333", "0.589", "0.455", "41 %"]),
    ):
        assert re.findall(r"0\.\d{3}|[\d.]+ %", said)[: len(numbers) + 1] == ["20 %", *numbers]
    many = [Mark("equal", "value", place / 10, 0.5, ("F1", "NF1")) for place in range(8)]
    top = Mark("top", "balanced_normalised", -0.5, 0.5, ("F1",))
    assert imbalance_alt(paper[0], [top, *many], 0.2).count("F1 equals NF1") == 6
    assert beyond_alt(paper[0], [top, *many], 0.2).endswith("when balanced at 25 %.")
