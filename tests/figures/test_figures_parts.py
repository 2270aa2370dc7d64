"""Parts that several figures share: the mark of the best place, and words above a vertical line."""

import plotly.graph_objects as go

from ddcore.figures.parts import best_at, line_at, side
from tests.helpers.figures import themes


def test_words_at_an_end_lean_inwards():
    places = {0: "left", 0.099: "left", 0.1: "center", 0.5: "center", 0.9: "center", 0.901: "right", 1: "right"}
    assert {place: side(place) for place in places} == places


def test_words_above_a_vertical_line():
    figure, look = go.Figure(), {"color": "#123456", "width": 2, "dash": "dot"}
    line_at(figure, 0.25, look, "here", "#654321", "left")
    (line,), (note,) = figure.layout.shapes, figure.layout.annotations
    assert (line.x0, line.x1, line.y0, line.y1, line.yref) == (0.25, 0.25, 0, 1, "y domain")
    assert line.line.to_plotly_json() == look
    assert (note.x, note.y, note.yref, note.text, note.font.color) == (0.25, 1, "y domain", "here", "#654321")
    assert (note.xanchor, note.yanchor, note.showarrow) == ("left", "bottom", False)
    figure = go.Figure()
    line_at(figure, 0, {}, "here", "#000000")
    assert [note.xanchor for note in figure.layout.annotations] == ["center"]


@themes
def test_the_best_place_is_a_diamond_in_the_colour_of_the_first_line(theme):
    figure = go.Figure()
    best_at(figure, theme, 0.2, 0.75, "best 0.750", "in words")
    (mark,) = figure.data
    assert (mark.x, mark.y, mark.mode, mark.name) == ((0.2,), (0.75,), "markers", "best 0.750")
    assert (mark.hovertext, mark.hoverinfo, mark.cliponaxis) == (("in words",), "text", False)
    assert (mark.marker.symbol, mark.marker.color) == ("diamond", theme.colour(0))
