"""The gate: each condition, its exit code, and a pipeline that stops."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.chance.verdict import STATES
from ddcore.command import gate as junit
from ddcore.command.conditions import Condition, Outcome, conditions, outcomes
from ddcore.errors import InputError
from tests.helpers.loops import nonempty

COUNTS = ("--tp", "227", "--fp", "50", "--fn", "31", "--tn", "192")
"""Accuracy 0.838 (0.803 to 0.868), F1 0.849 against a baseline of 0.681."""

FEW = ("--tp", "6", "--fp", "4", "--fn", "4", "--tn", "6")
"""Better than chance, but luck may do as much."""


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("--beats", "F1,MCC"), 0),
        (("--beats", "F1", "--beats", "MCC", "--interval"), 0),
        (("--at-least", "ACC=0.838"), 0),
        (("--at-least", "ACC=0.839"), 1),
        (("--at-least", "ACC=0.83", "--interval"), 1),
        (("--at-least", "ACC=.8", "--interval"), 0),
        (("--at-least", "ACC=.8", "--interval", "--level", "99"), 1),
        (("--at-most", "FPR=0.21"), 0),
        (("--at-most", "FPR=0.2"), 1),
        (("--at-most", "FPR=0.21", "--interval"), 1),
        (("--at-most", "FPR=0.28", "--interval"), 0),
        (("--at-least", "accuracy=0.8,F1=8e-1"), 0),
        (("--at-least", "mine=tp/max(p, 1)=0.8"), 0),
        (("--beats", "TPR"), 1),
        (("--beats", "F1", "--at-most", "ACC=0.5"), 1),
    ],
)
def test_the_exit_code_says_whether_all_conditions_hold(asked, code, ask):
    said = ask("gate", *COUNTS, *asked)
    assert (said.code, said.err) == (code, "")
    failed = [line for line in said.out.splitlines() if line.startswith("FAILED")]
    assert bool(failed) == bool(code)


def test_a_line_says_what_was_asked_and_found(ask):
    assert ask("gate", *COUNTS, "--beats", "F1,TPR", "--at-least", "ACC=0.83", "--interval").out.splitlines() == [
        "ok      F1 beats chance: 0.849 (0.817 to 0.876), chance 0.681",
        "FAILED  TPR beats chance: 0.880 (0.834 to 0.914), chance 1; cannot be beaten",
        "FAILED  ACC at least 0.83: 0.838 (0.803 to 0.868); the lower end of the 95 % interval is below that",
    ]


def test_a_score_at_the_bound_keeps_it(ask):
    assert ask("gate", *COUNTS, "--at-least", "ACC=0.838", "--at-most", "ACC=0.838").code == 0
    line = ask("gate", *COUNTS, "--at-least", "ACC=0.8380000001").out
    assert line == "FAILED  ACC at least 0.8380000001: 0.838 (0.803 to 0.868); below that\n"


@pytest.mark.parametrize("flags", [(), ("--interval",)])
def test_luck_may_do_as_much(ask, flags):
    said = ask("gate", *FEW, "--beats", "MCC", *flags)
    assert said.code == 1
    assert said.out.rstrip().endswith(STATES["unclear"])


def test_the_luckiest_of_several_models_does_not_beat_chance(ask, folder):
    """One model's MCC has p 0.019, which is clear of luck by itself, and not as the best of five."""
    truth = np.repeat([1, 0], 20)
    alone = np.r_[np.arange(20) < 14, np.arange(20) < 6]
    frame = pd.DataFrame({"truth": truth, "a": alone + 0.0, **dict.fromkeys("bcde", truth * 0.0)})
    frame.to_csv(folder / "five.csv", index=False)
    frame[["truth", "a"]].to_csv(folder / "one.csv", index=False)
    asked = ("--beats", "MCC", "--beats", "AUC", "--truth", "truth", "--threshold", "0.5", "--positive", "1")
    assert ask("gate", "one.csv", *asked, "--score", "a").code == 0
    five = ask("gate", "five.csv", *asked, "--select", "a", *(part for name in "abcde" for part in ("--score", name)))
    assert (five.code, five.out.count("the best of several models")) == (1, 2)


@pytest.mark.parametrize("name", ["ACC", "F1", "MCC", "TPR", "err", "kappa"])
@pytest.mark.parametrize(
    "cells", [(227, 50, 31, 192), (6, 4, 4, 6), (5, 5, 5, 5), (0, 3, 4, 5), (0, 0, 4, 5), (9, 60, 1, 930)]
)
def test_beating_chance_is_the_state_of_the_verdict(name, cells):
    data = ddcore.counts(*cells)
    key = ddcore.measure(name).key
    state = ddcore.verdict(data, measure=[key]).values["models"]["the model"]["measures"][key]["state"]
    for interval in (False, True):
        [found] = outcomes(data, conditions([name], [], []), ["the model"], interval)
        assert found.holds == (state == "beats")
        assert found.holds or found.reason == STATES[state]


def test_a_measure_without_a_value_fails(ask):
    said = ask("gate", "--tp", "0", "--fp", "0", "--fn", "4", "--tn", "5", "--at-least", "PPV=0", "--beats", "PPV")
    assert (said.code, said.out.count(STATES["undefined"])) == (1, 2)


def test_the_area_is_asked_of_the_scores(ask):
    said = ask("gate", "predictions.csv", "--beats", "AUC", "--at-least", "auc=0.7", "--interval")
    assert said.code == 0
    assert "AUC beats chance" in said.out
    lacking = ask("gate", *COUNTS, "--at-least", "AUC=0.7", "--beats", "AUC")
    assert (lacking.code, lacking.out.count("has no scores")) == (1, 2)
    assert ask("gate", "predictions.csv", "--at-least", "AUC=0.9999").code == 1


def test_weighted_cases_are_asked_likewise(ask, folder):
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 200)
    score = np.clip(truth * 0.3 + rng.random(200) * 0.7, 0, 1)
    frame = pd.DataFrame({"truth": truth, "score": score, "w": rng.random(200) + 0.1})
    frame.to_csv(folder / "weighted.csv", index=False)
    asked = ("gate", "weighted.csv", "--weight", "w")
    assert ask(*asked, "--beats", "F1,MCC", "--at-least", "ACC=0.6", "--interval").code == 0
    said = ask(*asked, "--at-most", "TP=1000")
    assert (said.code, "weighted cases" in said.out) == (1, True)


def test_several_models_are_asked_by_name_or_all(ask):
    asked = ("gate", "predictions.csv", "--at-least", "ACC=0.93")
    assert ask(*asked).out.startswith("ok      model_a · ACC")
    assert ask(*asked, "--select", "model_b").out.startswith("FAILED  model_b · ACC")
    said = ask(*asked, "--all-models")
    assert said.code == 1
    assert re.findall(r"^(ok|FAILED) +(\w+)", said.out, re.MULTILINE) == [("ok", "model_a"), ("FAILED", "model_b")]


def test_several_files_have_to_hold(ask, folder):
    (folder / "again.csv").write_bytes((folder / "predictions.csv").read_bytes())
    said = ask("gate", "predictions.csv", "again.csv", "--beats", "F1")
    assert re.findall(r"^ok +(\S+) ·", said.out, re.MULTILINE) == ["predictions.csv", "again.csv"]


def test_json_has_the_conditions(ask):
    said = ask("gate", *COUNTS, "--at-least", "ACC=0.9", "--beats", "F1", "--json")
    told = json.loads(said.out)
    assert (said.code, told["passed"], told["data"]["total"]) == (1, False, 500)
    beats, at_least = told["conditions"]
    assert beats["passed"]
    assert at_least == {
        "model": "the model",
        "measure": "ACC",
        "condition": "at least",
        "needed": 0.9,
        "value": 0.838,
        "low": pytest.approx(0.803, abs=1e-3),
        "high": pytest.approx(0.867, abs=1e-3),
        "passed": False,
        "reason": "below that",
    }


def test_junit_has_a_case_for_each_condition(ask, folder):
    assert ask("gate", *COUNTS, "--at-least", "ACC=0.9", "--beats", "F1", "--junit", "gate.xml").code == 1
    root = ET.parse(folder / "gate.xml").getroot()
    [suite] = root
    assert (root.get("tests"), root.get("failures"), suite.get("failures")) == ("2", "1", "1")
    assert [(case.get("name"), len(case)) for case in suite] == [("F1 beats chance", 0), ("ACC at least 0.9", 1)]
    assert "below that" in suite[1][0].get("message")


def test_names_break_no_xml():
    outcome = Outcome("<a>&\x1b\ufffe\udc80", Condition("F1", "beats chance"), 0.1, 0.1, 0.1, 0.2, "does not")
    [suite] = ET.fromstring(junit.junit_document([('"file"\x00', [outcome], [])]))
    assert (suite.get("name"), suite[0].get("classname")) == ('"file"␀', "<a>&␛��")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (COUNTS, "a gate must have a condition"),
        ((*COUNTS, "--beats", ""), "a gate must have a condition"),
        ((*COUNTS, "--beats", "bogus"), "measure must be one of the known names"),
        ((*COUNTS, "--beats", "PP"), "describes a classifier and does not judge it"),
        ((*COUNTS, "--at-least", "ACC"), "at least must be written as MEASURE=VALUE, such as ACC=0.8, got"),
        ((*COUNTS, "--at-least", "ACC=high"), "at least must be written as MEASURE=VALUE"),
        ((*COUNTS, "--at-most", "ACC=nan"), "at most must be written as MEASURE=VALUE"),
        ((*COUNTS, "--at-most", "=0.3"), "at most must be written as MEASURE=VALUE"),
        ((*COUNTS, "--beats", "F1", "--all-models", "--select", "a"), "do not go together"),
        ((*COUNTS, "--beats", "F1", "--junit", "none/gate.xml"), "cannot be written"),
        (("--M", "303", "--P", "139", "--beats", "F1"), "needs a model"),
    ],
)
def test_what_cannot_be_asked_is_said(asked, sentence, ask):
    said = ask("gate", *asked)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err


def test_a_condition_stands_once():
    found = conditions(["F1,f1"], ["ACC=0.8"], [])
    assert found == [Condition("F1", "beats chance"), Condition("ACC", "at least", 0.8)]
    with pytest.raises(InputError, match="must have a condition"):
        conditions([], [], [])


PIPELINE = """set -e
score() { cp predictions.csv scored.csv; }
score
ddcore gate scored.csv --positive yes --beats F1,MCC --at-least ACC="$1" --interval --junit gate.xml && echo deployed
"""


@pytest.mark.full
@pytest.mark.parametrize(("accuracy", "code", "ends"), [("0.8", 0, "deployed"), ("0.99", 1, "below that")])
def test_a_pipeline_goes_on_or_stops(accuracy, code, ends, folder):
    programs = folder / "bin"
    programs.mkdir()
    (programs / "ddcore").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ddcore "$@"\n')
    (programs / "ddcore").chmod(0o755)
    said = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        ["bash", "-c", PIPELINE, "pipeline", accuracy], env=os.environ | said, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.rstrip().endswith(ends)
    cases = nonempty(ET.parse(folder / "gate.xml").iter("testcase"))
    assert len(cases) == 3
