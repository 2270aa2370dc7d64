"""What a person chose for a question: one value a choice, whatever page draws it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from pydantic.fields import FieldInfo

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import measure, own_measure
from ddcore.options import Key, Measures, OfData, OfFile, OneOf, Options, Text, beside
from pages.session import link
from pages.session.settings import whole, written
from pages.session.view import NOTHING, formula_name, view

DATA = "data"
"""What the page works on, in this session."""


@dataclass(frozen=True)
class Choice:
    """One choice of a question for the data of the session; `others` are the values of those that stand before it.

    `source` says which data. Streamlit keeps the callbacks of a session for ever, and with them a choice: it holds no
    data itself, or a file that was removed would stay in memory.
    """

    options: type[Options]
    name: str
    source: str
    others: Mapping[str, Any] = field(default_factory=dict)

    @property
    def data(self) -> Data:
        """What the page works on."""
        data: Data = st.session_state[DATA]
        return data

    @property
    def field(self) -> FieldInfo:
        """Its declaration."""
        return self.options.model_fields[self.name]

    @property
    def title(self) -> str:
        """Its label."""
        return self.field.title or self.name

    @property
    def known_as(self) -> str:
        """Its name in the view."""
        own = beside(self.field, Key)
        return own.name if own else self.options.named(self.name)

    @property
    def owner(self) -> str:
        """The data it belongs to; empty for all."""
        return self.source if beside(self.field, OfData) else ""

    @property
    def key(self) -> str:
        """The key of the widget that shows it."""
        return f"{self.known_as}_{self.owner}" if self.owner else self.known_as

    @property
    def usual(self) -> Any:
        """What stands there until somebody says otherwise."""
        default = self.field.get_default()
        if default is not None:
            return default
        offered = self.options.offered(self.name, self.data, self.others)
        usual = self.options.defaults_given(self.data, self.others)
        return usual.get(self.name, None if offered is None else next(iter(offered)))

    @property
    def titles(self) -> Mapping[Any, str] | None:
        """The values to choose from and their titles; None where they are not listed."""
        offered = self.options.offered(self.name, self.data, self.others)
        if offered is not None:
            return offered
        listed = beside(self.field, OneOf)
        return None if listed is None else listed.titles

    @property
    def chosen(self) -> Any:
        """What somebody chose; None where nobody did, or where it cannot be used, which is said if a link says it.

        A text that somebody wrote stays to be mended.
        """
        if beside(self.field, Measures):
            return self._measures()
        text, by_link = view().text(self.known_as, self.owner)
        if text is None:
            return None
        try:
            value = self._read(self._meant(text))
        except InputError as problem:
            if beside(self.field, Text) and not by_link:
                return text
            self._refused(problem, by_link)
            return None
        titles = self.titles
        if titles is not None and value not in titles:
            listed = ", ".join(map(str, titles))
            refusal = InputError(f'{self.options.named(self.name)} must be one of {listed}, got "{text:.40}"')
            self._refused(refusal, by_link)
            return None
        if by_link:
            self.choose(value)
        return value

    @property
    def value(self) -> Any:
        """What is chosen, or what is usual."""
        value = self.chosen
        return self.usual if value is None else value

    def choose(self, value: Any) -> None:
        """Somebody chose a value; with None it is the usual one again."""
        if beside(self.field, Measures):
            own = [key for key in value or () if "=" in key]
            listed = [key for key in value or () if key not in own]
            view().put(self.known_as, None if value is None else ",".join(listed) or NOTHING)
            view().put(formula_name(self.known_as), ";".join(own) or None)
            return
        of_file = beside(self.field, OfFile)
        if of_file is not None and value is not None:
            value = of_file.places(value, self.data)
        view().put(self.known_as, None if value is None else written(value), self.owner)

    def say(self) -> None:
        """What is usual need not stand in the link."""
        value = self.value
        if beside(self.field, Measures):
            value = tuple(key for key in value if "=" not in key)
        view().mark(self.known_as, self.owner, is_usual=value == self.usual)

    def take(self) -> None:
        """The widget was moved; called too where it is gone, as another file was dropped."""
        if self.key in st.session_state:
            self.choose(st.session_state[self.key])

    def _meant(self, text: str) -> Any:
        """The value or its text that a text of a link stands for."""
        of_file = beside(self.field, OfFile)
        if of_file is not None:
            return of_file.chosen(text, self.data, whole(1, len(of_file.names(self.data)), self.name))
        return "" if text == NOTHING and beside(self.field, Text) else text

    def _read(self, text: Any) -> Any:
        return getattr(self.options.of(**{self.options.named(self.name): text}), self.name)

    def _refused(self, problem: InputError, by_link: bool) -> None:
        """What a link asks for in vain is said and dropped; what other data or another page offer waits for them."""
        if by_link:
            link.note(problem)
            view().put(self.known_as, None, self.owner)
        else:
            view().unused.add(self.known_as)

    def _measures(self) -> tuple[str, ...] | None:
        """The measures chosen, those of one's own first."""
        formulas = formula_name(self.known_as)
        (listed, by_link), (own, own_by_link) = view().text(self.known_as), view().text(formulas)
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
                self._read(names)
            except InputError as problem:
                self._refused(problem, by_link)
                names = None
        elif names:
            offered = [name for name in names if self._offers(name)]
            if offered != names:
                view().unused.add(self.known_as)
                by_link = False
            names = offered or None
        if names is None and not keys:
            return None
        chosen = [*keys, *(self.usual if names is None else names)]
        value: tuple[str, ...] = self._read(chosen) if chosen else ()
        if by_link or own_by_link:
            self.choose(value)
        elif len(value) < len(chosen):
            view().unused |= {self.known_as, formulas}
        return value

    def _offers(self, name: str) -> bool:
        try:
            self._read([name])
        except InputError:
            return False
        return True


def _is_measure(name: str) -> bool:
    """Whether a page offers it, though perhaps not this one."""
    try:
        measure(name)
    except InputError:
        return False
    return True
