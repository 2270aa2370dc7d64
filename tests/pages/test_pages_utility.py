"""Which classifier is worth most? What the page is wired to: prices as typed, their link, whose data they belong to."""

import json
import re

import numpy as np
import pytest

from tests.helpers.visiting import (
    ADDRESS,
    SCORES,
    again,
    answer,
    drop,
    dropped,
    fields,
    figure,
    fine,
    finished,
    go,
    kind,
    linked,
    markdown,
    plain,
    price,
    put,
    rows,
    said,
    visit,
    widget,
)

FACTORY, PRICES = (15, -335, -35, 165), (45, -335, -65, 165)
BEGINS = "The link could not be followed in one place: "
CANNOT = "These prices cannot be used yet."
OTHER = "0.3: 45, -335, -65, 165"


def texts(payoffs):
    return [str(payoff) for payoff in payoffs]


def yields(at):
    every = next(frame.value for frame in at.main.dataframe if "Classifier" in frame.value)
    return every.set_index("Classifier").iloc[:, 0].to_dict()


def names(at):
    """What the map shows, by the names of its parts."""
    return [trace.get("name") for trace in json.loads(figure(at, "utility_chart"))["data"]]


def clickable(at):
    return bool(at.get_by_key("utility_chart").proto.selection_mode)


def test_story_stands_with_its_prices_and_everything_is_there():
    at = visit("utility", "sample=factory")
    assert not at.warning
    assert "costs 335 EUR: in a trial A earned money and B lost it." in said(at, "info")
    assert fields(at) == texts(FACTORY)
    assert price(at, "unit").value == "EUR"
    assert yields(at) == pytest.approx({"A": 3.5, "B": -3.5, "always long": -160, "always short": 65})
    assert "| always “short” | 65.00 | exact |" in said(at, "markdown").replace("\u00a0", " ")
    assert [box.label for box in at.main.expander] == [
        "Which measures prefer whom",
        "Chances and amounts behind a price, and what money is worth",
        "Scenarios side by side, and what matters most",
        "All numbers as a table",
        "The map as a table",
        "Each price, and the share of positives, a step lower and higher as a table",
        "How this is computed",
    ]
    labels = {key: widget(at, key).proto.label for key in ("utility_csv", "map_csv")}
    assert labels == dict.fromkeys(("utility_csv", "map_csv"), "Download as CSV")
    boxes = [price(at, name) for name in ("tp", "fp", "fn", "tn")]
    assert [plain(box.label) for box in boxes] == [
        "predicted long, truly long",
        "predicted long, truly short",
        "predicted short, truly long",
        "predicted short, truly short",
    ]
    assert len({box.help for box in boxes}) == 4
    assert clickable(at)
    assert "A click on the map" in said(at, "caption")
    assert at.query_params == {"sample": "factory"}


@pytest.mark.parametrize(
    ("link", "words"), [("data=File", "No data yet"), ("M=100&P=50", "Only the classes are known")]
)
def test_page_without_a_model_says_what_it_needs(link, words):
    at = visit("utility", link)
    assert answer(at).startswith(words)
    assert not at.main.get("plotly_chart")
    assert not at.main.dataframe
    assert not at.main.text_input


def test_typed_prices_move_the_yields_stand_as_typed_and_travel():
    at = visit("utility", "sample=two_class_example&threshold=0.4&written=payoffs")
    assert fields(at) == ["0", "-1", "-1", "0"]
    assert "every mistake is taken to cost 1" in said(at)
    put(at, tp="1,500", fn="−35", tn=" 0.12345678901234 ")
    assert fields(at) == ["1,500", "-1", "−35", " 0.12345678901234 "]
    assert at.query_params["u"] == "1500,-1,-35,0.12345678901234"
    assert "is taken to cost" not in said(at)
    put(at, unit="kr.", unsure=0.25, **{"or": f"{OTHER}\n\n 0.1: 1,0,0,1 "})
    assert at.query_params == {
        "sample": "two_class_example",
        "threshold": "0.4",
        "u": "1500,-1,-35,0.12345678901234",
        "unit": "kr.",
        "unsure": "0.25",
        "or": "0.3: 45, -335, -65, 165;0.1: 1,0,0,1",
    }
    assert "prices that may hold" in names(at)
    assert not clickable(at), "the mean of several sets is no matrix that the table could hold"
    other = again("utility", at)
    assert yields(other) == yields(at)
    assert price(other, "or").value == f"{OTHER}\n0.1: 1,0,0,1"
    assert said(other) == said(at)


def test_prices_written_as_costs_are_the_same_with_the_other_sign():
    at = visit("utility", "sample=factory")
    before = yields(at)
    at.segmented_control(key="written_factory").set_value("costs")
    fine(at.run())
    assert [price(at, f"{name}_cost").value for name in ("tp", "fp", "fn", "tn")] == ["-15", "335", "35", "-165"]
    assert yields(at) == pytest.approx({name: -earned for name, earned in before.items()})
    put(at, fn_cost="70")
    assert at.query_params["u"] == "15,-335,-70,165"
    assert at.query_params["written"] == "costs"
    assert [price(again("utility", at), f"{name}_cost").value for name in ("fn", "tn")] == ["70", "-165"]
    put(at, fn_cost="much")
    assert "The cost FN (predicted short, truly long) must be a number such as 165 or -33.5" in said(at)


@pytest.mark.parametrize(
    ("cell", "text", "words"),
    [
        ("tp", "abc", 'must be a number such as 165 or -33.5, got "abc".'),
        ("fp", "inf", 'must be a number such as 165 or -33.5, got "inf".'),
        ("fn", "1,5", 'must be a number such as 165 or -33.5, got "1,5".'),
        ("tn", "", 'must be a number such as 165 or -33.5, got "".'),
        ("tp", "-1e999", "must be between -10^12 and 10^12, got -1e999."),
        ("fn", "=1+1", 'must be a number such as 165 or -33.5, got "=1+1".'),
    ],
)
def test_what_is_no_price_is_said_and_stays_to_be_mended(shared, cell, text, words):
    at = shared
    before, kept = said(at), fields(at)
    put(at, **{cell: text})
    assert answer(at) == CANNOT
    assert f"The payoff {cell.upper()} ({plain(price(at, cell).label)}) {words}" in said(at, "markdown")
    place = ("tp", "fp", "fn", "tn").index(cell)
    assert fields(at) == [*kept[:place], text, *kept[place + 1 :]]
    assert not at.main.get("plotly_chart")
    assert "u" not in at.query_params
    put(at, **{cell: kept[place]})
    assert said(at) == before


@pytest.fixture(scope="module")
def shared():
    """A session that leaves everything as it found it."""
    return visit("utility", "sample=factory")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"or": "0.3 45,1,1,1"}, "Line 1 of the other prices must be a probability, a colon and four numbers"),
        ({"or": f"{OTHER}\n\n0.1: 1,x,3,4"}, 'FP in line 3 must be a number such as 165 or -33.5, got "x".'),
        ({"or": "1.2: 1,2,3,4"}, "The probability in line 1 of the other prices must be between 0 and 1, got 1.2."),
        ({"or": "0.6: 1,2,3,4\n0.6: 1,2,3,5"}, "The probabilities of the other prices must sum to 1 at most, got 1.2."),
        ({"or": "0.5: 5,5,5,5"}, "The four payoffs must not all be equal, got 5"),
        (dict.fromkeys(("tp", "fp", "fn", "tn"), "5"), "The four payoffs must not all be equal, got 5"),
    ],
)
def test_what_cannot_be_used_together_is_said_and_stays(shared, typed, words):
    at = shared
    before = {name: price(at, name).value for name in typed}
    put(at, **typed)
    assert answer(at) == CANNOT
    assert words in said(at)
    assert {name: price(at, name).value for name in typed} == typed
    put(at, **before)
    assert answer(at) != CANNOT


def test_typed_markup_is_shown_letter_by_letter():
    text = "![x](http://e.x/p.png) <b> $x$ :red[x]"
    at = put(visit("utility", "sample=factory"), tn=text, unit="**EUR**")
    assert f'got "{text}"' in said(at)
    for place, written in markdown(at):
        assert text not in written, place
        assert "**EUR**" not in written, place
    put(at, tn="165")
    assert any("65.00 \\*\\*EUR\\*\\* a case" in header.value for header in at.main.header)


@pytest.mark.parametrize("name", ["<b>![p](http://e.x/p.png)", "$x$ :red[x] `x` =1+1 a|b **x**"])
def test_name_of_a_class_stays_letters(name):
    at = dropped(SCORES.replace(b"yes", name.encode()), "utility", link="data=File")
    at.selectbox(key=widget(at, "data_positive_").key).set_value(name)
    fine(at.run())
    for place, text in markdown(at):
        assert name not in text, place
        assert "Source" in text or not ADDRESS.search(finished(text)), place
    assert plain(price(at, "fp_cost").label) == f"predicted {name}, truly no"


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("u=1,2,3", 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "1,2,3"'),
        ("u=", 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got ""'),
        ("u=1,2,1e13,4", "the payoff FN must be between -10^12 and 10^12, got 1e13"),
        ("unsure=nan", 'unsure must be between 0 and 0.5, got "nan"'),
        ("or=0.3: 1,2;0.2: 1,2,3,4", "line 1 of the other prices must be a probability, a colon and four numbers"),
    ],
)
def test_wrong_value_in_a_link_falls_back_and_is_said(link, words):
    at = visit("utility", f"sample=factory&{link}")
    assert len(at.warning) == 1
    assert said(at, "warning").startswith(BEGINS)
    assert words in said(at, "warning")
    assert fields(at) == texts(FACTORY)
    assert at.query_params == {"sample": "factory"}


def test_unit_of_a_link_is_short_and_one_taken_away_is_away_behind_the_link_too():
    at = visit("utility", "sample=factory&unit=a \n b" + "c" * 40)
    assert price(at, "unit").value == "a b" + "c" * 17
    put(at, unit="")
    assert at.query_params["unit"] == "none"
    assert price(again("utility", at), "unit").value == ""


def test_prices_belong_to_the_data_they_were_said_of():
    at = put(visit("utility", "sample=factory"), tp="20", unit="kr", unsure=0.3)
    go(at, "verdict")
    assert at.query_params["u"] == "20,-335,-35,165"
    go(at, "utility")
    assert fields(at) == ["20", *texts(FACTORY[1:])]
    assert at.query_params["u"] == "20,-335,-35,165"
    at.selectbox(key="data_sample").set_value("factory_prices")
    fine(at.run())
    assert fields(at) == texts(PRICES)
    assert at.query_params == {"sample": "factory_prices"}
    at.selectbox(key="data_sample").set_value("pathology")
    fine(at.run())
    costs = [price(at, f"{name}_cost").value for name in ("tp", "fp", "fn", "tn")]
    assert (costs, price(at, "unit").value) == (["0", "1", "1", "0"], "")
    assert "every mistake is taken to cost 1" in said(at)
    at.selectbox(key="data_sample").set_value("factory")
    fine(at.run())
    assert (fields(at)[0], price(at, "unit").value, price(at, "unsure").value) == ("20", "kr", 0.3)


HEADER = ["truth", "score_x", "score_y", "order_amount"]


def test_amounts_bring_fields_for_rates_and_stay_with_their_file():
    rng = np.random.default_rng(3)
    true = np.arange(60) % 3 == 0
    one, other = (np.round(np.clip(true * far + rng.random(60) * 0.6, 0, 1), 3) for far in (0.4, 0.2))
    amount = np.round(rng.gamma(2, 50, 60), 2)
    lines = list(zip(np.where(true, "fraud", "fine"), one, other, amount, strict=True))
    at = dropped(rows(HEADER, lines), "utility", name="orders.csv", link="data=File&u=1,0,0,1")
    assert "And for each 1 of order_amount" in said(at)
    assert [price(at, f"{name}_rate").value for name in ("tp", "fp", "fn", "tn")] == ["0"] * 4
    assert plain(price(at, "fp_rate").label) == "predicted fraud, truly fine, per 1 of order_amount"
    put(at, fn_rate="-1", unsure=0.2)
    called = one >= 0.5
    payoff = np.select([called & true, called & ~true, ~called & true], [1, 0, -amount], 1)
    assert yields(at)["score_x"] == pytest.approx(payoff.mean(), rel=1e-12)
    assert not clickable(at)
    put(at, fn_rate="x")
    assert 'The rate of FN must be a number such as 165 or -33.5, got "x".' in said(at)
    put(at, fn_rate="0", fn="-7")
    assert linked(at) == {"data": "File", "u": "1,0,-7,1", "unsure": "0.2"}
    kind(at, "Sample")
    kind(at, "File")
    drop(at, rows(HEADER, lines[:-1]), "orders.csv")
    assert fields(at) == ["1", "0", "-7", "1"], "a newer version of the same file is the same data"
    drop(at, rows(HEADER[:3], [line[:3] for line in lines]), "others.csv")
    assert [price(at, f"{name}_cost").value for name in ("fp", "fn")] == ["1", "1"]
    assert not [box for box in at.main.text_input if re.search("rate", box.key)]


def test_scenarios_are_typed_travel_and_stay_to_be_mended():
    typed = "dear misses: 15,-335,-900,165\nrare: 15,-335,-35,165 at 0.05"
    at = put(visit("utility", "sample=factory"), scenario=typed)
    assert at.query_params["scenario"] == "dear misses: 15,-335,-900,165;rare: 15,-335,-35,165 at 0.05"
    other = again("utility", at)
    assert price(other, "scenario").value == typed
    tables = [frame.value for frame in other.main.dataframe]
    assert [table["scenario"].tolist() for table in tables if "scenario" in table] == [["now", "dear misses", "rare"]]
    put(at, scenario="dear misses: 15,-335")
    assert answer(at) == CANNOT
    assert "Line 1 of the scenarios must be a name, a colon and four numbers" in said(at)
    assert price(at, "scenario").value == "dear misses: 15,-335"


def test_scenarios_are_typed_as_costs_where_prices_are_written_so():
    """The link has payoffs, as it has those of the table of prices."""
    typed = "dear: 0, 1, 9.5, -0.5 at 0.3 of 2000\nnothing: 0,0,1,0"
    at = put(visit("utility", "sample=two_class_example&u=0,-1,-5,0"), scenario=typed)
    assert at.query_params["scenario"] == "dear: 0, -1, -9.5, 0.5 at 0.3 of 2000;nothing: 0,0,-1,0"
    assert price(again("utility", at), "scenario").value == typed
    shown = next(frame.value for frame in at.main.dataframe if "scenario" in frame.value)
    assert shown["costs TP, FP, FN, TN"].tolist() == ["0, 1, 5, 0", "0, 1, 9.500, −0.500", "0, 0, 1, 0"]
    put(at, scenario="dear: 0,1,x,0")
    assert 'FN in line 1 of the scenarios must be a number such as 165 or -33.5, got "x"' in said(at)
    assert price(at, "scenario").value == "dear: 0,1,x,0"
    put(at, scenario="dear 0,1,9,0")
    assert 'such as "dear: 0,1,9,0 at 0.3 of 2000", got "dear 0,1,9,0"' in said(at)
    put(at, scenario="dear: 0,1,9,0")
    at = put(at, written="payoffs")
    assert price(at, "scenario").value == "dear: 0,-1,-9,0"
