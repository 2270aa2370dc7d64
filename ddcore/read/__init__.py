"""Files, folders and tables -> score tables and counts: `read` is the way in."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from ddcore import Door
from ddcore.counts import EQUAL
from ddcore.data import Joint, Model
from ddcore.errors import InputError
from ddcore.read.archive import FILE
from ddcore.read.arranged import Wishes, turn
from ddcore.read.attributes import ATTRIBUTE, stacked
from ddcore.read.candidates import Cases
from ddcore.read.columns import FoundColumns, Given, chosen, drop_equal_weights, find_single, find_truth
from ddcore.read.confusion import from_counts
from ddcore.read.crosstab import from_table
from ddcore.read.evidence import Evidence
from ddcore.read.files import Sheet, asked, open_sheet
from ddcore.read.keys import with_models
from ddcore.read.layout import Layout
from ddcore.read.listing import own_columns
from ddcore.read.outcomes import from_outcomes
from ddcore.read.positive import Positive, decide
from ddcore.read.predicted import (
    Family,
    class_families,
    class_scores,
    drop_copies,
    drop_largest,
    find_predictions,
    read_confidences,
    with_complements,
)
from ddcore.read.predictions import Listed, Predictions, Reduced, reduce
from ddcore.read.reading import Reading
from ddcore.read.repeats import repeated_cases
from ddcore.read.roles import SAID, Roles, takes
from ddcore.read.splits import could_divide
from ddcore.read.stand_ins import CHOICES, StandIn, ask_for, of_predictions, without_stand_ins
from ddcore.read.tallies import by_case, tally, times_of, values_of
from ddcore.read.values import Column, key
from ddcore.read.words import ChoiceNeeded, Unusable, having_read, listed, quoted
from ddcore.records.guess import Guess
from ddcore.records.labels import THE_MODEL
from ddcore.records.threshold import under
from ddcore.workers import progress

__all__ = ["ChoiceNeeded", "Joint", "Listed", "Model", "Predictions", "Reading", "Unusable", "read"]

sys.modules[__name__].__class__ = Door


@takes(Roles)
def read(source: Any, **roles: Any) -> Predictions:
    """The predictions in a file, reduced to a `ScoreTable` or `Counts` per model, group and fold.

    CSV, Parquet, XLSX and JSON lines are recognised by their content; .gz and .zst are unpacked. A file is wide (one
    column per model) or long (a column names the model of each row). Roles that are not given are found by the names
    and values of columns; `reading` of the result has how the file was read.

    Parameters
    ----------
    source : str, Path, bytes, binary file, frame, or a list of these
        A path, the bytes of a file, an open binary file, or a frame of pandas, polars or pyarrow. Several in a list, or
        the files of a ZIP archive, form one table. If their ids and truths show that they have the same cases, it has
        each case once, with the models of all files. If not, it gets a column "file", which is the first of the groups,
        and cells of columns that a file lacks are empty.
    **roles

    Returns
    -------
    Predictions
        `.models` is a mapping from names to models, each with its `.table` (a `ScoreTable`, None for labels alone) and
        its `.counts`. A single model is "the model"; several are named as their columns, and one whose column is named
        as a class ("Class1") is "model Class1".

    Raises
    ------
    InputError
        One sentence with the file, row and column of an error that a person can fix. `Unusable`, which has a
        `reading`, if the file could be opened. `ChoiceNeeded` if a choice is needed: the truth, the predictions, the
        positive value, or what to do with incomplete rows. Rows are counted as in a spreadsheet: the header is row 1.

    Notes
    -----
    The name of a column is "" for a role that no column has. Where `score` or `label` is given, only those columns are
    models. Several columns of `truth` are read as `ddcore.read.attributes` says. Equal weights are left out, with a
    note. `threshold`, one number here, takes the place of the one that labels in the file show. `turned`, `removed` and
    `names` take a model by the name that it has without them, or by its column; labels in the file are compared with
    the scores as turned.

    Examples
    --------
    >>> three = read(b"truth,score\\nyes,0.9\\nno,0.2\\nyes,0.4\\n", name="three.csv")
    >>> three.positive, three.models["the model"].counts
    ('yes', Counts(tp=1, fp=0, fn=1, tn=1))
    """
    given = Roles.of(**roles)
    wishes = wanted_of(given)
    wanted = asked(given.delimiter, given.decimal, given.encoding, given.sheet, given.header, given.join)
    try:
        opened = open_sheet(source, given.name, wanted)
    except InputError as error:
        raise _in_file(error, f"{given.name if isinstance(given.name, str) else _name(source)} ") from None
    try:
        with having_read(opened.reading):
            return replace(_understood(opened, given, given.threshold, wishes), given=given.said())
    except InputError as error:
        raise _in_file(error, f"{opened.name}: ") from None


def wanted_of(given: Roles) -> Wishes:
    """What is wanted of the models; raises `InputError` for roles whose value no table can have."""
    missing, threshold = given.missing, given.threshold
    if missing not in ("ask", *CHOICES):
        raise InputError(f"missing must be {listed(('ask', *CHOICES), 'or')}, got {quoted(missing)}")
    if threshold is not None and (not isinstance(threshold, int | float | np.number) or not math.isfinite(threshold)):
        raise InputError(f"threshold must be a finite number, got {quoted(threshold)}")
    if given.rule is not None:
        under(given.rule, 0.0)
    return Wishes.of(given.turned, given.removed, given.names)


def _name(source: Any) -> str:
    if isinstance(source, list | tuple):
        return "the list of files"
    if hasattr(source, "__arrow_c_stream__"):
        return "the table"
    text = source if isinstance(source, str) else getattr(source, "name", None)
    return str(text).replace("\\", "/").rsplit("/", 1)[-1] if isinstance(text, str) else "the file"


def _in_file(error: InputError, place: str) -> InputError:
    error.args = (place + str(error),)
    return error


@dataclass
class Found:
    """What the columns of a table are, before its cases are counted; `twice` are notes on cases that it has again."""

    table: "_Table"
    roles: FoundColumns
    families: list[Family]
    positive: Positive
    truth_values: Mapping[str, int]
    twice: Sequence[str]


def find(
    sheet: Sheet, said: Roles, wishes: Wishes, values: Callable[[Column], Mapping[str, int]] | None = None
) -> Found:
    """What the columns of a sheet are; raises `ChoiceNeeded` for what a person has to say first.

    Where the sheet has a part of the rows, `values` gives the values of the truth in all of them.
    """
    progress.tell(0.5, "Finding the truth and the predictions")
    table = _with_truth(sheet, said)
    roles = FoundColumns(table.columns, table.truth, notes=table.notes, guesses=table.guesses)
    find_single(roles, table.given)
    _divide(roles, sheet, table)
    truth_values = values_of(table.truth, times_of(roles)) if values is None else values(table.truth)
    named = [roles.single[role] for role in ("model", "fold", "run", "cluster") if role in roles.single]
    for each in dict.fromkeys((table.truth, *roles.groups, *named)):
        if pa.types.is_string(each.values.type) and len(each.spellings) > len(each.categories):
            table.notes.append(f"Values of {quoted(each.name)} that differ only in spelling were merged.")
    families = class_families(roles)
    decided = _find_models(roles, table, families, truth_values, said.positive)
    twice = [] if table.by_attribute else repeated_cases(roles)
    predicted = {table.truth.name, *(each.name for each in (*roles.scores, *roles.labels))}
    ask_for([each for name, each in table.stand_ins.items() if name in predicted], said.missing, table.guesses)
    if said.strict and table.guesses:
        raise _refused(roles, truth_values, table.guesses[0])
    drop_equal_weights(roles)
    turn(roles, wishes.turned)
    return Found(table, roles, families, decided, truth_values, twice)


def _understood(sheet: Sheet, said: Roles, threshold: float | None, wishes: Wishes) -> Predictions:
    found = find(sheet, said, wishes)
    counted = times_of(found.roles)
    progress.tell(0.7, "Counting the cases")
    by_cases, families, times = by_case(found.roles, found.families)
    missing = "ask" if said.missing == "keep" else said.missing
    together = replace(Cases.of(by_cases, found.positive.value), times=times)
    reduced = reduce(together, threshold, missing, wishes, families, said.rule)
    if reduced.cases is not None:
        own = own_columns(sheet.columns, reduced.cases.truth.size, by_cases.truth.places)
        reduced = replace(reduced, cases=replace(reduced.cases, own=own))
    return assembled(sheet, found, wishes, reduced, sheet.rows if counted is None else int(counted.sum()))


def assembled(sheet: Sheet, found: Found, wishes: Wishes, reduced: Reduced, rows: int) -> Predictions:
    """What was found of a table and what its cases were reduced to, together; it has so many rows."""
    table, roles = found.table, found.roles
    of_classes = {column.name for family in found.families for column in family.values()}
    wishes.check(_known(roles, reduced.listed))
    models = list(reduced.models.values())
    totals = [float(model.counts.total) for model in models]
    largest = models[totals.index(max(totals))].counts
    if not math.isclose(min(totals), max(totals), rel_tol=EQUAL):
        table.notes.append("The models have different numbers of cases.")
    return Predictions(
        name=sheet.name,
        files=sheet.files,
        guesses=tuple(table.guesses),
        dividing=tuple(each.name for each in roles.unused if each.name not in of_classes and could_divide(each)),
        models=reduced.models,
        positive=found.positive.value,
        negative=found.positive.negative,
        positive_reason=found.positive.reason,
        truth_values=found.truth_values,
        roles=roles.names() | table.as_in_file,
        columns=table.names,
        notes=(*sheet.reading.notes, *table.notes, *found.twice, *reduced.row_notes, *reduced.notes),
        row_notes=(*found.twice, *reduced.row_notes),
        rows=rows,
        total=largest.total.item(),
        positives=largest.positives.item(),
        joint=reduced.joint,
        cases=reduced.cases,
        listed=reduced.listed,
        reading=sheet.reading,
    )


@dataclass
class _Table:
    """The columns of a file in rows of one case and model each, which of them is the truth, and what was assumed.

    `names` are those of the columns as the file has them, `as_in_file` the roles of columns that were put together.
    `by_attribute` says whether a case has a row for each of several truths.
    """

    columns: tuple[Column, ...]
    given: Mapping[str, Given]
    names: tuple[str, ...]
    found: Evidence
    truth: Column
    notes: list[str]
    guesses: list[Guess]
    as_in_file: dict[str, tuple[str, ...]]
    stand_ins: Mapping[str, StandIn]
    by_attribute: bool


def _with_truth(sheet: Sheet, said: Roles) -> _Table:
    """What a row of the file is, and which column is the truth."""
    notes: list[str] = []
    told = " ".join((quoted(sheet.reading.sheet), *sheet.reading.notes))
    if others := [name for name in sheet.reading.sheets if quoted(name) not in told]:
        notes.append(f"The sheet {quoted(sheet.reading.sheet)} was read; the workbook also has {listed(others)}.")
    given: Mapping[str, Given] = {role: getattr(said, role) for role, kind in SAID.items() if "column" in kind.what}
    laid = tally(from_outcomes(from_counts(from_table(Layout(sheet.columns, given)))))
    columns, given = laid.columns, laid.given
    notes += laid.notes
    truths = chosen(columns, "truth", given["truth"])
    by_attribute = stacked(columns, given)
    if by_attribute is not None:
        columns, given = by_attribute
        notes.append(
            f"Each case has one row for each of {len(truths):,} truth columns; the column “attribute” names the truth."
        )
    filled, stand_ins = (columns, {}) if said.missing == "keep" else without_stand_ins(columns, said.positive)
    found, guesses = Evidence(filled), [*sheet.reading.guesses, *laid.guesses]
    truth = find_truth(found, given["truth"], notes, guesses)
    if stand_ins:
        columns, stand_ins = of_predictions(filled, columns, truth, stand_ins)
        found = Evidence(columns)
    as_in_file: dict[str, tuple[str, ...]] = {}
    if by_attribute is not None:
        as_in_file["truth"] = tuple(each.name for each in truths)
    else:
        # Whether files are the same cases again was decided when they were put together.
        keyed = with_models(Layout(columns, given), truth, (FILE,) if sheet.files else ())
        if keyed.columns is not columns:
            found = Evidence(keyed.columns)
        columns, given = keyed.columns, keyed.given
        notes += keyed.notes
        guesses += keyed.guesses
        as_in_file |= {"model": keyed.keys} if keyed.keys else {}
    names = tuple(each.name for each in laid.columns)
    is_stacked = by_attribute is not None
    return _Table(columns, given, names, found, truth, notes, guesses, as_in_file, stand_ins, is_stacked)


def _divide(roles: FoundColumns, sheet: Sheet, table: _Table) -> None:
    """The column of files, and that of attributes, are the first of the groups; rows of one id are then a cluster."""
    divides = ({ATTRIBUTE} if table.by_attribute else set()) | ({FILE} if sheet.files else set())
    if divides:
        roles.groups.sort(key=lambda each: each.name not in divides)
        roles.groups[:0] = [each for each in roles.columns if each.name in divides and each not in roles.groups]
        if roles.groups:
            roles.single["group"] = roles.groups[0]
    if table.by_attribute and "id" in roles.single:
        roles.single.setdefault("cluster", roles.single["id"])


def _find_models(
    roles: FoundColumns,
    table: _Table,
    families: Sequence[Family],
    truth_values: Mapping[str, int],
    positive: Any,
) -> Positive:
    """Fill the scores and labels of `roles`, and say which class is positive."""
    classes = class_scores(roles, families)
    cuts = [cut for cut in table.found.cuts if cut.score.name not in classes]
    decided = decide(roles, truth_values, list(classes.values()), positive, cuts)
    classes = with_complements(roles, families, key(decided.value))
    others = [name for name, value in classes.items() if value != key(decided.value)]
    find_predictions(roles, table.given, others, table.found)
    read_confidences(roles, decided.value, classes)
    if not (table.given["score"] or table.given["label"]):
        drop_largest(roles, families)
        drop_copies(roles, classes)
        if others:
            roles.notes.append(_of_others(others))
    if decided.is_guess:
        taken = quoted(decided.value)
        told = "" if decided.reason.startswith(taken) else f"{taken} was taken as positive: "
        text = f"{told}{decided.reason}."
        roles.guesses.append(Guess("positive-guessed", "positive", text, tuple(truth_values)))
    return decided


def _of_others(names: Sequence[str]) -> str:
    """The note on columns with the scores of other classes."""
    if len(names) == 1:
        return f"The column {quoted(names[0])} has the scores of the other class and is not used."
    return f"The columns {listed(names)} have the scores of other classes and are not used."


def _refused(roles: FoundColumns, truth_values: Mapping[str, int], guess: Guess) -> ChoiceNeeded:
    """The error for a guess where none is wanted."""
    return ChoiceNeeded(
        f"{guess.text} Strict reading does not guess: choose the {guess.role}",
        guess.role,
        [column.name for column in roles.columns],
        roles.names(),
        truth_values,
        guess.options,
    )


def _known(roles: FoundColumns, models: Sequence[Listed]) -> list[str]:
    """What a model may be called: its names, those in the column of models, and every column."""
    model = roles.single.get("model")
    columns = [column.name for column in roles.columns]
    return [
        *(name for each in models for name in (each.found, each.name)),
        *(() if model is None else model.categories),
        *columns,
        *(f"model {name}" for name in columns),
        THE_MODEL,
    ]
