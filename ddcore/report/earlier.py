"""An earlier report: what is read of its report.json, which may be hostile, and what changed since.

The comparison does not say whether a change is better, or more than chance.
"""

import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ddcore.answers.base.as_json import plain as plain_json
from ddcore.answers.base.words import listing, literal
from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.report.document import Change, Comparison, Document, Fact, Number, Section
from ddcore.report.office import line, plain
from ddcore.report.order import MOST_SECTIONS, Order

FILE = "report.json"
KIND: Literal["report of ddcore"] = "report of ddcore"
LARGEST = 200 * 2**20
"""Bytes of an archive that is read."""
LARGEST_JSON = 64 * 2**20
"""Bytes of its report.json."""
MOST_FILES = 10_000

Text = Annotated[str, Field(max_length=2_000_000)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class EarlierSection(BaseModel):
    """A question, what was chosen for it, and its answer; as in `Section`. A later version may have more."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: Text
    question: Text
    text: Text
    chosen: Annotated[tuple[Fact, ...], Field(max_length=200)]
    sentence: Text
    numbers: Annotated[tuple[Number, ...], Field(max_length=2_000)]
    values: Mapping[str, Any]


class Earlier(BaseModel):
    """A report without its charts and tables; as in `Document`. A later version may have more."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    kind: Literal["report of ddcore"] = KIND
    title: Text
    decision: Annotated[tuple[Text, ...], Field(max_length=20)]
    facts: Annotated[tuple[Fact, ...], Field(max_length=100)]
    sections: Annotated[tuple[EarlierSection, ...], Field(max_length=MOST_SECTIONS)]
    order: Order
    versions: Annotated[Mapping[Text, Text], Field(max_length=100)]
    data_fingerprint: Digest
    fingerprint: Digest

    @classmethod
    def of(cls, document: Document) -> Self:
        """What report.json has of a report."""
        parts = {name: getattr(document, name) for name in cls.model_fields if name not in ("kind", "sections")}
        sections = [
            EarlierSection(**{name: getattr(section, name) for name in EarlierSection.model_fields})
            for section in document.sections
        ]
        return cls(sections=tuple(sections), **parts)


def written(document: Document) -> bytes:
    """The report.json of a report."""
    parts = plain_json(Earlier.of(document).model_dump())
    return f"{json.dumps(parts, ensure_ascii=False, allow_nan=False, indent=1, default=str)}\n".encode(errors="replace")


def read(source: str | Path | bytes) -> Earlier:
    """A report out of its archive, or out of a report.json; nothing is unpacked to a file.

    Raises `InputError` for what is neither, or too large.
    """
    content, name = (
        (source, "the earlier report") if isinstance(source, bytes) else (_content(Path(source)), str(source))
    )
    text = _member(content, name) if content.startswith(b"PK") else content
    if len(text) > LARGEST_JSON:
        raise InputError(f"{FILE} of {quoted(name)} must have at most {LARGEST_JSON // 2**20} MB")
    try:
        return Earlier.model_validate(json.loads(text, parse_constant=_refused))
    except ValidationError as refusal:
        where = ".".join(map(str, refusal.errors()[0]["loc"])) or "it"
        raise InputError(f"{quoted(name)} must be a {KIND}: {quoted(where)} is missing or of another kind") from None
    except (ValueError, RecursionError):
        raise InputError(f"{quoted(name)} must be the ZIP of a report or the {FILE} in it") from None


def _refused(constant: str) -> None:
    raise ValueError(f"JSON has no {constant}")


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{quoted(str(path))} must have at most {LARGEST // 2**20} MB")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        why = error.strerror if isinstance(error, OSError) else "no path"
        raise InputError(f"{quoted(str(path))} cannot be read ({why})") from None


def _member(archive: bytes, name: str) -> bytes:
    """The report.json of an archive, of which no more is unpacked than is read."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            if len(files.infolist()) > MOST_FILES or FILE not in files.namelist():
                raise InputError(f"{quoted(name)} must be the archive of a report, with {FILE} in it")
            with files.open(FILE) as member:
                return member.read(LARGEST_JSON + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error):
        raise InputError(f"{quoted(name)} must be a whole ZIP without a password") from None


LONG = 300
"""Characters of a text of the earlier report that are shown."""

NOTHING_CHANGED = "Nothing changed: cases, choices, numbers and versions are the same as in the earlier report."
SAME_CASES = "The cases are the same as in the earlier report."
OTHER_CASES = "The cases differ from those of the earlier report. Numbers may differ for that reason alone."
SAME_CHOICES = "Both reports answer the same questions with the same choices."
DEFAULT_CHOICES = "the defaults"
SAME_DECISION = "The decision is the same."
LONGER_DECISION = "The decision has a new sentence."
SAME_NUMBERS = "All numbers that are in both reports are the same."
NOT_GIVEN = "missing"
RENAMED = {"Model looked at": "Selected model", "Where from": "Source"}
"""Labels of facts in reports up to version 0.2.0, and their present names."""

Pair = tuple[EarlierSection, Section]
"""The same question in the earlier report and in this one."""


class Finding(NamedTuple):
    """A sentence of the comparison, and whether something changed."""

    changed: bool
    text: str


def compared(document: Document, earlier: Earlier | Document) -> Document:
    """The report with what changed since an earlier one."""
    before = Earlier.of(earlier) if isinstance(earlier, Document) else earlier
    pairs = _pairs(before, document)
    changes = tuple(change for pair in pairs for change in _changes(pair))
    findings = [
        *_data(before, document),
        *_sections(before, document, pairs),
        *_decision(before, document),
        *_numbers(pairs, changes),
        *_versions(before, document),
    ]
    changed = any(finding.changed for finding in findings)
    sentences = tuple(finding.text for finding in findings) if changed else (NOTHING_CHANGED,)
    return document.model_copy(update={"compared": Comparison(sentences=sentences, changes=changes)})


def _pairs(before: Earlier, document: Document) -> list[Pair]:
    """Sections of the same question: those of the same choices first, then the rest in their order."""
    left = list(before.sections)
    pairs: list[Pair] = []
    for same in (_question_and_choices, _question):
        paired = {now.key for _, now in pairs}
        for now in (section for section in document.sections if section.key not in paired):
            was = next((section for section in left if same(section) == same(now)), None)
            if was is not None:
                left.remove(was)
                pairs.append((was, now))
    order = [section.key for section in document.sections]
    return sorted(pairs, key=lambda pair: order.index(pair[1].key))


def _question_and_choices(section: EarlierSection | Section) -> tuple[str, tuple[tuple[str, str], ...]]:
    return section.question, tuple((fact.label, fact.text) for fact in section.chosen)


def _question(section: EarlierSection | Section) -> str:
    return section.question


def _before_and_now(what: str, before: str, now: str) -> Finding:
    return Finding(True, f"{what}: {before} before, {now} now.")


def _data(before: Earlier, document: Document) -> Iterator[Finding]:
    """Whether the cases are the same, and which facts about them differ."""
    same = before.data_fingerprint == document.data_fingerprint
    yield Finding(not same, SAME_CASES if same else OTHER_CASES)
    was, now = (
        {RENAMED.get(fact.label, fact.label): _short(fact.text) for fact in facts}
        for facts in (before.facts, document.facts)
    )
    for label in dict.fromkeys([*now, *was]):
        if was.get(label) != now.get(label):
            yield _before_and_now(literal(line(label)), was.get(label) or NOT_GIVEN, now.get(label) or NOT_GIVEN)


def _sections(before: Earlier, document: Document, pairs: Sequence[Pair]) -> Iterator[Finding]:
    """Which questions only one of the reports answers, and which were asked with other choices."""
    was_paired, now_paired = {was.key for was, _ in pairs}, {now.key for _, now in pairs}
    added = [_short(section.text) for section in document.sections if section.key not in now_paired]
    removed = [_short(section.text) for section in before.sections if section.key not in was_paired]
    if added:
        yield Finding(True, f"Only this report answers: {listing(added, 40)}")
    if removed:
        yield Finding(True, f"Only the other report answers: {listing(removed, 40)}")
    others = [(was, now) for was, now in pairs if _question_and_choices(was) != _question_and_choices(now)]
    for was, now in others:
        yield _before_and_now(f"What was chosen for “{_short(now.text)}”", _choices(was), _choices(now))
    if not (added or removed or others):
        yield Finding(False, SAME_CHOICES)


def _choices(section: EarlierSection | Section) -> str:
    chosen = "; ".join(f"{fact.label}: {plain(fact.text)}" for fact in section.chosen)
    return literal(line(chosen, LONG)) or DEFAULT_CHOICES


def _decision(before: Earlier, document: Document) -> Iterator[Finding]:
    """The sentences of the first page that are gone, and whether there are more."""
    if before.decision == document.decision:
        yield Finding(False, SAME_DECISION)
    for sentence in before.decision:
        if sentence not in document.decision:
            yield Finding(True, f"No longer part of the decision: “{_short(sentence)}”")
    if set(document.decision) > set(before.decision):
        yield Finding(True, LONGER_DECISION)


def _changes(pair: Pair) -> Iterator[Change]:
    """The numbers of a question that differ, or that only one of the reports has."""
    was, now = (_named(section.numbers) for section in pair)
    for name in dict.fromkeys([*now, *was]):
        before, after = _text(was.get(name)), _text(now.get(name))
        if before != after:
            yield Change(section=pair[1].text, name=line(name[0], LONG), before=before, after=after)


def _named(numbers: Iterable[Number]) -> Mapping[tuple[str, int], Number]:
    """Numbers by their names, and by their place among those of that name."""
    named: dict[tuple[str, int], Number] = {}
    for number in numbers:
        named[number.name, sum(name == number.name for name, _ in named)] = number
    return named


def _text(number: Number | None) -> str:
    return NOT_GIVEN if number is None else line(f"{number.text} ({number.interval})", LONG)


def _numbers(pairs: Iterable[Pair], changes: Sequence[Change]) -> Iterator[Finding]:
    """How many numbers differ of those that both reports give, and how many only one gives."""
    both = sum(len(_named(was.numbers).keys() & _named(now.numbers).keys()) for was, now in pairs)
    lone = sum(NOT_GIVEN in (change.before, change.after) for change in changes)
    differ = len(changes) - lone
    if differ:
        yield Finding(
            True,
            f"{differ} of the {both} numbers in both reports differ. The table lists them with their intervals; "
            "it does not test whether a difference is more than chance.",
        )
    elif both:
        yield Finding(False, SAME_NUMBERS)
    if lone:
        yield Finding(True, f"Numbers in only one of the two reports: {lone}.")


def _versions(before: Earlier, document: Document) -> Iterator[Finding]:
    for name in dict.fromkeys([*document.versions, *before.versions]):
        was, now = before.versions.get(name), document.versions.get(name)
        if was != now:
            what = f"Version of {literal(line(name))}"
            yield _before_and_now(what, _short(was or "") or NOT_GIVEN, _short(now or "") or NOT_GIVEN)


def _short(markdown: str) -> str:
    """A text that may come out of another file, shortened, as Markdown without any markup."""
    return literal(line(plain(markdown), LONG))
