"""How often does a measure pick the wrong model?"""

import math
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.base import needs, prices
from ddcore.answers.base.answer import Answer, Figure, Note, Number, Part, Table
from ddcore.answers.base.words import about, literal
from ddcore.answers.ranking.compute import (
    ERRORS,
    SHOWN,
    drawn,
    error_at,
    forms,
    misranked,
    share_at,
    share_interval,
)
from ddcore.answers.ranking.draw import error_alt, error_figure, pairs_alt, pairs_figure, tables_alt, tables_figure
from ddcore.answers.ranking.panels import TITLES, Sampling, panel
from ddcore.answers.ranking.tables import all_measures, by_error, classifiers, matrix, pairs_table
from ddcore.answers.ranking.words import method, notes, reason, sentence
from ddcore.data import Data
from ddcore.decisions.admissible import Admissibility, MisrankedPair, misranked_pair
from ddcore.decisions.ranking import TRUTHS, MisrankedByError
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.measures import MEASURES
from ddcore.measures import measure as measure_named
from ddcore.options import Asked, Key, Measures, OneOf, Slider, in_force, judging

TITLE = "Do measures mislead?"
SECTION = "more"
WORDS = (
    "which measure, metric choice, misleading, accuracy paradox, F1 or MCC, choose a metric, model "
    "selection, wrong model, ranking"
)
NEEDS = needs.classes
NEEDED = "Choose any data: only its share of positives is used, in the third chart."
EXAMPLE = "sample=factory&pairs=10000"
NEXT = {
    "utility": "Which model is worth most?",
    "verdict": "Does it beat chance?",
}
"""What may be asked next, the most useful first, by the name of the question."""

PRESETS = {"right": Utility(tp=1, fp=0, fn=0, tn=1), "positives": Utility(tp=1, fp=0, fn=0, tn=0)}
"""Payoffs of the third chart in place of one's own."""


def _nearest(given: Any) -> float:
    """The error that is tried and nearest to a number; raises `InputError` for what is not on the scale."""
    try:
        error = float(given)
    except (TypeError, ValueError):
        error = math.nan
    if not ERRORS[0] <= error <= ERRORS[-1]:
        raise InputError(f'must be between {ERRORS[0]:g} and {ERRORS[-1]:g}, got "{given!s:.40}"')
    return min(ERRORS, key=lambda tried: abs(tried - error))


class Choices(Asked):
    """The measures, how pairs of classifiers are drawn, and which classifiers of one test set are shown."""

    measure: Annotated[tuple[str, ...], Measures(judging, most=8), Key("measure_looked_at")] = in_force(
        "ACC", "F1", "MCC", "BACC", "PPV", "TPR"
    )
    law: Annotated[
        str,
        OneOf(
            {
                "uniform": "All payoffs equally likely",
                "gaussian": "Payoffs like accuracy's more likely",
                "each": "Each payoff uniform",
                "dirichlet": "Parts of one sum (Dirichlet)",
            }
        ),
    ] = Field(
        "uniform", title="True payoffs", description=f"How the true payoffs are drawn: {'; '.join(TRUTHS.values())}."
    )
    error_law: Annotated[str, OneOf({"normal": "Normal", "uniform": "Uniform"}, "tabs")] = Field(
        "normal",
        title="Distribution of the error",
        description="How the error of each payoff is drawn; either way it has the chosen standard deviation.",
    )
    error: Annotated[float, BeforeValidator(_nearest), OneOf({error: f"{error:g}" for error in ERRORS}, "steps")] = (
        Field(
            0.1,
            title="Error of each payoff",
            description="How wrong rough payoffs are: a standard deviation, where the worst outcome is worth 0 and the "
            "best 1. It is the cross in the first chart.",
        )
    )
    pairs: Annotated[int, OneOf({size: f"{size:,}" for size in (10_000, 100_000, 1_000_000)}, "tabs")] = Field(
        100_000, title="Pairs", description="More pairs take longer and give more precise shares."
    )
    look: str | None = Field(
        None,
        title="Measure shown",
        description="The measure in the second and third chart and in the notes.",
    )
    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("ranked_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="Share of positives in the third chart",
        description="The classifiers of the third chart are compared on one test set. This is its share of positives; "
        "the default is that of the data.",
    )
    values: Annotated[
        str,
        OneOf({"right": "All right answers equal", "positives": "True positives only", "yours": "Yours"}, "list"),
    ] = Field(
        "yours",
        title="Payoffs in the third chart",
        description="What outcomes are worth in the third chart. Yours are those of *Which model pays*.",
    )
    also: Annotated[str, OneOf(TITLES, "tabs")] = Field(
        "all",
        title="Fourth chart",
        description="All measures on pairs or on one test set, payoffs with several errors, how the true payoffs are "
        "drawn, three classifiers at a time, or whole ROC curves by their area.",
    )
    u: prices.Payoffs = None
    unit: prices.Unit = None
    written: prices.Written = None

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The share of positives of the data, and the payoffs of their story, where there is one."""
        return {"prevalence": min(max(round(data.prevalence, 3), 0.001), 0.999), **prices.default_prices(data)}

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The defaults, and prices written as costs where no payoff is above 0."""
        return prices.as_written(cls.defaults(data), chosen)

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """The chosen measures can be shown alone, first those that can err whatever the payoffs."""
        if name != "look":
            return None
        keys = chosen.get("measure", cls.model_fields["measure"].default)
        fits = forms(tuple(keys), 0.5)
        return {key: measure_named(key).title for key in sorted(keys, key=lambda key: fits[key].form != "never")}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """How often each measure ranks a pair of classifiers wrongly, and which pairs one measure confuses."""
    choices = choices.with_defaults(data)
    keys, error, prevalence = choices.measure, choices.error, float(choices.prevalence or 0.5)
    look = choices.look or next(iter(Choices.offered("look", data, {"measure": keys}) or keys))
    if look not in keys:
        raise InputError(f'look must be one of {", ".join(keys)}, got "{look:.40}"')
    measure, own = measure_named(look), tuple(key for key in keys if key not in MEASURES)
    drawn_by = (choices.law, choices.error_law, choices.pairs, own)
    ranked = data.cached(("ranked", *drawn_by), partial(misranked, *drawn_by))
    utility, unusable = _utility(choices)
    pair = data.cached(
        ("wrong pair", look, tuple(map(float, utility.payoffs.values())), prevalence),
        partial(misranked_pair, measure, utility, prevalence),
    )
    fits = forms(tuple(ranked.share), prevalence)
    pairs, tables = drawn(choices.law, prevalence)
    sampling = Sampling(choices.law, choices.error_law, error, choices.pairs)
    short = literal(measure.name if "=" in look else look)
    return Answer.of(
        Answer(__doc__, sentence(ranked, keys, error), reason(ranked), about(data)),
        Part(
            [*unusable, *notes(measure, fits[look], pair, utility, prevalence, ranked)],
            {
                "ranking": Figure(
                    "1 Pairs ranked wrongly",
                    error_alt(ranked, keys, error),
                    partial(error_figure, ranked, keys, error),
                ),
                "pairs": Figure(
                    f"2 Pairs by {short}", pairs_alt(pairs, measure), partial(pairs_figure, pairs, measure)
                ),
                "tables": Figure(
                    "3 Classifiers on one test set",
                    tables_alt(tables, measure, pair),
                    partial(tables_figure, tables, utility, measure, pair),
                ),
            },
            {
                "ranking": Table("All measures", len(ranked.share) + 1, partial(all_measures, ranked, fits, error)),
                "error": Table("Pairs ranked wrongly by rough payoffs", ranked.error.size, partial(by_error, ranked)),
                "pairs": Table("Pairs of classifiers", SHOWN, partial(pairs_table, pairs, measure)),
                "classifiers": Table(
                    "Classifiers on one test set",
                    SHOWN + 2 * (pair is not None),
                    partial(classifiers, tables, utility, measure, pair),
                ),
            },
            method(ranked, choices.error_law),
            _values(ranked, fits, error, look, pair),
            _numbers(ranked, error, look),
        ),
        panel(choices.also, sampling, ranked, pairs, tables, utility, prevalence),
    )


def _utility(choices: Choices) -> tuple[Utility, list[Note]]:
    """The payoffs of the third chart, and a note where one's own cannot be used."""
    if choices.values in PRESETS:
        return PRESETS[choices.values], []
    try:
        return Utility.of(prices.cells(choices.u), choices.unit or ""), []
    except InputError as problem:
        return PRESETS["right"], [
            Note(
                "own-values-unusable",
                f"Your payoffs cannot be used ({literal(str(problem))}). In the third chart all right answers count "
                "the same.",
            )
        ]


def _numbers(ranked: MisrankedByError, error: float, look: str) -> list[Number]:
    """The shares of pairs that accuracy, the measure shown, and payoffs with the error rank wrongly."""
    measures = [
        Number(
            f"Pairs ranked wrongly by {measure_named(key).title}",
            share_interval(ranked.share[key], ranked.standard_error(key)),
            writer=percent,
        )
        for key in dict.fromkeys(("ACC", look))
        if key in ranked.share
    ]
    return [
        *measures,
        Number(
            f"Pairs ranked wrongly by payoffs with an error of {number(error)}",
            share_interval(share_at(ranked, error), error_at(ranked, error)),
            writer=percent,
        ),
    ]


def _values(
    ranked: MisrankedByError, fits: Mapping[str, Admissibility], error: float, look: str, pair: MisrankedPair | None
) -> Mapping[str, Any]:
    """Shares of pairs ranked wrongly, by payoffs and by each measure; the pair that one measure ranks wrongly."""
    return {
        "pairs": ranked.pairs,
        "payoffs": {
            "error": error,
            "share": share_at(ranked, error),
            "standard_error": error_at(ranked, error),
        },
        "measures": {
            key: {
                "share": share,
                "standard_error": ranked.standard_error(key),
                "better_than_payoffs_off_by": ranked.overtaken(key),
                "form": fits[key].form,
                "payoffs": None if fits[key].utility is None else matrix(fits[key].utility),
            }
            for key, share in ranked.share.items()
        },
        "look": look,
        "wrong_pair": None
        if pair is None
        else {
            which: {"counts": {name: int(cell) for name, cell in table.items()}, "worth": earned, "score": score}
            for which, table, earned, score in zip(
                ("worth_more", "preferred"), (pair.better, pair.preferred), pair.yields, pair.scores, strict=True
            )
        },
    }
