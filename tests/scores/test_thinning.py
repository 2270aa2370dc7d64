"""Few points for many: drawn lines against every point of the curve, and against polylines sampled finely."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from ddcore.scores.curves import curve, roc
from ddcore.scores.thinning import joined, thinned
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.scores import NAN, every_kind, large

FAR = 1 / 1000


def full(*values):
    """Values of a case of the full tier only."""
    return pytest.param(*values, marks=pytest.mark.full)


def distance(x, y, kept, width, height):
    """Largest distance of a finite point from the line over it, in parts of the axes; where that is farther than `FAR`,
    from the nearest of the five lines around it."""
    finite = np.isfinite(x) & np.isfinite(y)
    assert finite[kept].all()
    points = np.where(finite, x, 0) / width + 1j * np.where(finite, y, 0) / height
    numbers = np.flatnonzero(finite)
    after = np.searchsorted(kept, numbers, "right")
    points, corners = points[numbers], points[kept]
    nearest, far = np.full(numbers.size, math.inf), np.arange(numbers.size)
    for shift in (0, -1, 1, -2, 2):
        end = np.clip(after[far] + shift, 1, len(kept) - 1)
        start, line = corners[end - 1], corners[end] - corners[end - 1]
        length = np.abs(line)
        line = line / np.where(length > 0, length, 1)
        along = np.clip(((points[far] - start) * np.conj(line)).real, 0, length)
        nearest[far] = np.minimum(nearest[far], np.abs(points[far] - start - along * line))
        far = far[nearest[far] > FAR]
    return nearest.max()


def sampled(x, y, step=1 / 4000):
    """Points on a polyline that are nowhere farther apart than the step."""
    length = np.hypot(np.diff(x), np.diff(y))
    parts = np.ceil(length / step).astype(int) + 1
    start = np.repeat(np.arange(parts.size), parts)
    share = (np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)) / np.repeat(parts, parts)
    across, up = (values[start] + share * np.diff(values)[start] for values in (x, y))
    return np.column_stack((np.append(across, x[-1]), np.append(up, y[-1])))


def apart(x, y, kept):
    """Hausdorff distance of two polylines over axes of length 1, from points 1/4,000 apart; errs below 1/8,000."""
    one, other = sampled(x, y), sampled(x[kept], y[kept])
    return max(cKDTree(a).query(b)[0].max() for a, b in ((one, other), (other, one)))


def check(x, y, height=None):
    """Few points, in order, with both ends, and close to all."""
    kept = thinned(x, y, height)
    finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    assert (np.diff(kept) > 0).all()
    assert kept[[0, -1]].tolist() == finite[[0, -1]].tolist()
    assert kept.size <= 2000
    width, own = (np.ptp(values[finite]) or 1.0 for values in (x, y))
    assert distance(x, y, kept, width, height or own) <= FAR * (1 + 1e-9)
    return kept


@every_kind
@pytest.mark.parametrize("name", [full("noise"), "normal", full("rare"), "tied"])
def test_curves_of_many_cases_are_thinned(kind, name):
    found = curve(large()[name], kind)
    assert check(found.x, found.y, 1.0 if kind == "ks" else None).size >= 2


@pytest.mark.parametrize(
    ("name", "key"),
    [full("noise", "F1"), full("noise", "PPV"), full("noise", "DOR"), ("normal", "PLR"), ("rare", "F1")],
)
def test_measures_over_many_thresholds_are_thinned(name, key):
    found = over_threshold(large()[name], key, 2)
    assert check(found.threshold, found.value).size >= 2


@pytest.mark.parametrize("size", [10**3, full(10**5)])
@pytest.mark.parametrize("kind", ["precision_recall", "lift", "precision_recall_gain", "roc", "det"])
def test_the_polylines_are_close_in_both_directions(kind, size):
    rng = np.random.default_rng(size)
    truth, score = rng.integers(0, 2, size), rng.random(size)
    found = curve(ScoreTable.of(score, truth), kind)
    finite = np.isfinite(found.x) & np.isfinite(found.y)
    x, y = (values[finite] / np.ptp(values[finite]) for values in (found.x, found.y))
    assert apart(x, y, check(x, y)) <= FAR * 1.01


def test_cases_that_alternate_saws_walks_and_noise_give_few_points():
    """A positive after each negative: the ROC curve is a stair, and with 1,090 most of its corners stand out."""
    for couples in (500, 1000, 1090):
        found = roc(ScoreTable.of(np.arange(2 * couples), np.arange(2 * couples) % 2))
        assert check(found.x, found.y).size >= 900
    for teeth in (500, 1000, 1500, 5000):
        assert check(np.linspace(0, 1, 2 * teeth), np.arange(2 * teeth) % 2 * 1.0).size >= 2
    for size in (3_000, 30_000):
        rng, x = np.random.default_rng(size), np.linspace(0, 1, size)
        assert check(x, np.cumsum(rng.normal(size=size))).size > 1000
        assert check(x, rng.random(size)).size > 100


def test_smooth_lines_are_reduced_to_few_points():
    x = np.linspace(0, 1, 10**4)
    for y, most in ((x, 2), (np.zeros_like(x), 2), (x**2, 40), (np.sin(20 * x), 300), (np.sqrt(x), 60)):
        assert check(x, y).size <= most
    for stairs in (np.floor(x * 50), np.floor(x * 200)):
        assert apart(x, stairs / np.ptp(stairs), check(x, stairs)) <= FAR * 1.01


@given(
    points=st.lists(
        st.tuples(*(st.floats(-far, far, allow_subnormal=False) for far in (1e6, 1e-3))), min_size=3, max_size=60
    ),
    rising=st.booleans(),
)
def test_any_polyline_is_thinned(points, rising):
    x, y = (np.array(column) for column in zip(*points, strict=True))
    x = np.sort(x) if rising else x
    assert check(x, y).size <= x.size


def test_points_that_are_not_finite_are_left_out_and_two_or_fewer_all_stay():
    x = np.array([NAN, 0.0, 0.1, 0.2, math.inf, 0.4, 1.0, -math.inf])
    y = np.array([0.0, 0.0, 0.5, NAN, 0.3, 0.1, 0.9, 1.0])
    assert thinned(x, y).tolist() == [1, 2, 5, 6]
    for finite in (0, 1, 2):
        y = np.full(5, NAN)
        y[1 : 1 + finite] = 0.5
        assert thinned(np.arange(5.0), y).tolist() == list(range(1, 1 + finite))
    assert thinned(np.full(1000, 3.0), np.full(1000, 7.0)).tolist() == [0, 999], "one place many times"


def test_the_height_of_the_chart_says_what_can_be_seen():
    x, y = np.linspace(0, 1, 1001), np.arange(1001) % 2 * 0.0005
    assert thinned(x, y, 1.0).tolist() == [0, 1000]
    assert thinned(x, y).size > 500


@pytest.mark.parametrize(("steps", "ties", "weighted"), [(5, 10**9, True), (40, 300, False), (200, 10**9, False)])
def test_a_line_through_joined_scores_is_near_that_through_all(steps, ties, weighted):
    rng = np.random.default_rng(steps)
    truth = rng.random(3000) < 0.3
    score = np.round(ties * np.where(truth, rng.normal(0.6, 0.2, 3000), rng.normal(0.5, 0.1, 3000)))
    weight = rng.integers(1, 4, 3000) if weighted else np.ones(3000, int)
    table = ScoreTable.of(score, truth, weight=weight if weighted else None)
    few = joined(table, steps)
    assert few.score.size <= 4 * steps + 2 or few is table
    assert np.isin(few.score, table.score).all()
    assert few.score[-1] == table.score[-1]
    if weighted:
        assert [part.sum() for part in few.squares] == [part.sum() for part in table.squares]
    counts = few.at(few.score)
    for case, share in ((truth, counts.tp / counts.positives), (~truth, counts.fp / counts.negatives)):
        right = np.array([weight[case & (score >= at)].sum() for at in table.score]) / weight[case].sum()
        assert share.tolist() == right[np.searchsorted(table.score, few.score)].tolist()
        assert np.abs(np.interp(table.score, few.score, share) - right).max() <= 1 / steps + 1e-12
    small = ScoreTable.of(np.arange(20), np.arange(20) % 2)
    assert joined(small, 5) is small
