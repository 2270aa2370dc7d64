"""The models of a file as a table, in which each is named, left out, or turned round."""

from typing import Any

import pandas as pd
import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.read import Listed
from pages.data.card_choices import choose, chosen

COLUMNS = {
    "used": st.column_config.CheckboxColumn("Use", width=60, help="Untick a model to leave it out of all pages."),
    "name": st.column_config.TextColumn(
        "Model", width=200, max_chars=200, help="The model's name on all pages. Type to change it."
    ),
    "turned": st.column_config.CheckboxColumn(
        "Reverse",
        width=80,
        help="Reverse the scores if low scores mean positive: probabilities become 1 − score, other scores become "
        "−score. Labels cannot be reversed.",
    ),
    "auc": st.column_config.NumberColumn(
        "AUC", format="%.3f", width=60, help="Below 0.5, low scores go with positives. Consider reversing the scores."
    ),
    "cases": st.column_config.NumberColumn("Cases", format="localized", width=70),
    "missing": st.column_config.NumberColumn(
        "Missing",
        format="localized",
        width=70,
        help="Rows with a truth but without this model's prediction. They are left out.",
    ),
    "kind": st.column_config.TextColumn("Output", width=70, help="Scores, or labels only."),
    "found": st.column_config.TextColumn("In the file", help="Its column, or its name in the column of model names."),
}
EDITED = ("used", "name", "turned")


def table(source: str, models: tuple[Listed, ...]) -> None:
    """The table, and what could not be done as it was typed."""
    rows = [{name: getattr(model, name) for name in COLUMNS} for model in models]
    names = chosen(source).get("names", {})
    for row, model in zip(rows, models, strict=True):
        row["name"] = model.name or names.get(model.found, model.found)
        row["auc"] = None if model.auc is None else round(model.auc, 3)
    key = _key(source, rows)
    st.data_editor(
        pd.DataFrame(rows),
        hide_index=True,
        column_config=COLUMNS,
        column_order=[name for name in COLUMNS if name != "missing" or any(model.missing for model in models)],
        disabled=[name for name in COLUMNS if name not in EDITED],
        key=key,
        on_change=_edited,
        args=(source, key),
        alt="The models of this file: which ones are used, their names, and whose scores are reversed",
    )
    if problem := st.session_state.pop(f"card_problem_{source}", None):
        st.warning(literal(problem))


def _key(source: str, rows: list[dict[str, Any]]) -> str:
    """The key of the table: another one where it would not show what is chosen, as after a refused name."""
    held = f"card_models_{source}"
    shown = [{name: row[name] for name in ("found", *EDITED)} for row in rows]
    known = st.session_state.setdefault(held, {"number": 0, "rows": shown})
    key = f"card_models_{known['number']}_{source}"
    if _with_edits(known["rows"], key) != shown:
        known = st.session_state[held] = {"number": known["number"] + 1, "rows": shown}
        key = f"card_models_{known['number']}_{source}"
    # The table begins as it did, and Streamlit adds what was edited.
    for row, first in zip(rows, known["rows"], strict=True):
        row |= first
    return key


def _with_edits(rows: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """The rows that a table began with, as they were edited since."""
    edits = st.session_state.get(key, {}).get("edited_rows", {})
    return [row | edits.get(place, {}) for place, row in enumerate(rows)]


def _edited(source: str, key: str) -> None:
    """Somebody edited the table."""
    held = st.session_state.get(f"card_models_{source}")
    if held is None or key not in st.session_state:
        return
    rows = _with_edits(held["rows"], key)
    names = [str(row["name"] or "").strip() or row["found"] for row in rows]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None or not any(row["used"] for row in rows):
        st.session_state[f"card_problem_{source}"] = (
            "At least one model must be used."
            if twice is None
            else f"Another model already has the name “{twice}”; choose another name."
        )
        return
    first = {row["found"]: row["name"] for row in held["rows"]}
    renamed = chosen(source).get("names", {})
    wanted = {row["found"]: name for row, name in zip(rows, names, strict=True)}
    new = {
        found: name for found, name in wanted.items() if name != found and (found in renamed or name != first[found])
    }
    choose(source, "names", new or None)
    choose(source, "removed", [row["found"] for row in rows if not row["used"]] or None)
    choose(source, "turned", [row["found"] for row in rows if row["turned"]] or None)
