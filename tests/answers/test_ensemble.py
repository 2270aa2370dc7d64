"""Are two better than one? Every sentence and note, on readings made up and real, and whether it is true."""

import math
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm, rankdata
from sklearn.metrics import average_precision_score, roc_auc_score

from ddcore.answers import ensemble, joint
from ddcore.answers.answer import Figure, Table
from ddcore.counts import Counts
from ddcore.formats import percent
from ddcore.interval import Interval
from ddcore.samples.pairs import COVARIANCES, PAIRS
from ddcore.scores.ensemble import Regions, regions
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.together import called, together, unique
from tests.helpers.answers import asked
from tests.helpers.lines import MARKUP, letter_by_letter, paired, sentences
from tests.helpers.scored import together as shared

NAN = math.nan
MARKED = [*MARKUP, "*a*", "[x](http://e.x)"]


def read(models=2, method="binormal", seed=1, cases=60, names=(), folds=5, **options):
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) < cases // 2
    scores = rng.normal(size=(cases, models)) + truth[:, None]
    names = names or tuple("abcdefgh"[:models])
    found = together(scores, truth, method, positive=True, names=names, folds=folds, rng=rng, **options)
    return found, scores, truth


BASE, SCORES, TRUTH = read()
KERNEL, _, _ = read(method="kde", cases=40)


def interval(value, low=NAN, high=NAN):
    return Interval(value, low, high, (high - low) / 3.92)


def way(kind, title, auc, gain):
    """A way to score with an area and what the models together gain on it: value, low and high."""
    one = next(way for way in BASE.ways if way.kind == kind)
    return replace(one, title=title, auc=interval(auc), gain=interval(*gain))


UNCLEAR, CLEAR, WORSE = (0.02, -0.03, 0.07), (0.05, 0.01, 0.09), (-0.05, -0.09, -0.01)


def made(alone=(("a", 0.8, CLEAR), ("b", 0.75, CLEAR)), others=(), whole=0.9, evidence=(), **more):
    """Models alone, each a name, an area and a gain, and other ways, of which Stacking is one, the rest mixed.

    `evidence` are models read as evidence.
    """
    ways = [way("alone", *one) for one in alone]
    ways += [way("read", *one) for one in evidence]
    ways.append(replace(BASE.whole, auc=interval(whole, whole - 0.05, whole + 0.05)))
    ways += [way("stacked" if one[0] == "Stacking" else "mixed", *one) for one in others]
    return replace(BASE, ways=tuple(ways), **more)


def counts(tp, fp, fn, tn):
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


def calls(found, *cells):
    """Each model alone and all together, with the four counts of each."""
    return list(zip((*found.of("alone"), found.whole), (counts(*cell) for cell in cells), strict=True))


EQUAL = ((20, 5, 10, 25),) * 3
MIXED = (("Stacking", 0.85, CLEAR), ("Mean", 0.8, CLEAR), ("AND", 0.7, CLEAR), ("OR", 0.7, CLEAR))


def answered(found, cells=EQUAL, pair=None, left_out=0):
    """The answer where the models are read together so, and each way calls what the cells say."""
    if not (*found.of("stacked"), *found.of("mixed")):
        found = replace(found, ways=(*found.ways, way("mixed", "Mean", 0.6, CLEAR)))
    data = replace(shared(TRUTH, dict(zip("ab", SCORES.T, strict=True))), sample=pair)
    calls = iter([cell if isinstance(cell, Counts) else counts(*cell) for cell in (*cells, *cells[:1] * 20)])
    cases = joint.Cases(("a", "b"), SCORES, TRUTH, None, left_out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ensemble, "_together", lambda *given: found)
        patch.setattr(ensemble, "cases_of", lambda *given: cases)
        patch.setattr(ensemble, "called", lambda table, share: SimpleNamespace(counts=next(calls)))
        patch.setattr(ensemble, "plane", lambda *given: Figure("Plane", "Plane.", None))
        patch.setattr(ensemble, "plane_table", lambda *given: Table("Plane", 0, None))
        return asked("ensemble", data)


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


AREAS = (
    "The numbers are areas under the ROC curve, on cases that had no say in the reading: how often a positive case "
    "scores above a negative one. Together "
)
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
            f"is **0.050** below the better one, a ({OF_THE_GAIN} −0.090 to −0.010). Reading them together makes it "
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
ONE_IS_ENOUGH = "One may be enough, read as evidence: together **0.900**, alone 0.800 and 0.750, "
BY_ITSELF = f"gains **+0.050** on the better one, a ({OF_THE_GAIN} 0.010 to 0.090). But one of them by itself, read as "


@pytest.mark.parametrize("evidence", [(BEHIND, NEARLY), (NEARLY, BEHIND), (NEARLY,)])
def test_one_is_enough(evidence):
    found = made(evidence=evidence)
    assert found.enough.title == "b, read"
    assert answered(found).sentence == f"{ONE_IS_ENOUGH}b\\, read **0.890**."
    assert answered(found).reason == (
        f"{AREAS}{BY_ITSELF}evidence, may do as well: b\\, read reaches **0.890**, on which a gain of more than 0.070 "
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
    assert answered(found).sentence.startswith("One may be enough, read as evidence: together ")
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
            "If each may call up to 41.7 % of the cases positive, it finds of all truly positive ones: a 66.7 %, b 50 "
            "%, together 83.3 %."
        )

    def test_the_most_that_any_calls_is_what_each_may_call(self):
        """Ties make the first model call 15 of 60 cases, the others 25."""
        sentence = said(made(others=MIXED), ((10, 5, 20, 25), (15, 10, 15, 20), (25, 0, 5, 30)))[1]
        assert sentence.startswith("If each may call up to 41.7 % of the cases positive, ")
        assert "ones: a 33.3 %, b 50 %, together 83.3 %." in sentence

    def test_all_are_not_said_to_call_as_many_where_ties_forbid(self):
        """The first model's highest score is that of 40 of 60 cases: at a share of half it calls none."""
        scores = np.array([[1.0] * 20 + [0.0] * 10 + [1.0] * 20 + [0.0] * 10, np.arange(60.0) % 37]).T
        found = together(scores, TRUTH, "binormal", positive=True, names=("a", "b"), rng=np.random.default_rng(1))
        some = [(one, called(one.table, 0.5).counts) for one in (*found.of("alone"), found.whole)]
        assert float(some[0][1].predicted_positives) == 0
        sentence = said(found, [cells for _, cells in some])[1]
        assert "Calling 50 % of the cases positive, each finds" not in sentence
        most = max(float(one.predicted_positives) for _, one in some) / 60
        assert sentence.startswith(f"If each may call up to {percent(most)} of the cases positive, it finds of all ")
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
            "gain comes from reading the scores as evidence."
        ]
        assert coded("alike", made(others=MIXED, alike=False)) == []

    def test_what_is_learned_by_heart(self):
        found = made(others=MIXED, learned=interval(0.9321))
        assert coded("flatters", found) == [
            "On the cases that it was learned from, the area would look like 0.932: 0.032 too high, because it has "
            "seen the answers."
        ]

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
            f"These scores are simulated, so the truth is known: the exact areas are {alone:.4f} and {alone:.4f} alone "
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


# Tables ----------------------------------------------------------------------------------------------------------

COLUMNS = [
    "Scores", "What they are", "AUC", "95 % from", "95 % to", "Gain of together", "gain, 95 % from", "gain, 95 % to",
    "gain, two-sided p", "Average precision",
]  # fmt: skip


class TestWays:
    def test_columns_and_rows(self):
        table = ensemble._ways(BASE)
        assert table.columns.tolist() == COLUMNS
        assert table["Scores"].tolist() == [
            "a", "b", "a, read", "b, read", "Together", "Stacking", "Mean", "AND", "OR",
        ]  # fmt: skip
        assert table["What they are"].tolist() == [
            *["the scores as they are"] * 2,
            *["read as evidence, unseen cases"] * 2,
            JOINT_METHODS["binormal"].words + ", unseen cases",
            JOINT_METHODS["logistic"].words + ", unseen cases",
            "the mean of the scores; standardised, unless all are between 0 and 1",
            "positive where all models say so: the lowest of the ranks",
            "positive where any model says so: the highest of the ranks",
        ]

    def test_areas_of_what_learns_nothing(self):
        """Those of scikit-learn, on the scores as they are and on mixtures made here."""
        table = ensemble._ways(BASE).set_index("Scores")
        ranks = np.column_stack([rankdata(column) for column in SCORES.T])
        plain = {
            "a": SCORES[:, 0],
            "b": SCORES[:, 1],
            "Mean": (SCORES / SCORES.std(axis=0)).sum(axis=1),
            "AND": ranks.min(axis=1),
            "OR": ranks.max(axis=1),
        }
        for name, score in plain.items():
            assert table.loc[name, "AUC"] == pytest.approx(roc_auc_score(TRUTH, score))
            assert table.loc[name, "Average precision"] == pytest.approx(average_precision_score(TRUTH, score))

    def test_gains_are_differences_of_areas(self):
        table = ensemble._ways(BASE).set_index("Scores")
        whole = table.loc["Together", "AUC"]
        assert table["Gain of together"].to_numpy() == pytest.approx(whole - table["AUC"].to_numpy())
        assert (table["95 % from"] <= table["AUC"]).all()
        assert (table["AUC"] <= table["95 % to"]).all()
        assert table.drop("Together")["gain, two-sided p"].between(0, 1).all()
        assert math.isnan(table.loc["Together", "gain, two-sided p"])

    def test_p_is_that_of_the_interval(self):
        """Two-sided: below 0.05 where the 95 % interval leaves out 0, and nearly that of the normal law."""
        table = ensemble._ways(BASE).set_index("Scores").drop("Together")
        p, low, high = (table[name].to_numpy() for name in ("gain, two-sided p", "gain, 95 % from", "gain, 95 % to"))
        assert ((p < 0.05) == ((low > 0) | (high < 0))).all()
        error = (high - table["Gain of together"]) / norm.isf(0.025)
        assert p == pytest.approx(2 * norm.sf(abs(table["Gain of together"] / error)), abs=0.01)

    def test_logistic_reading_is_the_stacking(self):
        table = ensemble._ways(read(3, "logistic")[0])
        assert table["Scores"].tolist() == [
            "a", "b", "c", "a, read", "b, read", "c, read", "Together", "Mean", "AND", "OR",
        ]  # fmt: skip

    def test_models_may_be_named_like_a_mixture(self):
        table = ensemble._ways(read(names=("Mean", "Together"))[0])
        assert table["Scores"].tolist() == [
            "Mean", "Together", "Mean, read", "Together, read", "Together (2)", "Stacking", "Mean (2)", "AND", "OR",
        ]  # fmt: skip
        assert table["What they are"].tolist() == ensemble._ways(BASE)["What they are"].tolist()

    @pytest.mark.parametrize(
        ("names", "titles"),
        [
            (("Mean", "Mean (2)"), ["Mean", "Mean (2)", "Mean, read", "Mean (2), read", "Together", "Mean (3)"]),
            (("a", "a, read"), ["a", "a, read", "a, read (2)", "a, read, read", "Together", "Mean"]),
            (("a", "a"), ["a", "a (2)", "a, read", "a, read (2)", "Together", "Mean"]),
        ],
    )
    def test_no_two_ways_have_one_name(self, names, titles):
        found, _, _ = read(names=names, method="logistic")
        table = ensemble._ways(found)
        assert table["Scores"].tolist() == [*titles, "AND", "OR"]
        assert table["What they are"].tolist() == [
            *["the scores as they are"] * 2,
            *["read as evidence, unseen cases"] * 2,
            JOINT_METHODS["logistic"].words + ", unseen cases",
            "the mean of the scores; standardised, unless all are between 0 and 1",
            "positive where all models say so: the lowest of the ranks",
            "positive where any model says so: the highest of the ranks",
        ]
        assert sentences([answered(found).sentence, answered(found).reason])


@pytest.mark.parametrize(
    ("title", "taken", "name"),
    [
        ("Mean", [], "Mean"),
        ("Mean", ["AND", "Mean (2)"], "Mean"),
        ("Mean", ["Mean"], "Mean (2)"),
        ("Mean", ["Mean", "Mean (2)", "Mean (4)"], "Mean (3)"),
        ("Mean", ("Mean", "Mean (3)", "Mean (2)"), "Mean (4)"),
        ("", [""], " (2)"),
    ],
)
def test_a_name_that_is_taken_is_numbered(title, taken, name):
    assert unique(title, taken) == name


def at_share(some):
    """The head and the rows of the small table, as lists."""
    rows = ensemble._found_rows(some, "ill")
    return [rows.columns.tolist(), *rows.to_numpy().tolist()]


class TestAtShare:
    def test_counts_by_hand(self):
        found = made()
        table = at_share(calls(found, (20, 5, 10, 25), (15, 10, 15, 20), (0, 0, 30, 30)))
        assert table == [
            ["called positive by", "truly ill", "found", "precision"],
            ["a", "20 of 25", "66.7 %", "0.800"],
            ["b", "15 of 25", "50 %", "0.600"],
            ["Together", "none: its highest score alone holds more", "0 %", "–"],
        ]

    def test_weights_below_one_are_not_rounded_away(self):
        table = at_share(calls(made(), (0.25, 0.1, 0.3, 0.4), (12.5, 1, 3, 4), (1, 1, 1, 1)))
        assert [row[1] for row in table[1:]] == ["0.250 of 0.350", "12.5 of 13.5", "1 of 2"]

    def test_nobody_is_called_where_more_share_the_highest_score(self):
        """40 of 60 cases have the highest score of the first model: at a share of half it can call none of them."""
        scores = np.array([[1.0] * 20 + [0.0] * 10 + [1.0] * 20 + [0.0] * 10, np.arange(60.0)]).T
        found = together(scores, TRUTH, "binormal", positive=True, names=("a", "b"), rng=np.random.default_rng(1))
        some = [(one, called(one.table, 0.5).counts) for one in found.of("alone")]
        assert at_share(some)[1:] == [
            ["a", "none: its highest score alone holds more", "0 %", "–"],
            ["b", "0 of 30", "0 %", "0"],
        ]
        some = [(one, called(one.table, 0.7).counts) for one in found.of("alone")]
        assert at_share(some)[1][1] == "20 of 40"

    def test_a_single_highest_score_is_not_shared(self):
        """One of 60 cases is more than the 1 % that may be called, but no other case has its score."""
        some = [(one, called(one.table, 0.01).counts) for one in BASE.of("alone")]
        assert len(np.unique(SCORES[:, 0])) == 60
        assert [row[0::2] for row in at_share(some)[1:]] == [["a", "0 %"], ["b", "0 %"]]

    def test_counts_of_real_scores(self):
        """The 24 highest of 60 scores, counted one by one."""
        some = [(one, called(one.table, 0.4).counts) for one in BASE.of("alone")]
        for (_, *cells), column in zip(at_share(some)[1:], SCORES.T, strict=True):
            right = int(TRUTH[np.argsort(-column)[:24]].sum())
            assert cells == [f"{right} of 24", f"{100 * right / 30:.1f}".removesuffix(".0") + " %", f"{right / 24:.3f}"]


def test_plane_has_a_row_for_each_point():
    log = np.array([[0.1, 0.2], [0.3, 0.4]])
    table = joint.plane_rows(Regions(np.array([1.0, 2]), np.array([5.0, 6]), log, log > 0), ("a", "b"))
    assert table.columns.tolist() == ["a", "b", "Log likelihood ratio"]
    assert table.to_numpy().tolist() == [[1, 5, 0.1], [2, 5, 0.2], [1, 6, 0.3], [2, 6, 0.4]]


def test_plane_of_a_model_named_like_the_evidence():
    log = np.array([[0.1, 0.2], [0.3, 0.4]])
    names = ("Log likelihood ratio", "b")
    table = joint.plane_rows(Regions(np.array([1.0, 2]), np.array([5.0, 6]), log, log > 0), names)
    assert table.columns.tolist() == ["Log likelihood ratio", "b", "Log likelihood ratio (2)"]
    assert table.to_numpy().tolist() == [[1, 5, 0.1], [2, 5, 0.2], [1, 6, 0.3], [2, 6, 0.4]]


def test_plane_of_real_scores():
    table = joint.plane_rows(regions(BASE.ensemble, SCORES), ("a", "b"))
    assert len(table) == 121**2
    some = table.sample(50, random_state=1)
    ratio = BASE.ensemble.log_ratio(some[["a", "b"]].to_numpy())
    assert some["Log likelihood ratio"].to_numpy() == pytest.approx(ratio)


def test_areas_at_other_correlations():
    """Alone Phi(2 / sqrt 5); together by as many pairs of cases drawn at random, and where both classes have one
    covariance, Phi of half of Mahalanobis' distance times sqrt 2."""
    table = joint.correlation_rows()
    assert table.columns.tolist() == [
        "Covariance within the negatives", "within the positives", "AUC alone", "AUC together",
    ]  # fmt: skip
    assert list(zip(table.iloc[:, 0], table.iloc[:, 1], strict=True)) == list(COVARIANCES)
    assert table["AUC alone"].to_numpy() == pytest.approx(norm.cdf(2 / math.sqrt(5)))
    rng = np.random.default_rng(1)
    for negative, positive, _, found in table.itertuples(index=False):
        laws = [multivariate_normal((d, d), [[2.5, c], [c, 2.5]]) for d, c in ((2, positive), (0, negative))]
        cases = np.concatenate([law.rvs(10_000, random_state=rng) for law in laws])
        logs = laws[0].logpdf(cases) - laws[1].logpdf(cases)
        assert found == pytest.approx(roc_auc_score(np.arange(20_000) < 10_000, logs), abs=0.01)
        if negative == positive:
            assert found == pytest.approx(norm.cdf(math.sqrt(8 / (2.5 + positive)) / math.sqrt(2)), abs=1e-4)


# How it is computed ----------------------------------------------------------------------------------------------


def computed(found, bandwidth="normal", seed=1):
    """The text, a paragraph a line."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", ensemble._method(found, ensemble.Choices(bandwidth=bandwidth, deal=seed)))


class TestComputed:
    @pytest.mark.parametrize(("method", "models"), [("kde", 2), ("binormal", 2), ("logistic", 2), ("binormal", 3)])
    def test_method_folds_and_seed(self, method, models):
        found, _, _ = read(models, method, cases=63)
        text = computed(found, "scott", 7)
        row = JOINT_METHODS[method]
        assert f"**{row.title}**: {row.words}; {row.source}." in text
        assert ("Bandwidths by Scott." in text) == (method == "kde")
        assert f"5 folds of {min(found.sizes)} to {max(found.sizes)} cases, dealt class by class (seed 7)" in text
        assert "$s_{12} = f_1(x_1, x_2) / f_0(x_1, x_2)$" in text
        assert "those of gains paired, their variance times 2, as folds teach each other." in text
        assert paired(text)
        assert not re.search(r"\b(nan|inf|None)\b|no value|∞", text)

    @pytest.mark.parametrize("models", [2, 3])
    def test_a_plane_is_told_of_only_where_there_is_one(self, models):
        """Three scores make no plane."""
        assert ("The plane alone shows what all cases teach" in computed(read(models)[0])) == (models == 2)

    @pytest.mark.parametrize("rule", BANDWIDTHS)
    def test_rules_of_the_bandwidth(self, rule):
        text = ensemble._method(KERNEL, ensemble.Choices(bandwidth=rule))
        assert f"Bandwidths by {BANDWIDTHS[rule][0]}." in text
        assert "along the sum of the scores" in text

    @pytest.mark.parametrize("name", MARKED)
    def test_names_are_letters(self, name):
        found, _, _ = read(names=(name, "b"), method="logistic")
        text = ensemble._method(found, ensemble.Choices())
        assert letter_by_letter(name, text)
        assert text.replace("\\$", "").count("$") % 2 == 0

    def test_a_hyphen_of_a_name_is_no_minus_sign(self):
        """The weights of a logistic regression name the models."""
        found, _, _ = read(names=("gpt-4", "b"), method="logistic")
        assert "Weights of the scores" in computed(found)
        assert letter_by_letter("gpt-4", computed(found))

    def test_folds_of_one_size_are_said_once(self):
        text = ensemble._method(BASE, ensemble.Choices())
        assert set(BASE.sizes) == {12}
        assert "5 folds of 12 cases" in text

    def test_falling_scores_have_a_minus_sign(self):
        """Scores that fall as the other one rises."""
        rng = np.random.default_rng(1)
        one = rng.normal(size=60)
        scores = np.column_stack([one + TRUTH, -one + 0.5 * rng.normal(size=60)])
        found = together(scores, TRUTH, "binormal", positive=True, names=("a", "b"), rng=rng)
        text = ensemble._method(found, ensemble.Choices()).replace("\\", "")
        assert re.search(r"among the positives: −0\.\d", text)
        assert not re.search(r"among the positives: -", text)
