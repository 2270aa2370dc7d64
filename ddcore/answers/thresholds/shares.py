"""The best threshold over the share of positives, and how each measure depends on it (Gong 2022, Table 4.4)."""

import math
import re
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Figure, Note, Part, Table
from ddcore.answers.base.separation import resamples, scores_of
from ddcore.answers.base.words import in_text, listing
from ddcore.answers.thresholds.compute import conditions
from ddcore.answers.thresholds.draw import Band, shares_alt, shares_figure
from ddcore.data import Data
from ddcore.formats import number, percent
from ddcore.measures import MEASURES
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.line import RATIOS, ratio_words
from ddcore.scores.modes import MODES
from ddcore.scores.share_thresholds import OverShare, band_over_share, direction, kept_over_share, over_share
from ddcore.scores.thresholds import Best, Constraint, closed_form

SHARES = tuple(np.linspace(0.01, 0.99, 99).round(2).tolist())
OF_BAND = tuple(np.linspace(0.02, 0.98, 13).round(2).tolist())


class Shares:
    """One measure over the share of positives: its best threshold, and its value there and at the one that is set.

    The closed form has the numbers of `best_ratio`, the measure at the best likelihood ratio, or else of the best
    threshold.
    """

    def __init__(
        self,
        data: Data,
        optimum: BestThreshold,
        optima: Sequence[BestThreshold],
        constraints: Sequence[Constraint],
        best_ratio: Best | None = None,
    ) -> None:
        self.place = optimum.best if best_ratio is None else best_ratio
        self.closed = optimum.closed if best_ratio is None else closed_form(best_ratio)
        self.data, self.optimum, self.optima = data, optimum, optima
        own = data.original or data
        table, measure = scores_of(own), self.optimum.measure
        self.known = 0 < own.positives < own.total
        if not self.known:
            return
        self.threshold = math.inf if own.model.threshold is None else own.model.threshold
        key = (table, measure.key, measure.formula, measure.better, conditions(constraints))
        self.best: OverShare = own.cached(
            ("over the share", *key), partial(over_share, table, measure, SHARES, *constraints)
        )
        self.current = kept_over_share(table, measure, SHARES, self.threshold)
        drawn = resamples(own)
        self.band: Band | None = None
        if drawn is not None:
            low, high = own.cached(
                ("band over the share", *key),
                lambda: band_over_share(drawn, measure, OF_BAND, *constraints),
                cases=table.score.size,
            )
            self.band = (np.array(OF_BAND), low, high)

    @property
    def marks(self) -> dict[str, float]:
        """The share of these cases, and that in use where it is another."""
        own = self.data.original
        if own is None:
            return {"these cases": self.data.prevalence}
        return {"these cases": own.prevalence, "in use": self.data.prevalence}

    @property
    def part(self) -> Part:
        """The chart over the share with its points, and the closed forms; empty where there is one class only."""
        if not self.known:
            return Part()
        tables = {
            "shares": Table("Best threshold over the share of positives", len(SHARES), self._points),
            "dependence": Table("How measures depend on the share of positives", len(self.optima), self._dependence),
        }
        if np.isnan(self.best.value).all():
            return Part(tables=tables)
        return Part(self._closed_form_notes(), {"shares": self._figure()}, tables)

    def _figure(self) -> Figure:
        title = f"Best threshold for {in_text(self.optimum.measure)} over the share of positives"
        draw = partial(shares_figure, self.best, self.current, self.band, self.threshold, self.marks)
        remark = f"{self._moves} Each threshold keeps its recall and false positive rate."
        if np.isinf(self.best.threshold).any():
            remark = f"{remark} Where the line of the best threshold ends, it is best to predict no case positive."
        return Figure(title, shares_alt(self.best, self.marks), draw, remark)

    def _points(self) -> pd.DataFrame:
        measure = self.best.measure
        return pd.DataFrame(
            {
                "Share of positives": self.best.share,
                "Best threshold": self.best.threshold,
                f"{measure.title} there": self.best.value,
                f"{measure.title} at the current threshold": self.current,
            }
        )

    def _dependence(self) -> pd.DataFrame:
        counts = (self.data.original or self.data).model.counts
        recall, alarms = float(counts.tp) / float(counts.positives), float(counts.fp) / float(counts.negatives)
        return pd.DataFrame(
            {
                "Short name": optimum.measure.key,
                "Measure": optimum.measure.name,
                "Threshold on the likelihood ratio": ratio_words(optimum.measure),
                "Likelihood ratio": optimum.closed.ratio,
                "Threshold on the probability": optimum.measure.line_words or "by its derivatives",
                "Probability": optimum.closed.posterior,
                "Over the likelihood ratio": MODES[optimum.mode],
                "As positives become more frequent": direction(optimum.measure, recall, alarms),
            }
            for optimum in self.optima
        )

    @property
    def _moves(self) -> str:
        """How the best threshold moves as positives become rarer."""
        shown = [(share, float(self.best.threshold[SHARES.index(share)])) for share in (0.05, 0.2, 0.5)]
        places = [(percent(share), _place(cut)) for share, cut in shown if not math.isnan(cut)]
        name = in_text(self.optimum.measure)
        if len({place for _, place in places}) <= 1:
            return f"For {name} the best threshold on these cases is the same at 5 % and at 50 % positives."
        listed = listing([f"{place} at {share}" for share, place in places])
        return f"For {name} the best threshold on these cases depends on the share of positives: {listed}."

    def _closed_form_notes(self) -> list[Note]:
        """The closed form of the best threshold with its numbers."""
        closed, measure = self.closed, self.optimum.measure
        words, ratio = measure.line_words, ratio_words(measure)
        if not words or words in ("0", "1") or ratio not in RATIOS.values() or not 0 < closed.ratio < math.inf:
            return []
        filled = [_filled(text, self._numbers()) for text in (ratio, words)]
        pairs = zip((ratio, words), filled, (closed.ratio, closed.posterior), strict=True)
        likelihood, chance = (
            f"`{text}` = {put} = {number(value)}" if put != text else f"{number(value)}" for text, put, value in pairs
        )
        return [
            Note(
                "numbers-put-in",
                f"With the numbers put in, the closed form is {likelihood} on the likelihood ratio and {chance} on the "
                f"probability (Gong 2022, Table 4.4).",
            )
        ]

    def _numbers(self) -> dict[str, float]:
        counts = self.place.counts.floats()
        P, N = float(counts.positives), float(counts.negatives)
        rates = {"TPR*": counts.tp / P, "FPR*": counts.fp / N, "FNR*": counts.fn / P, "TNR*": counts.tn / N}
        scores = {f"{key}*": float(MEASURES[key].on(counts)) for key in ("F1", "F2", "F0.5", "NF1", "TS")}
        return {
            "P": P,
            "N": N,
            "M": P + N,
            "TP*": float(counts.tp),
            "TN*": float(counts.tn),
            **{name: float(rate) for name, rate in rates.items()},
            **scores,
        }


def _place(cut: float) -> str:
    return number(cut) if math.isfinite(cut) else "no case predicted positive"


def _filled(words: str, numbers: Mapping[str, float]) -> str:
    """A closed form with its numbers put in."""
    names = sorted(numbers, key=len, reverse=True)
    pattern = "|".join(re.escape(name) for name in names)
    put = re.sub(
        rf"(?<![A-Za-z0-9.])({pattern})(?![A-Za-z0-9*])", lambda name: number(float(f"{numbers[name[1]]:.12g}")), words
    )
    return re.sub(r"(?<=[\d)]) (?=[\d(])", " × ", put)
