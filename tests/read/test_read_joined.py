"""Several files of the same cases are joined by ids or in their order, told so; files of other cases are not."""

import io

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.answers.base.question import next_steps
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, read

RNG = np.random.default_rng(35)
TRUE = RNG.permutation(np.arange(60) % 3 == 0)
FOREST = pd.DataFrame(
    {
        "Kunden-ID": [f"0{place}" for place in range(60)],
        "truth": np.where(TRUE, "yes", "no"),
        "score": np.round(RNG.random(60) / 2 + TRUE / 3, 3),
        "site": np.where(np.arange(60) % 2, "north", "south"),
    }
)
BOOST = FOREST.assign(score=np.round(RNG.random(60), 3)).sample(frac=1, random_state=1)


def named(frame, name):
    stream = io.BytesIO(frame.to_csv(index=False).encode())
    stream.name = name
    return stream


def both(first, second, **roles):
    return read([named(first, "forest.csv"), named(second, "boost.csv")], **roles)


def test_same_cases_by_id_are_one_case_with_two_models():
    """As pandas joins them, whatever their order is."""
    found = both(FOREST, BOOST)
    merged = FOREST.merge(BOOST, on=["Kunden-ID", "truth", "site"], suffixes=(" (forest)", " (boost)"))
    expected = read(merged)
    assert (found.rows, found.reading.join, found.guesses) == (60, "cases", ())
    assert set(found.models) == {"score (forest)", "score (boost)"} == set(expected.models)
    for name, model in found.models.items():
        np.testing.assert_array_equal(model.table.positives, expected.models[name].table.positives)
        np.testing.assert_array_equal(found.joint.score[name], expected.joint.score[name])
    own = {name: texts.at(np.arange(60)) for name, texts in found.cases.own.items()}
    assert own["Kunden-ID"] == FOREST["Kunden-ID"].tolist()
    assert list(own) == ["Kunden-ID", "truth", "score (forest)", "score (boost)", "site"]
    assert ddcore.compare(found.data()).values


def test_a_truth_by_any_name_tells_the_same_cases():
    names = {"truth": "Ausfall", "site": "Standort"}
    first, second = (frame.rename(columns=names).assign(Standort="A") for frame in (FOREST, BOOST))
    found = both(first, second, truth="Ausfall", positive="yes")
    assert (found.rows, found.reading.join, len(found.models)) == (60, "cases", 2)


def test_a_case_of_one_file_alone_has_gaps_in_the_other():
    found = both(FOREST[:58], BOOST, missing="leave out")
    assert {name: model.counts.total.item() for name, model in found.models.items()} == {
        "score (forest)": 58,
        "score (boost)": 60,
    }


def test_other_cases_are_below_each_other():
    """Rows that are numbered anew are no ids of the same cases, as their truths differ."""
    now = FOREST.assign(truth=np.where(RNG.permutation(TRUE), "yes", "no"))
    found = both(FOREST, now)
    assert (found.rows, found.reading.join, list(found.models)) == (120, "rows", ["the model"])
    assert found.roles["group"][0] == "file"
    below = both(FOREST, BOOST, join="rows")
    assert below.rows == 120
    assert [next_steps("verdict", each.data())[0].question for each in (below, both(FOREST, BOOST))] == [
        "change",
        "compare",
    ]
    assert "change" not in [step.question for step in next_steps("change", below.data())]


def test_what_is_not_sure_is_a_guess_that_join_changes():
    bare = FOREST.drop(columns="Kunden-ID")
    other = bare.assign(score=BOOST["score"].to_numpy())
    found = both(bare, other)
    assert [(guess.code, guess.role, guess.options) for guess in found.guesses] == [
        ("join-guessed", "join", ("cases", "rows"))
    ]
    assert (found.rows, len(found.models)) == (60, 2)
    assert both(bare, other, join="cases").guesses == ()
    assert both(bare, other, join="rows").rows == 120
    with pytest.raises(ChoiceNeeded) as asked:
        both(bare, other, strict=True)
    assert asked.value.choice == "join"
    unlabelled = BOOST[["Kunden-ID", "score"]]
    found = both(FOREST, unlabelled, missing="leave out")
    assert found.rows == 120
    assert [guess.options for guess in found.guesses if guess.code == "join-guessed"] == [("rows", "cases")]
    found = both(FOREST, unlabelled, missing="leave out", join="cases")
    assert (found.rows, len(found.models)) == (60, 2)


def test_few_rows_in_the_same_order_are_not_taken_for_the_same_cases():
    ordered = FOREST.drop(columns="Kunden-ID").sort_values("truth")
    assert both(ordered, ordered).rows == 120


def test_wrong_wishes_are_told():
    with pytest.raises(InputError, match="join must be “cases” or “rows”, got “left”"):
        both(FOREST, BOOST, join="left")
    with pytest.raises(InputError, match="no common column with an id"):
        both(FOREST.drop(columns="Kunden-ID"), BOOST[:50], join="cases")
    with pytest.raises(InputError, match="which has no join"):
        read(named(FOREST, "forest.csv"), join="rows")
