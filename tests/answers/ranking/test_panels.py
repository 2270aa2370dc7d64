"""The fourth chart of ranking errors: its numbers against another program's, its points, tables and words."""

import json
import re

import numpy as np
import pytest

from ddcore.answers.ranking.panels import ROUGH, TITLES
from ddcore.decisions.ranking import TABLE_1, TRUTHS
from ddcore.figures.theme import THEMES
from tests.helpers.answers import asked, holds, sound
from tests.helpers.loops import nonempty
from tests.helpers.ranking_answers import HALF, PAPER
from tests.helpers.ranking_answers import ROUGH as SIMULATED
from tests.helpers.tiers import some_of


def closer(also, **choices):
    """The fourth chart's traces, the table behind it and its numbers."""
    given = asked("ranking", HALF, also=also, **{"pairs": 10_000, **choices})
    drawn = given.figures["closer"].draw(THEMES["light"])
    return given, drawn, given.tables["closer"].rows(), given.values["closer"]


def finite(figure):
    for trace in figure.data:
        values = [value for axis in (trace.x, trace.y) for value in axis if value is not None]
        assert np.isfinite(np.asarray(values, dtype=float)).all(), trace.name


def titles(figure):
    return [note.text for note in figure.layout.annotations]


@pytest.mark.parametrize(
    "laws", [("uniform",), pytest.param(tuple(TRUTHS), marks=pytest.mark.full)], ids=["one", "all"]
)
@pytest.mark.parametrize("also", TITLES)
def test_each_way_to_look_is_sound_under_every_law(also, laws):
    for law in nonempty(laws):
        given, figure, rows, values = closer(also, law=law, error_law="uniform", error=0 if law == "each" else 0.5)
        sound(given)
        assert values["shown"] == also
        assert len(rows) > 0
        assert figure.data
        finite(figure)
        json.dumps(values, allow_nan=False)
        assert figure.layout.height > 250


@pytest.mark.parametrize(
    ("law", "pairs"),
    [
        ("uniform", 10_000),
        *(
            pytest.param(law, pairs, marks=pytest.mark.full)
            for law, pairs in (("uniform", 100_000), ("gaussian", 10_000), ("gaussian", 100_000))
        ),
    ],
)
def test_all_measures_stand_from_the_worst_guide_to_the_best(law, pairs):
    """Figure 6: the paper has the panels in that order, accuracy the best measure, payoffs with an error last."""
    _, figure, rows, values = closer("all", law=law, pairs=pairs)
    heads = [title.partition(":")[0] for title in titles(figure)]
    measures = heads[:-1]
    shares = [values["shares"][key] for key in measures]
    assert set(measures) == set(TABLE_1)
    assert shares == sorted(shares, reverse=True)
    assert measures[-1] == "ACC"
    assert heads[-1] == "payoffs ± 0.1"
    for key, share in nonempty(zip(measures, shares, strict=True)):
        assert share == pytest.approx(PAPER[law][key], abs=4 * (PAPER[law][key] / pairs) ** 0.5)
    # Triangles are the pairs whose two numbers differ in sign, as the table has them.
    wrong = {trace.xaxis: len(trace.x) for trace in figure.data if trace.name == "ranked wrongly"}
    counted = [int((rows["Worth more"] * rows[f"Preferred by {key}"] < 0).sum()) for key in measures]
    assert [wrong["x" if place == 0 else f"x{place + 1}"] for place in range(8)] == counted


@pytest.mark.parametrize(("pairs", "far"), some_of([(10_000, 0.009), (100_000, 0.003)], (10_000, 0.009)))
def test_rough_payoffs_side_by_side(pairs, far):
    """Figure 6's last panel at six errors, Figure 7's line through them; 5.0 % is what clipping would give at 0.1."""
    _, figure, _, values = closer("rough", pairs=pairs)
    for error, title in zip(ROUGH, titles(figure), strict=True):
        share = values["shares"][f"{error:g}"]
        assert share == pytest.approx(SIMULATED["uniform"][error], abs=far)
        assert title.startswith(f"± {error:g}: ")


def test_one_test_set_shows_which_measures_never_err():
    """Figures 2 and 3: accuracy where right counts alike, recall where only positives count."""
    for choices, right in (
        ({"values": "right", "prevalence": 0.9}, {"ACC"}),
        ({"values": "right", "prevalence": 0.5}, {"ACC", "BACC"}),
        ({"values": "positives", "prevalence": 0.9}, {"TPR"}),
    ):
        given, figure, _, values = closer("set", **choices)
        assert set(values["never_wrong"]) == right
        assert {key for key, length in values["longest_reverse"].items() if length == 1} == right
        marked = [trace for trace in figure.data if trace.mode == "lines+markers"]
        assert len(marked) == 8 - len(right)
        for trace in nonempty(marked):
            (better, preferred), (lower, higher) = trace.x, trace.y
            assert better > preferred
            assert lower < higher
        assert re.search(rf"ranked wrongly by {', '.join(key for key in TABLE_1 if key in right)}\.", given.figures["closer"].remark)  # fmt: skip # noqa: E501


@pytest.mark.parametrize("law", TRUTHS)
def test_laws_are_drawn_on_the_map(law):
    given, figure, rows, values = closer("laws", law=law, error=0 if law == "each" else 0.1)
    sound(given)
    json.dumps(values, allow_nan=False)
    assert (np.abs(rows[["Across", "Up"]]).max() <= 1 + 1e-12).all()
    assert ((rows["Across"] - rows["Up"]).abs() <= 1 + 1e-12).all()
    drawn = {trace.name: trace for trace in figure.data}
    assert list(drawn["the true one"].x) == [0.5, pytest.approx(-0.9)]
    assert list(drawn["the true one"].y) == [0.5, -0.5]


@pytest.mark.parametrize(("pairs", "far"), some_of([(10_000, 0.009), (100_000, 0.003)], (10_000, 0.009)))
def test_three_at_a_time(pairs, far):
    given, figure, rows, values = closer("three", pairs=pairs)
    assert set(values["rankers"]) == {*TABLE_1, "payoffs"}
    assert rows["Short name"].tolist()[:2] == ["utility", "ACC"]
    accuracy = values["rankers"]["ACC"]
    assert accuracy["pair"] == pytest.approx(PAPER["uniform"]["ACC"], abs=far)
    assert accuracy["pair"] < accuracy["winner"] < accuracy["order"]
    drawn = {trace.name: list(trace.x) for trace in figure.data}
    assert drawn["order wrong"] == rows["Order wrong"].tolist()
    assert "2/3 and in 5/6" in given.method


def test_whole_curves():
    given, figure, rows, values = closer("auc", pairs=10_000)
    shares = {key: found["share"] for key, found in values["rankers"].items()}
    assert shares["payoffs"] < shares["ACC"] < shares["KS"] < shares["AUC"]
    assert rows["Share ranked wrongly"].tolist() == list(shares.values())
    assert holds(given.method, "no part", "paper")
    lines = {trace.name: trace for trace in figure.data if trace.mode == "lines"}
    better, larger = (np.trapezoid(np.asarray(lines[name].y)[::-1], np.asarray(lines[name].x)[::-1]) for name in ("worth more", "larger area"))  # fmt: skip # noqa: E501
    assert better < larger
