"""Are two better than one? Every sentence and note, on readings made up and real, and whether it is true."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from ddcore.answers import ensemble
from ddcore.formats import percent
from ddcore.samples.pairs import PAIRS
from ddcore.scores.together import called, together
from tests.helpers.answers import interval
from tests.helpers.ensemble_answers import (
    BASE,
    CLEAR,
    EQUAL,
    MARKED,
    NAN,
    TRUTH,
    UNCLEAR,
    WORSE,
    answered,
    at_share,
    calls,
    made,
    read,
)
from tests.helpers.lines import letter_by_letter, sentences

MIXED = (("Stacking", 0.85, CLEAR), ("Mean", 0.8, CLEAR), ("AND", 0.7, CLEAR), ("OR", 0.7, CLEAR))


def said(found, cells=EQUAL, pair=None, left_out=0):
    """The sentences of the notes."""
    return [note.text for note in answered(found, cells, pair, left_out).notes]


def coded(code, found, **more):
    """The sentences of the notes with a code."""
    return [note.text for note in answered(found, **more).notes if note.code == code]


# The answer ------------------------------------------------------------------------------------------------------


def test_yes():
    assert answered(made()).sentence == "Yes. Together **0.900**, alone 0.800 and 0.750."


@pytest.mark.parametrize("gain", [UNCLEAR, (0.02, 0.0, 0.04), (-0.02, -0.04, 0.0), (0.0, 0.0, 0.0), (0.02, NAN, NAN)])
def test_not_that_these_cases_could_show(gain):
    found = made((("a", 0.8, gain), ("b", 0.75, CLEAR)))
    assert answered(found).sentence == ("Not that these cases could show: together **0.900**, alone 0.800 and 0.750.")


def test_no():
    found = made((("a", 0.95, WORSE), ("b", 0.75, CLEAR)))
    assert answered(found).sentence == "No: together **0.900**, alone 0.950 and 0.750."


@pytest.mark.parametrize("other", [CLEAR, UNCLEAR, WORSE, (0.02, NAN, NAN)])
@pytest.mark.parametrize(("gain", "start"), [(CLEAR, "Yes. T"), (UNCLEAR, "Not that these "), (WORSE, "No: t")])
def test_the_answer_is_about_the_best_model_alone(gain, start, other):
    """Whatever is gained on the other one, which may come first or last."""
    models = (("a", 0.8, gain), ("b", 0.75, other))
    for found in (made(models), made(models[::-1])):
        assert answered(found).sentence.startswith(start)


def test_many_models_are_counted():
    found = made([(name, 0.7, CLEAR) for name in "abcdefgh"])
    assert answered(found).sentence.endswith("alone 0.700, 0.700, 0.700, 0.700, 0.700 and 3 more.")


def test_best_has_the_largest_area():
    ways = made((("a", 0.7, CLEAR), ("b", 0.75, CLEAR))).of("alone")
    assert ensemble._best(ways).title == "b"


AREAS = "The numbers are AUCs on unseen cases: how often a positive case scores above a negative one. Together "
OF_THE_GAIN = "95 % interval of the difference"
CHANCE = "That could be chance; a gain of more than"


@pytest.mark.parametrize(
    ("gain", "end"),
    [
        (CLEAR, f"gains **+0.050** on the better one, a ({OF_THE_GAIN} 0.010 to 0.090)."),
        (
            UNCLEAR,
            f"gains **+0.020** on the better one, a ({OF_THE_GAIN} −0.030 to 0.070). {CHANCE} 0.070 is ruled out.",
        ),
        (
            (0.02, 0.0, 0.04),
            f"gains **+0.020** on the better one, a ({OF_THE_GAIN} 0 to 0.040). {CHANCE} 0.040 is ruled out.",
        ),
        (
            (-0.02, -0.07, 0.03),
            f"is **0.020** below the better one, a ({OF_THE_GAIN} −0.070 to 0.030). {CHANCE} 0.030 is ruled out.",
        ),
        ((0.0, 0.0, 0.0), "puts the cases into the same order as the better one, a."),
        (
            (0.0, -0.05, 0.05),
            "reaches the same area as the better one, a; a gain of more than 0.050 is ruled out.",
        ),
        (
            (-0.02, -0.04, 0.0),
            f"is **0.020** below the better one, a ({OF_THE_GAIN} −0.040 to 0). That could be chance; any gain "
            "is ruled out.",
        ),
        (
            WORSE,
            f"is **0.050** below the better one, a ({OF_THE_GAIN} −0.090 to −0.010). Together they do "
            "worse here: too few cases to learn from, or too little to learn.",
        ),
    ],
)
def test_reason(gain, end):
    found = made((("a", 0.8, gain), ("b", 0.75, gain)))
    assert answered(found).reason == AREAS + end


@pytest.mark.parametrize("name", MARKED)
def test_names_in_the_reason_are_letters(name):
    assert letter_by_letter(name, answered(made(((name, 0.8, CLEAR), ("b", 0.75, CLEAR)))).reason)


def test_a_gain_that_is_clear_is_not_called_chance():
    """It is clear on the better model; that on the other one is larger, but less sure."""
    found = made((("a", 0.8, CLEAR), ("b", 0.75, (0.1, -0.01, 0.21))))
    assert answered(found).sentence.startswith("Yes. ")
    assert f"({OF_THE_GAIN} 0.010 to 0.090)" in answered(found).reason
    assert "chance" not in answered(found).reason


def test_answer_and_reason_agree():
    """Together is clearly worse than the second model, not so clearly than the first, which is more uncertain."""
    unclear, clear = ("a", 0.92, (-0.02, -0.06, 0.02)), ("b", 0.915, (-0.015, -0.02, -0.01))
    found = made((unclear, clear))
    assert answered(found).sentence.startswith("Not that these cases could show: ")
    assert answered(found).reason.endswith("is **0.020** below the better one, a "
                                        f"({OF_THE_GAIN} −0.060 to 0.020). {CHANCE} 0.020 is ruled out.")  # fmt: skip
    found = made((("a", 0.91, (-0.01, -0.06, 0.02)), clear))
    assert answered(found).sentence.startswith("No: ")
    assert "the better one, b (" in answered(found).reason
    assert "chance" not in answered(found).reason


def test_the_best_of_three_models_is_no_better_one():
    found = made((("a", 0.8, CLEAR), ("b", 0.75, CLEAR), ("c", 0.7, CLEAR)))
    assert "on the best one, a " in answered(found).reason


# One may be enough -----------------------------------------------------------------------------------------------

NEARLY, BEHIND = ("b, read", 0.89, UNCLEAR), ("a, read", 0.82, CLEAR)
ONE_IS_ENOUGH = "One may be enough, by its likelihood ratio (the evidence): together **0.900**, alone 0.800 and 0.750, "
BY_ITSELF = f"gains **+0.050** on the better one, a ({OF_THE_GAIN} 0.010 to 0.090). But one of them alone, by its "


@pytest.mark.parametrize("evidence", [(BEHIND, NEARLY), (NEARLY, BEHIND), (NEARLY,)])
def test_one_is_enough(evidence):
    found = made(evidence=evidence)
    assert found.enough.title == "b, read"
    assert answered(found).sentence == f"{ONE_IS_ENOUGH}b\\, read **0.890**."
    assert answered(found).reason == (
        f"{AREAS}{BY_ITSELF}likelihood ratio, may do as well: b\\, read reaches **0.890**, on which a gain of more "
        "than 0.070 "
        f"is ruled out. *Likelihood* shows how."
    )
    assert sentences([answered(found).sentence, answered(found).reason])


@pytest.mark.parametrize("gain", [UNCLEAR, (0.02, 0.0, 0.04), (0.0, 0.0, 0.0), (-0.02, -0.04, 0.0), WORSE])
def test_one_that_is_not_clearly_behind_is_enough(gain):
    found = made(evidence=(BEHIND, ("b, read", 0.9 - gain[0], gain)))
    assert found.enough.title == "b, read"
    assert answered(found).sentence == f"{ONE_IS_ENOUGH}b\\, read **{0.9 - gain[0]:.3f}**."
    ruled = f"a gain of more than {gain[2]:.3f}" if gain[2] > 0 else "any gain"
    assert f"b\\, read reaches **{0.9 - gain[0]:.3f}**, on which {ruled} is ruled out." in answered(found).reason
    assert "chance" not in answered(found).reason


@pytest.mark.parametrize(
    "evidence", [(), (BEHIND,), (BEHIND, ("b, read", 0.85, CLEAR)), (("a, read", 0.899, (0.001, 1e-6, 0.002)),)]
)
def test_all_are_better_than_one_read_as_evidence(evidence):
    found = made(evidence=evidence)
    assert found.enough is None
    assert answered(found).sentence == "Yes. Together **0.900**, alone 0.800 and 0.750."
    assert answered(found).reason.endswith(f"a ({OF_THE_GAIN} 0.010 to 0.090).")


def test_one_that_is_clearly_behind_is_not_enough_for_being_uncertain():
    """Of the two readings the better one is clearly behind; the worse one is only too uncertain to tell."""
    found = made(evidence=(("a, read", 0.85, CLEAR), ("b, read", 0.8, (0.1, -0.01, 0.21))))
    assert found.enough is None
    assert answered(found).sentence.startswith("Yes. ")


@pytest.mark.parametrize(("gain", "start"), [(UNCLEAR, "Not that these cases could show: t"), (WORSE, "No: t")])
def test_one_is_not_praised_where_nothing_is_gained(gain, start):
    """The models as they are do as well: nothing has to be read."""
    found = made((("a", 0.9 - gain[0], gain), ("b", 0.75, CLEAR)), evidence=(NEARLY,))
    assert answered(found).sentence.startswith(start)
    assert not re.search("enough|by itself|Likelihood", answered(found).sentence + answered(found).reason)


@pytest.mark.parametrize("name", MARKED)
def test_name_of_the_one_that_is_enough_is_letters(name):
    found = made(evidence=((f"{name}, read", 0.89, UNCLEAR),))
    assert letter_by_letter(name, answered(found).sentence)
    assert letter_by_letter(name, answered(found).reason)


def test_one_of_real_scores_is_enough():
    """Positives lie on both sides of the negatives: the score as it is says nothing, read as evidence all. The other
    model guesses."""
    rng = np.random.default_rng(1)
    truth = np.arange(120) < 60
    sides = np.where(truth, np.where(np.arange(120) % 2, 3, -3), 0) + rng.normal(size=120)
    found = together(
        np.column_stack([sides, rng.normal(size=120)]), truth, "kde", positive=True, names=("a", "b"), rng=rng
    )
    one = next(way for way in found.of("read") if way.title == "a, read")
    assert found.enough is one
    assert one.gain.low <= 0
    assert one.auc.value > 0.9 > 0.7 > max(way.auc.value for way in found.of("alone"))
    assert answered(found).sentence.startswith("One may be enough, by its likelihood ratio (the evidence): together ")
    assert answered(found).sentence.endswith(f"a\\, read **{one.auc.value:.3f}**.")
    assert sentences([answered(found).sentence, answered(found).reason])


def test_one_that_is_behind_its_own_scores_is_not_enough():
    """Read as evidence, it stays 0.1 behind the best model as it is, on which together gains for sure."""
    found = made((("a", 0.8, CLEAR), ("b", 0.6, CLEAR)), evidence=(("b, read", 0.7, (0.2, -0.01, 0.41)),))
    assert "do as well" not in answered(found).reason
    assert answered(found).sentence.startswith("Yes. ")


def test_a_coin_is_not_enough():
    """Sixty cases of two scores that speak together only: together 0.92, and one of them alone 0.6, however read."""
    rng = np.random.default_rng(292)
    cases = int(rng.choice([24, 30, 40, 60]))
    truth = np.arange(cases) < cases // 2
    found = together(coupled(rng, truth), truth, "binormal", positive=True, folds=3, rng=np.random.default_rng(1))
    alone, one = (max(way.auc.value for way in found.of(kind)) for kind in ("alone", "read"))
    assert (cases, found.whole.auc.value > 0.85, 0.7 > alone > 0.6, one < 0.7) == (60, True, True, True)
    assert ensemble._best(found.of("alone")).gain.low > 0
    assert answered(found).sentence.startswith("Yes. ")


def coupled(rng, truth):
    """Scores that rise together in both classes; positives are higher in one and lower in the other."""
    scores = rng.normal(size=(truth.size, 2))
    both = rng.uniform(0.5, 0.95)
    scores[:, 1] = both * scores[:, 0] + math.sqrt(1 - both**2) * scores[:, 1]
    return scores + truth[:, None] * [0.7, -0.4]


# Worth knowing ---------------------------------------------------------------------------------------------------


class TestSimplerWays:
    def test_they_reach_less(self):
        assert said(made(others=MIXED))[0] == (
            "Simpler mixtures reach less: Stacking 0.850, Mean 0.800, AND 0.700, OR 0.700."
        )

    def test_one_does_as_well(self):
        others = (("Stacking", 0.89, UNCLEAR), ("Mean", 0.8, CLEAR))
        assert said(made(others=others))[0] == (
            "Stacking may do as well: on it, a gain of more than 0.070 is ruled out. Simpler mixtures reach: Stacking "
            "0.890, Mean 0.800."
        )

    def test_one_is_better(self):
        others = (("Stacking", 0.85, CLEAR), ("Mean", 0.95, WORSE))
        assert said(made(others=others))[0] == (
            "Take Mean, which is simpler and better here. Simpler mixtures reach: Stacking 0.850, Mean 0.950."
        )

    def test_what_is_clearly_behind_does_not_do_as_well(self):
        """Together gains on the best mixture for sure; only a much worse one is too uncertain to tell."""
        found = made(others=(("Stacking", 0.85, CLEAR), ("AND", 0.7, (0.2, -0.01, 0.41))))
        assert "Stacking does as well" not in said(found)[0]

    def test_less_is_said_of_less(self):
        """Together is behind the mean: no clear gain on it can be claimed."""
        for gain in (UNCLEAR, WORSE, (0.0, 0.0, 0.0), (0.02, NAN, NAN)):
            assert "reach less" not in said(made(others=(("Mean", 0.91, gain),)))[0]


class TestWhatIsFound:
    def test_shares_by_hand(self):
        """Of 30 positives 20, 15 and 25; 25 of 60 cases are called."""
        found = made(others=MIXED)
        sentence = said(found, ((20, 5, 10, 25), (15, 10, 15, 20), (25, 0, 5, 30)))[1]
        assert sentence == (
            "With up to 41.7 % of the cases predicted positive, of all truly positive ones are found: a 66.7 %, b 50 "
            "%, together 83.3 %."
        )

    def test_the_most_that_any_calls_is_what_each_may_call(self):
        """Ties make the first model call 15 of 60 cases, the others 25."""
        sentence = said(made(others=MIXED), ((10, 5, 20, 25), (15, 10, 15, 20), (25, 0, 5, 30)))[1]
        assert sentence.startswith("With up to 41.7 % of the cases predicted positive, ")
        assert "ones are found: a 33.3 %, b 50 %, together 83.3 %." in sentence

    def test_all_are_not_said_to_call_as_many_where_ties_forbid(self):
        """The first model's highest score is that of 40 of 60 cases: at a share of half it calls none."""
        scores = np.array([[1.0] * 20 + [0.0] * 10 + [1.0] * 20 + [0.0] * 10, np.arange(60.0) % 37]).T
        found = together(scores, TRUTH, "binormal", positive=True, names=("a", "b"), rng=np.random.default_rng(1))
        some = [(one, called(one.table, 0.5).counts) for one in (*found.of("alone"), found.whole)]
        assert float(some[0][1].predicted_positives) == 0
        sentence = said(found, [cells for _, cells in some])[1]
        assert "Calling 50 % of the cases positive, each finds" not in sentence
        most = max(float(one.predicted_positives) for _, one in some) / 60
        assert sentence.startswith(f"With up to {percent(most)} of the cases predicted positive, of all ")
        assert ": a 0 %, b " in sentence

    @pytest.mark.parametrize("name", MARKED)
    def test_names_are_letters(self, name):
        found = made(((name, 0.8, CLEAR), ("b", 0.75, CLEAR)), MIXED)
        assert letter_by_letter(name, said(found)[1])


class TestFacts:
    def test_models_of_one_order(self):
        alike = made(others=MIXED, alike=True)
        assert coded("alike", alike) == [
            "The models put the cases into the same order, so that none knows anything that another does not. Any "
            "gain comes from the likelihood ratio of the scores."
        ]
        assert coded("alike", made(others=MIXED, alike=False)) == []

    def test_what_is_learned_by_heart(self):
        found = made(others=MIXED, learned=interval(0.9321))
        assert coded("flatters", found) == [
            "On the cases that it was fitted to, the AUC would look like 0.932: 0.032 too high, by overfitting."
        ]

    def test_a_third_of_a_percent_is(self):
        assert "0.003 too high" in coded("flatters", made(others=MIXED, learned=interval(0.903)))[0]

    @pytest.mark.parametrize("learned", [0.9015, 0.9, 0.8])
    def test_little_is_not_flattery(self, learned):
        assert coded("flatters", made(others=MIXED, learned=interval(learned))) == []

    def test_scores_that_go_together_differently(self):
        found = made(others=MIXED, correlations=(0.75, -0.125))
        assert coded("correlated-differently", found) == [
            "The two scores go together differently in the two classes (correlation 0.750 among the positives, −0.125 "
            "among the negatives): neither score alone, and no mean of both, shows that."
        ]

    @pytest.mark.parametrize("both", [(0.5, 0.3001), (NAN, 0.1), (0.9, NAN), (NAN, NAN)])
    def test_alike_or_unknown_correlations_are_not_worth_a_word(self, both):
        assert coded("correlated-differently", made(others=MIXED, correlations=both)) == []

    @pytest.mark.parametrize(
        ("fact", "kept"),
        [
            ("Some scores lie so far out that the bandwidth of the positives had to be widened.", True),
            ("Silverman has no bandwidth for the negatives; normal reference was taken.", True),
            ("The positives have no covariances of their own; those of all cases were taken.", True),
            ("Correlation of the two scores among the positives: 0.5.", False),
        ],
    )
    def test_what_had_to_be_done_otherwise(self, fact, kept):
        estimate = replace(BASE.ensemble.estimate, facts=(fact,))
        found = made(others=MIXED, ensemble=replace(BASE.ensemble, estimate=estimate))
        nothing = replace(found, ensemble=replace(BASE.ensemble, estimate=replace(estimate, facts=())))
        assert [one.replace("\\", "") for one in said(found) if one not in said(nothing)] == [fact] * kept

    @pytest.mark.parametrize("sign", ["*", "$", "[", "_"])
    def test_facts_are_letters(self, sign):
        fact = f"The bandwidth of {sign}x{sign} had to be widened."
        estimate = replace(BASE.ensemble.estimate, facts=(fact,))
        found = made(others=MIXED, ensemble=replace(BASE.ensemble, estimate=estimate))
        (told,) = coded("reading", found)
        assert letter_by_letter(fact, told)

    def test_a_name_is_no_fact(self):
        """The weights of a logistic regression name the columns; one is named after a word of the other facts."""
        found, _, _ = read(names=("*tests taken*", "b"), method="logistic")
        assert coded("reading", found) == []

    @pytest.mark.parametrize(
        ("cases", "sentence"),
        [
            (1, "1 case without a score of each model is left out."),
            (1234, "1,234 cases without a score of each model are left out."),
        ],
    )
    def test_cases_without_a_score(self, cases, sentence):
        assert said(made(others=MIXED), left_out=cases)[-1] == sentence
        assert coded("left-out", made(others=MIXED)) == []

    def test_truth_of_simulated_scores(self):
        """Alone, means 2 apart with variances of 2.5 each: Phi(2 / sqrt 5)."""
        alone = norm.cdf(2 / math.sqrt(5))
        assert said(made(others=MIXED), pair=PAIRS["pair_2"])[-1] == (
            f"These scores are simulated, so the truth is known: the exact AUCs are {alone:.4f} and {alone:.4f} alone "
            f"and 0.9521 together, and no rule can do better."
        )

    def test_sentences_of_real_readings(self):
        for method, models in (("binormal", 2), ("logistic", 3), ("kde", 2)):
            found, _, _ = read(models, method)
            some = [(one, called(one.table, 0.4).counts) for one in (*found.of("alone"), found.whole)]
            told = said(found, [cells for _, cells in some], left_out=3)
            assert sentences([answered(found).reason, answered(found).sentence, *told])


@pytest.mark.parametrize("low", [NAN, -0.1])
def test_no_sentence_prints_a_missing_number(low):
    """A gain without an interval, cases of which none is called, and nothing known of the correlations."""
    high = -low
    missing = (("a", 0.8, (0.0, low, high)), ("b", 0.75, (0.0, low, high)))
    found = made(missing, [(name, 0.8, (0.0, low, high)) for name in ("Stacking", "Mean")], correlations=(NAN, NAN))
    nothing = ((0, 0, 30, 30),) * 3
    answer = answered(found, nothing)
    texts = [answer.sentence, answer.reason, *(note.text for note in answer.notes), answer.method]
    texts.append(" ".join(map(str, at_share(calls(found, *nothing)))))
    assert all(not re.search(r"\b(nan|inf|None)\b|no value|∞", text) for text in texts)
    assert sentences(texts[:-2])
