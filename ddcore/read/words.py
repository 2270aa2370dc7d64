"""Words of the reader's messages, and the one error that is a question."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import zip_longest
from typing import Any

from ddcore.errors import InputError
from ddcore.read.reading import AUTOMATIC

LONGEST_QUOTE = 60
"""Characters of a cell or a column name that a message repeats."""

LONGEST_LIST = 10
"""Items that a message lists before it says how many more there are."""


class Unusable(InputError):  # noqa: N818 - the name says what it is
    """A file that could be opened and cannot be used as it is; `reading` says how it was read, as far as it was.

    >>> Unusable("is empty").reading.columns
    ()
    """

    reading = AUTOMATIC


class ChoiceNeeded(Unusable):
    """A file can be read as soon as a person has chosen; the message is the question in one sentence.

    `choice` says which keyword of `read` answers it: "truth" (which column holds it), "score" (which column holds
    predictions), "positive" (which value of the truth is asked about) or "missing" (what to do with incomplete rows).
    `columns` are all columns, `roles` those found so far, `truth_values` the values of the truth with their counts,
    where known: what a page needs to offer the choice.

    >>> asked = ChoiceNeeded("which column holds the truth?", "truth", ["a", "b"])
    >>> str(asked), asked.choice, asked.columns
    ('which column holds the truth?', 'truth', ('a', 'b'))
    """

    def __init__(
        self,
        message: str,
        choice: str,
        columns: Iterable[str] = (),
        roles: Mapping[str, tuple[str, ...]] | None = None,
        truth_values: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(message)
        self.choice = choice
        self.columns = tuple(columns)
        self.roles = dict(roles or {})
        self.truth_values = dict(truth_values or {})


def quoted(text: object) -> str:
    """A name or a value as it stands in a message: on one line, shortened, in quotation marks.

    >>> quoted("two\\nlines"), quoted("9" * 100)
    ('“two lines”', '“999999999999999999999999999999999999999999999999999999999999…”')
    """
    line = " ".join(str(text)[: 4 * LONGEST_QUOTE].split())
    return f"“{line[:LONGEST_QUOTE]}…”" if len(line) > LONGEST_QUOTE else f"“{line}”"


def listed(items: Iterable[object], last: str = "and") -> str:
    """Names or values as an enumeration.

    >>> listed(["a", "b", "c"]), listed(range(12))[-19:]
    ('“a”, “b” and “c”', '“8”, “9” and 2 more')
    >>> listed([f"{'very ' * 20}good", f"{'very ' * 20}bad"])
    '“…very very very very good” and “…very very very very bad”'
    """
    texts = _unlike([" ".join(str(item)[: 4 * LONGEST_QUOTE].split()) for item in items])
    if len(texts) > LONGEST_LIST:
        texts[LONGEST_LIST:] = [f"{len(texts) - LONGEST_LIST:,} more"]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}" if texts else "nothing"


def _unlike(lines: list[str]) -> list[str]:
    """Each line quoted; those too long that begin alike from shortly before they differ."""
    alike: dict[str, list[str]] = {}
    for line in lines:
        alike.setdefault(quoted(line), []).append(line)
    begins = {text: _differ_at(same) - LONGEST_QUOTE // 3 for text, same in alike.items() if len(set(same)) > 1}
    return [f"“…{line[begins[text] :].lstrip()}”" if (text := quoted(line)) in begins else text for line in lines]


def _differ_at(lines: list[str]) -> int:
    """The first place where not all lines have the same sign."""
    return next(place for place, signs in enumerate(zip_longest(*lines)) if len(set(signs)) > 1)


def counted(number: int, thing: str) -> str:
    """A number with its noun, which takes an s where there are several, as all nouns of the reader do.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def unknown_name(role: str, name: Any, known: Iterable[str], thing: str = "column") -> InputError:
    """The error for a column, or another thing, that is not there: it names the three nearest.

    >>> raise unknown_name("truth", "thruth", ["truth", "score"])
    Traceback (most recent call last):
    ddcore.errors.InputError: truth must be a column, got “thruth”; the nearest is “truth”
    """
    known = list(known)
    # Only the first characters are compared: the time grows with the product of both lengths.
    short = {column[:LONGEST_QUOTE]: column for column in reversed(known)}
    close = get_close_matches(str(name)[:LONGEST_QUOTE], reversed(short), n=3, cutoff=0.3)
    nearest = [short[column] for column in close] or known[:3]
    if len(nearest) == 1:
        return InputError(f"{role} must be a {thing}, got {quoted(name)}; the nearest is {quoted(nearest[0])}")
    return InputError(f"{role} must be a {thing}, got {quoted(name)}; the nearest are {listed(nearest)}")
