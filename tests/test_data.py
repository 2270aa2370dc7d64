"""What an answer is about: classes, counts or predictions, and what is kept with them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.model import Grouped
from ddcore.read import read
from ddcore.table import ScoreTable
from tests.helpers.answers import counted
from tests.helpers.loops import nonempty

TWO = b"truth,a,b\nyes,0.9,0.1\nno,0.2,\nyes,0.4,0.3\nno,0.6,0.8\n"


def test_classes_alone_have_no_model_and_labels_no_threshold_to_move():
    data = Data(303, 139)
    assert (data.prevalence, data.several, data.weighted) == (139 / 303, False, False)
    with pytest.raises(InputError, match="there must be a model, got only the sizes of the classes"):
        _ = data.model
    labels = counted(2, 1, 1, 3)
    with pytest.raises(InputError, match="the model has labels without scores"):
        labels.model.at(0.5)
    assert labels.model.cut(0.5) is labels.model
    assert not labels.weighted
    assert counted(2.5, 1, 1, 3.25).weighted


def test_predictions_give_data_of_the_model_looked_at():
    predictions = read(TWO, positive="yes", missing="leave out")
    first, second = predictions.data(), predictions.data("b", source="two.csv")
    assert (first.name, first.total, first.positives, first.source) == ("a", 4, 2, predictions.name)
    assert (second.name, second.total, second.positives, second.source) == ("b", 3, 2, "two.csv")
    assert first.several
    assert first.joint is second.joint is predictions.joint
    assert first.notes == predictions.notes


def test_what_is_computed_is_kept_whichever_model_at_whichever_threshold():
    """And two data share nothing."""
    predictions = read(TWO, positive="yes", missing="leave out")
    first = predictions.data()
    assert first.cached(("a", 1), lambda: "made") == "made"
    moved = {name: model.cut(0.3) for name, model in predictions.models.items()}
    others = [predictions.data("b"), predictions.data("a", moved), replace(first, source="x")]
    assert [other.cached(("a", 1), lambda: "again") for other in others] == ["made"] * 3
    assert read(TWO, positive="yes", missing="leave out").data().cached(("a", 1), lambda: "again") == "again"


FOUR = b"truth,a,where,paid\nyes,0.9,north,10\nno,0.2,north,20\nyes,0.4,south,30\nno,0.6,south,40\n"


@pytest.mark.parametrize("role", ["group", "fold"])
def test_each_group_and_fold_is_cut_where_the_model_is(role):
    model = read(FOUR, truth="truth", score="a", positive="yes", **{role: "where"}).data().model
    parts = {"group": model.cut(0.3).groups, "fold": model.cut(0.3).folds}[role]
    assert {name: part.threshold for name, part in parts.items()} == {"north": 0.3, "south": 0.3}
    called = {name: [int(cell) for _, cell in part.counts.items()] for name, part in parts.items()}
    assert called == {"north": [1, 0, 0, 1], "south": [1, 1, 0, 0]}


def test_amounts_are_summed_in_each_cell_and_so_are_their_squares():
    amounts = read(FOUR, truth="truth", score="a", positive="yes", amount="paid").data().model.cut(0.5).amounts
    assert [float(cell) for _, cell in amounts.sums.items()] == [10, 40, 30, 20]
    assert [float(cell) for _, cell in amounts.squares.items()] == [100, 1600, 900, 400]


def test_a_part_has_each_class_with_its_share_and_keeps_results_of_its_own():
    rows = [f"{'yes' if i % 4 == 0 else 'no'},{i / 1000},{'' if i % 10 == 0 else i % 97 / 97}" for i in range(1000)]
    data = read("\n".join(["truth,a,b", *rows]).encode(), positive="yes", missing="leave out").data("a")
    part = data.part(200, rng=np.random.default_rng(1))
    assert (part.total, part.positives) == (200, 50)
    assert set(part.joint.score["a"]) < set(data.joint.score["a"])
    assert part.models["b"].counts.total == np.isfinite(part.joint.score["b"]).sum()
    assert part.model.threshold == data.model.threshold
    data.cached("x", lambda: 1)
    assert part.cached("x", lambda: 2) == 2
    assert data.part(10**6, rng=np.random.default_rng(1)).total == 1000


def one_model(positives, negatives, squares=None) -> Data:
    """Data of one model whose scores are 0, 1, 2, ..."""
    table = ScoreTable(np.arange(len(positives), dtype=float), np.array(positives), np.array(negatives), squares)
    counts = table.at(1.0)
    true = np.repeat([True, False], 2)
    groups = Grouped(("g",), np.array([0, 4]), np.arange(4.0), true)
    model = Model(table, 1.0, counts, groups=groups)
    return Data(counts.total.item(), counts.positives.item(), models={"a": model}, chosen="a")


def test_a_part_of_one_model_is_drawn_without_replacement():
    """The mean and the deviation of each cell are those of the hypergeometric law, and none has more than there are."""
    data = one_model([6, 0, 3, 1], [12, 24, 0, 4])
    parts = [data.part(20, rng=np.random.default_rng(seed)) for seed in range(600)]
    assert {(part.total, part.positives) for part in parts} == {(20, 4)}
    assert all(part.models.keys() == {"a"} and part.model.threshold == 1.0 and not part.model.groups for part in parts)
    drawn = np.zeros((600, 2, 4))
    for row, part in zip(drawn, parts, strict=True):
        row[:, part.model.table.score.astype(int)] = part.model.table.positives, part.model.table.negatives
    for cells, tally, taken in ((drawn[:, 0], [6, 0, 3, 1], 4), (drawn[:, 1], [12, 24, 0, 4], 16)):
        share, left = np.array(tally) / sum(tally), (sum(tally) - taken) / (sum(tally) - 1)
        spread = np.sqrt(taken * share * (1 - share) * left)
        assert (cells <= tally).all()
        assert (np.abs(cells.mean(axis=0) - taken * share) <= 4 * spread / np.sqrt(600)).all()
        assert np.allclose(cells.std(axis=0), spread, rtol=0.12)
    again = data.part(20, rng=np.random.default_rng(1)).model.table
    assert again.negatives.tolist() == parts[1].model.table.negatives.tolist()
    whole = data.part(10**6, rng=np.random.default_rng(1)).model.table
    assert (whole.positives.tolist(), whole.negatives.tolist()) == ([6, 0, 3, 1], [12, 24, 0, 4])


def test_a_part_of_weighted_cases_has_their_weights():
    weights = np.repeat([2.0, 0.5], 50)
    table = ScoreTable.of(np.arange(100), np.arange(100) % 5 == 0, True, weights)
    data = Data(125, 25, models={"a": Model(table, 50.0, table.at(50))}, chosen="a")
    part = data.part(40, rng=np.random.default_rng(1)).model.table
    assert ((part.positives > 0).sum(), (part.negatives > 0).sum()) == (8, 32)
    assert (part.positives + part.negatives).tolist() == weights[part.score.astype(int)].tolist()


def test_a_part_is_drawn_of_cases_alone():
    for data, words in (
        (Data(303, 139), "only the sizes of the classes"),
        (counted(2, 1, 1, 3), "the model has labels without scores"),
        (one_model([1.5, 2.0], [2.5, 1.0]), "weighted, and only the sums of their weights are known"),
    ):
        with pytest.raises(InputError, match=words):
            data.part(3, rng=np.random.default_rng(1))


def test_chosen_rows_are_what_a_file_of_them_alone_is():
    rng = np.random.default_rng(1)
    scores = [",".join(f"{score:.2f}" for score in row) for row in rng.random((60, 2))]
    lines = [
        f"c{place},{'' if place % 9 == 0 else 'yes' if place % 3 else 'no'},{two},{place % 4},{place % 5 + 1},{place}"
        for place, two in enumerate(scores)
    ]
    lines[7] = lines[7].replace(scores[7], f",{scores[7].split(',')[1]}")
    roles = {"positive": "yes", "missing": "leave out", "group": ["where", "paid"], "weight": "weight"}

    def read_of(chosen):
        text = "\n".join(["id,truth,a,b,where,weight,paid", *chosen]).encode()
        return read(text, threshold=0.5, **roles).data("a")

    chosen = rng.random(60) < 0.4
    found = read_of(lines).where(chosen)
    alone = read_of(line for line, kept in zip(lines, chosen, strict=True) if kept)
    assert (found.total, found.positives) == (alone.total, alone.positives)
    for name in nonempty(alone.models):
        mine, theirs = found.models[name], alone.models[name]
        np.testing.assert_array_equal(mine.table.score, theirs.table.score)
        np.testing.assert_allclose(mine.table.positives, theirs.table.positives)
        np.testing.assert_allclose([*dict(mine.counts.items()).values()], [*dict(theirs.counts.items()).values()])
        np.testing.assert_array_equal(found.joint.score[name], alone.joint.score[name])
        assert found.rows.of(name).names == alone.rows.of(name).names
        np.testing.assert_array_equal(found.rows.of(name).number, alone.rows.of(name).number)
    paid, alone_paid = (one.rows.splits["paid"].parts(3).names for one in (found, alone))
    assert paid == alone_paid
    with pytest.raises(InputError, match="none of the chosen rows has both a truth and a prediction"):
        read_of(lines).where(np.arange(60) == 0)
    with pytest.raises(InputError, match="single cases can only be selected from a file"):
        counted(2, 1, 1, 3).where(np.ones(7, bool))


def test_the_fingerprint_does_not_depend_on_the_order_of_the_rows():
    """Nor on which score of one model goes with which of another; groups, folds, weights and amounts count."""
    rng = np.random.default_rng(3)
    size = 400
    columns = {
        "truth": rng.integers(0, 2, size),
        "a": rng.integers(0, 9, size) / 9,
        "b": rng.integers(0, 9, size) / 9,
        "where": rng.choice(["north", "south"], size),
        "fold": rng.integers(1, 4, size),
        "w": rng.lognormal(size=size),
        "paid": rng.lognormal(size=size),
    }
    roles = {"truth": "truth", "score": ["a", "b"], "positive": 1, "group": "where", "fold": "fold"}

    def found(order, *left_out, **others):
        frame = {name: (column[order] if name not in others else others[name]) for name, column in columns.items()}
        more = {role: name for role, name in (("weight", "w"), ("amount", "paid")) if role not in left_out}
        return read(pd.DataFrame(frame), **roles, **more).data().fingerprint

    as_read, moved = np.arange(size), rng.permutation(size)
    assert found(as_read) == found(moved)
    assert found(as_read, "weight") == found(moved, "weight") != found(as_read)
    changed = {name: np.roll(columns[name], 1) for name in ("b", "where", "fold", "w", "paid")}
    prints = [found(as_read), *(found(as_read, **{name: column}) for name, column in changed.items())]
    assert len(set(prints)) == len(prints)
