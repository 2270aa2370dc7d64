"""A curve of one kind before and after the scores are read as evidence, over thresholds or over all costs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.evidence import BY_COST
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.decisions.cost_curves import cost_curves
from ddcore.formats import many, number
from ddcore.scores.curve_kinds import CURVE_KINDS, Curve, CurveKind
from ddcore.scores.curves import curve
from ddcore.scores.gain import Gain
from ddcore.scores.roc_bands import RATES, above
from ddcore.table import ScoreTable

REMARKS = {
    "ks": "Over the share of cases predicted positive, as scores and ratios have no threshold in common.",
    "cost": "Lower is better. At each place the best threshold for such costs on the cases that are drawn.",
    "decision": "Higher is better. At each place the best threshold for such costs on the cases that are drawn.",
}
"""What must be known of a kind."""
AT_EVERY_SHARE = ("roc", "det")
"""The kinds that are the same at every share of positives."""


def remark(kind: str, counted: str) -> str:
    """What must be known of a kind; `counted` says at which share of positives it is drawn, empty for that here.

    >>> remark("roc", "Counted as where 10 % are positive."), remark("gain", "Counted as where 10 % are positive.")
    ('', 'Counted as where 10 % are positive.')
    """
    return " ".join(filter(None, ("" if kind in AT_EVERY_SHARE else counted, REMARKS.get(kind, ""))))


def curves(gain: Gain, kind: str) -> Mapping[str, Curve]:
    """One kind of curve before and after, thinned; the area under a ROC curve is the one that is told."""
    drawn = {name: curve_of(table, kind).thin() for name, table in gain.tables.items()}
    if kind == "roc":
        return {name: replace(line, summary=gain.aucs[name].value) for name, line in drawn.items()}
    return drawn


def curve_of(table: ScoreTable, kind: str) -> Curve:
    """One kind of curve of a table, every point of it."""
    if kind in BY_COST:
        return _over_costs(table, kind)
    made = curve(table, kind)
    if kind == "ks":
        by_share = CURVE_KINDS["gain"]
        return replace(
            made,
            kind=replace(made.kind, x_title=by_share.x_title, chance=lambda P, N: ((0, 0), (1, 0))),
            x=curve(table, "gain").x,
        )
    return made


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


def dominance(gain: Gain, data: Data, seed: int) -> list[Note]:
    """Where the ROC curve of unseen cases is clearly higher after, and where lower."""
    if not gain.readings:
        return []
    found = data.cached(
        ("above", gain),
        partial(above, gain.readings, rng=np.random.default_rng(seed)),
        cases=gain.sizes[0] * len(gain.sizes),
    )
    if not found.higher and not found.lower:
        return []
    if not found.lower:
        return [
            Note(
                "curve-above",
                f"On unseen cases the ROC curve after is clearly higher {_rates(found.higher)}, and clearly lower "
                f"nowhere; precision-recall and TOC curves, which show the same rates, likewise.",
            )
        ]
    higher = f"clearly higher {_rates(found.higher)}, but " if found.higher else ""
    return [
        Note(
            "curve-crosses",
            f"On unseen cases the ROC curve after is {higher}clearly lower {_rates(found.lower)}. With the true ratio "
            f"it would be lower nowhere.",
        )
    ]


def _rates(stretches: Sequence[tuple[float, float]]) -> str:
    """Stretches of false positive rates inside a sentence."""
    if list(stretches) == [(RATES[0], RATES[-1])]:
        return "at every false positive rate"
    told = [number(low) if low == high else f"{number(low)} to {number(high)}" for low, high in stretches[:3]]
    more = f" and {many(len(stretches) - 3, 'more range')}" if len(stretches) > 3 else ""
    return f"at false positive rates {', '.join(told)}{more}"


METHOD = """**Curves.** With the true ratio no ROC curve of the scores is higher anywhere, nor any precision-recall or
TOC curve (Gong 2022, Theorem 1, Corollaries 8 and 9), and so no other curve that is drawn from the same rates. What the
cases show is judged at 99 false positive rates at once: the held out cases are drawn again within their class, and the
band holds the largest difference, in standard errors, of 95 % of 200 such draws; their variance is doubled, as for the
gain. In 600 simulated samples without a gain (noise, normal laws of one width, kernel and splines) it told of none."""
