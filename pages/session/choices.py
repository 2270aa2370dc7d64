"""What a person chooses, whatever widget draws it: the text of a link, the value that it means, and the default."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from pydantic.fields import FieldInfo

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import measure, own_measure
from ddcore.options import Key, Measures, OfData, OfFile, OneOf, Options, Text, beside
from pages.session import link
from pages.session.view import NOTHING, formula_name, view

DATA = "data"
"""What the page works on, in this session."""


def written(value: Any) -> str:
    """A value as a text."""
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, tuple | list):
        return ",".join(map(written, value))
    return str(value)


@dataclass(frozen=True)
class Choice:
    """One thing that a person chooses: kept as the text that a link has.

    `key` is that of its widget, `link_name` its name in links; `default` stands there until somebody chooses. `read`
    turns the text into a value or raises `InputError`, `write` the value into the text. `owner` names the data it
    belongs to, empty for all. A default that somebody chose is kept as a choice with `keep_default` alone.

    The choice of a question, see `of`, is the field `name` of `options`; `others` are the values of those before it.
    Streamlit keeps the callbacks of a session for ever, and with them a choice: it holds no data itself, or a file that
    was removed would stay in memory.
    """

    key: str
    link_name: str
    default: Any = ""
    read: Callable[[str], Any] = str
    owner: str = ""
    write: Callable[[Any], str] = written
    keep_default: bool = False
    options: type[Options] = Options
    name: str = ""
    others: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, options: type[Options], name: str, source: str, others: Mapping[str, Any] | None = None) -> "Choice":
        """A choice of a question for the data of the session; `source` says which these are."""
        declared, others = options.model_fields[name], {} if others is None else others
        own = beside(declared, Key)
        link_name = own.name if own else options.named(name)
        owner = source if beside(declared, OfData) else ""
        key = f"{link_name}_{owner}" if owner else link_name
        default = _default(options, name, others)

        def read(text: str) -> Any:
            return _checked(options, name, others, text)

        def write(value: Any) -> str:
            of_file = beside(declared, OfFile)
            return written(value) if of_file is None else of_file.places(value, _data(options, others))

        return cls(key, link_name, default, read, owner, write, True, options, name, others)

    @property
    def data(self) -> Data:
        """What the question is about: of the data of the session those whose cases are known, where it needs these."""
        return _data(self.options, self.others)

    @property
    def field(self) -> FieldInfo:
        """The declaration of the choice of a question; an empty one for any other choice."""
        return self.options.model_fields.get(self.name, FieldInfo())

    @property
    def title(self) -> str:
        """Its label."""
        return self.field.title or self.name

    @property
    def titles(self) -> Mapping[Any, str] | None:
        """The values to choose from and their titles; None where they are not listed."""
        return _titles(self.options, self.name, self.others)

    @property
    def chosen(self) -> Any:
        """What somebody chose; None where nobody did, or where it cannot be used, which is said if a link says it.

        A text that somebody wrote stays to be mended.
        """
        if beside(self.field, Measures):
            return self._measures()
        text, by_link = view().text(self.link_name, self.owner)
        if text is None:
            return None
        try:
            value = self.read(text)
        except InputError as problem:
            if beside(self.field, Text) and not by_link:
                return text
            self._refused(problem, by_link)
            return None
        if by_link:
            self.choose(value)
        return value

    @property
    def value(self) -> Any:
        """What is chosen, or the default."""
        chosen = self.chosen
        return self.default if chosen is None else chosen

    def choose(self, value: Any) -> None:
        """Somebody chose a value; with None it is the default again."""
        if value == self.default and not self.keep_default:
            value = None
        if beside(self.field, Measures):
            own = [key for key in value or () if "=" in key]
            listed = [key for key in value or () if key not in own]
            view().put(self.link_name, None if value is None else ",".join(listed) or NOTHING)
            view().put(formula_name(self.link_name), ";".join(own) or None)
        else:
            view().put(self.link_name, None if value is None else self.write(value), self.owner)

    def take(self) -> None:
        """The widget was moved; called too where it is gone, as another file was dropped."""
        if self.key in st.session_state:
            self.choose(st.session_state[self.key])

    def put(self) -> Any:
        """The value, put into the widget."""
        value = self.value
        link.put(self.key, list(value) if isinstance(value, tuple) else value)
        return value

    def leave_out_default(self) -> None:
        """A default need not stand in the link."""
        value = self.value
        if beside(self.field, Measures):
            value = tuple(key for key in value if "=" not in key)
        view().mark(self.link_name, self.owner, is_default=value == self.default)

    def _refused(self, problem: InputError, by_link: bool) -> None:
        """What a link asks for in vain is said and dropped; what other data or another page offer waits for them."""
        if by_link:
            link.note(problem)
        if by_link or not self.name:
            view().put(self.link_name, None, self.owner)
        else:
            view().unused.add(self.link_name)

    def _measures(self) -> tuple[str, ...] | None:
        """The measures chosen, those of one's own first."""
        formulas = formula_name(self.link_name)
        (listed, by_link), (own, own_by_link) = view().text(self.link_name), view().text(formulas)
        keys: list[str] = []
        try:
            keys = [] if own is None else [own_measure(text).key for text in own.split(";")]
        except InputError as problem:
            if own_by_link:
                link.note(problem)
            view().put(formulas, None)
        names = None if listed is None else [name for name in listed.split(",") if name.strip(" ") not in ("", NOTHING)]
        if names and by_link and not (all(map(_is_measure, names)) and any(map(self._offers, names))):
            try:
                _read(self.options, self.name, names)
            except InputError as problem:
                self._refused(problem, by_link)
                names = None
        elif names:
            offered = [name for name in names if self._offers(name)]
            if offered != names:
                view().unused.add(self.link_name)
                by_link = False
            names = offered or None
        if names is None and not keys:
            return None
        chosen = [*keys, *(self.default if names is None else names)]
        value: tuple[str, ...] = _read(self.options, self.name, chosen) if chosen else ()
        if by_link or own_by_link:
            self.choose(value)
        elif len(value) < len(chosen):
            view().unused |= {self.link_name, formulas}
        return value

    def _offers(self, name: str) -> bool:
        try:
            _read(self.options, self.name, [name])
        except InputError:
            return False
        return True


def _data(options: type[Options], others: Mapping[str, Any]) -> Data:
    """What the answer is about; a question that needs no data is asked also where they cannot be used."""
    data: Data = st.session_state[DATA]
    return options.about(data, others) if isinstance(data, Data) else data


def _default(options: type[Options], name: str, others: Mapping[str, Any]) -> Any:
    """What stands for the choice of a question until somebody chooses."""
    default = options.model_fields[name].get_default()
    if default is not None:
        return default
    data = _data(options, others)
    offered = options.offered(name, data, others)
    return options.defaults_given(data, others).get(name, None if offered is None else next(iter(offered)))


def _titles(options: type[Options], name: str, others: Mapping[str, Any]) -> Mapping[Any, str] | None:
    offered = options.offered(name, _data(options, others), others)
    if offered is not None:
        return offered
    listed = beside(options.model_fields[name], OneOf)
    return None if listed is None else listed.titles


def _read(options: type[Options], name: str, value: Any) -> Any:
    return getattr(options.of(**{options.named(name): value}), name)


def _checked(options: type[Options], name: str, others: Mapping[str, Any], text: str) -> Any:
    """The value that a text of a link stands for; raises `InputError` for one that these data do not offer."""
    declared, meant = options.model_fields[name], text
    of_file = beside(declared, OfFile)
    if of_file is not None:
        data = _data(options, others)
        meant = of_file.chosen(text, data, whole_number(1, len(of_file.names(data)), name))
    elif text == NOTHING and beside(declared, Text):
        meant = ""
    value, titles = _read(options, name, meant), _titles(options, name, others)
    if titles is not None and value not in titles:
        listed = ", ".join(map(str, titles))
        raise InputError(f'{options.named(name)} must be one of {listed}, got "{text:.40}"')
    return value


def _is_measure(name: str) -> bool:
    """Whether a page offers it, though perhaps not this one."""
    try:
        measure(name)
    except InputError:
        return False
    return True


def one_of(options: Any, what: str) -> Callable[[str], str]:
    """A parser that accepts one of the options."""

    listed = list(options)

    def parse(text: str) -> str:
        if text not in listed:
            raise InputError(f'{what} must be one of {", ".join(map(str, listed[:30]))}, got "{text:.40}"')
        return text

    return parse


def between(low: float, high: float, what: str) -> Callable[[str], float]:
    """A parser for a number of a range."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise InputError(f'{what} must be between {low:,.10g} and {high:,.10g}, got "{text:.40}"')
        return number

    return parse


def whole_number(low: int, high: int, what: str) -> Callable[[str], int]:
    """A parser for a whole number of a range."""

    def parse(text: str) -> int:
        number = between(low, high, what)(text)
        if number % 1:
            raise InputError(f'{what} must be a whole number, got "{text:.40}"')
        return int(number)

    return parse


def named_or_placed(values: list[str], what: str, *, named: bool) -> tuple[Callable[[str], str], Callable[[str], str]]:
    """How a link has one of some values, a reader and a writer: by its name, or by its place from 1 on.

    The place stands for a value out of a file, of which a link has nothing.

    Of several models of a sample the column names one, too: VF that called “model VF”. What is empty cannot be chosen.
    """
    if not named:
        place, some = whole_number(1, len(values), what), one_of(filter(None, values), what)
        return lambda text: some(values[place(text) - 1]), lambda value: str(1 + values.index(value))
    return lambda text: one_of(values, what)(f"model {text}" if f"model {text}" in values else text), str
