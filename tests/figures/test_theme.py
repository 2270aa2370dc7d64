"""The theme and parts of several figures: contrast as WCAG 2 defines it, names that fit, marks, words above lines."""

import pytest

from ddcore.figures.chart import Chart
from ddcore.figures.marks import best_at, line_at, side
from ddcore.figures.theme import DASHES, SYMBOLS, THEMES, label, plain
from ddcore.measures import MEASURES
from tests.helpers.figures import contrast, every_theme


def test_contrast_by_its_known_ends():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)


@every_theme
@pytest.mark.parametrize("words", ["text", "muted", "accent", "user", "chance"])
def test_words_can_be_read(theme, words):
    assert contrast(getattr(theme, words), theme.background) >= 4.5
    assert contrast(getattr(theme, words), theme.second) >= 4.5


@every_theme
def test_marks_can_be_seen(theme):
    assert min(contrast(colour, theme.background) for colour in theme.colours[:4]) >= 2.95
    assert contrast(theme.joint, theme.background) >= 2
    assert contrast(theme.joint, theme.background) > contrast(theme.grid, theme.background)


def test_ten_models_can_be_told_apart_without_colour():
    assert len(set(SYMBOLS)) == 10
    assert len(set(DASHES)) == len(DASHES)
    for theme in THEMES.values():
        assert len(set(theme.colours)) == 10
        assert theme.colour(10) == theme.colour(0)


@every_theme
def test_template_carries_every_colour_itself(theme):
    layout = theme.template.layout
    assert layout.font.color == layout.legend.font.color == layout.hoverlabel.font.color == theme.text
    assert layout.xaxis.tickfont.color == layout.yaxis.title.font.color == theme.muted
    # What is saved has a ground on which its letters can be read, whatever it is put on.
    assert layout.paper_bgcolor == layout.plot_bgcolor == theme.background


def test_names_from_files_are_text():
    assert plain("<a href='x'>y</a>") == "&lt;a href='x'&gt;y&lt;/a&gt;"
    assert plain("model " * 4) == "model model model m…"
    assert plain("short\n\tname") == "short name"


def test_labels_are_short_and_tell_measures_apart():
    labels = [label(row) for row in MEASURES.values()]
    assert len(set(labels)) == len(labels)
    assert max(map(len, labels)) <= 23
    assert label(MEASURES["PPV"]) == "Precision (PPV)"


def test_words_at_an_end_lean_inwards():
    places = {0: "left", 0.099: "left", 0.1: "center", 0.5: "center", 0.9: "center", 0.901: "right", 1: "right"}
    assert {place: side(place) for place in places} == places


def test_words_above_a_vertical_line():
    figure, look = Chart(), {"color": "#123456", "width": 2, "dash": "dot"}
    line_at(figure, 0.25, look, "here", "#654321", "left")
    (line,), (note,) = figure.layout.shapes, figure.layout.annotations
    assert (line.x0, line.x1, line.y0, line.y1, line.yref) == (0.25, 0.25, 0, 1, "y domain")
    assert line.line.to_plotly_json() == look
    assert (note.x, note.y, note.yref, note.text, note.font.color) == (0.25, 1, "y domain", "here", "#654321")
    assert (note.xanchor, note.yanchor, note.showarrow) == ("left", "bottom", False)
    figure = Chart()
    line_at(figure, 0, {}, "here", "#000000")
    assert [note.xanchor for note in figure.layout.annotations] == ["center"]


@every_theme
def test_the_best_place_is_a_diamond_in_the_colour_of_the_first_line(theme):
    figure = Chart()
    best_at(figure, theme, 0.2, 0.75, "best 0.750", "in words")
    (mark,) = figure.data
    assert (mark.x, mark.y, mark.mode, mark.name) == ((0.2,), (0.75,), "markers", "best 0.750")
    assert (mark.hovertext, mark.hoverinfo, mark.cliponaxis) == (("in words",), "text", False)
    assert (mark.marker.symbol, mark.marker.color) == ("diamond", theme.colour(0))
