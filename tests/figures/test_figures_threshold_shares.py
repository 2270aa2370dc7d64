"""Best thresholds over the share of positives as a figure."""

import math
import re

import numpy as np

from ddcore.figures.theme import LIGHT
from ddcore.figures.threshold_shares import shares_alt, shares_figure
from ddcore.measures import measure
from ddcore.scores.share_thresholds import OverShare
from tests.helpers.figures import entries, legend, sound, themes
from tests.helpers.line_figures import fitting, trace

SHARES = np.array([0.1, 0.5, 0.9])
BEST = OverShare(measure("ACC"), SHARES, np.array([math.inf, 0.6, 0.2]), np.array([0.9, 0.8, 0.95]))
KEPT = np.array([0.5, 0.8, 0.9])
BAND = (np.array([0.1, 0.5]), np.array([0.8, 0.4]), np.array([math.inf, 0.7]))
MARKS = {"these cases": 0.5, "in use": 0.02}


def drawn(best=BEST, band=BAND, threshold=0.5, theme=LIGHT):
    return shares_figure(best, KEPT, band, threshold, MARKS, theme)


@themes
def test_lines_are_the_thresholds_and_the_values(theme):
    figure = drawn(theme=theme)
    assert sound(figure)
    assert not fitting(figure)
    assert entries(trace(figure, "best threshold").y) == (None, 0.6, 0.2)
    assert entries(trace(figure, "threshold set").y) == (0.5, 0.5)
    assert entries(trace(figure, "with the best").y) == (0.9, 0.8, 0.95)
    assert entries(trace(figure, "with the one set").y) == (0.5, 0.8, 0.9)
    assert entries(trace(figure, "95 %").y) == (0.7, 0.4)


def test_shares_are_marked_by_name_inside_the_picture():
    figure = drawn()
    marks = {note.text: (note.x, note.xanchor) for note in figure.layout.annotations}
    assert marks == {"these cases": (0.5, "center"), "in use": (0.02, "left")}
    assert [shape.x0 for shape in figure.layout.shapes] == [0.5, 0.02]
    assert legend(drawn(band=None, threshold=math.inf)) == ["best threshold"]


def test_words_say_where_the_threshold_is():
    whole = OverShare(measure("F1"), SHARES, np.array([0.9, 0.6, 0.2]), KEPT)
    words = shares_alt(whole, MARKS)
    assert re.findall(r"0\.\d{3}", words) == ["0.900", "0.600", "0.200"]
    assert words.endswith("use at 2 %.")
    assert re.findall(r"none|0\.\d{3}", shares_alt(BEST, MARKS)) == ["none", "0.600", "0.200"]
