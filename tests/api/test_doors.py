"""One question, one answer, whichever door it is asked at: page, package, command and JSON, over the register."""

import json
from urllib.parse import urlencode

import pytest
from streamlit.components.v2 import manifest_scanner

import ddcore
from ddcore.answers.base.as_json import plain, plain_answer
from ddcore.answers.base.question import QUESTIONS, Question
from ddcore.command import main
from tests.helpers.asking import ask
from tests.helpers.tiers import some_of
from tests.helpers.visiting import visit

CHOICES = {
    "verdict": {"measure": "MCC"},
    "baselines": {"measure": "mine = tp / (tp + 2 * fp)"},
    "expectation": {"theta": "0.3"},
    "rescaled": {"prevalence": "0.4", "guess": "0.2"},
    "learned": {"draw": "share"},
    "reach": {"wanted": "0.8", "step": "0.02"},
    "prevalence": {"prevalence": "0.1", "TPR": "0.7"},
    "groups": {"measure": "ACC", "correction": "holm"},
    "folds": {"measure": "MCC", "resamples": "500"},
    "plan": {"power": "0.8", "prevalence": "0.1"},
    "curves": {"curve": "precision_recall"},
    "compare": {"judge": "AUC", "equivalence": "0.01"},
    "likelihood": {"method": "logistic", "folds": "4"},
    "thresholds": {"measure": "MCC", "where": "TPR:0.8"},
    "ensemble": {"joint": "logistic", "deal": "2"},
    "change": {"measure": "MCC", "threshold_now": "0.4"},
    "utility": {"u": "15,-335,-35,165", "unit": "EUR", "unsure": "0.2"},
    "ranking": {"law": "gaussian", "pairs": "10000"},
    "costs": {"u": "0,-1,-5,0", "curve": "expected", "limit": "60"},
    "refer": {"share": "0.3", "measure": "BACC"},
    "cases": {"u": "0,-1,-5,0", "person": "none"},
    "actions": {"answers": "1: 1, 0;2: 0, 1;both: 0.7"},
    "lending": {"funds": "0.05", "lgd": "0.6", "margin": "0.04"},
    "measures": {"measure": "MCC", "words": "kappa"},
    "papers": {"document": "004", "status": "differs"},
    "errata": {"document": "004"},
    "propositions": {"setting_asking": "0.8", "drawn": "Proposition 15"},
}
"""For each question what is not chosen by itself, as a link has it."""


@pytest.fixture
def on_the_page(monkeypatch):
    """The answers that pages were given, by the name of the question; no component is looked for among packages."""
    answers, ask = {}, Question.ask

    def recorded(question, data, choices=None):
        answers[question.name] = ask(question, data, choices)
        return answers[question.name]

    monkeypatch.setattr(Question, "ask", recorded)
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", list)
    return answers


def rounded(value):
    """A value of JSON, its numbers with ten digits: a worker sums on one thread, which may change the last one."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


@pytest.mark.parametrize("name", some_of(QUESTIONS, "utility"))
def test_every_door_has_the_same_numbers(name, program, capsys, on_the_page):
    """What nobody chooses is told by the tests of each door: its values are those of the package."""
    sample = {"lending": "applicants", "groups": "thousand_classes", "change": "then_and_now"}.get(name, "pair_2")
    size, choices = 5000 if name == "groups" else 200, CHOICES[name]
    link = urlencode({"sample": sample, "size": size, **choices})

    visit(name, link)
    page = on_the_page[name]

    package = getattr(ddcore, name)(ddcore.sample(sample, size=size), **choices)

    options = [f"--{key}={value}" for key, value in choices.items()]
    assert main([name, "--sample", sample, "--size", str(size), "--json", *options]) == 0
    command = json.loads(capsys.readouterr().out)

    served = ask(program, f"/{name}?{link}").json

    told = json.loads(json.dumps(plain_answer(package)))
    assert told["values"], name
    assert json.loads(json.dumps(plain(page.values))) == told["values"]
    for part in ("question", "sentence", "reason", "about", "notes", "values", "method"):
        assert told[part] == command[part] == served[part], part
    assert [note.code for note in page.notes] == [note["code"] for note in told["notes"]]
    assert rounded(told["tables"]) == rounded(command["tables"]) == rounded(served["tables"])
    assert (command["choices"], command["data"]) == (served["choices"], served["data"])


def test_every_question_has_choices_here():
    assert set(CHOICES) == set(QUESTIONS)
