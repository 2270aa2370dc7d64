"""A transformation of the scores of one's own, held against the likelihood ratio."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Figure, Note, Part, Table, measured
from ddcore.answers.base.before_after import curve_of
from ddcore.answers.base.known_laws import exact
from ddcore.answers.base.separation import scores_of
from ddcore.answers.base.words import interval_text, sentence, signed
from ddcore.answers.likelihood.draw import AS_IS, OWN, OWN_RATIO, transformation_alt, transformation_figure
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.interval import confidence
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.exact import Exact
from ddcore.scores.gain import BEFORE, UNSEEN, Gain
from ddcore.scores.own_transform import Held, held, transformed
from ddcore.table import ScoreTable

METHOD = """

**Your transformation.** $T(x)$ replaces each score. Its AUC and its gain over the scores have paired intervals
(DeLong's variance, 1988, widened for few cases); these are right for a formula that was not chosen on these cases. No
transformation separates better than the true likelihood ratio or a function that rises with it (Gong 2022, Theorem 1).
How similar $T$ is to the ratio is measured on pairs of cases with different ratios: the share that $T$ puts in the same
order, where ties count half.
"""


@dataclass(frozen=True)
class Truth:
    """Exact areas where the laws of the scores are known: of the ratio and of T(x), NaN where T is not finite."""

    ratio: float
    own: float


def transformation_part(data: Data, gain: Gain, kind: str, text: str) -> Part:
    """A transformation held against the ratio; empty where there is none.

    `data` and the tables of the gain are the cases as they count where the model will be used.
    """
    if not text:
        return Part()
    table = scores_of(data.original or data).unweighted()
    law = exact(data)
    try:
        log_ratio = gain.likelihood.log_ratio(table.score) if law is None else law.log_ratio(table.score)
        own = data.cached(("transformation", gain, text), partial(held, table, text, log_ratio))
    except InputError as problem:
        return Part([Note("transformation-undefined", sentence(problem))])
    truth = None if law is None else data.cached(("exact transformation", data.name, text), partial(_exact, law, text))
    curves = _curves(data, table, own, gain, kind)
    return Part(
        [Note("transformation", _area(own, gain, text, truth)), *_order_notes(own)],
        {
            "transformation": Figure(
                "Your transformation and the likelihood ratio",
                transformation_alt(curves, text),
                partial(transformation_figure, curves),
                f"T(x) = `{text}`.",
            )
        },
        {"transformation": Table.of("Your transformation", _rows(own, gain))},
        METHOD,
        {"transformation": _values(own, text, truth)},
    )


def _curves(data: Data, table: ScoreTable, own: Held, gain: Gain, kind: str) -> Mapping[str, Curve]:
    """One kind of curve of the scores as they are, of T(x), and of the ratio on unseen cases, thinned."""
    tables = {
        AS_IS: gain.tables[BEFORE],
        OWN: own.table if data.original is None else own.table.reweighted(*_times(table, data)),
        **({OWN_RATIO: gain.tables[UNSEEN]} if UNSEEN in gain.tables else {}),
    }
    return {name: curve_of(each, kind).thin() for name, each in tables.items()}


def _times(table: ScoreTable, data: Data) -> tuple[float, float]:
    """How often each case of a class counts so that it has its share in use."""
    return data.prevalence / table.prevalence, (1 - data.prevalence) / (1 - table.prevalence)


def _exact(law: Exact, text: str) -> Truth:
    try:
        own = law.rescored(transformed(text, law.middles)).auc
    except InputError:
        own = math.nan
    return Truth(law.best_auc, own)


def _area(own: Held, gain: Gain, formula: str, truth: Truth | None) -> str:
    """The area of T, what it gains, and how much it is like the ratio."""
    area = f"`{formula}` has an AUC of **{number(own.auc.value)}**"
    if own.order == 1:
        parts = [f"{area}, the same as the scores"]
    elif math.isnan(own.gain.low):
        parts = [f"{area}, {signed(own.gain.value)} compared with the scores"]
    else:
        parts = [
            f"{area}, {signed(own.gain.value)} compared with the scores ({confidence()} interval "
            f"{interval_text(own.gain)})"
        ]
    if UNSEEN in gain.aucs:
        parts.append(f"the likelihood ratio reaches {number(gain.aucs[UNSEEN].value)} on unseen cases")
    known = "estimated" if truth is None else "exact"
    said = f"{'; '.join(parts)}."
    if truth is not None and not math.isnan(truth.own):
        areas = f"its exact AUC is {number(truth.own)}, that of the ratio {number(truth.ratio)}"
        said = f"{said} The scores are simulated: {areas}."
    if math.isnan(own.agreement):
        return f"{said} All cases have the same {known} ratio, so there is no order to compare."
    return f"{said} It ranks **{percent(own.agreement)}** of pairs of cases as the {known} ratio does."


def _order_notes(own: Held) -> list[Note]:
    """What a transformation that keeps or turns the order cannot change."""
    if own.order == 1:
        return [
            Note(
                "transformation-monotone",
                "Your transformation rises with the score, so the order of the cases and every curve stay the same.",
            )
        ]
    if own.agreement < 0.5:
        return [
            Note(
                "transformation-turned",
                "Your transformation mostly reverses the order of the likelihood ratio. Put a minus before it.",
            )
        ]
    return []


def _rows(own: Held, gain: Gain) -> pd.DataFrame:
    """Areas of the scores as they are, of T and of the ratio on unseen cases."""
    aucs = {AS_IS: gain.aucs[BEFORE], OWN: own.auc}
    gains = {OWN: own.gain}
    if UNSEEN in gain.aucs:
        aucs[OWN_RATIO], gains[OWN_RATIO] = gain.aucs[UNSEEN], gain.gains[UNSEEN]
    return pd.DataFrame(
        {
            "Scores": name,
            "AUC": auc.value,
            f"{confidence()} from": auc.low,
            f"{confidence()} to": auc.high,
            "Gain": gains[name].value if name in gains else math.nan,
            f"gain, {confidence()} from": gains[name].low if name in gains else math.nan,
            f"gain, {confidence()} to": gains[name].high if name in gains else math.nan,
        }
        for name, auc in aucs.items()
    )


def _values(own: Held, text: str, truth: Truth | None) -> dict[str, object]:
    exact = {} if truth is None else {"exact_auc": truth.own, "exact_auc_of_ratio": truth.ratio}
    return {
        **exact,
        "formula": text,
        "auc": measured(own.auc),
        "gain": measured(own.gain),
        "pairs_in_order_of_ratio": own.agreement,
    }
