"""Scores at no threshold in the answers that tell of them: the same numbers in chart, table and values."""

from functools import cache

import pytest

import ddcore
from ddcore.scores.against_chance import SCORE_MEASURES
from tests.helpers.answers import codes
from tests.helpers.loops import nonempty

jobs = cache(lambda: ddcore.sample("hpc_cv"))
judged = cache(lambda: ddcore.verdict(jobs()))


@pytest.mark.parametrize("answered", [judged, lambda: ddcore.rescaled(jobs())], ids=["verdict", "rescaled"])
def test_chart_table_and_values_agree(answered):
    answer = answered()
    rows = answer.tables["scores"].rows()
    keys = {measure.name: key for key, measure in SCORE_MEASURES.items()}
    assert set(rows["Measure"]) == set(keys)
    for _, row in nonempty(rows.iterrows()):
        told = answer.values["models"][row["Model"]]["scores"][keys[row["Measure"]]]
        assert (told["value"], told["beyond_chance"]["value"]) == (row["Score"], row["Beyond chance"])
    marks = [trace.x for trace in answer.figures["scores"].draw().data if trace.mode == "markers"]
    drawn = [x for trace in marks for x in trace if x is not None]
    assert sorted(drawn) == pytest.approx(sorted(rows["Beyond chance"]))


def test_folds_have_a_dot_each_and_their_mean_and_resamples_the_model():
    answer = ddcore.folds(jobs())
    rows = answer.tables["scores"].rows()
    dots, means = (trace for trace in answer.figures["scores"].draw().data if trace.mode == "markers")
    assert sorted(dots.x) == pytest.approx(sorted(rows["Beyond chance"]))
    assert means.x[0] == pytest.approx(rows[rows["Measure"] == "AUC"]["Beyond chance"].mean())
    assert set(answer.values["scores"]) == set(jobs().model.folds)
    assert list(ddcore.folds(ddcore.sample("two_class_example")).values["scores"]) == ["the model"]


def test_what_has_no_scores_has_no_such_chart():
    for data in (ddcore.counts(tp=30, fp=10, fn=5, tn=60), ddcore.sample("factory")):
        answer = ddcore.verdict(data)
        assert "scores" not in answer.figures
        assert all(model["scores"] == {} for model in nonempty(answer.values["models"].values()))


def test_probabilities_worse_than_the_share_of_positives_have_a_note():
    for scores, worse in (([0.01, 0.99], True), ([0.9, 0.2], False)):
        judged = ddcore.verdict(ddcore.predictions([1, 0] * 50, scores * 50))
        assert ("worse-than-the-share" in codes(judged)) == worse


def test_a_model_has_the_colour_that_it_has_beside_others():
    charts = [judged().figures[name].draw().data for name in ("verdict", "scores")]
    verdict, scores = ({trace.name: trace.marker.color for trace in chart if trace.name} for chart in charts)
    assert scores["model VF"] == verdict["model VF"]
    assert "pred" not in scores
