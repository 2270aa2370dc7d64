"""A session without a browser, as the walker sees it."""

import json
from contextlib import suppress
from urllib.parse import urlencode

import pytest
import streamlit as st

from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.options import Key, Measures, OfData, beside
from pages.data import saved
from tests.helpers.visiting import CHARTS, START, fine, go, instead, plain, put_in, travel, visit
from tests.walk.control import LISTS, Control

SAVED = "walk_saved"
"""What the button for a view would save."""
MEASURE = "measure_looked_at"
"""In the link of a page that does not look at all of the measures chosen."""
SIGNS = (*",;.|\t ", "")
"""What stands behind the names of delimiters and decimal signs."""
ROWS = [str(place) for place in range(61)]
"""Rows that may have the names of a file, as the box has them; 0 is none."""
KINDS = ("slider", "number_input", *LISTS, "multiselect", "checkbox", "text_input", "text_area")


class Session:
    """One visit; `saved_view` is what its button would save."""

    def __init__(self, page="verdict", link=""):
        self.page = page
        self.at = visit(page, link)

    @property
    def link(self):
        return dict(self.at.query_params)

    @property
    def is_start(self):
        return [one.value for one in self.at.title] == [START]

    @property
    def headline(self):
        return [plain(header.value) for header in self.at.main.header]

    @property
    def errors(self):
        return [one.value for name in ("exception", "error") for one in getattr(self.at, name)]

    @property
    def warnings(self):
        return " ".join(one.value for one in self.at.warning)

    @property
    def said(self):
        return " ".join(plain(one.value) for name in ("markdown", "info") for one in getattr(self.at.main, name))

    @property
    def file_id(self):
        upload = self._held("data_upload")
        return upload.file_id if upload else None

    @property
    def is_asking(self):
        """Whether a file cannot be read before a question is answered."""
        return any(node.key and node.key.startswith("data_ask_") for node in (*self.at.selectbox, *self.at.button))

    @property
    def data(self):
        """What the page works on; None where it has none."""
        data = self._held("data")
        return data if isinstance(data, Data) else None

    @property
    def saved_view(self):
        """What the button saves; None where it is not there."""
        views = self._held(SAVED)
        return None if views is None or self.data is None else json.dumps(views).encode()

    def controls(self):
        """Those that can be moved, by their keys; a key has FILE in place of the id of a file."""
        nodes = [node for kind in KINDS for node in getattr(self.at, kind) if node.key and not node.disabled]
        return {(control := self._control(node)).name: control for node in nodes}

    def set(self, key, value):
        node = self._node(key)
        given = value
        if node.type == "selectbox" and key.startswith(("data_delimiter_", "data_decimal_", "data_header_")):
            value = next(raw for raw in (*SIGNS, *ROWS) if node.format_func(raw) == value)
        if node.type == "select_slider":
            value = type(node.value)(value)
        node.set_value(list(value) if node.type == "multiselect" else value)
        fine(self.at.run())
        self._follow()
        return given

    def offered(self, control):
        """The same control with its options."""
        return control

    def unfold(self):
        """Everything is unfolded already."""
        return False

    def buttons(self):
        return {self._known(node.key) for node in self.at.button if node.key and not node.disabled}

    def press(self, key):
        next(node for node in self.at.button if self._known(node.key) == key).click()
        fine(self.at.run())

    def go(self, page):
        self.page = page
        go(self.at, page)

    def drop(self, name, content):
        if not self.is_start and self.at.segmented_control(key="data_kind").value != "File":
            self.at.segmented_control(key="data_kind").set_value("File")
            fine(self.at.run())
        instead(put_in(self.at, (name, content)))

    def travel(self, page, link, steps):
        """Back or Forward of the browser."""
        self.page = page
        travel(self.at, page, link)
        return page, link

    def wait_for(self, headline):
        """Without a browser a page has run by then."""

    def refresh(self):
        self.at = visit(self.page, urlencode(self.link))

    def _follow(self):
        """A tab may have led to another page, which the next run is one of."""
        titles = [one.value for one in self.at.title]
        page = next((name for name, question in QUESTIONS.items() if titles == [question.text]), self.page)
        if page != self.page:
            self.go(page)

    def _held(self, name):
        """What the session holds under a name; None where it holds nothing."""
        with suppress(KeyError):
            return self.at.session_state[name]
        return None

    def _node(self, key):
        nodes = [node for kind in KINDS for node in getattr(self.at, kind)]
        return next(node for node in nodes if node.key and self._known(node.key) == key)

    def _known(self, key):
        return key.replace(self.file_id, "FILE") if self.file_id else key

    def _control(self, node):
        given = {"name": self._known(node.key), "kind": node.type}
        if node.type == "button_group":
            given["kind"] = "segmented_control"
        if node.type in ("selectbox", "radio"):
            return Control(
                **given, value=node.options[node.index] if node.index is not None else None, options=tuple(node.options)
            )
        if given["kind"] == "segmented_control":
            return Control(**given, value=next(iter(node.formatted_values), None), options=tuple(node.options))
        if node.type == "select_slider":
            return Control(**given, value=node.format_func(node.value), options=tuple(node.options))
        if node.type == "multiselect":
            return Control(
                **given, value=list(node.values), options=tuple(node.options), most=node.proto.max_selections
            )
        if node.type in ("slider", "number_input"):
            return Control(**given, value=node.value, low=node.min, high=node.max, step=node.step or 1)
        return Control(**given, value=node.value)

    def agree(self):
        """Whether the page says what the program says of its data and its link, and its controls stand there."""
        data, question = self.data, QUESTIONS[self.page]
        if data is None or question.needs(data) is not None:
            return
        choices = chosen(self.page, self.link, data)
        headline = question.unanswered
        with suppress(InputError):
            headline = question.ask(data, choices).sentence
        assert self.headline == [plain(headline)], (self.page, self.link)
        known = {node.key: node for kind in KINDS for node in getattr(self.at.main, kind)}
        for name in question.choices.model_fields:
            node, value = known.get(key_of(self.page, name, data)), getattr(choices.with_defaults(data), name)
            if node is not None and value is not None and node.type not in ("text_input", "text_area"):
                shown = tuple(node.value) if isinstance(value, tuple) else node.value
                assert shown == (pytest.approx(value) if isinstance(value, float) else value), (name, self.link)
        self._agree_on_model(data)

    def _agree_on_model(self, data):
        """Whether model and threshold are those of the link, and the chart's mark stands there."""
        names, link = list(data.models), self.link
        if "model" in link:
            text = link["model"]
            assert data.chosen == (names[int(text) - 1] if link.get("data") == "File" else text)
        cuts = link.get("threshold", "").split(",")
        if len(cuts) != len(names):
            return
        for name, cut in zip(names, cuts, strict=True):
            assert not cut or data.models[name].threshold == pytest.approx(float(cut), rel=1e-5)
        sliders = [node for node in self.at.slider if node.key.startswith("data_threshold_")]
        for slider in sliders:
            assert slider.value == pytest.approx(data.model.threshold, rel=1e-5)
            if self.page == "thresholds" and self.headline and (spec := self._chart()):
                assert f"threshold {number(data.model.threshold)}" in spec.replace("\\u2212", "\u2212")

    def _chart(self):
        """The chart as JSON; empty where nothing is drawn."""
        charts = [node for node in self.at._tree if getattr(node, "key", None) == CHARTS[self.page]]
        spec = charts[0].proto.spec if charts else ""
        return spec if '"data":[]' not in spec else ""


def keep_views(patch):
    """Each session keeps what its button for a view would save."""
    now = saved.now

    def keeping():
        view = st.session_state[SAVED] = now()
        return view

    patch.setattr(saved, "now", keeping)


def chosen(page, link, data):
    """The choices of a page by its link alone."""
    choices, link = QUESTIONS[page].choices, dict(link)
    given = {
        choices.named(name): link[choices.named(name)] for name in choices.model_fields if choices.named(name) in link
    }
    given = {
        name: "" if text == "none" and name != "person" else text.replace(";", "\n") for name, text in given.items()
    }
    if "models" in given:
        names = list(data.models)
        given["models"] = [names[int(place) - 1] for place in given["models"].split(",") if place]
    for name in ("headline", "shown"):
        if name in given:
            own = [text for text in link.get("formula_looked_at", "").split(";") if text]
            given[name] = [*own, *filter(None, given[name].split(","))]
    if key_of(page, "measure", data) == MEASURE and MEASURE in link:
        # Measures chosen on another page, some of which this one does not offer or has no room for.
        offered = beside(choices.model_fields["measure"], Measures).offered
        names = [name for name in link[MEASURE].split(",") if name in offered]
        own = [text for text in link.get("formula_looked_at", "").split(";") if text]
        given.pop("measure", None)
        given |= {"measure": [*own, *names]} if names or own else {}
    elif "measure" in choices.model_fields and {"measure", "formula"} & set(link):
        usual = ",".join(choices.model_fields["measure"].default)
        names = [*link.get("formula", "").split(";"), *link.get("measure", usual).split(",")]
        given["measure"] = [name for name in names if name and name != "none"]
    return choices.of(**given)


def key_of(page, name, data):
    """The key of the control of a choice; empty where the page has no such choice."""
    choices = QUESTIONS[page].choices
    if name not in choices.model_fields:
        return ""
    own = beside(choices.model_fields[name], Key)
    key = own.name if own else choices.named(name)
    return f"{key}_{data.source}" if beside(choices.model_fields[name], OfData) else key
