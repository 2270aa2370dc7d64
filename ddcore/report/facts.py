"""What a report says of its data, and its model card."""

from collections.abc import Sequence

from ddcore.answers.base.words import as_much_as, digits4, literal
from ddcore.data import Data
from ddcore.formats import cases_text, percent
from ddcore.read.words import quoted
from ddcore.report.document import Fact, Section
from ddcore.report.order import Order
from ddcore.report.texts import Texts

FEW = 12
"""Models that are listed one by one."""


def facts(data: Data, texts: Texts) -> tuple[Fact, ...]:
    """Labels and what stands behind them."""
    told = {
        texts.source: _source(data, texts),
        texts.cases: _cases(data, texts),
        texts.positive: _positive(data, texts),
        texts.negative: literal(data.negative),
    }
    if data.chosen is not None:
        told[texts.selected] = literal(data.name)
        told[texts.threshold] = _threshold(data, data.name, texts)
        groups, folds = len(data.model.groups), len(data.model.folds)
        told |= {texts.groups: str(groups)} if groups else {}
        told |= {texts.folds: str(folds)} if folds else {}
    if data.several:
        others = [name for name in data.models if name != data.chosen]
        shown = [f"{literal(name)} ({_threshold(data, name, texts)})" for name in others[:FEW]]
        more = [texts.more.format(number=len(others) - FEW)] if len(others) > FEW else []
        told[texts.others] = "; ".join([*shown, *more])
    if data.amount:
        told[texts.amount] = literal(data.amount)
    return tuple(Fact(label=label, text=text) for label, text in told.items())


def _source(data: Data, texts: Texts) -> str:
    if data.origin is not None and data.origin.function == "predictions":
        return texts.arrays
    return literal(data.source) or texts.typed


def _positive(data: Data, texts: Texts) -> str:
    """The class, how much of it there is, and why it is that one where nobody said so."""
    told = f"{literal(data.positive)} ({cases_text(data.positives)}, {percent(data.prevalence)})"
    if data.origin is None or not data.origin.positive:
        return told
    return f"{told}; {texts.positive_found.format(reason=literal(data.origin.positive))}"


def _cases(data: Data, texts: Texts) -> str:
    if data.weighted:
        return texts.weighted.format(total=cases_text(data.total), effective=as_much_as(data.model.counts))
    return cases_text(data.total)


def _threshold(data: Data, name: str, texts: Texts) -> str:
    threshold = data.models[name].threshold
    return texts.labels_only if threshold is None else texts.at_scores.format(threshold=digits4(threshold))


def moved_thresholds(data: Data, texts: Texts) -> tuple[str, ...]:
    """Which thresholds were set after the data were read, as other sentences tell those before."""
    before = {} if data.origin is None else data.origin.thresholds
    models = data.models if data.original is None else data.original.models
    return tuple(
        texts.moved.format(model=literal(quoted(name)), threshold=digits4(threshold))
        for name, threshold in ((name, models[name].threshold) for name in before if name in models)
        if threshold is not None and threshold != before[name]
    )


def card(data: Data, order: Order, sections: Sequence[Section], texts: Texts) -> tuple[Fact, ...]:
    """The model card in the order of Mitchell et al. (2019), "Model cards for model reporting"; empty where only
    people know."""
    written = order.card
    measured = ", ".join(dict.fromkeys(section.heading for section in sections))
    told = {
        texts.card_details: texts.card_owner.format(owner=written.owner) if written.owner else "",
        texts.card_use: written.intended_use,
        texts.card_factors: texts.card_groups if data.chosen and data.model.groups else texts.card_no_groups,
        texts.card_metrics: texts.card_sections.format(sections=measured),
        texts.card_evaluation: " ".join(
            filter(
                None,
                (
                    texts.card_cases.format(cases=cases_text(data.total), positives=cases_text(data.positives)),
                    written.data_period and texts.card_period.format(period=written.data_period),
                ),
            )
        ),
        texts.card_training: "",
        texts.card_analyses: texts.card_see,
        texts.card_ethics: "",
        texts.card_caveats: written.limits,
    }
    return tuple(Fact(label=label, text=text) for label, text in told.items())
