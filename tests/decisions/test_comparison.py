"""Winners against loops and fractions, regions against the hull of the ROC points and points drawn at random."""

import itertools
import math
import re
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
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
from ddcore.errors import InputError
from tests.helpers.decisions import CELLS, hexagon, matrix, named, rates, yield_of
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
    return True


def drawn(seed, models, P=40, N=60):
    """Tables of one test set with rates strictly between 0 and 1, better than chance."""
    rng = np.random.default_rng(seed)
    hit = rng.integers(1, P, models)
    alarm = np.minimum(rng.integers(1, N, models), hit * N // P)
    return [(int(h), int(a), int(P - h), int(N - a)) for h, a in zip(hit, alarm, strict=True)]


# Yields and winners ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("payoffs", [FACTORY, (1, 0, 0, 1), (0, 1, 2, 0), (350, 0, 300, 500)], ids=str)
def test_yields_in_fractions(payoffs):
    of = comparison(A, B)
    found = of.yields(Utility(**named(payoffs)))
    right = [float(one) for one in earned([A, B], Fraction(1, 2), payoffs)]
    np.testing.assert_allclose(found, right, rtol=1e-13, atol=1e-13)
    assert of.winner(Utility(**named(payoffs))) == right.index(max(right))
    assert of.names == ("A", "B", "always positive", "always negative")
    assert (of.models, of.prevalence) == (("A", "B"), 0.5)


def test_the_factory_does_best_to_call_all_parts_short():
    of = Comparison.of({"A": Counts(**named(A)), "B": Counts(**named(B))}, 0.5, ("long", "short"))
    made = Utility(**named(FACTORY))
    assert of.names[int(of.winner(made))] == "always short"
    assert of.yields(made) == pytest.approx([3.5, -3.5, -160, 65], rel=1e-13)


@given(seed=st.integers(0, 10**6))
def test_many_matrices_are_the_same_one_by_one(seed):
    of = comparison(*drawn(seed, 3))
    many = Utility(**named(np.random.default_rng(seed).normal(size=(4, 2, 5))))
    yields, winners = of.yields(many), of.winner(many)
    assert (yields.shape, winners.shape) == ((5, 2, 5), (2, 5))
    for place in np.ndindex(2, 5):
        np.testing.assert_allclose(yields[:, *place], of.yields(many[place]), rtol=1e-13, atol=1e-14)
        assert winners[place] == of.winner(many[place])


def test_of_equal_ones_the_first_wins():
    assert comparison(A, B, B).winner(Utility(tp=1, fp=0, fn=0, tn=1)) == 1
    assert comparison((5, 5, 0, 0), (5, 3, 0, 2), (0, 0, 5, 5)).winner(Utility(tp=1, fp=0, fn=0, tn=0)) == 0


@pytest.mark.parametrize("prevalence", ["1/10", "1/3", "1/2", "9/10"])
def test_models_are_moved_to_one_prevalence(prevalence):
    share, tables = Fraction(prevalence), [A, (3, 10, 1, 50), (9, 1, 2, 3)]
    of = comparison(*tables, prevalence=float(share))
    for payoffs in (FACTORY, (1, 0, 0, 1), (0, 3, 1, 2)):
        right = [float(one) for one in earned(tables, share, payoffs)]
        np.testing.assert_allclose(of.yields(Utility(**named(payoffs))), right, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(of.shares.positives, float(share), rtol=1e-14)
    np.testing.assert_allclose(of.shares.total, 1, rtol=1e-14)
    assert regions_agree(of, envelope(tables, share))


@pytest.mark.parametrize(("cells", "prevalence"), [((3, 0, 2, 0), 0.5), ((0, 4, 0, 1), 0.5), ((0, 4, 0, 1), 1.0)])
def test_a_model_that_is_moved_has_cases_of_both_classes(cells, prevalence):
    message = "A must have cases of both classes to be compared at another share of positives"
    with pytest.raises(InputError, match=message):
        comparison(cells, prevalence=prevalence)


def test_a_model_without_cases_is_in_no_contest():
    with pytest.raises(InputError, match="B must have cases of both classes to be compared"):
        comparison(A, (0, 0, 0, 0))


@pytest.mark.parametrize("tables", [[], [A]], ids=["no model", "one model"])
@pytest.mark.parametrize(("prevalence", "shown"), [(1.2, "1.2"), (-0.5, "-0.5"), (math.nan, "nan")])
def test_a_prevalence_of_a_contest_is_a_share(tables, prevalence, shown):
    with pytest.raises(InputError, match=re.escape(f"prevalence must be between 0 and 1, got {shown}")):
        Comparison.of({str(cells): Counts(**named(cells)) for cells in tables}, prevalence)


# Chances -----------------------------------------------------------------------------------------------------------


def test_chances_by_a_loop():
    of, rng = comparison(*GOOD), np.random.default_rng(1)
    payoffs, weight = rng.normal(size=(4, 500)), rng.uniform(size=500)
    plain, weighed = np.zeros(5), np.zeros(5)
    for i in range(500):
        values = earned(GOOD, 0.5, payoffs[:, i].tolist())
        plain[values.index(max(values))] += 1 / 500
        weighed[values.index(max(values))] += weight[i] / weight.sum()
    cloud = Utility(**named(payoffs))
    np.testing.assert_allclose(of.probability_best(cloud), plain, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(of.probability_best(cloud, weight), weighed, rtol=1e-12, atol=1e-15)
    assert (plain > 0).all(), "each wins somewhere, so that none is compared with 0 only"


def test_equal_ones_share_a_win():
    of = comparison(CAREFUL, B, CAREFUL, CAREFUL)
    cloud = Utility(tp=[3, 0, 1], fp=0, fn=0, tn=[1, 1, 2])
    right = [[1.35, 1.61, 1.35, 1.35, 1.5, 0.5], [0.45, 0.32, 0.45, 0.45, 0, 0.5], [1.2, 1.07, 1.2, 1.2, 0.5, 1]]
    np.testing.assert_allclose(of.yields(cloud).T, right, rtol=1e-13)
    np.testing.assert_allclose(of.probability_best(cloud), [1 / 9, 1 / 3, 1 / 9, 1 / 9, 0, 1 / 3], rtol=1e-14, atol=0)
    np.testing.assert_allclose(
        of.probability_best(cloud, [1, 0, 3]), [1 / 4, 1 / 4, 1 / 4, 1 / 4, 0, 0], rtol=1e-14, atol=0
    )


@given(seed=st.integers(0, 10**6), models=st.integers(1, 5))
def test_chances_sum_to_1(seed, models):
    rng = np.random.default_rng(seed)
    cloud = Utility(**named(rng.integers(-3, 3, (4, 20)) + np.array([[0], [0], [0], [0.5]])))
    found = comparison(*drawn(seed, models)).probability_best(cloud, rng.integers(1, 5, 20))
    assert found.sum() == pytest.approx(1, rel=1e-13)
    assert (found >= 0).all()


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


def test_unit_and_zero_do_not_change_the_winner():
    of, (x, y) = comparison(*GOOD), hexagon(2000, 2)
    plain = of.winner(Utility.at(x, y))
    for low, high in ((-335, 165), (0, 1e6), (-1e-3, 1e-3)):
        made = Utility.at(x, y, low, high)
        np.testing.assert_array_equal(of.winner(made), plain)
        again = Utility.at(*np.clip(made.coordinates, -1, 1))
        assert (of.winner(again) == plain).mean() > 0.999, "but for places at a border"
    assert len(set(plain.tolist())) == 5


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
def test_winners_at_points_drawn_inside_each_region(tables, prevalence):
    of = comparison(*tables, prevalence=prevalence)
    found = list(zip(*(side.tolist() for side in hexagon(1500, 4)), strict=True))
    drawn_there = {region.winners: 0 for region in of.regions}
    for x, y in nonempty(found):
        held = [region for region in of.regions if inside(x, y, region.x, region.y)]
        assert len(held) == 1, "the parts cover the hexagon and do not overlap"
        values = earned(tables, prevalence, matrix(x, y))
        assert all(values[winner] >= max(values) - 1e-12 for winner in held[0].winners), (x, y)
        drawn_there[held[0].winners] += 1
    for region in nonempty(of.regions):
        sampled = drawn_there[region.winners] / len(found)
        assert region.share == pytest.approx(sampled, abs=4 * math.sqrt(0.25 / len(found)))


@pytest.mark.parametrize(("tables", "prevalence"), SEVERAL)
def test_shares_of_the_area_are_those_of_the_map(tables, prevalence):
    of = comparison(*tables, prevalence=prevalence)
    winners = of.map()
    counted = np.bincount(winners[winners != NOWHERE], minlength=len(of.names)) / (winners != NOWHERE).sum()
    found = np.zeros(len(of.names))
    for region in of.regions:
        found[region.winners[0]] += region.share
    np.testing.assert_allclose(found, counted, rtol=0, atol=0.004)
    assert sum(region.share for region in of.regions) == pytest.approx(1, rel=1e-13)


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


def test_the_parts_of_the_factory():
    """A wins nowhere: from never to B, TPR rises by 43/18 of what FPR does, to A only by 27/15.

    B takes over where 43 t = 18 (1-t), and leaves off where 7 t = 32 (1-t).
    """
    found = comparison(A, B).regions
    assert [one.winners for one in found] == [(3,), (1,), (2,)]
    assert [one.low for one in found] == pytest.approx([0, 18 / 61, 32 / 39], rel=1e-13)
    assert [one.high for one in found] == pytest.approx([18 / 61, 32 / 39, 1], rel=1e-13)


@pytest.mark.parametrize("seed", range(20))
def test_the_winners_are_the_corners_of_the_hull_of_the_roc_points(seed):
    tables = drawn(seed, 12)
    of = comparison(*tables)
    points = np.array([(float(alarm), float(hit)) for hit, alarm in (*map(rates, tables), ALWAYS, NEVER)])
    hull = ConvexHull(np.vstack([points, [1, 0]])).vertices
    corners = {tuple(points[i]) for i in hull if i < len(points)}
    assert {tuple(points[region.winners[0]]) for region in of.regions} == corners
    for region in of.regions:
        assert len({tuple(points[winner]) for winner in region.winners}) == 1
    along = [points[region.winners[0], 0] for region in of.regions]
    assert along == sorted(along), "the more positives matter, the more cases are predicted positive"
    assert len(of.regions) >= 3
    assert regions_agree(of, envelope(tables, Fraction(2, 5)))


@pytest.mark.parametrize("seed", range(20))
def test_borders_are_the_slopes_of_the_hull(seed):
    """From one corner to the next TPR rises by r and FPR by a: both are worth the same where t f r = (1-t) (1-f) a."""
    tables = drawn(seed, 12)
    of = comparison(*tables)
    points = [(*map(rates, tables), ALWAYS, NEVER)[region.winners[0]] for region in of.regions]
    for (one, after), ((hit, alarm), (next_hit, next_alarm)) in nonempty(
        zip(itertools.pairwise(of.regions), itertools.pairwise(points), strict=True)
    ):
        slope = (next_hit - hit) / (next_alarm - alarm)
        assert one.high == after.low
        assert stake_ratio(one.high) == pytest.approx(float(Fraction(60, 40) / slope), rel=1e-9)


def test_identical_models_share_a_region():
    of = comparison(MIDDLE, B, B, CAREFUL, B)
    shared = [region.winners for region in of.regions]
    assert (1, 2, 4) in shared
    assert shared == [winners for winners, _, _ in envelope([MIDDLE, B, B, CAREFUL, B], Fraction(1, 2))]


def test_the_same_rates_in_more_cases_are_the_same_model():
    of = comparison(A, B, tuple(3 * cell for cell in B))
    assert (1, 2) in [region.winners for region in of.regions]


@pytest.mark.parametrize("prevalence", [0.1, 0.3, 1 / 3, 0.77])
@pytest.mark.parametrize("cells", [(6, 1, 2, 7), (5, 1, 2, 2), (2, 1, 1, 6)], ids=str)
def test_identical_models_share_a_region_where_they_are_moved(cells, prevalence):
    """The same TPR and FPR, learnt from test sets of different sizes and prevalences."""
    tp, fp, fn, tn = cells
    of = comparison(cells, (5 * tp, 3 * fp, 5 * fn, 3 * tn), prevalence=prevalence)
    assert [region.winners for region in of.regions] == [(3,), (0, 1), (2,)]


SIZES = [(5, 5), (3, 7), (1, 2), (2, 9), (7, 3), (41, 59), (13, 36)]


@pytest.mark.parametrize(("P", "N"), SIZES)
def test_a_model_that_always_gives_one_answer_shares_its_region(P, N):
    of = comparison((P, N, 0, 0), (0, 0, P, N))
    assert [region.winners for region in of.regions] == [(1, 3), (0, 2)]
    cloud = Utility(tp=[1, 0], fp=[0, 0], fn=[0, 0], tn=[0, 1])
    assert of.probability_best(cloud).tolist() == [0.25] * 4


@pytest.mark.parametrize("prevalence", [0.1, 0.3, 1 / 3, 0.77])
def test_so_it_does_where_it_is_moved(prevalence):
    of = comparison((4, 7, 0, 0), (0, 0, 3, 7), prevalence=prevalence)
    assert [region.winners for region in of.regions] == [(1, 3), (0, 2)]


@pytest.mark.parametrize(("P", "N"), SIZES)
def test_a_model_on_the_chance_line_wins_nowhere(P, N):
    """It is a mixture of both constant answers, and all three are worth the same at one t only."""
    for part in (1, 2, 3):
        of = comparison((part * P, part * N, (4 - part) * P, (4 - part) * N))
        assert [region.winners for region in of.regions] == [(2,), (1,)], part


def test_a_mixture_of_two_models_wins_nowhere():
    mixtures = [tuple(k * a + (9 - k) * b for a, b in zip(A, B, strict=True)) for k in range(1, 9)]
    whole = [tuple(9 * cell for cell in cells) for cells in ((30, 5, 20, 45), (45, 18, 5, 32))]
    between = [tuple((k * a + (9 - k) * b) // 9 for a, b in zip(*whole, strict=True)) for k in range(1, 9)]
    of = comparison(*whole, *between)
    assert [region.winners for region in of.regions] == [(11,), (0,), (1,), (10,)]
    assert regions_agree(comparison(*mixtures, A, B), envelope([*mixtures, A, B], Fraction(1, 2)))


@pytest.mark.parametrize(
    ("tables", "prevalence", "right"),
    [
        ([(0, 2, 0, 8), (0, 5, 0, 5)], 0.0, [((3,), 0, 1)]),
        ([(0, 0, 0, 10)], 0.0, [((0, 2), 0, 1)]),
        ([(8, 0, 2, 0), (3, 0, 7, 0)], 1.0, [((2,), 0, 1)]),
        ([(10, 0, 0, 0)], 1.0, [((0, 1), 0, 1)]),
    ],
)
def test_with_one_class_its_constant_answer_wins_everywhere(tables, prevalence, right):
    of = comparison(*tables, prevalence=prevalence)
    assert [(region.winners, region.low, region.high) for region in of.regions] == right
    assert of.regions[0].share == pytest.approx(1, rel=1e-14)


def test_a_perfect_model_wins_everywhere():
    (region,) = comparison((4, 0, 0, 6), A).regions
    assert (region.winners, region.low, region.high, region.share) == ((0,), 0, 1, pytest.approx(1))
    assert region.room == pytest.approx(math.sqrt(0.5), abs=0.01), "the hexagon is narrowest across its diagonal"


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


@given(tables=TABLES)
def test_regions_in_fractions(tables):
    share = Fraction(tables[0][0] + tables[0][2], sum(tables[0]))
    assert regions_agree(comparison(*tables), envelope(tables, share))


@given(seed=st.integers(0, 10**6), models=st.integers(1, 6))
def test_regions_follow_each_other_from_0_to_1(seed, models):
    found = comparison(*drawn(seed, models, 371, 629)).regions
    assert (found[0].low, found[-1].high) == (0, 1)
    assert all(one.high == after.low for one, after in itertools.pairwise(found))
    assert all(one.low < one.high for one in found)
    assert sum(one.share for one in found) == pytest.approx(1, rel=1e-12)
    assert all(set(one.winners).isdisjoint(after.winners) for one, after in itertools.combinations(found, 2))


# The centre of a region --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tables", "prevalence"), SEVERAL)
def test_the_centre_is_inside_and_as_far_from_the_border_as_any_point(tables, prevalence):
    x, y = hexagon(20_000, 5)
    for region in nonempty(comparison(*tables, prevalence=prevalence).regions):
        assert inside(*region.centre, region.x, region.y)
        assert region.low <= weight_at(*region.centre) <= region.high
        weights = np.array([weight_at(*place) for place in zip(x.tolist(), y.tolist(), strict=True)])
        held = (weights > region.low) & (weights < region.high)
        farthest = distance(x[held], y[held], region.x, region.y).max()
        here = float(distance(*map(np.array, region.centre), region.x, region.y))
        assert here > farthest - 0.01
        assert region.room == pytest.approx(here, abs=0.01)


@pytest.mark.parametrize("more", [1, 10, 100])
@pytest.mark.parametrize("P", [5_000_000, 3_141_592, 1_414_214, 7_182_818])
def test_a_region_too_thin_to_have_a_point_of_the_grid_has_its_centre_inside(P, more):
    """The model just beats both constant answers, about the t at which these are worth the same."""
    N = 10_000_000 - P
    of = comparison((P // 2 + more, N // 2, P // 2 - more, N // 2))
    (region,) = [one for one in of.regions if one.winners == (0,)]
    assert 0 < region.high - region.low < 0.001
    assert region.centre not in [(-1, -1), (1, 1)], "the corners are on every line"
    assert region.low <= weight_at(*region.centre) <= region.high
    assert region.room < 0.01


# Lines and outlines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [0.0, 0.01, 0.25, 1 / 3, 0.5, 0.6, 0.9, 0.999, 1.0])
def test_along_a_line_the_weight_is_the_same(weight):
    x, y = weight_line(weight)
    assert x.shape == y.shape == (4,)
    assert (x[0], y[0], x[-1], y[-1]) == (-1, -1, 1, 1)
    for part in np.linspace(0.001, 2.999, 200):
        at_x, at_y = (float(np.interp(part, range(4), side)) for side in (x, y))
        assert weight_at(at_x, at_y) == pytest.approx(weight, abs=1e-12)
    assert (np.diff(x) >= 0).all()
    assert (np.diff(y) >= 0).all()


@pytest.mark.parametrize("steps", [2, 4, 10, 20])
def test_places_are_a_grid_of_the_hexagon_row_by_row(steps):
    right = [
        (Fraction(j, steps), Fraction(i, steps))
        for i in range(-steps, steps + 1) for j in range(-steps, steps + 1) if abs(i - j) <= steps
    ]  # fmt: skip
    x, y = hexagon_points(1 / steps)
    np.testing.assert_allclose(np.column_stack([x, y]), [tuple(map(float, one)) for one in right], rtol=0, atol=1e-9)


def area(x, y):
    """Of a polygon that y bounds from two sides over x: by slicing it at many x, not by its corners."""
    slices = (np.arange(4000) + 0.5) / 2000 - 1
    heights = []
    for place in slices:
        crossed = [
            ay + (place - ax) * (by - ay) / (bx - ax)
            for (ax, bx), (ay, by) in zip(itertools.pairwise(x), itertools.pairwise(y), strict=True)
            if (ax > place) != (bx > place)
        ]
        heights.append(max(crossed) - min(crossed))
    return np.mean(heights) * 2


def test_the_hexagon_has_three_quarters_of_the_square():
    x, y = outline()
    assert (x[0], y[0]) == (x[-1], y[-1])
    assert {*zip(x.tolist(), y.tolist(), strict=True)} == {(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)}
    assert area(x, y) == pytest.approx(3, abs=1e-6)


@pytest.mark.parametrize(("low", "high"), [(0, 0.25), (0.25, 0.5), (0.1, 0.9), (0.5, 1), (0.7, 0.71)])
def test_an_outline_runs_along_one_line_and_back_along_the_other(low, high):
    x, y = outline(low, high)
    assert (x[0], y[0]) == (x[-1], y[-1])
    for corner in zip(x.tolist(), y.tolist(), strict=True):
        if abs(sum(corner)) < 2:
            assert min(abs(weight_at(*corner) - low), abs(weight_at(*corner) - high)) < 1e-12
    found = list(zip(*(side.tolist() for side in hexagon(1000, 6)), strict=True))
    assert all(inside(*place, x, y) == (low < weight_at(*place) < high) for place in found)


@pytest.mark.parametrize("tables", [[CAREFUL], GOOD], ids=["one", "three"])
def test_the_share_of_a_region_is_its_area(tables):
    for region in nonempty(comparison(*tables).regions):
        assert region.share == pytest.approx(area(region.x, region.y) / 3, abs=1e-6)


@pytest.mark.parametrize(("weight", "ratio"), [(0, 0), (0.25, 1 / 3), (0.5, 1), (0.8, 4), (1, math.inf)])
def test_the_ratio_of_the_stakes(weight, ratio):
    assert stake_ratio(weight) == pytest.approx(ratio, rel=1e-14)


@given(x=st.floats(-0.99, 0.99), y=st.floats(-0.99, 0.99))
def test_the_ratio_is_that_of_the_payoffs(x, y):
    if abs(x - y) >= 0.999:
        return
    tp, fp, fn, tn = matrix(x, y)
    assert stake_ratio(weight_at(x, y)) == pytest.approx((tp - fn) / (tn - fp), rel=1e-9)


def test_the_cells_of_a_contest_stand_by_name():
    of = comparison(A)
    assert {name: getattr(of.shares, name).tolist() for name in CELLS} == {
        "tp": [0.27, 0.5, 0.0], "fp": [0.15, 0.5, 0.0], "fn": [0.23, 0.0, 0.5], "tn": [0.35, 0.0, 0.5],
    }  # fmt: skip
