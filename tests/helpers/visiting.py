"""A visitor without a browser: opens a page by its link, types, drops files, and reads what stands there."""

import csv
import io
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from scipy.stats import binom
from streamlit.testing.v1 import AppTest, local_script_runner

from ddcore.answers import QUESTIONS
from ddcore.answers.options import Key, beside
from ddcore.data import Data
from ddcore.read import read
from tests.helpers.answers import counted

SITE = Path(__file__).parents[2] / "pages" / "site.py"
PAGES = {name: f"{question.section}/{name}.py" for name, question in QUESTIONS.items()}
CHARTS = {page: f"{page}_chart" for page in PAGES}
WHOLE = {name: question.example for name, question in QUESTIONS.items()}
"""For each page a link with all that it needs."""


def _lacking(data: Data) -> tuple[str, ...]:
    return tuple(name for name, question in QUESTIONS.items() if question.needs(data) is not None)


SCORES = b"truth,score\n" + b"yes,0.9\nno,0.2\nyes,0.4\nno,0.6\nyes,0.8\nno,0.1\n" * 5
"""P = 15 of 30; at 0.5: TP 10, FP 5, FN 5, TN 10."""
NEED_TWO = _lacking(read(SCORES).data())
"""With one model alone these pages show no chart."""
NEED_GROUPS = _lacking(read(b"truth,score,other\n" + b"yes,0.9,0.7\nno,0.2,0.4\nyes,0.4,0.6\nno,0.6,0.1\n" * 5).data())
"""With two models alone, and nothing that divides the cases, these pages show no chart."""
NEED_SCORES = _lacking(counted(10, 5, 5, 10))
"""With counts or labels these pages show no chart."""
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
    if at.segmented_control(key="data_kind").value != "File":
        kind(at, "File")
    return put_in(at, (name, content))


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


@cache
def session(content: bytes, name: str) -> AppTest:
    return dropped(content, name=name)


def looked(content: bytes, page: str, name: str = "predictions.csv") -> AppTest:
    """A page that somebody comes to who dropped a file on the first one. To be looked at: tests share the session."""
    return go(session(content, name), page)


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


def tables(at: AppTest) -> list:
    """The tables of an answer, not those that are filled in: on the card of a file, and of several answers."""
    return [one for one in at.main.dataframe if not (one.key or "").startswith(("card_", "actions_table"))]


def table(at: AppTest, place: int = 0, of: int = 1):
    """One of the tables that are folded; those of several models and of scores at no threshold are none of them."""
    folded = [frame.value for frame in tables(at) if "verdict_models" not in frame.proto.id]
    folded = [rows for rows in folded if not {"Beyond chance", "Source"} <= set(rows)]
    assert len(folded) == of
    return folded[place]


def figure(at: AppTest, key: str) -> str:
    """The chart as JSON."""
    return at.get_by_key(key).proto.spec


def unpacked(array: list | dict) -> list:
    """The numbers of a line of a chart: a list, or bytes where they were numpy's."""
    return array if isinstance(array, list) else np.frombuffer(b64decode(array["bdata"]), array["dtype"]).tolist()


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


def again(page, at):
    """A fresh session that opens the link of another."""
    other = visit(page, urlencode(dict(at.query_params)))
    assert not other.warning
    return other


def guess(at, name, g=None):
    at.segmented_control(key="guess_kind").set_value(name)
    fine(at.run())
    if g is not None:
        at.slider(key="guess_g").set_value(g)
        fine(at.run())
    return at


def put(at, **values):
    """Fill in fields of the table of payoffs, all at once."""
    for name, value in values.items():
        price(at, name).set_value(value)
    return fine(at.run())


def fields(at):
    return [price(at, name).value for name in ("tp", "fp", "fn", "tn")]


def confusion(tp, fp, fn, tn):
    return f"| positive | {tp} | {fp} |\n| negative | {fn} | {tn} |"


def finished(text):
    """Markdown whose signs are taken at their word, as the address hunt sees it."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def guessed_f1(total, positives, g):
    """The mean F1 of a guesser who calls n cases positive, over the n that have a value."""
    n = np.arange(1, total + 1)
    weight = binom.pmf(n, total, g)
    return float(weight @ (2 * n * positives / total / (positives + n)) / weight.sum())
