"""The numbers of groups, of comparisons, of changes and of plans, each with its interval or why it needs none."""

import math
from collections.abc import Mapping
from typing import Any

from ddcore.answers.base.words import signed
from ddcore.answers.groups.draw import RULES as RULE_TITLES
from ddcore.data import Data
from ddcore.formats import count, number, percent
from ddcore.measures import measure
from ddcore.report.document import Number
from ddcore.report.number_rows import FEW, Told, exact, measured
from ddcore.report.texts import Texts


def groups(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    """In how many groups the selected model fails, and where most; or the segments, or the rules, that are shown."""
    told = {"segments": _segments, "thresholds": _rules}.get(choices.show, _each_group)
    yield from told(values, texts)


def _segments(values: Mapping[str, Any], texts: Texts) -> Told:
    for found in values["segments"][:FEW]:
        name = " and ".join(f"{column}: {value}" for column, value in found["values"].items())
        yield from measured(texts.names["of_segment"].format(segment=name), found["score"], number, texts)
        yield from exact(texts.names["expected_there"].format(segment=name), found["expected"], number, texts.counted)


def _rules(values: Mapping[str, Any], texts: Texts) -> Told:
    for rule, found in values["rules"].items():
        title = RULE_TITLES[rule]
        if math.isnan(found["unseen_cost"]["value"]):
            yield from exact(texts.names["cost_here"].format(rule=title), found["cost"], number, texts.no_interval)
        else:
            yield from measured(texts.names["cost_unseen"].format(rule=title), found["unseen_cost"], number, texts)


def _each_group(values: Mapping[str, Any], texts: Texts) -> Told:
    states = values["models"][values["model"]]
    judged = sum(states[state] for state in ("behind", "unclear", "beats"))
    told = texts.names["groups_behind"].format(name=measure(values["measure"]).title)
    yield from exact(told, states["behind"], lambda many: f"{count(many)} of {count(judged)}", texts.exact)
    judged_ones = {
        name: found for name, found in values["of_model"].items() if found["state"] in ("behind", "unclear", "beats")
    }
    for name in sorted(judged_ones, key=lambda name: _shortest_first(judged_ones[name]))[:FEW]:
        told, found = texts.names["of_group"].format(group=name), judged_ones[name]
        if math.isnan(found["value"]):
            yield Number(name=told, text=number(math.nan), interval=texts.predicted_alike)
        yield from measured(told, found, number, texts)


def _shortest_first(found: Mapping[str, Any]) -> float:
    """What orders groups: those without a value first, as all their cases are predicted alike."""
    return -math.inf if math.isnan(found["value"]) else float(found["beyond_chance"])


def compare(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    """Both scores, their difference and its p value."""
    key = values["judge"]
    name = texts.names["worth_of_case"] if key == "worth" else key if key in ("AUC", "AP") else measure(key).title
    found = values["measures"][key]
    for side in ("first", "second"):
        told = texts.names["score_of"].format(name=name, model=values[side])
        yield from measured(told, found[f"of_{side}"], number, texts)
    yield from measured(texts.names["difference"].format(name=name), found["difference"], number, texts)
    how = texts.exact if found["exact"] else texts.approximate
    yield from exact(texts.names["p_difference"].format(name=name), found["p"], number, how)


def change(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    """The change of the measure, its parts, and what the scores tell of the new cases."""
    key = choices.measure[0]
    found = values["measures"].get(key)
    if found is not None:
        name = measure(key).title
        for part, told in (("change", "changed"), ("share", "changed_share"), ("classifier", "changed_classifier")):
            yield from measured(texts.names[told].format(name=name), found[part], signed, texts)
    if "expected" in values:
        expected = values["expected"]
        share = expected["share_of_mix" if expected["assumption"] == "mix" else "share_by_scores"]
        yield from measured(texts.names["share_by_scores"], share, percent, texts)
    yield from exact(texts.names["drift"], values["drift"]["distance"], percent, texts.counted)


def plan(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    """The least numbers of cases for the verdict, for a narrow interval and for two models, and what they cost."""
    name = measure(values["measure"]).title
    for level, found in values["least"].items():
        told = texts.names["cases_needed"].format(name=name, share=percent(float(level)))
        yield from exact(told, found["steady"], number, texts.exact if found["exact"] else texts.by_normal_law)
    here, width, apart = values["here"], values["width"], values["apart"]
    told = texts.names["verdict_here"].format(name=name, cases=number(here["cases"]))
    yield from exact(told, here["probability"], percent, texts.exact)
    if width["cases"] is not None:
        told = texts.names["cases_narrow"].format(name=name, width=number(width["wanted"]))
        yield from exact(told, width["cases"], number, texts.exact)
    for way in ("natural", "cheapest"):
        if values[way] is not None:
            yield from exact(texts.names[f"cost_{way}"], values[way]["cost"], number, texts.exact)
    for level, cases in apart["paired"].items():
        if cases is not None:
            told = texts.names["cases_apart"].format(gain=percent(apart["gain"]), share=percent(float(level)))
            yield from exact(told, cases, number, texts.exact)
