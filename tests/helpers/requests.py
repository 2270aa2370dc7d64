"""Requests made from the description of the API: right ones, and ones with something wrong in them.

Two libraries do the like. At the versions that were tried hypothesis-jsonschema no longer runs with hypothesis, and of
9,600 requests of schemathesis 29 were answered and none found the defects that 2,000 of these do.
"""

import json
from collections.abc import Callable, Mapping, Sequence
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
    *(*PATHS, ["x", PATHS[0]], [["x"], [PATHS[0]]]),
)
"""Values of every kind that somebody might send, and some that nobody means."""
FILES = (
    b"truth,score\nyes,0.9\nno,0.2\nyes,0.4\nno,0.6\n",
    b'{"truth": 1, "score": 0.9}\n{"truth": 0, "score": 0.2}\n',
    *(b"", b"\0", b"\xef\xbb\xbf", b"truth,score\n", b"PK\x03\x04", b"PAR1PAR1", b"a\n1\n", b"%PDF", b"\x1f\x8b\x08"),
)
"""The first is right."""
TRUTH, SCORE = [1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.4, 0.1, 0.7, 0.6]
ROWS = [{"truth": truth, "a": score, "b": 1 - score} for truth, score in zip(TRUTH, SCORE, strict=True)]
NUMBERS: Sequence[Mapping[str, Any]] = ({"M": 60, "P": 20}, {"TP": 9, "FP": 3, "FN": 2, "TN": 8})
DATA: Sequence[Mapping[str, Any]] = (*NUMBERS, {"truth": TRUTH, "score": SCORE}, {"rows": ROWS})
TURNS: Sequence[Callable[[bytes], bytes]] = (
    lambda body: b"\xef\xbb\xbf" + body,
    lambda body: body[: len(body) // 2],
    lambda body: body + body,
    lambda body: b"[" + body + b"]",
    lambda body: body.replace(b"e", b"\xff"),
    lambda body: body.decode().encode("utf-16"),
)
"""What becomes of a body of JSON that is none."""


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
            (path, _properties(operation))
            for path, methods in described["paths"].items()
            if path not in ("/", *without)
            for operation in methods.values()
        ]
        every = [properties for _, kinds in self._operations for properties in kinds.values()]
        self._names = {name: schema for properties in every for name, schema in properties.items()}

    def next(self) -> Sent:
        """One more request."""
        path, kinds = self._random.choice(self._operations)
        kind = self._random.choice(list(kinds))
        wrong = 0 if self._random.random() < self._right else self._random.choice((1, 1, 1, 2, 4))
        make = {"query": self._query, "application/json": self._json, "multipart/form-data": self._form}[kind]
        return make(path, kinds[kind], wrong)

    def _query(self, path: str, properties: Mapping[str, Any], wrong: int) -> Sent:
        given = {**self._some(properties), **self._random.choice(NUMBERS), **self._short(properties)}
        self._spoil(given, properties, wrong)
        pairs = [(name, text) for name, value in given.items() for text in self._texts(value)]
        query = "&".join(f"{quote(name)}={quote(text, errors='surrogatepass')}" for name, text in pairs)
        if wrong > 2:
            query = query.replace("%", self._random.choice(("%", "", "%ff")))
        return Sent(f"{path}?{query}")

    def _json(self, path: str, properties: Mapping[str, Any], wrong: int) -> Sent:
        choices = properties["choices"]["properties"]
        given = {**self._random.choice(DATA), **self._short(properties), "choices": self._some(choices)}
        self._spoil(*self._random.choice(((given, properties), (given["choices"], choices))), wrong)
        body = json.dumps(given).encode()
        return Sent(path, self._random.choice(TURNS)(body) if wrong > 2 else body)

    def _form(self, path: str, properties: Mapping[str, Any], wrong: int) -> Sent:
        known = {name: schema for name, schema in properties.items() if name != "file"}
        free = {name: schema for name, schema in known.items() if "column" not in schema.get("description", "")}
        given = {**self._some(free), **self._short(properties)}
        self._spoil(given, known, wrong)
        texts = [(name, text) for name, value in given.items() for text in self._texts(value)]
        fields = [(name, None, text.encode("utf-8", "surrogatepass")) for name, text in texts]
        content = self._random.choice(FILES) if wrong else FILES[0]
        body = form(*fields, ("file", self._random.choice(("a.csv", "a.xlsx", *PATHS)), content))
        return Sent(path, body[: len(body) // 2] if wrong > 2 else body, FORM)

    def _some(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """A few values that are as described."""
        names = [name for name in properties if name not in NUMBERS[0] | NUMBERS[1]]
        chosen = self._random.sample(names, min(len(names), self._random.choice((0, 0, 1, 2))))
        return {name: self._value(properties[name]) for name in chosen}

    def _short(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """What makes an answer quick: no rows of tables; of a report one question, and nothing to be drawn."""
        if "format" in properties:
            return {"format": self._random.choice(("json", "html", "xlsx")), "ask": "baselines"}
        return {"rows": 0} if "maximum" in properties["rows"] else {}

    def _spoil(self, given: dict[str, Any], properties: Mapping[str, Any], times: int) -> None:
        """Something in it becomes what it should not be."""
        for _ in range(times):
            names = self._random.choice((properties, given or properties, self._names, ("file", "rows", "", SECRET)))
            name, way = self._random.choice(list(names) or [""]), self._random.random()
            schema = properties.get(name, self._names.get(name, {}))
            beyond = [schema[end] + by for end, by in (("minimum", -1), ("maximum", 1)) if end in schema]
            if way < 0.1 and name in given:
                del given[name]
            elif way < 0.4 and isinstance(given.get(name), list):
                given[name] = [*given[name], self._random.choice(WILD)]
            elif way < 0.5 and beyond:
                given[name] = self._random.choice(beyond)
            else:
                given[name] = self._random.choice(WILD)

    def _value(self, schema: Mapping[str, Any]) -> Any:
        """A value that a schema allows; no large number, with which an answer takes long."""
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
                low, high = schema.get("minimum", -1), min(schema.get("maximum", 2), 100)
                return self._random.choice((low, high, round(self._random.uniform(low, high), 3)))
            case "boolean":
                return self._random.random() < 0.5
            case "null":
                return None
            case "array":
                size = self._random.randint(schema.get("minItems", 0), 3)
                return [self._value(schema.get("items", {})) for _ in range(size)]
            case "object":
                properties = schema.get("properties", {})
                needed = {name: self._value(properties[name]) for name in schema.get("required", ())}
                more = {} if properties else {"a": self._value(schema.get("additionalProperties", {}))}
                return needed | self._some(properties) | more
        return self._random.choice(("a", "b", "F1", "MCC", "yes", "truth", "score", "G2", "0.3,1.7,0.05"))

    def _texts(self, value: Any) -> list[str]:
        """A value as an address or a form has it, a list between commas or one by one."""
        if not isinstance(value, list):
            return [value if isinstance(value, str) else json.dumps(value)]
        texts = [text for each in value for text in self._texts(each)]
        return texts if self._random.random() < 0.3 else [",".join(texts)]


def _properties(operation: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """What may be sent, by the kind of the body, or "query"."""
    if "requestBody" in operation:
        return {kind: row["schema"]["properties"] for kind, row in operation["requestBody"]["content"].items()}
    return {"query": {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}}
