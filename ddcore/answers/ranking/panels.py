"""More charts of measures that pick the wrong one: one of them is shown at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Figure, Part, Table
from ddcore.answers.ranking.compute import SEED
from ddcore.answers.ranking.draw import Cloud, chains_figure, clouds_figure, curves_figure, laws_figure
from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.admissible import misranked_pair
from ddcore.decisions.chains import Chains, chains, longest_reverse
from ddcore.decisions.curve_ranking import (
    RANKERS,
    SPREAD,
    CurvePairs,
    MisrankedCurves,
    draw_curve_pairs,
    misranked_curves,
    most_wrong,
)
from ddcore.decisions.ranking import DOUBTS, TABLE_1, TRUTHS, UTILITY, MisrankedByError, Pairs, true_values, with_error
from ddcore.decisions.utility import Utility
from ddcore.formats import number, percent
from ddcore.measures import measure
from ddcore.workers.progress import tell

POINTS = 250
"""Points of a small chart."""
ROUGH = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3)
"""Errors of the payoffs shown side by side."""
CENTRES = Utility(tp=[0.5, 1.0], fp=[0.5, 0.0], fn=[0.0, 0.5], tn=[1.0, 0.1])
"""The two sets of prices whose error Figure 5 shows."""
EXTENT = 200
"""Points of each of them."""

TITLES = {
    "all": "All measures",
    "set": "One test set",
    "rough": "Rough payoffs",
    "laws": "True payoffs",
    "three": "Three at a time",
    "auc": "Whole curves",
}
"""The charts, as tabs."""


@dataclass(frozen=True, eq=False)
class Sampling:
    """How pairs are drawn: the laws of the true prices and of their error, its size, and the number of pairs."""

    law: str
    doubt: str
    error: float
    pairs: int


def panel(
    name: str,
    sampling: Sampling,
    ranked: MisrankedByError,
    pairs: Pairs,
    tables: Cells,
    utility: Utility,
    prevalence: float,
) -> Part:
    """The chart of that name with its table, from the shares and the points that are drawn already."""
    makers: dict[str, Callable[[], Part]] = {
        "all": partial(_all, sampling, ranked, pairs),
        "set": partial(_one_set, tables, utility, prevalence),
        "rough": partial(_rough, sampling, ranked, pairs),
        "laws": partial(_laws, sampling),
        "three": partial(_three, sampling),
        "auc": partial(_auc, sampling),
    }
    return makers[name]()


def _part(name: str, figure: Figure, table: Table, values: Mapping[str, Any] | None = None, method: str = "") -> Part:
    closer = {"shown": name, **(values or {})}
    return Part(figures={"closer": figure}, tables={"closer": table}, method=method, values={"closer": closer})


def _all(sampling: Sampling, ranked: MisrankedByError, pairs: Pairs) -> Part:
    """Figure 6: pairs by each measure, the worst guide first, and by payoffs with an error."""
    gain = pairs.gain[:POINTS]
    leads = {key: pairs.lead(measure(key))[:POINTS] for key in TABLE_1}
    shares = {key: ranked.share[key] for key in TABLE_1}
    ordered = sorted(TABLE_1, key=lambda key: -shares[key])
    rough = _assessed(sampling, sampling.error, pairs)
    at = float(np.interp(sampling.error, ranked.error, ranked.utility))
    clouds = [_cloud(f"{key}: {percent(shares[key])}", gain, leads[key]) for key in ordered]
    clouds.append(_cloud(f"payoffs ± {sampling.error:g}: {percent(at)}", gain, rough))
    wrong = ", ".join(f"{key} {percent(shares[key])}" for key in ordered)
    return _part(
        "all",
        Figure(
            "Pairs by each measure",
            f"One small chart per measure: how much more the first of two classifiers is worth, against how much the "
            f"measure prefers it. Ranked wrongly: {wrong}; payoffs with an error of {sampling.error:g} {percent(at)}.",
            partial(clouds_figure, clouds, "worth more", "preferred", True),
            "Each point is a pair of classifiers; triangles are ranked wrongly. The worst measure comes first.",
        ),
        _points("Pairs by each measure", {**leads, "Rough payoffs": rough}, gain),
        {"shares": {**shares, "payoffs": at}},
    )


def _cloud(title: str, gain: Array, ahead: Array) -> Cloud:
    return Cloud(title, gain, ahead, gain * ahead < 0)


def _assessed(sampling: Sampling, error: float, pairs: Pairs) -> Array:
    """By how much payoffs with an error prefer the first of the pairs shown."""
    rough = with_error(pairs.truth, error, rng=np.random.default_rng(SEED), doubt=sampling.doubt)
    return np.asarray(rough(pairs.first) - rough(pairs.second))[:POINTS]


def _points(title: str, leads: Mapping[str, Array], gain: Array) -> Table:
    def rows() -> pd.DataFrame:
        return pd.DataFrame({"Worth more": gain, **{f"Preferred by {name}": ahead for name, ahead in leads.items()}})

    return Table(title, len(gain), rows)


def _one_set(tables: Cells, utility: Utility, prevalence: float) -> Part:
    """Figures 2 and 3: classifiers on one test set, by what they are worth and by each measure, with a wrong pair."""
    worth = np.asarray(utility(tables))[:POINTS]
    scores = {key: np.asarray(measure(key).on(tables))[:POINTS] for key in TABLE_1}
    payoffs = tuple(map(float, utility.payoffs.values()))
    pairs = {key: _wrong_pair(key, payoffs, prevalence) for key in TABLE_1}
    reverse = {key: len(longest_reverse(worth, scores[key])) for key in TABLE_1}
    never = np.zeros(worth.size, dtype=bool)
    clouds = [
        Cloud(f"{key}: {reverse[key]} in reverse" if reverse[key] > 1 else key, worth, scores[key], never, pairs[key])
        for key in TABLE_1
    ]
    right = [key for key in TABLE_1 if pairs[key] is None]
    errs = (
        f"No pair of tables is ranked wrongly by {', '.join(right)}."
        if right
        else "Each measure ranks some pair wrongly."
    )
    return _part(
        "set",
        Figure(
            "One test set by each measure",
            f"One small chart per measure: what classifiers on one test set are worth, against their score. {errs}",
            partial(clouds_figure, clouds, "worth per case", "score", False),
            f"Payoffs and share of positives ({percent(prevalence)}) are those of the third chart. {errs} Above each "
            f"chart is how many of these {worth.size} classifiers the measure ranks in exactly the reverse order.",
        ),
        Table(
            "One test set by each measure",
            len(worth),
            lambda: pd.DataFrame({"Worth per case": worth, **scores}),
        ),
        {"never_wrong": right, "longest_reverse": reverse},
    )


@lru_cache(maxsize=256)
def _wrong_pair(
    key: str, payoffs: tuple[float, ...], prevalence: float
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Worth and score of the two of a pair that a measure ranks wrongly."""
    tp, fp, fn, tn = payoffs
    pair = misranked_pair(measure(key), Utility(tp=tp, fp=fp, fn=fn, tn=tn), prevalence)
    return None if pair is None else ((pair.yields[0], pair.scores[0]), (pair.yields[1], pair.scores[1]))


def _rough(sampling: Sampling, ranked: MisrankedByError, pairs: Pairs) -> Part:
    """The last panel of Figure 6, for several errors of the payoffs."""
    gain = pairs.gain[:POINTS]
    leads = {f"payoffs with an error of {error:g}": _assessed(sampling, error, pairs) for error in ROUGH}
    shares = [float(np.interp(error, ranked.error, ranked.utility)) for error in ROUGH]
    clouds = [
        _cloud(f"± {error:g}: {percent(share)}", gain, ahead)
        for error, share, ahead in zip(ROUGH, shares, leads.values(), strict=True)
    ]
    wrong = ", ".join(f"{percent(share)} at {error:g}" for error, share in zip(ROUGH, shares, strict=True))
    better = [key for key in TABLE_1 if ranked.share[key] < shares[-1]]
    beaten = (
        f"With an error of {ROUGH[-1]:g} they do worse than {', '.join(better)}."
        if better
        else f"Even with an error of {ROUGH[-1]:g} they do better than all eight measures."
    )
    return _part(
        "rough",
        Figure(
            "Pairs by payoffs with an error",
            f"One small chart per error of the payoffs: how much more the first of two classifiers is worth, against "
            f"how much rough payoffs prefer it. Ranked wrongly: {wrong}.",
            partial(clouds_figure, clouds, "worth more", "preferred", True),
            f"The error is the standard deviation of each payoff, on a scale from 0 to 1. {beaten}",
        ),
        _points("Pairs by payoffs with an error", leads, gain),
        {"shares": {f"{error:g}": share for error, share in zip(ROUGH, shares, strict=True)}},
    )


def _laws(sampling: Sampling) -> Part:
    """Figures 4 and 5: the law of the true prices, and how far an error moves two of them."""
    rng = np.random.default_rng(SEED)
    drawn = true_values(sampling.law, 2 * POINTS, rng=rng)
    small = sampling.error or 0.1
    each = CENTRES[np.repeat([0, 1], EXTENT)]
    doubts = [
        (f"error {error:g}", with_error(each, error, rng=rng, doubt=sampling.doubt)) for error in (small, 2 * small)
    ]

    def rows() -> pd.DataFrame:
        parts = [("true payoffs", drawn), *doubts]
        return pd.concat(
            [pd.DataFrame({"What": what, "Across": at.coordinates[0], "Up": at.coordinates[1]}) for what, at in parts],
            ignore_index=True,
        )

    return _part(
        "laws",
        Figure(
            "True payoffs, and how far an error moves them",
            f"Two hexagons of all payoffs. Left {drawn.tp.size:,} true ones, {TRUTHS[sampling.law]}. Right two of "
            f"them, with errors of {small:g} and {2 * small:g} in each payoff.",
            partial(laws_figure, drawn, doubts, CENTRES),
            f"Left: {TRUTHS[sampling.law]}. Right: {DOUBTS[sampling.doubt]} of {small:g} and {2 * small:g} in each "
            f"payoff. The map is that of *Which model pays*.",
        ),
        Table("True payoffs, and with an error", drawn.tp.size + 4 * EXTENT, rows),
    )


@lru_cache(maxsize=16)
def _chains(law: str, doubt: str, error: float, size: int) -> Chains:
    return chains(
        law,
        error,
        size,
        rng=np.random.default_rng(SEED),
        measures=TABLE_1,
        doubt=doubt,
        progress=lambda share: tell(share, f"Drawing {size:,} test sets …"),
    )


def _three(sampling: Sampling) -> Part:
    """Three classifiers on each test set: which is the best, and in which order they stand."""
    wrong = _chains(sampling.law, sampling.doubt, sampling.error, sampling.pairs)
    keys = sorted(wrong.order, key=lambda key: wrong.order[key])
    names = [(key, _ranker(key, sampling.error)) for key in keys]
    rates = ", ".join(f"{name} {percent(wrong.first[key])} and {percent(wrong.order[key])}" for key, name in names)
    return _part(
        "three",
        Figure(
            "Three classifiers at a time",
            f"How often the winner of three and the order of three is wrong: {rates}.",
            partial(chains_figure, wrong, names),
            f"Of three classifiers accuracy picks the wrong winner on {percent(wrong.first['ACC'])} of "
            f"{wrong.chains:,} test sets, the wrong order on {percent(wrong.order['ACC'])} and exactly the reverse "
            f"order on {percent(wrong.reverse['ACC'])}. For payoffs with an error of {sampling.error:g} the shares are "
            f"{percent(wrong.first[UTILITY])}, {percent(wrong.order[UTILITY])} and {percent(wrong.reverse[UTILITY])}.",
        ),
        Table("Three classifiers at a time", len(keys), partial(_chain_rows, wrong, names)),
        method=CHAINS,
        values={
            "chains": wrong.chains,
            "rankers": {
                "payoffs" if key == UTILITY else key: {
                    "pair": wrong.pair[key],
                    "winner": wrong.first[key],
                    "order": wrong.order[key],
                    "reverse": wrong.reverse[key],
                    "standard_error": wrong.standard_error(wrong.order[key], key),
                }
                for key in keys
            },
        },
    )


CHAINS = """**Three at a time**: three classifiers on each test set, drawn as pairs are. The winner is wrong if the one
that is worth most scores below another. The order is wrong if any two of the three are ranked wrongly. At random the
winner would be wrong in 2/3 and in 5/6 the order, and in 1/6 it would be exactly reversed.
"""
"""How chains of three are drawn and judged."""


def _ranker(key: str, error: float) -> str:
    return f"payoffs ± {error:g}" if key == UTILITY else key


def _chain_rows(wrong: Chains, names: Sequence[tuple[str, str]]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "Ranks by": name if key == UTILITY else measure(key).name,
            "Short name": key,
            "Pair wrong": wrong.pair[key],
            "Winner wrong": wrong.first[key],
            "Order wrong": wrong.order[key],
            "All in reverse": wrong.reverse[key],
            "Standard error of the order": wrong.standard_error(wrong.order[key], key),
        }
        for key, name in names
    )


@lru_cache(maxsize=16)
def _curves(law: str, doubt: str, error: float, size: int) -> MisrankedCurves:
    return misranked_curves(
        law,
        error,
        size,
        rng=np.random.default_rng(SEED),
        doubt=doubt,
        progress=lambda share: tell(share, f"Drawing {size:,} pairs of curves …"),
    )


@lru_cache(maxsize=16)
def _curve_pairs(law: str, doubt: str, error: float) -> CurvePairs:
    return draw_curve_pairs(law, error, 2 * POINTS, rng=np.random.default_rng(SEED), doubt=doubt)


def _auc(sampling: Sampling) -> Part:
    """Whole ROC curves by their area, against what each is worth at its best threshold."""
    wrong = _curves(sampling.law, sampling.doubt, sampling.error, sampling.pairs)
    shown = _curve_pairs(sampling.law, sampling.doubt, sampling.error)
    place = most_wrong(shown)
    names = {**RANKERS, UTILITY: f"Payoffs with an error of {sampling.error:g}"}
    return _part(
        "auc",
        Figure(
            "Whole ROC curves, by their area",
            f"Left: pairs of ROC curves, how much more the first is worth at its best threshold against how much "
            f"larger its area is; {percent(wrong.share['AUC'])} of the pairs are ranked wrongly. Right: the two "
            f"curves of one such pair, which cross.",
            partial(curves_figure, shown, place),
            f"In **{percent(wrong.share['AUC'])}** of {wrong.pairs:,} pairs the curve with the larger area is worth "
            f"less, each at its own best threshold (diamonds). Payoffs with an error of {sampling.error:g} are wrong "
            f"in {percent(wrong.share[UTILITY])}. Scores are assumed to be normal. If both classes had the same "
            f"spread, curves would never cross and the area would never be wrong.",
        ),
        Table(
            "What ranks whole curves",
            len(names),
            lambda: pd.DataFrame(
                {
                    "Ranks by": name,
                    "Short name": key,
                    "Share ranked wrongly": wrong.share[key],
                    "Standard error": wrong.standard_error(key),
                }
                for key, name in names.items()
            ),
        ),
        method=_curves_method(wrong),
        values={
            "pairs": wrong.pairs,
            "equal": wrong.equal,
            "rankers": {
                "payoffs" if key == UTILITY else key: {
                    "share": wrong.share[key],
                    "standard_error": wrong.standard_error(key),
                }
                for key in names
            },
        },
    )


def _curves_method(wrong: MisrankedCurves) -> str:
    """How whole curves are drawn and judged."""
    return f"""**Whole curves**: the scores of negatives are normal with deviation 1, those of positives normal with a
deviation drawn log-uniformly from {number(1 / SPREAD)} to {number(SPREAD)}; areas lie between 1/2 and 1 with linearly
rising density. Each classifier is worth what its best threshold earns, which the likelihood ratio gives. In
{percent(wrong.equal)} of the pairs the best is always the same answer, so both are worth the same. This is
no part of the paper, which leaves its section on the area empty.
"""
