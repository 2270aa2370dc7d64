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
SCORES["C"] = RNG.normal(size=240)


@pytest.fixture(scope="module")
def both():
    return together(TRUTH, SCORES)


@pytest.mark.parametrize("kind", COST_CURVES)
def test_all_models_are_drawn_and_listed(both, kind):
    """At hand a miss costs four times a false alarm: from a chance of 0.2 on. C has no probabilities."""
    answer = asked("costs", both, curve=kind, u=(0, -1, -4, 0))
    figure = answer.figures["models"]
    assert figure.title.startswith(COST_CURVES[kind].title)
    drawn = [trace.name for trace in figure.draw(LIGHT).data if trace.mode == "lines" and trace.fill is None]
    assert drawn[:2] == ["A", "B"]
    assert holds(figure.remark, "95 %", " C.")
    benefit = np.mean(np.where(SCORES["A"] >= 0.2, np.where(TRUTH, 1, -0.25), 0))
    assert (f"0.200: A {benefit:.3f};" in figure.words) == (kind == "decision")
    rows = answer.tables["models"].rows()
    assert len(rows) == answer.tables["models"].size == 402
    value = rows.iloc[:, 2]
    assert ((rows["95 % from"] <= value + 1e-12) & (value - 1e-12 <= rows["95 % to"])).all()


def test_no_chart_where_there_are_no_two_to_compare(both):
    one, other = (together(TRUTH[:40], {name: SCORES[name][:40] for name in names}) for names in ("A", "AC"))
    for data, kind in ((one, "decision"), (both, "expected"), (other, "cost")):
        answer = asked("costs", data, curve=kind)
        assert "models" not in {*answer.figures, *answer.tables}
