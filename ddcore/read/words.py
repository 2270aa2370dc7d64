"""Words of the reader's messages, and the one error that is a question."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import zip_longest
from typing import Any

from ddcore.errors import InputError
from ddcore.read.reading import AUTOMATIC, Reading

LONGEST_QUOTE = 60
"""Characters of a cell or a column name that a message repeats."""

LONGEST_LIST = 10
"""Items that a message lists before it says how many more there are."""


class Unusable(InputError):  # noqa: N818 - the name says what it is
    """A file that could be opened and cannot be used as it is; `reading` says how it was read, as far as it was.

    `choice` is the keyword of `read` that mends it, empty where none does, `options` are what may be said for it, the
    likeliest first, and `advice` is the end of the message, in place of which a door says it as it is typed there.

    >>> Unusable("is empty").reading.columns
    ()
    """

    reading = AUTOMATIC

    def __init__(self, message: str, choice: str = "", options: Iterable[str] = (), advice: str = "") -> None:
        super().__init__(message)
        self.choice = choice
        self.options = tuple(options)
        self.advice = advice


@contextmanager
def having_read(reading: Reading) -> Iterator[None]:
    """Errors in this block are `Unusable` and have the reading of their file: a page shows what can be chosen by it.

    >>> with having_read(AUTOMATIC):
    ...     raise InputError("has no truth")
    Traceback (most recent call last):
    ddcore.read.words.Unusable: has no truth
    """
    try:
        yield
    except InputError as error:
        unusable = error if isinstance(error, Unusable) else Unusable(str(error))
        unusable.reading = reading
        raise unusable from None


class ChoiceNeeded(Unusable):
    """A file can be read as soon as a person has chosen; the message is the question in one sentence.

    It says what is the matter and, after ": choose", what to do. `choice` says which keyword of `read` answers it:
    "truth" (which column holds it), "score" (which column holds predictions), "positive" (which value of the truth is
    asked about) or "missing" (what to do with incomplete rows). `columns` are all columns, `roles` those found so far,
    `truth_values` the values of the truth with their counts, where known: what a page needs to offer the choice.
    `options` are what may be chosen; unless given, all that these leave.

    >>> asked = ChoiceNeeded("which column holds the truth?", "truth", ["a", "b"])
    >>> str(asked), asked.choice, asked.options
    ('which column holds the truth?', 'truth', ('a', 'b'))
    """

    def __init__(
        self,
        message: str,
        choice: str,
        columns: Iterable[str] = (),
        roles: Mapping[str, tuple[str, ...]] | None = None,
        truth_values: Mapping[str, int] | None = None,
        options: Iterable[str] = (),
    ) -> None:
        self.columns = tuple(columns)
        self.roles = dict(roles or {})
        self.truth_values = dict(truth_values or {})
        super().__init__(message, choice, tuple(options) or self._left(choice), _advice(message))

    def _left(self, choice: str) -> tuple[str, ...]:
        """What may be chosen for a role: values of the truth, or columns that have no role yet."""
        if choice == "positive":
            return tuple(self.truth_values)
        if choice == "missing":
            return ("leave out",)
        if choice not in ("truth", "score", "label"):
            return ()
        taken = {name for names in self.roles.values() for name in names}
        return tuple(name for name in self.columns if name not in taken)


def _advice(message: str) -> str:
    """What a message says that a person may choose, from its colon on."""
    _, colon, rest = message.rpartition(": choose ")
    return colon + rest if colon else ""


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


def unknown_name(role: str, name: Any, known: Iterable[str], thing: str = "column") -> Unusable:
    """The error for a column, or another thing, that is not there: it names the three nearest.

    >>> raise unknown_name("truth", "thruth", ["truth", "score"])
    Traceback (most recent call last):
    ddcore.read.words.Unusable: truth must be a column, got “thruth”; the nearest is “truth”
    """
    known = list(known)
    # Only the first characters are compared: the time grows with the product of both lengths.
    short = {column[:LONGEST_QUOTE]: column for column in reversed(known)}
    close = get_close_matches(str(name)[:LONGEST_QUOTE], reversed(short), n=3, cutoff=0.3)
    nearest = [short[column] for column in close] or known[:3]
    one = len(nearest) == 1
    advice = f"; the nearest is {quoted(nearest[0])}" if one else f"; the nearest are {listed(nearest)}"
    # What a model may be called is more than what its columns are.
    others = known if thing == "column" else ()
    options = (*nearest, *(other for other in others if other not in nearest))
    return Unusable(f"{role} must be a {thing}, got {quoted(name)}{advice}", role, options, advice)
