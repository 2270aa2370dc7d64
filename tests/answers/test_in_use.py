"""The share of positives where a model will be used: against cases repeated, fractions and every threshold."""

import math
import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.scores.resampling import Resamples
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, counted, notes
from tests.helpers.costs_answers import read_orders
from tests.helpers.lines import sentences
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import two_class_example
from tests.helpers.utility_answers import FACTORY, A, B, Counts, ahead, named

SHARES = [0.05, 0.3, 0.9]


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


@pytest.fixture(scope="module")
def small():
    """Forty cases, and the same with each negative case four times."""
    rng = np.random.default_rng(5)
    true = np.arange(40) % 2 == 0
    score = np.round(np.clip(true * 0.3 + 0.7 * rng.random(40), 0, 1), 2)
    rare_true, rare_score = (np.concatenate([column, *3 * [column[~true]]]) for column in (true, score))

    def data(true, score):
        table = ScoreTable.of(score, true, True)
        return Data(true.size, true.sum().item(), "yes", "no", {"A": Model(table, 0.5, table.at(0.5))}, "A")

    return data(true, score), data(rare_true, rare_score)


@pytest.mark.parametrize(("goal", "measure"), [("measure", key) for key in ("F1", "MCC", "kappa")] + [("worth", "F1")])
def test_best_thresholds_are_those_of_cases_that_are_so_rare(small, measure, goal):
    given = {"goal": goal, "measure": measure, "u": (0, -1, -3, 0)}
    moved, rare = asked("thresholds", small[0], prevalence=0.2, **given), asked("thresholds", small[1], **given)
    for key, other in rare.values["models"]["A"]["measures"].items():
        mine = moved.values["models"]["A"]["measures"][key]
        if key in ("TP", "FP", "FN", "TN") or math.isnan(other["value"]):
            continue
        assert mine["value"] == pytest.approx(other["value"], abs=1e-9), key
        assert mine["threshold"]["value"] == other["threshold"]["value"], key
    assert sentences([moved.sentence, moved.reason, *notes(moved).values()])


def test_lines_and_bands_are_those_of_cases_that_are_so_rare(small):
    moved, rare = asked("costs", small[0], prevalence=0.2, u=FACTORY), asked("costs", small[1], u=FACTORY)
    for key in ("best", "all", "none", "set"):
        assert moved.values["rules"][key] == pytest.approx(rare.values["rules"][key]), key
    assert moved.values["posterior_threshold"] == pytest.approx(rare.values["posterior_threshold"])
    assert moved.values["ratio_threshold"] == pytest.approx(rare.values["ratio_threshold"])
    assert moved.values["h_measure"] == pytest.approx(rare.values["h_measure"])
    for given in ({"by": "cost", "u": FACTORY}, {"share": 0.25, "measure": "F1"}):
        both = ((small[0], {"prevalence": 0.2}), (small[1], {}))
        bands = [asked("refer", data, **given, **more) for data, more in both]
        for band in ("band", "nobody_referred"):
            first, second = (answer.values[band] for answer in bands)
            assert (first["low"], first["high"]) == (second["low"], second["high"])
            assert (first["value"], first["share"]) == pytest.approx((second["value"], second["share"]))


@pytest.mark.parametrize(("share", "payoffs"), [(0.05, FACTORY), (0.3, FACTORY), (0.9, (0, -1, -1, 0))])
def test_yields_are_those_of_both_classes_weighed_by_the_share(share, payoffs):
    data = counted(*A, name="A", positive="long", negative="short", B=Counts(**named(B)))
    answer = asked("utility", data, u=payoffs, prevalence=share, volume=1_000)
    f = Fraction(str(share))
    for name, (tp, fp, fn, tn) in (("A", A), ("B", B)):
        expected = f * Fraction(tp * payoffs[0] + fn * payoffs[2], tp + fn)
        expected += (1 - f) * Fraction(fp * payoffs[1] + tn * payoffs[3], fp + tn)
        assert answer.values["models"][name]["yield"]["value"] == pytest.approx(float(expected))
        assert answer.values["totals"][name]["total"]["value"] == pytest.approx(float(1_000 * expected))
        useful = [answer.values["models"][name][end] for end in ("useful_from", "useful_to")]
        assert useful == pytest.approx(ahead(payoffs, (tp, fp, fn, tn)), abs=1e-4, nan_ok=True)
    same = asked("utility", data, u=payoffs, scenario=f"x: {','.join(map(str, payoffs))} at {share}")
    for name in "AB":
        there = same.values["scenarios"]["x"]["yields"][name]
        assert answer.values["models"][name]["yield"] == pytest.approx(there)


def test_scores_that_are_probabilities_here_are_read_by_their_own_share(example):
    """By Bayes' rule, case by case: each score's odds times the ratio of the odds of both shares."""
    for share in (0.05, 0.9):
        rule = asked("costs", example, u=(0, -1, -5, 0), prevalence=share).values["rules"]["read"]
        own = TRUE.mean()
        with np.errstate(divide="ignore"):
            odds = SCORE / (1 - SCORE) * share / (1 - share) * (1 - own) / own
        called = odds / (1 + odds) >= 1 / 6
        called[np.isinf(odds)] = True
        cost = share * 5 * (~called[TRUE]).mean() + (1 - share) * called[~TRUE].mean()
        assert rule["yield"] == pytest.approx(-cost)
        assert (rule["threshold"] <= SCORE).tolist() == called.tolist()


def test_best_threshold_keeps_to_the_limit_at_that_share(example):
    answer = asked("costs", example, u=(0, -1, -5, 0), prevalence=0.3, limit=100, volume=1_000)
    costs = {}
    for cut in [*sorted(set(SCORE)), np.inf]:
        recall, alarms = (cut <= SCORE[TRUE]).mean(), (cut <= SCORE[~TRUE]).mean()
        if 0.3 * recall + 0.7 * alarms <= 0.1 + 1e-12:
            costs[cut] = 0.3 * 5 * (1 - recall) + 0.7 * alarms
    best = answer.values["rules"]["best"]
    assert [-best["yield"], costs[best["threshold"]]] == pytest.approx([min(costs.values())] * 2)


def test_resamples_are_those_of_the_cases_weighed_anew():
    table = ScoreTable.of(SCORE, TRUE, True)
    drawn = Resamples.of(table, 20, rng=np.random.default_rng(1), deals=3)
    moved = drawn.weighed(0.5, 3.0)
    for name in ("cases", "drawn", "held"):
        for mine, own, times in zip(getattr(moved, name), getattr(drawn, name), (0.5, 3.0), strict=True):
            assert mine.tolist() == (times * own).tolist()
    assert moved.effective == drawn.effective == (TRUE.sum(), (~TRUE).sum())


def test_effective_cases_are_the_same_at_every_share(example):
    """Weights that are equal within a class take nothing from what its cases say."""
    for share in SHARES:
        there = example.at_share(share)
        assert there.model.table.effective == pytest.approx((258, 242))
        effective = there.model.counts.effective
        assert (float(effective.positives), float(effective.negatives)) == pytest.approx((258, 242))
        assert there.prevalence == pytest.approx(share)
        assert there.model.table.prevalence == pytest.approx(share)


def test_yields_with_amounts_at_another_share():
    data, true, score, amount = read_orders()
    given = {"u": (-5, -5, 0, 0), "rate": (0, 0, -1, 0), "prevalence": 0.1}
    at = {}
    for cut in [0.5, *np.unique(score), np.inf]:
        paid = np.where(score >= cut, -5.0, np.where(true, -amount, 0.0))
        at[cut] = 0.1 * paid[true].mean() + 0.9 * paid[~true].mean()
    yielded = asked("utility", data, **given).values["models"]["the model"]["yield"]["value"]
    rules = asked("costs", data, **given).values["rules"]
    assert [yielded, rules["set"]["yield"]] == pytest.approx([at[0.5]] * 2)
    assert rules["best"]["yield"] == pytest.approx(max(at.values()))
    assert "own" not in rules, "scores of another share"


@pytest.mark.parametrize("name", ["utility", "thresholds", "costs", "refer"])
def test_each_answer_says_what_the_share_changed(small, name):
    """That of the cases changes nothing."""
    given = {"u": (0, -1, -5, 0)}
    own, moved, same = (asked(name, small[0], prevalence=share, **given) for share in (None, 0.2, 0.5))
    assert moved.about.startswith(own.about)
    assert "**20 %**" in moved.about
    first = codes(moved)[0]
    assert first in ("in-use", "in-use-same")
    assert re.search("20 %.*50 %", notes(moved)[first])
    assert not [code for code in codes(own) if code.startswith("in-use")]
    assert sentences([moved.sentence, moved.reason, *notes(moved).values()])
    assert "weight" not in moved.sentence + moved.reason
    assert (codes(same), same.sentence) == (codes(own), own.sentence)


def test_which_share_can_be_in_use(example):
    assert "in-use-same" in codes(asked("utility", example, prevalence=0.5, u=(0, -1, -1, 0)))
    with pytest.raises(InputError, match="another share of positives needs cases of both classes"):
        asked("utility", counted(3, 0, 2, 0), prevalence=0.3)
    for given in (0, 1, "half"):
        with pytest.raises(InputError, match=f'prevalence must be between 0.0001 and 0.9999, got "{given}"'):
            asked("utility", example, prevalence=given)


@pytest.fixture(scope="module")
def two_models():
    rng = np.random.default_rng(2)
    true = np.arange(80) % 2 == 0
    frame = pd.DataFrame({"truth": true, **{name: np.clip(true * 0.3 + 0.7 * rng.random(80), 0, 1) for name in "ab"}})
    return frame, read(frame, truth="truth", score=["a", "b"], positive=True).data()


def test_curves_are_those_of_the_share_in_use_and_an_roc_curve_the_same_at_every_share(two_models):
    for share, most in ((None, 0.5), (0.1, 0.1)):
        rows = asked("costs", two_models[1], curve="decision", prevalence=share).tables["models"].rows()
        assert rows.iloc[:, 2].max() == pytest.approx(most)
    answers = [asked("curves", two_models[1], curve="roc", prevalence=share) for share in (None, 0.1)]
    first, second = (answer.tables["roc"].rows().select_dtypes("number").to_numpy() for answer in answers)
    assert second == pytest.approx(first, abs=1e-12)
    assert "in-use-curve" not in codes(answers[1])


@pytest.mark.parametrize("share", SHARES)
def test_average_precision_is_that_of_cases_that_are_so_rare(two_models, share):
    frame, data = two_models
    weight = np.where(frame["truth"], share, 1 - share)
    there = average_precision_score(frame["truth"], frame["a"], sample_weight=weight)
    answer = asked("curves", data, curve="precision_recall", prevalence=share)
    assert f"**{there:.3f}** there" in notes(answer)["in-use-curve"]
    rows = answer.tables["precision_recall"].rows().query("Model == 'a'")
    assert rows.iloc[0, 3] == pytest.approx(share, abs=1e-9)
