"""How far prices may be off, by which law and each by itself: what it does to who wins, and how it is told."""

import numpy as np
import pytest

from ddcore.counts import Counts
from ddcore.errors import InputError
from tests.helpers.answers import asked, counted, notes
from tests.helpers.utility_answers import FACTORY, A, B, named


def factory(**choices):
    counts = [Counts(**{name: 100 * cell for name, cell in named(cells).items()}) for cells in (A, B)]
    data = counted(counts[1], name="B", positive="long", negative="short", A=counts[0])
    return asked("utility", data, **{"u": FACTORY, "unit": "EUR", **choices})


def wins(answer):
    return answer.values["constants"]["always short"]["probability_best"]


def by_hand(alarm_off, draws=200_000):
    """How often always short beats B, which many cases leave no doubt of: only FP is off, by a normal error."""
    fp = -335 + alarm_off * np.random.default_rng(5).standard_normal(draws)
    return float((0.43 * 15 + 0.18 * fp + 0.07 * -35 + 0.32 * 165 < 0.5 * -35 + 0.5 * 165).mean())


def test_each_payoff_by_itself_is_that_of_a_simulation_by_hand():
    given = factory(off="0, 150, 0, 0")
    assert wins(given) == pytest.approx(by_hand(150), abs=0.03)
    assert wins(given) != wins(factory())
    assert "(FP 150.00 EUR)" in notes(given)["doubtful"]
    assert "its own standard deviation" in given.method
    assert wins(factory(off="0,0,0,0")) == wins(factory(unsure=0.0))


@pytest.mark.parametrize(
    ("law", "said"), [("normal", "normal error"), ("uniform", "uniform error"), ("dirichlet", "Dirichlet distribution")]
)
def test_laws_have_their_own_answer(law, said):
    given = factory(doubt=law, unsure=0.2)
    assert 0.5 < wins(given) < 1
    assert said in given.method


def test_what_is_refused():
    for choices, message in (
        ({"off": "1, 2"}, "off must be four numbers"),
        ({"off": "1, 2, 3, -4"}, "must be 0 or more, got -4"),
        ({"off": "1, 2, 3, x"}, "how far TN may be off must be a number"),
        ({"off": "1, 2, 3, 4", "doubt": "dirichlet"}, "of a normal or a uniform law"),
        ({"off": "1, 2, 3, 4", "aversion": "log"}, "doubts about single prices are in money"),
        ({"doubt": "flat"}, "doubt must be one of normal, uniform, dirichlet"),
    ):
        with pytest.raises(InputError, match=message):
            factory(**choices)
