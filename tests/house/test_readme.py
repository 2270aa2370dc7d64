"""What the README, docs/ and CITATION.cff promise is what the program does."""

import re
import tomllib
from pathlib import Path

import pytest

import ddcore
from ddcore.answers import question_sections
from ddcore.answers.base.question import QUESTIONS
from ddcore.read import limits
from ddcore.read.worker import LIMITS

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())


def document(name: str) -> str:
    """A document of docs/, on one line."""
    return " ".join((ROOT / "docs" / name).read_text().split())


COUNTS = {name: value.most for name, value in vars(limits).items() if isinstance(value, limits.Limit)}


@pytest.mark.parametrize("number", [*COUNTS.values(), limits.LAYERS], ids=[*COUNTS, "LAYERS"])
def test_every_limit_of_the_reader_is_told(number):
    assert re.search(rf"\b{number:,}(?![\d,]\d)", document("limits.md"))


def test_bytes_of_a_file_and_what_its_reader_may_use_are_told():
    for words in (
        f"An upload may have {CONFIG['server']['maxUploadSize']} MB.",
        f"{limits.BYTES // 10**6:,} MB unpacked",
        f"{limits.LONGEST_ROW:,} bytes in a row",
        f"may use {LIMITS.memory // 2**30} GB of address space, {LIMITS.processor} seconds of processor and",
        f"seconds of processor and {LIMITS.clock} by the clock",
    ):
        assert words in document("limits.md")
    assert not LIMITS.files


def test_a_file_is_forgotten_when_the_page_says():
    assert CONFIG["server"]["disconnectedSessionTTL"] == 60
    assert "for about a minute after its page was left" in document("privacy.md")


def test_what_is_to_be_added_has_its_place():
    places = re.findall(
        r"(?:(?:one entry|one line) of `(\w+)`, )?in `((?:ddcore|pages|tests)/[\w/.]+\.py)`", document("adding.md")
    )
    assert len(places) > 5
    for table, file in places:
        assert table in (ROOT / file).read_text(), f"{table} in {file}"


def test_what_the_documents_name_is_there():
    pattern = re.compile(r"`((?:ddcore|pages|tests|docs)/[\w/.]+\.\w+)`")
    named = [(path.name, file) for path in (ROOT / "docs").glob("*.md") for file in pattern.findall(path.read_text())]
    assert len(named) > 15
    assert [(document, file) for document, file in named if not (ROOT / file).exists()] == []


def test_questions_are_those_of_the_register():
    sections = question_sections()
    first = {section: name for name, section in reversed(sections.items()) if section != "start"}
    rows = [
        f"|{f' {sections[name].capitalize()} ' if first.get(sections[name]) == name else ' '}"
        f"| {question.title} | `/{'' if name == 'verdict' else name}` | {question.text} |"
        for name, question in QUESTIONS.items()
    ]
    table = (ROOT / "README.md").read_text().partition("## The questions")[2].partition("## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    assert lines == ["| menu | page | link | question |", *rows]


def test_readme_fits_on_a_few_screens():
    assert len((ROOT / "README.md").read_text().splitlines()) < 250


def test_citation_and_changelog_are_of_this_version():
    assert f"\nversion: {ddcore.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert re.search(r"^## (\S+)$", (ROOT / "docs/CHANGELOG.md").read_text(), re.MULTILINE)[1] == ddcore.__version__


NOT_AUTHORS = {"Delaware", "True"}
"""The place of a thesis, and an argument before a number."""
CITED = re.compile(
    r"\b([A-ZÉÖÜ][\wé-]{2,})(?: and others| et al\.)?(?:'s)?,? \(?((?:18|19|20)\d\d)(?=[);,:.]| for| and)"
)


def test_sources_have_every_work_that_the_code_cites():
    listed = (ROOT / "docs/sources.md").read_text().splitlines()
    texts = [" ".join(path.read_text().split()) for path in (ROOT / "ddcore").rglob("*.py")]
    cited = {work for text in texts for work in CITED.findall(text) if work[0] not in NOT_AUTHORS}
    assert len(cited) > 100
    lacking = [work for work in sorted(cited) if not any(work[0] in line and work[1] in line for line in listed)]
    assert lacking == []
