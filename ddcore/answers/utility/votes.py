"""Which measures prefer which model, and which one the prices prefer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Note, Part, Table
from ddcore.answers.base.words import listing, literal
from ddcore.data import Data
from ddcore.decisions.ranking import TABLE_1
from ddcore.decisions.standings import Standings
from ddcore.decisions.utility import ROUNDING
from ddcore.measures import measure
from ddcore.scores.curves import area, roc

AREA = "AUC"


@dataclass(frozen=True)
class Vote:
    """The score of each model on a measure, and the models that it prefers: several if level, none without scores."""

    key: str
    name: str
    scores: Mapping[str, float]
    prefers: tuple[str, ...]

    @classmethod
    def of(cls, key: str, name: str, scores: Mapping[str, float]) -> "Vote":
        """The vote of a measure that is better the higher it is."""
        if not all(map(math.isfinite, scores.values())):
            return cls(key, name, scores, ())
        most = max(scores.values())
        level = ROUNDING * max(1.0, abs(most))
        return cls(key, name, scores, tuple(model for model, score in scores.items() if score >= most - level))

    @property
    def ranked(self) -> list[tuple[str, float]]:
        """Models with their values, the best first."""
        return sorted(self.scores.items(), key=lambda pair: -pair[1])


@dataclass(frozen=True)
class Votes:
    """The votes of the eight measures, of the area where all models have scores, and of the prices."""

    measures: tuple[Vote, ...]
    prices: Vote

    @classmethod
    def of(cls, data: Data, standings: Standings) -> "Votes | None":
        """The votes on two models or more; None on fewer."""
        standing = standings.of(constant=False)
        if len(standing) < 2:
            return None
        names = [each.name for each in sorted(standing, key=lambda each: each.place)]
        places = [standings.comparison.names.index(name) for name in names]
        votes = []
        for key in TABLE_1:
            values = np.asarray(measure(key).on(standings.comparison.shares))[places]
            votes.append(Vote.of(key, measure(key).title, dict(zip(names, map(float, values), strict=True))))
        areas = data.cached(("areas of models", tuple(names)), lambda: _areas(data, names))
        if areas:
            votes.append(Vote.of(AREA, "Area under the ROC curve (AUC)", areas))
        worth = {each.name: each.earned.value for each in standing}
        span = standings.values.span
        scaled = Vote.of("prices", "Your prices", {name: worth[name] / span for name in names})
        return cls(tuple(votes), Vote("prices", "Your prices", worth, scaled.prefers))

    def agrees(self, vote: Vote) -> bool:
        """Whether a measure prefers exactly the models that the prices prefer."""
        return set(vote.prefers) == set(self.prices.prefers)

    def table(self) -> Table:
        """A row a measure: the model it prefers and the next one, with their values."""
        rows = []
        for vote in (*self.measures, self.prices):
            (_, value), (following, next_value), *_ = vote.ranked
            rows.append(
                {
                    "Ranked by": vote.name,
                    "Best model": " = ".join(vote.prefers) or "none",
                    "Value": value,
                    "Second": following,
                    "Value of the second": next_value,
                    "As by your prices": "" if vote is self.prices else "yes" if self.agrees(vote) else "no",
                }
            )
        return Table.of("The model that each measure chooses", pd.DataFrame(rows), self.summary)

    @property
    def summary(self) -> str:
        """How many measures prefer the model that the prices prefer."""
        voting = [vote for vote in self.measures if vote.prefers]
        agreeing = [vote for vote in voting if self.agrees(vote)]
        mine = listing(list(map(literal, self.prices.prefers)))
        than = f"than your prices, which choose {mine}"
        others = [vote for vote in voting if not self.agrees(vote)]
        if not voting:
            return "No measure has a value for each of these models."
        if not others:
            if len(voting) == 1:
                name = literal(voting[0].name)
                return f"{name}, the only measure with a value, chooses the same model as your prices: {mine}."
            return f"All {len(voting)} measures choose the same model as your prices: {mine}."
        if not agreeing:
            if len(voting) == 1:
                return f"*{literal(voting[0].name)}, the only measure with a value, chooses another model* {than}."
            return f"*All {len(voting)} measures choose another model* {than}."
        if len(others) == 1:
            return (
                f"*{literal(others[0].name)} chooses another model* {than}. The other {len(agreeing)} of "
                f"{len(voting)} measures agree with the prices."
            )
        if len(agreeing) == 1:
            return (
                f"*{len(others)} of {len(voting)} measures choose another model* {than}. Only "
                f"{literal(agreeing[0].name)} agrees with the prices."
            )
        return (
            f"*{len(others)} of {len(voting)} measures choose another model* {than}; "
            f"{listing([literal(vote.name) for vote in agreeing], 3)} agree with the prices."
        )

    @property
    def notes(self) -> list[Note]:
        """A note where a measure prefers another model than the prices, which do not value all models alike."""
        apart = len(self.prices.prefers) < len(self.prices.scores)
        wrong = any(vote.prefers and not self.agrees(vote) for vote in self.measures)
        return [Note("measures-disagree", self.summary)] if apart and wrong else []

    @property
    def part(self) -> Part:
        """The votes in an answer, without their note, which is one of the five most important of utility."""
        return Part(tables={"votes": self.table()}, values={"votes": self.values})

    @property
    def values(self) -> Mapping[str, Any]:
        """The votes as plain numbers."""
        return {
            vote.key: {"scores": dict(vote.scores), "prefers": list(vote.prefers)}
            for vote in (*self.measures, self.prices)
        }


def _areas(data: Data, names: list[str]) -> dict[str, float]:
    """The area under the ROC curve of each model; empty where a model has no scores."""
    tables = {name: data.models[name].table for name in names}
    return (
        {name: area(roc(table)) for name, table in tables.items() if table is not None}
        if all(table is not None for table in tables.values())
        else {}
    )
