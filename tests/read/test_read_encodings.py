"""Text is read in the encoding it was written in: Python's codecs write it, and the words come back."""

import charset_normalizer
import pytest

from ddcore.read import delimited, read
from ddcore.read.worker import read_in_worker
from tests.helpers.tiers import some_of

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


def check_words(reader, language, name):
    truth, score, labels = TABLES[language]
    file = reader(content(language, name), name="table.csv", truth=truth, score=score, positive=labels[1])
    assert (file.columns, set(file.truth_values)) == ((truth, score), set(labels))


@pytest.mark.parametrize(("language", "name"), some_of(WRITTEN, *WRITTEN[::-3]))
def test_words_come_back_as_they_were_written(language, name):
    check_words(read, language, name)


@pytest.mark.parametrize(("language", "name"), [("German", "cp1252"), ("German", "mac_roman"), ("Greek", "cp1253")])
def test_a_worker_that_may_open_no_file_has_the_encodings(language, name):
    check_words(read_in_worker, language, name)


@pytest.mark.parametrize("name", some_of(["utf-8", "cp1252", "mac_roman"], "cp1252"))
def test_the_first_letter_beyond_ascii_may_stand_far_down(name):
    data = content("German", name, plain=300_000)
    assert len(data) > 2 * 2**20
    assert set(read(data, positive="ausgefallen", group="", label="").truth_values) >= {"x", "zurückgezahlt"}


def test_bytes_that_are_letters_of_no_language_are_latin() -> None:
    assert delimited.encoding(bytes(range(128, 256)) * 20) == "latin-1"


def test_a_large_text_is_decided_on_a_sample(monkeypatch):
    seen = []

    def from_bytes(sample, **choice):
        seen.append(len(sample))
        return charset_normalizer.from_bytes(sample, **choice)

    data = b" ".join(b"gr\xf6\xdfe%d" % row for row in range(400_000))
    assert len(data) > 4 * 2**20
    monkeypatch.setattr(delimited, "from_bytes", from_bytes)
    assert delimited.encoding(data) == "cp1252"
    assert 0 < seen[0] <= 2**21
