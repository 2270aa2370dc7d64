"""What a person set in this session: texts by the names that a link gives them, on whatever page they were set.

The view is what a link says: opening one fills it, the address bar shows it, a saved view keeps it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

import streamlit as st

from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.options import Key, Measures, OfData, beside
from ddcore.report.order import Card
from ddcore.samples.offered import OF_OWN

VIEW = "view"
DATABASE = "Database"
"""What a link calls data of a database."""

REPORT = "report"
"""What a link says of the sections of the report."""
ALL_QUESTIONS = "questions"
"""The path of the page that lists all questions."""
LEARN = "learn"
"""The path of the page of courses."""
OF_REPORT = (
    REPORT,
    *(f"report_{name}" for name in (*Card.model_fields, "title", "author", "date", "paper", "charts", "cases")),
)
"""All that it says of the report, the same for all data."""

NOTHING = "none"
"""What a link says where nothing is chosen, or nothing but measures of one's own, and the default is something."""

OF_TABLE = ("db", "table", "filter")
"""What a link says of a table of a database: the database, the table, and which of its rows."""
DATA_NAMES = (
    *("data", "sample", "way", "size", "seed", *OF_OWN, "M", "P", "TP", "FP", "FN", "TN", "file", "stored"),
    *OF_TABLE,
)
"""What a link says of where the data come from, in this order."""
NUMBERS = ("M", "P", "TP", "FP", "FN", "TN")
TYPED = DATA_NAMES[2:]
"""What is typed of them, and stays while other data are selected."""
SEARCH, PRESENT = "search", "present"
"""What was searched for among the questions, and whether a page is presented."""
COURSE, STEP, ANSWERS, HIDDEN = OF_COURSES = ("course", "at", "given", "hide")
"""What a link says of a course: which, the step, what was answered, and whether answers wait until they are shown."""
OF_DATA = ("positive", "model", "threshold", "rule", "columns")
"""What it says of these data alone, besides the choices that belong to data."""


@dataclass
class View:
    """Texts that were set, by their names: `everywhere` for all data, `of_data` by the data they belong to.

    `pending` has what a link says and no page has asked for yet; what it says of data is for those called `link_data`
    alone. `current` names the data at hand, `data_texts` are what the link says of where they come from, `suited` is
    the sample that a page shows because nobody chose data. `owners` and `asked` are the data and the names that the
    page at hand asked about, `unused` the names whose texts it cannot use, `strict` those that a link has for its own
    page, `defaults` the owners and names of what need not stand in a link.
    """

    everywhere: dict[str, str] = field(default_factory=dict)
    of_data: dict[str, dict[str, str]] = field(default_factory=dict)
    pending: dict[str, str] = field(default_factory=dict)
    link_data: str | None = None
    typed: dict[str, dict[str, str]] = field(default_factory=dict)
    current: str = ""
    data_texts: dict[str, str] = field(default_factory=dict)
    suited: str = ""
    page: str = ""
    owners: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    defaults: set[tuple[str, str]] = field(default_factory=set)
    strict: set[str] = field(default_factory=set)
    unused: set[str] = field(default_factory=set)
    owners_of: dict[str, set[str]] = field(default_factory=dict)

    def open(self, page: str, link: Mapping[str, str]) -> None:
        """Follow a link, in place of what was set for all data and for those it is about."""
        full = long_names(page)
        texts = {full.get(name, name): text for name, text in link.items()}
        self.strict = {full.get(name, name) for name in link if name in full or name not in names_of_choices()}
        self.pending = {name: text for name, text in texts.items() if name in known_names()}
        self.link_data = identity(self.pending)
        own: tuple[str, ...] = ()
        if set(NUMBERS) & set(self.pending):
            own = (*NUMBERS, "way")
        elif self.link_data == "File":
            own = ("stored",)
        elif (self.link_data or "").startswith(DATABASE):
            own = OF_TABLE
        elif self.link_data not in (None, "Numbers"):
            own = ("size", "seed", *OF_OWN)
        self.everywhere = {name: self.everywhere[name] for name in TYPED if name in self.everywhere and name not in own}
        self.typed.clear()
        for owner in self.owners_of.get(self.link_data or "", ()):
            self.of_data.pop(owner, None)

    def come_back(self, page: str, link: Mapping[str, str]) -> None:
        """Follow a link of this session by Back or Forward: the report stays as it is, nothing collected is lost."""
        report = {name: text for name, text in (self.everywhere | self.pending).items() if name in OF_REPORT}
        self.open(page, {name: text for name, text in link.items() if name not in OF_REPORT})
        self.everywhere |= report

    def begin(self, page: str) -> None:
        """A page begins to run."""
        self.page, self.data_texts, self.owners, self.asked, self.unused = page, {}, {""}, set(), set()

    def set_current(self, data: str, suited: str = "") -> None:
        """Name the data at hand."""
        self.current, self.suited = data, suited

    def text(self, name: str, owner: str = "") -> tuple[str | None, bool]:
        """What was set under a name, None where nothing was; and whether a link asks for it here, and now first."""
        self.owners.add(owner)
        self.asked.add(name)
        if owner:
            self.owners_of.setdefault(self.current, set()).add(owner)
        texts = self._texts(owner)
        if name in self.pending and (not owner or self.is_about_current):
            texts[name] = self.pending.pop(name)
            self._keep_sample(owner)
            return texts[name], name in self.strict
        return texts.get(name), False

    @property
    def is_about_current(self) -> bool:
        """Whether the link is about the data at hand."""
        return self.link_data in (None, self.current)

    def put(self, name: str, text: str | None, owner: str = "") -> None:
        """Somebody set a text; with None it is the default again."""
        self.pending.pop(name, None)
        self._keep_sample(owner)
        self.defaults.discard((owner, name))
        if text is None:
            self._texts(owner).pop(name, None)
        else:
            self._texts(owner)[name] = text

    def mark(self, name: str, owner: str, *, is_default: bool) -> None:
        """Say whether what was set is the default."""
        (self.defaults.add if is_default else self.defaults.discard)((owner, name))

    def awaited(self, *, here: bool = False) -> str:
        """The fingerprint of the file that a link is about, until one is `here`; empty where there is none."""
        if self.link_data != "File":
            return ""
        return self.pending.pop("file", "") if here else self.pending.get("file", "")

    def leave_out(self) -> None:
        """What a link says of the columns, classes and models of a file is not about the one at hand."""
        self.pending = {name: text for name, text in self.pending.items() if name not in OF_DATA}

    def follow_for_file(self, page: str, link: Mapping[str, str]) -> None:
        """Put what a link of a page says of its file in force for the one at hand."""
        full, names = long_names(page), names_of_data()
        texts = {full.get(name, name): text for name, text in link.items()}
        self.pending, self.link_data = self.pending | {name: texts[name] for name in names & set(texts)}, "File"

    def forget(self, owner: str) -> None:
        """Nothing stays of what was set for some data."""
        self.of_data = {name: texts for name, texts in self.of_data.items() if not name.startswith(owner)}
        for owners in (self.owners, *self.owners_of.values()):
            owners -= {name for name in owners if name.startswith(owner)}

    def link(self) -> dict[str, str]:
        """All that was set, as the link of the page at hand has it."""
        waits = names_of_data() if not self.is_about_current else frozenset()
        texts = {name: text for name, text in self.pending.items() if name not in DATA_NAMES and name not in waits}
        for owner in sorted(self.owners):
            texts |= {
                name: text if name in OF_REPORT else _on_one_line(text)
                for name, text in self._texts(owner).items()
                if name not in DATA_NAMES and (owner, name) not in self.defaults
            }
        texts |= self.data_texts
        if self.page != LEARN:
            texts = {name: text for name, text in texts.items() if name not in OF_COURSES}
        used = (self.asked | set(self.pending)) - self.unused
        short = {name: own for own, name in long_names(self.page).items() if name in used}
        own = {name for own, name in long_names(self.page).items() if name == own} & self.unused
        texts = {name: text for name, text in texts.items() if name not in own}
        first = [name for name in (*DATA_NAMES, *OF_DATA, *short) if name in texts]
        return {short.get(name, name): texts[name] for name in dict.fromkeys([*first, *texts])}

    def _keep_sample(self, owner: str) -> None:
        """What is set for a sample that nobody chose is not left for that of another page."""
        if owner and self.suited:
            self.everywhere["sample"], self.suited = self.suited, ""

    def _texts(self, owner: str) -> dict[str, str]:
        return self.of_data.setdefault(owner, {}) if owner else self.everywhere


def _on_one_line(text: str) -> str:
    return ";".join(line.strip() for line in text.splitlines() if line.strip()) or NOTHING


def identity(texts: Mapping[str, str]) -> str | None:
    """Which data a link is about: a sample, "File", "Numbers" or a table; None where it says nothing of them.

    >>> identity({"sample": "hpc_cv"}), identity({"M": "303"}), identity({"data": "Database", "db": "lake"})
    ('hpc_cv', 'Numbers', 'Database lake ')
    """
    if texts.get("data") == DATABASE:
        return f"{DATABASE} {texts.get('db', '')} {texts.get('table', '')}"
    if "data" in texts:
        return texts["data"] if texts["data"] != "Sample" else texts.get("sample")
    if set(texts) & set(NUMBERS):
        return "Numbers"
    return texts.get("sample")


@cache
def long_names(page: str) -> Mapping[str, str]:
    """The names that choices of a page have in its own link, and those in the links of all others.

    Where a page has two choices of measures, formulas without more belong to the first.
    """
    if page not in QUESTIONS:
        return {}
    names = {}
    choices = QUESTIONS[page].choices
    for name, declared in choices.model_fields.items():
        own = beside(declared, Key)
        names[choices.named(name)] = own.name if own else choices.named(name)
        if beside(declared, Measures):
            names.setdefault(FORMULA, formula_name(names[choices.named(name)]))
    return names


FORMULA = "formula"


def formula_name(name: str) -> str:
    """The name of the measures of one's own beside that of the listed ones."""
    return name.replace("measure", FORMULA)


@cache
def names_of_choices() -> frozenset[str]:
    """The names that choices have in the links of all pages but their own."""
    return frozenset(name for page in QUESTIONS for name in long_names(page).values())


@cache
def known_names() -> frozenset[str]:
    """All names that a link may have."""
    return names_of_choices() | {*DATA_NAMES, *OF_DATA, *OF_REPORT, *OF_COURSES, SEARCH, PRESENT}


@cache
def names_of_data() -> frozenset[str]:
    """The names of what belongs to data."""
    own = (
        long_names(page)[question.choices.named(name)]
        for page, question in QUESTIONS.items()
        for name, declared in question.choices.model_fields.items()
        if beside(declared, OfData)
    )
    return frozenset((*OF_DATA, *own))


def owner_of(data: Data) -> str:
    """What the data are called in the keys of widgets, which Streamlit keeps: no name of a file stands there."""
    now = view().current
    apart = now == "File" or now.startswith(DATABASE)
    return f"file {sha256(data.source.encode()).hexdigest()[:8]}" if apart else data.source or now


def view() -> View:
    """The view of this session."""
    held: View = st.session_state.setdefault(VIEW, View())
    return held
