"""Whole numbers as people and programs give them: 303, "10,000" or "1e6"."""

import re
from typing import Any

from ddcore.errors import InputError

MOST = 10**9
"""The largest number of cases."""


def whole(name: str, given: Any, least: int = 0) -> int:
    """A number of cases from `least` to 10^9; `name` says of what.

    Raises `InputError` "M must be a whole number such as 303, got "x"" and "M must be between 1 and 1,000,000,000,
    got 0".

    >>> whole("M", "10,000"), whole("P", 1e6)
    (10000, 1000000)
    """
    text = str(given)
    plain = re.sub(r"[,\s]", "", text).replace("−", "-")
    if not re.fullmatch(r"[-+]?\d{1,40}(\.\d{0,40})?(e\+?\d{1,2})?", plain, re.IGNORECASE) or float(plain) % 1:
        raise InputError(f'{name} must be a whole number such as 303, got "{text:.40}"')
    if not least <= float(plain) <= MOST:
        raise InputError(f"{name} must be between {least} and {MOST:,}, got {text:.40}")
    return int(float(plain))
