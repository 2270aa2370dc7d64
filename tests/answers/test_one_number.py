"""One quantity of the same data has one value and one interval, whichever question tells it."""

import math
from collections import defaultdict
from functools import cache

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.answers.base.question import QUESTIONS
from tests.helpers.answers import asked, numbers
from tests.helpers.loops import nonempty

QUICK = ("verdict", "rescaled", "curves", "compare", "compare, parts", "change", "groups")
PARTS = {"first": "period: now", "second": "period: then"}
ASKED = {
    **{name: (name, {}) for name in QUESTIONS},
    "compare, parts": ("compare", PARTS),
    "compare, worth": ("compare", {"judge": "worth", "u": (0, -1, -1, 0)}),
    "change": ("change", {"by": "period"}),
    "groups": ("groups", {"column": "period", "measure": ("F1",)}),
    "cases, in use": ("cases", {"prevalence": 0.1}),
}


@cache
def data():
    """Two models of the same cases in two periods of unlike sizes."""
    rng, size = np.random.default_rng(4), 251
    ill, base = rng.random(size) < 0.35, rng.normal(size=size)
    scores = [
        1 / (1 + np.exp(-(shift * (ill - 0.5) + 0.6 * base + own * rng.normal(size=size))))
        for shift, own in ((2.0, 0.8), (1.2, 0.9))
    ]
    period = np.where(np.arange(size) < 137, "then", "now")
    return pd.DataFrame({"truth": np.where(ill, "ill", "well"), "A": scores[0], "B": scores[1], "period": period})


@cache
def file(kind="scores"):
    """The same cases with scores, with labels, with weights or in clusters."""
    frame, roles = data().copy(), {"score": ["A", "B"]}
    if kind == "labels":
        frame[["A", "B"]] = np.where(frame[["A", "B"]] >= 0.5, "ill", "well")
        roles = {"label": ["A", "B"]}
    elif kind == "weights":
        frame["weight"] = np.random.default_rng(3).uniform(0.5, 4, len(frame))
        roles["weight"] = "weight"
    elif kind == "clusters":
        frame["patient"] = np.arange(len(frame)) // 3
        roles["cluster"] = "patient"
    return ddcore.read(frame, positive="ill", truth="truth", group=["period"], **roles)


@cache
def answer(name, kind="scores"):
    question, choices = ASKED[name]
    return asked(question, file(kind), **choices)


def values(name, kind="scores"):
    return answer(name, kind).values


def measured(found, path=()):
    """Every number with an interval that has a width, by where it stands; a band of thresholds is none."""
    if isinstance(found, dict):
        if isinstance(found.get("value"), int | float) and isinstance(found.get("low"), int | float):
            ends = tuple(float(found[name]) for name in ("value", "low", "high"))
            if math.isfinite(sum(ends)) and ends[1] < ends[2] and ends[1] <= ends[0] <= ends[2]:
                yield path, ends
        for key, part in found.items():
            yield from measured(part, (*path, str(key)))
    elif isinstance(found, list | tuple):
        for place, part in enumerate(found):
            yield from measured(part, (*path, str(place)))


def kind(name, path):
    """What tells apart quantities that may have one value by chance or by construction; "" for most."""
    question = name.partition(",")[0]
    if path[-1] in ("threshold", "best_threshold"):
        # The ends are best thresholds of resamples, each measure having its own; accuracy and costs are one.
        return f"threshold for {'ERR' if len(path) < 2 or path[-2] == 'ACC' else path[-2]}"
    if question == "likelihood" and path[-1] in ("before", "after", "gain", "unseen_cases"):
        # Paired, with the variance of what is learned in folds; what the scores have as they are is the same by value.
        return f"likelihood, {'' if path[:2] == ('areas', 'before') else path[-1]}"
    if "tenths" in path:
        # Shares of few cases, which may equal each other and another measure by chance.
        return f"tenth {path[path.index('tenths') + 1]} of {path[: path.index('tenths')]}"
    if "rescaled" in path or "expected" in path:
        # Another scale below chance; what would be if nothing but the share of positives had moved.
        return f"{path[0]}, another name"
    if any("share_drawn" in part for part in path):
        # Where the share of positives is luck, too.
        return "share drawn"
    if question == "ensemble" and any("read" in part for part in path):
        return "ensemble, learned in folds"
    if question in ("actions", "cases") and "labels" not in path:
        # The share of each class is drawn for actions, and kept for cases.
        return question
    if question == "utility" or "worth" in path:
        # Both classes are kept; a share of all cases has Wilson's interval.
        return "worth"
    return ""


def contradictions(names, cases="scores"):
    """Numbers of one value, but for the sign, that have several intervals: where each of them stands."""
    by_value = defaultdict(list)
    for name in names:
        for path, (value, low, high) in measured(values(name, cases)):
            ends = (low, high) if value > 0 else (-high, -low)
            by_value[round(abs(value), 9), kind(name, path)].append((name, path, ends))
    assert sum(len(found) > 1 for found in by_value.values()) > 40
    return {
        value: found
        for value, found in by_value.items()
        if any(ends != pytest.approx(found[0][2], rel=1e-6, abs=1e-9) for *_, ends in found)
    }


def test_numbers_of_one_value_have_one_interval():
    assert contradictions(QUICK) == {}


@pytest.mark.full
def test_numbers_of_one_value_have_one_interval_in_all_questions():
    assert contradictions(ASKED) == {}


@pytest.mark.full
@pytest.mark.parametrize("cases", ["labels", "weights", "clusters"])
def test_numbers_of_other_cases_have_one_interval(cases):
    """Groups have the design effects of all cases, and not of their own few."""
    slow = {"baselines", "expectation", "plan", "ranking", "lending"} | ({"groups"} if cases == "clusters" else set())
    assert contradictions([name for name in ASKED if name not in slow], cases) == {}


def ends(found):
    return {name: found[name] for name in ("value", "low", "high")}


def same(found, peer, sign=1):
    expected = ends(peer) if sign > 0 else {"value": -peer["value"], "low": -peer["high"], "high": -peer["low"]}
    return ends(found) == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)


def test_scores_of_a_model_by_each_question():
    verdict = values("verdict")["models"]
    area = verdict["A"]["auc"]
    for peer in nonempty(
        [
            values("curves")["models"]["A"]["auc"],
            values("folds")["scores"]["A"]["AUC"],
            values("rescaled")["models"]["A"]["scores"]["AUC"],
            values("compare")["measures"]["AUC"]["of_first"],
            values("reach")["auc"],
        ]
    ):
        assert same(peer, area)
    compared = values("compare")["measures"]
    for key in nonempty(key for key in compared if key in verdict["A"]["measures"]):
        assert same(compared[key]["of_first"], verdict["A"]["measures"][key]), key
        assert same(compared[key]["of_second"], verdict["B"]["measures"][key]), key
        rescaled = values("rescaled")["models"]["A"]["measures"].get(key, {}).get("score")
        assert rescaled is None or same(rescaled, verdict["A"]["measures"][key])
    for key in nonempty(("AUC", "AP")):
        assert same(compared[key]["of_second"], verdict["B"]["scores"][key])
    worth = values("compare, worth")["measures"]["worth"]
    assert same(worth["of_first"], asked("utility", file(), u=(0, -1, -1, 0)).values["models"]["A"]["yield"])


def test_parts_of_the_cases_by_each_question():
    """Two periods, as compared, as changed, as groups and each in a file of its own."""
    compared, changed = values("compare, parts")["measures"], values("change")
    for key in nonempty(changed["measures"]):
        assert same(changed["measures"][key]["change"], compared[key]["difference"]), key
    for key in nonempty(("TPR", "FPR", "AUC")):
        assert same(changed["rates"][key]["difference"], compared[key]["difference"])
        assert changed["rates"][key]["p"] == compared[key]["p"]
    for side, period in nonempty((("of_first", "now"), ("of_second", "then"))):
        own = data()[data().period == period]
        read = ddcore.read(own, positive="ill", truth="truth", score=["A", "B"])
        alone = asked("verdict", read).values["models"]["A"]
        for key in nonempty(key for key in compared if key in alone["measures"]):
            assert same(compared[key][side], alone["measures"][key]), key
        assert same(compared["AUC"][side], alone["auc"])
        assert same(values("groups")["of_model"][period], alone["measures"]["F1"])


def test_differences_of_two_models_by_each_question():
    compared = values("compare")["measures"]
    assert same(values("curves")["models"]["B"]["lead"], compared["AUC"]["difference"], -1)


@pytest.mark.full
def test_best_threshold_of_thresholds_is_that_of_costs_at_equal_prices():
    found, costs = values("thresholds")["models"]["A"]["measures"]["ERR"], values("costs")
    assert same(found["threshold"], costs["best_threshold"])
    assert same(found["held_out"], costs["held_out"]["best"], -1)


def test_labels_say_what_precision_says():
    called = ddcore.counts(tp=19, fp=9, fn=7, tn=60)
    for share in nonempty((None, 0.1)):
        verdict = asked("verdict", called, prevalence=share, measure=("PPV",)).values
        there = verdict["models"][called.name]["measures"]["PPV"]
        if share is not None:
            there = asked("verdict", called.at_share(share), measure=("PPV",)).values["models"][called.name][
                "measures"
            ]["PPV"]
        assert same(asked("cases", called, prevalence=share).values["labels"]["positive"], there)


def test_a_report_says_of_no_estimate_that_it_is_exact():
    """Accuracy stood with an interval on its first page and as "exact" among the numbers of a comparison."""
    intervals = defaultdict(set)
    for name in nonempty(("verdict", "compare", "compare, parts", "compare, worth", "curves", "change", "groups")):
        for _, text, interval in numbers(answer(name)):
            intervals[text].add(interval)
    verdict = values("verdict")["models"]["A"]["measures"]["ACC"]
    assert intervals[f"{verdict['value']:.3f}"] == {f"{verdict['low']:.3f} to {verdict['high']:.3f}"}
