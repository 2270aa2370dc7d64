"""How an answer can be had again: as lines of Python, and as a command."""

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from ddcore.answers.options import Options
from ddcore.data import Data
from ddcore.origin import Origin
from ddcore.report.order import Wanted, link_text

UNKNOWN = ("the table", "the rows")
"""What data are called that were not read from a file."""


def python(data: Data, sections: Iterable[Wanted], answers: str = "") -> str:
    """Lines of Python that answer some questions again; each answer is called as its question.

    >>> import ddcore
    >>> print(python(ddcore.classes(303, 139), [Wanted(question="baselines")]))
    import ddcore
    <BLANKLINE>
    data = ddcore.classes(total=303, positives=139)
    baselines = ddcore.baselines(data)
    """
    lines = ["import ddcore", "", f"data = {_data(data)}"]
    taken: dict[str, int] = {}
    for section in sections:
        taken[section.question] = taken.get(section.question, 0) + 1
        name = section.question + (f"_{taken[section.question]}" if taken[section.question] > 1 else "")
        given = "".join(f", {field}={value!r}" for field, value in chosen(section).items())
        lines.append(f"{name} = ddcore.{section.question}(data{given})")
    return "\n".join(lines)


def command(data: Data, section: Wanted) -> str:
    """The command that answers a question again.

    >>> import ddcore
    >>> command(ddcore.classes(303, 139), Wanted(question="expectation", choices={"theta": 0.3}))
    'ddcore expectation --M 303 --P 139 --theta 0.3'
    """
    words = ["ddcore", section.question, *source_words(data)]
    options = section.asked.choices
    for field, value in chosen(section).items():
        values = value.splitlines() if isinstance(value, str) and "\n" in value else [value]
        if isinstance(value, tuple) and any("=" in str(part) for part in value):
            values = list(value)
        for each in values:
            words += [f"--{options.named(field)}", link_text(each)]
    return joined(words)


def source_words(data: Data) -> list[str]:
    """What a command is told of the data."""
    origin = _origin(data)
    given = dict(origin.given)
    if origin.function == "classes":
        words = ["--M", str(given.pop("total")), "--P", str(given.pop("positives"))]
    elif origin.function == "counts":
        words = [word for cell in ("tp", "fp", "fn", "tn") for word in (f"--{cell.upper()}", str(given.pop(cell)))]
    elif origin.function == "sample":
        words = ["--sample", str(given.pop("name"))]
    else:
        words = [str(given.pop("source", "predictions.csv"))]
        words = ["predictions.csv"] if words[0] in UNKNOWN else words
    for role, value in {**given, **_set(data, origin)}.items():
        values = [f"{key}={_plain(each)}" for key, each in value.items()] if isinstance(value, Mapping) else value
        for each in values if isinstance(values, list | tuple) else [values]:
            words += [f"--{role.replace('_', '-')}", _plain(each)]
    return words


def chosen(section: Wanted) -> dict[str, Any]:
    """What was chosen for a section, by the names of fields and in their order, as plain values."""
    made: Options = section.made
    given = (name for name in type(made).model_fields if name in made.model_fields_set)
    return {name: _shown(getattr(made, name)) for name in given}


def _shown(value: Any) -> Any:
    """A float that is whole as it is typed."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return tuple(map(_shown, value)) if isinstance(value, tuple) else value


def _data(data: Data) -> str:
    origin = _origin(data)
    given: dict[str, Any] = {**origin.given, **_set(data, origin)}
    words = [f"{name}={value!r}" for name, value in given.items() if name != "source"]
    if origin.function == "predictions":
        words = ["truth", "score", *words]
    elif origin.function == "read":
        source = given["source"]
        words = ["table" if source in UNKNOWN else repr(source), *words]
    elif origin.function == "sample":
        words = [repr(given["name"]), *(f"{name}={value!r}" for name, value in given.items() if name != "name")]
    return f"ddcore.{origin.function}({', '.join(words)})"


def _origin(data: Data) -> Origin:
    """Where data come from; those that nobody told of are taken for a file."""
    if data.origin is not None:
        return data.origin
    if not data.models:
        return Origin("classes", {"total": data.total, "positives": data.positives})
    return Origin("read", {"source": data.source or "predictions.csv"})


def _set(data: Data, origin: Origin) -> dict[str, Any]:
    """What was set after the data were read: the model looked at, and thresholds."""
    models = data.models if data.original is None else data.original.models
    moved = {
        name: float(models[name].threshold or 0.0)
        for name, threshold in origin.thresholds.items()
        if name in models and models[name].threshold is not None and models[name].threshold != threshold
    }
    told: dict[str, Any] = {"threshold": moved} if moved else {}
    if data.several and data.chosen is not None:
        told["look_at"] = data.chosen
    return told


def _plain(value: Any) -> str:
    return repr(value) if isinstance(value, float) else str(value)


def joined(words: Iterable[str]) -> str:
    """Words as a line for a shell."""
    return shlex.join(words)
