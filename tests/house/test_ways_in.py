"""Each way in that the README shows is copied from it and run."""

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import ddcore
from ddcore.api.routes import api
from ddcore.command import main
from tests.helpers.asking import FORM, ask, form
from tests.helpers.notebooks import executed

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str, heading: str = "Three ways in") -> list[str]:
    """The blocks of a language under a heading."""
    section = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


INSTALL, COMMANDS, REQUESTS = blocks("sh")
READ, TAKE_OUT, SKLEARN = blocks("python")
[REPORTS], [REPORT] = (blocks(language, "The report") for language in ("sh", "python"))


def test_install():
    """`tests/house/test_wheel.py` installs the package and starts the dashboard from it."""
    assert INSTALL == "pip install '.[dashboard]' && ddcore dashboard\n"


@pytest.mark.full
def test_notebook():
    shown, taken_out = executed(READ, TAKE_OUT, folder=ROOT)
    assert "beat chance" in str(shown.outputs)
    assert any("application/vnd.plotly.v1+json" in output.get("data", {}) for output in shown.outputs)
    assert taken_out.outputs[-1].data["text/plain"].startswith("['")


@pytest.mark.parametrize("line", COMMANDS.splitlines())
def test_command(line, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(line)
    code = main(arguments)
    said, problems = capsys.readouterr()
    assert program == "ddcore"
    assert problems == ""
    assert code == int("gate" in line and "FAILED" in said)
    assert (json.loads(said)["sentence"] if "--json" in line else said).strip()


@pytest.mark.parametrize("line", REPORTS.splitlines())
def test_report(line, tmp_path, monkeypatch, capsys):
    (tmp_path / "ddcore").symlink_to(ROOT / "ddcore")
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(line)
    assert program == "ddcore"
    assert main(arguments) == 0
    said, problems = capsys.readouterr()
    file = arguments[arguments.index("--out") + 1]
    assert problems == ""
    assert said.startswith(f"{file} (")
    assert (tmp_path / file).stat().st_size > 10_000


def test_report_in_python(tmp_path, monkeypatch):
    data = ddcore.read(ROOT / "ddcore/samples/example.csv", positive="ill")
    monkeypatch.chdir(tmp_path)
    exec(REPORT, {"data": data})
    assert "Who is ill?" in (tmp_path / "report.html").read_text()


@pytest.fixture(scope="module")
def program():
    made = api()
    yield made
    made.state.door.end()


@pytest.mark.parametrize("line", REQUESTS.splitlines())
def test_request(line, program):
    curl, *words = shlex.split(line)
    address = next(word for word in words if word.startswith("http"))
    path = urlsplit(address)._replace(scheme="", netloc="").geturl().removeprefix("/api/v1")
    fields = [words[place + 1].partition("=") for place, word in enumerate(words) if word == "-F"]
    body = kind = None
    if fields:
        parts = (
            (name, Path(text[1:]).name, (ROOT / text[1:]).read_bytes())
            if text.startswith("@")
            else (name, None, text.encode())
            for name, _, text in fields
        )
        body, kind = form(*parts), FORM
    elif "--json" in words:
        body, kind = words[words.index("--json") + 1].encode(), "application/json"
    got = ask(program, path, body, kind)
    assert curl == "curl"
    assert got.status == 200, got.content
    assert got.json["values"]


def test_refusal_that_is_told(program):
    told = re.search(r"told as `(\{.*?\})`", README.replace("\n", " "))[1]
    got = ask(program, "/expectation?M=303&P=139&theta=3")
    assert (got.status, got.json) == (422, json.loads(told))


@pytest.mark.full
def test_estimators():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(SKLEARN, {})
    assert printed.getvalue() == blocks("text")[0]


def test_the_command_is_what_python_runs():
    ran = subprocess.run([sys.executable, "-m", "ddcore", "--version"], cwd=ROOT, capture_output=True, text=True)
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", ran.stdout), ran.stderr
