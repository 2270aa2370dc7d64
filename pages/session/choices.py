"""What a person chose: one value a choice, whatever page draws it, at first from the link."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from pydantic.fields import FieldInfo

from ddcore.answers.options import Key, Measures, OfData, OfFile, OneOf, Options, beside
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formula import formula
from pages.session import link

DATA = "data"
"""What the page works on, in this session."""
CHOSEN = "choices"
"""What was chosen in this session, by the keys of the choices."""

NOTHING = "none"
"""What a link says where nothing is chosen, or nothing but measures of one's own, and something is usual."""


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
    def link(self) -> str:
        """Its name in a link."""
        return self.options.named(self.name)

    @property
    def key(self) -> str:
        """The key of its value, and of the widget that shows it."""
        own = beside(self.field, Key)
        key = own.name if own else self.link
        return f"{key}_{self.source}" if beside(self.field, OfData) else key

    @property
    def usual(self) -> Any:
        """What stands there until somebody says otherwise."""
        default = self.field.get_default()
        if default is not None:
            return default
        offered = self.options.offered(self.name, self.data, self.others)
        return self.options.usual(self.data).get(self.name, None if offered is None else next(iter(offered)))

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
        """What somebody chose; None where nobody did."""
        chosen = st.session_state.setdefault(CHOSEN, {})
        if self.key not in chosen and not beside(self.field, OfFile):
            self._follow(chosen)
        return chosen.get(self.key)

    @property
    def value(self) -> Any:
        """What is chosen; what is usual where nothing is, or where that is not offered here."""
        value = self.chosen
        refused = value is None or (self.titles is not None and value not in self.titles)
        return self.usual if refused else value

    def choose(self, value: Any) -> None:
        """Somebody chose a value; with None it is the usual one again."""
        st.session_state.setdefault(CHOSEN, {})[self.key] = value

    def take(self) -> None:
        """The widget was moved; called too where it is gone, as another file was dropped."""
        if self.key in st.session_state:
            self.choose(st.session_state[self.key])

    def say(self) -> None:
        """Put the value into the link, unless it is the usual one or holds names out of a file."""
        if beside(self.field, OfFile):
            return
        value = self.value
        if beside(self.field, Measures):
            listed = [key for key in value if "=" not in key]
            link.say(
                measure=(",".join(listed) or NOTHING) if tuple(listed) != self.usual else None,
                formula=";".join(key for key in value if "=" in key),
            )
            return
        link.say(**{self.link: None if value == self.usual else _text(value)})

    def _follow(self, chosen: dict[str, Any]) -> None:
        """What the link says, once."""
        try:
            if beside(self.field, Measures):
                self._follow_measures(chosen)
            elif (text := link.taken(self.link)) is not None:
                value = getattr(self.options.of(**{self.link: text}), self.name)
                if self.titles is not None and value not in self.titles:
                    raise InputError(f'{self.link} must be one of {", ".join(map(str, self.titles))}, got "{text:.40}"')
                chosen[self.key] = value
        except InputError as problem:
            link.note(problem)

    def _follow_measures(self, chosen: dict[str, Any]) -> None:
        listed, own = link.taken("measure"), link.taken("formula")
        if listed is None and own is None:
            return
        keys: list[str] = []
        try:
            keys += [] if own is None else [formula(text).key for text in own.split(";")]
        except InputError as problem:
            link.note(problem)
        keys += self.usual if listed is None else [name for name in listed.split(",") if name.strip()]
        keys = [key for key in keys if key != NOTHING]
        chosen[self.key] = getattr(self.options.of(**{self.name: keys}), self.name) if keys else ()


def _text(value: Any) -> str:
    """A value as a link has it: ; stands between the lines of a text, "none" for an empty one."""
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, tuple | list):
        return ",".join(map(_text, value))
    return ";".join(line.strip() for line in str(value).splitlines() if line.strip()) or NOTHING
