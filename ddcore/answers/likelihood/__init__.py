"""Could these scores separate better?"""

from collections.abc import Mapping
from functools import partial

from ddcore.answers.base import in_use, needs
from ddcore.answers.base.answer import Answer, Figure, Note, Number, Part, Table, values_of
from ddcore.answers.base.before_after import COMPARED, curve_remark, dominance_notes
from ddcore.answers.base.before_after import METHOD as CURVES_METHOD
from ddcore.answers.base.known_laws import METHOD as EXACT_METHOD
from ddcore.answers.base.known_laws import exact
from ddcore.answers.base.separation import SEED, scores_of
from ddcore.answers.base.words import about
from ddcore.answers.base.words import sentence as sentence_of
from ddcore.answers.likelihood.choices import Choices
from ddcore.answers.likelihood.compute import (
    compared_curves,
    counted,
    exact_curve,
    exact_of,
    exact_portrait,
    gain_by,
    portrait_of,
    spread_of,
)
from ddcore.answers.likelihood.draw import (
    densities_alt,
    densities_figure,
    gain_alt,
    gain_figure,
    ratio_alt,
    ratio_figure,
    transformed_alt,
    transformed_figure,
)
from ddcore.answers.likelihood.measures import measures_part
from ddcore.answers.likelihood.tables import area_rows, transformed_rows
from ddcore.answers.likelihood.transformation import transformation_part
from ddcore.answers.likelihood.words import (
    DENSITY_REMARKS,
    UNTRIED,
    advice,
    band_remark,
    headline,
    method,
    notes,
    reason,
    share_notes,
    share_remark,
    unread,
)
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.scores.gain import BEFORE, LEARNED, UNSEEN, Gain, Portrait

__all__ = ["Choices", "answer", "exact_of", "gain_by"]

TITLE = "Reshape the scores"
SECTION = "more"
WORDS = (
    "likelihood ratio, transform, transformation, recalibrate, density, kernel, U-shaped, two-sided, non- "
    "monotone, extreme scores, reshape, isotonic, Platt, improve AUC, better ranking"
)
NEEDS = needs.scores
NEEDED = (
    "The likelihood ratio needs a model's scores: choose a file with the truth and a column of numbers for each model."
)
EXAMPLE = "sample=scenario_2&size=500"
PART = 50_000
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "ensemble": "Are two models better than one?",
    "costs": "What does a mistake cost?",
}
"""What may be asked next, the most useful first, by the name of the question."""

KEYS = {BEFORE: "before", LEARNED: "same_cases", UNSEEN: "unseen_cases"}
"""The scores before and after, as `values` call them."""
AREAS = {
    BEFORE: "AUC of the scores",
    LEARNED: "AUC of the likelihood ratio on the same cases",
    UNSEEN: "AUC of the likelihood ratio on unseen cases",
}
GAINS = {LEARNED: "Gain in AUC on the same cases", UNSEEN: "Gain in AUC on unseen cases"}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The AUC of the scores and of their likelihood ratio, on the same and on unseen cases."""
    try:
        gain = gain_by(data, choices)
    except InputError as problem:
        return Answer(__doc__, unread(choices.method), sentence_of(problem), about(data))
    used, used_gain = counted(data, gain, choices.prevalence)
    table, remark = scores_of(data), share_remark(used)
    own = transformation_part(used, used_gain, choices.curve, choices.transformation)
    numbers, leading = area_numbers(data.name, used_gain)
    return Answer.of(
        Answer(__doc__, headline(gain), reason(gain, data.positive, data.negative), about(data)),
        Part(
            [*own.notes, Note(f"advice-{gain.state}", advice(gain))],
            charts(data, used, gain, used_gain, choices),
            {
                "likelihood": Table.of("AUC before and after", area_rows(used_gain), remark),
                "transformed": Table(
                    "Rescaled scores",
                    table.score.size,
                    partial(transformed_rows, gain, table, choices.prevalence),
                ),
            },
            f"{method(gain, choices.folds, choices.deal)}\n\n",
            values_of(numbers),
            leading,
        ),
        measures_part(used, gain),
        Part(
            [*dominance_notes(gain, data, SEED), *notes(gain, data), *share_notes(used)],
            method=f"\n\n{CURVES_METHOD}{'' if used.original is None else in_use.METHOD}",
            values={"models": {data.name: _values(used_gain)}},
        ),
        exact_part(used),
        Part(figures=own.figures, tables=own.tables, method=own.method, values=own.values),
    )


def charts(data: Data, used: Data, gain: Gain, used_gain: Gain, choices: Choices) -> Mapping[str, Figure]:
    """A curve before and after, the scores of each class, and their ratio; with what is exact of known laws."""
    law, portrait = exact(used), portrait_of(data, gain)
    curves = compared_curves(data, used_gain, choices.curve)
    words, ratio_words = gain_alt(curves), ratio_alt(portrait)
    exact_line, exact_ratio = None, None
    if law is not None:
        exact_line, exact_ratio = exact_curve(used, law, choices.curve), exact_portrait(used, law)
        words = f"{words} With the exact ratio (dashed) it is {number(exact_line.summary)}."
        ratio_words = f"{ratio_words} The exact ratio is dashed."
    return {
        "likelihood": Figure(
            f"{COMPARED[choices.curve]}, before and after",
            words,
            partial(gain_figure, curves, exact=exact_line),
            curve_remark(choices.curve, share_remark(used)),
        ),
        "densities": densities_chart(data, gain, portrait, choices.densities),
        "ratio": Figure(
            "Likelihood ratio of each score",
            ratio_words,
            partial(ratio_figure, portrait, threshold=data.model.threshold, exact=exact_ratio),
            band_remark(portrait),
        ),
    }


def densities_chart(data: Data, gain: Gain, portrait: Portrait, scale: str) -> Figure:
    """How each class scores on a scale; of the scores themselves where unseen cases cannot be tried."""
    title, classes = "Scores of each class", (data.positive, data.negative)
    if scale == "score" or not gain.readings:
        draw = partial(densities_figure, portrait, *classes)
        return Figure(title, densities_alt(portrait, *classes), draw, "" if scale == "score" else UNTRIED)
    spread = spread_of(data, gain, scale)
    draw = partial(transformed_figure, spread, *classes)
    return Figure(title, transformed_alt(spread, *classes), draw, DENSITY_REMARKS[scale])


def exact_part(used: Data) -> Part:
    """What is exact beside what was drawn; empty where the laws of the scores are not known."""
    law = exact(used)
    if law is None:
        return Part()
    rises = "never falls" if law.is_monotone else "rises and falls"
    return Part(method=EXACT_METHOD, values={"exact": {"auc": law.auc, "best_auc": law.best_auc, "ratio": rises}})


def area_numbers(name: str, gain: Gain) -> tuple[list[Number], list[Number]]:
    """The areas of a model before and after and what it gains, and those of them that carry the answer."""
    areas = {key: Number(AREAS[key], area, ("models", name, "areas", KEYS[key])) for key, area in gain.aucs.items()}
    gains = {
        key: Number(GAINS[key], gained, ("models", name, "gains", KEYS[key])) for key, gained in gain.gains.items()
    }
    unseen = [areas[UNSEEN], gains[UNSEEN]] if UNSEEN in gain.aucs else []
    return [*areas.values(), *gains.values()], [areas[BEFORE], *unseen]


def _values(gain: Gain) -> Mapping[str, object]:
    """What else `values` hold of the selected model."""
    return {
        "state": gain.state,
        "method": gain.likelihood.method,
        "bounds": gain.likelihood.bounds,
        "average_precision": {KEYS[name]: precision for name, precision in gain.precisions.items()},
        "refused": gain.refused,
    }
