"""Where models do no better than chance: a funnel of groups over their size, and a map of groups by models."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance.groups import STATES, GroupVerdicts
from ddcore.figures.marks import dress, empty, key, ring, segments, with_gaps
from ddcore.figures.names import short_names, whole
from ddcore.figures.theme import Theme, faded, mixed, plain
from ddcore.formats import count, many, number, p_text, percent

ROWS = 20
"""Groups that the map shows."""
ROW, LETTER = 24, 7
MARKS = {"behind": ("x", 1), "unclear": ("diamond-open", 4), "beats": ("circle", 0)}
"""The symbol of a state and its place among the colours."""
SILENT = "–"
"""What a group has in place of a number where all its cases are predicted alike."""
LEGEND = {"behind": "no better", "unclear": "may be luck", "beats": "surely better"}
"""What a state is called beside its mark: than chance, which the dashed line shows."""
LEFT_OUT = "Of no group is there anything to show: the measure cannot be beaten there, or has no value."


@dataclass(frozen=True, eq=False)
class Funnel:
    """The groups of one model that can be judged: `over` is what they lie at, in words `axis`.

    `low` and `high` are how far from the baseline nearly all draws with the group's own margins lie.
    """

    verdicts: GroupVerdicts
    names: tuple[str, ...]
    over: Array
    axis: str
    low: Array
    high: Array
    thing: str

    @property
    def states(self) -> dict[str, int]:
        """How many groups are in each state that is drawn."""
        return {state: int(self.verdicts.having(state).sum()) for state in MARKS}


def funnel_figure(funnel: Funnel, theme: Theme) -> go.Figure:
    """Score less baseline over size, a mark a group, by what can be said of it; below the dashed line chance is better.

    A group whose cases are all predicted alike, so that the measure has no value, stands at the bottom. The grey bar of
    a group says where nearly all draws with its margins lie.
    """
    verdicts = funnel.verdicts
    if not verdicts.judged.any():
        return empty(theme, LEFT_OUT)
    figure = go.Figure()
    shown = verdicts.judged & np.isfinite(funnel.low) & np.isfinite(funnel.high)
    x = funnel.over[shown]
    figure.add_scatter(
        x=segments(x, x),
        y=segments(funnel.low[shown], funnel.high[shown]),
        mode="lines",
        name=f"{percent(verdicts.level)} of such draws",
        line={"width": 5 if x.size <= 40 else 3, "color": faded(theme.chance, 0.3)},
        hoverinfo="skip",
    )
    hover = _hovers(funnel)
    heights = _heights(funnel)
    for state, (symbol, colour) in MARKS.items():
        rows = np.flatnonzero(verdicts.having(state))
        if rows.size:
            figure.add_scatter(
                x=funnel.over[rows],
                y=heights[rows],
                mode="markers",
                name=LEGEND[state],
                marker={
                    "symbol": symbol,
                    "size": 9 if len(funnel.names) <= 200 else 6,
                    "color": theme.colour(colour),
                    "line": {"width": 1.5, "color": theme.colour(colour)},
                },
                hovertext=np.array([hover[row] for row in rows]),
                hoverinfo="text",
                cliponaxis=False,
            )
    figure.add_hline(y=0, line={"width": 2, "color": theme.chance, "dash": "dash"})
    figure.add_scatter(
        x=[None], y=[None], mode="lines", name="best without skill", hoverinfo="skip",
        line={"width": 2, "color": theme.chance, "dash": "dash"},
    )  # fmt: skip
    _size_axis(figure, funnel.over[verdicts.judged], funnel.axis)
    arrow = " ↓" if verdicts.measure.better == "lower" else ""
    figure.update_yaxes(title_text=f"{plain(verdicts.measure.name, 24)} less its baseline{arrow}", nticks=7)
    dress(figure, theme, 320)
    figure.update_layout(legend={"entrywidth": 190})
    return figure


def _heights(funnel: Funnel) -> Array:
    """The score less its baseline; where it has no value as all cases are predicted alike, the worst that is drawn."""
    verdicts = funnel.verdicts
    heights = np.asarray(verdicts.sign * verdicts.distance)
    drawn = np.concatenate([heights, funnel.low, funnel.high, [0.0]])
    return np.where(verdicts.silent, (np.nanmin if verdicts.sign > 0 else np.nanmax)(drawn), heights)


def _size_axis(figure: go.Figure, over: Array, axis: str) -> None:
    """Sizes stand on a logarithmic axis where they differ much."""
    low, high = max(1.0, float(over.min())), max(1.0, float(over.max()))
    figure.update_xaxes(title_text=axis)
    if high <= 8 * low:
        wide = 0.06 * max(high - low, 1.0)
        figure.update_xaxes(range=[low - wide, high + wide], nticks=7)
        return
    wide = 0.05 * math.log10(high / low)
    ends = math.log10(low) - wide, math.log10(high) + wide
    steps = (1, 2, 5) if high <= 100 * low else (1, 3) if high <= 1e4 * low else (1,)
    places = [step * 10**power for power in range(math.floor(ends[0]), math.ceil(ends[1]) + 1) for step in steps]
    told = [place for place in places if ends[0] <= math.log10(place) <= ends[1]]
    figure.update_xaxes(type="log", range=ends, tickvals=told, ticktext=[number(place) for place in told])


def _hovers(funnel: Funnel) -> list[str]:
    verdicts = funnel.verdicts
    counts = verdicts.counts
    return [
        f"<b>{whole(name)}</b>: {STATES[str(verdicts.state[row])]}"
        f"<br>{plain(verdicts.measure.name, 24)} {number(float(verdicts.score[row]))}, "
        f"baseline {number(float(verdicts.baseline[row]))}"
        f"<br>{number(float(counts.total[row]))} cases, {number(float(counts.positives[row]))} positive, "
        f"{number(float(counts.predicted_positives[row]))} predicted so"
        f"<br>p {p_text(float(verdicts.log10_p[row]))}, corrected {number(float(verdicts.adjusted[row]))}"
        for row, name in enumerate(funnel.names)
    ]


def funnel_alt(funnel: Funnel) -> str:
    """What `funnel_figure` shows, in words."""
    states = funnel.states
    if not sum(states.values()):
        return LEFT_OUT
    told = ", ".join(f"{count(number_of)} {STATES[state]}" for state, number_of in states.items())
    judged = many(sum(states.values()), funnel.thing)
    return (
        f"{funnel.verdicts.measure.name} less its baseline over the {funnel.axis}, for {judged}: {told}. "
        f"Grey bars show where {percent(funnel.verdicts.level)} of draws lie."
    )


@dataclass(frozen=True, eq=False)
class Map:
    """How far each group is on the way from chance to perfect, of shape (groups, columns), the worst group first.

    A column is a model, or of one model a measure; `silent` cells have no value, as all cases are predicted alike, and
    stand for the worst. `words` has what is said of each cell, `of` how many groups there are in all.
    """

    groups: tuple[str, ...]
    columns: tuple[str, ...]
    share: Array
    unbeatable: NDArray[np.bool_]
    silent: NDArray[np.bool_]
    words: Sequence[Sequence[str]]
    of: int
    thing: str


def map_figure(shown: Map, theme: Theme) -> go.Figure:
    """A heat map, a row a group: blue is better than chance and orange no better; a ring cannot be beaten."""
    if not len(shown.groups) or not len(shown.columns):
        return empty(theme, LEFT_OUT)
    size, many = len(shown.groups), len(shown.columns)
    names = short_names(shown.groups, 16)
    columns = short_names(shown.columns, 14)
    empty_cell = np.isnan(shown.share) & ~shown.unbeatable
    text = np.where(empty_cell | shown.silent, SILENT, _percents(shown.share))
    figure = go.Figure()
    figure.add_heatmap(
        z=with_gaps(np.clip(shown.share, -1, 1)),
        x=list(range(many)),
        y=list(range(size)),
        zmin=-1,
        zmax=1,
        colorscale=[
            [0, mixed(theme.colour(1), theme.background, 0.55)],
            [0.4999, mixed(theme.colour(1), theme.background, 0.12)],
            [0.5001, mixed(theme.colour(0), theme.background, 0.08)],
            [1, mixed(theme.colour(0), theme.background, 0.5)],
        ],
        showscale=False,
        xgap=2,
        ygap=2,
        text=text.tolist(),
        texttemplate="%{text}",
        textfont={"color": theme.text, "size": 12 if many <= 4 else 10},
        hovertext=[list(row) for row in shown.words],
        hoverinfo="text",
    )
    rings = np.argwhere(shown.unbeatable)
    if rings.size:
        figure.add_scatter(
            x=rings[:, 1], y=rings[:, 0], mode="markers", marker=ring(theme), hoverinfo="skip", showlegend=False
        )
        key(figure, "cannot be beaten", ring(theme))
    figure.update_xaxes(
        tickvals=list(range(many)),
        ticktext=[columns[name] for name in shown.columns],
        tickangle=0 if many <= 3 else -90,
        side="top",
        showgrid=False,
        tickfont={"color": theme.text},
    )
    figure.update_yaxes(
        tickvals=list(range(size)),
        ticktext=[names[name] for name in shown.groups],
        range=[size - 0.5, -0.5],
        showgrid=False,
        tickfont={"color": theme.text},
    )
    above = LETTER * max(map(len, columns.values())) if many > 3 else 20
    dress(figure, theme, ROW * size + above)
    return figure


def _percents(share: Array) -> Array:
    """Shares of the way as whole percent, below 0 with a minus sign."""
    return np.array(
        [["" if math.isnan(x) else f"{round(100 * x):d}".replace("-", "−") for x in row] for row in share.tolist()],
        dtype=object,
    ).reshape(share.shape)


def map_alt(shown: Map) -> str:
    """What `map_figure` shows, in words."""
    if not len(shown.groups) or not np.isfinite(shown.share).any():
        return LEFT_OUT
    worst = np.unravel_index(int(np.nanargmin(shown.share)), shown.share.shape)
    lowest = "no value" if shown.silent[worst] else percent(float(shown.share[worst]))
    behind = int((shown.share <= 0).sum())
    return (
        f"The way from chance to perfect of {count(len(shown.groups))} of {many(shown.of, shown.thing)}, by "
        f"{many(len(shown.columns), 'column')}; {many(behind, 'cell')} no better than chance. The lowest is "
        f"{shown.groups[worst[0]]} by {shown.columns[worst[1]]}: {lowest}."
    )
