"""Every question from the command line: the same numbers as in Python, and the same choices."""

import inspect
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import types
from pathlib import Path

import pandas as pd
import pytest
from choreographer.errors import ChromeNotFoundError

import ddcore
from ddcore.answers import question_texts
from ddcore.answers.base.answer import Answer, Figure
from ddcore.answers.base.as_json import plain_answer, plain_data
from ddcore.answers.base.question import QUESTIONS
from ddcore.command import INTERRUPTED, UNREAD, output, question
from ddcore.command.program import OTHERS, program
from ddcore.command.source import HELP, OF_FILE
from ddcore.figures.chart import Chart
from ddcore.read.roles import Roles
from ddcore.report.pictures import painter
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

COUNTS = ("--tp", "227", "--fp", "50", "--fn", "31", "--tn", "192")


def as_json(value):
    """A value as it comes back from JSON."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", some_of(QUESTIONS, "verdict", "curves"))
def test_each_question_answers_as_in_python(name, ask, folder):
    said = ask(name, "predictions.csv", "--positive", "yes", "--json")
    data = ddcore.read(folder / "predictions.csv", positive="yes")
    answer = getattr(ddcore, name)(data)
    told = json.loads(said.out)
    choices = told.pop("choices")
    assert (said.code, said.err) == (0, "")
    assert told == as_json(plain_answer(answer) | {"data": plain_data(data)})
    assert list(choices) == [QUESTIONS[name].choices.named(field) for field in QUESTIONS[name].choices.model_fields]


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_choice_is_an_option_by_its_name_in_links_and_by_its_field(name):
    choices = QUESTIONS[name].choices
    options = inspect.signature(question.command(QUESTIONS[name])).parameters
    flags = [flag for option in options.values() for flag in option.annotation.__metadata__[0].name]
    assert len(flags) == len(set(flags)), "two options have one name"
    for field in nonempty(choices.model_fields):
        described = options[f"choice_{field}"].annotation.__metadata__[0]
        assert {f"--{field}", f"--{choices.named(field)}"} == set(described.name)
        assert (choices.model_fields[field].title or "") in described.help


def test_each_role_of_a_file_is_an_option_and_questions_are_known_without_their_modules():
    assert set(OF_FILE) == set(Roles.model_fields) - {"name"}
    assert not set(OF_FILE) & set(HELP)
    assert question_texts() == {name: QUESTIONS[name].text for name in QUESTIONS}


@pytest.mark.parametrize(
    ("arguments", "data"),
    [
        (("--M", "303", "--P", "139"), lambda: ddcore.classes(303, 139)),
        (COUNTS, lambda: ddcore.counts(tp=227, fp=50, fn=31, tn=192)),
        (("--sample", "factory"), lambda: ddcore.sample("factory")),
        (("--sample", "pair_2", "--size", "60", "--seed", "3"), lambda: ddcore.sample("pair_2", size=60, seed=3)),
        (
            ("--sample", "applicants", "--size", "60", "--book", "0.4,2,0.1"),
            lambda: ddcore.sample("applicants", size=60, book="0.4,2,0.1"),
        ),
        (("predictions.csv", "--select", "model_b"), lambda: ddcore.read("predictions.csv", select="model_b")),
        (
            ("predictions.csv", "--removed", "model_a", "--names", "model_b=B", "--threshold", ".3"),
            lambda: ddcore.read("predictions.csv", removed=["model_a"], names={"model_b": "B"}, threshold=0.3),
        ),
        (("predictions.csv", "--score", "model_b"), lambda: ddcore.read("predictions.csv", score=["model_b"])),
    ],
)
def test_data_are_given_in_any_way(arguments, data, ask):
    told = json.loads(ask("verdict", *arguments, "--json").out)
    assert told["data"] == as_json(plain_data(data()))
    assert told["values"] == as_json(plain_answer(ddcore.verdict(data()))["values"])


@pytest.mark.parametrize(
    ("name", "options", "field", "value"),
    [
        ("utility", ("--u", "-1,-335,-35,165"), "u", [-1, -335, -35, 165]),
        ("utility", ("--or", "0.3: 45, -335, -65, 165"), "or", "0.3: 45, -335, -65, 165"),
        ("prevalence", ("--TPR", "0.9"), "TPR", 0.9),
        ("curves", ("--level", "90"), "level", 0.9),
        ("prevalence", ("--tpr", "0.9"), "TPR", 0.9),
        pytest.param("ensemble", ("--joint", "binormal"), "joint", "binormal", marks=pytest.mark.full),
        ("ensemble", ("--models", "model_a", "--models", "model_b"), "models", ["model_a", "model_b"]),
        ("baselines", ("--measure", "F1,MCC"), "measure", ["F1", "MCC"]),
        ("baselines", ("--measure", "F1", "--measure", "mcc"), "measure", ["F1", "MCC"]),
        (
            "baselines",
            ("--measure", "mine = fp / m, lower", "--measure", "F1,MCC"),
            "measure",
            ["mine = fp / m, lower", "F1", "MCC"],
        ),
    ],
)
def test_choices_are_in_force_as_given(name, options, field, value, ask):
    assert json.loads(ask(name, "predictions.csv", *options, "--json").out)["choices"][field] == value


def test_choices_that_nobody_made_are_those_for_the_data(ask):
    choices = json.loads(ask("utility", "--sample", "factory", "--json").out)["choices"]
    assert (choices["u"], choices["unit"]) == ([15, -335, -35, 165], "EUR")
    choices = json.loads(ask("expectation", "--M", "9", "--P", "3", "--json").out)["choices"]
    assert choices.pop("level") == 0.95
    assert choices == {"measure": ["F1", "G2"], "guessing": "number", "theta": 0.5, "guess": "half", "empty": "none"}


@pytest.mark.full
def test_several_files_and_what_is_piped_in(ask, folder):
    content = (folder / "predictions.csv").read_bytes()
    (folder / "again.csv").write_bytes(content)
    told = json.loads(ask("verdict", "predictions.csv", "-", "again.csv", "--json", stdin=content).out)
    assert [part["file"] for part in told] == ["predictions.csv", "-", "again.csv"]
    assert told[0]["values"] == told[1]["values"] == told[2]["values"]
    text = ask("verdict", "predictions.csv", "again.csv").out
    assert re.findall(r"^(?:predictions|again)\.csv$", text, re.MULTILINE) == ["predictions.csv", "again.csv"]
    rows = pd.read_csv(io.StringIO(ask("verdict", "predictions.csv", "again.csv", "--csv", "models").out))
    assert list(rows["File"]) == ["predictions.csv"] * 2 + ["again.csv"] * 2


def test_files_together_are_one_table(ask, folder):
    (folder / "again.csv").write_bytes((folder / "predictions.csv").read_bytes())
    both = json.loads(ask("verdict", "predictions.csv", "again.csv", "--together", "--join", "rows", "--json").out)
    assert "250 of 600" in both["about"]
    same = json.loads(ask("verdict", "predictions.csv", "again.csv", "--together", "--json").out)
    assert "125 of 300" in same["about"]
    assert "join-guessed" in [note["code"] for note in same["notes"]]
    said = ask("verdict", "predictions.csv", "-", "--together")
    assert "together with files" in said.err


def test_long_tables_stand_in_json_when_asked(ask):
    arguments = ("expectation", "--M", "303", "--P", "139", "--json")
    assert "rows" not in json.loads(ask(*arguments, "--rows", "10").out)["tables"]["expectation"]
    table = json.loads(ask(*arguments, "--rows", "1,000").out)["tables"]["expectation"]
    assert len(table["rows"]) == table["size"] > 10


def test_a_table_as_csv_has_all_its_cells(ask):
    said = ask("baselines", "--M", "303", "--P", "139", "--csv", "baselines")
    rows = pd.read_csv(io.StringIO(said.out), keep_default_na=False, na_values=[""])
    table = ddcore.baselines(ddcore.classes(303, 139)).tables["baselines"].rows()
    rows, table = (each.astype(object).where(each.notna(), "") for each in (rows, table))
    pd.testing.assert_frame_equal(rows, table, check_dtype=False)


def test_a_readable_answer_has_its_sentences_notes_names_and_the_table_that_is_asked_for(ask):
    said = ask("verdict", *COUNTS)
    answer = ddcore.verdict(ddcore.counts(tp=227, fp=50, fn=31, tn=192))
    assert said.out.startswith("Yes. The model beats")
    assert re.findall(r"\[([a-z0-9-]+)\]", said.out) == [note.code for note in answer.notes]
    assert "positive              227              50\n" in said.out
    for name in nonempty([*answer.tables, *answer.figures]):
        assert f"{name} (" in said.out
    assert not re.search(r"\x1b| $|\n\n\n|correction|Miettinen", said.out, re.MULTILINE)
    more = ask("verdict", *COUNTS, "--explain", "--table", "verdict").out
    assert "Miettinen" in more
    assert re.search(r"^the model +Accuracy +ACC +0.838 +0.516", more, re.MULTILINE)
    assert "of 22 columns; --csv" in more


def test_what_was_assumed_of_a_file_is_said(ask):
    text = " ".join(ask("verdict", "predictions.csv", "--select", "model_b").out.split())
    for note in nonempty(ddcore.read("predictions.csv", select="model_b").notes):
        assert " ".join(note.split()) in text
    assert "Predictions of model_b against truth" in text


@pytest.mark.parametrize("columns", ["40", "120"])
def test_lines_are_as_wide_as_the_terminal(columns, ask, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    longest = max(map(len, ask("verdict", "predictions.csv").out.splitlines()))
    assert int(columns) - 15 <= longest <= int(columns)


def test_colours_are_for_terminals_that_want_them(ask, monkeypatch):
    for name, value, is_coloured in (
        ("TERM", "xterm-256color", False),
        ("FORCE_COLOR", "1", True),
        ("NO_COLOR", "1", False),
    ):
        monkeypatch.setenv(name, value)
        assert bool(re.search(r"\x1b\[[0-9;]*3[0-9]", ask("verdict", *COUNTS).out)) == is_coloured


def test_a_figure_as_a_page_loads_nothing(ask, folder):
    assert ask("curves", "predictions.csv", "--figure", "roc.html").code == 0
    page = (folder / "roc.html").read_text(encoding="utf-8")
    assert "<title>ROC</title>" in page
    assert "Plotly.newPlot" in page
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", page)


def test_a_figure_as_a_page_has_its_title_and_remark_without_markup():
    figure = Figure(r"Best for Matthews correlation \(MCC\)", "words", lambda theme: Chart(), r"**Of** \*all\*")
    page = output.page(figure, figure.draw()).decode()
    assert "<title>Best for Matthews correlation (MCC)</title>" in page
    assert "<p>Of *all*</p>" in page


@pytest.mark.full
def test_a_figure_as_svg_is_that_of_the_name(ask, folder):
    assert ask("utility", "--sample", "factory", "--figure", "t.svg", "--figure-name", "tornado").code == 0
    picture = (folder / "t.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    assert "now −3.50" in picture


def test_without_a_chromium_or_kaleido_a_picture_says_what_to_install(ask, monkeypatch):
    def none(*given, **named):
        raise ChromeNotFoundError

    painter.close()
    monkeypatch.setattr("ddcore.report.pictures._page_kept", lambda: none)
    said = ask("verdict", *COUNTS, "--figure", "a.png")
    assert re.search("needs a Chromium that starts.*install chromium, or draw a .html", said.err)
    monkeypatch.setitem(sys.modules, "kaleido", None)
    said = ask("verdict", *COUNTS, "--figure", "a.svg")
    assert (said.code, said.out) == (2, "")
    assert "pip install kaleido" in said.err


def examples(help_text):
    """The lines of help that can be copied."""
    return re.findall(r"^  (ddcore .*)$", help_text, re.MULTILINE)


@pytest.mark.full
@pytest.mark.parametrize(
    "name", some_of([None, *QUESTIONS, "gate", "questions", "--install-completion"], None, "gate", "questions")
)
def test_the_examples_of_each_help_run(name, ask):
    lines = nonempty(examples(ask(*filter(None, [name]), "--help").out))
    for line in lines:
        assert len(line) < 79, "a line that a terminal would break"
        said = ask(*shlex.split(line)[1:])
        assert (said.code, said.err) == (0, ""), line


def test_the_dashboard_starts_where_it_is_told(ask, monkeypatch):
    started = []
    monkeypatch.setitem(
        sys.modules, "ddcore.command.dashboard", types.SimpleNamespace(start=lambda **given: started.append(given))
    )
    for line in [*examples(ask("dashboard", "--help").out), "ddcore dashboard --address 127.0.0.1"]:
        assert ask(*shlex.split(line)[1:]).code == 0
    assert started == [{"port": 8600, "address": None}, {"port": None, "address": "127.0.0.1"}]


def test_help_lists_all_commands_defaults_and_limits_and_the_version_is_that_of_the_package(ask):
    text = ask("--help").out
    assert ask().out == text
    assert ask("--version").out == f"{ddcore.__version__}\n"
    assert list(QUESTIONS) == re.findall(r"^(\w+)  ", ask("questions").out, re.MULTILINE)
    for name in nonempty([*QUESTIONS, "gate", *OTHERS]):
        assert re.search(rf"^│ {name} ", text, re.MULTILINE)
    expectation, refer = (
        " ".join(ask(name, "--help").out.replace("│", " ").split()) for name in ("expectation", "refer")
    )
    assert all(told in expectation for told in ("From 0 to 1.", "By default 0.5.", "By default F1,G2."))
    assert "share, cost, hand, wanted" in refer


@pytest.mark.parametrize("name", some_of([*QUESTIONS, "gate", "report"], "groups", "gate"))
def test_help_has_the_options_of_its_own_first_and_those_of_a_file_in_a_help_apart(name, ask):
    text = ask(name, "--help").out
    groups = re.findall(r"^╭─ (.+?) ─", text, re.MULTILINE)
    assert (groups[-2:], len(groups) > 2) == (["Data", "Output"], True)
    options = re.findall(r"^│ (--[\w-]+)", text, re.MULTILINE)
    folded = {f"--{role.replace('_', '-')}" for role in OF_FILE}
    assert not folded & set(options)
    assert f"Show the {len(OF_FILE)} options" in text
    assert ask(name, "predictions.csv", "--help-data").out == (shown := ask(name, "--help-data").out)
    assert folded | {"--size", "--law-share"} <= set(re.findall(r"^│ (--[\w-]+)", shown, re.MULTILINE))


@pytest.mark.full
def test_completion_in_bash_knows_commands_and_choices(ask, folder):
    assert ask("--install-completion", "--shell", "bash", "--output", "c.bash").code == 0
    script = """source ./c.bash
    COMP_WORDS=(ddcore ver); COMP_CWORD=1; _ddcore ddcore ver ddcore; echo "${COMPREPLY[*]}"
    COMP_WORDS=(ddcore expectation --the); COMP_CWORD=2; _ddcore ddcore --the expectation; echo "${COMPREPLY[*]}"
    COMP_WORDS=(ddcore verdict --tru); COMP_CWORD=2; _ddcore ddcore --tru verdict; echo "${COMPREPLY[*]}"
    complete -p ddcore"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    verdict, theta, truth, complete = done.stdout.splitlines()
    assert (verdict.strip(), theta.strip(), truth.strip(), done.stderr) == ("verdict", "--theta", "--truth", "")
    assert "_ddcore" in complete


@pytest.mark.full
@pytest.mark.parametrize(("shell", "begins"), [("zsh", "#compdef ddcore"), ("fish", "# Fish completion for ddcore")])
def test_completion_is_written_for_other_shells(shell, begins):
    script = program().generate_completion(shell=shell)
    assert script.startswith(begins)
    assert "thresholds" in script
    assert "theta" in script


def test_progress_is_told_to_a_terminal_only(ask, monkeypatch):
    assert ask("verdict", "predictions.csv").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", sys.stderr)
    told = ask("verdict", "predictions.csv").err
    assert re.search(r"\r\x1b\[K +\d+% Finding the truth", told)
    assert re.search(r"Counting the cases\r\x1b\[K\x1b\[1m", told)


def test_ctrl_c_leaves_quietly(ask, monkeypatch):
    def interrupted(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr("ddcore.answers.base.question.Question.ask", interrupted)
    assert ask("verdict", *COUNTS) == (INTERRUPTED, "", "")


ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}


def command(*arguments, encoding="utf-8", **more):
    """The command in a process of its own."""
    started = [sys.executable, "-m", "ddcore", *arguments]
    environment = ENVIRONMENT | {"PYTHONIOENCODING": encoding}
    return subprocess.Popen(started, env=environment, stderr=subprocess.PIPE, **more)


def test_a_reader_that_leaves_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    left = command("questions", stdout=writing)
    os.close(writing)
    _, err = left.communicate()
    assert (left.returncode, err) == (UNREAD, b"")


def test_an_answer_that_cannot_be_written_is_said():
    with open("/dev/full", "wb") as full:
        _, err = command("questions", stdout=full).communicate()
    assert err == b"ddcore: the answer cannot be written (No space left on device)\n"
    with pytest.raises(ddcore.InputError, match="this answer has no figure"):
        output.write_figure(Answer("?", "", ""), "a.html", None)


@pytest.mark.full
@pytest.mark.parametrize("closed", some_of(["<&-", ">&-"], "<&-"))
def test_streams_that_are_closed_are_no_defect(closed):
    asked = f"'{sys.executable}' -m ddcore verdict - < /dev/null {closed}"
    done = subprocess.run(["bash", "-c", asked], env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 2
    assert re.fullmatch("ddcore: (nothing is piped in|what is piped in is empty.*)\n", done.stderr)


@pytest.mark.parametrize("more", [(), ("--json",), ("--csv", "baselines")])
def test_an_answer_without_stdout_goes_nowhere(more, ask, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert ask("baselines", "--M", "9", "--P", "3", *more) == (0, "", "")


@pytest.mark.full
def test_a_process_reads_a_pipe_and_ends_with_ctrl_c(folder):
    asked = command("verdict", "-", "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, err = asked.communicate((folder / "predictions.csv").read_bytes())
    assert (asked.returncode, err) == (0, b"")
    assert json.loads(out)["values"]["models"].keys() == {"model_a", "model_b"}
    waiting = command("verdict", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    # It reads once its modules are there: more than a pipe holds is taken only then.
    waiting.stdin.write(b"x" * 200_000)
    waiting.stdin.flush()
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate()
    assert (waiting.returncode, out, err) == (INTERRUPTED, b"", b"")


@pytest.mark.full
def test_text_that_a_terminal_cannot_show_stops_nothing(folder):
    asked = command("verdict", *COUNTS, stdout=subprocess.PIPE, encoding="ascii")
    out, err = asked.communicate()
    assert (asked.returncode, err) == (0, b"")
    assert "3.9 ? 10" in " ".join(out.decode("ascii").split())
