"""Names in figures: short, unlike each other, letter by letter, and with what tells them apart."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.answers.curves.draw import curves_figure
from ddcore.figures.curves import trace_figure
from ddcore.figures.names import full_name, short_names
from ddcore.figures.theme import LIGHT
from ddcore.scores.curves import curve
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty

ALIKE = ["churn_2024_gradient_boosting_fold_3", "churn_2024_gradient_boosting_fold_12", "churn_2024_forest_of_trees"]


@pytest.mark.parametrize(
    ("names", "longest", "shown"),
    [
        (["a name of its own that is long", "B"], 12, ["a name of i…", "B"]),
        (["gradient_boosting_v1", "gradient_boosting_v2"], 14, ["…boosting_v1", "…boosting_v2"]),
        (["loans risk low income", "loans risk high income"], 16, ["loans risk low…", "loans risk high…"]),
        (["loans, people of low income", "loans, people of high income"], 16, ["loans…of low…", "loans…of high…"]),
        (["a 1 b 2 and so on", "a 2 b 1 and so on"], 10, ["a 1 b 2…", "a 2 b 1…"]),
        ([20 * "a" + "b", 20 * "a"], 12, ["aaaaa…b", "aaaaaaaaaaa…"]),
        (["the same", "the  same"], 20, ["the same", "the same 2"]),
    ],
)
def test_what_tells_names_apart_is_kept(names, longest, shown):
    assert list(short_names(names, longest).values()) == shown


@pytest.mark.parametrize("longest", [10, 14, 16, 20])
def test_numbers_at_the_end_of_names_that_begin_alike_are_kept(longest):
    three, twelve, forest = short_names(ALIKE, longest).values()
    assert three.endswith("3")
    assert twelve.endswith("12")
    assert "fo" in forest


@given(
    st.sampled_from(["gradient boosting, depth {}, learning rate {}", "d{1}_boosted_trees_of_all_features_{0}_x"]),
    st.lists(st.integers(1, 99), min_size=2, max_size=4, unique=True),
    st.lists(st.sampled_from([0.01, 0.03, 0.1, 0.3, 1.0]), min_size=2, max_size=4, unique=True),
    st.integers(12, 24),
)
def test_all_that_differs_in_a_grid_of_settings_is_shown(pattern, depths, rates, longest):
    names = {pattern.format(depth, rate): (depth, rate) for depth in depths for rate in rates}
    for name, text in nonempty(short_names(names, longest).items()):
        depth, rate = names[name]
        assert str(depth) in re.split(r"[^\w.]|_|…", text)
        assert str(rate) in re.split(r"[^\w.]|_|…", text.removeprefix("d"))


words = st.text(st.sampled_from("ab_ 1<&…"), min_size=1, max_size=40)


@given(st.lists(words, min_size=1, max_size=8, unique=True), words, st.integers(8, 24))
def test_any_names_are_short_and_unlike(ends, start, longest):
    names = list(dict.fromkeys(start * 2 + end for end in ends))
    shown = short_names(names, longest)
    assert list(shown) == names
    assert len(set(shown.values())) == len(names)
    assert all(len(html.unescape(text)) <= longest for text in shown.values())
    assert not any("<" in text or "\n" in text for text in shown.values())


def test_a_name_alone_is_cut_at_its_end_and_whole_when_pointed_at():
    name = "<b>a model</b> " + 20 * "long "
    assert short_names([name], 16) == {name: "&lt;b&gt;a model&lt;/b&gt; …"}
    assert full_name(name).startswith("&lt;b&gt;a model&lt;/b&gt; long long")
    assert len(html.unescape(full_name(name))) == 80


def test_curves_of_names_that_begin_alike_have_entries_that_differ():
    table = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1])
    figure = curves_figure({name: curve(table, "roc") for name in ALIKE}, LIGHT, chosen=ALIKE[0])
    entries = [html.unescape(trace.name) for trace in figure.data[:3]]
    assert len(set(entries)) == 3
    assert entries[0].endswith("3 0.750")
    assert figure.data[1].hovertext[1].startswith(f"<b>{ALIKE[1]}</b>")
    traces = trace_figure({name: over_threshold(table, "F1") for name in ALIKE}, LIGHT, 0.5).data[:3]
    assert [trace.name for trace in traces] == list(short_names(ALIKE).values())
