"""A question is its package and its page: a real one is added to a copy of the program, and asked at every door."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PACKAGE = {
    "__init__.py": '''"""How much rarer could positives be?"""

from typing import Annotated

from pydantic import Field

from ddcore.answers.base.answer import EXACT, Answer, Figure, Number, Part, Table
from ddcore.options import Asked, Slider
from ddcore.answers.base.words import about
from ddcore.answers.rarer.compute import needs_predictions, precision_at
from ddcore.answers.rarer.draw import precision_alt, precision_figure
from ddcore.answers.rarer.words import notes, sentence
from ddcore.chance.predictive import predictive
from ddcore.data import Data
from ddcore.formats import percent

TITLE = "Rarer"
SECTION = "chance"
NEEDS = needs_predictions
NEEDED = "A model that predicts some case positive, and cases of both classes."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
NEXT = {"prevalence": "What if positives were rarer?"}


class Choices(Asked):
    """How many times rarer positives are."""

    times: Annotated[float, Slider(0.5)] = Field(2, ge=1, le=10, title="Times rarer", description="How many times.")


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The precision of the selected model where positives are rarer, its rates being the same."""
    curve = precision_at(data.model.counts, choices.times)
    there = predictive(data.model.counts, data.prevalence / choices.times)["PPV"]
    return Answer.of(
        Answer(__doc__, sentence(there, choices.times), "Recall and specificity stay the same.", about(data)),
        Part(
            notes(there),
            {"rarer": Figure("Precision", precision_alt(there), lambda theme: precision_figure(curve, theme))},
            {"rarer": Table.of("Precision", curve)},
            numbers=[
                Number("Precision there", there, ("precision",), percent),
                Number("Share of positives there", data.prevalence / choices.times, ("share",), percent, EXACT),
            ],
        ),
    )
''',
    "compute.py": '''"""Precision where positives are rarer."""

import numpy as np
import pandas as pd

from ddcore.answers.base import needs
from ddcore.chance.predictive import predictive
from ddcore.counts import Counts
from ddcore.data import Data


def needs_predictions(data: Data) -> needs.Lacking | None:
    """A model that predicts some case positive."""
    lacking = needs.both_classes(data)
    if lacking is not None or data.model.counts.predicted_positives > 0:
        return lacking
    return needs.Lacking("No case is predicted positive, so there is no precision.", "Choose a lower threshold.")


def precision_at(counts: Counts, most: float) -> pd.DataFrame:
    """Precision, a row for each of ten shares of positives, down to that of these cases divided by `most`."""
    shares = float(counts.positives / counts.total) / np.linspace(1, most, 10)
    return pd.DataFrame({"Share": shares, "Precision": [predictive(counts, share)["PPV"].value for share in shares]})
''',
    "words.py": '''"""What is said of rarer positives."""

from ddcore.answers.base.answer import Note
from ddcore.formats import number, percent
from ddcore.interval import Interval


def sentence(there: Interval, times: float) -> str:
    """The answer in a sentence."""
    return f"**{percent(there.value)} precision** where positives are {number(times)} times rarer."


def notes(there: Interval) -> list[Note]:
    """Where most positive predictions would be wrong."""
    text = "Most positive predictions would be wrong there."
    return [Note("mostly-wrong", text, kind="changes")] if there.value < 0.5 else []
''',
    "draw.py": '''"""Precision over the share of positives."""

import pandas as pd

from ddcore.figures.chart import Chart
from ddcore.figures.marks import add_line, dress
from ddcore.figures.theme import Theme
from ddcore.formats import percent
from ddcore.interval import Interval


def precision_figure(curve: pd.DataFrame, theme: Theme) -> Chart:
    """A line, the share of positives falling to the left."""
    figure = Chart()
    add_line(figure, curve["Share"], curve["Precision"], theme.colour(0), hover=[percent(x) for x in curve["Share"]])
    dress(figure, theme, 240)
    return figure


def precision_alt(there: Interval) -> str:
    """What `precision_figure` shows, in words."""
    return f"Precision falls to {percent(there.value)}."
''',
}
PAGE = '''"""How much rarer could positives be?"""

import streamlit as st

from pages.frame.page import opened

page = opened("rarer")
top = st.container()
page.control("times")
page.ask(top)
page.chart("rarer")
page.fold()
'''
VISIT = """
from tests.helpers.visiting import answer, visit
page = visit("rarer", "TP=10&FP=10&FN=5&TN=75&times=2")
assert answer(page) == "31.5 % precision where positives are 2 times rarer.", answer(page)
page.slider(key="times").set_value(1.0).run()
assert answer(page).startswith("50 % precision"), answer(page)
assert page.query_params["times"] == "1", page.query_params
assert any('href$="/rarer"' in style.proto.body for style in page.get("html")), "menu"
assert "no precision" in answer(visit("rarer", "TP=0&FP=0&FN=5&TN=75")), "need"
"""
PYTHON = """
import json, sys, ddcore
data = ddcore.counts(tp=10, fp=10, fn=5, tn=75)
found = ddcore.rarer(data, times=2)
assert [note.code for note in found.notes] == ["mostly-wrong"]
assert list(ddcore.QUESTIONS).index("rarer") == list(ddcore.QUESTIONS).index("utility") - 1
document = ddcore.report(data, ask="rarer").document()
json.dump({"values": dict(found.values), "first": [(row.name, row.text) for row in document.numbers],
           "change": list(document.would_change)}, sys.stdout)
"""


@pytest.mark.full
def test_a_question_is_added_to_a_copy_of_the_program_and_asked_at_every_door(tmp_path):
    """Its package and its page are all that is written: no register, no list of labels, no list of codes."""
    for name in ("ddcore", "pages", "tests/helpers", ".streamlit"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "tests/oracles.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    package = tmp_path / "ddcore/answers/rarer"
    package.mkdir()
    for name, text in PACKAGE.items():
        (package / name).write_text(text)
    (tmp_path / "pages/chance/rarer.py").write_text(PAGE)

    def run(*arguments):
        ran = subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    run("-c", VISIT)
    # Precision where 7.5 % are positive: recall 10/15, false positive rate 10/85.
    precision = 0.075 * 10 / 15 / (0.075 * 10 / 15 + 0.925 * 10 / 85)
    found = json.loads(run("-c", PYTHON))
    assert found["values"]["precision"]["value"] == pytest.approx(precision)
    assert found["values"]["share"] == pytest.approx(0.075)
    assert found["first"] == [["Precision there", "31.5 %"]]
    assert [text.split()[0] for text in found["change"]] == ["Most"]
    asked = ("-m", "ddcore", "rarer", "--tp", "10", "--fp", "10", "--fn", "5", "--tn", "75", "--times", "2", "--json")
    assert json.loads(run(*asked))["values"] == found["values"]
    helped = run("-m", "ddcore", "rarer", "--help")
    assert "Times rarer" in helped
    assert "How many times" in helped
