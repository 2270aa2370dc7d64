"""Which classifier is worth most, and how often a measure picks another? Prices as typed, their link, and whose."""

import json
import re

import numpy as np
import pytest

from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.utility.tree import EXAMPLE
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    answer,
    choose,
    drop,
    dropped,
    fields,
    figure,
    go,
    kind,
    linked,
    markdown,
    moves,
    plain,
    press,
    price,
    put,
    rows,
    said,
    seen,
    shown,
    shows,
    travels,
    visit,
    widget,
)

FACTORY, PRICES = ["15", "-335", "-35", "165"], ["45", "-335", "-65", "165"]
CELLS = ("tp", "fp", "fn", "tn")
CANNOT = QUESTIONS["utility"].unanswered
OTHER = "0.3: 45, -335, -65, 165"


def clickable(at):
    return bool(at.get_by_key("utility_chart").proto.selection_mode)


def in_view(at, view):
    """The page in another of its views."""
    return choose(at, view_of_prices=view)


def costs(at):
    return [price(at, f"{name}_cost").value for name in CELLS]


def test_story_stands_with_its_prices_and_everything_is_there():
    at = visit("utility", "sample=factory")
    assert len(at.main.info) == 1
    assert (fields(at), price(at, "unit").value) == (FACTORY, "EUR")
    boxes = [price(at, name) for name in CELLS]
    truths = ("long", "short")
    assert [plain(box.label) for box in boxes] == [f"predicted {p}, truly {t}" for p in truths for t in truths]
    assert len({box.help for box in boxes}) == 4
    assert clickable(at)
    assert widget(at, "map_csv").proto.label == "Download as CSV"
    assert at.query_params == {"sample": "factory"}


def test_typed_prices_move_the_yields_stand_as_typed_and_travel():
    at = visit("utility", "sample=two_class_example&threshold=0.4&written=payoffs")
    assert fields(at) == ["0", "-1", "-1", "0"]
    shows(put(at, tp="1,500", fn="−35", tn=" 0.12345678901234 "))
    assert fields(at) == ["1,500", "-1", "−35", " 0.12345678901234 "]
    shows(put(at, unit="kr."))
    shows(put(in_view(at, "doubts"), unsure=0.25, **{"or": f"{OTHER}\n\n 0.1: 1,0,0,1 "}))
    assert at.query_params == {
        "sample": "two_class_example",
        "threshold": "0.4",
        "u": "1500,-1,-35,0.12345678901234",
        "unit": "kr.",
        "view": "doubts",
        "unsure": "0.25",
        "or": "0.3: 45, -335, -65, 165;0.1: 1,0,0,1",
    }
    assert not clickable(at), "the mean of several sets is no matrix that the table could hold"
    assert price(travels(at), "or").value == f"{OTHER}\n0.1: 1,0,0,1"


def test_three_questions_become_prices():
    """The best outcome is 100, the worst 0, and each other one what its lottery says; they stand in the link."""
    at = visit("utility", "sample=factory")
    at.session_state["three_questions"] = True
    at.run()
    choose(at, three_questions_tp=70, three_questions_fn=60)
    press(at, "three_questions_use")
    assert fields(at) == ["70", "0", "60", "100"]
    assert at.query_params["u"] == "70,0,60,100"


@pytest.mark.full
def test_what_is_no_price_is_said_and_stays_to_be_mended():
    at = visit("utility", "sample=factory")
    before = seen(at)
    for cell, text in (("tp", "abc"), ("fn", "1,5"), ("tn", "")):
        put(at, **{cell: text})
        place = CELLS.index(cell)
        assert answer(at) == CANNOT
        assert f"The payoff {cell.upper()} ({plain(price(at, cell).label)}) must be" in said(at, "markdown")
        assert fields(at) == [*FACTORY[:place], text, *FACTORY[place + 1 :]]
        assert not at.main.get("plotly_chart")
        assert "u" not in at.query_params
        assert seen(put(at, **{cell: FACTORY[place]})) == before
    for view, typed, words in (
        ("map", dict.fromkeys(CELLS, "5"), "got 5"),
        ("doubts", {"or": "0.3 45,1,1,1"}, "Line 1 of the other prices"),
        ("doubts", {"or": "0.6: 1,2,3,4\n0.6: 1,2,3,5"}, "got 1.2"),
        ("scenarios", {"scenario": "dear misses: 15,-335"}, "Line 1 of the scenarios"),
        ("tree", {"tree": "fp = 0.9: y"}, "line above"),
    ):
        in_view(at, view)
        kept = {name: price(at, name).value for name in typed}
        put(at, **typed)
        assert answer(at) == CANNOT
        assert words in said(at)
        assert {name: price(at, name).value for name in typed} == typed
        put(at, **kept)
    assert shows(put(at, tree="fp = 0.9: -100 | 0")).figures
    assert fields(in_view(at, "map"))[1] == "-90"


def test_typed_markup_is_shown_letter_by_letter():
    text = "![x](http://e.x/p.png) <b> $x$ :red[x]"
    at = put(visit("utility", "sample=factory"), tn=text, unit="**EUR**")
    assert f'got "{text}"' in said(at)
    assert [place for place, written in markdown(at) if text in written or "**EUR**" in written] == []
    put(at, tn="165")
    assert any("\\*\\*EUR\\*\\* a case" in header.value for header in at.main.header)


@pytest.mark.full
def test_unit_of_a_link_is_short_and_one_taken_away_is_away_behind_the_link_too():
    at = visit("utility", "sample=factory&unit=a \n b" + "c" * 40)
    assert price(at, "unit").value == "a b" + "c" * 17
    assert put(at, unit="").query_params["unit"] == "none"
    assert price(travels(at), "unit").value == ""


@pytest.mark.full
def test_prices_belong_to_the_data_they_were_said_of():
    at = put(visit("utility", "sample=factory&unsure=0.3"), tp="20", unit="kr")
    for page in ("verdict", "utility"):
        assert go(at, page).query_params["u"] == "20,-335,-35,165"
    assert fields(at) == ["20", *FACTORY[1:]]
    choose(at, data_sample="factory_prices")
    assert (fields(at), at.query_params) == (PRICES, {"sample": "factory_prices"})
    choose(at, data_sample="pathology")
    assert (costs(at), price(at, "unit").value) == (["0", "1", "1", "0"], "")
    choose(at, data_sample="factory")
    assert (fields(at)[0], price(at, "unit").value) == ("20", "kr")
    assert at.query_params["unsure"] == "0.3"


HEADER = ["truth", "score_x", "score_y", "order_amount"]


@pytest.mark.full
def test_amounts_bring_fields_for_rates_and_stay_with_their_file():
    rng = np.random.default_rng(3)
    true = np.arange(60) % 3 == 0
    one, other = (np.round(np.clip(true * far + rng.random(60) * 0.6, 0, 1), 3) for far in (0.4, 0.2))
    amount = np.round(rng.gamma(2, 50, 60), 2)
    lines = list(zip(np.where(true, "fraud", "fine"), one, other, amount, strict=True))
    at = dropped(rows(HEADER, lines), "utility", name="orders.csv", link="data=File&u=1,0,0,1")
    assert [price(at, f"{name}_rate").value for name in CELLS] == ["0"] * 4
    assert plain(price(at, "fp_rate").label) == "predicted fraud, truly fine, per 1 of order_amount"
    shows(put(at, fn_rate="-1"))
    assert not clickable(at)
    assert 'got "x"' in said(put(at, fn_rate="x"))
    put(at, fn_rate="0", fn="-7")
    assert linked(at) == {"data": "File", "u": "1,0,-7,1"}
    kind(kind(at, "Sample"), "File")
    drop(at, rows(HEADER, lines[:-1]), "orders.csv")
    assert fields(at) == ["1", "0", "-7", "1"], "a newer version of the same file is the same data"
    drop(at, rows(HEADER[:3], [line[:3] for line in lines]), "others.csv")
    assert [price(at, f"{name}_cost").value for name in ("fp", "fn")] == ["1", "1"]
    assert not [box for box in at.main.text_input if re.search("rate", box.key)]


@pytest.mark.full
def test_scenarios_are_typed_travel_and_are_costs_where_prices_are_written_so():
    """The link has payoffs, as it has those of the table of prices."""
    typed = "dear misses: 15,-335,-900,165\nrare: 15,-335,-35,165 at 0.05"
    at = put(visit("utility", "sample=factory&view=scenarios"), scenario=typed)
    assert at.query_params["scenario"] == typed.replace("\n", ";")
    assert price(travels(at), "scenario").value == typed
    typed = "dear: 0, 1, 9.5, -0.5 at 0.3 of 2000\nnothing: 0,0,1,0"
    at = put(visit("utility", "sample=two_class_example&u=0,-1,-5,0&view=scenarios"), scenario=typed)
    assert at.query_params["scenario"] == "dear: 0, -1, -9.5, 0.5 at 0.3 of 2000;nothing: 0,0,-1,0"
    assert price(travels(at), "scenario").value == typed
    in_view(put(at, scenario="dear: 0,1,9,0"), "map")
    assert price(in_view(put(at, written="payoffs"), "scenarios"), "scenario").value == "dear: 0,-1,-9,0"


@pytest.mark.full
def test_a_tree_becomes_the_price_and_travels_with_worth_of_money_and_doubts():
    at = put(visit("utility", "sample=factory&u=15,0,-35,165&view=tree"), tree=EXAMPLE)
    assert fields(in_view(at, "map")) == FACTORY
    assert at.query_params["tree"].replace(";", "\n") == EXAMPLE
    travels(at)
    shows(go(at, "ranking"))
    at = visit("utility", "sample=factory&aversion=log&tolerance=1000&doubt=uniform")
    assert not at.warning
    assert "utils" in shows(at).sentence
    assert {"aversion", "tolerance", "doubt"} <= set(at.query_params)
    shows(visit("utility", "sample=factory&off=0,50,20,0"))
    moves(in_view(at, "tree"), aversion_="none")


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


@pytest.mark.full
def test_fourth_chart_is_the_one_that_is_asked_for():
    at = visit("ranking", f"{FEW}&law=dirichlet&error_law=uniform")
    for also in ("set", "rough", "laws", "three", "auc"):
        moves(at, also=also)
        assert at.query_params["also"] == also
        assert shown(at, "closer_chart")
    assert "also" not in choose(at, also="all").query_params


@pytest.mark.full
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
@pytest.mark.parametrize("unit", some_of(["<a href=//e.x>x</a>", "<b>x</b>"], "<b>x</b>"))
def test_unit_makes_no_tag_in_a_chart(unit):
    at = visit("ranking", f"{FEW}&unit={unit}")
    for key in ("ranking_chart", "pairs_chart", "tables_chart"):
        assert unit not in json.dumps(json.loads(figure(at, key))["layout"], ensure_ascii=False)
    assert [place for place, text in markdown(at) if unit in text] == []


def test_defaults_stay_out_of_the_link():
    at = visit("ranking", f"{FEW}&law=uniform&error=0.1&look=F1&values=yours&u=15,-335,-35,165&prevalence=0.5")
    assert at.query_params == {"sample": "factory", "pairs": "10000"}
