"""How much has this model learned? Sentences by their case, notes by their codes, numbers by the blend."""

import math
import re

import pytest

from ddcore.answers.learned import Choices
from ddcore.chance.dutch_scaler import DRAWS, blend
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.formats import percent
from ddcore.measures import MEASURES
from tests.helpers.answers import asked, codes, counted, numbers, text_of
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

GOOD = (227, 50, 31, 192)
KEYS = ["F1", "TPR", "ACC", "MCC", "G2", "J", "MK"]


def told(answer, key, model="A"):
    return answer.values["models"][model]["measures"][key]


def test_sentence():
    sentence = asked("learned", counted(*GOOD), measure=["ACC", "F1"]).sentence
    assert re.search("F1.*61.9 .*52.*69.7.*accuracy.*66.5 .*59.3 .*72.7", sentence)
    first = asked("learned", counted(*GOOD), measure=["ACC", "F1"], headline=["ACC"]).sentence
    assert first.index("accuracy") < first.index("F1")
    for cells, begins in (
        ((110, 130, 148, 112), "**Less than nothing"),
        ((258, 242, 0, 0), "**Nothing.**"),
        ((2, 3, 3, 3), "**Nothing, as far"),
        ((4, 2, 2, 4), "**Possibly nothing"),
        ((0, 0, 0, 10), "**These measures cannot tell"),
    ):
        assert asked("learned", counted(*cells), measure=["ACC"]).sentence.startswith(begins)


def test_what_one_measure_denies_another_may_tell_and_one_counts_where_it_is_sure():
    for cells, scores in (((80, 100, 40, 280), "worse"), ((60, 60, 60, 320), "no better")):
        sentence = asked("learned", counted(*cells), measure=["ACC", "MCC"]).sentence
        assert re.match(rf"\*\*In part.* accuracy.* {scores} than.*Matthews", sentence)
    unsure, sure = (
        asked("learned", counted(*cells), measure=["ACC", "MCC"]) for cells in ((4, 2, 2, 4), (35, 30, 15, 100))
    )
    assert unsure.sentence.startswith("**Possibly nothing.**")
    assert "maybe-nothing" in codes(sure)
    assert sure.sentence.startswith("On accuracy, A")


def test_values_are_those_of_the_blend_of_each_model():
    answer = asked("learned", counted(*GOOD, B=Counts(tp=200, fp=80, fn=58, tn=162)), measure=["F1"])
    for name, cells in {"A": GOOD, "B": (200, 80, 58, 162)}.items():
        found, row = told(answer, "F1", name), blend("F1", 500, 258)
        score = 2 * cells[0] / (2 * cells[0] + cells[1] + cells[2])
        assert row.mean(found["learned"]["value"]) == pytest.approx(score, abs=1e-8)
        assert found["called_positive"] == 500
        assert found["by_mean_table"] == pytest.approx(1 - 2 * 258 * (1 - score) / (242 * score), abs=1e-9)
    rows = answer.tables["learned"].rows()
    assert rows["Model"].tolist() == ["A", "B"]
    assert rows["Share of oracle"].tolist() == [told(answer, "F1", name)["learned"]["value"] for name in "AB"]


def test_numbers_are_the_shares_of_the_selected_model():
    answer = asked("learned", counted(*GOOD, B=Counts(tp=200, fp=80, fn=58, tn=162)), measure=KEYS)
    shares = {f"{MEASURES[key].title}: oracle's share": told(answer, key)["learned"] for key in KEYS[:6]}
    known = {label: share for label, share in shares.items() if not math.isnan(share["value"])}
    assert numbers(answer) == [
        (label, percent(share["value"]), f"{percent(share['low'])} to {percent(share['high'])}")
        for label, share in nonempty(known.items())
    ]


def test_notes_say_what_the_measures_reward():
    answer = asked("learned", counted(*GOOD))
    assert codes(answer) == ["little-oracle", "measures-differ"]
    assert "0.9 %" in text_of(answer, "little-oracle")
    assert codes(asked("learned", counted(*GOOD), measure=["ACC"])) == ["steady"]
    assert "maybe-nothing" in codes(asked("learned", counted(12, 8, 8, 12), measure=["MCC"]))
    assert "less-than-nothing" in codes(asked("learned", counted(110, 130, 148, 112), measure=["ACC", "F1"]))
    assert "endless" in codes(asked("learned", counted(*GOOD), measure=["PLR"]))
    assert "undefined" in codes(asked("learned", counted(0, 0, 5, 5), measure=["PPV", "ACC"]))
    assert "several" in codes(asked("learned", counted(*GOOD), measure=["odd = abs(tp-1.5*fp)/m, higher"], draw="all"))


@pytest.mark.parametrize("draw", some_of(DRAWS, "best", "half"))
def test_every_measure_with_every_draw_has_an_answer(draw):
    for cells in ((7, 2, 1, 6), (3, 0, 1, 0), (2.5, 0.7, 1.1, 4.2)):
        keys = list(MEASURES) if float(cells[0]).is_integer() else ["ACC", "TP", "G2"]
        answer = asked("learned", counted(*cells), measure=keys, draw=draw)
        assert answer.values["draw"] == draw
        assert answer.method.count("$") % 2 == 0
    for figure in nonempty(answer.figures.values()):
        assert figure.draw("light")


def test_another_draw_moves_where_nothing_is_learned():
    best, half = (asked("learned", counted(*GOOD), measure=["F1"], draw=draw) for draw in ("best", "half"))
    assert told(half, "F1")["guessing"] < told(best, "F1")["guessing"]
    assert told(half, "F1")["learned"]["value"] > told(best, "F1")["learned"]["value"]
    with pytest.raises(InputError, match='draw must be one of best, share, half, none, all, got "worst"'):
        Choices.of(draw="worst")
    # Where nothing is known of the weights there is no interval.
    found = told(asked("learned", counted(4.5, 3.75, 0.3, 6.75), measure=["ACC"]), "ACC")
    assert math.isfinite(found["learned"]["value"])
    assert math.isnan(found["learned"]["low"])
