"""Functions of a table of scores that take the scores and the truth in its place, for people with two arrays."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from numpy.typing import ArrayLike

from ddcore.errors import InputError
from ddcore.table import ScoreTable

P = ParamSpec("P")
Result = TypeVar("Result")


class OfTable(Generic[P, Result]):
    """Such a function: `best(table, "F1")`, or `best(score, truth, "F1")`, with `positive` and `weight` by keyword.

    What is taken in place of a table, and when it raises, is that of `ScoreTable.of`.

    >>> from ddcore.scores.thresholds import best
    >>> best([0.1, 0.3, 0.4, 0.8], ["no", "yes", "no", "yes"], "F1", positive="yes").threshold
    0.3
    """

    def __init__(self, function: Callable[Concatenate[ScoreTable, P], Result]) -> None:
        self.function = function
        update_wrapper(self, function)

    @overload
    def __call__(self, table: ScoreTable, /, *given: P.args, **named: P.kwargs) -> Result: ...
    @overload
    def __call__(self, score: ArrayLike, truth: ArrayLike, /, *given: Any, **named: Any) -> Result: ...
    def __call__(self, table: Any, /, *given: Any, **named: Any) -> Result:
        if isinstance(table, ScoreTable):
            return self.function(table, *given, **named)
        if not given:
            raise InputError("truth must be given after the scores, or a ScoreTable in place of both, got neither")
        truth, *others = given
        made = ScoreTable.of(table, truth, named.pop("positive", None), named.pop("weight", None))
        return self.function(made, *others, **named)

    def __reduce__(self) -> str:
        """Pickled by its name, as a function is."""
        return self.function.__name__
