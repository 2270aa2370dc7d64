"""A question as a command: its choices are the options."""

import json
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter as Argument
from typing import Any
from urllib.parse import parse_qsl

from cyclopts import App, Group
from pydantic.fields import FieldInfo

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.as_json import ROWS, plain_reply
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.command import output, safe, source
from ddcore.command.output import progress_line
from ddcore.command.source import option, signed
from ddcore.data import Data
from ddcore.formats import parse_count
from ddcore.options import Asked, Measures, OneOf, Options, Text, beside, limits

CHOICES = Group.create_ordered("Choices", sort_key=source.OWN)
OUTPUT = Group.create_ordered("Output", help="By default a text to read.", sort_key=source.OUTPUT_PLACE)

OF_OUTPUT = {
    "json": "One JSON object; with several files an array of them, each with its file.",
    "rows": f"Tables of up to this number of rows are in the JSON, by default {ROWS:,}; of a longer table only title "
    f"and size.",
    "csv": "A table of the answer as CSV in UTF-8, by its name; cells are not reformatted.",
    "table": "A table of the answer in the terminal, by its name.",
    "figure": "A file for the chart: NAME.html works offline; NAME.svg and NAME.png need kaleido and a Chromium.",
    "figure_name": "Which chart, by its name; by default the first.",
    "explain": "Explain how it is computed too.",
}
"""What comes out."""

CHOICE = "choice_"
"""Before the names of choices, which may be those of other options to Python."""


def __getattr__(name: str) -> App:
    if name not in QUESTIONS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    question = QUESTIONS[name]
    app = App(name=name, help_epilogue=f"{question.needed}\n\n{examples(question)}")
    app.default(command(question))
    return app


def examples(question: Question) -> str:
    """Lines that can be copied, with the sample and the example of the question, and how it is asked of a file."""
    example = "".join(f" --{name} {value}" for name, value in parse_qsl(question.example))
    start = f"ddcore {question.name}"
    if not question.needs_data:
        return "\n".join(["Examples:", "", f"  {start}", f"  {start} --json"])
    lines = (f"{start} --sample {question.sample}", f"{start}{example} --json")
    of_file = f"With a file of your own: {start} FILE --truth COLUMN --positive VALUE"
    return "\n".join(["Examples:", "", *(f"  {line}" for line in lines), "", of_file])


def command(question: Question) -> Callable[..., None]:
    """The function behind the command of a question."""
    fields = question.choices.model_fields

    def ask(*files: str, **given: Any) -> None:
        wanted = {name: given.get(name) for name in OF_OUTPUT}
        chosen = {name: value(field, given[CHOICE + name]) for name, field in fields.items() if CHOICE + name in given}
        choices = question.choices.of(**{question.choices.named(name): value for name, value in chosen.items()})
        output.check(wanted, files)
        with progress_line():
            asked_of = source.sources(files, given, needed=question.needs_data)
            answers = [(file, data, question.ask(data, choices)) for file, data in asked_of]
        _put(question, choices, answers, wanted)

    kinds = {"json": bool, "explain": bool}
    arguments = [
        *source.arguments(),
        *(_option(question.choices, name) for name in fields),
        *(option(name, help, kind=kinds.get(name, str), group=OUTPUT) for name, help in OF_OUTPUT.items()),
    ]
    return signed(ask, question.name, arguments)


def _put(
    question: Question, choices: Asked, answers: list[tuple[str, Data, Answer]], wanted: Mapping[str, Any]
) -> None:
    """All answers, as is wanted of them."""
    if wanted["figure"]:
        output.write_figure(answers[0][2], wanted["figure"], wanted["figure_name"])
    if wanted["json"]:
        rows = ROWS if wanted["rows"] is None else parse_count("rows", wanted["rows"])
        objects = [
            ({"file": file} if len(answers) > 1 else {}) | plain_reply(answer, question, data, choices, rows)
            for file, data, answer in answers
        ]
        put_json(objects)
    elif wanted["csv"]:
        output.put_csv([(file, answer) for file, _, answer in answers], wanted["csv"])
    else:
        from ddcore.command.terminal import show

        show(answers, wanted)


def put_json(objects: list[dict[str, Any]]) -> None:
    """One object, or an array of several, on one line."""
    text = json.dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=False, allow_nan=False)
    output.put(safe.as_json(text).encode() + b"\n")


def _option(choices: type[Options], name: str) -> Argument:
    """The option of a choice, by its name in links and by that of its field."""
    names = tuple(dict.fromkeys((f"--{choices.named(name)}", f"--{name}")))
    return field_option(name, choices.model_fields[name], CHOICES, names)


def field_option(name: str, field: FieldInfo, group: Group, names: Sequence[str]) -> Argument:
    """The option of a choice that is declared so, by its names."""
    # Payoffs may begin with a minus sign; no other choice does.
    return option(
        CHOICE + name,
        told(field),
        kind=list[str] if _several(field) else str,
        group=group,
        names=names,
        allow_leading_hyphen="tuple[float" in str(field.annotation),
    )


def _several(field: FieldInfo) -> bool:
    lines = beside(field, Text)
    return "tuple[str" in str(field.annotation) or (lines is not None and lines.lines > 1)


def value(field: FieldInfo, given: Any) -> Any:
    """What was given, as the choices take it: names between commas or given one by one, lines likewise."""
    if not _several(field):
        return given
    if beside(field, Text) is not None:
        return "\n".join(given)
    if beside(field, Measures) is None:
        return tuple(given) if len(given) > 1 else given[0]
    return Measures.split(given)


def told(field: FieldInfo) -> str:
    """What a choice is: label, help, values or limits, and what holds unless chosen."""
    listed, (low, high) = beside(field, OneOf), limits(field)
    parts = [field.title and f"{field.title}.", field.description]
    if listed is not None:
        parts.append(f"One of {', '.join(map(str, listed.titles))}.")
    elif low is not None and high is not None:
        parts.append(f"From {low:,.10g} to {high:,.10g}.")
    elif low is not None:
        parts.append(f"At least {low:,.10g}.")
    parts.append(_default(field.default))
    return " ".join(filter(None, parts))


def _default(value: Any) -> str:
    """What holds unless chosen."""
    if value is None:
        return "By default it follows from the data."
    if isinstance(value, tuple):
        value = ",".join(part if isinstance(part, str) else f"{part:g}" for part in value)
    return "" if value == "" else f"By default {value}."
