"""Lending closer by as figures: every margin, who accepts a rate, and risk that depends on the price."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.decisions.lending import LendingOutcome
from ddcore.decisions.price_risk import PriceCurves
from ddcore.figures.lending_parts import (
    margins_alt,
    margins_figure,
    price_risk_alt,
    price_risk_figure,
    takers_alt,
    takers_figure,
)
from ddcore.figures.theme import LIGHT
from ddcore.interval import UNKNOWN, Interval
from tests.helpers.figures import entries, legend, sound, themes

NAN = math.nan
OUTCOME = LendingOutcome("0.1", Interval(0.05, 0.04, 0.0625), 0.06, 0.5, 0.8, 0.3, 0.1, UNKNOWN, UNKNOWN)
ROWS = {0.05: replace(OUTCOME, profit=Interval(0.03)), 0.1: OUTCOME}
MARGINS = np.array([0.0, 0.05, 0.1, 0.2])


def margins(theme=LIGHT, chosen=0.1):
    shares = np.array([0.9, 0.8, 0.5, 0.0]), np.array([0.5, 0.4, 0.4, 0.0])
    return margins_figure(MARGINS, np.array([0.01, 0.03, 0.06, 0.0]), shares, ROWS, chosen, theme)


@themes
def test_margins_have_profits_above_and_shares_below(theme):
    expected, bars, dots, approved, taken = margins(theme).data
    assert entries(expected.y) == pytest.approx((1, 3, 6, 0))
    assert entries(bars.x) == (0.05, 0.05, None, 0.1, 0.1, None)
    assert entries(bars.y)[3:5] == pytest.approx((4, 6.25))
    assert entries(dots.y) == pytest.approx((3, 5))
    assert dots.marker.symbol == ("circle", "diamond")
    assert (entries(approved.y), approved.yaxis) == ((0.9, 0.8, 0.5, 0.0), "y2")
    assert (entries(taken.y), taken.yaxis) == ((0.5, 0.4, 0.4, 0.0), "y2")
    assert sound(margins(theme))
    assert legend(margins())[1:] == ["these applicants, 95 %", "approved", "takes the loan"]
    hover = re.findall(r"[\d.]+\d|\d", margins().data[2].hovertext[1])
    assert hover == ["10", "5", "100", "95", "4", "6.250", "50", "40"]
    assert margins_alt(ROWS).endswith("; 10 % 5.")
    assert margins().layout.annotations[0].text == "margin 10 %"


RATE = np.array([0.0, 0.2, 0.4])


@themes
@pytest.mark.parametrize("peak", [0.2, NAN])
def test_takers(theme, peak):
    taken = {"accept": np.array([1.0, 0.6, 0.2]), "accept, at a risk of 0.5": np.array([1.0, 0.8, 0.3])}
    figure = takers_figure(RATE, taken, RATE * taken["accept"], [0.1, 0.4], peak, theme)
    first, second, own, brought = figure.data
    assert (entries(first.y), entries(second.y)) == ((1.0, 0.6, 0.2), (1.0, 0.8, 0.3))
    assert entries(own.y) == pytest.approx((0.8, 0.2))
    assert entries(brought.y) == pytest.approx((0, 0.12, 0.08))
    said = [] if math.isnan(peak) else ["interest falls from 20 %"]
    assert [each.text for each in figure.layout.annotations] == said
    assert sound(figure)
    words = takers_alt(RATE, taken["accept"], peak)
    assert re.findall(r"\d+ %", words)[:3] == ["100 %", "20 %", "40 %"]
    assert ("falls from 20 %" in words) == math.isfinite(peak)


CURVES = PriceCurves(
    0.1, RATE, np.array([-0.1, 0.05, 0.08]), np.array([-0.05, 0.06, 0.02]), (0.35, 0.1), (0.25, 0.0625)
)


@themes
def test_price_risk(theme):
    figure = price_risk_figure(CURVES, theme)
    without, best, with_it, best_with = figure.data
    assert entries(without.y) == pytest.approx((-10, 5, 8))
    assert entries(with_it.y) == pytest.approx((-5, 6, 2))
    assert (best.x[0], best.y[0], best.text[0]) == (0.35, pytest.approx(10), "35 %")
    assert (best_with.x[0], best_with.y[0], best_with.text[0]) == (0.25, pytest.approx(6.25), "25 %")
    assert (best.textposition, best_with.textposition) == ("top right", "top left")
    assert legend(figure) == ["risk as read", with_it.name]
    assert sound(figure)
    assert re.findall(r"[\d.]+\d", price_risk_alt(CURVES)) == ["0.100", "35", "10", "25", "6.250"]
    nothing = replace(CURVES, best=(NAN, NAN), best_with=(NAN, NAN))
    assert len(price_risk_figure(nothing, LIGHT).data) == 2
    assert sound(price_risk_figure(nothing, LIGHT))
    assert price_risk_alt(nothing).count(": none") == 2
