"""The level of intervals is one choice: each interval, and what is said of it, follows at every question."""

import ast
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

import ddcore
import ddcore.answers
from ddcore.answers.base.answer import Answer
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.theme import LIGHT
from ddcore.interval import LEVELS, alpha, at_level, confidence, confident, normal_quantile, tails
from ddcore.samples import SAMPLES
from tests.helpers.answers import asked, counted
from tests.helpers.tiers import some_of

QUICK = ("verdict", "rescaled", "folds", "curves", "utility", "actions")
OF_NO_DATA = tuple(name for name, question in QUESTIONS.items() if not question.needs_data)
WITHOUT = ("baselines", "expectation", "plan", "ranking", *OF_NO_DATA)
"""Questions whose values have no interval."""
SILENT = ("baselines", "plan", "ranking", "prevalence", "cases", "reach", *OF_NO_DATA)
"""Questions that may say nothing of the level."""
OF_PROBABILITY = ("plan",)
"""Questions that tell of probabilities of 95 % whatever the level."""


@cache
def data(name: str) -> Data:
    sample = QUESTIONS[name].sample
    return ddcore.sample(sample) if sample in SAMPLES else ddcore.sample(sample, size=300)


@cache
def answer(name: str, level: float) -> Answer:
    return asked(name, data(name), level=level)


def ends(values: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], tuple[float, float]]]:
    """The ends of each measured number, by its path."""
    if isinstance(values, Mapping):
        if {"low", "high"} <= values.keys() and not isinstance(values["low"], Mapping):
            yield path, (values["low"], values["high"])
        for key, value in values.items():
            yield from ends(value, (*path, key))


def told(name: str, level: float) -> Iterator[str]:
    """All that is said in an answer, and in its tables and figures."""
    said = answer(name, level)
    yield from (said.sentence, said.reason, said.about, said.method, *(note.text for note in said.notes))
    for figure in said.figures.values():
        drawn = figure.draw(LIGHT)
        names = [trace.name or "" for trace in drawn.data]
        hovers = [str(text) for trace in drawn.data for text in np.atleast_1d(getattr(trace, "hovertext", None))]
        hover = [text for text in hovers if re.search(r"(\(|<br>)95 %: ", text)]
        yield from (figure.title, figure.remark, *names, *hover)
        if name not in OF_PROBABILITY:
            yield figure.words
    for table in said.tables.values():
        yield from (table.title, table.remark, *map(str, table.rows().columns))


@pytest.mark.parametrize("name", some_of(QUESTIONS, *QUICK))
def test_each_interval_is_wider_at_a_higher_level(name):
    found = [dict(ends(answer(name, level).values)) for level in LEVELS]
    assert found[0].keys() == found[1].keys() == found[2].keys()
    wider = 0
    for narrow, wide in pairwise(found):
        for path, (low, high) in narrow.items():
            if math.isnan(low):
                continue
            assert wide[path][0] <= low + 1e-12, path
            assert wide[path][1] >= high - 1e-12, path
            wider += wide[path][1] - wide[path][0] > high - low
    assert wider or name in WITHOUT


@pytest.mark.parametrize("name", some_of(QUESTIONS, *QUICK, "baselines"))
@pytest.mark.parametrize("level", [0.9, 0.99])
def test_nothing_is_said_of_95_percent_at_another_level(name, level):
    texts = [text.replace("\u00a0", " ") for text in told(name, level) if not re.fullmatch(r"95 %: [\d,]+", text)]
    assert [text for text in texts if re.search(r"(?<![\d.,])95 ?%", text)] == []
    assert any(LEVELS[level] in text for text in told(name, level)) or name in SILENT


def test_a_claim_has_the_level():
    """A model that luck equals with a probability of 7 % beats chance at 90 %, not at 95 %."""
    model = counted(14, 8, 6, 12)
    p = 10 ** asked("verdict", model).values["models"]["A"]["log10_p"]
    assert 0.01 < p < 0.1
    states = {level: asked("verdict", model, measure=["J"], level=level).values["models"]["A"] for level in LEVELS}
    beats = {level: one["measures"]["J"]["state"] == "beats" for level, one in states.items()}
    assert beats == {level: p <= 1 - level for level in LEVELS}


def test_figures_and_tables_have_the_level_whenever_they_are_made():
    rows = asked("verdict", counted(14, 8, 6, 12), level=0.9).tables["verdict"].rows()
    assert {"90 % from", "90 % to"} <= set(rows.columns)
    assert confidence() == "95 %"


def test_results_of_one_level_are_not_those_of_another():
    known = ddcore.sample("two_class_example")
    found = [asked("curves", known, level=level).values["models"][known.name]["auc"] for level in (0.9, 0.99, 0.9)]
    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize(("given", "level"), [(0.9, 0.9), ("0.9", 0.9), (90, 0.9), ("99 %", 0.99), ("95", 0.95)])
def test_a_level_as_people_say_it(given, level):
    assert QUESTIONS["verdict"].choices.of(level=given).level == level


@pytest.mark.parametrize("given", [0.5, 50, "high", 0, 100])
def test_a_level_that_is_none(given):
    with pytest.raises(InputError, match=r"level must be one of 0\.9, 0\.95, 0\.99, got"):
        QUESTIONS["curves"].choices.of(level=given)


@pytest.mark.parametrize("level", LEVELS)
def test_quantiles_of_a_level(level):
    with at_level(level):
        assert confident() == level
        assert normal_quantile() == pytest.approx(norm.ppf(0.5 + level / 2), rel=1e-12)
        assert tails() == pytest.approx(((1 - level) / 2, (1 + level) / 2), rel=1e-12)
        assert alpha() == pytest.approx(1 - level, rel=1e-12)
    assert confident() == 0.95


def test_no_text_of_an_answer_names_a_level_of_its_own():
    """`confidence` writes the level; a probability that Plan offers is none."""
    written = [
        (path.parent.name, node.value)
        for path in Path(ddcore.answers.__file__).parent.rglob("*.py")
        for source in [path.read_text()]
        if "95" in source
        for tree in [ast.parse(source)]
        for docstrings in [{id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}]
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in docstrings and "95 %" in str(node.value)
    ]
    assert written == [("plan", "95 %")]
