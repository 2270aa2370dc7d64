"""A law of one's own by every door: package, command and JSON draw the same cases, and the recipe draws them again."""

import json
from urllib.parse import urlencode

import pytest

import ddcore
from ddcore.answers.base.question import QUESTIONS
from ddcore.api.asked import of_json, of_query
from ddcore.command import main
from ddcore.errors import InputError
from ddcore.report.recipe import source_words
from tests.helpers.loops import nonempty

LAWS = {
    "own_law": {"law1": "0.3*normal(0.2,0.05);0.7*beta(5,2)", "law0": "gamma(2,0.2)", "law_share": 0.25},
    "own_pair": {"law1": "pair(6,8,2.5,2.5,1.9)", "law0": "pair(4,6,2.5,2.5,0)", "law_share": 0.25},
}


@pytest.mark.parametrize("name", LAWS)
def test_every_door_draws_the_same_cases(name, capsys):
    given = {**LAWS[name], "size": 200, "seed": 3}
    data = ddcore.sample(name, **given)
    assert (data.total, data.positives) == (200, 50)
    assert {"name": name, **given}.items() <= data.origin.given.items()
    question = QUESTIONS["curves"]
    link = urlencode({"sample": name, **given})
    asked = [
        of_query(question, link).data,
        of_json(question, json.dumps({"sample": name, **given}).encode()).data,
        ddcore.sample(**data.origin.given),
    ]
    assert {each.fingerprint for each in nonempty(asked)} == {data.fingerprint}
    words = source_words(data)
    assert words[words.index("--law1") + 1] == given["law1"]
    assert main(["curves", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    answer = ddcore.curves(data)
    assert told["values"]["models"][data.name]["auc"]["value"] == answer.values["models"][data.name]["auc"]["value"]
    assert told["values"]["exact"] == pytest.approx(answer.values["exact"])


@pytest.mark.parametrize(
    ("sample", "given", "refusal"),
    [
        ("scenario_1", {"law1": "normal(0,1)"}, "law1 goes with the samples own_law and own_pair, not with scenario_1"),
        ("own_law", {"law0": "normal(0,0)"}, "law0, of the negatives: standard deviation of normal must be above 0"),
        ("own_law", {"law1": "pair(6,8,2.5,2.5,0)"}, 'law1, of the positives: a part of a law must be .*, got "pair"'),
        ("own_pair", {"law1": "normal(0,1)"}, "law1, of the positives: a law must be pair"),
        ("own_law", {"law_share": 2}, "law_share must be between 0.001 and 0.999, got 2"),
    ],
)
def test_a_law_that_does_not_fit_is_refused_at_every_door(sample, given, refusal):
    with pytest.raises(InputError, match=refusal):
        ddcore.sample(sample, **given)
    with pytest.raises(InputError, match=refusal):
        of_query(QUESTIONS["curves"], urlencode({"sample": sample, **given}))


def test_json_wants_texts_and_a_number():
    for name, value in nonempty({"law1": 3, "law0": ["x"], "law_share": [1]}.items()):
        with pytest.raises(InputError, match=f"{name} must be a (text|number)"):
            of_json(QUESTIONS["curves"], json.dumps({"sample": "own_law", name: value}).encode())


def test_a_law_goes_with_a_sample_on_the_command_line(capsys):
    assert main(["curves", "--M", "10", "--P", "3", "--law-share", "0.5"]) != 0
    assert "--law-share goes with --sample" in capsys.readouterr().err


def test_the_other_class_turns_the_law():
    data = ddcore.sample("own_law", size=200, positive="negative", **LAWS["own_law"])
    assert (data.sample.positives.text, data.sample.share) == ("gamma(2,0.2)", 0.75)
    assert ddcore.curves(data).values["exact"]["auc"] == pytest.approx(
        1 - ddcore.sample("own_law", size=200, **LAWS["own_law"]).sample.auc
    )
