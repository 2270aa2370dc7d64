"""Likelihood: the numbers beside closed forms, and areas that are integrated another way."""

import re
from statistics import NormalDist

import numpy as np
import pytest
from scipy import integrate, stats

from ddcore.courses import course, likelihood
from ddcore.courses.exam import exam
from ddcore.samples.simulated import SCENARIOS
from tests.helpers.loops import nonempty


def test_right_options_are_those_of_closed_forms():
    right = [step.quiz.options[step.quiz.right - 1].text for step in course("likelihood").steps]
    found = 1 - NormalDist(1.5, 1).cdf(NormalDist().inv_cdf(0.9))
    assert right == [
        f"{100 * found:.0f} %",
        "0.75",
        "0.500",
        f"{2 / np.pi * np.arctan(2):.3f}",
        "2",
        "0.830",  # Figure 5.4 of Gong 2022 prints .83
    ]


def test_areas_of_scenarios_are_those_of_an_integral():
    laws = {
        "positives": [stats.norm(0.2, 0.05), stats.norm(0.5, 0.05)],
        "negatives": [stats.norm(0.38, 0.1), stats.norm(0.38, 0.1)],
    }

    def density(of, x):
        return sum(law.pdf(x) for law in laws[of]) / 2

    x = np.linspace(-0.5, 1.5, 20_001)
    ratio = density("positives", x) / density("negatives", x)
    order = np.argsort(-ratio)
    tpr, fpr = (np.cumsum(density(of, x)[order]) * (x[1] - x[0]) for of in laws)
    area = integrate.trapezoid(tpr, fpr)
    assert SCENARIOS["scenario_3"].best_auc == pytest.approx(area, abs=2e-4)
    assert likelihood.by_ratio(SCENARIOS["scenario_3"]).auc == pytest.approx(area, abs=2e-4)
    above = ratio > 1
    assert likelihood.intervals(SCENARIOS["scenario_3"]) == int(np.sum(above[1:] & ~above[:-1]))


def test_thresholds_under_the_hand_have_the_rates_of_their_laws():
    for place, laws in nonempty({0: ((1.5, 1), (0, 1)), 2: ((0.5, 0.05), (0.5, 0.1))}.items()):
        data = course("likelihood").steps[place].motion.data
        for name, (mean, deviation) in zip(("tpr", "fpr"), laws, strict=True):
            np.testing.assert_allclose(data[name], stats.norm.sf(data["x"], mean, deviation), atol=5e-4)


def test_exam_question_is_solved_by_closed_forms():
    for seed in nonempty(range(20)):
        question = exam(seed, ["likelihood"]).questions[0]
        high, low, spread = map(int, re.findall(r"\d+", question.text)[:3])
        share = NormalDist(high, spread).cdf(2 * high - (high + low) / 2)
        auc = NormalDist().cdf((high - low) / (spread * 2**0.5))
        told = re.findall(r"\*\*([\d.]+)\*\*", question.solution)
        assert told == [f"{(high + low) / 2:g}", f"{share:.3f}", f"{1 - share:.3f}", f"{auc:.3f}"]
        assert question.value == pytest.approx(auc, abs=1e-12)
