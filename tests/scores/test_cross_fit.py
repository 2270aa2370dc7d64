"""Scores read as evidence on unseen cases, against loops over cases, scikit-learn and exact laws."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from ddcore.errors import InputError
from ddcore.resampling.cross_validation import deal_tally
from ddcore.scores.choice import ORDER
from ddcore.scores.curves import area, precision_recall
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.likelihood import cross_fit, fit
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import BINORMAL_SAYS, EDGES, TOO_FAR, cases_of, middling, probabilities


def slow(table, method, folds, seed, **options):
    """Each case among the negatives of its own fold, counted in loops, and the areas of the folds."""
    rng = np.random.default_rng(seed)
    dealt = [deal_tally(tally, folds, rng=rng) for tally in (table.positives, table.negatives)]
    places, truths, aucs = [], [], []
    for k in range(folds):
        fold = ScoreTable(table.score, dealt[0][k], dealt[1][k])
        rest = ScoreTable.of(*cases_of(ScoreTable(table.score, table.positives - dealt[0][k],
                                                  table.negatives - dealt[1][k])))  # fmt: skip
        score, truth = cases_of(fold)
        read = fit(rest, method, **options).log_ratio(score).tolist()
        own = [one for one, true in zip(read, truth, strict=True) if not true]
        place = [(sum(n < one for n in own) + sum(n == one for n in own) / 2) / len(own) for one in read]
        aucs.append(np.mean([one for one, true in zip(place, truth, strict=True) if true]))
        places += place
        truths += truth.tolist()
    return np.array(places), np.array(truths), aucs


@pytest.mark.parametrize("method", [method for method in RATIO_METHODS if method != ORDER])
def test_cross_fitting_is_that_of_a_loop_over_cases(method):
    table = ScoreTable.of(*middling(120, 30, 0 if method in ("kde", "isotonic") else 8))
    found = cross_fit(table, method, folds=4, rng=np.random.default_rng(5))
    places, truth, aucs = slow(table, method, 4, 5)
    assert found.aucs == pytest.approx(aucs, abs=1e-12)
    assert found.table.score.round(12).tolist() == pytest.approx(np.sort(np.unique(places)).tolist(), abs=1e-9)
    assert (found.table.auc, found.auc.value) == pytest.approx([roc_auc_score(truth, places.round(12))] * 2, abs=1e-12)
    assert found.gain.value == pytest.approx(found.auc.value - roc_auc_score(*cases_of(table)[::-1]), abs=1e-12)
    assert found.auc.low < found.auc.value < found.auc.high
    assert found.gain.low < found.gain.value < found.gain.high


@pytest.mark.parametrize("method", ["kde", "histogram"])
def test_curves_have_each_case_among_the_negatives_of_the_other_folds(method):
    """In loops over cases; average precision by scikit-learn."""
    table, rng = ScoreTable.of(*middling(120, 30, 8)), np.random.default_rng(5)
    dealt = [deal_tally(tally, 4, rng=rng) for tally in (table.positives, table.negatives)]
    places, truths = [], []
    for ups, downs in zip(*dealt, strict=True):
        score, truth = cases_of(ScoreTable(table.score, ups, downs))
        rest = ScoreTable.of(*cases_of(ScoreTable(table.score, table.positives - ups, table.negatives - downs)))
        read, learned = (fit(rest, method).log_ratio(scores).tolist() for scores in (score, rest.score))
        tallies = list(zip(learned, rest.negatives.tolist(), strict=True))
        total = sum(cases for _, cases in tallies)
        for one in read:
            places.append(sum(cases * ((value < one) + (value == one) / 2) for value, cases in tallies) / total)
        truths += truth.tolist()
    drawn = cross_fit(table, method, folds=4, rng=np.random.default_rng(5)).drawn
    wanted = average_precision_score(truths, np.round(places, 12))
    assert area(precision_recall(drawn)) == pytest.approx(wanted, abs=1e-9)
    assert drawn.auc == pytest.approx(roc_auc_score(truths, np.round(places, 12)), abs=1e-12)


@pytest.mark.parametrize("options", [{"bandwidth": "isj"}, {"bounds": "logit"}, {"bounds": "none"}])
def test_cross_fitting_takes_the_options_of_a_fit(options):
    table = ScoreTable.of(*probabilities(31, 200))
    found = cross_fit(table, folds=3, rng=np.random.default_rng(6), **options)
    assert found.aucs == pytest.approx(slow(table, "kde", 3, 6, **options)[2], abs=1e-12)


@pytest.mark.parametrize(("positives", "negatives", "folds"), [(7, 13, 5), (20, 31, 3), (2, 40, 5), (3, 3, 10)])
def test_every_case_is_dealt_to_one_fold(positives, negatives, folds):
    rng = np.random.default_rng(34)
    score = rng.normal(size=positives + negatives).round(1)
    table = ScoreTable.of(score, np.repeat([1, 0], [positives, negatives]))
    found = cross_fit(table, "logistic", folds=folds, rng=rng)
    taken = min(folds, positives, negatives)
    assert len(found.sizes) == len(found.aucs) == taken
    assert sum(found.sizes) == positives + negatives
    assert max(found.sizes) - min(found.sizes) <= 2
    assert (found.table.positives.sum(), found.table.negatives.sum()) == (positives, negatives)
    assert not np.isnan(found.aucs).any()


@pytest.mark.parametrize(
    ("cases", "options", "message"),
    [
        (middling(), {"folds": 1}, "^folds must be 2 or more, got 1$"),
        (middling(), {"level": 1.5}, r"^level must be between 0 and 1, got 1\.5$"),
        (([1, 2, 3, 4], [0, 1, 0, 0]), {}, "^cross-fitting needs two cases of each class, got 1 of one$"),
        (([1, 2, 3, 4], [1, 1, 1, 1]), {}, "^cross-fitting needs two cases of each class, got 0 of one$"),
        (([1, 2, 3, 4], [1, 1, 0, 0]), {"method": "binormal"}, "binormal needs two different scores in each class"),
    ],
)
def test_what_cannot_be_dealt_is_said(cases, options, message):
    with pytest.raises(InputError, match=message):
        cross_fit(ScoreTable.of(*cases), rng=np.random.default_rng(0), **options)


@pytest.mark.parametrize("method", ["kde", "histogram"])
def test_what_a_case_says_of_itself_does_not_leak(method):
    """Most scores are nearly equal, so bandwidths and bins are tiny and every other score is learned by heart."""
    rng = np.random.default_rng(0)
    score = np.where(rng.random(400) < 0.6, 0.5 + 1e-5 * rng.random(400), rng.random(400))
    table = ScoreTable.of(score, np.arange(400) % 2)
    assert fit(table, method).transform(table).auc > 0.75
    assert cross_fit(table, method, rng=rng).auc.value < 0.58


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_any_scores_are_cross_fitted_or_said_not_to_be(method):
    for name, table in nonempty(EDGES.items()):
        if min(table.positives.sum(), table.negatives.sum()) < 2:
            message = "cross-fitting needs two cases of each class, got 1 of one"
        elif method == "binormal" and name in BINORMAL_SAYS:
            message = "binormal needs two different scores in each class, the positives"
        elif name in TOO_FAR:
            message = r"^scores must span 1e-100 to 1e\+100, got "
        else:
            found = cross_fit(table, method, folds=2, rng=np.random.default_rng(0))
            assert 0 <= found.auc.value <= 1, name
            assert -1 <= found.gain.low <= found.gain.value <= found.gain.high <= 1, name
            assert sum(found.sizes) == table.positives.sum() + table.negatives.sum(), name
            continue
        with pytest.raises(InputError, match=message):
            cross_fit(table, method, rng=np.random.default_rng(0))
