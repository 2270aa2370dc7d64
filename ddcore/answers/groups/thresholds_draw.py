"""Figure of thresholds by group: what each rule comes to in each group, and in all of them."""

import numpy as np
import plotly.graph_objects as go

from ddcore.arrays import Array
from ddcore.decisions.group_thresholds import GroupThresholds, Rule
from ddcore.figures.marks import dress, key, segments
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import SYMBOLS, Theme
from ddcore.formats import number

RULE_TITLES = {
    "one": "One threshold for all",
    "opportunity": "Equal recall",
    "rates": "Equal recall and false alarms",
    "accuracy": "Equal accuracy",
    "own": "Least cost in each group",
}
"""The rules, in the order of `decisions.group_thresholds.RULES`."""
LINES = {"rates": "Equal recall<br>and false alarms", "one": "One threshold<br>for all", "own": "Least cost<br>in each"}
PANELS = {
    "cost": "Cost a case",
    "tpr": "Recall",
    "fpr": "False alarms",
    "called": "Share predicted positive",
    "accuracy": "Accuracy",
}
"""What may be looked at."""


def panel_of(found: GroupThresholds, rule: Rule, panel: str) -> tuple[Array, float]:
    """What a rule comes to in each group, and in all of them together."""
    cells = found.cells(rule)
    positives, negatives, sizes = found.positives, found.negatives, cells.total
    own, weight = {
        "cost": (found.cost(rule), sizes),
        "tpr": (rule.tpr, positives),
        "fpr": (rule.fpr, negatives),
        "called": (cells.predicted_positives / sizes, sizes),
        "accuracy": ((cells.tp + cells.tn) / sizes, sizes),
    }[panel]
    return np.asarray(own), float(own @ weight / weight.sum())


def rules_figure(found: GroupThresholds, panel: str, theme: Theme) -> go.Figure:
    """A row a rule, a mark a group, joined by a line; the upright tick stands for all groups together."""
    figure = go.Figure()
    rows = [panel_of(found, rule, panel) for rule in found.rules.values()]
    heights = list(range(len(rows)))
    figure.add_scatter(
        x=segments([float(own.min()) for own, _ in rows], [float(own.max()) for own, _ in rows]),
        y=segments(heights, heights),
        mode="lines",
        line={"width": 3, "color": theme.joint},
        hoverinfo="skip",
        showlegend=False,
    )
    every = {"symbol": "line-ns", "size": 20, "line": {"width": 3, "color": theme.text}}
    figure.add_scatter(
        x=[whole_value for _, whole_value in rows],
        y=heights,
        mode="markers",
        marker=every,
        hovertext=[
            f"<b>{title}</b><br>all groups: {number(value)}"
            for title, (_, value) in zip(RULE_TITLES.values(), rows, strict=True)
        ],
        hoverinfo="text",
        showlegend=False,
    )
    short = short_names(found.names)
    for place, name in enumerate(found.names):
        figure.add_scatter(
            x=[float(own[place]) for own, _ in rows],
            y=heights,
            mode="markers",
            name=short[name],
            marker={
                "symbol": SYMBOLS[place % len(SYMBOLS)],
                "size": 12,
                "color": theme.colour(place),
                "line": {"width": 1, "color": theme.background},
            },
            cliponaxis=False,
            hovertext=[
                f"<b>{whole(name)}</b>, {title.lower()}<br>{PANELS[panel]}: {number(float(own[place]))}"
                for title, (own, _) in zip(RULE_TITLES.values(), rows, strict=True)
            ],
            hoverinfo="text",
        )
    key(figure, "all groups", every)
    unit = ", in false alarms" if panel == "cost" else ""
    figure.update_xaxes(title_text=f"{PANELS[panel].lower()}{unit}", nticks=7, rangemode="tozero")
    figure.update_yaxes(
        tickvals=heights,
        ticktext=[LINES.get(rule, title) for rule, title in RULE_TITLES.items()],
        tickfont={"color": theme.text},
        range=[len(rows) - 0.5, -0.5],
        showgrid=False,
    )
    dress(figure, theme, 48 * len(rows))
    return figure


def rules_alt(found: GroupThresholds, panel: str) -> str:
    """What `rules_figure` shows, in words."""
    told = []
    for name, rule in found.rules.items():
        own, every = panel_of(found, rule, panel)
        low, high = int(np.argmin(own)), int(np.argmax(own))
        told.append(
            f"{RULE_TITLES[name]}: {number(every)} in all, from {number(float(own[low]))} in {found.names[low]} to "
            f"{number(float(own[high]))} in {found.names[high]}"
        )
    return f"{PANELS[panel]} by rule and group. {'. '.join(told)}."
