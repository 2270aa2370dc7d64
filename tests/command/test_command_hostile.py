"""What a command is given by mistake or in bad faith: a sentence and the exit code 2, and nothing else."""

import gzip
import json
import re
import zipfile

import pytest

from tests.helpers.tiers import some_of

COUNTS = ("--tp", "227", "--fp", "50", "--fn", "31", "--tn", "192")
FILE = "predictions.csv"


@pytest.fixture(autouse=True)
def files(folder):
    """Files that are none, or not what they seem."""
    (folder / "folder").mkdir()
    (folder / "empty.csv").touch()
    (folder / "binary.csv").write_bytes(bytes(range(256)) * 40)
    (folder / "bomb.csv.gz").write_bytes(gzip.compress(gzip.compress(gzip.compress(gzip.compress(b"0" * 10**6)))))
    (folder / "missing.csv").write_text("truth,score\nyes,0.9\nno,nan\nyes,\nno,0.1\n")
    (folder / "three.csv").write_text("truth,score\na,0.9\nb,0.4\nc,0.3\n")
    with zipfile.ZipFile(folder / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", "0" * 5 * 10**6)


REFUSED = [
    ((), "give files, --sample NAME, --M and --P, or --tp --fp --fn --tn; got none"),
    (("y" * 300,), "cannot be opened (File name too long)"),
    (("nowhere.csv",), "nowhere.csv cannot be opened (No such file or directory)"),
    (("folder",), "folder has no files that end with"),
    (("x" * 10**6,), "xxxxxxxxxx"),
    (("empty.csv",), "empty.csv is empty; choose a file with a header and rows"),
    (("binary.csv",), "binary.csv is not a table: it has bytes that do not occur in text"),
    (("bomb.csv.gz",), "is compressed more than 3 times over; unpack it"),
    (("bomb.xlsx",), "bomb.xlsx cannot be read"),
    (("missing.csv",), "missing.csv: 2 of 4 rows have no truth or no prediction, the first is row 3"),
    (("three.csv",), "has 3 values"),
    (("-",), "what is piped in is empty; choose a file with a header and rows"),
    (("-", "-"), "what is piped in can be read once only"),
    (("--", "--json"), "--json cannot be opened (No such file or directory)"),
    ((FILE, "--no-such-option"), "Unknown option: --no-such-option"),
    ((FILE, "--measure"), "parameter --measure requires an argument"),
    ((FILE, "--positive", "x" * 10**6), "positive must be a value of “truth”"),
    ((FILE, "--threshold", "high"), "threshold must be a finite number, got “high”"),
    ((FILE, "--truth", "nowhere"), "truth must be a column, got “nowhere”"),
    ((FILE, "--select", "model_z"), "select must be one of"),
    ((FILE, "--missing", "guess"), "missing must be “ask”, “leave out” or “keep”"),
    ((FILE, "--names", "model_a"), "names must be written as OLD=NEW"),
    ((FILE, "--measure", "bogus"), "measure must be one of the known names"),
    ((FILE, "--measure", "mine=__import__('os')"), 'the formula has the unknown name "__import__" at character 6'),
    ((FILE, "--measure", "mine=" + "(" * 10**5), "a formula must have at most 300 characters, got 100,005"),
    ((FILE, "--measure", ","), "measure must name at least one measure, got none"),
    ((FILE, "--prevalence", "3"), 'prevalence must be between 0.0001 and 0.9999, got "3"'),
    ((FILE, "--M", "303", "--P", "139"), "got more than one way"),
    (("--M", "303"), "--M, --P go together; --P is not given"),
    (("--M", "x", "--P", "1"), 'M must be a whole number such as 303, got "x"'),
    (("--M", "303", "--P", "304"), "must be between 0 and M = 303, got 304"),
    (("--M", "1e99", "--P", "1"), "M must be between 1 and 1,000,000,000"),
    (("--tp", "1", "--fp", "1"), "--tp, --fp, --fn, --tn go together; --fn is not given"),
    ((*COUNTS, "--truth", "y"), "--truth goes with a file, not with numbers"),
    ((*COUNTS, "--seed", "1"), "--seed goes with --sample"),
    (("--sample", "nowhere"), "there is no sample “nowhere”; choose one of two_class_example"),
    (("--sample", "../../etc/passwd"), "there is no sample"),
    ((*COUNTS, "--csv", "nowhere"), "there is no table “nowhere”; choose one of"),
    ((*COUNTS, "--json", "--csv", "verdict"), "--json and --csv do not go together"),
    ((*COUNTS, "--rows", "3"), "--rows goes with --json"),
    ((*COUNTS, "--figure", "a.exe"), "figure must end in .svg, .png or .html, got “a.exe”"),
    ((*COUNTS, "--figure", "nowhere/a.html"), "figure must be in a folder that exists"),
    ((*COUNTS, "--figure", "a.html", "--figure-name", "nowhere"), "there is no figure “nowhere”"),
    ((*COUNTS, "--figure-name", "verdict"), "--figure-name goes with --figure"),
    ((FILE, FILE, "--figure", "a.html"), "--figure draws the answer for one file"),
]


@pytest.mark.parametrize(("arguments", "sentence"), some_of(REFUSED, *REFUSED[::3]))
def test_what_cannot_be_read_or_asked_is_said_in_one_sentence(arguments, sentence, ask):
    said = ask("verdict", *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("ddcore: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert len(said.err) < 2000


def test_a_file_that_cannot_be_read_or_a_figure_that_cannot_be_written_stops_all(ask, folder):
    (folder / "a.html").mkdir()
    for words, sentence in (
        (("verdict", FILE, "empty.csv", "--json"), "empty.csv is empty"),
        (("verdict", *COUNTS, "--figure", "a.html"), "a.html cannot be written"),
        (("verdct",), 'Did you mean "verdict"?'),
        (("--install-completion", "--shell", "tcsh"), ""),
    ):
        said = ask(*words)
        assert (said.code, said.out) == (2, "")
        assert sentence in said.err


NAMES = ("\x1b[31mred\x1b[0m", "[red]bold[/red]", "a\nb", "\x9b2J", "\u202egpj", "**x** `y` <z> $t$", "\x07\x08\r")
"""Names of models that would colour, clear or turn a terminal, or be taken for Markdown."""


@pytest.fixture
def named(folder):
    """A file with models of such names."""
    rows = ["yes", "no"] * 20
    cells = [[f"0.{(7 * row + 3 * place) % 9 + (row % 2 == 0)}" for place in range(len(NAMES))] for row in range(40)]
    heads = ['"' + name.replace('"', '""') + '"' for name in NAMES]
    lines = [",".join(["truth", *heads]), *(",".join([truth, *row]) for truth, row in zip(rows, cells, strict=True))]
    (folder / "named.csv").write_bytes("\n".join(lines).encode())
    return "named.csv"


FORBIDDEN = r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"


@pytest.mark.parametrize(
    "more",
    some_of(
        ["", "--table=verdict", "--json", "--select=nowhere", "--explain"], "--json", "--select=nowhere", "--explain"
    ),
)
def test_names_in_a_file_neither_move_nor_colour_the_terminal(more, named, ask):
    said = ask("verdict", named, *more.split())
    assert not re.search(FORBIDDEN, said.out + said.err)


def test_names_in_a_file_are_shown_letter_by_letter(named, ask):
    text = ask("verdict", named, "--table", "verdict").out
    for shown in ("␛[31mred␛[0m", "[red]bold[/red]", "**x** `y` <z> $t$", "�2J"):
        assert shown in text
    told = json.loads(ask("verdict", named, "--json").out)["data"]["models"]
    assert {"[red]bold[/red]", "\x1b[31mred\x1b[0m", "\u202egpj"} <= set(told)


def test_a_table_for_machines_has_the_names_as_they_are_but_in_a_terminal(named, ask, monkeypatch):
    assert NAMES[0] in ask("verdict", named, "--csv", "models").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert not re.search(FORBIDDEN, ask("verdict", named, "--csv", "models").out)


def test_names_in_a_gate_do_neither(named, ask, folder):
    said = ask("gate", named, "--beats", "F1", "--all-models", "--junit", "gate.xml")
    assert said.code in (0, 1)
    assert len([line for line in said.out.splitlines() if not line.startswith("guess ")]) == len(NAMES)
    assert not re.search(FORBIDDEN, said.out + (folder / "gate.xml").read_text(encoding="utf-8"))


def test_the_name_of_a_file_does_neither_and_need_not_be_text(ask, folder):
    (folder / "\x1b[31m\n.csv").touch()
    said = ask("verdict", "\x1b[31m\n.csv")
    assert said == (2, "", "ddcore: ␛[31m .csv is empty; choose a file with a header and rows\n")
    assert not re.search(FORBIDDEN, ask("verdict", "--\x1b[31m").err + ask("\x1b[31m").err)
    name = b"\xff.csv".decode("utf-8", "surrogateescape")
    (folder / name).write_bytes((folder / FILE).read_bytes())
    for more in ((), ("--json",), ("--csv", "models")):
        said = ask("verdict", FILE, name, *more)
        assert (said.code, said.err) == (0, "")
