"""What a request asks: data, choices, and how many rows of tables; read in a worker, as all input is hostile."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import pyarrow as pa

from ddcore import front, options
from ddcore.answers.base.as_json import ROWS
from ddcore.answers.base.needs import NO_DATA
from ddcore.answers.base.question import Question
from ddcore.api.body import LONGEST, MOST_NAMES, parsed, parts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.options import Measures, Options, beside
from ddcore.read.roles import BY_CASE, SAID, Kind
from ddcore.read.words import quoted
from ddcore.samples.offered import OF_OWN

COUNTS = ("TP", "FP", "FN", "TN")
CLASSES = ("M", "P")
OF_SAMPLE = ("size", "seed", *OF_OWN, "positive", "threshold", "rule", "strict", "select")
"""What may be said of a sample."""
OF_NUMBERS = ("positive", "negative")
"""What may be said of typed numbers: the names of the classes."""
LISTS = tuple(role for role, kind in SAID.items() if kind.several)
"""Roles that may name several columns or models."""

MOST_ROWS = 1_000_000
"""Rows, or elements of an array, in JSON."""
LARGEST_SAMPLE = 100_000
MOST_TABLE_ROWS = 100_000


@dataclass(frozen=True)
class Sent:
    """The files of a form: their names, which are never opened, and their bytes; several are one table."""

    names: Sequence[str]
    contents: Sequence[bytes]


@dataclass(frozen=True)
class Asked:
    """The data, the choices made, and how many rows a table in the answer may have."""

    data: Data
    choices: options.Asked
    rows: int


def of_query(question: Question, query: str) -> Asked:
    """What stands behind the ? of an address; raises `InputError` for what cannot be used.

    >>> from ddcore.answers.base.question import QUESTIONS
    >>> asked = of_query(QUESTIONS["baselines"], "m=303&p=139&measure=F1,MCC&measure=ACC")
    >>> asked.data.positives, asked.choices.measure
    (139, ('F1', 'MCC', 'ACC'))
    """
    pairs = pairs_of(query)
    given = texts_of(question.choices, pairs, ())
    return _asked(question, given, split(question.choices, given), "an address takes no")


def of_json(question: Question, body: bytes) -> Asked:
    """What a body of JSON asks.

    >>> from ddcore.answers.base.question import QUESTIONS
    >>> body = b'{"truth": [1, 0, 1], "score": [0.9, 0.2, 0.4], "choices": {"measure": ["F1"]}}'
    >>> asked = of_json(QUESTIONS["verdict"], body)
    >>> asked.data.total, asked.choices.measure
    (3, ('F1',))
    """
    given, choices = object_of(body)
    return _asked(question, given, choices, 'choices belong into "choices"; there is no')


def of_form(question: Question, kind: str, body: bytes) -> Asked:
    """What a form with a file asks; `kind` is its content type."""
    fields, file = form_of(kind, body)
    given = texts_of(question.choices, fields, LISTS)
    return _asked(question, given, split(question.choices, given), "a form takes no", file)


def pairs_of(query: str) -> list[tuple[str, str]]:
    """Names and values behind the ? of an address."""
    try:
        return parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_NAMES)
    except UnicodeDecodeError:
        raise InputError("the address must be UTF-8") from None
    except ValueError:
        raise InputError(f"there can be {MOST_NAMES} values in an address at most") from None


def object_of(body: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """A body of JSON without its choices, and those."""
    given = parsed(body)
    if not isinstance(given, dict):
        raise InputError('the body must be an object of JSON, such as {"truth": [1, 0], "score": [0.9, 0.2]}')
    if "file" in given:
        raise InputError("a body of JSON takes no file; send it in a form, as curl -F file=@predictions.csv does")
    choices = given.pop("choices", None) or {}
    if not isinstance(choices, dict):
        raise InputError('"choices" must be an object of JSON, such as {"measure": ["F1"]}')
    check_choices(choices)
    return _numbers_named(given), choices


def form_of(kind: str, body: bytes) -> tuple[list[tuple[str, str]], Sent]:
    """The fields of a form, and its file, or its files."""
    fields, files = parts(kind, body)
    if not files or any(field != "file" for field, _, _ in files):
        names = ", ".join(quoted(field) for field, _, _ in files[:5]) or "none"
        raise InputError(f'there must be a file, in the field "file", got {names}')
    return fields, Sent([name for _, name, _ in files], [content for _, _, content in files])


def _asked(
    question: Question, given: dict[str, Any], choices: Mapping[str, Any], unknown: str, file: Sent | None = None
) -> Asked:
    rows = ROWS
    if "rows" in given and not isinstance(given["rows"], list):
        rows = _whole("rows", given.pop("rows"), 0, MOST_TABLE_ROWS)
    made = made_of(question.choices, choices)
    data = data_of(question.needed, given, file, needs_data=question.needs_data)
    refuse(given, unknown, question.choices)
    return Asked(data, made, rows)


def refuse(given: Mapping[str, Any], unknown: str, choices: type[Options]) -> None:
    """Raises `InputError` for what is left of what was given."""
    if given:
        offered = ", ".join(map(choices.named, choices.model_fields))
        raise InputError(f"{unknown} {quoted(next(iter(given)))} with these data; the choices are {offered or 'none'}")


def made_of(choices: type[options.Asked], given: Mapping[str, Any]) -> options.Asked:
    """The choices that were made, by their names."""
    try:
        return choices.of(**given)
    except InputError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        names = ", ".join(quoted(name) for name in list(given)[:5])
        raise InputError(f"{names} must be numbers, texts or lists of them, as in the documentation") from None


def check_choices(choices: Mapping[str, Any]) -> None:
    """Raises `InputError` for what no choice in JSON is."""
    if len(choices) > MOST_NAMES:
        raise InputError(f"there can be {MOST_NAMES} choices at most")
    for name, value in choices.items():
        _check_choice(name, value)


def _check_choice(name: str, value: Any) -> None:
    """A choice in JSON is a number or a text, or a short list of them or of such lists."""
    values = [value]
    for _ in range(3):
        if len(values) > MOST_NAMES:
            break
        if not any(isinstance(each, list) for each in values):
            if all(
                each is None or (isinstance(each, str | int | float) and len(str(each)) <= LONGEST) for each in values
            ):
                return
            break
        values = [inner for each in values for inner in (each if isinstance(each, list) else [each])]
    raise InputError(
        f"{quoted(name)} must be a number, a text of up to {LONGEST:,} characters, or a short list of such"
    )


def texts_of(choices: type[Options], pairs: Sequence[tuple[str, str]], lists: Sequence[str]) -> dict[str, Any]:
    """Texts by their names: what may be given several times as a list, all else once."""
    given: dict[str, list[str]] = {}
    for name, text in pairs:
        given.setdefault(name, []).append(text)
    result: dict[str, Any] = {}
    for name, texts in given.items():
        if max(map(len, (name, *texts))) > LONGEST:
            raise InputError(f"{quoted(name)} must have at most {LONGEST:,} characters")
        field = choices.model_fields.get(_key(choices, name) or "")
        if field is not None and beside(field, Measures):
            result[name] = Measures.split(texts)
        elif len(texts) == 1:
            result[name] = texts[0]
        elif name in lists:
            result[name] = texts
        else:
            raise InputError(f"{quoted(name)} must be given once, got {len(texts):,} values")
    return _numbers_named(result)


def _numbers_named(given: Mapping[str, Any]) -> dict[str, Any]:
    """The counts by their names in capitals."""
    known: dict[str, Any] = {}
    for name, value in given.items():
        name = name.upper() if name.upper() in (*COUNTS, *CLASSES) else name
        if name in known:
            raise InputError(f"{quoted(name)} must be given once, got 2 values")
        known[name] = value
    return known


def _key(choices: type[Options], name: str) -> str | None:
    """The field of a choice that has this name in a link."""
    return next((key for key in choices.model_fields if choices.named(key) == name), None)


def split(choices: type[Options], given: dict[str, Any]) -> dict[str, Any]:
    """The choices among texts, which are taken out; a name that nobody knows is taken for one."""
    known = {*COUNTS, *CLASSES, "sample", "rows", *OF_SAMPLE, *OF_NUMBERS, *SAID}
    return {name: given.pop(name) for name in list(given) if _key(choices, name) or name not in known}


def data_of(needed: str, given: dict[str, Any], file: Sent | None = None, *, needs_data: bool = True) -> Data:
    """The data, of the one way in which they are given; what is used is taken out. `needed` says what is needed.

    A file is what a form has sent. No name or value in `given` makes one, so none names a file of the server.
    """
    ways: Mapping[str, Callable[[dict[str, Any]], Data]] = {
        "rows": _of_rows,
        "truth": _of_arrays,
        "sample": _of_sample,
        **dict.fromkeys(COUNTS, _of_counts),
        **dict.fromkeys(CLASSES, _of_classes),
    }
    if file is not None or "rows" in given or isinstance(given.get("truth"), str):
        # The name of a column.
        ways = {name: way for name, way in ways.items() if name != "truth"}
    wanted = list(dict.fromkeys(way for name, way in ways.items() if name in given))
    if file is not None and not wanted:
        return _of_file(given, file)
    if not wanted and not needs_data:
        return NO_DATA
    if not wanted:
        raise InputError(
            f"{needed} Give M and P, or TP, FP, FN and TN, or a sample; or send a file, rows, or truth and score."
        )
    if len(wanted) > 1 or file is not None:
        names = ", ".join([*(["file"] if file is not None else []), *(name for name in ways if name in given)])
        raise InputError(f"the data must be given in one way, got {names}")
    return wanted[0](given)


def _taken(given: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: given.pop(name) for name in names if given.get(name) is not None}


def _of_counts(given: dict[str, Any]) -> Data:
    numbers = {name.lower(): _needed(given, name, COUNTS) for name in COUNTS}
    return front.counts(**numbers, **_classes_named(given))


def _of_classes(given: dict[str, Any]) -> Data:
    total, positives = (_needed(given, name, CLASSES) for name in CLASSES)
    return front.classes(total, positives, **_classes_named(given))


def _needed(given: dict[str, Any], name: str, names: Sequence[str]) -> Any:
    if name not in given:
        raise InputError(f"{' and '.join((', '.join(names[:-1]), names[-1]))} must be given together, {name} lacks")
    return given.pop(name)


def _classes_named(given: dict[str, Any]) -> dict[str, str]:
    names = _taken(given, OF_NUMBERS)
    for role, name in names.items():
        if not isinstance(name, str) or not 0 < len(name) <= 100:
            raise InputError(f"{role} must be a name of up to 100 characters")
    return names


def _of_sample(given: dict[str, Any]) -> Data:
    name, roles = given.pop("sample"), _taken(given, OF_SAMPLE)
    if not isinstance(name, str):
        raise InputError("sample must be the name of a sample")
    limits = {"size": (1, LARGEST_SAMPLE), "seed": (0, 10**9)}
    numbers = {role: _whole(role, roles.pop(role), *limits[role]) for role in limits if role in roles}
    own = {role: roles.pop(role) for role in OF_OWN if role in roles}
    for role, value in own.items():
        if not isinstance(value, str if role != "law_share" else str | int | float) or isinstance(value, bool):
            raise InputError(f"{role} must be a {'number' if role == 'law_share' else 'text'}")
    named: dict[str, Any] = {**numbers, **own, **_roles(roles)}
    return front.sample(name, **named)


def _of_file(given: dict[str, Any], file: Sent) -> Data:
    roles = _roles(_taken(given, SAID))
    if len(file.names) == 1:
        return front.read(file.contents[0], name=file.names[0], **roles)
    return front.read(file.contents, name=file.names, **roles)


def _of_rows(given: dict[str, Any]) -> Data:
    rows, roles = given.pop("rows"), _taken(given, SAID)
    if not isinstance(rows, list):
        raise InputError("rows must be a list with an object of JSON for each case")
    if not rows or len(rows) > MOST_ROWS:
        raise InputError(f"rows must be from 1 to {MOST_ROWS:,}, got {len(rows):,}")
    if not all(isinstance(row, dict) for row in rows):
        raise InputError('each of the rows must be an object of JSON, such as {"truth": "yes", "score": 0.9}')
    names = list(dict.fromkeys(name for row in rows for name in row))
    if len(names) > 1000:
        raise InputError(f"rows must have at most 1,000 names, got {len(names):,}")
    columns = {name: _column(name, [row.get(name) for row in rows]) for name in names}
    return front.read(pa.table(columns), name="the rows", **_roles(roles))


def _of_arrays(given: dict[str, Any]) -> Data:
    truth, score = _column("truth", given.pop("truth")), _arrays("score", given.pop("score", None))
    arrays = {name: _arrays(name, array) for name, array in _taken(given, BY_CASE).items()}
    roles = _roles(_taken(given, ("positive", "threshold", "rule", "missing", "strict", "select")))
    return front.predictions(truth, score, **arrays, **roles)


def _arrays(name: str, given: Any) -> Any:
    """One array, or several by their names."""
    if given is None:
        return None
    if isinstance(given, dict):
        if len(given) > 1000:
            raise InputError(f"{name} must have at most 1,000 models, got {len(given):,}")
        return {key: _column(key, values) for key, values in given.items()}
    return _column(name, given)


def _column(name: str, values: Any) -> pa.ChunkedArray:
    """A list of JSON as a column."""
    if not isinstance(values, list):
        raise InputError(f"{quoted(name)} must be a list with one element for each case")
    if len(values) > MOST_ROWS:
        raise InputError(f"{quoted(name)} must have at most {MOST_ROWS:,} elements, got {len(values):,}")
    if not {type(value) for value in values} <= {str, int, float, bool, type(None)}:
        raise InputError(f"{quoted(name)} must have numbers or texts as its elements, got lists or objects")
    try:
        return pa.chunked_array([pa.array(values)])
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        raise InputError(f"{quoted(name)} must have elements of one kind, numbers or texts") from None


def _roles(given: dict[str, Any]) -> dict[str, Any]:
    """The roles, each of its kind."""
    roles: dict[str, Any] = {}
    for name, value in given.items():
        if isinstance(value, str) and value and ("\0" in value or not value.strip()):
            raise InputError(f"{name} must be a text with signs that can be seen")
        roles[name] = _role(name, SAID[name], value)
    return roles


def _role(name: str, kind: Kind, value: Any) -> Any:
    if kind.what == "numbers":
        return _threshold(value)
    if kind.what == "number":
        return _number(name, value)
    if kind.what == "whole number":
        return _whole(name, value, 0, MOST_ROWS)
    if kind.what == "flag":
        if str(value).lower() not in ("true", "false"):
            raise InputError(f"{name} must be true or false")
        return str(value).lower() == "true"
    if kind.what == "value":
        if not isinstance(value, str | int | float):
            raise InputError(f"{name} must be a value of the truth")
    elif kind.what == "new names":
        if not isinstance(value, dict) or not all(isinstance(new, str) for new in value.values()):
            raise InputError(f"{name} must be an object of JSON, from the name of a model to its new one")
    elif not isinstance(value, str) and not (
        kind.several and isinstance(value, list) and value and all(isinstance(part, str) for part in value)
    ):
        raise InputError(f"{name} must be a name{' or a list of names' if kind.several else ''}")
    return value


def _threshold(given: Any) -> Any:
    """One for all models, or an object of JSON from the names of models to theirs."""
    if not isinstance(given, dict):
        return _number("threshold", given)
    return {model: _number("the threshold of a model", value) for model, value in given.items()}


def _number(name: str, given: Any) -> float:
    text = str(given)
    if isinstance(given, bool) or not re.fullmatch(
        r"[-+]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})(e[-+]?\d{1,3})?", text, re.I
    ):
        raise InputError(f'{name} must be a number, got "{text:.40}"')
    return float(text)


def _whole(name: str, given: Any, low: int, high: int) -> int:
    text = str(given)
    if not re.fullmatch(r"[-+]?[0-9]{1,18}", text):
        raise InputError(f'{name} must be a whole number, got "{text:.40}"')
    if not low <= int(text) <= high:
        raise InputError(f"{name} must be between {low:,} and {high:,}, got {int(text):,}")
    return int(text)
