"""The lines of Python and the command that stand beside an answer give the same answer again."""

import json
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.answers.base.as_json import plain
from ddcore.answers.base.question import QUESTIONS
from ddcore.command import main
from ddcore.data import Data
from ddcore.records.origin import Origin
from ddcore.report import recipe
from ddcore.report.compose import compose
from ddcore.report.order import Order, Wanted, sections_of
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

HOSTILE = ["it's", 'a"b', "-minus", "two\nlines", "a,b", "=cmd|x", "\u202eturned", "\x1b[31m", "$HOME `id`", "ü\\n"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of predictions.csv, with two models, and of models.csv, whose models have hostile names."""
    rng = np.random.default_rng(5)
    truth = rng.random(120) < 0.4
    frame = pd.DataFrame({"truth": np.where(truth, "yes", "no")})
    for name, shift in (("model_a", 1), ("model_b", 1.1)):
        frame[name] = np.round(1 / (1 + np.exp(-rng.normal(truth * shift))), 2)
    frame.to_csv(tmp_path / "predictions.csv", index=False)
    weights = {"weight": np.round(rng.random(120) + 0.5, 2), "sum": np.round(rng.random(120) * 90, 1)}
    frame.assign(**weights).to_csv(tmp_path / "-odd 'name'.csv", index=False)
    named = {name: np.round(rng.normal(truth), 2) for name in HOSTILE}
    pd.DataFrame({"truth": truth.astype(int), **named}).to_csv(tmp_path / "models.csv", index=False)
    monkeypatch.chdir(tmp_path)


def moved(data: Data, **thresholds: float) -> Data:
    """Data whose models were cut elsewhere after they were read, as a page does it."""
    cut = {name: model.cut(thresholds.get(name)) for name, model in data.models.items()}
    return replace(data, models=cut)


WEIGHTED = {"weight": "weight", "amount": "sum", "positive": "yes"}
DATA: dict[str, Callable[[], Data]] = {
    "sample": lambda: moved(ddcore.sample("two_class_example"), **{"the model": 0.3}),
    "sample of several": lambda: moved(ddcore.sample("lending_club", select="trees"), trees=0.1, logistic=0.125),
    "drawn sample": lambda: ddcore.sample("pair_2", size=60, seed=3),
    "story": lambda: ddcore.sample("factory", select="B"),
    "file": lambda: ddcore.read("predictions.csv", positive="no", turned=["model_b"], threshold=0.25),
    "moved after a threshold for all": lambda: moved(ddcore.read("predictions.csv", threshold=0.25), model_a=0.75),
    "file with thresholds": lambda: ddcore.read(
        "predictions.csv", threshold={"model_a": 0.375}, names={"model_b": "-B"}
    ),
    "weighted": lambda: ddcore.read("./-odd 'name'.csv", **WEIGHTED, select="model_b"),
    "counts": lambda: ddcore.counts(tp=22, fp=5, fn=3, tn=19, positive="-ill"),
    "classes": lambda: ddcore.classes(303, 139),
}
ASKED = {
    "verdict": "verdict?measure=F1&measure=mine+%3D+max(tp,+fp),+lower",
    "expectation": "expectation?theta=0.30000000000000004&measure=MCC",
    "rescaled": "rescaled?prevalence=0.4&guess=0.2",
    "prevalence": "prevalence?prevalence=0.1&TPR=0.7",
    "curves": "curves?curve=precision_recall&measure=mine+%3D+-tp",
    "thresholds": "thresholds?u=-1,-335,-35,165&measure=MCC&where=TPR:0.8",
    "utility": "utility?u=-1,-335,-35,165&unit=&or=0.3: 45, -335, -65, 165%0A0.2: -1, -2, -3, 4&unsure=0.2",
    "costs": "costs?u=0,-1,-5,0&unit=-%24&volume=1000&written=costs",
    "refer": "refer?share=0.3&measure=BACC",
}


def again_in_python(data: Data, section: Wanted, **known: Any) -> Any:
    """The values that the lines of Python give."""
    names: dict[str, Any] = {**known}
    lines = recipe.python(data, [section])
    assert lines.isprintable() or lines.replace("\n", "").isprintable()
    exec(lines, names)
    return plain(names[section.question].values)


def words_of(line: str) -> list[str]:
    """The arguments that a shell makes of a line."""
    assert line.isprintable()
    shown = subprocess.run(["bash", "-c", f'printf "%s\\0" {line}'], capture_output=True, check=True).stdout
    return shown.decode().split("\0")[1:-1]


def again_as_a_command(line: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """The values that the command gives."""
    assert main([*words_of(line), "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)["values"]


@pytest.mark.parametrize("of", some_of(DATA, "file"))
def test_an_answer_is_had_again(of: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = DATA[of]()
    answered = [name for name in ASKED if QUESTIONS[name].needs(data) is None]
    few = of not in ("file with thresholds", "counts", "classes")
    for name in nonempty(("verdict", "utility") if few else answered):
        section = Wanted.of(ASKED[name])
        values = json.loads(json.dumps(plain(section.asked.ask(data, section.made).values)))
        assert json.loads(json.dumps(again_in_python(data, section))) == values, recipe.python(data, [section])
        line = recipe.command(data, section)
        assert again_as_a_command(line, capsys) == values, line


def test_all_of_this_is_asked_of_some_data_of_every_origin() -> None:
    data = [make() for make in DATA.values()]
    assert {(each.origin or Origin("", {})).function for each in data} == {"sample", "read", "counts", "classes"}
    for text in nonempty(ASKED.values()):
        section = Wanted.of(text)
        assert section.made.model_fields_set
        assert any(section.asked.needs(each) is None for each in data)


@pytest.mark.parametrize("name", some_of(HOSTILE, HOSTILE[0]))
def test_hostile_names_break_no_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    read = ddcore.read("models.csv", positive=1, score=HOSTILE, select=name)
    data = moved(read, **{name: 0.75})
    section = Wanted(question="verdict", choices={"measure": "MCC"})
    values = plain(ddcore.verdict(data, measure="MCC").values)
    assert again_in_python(data, section) == values
    assert again_as_a_command(recipe.command(data, section), capsys) == json.loads(json.dumps(values))


def test_arrays_and_frames_are_named_and_the_rest_is_told() -> None:
    truth, score = [1, 0, 1, 0, 0], {"a": [0.9, 0.2, 0.4, 0.1, 0.6], "b": [0.3, 0.2, 0.9, 0.1, 0.5]}
    data = ddcore.predictions(truth, score, threshold={"b": 0.4}, select="b")
    section = Wanted(question="verdict")
    assert again_in_python(data, section, truth=truth, score=score) == plain(ddcore.verdict(data).values)
    frame = pd.DataFrame({"truth": truth, **score})
    read = ddcore.read(frame, truth="truth", select="a")
    assert again_in_python(read, section, table=frame) == plain(ddcore.verdict(read).values)
    assert recipe.command(read, section).startswith("ddcore verdict predictions.csv --truth truth ")


def test_what_has_no_name_is_called_predictions() -> None:
    data = ddcore.read(Path("predictions.csv").read_bytes(), name="what is piped in")
    assert recipe.python(data, []).endswith("data = ddcore.read('predictions.csv', select='model_b')")
    for one in (data, replace(data, origin=None, source="")):
        assert recipe.source_words(one)[0] == "predictions.csv"


def test_a_table_without_an_address_is_no_file() -> None:
    read = ddcore.counts(tp=2, fp=1, fn=0, tn=3, positive="ill")
    table = replace(read, origin=Origin("read_table", {"source": "the table", "positive": "ill"}))
    assert recipe.source_words(table) == [recipe.ADDRESS, "--positive", "ill"]


def test_a_byte_of_a_file_name_that_is_no_text_is_that_byte() -> None:
    line = recipe.joined(["a\udce4.csv"])
    shown = subprocess.run(["bash", "-c", f"printf %s {line}"], capture_output=True, check=True).stdout
    assert (line, shown) == ("$'a\\xe4.csv'", b"a\xe4.csv")


def test_the_command_of_a_report_asks_the_same_of_the_same_data() -> None:
    data = DATA["file with thresholds"]()
    sections = sections_of(";".join(ASKED.values()))
    line = recipe.report_command(data, sections)
    assert main(["report", *words_of(line)[1:-4], *words_of(line)[-2:], "--out", "none/a.html"]) == 2
    asked = words_of(line)[-1].removeprefix("--ask=")
    assert [each.made for each in sections_of(asked)] == [each.made for each in sections]
    assert shlex.split(line)[0] == "ddcore"


def test_a_report_has_both() -> None:
    document = compose(ddcore.classes(303, 139), Order.of(ask="baselines?note=Mind this;expectation?theta=0.3"))
    assert document.python.endswith("expectation = ddcore.expectation(data, theta=0.3)")
    assert document.command == "ddcore report --M 303 --P 139 --out report.html --ask 'baselines;expectation?theta=0.3'"
