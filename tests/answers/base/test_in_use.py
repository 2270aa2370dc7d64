"""The share of positives where a model will be used: against cases repeated, fractions and every threshold."""

import itertools
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
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, counted, notes
from tests.helpers.costs_answers import read_orders
from tests.helpers.lines import sentences
from tests.helpers.loops import nonempty
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import two_class_example
from tests.helpers.utility_answers import FACTORY, A, B, Counts, ahead, named


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


@pytest.mark.parametrize("given", [{"measure": "MCC"}, {"measure": "F1", "goal": "worth", "u": (0, -1, -3, 0)}])
@pytest.mark.usefixtures("in_order")
def test_best_thresholds_are_those_of_cases_that_are_so_rare(small, given):
    moved, rare = asked("thresholds", small[0], prevalence=0.2, **given), asked("thresholds", small[1], **given)
    for key, other in nonempty(rare.values["models"]["A"]["measures"].items()):
        mine = moved.values["models"]["A"]["measures"][key]
        if key not in ("TP", "FP", "FN", "TN") and not math.isnan(other["value"]):
            assert mine["value"] == pytest.approx(other["value"], abs=1e-9), key
            assert mine["threshold"]["value"] == other["threshold"]["value"], key


@pytest.mark.full
@pytest.mark.usefixtures("in_order")
def test_lines_and_bands_are_those_of_cases_that_are_so_rare(small):
    def both(name, **given):
        return asked(name, small[0], prevalence=0.2, **given).values, asked(name, small[1], **given).values

    moved, rare = both("costs", u=FACTORY)
    for key in ("best", "all", "none", "set"):
        assert moved["rules"][key] == pytest.approx(rare["rules"][key]), key
    for key in ("posterior_threshold", "ratio_threshold", "h_measure"):
        assert moved[key] == pytest.approx(rare[key]), key
    for given in ({"by": "cost", "u": FACTORY}, {"share": 0.25, "measure": "F1"}):
        first, second = both("refer", **given)
        for band, part in itertools.product(("band", "nobody_referred"), ("low", "high", "value", "share")):
            assert first[band][part] == pytest.approx(second[band][part]), (band, part)


@pytest.mark.parametrize(("share", "payoffs"), [(0.05, FACTORY), (0.9, (0, -1, -1, 0))])
def test_yields_are_those_of_both_classes_weighed_by_the_share(share, payoffs):
    data = counted(*A, name="A", positive="long", negative="short", B=Counts(**named(B)))
    answer = asked("utility", data, u=payoffs, prevalence=share, volume=1_000)
    same = asked("utility", data, u=payoffs, scenario=f"x: {','.join(map(str, payoffs))} at {share}")
    f = Fraction(str(share))
    for name, (tp, fp, fn, tn) in (("A", A), ("B", B)):
        expected = f * Fraction(tp * payoffs[0] + fn * payoffs[2], tp + fn)
        expected += (1 - f) * Fraction(fp * payoffs[1] + tn * payoffs[3], fp + tn)
        found = answer.values["models"][name]
        assert found["yield"]["value"] == pytest.approx(float(expected))
        assert answer.values["totals"][name]["total"]["value"] == pytest.approx(float(1_000 * expected))
        useful = [found["useful_from"], found["useful_to"]]
        assert useful == pytest.approx(ahead(payoffs, (tp, fp, fn, tn)), abs=1e-4, nan_ok=True)
        assert found["yield"] == pytest.approx(same.values["scenarios"]["x"]["yields"][name])


@pytest.mark.full
def test_scores_that_are_probabilities_here_are_read_by_their_own_share(example):
    """By Bayes' rule, case by case: each score's odds times the ratio of the odds of both shares."""
    share, own = 0.3, TRUE.mean()
    rule = asked("costs", example, u=(0, -1, -5, 0), prevalence=share).values["rules"]["read"]
    with np.errstate(divide="ignore"):
        odds = SCORE / (1 - SCORE) * share / (1 - share) * (1 - own) / own
    # A chance of 1/6 and more is an odds of 1/5 and more.
    called = odds >= 1 / 5
    cost = share * 5 * (~called[TRUE]).mean() + (1 - share) * called[~TRUE].mean()
    assert rule["yield"] == pytest.approx(-cost)
    assert (rule["threshold"] <= SCORE).tolist() == called.tolist()


@pytest.mark.full
def test_best_threshold_keeps_to_the_limit_at_that_share(example):
    answer = asked("costs", example, u=(0, -1, -5, 0), prevalence=0.3, limit=100, volume=1_000)
    costs = {}
    for cut in [*sorted(set(SCORE)), np.inf]:
        recall, alarms = (cut <= SCORE[TRUE]).mean(), (cut <= SCORE[~TRUE]).mean()
        if 0.3 * recall + 0.7 * alarms <= 0.1 + 1e-12:
            costs[cut] = 0.3 * 5 * (1 - recall) + 0.7 * alarms
    best = answer.values["rules"]["best"]
    assert [-best["yield"], costs[best["threshold"]]] == pytest.approx([min(costs.values())] * 2)


def test_effective_cases_are_the_same_at_every_share(example):
    """Weights that are equal within a class take nothing from what its cases say."""
    there = example.at_share(0.05)
    counts = there.model.counts.effective
    for effective in (there.model.table.effective, (float(counts.positives), float(counts.negatives))):
        assert effective == pytest.approx((258, 242))
    assert (there.prevalence, there.model.table.prevalence) == pytest.approx((0.05, 0.05))


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
@pytest.mark.usefixtures("in_order")
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
    with pytest.raises(InputError, match="changing the share of positives needs cases of both classes"):
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


@pytest.mark.usefixtures("in_order")
def test_curves_are_those_of_the_share_in_use_and_an_roc_curve_the_same_at_every_share(two_models):
    rows = asked("costs", two_models[1], curve="decision", prevalence=0.1).tables["models"].rows()
    assert rows.iloc[:, 2].max() == pytest.approx(0.1)
    answers = [asked("curves", two_models[1], curve="roc", prevalence=share) for share in (None, 0.1)]
    first, second = (answer.tables["roc"].rows().select_dtypes("number").to_numpy() for answer in answers)
    assert second == pytest.approx(first, abs=1e-12)
    assert "in-use-curve" not in codes(answers[1])


@pytest.mark.parametrize("share", [0.05, 0.9])
def test_average_precision_is_that_of_cases_that_are_so_rare(two_models, share):
    frame, data = two_models
    weight = np.where(frame["truth"], share, 1 - share)
    there = average_precision_score(frame["truth"], frame["a"], sample_weight=weight)
    answer = asked("curves", data, curve="precision_recall", prevalence=share)
    assert f"**{there:.3f}**" in notes(answer)["in-use-curve"]
    rows = answer.tables["precision_recall"].rows().query("Model == 'a'")
    assert rows.iloc[0, 3] == pytest.approx(share, abs=1e-9)
