"""Costs of several models: a chart and a table of all, where there are two whose scores are probabilities."""

import numpy as np
import pytest
from scipy.special import expit

from ddcore.decisions.cost_curves import COST_CURVES
from ddcore.figures.theme import LIGHT
from tests.helpers.answers import asked, holds
from tests.helpers.scored import together

RNG = np.random.default_rng(3)
TRUTH = np.arange(240) % 3 == 0
SCORES = {name: expit(RNG.normal(TRUTH * far, 1) - 0.7) for name, far in (("A", 2), ("B", 1))}


@pytest.fixture(scope="module")
def both():
    return together(TRUTH, {**SCORES, "C": RNG.normal(size=240)})


@pytest.mark.parametrize("kind", COST_CURVES)
def test_all_models_are_drawn_and_listed(both, kind):
    answer = asked("costs", both, curve=kind)
    figure = answer.figures["models"]
    assert figure.title.startswith(COST_CURVES[kind].title)
    drawn = [trace.name for trace in figure.draw(LIGHT).data if trace.mode == "lines" and trace.fill is None]
    assert drawn[:2] == ["A", "B"]
    # C has no probabilities.
    assert holds(figure.remark, "95 %", " C.")
    rows = answer.tables["models"].rows()
    assert len(rows) == answer.tables["models"].size == 402
    assert (rows["95 % from"] <= rows.iloc[:, 2] + 1e-12).all()
    assert (rows["95 % to"] >= rows.iloc[:, 2] - 1e-12).all()


def test_costs_at_hand_stand_in_the_words(both):
    """A miss costs four times a false alarm: from a chance of 0.2 on."""
    words = asked("costs", both, curve="decision", u=(0, -1, -4, 0)).figures["models"].words
    score = SCORES["A"]
    benefit = np.mean(np.where(score >= 0.2, np.where(TRUTH, 1, -0.25), 0))
    assert f"0.200: A {benefit:.3f};" in words


def test_no_chart_where_there_are_no_two_to_compare(both):
    few = {name: score[:40] for name, score in {**SCORES, "C": RNG.normal(size=240)}.items()}
    one, other = (together(TRUTH[:40], {name: few[name] for name in names}) for names in ("A", "AC"))
    for data, kind in ((one, "decision"), (both, "expected"), (other, "cost")):
        answer = asked("costs", data, curve=kind)
        assert "models" not in answer.figures
        assert "models" not in answer.tables
