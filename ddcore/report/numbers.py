"""The numbers that carry an answer, each with its interval or the reason why it needs none: a row a question."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ddcore.answers.base.money import WHOLE, Money
from ddcore.answers.base.options import Options
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.reach import auc_text
from ddcore.answers.utility.risk import UTILS
from ddcore.data import Data
from ddcore.formats import number, percent
from ddcore.measures import measure
from ddcore.report import numbers_compared
from ddcore.report.document import Number
from ddcore.report.number_rows import FEW, Told, exact, measured
from ddcore.report.texts import ENGLISH, Texts


def numbers_of(question: str, values: Mapping[str, Any], data: Data, choices: Options) -> tuple[Number, ...]:
    """The numbers of an answer, by the values that it gives; `choices` are those in force."""
    rows = NUMBERS.get(question)
    return () if rows is None or not values else tuple(rows(values, data, choices, ENGLISH))


def _baselines(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key in choices.measure[: 2 * FEW]:
        name = measure(key).title
        yield from exact(
            texts.names["baseline"].format(name=name), values["measures"][key]["baseline"], number, texts.exact
        )


def _expectation(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in values["measures"].items():
        name = measure(key).title
        each = "g" in values
        share = percent(values["g"] if each else values["theta"])
        told = texts.names["guesses_each" if each else "guesses"].format(name=name, share=share)
        yield from exact(told, found["expectation"], number, texts.exact)
        yield from exact(texts.names["best_guess"].format(name=name), found["highest"], number, texts.exact)


def _rescaled(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in list(values["models"][data.name]["measures"].items())[: 2 * FEW]:
        yield from measured(
            texts.names["beyond"].format(name=measure(key).title), found["beyond_chance"], percent, texts
        )


def _learned(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key, found in list(values["models"][data.name]["measures"].items())[: 2 * FEW]:
        yield from measured(texts.names["learned"].format(name=measure(key).title), found["learned"], percent, texts)


def _reach(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    name = measure(values["measure"]).title
    yield from exact(texts.names["baseline"].format(name=name), values["baseline"], number, texts.exact)
    wanted, following = values["wanted"], values["next"]
    for found, told in ((wanted, "score_asked"), (following, "score_next")):
        if found is not None:
            to = {"name": name, "value": number(found["value"])}
            yield from exact(texts.names[told].format(name=name), found["value"], number, texts.exact)
            yield from exact(texts.names["area_needed"].format(**to), found["auc"], auc_text, texts.exact)
    if following is not None:
        yield from exact(texts.names["more_area"], following["auc"] - wanted["auc"], number, texts.exact)
    to = {"name": name, "value": number(wanted["value"])}
    yield from exact(texts.names["distance_needed"].format(**to), wanted["separation"], number, texts.exact)
    yield from exact(texts.names["least_area"].format(**to), wanted["least_auc_concave"], auc_text, texts.exact)
    yield from measured(texts.names["area"], values["auc"], number, texts)


def _prevalence(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    share = values["prevalence"]
    scores = _scores_at(data, share, choices.measure)
    verdict = QUESTIONS["verdict"].ask(data, QUESTIONS["verdict"].choices.of(measure=choices.measure))
    here = verdict.values["models"][data.name]["measures"]
    for key, found in values["measures"].items():
        name = measure(key).title
        if key in scores:
            yield from measured(
                texts.names["there"].format(name=name, share=percent(share)), scores[key], number, texts
            )
        there = {"name": name, "share": percent(share)}
        yield from measured(texts.names["here"].format(name=name), here.get(key), number, texts)
        yield from exact(texts.names["coin_there"].format(**there), found["guesser"], number, texts.exact)
        yield from exact(texts.names["baseline_there"].format(**there), found["baseline"], number, texts.exact)


def _scores_at(data: Data, share: float, measures: tuple[str, ...]) -> Mapping[str, Any]:
    """The scores where another share is positive, with the intervals of the cases at hand."""
    if not (0 < share < 1 and 0 < data.positives < data.total):
        return {}
    verdict = QUESTIONS["verdict"]
    there = verdict.ask(data.at_share(share), verdict.choices.of(measure=measures))
    found: Mapping[str, Any] = there.values["models"][data.name]["measures"]
    return found


def _folds(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    yield from measured(texts.names["folds"], values["beyond_guesser"], percent, texts)
    on_others = values["chosen_on_others"]
    yield from exact(texts.names["folds_unseen"], on_others, percent, texts.no_interval)
    yield from exact(texts.names["threshold"], values["cutoff"], number, texts.picked)


def _curves(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    model = values["models"][data.name]
    yield from measured(texts.names["area"], model["auc"], number, texts)
    if "calibration_slope" in model:
        yield from measured(texts.names["slope"], model["calibration_slope"], number, texts)
        yield from measured(texts.names["intercept"], model["calibration_intercept"], number, texts)


def _likelihood(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    model = values["models"][data.name]
    yield from measured(texts.names["area_before"], model["areas"]["before"], number, texts)
    yield from measured(texts.names["area_after"], model["areas"]["unseen_cases"], number, texts)
    yield from measured(texts.names["area_gain"], model["gains"]["unseen_cases"], number, texts)


def _thresholds(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    key = choices.measure[0] if isinstance(choices.measure, tuple) else choices.measure
    found = values["models"][data.name]["measures"].get(key)
    if found is not None:
        name = measure(key).title
        yield from measured(texts.names["best_threshold"].format(name=name), found["threshold"], number, texts)
        yield from measured(texts.names["unseen"].format(name=name), found["held_out"], number, texts)


def _ensemble(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for name, way in values["ways"].items():
        if way["kind"] in ("alone", "together", "stacked"):
            yield from measured(texts.names["area_of"].format(name=name), way["auc"], number, texts)


def _utility(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    """The selected model, the one worth most, and the better constant answer; for a period their totals."""
    best = _worth_most(values["models"])
    shown = {name: values["models"][name] for name in dict.fromkeys((data.name, best))}
    constant = _worth_most(values["constants"])
    if values.get("tree", {}).get("risk", "none") != "none":
        choices = choices.model_copy(update={"unit": UTILS})
    shown[constant] = values["constants"][constant]
    money = Money.of(choices, choices.utility(data), *(found["yield"]["value"] for found in shown.values()))
    for name, found in shown.items():
        told = texts.names["worth_of"].format(of=texts.names["a_case"], name=name)
        if name == constant:
            yield from exact(_amount_of(told, money, texts), found["yield"]["value"], money.amount, texts.exact)
        else:
            yield from _amount(told, found["yield"], money, texts)
    for name in shown:
        total = (values.get("totals") or {}).get(name, {}).get("total")
        if total is not None:
            told = texts.names["worth_of"].format(of=_period(choices, texts), name=name)
            wide = _wide(money, total)
            if name == constant:
                yield from exact(_amount_of(told, wide, texts), total["value"], wide.amount, texts.exact)
            else:
                yield from _amount(told, total, wide, texts)


def _worth_most(found: Mapping[str, Any]) -> str:
    return max(found, key=lambda name: found[name]["yield"]["value"])


def _costs(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    yield from measured(texts.names["cost_threshold"], values["best_threshold"], number, texts)
    told = texts.names["true_threshold"]
    yield from exact(told, values["posterior_threshold"], number, texts.exact)
    held_out = values["held_out"]["best"]
    money = Money.of(choices, choices.utility(data), held_out["value"])
    yield from _amount(texts.names["an_unseen_case"], held_out, money, texts)
    for name in ("all", "none"):
        yield from _more(texts.names[f"than_{name}"], values["leads"].get(name), money, texts)
    totals = values.get("totals")
    if totals is not None:
        total, more = totals["total"], totals["more_than_constant"]
        wide = _wide(money, total)
        period = _period(choices, texts)
        yield from _amount(period, total, wide, texts)
        yield from _more(texts.names["than_constant"].format(period=period), more, wide, texts)


def _amount(of: str, value: Mapping[str, float], money: Money, texts: Texts) -> Told:
    """What something is worth, or costs, with the unit in the name."""
    yield from measured(_amount_of(of, money, texts), value, money.amount, texts, turned=money.as_costs)


def _amount_of(of: str, money: Money, texts: Texts) -> str:
    return texts.names["cost" if money.as_costs else "worth"].format(of=of, unit=_unit(money))


def _more(than: str, value: Mapping[str, float] | None, money: Money, texts: Texts) -> Told:
    """By how much something is worth more, or costs less."""
    plus = replace(money, sign=1)
    told = texts.names["less_cost" if money.as_costs else "more_worth"].format(than=than, unit=_unit(money))
    yield from measured(told, value, plus.amount, texts)


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
    yield from exact(texts.names["referred"], band["share"], percent, texts.counted)
    for end, told in (("low", texts.names["referred_from"]), ("high", texts.names["referred_to"])):
        if math.isfinite(band[end]):
            yield from exact(told, band[end], number, texts.picked)
    yield from exact(texts.names["nobody_referred"], values["nobody_referred"]["value"], number, texts.picked)
    yield from exact(texts.names["decided_here"], band["value"], number, texts.picked)
    yield from measured(texts.names["decided_unseen"], values["held_out"], number, texts)
    yield from measured(texts.names["referring_gain"], values["lead"], number, texts)


def _cases(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for answer, found in values["answers"].items():
        if found["cases"] or answer != "refer":
            yield from exact(texts.names[f"cases_{answer}"], found["cases"], number, texts.counted)
    for label, found in values.get("labels", {}).items():
        yield from measured(texts.names[f"chance_{label}"], found, percent, texts)
    worth = values["worth"]
    if not worth or math.isnan(worth["best"]["value"]):
        return
    money = Money.of(choices, choices.utility(data), worth["best"]["value"])
    yield from _amount(texts.names["an_unseen_case_decided"], worth["best"], money, texts)
    for name in ("set", "all", "none", "refer"):
        yield from _more(texts.names[f"than_{name}"], worth.get(name), money, texts)


def _actions(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    yield from measured(texts.names["worth_of_choosing"], values["worth"], number, texts)
    yield from measured(texts.names["gain_of_choosing"].format(name=values["constant"]), values["gain"], number, texts)


def _lending(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for name in ("margin", "cutoff", "system"):
        way, told = values["ways"].get(name), texts.names[f"by_{name}"]
        if way is not None:
            yield from measured(texts.names["earned"].format(way=told), _times(way["profit"], 100), number, texts)
            if name != "margin":
                yield from measured(texts.names["earned_more"].format(way=told), way["more"], percent, texts)
    yield from exact(texts.names["risk_threshold"], values["last_risk"], number, texts.picked)


def _ranking(values: Mapping[str, Any], data: Data, choices: Any, texts: Texts) -> Told:
    for key in dict.fromkeys(("ACC", values["look"])):
        if key in values["measures"]:
            found = _with_error(values["measures"][key])
            yield from measured(texts.names["misranked"].format(name=measure(key).title), found, percent, texts)
    off = number(values["payoffs"]["error"])
    told = texts.names["misranked_by_payoffs"].format(off=off)
    yield from measured(told, _with_error(values["payoffs"]), percent, texts)


def _with_error(found: Mapping[str, float]) -> dict[str, float]:
    """A share of pairs that were drawn, with the ends that its standard error gives."""
    share, reach = found["share"], 1.96 * found["standard_error"]
    return {"value": share, "low": max(0.0, share - reach), "high": min(1.0, share + reach)}


def _times(value: Mapping[str, float], times: float) -> dict[str, float]:
    return {name: times * part for name, part in value.items()}


def _period(choices: Any, texts: Texts) -> str:
    if choices.volume is None:
        return texts.names["period"].format(period=choices.period)
    return texts.names["period_of"].format(period=choices.period, cases=number(choices.volume))


NUMBERS: Mapping[str, Callable[[Mapping[str, Any], Data, Any, Texts], Told]] = {
    "baselines": _baselines,
    "expectation": _expectation,
    "rescaled": _rescaled,
    "learned": _learned,
    "reach": _reach,
    "prevalence": _prevalence,
    "groups": numbers_compared.groups,
    "folds": _folds,
    "plan": numbers_compared.plan,
    "curves": _curves,
    "compare": numbers_compared.compare,
    "likelihood": _likelihood,
    "thresholds": _thresholds,
    "ensemble": _ensemble,
    "change": numbers_compared.change,
    "utility": _utility,
    "ranking": _ranking,
    "costs": _costs,
    "refer": _refer,
    "cases": _cases,
    "actions": _actions,
    "lending": _lending,
}
"""What tells the numbers of each question."""
