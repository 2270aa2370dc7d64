"""What is installed is what was tried: every package is pinned, nothing is imported that is not, and what the package
asks for is what its parts import."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.helpers.loops import nonempty

ROOT = Path(__file__).parents[2]
FILES = ["requirements.txt", "docs/requirements.txt", "tests/requirements.txt", "tests/requirements-full.txt"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def lines(file: str) -> list[str]:
    """The requirements of a file, without comments; those that only other packages need are left out."""
    text = (ROOT / file).read_text().partition("# Used by the ones above")[0]
    return [line for line in (line.split("#")[0].strip() for line in text.splitlines()) if line]


PARTS = {
    "dashboard": ("pages", "app.py", "ddcore/api"),
    "engines": ("ddcore/engines",),
    "sklearn": ("ddcore/sklearn",),
    "spss": ("ddcore/read/spss.py",),
}
"""Where an extra is imported; all else of `ddcore` is what a bare install brings."""


def python_files(*places: str) -> set[Path]:
    """The Python files at some places, each a file or a folder."""
    return {file for place in places for file in ((ROOT / place).rglob("*.py") if "." not in place else [ROOT / place])}


@cache
def imported_modules(file: Path) -> set[str]:
    """The modules that a Python file imports, by their whole names."""
    modules = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module)
    return modules


installed = cache(packages_distributions)


def distributions(files: set[Path]) -> set[str]:
    """The packages that Python files import, by the names they are installed under."""
    modules = set()
    for file in files:
        modules |= imported_modules(file)
    names = installed()
    return {
        name.lower().replace("_", "-")
        for module in modules
        for name in names.get(module.partition(".")[0], [])
        if module.partition(".")[0] not in sys.stdlib_module_names
    }


def test_every_package_is_pinned_exactly_and_once_and_no_registry_is_named():
    packages = []
    for file in FILES:
        text = (ROOT / file).read_text()
        assert "://" not in text
        for line in nonempty(line.split("#")[0].strip() for line in text.splitlines()):
            assert re.fullmatch(r"|-r \.\./(docs/)?requirements\.txt|[a-z0-9-]+==[0-9][0-9.]*(b[0-9]+)?", line)
        packages += [line.partition("==")[0] for line in text.splitlines() if "==" in line]
    assert len(packages) > 50
    assert sorted(set(packages)) == sorted(packages)


@pytest.mark.full
def test_the_program_imports_only_what_its_requirements_name():
    named = {line.partition("==")[0] for line in lines("requirements.txt")}
    imported = distributions(python_files("ddcore", *PARTS["dashboard"]) - python_files(*PARTS["sklearn"]))
    assert {"numpy", "streamlit"} <= imported <= named | WHERE_THERE_IS_ONE


# What the package asks for, in pyproject.toml ------------------------------------------------------------------------

WHERE_THERE_IS_ONE = {"ipython", "nbformat"}
"""Imported in a notebook alone, whose kernel has it."""
BY_OTHERS = {"uvicorn", "python-multipart", "kaleido", "choreographer", "psycopg", "pyarrow-hotfix"}
"""What is asked for though no file here need import it: servers and their forms, what makes plotly's pictures, and what
Ibis imports when it is used."""


def names(requirements: list[str]) -> set[str]:
    """The packages that are asked for, without those of another extra."""
    return {Requirement(text).name for text in requirements} - {PROJECT["name"]}


@pytest.mark.full
def test_bare_install_asks_for_what_it_imports():
    core = distributions(python_files("ddcore") - python_files(*(place for part in PARTS.values() for place in part)))
    assert {"numpy", "pydantic"} <= core
    assert core - WHERE_THERE_IS_ONE - names(EXTRAS["report"]) <= names(PROJECT["dependencies"])
    assert names(PROJECT["dependencies"]) - BY_OTHERS <= core


@pytest.mark.parametrize("extra", PARTS)
def test_an_extra_asks_for_what_its_files_import(extra):
    imported = distributions(python_files(*PARTS[extra])) - names(PROJECT["dependencies"])
    assert imported
    assert imported <= names(EXTRAS[extra]) <= imported | BY_OTHERS


def test_what_is_asked_for_is_pinned_at_a_version_that_will_do():
    pinned = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", "\n".join((ROOT / file).read_text() for file in FILES), re.M))
    # The client is a part of the whole, which has a server for the tests.
    pinned["pyspark-client"] = pinned["pyspark"]
    assert names(PROJECT["dependencies"]) <= {line.partition("==")[0] for line in lines("requirements.txt")}
    asked = [Requirement(text) for text in chain(PROJECT["dependencies"], *EXTRAS.values())]
    for requirement in nonempty(each for each in asked if each.name != PROJECT["name"]):
        assert [part.operator for part in requirement.specifier] == [">="], f"{requirement}: a lower bound and no other"
        assert requirement.specifier.contains(pinned[requirement.name]), requirement


def test_all_extras_are_in_the_extra_of_all():
    [every] = map(Requirement, EXTRAS["all"])
    assert every.name == PROJECT["name"]
    assert every.extras == set(EXTRAS) - {"all"}


def test_wheel_is_built_by_what_is_pinned():
    [build] = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    pinned = dict(line.split("==") for line in lines("tests/requirements.txt") if "==" in line)
    assert Requirement(build).specifier.contains(pinned[Requirement(build).name])
