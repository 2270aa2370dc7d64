"""Pages of few controls: what each of them changes, what stands in the link, and what a file leaves there."""

from urllib.parse import urlencode

import numpy as np
import pytest

from ddcore.answers.reach import RULERS
from tests.helpers.cards import fill
from tests.helpers.score_pages import SAMPLE
from tests.helpers.visiting import (
    SCORES,
    answer,
    choose,
    control,
    drop,
    dropped,
    fine,
    kind,
    linked,
    markdown,
    moves,
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

EXAMPLE = "sample=two_class_example"
THEN = "sample=then_and_now&size=2000"
SCORED = [("yes", 0.9), ("no", 0.2), ("yes", 0.4), ("no", 0.6), ("yes", 0.8), ("no", 0.1)]


CONTROLS = [
    ("baselines", "M=50&P=10", {"over": "share", "asked_prevalence": 0.02}, "over=share&prevalence=0.02"),
    ("expectation", "M=20&P=6", {"theta": 0.25, "measure_looked_at": ["MCC", "F1"]}, "measure=MCC,F1&theta=0.25"),
    ("learned", EXAMPLE, {"measures": ["MCC"]}, "measure=MCC"),
    ("reach", EXAMPLE, {"step": 0.02, "level": 0.9}, "step=0.02&level=0.9"),
    ("change", THEN, {"measure_looked_at": ["MCC"]}, "measure=MCC"),
    ("groups", "sample=hpc_cv", {"correction": "holm", "level": 0.99}, "correction=holm&level=0.99"),
    ("prevalence", "M=303&P=139", {"TPR": 0.7}, "TPR=0.7"),
    ("rescaled", EXAMPLE, {"measures": ["F1", "ACC"], "balanced_prevalence": 0.2}, "measure=F1,ACC&prevalence=0.2"),
]
ALSO = [
    ("baselines", "M=50&P=10&over=share", {"measure_looked_at": ["F1", "MCC"]}, "shown=F1,MCC"),
    ("baselines", "M=50&P=10&over=sets", {"sets": "306/81, 1000/10"}, "sets=306/81, 1000/10"),
    ("expectation", "M=20&P=6", {"guessing": "each", "guess_kind": "mode"}, "guessing=each&guess=mode"),
    ("expectation", "M=20&P=6&guessing=each", {"guess_kind": "own", "guess_g": 0.4}, "guess=0.4"),
    ("plan", "M=303&P=139", {"power": 0.8, "label_price": 5.0}, "power=0.8&label_price=5"),
    ("reach", EXAMPLE, {"measure_looked_at": ["MCC"], "wanted": 0.75}, "measure=MCC&wanted=0.75"),
    ("prevalence", EXAMPLE, {"asked_prevalence": 0.75, "measure_looked_at": ["PPV"]}, "measure=PPV&prevalence=0.75"),
    ("prevalence", EXAMPLE, {"guess_kind": "prevalence"}, "guess=prevalence"),
    ("prevalence", f"{EXAMPLE}&guess=mode", {"empty": "0"}, "empty=0"),
    ("expectation", "M=20&P=6&guessing=each", {"empty": "0"}, "empty=0"),
    ("rescaled", f"{EXAMPLE}&guess=0.25", {"guess_g": 0.3}, "guess=0.3"),
]


@pytest.mark.parametrize(
    ("page", "link", "moved", "asked"), [*CONTROLS, *(pytest.param(*case, marks=pytest.mark.full) for case in ALSO)]
)
def test_controls_change_the_answer_and_travel(page, link, moved, asked):
    at = moves(visit(page, link), **moved)
    assert at.query_params == dict(part.split("=") for part in f"{link}&{asked}".split("&"))
    travels(at)


@pytest.mark.full
def test_sets_and_ways_to_guess_that_were_left_are_out_of_the_link_and_stay():
    at = choose(visit("baselines", "M=50&P=10"), over="sets", sets="iris")
    assert "303/139" in said(at)
    assert widget(at, "sets").value == "iris"
    shows(choose(at, sets="306/81", over="cases"))
    at = choose(visit("expectation", "M=20&P=6&theta=0.25"), guessing="each")
    assert not shown(at, "theta")
    choose(at, guessing="number")
    assert "guessing" not in at.query_params
    assert widget(at, "theta").value == 0.25
    at = visit("reach", EXAMPLE)
    moves(at, ruler=next(value for value in RULERS if value != widget(at, "ruler").value))


@pytest.mark.full
def test_formulas_of_both_choices_of_measures_travel():
    at = visit("baselines", "M=50&P=10&formula=half+%3D+tp+/+m")
    assert "half" in shows(at).sentence
    choose(at, over="share", measure_looked_at_own="third = tp / m / 3")
    assert "third" in shows(at).sentence
    assert answer(visit("baselines", urlencode(dict(at.query_params)))) == answer(at)
    assert "half" in shows(choose(at, over="cases")).sentence


def test_lines_and_table_change_the_answer_and_each_other():
    at = visit("actions", "sample=iris")
    edited = widget(at, "actions_table")
    assert edited.value["Answer"].tolist() == ["setosa", "versicolor", "virginica", "refer"]
    edits = {
        "edited_rows": {"0": {"1": -2}},
        "added_rows": [{"Answer": "none; of them", "0": None, "1": 0.5, "2": 0.5}],
        "deleted_rows": [3],
    }
    fill(at, edited, edits)
    assert at.query_params["answers"] == "1: 1, -2, 0;2: 0, 1, 0;3: 0, 0, 1;none of them: 0, 0.5, 0.5"
    shows(at)
    # The table that is being filled in stays the same one.
    assert widget(at, "actions_table").key == edited.key
    travels(at)
    moves(at, answers="2: 3, 4, 5\nboth: 1")
    assert at.query_params["answers"] == "2: 3, 4, 5;both: 1"
    assert widget(at, "actions_table").value.to_numpy().tolist() == [["versicolor", 3, 4, 5], ["both", 1, 1, 1]]


def test_a_wrong_line_stays_to_be_mended():
    at = visit("actions", "sample=iris")
    fine(at.main.text_area[0].set_value("1: 1, 0\nrefer: 2").run())
    assert "3 numbers" in said(at)
    assert at.main.text_area[0].value == "1: 1, 0\nrefer: 2"
    assert not at.main.get("plotly_chart")
    fine(at.main.text_area[0].set_value("1: 1, 0, 0\nrefer: 2").run())
    assert shows(at).figures


@pytest.mark.full
def test_sides_of_a_change_stand_in_the_link_by_place():
    at = visit("change", THEN)
    keys = {box.label: box.key for box in (*at.selectbox, *at.number_input)}
    moves(at, **{keys["Then"]: "now", keys["Threshold now"]: 0.3})
    assert at.query_params["threshold_now"] == "0.3"
    assert "now" not in at.query_params.values()
    travels(at)


def test_a_file_whose_truth_comes_later():
    rng = np.random.default_rng(1)
    true = rng.random(200) < 0.4
    early = [(int(t), round(s, 4), "early") for t, s in zip(true, rng.normal(true * 1.5), strict=True)]
    late = [("", round(s, 4), "late secret") for s in rng.normal(size=300)]
    at = dropped(rows(["truth", "score", "when"], [*early, *late]), "change", "later.csv")
    press(choose(at, data_role_group_=["when"]), "data_ask_missing")
    assert shows(at).figures
    assert "secret" not in str(linked(at))


@pytest.mark.full
def test_models_that_are_compared_stand_in_the_link_by_place():
    rng = np.random.default_rng(1)
    truth = rng.random(400) < 0.4
    good, poor = (np.round(1 / (1 + np.exp(-rng.normal(far * truth - far / 2, 1))), 4) for far in (4, 1))
    content = rows(["truth", "secret forest", "other"], zip(truth.astype(int), good, poor, strict=True))
    at = moves(dropped(content, "compare"), judge="AUC")
    moves(at, first_="other", equivalence=0.01)
    assert linked(at) == {"data": "File", "first": "2", "judge": "AUC", "equivalence": "0.01"}


@pytest.mark.full
def test_worth_has_prices_and_only_then():
    at = visit("compare", "sample=tumours&judge=worth&u=10,-5,-20,0&unit=EUR")
    assert "EUR" in shows(at).sentence
    assert shown(at, "tp_")
    travels(at)
    at = choose(visit("compare", "sample=tumours"), correction="bh")
    assert at.query_params["correction"] == "bh"
    shows(at)
    assert not shown(at, "tp_")
    assert widget(at, "pairs_chart")


@pytest.mark.full
def test_parts_measure_and_guesser_change_the_answer_and_travel():
    at = visit("folds", "sample=hpc_cv&measure=MCC,F1")
    assert control(at, "measure_looked_at").value == "MCC"
    moves(at, measure_looked_at=["J"], guess_kind="own", guess_g=0.3)
    assert at.query_params == {"sample": "hpc_cv", "measure": "J", "guess": "0.3"}
    assert not shown(at, "resamples")
    moves(at, parts="resamples", resamples=50)
    assert {"parts": "resamples", "resamples": "50"}.items() <= at.query_params.items()
    assert len(table(travels(at))) == 50
    choose(at, parts="folds")
    assert "parts" not in at.query_params
    choose(at, data_sample="two_class_example")
    assert not shown(at, "parts")
    assert len(table(at)) == 50
    assert len(table(choose(at, data_sample="hpc_cv"))) == 10
    fine(at.button(key="use_threshold").click().run())
    assert "threshold" in at.query_params
    assert not shown(at, "use_threshold")


@pytest.mark.full
def test_folds_of_an_upload_are_taken_after_a_sample_without_folds():
    """Names of folds are no markup; a weight is never taken unasked, and its column stands in the link by place."""
    names = ["<b>x</b>", "=1+1", "![x](http://evil.example/x.png)"]
    lines = [[*case, round(1 - case[1] ** 2, 3), name, 2.5] for name in names for case in SCORED]
    at = dropped(rows(["truth", "good", "bad", "fold", "weight"], lines), "folds", link=EXAMPLE)
    assert widget(at, "parts").value == "folds"
    assert sorted(table(at)["Fold"]) == sorted(names)
    assert linked(at) == {"data": "File", "columns": "weight 5"}
    before = seen(at)
    shows(choose(at, data_model_="bad"))
    assert seen(at) != before
    assert linked(at)["model"] == "2"


@pytest.mark.full
def test_columns_of_a_file_divide_its_cases_and_are_no_names_in_the_link():
    rng = np.random.default_rng(1)
    lines = [
        [truth, f"{rng.normal(3.0 * truth * (at % 2)):.3f}", ("south", "secret north")[at % 2], at % 50]
        for at, truth in enumerate((np.arange(300) % 3 == 0).astype(int))
    ]
    at = dropped(rows(["truth", "score", "region", "age"], lines), "groups")
    assert not shows(at).figures
    shows(choose(at, data_role_group_=["region", "age"]))
    assert list(widget(at, "column_").options) == ["region", "age"]
    moves(at, column_="age", cuts=2)
    assert {"column": "2", "cuts": "2"}.items() <= linked(at).items()
    moves(at, show="segments", least=1000)
    assert {"show": "segments", "least": "1000"}.items() <= linked(at).items()
    moves(at, show="thresholds")
    before = table(at, of=2)
    moves(at, miss=5.0, panel="tpr")
    assert {"show": "thresholds", "miss": "5", "panel": "tpr"}.items() <= linked(at).items()
    assert not table(at, of=2).equals(before)
    assert "secret" not in str(at.query_params)


@pytest.mark.full
def test_typed_rates_and_a_guesser_of_ones_own_wait_for_whoever_comes_back_to_them():
    at = choose(visit("prevalence", EXAMPLE), rates_kind="typed")
    assert (control(at, "TPR").value, control(at, "TNR").value) == (0.6, 0.8)
    moves(at, TPR=0.5, TNR=0.9)
    typed = {"TPR": "0.5", "TNR": "0.9"}
    assert typed.items() <= travels(at).query_params.items()
    choose(at, rates_kind="model")
    assert not typed.keys() & set(at.query_params)
    shows(choose(at, rates_kind="typed"))
    assert typed.items() <= at.query_params.items()
    at = visit("rescaled", EXAMPLE)
    assert not shown(at, "guess_g")
    choose(at, guess_kind="own")
    assert (control(at, "guess_g").value, at.query_params["guess"]) == (0.25, "0.25")
    choose(at, guess_g=0.3)
    choose(at, guess_kind="half")
    assert not shown(at, "guess_g")
    assert "guess" not in at.query_params
    assert control(choose(at, guess_kind="own"), "guess_g").value == 0.3


@pytest.mark.full
def test_cases_are_as_many_as_chosen():
    at = visit("prevalence", EXAMPLE)
    assert control(at, "cases_kind").options[0] == "500, as here"
    assert moves(at, cases_kind="many").query_params["cases"] == "many"
    assert choose(at, cases_kind="own").query_params["cases"] == "1000"
    assert moves(at, cases_number=20).query_params["cases"] == "20"
    assert control(travels(at), "cases_number").value == 20
    shows(choose(at, cases_kind="here"))
    assert "cases" not in at.query_params
    assert control(choose(at, cases_kind="own"), "cases_number").value == 20
    at = visit("prevalence", "M=1000000000&P=300000000")
    assert control(at, "cases_kind").options[0] == "1,000,000, the most"


@pytest.mark.full
def test_data_that_come_later_have_their_own_answer():
    at = visit("prevalence", "M=303&P=139")
    assert list(control(at, "rates_kind").options) == ["Typed"]
    at = drop(kind(visit("prevalence", EXAMPLE), "File"), SCORES)
    shows(at)
    assert linked(at) == {"data": "File"}
    choose(at, asked_prevalence=0.1, rates_kind="typed")
    assert linked(at) == {"data": "File", "prevalence": "0.1", "TPR": "0.6", "TNR": "0.8"}
    weighted = b"truth,score,weight\n" + b"yes,0.9,1.5\nno,0.2,2.25\nyes,0.4,0.1\nno,0.7,1.25\n" * 3
    assert not shown(dropped(weighted, "prevalence"), "cases_kind")
    at = visit("rescaled", "M=303&P=139")
    assert not shows(at).figures
    assert shows(kind(at, "Sample")).figures
    assert shows(visit("rescaled", "TP=5&FP=0&FN=3&TN=0")).figures


LISTED = [("ill", 0.9), ("well", 0.1), ("ill", 0.6), ("well", 0.4)] * 10
NEW = rows(
    ["case_id", "truth", "score"], [*((f"secret{at}", *pair) for at, pair in enumerate(LISTED)), ("newcomer", "", 0.95)]
)


def heads(at):
    return [one.value for one in at.main.subheader]


@pytest.mark.full
def test_choices_change_what_they_should_and_travel():
    at = visit("cases", SAMPLE)
    assert len(table(at)) == 500
    moves(at, **{price(at, "fn_cost").key: "5"})
    moves(at, person="none", chance="score")
    assert not shown(at, "positive_referral")
    assert shown(at, "chance")
    choose(at, row=7)
    assert "Row 7" in heads(at)
    asked = {"u": "0,-1,-5,0", "person": "none", "chance": "score", "row": "7"}
    assert at.query_params == {"sample": "two_class_example"} | asked
    travels(at)
    at = visit("cases", f"{SAMPLE}&row=1000")
    assert not shows(at).figures
    assert "Row 2" in heads(choose(at, row_=2))


@pytest.mark.full
def test_new_cases_of_a_file_are_decided_and_their_names_stay_out_of_the_link():
    at = press(drop(visit("cases", "data=File"), NEW), "data_ask_missing")
    shows(at)
    last = table(at).iloc[-1]
    assert (last["Case"], last["Truth"], last["Best answer"]) == ("newcomer", "", "predict positive")
    choose(at, row=42)
    assert "Row 42, newcomer" in heads(at)
    assert not [text for text in at.query_params.values() if "secret" in text or "newcomer" in text]
    at = press(drop(visit("cases", "data=File"), NEW.replace(b"newcomer", b"![x](http://e.x)")), "data_ask_missing")
    choose(at, row=42)
    assert [place for place, text in markdown(at) if "![x](" in text] == []


def test_labels_and_counts_have_natural_frequencies_and_no_chance_to_choose():
    labels = rows(["truth", "predicted"], [("ill", "ill"), ("well", "well"), ("ill", "well"), ("well", "ill")] * 10)
    for at, lines in (
        (dropped(labels, "cases"), 40),
        (visit("cases", "sample=factory"), 2),
        (visit("cases", "TP=9&FP=89&FN=1&TN=901"), 2),
    ):
        shows(at)
        assert shown(at, "frequencies_chart")
        assert not shown(at, "chance")
        assert len(table(at)) == lines
        assert answer(at)


def test_the_rule_of_the_threshold_is_one_choice_beside_the_slider_and_travels():
    scored = rows(("truth", "score"), [("yes", 0.9), ("no", 0.5), ("yes", 0.5), ("no", 0.1)])
    at = dropped(scored, page="curves")
    from_it = said(at)
    choose(at, data_rule_=">")
    assert "scores ≥ 0.5" in from_it
    assert "scores > 0.5" in said(at)
    assert linked(at)["rule"] == ">"
    assert widget(at, "data_threshold_").value == 0.5
    assert widget(at, "data_threshold_").label == "Threshold: positive at scores\u00a0>"
    choose(at, data_rule_=">=")
    assert "rule" not in linked(at)
    assert said(at) == from_it
