"""What the reader makes of a file beside what is right: right, asked, wrong or refused, for each of four things.

A thing is "asked" where the reader raises a `ChoiceNeeded` about it or says by a guess that it took it without being
sure; the question is then answered as is right, and what is wrong after that is wrong. It is "asked ✓" where nobody
could know it. "refused" is a file that cannot be read at all. "wrong" is what differs from what is right in silence.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, Predictions, read
from tests.read.known import ONE, Expected

THINGS = ("truth", "positive", "models", "direction")

MUST_ASK = "asked ✓"

CLOSE = 1e-9


@dataclass(frozen=True)
class Right:
    """What is right of a file.

    `truth` is the name of its column, `or_truth` one that holds the same; it is empty where the file has none to name,
    and `positives` tell it. `or_positive` are other spellings of the positive class. `models` are those expected, or
    `alternatives` to them where a file may be read either way. `score` and `label` are the columns that answer the
    question which ones hold predictions, `asks` the things that nobody could know, so that to ask is right.
    """

    truth: str
    positive: str
    models: tuple[Expected, ...] = ONE
    alternatives: tuple[tuple[Expected, ...], ...] = ()
    score: tuple[str, ...] = ()
    label: tuple[str, ...] = ()
    asks: frozenset[str] = frozenset()
    positives: float = 45
    or_truth: str = ""
    or_positive: tuple[str, ...] = ()

    def answer(
        self, role: str, columns: Iterable[str], values: Iterable[str], said: Mapping[str, Any]
    ) -> dict[str, Any]:
        """What a person answers to a question about a role, where these are the columns and the classes.

        Nothing where it was said before, and where what is right is not offered.
        """
        columns = set(columns)
        if role == "truth":
            offered: list[tuple[str, Any]] = [(role, name) for name in (self.or_truth, self.truth) if name in columns]
        elif role == "positive":
            classes = (self.positive, *self.or_positive)
            offered = [(role, value) for value in values if any(same(value, each) for each in classes)]
        elif role == "missing":
            offered = [(role, "leave out")]
        else:
            named = [("score", self.score), ("label", self.label)] if role in ("score", "label") else []
            offered = [(each, list(names)) for each, names in named if names and set(names) <= columns]
        return {each: value for each, value in offered if each not in said}


@dataclass(frozen=True)
class Layout:
    """A file in the form in which a tool writes it: `source` is where its maker documents that form."""

    name: str
    tool: str
    source: str
    content: bytes
    file: str
    right: Right


@dataclass
class Outcome:
    """What became of each thing, in the words of this module, and what was found where it is not right."""

    states: dict[str, str]
    found: str = ""
    codes: list[str] = field(default_factory=list)

    @property
    def at_once(self) -> bool:
        """Whether all is right without a question, but for what nobody could know."""
        return set(self.states.values()) <= {"right", MUST_ASK}

    @property
    def worst(self) -> str:
        """What became of the file as a whole."""
        if self.at_once:
            return "right"
        return next(state for state in ("wrong", "refused", "asked") if state in self.states.values())


def thing_of(role: str) -> str:
    """The thing that a question about a role asks about."""
    return role if role in ("truth", "positive") else "direction" if role == "turned" else "models"


def guesses(file: Predictions) -> list[tuple[str, str]]:
    """The role and the code of each guess."""
    return [(guess.role, guess.code) for guess in file.guesses]


def outcome(layout: Layout) -> Outcome:
    """Read as a person would who answers each question with what is right."""
    right, said = layout.right, dict[str, Any]()
    asked = set[str]()
    codes: list[str] = []
    for _ in range(8):
        try:
            file = read(layout.content, name=layout.file, **said)
        except ChoiceNeeded as question:
            codes.append(f"? {question.choice}: {question}")
            asked.add(thing_of(question.choice))
            answer = right.answer(question.choice, question.columns, question.truth_values, said)
            if not answer:
                # A question that has no right answer is asked of a table that is none.
                state = "refused" if question.choice == "truth" and right.truth else "asked"
                return Outcome(dict.fromkeys(THINGS, state), str(question), codes)
            said |= answer
            continue
        except InputError as refusal:
            return Outcome(dict.fromkeys(THINGS, "refused"), str(refusal), codes)
        holds, found = judged(file, right), guesses(file)
        codes += [f"{code} ({role})" for role, code in found]
        asked |= {thing_of(role) for role, _ in found}
        answers = {role: right.answer(role, file.columns, file.truth_values, said) for role, _ in found}
        # Whoever is asked about the class of a wrong column says that the column is wrong.
        answers = {role: answer for role, answer in answers.items() if answer and (holds["truth"] or role == "truth")}
        if all(holds.values()) or not answers:
            break
        said |= answers.get("truth") or next(iter(answers.values()))
    still = {thing_of(role) for role, _ in found if role not in said}
    still |= {"direction"} if "models" in still else set()
    states = {}
    for thing, holding in holds.items():
        states[thing] = ("asked" if thing in asked else "right") if holding else "asked" if thing in still else "wrong"
    for thing in right.asks:
        states[thing] = MUST_ASK if states[thing] == "asked" else states[thing]
    return Outcome(states, "" if all(holds.values()) else described(file), codes)


def judged(file: Predictions, right: Right) -> dict[str, bool]:
    """Whether each thing is as is right."""
    total = max(model.cases for model in right.models)
    is_truth = file.roles["truth"] in ((right.truth,), (right.or_truth,))
    if not right.truth:
        is_truth = any(
            abs(file.positives - share) < CLOSE * total for share in (right.positives, total - right.positives)
        )
    is_positive = any(same(file.positive, value) for value in (right.positive, *right.or_positive))
    best = max((_matched(file, models, is_positive) for models in (right.models, *right.alternatives)), default=(0, 0))
    return {
        "truth": is_truth,
        "positive": is_positive,
        "models": best[0] == 1,
        "direction": best[1] == 1,
    }


def same(one: str, other: str) -> bool:
    """Whether two spellings are of one value.

    >>> same("1.0", "1"), same("Yes", "yes"), same("no", "yes")
    (True, True, False)
    """
    try:
        return float(one) == float(other)
    except ValueError:
        return one.casefold() == other.casefold()


def _matched(file: Predictions, expected: tuple[Expected, ...], is_positive: bool) -> tuple[int, int]:
    """Whether the models are these, and whether their scores and labels go the right way."""
    found = list(file.models.items())
    if len(found) != len(expected):
        return 0, 0
    best = 0, 0
    for order in permutations(expected) if len(expected) < 6 else [expected]:
        pairs = list(zip(found, order, strict=True))
        alike = all(_is(name, model, each, False) or _is(name, model, each, True) for (name, model), each in pairs)
        ahead = alike and all(_is(name, model, each, not is_positive) for (name, model), each in pairs)
        best = max(best, (int(alike), int(ahead)))
    return best


def _is(name: str, model: Any, expected: Expected, exchanged: bool) -> bool:
    """Whether a model is the expected one, with the classes exchanged or not, its scores the right way round or not."""
    if not all(word.casefold() in name.casefold() for word in expected.name):
        return False
    counts = tuple(float(each) for each in (model.counts.tp, model.counts.fp, model.counts.fn, model.counts.tn))
    if abs(sum(counts) - expected.cases) > CLOSE * expected.cases:
        return False
    auc = None if model.table is None else area(model.table)
    if (auc is None) != (expected.auc is None):
        return False
    if expected.counts is not None:
        tp, fp, fn, tn = expected.counts
        right = (tn, fn, fp, tp) if exchanged else (tp, fp, fn, tn)
        if not np.allclose(counts, right):
            return False
    return auc is None or abs(auc - expected.auc) < 1e-6


def area(table: Any) -> float:
    """The AUC of a tally of scores, by pairs.

    >>> from ddcore.table import ScoreTable
    >>> area(ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 1, 0, 1], True))
    0.75
    """
    positives, negatives = np.asarray(table.positives, float), np.asarray(table.negatives, float)
    below = np.cumsum(negatives) - negatives
    return float(np.sum(positives * (below + negatives / 2)) / (positives.sum() * negatives.sum()))


def described(file: Predictions) -> str:
    """What was found, in one line."""
    models = []
    for name, model in file.models.items():
        counts = [f"{float(each):g}" for each in (model.counts.tp, model.counts.fp, model.counts.fn, model.counts.tn)]
        auc = "labels" if model.table is None else f"AUC {area(model.table):.3f} at {model.threshold:g}"
        models.append(f"{name}: {auc}, {' '.join(counts)}")
    roles = {role: names for role, names in file.roles.items() if any(names)}
    listed: Iterable[str] = (f"{role} {', '.join(names)}" for role, names in roles.items())
    return f"positive {file.positive!r}; {'; '.join(models)}; {'; '.join(listed)}"
