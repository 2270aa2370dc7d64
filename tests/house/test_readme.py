"""What the README promises is what the program does."""

import re
import tomllib
from pathlib import Path

import pytest

from ddcore.answers import QUESTIONS
from ddcore.read import limits
from ddcore.read.apart import LIMITS

ROOT = Path(__file__).parents[2]
README = " ".join((ROOT / "README.md").read_text().split())
CONFIG = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())


def section(title: str) -> str:
    return README.partition(f"## {title} ")[2].partition(" ## ")[0]


COUNTS = {name: value.most for name, value in vars(limits).items() if isinstance(value, limits.Limit)}


@pytest.mark.parametrize("number", [*COUNTS.values(), limits.LAYERS], ids=[*COUNTS, "LAYERS"])
def test_every_limit_of_the_reader_is_told(number):
    assert re.search(rf"\b{number:,}(?![\d,]\d)", section("Limits"))


def test_bytes_of_a_file_and_what_its_reader_may_use_are_told():
    for words in (
        f"An upload may have {CONFIG['server']['maxUploadSize']} MB.",
        f"{limits.BYTES // 10**6:,} MB unpacked",
        f"{limits.LONGEST_ROW:,} bytes in a row",
        f"may use {LIMITS.memory // 2**30} GB of address space, {LIMITS.processor} seconds of processor and",
        f"seconds of processor and {LIMITS.clock} by the clock",
    ):
        assert words in section("Limits")
    assert not LIMITS.files


def test_a_file_is_forgotten_when_the_page_says():
    assert CONFIG["server"]["disconnectedSessionTTL"] == 60
    assert "for about a minute after its page was left" in section("Privacy")


def test_what_is_to_be_added_has_its_place():
    places = re.findall(r"(?:(?:one entry|one line) of `(\w+)`, )?in `((?:ddcore|pages|tests)/[\w/.]+\.py)`", README)
    assert len(places) > 5
    for table, file in places:
        assert table in (ROOT / file).read_text(), f"{table} in {file}"


def test_questions_are_those_of_the_register():
    rows = [
        f"| {question.title} | `/{'' if name == 'verdict' else name}` | {question.text} |"
        for name, question in QUESTIONS.items()
    ]
    table = (ROOT / "README.md").read_text().partition("## The questions")[2].partition("## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    assert lines == ["| page | link | question |", *rows]
