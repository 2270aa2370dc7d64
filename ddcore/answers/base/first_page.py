"""Is a model that is nearly always right a good one?"""

from collections.abc import Mapping
from functools import partial

from ddcore.answers.base.answer import Answer, Figure
from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.figures.chart import Chart
from ddcore.figures.theme import Theme, on, plain
from ddcore.formats import count, percent
from ddcore.measures import measure
from ddcore.read import read
from ddcore.samples import SAMPLES

SAMPLE = "lending_club"

COLUMNS: Mapping[str, str] = {
    "The truth": "what each case really is, such as *ill* or *well*.",
    "Scores or predictions": "a column for each model. A score is higher the more likely the case is positive; a "
    "prediction is a label, such as *ill* or *well*.",
    "Optional": "an id, a weight, groups, a cluster, a fold, an amount.",
}
"""The columns of a file, and what stands in them."""


def example() -> Answer:
    """The loans: a high accuracy that needs no model, beside the share of the rare class that is found."""
    sample = SAMPLES[SAMPLE]
    data = read(sample.path, **sample.roles).data()
    counts = data.model.counts
    right, found = (float(measure(name)(counts)) for name in ("accuracy", "recall"))
    always = f"Always predicting “{data.negative}” is correct"
    shares = {
        "This model is correct": right,
        always: 1 - data.prevalence,
        f"Loans gone {data.positive} that this model finds": found,
    }
    return Answer(
        __doc__ or "",
        f"This model predicts **{percent(right)}** of {count(data.total)} loans correctly. Is that good?",
        f"No. Always predicting “{literal(data.negative)}” is correct for **{percent(1 - data.prevalence)}**, without "
        f"any model. {_scores(data)}",
        figures={
            "example": Figure(
                "Accuracy beside what needs no model",
                shares_alt(shares),
                partial(shares_figure, shares, always),
            )
        },
    )


def _scores(data: Data) -> str:
    """Whether the scores behind it are better than what is predicted from them."""
    table, counts = data.model.table, data.model.counts
    rare, found = count(counts.positives.item()), count(counts.tp.item())
    called = f"Of the {rare} loans that went {literal(data.positive)}, the model finds {found}."
    if table is None or table.auc <= 0.5:
        return called
    return (
        f"{called} Yet its scores rank a loan that went {literal(data.positive)} above one that did not in "
        f"{percent(table.auc)} of pairs. So the model is fine; its threshold is wrong."
    )


BAR = 62
"""Pixels of one bar with its name above it."""


def shares_alt(shares: Mapping[str, float]) -> str:
    """Each share in words."""
    return "Bars: " + "; ".join(f"{name} {percent(share)}" for name, share in shares.items()) + "."


def shares_figure(shares: Mapping[str, float], chance: str, theme: Theme) -> Chart:
    """A bar for each share, its name above and its percentage inside or behind it; that of `chance` is grey."""
    figure = Chart()
    for place, (name, share) in enumerate(shares.items()):
        colour = theme.chance if name == chance else theme.colours[0]
        figure.add_bar(
            x=[share],
            y=[place],
            orientation="h",
            width=0.42,
            marker={"color": colour},
            text=[f"<b>{percent(share)}</b>"],
            textposition="auto",
            insidetextanchor="end",
            insidetextfont={"color": on(colour)},
            outsidetextfont={"color": theme.text},
            cliponaxis=False,
            hovertemplate=f"{plain(name, 60)}: {percent(share)}<extra></extra>",
            showlegend=False,
        )
        figure.add_annotation(
            text=plain(name, 60), x=0, y=place - 0.26, xanchor="left", yanchor="bottom", showarrow=False, align="left"
        )
    figure.update_layout(template=theme.template, height=BAR * len(shares) + 16, bargap=0)
    figure.update_xaxes(range=[0, 1], visible=False)
    figure.update_yaxes(range=[len(shares) - 0.6, -0.75], visible=False)
    return figure
