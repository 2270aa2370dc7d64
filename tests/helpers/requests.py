"""Requests made from the description of the API: right ones, and ones with something wrong in them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from tests.helpers.asking import FORM, form

SECRET = "no-such-secret"
"""Stands in every path among the wild values."""
PATHS = (f"/etc/{SECRET}.csv", f"../../{SECRET}", f"file:///etc/{SECRET}")
WILD: Sequence[Any] = (
    *(None, True, False, 0, -1, 5, 1.5, -0.0, 1e308, 10**18, 10**30, "", " ", "a", "\0", "\u202e", "é", "\ud800", ","),
    *("x" * 10_001, [], {}, [None], [[]], [[[[1]]]], [[1, 2], [3]], {"a": 1}, {"a": [1]}, {"": None}, ["a", 1]),
    *("nan", "inf", "-1", "1e999", "1_0", "0x1", "F1", "F1 = tp/m", "x = exp(exp(exp(tp)))", "x =", "__class__"),
    *PATHS,
    [["x"], [PATHS[0]]],
    ["x", PATHS[0]],
)
"""Values of every kind that somebody might send, and some that nobody means."""
FILES = (
    b"truth,score\nyes,0.9\nno,0.2\nyes,0.4\nno,0.6\n",
    b'{"truth": 1, "score": 0.9}\n{"truth": 0, "score": 0.2}\n',
    *(b"", b"\0", b"\xef\xbb\xbf", b"truth,score\n", b"PK\x03\x04", b"PAR1PAR1", b"a\n1\n", b"%PDF", b"\x1f\x8b\x08"),
)
SLOW = {"ranking": "pairs", "plan": "power"}
TRUTH, SCORE = [1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.4, 0.1, 0.7, 0.6]
ROWS = [{"truth": truth, "a": score, "b": 1 - score} for truth, score in zip(TRUTH, SCORE, strict=True)]
NUMBERS: Sequence[Mapping[str, Any]] = ({"M": 60, "P": 20}, {"TP": 9, "FP": 3, "FN": 2, "TN": 8})
DATA: Sequence[Mapping[str, Any]] = (*NUMBERS, {"truth": TRUTH, "score": SCORE}, {"rows": ROWS})


@dataclass(frozen=True)
class Sent:
    """A request: its path, with what stands behind a "?", its body and the type of that."""

    path: str
    body: bytes | None = None
    kind: str = "application/json"


class Requests:
    """Requests by what an OpenAPI document says of each path and method; the same seed gives the same ones.

    `right` is the share of requests in which nothing is wrong on purpose, `without` are paths that are not asked.
    """

    def __init__(self, described: Mapping[str, Any], seed: int, right: float, without: Sequence[str] = ()) -> None:
        self._random, self._right = Random(seed), right
        self._operations = [
            (path, method, operation)
            for path, methods in described["paths"].items()
            for method, operation in methods.items()
            if path not in ("/", *without)
        ]
        schemas = [
            (name, schema)
            for _, _, operation in self._operations
            for properties in _properties(operation).values()
            for name, schema in properties.items()
        ]
        self._names = dict(schemas)

    def next(self) -> Sent:
        """One more request."""
        path, method, operation = self._random.choice(self._operations)
        kinds = _properties(operation)
        kind = self._random.choice(list(kinds))
        properties = kinds[kind]
        wrong = 0 if self._random.random() < self._right else self._random.choice((1, 1, 1, 2, 4))
        if kind == "query":
            return self._query(path, properties, wrong)
        if kind.startswith("multipart"):
            return self._form(path, properties, wrong)
        return self._json(path, properties, wrong)

    def _query(self, path: str, properties: Mapping[str, Any], wrong: int) -> Sent:
        given = {**self._random.choice(NUMBERS), **self._some(properties), **self._format(properties)}
        self._spoil(given, properties, wrong)
        pairs = [(name, text) for name, value in given.items() for text in self._texts(value)]
        query = "&".join(f"{quote(name)}={quote(text, errors='surrogatepass')}" for name, text in pairs)
        if wrong > 2:
            query = query.replace("%", self._random.choice(("%", "", "%ff")))
        return Sent(f"{path}?{query}")

    def _json(self, path: str, properties: Mapping[str, Any], wrong: int) -> Sent:
        choices = properties["choices"]["properties"]
        given = {**self._random.choice(DATA), **self._format(properties), "choices": self._some(choices)}
        self._spoil(*self._random.choice(((given, properties), (given["choices"], choices))), wrong)
        body = json.dumps(given).encode()
        if wrong > 2:
            turn = self._random.choice((_marked, _cut, _twice, _of_two_bytes, _listed))
            body = turn(body)
        return Sent(path, body)

    def _form(self, path: str, properties: Mapping[str, Any], wrong: int) -> Sent:
        known = {name: schema for name, schema in properties.items() if name != "file"}
        given = {**self._some({name: known[name] for name in known if "column" not in known[name].get("description", "")})}
        given |= self._format(properties)
        self._spoil(given, known, wrong)
        fields = [(name, None, text) for name, value in given.items() for text in self._texts(value)]
        file = FILES[0] if not wrong else self._random.choice(FILES)
        name = self._random.choice(("a.csv", "a.xlsx", "a.parquet", *PATHS))
        parts = [*fields, ("file", name, file)]
        made = form(*[(each, named, part if isinstance(part, bytes) else _utf8(part)) for each, named, part in parts])
        return Sent(path, _cut(made) if wrong > 2 else made, FORM)

    def _some(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """A few values that are as described."""
        names = self._random.sample(list(properties), min(len(properties), self._random.choice((0, 0, 1, 2))))
        return {name: self._value(properties[name]) for name in names if name not in NUMBERS[0] | NUMBERS[1] }

    def _format(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """Of a report a format that needs no drawing, and few questions; of an answer only the sizes of its tables."""
        if "format" not in properties:
            return {"rows": 0} if "maximum" in properties.get("rows", {}) else {}
        return {"format": self._random.choice(("json", "html", "xlsx")), "ask": "baselines"}

    def _spoil(self, given: dict[str, Any], properties: Mapping[str, Any], times: int) -> None:
        """Something in it becomes what it should not be."""
        for _ in range(times):
            names = self._random.choice((list(properties), list(given) or [""], list(self._names), ("file", "", SECRET)))
            name = self._random.choice(names)
            schema = properties.get(name, self._names.get(name, {}))
            way = self._random.random()
            if way < 0.1 and name in given:
                del given[name]
            elif way < 0.4 and isinstance(given.get(name), list):
                given[name] = [*given[name], self._random.choice(WILD)]
            elif way < 0.5 and {"minimum", "maximum"} & set(schema):
                beyond = {"minimum": -1, "maximum": 1}
                given[name] = self._random.choice([schema[end] + by for end, by in beyond.items() if end in schema])
            else:
                given[name] = self._random.choice(WILD)

    def _value(self, schema: Mapping[str, Any]) -> Any:
        """A value that a schema allows."""
        if "oneOf" in schema:
            return self._value(self._random.choice(schema["oneOf"]))
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        if "default" in schema and self._random.random() < 0.3:
            return schema["default"]
        kind = schema.get("type", "string")
        match self._random.choice(kind) if isinstance(kind, list) else kind:
            case "integer":
                low = schema.get("minimum", 0)
                return self._random.randint(low, min(schema.get("maximum", 50), max(low, 50)))
            case "number":
                low, high = schema.get("minimum", -1), schema.get("maximum", 2)
                return self._random.choice((low, min(high, 100), round(self._random.uniform(low, min(high, 100)), 3)))
            case "boolean":
                return self._random.random() < 0.5
            case "null":
                return None
            case "array":
                least = schema.get("minItems", 0)
                size = self._random.randint(least, max(least, 3))
                return [self._value(schema.get("items", {})) for _ in range(size)]
            case "object":
                properties = schema.get("properties", {})
                made = {name: self._value(properties[name]) for name in schema.get("required", ())}
                return made | self._some(properties) if properties else {"a": self._value(schema.get("additionalProperties", {}))}
        return self._random.choice(("a", "b", "F1", "MCC", "yes", "truth", "score", "G2", "0.3,1.7,0.05"))

    def _texts(self, value: Any) -> list[str]:
        """A value as an address or a form has it, once or more often."""
        if isinstance(value, list) and self._random.random() < 0.3:
            return [text for each in value for text in self._texts(each)]
        if isinstance(value, list):
            return [",".join(text for each in value for text in self._texts(each))]
        return [value if isinstance(value, str) else json.dumps(value)]


def _properties(operation: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """What may be sent, by the kind of the body, or "query"."""
    if "requestBody" in operation:
        return {kind: row["schema"]["properties"] for kind, row in operation["requestBody"]["content"].items()}
    return {"query": {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}}


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _marked(body: bytes) -> bytes:
    """With a byte order mark."""
    return b"\xef\xbb\xbf" + body


def _cut(body: bytes) -> bytes:
    return body[: len(body) // 2]


def _twice(body: bytes) -> bytes:
    return body + body


def _of_two_bytes(body: bytes) -> bytes:
    return body.decode().encode("utf-16")


def _listed(body: bytes) -> bytes:
    return b"[" + body + b"]"
