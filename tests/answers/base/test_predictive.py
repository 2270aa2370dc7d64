"""Precision and NPV where another share of cases is positive: by Bayes' rule in fractions, and how often they hold."""

import itertools
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from ddcore.chance.predictive import predictive
from ddcore.counts import Counts
from ddcore.data import Data
from tests.helpers.answers import asked, codes, counted, notes
from tests.helpers.lines import sentences
from tests.helpers.loops import nonempty
from tests.helpers.scored import two_class_example
from tests.helpers.tiers import some_of


@given(st.tuples(*4 * (st.integers(1, 500),)), st.fractions("0.001", "0.999", max_denominator=1000))
def test_values_are_those_of_bayes_rule(cells, share):
    tp, fp, fn, tn = cells
    found = predictive(Counts(tp=tp, fp=fp, fn=fn, tn=tn), float(share))
    tpr, fpr = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
    expected = {
        "PPV": share * tpr / (share * tpr + (1 - share) * fpr),
        "NPV": (1 - share) * (1 - fpr) / ((1 - share) * (1 - fpr) + share * (1 - tpr)),
    }
    for key, value in expected.items():
        assert found[key].value == pytest.approx(float(value))
        assert 0 <= found[key].low <= found[key].value <= found[key].high <= 1


@pytest.mark.parametrize(
    ("positives", "negatives", "tpr", "fpr", "share"),
    some_of([(6, 9, 0.7, 0.2, 0.02), (9, 6, 0.9, 0.1, 0.3)], (6, 9, 0.7, 0.2, 0.02)),
)
def test_intervals_hold_the_true_value_of_most_samples(positives, negatives, tpr, fpr, share):
    """Of all samples of so few cases, each with its probability."""
    truth = {
        "PPV": share * tpr / (share * tpr + (1 - share) * fpr),
        "NPV": (1 - share) * (1 - fpr) / ((1 - share) * (1 - fpr) + share * (1 - tpr)),
    }
    held = dict.fromkeys(truth, 0.0)
    for tp, fp in itertools.product(range(positives + 1), range(negatives + 1)):
        found = predictive(Counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp), share)
        probability = binom(positives, tpr).pmf(tp) * binom(negatives, fpr).pmf(fp)
        for key, value in truth.items():
            held[key] += probability * (found[key].low <= value <= found[key].high)
    assert min(held.values()) >= 0.9


@pytest.mark.parametrize(("total", "share", "tpr", "fpr"), [(10, 0.3, 0.8, 0.2), (120, 0.1, 1.0, 1.0)])
def test_intervals_as_sampled_hold_the_true_value_where_class_sizes_are_luck_too(total, share, tpr, fpr):
    """Of all samples, each with its probability; with the share taken as known a useless label had one in five."""
    called, truth = share * tpr + (1 - share) * fpr, share * tpr / (share * tpr + (1 - share) * fpr)
    held = 0.0
    for n in [total] if called == 1 else range(1, total + 1):
        found = [predictive(Counts(tp=tp, fp=n - tp, fn=total - n, tn=0))["PPV"] for tp in range(n + 1)]
        inside = [each.low <= truth <= each.high for each in found]
        held += binom(total, called).pmf(n) * (binom(n, truth).pmf(range(n + 1)) @ inside)
    assert held / (1 - binom(total, called).pmf(0)) >= 0.92


def test_intervals_are_wilsons_and_weights_that_are_alike_count_one():
    found = predictive(Counts(tp=19, fp=79, fn=9, tn=893))
    for key, (right, all_) in nonempty({"PPV": (19, 98), "NPV": (893, 902)}.items()):
        ends = binomtest(right, all_).proportion_ci(method="wilson")
        assert [found[key].low, found[key].high] == pytest.approx([ends.low, ends.high])
    labels = [1, 1, 0, 1], [1, 1, 1, 0]
    assert predictive(Counts.of_labels(*labels, weight=[3, 3, 3, 3])) == predictive(Counts.of_labels(*labels))
    weighted = predictive(Counts.of_labels(*labels, weight=[1, 2, 3, 4]))["PPV"]
    assert weighted.low < found["PPV"].low < weighted.value == pytest.approx(0.5)
    unknown = Counts(tp=2.5, fp=1.5, fn=1.25, tn=4.75)
    assert predictive(unknown, 0.2)["PPV"].value == pytest.approx(0.2 * 2 / 3 / (0.2 * 2 / 3 + 0.8 * 0.24))
    assert not any(found["PPV"].is_finite for found in (predictive(unknown, 0.2), predictive(unknown)))
    assert np.isnan(predictive(Counts(tp=0, fp=0, fn=1, tn=4))["PPV"].value)


@pytest.mark.parametrize("name", ["verdict", "curves"])
def test_answers_have_them_where_a_share_is_in_use(name):
    data = two_class_example().data()
    answer = asked(name, data, prevalence=0.05)
    text = notes(answer)["in-use-predictive"]
    tpr, fpr = 227 / 258, 50 / 242
    ppv, npv = 0.05 * tpr / (0.05 * tpr + 0.95 * fpr), 0.95 * (1 - fpr) / (0.95 * (1 - fpr) + 0.05 * (1 - tpr))
    assert text.startswith("At a base rate of 5 %")
    assert re.search(rf"\*{ppv:.3f}\*\* \(.*of {227 / 277:.3f}.*\*{npv:.3f}\*\* \(.*of {192 / 223:.3f}", text)
    assert sentences([text])
    assert "in-use-predictive" not in codes(asked(name, data))


def test_no_value_without_calls_or_classes():
    assert "precision" not in notes(asked("verdict", counted(0, 0, 5, 5), prevalence=0.2))["in-use-predictive"]
    assert "in-use-predictive" not in codes(asked("verdict", counted(5, 0, 5, 0), prevalence=0.2))
    assert asked("verdict", Data(10, 5), prevalence=0.2).sentence.startswith("**No model")
