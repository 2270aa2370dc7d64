"""Could these scores separate better? Every state and shape, on readings of scores made for it, some made up."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from sklearn.metrics import roc_auc_score, roc_curve

from ddcore.answers.base.words import signed
from ddcore.answers.likelihood import compute
from ddcore.answers.likelihood.words import ratio_in_words
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.interval import Interval
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores.gain import BEFORE, CLEAR, LEARNED, UNSEEN, gain
from ddcore.scores.shape import Shape
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, notes
from tests.helpers.likelihood_answers import ODD, SCORES, classes, dents_of, found, known, normal, read, read_sums, told
from tests.helpers.scored import scored


def shaped(of, runs, turns=(), favours_positive=()):
    """The same reading with a shape made up, for shapes that simulation seldom gives."""
    return replace(of, shape=Shape(runs, turns, favours_positive))


def ratio_of(of):
    return ratio_in_words(of, "ill", "well")


# The answer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "method", "state", "start", "advice"),
    [
        ("middle", "kde", "better", "Yes.", "Do not discard"),
        ("sides", "kde", "better", "Yes.", "Do not discard"),
        ("rising", "kde", "unclear", "Not as far as", "loses anything"),
        ("falling", "kde", "turned", "Yes, reversed.", "Reverse the scores"),
        ("falling", "isotonic", "levelled", "Only up to", "only evens them"),
        ("not normal", "kde", "worse", "No.", "try another method"),
        ("not normal", "binormal", "worse", "No.", "This ratio lowers"),
        ("rising", "order", "kept", "Not by this method.", "loses anything"),
        ("perfect", "kde", "perfect", "No. These scores already", "Keep the scores"),
        ("one positive", "kde", "untried", "These cases cannot tell.", "enough cases"),
    ],
)
def test_state_with_its_sentence_its_advice_and_its_numbers(name, method, state, start, advice):
    of = read(name, method)
    answer = told(of)
    score, truth = (SCORES | ODD)[name]
    before = roc_auc_score(truth, score)
    after = of.aucs[LEARNED if state == "untried" else UNSEEN].value
    other = {"turned": 1 - before, "perfect": before}.get(state, after)
    assert answer.values["models"]["A"]["state"] == state
    assert answer.sentence.replace("**", "").startswith(start)
    assert {number(before), number(other)} <= set(re.findall(r"\d\.\d+|\b1\b", answer.sentence))
    first = answer.notes[0]
    assert first.code == f"advice-{state}"
    assert advice in first.text
    if advice == "This ratio lowers":
        assert number(before - after) in first.text
    if UNSEEN in of.gains:
        low, high = (number(end) for end in (of.gains[UNSEEN].low, of.gains[UNSEEN].high))
        assert f"{low} to {high})" in answer.reason
        assert ("rises by" in answer.reason) == (of.gains[UNSEEN].low > 0)


def test_hardly():
    """Two of four scores stand in the wrong order, with few of very many cases."""
    table = ScoreTable(
        np.array([1.0, 2, 3, 4]),
        np.array([20_000, 17_000, 10_000, 170_000]),
        np.array([170_000, 10_000, 17_000, 20_000]),
    )
    many = gain(table, "histogram", rng=np.random.default_rng(1))
    answer = told(many)
    assert 0 < many.gains[UNSEEN].low < many.gains[UNSEEN].value < CLEAR
    assert answer.sentence.startswith("**Hardly.**")
    assert codes(answer)[0] == "advice-hardly"
    assert "almost nothing" in answer.notes[0].text


def test_weights_of_which_only_sums_are_known_cannot_be_tried():
    answer = told(read_sums())
    assert answer.sentence.startswith("**These cases cannot tell.**")
    assert "each single case" in answer.notes[0].text
    assert "only the sums" in answer.reason
    table = ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])
    sums = ScoreTable(table.score, table.positives * 1.5, table.negatives * 1.5)
    assert "no band" in asked("likelihood", scored(sums)).figures["ratio"].remark
    remark = asked("likelihood", scored(ScoreTable.of(*ODD["four cases"]))).figures["ratio"].remark
    assert "100 resamples" in remark


def test_scores_that_are_kept_because_nothing_could_be_tried():
    kept = read("one positive", "best")
    assert "could be tested" in told(kept).sentence
    assert number(roc_auc_score(*ODD["one positive"][::-1])) in told(kept).sentence
    assert not dents_of(replace(kept, hull_gains=kept.hull_gains | {BEFORE: 0.2, LEARNED: 0.2}))


def test_a_method_that_cannot_read_the_scores_shows_no_chart(monkeypatch):
    answer = asked("likelihood", scored(ScoreTable.of(*ODD["one positive"])), method="binormal")
    assert answer.sentence.startswith("**Not by this method.**")
    assert answer.reason.endswith("the positives have one.")
    assert not answer.figures
    assert not answer.values

    def refuse(*given, **named):
        raise InputError("binormal needs <b>two</b> scores")

    monkeypatch.setattr(compute, "gain_of", refuse)
    answer = asked("likelihood", scored(ScoreTable.of(*ODD["four cases"])))
    assert answer.sentence.endswith("from these scores.")
    assert r"\<b\>two\<\/b\>" in answer.reason


def test_a_gain_has_its_sign_and_none_has_none():
    """Two areas may differ by a rounding error."""
    gains = (0.01, -0.01, 0.0, 1e-15, 4e-4, -4e-4, 6e-4, -1)
    shown = ["+0.010", "−0.010", "0", "0", "+4.0 × 10⁻⁴", "−4.0 × 10⁻⁴", "+0.001", "−1"]
    assert [signed(gain) for gain in gains] == shown


# The shape of the ratio ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "method", "said"),
    [
        ("noise", "kde", "high or low scores"),
        ("rising", "kde", "one threshold"),
        ("falling", "kde", "*lower* the score"),
        ("sides", "isotonic", "only rise"),
        ("sides", "logistic", "fewer assumptions"),
        ("not normal", "kde", "loses more than"),
        ("not normal", "binormal", "one threshold"),
        ("middle", "kde", "Scores in the middle"),
        ("sides", "kde", "Low *and* high"),
        ("stairs", "kde", "down, up, down"),
    ],
)
def test_shape(name, method, said):
    """Two normal laws make a ratio of skewed scores that turns within its error only; it is said to rise."""
    text = ratio_of(read(name, method))
    assert said in text
    assert ("A single threshold" in text) == (name in ("middle", "sides", "stairs") and method == "kde")


def test_shape_of_noise_is_level():
    noise = read("noise")
    assert noise.shape.runs == ()
    above = replace(noise, aucs=noise.aucs | {BEFORE: Interval(0.53, 0.47, 0.59, 0.03)})
    assert ratio_of(above) == ratio_of(noise)


@pytest.mark.parametrize("method", ["binormal", "logistic"])
def test_method_that_supposes_a_direction_finds_none_in_noise(method):
    """The interval of the area before holds one half, and that of the gain 0."""
    noise = found(*classes(normal((0, 1, 200), seed=5), normal((0, 1, 200), seed=6)), method)
    assert noise.state == "unclear"
    assert "wrong way" not in ratio_of(noise)


def test_ends_of_the_stretches():
    """The laws cross where the densities are equal: at plus and minus 1.17."""
    text = ratio_of(read("sides"))
    low, high = (float(end.replace("−", "-")) for end in re.findall(r"(?:below|above) ([−\d.]+)", text))
    assert (low, high) == (pytest.approx(-1.17, abs=0.25), pytest.approx(1.17, abs=0.25))
    ratio = read("sides").likelihood.ratio
    assert ratio(low - 0.5) > 1 > ratio(0.0)
    stairs = read("stairs").shape
    assert len(stairs.runs) == len(stairs.turns) + 1 > 3
    for start, end in stairs.favours_positive:
        if math.isfinite(start) and math.isfinite(end):
            assert start < round((start + end) / 4) * 2 < end


@pytest.mark.parametrize("name", ["low ones against", "high ones for"])
def test_ratio_may_turn_without_crossing_one(name):
    text, (low, high) = ratio_of(read(name)), read(name).likelihood.ratio([-3.0, 4.0])
    assert text.endswith("misses that.")
    assert ("Low *and* high" in text) <= (low > 1 and high > 1)
    assert ("low and high ones" in text) <= (low < 1 and high < 1)


STRETCHES = [
    (),
    ((-math.inf, math.inf),),
    ((-math.inf, -1.0),),
    ((0.25, 0.5),),
    ((1.0, math.inf),),
    ((-math.inf, -1.0), (1.0, math.inf)),
    ((0.0, 1.0), (2.0, 3.0), (4.0, 5.0), (6.0, 7.0), (8.0, math.inf)),
]


def test_stretches_are_grammar():
    slips = re.compile(r"\(\)|\(none\)|\(all\)|those none|those all|\binf\b|∞|\bnan\b")
    for runs in ((-1, 1), (1, -1), (1, -1, 1), (-1, 1, -1, 1)):
        turns = (0.1, 0.2, 0.3)[: len(runs) - 1]
        for stretches in STRETCHES:
            text = ratio_of(shaped(read("sides"), runs, turns, stretches))
            assert not slips.search(text), (runs, stretches)
            assert text.endswith(".")
        text = ratio_of(shaped(read("noise"), runs, turns, ((0.5, math.inf),)))
        assert "do not show" in text
    for ends, said in zip(STRETCHES[2:5], ("below −1", "from 0.250 to 0.500", "above 1"), strict=True):
        assert said in ratio_of(shaped(read("stairs"), (1, -1, 1), (0.3, 0.4), ends))


def test_names_of_classes_are_shown_letter_by_letter():
    for name in ("rising", "falling", "middle"):
        text = told(read(name), "<b>x</b>", "a_b[c]$d$").reason
        assert r"\<b\>x\<\/b\>" in text
        assert "<b>" not in text
    assert r"a\_b\[c\]\$d\$" in told(read("middle"), "ill", "a_b[c]$d$").reason


# What would mislead ----------------------------------------------------------------------------------------------


def test_learned_by_heart():
    score, truth = SCORES["noise"]
    heart = found(score, truth, seed=2)
    learned, held = heart.gains[LEARNED].value, heart.gains[UNSEEN].value
    assert held < 0 < 0.02 < learned
    text = known(heart)["learned-by-heart"]
    assert f"+{learned:.3f}" in text
    assert number(held) in text
    assert "learned-by-heart" not in known(read("rising", "logistic"))


def test_gain_on_the_same_cases_flatters():
    learned = read_sums().gains[LEARNED].value
    assert learned > 0
    assert f"+{learned:.3f}" in known(read_sums())["flatters"]
    none = read("two cases")
    assert none.gains[LEARNED].value == 0
    assert "flatters" not in known(none)


def hull_adds(score, truth):
    """Area between the ROC curve and the smallest convex set around it and the lower right corner."""
    fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
    around = ConvexHull(np.column_stack([np.append(fpr, 1), np.append(tpr, 0)]))
    return around.volume - roc_auc_score(truth, score)


def test_dents():
    score, truth = SCORES["sides"]
    before, after = hull_adds(score, truth), hull_adds(read("sides").likelihood.log_ratio(score), truth)
    assert before > 10 * after > 0.005
    assert re.findall(r"\d\.\d+", known(read("sides"))["dents"]) == [f"{before:.3f}", f"{after:.3f}"]
    for method in ("isotonic", "histogram"):
        text = known(read("sides", method))["dents-gone"]
        assert re.findall(r"\d\.\d+", text) == [f"{before:.3f}"]


def test_no_dents_within_three_standard_errors():
    """Also of noise, whose hull adds more than a hundredth."""
    assert not dents_of(read("rising"))
    noise = read("noise")
    assert 0.01 < noise.hull_gains[BEFORE] < 3 * noise.aucs[BEFORE].error
    assert not dents_of(noise)
    for share, dented in ((2.9, False), (3.1, True)):
        adds = noise.hull_gains | {BEFORE: share * noise.aucs[BEFORE].error}
        assert bool(dents_of(replace(noise, hull_gains=adds))) == dented


@pytest.mark.full
def test_facts_that_a_reader_must_know():
    assert "All scores are equal" in known(read("constant"))["reading"]
    score, truth = SCORES["rising"]
    far = found(np.append(score[::4], 1e9), np.append(truth[::4], True))
    assert "had to be widened" in known(far)["reading"]
    labels = found([0.0, 1.0] * 20, [0, 1, 1, 1, 0, 0, 1, 1] * 5, bandwidth="isj")
    assert ("reading" in known(labels)) == any("was used instead" in fact for fact in labels.likelihood.facts)
    assert read("rising").likelihood.facts
    assert "reading" not in known(read("rising"))


# The reading that was chosen -------------------------------------------------------------------------------------


def test_a_chosen_reading_is_named_with_what_was_tried():
    best = read("sides", "best")
    choice = best.likelihood.choice
    answer = told(best)
    assert choice.method != "order"
    assert f"of {len(choice.tried) + 1} methods" in notes(answer)["chosen"]
    assert answer.method.count("| chosen |") == 1
    assert answer.values["models"]["A"]["method"] == choice.method


def test_scores_that_are_kept_have_the_gain_of_the_best_other_reading():
    kept = read("rising", "best")
    tried = kept.likelihood.choice.tried
    gained = max(reading.gain.value for reading in tried)
    answer = told(kept)
    assert kept.state == "kept"
    assert codes(answer)[0] == "advice-kept"
    assert answer.sentence.startswith("**Not as far as these")
    assert f"of {len(tried)} estimates" in answer.reason.lower()
    assert ("improves the" in answer.reason) == (gained < 0.0005)
    assert gained < 0.0005 or f"**+{number(gained)}**" in answer.reason
    nothing = tuple(replace(reading, gain=Interval(0.0004, -0.1, 0.1, 0.05)) for reading in tried)
    choice = replace(kept.likelihood.choice, tried=nothing)
    none = replace(kept, likelihood=replace(kept.likelihood, choice=choice))
    assert f"None of {len(tried)} estimates" in told(none).reason


def test_no_reading_could_be_tried():
    untried = told(read("one positive", "best"))
    assert "none-tried" in codes(untried)
    assert "nothing could be tested" in untried.method


def test_cost_of_folds_that_choose_another_reading():
    kept = read("rising", "best")
    for cost, said in ((0.01, "+0.010"), (-0.01, "−0.010"), (0.0, "")):
        gains = kept.gains | {UNSEEN: Interval(cost, -0.1, 0.1, 0.05)}
        notes_there = known(replace(kept, gains=gains))
        assert ("choosing-cost" in notes_there) == bool(said)
        assert said in notes_there.get("choosing-cost", "")


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("scenario_1", ["0.500000", "0.704833"]),
        ("scenario_3", ["0.456068", "0.830194"]),
        ("scenario_4", ["0.543932", "0.830194"]),
    ],
)
def test_truth_of_simulated_scores(key, shown):
    """Of two normal laws of one centre one half and 2 / pi atan(2); the areas have tests with the laws."""
    assert re.findall(r"0\.\d{6}", known(read("rising"), SCENARIOS[key])["simulated"]) == shown
