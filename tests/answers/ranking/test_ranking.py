"""How often a measure picks the wrong classifier: the paper's numbers, every sentence and note, tables by hand."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers import ranking
from ddcore.data import Data
from ddcore.decisions.admissible import MisrankedPair
from ddcore.decisions.ranking import MisrankedByError
from ddcore.decisions.utility import Utility
from ddcore.figures.theme import THEMES
from ddcore.measures import MEASURES, measure
from ddcore.samples.stories import STORIES
from tests.helpers.answers import asked, holds, notes
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
        monkeypatch.setattr(ranking, "misranked", lambda *given: full)
        return asked("ranking", Data(500, 150), measure=keys, **choices)

    return told_of


@pytest.mark.parametrize("law", PAPER)
def test_shares_are_those_of_another_program(law):
    """Four standard errors: among the first 10,000 pairs recall of negatives, of all measures, is off by 3.5."""
    given = asked("ranking", HALF, law=law, pairs=10_000)
    by_error = given.tables["error"].rows()
    for key, share in PAPER[law].items():
        found = given.values["measures"][key]["share"]
        assert found == pytest.approx(share, abs=0.04 * math.sqrt(share * (1 - share))), key
    for off, share in ROUGH[law].items():
        (found,) = by_error.loc[np.isclose(by_error["Error"], off), "Share ranked wrongly"]
        assert found == pytest.approx(share, abs=0.04 * math.sqrt(share * (1 - share)) + 5e-5), off
    assert given.values["payoffs"]["share"] == by_error["Share ranked wrongly"][4]
    # A measure is the better guide from where its line is crossed.
    for key in ("ACC", "F1"):
        share, off = (given.values["measures"][key][name] for name in ("share", "better_than_payoffs_off_by"))
        assert np.interp(off, by_error["Error"], by_error["Share ranked wrongly"]) == pytest.approx(share)
        before = by_error.loc[by_error["Error"] < off, "Share ranked wrongly"]
        assert len(before) > 3
        assert (before <= share).all()
    assert math.isnan(given.values["measures"]["TPR"]["better_than_payoffs_off_by"])


@pytest.mark.parametrize(
    ("keys", "error", "parts"),
    [
        (
            ["MCC", "ACC"],
            0.1,
            ("**Matthews correlation has no value", "Accuracy picks the wrong model in 5 %", "0.1 in 4 %."),
        ),
        (
            ["ACC", "MCC"],
            0.1,
            ("**Accuracy picks the wrong model in 5 %", "**, Matthews correlation has no value", "0.1 in 4 %."),
        ),
        (["ACC"], 0.1, ("**Accuracy picks the wrong model in 5 %", "**; payoffs", "0.1 in 4 %.")),
        (["ACC", "F1"], 0.15, ("**Accuracy picks the wrong model in 5 %", "**, F1 in 10 %;", "0.15 in 5 %.")),
        (["TPR", "ACC"], 0.3, ("**Recall picks the wrong model in 25 %", "**, Accuracy in 5 %;", "0.3 in 13 %.")),
    ],
)
def test_sentence(told, keys, error, parts):
    assert holds(told(MADE, keys, error=error).sentence, *parts)


def test_sentence_of_a_measure_without_a_value():
    """Its share is none of pairs: it is not so and so often wrong."""
    given = asked("ranking", HALF, measure=["ACC", NOWHERE], pairs=10_000)
    (name,) = re.findall(r"of pairs\*\*, (.*) has no value in these pairs; payoffs", given.sentence)
    assert name == escaped(measure(NOWHERE).name)


def test_reason(told):
    """Overtaken half way from 4 % at 0.1 to 6 % at 0.2; and never."""
    never = MisrankedByError("uniform", 100, np.array([0.0, 0.3]), np.array([0.0, 0.04]), {"ACC": 0.05})
    assert "about **0.15** of" in told(MADE, ["ACC"]).reason
    assert told(never, ["ACC"]).reason.endswith("tried, 0.3.")


def test_notes_of_accuracy():
    said = known("ACC")
    assert list(said) == ["one-set-of-payoffs", "wrong-pair", "better-from-error", "pairs-drawn"]
    preferred = "0.661 for TP 300, FP 308, FN 0, TN 392", "−34.00 EUR"
    assert holds(said["wrong-pair"], *preferred, "0.545 for TP 150, FP 100, FN 150, TN 600", "**62.50 EUR**")
    assert "than 0.15," in said["better-from-error"]
    assert holds(said["pairs-drawn"], "10,000 pairs", " 0.40 ")


def why(key, share=0.3):
    """The code and the text of the first note, of shares that are made up."""
    ranked = MisrankedByError("uniform", 100, np.array([0.0, 0.1]), np.array([0, 0.2]), {key: 0.1})
    return next(iter(known(key, share=share, ranked=ranked).items()))


def test_measures_that_rank_as_one_set_of_payoffs_or_none():
    """By hand: recall is TP in parts of a fixed P, the rate of errors is 1 less accuracy."""
    rows = {"ACC": (1, 0, 0, 1), "ERR": (1, 0, 0, 1), "TPR": (1, 0, 0, 0), "TNR": (0, 0, 0, 1), "FPR": (0, 0, 0, 1)}
    for key, payoffs in rows.items():
        code, text = why(key)
        listed = ", ".join(f"{name.upper()} {payoff}" for name, payoff in zip(CELLS, payoffs, strict=True))
        assert code == "one-set-of-payoffs"
        assert holds(text, f"*{escaped(measure(key).title)} ", f": {listed}. ")
    assert {why(key)[0] for key in ("F1", "PPV", "MCC", "FM", "kappa")} == {"no-payoffs"}


def test_balanced_accuracy_ranks_by_other_payoffs_on_each_test_set():
    """1/f against 1/(1-f)."""
    times = {0.3: "2.333 times", 0.8: "0.250 times", 0.1: "9 times", 0.5: "as much as", 0.002: "499 times"}
    for share, shown in times.items():
        code, text = why("BACC", share)
        assert code == "payoffs-of-test-set"
        assert holds(text, r"*Balanced accuracy \(BACC\)", f"{100 * share:g} %", f"counts {shown}")


def test_a_measure_that_ranks_none_is_no_guide():
    """It is never wrong because it never says anything: so no pair is named, and no error."""
    ranked = sampled([CONSTANT, "ACC"])
    assert ranked.share[CONSTANT] == 0
    given = known(CONSTANT, None, RIGHT, ranked=ranked)
    assert list(given) == ["no-rank", "pairs-drawn"]
    assert given["no-rank"].startswith(r"*p \/ m is")


def test_no_pair_that_is_ranked_wrongly():
    assert list(known("ACC", None))[1] == "no-wrong-pair"
    for look, choices in (
        ("TPR", {"values": "positives"}),
        ("BACC", {"u": (5, 0, 0, 5), "prevalence": 0.5}),
        ("BACC", {"u": (9, 0, 0, 1), "prevalence": 0.1}),
    ):
        given = asked("ranking", HALF, look=look, pairs=10_000, **choices)
        assert "no-wrong-pair" in notes(given)
        assert given.values["wrong_pair"] is None
        assert "No pair" in given.figures["tables"].words


def test_units_stand_letter_by_letter():
    pair = MisrankedPair(PAIR.better, PAIR.preferred, (0.625, -0.34), PAIR.scores)
    for unit in ("", "a|b", "$"):
        text = known("F1", pair, Utility(tp=1, fp=-1, fn=0, tn=0, unit=unit))["wrong-pair"]
        shown = f" {escaped(unit)}" if unit else ""
        assert holds(text, f"−0.340{shown} per case", f"**0.625{shown}**")


@pytest.mark.parametrize(
    ("look", "u", "prevalence"),
    [
        *((look, (15, -335, -35, 165), 0.5) for look in ("ACC", "F1", "BACC", "PPV")),
        ("ACC", (1, 0, 0, 1), 0.2),
        ("MCC", (9, -1, -30, 2), 0.75),
    ],
)
def test_pair_is_ranked_wrongly(look, u, prevalence):
    """Its counts make the yields and the scores that are said, in values, words and table."""
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
        assert rows["Worth per case"][place] == pair[which]["worth"]
        assert rows[look][place] == pair[which]["score"]
    assert pair["worth_more"]["worth"] > pair["preferred"]["worth"]
    assert pair["worth_more"]["score"] < pair["preferred"]["score"]


def test_error_from_which_on_a_measure_is_the_better_guide():
    """Between 6 % at 0.2 and 20 % at 0.4; recall is worse as far as was looked."""
    for key, error in (("F1", 0.2 + 0.2 * 4 / 14), ("BACC", 0.2 + 0.2 * 9 / 14)):
        assert f"than {error:.2f}, " in known(key)["better-from-error"]
    assert holds(known("TPR")["payoffs-better"], "0.4", r"Recall \(TPR\)")


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
    ("key", "share", "code", "parts"),
    [
        (LEANING, 0.5, "payoffs-of-test-set", ("50 %", "TP 1, FP 0, FN 0, TN 0.")),
        # 1/0.8 against 0.6/0.2, and 1/0.3 against -0.4/0.7, whose wrong answer is worth something.
        (LEANING, 0.8, "payoffs-of-test-set", ("80 %", "0.417")),
        (LEANING, 0.3, "payoffs-of-test-set", ("30 %", "TP 1, FP 0.171, FN 0, TN 0.")),
        ("= tn / n + tp / p * (p - n) / m", 0.5, "payoffs-of-test-set", ("50 %", "TP 0, FP 0, FN 0, TN 1.")),
        # On half positive cases it is 0 for all, and on unseen cases it is recall.
        ("= tp / p * (p - n) / m", 0.5, "payoffs-of-test-set-no-rank", ("50 %",)),
        ("= tp / p * (p - n) / m", 0.3, "payoffs-of-test-set", ("30 %", "TP 0, FP 0, FN 1, TN 0.")),
    ],
)
def test_payoffs_are_named_where_a_class_counts_nothing_or_less(key, share, code, parts):
    """No number of times is infinite or negative."""
    found, text = why(key, share)
    assert found == code
    assert holds(text, f"*{escaped(measure(key).title)} ", *parts)


def test_names_of_own_measures_stand_letter_by_letter():
    keys = ["net-gain = tp / m", "= tp / (tp + fp)"]
    given = asked("ranking", HALF, measure=keys, look=keys[1], pairs=10_000)
    first, second = (escaped(measure(key).title) for key in keys)
    assert "\\" in first
    assert holds(given.sentence, first, second)
    assert all(second in text for text in list(notes(given).values())[:3])


@pytest.mark.parametrize(
    ("values", "expected"), [("right", (1, 0, 0, 1)), ("positives", (1, 0, 0, 0)), ("yours", (15, -335, -35, 165))]
)
def test_values_of_the_third_chart_are_those_chosen(values, expected):
    given = asked("ranking", FACTORY_DATA, values=values, pairs=10_000)
    rows = given.tables["classifiers"].rows()
    cells = rows[["TP", "FP", "FN", "TN"]].to_numpy()
    assert rows["Worth per case"].tolist() == pytest.approx((cells @ np.array(expected) / cells.sum(axis=1)).tolist())
    title = given.figures["tables"].draw(THEMES["light"]).layout.xaxis.title.text
    assert ("EUR" in title) == (values == "yours")


def test_own_values_that_cannot_be_used_are_said_where_they_are_asked_for():
    given = asked("ranking", HALF, u=(5, 5, 5, 5), pairs=10_000)
    assert "all be equal" in notes(given)["own-values-unusable"]
    rows = given.tables["classifiers"].rows()
    assert rows["Worth per case"].tolist() == pytest.approx(((rows["TP"] + rows["TN"]) / 1000).tolist())
    assert "own-values-unusable" not in notes(asked("ranking", HALF, u=(5, 5, 5, 5), values="positives", pairs=10_000))


def test_numbers_are_shares_with_the_ends_of_their_standard_errors(told):
    answer = told(MADE, ["ACC", "F1"], look="F1", error=0.1)
    accuracy, shown, payoffs = answer.numbers
    for number, judge in zip(answer.numbers, ("Accuracy", "F1", "0.100"), strict=True):
        assert judge in number.label
    assert (accuracy.text, shown.text, payoffs.text) == ("5 %", "10 %", "4 %")
    reach = 1.959963985 * math.sqrt(0.05 * 0.95 / 10_000)
    assert (accuracy.value.low, accuracy.value.high) == pytest.approx((0.05 - reach, 0.05 + reach))
