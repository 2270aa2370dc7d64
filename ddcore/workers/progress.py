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


_rows: ContextVar[tuple[float, float, int]] = ContextVar("rows", default=(0.0, 0.0, 0))


def tell(share: float, doing: str, *, until: float = 0.0, rows: int = 0) -> None:
    """What share of the work is done, from 0 to 1, and what comes now; nothing happens where nobody listens.

    If what comes now goes through a number of rows, it ends at the share `until`; see `tell_rows`.

    >>> tell(0.5, "Counting")
    """
    listener = _listener.get()
    if listener is not None:
        _rows.set((share, until, rows))
        listener(share, doing)


def tell_rows(part: float) -> None:
    """What part is done, from 0 to 1, of the rows of what was told last; nothing where it had none.

    >>> with told_to(lambda share, doing: print(f"{share:.0%} {doing}")):
    ...     tell(0.5, "Counting", until=0.7, rows=2_000)
    ...     tell_rows(0.25)
    50% Counting
    55% 500 of 2,000 rows
    """
    share, until, rows = _rows.get()
    listener = _listener.get()
    if listener is not None and rows:
        listener(share + (until - share) * part, f"{round(part * 1000) * rows // 1000:,} of {rows:,} rows")


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
