"""The card of a file in a session without a browser: its boxes, its buttons and its table of models."""

import json

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.helpers.visiting import fine, widget


def models(at):
    """The table of models, as a person sees it."""
    return widget(at, "card_models_").value


def edit(at, **cells):
    """Type into the first row of the table of models, or into that of `row`, as the browser tells it."""
    node, place = widget(at, "card_models_"), str(cells.pop("row", 0))
    at.typed = getattr(at, "typed", {})
    at.typed.setdefault(node.key, {}).setdefault(place, {}).update(cells)
    return fill(at, node, {"edited_rows": at.typed[node.key], "added_rows": [], "deleted_rows": []})


def fill(at, node, edits):
    """All that was typed into a table, as the browser tells it."""
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=node.proto.id, string_value=json.dumps(edits)))
    at._tree.get_widget_states = lambda: states
    return fine(at.run())


def chosen(at):
    """What the session keeps of the choices for its file: plain values, which JSON holds as they are."""
    choices = at.session_state["data_choices"][at.session_state["data_upload"].file_id]
    assert json.loads(json.dumps(choices)) == choices
    return choices
