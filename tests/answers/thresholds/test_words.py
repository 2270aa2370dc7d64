"""Where should the threshold be? Each note by its code, on rows found and made up, the numbers counted case by case."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

import ddcore
from ddcore.answers.thresholds import tables, words
from ddcore.decisions.utility import Utility
from ddcore.formats import percent
from ddcore.interval import Interval
from ddcore.measures import MEASURES, measure
from ddcore.scores.best_thresholds import BestThreshold, best_thresholds, plateau
from ddcore.scores.likelihood import fit
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import Best, BootstrapInterval, Closed, Constraint
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.answers import asked, codes, holds
from tests.helpers.lines import (
    MARKUP,
    NAMES,
    counted,
    letter_by_letter,
    paired,
    sentences,
    some_cases,
    tabled,
    thresholds,
    told,
)
from tests.helpers.scored import scored

NAN, INF = math.nan, math.inf
CASES = [(0.1, False), (0.2, True), (0.4, False), (0.4, True), (0.7, False), (0.9, True)]
HAND = tabled(CASES)
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5])
CONSTANT = ScoreTable.of([0.4] * 6, [0, 1] * 3)
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


def sentence_of(row, table=HAND, at=0.5, conditions=(), lead=None, positive="yes"):
    """The answer where the best threshold is such a row; `lead` is what it gains on unseen cases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "lead_over_current", lambda *given: lead)
        text = words.sentence(row, replace(scored(table, at), positive=positive), conditions)
    return text.replace("\\", "")


def reason_of(row, conditions=(), positive="yes"):
    return words.reason(row, positive, conditions)


def notes_of(row, level=(NAN, NAN), conditions=(), free=None):
    """The notes of a row by their codes."""
    return {note.code: note.text for note in words.notes(row, level, conditions, free)}


def every_sentence(row, table=HAND, at=0.5, level=(NAN, NAN), positive="yes"):
    return [sentence_of(row, table, at), reason_of(row, positive=positive), *notes_of(row, level).values()]


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


@pytest.mark.parametrize(
    ("low", "high", "threshold", "said"),
    [
        (0.1, 0.4, 0.2, "**0.200** (0.100 to 0.400)."),
        (0.2, 0.2, 0.2, "**0.200**."),
        (NAN, NAN, 0.2, "**0.200**."),
        (0.1, INF, 0.2, "**0.200** (0.100 to never)."),
        (0.1, INF, INF, "positive** (0.100 to never)."),
    ],
)
def test_answer_with_the_interval_of_the_threshold(low, high, threshold, said):
    assert said in sentence_of(made(threshold=threshold, how=sure(low, high)))


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ((0.125, 0.05, 0.25), "loses 0.125 (0.050 to 0.250)"),
        ((0.125, -0.05, 0.25), "may be just as good (difference on unseen cases −0.250 to 0.050)"),
        ((NAN, NAN, NAN), "loses 0.350 on"),
    ],
)
def test_answer_has_what_is_given_up_on_unseen_cases(lead, said):
    assert said in sentence_of(made(), lead=Interval(*lead))


@pytest.mark.parametrize(
    ("conditions", "at", "said"),
    [
        ([("FPR", 0.4)], 0.2, "does not meet"),
        ([("PPV", 0.1)], 1.5, "does not meet"),
        ([("PPV", 0.5)], 0.7, "loses 0.333"),
    ],
)
def test_threshold_that_is_set_and_the_conditions(conditions, at, said):
    """From 0.2 on recall is 1 and FPR 2/3; from 0.7 on precision is 1/2; above all it has no value."""
    line = made("ACC", 0.2, 4 / 6 if at < 0.5 else 5 / 6)
    assert said in sentence_of(line, at=at, conditions=[Constraint.of(*one) for one in conditions])


def test_answer_without_a_value():
    """Precision is 1/2 where all are predicted positive; without a false alarm none is predicted so."""
    line = found(CONSTANT, "MCC")
    assert measure("MCC").undefined in sentence_of(line, CONSTANT)
    assert "no-value" in notes_of(line)
    assert "Another measure" in reason_of(line)
    upside_down, condition = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [1, 1, 0, 0]), Constraint.of("TNR", 1.0)
    line = found(upside_down, "PPV", condition)
    assert math.isnan(line.best.value)
    assert "of at least 1:" in sentence_of(line, upside_down, 0.1, [condition])
    assert list(notes_of(made("PPV", value=NAN, optima=(), peaks=0))) == ["no-value"]


def test_values_that_differ_by_rounding_only_are_as_good():
    """FPR / TPR, of which it is a function, is 2/5 at 0.3, where 2 of 5 and 2 of 2 are called, and at 0.5 (1 and 1)."""
    table = ScoreTable.of(np.arange(7) / 10, [0, 0, 0, 1, 0, 1, 0])
    assert sentence_of(found(table, "PT"), table).endswith("is as good.")


@given(some_cases, st.sampled_from([*FEW, "TP"]), st.sampled_from([-1.0, 0.05, 0.293, 0.5, 1.0]))
def test_answer_against_loops(cases, key, at):
    table, (values, best) = tabled(cases), exact(key, cases)
    said = sentence_of(found(table, key), table, at)
    if best is None:
        assert said.startswith(f"{measure(key).title} has no value")
        assert said.endswith(f": {measure(key).undefined}.")
        return
    where = (
        f"best threshold for {NAMES[key]} is **{told(best)}**" if best < INF else f"{NAMES[key]} it is best to **pre"
    )
    now = oracles.DEFINITIONS[key](*counted(cases, at))
    if now is None:
        rest = f"At the current threshold, {told(at)}, it has"
    elif abs(Fraction(now) - values[best]) < Fraction(oracles.TIE):
        rest = "It is the current" if at == best else f"The current threshold, {told(at)}, is as"
    else:
        rest = f"The current threshold, {told(at)}, loses {told(float(abs(Fraction(now) - values[best])))}"
    assert where in said
    assert f". {rest}" in said
    assert ("every case" in said) == (best == min(thresholds(cases)) < INF)


# Why -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (made(), ("F1 is highest, **0.750**", "≥ **0.200**", "only the sums")),
        (made("ERR", INF, 0.5, how=sure()), ("lowest, **0.500**", "no case is predicted yes.")),
        (made(how=sure(0.1, 0.4, 0.6251)), ("highest, **0.750**", "**0.625** (0.500 to 0.688).")),
    ],
)
def test_reason(line, said):
    assert all(part in reason_of(line) for part in said)


def test_with_a_condition_not_every_threshold_counts():
    """Recall is 1 at 0.2; with a precision of 1 only 0.4 is left, and a recall of 1/2."""
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])
    conditions = [Constraint.of("PPV", 1.0), Constraint.of("FPR", 0.25)]
    line = found(table, "TPR", *conditions)
    assert holds(reason_of(line, conditions), "Among", "least 1 and", "most 0.25,", "≥ **0.400**")


@pytest.mark.parametrize("name", MARKUP)
def test_names_are_shown_letter_by_letter(name):
    assert letter_by_letter(name, reason_of(made(), positive=name))
    assert letter_by_letter(name, reason_of(made(threshold=INF), positive=name))
    unit = Utility(tp=0, fp=-1, fn=-5, tn=0, unit=name).measure
    line = best_thresholds(HAND, [unit], None)[0]
    for said in (words.sentence(line, scored(HAND), ()), reason_of(line)):
        assert letter_by_letter(f"yield per case in {name}", said)


# Worth knowing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "key", "said"),
    [
        ((0.1, 0.4), "F1", "From 0.100 to 0.400 F1"),
        ((0.1, INF), "F1", "From 0.100 to never F1"),
        ((0.2, 0.2), "F1", None),
        ((0.1, 0.4), "DOR", None),
        ((0.1, 0.4), "TP", None),
    ],
)
def test_a_plateau(level, key, said):
    notes = notes_of(made(key), level)
    assert ("plateau" in notes) == (said is not None)
    assert (said or "") in notes.get("plateau", "")


@pytest.mark.usefixtures("in_order")
@pytest.mark.full
def test_a_threshold_that_flags_far_more_than_it_finds_says_so():
    """50 rare positives among 5,000 cases, at the threshold that is best for Youden's J."""
    rng = np.random.default_rng(1)
    true = np.repeat([1, 0], [50, 4_950])
    score = norm.cdf(rng.normal(1.5 * true))
    data = ddcore.predictions(true, score, positive=1)
    answer = asked("thresholds", data, measure="J")
    (note,) = [note for note in answer.notes if note.code == "mostly-false-alarms"]
    called = score >= answer.values["models"]["the model"]["measures"]["J"]["threshold"]["value"]
    assert f"{called.sum():,} of 5,000 cases positive, {true[called].sum()} of them" in note.text
    few = asked("thresholds", data, measure="F1")
    assert "mostly-false-alarms" not in codes(few)


def test_a_condition_that_costs_nothing():
    """Accuracy is 4/6 at 0.2, which predicts both negatives, and at 0.9, which predicts none."""
    condition = Constraint.of("TPR", 0.9)
    notes = notes_of(found(HAND, "F1", condition), (0.1, 0.4), (condition,), found())
    assert "at least 0.9," in notes["condition-met"]
    assert "plateau" not in notes
    condition = Constraint.of("FPR", 0.5)
    line, free = found(HAND, "ACC", condition), found(HAND, "ACC")
    assert "condition-costs-nothing" in notes_of(line, conditions=(condition,), free=free)


@pytest.mark.parametrize(
    ("conditions", "held"),
    [
        ([("PPV", 0.9)], "precision of at least 0.9,"),
        ([("FPR", 0.4), ("MCC", -0.5)], "at most 0.4 and Matthews correlation (MCC) of at least −0.5,"),
    ],
)
def test_price_of_a_condition(conditions, held):
    conditions = [Constraint.of(*one) for one in conditions]
    text = notes_of(found(HAND, "F1", *conditions), conditions=conditions, free=found())["condition-price"]
    assert held in text.replace("\\", "")
    assert text.endswith("0.750, at 0.200.")
    free = made(threshold=0.1, how=sure(0.1, 0.4, 0.625))
    text = notes_of(made(value=0.5, how=sure(0.1, 0.4, 0.5)), conditions=conditions, free=free)["condition-price"]
    assert re.findall(r"0\.\d{3}", text)[-2:] == ["0.625", "0.500"]


def test_a_condition_keeps_from_predicting_nothing_positive():
    condition, table = Constraint.of("TPR", 0.5), ScoreTable.of([0.1, 0.2, 0.3, 0.4], [1, 0, 0, 0])
    free = found(table, "ACC")
    text = notes_of(found(table, "ACC", condition), conditions=(condition,), free=free)["condition-price"]
    assert "at predicting no case" in text


def test_several_stretches_and_peaks():
    optima = ((0.1, 0.2), (0.7, 0.9))
    assert notes_of(made("ACC", 0.2, 4 / 6, optima=optima))["equally-good"].startswith("2 ")
    assert notes_of(made("ACC", 0.2, 4 / 6)) == {}
    for count, said in ((1, "is 1 local peak."), (1200, "are 1,200 local peaks.")):
        assert notes_of(made("MCC", mode="several peaks", peaks=count))["several-peaks"].endswith(said)


def test_a_measure_that_draws_no_line():
    for key, mode, end in (("PPV", "rises", "fewer"), ("TNR", "rises", "fewer"), ("TPR", "falls", "more")):
        line = found(HAND, key)
        assert line.mode == mode
        assert f"the {end} cases" in notes_of(line)["no-line"]
    for line in (made(), made(mode="several peaks"), made(mode="level"), made(mode="level", chance=0.5)):
        assert "closed-form" not in notes_of(line)
    assert tables.runs([made(mode="level")]).rows().empty


@pytest.mark.parametrize(
    ("reaching", "code", "said"),
    [
        ((), "", "(`F1* / 2`)."),
        (((-INF, INF),), "-all", "every score"),
        (((0.4, INF),), "-score", "scores ≥ 0.400 reach"),
        (((-INF, 0.2), (0.5, 0.6), (0.9, INF)), "-stretches", "0.200 and 0.500 to 0.600 and ≥ 0.900 reach"),
        (((0, 1), (2, 3), (4, 5), (6, 7), (8, INF)), "-stretches", "0 to 1 and 2 to 3 and 4 to 5 and 2 more ranges"),
    ],
)
def test_closed_form_and_the_scores_that_reach_it(reaching, code, said):
    """F1* / 2 with an F1 of 3/4."""
    text = notes_of(made(chance=0.375, favours_positive=reaching))[f"closed-form{code}"]
    assert "**probability of 0.375**" in text
    assert said in text


def test_closed_form_of_real_scores_and_of_an_own_formula():
    rng = np.random.default_rng(1)
    truth = rng.random(400) < 0.4
    table = ScoreTable.of(rng.normal(size=400) + truth, truth, True)
    text = notes_of(found(table, "ACC", likelihood=fit(table)))["closed-form-score"]
    assert "positive (`1 / 2`). " in text
    own = found(HAND, "net = (tp - 2 * fp) / m")
    line = BestThreshold(own.best, Closed(1.0, 2 / 3), (), "one peak", None)
    assert notes_of(line)["closed-form"].endswith("0.667** of being positive.")


def test_parts_without_a_value():
    """Recall has no value among the others of the part that holds the single positive case."""
    assert notes_of(made("PPV", how=sure(0.1, 0.4, 0.5, 0.125)))["partly-undefined"].startswith("In 12.5 % of")
    assert notes_of(made("PPV", how=sure(0.1, 0.4, 0.5))) == {}
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 0, 0, 1])
    line = found(table, "TPR", drawn=drawn_from(table))
    assert (line.bootstrap.undefined, math.isnan(line.bootstrap.value)) == (pytest.approx(1 / 3), True)
    assert "no-promise" in notes_of(line)


def test_parts_that_no_threshold_may_enter_are_not_blamed_on_the_measure():
    """Accuracy has a value on every case; what some parts lack is a threshold that meets the condition."""
    table = ScoreTable.of(np.arange(14) / 14, [0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1])
    condition = Constraint.of("MCC", 0.25)
    drawn = drawn_from(table)
    line, missed = found(table, "ACC", condition, drawn=drawn), []
    for split in drawn.splits():
        with np.errstate(all="ignore"):
            missed += (~(np.nan_to_num(measure("MCC").on(split.other), nan=-9) >= 0.25).any(axis=1)).tolist()
    text = notes_of(line, conditions=(condition,), free=found(table, "ACC"))["partly-undefined"]
    assert any(missed)
    assert line.bootstrap.undefined == pytest.approx(np.mean(missed))
    assert percent(np.mean(missed)) in text
    assert "no threshold meets" in text


# Every sentence --------------------------------------------------------------------------------------------------


@given(some_cases, st.sampled_from(FEW), st.sampled_from([-1.0, 0.293, 2.0]), st.booleans())
def test_every_sentence_of_random_scores(cases, key, at, likely):
    table = tabled(cases)
    both = len({true for _, true in cases}) == 2
    likelihood = fit(table, "histogram") if likely and both else None
    line = found(table, key, drawn=drawn_from(table, 10), likelihood=likelihood)
    said = every_sentence(line, table, at, plateau(table, line.best), "a_b")
    assert sentences(said)
    assert not re.search(r"∞|never to never|a_b", " ".join(said))


@pytest.mark.parametrize("table", [HAND, WEIGHTED, ScoreTable.of([-1e9, 0.5, 1e12], [0, 1, 1])])
def test_every_sentence_of_every_measure(table):
    lines = best_thresholds(table, JUDGING, None)
    assert len(lines) == len(JUDGING)
    for line in lines:
        said = every_sentence(line, table, level=plateau(table, line.best))
        assert sentences(said)
        assert "∞" not in " ".join(said), line.measure.key


# The tables ------------------------------------------------------------------------------------------------------


def test_table_without_resamples():
    """Both closed forms of F1 at 3/4: a chance of 3/8, and with as many positives as negatives a ratio of 3/5."""
    rows = tables.measures(best_thresholds(HAND, JUDGING, None), HAND.at(0.5), 0.5)
    assert rows["Short name"].tolist() == JUDGING
    assert rows["Best threshold"].tolist() == [exact(key, CASES)[1] for key in JUDGING]
    assert rows[["Threshold, 95 % from", "to", "On unseen cases"]].isna().all(axis=None)
    closed = [f"Closed form{part}" for part in (": probability", ": likelihood ratio", "")]
    by_hand = rows.set_index("Short name").loc["F1", [*closed, "Over the likelihood ratio", "Local peaks here"]]
    assert by_hand.tolist() == [pytest.approx(3 / 8), pytest.approx(3 / 5), "F1* / 2", "one peak", 2]
    drawn = rows["Closed form: probability"].notna()
    assert set(rows.loc[drawn, "Scores that reach it"]) == {"none"}
    assert set(rows.loc[~drawn, "Scores that reach it"]) == {"no threshold"}


def test_table_with_a_condition_may_give_up_less_than_nothing():
    rows = tables.measures([found(HAND, "ERR", Constraint.of("FPR", 0.4))], HAND.at(0.2), 0.2)
    assert rows["Loss on these cases"][0] == pytest.approx(2 / 6 - rows["Value there"][0])


def test_scores_that_reach_the_line_as_text():
    def reached(**parts):
        return tables.measures([made(**parts)], HAND.at(0.5), 0.5)["Scores that reach it"][0]

    assert reached(chance=0.4, favours_positive=((-INF, 0.2), (0.5, INF))) == "up to 0.200 and ≥ 0.500"
    assert reached(chance=0.4, favours_positive=((-INF, INF),)) == "all"
    assert reached() == "no threshold"


# How it is computed ----------------------------------------------------------------------------------------------


def test_method():
    """The positives weigh 0.3 + 1.5, the negatives 0.2 + 1.1."""
    every = best_thresholds(HAND, JUDGING, None)
    several = sum(row.mode == "several peaks" for row in every)
    for line in every:
        text = words.method(every, line, scored(WEIGHTED))
        assert paired(text)
        assert f"${line.measure.latex}$" in text
        assert re.search(r"= 1\.800 .*= 1\.300\.", text)
        assert f"{several} of {len(JUDGING)} measures" in text
        assert not re.search(r"\bnan\b|\binf\b|None", text)
    own = found(HAND, "net = (tp - 2 * fp) / sqrt(m)")
    assert paired(words.method(every, own, scored(HAND)))


def test_example_of_two_peaks():
    """From 1 on 0.9 of the positives and 0.3 of the negatives, from 2 on 0.3 and 0.001; half of all are positive."""
    remark, rows = words.example_remark(), tables.two_peaks().rows()
    assert holds(remark, "0.1, 0.6, 0.3 of", "0.7, 0.299, 0.001 of")
    for at, tpr, fpr in ((1, 0.9, 0.3), (2, 0.3, 0.001)):
        (row,) = rows[rows["Threshold"] == at].to_numpy().tolist()
        marked = tpr / (tpr + fpr) + (1 - fpr) / (2 - tpr - fpr) - 1
        assert row[1:] == pytest.approx([math.sqrt(marked * (tpr - fpr)), marked])
