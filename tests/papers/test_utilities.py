"""Document 004: each printed row is as its file says, and what differs are its errata."""

from tests.oracles import published

DOCUMENT = "004"


def test_each_printed_row_is_as_its_file_says(computed):
    """Every expression, and every verdict on a measure, has an item; all but the errata are the same."""
    of_file = [row for row in published("004_table1.csv") if row["what"] != "value"]
    wrong = {(row["what"], row["key"]) for row in of_file if row["erratum"] == "yes"}
    assert wrong == {("expression", "MCC"), ("ranks as a utility", "BACC")}
    of_section = [row for row in computed if row.item.startswith("Section 3.3")]
    assert len(of_section) == len(of_file)
    values = [number for row in computed if row.item.startswith("Table 1") for number in row.numbers]
    printed = [row["printed"] for row in published("004_table1.csv") if row["what"] == "value"]
    assert sorted(number.printed for number in values) == sorted(printed)
    yields = [row["printed"] for row in published("004_yields.csv") if row["what"] == "yield" and row["printed"]]
    of_yields = [
        number
        for row in computed
        for number in row.numbers
        if number.what.startswith("yield of") and row.kind == "equation"
    ]
    assert {number.printed for number in of_yields} >= set(yields)
