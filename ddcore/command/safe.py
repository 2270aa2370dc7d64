"""Text for a terminal: nothing in it moves the cursor, colours, or changes the direction of reading."""

import re

REFUSED = 2
"""The exit code for what cannot be read, asked or written."""

_CONTROLS = {code: chr(0x2400 + code) for code in range(32)} | {0x7F: "␡"} | dict.fromkeys(range(0x80, 0xA0), "�")
_TURNS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "�")
_JOINER = {0x2060: None}
"""Stands in names where Markdown would see an address; what is drawn here makes no links."""

_HALVES = dict.fromkeys(range(0xD800, 0xE000), "�")
"""Bytes of a file name that are no text; they can be neither printed nor written as UTF-8."""

_LINES = {**_CONTROLS, **_TURNS, **_JOINER, **_HALVES}
_TEXT = {code: sign for code, sign in _LINES.items() if code != 10}


_ESCAPED = "[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


def line(text: object) -> str:
    """A text on one line, its control characters as signs that can be seen.

    >>> line("a\\x1b[31m\\nb")
    'a␛[31m b'
    """
    return re.sub(r"\s*\n\s*", " ", str(text)).translate(_LINES)


def paragraphs(text: str) -> str:
    """A text of several lines, safe for a terminal.

    >>> paragraphs("a\\n\\nb\\x07")
    'a\\n\\nb␇'
    """
    return text.translate(_TEXT)


def as_json(text: str) -> str:
    """JSON whose texts have no such characters but escaped: JSON itself allows those above U+007E.

    >>> as_json('"\\x9b"')
    '"\\\\u009b"'
    """
    return re.sub(_ESCAPED, lambda sign: f"\\u{ord(sign[0]):04x}", text)
