"""All sentences of all pages on a few awkward files: whole, without noise, true to each other and the numbers."""

import re

from tests.helpers.visiting import visit


def test_no_line_ends_between_a_number_and_its_sign():
    at = visit("rescaled", "TP=227&FP=50&FN=31&TN=192")
    texts = [one.value for kind in ("header", "markdown", "caption") for one in getattr(at.main, kind)]
    assert any("%" in text for text in texts)
    assert not [text for text in texts if re.search(r"\d %|≥ \d", text) and "$" not in text]
