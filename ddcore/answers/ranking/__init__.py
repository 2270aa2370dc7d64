"""How often does a measure pick the wrong one?"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field

from ddcore.answers.base import needs, prices
from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.options import Key, Measures, OneOf, Options, Slider, judging
from ddcore.answers.base.words import about, literal
from ddcore.answers.ranking import misranked as words
from ddcore.answers.ranking.draw import error_alt, error_figure, pairs_alt, pairs_figure, tables_alt, tables_figure
from ddcore.answers.ranking.panels import TITLES, Asked, panel
from ddcore.counts import Cells
from ddcore.data import Data
from ddcore.decisions.admissible import Admissibility, MisrankedPair, admissibility, misranked_pair
from ddcore.decisions.ranking import (
    CASES,
    DOUBTS,
    TRUTHS,
    MisrankedByError,
    Pairs,
    draw_pairs,
    misranked_by_error,
    random_tables,
)
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import percent
from ddcore.measures import MEASURES, measure
from ddcore.workers.progress import tell

TITLE = "Ranking errors"
SECTION = "decisions"
NEEDS = needs.classes
NEEDED = "Any data will do to begin with; its share of positive cases is that of the third chart."
EXAMPLE = "sample=factory&pairs=10000"
NEXT = {
    "utility": "Which model is worth most?",
    "verdict": "Does it beat chance?",
}
"""What may be asked next, the most useful first, by the name of the question."""

SEED = 1
"""Of the pairs, so that everybody sees the same shares."""
SHOWN = 800
"""Points in a chart of pairs or of classifiers."""
ERRORS = tuple(round(0.025 * step, 3) for step in range(21))
"""Errors of the payoffs that are tried, from 0 to 0.5."""
PRESETS = {"right": Utility(tp=1, fp=0, fn=0, tn=1), "positives": Utility(tp=1, fp=0, fn=0, tn=0)}
"""Values to look at in place of one's own."""


def _nearest(given: Any) -> float:
    """The error that is tried and nearest to a number; raises `InputError` for what is none of the scale."""
    try:
        error = float(given)
    except (TypeError, ValueError):
        error = math.nan
    if not ERRORS[0] <= error <= ERRORS[-1]:
        raise InputError(f'must be between {ERRORS[0]:g} and {ERRORS[-1]:g}, got "{given!s:.40}"')
    return min(ERRORS, key=lambda tried: abs(tried - error))


class Choices(Options):
    """The measures, how pairs of classifiers are drawn, and which classifiers of one test set are looked at closely."""

    measure: Annotated[tuple[str, ...], Measures(judging, most=8), Key("measure_looked_at")] = Field(
        ("ACC", "F1", "MCC", "BACC", "PPV", "TPR"),
        title="Measures",
        description="Each stands with its formula in the table below.",
    )
    law: Annotated[
        str,
        OneOf(
            {
                "uniform": "All places of the map alike",
                "gaussian": "Near accuracy's more likely",
                "each": "Each payoff uniform, by itself",
                "dirichlet": "Parts of one sum (Dirichlet)",
            }
        ),
    ] = Field(
        "uniform", title="True prices", description=f"How the true prices are drawn: {'; '.join(TRUTHS.values())}."
    )
    error_law: Annotated[str, OneOf({"normal": "Normal", "uniform": "Uniform"}, "tabs")] = Field(
        "normal",
        title="Law of the error",
        description="How the error of each payoff is drawn; both laws have the standard deviation that is set.",
    )
    error: Annotated[float, BeforeValidator(_nearest), OneOf({error: f"{error:g}" for error in ERRORS}, "steps")] = (
        Field(
            0.1,
            title="Error of each payoff",
            description="A standard deviation, on a scale on which the worst outcome is 0 and the best 1. The cross in "
            "the first chart.",
        )
    )
    pairs: Annotated[int, OneOf({size: f"{size:,}" for size in (10_000, 100_000, 1_000_000)}, "tabs")] = Field(
        100_000, title="Pairs", description="More pairs take longer and err less."
    )
    look: str | None = Field(
        None,
        title="Measure shown",
        description="The measure of the second and the third chart, and of the notes below.",
    )
    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("ranked_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="Share of positive cases in the third chart",
        description="The third chart has classifiers on one test set; it has this share of positive cases, at first "
        "the data's.",
    )
    values: Annotated[
        str,
        OneOf({"right": "Right counts alike", "positives": "Only positives count", "yours": "Yours"}, "list"),
    ] = Field(
        "yours",
        title="Prices in the third chart",
        description="What outcomes are worth in the third chart; yours are those of Utility.",
    )
    also: Annotated[str, OneOf(TITLES, "tabs")] = Field(
        "all",
        title="Look closer",
        description="The fourth chart: all measures on pairs or on one test set, payoffs with several errors, the law "
        "of the true prices, three classifiers at a time, or whole ROC curves by their area.",
    )
    u: prices.Payoffs = None
    unit: prices.Unit = None
    written: prices.Written = None

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The share of positives of the data, and the values of the story, where one is told."""
        return {"prevalence": min(max(round(data.prevalence, 3), 0.001), 0.999), **prices.default_prices(data)}

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """How prices are written follows from them."""
        return prices.as_written(cls.defaults(data), chosen)

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """The measures that are chosen can be looked at closely, first those that can err whatever the payoffs."""
        if name != "look":
            return None
        keys = chosen.get("measure", cls.model_fields["measure"].default)
        forms = _forms(tuple(keys), 0.5)
        return {key: measure(key).title for key in sorted(keys, key=lambda key: forms[key].form != "never")}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """How often each measure ranks a pair of classifiers wrongly, and which pairs one of them confuses."""
    choices = choices.with_defaults(data)
    keys, error, prevalence = choices.measure, choices.error, float(choices.prevalence or 0.5)
    look = choices.look or next(iter(Choices.offered("look", data, {"measure": keys}) or keys))
    if look not in keys:
        raise InputError(f'look must be one of {", ".join(keys)}, got "{look:.40}"')
    row, own = measure(look), tuple(key for key in keys if key not in MEASURES)
    drawn_by = (choices.law, choices.error_law, choices.pairs, own)
    ranked = data.cached(("ranked", *drawn_by), partial(_ranked, *drawn_by))
    utility, unusable = _utility(choices)
    pair = data.cached(
        ("wrong pair", look, tuple(map(float, utility.payoffs.values())), prevalence),
        partial(misranked_pair, row, utility, prevalence),
    )
    forms = _forms(tuple(ranked.share), prevalence)
    pairs, tables = _drawn(choices.law, prevalence)
    asked = Asked(choices.law, choices.error_law, error, choices.pairs)
    closer = panel(choices.also, asked, ranked, pairs, tables, utility, prevalence)
    short = literal(row.name if "=" in look else look)
    return Answer(
        __doc__,
        _sentence(ranked, keys, error),
        _reason(ranked),
        about(data),
        [*unusable, *words.notes(row, forms[look], pair, utility, prevalence, ranked)],
        {
            "ranking": Figure(
                "1 Wrong, by the error of payoffs",
                error_alt(ranked, keys, error),
                partial(error_figure, ranked, keys, error),
            ),
            "pairs": Figure(f"2 Pairs, by {short}", pairs_alt(pairs, row), partial(pairs_figure, pairs, row)),
            "tables": Figure(
                "3 Classifiers on one test set",
                tables_alt(tables, row, pair),
                partial(tables_figure, tables, utility, row, pair),
            ),
            "closer": closer.figure,
        },
        {
            "ranking": Table("All measures", len(ranked.share) + 1, partial(words.table, ranked, forms, error)),
            "error": Table("Wrong by the error of payoffs", ranked.error.size, partial(words.by_error, ranked)),
            "pairs": Table("Pairs of classifiers", SHOWN, partial(words.pairs_table, pairs, row)),
            "classifiers": Table(
                "Classifiers on one test set",
                SHOWN + 2 * (pair is not None),
                partial(words.classifiers, tables, utility, row, pair),
            ),
            "closer": closer.table,
        },
        _method(ranked, choices.error_law) + closer.method,
        {**_values(ranked, forms, error, look, pair), "closer": {"shown": choices.also, **closer.values}},
    )


@lru_cache(maxsize=32)  # numbers of choices alone: every visitor sees the same
def _ranked(law: str, doubt: str, pairs: int, own: tuple[str, ...]) -> MisrankedByError:
    """How often each measure, and payoffs with each error, rank a pair wrongly."""
    return misranked_by_error(
        law,
        ERRORS,
        pairs,
        rng=np.random.default_rng(SEED),
        measures=[*(key for key, row in MEASURES.items() if row.judges), *own],
        progress=lambda share: tell(share, f"Drawing {pairs:,} pairs …"),
        doubt=doubt,
    )


@lru_cache(maxsize=64)
def _forms(keys: tuple[str, ...], prevalence: float) -> dict[str, Admissibility]:
    """Whether each measure ranks as some payoffs do."""
    return {key: admissibility(key, prevalence) for key in keys}


@lru_cache(maxsize=64)
def _drawn(law: str, prevalence: float) -> tuple[Pairs, Cells]:
    """Some pairs of classifiers, and some classifiers on one test set, to be looked at."""
    rng = np.random.default_rng(SEED)
    return draw_pairs(law, 0.0, SHOWN, rng=rng), random_tables(prevalence, SHOWN, rng=rng)


def _utility(choices: Choices) -> tuple[Utility, list[Note]]:
    """The values of the third chart; a note where one's own cannot be used."""
    if choices.values in PRESETS:
        return PRESETS[choices.values], []
    try:
        return Utility.of(prices.cells(choices.u), choices.unit or ""), []
    except InputError as problem:
        return PRESETS["right"], [
            Note(
                "own-values-unusable",
                f"Your prices cannot be used ({literal(str(problem))}); right answers count alike in the third chart.",
            )
        ]


def _sentence(ranked: MisrankedByError, keys: Sequence[str], error: float) -> str:
    """How often the first two measures are wrong, and payoffs with that error."""
    wrong = [f"{_name(key)} in {percent(ranked.share[key])}" for key in keys[:2]]
    silent = [f"{_name(key)} has no value in these pairs" for key in keys[:2]]
    valued = [not math.isnan(ranked.share[key]) for key in keys[:2]]
    first = f"**{wrong[0]} of pairs**" if valued[0] else f"**{silent[0]}**"
    payoffs = f"payoffs that may each be off by {error:g} in {percent(words.share_at(ranked, error))}"
    if len(wrong) == 1:
        return f"{first}; {payoffs}."
    if not valued[1]:
        return f"{first}, {silent[1]}; {payoffs}."
    if not valued[0]:
        return f"{first}, {wrong[1]} of pairs; {payoffs}."
    return f"{first}, {wrong[1]}; {payoffs}."


def _name(key: str) -> str:
    """A measure by its name: Accuracy, F1."""
    return literal(measure(key).name.removesuffix(" score"))


def _reason(ranked: MisrankedByError) -> str:
    """What was drawn, and what counts as wrong."""
    drawn = (
        "Two good classifiers stand on one test set, and what right and wrong answers are worth is drawn. A "
        "measure picks the wrong one if it prefers the one that is worth less."
    )
    overtaken = ranked.overtaken("ACC")
    if math.isnan(overtaken):
        return f"{drawn} Rough payoffs do better than accuracy up to the largest error tried, {ranked.error[-1]:g}."
    return (
        f"{drawn} Rough payoffs do better than accuracy until each may be off by about **{overtaken:.2f}** of the span "
        f"from the worst to the best outcome."
    )


def _values(
    ranked: MisrankedByError, forms: Mapping[str, Admissibility], error: float, look: str, pair: MisrankedPair | None
) -> Mapping[str, Any]:
    """Shares of pairs ranked wrongly, by payoffs and by each measure; the pair that one measure ranks wrongly."""
    return {
        "pairs": ranked.pairs,
        "payoffs": {
            "error": error,
            "share": words.share_at(ranked, error),
            "standard_error": words.error_at(ranked, error),
        },
        "measures": {
            key: {
                "share": share,
                "standard_error": ranked.standard_error(key),
                "better_than_payoffs_off_by": ranked.overtaken(key),
                "form": forms[key].form,
                "payoffs": None if forms[key].utility is None else words.matrix(forms[key].utility),
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


LAWS = {
    "uniform": "uniform on the hexagon",
    "gaussian": "normal about its middle with deviation 1/3, cut at its edge",
    "each": "whatever four independent uniform payoffs give",
    "dirichlet": "whatever the parts of one sum give",
}
"""The laws of the true values in the coordinates of the map."""


def _method(ranked: MisrankedByError, doubt: str) -> str:
    """How pairs are drawn, and what counts as ranked wrongly."""
    return f"""As Dyrland, Lundervold & Porta Mana (2022, section 4.2) draw them; {ranked.pairs:,} pairs, seed {SEED}.

**True prices**: {TRUTHS[ranked.truth]}; in the coordinates of the map of all values, which the question of utility
shows, {LAWS[ranked.truth]}.

**Classifiers**: the share of positive cases is uniform from 0 to 1, the same for both; recall and specificity are
independent, from 1/2 to 1, with linearly rising density (quartiles 0.75, 0.854, 0.933). Tables are of {CASES:,} cases
and not rounded.

**Wrong**: the two differ in worth by the true values and in score with opposite signs. The standard error of a share
$s$ is $\\sqrt{{s (1-s) / n}}$ for $n$ pairs.

**Payoffs with an error**: each of the four, on a scale from 0 to 1, has {DOUBTS[doubt]} of that standard deviation;
what would leave the scale, or make a wrong answer worth more than a right one, is drawn again.

**Form**: a measure ranks as payoffs do if on each test set it is $X\\,\\mathrm{{TP}} + Y\\,\\mathrm{{TN}}$ times a
number above 0 plus another number, where $X$ and $Y$ are the same on every test set (equation 16). The table fits that
plane to each measure on test sets of four shares of positives and two sizes; the error of the fit is a part of the
measure's spread.
The paper counts balanced accuracy as wrong on every test set; on one test set it ranks as the yield with payoffs 1/f
and 1/(1-f) does, where f is the share of positives.

**Pair**: the most wrongly ranked of all pairs of some 680 tables with recall and specificity from 1/2 to 1; if none of
these is, every pair of tables of {CASES:,} cases is searched.
"""
