"""The answer to each question on a few cases, computed once."""

from functools import cache

from ddcore.answers.answer import Answer
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.samples.applicants import APPLICANTS
from ddcore.samples.moved import MOVED
from ddcore.samples.pairs import PAIRS
from tests.helpers.answers import asked

OWN = {"lending": next(iter(APPLICANTS.values())), "change": next(iter(MOVED.values())), "groups": SAMPLES["hpc_cv"]}
"""Applicants for a loan, two periods, several classes; all other questions are about two models."""


@cache
def answer_to(name: str) -> Answer:
    """The answer to the question with a name."""
    sample = OWN.get(name, next(iter(PAIRS.values())))
    file = sample.path if name == "groups" else sample.draw(300)
    return asked(name, read(file, name="drawn", **sample.roles).data())
