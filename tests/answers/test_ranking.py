"""How often a measure picks the wrong classifier: the paper's numbers, every sentence and note, tables by hand."""

import math
import re
import string
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ddcore.answers import misranked as words
from ddcore.answers import ranking
from ddcore.answers.ranking import Choices
from ddcore.counts import Cells, Counts
from ddcore.data import Data
from ddcore.decisions.admissible import FORMS, MisrankedPair, admissibility, misranked_pair
from ddcore.decisions.ranking import TRUTHS, MisrankedByError, Pairs, misranked_by_error, random_tables
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.figures.theme import THEMES
from ddcore.measures import MEASURES, measure
from ddcore.progress import told_to
from ddcore.samples.stories import STORIES
from tests.helpers.answers import asked, counted, notes
from tests.oracles import DEFINITIONS

CELLS = ("tp", "fp", "fn", "tn")
OWN = "net gain = (2 * tp - 3 * fp) / m"
NOWHERE = "= sqrt(tp / m - 0.9999)"
"""A measure of one's own that has a value on almost no table."""
CONSTANT = "= p / m"
RIGHT = Utility(tp=1, fp=0, fn=0, tn=1)
HALF = Data(500, 250)
FACTORY = Utility(tp=15, fp=-335, fn=-35, tn=165, unit="EUR")
FACTORY_DATA = Data(500, 250, sample=STORIES["factory"])
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


def known(key, pair=PAIR, utility=FACTORY, share=0.3, ranked=MADE):
    """The notes by their codes."""
    given = words.notes(measure(key), admissibility(key, share), pair, utility, share, ranked)
    return {note.code: note.text for note in given}


@pytest.fixture
def told(monkeypatch):
    """The answer where the shares are made up."""

    def told_of(ranked, keys, **choices):
        every = {key: 0.1 for key, row in MEASURES.items() if row.judges}
        full = replace(ranked, share=every | dict.fromkeys(keys, 0.1) | ranked.share)
        monkeypatch.setattr(ranking, "_ranked", lambda *given: full)
        return asked("ranking", Data(500, 150), measure=keys, **choices)

    return told_of


def sampled(keys, pairs=2_000, errors=(0, 0.1, 0.2)):
    return misranked_by_error("uniform", errors, pairs, rng=np.random.default_rng(1), measures=keys)


def escaped(name):
    return "".join(f"\\{sign}" if sign in string.punctuation else sign for sign in name)


# How often ---------------------------------------------------------------------------------------------------------

PAPER = {
    "uniform": {
        **{"ACC": 0.08769, "TPR": 0.25024, "TNR": 0.24995, "BACC": 0.15890, "PPV": 0.21267, "F1": 0.09755},
        **{"MCC": 0.11138, "FM": 0.10409},
    },
    "gaussian": {
        **{"ACC": 0.04871, "TPR": 0.25017, "TNR": 0.24999, "BACC": 0.14533, "PPV": 0.20888, "F1": 0.06547},
        **{"MCC": 0.08367, "FM": 0.07392},
    },
}
"""Shares of pairs ranked wrongly, the means of twenty million pairs drawn by another program."""

ROUGH = {
    "uniform": {0: 0, 0.05: 0.0208, 0.1: 0.03699, 0.15: 0.0512, 0.2: 0.0637, 0.25: 0.0754, 0.3: 0.0857},
    "gaussian": {0: 0, 0.05: 0.0113, 0.1: 0.02267, 0.15: 0.0341, 0.2: 0.0462, 0.25: 0.0576, 0.3: 0.0671},
}
"""The same for payoffs that may each be off by so much."""


@pytest.mark.parametrize(("law", "pairs"), [("uniform", 10_000), ("gaussian", 10_000), ("uniform", 100_000)])
def test_shares_are_those_of_another_program(law, pairs):
    given = asked("ranking", HALF, law=law, pairs=pairs)
    # Three standard errors; among the first 10,000 pairs recall of negatives, of all measures, is off by 3.5.
    wide = 3 if pairs > 10_000 else 4
    for key, share in PAPER[law].items():
        found = given.values["measures"][key]["share"]
        assert found == pytest.approx(share, abs=wide * math.sqrt(share * (1 - share) / pairs)), key
    by_error = given.tables["error"].rows()
    for off, share in ROUGH[law].items():
        (found,) = by_error.loc[np.isclose(by_error["Error"], off), "Share ranked wrongly"]
        assert found == pytest.approx(share, abs=wide * math.sqrt(share * (1 - share) / pairs) + 5e-5), off
    assert given.values["measures"]["TNR"]["share"] != given.values["measures"]["TPR"]["share"]
    assert given.values["payoffs"]["share"] == by_error["Share ranked wrongly"][4]


@pytest.mark.parametrize(
    ("keys", "error", "measures", "payoffs"),
    [
        (
            ["MCC", "ACC"],
            0.1,
            "**Matthews correlation has no value in these pairs**, Accuracy in 5 % of pairs",
            "0.1 in 4 %",
        ),
        (
            ["ACC", "MCC"],
            0.1,
            "**Accuracy in 5 % of pairs**, Matthews correlation has no value in these pairs",
            "0.1 in 4 %",
        ),
        (["MCC"], 0.1, "**Matthews correlation has no value in these pairs**", "0.1 in 4 %"),
        (["ACC"], 0.1, "**Accuracy in 5 % of pairs**", "0.1 in 4 %"),
        (["ACC", "F1"], 0.15, "**Accuracy in 5 % of pairs**, F1 in 10 %", "0.15 in 5 %"),
        (["F1", "BACC", "ACC"], 0, "**F1 in 10 % of pairs**, Balanced accuracy in 15 %", "0 in 0 %"),
        (["TPR", "ACC"], 0.3, "**Recall in 25 % of pairs**, Accuracy in 5 %", "0.3 in 13 %"),
    ],
)
def test_sentence(told, keys, error, measures, payoffs):
    assert told(MADE, keys, error=error).sentence == f"{measures}; payoffs that may each be off by {payoffs}."


def test_sentence_of_a_measure_without_a_value():
    """Its share is none of pairs: it is not so and so often wrong."""
    given = asked("ranking", HALF, measure=["ACC", NOWHERE], pairs=10_000)
    (name,) = re.findall(r"of pairs\*\*, (.*) has no value in these pairs; payoffs", given.sentence)
    assert name == escaped(measure(NOWHERE).name)


@pytest.mark.parametrize(
    ("ranked", "end"),
    [
        (MADE, "until each may be off by about **0.15** of the span from the worst to the best outcome."),
        (
            MisrankedByError("uniform", 100, np.array([0.0, 0.3]), np.array([0.0, 0.04]), {"ACC": 0.05}),
            "as far as was looked, to an error of 0.3.",
        ),
    ],
    ids=["overtaken half way from 4 % at 0.1 to 6 % at 0.2", "never overtaken"],
)
def test_reason(told, ranked, end):
    reason = told(ranked, ["ACC"]).reason
    assert reason.startswith("Two good classifiers stand on one test set")
    assert reason.endswith(f"Rough payoffs do better than accuracy {end}")


# The notes -----------------------------------------------------------------------------------------------------------


def test_notes_of_accuracy():
    assert known("ACC") == {
        "one-set-of-payoffs": "*Accuracy ranks as one set of payoffs does*: TP 1, FP 0, FN 0, TN 1. If yours differ, "
        "it may pick the wrong one.",
        "wrong-pair": "By the values of the third chart Accuracy prefers a classifier with TP 300, FP 308, FN 0, "
        "TN 392, worth −34.00 EUR a case, to one with TP 150, FP 100, FN 150, TN 600, worth **62.50 EUR** (0.661 "
        "against 0.545).",
        "better-from-error": "Accuracy is the better guide only if each payoff may be off by more than 0.15, on a "
        "scale on which the worst outcome is 0 and the best 1.",
        "pairs-drawn": "10,000 pairs were drawn; the shares have standard errors of 0.40 percentage points at most.",
    }
    assert 100 * math.sqrt(0.2 * 0.8 / 10_000) == pytest.approx(0.4)


def why(key, share=0.3):
    """The code and the text of the first note, of shares that are made up."""
    ranked = MisrankedByError("uniform", 100, np.array([0.0, 0.1]), np.array([0, 0.2]), {key: 0.1})
    return next(iter(known(key, share=share, ranked=ranked).items()))


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
    code, text = why(key)
    assert code == "one-set-of-payoffs"
    assert text.startswith(f"*{escaped(measure(key).title)} ranks as one set of payoffs does*: {payoffs}. ")


@pytest.mark.parametrize("key", ["F1", "PPV", "MCC", "FM", "kappa"])
def test_measures_that_are_the_yield_of_no_payoffs(key):
    code, text = why(key)
    assert code == "no-payoffs"
    assert text.startswith(f"*{escaped(measure(key).title)} is not the yield of any set of payoffs*")


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
    code, text = why("BACC", share)
    assert code == "payoffs-of-test-set"
    assert text.startswith(r"*Balanced accuracy \(BACC\) ranks as payoffs do, but other ones on each test set*")
    assert f"where {shown} are positive, a right answer on a positive case counts {times} one on" in text


def test_a_measure_that_ranks_none_is_no_guide():
    """It is never wrong because it never says anything: so no pair is named, and no error."""
    ranked = sampled([CONSTANT, "ACC"])
    assert ranked.share[CONSTANT] == 0
    given = known(CONSTANT, None, RIGHT, ranked=ranked)
    assert list(given) == ["no-rank", "pairs-drawn"]
    assert given["no-rank"] == r"*p \/ m is the same for all classifiers on one test set*, so it ranks none."


def test_no_pair_that_is_ranked_wrongly():
    assert misranked_pair("ACC", RIGHT, 0.3) is None
    assert list(known("ACC", None))[1] == "no-wrong-pair"
    for look, choices in (
        ("TPR", {"values": "positives"}),
        ("BACC", {"u": (5, 0, 0, 5), "prevalence": 0.5}),
        ("BACC", {"u": (9, 0, 0, 1), "prevalence": 0.1}),
    ):
        given = asked("ranking", HALF, look=look, pairs=10_000, **choices)
        assert "no-wrong-pair" in notes(given)
        assert given.values["wrong_pair"] is None
        assert "No pair of classifiers on such a test set is ranked wrongly." in given.figures["tables"].words


@pytest.mark.parametrize(
    ("unit", "shown"), [("", "−0.340 a case"), ("a|b", r"−0.340 a\|b a case"), ("$", r"−0.340 \$ a case")]
)
def test_units_stand_letter_by_letter(unit, shown):
    pair = MisrankedPair(PAIR.better, PAIR.preferred, (0.625, -0.34), PAIR.scores)
    text = known("F1", pair, Utility(tp=1, fp=-1, fn=0, tn=0, unit=unit))["wrong-pair"]
    assert f"worth {shown}, to one with" in text
    assert f"worth **0.625{' ' + escaped(unit) if unit else ''}**" in text


@pytest.mark.parametrize("look", ["ACC", "F1", "MCC", "BACC", "PPV", "TPR"])
@pytest.mark.parametrize(
    ("u", "prevalence"), [((15, -335, -35, 165), 0.5), ((1, 0, 0, 1), 0.2), ((9, -1, -30, 2), 0.75)]
)
def test_pair_is_ranked_wrongly(look, u, prevalence):
    """Its counts make the yields and the scores that are said, in values, words, table and chart."""
    given = asked("ranking", HALF, look=look, u=u, prevalence=prevalence, pairs=10_000)
    pair, rows = given.values["wrong_pair"], given.tables["classifiers"].rows()
    if look == "ACC" and u == (1, 0, 0, 1):
        assert pair is None
        assert set(rows["Which"]) == {"drawn"}
        return
    text = notes(given)["wrong-pair"]
    for which, place in (("worth_more", 0), ("preferred", 1)):
        counts = pair[which]["counts"]
        assert sum(counts.values()) == 1000
        assert counts["tp"] + counts["fn"] == round(1000 * prevalence)
        assert pair[which]["worth"] == pytest.approx(float(np.dot(u, [counts[name] for name in CELLS])) / 1000)
        assert pair[which]["score"] == pytest.approx(float(DEFINITIONS[look](*(counts[name] for name in CELLS))))
        assert ", ".join(f"{name.upper()} {counts[name]:,}" for name in CELLS) in text
        assert rows["Which"][place] == which.replace("_", " ")
        assert rows["Worth a case"][place] == pair[which]["worth"]
        assert rows[look][place] == pair[which]["score"]
    assert pair["worth_more"]["worth"] > pair["preferred"]["worth"]
    assert pair["worth_more"]["score"] < pair["preferred"]["score"]
    drawn = {trace.name: trace for trace in given.figures["tables"].draw(THEMES["light"]).data}
    shown = drawn["a pair ranked wrongly"]
    assert list(shown.x) == [pair["worth_more"]["worth"], pair["preferred"]["worth"]]
    assert list(shown.y) == [pair["worth_more"]["score"], pair["preferred"]["score"]]
    scores = re.search(r"\(([−\d.]+) against ([−\d.]+)\)", text).groups()
    assert [float(score.replace("−", "-")) for score in scores] == pytest.approx(list(shown.y)[::-1], abs=5.1e-4)
    worths = re.findall(r"worth \**([−\d.,]+)", text)
    money = [float(worth.rstrip(",.").replace("−", "-").replace(",", "")) for worth in worths]
    assert money == pytest.approx(list(shown.x)[::-1], abs=5.1e-3)


@pytest.mark.parametrize(("key", "error"), [("F1", 0.2 + 0.2 * 4 / 14), ("BACC", 0.2 + 0.2 * 9 / 14)])
def test_error_from_which_on_a_measure_is_the_better_guide(key, error):
    """Between 6 % at 0.2 and 20 % at 0.4."""
    assert f"may be off by more than {error:.2f}, " in known(key)["better-from-error"]


def test_payoffs_that_are_better_as_far_as_was_looked():
    assert known("TPR")["payoffs-better"] == (
        r"Payoffs that may each be off by 0.4 still rank more pairs rightly than Recall \(TPR\) does."
    )


def test_error_from_which_a_measure_is_better_is_where_its_line_is_crossed():
    given = asked("ranking", HALF, pairs=10_000)
    by_error = given.tables["error"].rows()
    for key in ("ACC", "F1"):
        share, off = (given.values["measures"][key][name] for name in ("share", "better_than_payoffs_off_by"))
        assert np.interp(off, by_error["Error"], by_error["Share ranked wrongly"]) == pytest.approx(share)
        before = by_error.loc[by_error["Error"] < off, "Share ranked wrongly"]
        assert len(before) > 3
        assert (before <= share).all()
    for key in ("TPR", "TNR", "PPV"):
        assert math.isnan(given.values["measures"][key]["better_than_payoffs_off_by"])


def test_a_measure_without_a_value():
    """It is neither worse nor better than payoffs, ranks no pair wrongly, and its share has no standard error."""
    ranked = sampled([NOWHERE, "ACC"])
    assert math.isnan(ranked.share[NOWHERE])
    given = known(NOWHERE, None, RIGHT, ranked=ranked)
    widest = 100 * max(math.sqrt(share * (1 - share) / 2_000) for share in ranked.utility)
    assert list(given)[1:] == ["no-value", "pairs-drawn"]
    assert f" {widest:.2f} percentage points" in given["pairs-drawn"]
    assert list(known("MCC"))[1:] == list(known("MCC", None))[1:] == ["no-value", "pairs-drawn"]


LEANING = "= tp / p + tn / n * (p - n) / m"
"""It counts recall, and specificity for as much as there are more positives than negatives."""


@pytest.mark.parametrize(
    ("key", "share", "end"),
    [
        (LEANING, 0.5, "50 % are positive, they are TP 1, FP 0, FN 0, TN 0."),
        # 1/0.8 against 0.6/0.2, and 1/0.3 against -0.4/0.7, whose wrong answer is worth something.
        (LEANING, 0.8, "80 % are positive, a right answer on a positive case counts 0.417 times as much as one on a "
         "negative case."),
        (LEANING, 0.3, "30 % are positive, they are TP 1, FP 0.171, FN 0, TN 0."),
        ("= tn / n + tp / p * (p - n) / m", 0.5, "50 % are positive, they are TP 0, FP 0, FN 0, TN 1."),
        # On half positive cases it is 0 for all, and on others it is recall.
        ("= tp / p * (p - n) / m", 0.5, "50 % are positive, it is the same for all classifiers."),
        ("= tp / p * (p - n) / m", 0.3, "30 % are positive, they are TP 0, FP 0, FN 1, TN 0."),
    ],
    ids=["one class", "both", "one class the wrong way", "the other class", "none", "recall turned"],
)  # fmt: skip
def test_payoffs_are_named_where_a_class_counts_nothing_or_less(key, share, end):
    """No number of times is infinite or negative."""
    code, text = why(key, share)
    assert code in ("payoffs-of-test-set", "payoffs-of-test-set-no-rank")
    assert (code == "payoffs-of-test-set-no-rank") == end.endswith("the same for all classifiers.")
    assert text.endswith(f"where {end}")
    assert text.startswith(f"*{escaped(measure(key).title)} ")


@pytest.mark.parametrize("pairs", [100, 10_000, 1_000_000])
def test_standard_errors_at_most(pairs):
    ranked = MisrankedByError("uniform", pairs, np.array([0.0, 0.1]), np.array([0.0, 0.1]), {"ACC": 0.05, "TPR": 0.3})
    for key, share in (("ACC", 0.1), ("TPR", 0.3)):
        text = known(key, ranked=ranked)["pairs-drawn"]
        assert text.startswith(f"{pairs:,} pairs were drawn; ")
        assert f" {100 * math.sqrt(share * (1 - share) / pairs):.2f} percentage points at most." in text


@pytest.mark.parametrize("key", ["net-gain = tp / m", "= tp / (tp + fp)", "= tp * tn / m**2"])
def test_names_of_own_measures_stand_letter_by_letter(key):
    name = escaped(measure(key).title)
    assert "\\" in name
    given = asked("ranking", HALF, measure=[key], pairs=10_000)
    for sentence in [given.sentence, *list(notes(given).values())[:3]]:
        assert name in sentence


@pytest.mark.parametrize(
    ("values", "expected"),
    [("right", (1, 0, 0, 1)), ("positives", (1, 0, 0, 0)), ("yours", (15, -335, -35, 165))],
)
def test_values_of_the_third_chart_are_those_chosen(values, expected):
    given = asked("ranking", FACTORY_DATA, values=values, pairs=10_000)
    rows = given.tables["classifiers"].rows()
    cells = rows[["TP", "FP", "FN", "TN"]].to_numpy()
    assert rows["Worth a case"].tolist() == pytest.approx((cells @ np.array(expected) / cells.sum(axis=1)).tolist())
    title = given.figures["tables"].draw(THEMES["light"]).layout.xaxis.title.text
    assert title == ("worth a case in EUR" if values == "yours" else "worth a case")


def test_own_values_that_cannot_be_used_are_said_where_they_are_asked_for():
    given = asked("ranking", HALF, u=(5, 5, 5, 5), pairs=10_000)
    assert "the four payoffs must not all be equal" in notes(given)["own-values-unusable"]
    rows = given.tables["classifiers"].rows()
    assert rows["Worth a case"].tolist() == pytest.approx(((rows["TP"] + rows["TN"]) / 1000).tolist())
    assert "own-values-unusable" not in notes(asked("ranking", HALF, u=(5, 5, 5, 5), values="positives", pairs=10_000))


JUDGES = [key for key, row in MEASURES.items() if row.judges]


@pytest.fixture(scope="module")
def every():
    return sampled(None, 4_000)


@pytest.mark.parametrize("key", JUDGES)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_notes_of_every_measure(key, share, every):
    given = known(key, misranked_pair(key, FACTORY, share), share=share, ranked=every)
    assert len(given) == len(set(given.values())) == 4
    for text in given.values():
        assert text.endswith(".")
        assert not re.search(r"\bnan\b|\binf\b|no value|∞|\(\)|  |(?<![\w.])-\d|\bNone\b", text)


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
    rows = words.table(sampled([OWN, "ACC"]), forms(OWN, "ACC"), 0.1).set_index("Key")
    assert rows.loc[OWN, "Ranks by"] == "net gain"
    assert rows.loc[OWN, "Formula"] == "(2 * tp - 3 * fp) / m"
    assert rows.loc[OWN, ["TP", "FP", "FN", "TN"]].tolist() == pytest.approx([2 / 3, 0, 0, 1])


def test_first_chart_as_a_table():
    rows = words.by_error(MADE)
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
    rows = words.pairs_table(pairs, MEASURES["F1"])
    assert list(rows.columns) == ["Worth more", "Preferred by F1", "Ranked wrongly"]
    assert rows["Worth more"].tolist() == pytest.approx([-0.1, -0.1, -0.05, 0])
    assert rows["Preferred by F1"].tolist() == pytest.approx(
        [80 / 120 - 50 / 80, 60 / 90 - 80 / 100, 20 / 60 - 90 / 125, 70 / 105 - 60 / 95]
    )
    assert rows["Ranked wrongly"].tolist() == [True, False, False, False]
    lower = words.pairs_table(pairs, MEASURES["ERR"])
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


def test_classifiers_stand_on_one_test_set_of_good_ones():
    rows = asked("ranking", HALF, prevalence=0.3, pairs=10_000).tables["classifiers"].rows()
    drawn = rows[rows["Which"] == "drawn"]
    assert len(drawn) == 800
    for part, wrong, cases in (("TP", "FN", 300), ("TN", "FP", 700)):
        assert (drawn[part] + drawn[wrong]).tolist() == pytest.approx([cases] * 800)
        rates = drawn[part] / cases
        assert rates.min() >= 0.5
        assert np.quantile(rates, [0.25, 0.5, 0.75]).tolist() == pytest.approx([0.75, 0.8536, 0.933], abs=0.02)


@pytest.mark.parametrize("look", ["F1", "MCC", "PPV"])
def test_measure_looked_at_is_that_of_the_second_and_the_third_chart(look):
    given = asked("ranking", HALF, look=look, pairs=10_000)
    assert given.figures["pairs"].title == f"2 Pairs, by {look}"
    classifiers, pairs = (given.tables[name].rows() for name in ("classifiers", "pairs"))
    for _, row in classifiers[classifiers["Which"] == "drawn"].iloc[::300].iterrows():
        expected = DEFINITIONS[look](*(round(1e9 * row[cell]) for cell in ("TP", "FP", "FN", "TN")))
        assert row[look] == pytest.approx(float(expected), abs=1e-6)
    wrong = pairs["Worth more"] * pairs[f"Preferred by {look}"] < 0
    assert pairs["Ranked wrongly"].tolist() == wrong.tolist()
    assert len(pairs) == 800
    # As many as in the pairs counted, but for chance.
    share = PAPER["uniform"][look]
    assert wrong.mean() == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / 800))
    shown = {trace.name: trace for trace in given.figures["pairs"].draw(THEMES["light"]).data}
    assert [len(shown[name].x) for name in ("ranked rightly", "ranked wrongly")] == [(~wrong).sum(), wrong.sum()]
    assert shown["ranked rightly"].marker.symbol != shown["ranked wrongly"].marker.symbol


@pytest.mark.parametrize("off", [0.3, 0.0, 0.5])
def test_error_moves_the_cross_and_the_last_number(off):
    given = asked("ranking", HALF, error=off, pairs=10_000)
    by_error = given.tables["error"].rows()
    (share,) = by_error.loc[np.isclose(by_error["Error"], off), "Share ranked wrongly"]
    assert given.values["payoffs"] == {
        "error": off,
        "share": share,
        "standard_error": pytest.approx(math.sqrt(share * (1 - share) / 10_000)),
    }
    crosses = [trace for trace in given.figures["ranking"].draw(THEMES["light"]).data if list(trace.x) == [off]]
    assert [list(cross.y) for cross in crosses] == [[share]]
    assert given.tables["ranking"].rows().set_index("Key").loc["utility", "Share ranked wrongly"] == share


def test_measure_of_ones_own_is_ranked_like_any_other():
    own = measure("mine = 2 * tp / (2 * tp + fp + fn)").key
    given = asked("ranking", HALF, measure=[own], pairs=10_000)
    assert given.values["measures"][own]["share"] == given.values["measures"]["F1"]["share"]
    assert given.values["measures"][own]["form"] == "never"
    assert given.values["look"] == own
    assert given.sentence.startswith("**mine in 9.")


# How it is computed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "likely", "drawn"),
    [
        ("uniform", "every way of valuing equally likely", "uniform on the hexagon"),
        (
            "gaussian",
            "values near those of accuracy more likely",
            "normal about its middle with deviation 1/3, cut at its edge",
        ),
    ],
)
def test_method(law, likely, drawn):
    method = asked("ranking", HALF, law=law, pairs=10_000).method
    text = method.replace("\n", " ")
    assert "10,000 pairs, seed 1." in text
    assert f"**True values**: {likely}; in the coordinates of the map of all values" in text
    assert drawn in text
    assert "$X\\,\\mathrm{TP} + Y\\,\\mathrm{TN}$" in text
    assert "\\sqrt{s (1-s) / n}" in text
    assert method.count("$") % 2 == 0
    for formula in re.findall(r"\$([^$]*)\$", method):
        assert formula.count("{") == formula.count("}")
    assert "{{" not in method
    assert "Tables are of 1,000 cases" in text
    assert set(TRUTHS) == {"uniform", "gaussian"}


def test_quartiles_that_are_said():
    """The square root of 1/4, 1/2 and 3/4, from 1/2 to 1."""
    method = asked("ranking", HALF, pairs=10_000).method
    quartiles = [float(text) for text in re.search(r"quartiles ([\d.]+), ([\d.]+), ([\d.]+)\)", method).groups()]
    assert quartiles == [round(0.5 + 0.5 * math.sqrt(part), 3) for part in (0.25, 0.5, 0.75)]
    cells = random_tables(0.5, 100_000, rng=np.random.default_rng(1))
    for rate in (cells.tp / 500, cells.tn / 500):
        assert np.quantile(rate, [0.25, 0.5, 0.75]) == pytest.approx(quartiles, abs=0.004)


def test_payoffs_that_rank_as_balanced_accuracy_are_not_said_to_yield_it():
    """With 1/f and 1/(1-f) a case yields TPR + TNR, which is twice balanced accuracy."""
    tp, tn, positives, negatives = 24, 42, 30, 70
    earned, balanced = (tp / 0.3 + tn / 0.7) / 100, (tp / positives + tn / negatives) / 2
    assert earned == pytest.approx(2 * balanced)
    method = asked("ranking", HALF, pairs=10_000).method.replace("\n", " ")
    assert "on one test set it ranks as the yield with payoffs 1/f and 1/(1-f) does" in method


# What may be chosen, and what is usual -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"law": "flat"}, 'law must be one of uniform, gaussian, got "flat"'),
        ({"error": "2"}, 'error must be between 0 and 0.5, got "2"'),
        ({"error": "nan"}, 'error must be between 0 and 0.5, got "nan"'),
        ({"error": "x"}, 'error must be between 0 and 0.5, got "x"'),
        ({"pairs": "5"}, 'pairs must be one of 10000, 100000, 1000000, got "5"'),
        ({"prevalence": "7"}, 'prevalence must be between 0.001 and 0.999, got "7"'),
        ({"values": "mine"}, 'values must be one of right, positives, yours, got "mine"'),
        ({"u": "1,2"}, 'u must be four numbers, TP,FP,FN,TN, such as 15,-335,-35,165, got "1,2"'),
        ({"measure": ["PP"]}, 'measure must be one that is offered here, got "PP"'),
    ],
)
def test_choice_that_cannot_be_used(given, problem):
    with pytest.raises(InputError, match=f"^{re.escape(problem)}$"):
        Choices.of(**given)


def test_measure_looked_at_must_be_one_of_those_chosen():
    with pytest.raises(InputError, match=r'^look must be one of ACC, F1, got "TNR"$'):
        asked("ranking", HALF, measure=["ACC", "F1"], look="TNR", pairs=10_000)
    assert list(Choices.offered("look", HALF, {"measure": ("F1", "ACC")})) == ["F1", "ACC"]


@pytest.mark.parametrize(("given", "error"), [("0.117", 0.125), (0.1, 0.1), (0, 0.0), ("0.49", 0.5)])
def test_error_is_the_nearest_that_is_tried(given, error):
    assert Choices.of(error=given).error == error


@pytest.mark.parametrize(
    ("data", "share"),
    [(Data(500, 258), 0.516), (Data(10, 0), 0.001), (Data(10, 10), 0.999), (counted(1, 3, 1, 15), 0.1)],
)
def test_share_of_positives_is_at_first_that_of_the_data(data, share):
    given = asked("ranking", data, pairs=10_000)
    rows = given.tables["classifiers"].rows()
    assert (rows["TP"] + rows["FN"]).tolist() == pytest.approx([1000 * share] * len(rows), abs=0.6)
    assert given.sentence == asked("ranking", HALF, pairs=10_000).sentence


def test_pairs_are_drawn_once_for_all_data_and_progress_is_told():
    ranking._ranked.cache_clear()
    shares = []
    with told_to(lambda share, doing: shares.append((share, doing))):
        first = asked("ranking", HALF, pairs=10_000)
        other = asked("ranking", Data(303, 139), pairs=10_000, error=0.3, look="F1", values="right", measure=["F1"])
    assert shares == [(1.0, "Drawing 10,000 pairs …")]
    pairs = [given.tables["error"].rows() for given in (first, other)]
    assert pairs[0].equals(pairs[1])
    assert ranking._ranked.cache_info().misses == 1
    asked("ranking", HALF, pairs=10_000, measure=["mine = tp - fp"])
    assert ranking._ranked.cache_info().misses == 2
