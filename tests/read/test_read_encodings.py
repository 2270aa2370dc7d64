"""Text is read in the encoding it was written in: Python's codecs write it, and the words come back."""

import time

import pytest

from ddcore.read import read
from ddcore.read.apart import read_apart
from ddcore.read.delimited import encoding

TABLES = {
    "German": ("Wahrheit", "Größe der Bewertung", ("zurückgezahlt", "ausgefallen")),
    "French": ("vérité", "prévu", ("défaut", "remboursé")),
    "Swedish": ("sanning", "poäng", ("återbetald", "förfallen")),
    "Portuguese": ("verdade", "pontuação", ("inadimplência", "não")),
    "Spanish": ("verdad", "puntuación", ("dañado", "sí; señor")),
    "Dutch": ("waarheid", "coëfficiënt", ("geïnfecteerd", "gezond")),
    "Greek": ("αλήθεια", "βαθμός", ("ναι", "όχι")),
}
UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")
WINDOWS = ("cp1252", "latin-1", "iso8859_15")
# Spanish and Dutch written by an old Mac are as likely words of Windows, and are read so.
MAC = ("German", "French", "Swedish", "Portuguese")
WRITTEN = [
    *((language, name) for language in TABLES for name in UNICODE),
    *((language, name) for language in TABLES if language != "Greek" for name in WINDOWS),
    *((language, "mac_roman") for language in MAC),
    ("Greek", "cp1253"),
]


def content(language, name, plain=0):
    """Forty rows, after `plain` ones that are ASCII."""
    truth, score, labels = TABLES[language]
    lines = [f'"{labels[row % 2]}";{row / 40:.4f}' for row in range(40)]
    header = f"{truth};{score}" if not plain else "truth;score"
    return "\n".join([header, *['"x";0.5'] * plain, *lines]).encode(name)


@pytest.mark.parametrize("reader", [read, read_apart])
@pytest.mark.parametrize(("language", "name"), WRITTEN)
def test_words_come_back_as_they_were_written(reader, language, name):
    truth, score, labels = TABLES[language]
    file = reader(content(language, name), name="table.csv", truth=truth, score=score, positive=labels[1])
    assert (file.columns, set(file.truth_values)) == ((truth, score), set(labels))


@pytest.mark.parametrize("name", ["utf-8", "cp1252", "mac_roman"])
def test_the_first_letter_beyond_ascii_may_stand_far_down(name):
    data = content("German", name, plain=300_000)
    assert len(data) > 2 * 2**20
    assert set(read(data, positive="ausgefallen", group="", label="").truth_values) >= {"x", "zurückgezahlt"}


def test_bytes_that_are_letters_of_no_language_are_latin():
    for name in ("utf-8", "cp1252"):
        with pytest.raises(UnicodeDecodeError):
            bytes(range(128, 256)).decode(name)
    assert encoding(bytes(range(128, 256)) * 20) == "latin-1"


def test_a_large_text_is_decided_on_a_sample():
    def seconds(data):
        start = time.process_time()
        encoding(data)
        return time.process_time() - start

    words = b" ".join(b"gr\xf6\xdfe%d" % row for row in range(2**16))
    assert seconds(b"\xe9" + words * 20) < 10 * seconds(words) + 1
