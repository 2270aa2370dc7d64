"""Is a model that is nearly always right a good one?"""

from collections.abc import Mapping
from functools import partial

from ddcore.answers.base.answer import Answer, Figure
from ddcore.answers.base.first_page_draw import shares_alt, shares_figure
from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.formats import count, percent
from ddcore.measures import measure
from ddcore.read import read
from ddcore.samples import SAMPLES

SAMPLE = "lending_club"

COLUMNS: Mapping[str, str] = {
    "The truth": "what each case really is, such as *ill* or *well*.",
    "Scores or labels": "a column for each model, with numbers that are higher the more it takes a case for positive, "
    "or with what it predicts.",
    "If there are any": "an id, a weight, groups, a cluster, a fold, an amount.",
}
"""The columns of a file, and what stands in them."""


def example() -> Answer:
    """The loans by their accuracy, which says nothing, and by what is found of the rare class."""
    sample = SAMPLES[SAMPLE]
    data = read(sample.path, **sample.roles).data()
    counts = data.model.counts
    right, found = (float(measure(name)(counts)) for name in ("accuracy", "recall"))
    shares = {
        "This model is right": right,
        f"Always saying “{data.negative}” is right": 1 - data.prevalence,
        f"Loans gone {data.positive} that this model finds": found,
    }
    return Answer(
        __doc__ or "",
        f"This model is right about **{percent(right)}** of {count(data.total)} loans. Is that good?",
        f"No. Always saying “{literal(data.negative)}” is right about **{percent(1 - data.prevalence)}**, without any "
        f"model. {_scores(data)}",
        figures={
            "example": Figure(
                "Accuracy beside what needs no model",
                shares_alt(shares),
                partial(shares_figure, shares, f"Always saying “{data.negative}” is right"),
            )
        },
    )


def _scores(data: Data) -> str:
    """Whether the scores behind it are better than what is predicted from them."""
    table, counts = data.model.table, data.model.counts
    rare, found = count(counts.positives.item()), count(counts.tp.item())
    called = f"Of the {rare} that went {literal(data.positive)} it finds {found}."
    if table is None or table.auc <= 0.5:
        return called
    return (
        f"{called} Yet its scores rank one that went {literal(data.positive)} above one that did not in "
        f"{percent(table.auc)} of pairs: not the model fails here, but its threshold."
    )
