"""JSON has the values of the package, whichever way data are given, and is what its description says."""

import gzip
import html
import json
import re

import jsonschema
import pytest
from fastapi.openapi.models import OpenAPI

import ddcore
from ddcore import front
from ddcore.answers.base.as_json import plain, plain_answer, plain_data
from ddcore.answers.base.question import QUESTIONS
from ddcore.api import document
from ddcore.api.asked import of_json, of_query
from ddcore.api.page import page
from ddcore.read.roles import SAID, DataRoles
from ddcore.samples import SAMPLES
from tests.helpers.asking import FORM, ask, form
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

CASES = 60


def checked(described, name, method, got):
    """The answer, which has the shape that its description says."""
    assert got.status == 200, got.content
    shape = described["paths"][f"/{name}"][method]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.validate(got.json, {**shape, "components": described["components"]})
    return got.json


@pytest.mark.parametrize("name", some_of(QUESTIONS, "expectation"))
def test_typed_numbers_give_the_answer_of_the_package(program, described, name):
    answer = checked(described, name, "get", ask(program, f"/{name}?TP=22&FP=5&FN=3&TN=19"))
    told = plain_answer(getattr(ddcore, name)(front.counts(tp=22, fp=5, fn=3, tn=19)))
    assert answer == told | {"data": answer["data"], "choices": answer["choices"]}
    assert (answer["data"]["total"], answer["data"]["positives"]) == (49, 25)


def rows_of(sample):
    """A few cases of two models, or of applicants: the table, its roles, and the body of JSON that has its rows."""
    law = front.OFFERED[sample]
    table = law.draw(CASES, 3)
    roles = {name: role for name, role in law.roles.items() if role is not None}
    roles = {**roles, "score": [roles["score"]] if isinstance(roles["score"], str) else list(roles["score"])}
    return table, roles, json.dumps({"rows": table.to_pylist(), **roles}).encode()


@pytest.mark.full
@pytest.mark.parametrize("name", some_of(QUESTIONS, "refer"))
def test_rows_give_the_answer_of_the_package(program, described, name):
    table, roles, rows = rows_of("applicants" if name == "lending" else "pair_2")
    answer = checked(described, name, "post", ask(program, f"/{name}", rows))
    asked = getattr(ddcore, name)(front.read(table, name="the rows", **roles))
    assert answer["values"] == plain(asked.values)
    assert answer["tables"] == plain_answer(asked)["tables"]
    assert [note["code"] for note in answer["notes"]] == [note.code for note in asked.notes]


@pytest.mark.parametrize(
    ("name", "sample"), [("verdict", "pair_2"), pytest.param("lending", "applicants", marks=pytest.mark.full)]
)
def test_a_file_gives_the_answer_of_its_rows(program, described, name, sample):
    """A form is taken apart in one way for all questions: here with two models, and with all roles."""
    table, roles, rows = rows_of(sample)
    lines = "".join(json.dumps(row) + "\n" for row in table.to_pylist()).encode()
    several = [(role, part) for role, given in roles.items() for part in (given if role == "score" else [given])]
    fields = [(role, None, str(part).encode()) for role, part in several]
    answer = checked(described, name, "post", ask(program, f"/{name}", form(*fields, ("file", "a.jsonl", lines)), FORM))
    assert answer["values"] == ask(program, f"/{name}", rows).json["values"]


@pytest.mark.full
def test_files_of_one_form_are_one_table(program):
    one = b"truth,score\nyes,0.9\nno,0.2\nyes,0.4\nno,0.5\n"
    sent = form(("positive", None, b"yes"), ("file", "a.csv", one), ("file", "b.csv", one))
    answer = ask(program, "/verdict", sent, FORM).json
    assert answer["values"] == plain(ddcore.verdict(front.read([one, one], positive="yes")).values)
    assert "4 of 8" in answer["about"]


@pytest.mark.full
def test_arrays_of_several_models_with_weights(program):
    truth, weight = [1, 0, 1, 0, 1, 0], [1, 2, 1, 1, 3, 1]
    score = {"a": [0.9, 0.2, 0.4, 0.1, 0.7, 0.6], "b": [0.3, 0.1, 0.2, 0.6, 0.9, 0.2]}
    sent = {"truth": truth, "score": score, "weight": weight, "select": "b", "choices": {"measure": "F1"}}
    answer = ask(program, "/verdict", json.dumps(sent).encode()).json
    data = ddcore.predictions(truth, score, weight=weight, select="b")
    assert answer["values"] == plain(ddcore.verdict(data, measure="F1").values)
    assert answer["data"]["model"] == "b"
    assert answer["data"]["weighted"] is True


SAMPLE = SAMPLES["hpc_cv"]


@pytest.mark.parametrize(
    ("query", "data"),
    [
        ("sample=factory", lambda: ddcore.sample("factory")),
        ("sample=two_class_example", lambda: ddcore.sample("two_class_example")),
        ("sample=scenario_2&size=50&seed=2", lambda: ddcore.sample("scenario_2", size=50, seed=2)),
        ("sample=hpc_cv&threshold=0.8", lambda: ddcore.read(SAMPLE.path, **{**SAMPLE.roles, "threshold": 0.8})),
    ],
)
def test_a_sample_of_each_kind_and_a_threshold(program, query, data):
    assert ask(program, f"/verdict?{query}").json["values"] == plain(ddcore.verdict(data()).values)


def test_numbers_in_json(program):
    sent = ask(program, "/baselines", b'{"M": 303, "P": 139, "choices": {"measure": ["F1"]}}').json
    assert sent["values"] == ask(program, "/baselines?m=303&p=139&measure=F1").json["values"]


@pytest.mark.full
def test_choices_by_the_names_of_the_link(program):
    answer = ask(program, "/prevalence?M=100&P=30&TPR=0.7&TNR=0.9&measure=F1,ACC&prevalence=0.2").json
    assert {"TPR": 0.7, "TNR": 0.9, "measure": ["F1", "ACC"], "prevalence": 0.2}.items() <= answer["choices"].items()
    asked = ddcore.prevalence(ddcore.classes(100, 30), tpr=0.7, tnr=0.9, measure=["F1", "ACC"], prevalence=0.2)
    assert answer["values"] == plain(asked.values)


def test_a_measure_of_ones_own_has_its_commas(program):
    formula = "mine%20=%20max(tp,%20fp)%20/%20m"
    own, *others = ask(program, f"/baselines?M=10&P=4&measure={formula}&measure=F1,MCC").json["choices"]["measure"]
    assert own.startswith("mine")
    assert others == ["F1", "MCC"]


def test_infinity_is_a_text_and_the_unknown_is_null(program):
    sent = b'{"truth": [1, 1, 0, 0], "score": [0.1, 0.2, 0.8, 0.9], "choices": {"measure": "ACC"}}'
    text = ask(program, "/thresholds", sent).content
    assert b"NaN" not in text
    assert b'"Infinity"' in text
    assert ask(program, "/baselines?M=5&P=0").json["values"]["measures"]["TPR"]["baseline"] is None


def test_long_tables_stand_there_if_asked_for(program):
    short = ask(program, "/baselines?M=303&P=139&rows=5").json["tables"]["baselines"]
    assert "rows" not in short
    whole = ask(program, "/baselines?M=303&P=139")
    assert len(whole.json["tables"]["baselines"]["rows"]) == short["size"] > 5
    packed = ask(program, "/baselines?M=303&P=139", headers=[("accept-encoding", "gzip, br")])
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.content) == whole.content


def test_no_answer_is_kept_by_a_browser_or_read_by_another_site(program):
    for got in (
        ask(program, "/baselines?M=303&P=139", headers=[("origin", "http://example.com")]),
        ask(program, "/verdict", b"{}", headers=[("origin", "http://example.com")]),
        ask(program, "/docs"),
    ):
        assert got.headers["cache-control"] == "no-store"
        assert not [name for name in got.headers if name.startswith("access-control")]


def test_the_list_has_all_questions_with_an_example(program):
    listed = ask(program, "/").json
    assert [question["name"] for question in listed] == list(QUESTIONS)
    for told in listed:
        question = QUESTIONS[told["name"]]
        assert told["text"] == question.text
        path, _, query = told["example"].removeprefix(document.BASE).partition("?")
        assert path == f"/{told['name']}"
        assert of_query(question, query).data.total > 0
    answer = ask(program, listed[0]["example"].removeprefix(document.BASE)).json
    assert answer["question"] == listed[0]["text"]
    assert answer["figures"]


def test_the_description_is_openapi_with_every_choice(program, described):
    assert ask(program, "/openapi.json").json == described
    OpenAPI.model_validate(described)
    assert set(described["paths"]) == {"/", "/report", *(f"/{name}" for name in QUESTIONS)}
    for name, question in QUESTIONS.items():
        methods = described["paths"][f"/{name}"]
        named = {question.choices.named(key) for key in question.choices.model_fields}
        parameters = {one["name"]: one for one in methods["get"]["parameters"]}
        assert named | {"M", "P", "TP", "FP", "FN", "TN", "sample", "rows"} <= set(parameters)
        body = methods["post"]["requestBody"]["content"]
        assert set(body["application/json"]["schema"]["properties"]["choices"]["properties"]) == named
        assert named < set(body["multipart/form-data"]["schema"]["properties"])
        for method in methods.values():
            assert {"404", "405", "422", "500", "503", "504"} < set(method["responses"])
        for one in parameters.values():
            jsonschema.Draft202012Validator.check_schema(one["schema"])
            assert one["description"]
            if "default" in one["schema"]:
                jsonschema.validate(one["schema"]["default"], one["schema"])
    theta = next(one for one in described["paths"]["/expectation"]["get"]["parameters"] if one["name"] == "theta")
    assert (theta["schema"]["minimum"], theta["schema"]["maximum"], theta["schema"]["default"]) == (0, 1, 0.5)
    resolved(described, described)


def test_the_description_has_what_was_read_and_guessed_and_how_to_say_it(described):
    seen = described["components"]["schemas"]["DataSeen"]["properties"]
    assert set(seen) == set(plain_data(ddcore.classes(303, 139)))
    assert seen["roles"]["type"] == "object"
    bodies = described["paths"]["/verdict"]["post"]["requestBody"]["content"]
    for body in nonempty(bodies.values()):
        roles = body["schema"]["properties"]
        assert set(SAID) - {"names"} <= set(roles)
        assert (roles["strict"]["type"], roles["header"]["type"]) == ("boolean", "integer")


@pytest.fixture(scope="module")
def shown(described):
    """Each example of JSON on the page, with its path."""
    return re.findall(r"curl --json '([^']*)' [^ <]+/api/v1(/\w+)", html.unescape(page(described)))


@pytest.mark.full
def test_every_example_of_json_on_the_page_has_the_described_shape(described, shown):
    assert {path for _, path in shown} == {"/report", *(f"/{name}" for name in QUESTIONS)}
    for body, path in shown:
        shape = described["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        jsonschema.validate(json.loads(body), shape)


@pytest.mark.full
def test_every_example_of_json_on_the_page_is_answered(program, shown):
    for body, path in nonempty(shown):
        if path == "/report":
            assert ask(program, path, body.encode()).status == 200, body
        else:
            question = QUESTIONS[path[1:]]
            asked = of_json(question, body.encode())
            assert question.ask(asked.data, asked.choices).figures, (path, body)


def resolved(part, whole):
    """Whether every reference leads somewhere."""
    if isinstance(part, dict):
        if "$ref" in part:
            place = whole
            for step in part["$ref"].removeprefix("#/").split("/"):
                place = place[step]
        for inner in part.values():
            resolved(inner, whole)
    elif isinstance(part, list):
        for inner in part:
            resolved(inner, whole)


def test_no_choice_has_the_name_of_a_role_and_every_role_is_described():
    roles = {*SAID, "file", "rows", "sample", "size", "seed", "negative", "M", "P", "TP", "FP", "FN", "TN"}
    for question in QUESTIONS.values():
        assert not roles & {question.choices.named(key) for key in question.choices.model_fields}
    assert all(DataRoles.model_fields[role].description for role in SAID)


def test_the_page_has_an_example_for_each_question_and_nothing_from_outside(program, described):
    text = page(described)
    assert ask(program, "/docs").content.decode() == text
    for name, question in QUESTIONS.items():
        assert f"{document.BASE}/{name}?{question.example}".replace("&", "&amp;") in text
        assert all(f"<code>{question.choices.named(key)}</code>" in text for key in question.choices.model_fields)
    assert not [outside for outside in ("<script", "src=", "url(") if outside in text]
