"""The sections of the report: questions with their choices, as texts that a link and a saved view have."""

from collections.abc import Callable, Iterable
from typing import Any

from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.options import OfFile, beside
from ddcore.report.order import ASIDE, MOST_SECTIONS, Order, Wanted, link_text
from pages.session.choices import whole_number
from pages.session.link import note
from pages.session.view import REPORT, view


def sections() -> tuple[Wanted, ...]:
    """The chosen sections in order; what a link asks for in vain is said and dropped.

    A name out of a file is its place, see `of_data`.
    """
    text, by_link = view().text(REPORT)
    good: list[Wanted] = []
    problems: list[InputError] = []
    for part in (text or "").split(ASIDE):
        if part.strip():
            try:
                good += Order.of(ask=part).sections or ()
            except InputError as problem:
                problems.append(problem)
    if len(good) > MOST_SECTIONS:
        problems.append(InputError(f"a report must have at most {MOST_SECTIONS} sections, got {len(good)}"))
    if by_link:
        for refusal in problems[:1]:
            note(refusal)
        keep(good)
    return tuple(good[:MOST_SECTIONS])


def keep(chosen: Iterable[Wanted]) -> None:
    """Make these the sections; with none no section is chosen."""
    view().put(REPORT, ASIDE.join(section.text for section in [*chosen][:MOST_SECTIONS]) or None)


def add(section: Wanted) -> None:
    """Add a section at the end."""
    keep([*sections(), section])


def remove(section: Wanted) -> None:
    """Remove all sections that ask the same."""
    keep(other for other in sections() if not same(other, section))


def same(section: Wanted, other: Wanted) -> bool:
    """Whether two ask the same, whatever is noted beside them."""
    return _asked(section) == _asked(other)


def _asked(section: Wanted) -> str:
    return section.model_copy(update={"note": ""}).text


def placed(section: Wanted, data: Data) -> Wanted:
    """The section as a link has it, where a name out of a file is a place."""
    data = section.asked.asked_of(data)
    return _with_names(section, lambda of_file, value: of_file.places(value, data))


def of_data(section: Wanted, data: Data) -> Wanted:
    """The section as some data have it; raises `InputError` where they have nothing at a place."""
    data = section.asked.asked_of(data)

    def named(of_file: OfFile, text: Any) -> Any:
        place = whole_number(1, len(of_file.names(data)), f"the place of a {of_file.what}")
        return of_file.chosen(link_text(text), data, place)

    given = _with_names(section, named)
    assert given.made is not None
    return given


def _with_names(section: Wanted, changed: Callable[[OfFile, Any], Any]) -> Wanted:
    options = section.asked.choices
    of_file = {options.named(name): beside(field, OfFile) for name, field in options.model_fields.items()}
    choices = {
        name: changed(of_file[name], value) if of_file.get(name) else value for name, value in section.choices.items()
    }
    return section.model_copy(update={"choices": choices})
