"""What a file was taken for, in one card on the page: each guess beside its box, until somebody confirms it."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.errors import InputError
from ddcore.formats import count, many
from ddcore.read import ChoiceNeeded, Predictions, Reading, Unusable
from ddcore.read.columns import is_named, weights_offered
from ddcore.read.joined import CASES, ROWS
from ddcore.read.reading import AUTOMATIC
from ddcore.read.roles import described, title
from ddcore.read.summary import classes, doubt, summary, taken
from pages.card import models, reading
from pages.data.card_choices import CONFIRMED, choose, chosen
from pages.session import link

NOW = "data_card"
"""The file that the card of this run is about."""

NONE = ""
"""No column has a role."""

ROLES = (
    *("truth", "positive", "weight", "count", "fold", "run", "cluster", "amount", "cost_fp", "cost_fn"),
    *("id", "model"),
)
"""The roles with a box each, in their order; groups and predictions have lists."""
PREDICTIONS = ("score", "label")
ALWAYS_ASKED = ("truth", "positive")
"""What is asked for once somebody has said it, too, until it is confirmed."""
FILES_ARE = {ROWS: "Different cases, such as then and now", CASES: "The same cases, other models"}
"""What several files may be to each other."""
REMOVAL = {"upload": "Remove this file", "file": "Close this file", "table": "Close this table"}
"""What puts the data away."""
MISSING = {
    "leave out": ("Leave these rows out", "The page reports how many there were."),
    "keep": ("Keep them as they are", "Values that may mean “missing” are used as they are."),
}
"""What may be done with cells that are empty or may stand for that: a button, and what it does."""
OFFERED = 8
"""Columns that are offered to divide the cases."""
SHORT = 300
"""Characters of what was assumed that stand on the card; more are folded."""


@dataclass(frozen=True)
class CardFile:
    """An "upload", a "file" of this server or a "table" at hand: what was read of it, or why it cannot be used."""

    source: str
    name: str
    outcome: Predictions | InputError
    remove: Callable[[], None]
    what: str = "upload"

    @property
    def reading(self) -> Reading:
        """How it was read, as far as it was."""
        return self.outcome.reading if isinstance(self.outcome, Predictions | Unusable) else AUTOMATIC

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns, as far as they are known."""
        return (
            self.outcome.columns
            if isinstance(self.outcome, Predictions)
            else tuple(dict.fromkeys(self.reading.columns))
        )

    @property
    def roles(self) -> dict[str, tuple[str, ...]]:
        """The columns that have a role, as far as they are known."""
        if isinstance(self.outcome, Predictions | ChoiceNeeded):
            return dict(self.outcome.roles)
        return {}


def set_file(card_file: CardFile) -> None:
    """Set the file that the card is about in this run."""
    st.session_state[NOW] = card_file


def is_there() -> bool:
    """Whether the page has a card, which says what was assumed and left out."""
    return NOW in st.session_state


def draw() -> None:
    """The card of the file at hand, if there is one: unfolded until it is confirmed or put away."""
    card_file: CardFile | None = st.session_state.get(NOW)
    if card_file is None:
        return
    away = f"data_card_away_{card_file.source}"
    confirmed = bool(chosen(card_file.source).get(CONFIRMED))
    with st.container(border=True, key="card", gap="small"):
        if isinstance(card_file.outcome, Predictions) and st.session_state.get(away, confirmed):
            # It takes the place of the unfolded card at once, which else would stay until the whole page has run.
            st.empty()
            _folded(card_file.name, card_file.outcome, away, confirmed)
        else:
            with st.container(gap="small"):
                _unfolded(card_file, away, confirmed)


def _folded(name: str, file: Predictions, away: str, confirmed: bool) -> None:
    """One line."""
    with st.container(horizontal=True, vertical_alignment="center"):
        doubt = "" if confirmed else " Guessed, not confirmed."
        st.markdown(f"**{literal(name)}**: {literal(summary(file))}{doubt}", width="stretch")
        st.button("Change", key="data_card_change", on_click=_put_away, args=(away, False))


def _unfolded(card_file: CardFile, away: str, confirmed: bool) -> None:
    """What was guessed or has to be said, each with its box, what is sure, and folded all that can be changed."""
    found, source, is_table = card_file.outcome, card_file.source, card_file.what == "table"
    asked = _asked(card_file, confirmed)
    if isinstance(found, Predictions):
        st.markdown(f"**{literal(card_file.name)}**: is this right?")
        for role, text in asked.items():
            _question(card_file, role, text, confirmed)
        if not confirmed and (weights := _could_weigh(card_file)):
            _ask_for_weights(card_file, weights)
        if len(found.files) > 1:
            _several_files(card_file, found, confirmed)
        sure = (summary(found), taken(found, unsure=asked), classes(found))
        st.markdown(literal(" ".join(filter(None, sure))))
        _notes(found, _could_weigh(card_file))
        _tallied(card_file, found)
        _offer_groups(card_file, found)
    elif isinstance(found, ChoiceNeeded):
        st.markdown(f"**{literal(card_file.name)}**: one choice is needed before it can be used")
        _ask(card_file, found)
        reading.rows(card_file.reading)
    else:
        st.markdown(f"**{literal(card_file.name)}**: how it was read")
    label = "Change columns or models" if is_table else "Change columns, models or how the file is read"
    opened = confirmed or not is_readable(found)
    box = st.expander(label, key=f"data_card_all_{opened}_{source}", expanded=opened, on_change="rerun")
    if box.open:
        with box:
            _all(card_file, list(asked), confirmed)
    with st.container(horizontal=True):
        if isinstance(found, Predictions):
            if confirmed:
                st.button("Done", key="data_card_away", type="primary", on_click=_put_away, args=(away, True))
            else:
                st.button("Confirm", key="data_card_confirm", type="primary", on_click=_confirm, args=(source, away))
                st.button("Skip for now", key="data_card_away", on_click=_put_away, args=(away, True))
        if chosen(source):
            st.button("Guess again", key="data_card_again", on_click=_guess_again, args=(source,))
        st.button(REMOVAL[card_file.what], key="data_card_remove", type="tertiary", on_click=card_file.remove)


def _asked(card_file: CardFile, confirmed: bool) -> dict[str, str]:
    """What is a question, with the sentence of the guess: also what a person has said since, until it is confirmed."""
    found, source = card_file.outcome, card_file.source
    if confirmed or not isinstance(found, Predictions):
        return {}
    texts: dict[str, str] = {}
    for guess in found.guesses:
        if guess.role == "join":
            continue
        text = f"{guess.text} {doubt(found) if guess.role == 'positive' else ''}".strip()
        texts[guess.role] = f"{texts[guess.role]} {text}" if guess.role in texts else text
    before: list[str] = st.session_state.setdefault(f"data_card_asked_{source}", [])
    before += [role for role in texts if role not in before]
    said = [role for role in dict.fromkeys((*before, *ALWAYS_ASKED)) if role in chosen(source) and role not in texts]
    return texts | {role: f"{title(role)}: as you chose." for role in said}


def _question(card_file: CardFile, role: str, text: str, confirmed: bool) -> None:
    """A guess in a sentence, and beside it the box that changes it."""
    with st.container(key=f"card_question_{role}"):
        left, right = st.columns([3, 2], vertical_alignment="center")
        left.markdown(f":primary[:material/help:] {literal(text)}")
        with right:
            _box(card_file, role, confirmed)
        if role == "header":
            reading.top(card_file.reading)


def _several_files(card_file: CardFile, file: Predictions, confirmed: bool) -> None:
    """What several files are to each other, beside the box that changes it, and the question that this leads to."""
    same = file.reading.join == CASES
    guess = next((guess.text for guess in file.guesses if guess.role == "join"), "")
    told = "the same cases, with other models in each file" if same else "different cases, such as then and now"
    with st.container(key="card_question_join"):
        left, right = st.columns([3, 2], vertical_alignment="center")
        sign = "" if confirmed else ":primary[:material/help:] "
        left.markdown(f"{sign}{len(file.files)} files: {told}. {literal(guess)}")
        with right:
            key = f"data_join_{card_file.source}"
            link.put(key, file.reading.join)
            st.selectbox(
                title("join"),
                list(FILES_ARE),
                key=key,
                format_func=FILES_ARE.__getitem__,
                help=described("join"),
                on_change=_take,
                args=(card_file.source, "join", key),
            )
        if same:
            st.page_link("performance/compare.py", label="Which is better? → **Compare**")
        else:
            st.page_link("performance/change.py", label="What changed between them? → **Then and now**")


def _offer_groups(card_file: CardFile, file: Predictions) -> None:
    """The columns that could divide the cases, each a group at one press."""
    offered = [name for name in file.dividing if not any(is_named(name, role) for role in ("id", "amount"))]
    if not offered:
        return
    key = f"data_divide_{card_file.source}"
    st.pills(
        "These columns could be groups. Press one to get answers for each group",
        offered[:OFFERED],
        key=key,
        help=described("group"),
        on_change=_divide,
        args=(card_file.source, list(file.roles["group"]), key),
    )


def _divide(source: str, groups: list[str], key: str) -> None:
    if column := st.session_state.get(key):
        choose(source, "group", [*groups, column])


def _box(card_file: CardFile, role: str, confirmed: bool) -> None:
    """The box of a role, what it may be first."""
    if role == "positive":
        _positive(card_file, confirmed)
    elif role in PREDICTIONS:
        _several(card_file, role)
    elif role == "group":
        _groups(card_file)
    elif role in reading.OFFERED:
        reading.setting(card_file.source, role, card_file.reading, _candidates(card_file, role))
    elif role == "missing":
        _missing(card_file)
    elif role in ROLES:
        _role(card_file, role, confirmed)


def _missing(card_file: CardFile) -> None:
    """What becomes of cells that may stand for missing ones."""
    key = f"data_missing_{card_file.source}"
    link.put(key, chosen(card_file.source).get("missing", "leave out"))
    st.selectbox(
        title("missing"),
        list(MISSING),
        key=key,
        format_func=lambda value: MISSING[value][0],
        on_change=_take,
        args=(card_file.source, "missing", key),
    )


def _candidates(card_file: CardFile, role: str) -> list[str]:
    """What may be said of a role, the likeliest first."""
    guesses = card_file.outcome.guesses if isinstance(card_file.outcome, Predictions) else ()
    return [option for guess in guesses if guess.role == role for option in guess.options]


def _ask(card_file: CardFile, question: ChoiceNeeded) -> None:
    """What has to be chosen before the file can be read; nothing is chosen yet."""
    source, role = card_file.source, question.choice
    key = f"data_ask_{role}_{source}"
    if role == "missing":
        with st.container(horizontal=True):
            for value in question.options:
                whose = key if value == "leave out" else f"{key}_{value}"
                name, help = MISSING[value]
                st.button(name, key=whose, help=help, on_click=choose, args=(source, role, value))
        return
    options = dict.fromkeys((*question.options, *(question.truth_values if role == "positive" else question.columns)))
    label = {"positive": "Positive class", "truth": "Which column has the truth?"}.get(
        role, "Which column has predictions?"
    )
    st.selectbox(
        label,
        list(options),
        index=None,
        key=key,
        placeholder="Please choose",
        on_change=_take,
        args=(source, role, key),
    )


def _all(card_file: CardFile, asked: list[str], confirmed: bool) -> None:
    """All that can be changed, but for what is asked above."""
    is_table = card_file.what == "table"
    names = ("Columns", "Models", "First rows" if is_table else "How the file is read")
    first = names[0 if is_table or is_readable(card_file.outcome) else 2]
    columns, modelled, read = st.tabs(names, default=first, key=f"data_card_tab_{card_file.source}", on_change="rerun")
    with columns:
        _boxes(card_file, [role for role in ROLES if role not in asked], confirmed)
        if "group" not in asked:
            _groups(card_file)
        _attributes(card_file)
        if not isinstance(card_file.outcome, Predictions) and (weights := _could_weigh(card_file)):
            _ask_for_weights(card_file, weights)
    with modelled:
        if isinstance(card_file.outcome, Predictions):
            models.table(card_file.source, card_file.outcome.listed)
        for role in PREDICTIONS:
            if role not in asked:
                _several(card_file, role)
    with read:
        reading.settings(card_file.source, card_file.reading, asked)
        if read.open and (is_table or not isinstance(card_file.outcome, ChoiceNeeded)):
            reading.rows(card_file.reading)


def is_readable(found: Predictions | InputError) -> bool:
    """Whether a file could be read, or lacks only an answer that its first rows do not help to find."""
    return isinstance(found, Predictions) or (
        isinstance(found, ChoiceNeeded) and found.choice in ("positive", "missing")
    )


def _put_away(away: str, value: bool) -> None:
    st.session_state[away] = value


def _confirm(source: str, away: str) -> None:
    choose(source, CONFIRMED, True)
    _put_away(away, True)


def _guess_again(source: str) -> None:
    chosen(source).clear()


def _notes(file: Predictions, weights: str) -> None:
    """What was left out, and what was assumed, folded where it is long; of `weights` a question is asked."""
    assumed = [note for note in file.notes if note not in (*file.row_notes, weights_offered(weights))]
    short = sum(map(len, assumed)) <= SHORT
    if notes := [*file.row_notes, *(assumed if short else [])]:
        st.caption(literal(" ".join(notes)))
    if not short:
        with st.expander(f"What was assumed ({many(len(assumed), 'note')})"):
            for note in assumed:
                st.caption(literal(note))


def _tallied(card_file: CardFile, file: Predictions) -> None:
    """What is not known score by score and case by case, where an engine counted the cases, and a way to change it."""
    if file.single is not None:
        st.caption(
            f"Single cases are a random part: **{count(file.single.rows)}** of {many(file.rows, 'row')} were read one "
            f"by one, for what needs them, such as comparing two models. All else uses every row."
        )
    bins = [model.table.score.size for model in file.models.values() if model.table is not None and model.table.binned]
    if bins:
        most = "" if min(bins) == max(bins) else f" to {count(max(bins))}"
        st.caption(
            f"Scores are binned: there are too many distinct ones, so each model's are counted in "
            f"**{count(min(bins))}{most}** bins of about equal numbers of cases. Counts at the lowest score of a bin "
            f"are exact."
        )
    if bins or "exact" in chosen(card_file.source):
        key = f"data_exact_{card_file.source}"
        link.put(key, "exact" in chosen(card_file.source))
        st.checkbox(
            title("exact"),
            key=key,
            help=described("exact"),
            on_change=_count_every,
            args=(card_file.source, key),
        )


def _count_every(source: str, key: str) -> None:
    if key in st.session_state:
        choose(source, "exact", st.session_state[key] or None)


def _boxes(card_file: CardFile, roles: list[str], confirmed: bool) -> None:
    for start in range(0, len(roles), 4):
        for place, role in zip(st.columns(4), roles[start : start + 4], strict=False):
            with place:
                _box(card_file, role, confirmed)


def _role(card_file: CardFile, role: str, confirmed: bool) -> None:
    choices = chosen(card_file.source)
    given = choices.get(role)
    given = given[0] if isinstance(given, list) else given
    found = next(iter(card_file.roles.get(role, ())), NONE)
    value = found if given is None else given
    none = [] if role == "truth" else [NONE]
    options = list(dict.fromkeys((*_candidates(card_file, role), *none, *card_file.columns)))
    if value not in options:
        value = None
    key = f"data_role_{role}_{card_file.source}"
    link.put(key, value)
    guessed = " (guessed)" if found and given is None and not confirmed else ""
    st.selectbox(
        title(role) + guessed,
        options,
        index=None if value is None else 0,
        format_func=lambda column: "none" if column == NONE else column,
        key=key,
        placeholder="please choose",
        help=described(role),
        on_change=_take,
        args=(card_file.source, role, key),
    )


def _take(source: str, name: str, key: str) -> None:
    """A box was moved; called too where it is gone, as another file was dropped."""
    if key in st.session_state:
        choose(source, name, st.session_state[key])


def _take_several(source: str, name: str, key: str) -> None:
    if key in st.session_state:
        choose(source, name, st.session_state[key] or None)


def _groups(card_file: CardFile) -> None:
    """The columns that divide the cases: those that are in force, found or chosen; none may be chosen too."""
    key = f"data_role_group_{card_file.source}"
    link.put(key, list(card_file.roles.get("group", ())))
    st.multiselect(
        title("group"),
        card_file.columns,
        key=key,
        placeholder="none",
        help=described("group"),
        on_change=_take,
        args=(card_file.source, "group", key),
    )


def _attributes(card_file: CardFile) -> None:
    """Further truths beside the first, such as attributes of a picture."""
    first, *more = card_file.roles.get("truth") or ("",)
    key = f"data_role_truths_{card_file.source}"
    link.put(key, more)
    st.multiselect(
        "More truth columns",
        [column for column in card_file.columns if column != first],
        key=key,
        placeholder="none",
        help="Several truths judged side by side, such as attributes of a picture. Each case then has one row per "
        "truth. A prediction belongs to the truth whose name it contains: “smiling_a” predicts “smiling”.",
        on_change=_take_truths,
        args=(card_file.source, first, key),
    )


def _take_truths(source: str, first: str, key: str) -> None:
    if key in st.session_state:
        more = st.session_state[key]
        choose(source, "truth", [first, *more] if more else first)


def _positive(card_file: CardFile, confirmed: bool) -> None:
    """Which value of the truth is positive; a question asks it in its own box."""
    found = card_file.outcome
    if not isinstance(found, Predictions):
        return
    key = f"data_positive_{card_file.source}"
    link.put(key, found.positive)
    guessed = " (guessed)" if "positive" not in chosen(card_file.source) and not confirmed else ""
    st.selectbox(
        f"{title('positive')}{guessed}",
        list(dict.fromkeys((*_candidates(card_file, "positive"), *found.truth_values))),
        key=key,
        help=f"{described('positive').removesuffix('.')}: {literal(found.positive_reason)}.",
        on_change=_take,
        args=(card_file.source, "positive", key),
    )


def _could_weigh(card_file: CardFile) -> str:
    """The column that is named like weights, which change every number: it is offered and not taken."""
    roles = card_file.outcome.roles if isinstance(card_file.outcome, Predictions) else {}
    predictions = {*roles.get("score", ()), *roles.get("label", ())}
    return next((name for name in card_file.columns if is_named(name, "weight") and name not in predictions), "")


def _ask_for_weights(card_file: CardFile, column: str) -> None:
    key = f"data_weighted_{card_file.source}"
    link.put(key, chosen(card_file.source).get("weight") == column)
    st.checkbox(
        f"Use “{literal(column)}” as the weight of each row",
        key=key,
        help="Without weights each row is one case. Use weights if a row represents more or fewer cases, as in a "
        "survey. They make all intervals wider.",
        on_change=_weigh,
        args=(card_file.source, key),
    )


def _weigh(source: str, key: str) -> None:
    card_file: CardFile | None = st.session_state.get(NOW)
    if card_file is not None and key in st.session_state:
        choose(source, "weight", _could_weigh(card_file) if st.session_state[key] else NONE)


def _several(card_file: CardFile, role: str) -> None:
    """Columns of scores or of labels: those chosen and nothing else, or all that were found."""
    key = f"data_role_{role}_{card_file.source}"
    now = card_file.roles.get(role, ())
    given = chosen(card_file.source).get(role) or []
    link.put(key, [given] if isinstance(given, str) else list(given))
    st.multiselect(
        title(role),
        list(dict.fromkeys((*_candidates(card_file, role), *card_file.columns))),
        key=key,
        placeholder=f"found: {', '.join(now)}" if now else "none found",
        help=f"{described(role)} If empty, columns are found by their names and values.",
        on_change=_take_several,
        args=(card_file.source, role, key),
    )
