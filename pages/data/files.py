"""A file of predictions, with the choices that it leaves to a person: columns, classes, model and threshold."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ddcore.answers.base.words import literal
from ddcore.answers.verdict import best_model
from ddcore.data import Data
from ddcore.engines import worker as engine
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions, read, worker
from ddcore.read.archive import packed
from ddcore.read.limits import TooLarge
from ddcore.workers.worker_pool import Job
from pages.card import card
from pages.data import card_link, model
from pages.data.card_choices import CONFIRMED, chosen, forget_choices, keywords
from pages.data.source import Unclear
from pages.session import work
from pages.session.choices import Choice, one_of
from pages.session.view import view

UPLOAD = "data_upload"
"""The file that somebody dropped."""
LARGE = "data_large"
"""How the names start of what says that a file is too large for memory."""
PLACE = "data_place"
"""Where the progress of reading stands: at the top of the page, also where the sidebar is folded up."""
REMOVED = "data_removed"
"""How many boxes for files were given up."""


def _itself(file: UploadedFile, memo: dict[int, object]) -> UploadedFile:
    """In place of a copy, which Streamlit makes of a box's files at each run: 15 ms for each 25 MB."""
    return file


UploadedFile.__deepcopy__ = _itself  # type: ignore[attr-defined]


@dataclass(frozen=True)
class ByEngine:
    """A "file" or a "table" that an engine counts: what starts it, given how it is read, and what puts it away.

    `part` says which rows are counted. Streamlit keeps what a button calls: `remove` holds no address.
    """

    what: str
    start: Callable[..., Job]
    remove: Callable[[], None]
    part: str = ""


def predictions(source: str, content: Any, name: str, roles: dict[str, Any]) -> Data:
    """Predictions of a sample, with its positive class, its model and their thresholds to choose."""
    file = _read(source, content, name, roles)
    positive = _positive(source, file)
    if positive != file.positive:
        file = _read(source, content, name, {**roles, "positive": positive})
    return _with_model(source, file, named=True)


def uploaded(source: str, content: Any, name: str) -> Data | Unclear:
    """Predictions as chosen on their card, of a file that somebody dropped or of a table `ByEngine`.

    Or what has to be chosen there first.
    """
    try:
        data = _with_model(source, _as_chosen(source, content, name), named=False)
        return replace(data, guesses=()) if chosen(source).get(CONFIRMED) else data
    except ChoiceNeeded as question:
        return Unclear(str(question))


def _with_model(source: str, file: Predictions, *, named: bool) -> Data:
    """In a link the values of a sample are `named`, and those of a file placed."""
    selected = model.selected_model(source, model.places(file), best_model(file.data()), named=named)
    return file.data(selected, model.at_thresholds(source, selected, file), source)


def _as_chosen(source: str, content: Any, name: str) -> Predictions:
    """The file, read as a link and its card say; the card says what came of it."""
    for again in count():
        try:
            found: Predictions | InputError = _read(source, content, name, keywords(source), again)
        except InputError as problem:
            found = problem
        if isinstance(found, Predictions) and not found.total > 0:
            found = InputError("all weights are 0, so no case counts; choose another column of weights")
        by_engine = content if isinstance(content, ByEngine) else None
        what, put_away = (by_engine.what, by_engine.remove) if by_engine else ("upload", partial(remove, source))
        card_file = card.CardFile(source, name, found, put_away, what)
        if not card_link.follow(source, card_file):
            break
    card_link.write(source, card_file)
    # Where nothing is known of the columns, a card would have nothing to mend.
    if card_file.columns or not isinstance(content, ByEngine):
        card.set_file(card_file)
    if isinstance(found, InputError):
        raise found
    return found


def _positive(source: str, file: Predictions) -> str:
    """The value of the truth that is positive in a sample."""
    values = list(file.truth_values)
    positive = Choice(f"data_positive_{source}", "positive", file.positive, one_of(values, "positive"), source)
    value: str = positive.put()
    st.selectbox(
        "Positive class",
        values,
        key=positive.key,
        help=f"Which value of the truth counts as positive. {literal(file.positive_reason)}",
        on_change=positive.take,
    )
    return value


def box() -> str:
    """The key of the box for files."""
    removed = st.session_state.get(REMOVED, 0)
    return f"data_file_{removed}" if removed else "data_file"


def remove(source: str) -> None:
    """Somebody removed the file on its card."""
    st.session_state.pop(UPLOAD, None)
    empty_box()
    forget(source)


def empty_box() -> None:
    """Show a new box for files: Streamlit takes nothing out of the old one."""
    st.session_state[REMOVED] = st.session_state.get(REMOVED, 0) + 1


def drop_content(file_id: str) -> None:
    """The server keeps nothing of a file that was sent to it."""
    context = get_script_run_ctx()
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        for each in file_id.split("+"):
            context.uploaded_file_mgr.remove_file(context.session_id, each)


def forget(source: str) -> None:
    """Nothing stays in memory of a file, of what was read in it, nor of what was chosen for it."""
    drop_content(source)
    forget_choices(source)
    card_link.forget(source)
    view().forget(source)
    st.session_state.pop(card.NOW, None)
    known = st.session_state.get(work.READ, {})
    for wanted in [wanted for wanted in known if wanted[0] == source]:
        del known[wanted]
    work.stop()
    for key in (model.SELECTED, model.OF):
        st.session_state.pop(key, None)
    for key in [key for key in st.session_state if source in str(key)]:
        del st.session_state[key]
    work.forget_widgets()


def _read(source: str, content: Any, name: str, roles: dict[str, Any], again: int = 0) -> Predictions:
    """The file, read once a session for each way of reading it; nothing of it is shared between visitors.

    `again` is how often it was read in this run already.
    """
    known = st.session_state.setdefault(work.READ, {})
    by_engine = content if isinstance(content, ByEngine) else None
    wanted = (source, repr(sorted(roles.items())), by_engine.part if by_engine else "")
    if wanted not in known:
        for old in list(known)[: max(0, len(known) - 3)]:
            del known[old]
        try:
            if by_engine:
                with _progress(wanted, name, again) as show:
                    job = work.done(wanted, lambda: by_engine.start(name=name, **roles), show)
                known[wanted] = engine.result(job, name)
            elif hasattr(content, "getvalue"):
                known[wanted] = _uploaded(wanted, content.getvalue(), name, roles, again)
            else:
                with st.spinner(f"Reading {literal(name)} …"):
                    known[wanted] = read(content() if callable(content) else content, name=name, **roles)
        except InputError as problem:
            known[wanted] = problem
    if isinstance(known[wanted], Cancelled) or (by_engine and type(known[wanted]) is InputError):
        st.button("Read it again", key="data_again", on_click=known.pop, args=(wanted,))
    result: Predictions | InputError = known[wanted]
    if isinstance(result, InputError):
        raise result
    return result


class Cancelled(InputError):  # noqa: N818 - somebody chose it
    """A file whose reading somebody ended."""


def _uploaded(
    wanted: tuple[str, str, str], content: bytes, name: str, roles: dict[str, Any], again: int
) -> Predictions:
    """A file read in memory, in a process of its own; one that is too large is read piece by piece from then on."""
    large = f"{LARGE} {wanted[0]}"
    with _progress(wanted, name, again) as show:
        if large not in st.session_state:
            try:
                return worker.result(work.done(wanted, lambda: worker.start(content, name, **roles), show), name)
            except TooLarge:
                st.session_state[large] = True
        return engine.result(work.done(wanted, lambda: engine.start(content, name=name, **roles), show), name)


@contextmanager
def _progress(wanted: tuple[str, str, str], name: str, again: int) -> Iterator[Callable[[Job], None]]:
    """What draws the progress of a job, and a button that ends it, for this block."""
    place: DeltaGenerator = st.session_state[PLACE]
    drawn: list[DeltaGenerator] = []

    def cancel() -> None:
        work.stop()
        st.session_state[work.READ][wanted] = Cancelled(
            f"{name} was not read, because you cancelled it; read it again or choose other data"
        )

    def show(job: Job) -> None:
        if not drawn:
            with place.container():
                drawn.append(st.progress(0.0))
                key = f"data_cancel_{again}" if again else "data_cancel"
                st.button("Cancel", key=key, on_click=cancel, help="Stop reading.")
        drawn[0].progress(job.share, text=_doing(job, literal(name)))

    try:
        yield show
    except InputError:
        place.empty()
        raise
    place.empty()


def _doing(job: Job, name: str) -> str:
    if job.place == 1:
        return f"{name} is waiting: one other visitor's data are read first."
    if job.place:
        return f"{name} is waiting: the data of {job.place} other visitors are read first."
    return f"{name}: {job.doing or 'Starting to read'} …"


@dataclass(frozen=True, eq=False)
class Together:
    """Files that are read as one table, to be used as one that was dropped."""

    files: tuple[UploadedFile, ...]
    name: str = field(init=False)
    file_id: str = field(init=False)

    def __post_init__(self) -> None:
        first, *others = (given.name for given in self.files)
        object.__setattr__(self, "name", f"{first} and {others[0] if len(others) == 1 else f'{len(others)} more'}")
        object.__setattr__(self, "file_id", "+".join(given.file_id for given in self.files))

    @cached_property
    def content(self) -> bytes:
        """The archive."""
        return packed((given.name, given.getvalue()) for given in self.files)

    def getvalue(self) -> bytes:
        """The archive, as an uploaded file gives its bytes."""
        return self.content

    def getbuffer(self) -> memoryview:
        """The bytes of a file without a copy."""
        return memoryview(self.content)
