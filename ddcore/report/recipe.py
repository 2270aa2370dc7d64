"""What computes an answer again: lines of Python, and a command."""

import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from ddcore.answers.base.needs import NO_DATA
from ddcore.data import Data
from ddcore.options import Options
from ddcore.records.origin import Origin
from ddcore.records.threshold import RULES, cut_of, rule_of
from ddcore.report.order import ASIDE, Wanted, link_text, one_by_one

FILE = "predictions.csv"
ADDRESS = "engine://host/database?table=name"
"""Where a table is, in place of an address that nobody is told."""
UNKNOWN = ("the table", "the rows")
"""Sources of data that were not read from a file."""
PIPED = ("what is piped in", "the file")
"""Sources of data that were read from a file without a name."""


def python(data: Data, sections: Iterable[Wanted], answers: str = "") -> str:
    """Lines of Python that answer some questions again, each answer in a variable of the name of its question.

    >>> import ddcore
    >>> print(python(ddcore.classes(303, 139), [Wanted(question="baselines")]))
    import ddcore
    <BLANKLINE>
    data = ddcore.classes(total=303, positives=139)
    baselines = ddcore.baselines(data)
    """
    has_data = data is not NO_DATA
    lines = ["import ddcore", "", *([f"data = {_data(data)}"] if has_data else [])]
    times: dict[str, int] = {}
    for section in sections:
        times[section.question] = times.get(section.question, 0) + 1
        name = section.question + (f"_{times[section.question]}" if times[section.question] > 1 else "")
        given = [f"{field}={value!r}" for field, value in chosen(section).items()]
        lines.append(f"{name} = ddcore.{section.question}({', '.join(['data'] * has_data + given)})")
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
        for each in value.splitlines() if isinstance(value, str) and "\n" in value else one_by_one(value):
            words += option(options.named(field), link_text(each))
    return joined(words)


def option(name: str, value: str) -> list[str]:
    """An option with its value, in one word where the value could be taken for an option, or is nothing.

    >>> option("u", "0,-1,-5,0"), option("u", "-1,0,0,0")
    (['--u', '0,-1,-5,0'], ['--u=-1,0,0,0'])
    """
    flag = f"--{name.replace('_', '-')}"
    return [flag, value] if value and not value.startswith("-") else [f"{flag}={value}"]


def report_command(data: Data, sections: Iterable[Wanted], *, cases: bool = False) -> str:
    """The command that makes a report of the same numbers.

    >>> import ddcore
    >>> report_command(ddcore.classes(303, 139), [Wanted(question="baselines"), Wanted(question="expectation")])
    "ddcore report --M 303 --P 139 --out report.html --ask 'baselines;expectation'"
    """
    asked = ASIDE.join(section.model_copy(update={"note": ""}).text for section in sections)
    listed = ["--cases"] if cases else []
    return joined(["ddcore", "report", *source_words(data), "--out", "report.html", *option("ask", asked), *listed])


def source_words(data: Data) -> list[str]:
    """The words of a command that say which data it is about, and how they are read."""
    origin = _origin(data)
    given = dict(origin.given)
    if data is NO_DATA:
        return []
    if origin.function == "classes":
        words = ["--M", str(given.pop("total")), "--P", str(given.pop("positives"))]
    elif origin.function == "counts":
        words = [word for cell in ("tp", "fp", "fn", "tn") for word in (f"--{cell.upper()}", str(given.pop(cell)))]
    elif origin.function == "sample":
        words = ["--sample", str(given.pop("name"))]
    else:
        source = given.pop("source", FILE)
        files = [str(file) for file in source] if isinstance(source, list) else [str(source)]
        unnamed = ADDRESS if origin.function == "read_table" else FILE
        files = [unnamed if file in (*UNKNOWN, *PIPED) else file for file in files]
        words = [f"./{file}" if file.startswith("-") else file for file in files]
        words += ["--together"] if len(files) > 1 else []
    for role, value in {**given, **_set(data, origin)}.items():
        if value is True:
            words.append(f"--{role}")
            continue
        values = [f"{key}={_plain(each)}" for key, each in value.items()] if isinstance(value, Mapping) else value
        for each in values if isinstance(values, list | tuple) else [values]:
            words += option(role, _plain(each))
    return words


def chosen(section: Wanted) -> dict[str, Any]:
    """The choices that somebody made for a section, by the names of fields, as plain values."""
    made: Options = section.made
    return {name: _shown(getattr(made, name)) for name in type(made).model_fields if name in made.model_fields_set}


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
    elif origin.function in ("read", "read_table"):
        source = given["source"]
        is_file = isinstance(source, list) or source not in (*UNKNOWN, *PIPED)
        words = [repr(source) if is_file else "table" if source in UNKNOWN else repr(FILE), *words]
    elif origin.function == "sample":
        words = [repr(given["name"]), *(f"{name}={value!r}" for name, value in given.items() if name != "name")]
    return f"ddcore.{origin.function}({', '.join(words)})"


def _origin(data: Data) -> Origin:
    """The origin of data; data without a known origin are taken for a file."""
    if data.origin is not None:
        return data.origin
    if not data.models:
        return Origin("classes", {"total": data.total, "positives": data.positives})
    return Origin("read", {"source": data.source or FILE})


def _set(data: Data, origin: Origin) -> dict[str, Any]:
    """The selected model and the thresholds that were set after the data were read."""
    models = data.models if data.original is None else data.original.models
    moved = {
        name: models[name].threshold or 0.0
        for name, threshold in origin.thresholds.items()
        if name in models and models[name].threshold is not None
    }
    if "threshold" not in origin.given:
        moved = {name: threshold for name, threshold in moved.items() if threshold != origin.thresholds[name]}
    elif all(threshold == origin.thresholds[name] for name, threshold in moved.items()):
        moved = {}
    settings: dict[str, Any] = {}
    if moved:
        settings = {"threshold": {name: cut_of(threshold) for name, threshold in moved.items()}}
        rule = rule_of(next(iter(moved.values())))
        settings |= {"rule": rule} if rule != origin.given.get("rule", RULES[0]) else {}
    if data.several and data.chosen is not None:
        settings["select"] = data.chosen
    return settings


def _plain(value: Any) -> str:
    return repr(value) if isinstance(value, float) else str(value)


def joined(words: Iterable[str]) -> str:
    r"""Words as one line for bash or zsh; what cannot be seen is written by its number.

    >>> print(joined(["ddcore", "verdict", "it's.csv", "--select", "a\nb"]))
    ddcore verdict 'it'"'"'s.csv' --select $'a\x0ab'
    """
    return " ".join(shlex.quote(word) if word.isprintable() else _numbered(word) for word in words)


def _numbered(word: str) -> str:
    signs = (sign if sign.isprintable() else _number(ord(sign)) for sign in re.sub(r"([\\'])", r"\\\1", word))
    return f"$'{''.join(signs)}'"


def _number(code: int) -> str:
    if code < 0x80 or 0xDC80 <= code <= 0xDCFF:
        # What is no text in the name of a file is a byte.
        return f"\\x{code & 0xFF:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
