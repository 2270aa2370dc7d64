"""Resamples against their laws, and how sure a threshold is against every resample there can be, and simulation."""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.resampling.cross_validation import PARTS
from ddcore.scores.resampling import AT_ONCE, DEALS, ENDS, MOST_THRESHOLDS, RESAMPLES, Resamples
from ddcore.scores.thresholds import Constraint, bootstrap_intervals, lead
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.thresholds import DEFINITIONS, LOWER
from tests.helpers.tiers import some_of


def fresh(seed=1):
    return np.random.default_rng(seed)


def drawn_from(table, resamples=RESAMPLES, seed=1, **more):
    return Resamples.of(table, resamples, rng=fresh(seed), **more)


def stacked(parts):
    """Cells of all rows by name."""
    parts = list(parts)
    return {name: np.concatenate([getattr(cells, name) for cells in parts]) for name in CELLS}


def joined(drawn):
    """Cells by name of all resamples in a row each, and of all parts: of those held out, and of the others."""
    splits = list(drawn.splits())
    return {
        "bag": stacked(drawn),
        "held": stacked(split.held for split in splits),
        "other": stacked(split.other for split in splits),
    }


CELLS = ("tp", "fp", "fn", "tn")
MIXED = ScoreTable.of([1, 2, 2, 3, 3, 3, 4, 5, 5, 6, 7, 7], [0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1])
"""Twelve cases, 7 positive, at 7 scores."""

# The draw ----------------------------------------------------------------------------------------------------------


def test_counts_of_each_resample_run_from_all_to_none():
    """And each class keeps its size in the bag."""
    drawn = drawn_from(MIXED, 50)
    assert drawn.threshold.tolist() == [1, 2, 3, 4, 5, 6, 7, math.inf]
    found = joined(drawn)
    assert found["bag"]["tp"].shape == (50, 8)
    assert (found["bag"]["tp"] + found["bag"]["fn"] == 7).all()
    assert (found["bag"]["fp"] + found["bag"]["tn"] == 5).all()
    for part in found.values():
        for called, left in (("tp", "fn"), ("fp", "tn")):
            assert not part[left][:, 0].any()
            assert not part[called][:, -1].any()
            assert (np.diff(part[called], axis=1) <= 0).all()
            np.testing.assert_allclose(np.diff(part[left] + part[called], axis=1), 0, atol=1e-12)


def test_each_case_is_held_out_once_in_a_deal():
    """With a score of its own each: the steps of the counts are the cases between two thresholds."""
    found = joined(drawn_from(ScoreTable.of(np.arange(31), np.arange(31) % 3 == 0, positive=True), 1))
    for name, cases in (("tp", np.arange(31) % 3 == 0), ("fp", np.arange(31) % 3 != 0)):
        held, other = (-np.diff(found[part][name], axis=1).reshape(DEALS, PARTS, 31) for part in ("held", "other"))
        assert (held.sum(axis=1) == cases).all()
        sizes = held.sum(axis=2)
        assert set(np.ravel(sizes)) <= {cases.sum() // PARTS, cases.sum() // PARTS + 1}
        assert len(np.unique(sizes, axis=0)) > 1, "which parts are larger is drawn"
        assert ((other > 0) == (held == 0) * cases).all()
        np.testing.assert_allclose(other.sum(axis=2), cases.sum(), rtol=1e-12), "the others count as all cases do"


def test_every_case_is_as_likely_in_each_part():
    table = ScoreTable.of([1, 2, 2, 2, 3], [1, 1, 1, 1, 0])
    held = -np.diff(joined(drawn_from(table, 1, deals=3000))["held"]["tp"], axis=1).reshape(3000, PARTS, 3)
    together = (held[:, :, 1] == 2).any(axis=1).mean()
    # One part holds two of the four positives; all but 3 of the 6 pairs have the score 1 in them.
    chance = 0.5
    assert abs(together - chance) <= 4 * math.sqrt(chance * (1 - chance) / 3000)
    np.testing.assert_allclose(held.mean(axis=0)[:, 0], 1 / 3, atol=4 * math.sqrt(2 / 9 / 3000))


def test_the_number_of_times_a_case_is_drawn_is_binomial():
    bag = joined(drawn_from(ScoreTable.of(np.arange(8), np.repeat([0, 1], 4)), 4000))["bag"]
    times = -np.diff(bag["tp"], axis=1)[:, 7]
    for k in range(5):
        chance = math.comb(4, k) * 0.25**k * 0.75 ** (4 - k)
        assert abs((times == k).mean() - chance) <= 4 * math.sqrt(chance * (1 - chance) / 4000)


def test_resamples_come_some_at_a_time_and_are_those_of_their_seed():
    drawn = drawn_from(MIXED, 2 * AT_ONCE + 3)
    assert len(drawn) == 2 * AT_ONCE + 3
    assert [cells.tp.shape[0] for cells in drawn] == [AT_ONCE, AT_ONCE, 3]
    assert sum(len(split.held.tp) for split in drawn.splits()) == DEALS * PARTS
    one = drawn_from(MIXED, 5)
    first, again, same, other = (joined(each) for each in (one, one, drawn_from(MIXED, 5), drawn_from(MIXED, 5, 2)))
    for found in (again, same):
        assert all((first[part][name] == found[part][name]).all() for part in first for name in CELLS)
    assert (first["bag"]["tp"] != other["bag"]["tp"]).any()


@pytest.mark.parametrize(
    ("table", "resamples", "message"),
    [
        (MIXED, 0, "^resamples must be 1 or more, got 0$"),
        (ScoreTable.of([], []), 5, "^there is no case to resample$"),
        (ScoreTable(np.array([1.0, 2]), np.array([0.0, 2]), np.array([1.0, 0])), 5, "^the cases are weighted, so they"),
    ],
)
def test_what_cannot_be_resampled_is_said(table, resamples, message):
    with pytest.raises(InputError, match=message):
        drawn_from(table, resamples)


def test_a_level_is_above_0_and_below_1():
    for level in (0, 1, 1.2, math.nan):
        with pytest.raises(InputError, match="level must be between 0 and 1, got"):
            bootstrap_intervals(["ACC"], drawn=drawn_from(MIXED, 3), level=level)


def test_equal_weights_give_the_unweighted_answer():
    score, truth = np.repeat(MIXED.score, MIXED.positives + MIXED.negatives), [0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1]
    plain, heavy = (ScoreTable.of(score, truth, weight=weight) for weight in (None, np.full(12, 50.0)))
    assert bootstrap_intervals(["F1"], drawn=drawn_from(plain)) == bootstrap_intervals(["F1"], drawn=drawn_from(heavy))


def test_weighted_classes_keep_their_sums_and_every_case_is_held_out_once():
    weight = fresh(4).integers(1, 20, 40).astype(float)
    true = np.arange(40) % 3 == 0
    drawn = drawn_from(ScoreTable.of(np.arange(40), true, positive=True, weight=weight), 30)
    for tally, held, cases, effective, mine in zip(
        drawn.drawn, drawn.held, drawn.cases, drawn.effective, (true, ~true), strict=True
    ):
        assert (cases == weight * mine).all()
        np.testing.assert_allclose(tally.sum(axis=1), weight[mine].sum(), rtol=1e-12)
        assert (held.reshape(DEALS, PARTS, 40).sum(axis=1) == cases).all()
        assert ((held == 0) | (held == cases)).all()
        assert effective == pytest.approx(weight[mine].sum() ** 2 / (weight[mine] ** 2).sum())


# Thresholds at even ranks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, 200])
def test_at_fewer_thresholds_all_cases_are_counted(points):
    truth = fresh().random(1200) < 0.4
    table = ScoreTable.of(np.append(np.arange(1000), np.arange(200) * 5) / 7, truth, positive=True)
    some = drawn_from(table, 25, points=points)
    at, found = table.at(some.threshold), joined(some)
    for name in CELLS:
        held = found["held"][name].reshape(DEALS, PARTS, -1).sum(axis=1)
        assert (held == getattr(at, name)).all()
        spread = 4 * np.sqrt(getattr(at, name) / 25) + 1e-9
        assert (abs(found["bag"][name].mean(axis=0) - getattr(at, name)) <= spread).all()


def test_thresholds_are_at_even_ranks_and_a_hundred_at_either_end():
    def found(size, **points):
        table = ScoreTable.of(np.arange(size), np.arange(size) % 2)
        return drawn_from(table, 1, **points).threshold.tolist()

    assert ENDS == 100
    for points in (1, 4, 7, 50):
        even = {i * 700 // points for i in range(points)}
        assert found(700, points=points) == [*sorted(even | set(range(100)) | set(range(600, 700))), math.inf]
    for size in (1, 99, 150, 200, 201):
        assert found(size) == [*range(size), math.inf]
    size = 3 * MOST_THRESHOLDS
    inner = range(-(-ENDS // 3) * 3, size - ENDS, 3)
    assert found(size) == [*range(ENDS), *inner, *range(size - ENDS, size), math.inf]


def test_what_is_best_near_an_end_is_found_there_as_with_every_threshold():
    """The first and the last ten of 6,000 cases are sure; thresholds sixty ranks apart would step over them."""
    truth = np.arange(6000) % 2
    truth[:10], truth[-10:] = 0, 1
    table = ScoreTable.of(np.arange(6000), truth)
    for points in (100, 10**6):
        some = bootstrap_intervals(["PPV", "NPV"], drawn=drawn_from(table, 40, points=points))
        assert 5980 < some[0].low < some[0].high
        assert some[1].low < some[1].high < 20


# How sure a threshold is, by every resample there can be -----------------------------------------------------------

SIX = [(1.0, False), (2.0, True), (3.0, False), (4.0, True), (5.0, False), (6.0, True)]
SCORES = [score for score, _ in SIX] + [math.inf]


def counted(cases, threshold):
    tally = [0, 0, 0, 0]
    for (score, true), times in cases.items():
        tally[(0 if true else 1) if score >= threshold else (2 if true else 3)] += times
    return tuple(tally)


def chosen(counts, key, allowed):
    """The best threshold for counts by threshold: fewest mistakes, then lowest; None where there is none."""
    sign = -1 if key in LOWER else 1
    choices = []
    for threshold, cells in counts.items():
        value = DEFINITIONS[key](*cells)
        if value is not None and allowed(cells):
            choices.append((-sign * value, cells[1] + cells[2], threshold))
    return min(choices)[2] if choices else None


@cache
def bags():
    """The counts by threshold of each of the 10 x 10 bags of six cases, and in how many of 27 x 27 ways it is drawn."""
    classes = [[case for case in SIX if case[1] is true] for true in (True, False)]
    ways = Counter(
        tuple(sorted((*positives, *negatives)))
        for positives, negatives in itertools.product(*(itertools.product(part, repeat=3) for part in classes))
    )
    return [({at: counted(Counter(bag), at) for at in SCORES}, times) for bag, times in ways.items()]


def every_resample(key, allowed=lambda cells: True):
    """How many of the 27 x 27 equally likely resamples of six cases have each best threshold."""
    places = Counter()
    for counts, times in bags():
        places[chosen(counts, key, allowed)] += times
    return places


def every_part(key, allowed=lambda cells: True):
    """For each of the nine pairs of a positive and a negative case: the best threshold of the other four counted
    three times each, as all six are twice, and whether both are predicted positive there."""
    found = {}
    for positive, negative in itertools.product(*([case for case in SIX if case[1] is true] for true in (True, False))):
        rest = Counter({case: 3 for case in SIX if case not in (positive, negative)})
        held = [*(case[0] for case in rest), math.inf]
        at = chosen({threshold: counted(rest, threshold) for threshold in held}, key, allowed)
        found[positive, negative] = at, None if at is None else tuple(case[0] >= at for case in (positive, negative))
    return found


def enough(cells):
    return Fraction(cells[0], cells[0] + cells[2]) >= Fraction(6, 10)


def few(cells):
    return Fraction(cells[1], cells[1] + cells[3]) <= Fraction(4, 10)


RECALL, ALARMS = Constraint.of("TPR", 0.6), Constraint.of("FPR", 0.4)
BOUNDS = {
    "free": ((), lambda cells: True),
    "TPR": ((RECALL,), enough),
    "FPR": ((ALARMS,), few),
    "both": ((RECALL, ALARMS), lambda cells: enough(cells) and few(cells)),
}
MANY = 3000
DEALT = 1500


@cache
def many_of_six():
    return drawn_from(ScoreTable.of(*zip(*SIX, strict=True), positive=True), MANY, deals=DEALT)


OF_SIX = ["ACC", "F1", "J", "ERR", "PPV", "MCC", "TPR", "FNR", "DOR"]


@cache
def intervals_of_six(bound):
    """Several measures share the resamples, as a test below says."""
    constraints, _ = BOUNDS[bound]
    return dict(zip(OF_SIX, bootstrap_intervals(OF_SIX, *constraints, drawn=many_of_six()), strict=True))


@pytest.mark.parametrize("bound", some_of(BOUNDS, "both"))
def test_resamples_have_the_law_of_all_there_can_be(bound):
    _, allowed = BOUNDS[bound]
    for key, found in nonempty(intervals_of_six(bound).items()):
        places = every_resample(key, allowed)
        assert places.total() == 27 * 27
        del places[None]
        whole = places.total()
        for end, side in ((found.low, [place for place in places if place < found.low]),
                          (found.high, [place for place in places if place > found.high])):  # fmt: skip
            assert end in places, key
            left = sum(places[place] for place in side) / whole
            assert left <= 0.025 + 4 * math.sqrt(0.025 * 0.975 / MANY), key
        inside = sum(times for place, times in places.items() if found.low <= place <= found.high) / whole
        assert inside >= 0.95 - 4 * math.sqrt(0.05 * 0.95 / MANY), key


@pytest.mark.parametrize("bound", BOUNDS)
def test_each_part_is_judged_by_what_the_others_chose(bound):
    """Three parts of one positive and one negative case, in all six ways: what is predicted positive by exact loops."""
    _, allowed = BOUNDS[bound]
    positives, negatives = ([case for case in SIX if case[1] is true] for true in (True, False))
    for key in OF_SIX[:-1]:
        found, parts = intervals_of_six(bound)[key], every_part(key, allowed)
        rates, without = [], []
        for order in itertools.permutations(negatives):
            deal = [parts[pair] for pair in zip(positives, order, strict=True)]
            without += [at is None for at, _ in deal]
            known = [both for at, both in deal if at is not None]
            if known:
                rates.append([sum(Fraction(both[of]) for both in known) / len(known) for of in (0, 1)])
        assert abs(found.undefined - np.mean(without)) <= 2 / math.sqrt(DEALT), key
        value = None
        if rates:
            tpr, fpr = (sum(one[of] for one in rates) / len(rates) for of in (0, 1))
            value = DEFINITIONS[key](*(int(720 * share) for share in (tpr, fpr, 1 - tpr, 1 - fpr)))
        right = math.nan if value is None else float(value)
        assert found.value == pytest.approx(right, abs=0.06, nan_ok=True), key
        if value is not None:
            assert found.value_low <= found.value <= found.value_high, key


def test_resamples_that_no_threshold_suits_have_no_value():
    """What is asked is met by all six cases, but not by every resample of them."""
    constraints, allowed = BOUNDS["both"]
    missing = [at for at, _ in every_part("ACC", allowed).values() if at is None]
    assert 0 < len(missing) < 9
    (found,) = bootstrap_intervals(["ACC"], *constraints, drawn=many_of_six())
    assert 0 < found.undefined < 1
    assert (np.array(found.places) < 0).mean() == found.undefined


def test_one_class_and_a_constraint_that_no_resample_meets_leave_no_value():
    drawn = drawn_from(ScoreTable.of([1, 2, 3, 4], [1, 1, 1, 1]), 50)
    recall, youden = bootstrap_intervals(["TPR", "J"], drawn=drawn)
    assert (recall.low, recall.high, recall.undefined) == (1, 1, 0)
    assert recall.value_low < recall.value < recall.value_high < 1, "another one may lie below the lowest"
    drawn = drawn_from(ScoreTable.of([1, 2, 3], [1, 0, 0]), 30)
    asked, free = (bootstrap_intervals(["ACC"], *bound, drawn=drawn)[0] for bound in ((Constraint.of("PPV", 0.9),), ()))
    for found in (asked, youden):
        assert found.undefined == 1
        assert np.isnan([found.low, found.high, found.value, found.value_low, found.value_high]).all()
    assert free.undefined < 1


def test_a_higher_level_has_a_wider_interval():
    rng = fresh(3)
    truth = rng.random(200) < 0.4
    drawn = drawn_from(ScoreTable.of(rng.normal(size=200) + truth, truth, positive=True))
    wide, narrow = (bootstrap_intervals(["ACC"], drawn=drawn, level=level)[0] for level in (0.95, 0.5))
    assert wide.low < narrow.low <= narrow.high < wide.high
    assert wide.value_low < narrow.value_low <= narrow.value_high < wide.value_high
    assert wide.value == narrow.value


def test_several_measures_share_the_resamples():
    keys = ["ACC", "F1", "MCC"]
    together = bootstrap_intervals(keys, drawn=drawn_from(MIXED, 60))
    assert together == [bootstrap_intervals([key], drawn=drawn_from(MIXED, 60))[0] for key in keys]


def test_the_lead_over_a_threshold_is_counted_case_by_case():
    """Means over all parts of what both predict positive; these measures are linear in the counts."""
    drawn = drawn_from(MIXED, 1)
    held = [-np.diff(joined(drawn)["held"][name], axis=1) for name in ("tp", "fp")]

    def counted_at(key, thresholds):
        tp, fp = (
            Fraction(
                sum(row[drawn.threshold[:-1] >= t].sum() for row, t in zip(one, thresholds, strict=True)).item() / DEALS
            )
            for one in held
        )
        return float(DEFINITIONS[key](tp, fp, 7 - tp, 5 - fp))

    for key in ("ACC", "ERR", "J"):
        (sure,) = bootstrap_intervals([key], drawn=drawn)
        own = counted_at(key, [drawn.threshold[place] for place in sure.places])
        for at in (-math.inf, 1.0, 3.5, 6.0, 7.5, math.inf):
            found = lead(key, sure, at, drawn=drawn)
            ahead = own - counted_at(key, [at] * (DEALS * PARTS))
            assert found.value == pytest.approx(-ahead if key == "ERR" else ahead, abs=1e-12)
            assert found.low <= found.value <= found.high


def test_scores_that_are_all_the_same_promise_what_the_better_constant_answer_has():
    """The class that is rarer by what is held out is not rarer among the others."""
    for P, N, key, value in ((3, 7, "ACC", 0.7), (15, 15, "ACC", 0.5), (10, 190, "ACC", 0.95), (10, 190, "PPV", 0.05)):
        table = ScoreTable.of(np.zeros(P + N), np.repeat([1, 0], [P, N]))
        (found,) = bootstrap_intervals([key], drawn=drawn_from(table, 5))
        assert found.value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("scale", [4, 40, 4000])
def test_corners_of_the_hulls_are_as_good_as_every_threshold(scale):
    rng = np.random.default_rng(scale)
    truth = rng.random(500) < 0.4
    score = np.round(scale * (rng.random(500) + 0.4 * truth))
    drawn = Resamples.of(ScoreTable.of(score, truth), 60, rng=np.random.default_rng(1))
    for payoffs in ((0, -1, -4, 0), (2, -7, 0, 0.5), (0, -1, 0, 0), (1.3, 0, -0.7, 0)):
        utility = Utility(**dict(zip(("tp", "fp", "fn", "tn"), payoffs, strict=True)))
        [every] = bootstrap_intervals([utility], drawn=drawn)
        [corners] = bootstrap_intervals([utility], drawn=drawn, hull=True)
        assert corners == every
