"""From page to page, to a file and back, and by a link to somebody else: what was chosen stays, and where."""

from urllib.parse import urlencode

import numpy as np
import pytest

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.helpers.visiting import (
    CHARTS,
    PAGES,
    SCORES,
    answer,
    choose,
    control,
    drop,
    dropped,
    falls_back,
    fine,
    go,
    kind,
    linked,
    measure_key,
    plain,
    press,
    price,
    rows,
    said,
    seen,
    shown,
    shows,
    table,
    travels,
    visit,
    widget,
)

SAMPLE = "sample=two_class_example"


@pytest.mark.full
def test_a_guesser_goes_along_to_the_other_pages():
    at = choose(visit("rescaled", SAMPLE), guess_kind="own", guess_g=0.7)
    for page in ("prevalence", "folds", "rescaled"):
        go(at, page)
        assert (control(at, "guess_kind").value, control(at, "guess_g").value) == ("own", 0.7)
        assert at.query_params["guess"] == "0.7"
        shows(at)


@pytest.mark.full
def test_the_slider_of_the_threshold_stands_where_the_chart_has_it():
    at = visit("refer", SAMPLE)
    for threshold in (0.5, 0.25):
        assert widget(go(at, "thresholds"), "data_threshold_").value == threshold
        choose(at, data_threshold_=0.25)
        assert "0.250" in shows(at).sentence
        go(at, "curves")


TWO = rows(
    ["truth", "score_a", "score_b"],
    [("yes", 0.9, 0.6), ("no", 0.2, 0.4), ("yes", 0.4, 0.7), ("no", 0.6, 0.3), ("yes", 0.8, 0.55), ("no", 0.1, 0.9)]
    * 5,
)


@pytest.mark.full
def test_the_threshold_of_a_model_stays_while_another_is_looked_at():
    at = dropped(TWO)
    assert widget(at, "data_model_").value == "score_b", "the best one"
    choose(at, data_model_="score_a")
    choose(at, data_threshold_=0.3)
    choose(at, data_model_="score_b")
    choose(at, data_threshold_=0.8)
    assert linked(at)["threshold"] == "0.3,0.8"
    recall = table(at).set_index(["Model", "Short name"])["Score"].xs("TPR", level="Short name")
    assert recall.to_dict() == {"score_a": 1.0, "score_b": 0.0}
    choose(at, data_model_="score_a")
    assert widget(at, "data_threshold_").value == 0.3
    shows(at)


def test_every_kind_of_file_that_is_read_is_offered():
    offered = kind(visit(), "File").file_uploader(key="data_file").proto.type
    assert set(offered) == {
        *(".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson", ".xlsx", ".xlsm", ".parquet", ".pq"),
        *(".arff", ".arrow", ".feather", ".ipc", ".orc", ".dta", ".sas7bdat", ".xpt", ".sav", ".zsav"),
        *(".gz", ".gzip", ".zst", ".zstd", ".zip"),
    }


@pytest.mark.full
def test_a_file_in_use_can_be_removed_after_a_look_at_a_sample():
    at = kind(kind(dropped(SCORES), "Sample"), "File")
    # The box is empty then, as it was away meanwhile.
    at.file_uploader(key="data_file").set_value(None)
    assert shows(at.run()).figures
    assert plain(widget(at, "data_remove").label) == "Remove this file"
    press(at, "data_remove")
    assert answer(at) == "No data yet"
    assert not shown(at, "data_remove")


def test_after_a_refresh_no_sample_stands_where_the_file_was():
    at = dropped(SCORES, "utility")
    price(at, "fn_cost").set_value("335")
    at.run()
    assert linked(at) == {"data": "File", "u": "0,-1,-335,0"}
    again = visit("utility", urlencode(dict(at.query_params)))
    assert answer(again) == "No data yet"
    assert "fingerprint" in said(again) or "is kept only while" in said(again)
    for _ in range(2):
        assert again.query_params == at.query_params
        again.run()
    drop(again, SCORES)
    assert price(again, "fn_cost").value == "335"
    assert answer(again) == answer(at)


@pytest.mark.full
def test_prices_of_data_that_are_gone_are_not_those_of_a_sample():
    at = kind(visit("utility", "data=File&u=0,-1,-335,0"), "Sample")
    assert price(at, "fn_cost").value == "1"
    assert "u" not in at.query_params
    assert seen(at) == seen(visit("utility", SAMPLE))
    at = visit("utility", "TP=4&FP=2&FN=3&TN=5")
    price(at, "fn_cost").set_value("7")
    typed = dict(at.run().query_params)
    assert "u" in typed
    kind(at, "Sample")
    assert "u" not in at.query_params
    assert price(at, "fn_cost").value == "1"
    assert kind(at, "Numbers").query_params == typed


def test_a_model_that_a_file_does_not_have_leaves_the_link():
    at = dropped(SCORES, "utility", link="model=2")
    assert "between 1 and 1" in said(at, "warning")
    assert "model" not in at.query_params


@pytest.mark.full
def test_a_page_without_its_data_keeps_a_measure_that_it_does_not_offer():
    at = go(choose(visit("thresholds", f"{SAMPLE}&measure=TP"), data_sample="factory"), "refer")
    assert "measure" not in at.query_params
    again = kind(visit("refer", urlencode(dict(at.query_params))), "Sample")
    assert not choose(again, data_sample="two_class_example").warning
    assert go(again, "thresholds").query_params["measure"] == "TP"


@pytest.mark.full
def test_every_role_but_the_truth_can_be_none():
    lines = [("yes", 0.9, 1, 3), ("no", 0.2, 2, 4)] * 9
    at = dropped(rows(["truth", "score", "fold", "amount"], lines), "utility")
    assert widget(at, "data_role_fold_").value == "fold"
    for role in ("fold", "cluster", "weight", "amount", "id", "model"):
        assert widget(at, f"data_role_{role}_").options[0] == "none"
    assert "none" not in widget(at, "data_role_truth_").options
    for amount in ("amount", "", "amount"):
        choose(at, data_role_amount_=amount)
        assert (at.session_state["data"].amount or "") == amount
        assert shown(at, "fn_rate_") == bool(amount)


@pytest.mark.full
def test_page_opened_without_data_shows_the_sample_that_suits_it():
    for page, key in (("ensemble", "pair_2"), ("lending", "lending_club")):
        at = visit(page)
        assert at.query_params == {}
        for opened, sample in ((page, key), ("curves", "two_class_example"), (page, key)):
            go(at, opened)
            assert control(at, "data_sample").value == sample
            assert widget(at, CHARTS[opened])
            assert "No data chosen" in said(at, "caption")
        assert "No data chosen" not in said(visit(page, f"sample={key}"), "caption")


@pytest.mark.full
def test_data_that_somebody_chose_stay_on_a_page_that_they_do_not_suit():
    at = go(dropped(SCORES, "verdict"), "ensemble")
    assert not shows(at).figures
    press(at, "frame_sample")
    assert at.query_params["sample"] == "pair_2"
    assert shows(at).figures
    kind(at, "File")
    assert go(at, "verdict").session_state["data"].total == 30
    at = go(choose(visit("verdict"), data_sample="pathology"), "lending")
    assert at.query_params["sample"] == "pathology"
    assert press(at, "frame_sample").query_params["sample"] == "lending_club"


@pytest.mark.full
def test_a_slider_that_comes_with_a_file_is_told_where_to_stand():
    """Without a word from here the browser would show it at its own default, beside a chart at another place."""
    for page in ("expectation", "prevalence", "curves", "thresholds", "costs", "refer", "lending"):
        at = drop(kind(visit(page), "File"), SCORES)
        sliders = [(one, np.ravel(one.value).tolist()) for one in at.main.slider]
        sliders += [(one, [one.options.index(str(one.value))]) for one in at.main.select_slider]
        assert sliders
        for one, at_place in sliders:
            assert one.proto.set_value or list(one.proto.default) == at_place, one.label


@pytest.mark.full
def test_what_was_set_on_other_pages_travels_too():
    at = go(choose(visit("rescaled", "sample=hpc_cv"), guess_kind="mode"), "thresholds")
    choose(at, data_threshold_=0.4)
    assert control(go(travels(at), "rescaled"), "guess_kind").value == "mode"


COUNTS = "TP=227&FP=50&FN=31&TN=192"
EXAMPLE = "sample=two_class_example"


def test_link_opens_its_view_and_the_view_has_its_link():
    for page, link in (
        ("verdict", COUNTS),
        ("verdict", "sample=hpc_cv&model=pred"),
        ("verdict", f"{EXAMPLE}&measure=F1,G2&positive=Class2&threshold=0.3"),
        ("expectation", "M=303&P=139&measure=MCC&theta=0.3"),
    ):
        at = visit(page, link)
        assert not at.warning
        assert at.query_params == dict(pair.split("=") for pair in link.split("&"))
        shows(at)
        travels(at)
    for page in ("verdict", "baselines"):
        assert visit(page, "").query_params == {}


def test_what_a_link_names_is_in_force_by_any_of_its_names():
    at = visit("verdict", f"{EXAMPLE}&positive=Class2&threshold=0.3")
    assert control(at, "data_positive_two_class_example").value == "Class2"
    # Counted in the file by hand: Class2 >= 0.3.
    counts = at.session_state["data"].model.counts
    assert [getattr(counts, cell).item() for cell in ("tp", "fp", "fn", "tn")] == [218, 46, 24, 212]
    at = visit("verdict", f"{EXAMPLE}&measure=recall,accuracy")
    assert control(at, measure_key("verdict")).value == ["TPR", "ACC"]
    assert at.query_params["measure"] == "TPR,ACC"
    at = visit("verdict", "sample=hpc_cv&model=VF")
    assert not at.warning
    assert control(at, "data_model_hpc_cv").value == "model VF"
    assert choose(at, data_model_hpc_cv="pred").query_params["model"] == "pred"


WRONG = [
    ("verdict", EXAMPLE, {"positive": "nope", "threshold": "abc"}),
    ("baselines", "M=303&P=139&over=sets", {"sets": "iris"}),
    ("costs", EXAMPLE, {"u": "1,2", "curve": "roc", "written": "x", "volume": "many", "period": "moon"}),
    ("curves", "sample=scenario_2&size=50", {"seed": "-3"}),
    ("groups", "sample=hpc_cv", {"level": "0.5", "correction": "x", "column": "7", "cuts": "3.5"}),
    ("lending", "sample=applicants&size=200", {"funds": "0.5", "lgd": "nan", "rates": "dear", "risk": "y"}),
]
"""A choice of each kind: a name, a threshold, sets, prices, a sample's own, a column and rates."""
ALSO_WRONG = [
    ("verdict", EXAMPLE, {"threshold": "nan"}),
    ("verdict", "sample=hpc_cv", {"model": "nope", "measure": "accuracie"}),
    ("baselines", "M=303&P=139", {"over": "nope"}),
    ("expectation", "M=303&P=139", {"guessing": "nope", "theta": "1.2", "measure": "nonsense"}),
    ("reach", EXAMPLE, {"wanted": "7", "ruler": "x"}),
    ("change", "sample=then_and_now&size=2000", {"threshold_now": "x", "split": "nope"}),
    ("curves", f"{EXAMPLE}&curve=measure", {"measure": "xyz", "threshold": "2"}),
    ("curves", "sample=scenario_2", {"size": "7.5"}),
    ("ensemble", "sample=pair_2&size=40", {"called": "2", "joint": "x", "bandwidth": "wide", "deal": "1.5"}),
    ("folds", "sample=hpc_cv", {"parts": "x", "guess": "often", "measure": "PP"}),
    ("folds", EXAMPLE, {"parts": "folds"}),
    ("lending", "sample=applicants&size=200&take=sigmoid", {"at40": "x", "eager": "11", "riskiest": "0"}),
    ("likelihood", EXAMPLE, {"curve": "brier", "folds": "2.5"}),
    ("likelihood", f"{EXAMPLE}&method=binormal", {"bounds": "reflect"}),
    ("prevalence", EXAMPLE, {"cases": "2.5", "TPR": "2", "prevalence": "7"}),
    ("ranking", "sample=factory&pairs=10000", {"law": "flat", "error": "2", "look": "zzz", "values": "mine"}),
    ("refer", EXAMPLE, {"share": "1.2", "by": "x", "measure": "TP"}),
    ("rescaled", EXAMPLE, {"guess": "often", "prevalence": "7"}),
    ("thresholds", EXAMPLE, {"where": "foo", "measure": "PP", "threshold": "7"}),
    ("utility", "sample=factory", {"unsure": "nan"}),
]


@pytest.mark.parametrize(
    ("page", "link", "wrong"), [*WRONG, *(pytest.param(*case, marks=pytest.mark.full) for case in ALSO_WRONG)]
)
def test_what_a_link_cannot_give_is_said_and_the_default_shown(page, link, wrong):
    falls_back(page, link, **wrong)


@pytest.mark.full
def test_data_that_a_link_cannot_give_are_said():
    for asked in ("data", "sample"):
        at = visit("expectation", f"{asked}=nope&theta=1.2")
        assert len(at.warning) == 2
        assert at.query_params == {}
    # What is said of a link goes when the visitor chooses.
    assert not choose(at, data_sample="pathology").warning


def test_markup_in_a_link_is_shown_letter_by_letter():
    name = "![x](http://evil.example/x.png)<b>"
    for asked in ({"sample": name, "threshold": ":red[x]"}, {"sample": "two_class_example", "formula": name}):
        at = visit("verdict", urlencode(asked))
        raw = "\n".join(one.value for one in at.warning)
        assert not [markup for markup in ("![x](", "<b>", ":red[x]") if markup in raw]
        assert 'got "![x]' in said(at, "warning") or 'has "!"' in said(at, "warning")
    at = visit("likelihood", f"{EXAMPLE}&transformation=__import__('os')")
    assert '"__import__"' in said(at, "warning")
    assert "transformation" not in at.query_params


@pytest.mark.parametrize("step", some_of([5, 1], 5))
def test_typed_numbers_of_a_link_stay_to_be_mended(step):
    mistyped = ("M=abc&P=139", "M=abc", "P=x", "M=303&P=-1", "TP=1&FP=2&FN=3&TN=x")
    pages = [name for name in PAGES if QUESTIONS[name].needs_data]
    for place, page in enumerate(nonempty(pages[::step])):
        asked = dict(pair.split("=") for pair in mistyped[place % 5].split("&"))
        at = visit(page, urlencode(asked))
        wrong = next(text for text in asked.values() if not text.isdigit())
        assert wrong in said(at, "error")
        assert not at.main.get("plotly_chart")
        assert {name: at.text_input(key=f"data_{name}").value for name in asked} == asked
        assert at.query_params == asked


@pytest.mark.full
def test_another_sample_takes_nothing_from_the_link_of_the_first():
    at = choose(visit("verdict", f"{EXAMPLE}&positive=Class2&threshold=0.3"), data_sample="hpc_cv")
    assert not at.warning
    assert at.slider(key="data_threshold_hpc_cv 1_2").value == 0.5
    assert seen(at) == seen(visit("verdict", "sample=hpc_cv"))


def test_link_of_an_upload_has_places_and_no_names():
    at = drop(visit("verdict", f"{EXAMPLE}&positive=Class2&threshold=0.3"), SCORES, "secret.csv")
    assert linked(at) == {"data": "File"}
    fine(widget(at, "data_threshold_").set_value(0.7).run())
    choose(at, data_positive_="no", data_role_truth_="truth", data_role_score_=["score"])
    assert shows(at).figures
    assert linked(at) == {"data": "File", "positive": "2", "columns": "score 2"}
    at = choose(dropped(SCORES, "folds"), **{measure_key("folds"): ["MCC"]})
    assert linked(at) == {"data": "File", "measure": "MCC"}
    assert kind(at, "Sample").query_params == {"sample": "two_class_example", "measure": "MCC"}
    assert answer(at)
