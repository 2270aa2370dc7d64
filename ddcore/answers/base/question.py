"""The questions that people ask, each answered by the package of its name: menu, pages, tests and README read this.

>>> QUESTIONS["baselines"].text
'What would chance score?'
"""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType

import numpy as np

from ddcore.answers import question_sections
from ddcore.answers.base.answer import Answer, Note
from ddcore.answers.base.bins import bins_part
from ddcore.answers.base.needs import Lacking, Needs, nothing
from ddcore.answers.base.words import as_much_as, clusters_note, literal
from ddcore.data import Data
from ddcore.formats import count
from ddcore.interval import at_level, called_at
from ddcore.options import Asked
from ddcore.read.archive import FILE
from ddcore.read.words import listed


@dataclass(frozen=True)
class Question:
    """A question, and what its package says of it.

    `name` is that of the package, of its page and in links, `section` the part of the menu it belongs to, `text` the
    question itself, `title` its entry in the menu. Questions of one `page`, named after the first of them, are tabs of
    it; `tabs` maps the label of each tab of this question to the choices that it stands for. `words` are those of the
    field that people search for, with commas between them. `needs` says what data it needs, `needed` says the same to
    people, `unanswered` heads what is said of choices that cannot be used. `example` is the link of data that have all
    of it, `sample` the key of the sample that shows it best. `part` is how many cases are answered for first where all
    take long, 0 where they do not. `next` maps the questions that may come next, the most useful first, to how each is
    put.
    """

    name: str
    section: str
    text: str
    title: str
    page: str
    tabs: Mapping[str, Mapping[str, str]]
    words: str
    needs: Needs
    needed: str
    example: str
    sample: str
    unanswered: str
    part: int
    next: Mapping[str, str]
    choices: type[Asked]
    answer: Callable[[Data, Asked], Answer]

    @classmethod
    def of(cls, module: ModuleType) -> "Question":
        """The question that a package answers."""
        return cls(
            name=module.__name__.rpartition(".")[2],
            section=module.SECTION,
            text=(module.__doc__ or "").strip(),
            title=module.TITLE,
            page=getattr(module, "PAGE", module.__name__.rpartition(".")[2]),
            tabs=getattr(module, "TABS", {getattr(module, "TAB", module.TITLE): {}}),
            words=getattr(module, "WORDS", ""),
            needs=module.NEEDS,
            needed=module.NEEDED,
            example=module.EXAMPLE,
            sample=getattr(module, "SAMPLE", "two_class_example"),
            part=getattr(module, "PART", 0),
            next=module.NEXT,
            unanswered=getattr(module, "UNANSWERED", "This cannot be answered yet."),
            choices=module.Choices,
            answer=module.answer,
        )

    @property
    def needs_data(self) -> bool:
        """Whether it can be asked of some data only.

        >>> QUESTIONS["verdict"].needs_data, QUESTIONS["papers"].needs_data
        (True, False)
        """
        return self.needs is not nothing

    def ask(self, data: Data, choices: Asked | None = None) -> Answer:
        """The answer; where the data lack something, one that says what, without figures.

        Raises `InputError` for choices that cannot be used.
        """
        choices = choices or self.choices()
        with at_level(choices.level):
            return _at_its_level(self._answer(data, choices), choices.level)

    def _answer(self, data: Data, choices: Asked) -> Answer:
        whole, data = data, self.asked_of(data, choices)
        lacking = self.needs(data)
        if lacking is not None:
            notes = (*_guessed(data), *_dividing(lacking, data))
            return Answer(self.text, lacking.sentence, lacking.reason, notes=notes)
        answer = self.answer(data, choices)
        if data is not whole:
            answer = _of_part(answer, data, whole)
        if not self.needs_data:
            # What was guessed of the data, and how they were drawn, is not what the answer rests on.
            return answer
        answer = replace(answer, notes=(*_guessed(data), *answer.notes))
        bins = bins_part(data)
        if bins.notes:
            answer = Answer.of(answer, bins)
        told = {note.code for note in answer.notes}
        if not data.clusters or told & {"clusters", "few-clusters"} or not _is_estimated(answer.values):
            return answer
        return replace(answer, notes=(*answer.notes, clusters_note(data.clusters, as_much_as(data.model.counts))))

    def asked_of(self, data: Data, choices: Asked | None = None) -> Data:
        """The data that it answers for: those whose cases are known one by one, where it needs these."""
        return self.choices.about(data, {} if choices is None else dict(choices))

    def lacking(self, data: Data) -> Lacking | None:
        """What the data lack for it; None where it can be answered.

        >>> QUESTIONS["baselines"].lacking(Data(303, 139)) is None, QUESTIONS["curves"].lacking(Data(303, 139)) is None
        (True, False)
        """
        return self.needs(self.asked_of(data))

    def ask_part(self, data: Data, choices: Asked) -> Answer:
        """A quick answer for a part of the cases, the same one each time, which says so; raises as `Data.part`, too."""
        known = self.asked_of(data, choices)
        wanted = ("part", self.part, data.chosen)
        drawn = known.cached(wanted, lambda: known.part(self.part, rng=np.random.default_rng(1)))
        # The part that is kept has the thresholds of when it was drawn.
        models = {name: model.cut(known.models[name].threshold) for name, model in drawn.models.items()}
        answer = self.ask(replace(drawn, models=models), choices)
        counted = "all" if known is data else f"{count(known.total)}"
        told = f"{_cases(drawn, data)}; {counted} are being counted."
        return replace(answer, about=f"{answer.about} These numbers are those of {told}")


def _cases(part: Data, whole: Data) -> str:
    """The numbers of the cases of a part and of all."""
    return f"**{count(part.total)} of the {count(whole.total)} cases**, drawn at random"


def _of_part(answer: Answer, part: Data, whole: Data) -> Answer:
    """The answer, which says that it is about the cases that are known one by one."""
    told = f"These numbers are those of {_cases(part, whole)}"
    text = f"{told}: this question needs single cases, and the others are only counted."
    note = Note("part-of-cases", text, kind="rests")
    return replace(answer, about=f"{answer.about} {told}.", notes=(*answer.notes, note))


def _guessed(data: Data) -> tuple[Note, ...]:
    """What the reader was not sure of, in front of all other notes."""
    return tuple(
        Note(guess.code, literal(guess.text), kind="guessed", role=guess.role, options=guess.options)
        for guess in data.guesses
    )


def _dividing(lacking: Lacking, data: Data) -> tuple[Note, ...]:
    """The columns that could divide the cases, where a column of groups is what is lacking."""
    if lacking.role != "group" or not data.dividing:
        return ()
    text = f"The cases could be divided by {literal(listed(data.dividing))}."
    return (Note("could-divide", text, kind="changes", role="group", options=data.dividing),)


def _at_its_level(answer: Answer, level: float) -> Answer:
    """The answer, whose figures and tables are made at its level whenever somebody asks for them."""
    return replace(
        answer,
        figures={
            name: replace(figure, drawn=partial(called_at, level, figure.drawn))
            for name, figure in answer.figures.items()
        },
        tables={
            name: replace(table, rows=partial(called_at, level, table.rows)) for name, table in answer.tables.items()
        },
    )


def _is_estimated(values: object) -> bool:
    """Whether any of the numbers of an answer has an interval."""
    if isinstance(values, Mapping):
        return {"low", "high"} <= values.keys() or any(map(_is_estimated, values.values()))
    return isinstance(values, list) and any(map(_is_estimated, values))


class Questions(Mapping[str, Question]):
    """Each question by its name, in the order of the menu; its package is imported when it is looked up."""

    def __init__(self) -> None:
        self._known: dict[str, Question] = {}

    def __getitem__(self, name: str) -> Question:
        if name not in self._known:
            if name not in question_sections():
                raise KeyError(name)
            self._known[name] = Question.of(importlib.import_module(f"ddcore.answers.{name}"))
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(question_sections())

    def __len__(self) -> int:
        return len(question_sections())


QUESTIONS = Questions()

MOST_STEPS = 3
"""Questions that are offered next at once."""


@dataclass(frozen=True)
class Step:
    """A question that may come next, by its name, and how it is put here."""

    question: str
    text: str


def _several_files(data: Data) -> bool:
    """Whether the data were read from several files."""
    return data.origin is not None and isinstance(data.origin.given.get("source"), list)


def next_steps(question: str, data: Data) -> Sequence[Step]:
    """The first few of the questions that may come next which these data can answer.

    >>> [step.question for step in next_steps("verdict", Data(303, 139))]
    ['baselines', 'expectation']
    """
    threshold = None if data.chosen is None else data.model.threshold
    cut = "this" if threshold is None else f"{threshold:.6g}"
    steps = QUESTIONS[question].next if question in QUESTIONS else {}
    if data.classes is not None and question != "actions":
        # The other questions see one of the classes against the rest.
        steps = {"actions": f"And all {len(data.classes.names)} classes at once?", **steps}
    if _several_files(data):
        rows = None if data.chosen is None else data.one_by_one.rows
        first = ("change", "What changed?") if rows and FILE in rows.splits else ("compare", "Which is better?")
        steps = dict([first]) | {name: text for name, text in steps.items() if name != first[0]}
        steps.pop(question, None)
    answered = [name for name in steps if QUESTIONS[name].lacking(data) is None]
    return [Step(name, steps[name].format(threshold=cut)) for name in answered[:MOST_STEPS]]
