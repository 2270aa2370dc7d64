"""What a person may choose, declared once: names, limits, defaults, labels and help for every door.

A question declares its choices as a class of fields. The type of a field and its limits say what is allowed, `title`
and `description` are its label and help; one of `Slider`, `NumberField`, `OneOf`, `Offered` or `Measures` beside the
type says how a door that draws may show it. A field's name, or its alias, is its name in a link, in JSON and on a
command line.
"""

import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PlainValidator,
    ValidationError,
)
from pydantic.fields import FieldInfo

from ddcore.chance.groups import CORRECTIONS
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.interval import LEVELS, USUAL_LEVEL
from ddcore.measures import MEASURES, measure
from ddcore.measures.type import Measure


@dataclass(frozen=True)
class Key:
    """The name of a choice on all pages, where it is not that of the field: choices that mean the same share one."""

    name: str


@dataclass(frozen=True)
class OfData:
    """Beside a choice that was made for some data, such as prices: other data have their own."""


def _models(data: Data) -> Sequence[str]:
    return list(data.models)


@dataclass(frozen=True)
class OfFile:
    """Beside a choice of names out of a file: a link has their places, as it has nothing out of a file.

    The names are those of the models, or what `names` gives for some data, and `what` is what they name; `one` of them
    is chosen, or several.
    """

    names: Callable[[Data], Sequence[str]] = _models
    one: bool = False
    what: str = "model"

    def places(self, value: Any, data: Data) -> str:
        """The places of what is chosen, from 1 on, as a link has them."""
        names = list(self.names(data))
        return ",".join(str(1 + names.index(name)) for name in ([value] if self.one else value))

    def chosen(self, text: str, data: Data, place: Callable[[str], int]) -> Any:
        """What the places in a text of a link stand for; `place` reads each, from 1 on."""
        names = tuple(self.names(data)[place(part) - 1] for part in text.split(",") if part)
        return names[0] if self.one and names else names


@dataclass(frozen=True)
class Offered:
    """One of what the data have, such as a column, as `Options.offered` lists it: a list or tabs."""

    look: Literal["tabs", "list", "radio", "steps"] = "list"


@dataclass(frozen=True)
class Slider:
    """A number on a scale with two ends, in such steps."""

    step: float
    percent: bool = False
    digits: str | None = None


@dataclass(frozen=True)
class NumberField:
    """A number that is typed, whole where its step is; `placeholder` stands where none is given."""

    step: float = 1
    digits: str | None = None
    placeholder: str | None = None


@dataclass(frozen=True)
class Text:
    """A text that is typed."""

    most: int | None = None
    placeholder: str = ""
    lines: int = 1


@dataclass(frozen=True)
class OneOf:
    """One of some values, each with its title: as tabs, a list, buttons below each other or steps of a slider."""

    titles: Mapping[Any, str]
    look: Literal["tabs", "list", "radio", "steps"] = "list"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return AfterValidator(self.checked).__get_pydantic_core_schema__(source, handler)

    def checked(self, value: Any) -> Any:
        """The value; raises `InputError` "must be one of a, b, got "c""."""
        if value not in self.titles:
            raise InputError(self.refusal(value))
        return value

    def refusal(self, value: Any) -> str:
        """What is said of a value that is none of them."""
        return f'must be one of {", ".join(map(str, list(self.titles)[:20]))}, got "{value!s:.40}"'


def any_measure(row: Measure) -> bool:
    """Whether a measure is offered: each is."""
    return True


def judging(row: Measure) -> bool:
    """Whether a measure judges a classifier."""
    return row.judges


def judging_share(row: Measure) -> bool:
    """Whether a measure judges a classifier, whatever the number of cases."""
    return row.judges and not row.grows


@dataclass(frozen=True)
class Measures:
    """Measures by their keys, names or aliases, and formulas of one's own; up to `most` of them."""

    offers: Callable[[Measure], bool] = any_measure
    most: int | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return PlainValidator(self.checked).__get_pydantic_core_schema__(source, handler)

    @property
    def offered(self) -> list[str]:
        """The keys of the measures to choose from."""
        return [key for key, row in MEASURES.items() if self.offers(row)]

    def checked(self, given: Any) -> tuple[str, ...]:
        """The keys; raises `InputError` for what is no measure, or none that is offered here."""
        names = [given] if isinstance(given, str | Measure) else given
        keys = tuple(dict.fromkeys(map(self._key, names)))
        if not keys:
            raise InputError("must name at least one measure, got none")
        return keys if self.most is None else keys[: self.most]

    @staticmethod
    def split(texts: Iterable[str]) -> list[str]:
        """The names in texts, between commas; a formula of one's own, which may have commas, is a text by itself.

        >>> Measures.split(["F1, MCC", "mine = max(tp, fp), lower"])
        ['F1', 'MCC', 'mine = max(tp, fp), lower']
        """
        parts = (part.strip() for text in texts for part in ([text] if "=" in text else text.split(",")))
        return [part for part in parts if part]

    def _key(self, name: str | Measure) -> str:
        key = measure(name).key
        if "=" not in key and key not in self.offered:
            raise InputError(f'must be one of those offered here, got "{key}"')
        return key


class Options(BaseModel):
    """What a person may choose for a question.

    >>> from pydantic import Field
    >>> class Choices(Options):
    ...     theta: float = Field(0.5, ge=0, le=1)
    >>> Choices.of(theta="0.3").theta
    0.3
    >>> Choices.of(theta=3)
    Traceback (most recent call last):
    ddcore.errors.InputError: theta must be between 0 and 1, got "3"
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    @classmethod
    def of(cls, **given: Any) -> Self:
        """The choices given, each a value or its text; raises `InputError` for what cannot be used."""
        try:
            return cls(**given)
        except ValidationError as refusal:
            raise InputError(cls._sentence(refusal)) from None

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """What is chosen for some data unless given otherwise and it depends on them; by field."""
        return {}

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same where it also depends on what is chosen elsewhere; `chosen` has what is known of that, by field."""
        return cls.defaults(data)

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """The values of a field and their titles where they depend on the data or on other choices; None else.

        The first is the usual one where the field has no default and `usual` says nothing.
        """
        return None

    @classmethod
    def needs_single(cls, data: Data, chosen: Mapping[str, Any]) -> bool:
        """Whether the answer needs the cases one by one; `chosen` has what is known of the choices, by field."""
        return False

    @classmethod
    def about(cls, data: Data, chosen: Mapping[str, Any]) -> Data:
        """The data that the answer is about: where it needs single cases, the part of which these are known."""
        return data.one_by_one if data.single is not None and cls.needs_single(data, chosen) else data

    def with_defaults(self, data: Data) -> Self:
        """The same choices, with what is usual for the data in place of None."""
        said = {name: value for name, value in self if value is not None}
        usual = self.defaults_given(data, said)
        # What is usual for prices has more than each question asks.
        unsaid = {name: usual[name] for name in type(self).model_fields if name in usual and name not in said}
        return self.model_copy(update=unsaid)

    @classmethod
    def named(cls, name: str) -> str:
        """The name of a field in links and commands."""
        return cls.model_fields[name].alias or name

    @classmethod
    def limits(cls, name: str) -> tuple[Any, Any]:
        """The least and the greatest number that a field takes, None where there is no such."""
        return limits(cls.model_fields[name])

    @classmethod
    def _sentence(cls, refusal: ValidationError) -> str:
        """What is wrong with the first value that cannot be used."""
        error = refusal.errors()[0]
        name = str(error["loc"][0]) if error["loc"] else ""
        if error["type"] == "extra_forbidden":
            offered = ", ".join(map(cls.named, cls.model_fields))
            return f"there is no choice {name}; choose one of {offered or 'none'}"
        own = error.get("ctx", {}).get("error")
        if isinstance(own, InputError):
            text = str(own)
            return f"{name} {text}" if text.startswith("must ") else text
        field = next(row for key, row in cls.model_fields.items() if name in (key, row.alias))
        listed = beside(field, OneOf)
        if listed is not None:
            return f"{name} {listed.refusal(error['input'])}"
        shown = f'got "{error["input"]!s:.40}"'
        low, high = limits(field)
        if low is not None and high is not None:
            if error["type"] in ("int_parsing", "int_from_float") and _within(error["input"], low, high):
                return f"{name} must be a whole number, {shown}"
            return f"{name} must be between {low:,.10g} and {high:,.10g}, {shown}"
        return f"{name} {error['msg'][0].lower()}{error['msg'][1:]}, {shown}"


def limits(field: FieldInfo) -> tuple[Any, Any]:
    """The least and the greatest number that a field takes, None where there is no such."""
    low = next((row.ge for row in field.metadata if hasattr(row, "ge")), None)
    high = next((row.le for row in field.metadata if hasattr(row, "le")), None)
    return low, high


def keywords(fields: Mapping[str, FieldInfo]) -> list[inspect.Parameter]:
    """The choices as keywords of a signature."""
    return [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.annotation)
        for key, field in fields.items()
    ]


def entries(fields: Mapping[str, FieldInfo], types: Mapping[str, str] = MappingProxyType({})) -> str:
    """The choices as numpydoc lists parameters, each with its type, its default and what it is.

    >>> class Choices(Options):
    ...     theta: float = Field(0.5, title="Share", description="Of cases called positive.")
    >>> print(entries(Choices.model_fields))
    theta : float, default 0.5
        Share. Of cases called positive.
    """
    return "\n".join(_entry(key, field, types.get(key)) for key, field in fields.items())


def _entry(key: str, field: FieldInfo, type_in_words: str | None) -> str:
    text = type_in_words or re.sub(r"\b(?:\w+\.)+(?=\w)", "", inspect.formatannotation(field.annotation))
    default = "optional" if field.default is None else f"default {field.default!r}"
    title = "" if type_in_words else f"{field.title}." if field.title else ""
    what = textwrap.fill(" ".join(filter(None, (title, field.description))), 116)
    return f"{key} : {text.removesuffix(' | None')}, {default}\n{textwrap.indent(what, '    ')}"


def _within(given: Any, low: float, high: float) -> bool:
    try:
        return low <= float(given) <= high
    except (TypeError, ValueError):
        return False


def beside(field: FieldInfo, kind: type[Any]) -> Any:
    """What stands beside the type of a field, of one kind; None where there is none."""
    return next((row for row in field.metadata if isinstance(row, kind)), None)


HEADLINES = ("ACC", "F1", "PPV", "NPV", "BACC", "G2", "J", "MK", "MCC", "kappa", "FM", "TS", "TPR", "TNR")
"""The measures shown until somebody chooses others."""


def _level(given: Any) -> Any:
    """A level as people say it: 0.9, 90 or 90 %."""
    try:
        level = float(str(given).rstrip(" %"))
    except ValueError:
        return given
    return level / 100 if level > 1 else level


class Asked(Options):
    """What every question may be asked with.

    >>> Asked.of(level="90").level, Asked.of().level
    (0.9, 0.95)
    """

    level: Annotated[float, BeforeValidator(_level), OneOf(LEVELS, "tabs")] = Field(
        USUAL_LEVEL,
        title="Confidence level",
        description="The confidence level of claims, intervals and bands in all questions. About 95 of 100 intervals "
        "at 95 % contain the true value.",
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **given: Any) -> None:
        # Lists of choices begin with the question's own.
        super().__pydantic_init_subclass__(**given)
        fields = cls.__pydantic_fields__
        fields["level"] = fields.pop("level")


class OfSingleCases(Asked):
    """What needs the cases one by one, whatever is chosen."""

    @classmethod
    def needs_single(cls, data: Data, chosen: Mapping[str, Any]) -> bool:
        """Always."""
        return True


class Judged(Asked):
    """The measures to judge by."""

    measure: Annotated[tuple[str, ...], Measures(), Key("measures")] = Field(
        HEADLINES, title="Measures", description="The table below has the formula of each measure."
    )


def in_force(*keys: str) -> Any:
    """The field of the measures that are in force on all pages, with the default of a question.

    >>> in_force("F1").default
    ('F1',)
    """
    return Field(
        keys,
        title="Measure",
        description="What is measured, the same on all pages: a measure, or a formula of your own.",
    )


Headline = Annotated[tuple[str, ...], Measures(most=1), Key("measure_looked_at")]
"""The measure that an answer about several measures names first."""


Correction = Annotated[str, OneOf(CORRECTIONS, "tabs")]
"""How p values are corrected for their number: a key of `CORRECTIONS`."""


def correction(default: str) -> Any:
    """The field of a `Correction` with the default of a question.

    >>> correction("holm").default
    'holm'
    """
    return Field(
        default,
        title="Correction for many comparisons",
        description="Among many comparisons some look good by chance. Benjamini-Hochberg limits the share of false "
        "claims, Holm the probability of any false claim.",
    )
