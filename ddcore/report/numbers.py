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


def exact(name: str, value: float, write: Writer, how: str) -> Told:
    """A number that is computed and not estimated, or how it came to be; none where it has no value."""
    if not math.isnan(value):
        yield Number(name=name, text=write(value), interval=how)


def _verdict(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    model = values["models"][data.name]
    yield from measured("Distance from chance to perfect, on average", model["beyond_chance"], percent, texts)
    if data.several:
        told = "Distance of the one picked as best, on unseen cases"
        yield from measured(told, values["unseen_best"], percent, texts)
    for key in choices.measure[:FEW]:
        found = model["measures"].get(key)
        if found is not None:
            name = measure(key).title
            yield from measured(name, found, number, texts)
            yield from exact(f"{name} without skill, at best", found["baseline"], number, texts.exact)
        if key == choices.measure[0]:
            yield from measured("AUC", model["auc"], number, texts)
    yield from exact("Probability that random guessing does as well", model["log10_p"], p_text, texts.exact)


def _baselines(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key in choices.measure[: 2 * FEW]:
        name = measure(key).title
        yield from exact(f"{name} without skill, at best", values["measures"][key]["baseline"], number, texts.exact)


def _expectation(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in values["measures"].items():
        name = measure(key).title
        told = f"{name}, mean of random guesses that call {percent(values['theta'])} positive"
        yield from exact(told, found["expectation"], number, texts.exact)
        yield from exact(f"{name}, highest mean of random guesses", found["highest"], number, texts.exact)


def _rescaled(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in list(values["models"][data.name]["measures"].items())[: 2 * FEW]:
        yield from measured(f"{measure(key).title}, beyond chance", found["beyond_chance"], percent, texts)


def _prevalence(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    share = values["prevalence"]
    scores = _scores_at(data, share, choices.measure)
    verdict = QUESTIONS["verdict"].ask(data, QUESTIONS["verdict"].choices.of(measure=choices.measure))
    here = verdict.values["models"][data.name]["measures"]
    for key, found in values["measures"].items():
        name = measure(key).title
        if key in scores:
            yield from measured(f"{name} where {percent(share)} are positive", scores[key], number, texts)
        there = f"where {percent(share)} are positive"
        yield from measured(f"{name} of these cases", here.get(key), number, texts)
        yield from exact(f"{name} of tossing a coin, {there}", found["guesser"], number, texts.exact)
        yield from exact(f"{name} without skill, at best, {there}", found["baseline"], number, texts.exact)


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
    on_others = values["chosen_on_others"]
    yield from exact("The same on unseen cases", on_others, percent, texts.no_interval)
    yield from exact("Threshold", values["cutoff"], number, texts.picked)


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
    """The model looked at, the one worth most, and the better constant answer; for a period their totals."""
    best = _worth_most(values["models"])
    shown = {name: values["models"][name] for name in dict.fromkeys((data.name, best))}
    constant = _worth_most(values["constants"])
    shown[constant] = values["constants"][constant]
    money = Money.of(choices, choices.utility(data), *(found["yield"]["value"] for found in shown.values()))
    for name, found in shown.items():
        yield from _amount(f"of a case: {name}", found["yield"], money, texts)
    for name in shown:
        total = (values.get("totals") or {}).get(name)
        if total is not None:
            yield from _amount(f"of {_period(choices)}: {name}", total["total"], _wide(money, total["total"]), texts)


def _worth_most(found: Mapping[str, Any]) -> str:
    return max(found, key=lambda name: found[name]["yield"]["value"])


def _costs(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    yield from measured("Best threshold at these prices", values["best_threshold"], number, texts)
    told = "Best threshold on true probabilities"
    yield from exact(told, values["posterior_threshold"], number, texts.exact)
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


def _wide(money: Money, total: Mapping[str, float] | None) -> Money:
    """How the total of a period is written: from a thousand on without decimals."""
    if total is None:
        return money
    largest = abs(total["value"])
    return replace(money, span=max(largest, WHOLE) if largest >= 1000 else largest or money.span)


def _refer(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    band = values["band"]
    yield from exact("Share of these cases that a person sees", band["share"], percent, texts.counted)
    for end, told in (("low", "Referred from a score of"), ("high", "Referred to below a score of")):
        if math.isfinite(band[end]):
            yield from exact(told, band[end], number, texts.picked)
    yield from exact("On these cases, nobody referred", values["nobody_referred"]["value"], number, texts.picked)
    yield from exact("On these cases, of those that the model decides", band["value"], number, texts.picked)
    yield from measured("On unseen cases, of those that the model decides", values["held_out"], number, texts)
    yield from measured("More than without referring, on unseen cases", values["lead"], number, texts)


def _lending(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for name, told in WAYS.items():
        way = values["ways"].get(name)
        if way is not None:
            yield from measured(f"Earned of 100 applied for, {told}", _times(way["profit"], 100), number, texts)
            if name != "margin":
                yield from measured(f"More than one margin for all, {told}", way["more"], percent, texts)
    yield from exact("Threshold on the risk", values["last_risk"], number, texts.picked)


WAYS = {"margin": "one margin for all", "cutoff": "a threshold on the risk", "system": "the same rates, where they pay"}


def _ranking(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key in dict.fromkeys(("ACC", values["look"])):
        if key in values["measures"]:
            found = _with_error(values["measures"][key])
            yield from measured(f"Pairs that {measure(key).title} ranks wrongly", found, percent, texts)
    off = number(values["payoffs"]["error"])
    told = f"Pairs that payoffs rank wrongly which may each be off by {off}"
    yield from measured(told, _with_error(values["payoffs"]), percent, texts)


def _with_error(found: Mapping[str, float]) -> dict[str, float]:
    """A share of pairs that were drawn, with the ends that its standard error gives."""
    share, reach = found["share"], 1.96 * found["standard_error"]
    return {"value": share, "low": max(0.0, share - reach), "high": min(1.0, share + reach)}


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
