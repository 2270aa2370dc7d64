"""What the menu says below each name, the tabs of a page, and where the script of a question is."""

import streamlit as st

from ddcore.answers import SECTIONS, question_pages, question_sections
from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.data import Data
from pages.session import link
from pages.session.choices import Choice
from pages.session.view import ALL_QUESTIONS, LEARN, REPORT, owner_of

LINKS = ':is([role="menuitem"], [data-testid="stTopNavLink"], [data-testid="stSidebarNavLink"])[href$="/%s"]'
"""The entry of a page in the menu at the top, and in that of a phone."""

OTHERS = {
    REPORT: "What do you hand to others?",
    ALL_QUESTIONS: "Which question is mine?",
    LEARN: "What does a number say about a model?",
}
"""The questions of the pages that belong to no question of their own."""

STYLE = """<style>
[role="menuitem"], [data-testid="stSidebarNavLink"] {
    align-items: baseline; flex-wrap: wrap; height: auto; row-gap: 0; color: inherit;
}
[data-testid="stSidebarNavLink"] :is(span, p) { color: inherit; }
:is([role="menuitem"], [data-testid="stSidebarNavLink"])::after {
    flex-basis: 100%%; font-size: 0.8rem; line-height: 1.3; font-weight: 400; opacity: 0.75; margin-bottom: 0.25rem;
}
%s
</style>"""
BELOW = '%s:not([data-testid="stTopNavLink"])::after { content: "%s"; }'
"""A line below the name of a page; at the top there is room for names alone."""
DIMMED = "%s { opacity: 0.7; font-style: italic; } %s::after { opacity: 1; }"
HERE = """%s { font-weight: 600; }
[data-testid="stTopNav"] > :nth-child(%d) button { background: color-mix(in srgb, currentColor 10%%, transparent); }"""
"""The page one is on, also by one of its tabs, and its section."""


def script(question: Question) -> str:
    """The script of the page of a question."""
    return f"{question.section}/{question.name}.py"


def draw(page: str, data: object) -> None:
    """The questions below the names in the menu; a page that the data cannot answer is dimmed, and says why."""
    rules = [BELOW % (_link(name), _css_text(text)) for name, text in OTHERS.items()]
    for name, question in QUESTIONS.items():
        if question.page != name:
            continue
        lacking = question.lacking(data) if isinstance(data, Data) else None
        link = _link(name)
        rules.append(BELOW % (link, _css_text(question.text if lacking is None else plain_text(lacking.sentence))))
        if lacking is not None:
            rules.append(DIMMED % (link, link))
    rules.append(HERE % _place(page))
    st.html(STYLE % "\n".join(rules))


def _link(page: str) -> str:
    return LINKS % ("" if page == "verdict" else page)


def _place(page: str) -> tuple[str, int]:
    """The entry of a page in the menu, and the place of its section: pages without a section stand first."""
    owner, alone = question_pages().get(page, page), ["verdict", REPORT, ALL_QUESTIONS]
    sections = [*alone, *SECTIONS[1:]]
    section = owner if owner in alone else "learn" if owner == LEARN else question_sections()[owner]
    return _link(owner), 1 + sections.index(section)


def _css_text(text: str) -> str:
    """A text between quotes of a style: whatever is no letter of it by its number.

    >>> _css_text('a "b"</style>')
    'a \\\\22 b\\\\22 \\\\3c \\\\2f style\\\\3e '
    """
    return "".join(letter if letter.isalnum() or letter in " ?,.-'" else f"\\{ord(letter):x} " for letter in text)


GO = "tabs_go"
"""The question of a tab that was just chosen."""


def tabs(question: Question, data: Data) -> None:
    """The tabs of a page that several questions share, or whose question has several parts; each has its own link."""
    siblings = [name for name, page in question_pages().items() if page == question.page]
    row = {label: (name, part) for name in siblings for label, part in QUESTIONS[name].tabs.items()}
    if len(row) < 2:
        return
    chosen = st.session_state.pop(GO, question.name)
    if chosen != question.name:
        # Without them the entry of this page in the history of the browser would lose its link.
        st.switch_page(script(QUESTIONS[chosen]), query_params=st.query_params.to_dict())
    choices = {
        field: Choice.of(QUESTIONS[name].choices, field, owner_of(data))
        for name, part in row.values()
        for field in part
    }
    key = f"tabs_{question.page}"

    def take() -> None:
        name, part = row[st.session_state[key]]
        for field, value in part.items():
            choices[field].choose(value)
        st.session_state[GO] = name

    open_now = [
        label
        for label, (name, part) in row.items()
        if name == question.name and all(choices[field].value == value for field, value in part.items())
    ]
    link.put(key, open_now[0])
    st.segmented_control(
        "Part of this page",
        list(row),
        key=key,
        required=True,
        label_visibility="collapsed",
        on_change=take,
        help="Each part answers a question of its own; what you chose stays.",
    )
