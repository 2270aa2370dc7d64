"""Two ROC curves held against each other, on scores made for it."""

import numpy as np
import pytest

from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.scores.dominance import roc_difference
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, notes
from tests.helpers.curves_answers import ODD, SUMS, simulated
from tests.helpers.loops import nonempty
from tests.helpers.scored import scored, together


def pair(apart, other, cases=600, seed=1, **options):
    """Two models that score the same cases, by so many standard deviations."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < 0.4
    noise = rng.multivariate_normal([0, 0], [[1, 0.4], [0.4, 1]], cases)
    scores = {"A": noise[:, 0] + apart * truth, "B": noise[:, 1] + other * truth}
    return together(truth, scores, 0.5, **options)


def held(data, **choices):
    return asked("curves", data, curve="difference", **choices)


@pytest.mark.full
def test_better_model_is_surely_above():
    """Both curves and their difference are drawn; with weights it is so too, and of sums of weights nothing is sure."""
    answer = held(pair(2.0, 0.5))
    found = answer.values["against"]
    assert answer.sentence.startswith("**A is surely")
    assert (found["first"], found["second"]) == ("A", "B")
    assert found["false_positive_rates"]["first_surely"] > 0.4
    assert found["false_positive_rates"]["second_surely"] == 0
    assert found["costs"]["first_surely"] > 0.2
    assert codes(answer)[:2] == ["costs-preferred", "surely-cheaper"]
    assert answer.figures["curves"].remark == ""
    lines = answer.figures["curves"].draw(LIGHT).data
    assert [line.name.split(" 0.")[0] for line in lines] == ["A", "B", "95 % band", "difference", "surely A"]
    areas = [answer.values["models"][name]["auc"]["value"] for name in "AB"]
    assert np.trapezoid(lines[3].y, lines[3].x) == pytest.approx(areas[0] - areas[1], abs=1e-9)
    assert len(answer.figures["preferred"].draw("dark").data) == 3
    turned = held(pair(0.5, 2.0))
    assert turned.sentence.startswith("**B is surely")
    assert notes(turned)["surely-cheaper"].startswith("B is")
    weighted = held(pair(2.0, 0.5, weight=np.random.default_rng(1).uniform(0.5, 2, 600)))
    assert weighted.sentence.startswith("**A is surely")
    both = held(scored(SUMS, 0.5, B=SUMS), against="2")
    assert both.values["against"]["false_positive_rates"]["first_surely"] is None


def test_curves_of_noise_differ_by_chance():
    answer = held(pair(0.0, 0.0))
    assert answer.sentence.startswith("**No clear difference:**")
    assert "curves cross" in answer.reason
    assert "costs-unclear" in codes(answer)


def test_curves_that_surely_cross():
    """One model finds a third of the positives at once and the rest not at all, the other the reverse."""
    rng = np.random.default_rng(1)
    truth = np.arange(4000) < 2000
    part = rng.random(4000) < 0.35
    first = np.where(truth & part, 9.0, 0.0) + rng.normal(size=4000)
    data = together(truth, {"A": first, "B": 1.5 * truth + rng.normal(size=4000)})
    answer = held(data)
    assert answer.sentence.startswith("**The ROC curves cross:**")
    rates = answer.values["against"]["false_positive_rates"]
    assert rates["first_surely"] > 0.01
    assert rates["second_surely"] > 0.3
    assert rates["dominates"] is None
    difference = roc_difference(*(data.models[name].table for name in ("A", "B")))
    x, y = difference.line(most=1000)
    assert difference.start.size > x.size == 1000
    assert y == pytest.approx(difference.at(x))


def test_numbers_are_those_of_the_core():
    data = pair(1.0, 0.6)
    wanted = roc_difference(*(data.models[name].table for name in ("A", "B")))
    answer, there = held(data), held(data, prevalence=0.05).values["against"]
    found, rows = answer.values["against"]["false_positive_rates"], answer.tables["difference"].rows()
    assert (found["first"], found["second"]) == (wanted.share(1), wanted.share(-1))
    assert found["crossings"] == [[crossing.low, crossing.high] for crossing in wanted.crossings]
    assert list(rows["False positive rate from"]) == [stretch.low for stretch in wanted.stretches]
    assert set(rows["above"]) <= {"A", "B", "neither"}
    assert ((rows["Part that is sure"].isna()) == (rows["above"] == "neither")).all()
    # Costs are those where it is used.
    assert found == there["false_positive_rates"]
    assert answer.values["against"]["costs"] != there["costs"]


def test_dominance():
    answer = held(together([1, 1, 0, 0], {"A": [4, 3, 2, 1], "B": [1, 2, 3, 4]}))
    assert "*dominates*" in answer.reason
    rates = answer.values["against"]["false_positive_rates"]
    assert (rates["dominates"], rates["first_surely"]) == ("first", None)
    assert "cannot be computed" in answer.sentence


def test_reading_as_evidence_lifts_scores_in_the_middle():
    score = np.random.default_rng(2).uniform(0, 1, 600)
    table = ScoreTable.of(score, (abs(score - 0.5) < 0.25).astype(int))
    answer = held(scored(table, 0.5, "the model"))
    assert answer.sentence.startswith("**The model as evidence")
    assert answer.sentence.count("the model**") == 1
    assert answer.values["against"]["false_positive_rates"]["second_surely"] > 0.3


def test_reading_that_changes_nothing():
    answer = held(scored(ScoreTable.of(*simulated(2.0), True)), against="evidence")
    assert answer.sentence.startswith("**Nothing changes:**")
    assert answer.values["against"]["costs"]["first"] == 0


def test_the_same_scores_twice():
    score, truth = simulated(1.0)
    answer = held(together(truth, {"A": score, "B": 2 * score}))
    assert "are the same" in answer.sentence
    assert "costs-same" in codes(answer)


def test_cases_of_each_model_are_its_own():
    data = scored(ScoreTable.of(*simulated(2.0, 300), True), 0.5, B=ScoreTable.of(*simulated(0.2, 200, seed=3), True))
    answer = held(data, against="2")
    assert answer.sentence.startswith("**A is surely")
    assert answer.figures["curves"].remark


@pytest.mark.parametrize("other", ["1", "3"])
def test_what_it_cannot_be_held_against(other):
    with pytest.raises(InputError, match=f'against must be one of 2, evidence, got "{other}"'):
        held(pair(1.0, 0.5), against=other)


@pytest.mark.full
def test_odd_scores_have_a_chart():
    for name, table in ODD.items():
        for other in nonempty(("2", "evidence") if table.score.size < 100 else ("2",)):
            drawn = held(scored(table, 0.5, B=ODD["two cases"]), against=other).figures["curves"].draw("light")
            assert drawn.data or drawn.layout.annotations, (name, other)


def test_too_few_cases_to_read_say_why_there_is_no_curve():
    answer = held(scored(ODD["two cases"]), against="evidence")
    assert "against" not in answer.values
    assert answer.figures["curves"].words.endswith("got 1 of one.")
    assert answer.sentence.startswith("**AUC")
