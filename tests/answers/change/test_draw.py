"""From then to now as figures: each step where it leads, what to expect, and scores of both sides."""

import math
import re

import numpy as np
import pytest
from scipy.stats import ks_2samp

from ddcore.answers.change.draw import (
    ExpectedNow,
    Steps,
    drift_alt,
    drift_figure,
    expected_figure,
    parts_alt,
    parts_figure,
)
from ddcore.figures.theme import LIGHT
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import measure
from ddcore.scores.drift import drift
from ddcore.table import ScoreTable
from tests.helpers.figures import entries, legend, sound, themes

PARTS = {
    "share": Interval(0.1, 0.06, 0.15),
    "separation": Interval(-0.25, -0.3, -0.1),
    "level": Interval(0.0, -0.01, 0.01),
    "threshold": Interval(0.05, -0.02, 0.1),
}
STEPS = Steps(measure("F1"), 0.6, 0.5, PARTS)


@themes
def test_steps_lead_from_then_to_now(theme):
    figure = parts_figure(STEPS, theme)
    assert sound(figure)
    joint, bars, *_ = figure.data
    found = {one.name: one for one in figure.data if one.name}
    places = [0.6, 0.7, 0.45, 0.45, 0.5]
    assert joint.x == pytest.approx(np.repeat(places, 2))
    assert bars.x[:5] == (pytest.approx(0.66), 0.75, None, pytest.approx(0.4), pytest.approx(0.6))
    assert bars.y == (1, 1, None, 2, 2, None, 3, 3, None, 4, 4, None)
    higher, lower = found["raises it"], found["lowers it"]
    assert (list(higher.x), list(higher.y)) == (pytest.approx([0.7, 0.5]), [1, 4])
    assert (list(lower.x), list(lower.y)) == (pytest.approx([0.45]), [2])
    assert (higher.marker.color, lower.marker.color) == theme.colours[:2]
    thick = [entries(one.x) for one in figure.data if one.line.width == 9]
    assert thick == [pytest.approx((0.6, 0.7, None, 0.45, 0.5, None)), pytest.approx((0.7, 0.45, None))]
    assert [(found[name].x[0], found[name].y[0]) for name in ("then", "now")] == [(0.6, 0), (0.5, 5)]
    assert legend(figure) == ["95 % of resamples", "raises it", "lowers it", "then", "now"]
    assert figure.layout.yaxis.ticktext[1:3] == ("Base rate<br>+0.100", "Separation<br>−0.250")
    assert "+0.100 (+0.060 to +0.150)" in higher.hovertext[0]
    assert re.findall(r"[+−]\S+\d| 0,", parts_alt(STEPS)) == ["+0.100", "−0.250", " 0,", "+0.050"]
    falling = Steps(measure("F1"), 0.6, 0.5, {"share": Interval(-0.1, -0.2, 0.0)})
    assert legend(parts_figure(falling, LIGHT)) == ["95 % of resamples", "lowers it", "then", "now"]


def test_what_was_foretold_stands_with_its_intervals():
    shown = ExpectedNow(measure("F1"), 0.6, Interval(0.5, 0.45, 0.55), Interval(0.4, 0.3, 0.5))
    figure = expected_figure(shown, LIGHT)
    assert sound(figure)
    bars, then, now = figure.data
    assert (bars.x, bars.y) == ((0.45, 0.55, None, 0.3, 0.5, None), (1, 1, None, 2, 2, None))
    assert (then.x, then.y, now.x, now.y) == ((0.6,), (0,), (0.5, 0.4), (1, 2))


def test_no_value_then_or_now():
    for figure in (
        parts_figure(Steps(measure("PPV"), math.nan, 0.5, PARTS), LIGHT),
        expected_figure(ExpectedNow(measure("PPV"), 0.5, UNKNOWN, Interval(0.4)), LIGHT),
    ):
        said = parts_alt(Steps(measure("PPV"), 0.5, math.nan, PARTS))
        assert (figure.layout.annotations[0].text, len(figure.data)) == (said, 0)
    assert said.startswith("Precision has no value")


@themes
def test_shares_of_scores_and_where_they_are_farthest_apart(theme):
    rng = np.random.default_rng(1)
    then, now = rng.normal(0, 1, 300).round(2), rng.normal(0.5, 1, 200).round(2)
    table = ScoreTable.of(np.append(then, now), np.arange(500) >= 300, True)
    figure = drift_figure(table, drift(table), ("January", "June"), theme)
    assert sound(figure)
    first, second, apart = figure.data
    for line, scores in ((first, then), (second, now)):
        assert entries(line.y) == pytest.approx([np.mean(scores <= x) for x in line.x])
    known = ks_2samp(now, then)
    assert abs(apart.y[0] - apart.y[1]) == pytest.approx(known.statistic)
    assert apart.x == (known.statistic_location,) * 2
    assert (first.line.dash, first.line.color, second.line.color) == ("dash", theme.chance, theme.colour(0))
    assert legend(figure) == ["January", "June", "farthest apart"]
    assert f"{known.statistic_location:.3f}".replace("-", "−") in drift_alt(drift(table))
