"""Names from a file as figures show them: short where there is little room, and whole when pointed at."""

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ddcore.figures.theme import plain

WHOLE = 80
"""Signs of a name where there is room for it."""
MANY = 60
"""Names up to which each is held against each other; of more, they are cut at their ends."""


def full_name(name: str) -> str:
    """A name where there is room for it: one line, no markup, not endless."""
    return plain(name, WHOLE)


def short_names(names: Iterable[str], longest: int = 20) -> dict[str, str]:
    """By name, what a legend or an axis shows: as `shortened`, without markup."""
    return {name: html.escape(text, quote=False) for name, text in shortened(names, longest).items()}


def shortened(names: Iterable[str], longest: int) -> dict[str, str]:
    """By name, what stands where there is little room: at most that many signs, no two alike.

    Of a name that is longer the words and numbers stay that tell it from the others, then as many of the rest as there
    is room for; an ellipsis takes the place of what is left out.

    >>> list(shortened(["gradient boosting, depth 3, rate 0.1", "gradient boosting, depth 5, rate 0.3"], 20).values())
    ['…depth 3, rate 0.1', '…depth 5, rate 0.3']
    >>> list(shortened(["loans_2026_logit", "loans_2026_forest_of_trees"], 14).values())
    ['…2026_logit', '…forest_of…']
    """
    lines = {name: " ".join(name.split()) for name in names}
    parts = {name: _Parts.of(line) for name, line in lines.items()} if len(lines) <= MANY else {}
    often = Counter(word for each in parts.values() for word in each.words)
    shown: dict[str, str] = {}
    for name, line in lines.items():
        text = line if len(line) <= longest else ""
        if name in parts and not text:
            others = [each for other, each in parts.items() if lines[other] != line and each.words & parts[name].words]
            text = parts[name].shortened(others, often, longest) if others else ""
        if not text or text in shown.values() or len(text) > longest:
            text = _by_signs(line, list(lines.values()), longest)
        shown[name] = _unlike(text, set(shown.values()), longest)
    return shown


Part = tuple[str, str]
"""A word or number of a name, and the one before it."""


@dataclass(frozen=True)
class _Parts:
    """The words and numbers of a line, the place of each, and its key: the one before it, and itself."""

    line: str
    spans: tuple[tuple[int, int], ...]
    keys: tuple[Part, ...]

    @classmethod
    def of(cls, line: str) -> "_Parts":
        found = list(re.finditer(r"\d+(?:\.\d+)+|[^\W_]+", line))
        words = ["", *(match[0] for match in found)]
        return cls(line, tuple(match.span() for match in found), tuple(pairwise(words)))

    @property
    def words(self) -> set[str]:
        """The words and numbers alone."""
        return {word for _, word in self.keys}

    def telling(self, others: Sequence["_Parts"], often: Counter[str]) -> list[int]:
        """The places of parts of which every other line lacks one, so few as a search from the rarest on finds."""
        left, told = list(others), []
        for place in sorted(range(len(self.keys)), key=lambda place: (often[self.keys[place][1]], place)):
            fewer = [other for other in left if self.keys[place] in other.keys]
            if len(fewer) < len(left):
                told.append(place)
                left = fewer
        return told

    def shortened(self, others: Sequence["_Parts"], often: Counter[str], longest: int) -> str:
        """The line with what tells it from others, then with as many parts as there is room for, what varies first."""
        telling = self.telling(others, often)
        common = max(often.values())
        varying = [place for place, (_, word) in enumerate(self.keys) if often[word] < common]
        before = [place - 1 for place in (*telling, *varying) if place]
        chosen = set(telling)
        for place in (*varying, *before):
            if len(self._with({*chosen, place})) <= longest:
                chosen.add(place)
        # Of what all have in common only the beginning, and what stands beside the rest: a word alone says nothing.
        for place in range(len(self.keys)):
            if {place - 1, place + 1} & {-1, *chosen} and len(self._with({*chosen, place})) <= longest:
                chosen.add(place)
        return self._with(chosen)

    def _with(self, chosen: set[int]) -> str:
        """The line with these parts and what is between neighbours."""
        text, last = "", -1
        for place in sorted(chosen):
            start, end = self.spans[place]
            if place == last + 1:
                text += self.line[self.spans[last][1] if last >= 0 else 0 : end]
            else:
                text += "…" + self.line[start:end]
            last = place
        rest = self.line[self.spans[last][1] :] if last >= 0 else self.line
        return text + (rest if last == len(self.spans) - 1 else "…")


def _cut(line: str, longest: int) -> str:
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def _by_signs(line: str, lines: Sequence[str], longest: int) -> str:
    """A line of at most that many signs, from the first sign on that tells it from those that begin like it."""
    if len(line) <= longest:
        return line
    alike = [other for other in lines if other[: longest - 1] == line[: longest - 1]]
    first = _shared(alike)
    if len(set(alike)) == 1 or first == len(line):
        return _cut(line, longest)
    start = max(0, longest // 2 - 1)
    return f"{line[:start]}…{_cut(line[first:], longest - start - 1)}"


def _shared(lines: Sequence[str]) -> int:
    """With how many signs all lines begin alike."""
    differs = (place for place, signs in enumerate(zip(*lines, strict=False)) if len(set(signs)) > 1)
    return next(differs, min(map(len, lines)))


def _unlike(text: str, taken: set[str], longest: int) -> str:
    """The text, with a number where it is taken already."""
    number, unlike = 1, text
    while unlike in taken:
        number += 1
        unlike = f"{text[: longest - len(str(number)) - 1]} {number}"
    return unlike
