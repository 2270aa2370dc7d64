"""A part of what `python -m tests.coverage compare` measures, in the suite."""

import numpy as np

from tests.coverage import compare
from tests.helpers.loops import nonempty

SETS = 24


def test_intervals_hold_and_models_alike_are_seldom_called_different():
    """Some 100 independent sets in all: a mean of 0.95 varies by 0.02; intervals half as wide would hold 0.67."""
    found = list(compare.claims(SETS / compare.SETS))
    held = [claim.measured for claim in found if "interval" in claim.what]
    called = [claim.measured for claim in found if "alike" in claim.what]
    assert np.mean(nonempty(held)) >= 0.85
    assert np.mean(nonempty(called)) <= 0.1
