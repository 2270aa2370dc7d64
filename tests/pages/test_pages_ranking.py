"""How often a measure picks the wrong classifier: the paper's numbers, choices, pairs, links, and results kept."""

import json
import re
from base64 import b64decode
from math import sqrt

import numpy as np
import pytest

from ddcore.decisions import ranking
from pages.shared import core
from tests.helpers.visiting import (
    SCORES,
    again,
    answer,
    dropped,
    fields,
    figure,
    fine,
    go,
    markdown,
    plain,
    put,
    said,
    visit,
    widget,
)
from tests.oracles import DEFINITIONS

FEW = "sample=factory&pairs=10000"
FACTORY = (15, -335, -35, 165)
BEGINS = "The link could not be followed in one place: "

PAPER = {
    "uniform": {
        **{"ACC": 0.08769, "TPR": 0.25024, "TNR": 0.24995, "BACC": 0.15890, "PPV": 0.21267, "F1": 0.09755},
        **{"MCC": 0.11138, "FM": 0.10409},
    },
    "gaussian": {
        **{"ACC": 0.04871, "TPR": 0.25017, "TNR": 0.24999, "BACC": 0.14533, "PPV": 0.20888, "F1": 0.06547},
        **{"MCC": 0.08367, "FM": 0.07392},
    },
}
"""Shares of pairs ranked wrongly, the means of twenty million pairs drawn by another program."""

ROUGH = {
    "uniform": {0: 0, 0.05: 0.0208, 0.1: 0.03699, 0.15: 0.0512, 0.2: 0.0637, 0.25: 0.0754, 0.3: 0.0857},
    "gaussian": {0: 0, 0.05: 0.0113, 0.1: 0.02267, 0.15: 0.0341, 0.2: 0.0462, 0.25: 0.0576, 0.3: 0.0671},
}
"""The same for payoffs that may each be off by so much."""


def choose(at, **values):
    """Set widgets of the page, one after another."""
    for name, value in values.items():
        box = widget(at, f"ranking_{name}")
        kind_of = "segmented_control" if box.type == "button_group" else box.type
        getattr(at, kind_of)(key=box.key).set_value(value)
        fine(at.run())
    return at


def tables(at):
    """All measures by key, the first chart, the second and the third."""
    assert len(at.main.dataframe) == 4
    every, error, pairs, classifiers = (one.value for one in at.main.dataframe)
    return every.set_index("Key"), error, pairs, classifiers


def lines(at, key):
    """The lines of a chart by name; one without a name by its place."""
    drawn = json.loads(figure(at, key))["data"]
    return {trace.get("name") or str(place): trace for place, trace in enumerate(drawn)}


def worth(payoffs, classifiers):
    cells = classifiers[["TP", "FP", "FN", "TN"]].to_numpy()
    return cells @ np.array(payoffs) / cells.sum(axis=1)


def unpacked(array):
    """The numbers of a line: a list, or bytes where they were numpy's."""
    return array if isinstance(array, list) else np.frombuffer(b64decode(array["bdata"]), array["dtype"]).tolist()


def axis(at, key, name):
    return json.loads(figure(at, key))["layout"][f"{name}axis"]["title"]["text"]


# The numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("law", "pairs"), [("uniform", 10_000), ("gaussian", 10_000), ("uniform", 100_000)])
def test_shares_are_those_of_another_program(law, pairs):
    at = visit("ranking", f"sample=factory&pairs={pairs}&law={law}")
    every, error, *_ = tables(at)
    # Three standard errors; among the first 10,000 pairs recall of negatives, of all measures, is off by 3.5.
    wide = 3 if pairs > 10_000 else 4
    for key, share in PAPER[law].items():
        found = every.loc[key, "Share ranked wrongly"]
        assert found == pytest.approx(share, abs=wide * sqrt(share * (1 - share) / pairs)), key
    for off, share in ROUGH[law].items():
        (found,) = error.loc[np.isclose(error["Error"], off), "Share ranked wrongly"]
        assert found == pytest.approx(share, abs=wide * sqrt(share * (1 - share) / pairs) + 5e-5), off
    assert every.loc["TNR", "Share ranked wrongly"] != every.loc["TPR", "Share ranked wrongly"]
    assert f"{pairs:,} pairs" in said(at)


@pytest.mark.parametrize("law", PAPER)
def test_answer_has_accuracy_f1_and_rough_payoffs(law):
    at = visit("ranking", f"{FEW}&law={law}")
    pattern = r"Accuracy in ([\d.]+) % of pairs, F1 in ([\d.]+) %; payoffs that may each be off by 0.1 in ([\d.]+) %."
    found = [float(text) / 100 for text in re.fullmatch(pattern, answer(at)).groups()]
    for number, share in zip(found, (PAPER[law]["ACC"], PAPER[law]["F1"], ROUGH[law][0.1]), strict=True):
        assert number == pytest.approx(share, abs=3 * sqrt(share * (1 - share) / 10_000) + 1e-3)
    assert ("normal about its middle with deviation 1/3" in said(at)) == (law == "gaussian")


def test_standard_errors_are_those_of_shares():
    every, error, *_ = tables(visit("ranking", FEW))
    for shown in (every, error):
        share = shown["Share ranked wrongly"].to_numpy()
        assert shown["Standard error"].tolist() == pytest.approx(np.sqrt(share * (1 - share) / 10_000).tolist())
    assert every["Share ranked wrongly"].is_monotonic_increasing
    widest = 100 * max(every["Standard error"].max(), error["Standard error"].max())
    said_widest = float(re.search(r"standard errors of ([\d.]+) percentage points", said(visit("ranking", FEW)))[1])
    assert said_widest <= round(widest, 2)
    assert said_widest >= round(100 * every.loc["ACC", "Standard error"], 2)


def test_error_from_which_a_measure_is_better_is_where_its_line_is_crossed():
    at = visit("ranking", FEW)
    every, error, *_ = tables(at)
    for key in ("ACC", "F1"):
        share, off = every.loc[key, "Share ranked wrongly"], every.loc[key, "Better than payoffs off by"]
        assert np.interp(off, error["Error"], error["Share ranked wrongly"]) == pytest.approx(share)
        before = error.loc[error["Error"] < off, "Share ranked wrongly"]
        assert (before <= share).all()
    for key in ("TPR", "TNR", "PPV"):
        assert np.isnan(every.loc[key, "Better than payoffs off by"])
    off = every.loc["ACC", "Better than payoffs off by"]
    assert f"Accuracy is the better guide only if each payoff may be off by more than {off:.2f}" in said(at)
    assert "Payoffs that may each be off by 0.5 still rank more pairs rightly than Precision (PPV) does." in said(
        choose(at, look="PPV")
    )


@pytest.mark.parametrize(
    ("key", "form", "payoffs"),
    [
        ("ACC", "one set of payoffs", (1, 0, 0, 1)),
        ("TPR", "one set of payoffs", (1, 0, 0, 0)),
        ("TNR", "one set of payoffs", (0, 0, 0, 1)),
        ("BACC", "one test set", (1, 0, 0, 0.3 / 0.7)),
        ("PPV", "not the yield of any set of payoffs", None),
        ("F1", "not the yield of any set of payoffs", None),
        ("MCC", "not the yield of any set of payoffs", None),
        ("FM", "not the yield of any set of payoffs", None),
    ],
)
def test_form_of_each_measure_is_that_of_the_paper(key, form, payoffs):
    """Balanced accuracy apart, which the paper counts as wrong on every test set: diag(1 / f, 1 / (1 - f)) is right."""
    row = tables(visit("ranking", f"{FEW}&prevalence=0.3"))[0].loc[key]
    assert form in row["Form"]
    if payoffs is None:
        assert row[["TP", "FP", "FN", "TN"]].isna().all()
        assert row["Error of the fit"] > 0.01
    else:
        assert row[["TP", "FP", "FN", "TN"]].tolist() == pytest.approx(payoffs)
        assert row["Error of the fit"] < 1e-9


# Choices -----------------------------------------------------------------------------------------------------------


def test_error_moves_the_cross_and_the_last_number():
    at = visit("ranking", FEW)
    for off in (0.3, 0.0, 0.5):
        choose(at, error=off)
        (share,) = tables(at)[1].loc[lambda rows, off=off: np.isclose(rows["Error"], off), "Share ranked wrongly"]
        found = re.search(rf"payoffs that may each be off by {off:g} in ([\d.]+) %", answer(at))
        assert float(found[1]) == pytest.approx(100 * share, abs=0.06)
        crosses = [one for one in lines(at, "ranking_chart").values() if one.get("x") == [off]]
        assert [one["y"] for one in crosses] == [[share]]
        assert tables(at)[0].loc["utility", "Share ranked wrongly"] == share
    assert at.query_params["error"] == "0.5"


@pytest.mark.parametrize(
    ("look", "title"), [("F1", "F1 score"), ("MCC", "Matthews correlation (MCC)"), ("PPV", "Precision (PPV)")]
)
def test_measure_looked_at_is_that_of_the_second_and_the_third_chart(look, title):
    at = choose(visit("ranking", FEW), look=look)
    assert at.query_params["look"] == look
    heads = [plain(one.value) for one in at.main.subheader]
    assert [one for one in heads if one.startswith("2")] == [f"2 Pairs, by {look}"]
    assert f"Worth knowing about {title.removesuffix(' score')}" in heads
    _, _, pairs, classifiers = tables(at)
    drawn = classifiers[classifiers["Which"] == "drawn"]
    for _, row in drawn.iloc[::300].iterrows():
        expected = DEFINITIONS[look](*(round(1e9 * row[cell]) for cell in ("TP", "FP", "FN", "TN")))
        assert row[look] == pytest.approx(float(expected), abs=1e-6)
    wrong = pairs["Worth more"] * pairs[f"Preferred by {look}"] < 0
    assert pairs["Ranked wrongly"].tolist() == wrong.tolist()
    assert len(pairs) == 800
    # As many as in the pairs counted, but for chance.
    share = PAPER["uniform"][look]
    assert wrong.mean() == pytest.approx(share, abs=4 * sqrt(share * (1 - share) / 800))
    shown = lines(at, "pairs_chart")
    assert [len(shown[name]["x"]) for name in ("ranked rightly", "ranked wrongly")] == [(~wrong).sum(), wrong.sum()]
    assert shown["ranked rightly"]["marker"]["symbol"] != shown["ranked wrongly"]["marker"]["symbol"]


def test_classifiers_of_the_third_chart_stand_on_one_test_set():
    at = choose(visit("ranking", FEW), share=0.3)
    drawn = tables(at)[3].loc[lambda rows: rows["Which"] == "drawn"]
    assert (drawn["TP"] + drawn["FN"]).tolist() == pytest.approx([300] * 800)
    assert (drawn["FP"] + drawn["TN"]).tolist() == pytest.approx([700] * 800)
    for part, of in (("TP", 300), ("TN", 700)):
        rates = drawn[part] / of
        assert rates.min() >= 0.5
        assert np.quantile(rates, [0.25, 0.5, 0.75]).tolist() == pytest.approx([0.75, 0.8536, 0.933], abs=0.02)
    assert at.query_params["prevalence"] == "0.3"


@pytest.mark.parametrize(
    ("link", "share"),
    [(FEW, 500), ("sample=two_class_example&pairs=10000", 516), ("TP=1&FP=3&FN=1&TN=15&pairs=10000", 100)],
)
def test_share_of_positives_is_at_first_that_of_the_data(link, share):
    at = visit("ranking", link)
    assert at.slider(key="ranking_share").value == share / 1000
    drawn = tables(at)[3].loc[lambda rows: rows["Which"] == "drawn"]
    assert set((drawn["TP"] + drawn["FN"]).round(6)) == {share}
    assert "prevalence" not in at.query_params


@pytest.mark.parametrize("data", ["M=10&P=0", "M=10&P=10", "M=1&P=1"])
def test_one_class_alone_has_an_answer(data):
    at = visit("ranking", f"{data}&pairs=10000")
    assert answer(at) == answer(visit("ranking", FEW))
    assert at.slider(key="ranking_share").value == (0.001 if data == "M=10&P=0" else 0.999)


VALUES = {"right": (1, 0, 0, 1), "positives": (1, 0, 0, 0), "yours": FACTORY}


@pytest.mark.parametrize("values", VALUES)
def test_values_of_the_third_chart_are_those_chosen(values):
    at = choose(visit("ranking", FEW), values=values)
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth(VALUES[values], classifiers).tolist())
    assert axis(at, "tables_chart", "x") == ("worth a case in EUR" if values == "yours" else "worth a case")
    assert at.query_params.get("values") == (None if values == "yours" else values)


def test_values_of_the_page_of_utilities_are_carried_over_and_back():
    at = put(visit("utility", "sample=factory&unsure=0.2"), tp="99", fn="−1,000", unit="kr")
    go(at, "ranking")
    choose(at, pairs="10000")
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth((99, -335, -1000, 165), classifiers).tolist())
    assert at.query_params == {
        **{"sample": "factory", "model": "A", "pairs": "10000", "u": "99,-335,-1000,165", "unit": "kr"},
    }
    other = again("ranking", at)
    assert said(other) == said(at)
    assert tables(other)[3].equals(classifiers)
    go(other, "utility")
    assert fields(other) == ["99", "-335", "-1000", "165"]


def test_link_with_payoffs_opens_with_them():
    at = visit("ranking", "sample=two_class_example&pairs=10000&u=5,-1,-2,3&unit=pt&look=F1")
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth((5, -1, -2, 3), classifiers).tolist())
    assert axis(at, "tables_chart", "x") == "worth a case in pt"
    assert " pt a case" in said(at)


@pytest.mark.parametrize("unit", ["<a href=//e.x>x</a>", "<b>x</b>", "<i>kr</i>"])
def test_unit_makes_no_tag_in_a_chart(unit):
    at = visit("ranking", f"{FEW}&unit={unit}")
    for key in ("ranking_chart", "pairs_chart", "tables_chart"):
        texts = json.dumps(json.loads(figure(at, key))["layout"], ensure_ascii=False)
        assert unit not in texts
    for place, text in markdown(at):
        assert unit not in text, place


def test_measures_are_six_at_most():
    at = visit("ranking", FEW)
    assert at.multiselect(key="ranking_measures").value == ["ACC", "F1", "MCC", "BACC", "PPV", "TPR"]
    assert at.multiselect(key="ranking_measures").proto.max_selections == 6
    at = visit("ranking", f"{FEW}&measure=TNR,FM,G2,J,ACC,F1,MCC,BACC")
    assert at.multiselect(key="ranking_measures").value == ["TNR", "FM", "G2", "J", "ACC", "F1"]
    names = [name for name in lines(at, "ranking_chart") if not name.isdigit()]
    assert len(names) == 7
    assert re.match(r"Specificity in 2\d.\d % of pairs, Fowlkes-Mallows in 1\d.\d %; payoffs", answer(at))


def test_measures_chosen_are_those_of_the_answer_and_the_chart():
    at = choose(visit("ranking", FEW), measures=["MCC"])
    share = tables(at)[0].loc["MCC", "Share ranked wrongly"]
    number = re.match(r"Matthews correlation in ([\d.]+) % of pairs; payoffs", answer(at))
    assert float(number[1]) == pytest.approx(100 * share, abs=0.06)
    line = [one for one in lines(at, "ranking_chart").values() if one.get("y") == [share, share]]
    assert len(line) == 1
    assert line[0]["line"]["dash"] != "solid"
    assert at.query_params["measure"] == "MCC"
    assert at.selectbox(key="ranking_look").options == ["Matthews correlation (MCC)"]
    assert "Worth knowing about Matthews correlation (MCC)" in [plain(one.value) for one in at.main.subheader]
    choose(at, measures=[])
    assert "Choose at least one measure." in said(at)
    assert not at.main.dataframe


def test_measure_of_ones_own_is_ranked_like_any_other():
    at = visit("ranking", FEW)
    at.text_input(key="ranking_own").set_value("mine = 2 * tp / (2 * tp + fp + fn)")
    fine(at.run())
    every = tables(at)[0]
    (key,) = [key for key in every.index if "=" in key]
    assert every.loc[key, "Share ranked wrongly"] == every.loc["F1", "Share ranked wrongly"]
    assert "not the yield of any set of payoffs" in every.loc[key, "Form"]
    assert answer(at).startswith("mine in 9.")
    at.text_input(key="ranking_own").set_value("three = (3 * tp + tn) / m")
    fine(at.run())
    every = tables(at)[0]
    (key,) = [key for key in every.index if "three" in key]
    assert "one set of payoffs" in every.loc[key, "Form"]
    assert every.loc[key, ["TP", "FP", "FN", "TN"]].tolist() == pytest.approx([1, 0, 0, 1 / 3])
    other = again("ranking", at)
    assert answer(other) == answer(at)
    assert tables(other)[0].equals(every)


def test_bad_formula_stays_to_be_mended():
    at = visit("ranking", FEW)
    before = answer(at)
    at.text_input(key="ranking_own").set_value("tp +")
    fine(at.run())
    assert answer(at) == before
    assert at.main.error
    assert at.text_input(key="ranking_own").value == "tp +"


# The pair in words -------------------------------------------------------------------------------------------------

CELLS = r"TP ([\d,]+), FP ([\d,]+), FN ([\d,]+), TN ([\d,]+)"


@pytest.mark.parametrize("look", ["ACC", "F1", "MCC", "BACC", "PPV", "TPR"])
@pytest.mark.parametrize("link", ["u=15,-335,-35,165", "u=1,0,0,1&prevalence=0.2", "u=9,-1,-30,2&prevalence=0.75"])
def test_pair_in_words_is_ranked_wrongly(look, link):
    at = visit("ranking", f"{FEW}&look={look}&{link}")
    payoffs = [float(text) for text in link.split("&")[0].removeprefix("u=").split(",")]
    text = next(line for line in said(at).splitlines() if line.startswith("- By the values of the third chart"))
    found = re.search(
        rf"prefers a classifier with {CELLS}, worth ([−\d.,]+) .*, to one with {CELLS}, worth ([−\d.,]+) ", text
    )
    if look == "ACC" and payoffs == [1, 0, 0, 1]:
        assert (
            "Accuracy never prefers the less valuable of two classifiers: all tables of 1,000 cases were searched."
            in text
        )
        assert set(tables(at)[3]["Which"]) == {"drawn"}
        assert "a pair ranked wrongly" not in lines(at, "tables_chart")
        return
    numbers = [int(one.replace(",", "")) for one in (*found.groups()[:4], *found.groups()[5:9])]
    preferred, better = numbers[:4], numbers[4:]
    share = float(at.slider(key="ranking_share").value)
    for cells in (preferred, better):
        assert sum(cells) == 1000
        assert cells[0] + cells[2] == round(1000 * share)
    earned = [float(np.dot(payoffs, cells)) / 1000 for cells in (preferred, better)]
    assert earned[0] < earned[1]
    scores = [float(DEFINITIONS[look](*cells)) for cells in (preferred, better)]
    assert scores[0] > scores[1]
    # So they stand in the table and in the chart.
    first = tables(at)[3].iloc[:2]
    assert first["Which"].tolist() == ["worth more", "preferred"]
    assert first["Worth a case"].tolist() == pytest.approx(earned[::-1])
    assert first[look].tolist() == pytest.approx(scores[::-1])
    drawn = lines(at, "tables_chart")["a pair ranked wrongly"]
    assert drawn["x"] == pytest.approx(earned[::-1])
    assert drawn["y"] == pytest.approx(scores[::-1])
    told = re.search(r"\(([−\d.]+) against ([−\d.]+)\)", text).groups()
    assert [float(one.replace("−", "-")) for one in told] == pytest.approx(scores, abs=5.1e-4)
    money = [float(found[5].replace("−", "-").replace(",", "")), float(found[10].replace("−", "-").replace(",", ""))]
    assert money == pytest.approx(earned, abs=5.1e-3)


def test_no_pair_is_told_where_the_measure_is_the_yield():
    for look, link in (("TPR", "values=positives"), ("BACC", "u=5,0,0,5"), ("BACC", "u=9,0,0,1&prevalence=0.1")):
        at = visit("ranking", f"{FEW}&look={look}&{link}")
        assert "never prefers the less valuable of two classifiers" in said(at), (look, link)
        assert "No pair of classifiers on such a test set is ranked wrongly." in at.get_by_key("tables_chart").proto.alt


# Links -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "key", "default", "words"),
    [
        ("law=flat", "law", "uniform", 'law must be one of uniform, gaussian, got "flat"'),
        ("error=2", "error", 0.1, 'error must be between 0 and 0.5, got "2"'),
        ("error=nan", "error", 0.1, 'error must be between 0 and 0.5, got "nan"'),
        ("error=x", "error", 0.1, 'error must be between 0 and 0.5, got "x"'),
        ("pairs=5", "pairs", "100000", 'pairs must be one of 10000, 100000, 1000000, got "5"'),
        ("look=zzz", "look", "ACC", 'look must be one of ACC, F1, MCC, BACC, PPV, TPR, got "zzz"'),
        ("look=TNR", "look", "ACC", 'got "TNR"'),
        ("prevalence=7", "share", 0.5, 'prevalence must be between 0.001 and 0.999, got "7"'),
        ("values=mine", "values", "yours", 'values must be one of right, positives, yours, got "mine"'),
        ("u=1,2", "values", "yours", 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "1,2"'),
        ("measure=PP", "measures", ["ACC", "F1", "MCC", "BACC", "PPV", "TPR"], 'got "PP"'),
    ],
)
def test_wrong_value_in_a_link_is_said_and_the_default_shown(link, key, default, words):
    few = "sample=factory" if link.startswith("pairs") else FEW
    at = visit("ranking", f"{few}&{link}")
    assert len(at.warning) == 1
    assert said(at, "warning").startswith(BEGINS)
    assert words in said(at, "warning")
    assert widget(at, f"ranking_{key}").value == default
    assert link.split("=")[0] not in at.query_params
    assert answer(at) == answer(visit("ranking", few))


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("law", "gaussian", {"law": "gaussian"}),
        ("error", 0.25, {"error": "0.25"}),
        ("look", "MCC", {"look": "MCC"}),
        ("share", 0.75, {"prevalence": "0.75"}),
        ("values", "right", {"values": "right"}),
        ("measures", ["J", "ACC"], {"measure": "J,ACC", "look": "ACC"}),
    ],
)
def test_choice_travels(name, value, written):
    at = choose(visit("ranking", FEW), **{name: value})
    assert at.query_params == {"sample": "factory", "model": "A", "pairs": "10000", **written}
    other = again("ranking", at)
    assert widget(other, f"ranking_{name}").value == value
    assert said(other) == said(at)
    for one, same in zip(tables(at), tables(other), strict=True):
        assert one.equals(same)


def test_defaults_stay_out_of_the_link():
    at = visit("ranking", "sample=factory&law=uniform&error=0.1&look=ACC&values=yours&u=15,-335,-35,165&prevalence=0.5")
    assert at.query_params == {"sample": "factory", "model": "A"}
    assert "100,000 pairs were drawn" in said(at)


def test_error_of_a_link_is_the_nearest_that_is_tried():
    at = visit("ranking", f"{FEW}&error=0.117")
    assert at.select_slider(key="ranking_error").value == 0.125
    assert at.query_params["error"] == "0.125"


def test_nothing_of_an_upload_reaches_the_link():
    at = dropped(SCORES.replace(b"score", b"secret score"), "ranking", link="data=File")
    assert at.query_params == {"data": "File"}
    choose(at, pairs="10000", share=0.2, values="right")
    assert at.query_params == {"data": "File", "pairs": "10000", "prevalence": "0.2", "values": "right"}


# States ------------------------------------------------------------------------------------------------------------


def test_page_without_data_says_what_it_needs():
    at = visit("ranking", "data=File")
    assert answer(at) == "No data yet"
    assert not at.main.get("plotly_chart")
    assert not at.main.multiselect
    at.button(key="frame_sample").click()
    fine(at.run())
    assert answer(at).startswith("Accuracy in ")


def test_classes_alone_are_enough():
    at = visit("ranking", "M=200&P=50&pairs=10000")
    assert answer(at) == answer(visit("ranking", FEW))
    assert at.slider(key="ranking_share").value == 0.25
    assert worth((1, 0, 0, 1), tables(at)[3]).tolist() == pytest.approx(tables(at)[3]["Worth a case"].tolist())


def test_three_charts_have_words_and_lines():
    at = visit("ranking", FEW)
    for key in ("ranking_chart", "pairs_chart", "tables_chart"):
        assert len(at.get_by_key(key).proto.alt) > 60
    names = [name for name in lines(at, "ranking_chart") if not name.isdigit()]
    assert names[0] == "payoffs with an error"
    assert len(names) == 7
    dashes = [one["line"]["dash"] for name, one in lines(at, "ranking_chart").items() if name in names[1:]]
    assert "solid" not in dashes
    assert [one.label for one in at.main.expander] == [
        "All measures as a table",
        "The first chart as a table",
        "The second chart as a table",
        "The third chart as a table",
        "How this is computed",
    ]
    share = tables(at)[1]["Share ranked wrongly"]
    line = lines(at, "ranking_chart")["payoffs with an error"]
    assert unpacked(line["y"]) == share.tolist()
    assert unpacked(line["x"]) == pytest.approx([step / 40 for step in range(21)])


@pytest.fixture
def work(monkeypatch):
    """A server that has drawn nothing yet: what it draws, and the progress it shows."""
    core._rankings.clear()
    drawn, bars = [], []
    over_error, progress = ranking.misranked_by_error, core.st.progress
    monkeypatch.setattr(
        ranking, "over_error", lambda *given, **named: (drawn.append(given), over_error(*given, **named))[1]
    )
    monkeypatch.setattr(core.st, "progress", lambda *given, **named: (bars.append(named), progress(*given, **named))[1])
    return drawn, bars


def test_results_are_kept_for_the_next_visitor(work):
    drawn, bars = work
    first = visit("ranking", FEW)
    assert (len(drawn), [one["text"] for one in bars]) == (1, ["Drawing 10,000 pairs …"])
    assert not first.main.get("progress")
    choose(first, error=0.3, look="F1", share=0.2, values="right", measures=["J", "F1"])
    second = visit("ranking", "sample=two_class_example&pairs=10000&measure=G2")
    assert (len(drawn), len(bars)) == (1, 1)
    assert tables(second)[1].equals(tables(first)[1])
    choose(second, law="gaussian")
    assert (len(drawn), len(bars)) == (2, 2)
    choose(second, law="uniform")
    assert (len(drawn), len(bars)) == (2, 2)


def test_measure_of_ones_own_draws_once_more(work):
    drawn, _ = work
    at = visit("ranking", FEW)
    at.text_input(key="ranking_own").set_value("tp - fp")
    fine(at.run())
    assert len(drawn) == 2
    choose(at, error=0.2)
    assert len(drawn) == 2


def test_the_same_seed_draws_the_same(work):
    first = tables(visit("ranking", FEW))[0]
    core._rankings.clear()
    assert tables(visit("ranking", FEW))[0].equals(first)
    assert len(work[0]) == 2
    assert "10,000 pairs, seed 1" in said(visit("ranking", FEW))


# Values that cannot be used ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (dict.fromkeys(("tp", "fp", "fn", "tn"), "5"), "the four payoffs must not all be equal, got 5"),
    ],
)
def test_own_values_that_cannot_be_used_lead_to_a_caption(typed, words):
    at = put(visit("utility", "sample=factory"), **typed)
    go(at, "ranking")
    choose(at, pairs="10000")
    assert f"Your values cannot be used ({words}" in said(at, "caption")
    assert "right answers count alike here." in said(at, "caption")
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth((1, 0, 0, 1), classifiers).tolist())
    go(at, "utility")
    assert answer(at) == "These values cannot be used yet."
    put(at, tp="15", fp="-335", fn="-35", tn="165")
    go(at, "ranking")
    assert "cannot be used" not in said(at)
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth(FACTORY, classifiers).tolist())


def test_own_values_that_are_not_asked_for_are_not_complained_about():
    at = put(visit("utility", "sample=factory"), tp="abc")
    go(at, "ranking")
    choose(at, pairs="10000", values="positives")
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth((1, 0, 0, 0), classifiers).tolist())
    assert "right answers count alike here" not in said(at)
