"""How often a measure picks the wrong classifier: what each control changes, links, and payoffs of another page."""

import json

import pytest

from ddcore.answers import QUESTIONS
from tests.helpers.visiting import (
    answer,
    choose,
    fields,
    figure,
    go,
    markdown,
    moves,
    put,
    shown,
    shows,
    travels,
    visit,
)

FEW = "sample=factory&pairs=10000"


def classifiers(at):
    """The third chart as a table."""
    return at.main.dataframe[3].value


@pytest.mark.usefixtures("unfolded")
def test_choices_change_the_answer_and_the_link_opens_the_same():
    at = visit("ranking", FEW)
    assert all(shown(at, key) for key in ("ranking_chart", "pairs_chart", "tables_chart", "closer_chart"))
    moves(at, law="gaussian", error=0.25, look="MCC", ranked_prevalence=0.75)
    choose(at, values="right")
    shows(at)
    assert at.query_params == {
        **{"sample": "factory", "pairs": "10000", "law": "gaussian", "error": "0.25", "look": "MCC"},
        **{"prevalence": "0.75", "values": "right"},
    }
    assert classifiers(travels(at)).equals(classifiers(at))


def test_fourth_chart_is_the_one_that_is_asked_for():
    at = visit("ranking", f"{FEW}&law=dirichlet&error_law=uniform")
    for also in ("set", "rough", "laws", "three", "auc"):
        moves(at, also=also)
        assert at.query_params["also"] == also
        assert shown(at, "closer_chart")
    assert "also" not in choose(at, also="all").query_params


@pytest.mark.usefixtures("unfolded")
def test_values_of_the_page_of_utilities_are_carried_over_and_back():
    at = go(put(visit("utility", f"{FEW}&unsure=0.2"), tp="99", fn="−1,000", unit="kr"), "ranking")
    shows(at)
    assert at.query_params == {
        **{"sample": "factory", "pairs": "10000", "u": "99,-335,-1000,165", "unit": "kr", "unsure": "0.2"}
    }
    other = travels(at)
    assert fields(go(other, "utility")) == ["99", "-335", "-1000", "165"]
    go(put(other, **dict.fromkeys(("tp", "fp", "fn", "tn"), "5")), "ranking")
    assert "got 5" in "".join(note.text for note in shows(other).notes)
    assert answer(go(other, "utility")) == QUESTIONS["utility"].unanswered
    shows(go(put(other, tp="15", fp="-335", fn="-35", tn="165"), "ranking"))


@pytest.mark.usefixtures("drawn")
def test_unit_makes_no_tag_in_a_chart():
    for unit in ("<a href=//e.x>x</a>", "<b>x</b>"):
        at = visit("ranking", f"{FEW}&unit={unit}")
        for key in ("ranking_chart", "pairs_chart", "tables_chart"):
            assert unit not in json.dumps(json.loads(figure(at, key))["layout"], ensure_ascii=False)
        assert [place for place, text in markdown(at) if unit in text] == []


def test_defaults_stay_out_of_the_link():
    at = visit("ranking", "sample=factory&law=uniform&error=0.1&look=F1&values=yours&u=15,-335,-35,165&prevalence=0.5")
    assert at.query_params == {"sample": "factory"}
