"""Models turned round, left out and named; ids, and cases that stand twice."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.read.summary import classes, doubt, summary
from ddcore.read.worker import read_in_worker
from ddcore.records.labels import THE_MODEL
from tests.helpers.read import cells, noted, text

RNG = np.random.default_rng(18)
TRUE = RNG.random(60) < 0.4
FRAME = pd.DataFrame(
    {
        "truth": np.where(TRUE, "ill", "well"),
        "p": np.round(np.clip(0.5 - 0.3 * TRUE + RNG.normal(0, 0.2, 60), 0, 1), 2),
        "score_b": np.round(RNG.normal(-1.0 * TRUE, 1), 1),
        "score_c": np.round(RNG.normal(TRUE, 1), 1),
        "fold": np.arange(60) % 3,
    }
)
LONG = FRAME.melt(["truth", "fold"], ["p", "score_b", "score_c"], "model", "score").assign(
    id=[f"case {place % 60}" for place in range(180)]
)


def counts(true: Any, called: Any) -> tuple[int, ...]:
    tn, fp, fn, tp = confusion_matrix(true, called).ravel().tolist()
    return (tp, fp, fn, tn)


@pytest.mark.parametrize("reader", [read, lambda frame, **how: read_in_worker(frame.to_csv().encode(), "a.csv", **how)])
@pytest.mark.parametrize("frame", [FRAME, LONG], ids=["wide", "long"])
def test_scores_turned_round_are_those_of_the_other_direction(frame: pd.DataFrame, reader: Any) -> None:
    """The area is that of minus the score, and at 0.5 of 1 - p the same cases are called as at p <= 0.5."""
    found = reader(frame, positive="ill", turned=["p", "score_b"])
    for name in ("p", "score_b", "score_c"):
        sign = 1 if name == "score_c" else -1
        assert found.models[name].table.auc == pytest.approx(roc_auc_score(TRUE, sign * FRAME[name]), abs=1e-12)
    assert found.models["p"].threshold == 0.5
    assert cells(found.models["p"].counts) == counts(TRUE, FRAME.p <= 0.5)
    assert found.models["score_b"].threshold == 0
    assert cells(found.models["score_b"].counts) == counts(TRUE, FRAME.score_b <= 0)
    assert found.models["score_b"].table.score.tolist() == sorted(-FRAME.score_b.unique() + 0.0)
    part = FRAME.fold == 1
    assert cells(found.models["p"].folds["1"].counts) == counts(TRUE[part], FRAME.p[part] <= 0.5)
    assert [each.turned for each in found.listed] == [True, True, False]
    told = [note for note in found.notes if "were reversed" in note]
    assert len(told) == 2
    assert noted(found, "“p” were reversed", "1 −")
    assert noted(found, "“score_b” were reversed", "−score")


def test_labels_are_compared_with_the_turned_scores() -> None:
    frame = FRAME[["truth", "p"]].assign(predicted=np.where(FRAME.p <= 0.35, "ill", "well"))
    assert list(read(frame, positive="ill").models) == ["p", "predicted"]
    found = read(frame, positive="ill", turned="p")
    assert [(each.found, each.name) for each in found.listed] == [("p", THE_MODEL)]
    assert cells(found.models[THE_MODEL].counts) == counts(TRUE, FRAME.p <= 0.35)
    joint = read(FRAME, positive="ill", turned="score_b").joint
    np.testing.assert_array_equal(joint.score["score_b"], -FRAME.score_b)
    np.testing.assert_array_equal(joint.score["p"], FRAME.p)


def test_a_single_model_is_turned_by_any_of_its_names() -> None:
    frame = FRAME[["truth", "p"]]
    areas = [read(frame, positive="ill", turned=name).models[THE_MODEL].table.auc for name in ("p", THE_MODEL)]
    assert areas == pytest.approx([roc_auc_score(TRUE, -FRAME.p)] * 2)
    classes = pd.DataFrame({"truth": FRAME.truth, "ill": FRAME.p, "score_c": FRAME.score_c})
    assert list(read(classes, positive="ill").models) == ["model ill", "score_c"]
    for name in ("ill", "model ill"):
        turned = read(classes, positive="ill", turned=[name]).models["model ill"].table
        assert turned.auc == pytest.approx(roc_auc_score(TRUE, -FRAME.p))


@pytest.mark.parametrize("frame", [FRAME, LONG], ids=["wide", "long"])
def test_models_left_out_are_gone_and_listed(frame: pd.DataFrame) -> None:
    gap = frame.assign(score_b=np.where(FRAME.index == 4, np.nan, FRAME.score_b)) if "score_b" in frame else frame
    found = read(gap, positive="ill", removed=["score_b"])
    assert (list(found.models), found.total) == (["p", "score_c"], 60)
    assert noted(found, "left out, as you chose", "“score_b”")
    assert [(each.found, each.used) for each in found.listed] == [("p", True), ("score_b", False), ("score_c", True)]
    assert [each.auc for each in found.listed[1:]] == [None, found.models["score_c"].table.auc]
    alone = read(frame, positive="ill", removed=["score_b", "p"])
    assert (list(alone.models), alone.joint) == (["score_c"], None)


@pytest.mark.parametrize("frame", [FRAME, LONG], ids=["wide", "long"])
def test_models_have_the_names_they_are_given(frame: pd.DataFrame) -> None:
    plain = read(frame, positive="ill")
    found = read_in_worker(frame.to_csv().encode(), "a.csv", positive="ill", names={"p": " Forest ", "score_c": "p"})
    renamed = {"p": "Forest", "score_b": "score_b", "score_c": "p"}
    assert list(found.models) == [*renamed.values()]
    for before, after in renamed.items():
        assert cells(found.models[after].counts) == cells(plain.models[before].counts)
    assert {each.found: each.name for each in found.listed} == renamed
    assert noted(found, "“Forest”", "“ill”", "≥ 0.5")
    if plain.joint is not None:
        assert list(found.joint.score) == [*renamed.values()]
    alone = read(FRAME[["truth", "p"]], positive="ill", names={"p": "Forest"})
    assert list(alone.models) == ["Forest"]


def test_a_column_that_is_no_model_for_this_class_is_no_fault() -> None:
    frame = pd.DataFrame({"truth": FRAME.truth, "ill": FRAME.p, "well": 1 - FRAME.p})
    for positive in ("ill", "well"):
        found = read(frame, positive=positive, turned=["ill"], names={"ill": "Forest"})
        assert list(found.models) == (["Forest"] if positive == "ill" else [THE_MODEL])


WRONG = {
    "turned": ({"turned": ["q"]}, r"turned must be a model, got “q”; the nearest are “p”, “score_b” and “score_c”$"),
    "removed": ({"removed": "scoreb"}, r"removed must be a model, got “scoreb”; the nearest are “score_b”"),
    "names": ({"names": {"forrest": "a"}}, r"names must be a model, got “forrest”; the nearest"),
    "empty": ({"names": {"p": " "}}, r"the new name of “p” must not be empty; give it one, or leave it out$"),
    "twice": ({"names": {"p": "a", "score_b": "a"}}, r"names must differ, got “a” twice; change one of them$"),
    "taken": ({"names": {"p": "score_b"}}, r"has two models with the name “score_b”; rename one of them$"),
    "all": (
        {"removed": ["p", "score_b", "score_c"]},
        r"has 3 models, and all of them are left out; keep at least one$",
    ),
    "id is the truth": ({"id": "truth"}, r"“truth” cannot also be the truth; choose another column for the id$"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_wished(wrong: str) -> None:
    how, message = WRONG[wrong]
    with pytest.raises(InputError, match=message):
        read(FRAME, positive="ill", **how)


# Ids ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["id", "Case ID", "patient_id", "case", "case_number", "uuid"])
def test_an_id_is_found_and_is_no_prediction(name: str) -> None:
    lines = (f"{name},truth,score", *(f"0.{place},{place % 2},0.{9 - place}" for place in range(1, 9)))
    ids, none = text(*lines), text(*lines, id="")
    assert (ids.roles["id"], ids.roles["score"]) == ((name,), ("score",))
    assert f"“{name}”" not in " ".join(ids.notes)
    assert (none.roles["id"], none.roles["score"]) == ((), ("score",))
    assert f"Not used: “{name}”." in none.notes


@pytest.mark.parametrize("name", ["group_id", "model_id", "worst_case", "humid"])
def test_names_that_are_no_ids(name: str) -> None:
    found = text(f"{name},truth,score", *(f"v{place % 4},{place % 2},0.{place}" for place in range(1, 9)))
    assert found.roles["id"] == ()


def test_the_id_of_a_hospital_tells_no_cases() -> None:
    lines = ("hospital_id,truth,score", *(f"{place % 3},{place % 2},0.{place}" for place in range(10)))
    assert text(*lines).roles["id"] == ()
    chosen = text(*lines, id="hospital_id")
    assert chosen.roles["id"] == ("hospital_id",)
    assert [(guess.code, guess.options) for guess in chosen.guesses] == [("repeats-guessed", ("hospital_id",))]
    assert "“0” of “hospital_id”" in chosen.guesses[0].text


def test_cases_that_stand_twice_are_told_once() -> None:
    lines = [f"{place},{place % 2},0.{place}" for place in range(1, 9)]
    assert not any("occur" in note for note in text("id,truth,score", *lines).notes)
    found = text("id,truth,score", *lines, "3,1,0.4")
    assert [guess.code for guess in found.guesses] == ["repeats-guessed"]
    assert "“3” of “id”" in found.guesses[0].text
    assert (found.total, found.positives) == (9, 5)
    assert text("id,truth,score", *lines, "3,1,0.4", cluster="id").guesses == ()
    torn = text("id,truth,score", *lines, "3,1,0.4", "2,1,0.4")
    assert "“2” of “id”" in torn.guesses[0].text
    assert noted(torn, "1 case has more", "“2” of “id”")
    assert not any("occur" in note for note in text("id,truth,score", *lines, ",1,0.4", ",1,0.4").notes)


def test_a_few_cases_that_stand_twice_are_a_note() -> None:
    lines = [f"{place},{place % 2},0.{place}" for place in range(10, 90)]
    found = text("id,truth,score", *lines, "13,1,0.4")
    assert found.guesses == ()
    assert noted(found, "1 case occurs in more than one row", "“13” of “id”")


@pytest.mark.parametrize("name", ["patient", "subject_id", "Kunden-Nr."])
def test_rows_of_patients_that_count_by_themselves_are_a_guess(name: str) -> None:
    lines = [f"p{place % 20},{place % 3 % 2},0.{place + 10}" for place in range(60)]
    found = text(f"{name},truth,score", *lines)
    assert [(guess.code, guess.role, guess.options) for guess in found.guesses] == [
        ("repeats-guessed", "cluster", (name,))
    ]
    assert text(f"{name},truth,score", *lines, cluster=name).guesses == ()


def test_cases_that_stand_twice_for_one_model_are_told_once() -> None:
    plain = read(LONG, positive="ill")
    assert plain.roles["id"] == ("id",)
    assert not any("occur" in note or "more than one truth" in note for note in plain.notes)
    found = read_in_worker(pd.concat([LONG, LONG[60:61]]).to_csv().encode(), "a.csv", positive="ill")
    assert noted(found, "1 case occurs more than once", "“case 0” of “id” for “score_b”")
    assert {name: model.counts.total for name, model in found.models.items()} == {"p": 60, "score_b": 61, "score_c": 60}
    twice = read(pd.concat([LONG, LONG[:2], LONG[:2]]), positive="ill")
    assert noted(twice, "2 times", "“case 0” of “id” for “p”")
    torn = LONG.copy()
    torn.loc[[60, 61], "truth"] = torn.truth[[60, 61]].map({"ill": "well", "well": "ill"})
    assert noted(read(torn, positive="ill"), "2 cases have more", "“case 0” of “id”")


def test_what_is_listed_says_what_is_missing_and_gaps_stay_gaps_where_scores_are_turned() -> None:
    frame = FRAME.assign(called=np.where(TRUE, "ill", "well"), truth=FRAME.truth.where(FRAME.index > 1))
    frame.loc[[0, 5, 6], "p"] = np.nan
    found = read(frame, positive="ill", turned="p", missing="leave out")
    assert [(each.found, each.kind, each.cases, each.missing) for each in found.listed] == [
        *(("p", "scores", 56, 2), ("score_b", "scores", 58, 0), ("score_c", "scores", 58, 0)),
        ("called", "labels", 58, 0),
    ]
    assert [each.auc is None for each in found.listed] == [False, False, False, True]
    whole = frame[["truth", "p"]].notna().all(axis=1)
    assert found.models["p"].table.auc == pytest.approx(roc_auc_score(TRUE[whole], -frame.p[whole]))


def test_gaps_of_many_models_are_one_note() -> None:
    frame = pd.DataFrame({"truth": FRAME.truth, **{f"score_{place}": FRAME.p for place in range(12)}})
    for place in range(12):
        frame.loc[: 59 - place, f"score_{place}"] = np.nan if place else FRAME.p
        frame.loc[:place, f"score_{place}"] = np.nan if place < 11 else FRAME.p
    gaps = frame.isna().sum()[1:]
    (note,) = [note for note in read(frame, missing="leave out").notes if "without a prediction" in note]
    assert f"{gaps.iloc[0]} of “score_0”, " in note
    assert "“score_10”" in note
    assert "“score_11”" not in note


def test_a_file_is_told_in_a_sentence() -> None:
    assert summary(
        read(FRAME)
    ) == f"60 cases: {TRUE.sum()} are “ill” ({TRUE.mean():.1%}), {(~TRUE).sum()} are “well”.".replace("%", " %")
    assert summary(read(LONG)).startswith("180 rows, up to 60")
    gap = FRAME.assign(truth=FRAME.truth.where(FRAME.index > 0))
    assert summary(read(gap, missing="leave out")).startswith("59 of 60 rows")
    uneven = b"truth,score_a,score_b\nyes,0.9,\nno,0.2,0.1\nno,,0.3\nyes,0.7,0.6\nyes,0.7,\n"
    assert summary(read(uneven, missing="leave out")).startswith("5 rows, up to 4")
    weighted = read(FRAME.assign(w=np.where(TRUE, 2.5, 1)), weight="w")
    total = 2.5 * TRUE.sum() + (~TRUE).sum()
    assert summary(weighted) == (
        f"60 rows count as {total:g} cases with the weights “w”: {2.5 * TRUE.sum():g} are “ill” "
        f"({100 * 2.5 * TRUE.sum() / total:.1f} %), {(~TRUE).sum()} are “well”."
    )
    assert classes(read(FRAME)) == doubt(read(FRAME, positive="ill")) == ""


@pytest.mark.parametrize(("column", "low"), [("p", True), ("score_c", False)])
def test_a_guessed_class_is_to_be_checked(column: str, low: bool) -> None:
    frame = FRAME[["truth", column]]
    assert (roc_auc_score(TRUE, frame[column]) < 0.5) == low
    assert doubt(read(frame)) == ""
    unnamed = read(frame.replace({"ill": "hen", "well": "cow"}))
    assert unnamed.positive_is_guess
    assert ("below 0.5" in doubt(unnamed)) == low
