"""Could these scores separate better: by a transformation of one's own, held against the likelihood ratio."""

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import pandas as pd
from pydantic import BeforeValidator, Field

from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.before_after import curve_of
from ddcore.answers.base.known_laws import exact
from ddcore.answers.base.options import Text
from ddcore.answers.base.separation import scored
from ddcore.answers.base.words import interval_text, sentence, signed
from ddcore.answers.likelihood import formula_draw as figures
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.measures.grammar import LONGEST
from ddcore.scores.exact import Exact
from ddcore.scores.gain import BEFORE, UNSEEN, Gain
from ddcore.scores.own_transform import EXAMPLE, Held, held, spelled, transformed
from ddcore.table import ScoreTable


def _checked(given: object) -> str:
    """A formula as it is kept, empty for none."""
    text = str(given)
    return spelled(text) if text.strip() else ""


Transformation = Annotated[
    str,
    BeforeValidator(_checked),
    Text(LONGEST, f"such as {EXAMPLE}"),
    Field(
        title="Your transformation T(x)",
        description="A formula in the score x, with + - \\* / \\*\\* ( ), numbers, sqrt, log, exp, abs, min and max. "
        "It is held against the likelihood ratio, which no transformation can beat.",
    ),
]
"""A formula in x, empty for none."""

METHOD = """

**Transformation.** $T(x)$ is put in place of each score; its area and what it gains on the scores as they are have
paired intervals (DeLong's variance, 1988, widened for few cases), which hold for a formula that was not made by looking
at these cases. No transformation separates better than the true likelihood ratio or whatever rises with it (Gong 2022,
Theorem 1). How much $T$ is like the ratio is told by pairs of cases with different ratios: the share that $T$ puts in
the same order, ties by half.
"""


def beside(answer: Answer, data: Data, gain: Gain, kind: str, text: str) -> Answer:
    """The answer with a transformation held against the ratio; itself where there is none.

    `data` and the tables of the gain are the cases as they count where the model will be used.
    """
    if not text:
        return answer
    table = scored(data.original or data).unweighted()
    law = exact(data)
    try:
        log_ratio = gain.likelihood.log_ratio(table.score) if law is None else law.log_ratio(table.score)
        against = data.cached(("transformation", gain, text), partial(held, table, text, log_ratio))
    except InputError as problem:
        return replace(answer, notes=[Note("transformation-undefined", sentence(problem)), *answer.notes])
    truth = None if law is None else data.cached(("exact transformation", data.name, text), partial(_exact, law, text))
    curves = {
        name: curve_of(scores, kind).thin()
        for name, scores in {
            figures.AS_IS: gain.tables[BEFORE],
            figures.OWN: against.table if data.original is None else against.table.reweighted(*_times(table, data)),
            **({figures.RATIO: gain.tables[UNSEEN]} if UNSEEN in gain.tables else {}),
        }.items()
    }
    figure = Figure(
        "Your transformation against the evidence",
        figures.alt(curves, text),
        partial(figures.transform_figure, curves),
        f"T(x) = `{text}`.",
    )
    notes = [Note("transformation", _told(against, gain, text, truth)), *_shape(against)]
    return replace(
        answer,
        notes=[*notes, *answer.notes],
        figures={**answer.figures, "transformation": figure},
        tables={**answer.tables, "transformation": Table.of("Your transformation", _rows(against, gain))},
        method=answer.method + METHOD,
        values={**answer.values, "transformation": _values(against, text, truth)},
    )


def _times(table: ScoreTable, data: Data) -> tuple[float, float]:
    """How often each case of a class counts so that it has its share in use."""
    return data.prevalence / table.prevalence, (1 - data.prevalence) / (1 - table.prevalence)


@dataclass(frozen=True)
class Truth:
    """Exact areas where the laws of the scores are known: of the ratio and of T(x), NaN where T is not finite."""

    ratio: float
    own: float


def _exact(law: Exact, text: str) -> Truth:
    try:
        own = law.rescored(transformed(text, law.middles)).auc
    except InputError:
        own = math.nan
    return Truth(law.best_auc, own)


def _told(against: Held, gain: Gain, text: str, truth: Truth | None) -> str:
    """The area of T, what it gains, and how much it is like the ratio."""
    area = f"`{text}` has an AUC of **{number(against.auc.value)}**"
    if against.order == 1:
        parts = [f"{area}, as the scores as they are"]
    elif math.isnan(against.gain.low):
        parts = [f"{area}, {signed(against.gain.value)} on the scores as they are"]
    else:
        parts = [
            f"{area}, {signed(against.gain.value)} on the scores as they are (95 % interval "
            f"{interval_text(against.gain)})"
        ]
    if UNSEEN in gain.aucs:
        parts.append(f"the likelihood ratio reaches {number(gain.aucs[UNSEEN].value)} on unseen cases")
    known = "estimated" if truth is None else "exact"
    told = f"{'; '.join(parts)}."
    if truth is not None and not math.isnan(truth.own):
        own, ratio = number(truth.own), number(truth.ratio)
        told = f"{told} The law of these scores is known: exactly it is {own}, and {ratio} by the ratio."
    if math.isnan(against.agreement):
        return f"{told} All cases have the same {known} ratio, so there is no order to keep."
    return f"{told} It puts **{percent(against.agreement)}** of pairs of cases in the order of the {known} ratio."


def _shape(against: Held) -> list[Note]:
    """What a transformation that keeps or turns the order cannot change."""
    if against.order == 1:
        return [
            Note(
                "transformation-monotone",
                "It rises with the score, so it changes no order: every curve and area is that of the scores as they "
                "are.",
            )
        ]
    if against.agreement < 0.5:
        return [
            Note(
                "transformation-turned",
                "It points against the evidence: with a minus before it, it would order more pairs rightly.",
            )
        ]
    return []


def _rows(against: Held, gain: Gain) -> pd.DataFrame:
    """Areas of the scores as they are, of T and of the ratio on unseen cases."""
    aucs = {figures.AS_IS: gain.aucs[BEFORE], figures.OWN: against.auc}
    gains = {figures.OWN: against.gain}
    if UNSEEN in gain.aucs:
        aucs[figures.RATIO], gains[figures.RATIO] = gain.aucs[UNSEEN], gain.gains[UNSEEN]
    return pd.DataFrame(
        {
            "Scores": name,
            "AUC": auc.value,
            "95 % from": auc.low,
            "95 % to": auc.high,
            "Gain": gains[name].value if name in gains else math.nan,
            "gain, 95 % from": gains[name].low if name in gains else math.nan,
            "gain, 95 % to": gains[name].high if name in gains else math.nan,
        }
        for name, auc in aucs.items()
    )


def _values(against: Held, text: str, truth: Truth | None) -> dict[str, object]:
    exact = {} if truth is None else {"exact_auc": truth.own, "exact_auc_of_ratio": truth.ratio}
    return {
        **exact,
        "formula": text,
        "auc": measured(against.auc),
        "gain": measured(against.gain),
        "pairs_in_order_of_ratio": against.agreement,
    }
