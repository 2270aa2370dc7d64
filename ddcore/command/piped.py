"""A lone "-", which stands for what is piped in: cyclopts takes it for an option, so it passes under another name."""

from collections.abc import Sequence
from typing import Any

STDIN = "-"

_HIDDEN = "\0-"
"""No argument of a program holds a zero."""


def hidden(tokens: Sequence[str]) -> list[str]:
    """The arguments, with the other name in place of "-".

    >>> [shown(token) for token in hidden(["verdict", "-"])]
    ['verdict', '-']
    """
    return [_HIDDEN if token == STDIN else token for token in tokens]


def shown(value: Any) -> Any:
    """A value that was parsed, or a list of them, with "-" again."""
    if isinstance(value, list | tuple):
        return [shown(part) for part in value]
    return STDIN if value == _HIDDEN else value
