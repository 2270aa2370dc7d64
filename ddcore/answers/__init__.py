"""The questions that people ask, each answered by the module of its name: menu, pages, tests and README read this.

>>> QUESTIONS["baselines"].text
'What would chance score?'
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np

from ddcore.answers.answer import Answer
from ddcore.answers.needs import Needs
from ddcore.answers.options import Options
from ddcore.answers.words import as_much_as, clusters_note
from ddcore.data import Data
from ddcore.formats import count
from ddcore.questions import SECTION_OF


@dataclass(frozen=True)
class Question:
    """A question, and what its module says of it.

    `name` is that of the module, of its page and in links, `section` the part of the program it belongs to, `text` the
    question itself, `title` its entry in the menu. `needs` says what data it needs, `needed` says the same to people,
    `unanswered` heads what is said of choices that cannot be used. `example` is the link of data that have all of it,
    `sample` the key of the sample that shows it best. `part` is how many cases are answered for first where all take
    long, 0 where they do not.
    """

    name: str
    section: str
    text: str
    title: str
    needs: Needs
    needed: str
    example: str
    sample: str
    unanswered: str
    part: int
    choices: type[Options]
    answer: Callable[[Data, Options], Answer]

    @classmethod
    def of(cls, module: ModuleType, section: str) -> "Question":
        """The question that a module answers."""
        return cls(
            name=module.__name__.rpartition(".")[2],
            section=section,
            text=(module.__doc__ or "").strip(),
            title=module.TITLE,
            needs=module.NEEDS,
            needed=module.NEEDED,
            example=module.EXAMPLE,
            sample=getattr(module, "SAMPLE", "two_class_example"),
            part=getattr(module, "PART", 0),
            unanswered=getattr(module, "UNANSWERED", "This cannot be answered yet."),
            choices=module.Choices,
            answer=module.answer,
        )

    def ask(self, data: Data, choices: Options | None = None) -> Answer:
        """The answer; where the data lack something, one that says what, without figures.

        Raises `InputError` for choices that cannot be used.
        """
        lacking = self.needs(data)
        if lacking is not None:
            return Answer(self.text, *lacking)
        answer = self.answer(data, choices or self.choices())
        told = {note.code for note in answer.notes}
        if not data.clusters or told & {"clusters", "few-clusters"} or not _is_estimated(answer.values):
            return answer
        return replace(answer, notes=(*answer.notes, clusters_note(data.clusters, as_much_as(data.model.counts))))

    def ask_part(self, data: Data, choices: Options) -> Answer:
        """A quick answer for a part of the cases, the same one each time, which says so; raises as `Data.part`, too."""
        wanted = ("part", self.part, data.chosen)
        drawn = data.kept(wanted, lambda: data.part(self.part, rng=np.random.default_rng(1)))
        # The part that is kept has the thresholds of when it was drawn.
        models = {name: model.cut(data.models[name].threshold) for name, model in drawn.models.items()}
        answer = self.ask(replace(drawn, models=models), choices)
        cases = f"**{count(drawn.total)} of the {count(data.total)} cases**, drawn at random"
        return replace(answer, about=f"{answer.about} These numbers are those of {cases}; all are being counted.")


def _is_estimated(values: object) -> bool:
    """Whether any of the numbers of an answer has an interval."""
    if isinstance(values, Mapping):
        return {"low", "high"} <= values.keys() or any(map(_is_estimated, values.values()))
    return isinstance(values, list) and any(map(_is_estimated, values))


class Questions(Mapping[str, Question]):
    """Each question by its name, in the order of `ddcore.questions`; its module is imported when it is looked up."""

    def __init__(self) -> None:
        self._known: dict[str, Question] = {}

    def __getitem__(self, name: str) -> Question:
        if name not in self._known:
            section = SECTION_OF[name]
            self._known[name] = Question.of(importlib.import_module(f"ddcore.answers.{name}"), section)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(SECTION_OF)

    def __len__(self) -> int:
        return len(SECTION_OF)


QUESTIONS = Questions()
