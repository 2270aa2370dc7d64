"""What a report is to have: its questions with their choices, what all of them share, and what people write into it."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self
from urllib.parse import parse_qsl, urlencode

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from ddcore.answers import questions_in_report
from ddcore.answers.base.in_use import InUse
from ddcore.answers.base.known_laws import story
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.options import Asked, Key, Measures, Options, beside
from ddcore.read.words import quoted

MOST_SECTIONS = 40
LONGEST = 10_000
"""Characters of what is written by hand."""

ASIDE = ";"
"""What stands between the sections of a text."""


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
        """The section as a text, for a link or a command."""
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
    def made(self) -> Asked:
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
    return next((field for key, field in options.model_fields.items() if name in (key, options.named(key))), None)


def _takes_texts(question: str, choice: str) -> bool:
    """Whether a choice of a question holds texts, such as measures, which may be given one by one."""
    field = _field(QUESTIONS[question].choices, choice) if question in QUESTIONS else None
    return field is not None and "tuple[str" in str(field.annotation)


class Card(BaseModel):
    """What a model card says that no data can: who owns the model, what it is for, and where that ends."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    owner: str = Field(default="", max_length=LONGEST, title="Owner", description="Who is responsible for the model.")
    intended_use: str = Field(
        default="",
        max_length=LONGEST,
        title="Intended use",
        description="What the model is for, and what it is not for.",
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
        description="Where it should not be trusted, and what was not tested.",
    )


class Order(BaseModel):
    """What a report is to have; None for `sections` stands for those that suit the data.

    `date` is printed as it is written, and none is unless it is given: the same order of the same data gives the same
    bytes. `charts` are drawn by the reader's browser, or pictures. With `cases` tables of single cases are in it, with
    `annex` the pages of PDF and Word end with the methods and all tables that fit.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(default="", max_length=LONGEST, description="Its title.")
    author: str = Field(default="", max_length=LONGEST, description="Who wrote it.")
    date: str = Field(default="", max_length=100, description="Its date, printed as typed; no date unless given.")
    sections: tuple[Wanted, ...] | None = Field(default=None, min_length=1, max_length=MOST_SECTIONS)
    card: Card = Card()
    charts: Literal["interactive", "pictures"] = "interactive"
    paper: Literal["a4", "letter"] = "a4"
    cases: bool = Field(
        default=False,
        description="Include tables that list single cases with their rows, ids, scores and truths. Everybody who gets "
        "the report can read them.",
    )
    annex: bool = Field(
        default=False,
        description="In PDF and Word, an annex: how everything is computed, and the tables that fit on a page.",
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
    """A sentence that says what is wrong with the first thing that cannot be used."""
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
        f"{name} must be a list of sections"
        if name == "sections"
        else f"{name} of a report must be what the documentation names"
    )


def default_sections(data: Data, prices: Mapping[str, Any] | None = None) -> tuple[Wanted, ...]:
    """The sections that suit the data, as the packages of questions say, see `questions_in_report`.

    `prices` are choices of `Prices` by their names in links, those that somebody set.

    >>> [section.question for section in default_sections(Data(303, 139))]
    ['baselines', 'expectation']
    """

    def answered(when: str) -> list[str]:
        return [name for name in questions_in_report(when) if QUESTIONS[name].lacking(data) is None]

    if data.chosen is None:
        return tuple(Wanted(question=name) for name in answered("no model"))
    priced = answered("prices")[-1:] if prices or story(data) is not None else []
    unpriced = [] if priced else answered("no prices")
    return (
        *(Wanted(question=name) for name in (*answered("model"), *unpriced)),
        *(Wanted(question=name, choices=prices or {}) for name in priced),
        *(Wanted(question=name) for name in answered("what if")),
    )


def is_price(name: str) -> bool:
    """Whether a choice is one of prices.

    >>> is_price("u"), is_price("measure")
    (True, False)
    """
    return any(name in (field, Prices.named(field)) for field in Prices.model_fields)


class Shared(Prices):
    """Choices that mean the same wherever they are asked for."""

    measure: Annotated[tuple[str, ...], Measures()] = Field(
        (),
        title="Measures",
        description="Measures by their keys, or formulas of your own. By default each section has its usual ones.",
    )


SHARED: Mapping[str, FieldInfo] = {Shared.named(name): field for name, field in Shared.model_fields.items()}
"""The fields of `Shared` by their names in links."""


def shared_choices(given: Mapping[str, Any]) -> dict[str, Any]:
    """Choices for all sections as they were given, in the order of `SHARED`.

    Raises `InputError` for one that is unknown or cannot be used.

    >>> shared_choices({"u": "0,-1,-5,0"})
    {'u': '0,-1,-5,0'}
    """
    unknown = next((name for name in given if name not in SHARED), None)
    if unknown is not None:
        raise InputError(
            f"{unknown} must be chosen for single sections; choices for all sections are {', '.join(SHARED)}"
        )
    Shared.of(**{name: _split(name, value) for name, value in given.items()})
    return {name: given[name] for name in SHARED if given.get(name) is not None}


def with_shared(order: Order, data: Data, given: Mapping[str, Any]) -> Order:
    """The order with choices for all sections in each section that has them and does not say otherwise.

    Where nobody asks, prices decide what the default report has. Raises `InputError` for a choice that no section has.

    >>> order = with_shared(Order.of(ask="verdict,folds"), Data(303, 139), {"measure": "MCC"})
    >>> [section.text for section in order.sections]
    ['verdict?measure=MCC', 'folds?measure=MCC']
    """
    if not given:
        return order
    prices = {name: value for name, value in given.items() if name in Prices.model_fields and name not in _IN_USE}
    sections = order.sections or default_sections(data, prices)
    without = [name for name in given if not any(_has(section, name) for section in sections)]
    if without:
        asked = ", ".join(section.question for section in sections)
        raise InputError(f"no section of this report uses {without[0]}; its sections are {asked}")
    return Order.of(**{**dict(order), "sections": tuple(_with(section, given) for section in sections)})


def with_notes(order: Order, data: Data, notes: Mapping[str, str]) -> Order:
    """The order with a note of one's own on each section of a question; raises `InputError` where none is asked.

    >>> with_notes(Order.of(ask="verdict"), Data(303, 139), {"verdict": "As agreed in May."}).sections[0].note
    'As agreed in May.'
    """
    if not notes:
        return order
    sections = order.sections or default_sections(data)
    asked = [section.question for section in sections]
    unknown = next((name for name in notes if name not in asked), None)
    if unknown is not None:
        raise InputError(f"a note must name a section of the report, one of {', '.join(asked)}, got {quoted(unknown)}")
    noted = (section.model_copy(update={"note": notes.get(section.question, section.note)}) for section in sections)
    return Order.of(**{**dict(order), "sections": tuple(noted)})


_IN_USE = InUse.model_fields


def _with(section: Wanted, given: Mapping[str, Any]) -> Wanted:
    """The section with those of the choices that it has and does not make itself."""
    options, own = section.asked.choices, section.choices
    names = {options.named(name) if name in options.model_fields else name for name in own}
    more = {name: _split(name, value) for name, value in given.items() if name not in names and _has(section, name)}
    return section.model_copy(update={"choices": {**own, **more}})


def _has(section: Wanted, name: str) -> bool:
    """Whether a section has the choice, and it means the same there: measures do, whatever pages share."""
    options = section.asked.choices
    field = next((field for key, field in options.model_fields.items() if options.named(key) == name), None)
    return field is not None and (name == "measure" or beside(field, Key) == beside(SHARED[name], Key))


def _split(name: str, value: Any) -> Any:
    """The value of a choice, the same however it was given."""
    if beside(SHARED[name], Measures):
        return Measures.split([value] if isinstance(value, str) else value)
    return link_text(value)
