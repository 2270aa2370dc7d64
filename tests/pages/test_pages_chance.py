"""Baselines at any share and of several sets, and every strategy: what the controls change, what a link opens."""

from urllib.parse import urlencode

from ddcore.answers.reach import RULERS
from tests.helpers.visiting import answer, choose, falls_back, moves, said, shown, shows, travels, visit, widget


def test_baselines_at_any_share_and_of_several_sets():
    at = moves(visit("baselines", "M=50&P=10"), over="share", asked_prevalence=0.02)
    moves(at, measure_looked_at=["F1", "MCC"])
    assert at.query_params == {"M": "50", "P": "10", "over": "share", "shown": "F1,MCC", "prevalence": "0.02"}
    assert shown(at, "share_chart")
    assert shown(at, "guess_chart")
    travels(at)
    choose(at, over="sets")
    assert "sets" not in at.query_params
    moves(at, sets="306/81, 1000/10")
    assert at.query_params["sets"] == "306/81, 1000/10"
    shows(at)
    choose(at, sets="iris")
    assert "303/139" in said(at)
    assert widget(at, "sets").value == "iris"
    choose(at, sets="306/81", over="cases")
    shows(at)


def test_strategies_one_by_one_and_a_number_of_predictions():
    at = moves(visit("expectation", "M=20&P=6"), theta=0.25)
    moves(at, measure_looked_at=["MCC", "F1"])
    assert at.query_params == {"M": "20", "P": "6", "measure": "MCC,F1", "theta": "0.25"}
    travels(at)
    moves(at, guessing="each", guess_kind="own", guess_g=0.4)
    assert at.query_params["guess"] == "0.4"
    assert not shown(at, "theta")
    travels(at)
    moves(at, guess_kind="mode")
    assert at.query_params["guess"] == "mode"
    choose(at, guessing="number")
    assert "guessing" not in at.query_params
    assert widget(at, "theta").value == 0.25
    shows(at)


def test_formulas_of_both_choices_of_measures_travel():
    at = visit("baselines", "M=50&P=10&formula=half+%3D+tp+/+m")
    assert "half" in shows(at).sentence
    choose(at, over="share")
    choose(at, measure_looked_at_own="third = tp / m / 3")
    assert "third" in shows(at).sentence
    assert answer(visit("baselines", urlencode(dict(at.query_params)))) == answer(at)
    choose(at, over="cases")
    assert "half" in shows(at).sentence


def test_wrong_values_in_a_link_are_said_and_dropped():
    falls_back("baselines", "M=303&P=139", over="nope")
    falls_back("baselines", "M=303&P=139&over=sets", sets="iris")
    falls_back("expectation", "M=303&P=139", guessing="nope", theta="1.2", measure="nonsense")


def test_reach_learned_and_plan_follow_their_controls():
    at = moves(visit("reach", "sample=two_class_example"), measure_looked_at=["MCC"], wanted=0.75, step=0.02)
    ruler = widget(at, "ruler")
    moves(at, ruler=next(value for value in RULERS if value != ruler.value))
    travels(at)
    at = moves(visit("learned", "sample=two_class_example"), measures=["MCC"])
    travels(at)
    at = moves(visit("plan", "M=303&P=139"), power=0.8, label_price=5.0)
    assert {"power": "0.8", "label_price": "5"}.items() <= at.query_params.items()
    travels(at)
    falls_back("reach", "sample=two_class_example", wanted="7", ruler="x")
