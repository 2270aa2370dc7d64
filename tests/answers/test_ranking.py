"""How often a measure picks the wrong classifier: the paper's numbers, every sentence and note, tables by hand."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers import ranking
from ddcore.data import Data
from ddcore.decisions.admissible import MisrankedPair, misranked_pair
from ddcore.decisions.ranking import MisrankedByError
from ddcore.decisions.utility import Utility
from ddcore.figures.theme import THEMES
from ddcore.measures import MEASURES, measure
from ddcore.samples.stories import STORIES
from tests.helpers.answers import asked, notes
from tests.helpers.lines import escaped
from tests.helpers.ranking_answers import CELLS, HALF, MADE, PAIR, PAPER, RIGHT, ROUGH, known, sampled
from tests.oracles import DEFINITIONS

NOWHERE = "= sqrt(tp / m - 0.9999)"
"""A measure of one's own that has a value on almost no table."""
CONSTANT = "= p / m"
FACTORY_DATA = Data(500, 250, sample=STORIES["factory"])


@pytest.fixture
def told(monkeypatch):
    """The answer where the shares are made up."""

    def told_of(ranked, keys, **choices):
        every = {key: 0.1 for key, row in MEASURES.items() if row.judges}
        full = replace(ranked, share=every | dict.fromkeys(keys, 0.1) | ranked.share)
        monkeypatch.setattr(ranking, "_ranked", lambda *given: full)
        return asked("ranking", Data(500, 150), measure=keys, **choices)

    return told_of


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
            "up to the largest error tried, 0.3.",
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
        "wrong-pair": "With the prices of the third chart Accuracy prefers a classifier with TP 300, FP 308, FN 0, "
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
        # On half positive cases it is 0 for all, and on unseen cases it is recall.
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
