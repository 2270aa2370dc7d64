"""What cells say: numbers in the styles of many places, percent, units, signs and gaps."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import babel.numbers
import hypothesis.strategies as st
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given

from ddcore.read import read
from ddcore.read.cells import cleaned
from ddcore.read.reading import Reading
from ddcore.records.labels import THE_MODEL
from tests.helpers.read import csv, json_lines, parquet, xlsx

Texts = Sequence[str | None]


def cleaned_columns(*columns: Texts, delimiter: str = ";", decimal: str = "") -> tuple[list[Texts], Reading]:
    held = {f"column {place}": pa.chunked_array([each]) for place, each in enumerate(columns)}
    reading = cleaned(held, Reading("", delimiter, decimal))
    return [each.to_pylist() for each in held.values()], reading


def numbers(*cells: str | None, **how: Any) -> list[float | None]:
    (column,), _ = cleaned_columns(list(cells), **how)
    return [None if cell is None else float(cell) for cell in column]


LOCALES = ("en_US", "de_DE", "fr_FR", "de_CH", "en_IN", "it_IT", "pl_PL", "pt_BR", "sv_SE", "tr_TR")


@pytest.mark.full
@given(st.data(), st.sampled_from(LOCALES))
def test_numbers_as_people_of_ten_places_write_them(data: st.DataObject, place: str) -> None:
    """Babel writes them, and reads them again as exact decimals."""
    drawn = data.draw(st.lists(st.decimals(-(10**9), 10**9, places=2), min_size=1, max_size=30))
    texts = [babel.numbers.format_decimal(each, "#,##0.00##" if place != "en_IN" else None, place) for each in drawn]
    again = [babel.numbers.parse_decimal(text, place) for text in texts]
    assert numbers(*texts) == [float(each) for each in again]


def test_numbers_as_people_write_them_in_german() -> None:
    exact = [Decimal(number * number * (-1) ** number) / 100 for number in range(0, 30_000, 37)]
    texts = [babel.numbers.format_decimal(each, "#,##0.00", "de_DE") for each in exact]
    assert numbers(*texts) == [float(babel.numbers.parse_decimal(text, "de_DE")) for text in texts]


GROUPED = {
    "a comma": ("1,293", "1,500", "999", "80"),
    "a point": ("1.293", "1.500", "999", "80"),
    "a blank": ("1 293", "1 500", "999", "80"),
    "a no-break space": ("1\xa0293", "1\xa0500", "999", "80"),
    "a narrow no-break space": ("1\u202f293", "1\u202f500", "999", "80"),
    "a thin space": ("1\u2009293", "1\u2009500", "999", "80"),
    "an apostrophe": ("1'293", "1'500", "999", "80"),
    "a typographic apostrophe": ("1’293", "1’500", "999", "80"),
    "an underscore": ("1_293", "1_500", "999", "80"),
}


@pytest.mark.parametrize("style", GROUPED)
def test_thousands_in_each_style_beside_numbers_below_a_thousand(style: str) -> None:
    found, reading = cleaned_columns([*GROUPED[style]])
    assert found == [["1293", "1500", "999", "80"]]
    assert len(reading.notes) + len(reading.guesses) == 1


DECIDED = {
    "a nought before it": ((["0,123", "1,234"],), [0.123, 1.234], None),
    "another length": ((["1,2345", "1,234"],), [1.2345, 1.234], None),
    "two of them": ((["1,234,567", "1,234"],), [1234567, 1234], None),
    "positive and negative": ((["1.234,5", "1.234"],), [1234.5, 1234], None),
    "as in India": ((["12,34,567", "1,234"],), [1234567, 1234], None),
    "a point elsewhere": ((["1,234", "2,500"], ["0.5", "0.25"]), [1234, 2500], None),
    "a comma elsewhere": ((["1.234", "2.500"], ["0,5", "0,25"]), [1234, 2500], None),
    "nothing": ((["1,234", "2,500"],), [1.234, 2.5], "decimal-guessed"),
    "only points": ((["1.234", "2.500"],), [1.234, 2.5], "decimal-guessed"),
    "points beside whole numbers": ((["1.234", "2.500", "80", "999"],), [1234, 2500, 80, 999], "thousands-guessed"),
    "points and commas": ((["1.5", "2,5", "1.25", "2,25"],), [1.5, 2.5, 1.25, 2.25], "decimal-guessed"),
    "long whole numbers": ((["1,234", "23456", "80"],), [1.234, 23456, 80], "decimal-guessed"),
}


@pytest.mark.parametrize("why", DECIDED)
def test_what_decides_between_decimals_and_thousands(why: str) -> None:
    columns, right, guess = DECIDED[why]
    found, reading = cleaned_columns(*columns)
    assert [float(cell or "nan") for cell in found[0]] == right
    assert [each.code for each in reading.guesses] == ([guess] if guess else [])
    assert all(each.role == "decimal" and set(each.options) == {".", ","} for each in reading.guesses)


def test_a_chosen_decimal_sign_decides() -> None:
    for delimiter in (";", ","):
        for sign, right in ((",", [1.234, 2.5]), (".", [1234, 2500])):
            found, reading = cleaned_columns(["1,234", "2,500"], delimiter=delimiter, decimal=sign)
            assert [float(cell or "nan") for cell in found[0]] == right
            assert (reading.decimal, reading.guesses) == (sign, ())
    assert cleaned_columns(["1,234", "2,500"], delimiter=",")[1].guesses[0].code == "thousands-guessed"


def test_all_rows_have_a_say() -> None:
    """The first thousand rows are below a thousand, and the one that decides is among the last of many."""
    below = [f"{number}" for number in range(1, 1000)] * 4
    assert numbers(*below, "1,000", "1,001")[-2:] == [1000, 1001]
    alike = [f"1,{number:03}" for number in range(2000)]
    assert numbers(*alike[:1000] * 3, "0,5", *alike[:1000])[-1] == 1.999
    kept = cleaned_columns([*alike[:1000], "high", *alike[:1000] * 2])[0][0]
    assert kept[1000] == "high"


def test_percent_are_fractions() -> None:
    """Each is the double nearest to its digits, as exact decimals show."""
    texts = [f"{number / 100:.2f}" for number in range(0, 12_000, 7)]
    for form in ("{}%", "{} %", "{}\xa0%", "{}％"):
        assert numbers(*(form.format(text) for text in texts)) == [float(Decimal(text) / 100) for text in texts]
    assert numbers("12,5 %", "87 %") == [0.125, 0.87]
    assert numbers("5‰", "0,5 ‰", "1‰") == [0.005, 0.0005, 0.001]


def test_percent_in_some_cells_only_is_a_guess() -> None:
    for cells, right in ((("87%", "50", "43%"), [0.87, 0.5, 0.43]), (("87%", "0.5", "43%"), [0.87, 0.5, 0.43])):
        found, reading = cleaned_columns([*cells])
        assert [float(cell or "nan") for cell in found[0]] == right
        assert [guess.code for guess in reading.guesses] == ["percent-guessed"]


UNITS = {
    "behind": (["12.5 EUR", "1,200 EUR", "3 EUR"], [12.5, 1200, 3]),
    "before": (["€ 1.200,5", "€ 7", "€3"], [1200.5, 7, 3]),
    "dollars": (["$1,200.50", "-$3", "$-4"], [1200.5, -3, -4]),
    "weights": (["1.2 kg", "3 kg", "4kg"], [1.2, 3, 4]),
    "a heart": (["98 bpm", "75 bpm", "101 bpm"], [98, 75, 101]),
    "any word": ([f"{number} widgets" for number in range(20)], list(range(20))),
    "accounts": (["(1,200)", "3,400.50", "5", "12-"], [-1200, 3400.5, 5, -12]),
    "accounts in dollars": (["($1,200)", "$3,400.50", "$5"], [-1200, 3400.5, 5]),
    "signs": (["−5", "+0.5", "３．５", "1e-3", ".5", "5."], [-5, 0.5, 3.5, 0.001, 0.5, 5]),
    "powers": (["1,5E-3", "0,", ",25", "3,5"], [0.0015, 0, 0.25, 3.5]),
    "bounds": (["<0.001", "0.5", "≥ 0.999", "0.2", "0.4"], [0.001, 0.5, 0.999, 0.2, 0.4]),
}


@pytest.mark.parametrize("unit", UNITS)
def test_numbers_with_units_and_signs(unit: str) -> None:
    cells, right = UNITS[unit]
    assert numbers(*cells) == right


LEFT = (
    ["<=50K", ">50K"],
    ["yes", "no"],
    ["2024-01-02", "2024-01-03"],
    ["12:30", "12:45"],
    ["P001", "P002"],
    ["1 kg", "2 lb"],
    ["1st", "2nd", "3rd"],
    ["$1", "€2"],
    ["001", "002"],
    ["18-25", "26-35"],
    ["3 layers", "5 layers"],
    ["1.2.3", "1.2.4"],
    ["½", "¼"],
    ["+", "-"],
    ["1,234.50", "1.234,50"],
    [None, None],
)


@pytest.mark.parametrize("cells", LEFT, ids=str)
def test_what_is_no_number_stays(cells: Texts) -> None:
    (found,), reading = cleaned_columns(cells)
    assert (found, reading.notes, reading.guesses) == (cells, (), ())


SLIPS = ("0.5%", "€1", "1 000", "1_000", "１２", "1,5", "<1", "(1)", "1-")


@pytest.mark.parametrize("slip", SLIPS)
def test_one_cell_that_is_written_otherwise_stays_to_be_seen(slip: str) -> None:
    cells: Texts = [f"{number / 100}" for number in range(40)] + [slip]
    assert cleaned_columns(cells)[0][0] == cells


def test_words_for_nothing_among_numbers_are_gaps() -> None:
    assert numbers("0.1", ".", "0.2", "-", "0.3", "?", "0.4", "—") == [0.1, None, 0.2, None, 0.3, None, 0.4, None]
    many = [f"{number / 1000}" for number in range(200)]
    assert numbers(*many, "unknown", "keine Angabe", "n.a.")[-4:] == [0.199, None, None, None]
    few = ["1", "2", "3", "unknown"]
    assert cleaned_columns([*few])[0][0] == few


def test_each_format_reads_the_same() -> None:
    """Where all cells are text: what is read does not depend on the file that they come from."""
    frame = pd.DataFrame({"truth": ["yes", "no"] * 3, "score": ["87%", "12,5 %", "50%", "4%", "99%", "0,5%"]})
    ways = {"a.csv": csv(frame), "b.csv": csv(frame, ";"), "c.parquet": parquet(frame)}
    ways |= {"d.xlsx": xlsx(frame), "e.jsonl": json_lines(frame)}
    for name, data in ways.items():
        found = read(data, name=name)
        table = found.models[THE_MODEL].table
        assert table is not None
        assert table.score.tolist() == [0.005, 0.04, 0.125, 0.5, 0.87, 0.99], name
    assert read(frame, decimal=",").reading.decimal == ","
