"""Measures that need no threshold on the scale from chance to perfect: areas, Brier score and log loss."""

import math
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Figure, Note, Part, Table, measured
from ddcore.answers.base.words import listing, literal
from ddcore.chance.verdict import MARKS, STATES
from ddcore.data import Data
from ddcore.figures.chart import Chart
from ddcore.figures.marks import (
    add_dots,
    add_intervals,
    add_line,
    dot,
    dots,
    dress,
    empty,
    key,
    state_entries,
)
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import Theme, faded
from ddcore.formats import number, percent
from ddcore.interval import confidence
from ddcore.scores.against_chance import SCORE_MEASURES, AgainstChance, against_chance
from ddcore.table import ScoreTable

HEADING = "Measures that need no threshold"
DRAWN = 3
"""Models in one chart; of more the selected one and the first two of the others."""
LOWEST = -0.5
"""Scores worse than chance by more stand at the left edge."""
ROW = 40
NO_SCORES = "There are no scores of both classes."

Lines = Sequence[AgainstChance]
"""The measures of one model, fold or run against chance; none where it has no scores of both classes."""


def of_tables(data: Data, tables: Mapping[str, ScoreTable | None]) -> dict[str, Lines]:
    """Each table's measures against chance; those without scores of both classes are left out."""
    judged = {
        name: data.cached(("at no threshold", table), partial(against_chance, table), cases=table.score.size)
        for name, table in tables.items()
        if table is not None
    }
    return {name: lines for name, lines in judged.items() if lines}


def of_models(data: Data) -> dict[str, Lines]:
    """The measures against chance of each model, the selected one first."""
    first = dict.fromkeys([data.name, *data.models])
    return of_tables(data, {name: data.models[name].table for name in first})


def part(models: Mapping[str, Lines], selected: str | None = None, names: Sequence[str] = ()) -> Part:
    """The chart, the table and the method for several models.

    Parameters
    ----------
    models : mapping from name to lines
        The measures of each model, the selected one first.
    selected : str or None
        The model that has notes; none where it is None.
    names : sequence of str
        The models in the other chart of the answer, whose colours they have here, too; () for the first few.
    """
    return Part(
        _notes(models.get(selected, ())) if selected else (),
        _figure(models, names),
        _table(models, "Model"),
        _method(models),
    )


def spread_part(parts: Mapping[str, Lines], kind: str) -> Part:
    """The chart, the table and the method for the "folds" or "runs" of one model, which are dots; no notes."""
    return Part((), _spread(parts, kind), _table(parts, kind[:-1].capitalize()), _method(parts))


def _figure(models: Mapping[str, Lines], names: Sequence[str]) -> dict[str, Figure]:
    """The chart of a few models; none where no model has scores. Those of `names` have the colours of their places."""
    drawn = {name: models.get(name, ()) for name in names or list(models)[:DRAWN]}
    if not any(drawn.values()):
        return {}
    remark = (
        "" if len(models) <= len(drawn) else f"The chart shows {len(drawn)} of {len(models)} models; the table has all."
    )
    return {"scores": Figure(HEADING, against_chance_alt(drawn), partial(against_chance_figure, drawn), remark)}


def _spread(parts: Mapping[str, Lines], kind: str) -> dict[str, Figure]:
    """The chart of folds or runs."""
    if not parts:
        return {}
    drawn = partial(spread_against_chance_figure, parts, kind)
    return {"scores": Figure(f"{HEADING}, {kind[:-1]} by {kind[:-1]}", against_chance_alt(parts), drawn)}


def _table(models: Mapping[str, Lines], column: str) -> dict[str, Table]:
    """Every measure of every model or part: its value, chance, and both on the scale from chance to perfect."""
    rows = [_row(name, line, column) for name, lines in models.items() for line in lines]
    return {"scores": Table.of(HEADING, pd.DataFrame(rows))} if rows else {}


def _row(name: str, line: AgainstChance, column: str) -> dict[str, object]:
    return {
        column: name,
        "Measure": line.measure.name,
        "Score": line.score,
        f"{confidence()} from": line.interval.low,
        f"{confidence()} to": line.interval.high,
        "Chance": line.chance,
        "Beyond chance": line.beyond.value,
        f"Beyond chance, {confidence()} from": line.beyond.low,
        f"Beyond chance, {confidence()} to": line.beyond.high,
        "Mark": MARKS.get(line.state, ""),
        "Verdict": STATES[line.state],
        "Better if": line.measure.better,
        "Source": line.measure.source,
    }


def values(lines: Lines) -> dict[str, object]:
    """The measures of one model by their keys."""
    return {
        line.measure.key: measured(line.interval)
        | {"baseline": line.chance, "beyond_chance": measured(line.beyond), "state": line.state}
        for line in lines
    }


INFINITE = Note(
    "infinite-log-loss",
    "The log loss is infinite (∞) because the scores rule out what happened: at least one positive case has a score of "
    "exactly 0, or a negative case one of exactly 1. Scores kept slightly away from 0 and 1 have a finite log loss.",
)


def _notes(lines: Lines) -> list[Note]:
    """Where probabilities are worse than giving every case the base rate."""
    worse = [line for line in lines if line.measure.probabilities and line.beyond.value < 0]
    if not worse:
        return []
    scores = [f"{line.measure.name} {number(line.score)} against {number(line.chance)}" for line in worse]
    sure = all(line.beyond.high < 0 for line in worse)
    return [
        Note(
            "worse-than-the-share",
            f"As probabilities these scores {'are' if sure else 'seem'} worse than giving every case the base rate "
            f"({listing(scores)}). If they are meant as probabilities, recalibrate them.",
        ),
        *(INFINITE for line in worse if math.isinf(line.score)),
    ]


def _method(models: Mapping[str, Lines]) -> str:
    """How chance is computed for scores; empty where no model has any."""
    if not models:
        return ""
    name, lines = next(iter(models.items()))
    shown = "\n".join(
        f"- {line.measure.name}: ${line.measure.formula}$; chance is ${line.measure.chance_formula}$ = "
        f"{number(line.chance)} ({_unbracketed(line.measure.source)}); {literal(name)} has {number(line.score)}, "
        f"{percent(line.beyond.value)} of the way beyond chance."
        for line in lines
    )
    there = {line.measure.key for line in lines}
    left = [measure.name for measure in SCORE_MEASURES.values() if measure.key not in there]
    without = f"\n{listing(left)} need scores between 0 and 1." if left else ""
    return f"""
**{HEADING}.** Scores without skill do not depend on the truth, so the truth is in effect assigned to the cases at
random. Chance is the best average over all such scores: for the areas scores that all differ, for the Brier score and
log loss the base rate for every case. Here $\\pi = P / M$, $q = (P - 1) / (M - 1)$, and $H_M$ is 1 + 1/2 + ... +
1/$M$. The way beyond chance is (score − chance) / (perfect − chance), also below 0.

{shown}
{without}

The {confidence()} intervals keep the class sizes. For the AUC they use DeLong's variance, widened for few cases, in the
form of Wilson's interval. For average precision they use the influence of each case in the same way, or the interval of
the logit (Boyd et al. 2013) where that is wider. For the losses they join Wilson's intervals of both classes by the
method of variance estimates recovery (Zou & Donner 2008). In simulations of 3 to 500 positives and 10 to 10,000
negatives they contained the true value in 87 to 100 % of samples.
"""


def _unbracketed(source: str) -> str:
    """A source within parentheses."""
    return source.replace("(", "").replace(")", "")


def against_chance_figure(models: Mapping[str, Lines], theme: Theme) -> Chart:
    """Each measure from chance (0, the dashed grey line) to perfect (1): a mark a model with its interval.

    A model without scores has no mark, and keeps its colour free.
    """
    names = _measures(models)
    if not names:
        return empty(theme, NO_SCORES)
    figure, short, slot = Chart(), short_names(list(models)), 0.6 / len(models)
    drawn = [model for model, lines in models.items() if lines]
    for model, lines in ((model, models[model]) for model in drawn):
        at = list(models).index(model)
        colour = theme.colour(at)
        shift = (drawn.index(model) - (len(drawn) - 1) / 2) * slot
        known = [line for line in lines if math.isfinite(line.beyond.value)]
        y = [names.index(line.measure.name) + shift for line in known]
        sure = [(place, line.beyond) for place, line in zip(y, known, strict=True) if not math.isnan(line.beyond.low)]
        add_intervals(
            figure,
            [_within(ends.low) for _, ends in sure],
            [_within(ends.high) for _, ends in sure],
            [place for place, _ in sure],
            colour,
        )
        add_dots(
            figure,
            [_within(line.beyond.value) for line in known],
            y,
            dots(theme, at, [line.state for line in known]),
            hover=[_hover(model, line) for line in known],
        )
        key(figure, short[model], dot(theme, at))
    state_entries(figure, theme, [{line.state for line in lines} for lines in models.values()])
    return _axes(figure, theme, names, len(names) * max(ROW, 16 * len(models) + 8))


def spread_against_chance_figure(parts: Mapping[str, Lines], kind: str, theme: Theme) -> Chart:
    """The same where each fold or run is a dot, and their mean a diamond."""
    names = _measures(parts)
    if not names:
        return empty(theme, NO_SCORES)
    figure, colour = Chart(), theme.colour(0)
    placed = [
        (names.index(line.measure.name), part, line)
        for part, lines in parts.items()
        for line in lines
        if math.isfinite(line.beyond.value)
    ]
    add_dots(
        figure,
        [_within(line.beyond.value) for _, _, line in placed],
        [place for place, _, _ in placed],
        {"size": 9, "color": faded(colour, 0.45)},
        f"each {kind[:-1]}",
        hover=[_hover(part, line) for _, part, line in placed],
    )
    by_measure = [[line.beyond.value for at, _, line in placed if at == place] for place in range(len(names))]
    means = [float(np.mean(values)) if values else math.nan for values in by_measure]
    add_dots(
        figure,
        [_within(mean) for mean in means],
        list(range(len(names))),
        {"symbol": "diamond", "size": 12, "color": theme.background, "line": {"width": 2, "color": theme.user}},
        "their mean",
        hover=[f"{name}: mean {percent(mean)}" for name, mean in zip(names, means, strict=True)],
    )
    return _axes(figure, theme, names, len(names) * ROW)


def _measures(models: Mapping[str, Lines]) -> list[str]:
    return list(dict.fromkeys(line.measure.name for lines in models.values() for line in lines))


def _within(value: float) -> float:
    return max(value, LOWEST)


def _hover(model: str, line: AgainstChance) -> str:
    beyond, interval = line.beyond, line.interval
    return (
        f"<b>{line.measure.name}</b><br>{full_name(model)}: {_written(interval.value, interval.low, interval.high)}"
        f"<br>best without skill: {number(line.chance)}"
        f"<br>beyond chance: {_written(beyond.value, beyond.low, beyond.high)}"
    )


def _written(value: float, low: float, high: float) -> str:
    return number(value) if math.isnan(low) else f"{number(value)} ({confidence()}: {number(low)} to {number(high)})"


def _axes(figure: Chart, theme: Theme, names: Sequence[str], height: float) -> Chart:
    figure.add_vline(x=0, line={"width": 2, "color": theme.chance, "dash": "dash"})
    add_line(figure, [None], [None], theme.chance, "best without skill", width=2, dash="dash")
    lowest = min([0.0, *(x for trace in figure.traces for x in trace["x"] if x is not None and math.isfinite(x))])
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=list(names),
        tickfont={"color": theme.text},
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        ticks="outside",
        ticklen=6,
        tickcolor="rgba(0,0,0,0)",
    )
    cut = f"; {percent(LOWEST)} or less at the edge" if lowest <= LOWEST else ""
    figure.update_xaxes(
        range=[lowest - 0.04, 1.04],
        tickformat=".0%",
        nticks=6,
        tickangle=0,
        title_text=f"from chance to perfect{cut}",
    )
    dress(figure, theme, height)
    return figure


def against_chance_alt(models: Mapping[str, Lines]) -> str:
    """What both figures show, in words."""
    beyond = [
        f"{line.measure.name} of {model} {percent(line.beyond.value)}"
        for model, lines in list(models.items())[:3]
        for line in lines
        if math.isfinite(line.beyond.value)
    ]
    if not beyond:
        return NO_SCORES
    return f"The way from chance to perfect of measures that need no threshold: {', '.join(beyond)}."
