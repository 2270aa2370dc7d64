"""A part of what `python -m tests.coverage measures` measures, in the suite."""

from math import sqrt

from tests.coverage import measures
from tests.helpers.loops import nonempty

SETS = 8


def test_gains_are_held_and_nothing_is_not_told_to_gain():
    for claim in nonempty(measures.claims(SETS / measures.SETS)):
        if "or less" in claim.wanted:
            most = float(claim.wanted.split()[0])
            assert claim.measured <= most + 3.1 * sqrt(most * (1 - most) / SETS), claim
        else:
            assert claim.measured >= 0.84 - 3.1 * sqrt(0.84 * 0.16 / SETS), claim
