"""What tests share stands in `tests/helpers` or `tests/oracles.py`: no module imports a test module or a conftest."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMPORT = re.compile(r"^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)


def imported(source: str) -> Iterator[str]:
    """Every module that a file may import, dotted; of `from a import b` both `a` and `a.b`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "", *(f"{node.module or ''}.{alias.name}" for alias in node.names))


def named_test_modules(source: str) -> list[str]:
    """The test modules and conftests that a file may import; only one whose imports hold such a word is parsed."""
    if not any(re.search("test_|conftest", line) for line in IMPORT.findall(source)):
        return []
    names = (name.split(".") for name in imported(source))
    return sorted({part for name in names for part in name if part.startswith("test_") or part == "conftest"})


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("from test_pages import again", ["test_pages"]),
        ("import tests.pages.test_pages as pages", ["test_pages"]),
        ("def late():\n    from tests.pages import test_pages", ["test_pages"]),
        ("from .test_pages import again", ["test_pages"]),
        ("from conftest import Visits", ["conftest"]),
        ("from tests.pages import (\n    test_data,\n    test_pages,\n)", ["test_data", "test_pages"]),
        ("from tests.helpers.visiting import again\nimport tests.oracles", []),
    ],
)
def test_import_of_a_test_module_is_found(source, named):
    assert named_test_modules(source) == named


def test_no_module_imports_a_test_module():
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert len(files) > 100
    assert {
        str(file.relative_to(ROOT)): found for file in files if (found := named_test_modules(file.read_text()))
    } == {}
