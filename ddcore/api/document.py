"""What may be asked and what is answered, as a document of OpenAPI 3.1 made from the questions and their choices."""

import types
import typing
from collections.abc import Mapping
from typing import Any, Literal

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

import ddcore
from ddcore.answers.base.as_json import ROWS
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.api.asked import LARGEST_SAMPLE, MOST_ROWS, MOST_TABLE_ROWS
from ddcore.api.reported import REPORT_FIELDS, REPORT_OBJECT, REPORT_TEXT
from ddcore.api.work import REPORT
from ddcore.formats import MOST_CASES
from ddcore.options import Measures, OneOf, beside, limits
from ddcore.read.roles import BY_CASE, SAID, described
from ddcore.records.threshold import RULES
from ddcore.report.formats import FORMATS
from ddcore.report.order import Shared
from ddcore.samples.offered import OFFERED

BASE = "/api/v1"

INTRODUCTION = (
    "Every question of the dashboard as JSON. A number that is not known is null, an infinite one the text "
    '"Infinity" or "-Infinity". Rates are fractions from 0 to 1. Nothing that is sent is kept or logged, and no '
    'request changes anything. An error is one sentence, as "detail".'
)

Number = float | Literal["Infinity", "-Infinity"] | None


class Note(BaseModel):
    """What these data call for; the code stays when the words change.

    One that another choice of a role changes, such as a guess, has that role and what may be sent for it.
    """

    code: str
    text: str
    threshold: Number = None
    role: str | None = None
    options: list[str] | None = None


class Figure(BaseModel):
    """A chart of the page, in words."""

    title: str
    words: str
    remark: str


class Table(BaseModel):
    """A table; one with more rows than were asked for has its title and size only."""

    title: str
    remark: str
    size: int
    columns: list[str] | None = None
    rows: list[list[Any]] | None = None


class Guess(BaseModel):
    """What was assumed of the data without being sure: the field that says it otherwise, and what may stand there."""

    code: str
    role: str
    text: str
    options: list[str]


class DataSeen(BaseModel):
    """What the answer is about, and what was assumed when the data were read."""

    total: Number
    positives: Number
    positive: str
    negative: str
    positive_reason: str = Field(description="Why this class is the positive one; empty if it was given.")
    models: list[str]
    model: str | None
    threshold: Number
    rule: str | None
    weighted: bool
    clusters: int
    roles: dict[str, list[str]] = Field(description="The columns of each role; empty for numbers.")
    guesses: list[Guess] = Field(description="With strict, the first guess is an error.")
    notes: list[str]


class Answer(BaseModel):
    """An answer: texts in plain Markdown, notes with stable codes, numbers by stable names, tables."""

    model_config = ConfigDict(extra="forbid")

    question: str
    sentence: str
    reason: str
    about: str
    notes: list[Note]
    values: dict[str, Any]
    figures: dict[str, Figure]
    tables: dict[str, Table]
    method: str
    data: DataSeen
    choices: dict[str, Any] = Field(description="The choices used, by their names in a link.")


class Refusal(BaseModel):
    """What is wrong, in one sentence."""

    model_config = ConfigDict(extra="forbid")

    detail: str


class Listed(BaseModel):
    """A question that may be asked."""

    name: str
    section: str
    title: str
    text: str
    needed: str
    example: str


REFUSALS = {
    404: "There is no such question.",
    405: "A question is asked by GET or POST.",
    408: "The body arrived too slowly.",
    413: "The body is too large.",
    414: "The address is too long.",
    415: "The body is neither JSON nor a form.",
    422: "The data or choices cannot be used: the message tells what, where and how to fix it.",
    500: "The program has a defect.",
    503: "Too many questions are being answered; Retry-After says when to ask again.",
    504: "The answer takes too long.",
}
GET_ONLY, POST_ONLY = (414,), (408, 413, 415)

COUNT = {"type": "integer", "minimum": 0, "maximum": MOST_CASES}
DATA: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "M": ("Cases. Give M and P, or TP, FP, FN and TN, or a sample.", {**COUNT, "minimum": 1}),
    "P": ("Cases that are positive.", COUNT),
    "TP": ("True positives.", COUNT),
    "FP": ("False positives.", COUNT),
    "FN": ("False negatives.", COUNT),
    "TN": ("True negatives.", COUNT),
    "sample": ("A sample that comes with the program.", {"type": "string", "enum": list(OFFERED)}),
    "size": (
        "The number of cases of a simulated sample.",
        {"type": "integer", "minimum": 5, "maximum": LARGEST_SAMPLE},
    ),
    "seed": ("Seed of a simulated sample.", {"type": "integer", "minimum": 0, "maximum": 10**9}),
    "law1": (
        "The score distribution of positives in own_law or own_pair, such as 0.5*normal(0,1);0.5*normal(2,1).",
        {"type": "string", "maxLength": 400},
    ),
    "law0": ("The score distribution of negatives there.", {"type": "string", "maxLength": 400}),
    "law_share": ("The share of positives there.", {"type": "number", "minimum": 0.001, "maximum": 0.999}),
    "book": (
        "Of the sample applicants: share who default, separation and noise of the score, such as 0.3,1.7,0.05.",
        {"type": "string", "maxLength": 100},
    ),
    "positive": (
        "The value of the truth that counts as positive; with numbers, the name of that class.",
        {"type": "string"},
    ),
    "negative": ("With M and P, or counts: the name of the negative class.", {"type": "string", "maxLength": 100}),
    "threshold": (described("threshold"), {"type": "number"}),
    "rule": (described("rule"), {"type": "string", "enum": list(RULES)}),
    "strict": (described("strict"), {"type": "boolean"}),
    "select": (described("select"), {"type": "string"}),
    "rows": (
        "Tables of up to this number of rows are in the answer.",
        {"type": "integer", "minimum": 0, "maximum": MOST_TABLE_ROWS, "default": ROWS},
    ),
}
"""What an address may say of the data: description and schema."""


def questions() -> list[dict[str, str]]:
    """The list of all questions, as `GET /api/v1/` gives it."""
    return [
        {
            "name": question.name,
            "section": question.section,
            "title": question.title,
            "text": question.text,
            "needed": question.needed,
            "example": f"{BASE}/{question.name}?{question.example}",
        }
        for question in QUESTIONS.values()
    ]


def schema(field: FieldInfo) -> dict[str, Any]:
    """The JSON schema of a choice, with its title, description, limits, values and default.

    >>> from ddcore.answers.expectation import Choices
    >>> {key: part for key, part in schema(Choices.model_fields["theta"]).items() if key != "description"}
    {'type': 'number', 'minimum': 0, 'maximum': 1, 'title': 'Share of cases predicted positive, θ', 'default': 0.5}
    """
    of_values, low_high = beside(field, OneOf), limits(field)
    kinds = [kind for kind in _kinds(field.annotation) if kind is not type(None)]
    made: dict[str, Any]
    if beside(field, Measures):
        made = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    elif of_values is not None:
        made = {"type": _type(type(next(iter(of_values.titles)))), "enum": list(of_values.titles)}
    elif any(typing.get_origin(kind) is tuple for kind in kinds):
        item = next(typing.get_args(kind)[0] for kind in kinds if typing.get_origin(kind) is tuple)
        made = {"type": "array", "items": {"type": _type(item)}}
    else:
        names = list(dict.fromkeys(map(_type, kinds)))
        made = {"type": names[0] if len(names) == 1 else names}
    for name, limit in zip(("minimum", "maximum"), low_high, strict=True):
        if limit is not None:
            made[name] = limit
    if field.title:
        made["title"] = field.title
    if field.description or of_values is not None:
        values = "; ".join(f"{value}: {title}" for value, title in of_values.titles.items()) if of_values else ""
        made["description"] = " ".join(filter(None, (field.description, values and f"{values}.")))
    if field.default is not None:
        made["default"] = list(field.default) if isinstance(field.default, tuple) else field.default
    return made


def _kinds(annotation: Any) -> tuple[Any, ...]:
    is_union = typing.get_origin(annotation) in (typing.Union, types.UnionType)
    return typing.get_args(annotation) if is_union else (annotation,)


def _type(kind: Any) -> str:
    return {int: "integer", float: "number"}.get(kind, "string")


def choices(question: Question) -> dict[str, dict[str, Any]]:
    """The schemas of a question's choices by the names that they have in a link."""
    return {question.choices.named(key): schema(field) for key, field in question.choices.model_fields.items()}


def _parameters(question: Question) -> list[dict[str, Any]]:
    """All that may stand in an address; a list is written with commas."""
    return _in_query(DATA, choices(question))


def _in_query(data: Mapping[str, tuple[str, Mapping[str, Any]]], choices: Mapping[str, Any]) -> list[dict[str, Any]]:
    numbers = [
        {"name": name, "in": "query", "description": text, "schema": dict(kind)} for name, (text, kind) in data.items()
    ]
    return numbers + [
        {
            "name": name,
            "in": "query",
            "description": made.get("description") or made.get("title", name),
            "schema": made,
            **({"style": "form", "explode": False} if made.get("type") == "array" else {}),
        }
        for name, made in choices.items()
    ]


COLUMN = {"type": "string"}
COLUMNS = {"oneOf": [COLUMN, {"type": "array", "items": COLUMN}]}
ROLE_KINDS: Mapping[str, Mapping[str, Any]] = {
    "columns": COLUMNS,
    "models": COLUMNS,
    "value": {"type": ["string", "number"]},
    "number": {"type": "number"},
    "whole number": {"type": "integer", "minimum": 0},
    "flag": {"type": "boolean"},
    "numbers": {"oneOf": [{"type": "number"}, {"type": "object", "additionalProperties": {"type": "number"}}]},
    "new names": {"type": "object", "additionalProperties": COLUMN},
}
"""The schemas of roles by their kind; all others are texts."""
ARRAY = {"type": "array", "items": {"type": ["number", "string", "boolean", "null"]}, "maxItems": MOST_ROWS}
IN_JSON: Mapping[str, str] = {
    "score": "One element for each case, or such a list for each model by its name; or names of columns.",
    **dict.fromkeys(("truth", *BY_CASE), "One element for each case; or, with rows, the name of the column."),
}
"""Roles that are arrays in JSON without rows."""


def _report_route(method: str, extra: Mapping[str, Any], not_here: tuple[int, ...], nothing: Any) -> APIRoute:
    contents = {row.kind.partition(";")[0]: {"schema": {"type": "string"}} for row in FORMATS.values()}
    described = {"content": {"application/json": {"schema": {"type": "object"}}, **contents}}
    return APIRoute(
        f"/{REPORT}",
        nothing,
        methods=[method],
        summary="A report",
        description=REPORT_TEXT,
        operation_id=f"{method.lower()}_{REPORT}",
        tags=[REPORT],
        responses={200: {"description": "The file", **described}, **_told(not_here)},
        openapi_extra=dict(extra),
    )


def report_routes(nothing: Any) -> list[APIRoute]:
    """The report, which is no question: asked with the same data."""
    made = {Shared.named(key): schema(field) for key, field in Shared.model_fields.items()}
    numbers = {name: row for name, row in DATA.items() if name != "rows"}
    query = _in_query(numbers, {**REPORT_FIELDS, **made})
    body = body_of(made, {**REPORT_FIELDS, **made}, {"report": REPORT_OBJECT, "format": REPORT_FIELDS["format"]})
    return [
        _report_route("GET", {"parameters": query}, POST_ONLY, nothing),
        _report_route("POST", {"requestBody": body}, GET_ONLY, nothing),
    ]


def _body(question: Question) -> dict[str, Any]:
    """What may be sent: JSON, or a form with a file."""
    made = choices(question)
    return body_of(made, {"rows": {**DATA["rows"][1], "description": DATA["rows"][0]}, **made}, {})


def body_of(made: Mapping[str, Any], fields: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A body with some choices; `fields` are those of a form besides the roles, `more` is more in JSON."""
    roles = {role: {**ROLE_KINDS.get(kind.what, COLUMN), "description": described(role)} for role, kind in SAID.items()}
    numbers = {
        name: {**kind, "description": text} for name, (text, kind) in DATA.items() if name not in (*roles, "rows")
    }
    several = [ARRAY, {"type": "object", "additionalProperties": ARRAY}]
    arrays = {
        name: {"oneOf": [*several, COLUMN], "description": f"{described(name)} {text}"}
        for name, text in IN_JSON.items()
    }
    cases = "The cases, one object for each. The roles name their fields."
    whole = {
        "rows": {"type": "array", "items": {"type": "object"}, "maxItems": MOST_ROWS, "description": cases},
        **numbers,
        **roles,
        **arrays,
        "choices": {"type": "object", "additionalProperties": False, "properties": dict(made)},
        **more,
    }
    form = {
        "file": {"type": "string", "format": "binary", "description": "CSV, Parquet, XLSX or JSON lines."},
        **{name: role for name, role in roles.items() if name != "names"},
        **fields,
    }
    contents = {
        "application/json": {"type": "object", "additionalProperties": False, "properties": whole},
        "multipart/form-data": {"type": "object", "required": ["file"], "properties": form},
    }
    return {"required": True, "content": {kind: {"schema": schema} for kind, schema in contents.items()}}


def _told(statuses: tuple[int, ...]) -> dict[int | str, dict[str, Any]]:
    return {
        status: {"model": Refusal, "description": text} for status, text in REFUSALS.items() if status not in statuses
    }


def document() -> dict[str, Any]:
    """The whole document; FastAPI writes it from one route for each question and method."""

    async def nothing() -> None:
        """Stands for an operation."""

    routes = [
        APIRoute(
            "/",
            nothing,
            methods=["GET"],
            summary="All questions",
            operation_id="questions",
            response_model=list[Listed],
        )
    ]
    for name, question in QUESTIONS.items():
        described = f"{question.text} {question.needed}"
        for method, extra, not_here in (
            ("GET", {"parameters": _parameters(question)}, POST_ONLY),
            ("POST", {"requestBody": _body(question)}, GET_ONLY),
        ):
            routes.append(
                APIRoute(
                    f"/{name}",
                    nothing,
                    methods=[method],
                    summary=question.title,
                    description=described,
                    operation_id=f"{method.lower()}_{name}",
                    tags=[question.section],
                    response_model=Answer,
                    response_description="The answer",
                    responses=_told(not_here),
                    openapi_extra=extra,
                )
            )
    routes += report_routes(nothing)
    return get_openapi(
        title="What chance would score",
        version=ddcore.__version__,
        description=INTRODUCTION,
        routes=routes,
        servers=[{"url": BASE}],
    )
