"""Groups over their size, by what can be said of each, and the map of those that fall shortest."""

import re

import numpy as np
import pytest

from ddcore.chance.groups import verdicts
from ddcore.counts import Counts
from ddcore.figures.groups import LEFT_OUT, MARKS, Funnel, Map, funnel_alt, funnel_figure, map_alt, map_figure
from ddcore.figures.theme import mixed
from tests.helpers.figures import themes

COUNTS = Counts(tp=[40, 5, 3, 0, 0], fp=[5, 20, 1, 0, 0], fn=[10, 5, 3, 0, 0], tn=[45, 20, 5, 9, 0])


def funnel(key="ACC", counts=COUNTS, sizes=None):
    verdict = verdicts(key, counts)
    over = np.asarray(counts.total if sizes is None else sizes, np.float64)
    names = tuple(f"<b>{place}" for place in range(over.size))
    return Funnel(verdict, names, over, "cases of the group", over * 0 - 0.2, over * 0 + 0.1, "groups")


@themes
def test_each_group_that_can_be_judged_is_a_mark_by_its_state(theme):
    shown = funnel()
    figure = funnel_figure(shown, theme)
    traces = {trace.name: trace for trace in figure.data}
    assert shown.verdicts.state.tolist() == ["beats", "behind", "unclear", "unbeatable", "undefined"]
    for state, name, x in (
        ("beats", "surely better than chance", 100),
        ("behind", "no better than chance", 50),
        ("unclear", "better, but perhaps by luck", 12),
    ):
        assert list(traces[name].x) == [x]
        assert traces[name].y[0] == pytest.approx(shown.verdicts.distance[shown.verdicts.having(state)][0])
        assert traces[name].marker.symbol == MARKS[state][0]
        assert traces[name].marker.color == theme.colour(MARKS[state][1])
        assert traces[name].hovertext[0].startswith("<b>&lt;b&gt;")
    draws = figure.data[0]
    assert draws.name.startswith("95 %")
    assert (list(draws.y[:3]), len(draws.x)) == ([-0.2, 0.1, None], 9)
    assert re.findall(r"\b\d+\b", funnel_alt(funnel())) == ["3", "1", "1", "1", "95"]


def test_lower_is_better_lies_below(theme):
    figure = funnel_figure(funnel("ERR"), theme)
    [sure] = [trace for trace in figure.data if trace.name == "surely better than chance"]
    assert sure.y[0] == pytest.approx(0.15 - 0.5)
    assert "↓" in figure.layout.yaxis.title.text


@pytest.mark.parametrize(("sizes", "kind"), [([100, 110, 120, 1, 1], None), ([10, 100, 5000, 1, 1], "log")])
def test_sizes_that_differ_much_stand_on_a_logarithmic_axis(theme, sizes, kind):
    axis = funnel_figure(funnel(sizes=sizes), theme).layout.xaxis
    assert axis.type == kind
    if kind:
        assert axis.ticktext == ("10", "30", "100", "300", "1,000", "3,000")


def test_nothing_to_judge_is_said(theme):
    nothing = funnel("ACC", Counts(tp=[0], fp=[0], fn=[0], tn=[9]))
    assert not funnel_figure(nothing, theme).data
    assert funnel_alt(nothing) == LEFT_OUT
    assert not map_figure(Map((), (), np.empty((0, 0)), np.empty((0, 0), bool), (), 0, "groups"), theme).data


MAP = Map(
    ("worst", "middle", "best"),
    ("A", "B"),
    np.array([[-0.5, np.nan], [0.1, -0.2], [1.0, 0.456]]),
    np.array([[False, True], [False, False], [False, False]]),
    [["a", "b"]] * 3,
    40,
    "groups",
)


@themes
def test_map_has_a_cell_a_group_and_column(theme):
    figure = map_figure(MAP, theme)
    heat = figure.data[0]
    assert [list(row) for row in heat.text] == [["−50", ""], ["10", "−20"], ["100", "46"]]
    np.testing.assert_array_equal(np.array(heat.z, float), MAP.share)
    assert (heat.zmin, heat.zmax, heat.colorscale[-1][1]) == (-1, 1, mixed(theme.colour(0), theme.background, 0.5))
    rings = figure.data[1]
    assert (list(rings.x), list(rings.y), rings.marker.line.color) == ([1], [0], theme.chance)
    assert (figure.layout.yaxis.ticktext, figure.layout.xaxis.ticktext) == (("worst", "middle", "best"), ("A", "B"))
    words = map_alt(MAP)
    assert "3 of 40 groups" in words
    assert "; 2 cells" in words
    assert "by A: −50 %" in words
