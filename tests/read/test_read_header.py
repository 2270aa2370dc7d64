"""Where a table stands among rows of text or of a sheet: its names, what is written around it, and its cases."""

import io

import openpyxl
import pytest

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Unusable, read
from ddcore.read.files import open_sheet
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.worker import read_in_worker

CASES = ["yes,0.9", "no,0.2", "yes,0.4", "no,0.1"]
"""Truth and score of four cases."""


def opened(*lines: str, asked: Reading = AUTOMATIC, end: str = "\n"):
    return open_sheet(end.join(lines).encode(), "a.csv", asked)


def in_a_sheet(*lines: str, asked: Reading = AUTOMATIC):
    """The same cells in a workbook, numbers as numbers."""
    book = openpyxl.Workbook()
    for line in lines:
        book.active.append([number(cell) for cell in line.split(",")] if line else [])
    book.save(stream := io.BytesIO())
    return open_sheet(stream.getvalue(), "a.xlsx", asked)


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return cell or None


def facts(sheet):
    """The names, the cells, the row of the names and that of the first case, and how much was told and guessed."""
    reading = sheet.reading
    cells = {column.name: list(map(str, column.values.to_pylist())) for column in sheet.columns}
    told = (len(reading.notes), [guess.code for guess in reading.guesses])
    return list(cells), list(zip(*cells.values(), strict=True)), reading.header, sheet.columns[0].first_row, told


FOUR = [tuple(case.split(",")) for case in CASES]
NAMES = ["truth", "score"]
GUESSED = (0, ["header-guessed"])
TOPS = {
    "names first": (["truth,score"], 1, 2, (0, [])),
    "blank rows": (["", "", "truth,score"], 3, 4, (0, [])),
    "a title": (["Results of the model", "truth,score"], 2, 3, (1, [])),
    "a padded title, then a blank row": (["Results,", ",", "truth,score"], 3, 4, (1, [])),
    "comments": (["# model: forest, 100 trees", "# made: today", "truth,score"], 3, 4, (1, [])),
    "comments of other kinds": (["// one", "% two, 3", "truth,score"], 3, 4, (1, [])),
    "a commented header": (["# truth,score"], 1, 2, (0, [])),
    "a comment and a commented header": (["# of a forest", "#truth,score"], 2, 3, (1, [])),
    "pairs, a blank row": (["Model,forest", "Trees,100", "", "truth,score"], 4, 5, (1, [])),
    "pairs": (["Model,forest", "Trees,100", "truth,score"], 3, 4, (1, [])),
    "units": (["truth,score", ",%"], 1, 3, (1, [])),
    "units in brackets": (["truth,score", "(class),[0 to 1]"], 1, 3, (1, [])),
    "types": (["truth,score", "discrete,continuous"], 1, 3, (1, [])),
    "types and flags of Orange": (["truth,score", "d,c", "class,meta"], 1, 4, (1, [])),
    "values and flags of Orange": (["truth,score", "no yes,continuous", "class,meta"], 1, 4, (1, [])),
    "other units": (["truth,score", "-,a.u."], 1, 3, (1, [])),
    "values and no flags of Orange": (["truth,score", "no yes,c", ","], 1, 4, (1, [])),
    "types of a tibble": (["truth,score", "<fct>,<dbl>"], 1, 3, (1, [])),
}


@pytest.mark.parametrize("top", TOPS)
def test_what_stands_above_the_cases_is_left_out_in_text_and_workbooks(top):
    lines, *expected = TOPS[top]
    assert facts(opened(*lines, *CASES)) == (NAMES, FOUR, *expected)
    assert facts(in_a_sheet(*lines, *CASES)) == (NAMES, FOUR, *expected)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends(end):
    lines = ["A title", "", "truth,score", ",%", *CASES, "", "Total,1.6", ""]
    assert facts(opened(*lines, end=end)) == (NAMES, FOUR, 3, 5, (3, []))


FEET = {
    "totals": (["Total,1.6"], 1),
    "totals in German": (['Gesamt:,"1,6"'], 1),
    "totals in French, a source": (["Total général,1.6", "Source: a survey"], 2),
    "a source after a blank row": (["", "Made today"], 1),
    "a comment": (["# end"], 1),
    "blank rows": ([",", "", ","], 0),
}


@pytest.mark.parametrize("foot", FEET)
def test_what_stands_below_the_cases_is_left_out(foot):
    lines, notes = FEET[foot]
    assert facts(opened("truth,score", *CASES, *lines)) == (NAMES, FOUR, 1, 2, (notes, []))
    if '"' not in "".join(lines):
        assert facts(in_a_sheet("truth,score", *CASES, *lines)) == (NAMES, FOUR, 1, 2, (notes, []))


@pytest.mark.parametrize(
    "lines",
    [
        ("truth,score", *CASES, "Total,0.5", "no,0.5", "Total,0.7"),
        ("truth,label", "Total,Sum", "Sum,Total", "Total,Total"),
        ("name,score", "Ann,0.5", "Source,0.5"),
        ("a,b", "c,d", "d,d", "d,c"),
        ("truth,score", "yes,", "no,0.2", "no,0.3"),
        ("truth,score", "unknown,-", "no,0.2", "no,0.3"),
        ("truth,0,1", "yes,0.3,0.7", "no,0.2,0.8"),
        ("#,truth,score", "1,yes,0.9", "2,no,0.3"),
        ("name,score", "Ann,failed", "Bob,0.4", "Eve,0.6", "Dan,0.6"),
    ],
)
def test_what_only_looks_so_is_a_name_or_a_case(lines):
    names, rows, header, first, told = facts(opened(*lines))
    assert (",".join(names), header, first, told) == (lines[0], 1, 2, (int("unknown,-" in lines), []))
    assert len(rows) == len(lines) - 1


@pytest.mark.parametrize(
    "lines",
    [
        CASES,
        ["p1,yes,0.9", "p2,no,0.2", "p3,no,0.2"],
        ["Ann,0.91", "Bob,0.22", "Eve,0.13"],
        ["1,0.5", "0,0.25", "0,0.75"],
        ["yes,no", "no,no", "yes,yes", "no,no"],
    ],
)
def test_without_a_row_of_names_the_columns_are_numbered_and_that_is_a_guess(lines):
    for found in (facts(opened(*lines)), facts(in_a_sheet(*lines))):
        assert found[0] == [f"column {place}" for place in range(1, 1 + len(lines[0].split(",")))]
        assert (len(found[1]), *found[2:]) == (len(lines), 0, 1, GUESSED)


@pytest.mark.full
def test_the_row_of_the_names_can_be_chosen():
    lines = ["site,A", "truth,score", *CASES]
    guessed = opened("Alpha,Beta", "Gamma,Delta", *CASES)
    assert facts(guessed)[2:] == (2, 3, GUESSED)
    assert guessed.reading.guesses[0].options == ("2", "1")
    for asked, names in ((1, ["site", "A"]), (2, NAMES), (0, ["column 1", "column 2"])):
        for made in (opened, in_a_sheet):
            found = made(*lines, asked=Reading(header=asked))
            assert [column.name for column in found.columns] == names
            assert (found.reading.header, found.columns[0].first_row) == (asked, asked + 1)
    assert found.reading.top[:2] == (("site", "A"), ("truth", "score"))
    with pytest.raises(InputError, match=r"^a.csv has no names in row 9, which was chosen for them; choose one that"):
        read("\n".join(lines).encode(), name="a.csv", header=9)
    assert read_in_worker("\n".join(lines).encode(), "a.csv", header=2).roles["truth"] == ("truth",)


def test_rows_are_counted_as_in_the_file():
    with pytest.raises(Unusable, match="has 3 values in row 5, but 2 column names") as ragged:
        read(b"A title\n\ntruth,score\nyes,0.9\nno,0.2,3\nno,0.1\n")
    assert ragged.value.reading.header == 3
    with pytest.raises(InputError, match="got “high” in row 5"):
        read(b"A title\n\ntruth,score\nyes,0.9\nno,high\nno,0.1\n", score="score")


def test_a_guess_is_refused_where_none_is_wanted():
    lines = "\n".join(CASES).encode()
    assert [guess.role for guess in read(lines, truth="column 1").guesses] == ["header"]
    with pytest.raises(ChoiceNeeded) as asked:
        read(lines, truth="column 1", strict=True)
    assert asked.value.choice == "header"
    assert not read(lines, truth="column 1", header=0, strict=True).guesses


def test_the_line_of_excel_that_says_the_separator():
    assert facts(opened("sep=;", "truth;score", "yes;0,9", "no;0,2"))[:3] == (NAMES, [("yes", "0.9"), ("no", "0.2")], 2)
    found = opened('"sep=|"', "truth|a;b,c", "yes|1;2,3", "no|2;3,4")
    assert ([column.name for column in found.columns], found.reading.delimiter) == (["truth", "a;b,c"], "|")


def test_blanks_after_commas():
    lines = ['truth, "the score"', 'yes, "0.9"', '"no",   "0.2"', "no, 0.1"]
    assert facts(opened(*lines))[:2] == (["truth", "the score"], [("yes", "0.9"), ("no", "0.2"), ("no", "0.1")])


def test_a_byte_order_mark_in_the_middle():
    data = b"\xef\xbb\xbf\xef\xbb\xbftruth,score\nyes,0.9\n\xef\xbb\xbfno,0.2\n"
    assert facts(open_sheet(data, "a.csv"))[:2] == (NAMES, [("yes", "0.9"), ("no", "0.2")])


def test_columns_of_one_name_are_numbered_and_copies_left_out():
    for made in (opened, in_a_sheet):
        found = made("truth,score,score,truth,", "yes,0.9,0.5,yes,", "no,0.2,0.3,no,")
        assert [column.name for column in found.columns] == ["truth", "score", "score (2)"]
        assert facts(found)[2:] == (1, 2, (2, []))


def test_a_second_table_below_is_not_read():
    for made in (opened, in_a_sheet):
        found = facts(made("truth,score", *CASES, "", "measure,value", "AUC,0.75"))
        assert found == (NAMES, FOUR, 1, 2, GUESSED)
    assert "row 7" in made("truth,score", *CASES, "", "measure,value", "AUC,0.75").reading.guesses[0].text
    assert facts(opened("truth,score", *CASES[:2], "", *CASES[2:])) == (NAMES, FOUR, 1, 2, (0, []))


def test_columns_that_blanks_align_may_have_empty_cells():
    lines = [
        "=== Predictions on test data ===",
        "",
        "    inst#     actual  predicted error prediction",
        "        1      2:yes       1:no     + 0.751",
        "        2      2:yes      2:yes       0.617",
        "        3       1:no      2:yes     + 0.703",
    ]
    names, rows, header, first, _ = facts(found := opened(*lines))
    assert found.reading.delimiter == " "
    assert names == ["inst#", "actual", "predicted", "error", "prediction"]
    assert ([row[3] for row in rows], [row[4] for row in rows]) == (["+", "None", "+"], ["0.751", "0.617", "0.703"])
    assert (header, first) == (3, 4)
