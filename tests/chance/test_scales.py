"""A score on all scales side by side: against each scale by itself."""

import math

import numpy as np
import pytest

from ddcore.chance import dutch_draw, guessing
from ddcore.chance.balance import rebalance
from ddcore.chance.rescale import beyond, rescale
from ddcore.chance.scales import Scaled, scales
from ddcore.chance.significance import interval
from ddcore.chance.verdict import WEIGHTED, verdict, whole_classes
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, counted, measure
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

GUESSES = ["half", "prevalence", "mode", 0.3]
MODELS = {
    "good": Counts(tp=227, fp=50, fn=31, tn=192),
    "rare": Counts(tp=4, fp=6, fn=6, tn=184),
    "never": Counts(tp=0, fp=0, fn=30, tn=70),
    "perfect": Counts(tp=20, fp=0, fn=0, tn=60),
    "upside down": Counts(tp=1, fp=39, fn=19, tn=1),
}
WEIGHTS = Counts(tp=4.5, fp=3.75, fn=0.3, tn=6.75)
NUMBERS = (
    "score", "beyond", "rescaled", "normalised", "balanced", "chance", "ideal", "poorest", "guessed", "expansion",
    "expansion_error", "silent",
)  # fmt: skip


def same(found, expected):
    """Equal, where no value equals no value."""
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14, equal_nan=True)
    return True


@pytest.mark.parametrize("guess", some_of(GUESSES, "prevalence"))
def test_each_number_is_that_of_its_own_function(guess):
    """Weighted cases are compared with a million; what grows with the number of cases has no scale for them."""
    models = {**MODELS, "weighted": WEIGHTS}
    rows = scales(models, MEASURES, guess, 0.2)
    assert [row[0].measure.key for row in rows] == list(MEASURES)
    for row, found in zip(MEASURES.values(), rows, strict=True):
        assert [one.model for one in found] == list(models)
        for one, counts in zip(found, models.values(), strict=True):
            M, P = whole_classes(float(counts.total), float(counts.positives))
            assert one.measure is row
            if counts is WEIGHTS:
                assert M == WEIGHTED
                if row.grows:
                    assert np.isnan([one.score, one.beyond, one.rescaled, one.normalised]).all()
                    continue
            score = float(row(counts))
            g = float(guessing.probability(guess, P / M))
            right = {
                "score": score,
                "beyond": beyond(score, row, M, P),
                "rescaled": rescale(score, row, M, P),
                "normalised": guessing.normalise(score, row, M, P, guess),
                "balanced": row(rebalance(counts, 0.2)),
                "chance": dutch_draw.baseline(row, M, P).best(row.better),
                "ideal": row.ideal(M, P),
                "poorest": row.poorest(M, P),
                "guessed": guessing.expectation(row, M, P, guess),
                "expansion": guessing.series(row, M, P, g) if 0 < g < 1 else math.nan,
                "expansion_error": guessing.series(row, M, P, g) - guessing.expectation(counted(row), M, P, guess)
                if 0 < g < 1
                else math.nan,
                "silent": guessing.undefined(row, M, P, guess),
            }
            assert right.keys() == set(NUMBERS)
            for number, value in right.items():
                assert same(getattr(one, number), value), (row.key, one.model, number)


def test_models_do_not_touch_each_other():
    """A model has the same numbers alone and in company, in any order; measures stand in the order asked for."""
    keys = ["F1", "ERR", "MCC"]
    together = scales(MODELS, keys, "prevalence")
    turned = scales(dict(reversed(MODELS.items())), keys, "prevalence")
    for place, (name, counts) in enumerate(MODELS.items()):
        for at, (alone,) in enumerate(scales({name: counts}, keys, "prevalence")):
            for number in NUMBERS:
                assert same(getattr(together[at][place], number), getattr(alone, number))
                assert same(getattr(turned[at][-1 - place], number), getattr(alone, number))
    rows = scales({"A": MODELS["good"]}, ["recall", MEASURES["F1"], "right = tn / m"], 0.5)
    assert [row[0].measure.key for row in rows] == ["TPR", "F1", "right = tn / m"]
    assert scales(MODELS, [], "half") == []


def test_who_can_do_better():
    for key, guess, unbeatable, settled in (
        ("ACC", "half", False, False),
        ("TPR", "half", True, False),
        ("TPR", 1.0, True, True),
        ("TNR", 0.0, True, True),
        ("FPR", 0.0, True, True),
        ("FNR", 0.0, True, False),
        ("TP", 1.0, True, True),
        ("F1", 1.0, False, False),
        ("DOR", "half", False, False),
    ):
        ((one,),) = scales({"A": MODELS["good"]}, [key], guess)
        assert (one.unbeatable, one.settled) == (unbeatable, settled), (key, guess)


@pytest.mark.parametrize("name", some_of(MODELS, "rare", "perfect"))
def test_unbeatable_here_is_unbeatable_in_the_verdict(name):
    counts = MODELS[name]
    found = {line.measure.key: line.state for line in verdict(name, counts, MEASURES).lines}
    for (one,) in nonempty(scales({name: counts}, MEASURES, "half")):
        state = found.get(one.measure.key)
        if one.measure.judges and math.isfinite(one.score):
            assert one.unbeatable == (state == "unbeatable"), one.measure.key
            if not one.unbeatable and math.isfinite(one.beyond):
                assert (one.beyond > 1e-12) == (state in ("beats", "unclear")), one.measure.key
        elif not one.measure.judges:
            assert math.isfinite(one.score)
            assert np.isnan([one.beyond, one.rescaled, one.normalised]).all()


def test_rounding_does_not_make_a_draw_beatable():
    numbers = dict.fromkeys(NUMBERS, 0.0)
    near = Scaled("A", MEASURES["F1"], **{**numbers, "chance": 1 - 1e-15, "ideal": 1.0, "guessed": 1 - 1e-9})
    assert near.unbeatable
    assert not near.settled
    nowhere = Scaled("A", MEASURES["F1"], **{**numbers, "chance": math.nan, "ideal": 1.0, "guessed": math.nan})
    assert not nowhere.unbeatable
    assert not nowhere.settled


@pytest.mark.parametrize("model", some_of(["good", "rare", "perfect", "upside down"], "rare"))
def test_ends_of_an_interval_have_their_place_as_the_score_has(model):
    """Each scale moves an end as it moves a score; an end beyond the best possible is the best possible."""
    counts = MODELS[model]
    M, P = int(counts.total), int(counts.positives)
    for row, (found,) in zip(MEASURES.values(), scales({"A": counts}, MEASURES, "half", 0.2), strict=True):
        around = interval(row, counts)
        assert found.ends("score") == (around.low, around.high) or math.isnan(around.low)
        ends = [
            min(end, found.ideal) if row.better == "higher" else max(end, found.ideal) for end in found.ends("score")
        ]
        if math.isnan(ends[0]):
            continue
        for scale, function in (("beyond", beyond), ("rescaled", rescale)):
            assert same(sorted(found.ends(scale)), sorted(function(ends, row, M, P)))
        assert same(sorted(found.ends("normalised")), sorted(guessing.normalise(ends, row, M, P, "half")))
        for scale in ("beyond", "rescaled", "normalised"):
            value = getattr(found, scale)
            low, high = found.ends(scale)
            assert math.isnan(low) or math.isnan(value) or low - 1e-12 <= value <= high + 1e-12, (row.key, scale)


def test_balanced_score_has_the_interval_of_its_rates():
    """Balanced precision at 0.2: from the rates in reach, here those of Wilson's on a grid of both."""
    counts = Counts(tp=30, fp=12, fn=10, tn=148)
    found = scales({"A": counts}, ["PPV"], "half", 0.2)[0][0]
    tpr, fpr = np.meshgrid(np.linspace(0.5, 0.95, 900), np.linspace(0.02, 0.2, 900))
    chi = (30 / 40 - tpr) ** 2 * 40 / (tpr * (1 - tpr)) + (12 / 160 - fpr) ** 2 * 160 / (fpr * (1 - fpr))
    values = (0.2 * tpr / (0.2 * tpr + 0.8 * fpr))[chi <= 1.959963984540054**2]
    assert found.ends("balanced") == pytest.approx((values.min(), values.max()), abs=0.002)


def test_more_cases_than_a_draw_is_computed_for_are_compared_with_a_million_too():
    counts = Counts(tp=3 * 10**12, fp=10**12, fn=10**12, tn=3 * 10**12)
    accuracy, hits = (row[0] for row in scales({"A": counts}, ["ACC", "TP"], "half"))
    assert accuracy.rescaled == pytest.approx(0.5, abs=1e-6)
    assert accuracy.ends("rescaled") == pytest.approx((0.5, 0.5), abs=1e-5)
    assert np.isnan([hits.rescaled, hits.ends("rescaled")[0]]).all()


@pytest.mark.parametrize(
    "measures", [["F1", "ERR", "J"], pytest.param(MEASURES, marks=pytest.mark.full)], ids=["some", "all"]
)
def test_perfect_on_weighted_cases_is_perfect(measures):
    """The classes that stand in for weighted ones are rounded, and with them the best possible score."""
    texts = [*measures, "x = (tp + 2 * tn) / m", "x = (fp + 3 * fn - 2 * tn) / m"]
    for (one,) in nonempty(scales({"A": Counts(tp=4.7, fp=0.0, fn=0.0, tn=10.4)}, texts, "half")):
        if math.isfinite(one.rescaled):
            assert one.rescaled == pytest.approx(0 if one.unbeatable else 1, abs=1e-5), one.measure.key
        if math.isfinite(one.normalised):
            assert one.normalised == pytest.approx(1, abs=1e-5), one.measure.key


def test_weighted_and_whole_models_stand_side_by_side():
    texts = ["F1", "profit = 5 * tp - fp"]
    (weighted, whole), (growing, counted) = scales({"A": WEIGHTS, "B": MODELS["good"]}, texts, "half")
    ((alone,),) = scales({"B": MODELS["good"]}, ["F1"], "half")
    assert weighted.chance == pytest.approx(2 * 4.8 / (4.8 + 15.3), abs=1e-6)
    assert whole == alone
    for number in ("score", "rescaled", "normalised"):
        assert math.isnan(getattr(growing, number))
        assert math.isfinite(getattr(counted, number))
    for scale in ("score", "rescaled", "normalised", "balanced"):
        assert np.isnan(weighted.ends(scale)).all(), "nothing is known of the weights"


def test_classes_are_balanced_at_half_unless_told():
    told, untold = (scales({"A": MODELS["rare"]}, ["PPV"], "half", *share) for share in ((0.5,), ()))
    assert told == untold


@pytest.mark.parametrize("counts", [Counts(tp=3, fp=0, fn=1, tn=0), Counts(tp=0, fp=2, fn=0, tn=5)], ids=repr)
def test_one_class_has_no_balance(counts):
    rows = scales({"A": counts}, MEASURES, "prevalence")
    assert all(math.isnan(row[0].balanced) for row in rows if row[0].measure.key in ("ACC", "F1", "BACC", "PPV"))
    for (one,) in rows:
        if one.measure.judges:
            assert not one.measure.is_better(one.score, one.ideal)


def test_formula_has_the_scales_of_the_measure_it_is():
    for text, key in (
        ("f = 2 * tp / (2 * tp + fp + fn)", "F1"),
        ("right = (tp + tn) / m", "ACC"),
        ("wrong = (fp + fn) / m", "ERR"),
    ):
        for own, listed in nonempty(zip(*scales(dict(list(MODELS.items())[:2]), [text, key], 0.3, 0.2), strict=True)):
            for number in ("score", "rescaled", "normalised", "balanced", "chance", "ideal", "guessed", "expansion"):
                assert getattr(own, number) == pytest.approx(getattr(listed, number), abs=1e-9), number


def test_every_function_of_a_formula_has_an_expansion():
    texts = [
        "sqrt(tp / m)",
        "log((tp + 1) / m)",
        "exp(tp / m)",
        "min(tp, tn) / m",
        "max(tp, fp, fn) / m",
        "(tp / m)**2",
    ]
    for (one,) in nonempty(scales({"A": MODELS["good"]}, [f"x = {text}" for text in texts], 0.3)):
        assert one.expansion == pytest.approx(one.guessed, abs=1e-3), one.measure.key


def test_formula_with_its_best_between_the_corners():
    """The best value of a formula may lie anywhere; a model that has it must not be called better than possible."""
    ((one,),) = scales({"A": Counts(tp=37, fp=50, fn=221, tn=192)}, ["near = 0 - abs(tp - 37) / m"], "half")
    assert (one.score, one.rescaled) == (0, pytest.approx(1))


def test_what_cannot_be_is_refused():
    for prevalence, guess, said in (
        (1.2, "half", "prevalence must be between 0 and 1, got 1.2"),
        (0.5, "sometimes", "g must be a number or one of half, prevalence, mode, got 'sometimes'"),
        (0.5, -0.1, "g must be between 0 and 1, got -0.1"),
    ):
        with pytest.raises(InputError, match=said):
            scales({"A": MODELS["good"]}, ["ACC"], guess, prevalence)
        with pytest.raises(InputError, match="the number of cases, must be between 1 and 1,000,000,000, got 0"):
            scales({"A": Counts(tp=0, fp=0, fn=0, tn=0)}, ["ACC"], "half")
        assert scales({}, ["ACC", "F1"], "half") == [[], []]


def test_formula_follows_the_true_positives_or_does_not():
    """By trying every number of true positives with the margins of the model."""
    following = "tp / m", "fp / m", "tp * tn / m / m", "min(tp, 20) / m"
    others = "abs(tp - fn) / m", "p / m", "pp / m", "tp / m, lower", "fp / m, higher", "(tp - 4) ** 2 / m"
    tp = np.arange(17)
    for text in (*following, *others):
        [line] = verdict("A", Counts(tp=12, fp=4, fn=8, tn=26), [f"x = {text}"]).lines
        steps = np.diff(measure(f"x = {text}")(Counts(tp=tp, fp=16 - tp, fn=20 - tp, tn=14 + tp)))
        good = steps if line.measure.better == "higher" else -steps
        assert line.follows == (good.min() >= 0 and good.max() > 0) == (text in following), text
    assert all(line.follows for line in verdict("A", MODELS["good"], MEASURES).lines)
    assert not verdict("A", WEIGHTS, ["x = tp / m"]).lines[0].follows
