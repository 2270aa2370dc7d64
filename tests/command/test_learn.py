"""Courses and exams as files."""

import json

import pytest

from ddcore.courses import COURSES, course
from tests.helpers.loops import nonempty


def test_course_is_written_as_a_notebook(ask, tmp_path):
    file = tmp_path / "draw.ipynb"
    assert ask("learn", "draw", "--out", str(file)).code == 0
    assert json.loads(file.read_text())["metadata"]["title"] == course("draw").title


def test_help_names_all_courses(ask):
    assert all(name in ask("learn", "--help").out for name in nonempty(COURSES))


def test_exam_is_written_with_its_seed(ask, tmp_path):
    files = [tmp_path / f"{name}.pdf" for name in "abc"]
    for file, seed in zip(files, ("3", "3", "4"), strict=True):
        assert ask("exam", "--seed", seed, "--out", str(file)).code == 0
    first, same, other = (file.read_bytes() for file in files)
    assert first.startswith(b"%PDF")
    assert first == same
    assert first != other


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("learn", "magic", "--out", "a.pdf"), f"course must be one of {', '.join(COURSES)}"),
        (("learn", "accuracy", "--out", "a.docx"), "out must end in .ipynb or .pdf"),
        (("exam", "--out", "a.txt"), "out must end in .pdf"),
        (("exam", "--seed", "-1", "--out", "a.pdf"), "seed must be 0 or larger, got -1"),
    ],
)
def test_what_cannot_be_written_is_refused(ask, line, told):
    said = ask(*line)
    assert (said.code, said.out) == (2, "")
    assert told in said.err
