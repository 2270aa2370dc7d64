"""Names and units in every figure: whatever they hold, they are shown letter by letter, on one line and not endless."""

import html
import re

import numpy as np
import pytest

from ddcore.answers.actions import draw as actions
from ddcore.answers.base.threshold_free import against_chance_figure
from ddcore.answers.cases import draw as cases
from ddcore.answers.change import draw as change
from ddcore.answers.compare import draw as compare
from ddcore.answers.costs import draw as costs_figures
from ddcore.answers.costs.draw import models_figure
from ddcore.answers.curves import draw as dominance
from ddcore.answers.curves.draw import calibration_figure, curves_figure
from ddcore.answers.ensemble import draw as ensemble
from ddcore.answers.ensemble.compute import Plane
from ddcore.answers.folds import draw as folds
from ddcore.answers.groups import draw as groups
from ddcore.answers.learned import draw as oracle
from ddcore.answers.likelihood.draw import densities_figure
from ddcore.answers.ranking import draw as ranking
from ddcore.answers.refer import draw as reject
from ddcore.answers.rescaled.draw import scales_figure
from ddcore.answers.thresholds import draw as thresholds
from ddcore.answers.utility import draw as utility
from ddcore.answers.verdict.draw import verdict_figure
from ddcore.chance.folds import of_folds
from ddcore.chance.groups import verdicts
from ddcore.chance.learned import learned
from ddcore.chance.scales import scales
from ddcore.chance.verdict import verdict
from ddcore.counts import Cells, Counts
from ddcore.decisions.actions import Actions, judged
from ddcore.decisions.admissible import MisrankedPair
from ddcore.decisions.cases import switches
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.decisions.costs import costs
from ddcore.decisions.decision_rules import DecisionRule, decision_rules
from ddcore.decisions.model_curves import model_curve
from ddcore.decisions.ranking import random_tables
from ddcore.decisions.reject import RejectBand, band_counts
from ddcore.decisions.scenarios import Swing
from ddcore.decisions.standings import standings
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import Utility
from ddcore.figures import curves
from ddcore.figures.theme import LIGHT
from ddcore.interval import Interval
from ddcore.measures import measure
from ddcore.scores.against_chance import against_chance
from ddcore.scores.best_thresholds import best_thresholds
from ddcore.scores.calibration import calibration, consistency
from ddcore.scores.curves import convex_hull, curve, point
from ddcore.scores.dominance import SureBand, roc_difference
from ddcore.scores.drift import drift
from ddcore.scores.ensemble import Regions
from ddcore.scores.gain import Portrait
from ddcore.scores.thinning import binned
from ddcore.scores.trace import over_threshold
from tests.helpers.figures import once
from tests.helpers.line_figures import GOOD, HAND, HOSTILE, LONG, fitting, simulated
from tests.helpers.loops import nonempty

RNG = np.random.default_rng
OTHER = simulated(2.0, seed=2)
ROC, ROC2 = curve(GOOD, "roc").thin(), curve(OTHER, "roc").thin()
TRACE, LINE = over_threshold(GOOD, "F1").thin(), best_thresholds(GOOD, ["F1"], None)[0]
BINS, RIGHT = calibration(GOOD), consistency(GOOD, draws=99, rng=RNG(1))
OF_MODEL = model_curve(GOOD, "cost")
COUNTS, WORSE = Counts(tp=80, fp=30, fn=20, tn=70), Counts(tp=50, fp=40, fn=50, tn=60)
PORTRAIT = Portrait(np.array([0.1, 0.9]), *[np.ones(2)] * 5)
PLANE = Regions(np.array([0.0, 1]), np.array([0.0, 1]), np.array([[-1.0, 1], [1, 2]]), np.ones((2, 2), bool))
DOTS = np.array([[0.0, 1], [1, 0]]), np.array([True, False])
RIGHTLY = UncertainUtility(Utility(tp=1, fp=0, fn=0, tn=1), (1.0,), 0.0)
BAND = RejectBand(0.3, 0.6, 0.5, band_counts(HAND, 0.3, 0.6))
RULES = decision_rules(HAND, costs(c10=1, c01=5), None)
RULES = RULES.with_rule(DecisionRule.at_threshold(HAND, costs(c10=1, c01=5), 0.5))
PAIR = MisrankedPair(better=COUNTS, preferred=WORSE, yields=(62.5, -34.0), scores=(0.545, 0.661))
WORTH = Cells(tp=0, fp=-1, fn=-5, tn=0)
TREE = Cells(tp=9, fp=89, fn=1, tn=901)
TWO = ClassProbabilities.of_cases(("x", "y"), np.array([[0.9, 0.1], [0.2, 0.8]]), np.array([0, 1]))
THREE = ClassProbabilities.of_cases(("x", "y", "z"), np.eye(3), np.array([0, 1, 2]))
SURE = SureBand(np.array([0.25, 0.75]), np.array([0.1, -0.3]), np.array([0.5, -0.1]))
GROUPS = verdicts("ACC", Counts(tp=[40, 5], fp=[5, 20], fn=[10, 5], tn=[45, 20]))
SHARE = np.array([[0.5, -0.5], [0.1, 0.2]])
NEVER = np.zeros((2, 2), bool)
PAIRS = np.array([[np.nan, 0.1], [-0.1, np.nan]])


def of_classes(cases, names):
    return ClassProbabilities(names, cases.probability, cases.cases)


def answers(name, classes):
    return Actions.of({name: [1, 0, 0][:classes], "b": [0, 1, 1][:classes]})


FIGURES = {
    "curves": lambda n: curves_figure(
        {n: ROC, "B": ROC2, f"2 {n}": ROC2}, LIGHT, chosen=n, point=point(GOOD, "roc", 0.5), hull=convex_hull(GOOD)
    ),
    "trace": lambda n: curves.trace_figure({n: TRACE, "B": TRACE}, LIGHT, 0.5),
    "calibration": lambda n: calibration_figure(n, BINS, RIGHT, LIGHT),
    "calibration of two": lambda n: calibration_figure("A", BINS, RIGHT, LIGHT, {n: BINS}),
    "thresholds": lambda n: thresholds.thresholds_figure(n, TRACE, LINE, LIGHT, 0.5),
    "densities": lambda n: densities_figure(PORTRAIT, n, "well", LIGHT),
    "plane": lambda n: ensemble.plane_figure(Plane(PLANE, 1.0, (0.5, 0.5), *DOTS), (n, n), (n, "b"), LIGHT),
    "ways": lambda n: ensemble.ways_figure(
        {n: ROC, f"{n}, read": ROC, "Together": ROC2}, {n: "alone", f"{n}, read": "read", "Together": "together"}, LIGHT
    ),
    "map of values": lambda n: utility.map_figure(
        standings({n: COUNTS, "Q": WORSE}, 0.5, (n, "short"), RIGHTLY, rng=RNG(1)), n, "short", LIGHT
    ),
    "dots of a band": lambda n: reject.dots_figure({n: (HAND, BAND), "B": (HAND, BAND)}, n, n, LIGHT),
    "band": lambda n: reject.band_figure(binned(HAND), BAND, n, n, LIGHT),
    "costs": lambda n: costs_figures.expected_figure(
        TRACE.threshold, TRACE.value, None, RULES, LIGHT, -1, f"cost, {n}", 5.0
    ),
    "costs of models": lambda n: models_figure({n: OF_MODEL, "B": OF_MODEL}, LIGHT, 0.3),
    "verdict": lambda n: verdict_figure([verdict(n, COUNTS, ("ACC", "F1")), verdict("B", WORSE, ("ACC", "F1"))], LIGHT),
    "folds": lambda n: folds.folds_figure(of_folds("F1", {n: HAND, "b": GOOD}, "half"), LIGHT),
    "spread": lambda n: folds.spread_figure(of_folds("F1", {n: HAND, "b": GOOD}, "half"), LIGHT),
    "scales": lambda n: scales_figure(scales({n: COUNTS, "B": WORSE}, ("ACC", "F1"), "half"), LIGHT),
    "tables": lambda n: ranking.tables_figure(
        random_tables(0.3, 5, rng=RNG(4)), Utility(tp=1, fp=0, fn=0, tn=1, unit=n), measure("F1"), PAIR, LIGHT
    ),
    "cases": lambda n: cases.cases_figure(
        {"positive": (-1.0, 0.0), "negative": (0.0, -5.0)}, switches(WORTH, (-9, -9)),
        (np.linspace(0, 1, 3), np.ones(2), np.ones(2), np.zeros(2)), LIGHT, names=(n, "other"), mark=0.2, unit=n,
    ),
    "frequencies": lambda n: cases.frequencies_figure(1000, TREE, (n, "other"), LIGHT),
    "learned": lambda n: oracle.learned_figure(learned({n: COUNTS, "B": WORSE}, ("ACC", "F1")), LIGHT),
    "blend": lambda n: oracle.blend_figure(oracle.drawn_lines(learned({n: COUNTS}, ("ACC", "F1")), n), n, LIGHT),
    "against chance": lambda n: against_chance_figure({n: against_chance(GOOD), "B": against_chance(OTHER)}, LIGHT),
    "compare": lambda n: compare.compare_figure(
        [compare.DifferenceRow("F1", 0.9, 0.8, Interval(0.1, 0.05, 0.2), 1)], (n, "B"), 0.02, LIGHT
    ),
    "pairs": lambda n: compare.pairs_figure(compare.PairMap((n, "B"), "F1", PAIRS, NEVER.astype(int), SHARE), LIGHT),
    "dominance": lambda n: dominance.rates_figure((n, "B"), (ROC, ROC2), roc_difference(GOOD, OTHER), SURE, LIGHT),
    "dominance by costs": lambda n: dominance.costs_figure((n, "B"), roc_difference(GOOD, OTHER), SURE, LIGHT),
    "answers": lambda n: actions.line_figure(answers(n, 2), of_classes(TWO, (n, "y")), LIGHT),
    "triangle": lambda n: actions.triangle_figure(answers(n, 3), of_classes(THREE, (n, "y", "z")), LIGHT),
    "given": lambda n: actions.given_figure(answers(n, 2), judged(answers(n, 2), TWO), (n, "y"), LIGHT),
    "tornado": lambda n: utility.tornado_figure([Swing("fn", -6, -4, (-3, -1))], [(n, n)], -2, LIGHT, 1, "w", 5),
    "drift": lambda n: change.drift_figure(GOOD, drift(GOOD), (n, "now"), LIGHT),
    "funnel": lambda n: groups.funnel_figure(
        groups.Funnel(GROUPS, (n, "b"), np.array([100.0, 50]), "cases", np.zeros(2), np.ones(2), "group"), LIGHT
    ),
    "map of groups": lambda n: groups.map_figure(
        groups.Map((n, "b"), (n, "c"), SHARE, NEVER, NEVER, [["", ""]] * 2, 2, "group"), LIGHT
    ),
}  # fmt: skip
BESIDE = {"map of values", "plane", "map of groups", "given", "pairs", "scales", "funnel"}
"""Figures whose legend is not two columns of lines."""


def texts(node, key=""):
    """Every text of a figure that a browser shows."""
    if isinstance(node, dict):
        return [text for name, part in node.items() if name != "template" for text in texts(part, name)]
    if isinstance(node, str):
        return [node] if key in ("text", "name", "hovertext", "hovertemplate", "ticktext") else []
    if isinstance(node, list | tuple | np.ndarray):
        return [text for part in node for text in texts(part, key)]
    return []


def fields(shown):
    return sum(len(re.findall(r"%\{", one)) for one in shown if "<extra>" in one)


@once
def shown(figure, name):
    drawn = FIGURES[figure](name)
    return drawn, texts(drawn.figure().to_plotly_json())


SHORT = "<i>%{x}</i>\nb"
"""Signs of markup, of a template and of a new line in one name."""


@pytest.mark.parametrize(
    "names", [(SHORT, LONG), pytest.param((HOSTILE, "<i>x</i>", "%{x}", "a\nb"), marks=pytest.mark.full)]
)
@pytest.mark.parametrize("figure", FIGURES)
def test_names_are_shown_letter_by_letter(figure, names):
    """Signs of markup, of a template, of formulas and of a new line are letters; long names are cut."""
    for name in nonempty(names):
        drawn, found = shown(figure, name)
        line = " ".join(name.split())
        for text in found:
            left = re.sub(r"</?b>|<br>|<extra></extra>", "", text)
            assert not {"<", "\n"} & set(left), (name, text)
            assert len(html.unescape(left)) < 400
        assert any(line[:4] in html.unescape(text).replace("\u2060", "") for text in found), name
        assert fields(found) == fields(shown(figure, "A")[1]), name
        assert figure in BESIDE or fitting(drawn) == [], name
