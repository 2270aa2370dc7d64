"""Winners against loops and fractions, regions against the hull of the ROC points and points drawn at random."""

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from ddcore.counts import Counts
from ddcore.decisions.comparison import (
    MAP_SIZE,
    NOWHERE,
    Comparison,
    grid,
    hexagon_points,
    outline,
    stake_ratio,
    weight_line,
)
from ddcore.decisions.utility import Utility
from tests.helpers.decisions import CELLS, hexagon, matrix, named, rates, refused, yield_of
from tests.helpers.loops import nonempty

A, B = (27, 15, 23, 35), (43, 18, 7, 32)
CAREFUL, MIDDLE = (30, 5, 20, 45), (38, 10, 12, 40)
GOOD = [CAREFUL, MIDDLE, B]
"""Each of these three wins for some values, A for none."""

FACTORY = (15, -335, -35, 165)
ALWAYS, NEVER = (1, 1), (0, 0)
"""TPR and FPR of the constant answers."""


@cache
def comparison(*tables, prevalence=None):
    """Of tables named A, B, ... at the prevalence of the first, unless another is given."""
    first = tables[0]
    share = (first[0] + first[2]) / sum(first) if prevalence is None else prevalence
    return Comparison.of({chr(65 + i): Counts(**named(cells)) for i, cells in enumerate(tables)}, share)


def earned(tables, share, payoffs):
    """What each classifier, the constant answers last, yields at a prevalence."""
    return [yield_of(payoffs, *both, share) for both in (*map(rates, tables), ALWAYS, NEVER)]


def weight_at(x, y):
    """The part that a right answer on a positive case has of both stakes, at a place of the hexagon."""
    tp, fp, fn, tn = matrix(x, y)
    return (tp - fn) / (tp - fn + tn - fp)


def envelope(tables, share):
    """Who is best for every weight t of a right answer on a positive case, in fractions: [(winners, low, high)].

    Yields are linear in t, so between two neighbouring crossings of any two of them the best stay the same.
    """
    every = [*map(rates, tables), ALWAYS, NEVER]
    lines = [(share * hit, (1 - share) * (1 - alarm)) for hit, alarm in every]
    ends = {Fraction(0), Fraction(1)}
    for (a, b), (c, d) in itertools.combinations(lines, 2):
        if a - b != c - d:
            crossing = (d - b) / (a - b - c + d)
            ends |= {crossing} if 0 < crossing < 1 else set()
    found = []
    for low, high in itertools.pairwise(sorted(ends)):
        t = (low + high) / 2
        values = [t * right + (1 - t) * kept for right, kept in lines]
        winners = tuple(i for i, value in enumerate(values) if value == max(values))
        if found and found[-1][0] == winners:
            found[-1] = (winners, found[-1][1], high)
        else:
            found.append((winners, low, high))
    return found


def regions_agree(of, right):
    assert [region.winners for region in of.regions] == [winners for winners, _, _ in right]
    found = [(region.low, region.high) for region in of.regions]
    np.testing.assert_allclose(found, [(float(low), float(high)) for _, low, high in right], rtol=0, atol=1e-12)
    assert all(one.high == after.low for one, after in itertools.pairwise(of.regions))
    assert sum(region.share for region in of.regions) == pytest.approx(1, rel=1e-12)
    return True


def winners_of(of):
    return [region.winners for region in of.regions]


def drawn(seed, models, P=40, N=60):
    """Tables of one test set with rates strictly between 0 and 1, better than chance."""
    rng = np.random.default_rng(seed)
    hit = rng.integers(1, P, models)
    alarm = np.minimum(rng.integers(1, N, models), hit * N // P)
    return [(int(h), int(a), int(P - h), int(N - a)) for h, a in zip(hit, alarm, strict=True)]


# Yields and winners ------------------------------------------------------------------------------------------------


def test_yields_of_the_factory_names_and_shares():
    of = Comparison.of({"A": Counts(**named(A)), "B": Counts(**named(B))}, 0.5, ("long", "short"))
    assert of.yields(Utility(**named(FACTORY))) == pytest.approx([3.5, -3.5, -160, 65], rel=1e-13)
    assert of.names == ("A", "B", "always long", "always short")
    assert comparison(A, B).names[2:] == ("always positive", "always negative")
    assert (of.models, of.prevalence) == (("A", "B"), 0.5)
    assert {name: getattr(comparison(A).shares, name).tolist() for name in CELLS} == {
        "tp": [0.27, 0.5, 0.0], "fp": [0.15, 0.5, 0.0], "fn": [0.23, 0.0, 0.5], "tn": [0.35, 0.0, 0.5],
    }  # fmt: skip


TABLES = st.integers(1, 6).flatmap(
    lambda P: st.integers(1, 6).flatmap(
        lambda N: st.lists(
            st.tuples(st.integers(0, P), st.integers(0, N)).map(
                lambda called: (called[0], called[1], P - called[0], N - called[1])
            ),
            min_size=1,
            max_size=4,
        )
    )
)
"""Up to four tables of one small test set, where equal models, constant answers and mixtures are common."""
payoff = st.integers(-3, 3)
four = st.tuples(payoff, payoff, payoff, payoff).filter(lambda payoffs: len(set(payoffs)) > 1)


@given(tables=TABLES, clouds=st.lists(st.tuples(four, st.integers(1, 5)), min_size=2, max_size=6))
def test_yields_winners_and_chances_of_many_matrices_in_fractions(tables, clouds):
    """Of equal ones the first wins, and all of them share the chance to be best."""
    of, share = comparison(*tables), Fraction(tables[0][0] + tables[0][2], sum(tables[0]))
    payoffs, weights = zip(*clouds, strict=True)
    exact = [earned(tables, share, one) for one in payoffs]
    cloud = Utility(**named(np.array(payoffs).T))
    np.testing.assert_allclose(of.yields(cloud).T, [list(map(float, row)) for row in exact], rtol=1e-12, atol=1e-13)
    best = [[value == max(row) for value in row] for row in exact]
    assert of.winner(cloud).tolist() == [row.index(True) for row in best]
    for weight, found in (
        (weights, of.probability_best(cloud, weights)),
        ((1,) * len(best), of.probability_best(cloud)),
    ):
        wins = [[Fraction(one * flag, sum(row)) for flag in row] for one, row in zip(weight, best, strict=True)]
        right = [float(sum(column) / sum(weight)) for column in zip(*wins, strict=True)]
        np.testing.assert_allclose(found, right, rtol=1e-13, atol=1e-15)


def test_of_equal_ones_the_first_wins_and_models_are_moved_to_one_prevalence():
    assert comparison(A, B, B).winner(Utility(tp=1, fp=0, fn=0, tn=1)) == 1
    assert comparison((5, 5, 0, 0), (5, 3, 0, 2), (0, 0, 5, 5)).winner(Utility(tp=1, fp=0, fn=0, tn=0)) == 0
    several = Utility(**named(np.arange(8).reshape(4, 2, 1) % 5))
    assert (comparison(*GOOD).yields(several).shape, comparison(*GOOD).winner(several).shape) == ((5, 2, 1), (2, 1))
    tables = [A, (3, 10, 1, 50), (9, 1, 2, 3)]
    for share in map(Fraction, ("1/10", "1/3", "1/2", "9/10")):
        of = comparison(*tables, prevalence=float(share))
        for payoffs in (FACTORY, (1, 0, 0, 1), (0, 3, 1, 2)):
            right = [float(one) for one in earned(tables, share, payoffs)]
            np.testing.assert_allclose(of.yields(Utility(**named(payoffs))), right, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(of.shares.positives, float(share), rtol=1e-14)
        np.testing.assert_allclose(of.shares.total, 1, rtol=1e-14)
        assert regions_agree(of, envelope(tables, share))


def test_a_contest_needs_cases_of_both_classes_and_a_share():
    for cells, prevalence in (((3, 0, 2, 0), 0.5), ((0, 4, 0, 1), 0.5), ((0, 4, 0, 1), 1.0)):
        message = "the model A must have cases of both classes to be compared at another share of positives..."
        refused(message, comparison, cells, prevalence=prevalence)
    refused("the model B must have cases of both classes to be compared...", comparison, A, (0, 0, 0, 0))
    for prevalence, tables in itertools.product((1.2, -0.5, math.nan), ({}, {"A": Counts(**named(A))})):
        refused(f"prevalence must be between 0 and 1, got {prevalence:g}", Comparison.of, tables, prevalence)


# The map -----------------------------------------------------------------------------------------------------------


def test_the_map_is_that_of_a_slow_loop():
    of, size = comparison(*GOOD), 37
    found = of.map(size)
    assert found.shape == (size, size)
    seen = set()
    for i, j in itertools.product(range(size), repeat=2):
        x, y = (Fraction(2 * k, size - 1) - 1 for k in (j, i))
        if abs(x - y) > 1:
            assert found[i, j] == NOWHERE
            continue
        values = earned(GOOD, Fraction(1, 2), matrix(x, y))
        if values.count(max(values)) == 1:
            assert found[i, j] == values.index(max(values)), (x, y)
            seen.add(int(found[i, j]))
        else:
            assert values[found[i, j]] == max(values), (x, y)
    assert seen == {0, 1, 2, 3, 4}


def test_the_map_has_400_places_along_each_side():
    found = comparison(A, B).map()
    assert found.shape == (400, 400) == (MAP_SIZE, MAP_SIZE)
    x, y = np.meshgrid(grid(), grid())
    np.testing.assert_array_equal(found == NOWHERE, np.abs(x - y) > 1)
    assert (found != NOWHERE).mean() == pytest.approx(3 / 4, abs=0.005)
    assert (grid()[0], grid()[-1], np.ptp(np.diff(grid())) < 1e-15) == (-1, 1, True)


# Regions -----------------------------------------------------------------------------------------------------------


def inside(x, y, corner_x, corner_y):
    """Whether a point is in a polygon: a ray to the right leaves it an odd number of times."""
    odd = False
    for (ax, bx), (ay, by) in zip(itertools.pairwise(corner_x), itertools.pairwise(corner_y), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def distance(x, y, corner_x, corner_y):
    """From points to the nearest place of the border of a polygon."""
    nearest = np.full(np.shape(x), math.inf)
    for (ax, bx), (ay, by) in zip(itertools.pairwise(corner_x), itertools.pairwise(corner_y), strict=True):
        length = (bx - ax) ** 2 + (by - ay) ** 2
        part = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1) if length else 0
        nearest = np.minimum(nearest, np.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay)))
    return nearest


SEVERAL = [
    ([A], 0.5),
    ([A, B], 0.5),
    (GOOD, 0.5),
    ([A, *GOOD, (5, 1, 45, 49)], 0.1),
    ([(15, 35, 35, 15)], 0.5),
    (drawn(3, 6), 0.4),
]
"""The fifth is worse than chance."""


@pytest.mark.parametrize(("tables", "prevalence"), SEVERAL)
def test_winners_shares_and_centres_of_regions_at_points_drawn_at_random(tables, prevalence):
    of, (x, y) = comparison(*tables, prevalence=prevalence), hexagon(3000, 5)
    weights = np.array([weight_at(*place) for place in zip(x.tolist(), y.tolist(), strict=True)])
    for place in zip(x[:400].tolist(), y[:400].tolist(), strict=True):
        held = [region for region in of.regions if inside(*place, region.x, region.y)]
        assert len(held) == 1, "the parts cover the hexagon and do not overlap"
        values = earned(tables, prevalence, matrix(*place))
        assert all(values[winner] >= max(values) - 1e-12 for winner in held[0].winners), place
    winners, shares = of.map(), np.zeros(len(of.names))
    counted = np.bincount(winners[winners != NOWHERE], minlength=len(of.names)) / (winners != NOWHERE).sum()
    for region in nonempty(of.regions):
        shares[region.winners[0]] += region.share
        assert inside(*region.centre, region.x, region.y)
        assert region.low <= weight_at(*region.centre) <= region.high
        within = (weights > region.low) & (weights < region.high)
        here = float(distance(*map(np.array, region.centre), region.x, region.y))
        assert here > distance(x[within], y[within], region.x, region.y).max() - 0.01, "no point is farther inside"
        assert region.room == pytest.approx(here, abs=0.01)
    np.testing.assert_allclose(shares, counted, rtol=0, atol=0.004)


def test_the_two_constant_answers_alone_by_hand():
    """At a prevalence of 1/2 the line t = 1/2 halves the hexagon; at 1/5 always predicting positive needs t above 4/5.

    The part above t = 4/5 is bounded by (-1, -1), (-1, 0), (0, 1), (1, 1) and (0, 3/4), (-3/4, 0): 1/4 + 7/32 + 1/4.
    """
    half, fifth = Comparison.of({}, 0.5).regions, Comparison.of({}, 0.2).regions
    assert [(one.winners, one.low, one.high) for one in half] == [((1,), 0, 0.5), ((0,), 0.5, 1)]
    assert [one.share for one in half] == pytest.approx([0.5, 0.5], rel=1e-14)
    assert [one.winners for one in fifth] == [(1,), (0,)]
    assert fifth[1].low == pytest.approx(0.8, rel=1e-14)
    assert fifth[1].share == pytest.approx((1 / 8 + 7 / 32 + 1 / 8) / 3, rel=1e-13)


@pytest.mark.parametrize("seed", range(5))
def test_the_winners_are_the_corners_of_the_hull_of_the_roc_points_and_borders_its_slopes(seed):
    """From one corner to the next TPR rises by r and FPR by a: both are worth the same where t f r = (1-t) (1-f) a."""
    tables = drawn(seed, 12)
    of, every = comparison(*tables), [*map(rates, tables), ALWAYS, NEVER]
    points = np.array([(float(alarm), float(hit)) for hit, alarm in every])
    hull = ConvexHull(np.vstack([points, [1, 0]])).vertices
    corners = {tuple(points[i]) for i in hull if i < len(points)}
    assert {tuple(points[region.winners[0]]) for region in of.regions} == corners
    for region in of.regions:
        assert len({tuple(points[winner]) for winner in region.winners}) == 1
    along = [every[region.winners[0]] for region in of.regions]
    assert len(along) >= 3
    for one, ((hit, alarm), (next_hit, next_alarm)) in zip(of.regions[:-1], itertools.pairwise(along), strict=True):
        assert next_alarm > alarm, "the more positives matter, the more cases are predicted positive"
        slope = (next_hit - hit) / (next_alarm - alarm)
        assert stake_ratio(one.high) == pytest.approx(float(Fraction(60, 40) / slope), rel=1e-9)
    assert regions_agree(of, envelope(tables, Fraction(2, 5)))
    larger = drawn(seed, 6, 371, 629)
    assert regions_agree(comparison(*larger), envelope(larger, Fraction(371, 1000)))


def test_identical_models_share_a_region():
    """Also those of the same rates in more cases, and where they are moved."""
    of = comparison(MIDDLE, B, B, CAREFUL, B)
    assert (1, 2, 4) in winners_of(of)
    assert winners_of(of) == [winners for winners, _, _ in envelope([MIDDLE, B, B, CAREFUL, B], Fraction(1, 2))]
    assert (1, 2) in winners_of(comparison(A, B, tuple(3 * cell for cell in B)))
    for prevalence in (0.1, 0.3, 1 / 3, 0.77):
        for tp, fp, fn, tn in ((6, 1, 2, 7), (5, 1, 2, 2), (2, 1, 1, 6)):
            of = comparison((tp, fp, fn, tn), (5 * tp, 3 * fp, 5 * fn, 3 * tn), prevalence=prevalence)
            assert winners_of(of) == [(3,), (0, 1), (2,)], prevalence
        of = comparison((4, 7, 0, 0), (0, 0, 3, 7), prevalence=prevalence)
        assert winners_of(of) == [(1, 3), (0, 2)], "a constant answer that is moved"


SIZES = [(5, 5), (3, 7), (1, 2), (2, 9), (7, 3), (41, 59), (13, 36)]


def test_constant_answers_share_their_region_and_a_model_on_the_chance_line_wins_nowhere():
    """It is a mixture of both constant answers, and all three are worth the same at one t only."""
    for P, N in SIZES:
        of = comparison((P, N, 0, 0), (0, 0, P, N))
        assert winners_of(of) == [(1, 3), (0, 2)]
        cloud = Utility(tp=[1, 0], fp=[0, 0], fn=[0, 0], tn=[0, 1])
        assert of.probability_best(cloud).tolist() == [0.25] * 4
        for part in (1, 2, 3):
            mixture = comparison((part * P, part * N, (4 - part) * P, (4 - part) * N))
            assert winners_of(mixture) == [(2,), (1,)], (P, N, part)


def test_a_mixture_of_two_models_wins_nowhere():
    mixtures = [tuple(k * a + (9 - k) * b for a, b in zip(A, B, strict=True)) for k in range(1, 9)]
    whole = [tuple(9 * cell for cell in cells) for cells in ((30, 5, 20, 45), (45, 18, 5, 32))]
    between = [tuple((k * a + (9 - k) * b) // 9 for a, b in zip(*whole, strict=True)) for k in range(1, 9)]
    of = comparison(*whole, *between)
    assert winners_of(of) == [(11,), (0,), (1,), (10,)]
    assert regions_agree(comparison(*mixtures, A, B), envelope([*mixtures, A, B], Fraction(1, 2)))


def test_with_one_class_its_constant_answer_wins_everywhere():
    for tables, prevalence, winners in (
        ([(0, 2, 0, 8), (0, 5, 0, 5)], 0.0, (3,)),
        ([(0, 0, 0, 10)], 0.0, (0, 2)),
        ([(8, 0, 2, 0), (3, 0, 7, 0)], 1.0, (2,)),
        ([(10, 0, 0, 0)], 1.0, (0, 1)),
    ):
        (region,) = comparison(*tables, prevalence=prevalence).regions
        assert (region.winners, region.low, region.high, region.share) == (winners, 0, 1, pytest.approx(1, rel=1e-14))


def test_a_perfect_model_wins_everywhere():
    (region,) = comparison((4, 0, 0, 6), A).regions
    assert (region.winners, region.low, region.high, region.share) == ((0,), 0, 1, pytest.approx(1))
    assert region.room == pytest.approx(math.sqrt(0.5), abs=0.01), "the hexagon is narrowest across its diagonal"


@given(tables=TABLES)
def test_regions_in_fractions(tables):
    share = Fraction(tables[0][0] + tables[0][2], sum(tables[0]))
    assert regions_agree(comparison(*tables), envelope(tables, share))


# The centre of a region --------------------------------------------------------------------------------------------


def test_a_region_too_thin_to_have_a_point_of_the_grid_has_its_centre_inside():
    """The model just beats both constant answers, about the t at which these are worth the same."""
    for more, P in itertools.product([1, 10, 100], [5_000_000, 3_141_592, 1_414_214, 7_182_818]):
        N = 10_000_000 - P
        of = comparison((P // 2 + more, N // 2, P // 2 - more, N // 2))
        (region,) = [one for one in of.regions if one.winners == (0,)]
        assert 0 < region.high - region.low < 0.001
        assert region.centre not in [(-1, -1), (1, 1)], "the corners are on every line"
        assert region.low <= weight_at(*region.centre) <= region.high
        assert region.room < 0.01


# Lines and outlines ------------------------------------------------------------------------------------------------


def test_along_a_line_the_weight_is_the_same():
    for weight in (0.0, 0.01, 0.25, 1 / 3, 0.5, 0.6, 0.9, 0.999, 1.0):
        x, y = weight_line(weight)
        assert x.shape == y.shape == (4,)
        assert (x[0], y[0], x[-1], y[-1]) == (-1, -1, 1, 1)
        parts = np.linspace(0.001, 2.999, 200)
        for place in zip(*(np.interp(parts, range(4), side).tolist() for side in (x, y)), strict=True):
            assert weight_at(*place) == pytest.approx(weight, abs=1e-12)
        assert (np.diff([x, y]) >= 0).all()


def test_places_are_a_grid_of_the_hexagon_row_by_row():
    for steps in (2, 4, 10, 20):
        places = range(-steps, steps + 1)
        right = [(j / steps, i / steps) for i in places for j in places if abs(i - j) <= steps]
        np.testing.assert_allclose(np.column_stack(hexagon_points(1 / steps)), right, rtol=0, atol=1e-9)


def test_the_outline_of_the_hexagon():
    x, y = outline()
    assert (x[0], y[0]) == (x[-1], y[-1])
    assert {*zip(x.tolist(), y.tolist(), strict=True)} == {(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)}


def test_an_outline_runs_along_one_line_and_back_along_the_other():
    found = list(zip(*(side.tolist() for side in hexagon(200, 6)), strict=True))
    for low, high in ((0, 0.25), (0.25, 0.5), (0.1, 0.9), (0.5, 1), (0.7, 0.71)):
        x, y = outline(low, high)
        assert (x[0], y[0]) == (x[-1], y[-1])
        for corner in zip(x.tolist(), y.tolist(), strict=True):
            if abs(sum(corner)) < 2:
                assert min(abs(weight_at(*corner) - low), abs(weight_at(*corner) - high)) < 1e-12
        assert all(inside(*place, x, y) == (low < weight_at(*place) < high) for place in found)


@given(x=st.floats(-0.99, 0.99), y=st.floats(-0.99, 0.99))
def test_the_ratio_is_that_of_the_payoffs(x, y):
    assert [stake_ratio(weight) for weight in (0, 1)] == [0, math.inf]
    assume(abs(x - y) < 0.999)
    tp, fp, fn, tn = matrix(x, y)
    assert stake_ratio(weight_at(x, y)) == pytest.approx((tp - fn) / (tn - fp), rel=1e-9)
