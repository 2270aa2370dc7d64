"""The rows of a file one by one: in its order, with their names, those without a truth among them, for each model."""

import io

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.read import limits, listing, read
from ddcore.read.worker import read_in_worker
from ddcore.records.rows import Predicted, Rows, Texts
from tests.helpers.loops import nonempty

WIDE = b"patient_id,truth,a,b\n007,ill,0.9,\n , ,0.4,0.1\n\xc3\xa9\xe2\x82\xac,well,0.2,0.3\nlast,ill,,0.8\n"
ROLES = {"truth": "truth", "score": ["a", "b"], "id": "patient_id", "missing": "leave out", "positive": "ill"}


def test_rows_stand_in_the_order_of_the_file_with_those_without_a_truth():
    found = read(WIDE, name="wide.csv", **ROLES)
    a, b = (found.cases.of(name) for name in ("a", "b"))
    assert (a.number.tolist(), b.number.tolist()) == ([2, 3, 4], [3, 4, 5])
    assert (a.value.tolist(), b.value.tolist()) == ([0.9, 0.4, 0.2], [0.1, 0.3, 0.8])
    assert (a.truth.tolist(), b.truth.tolist()) == ([1, -1, 0], [-1, 0, 1])
    assert (a.names, b.names) == (["007", "", "é€"], ["", "é€", "last"])
    assert found.cases.of("c") is None
    assert found.models["a"].counts.total == 2, "what is counted has a truth"


def test_rows_that_another_process_read_are_the_same():
    here, there = read(WIDE, name="wide.csv", **ROLES).cases, read_in_worker(WIDE, "wide.csv", **ROLES).cases
    for name in ("a", "b"):
        one, other = here.of(name), there.of(name)
        assert one.names == other.names
        np.testing.assert_array_equal([one.value, one.truth], [other.value, other.truth])


def test_names_are_told_of_numbers_and_of_long_texts():
    frame = pd.DataFrame({"id": [7.0, 8.5, None], "truth": [1, 0, 1], "score": [0.5, 0.2, 0.9]})
    assert read(frame, name="f", id="id").cases.of("the model").names == ["7", "8.5", ""]
    frame["id"] = ["x" * 500, "ab", None]
    assert read(frame, name="f", id="id").cases.of("the model").names == ["x" * listing.LONGEST_NAME, "ab", ""]


def test_each_model_of_a_long_file_has_its_own_rows():
    frame = pd.DataFrame(
        {"model": ["a", "b", "a", "b"], "truth": [1, 0, 0, 1], "score": [0.9, 0.1, 0.2, 0.7], "w": [1, 2, 3, 4]}
    )
    found = read(frame, name="long", model="model", weight="w")
    b = found.cases.of("b")
    assert (b.number.tolist(), b.value.tolist(), b.weight.tolist()) == ([2, 4], [0.1, 0.7], [2, 4])
    assert b.names is None


def test_labels_are_told_as_positive_or_not():
    found = read(b"truth,label\nill,ill\nwell,ill\nill,well\n", name="l.csv", label="label", positive="ill")
    rows = found.cases.of("the model")
    assert (rows.value.tolist(), rows.truth.tolist()) == ([True, True, False], [1, 0, 1])


def test_of_too_many_predictions_only_the_tally_is_kept(monkeypatch):
    assert limits.LISTED >= 2 * 10**6, "a million cases of two models"
    for most in (7, 8):
        monkeypatch.setattr(listing, "LISTED", most)
        assert (read(WIDE, name="wide.csv", **ROLES).cases is None) == (most == 7)


def test_data_have_the_rows_of_their_model_and_a_part_has_none():
    data = ddcore.predictions([1, 0, 1, 0] * 5, {"a": list(range(20)), "b": list(range(20, 0, -1))}, select="b")
    assert data.rows.of(data.name).value.tolist() == list(range(20, 0, -1))
    assert data.at_share(0.1).rows is data.rows
    assert data.part(8, rng=np.random.default_rng(1)).rows is None
    assert ddcore.read(io.BytesIO(WIDE), name="wide.csv", **ROLES).fingerprint


@pytest.mark.parametrize("places", [[], [0], [2, 0]])
def test_names_of_some_rows(places):
    rows = Rows(np.zeros(3, np.int8), {}, named=Texts(np.frombuffer(b"abbccc", np.uint8), np.array([1, 3, 6])))
    assert rows.names(np.array(places, int)) == [["a", "bb", "ccc"][place] for place in places]
    assert Rows(np.zeros(3, np.int8), {"m": Predicted(np.zeros(3))}).of("m").number.tolist() == [1, 2, 3]


MIXED = {
    "truth": ["b", "a", "c", "b", "c", "a"],
    "label": ["b", "b", "c", None, "c", "a"],
    "a": [0.1, 0.3, 0.2, 0.3, 0.1, 0.8],
    "b": [0.8, 0.4, 0.2, 0.4, 0.2, 0.1],
    "c": [0.1, 0.3, 0.6, 0.3, 0.7, 0.1],
    "site": ["north", "south", None, "north", "south", "south"],
    "age": [31, 45, 45, None, 62, 58],
    "seen": ["2024-03-01", "2024-02-01 12:00", "2024-02-01", "2024-05-01", None, "2023-12-31"],
    "patient": ["p", "q", None, "p", None, "q"],
}


def mixed(**roles):
    groups = {
        "group": ["site", "age", "seen"],
        "label": "label",
        "score": "a",
        "cluster": "patient",
        "positive": "a",
        "missing": "leave out",
    }
    return read(pd.DataFrame(MIXED), **(groups | roles)).data().rows


def test_rows_have_every_column_that_divides_them():
    site, age, seen = mixed().splits.values()
    assert (site.names, site.codes.tolist(), site.numbers) == (("north", "south"), [0, 1, -1, 0, 1, 1], None)
    assert (age.names, age.codes.tolist(), age.is_date) == (("31", "45", "58", "62"), [0, 1, 1, -1, 3, 2], False)
    assert seen.is_date
    days = pd.to_datetime(pd.Series(MIXED["seen"]), format="mixed") - pd.Timestamp("1970-01-01")
    np.testing.assert_array_equal(seen.numbers, days / pd.Timedelta(days=1))
    assert seen.parts(2).names == ("2023-12-31 to 2024-02-01 12:00:00", "2024-03-01 to 2024-05-01")
    assert age.parts(2).codes.tolist() == [0, 0, 0, -1, 1, 1]
    assert site.parts(1) is site


def test_rows_of_one_cluster_share_a_number_and_a_row_without_one_has_its_own():
    first, second, alone, again, other, last = mixed().cluster.tolist()
    assert first == again
    assert second == last
    assert len({first, second, alone, other}) == 4


def test_each_model_of_more_than_two_classes_has_the_class_that_it_predicts():
    rows = mixed()
    assert rows.classes.names == ("b", "a", "c")
    of_model = {name: [rows.classes.names[code] for code in one.classes] for name, one in rows.predicted.items()}
    assert of_model == {"label": ["b", "b", "c", "c", "a"], "model a": ["b", "b", "c", "b", "c", "a"]}
    assert mixed(truth="patient", label="patient", group="", cluster="", positive="p").classes is None


def test_a_column_of_more_numbers_than_groups_is_cut():
    ages = np.arange(30_000) / 7
    rows = read(pd.DataFrame({"truth": [0, 1] * 15_000, "score": 0.5, "age": ages}), group="age").data().rows
    parts = rows.splits["age"].parts(4)
    assert np.bincount(parts.codes).tolist() == [7_500] * 4
    assert parts.names[0] == "0 to 1,071"


def test_a_truth_may_have_hundreds_of_values():
    names = [f"class {number}" for number in range(400)] * 4
    frame = pd.DataFrame({"truth": names, "one": names[1:] + names[:1]})
    rows = read(frame, positive="class 7", label="one").data().rows
    assert len(rows.classes.names) == 400
    assert rows.predicted["the model"].classes[:3].tolist() == [1, 2, 3]
    assert read(frame, positive="class 7").roles["label"] == ("one",)


PICTURES = pd.DataFrame(
    {
        "picture": [f"p{number}" for number in range(6)],
        "true_hat": [1, 0, 1, 0, 0, 1],
        "smiling": [0, 0, 1, 1, 1, 0],
        "hat_net_score": [0.9, 0.3, 0.6, 0.2, 0.7, 0.4],
        "hat_tree": [0.8, 0.1, 0.2, 0.6, 0.3, 0.9],
        "smiling_net_score": [0.2, 0.6, 0.7, 0.8, 0.1, 0.3],
        "site": ["n", "n", "s", "s", "s", "n"],
    }
)


def test_attributes_are_rows_of_their_own():
    roles = {"positive": "1", "group": "site", "id": "picture", "missing": "leave out"}
    found = read(PICTURES, truth=["true_hat", "smiling"], **roles)
    assert found.roles["truth"] == ("true_hat", "smiling")
    assert list(found.models) == ["net", "tree"]
    assert list(found.cases.splits) == ["attribute", "site"]
    assert found.cases.splits["attribute"].names == ("hat", "smiling")
    data = found.data("net")
    assert data.rows.cluster.tolist() == [*range(6)] * 2
    for name, truth, score in nonempty(
        [("hat", "true_hat", "hat_net_score"), ("smiling", "smiling", "smiling_net_score")]
    ):
        place = data.rows.splits["attribute"].names.index(name)
        part = data.where(data.rows.splits["attribute"].codes == place)
        alone = read(PICTURES, truth=truth, score=score, positive="1").data()
        np.testing.assert_array_equal(part.models["net"].table.positives, alone.model.table.positives)
        assert part.models["net"].table.auc == alone.model.table.auc
    assert data.models["tree"].counts.total == 6


def test_an_attribute_without_predictions_is_told():
    with pytest.raises(InputError, match="no column has predictions of “smiling”; name such a column “smiling_model”"):
        read(PICTURES, truth=["true_hat", "smiling"], score="hat_tree", positive="1")
    assert list(read(PICTURES, truth=["true_hat"], score="hat_tree", positive="1").models) == ["the model"]


OWN = (
    "Kunden-Nr.,Ort (PLZ),y_true,Score A,Betrag (€),Notiz\n"
    '007,Köln 01067,ja,0.90,"1 200","a, b"\n'
    "008,,nein,0.20,-3.50,=1+1\n"
    "009,Köln 01067,,0.40,NA,\n"
)


@pytest.mark.parametrize("most", [1, 2])
def test_own_columns_are_kept_as_they_stand_in_the_file(most, monkeypatch):
    """In both forms of keeping them: texts that differ, and texts that stand in several rows."""
    monkeypatch.setattr(listing, "HEAD", most)
    rows = read(OWN.encode(), missing="leave out", positive="ja").cases
    own = {name: texts.at(np.arange(3)) for name, texts in rows.own.items()}
    assert list(own) == ["Kunden-Nr.", "Ort (PLZ)", "y_true", "Score A", "Betrag (€)", "Notiz"]
    assert own["Kunden-Nr."] == ["007", "008", "009"]
    assert own["Ort (PLZ)"] == ["Köln 01067", "", "Köln 01067"]
    assert own["Score A"] == ["0.90", "0.20", "0.40"]
    assert own["Notiz"] == ["a, b", "=1+1", ""]
    some = rows.where(np.array([True, False, True])).where(np.array([False, True]))
    assert [some.own[name].at(np.array([0])) for name in ("Kunden-Nr.", "y_true")] == [["009"], [""]]


def test_own_columns_stand_once_for_each_truth_and_are_left_out_of_large_files(monkeypatch):
    found = read(PICTURES, truth=["true_hat", "smiling"], positive="1", missing="leave out")
    assert found.cases.own["site"].at(np.arange(12)) == ["n", "n", "s", "s", "s", "n"] * 2
    for limit, value in nonempty([("OWN_BYTES", 10), ("LISTED", 17)]):
        with monkeypatch.context() as patch:
            patch.setattr(listing, limit, value)
            assert read(OWN.encode(), missing="leave out", positive="ja").cases.own == {}


def test_attributes_and_models_are_written_as_in_the_file():
    table = pd.DataFrame(
        {
            "true_Big_Lips": [1, 0, 1, 0],
            "5_o_Clock-Shadow": [0, 0, 1, 1],
            "Big_Lips_ResNet-50 (v2) score": [0.9, 0.2, 0.7, 0.4],
            "5_o_Clock-Shadow_resnet-50 (v2)": [0.1, 0.2, 0.7, 0.4],
            "big_lips_Swin.T": [0.3, 0.2, 0.7, 0.4],
        }
    )
    found = read(table, truth=["true_Big_Lips", "5_o_Clock-Shadow"], positive="1", missing="leave out")
    assert list(found.models) == ["ResNet-50 (v2)", "Swin.T"]
    assert found.cases.splits["attribute"].names == ("5_o_Clock-Shadow", "Big_Lips")
    assert found.models["ResNet-50 (v2)"].counts.total == 8
