"""How measures run over the threshold, against examples in fractions, mpmath and slow loops."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.decisions.utility import Utility
from ddcore.measures import MEASURES, measure
from ddcore.scores.modes import EXAMPLE_NEGATIVES, EXAMPLE_POSITIVES, MODES, PUBLISHED_MODES, example, mode, peaks
from tests import oracles
from tests.helpers.loops import nonempty
from tests.helpers.thresholds import LOWER, OF_RATES, TWO_PEAKS, binned, slow_peaks

RUNS = {
    "level": "prevalence",
    "rises": "TN FP TNR FPR PPV FDR PT PLR",
    "falls": "TP FN TPR FNR NPV FOR NLR PP",
    "one peak": "F1 F2 F0.5 NF1 J ACC ERR BACC kappa G2 TS CC CP",
    "several peaks": "MK MCC FM DOR",
}
"""In the direction of better, for scores whose ratio rises."""


def test_how_each_measure_runs():
    """The dissertation's Figure 4.9 says the same, BA being BACC and JI the threat score."""
    assert {key: mode(measure(key)) for key in MEASURES} == {
        key: run for run, keys in RUNS.items() for key in keys.split()
    }
    assert set(RUNS) == set(MODES)
    assert {key: mode(measure(key)) for key in PUBLISHED_MODES} == PUBLISHED_MODES
    named = "TPR TNR FPR FNR PPV NPV FDR FOR ACC ERR BACC J TS F1 F2 F0.5 CC CP MK MCC"
    assert set(PUBLISHED_MODES) == set(named.split())


OTHERS = {
    "net = (tp - 2 * fp) / m": "one peak",
    "loss = (3 * fn + fp) / m": "one peak",
    "caught = tp / p": "falls",
    "spared = tn": "rises",
    "classes = p / n": "level",
    "fixed = 3 + 0 * tp": "level",
    "both = tp / pp + tn / pn": "several peaks",
    "wrong = (tp + tn) / m, lower": "several peaks",
    "slight = 1000 + tp / pp + tn / pn": "several peaks",
    "rounded = 1e12 + tp / pp + tn / pn": "level",
    "common = tp * max(p / m - 0.4, 0)": "falls",
    "F0.8": "one peak",
    "NF3": "one peak",
    "BACC(0.2)": "one peak",
}


def test_how_other_measures_and_a_utility_run():
    assert {text: mode(measure(text)) for text in OTHERS} == OTHERS
    assert mode(Utility(tp=5, fp=-3, fn=-7, tn=1).measure) == "one peak"
    assert mode(Utility(tp=1, fp=0, fn=0, tn=0).measure) == "falls"
    assert mode(Utility(tp=0, fp=1, fn=1, tn=0).measure) == "several peaks"
    assert mode(Utility(tp=1, fp=0, fn=1, tn=0).measure) == "level"


GRID = [Fraction(i, 20) for i in range(61)]


def test_the_ratio_of_the_example_rises():
    positives, negatives = TWO_PEAKS
    assert [float(share) for share in positives] == list(EXAMPLE_POSITIVES)
    assert [float(share) for share in negatives] == list(EXAMPLE_NEGATIVES)
    assert sum(positives) == sum(negatives) == 1
    ratios = [up / down for up, down in zip(*TWO_PEAKS, strict=True)]
    assert ratios == sorted(ratios)
    assert [float(ratio) for ratio in ratios] == pytest.approx([0.142857, 2.006689, 300], abs=5e-7)


@pytest.mark.parametrize("key", RUNS["several peaks"].split())
def test_two_peaks_in_fractions(key):
    """With one positive in four: the value at the ends of the bins is above that on either side."""
    values = [oracles.DEFINITIONS[key](*binned(Fraction(1, 4), at)) if key != "MCC" else mcc_2(at) for at in GRID]
    known = [None if value is None else Fraction(value) for value in values]
    assert slow_peaks(known) == 2
    assert all(known[at] > max(known[at - 1], known[at + 1]) for at in (20, 40))


def mcc_2(at, prevalence=Fraction(1, 4)):
    """The square of MCC, with its sign."""
    tp, fp, fn, tn = binned(prevalence, at)
    below = (tp + fp) * (fn + tn) * (tp + fn) * (fp + tn)
    top = tp * tn - fp * fn
    return top * abs(top) / below if below else None


def test_the_example_has_one_peak_of_the_others():
    for key in nonempty(RUNS["one peak"].split()):
        for prevalence in (Fraction(1, 2), Fraction(1, 4)):
            values = [oracles.DEFINITIONS[key](*binned(prevalence, at)) for at in GRID]
            sign = -1 if key in LOWER else 1
            assert slow_peaks([None if value is None else sign * Fraction(value) for value in values]) == 1, key


PRINTED = {  # measure, share of positives -> the values at t = 1 and 2
    ("MCC", "1/2"): ("0.61237243569579", "0.41811067038260"),
    ("MK", "1/2"): ("0.625", "0.584671"),
    ("MCC", "1/4"): ("0.522233", "0.489312"),
    ("MK", "1/4"): ("0.454545", "0.800756"),
}


@pytest.mark.parametrize(("key", "share"), PRINTED, ids=str)
def test_the_printed_maxima(key, share):
    prevalence = Fraction(share)
    at, cells = example(float(prevalence), 1.0, 1000)
    values = measure(key)(cells)
    inner = [i for i in range(2, at.size - 2) if values[i] > values[i - 1] and values[i] > values[i + 1]]
    assert at[inner].tolist() == [1, 2]
    for place, printed in zip((1, 2), PRINTED[key, share], strict=True):
        exact = oracles.DEFINITIONS["MK"](*binned(prevalence, Fraction(place)))
        if key == "MCC":
            with mpmath.workdps(30):
                square = mcc_2(Fraction(place), prevalence)
                exact = Fraction(mpmath.nstr(mpmath.sqrt(mpmath.mpf(square.numerator) / square.denominator), 25))
        assert oracles.rounds_to(exact, printed, oracles.decimals(printed))
        assert float(values[1000 * place]) == pytest.approx(float(exact), rel=1e-13)


def test_the_printed_minimum_between_them():
    with mpmath.workdps(30):

        def mcc(at):
            hit = mpmath.mpf("0.3") + mpmath.mpf("0.6") * (2 - at)
            return OF_RATES["MCC"](hit, mpmath.mpf("0.001") + mpmath.mpf("0.299") * (2 - at), mpmath.mpf("0.5"))

        place = mpmath.findroot(lambda at: mpmath.diff(mcc, at), (mpmath.mpf("1.9"), mpmath.mpf("1.95")))
        assert oracles.rounds_to(Fraction(mpmath.nstr(place, 20)), "1.921", 3)
        assert oracles.rounds_to(Fraction(mpmath.nstr(mcc(place), 20)), "0.41476", 5)
    at, cells = example(steps=1000)
    values = measure("MCC")(cells)[1001:2000]
    assert at[1001 + int(values.argmin())] == pytest.approx(1.921, abs=5e-4)
    assert float(values.min()) == pytest.approx(0.41476, abs=5e-6)


def test_the_tables_of_the_example_in_fractions():
    for share, cases in ((0.5, 1.0), (0.25, 1000.0), (0.05, 7.0)):
        at, cells = example(share, cases, 10)
        assert at.tolist() == pytest.approx([i / 10 for i in range(31)], abs=1e-15)
        right = [binned(Fraction(str(share)), Fraction(i, 10)) for i in range(31)]
        for place, name in enumerate(("tp", "fp", "fn", "tn")):
            exact = [float(cases * table[place]) for table in right]
            np.testing.assert_allclose(getattr(cells, name), exact, rtol=1e-12, atol=1e-15 * cases, err_msg=name)
    # What is left of the negatives above 2 is a thousandth, and in the middle of that bin half of it.
    _, cells = example(0.5, 1.0, 2)
    assert float(cells.fp[-2]) == pytest.approx(0.00025, rel=1e-15)
    assert cells.fp[-1] == cells.tp[-1] == cells.fn[0] == cells.tn[0] == 0


def dissertation_rate(t, piece, hit):
    """Appendix B: TPR p(1 - q) / (p - q) or FPR (1 - q) / (p - q) by the first or the second pair of lines."""
    q, p = (t / 10, 4 * t + 1) if piece == 1 else ((87 * t - 78) / 90, 5 * t - 1)
    return (p if hit else 1) * (1 - q) / (p - q)


def test_the_dissertations_own_example_is_no_pair_of_densities():
    """Its four pieces, the first two joined by a line and the last one level, hold 0.990 of one class, 1.077 of the
    other."""
    printed = {
        True: (["0.0718403547672", "0.0444881795262", "0.465330444204", "0.408760166634"], "0.990419145130695"),
        False: (["0.798226164080", "0.0341588945983", "0.160346695558", "0.0845546518548"], "1.07728640609085"),
    }
    with mpmath.workdps(30):
        for hit, (parts, whole) in printed.items():

            def mass(start, end, piece, hit=hit):
                return dissertation_rate(mpmath.mpf(start), piece, hit) - dissertation_rate(mpmath.mpf(end), piece, hit)

            def height(at, piece, hit=hit):
                return -mpmath.diff(lambda t: dissertation_rate(t, piece, hit), mpmath.mpf(at))

            pieces = [
                mass("0", "0.9", 1),
                (height("0.9", 1) + height("1", 2)) / 2 / 10,
                mass("1", "1.5", 2),
                height("1.5", 2) * 4 / 10,
            ]
            for number, shown in zip([*pieces, sum(pieces)], [*parts, whole], strict=True):
                assert oracles.rounds_to(Fraction(mpmath.nstr(number, 25)), shown, oracles.decimals(shown))
    assert math.isclose(sum(EXAMPLE_POSITIVES), 1)
    assert math.isclose(sum(EXAMPLE_NEGATIVES), 1)


some_values = st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.0, -1.0, math.inf, -math.inf, math.nan]), max_size=14)


@given(values=some_values)
def test_peaks_by_a_slow_loop(values):
    assert peaks(np.array(values)) == slow_peaks([None if math.isnan(value) else value for value in values])


def test_a_slight_change_makes_no_peak():
    digit = np.spacing(1.0)
    for scale in (1e-300, 1e-3, 1.0, 1e12):
        for steps in ([1, 1 + digit, 1], [1, 1 - digit, 1], [1 + digit, 1, 1 + 4 * digit, 1], [1 + 9 * digit, 1]):
            assert [peaks(sign * scale * np.array(steps)) for sign in (1, -1)] == [1, 1]
        assert peaks(scale * np.array([1 + 1e-13, 1, 1 + 1e-13])) == 2
    assert [peaks(np.array([1.0, 0.0, 0.3, 0.0, 0.1, 0.0]), slight) for slight in (0, 0.05, 0.15, 0.5)] == [3, 3, 2, 1]


@given(values=st.lists(st.integers(-5, 5), max_size=14), noise=st.lists(st.integers(-1, 1), min_size=14, max_size=14))
def test_peaks_are_those_without_changes_too_slight_to_matter(values, noise):
    """Whole numbers a little off, each by less than a tenth: a difference up to 0.2 is none."""
    off = np.array([value + 0.09 * by for value, by in zip(values, noise, strict=False)])
    assert peaks(off, 0.2) == slow_peaks([Fraction(value) for value in values])
