"""A link opens the same view for somebody else; what it asks for and cannot get is said."""

from urllib.parse import urlencode

from tests.helpers.visiting import (
    CHOOSING,
    PAGES,
    SCORES,
    WHOLE,
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
        ("verdict", f"{EXAMPLE}&positive=Class2&threshold=0.3"),
        ("verdict", "sample=hpc_cv&model=pred"),
        ("verdict", f"{EXAMPLE}&measure=F1,G2"),
        ("expectation", f"{EXAMPLE}&measure=MCC&theta=0.3"),
        ("baselines", "M=303&P=139&measure=ACC,G2"),
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


def test_choices_made_on_the_page_go_into_the_link_and_usual_ones_out_of_it():
    at = visit("expectation", "M=303&P=139")
    control(at, measure_key("expectation")).set_value(["G2", "MCC"])
    choose(at, theta=0.25)
    assert at.query_params == {"M": "303", "P": "139", "measure": "G2,MCC", "theta": "0.25"}
    control(at, measure_key("expectation")).set_value(["F1", "G2"])
    choose(at, theta=0.5)
    assert at.query_params == {"M": "303", "P": "139"}


def test_unknown_values_in_a_link_fall_back_and_are_said():
    falls_back("verdict", EXAMPLE, positive="nope", threshold="abc")
    for threshold in ("nan", "1.5"):
        falls_back("verdict", EXAMPLE, threshold=threshold)
    falls_back("verdict", "sample=hpc_cv", model="nope")
    falls_back("expectation", "M=303&P=139", theta="1.2")
    for page in CHOOSING:
        falls_back(page, WHOLE[page], measure="accuracie")
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
