"""What is proved of measures, against printed parameters, derivatives in mpmath and best thresholds found directly."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from ddcore.counts import Cells
from ddcore.decisions.certificate import ARROWS, REASONS, SOURCES, Slopes, certificate, fractional
from ddcore.measures import MEASURES, measure
from ddcore.measures.in_rates import in_rates
from ddcore.scores.modes import MODES, PUBLISHED_MODES, mode
from tests import oracles
from tests.helpers.loops import nonempty

FRACTIONAL = "TP TN FP FN TPR TNR FPR FNR PPV NPV FDR FOR F1 F2 F0.5 NF1 J ACC ERR BACC kappa TS PLR NLR prevalence PP"
SHARES = [Fraction(1, 10), Fraction(1, 2), Fraction(7, 9)]


UNEQUAL = "unequal = (tp / p)**2 - fp / n"
CLIPPED, CAPPED = "clipped = max(tp, 0) / p", "capped = min(tp, p) / m"
ALARMS, TURNED = "alarms = (tp - fp) / n", "turned = tp / p * n / m - fp / n * p / m"


def at(polynomial, p):
    return polynomial.value(p=p, q=1 - p)


def test_table_4_3_has_the_parameters():
    for row in nonempty(oracles.published("003_table4_3.csv")):
        form = certificate(row["key"]).form
        for p in SHARES:
            printed = [
                Fraction(str(eval(row[name], {"p1": p, "p0": 1 - p})))  # of our own file only
                for name in ("alpha1", "beta1", "gamma1", "alpha2", "beta2", "gamma2")
            ]
            found = [at(part, p) for part in form.parameters]
            place = next(number for number, value in enumerate(found) if value)
            assert [value * printed[place] for value in found] == [value * found[place] for value in printed], row


def test_which_measures_have_the_form():
    proofs = {key: certificate(key) for key in MEASURES}
    assert " ".join(key for key, proof in proofs.items() if proof.form) == FRACTIONAL
    assert {proof.form_how for proof in proofs.values()} == {"proved"}


@pytest.mark.parametrize(
    ("key", "terms"),
    [("PPV", (1, 0, 0)), ("NPV", (0, 1, 0)), ("FDR", (1, 0, 0)), ("FOR", (0, 1, 0)), ("TNR", (0, 0, 1))],
)
def test_table_4_2_has_the_terms(key, terms):
    """Of the measure where it rises, of minus the measure where it falls; in units of its largest."""
    found = [at(part, Fraction(1, 3)) for part in certificate(key).form.terms]
    assert tuple(abs(value) / max(map(abs, found)) for value in found) == terms
    assert certificate(key).reason == "monotone terms"


def law(t):
    """TPR and FPR where the density of negatives is e^-t and that of positives t e^-t, whose ratio is t."""
    return (1 + t) * mpmath.exp(-t), mpmath.exp(-t)


def exact_value(key, t, share):
    ratio = in_rates(measure(key))
    a, b = law(t)
    top, below = (
        sum(
            mpmath.mpf(value.numerator) / value.denominator * a**i * b**j * share**k * (1 - share) ** m
            for (i, j, k, m), value in part.terms.items()
        )
        for part in (ratio.top, ratio.below)
    )
    return top / below


@pytest.mark.parametrize("key", [*FRACTIONAL.split(), "MK", "MCC", "FM", "G2", "CC", "CP", "DOR"])
def test_the_derivative_over_the_threshold(key):
    """A(t) D(t), with A the density of negatives over the square of the denominator, against difference quotients."""
    mpmath.mp.dps = 30
    row, share, t = measure(key), mpmath.mpf("0.3"), mpmath.mpf("1.4")
    better = 1 if row.better == "higher" else -1
    wanted = better * mpmath.diff(lambda t: exact_value(key, t, share), t) / mpmath.exp(-t)
    tpr, fpr = (float(rate) for rate in law(t))
    found = Slopes.of(in_rates(row), row.better).per_density(1.4, tpr, fpr, 0.3)
    assert found == pytest.approx(float(wanted), rel=1e-9, abs=1e-12)
    form = certificate(key).form
    if form:
        z1, z2, z3 = (float(at(part, Fraction(3, 10))) for part in form.terms)
        d = z1 * (tpr - 1.4 * fpr) + z2 * (1.4 * (1 - fpr) - (1 - tpr)) + z3
        below = sum(
            float(at(part, Fraction(3, 10))) * rate
            for part, rate in zip(form.parameters[3:], (tpr, fpr, 1), strict=True)
        )
        assert d / below**2 == pytest.approx(float(wanted), rel=1e-9, abs=1e-12)


def test_equation_4_17_and_appendix_a():
    """MCC² = MK J, and its derivative with the sum of two fractions, of which the printed text has lost the plus."""
    mpmath.mp.dps = 30
    for t, share in nonempty([(0.4, 0.3), (1.4, 0.25), (2.5, 0.8)]):
        p, q, (a, b) = mpmath.mpf(share), 1 - mpmath.mpf(share), law(mpmath.mpf(t))
        w = p * a + q * b
        mk = p * a / w + q * (1 - b) / (1 - w) - 1
        assert abs(mk * (a - b) - exact_value("MCC", mpmath.mpf(t), p)) < 1e-25
        inner = (1 - a - t * (1 - b)) / (p * (1 - a) + q * (1 - b)) + (a - t * b) / w
        printed = p * q * (a - b) / (w * (1 - w)) * inner
        found = Slopes.of(in_rates(measure("MCC")), "higher").per_density(t, float(a), float(b), share)
        assert found == pytest.approx(float(printed), rel=1e-9)
        second = (a - b) * q * (1 - 2 * w)
        moved = mpmath.diff(lambda x: x * (1 - x), w) * (a - b) * q
        assert abs(second - moved) < 1e-20


def test_every_shape_is_that_of_a_search_and_those_of_the_dissertation_are_proved():
    proofs = {key: certificate(key) for key in MEASURES}
    assert {key: proof.shape for key, proof in proofs.items()} == {key: mode(row) for key, row in MEASURES.items()}
    assert {key for key, proof in proofs.items() if proof.shape_how == "searched"} == {"PT"}
    assert {key: proofs[key].shape for key in PUBLISHED_MODES} == PUBLISHED_MODES
    assert {proof.reason for proof in proofs.values()} == set(REASONS) == set(SOURCES)
    assert {proof.shape for proof in proofs.values()} == set(MODES)
    assert {key for key, proof in proofs.items() if not proof.in_class} == {"PT", "prevalence", "PP"}
    assert {key for key, proof in proofs.items() if proof.reason == "fractional"} == {
        "F1",
        "F2",
        "F0.5",
        "NF1",
        "J",
        "ACC",
        "ERR",
        "BACC",
        "kappa",
        "TS",
    }
    assert {key for key, proof in proofs.items() if proof.reason == "bent"} == {"G2", "CC", "CP"}


OWN = {
    "net = (tp - 3 * fp) / m": ("one peak", "fractional"),
    "root = sqrt((tp + tn) / m)": ("one peak", "bent"),
    "cube = (tp / p)**3 * tn / n": ("one peak", "bent"),
    "square = tp**2 / (m * pp)": ("several peaks", "example"),
    "wrong = (tp + tn) / m, lower": ("several peaks", "example"),
    "larger = max(tp, fp) / m": ("falls", "search"),
    "caught = tp + 5": ("falls", "ends"),
    "too long = 1 / (1 + (fp / n)**10) + 1 / (1 + (fn / p)**9)": ("one peak", "search"),
}


@pytest.mark.parametrize("text", OWN)
def test_formulas_of_ones_own_have_a_certificate(text):
    proof = certificate(text, 0.3, 100)
    assert (proof.shape, proof.reason) == OWN[text]
    assert proof.shape_how == ("searched" if proof.reason == "search" else "proved")


def test_a_form_that_no_share_shows_at_once_is_found_at_one_share():
    gap = measure("gap = (tp / p - fp / n) * (tp / p + fp / n) / (tp / p + fp / n)")
    proof = certificate(gap, 0.3)
    assert [part.text() for part in proof.form.parameters] == ["1", "−1", "0", "0", "0", "1"]
    assert (proof.every_share, proof.form_how) == (False, "proved")
    assert fractional(measure(UNEQUAL), 0.3) is None
    assert certificate(CLIPPED).form_how == "searched"


def test_the_closed_form_of_the_best_threshold_is_that_of_direct_maximisation():
    rows = [row for row in oracles.published("003_thresholds.csv") if certificate(row["key"]).form]
    assert len(rows) == 10
    for row in rows:
        value = float(row["value"]) * (1 if row["better"] == "higher" else -1)
        assert certificate(row["key"]).form.ratio(value, 0.3) == pytest.approx(float(row["ratio"]), rel=1e-9), row


def test_the_closed_form_is_the_line_of_the_table():
    """The table of measures writes the line on the probability by hand."""
    counts = Cells(tp=18.0, fp=9.0, fn=12.0, tn=61.0)
    for key in nonempty([*FRACTIONAL.split(), "BACC(0.3)", "F3", "NF2"]):
        row, form = measure(key), certificate(key).form
        if row.line is None or not row.judges:
            continue
        value = float(row.on(counts))
        if certificate(key).shape != "one peak":
            assert row.line(value, counts) in (0, 1), key
            continue
        posterior = row.line(value, counts)
        assert form.ratio(value, 0.3) == pytest.approx(posterior * 0.7 / ((1 - posterior) * 0.3), rel=1e-9), key


def directly(key, share):
    """The best threshold on the likelihood ratio of the law above, by trying many."""
    t = np.linspace(0, 30, 30_001)
    a, b = (1 + t) * np.exp(-t), np.exp(-t)
    row = measure(key)
    values = row.on(Cells(tp=share * a, fp=(1 - share) * b, fn=share * (1 - a), tn=(1 - share) * (1 - b)))
    return t[np.nanargmax(values if row.better == "higher" else -values)]


def test_the_best_threshold_moves_as_the_arrow_says():
    proved = {key: certificate(key).arrow for key in MEASURES if certificate(key).arrow_how == "proved"}
    assert set(proved.values()) <= set(ARROWS)
    assert {key for key, arrow in proved.items() if arrow == "same"} == {"J", "BACC", "G2", "CC", "CP"}
    assert {key for key, arrow in proved.items() if arrow == "up"} == {
        "F1",
        "F2",
        "F0.5",
        "NF1",
        "ACC",
        "ERR",
        "kappa",
        "TS",
    }
    for key, arrow in nonempty(proved.items()):
        if arrow != "end":
            many, few = directly(key, 0.5), directly(key, 0.05)
            assert {"up": few > many, "down": few < many, "same": abs(few - many) < 2e-3}[arrow], key
    assert certificate(ALARMS).arrow == "up"
    assert certificate(TURNED).arrow == "down"
    assert directly(TURNED, 0.3) < directly(TURNED, 0.6)


def test_what_follows_a_utility():
    proofs = {key: certificate(key, 0.2) for key in MEASURES}
    assert {key for key, proof in proofs.items() if proof.admissible.form == "one test set"} == {"J", "BACC"}
    assert proofs["BACC"].admissible.utility.tn == 0.25
    assert {proof.admissible_how for proof in proofs.values()} == {"proved"}
    assert certificate(CAPPED).admissible_how == "searched"
