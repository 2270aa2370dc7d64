"""What is exact of known laws: numerical integration, closed forms, brute force and published numbers stand beside."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from scipy.integrate import quad

from ddcore.measures import MEASURES, measure
from ddcore.samples.own_examples import EXAMPLES, example_of
from ddcore.scores.curves import curve
from ddcore.scores.exact import Exact
from ddcore.scores.intervals import delong
from ddcore.scores.law import Law
from ddcore.scores.thresholds import Constraint
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.own_laws import PARTS
from tests.oracles import published


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("beta(2,5)", "beta(0.5,0.5)"),
        ("gamma(3,0.5)", "exponential(2)"),
        ("bins(-1,2,0.2,0.5,0.3)", "normal(0.3,0.2)"),
    ],
)
def test_the_area_is_that_of_numerical_integration(one, other):
    """P(X1 > X0) as an integral over the scores of one law, by scipy's densities."""
    ends = [0.0, 1.0] if one.startswith("beta") else [-1.0, 0.0, 1.0, 2.0] if one.startswith("bins") else [-3, 0, 1, 40]
    area = math.fsum(
        quad(lambda x: PARTS[one].pdf(x) * PARTS[other].cdf(x), low, high, epsabs=1e-11, limit=200)[0]
        for low, high in itertools.pairwise(ends)
    )
    exact = Exact(Law.of(one), Law.of(other))
    assert exact.auc == pytest.approx(area, abs=5e-7)
    assert Exact(Law.of(other), Law.of(one)).auc == pytest.approx(1 - area, abs=5e-7)
    assert exact.best_auc >= exact.auc - 1e-6


def test_areas_in_closed_form_and_those_of_the_scenarios():
    scenario = Exact(Law.of("normal(0.5,0.05)"), Law.of("normal(0.5,0.1)"))
    assert scenario.auc == pytest.approx(0.5, abs=1e-12)
    assert scenario.best_auc == pytest.approx(2 / math.pi * math.atan(2), abs=5e-7)
    groups = EXAMPLES["figure_5_2_3"].law
    assert groups.auc == pytest.approx(0.456068441417, abs=1e-12)
    assert groups.best_auc == pytest.approx(0.8301940618, abs=5e-7)
    assert groups.turned.auc == pytest.approx(0.543931558583, abs=1e-12)
    # Bins: the pairs of bins, ties by half.
    one, other = (0.1, 0.6, 0.3), (0.7, 0.299, 0.001)
    area = sum(p * n * ((i > j) + (i == j) / 2) for i, p in enumerate(one) for j, n in enumerate(other))
    binned = Exact(Law.of("bins(0,3,0.1,0.6,0.3)"), Law.of("bins(0,3,0.7,0.299,0.001)"))
    assert [binned.auc, binned.best_auc] == pytest.approx([area, area], abs=1e-9)


def test_the_best_area_is_that_of_cases_drawn_and_read_by_scipys_ratio():
    exact = Exact(Law.of("gamma(3,0.5)"), Law.of("exponential(2)"))
    rng = np.random.default_rng(5)
    scores = np.concatenate([rng.gamma(3, 0.5, 20_000), rng.exponential(2, 20_000)])
    ratio = PARTS["gamma(3,0.5)"].logpdf(scores) - PARTS["exponential(2)"].logpdf(scores)
    drawn = delong(ScoreTable.of(ratio, np.repeat([1, 0], 20_000)))
    assert abs(drawn.value - exact.best_auc) < 4 * drawn.error
    assert exact.best_auc > exact.auc + 0.05


def test_best_thresholds_are_those_of_direct_maximisation():
    exact = Exact(Law.of("normal(1.5,1)"), Law.of("normal(0,1)"))
    for row in nonempty(published("003_thresholds.csv")):
        top = exact.peaks(measure(row["key"]), 0.3)[0]
        sign = 1 if row["better"] == "higher" else -1
        assert top.threshold == pytest.approx(float(row["x"]), abs=2e-6), row["key"]
        assert sign * top.value == pytest.approx(float(row["value"]), abs=1e-9), row["key"]
        ratio = np.exp(exact.log_ratio(np.array([top.threshold])))[0]
        assert ratio == pytest.approx(float(row["ratio"]), rel=1e-5), row["key"]
        cells = exact.cells(np.array([top.threshold]), 0.3)
        assert cells.tp[0] / 0.3 == pytest.approx(float(row["tpr"]), abs=2e-6), row["key"]
    roc = curve(exact.table(), "roc")
    inner = (roc.x > 1e-6) & (roc.x < 1 - 1e-6)
    assert roc.y[inner] == pytest.approx(scipy.stats.norm.cdf(1.5 + scipy.stats.norm.ppf(roc.x[inner])), abs=1e-9)


@pytest.mark.full
def test_peaks_are_those_of_a_brute_scan():
    for key in nonempty(EXAMPLES):
        law = EXAMPLES[key].law
        assert example_of(law) == key
        if key.startswith("figure_8"):
            continue
        exact, share = law.exact, law.share
        x = np.linspace(*exact.span, 40_001)
        for name in ("MCC", "MK", "ACC", "F1"):
            values = exact.over(measure(name), x, share)
            rises = np.sign(np.where(np.abs(np.diff(values)) < 1e-9, 0, np.diff(values)))
            turned = rises[rises != 0]
            tops = int(((turned[:-1] > 0) & (turned[1:] < 0)).sum())
            low, high = exact.span
            found = [peak for peak in exact.peaks(measure(name), share) if low < peak.threshold < high and not peak.end]
            assert len(found) == tops, (key, name)
            if found and int(np.nanargmax(values)) not in (0, x.size - 1):
                assert found[0].value == pytest.approx(np.nanmax(values), abs=5e-5)


def test_examples_show_what_they_claim():
    def inner(key, name):
        law = EXAMPLES[key].law
        return [peak for peak in law.exact.peaks(measure(name), law.share) if not peak.end]

    assert len(inner("figure_4_1", "ACC")) == 2
    assert not EXAMPLES["figure_4_1"].law.exact.is_monotone
    precision = EXAMPLES["figure_4_1"].law.exact.over(measure("PPV"), np.linspace(0, 0.9, 500), 0.5)
    assert (np.diff(precision) < -1e-4).any()
    assert (np.diff(precision) > 1e-4).any()
    assert EXAMPLES["figure_4_4"].law.exact.is_monotone
    assert len(inner("figure_4_4", "MK")) == len(inner("figure_4_6", "MCC")) == 2
    assert EXAMPLES["figure_5_1"].law.exact.is_monotone
    assert not EXAMPLES["figure_5_2_3"].law.exact.is_monotone


def test_a_condition_is_kept_and_a_measure_without_peak_has_its_end():
    exact = Exact(Law.of("normal(1.5,1)"), Law.of("normal(0,1)"))
    free, bound = exact.peaks(MEASURES["F1"], 0.3), Constraint.of("PPV", 0.8)
    held = exact.peaks(MEASURES["F1"], 0.3, 1.0, [bound])
    assert exact.over(MEASURES["PPV"], np.array([held[0].threshold]), 0.3)[0] >= 0.8
    assert held[0].value < free[0].value
    assert (held[0].end, exact.peaks(MEASURES["MK"], 0.3)[0].end) == ("low", "high")
    assert exact.peaks(MEASURES["PPV"], 0.3)[0].end == "high"


def test_a_portrait_has_no_endless_density():
    drawn = Exact(Law.of("beta(0.5,0.5)"), Law.of("gamma(0.5,1)")).portrait(0.0, 1.0)
    assert np.isfinite([drawn.positives, drawn.negatives]).all()
    assert np.isfinite(drawn.log_ratio[1:-1]).all()
    far = Exact(Law.of("normal(0,1)"), Law.of("beta(2,5)")).portrait(-2.0, 2.0)
    assert np.nanmax(far.log_ratio) == 700
