"""Which value of the truth is the positive class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ddcore.errors import InputError
from ddcore.read.columns import FoundColumns
from ddcore.read.evidence import Cut
from ddcore.read.values import key
from ddcore.read.vocabulary import sense, words
from ddcore.read.words import LONGEST_LIST, ChoiceNeeded, Unusable, counted, listed, quoted

YES = frozenset("yjoste")
"""First letters of yes, beside n: yes, ja, oui, sim, tak, evet."""


@dataclass(frozen=True)
class Positive:
    """The positive value, the name of all others, why it was taken, and whether a person should be asked.

    >>> import pyarrow as pa
    >>> from ddcore.read.values import Column
    >>> truth = Column("truth", pa.array(["yes", "no"]))
    >>> decide(FoundColumns((truth,), truth), {"yes": 1, "no": 1}, [])
    Positive(value='yes', negative='no', reason='“yes” usually means the positive class', is_guess=False)
    """

    value: str
    negative: str
    reason: str
    is_guess: bool


def decide(
    roles: FoundColumns,
    counts: Mapping[str, int],
    class_scores: Sequence[str],
    given: Any = None,
    cuts: Sequence[Cut] = (),
) -> Positive:
    """The positive value: as given; else one that says so ("yes", 1); else that of high scores; else the rarer.

    `counts` has the cases of each value of the truth, `class_scores` the keys of the values that name a score column,
    in file order, `cuts` the labels that are cut scores. A value that says the negative class is never taken; that the
    other one is positive is a guess then, as are the rarer value, the first of two with scores, and a 1 against
    anything but 0 or -1. Raises `InputError` where the truth has one value or the value given is none of its values,
    and `ChoiceNeeded` where it has more than two and none is given.

    >>> import pyarrow as pa
    >>> from ddcore.read.values import Column
    >>> truth = Column("truth", pa.array(["well", "ill"]))
    >>> decide(FoundColumns((truth,), truth), {"well": 3, "ill": 1}, []).value
    'ill'
    """
    truth, values = quoted(roles.truth.name), list(counts)
    if len(values) < 2:
        rows = sum(counts.values())
        raise InputError(
            f"{truth} must have two classes, got {listed(values)} in all {counted(rows, 'row')}; "
            "add cases of the other class"
        )
    if given is not None and str(given).strip():
        named = [value for value in values if key(value) == key(given)]
        if not named and len(values) == 2:
            named = [value for value in values if sense(value) is not None and sense(value) == sense(str(given))]
        if not named:
            had = ", ".join(f"{quoted(value)} ({counted(counts[value], 'case')})" for value in values[:LONGEST_LIST])
            raise Unusable(
                f"positive must be a value of {truth}, which has {had}; got {quoted(given)}", "positive", values
            )
        return _against(named[0], values, "it was chosen", False)
    if len(values) > 2:
        raise ChoiceNeeded(
            f"{truth} has {len(values)} values, {listed(values)}: choose the one that counts as positive; all others "
            f"together are negative. The question “actions” uses every class at once",
            "positive",
            [column.name for column in roles.columns],
            roles.names(),
            counts,
        )
    yes, no = ([value for value in values if sense(value) is meaning] for meaning in (True, False))
    if len(yes) == 1:
        doubt = key(yes[0]) == "1" and not no
        return _against(yes[0], values, f"{quoted(yes[0])} usually means the positive class", doubt)
    named = [value for value in values if words(value) and set(words(value)) <= set(words(roles.truth.name))]
    if len(named) == 1 and named != no:
        return _against(named[0], values, f"the column is called {truth}", False)
    if len(no) == 1:
        other = next(value for value in values if value not in no)
        if set(class_scores) == {key(other)}:
            return _against(other, values, f"the scores are those of {quoted(other)}", False)
        is_letter = key(no[0]) == "n" and key(other) in YES
        return _against(other, values, f"{quoted(no[0])} usually means the negative class", not is_letter)
    for value in values:
        cut = next((cut for cut in cuts if cut.label is not roles.truth and cut.above == key(value)), None)
        if cut is not None:
            return _against(
                value,
                values,
                f"{quoted(cut.score.name)} is high where {quoted(cut.label.name)} is {quoted(value)}",
                False,
            )
    for value in values:
        if class_scores and key(value) == class_scores[0]:
            doubt = len(set(class_scores)) > 1 and not _numbered(values)
            if doubt:
                return _against(value, values, f"the first column of scores is that of {quoted(value)}", True)
            return _against(value, values, f"the scores are those of {quoted(value)}", False)
    rarer = min(sorted(values), key=counts.__getitem__)
    return _against(rarer, values, f"{quoted(rarer)} was guessed as positive: it is the rarer value", True)


def _numbered(values: Sequence[str]) -> bool:
    """Whether values are told apart by their numbers only: of “Class1” and “Class2” the first is asked about."""
    return len({value.rstrip("0123456789") for value in values}) == 1 and all(value[:1].isalpha() for value in values)


def _against(value: str, values: Sequence[str], reason: str, is_guess: bool) -> Positive:
    others = [other for other in values if other != value]
    return Positive(value, others[0] if len(others) == 1 else f"not {value}", reason, is_guess)
