"""The names that the documentation promises say, in sections of numpydoc, what they take and give, with an example."""

import importlib
import inspect
import re

import pytest

import ddcore

PUBLIC = [
    "front.read",
    "front.predictions",
    "front.counts",
    "front.classes",
    "front.sample",
    "read.read",
    "counts.Counts",
    "counts.Counts.of_labels",
    "measures.measure",
    "table.ScoreTable.of",
    "table.sweep",
    "chance.dutch_draw.predicted_positives",
    "chance.dutch_draw.distribution",
    "chance.dutch_draw.expectation",
    "chance.dutch_draw.baseline",
    "chance.dutch_draw.draw",
    "chance.significance.p_value",
    "chance.verdict.verdict",
    "chance.rescale.rescale",
    "chance.guessing.expectation",
    "chance.guessing.normalise",
    "chance.balance.rebalance",
    "scores.curves.roc",
    "scores.curves.precision_recall",
    "scores.curves.toc",
    "scores.curves.area",
    "scores.likelihood.fit",
    "scores.intervals.delong",
    "scores.thresholds.best",
    "scores.ensemble.fit",
    "decisions.utility.Utility",
    "decisions.utility.baseline",
    "decisions.ranking.misranked",
    "decisions.costs.threshold",
    "decisions.reject.best_band",
    "decisions.reject.cost_band",
]


def named(dotted):
    """What a dotted name below `ddcore` stands for."""
    parts = dotted.split(".")
    for depth in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(("ddcore", *parts[:depth])))
        except ModuleNotFoundError:
            continue
        for part in parts[depth:]:
            found = getattr(found, part)
        return found
    raise LookupError(dotted)


@pytest.mark.parametrize("dotted", PUBLIC)
def test_public_name_has_sections(dotted):
    found = named(dotted)
    text = inspect.getdoc(found)
    sections = re.findall(r"^(\w+)\n-+$", text, re.MULTILINE)
    wanted = {"Parameters", "Examples"} if inspect.isclass(found) else {"Parameters", "Returns", "Examples"}
    assert wanted <= set(sections)
    order = ["Parameters", "Attributes", "Returns", "Raises", "Notes", "Examples"]
    assert sections == [section for section in order if section in sections]
    listed = set(re.findall(r"\w+", " ".join(re.findall(r"^(\*{0,2}\w[\w, *]*?) ?(?::.*)?$", text, re.MULTILINE))))
    asked = [name for name in inspect.signature(found).parameters if name not in ("self", "given", "named")]
    assert [name for name in asked if name not in listed] == []


def test_every_question_has_sections():
    for name in ddcore.QUESTIONS:
        assert re.findall(r"^(\w+)\n-+$", inspect.getdoc(getattr(ddcore.front, name)), re.MULTILINE)[:2] == [
            "Parameters",
            "Returns",
        ]
