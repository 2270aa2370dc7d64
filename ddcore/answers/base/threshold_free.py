"""Scores at no threshold on the chance scale, for the answers that tell of it: areas, Brier score and log loss."""

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Figure, Note, Part, Table, measured
from ddcore.answers.base.threshold_free_draw import (
    against_chance_alt,
    against_chance_figure,
    spread_against_chance_figure,
)
from ddcore.answers.base.words import listing, literal
from ddcore.chance.verdict import MARKS, STATES
from ddcore.data import Data
from ddcore.formats import number, percent
from ddcore.scores.against_chance import SCORE_MEASURES, AgainstChance, against_chance
from ddcore.table import ScoreTable

HEADING = "Scores at no threshold"
DRAWN = 3
"""Models in one chart; of more the selected one and the first two of the others."""

Lines = Sequence[AgainstChance]


def of_tables(data: Data, tables: Mapping[str, ScoreTable | None]) -> dict[str, Lines]:
    """Each table's measures against chance; those without scores of both classes are left out."""
    found = {
        name: data.cached(("at no threshold", table), partial(against_chance, table), cases=table.score.size)
        for name, table in tables.items()
        if table is not None
    }
    return {name: lines for name, lines in found.items() if lines}


def of_models(data: Data) -> dict[str, Lines]:
    """The measures against chance of each model, the selected one first."""
    first = dict.fromkeys([data.name, *data.models])
    return of_tables(data, {name: data.models[name].table for name in first})


def part(models: Mapping[str, Lines], selected: str, names: Sequence[str] = ()) -> Part:
    """What scores at no threshold add to the answer about several models, `names` being those of its other chart."""
    return Part(
        notes(models.get(selected, ())),
        figure(models, names),
        table(models),
        method(models),
    )


def figure(models: Mapping[str, Lines], names: Sequence[str] = ()) -> dict[str, Figure]:
    """The chart of a few models; none where no model has scores. Those of `names` have the colours of their places."""
    drawn = {name: models.get(name, ()) for name in names or list(models)[:DRAWN]}
    if not any(drawn.values()):
        return {}
    remark = (
        "" if len(models) <= len(drawn) else f"The chart shows {len(drawn)} of {len(models)} models; the table has all."
    )
    return {"scores": Figure(HEADING, against_chance_alt(drawn), partial(against_chance_figure, drawn), remark)}


def spread(parts: Mapping[str, Lines], kind: str) -> dict[str, Figure]:
    """The chart of folds or runs."""
    if not parts:
        return {}
    drawn = partial(spread_against_chance_figure, parts, kind)
    return {"scores": Figure(f"{HEADING}, {kind[:-1]} by {kind[:-1]}", against_chance_alt(parts), drawn)}


def table(models: Mapping[str, Lines], column: str = "Model") -> dict[str, Table]:
    """Every measure of every model or part: its value, chance, and both on the scale from chance to perfect."""
    rows = [_row(name, line, column) for name, lines in models.items() for line in lines]
    return {"scores": Table.of(HEADING, pd.DataFrame(rows))} if rows else {}


def _row(name: str, line: AgainstChance, column: str) -> dict[str, object]:
    return {
        column: name,
        "Measure": line.measure.name,
        "Score": line.score,
        "95 % from": line.interval.low,
        "95 % to": line.interval.high,
        "Chance": line.chance,
        "Beyond chance": line.beyond.value,
        "Beyond chance, 95 % from": line.beyond.low,
        "Beyond chance, 95 % to": line.beyond.high,
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


def notes(lines: Lines) -> list[Note]:
    """Where probabilities are worth less than saying the share of positives of every case."""
    worse = [line for line in lines if line.measure.probabilities and line.beyond.value < 0]
    if not worse:
        return []
    told = [f"{line.measure.name} {number(line.score)} against {number(line.chance)}" for line in worse]
    sure = all(line.beyond.high < 0 for line in worse)
    return [
        Note(
            "worse-than-the-share",
            f"Read as probabilities, these scores {'are' if sure else 'look'} worse than saying the share of positives "
            f"of every case ({listing(told)}). If they are meant as probabilities, recalibrate them.",
        )
    ]


def _year(source: str) -> str:
    """A source within parentheses."""
    return source.replace("(", "").replace(")", "")


def method(models: Mapping[str, Lines]) -> str:
    """How chance is computed for scores; empty where no model has any."""
    if not models:
        return ""
    name, lines = next(iter(models.items()))
    shown = "\n".join(
        f"- {line.measure.name}: ${line.measure.formula}$, without skill at best ${line.measure.chance_formula}$ = "
        f"{number(line.chance)} ({_year(line.measure.source)}); {literal(name)} has {number(line.score)}, "
        f"{percent(line.beyond.value)} of the way."
        for line in lines
    )
    there = {line.measure.key for line in lines}
    left = [measure.name for measure in SCORE_MEASURES.values() if measure.key not in there]
    without = f"\n{listing(left)} take scores between 0 and 1." if left else ""
    return f"""
**{HEADING}.** Scores without skill are drawn before the truth is, so that the truth is as good as dealt to the cases at
random. The best mean over all laws of such scores is chance: for the areas scores that all differ, for the Brier score
and log loss the share of positives said of every case. Here $\\pi = P / M$, $q = (P - 1) / (M - 1)$, and $H_M$ is 1 +
1/2 + ... + 1/$M$. The way beyond it is (score − chance) / (perfect − chance), also below 0.

{shown}
{without}

Their 95 % intervals keep the class sizes: for the AUC DeLong's variance, widened for few cases, in the form of Wilson's
interval; for average precision the same with the influence of each case, or the interval of the logit (Boyd et al.
2013) where that is wider; for the losses Wilson's of each class joined by the method of variance estimates recovery
(Zou & Donner 2008). In simulations of 3 to 500 positives and 10 to 10,000 negatives they held in 87 to 100 % of
samples.
"""
