"""A link opens the same view for somebody else; what it asks for and cannot get is said."""

from itertools import cycle

import pytest

from ddcore.samples.offered import OFFERED
from tests.helpers.visiting import (
    CHOOSING,
    PAGES,
    SCORES,
    WHOLE,
    answer,
    confusion,
    drop,
    dropped,
    fine,
    kind,
    linked,
    measure_key,
    said,
    table,
    visit,
    widget,
)

pytestmark = pytest.mark.usefixtures("undrawn")

COUNTS = "TP=227&FP=50&FN=31&TN=192"


def again(page, at):
    """A fresh session that opens the link of another."""
    other = visit(page, "&".join(f"{name}={value}" for name, value in at.query_params.items()))
    assert not other.warning
    return other


@pytest.mark.parametrize(
    ("page", "link", "begins"),
    [
        ("baselines", "M=303&P=139", "With 303 cases, 139 positive, no skill is needed for an F1 of 0.629"),
        ("expectation", "M=303&P=139", "F1 is best, 0.629 on average, by always predicting positive"),
        ("verdict", COUNTS, "Yes: 12 of 12. The model beats"),
        ("baselines", COUNTS, "With 500 cases, 258 positive, no skill is needed for an F1 of 0.681"),
        ("verdict", "sample=pathology", "In part: 11 of 12. The model beats"),
        ("verdict", "sample=two_class_example&positive=Class2&threshold=0.3", "Yes: 12 of 12. The model beats"),
        ("verdict", "sample=hpc_cv&model=pred", "You look at pred, 2nd of 2: yes, 12 of 12."),
        (
            "verdict",
            "sample=two_class_example&measure=F1,G2",
            "Yes: 2 of 2. The model beats",
        ),
        ("expectation", "sample=two_class_example&measure=MCC&theta=0.3", "Matthews correlation (MCC) is 0 on average"),
        ("baselines", "M=303&P=139&measure=ACC,G2", "With 303 cases, 139 positive, no skill is needed for an Accuracy"),
    ],
)
@pytest.mark.usefixtures("unfolded")
def test_link_opens_its_view_and_the_view_has_its_link(page, link, begins):
    at = visit(page, link)
    assert not at.warning
    assert answer(at).startswith(begins)
    asked = dict(pair.split("=") for pair in link.split("&"))
    assert {name: at.query_params.get(name) for name in asked} == asked
    other = again(page, at)
    assert said(other) == said(at)
    assert table(other).equals(table(at))
    assert other.query_params == at.query_params


def test_a_page_without_a_link_needs_none():
    assert visit("verdict", "").query_params == {}
    assert visit("baselines", "").query_params == {}


def test_positive_and_threshold_of_a_link_are_in_force():
    at = visit("verdict", "sample=two_class_example&positive=Class2&threshold=0.3")
    assert at.selectbox(key="data_positive_two_class_example").value == "Class2"
    text = said(at)
    assert "Positive = Class2 (242 of 500, 48.4 %). The model predicts Class2 at scores ≥ 0.3." in text
    # Counted in the file by hand: Class2 >= 0.3.
    assert confusion(218, 46, 24, 212) in text


def test_names_of_measures_in_a_link_may_be_any_of_theirs():
    at = visit("verdict", "sample=two_class_example&measure=recall,accuracy")
    assert at.multiselect(key=measure_key("verdict")).value == ["TPR", "ACC"]
    assert at.query_params["measure"] == "TPR,ACC"


def test_choices_made_on_the_page_go_into_the_link():
    at = visit("expectation", "M=303&P=139")
    at.multiselect(key=measure_key("expectation")).set_value(["G2", "MCC"])
    at.slider(key="theta").set_value(0.25)
    fine(at.run())
    assert at.query_params == {"M": "303", "P": "139", "measure": "G2,MCC", "theta": "0.25"}
    assert answer(again("expectation", at)) == answer(at)
    at.slider(key="theta").set_value(0.5)
    at.multiselect(key=measure_key("expectation")).set_value(["F1", "G2"])
    fine(at.run())
    assert at.query_params == {"M": "303", "P": "139"}


def test_threshold_and_class_chosen_on_the_page_go_into_the_link():
    at = visit("verdict", "sample=two_class_example")
    at.selectbox(key="data_positive_two_class_example").set_value("Class2")
    fine(at.run())
    at.slider(key="data_threshold_two_class_example 1_1").set_value(0.25)
    fine(at.run())
    assert at.query_params == {"sample": "two_class_example", "positive": "Class2", "threshold": "0.25"}
    assert said(again("verdict", at)) == said(at)


BEGINS = "The link could not be followed in one place: "


@pytest.mark.parametrize(
    ("page", "link", "words"),
    [
        ("verdict", "data=Nope", 'data must be one of Sample, File, Numbers, got "Nope"'),
        (
            "verdict",
            "sample=nope",
            f'sample must be one of {", ".join(OFFERED)}, got "nope"',
        ),
        ("verdict", "sample=two_class_example&positive=nope", 'positive must be one of Class2, Class1, got "nope"'),
        ("verdict", "sample=two_class_example&threshold=abc", 'threshold must be between 0 and 1, got "abc"'),
        ("verdict", "sample=two_class_example&threshold=nan", 'threshold must be between 0 and 1, got "nan"'),
        ("verdict", "sample=two_class_example&threshold=1.5", 'threshold must be between 0 and 1, got "1.5"'),
        ("verdict", "sample=hpc_cv&model=nope", 'model must be one of pred, model VF, got "nope"'),
        ("expectation", "M=303&P=139&theta=1.2", 'theta must be between 0 and 1, got "1.2"'),
        ("expectation", "M=303&P=139&theta=abc", 'theta must be between 0 and 1, got "abc"'),
    ],
)
def test_unknown_value_in_a_link_falls_back_and_is_said(page, link, words):
    at = visit(page, link)
    assert said(at, "warning") == f"{BEGINS}{words}. The page shows its default there."
    name = link.rsplit("&", 1)[-1].split("=")[0]
    bad = link.rsplit("=", 1)[-1]
    assert at.query_params.get(name) != bad
    assert answer(at) == answer(visit(page, link.rsplit("&", 1)[0] if "&" in link else None))


@pytest.mark.parametrize("page", CHOOSING)
def test_unknown_measure_in_a_link_is_said_with_the_nearest(page):
    at = visit(page, f"{WHOLE[page]}&measure=accuracie")
    text = said(at, "warning")
    assert text.startswith(BEGINS)
    assert "accuracie" in text
    assert "accuracy" in text.replace("accuracie", "").lower()
    assert "measure" not in at.query_params
    assert answer(at) == answer(visit(page, WHOLE[page]))


def test_measure_without_any_likeness_is_said_too():
    at = visit("baselines", "M=303&P=139&measure=nonsense")
    assert "nonsense" in said(at, "warning")


def test_two_wrong_places_are_both_said():
    at = visit("expectation", "sample=nope&theta=1.2")
    assert len(at.warning) == 2


def test_markup_in_a_link_is_shown_letter_by_letter():
    at = visit("verdict", "sample=![x](http://evil.example/x.png)<b>&threshold=:red[x]")
    raw = "\n".join(one.value for one in at.warning)
    assert "![x](" not in raw
    assert "<b>" not in raw
    assert ":red[x]" not in raw
    assert 'got "![x](http://evil.example/x.png)<b>"' in said(at, "warning")


MISTYPED = [
    ("M=abc&P=139", 'M must be a whole number such as 303, got "abc"'),
    ("M=abc", 'M must be a whole number such as 303, got "abc"'),
    ("P=x", 'P must be a whole number such as 303, got "x"'),
    ("M=303&P=-1", "P must be between 0 and 1,000,000,000, got -1"),
    ("TP=1&FP=2&FN=3&TN=x", 'TN must be a whole number such as 303, got "x"'),
]


@pytest.mark.parametrize(
    ("page", "link", "words"), [(page, *mistyped) for page, mistyped in zip(PAGES, cycle(MISTYPED), strict=False)]
)
def test_typed_numbers_of_a_link_stay_to_be_mended(page, link, words):
    at = visit(page, link)
    assert answer(at) == "This data cannot be used yet"
    assert said(at, "error") == words
    asked = dict(pair.split("=") for pair in link.split("&"))
    assert {name: at.text_input(key=f"data_{name}").value for name in asked} == asked
    assert at.query_params == asked


def test_a_link_may_name_the_column_of_a_model():
    at = visit("verdict", "sample=hpc_cv&model=VF")
    assert not at.warning
    assert at.selectbox(key="data_model_hpc_cv").value == "model VF"
    at.selectbox(key="data_model_hpc_cv").set_value("pred")
    fine(at.run())
    assert at.query_params["model"] == "pred"


def test_another_sample_takes_nothing_from_the_link_of_the_first():
    at = visit("verdict", "sample=two_class_example&positive=Class2&threshold=0.3")
    at.selectbox(key="data_sample").set_value("hpc_cv")
    fine(at.run())
    assert not at.warning
    assert at.slider(key="data_threshold_hpc_cv 1_2").value == 0.5
    assert said(at) == said(visit("verdict", "sample=hpc_cv"))


def test_complaint_about_a_link_goes_when_the_visitor_chooses():
    at = visit("verdict", "sample=nope")
    assert len(at.warning) == 1
    at.selectbox(key="data_sample").set_value("pathology")
    fine(at.run())
    assert not at.warning


def test_link_of_an_upload_has_places_and_no_names():
    at = visit("verdict", "sample=two_class_example&positive=Class2&threshold=0.3")
    drop(at, SCORES, "secret.csv")
    assert linked(at) == {"data": "File"}
    at.slider(key=widget(at, "data_threshold_").key).set_value(0.7)
    fine(at.run())
    at.selectbox(key=widget(at, "data_positive_").key).set_value("no")
    fine(at.run())
    at.selectbox(key=widget(at, "data_role_truth_").key).set_value("truth")
    fine(at.run())
    at.multiselect(key=widget(at, "data_role_score_").key).set_value(["score"])
    fine(at.run())
    assert "Positive = no (15 of 30" in said(at)
    assert linked(at) == {"data": "File", "positive": "2", "columns": "score 2"}


@pytest.mark.parametrize("page", ["verdict", "folds"])
def test_link_of_an_upload_has_the_measures_only(page):
    at = dropped(SCORES, page)
    at.multiselect(key=measure_key(page)).set_value(["MCC"])
    fine(at.run())
    assert linked(at) == {"data": "File", "measure": "MCC"}


def test_link_after_an_upload_names_the_sample_again():
    at = dropped(SCORES)
    kind(at, "Sample")
    assert at.query_params == {"sample": "two_class_example"}
