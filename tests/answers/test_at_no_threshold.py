"""Scores at no threshold in the answers that tell of them: the same numbers in chart, table and values."""

import pytest

import ddcore
from ddcore.scores.against_chance import SCORE_MEASURES
from tests.helpers.answers import codes
from tests.helpers.loops import nonempty


@pytest.mark.parametrize("question", ["verdict", "rescaled"])
def test_chart_table_and_values_tell_the_same(question):
    data = ddcore.sample("hpc_cv")
    answer = getattr(ddcore, question)(data)
    rows = answer.tables["scores"].rows()
    assert set(rows["Measure"]) == {measure.name for measure in SCORE_MEASURES.values()}
    for _, row in nonempty(list(rows.iterrows())):
        key = next(measure.key for measure in SCORE_MEASURES.values() if measure.name == row["Measure"])
        told = answer.values["models"][row["Model"]]["scores"][key]
        assert told["value"] == row["Score"]
        assert told["beyond_chance"]["value"] == row["Beyond chance"]
    marks = [
        trace for trace in answer.figures["scores"].draw().data if trace.mode == "markers" and trace.x[0] is not None
    ]
    assert sorted(x for trace in marks for x in trace.x) == pytest.approx(sorted(rows["Beyond chance"]))
    assert "Scores at no threshold" in answer.method


def test_folds_have_a_dot_each_and_their_mean():
    data = ddcore.sample("hpc_cv")
    answer = ddcore.folds(data)
    rows = answer.tables["scores"].rows()
    dots, means = (trace for trace in answer.figures["scores"].draw().data if trace.mode == "markers")
    assert sorted(dots.x) == pytest.approx(sorted(rows["Beyond chance"]))
    first = rows[rows["Measure"] == "AUC"]["Beyond chance"]
    assert means.x[0] == pytest.approx(first.mean())
    assert set(answer.values["scores"]) == set(data.model.folds)


def test_resamples_show_the_model_with_its_intervals():
    answer = ddcore.folds(ddcore.sample("two_class_example"))
    assert list(answer.values["scores"]) == ["the model"]
    assert answer.figures["scores"].title == "Scores at no threshold"


@pytest.mark.parametrize("data", [ddcore.counts(tp=30, fp=10, fn=5, tn=60), ddcore.sample("factory")])
def test_what_has_no_scores_has_no_such_chart(data):
    answer = ddcore.verdict(data)
    assert "scores" not in answer.figures
    assert all(model["scores"] == {} for model in nonempty(list(answer.values["models"].values())))


def test_probabilities_worse_than_the_share_of_positives_are_told():
    truth = [1, 0] * 50
    assert "worse-than-the-share" in codes(ddcore.verdict(ddcore.predictions(truth, [0.01, 0.99] * 50)))
    assert "worse-than-the-share" not in codes(ddcore.verdict(ddcore.predictions(truth, [0.9, 0.2] * 50)))


def test_a_model_has_the_colour_that_it_has_beside_others():
    answer = ddcore.verdict(ddcore.sample("hpc_cv"))
    colours = {
        figure: {trace.name: trace.marker.color for trace in answer.figures[figure].draw().data if trace.name}
        for figure in ("verdict", "scores")
    }
    assert colours["scores"]["model VF"] == colours["verdict"]["model VF"]
    assert "pred" not in colours["scores"]
