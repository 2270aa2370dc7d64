"""Could these scores separate better? Every state and note, on readings of scores made for it, some made up."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from ddcore.answers import likelihood
from ddcore.answers.ratio import ratio_told
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.interval import Interval
from ddcore.scores.gain import BEFORE, CLEAR, LEARNED, UNSEEN, gain
from ddcore.scores.shape import Shape
from ddcore.table import ScoreTable
from tests.helpers.answers import asked
from tests.helpers.likelihood_answers import (
    ODD,
    SCORES,
    advice,
    classes,
    dents_of,
    found,
    known,
    normal,
    sentence_of,
    told,
)
from tests.helpers.scored import scored


def area_of(score, truth):
    return f"{roc_auc_score(truth, score):.3f}"


def shaped(of, runs, turns=(), favours_positive=()):
    """The same reading with a shape made up, for shapes that simulation seldom gives."""
    return replace(of, shape=Shape(runs, turns, favours_positive))


def reason_of(of, positive, negative):
    return told(of, positive, negative).reason


# The answer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["middle", "sides", "stairs"])
def test_yes(readings, name):
    after = readings[name].aucs[UNSEEN].value
    assert sentence_of(readings[name]) == (
        f"**Yes.** By their likelihood ratio (the evidence) the same scores reach an AUC of {after:.3f} instead of "
        f"{area_of(*SCORES[name])}."
    )


@pytest.mark.parametrize("name", ["rising", "noise"])
def test_not_that_these_cases_could_show(readings, name):
    assert sentence_of(readings[name]) == (
        f"**Not that these cases could show.** By their likelihood ratio (the evidence) unseen cases reach an AUC of "
        f"{readings[name].aucs[UNSEEN].value:.3f}; the scores as they are {area_of(*SCORES[name])}."
    )


def test_band_of_the_ratio_is_told():
    table = ScoreTable.of(*SCORES["middle"])
    remark = asked("likelihood", scored(table)).figures["ratio"].remark
    assert remark.startswith("The band holds the middle 95 % of 100 resamples, at each score by itself.")
    assert "Where it holds 1, the line is dotted" in remark
    sums = ScoreTable(table.score, table.positives * 1.5, table.negatives * 1.5)
    assert "no band" in asked("likelihood", scored(sums)).figures["ratio"].remark


def test_no():
    off = found(*SCORES["not normal"], "binormal")
    assert sentence_of(off) == (
        f"**No.** By their likelihood ratio (the evidence) the same scores separate worse, with an AUC of "
        f"{off.aucs[UNSEEN].value:.3f} instead of {area_of(*SCORES['not normal'])}."
    )


def test_only_up_to_chance():
    """A ratio that may only rise is level where scores point the wrong way."""
    level = found(*SCORES["falling"], "isotonic")
    assert sentence_of(level).startswith(
        "**Only up to chance.** By their likelihood ratio (the evidence) the same scores have an AUC of 0.5"
    )


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
    assert sentence_of(many).startswith("**Hardly.** By their likelihood ratio (the evidence) the same scores reach")
    assert advice(many)[0] == "advice-hardly"


def test_nobody_can_tell(lone_reading, weighted_reading):
    score, truth = ODD["one positive"]
    after, before = number(lone_reading.aucs[LEARNED].value), number(roc_auc_score(truth, score))
    assert sentence_of(lone_reading) == (
        f"**Nobody can tell.** By their likelihood ratio (the evidence) the same scores reach an AUC of {after} "
        "instead of "
        f"{before}, but only on the cases that it was estimated from."
    )
    assert sentence_of(weighted_reading).startswith("**Nobody can tell.**")
    kept = found(score, truth, "best")
    assert sentence_of(kept) == (
        "**Nobody can tell.** No likelihood ratio could be tried on unseen cases; the scores as they are have an "
        "AUC of "
        f"{before}."
    )
    assert not dents_of(replace(kept, hull_gains=kept.hull_gains | {BEFORE: 0.2, LEARNED: 0.2}))


def test_perfect_scores_cannot_separate_better():
    assert sentence_of(found(*ODD["perfect"])) == ("**No.** These scores separate perfectly already: their AUC is 1.")


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


def test_reason_where_the_gain_holds(readings):
    held = readings["sides"].gains[UNSEEN]
    assert reason_of(readings["sides"], "ill", "well").endswith(
        f"The gain holds on unseen cases: **+{held.value:.3f}** (95 % interval {held.low:.3f} to {held.high:.3f})."
    )


def test_reason_where_it_does_not(readings):
    lost = found(*SCORES["not normal"], "binormal").gains[UNSEEN]
    said = reason_of(found(*SCORES["not normal"], "binormal"), "ill", "well")
    assert said.endswith(
        f"On unseen cases the gain is **−{-lost.value:.3f}** (95 % interval −{-lost.low:.3f} to −{-lost.high:.3f})."
    )


def test_reason_where_unseen_cases_cannot_be_tried(lone_reading, weighted_reading):
    said = reason_of(lone_reading, "ill", "well")
    assert said.endswith("cannot be tried: cross-fitting needs two cases of each class, got 1 of one.")
    assert reason_of(weighted_reading, "ill", "well").endswith(
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
def test_a_gain_has_its_sign_and_none_has_none(readings, gained, said):
    """Two areas may differ by a rounding error."""
    gains = readings["noise"].gains | {UNSEEN: Interval(gained, -0.1, 0.1, 0.05)}
    assert f"the gain is **{said}** (95 %" in reason_of(replace(readings["noise"], gains=gains), "ill", "well")


# The shape of the ratio ------------------------------------------------------------------------------------------


def shape_of(read, name, **options):
    return ratio_told(read[name], "ill", "well", **options)


def test_level(readings):
    assert readings["noise"].shape.runs == ()
    said = "These cases do not show whether higher or lower scores speak for ill."
    assert shape_of(readings, "noise") == said
    above = replace(readings["noise"], aucs=readings["noise"].aucs | {BEFORE: Interval(0.53, 0.47, 0.59, 0.03)})
    assert ratio_told(above, "ill", "well") == said


def test_rising(readings):
    assert shape_of(readings, "rising") == (
        "As far as these cases tell, the higher a score, the more it speaks for ill: one threshold on the scores "
        "is enough."
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


def test_falling(readings):
    assert shape_of(readings, "falling") == (
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


def test_both_sides(readings):
    said = shape_of(readings, "sides")
    assert said.startswith("Low *and* high scores both speak for ill (")
    assert said.endswith("). A single threshold on the scores misses that.")
    low, high = (float(end.replace("−", "-")) for end in re.findall(r"(?:below|above) ([−\d.]+)", said))
    # The laws cross where the densities are equal: at plus and minus 1.17.
    assert (low, high) == (pytest.approx(-1.17, abs=0.25), pytest.approx(1.17, abs=0.25))
    assert ratio_at(readings["sides"], low - 0.5) > 1 > ratio_at(readings["sides"], 0.0)


def test_middle(readings):
    said = shape_of(readings, "middle")
    assert said.startswith("Scores in the middle speak for ill")
    assert said.endswith("low and high ones for well. A single threshold on the scores misses that.")


@pytest.mark.parametrize("name", ["low ones against", "high ones for"])
def test_a_sentence_says_of_low_and_high_scores_what_the_ratio_says(readings, name):
    """A ratio may turn without crossing 1."""
    said, low, high = shape_of(readings, name), ratio_at(readings[name], -3.0), ratio_at(readings[name], 4.0)
    assert said.endswith("A single threshold on the scores misses that.")
    assert ("Low *and* high scores both speak for ill" in said) <= (low > 1 and high > 1)
    assert ("low and high ones for well" in said) <= (low < 1 and high < 1)


def test_up_and_down(readings):
    runs, turns = readings["stairs"].shape.runs, readings["stairs"].shape.turns
    assert len(runs) == len(turns) + 1 > 3
    said = shape_of(readings, "stairs")
    assert "down, up, down" in said
    assert said.endswith(". A single threshold on the scores misses that.")
    assert "do)" not in said
    for low, high in readings["stairs"].shape.favours_positive:
        if math.isfinite(low) and math.isfinite(high):
            assert low < round((low + high) / 4) * 2 < high


def test_shapes_that_need_more_cases(readings):
    """Too small a gain to be told from none."""
    for runs in ((-1, 1), (1, -1), (1, -1, 1)):
        said = ratio_told(shaped(readings["noise"], runs, (0.1, 0.2), ((0.5, math.inf),)), "ill", "well")
        assert said.endswith(", but these cases cannot show that it matters.")


def test_shapes_by_which_a_reading_loses(readings):
    """Three thousand cases, on which this method does harm."""
    off = readings["not normal"]
    assert off.gains[UNSEEN].high < 0
    assert off.shape.runs == (1, -1)
    said = ratio_told(off, "ill", "well")
    assert said.endswith(", but using it loses more than it gains.")
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
def test_stretches_are_grammar(readings, runs, favours_positive):
    said = ratio_told(
        shaped(readings["sides"], runs, (0.1, 0.2, 0.3)[: len(runs) - 1], favours_positive), "ill", "well"
    )
    assert not re.search(r"\(\)|\(none\)|\(all\)|those none|those all|\binf\b|∞|\bnan\b", said)
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(-math.inf, 0.5, "below 0.500"), (0.5, math.inf, "above 0.500"), (0.25, 0.5, "from 0.250 to 0.500")],
)
def test_stretches_have_their_ends(readings, low, high, said):
    assert said in ratio_told(shaped(readings["stairs"], (1, -1, 1), (0.3, 0.4), ((low, high),)), "ill", "well")


def test_names_of_classes_are_shown_letter_by_letter(readings):
    for name in ("rising", "falling", "sides", "middle", "stairs"):
        said = reason_of(readings[name], "<b>x</b>", "a_b[c]$d$")
        assert r"\<b\>x\<\/b\>" in said
        assert "<b>" not in said
    assert r"a\_b\[c\]\$d\$" in reason_of(readings["middle"], "ill", "a_b[c]$d$")
