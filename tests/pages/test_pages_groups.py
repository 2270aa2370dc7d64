"""Where does it fail: what each control changes, what stands in the link, and what can be saved."""

import numpy as np
import pytest

from tests.helpers.visiting import (
    choose,
    dropped,
    falls_back,
    linked,
    moves,
    rows,
    shown,
    shows,
    table,
    travels,
    visit,
    widget,
)


@pytest.fixture(scope="module")
def content():
    rng = np.random.default_rng(1)
    lines = []
    for place in range(300):
        truth = int(place % 3 == 0)
        score = rng.normal(3.0 * truth if place % 2 else 0.0, 1)
        lines.append(["ill" if truth else "well", f"{score:.3f}", "secret north" if place % 2 else "south", place % 50])
    return rows(["truth", "score", "region", "age"], lines)


def test_controls_change_the_answer_and_travel():
    at = visit("groups", "sample=hpc_cv&measure=ACC")
    assert shown(at, "map_chart")
    assert all(widget(at, key) for key in ("groups_csv", "groups_parquet"))
    moves(at, measure_looked_at=["MCC"], correction="holm", level=0.99)
    assert at.query_params == {"sample": "hpc_cv", "measure": "MCC", "correction": "holm", "level": "0.99"}
    travels(at)


def test_what_a_link_asks_in_vain_is_said():
    falls_back("groups", "sample=hpc_cv", level="0.5", correction="x", column="7", cuts="3.5", show="segments")


def test_columns_of_a_file_divide_its_cases_and_are_no_names_in_the_link(content):
    at = dropped(content, "groups")
    assert not shows(at).figures
    shows(choose(at, data_role_group_=["region", "age"]))
    assert list(widget(at, "column_").options) == ["region", "age"]
    moves(at, column_="age", cuts=2)
    assert table(at, of=2)["Group"].nunique() == 2
    assert {"column": "2", "cuts": "2"}.items() <= linked(at).items()
    moves(at, show="segments", least=1000)
    assert {"show": "segments", "least": "1000"}.items() <= linked(at).items()
    moves(at, show="thresholds")
    before = table(at, of=2)
    moves(at, miss=5.0, panel="tpr")
    assert {"show": "thresholds", "miss": "5", "panel": "tpr"}.items() <= linked(at).items()
    assert not table(at, of=2).equals(before)
    assert "secret" not in str(at.query_params)


@pytest.mark.full
def test_a_thousand_classes_are_one_page():
    assert shows(visit("groups", "sample=thousand_classes&size=5000&measure=ACC")).figures
