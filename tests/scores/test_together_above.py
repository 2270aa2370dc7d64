"""Where all models together are above each, cases held out, and the method chosen by unseen cases."""

import numpy as np
import pytest
from scipy.special import expit, logit
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score, roc_curve

from ddcore.errors import InputError
from ddcore.samples.pairs import correlated
from ddcore.scores import best_joint
from ddcore.scores.best_joint import best_method
from ddcore.scores.together import together
from ddcore.scores.together_above import above
from tests.helpers.ensemble import components, two
from tests.helpers.loops import nonempty


def rng(seed=1):
    return np.random.default_rng(seed)


def higher(first, second, true):
    """The shares of the false positive rates where one curve of scikit-learn is above the other, and where below."""
    x = (np.arange(200_000) + 0.5) / 200_000
    heights = [np.interp(x, *roc_curve(true, score, drop_intermediate=False)[:2]) for score in (first, second)]
    return [float((sign * (heights[0] - heights[1]) > 1e-9).mean()) for sign in (1, -1)]


@pytest.mark.parametrize("tied", [False, True])
def test_shares_are_those_between_two_curves_of_scikit_learn(tied):
    scores, truth = two(90, 1)
    scores = scores.round() if tied else scores
    one, other = above(*scores.T, truth == 1), above(*scores.T[::-1], truth == 1)
    assert [one.above, one.below] == pytest.approx(higher(*scores.T, truth), abs=2e-4)
    assert (one.above, one.below) == (other.below, other.above)
    assert (one.surely_above, one.surely_below) == (other.surely_below, other.surely_above)


def test_a_score_is_nowhere_above_itself_and_few_cases_tell_nothing_for_sure():
    scores, truth = two(80, 6)
    assert above(scores[:, 0], scores[:, 0], truth == 1) == above(scores[:, 0], 3 * scores[:, 0], truth == 1)
    assert above(scores[:, 0], scores[:, 0], truth == 1).above == 0
    scores, truth = two(20, 8)
    found = above(*scores.T, truth == 1)
    assert (found.surely_above, found.surely_below) == (None, None)


def test_more_pairs_and_folds_leave_less_sure():
    generator = rng(9)
    truth = np.arange(2000) % 2 == 0
    first = generator.normal(size=2000) + 1.2 * truth
    second = first + generator.normal(size=2000)
    shares = [above(first, second, truth, None, *more).surely_above for more in ((), (1.0, 6), (2.0, 6))]
    assert shares[0] >= shares[1] >= shares[2]
    assert shares[0] > shares[2]


def test_weights_count():
    scores, truth = two(100, 10)
    weight = np.where(np.arange(100) < 50, 2.0, 1.0)
    twice = np.repeat(np.arange(100), weight.astype(int))
    weighted = above(*scores.T, truth == 1, weight)
    repeated = above(*scores[twice].T, truth[twice] == 1)
    assert (weighted.above, weighted.below) == pytest.approx((repeated.above, repeated.below), abs=1e-9)


@pytest.mark.full
def test_noise_is_seldom_surely_anywhere():
    sure = 0
    for seed in range(40):
        generator = rng(seed)
        found = above(*generator.normal(size=(2, 200)), np.arange(200) % 2 == 0)
        sure += found.surely_above > 0 or found.surely_below > 0
    # 5 % of 40 are 2; 7 or more have a probability of 0.003.
    assert sure <= 6


def test_each_model_alone_and_read_is_held_against_together():
    scores, truth = two(300, 11, 3)
    whole = together(scores, truth, "logistic", folds=2, rng=rng())
    for way in nonempty(whole.ways):
        assert (way.above is not None) == (way.kind in ("alone", "read"))
    for way in nonempty(whole.of("alone")):
        assert way.above.surely_below == 0
        assert way.above.above > way.above.below


def test_held_out_cases_are_judged_by_what_the_rest_teaches():
    """Beside scikit-learn, for the same cases."""
    scores, truth = two(400, 12)
    whole = together(scores, truth, "logistic", held=0.25, bounds="none", rng=rng(3))
    generator, judged = rng(3), np.zeros(400, bool)
    for one in (1, 0):
        cases = np.flatnonzero(truth == one)
        judged[generator.choice(cases, round(0.25 * cases.size), replace=False)] = True
    model = LogisticRegression(C=1e9).fit(scores[~judged], truth[~judged])
    right = roc_auc_score(truth[judged], model.decision_function(scores[judged]))
    assert whole.whole.auc.value == pytest.approx(right, abs=0.005)
    for number, way in nonempty(list(enumerate(whole.of("alone")))):
        assert way.auc.value == pytest.approx(roc_auc_score(truth[judged], scores[judged, number]), abs=1e-12)
    assert (whole.cases, whole.positives, whole.sizes) == (100, 40, (100,))
    assert not whole.searched


def test_what_is_held_out_has_an_interval_that_is_not_widened():
    scores, truth = two(400, 13)
    whole = together(scores, truth, "binormal", held=0.5, rng=rng())
    table, auc = whole.whole.table, whole.whole.auc
    assert (table.positives.sum(), table.negatives.sum()) == (80, 120)
    wins = components(table.score, table.positives == 1)
    error = np.sqrt(sum(one.var(ddof=1) / one.size for one in wins))
    # The interval is on the log odds of the area (Pepe 2003, section 5.2).
    reach = norm.ppf(0.975) * error / (auc.value * (1 - auc.value))
    assert (auc.low, auc.high) == pytest.approx(expit(logit(auc.value) + np.array([-reach, reach])), abs=0.003)


@pytest.mark.full
def test_the_split_of_the_document_gives_its_area():
    """10,000 positives, 30,000 negatives, 80 to 20; covariances that give the 0.94 which the text quotes."""
    pair = correlated(-1.7, 1.7)
    generator = rng(4)
    scores = np.concatenate([pair.positives.draw(10_000, generator), pair.negatives.draw(30_000, generator)])
    whole = together(scores, np.repeat([1, 0], [10_000, 30_000]), "kde", held=0.2, rng=rng(5))
    assert (whole.cases, whole.positives) == (8000, 2000)
    error = (whole.whole.auc.high - whole.whole.auc.low) / 3.92
    assert whole.whole.auc.value == pytest.approx(0.9392, abs=3 * error)
    for way in nonempty((*whole.of("alone"), *whole.of("read"))):
        assert way.auc.value == pytest.approx(0.8145, abs=4 * error + 0.01)
        assert way.above.surely_below == 0
        assert way.above.surely_above > 0.5


def test_of_each_class_at_least_one_case_is_held_out_and_one_learned_from():
    scores, truth = two(12, 15)
    for held, judged in nonempty(((0.01, 2), (0.99, 10))):
        assert together(scores, truth, "logistic", held=held, rng=rng()).cases == judged
    for held in (0.0, 1.0, -0.2):
        with pytest.raises(InputError, match=rf"^held must be above 0 and below 1, got {held:g}$"):
            together(scores, truth, held=held, rng=rng())


def test_the_method_that_can_see_what_there_is_is_chosen():
    noise = rng(16).normal(size=(600, 3))
    truth = np.arange(600) % 2 == 0
    assert best_method(noise * np.where(truth[:, None], 1, 3), truth) in ("binormal", "vine")
    bent = noise.copy()
    bent[truth, 2] = np.abs(bent[truth, 0]) * np.sign(bent[truth, 1]) + 0.2 * bent[truth, 2]
    assert best_method(bent, truth) == "vine"


def test_with_few_cases_the_simplest_is_taken():
    scores, _ = two(40, 17)
    assert best_method(scores, np.arange(40) < 2) == "logistic"


def test_each_fold_is_read_by_what_the_others_choose(monkeypatch):
    scores, truth = two(100, 18)
    asked = []

    def choose(cases, *rest):
        asked.append(len(cases))
        return ("binormal", "logistic")[len(asked) % 2]

    monkeypatch.setattr("ddcore.scores.together.best_method", choose)
    whole = together(scores, truth, best_joint.BEST, folds=4, rng=rng())
    assert asked == [100, 75, 75, 75, 75]
    assert whole.searched
    assert whole.ensemble.method == "logistic"
    assert whole.methods == ("binormal", "logistic", "binormal", "logistic")
