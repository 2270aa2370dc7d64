"""How do two densities become an ROC curve, and where does one threshold fail?"""

from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from ddcore.answers.base.answer import Figure
from ddcore.arrays import Array
from ddcore.courses.charts import dress, lines
from ddcore.courses.exam import Question
from ddcore.courses.steps import Course, Motion, Step, number_quiz
from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_line
from ddcore.figures.theme import Theme
from ddcore.formats import number, percent
from ddcore.samples.simulated import SCENARIOS, Mixture, Scenario
from ddcore.scores.curves import roc
from ddcore.table import ScoreTable

SHIFTED = Scenario(
    "shifted",
    "Two bells",
    "Both classes have normal scores, the positives higher ones.",
    Mixture(((1.5, 1.0),)),
    Mixture(((0.0, 1.0),)),
)
"""The laws with which Gong 2022 illustrates thresholds."""
ALARMS = 0.1
"""The false positive rate that is allowed in the first step."""
POINTS = 161
"""Thresholds that can be under the hand."""
ENDS = {"shifted": (-3.5, 5.0), "scenario_1": (0.15, 0.85), "scenario_3": (0.0, 0.8), "scenario_4": (0.0, 0.8)}
"""From where to where scores are drawn."""


def course() -> Course:
    """The course, from laws of scores that are known."""
    return Course(
        "likelihood",
        "Likelihood",
        "How a threshold draws the ROC curve, and what to do where one threshold is not enough.",
        12,
        (_hand(), _ratio(), _fails(), _by_ratio(), _groups(), _between()),
        "Gong 2022, chapters 4 and 5",
    )


def _law(scenario: Scenario) -> tuple[Array, Array, Array]:
    """Scores, and the densities of positives and negatives there."""
    x = np.linspace(*ENDS[scenario.key], POINTS)
    return x, np.exp(scenario.positives.log_density(x)), np.exp(scenario.negatives.log_density(x))


def rates(scenario: Scenario, at: Any) -> tuple[Array, Array]:
    """The true and the false positive rate of each threshold.

    >>> [round(float(rate[0]), 4) for rate in rates(SHIFTED, [0.75])]
    [0.7734, 0.2266]
    """
    thresholds = np.asarray(at, dtype=float)
    return 1 - scenario.positives.below(thresholds), 1 - scenario.negatives.below(thresholds)


def found_at(alarms: float) -> float:
    """The true positive rate of the two bells at a false positive rate.

    >>> round(found_at(0.1), 4)
    0.5865
    """
    return float(rates(SHIFTED, [ndtri(1 - alarms)])[0][0])


def ratio(scenario: Scenario, x: Any) -> Array:
    """The likelihood ratio at scores.

    >>> ratio(SHIFTED, np.array([0.75])).round(6)
    array([1.])
    """
    return np.exp(scenario.positives.log_density(np.asarray(x)) - scenario.negatives.log_density(np.asarray(x)))


def intervals(scenario: Scenario) -> int:
    """Into how many intervals the scores fall that are more likely among positives.

    >>> intervals(SCENARIOS["scenario_3"])
    2
    """
    above = ratio(scenario, np.linspace(*ENDS[scenario.key], 4001)) > 1
    return int(above[0]) + int(np.sum(above[1:] & ~above[:-1]))


def by_ratio(scenario: Scenario) -> ScoreTable:
    """Likelihood ratios with the probability that positives and negatives have them, in fine cells of the score."""
    edges = np.linspace(ENDS[scenario.key][0] - 1, ENDS[scenario.key][1] + 1, 8001)
    logs = [law.log_density((edges[1:] + edges[:-1]) / 2) for law in (scenario.positives, scenario.negatives)]
    cells = (np.diff(law.below(edges)) for law in (scenario.positives, scenario.negatives))
    return ScoreTable.summed(logs[0] - logs[1], *cells)


def _densities(theme: Theme, scenario: Scenario, told: bool = False) -> Chart:
    x, positive, negative = _law(scenario)
    figure = Chart()
    add_line(figure, x, positive, theme.colours[0], "positives")
    add_line(figure, x, negative, theme.colours[1], "negatives", dash="dash")
    if told:
        above = np.where(ratio(scenario, x) > 1, positive, np.nan)
        add_line(figure, x, above, theme.colours[0], "more likely positive", width=7)
    dress(figure, theme)
    figure.update_xaxes(title_text="score", range=list(ENDS[scenario.key]))
    figure.update_yaxes(title_text="density", rangemode="tozero")
    return figure


def _drawn(scenario: Scenario, *, told: bool = False) -> Figure:
    more = " The scores where the positives' is higher are marked." if told else ""
    words = f"Two densities of scores. {scenario.description}{more}"
    return Figure("The scores of both classes", words, partial(_densities, scenario=scenario, told=told))


def _roc(theme: Theme, scenario: Scenario, after: bool) -> Chart:
    x = np.linspace(*ENDS[scenario.key], 400)
    tpr, fpr = rates(scenario, x)
    curves: dict[str, tuple[Any, Any]] = {}
    if after:
        curve = roc(by_ratio(scenario))
        few = np.unique(np.linspace(0, len(curve.x) - 1, 400).astype(int))
        curves["by likelihood ratio"] = curve.x[few], curve.y[few]
    curves["by score"] = fpr, tpr
    curves["chance"] = np.array([0, 1]), np.array([0, 1])
    figure = lines(theme, curves, "false positive rate", "true positive rate", flat=("chance",))
    figure.update_xaxes(range=[0, 1])
    figure.update_yaxes(range=[0, 1.02], tickformat=".0%")
    return figure


def _curve(scenario: Scenario, *, after: bool) -> Figure:
    words = f"The ROC curve by score has an area of {number(scenario.auc)}."
    if after:
        words += f" That by likelihood ratio has {number(scenario.best_auc)} and lies above it."
    return Figure("ROC curve", words, partial(_roc, scenario=scenario, after=after))


def _under_hand(scenario: Scenario, start: float) -> Motion:
    x, positive, negative = _law(scenario)
    tpr, fpr = rates(scenario, x)
    return Motion(
        "hand",
        f"Two densities of scores with a threshold, and the ROC curve that it draws. {scenario.description}",
        {
            "x": x.round(4).tolist(),
            "positive": positive.round(5).tolist(),
            "negative": negative.round(5).tolist(),
            "tpr": tpr.round(5).tolist(),
            "fpr": fpr.round(5).tolist(),
            "start": int(np.searchsorted(x, start)),
            "names": ["negatives", "positives"],
        },
    )


def _hand() -> Step:
    found = found_at(ALARMS)
    return Step(
        "A threshold draws a curve",
        "Cases with a score above the **threshold** are called positive. The share of positives above it is the **true "
        "positive rate**, that of negatives the **false positive rate**. As the threshold moves, they draw the "
        "**ROC curve**.",
        _drawn(SHIFTED),
        number_quiz(
            f"If {percent(ALARMS)} of the negatives lie above the threshold, how many of the positives do?",
            found,
            f"With a threshold of {ndtri(1 - ALARMS):.2f}, {percent(ALARMS)} of the negatives lie above it, and "
            f"{_whole(found)} of the positives.",
            {
                ALARMS: "So it would be if both classes had the same scores.",
                0.9: f"That takes a lower threshold, with more than {percent(ALARMS)} of the negatives above it.",
            },
            _whole,
        ),
        "Each threshold is one point of the ROC curve. A lower one finds more positives and raises more false alarms.",
        _curve(SHIFTED, after=False),
        "curves",
        "from ddcore.courses.likelihood import SHIFTED, found_at, intervals, ratio\n\nfound_at(0.1)",
        _under_hand(SHIFTED, 2.5),
    )


def _whole(share: float) -> str:
    return f"{100 * share:.0f} %"


def equal() -> float:
    """The score at which both densities of the two bells are equal."""
    x = np.linspace(0, 1.5, 30_001)
    return float(x[np.argmin(np.abs(np.log(ratio(SHIFTED, x))))])


def _ratio() -> Step:
    score = equal()
    (top, _), (low, _) = SHIFTED.positives.parts[0], SHIFTED.negatives.parts[0]
    return Step(
        "How many times as likely?",
        "The **likelihood ratio** of a score says how many times as likely it is among positives as among negatives: "
        "one density divided by the other. Above 1 the score speaks for positive.",
        _drawn(SHIFTED),
        number_quiz(
            "At which score is the likelihood ratio 1?",
            score,
            "There the two curves cross: the score is as likely in both classes.",
            {
                low: "That is where most negatives are. The score is more likely among them.",
                top: "That is where most positives are. The score is more likely among them.",
            },
            "{:g}".format,
        ),
        "Here the ratio rises with the score. So a threshold on the score is a threshold on the ratio.",
        _drawn(SHIFTED, told=True),
        "likelihood",
        f"ratio(SHIFTED, [{low}, {score:g}, {top}])",
    )


def _fails() -> Step:
    scenario = SCENARIOS["scenario_1"]
    return Step(
        "Where one threshold fails",
        "Now both classes score **0.5** on average, and the positives lie closer to it: think of a healthy temperature "
        "between too cold and too hot.",
        _drawn(scenario),
        number_quiz(
            "The AUC is how often a positive has a higher score than a negative. What is it here?",
            scenario.auc,
            "Both classes lie evenly around 0.5, so a positive is as often above a negative as below.",
            {
                0.7: "The classes do differ, but not in how high their scores are.",
                0.3: "Then the negatives would have the higher scores. They lie on both sides.",
            },
            number,
        ),
        "The scores look worthless, as by chance. Yet the two classes are plainly different.",
        _curve(scenario, after=False),
        "curves",
        'from ddcore.samples.simulated import SCENARIOS\n\nSCENARIOS["scenario_1"].auc',
        _under_hand(scenario, 0.6),
    )


def _by_ratio() -> Step:
    scenario, other = SCENARIOS["scenario_1"], SCENARIOS["scenario_2"]
    return Step(
        "Rank by the ratio instead",
        "Replace each score by its likelihood ratio. Scores in the middle get a high value, scores far out a low one. "
        "Then use a threshold on the ratio.",
        _drawn(scenario, told=True),
        number_quiz(
            "What is the AUC by likelihood ratio?",
            scenario.best_auc,
            "No other way to rank these scores has a larger area (the lemma of Neyman and Pearson).",
            {
                scenario.auc: "That is the AUC by score. The ratio puts the middle on top, where the positives are.",
                0.95: "The classes still overlap: many negatives lie in the middle, too.",
            },
            number,
        ),
        f"With the classes exchanged, positives on both sides, it is **{number(other.best_auc)}** as well.",
        _curve(scenario, after=True),
        "likelihood",
        'SCENARIOS["scenario_1"].best_auc, SCENARIOS["scenario_2"].best_auc',
    )


def _groups() -> Step:
    scenario = SCENARIOS["scenario_3"]
    many = intervals(scenario)
    return Step(
        "Two groups of positives",
        f"Half of the positives score about **0.2**, half about **0.5**, and the negatives between them. By score the "
        f"AUC is **{number(scenario.auc)}**, worse than chance.",
        _drawn(scenario),
        number_quiz(
            "In how many separate intervals of scores is the likelihood ratio above 1?",
            many,
            "One around each group. A single threshold cannot cut out two intervals.",
            {
                1: "There are two groups of positives, with negatives between them.",
                many + 1: "There are as many as groups.",
            },
            number,
        ),
        f"By likelihood ratio the AUC is **{number(scenario.best_auc)}**. The knowledge was there, unused.",
        _drawn(scenario, told=True),
        "likelihood",
        'intervals(SCENARIOS["scenario_3"]), SCENARIOS["scenario_3"].best_auc',
    )


def _between() -> Step:
    scenario = SCENARIOS["scenario_4"]
    return Step(
        "The other way round",
        "Exchange the classes: now the **negatives** lie in two groups, and the positives between them. By score the "
        f"AUC is **{number(scenario.auc)}**; before it was {number(SCENARIOS['scenario_3'].auc)}.",
        _drawn(scenario),
        number_quiz(
            "What is the AUC by likelihood ratio now?",
            scenario.best_auc,
            "Exchanging the classes turns each ratio over, and the ranking with it. The area stays.",
            {
                scenario.auc: "That is the AUC by score. The ratio ranks better, as before.",
                1 - scenario.best_auc: "The ratio always ranks positives first, whichever class is called positive.",
            },
            number,
        ),
        "In practice the densities must be estimated. So check a transformed score on cases it was not fitted to.",
        _curve(scenario, after=True),
        "likelihood",
        'SCENARIOS["scenario_4"].auc, SCENARIOS["scenario_4"].best_auc',
    )


def question(rng: np.random.Generator) -> Question:
    """A question of an exam: two normal laws of equal spread."""
    apart, spread = int(rng.integers(2, 9)), int(rng.integers(2, 6))
    low = int(rng.integers(20, 60))
    high = low + apart
    middle = (low + high) / 2
    share = float(ndtr(apart / 2 / spread))
    auc = float(ndtr(apart / spread / np.sqrt(2)))
    return Question(
        "Likelihood",
        f"Positives have normal scores with mean {high}, negatives with mean {low}; the standard deviation is {spread} "
        "in both classes.\n\n"
        "- At which score is the likelihood ratio 1?\n"
        "- What are the true and the false positive rate of this threshold?\n"
        "- What is the AUC?",
        f"- Halfway between the means, at **{middle:g}**, where the densities cross.\n"
        f"- The positives above it are Φ({apart / 2:g} / {spread}) = **{share:.3f}**; of the negatives it is 1 − that, "
        f"**{1 - share:.3f}**.\n"
        f"- Φ({apart} / ({spread} √2)) = **{auc:.3f}**.",
        auc,
    )
