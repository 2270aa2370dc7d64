"""Every sample that is offered, by its key: real predictions, stories told in counts, and scores drawn from a law."""

from collections.abc import Mapping

from ddcore.errors import InputError
from ddcore.samples import SAMPLES, Sample
from ddcore.samples.applicants import APPLICANTS, Applicants
from ddcore.samples.pairs import PAIRS, Pair
from ddcore.samples.simulated import SCENARIOS, Scenario
from ddcore.samples.stories import STORIES, Story

Simulated = Scenario | Pair | Applicants
"""A law that cases are drawn from."""

OFFERED: Mapping[str, Sample | Story | Simulated] = {**SAMPLES, **STORIES, **SCENARIOS, **PAIRS, **APPLICANTS}


def own_book(name: str, book: str) -> Applicants:
    """The applicants of a book of one's own.

    Raises `InputError` "book goes with the sample applicants, not with factory", and as `Applicants.of` does.

    >>> own_book("applicants", "0.1,2.5,0").share
    0.1
    """
    if name not in APPLICANTS:
        raise InputError(f"book goes with the sample {' and '.join(APPLICANTS)}, not with {name}")
    return APPLICANTS[name].of(book)
