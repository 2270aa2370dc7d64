"""A link opens the same view for somebody else; what it asks for and cannot get is said."""

from urllib.parse import urlencode

import pytest

from tests.helpers.visiting import (
    PAGES,
    SCORES,
    answer,
    choose,
    control,
    drop,
    dropped,
    falls_back,
    fine,
    kind,
    linked,
    measure_key,
    said,
    seen,
    shows,
    travels,
    visit,
    widget,
)

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


def test_positive_and_threshold_of_a_link_are_in_force():
    at = visit("verdict", f"{EXAMPLE}&positive=Class2&threshold=0.3")
    assert control(at, "data_positive_two_class_example").value == "Class2"
    # Counted in the file by hand: Class2 >= 0.3.
    counts = at.session_state["data"].model.counts
    assert [getattr(counts, cell).item() for cell in ("tp", "fp", "fn", "tn")] == [218, 46, 24, 212]


def test_names_in_a_link_may_be_any_of_theirs():
    at = visit("verdict", f"{EXAMPLE}&measure=recall,accuracy")
    assert control(at, measure_key("verdict")).value == ["TPR", "ACC"]
    assert at.query_params["measure"] == "TPR,ACC"
    at = visit("verdict", "sample=hpc_cv&model=VF")
    assert not at.warning
    assert control(at, "data_model_hpc_cv").value == "model VF"
    assert choose(at, data_model_hpc_cv="pred").query_params["model"] == "pred"


@pytest.mark.parametrize(
    ("page", "link", "wrong"),
    [
        ("verdict", EXAMPLE, {"positive": "nope", "threshold": "abc"}),
        ("verdict", EXAMPLE, {"threshold": "nan"}),
        ("verdict", "sample=hpc_cv", {"model": "nope", "measure": "accuracie"}),
        ("baselines", "M=303&P=139", {"over": "nope"}),
        ("baselines", "M=303&P=139&over=sets", {"sets": "iris"}),
        ("expectation", "M=303&P=139", {"guessing": "nope", "theta": "1.2", "measure": "nonsense"}),
        ("reach", EXAMPLE, {"wanted": "7", "ruler": "x"}),
        ("change", "sample=then_and_now&size=2000", {"threshold_now": "x", "split": "nope"}),
        ("costs", EXAMPLE, {"u": "1,2", "curve": "roc", "written": "x", "volume": "many", "period": "moon"}),
        ("curves", f"{EXAMPLE}&curve=measure", {"measure": "xyz", "threshold": "2"}),
        ("curves", "sample=scenario_2", {"size": "7.5"}),
        ("curves", "sample=scenario_2&size=50", {"seed": "-3"}),
        ("ensemble", "sample=pair_2&size=40", {"called": "2", "joint": "x", "bandwidth": "wide", "deal": "1.5"}),
        ("folds", "sample=hpc_cv", {"parts": "x", "guess": "often", "measure": "PP"}),
        ("folds", EXAMPLE, {"parts": "folds"}),
        ("groups", "sample=hpc_cv", {"level": "0.5", "correction": "x", "column": "7", "cuts": "3.5"}),
        ("lending", "sample=applicants&size=200", {"funds": "0.5", "lgd": "nan", "rates": "dear", "risk": "y"}),
        ("lending", "sample=applicants&size=200&take=sigmoid", {"at40": "x", "eager": "11", "riskiest": "0"}),
        ("likelihood", EXAMPLE, {"curve": "brier", "folds": "2.5"}),
        ("likelihood", f"{EXAMPLE}&method=binormal", {"bounds": "reflect"}),
        ("prevalence", EXAMPLE, {"cases": "2.5", "TPR": "2", "prevalence": "7"}),
        ("ranking", "sample=factory&pairs=10000", {"law": "flat", "error": "2", "look": "zzz", "values": "mine"}),
        ("refer", EXAMPLE, {"share": "1.2", "by": "x", "measure": "TP"}),
        ("rescaled", EXAMPLE, {"guess": "often", "prevalence": "7"}),
        ("thresholds", EXAMPLE, {"where": "foo", "measure": "PP", "threshold": "7"}),
        ("utility", "sample=factory", {"unsure": "nan"}),
    ],
)
def test_what_a_link_cannot_give_is_said_and_the_default_shown(page, link, wrong):
    falls_back(page, link, **wrong)


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
        assert 'got "![x]' in said(at, "warning") or 'holds "!"' in said(at, "warning")
    at = visit("likelihood", f"{EXAMPLE}&transformation=__import__('os')")
    assert 'holds "__import__"' in said(at, "warning")
    assert "transformation" not in at.query_params


def test_typed_numbers_of_a_link_stay_to_be_mended():
    mistyped = ("M=abc&P=139", "M=abc", "P=x", "M=303&P=-1", "TP=1&FP=2&FN=3&TN=x")
    for place, page in enumerate(PAGES):
        asked = dict(pair.split("=") for pair in mistyped[place % 5].split("&"))
        at = visit(page, urlencode(asked))
        wrong = next(text for text in asked.values() if not text.isdigit())
        assert wrong in said(at, "error")
        assert not at.main.get("plotly_chart")
        assert {name: at.text_input(key=f"data_{name}").value for name in asked} == asked
        assert at.query_params == asked


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
