"""What a legend says has room in its column, two of which stand side by side on a phone."""

import html
import re
from dataclasses import replace
from pathlib import Path

import font_source_sans_pro
import numpy as np
import pytest
from PIL import ImageFont

import ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.data import Data
from ddcore.figures.theme import LEGEND_COLUMN, LIGHT, SIZE
from tests.helpers.answered import answer_to
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

NAMES = (
    "Random forest, 500 trees, class weights, calibrated by isotonic regression",
    "Random forest, 500 trees, class weights, calibrated by Platt scaling",
    "Gradient boosting with depth 3 and rate 0.1 on all eighty columns",
    "Logistic regression on the same eighty columns, second edition",
    "Logistic regression on the same eighty columns, first edition",
    "k-nearest neighbours of the standardised laboratory values",
    "Support vector machine with a radial kernel and Platt scaling",
    "Neural network, two layers of 128 units, dropout 0.4",
    "XGBOOST_V2_CALIBRATED_ISOTONIC_2026",
    "A rule of thumb from the clinical guideline of 2019",
    "gradient_boosting_with_calibrated_isotonic_probabilities_of_2026",
)
FONT = next(Path(font_source_sans_pro.__file__).parent.rglob("SourceSansPro-Regular.otf"))
BESIDE = 6
"""Pixels between an entry and the next."""


def width(text: str) -> float:
    """Pixels of an entry."""
    plain = html.unescape(re.sub("<[^>]+>", "", text))
    return ImageFont.truetype(str(FONT), 100).getlength(plain) * SIZE / 100


def named(models: int) -> Data:
    rng = np.random.default_rng(3)
    truth = np.arange(200) % 4 == 0
    scores = {name: 1 / (1 + np.exp(-rng.normal(truth * (0.3 + i / 6)))) for i, name in enumerate(NAMES[:models])}
    return ddcore.predictions(truth.astype(int), scores, group=np.arange(200) % 3)


@pytest.mark.parametrize("name", some_of(QUESTIONS, "curves"))
def test_each_entry_of_a_legend_has_room(name: str) -> None:
    asked = QUESTIONS[name]
    answers = [asked.ask(named(models)) for models in (2, 11)]
    for answer in [*answers, answer_to(name)]:
        for figure in nonempty(answer.figures.values()):
            shown = [trace.name for trace in figure.draw(LIGHT).data if trace.showlegend is not False and trace.name]
            assert [entry for entry in shown if width(entry) > LEGEND_COLUMN + BESIDE] == []


def sizes(node: object, name: str = "") -> list[float]:
    """The sizes of all letters that a figure sets itself."""
    if isinstance(node, dict):
        own = [node["size"]] if name.endswith("font") and "size" in node else []
        return own + [size for key, part in node.items() if key != "template" for size in sizes(part, key)]
    return [size for part in node for size in sizes(part)] if isinstance(node, list | tuple) else []


@pytest.mark.parametrize("name", some_of(QUESTIONS, "baselines"))
def test_letters_of_a_chart_are_larger_at_a_projector(name: str) -> None:
    larger = replace(LIGHT, scale=2)
    for figure in nonempty(answer_to(name).figures.values()):
        usual, twice = (sizes(figure.drawn(theme).figure().to_plotly_json()) for theme in (LIGHT, larger))
        assert all(size > as_usual for size, as_usual in zip(twice, usual, strict=True))
