"""Finds the questions that somebody means, by the words that people use for them.

>>> found("fairness")[0]
'groups'
"""

import re
from difflib import get_close_matches
from functools import cache

from ddcore.answers.base.question import QUESTIONS

FILLING = frozenset(
    [
        *("a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "how", "i", "in", "is", "it"),
        *("me", "my", "of", "on", "or", "the", "to", "what", "which", "with"),
    ]
)
"""Words that say nothing of a question."""
ALIKE = 0.8
"""How alike a word is to the one that somebody meant, from 0 to 1."""


def found(text: str) -> list[str]:
    """The names of the questions that a text names, the best first; of an empty text all.

    A question counts each word of the text that begins one of its own, those of its title twice, and once more all
    words of the text where they stand among its words as one term. Without any such, words that are spelt alike count.
    """
    words = _words(text)
    if not words:
        return list(QUESTIONS)
    return _best(words, text) or _best([near for word in words for near in get_close_matches(word, _known(), 1, ALIKE)])


def _best(words: list[str], term: str = "") -> list[str]:
    """The questions whose words have most of those asked for."""
    scores = {name: _score(name, words, term) for name in QUESTIONS}
    most = max((matched for matched, _ in scores.values()), default=0)
    names = [name for name, (matched, _) in scores.items() if matched == most > 0]
    return sorted(names, key=lambda name: -scores[name][1])


def _score(name: str, words: list[str], term: str) -> tuple[int, int]:
    """How many of the words a question has, and how well."""
    title, own = _words(QUESTIONS[name].title), _own(name)
    # A single letter begins too many words.
    matched = sum(any(each == word or each.startswith(f"{word:2}") for each in (*title, *own)) for word in words)
    exact = sum(word in own for word in words)
    whole = " ".join(_words(term)) in _terms(name)
    return matched, exact + 2 * sum(any(each.startswith(word) for each in title) for word in words) + 4 * whole


@cache
def _terms(name: str) -> frozenset[str]:
    return frozenset(" ".join(_words(term)) for term in QUESTIONS[name].words.split(","))


@cache
def _own(name: str) -> tuple[str, ...]:
    question = QUESTIONS[name]
    return tuple(_words(f"{question.words} {question.text} {' '.join(question.tabs)}"))


@cache
def _known() -> list[str]:
    """All words of all questions."""
    return sorted({word for name in QUESTIONS for word in (*_own(name), *_words(QUESTIONS[name].title))})


def _words(text: str) -> list[str]:
    """The words of a text in small letters, without the ends of plurals and without those that say nothing.

    >>> _words("Decision curves, A/B")
    ['decision', 'curve', 'a/b']
    """
    return [word for word in map(_stem, re.findall(r"[\w/]+", text.lower())) if word and word not in FILLING]


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
