"""Where should the threshold be? Each note by its code, on rows found and made up, the numbers counted case by case."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.answers import peaks
from ddcore.answers import thresholds as thresholds_of
from ddcore.answers.thresholds_table import table_of
from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.decisions.utility import Utility
from ddcore.formats import percent
from ddcore.interval import Interval
from ddcore.measures import MEASURES, measure
from ddcore.scores.best_thresholds import BestThreshold, best_thresholds, plateau
from ddcore.scores.likelihood import fit
from ddcore.scores.modes import MODES
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import Best, BootstrapInterval, Closed, Constraint
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import asked
from tests.helpers.lines import (
    MARKUP,
    NAMES,
    both_classes,
    counted,
    letter_by_letter,
    paired,
    sentences,
    some_cases,
    tabled,
    thresholds,
    told,
)
from tests.helpers.loops import nonempty
from tests.helpers.scored import scored

NAN, INF = math.nan, math.inf
CASES = [(0.1, False), (0.2, True), (0.4, False), (0.4, True), (0.7, False), (0.9, True)]
HAND = tabled(CASES)
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5])
CONSTANT = ScoreTable.of([0.4] * 6, [0, 1] * 3)
UPSIDE_DOWN = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [1, 1, 0, 0])
"""Precision has no value where no negative case may be predicted positive."""
JUDGING = [key for key, row in MEASURES.items() if row.judges]
FEW = ["F1", "ACC", "ERR", "TPR", "PPV", "MCC", "J", "kappa"]


def sure(low=NAN, high=NAN, value=NAN, undefined=0.0):
    return BootstrapInterval(low, high, value, value - 0.1251, value + 0.0624, undefined)


def made(
    key="F1", threshold=0.2, value=0.75, *, optima=((0.1, 0.2),), peaks=1, chance=NAN, favours_positive=(),
    mode="one peak", how=None,
):  # fmt: skip
    """A line whose every part is put in."""
    best = Best(measure(key), threshold, value, HAND.at(threshold), optima, peaks)
    return BestThreshold(best, Closed(NAN, chance), favours_positive, mode, how)


def found(table=HAND, key="F1", *conditions, drawn=None, likelihood=None):
    return best_thresholds(table, [key], likelihood, *conditions, drawn=drawn)[0]


def drawn_from(table, resamples=40):
    return Resamples.of(table, resamples, rng=np.random.default_rng(1))


def answered(
    row, table=HAND, at=0.5, conditions=(), *, lead=None, level=(NAN, NAN), free=None, positive="yes", counts=None,
    every=(),
):  # fmt: skip
    """The answer where the best threshold is such a row."""
    counts = table.at(at) if counts is None else counts
    model = Model(table, at, counts)
    data = Data(counts.total.item(), counts.positives.item(), positive, "no", {"A": model}, "A")
    rows = {each.measure.key: each for each in every} | {"F1": row}

    def best(data, key, constraints):
        return rows if constraints or not conditions else {"F1": free or row}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thresholds_of, "_best", best)
        patch.setattr(thresholds_of, "_lead", lambda *given: lead)
        patch.setattr(thresholds_of, "evidence", lambda *given: None)
        patch.setattr(thresholds_of, "same", lambda *given: [])
        patch.setattr(thresholds_of, "plateau", lambda *given: level)
        patch.setattr(thresholds_of, "constraints_of", lambda where: tuple(conditions))
        patch.setattr(thresholds_of, "reading_named", lambda data: "<b>kernels</b>")
        return asked("thresholds", data)


def known(row, level=(NAN, NAN), conditions=(), free=None):
    """The sentences of the notes."""
    return [note.text for note in answered(row, conditions=conditions, level=level, free=free).notes]


def texts(code, row, level=(NAN, NAN), conditions=(), free=None):
    """The sentences of the notes whose code begins so."""
    answer = answered(row, conditions=conditions, level=level, free=free)
    return [note.text for note in answer.notes if note.code.startswith(code)]


def exact(key, cases):
    """(threshold, value) of each threshold where there is a value, and the best one: fewest mistakes, then lowest."""
    values = {t: oracles.DEFINITIONS[key](*counted(cases, t)) for t in thresholds(cases)}
    values = {t: Fraction(value) for t, value in values.items() if value is not None}
    if not values:
        return values, None
    sign = -1 if MEASURES[key].better == "lower" else 1
    top = max(sign * value for value in values.values())
    ties = [t for t, value in values.items() if abs(sign * value - top) < Fraction(oracles.TIE)]
    return values, min(ties, key=lambda t: (sum(counted(cases, t)[1:3]), t))


# The answer ------------------------------------------------------------------------------------------------------


def test_answer_by_hand():
    """From 0.2 on all 3 positives and 2 of 3 negatives: F1 = 6/8; at 0.5 it is 2/5."""
    assert answered(found()).sentence == (
        "Best for F1: **0.200**; 0.500, the threshold set, loses 0.350 on these cases."
    )


@pytest.mark.parametrize(
    ("low", "high", "threshold", "said"),
    [
        (0.1, 0.4, 0.2, "**0.200** (0.100 to 0.400);"),
        (-3, 12, 0.2, "**0.200** (−3 to 12);"),
        (0.2, 0.2, 0.2, "**0.200**;"),
        (0.4, 0.4, 0.2, "**0.200** (0.400 to 0.400);"),
        (NAN, NAN, 0.2, "**0.200**;"),
        (0.1, INF, 0.2, "**0.200** (0.100 to never);"),
        (0.1, INF, INF, "**predict no case positive** (0.100 to never);"),
        (INF, INF, INF, "**predict no case positive**;"),
    ],
)
def test_answer_with_the_interval_of_the_threshold(low, high, threshold, said):
    line = made(threshold=threshold, how=sure(low, high))
    assert answered(line).sentence == f"Best for F1: {said} 0.500, the threshold set, loses 0.350 on these cases."


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ((0.125, 0.05, 0.25), "0.500, the threshold set, loses 0.125 (0.050 to 0.250) on unseen cases"),
        ((0.125, -0.05, 0.25), "0.500, the threshold set, may be as good (loss on unseen cases −0.050 to 0.250)"),
        ((2.0, 1.0, INF), "0.500, the threshold set, loses 2 (1 to infinity) on unseen cases"),
        ((NAN, NAN, NAN), "0.500, the threshold set, loses 0.350 on these cases"),
    ],
)
def test_answer_says_what_is_given_up_on_cases_that_had_no_say(lead, said):
    assert answered(made(), lead=Interval(*lead)).sentence == f"Best for F1: **0.200**; {said}."


@pytest.mark.parametrize(
    ("key", "threshold", "value", "at", "said"),
    [
        ("F1", 0.2, 6 / 8, 0.2, "it is the threshold set"),
        ("ACC", 0.2, 4 / 6, 0.9, "0.900, the threshold set, is as good"),
        ("ERR", 0.2, 2 / 6, 0.5, "0.500, the threshold set, loses 0.167 on these cases"),
        ("PPV", 0.2, 3 / 5, 1.5, "at 1.500, the threshold set, it has no value"),
        ("TP", 0.1, 3, 0.9, "0.900, the threshold set, loses 2 on these cases"),
        ("J", 0.2, 1 / 3, -1.0, "−1, the threshold set, loses 0.333 on these cases"),
    ],
)
def test_answer_says_what_the_threshold_that_is_set_gives_up(key, threshold, value, at, said):
    line = made(key, threshold, value)
    every = ", which predicts every case yes" if threshold == 0.1 else ""
    start = f"Best for {NAMES[key]}: **{threshold:.3f}**{every}; "
    assert answered(line, at=at).sentence.replace("\\", "") == f"{start}{said}."


@pytest.mark.parametrize(
    ("conditions", "at", "said"),
    [
        ([("FPR", 0.4)], 0.2, "0.200, the threshold set, does not meet the condition"),
        ([("TPR", 0.5), ("FPR", 0.4)], 0.2, "0.200, the threshold set, does not meet the condition"),
        ([("PPV", 0.1)], 1.5, "1.500, the threshold set, does not meet the condition"),
        ([("TPR", 0.5), ("FPR", 0.7)], 0.2, "it is the threshold set"),
        ([("PPV", 0.5)], 0.7, "0.700, the threshold set, loses 0.333 on these cases"),
    ],
)
def test_answer_says_whether_the_threshold_that_is_set_meets_the_conditions(conditions, at, said):
    """From 0.2 on recall is 1 and FPR 2/3; from 0.7 on precision is 1/2; above all it has no value."""
    line = made("ACC", 0.2, 4 / 6 if at < 0.5 else 5 / 6)
    conditions = [Constraint.of(*one) for one in conditions]
    assert answered(line, at=at, conditions=conditions).sentence == f"Best for accuracy: **0.200**; {said}."


def test_answer_without_a_value():
    said = answered(found(CONSTANT, "MCC"), CONSTANT).sentence
    assert said == (
        "Matthews correlation \\(MCC\\) has no value at any threshold: no case is truly positive or no case is truly "
        "negative or no case is predicted positive or no case is predicted negative."
    )


def test_no_value_at_the_thresholds_that_meet_a_condition_is_no_claim_about_all():
    """Precision is 1/2 where all are predicted positive; without a false alarm none is called so."""
    condition = Constraint.of("TNR", 1.0)
    line = found(UPSIDE_DOWN, "PPV", condition)
    assert math.isnan(line.best.value)
    assert answered(line, UPSIDE_DOWN, 0.1, [condition]).sentence == (
        r"Precision \(PPV\) has no value at any threshold with specificity of at least 1: no case is predicted "
        r"positive."
    )


def test_values_that_differ_by_rounding_only_break_no_condition():
    """FPR / TPR, of which it is a function, is 2/5 at 0.3, where 2 of 5 and 2 of 2 are called, and at 0.5 (1 and 1)."""
    table = ScoreTable.of(np.arange(7) / 10, [0, 0, 0, 1, 0, 1, 0])
    line = found(table, "PT")
    said = answered(line, table).sentence
    assert "condition" not in said
    assert said.endswith("0.500, the threshold set, is as good.")


@given(some_cases, st.sampled_from(FEW), st.sampled_from([0.05, 0.293, 0.5, 1.0]))
def test_answer_against_loops(cases, key, at):
    table, (values, best) = tabled(cases), exact(key, cases)
    said = answered(found(table, key), table, at).sentence.replace("\\", "")
    if best is None:
        assert said == f"{measure(key).title} has no value at any threshold: {measure(key).undefined}."
        return
    where = f"**{told(best)}**" if best < INF else "**predict no case positive**"
    if best == min(thresholds(cases)) < INF:
        where += ", which predicts every case yes"
    now = oracles.DEFINITIONS[key](*counted(cases, at))
    if now is None:
        rest = f"at {told(at)}, the threshold set, it has no value"
    elif abs(Fraction(now) - values[best]) < Fraction(oracles.TIE):
        rest = "it is the threshold set" if at == best else f"{told(at)}, the threshold set, is as good"
    else:
        rest = f"{told(at)}, the threshold set, loses {told(float(abs(Fraction(now) - values[best])))} on these cases"
    assert said == f"Best for {NAMES[key]}: {where}; {rest}."


# Why -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            made(),
            "Every threshold was tried: F1 is highest, **0.750**, with yes predicted at scores ≥ **0.200**"
            ". How sure that is cannot be told: of the weights only the sums are known.",
        ),
        (
            made("ERR", INF, 0.5, how=sure()),
            "Every threshold was tried: error rate is lowest, **0.500**, with no case predicted yes.",
        ),
        (
            made(how=sure(0.1, 0.4, 0.6251)),
            "Every threshold was tried: F1 is highest, **0.750**, with yes predicted at scores ≥ **0.200**"
            ". On unseen cases expect **0.625** (0.500 to 0.688).",
        ),
        (made(value=NAN), "Another measure, or another model, may have a value here."),
    ],
)
def test_reason(line, said):
    assert answered(line).reason.replace("\\", "") == said


def test_with_a_condition_not_every_threshold_counts():
    """Recall is 1 at 0.2; with a precision of 1 only 0.4 is left, and a recall of 1/2."""
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    conditions = [Constraint.of("PPV", 1.0), Constraint.of("FPR", 0.25)]
    line = found(table, "TPR", *conditions)
    assert (line.best.threshold, line.best.value) == (0.4, 0.5)
    assert answered(line, table, conditions=conditions).reason.startswith(
        "Among the thresholds with precision of at least 1 and false positive rate of at most 0.25, recall is highest, "
        "**0.500**, with yes predicted at scores ≥ **0.400**."
    )


@pytest.mark.parametrize("name", MARKUP)
def test_names_are_shown_letter_by_letter(name):
    assert letter_by_letter(name, answered(made(), positive=name).reason)
    assert letter_by_letter(name, answered(made(threshold=INF), positive=name).reason)
    unit = Utility(tp=0, fp=-1, fn=-5, tn=0, unit=name).measure
    line = best_thresholds(HAND, [unit], None)[0]
    for said in (answered(line).sentence, answered(line).reason):
        assert letter_by_letter(f"yield per case in {name}", said)


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_without_a_value_that_is_all():
    (said,) = texts("no-value", made("PPV", value=NAN, optima=(), peaks=0))
    assert said == r"Precision \(PPV\) has no value where no case is predicted positive."


LEVEL = "is within 0.01 of its best on these cases: the exact threshold matters little."


@pytest.mark.parametrize(
    ("level", "key", "said"),
    [
        (
            (0.1, 0.4),
            "F1",
            [f"From 0.100 to 0.400 F1 {LEVEL}"],
        ),
        (
            (0.1, INF),
            "F1",
            [f"From 0.100 to never F1 {LEVEL}"],
        ),
        (
            (0.1, 0.4),
            "ERR",
            [f"From 0.100 to 0.400 error rate {LEVEL}"],
        ),
        ((0.2, 0.2), "F1", []),
        ((0.1, 0.4), "DOR", []),
        ((0.1, 0.4), "TP", []),
    ],
)
def test_a_plateau(level, key, said):
    assert texts("plateau", made(key), level) == said


@given(both_classes, st.sampled_from(["F1", "ACC", "ERR", "J", "kappa"]))
def test_a_plateau_is_level(cases, key):
    """At every threshold from one end to the other the measure is at most 0.01 worse, by loops."""
    table = tabled(cases)
    line = found(table, key)
    values, best = exact(key, cases)
    level = plateau(table, line.best)
    notes = texts("plateau", line, level)
    assert len(notes) == int(level[0] < level[1])
    for said in notes:
        low, high = re.search(r"From ([\d.]+) to ([\d.]+|never) ", said).groups()
        end = INF if high == "never" else float(high)
        inside = [values[t] for t in values if float(low) - 1e-9 <= t <= end + 1e-9]
        assert len(inside) > 1
        assert all(abs(value - values[best]) <= Fraction(1, 100) + Fraction(1, 10**12) for value in inside)


def test_a_condition_that_costs_nothing():
    condition = Constraint.of("TPR", 0.9)
    line = found(HAND, "F1", condition)
    said = known(line, (0.1, 0.4), (condition,), found())
    assert said[0] == "The condition, recall of at least 0.9, costs nothing: the best threshold meets it."
    assert not texts("plateau", line, (0.1, 0.4), (condition,), found()), "the stretch knows no condition"


def test_a_condition_that_is_met_elsewhere_costs_nothing_either():
    """Accuracy is 4/6 at 0.2, which calls both negatives, and at 0.9, which calls none."""
    condition = Constraint.of("FPR", 0.5)
    line, free = found(HAND, "ACC", condition), found(HAND, "ACC")
    assert (line.best.threshold, free.best.threshold) == (0.9, 0.2)
    assert known(line, (NAN, NAN), (condition,), free)[0] == (
        "The condition, false positive rate of at most 0.5, costs nothing: accuracy is as good without it."
    )


@pytest.mark.parametrize(
    ("conditions", "held"),
    [
        ([("PPV", 0.9)], "precision of at least 0.9"),
        ([("FPR", 0.4)], "false positive rate of at most 0.4"),
        (
            [("FPR", 0.4), ("MCC", -0.5)],
            "false positive rate of at most 0.4 and Matthews correlation (MCC) of at least −0.5",
        ),
    ],
)
def test_a_condition_that_costs_something(conditions, held):
    conditions = [Constraint.of(*one) for one in conditions]
    said = known(found(HAND, "F1", *conditions), (NAN, NAN), conditions, found())
    assert said[0].replace("\\", "") == (
        f"Without the condition, {held}, the best on these cases would be 0.750, at 0.200."
    )


def test_a_condition_keeps_from_calling_nothing_positive():
    condition = Constraint.of("TPR", 0.5)
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [1, 0, 0, 0])
    free = found(table, "ACC")
    assert (free.best.threshold, free.best.value) == (INF, 0.75)
    said = known(found(table, "ACC", condition), (NAN, NAN), (condition,), free)
    assert said[0] == (
        "Without the condition, recall of at least 0.5, the best on these cases would be 0.750, at "
        "predicting no case positive."
    )


def test_price_of_a_condition_is_told_of_other_cases():
    condition, free = Constraint.of("PPV", 0.9), made(threshold=0.1, how=sure(0.1, 0.4, 0.625))
    said = known(made(value=0.5, how=sure(0.1, 0.4, 0.5)), (NAN, NAN), (condition,), free)
    assert said[0].endswith(", at 0.100. On unseen cases it is 0.625 without it, 0.500 with it.")


def test_a_negative_bound_has_a_minus_sign():
    condition = Constraint.of("MCC", -0.5)
    line = found(HAND, "F1", condition)
    assert sentences(known(line, (NAN, NAN), (condition,), found()))


def test_several_stretches():
    optima = ((0.1, 0.2), (0.7, 0.9))
    (said,) = texts("equally-good", made("ACC", 0.2, 4 / 6, optima=optima))
    assert said == (
        "2 separate ranges of thresholds are equally good; of them the one with the fewest mistakes was taken, then "
        "the lowest."
    )
    assert known(made("ACC", 0.2, 4 / 6)) == []
    assert texts("equally-good", found(HAND, "ACC")), "at 0.2 and at 0.9 four of six are right"


@pytest.mark.parametrize(
    ("key", "mode", "end"),
    [("PPV", "rises", "fewer"), ("TNR", "rises", "fewer"), ("TPR", "falls", "more"), ("NPV", "falls", "more")],
)
def test_a_measure_that_draws_no_line(key, mode, end):
    line = found(HAND, key)
    assert line.mode == mode
    (said,) = texts("no-line", line)
    assert said.replace("\\", "") == (
        f"{measure(key).title} alone gives no useful threshold: over the likelihood ratio it is the better the "
        f"{end} cases are "
        f"predicted positive."
    )


@pytest.mark.parametrize("mode", ["one peak", "several peaks", "level"])
def test_no_closed_form_no_word_of_it(mode):
    assert not texts("closed-form", made(mode=mode))
    assert not texts("closed-form", made(mode="level", chance=0.5))


NOT_ONE = ". By the estimated likelihood ratio that is not one threshold on the scores:"
LINE = "In closed form the threshold is a **probability of 0.375** of being positive (`F1* / 2`)"


@pytest.mark.parametrize(
    ("reaching", "rest"),
    [
        ((), "."),
        (((-INF, INF),), "; every score has it."),
        (((0.4, INF),), ": scores ≥ 0.400, by the estimated likelihood ratio."),
        (((-INF, 0.2),), f"{NOT_ONE} up to 0.200 have it."),
        (((0.1, 0.2),), f"{NOT_ONE} 0.100 to 0.200 have it."),
        (
            ((-INF, 0.2), (0.5, 0.6), (0.9, INF)),
            f"{NOT_ONE} up to 0.200 and 0.500 to 0.600 and ≥ 0.900 have it.",
        ),
        (
            ((0, 1), (2, 3), (4, 5), (6, 7), (8, INF)),
            f"{NOT_ONE} 0 to 1 and 2 to 3 and 4 to 5 and 2 more ranges have it.",
        ),
    ],
)
def test_closed_form_and_the_scores_that_reach_it(reaching, rest):
    """F1* / 2 with an F1 of 3/4."""
    (said,) = texts("closed-form", made(chance=0.375, favours_positive=reaching))
    more = " *Likelihood* shows whether that is more than noise." if "not one threshold" in rest else ""
    assert re.sub(r"\\", "", said) == LINE + rest + more


def test_one_more_stretch_is_not_many():
    reaching = ((0, 1), (2, 3), (4, 5), (6, INF))
    (said,) = texts("closed-form", made(chance=0.375, favours_positive=reaching))
    assert "1 more range " in said
    assert "1 more ranges" not in said


def test_closed_form_of_real_scores():
    rng = np.random.default_rng(1)
    truth = rng.random(400) < 0.4
    table = ScoreTable.of(rng.normal(size=400) + truth, truth, True)
    (said,) = texts("closed-form", found(table, "ACC", likelihood=fit(table)))
    assert said.startswith("In closed form the threshold is a **probability of 0.500** of being positive (`1 / 2`): ")
    assert said.endswith(", by the estimated likelihood ratio.")


def test_a_measure_without_a_formula_for_its_line_has_no_brackets():
    own = "net = (tp - 2 * fp) / m"
    line = BestThreshold(found(HAND, own).best, Closed(1.0, 2 / 3), (), "one peak", None)
    assert texts("closed-form", line) == [
        "In closed form the threshold is a **probability of 0.667** of being positive."
    ]


@pytest.mark.parametrize("peaks", [2, 3, 1200])
def test_several_peaks(peaks):
    (said,) = texts("several-peaks", made("MCC", mode="several peaks", peaks=peaks))
    assert said.replace("\\", "") == (
        f"Even for ideal scores Matthews correlation (MCC) can have **several peaks** over the threshold, so a search "
        f"by climbing may stop at a lower one. Here every threshold was tried; there are {peaks:,} local peaks."
    )


def test_one_peak_is_not_many():
    (said,) = texts("several-peaks", made("MCC", mode="several peaks", peaks=1))
    assert "there is 1 local peak" in said
    assert "1 local peaks" not in said


@pytest.mark.parametrize(("share", "shown"), [(0.05, "5 %"), (0.125, "12.5 %")])
def test_parts_without_a_value(share, shown):
    (said,) = texts("partly-undefined", made("PPV", how=sure(0.1, 0.4, 0.5, share)))
    assert said == (
        f"In {shown} of the cross-validation folds no threshold has a value; the value on unseen cases is that of "
        "the rest."
    )
    assert known(made("PPV", how=sure(0.1, 0.4, 0.5))) == []


def test_without_any_value_nothing_is_promised():
    """Recall has no value among the others of the part that holds the single positive case."""
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 0, 0, 1])
    line = found(table, "TPR", drawn=drawn_from(table))
    assert (line.bootstrap.undefined, math.isnan(line.bootstrap.value)) == (pytest.approx(1 / 3), True)
    assert texts("no-promise", line) == ["On unseen cases recall has no value: what to expect there cannot be told."]


def test_parts_that_no_threshold_may_enter_are_not_blamed_on_the_measure():
    """Accuracy has a value on every case; what some parts lack is a threshold that meets the condition."""
    table = ScoreTable.of(np.arange(14) / 14, [0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1])
    condition = Constraint.of("MCC", 0.25)
    drawn = drawn_from(table)
    line, missed = found(table, "ACC", condition, drawn=drawn), []
    for split in drawn.splits():
        with np.errstate(all="ignore"):
            missed += (~(np.nan_to_num(measure("MCC").on(split.other), nan=-9) >= 0.25).any(axis=1)).tolist()
    assert line.bootstrap.undefined == pytest.approx(np.mean(missed))
    assert any(missed)
    assert texts("partly-undefined", line, (NAN, NAN), (condition,), found(table, "ACC")) == [
        f"In {percent(np.mean(missed))} of the cross-validation folds no threshold meets the condition; the value on "
        f"unseen cases is that of the rest."
    ]


# Every sentence --------------------------------------------------------------------------------------------------


@given(some_cases, st.sampled_from(FEW), st.sampled_from([-1.0, 0.293, 2.0]), st.booleans())
def test_every_sentence_of_random_scores(cases, key, at, likely):
    table = tabled(cases)
    both = len({true for _, true in cases}) == 2
    likelihood = fit(table, "histogram") if likely and both else None
    line = found(table, key, drawn=drawn_from(table, 10), likelihood=likelihood)
    answer = answered(line, table, at, level=plateau(table, line.best), positive="a_b")
    said = [answer.sentence, answer.reason, *(note.text for note in answer.notes)]
    assert sentences(said)
    assert not re.search(r"∞|never to never|a_b", " ".join(said))


@pytest.mark.parametrize("table", [HAND, WEIGHTED, ScoreTable.of([-1e9, 0.5, 1e12], [0, 1, 1])])
def test_every_sentence_of_every_measure(table):
    for line in nonempty(best_thresholds(table, JUDGING, None)):
        answer = answered(line, table, level=plateau(table, line.best))
        said = [answer.sentence, answer.reason, *(note.text for note in answer.notes)]
        assert sentences(said)
        assert not re.search(r"∞", " ".join(said)), line.measure.key


# The tables ------------------------------------------------------------------------------------------------------

COLUMNS = [
    "Short name", "Measure", "Best threshold", "Value there", "Threshold, 95 % from", "to", "On unseen cases",
    "unseen, 95 % from", "unseen, to", "At 0.5", "Loss on these cases", "Closed form: probability",
    "Closed form: likelihood ratio", "Closed form", "Scores that reach it", "Over the likelihood ratio",
    "Local peaks here", "Equally good ranges", "Better if",
]  # fmt: skip


def test_table_against_loops():
    rows = table_of(best_thresholds(HAND, JUDGING, None), HAND.at(0.5), 0.5)
    assert list(rows.columns) == COLUMNS
    assert rows["Short name"].tolist() == JUDGING
    for _, row in rows.iterrows():
        values, best = exact(row["Short name"], CASES)
        now = oracles.DEFINITIONS[row["Short name"]](*counted(CASES, 0.5))
        assert row["Best threshold"] == best
        assert row["Value there"] == pytest.approx(float(values[best]), abs=1e-12)
        assert row["At 0.5"] == pytest.approx(float(now), abs=1e-12)
        assert row["Loss on these cases"] == pytest.approx(abs(float(values[best]) - float(now)), abs=1e-12)
        assert row["Loss on these cases"] >= -1e-12
        assert row["Better if"] == MEASURES[row["Short name"]].better
    assert rows[["Threshold, 95 % from", "to", "On unseen cases"]].isna().all(axis=None)
    drawn = rows["Closed form: probability"].notna()
    assert set(rows.loc[drawn, "Scores that reach it"]) == {"none"}
    assert set(rows.loc[~drawn, "Scores that reach it"]) == {"no threshold"}


def test_table_by_hand():
    """Both closed forms of F1 at 3/4: a chance of 3/8, and with as many positives as negatives a ratio of 3/5."""
    row = table_of([found()], HAND.at(0.5), 0.5).iloc[0]
    assert row["Closed form: probability"] == pytest.approx(3 / 8)
    assert row["Closed form: likelihood ratio"] == pytest.approx(3 / 5)
    assert row["Closed form"] == "F1* / 2"
    assert (row["Over the likelihood ratio"], row["Local peaks here"]) == ("one peak", 2)
    assert table_of([found(HAND, "MCC")], HAND.at(0.5), 0.5).iloc[0]["Closed form"] == ("by its derivatives")


def test_table_has_what_to_expect_of_counts_too():
    """Both classes keep their size, so a count is one of as many cases."""
    drawn = drawn_from(HAND)
    rows = table_of(best_thresholds(HAND, ["TP", "TPR"], None, drawn=drawn), HAND.at(0.5), 0.5)
    left = ["On unseen cases", "unseen, 95 % from", "unseen, to"]
    np.testing.assert_allclose(rows.loc[0, left].tolist(), 3 * rows.loc[1, left].astype(float), rtol=0.02)
    assert rows[["Threshold, 95 % from", "to"]].notna().all(axis=None)


def test_table_with_a_condition_may_give_up_less_than_nothing():
    rows = table_of([found(HAND, "ERR", Constraint.of("FPR", 0.4))], HAND.at(0.2), 0.2)
    assert rows["Loss on these cases"][0] == pytest.approx(2 / 6 - rows["Value there"][0])


def test_scores_that_reach_the_line_as_text():
    reaching = ((-INF, 0.2), (0.5, INF))
    rows = table_of([made(chance=0.4, favours_positive=reaching)], HAND.at(0.5), 0.5)
    assert rows["Scores that reach it"][0] == "up to 0.200 and ≥ 0.500"
    assert (
        table_of([made(chance=0.4, favours_positive=((-INF, INF),))], HAND.at(0.5), 0.5)["Scores that reach it"][0]
        == "all"
    )
    assert table_of([made()], HAND.at(0.5), 0.5)["Scores that reach it"][0] == "no threshold"


def test_classes_beside_those_of_the_dissertation():
    rows = peaks.runs(best_thresholds(HAND, JUDGING, None)).rows().set_index("Short name")
    assert rows.loc["PPV", "Over the threshold"] == MODES["rises"] == rows.loc["PPV", "By Gong 2022"]
    assert rows.loc["TPR", "Over the threshold"] == MODES["falls"] == rows.loc["TPR", "By Gong 2022"]
    assert rows.loc["MCC", "Over the threshold"] == rows.loc["MCC", "By Gong 2022"] == MODES["several peaks"]
    assert rows.loc["FM", "By Gong 2022"] == "not named"
    told_there = rows[rows["By Gong 2022"] != "not named"]
    assert (told_there["Over the threshold"] == told_there["By Gong 2022"]).all()
    assert peaks.runs([made(mode="level")]).rows().empty


# How it is computed ----------------------------------------------------------------------------------------------


def test_computed():
    every = best_thresholds(HAND, JUDGING, None)
    others = [row for row in every if row.measure.key != "F1"]
    for line in nonempty(every):
        text = answered(line, counts=Counts(tp=1200, fp=3, fn=34, tn=9), every=every).method
        assert paired(text)
        assert f"${line.measure.latex}$, with\n$P$ = 1,234 and $N$ = 12." in text
        assert "(seed 1)" in text
        several = sum(row.mode == "several peaks" for row in [line, *others])
        assert f"{several} of {len(JUDGING)} measures can have several\npeaks" in text
        assert not re.search(r"\bnan\b|\binf\b|None", text)


def test_computed_with_a_formula_of_ones_own():
    line = found(HAND, "net = (tp - 2 * fp) / sqrt(m)")
    assert paired(answered(line).method)
    assert "\\<b\\>kernels\\<\\/b\\>" in answered(line).method


def test_computed_does_not_round_weights_away():
    """The positives weigh 0.3 + 1.5, the negatives 0.2 + 1.1."""
    line = found(WEIGHTED)
    assert "$P$ = 1.800 and $N$ = 1.300." in answered(line, WEIGHTED).method


def test_peaks_told_has_the_example():
    text = peaks.peaks_figure().remark
    assert "hold 0.1, 0.6, 0.3 of the positive and 0.7, 0.299, 0.001 of the negative cases" in text
    ratio = [a / b for a, b in zip((0.1, 0.6, 0.3), (0.7, 0.299, 0.001), strict=True)]
    assert ratio == sorted(ratio), "rises from bin to bin"
    assert sentences([text.replace("\n", " ")[:-1] + "."]) or text.endswith(")")


def test_two_peaks_point_by_point():
    """From 1 on 0.9 of the positives and 0.3 of the negatives, from 2 on 0.3 and 0.001; half of all are positive."""
    rows = peaks.two_peaks().rows()
    assert list(rows.columns) == ["Threshold", "Matthews correlation (MCC)", "Markedness (MK)"]
    for at, tpr, fpr in ((1, 0.9, 0.3), (2, 0.3, 0.001)):
        (row,) = rows[rows["Threshold"] == at].to_numpy().tolist()
        marked = tpr / (tpr + fpr) + (1 - fpr) / (2 - tpr - fpr) - 1
        assert row[1:] == pytest.approx([math.sqrt(marked * (tpr - fpr)), marked])


def test_measures_of_ones_own_come_first():
    own = "net = (tp - fp) / m"
    for key, keys in (("F1", JUDGING), (own, [own, *JUDGING])):
        answer = asked("thresholds", scored(HAND), measure=key)
        assert answer.tables["thresholds"].rows()["Short name"].tolist() == keys
        assert list(answer.values["models"]["A"]["measures"]) == keys
