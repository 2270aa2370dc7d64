"""Best thresholds over the share of positives, as they are told: the closed forms of Table 4.4 with their numbers."""

import re

import pytest

from ddcore.answers.threshold_shares import RATIOS, ratio_words
from ddcore.measures import MEASURES
from ddcore.scores.thresholds import best
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, counted, notes
from tests.helpers.lines import sentences
from tests.helpers.loops import nonempty
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import scored, two_class_example

TABLE = ScoreTable.of(SCORE, TRUE, True)


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


CODE = re.compile(r"`([^`]+)` = ([^`]+?) = ([\d.,]+)")


@pytest.mark.parametrize("measure", ["F1", "TS", "ACC", "CC", "CP", "J", "F2", "NF1"])
@pytest.mark.parametrize("share", [None, 0.1])
def test_closed_form_is_filled_with_its_numbers(example, measure, share):
    answer = asked("thresholds", example, measure=measure, prevalence=share)
    closed = answer.values["models"]["the model"]["measures"][measure]["closed_form"]
    text = notes(answer)["numbers-put-in"]
    told = [(filled, float(value.replace(",", ""))) for _, filled, value in CODE.findall(text)]
    for filled, value in told:
        assert eval(filled.replace("×", "*").replace("−", "-").replace(",", "")) == pytest.approx(value, abs=0.01)
    assert len(told) + (measure in ("J",)) >= 1
    for value in nonempty((closed["ratio"], closed["posterior"])):
        assert re.search(rf"{value:,.3f}".rstrip("0").rstrip(".").replace(".", r"\."), text)
    assert sentences(list(notes(answer).values()))


@pytest.mark.parametrize("key", [key for key, row in MEASURES.items() if row.judges and row.line_words])
def test_ratio_follows_from_the_probability(key):
    """Each closed form on the ratio, computed by itself, is the odds of that on the probability."""
    row = MEASURES[key]
    optimum = best(TABLE, row)
    counts = optimum.counts.floats()
    P, N = 258.0, 242.0
    known = {f"{name}*": float(MEASURES[name].on(counts)) for name in ("TS", "F1", "F2", "F0.5", "NF1")}
    known |= {
        "TPR*": counts.tp / P,
        "FPR*": counts.fp / N,
        "FNR*": counts.fn / P,
        "TNR*": counts.tn / N,
        "P": P,
        "N": N,
    }
    words = ratio_words(row)
    if words in ("∞", "0") or words not in RATIOS.values():
        return
    text = words.replace("−", "-")
    for name in sorted(known, key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z0-9.]){re.escape(name)}(?![A-Za-z0-9*])", f"({known[name]})", text)
    text = re.sub(r"\) (?=\()", ") * ", text)
    p = float(row.line(optimum.value, counts))
    assert eval(text) == pytest.approx(p / (1 - p) * N / P)


@pytest.mark.parametrize(
    ("measure", "told"), [("F1", "depends on how many are positive: "), ("J", "is the same where")]
)
def test_it_is_told_whether_the_share_moves_the_threshold(example, measure, told):
    answer = asked("thresholds", example, measure=measure)
    assert told in answer.figures["shares"].remark
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
    assert rows["As positives become more frequent"]["F1"] == "rises"
    assert rows["As positives become more frequent"]["BACC"] == "stays"
    assert rows["Threshold on the likelihood ratio"]["ACC"] == "N / P"
    assert rows["Likelihood ratio"]["ACC"] == pytest.approx(242 / 258)
    assert len(rows) == sum(row.judges for row in MEASURES.values())


def test_one_class_has_no_such_chart():
    answer = asked("thresholds", scored(ScoreTable.of([0.1, 0.4], [1, 1])))
    assert "shares" not in answer.figures
    assert "shares" not in answer.tables
    assert asked("thresholds", counted(1, 2, 3, 4)).figures == {}
