"""Forty attributes as in Example 6 of van de Bijl et al. 2024: form, law, who falls short of the baseline."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm

import ddcore
from ddcore.errors import InputError
from ddcore.samples.face_attributes import ATTRIBUTES, FACE_ATTRIBUTES, HESITANT, LEAST, MOST, SKILL, USUAL
from ddcore.samples.offered import OFFERED, sizes

LAW = FACE_ATTRIBUTES["attributes"]
FIVE = {"Big_Lips", "Narrow_Eyes", "Oval_Face", "Pointy_Nose", "Wearing_Necklace"}
"""Those on which all models of Example 6 fall short."""


def counted(drawn):
    """TP, predicted positive and positive of each attribute and model, by whole columns of the table."""
    table = {name: drawn[name].to_numpy() for name in drawn.column_names}
    shape = (len(ATTRIBUTES), len(SKILL))
    tp, called = np.zeros(shape, int), np.zeros(shape, int)
    positives = np.array([(table[name] == "yes").sum() for name in ATTRIBUTES])
    for at, name in enumerate(ATTRIBUTES):
        for of, model in enumerate(SKILL):
            predicted = table[f"{name}_{model}"] >= 0.5
            tp[at, of], called[at, of] = (predicted & (table[name] == "yes")).sum(), predicted.sum()
    return tp, called, positives


def test_on_the_five_attributes_of_the_paper_no_model_beats_the_baseline():
    size = 1_000
    tp, called, positives = counted(LAW.draw(size))
    short = [
        {
            name
            for at, name in enumerate(ATTRIBUTES)
            if Fraction(2 * int(tp[at, of]), int(called[at, of] + positives[at]))
            <= Fraction(2 * int(positives[at]), int(size + positives[at]))
        }
        for of in range(len(SKILL))
    ]
    assert set.intersection(*short) == FIVE
    assert short[-1] == FIVE
    assert len(short[0]) > len(FIVE)
    answer = ddcore.groups(ddcore.sample(LAW.key, size=size))
    assert set(answer.values["no_model_better"]) == FIVE
    assert [each["behind"] for each in answer.values["models"].values()] == [len(names) for names in short]
    assert "**5 of 40 attributes**" in answer.sentence


def test_shares_and_rates_are_those_of_the_law():
    """Rates of 10,000 pictures within five standard errors of the normal law's."""
    tp, called, positives = counted(LAW.draw(MOST, 2))
    share, apart = (np.array(column) for column in zip(*ATTRIBUTES.values(), strict=True))
    assert (np.abs(positives / MOST - share) < 5 * np.sqrt(share * (1 - share) / MOST)).all()
    lies = np.outer(apart, list(SKILL.values())) / 2
    for rate, cases, law in (
        (tp, positives, norm.sf(HESITANT - lies)),
        (called - tp, MOST - positives, norm.sf(HESITANT + lies)),
    ):
        error = np.sqrt(law * (1 - law) / cases[:, None])
        assert (np.abs(rate / cases[:, None] - law) < 5 * error).all()


def test_a_seed_gives_the_same_pictures_and_another_one_others():
    assert LAW.draw(LEAST, 3).equals(LAW.draw(LEAST, 3))
    assert not LAW.draw(LEAST, 3).equals(LAW.draw(LEAST, 4))
    for size in (LEAST - 1, MOST + 1):
        with pytest.raises(InputError, match="size must be between 100 and 10,000"):
            LAW.draw(size)


def test_it_is_offered_with_its_own_size_and_names_are_spelt_as_in_celeba():
    assert OFFERED[LAW.key] is LAW
    assert sizes(LAW) == (LEAST, MOST, USUAL)
    data = ddcore.sample(LAW.key, size=LEAST)
    assert data.total == 40 * LEAST
    assert data.positive == "yes"
    assert list(data.models) == list(SKILL)
    assert set(data.rows.splits["attribute"].names) == set(ATTRIBUTES)
    assert data.guesses == ()
