"""Document 004: each printed row is as its file says, and what differs are its errata."""

from ddcore.papers.item import Row
from ddcore.papers.utilities import ITEMS
from tests.helpers.loops import nonempty
from tests.oracles import published

ROWS = [Row.of(item) for item in ITEMS]


def test_what_differs_are_the_errata():
    assert [row.item for row in ROWS if row.status == "differs"] == [
        "Section 3.3: Matthews correlation in terms of C00 and C11",
        "Section 3.3: whether balanced accuracy ranks as payoffs do",
        "Section 1: errors of 25 % still rank better than every measure",
        "Section 4.2: the error from which on accuracy is more reliable",
    ]
    assert all(row.why and row.proof for row in nonempty([row for row in ROWS if row.status == "differs"]))
    assert all(row.why for row in nonempty([row for row in ROWS if row.status == "cannot be had"]))


def test_each_printed_row_is_as_its_file_says():
    """Every expression, and every verdict on a measure, has an item; all but the errata are the same."""
    of_file = [row for row in published("004_table1.csv") if row["what"] != "value"]
    wrong = {(row["what"], row["key"]) for row in of_file if row["erratum"] == "yes"}
    assert wrong == {("expression", "MCC"), ("ranks as a utility", "BACC")}
    of_section = [row for row in ROWS if row.item.startswith("Section 3.3")]
    assert len(of_section) == len(of_file)
    values = [number for row in ROWS if row.item.startswith("Table 1") for number in row.numbers]
    printed = [row["printed"] for row in published("004_table1.csv") if row["what"] == "value"]
    assert sorted(number.printed for number in values) == sorted(printed)
    yields = [row["printed"] for row in published("004_yields.csv") if row["what"] == "yield" and row["printed"]]
    of_yields = [
        number
        for row in ROWS
        for number in row.numbers
        if number.what.startswith("yield of") and row.kind == "equation"
    ]
    assert {number.printed for number in of_yields} >= set(yields)
