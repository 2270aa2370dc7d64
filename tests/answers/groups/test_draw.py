"""Groups over their size, the map of those that fall shortest, weakest segments, and thresholds by group."""

import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers.groups.compute import Funnel, Map
from ddcore.answers.groups.draw import (
    MARKS,
    NO_GROUPS,
    NO_SEGMENTS,
    PANELS,
    funnel_alt,
    funnel_figure,
    map_alt,
    map_figure,
    rules_alt,
    rules_figure,
    segments_alt,
    segments_figure,
)
from ddcore.chance.groups import verdicts
from ddcore.chance.segments import weakest
from ddcore.counts import Counts
from ddcore.decisions.group_thresholds import group_thresholds
from ddcore.decisions.utility import Utility
from ddcore.figures.theme import THEMES, mixed
from ddcore.records.rows import Split
from ddcore.table import ScoreTable
from tests.helpers.figures import legend, themes
from tests.helpers.loops import nonempty

COUNTS = Counts(tp=[40, 5, 3, 0, 0], fp=[5, 20, 1, 0, 0], fn=[10, 5, 3, 0, 0], tn=[45, 20, 5, 9, 0])


def funnel(key="ACC", counts=COUNTS, sizes=None):
    verdict = verdicts(key, counts)
    over = np.asarray(counts.total if sizes is None else sizes, np.float64)
    names = tuple(f"<b>{place}" for place in range(over.size))
    return Funnel(verdict, names, over, "cases of the group", over * 0 - 0.2, over * 0 + 0.1, "group")


@themes
def test_each_group_that_can_be_judged_is_a_mark_by_its_state(theme):
    shown = funnel()
    figure = funnel_figure(shown, theme)
    traces = {trace.name: trace for trace in figure.data}
    assert shown.verdicts.state.tolist() == ["beats", "behind", "unclear", "unbeatable", "undefined"]
    for state, name, x in (
        ("beats", "clearly better", 100),
        ("behind", "no better", 50),
        ("unclear", "may be luck", 12),
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
    figure = funnel_figure(funnel("ERR"), theme)
    [sure] = [trace for trace in figure.data if trace.name == "clearly better"]
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
    assert funnel_alt(nothing) == NO_GROUPS
    assert not map_figure(Map((), (), np.empty((0, 0)), *[np.empty((0, 0), bool)] * 2, (), 0, "group"), theme).data


MAP = Map(
    ("worst", "middle", "best"),
    ("A", "B"),
    np.array([[-0.5, np.nan], [0.1, -0.2], [1.0, 0.456]]),
    np.array([[False, True], [False, False], [False, False]]),
    np.zeros((3, 2), bool),
    [["a", "b"]] * 3,
    40,
    "group",
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


def test_cases_predicted_alike_stand_for_the_worst(theme):
    """Without a value they have a mark at the worse end, and an orange cell without a number."""
    counts = Counts(tp=[40, 0], fp=[5, 0], fn=[10, 12], tn=[45, 28])
    for key, end in (("F1", -0.2), ("FDR", 0.1)):
        shown = funnel(key, counts)
        traces = {trace.name: trace for trace in funnel_figure(shown, theme).data}
        assert list(traces["no better"].x) == [40]
        assert traces["no better"].y[0] == end
        assert "no value" in traces["no better"].hovertext[0]
    silent = replace(MAP, share=MAP.share - np.array([[0.5, 0], [0, 0], [0, 0]]), silent=MAP.share == -0.5)
    heat = map_figure(silent, theme).data[0]
    assert (heat.text[0][0], heat.z[0][0]) == ("–", -1)
    assert "by A: no value" in map_alt(silent)


def segments(bad=0.9, **choices):
    rng = np.random.default_rng(2)
    half = Split("half", rng.integers(2, size=1000).astype(np.int32), ("good <b>", "bad"))
    other = Split("other", rng.integers(3, size=1000).astype(np.int32), ("x", "y", "z"))
    truth = rng.random(1000) < 0.4
    right = rng.random(1000) < np.where(half.codes == 1, bad, 0.9)
    cell = np.where(truth, np.where(right, 0, 2), np.where(right, 3, 1)).astype(np.int8)
    return weakest([half, other], cell, "ACC", rng=np.random.default_rng(1), **choices)


def thresholds():
    rng = np.random.default_rng(3)
    tables = {}
    for place, name in enumerate(("a", "b <i>")):
        truth = rng.random(100) < 0.4
        tables[name] = ScoreTable.of(rng.normal(truth * (1 + place), 1).round(1), truth)
    return group_thresholds(tables, Utility(tp=0, fp=-1, fn=-2, tn=0), rng=rng, deals=1)


@themes
def test_segments_stand_where_they_score(theme):
    found = segments(0.5)
    figure = segments_figure(found, 0.95, theme)
    bars, baseline, expected, score, *_ = figure.data
    known = found.segments
    assert bars.x[::3] == tuple(one.score.low for one in known)
    assert bars.x[1::3] == tuple(one.score.high for one in known)
    assert list(baseline.x) == [one.chance for one in known]
    assert list(expected.x) == [one.expected for one in known]
    assert list(score.x) == [one.score.value for one in known]
    assert list(score.y) == list(range(len(found.segments)))
    assert baseline.marker.line.color == theme.chance
    full = [colour == theme.colour(0) for colour in score.marker.color]
    assert full == [one in found.surely() for one in found.segments]
    assert any(full)


def test_segments_are_named_in_words():
    found = segments()
    figure = segments_figure(found, 0.95, THEMES["light"])
    assert "may be luck" in legend(figure)
    assert not any("<b>" in text for text in figure.layout.yaxis.ticktext)
    assert f"{len(found.segments)} segments" in segments_alt(found, 0.95)
    found = segments(least=5000)
    assert segments_figure(found, 0.95, THEMES["light"]).layout.annotations[0].text.replace("<br>", " ") == NO_SEGMENTS
    assert segments_alt(found, 0.95) == NO_SEGMENTS


@themes
def test_rules_have_a_mark_for_each_group(theme):
    found = thresholds()
    figure = rules_figure(found, "tpr", theme)
    by_name = {trace.name: trace for trace in figure.data if trace.name}
    for place, name in nonempty(enumerate(("a", "b &lt;i&gt;"))):
        assert list(by_name[name].x) == [float(rule.tpr[place]) for rule in found.rules.values()]
    assert by_name["a"].marker.symbol != by_name["b &lt;i&gt;"].marker.symbol


@pytest.mark.parametrize("panel", PANELS)
def test_all_groups_together_lie_between_them(panel):
    found = thresholds()
    figure = rules_figure(found, panel, THEMES["light"])
    groups = [trace.x for trace in figure.data if trace.mode == "markers" and trace.showlegend is not False][:2]
    [every] = [trace.x for trace in figure.data if trace.mode == "markers" and trace.showlegend is False]
    assert (np.minimum(*groups) - 1e-9 <= np.array(every)).all()
    assert (np.array(every) <= np.maximum(*groups) + 1e-9).all()
    assert rules_alt(found, panel).startswith(f"{PANELS[panel]} by rule")
