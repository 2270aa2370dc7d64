"""Data to ask questions about, and what every answer is asked."""

import math
import re
from collections.abc import Mapping

from ddcore.answers.base.answer import Answer
from ddcore.answers.base.question import QUESTIONS
from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.interval import Interval

DOORS = r"(?i):primary\[|this page|click|sidebar|slider|\bpage\b"
"""What belongs to one door and stands in no sentence of an answer."""


THINGS = (
    "answers bins bits cases cells classes classifiers clusters columns comparisons curves folds groups labels "
    "loans measures models numbers pairs parts points questions ranges rows runs scenarios segments sets "
    "shares thresholds values ways"
).replace(" ", "|")
ADJECTIVES = "data|judged|more|negative|other|positive|separate|whole"
ONE_OF_MANY = rf"(?<![\d.,^/])(?<!ruly )\b1\*{{0,2}} (?:(?:{ADJECTIVES}) )?(?:{THINGS})\b"
"""A plural behind a single thing, such as "1 cases"; "the truly 1 cases" are those of a class of that name."""


def counted(*cells: float | Counts, name: str = "A", positive: str = "yes", negative: str = "no", **others: Counts):
    """Data of models of which the counts are known: TP, FP, FN, TN of the selected one, and of others by name."""
    counts = (
        cells[0] if isinstance(cells[0], Counts) else Counts(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)))
    )
    models = {key: Model(None, None, each) for key, each in {name: counts, **others}.items()}
    return Data(counts.total.item(), counts.positives.item(), positive, negative, models, name)


def asked(name: str, data: Data, **choices) -> Answer:
    """The answer to a question, each of its parts as it should be."""
    question = QUESTIONS[name]
    answer = question.ask(data, question.choices.of(**choices))
    sound(answer)
    return answer


def notes(answer: Answer) -> dict[str, str]:
    """The notes by their codes; of several with one code the last."""
    return {note.code: note.text for note in answer.notes}


def numbers(answer: Answer) -> list[tuple[str, str, str]]:
    """The numbers that carry an answer, as a report tells them: label, text and interval."""
    return [(number.label, number.text, number.interval_text) for number in answer.numbers if number.is_known]


def codes(answer: Answer) -> list[str]:
    """The codes of the notes in their order."""
    return [note.code for note in answer.notes]


def text_of(answer: Answer, code: str) -> str:
    """The sentence of the one note with a code."""
    (text,) = [note.text for note in answer.notes if note.code == code]
    return text


def holds(text: str, *parts: str) -> bool:
    """Whether a text has these parts, one after the other."""
    return re.search(".*".join(map(re.escape, parts)), text, re.DOTALL) is not None


def sound(answer: Answer) -> None:
    """Whether an answer is one: whole sentences, no door's markup, telling codes, plain numbers as values."""
    texts = [answer.sentence, answer.reason, answer.about, answer.method, *(note.text for note in answer.notes)]
    for text in texts:
        assert not re.search(DOORS, text), text
        assert text.count("**") % 2 == 0, text
    about = [text for part in (*answer.figures.values(), *answer.tables.values()) for text in (part.title, part.remark)]
    for text in [*texts, *about, *(figure.words for figure in answer.figures.values())]:
        plural = re.search(ONE_OF_MANY, text)
        assert plural is None, text[max(0, plural.start() - 60) : plural.end() + 40]
    for text in [answer.sentence, answer.reason, *(note.text for note in answer.notes)]:
        assert re.search(r"[.?!]\*{0,2}$", text.strip()), text
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", note.code) for note in answer.notes)
    assert all(figure.words and figure.title for figure in answer.figures.values())
    plain(answer.values)


def plain(value) -> None:
    """Whether a value is made of mappings, sequences, texts and numbers of Python alone."""
    if isinstance(value, Mapping):
        assert all(isinstance(key, str) for key in value)
        for part in value.values():
            plain(part)
    elif isinstance(value, list | tuple):
        for part in value:
            plain(part)
    else:
        assert value is None or type(value) in (str, bool, int, float), type(value)


def interval(value: float, low: float = math.nan, high: float = math.nan) -> Interval:
    """A 95 % interval with the standard error that it has under a normal law."""
    return Interval(value, low, high, (high - low) / 3.92)


def same(number: float, other: float) -> bool:
    """Whether two numbers are equal, two missing ones too."""
    return number == other or (math.isnan(number) and math.isnan(other))
