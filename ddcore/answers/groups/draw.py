"""The charts of groups: gaps, a funnel over their sizes, a map by models, weakest segments, and thresholds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.answers.groups.compute import MAP_ROWS, Funnel, Map
from ddcore.arrays import Array
from ddcore.chance.gaps import Gaps
from ddcore.chance.groups import STATES
from ddcore.chance.segments import Segment, SegmentSearch
from ddcore.chance.two_classifiers import Comparison
from ddcore.decisions.group_thresholds import GroupThresholds, Rule
from ddcore.figures.chart import Chart
from ddcore.figures.marks import (
    MARK,
    add_dots,
    add_heat,
    add_intervals,
    add_line,
    dress,
    empty,
    key,
    label_places,
    label_rows,
    ring,
    segments,
    tick,
    with_gaps,
)
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import SYMBOLS, Theme, faded, label, mixed, plain
from ddcore.formats import count, many, number, p_text, percent
from ddcore.interval import confidence
from ddcore.measures import Measure

ROW, LETTER, HEIGHT = 24, 7, 320
NAMED = 8
"""Groups that are named in the funnel."""
MARKS = {"behind": ("x", 1), "unclear": ("diamond-open", 4), "beats": ("circle", 0)}
"""The symbol of a state and its place among the colours."""
SILENT = "–"
"""The text of a cell without a value, as all cases there are predicted alike."""
LEGEND = {"behind": "no better", "unclear": "may be luck", "beats": "clearly better"}
"""The states in the legend: than chance, which the dashed line shows."""
NO_GROUPS = "In no group can chance be beaten on this measure, or the measure has no value there."
NO_SEGMENTS = "No segment of this size scores below what its class sizes let expect."
SEGMENT_ROW = 54
RULES = {
    "one": "One threshold for all",
    "opportunity": "Equal recall",
    "rates": "Equal recall and false positive rate",
    "accuracy": "Equal accuracy",
    "own": "A separate threshold for each group",
}
"""The rules, in the order of `decisions.group_thresholds.RULES`."""
RULE_LABELS = RULES | {
    "rates": "Equal recall and<br>false positive rate",
    "one": "One threshold<br>for all", "own": "Separate<br>thresholds"
}  # fmt: skip
PANELS = {
    "cost": "Cost a case",
    "tpr": "Recall",
    "fpr": "False positive rate",
    "called": "Share predicted positive",
    "accuracy": "Accuracy",
}
"""What the chart of thresholds can show of each rule."""


def funnel_figure(funnel: Funnel, theme: Theme) -> Chart:
    """Score less baseline over size, a mark a group, by its state; below the dashed line chance is better.

    A group whose cases are all predicted alike, so that the measure has no value, stands at the bottom. The grey bar of
    a group shows where nearly all draws with its margins lie.
    """
    verdicts = funnel.verdicts
    if not verdicts.judged.any():
        return empty(theme, NO_GROUPS)
    figure = Chart()
    barred = verdicts.judged & np.isfinite(funnel.low) & np.isfinite(funnel.high)
    x = funnel.over[barred]
    add_line(
        figure,
        segments(x, x),
        segments(funnel.low[barred], funnel.high[barred]),
        faded(theme.chance, 0.3),
        f"{percent(verdicts.level)} of guesses",
        width=5 if x.size <= 40 else 3,
    )
    hovers, heights = _funnel_hovers(funnel), _heights(funnel)
    for state, (symbol, colour) in MARKS.items():
        places = np.flatnonzero(verdicts.having(state))
        if places.size:
            marker = {
                "symbol": symbol,
                "size": 9 if len(funnel.names) <= 200 else 6,
                "color": theme.colour(colour),
                "line": {"width": 1.5, "color": theme.colour(colour)},
            }
            add_dots(
                figure,
                funnel.over[places],
                heights[places],
                marker,
                LEGEND[state],
                hover=[hovers[place] for place in places],
            )
    figure.add_hline(y=0, line={"width": 2, "color": theme.chance, "dash": "dash"})
    add_line(figure, [None], [None], theme.chance, "best without skill", width=2, dash="dash")
    _size_axis(figure, funnel.over[verdicts.judged], funnel.axis)
    _add_names(figure, funnel, heights, theme)
    arrow = " ↓" if verdicts.measure.better == "lower" else ""
    figure.update_yaxes(title_text=f"{plain(verdicts.measure.name, 24)} less its baseline{arrow}", nticks=7)
    dress(figure, theme, HEIGHT)
    figure.update_layout(legend={"entrywidth": 190})
    return figure


def _add_names(figure: Chart, funnel: Funnel, heights: Array, theme: Theme) -> None:
    """The names of the groups that fall shortest, where they cover nothing."""
    places = [place for place in np.argsort(funnel.verdicts.rank, kind="stable") if funnel.verdicts.judged[place]]
    marks = funnel.over[places], heights[places]
    axis = figure.settings["xaxis"]
    low, high = axis["range"]
    across = np.log10(np.maximum(marks[0], 10**low)) if axis.get("type") == "log" else marks[0]
    drawn = np.concatenate([heights, funnel.low, funnel.high, [0.0]])
    bottom, top = float(np.nanmin(drawn)), float(np.nanmax(drawn))
    short = short_names([funnel.names[place] for place in places[:NAMED]], 16)
    names = list(short.values()) + [""] * (len(places) - len(short))
    room = 0.06 * (top - bottom)
    x, y = (across - low) / (high - low), (marks[1] - bottom + room) / (top - bottom + 2 * room)
    where = label_places(x.tolist(), y.tolist(), names, HEIGHT)
    for name, side, at, height in zip(names, where, *marks, strict=True):
        if name and side:
            add_dots(
                figure, [at], [height], {"size": MARK, "color": "rgba(0,0,0,0)"}, mode="markers+text",
                text=[name], textposition=side, textfont={"size": theme.size - 2, "color": theme.text},
            )  # fmt: skip
    figure.update_yaxes(range=[bottom - room, top + room])


def _heights(funnel: Funnel) -> Array:
    """The score less its baseline; where it has no value as all cases are predicted alike, the worst that is drawn."""
    verdicts = funnel.verdicts
    heights = np.asarray(verdicts.sign * verdicts.distance)
    drawn = np.concatenate([heights, funnel.low, funnel.high, [0.0]])
    return np.where(verdicts.silent, (np.nanmin if verdicts.sign > 0 else np.nanmax)(drawn), heights)


def _size_axis(figure: Chart, over: Array, title: str) -> None:
    """The axis of sizes, logarithmic where they differ much."""
    low, high = max(1.0, float(over.min())), max(1.0, float(over.max()))
    figure.update_xaxes(title_text=title)
    if high <= 8 * low:
        room = 0.06 * max(high - low, 1.0)
        figure.update_xaxes(range=[low - room, high + room], nticks=7)
        return
    room = 0.05 * math.log10(high / low)
    ends = math.log10(low) - room, math.log10(high) + room
    steps = (1, 2, 5) if high <= 100 * low else (1, 3) if high <= 1e4 * low else (1,)
    powers = range(math.floor(ends[0]), math.ceil(ends[1]) + 1)
    ticks = [
        step * 10**power for power in powers for step in steps if ends[0] <= math.log10(step * 10**power) <= ends[1]
    ]
    figure.update_xaxes(type="log", range=ends, tickvals=ticks, ticktext=[number(place) for place in ticks])


def _funnel_hovers(funnel: Funnel) -> list[str]:
    verdicts = funnel.verdicts
    counts = verdicts.counts
    return [
        f"<b>{full_name(name)}</b>: {STATES[str(verdicts.state[place])]}"
        f"<br>{plain(verdicts.measure.name, 24)} {number(float(verdicts.score[place]))}, "
        f"baseline {number(float(verdicts.baseline[place]))}"
        f"<br>{number(float(counts.total[place]))} cases, {number(float(counts.positives[place]))} positive, "
        f"{number(float(counts.predicted_positives[place]))} predicted positive"
        f"<br>p {p_text(float(verdicts.log10_p[place]))}, corrected {number(float(verdicts.adjusted[place]))}"
        for place, name in enumerate(funnel.names)
    ]


def funnel_alt(funnel: Funnel) -> str:
    """What `funnel_figure` shows, in words."""
    states = funnel.states
    if not sum(states.values()):
        return NO_GROUPS
    counted = ", ".join(f"{count(groups)} {STATES[state]}" for state, groups in states.items())
    judged = many(sum(states.values()), funnel.noun)
    return (
        f"{funnel.verdicts.measure.name} less its baseline over the {funnel.axis}, for {judged}: {counted}. "
        f"Grey bars show the range of {percent(funnel.verdicts.level)} of random guesses."
    )


def map_figure(shown: Map, theme: Theme) -> Chart:
    """A heat map, a row a group: blue is better than chance and orange no better; a ring cannot be beaten."""
    if not len(shown.groups) or not len(shown.columns):
        return empty(theme, NO_GROUPS)
    height, width = len(shown.groups), len(shown.columns)
    names, columns = short_names(shown.groups, 16), short_names(shown.columns, 14)
    without_value = np.isnan(shown.share) & ~shown.unbeatable
    figure = Chart()
    add_heat(
        figure,
        list(range(width)),
        list(range(height)),
        with_gaps(np.clip(shown.share, -1, 1)),
        [
            [0, mixed(theme.colour(1), theme.background, 0.55)],
            [0.4999, mixed(theme.colour(1), theme.background, 0.12)],
            [0.5001, mixed(theme.colour(0), theme.background, 0.08)],
            [1, mixed(theme.colour(0), theme.background, 0.5)],
        ],
        -1,
        1,
        hover=[list(texts) for texts in shown.words],
        xgap=2,
        ygap=2,
        text=np.where(without_value | shown.silent, SILENT, _percents(shown.share)).tolist(),
        texttemplate="%{text}",
        textfont={"color": theme.text, "size": theme.size - (1 if width <= 4 else 3)},
    )
    rings = np.argwhere(shown.unbeatable)
    if rings.size:
        add_dots(figure, rings[:, 1], rings[:, 0], ring(theme))
        key(figure, "cannot be beaten", ring(theme))
    figure.update_xaxes(
        tickvals=list(range(width)),
        ticktext=[columns[name] for name in shown.columns],
        tickangle=0 if width <= 3 else -90,
        side="top",
        showgrid=False,
        tickfont={"color": theme.text},
    )
    label_rows(figure, theme, [names[name] for name in shown.groups])
    dress(figure, theme, ROW * height + (LETTER * max(map(len, columns.values())) if width > 3 else 20))
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
        return NO_GROUPS
    worst = np.unravel_index(int(np.nanargmin(shown.share)), shown.share.shape)
    lowest = "no value" if shown.silent[worst] else percent(float(shown.share[worst]))
    behind = int((shown.share <= 0).sum())
    return (
        f"The way from chance to perfect of {count(len(shown.groups))} of {many(shown.total, shown.noun)}, by "
        f"{many(len(shown.columns), 'column')}; {many(behind, 'cell')} no better than chance. The lowest is "
        f"{shown.groups[worst[0]]} by {shown.columns[worst[1]]}: {lowest}."
    )


GAP_MARKS = {"worse": ("diamond", 1), "better": ("circle", 0), "unclear": ("circle-open", None)}
"""The symbol of a gap and its place among the colours; one that may be chance is grey."""
GAP_LEGEND = {"worse": "clearly worse", "better": "clearly better", "unclear": "may be chance"}
WITH_VALUES = 10
"""Groups up to which a row has the value of its group below the name."""
NO_GAPS = "The measure has no value in any group."


def points(gap: float) -> str:
    """A difference of two shares in percentage points, without its unit.

    >>> points(0.1234), points(-0.06)
    ('12.3', '−6')
    """
    return percent(gap).removesuffix(" %")


def gap_text(measure: Measure, gap: float) -> str:
    """A difference of two values of a measure: of shares of cases in points.

    >>> from ddcore.measures import measure
    >>> gap_text(measure("TPR"), 0.12), gap_text(measure("F1"), 0.12)
    ('12 points', '0.120')
    """
    if measure.proportion is None:
        return number(gap)
    return f"{points(gap)} {'point' if points(abs(gap)) == '1' else 'points'}"


@dataclass(frozen=True, eq=False)
class GapRows:
    """The groups of a chart of gaps, from the top down; `than` is what they are compared with.

    `states` says whether a group is "worse" or "better", or whether that is "unclear"; `left_out` is how many groups
    with smaller gaps are not drawn.
    """

    measure: Measure
    than: str
    names: tuple[str, ...]
    compared: tuple[Comparison, ...]
    states: tuple[str, ...]
    left_out: int

    @classmethod
    def of(cls, measure: Measure, gaps: Gaps, order: Sequence[str], than: str) -> "GapRows":
        """The gaps of a measure in an order of the groups; of many those that are largest."""
        known = [name for name in order if not math.isnan(gaps.comparisons[gaps.names.index(name)].interval.value)]
        places = [gaps.names.index(name) for name in known]
        sizes = {place: abs(gaps.comparisons[place].interval.value) for place in places}
        kept = sorted(sizes, key=lambda place: -sizes[place])[:MAP_ROWS]
        rows = [place for place in places if place in kept]
        worse = -1 if measure.better == "higher" else 1
        states = {worse: "worse", -worse: "better", 0: "unclear"}
        return cls(
            measure,
            than,
            tuple(gaps.names[place] for place in rows),
            tuple(gaps.comparisons[place] for place in rows),
            tuple(states[int(gaps.sign[place])] for place in rows),
            len(places) - len(rows),
        )

    @property
    def scale(self) -> float:
        """What the axis shows one unit as: shares are in points."""
        return 1.0 if self.measure.proportion is None else 100.0

    def value(self, value: float) -> str:
        """A value of the measure as it is written beside its gaps."""
        return number(value) if self.measure.proportion is None else percent(value)


def gaps_figure(rows: GapRows, theme: Theme) -> Chart:
    """A row a group: how much higher or lower the measure is there, with its interval; 0 is no gap."""
    if not rows.names:
        return empty(theme, NO_GAPS)
    figure, heights = Chart(), list(range(len(rows.names)))
    gaps = [comparison.interval for comparison in rows.compared]
    for state, (symbol, colour) in GAP_MARKS.items():
        at = [place for place in heights if rows.states[place] == state]
        if not at:
            continue
        ink = theme.chance if colour is None else theme.colour(colour)
        lows, highs = ([rows.scale * getattr(gaps[place], end) for place in at] for end in ("low", "high"))
        add_intervals(figure, lows, highs, at, ink, width=3)
        marker = {"symbol": symbol, "size": 12, "color": ink, "line": {"width": 2, "color": ink}}
        x, hover = [rows.scale * gaps[place].value for place in at], [_gap_hover(rows, place) for place in at]
        add_dots(figure, x, at, marker, GAP_LEGEND[state], hover=hover)
    figure.add_vline(x=0, line={"width": 2, "color": theme.chance, "dash": "dash"})
    short = short_names(rows.names, 18)
    labels = [short[name] for name in rows.names]
    if with_values := len(labels) <= WITH_VALUES:
        labels = [f"{name}<br>{rows.value(row.first)}" for name, row in zip(labels, rows.compared, strict=True)]
    unit = "" if rows.measure.proportion is None else ", points"
    than = short_names([rows.than], 18)[rows.than]
    ends = [rows.scale * end for gap in gaps for end in (gap.low, gap.value, gap.high, 0.0) if math.isfinite(end)]
    room = 0.06 * max(max(ends) - min(ends), 1e-6)
    axis = {"range": [min(ends) - room, max(ends) + room], "nticks": 6, "zeroline": False}
    figure.update_xaxes(title_text=f"above or below {than}{unit}", **axis)
    label_rows(figure, theme, labels)
    dress(figure, theme, (44 if with_values else ROW) * len(labels))
    return figure


def _gap_hover(rows: GapRows, place: int) -> str:
    comparison = rows.compared[place]
    gap = comparison.interval
    low, high = (gap_text(rows.measure, end) for end in (gap.low, gap.high))
    return (
        f"<b>{full_name(rows.names[place])}</b>: {GAP_LEGEND[rows.states[place]]}"
        f"<br>{label(rows.measure)} {rows.value(comparison.first)}, {full_name(rows.than)} "
        f"{rows.value(comparison.second)}"
        f"<br>gap {gap_text(rows.measure, gap.value)} ({confidence()}: {low} to {high})"
    )


def gaps_alt(rows: GapRows) -> str:
    """What `gaps_figure` shows, in words."""
    if not rows.names:
        return NO_GAPS
    listed = "; ".join(
        f"{name} {gap_text(rows.measure, comparison.interval.value)}, {GAP_LEGEND[state]}"
        for name, comparison, state in zip(rows.names, rows.compared, rows.states, strict=True)
    )
    return f"{rows.measure.name} of each group less that of {rows.than}: {listed}."


def segments_figure(search: SegmentSearch, level: float, theme: Theme) -> Chart:
    """A row a segment, the first found on top: its score with the interval, filled where it is surely weak.

    A bar marks the expected score, a grey tick the baseline.
    """
    rows = [(y, segment) for y, segment in enumerate(search.segments) if math.isfinite(segment.score.value)]
    if not rows:
        return empty(theme, NO_SEGMENTS)
    figure = Chart()
    heights, known = [y for y, _ in rows], [segment for _, segment in rows]
    lows, highs = [segment.score.low for segment in known], [segment.score.high for segment in known]
    add_intervals(figure, lows, highs, heights, theme.colour(0), width=3)
    bar = {"symbol": "line-ns", "size": 24, "line": {"width": 3, "color": theme.colour(1)}}
    baselines, expected = [segment.chance for segment in known], [segment.expected for segment in known]
    for name, values, marker in (
        ("baseline", baselines, tick(theme)),
        ("expected with the overall rates", expected, bar),
    ):
        add_dots(figure, values, heights, marker, name, hover=[f"{name}: {number(value)}" for value in values])
    weak = {id(segment) for segment in search.surely(level)}
    filled = {"symbol": "circle", "size": 12, "color": theme.colour(0), "line": {"width": 2, "color": theme.colour(0)}}
    colours = [theme.colour(0) if id(segment) in weak else theme.background for segment in known]
    add_dots(
        figure,
        [segment.score.value for segment in known],
        heights,
        {**filled, "color": colours},
        hover=[_segment_hover(search, segment) for segment in known],
    )
    if any(id(segment) in weak for segment in known):
        key(figure, "surely weak", filled)
    if any(id(segment) not in weak for segment in known):
        key(figure, "may be luck", {**filled, "color": theme.background})
    names = short_names([line for segment in search.segments for line in _lines(segment)], 22)
    ends = [end for end in (*lows, *highs, *expected, *baselines) if math.isfinite(end)]
    room = 0.04 * max(max(ends) - min(ends), 1e-6)
    figure.update_xaxes(title_text=label(search.measure), nticks=7, range=[min(ends) - room, max(ends) + room])
    label_rows(figure, theme, ["<br>".join(names[line] for line in _lines(segment)) for segment in search.segments])
    dress(figure, theme, SEGMENT_ROW * len(search.segments))
    figure.update_layout(legend={"entrywidth": 190})
    return figure


def _lines(segment: Segment) -> list[str]:
    """The values of a segment, a line a column."""
    return [f"{column}: {value}" for column, value in segment.values]


def _segment_hover(search: SegmentSearch, segment: Segment) -> str:
    head = "<br>".join(full_name(line) for line in _lines(segment))
    score = segment.score
    return (
        f"<b>{head}</b><br>{label(search.measure)}: {number(score.value)} ({confidence()}: {number(score.low)} to "
        f"{number(score.high)})<br>{many(segment.cases, 'case')}, corrected p {number(segment.adjusted)}"
    )


def segments_alt(search: SegmentSearch, level: float) -> str:
    """What `segments_figure` shows, in words."""
    if not search.segments:
        return NO_SEGMENTS
    listed = "; ".join(
        f"{' and '.join(_lines(segment))} {number(segment.score.value)}, expected {number(segment.expected)}"
        for segment in search.segments
    )
    return (
        f"{search.measure.name} of the {many(len(search.segments), 'segment')} found weakest, on the other half of the "
        f"cases: {listed}. Surely weak at {percent(level)}: {len(search.surely(level))}."
    )


def panel_of(thresholds: GroupThresholds, rule: Rule, panel: str) -> tuple[Array, float]:
    """The value of a rule in each group, and in all of them together."""
    cells = thresholds.cells(rule)
    positives, negatives, sizes = thresholds.positives, thresholds.negatives, cells.total
    values, weight = {
        "cost": (thresholds.cost(rule), sizes),
        "tpr": (rule.tpr, positives),
        "fpr": (rule.fpr, negatives),
        "called": (cells.predicted_positives / sizes, sizes),
        "accuracy": ((cells.tp + cells.tn) / sizes, sizes),
    }[panel]
    return np.asarray(values), float(values @ weight / weight.sum())


def rules_figure(thresholds: GroupThresholds, panel: str, theme: Theme) -> Chart:
    """A row a rule, a mark a group, joined by a line; the upright tick stands for all groups together."""
    figure = Chart()
    panels = [panel_of(thresholds, rule, panel) for rule in thresholds.rules.values()]
    heights, titles = list(range(len(panels))), list(RULES.values())
    lows, highs = [float(values.min()) for values, _ in panels], [float(values.max()) for values, _ in panels]
    add_intervals(figure, lows, highs, heights, theme.joint, width=3)
    all_groups = {"symbol": "line-ns", "size": 20, "line": {"width": 3, "color": theme.text}}
    totals = [total for _, total in panels]
    hover = [f"<b>{title}</b><br>all groups: {number(total)}" for title, total in zip(titles, totals, strict=True)]
    add_dots(figure, totals, heights, all_groups, hover=hover)
    short = short_names(thresholds.names)
    for place, name in enumerate(thresholds.names):
        marker = {
            "symbol": SYMBOLS[place % len(SYMBOLS)],
            "size": 12,
            "color": theme.colour(place),
            "line": {"width": 1, "color": theme.background},
        }
        x = [float(values[place]) for values, _ in panels]
        hover = [
            f"<b>{full_name(name)}</b>, {title.lower()}<br>{PANELS[panel]}: {number(value)}"
            for title, value in zip(titles, x, strict=True)
        ]
        add_dots(figure, x, heights, marker, short[name], hover=hover)
    key(figure, "all groups", all_groups)
    unit = ", in false alarms" if panel == "cost" else ""
    figure.update_xaxes(title_text=f"{PANELS[panel].lower()}{unit}", nticks=7, rangemode="tozero")
    label_rows(figure, theme, list(RULE_LABELS.values()))
    dress(figure, theme, 48 * len(panels))
    return figure


def rules_alt(thresholds: GroupThresholds, panel: str) -> str:
    """What `rules_figure` shows, in words."""
    listed = []
    for name, rule in thresholds.rules.items():
        values, total = panel_of(thresholds, rule, panel)
        low, high = int(np.argmin(values)), int(np.argmax(values))
        listed.append(
            f"{RULES[name]}: {number(total)} overall, from {number(float(values[low]))} in {thresholds.names[low]} to "
            f"{number(float(values[high]))} in {thresholds.names[high]}"
        )
    return f"{PANELS[panel]} by rule and group. {'. '.join(listed)}."
