"""How a file is read, found or set by hand: delimiter, decimal sign, encoding and sheet, and its first rows."""

import io
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pytest

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Unusable, read
from ddcore.read.worker import read_in_worker
from ddcore.records.labels import THE_MODEL
from tests.helpers.read import cells, csv, json_lines, parquet, xlsx

FRAME = pd.DataFrame(
    {
        "Prüfgröße": ["oui", "non"] * 6,
        "score": np.arange(12) / 16,
        "prix": np.arange(12) + 0.25,
        "group": ["Süd", "Böen"] * 6,
    }
)


def book(**sheets: pd.DataFrame) -> bytes:
    with pd.ExcelWriter(stream := io.BytesIO(), engine="openpyxl") as writer:
        for name, frame in sheets.items():
            frame.to_excel(writer, sheet_name=name, index=False)
    return stream.getvalue()


GERMAN = csv(FRAME, ";", ",", "latin-1")
CHOSEN: dict[str, Any] = {"truth": "Prüfgröße", "positive": "oui"}


@pytest.mark.parametrize(
    ("data", "format", "settings"),
    [
        (csv(FRAME), "CSV", (",", ".", "utf-8", "")),
        (csv(FRAME, "\t", encoding="utf-16"), "CSV", ("\t", ".", "utf-16", "")),
        (json_lines(FRAME), "JSON lines", ("", "", "utf-8", "")),
        (parquet(FRAME), "Parquet", ("", "", "", "")),
        (xlsx(FRAME), "an Excel workbook", ("", "", "", "Sheet1")),
        (FRAME, "a table in memory", ("", "", "", "")),
    ],
)
def test_each_format_has_its_own(data: Any, format: str, settings: tuple[str, ...]) -> None:
    found = read(data, name="file", **CHOSEN).reading
    assert (found.format, found.delimiter, found.decimal, found.encoding, found.sheet) == (format, *settings)
    assert found.preview[1] == ("oui", "0.0" if format == "CSV" else "0", "0.25", "Süd")
    assert [len(row) for row in found.preview] == [4] * 11


def test_what_was_found_is_told_and_can_be_set_and_says_the_same() -> None:
    found = read(GERMAN, name="a.csv", **CHOSEN)
    reading = found.reading
    assert (reading.format, reading.delimiter, reading.decimal, reading.encoding) == ("CSV", ";", ",", "cp1252")
    assert len(reading.preview) == 11
    assert reading.preview[0] == reading.columns == ("Prüfgröße", "score", "prix", "group")
    assert reading.preview[10] == ("non", "0.5625", "9.25", "Böen")
    again = read(GERMAN, name="a.csv", delimiter="semicolon", decimal=",", encoding="LATIN1", **CHOSEN)
    assert cells(again.models[THE_MODEL].counts) == cells(found.models[THE_MODEL].counts)
    assert again.reading.encoding == "latin-1"
    apart = read_in_worker(GERMAN, "a.csv", delimiter=";", decimal=",", encoding="iso8859-15", **CHOSEN)
    assert apart.reading.preview == reading.preview
    long = read(b"truth,score,text\nyes,0.9,%s\nno,0.2,\n" % (b"x" * 10_000)).reading
    assert [[len(cell) for cell in row] for row in long.preview[1:]] == [[3, 3, 101], [2, 3, 0]]


def test_a_delimiter_is_followed_where_another_would_be_found() -> None:
    lines = b"truth;score,a\nyes;0,9\nno;0,2\n"
    assert read(lines, truth="truth", delimiter=";").reading.columns == ("truth", "score,a")
    with pytest.raises(ChoiceNeeded, match=r"no column has the usual name of a truth") as asked:
        read(lines, delimiter="|")
    assert asked.value.reading.preview == (("truth;score,a",), ("yes;0,9",), ("no;0,2",))


def test_a_decimal_sign_is_followed() -> None:
    quoted = b'truth,score\nyes,"0,9"\nno,"0,2"\n'
    assert read(quoted, decimal=",").models[THE_MODEL].table.score.tolist() == [0.2, 0.9]
    with pytest.raises(InputError, match="no column has predictions of “truth”"):
        read(quoted, decimal=".")
    with pytest.raises(Unusable, match="no column has predictions") as wrong:
        read(csv(FRAME, ";", ","), decimal=".", **CHOSEN)
    assert wrong.value.reading.decimal == "."
    texts = read(b"truth;score;group\nyes;0,9;a,b\nno;0,2;c,d\n", decimal=",")
    assert list(texts.models[THE_MODEL].groups) == ["a,b", "c,d"]


def test_an_encoding_is_followed() -> None:
    data = csv(FRAME)
    assert read(data, encoding="UTF-8", **CHOSEN).reading.columns[0] == "Prüfgröße"
    with pytest.raises(InputError, match=r"^b.csv cannot be read in the chosen encoding UTF-8; choose another enc"):
        read(GERMAN, name="b.csv", encoding="utf-8", **CHOSEN)
    with pytest.raises(InputError):
        read(data, encoding="utf-16", **CHOSEN)
    for encoding, word in (("cp1252", "PrÃ¼fgrÃ¶ÃŸe"), ("cp1251", "PrГјfgrГ¶Гџe")):
        found = read(data, encoding=encoding, truth=word, positive="oui")
        assert found.columns[0] == word == "Prüfgröße".encode().decode(encoding)


WRONG = {
    "two signs": (GERMAN, {"delimiter": ";;"}, "delimiter must be “comma”, “semicolon”, “tab”, “bar” or “space”, or"),
    "a letter": (GERMAN, {"delimiter": "a"}, r"delimiter must be .*, or one sign, got “a”$"),
    "decimal": (GERMAN, {"decimal": ";"}, "decimal must be “.” or “,”, got “;”$"),
    "no encoding": (GERMAN, {"encoding": "utf-9"}, "encoding must be one such as “utf-8”, .* got “utf-9”$"),
    "no text": (GERMAN, {"encoding": "rot13"}, "encoding must be one such as “utf-8”, .* got “rot13”$"),
    "sheet of a text": (GERMAN, {"sheet": "a"}, "^data is CSV, which has no sheet to choose; leave the sheet out$"),
    "delimiter of Parquet": (parquet(FRAME), {"delimiter": ";"}, "^data is Parquet, which has no delimiter to"),
    "encoding of a workbook": (xlsx(FRAME), {"encoding": "utf-8"}, "^data is an Excel workbook, which has no encoding"),
    "delimiter of a table": (FRAME, {"delimiter": ","}, "^data is a table in memory, which has no delimiter to cho"),
    "no such sheet": (xlsx(FRAME), {"sheet": "2025"}, "^data has no sheet “2025”, but “Sheet1”; choose one of them$"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_set(wrong: str) -> None:
    data, settings, message = WRONG[wrong]
    with pytest.raises(InputError, match=message):
        read(data, name="data", **settings)


def test_one_of_several_sheets_is_read_and_told() -> None:
    other = FRAME.assign(score=1 - FRAME.score)
    data = book(first=FRAME, second=other, notes=pd.DataFrame())
    found = read(data, name="three.xlsx", **CHOSEN)
    assert (found.reading.sheet, found.reading.sheets) == ("first", ("first", "second", "notes"))
    assert all(name in found.notes[0] for name in ("sheet “first”", "“second” and “notes”"))
    chosen = read_in_worker(data, "three.xlsx", sheet="second", **CHOSEN)
    assert all(name in chosen.notes[0] for name in ("sheet “second”", "“first” and “notes”"))
    assert chosen.models[THE_MODEL].table.score.tolist() == sorted(other.score)
    with pytest.raises(Unusable, match=r"has no cells in its sheet “notes”; choose another one, “first” or “sec") as no:
        read_in_worker(data, "three.xlsx", sheet="notes", **CHOSEN)
    assert no.value.reading.sheets == ("first", "second", "notes")
    assert "sheet" not in " ".join(read(xlsx(FRAME), **CHOSEN).notes)


def test_a_sheet_is_found_by_its_name_whatever_its_part_is_called() -> None:
    """What openpyxl reads from the sheet of a name, in an order other than that of the parts."""
    workbook = openpyxl.load_workbook(io.BytesIO(book(a=FRAME, b=FRAME.assign(score=FRAME.score / 2))))
    workbook.move_sheet("b", -1)
    workbook.save(stream := io.BytesIO())
    for name in ("a", "b"):
        expected = sorted(row[1].value for row in list(workbook[name].rows)[1:])
        assert read(stream.getvalue(), sheet=name, **CHOSEN).models[THE_MODEL].table.score.tolist() == expected
    assert read(stream.getvalue(), **CHOSEN).reading.sheet == "b"


def test_a_file_that_cannot_be_used_shows_its_first_rows() -> None:
    with pytest.raises(Unusable, match="has 3 values in row 3, but 2 column names") as ragged:
        read_in_worker(b"truth;score\nyes;1\nno;2;3\n", "a.csv")
    assert ragged.value.reading.delimiter == ";"
    assert ragged.value.reading.preview == (("truth", "score"), ("yes", "1"), ("no", "2", "3"))
    with pytest.raises(Unusable, match="must have two classes") as single:
        read_in_worker(b"truth,score\nyes,1\n", "a.csv")
    assert single.value.reading.preview == (("truth", "score"), ("yes", "1"))


@pytest.mark.parametrize(
    ("lines", "decimal"),
    [
        ("truth;score;amount\nyes;0,9;1.234,50\nno;0,2;900\nyes;0,4;1.002.003\n", ""),
        ('truth,score,amount\nyes,0.9,"1,234.50"\nno,0.2,900\nyes,0.4,"1,002,003"\n', ""),
        ('truth,score,amount\nyes,0.9,"1.234,50"\nno,0.2,900\nyes,0.4,1.002.003\n', ""),
        ('truth,score,amount\nyes,0.9,"1,234.5"\nno,0.2,900.00\nyes,0.4,"1,002,003"\n', "."),
    ],
)
def test_signs_between_thousands_are_read(lines: str, decimal: str) -> None:
    model = read(lines.encode(), decimal=decimal or None).models[THE_MODEL]
    assert model.table.score.tolist() == [0.2, 0.4, 0.9]
    assert sorted(model.scored.amount) == [900, 1234.5, 1002003]


def test_thousands_that_do_not_agree_are_said() -> None:
    for other in ("1,234.50", "12.34,5", "1,5.000"):
        with pytest.raises(InputError, match="“amount” must have numbers"):
            read(f"truth;score;amount\nyes;0,9;1.234,50\nno;0,2;{other}\n".encode(), amount="amount")
