"""How many cases does it take? Sentences by their case, notes by their codes, numbers by the core."""

import math
from dataclasses import replace
from functools import cache

import pytest

import ddcore
from ddcore.answers.plan import Choices, compute
from ddcore.answers.plan.compute import CasesNeeded, Target, TwoModels
from ddcore.answers.plan.words import apart_notes, beat_notes
from ddcore.chance.plan import plan
from ddcore.chance.plan_cost import Design, Prices
from ddcore.chance.plan_pair import Apart
from ddcore.chance.power import Claim
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import measure
from ddcore.scores.area_pair_power import AreaPairPlan, fewest_cases
from ddcore.scores.intervals import delong
from tests.helpers.answers import asked, codes, counted
from tests.helpers.figures import once
from tests.helpers.loops import nonempty

NEAR = {"measure": ["J"], "tpr": 0.2001, "tnr": 0.8}
GOOD = counted(227, 50, 31, 192)
RARE = Data(1000, 50)
asked = once(asked)


@once
def planned(**choices):
    """The answer without designs that have another share of positives, which take half of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compute, "designs", lambda *given: [])
        patch.setattr(compute, "enough", lambda *given: None)
        return asked("plan", Data(1000, 50), **choices)


@cache
def example():
    """The same counts as those of `GOOD`, and their results, with scores."""
    return replace(ddcore.sample("two_class_example"), store=GOOD.store)


@pytest.mark.full
def test_sentence_tells_the_least_number():
    answer = asked("plan", RARE)
    assert all(told in answer.sentence for told in ("**350 cases**", "18 of them", "F1", "90 %"))


@pytest.mark.parametrize(
    ("choices", "begins"),
    [
        ({"measure": ["TPR"]}, "**No number is enough.** Recall \\(TPR\\) cannot be beaten"),
        ({"measure": ["ACC"]}, "**No number is enough.** With this recall and specificity, accuracy is 0.790"),
        pytest.param(NEAR, "With about **", marks=pytest.mark.full),
        pytest.param(
            {"measure": ["J"], "tpr": 0.2000001, "tnr": 0.8}, "**More than 10¹² cases**", marks=pytest.mark.full
        ),
        ({"measure": ["odd = fp - tp, higher"]}, "**This measure cannot tell.** odd does"),
    ],
)
def test_sentence_where_there_is_no_number_or_only_about(choices, begins):
    assert planned(**choices).sentence.startswith(begins)


@pytest.mark.full
def test_a_value_other_than_chance():
    """Recall cannot beat chance, but a value; all words name it in place of chance."""
    answer = planned(measure=["TPR"], tpr=0.9, tnr=0.8, prevalence=0.6, null=0.75)
    values = answer.values
    assert values["null"] == 0.75
    assert "“above 0.750”" in answer.sentence
    assert f"**{values['least']['0.9']['steady']:g} cases**" in answer.sentence
    assert answer.numbers[0].label.startswith("Cases for “above 0.750”")
    assert "above 0.750" in answer.figures["plan"].words
    assert "Fisher's exact test has" not in answer.method
    assert "Probability of above 0.750" in answer.tables["plan"].rows()
    low = planned(measure=["FPR"], tpr=0.9, tnr=0.9, null=0.2)
    assert "“below 0.200”" in low.sentence
    assert low.values["least"]["0.8"]["steady"] < low.values["least"]["0.95"]["steady"]


@pytest.mark.full
def test_a_value_that_is_out_of_reach():
    for null in (0.95, 1.0):
        answer = planned(measure=["TPR"], tpr=0.9, tnr=0.8, null=null)
        assert answer.sentence.startswith("**No number is enough.**")
        assert math.isnan(answer.values["least"]["0.9"]["steady"])


def test_a_value_that_the_measure_never_has():
    with pytest.raises(InputError, match=r"^null must be between 0 and 1 for F1, got -0.5"):
        asked("plan", RARE, null=-0.5)


@pytest.mark.full
def test_rates_and_share_are_those_of_the_selected_model():
    values = asked("plan", GOOD).values
    assert (values["TPR"], values["TNR"], values["prevalence"]) == pytest.approx((227 / 258, 192 / 242, 0.516))
    assert values["here"]["cases"] == 500
    assert values["here"]["probability"] > 0.9999


@pytest.mark.full
def test_notes_by_what_these_cases_call_for():
    good, rare = (codes(asked("plan", data)) for data in (GOOD, RARE))
    assert good == ["enough", "teeth", "oversampling", "rarer-fewer"]
    assert rare == ["enough", "oversampling", "rarer-more"]
    assert "by-normal-law" in codes(planned(**NEAR))


@pytest.mark.full
def test_notes_where_cases_are_too_few_or_chosen_ones_too_dear():
    assert codes(asked("plan", Data(100, 5)))[0] == "too-few"
    dear = asked("plan", RARE, measure=["J"], prevalence=0.3, unlabelled_price=100.0)
    assert "oversampling-no" in codes(dear)
    assert dear.values["cheapest"] == dear.values["natural"]


def test_where_only_chosen_cases_are_enough_it_is_said():
    chosen = [Design(40_000, 30_000, 90_000.0, 0.9)]
    needed = CasesNeeded(
        plan(Claim(measure("J"), 0.8, 0.3), 0.05),
        Target(0.05, 0.9, drawn=False, width=0.1, cases=100),
        Prices(),
        designs=chosen,
        rarer=None,
        here=0.5,
    )
    said = beat_notes(needed)
    assert [note.code for note in said] == ["too-few", "oversampling-only", "rarer-never"]
    assert "for 90,000.00." in said[1].text


@pytest.mark.full
def test_a_narrow_interval_may_be_out_of_reach():
    never = asked("plan", RARE, aim="precise", measure=["TPR"], prevalence=0.001, width=0.005)
    assert never.sentence.startswith("**More than 10,000,000")


def test_each_aim_has_its_own_sentence_chart_and_tables_and_all_have_the_same_values():
    beat, precise, apart = (asked("plan", RARE, aim=aim) for aim in ("beat", "precise", "apart"))
    assert [list(answer.figures) for answer in (beat, precise, apart)] == [["plan", "cost"], ["width"], ["apart"]]
    assert beat.values == precise.values == apart.values
    assert f"**{precise.values['width']['cases']:,} cases**" in precise.sentence
    assert f"**{apart.values['apart']['paired']['0.9']:,} cases**" in apart.sentence
    assert f"**{apart.values['apart']['separate']['0.9']:,} cases**" in apart.reason
    assert [answer.numbers[0].value for answer in (precise, apart)] == [
        precise.values["width"]["cases"],
        apart.values["apart"]["paired"]["0.8"],
    ]
    assert codes(precise) == ["width-here"]
    assert codes(apart) == ["seen-here"]
    few = TwoModels(Apart(0.85, 0.02, 0.1), {0.9: (100, 200)}, None), Target(0.2, 0.9, drawn=False, width=0.1, cases=20)
    assert [note.code for note in apart_notes(*few)] == ["none-seen"]


def test_values_of_the_cheapest_design_and_of_two_models():
    values = asked("plan", RARE).values
    best, natural, apart = values["cheapest"], values["natural"], values["apart"]
    extra = best["positives"] - best["negatives"] * 0.05 / 0.95
    assert best["cost"] == pytest.approx(best["positives"] + best["negatives"] + 0.1 * extra / 0.05)
    assert best["cost"] < natural["cost"]
    assert apart["paired"]["0.8"] < apart["separate"]["0.8"]
    assert apart["seen_here"]["0.8"] < apart["seen_here"]["0.95"] < 0.05
    with pytest.raises(InputError, match=r"^the share of cases on which just one model is right must be at least the"):
        asked("plan", RARE, gain=0.2, differ=0.1)


def test_the_area_is_that_of_the_scores():
    data = example()
    answer = asked("plan", data, aim="apart")
    assert answer.values["area"]["value"] == round(delong(data.model.table).value, 3)
    assert "AUC above 1/2" in answer.tables["apart"].rows()
    assert "Obuchowski" in answer.method
    assert asked("plan", GOOD).values["area"] is None


def test_two_areas_are_told_apart():
    """Chosen, or beside the AUC of the selected model; without scores and without a choice there are none."""
    answer = asked("plan", GOOD, aim="apart", area=0.8, other_area=0.75, correlation=0.6)
    plan = AreaPairPlan(0.8, 0.75, 0.6, 0.516)
    found = answer.values["areas"]
    assert found["paired"]["0.9"] == fewest_cases(plan.paired, 0.9)
    assert found["separate"]["0.8"] == fewest_cases(plan.separate, 0.8)
    assert answer.tables["areas"].rows()["Same cases"][1] == f"about {found['paired']['0.9']:,}"
    assert "Obuchowski & McClish" in answer.method
    assert asked("plan", GOOD).values["areas"] is None
    assert asked("plan", GOOD, area=0.8, other_area=0.8).values["areas"] is None
    usual = asked("plan", example()).values["areas"]
    assert (usual["first"], usual["second"]) == (0.939, 0.919)


@pytest.mark.full
def test_a_drawn_number_of_positives_takes_more():
    fixed, drawn = (asked("plan", RARE, counted=counted).values["least"]["0.9"] for counted in ("fixed", "drawn"))
    assert fixed["steady"] < drawn["steady"] < 1.2 * fixed["steady"]


def test_tables_say_what_the_values_say():
    answer = asked("plan", RARE)
    needed = answer.tables["needed"].rows()
    assert needed["Cases"].tolist() == ["262", "350", "450"]
    assert needed["First at"].tolist() == ["253", "350", "450"]
    precise = asked("plan", RARE, aim="precise")
    for table in nonempty([answer.tables["plan"], answer.tables["designs"], precise.tables["width"]]):
        assert len(table.rows()) == table.size > 5
    assert answer.tables["plan"].rows()["Probability of beats chance"].between(0, 1).all()
    assert planned(measure=["TPR"]).tables["needed"].rows()["Cases"].tolist() == ["none"] * 3


def test_choices_refuse_what_cannot_be():
    with pytest.raises(InputError, match=r"^power must be one of 0.8, 0.9, 0.95"):
        Choices.of(power="0.7")
    assert math.isclose(Choices.of(power="0.95").power, 0.95)
