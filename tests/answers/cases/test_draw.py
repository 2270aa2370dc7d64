"""Single cases as figures: what each answer is worth, where the best one changes, and natural frequencies."""

import re

import numpy as np
import pytest

from ddcore.answers.cases.draw import cases_alt, cases_figure, frequencies_alt, frequencies_figure
from ddcore.counts import Cells
from ddcore.decisions.cases import ANSWERS, switches
from ddcore.figures.theme import LIGHT, faded
from tests.helpers.figures import entries, legend, once, sound, themes
from tests.helpers.line_figures import trace
from tests.helpers.loops import nonempty

PAYOFFS = Cells(tp=0, fp=-1, fn=-5, tn=0)
LINES = {"positive": (-1.0, 0.0), "negative": (0.0, -5.0), "refer": (-0.5, -0.5)}
SWITCHES = switches(PAYOFFS, (-0.5, -0.5))
BINS = (np.linspace(0, 1, 5), np.array([0, 1, 2, 9.0]), np.array([7, 3, 0, 1.0]), np.zeros(4))


@once
def drawn(lines=LINES, cuts=SWITCHES, bins=BINS, theme=LIGHT, **more):
    return cases_figure(lines, cuts, bins, theme, **more)


@themes
def test_bold_is_the_best_answer_wherever_it_is(theme):
    figure = drawn(theme=theme, mark=0.3, names=("ill", "well"))
    assert sound(figure)
    for name, low, high in nonempty((("negative", 0, 0.1), ("refer", 0.1, 0.5), ("positive", 0.5, 1))):
        line = trace(figure, {"refer": "a person"}.get(name, f"predict {name}"))
        assert line.line.color == theme.colour(ANSWERS.index(name))
        x, y = ([v for v in entries(part) if v is not None] for part in (line.x, line.y))
        assert (x[0], x[-1]) == pytest.approx((low, high))
        start, end = LINES[name]
        assert y == pytest.approx([start + at * (end - start) for at in x])
    case = trace(figure, "the selected case")
    assert (entries(case.x), entries(case.y)) == ((0.3,), (-0.5,))
    assert sorted(shape.x0 for shape in figure.layout.shapes) == pytest.approx([0.1, 0.5])
    assert [note.text for note in figure.layout.annotations] == ["0.100", "0.500"]
    ill, well = trace(figure, "truly ill"), trace(figure, "truly well")
    assert (entries(ill.y), entries(well.y)) == ((0, 1, 2, 9), (7, 3, 0, 1))
    assert ill.marker.color == faded(theme.colour(0), 0.75)
    assert "truth unknown" not in legend(figure)
    assert entries(trace(drawn(bins=(*BINS[:3], np.ones(4))), "truth unknown").y) == (1, 1, 1, 1)
    figure = drawn(cuts=switches(PAYOFFS, (-9, -9)))
    assert "a person, never best" in legend(figure)
    assert sound(figure)


def test_axis_says_what_is_drawn():
    for as_costs, title in ((True, "expected cost, EUR"), (False, "expected worth, EUR")):
        assert drawn(as_costs=as_costs, unit="EUR").layout.yaxis.title.text == title


def test_tree_has_every_number_once_and_what_a_prediction_means():
    tree = frequencies_figure(1000, Cells(tp=9, fp=89, fn=1, tn=901), ("ill", "well"), LIGHT)
    texts = [note.text.replace("<br>", " ").replace("<b>", "").replace("</b>", "") for note in tree.layout.annotations]
    *texts, last = texts
    assert [text.split()[0] for text in texts] == ["1,000", "10", "990", "9", "1", "89", "901"]
    assert last.startswith("9 of 98 ")
    assert all(0 <= x <= 1 for line in tree.data for x in line.x)


def test_tree_says_nothing_of_a_prediction_that_is_never_made():
    cells = Cells(tp=0, fp=0, fn=10, tn=990)
    tree = frequencies_figure(1000, cells, ("ill", "well"), LIGHT)
    assert not [note.text for note in tree.layout.annotations if " of " in note.text]
    assert frequencies_alt(1000, cells, ("ill", "well")).endswith("0 are predicted ill.")
    assert re.findall(r"0\.\d{3}| 0 ", cases_alt(SWITCHES)) == [" 0 ", "0.100", "0.500"]
    words = frequencies_alt(1000, Cells(tp=9, fp=89, fn=1, tn=901), ("ill", "well"))
    assert "9 of 98 " in words
