"""What a person sets, whatever widget draws it: the text of a link, the value that it means, and what is usual."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ddcore.errors import InputError
from pages.session.link import note, put
from pages.session.view import view


def written(value: Any) -> str:
    """A value as a text."""
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, tuple | list):
        return ",".join(map(written, value))
    return str(value)


@dataclass(frozen=True)
class Setting:
    """One thing that a person sets: kept as the text that a link has.

    `key` is that of its widget, `name` is in a link, `usual` what stands there until somebody says otherwise. `read`
    turns the text into a value or raises `InputError`, `write` the value into the text. `owner` are the data it belongs
    to, empty for all. A usual value that somebody set is one that nobody set, unless `keep_usual`.
    """

    key: str
    name: str
    usual: Any = ""
    read: Callable[[str], Any] = str
    owner: str = ""
    write: Callable[[Any], str] = written
    keep_usual: bool = False

    @property
    def chosen(self) -> Any:
        """What somebody set; None where nobody did, or where it cannot be used, which is said if a link says it."""
        text, by_link = view().text(self.name, self.owner)
        if text is None:
            return None
        try:
            value = self.read(text)
        except InputError as problem:
            if by_link:
                note(problem)
            view().put(self.name, None, self.owner)
            return None
        if by_link:
            self.choose(value)
        return value

    @property
    def value(self) -> Any:
        """What is set, or what is usual."""
        chosen = self.chosen
        return self.usual if chosen is None else chosen

    def choose(self, value: Any) -> None:
        """Somebody set a value; with None it is the usual one again."""
        if value == self.usual and not self.keep_usual:
            value = None
        view().put(self.name, None if value is None else self.write(value), self.owner)

    def take(self) -> None:
        """The widget was moved; called too where it is gone, as another file was dropped."""
        if self.key in st.session_state:
            self.choose(st.session_state[self.key])

    def put(self) -> Any:
        """The value, put into the widget."""
        value = self.value
        put(self.key, value)
        return value


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


def whole(low: int, high: int, what: str) -> Callable[[str], int]:
    """A parser for a whole number of a range."""

    def parse(text: str) -> int:
        number = between(low, high, what)(text)
        if number % 1:
            raise InputError(f'{what} must be a whole number, got "{text:.40}"')
        return int(number)

    return parse


def valued(values: list[str], what: str, *, named: bool) -> tuple[Callable[[str], str], Callable[[str], str]]:
    """How a link has one of some values: by its name, or by its place from 1 on, as it has nothing out of a file.

    Of several models of a sample the column names one, too: VF that called “model VF”. What is empty cannot be chosen.
    """
    if not named:
        place, some = whole(1, len(values), what), one_of(filter(None, values), what)
        return lambda text: some(values[place(text) - 1]), lambda value: str(1 + values.index(value))
    return lambda text: one_of(values, what)(f"model {text}" if f"model {text}" in values else text), str
