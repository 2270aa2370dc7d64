"""Several answers for several classes: against every probability of a grid, fractions and simulated samples."""

from fractions import Fraction

import numpy as np
import pytest

from ddcore.decisions.actions import Actions, judged, region
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.decisions.utility import Utility, baseline
from ddcore.errors import InputError
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty

TRIAGE = Actions.of({"A": [1, 0, 0], "B": [0, 1, 0], "C": [0, 0, 1], "both": [0.7, 0.7, 0], "refer": [0.6, 0.6, 0.6]})


def simplex(steps=20):
    return [(i, j, steps - i - j) for i in range(steps + 1) for j in range(steps + 1 - i)]


def test_the_best_answer_is_that_of_exact_sums():
    steps = 20
    for point in nonempty(simplex(steps)):
        exact = [
            sum(
                Fraction(p, steps) * Fraction(worth).limit_denominator(100) for p, worth in zip(point, row, strict=True)
            )
            for row in TRIAGE.utility.tolist()
        ]
        assert TRIAGE.best(np.array(point) / steps) == exact.index(max(exact))


def test_the_regions_of_three_classes_hold_what_is_best_there_and_cover_the_triangle():
    regions = [region(TRIAGE, place) for place in range(len(TRIAGE.names))]
    areas = [_area(corners) for corners in regions]
    assert sum(areas) == pytest.approx(_area(np.eye(3)))
    for place, corners in nonempty(list(enumerate(regions))):
        expected = TRIAGE.expected(corners)
        assert (expected[:, place] >= expected.max(axis=1) - 1e-12).all()


def _area(corners):
    x, y = corners[:, 1], corners[:, 2]
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2


def test_an_answer_is_useful_where_some_probabilities_make_it_the_only_best():
    actions = Actions.of({**dict(zip(TRIAGE.names, TRIAGE.utility.tolist(), strict=True)), "never": [0.6, 0.5, 0.3]})
    points = np.array(simplex(60)) / 60
    expected = actions.expected(points)
    alone = [
        bool((expected[:, place] > np.delete(expected, place, axis=1).max(axis=1) + 1e-9).any())
        for place in range(len(actions.names))
    ]
    assert actions.useful().tolist() == alone
    assert alone == [True, True, True, True, True, False]


def test_switches_of_two_classes_follow_the_best_answer():
    for seed in range(20):
        rows = np.random.default_rng(seed).integers(-5, 6, (5, 2))
        actions = Actions.of({str(place): row for place, row in enumerate(rows)})
        starts, places = map(list, zip(*actions.switches(), strict=True))
        assert starts == sorted(set(starts))
        for start, end, place in zip(starts, [*starts[1:], 1.0], places, strict=True):
            middle = (start + end) / 2
            expected = actions.expected([middle, 1 - middle])
            assert expected[place] == pytest.approx(expected.max())


def test_two_answers_are_the_payoffs_of_a_classifier_and_the_best_for_all_its_baseline():
    rng = np.random.default_rng(3)
    truth = rng.random(200) < 0.3
    score = np.clip(0.3 * truth + rng.random(200) * 0.7, 0.01, 0.99).round(2)
    table = ScoreTable.of(score, truth, True)
    actions = Actions.of({"positive": [5, -2], "negative": [-4, 1]})
    found = judged(actions, ClassProbabilities.of_table(table, ("positive", "negative")))
    utility = Utility(tp=5, fp=-2, fn=-4, tn=1)
    assert found.worth.value == pytest.approx(float(utility(table.at(0.25))))  # (1 + 2) / (5 + 2 + 4 + 1)
    assert found.worth.value - found.gain.value == pytest.approx(baseline(utility, table.prevalence))


def test_weighted_cases_count_what_they_weigh():
    probability = np.array([[0.9, 0.1, 0.0], [0.2, 0.5, 0.3]])
    weighted = ClassProbabilities.of_cases(("a", "b", "c"), probability, np.array([0, 2]), np.array([3.0, 1.0]))
    repeated = ClassProbabilities.of_cases(("a", "b", "c"), probability[[0, 0, 0, 1]], np.array([0, 0, 0, 2]))
    actions = Actions.of({"a": [1, 0, 0], "other": [0, 1, 1]})
    assert judged(actions, weighted).worth.value == judged(actions, repeated).worth.value == 1
    assert judged(actions, weighted).worth.low < judged(actions, repeated).worth.low


@pytest.mark.full
def test_intervals_of_the_worth_and_of_the_gain_hold():
    rng = np.random.default_rng(5)
    centres = np.array([0.0, 1.0, 2.0])

    def drawn(cases):
        codes = rng.choice(3, cases, p=[0.6, 0.3, 0.1])
        density = np.exp(-((rng.normal(centres[codes], 1)[:, None] - centres) ** 2) / 2) * [0.6, 0.3, 0.1]
        probability = density / density.sum(axis=1, keepdims=True)
        return ClassProbabilities.of_cases(("a", "b", "c"), probability, codes)

    exact = judged(TRIAGE, drawn(400_000))
    assert exact.promised == pytest.approx(exact.worth.value, abs=0.005)
    samples = [judged(TRIAGE, drawn(60)) for _ in range(400)]
    kept = np.mean([found.worth.low <= exact.worth.value <= found.worth.high for found in samples])
    constant = TRIAGE.utility @ [0.6, 0.3, 0.1]
    gained = np.mean(
        [found.gain.low <= exact.worth.value - constant[found.constant] <= found.gain.high for found in samples]
    )
    assert kept > 0.92
    assert gained > 0.92


def test_of_equal_answers_the_first_is_the_best_at_any_scale():
    for scale in nonempty((1e-9, 1.0, 1e12)):
        rows = {"none": [0, 0, 0], "skip": [0, 0, 0], "a": [scale, -scale, 0], "b": [0.2 * scale] * 3}
        actions = Actions.of(rows)
        assert actions.useful().tolist() == [False, False, True, True]
        assert Actions.of({name: rows[name] for name in ("none", "skip", "a")}).useful().tolist() == [True, False, True]
        assert len(region(actions, 1)) == 0
        assert actions.best([[0.1, 0.8, 0.1], [0.9, 0.05, 0.05]]).tolist() == [3, 2]
    assert Actions.of({"one": [1, 1], "other": [1, 1]}).useful().tolist() == [True, False]


def test_what_is_worth_the_same_for_all_has_no_interval_and_what_is_promised_is_held_against_the_truth():
    rng = np.random.default_rng(8)
    sure, right = rng.uniform(0.6, 0.9, 2000), rng.random(2000)
    probability = np.column_stack([sure, 1 - sure])
    actions = Actions.of({"x": [1, 0], "y": [0, 1], "refer": [0.1, 0.1]})
    kept = judged(actions, ClassProbabilities.of_cases(("x", "y"), probability, (right > sure).astype(int)))
    broken = judged(actions, ClassProbabilities.of_cases(("x", "y"), probability, (right > sure - 0.1).astype(int)))
    assert kept.surplus.low < 0 < kept.surplus.high
    assert broken.surplus.high < -0.05
    assert broken.surplus.value == pytest.approx(broken.worth.value - broken.promised)
    five = ClassProbabilities.of_cases(("x", "y"), probability[:5], np.zeros(5, int))
    always = judged(Actions.of({"x": [1, 0], "refer": [2, 2]}), five).always
    assert (always.low, always.value, always.high) == (2, 2, 2)


def test_what_is_refused():
    for rows, problem in (
        ({"a": [1, 0]}, "there must be two answers or more, got 1"),
        ({"a": [1, 0], "b": [1, 0, 0]}, "one number for each class, got 2 and 3"),
        ({"a": [1, 0], "b": [1, float("nan")]}, r"must be a number from -10\^15 to 10\^15, got nan"),
    ):
        with pytest.raises(InputError, match=problem):
            Actions.of(rows)
    with pytest.raises(InputError, match="switches need two classes, got 3"):
        TRIAGE.switches()
