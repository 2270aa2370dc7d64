"""Scores drawn from laws of one's own: as many as asked, by the law, and refusals that name the class."""

import numpy as np
import pytest
from scipy.stats import kstest, norm

from ddcore.errors import InputError
from ddcore.samples.own_examples import EXAMPLES
from ddcore.samples.own_law import OwnLaw
from ddcore.samples.own_pair import OwnPair, read, written
from ddcore.samples.pairs import PAIRS
from ddcore.samples.simulated import SCENARIOS
from tests.helpers.loops import nonempty


def test_cases_are_drawn_by_the_law_and_by_the_share():
    drawn = OwnLaw.of("normal(1.5,1)", "normal(0,1)", 0.3).draw(20_000, seed=2)
    positive = drawn.column("truth").to_numpy() == "positive"
    score = drawn.column("score").to_numpy()
    assert int(positive.sum()) == 6000
    assert kstest(score[positive], norm(1.5, 1).cdf).pvalue > 1e-3
    assert kstest(score[~positive], norm(0, 1).cdf).pvalue > 1e-3
    assert drawn.equals(OwnLaw.of("normal(1.5,1)", "normal(0,1)", 0.3).draw(20_000, seed=2))


def test_each_class_has_a_case():
    for share, size, positives in ((0.001, 5, 1), (0.999, 5, 4), (0.5, 10, 5)):
        for law in nonempty([OwnLaw.of(share=share), OwnPair.of(share=share)]):
            drawn = law.draw(size)
            assert (drawn.num_rows, drawn.column("truth").to_pylist().count("positive")) == (size, positives)
    with pytest.raises(InputError, match="size must be between 5 and 500,000, got 4"):
        OwnLaw.of().draw(4)


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"law1": "normal(0,-1)"}, "law1, of the positives: standard deviation of normal must be above 0, got -1"),
        ({"law0": "x"}, "law0, of the negatives: a law must be parts such as"),
        ({"share": 1}, "law_share must be between 0.001 and 0.999, got 1"),
        ({"share": "many"}, "law_share must be between 0.001 and 0.999, got many"),
    ],
)
def test_what_is_no_law_is_refused_by_its_name(given, refusal):
    with pytest.raises(InputError, match=refusal):
        OwnLaw.of(**given)


@pytest.mark.full
def test_the_scenarios_among_the_examples_are_the_scenarios():
    for number in nonempty(range(1, 5)):
        scenario, law = SCENARIOS[f"scenario_{number}"], EXAMPLES[f"figure_5_2_{number}"].law
        x = np.linspace(-0.2, 1.2, 50)
        assert law.positives.below(x) == pytest.approx(scenario.positives.below(x), abs=1e-14)
        assert law.negatives.log_density(x) == pytest.approx(scenario.negatives.log_density(x), abs=1e-9)
        assert law.best_auc == pytest.approx(scenario.best_auc, abs=5e-7)
    for number in nonempty((1, 2)):
        pair, law = PAIRS[f"pair_{number}"], EXAMPLES[f"figure_8_{number + 1}"].law
        assert (law.positives, law.negatives) == (pair.positives, pair.negatives)
        assert law.best_auc == pytest.approx(pair.best_auc, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("pair(1,2,3)", r"a law must be pair\(mean of model 1, .*, covariance\)"),
        ("normal(0,1)", "a law must be pair"),
        ("pair(6,8,0,2.5,0)", "the variance of model 1 must be at least 0.0001, got 0"),
        ("pair(6,8,2.5,2.5,3)", "the covariance must be between -2.4975 and 2.4975 with these variances, got 3"),
        ("pair(6,8,2.5,2.5,1e)", 'the covariance must be a number of up to 10,000, got "1e"'),
        ("pair(6e9,8,2.5,2.5,1)", 'the mean of model 1 must be a number of up to 10,000, got "6e9"'),
    ],
)
def test_what_is_no_law_of_a_pair_is_refused(text, refusal):
    with pytest.raises(InputError, match=refusal):
        read(text)


def test_a_pair_has_the_moments_it_says():
    law = read("pair(1,-2,2,0.5,-0.7)")
    assert read(written(law)) == law
    scores = OwnPair.of(written(law), written(law), 0.5).draw(100_000, seed=4)
    columns = np.array([scores.column(name).to_numpy() for name in ("model 1", "model 2")])
    assert columns.mean(axis=1) == pytest.approx([1, -2], abs=0.02)
    assert np.cov(columns).ravel() == pytest.approx([2, -0.7, -0.7, 0.5], abs=0.03)
    turned = OwnPair.of("pair(6,8,1,1,0)", written(law), 0.2).turned
    assert (turned.share, turned.positives) == (0.8, law)
