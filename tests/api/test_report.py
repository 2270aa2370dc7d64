"""A report by JSON: the same files as of the package, whichever way it is asked for, and what is refused."""

import asyncio
import json

import jsonschema
import pytest

import ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.api import document, drawn, reported
from ddcore.api.drawn import Drawn
from ddcore.api.reported import REPORT_FIELDS, REPORT_OBJECT
from ddcore.api.workers import Busy
from ddcore.command import main
from ddcore.errors import InputError
from ddcore.report.document import Document
from ddcore.report.formats import FORMATS
from ddcore.report.order import Card, Order
from tests.helpers.asking import FORM, ask, form
from tests.helpers.tiers import some_of

CSV = b"truth,score\n" + b"yes,0.9\nno,0.2\nyes,0.4\nno,0.6\n" * 5
ARRAYS = {"truth": [1, 0, 1, 0] * 5, "score": [0.9, 0.2, 0.4, 0.6] * 5}


def sent(program, **given):
    """The answer to a body of JSON."""
    return ask(program, "/report", json.dumps(given).encode())


@pytest.mark.full
@pytest.mark.parametrize("ending", some_of(["html", "xlsx"], "html"))
def test_every_door_gives_the_same_bytes(program, ending, tmp_path):
    """A drawn format is written by the same function of the same document."""
    got = sent(program, sample="factory", report={"title": "T & co", "author": "A"}, format=ending)
    file = tmp_path / f"a.{ending}"
    assert main(["report", "--sample", "factory", "--title", "T & co", "--author", "A", "--out", str(file)]) == 0
    made = ddcore.sample("factory").report(title="T & co", author="A")
    assert got.status == 200
    assert got.content == made.written(ending) == file.read_bytes()
    assert got.headers["content-type"] == FORMATS[ending].kind
    assert got.headers["content-disposition"] == f'attachment; filename="report.{ending}"'
    assert (got.headers["cache-control"], got.headers["x-content-type-options"]) == ("no-store", "nosniff")


def test_every_door_draws_from_the_same_document():
    body = json.dumps({"sample": "factory", "report": {"title": "T"}, "choices": {"measure": "F1"}, "format": "zip"})
    head, _, told = reported.content("", "application/json", body.encode()).partition(b"\n")
    made = ddcore.sample("factory").report(title="T", measure="F1")
    assert head == b"zip drawn"
    assert told.decode() == made.document(FORMATS["zip"].rows).model_dump_json()


@pytest.mark.full
def test_a_format_with_pictures_is_drawn_beside_the_server(program, monkeypatch):
    def written(told, ending):
        if told.title == "T":
            return f"{ending} {told.title}".encode()
        raise InputError("a report as .pdf needs typst")

    monkeypatch.setattr(drawn.press, "written", written)
    for given in ({"format": "pdf"}, {"format": "html", "report": {"charts": "pictures", "title": "T"}}):
        got = sent(program, **{"M": 30, "P": 9, "report": {"title": "T"}, **given})
        assert (got.status, got.content.decode()) == (200, f"{given['format']} T")
    got = sent(program, M=30, P=9, format="pdf")
    assert (got.status, got.json) == (422, {"detail": "a report as .pdf needs typst"})


def test_who_would_wait_long_for_a_drawing_is_told_to_come_again(monkeypatch):
    monkeypatch.setattr(drawn, "MOST", 0)
    with pytest.raises(Busy):
        asyncio.run(Drawn().report(b"pdf drawn\n{}"))


@pytest.mark.full
def test_arrays_a_file_and_an_address_are_asked_with_what_an_order_has(program):
    told = sent(
        program,
        **ARRAYS,
        format="json",
        choices={"measure": "MCC", "u": [0, -1, -5, 0]},
        report={
            "title": "T",
            "sections": [{"question": "verdict", "note": "Mind this"}, {"question": "costs", "choices": {"unit": "$"}}],
            "card": {"owner": "Risk", "limits": "None"},
        },
    ).json
    data = ddcore.predictions(**ARRAYS)
    made = ddcore.report(data, title="T", ask="verdict?note=Mind this;costs?unit=%24", measure="MCC", u="0,-1,-5,0")
    assert told["fingerprint"] == made.document().fingerprint
    assert [section["remark"] for section in told["sections"]] == ["Mind this", ""]
    assert {fact["label"]: fact["text"] for fact in told["card"]}["Model details"] == "Owner: Risk"
    assert told["decision"] == list(made.document().decision)
    assert "light" not in json.dumps(told["sections"])

    fields = {"format": "json", "title": "T", "positive": "yes", "owner": "Risk", "measure": "F1,MCC", "u": "0,-1,-5,0"}
    parts = [("ask", None, b"verdict"), ("ask", None, b"costs"), ("note", None, b"verdict=Hi = ho")]
    parts += [(name, None, text.encode()) for name, text in fields.items()]
    told = ask(program, "/report", form(*parts, ("file", "a.csv", CSV)), FORM).json
    data = ddcore.read(CSV, name="a.csv", positive="yes")
    made = ddcore.report(data, ask="verdict,costs", measure=["F1", "MCC"], u=(0, -1, -5, 0))
    assert told["fingerprint"] == made.document().fingerprint
    assert told["sections"][0]["remark"] == "Hi = ho"

    told = ask(program, "/report?M=303&P=139&ask=baselines&cases=true&format=json").json
    assert told["order"]["cases"] is True
    got = ask(program, "/report?M=303&P=139&ask=baselines&cases=some&format=json")
    assert (got.status, got.json["detail"]) == (422, "cases must be true or false, got “some”")
    told = ask(program, "/report?M=303&P=139&ask=baselines?measure=F1&title=T&format=json").json
    assert (
        told["fingerprint"]
        == ddcore.report(ddcore.classes(303, 139), ask="baselines?measure=F1").document().fingerprint
    )


@pytest.mark.full
def test_a_worker_that_can_open_nothing_draws_the_charts_of_every_question(program):
    score = {"a": ARRAYS["score"], "b": [0.8, 0.3, 0.5, 0.4] * 5}
    got = sent(program, truth=ARRAYS["truth"], score=score, report={"ask": list(QUESTIONS)})
    assert got.status == 200, got.content


@pytest.mark.full
def test_thresholds_of_models_by_their_names(program):
    score = {"a": ARRAYS["score"], "b": ARRAYS["score"][::-1]}
    body = {"truth": ARRAYS["truth"], "score": score, "threshold": {"a": 0.3, "b": 0.7}, "select": "a"}
    told = ask(program, "/verdict", json.dumps(body).encode()).json
    data = ddcore.predictions(ARRAYS["truth"], score, threshold={"a": 0.3, "b": 0.7}, select="a")
    values = ddcore.report(data, ask="verdict").document().sections[0].values
    assert told["values"] == json.loads(json.dumps(values))
    for wrong in ({"a": "x"}, {"c": 0.3}, {"a": None}):
        assert ask(program, "/verdict", json.dumps({**body, "threshold": wrong}).encode()).status == 422


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("M=30&P=9&title=a&title=b", "“title” must be given once, got 2 values"),
        ("M=30&P=9&rows=5", "the data must be given in one way"),
        ("M=30&P=9&note=x", "note must be written as QUESTION=TEXT"),
        ("M=30&P=9&note=verdict=x", "a note must name a section"),
        ("M=30&P=9&theta=1", "there is no choice theta"),
        ("", "A report needs data. Give M and P"),
        ({"format": "txt"}, "format must be one of html, pdf, docx, xlsx, zip, json, got “txt”"),
        ({"format": [1]}, "format must be one of"),
        ({"report": 5}, '"report" must be an object of JSON'),
        ({"report": {"cls": 1}}, "a report takes no “cls”"),
        ({"report": {"title": 5}}, "title must be a text"),
        ({"report": {"title": "x" * 10_001}}, "title must have at most 10,000 characters"),
        ({"report": {"title": "\ud800"}}, "title"),
        ({"report": {"ask": "nothing"}}, "there is no question “nothing”"),
        ({"report": {"card": {}, "owner": "x"}}, "owner belongs to the card of a report"),
        ({"report": {"ask": 5}}, "the choices of sections must be"),
        (
            {"report": {"ask": "verdict", "sections": []}},
            "the questions of a report must be given by ask or",
        ),
        ({"report": {"sections": [{"question": "verdict", "choices": {"measure": [[[[[]]]]]}}]}}, "“measure” must be"),
        ({"report": {"sections": [{"question": "verdict", "choices": {"cls": 1}}]}}, "the choices of sections"),
        ({"choices": {"theta": 1}}, "there is no choice theta; choose one of prevalence, u"),
        ({"choices": {"measure": 5}}, "“measure” must be numbers, texts or lists of them"),
        ({"choices": {"u": "0,-1,-5,0"}}, "no section of this report uses u"),
        ({"colour": "red"}, 'choices belong into "choices"; there is no “colour”'),
        ({"P": None}, "M and P must be given together"),
    ],
)
def test_what_cannot_be_used_is_said(query, sentence):
    """As an address, or as what is added to a body."""
    given = {"M": 30, "P": 9, **({} if isinstance(query, str) else query)}
    body = json.dumps({name: value for name, value in given.items() if value is not None}).encode()
    sent = (query, "", b"") if isinstance(query, str) else ("", "application/json", body)
    with pytest.raises(InputError) as refusal:
        reported.content(*sent)
    assert str(refusal.value).startswith(sentence)


def test_all_that_an_order_has_is_described():
    described = document.document()["paths"]["/report"]
    ordered = {*Order.model_fields, *Card.model_fields, "ask"}
    assert set(REPORT_OBJECT["properties"]) == ordered
    assert set(REPORT_FIELDS) == (ordered - {"sections", "card"}) | {"format", "note"}
    body = described["post"]["requestBody"]["content"]
    jsonschema.validate({**ARRAYS, "report": {"ask": "verdict"}}, body["application/json"]["schema"])
    parameters = {one["name"]: one["schema"] for one in described["get"]["parameters"]}
    assert {*REPORT_FIELDS, "u", "measure", "sample", "M"} <= set(parameters)
    assert set(body["multipart/form-data"]["schema"]["properties"]) > {*REPORT_FIELDS, "file", "u"}
    assert set(described["post"]["responses"]["200"]["content"]) > {"application/pdf", "text/html"}


def test_a_document_that_was_sent_is_the_one_that_was_made():
    _, _, told = reported.content("M=30&P=9&format=pdf", "", b"").partition(b"\n")
    assert Document.model_validate_json(told).model_dump_json().encode() == told
