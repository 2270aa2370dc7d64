"""What the tests of chance share: which measures, and how wrong a number may be."""

import math
from decimal import Decimal

from tests.oracles import DEFINITIONS, TIE, relative_error

KEYS = list(DEFINITIONS)
SMALL = 1e-13
"""Relative error allowed to M = 300; above it is 1e-12."""


def wrong(found, exact, allowed):
    """Whether a float is further from the exact value than allowed; an exact zero must be met exactly."""
    if exact is None:
        return not math.isnan(found)
    if exact == 0 or (isinstance(exact, Decimal) and abs(exact) < TIE):
        return found != 0
    return relative_error(found, exact) > allowed
