"""The answer to each question on a few cases, computed once."""

from functools import cache

import ddcore
from ddcore.answers.base.answer import Answer
from ddcore.samples.applicants import APPLICANTS
from ddcore.samples.moved import MOVED
from ddcore.samples.pairs import PAIRS
from tests.helpers.answers import asked

OWN = {"lending": next(iter(APPLICANTS)), "change": next(iter(MOVED)), "groups": "hpc_cv"}
"""Applicants for a loan, two periods, several classes; all other questions are about two models and their law."""


@cache
def answer_to(name: str) -> Answer:
    """The answer to the question with a name."""
    sample = OWN.get(name, next(iter(PAIRS)))
    return asked(name, ddcore.sample(sample) if sample == "hpc_cv" else ddcore.sample(sample, size=100))
