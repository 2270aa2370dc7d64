"""What should be done with each case? Every number of the table again, by fractions and row by row."""

import io
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.table_files import csv
from ddcore.answers.cases.compute import natural_frequencies
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, codes, counted, holds, notes, numbers
from tests.helpers.lines import sentences
from tests.helpers.loops import nonempty
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import scored, two_class_example
from tests.helpers.utility_answers import FACTORY, A

PAID = "Probability of being positive"
BEST = "Best answer"


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


def rows(answer) -> pd.DataFrame:
    return answer.tables["cases"].rows()


def whole(answer) -> bool:
    """Whether it is told in whole sentences."""
    return sentences([answer.sentence, answer.reason, *notes(answer).values()])


def paid(frame: pd.DataFrame, u, person=None, share=None) -> np.ndarray:
    """What each case came to, both classes reweighted to a share."""
    tp, fp, fn, tn = u
    true = (frame["Truth"] == "Class1").to_numpy()
    ways = {
        "predict positive": np.where(true, tp, fp),
        "predict negative": np.where(true, fn, tn),
        "send to a person": None if person is None else np.where(true, tp - person, tn - person),
    }
    worth = np.array([ways[way][at] for at, way in enumerate(frame[BEST])])
    share = true.mean() if share is None else share
    return share * worth[true].mean() + (1 - share) * worth[~true].mean()


@pytest.mark.parametrize("share", [None, 0.05])
@pytest.mark.parametrize("chance", ["evidence", "score"])
def test_worth_on_unseen_cases_is_the_mean_of_the_table(example, share, chance):
    given = {"u": (0, -1, -5, 0), "referral": (0.3, 0.3), "chance": chance, "prevalence": share}
    answer = asked("cases", example, **given)
    worth = answer.values["worth"]
    frame = rows(answer)
    best = paid(frame, (0, -1, -5, 0), 0.3, share)
    assert worth["best"]["value"] == pytest.approx(best)
    own = np.where(SCORE >= 0.5, "predict positive", "predict negative")
    for name, way in nonempty((("set", own), ("all", "predict positive"), ("none", "predict negative"))):
        other = paid(frame.assign(**{BEST: way}), (0, -1, -5, 0), 0.3, share)
        assert worth[name]["value"] == pytest.approx(best - other), name
        assert worth[name]["low"] <= worth[name]["value"] <= worth[name]["high"]
    assert worth["refer"]["value"] == pytest.approx(best + 0.3)
    assert whole(answer)


def test_scores_as_probabilities_are_moved_to_the_share_in_use(example):
    frame = rows(asked("cases", example, chance="score", prevalence=0.1))
    own = Fraction(258, 500)
    for row in (0, 150, 450):
        score = Fraction(SCORE[row])
        ratio = score / (1 - score) * (1 - own) / own
        assert frame[PAID][row] == pytest.approx(float(ratio / 9 / (1 + ratio / 9)))
        assert frame["Likelihood ratio"][row] == pytest.approx(float(ratio))
    assert rows(asked("cases", example, chance="score"))[PAID].to_numpy() == pytest.approx(SCORE)


def test_expected_worth_is_that_of_both_truths(example):
    frame = rows(asked("cases", example, u=FACTORY, unit="EUR", referral=(20, 30)))
    p, ways = frame[PAID].to_numpy(), frame.filter(like="Expected worth").to_numpy()
    assert pytest.approx(np.array([15 * p - 335 * (1 - p), -35 * p + 165 * (1 - p), -5 * p + 135 * (1 - p)])) == ways.T
    names = ["predict positive", "predict negative", "send to a person"]
    assert frame[BEST].tolist() == [names[at] for at in ways.argmax(axis=1)]
    costs = rows(asked("cases", example, u=(0, -1, -5, 0), person="none"))
    assert costs["Expected cost, predicted positive"].to_numpy() == pytest.approx(1 - costs[PAID].to_numpy())
    assert not [column for column in costs if "person" in column]


LABELS = [
    "Cases that are best predicted positive",
    "Cases that are best predicted negative",
    "Cases that a person should see",
    "Cost of an unseen case with its best answer (EUR)",
    "Less cost than the model's own predictions, an unseen case (EUR)",
    "Less cost than always predicting positive, an unseen case (EUR)",
    "Less cost than never predicting positive, an unseen case (EUR)",
    "Less cost than sending all cases to a person, an unseen case (EUR)",
]
OF_LABELS = ["Truly positive, of those predicted positive", "Truly positive, of those predicted negative"]


def test_numbers_that_carry_the_answer(example):
    """The cases of each answer, and the cost of deciding so beside other ways; of labels what they mean, too."""
    answer = asked("cases", example, u=(0, -1, -5, 0), referral=(0.3, 0.3), unit="EUR")
    tally, cost = answer.tables["answers"].rows()["cases"], -answer.values["worth"]["best"]["value"]
    labels, texts, _ = zip(*numbers(answer), strict=True)
    assert list(labels) == LABELS
    assert list(texts[:4]) == [*(f"{cases:.0f}" for cases in tally), f"{cost:.3f}"]
    assert texts[-1] == f"{0.3 - cost:.3f}"
    labels, _, intervals = zip(*numbers(asked("cases", counted(9, 89, 1, 901))), strict=True)
    assert list(labels[2:4]) == OF_LABELS, "no case is referred"
    between = binomtest(9, 98).proportion_ci(method="wilson")
    assert intervals[2] == f"{100 * between.low:.1f} % to {100 * between.high:.1f} %"


def test_table_follows_the_file(example):
    answer = asked("cases", example)
    frame, tally = rows(answer), answer.tables["answers"].rows()
    assert frame["Row"].tolist() == list(range(2, 502))
    assert frame["Score"].to_numpy() == pytest.approx(SCORE)
    assert frame["Truth"].tolist() == np.where(TRUE, "Class1", "Class2").tolist()
    assert (frame["Predicted by the model"] == "positive").tolist() == (SCORE >= 0.5).tolist()
    assert tally["cases"].tolist() == [(frame[BEST] == way).sum() for way in tally["best answer"]]


CASES = [f"p{at},{case}" for at, case in enumerate(["ill,0.9", "well,0.1", "ill,0.6", "well,0.4"] * 10)]
NEW = ddcore.read(
    "\n".join(["id,truth,score", *CASES, "=new,,0.95", "new2,,0.05"]).encode(), missing="leave out", positive="ill"
)


def test_cases_without_a_truth_are_decided_too():
    answer = asked("cases", NEW)
    frame = rows(answer)
    assert frame[["Case", "Truth", BEST]].to_numpy()[-2:].tolist() == [
        ["=new", "", "predict positive"],
        ["new2", "", "predict negative"],
    ]
    assert notes(answer)["truth-unknown"].startswith("2 cases ")
    assert answer.values["answers"]["positive"]["unknown"] == 1
    assert len(frame) == 42
    # A spreadsheet takes it for no formula.
    assert b"\n42,'=new," in csv(frame)
    assert asked("cases", NEW, row=42).tables["case"].title == r"Row 42, \=new"


def test_a_row_is_looked_at_by_its_number(example):
    answer = asked("cases", example, row=191, u=FACTORY, unit="EUR", referral=(20, 20))
    table = answer.tables["case"]
    assert table.title == "Row 191"
    p = rows(answer)[PAID][189]
    assert f"probability of {100 * p:.1f} %" in table.remark
    told = table.rows().set_index("answer").loc["predict positive", "expected worth"]
    assert float(told.replace("−", "-")) == pytest.approx(15 * p - 335 * (1 - p), abs=0.005)
    with pytest.raises(InputError, match="the row must be one of the table, from 2 to 501, got 700"):
        asked("cases", example, row=700)


@pytest.mark.parametrize("share", [None, 0.3])
def test_labels_mean_what_their_error_rates_make_of_the_share(share):
    answer = asked("cases", counted(9, 89, 1, 901, positive="ill", negative="well"), prevalence=share)
    f = Fraction("0.01") if share is None else Fraction(str(share))
    tpr, fpr = Fraction(9, 10), Fraction(89, 990)
    positive = float(f * tpr / (f * tpr + (1 - f) * fpr))
    negative = float(f * (1 - tpr) / (f * (1 - tpr) + (1 - f) * (1 - fpr)))
    for name, right in (("positive", positive), ("negative", negative)):
        found = answer.values["labels"][name]
        assert found["value"] == pytest.approx(right)
        assert found["low"] < right < found["high"]
    frame = rows(answer).set_index("Predicted")
    assert frame[PAID].to_dict() == pytest.approx({"ill": positive, "well": negative})
    assert whole(answer)


def test_natural_frequencies_are_the_textbook_ones():
    """Of 1,000 people 10 are ill, of whom 9 are called so, and 89 of the 990 others: 9 of 98."""
    counts = Counts(tp=9, fp=89, fn=1, tn=901)
    answer = asked("cases", counted(counts, positive="ill", negative="well"))
    told = notes(answer)
    assert holds(told["natural-frequencies"], "1,000 cases, 10", "ill; 9 ", "990, 89 ", "**9** of 98 ")
    assert holds(told["base-rate-fallacy"], "90 %", "only 9.2 %")
    assert answer.values["natural"] == {"total": 1000, "tp": 9, "fp": 89, "fn": 1, "tn": 901}
    rare = natural_frequencies(counts, 0.0001)
    assert (rare.total, rare.cells.tp, rare.cells.positives) == (100_000, 9, 10)
    assert "base-rate-fallacy" not in codes(asked("cases", counted(80, 20, 20, 80)))


def test_how_sure_labels_are():
    """A share that is luck makes them less sure than one that is known; without a call they have no probability."""
    useless = counted(10, 90, 0, 0)
    sampled, known = (asked("cases", useless, prevalence=share).values["labels"]["positive"] for share in (None, 0.2))
    assert (sampled["low"], sampled["high"]) == pytest.approx([*binomtest(10, 100).proportion_ci(method="wilson")])
    assert known["high"] - known["low"] < (sampled["high"] - sampled["low"]) / 2
    answer = asked("cases", counted(0, 0, 5, 5))
    assert answer.sentence.startswith("No case ")
    assert whole(answer)


def test_a_story_is_decided_label_by_label():
    answer = asked("cases", counted(*A, positive="long", negative="short"), u=FACTORY, unit="EUR", person="none")
    # 27 of 42 are not sure enough to ship.
    assert rows(answer)[BEST].tolist() == ["predict negative"] * 2
    assert [answer.values["worth"][way]["value"] for way in ("best", "set")] == pytest.approx([65, 65 - 3.5])
    assert "as-good-as-one-answer" in codes(answer)


def test_payoffs_grow_with_the_amount_of_a_case():
    rng = np.random.default_rng(3)
    true, amount = rng.random(120) < 0.4, rng.integers(1, 90, 120)
    score = np.clip(true * 0.3 + 0.7 * rng.random(120), 0, 1)
    data = ddcore.predictions(true.astype(int), score, amount=amount)
    answer = asked("cases", data, u=(-5, -5, 0, 0), rate=(0, 0, -1, 0), referral=(1, 1))
    frame = rows(answer)
    p = frame[PAID].to_numpy()
    assert frame["Amount"].tolist() == amount.tolist()
    expected = frame.filter(like="Expected cost").to_numpy()
    assert pytest.approx(np.array([p * amount, 6 * p + (1 - p)])) == expected[:, 1:].T
    ways = ["predict positive", "predict negative", "send to a person"]
    cost = np.choose([ways.index(way) for way in frame[BEST]], [np.full(120, 5), true * amount, 5 * true + 1])
    assert -answer.values["worth"]["best"]["value"] == pytest.approx(cost.mean())
    assert whole(answer)
    with pytest.raises(InputError, match="payoffs that grow with an amount need the cases one by one"):
        asked("cases", Data(**{**vars(data), "rows": None}), rate=(1, 0, 0, 0))


def test_weighted_cases_weigh_what_they_do():
    rng = np.random.default_rng(3)
    true, weight = rng.random(90) < 0.4, rng.integers(1, 5, 90)
    data = ddcore.predictions(true.astype(int), true * 0.3 + 0.7 * rng.random(90), weight=weight)
    answer = asked("cases", data, u=(0, -1, -3, 0), person="none")
    called = (rows(answer)[BEST] == "predict positive").to_numpy()
    cost = np.average(np.where(called, ~true, 3 * true), weights=weight)
    assert -answer.values["worth"]["best"]["value"] == pytest.approx(cost)
    assert answer.values["answers"]["positive"]["cases"] == weight[called].sum()
    assert answer.sentence.startswith(f"Of a weight of {weight.sum()}, ")


def test_scores_are_listed_where_the_cases_are_not_known():
    answer = asked("cases", scored(ScoreTable.of([0.1, 0.4, 0.4, 0.8] * 5, [0, 0, 1, 1] * 5)))
    assert rows(answer)[["Score", "Truly positive"]].to_numpy().tolist() == [[0.1, 0], [0.4, 5], [0.8, 5]]
    assert "by-score" in codes(answer)
    assert answer.tables["cases"].title == "All scores"


def test_few_cases_have_a_part_in_their_own_ratio_and_that_is_told():
    answer = asked("cases", ddcore.predictions([1, 0, 0], [0.9, 0.2, 0.3]))
    assert ("own-truth" in codes(answer), answer.values["worth"]) == (True, {})
    assert "too few" in answer.reason
    for data in (counted(1, 0, 0, 1), ddcore.predictions([1, 0], [0.5, 0.5])):
        assert sentences([asked("cases", data).sentence])
    assert "one class" in asked("cases", counted(3, 0, 2, 0)).sentence
    assert QUESTIONS["cases"].needs(Data(303, 139)) is not None


def test_best_prediction_is_not_always_the_more_probable_class(example):
    """Where both mistakes cost the same it is; and the selected case first is the closest call."""
    unlike, alike = (asked("cases", example, u=(0, -1, miss, 0), person="none") for miss in (-5, -1))
    differ = [((rows(one)[PAID] >= 0.5) != (rows(one)[BEST] == "predict positive")).sum() for one in (unlike, alike)]
    assert differ[0] > differ[1] == 0
    assert notes(unlike)["not-the-more-probable"].startswith(f"For {differ[0]} cases ")
    assert "not-the-more-probable" not in codes(alike)
    assert alike.tables["case"].title == f"Row {2 + int(np.abs(rows(alike)[PAID].to_numpy() - 0.5).argmin())}"


def test_a_dear_person_sees_nobody(example):
    """And another share in use moves no line between scores read as evidence."""
    answer, there = (asked("cases", example, referral=(3, 3), prevalence=share) for share in (None, 0.05))
    assert "nobody-referred" in codes(answer)
    assert answer.values["answers"]["refer"]["cases"] == 0
    assert holds(answer.reason, "0.500, predict negative", "0.500 on, predict positive")
    assert codes(there)[0] == "in-use"
    assert there.values["share"] == pytest.approx(0.05)
    assert there.values["switches"] == answer.values["switches"]


def test_scores_beyond_0_and_1_are_evidence_and_no_probabilities():
    data = ddcore.predictions([1, 0] * 10, list(range(20)))
    with pytest.raises(InputError, match="these scores are not all between 0 and 1, so they are no probabilities"):
        asked("cases", data, chance="score")
    assert math.isfinite(asked("cases", data).values["worth"]["best"]["value"])


def test_the_file_of_the_table_has_the_own_columns_of_the_file_first():
    content = b"Kunden-Nr.,Truth,Score,Row,when\n" + b"".join(
        f"0{place},{'yn'[place % 2]},-{place % 7}.50,=a,{place}\n".encode() for place in range(40)
    )
    data = ddcore.read(content, positive="y", score="Score", id="Kunden-Nr.")
    table = asked("cases", data).tables["cases"]
    shown, saved = table.rows(), table.of_file()
    assert list(saved)[:7] == ["Kunden-Nr.", "Truth", "Score", "Row", "when", "Cases: Row", "Cases: Score"]
    assert list(saved)[7:] == list(shown)[4:], "what follows the row, the name, the score and the truth"
    pd.testing.assert_frame_equal(saved[list(saved)[7:]], shown[list(saved)[7:]])
    first = pd.read_csv(io.BytesIO(csv(saved)), dtype=str).iloc[3]
    assert first.to_list()[:6] == ["03", "n", "-3.50", "'=a", "3", "5"]
    stories = asked("cases", ddcore.counts(tp=8, fp=2, fn=1, tn=9)).tables["cases"]
    pd.testing.assert_frame_equal(stories.of_file(), stories.rows())
