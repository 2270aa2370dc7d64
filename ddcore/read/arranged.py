"""Models as a person wants them: some of them turned round, left out, or under another name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from ddcore.errors import InputError
from ddcore.read.candidates import Candidate, found_name
from ddcore.read.columns import FoundColumns
from ddcore.read.values import Column
from ddcore.read.words import counted, listed, quoted, unknown_name
from ddcore.records.labels import THE_MODEL


@dataclass(frozen=True)
class Wishes:
    """What a person wants of the models, each named as it is read without wishes or as its column.

    Names of columns that hold no model are no fault: a column may be one for one positive class and not for another.

    >>> Wishes.of("a", ["b"], {"a": " Forest "})
    Wishes(turned=('a',), removed=('b',), names={'a': 'Forest'})
    """

    turned: tuple[str, ...]
    removed: tuple[str, ...]
    names: Mapping[str, str]

    @classmethod
    def of(
        cls, turned: str | Sequence[str] | None, removed: str | Sequence[str] | None, names: Mapping[str, str] | None
    ) -> "Wishes":
        """Raises `InputError` for an empty name, and for one given twice."""
        wanted = {str(found): str(name).strip() for found, name in (names or {}).items()}
        for found, name in wanted.items():
            if not name:
                raise InputError(f"the new name of {quoted(found)} must not be empty; give it one, or leave it out")
        if len(set(wanted.values())) < len(wanted):
            twice = next(name for name in wanted.values() if list(wanted.values()).count(name) > 1)
            raise InputError(f"names must differ, got {quoted(twice)} twice; change one of them")
        return cls(_all(turned), _all(removed), wanted)

    def check(self, known: Iterable[str]) -> None:
        """Raise `InputError` for a name that nothing in the file has."""
        known = list(dict.fromkeys(known))
        for what, names in (("turned", self.turned), ("removed", self.removed), ("names", self.names)):
            for name in names:
                if name not in known:
                    raise unknown_name(what, name, known, "model")


def _all(given: str | Sequence[str] | None) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(map(str, given or ()))


def turn(roles: FoundColumns, turned: Sequence[str]) -> None:
    """Turn scores round in `roles`, with a note: 1 - score where all are between 0 and 1, else minus the score.

    A probability of the other class thereby becomes one of the positive class, so that 0.5 stays the middle.

    >>> truth, p = Column("truth", pa.array(["yes", "no"])), Column("p", pa.array([0.25, 1.0]))
    >>> turn(roles := FoundColumns((truth, p), truth, scores=[p]), ["p"])
    >>> roles.scores[0].numbers.tolist(), roles.notes
    ([0.75, 0.0], ['The scores of “p” were reversed (1 − score), so that high scores mean positive.'])
    """
    model, predictions = roles.single.get("model"), len(roles.scores) + len(roles.labels)
    for place, column in enumerate(roles.scores):
        names = [""] if model is None else model.categories
        wanted = [prefix for prefix in names if _is_named(turned, prefix, column, roles, predictions)]
        if not wanted:
            continue
        numbers = column.numbers.copy()
        for prefix in wanted:
            own = np.ones(numbers.size, bool) if model is None else model.codes == model.categories.index(prefix)
            own &= ~column.missing
            if not own.any():
                continue
            share = numbers[own].min() >= 0 and numbers[own].max() <= 1
            numbers[own] = (1 if share else 0) - numbers[own]
            found = found_name(prefix, column, predictions)
            roles.turned.add(found)
            roles.notes.append(
                f"The scores of {quoted(found)} were reversed ({'1 − score' if share else '−score'}), so that high "
                f"scores mean positive."
            )
        roles.scores[place] = Column(column.name, pa.array(numbers, from_pandas=True), column.first_row)


def _is_named(names: Sequence[str], prefix: str, column: Column, roles: FoundColumns, predictions: int) -> bool:
    own = {found_name(prefix, column, predictions), prefix or f"model {column.name}"}
    if not prefix and predictions == 1:
        own.add(THE_MODEL)
    return not own.isdisjoint(names)


def arranged(candidates: Sequence[Candidate], wishes: Wishes, notes: list[str]) -> list[Candidate]:
    """The models that are kept, under the names they are given; `notes` says which were left out.

    Raises `InputError` where none is kept, and where two have one name.

    >>> a, b = (Candidate(name, Column(name, pa.array([0.5])), True, None, found=name) for name in "ab")
    >>> [model.name for model in arranged([a, b], Wishes.of((), "a", {"b": "Forest"}), [])]
    ['Forest']
    """
    single = len(candidates) == 1
    known = {candidate.found: {candidate.found, candidate.name, *[THE_MODEL] * single} for candidate in candidates}
    kept, removed = [], []
    for candidate in candidates:
        own = known[candidate.found]
        if not own.isdisjoint(wishes.removed):
            removed.append(candidate.name)
            continue
        name = next((name for found, name in wishes.names.items() if found in own), None)
        kept.append(replace(candidate, name=name or candidate.name))
    if not kept:
        raise InputError(f"has {counted(len(removed), 'model')}, and all of them are left out; keep at least one")
    names = [candidate.name for candidate in kept]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"has two models with the name {quoted(twice)}; rename one of them")
    if removed:
        notes.append(f"Models left out, as you chose: {listed(removed)}.")
    return kept
