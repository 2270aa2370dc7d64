"""Are two models better than one?"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations

import pandas as pd

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, measured, values_of
from ddcore.answers.base.before_after import COMPARED
from ddcore.answers.base.words import about
from ddcore.answers.ensemble.choices import METHODS, MOST, SMOOTH, Choices, models_of
from ddcore.answers.ensemble.compute import (
    Cases,
    calls_at,
    cases_of,
    curves_of,
    exact_border,
    exact_curve,
    law_of,
    plane_of,
    read_together,
    regions_of,
)
from ddcore.answers.ensemble.draw import plane_alt, plane_figure, ways_alt, ways_figure
from ddcore.answers.ensemble.tables import (
    above_rows,
    correlation_rows,
    found_rows,
    pair_rows,
    plane_rows,
    point_table,
    share_values,
    way_rows,
)
from ddcore.answers.ensemble.words import dots_remark, headline, method, notes, reason, way_title
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.samples.pairs import COVARIANCES, NAMES, PAIRS, Pair
from ddcore.scores.together import Together, Way

__all__ = ["MOST", "SMOOTH", "Choices", "answer", "models_of"]

TITLE = "Two models together"
SECTION = "more"
WORDS = "ensemble, combine models, stacking, blending, voting, fusion, average of models, two tests, joint, together"
NEEDS = needs.two_models
NEEDED = "This needs the scores of two models: choose a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=pair_2&size=200"
SAMPLE = "pair_2"
UNANSWERED = "These scores cannot be combined yet."
PART = 20_000
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "costs": "What does a mistake cost?",
    "utility": "Which model is worth most?",
}
"""What may be asked next, the most useful first, by the name of the question."""


CARRYING = ("alone", "together", "stacked")
"""The kinds of ways whose areas carry the answer."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The AUC of each model alone, of all together and of simpler combinations, and what each finds."""
    choices = choices.with_defaults(data)
    cases, share = cases_of(data, choices.models or ()), choices.called or 0.5
    together = read_together(data, cases, choices)
    calls = calls_at(data, together, share)
    areas = {way.title: Number(f"AUC, {way_title(way)}", way.auc, ("ways", way.title, "auc")) for way in together.ways}
    simulated = isinstance(data.sample, Pair) and data.sample.key in PAIRS
    return Answer.of(
        Answer(__doc__, headline(together), reason(together), about(data)),
        Part(
            notes(together, calls, data, cases),
            charts(data, cases, together, choices.curve, share),
            {
                "found": Table.of("Recall and precision at this share", found_rows(calls, data.positive)),
                "ensemble": Table.of("All combinations", way_rows(together)),
                "above": Table.of("ROC curve together, compared with each model", above_rows(together)),
                **({"plane": plane_table(data, cases, together)} if len(cases.names) == 2 else {}),
                **pairs_table(data, choices),
                "ensemble_points": point_table(together, choices.curve),
                **({"correlations": CORRELATIONS} if simulated else {}),
            },
            method(together, choices),
            values_of(areas.values()),
            [areas[way.title] for way in together.ways if way.kind in CARRYING],
        ),
        Part(values=_values(together, calls)),
        exact_part(data, cases),
    )


CORRELATIONS = Table("This example at other correlations", len(COVARIANCES), correlation_rows)


def charts(data: Data, cases: Cases, together: Together, kind: str, share: float) -> dict[str, Figure]:
    """One kind of curve of every way, and the plane of two models; with what is exact of known laws."""
    law, classes = law_of(data, cases.names), (data.positive, data.negative)
    kinds = {way.title: way.kind for way in together.ways if way.kind != "mixed"}
    curves = curves_of(data, together, kind)
    words, exact = ways_alt(curves, kinds), None
    if law is not None:
        exact = exact_curve(data, law, kind)
        words = f"{words} The exact one of all together (dashed) is {number(exact.summary)}."
    title = f"{COMPARED[kind]}, alone and together"
    ways = {"ensemble": Figure(title, words, partial(ways_figure, curves, kinds, exact=exact))}
    if len(cases.names) != 2:
        return ways
    plane = plane_of(data, cases, together, share)
    words, border = plane_alt(plane, cases.names), None
    if law is not None:
        border = exact_border(data, law, cases.names, share)
        words = f"{words} The exact border for the same share is dotted."
    draw = partial(plane_figure, plane, cases.names, classes, exact=border)
    remark = dots_remark(len(cases.positive), len(plane.positive))
    return ways | {"plane": Figure("Where both together predict positive", words, draw, remark)}


PAIRED = 4
"""Models of which every pair is combined, the selected one first."""


def pairs_table(data: Data, choices: Choices) -> dict[str, Table]:
    """Every pair of three or four models, combined in the same way; none where there are only two models."""
    pairs = list(combinations(models_of(data)[:PAIRED], 2))
    if len(pairs) < 2:
        return {}
    # Kernels in pairs are for three models and more.
    same = choices.model_copy(update={"method": "kde" if choices.method == "vine" else choices.method})

    def rows() -> pd.DataFrame:
        made = []
        for names in pairs:
            # A pair that has too few cases in common is left out.
            with suppress(InputError):
                made.append((names, read_together(data, cases_of(data, names), same)))
        return pair_rows(made)

    remark = f"Combined by: {METHODS[str(same.method)]}. The gain is that on the better model by its likelihood ratio."
    return {"pairs": Table("Every pair of models", len(pairs), rows, remark)}


def plane_table(data: Data, cases: Cases, together: Together) -> Table:
    """The ratio at every point of the plane of two models."""
    regions = regions_of(data, cases, together)
    return Table("The plane of both scores", regions.log_ratio.size, partial(plane_rows, regions, cases.names))


def exact_part(data: Data, cases: Cases) -> Part:
    """The exact areas of two models whose law is known; empty for others."""
    law = law_of(data, cases.names)
    if law is None:
        return Part()
    alone = {name: law.alone(name).auc for name in NAMES}
    return Part(values={"exact": {"together": round(law.best_auc, 9), "alone": alone}})


def _values(together: Together, calls: Sequence[tuple[Way, Counts]]) -> Mapping[str, object]:
    """What else `values` hold of the ways."""
    return {
        "ways": {
            way.title: {
                "kind": way.kind,
                "gain_of_together": measured(way.gain),
                "average_precision": way.average_precision,
                **share_values(way),
            }
            for way in together.ways
        },
        "found": {way.title: float(counts.tp / counts.positives) for way, counts in calls},
        "learned": measured(together.learned),
    }
