"""A part of what `python -m tests.coverage thresholds` measures, in the suite."""

from math import sqrt

import pytest

from tests.coverage import thresholds
from tests.helpers.loops import nonempty

SETS = 15


@pytest.fixture(scope="module")
def found():
    return {claim.what: claim for claim in thresholds.claims(SETS / thresholds.SETS)}


def test_equal_scores_promise_what_the_better_constant_answer_has(found):
    """Out of the bag three positives of ten promised an accuracy of .73 where it is .70."""
    assert all(claim.fine for what, claim in found.items() if what.startswith("equal scores"))


def test_intervals_hold_the_true_value_of_the_threshold(found):
    for claim in nonempty(claim for what, claim in found.items() if "interval holds" in what):
        wanted = 0.8 if "PPV" in claim.what else 0.9
        assert claim.measured >= wanted - 3.1 * sqrt(wanted * (1 - wanted) / SETS), claim
