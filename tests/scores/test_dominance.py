"""Two ROC curves: against exact arithmetic on counts, and how often the band holds."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import norm

from ddcore.errors import InputError
from ddcore.scores.dominance import Crossing, Difference, Stretch, even_places, roc_difference, sure_band
from ddcore.scores.paired_draws import Pairs, paired_draws, separate_draws
from ddcore.table import ScoreTable
from tests.helpers.dominance import CASES
from tests.helpers.loops import nonempty


def corners(score, truth):
    """The points of a ROC curve as fractions, from 0, 0."""
    positives, negatives = sum(truth), len(truth) - sum(truth)
    found = [(Fraction(0), Fraction(0))]
    for threshold in sorted(set(score), reverse=True):
        called = [label for own, label in zip(score, truth, strict=True) if own >= threshold]
        found.append((Fraction(len(called) - sum(called), negatives), Fraction(sum(called), positives)))
    return found


def height(points, x, *, right):
    """That of the curve at one place: just right of it or just left."""
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        inside = x0 <= x < x1 if right else x0 < x <= x1
        if inside:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    raise AssertionError(x)


def exact(first, second, truth):
    """Stretches of one sign as fractions: each piece between two corners is cut where its line crosses 0."""
    curves = [corners(score, truth) for score in (first, second)]
    knots = sorted({x for points in curves for x, _ in points})
    pieces = []
    for low, high in itertools.pairwise(knots):
        start = height(curves[0], low, right=True) - height(curves[1], low, right=True)
        end = height(curves[0], high, right=False) - height(curves[1], high, right=False)
        cuts = [low, high] if start * end >= 0 else [low, low + (high - low) * start / (start - end), high]
        for left, right in itertools.pairwise(cuts):
            middle = start + (end - start) * ((left + right) / 2 - low) / (high - low)
            pieces.append([left, right, (middle > 0) - (middle < 0)])
    joined = pieces[:1]
    for piece in pieces[1:]:
        if piece[2] == joined[-1][2]:
            joined[-1][1] = piece[1]
        else:
            joined.append(piece)
    return joined


@given(CASES)
def test_stretches_are_those_of_exact_arithmetic_and_areas_differ_by_the_mean_difference(rows):
    first, second, truth = zip(*rows, strict=True)
    tables = ScoreTable.of(first, truth), ScoreTable.of(second, truth)
    found, wanted = roc_difference(*tables), exact(first, second, truth)
    assert [stretch.sign for stretch in found.stretches] == [sign for _, _, sign in wanted]
    ends = np.array([(stretch.low, stretch.high) for stretch in found.stretches])
    np.testing.assert_allclose(ends, np.array([row[:2] for row in wanted], float), atol=1e-12)
    signs = {sign for _, _, sign in wanted} - {0}
    assert found.dominates == (signs.pop() if len(signs) == 1 else 0)
    mean = float(np.sum(np.diff(found.x) * (found.start + found.end) / 2))
    assert mean == pytest.approx(tables[0].auc - tables[1].auc, abs=1e-12)
    assert sum(found.share(sign) for sign in (-1, 0, 1)) == pytest.approx(1)


def test_crossings_and_jumps():
    """The first model finds half of the positives at once, the second all of them after one negative of four."""
    truth = [1, 1, 0, 0, 0, 0]
    first = ScoreTable.of([9, 3, 8, 7, 6, 2], truth)
    found = roc_difference(first, ScoreTable.of([8, 7, 9, 3, 2, 1], truth))
    assert found.crossings == (Crossing(0.25, 0.25, -1),)
    assert found.stretches == (Stretch(0.0, 0.25, 1), Stretch(0.25, 0.75, -1), Stretch(0.75, 1.0, 0))
    assert found.dominates == 0
    assert found.at(np.array([0.1, 0.25, 0.5, 0.9])).tolist() == [0.5, -0.5, -0.5, 0.0]


def test_curves_that_meet_for_a_while_cross_there_and_the_same_scores_dominate_nothing():
    line = Difference.of(np.array([0.0, 0.2, 0.6, 1.0]), np.array([0.1, 1e-16, -0.1]), np.array([0.1, 0.0, -0.3]))
    assert line.crossings == (Crossing(0.2, 0.6, -1),)
    assert line.share(0) == pytest.approx(0.4)
    table = ScoreTable.of([1, 2, 3], [0, 1, 1])
    same = roc_difference(table, table)
    assert (same.stretches, same.dominates) == ((Stretch(0.0, 1.0, 0),), 0)


def test_one_class_has_no_curve():
    table = ScoreTable.of([1, 2], [0, 1])
    with pytest.raises(InputError, match="a ROC curve needs cases of both classes"):
        roc_difference(table, ScoreTable.of([1, 2], [0, 0]))
    with pytest.raises(InputError, match="a ROC curve needs cases of both classes"):
        paired_draws(Pairs.of(np.ones(2), np.ones(2), np.ones(2, bool)), rng=np.random.default_rng(1))


def normal(positives, negatives, means, rho, rng):
    """Scores of two models, both classes with standard deviation 1 and one correlation."""
    size = positives + negatives
    truth = np.arange(size) < positives
    both = rng.multivariate_normal([0, 0], [[1, rho], [rho, 1]], size) + truth[:, None] * np.array(means)
    return Pairs.of(both[:, 0], both[:, 1], truth)


@pytest.mark.full
@pytest.mark.parametrize("means", [(1.0, 1.0), (2.0, 1.5)])
def test_band_holds_the_whole_curve(means):
    """At 95 %, so 5 or fewer of 60 may fail; binormal curves are known."""
    rng, x, held, surely_wrong = np.random.default_rng(11), even_places(50), 0, 0
    truth = np.subtract(*(norm.sf(norm.isf(x) - mean) for mean in means))
    for _ in range(60):
        pairs = normal(40, 80, means, 0.5, rng)
        band = sure_band(roc_difference(*pairs.tables), paired_draws(pairs, 120, rng=rng).on(x), x, 0.5, 40)
        held += bool(((band.low <= truth) & (truth <= band.high)).all())
        surely_wrong += bool(((band.low > 0) & (truth <= 0)).any() or ((band.high < 0) & (truth >= 0)).any())
    assert held >= 55
    assert surely_wrong <= 5


def test_band_is_sure_where_the_difference_is_large_and_learning_widens_it():
    pairs, x = normal(200, 200, (2.0, 0.5), 0.5, np.random.default_rng(3)), even_places(50)
    draws = paired_draws(pairs, 60, rng=np.random.default_rng(1)).on(x)
    curve = roc_difference(*pairs.tables)
    band, twice = (sure_band(curve, draws, x, 0.5, 200, inflation=times) for times in (1.0, 4.0))
    [stretch] = band.sure
    assert stretch.sign == 1
    assert stretch.low <= 0.05
    assert (band.share(1), band.share(-1)) == (pytest.approx(stretch.length), 0)
    assert twice.high - twice.low == pytest.approx(2 * (band.high - band.low))


def test_pairing_halves_what_separate_draws_leave_open_and_the_first_draw_has_all_cases():
    """Models that agree have curves that move together."""
    pairs, x = normal(100, 100, (1.0, 1.0), 0.95, np.random.default_rng(3)), np.array([0.3])
    paired = paired_draws(pairs, 100, rng=np.random.default_rng(1)).on(x)
    apart = separate_draws(*pairs.tables, 100, rng=np.random.default_rng(1)).on(x)
    assert paired.std() < 0.6 * apart.std()
    wanted = roc_difference(*pairs.tables).at(x)
    assert paired[0] == apart[0] == pytest.approx(wanted)


def test_weights_are_what_repeated_cases_are():
    """A case that counts three is drawn as one, so the band is wider than that of three cases."""
    pairs = normal(40, 40, (1.5, 0.5), 0.3, np.random.default_rng(5))
    truth = pairs.times[0].astype(bool)
    heavy = Pairs.of(pairs.first, pairs.second, truth, np.full(truth.size, 3.0))
    thrice = Pairs.of(*(np.repeat(part, 3) for part in (pairs.first, pairs.second, truth)))
    x = even_places(9)
    one, two = (paired_draws(part, 300, rng=np.random.default_rng(1)).on(x) for part in (heavy, thrice))
    assert one[0] == pytest.approx(two[0])
    assert one.std(axis=0).mean() == pytest.approx(3**0.5 * two.std(axis=0).mean(), rel=0.15)
    assert heavy.tables[0].effective == pytest.approx((40.0, 40.0))


def test_cases_that_one_model_does_not_score_are_left_out():
    pairs = Pairs.of(np.array([1.0, np.nan, 3.0]), np.array([1.0, 2.0, 3.0]), np.array([False, True, True]))
    assert [table.total for table in nonempty(pairs.tables)] == [2, 2]


def test_reading_is_by_other_cases():
    """Scores in the middle are positive: read as evidence they separate on unseen cases, too."""
    rng = np.random.default_rng(2)
    score = rng.uniform(0, 1, 300)
    table = ScoreTable.of(score, (abs(score - 0.5) < 0.25).astype(int))
    own, read = Pairs.read(table, rng=rng).tables
    assert own.auc == pytest.approx(table.auc)
    assert read.auc > 0.9
    assert own.positives.sum() == read.positives.sum() == table.positives.sum()
