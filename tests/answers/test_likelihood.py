"""Could these scores separate better? Every state and note, on readings of scores made for it, some made up."""

import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from scipy.spatial import ConvexHull
from scipy.stats import norm
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

from ddcore.answers import likelihood, readings
from ddcore.answers.likelihood import transformed
from ddcore.answers.ratio import ratio_told
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.formats import number
from ddcore.interval import Interval
from ddcore.kept import made_by
from ddcore.read import read as predictions
from ddcore.samples import SAMPLES
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.density import RATIO_METHODS, isotonic, logistic, order, splines
from ddcore.scores.gain import BEFORE, CLEAR, LEARNED, UNSEEN, Portrait, gain
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import fit
from ddcore.scores.shape import Shape
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, notes
from tests.helpers.score_pages import SCORE, TRUE, N, P
from tests.helpers.scored import scored


def classes(positives, negatives):
    """Scores and truth of both classes, positives first."""
    truth = np.repeat([True, False], [len(positives), len(negatives)])
    return np.concatenate([positives, negatives]), truth


def normal(*parts, seed):
    """Scores drawn from normal laws, each a mean, a deviation and how many."""
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.normal(mean, deviation, cases) for mean, deviation, cases in parts])


def found(score, truth, method="kde", seed=1, **options):
    return gain(ScoreTable.of(score, truth, True), method, rng=np.random.default_rng(seed), **options)


SCORES = {
    "rising": classes(normal((1.5, 1, 300), seed=1), normal((0, 1, 300), seed=2)),
    "falling": classes(normal((-1.5, 1, 300), seed=1), normal((0, 1, 300), seed=2)),
    "noise": classes(normal((0, 1, 200), seed=3), normal((0, 1, 200), seed=4)),
    "middle": classes(normal((0, 0.7, 400), seed=1), normal((-2, 0.7, 200), (2, 0.7, 200), seed=2)),
    "sides": classes(normal((-2, 0.7, 200), (2, 0.7, 200), seed=1), normal((0, 0.7, 400), seed=2)),
    "stairs": classes(
        normal((0, 0.25, 300), (2, 0.25, 300), (4, 0.25, 300), seed=1),
        normal((1, 0.25, 300), (3, 0.25, 300), (5, 0.25, 300), seed=2),
    ),
    "low ones against": classes(
        normal((3, 0.7, 900), (-3, 0.7, 100), seed=1), normal((-3, 0.7, 200), (0, 0.7, 800), seed=2)
    ),
    "high ones for": classes(
        normal((1, 0.5, 600), (4, 0.7, 400), seed=1), normal((-2, 0.7, 800), (4, 0.7, 200), seed=2)
    ),
    "not normal": classes(np.exp(normal((1.5, 1.3, 1500), seed=1)), np.exp(normal((0, 1.3, 1500), seed=2))),
}
ODD = {
    "two cases": ([0.2, 0.8], [0, 1]),
    "two tied cases": ([0.5, 0.5], [0, 1]),
    "one positive": ([0.1, 0.3, 0.4, 0.9, 0.5], [0, 0, 1, 0, 0]),
    "four cases": ([0.1, 0.3, 0.4, 0.9], [0, 1, 0, 1]),
    "perfect": ([0.1, 0.2, 0.3, 0.7, 0.8, 0.9], [0, 0, 0, 1, 1, 1]),
    "reversed": ([0.1, 0.2, 0.3, 0.7, 0.8, 0.9], [1, 1, 1, 0, 0, 0]),
    "constant": ([0.4] * 8, [0, 1] * 4),
    "labels": ([0, 0, 1, 1, 1, 0], [0, 1, 0, 1, 1, 0]),
    "far out": ([-1e9, -3.0, 0.5, 2.0, 1e12, 0.7], [0, 1, 0, 1, 1, 0]),
    "rare": (np.arange(2000) / 2000, np.arange(2000) % 250 == 249),
}


@pytest.fixture(scope="module")
def read():
    """Each set of scores read by a kernel."""
    return {name: found(*scores) for name, scores in SCORES.items()}


@pytest.fixture(scope="module")
def weighted():
    """Of their weights only the sums are known."""
    positives, negatives = np.array([0, 0.3, 0, 0, 1.5]), np.array([0.2, 0, 1.1, 1, 0])
    table = ScoreTable(np.array([0.1, 0.3, 0.4, 0.6, 0.9]), positives, negatives)
    return gain(table, "kde", rng=np.random.default_rng(1))


@pytest.fixture(scope="module")
def alone():
    return found(*ODD["one positive"])


def area_of(score, truth):
    return f"{roc_auc_score(truth, score):.3f}"


def shaped(of, runs, turns=(), favours_positive=()):
    """The same reading with a shape made up, for shapes that simulation seldom gives."""
    return replace(of, shape=Shape(runs, turns, favours_positive))


FLAT = Portrait(*np.tile([0.0, 1.0], (6, 1)))
"""A chart that nobody looks at, in place of one that takes a hundred readings."""


def told(of, positive="ill", negative="well", sample=None, **choices):
    """The answer where the scores are read so."""
    table = of.tables[BEFORE]
    counts = table.at(0.5)
    data = Data(
        counts.total.item(),
        counts.positives.item(),
        positive,
        negative,
        {"A": Model(table, 0.5, counts)},
        "A",
        sample=sample,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(likelihood, "gain_of", lambda *given, **named: of)
        patch.setattr(likelihood, "portrait", lambda *given, **named: FLAT)
        return asked("likelihood", data, **choices)


def sentence_of(of):
    return told(of).sentence


def reason_of(of, positive, negative):
    return told(of, positive, negative).reason


def known(of, sample=None):
    """The notes by their codes."""
    return notes(told(of, sample=sample))


def advice(of):
    """The code of the first note, and its sentence."""
    first = told(of).notes[0]
    return first.code, first.text


# The answer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["middle", "sides", "stairs"])
def test_yes(read, name):
    after = read[name].aucs[UNSEEN].value
    assert sentence_of(read[name]) == (
        f"**Yes.** Read as evidence, the same scores separate with an area of {after:.3f} instead of "
        f"{area_of(*SCORES[name])}."
    )


@pytest.mark.parametrize("name", ["rising", "noise"])
def test_not_that_these_cases_could_show(read, name):
    assert sentence_of(read[name]) == (
        f"**Not that these cases could show.** Read as evidence, unseen cases separate with an area of "
        f"{read[name].aucs[UNSEEN].value:.3f}; the scores as they are reach {area_of(*SCORES[name])}."
    )


def test_no():
    off = found(*SCORES["not normal"], "binormal")
    assert sentence_of(off) == (
        f"**No.** Read as evidence, the same scores separate worse, with an area of "
        f"{off.aucs[UNSEEN].value:.3f} instead of {area_of(*SCORES['not normal'])}."
    )


def test_only_up_to_chance():
    """A ratio that may only rise is level where scores point the wrong way."""
    level = found(*SCORES["falling"], "isotonic")
    assert sentence_of(level).startswith("**Only up to chance.** Read as evidence, the same scores have an area of 0.5")


def test_hardly():
    """Two of four scores stand in the wrong order, with few of very many cases."""
    table = ScoreTable(
        np.array([1.0, 2, 3, 4]),
        np.array([20_000, 17_000, 10_000, 170_000]),
        np.array([170_000, 10_000, 17_000, 20_000]),
    )
    many = gain(table, "histogram", rng=np.random.default_rng(1))
    by_hand = (17_000 * 17_000 - 10_000 * 10_000) / 217_000**2
    assert many.gains[LEARNED].value == pytest.approx(by_hand)
    assert 0 < many.gains[UNSEEN].low < many.gains[UNSEEN].value < CLEAR
    assert sentence_of(many).startswith("**Hardly.** Read as evidence, the same scores separate with")
    assert advice(many)[0] == "advice-hardly"


def test_nobody_can_tell(alone, weighted):
    score, truth = ODD["one positive"]
    after, before = number(alone.aucs[LEARNED].value), number(roc_auc_score(truth, score))
    assert sentence_of(alone) == (
        f"**Nobody can tell.** Read as evidence, the same scores reach an area of {after} instead of "
        f"{before}, but only on the cases that the reading was learned from."
    )
    assert sentence_of(weighted).startswith("**Nobody can tell.**")
    kept = found(score, truth, "best")
    assert sentence_of(kept) == (
        f"**Nobody can tell.** No reading could be tried on unseen cases; the scores as they are have an area of "
        f"{before}."
    )
    assert not dents_of(replace(kept, hull_gains=kept.hull_gains | {BEFORE: 0.2, LEARNED: 0.2}))


def test_perfect_scores_cannot_separate_better():
    assert sentence_of(found(*ODD["perfect"])) == ("**No.** These scores separate perfectly already: their area is 1.")


def test_a_method_that_cannot_read_the_scores_says_so_and_shows_no_chart():
    answer = asked("likelihood", scored(ScoreTable.of(*ODD["one positive"])), method="binormal")
    assert answer.sentence == "**Not by this method.** Binormal does not fit these scores; choose another one."
    assert answer.reason == "Binormal needs two different scores in each class\\, the positives have one."
    assert not answer.figures
    assert not answer.values


def test_scores_that_nothing_can_read(monkeypatch):
    def refuse(*given, **named):
        raise InputError("binormal needs <b>two</b> scores")

    monkeypatch.setattr(likelihood, "gain_of", refuse)
    answer = asked("likelihood", scored(ScoreTable.of(*ODD["four cases"])))
    assert answer.sentence == "**Nobody can tell.** These scores cannot be read."
    assert answer.reason == r"Binormal needs \<b\>two\<\/b\> scores."


# The reason ------------------------------------------------------------------------------------------------------


def test_reason_where_the_gain_holds(read):
    held = read["sides"].gains[UNSEEN]
    assert reason_of(read["sides"], "ill", "well").endswith(
        f"The gain holds on cases that the reading has not seen: **+{held.value:.3f}** (95 % interval "
        f"{held.low:.3f} to {held.high:.3f})."
    )


def test_reason_where_it_does_not(read):
    lost = found(*SCORES["not normal"], "binormal").gains[UNSEEN]
    said = reason_of(found(*SCORES["not normal"], "binormal"), "ill", "well")
    assert said.endswith(
        f"On cases that the reading has not seen the gain is **−{-lost.value:.3f}** (95 % interval "
        f"−{-lost.low:.3f} to −{-lost.high:.3f})."
    )


def test_reason_where_unseen_cases_cannot_be_tried(alone, weighted):
    said = reason_of(alone, "ill", "well")
    assert said.endswith("cannot be tried: cross-fitting needs two cases of each class, got 1 of one.")
    assert reason_of(weighted, "ill", "well").endswith(
        "Unseen cases cannot be tried: the cases are weighted, and of their weights only the sums are known."
    )


@pytest.mark.parametrize(
    ("gained", "said"),
    [
        (0.01, "+0.010"),
        (-0.01, "−0.010"),
        (0.0, "0"),
        (1e-15, "0"),
        (4e-4, "+4.0 × 10⁻⁴"),
        (-4e-4, "−4.0 × 10⁻⁴"),
        (6e-4, "+0.001"),
        (-1, "−1"),
    ],
)
def test_a_gain_has_its_sign_and_none_has_none(read, gained, said):
    """Two areas may differ by a rounding error."""
    gains = read["noise"].gains | {UNSEEN: Interval(gained, -0.1, 0.1, 0.05)}
    assert f"the gain is **{said}** (95 %" in reason_of(replace(read["noise"], gains=gains), "ill", "well")


# The shape of the ratio ------------------------------------------------------------------------------------------


def shape_of(read, name, **options):
    return ratio_told(read[name], "ill", "well", **options)


def test_level(read):
    assert read["noise"].shape.runs == ()
    assert shape_of(read, "noise") == "These cases do not show whether higher or lower scores speak for ill."


def test_rising(read):
    assert shape_of(read, "rising") == (
        "As far as these cases tell, the higher a score, the more it speaks for ill: one threshold is all that "
        "these scores need."
    )


@pytest.mark.parametrize(
    ("name", "method"),
    [("sides", "isotonic"), ("rising", "isotonic")],
)
def test_method_that_takes_rising_for_granted_finds_nothing(name, method):
    assert ratio_told(found(*SCORES[name], method), "ill", "well") == (
        "This method lets the ratio only rise with the score; where it would fall, scores are taken as one."
    )


def test_a_straight_line_tells_nothing_of_scores_of_both_sides():
    """It is level, as low and high scores pull it both ways."""
    level = found(*SCORES["sides"], "logistic")
    assert ratio_told(level, "ill", "well") == (
        "By this method no score clearly says more than another; a method that supposes less may see more."
    )


def test_falling(read):
    assert shape_of(read, "falling") == (
        "The *lower* a score, the more it speaks for ill: the scores point the wrong way."
    )


@pytest.mark.parametrize("method", ["binormal", "logistic"])
def test_method_that_takes_a_direction_for_granted_finds_none_in_noise(method):
    """The interval of the area before holds one half, and that of the gain 0."""
    score, truth = classes(normal((0, 1, 200), seed=5), normal((0, 1, 200), seed=6))
    noise = found(score, truth, method)
    assert noise.aucs[BEFORE].low < 0.5 < noise.aucs[BEFORE].high
    assert noise.gains[UNSEEN].low < 0 < noise.gains[UNSEEN].high
    said = " ".join([reason_of(noise, "ill", "well"), *known(noise).values()])
    assert "point the wrong way" not in said
    assert "Turn the scores round" not in said


def ratio_at(of, score):
    return float(of.likelihood.ratio(score))


def test_both_sides(read):
    said = shape_of(read, "sides")
    assert said.startswith("Low *and* high scores both speak for ill (")
    assert said.endswith("). A single threshold misses it.")
    low, high = (float(end.replace("−", "-")) for end in re.findall(r"(?:below|above) ([−\d.]+)", said))
    # The laws cross where the densities are equal: at plus and minus 1.17.
    assert (low, high) == (pytest.approx(-1.17, abs=0.25), pytest.approx(1.17, abs=0.25))
    assert ratio_at(read["sides"], low - 0.5) > 1 > ratio_at(read["sides"], 0.0)


def test_middle(read):
    said = shape_of(read, "middle")
    assert said.startswith("Scores in the middle speak for ill")
    assert said.endswith("low and high ones for well. A single threshold misses it.")


@pytest.mark.parametrize("name", ["low ones against", "high ones for"])
def test_a_sentence_says_of_low_and_high_scores_what_the_ratio_says(read, name):
    """A ratio may turn without crossing 1."""
    said, low, high = shape_of(read, name), ratio_at(read[name], -3.0), ratio_at(read[name], 4.0)
    assert said.endswith("A single threshold misses it.")
    assert ("Low *and* high scores both speak for ill" in said) <= (low > 1 and high > 1)
    assert ("low and high ones for well" in said) <= (low < 1 and high < 1)


def test_up_and_down(read):
    runs, turns = read["stairs"].shape.runs, read["stairs"].shape.turns
    assert len(runs) == len(turns) + 1 > 3
    said = shape_of(read, "stairs")
    assert "down, up, down" in said
    assert said.endswith(". A single threshold misses it.")
    assert "do)" not in said
    for low, high in read["stairs"].shape.favours_positive:
        if math.isfinite(low) and math.isfinite(high):
            assert low < round((low + high) / 4) * 2 < high


def test_shapes_that_need_more_cases(read):
    """Too small a gain to be told from none."""
    for runs in ((-1, 1), (1, -1), (1, -1, 1)):
        said = ratio_told(shaped(read["noise"], runs, (0.1, 0.2), ((0.5, math.inf),)), "ill", "well")
        assert said.endswith(", but these cases cannot show that it matters.")


def test_shapes_by_which_a_reading_loses(read):
    """Three thousand cases, on which this method does harm."""
    off = read["not normal"]
    assert off.gains[UNSEEN].high < 0
    assert off.shape.runs == (1, -1)
    said = ratio_told(off, "ill", "well")
    assert said.endswith(", but reading them by this method loses more than it gains.")
    assert "cannot show" not in said


def test_a_method_that_does_harm_where_its_ratio_rises_is_not_said_to_turn():
    """Two normal laws make a ratio of skewed scores that turns within its error only."""
    off = found(*SCORES["not normal"], "binormal")
    assert off.gains[UNSEEN].high < 0
    assert ratio_told(off, "ill", "well").startswith("As far as these cases tell, the higher a score, ")


@pytest.mark.parametrize("runs", [(-1, 1), (1, -1), (1, -1, 1), (-1, 1, -1, 1)])
@pytest.mark.parametrize(
    "favours_positive",
    [
        (),
        ((-math.inf, math.inf),),
        ((-math.inf, -1.0),),
        ((0.25, 0.5),),
        ((1.0, math.inf),),
        ((-math.inf, -1.0), (1.0, math.inf)),
        ((0.0, 1.0), (2.0, 3.0), (4.0, 5.0), (6.0, 7.0), (8.0, math.inf)),
    ],
)
def test_stretches_are_grammar(read, runs, favours_positive):
    said = ratio_told(shaped(read["sides"], runs, (0.1, 0.2, 0.3)[: len(runs) - 1], favours_positive), "ill", "well")
    assert not re.search(r"\(\)|\(none\)|\(all\)|those none|those all|\binf\b|∞|\bnan\b", said)
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(-math.inf, 0.5, "below 0.500"), (0.5, math.inf, "above 0.500"), (0.25, 0.5, "from 0.250 to 0.500")],
)
def test_stretches_have_their_ends(read, low, high, said):
    assert said in ratio_told(shaped(read["stairs"], (1, -1, 1), (0.3, 0.4), ((low, high),)), "ill", "well")


def test_names_of_classes_are_shown_letter_by_letter(read):
    for name in ("rising", "falling", "sides", "middle", "stairs"):
        said = reason_of(read[name], "<b>x</b>", "a_b[c]$d$")
        assert r"\<b\>x\<\/b\>" in said
        assert "<b>" not in said
    assert r"a\_b\[c\]\$d\$" in reason_of(read["middle"], "ill", "a_b[c]$d$")


# The advice, and what would mislead ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["middle", "sides", "stairs"])
def test_advice_where_reading_gains(read, name):
    code, text = advice(read[name])
    assert code == "advice-better"
    assert "put the threshold on the likelihood ratio" in text


@pytest.mark.parametrize("name", ["rising", "noise"])
def test_advice_where_it_does_not(read, name):
    code, text = advice(read[name])
    assert code == "advice-unclear"
    assert text == "Keep the scores as they are: a threshold on them loses nothing that these cases could show."


def test_advice_where_scores_fall(read):
    code, text = advice(read["falling"])
    assert code == "advice-turned"
    assert text.startswith("Turn the scores round, or take the other class for positive")


def test_advice_where_the_method_does_not_fit(read):
    assert not read["not normal"].shape.is_monotone
    code, text = advice(read["not normal"])
    assert code == "advice-worse"
    assert text == "Keep the scores as they are, or try another method: this one does not fit them."


def test_advice_where_order_is_lost():
    off = found(*SCORES["not normal"], "binormal")
    assert off.gains[UNSEEN].high < 0
    lost = number(off.aucs[BEFORE].value - off.aucs[UNSEEN].value)
    assert advice(off) == ("advice-worse", f"Keep the scores as they are; this reading loses {lost} of area.")


def test_advice_without_unseen_cases(alone, weighted):
    assert advice(alone) == (
        "advice-untried",
        "Keep the scores as they are until there are cases enough to try the reading on.",
    )
    assert advice(weighted) == (
        "advice-untried",
        "Keep the scores as they are until cases can be tried of which each one's weight is known.",
    )


def test_a_level_ratio_is_no_place_for_a_threshold():
    """All ratios are one, so no threshold on them parts anything."""
    level = found(*SCORES["falling"], "isotonic")
    assert sentence_of(level).startswith("**Only up to chance.**")
    assert advice(level)[0] == "advice-levelled"


def test_learned_by_heart():
    heart = found(*SCORES["noise"], seed=2)
    learned, held = heart.gains[LEARNED].value, heart.gains[UNSEEN].value
    assert held < 0 < 0.02 < learned
    assert known(heart)["learned-by-heart"] == (
        f"On the cases that it was learned from the gain looks like +{learned:.3f}; on others it is "
        f"{number(held)}. The rest was learned by heart."
    )
    after = heart.likelihood.log_ratio(SCORES["noise"][0])
    assert learned == pytest.approx(roc_auc_score(SCORES["noise"][1], after) - heart.aucs[BEFORE].value)


def test_nothing_learned_by_heart():
    assert "learned-by-heart" not in known(found(*SCORES["rising"], "logistic"))


def test_gain_on_the_same_cases_flatters(weighted):
    learned = weighted.gains[LEARNED].value
    assert learned > 0
    assert f"A gain of +{learned:.3f} on the cases" in known(weighted)["flatters"]


def test_no_gain_flatters_nobody():
    none = found(*ODD["two cases"])
    assert none.gains[LEARNED].value == 0
    assert "flatters" not in known(none)


def hull_adds(score, truth):
    """Area between the ROC curve and the smallest convex set around it and the lower right corner."""
    fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
    around = ConvexHull(np.column_stack([np.append(fpr, 1), np.append(tpr, 0)]))
    return around.volume - roc_auc_score(truth, score)


def dents_of(of):
    return {code for code in known(of) if code.startswith("dents")}


def test_dents(read):
    score, truth = SCORES["sides"]
    before, after = hull_adds(score, truth), hull_adds(read["sides"].likelihood.log_ratio(score), truth)
    assert before > 10 * after > 0.005
    assert known(read["sides"])["dents"] == (
        f"Before, the ROC curve has dents: its convex hull adds {before:.3f} of area; after, {after:.3f}. With "
        f"the true densities nothing would be left."
    )


@pytest.mark.parametrize("method", ["isotonic", "histogram"])
def test_dents_that_are_gone_after(method):
    before = hull_adds(*SCORES["sides"])
    assert known(found(*SCORES["sides"], method))["dents-gone"] == (
        f"Before, the ROC curve has dents: its convex hull adds {before:.3f} of area; after, nothing."
    )


def test_no_dents_within_three_standard_errors(read):
    """Also of noise, whose hull adds more than a hundredth."""
    assert not dents_of(read["rising"])
    noise = read["noise"]
    assert 0.01 < noise.hull_gains[BEFORE] < 3 * noise.aucs[BEFORE].error
    assert not dents_of(noise)
    for share, dented in ((2.9, False), (3.1, True)):
        adds = noise.hull_gains | {BEFORE: share * noise.aucs[BEFORE].error}
        assert bool(dents_of(replace(noise, hull_gains=adds))) == dented


def facts(of):
    return [note.text for note in told(of).notes if note.code == "reading"]


def test_facts_that_a_reader_must_know():
    assert "All scores are equal, so they say nothing." in facts(found(*ODD["constant"]))
    score, truth = SCORES["rising"]
    far = found(np.append(score, 1e9), np.append(truth, True))
    assert "Some scores lie so far out that the bandwidth of the positives had to be widened." in facts(far)
    labels = found([0.0, 1.0] * 20, [0, 1, 1, 1, 0, 0, 1, 1] * 5, bandwidth="isj")
    assert any("normal reference was taken" in fact for fact in facts(labels)) == any(
        "was taken" in fact for fact in labels.likelihood.facts
    )


def test_facts_that_a_reader_need_not_know(read):
    assert read["rising"].likelihood.facts
    assert not facts(read["rising"])


# The reading that was chosen -------------------------------------------------------------------------------------


def test_a_chosen_reading_is_named_with_what_was_tried():
    best = found(*SCORES["sides"], "best")
    choice = best.likelihood.choice
    assert choice.method != "order"
    answer = told(best)
    assert f"the best of {len(choice.tried) + 1} on unseen cases" in notes(answer)["chosen"]
    rows = [line for line in answer.method.splitlines() if line.startswith("| ") and "gain in area" not in line]
    assert len(rows) == len(choice.tried)
    assert sum("| chosen |" in row for row in rows) == 1
    assert answer.values["models"]["A"]["method"] == choice.method


def test_scores_that_are_kept_say_what_the_best_other_reading_gains():
    kept = found(*SCORES["rising"], "best")
    assert kept.state == "kept"
    tried = kept.likelihood.choice.tried
    gained = max(reading.gain.value for reading in tried)
    said = told(kept).reason
    if gained < 0.0005:
        assert f"None of {len(tried)} other readings gains anything" in said
    else:
        assert f"Of {len(tried)} other readings, " in said
        assert f"its gain there is **{number(gained) if gained < 0 else '+' + number(gained)}**" in said


def test_no_reading_could_be_tried():
    untried = found(*ODD["one positive"], "best")
    assert "none-tried" in known(untried)
    assert "nothing could be tried" in told(untried).method


def test_parts_that_choose_another_reading_are_told(read):
    kept = found(*SCORES["rising"], "best")
    gains = kept.gains | {UNSEEN: Interval(0.01, -0.1, 0.1, 0.05)}
    assert "changed the area by +0.010" in known(replace(kept, gains=gains))["choosing-cost"]
    gains = kept.gains | {UNSEEN: Interval(0.0, -0.1, 0.1, 0.05)}
    assert "choosing-cost" not in known(replace(kept, gains=gains))


@pytest.mark.parametrize("key", SCENARIOS)
def test_truth_of_simulated_scores(read, key):
    scenario = SCENARIOS[key]
    said = known(read["rising"], scenario)["simulated"]
    grid = np.linspace(-1, 2, 6001)
    f1, f0 = (np.exp(law.log_density(grid)) for law in (scenario.positives, scenario.negatives))
    below = np.cumsum(f0) - f0 / 2
    before = float(f1 @ below / f1.sum() / f0.sum())
    order = np.argsort(f1 / np.maximum(f0, 1e-300))
    best = float(f1[order] @ (np.cumsum(f0[order]) - f0[order] / 2) / f1.sum() / f0.sum())
    exact = [float(number) for number in re.findall(r"0\.\d{6}", said)]
    assert exact == pytest.approx([before, best], abs=2e-4)
    assert said.endswith("no reading of these scores can do better.")


# Every sentence --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", RATIO_METHODS)
@pytest.mark.parametrize("name", ODD)
def test_sentences_on_odd_scores(name, method):
    if method == "binormal" and name in ("two cases", "one positive"):
        with pytest.raises(InputError, match="binormal needs two different scores in each class"):
            found(*ODD[name], method)
        return
    odd = found(*ODD[name], method)
    answer = told(odd)
    said = [answer.sentence, answer.reason, *(note.text for note in answer.notes)]
    for one in said:
        assert not re.search(r"\bnan\b|\binf\b|no value|no interval|∞|\(\)|\*\*\*\*|\+0\b(?![.\d])|  ", one)
        assert one.endswith(".")
        assert not re.search(r"\b1 (cases|pools|bins|folds)\b", one)
    assert len(said) == len(set(said))


@pytest.mark.parametrize("method", RATIO_METHODS)
@pytest.mark.parametrize("name", SCORES)
def test_answer_and_advice_agree(name, method):
    answer = told(found(*SCORES[name], method))
    advice = answer.notes[0].text
    if answer.sentence.startswith(("**Not", "**No.**", "**Hardly.**")):
        assert advice.startswith("Keep the scores as they are")
    if answer.sentence.startswith("**Yes"):
        assert advice.startswith(("Do not discard", "Turn the scores round"))
        assert "one threshold is all that these scores need" not in answer.reason


# The tables ------------------------------------------------------------------------------------------------------


def test_areas(read):
    score, truth = SCORES["sides"]
    table = told(read["sides"]).tables["likelihood"].rows()
    after = read["sides"].likelihood.log_ratio(score)
    assert list(table["Scores"]) == [BEFORE, LEARNED, UNSEEN]
    assert table["AUC"][:2].tolist() == pytest.approx([roc_auc_score(truth, score), roc_auc_score(truth, after)])
    assert table["Average precision"][:2].tolist() == pytest.approx(
        [average_precision_score(truth, score), average_precision_score(truth, after)]
    )
    assert table["Gain"][1:].tolist() == pytest.approx((table["AUC"] - table["AUC"][0])[1:].tolist())
    assert table.loc[0, ["Gain", "gain, 95 % from", "gain, 95 % to", "gain, two-sided p"]].isna().all()
    held = read["sides"].gains[UNSEEN]
    assert table["gain, two-sided p"][2] == pytest.approx(2 * norm.sf(held.value / held.error))
    assert (table["95 % from"] < table["AUC"]).all()
    assert (table["95 % to"] > table["AUC"]).all()
    assert table["Area that a convex hull adds"][:2].notna().all()


def test_areas_without_unseen_cases(alone, weighted):
    for of in (alone, weighted):
        table = told(of).tables["likelihood"].rows()
        assert list(table["Scores"]) == [BEFORE, LEARNED]
        assert table[["gain, 95 % from", "gain, two-sided p"]].isna().all(axis=None)
        assert table["AUC"].notna().all()


@pytest.mark.parametrize("name", ODD)
def test_areas_are_numbers(name):
    table = told(found(*ODD[name])).tables["likelihood"].rows()
    assert all(pd.api.types.is_float_dtype(table[column]) for column in table.columns[1:])


def test_transformed_against_two_normal_laws():
    score, truth = SCORES["rising"]
    table = ScoreTable.of(score, truth, True)
    rows = transformed(found(score, truth, "binormal"), table)
    laws = [norm.pdf(table.score, part.mean(), part.std(ddof=1)) for part in (score[truth], score[~truth])]
    assert list(rows.columns) == [
        "Score",
        "Likelihood ratio",
        "Probability of positive at 50 %",
        "Positive cases",
        "Negative cases",
    ]
    assert rows["Score"].tolist() == sorted(score)
    assert rows["Likelihood ratio"].to_numpy() == pytest.approx(laws[0] / laws[1], rel=1e-6)
    assert rows["Probability of positive at 50 %"].to_numpy() == pytest.approx(laws[0] / sum(laws), rel=1e-6)
    assert (rows["Positive cases"].sum(), rows["Negative cases"].sum()) == (300, 300)


def test_transformed_at_the_share_of_positives_here():
    """Pools by hand: the two lowest are negative, of the three in the middle one is positive."""
    table = ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 0, 1])
    rows = transformed(gain(table, "isotonic", rng=np.random.default_rng(1)), table)
    assert rows["Likelihood ratio"].tolist() == pytest.approx([0, 0, 1, 1, 1, math.inf])
    assert rows["Probability of positive at 33.3 %"].tolist() == pytest.approx([0, 0, 1 / 3, 1 / 3, 1 / 3, 1])


def test_transformed_at_another_share_of_positives():
    """Of 12.5 %: a ratio of 1 changes nothing, and one of 0 or infinity leaves no doubt."""
    table = ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 0, 1])
    rows = transformed(gain(table, "isotonic", rng=np.random.default_rng(1)), table, 0.125)
    assert rows["Probability of positive at 12.5 %"].tolist() == pytest.approx([0, 0, 1 / 8, 1 / 8, 1 / 8, 1])
    assert rows["Likelihood ratio"].tolist() == pytest.approx([0, 0, 1, 1, 1, math.inf])


# How it is computed ----------------------------------------------------------------------------------------------


def paired(text):
    """Whether signs and braces of each formula come in pairs."""
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$\$?([^$]*)\$\$?", text):
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula] or [0])
        assert depth.min() >= 0
        assert depth[-1] == 0
    return True


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_computed(method):
    one = found(*SCORES["rising"], method, seed=7)
    text = readings.method(one, 5, 7)
    assert paired(text)
    assert f"**{RATIO_METHODS[method].title.lower()}**: {RATIO_METHODS[method].words}" in text
    assert np.mean(one.areas) == pytest.approx(one.aucs[UNSEEN].value, abs=0.005), "but for ties"
    first, second, third, fourth, fifth = (f"{area:.3f} on 120" for area in one.areas)
    assert (
        f"**Unseen cases**: 5 folds, dealt at random within each class (seed 7); each fold is read by the ratio "
        f"that the others teach. Their areas: {first}, {second}, {third}, {fourth} and {fifth} cases. A case then "
        f"counts by its place among the negatives of its own fold, so that folds are comparable."
    ) in text
    assert ("bandwidth by" in text) == (method == "kde")
    histogram_instead = "This reading has no densities; the chart of the classes shows those of a histogram."
    assert (histogram_instead in text) == (RATIO_METHODS[method].fit in (isotonic, logistic, splines, order))
    assert "instead of" not in text
    assert re.search(r"\([A-Z][\w &.]+ \d{4}\)", text)
    assert "{{" not in text
    assert "[" not in text.replace("\\left[", "")


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_computed_has_what_was_estimated(method):
    one = found(*SCORES["rising"], method)
    assert all(fact in readings.method(one, 5, 1) for fact in one.likelihood.facts)


def test_computed_with_fewer_folds():
    few = found([1, 2, 3, 4, 5, 6, 7], [0, 1, 0, 1, 0, 0, 1])
    assert sorted(few.sizes) == [2, 2, 3]
    assert {area for area, size in zip(few.areas, few.sizes, strict=True) if size == 2} <= {0, 0.5, 1}, "a pair each"
    first, second, third = (f"{number(area)} on {size}" for area, size in zip(few.areas, few.sizes, strict=True))
    text = readings.method(few, 5, 1)
    assert "3 folds (instead of 5, for want of cases), dealt at random within each class (seed 1);" in text
    assert f"Their areas: {first}, {second} and {third} cases." in text


def test_computed_without_folds_deals_none(alone):
    text = readings.method(alone, 5, 1)
    assert "**Unseen cases**: none were tried, because cross-fitting needs two cases of each class, got 1" in text
    assert "dealt at random" not in text
    assert "Their areas" not in text
    assert paired(text)


@pytest.mark.parametrize("bounds", ["none", "reflect", "logit"])
def test_what_became_of_0_and_1(bounds):
    score = 1 / (1 + np.exp(-SCORES["rising"][0]))
    text = readings.method(found(score, SCORES["rising"][1], bounds=bounds), 5, 1)
    sentences = {
        "none": "Nothing was done near 0 and 1.",
        "reflect": "What the kernel throws over 0 and 1 is reflected.",
        "logit": "The scores are read on the scale of log odds.",
    }
    assert [key for key, sentence in sentences.items() if sentence in text] == [bounds]


@pytest.mark.parametrize("rule", BANDWIDTHS)
def test_authors_keep_their_capitals(rule):
    text = readings.method(found(*SCORES["rising"], bandwidth=rule), 5, 1)
    for author in ("silverman", "scott", "sheather", "jones"):
        assert author not in text


@pytest.mark.parametrize("method", ["histogram", "isotonic"])
def test_one_bin_or_pool_is_not_many(method):
    """Scores that point the wrong way make one pool; equal quartiles make one bin."""
    score = [0.0] + [0.5] * 8 + [1.0] if method == "histogram" else [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    text = readings.method(found(score, [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], method), 5, 1)
    assert re.search(r"\b\d+ (bin|pool)", text)
    assert not re.search(r"\b1 (bins|pools)\b", text)


# The charts, the choices, and the sample -------------------------------------------------------------------------


@cache
def asked_of(key, cases=2000, **choices):
    """The answer on a sample or on drawn scores, which reading them takes a while."""
    if key in SCENARIOS:
        drawn = SCENARIOS[key].draw(cases)
        data = predictions(drawn, name=key, positive="positive").data()
        return asked("likelihood", replace(data, sample=SCENARIOS[key]), **choices)
    sample = SAMPLES[key]
    return asked("likelihood", predictions(sample.path, **sample.roles).data(), **choices)


SHAPES = {
    1: r"Scores in the middle speak for positive .*low and high ones for negative",
    2: "Low \\*and\\* high scores both speak for positive",
    3: "Low \\*and\\* high scores both speak for positive",
    4: r"Scores in the middle speak for positive .*low and high ones for negative",
}
EXACT = {
    1: ("0.500000", "0.704833"),
    2: ("0.500000", "0.704833"),
    3: ("0.456068", "0.830194"),
    4: ("0.543932", "0.830194"),
}
"""For two normal laws of one centre 2 / pi atan(2) and one half; otherwise a mean of normal probabilities."""


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_scenario_separates_better_read_as_evidence(place):
    answer = asked_of(f"scenario_{place}")
    areas = answer.tables["likelihood"].rows().set_index("Scores")
    before, after = areas.loc[BEFORE, "AUC"], areas.loc[UNSEEN, "AUC"]
    drawn = SCENARIOS[f"scenario_{place}"].draw(2000)
    truth = np.array(drawn["truth"].to_pylist()) == "positive"
    assert before == pytest.approx(roc_auc_score(truth, drawn["score"].to_numpy()), abs=1e-12)
    assert answer.sentence == (
        f"**Yes.** Read as evidence, the same scores separate with an area of {after:.3f} instead of {before:.3f}."
    )
    assert re.search(SHAPES[place], answer.reason)
    assert f"has not seen: **+{after - before:.3f}** (95 % interval " in answer.reason
    assert f"the exact areas are {EXACT[place][0]} before and {EXACT[place][1]} after" in notes(answer)["simulated"]
    assert after == pytest.approx(float(EXACT[place][1]), abs=0.02)
    assert answer.values["models"]["the model"]["areas"]["unseen_cases"]["value"] == after


def lines(answer, name):
    """The lines of a chart by their names."""
    return {trace.name: trace for trace in answer.figures[name].draw(LIGHT).data}


def test_charts_show_both_classes_the_ratio_and_before_and_after():
    answer = asked_of("scenario_2")
    densities = lines(answer, "densities")
    assert set(densities) == {"positive", "negative"}
    for name, spread in (("positive", 0.1), ("negative", 0.05)):
        x, y = np.array(densities[name].x), np.array(densities[name].y)
        assert np.trapezoid(y, x) == pytest.approx(1, abs=0.02)
        assert y.max() == pytest.approx(norm.pdf(0.5, 0.5, spread), rel=0.1)
    assert (densities["positive"].line.dash, densities["negative"].line.dash) == ("solid", "dash")
    ratio = answer.figures["ratio"].draw(LIGHT).data[0]
    x, y = np.array(ratio.x), np.array(ratio.y)
    middle = np.abs(x - 0.5) < 0.15
    truth = norm.pdf(x, 0.5, 0.1) / norm.pdf(x, 0.5, 0.05)
    np.testing.assert_allclose(np.log(y[middle]), np.log(truth[middle]), atol=0.6)
    names = [name.rsplit(" ", 1)[0] for name in lines(answer, "likelihood") if name]
    assert names == ["before", "after, same", "after, unseen"]
    assert list(answer.figures) == ["likelihood", "densities", "ratio"]
    assert all(len(figure.words) > 60 for figure in answer.figures.values())


def test_small_p_is_not_nothing():
    """The gain of the first scenario lies more than ten standard errors from 0."""
    row = asked_of("scenario_1").tables["likelihood"].rows().iloc[2]
    z = row["Gain"] / ((row["gain, 95 % to"] - row["Gain"]) / norm.isf(0.025))
    assert 0 < row["gain, two-sided p"] == pytest.approx(2 * norm.sf(z), rel=1e-6)


@pytest.mark.parametrize(("method", "bounds"), [("best", None), ("histogram", None), ("kde", "logit")])
def test_transformed_scores_of_the_sample(method, bounds):
    choices = {"method": method} | ({"bounds": bounds} if bounds else {})
    rows = asked_of("two_class_example", **choices).tables["transformed"].rows()
    table = ScoreTable.of(SCORE, TRUE)
    assert rows["Score"].tolist() == np.unique(SCORE).tolist()
    np.testing.assert_allclose(
        rows["Likelihood ratio"], fit(table, method, bounds=bounds).ratio(np.unique(SCORE)), rtol=1e-12
    )
    posterior = rows["Probability of positive at 51.6 %"]
    assert posterior.between(0, 1).all()
    ratio = rows["Likelihood ratio"][np.isfinite(rows["Likelihood ratio"])]
    np.testing.assert_allclose(posterior[ratio.index], 0.516 * ratio / (0.516 * ratio + 0.484), atol=1e-12)
    assert rows[["Positive cases", "Negative cases"]].sum().tolist() == [P, N]


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        ("method", "histogram"),
        ("method", "binormal"),
        ("method", "isotonic"),
        ("method", "logistic"),
        ("bandwidth", "silverman"),
        ("bandwidth", "scott"),
        ("bandwidth", "isj"),
        ("bounds", "none"),
        ("bounds", "logit"),
        ("folds", 2),
        ("folds", 10),
        ("deal", 7),
    ],
)
def test_each_choice_changes_what_it_should(monkeypatch, choice, value):
    monkeypatch.setattr(likelihood, "portrait", lambda *given, **named: FLAT)
    kernel, other = (asked_of("two_class_example", **{"method": "kde"} | given) for given in ({}, {choice: value}))
    before, after = (answer.tables["likelihood"].rows().set_index("Scores") for answer in (kernel, other))
    given = {"method": "kde", "rng": np.random.default_rng(value if choice == "deal" else 1)}
    if choice != "deal":
        given[choice] = value
    witness = gain(ScoreTable.of(SCORE, TRUE), **given)
    assert after["AUC"].tolist() == pytest.approx([area.value for area in witness.aucs.values()], abs=1e-12)
    assert after.loc[BEFORE].equals(before.loc[BEFORE])
    assert after.loc[UNSEEN, "AUC"] != before.loc[UNSEEN, "AUC"]
    # Folds and their seed change what is unseen alone; all else changes the reading.
    dealt = choice in ("folds", "deal")
    assert kernel.tables["transformed"].rows().equals(other.tables["transformed"].rows()) == dealt
    assert after.loc[LEARNED].equals(before.loc[LEARNED]) == dealt


def test_what_has_no_effect_on_a_method_changes_nothing():
    made = []

    def maker(key, make, cases):
        made.append(key[0])
        return make()

    data = scored(ScoreTable.of(*SCORES["noise"]))
    with made_by(maker):
        asked("likelihood", data, method="histogram")
        asked("likelihood", data, method="histogram", bandwidth="scott")
        asked("likelihood", data, method="histogram", curve="toc", prevalence=0.1)
        moved = {name: model.cut(1.0) for name, model in data.models.items()}
        asked("likelihood", replace(data, models=moved), method="histogram")
    assert made == ["gain", "portrait", "gain curve", "gain curve"]


def test_curve_that_is_compared():
    answer = asked_of("scenario_2", 200, curve="precision_recall")
    area = answer.tables["likelihood"].rows().set_index("Scores").loc[BEFORE, "Average precision"]
    assert f"before {area:.3f}" in lines(answer, "likelihood")
    assert answer.figures["likelihood"].title == "Precision-recall, before and after"


@pytest.mark.parametrize(
    ("method", "score", "offered"),
    [
        ("kde", [0.1, 0.4, 0.6, 0.9], ["reflect", "none", "rank", "logit"]),
        ("binormal", [0.1, 0.4, 0.6, 0.9], ["none", "rank", "logit"]),
        ("kde", [1, 2, 3, 4], ["none", "rank"]),
    ],
)
def test_scales_are_those_that_suit_the_usual_one_first(method, score, offered):
    data = scored(ScoreTable.of(score, [0, 1, 0, 1]))
    assert list(likelihood.Choices.offered("bounds", data, {"method": method})) == offered
    assert likelihood.Choices.offered("folds", data, {}) is None


@pytest.mark.parametrize(
    ("choices", "problem"),
    [
        ({"curve": "det"}, "curve must be one of roc, precision_recall, toc"),
        ({"method": "x"}, "method must be one of best, kde, histogram"),
        ({"bandwidth": "wide"}, 'bandwidth must be one of .*, got "wide"'),
        ({"bounds": "x"}, "bounds must be one of none, reflect, logit"),
        ({"folds": 1}, 'folds must be between 2 and 50, got "1"'),
        ({"folds": "x"}, 'folds must be between 2 and 50, got "x"'),
        ({"folds": 2.5}, 'got "2.5"'),
        ({"deal": -1}, 'deal must be between 0 and 1,000,000, got "-1"'),
        ({"prevalence": 0}, 'prevalence must be between 0.001 and 0.999, got "0"'),
    ],
)
def test_choices_that_cannot_be_used(choices, problem):
    with pytest.raises(InputError, match=problem):
        likelihood.Choices.of(**choices)
