"""Tables of measures that pick the wrong classifier: all measures, errors of payoffs, pairs, classifiers."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ddcore.answers.ranking.compute import error_at, share_at
from ddcore.counts import Cells
from ddcore.decisions.admissible import FORMS, Admissibility, MisrankedPair
from ddcore.decisions.ranking import UTILITY, MisrankedByError, Pairs
from ddcore.decisions.utility import OUTCOMES, Utility
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure


def all_measures(ranked: MisrankedByError, forms: Mapping[str, Admissibility], error: float) -> pd.DataFrame:
    """Every measure, the best guide first: share of pairs ranked wrongly, form, payoffs it stands for."""
    rows: list[dict[str, Any]] = [
        {
            "Ranks by": measure_named(key).name,
            "Short name": key,
            "Share ranked wrongly": share,
            "Standard error": ranked.standard_error(key),
            "Better than payoffs off by": ranked.overtaken(key),
            "Form": FORMS[forms[key].form],
            **{name.upper(): payoff for name, payoff in matrix(forms[key].utility).items()},
            "Error of the fit": forms[key].misfit,
            "Formula": measure_named(key).formula,
        }
        for key, share in ranked.share.items()
    ]
    at = share_at(ranked, error)
    rough: dict[str, Any] = {
        "Ranks by": f"Payoffs with an error of {error:g}",
        "Short name": UTILITY,
        "Share ranked wrongly": at,
        "Standard error": error_at(ranked, error),
        "Form": FORMS["always"],
    }
    every = pd.DataFrame([*rows, rough], columns=list(rows[0]))
    return every.sort_values("Share ranked wrongly", kind="stable", ignore_index=True)


def matrix(utility: Utility | None) -> dict[str, float]:
    """The four payoffs by outcome, NaN where there are none."""
    return {name: math.nan if utility is None else float(getattr(utility, name)) for name in OUTCOMES}


def by_error(ranked: MisrankedByError) -> pd.DataFrame:
    """The first chart: the share of pairs that payoffs with an error rank wrongly."""
    return pd.DataFrame(
        {"Error": ranked.error, "Share ranked wrongly": ranked.utility, "Standard error": ranked.utility_error}
    )


def pairs_table(pairs: Pairs, measure: Measure) -> pd.DataFrame:
    """The second chart, pair by pair."""
    gain, lead = pairs.gain, pairs.lead(measure)
    return pd.DataFrame({"Worth more": gain, f"Preferred by {measure.key}": lead, "Ranked wrongly": gain * lead < 0})


def classifiers(tables: Cells, utility: Utility, measure: Measure, pair: MisrankedPair | None) -> pd.DataFrame:
    """The third chart, classifier by classifier, the pair that is ranked wrongly first."""
    drawn = pd.DataFrame(
        {
            **{name.upper(): np.asarray(cell) for name, cell in tables.items()},
            "Worth per case": np.asarray(utility(tables)),
            measure.key: np.asarray(measure.on(tables)),
            "Which": "drawn",
        }
    )
    if pair is None:
        return drawn
    both = (pair.better, pair.preferred)
    first = pd.DataFrame(
        {
            **{name.upper(): [float(getattr(table, name)) for table in both] for name in OUTCOMES},
            "Worth per case": pair.yields,
            measure.key: pair.scores,
            "Which": ["worth more", "preferred"],
        }
    )
    return pd.concat([first, drawn], ignore_index=True)
