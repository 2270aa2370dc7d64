"""Are two models better than one? The answers on samples and odd scores, beside other packages and loops over cases."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from sklearn import metrics
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from ddcore.answers.base.needs import two_models
from ddcore.answers.ensemble import Choices
from ddcore.cache import made_by
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.samples.pairs import PAIRS
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, notes, numbers
from tests.helpers.lines import percent
from tests.helpers.pair_pages import CASES, TRUE, A, B, C, chance, three
from tests.helpers.scored import scored, together
from tests.helpers.tiers import some_of
from tests.helpers.visiting import plain

NAMES = ("model 1", "model 2")


@cache
def pair(key, size):
    """Scores drawn from a law of two models: what is computed stays with them."""
    return replace(read(PAIRS[key].draw(size), name=key, **PAIRS[key].roles).data(), sample=PAIRS[key])


@cache
def sample(key, size=200, **choices):
    return asked("ensemble", pair(key, size), **choices)


def drawn(key, size):
    """The scores of a sample and which cases are positive, found without the program's reader."""
    table = PAIRS[key].draw(size, 1)
    scores = np.stack([table[name].to_numpy() for name in NAMES], axis=1)
    return scores, np.array(table["truth"].to_pylist()) == "positive"


def of(*scores, truth=TRUE, names=("score_a", "score_b", "score_c"), weight=None, **choices):
    """The answer on the scores of several models, read by normal laws in two folds."""
    choices = {"method": "binormal", "folds": 2} | choices
    return asked("ensemble", together(truth, dict(zip(names, scores, strict=False)), weight=weight), **choices)


def ways(answer):
    return answer.tables["ensemble"].rows()


def areas(answer):
    return ways(answer).set_index("Scores")["AUC"]


def calls(answer):
    """Of each way how many true ones it finds among how many it calls."""
    rows = answer.tables["found"].rows()
    held = {name: "0 of 0" if text.startswith("none: ") else text for name, text in rows.iloc[:, :2].to_numpy()}
    return {name: tuple(int(part.replace(",", "")) for part in text.split(" of ")) for name, text in held.items()}


def found(score, true, share):
    """How many true ones are among the cases with the highest scores, up to a share, ties kept together."""
    called = max(((score >= cut) for cut in [*score, np.inf] if (score >= cut).mean() <= share + 1e-12), key=np.sum)
    return int((true & called).sum()), int(called.sum())


def lines(answer, name="ensemble"):
    """The lines of a chart by name."""
    return {trace.name or str(place): trace for place, trace in enumerate(answer.figures[name].draw(LIGHT).data)}


# Samples ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", some_of(PAIRS, "pair_2"))
def test_answer_has_the_areas_of_each_model_and_of_both(key):
    answer = sample(key)
    scores, true = drawn(key, 200)
    alone = [metrics.roc_auc_score(true, column) for column in scores.T]
    both, gains = areas(answer), ways(answer).set_index("Scores").loc[list(NAMES)]
    assert both[list(NAMES)].tolist() == pytest.approx(alone, abs=1e-12)
    best = NAMES[int(np.argmax(alone))]
    low, high = gains.loc[best, ["gain, 95 % from", "gain, 95 % to"]]
    assert plain(answer.sentence).endswith(f"{three(both['Together'])}, alone {three(alone[0])} and {three(alone[1])}.")
    assert answer.sentence.startswith("Yes." if low > 0 else "Not as far")
    assert f"**+{both['Together'] - max(alone):.3f}** over" in answer.reason
    assert f"better one, {best}" in answer.reason
    assert f"{three(low)} to {three(high)})" in answer.reason
    assert gains["Together gains"].tolist() == pytest.approx([both["Together"] - area for area in alone], abs=1e-12)
    law = PAIRS[key]
    exact = [f"{area:.4f}" for area in (*(law.alone(name).auc for name in NAMES), law.best_auc)]
    assert re.findall(r"0\.\d{4}", notes(answer)["simulated"]) == exact
    assert both["Together"] == pytest.approx(law.best_auc, abs=0.03)
    precision = [metrics.average_precision_score(true, column) for column in scores.T]
    assert gains["Average precision"].tolist() == pytest.approx(precision)
    assert answer.values["ways"]["Together"]["auc"]["value"] == both["Together"]


@pytest.mark.full
def test_learned_ways_have_the_areas_of_scikit_learn():
    scores, true = drawn("pair_2", 200)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    for name, choices, model in (
        ("Stacking", {}, LogisticRegression(C=1e6)),
        ("Together", {"method": "binormal"}, QuadraticDiscriminantAnalysis()),
    ):
        chances = cross_val_predict(model, scores, true, cv=folds, method="predict_proba")[:, 1]
        area = areas(sample("pair_2", **choices))[name]
        assert area == pytest.approx(metrics.roc_auc_score(true, chances), abs=0.01), name


@pytest.mark.parametrize("share", [0.5, 0.2075])
def test_each_way_finds_what_its_highest_scores_hold(share):
    answer = sample("pair_2", called=share)
    scores, true = drawn("pair_2", 200)
    assert [calls(answer)[name] for name in NAMES] == [found(column, true, share) for column in scores.T]
    true_ones, called = calls(answer)["Together"]
    assert 0.9 * share * 400 < called <= share * 400
    assert notes(answer)["found"].endswith(f"together {percent(true_ones / 200)}.")
    shapes = answer.figures["plane"].draw(LIGHT).layout.shapes
    drawn_at = [shape.x0 if shape.x0 == shape.x1 else shape.y0 for shape in shapes]
    assert drawn_at == [np.sort(column)[-int(share * 400)] for column in scores.T]


@pytest.mark.full
def test_charts_show_every_way_and_have_their_tables():
    answer = sample("pair_2")
    learned = areas(answer).drop(["Mean", "AND", "OR"])
    curves = lines(answer)
    for name, area in learned.items():
        label = next(each for each in curves if each.startswith(name[:7]) and each.endswith(f" {three(area)}"))
        assert np.trapezoid(curves[label].y, curves[label].x) == pytest.approx(area, abs=2e-3)
        assert f"{name} {three(area)}" in answer.figures["ensemble"].words
    # Chance has no name, and the exact curve is no way to read these cases.
    assert len(curves) == len(learned) + 2 == 8
    plane = lines(answer, "plane")
    assert [len(plane[f"truly {name}"].x) for name in ("positive", "negative")] == [200, 200]
    assert all(name in answer.figures["plane"].words for name in NAMES)
    assert answer.figures["plane"].remark == ""
    assert list(answer.tables) == ["found", "ensemble", "above", "plane", "ensemble_points", "correlations"]
    points = answer.tables["ensemble_points"]
    assert len(points.rows()) == points.size + 9
    assert set(points.rows()["Model"]) == set(ways(answer)["Scores"])
    for name, size in (("plane", 121**2), ("correlations", 7)):
        assert len(answer.tables[name].rows()) == answer.tables[name].size == size


@pytest.mark.usefixtures("in_order")
def test_many_cases_are_not_all_drawn():
    answer = sample("pair_2", 410, method="logistic")
    assert len(lines(answer, "plane")["truly positive"].x) == 400
    assert "400 cases of each" in answer.figures["plane"].remark


@pytest.mark.full
def test_loans_are_read_together_without_a_gain():
    loans = SAMPLES["lending_club"]
    answer = asked("ensemble", read(loans.path, **loans.roles).data())
    assert re.fullmatch(r"Not .* 0\.7\d\d, alone 0\.747 and 0\.735\.", plain(answer.sentence))
    assert calls(answer)["logistic"] == (90, 492)
    assert "correlations" not in answer.tables


@pytest.mark.usefixtures("in_order")
def test_results_are_kept_while_the_share_moves():
    made = []
    data = together(TRUE, {"a": A, "b": B})
    with made_by(lambda key, make, cases: made.append(key[0]) or make()):
        for choices in ({}, {"called": 0.2}, {"called": 0.1 + 0.2}, {"curve": "toc"}):
            asked("ensemble", data, **choices)
    assert sorted(made) == [*["called"] * 4, "cases", "dots", "regions", "together", "ways", "ways"]


# Odd scores ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("in_order")
def test_kernel_refuses_three_models_and_other_methods_read_them():
    three_models = ("score_a", "score_b", "score_c")
    with pytest.raises(
        InputError, match=r"takes two .*a density of three scores needs far .*vine, binormal or logistic$"
    ):
        of(A, B, C, models=three_models, method="kde")
    data = together(TRUE, dict(zip(three_models, (A, B, C), strict=True)))
    usual, named = (asked("ensemble", data, models=three_models, folds=2, **by) for by in ({}, {"method": "vine"}))
    assert usual.values == named.values
    assert "In pairs" in usual.method
    alone = [metrics.roc_auc_score(TRUE, score) for score in (A, B, C)]
    for method in ("binormal", "logistic"):
        answer = of(A, B, C, models=three_models, method=method)
        assert list(calls(answer)) == [*three_models, "Together"]
        assert answer.sentence.endswith(f"alone {three(alone[0])}, {three(alone[1])} and {three(alone[2])}.")
        assert "plane" not in {*answer.figures, *answer.tables}


def test_models_that_cannot_be_read_together():
    for names, problem in (
        (["score_a"], "choose two models or more to combine, got 1"),
        (["score_a", "other"], 'models must be of score_a, score_b and score_c, got "other"'),
    ):
        with pytest.raises(InputError, match=problem):
            of(A, B, C, models=names)


@pytest.mark.usefixtures("in_order")
def test_models_are_given_as_names_or_as_a_text():
    assert Choices.of(models="score_a,score_c").models == ("score_a", "score_c")
    for named, known in (({"models": ["score_c", "score_b"]}, ["score_c", "score_b"]), ({}, ["score_a", "score_b"])):
        assert list(calls(of(A, B, C, **named))) == [*known, "Together"]


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (np.full(CASES, 7.0), "all scores of score_b are equal.*choose another model"),
        (np.where(np.arange(CASES) == 3, 8.0, 7.0), "too few different scores"),
        (A, "score_a and score_b are equivalent.*choose two models that differ"),
        (np.round(2 * A + 1, 2), "each is the other on another scale"),
        (np.where(TRUE, np.nan, B), "both classes, got no positive case"),
    ],
)
@pytest.mark.usefixtures("in_order")
def test_scores_that_cannot_be_read_together(other, problem):
    """The second model may have scored no case of a class."""
    with pytest.raises(InputError, match=problem):
        of(A, other, method="kde")


def test_cases_that_are_too_few():
    """Four are not said to be one score on another scale."""
    with pytest.raises(InputError, match="two cases of each class, got 1 of one"):
        of(A, B, truth=np.arange(CASES) == 3)
    scores = np.array([[0.9, 0.1, 0.4, 0.3], [0.3, 0.2, 0.6, 0.4]])
    for cases in (2, 4):
        with pytest.raises(InputError, match=r"^(?!.*on another scale).*(cases|too few)"):
            of(*scores[:, :cases], truth=[1, 0, 0, 1][:cases], method="kde")


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_cases_count_with_their_weights_and_only_where_each_model_scores_them():
    weight, none = np.where(np.arange(CASES) % 3 == 0, 2.5, 0.5), np.arange(CASES) % 5 > 0
    weighted = areas(of(A, B, weight=weight))
    alone = [metrics.roc_auc_score(TRUE, score, sample_weight=weight) for score in (A, B)]
    assert weighted[["score_a", "score_b"]].tolist() == pytest.approx(alone, abs=1e-12)
    left = areas(of(A, B, weight=none.astype(float)))
    known = areas(of(A[none], B[none], truth=TRUE[none], weight=np.ones(none.sum())))
    assert left.to_dict() == known.to_dict(), "cases of no weight"
    gaps = np.where(np.arange(CASES) % 9 == 0, np.nan, B)
    answer, both = of(A, gaps), np.isfinite(gaps)
    alone = [metrics.roc_auc_score(TRUE[both], score[both]) for score in (A, B)]
    assert areas(answer)[["score_a", "score_b"]].tolist() == pytest.approx(alone, abs=1e-12)
    assert notes(answer)["left-out"].startswith("9 cases")


PILED = np.where(np.arange(CASES) % 7 == 0, 0, np.where(np.arange(CASES) % 11 == 0, 1, chance(A)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (A * 1e9, B * 1e-9),
        (PILED, chance(B)),
        (np.where(A > 0.5, 0.8, 0.2), np.where(B > 0.5, 3.5, 1.5)),
        (TRUE * 5 + chance(A), TRUE * 5 + chance(B)),
        (A, np.round(np.exp(A), 4)),
    ],
    ids=["far out", "piled up at 0 and 1", "two distinct scores", "perfect", "in the same order"],
)
@pytest.mark.usefixtures("in_order")
def test_odd_scores_are_read_together(one, other):
    answer = of(one, other, method="kde")
    alone = [metrics.roc_auc_score(TRUE, score) for score in (one, other)]
    assert [areas(answer)[name] for name in ("score_a", "score_b")] == pytest.approx(alone, abs=1e-12)
    assert [calls(answer)[name] for name in ("score_a", "score_b")] == [found(s, TRUE, 0.4) for s in (one, other)]
    alike = np.argsort(one).tolist() == np.argsort(other).tolist() and np.unique(one).size > 2
    assert ("alike" in notes(answer)) == alike
    for figure in answer.figures.values():
        assert not re.search(r"\b(NaN|Infinity)\b", figure.draw(LIGHT).to_json())


def test_noise_beside_a_model_that_was_misread_is_no_second_model():
    """Both low and high scores of one model speak for positive: it alone, read as evidence, is as good as both."""
    rng = np.random.default_rng(5)
    true = np.arange(400) % 2 == 0
    one = np.where(true, rng.choice([-2, 2], 400), 0) + rng.normal(0, 0.6, 400)
    answer = of(one, rng.normal(0, 1, 400), truth=true, method="kde")
    assert areas(answer)["score_a, likelihood ratio"] > areas(answer)["Together"] - 0.01
    assert not answer.sentence.startswith("Yes")


@pytest.mark.usefixtures("in_order")
def test_models_named_as_the_ways_keep_their_curves():
    answer = of(chance(A), chance(B), names=("Together", "Stacking"))
    assert ways(answer)["Scores"].tolist()[:2] == ["Together", "Stacking"]
    assert len(lines(answer)) == 7
    assert answer.tables["ensemble_points"].rows().groupby("Model").size().size == 9


# What is needed, and the choices ---------------------------------------------------------------------------------


MODEL = scored(ScoreTable.of(A, TRUE, True), 0).model
LABELS = replace(MODEL, table=None, threshold=None)


def models(joint=False, selected="A", **given):
    """Data of some models, with or without their scores case by case."""
    pairs = together(TRUE, {"A": A, "B": B})
    return replace(pairs, models={"A": MODEL, **given}, chosen=selected, joint=pairs.joint if joint else None)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (models(), "only one model"),
        (models(C=LABELS), "Only A has scores"),
        (models(A=LABELS, C=LABELS), "No model here has scores"),
        (models(B=MODEL), "rows of its own"),
        (models(True, "C", B=MODEL, C=LABELS), "C has no scores;"),
    ],
)
def test_what_two_models_need(data, why):
    sentence, reason, *_ = two_models(data)
    assert sentence.startswith("This needs two models")
    assert why in reason
    assert two_models(models(True, B=MODEL)) is None
    assert two_models(Data(10, 4))[0].startswith("Only the numbers")


def test_share_and_models_are_those_of_the_data():
    for positives, share in ((3, 0.03), (0.2, 0.01)):
        data = together(np.arange(1000) < 10 * positives, {"a": np.arange(1000) % 7, "b": np.arange(1000) % 11})
        assert Choices.defaults(data) == {"called": share, "models": ("a", "b")}


def test_choices_that_cannot_be_used():
    for choices, problem in (
        ({"called": 2}, 'called must be between 0.01 and 0.99, got "2"'),
        ({"joint": "x"}, 'joint must be one of kde, vine, binormal, logistic, best, got "x"'),
        ({"deal": "1.5"}, 'deal must be a whole number, got "1.5"'),
    ):
        with pytest.raises(InputError, match=problem):
            Choices.of(**choices)


def test_areas_of_each_model_of_all_and_of_stacking_carry_the_answer():
    answer = sample("pair_2")
    assert [label for label, *_ in numbers(answer)] == [
        "AUC, model 1", "AUC, model 2", "AUC, Together", "AUC, Stacking",
    ]  # fmt: skip
    for stated in answer.numbers:
        _, way, area = stated.path
        assert stated.plain == answer.values["ways"][way][area]


def test_error_curves_are_on_normal_deviates():
    drawn = sample("pair_2", curve="det").figures["ensemble"].draw(LIGHT)
    assert all(np.nanmin(trace.x) < 0 for trace in drawn.data)
