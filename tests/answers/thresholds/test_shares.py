"""Best thresholds over the share of positives, as they are told: the closed forms of Table 4.4 with their numbers."""

import itertools
import re

import pytest

from ddcore.measures import MEASURES
from ddcore.scores.line import RATIOS, ratio_words
from ddcore.scores.thresholds import best
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, counted, notes, text_of
from tests.helpers.lines import sentences
from tests.helpers.loops import nonempty
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import scored, two_class_example
from tests.helpers.tiers import some_of


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


CODE = re.compile(r"`([^`]+)` = ([^`]+?) = ([\d.,]+)")


@pytest.mark.parametrize(
    ("share", "measures"),
    some_of(
        itertools.product([None, 0.1], [("F1", "CC", "J"), ("TS", "ACC", "CP", "F2", "NF1")]),
        (None, ("F1", "CC", "J")),
    ),
)
def test_closed_form_is_filled_with_its_numbers(example, share, measures):
    for measure in nonempty(measures):
        answer = asked("thresholds", example, measure=measure, prevalence=share)
        closed = answer.values["models"]["the model"]["measures"][measure]["closed_form"]
        text = text_of(answer, "numbers-put-in")
        filled = [(put, float(value.replace(",", ""))) for _, put, value in CODE.findall(text)]
        assert filled or measure == "J"
        for put, value in filled:
            assert eval(put.replace("×", "*").replace("−", "-").replace(",", "")) == pytest.approx(value, abs=0.01)
        for value in (closed["ratio"], closed["posterior"]):
            assert f"{value:,.3f}".rstrip("0").rstrip(".") in text
        assert sentences(list(notes(answer).values()))


def test_ratio_follows_from_the_probability():
    """Each closed form on the ratio, computed by itself, is the odds of that on the probability."""
    P, N, checked = 258.0, 242.0, set()
    for key, row in MEASURES.items():
        if not row.judges or ratio_words(row) not in set(RATIOS.values()) - {"∞", "0"}:
            continue
        optimum = best(ScoreTable.of(SCORE, TRUE, True), row)
        counts = optimum.counts.floats()
        known = {f"{name}*": float(MEASURES[name].on(counts)) for name in ("TS", "F1", "F2", "F0.5", "NF1")}
        known |= {"TPR*": counts.tp / P, "FPR*": counts.fp / N, "FNR*": counts.fn / P, "TNR*": counts.tn / N}
        known |= {"P": P, "N": N}
        text = ratio_words(row).replace("−", "-")
        for name in sorted(known, key=len, reverse=True):
            text = re.sub(rf"(?<![A-Za-z0-9.]){re.escape(name)}(?![A-Za-z0-9*])", f"({known[name]})", text)
        p = float(row.line(optimum.value, counts))
        assert eval(re.sub(r"\) (?=\()", ") * ", text)) == pytest.approx(p / (1 - p) * N / P), key
        checked.add(ratio_words(row))
    assert checked == set(RATIOS.values()) - {"∞", "0"}


@pytest.mark.parametrize(("measure", "said"), [("F1", "depends on"), ("J", "is the same")])
def test_share_moves_the_threshold_or_not(example, measure, said):
    answer = asked("thresholds", example, measure=measure)
    assert said in answer.figures["shares"].remark
    points = answer.tables["shares"].rows()
    assert (points["Best threshold"].nunique() == 1) == (measure == "J")


def test_points_are_those_of_the_page_at_that_share(example):
    points = asked("thresholds", example, measure="F1").tables["shares"].rows().set_index("Share of positives")
    for share in nonempty((0.05, 0.3)):
        there = asked("thresholds", example, measure="F1", prevalence=share).values["models"]["the model"]["measures"]
        assert points["Best threshold"][share] == there["F1"]["threshold"]["value"]
        assert points.iloc[:, 1][share] == pytest.approx(there["F1"]["value"])


def test_worth_and_conditions_are_drawn_over_the_share(example):
    worth = asked("thresholds", example, goal="worth", u=(0, -1, -5, 0))
    assert "shares" in worth.figures
    there = asked("thresholds", example, goal="worth", u=(0, -1, -5, 0), prevalence=0.2)
    best_there = there.values["models"]["the model"]["measures"]
    points = worth.tables["shares"].rows().set_index("Share of positives")
    assert points["Best threshold"][0.2] == next(iter(best_there.values()))["threshold"]["value"]
    bound = asked("thresholds", example, measure="F1", where="TPR:0.9").tables["shares"].rows()
    assert bound["Best threshold"].max() <= SCORE[TRUE][SCORE[TRUE].argsort()[25]]


def test_every_measure_has_a_row_in_the_table_of_dependence(example):
    rows = asked("thresholds", example).tables["dependence"].rows().set_index("Short name")
    moves, forms = rows["As positives become more frequent"], rows["Threshold on the likelihood ratio"]
    assert (moves["F1"], moves["BACC"], forms["ACC"]) == ("rises", "stays", "N / P")
    assert rows["Likelihood ratio"]["ACC"] == pytest.approx(242 / 258)
    assert len(rows) == sum(row.judges for row in MEASURES.values())


def test_one_class_has_no_such_chart():
    answer = asked("thresholds", scored(ScoreTable.of([0.1, 0.4], [1, 1])))
    assert "shares" not in {*answer.figures, *answer.tables}
    assert asked("thresholds", counted(1, 2, 3, 4)).figures == {}
