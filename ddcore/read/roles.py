"""What may be said of a file, declared once: function and docstring, command, JSON form and card are made from it."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self, TypeVar

import numpy as np
from pydantic import Field, GetCoreSchemaHandler, PlainValidator

from ddcore.errors import InputError
from ddcore.options import Options, beside, entries, keywords
from ddcore.read.columns import Given
from ddcore.read.words import listed, quoted

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Kind:
    """What a role is given as: a door draws, describes and checks it by that. `read` checks what the value says.

    With `by_case` arrays of one element a case can have the role, where there is no file.
    """

    what: Literal[
        "column",
        "columns",
        "models",
        "new names",
        "value",
        "number",
        "whole number",
        "numbers",
        "text",
        "texts",
        "flag",
    ]
    by_case: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return PlainValidator(self.checked).__get_pydantic_core_schema__(source, handler)

    def checked(self, given: Any) -> Any:
        """What is given, names of columns as texts; raises `InputError` "must be a text, got “1”" for another kind.

        >>> Kind("columns").checked([0, "p"]), Kind("column").checked(0), Kind("flag").checked(True)
        (['0', 'p'], '0', True)
        """
        if given is None or isinstance(given, _TYPES.get(self.what, object)):
            return given
        named = self.what in ("column", "columns", "models", "texts")
        if named and isinstance(given, int | float | np.number):
            # A frame may have numbers as the names of its columns.
            return str(given)
        if named and isinstance(given, Iterable) and not isinstance(given, Mapping | bytes):
            return [str(name) for name in given]
        raise InputError(f"must be a {self.words}, got {quoted(given)}")

    @property
    def several(self) -> bool:
        """Whether several columns or models may be named."""
        return self.what in ("columns", "models")

    @property
    def words(self) -> str:
        """What is given, in words."""
        return _WORDS[self.what]


_WORDS: Mapping[str, str] = {
    "column": "name of a column",
    "columns": "name of a column, or a list of names",
    "models": "name of a model, or a list of names",
    "new names": "mapping from names of models to new ones",
    "value": "value",
    "number": "number",
    "whole number": "int",
    "numbers": "number, or mapping from names of models to numbers",
    "text": "text",
    "texts": "text, or a list of texts",
    "flag": "bool",
}

_TYPES: Mapping[str, Any] = {
    **dict.fromkeys(("column", "columns", "models", "text", "texts"), str),
    "new names": Mapping,
    "value": str | int | float | np.generic,
    "whole number": int,
    "flag": bool,
}
"""The types of values by the kind of their role, where `read` does not tell them itself."""

_Column = Annotated[Given, Kind("column")]
_ColumnByCase = Annotated[Given, Kind("column", by_case=True)]
_Columns = Annotated[Given, Kind("columns")]
_ColumnsByCase = Annotated[Given, Kind("columns", by_case=True)]
_Models = Annotated[Given, Kind("models")]
_Text = Annotated[str | None, Kind("text")]


class Roles(Options):
    """What may be said of a file; all of it is found unless given.

    >>> Roles.of(colour="red")
    Traceback (most recent call last):
    ddcore.errors.InputError: there is no role “colour”; choose one of name, truth, score, label, model, group, ...
    """

    name: Annotated[Given, Kind("texts")] = Field(
        None,
        title="Name",
        description="The name of the file if the source has none, or the names of the files in a list. The ending "
        "gives the format where the content does not.",
    )
    truth: _Columns = Field(
        None,
        title="Truth",
        description="The true class of each case. Several columns are several truths, such as attributes: each case "
        "then has one row per truth.",
    )
    score: _Columns = Field(
        None,
        title="Scores",
        description="The scores of each model: the higher the score, the more likely the case is positive.",
    )
    label: _ColumnsByCase = Field(None, title="Labels", description="The class that each model predicts.")
    model: _Columns = Field(
        None,
        title="Column of models",
        description="The name of the model in a long file, where each row is one model's prediction. Several columns "
        "can name it together.",
    )
    group: _ColumnsByCase = Field(
        None,
        title="Groups",
        description="Columns that divide the cases into groups, such as site, age or date. Answers are then given "
        "for each group too.",
    )
    fold: _ColumnByCase = Field(
        None,
        title="Folds",
        description="The folds of a cross-validation. Each fold was predicted by a model that was trained on the "
        "other folds.",
    )
    run: _Column = Field(
        None,
        title="Runs",
        description="Runs or seeds, each with the same cases. Every run counts as a separate model, and their means "
        "are reported.",
    )
    cluster: _ColumnByCase = Field(
        None,
        title="Clusters",
        description="What dependent cases share, such as the patient of several images. Cases of one cluster are not "
        "independent.",
    )
    weight: _ColumnByCase = Field(
        None,
        title="Weight",
        description="How much each row counts, as in a survey. Without weights each row counts as one case. Weights "
        "are never guessed.",
    )
    count: _ColumnByCase = Field(
        None,
        title="Number of cases",
        description="How many identical, independent cases each row represents, such as the column n of a tally. A "
        "row with 60 is read as 60 rows.",
    )
    amount: _ColumnByCase = Field(
        None,
        title="Amount",
        description="The amount at stake in each case, such as the price of an order. Payoffs can depend on it.",
    )
    cost_fp: _ColumnByCase = Field(
        None,
        title="Cost of a false positive",
        description="What a false positive costs in each case, 0 or more. These costs are the payoffs unless payoffs "
        "are given.",
    )
    cost_fn: _ColumnByCase = Field(
        None,
        title="Cost of a false negative",
        description="What a false negative costs in each case, 0 or more. These costs are the payoffs unless payoffs "
        "are given.",
    )
    id: _ColumnByCase = Field(
        None,
        title="Id",
        description="Identifies each case. It is never a prediction, and a case that occurs twice is reported.",
    )
    positive: Annotated[Any, Kind("value")] = Field(
        None, title="Positive class", description="The value of the truth that counts as positive."
    )
    threshold: Annotated[float | None, Kind("number")] = Field(
        None, title="Threshold", description="Cases with this score or a higher one are predicted positive."
    )
    rule: Annotated[str | None, Kind("text")] = Field(
        None,
        title="Threshold rule",
        description='">=", the default: scores at or above the threshold are predicted positive; ">": only scores '
        "above it.",
    )
    missing: Annotated[str, Kind("text")] = Field(
        "ask",
        title="Missing",
        description='"leave out" leaves out rows without a truth or a prediction; "ask", the default, refuses them. '
        '"keep" uses values that may mean “missing”, such as -999 or “unknown”, as they are.',
    )
    turned: _Models = Field(
        None,
        title="Turned models",
        description="Models whose low scores mean positive. Their scores are reversed: 1 - score if all are between "
        "0 and 1, else -score.",
    )
    removed: _Models = Field(None, title="Removed models", description="Models that are left out.")
    names: Annotated[Mapping[str, str] | None, Kind("new names")] = Field(
        None, title="New names", description="New names of models, in place of those in the file."
    )
    delimiter: _Text = Field(
        None,
        title="Delimiter",
        description="What separates the columns of a text file: comma, semicolon, tab, bar, space or any one "
        "character.",
    )
    decimal: _Text = Field(
        None, title="Decimal sign", description='The decimal sign of numbers written as text, "." or ",".'
    )
    encoding: _Text = Field(None, title="Encoding", description="The encoding of a text file, such as latin-1.")
    sheet: _Text = Field(None, title="Sheet", description="The sheet of a workbook; by default the first visible one.")
    header: Annotated[int | None, Kind("whole number")] = Field(
        None,
        title="Header row",
        description="The row with the column names, counted from 1 as in a spreadsheet; 0 if no row has names.",
    )
    join: _Text = Field(
        None,
        title="Several files",
        description="“cases” if several files have the same cases and different models; they are joined by the ids "
        "of the cases. “rows” if each file has other cases, such as then and now.",
    )
    strict: Annotated[bool, Kind("flag")] = Field(
        False,
        title="Refuse guesses",
        description="Raise an error that lists the choices where something would be guessed. By default the guess is "
        "reported.",
    )
    exact: Annotated[bool, Kind("flag")] = Field(
        False,
        title="Count every score",
        description="Count every score by itself, however many there are. By default a table too large for memory with "
        "more than 2,000,000 different scores of a model is counted in at least 65,536 bins.",
    )

    @classmethod
    def of(cls, **given: Any) -> Self:
        """The roles given; raises `InputError` that lists all roles for a name that is none."""
        unknown = given.keys() - cls.model_fields.keys()
        if unknown:
            raise InputError(f"there is no role {listed(sorted(unknown))}; choose one of {', '.join(cls.model_fields)}")
        return super().of(**given)

    def said(self) -> dict[str, Any]:
        """What somebody said, without the name of the file, by which the same data can be read again.

        >>> Roles.of(name="a.csv", truth="y", missing="ask").said()
        {'truth': 'y'}
        """
        unsaid = {"missing": "ask", "strict": False, "exact": False}
        return {
            role: value
            for role, value in self
            if role != "name" and value is not None and not (role in unsaid and value == unsaid[role])
        }


class DataRoles(Roles):
    """The roles with the model that answers are about, and thresholds of models."""

    # pydantic allows a field of a subclass to be wider than that of its parent; types do not.
    threshold: Annotated[float | Mapping[str, float] | None, Kind("numbers")] = Field(  # type: ignore[assignment]
        None, title="Threshold", description="Cases with this score or a higher one are predicted positive."
    )
    select: Annotated[str | None, Kind("text")] = Field(
        None,
        title="Selected model",
        description="The model that the answer is about; by default the best one with scores.",
    )


SAID: Mapping[str, Kind] = {
    role: beside(field, Kind) for role, field in DataRoles.model_fields.items() if role != "name"
}
"""What a person may say of data at any door, with its kind; a door that is sent a file knows its name."""
BY_CASE = tuple(role for role, kind in SAID.items() if kind.by_case)
"""The roles that arrays can have."""


def title(role: str) -> str:
    """What a role is called."""
    return DataRoles.model_fields[role].title or role


def described(role: str) -> str:
    """What a role is, in a sentence or two."""
    return DataRoles.model_fields[role].description or ""


def takes(roles: type[Roles], *, arrays: bool = False) -> Callable[[Function], Function]:
    """A decorator for a function that takes roles: its signature and its docstring, at "**roles", have each of them.

    A function that lists its roles itself, which are arrays, has these described.

    >>> @takes(DataRoles)
    ... def asked(file, **roles):
    ...     \"\"\"Ask.
    ...
    ...     **roles
    ...     \"\"\"
    >>> list(inspect.signature(asked).parameters)[:3]
    ['file', 'name', 'truth']
    >>> print(inspect.getdoc(asked).splitlines()[2])
    name : text, or a list of texts, optional
    """

    def with_roles(function: Function) -> Function:
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        lists = len(own) == len(signature.parameters)
        own_roles = {each.name for each in own if each.kind is each.KEYWORD_ONLY}
        fields = {role: field for role, field in roles.model_fields.items() if not lists or role in own_roles}
        kinds: dict[str, Kind] = {role: beside(field, Kind) for role, field in fields.items()}
        words = {role: "array" if arrays and kind.by_case else kind.words for role, kind in kinds.items()}
        if not lists:
            # `inspect` and notebooks look for it; no type has it.
            function.__signature__ = signature.replace(parameters=[*own, *keywords(fields)])  # type: ignore[attr-defined]
        function.__doc__ = inspect.cleandoc(function.__doc__ or "").replace("**roles", entries(fields, words))
        return function

    return with_roles
