"""What is installed is what was tried: every package is pinned, and nothing is imported that is not."""

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.helpers.loops import nonempty

ROOT = Path(__file__).parents[2]
FILES = ["requirements.txt", "tests/requirements.txt"]


def lines(file: str) -> list[str]:
    """The requirements of a file, without comments; those that only other packages need are left out."""
    text = (ROOT / file).read_text().partition("# Used by the ones above")[0]
    return [line for line in (line.split("#")[0].strip() for line in text.splitlines()) if line]


def distributions(folders: list[str]) -> set[str]:
    """The packages that Python files import, by the names they are installed under."""
    files = [file for folder in folders for file in (ROOT / folder).glob("**/*.py")] + [ROOT / "app.py"]
    modules = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules.add(node.module)
    names = packages_distributions()
    return {
        name.lower().replace("_", "-")
        for module in modules
        for name in names.get(module.partition(".")[0], [])
        if module.partition(".")[0] not in sys.stdlib_module_names
    }


@pytest.mark.parametrize("file", FILES)
def test_every_package_is_pinned_exactly(file):
    text = (ROOT / file).read_text()
    for line in nonempty(line.split("#")[0].strip() for line in text.splitlines()):
        assert re.fullmatch(r"|-r \.\./requirements\.txt|[a-z0-9-]+==[0-9][0-9.]*", line)


@pytest.mark.parametrize("file", FILES)
def test_no_registry_is_named(file):
    assert "://" not in (ROOT / file).read_text()


def test_the_program_imports_only_what_its_requirements_name():
    named = {line.partition("==")[0] for line in lines("requirements.txt")}
    assert {"numpy", "streamlit"} <= distributions(["ddcore", "pages"]) <= named
