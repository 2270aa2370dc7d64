"""What was guessed of a file, at each door: told with its code and what to type, an error with strict."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

import ddcore
from ddcore.answers.base.answer import plain_text
from ddcore.answers.base.as_json import plain_data
from ddcore.api.work import reply
from ddcore.read import spelling
from ddcore.read.roles import SAID
from tests.helpers.loops import nonempty

ROWS = ("heron,0.9,north,3", "crane,0.2,south,5", "crane,0.4,north,8", "heron,0.7,south,2", "crane,0.6,south,9") * 4
FILE = "birds.csv"
CODE = "positive-guessed"
"""Nothing says which bird is positive, so the rarer one is guessed."""


@pytest.fixture(autouse=True)
def birds(folder):
    """A file of two classes, scores, a column that could divide them and one of numbers."""
    (folder / FILE).write_text("\n".join(("truth,score,place,age", *ROWS)))
    return folder / FILE


def sent(name, content, **fields):
    """What the API answers to a form: the status and the object."""
    parts = [f'--b\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{text}\r\n' for key, text in fields.items()]
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{FILE}"\r\n\r\n'
    body = "".join(parts).encode() + head.encode() + content + b"\r\n--b--"
    status, _, told = reply(name, "", "multipart/form-data; boundary=b", body)
    return status, json.loads(told)


def test_a_guess_stands_below_the_headline_with_its_code_and_what_to_type(ask, birds):
    text = ask("verdict", FILE).out
    head, guess, *_ = text.split("\n\n")
    assert head.split() == plain_text(ddcore.verdict(ddcore.read(birds)).sentence).split()
    assert f"[{CODE}]" in guess
    assert "--positive: heron, crane" in " ".join(guess.split())
    assert text.count(CODE) == 1
    assert CODE not in ask("verdict", FILE, "--positive", "heron").out


def test_a_notebook_shows_a_guess_above_what_else_is_worth_knowing(birds):
    data = ddcore.read(birds)
    answer = ddcore.verdict(data)
    for shown in (repr(data), repr(answer), answer._repr_html_().replace("&quot;", '"')):
        assert 'positive="heron" or "crane"' in shown
    assert f"[{CODE}]" in repr(answer)
    assert repr(data).splitlines()[1] == '  truth="truth", positive="heron", score="score"'
    assert "positive=" not in repr(ddcore.verdict(ddcore.read(birds, positive="crane")))


def test_json_has_the_roles_the_guesses_and_their_notes(birds):
    status, told = sent("verdict", birds.read_bytes())
    data = ddcore.read(birds)
    assert (status, told["data"]) == (200, json.loads(json.dumps(plain_data(data))))
    [guess] = told["data"]["guesses"]
    assert (guess["code"], guess["role"], guess["options"]) == (CODE, "positive", ["heron", "crane"])
    assert {"code": CODE, "role": "positive", "options": ["heron", "crane"]}.items() <= told["notes"][0].items()
    assert (told["data"]["roles"]["truth"], told["data"]["roles"]["score"]) == (["truth"], ["score"])
    assert told["data"]["positive_reason"]


def test_a_gate_tells_a_guess_and_its_exit_code_is_that_of_the_conditions(ask, folder):
    said = ask("gate", FILE, "--at-least", "ACC=0.1", "--junit", "gate.xml")
    first, second = said.out.splitlines()
    assert (said.code, first[:5], second[:2]) == (0, "guess", "ok")
    assert first.endswith(f"[{CODE}]")
    assert CODE in ET.parse(folder / "gate.xml").getroot()[0].find("system-out").text


@pytest.mark.parametrize(
    "words", [("verdict",), ("gate", "--at-least", "ACC=0.1"), ("report", "--ask=baselines", "--out=r.html")]
)
def test_strict_makes_a_guess_an_error_in_a_terminal(words, ask, folder):
    said = ask(*words, FILE, "--strict")
    assert (said.code, said.out) == (2, "")
    assert said.err.rstrip().endswith("with --positive: heron, crane")
    assert not (folder / "r.html").exists()
    assert ask(*words, FILE, "--strict", "--positive", "heron").code in (0, 1)


def test_strict_makes_a_guess_an_error_in_python_and_json(birds):
    ends = r'positive="heron" or "crane"$'
    with pytest.raises(ddcore.InputError, match=ends):
        ddcore.read(birds, strict=True)
    truth, score = [row.split(",")[0] for row in ROWS], [float(row.split(",")[1]) for row in ROWS]
    with pytest.raises(ddcore.InputError, match=ends):
        ddcore.predictions(truth, score, strict=True)
    field = '"positive": "heron" or "crane"'
    status, told = sent("verdict", birds.read_bytes(), strict="true")
    assert (status, told["detail"][-len(field) :]) == (422, field)
    body = json.dumps({"truth": truth, "score": score, "strict": True}).encode()
    status, _, told = reply("verdict", "", "application/json", body)
    assert (status, json.loads(told)["detail"][-len(field) :]) == (422, field)
    assert reply("verdict", "sample=two_class_example&strict=true", "", b"")[0] == 200


@pytest.mark.parametrize(
    ("given", "option", "keyword", "field"),
    [
        ({"truth": "thruth"}, "--truth: truth, ", 'truth="truth", ', '"truth": "truth", '),
        ({"group": "palce"}, "--group: place, ", 'group="place", ', '"group": "place", '),
        ({"positive": "Invasive"}, "--positive: heron, crane", 'positive="heron" or "crane"', '"positive": "heron" or'),
    ],
)
def test_an_error_names_what_to_type_and_the_candidates(given, option, keyword, field, ask, birds):
    [(role, value)] = given.items()
    assert option in ask("verdict", FILE, f"--{role}", value).err
    with pytest.raises(ddcore.InputError, match=re.escape(keyword)):
        ddcore.read(birds, **given)
    assert field in sent("verdict", birds.read_bytes(), **given)[1]["detail"]


def test_a_truth_that_must_be_chosen_is_offered(ask, folder):
    (folder / "open.csv").write_text("plan,churned,p\n" + "a,yes,0.1\nb,no,0.2\na,no,0.3\n" * 3)
    said = ask("verdict", "open.csv")
    assert said.code == 2 or "truth-guessed" in said.out
    assert re.search(r"--truth: (plan, churned|churned, plan)", " ".join((said.out + said.err).split()))


def test_rows_without_a_truth_are_left_out_by_what_the_error_says(ask, folder):
    (folder / "gaps.csv").write_text("truth,score\nyes,0.9\nno,\nno,0.2\n")
    for word in nonempty(["--missing 'leave out'"]):
        assert word in ask("verdict", "gaps.csv").err
    assert ask("verdict", "gaps.csv", "--missing", "leave out").code == 0


@pytest.mark.parametrize("name", ["groups", "compare", "change"])
def test_without_a_group_the_columns_that_could_divide_are_listed(name, ask, birds):
    told = json.loads(ask(name, FILE, "--json").out)
    [note] = [note for note in told["notes"] if note["code"] == "could-divide"]
    assert (note["role"], note["options"]) == ("group", ["place", "age"])
    assert "--group: place, age" in " ".join(ask(name, FILE).out.split())
    assert 'group="place" or "age"' in getattr(ddcore, name)(ddcore.read(birds))._repr_html_().replace("&quot;", '"')
    for column in nonempty(note["options"]):
        assert json.loads(ask(name, FILE, "--group", column, "--json").out)["values"]


@pytest.mark.parametrize("role", SAID)
def test_each_role_can_be_typed_at_each_door(role):
    """A role that is added needs nothing here."""
    assert spelling.OPTION.said(role, ["1"]).split() == [f"--{role.replace('_', '-')}", "1"]
    assert spelling.KEYWORD.said(role, ["1"]) in (f'{role}="1"', f"{role}=1")
    assert json.loads(f"{{{spelling.FIELD.said(role, ['1'])}}}") in ({role: "1"}, {role: 1})
    assert spelling.choose(role, ["1", "2"], spelling.IN_WORDS)


@pytest.mark.parametrize(
    "given",
    [
        {"encoding": 1},
        {"delimiter": ["a"]},
        {"header": "first"},
        {"names": "score"},
        {"turned": 1},
        {"truth": b"truth"},
        {"strict": "no"},
        {"select": ["score"]},
    ],
    ids=str,
)
def test_a_value_of_another_kind_is_no_defect(given, birds):
    with pytest.raises(ddcore.InputError, match=next(iter(given))):
        ddcore.read(birds, **given)
