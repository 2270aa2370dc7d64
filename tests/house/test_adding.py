"""A question is its module, a word in the register and its page: one is added to a copy of the program, and opened."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ANSWER = '''"""How many cases are there?"""

from typing import Annotated

from pydantic import Field

from ddcore.answers import needs
from ddcore.answers.answer import Answer, Figure
from ddcore.answers.options import Options, Slider
from ddcore.answers.words import about
from ddcore.data import Data
from ddcore.figures.parts import empty
from ddcore.formats import count

TITLE = "How many"
NEEDS = needs.classes
NEEDED = "Any data will do."
EXAMPLE = "M=303&P=139"


class Choices(Options):
    """How many times as many cases."""

    times: Annotated[float, Slider(0.5)] = Field(1, ge=0, le=10, title="Times", description="So many times.")


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    cases = data.total * choices.times
    figure = Figure("Nothing", "Nothing to see.", lambda theme: empty(theme, "Nothing to see."))
    return Answer(__doc__, f"**{count(cases)}.**", "They were counted.", about(data), figures={"many": figure})
'''
PAGE = '''"""How many cases are there?"""

import streamlit as st

from pages.frame.page import opened

page = opened("many")
top = st.container()
page.control("times")
page.ask(top)
page.chart("many")
page.fold()
'''
VISIT = """
from tests.helpers.visiting import answer, visit
page = visit("many", "M=303&P=139&times=2")
assert answer(page) == "606.", answer(page)
page.slider(key="times").set_value(3.0).run()
assert answer(page) == "909.", answer(page)
assert page.query_params["times"] == "3", page.query_params
assert any(link.proto.page == "many" for link in page.sidebar.get("page_link")), "menu"
"""


@pytest.mark.full
def test_a_question_is_added_to_a_copy_of_the_program_and_opened(tmp_path):
    for name in ("ddcore", "pages", "tests/helpers", ".streamlit"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "tests/oracles.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "ddcore/answers/many.py").write_text(ANSWER)
    (tmp_path / "pages/chance/many.py").write_text(PAGE)
    register = tmp_path / "ddcore/answers/__init__.py"
    register.write_text(register.read_text().replace('"chance": (', '"chance": ("many", ', 1))
    ran = subprocess.run([sys.executable, "-c", VISIT], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
