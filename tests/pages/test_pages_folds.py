"""How steady is the score: what each control changes, what stands in the link, and which parts a file has."""

from tests.helpers.visiting import (
    choose,
    control,
    dropped,
    falls_back,
    linked,
    moves,
    rows,
    seen,
    shown,
    shows,
    table,
    travels,
    visit,
    widget,
)

SCORED = [("yes", 0.9), ("no", 0.2), ("yes", 0.4), ("no", 0.6), ("yes", 0.8), ("no", 0.1)]


def test_parts_measure_and_guesser_change_the_answer_and_travel():
    at = visit("folds", "sample=hpc_cv&measure=MCC,F1")
    assert control(at, "measure_looked_at").value == ["MCC"]
    moves(at, measure_looked_at=["J"], guess_kind="own", guess_g=0.3)
    assert at.query_params == {"sample": "hpc_cv", "measure": "J", "guess": "0.3"}
    assert len(table(at)) == 10
    assert not shown(at, "resamples")
    moves(at, parts="resamples", resamples=50)
    assert {"parts": "resamples", "resamples": "50"}.items() <= at.query_params.items()
    assert len(table(at)) == 50
    assert table(travels(at)).equals(table(at))
    choose(at, parts="folds")
    assert "parts" not in at.query_params


def test_wrong_values_in_a_link_are_said_and_the_defaults_shown():
    falls_back("folds", "sample=hpc_cv", parts="x", guess="often", measure="PP")
    for parts in ("folds", "x"):
        assert not shown(falls_back("folds", "sample=two_class_example", parts=parts), "parts")


def test_a_sample_without_folds_has_resamples():
    at = choose(visit("folds", "sample=hpc_cv&model=pred"), data_model_hpc_cv="model VF")
    assert shows(at).figures
    choose(at, data_sample="two_class_example")
    assert next(iter(shows(at).tables.values())).size == 200
    choose(at, data_sample="hpc_cv")
    assert len(table(at)) == 10


def test_folds_of_an_upload_are_taken_after_a_sample_without_folds():
    """Names of folds are no markup; a weight is never taken unasked, and its column stands in the link by place."""
    names = ["<b>x</b>", "=1+1", "![x](http://evil.example/x.png)"]
    lines = [[*case, round(1 - case[1], 3), name, 2.5] for name in names for case in SCORED]
    header = ["truth", "good", "bad", "fold", "weight"]
    at = dropped(rows(header, lines), "folds", link="sample=two_class_example")
    assert widget(at, "parts").value == "folds"
    assert sorted(table(at)["Fold"]) == sorted(names)
    assert linked(at) == {"data": "File", "columns": "weight 5"}
    before = seen(at)
    shows(choose(at, data_model_="bad"))
    assert seen(at) != before
    assert linked(at)["model"] == "2"


def test_measure_without_a_value_on_the_parts_says_so():
    lines = [[truth, score, fold] for fold, truth in (("a", "yes"), ("b", "no")) for _, score in SCORED]
    at = dropped(rows(["truth", "score", "fold"], lines), "folds", link="data=File")
    shows(choose(at, measure_looked_at=["MCC"]))
    assert len(table(at)) == 0
