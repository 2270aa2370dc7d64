"""Weakest segments and thresholds by group, drawn: marks, bars and rows are the numbers they stand for."""

import numpy as np
import pytest

from ddcore.chance.segments import weakest
from ddcore.decisions.group_thresholds import group_thresholds
from ddcore.decisions.utility import Utility
from ddcore.figures.group_thresholds import PANELS, rules_alt, rules_figure
from ddcore.figures.segments import NOTHING, segments_alt, segments_figure
from ddcore.figures.theme import THEMES
from ddcore.rows import Split
from ddcore.table import ScoreTable
from tests.helpers.figures import legend, themes
from tests.helpers.loops import nonempty


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
    assert "perhaps luck" in legend(figure)
    assert not any("<b>" in text for text in figure.layout.yaxis.ticktext)
    assert f"{len(found.segments)} segments" in segments_alt(found, 0.95)
    found = segments(least=5000)
    assert segments_figure(found, 0.95, THEMES["light"]).layout.annotations[0].text.replace("<br>", " ") == NOTHING
    assert segments_alt(found, 0.95) == NOTHING


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
