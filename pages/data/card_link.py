"""What a person chose on a file's card, as its link says it: columns, sheets, models and classes by their places.

A line each, as "weight 4", "score 2 3", "turned 1", "name 1 Forest", "decimal comma", "header 3" or "confirmed"; the
positive class has a name of its own in the link. Nothing that stands in the file stands there.
"""

from itertools import chain
from typing import Any
from urllib.parse import quote, unquote

import streamlit as st

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions
from ddcore.read.delimited import ENCODINGS
from ddcore.read.files import DELIMITERS
from ddcore.read.joined import CASES
from ddcore.read.joined import ROWS as ADDED
from ddcore.read.limits import ROWS
from ddcore.read.roles import SAID
from pages.card.card import CardFile
from pages.data.card_choices import CONFIRMED, choose, chosen, keywords
from pages.session import link
from pages.session.choices import one_of, whole_number
from pages.session.view import view

AGREED = "data_placed"
"""What the link said of each file when it last agreed with what is chosen: its columns, and the positive class."""
WAITING = "data_placed_waiting"
"""The lines of a link that wait until more of their file is known."""

READ_BY: dict[str, dict[str, Any]] = {
    "delimiter": DELIMITERS,
    "decimal": {"point": ".", "comma": ","},
    "encoding": {name: name for name in ENCODINGS},
    "missing": {"out": "leave out", "kept": "keep"},
    "join": {CASES: CASES, ADDED: ADDED},
    "exact": {"scores": True},
}
"""Choices of how a file is read by what a link calls them."""
COLUMNS = tuple(role for role, kind in SAID.items() if "column" in kind.what)
SEVERAL = tuple(role for role, kind in SAID.items() if kind.several)
LONGEST = 200
"""Letters of the name of a model."""
HEADER = "header"
"""The row of the names stands in a link by its number."""
STAGES = (tuple(READ_BY), ("sheet",), (HEADER,), COLUMNS, ("positive", "removed", "turned", "name", CONFIRMED))
"""Each needs what a file is after those before it are in force."""


def follow(source: str, card_file: CardFile) -> bool:
    """Put what the link says of a file in force, as far as it is known; whether it has to be read again for that."""
    said, waiting = st.session_state.setdefault(AGREED, {}), st.session_state.setdefault(WAITING, {})
    before = keywords(source)
    placed, positive = texts = (view().text("columns", source)[0], view().text("positive", source)[0])
    if texts != said.get(source, (None, None)):
        chosen(source).clear()
        said[source] = texts
        lines = [*_lines(placed), *([f"positive {positive}"] if positive else [])]
        waiting[source] = [line for line in lines if line.split(" ")[0] in chain(*STAGES)]
        for line in lines:
            if line not in waiting[source]:
                link.note(InputError(f'the card of a file has no "{line:.40}"'))
    for stage in STAGES:
        if keywords(source) != before:
            return True
        for line in waiting.get(source, []).copy():
            name, *words = line.split(" ")
            if name in stage and _is_known(name, card_file):
                waiting[source].remove(line)
                try:
                    _take(source, name, words, _listed(name, card_file))
                except InputError as problem:
                    link.note(problem)
    return keywords(source) != before


def write(source: str, card_file: CardFile) -> None:
    """Put what is chosen for a file into the link."""
    choices, lines = chosen(source), []
    before, positive = st.session_state[AGREED].get(source, (None, None))
    for name in chain(*STAGES):
        if not _is_known(name, card_file):
            lines += [line for line in _lines(before) if line.split(" ")[0] == name]
        elif name != "positive":
            lines += _written(name, choices, _listed(name, card_file))
    if _is_known("positive", card_file):
        classes, now = _listed("positive", card_file), choices.get("positive")
        positive = str(1 + classes.index(now)) if now in classes else None
    texts = ("\n".join(lines) or None, positive)
    for name, text in zip(("columns", "positive"), texts, strict=True):
        view().put(name, text, source)
    st.session_state[AGREED][source] = texts


def forget(source: str) -> None:
    """Nothing stays of what a link said of a file."""
    for held in (AGREED, WAITING):
        st.session_state.get(held, {}).pop(source, None)


def _lines(text: str | None) -> list[str]:
    return [line for line in (text or "").replace(";", "\n").splitlines() if line.strip()]


def _is_known(name: str, card_file: CardFile) -> bool:
    """Whether a file is known well enough to say what the places of a line stand for."""
    return name in (*READ_BY, HEADER) or isinstance(card_file.outcome, Predictions) or bool(_listed(name, card_file))


def _listed(name: str, card_file: CardFile) -> list[str]:
    """What the places of a line stand for; empty where that is not known yet."""
    if name == "sheet":
        return list(card_file.reading.sheets)
    if name in COLUMNS:
        return list(card_file.columns)
    if name == "positive":
        return list(card_file.outcome.truth_values) if isinstance(card_file.outcome, Predictions | ChoiceNeeded) else []
    return [model.found for model in card_file.outcome.listed] if isinstance(card_file.outcome, Predictions) else []


def _written(name: str, choices: dict[str, Any], listed: list[str]) -> list[str]:
    """The lines that say what is chosen under a name."""
    if name in READ_BY:
        return [f"{name} {key}" for key, value in READ_BY[name].items() if choices.get(name) == value]
    if name == HEADER:
        return [f"{HEADER} {choices[HEADER]}"] if HEADER in choices else []
    if name == CONFIRMED:
        return [CONFIRMED] if choices.get(CONFIRMED) else []
    if name == "name":
        names = choices.get("names", {})
        return [
            f"name {place} {quote(names[model], ' ')}" for place, model in enumerate(listed, start=1) if model in names
        ]
    given = choices.get(name)
    wanted = [given] if isinstance(given, str) else given or []
    places = [str(1 + listed.index(value) if value in listed else 0) for value in wanted]
    places = places or ["0"] * (given == [])
    return [" ".join((name, *places))] if places else []


def _take(source: str, name: str, words: list[str], listed: list[str]) -> None:
    """Choose what a line says."""
    if name in READ_BY:
        choose(source, name, READ_BY[name][one_of(READ_BY[name], name)(" ".join(words))])
    elif name == HEADER:
        choose(source, name, whole_number(0, ROWS.most, name)(" ".join(words)))
    elif name == CONFIRMED:
        choose(source, name, True)
    else:
        given = words[:1] if name == "name" else words
        values = [["", *listed][whole_number(0, len(listed), name)(place)] for place in given]
        if name == "name" and values:
            text = "".join(letter for letter in unquote(" ".join(words[1:])) if letter.isprintable()).strip()
            if text:
                choose(source, "names", {**chosen(source).get("names", {}), values[0]: text[:LONGEST]})
        elif name in SEVERAL:
            choose(source, name, [value for value in values if value])
        elif values:
            choose(source, name, values[0])
