"""How far long work is: it tells, and whoever waits for it decides whether that is a bar, a line or nothing.

>>> with told_to(lambda share, doing: print(f"{share:.0%} {doing}")):
...     tell(0.5, "Counting")
50% Counting
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[float, str], None]
"""Takes the share that is done, from 0 to 1, and what is being done."""

_listener: ContextVar[Listener | None] = ContextVar("progress", default=None)


def tell(share: float, doing: str) -> None:
    """What share of the work is done, from 0 to 1, and what comes now; nothing happens where nobody listens.

    >>> tell(0.5, "Counting")
    """
    listener = _listener.get()
    if listener is not None:
        listener(share, doing)


@contextmanager
def told_to(listener: Listener) -> Iterator[None]:
    """All that is told within this block goes to the listener.

    >>> shares = []
    >>> with told_to(lambda share, doing: shares.append(share)):
    ...     tell(0.25, "Reading")
    ...     tell(1.0, "Reading")
    >>> shares
    [0.25, 1.0]
    """
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)
