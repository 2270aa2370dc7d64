"""Report for others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ddcore.answers.base.in_use import InUse
from ddcore.answers.base.question import QUESTIONS
from ddcore.answers.base.words import about, literal, sentence
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.options import Asked
from ddcore.report.compose import default_title
from ddcore.report.earlier import Earlier, read
from ddcore.report.facts import chosen_settings
from ddcore.report.order import LONGEST, MOST_SECTIONS, Card, Wanted, default_sections, is_price
from ddcore.samples.offered import OFFERED
from pages.card import card
from pages.frame import no_data, show
from pages.report import report_made
from pages.session import link, listed
from pages.session.choices import DATA, Choice, one_of
from pages.session.view import owner_of, view

ADD = "report_add"
SHOWN = "report_shown"
"""The sections of the rows, as links have them, whether somebody chose them or not."""
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


@dataclass(frozen=True)
class ReportSections:
    """The sections of a report: as links have them, and as these data have them.

    One of `of_data` that these data cannot use is None, and `problems` says by its place why. `default` tells whether
    nobody chose any.
    """

    as_linked: tuple[Wanted, ...]
    of_data: tuple[Wanted | None, ...]
    problems: dict[int, str]
    default: bool

    @property
    def usable(self) -> tuple[Wanted, ...]:
        """The sections that a report can have."""
        return tuple(section for section in self.of_data if section is not None)


def report_sections(data: Data) -> ReportSections:
    """The sections that somebody chose, or those that suit the data."""
    chosen = listed.sections()
    sections = chosen or [_at_level(section, data) for section in default_sections(data, prices_set(data))]
    of_data: list[Wanted | None] = []
    problems = {}
    for place, section in enumerate(sections):
        try:
            of_data.append(listed.of_data(section, data))
        except InputError as problem:
            of_data.append(None)
            problems[place] = sentence(problem)
    return ReportSections(tuple(sections), tuple(of_data), problems, not chosen)


def _at_level(section: Wanted, data: Data) -> Wanted:
    """A section with the level of intervals that was set on a page."""
    level = {name: value for name, value in set_on_page(section.question, data).items() if name in Asked.model_fields}
    return section.model_copy(update={"choices": {**section.choices, **level}})


def set_on_page(name: str, data: Data) -> dict[str, object]:
    """What was chosen for a question on its page, by the names of links."""
    options = QUESTIONS[name].choices
    values: dict[str, object] = {}
    chosen: dict[str, object] = {}
    for field in options.model_fields:
        choice = Choice.of(options, field, owner_of(data), dict(values))
        default = choice.default
        value = choice.chosen
        if value is not None and value != default:
            chosen[options.named(field)] = value
        values[field] = default if value is None else value
    return chosen


def prices_set(data: Data) -> dict[str, object]:
    """The prices that somebody set for these data; {} where only the way they are written was set."""
    prices = {name: value for name, value in set_on_page("costs", data).items() if is_price(name)}
    return prices if set(prices) - {"written", "unit", *InUse.model_fields} else {}


def show_head(data: Data, sections: ReportSections) -> None:
    """What the report is, in one sentence, and on which data."""
    number = len(sections.as_linked)
    count = f"{NUMBERS[number] if number < len(NUMBERS) else number} section{'s' if number > 1 else ''}"
    if sections.default:
        st.header(f"{count}, selected for these data.", anchor=False)
        st.write(
            "Download the report as it is, or choose the sections yourself: **Add to report** below each answer adds "
            "its question with your choices. Here the sections can be changed, ordered and exported."
        )
    else:
        st.header(f"{count}, as chosen.", anchor=False)
        st.write(
            "If you change the data, the report keeps its section and computes it again."
            if number == 1
            else "If you change the data, the report keeps its sections and computes them again."
        )
    st.caption(about(data))
    if suited := view().suited:
        st.caption(f"No data chosen: this page shows the sample “{literal(OFFERED[suited].title)}”.")


def show_section(place: int, sections: ReportSections, data: Data) -> None:
    """A row: the question, what was chosen, its note, and buttons that move it."""
    section, of_data = sections.as_linked[place], sections.of_data[place]
    question = section.asked
    with st.container(border=True, key=f"report_row_{place}", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(f"**{place + 1}. {question.text}**", width="stretch")
            with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
                with st.popover("Note", type="tertiary", icon=":material/edit_note:"):
                    note_field(place, section)
                buttons(place, section, len(sections.as_linked))
        settings = [] if of_data is None else [f"{fact.label}: {fact.text}" for fact in chosen_settings(of_data)]
        if settings:
            st.caption("; ".join(settings))
        if place in sections.problems:
            st.warning(f"{sections.problems[place]} The report leaves this section out until you fix it.")
        elif lacking := question.lacking(data):
            st.caption(f":material/info: {lacking[0]} The section explains this.")
        if section.note:
            st.caption(f"Note: {literal(section.note)}")


def sections_now() -> list[Wanted]:
    """The sections when something is pressed: a note and a press may come at once."""
    return list(listed.sections() or st.session_state.get(SHOWN, ()))


def place_now(section: Wanted, place: int, sections: Sequence[Wanted]) -> int | None:
    """The present place of a section; None if it is gone."""
    places = [other for other, each in enumerate(sections) if listed.same(each, section)]
    return place if place in places else next(iter(places), None)


def buttons(place: int, section: Wanted, number: int) -> None:
    """Up, down, remove."""
    for name, icon, label, off in (
        ("up", "arrow_upward", "Move up", place == 0),
        ("down", "arrow_downward", "Move down", place == number - 1),
        ("remove", "close", "Remove", False),
    ):
        st.button(
            f"{label}: {section.asked.title}",
            key=f"report_{name}_{place}",
            icon=f":material/{icon}:",
            type="tertiary",
            help=f"{label}: {section.asked.title}",
            disabled=off,
            on_click=move,
            args=(name, place, section),
        )


def move(how: str, place: int, section: Wanted) -> None:
    """Move a section "up" or "down", or "remove" it; without the last one the report is the default one again."""
    sections = sections_now()
    now = place_now(section, place, sections)
    if now is None:
        return
    moved = sections.pop(now)
    if how != "remove":
        sections.insert(max(0, now - 1) if how == "up" else now + 1, moved)
    listed.keep(sections)


def note_field(place: int, section: Wanted) -> None:
    """A field for a note beside a section."""
    key = f"report_note_{place}"

    def take() -> None:
        sections = sections_now()
        now = place_now(section, place, sections)
        if key in st.session_state and now is not None:
            sections[now] = sections[now].model_copy(update={"note": st.session_state[key][:LONGEST]})
            listed.keep(sections)

    link.put(key, section.note)
    st.text_area(
        f"Note beside section {place + 1}",
        key=key,
        max_chars=LONGEST,
        height=150,
        help="It appears below the answer as you type it. It is also part of the link, so write nothing secret.",
        on_change=take,
    )


def add_field(sections: Sequence[Wanted], data: Data) -> None:
    """A list of the questions that these data can answer, and a button back to the default report."""
    possible = {
        name: listed.placed(Wanted(question=name, choices=set_on_page(name, data)), data)
        for name, question in QUESTIONS.items()
        if question.lacking(data) is None
    }
    offered = {name: each for name, each in possible.items() if not any(listed.same(each, other) for other in sections)}

    def take() -> None:
        name = st.session_state.get(ADD)
        if name in offered:
            listed.keep((*sections_now(), offered[name]))
        st.session_state[ADD] = None

    st.selectbox(
        "Add a section",
        list(offered),
        index=None,
        format_func=lambda name: f"{QUESTIONS[name].title}: {QUESTIONS[name].text}",
        key=ADD,
        placeholder="Choose a question",
        help="The questions that these data can answer, with your choices on their pages.",
        disabled=len(sections) >= MOST_SECTIONS,
        on_change=take,
    )
    if listed.sections():
        st.button(
            "Back to the default sections",
            key="report_usual",
            type="tertiary",
            icon=":material/undo:",
            help="Removes all sections and their notes.",
            on_click=listed.keep,
            args=((),),
        )


CHARTS = {"interactive": "Interactive", "pictures": "Pictures"}
PAPERS = {"a4": "A4", "letter": "Letter"}
LONGEST_DATE = 100
"""Characters of a date."""


def about_fields(data: Data) -> dict[str, Any]:
    """Draw the fields of what stands around the sections; what an `Order` is to have of them."""
    fields: dict[str, Any] = {
        "title": text_field("title", "Title", LONGEST, default_title(data)),
        "author": text_field("author", "Author", LONGEST, "none"),
        "date": text_field(
            "date",
            "Date",
            LONGEST_DATE,
            "none",
            "Without a date, the same data and choices give exactly the same file.",
        ),
    }
    with st.container(horizontal=True):
        fields["charts"] = choice_field(
            "charts",
            "Charts in HTML",
            CHARTS,
            "Interactive charts show numbers under the mouse; pictures make a smaller file without scripts.",
        )
        fields["paper"] = choice_field("paper", "Paper", PAPERS, "The page size of PDF, Word and prints.")
    fields["cases"] = switch(
        "cases",
        "List single cases",
        "Some tables name rows and ids of your file, such as the cases on which two models differ.",
    )
    if fields["cases"]:
        st.warning("Everybody who gets this report can read the rows, ids, scores and truths of single cases.")
    fields["annex"] = switch(
        "annex",
        "Annex in PDF and Word",
        "Adds how everything is computed, and all tables that fit on a page.",
    )
    with st.expander("Model card"):
        st.caption("What the data cannot tell. In Word and HTML, empty fields read “To be filled in”.")
        fields["card"] = Card(
            **{
                name: card_field(name, field.title or name, field.description or "")
                for name, field in Card.model_fields.items()
            }
        )
    return fields


def switch(name: str, label: str, help: str) -> bool:
    """A choice between yes and no."""
    setting = setting_of(name, "no", one_of(("no", "yes"), name))
    key, is_on = setting.key, bool(setting.value == "yes")
    link.put(key, is_on)
    st.toggle(label, key=key, help=help, on_change=lambda: setting.choose("yes" if st.session_state[key] else "no"))
    return is_on


def earlier_field() -> Earlier | None:
    """An earlier report to compare with, as somebody dropped it; it is kept while this page is open."""
    upload = st.file_uploader(
        "Compare with an earlier report",
        type=["zip", "json"],
        key="report_against",
        help="The ZIP of an earlier report, or the report.json in it. A section then lists what has changed since.",
    )
    if upload is None:
        return None
    try:
        return read(upload.getvalue())
    except InputError as problem:
        st.error(sentence(problem))
        return None


def setting_of(name: str, default: str, read: Callable[[str], str]) -> Choice:
    """A setting of the report by its name in links."""
    return Choice(f"report_about_{name}", f"report_{name}", default, read)


def at_most(longest: int, what: str) -> Callable[[str], str]:
    """A reader of texts that raises `InputError` for one that is too long."""

    def parse(text: str) -> str:
        if len(text) > longest:
            raise InputError(f"{what} of a report must have at most {longest:,} letters, got {len(text):,}")
        return text

    return parse


def text_field(name: str, label: str, longest: int, placeholder: str, help: str | None = None) -> str:
    """A line of text."""
    setting = setting_of(name, "", at_most(longest, name))
    text: str = setting.put()
    st.text_input(label, key=setting.key, max_chars=longest, placeholder=placeholder, help=help, on_change=setting.take)
    return text


def card_field(name: str, label: str, help: str) -> str:
    """A text of the model card."""
    setting = setting_of(name, "", at_most(LONGEST, name))
    text: str = setting.put()
    st.text_area(label, key=setting.key, max_chars=LONGEST, height=90, help=help, on_change=setting.take)
    return text


def choice_field(name: str, label: str, titles: dict[str, str], help: str) -> str:
    """One of a few values, of which the first is the default."""
    setting = setting_of(name, next(iter(titles)), one_of(titles, name))
    value: str = setting.put()
    st.segmented_control(
        label,
        list(titles),
        format_func=titles.__getitem__,
        key=setting.key,
        required=True,
        help=help,
        on_change=setting.take,
    )
    return value


st.title("Report for others", anchor=False)
st.session_state[show.NOTES] = st.container()
data = st.session_state[DATA]
if not isinstance(data, Data):
    no_data.none("A report needs data: predictions, the four counts of a model, or the sizes of the two classes.", data)
    card.draw()
    show.end()
card.draw()
top = st.container()
left, right = st.columns([5, 3], gap="large")
with left:
    sections = report_sections(data)
    st.session_state[SHOWN] = sections.as_linked
    for place in range(len(sections.as_linked)):
        show_section(place, sections, data)
    add_field(sections.as_linked, data)
with right:
    fields = about_fields(data)
    against = earlier_field()
with top:
    show_head(data, sections)
    files = st.container(key="report_files")
if not sections.usable:
    st.info("None of the sections can be answered as chosen, so there is no report yet.")
    show.end()
made = report_made.of(data, sections.usable, fields, against)
with st.container(key="report_preview", gap="xsmall"):
    try:
        document = report_made.document(data, made)
    except InputError as problem:
        st.error(literal(str(problem)))
        show.end()
    report_made.preview(made, document)
with files:
    report_made.files(data, made, document)
