"""Are the scores read rightly? Odd scores, the tables, the charts and the sample."""

import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm
from sklearn.metrics import average_precision_score, roc_auc_score

import ddcore
from ddcore.answers import likelihood
from ddcore.answers.likelihood import compute, words
from ddcore.answers.likelihood.tables import transformed_rows
from ddcore.cache import made_by
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.formats import number
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.density import RATIO_METHODS, isotonic, logistic, order, splines
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN, gain
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import fit
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, numbers
from tests.helpers.likelihood_answers import FLAT, ODD, SCORES, found, read, read_sums, told
from tests.helpers.lines import paired
from tests.helpers.score_pages import CHOICES, SCORE, TRUE, N, P
from tests.helpers.scored import scored, two_class_example
from tests.helpers.tiers import some_of

# Every sentence --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", some_of(("kde", "binormal", "isotonic"), "kde"))
def test_odd_scores_have_sentences_and_areas(method):
    slips = re.compile(r"\bnan\b|\binf\b|no value|no interval|∞|\(\)|\*\*\*\*|\+0\b(?![.\d])|  |"
                       r"\b1 (cases|pools|bins|folds)\b")  # fmt: skip
    wrong = []
    for name in ODD:
        if method == "binormal" and name in ("two cases", "one positive"):
            with pytest.raises(InputError, match="binormal needs two different scores in each class"):
                read(name, method)
            continue
        answer = told(read(name, method))
        said = [answer.sentence, answer.reason, *(note.text for note in answer.notes)]
        wrong += [(name, method, one) for one in said if slips.search(one) or not one.endswith(".")]
        wrong += [(name, method, "said twice")] * (len(said) > len(set(said)))
        areas = answer.tables["likelihood"].rows()
        wrong += [(name, method, column) for column in areas if areas[column].dtype != float and column != "Scores"]
    assert wrong == []


# The tables ------------------------------------------------------------------------------------------------------


def test_areas():
    score, truth = SCORES["sides"]
    of = read("sides")
    table = told(of).tables["likelihood"].rows()
    after = of.likelihood.log_ratio(score)
    assert list(table["Scores"]) == [BEFORE, LEARNED, UNSEEN]
    assert table["AUC"][:2].tolist() == pytest.approx([roc_auc_score(truth, score), roc_auc_score(truth, after)])
    assert table["Average precision"][:2].tolist() == pytest.approx(
        [average_precision_score(truth, score), average_precision_score(truth, after)]
    )
    assert table["Gain"][1:].tolist() == pytest.approx((table["AUC"] - table["AUC"][0])[1:].tolist())
    assert table.iloc[0].filter(like="ain,").isna().all()
    held = of.gains[UNSEEN]
    assert table["gain, two-sided p"][2] == pytest.approx(2 * norm.sf(held.value / held.error))
    assert ((table["95 % from"] < table["AUC"]) & (table["AUC"] < table["95 % to"])).all()
    assert table.iloc[:2, -1].tolist() == [of.hull_gains[BEFORE], of.hull_gains[LEARNED]]
    for untried in (read("one positive"), read_sums()):
        table = told(untried).tables["likelihood"].rows()
        assert list(table["Scores"]) == [BEFORE, LEARNED]
        assert table[["gain, 95 % from", "gain, two-sided p"]].isna().all(axis=None)
        assert table["AUC"].notna().all()


def test_transformed_at_a_share_of_positives():
    """Pools by hand: the two lowest are negative, of the three in the middle one is positive.

    A ratio of 1 changes no share, and one of 0 or infinity leaves no doubt.
    """
    table = ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 0, 1])
    of = gain(table, "isotonic", rng=np.random.default_rng(1))
    for share, title, here in ((None, "33.3 %", 1 / 3), (0.125, "12.5 %", 1 / 8)):
        rows = transformed_rows(of, table, share)
        assert f" at {title} " in rows.columns[2]
        assert rows["Likelihood ratio"].tolist() == pytest.approx([0, 0, 1, 1, 1, math.inf])
        assert rows.iloc[:, 2].tolist() == pytest.approx([0, 0, here, here, here, 1])


# How it is computed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_method(method):
    one = found(*SCORES["rising"], method, seed=7)
    text = words.method(one, 5, 7)
    row = RATIO_METHODS[method]
    assert paired(text)
    assert f"**{row.title.lower()}**: {row.words}" in text
    assert np.mean(one.areas) == pytest.approx(one.aucs[UNSEEN].value, abs=0.005)
    assert all(f"{area:.3f} on 120" in text for area in one.areas)
    assert "5 folds, drawn at" in text
    assert "(seed 7)" in text
    assert all(fact in text for fact in one.likelihood.facts)
    assert ("bandwidth by" in text) == (method == "kde")
    assert ("those of a histogram" in text) == (row.fit in (isotonic, logistic, splines, order))
    assert "instead of" not in text
    assert re.search(r"\([A-Z][\w &.]+ \d{4}\)", text)
    assert "[" not in text.replace("\\left[", "")


def test_method_with_fewer_folds_or_none():
    few = found([1, 2, 3, 4, 5, 6, 7], [0, 1, 0, 1, 0, 0, 1])
    text = words.method(few, 5, 1)
    assert "(instead of 5," in text
    assert all(f"{number(area)} on {size}" in text for area, size in zip(few.areas, few.sizes, strict=True))
    text = words.method(read("one positive"), 5, 1)
    assert "not tested" in text
    assert not re.search("drawn at random|Their AUCs", text)
    assert paired(text)


def test_method_has_the_bounds_and_the_bandwidth():
    score, truth = SCORES["rising"]
    for bounds in ("none", "reflect", "logit"):
        text = words.method(found(expit(score), truth, bounds=bounds), 5, 1)
        assert [key for key, remark in words.NEAR.items() if remark in text] == [bounds]
    for rule in BANDWIDTHS:
        text = words.method(found(score[::5], truth[::5], bandwidth=rule), 5, 1)
        assert not re.search("silverman|scott|sheather|jones", text), "authors keep their capitals"


def test_one_bin_or_pool_is_not_many():
    """Scores that point the wrong way make one pool; equal quartiles make one bin."""
    for method, score in (("histogram", [0.0] + [0.5] * 8 + [1.0]), ("isotonic", range(10))):
        text = words.method(found(list(score), [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], method), 5, 1)
        assert re.search(r"\b\d+ (bin|pool)", text)
        assert not re.search(r"\b1 (bins|pools)\b", text)


# The charts, the choices, and the sample -------------------------------------------------------------------------


@cache
def asked_of(key, size=1000, **choices):
    """The answer on a sample or on drawn scores, as reading them takes a while."""
    data = two_class_example().data() if key == "two_class_example" else ddcore.sample(key, size=size)
    return asked("likelihood", data, **choices)


MIDDLE = "Scores in the middle"
SIDES = r"Low \*and\* high"
TWO = r"As the score rises.* Scores below 0\.26\d and from 0\.4[56]\d to 0\.6[12]\d point to positive"


@pytest.mark.parametrize(
    ("place", "shape", "exact", "cases", "far"),
    [
        (2, SIDES, 0.704833, 1000, 0.035),
        pytest.param(4, MIDDLE, 0.830194, 1000, 0.035, marks=pytest.mark.full),
        pytest.param(1, MIDDLE, 0.704833, 2000, 0.02, marks=pytest.mark.full),
        # The exact ratio of scenario 3 is 1 at 0.26, 0.46 and 0.62.
        pytest.param(3, TWO, 0.830194, 2000, 0.02, marks=pytest.mark.full),
    ],
)
def test_scenario_separates_better_read_as_evidence(place, shape, exact, cases, far):
    answer = asked_of(f"scenario_{place}", cases)
    areas = answer.tables["likelihood"].rows().set_index("Scores")
    before, after = areas.loc[BEFORE, "AUC"], areas.loc[UNSEEN, "AUC"]
    drawn = SCENARIOS[f"scenario_{place}"].draw(cases)
    truth = np.array(drawn["truth"].to_pylist()) == "positive"
    values = answer.values["models"]["the model"]
    assert before == pytest.approx(roc_auc_score(truth, drawn["score"].to_numpy()), abs=1e-12)
    assert values["state"] == "better"
    assert values["areas"]["unseen_cases"]["value"] == after == pytest.approx(exact, abs=far)
    assert f"{after:.3f} on unseen cases instead of {before:.3f}" in answer.sentence
    assert re.match(shape, answer.reason)
    assert f"**+{after - before:.3f}** (95 %" in answer.reason
    assert "simulated" in codes(answer)


def lines(answer, name):
    """The lines of a chart by their names."""
    return {trace.name: trace for trace in answer.figures[name].draw(LIGHT).data}


@pytest.mark.full
def test_charts_show_both_classes_the_ratio_and_before_and_after():
    answer = asked_of("scenario_2")
    assert set(lines(answer, "densities")) == {"positive", "negative"}
    ratio = answer.figures["ratio"].draw(LIGHT).data[0]
    x, y = np.array(ratio.x), np.array(ratio.y)
    middle = np.abs(x - 0.5) < 0.15
    truth = norm.logpdf(x, 0.5, 0.1) - norm.logpdf(x, 0.5, 0.05)
    np.testing.assert_allclose(np.log(y[middle]), truth[middle], atol=0.6)
    names = [name.rsplit(" ", 1)[0] for name in lines(answer, "likelihood") if name]
    assert names == ["before", "after, same", "after, unseen", "exact ratio"]
    assert list(answer.figures) == ["likelihood", "densities", "ratio", "measures"]


def test_small_p_is_not_nothing():
    """The gain of the scenario lies many standard errors from 0."""
    row = asked_of("scenario_2").tables["likelihood"].rows().iloc[2]
    z = row["Gain"] / ((row["gain, 95 % to"] - row["Gain"]) / norm.isf(0.025))
    assert z > 7
    assert 0 < row["gain, two-sided p"] < 1e-11


@pytest.mark.parametrize("choices", [{}, {"method": "kde", "bounds": "logit"}])
def test_transformed_scores_of_the_sample(choices):
    rows = asked_of("two_class_example", **choices).tables["transformed"].rows()
    read_again = fit(ScoreTable.of(SCORE, TRUE), **{"method": "best", **choices})
    ratio, posterior = rows["Likelihood ratio"], rows.iloc[:, 2]
    assert rows["Score"].tolist() == np.unique(SCORE).tolist()
    np.testing.assert_allclose(ratio, read_again.ratio(np.unique(SCORE)), rtol=1e-12)
    finite = np.isfinite(ratio)
    np.testing.assert_allclose(posterior[finite], (0.516 * ratio / (0.516 * ratio + 0.484))[finite], atol=1e-12)
    assert (posterior[~finite] == 1).all()
    assert rows[["Positive cases", "Negative cases"]].sum().tolist() == [P, N]


@pytest.mark.parametrize(
    ("choice", "value"),
    some_of(
        CHOICES, ("method", "histogram"), ("bandwidth", "silverman"), ("bounds", "logit"), ("folds", 2), ("deal", 7)
    ),
)
def test_each_choice_changes_what_it_should(monkeypatch, choice, value):
    monkeypatch.setattr(compute, "portrait", lambda *given, **named: FLAT)
    kernel, other = (asked_of("two_class_example", **{"method": "kde"} | given) for given in ({}, {choice: value}))
    before, after = (answer.tables["likelihood"].rows().set_index("Scores") for answer in (kernel, other))
    given = {"method": "kde", "rng": np.random.default_rng(value if choice == "deal" else 1)}
    if choice != "deal":
        given[choice] = value
    witness = gain(ScoreTable.of(SCORE, TRUE), **given)
    assert after["AUC"].tolist() == pytest.approx([area.value for area in witness.aucs.values()], abs=1e-12)
    assert after.loc[BEFORE].equals(before.loc[BEFORE])
    assert after.loc[UNSEEN, "AUC"] != before.loc[UNSEEN, "AUC"]
    # Folds and their seed change what is unseen alone; all else changes the reading.
    dealt = choice in ("folds", "deal")
    assert kernel.tables["transformed"].rows().equals(other.tables["transformed"].rows()) == dealt
    assert after.loc[LEARNED].equals(before.loc[LEARNED]) == dealt


def test_what_has_no_effect_on_a_method_changes_nothing():
    made = []
    data = scored(ScoreTable.of(*SCORES["noise"]))
    with made_by(lambda key, make, cases: made.append(key[0]) or make()):
        asked("likelihood", data, method="histogram")
        asked("likelihood", data, method="histogram", bandwidth="scott")
        asked("likelihood", data, method="histogram", curve="toc")
        moved = {name: model.cut(1.0) for name, model in data.models.items()}
        asked("likelihood", replace(data, models=moved), method="histogram")
    assert made == ["gain", "before and after", "portrait", "gain curve", "above", "gain curve"]


@pytest.mark.full
def test_curve_that_is_compared():
    answer = asked_of("two_class_example", curve="precision_recall")
    assert f"before {average_precision_score(TRUE, SCORE):.3f}" in lines(answer, "likelihood")


@pytest.mark.parametrize(
    ("method", "score", "offered"),
    [
        ("kde", [0.1, 0.4, 0.6, 0.9], ["reflect", "none", "rank", "logit"]),
        ("binormal", [0.1, 0.4, 0.6, 0.9], ["none", "rank", "logit"]),
        ("kde", [1, 2, 3, 4], ["none", "rank"]),
    ],
)
def test_scales_are_those_that_suit_the_usual_one_first(method, score, offered):
    data = scored(ScoreTable.of(score, [0, 1, 0, 1]))
    assert list(likelihood.Choices.offered("bounds", data, {"method": method})) == offered
    assert likelihood.Choices.offered("folds", data, {}) is None


@pytest.mark.parametrize(
    ("choices", "problem"),
    [
        ({"curve": "brier"}, "curve must be one of roc, precision_recall, toc, gain, lift, det, ks, cost, decision"),
        ({"method": "x"}, "method must be one of best, kde, histogram"),
        ({"bounds": "x"}, "bounds must be one of none, reflect, logit"),
        ({"folds": 1}, 'folds must be between 2 and 50, got "1"'),
        ({"deal": -1}, 'deal must be between 0 and 1,000,000, got "-1"'),
        ({"prevalence": 0}, 'prevalence must be between 0.0001 and 0.9999, got "0"'),
    ],
)
def test_choices_that_cannot_be_used(choices, problem):
    with pytest.raises(InputError, match=problem):
        likelihood.Choices.of(**choices)


def test_areas_and_the_gain_carry_the_answer_where_unseen_cases_can_be_tried():
    answer = asked_of("two_class_example")
    areas = answer.values["models"]["the model"]["areas"]
    labels = ["AUC of the scores", "AUC of the likelihood ratio on unseen cases", "Gain in AUC on unseen cases"]
    stated = numbers(answer)
    assert [label for label, *_ in stated] == labels
    assert [text for _, text, _ in stated[:2]] == [number(areas[key]["value"]) for key in ("before", "unseen_cases")]
    assert [label for label, *_ in numbers(told(read("one positive")))] == labels[:1]


@pytest.mark.full
def test_curves_beside_a_transformation_are_on_the_axes_of_their_kind():
    """Both errors as normal deviates."""
    answer = asked_of("two_class_example", curve="det", transformation="abs(x - 0.5)")
    for name in ("likelihood", "transformation"):
        line = next(trace for trace in answer.figures[name].draw(LIGHT).data if trace.showlegend is not False)
        assert np.nanmin(line.x) < 0, name
