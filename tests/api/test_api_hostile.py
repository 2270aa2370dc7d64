"""Whatever is sent gets a status and one sentence, which repeats little of it, and the door stays open."""

import gzip
import io
import itertools
import json
import time
import zipfile

import pytest

from ddcore.api import routes, workers
from ddcore.api.workers import Lane, Limits
from tests.helpers.asking import FORM, ask, form
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

LONG = "9" * 10**6
FILE = b"truth,score\nyes,0.9\nno,0.2\nyes,0.4\n"
BIDI = "\u202egnp.exe\u2066\u0000"


def packed(size):
    """A workbook that unpacks to many bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("[Content_Types].xml", "<Types/>")
        pack.writestr("xl/worksheets/sheet1.xml", bytes(size))
    return made.getvalue()


ADDRESSES = {
    "nothing": ("verdict", 422, "Give M and P, or TP, FP, FN and TN"),
    "an unknown question": ("judgement?M=3&P=1", 404, "the questions are verdict, curves"),
    "a path out": ("../../etc/passwd", 404, "there is no such question"),
    "an unknown choice": ("baselines?M=3&P=1&colour=red", 422, "there is no choice colour; choose one of measure"),
    "another question's choice": ("baselines?M=3&P=1&theta=0.5", 422, "there is no choice theta"),
    "a choice beyond its limits": ("expectation?M=3&P=1&theta=3", 422, "theta must be between 0 and 1"),
    "a choice twice": ("expectation?M=3&P=1&theta=0.1&theta=0.2", 422, "“theta” must be given once, got 2 values"),
    "a number twice": ("baselines?M=3&m=4&P=1", 422, "“M” must be given once"),
    "numbers in two ways": ("verdict?M=3&P=1&TP=1&FP=1&FN=1&TN=1", 422, "must be given in one way"),
    "a count that lacks": ("verdict?TP=1&FP=1&FN=1", 422, "TP, FP, FN and TN must be given together, TN lacks"),
    "a negative count": ("verdict?TP=-1&FP=1&FN=1&TN=1", 422, "TP must be between 0"),
    "a count that is huge": ("verdict?TP=1e99&FP=1&FN=1&TN=1", 422, "TP must be between 0"),
    "NaN as a number": ("baselines?M=NaN&P=1", 422, "M must be a whole number such as 303"),
    "more positives than cases": ("baselines?M=3&P=4", 422, "must be between 0 and M = 3, got 4"),
    "a formula that runs": ("baselines?M=3&P=1&measure=x%3D__import__('os')", 422, ""),
    "a formula without end": (f"baselines?M=3&P=1&measure=x%3D{'(' * 5000}", 422, ""),
    "a formula with the name of a measure": ("baselines?M=30&P=10&measure=F1%3Dtp/m", 422, "that of a listed measure"),
    "a formula that is too large": (
        "baselines?M=30&P=10&measure=x%3Dexp(exp(exp(tp)))",
        422,
        "the formula is too large for a computer at TP = 2,",
    ),
    "a formula that is too large for these data": (
        "expectation?M=3000&P=1500&measure=x%3Dexp(tp)",
        422,
        "the formula is too large for a computer at TP = 710,",
    ),
    "a formula of a spreadsheet": ("baselines?M=3&P=1&measure=%3DHYPERLINK(1)", 422, ""),
    "a null byte": ("baselines?M=3%00&P=1", 422, "M must be a whole number"),
    "bytes that are no text": ("baselines?M=%ff&P=1", 422, "the address must be UTF-8"),
    "signs that turn text": ("verdict?sample=%E2%80%AEx", 422, "there is no sample"),
    "a long value": (f"baselines?M={LONG}&P=1", 414, "an address must have at most 10,000 characters"),
    "many values": (f"baselines?M=3&P=1{'&a=1' * 500}", 422, "there can be 100 values in an address at most"),
    "a path as a sample": ("verdict?sample=/etc/passwd", 422, "there is no sample “/etc/passwd”"),
    "a book that is no book": ("curves?sample=applicants&book=1,2", 422, "book must be 3 numbers"),
    "a sample that is large": ("curves?sample=pair_2&size=1000000000", 422, "size must be between 1 and 100,000"),
    "a role of a file": ("verdict?M=3&P=1&truth=x", 422, "an address takes no “truth” with these data"),
    "tables without end": ("baselines?M=3&P=1&rows=1e9", 422, "rows must be a whole number"),
}


@pytest.mark.parametrize("what", ADDRESSES)
def test_a_hostile_address_gets_its_sentence(program, what):
    address, status, sentence = ADDRESSES[what]
    told(ask(program, f"/{address}"), status, sentence)


BODIES = {
    "no JSON": (b"{", 422, "the body must be JSON, got an error at line 1, column 2"),
    "an empty body": (b"", 422, "the body must be JSON"),
    "no object": (b"[1]", 422, "the body must be an object of JSON"),
    "deep JSON": (b'{"rows":' + b"[" * 10**6, 422, "too many"),
    "NaN in JSON": (b'{"truth": [1, NaN]}', 422, "JSON has no NaN; write null"),
    "a name twice": (b'{"M": 3, "M": 4, "P": 1}', 422, "“M” must be given once"),
    "bytes that are no text": (b'{"M": "\xff"}', 422, "the body must be JSON in UTF-8"),
    "a number of many digits": (b'{"M": 3, "P": ' + b"9" * 10**6 + b"}", 422, "P must be a whole number"),
    "a number as data": (b'{"truth": 1, "score": 2}', 422, "“truth” must be a list"),
    "lists in lists": (b'{"truth": [[1]], "score": [1]}', 422, "“truth” must have numbers or texts as its elements"),
    "mixed elements": (b'{"truth": [1, "x"], "score": [1, 2]}', 422, "“truth” must have elements of one kind"),
    "a score that is infinite": (b'{"truth": [1, 0], "score": [1e999, 0.5]}', 422, ""),
    "arrays of two lengths": (b'{"truth": [1, 0], "score": [1]}', 422, "must have one element for each case of truth"),
    "a text as rows": (b'{"rows": "x"}', 422, "rows must be a whole number"),
    "no rows": (b'{"rows": []}', 422, "rows must be from 1 to 1,000,000"),
    "rows that are no objects": (b'{"rows": [1, 2]}', 422, "each of the rows must be an object"),
    "choices that are none": (b'{"M": 3, "P": 1, "choices": [1]}', 422, '"choices" must be an object'),
    "a choice of the wrong kind": (b'{"M": 3, "P": 1, "choices": {"measure": 5}}', 422, ""),
    "a choice that is an object": (b'{"M": 3, "P": 1, "choices": {"measure": {"a": 1}}}', 422, "“measure” must be"),
    "a choice outside": (b'{"M": 3, "P": 1, "measure": "F1"}', 422, 'choices belong into "choices"'),
    "a dunder": (b'{"M": 3, "P": 1, "choices": {"__class__": 1}}', 422, "there is no choice __class__"),
    "a positive that is a list": (b'{"truth": [1, 0], "score": [0.1, 0.2], "positive": [1]}', 422, "positive must be"),
    "a blank name": (b'{"rows": [{"truth": 1, "score": 0.5}], "truth": " "}', 422, "truth must be a text with signs"),
    "a null byte": (b'{"rows": [{"truth": 1, "p": 0.5}], "encoding": "\\u0000"}', 422, "encoding must be a text"),
    "a byte order mark": (b'\xef\xbb\xbf{"M": 3, "P": 1}', 422, "must be JSON without a byte order mark"),
    "JSON in two bytes a letter": ('{"M": 3, "P": 1}'.encode("utf-16"), 422, "the body must be JSON in UTF-8"),
    "an encoding that is a module": (
        b'{"rows": [{"truth": 1, "p": 0.5}], "encoding": "undefined"}',
        422,
        "encoding must",
    ),
    "a threshold that is none": (b'{"truth": [1, 0], "score": [0.1, 0.2], "threshold": "x"}', 422, "threshold must be"),
}


@pytest.mark.parametrize("what", BODIES)
def test_a_hostile_body_gets_its_sentence(program, what):
    body, status, sentence = BODIES[what]
    told(ask(program, "/verdict", body), status, sentence)


NO_FILE = "a body of JSON takes no file; send it in a form, as curl -F file=@predictions.csv does"


def test_no_key_of_json_is_a_file(program):
    """What a form makes of the file that it has sent is no key that a body of JSON may have."""
    existing, lacking = "/etc/passwd", "/etc/no-such-file"
    files = (None, True, 5, [], {}, "x", existing, ["x", existing], ["x", lacking], [["x"], [existing]])
    beside = itertools.cycle(({}, {"M": 3, "P": 1}, {"truth": [1, 0], "score": [0.9, 0.2]}))
    for (path, file), data in nonempty(zip(itertools.product(("/verdict", "/report"), files), beside, strict=False)):
        got = ask(program, path, json.dumps({"file": file, **data}).encode())
        assert told(got, 422, NO_FILE) == NO_FILE, (path, file, data)


def test_rows_of_a_report_are_a_list(program):
    for rows in (None, True, False, 5, 1.5, "x", {}):
        told(ask(program, "/report", json.dumps({"rows": rows}).encode()), 422, "rows must be a list")
    told(ask(program, "/report?rows=5"), 422, "rows must be a list")


FORMS = {
    "no file": (form(("positive", None, b"yes")), 'there must be a file, in the field "file", got none'),
    "too many files": (form(*[("file", "a.csv", FILE)] * 21), "21 files, more than 20; use fewer files"),
    "two files of which one is none": (
        form(("file", "a.csv", FILE), ("file", "b.csv", b"%PDF")),
        "“b.csv”, which is a",
    ),
    "a file in another field": (form(("data", "a.csv", FILE)), "got “data”"),
    "a file of no bytes": (form(("file", "a.csv", b"")), ""),
    "a file that is none": (form(("file", "a.parquet", b"PAR1" + bytes(100))), ""),
    "a workbook that unpacks to a gigabyte": (lambda: form(("file", "a.xlsx", packed(10**9))), ""),
    "a packed text that unpacks to a gigabyte": (
        lambda: form(("file", "a.gz", gzip.compress(bytes(7 * 10**8), 1))),
        "",
    ),
    "no form": (b"truth,score\nyes,0.9\n", "the form must be multipart/form-data"),
    "a form cut off": (form(("file", "a.csv", FILE))[:60], ""),
    "many fields": (form(*[("positive", None, b"x")] * 500), "the form must be"),
    "a long field": (form(("positive", None, b"x" * 10**6), ("file", "a.csv", FILE)), "the form must be"),
    "a role twice": (form(*[("positive", None, b"x")] * 2, ("file", "a.csv", FILE)), "“positive” must be given once"),
    "an unknown field": (form(("colour", None, b"red"), ("file", "a.csv", FILE)), "there is no choice colour"),
}
"""Those that take seconds to pack are functions: who only collects the tests need not wait for them."""


@pytest.mark.parametrize("what", some_of(FORMS, *(name for name in FORMS if "gigabyte" not in name)))
def test_a_hostile_form_gets_its_sentence(program, what):
    body, sentence = FORMS[what]
    told(ask(program, "/verdict", body() if callable(body) else body, FORM), 422, sentence)


@pytest.mark.parametrize(
    "name", some_of(["../../etc/passwd", "C:\\secrets\\a.csv", BIDI, "a" * 10**4, "=cmd()|x"], "../../etc/passwd", BIDI)
)
def test_the_name_of_a_file_is_only_a_name(program, name):
    sent = form(("positive", None, b"yes"), ("file", name, FILE))
    got = ask(program, "/verdict", sent, FORM)
    if got.status == 200:
        assert got.json["data"]["total"] == 3
    else:
        told(got, 422, "the form must be")
    refused = ask(program, "/verdict", form(("truth", None, b"x"), ("file", name, FILE)), FORM)
    text = told(refused, 422, "").replace("\n", "")
    assert not any(sign in text for sign in ("etc/", "secrets", "\u202e", "\u2066", "\x00", "a" * 200))


@pytest.mark.parametrize("kind", ["", "text/csv", "application/x-www-form-urlencoded", "application/xml", "text/plain"])
def test_a_body_of_another_kind_is_refused(program, kind):
    told(ask(program, "/verdict", FILE, kind), 415, "a POST must have the content type application/json")


@pytest.mark.parametrize("size", [str(10**12), "9" * 5000, "-1", "x"])
def test_a_body_that_says_that_it_is_large_is_not_read(program, size):
    told(ask(program, "/verdict", iter([b"{}"]), headers=[("content-length", size)]), 413, "at most 50 MB")


def test_what_lies_hides_or_has_no_end_is_refused(program):
    told(ask(program, "/verdict", FILE, "application/json"), 422, "the body must be JSON")
    told(ask(program, "/verdict", b'{"M": 3, "P": 1}', FORM), 422, "the form must be multipart/form-data")
    told(ask(program, "/verdict", form(("file", "a.csv", FILE)), "multipart/form-data"), 422, "the form must be")
    told(ask(program, "/verdict?M=4&P=2", b'{"M": 3, "P": 1}'), 422, "the address must not have a ?")
    told(ask(program, "/verdict", itertools.repeat(b"[" * 2**20)), 413, "the body must have at most 50 MB")
    for method, path in (("PUT", "verdict"), ("DELETE", "verdict"), ("POST", "docs"), ("PATCH", "")):
        told(ask(program, f"/{path}", method=method), 405, "by GET or POST")


def test_bodies_that_are_here_at_once_have_a_limit(program, monkeypatch):
    monkeypatch.setattr(routes, "HELD", 1000)
    got = ask(program, "/verdict", b" " * 2000)
    told(got, 503, "too many questions")
    assert got.headers["retry-after"] == "1"
    monkeypatch.undo()
    assert ask(program, "/verdict", b'{"M": 3, "P": 1}').status == 200


def test_who_comes_when_too_many_wait_is_told_so(program, monkeypatch):
    monkeypatch.setattr(program.state.door, "cases", Lane(Limits(3 * 2**30, 60, 90), 60, 0, False, places=0))
    told(ask(program, "/verdict", b'{"M": 3, "P": 1}'), 503, "ask again in a second")


def test_an_answer_that_takes_too_long_is_given_up(program, monkeypatch):
    slow = Lane(Limits(3 * 2**30, 60, 90), 0.2, 4, lasting=True)
    monkeypatch.setattr(program.state.door, "numbers", slow)
    started = time.monotonic()
    told(ask(program, "/ranking?TP=9&FP=1&FN=1&TN=9&pairs=1000000"), 504, "more than 0.2 seconds")
    assert time.monotonic() - started < workers.GRACE / 2
    slow.seconds = 20
    assert ask(program, "/baselines?M=77&P=11").status == 200
    slow.end()


def told(got, status, sentence):
    """The sentence of a refusal, which is short, has the one shape and no trace of the program."""
    assert got.status == status, got.content[:300]
    assert list(got.json) == ["detail"]
    text = got.json["detail"]
    assert sentence in text
    assert 10 < len(text) < 700
    assert not [trace for trace in ("Traceback", "File ", "9" * 100) if trace in text]
    assert (got.headers["content-type"], got.headers["cache-control"]) == ("application/json", "no-store")
    return text
