"""A data set of which only the sizes of the classes are known."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DataSet:
    """The sizes of the classes of a data set, and its name in full and short.

    >>> DataSet("Ours", "ours", 200, 50).share
    0.25
    """

    name: str
    short: str
    total: int
    positives: int

    @property
    def share(self) -> float:
        """The share of positives."""
        return self.positives / self.total
