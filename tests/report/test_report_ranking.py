"""Words and tables about measures that pick the wrong classifier: every rule of every sentence, numbers by hand."""

import math
import re
import string

import numpy as np
import pandas as pd
import pytest

from ddcore.counts import Cells, Counts
from ddcore.decisions.admissible import FORMS, Admissibility, MisrankedPair, admissibility, misranked_pair
from ddcore.decisions.ranking import TRUTHS, MisrankedByError, Pairs, misranked_by_error, random_tables
from ddcore.decisions.utility import Utility
from ddcore.measures import MEASURES, measure
from ddcore.report import ranking as words

CELLS = ("tp", "fp", "fn", "tn")
OWN = "net gain = (2 * tp - 3 * fp) / m"
NOWHERE = "= sqrt(tp / m - 0.9999)"
"""A measure of one's own that has a value on almost no table."""
CONSTANT = "= p / m"
RIGHT = Utility(tp=1, fp=0, fn=0, tn=1)
FACTORY = Utility(tp=15, fp=-335, fn=-35, tn=165, unit="EUR")
MADE = MisrankedByError(
    truth="uniform",
    pairs=10_000,
    error=np.array([0.0, 0.1, 0.2, 0.4]),
    utility=np.array([0.0, 0.04, 0.06, 0.2]),
    share={"ACC": 0.05, "F1": 0.1, "BACC": 0.15, "TPR": 0.25, "MCC": math.nan},
)
"""Shares made up, so that each number of a sentence can be said beforehand."""

PAIR = MisrankedPair(
    better=Counts(tp=150, fp=100, fn=150, tn=600),
    preferred=Counts(tp=300, fp=308, fn=0, tn=392),
    yields=(62.5, -34.0),
    scores=(0.545, 0.661),
)


def columns(rows):
    return dict(zip(CELLS, np.transpose(np.array(rows, dtype=float)), strict=True))


def known(key, pair=PAIR, utility=FACTORY, share=0.3, found=MADE):
    return words.worth_knowing(measure(key), admissibility(key, share), pair, utility, share, found)


def having(sentences, text):
    return [said for said in sentences if text in said]


def drawn(keys, pairs=2_000, errors=(0, 0.1, 0.2)):
    return misranked_by_error("uniform", errors, pairs, rng=np.random.default_rng(1), measures=keys)


def escaped(name):
    return "".join(f"\\{sign}" if sign in string.punctuation else sign for sign in name)


# How often -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "error", "measures", "payoffs"),
    [
        (
            ["MCC", "ACC"],
            0.1,
            ":primary[Matthews correlation has no value in these pairs], Accuracy in 5 % of pairs",
            "0.1 in 4 %",
        ),
        (
            ["ACC", "MCC"],
            0.1,
            ":primary[Accuracy in 5 % of pairs], Matthews correlation has no value in these pairs",
            "0.1 in 4 %",
        ),
        (["MCC"], 0.1, ":primary[Matthews correlation has no value in these pairs]", "0.1 in 4 %"),
        (["ACC"], 0.1, ":primary[Accuracy in 5 % of pairs]", "0.1 in 4 %"),
        (["ACC", "F1"], 0.15, ":primary[Accuracy in 5 % of pairs], F1 in 10 %", "0.15 in 5 %"),
        (["F1", "BACC", "ACC"], 0, ":primary[F1 in 10 % of pairs], Balanced accuracy in 15 %", "0 in 0 %"),
        (["TPR", "ACC"], 0.3, ":primary[Recall in 25 % of pairs], Accuracy in 5 %", "0.3 in 13 %"),
    ],
)
def test_answer(keys, error, measures, payoffs):
    assert words.answer(MADE, keys, error) == f"{measures}; payoffs that may each be off by {payoffs}."


def test_answer_of_drawn_pairs_near_the_published_shares():
    """THEORY: 8.77 % for accuracy, 9.76 % for F1, 3.70 % for payoffs off by 0.1."""
    said = words.answer(drawn(["ACC", "F1"], 40_000, (0, 0.1)), ["ACC", "F1"], 0.1)
    accuracy, f1, payoffs = (float(share) for share in re.findall(r"in ([\d.]+) %", said))
    assert (accuracy, f1, payoffs) == (
        pytest.approx(8.77, abs=0.6),
        pytest.approx(9.76, abs=0.6),
        pytest.approx(3.70, abs=0.4),
    )


def test_answer_of_a_measure_without_a_value():
    """Its share is none of pairs: it is not so and so often wrong."""
    said = words.answer(drawn([NOWHERE, "ACC"]), ["ACC", NOWHERE], 0.1)
    (name,) = re.findall(r"of pairs\], (.*) has no value in these pairs; payoffs", said)
    assert name == escaped(measure(NOWHERE).name)
    assert "in no value" not in said
    assert "nan" not in said


def test_reason_until_accuracy_overtakes():
    """Half way from 4 % at 0.1 to 6 % at 0.2."""
    assert words.reason(MADE) == (
        "Two good classifiers stand on one test set, and what right and wrong answers are worth is drawn too. A "
        "measure picks the wrong one if it prefers the one that is worth less. Rough payoffs do better than accuracy "
        "until each may be off by about **0.15** of the span from the worst to the best outcome."
    )


def test_reason_where_accuracy_never_overtakes():
    never = MisrankedByError("uniform", 100, np.array([0.0, 0.3]), np.array([0.0, 0.04]), {"ACC": 0.05})
    assert words.reason(never).endswith(
        "Rough payoffs do better than accuracy as far as was looked, to an error of 0.3."
    )


# Worth knowing ---------------------------------------------------------------------------------------------------


def test_worth_knowing_of_accuracy():
    assert known("ACC") == [
        "*Accuracy ranks as one set of payoffs does*: TP 1, FP 0, FN 0, TN 1. If yours differ, it may pick the wrong "
        "one.",
        "By the values of the third chart Accuracy prefers a classifier with TP 300, FP 308, FN 0, TN 392, worth "
        "−34.00 EUR a case, to one with TP 150, FP 100, FN 150, TN 600, worth **62.50 EUR** (0.661 against 0.545).",
        "Accuracy is the better guide only if each payoff may be off by more than 0.15, on a scale on which the worst "
        "outcome is 0 and the best 1.",
        "10,000 pairs were drawn; the shares have standard errors of 0.40 percentage points at most.",
    ]
    assert 100 * math.sqrt(0.2 * 0.8 / 10_000) == pytest.approx(0.4)


def why(key, share=0.3):
    """The first sentence, of shares that are made up."""
    found = MisrankedByError("uniform", 100, np.array([0.0, 0.1]), np.array([0, 0.2]), {key: 0.1})
    return known(key, share=share, found=found)[0]


@pytest.mark.parametrize(
    ("key", "payoffs"),
    [
        ("TPR", "TP 1, FP 0, FN 0, TN 0"),
        ("TNR", "TP 0, FP 0, FN 0, TN 1"),
        ("ERR", "TP 1, FP 0, FN 0, TN 1"),
        ("FPR", "TP 0, FP 0, FN 0, TN 1"),
    ],
)
def test_measures_that_rank_as_one_set_of_payoffs(key, payoffs):
    """By hand: recall is TP in parts of a fixed P, the rate of errors is 1 less accuracy."""
    assert why(key) == (
        f"*{escaped(measure(key).title)} ranks as one set of payoffs does*: {payoffs}. If yours differ, it may pick "
        f"the wrong one."
    )


@pytest.mark.parametrize("key", ["F1", "PPV", "MCC", "FM", "kappa"])
def test_measures_that_are_the_yield_of_no_payoffs(key):
    assert why(key) == (
        f"*{escaped(measure(key).title)} is not the yield of any set of payoffs*: it is not linear in the counts, so "
        f"that whatever right and wrong are worth, there may be pairs that it ranks wrongly."
    )


@pytest.mark.parametrize(
    ("share", "shown", "times"),
    [(0.3, "30 %", "2.333 times as much as"), (0.8, "80 %", "0.250 times as much as"),
     (0.1, "10 %", "9 times as much as"), (0.5, "50 %", "as much as"), (0.25, "25 %", "3 times as much as"),
     (0.002, "0.2 %", "499 times as much as")],
)  # fmt: skip
def test_balanced_accuracy_ranks_by_other_payoffs_on_each_test_set(share, shown, times):
    """1/f against 1/(1-f)."""
    number = re.match(r"[\d.]+(?= times)", times)
    assert float(number[0] if number else 1) == pytest.approx((1 - share) / share, abs=0.0005)
    assert why("BACC", share) == (
        rf"*Balanced accuracy \(BACC\) ranks as payoffs do, but other ones on each test set*: where {shown} are "
        f"positive, a right answer on a positive case counts {times} one on a negative case."
    )


def test_a_measure_that_ranks_none_is_no_guide():
    """It is never wrong because it never says anything: so no pair is named, and no error."""
    found = drawn([CONSTANT, "ACC"])
    assert found.share[CONSTANT] == 0
    said = words.worth_knowing(measure(CONSTANT), admissibility(CONSTANT, 0.3), None, RIGHT, 0.3, found)
    assert said[0] == r"*p \/ m is the same for all classifiers on one test set*, so it ranks none."
    assert len(said) == 2
    assert said[1].startswith("2,000 pairs were drawn; ")


def test_no_pair_that_is_ranked_wrongly():
    assert misranked_pair("ACC", RIGHT, 0.3) is None
    assert known("ACC", None)[1] == (
        "By the values of the third chart Accuracy never prefers the less valuable of two classifiers: all tables of "
        "1,000 cases were searched."
    )


@pytest.mark.parametrize(
    ("unit", "shown"), [("", "−0.340 a case"), ("a|b", r"−0.340 a\|b a case"), ("$", r"−0.340 \$ a case")]
)
def test_units_stand_letter_by_letter(unit, shown):
    pair = MisrankedPair(PAIR.better, PAIR.preferred, (0.625, -0.34), PAIR.scores)
    (said,) = having(known("F1", pair, Utility(tp=1, fp=-1, fn=0, tn=0, unit=unit)), "prefers a classifier")
    assert f"worth {shown}, to one with" in said
    assert f"worth **0.625{' ' + escaped(unit) if unit else ''}**" in said


def test_pair_that_was_found_by_search():
    """The counts that are said make the yields and the scores that are said."""
    pair = misranked_pair("F1", FACTORY, 0.3)
    (said,) = having(known("F1", pair), "prefers a classifier")
    tables_said = re.findall(r"TP ([\d,]+), FP ([\d,]+), FN ([\d,]+), TN ([\d,]+), worth \**([−\d.]+) EUR", said)
    scores = [float(score) for score in re.search(r"\(([\d.]+) against ([\d.]+)\)", said).groups()]
    earned = []
    for row, score in zip(tables_said, scores, strict=True):
        *counts, worth = (float(cell.replace(",", "").replace("−", "-")) for cell in row)
        tp, fp, fn, tn = counts
        assert sum(counts) == 1000
        assert tp + fn == 300
        assert 2 * tp / (2 * tp + fp + fn) == pytest.approx(score, abs=0.0006)
        assert (15 * tp - 335 * fp - 35 * fn + 165 * tn) / 1000 == pytest.approx(worth, abs=0.006)
        earned.append(worth)
    assert earned[0] < earned[1]
    assert scores[0] > scores[1]


@pytest.mark.parametrize(("key", "error"), [("F1", 0.2 + 0.2 * 4 / 14), ("BACC", 0.2 + 0.2 * 9 / 14)])
def test_error_from_which_on_a_measure_is_the_better_guide(key, error):
    """Between 6 % at 0.2 and 20 % at 0.4."""
    (said,) = having(known(key), "better guide")
    assert said == (
        f"{escaped(measure(key).title)} is the better guide only if each payoff may be off by more than {error:.2f}, "
        f"on a scale on which the worst outcome is 0 and the best 1."
    )


def test_payoffs_that_are_better_as_far_as_was_looked():
    assert known("TPR")[2] == (
        r"Payoffs that may each be off by 0.4 still rank more pairs rightly than Recall \(TPR\) does."
    )


def test_a_measure_without_a_value():
    """It is neither worse nor better than payoffs, ranks no pair wrongly, and its share has no standard error."""
    found = drawn([NOWHERE, "ACC"])
    assert math.isnan(found.share[NOWHERE])
    said = words.worth_knowing(measure(NOWHERE), admissibility(NOWHERE, 0.3), None, RIGHT, 0.3, found)
    wide = 100 * max(math.sqrt(share * (1 - share) / 2_000) for share in found.utility)
    assert said[1:] == [
        f"{escaped(measure(NOWHERE).title)} has no value in any of these pairs.",
        f"2,000 pairs were drawn; the shares have standard errors of {wide:.2f} percentage points at most.",
    ]
    assert not re.search(r"\bnan\b", " ".join(said))


def test_a_measure_without_a_value_among_shares_made_up():
    assert known("MCC", None)[1] == r"Matthews correlation \(MCC\) has no value in any of these pairs."
    assert known("MCC")[1:] == known("MCC", None)[1:]


LEANING = "= tp / p + tn / n * (p - n) / m"
"""It counts recall, and specificity for as much as there are more positives than negatives."""


OTHERS = "ranks as payoffs do, but other ones on each test set*: where"


@pytest.mark.parametrize(
    ("key", "share", "said"),
    [
        (LEANING, 0.5, "50 % are positive, they are TP 1, FP 0, FN 0, TN 0."),
        # 1/0.8 against 0.6/0.2, and 1/0.3 against -0.4/0.7, whose wrong answer is worth something.
        (LEANING, 0.8, "80 % are positive, a right answer on a positive case counts 0.417 times as much as one on a "
         "negative case."),
        (LEANING, 0.3, "30 % are positive, they are TP 1, FP 0.171, FN 0, TN 0."),
        ("= tn / n + tp / p * (p - n) / m", 0.5, "50 % are positive, they are TP 0, FP 0, FN 0, TN 1."),
    ],
    ids=["one class", "both", "one class the wrong way", "the other class"],
)  # fmt: skip
def test_payoffs_are_named_where_a_class_counts_nothing_or_less(key, share, said):
    """No number of times is infinite or negative."""
    assert why(key, share).split(OTHERS)[1] == f" {said}"
    assert why(key, share).startswith(f"*{escaped(measure(key).title)} ")
    assert not re.search(r"\b(inf|nan)\b|∞", why(key, share))


@pytest.mark.parametrize("share", [0.5, 0.3])
def test_a_measure_that_ranks_none_at_this_share_of_positives_is_linear_all_the_same(share):
    """On half positive cases it is 0 for all, and on others it is recall."""
    key = "= tp / p * (p - n) / m"
    said = why(key, share)
    ends = {0.5: "50 % are positive, it is the same for all classifiers.",
            0.3: "30 % are positive, they are TP 0, FP 0, FN 1, TN 0."}  # fmt: skip
    assert said == f"*{escaped(measure(key).title)} {OTHERS} {ends[share]}"


@pytest.mark.parametrize("pairs", [100, 10_000, 1_000_000])
def test_standard_errors_at_most(pairs):
    found = MisrankedByError("uniform", pairs, np.array([0.0, 0.1]), np.array([0.0, 0.1]), {"ACC": 0.05, "TPR": 0.3})
    for key, share in (("ACC", 0.1), ("TPR", 0.3)):
        said = known(key, found=found)[-1]
        assert said.startswith(f"{pairs:,} pairs were drawn; ")
        assert f" {100 * math.sqrt(share * (1 - share) / pairs):.2f} percentage points at most." in said


@pytest.mark.parametrize("key", ["net-gain = tp / m", "= tp / (tp + fp)", "= tp * tn / m**2"])
def test_names_of_own_measures_stand_letter_by_letter(key):
    found = drawn([key, "ACC"])
    name = escaped(measure(key).title)
    assert "\\" in name
    for sentence in [words.answer(found, [key], 0.1), *known(key, found=found)[:3]]:
        assert name in sentence


JUDGES = [key for key, row in MEASURES.items() if row.judges]


@pytest.fixture(scope="module")
def every():
    return drawn(None, 4_000)


@pytest.mark.parametrize("key", JUDGES)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_sentences_of_every_measure(key, share, every):
    said = known(key, misranked_pair(key, FACTORY, share), share=share, found=every)
    assert len(said) == len(set(said)) == 4
    for sentence in (*said, words.answer(every, [key], 0.1)):
        assert sentence.endswith(".")
        assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|  |(?<![\w.])-\d|\bNone\b", sentence)


def test_payoffs_and_counts_in_words():
    assert words.payoffs(Utility(tp=0.25, fp=-3, fn=0, tn=1200)) == "TP 0.250, FP −3, FN 0, TN 1,200"
    assert words.cells(Counts(tp=1_000, fp=2, fn=0, tn=12_345)) == "TP 1,000, FP 2, FN 0, TN 12,345"


# The tables ------------------------------------------------------------------------------------------------------


def forms(*keys):
    return {key: admissibility(key, 0.3) for key in keys}


def test_table():
    rows = words.table(MADE, forms("ACC", "F1", "BACC", "TPR", "MCC"), 0.1)
    assert list(rows.columns) == [
        "Ranks by", "Key", "Share ranked wrongly", "Standard error", "Better than payoffs off by", "Form", "TP", "FP",
        "FN", "TN", "Error of the fit", "Formula",
    ]  # fmt: skip
    assert rows["Key"].tolist() == ["utility", "ACC", "F1", "BACC", "TPR", "MCC"]
    assert rows["Ranks by"].tolist()[:3] == ["Payoffs that may be off by 0.1", "Accuracy", "F1 score"]
    assert rows["Share ranked wrongly"].tolist()[:5] == pytest.approx([0.04, 0.05, 0.1, 0.15, 0.25])
    assert rows["Standard error"].tolist()[:5] == pytest.approx(
        [math.sqrt(p * (1 - p) / 10_000) for p in (0.04, 0.05, 0.1, 0.15, 0.25)]
    )
    assert rows.iloc[5][["Share ranked wrongly", "Standard error"]].isna().all()
    better = dict(zip(rows["Key"], rows["Better than payoffs off by"], strict=True))
    assert [better[key] for key in ("ACC", "F1", "BACC")] == pytest.approx([0.15, 0.2 + 0.8 / 14, 0.2 + 1.8 / 14])
    assert all(math.isnan(better[key]) for key in ("TPR", "MCC", "utility"))
    assert rows["Formula"].isna().tolist() == [True, False, False, False, False, False]


def test_forms_in_the_table():
    """Accuracy and recall are yields, balanced accuracy on one test set; F1 and MCC are none."""
    rows = words.table(MADE, forms("ACC", "F1", "BACC", "TPR", "MCC"), 0.1).set_index("Key")
    assert FORMS == {
        "always": "ranks as one set of payoffs, whatever the share of positives",
        "one test set": "ranks as payoffs do on one test set; which ones depends on the share of positives",
        "never": "is not the yield of any set of payoffs",
        "no rank": "is the same for all classifiers on one test set",
    }
    kinds = {
        "ACC": "always",
        "TPR": "always",
        "utility": "always",
        "BACC": "one test set",
        "F1": "never",
        "MCC": "never",
    }
    assert rows["Form"].to_dict() == {key: FORMS[kind] for key, kind in kinds.items()}
    payoffs = rows[["TP", "FP", "FN", "TN"]]
    assert payoffs.loc["ACC"].tolist() == [1, 0, 0, 1]
    assert payoffs.loc["TPR"].tolist() == [1, 0, 0, 0]
    assert payoffs.loc["BACC"].tolist() == pytest.approx([1, 0, 0, 3 / 7])
    assert payoffs.loc[["F1", "MCC", "utility"]].isna().all(axis=None)
    assert (rows["Error of the fit"][["ACC", "TPR", "BACC"]] < 1e-9).all()
    assert (rows["Error of the fit"][["F1", "MCC"]] > 0.01).all()


def test_table_is_sorted_and_has_every_measure(every):
    rows = words.table(every, forms(*every.share), 0.1)
    assert len(rows) == len(JUDGES) + 1
    assert rows["Share ranked wrongly"].is_monotonic_increasing
    assert set(rows["Key"]) == {*JUDGES, "utility"}
    for column in ("Share ranked wrongly", "Standard error", "Better than payoffs off by", "TP", "Error of the fit"):
        assert pd.api.types.is_float_dtype(rows[column])
    assert rows["Form"].isin(FORMS.values()).all()


def test_table_of_a_measure_of_ones_own():
    rows = words.table(drawn([OWN, "ACC"]), forms(OWN, "ACC"), 0.1).set_index("Key")
    assert rows.loc[OWN, "Ranks by"] == "net gain"
    assert rows.loc[OWN, "Formula"] == "(2 * tp - 3 * fp) / m"
    assert rows.loc[OWN, ["TP", "FP", "FN", "TN"]].tolist() == pytest.approx([2 / 3, 0, 0, 1])


def test_over_error():
    rows = words.over_error(MADE)
    assert list(rows.columns) == ["Error", "Share ranked wrongly", "Standard error"]
    assert rows["Error"].tolist() == [0, 0.1, 0.2, 0.4]
    assert rows["Share ranked wrongly"].tolist() == [0, 0.04, 0.06, 0.2]
    assert rows["Standard error"].tolist() == pytest.approx(
        [math.sqrt(p * (1 - p) / 10_000) for p in (0, 0.04, 0.06, 0.2)]
    )


FIRST = [(40, 30, 10, 20), (30, 10, 20, 40), (10, 0, 40, 50), (35, 20, 15, 30)]
SECOND = [(25, 5, 25, 45), (40, 10, 10, 40), (45, 30, 5, 20), (30, 15, 20, 35)]
"""Four pairs of tables of 100 cases, half of them positive: F1 ranks one wrongly, and two are worth the same."""


def test_points():
    truth = Utility(**columns([(1, 0, 0, 1)] * 4))
    pairs = Pairs(truth, truth, Cells(**columns(FIRST)), Cells(**columns(SECOND)))
    rows = words.points(pairs, MEASURES["F1"])
    assert list(rows.columns) == ["Worth more", "Preferred by F1", "Ranked wrongly"]
    assert rows["Worth more"].tolist() == pytest.approx([-0.1, -0.1, -0.05, 0])
    assert rows["Preferred by F1"].tolist() == pytest.approx(
        [80 / 120 - 50 / 80, 60 / 90 - 80 / 100, 20 / 60 - 90 / 125, 70 / 105 - 60 / 95]
    )
    assert rows["Ranked wrongly"].tolist() == [True, False, False, False]
    lower = words.points(pairs, MEASURES["ERR"])
    assert lower["Preferred by ERR"].tolist() == pytest.approx([-0.1, -0.1, -0.05, 0])


def test_classifiers_without_a_pair():
    cells = Cells(**columns(FIRST))
    rows = words.classifiers(cells, FACTORY, MEASURES["F1"], None)
    assert list(rows.columns) == ["TP", "FP", "FN", "TN", "Worth a case", "F1", "Which"]
    assert rows[["TP", "FP", "FN", "TN"]].to_numpy().tolist() == [list(map(float, row)) for row in FIRST]
    assert rows["Worth a case"].tolist() == pytest.approx(
        [(15 * tp - 335 * fp - 35 * fn + 165 * tn) / 100 for tp, fp, fn, tn in FIRST]
    )
    assert rows["F1"].tolist() == pytest.approx([80 / 120, 60 / 90, 20 / 60, 70 / 105])
    assert set(rows["Which"]) == {"drawn"}


def test_classifiers_with_the_pair_first():
    rows = words.classifiers(Cells(**columns(FIRST)), FACTORY, MEASURES["F1"], PAIR)
    assert rows["Which"].tolist() == ["worth more", "preferred", *["drawn"] * 4]
    assert rows.iloc[0, :6].tolist() == [150, 100, 150, 600, 62.5, 0.545]
    assert rows.iloc[1, :6].tolist() == [300, 308, 0, 392, -34, 0.661]
    assert rows.index.tolist() == list(range(6))


def test_classifiers_without_a_value_are_gaps():
    rows = words.classifiers(Cells(**columns([(0, 0, 50, 50), (30, 10, 20, 40)])), RIGHT, MEASURES["PPV"], None)
    assert math.isnan(rows["PPV"][0])
    assert rows["PPV"][1] == 0.75


def test_classifiers_that_were_drawn_add_up():
    rows = words.classifiers(random_tables(0.3, 100, rng=np.random.default_rng(1)), RIGHT, MEASURES["ACC"], None)
    assert (rows["TP"] + rows["FN"]).to_numpy() == pytest.approx(300)
    assert (rows["FP"] + rows["TN"]).to_numpy() == pytest.approx(700)
    assert rows["Worth a case"].to_numpy() == pytest.approx(rows["ACC"].to_numpy())


# How it is computed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("truth", "likely", "law"),
    [
        ("uniform", "every way of valuing equally likely", "uniform on the hexagon"),
        (
            "gaussian",
            "values near those of accuracy more likely",
            "normal about its middle with deviation 1/3, cut at its edge",
        ),
    ],
)
def test_computed(truth, likely, law):
    text = words.computed(MisrankedByError(truth, 100_000, MADE.error, MADE.utility, MADE.share), 7)
    assert "100,000 pairs, seed 7." in text
    assert f"**True values**: {likely}; in the coordinates of the map on the page Utility, {law}." in text
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$([^$]*)\$", text):
        assert formula.count("{") == formula.count("}")
    assert "{{" not in text
    assert "Tables are of 1,000 cases" in text.replace("\n", " ")
    assert set(TRUTHS) == {"uniform", "gaussian"}


def test_quartiles_that_are_said():
    """The square root of 1/4, 1/2 and 3/4, from 1/2 to 1."""
    said = re.search(r"quartiles ([\d.]+), ([\d.]+), ([\d.]+)\)", words.computed(MADE, 1)).groups()
    assert [float(one) for one in said] == [round(0.5 + 0.5 * math.sqrt(part), 3) for part in (0.25, 0.5, 0.75)]
    cells = random_tables(0.5, 100_000, rng=np.random.default_rng(1))
    for rate in (cells.tp / 500, cells.tn / 500):
        assert np.quantile(rate, [0.25, 0.5, 0.75]) == pytest.approx([float(one) for one in said], abs=0.004)


def test_payoffs_that_rank_as_balanced_accuracy_are_not_said_to_yield_it():
    """With 1/f and 1/(1-f) a case yields TPR + TNR, which is twice balanced accuracy."""
    tp, tn, positives, negatives = 24, 42, 30, 70
    earned, balanced = (tp / 0.3 + tn / 0.7) / 100, (tp / positives + tn / negatives) / 2
    assert earned == pytest.approx(2 * balanced)
    said = words.computed(MADE, 1).replace("\n", " ")
    assert "balanced accuracy" in said
    assert "it is the yield with payoffs 1/f and 1/(1-f)" not in said


def test_form_of_a_made_up_verdict():
    """A form that no measure has still has its words."""
    none = Admissibility(MEASURES["F1"], "no rank", None, 0.0)
    said = words.worth_knowing(MEASURES["F1"], none, PAIR, FACTORY, 0.3, MADE)
    assert said[0] == "*F1 is the same for all classifiers on one test set*, so it ranks none."
