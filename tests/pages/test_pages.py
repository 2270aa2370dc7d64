"""Every page with a sample, with typed numbers, without data: question, answer, chart, table."""

import json
import re

import pytest
from scipy.stats import fisher_exact
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, matthews_corrcoef

from ddcore.measures import MEASURES
from tests.helpers.visiting import (
    CHARTS,
    NEED_MODEL,
    NEED_SCORES,
    NEED_TWO,
    PAGES,
    WHOLE,
    answer,
    confusion,
    figure,
    fine,
    kind,
    measure_key,
    said,
    table,
    visit,
    widget,
)

COUNTS = "TP=227&FP=50&FN=31&TN=192"
TRUTH = [1] * 258 + [0] * 242
CALLED = [1] * 227 + [0] * 31 + [1] * 50 + [0] * 192


def by_key(at):
    return table(at).set_index("Short name")


LINKS = ["", "M=303&P=139", COUNTS, "sample=pathology", "sample=hpc_cv"]
NO_SCORES = ("M=303&P=139", COUNTS, "sample=pathology")


def judged(page):
    """The links that a page has an answer for."""
    lacking = NO_SCORES if page in NEED_SCORES else NO_SCORES[:1] if page in NEED_MODEL else ()
    return [link for link in LINKS if link not in lacking]


JUDGED = [("verdict", link) for link in judged("verdict")] + [
    (page, link)
    for place, page in enumerate(page for page in PAGES if page not in ("verdict", *NEED_TWO))
    for link in ("", judged(page)[1:][place % (len(judged(page)) - 1)])
]
"""Each page without a link and with another one, and the first with all of them."""
ROWS = {
    "rescaled": 14,
    "learned": 14,
    "reach": 4,
    "folds": 10,
    "curves": 1,
    "likelihood": 3,
    "utility": 3,
    "costs": 6,
    "refer": 16,
    "cases": 2,
    "actions": 3,
    "lending": 4,
}
"""The least length of a page's table, where it is not that of all measures or of a curve."""
TABLES = {
    "reach": 2,
    "plan": 3,
    "curves": 2,
    "likelihood": 3,
    "utility": 3,
    "ranking": 5,
    "thresholds": 5,
    "costs": 2,
    "refer": 2,
    "actions": 2,
    "lending": 9,
}
"""How many tables a page has, where it is not one."""
OF_TWO_MODELS = {("utility", "sample=hpc_cv"): 4}
"""The same where there are two models."""


@pytest.mark.parametrize(("page", "link"), JUDGED)
@pytest.mark.usefixtures("unfolded")
def test_page_says_what_is_positive_and_shows_chart_and_table(page, link):
    at = visit(page, link)
    if link:
        assert not at.warning
    positive = {
        "M": "139 of 303",
        "T": "258 of 500",
        "sample=p": "abnorm (258 of 344",
        "sample=h": "VF (1,769 of 3,467",
        "": {"lending": "bad (517 of 9,857", "actions": "virginica (50 of 150"}.get(page, "Class1 (258 of 500"),
    }
    if page == "verdict" and not link:
        assert "94.7 % of 9,857 loans" in answer(at)
        return
    expected = next(text for start, text in positive.items() if link.startswith(start))
    assert re.search(f"Positive( =|:) {re.escape(expected)}", said(at, "caption"))
    assert json.loads(figure(at, CHARTS[page]))["data"]
    assert len(table(at, of=OF_TWO_MODELS.get((page, link), TABLES.get(page, 1)))) >= ROWS.get(page, 21)


def test_verdict_of_the_first_sample_has_the_known_numbers():
    at = visit("verdict", "sample=two_class_example")
    assert answer(at) == "Yes: 12 of 12. The model beats chance on every measure that can be beaten."
    text = said(at)
    assert confusion(227, 50, 31, 192) in text
    assert "more than 51.6 % accuracy (by always saying Class1); this model reaches 83.8 %" in text
    assert "does as well with probability 3.9 × 10⁻⁵⁶ (exact)" in text
    assert "F1 of 0.681 is free here: always predicting positive reaches it." in text
    found = by_key(at)
    assert found.loc["ACC", "Score"] == pytest.approx(accuracy_score(TRUTH, CALLED), abs=1e-15)
    assert found.loc["F1", "Score"] == pytest.approx(f1_score(TRUTH, CALLED), abs=1e-15)
    assert found.loc["MCC", "Score"] == pytest.approx(matthews_corrcoef(TRUTH, CALLED), abs=1e-14)
    assert found.loc["kappa", "Score"] == pytest.approx(cohen_kappa_score(TRUTH, CALLED), abs=1e-14)
    assert round(found.loc["F1", "Score"], 3) == 0.849
    assert round(found.loc["F1", "Chance"], 3) == 0.681
    assert found.loc["ACC", "Chance"] == 258 / 500
    assert list(found.index[:3]) == ["ACC", "F1", "PPV"]
    assert sorted(found.index) == sorted(MEASURES)
    p = fisher_exact([[227, 50], [31, 192]], alternative="greater").pvalue
    assert found.loc["ACC", "Exact p"] == pytest.approx(p, rel=1e-9)
    assert f"{p:.1e}" == "3.9e-56"


def test_typed_counts_give_the_same_verdict_as_the_sample_with_them():
    typed, sample = visit("verdict", COUNTS), visit("verdict", "sample=two_class_example")
    assert answer(typed) == answer(sample)
    assert table(typed).drop(columns="Model").equals(table(sample).drop(columns="Model"))


def test_verdict_of_pathology():
    at = visit("verdict", "sample=pathology")
    assert confusion(231, 32, 27, 54) in said(at)
    assert answer(at).startswith("In part: 11 of 12. The model beats chance, but not clearly on Fowlkes-Mallows (FM).")
    assert "more than 75 % accuracy (by always saying abnorm); this model reaches 82.8 %" in said(at)


def test_verdict_of_two_models_has_a_sentence_and_rows_for_each():
    at = visit("verdict", "sample=hpc_cv")
    assert list(at.selectbox(key="data_model_hpc_cv").options) == ["pred", "model VF"]
    assert answer(at).startswith("Best of 2: yes, 12 of 12. Model VF beats chance")
    assert "Picked on these cases, the best of 2 looks better than it is" in said(at, "markdown")
    assert table(at)["Model"].value_counts().to_dict() == {"pred": len(MEASURES), "model VF": len(MEASURES)}
    names = {trace.get("name") for trace in json.loads(figure(at, "verdict_chart"))["data"]}
    assert {"pred", "model VF"} <= names
    at.selectbox(key="data_model_hpc_cv").set_value("pred")
    fine(at.run())
    assert answer(at).startswith("You look at pred, 2nd of 2: yes, 12 of 12. It beats chance")
    assert "Best of 2 is model VF: 12 of 12." in said(at, "markdown")


@pytest.mark.parametrize("page", NEED_MODEL)
def test_page_with_classes_only_leads_to_the_baselines(page):
    at = visit(page, "M=303&P=139")
    assert answer(at) == "Only the classes are known, so there is no model to judge yet."
    assert "Positive: 139 of 303, 45.9 %." in said(at)
    assert [link.label for link in at.main.get("page_link")] == ["What would chance score on these classes?"]
    assert [link.proto.page for link in at.main.get("page_link")] == ["baselines"]


def test_baselines_of_the_cleveland_classes():
    """Table 5 of van de Bijl et al. (2024), first column."""
    at = visit("baselines", "M=303&P=139")
    assert answer(at) == (
        "With 303 cases, 139 positive, no skill is needed for an F1 of 0.629: always predicting positive reaches it."
    )
    found = by_key(at)
    assert list(found.index[:3]) == ["ACC", "F1", "PPV"]
    assert sorted(found.index) == sorted(MEASURES)
    assert found.loc["F1", "Baseline"] == pytest.approx(2 * 139 / (303 + 139), abs=1e-15)
    assert found.loc["ACC", "Baseline"] == pytest.approx(164 / 303, abs=1e-15)
    assert found.loc["ACC", "Highest reached by"] == "never predicting positive"
    assert found.loc["MCC", "Baseline"] == 0
    assert found.loc["MCC", "Highest reached by"] == "predicting any number positive but none or all"
    assert found.loc["TPR", "Can be beaten"] == "no"
    assert found.loc["F1", "Positive predictions, highest"] == "303"


def test_formula_of_a_baseline_has_the_numbers_put_in():
    at = visit("baselines", "M=303&P=139&measure=F1")
    computed = at.get_by_key("baselines_chart") and [
        one.value for one in at.main.markdown if "Closed forms" in one.value
    ]
    assert len(computed) == 1
    assert "**F1**" in computed[0]
    assert "**Accuracy" not in computed[0]
    assert r"\frac{2 \cdot 139 \cdot 303}{303 \cdot (139 + 303)}" in computed[0]
    assert "at $n$ = 303: **0.629**" in computed[0]


@pytest.mark.usefixtures("unfolded")
def test_expectation_of_the_first_sample():
    at = visit("expectation", "sample=two_class_example&theta=0.3&measure=F1,G2")
    assert answer(at) == (
        "F1 is best, 0.681 on average, by always predicting positive; "
        "G-mean 2 (G2) is best, 0.500 on average, by predicting 250 of 500 positive."
    )
    text = said(at)
    assert "At θ = 0.3, 150 of 500 cases are predicted positive." in text
    assert "The model predicts 55.4 % positive and scores 0.849 on F1." in text
    assert set(table(at)["Measure"]) == {"F1", "G2"}
    chart = json.loads(figure(at, "expectation_chart"))
    assert any(shape["x0"] == 0.3 for shape in chart["layout"]["shapes"])
    assert json.loads(figure(at, "law_chart"))["data"]


def test_mean_of_the_draw_is_the_one_of_the_law():
    at = visit("expectation", "M=10&P=4&measure=ACC&theta=0.5")
    found = table(at)
    middle = found.loc[(found["Share predicted positive"] - 0.5).abs().idxmin()]
    assert middle["Share predicted positive"] == 0.5
    assert middle["Mean"] == pytest.approx((5 * 4 + 5 * 6) / 100, abs=1e-15)


def test_expectation_works_at_a_thousand_million_cases():
    at = visit("expectation", "M=1000000000&P=300000000&measure=F1")
    assert answer(at) == "F1 is best, 0.462 on average, by always predicting positive."
    assert "At θ = 0.5, 500,000,000 of 1,000,000,000 cases are predicted positive." in said(at)


def test_a_single_case_is_said_as_one():
    at = visit("baselines", "M=1&P=1")
    assert "1 cases" not in answer(at)
    assert answer(at).startswith("With 1 case, 1 positive, ")


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (
            "verdict",
            "A verdict needs a model's predictions or its four counts; two numbers already tell what it has to beat.",
        ),
        ("baselines", "A baseline needs only two numbers: how many cases there are and how many are positive."),
        ("expectation", "An expectation needs only two numbers: how many cases there are and how many are positive."),
        ("rescaled", "Scores are compared with chance once there is a model: its predictions, or its four counts."),
        ("prevalence", "Any data will do to begin with; recall and specificity can then be typed."),
        (
            "folds",
            "Whether a score holds on other data shows in folds or resamples of these: a model's scores are needed.",
        ),
    ],
)
@pytest.mark.parametrize("empty", ["Numbers", "File"])
def test_page_without_data_says_what_it_needs(page, words, empty):
    at = kind(visit(page), empty)
    assert answer(at) == "No data yet"
    assert [one.value for one in at.main.info] == [words]
    assert "Choose a sample, drop a file of predictions, or type numbers in the sidebar" in said(at)
    assert not at.main.dataframe
    assert not at.main.get("plotly_chart")
    assert at.query_params == {"data": empty}


@pytest.mark.parametrize("page", ["verdict", "prevalence", "folds"])
def test_page_without_a_measure_waits_and_recovers(page):
    at = visit(page, WHOLE[page])
    box = at.multiselect(key=measure_key(page))
    box.set_value([])
    fine(at.run())
    assert "Choose at least one measure." in said(at, "info")
    assert not at.main.get("plotly_chart")
    name, value = WHOLE[page].split("&")[0].split("=")
    assert at.query_params[name] == value
    at.multiselect(key=measure_key(page)).set_value(["MCC"])
    fine(at.run())
    assert at.query_params["measure"] == "MCC"
    assert widget(at, CHARTS[page])


@pytest.mark.parametrize(("page", "most"), [("expectation", 4), ("prevalence", 2), ("folds", 1), ("rescaled", 0)])
def test_page_takes_so_many_measures_at_most(page, most):
    at = visit(page, "sample=two_class_example")
    assert at.multiselect(key=measure_key(page)).proto.max_selections == most


def test_threshold_moves_the_counts():
    at = visit("verdict", "sample=two_class_example")
    at.slider(key="data_threshold_two_class_example 2_1").set_value(1.0)
    fine(at.run())
    assert " at scores ≥ 1." in said(at)
    at.slider(key="data_threshold_two_class_example 2_1").set_value(0.0)
    fine(at.run())
    assert confusion(258, 242, 0, 0) in said(at)
    assert answer(at).startswith("No: 0 of ")


@pytest.mark.parametrize("page", PAGES)
def test_chart_follows_the_theme_and_has_words(page):
    at = visit(page, WHOLE[page])
    for theme, text in {"dark": "#E8ECF1", "light": "#1B2430"}.items():
        at.context = {"theme": theme}
        fine(at.run())
        assert json.loads(figure(at, CHARTS[page]))["layout"]["template"]["layout"]["font"]["color"] == text
        assert len(at.get_by_key(CHARTS[page]).proto.alt) > 60
