"""The figures of how many cases it takes, by what they show."""

import math
import re

import numpy as np

from ddcore.answers.plan import draw as figures
from ddcore.answers.plan.compute import ApartCurve
from ddcore.chance.plan import Least, Plan
from ddcore.chance.plan_cost import Design
from ddcore.chance.power import Claim
from ddcore.figures.theme import LIGHT
from ddcore.measures import measure
from tests.helpers.figures import entries, legend, sound, themes

TOTAL, RISING = np.array([10, 50, 200, 800]), np.array([0.1, 0.5, 0.82, 0.97])
LEAST = (Least(0.8, 150, 180), Least(0.9, 300, 350), Least(0.99, math.nan, math.nan))
DESIGNS = [Design(40, 160, 250.0, 0.81), Design(100, 100, 300.0, 0.83), Design(10, 390, 410.0, 0.8)]


def planned(total=TOTAL, probability=RISING, least=LEAST):
    return Plan(Claim(measure("F1"), 0.8, 0.1), 0.2, False, least, total, probability, 0.1)


@themes
def test_probability_rises_to_the_marks_of_the_wanted_ones(theme):
    figure = figures.power_figure(planned(), 0.9, 100, theme)
    assert sound(figure)
    curve, *marks = figure.data
    assert (entries(curve.x), entries(curve.y)) == (tuple(TOTAL), tuple(RISING))
    assert [(mark.x[0], mark.y[0]) for mark in marks] == [(180, 0.8), (350, 0.9)]
    assert legend(figure) == ["chance of the verdict", "80 %: 180", "90 %: 350"]
    assert [mark.marker.color for mark in marks] == [theme.background, theme.colour(1)]
    *levels, here = figure.layout.shapes
    assert [line.y0 for line in levels if line.line.color == theme.user] == [0.9]
    assert (here.x0, here.line.dash, figure.layout.annotations[0].text) == (100, "dot", "your 100")
    assert len(figures.power_figure(planned(), 0.9, 5000, theme).layout.shapes) == 3, "off the chart"
    assert re.findall(r"(\d+) %|(\d+) cases on", figures.power_alt(planned(), 0.9))[:4] == [
        ("80", ""), ("", "180"), ("90", ""), ("", "350"),
    ]  # fmt: skip


@themes
def test_width_falls_to_the_wished_one(theme):
    width = np.array([math.nan, 0.4, 0.2, 0.1])
    figure = figures.width_figure(TOTAL, width, 0.15, 400, theme)
    assert sound(figure)
    curve, mark = figure.data
    assert (entries(curve.x), entries(curve.y)) == ((50, 200, 800), (0.4, 0.2, 0.1))
    assert (mark.x[0], mark.y[0], mark.name, mark.marker.symbol) == (400, 0.15, "0.150: 400", "diamond")
    (line,) = figure.layout.shapes
    assert (line.y0, line.line.dash, line.line.color) == (0.15, "dot", theme.user)
    assert len(figures.width_figure(TOTAL, width, 0.15, None, theme).data) == 1
    said = figures.width_alt(TOTAL, width, 0.15, 400)
    assert re.findall(r"[\d.]*\d", said) == ["0.400", "50", "0.100", "800", "400", "0.150"]


@themes
def test_cost_is_least_at_its_mark(theme):
    figure = figures.cost_figure(DESIGNS, 0.1, theme)
    assert sound(figure)
    curve, mark = figure.data
    assert entries(curve.x) == (10 / 400, 0.2, 0.5)
    assert entries(curve.y) == (410, 250, 300)
    assert (mark.x[0], mark.y[0], mark.name) == (0.2, 250, "cheapest: 250.00")
    (line,) = figure.layout.shapes
    assert (line.x0, line.line.dash, line.line.color) == (0.1, "dash", theme.chance)
    assert re.findall(r"[\d.]+\d", figures.cost_alt(DESIGNS)) == ["40", "160", "250.00"]


@themes
def test_two_models_have_a_line_for_each_way_and_a_mark_at_the_wanted_chance(theme):
    curves = [
        ApartCurve("accuracy, same cases", TOTAL, RISING, {0.9: 350}),
        ApartCurve("accuracy, own cases", TOTAL, RISING / 2, {}),
    ]
    figure = figures.apart_figure(curves, 0.9, 100, theme)
    assert sound(figure)
    same, mark, own = figure.data
    assert (entries(same.y), entries(own.y)) == (tuple(RISING), tuple(RISING / 2))
    assert same.line.dash != own.line.dash
    assert (mark.x[0], mark.y[0]) == (350, 0.9)
    assert legend(figure) == ["accuracy, same cases", "accuracy, own cases"]
    assert re.findall(r"\d+", figures.apart_alt(curves, 0.9)) == ["90", "350"]


def test_figures_say_where_there_is_nothing_to_draw():
    none = planned(np.array([]), np.array([]), ())
    unknown = np.full(4, math.nan)
    for figure, words in (
        (figures.power_figure(none, 0.9, 100, LIGHT), figures.power_alt(none, 0.9)),
        (figures.width_figure(TOTAL, unknown, 0.1, None, LIGHT), figures.width_alt(TOTAL, unknown, 0.1, None)),
        (figures.cost_figure([], 0.1, LIGHT), figures.cost_alt([])),
        (figures.apart_figure([], 0.9, 100, LIGHT), figures.apart_alt([], 0.9)),
    ):
        assert not figure.data
        assert words.endswith(figure.layout.annotations[0].text.replace("<br>", " "))


def test_ticks_are_written_in_full():
    assert figures.log_ticks(0.5, 2.2)["ticktext"] == ["5", "10", "20", "50", "100"]
    assert figures.log_ticks(1, 5)["ticktext"] == ["10", "100", "1,000", "10,000", "100,000"]
