"""A visitor without a browser: opens a page by its link, types, drops files, and reads what stands there."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from scipy.stats import binom
from streamlit.testing.v1 import AppTest, local_script_runner

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.answers.base.words import sentence
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.options import Key, Measures, Text, beside
from ddcore.read import read
from ddcore.report.order import Wanted
from pages.session.listed import of_data
from pages.session.view import FORMULA, NOTHING, formula_name

SITE = Path(__file__).parents[2] / "pages" / "site.py"
PAGES = {name: f"{question.section}/{name}.py" for name, question in QUESTIONS.items()}
CHARTS = {page: f"{page}_chart" for page in PAGES}
WHOLE = {name: question.example for name, question in QUESTIONS.items()}
"""For each page a link with all that it needs."""


def _lacking(data: Data) -> tuple[str, ...]:
    return tuple(name for name, question in QUESTIONS.items() if question.needs(data) is not None)


SCORES = b"truth,score\n" + b"yes,0.9\nno,0.2\nyes,0.4\nno,0.6\nyes,0.8\nno,0.1\n" * 5
"""P = 15 of 30; at 0.5: TP 10, FP 5, FN 5, TN 10."""
NEED_GROUPS = _lacking(read(b"truth,score,other\n" + b"yes,0.9,0.7\nno,0.2,0.4\nyes,0.4,0.6\nno,0.6,0.1\n" * 5).data())
"""With two models alone, and nothing that divides the cases, these pages show no chart."""
NEED_MODEL = _lacking(Data(303, 139))
"""With classes alone these pages show no chart."""
CHOOSING = ("verdict", "baselines", "expectation", "rescaled", "prevalence", "folds")
"""Pages with a choice of measures from the start, and one table that has them."""

ADDRESS = re.compile(r"https?://|www\.|\w@\w", re.IGNORECASE)


def fine(at: AppTest) -> AppTest:
    assert not [one.value for one in at.exception]
    return at


START = "What chance would score"
"""The title of the first page while there are no data."""


def visit(page: str = "verdict", link: str | None = None) -> AppTest:
    """A fresh session that opens a page by its link; the verdict is that of a sample if no link is given."""
    if link is None:
        link = "sample=two_class_example" if page == "verdict" else ""
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = dict(parse_qsl(link, keep_blank_values=True))
    at.switch_page(PAGES[page])
    at.run()
    fine(at)
    assert [one.value for one in at.title] == [QUESTIONS[page].text if link or page != "verdict" else START]
    return at


def go(at: AppTest, page: str) -> AppTest:
    """To another page, as by the menu: what stands there after the first run is what a person sees."""
    at.switch_page(PAGES[page])
    return fine(at.run())


def linked(at: AppTest) -> dict[str, str]:
    """What the link says, but for the fingerprint of a file."""
    return {name: text for name, text in at.query_params.items() if name != "file"}


def kind(at: AppTest, name: str) -> AppTest:
    at.segmented_control(key="data_kind").set_value(name)
    return fine(at.run())


def travel(at: AppTest, page: str, link: Mapping[str, str]) -> AppTest:
    """Back or Forward of the browser: the page and the link of an earlier place."""
    run = local_script_runner.RerunData
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "RerunData", lambda **how: run(**how, is_history_navigation=True))
        at.query_params = dict(link)
        return go(at, page)


def drop(at: AppTest, content: bytes, name: str = "predictions.csv") -> AppTest:
    """Drop a file, in place of one that is in use."""
    if at.segmented_control(key="data_kind").value != "File":
        kind(at, "File")
    return instead(put_in(at, (name, content)))


def instead(at: AppTest) -> AppTest:
    """Use what was dropped in place of the file before, where that is asked."""
    for button in [button for button in at.button if button.key == "data_instead"]:
        fine(button.click().run())
    return at


def put_in(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    """Files dropped together, to those that lie in the box."""
    box = at.file_uploader[0]
    box._files = [*box._get_files_to_register()]
    for name, content in files:
        box.upload(name, content, "text/csv")
    return fine(at.run())


def dropped(content: bytes, page: str = "verdict", name: str = "predictions.csv", link: str = "") -> AppTest:
    """A file dropped on a page without data; a column "weight" is chosen for weights, which are never taken unasked."""
    at = drop(visit(page, f"data=File&{link}"), content, name)
    if b"weight" not in content.split(b"\n")[0].strip().split(b","):
        return at
    at.selectbox(key=widget(at, "data_role_weight_").key).set_value("weight")
    return fine(at.run())


def measure_key(page: str) -> str:
    """The key of the measures that a page shows."""
    own = beside(QUESTIONS[page].choices.model_fields["measure"], Key)
    return own.name if own else "measure"


def own_key(page: str) -> str:
    """The key of the box for a measure of one's own."""
    return f"{measure_key(page)}_own"


def widget(at: AppTest, start: str | re.Pattern):
    """The one widget whose key starts so; the key of a file's widget ends with the number of its upload."""
    pattern = re.compile(re.escape(start)) if isinstance(start, str) else start
    found = [node for node in at._tree if pattern.match(getattr(node, "key", None) or "")]
    assert len(found) == 1, (start, [node.key for node in found])
    return found[0]


def price(at: AppTest, name: str):
    """The box of a price, such as "fn", "fn_cost", "fn_rate" or "unit"; its key ends with the data it belongs to."""
    cell, *more = name.split("_")
    whose = "rate" if "rate" in more else "u"
    end = "_cost$" if "cost" in more else "(?<!_cost)$"
    own = rf"{cell}_{whose}_.*{end}" if cell in ("tp", "fp", "fn", "tn") else f"{name}_"
    return widget(at, re.compile(own))


def shown(at: AppTest, start: str) -> bool:
    return any((getattr(node, "key", None) or "").startswith(start) for node in at._tree)


def plain(markdown: str) -> str:
    """Markdown as the eye reads it: no escapes, emphasis or colour, and spaces that are all alike."""
    text = re.sub(r":primary\[([^]]*)\]", r"\1", markdown)
    text = re.sub(r"(?<!\\)\*+", "", text).replace("\u2060", "").replace("\u00a0", " ")
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def answer(at: AppTest) -> str:
    """The headline below the question."""
    headers = [plain(one.value) for one in at.main.header]
    assert len(headers) == 1
    return headers[0]


def said(at: AppTest, *kinds: str) -> str:
    """All text of the page, or that of some kinds of element."""
    kinds = kinds or ("header", "markdown", "caption", "info", "warning", "error")
    return "\n".join(plain(one.value) for name in kinds for one in getattr(at.main, name))


BOTH_SCALES = "Way from chance to perfect"
"""A column of the table of both scales, beside that of all models."""
VALUE_BY_VALUE = "True positives"
"""The first column of the law of a measure, beside its curves."""


def tables(at: AppTest) -> list:
    """The tables of an answer, not those that are filled in: on the card of a file, and of several answers."""
    return [one for one in at.main.dataframe if not (one.key or "").startswith(("card_", "actions_table"))]


def table(at: AppTest, place: int = 0, of: int = 1):
    """One of the tables that are folded; those of several models and of scores at no threshold are none of them."""
    folded = [frame.value for frame in tables(at) if "verdict_models" not in frame.proto.id]
    folded = [rows for rows in folded if not {"Beyond chance", "Source"} <= set(rows) and BOTH_SCALES not in rows]
    folded = [rows for rows in folded if list(rows)[:1] != [VALUE_BY_VALUE]]
    assert len(folded) == of
    return folded[place]


def figure(at: AppTest, key: str) -> str:
    """The chart as JSON."""
    return at.get_by_key(key).proto.spec


def markdown(at: AppTest) -> Iterator[tuple[str, str]]:
    """Every text that Streamlit reads as Markdown, the labels and tooltips of widgets among them."""
    for node in at._tree:
        if node.type == "html":
            continue
        for field in ("body", "label", "help", "caption", "text"):
            text = getattr(getattr(node, "proto", None), field, None)
            if isinstance(text, str) and text:
                yield f"{node.type} {getattr(node, 'key', None)} {field}", text


def rows(header: Sequence[str], lines: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([header, *lines])
    return text.getvalue().encode()


def control(at: AppTest, key: str):
    """The widget that has this key, or else the one whose key starts so, but for the box of a measure of one's own."""
    keyed = {getattr(node, "key", None) or "": node for node in at._tree}
    found = [key] if key in keyed else [each for each in keyed if each.startswith(key) and not each.endswith("_own")]
    assert len(found) == 1, (key, [each for each in keyed if each])
    return keyed[found[0]]


def choose(at: AppTest, **values: object) -> AppTest:
    """Set widgets, one after another."""
    for key, value in values.items():
        widget = control(at, key)
        # One measure is chosen from a list, several in a box.
        widget.set_value(value[0] if widget.type == "selectbox" and isinstance(value, list) else value)
        fine(at.run())
    return at


def press(at: AppTest, key: str) -> AppTest:
    control(at, key).click()
    return fine(at.run())


# What a page must show ------------------------------------------------------------------------------------------------


def question_of(at: AppTest) -> Question:
    """The question of the page at hand."""
    (title,) = [one.value for one in at.title]
    return next(question for question in QUESTIONS.values() if question.text == title)


def choices(at: AppTest) -> dict[str, object]:
    """The choices of the question that stand in the link, as the package takes them."""
    options = question_of(at).choices
    given: dict[str, object] = {}
    formulas = FORMULA
    for name, declared in options.model_fields.items():
        short, key = options.named(name), beside(declared, Key)
        known_as = key.name if key else short
        text = at.query_params.get(short, at.query_params.get(known_as))
        if not beside(declared, Measures):
            given |= {} if text is None else {short: "" if text == NOTHING and beside(declared, Text) else text}
            continue
        own = at.query_params.get(formulas, at.query_params.get(formula_name(known_as)))
        listed = text.split(",") if text else declared.get_default()
        if own or text:
            given[short] = [*(own.split(";") if own else []), *(each for each in listed if each != NOTHING)]
        # The formulas of a second choice of measures have the name that they have on all pages.
        formulas = ""
    return given


def asked(at: AppTest) -> Answer:
    """What the package answers for the data of the session and the choices in the link."""
    question, data = question_of(at), at.session_state["data"]
    try:
        made = of_data(Wanted(question=question.name, choices=choices(at)), data).made
        return question.ask(data, made)
    except InputError as problem:
        return Answer(question.text, question.unanswered, sentence(problem))


def shows(at: AppTest) -> Answer:
    """The answer, after a look that the page shows it: its texts, charts with their words, and tables."""
    expected = asked(at)
    assert answer(at) == plain(expected.sentence)
    text = said(at)
    for part in (expected.reason, expected.about, *(note.text for note in expected.notes)):
        assert plain(part) in text
    charts = {chart.key.removesuffix("_chart"): chart.proto.alt for chart in at.main.get("plotly_chart")}
    charts = {name: words for name, words in charts.items() if name in expected.figures}
    assert charts == {name: expected.figures[name].words for name in charts}
    assert charts.keys() >= set([*expected.figures][:1])
    if not expected.figures:
        assert not at.main.get("plotly_chart")
    return expected


def seen(at: AppTest) -> tuple[str, list[str]]:
    """What stands on the page: its texts, and the words of its charts."""
    return said(at, "header", "markdown", "caption"), [chart.proto.alt for chart in at.main.get("plotly_chart")]


def moves(at: AppTest, **moved: object) -> AppTest:
    """Move controls, one after another: each changes what stands there and the link, and the answer is that of both."""
    values = asked(at).values
    for key, value in moved.items():
        before, link = (seen(at), values), dict(at.query_params)
        choose(at, **{key: value})
        values = shows(at).values
        assert (seen(at), values) != before, key
        assert dict(at.query_params) != link, key
    return at


def travels(at: AppTest) -> AppTest:
    """A fresh session that opens the link of another, and shows the same."""
    other = visit(question_of(at).name, urlencode(dict(at.query_params)))
    assert not other.warning
    assert seen(other) == seen(at)
    assert other.query_params == at.query_params
    return other


def falls_back(page: str, link: str, **wrong: str) -> AppTest:
    """A page whose link has values that cannot be used: each of them is said and left out, the rest is kept."""
    at = visit(page, f"{link}&{urlencode(wrong)}")
    warned = said(at, "warning")
    assert len(at.warning) == len(wrong), warned
    assert [value for value in wrong.values() if value[:40] not in warned] == []
    assert at.query_params == dict(parse_qsl(link))
    assert seen(at) == seen(visit(page, link))
    return at


def put(at, **values):
    """Fill in fields of the table of payoffs, all at once."""
    for name, value in values.items():
        price(at, name).set_value(value)
    return fine(at.run())


def fields(at):
    return [price(at, name).value for name in ("tp", "fp", "fn", "tn")]


def finished(text):
    """Markdown whose signs are taken at their word, as the address hunt sees it."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def guessed_f1(total, positives, g):
    """The mean F1 of a guesser who calls n cases positive, over the n that have a value."""
    n = np.arange(1, total + 1)
    weight = binom.pmf(n, total, g)
    return float(weight @ (2 * n * positives / total / (positives + n)) / weight.sum())
