"""What a report is to have: its questions with their choices, and what people write into it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Self
from urllib.parse import parse_qsl, urlencode

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from ddcore.answers.base.options import Measures, Options, beside
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.errors import InputError
from ddcore.read.words import quoted

MOST_SECTIONS = 40
LONGEST = 10_000
"""Letters of what is written by hand."""

ASIDE = ";"
"""Between the sections of a text."""


class Wanted(BaseModel):
    """A section: a question by its name, its choices by their names in links, and a note of one's own.

    >>> Wanted.of("costs?u=0,-1,-5,0&unit=EUR").choices
    {'u': '0,-1,-5,0', 'unit': 'EUR'}
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(max_length=100)
    choices: Mapping[str, Any] = Field(default_factory=dict)
    note: str = Field(default="", max_length=LONGEST)

    @classmethod
    def of(cls, text: str) -> Self:
        """A section from its text: a question, and its choices behind a "?" as in a link."""
        name, _, query = text.strip().partition("?")
        texts: dict[str, list[str]] = {}
        for key, value in parse_qsl(query, keep_blank_values=True):
            texts.setdefault(key, []).append(value)
        given: dict[str, Any] = {key: values if len(values) > 1 else values[0] for key, values in texts.items()}
        if any(isinstance(value, list) and not _takes_texts(name, key) for key, value in given.items()):
            raise InputError(f"each choice of {quoted(name)} must be given once")
        return cls(question=name, choices=given, note=given.pop("note", ""))

    @property
    def text(self) -> str:
        """The same as a text, for a link or a command."""
        given = {**self.choices, **({"note": self.note} if self.note else {})}
        pairs = [(name, link_text(each)) for name, value in given.items() for each in one_by_one(value)]
        query = urlencode(pairs, safe=",:/ ").replace(" ", "%20")
        return f"{self.question}?{query}" if query else self.question

    @property
    def asked(self) -> Question:
        """The question; raises `InputError` where there is none of that name."""
        if self.question not in QUESTIONS:
            raise InputError(f"there is no question {quoted(self.question)}; choose one of {', '.join(QUESTIONS)}")
        return QUESTIONS[self.question]

    @property
    def made(self) -> Options:
        """The choices; raises `InputError` for what cannot be used."""
        options = self.asked.choices
        given = {}
        for name, value in self.choices.items():
            field = _field(options, name)
            measures = field is not None and beside(field, Measures)
            given[name] = Measures.split([value] if isinstance(value, str) else value) if measures else value
        return options.of(**given)


def _field(options: type[Options], name: str) -> FieldInfo | None:
    """The field of a choice, by its name or that in links."""
    return next((row for key, row in options.model_fields.items() if name in (key, options.named(key))), None)


def _takes_texts(question: str, choice: str) -> bool:
    """Whether a choice of a question holds texts, such as measures, which may be given one by one."""
    field = _field(QUESTIONS[question].choices, choice) if question in QUESTIONS else None
    return field is not None and "tuple[str" in str(field.annotation)


class Card(BaseModel):
    """What a model card says that no data can: who owns the model, what it is for, and where that ends."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    owner: str = Field(default="", max_length=LONGEST, title="Owner", description="Who answers for the model.")
    intended_use: str = Field(
        default="", max_length=LONGEST, title="Intended use", description="What it is for, and what it is not for."
    )
    data_period: str = Field(
        default="",
        max_length=LONGEST,
        title="Period of the data",
        description="When and where the cases were collected.",
    )
    limits: str = Field(
        default="",
        max_length=LONGEST,
        title="Limits",
        description="Where it should not be trusted, and what was not looked at.",
    )


class Order(BaseModel):
    """What a report is to have; None for `sections` stands for those that suit the data.

    `date` is printed as it is written, and none is unless it is given: the same order of the same data gives the same
    bytes. `charts` are drawn by the reader's browser, or pictures. With `cases` tables of single cases are in it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(default="", max_length=LONGEST, description="Its title.")
    author: str = Field(default="", max_length=LONGEST, description="Who wrote it.")
    date: str = Field(
        default="", max_length=100, description="Its date, as it is to be printed; none stands there unless given."
    )
    sections: tuple[Wanted, ...] | None = Field(default=None, min_length=1, max_length=MOST_SECTIONS)
    card: Card = Card()
    charts: Literal["interactive", "pictures"] = "interactive"
    paper: Literal["a4", "letter"] = "a4"
    cases: bool = Field(
        default=False,
        description="Tables that list cases one by one, with their rows, ids, scores and truths: whoever gets the "
        "report can read them. Left out unless asked for.",
    )

    @classmethod
    def of(cls, *, ask: str | Iterable[str] | None = None, **given: Any) -> Self:
        """An order from what people give; `ask` names questions, see `sections_of`.

        The fields of `Card` may be given by their names, too. Raises `InputError` for what cannot be used.

        >>> [section.question for section in Order.of(ask="verdict,thresholds", owner="Risk").sections]
        ['verdict', 'thresholds']
        """
        card = {name: given.pop(name) for name in list(given) if name in Card.model_fields}
        try:
            if ask is not None:
                given["sections"] = sections_of(ask)
            if card:
                given["card"] = Card(**card)
            order = cls(**given)
        except ValidationError as refusal:
            raise InputError(_sentence(refusal)) from None
        for section in order.sections or ():
            assert section.made is not None
        return order


WRITTEN = {
    **{name: Order.model_fields[name].description or "" for name in ("title", "author", "date")},
    **{name: f"Model card: {field.description}" for name, field in Card.model_fields.items()},
}
"""What people write into a report, by the names that commands, JSON and Python have for it."""


def sections_of(ask: str | Iterable[str]) -> tuple[Wanted, ...]:
    """Sections from their texts: names between commas, of which one with choices is the last before a ";".

    >>> [section.question for section in sections_of("verdict,costs?u=0,-1,-5,0;curves")]
    ['verdict', 'costs', 'curves']
    """
    texts = [ask] if isinstance(ask, str) else list(ask)
    parts = [part for text in texts for part in str(text).split(ASIDE)]
    names = [name for part in parts for name in _names(part)]
    return tuple(Wanted.of(name) for name in names if name.strip())


def _names(part: str) -> list[str]:
    """Names between commas, the last of which may have choices behind a "?"."""
    names, question, query = part.partition("?")
    *before, last = names.split(",")
    return [*before, f"{last}{question}{query}"]


def link_text(value: Any) -> str:
    """A value of a choice as a link has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.15g}" if float(f"{value:.15g}") == value else repr(value)
    if isinstance(value, list | tuple):
        return ",".join(map(link_text, value))
    return str(value)


def one_by_one(value: Any) -> list[Any]:
    """A value, or those of a list whose texts may have commas of their own.

    >>> one_by_one(("F1", "mine = max(tp, fp), lower")), one_by_one(("F1", "MCC"))
    (['F1', 'mine = max(tp, fp), lower'], [('F1', 'MCC')])
    """
    if isinstance(value, list | tuple) and any(isinstance(part, str) and set(",=") & set(part) for part in value):
        return list(value)
    return [value]


def _sentence(refusal: ValidationError) -> str:
    """What is wrong with the first thing that cannot be used."""
    error = refusal.errors()[0]
    own = error.get("ctx", {}).get("error")
    if isinstance(own, InputError):
        return str(own)
    *above, name = [str(part) for part in error["loc"]] or ["it"]
    given, kind, limits = error["input"], error["type"], error.get("ctx", {})
    if kind == "extra_forbidden":
        what, fields = ("a section", Wanted) if "sections" in above else ("a report", Order)
        others = Card.model_fields if fields is Order else {}
        return f"{what} takes no {quoted(name)}; choose one of {', '.join((*fields.model_fields, *others))}"
    if kind == "missing":
        return f"a section must have a {name}"
    if kind in ("too_short", "too_long") and name == "sections":
        return f"a report must have from 1 to {MOST_SECTIONS} sections, got {len(given)}"
    if kind == "string_too_long":
        return f"{name} must have at most {limits['max_length']:,} characters, got {len(given):,}"
    if kind == "literal_error":
        listed = limits["expected"].replace("'", "").replace(" or ", ", ")
        return f"{name} must be one of {listed}, got {quoted(str(given)[:40])}"
    if kind in ("bool_parsing", "bool_type"):
        return f"{name} must be true or false, got {quoted(str(given)[:40])}"
    if kind == "string_type":
        return f"{name} must be a text, got {quoted(str(given)[:40])}"
    return (
        f"{name} must be a list of them" if name == "sections" else f"{name} of a report cannot be used as it is given"
    )
