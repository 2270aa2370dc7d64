"""Curves before and after scores are read as evidence, or alone and together, with what may be chosen for them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

import numpy as np
from pydantic import Field

from ddcore.answers.base.answer import Note
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.decisions.cost_curves import COST_CURVES, cost_curves
from ddcore.formats import many, number
from ddcore.options import Key, NumberField, OneOf
from ddcore.scores.curve_kinds import CURVE_KINDS, Curve, CurveKind
from ddcore.scores.curves import curve
from ddcore.scores.gain import Gain
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.roc_bands import RATES, transformed_band
from ddcore.table import ScoreTable

BY_COST = ("cost", "decision")
"""The curves that have a point for each place of an axis of costs."""
COMPARED = {
    **{key: CURVE_KINDS[key].title for key in ("roc", "precision_recall", "toc", "gain", "lift", "det", "ks")},
    **{key: COST_CURVES[key].title for key in BY_COST},
}
"""The curves that are compared before and after, or alone and together."""
Compared = Annotated[
    str,
    OneOf(COMPARED),
    Key("curve_compared"),
    Field(
        title="Compare",
        description="The curve drawn before and after, or alone and together. On the cost curve and the decision curve "
        "each point uses the best threshold for its costs; the others have a point for each threshold.",
    ),
]
Bandwidth = Annotated[
    str,
    OneOf({key: title for key, (title, _) in BANDWIDTHS.items()}),
    Field(
        title="Bandwidth",
        description="The width of the kernel. Both rules of Sheather and Jones suit densities with one or several "
        "peaks; the others suit densities with one peak.",
    ),
]
Folds = Annotated[
    int,
    NumberField(1),
    Field(ge=2, le=50, title="Folds", description="The ratio in each fold is estimated from the other folds."),
]
Deal = Annotated[
    int,
    NumberField(1),
    Field(ge=0, le=10**6, title="Seed of the folds", description="The same seed splits the cases in the same way."),
]

REMARKS = {
    "ks": "Drawn over the share of cases predicted positive, because scores and ratios have no common threshold.",
    "cost": "Lower is better. Each point uses the best threshold for its costs on the cases drawn.",
    "decision": "Higher is better. Each point uses the best threshold for its costs on the cases drawn.",
}
"""What a reader must know of a kind of curve."""
AT_EVERY_SHARE = ("roc", "det")
"""The kinds that are the same at every share of positives."""


def curve_remark(kind: str, counted: str) -> str:
    """What a reader must know of a kind of curve; `counted` says at which share it counts, "" for that here.

    >>> counted = "Counted as where 10 % are positive."
    >>> curve_remark("roc", counted), curve_remark("gain", counted)
    ('', 'Counted as where 10 % are positive.')
    """
    return " ".join(filter(None, ("" if kind in AT_EVERY_SHARE else counted, REMARKS.get(kind, ""))))


def curves_before_after(gain: Gain, kind: str) -> Mapping[str, Curve]:
    """One kind of curve before and after, thinned; a ROC curve is summarised by the area with an interval."""
    thinned = {name: curve_of(table, kind).thin() for name, table in gain.tables.items()}
    if kind == "roc":
        return {name: replace(drawn, summary=gain.aucs[name].value) for name, drawn in thinned.items()}
    return thinned


def curve_of(table: ScoreTable, kind: str) -> Curve:
    """One kind of curve of a table, every point of it."""
    if kind in BY_COST:
        return _over_costs(table, kind)
    drawn = curve(table, kind)
    if kind == "ks":
        by_share = CURVE_KINDS["gain"]
        return replace(
            drawn,
            kind=replace(drawn.kind, x_title=by_share.x_title, chance=lambda P, N: ((0, 0), (1, 0))),
            x=curve(table, "gain").x,
        )
    return drawn


def _over_costs(table: ScoreTable, kind: str) -> Curve:
    """The best threshold at each place of the axis of costs; chance is the better of the two constant answers."""
    drawn = cost_curves(table, kind)
    of_costs, best, constant = drawn.kind, drawn.lines["best"], _constant(drawn.lines, drawn.kind.better)
    return Curve(
        CurveKind(
            kind,
            of_costs.title,
            of_costs.x_title,
            of_costs.y_title,
            CURVE_KINDS["roc"].of,
            None,
            None,
            "mean over the axis",
            lambda P, N: tuple(zip(drawn.x.tolist(), constant.tolist(), strict=True)),
            of_costs.words,
            of_costs.source,
        ),
        drawn.x,
        best,
        drawn.x,
        float(table.positives.sum()),
        float(table.negatives.sum()),
        summary=float(np.trapezoid(best, drawn.x) / drawn.x[-1]),
    )


def _constant(lines: Mapping[str, Array], better: str) -> Array:
    best = np.maximum if better == "higher" else np.minimum
    return np.asarray(best(lines["all"], lines["none"]))


def dominance_notes(gain: Gain, data: Data, seed: int) -> list[Note]:
    """Where the ROC curve of unseen cases is clearly higher after, and where lower."""
    if not gain.readings:
        return []
    band = data.cached(
        ("above", gain),
        partial(transformed_band, gain.readings, rng=np.random.default_rng(seed)),
    )
    if not band.higher and not band.lower:
        return []
    if not band.lower:
        return [
            Note(
                "curve-above",
                f"On unseen cases the ROC curve after is clearly higher {_rates(band.higher)} and clearly lower "
                f"nowhere. The same applies to precision-recall and TOC curves, which show the same rates.",
            )
        ]
    higher = f"clearly higher {_rates(band.higher)}, but " if band.higher else ""
    return [
        Note(
            "curve-crosses",
            f"On unseen cases the ROC curve after is {higher}clearly lower {_rates(band.lower)}. With the true ratio "
            f"it would be lower nowhere.",
        )
    ]


def _rates(stretches: Sequence[tuple[float, float]]) -> str:
    """Stretches of false positive rates inside a sentence."""
    if list(stretches) == [(RATES[0], RATES[-1])]:
        return "at every false positive rate"
    ranges = [number(low) if low == high else f"{number(low)} to {number(high)}" for low, high in stretches[:3]]
    more = f" and {many(len(stretches) - 3, 'more range')}" if len(stretches) > 3 else ""
    return f"at false positive rates {', '.join(ranges)}{more}"


METHOD = """**Curves.** With the true ratio, no ROC curve of the scores is higher anywhere, nor any precision-recall or
TOC curve (Gong 2022, Theorem 1, Corollaries 8 and 9), nor any other curve drawn from the same rates. The cases are
judged at 99 false positive rates at once: the held-out cases are drawn again within their class, 200 times. The band
contains the largest difference, in standard errors, of the share of these draws that the level gives; their variance is
doubled, as for the gain. In 600 simulated samples without a gain (noise, normal laws of one width, kernel and splines)
it reported none."""
