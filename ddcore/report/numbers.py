"""The numbers that carry an answer, each with its interval or the reason why it needs none: a row a question."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ddcore.answers import QUESTIONS
from ddcore.answers.money import Money
from ddcore.answers.options import Options
from ddcore.answers.totals import WHOLE
from ddcore.data import Data
from ddcore.formats import number, p_text, percent
from ddcore.measures import measure
from ddcore.report.document import Number
from ddcore.report.texts import ENGLISH, Texts

Writer = Callable[[float], str]
Told = Iterator[Number]

FEW = 3
"""Measures that are told one by one."""


def numbers_of(question: str, values: Mapping[str, Any], data: Data, choices: Options) -> tuple[Number, ...]:
    """The numbers of an answer, by the values that it gives; `choices` are those in force."""
    rows = NUMBERS.get(question)
    return () if rows is None or not values else tuple(rows(values, data, choices, ENGLISH))


def measured(name: str, value: Mapping[str, Any] | None, write: Writer, texts: Texts, turned: bool = False) -> Told:
    """A number with the ends of its interval, `turned` where it is written with the other sign; none without one."""
    if value is None or value["value"] is None or math.isnan(value["value"]):
        return
    low, high = value["low"], value["high"]
    if low is None or math.isnan(low):
        told = texts.no_interval
    elif low == high == value["value"]:
        told = texts.exact
    else:
        first, last = (high, low) if turned else (low, high)
        told = f"{write(first)} to {write(last)}"
    yield Number(name=name, text=write(value["value"]), interval=told)


def exact(name: str, text: str, how: str) -> Number:
    """A number that no other cases would change, or that was counted on these."""
    return Number(name=name, text=text, interval=how)


def _verdict(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    model = values["models"][data.name]
    yield from measured("Distance from chance to perfect, on average", model["beyond_chance"], percent, texts)
    yield from measured("AUC", model["auc"], number, texts)
    for key in choices.measure[:FEW]:
        found = model["measures"].get(key)
        if found is not None:
            name = measure(key).title
            yield from measured(name, found, number, texts)
            yield exact(f"{name} without skill, at best", number(found["baseline"]), texts.exact)
    if math.isfinite(model["log10_p"]):
        told = p_text(model["log10_p"])
        yield exact("Probability that random guessing does as well", told, texts.exact)


def _baselines(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key in choices.measure[: 2 * FEW]:
        name = measure(key).title
        yield exact(f"{name} without skill, at best", number(values["measures"][key]["baseline"]), texts.exact)


def _expectation(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in values["measures"].items():
        name = measure(key).title
        told = f"{name}, mean of random guesses that call {percent(values['theta'])} positive"
        yield exact(told, number(found["expectation"]), texts.exact)
        yield exact(f"{name}, highest mean of random guesses", number(found["highest"]), texts.exact)


def _rescaled(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in list(values["models"][data.name]["measures"].items())[: 2 * FEW]:
        yield from measured(f"{measure(key).title}, beyond chance", found["beyond_chance"], percent, texts)


def _prevalence(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    share = values["prevalence"]
    scores = _scores_at(data, share, choices.measure)
    for key, found in values["measures"].items():
        name = measure(key).title
        if key in scores:
            yield from measured(f"{name} where {percent(share)} are positive", scores[key], number, texts)
        told = f"{name} without skill, at best, where {percent(share)} are positive"
        yield exact(told, number(found["baseline"]), texts.exact)


def _scores_at(data: Data, share: float, measures: tuple[str, ...]) -> Mapping[str, Any]:
    """The scores where another share is positive, with the intervals of the cases at hand."""
    if not (0 < share < 1 and 0 < data.positives < data.total):
        return {}
    verdict = QUESTIONS["verdict"]
    there = verdict.ask(data.at_share(share), verdict.choices.of(measure=measures))
    found: Mapping[str, Any] = there.values["models"][data.name]["measures"]
    return found


def _folds(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    yield from measured("Distance from guessing to perfect, over the parts", values["beyond_guesser"], percent, texts)
    yield exact("Threshold", number(values["cutoff"]), "chosen on these cases")


def _curves(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    model = values["models"][data.name]
    yield from measured("AUC", model["auc"], number, texts)
    if "calibration_slope" in model:
        yield from measured("Calibration slope (1 is best)", model["calibration_slope"], number, texts)
        yield from measured("Calibration intercept (0 is best)", model["calibration_intercept"], number, texts)


def _likelihood(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    model = values["models"][data.name]
    yield from measured("AUC of the scores", model["areas"]["before"], number, texts)
    yield from measured("AUC of the evidence on unseen cases", model["areas"]["unseen_cases"], number, texts)
    yield from measured("Gain on unseen cases", model["gains"]["unseen_cases"], number, texts)


def _thresholds(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    key = choices.measure[0] if isinstance(choices.measure, tuple) else choices.measure
    found = values["models"][data.name]["measures"].get(key)
    if found is not None:
        name = measure(key).title
        yield from measured(f"Best threshold for {name}", found["threshold"], number, texts)
        yield from measured(f"{name} there, on unseen cases", found["held_out"], number, texts)


def _ensemble(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for name, way in values["ways"].items():
        if way["kind"] in ("alone", "together", "stacked"):
            yield from measured(f"AUC, {name}", way["auc"], number, texts)


def _utility(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    """The model looked at, and the better constant answer; for a period both totals."""
    best = max(values["constants"], key=lambda name: values["constants"][name]["yield"]["value"])
    shown = {data.name: values["models"][data.name], best: values["constants"][best]}
    money = Money.of(choices, choices.utility(data), *(found["yield"]["value"] for found in shown.values()))
    for name, found in shown.items():
        yield from _amount(f"of a case: {name}", found["yield"], money, texts)
    for name in shown:
        total = (values.get("totals") or {}).get(name)
        if total is not None:
            yield from _amount(f"of {_period(choices)}: {name}", total["total"], _wide(money, total["total"]), texts)


def _costs(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    yield from measured("Best threshold at these prices", values["best_threshold"], number, texts)
    held_out = values["held_out"]["best"]
    money = Money.of(choices, choices.utility(data), held_out["value"])
    yield from _amount("of an unseen case at the best threshold", held_out, money, texts)
    for name, told in (("all", "always"), ("none", "never")):
        lead = values["leads"].get(name)
        yield from _more(f"than {told} predicting positive, an unseen case", lead, money, texts)
    totals = values.get("totals")
    if totals is not None:
        total, more = totals["total"], totals["more_than_constant"]
        wide = _wide(money, total)
        yield from _amount(f"of {_period(choices)}", total, wide, texts)
        yield from _more(f"than the better constant answer, {_period(choices)}", more, wide, texts)


def _amount(of: str, value: Mapping[str, float], money: Money, texts: Texts) -> Told:
    """An amount, with its unit in the name."""
    what = "Cost" if money.as_costs else "Worth"
    yield from measured(f"{what} {of}{_unit(money)}", value, money.amount, texts, turned=money.as_costs)


def _more(than: str, value: Mapping[str, float] | None, money: Money, texts: Texts) -> Told:
    """By how much something is worth more, or costs less."""
    plus = replace(money, sign=1)
    what = "Less cost" if money.as_costs else "More worth"
    yield from measured(f"{what} {than}{_unit(money)}", value, plus.amount, texts)


def _unit(money: Money) -> str:
    return f" ({money.unit})" if money.unit else ""


def _wide(money: Money, total: Mapping[str, float]) -> Money:
    """How the total of a period is written: from a thousand on without decimals."""
    largest = abs(total["value"])
    return replace(money, span=max(largest, WHOLE) if largest >= 1000 else largest or money.span)


def _refer(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    band = values["band"]
    yield exact("Share of these cases that a person sees", percent(band["share"]), texts.counted)
    yield from measured("On unseen cases, of those that the model decides", values["held_out"], number, texts)
    yield from measured("More than without referring, on unseen cases", values["lead"], number, texts)


def _lending(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for name, told in WAYS.items():
        way = values["ways"].get(name)
        if way is not None:
            yield from measured(f"Earned of 100 applied for, {told}", _times(way["profit"], 100), number, texts)


WAYS = {"margin": "one margin for all", "cutoff": "a threshold on the risk", "system": "the same rates, where they pay"}


def _ranking(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in ((key, values["measures"].get(key)) for key in ("ACC", values["look"])):
        if found is not None:
            reach = 1.96 * found["standard_error"]
            ends = {"value": found["share"], "low": max(0.0, found["share"] - reach), "high": found["share"] + reach}
            yield from measured(f"Pairs that {measure(key).title} ranks wrongly", ends, percent, texts)


def _times(value: Mapping[str, float], times: float) -> dict[str, float]:
    return {name: times * part for name, part in value.items()}


def _period(choices: Any) -> str:
    cases = "" if choices.volume is None else f" of {number(choices.volume)} cases"
    return f"a {choices.period}{cases}"


NUMBERS: Mapping[str, Callable[[Mapping[str, Any], Data, Any, Texts], Told]] = {
    "verdict": _verdict,
    "baselines": _baselines,
    "expectation": _expectation,
    "rescaled": _rescaled,
    "prevalence": _prevalence,
    "folds": _folds,
    "curves": _curves,
    "likelihood": _likelihood,
    "thresholds": _thresholds,
    "ensemble": _ensemble,
    "utility": _utility,
    "ranking": _ranking,
    "costs": _costs,
    "refer": _refer,
    "lending": _lending,
}
"""What tells the numbers of each question."""
