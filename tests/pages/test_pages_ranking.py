"""How often a measure picks the wrong classifier: what each control changes, links, and payoffs of another page."""

import json
import re

import numpy as np
import pytest

from tests.helpers.visiting import (
    SCORES,
    again,
    answer,
    dropped,
    fields,
    figure,
    fine,
    go,
    linked,
    markdown,
    plain,
    put,
    said,
    unpacked,
    visit,
    widget,
)

FEW = "sample=factory&pairs=10000"


def choose(at, **values):
    """Set widgets of the page, one after another."""
    for key, value in values.items():
        box = widget(at, re.compile(rf"{key}$"))
        kind_of = "segmented_control" if box.type == "button_group" else box.type
        getattr(at, kind_of)(key=box.key).set_value(value)
        fine(at.run())
    return at


def tables(at):
    """All measures by key, the first chart, the second and the third."""
    assert len(at.main.dataframe) == 5
    every, error, pairs, classifiers, _ = (part.value for part in at.main.dataframe)
    return every.set_index("Short name"), error, pairs, classifiers


def worth(payoffs, classifiers):
    cells = classifiers[["TP", "FP", "FN", "TN"]].to_numpy()
    return (cells @ np.array(payoffs) / cells.sum(axis=1)).tolist()


@pytest.mark.usefixtures("unfolded")
def test_page_shows_its_charts_and_tables():
    at = visit("ranking", FEW)
    for key in ("ranking_chart", "pairs_chart", "tables_chart", "closer_chart"):
        assert len(at.get_by_key(key).proto.alt) > 60
    lines = {trace["name"]: trace for trace in json.loads(figure(at, "ranking_chart"))["data"] if "name" in trace}
    assert len(lines) == 7
    rough = lines.pop("payoffs with an error")
    assert "solid" not in [line["line"]["dash"] for line in lines.values()]
    assert unpacked(rough["y"]) == tables(at)[1]["Share ranked wrongly"].tolist()
    assert unpacked(rough["x"]) == pytest.approx([step / 40 for step in range(21)])
    assert [box.label for box in at.main.expander] == [
        "All measures as a table",
        "Wrong by the error of payoffs as a table",
        "Pairs of classifiers as a table",
        "Classifiers on one test set as a table",
        "Pairs, by each measure as a table",
        "How this is computed",
    ]
    heads = [plain(part.value) for part in at.main.subheader]
    assert heads == [
        "1 Wrong, by the error of payoffs",
        "2 Pairs, by F1",
        "3 Classifiers on one test set",
        "Pairs, by each measure",
        "Worth knowing about F1",
    ]
    assert at.query_params == {"sample": "factory", "pairs": "10000"}


@pytest.mark.usefixtures("unfolded")
def test_choices_change_the_answer_and_the_link_opens_the_same():
    at = choose(visit("ranking", FEW), law="gaussian", error=0.25, look="MCC", ranked_prevalence=0.75, values="right")
    assert at.query_params == {
        **{"sample": "factory", "pairs": "10000", "law": "gaussian", "error": "0.25", "look": "MCC"},
        **{"prevalence": "0.75", "values": "right"},
    }
    assert "payoffs that may each be off by 0.25 in " in answer(at)
    assert "normal about its middle with deviation 1/3" in said(at)
    classifiers = tables(at)[3]
    assert (classifiers["TP"] + classifiers["FN"]).tolist() == pytest.approx([750] * len(classifiers))
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth((1, 0, 0, 1), classifiers))
    assert "Preferred by MCC" in tables(at)[2]
    other = again("ranking", at)
    assert said(other) == said(at)
    for table, same in zip(tables(at), tables(other), strict=True):
        assert table.equals(same)


@pytest.mark.parametrize("also", ["set", "rough", "laws", "three", "auc"])
def test_fourth_chart_is_the_one_that_is_asked_for(also):
    at = visit("ranking", f"{FEW}&also={also}&law=dirichlet&doubt=uniform")
    assert at.query_params["also"] == also
    assert len(at.get_by_key("closer_chart").proto.alt) > 60
    choose(at, also="all")
    assert "also" not in at.query_params


def test_measures_are_eight_at_most_and_the_first_that_can_err_is_looked_at():
    at = visit("ranking", f"{FEW}&measure=TNR,FM,G2,J,ACC,F1,MCC,BACC,PPV")
    assert at.multiselect(key="measure_looked_at").value == ["TNR", "FM", "G2", "J", "ACC", "F1", "MCC", "BACC"]
    assert at.selectbox(key="look").value == "FM"
    assert at.selectbox(key="look").options[0] == "Fowlkes-Mallows (FM)"
    at.multiselect(key="measure_looked_at").set_value(["MCC"])
    fine(at.run())
    assert answer(at).startswith("Matthews correlation in 11.")
    assert at.query_params["measure"] == "MCC"
    assert at.selectbox(key="look").options == ["Matthews correlation (MCC)"]
    assert "Worth knowing about Matthews correlation (MCC)" in [plain(part.value) for part in at.main.subheader]


@pytest.mark.usefixtures("unfolded")
def test_measure_of_ones_own_is_ranked_and_a_bad_formula_stays_to_be_mended():
    at = visit("ranking", FEW)
    at.text_input(key="measure_looked_at_own").set_value("three = (3 * tp + tn) / m")
    fine(at.run())
    every = tables(at)[0]
    (key,) = [key for key in every.index if "=" in key]
    assert every.loc[key, ["TP", "FP", "FN", "TN"]].tolist() == pytest.approx([1, 0, 0, 1 / 3])
    assert tables(again("ranking", at))[0].equals(every)
    before = answer(at)
    at.text_input(key="measure_looked_at_own").set_value("tp +")
    fine(at.run())
    assert answer(at) == before
    assert at.main.error
    assert at.text_input(key="measure_looked_at_own").value == "tp +"


@pytest.mark.usefixtures("unfolded")
def test_values_of_the_page_of_utilities_are_carried_over_and_back():
    at = put(visit("utility", "sample=factory&unsure=0.2"), tp="99", fn="−1,000", unit="kr")
    go(at, "ranking")
    choose(at, pairs=10_000)
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth((99, -335, -1000, 165), classifiers))
    assert at.query_params == {
        **{"sample": "factory", "pairs": "10000", "u": "99,-335,-1000,165", "unit": "kr", "unsure": "0.2"},
    }
    other = again("ranking", at)
    assert said(other) == said(at)
    assert tables(other)[3].equals(classifiers)
    go(other, "utility")
    assert fields(other) == ["99", "-335", "-1000", "165"]


@pytest.mark.usefixtures("unfolded")
def test_own_values_that_cannot_be_used_are_said_until_they_are_mended():
    at = put(visit("utility", "sample=factory"), **dict.fromkeys(("tp", "fp", "fn", "tn"), "5"))
    go(at, "ranking")
    choose(at, pairs=10_000)
    assert "Your prices cannot be used (the four payoffs must not all be equal, got 5" in said(at)
    go(at, "utility")
    assert answer(at) == "These prices cannot be used yet."
    put(at, tp="15", fp="-335", fn="-35", tn="165")
    go(at, "ranking")
    assert "cannot be used" not in said(at)
    classifiers = tables(at)[3]
    assert classifiers["Worth a case"].tolist() == pytest.approx(worth((15, -335, -35, 165), classifiers))


@pytest.mark.parametrize("unit", ["<a href=//e.x>x</a>", "<b>x</b>"])
def test_unit_makes_no_tag_in_a_chart(unit):
    at = visit("ranking", f"{FEW}&unit={unit}")
    for key in ("ranking_chart", "pairs_chart", "tables_chart"):
        texts = json.dumps(json.loads(figure(at, key))["layout"], ensure_ascii=False)
        assert unit not in texts
    for place, text in markdown(at):
        assert unit not in text, place


def test_wrong_values_in_a_link_are_said_and_the_defaults_shown():
    wrong = {"law": "flat", "error": "2", "look": "zzz", "prevalence": "7", "values": "mine", "u": "1,2"}
    at = visit("ranking", "&".join([FEW, *(f"{name}={value}" for name, value in wrong.items())]))
    assert len(at.warning) == len(wrong)
    assert 'look must be one of F1, MCC, PPV, ACC, BACC, TPR, got "zzz"' in said(at, "warning")
    assert said(at, "header") == said(visit("ranking", FEW), "header")
    assert at.query_params == {"sample": "factory", "pairs": "10000"}


def test_defaults_stay_out_of_the_link():
    at = visit("ranking", "sample=factory&law=uniform&error=0.1&look=F1&values=yours&u=15,-335,-35,165&prevalence=0.5")
    assert at.query_params == {"sample": "factory"}
    assert "100,000 pairs were drawn" in said(at)


def test_nothing_of_an_upload_reaches_the_link():
    at = dropped(SCORES.replace(b"score", b"secret score"), "ranking", link="data=File&pairs=10000")
    assert linked(at) == {"data": "File", "pairs": "10000"}
    choose(at, ranked_prevalence=0.2, values="right")
    assert linked(at) == {"data": "File", "pairs": "10000", "prevalence": "0.2", "values": "right"}


def test_classes_alone_are_enough():
    at = visit("ranking", "M=200&P=50&pairs=10000")
    assert answer(at) == answer(visit("ranking", FEW))
    assert at.slider(key="ranked_prevalence").value == 0.25
