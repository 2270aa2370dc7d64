"""Resamples against their laws, and how sure a threshold is against every resample there can be, and simulation."""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from helpers_thresholds import DEFINITIONS, LOWER
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from ddcore.errors import InputError
from ddcore.scores.resampling import AT_ONCE, ENDS, POINTS, RESAMPLES, Bags, Resamples, middle
from ddcore.scores.thresholds import Constraint, best, sureness
from ddcore.table import ScoreTable


def fresh(seed=1):
    return np.random.default_rng(seed)


def drawn_from(table, resamples=RESAMPLES, seed=1, **more):
    return Resamples.of(table, resamples, rng=fresh(seed), **more)


def joined(drawn):
    """All resamples in one, cells by name: a row a resample."""
    every = list(drawn)
    return {
        part: {name: np.concatenate([getattr(getattr(bags, part), name) for bags in every]) for name in CELLS}
        for part in ("bag", "rest")
    }


CELLS = ("tp", "fp", "fn", "tn")
MIXED = ScoreTable.of([1, 2, 2, 3, 3, 3, 4, 5, 5, 6, 7, 7], [0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1])
"""Twelve cases, 7 positive, at 7 scores."""

# The draw ----------------------------------------------------------------------------------------------------------


def test_each_class_keeps_its_size_in_the_bag():
    bag = joined(drawn_from(MIXED, 300))["bag"]
    assert bag["tp"].shape == (300, 8)
    assert (bag["tp"] + bag["fn"] == 7).all()
    assert (bag["fp"] + bag["tn"] == 5).all()


def test_the_first_threshold_calls_all_positive_and_the_last_none():
    drawn = drawn_from(MIXED, 50)
    assert drawn.threshold.tolist() == [1, 2, 3, 4, 5, 6, 7, math.inf]
    for part in joined(drawn).values():
        assert not part["fn"][:, 0].any()
        assert not part["tn"][:, 0].any()
        assert not part["tp"][:, -1].any()
        assert not part["fp"][:, -1].any()
        assert (np.diff(part["tp"], axis=1) <= 0).all()
        assert (np.diff(part["fp"], axis=1) <= 0).all()
        assert (np.diff(part["fn"] + part["tp"], axis=1) == 0).all()
        assert (np.diff(part["tn"] + part["fp"], axis=1) == 0).all()


def test_a_case_is_in_the_bag_or_left_out_and_never_both():
    """With a score of its own each: the steps of the counts are the times that a case was drawn, and whether never."""
    table = ScoreTable.of(np.arange(30), np.arange(30) % 3 == 0, positive=True)
    found = joined(drawn_from(table))
    for name, cases in (("tp", np.arange(30) % 3 == 0), ("fp", np.arange(30) % 3 != 0)):
        times, left = (-np.diff(found[part][name], axis=1) for part in ("bag", "rest"))
        assert ((left == 1) == (times == 0))[:, cases].all()
        assert np.isin(left, (0, 1)).all()
        assert not times[:, ~cases].any()
        assert not left[:, ~cases].any()
        assert times[:, cases].max() > 1


@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_the_share_that_is_left_out(n):
    """Of n cases each is missed by all n draws with chance (1 - 1/n)^n."""
    table = ScoreTable.of(np.arange(2 * n), np.arange(2 * n) % 2)
    rest = joined(drawn_from(table, 2000))["rest"]
    for left in (rest["tp"][:, 0], rest["fp"][:, 0]):
        once = (1 - 1 / n) ** n
        twice = (1 - 2 / n) ** n if n > 1 else 0
        variance = n * once * (1 - once) + n * (n - 1) * (twice - once**2)
        assert abs(left.mean() - n * once) <= 4 * math.sqrt(max(variance, 0) / 2000)


def test_the_number_of_times_a_case_is_drawn_is_binomial():
    table = ScoreTable.of(np.arange(8), np.repeat([0, 1], 4))
    bag = joined(drawn_from(table, 4000))["bag"]
    times = -np.diff(bag["tp"], axis=1)[:, 7]
    for k in range(5):
        chance = math.comb(4, k) * 0.25**k * 0.75 ** (4 - k)
        assert abs((times == k).mean() - chance) <= 4 * math.sqrt(chance * (1 - chance) / 4000)


def test_as_many_as_asked_come_some_at_a_time():
    drawn = drawn_from(MIXED, 2 * AT_ONCE + 3)
    assert len(drawn) == 2 * AT_ONCE + 3
    assert [bags.bag.tp.shape[0] for bags in drawn] == [AT_ONCE, AT_ONCE, 3]
    assert all(isinstance(bags, Bags) for bags in drawn)


def test_they_are_the_same_however_often_they_are_looked_at():
    drawn = drawn_from(MIXED, 30)
    first, again = joined(drawn), joined(drawn)
    assert all((first[part][name] == again[part][name]).all() for part in first for name in CELLS)


def test_the_same_seed_gives_the_same_resamples():
    one, same, other = (joined(drawn_from(MIXED, 5, seed))["bag"]["tp"] for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


def test_progress_rises_to_1():
    seen = []
    drawn_from(MIXED, 50, progress=seen.append)
    assert seen == [(i + 1) / 50 for i in range(50)]
    seen.clear()
    Resamples.of(MIXED, rng=fresh(), progress=seen.append)
    assert seen == [(i + 1) / RESAMPLES for i in range(RESAMPLES)]


@pytest.mark.parametrize("resamples", [0, -1])
def test_there_is_a_resample_at_least(resamples):
    with pytest.raises(InputError, match=f"^resamples must be 1 or more, got {resamples}$"):
        drawn_from(MIXED, resamples)
    assert len(drawn_from(MIXED, 1)) == 1


def test_no_case_cannot_be_resampled():
    with pytest.raises(InputError, match=r"^there is no case to resample$"):
        drawn_from(ScoreTable.of([], []))


def test_weighted_cases_cannot_be_resampled():
    table = ScoreTable.of([1, 2, 3], [0, 1, 1], weight=[1, 2, 1])
    with pytest.raises(InputError, match=r"^the cases are weighted, so they cannot be resampled$"):
        drawn_from(table)


# Thresholds at even ranks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, 5, 200, 999, 1001])
def test_fewer_thresholds_count_the_same_resamples(points):
    """The draw does not look at the thresholds: at those that are kept the counts are those of all of them."""
    truth = fresh().random(1200) < 0.4
    table = ScoreTable.of(np.append(np.arange(1000), np.arange(200) * 5) / 7, truth, positive=True)
    every, some = drawn_from(table, 25, points=10**6), drawn_from(table, 25, points=points)
    assert every.threshold.tolist() == [*table.score, math.inf]
    kept = np.searchsorted(every.threshold, some.threshold)
    assert (every.threshold[kept] == some.threshold).all()
    of_all, of_some = joined(every), joined(some)
    for part in of_all:
        for name in CELLS:
            assert (of_some[part][name] == of_all[part][name][:, kept]).all(), (part, name)


@pytest.mark.parametrize("points", [1, 4, 7, 50])
def test_thresholds_are_at_even_ranks_and_a_hundred_at_either_end(points):
    table = ScoreTable.of(np.arange(700), np.arange(700) % 2)
    found = drawn_from(table, 1, points=points).threshold.tolist()
    even = {i * 700 // points for i in range(points)}
    assert ENDS == 100
    assert found == [*sorted(even | set(range(100)) | set(range(600, 700))), math.inf]


@pytest.mark.parametrize("size", [1, 99, 150, 200, 201])
def test_few_scores_are_all_thresholds(size):
    table = ScoreTable.of(np.arange(size), np.arange(size) % 2)
    assert set(range(min(size, 200))) <= set(drawn_from(table, 1).threshold)
    assert drawn_from(table, 1).threshold.tolist() == [*range(size), math.inf]


def test_more_scores_than_points_are_tried_at_even_ranks():
    size = 3 * POINTS
    table = ScoreTable.of(np.arange(size), np.arange(size) % 2)
    found = drawn_from(table, 1).threshold.tolist()
    assert found == [*range(ENDS), *range(-(-ENDS // 3) * 3, size - ENDS, 3), *range(size - ENDS, size), math.inf]


def test_the_best_threshold_of_many_scores_lies_within_its_interval():
    rng = fresh(8)
    truth = rng.random(6000) < 0.3
    table = ScoreTable.of(rng.normal(size=6000) + 1.5 * truth, truth, positive=True)
    found = best(table, "ACC")
    (sure,) = sureness(["ACC"], drawn=drawn_from(table, 40))
    assert sure.low < found.threshold < sure.high
    assert sure.value == pytest.approx(found.value, abs=0.01)


def test_what_is_best_near_an_end_is_found_there_as_with_every_threshold():
    """The first and the last ten of 6,000 cases are sure; thresholds sixty ranks apart would step over them."""
    truth = np.arange(6000) % 2
    truth[:10], truth[-10:] = 0, 1
    table = ScoreTable.of(np.arange(6000), truth)
    some, every = (sureness(["PPV", "NPV"], drawn=drawn_from(table, 40, points=n)) for n in (100, 10**6))
    assert some == every
    assert 5980 < some[0].low < some[0].high
    assert some[1].low < some[1].high < 20


# The middle share --------------------------------------------------------------------------------------------------


@given(
    values=st.lists(st.sampled_from([0.0, 1.0, 2.5, 7.0, math.inf, math.nan]), max_size=60),
    level=st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(19, 20)]),
)
def test_the_middle_share_leaves_no_more_than_its_part_on_either_side(values, level):
    """The widest pair of values with at most (1 - level) / 2 of them outside on each side."""
    low, high = middle(np.array(values), float(level))
    known = sorted(value for value in values if not math.isnan(value))
    if not known:
        assert math.isnan(low)
        assert math.isnan(high)
        return
    outside = (1 - level) / 2 * len(known)
    below, above = (sum(value < low for value in known), sum(value > high for value in known))
    assert below <= outside
    assert above <= outside
    assert low in known
    assert high in known
    rank = math.floor(outside)
    assert low in known[max(rank - 1, 0) : rank + 1], "no value further inside, but for rounding of the rank"
    assert high in known[len(known) - 1 - rank : len(known) - max(rank - 1, 0)]


@pytest.mark.parametrize(("size", "level", "outside"), [(100, 0.9, 5), (200, 0.9, 10), (200, 0.8, 20), (200, 0.95, 5)])
def test_as_many_values_are_left_out_on_either_side(size, level, outside):
    low, high = middle(np.arange(1.0, size + 1), level)
    assert (low, high) == (outside + 1, size - outside)


def test_the_middle_share_by_hand():
    assert middle(np.arange(1.0, 202.0), 0.95) == (6, 196)
    assert middle(np.array([3.0, 1.0, 2.0])) == (1, 3)
    assert middle(np.array([math.inf, 1.0, math.nan])) == (1, math.inf)
    assert middle(np.array([4.0])) == (4, 4)


# How sure a threshold is, by every resample there can be -----------------------------------------------------------

SIX = [(1.0, False), (2.0, True), (3.0, False), (4.0, True), (5.0, False), (6.0, True)]
SCORES = [score for score, _ in SIX] + [math.inf]


def counted(cases, threshold):
    tally = [0, 0, 0, 0]
    for (score, true), times in cases.items():
        tally[(0 if true else 1) if score >= threshold else (2 if true else 3)] += times
    return tuple(tally)


def every_resample(key, allowed=lambda cells: True):
    """Threshold and value on what was left out for each of the 27 x 27 equally likely resamples of six cases."""
    sign = -1 if key in LOWER else 1
    classes = [[case for case in SIX if case[1] is true] for true in (True, False)]
    found = []
    for positives, negatives in itertools.product(*(itertools.product(part, repeat=3) for part in classes)):
        bag = Counter([*positives, *negatives])
        rest = Counter(case for case in SIX if case not in bag)
        choices = []
        for threshold in SCORES:
            cells = counted(bag, threshold)
            value = DEFINITIONS[key](*cells)
            if value is not None and allowed(cells):
                choices.append((-sign * value, cells[1] + cells[2], threshold))
        place = min(choices)[2] if choices else None
        found.append((place, None if place is None else DEFINITIONS[key](*counted(rest, place))))
    return found


BOUNDS = {
    "free": ((), lambda cells: True),
    "TPR": ((Constraint.of("TPR", 0.6),), lambda cells: Fraction(cells[0], 3) >= Fraction(6, 10)),
    "FPR": ((Constraint.of("FPR", 0.4),), lambda cells: Fraction(cells[1], 3) <= Fraction(4, 10)),
    "both": (
        (Constraint.of("TPR", 0.6), Constraint.of("FPR", 0.4)),
        lambda cells: Fraction(cells[0], 3) >= Fraction(6, 10) and Fraction(cells[1], 3) <= Fraction(4, 10),
    ),
}
MANY = 3000


@cache
def many_of_six():
    return drawn_from(ScoreTable.of(*zip(*SIX, strict=True), positive=True), MANY)


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize("key", ["ACC", "F1", "J", "ERR", "PPV", "MCC", "DOR", "TPR", "FNR"])
def test_resamples_have_the_law_of_all_there_can_be(key, bound):
    constraints, allowed = BOUNDS[bound]
    law = every_resample(key, allowed)
    values = [float(value) for _, value in law if value is not None]
    (found,) = sureness([key], *constraints, drawn=many_of_six())
    without = 1 - len(values) / len(law)
    assert abs(found.undefined - without) <= 4 * math.sqrt(without * (1 - without) / MANY) + 1e-15
    if not values:
        assert math.isnan(found.value)
        return
    spread = np.std(values) / math.sqrt(MANY * (1 - without))
    assert abs(found.value - np.mean(values)) <= 4 * spread + 1e-12
    places = Counter(place for place, _ in law if place is not None)
    whole = sum(places.values())
    for end, side in ((found.low, [place for place in places if place < found.low]),
                      (found.high, [place for place in places if place > found.high])):  # fmt: skip
        assert end in places
        assert sum(places[place] for place in side) / whole <= 0.025 + 4 * math.sqrt(0.025 * 0.975 / MANY)
    inside = sum(times for place, times in places.items() if found.low <= place <= found.high) / whole
    assert inside >= 0.95 - 4 * math.sqrt(0.05 * 0.95 / MANY)
    assert min(values) <= found.value_low <= found.value_high <= max(values)


def test_among_equals_each_resample_takes_the_fewest_mistakes():
    """Recall is 1 up to the lowest positive case; where only the negative case at 1 is drawn, 2 is without mistake."""
    (found,) = sureness(["TPR"], drawn=drawn_from(ScoreTable.of([1, 2, 3, 4], [0, 0, 1, 1]), 50))
    assert (found.low, found.high) == (2, 3)


def test_resamples_that_no_threshold_suits_have_no_value():
    """What is asked is met by all six cases, but not by every resample of them."""
    constraints, allowed = BOUNDS["both"]
    missing = [place for place, _ in every_resample("ACC", allowed) if place is None]
    assert 0 < len(missing) < 729
    (found,) = sureness(["ACC"], *constraints, drawn=many_of_six())
    assert found.undefined >= len(missing) / 729 - 4 / math.sqrt(MANY)


def test_a_constraint_that_no_resample_meets_leaves_no_value():
    drawn = drawn_from(ScoreTable.of([1, 2, 3], [1, 0, 0]), 30)
    found, free = (sureness(["ACC"], *asked, drawn=drawn)[0] for asked in ((Constraint.of("PPV", 0.9),), ()))
    assert found.undefined == 1
    assert np.isnan([found.low, found.high, found.value, found.value_low, found.value_high]).all()
    assert free.undefined < 1


@pytest.mark.parametrize("level", [0, 1, 1.2, math.nan])
def test_a_level_is_above_0_and_below_1(level):
    with pytest.raises(InputError, match="level must be between 0 and 1, got"):
        sureness(["ACC"], drawn=drawn_from(MIXED, 3), level=level)


def test_a_higher_level_has_a_wider_interval():
    rng = fresh(3)
    truth = rng.random(200) < 0.4
    table = ScoreTable.of(rng.normal(size=200) + truth, truth, positive=True)
    drawn = drawn_from(table)
    wide, narrow = (sureness(["ACC"], drawn=drawn, level=level)[0] for level in (0.95, 0.5))
    assert wide.low < narrow.low <= narrow.high < wide.high
    assert wide.value_low < narrow.value_low <= narrow.value_high < wide.value_high
    assert wide.value == narrow.value


def test_one_class_only():
    table = ScoreTable.of([1, 2, 3, 4], [1, 1, 1, 1])
    recall, youden = sureness(["TPR", "J"], drawn=drawn_from(table, 50))
    assert (recall.low, recall.high) == (1, 1)
    assert (recall.value, recall.value_low, recall.value_high) == (1, 1, 1)
    assert recall.undefined == pytest.approx((math.factorial(4) / 4**4), abs=0.15), "no case is left out"
    assert math.isnan(youden.low)
    assert math.isnan(youden.value)
    assert youden.undefined == 1


def test_several_measures_share_the_resamples():
    keys = ["ACC", "F1", "MCC"]
    together = sureness(keys, drawn=drawn_from(MIXED, 60))
    assert together == [sureness([key], drawn=drawn_from(MIXED, 60))[0] for key in keys]


# How sure a threshold is, by simulation ---------------------------------------------------------------------------

POSITIVES, NEGATIVES, DATA_SETS = 120, 280, 100
TRUE = {"ACC": 1.314865240258135, "J": 0.75}


def truly(key, threshold):
    """The measure that a threshold has in all the world: negatives N(0, 1), positives N(1.5, 1), 3 of 10 positive."""
    tpr, fpr = norm.sf(threshold - 1.5), norm.sf(threshold)
    return 0.3 * tpr + 0.7 * (1 - fpr) if key == "ACC" else tpr - fpr


@pytest.fixture(scope="module")
def studies():
    """For each of 100 samples of 400 normal scores: best thresholds and how sure they are."""
    rng, found = fresh(2024), []
    for _ in range(DATA_SETS):
        score = np.concatenate([rng.normal(1.5, 1, POSITIVES), rng.normal(0, 1, NEGATIVES)])
        table = ScoreTable.of(score, np.repeat([1, 0], [POSITIVES, NEGATIVES]))
        sure = sureness(TRUE, drawn=Resamples.of(table, 100, rng=rng))
        found.append({key: (best(table, key), one) for key, one in zip(TRUE, sure, strict=True)})
    return found


@pytest.mark.parametrize("key", TRUE)
def test_the_interval_holds_the_true_threshold_in_most_samples(key, studies):
    covered = np.mean([sure.low <= TRUE[key] <= sure.high for _, sure in (study[key] for study in studies)])
    assert 0.85 <= covered <= 1


@pytest.mark.parametrize("key", TRUE)
def test_the_value_elsewhere_is_nearer_to_the_truth_than_that_on_the_same_cases(key, studies):
    inside = np.mean([found.value - truly(key, found.threshold) for found, _ in (study[key] for study in studies)])
    outside = np.mean([sure.value - truly(key, found.threshold) for found, sure in (study[key] for study in studies)])
    assert inside > 0.005, "on the cases it was chosen by a threshold flatters"
    assert abs(outside) < inside / 2


@pytest.mark.parametrize("key", TRUE)
def test_the_true_best_value_lies_within_the_spread_of_the_resamples(key, studies):
    held = [sure.value_low <= truly(key, TRUE[key]) <= sure.value_high for _, sure in (study[key] for study in studies)]
    assert np.mean(held) > 0.9
