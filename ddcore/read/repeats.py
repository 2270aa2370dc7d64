"""Cases that stand in several rows, told by the column of their ids."""

from typing import Any

import pyarrow as pa
import pyarrow.acero  # what group_by imports when it is called, which a worker may not
import pyarrow.compute as pc

from ddcore.read.columns import FoundColumns
from ddcore.read.values import as_text
from ddcore.read.words import quoted


def repeated_cases(roles: FoundColumns) -> list[str]:
    """Notes on ids that stand twice, in a long file for the same model, and on those with more than one truth.

    >>> from ddcore.read.values import Column
    >>> truth, case = Column("truth", pa.array(["yes", "no", "yes"])), Column("id", pa.array([7, 8, 7]))
    >>> repeated_cases(FoundColumns((truth, case), truth, single={"id": case}))
    ['1 case stands in more than one row, “7” of “id”: each of its rows counts.']
    """
    if "id" not in roles.single:
        return []
    case, model = roles.single["id"], roles.single.get("model")
    if model is None and case.distinct == len(case.values) - case.values.null_count:
        return []
    columns = {"id": _whole(case.values), "truth": pa.array(roles.truth.codes, mask=roles.truth.missing)}
    if model is not None:
        columns["model"] = _whole(model.values)
    table = pa.table(columns)
    table = table.filter(pc.is_valid(table["id"]))
    notes = []
    keys = ["id"] if model is None else ["id", "model"]
    rows = table.group_by(keys, use_threads=False).aggregate([([], "count_all")])
    twice = rows.filter(pc.greater(rows["count_all"], 1))
    if twice.num_rows:
        notes.append(_told(twice, case.name, model is not None))
    truths = table.group_by("id", use_threads=False).aggregate([("truth", "count_distinct")])
    torn = truths.filter(pc.greater(truths["truth_count_distinct"], 1))
    if torn.num_rows == 1:
        notes.append(f"1 case has more than one truth, {_first(torn)} of {quoted(case.name)}: each row has its own.")
    elif torn.num_rows:
        notes.append(
            f"{torn.num_rows:,} cases have more than one truth, such as {_first(torn)} of {quoted(case.name)}: each "
            f"row has its own."
        )
    return notes


def _told(twice: Any, name: str, long: bool) -> str:
    number, first = twice.num_rows, _first(twice)
    if long:
        model = quoted(as_text(twice["model"][0].as_py()))
        if number == 1:
            return f"1 case stands twice or more for a model, {first} of {quoted(name)} for {model}: each row counts."
        return (
            f"{number:,} times a case stands twice or more for a model, such as {first} of {quoted(name)} for "
            f"{model}: each row counts."
        )
    if number == 1:
        return f"1 case stands in more than one row, {first} of {quoted(name)}: each of its rows counts."
    return f"{number:,} cases stand in more than one row, such as {first} of {quoted(name)}: each row counts."


def _first(rows: Any) -> str:
    return quoted(as_text(rows["id"][0].as_py()))


def _whole(values: Any) -> Any:
    return values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
