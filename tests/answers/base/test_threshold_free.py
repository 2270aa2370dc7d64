"""Measures that need no threshold: what the figures show; chart, table and values have the same numbers."""

import re
from functools import cache

import numpy as np
import pytest

import ddcore
from ddcore.answers.base.threshold_free import (
    LOWEST,
    NO_SCORES,
    against_chance_alt,
    against_chance_figure,
    spread_against_chance_figure,
)
from ddcore.figures.theme import LIGHT
from ddcore.scores.against_chance import SCORE_MEASURES, AgainstChance, against_chance
from tests.helpers.answers import codes
from tests.helpers.figures import legend, sound, themes
from tests.helpers.line_figures import simulated
from tests.helpers.loops import nonempty

GOOD, BLIND = (against_chance(simulated(apart, seed=seed)) for apart, seed in ((1.5, 1), (0.0, 2)))
AUC, BRIER = (next(line for line in GOOD if line.measure.key == key) for key in ("AUC", "Brier"))


def seen(value):
    return max(value, LOWEST)


@themes
def test_marks_and_intervals_stand_between_chance_and_perfect(theme):
    figure = against_chance_figure({"A": GOOD, "none": (), "B": BLIND}, theme)
    assert sound(figure)
    bars, marks = figure.data[0:6:3], figure.data[1:6:3]
    for at, (lines, bar, mark) in enumerate(zip((GOOD, BLIND), bars, marks, strict=True)):
        colour = theme.colour(2 * at)
        assert list(mark.x) == [seen(line.beyond.value) for line in lines]
        assert list(mark.y) == pytest.approx([place + (-0.1, 0.1)[at] for place in range(4)])
        assert list(bar.x[::3]) == [seen(line.beyond.low) for line in lines]
        assert list(bar.x[1::3]) == [seen(line.beyond.high) for line in lines]
        filled = [line.state in ("beats", "worse") for line in lines]
        assert list(mark.marker.color) == [colour if is_filled else theme.background for is_filled in filled]
        assert set(mark.marker.line.color) == {bar.line.color} == {colour}
    # The way from 1/2 to 1, and from the Brier score of the share of positives to 0.
    table = simulated(1.5, seed=1)
    share = table.positives.sum() / 300
    assert marks[0].x[0] == pytest.approx(2 * AUC.score - 1)
    assert marks[0].x[2] == pytest.approx(1 - BRIER.score / (share * (1 - share)))
    assert legend(figure) == ["A", "B", "hollow: not clearly", "cross: clearly worse", "best without skill"]
    assert figure.layout.yaxis.ticktext == tuple(line.measure.name for line in GOOD)
    bare = AgainstChance(AUC.measure, type(AUC.interval)(0.8), 0.5)
    bar, mark = against_chance_figure({"A": [bare]}, LIGHT).data[:2]
    assert (len(bar.x), list(mark.x)) == (0, pytest.approx([0.6]))
    assert re.findall(r"0\.\d+", mark.hovertext[0]) == ["0.800", "0.500", "0.600"]


def test_folds_are_dots_and_their_mean_a_diamond():
    folds = {f"fold {i}": against_chance(simulated(1.0, seed=i)) for i in range(4)}
    figure = spread_against_chance_figure(folds, "folds", LIGHT)
    assert sound(figure)
    dots, means = figure.data[:2]
    assert sorted(zip(dots.y, dots.x, strict=True)) == sorted(
        (place, seen(line.beyond.value)) for lines in folds.values() for place, line in enumerate(lines)
    )
    assert list(means.x) == pytest.approx(
        [seen(np.mean([lines[place].beyond.value for lines in folds.values()])) for place in range(4)]
    )
    assert legend(figure) == ["each fold", "their mean", "best without skill"]
    assert means.marker.symbol == "diamond"


def test_no_scores_of_both_classes():
    for figure in (against_chance_figure({"A": ()}, LIGHT), spread_against_chance_figure({}, "folds", LIGHT)):
        assert (figure.layout.annotations[0].text, len(figure.data)) == (NO_SCORES, 0)
    assert against_chance_alt({"A": ()}) == NO_SCORES
    shown = f"{100 * AUC.beyond.value:.1f}"
    assert f"{AUC.measure.name} of A {shown} %" in against_chance_alt({"A": GOOD})


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
    never = ddcore.verdict(ddcore.predictions([1, 0, 1, 0] * 30, [1.0, 0.0, 0.0, 0.2] * 30))
    assert "infinite-log-loss" in codes(never)
    assert "infinite-log-loss" not in codes(judged)


def test_a_model_has_the_colour_that_it_has_beside_others():
    charts = [judged().figures[name].draw().data for name in ("verdict", "scores")]
    verdict, scores = ({trace.name: trace.marker.color for trace in chart if trace.name} for chart in charts)
    assert scores["model VF"] == verdict["model VF"]
    assert "pred" not in scores
