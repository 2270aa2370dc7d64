"""What the pages work on, whether it came from a sample, a file or typed numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ddcore.chance.verdict import classes_of_draw, whole_classes
from ddcore.formats import count, percent
from ddcore.interval import Interval
from ddcore.read import Joint, Model
from ddcore.report.words import as_much_as, literal, subject
from ddcore.samples.pairs import Pair
from ddcore.samples.simulated import Scenario
from ddcore.samples.stories import Story
from ddcore.scores.intervals import delong

TYPED_POSITIVE = "positive"


def _digits(threshold: float) -> str:
    return f"{threshold:.4g}".replace("-", "−")


@dataclass(frozen=True)
class Data:
    """What the pages work on: the classes, the models if there are any, and the one looked at.

    `source` tells one data set from another: a sample's key, a file's name, empty for typed numbers. `suits` is the
    title of a sample that nobody chose, but the page needs. `joint` has the scores of several models case by case,
    `slider` draws the slider of the threshold where the sidebar did not, `scenario` is what the scores were simulated
    from, `pair` the same of two models at once, `story` what the counts were told in, `amount` the column that payoffs
    may grow with.
    """

    total: int
    positives: int
    positive: str = TYPED_POSITIVE
    negative: str = "negative"
    models: Mapping[str, Model] = field(default_factory=dict)
    chosen: str | None = None
    notes: tuple[str, ...] = ()
    joint: Joint | None = None
    slider: Callable[[], None] | None = None
    scenario: Scenario | None = None
    pair: Pair | None = None
    story: Story | None = None
    amount: str = ""
    source: str = ""
    suits: str = ""

    @property
    def said(self) -> str:
        """What is positive, how often, and from which score on: every page says it."""
        share = f"{count(self.positives)} of {count(self.total)}, {percent(self.positives / self.total)}"
        sentence = f"Positive = **{literal(self.positive)}** ({share})."
        if self.positive == TYPED_POSITIVE:
            sentence = f"Positive: {share}."
        if self.weighted:
            named = "Positive" if self.positive == TYPED_POSITIVE else f"Positive = **{literal(self.positive)}**"
            sentence = (
                f"{named} ({percent(self.positives / self.total)} of the weight). The cases are weighted and say as "
                f"much as {as_much_as(self.model.counts)}; chance is that of very many cases with as large a share."
            )
        if self.model is None or self.model.threshold is None:
            return sentence
        return f"{sentence} {subject(str(self.chosen))} calls a case positive from {_digits(self.model.threshold)} on."

    @property
    def weighted(self) -> bool:
        """Whether cases count more or less than one."""
        return self.model is not None and self.model.counts.weighted

    @property
    def reversed(self) -> dict[str, Interval]:
        """The areas of the other models whose scores surely point the wrong way."""
        tables = {name: model.table for name, model in self.models.items() if name != self.chosen}
        areas = {name: delong(table) for name, table in tables.items() if table is not None and table.auc < 0.5}
        return {name: area for name, area in areas.items() if area.high < 0.5}

    @property
    def whole(self) -> tuple[int, int]:
        """M and P as a draw needs them."""
        return whole_classes(self.total, self.positives) if self.model is None else classes_of_draw(self.model.counts)

    @property
    def below_half(self) -> Interval | None:
        """The area under the ROC curve of the model looked at, with its interval, where it is below 1/2; None else."""
        table = self.model.table if self.model is not None else None
        return delong(table) if table is not None and table.auc < 0.5 else None

    @property
    def model(self) -> Model | None:
        """The model looked at."""
        return self.models[self.chosen] if self.chosen is not None else None


@dataclass(frozen=True)
class Question:
    """What a file cannot be read without knowing: the sentence, and what puts the choice on a page."""

    sentence: str
    ask: Callable[[], None]
