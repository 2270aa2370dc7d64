"""What is said of the means over the runs of one model: a note, a table and the numbers."""

import math
from collections.abc import Mapping, Sequence

import pandas as pd

from ddcore.answers.answer import Note, Table, measured
from ddcore.answers.at_no_threshold import Lines
from ddcore.answers.words import interval_text, literal
from ddcore.chance.runs import RunMean
from ddcore.chance.verdict import Verdict
from ddcore.data import Data
from ddcore.formats import number


def means(data: Data, verdicts: Mapping[str, Verdict], scored: Mapping[str, Lines]) -> list[RunMean]:
    """Each measure over the runs of the model looked at, as far as it can be beaten; none where there is one run."""
    runs = data.runs
    if not runs:
        return []
    found = [
        RunMean.of(lines[0].measure.title, lines[0].measure.key, lines[0].measure.better, lines)
        for lines in zip(*(verdicts[name].lines for name in runs), strict=True)
        if lines[0].state not in ("describes", "unbeatable")
    ]
    if all(name in scored for name in runs):
        found += [
            RunMean.of(rows[0].measure.name, rows[0].measure.key, rows[0].measure.better, rows)
            for rows in zip(*(scored[name] for name in runs), strict=False)
        ]
    return found


def notes(data: Data, found: Sequence[RunMean]) -> list[Note]:
    """The mean of the first measure over the runs, and how many of them beat chance."""
    known = [row for row in found if not math.isnan(row.mean.low)]
    if not known:
        return []
    row, runs = known[0], len(data.runs)
    beating = {0: "none of them beats", runs: "each of them beats"}.get(row.beating, f"{row.beating} of them beat")
    reach = (
        "That interval is for other runs, each on other cases like these, as far as no two runs share cases."
        if _have_cases_of_their_own(data)
        else "That interval is for other runs on the same cases; for other cases there is the interval of each run."
    )
    return [
        Note(
            "mean-of-runs",
            f"{row.name} is **{number(row.mean.value)}** on average over {runs} runs of {literal(data.model.run_of)} "
            f"({interval_text(row.mean)}); {beating} chance ({number(row.chance)}). {reach}",
        )
    ]


def _have_cases_of_their_own(data: Data) -> bool:
    """Whether the runs differ in how many cases of each class they were tried on."""
    counts = [data.models[name].counts for name in data.runs]
    return len({(float(each.positives), float(each.negatives)) for each in counts}) > 1


def table(data: Data, found: Sequence[RunMean]) -> dict[str, Table]:
    """Each measure over the runs."""
    rows = pd.DataFrame(
        {
            "Measure": row.name,
            "Mean": row.mean.value,
            "95 % from": row.mean.low,
            "95 % to": row.mean.high,
            "Standard deviation": row.deviation,
            "Least": min(row.scores),
            "Largest": max(row.scores),
            "Chance": row.chance,
            "Runs that beat chance": row.beating,
            "Better if": row.better,
        }
        for row in found
    )
    remark = (
        "The intervals are for the mean of other runs, each on other cases."
        if _have_cases_of_their_own(data)
        else "The intervals are for the mean of other runs on the same cases."
    )
    return {"runs": Table.of(f"Mean over {len(data.runs)} runs", rows, remark)} if found else {}


def values(found: Sequence[RunMean]) -> dict[str, object]:
    """The means by the keys of their measures."""
    return {row.key: measured(row.mean) | {"baseline": row.chance, "beating": row.beating} for row in found}
