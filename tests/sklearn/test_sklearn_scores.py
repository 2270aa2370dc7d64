"""Likelihood and band estimators on simulated cases, beside exact areas, known probabilities and bands of the law."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit, logit
from sklearn import metrics
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from ddcore.decisions.referral import Referral, band_thresholds
from ddcore.decisions.reject import best_band, cost_band
from ddcore.decisions.utility import Utility
from ddcore.measures import measure
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.density import RATIO_METHODS
from ddcore.sklearn import BandClassifier, LikelihoodClassifier
from tests.helpers.estimators import Score, normal

# LikelihoodClassifier -------------------------------------------------------------------------------------------------


def scenario(key, size, seed):
    drawn = SCENARIOS[key].draw(size, seed)
    score, truth = drawn.column("score").to_numpy(), drawn.column("truth").to_numpy(zero_copy_only=False)
    return score[:, None], (truth == "positive").astype(int)


@pytest.mark.parametrize("key", ["scenario_2", "scenario_3"])
def test_area_on_unseen_cases_gains_what_the_laws_say(key):
    """The exact areas of the scores and of their ratio; 20,000 unseen cases have a standard error of 0.004."""
    fitted = LikelihoodClassifier(Score()).fit(*scenario(key, 2000, 1))
    unseen, truth = scenario(key, 10_000, 2)
    laws = SCENARIOS[key]
    assert laws.best_auc - laws.auc > 0.1
    scores = unseen[:, 0], fitted.decision_function(unseen), fitted.predict_proba(unseen)[:, 1]
    areas = [metrics.roc_auc_score(truth, score) for score in scores]
    assert areas == pytest.approx([laws.auc, laws.best_auc, laws.best_auc], abs=0.013)


def test_probabilities_are_nearly_those_of_the_law_where_the_estimator_is_too_sure():
    """Naive Bayes takes five copies of one feature for five features: its log odds are five times too large."""
    once, truth = normal(3000, np.random.default_rng(1), distance=0.5)
    unseen, unseen_truth = normal(20_000, np.random.default_rng(2), distance=0.5)
    copies, unseen_copies = (np.repeat(feature, 5, axis=1) for feature in (once, unseen))
    fitted = LikelihoodClassifier(GaussianNB()).fit(copies, truth)
    raw = metrics.log_loss(unseen_truth, fitted.estimator_.predict_proba(unseen_copies))
    known = metrics.log_loss(unseen_truth, expit(unseen[:, 0]))
    ours = metrics.log_loss(unseen_truth, fitted.predict_proba(unseen_copies))
    assert raw > known + 0.3
    assert ours == pytest.approx(known, abs=0.005)


def test_prevalence_shifts_the_odds_and_leaves_the_evidence():
    features, truth = normal(400, np.random.default_rng(3))
    usual = LikelihoodClassifier(LogisticRegression()).fit(features, truth)
    rare = clone(usual).set_params(prevalence=0.02).fit(features, truth)
    assert usual.prevalence_ == truth.mean()
    assert rare.log_ratio(features) == pytest.approx(usual.log_ratio(features))
    assert rare.decision_function(features) == pytest.approx(rare.log_ratio(features) + np.log(0.02 / 0.98))
    assert rare.predict_proba(features)[:, 1] == pytest.approx(expit(rare.decision_function(features)))
    assert 0 < rare.predict(features).sum() < usual.predict(features).sum()


def test_probabilities_are_those_of_the_likelihood_of_cross_fitted_scores():
    features, truth = normal(200, np.random.default_rng(4))
    fitted = LikelihoodClassifier(Score(), method="splines").fit(features, truth)
    assert fitted.table_.score.tolist() == sorted(features[:, 0])
    posterior = fitted.likelihood_.posterior(features[:, 0], truth.mean())
    assert fitted.predict_proba(features)[:, 1] == pytest.approx(posterior)


def test_scores_are_made_by_folds_that_have_not_seen_the_case():
    """One neighbour knows every case that it has seen: its own scores would separate perfectly."""
    features, truth = normal(400, np.random.default_rng(5), distance=0.1)
    fitted = LikelihoodClassifier(KNeighborsClassifier(1), method="histogram").fit(features, truth)
    assert metrics.roc_auc_score(truth, fitted.estimator_.predict_proba(features)[:, 1]) == 1
    assert fitted.table_.auc < 0.65
    assert fitted.response_method_ == "predict_proba"


@pytest.mark.parametrize("processes", [None, pytest.param(2, marks=pytest.mark.full)])
def test_folds_may_be_a_splitter(processes):
    features, truth = normal(100, np.random.default_rng(9))
    fitted = LikelihoodClassifier(LogisticRegression(), cv=KFold(4), n_jobs=processes).fit(features, truth)
    score = cross_val_predict(LogisticRegression(), features, truth, cv=KFold(4), method="decision_function")
    assert fitted.table_.score.tolist() == sorted(score)


@pytest.mark.full
def test_pickled_it_is_the_same():
    features, truth = normal(120, np.random.default_rng(6))
    models = [LikelihoodClassifier(LogisticRegression(), method=method) for method in ("best", *RATIO_METHODS)]
    fitted = [model.fit(features, truth) for model in models]
    on_ranks = LikelihoodClassifier(Score()).fit(*scenario("scenario_3", 150, 4))
    assert (on_ranks.likelihood_.method, on_ranks.likelihood_.bounds) == ("kde", "rank")
    for model in (*fitted, on_ranks):
        again = pickle.loads(pickle.dumps(model))
        assert again.predict_proba(features).tolist() == model.predict_proba(features).tolist()
        assert repr(again.likelihood_.choice) == repr(model.likelihood_.choice)


def test_where_one_class_has_no_case_the_odds_are_large_and_finite():
    features, truth = normal(100, np.random.default_rng(20), distance=5)
    fitted = LikelihoodClassifier(Score(), method="isotonic").fit(features, truth)
    assert np.isinf(fitted.likelihood_.log_ratio(features[:, 0])).all()
    assert set(fitted.log_ratio(features)) == {-700.0, 700.0}
    assert fitted.predict_proba(features)[:, 1] == pytest.approx(truth, abs=1e-300)


def test_labels_and_columns_go_through_a_pipeline():
    features, truth = normal(100, np.random.default_rng(8))
    table, labels = pd.DataFrame(features, columns=["x"]), np.where(truth, "yes", "no")
    fitted = LikelihoodClassifier(make_pipeline(StandardScaler(), LogisticRegression())).fit(table, labels)
    assert fitted.feature_names_in_.tolist() == ["x"]
    assert (fitted.predict(table) == np.where(fitted.predict_proba(table)[:, 1] >= 0.5, "yes", "no")).all()
    assert metrics.accuracy_score(labels, fitted.predict(table)) > 0.7


# BandClassifier -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
def test_share_referred_of_unseen_cases_is_near_the_wanted_one(share):
    """The share below each end of a band of 2,000 cases has a standard error of at most 0.011."""
    features, truth = normal(2000, np.random.default_rng(12), distance=0.7)
    unseen, unseen_truth = normal(20_000, np.random.default_rng(13), distance=0.7)
    for estimator in (LogisticRegression(), GaussianNB()):
        careful = BandClassifier(estimator, share=share).fit(features, truth)
        referred = careful.refer(unseen)
        assert referred.mean() == pytest.approx(share, abs=0.03)
        wrong = careful.predict(unseen) != unseen_truth
        assert wrong[~referred].mean() < wrong.mean() < wrong[referred].mean()


@pytest.mark.parametrize(("name", "best"), [("F1", max), ("error rate", min)])
def test_band_is_the_best_of_the_cross_fitted_scores(name, best):
    features, truth = normal(300, np.random.default_rng(14))
    careful = BandClassifier(LogisticRegression(), measure=name, share=0.3).fit(features, truth)
    band = best_band(careful.table_, name, 0.3)
    assert (careful.band_.low, careful.band_.high, careful.band_.value) == (band.low, band.high, band.value)
    assert band.low <= careful.threshold_ <= band.high
    inside = [at for at in careful.table_.score if band.low <= at <= band.high]
    assert measure(name)(careful.table_.at(careful.threshold_)) == best(measure(name)(careful.table_.at(inside)))


def test_labels_outside_the_band_are_the_bands():
    features, truth = normal(300, np.random.default_rng(15))
    careful = BandClassifier(Score()).fit(features, truth)
    score, referred, called = features[:, 0], careful.refer(features), careful.predict(features)
    assert referred.tolist() == ((score >= careful.band_.low) & (score < careful.band_.high)).tolist()
    assert (called[score >= careful.band_.high] == 1).all()
    assert (called[score < careful.band_.low] == 0).all()
    masked = careful.predict_with_referral(features)
    assert masked.mask.tolist() == referred.tolist()
    assert masked.compressed().tolist() == called[~referred].tolist()


def test_band_of_costs_is_nearly_worth_that_of_the_law():
    """A referral pays where the odds, exp(2x), say so; the band of the law is that of Gong's Proposition 15."""
    utility, cost = Utility(tp=0, fp=-1, fn=-3, tn=0), 0.3
    features, truth = normal(3000, np.random.default_rng(16))
    careful = BandClassifier(LogisticRegression(), utility=utility, referral=cost).fit(features, truth)
    found = cost_band(careful.table_, utility, Referral.costing(utility, cost))
    assert (careful.band_.low, careful.band_.high) == (found.low, found.high)
    inside = careful.table_.score[(careful.table_.score >= found.low) & (careful.table_.score <= found.high)]
    assert careful.threshold_ == inside[np.argmax(utility(careful.table_.at(inside)))]
    unseen, unseen_truth = normal(100_000, np.random.default_rng(17))

    def worth(referred, called):
        decided = np.where(called == unseen_truth, 0, np.where(unseen_truth == 1, -3, -1))
        return np.where(referred, -cost, decided).mean()

    law = band_thresholds(utility, Referral.costing(utility, cost), 0.5)
    low, high = (logit(end.posterior) / 2 for end in (law.low, law.high))
    known = worth((unseen[:, 0] >= low) & (unseen[:, 0] < high), (unseen[:, 0] >= high).astype(int))
    ours = worth(careful.refer(unseen), careful.predict(unseen))
    assert ours == pytest.approx(known, abs=0.005)
    assert known > worth(np.zeros(len(unseen), bool), (unseen[:, 0] >= logit(0.25) / 2).astype(int)) + 0.02


def test_referral_may_be_payoffs_and_nobody_be_referred():
    features, truth = normal(300, np.random.default_rng(18))
    utility = Utility(tp=0, fp=-1, fn=-1, tn=0)
    dear = BandClassifier(Score(), utility=utility, referral=Referral(-9, -9)).fit(features, truth)
    assert not dear.refer(features).any()
    assert dear.band_.low == dear.band_.high == dear.threshold_
    assert not np.ma.getmaskarray(dear.predict_with_referral(features)).any()


def test_either_label_may_be_positive():
    features, truth = normal(301, np.random.default_rng(19))
    usual = BandClassifier(Score()).fit(features, truth)
    turned = BandClassifier(Score(), pos_label=0).fit(features, truth)
    assert turned.band_.value == usual.band_.value
    assert metrics.accuracy_score(truth, turned.predict(features)) > 0.8
    assert abs(turned.refer(features).sum() - usual.refer(features).sum()) <= 1
    # The lesser label has its own probability.
    careful = BandClassifier(GaussianNB(), pos_label=0).fit(features, truth)
    probability = careful.estimator_.predict_proba(features)[:, 0]
    assert (careful.predict(features) == 0).tolist() == (probability >= careful.threshold_).tolist()


def test_where_both_ends_speak_for_one_class_the_evidence_is_referred():
    features, truth = scenario("scenario_2", 1000, 1)
    unseen, unseen_truth = scenario("scenario_2", 5000, 2)
    plain = BandClassifier(Score()).fit(features, truth)
    evident = BandClassifier(LikelihoodClassifier(Score()), cv=3).fit(features, truth)
    right = [(model.predict(unseen) == unseen_truth)[~model.refer(unseen)].mean() for model in (plain, evident)]
    assert right[1] > right[0] + 0.03
    assert evident.refer(unseen).mean() == pytest.approx(0.2, abs=0.05)
