"""Words can be changed in one place: few asserts hold a sentence, and the tests run everywhere and whole."""

import ast
import re
from pathlib import Path
from textwrap import dedent

import pytest

TESTS = Path(__file__).parents[1]
MOST = 150
"""Asserts that may hold a text of `WORDS` words or more: a test names a note's code or a value instead."""
WORDS = 5


ASSERT = re.compile(r"^( *)assert .*(?:\n(?:\1 +\S.*|\1[)\]}].*))*", re.MULTILINE)
"""An assert, up to the next line that is indented no more but for brackets that close."""


def is_long(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) >= WORDS


def has_long(claim: re.Match[str]) -> bool:
    """Whether an assert holds a long text; only what has so many words takes the time to parse."""
    words = claim[0].count(" ", len(claim[1])) >= WORDS and re.search(r"[\"'][^\"']* [^\"']*[\"']", claim[0])
    return bool(words) and any(map(is_long, ast.walk(ast.parse(dedent(claim[0])))))


def pinned(source: str) -> list[int]:
    """The lines of asserts that hold a long text; what looks like one may also stand in a text."""
    if not any(map(has_long, ASSERT.finditer(source))):
        return []
    asserts = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert))
    return [node.lineno for node in asserts if any(is_long(part) for part in ast.walk(node.test))]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('assert answer == "Yes, it does beat chance."', [1]),
        ('x = 1\nassert f"Yes, it does beat chance by {x}." in answer', [2]),
        ('assert answer == "Yes."\nassert code == "cannot-be-beaten"', []),
    ],
)
def test_asserts_with_sentences_are_found(source, lines):
    assert pinned(source) == lines


def test_few_asserts_hold_a_sentence():
    files = {path.relative_to(TESTS): len(pinned(path.read_text())) for path in TESTS.rglob("*.py")}
    assert len(files) > 100
    most = sorted(files.items(), key=lambda item: -item[1])[:10]
    assert sum(files.values()) <= MOST, most
