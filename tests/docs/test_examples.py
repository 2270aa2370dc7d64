"""Every block of the README and of docs/ is taken from the file and run, in order, as a reader would."""

import contextlib
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple
from urllib.parse import urlsplit

import duckdb
import pytest

from ddcore.api.routes import api
from ddcore.command import main
from ddcore.engines.databases import Database
from pages.data.source import databases_of
from tests.helpers.asking import FORM, ask, form
from tests.helpers.loops import nonempty
from tests.helpers.notebooks import executed
from tests.helpers.servers import postgresql, spark_connect
from tests.helpers.tiers import some_of

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

ELSEWHERE = {
    "(python3 -m venv .venv || (apt-get update && apt-get install -y python3-venv && python3 -m venv .venv)) && "
    ".venv/bin/pip install -r requirements.txt && .venv/bin/streamlit run app.py": "tests/browser/test_site.py",
    "bash tests/run": "tests/run",
    "bash tests/run --full": "tests/run",
    "pip install '.[dashboard]' && ddcore dashboard": "tests/house/test_wheel.py",
    ".venv/bin/python -m sphinx -W --keep-going docs docs/_site": "tests/docs/test_site.py",
    "apt-get install --yes postgresql": "packages.txt",
    "pg_ctlcluster 15 main start": "tests/helpers/servers.py",
    "pip install 'pyspark[connect]==4.3.0'": "tests/requirements-full.txt",
    "\"$(python -c 'import pyspark; print(pyspark.__path__[0])')/sbin/start-connect-server.sh\" --master 'local[*]' "
    "--conf spark.connect.grpc.binding.address=127.0.0.1": "tests/helpers/servers.py",
    "python3 -m venv /tmp/site && /tmp/site/bin/pip install -r docs/requirements.txt && "
    "/tmp/site/bin/python -m sphinx -W --keep-going docs docs/_site": "tests/docs/test_site.py",
}
"""Lines that are not run here, each with what runs it."""

PARTS_OF_THE_SITE = {"{include}", "{toctree}", "{eval-rst}"}
"""What Sphinx reads: tests/docs/test_site.py."""


class Block(NamedTuple):
    """A block of a document, which is a path from the top of the repository."""

    document: str
    kind: str
    content: str


def blocks(path: Path) -> list[Block]:
    """The blocks of a document, in order."""
    found = re.findall(r"^ *(?:```|~~~)(\S*)[^\n]*\n(.*?)^ *(?:```|~~~) *$", path.read_text(), re.DOTALL | re.MULTILINE)
    return [Block(str(path.relative_to(ROOT)), kind, content) for kind, content in found]


BLOCKS = [block for path in DOCUMENTS for block in blocks(path)]
PYTHON = list(dict.fromkeys(block.document for block in BLOCKS if block.kind == "python"))
LINES = list(dict.fromkeys(line for block in BLOCKS if block.kind == "sh" for line in block.content.splitlines()))
COMMANDS = [line for line in LINES if line.startswith("ddcore ")]
REQUESTS = [line for line in LINES if line.startswith("curl ")]


def test_no_block_is_left_out():
    for block in nonempty(BLOCKS):
        assert block.kind in {"python", "sh", "text", "toml", *PARTS_OF_THE_SITE}, (
            f"{block.document}: what runs {block.kind!r}?"
        )
    assert sorted([*COMMANDS, *REQUESTS, *ELSEWHERE]) == sorted(LINES)
    assert all((ROOT / file).is_file() for file in ELSEWHERE.values())
    for before, block in zip([None, *BLOCKS], BLOCKS, strict=False):
        assert block.kind != "text" or (before.document, before.kind) == (block.document, "python")


def test_secrets_name_a_database():
    [block] = [block for block in BLOCKS if block.kind == "toml"]
    url, tables = "postgres://reader:password@host/database", ("predictions", "lake.*")
    assert databases_of(tomllib.loads(dedent(block.content))) == {"warehouse": Database("warehouse", url, tables)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to write to, in which the samples stand where the documents have them."""
    (tmp_path / "ddcore").symlink_to(ROOT / "ddcore")
    monkeypatch.chdir(tmp_path)
    return tmp_path


SAMPLE = "ddcore/samples/two_class_example.csv"
TABLES = {
    "postgres://analyst@db.example/risk": "on_postgresql",
    "spark://cluster.example:15002": "on_spark",
    "duckdb://risk.db": "in_duckdb",
}
"""How addresses of the documents start, each with the fixture that says where that table is here."""


@pytest.fixture(scope="module")
def on_postgresql():
    with postgresql() as server:
        server.run('create table predictions (truth text, "Class1" float8, "Class2" float8, predicted text)')
        copying = "copy predictions from stdin (format csv, header)"
        with server.connect() as connection, connection.cursor() as cursor, cursor.copy(copying) as copy:
            copy.write((ROOT / SAMPLE).read_bytes())
        yield server.address()


@pytest.fixture(scope="module")
def on_spark():
    with spark_connect() as server:
        with server.session() as session:
            shutil.copy(ROOT / SAMPLE, server.folder / "sample.csv")
            rows = session.read.csv(str(server.folder / "sample.csv"), header=True, inferSchema=True)
            rows.write.saveAsTable("predictions")
        yield server.address()


@pytest.fixture(scope="module")
def in_duckdb(tmp_path_factory):
    path = tmp_path_factory.mktemp("duckdb") / "risk.db"
    with duckdb.connect(str(path)) as database:
        database.execute(f"create table predictions as from '{ROOT / SAMPLE}'")
    return f"duckdb://{path}"


def placed(content, request):
    """A block with the addresses of tables as they are here."""
    for start, fixture in TABLES.items():
        if start in content:
            content = content.replace(start, request.getfixturevalue(fixture))
    return content


FULL = ("sklearn", "spark")
"""Documents whose examples take long."""


@pytest.mark.parametrize(
    "document",
    [pytest.param(name, marks=[pytest.mark.full] if any(map(name.count, FULL)) else []) for name in PYTHON],
)
def test_python(document, folder, request):
    names = {}
    printed = ""
    for block in nonempty(block for block in BLOCKS if block.document == document):
        if block.kind == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(block.content if "engines/duckdb" in document else placed(block.content, request), names)
            printed = output.getvalue()
        elif block.kind == "text":
            assert printed == block.content
            printed = ""
    assert printed == ""
    assert all(path.stat().st_size > 5_000 for path in folder.glob("*.*"))


@pytest.mark.full
def test_notebook():
    """What a kernel shows of an answer, and of what is taken out of one."""
    cells = [block.content for block in BLOCKS if block.document == "docs/python.md" and block.kind == "python"]
    place = next(place for place, cell in enumerate(cells) if cell.startswith("ddcore.verdict(data)\n"))
    *_, asked, taken_out = executed(cells[0], *cells[place : place + 2], folder=ROOT)
    assert asked.outputs == []
    assert taken_out.outputs[-1].data["text/plain"].startswith("['")
    [read] = (block.content for block in BLOCKS if (block.document, block.kind) == ("README.md", "python"))
    [shown] = executed(read, folder=ROOT)
    assert "beat chance" in str(shown.outputs)
    assert any("application/vnd.plotly.v1+json" in output.get("data", {}) for output in shown.outputs)


OF_SPARK = [line for line in COMMANDS if "spark://" in line]


@pytest.mark.parametrize("line", some_of(COMMANDS, *(line for line in COMMANDS[1::3] if line not in OF_SPARK)))
def test_command(line, folder, capsys, request):
    _, *arguments = shlex.split(placed(line, request))
    assert main(arguments) == 0
    said, problems = capsys.readouterr()
    assert problems == ""
    assert (json.loads(said)["sentence"] if "--json" in line else said).strip()
    written = [arguments[place + 1] for place, word in enumerate(arguments) if word in ("--out", "--figure")]
    assert sorted(path.name for path in folder.glob("*.*")) == written
    # A notebook is text without its outputs.
    least = {file: 8_000 if file.endswith(".ipynb") else 10_000 for file in written}
    assert all((folder / file).stat().st_size > size for file, size in least.items())


def test_the_command_is_what_python_runs():
    ran = subprocess.run([sys.executable, "-m", "ddcore", "--version"], cwd=ROOT, capture_output=True, text=True)
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", ran.stdout), ran.stderr


@pytest.fixture(scope="module")
def program():
    made = api()
    yield made
    made.state.door.end()


@pytest.mark.parametrize("line", some_of(REQUESTS))
def test_request(line, program):
    _, *words = shlex.split(line)
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
    assert got.status == 200, got.content
    assert got.json["values"]


def test_refusal_that_is_documented(program):
    shown = re.search(r"such as `(\{.*?\})`", (ROOT / "docs/json.md").read_text())[1]
    got = ask(program, "/expectation?M=303&P=139&theta=3")
    assert (got.status, got.json) == (422, json.loads(shown))
