"""A report held against another one: what changed, without saying whether that is better, or more than chance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ddcore.answers.base.words import listing, literal
from ddcore.report.document import Change, Comparison, Document, Number, Section
from ddcore.report.earlier import Earlier, KeptSection
from ddcore.report.office import line, plain
from ddcore.report.texts import ENGLISH, Texts

LONG = 300
"""Letters of a text of the other report."""

Pair = tuple[KeptSection, Section]
"""What a question came to before, and now."""


class Told(NamedTuple):
    """A sentence, and whether it tells of a change."""

    changed: bool
    text: str


def compared(document: Document, earlier: Earlier | Document, texts: Texts = ENGLISH) -> Document:
    """The same report, which says what changed since another one."""
    before = Earlier.of(earlier) if isinstance(earlier, Document) else earlier
    pairs = _pairs(before, document)
    changes = tuple(change for pair in pairs for change in _changes(pair, texts))
    told = [
        *_data(before, document, texts),
        *_sections(before, document, pairs, texts),
        *_decision(before, document, texts),
        *_numbers(pairs, changes, texts),
        *_versions(before, document, texts),
    ]
    changed = any(each.changed for each in told)
    sentences = tuple(each.text for each in told) if changed else (texts.nothing_changed,)
    return document.model_copy(update={"compared": Comparison(sentences=sentences, changes=changes)})


def _pairs(before: Earlier, document: Document) -> list[Pair]:
    """Sections of the same question: those of the same choices first, then the rest in their order."""
    left = list(before.sections)
    pairs: list[Pair] = []
    for alike in (_asked, _question):
        paired = {now.key for _, now in pairs}
        for now in (section for section in document.sections if section.key not in paired):
            was = next((section for section in left if alike(section) == alike(now)), None)
            if was is not None:
                left.remove(was)
                pairs.append((was, now))
    order = [section.key for section in document.sections]
    return sorted(pairs, key=lambda pair: order.index(pair[1].key))


def _asked(section: KeptSection | Section) -> tuple[str, tuple[tuple[str, str], ...]]:
    return section.question, tuple((fact.label, fact.text) for fact in section.chosen)


def _question(section: KeptSection | Section) -> str:
    return section.question


def _data(before: Earlier, document: Document, texts: Texts) -> Iterator[Told]:
    """Whether the cases are the same, and what is said of them that differs."""
    same = before.data_fingerprint == document.data_fingerprint
    yield Told(not same, texts.same_cases if same else texts.other_cases)
    was, now = ({fact.label: _short(fact.text) for fact in facts} for facts in (before.facts, document.facts))
    for label in dict.fromkeys([*now, *was]):
        if was.get(label) != now.get(label):
            sentence = texts.before_and_now.format(
                what=literal(line(label)),
                before=was.get(label) or texts.not_said,
                now=now.get(label) or texts.not_said,
            )
            yield Told(True, sentence)


def _sections(before: Earlier, document: Document, pairs: list[Pair], texts: Texts) -> Iterator[Told]:
    """Which questions only one of the reports answers, and which were asked with other choices."""
    was_paired, now_paired = {was.key for was, _ in pairs}, {now.key for _, now in pairs}
    added = [_short(section.text) for section in document.sections if section.key not in now_paired]
    removed = [_short(section.text) for section in before.sections if section.key not in was_paired]
    if added:
        yield Told(True, texts.only_here.format(sections=listing(added, 40)))
    if removed:
        yield Told(True, texts.only_there.format(sections=listing(removed, 40)))
    others = [(was, now) for was, now in pairs if _asked(was) != _asked(now)]
    for was, now in others:
        what = texts.choices_of.format(section=_short(now.text))
        told = texts.before_and_now.format(what=what, before=_choices(was, texts), now=_choices(now, texts))
        yield Told(True, told)
    if not (added or removed or others):
        yield Told(False, texts.same_choices)


def _choices(section: KeptSection | Section, texts: Texts) -> str:
    chosen = "; ".join(f"{fact.label}: {plain(fact.text)}" for fact in section.chosen)
    return literal(line(chosen, LONG)) or texts.usual_choices


def _decision(before: Earlier, document: Document, texts: Texts) -> Iterator[Told]:
    """What the first page said that it says no more; each sentence that is the same is passed over."""
    if before.decision == document.decision:
        yield Told(False, texts.same_decision)
    for sentence in before.decision:
        if sentence not in document.decision:
            yield Told(True, texts.decision_before.format(sentence=_short(sentence)))
    if set(document.decision) > set(before.decision):
        yield Told(True, texts.decision_longer)


def _changes(pair: Pair, texts: Texts) -> Iterator[Change]:
    """The numbers of a question that differ, or that only one of the reports has."""
    was, now = (_named(section.numbers) for section in pair)
    for name in dict.fromkeys([*now, *was]):
        before, after = _written(was.get(name), texts), _written(now.get(name), texts)
        if before != after:
            yield Change(section=pair[1].text, name=line(name[0], LONG), before=before, after=after)


def _named(numbers: Iterable[Number]) -> Mapping[tuple[str, int], Number]:
    """Numbers by their names, and by which of that name they are."""
    named: dict[tuple[str, int], Number] = {}
    for number in numbers:
        named[number.name, sum(name == number.name for name, _ in named)] = number
    return named


def _written(number: Number | None, texts: Texts) -> str:
    return texts.not_said if number is None else line(f"{number.text} ({number.interval})", LONG)


def _numbers(pairs: Iterable[Pair], changes: Sequence[Change], texts: Texts) -> Iterator[Told]:
    """How many numbers differ of those that both reports give, and how many only one gives."""
    both = sum(len(_named(was.numbers).keys() & _named(now.numbers).keys()) for was, now in pairs)
    lone = sum(texts.not_said in (change.before, change.after) for change in changes)
    differ = len(changes) - lone
    if differ:
        yield Told(True, texts.other_numbers.format(changed=differ, numbers=both))
    elif both:
        yield Told(False, texts.same_numbers)
    if lone:
        yield Told(True, texts.lone_numbers.format(numbers=lone))


def _versions(before: Earlier, document: Document, texts: Texts) -> Iterator[Told]:
    for name in dict.fromkeys([*document.versions, *before.versions]):
        was, now = before.versions.get(name), document.versions.get(name)
        if was != now:
            what = texts.version_of.format(name=literal(line(name)))
            sentence = texts.before_and_now.format(
                what=what, before=_short(was or "") or texts.not_said, now=_short(now or "") or texts.not_said
            )
            yield Told(True, sentence)


def _short(markdown: str) -> str:
    """The letters of a text that may come out of another file, as Markdown that shows them."""
    return literal(line(plain(markdown), LONG))
