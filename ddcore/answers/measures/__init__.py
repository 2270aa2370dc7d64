"""What does a measure mean?"""

from functools import partial
from typing import Annotated

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table
from ddcore.answers.base.words import about
from ddcore.answers.measures.compute import Classes, found, share_curve
from ddcore.answers.measures.draw import draws_alt, draws_figure, share_alt, share_figure
from ddcore.answers.measures.tables import certificate_table, facts_of, listed, measures_table
from ddcore.answers.measures.words import method, notes, reason, sentence
from ddcore.chance.bands import bands
from ddcore.chance.dutch_draw import baseline
from ddcore.data import Data
from ddcore.decisions.certificate import certificate
from ddcore.measures import MEASURES
from ddcore.measures import measure as measure_named
from ddcore.options import Asked, Key, Measures, Text, in_force

__all__ = ["Choices", "answer"]

TITLE = "Measures explained"
SECTION = "learn"
WORDS = (
    "measures, definition, glossary, meaning, formula, range, other names, synonyms, F1, MCC, kappa, recall, "
    "precision, sensitivity, specificity, accuracy, linear-fractional, unimodal, monotone, proof"
)
NEEDS = needs.nothing
NEEDED = "This needs no data: it is about the measures themselves."
EXAMPLE = "M=303&P=139"
NEXT = {
    "baselines": "What would chance score?",
    "reach": "What does a score demand?",
    "thresholds": "Is {threshold} the right threshold?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Asked):
    """The measure, and the words of measures that are sought."""

    measure: Annotated[tuple[str, ...], Measures(most=1), Key("measure_looked_at")] = in_force("F1")
    words: Annotated[str, Text(80, "sensitivity, critical success index, …"), Key("measures_searched")] = Field(
        "", max_length=80, title="Search", description="Measures that have these words in a name or in what they say."
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """What one measure says, what is proved of it, what chance scores on it, and the table of all measures."""
    measure = measure_named(choices.measure[0])
    classes = Classes.of(data)
    total, positives = classes.total, classes.positives
    proof = certificate(measure, classes.share, total)
    reach = baseline(measure, total, positives)
    curve = data.cached(
        ("measure over theta", measure.key, total, positives), partial(bands, measure, total, positives)
    )
    over = share_curve(data, measure, total)
    rows = facts_of(proof, classes, reach)
    names = found(choices.words)
    return Answer.of(
        Answer(__doc__, sentence(measure), reason(measure, classes), about(data) if classes.given else ""),
        Part(
            notes(proof, classes, reach),
            {
                "draws": Figure(
                    "Mean score of random guessing, over the share predicted positive",
                    draws_alt(curve, classes, reach),
                    partial(draws_figure, curve, classes, reach),
                ),
                "share": Figure(
                    "Best mean score of random guessing, over the share of positives",
                    share_alt(measure, over, classes),
                    partial(share_figure, measure, over, classes, reach.best(measure.better)),
                ),
            },
            {
                "certificate": Table.of(f"What is known of {measure.title}", certificate_table(rows)),
                "measures": Table("All measures", len(MEASURES), partial(measures_table, measure, classes.share)),
            },
            method(proof),
            {
                "measure": listed(measure),
                "certificate": [row._asdict() for row in rows],
                "measures": [listed(MEASURES[key]) for key in names],
            },
            [
                Number(f"{measure.title}, baseline", reach.best(measure.better), ("baseline",)),
                Number(f"{measure.title}, best possible", measure.ideal(total, positives), ("ideal",)),
            ],
        ),
    )
