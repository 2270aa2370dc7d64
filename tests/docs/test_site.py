"""The site of docs/: what it links to is there, its reference has every question, and it loads nothing from outside."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import ddcore
from tests.helpers.loops import nonempty

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"^\.\. (?:autofunction|autoclass|autoexception|py:data):: (?:ddcore\.)?(\S+)$", re.MULTILINE)
OUTSIDE = re.compile(
    r"""<(?:script|link|img|source|iframe)\b[^>]*\b(?:src|href)=["'](?:https?:)?//[^"']*|url\(["']?(?:https?:)?//|@import"""
)


def anchors(document: Path) -> set[str]:
    """The anchors of the headings of a document."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_lead_somewhere():
    links = [(path, *link.partition("#")) for path in DOCUMENTS for link in LINK.findall(path.read_text())]
    assert len(links) > 30
    for path, file, _, anchor in links:
        assert (path.parent / file).is_file(), f"{path.name}: {file}"
        assert not anchor or anchor in anchors(path.parent / file), f"{path.name}: {file}#{anchor}"


def test_every_document_is_part_of_the_site_and_of_the_readme():
    listed = {
        (index.parent / f"{name}.md").resolve()
        for index in (ROOT / "docs/index.md", ROOT / "docs/reference/index.md")
        for toctree in nonempty(re.findall(r"```\{toctree\}\n(.*?)```", index.read_text(), re.DOTALL))
        for name in re.findall(r"^[\w/]+$", toctree, re.MULTILINE)
    }
    assert {*listed, ROOT / "docs/index.md", ROOT / "README.md"} == set(DOCUMENTS)
    linked = {ROOT / link for link in LINK.findall((ROOT / "README.md").read_text())}
    assert linked >= {path for path in (ROOT / "docs").glob("*.md") if path.name != "index.md"}


def test_reference_has_every_question_and_names_that_are_there():
    names = [name for path in (ROOT / "docs/reference").glob("*.md") for name in NAMED.findall(path.read_text())]
    assert set(ddcore.QUESTIONS) <= set(names)
    assert len(names) == len(set(names)) > 60
    for name in nonempty(names):
        module, _, last = name.rpartition(".")
        place = __import__(f"ddcore.{module}", fromlist=[last]) if module else ddcore
        assert hasattr(place, last), name


@pytest.mark.full
def test_site_is_built_without_a_warning_and_loads_nothing_from_outside(tmp_path):
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-d",
        tmp_path / "read",
        "docs",
        tmp_path / "site",
    ]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    files = [path for ending in ("html", "css") for path in (tmp_path / "site").rglob(f"*.{ending}")]
    assert len(files) > 20
    for file in files:
        assert not OUTSIDE.findall(file.read_text()), file
