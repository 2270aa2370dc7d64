"""What a file was taken for, in one card on the page: what was guessed is marked until somebody confirms it."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.errors import InputError
from ddcore.formats import many
from ddcore.read import ChoiceNeeded, Predictions, Reading, Unusable
from ddcore.read.columns import is_named, is_named_truth, weights_offered
from ddcore.read.reading import AUTOMATIC
from ddcore.read.roles import described, title
from ddcore.read.summary import classes, doubt, summary, taken
from pages.card import models, reading
from pages.data.chosen import CONFIRMED, choose, chosen
from pages.session import link

NOW = "data_card"
"""What the card of this run tells of."""

NONE = ""
"""No column has a role."""

ROLES = ("truth", "positive", "weight", "fold", "run", "cluster", "amount", "id", "model")
"""The roles with a box each, in their order; groups and predictions have lists."""
SHORT = 300
"""Characters of what was assumed that stand on the card; more are folded."""


@dataclass(frozen=True)
class Seen:
    """A file at hand: what was read of it, or why it cannot be used."""

    source: str
    name: str
    found: Predictions | InputError
    remove: Callable[[], None]

    @property
    def reading(self) -> Reading:
        """How it was read, as far as it was."""
        return self.found.reading if isinstance(self.found, Predictions | Unusable) else AUTOMATIC

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns, as far as they are known."""
        return self.found.columns if isinstance(self.found, Predictions) else tuple(dict.fromkeys(self.reading.columns))

    @property
    def roles(self) -> dict[str, tuple[str, ...]]:
        """The columns that have a role, as far as they are known."""
        if isinstance(self.found, Predictions | ChoiceNeeded):
            return dict(self.found.roles)
        return {}


def tell(seen: Seen) -> None:
    """Say which file the card is about in this run."""
    st.session_state[NOW] = seen


def is_there() -> bool:
    """Whether the page has a card, which tells what was assumed and left out."""
    return NOW in st.session_state


def draw() -> None:
    """The card of the file at hand, if there is one: unfolded until it is confirmed or put away."""
    seen: Seen | None = st.session_state.get(NOW)
    if seen is None:
        return
    away = f"data_card_away_{seen.source}"
    confirmed = bool(chosen(seen.source).get(CONFIRMED))
    with st.container(border=True, key="card", gap="small"):
        if isinstance(seen.found, Predictions) and st.session_state.get(away, confirmed):
            _folded(seen.name, seen.found, away, confirmed)
        else:
            _unfolded(seen, away, confirmed)


def _folded(name: str, file: Predictions, away: str, confirmed: bool) -> None:
    """One line."""
    with st.container(horizontal=True, vertical_alignment="center"):
        doubt = "" if confirmed else " Guessed, not confirmed."
        st.markdown(f"**{literal(name)}**: {literal(summary(file))}{doubt}", width="stretch")
        st.button("Change", key="data_card_change", on_click=_put_away, args=(away, False))


def _unfolded(seen: Seen, away: str, confirmed: bool) -> None:
    """What was taken for what, and the questions it leaves; folded below them all that can be changed."""
    found, source = seen.found, seen.source
    asked: list[str] = []
    if isinstance(found, Predictions):
        asked = [] if confirmed else _asked(found, source)
        told = (summary(found), taken(found), classes(found), "" if confirmed else doubt(found))
        st.markdown(f"**{literal(seen.name)}**: is this right? " + " ".join(map(literal, told)).strip())
        _questions(seen, asked, confirmed)
        _notes(found, _could_weigh(seen))
    else:
        st.markdown(f"**{literal(seen.name)}**: what it was taken for, and how it was read")
    label = "Change what the columns are, the models, or how the file is read"
    opened = confirmed or not found_all(found)
    with st.expander(label, key=f"data_card_all_{source}", expanded=opened):
        _all(seen, asked, confirmed)
    with st.container(horizontal=True):
        if isinstance(found, Predictions):
            if confirmed:
                st.button("Done", key="data_card_away", type="primary", on_click=_put_away, args=(away, True))
            else:
                st.button("Confirm", key="data_card_confirm", type="primary", on_click=_confirm, args=(source, away))
                st.button("Later", key="data_card_away", on_click=_put_away, args=(away, True))
        if chosen(source):
            st.button("Guess again", key="data_card_again", on_click=_guess_again, args=(source,))
        st.button("Remove this file", key="data_card_remove", type="tertiary", on_click=seen.remove)


def _asked(file: Predictions, source: str) -> list[str]:
    """Which roles are a question: those that nothing says, and those that a person chose and has not confirmed."""
    unsure = {"truth": not is_named_truth(file.roles["truth"][0]), "positive": file.positive_is_guess}
    return [role for role, is_guess in unsure.items() if is_guess or role in chosen(source)]


def _questions(seen: Seen, asked: list[str], confirmed: bool) -> None:
    weights = "" if confirmed else _could_weigh(seen)
    if asked:
        _boxes(seen, asked, confirmed)
    if weights:
        _ask_for_weights(seen, weights)


def _all(seen: Seen, asked: list[str], confirmed: bool) -> None:
    """All that can be changed, but for what is asked above."""
    names = ("Columns", "Models", "How the file is read")
    first = names[0 if found_all(seen.found) else 2]
    columns, modelled, read = st.tabs(names, default=first, key=f"data_card_tab_{seen.source}", on_change="rerun")
    with columns:
        _boxes(seen, [role for role in ROLES if role not in asked], confirmed)
        _groups(seen)
        _attributes(seen)
        if not isinstance(seen.found, Predictions) and (weights := _could_weigh(seen)):
            _ask_for_weights(seen, weights)
    with modelled:
        if isinstance(seen.found, Predictions):
            models.table(seen.source, seen.found.listed)
        _models(seen)
    with read:
        reading.settings(seen.source, seen.reading)
        if read.open:
            reading.rows(seen.reading)


def found_all(found: Predictions | InputError) -> bool:
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


def _boxes(seen: Seen, roles: list[str], confirmed: bool) -> None:
    for start in range(0, len(roles), 4):
        for place, role in zip(st.columns(4), roles[start : start + 4], strict=False):
            with place:
                if role == "positive":
                    _positive(seen, confirmed)
                else:
                    _role(seen, role, confirmed)


def _role(seen: Seen, role: str, confirmed: bool) -> None:
    choices = chosen(seen.source)
    given = choices.get(role)
    given = given[0] if isinstance(given, list) else given
    found = next(iter(seen.roles.get(role, ())), NONE)
    value = found if given is None else given
    options = [*([] if role == "truth" else [NONE]), *seen.columns]
    if value not in options:
        value = None
    key = f"data_role_{role}_{seen.source}"
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
        args=(seen.source, role, key),
    )


def _take(source: str, name: str, key: str) -> None:
    """A box was moved; called too where it is gone, as another file was dropped."""
    if key in st.session_state:
        choose(source, name, st.session_state[key])


def _take_several(source: str, name: str, key: str) -> None:
    if key in st.session_state:
        choose(source, name, st.session_state[key] or None)


def _groups(seen: Seen) -> None:
    """The columns that divide the cases: those that are in force, found or chosen; none may be chosen too."""
    key = f"data_role_group_{seen.source}"
    link.put(key, list(seen.roles.get("group", ())))
    st.multiselect(
        title("group"),
        seen.columns,
        key=key,
        placeholder="none",
        help=described("group"),
        on_change=_take,
        args=(seen.source, "group", key),
    )


def _attributes(seen: Seen) -> None:
    """Further truths beside the first, such as attributes of a picture."""
    first, *more = seen.roles.get("truth") or ("",)
    key = f"data_role_truths_{seen.source}"
    link.put(key, more)
    st.multiselect(
        "Further truths",
        [column for column in seen.columns if column != first],
        key=key,
        placeholder="none",
        help="Attributes that are judged side by side: each case then has a row for each truth. The predictions of a "
        "truth are the columns that have its name in theirs, as “smiling_a” has “smiling”.",
        on_change=_take_truths,
        args=(seen.source, first, key),
    )


def _take_truths(source: str, first: str, key: str) -> None:
    if key in st.session_state:
        more = st.session_state[key]
        choose(source, "truth", [first, *more] if more else first)


def _positive(seen: Seen, confirmed: bool) -> None:
    """Which value of the truth is positive; a question asks it in its own box."""
    found = seen.found
    if not isinstance(found, Predictions):
        return
    key = f"data_positive_{seen.source}"
    link.put(key, found.positive)
    guessed = " (guessed)" if "positive" not in chosen(seen.source) and not confirmed else ""
    st.selectbox(
        f"{title('positive')}{guessed}",
        list(found.truth_values),
        key=key,
        help=f"{described('positive').removesuffix('.')}: {literal(found.positive_reason)}.",
        on_change=_take,
        args=(seen.source, "positive", key),
    )


def _could_weigh(seen: Seen) -> str:
    """The column that is named like weights, which change every number: it is offered and not taken."""
    roles = seen.found.roles if isinstance(seen.found, Predictions) else {}
    predictions = {*roles.get("score", ()), *roles.get("label", ())}
    return next((name for name in seen.columns if is_named(name, "weight") and name not in predictions), "")


def _ask_for_weights(seen: Seen, column: str) -> None:
    key = f"data_weighted_{seen.source}"
    link.put(key, chosen(seen.source).get("weight") == column)
    st.checkbox(
        f"Each row counts as many cases as “{literal(column)}” says",
        key=key,
        help="Otherwise each row is one case. Weights are right where rows stand for more or fewer cases than one, as "
        "in a survey; they make every number less sure.",
        on_change=_weigh,
        args=(seen.source, key),
    )


def _weigh(source: str, key: str) -> None:
    seen: Seen | None = st.session_state.get(NOW)
    if seen is not None and key in st.session_state:
        choose(source, "weight", _could_weigh(seen) if st.session_state[key] else NONE)


def _models(seen: Seen) -> None:
    """Columns of scores and of labels: those chosen and nothing else, or all that were found."""
    for role in ("score", "label"):
        key = f"data_role_{role}_{seen.source}"
        now = seen.roles.get(role, ())
        given = chosen(seen.source).get(role) or []
        link.put(key, [given] if isinstance(given, str) else list(given))
        st.multiselect(
            title(role),
            seen.columns,
            key=key,
            placeholder=f"found: {', '.join(now)}" if now else "none found",
            help=f"{described(role)} Empty: found by name and content.",
            on_change=_take_several,
            args=(seen.source, role, key),
        )
