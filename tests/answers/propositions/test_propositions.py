"""Propositions on sliders: what holds, what fails, and what a setting does not meet."""

import numpy as np
import pytest

import ddcore
from ddcore.errors import InputError
from tests.helpers.answers import sound
from tests.oracles import published


def told(**choices):
    answer = ddcore.propositions(**choices)
    sound(answer)
    return answer


def test_all_hold_where_their_conditions_are_met_and_a_printed_rule_that_errs_does_not():
    """Example of document 003's errata: asking costs 0.8 of each mistake, a miss 5, 3 of 10 positive."""
    cards = told().values["cards"]
    assert len(cards) == 21
    assert all(card["holds"] for card in cards.values() if card["applies"])
    answer = told(asking=0.8, spread=1)
    wrong = [place for place, card in answer.values["cards"].items() if card["applies"] and not card["holds"]]
    assert wrong == ["Proposition 15"]
    assert answer.notes[0].code == "counterexample"
    card = answer.values["cards"]["Proposition 15"]
    # Normal scores 1.5 apart: the printed rule costs 0.548547, the right one 0.439367.
    assert card["left"]["value"] == pytest.approx(0.548546579244, abs=3e-5)
    assert card["right"]["value"] == pytest.approx(0.439366872543, abs=1e-5)


def test_best_values_are_those_of_normal_scores_in_print():
    """F1 at its best threshold under N(1.5, 1) and N(0, 1) with 3 of 10 positive."""
    (row,) = [row for row in published("003_thresholds.csv") if row["measure"] == "F1"]
    card = told(spread=1).values["cards"]["Proposition 6"]
    assert card["left"]["what"].startswith("best F1")
    assert card["left"]["value"] == pytest.approx(float(row["value"]), abs=1e-6)


def test_the_chart_shows_what_is_chosen_or_says_that_there_is_no_picture():
    drawn = told(drawn="Proposition 11").figures["propositions"].draw()
    assert [line.name for line in drawn.data] == ["likelihood ratio", "score"]
    assert all(len(line.x) <= 400 and np.all(np.diff(line.x) >= 0) for line in drawn.data)
    nobody = told(drawn="Proposition 19", share=0.95, separation=0, spread=1)
    assert not nobody.figures["propositions"].draw().data
    with pytest.raises(InputError, match=r"share must be .*0\.95"):
        ddcore.propositions(share=1)
