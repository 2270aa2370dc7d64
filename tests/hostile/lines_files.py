"""JSON lines: depth, keys, kinds, surrogates, and numbers that no double holds."""

import json

from tests.hostile.expected import ROWS, SENTENCE, Hostile, cases, right, says


def lines(rng, change=lambda place, record: record, end="\n"):
    """The table with each record changed."""
    records = (
        change(place, {"truth": truth, "score": float(score)}) for place, (truth, score) in enumerate(cases(rng))
    )
    return end.join(json.dumps(record) for record in records).encode()


def extra(rng, text, place=20):
    """The table with one more line, such as it stands."""
    listed = lines(rng).split(b"\n")
    return b"\n".join([*listed[:place], text if isinstance(text, bytes) else text.encode(), *listed[place:]])


DEEP = says("nested|deep|JSON|object|columns?|list")


def depth():
    """Lists and objects within each other."""
    for levels in (101, 1_000, 10_000, 100_000, 1_000_000):
        for name, opened, closed in (("lists", "[", "]"), ("objects", '{"a":', "}")):
            inside = opened * levels + ("1" if name == "objects" else "") + closed * levels
            for where in ("one line", "each line"):
                if where == "each line" and levels > 10_000:
                    continue
                record = f'{{"truth": "yes", "score": 0.5, "more": {inside}}}'
                pair = [record, record.replace("yes", "no")]
                text = "\n".join(pair * (5 if where == "each line" else 1))
                number = text.count("truth")
                yield Hostile(
                    f"{levels} {name}, {where}.jsonl",
                    lambda rng, text=text: text.encode(),
                    right(number, number // 2, DEEP.says) if levels <= 1_000 else DEEP,
                )
    yield Hostile("never closed.jsonl", lambda rng: b'{"truth":' * 1_000_000, DEEP)
    yield Hostile("lists alone.json", lambda rng: b"[" * 1_000_000, SENTENCE)
    yield Hostile("deep after a good file.jsonl", lambda rng: lines(rng) + b'\n{"a":' * 1 + b"[" * 200_000, DEEP)


def keys():
    """Far too many keys, in one line or each in its own."""
    wide = says("column|keys|name|row of more")
    for number in (1_001, 30_000, 100_000):
        each = "\n".join(f'{{"truth": {i % 2}, "score": 0.5, "k{i}": 1}}' for i in range(number)).encode()
        yield Hostile(f"{number} keys, each its line.jsonl", lambda rng, each=each: each, wide)
        mixed = each + b'\n{"truth": "x", "score": 0.5}'
        yield Hostile(f"{number} keys, of two kinds.jsonl", lambda rng, mixed=mixed: mixed, wide)
        one = json.dumps({f"k{i}": 1 for i in range(number)} | {"truth": 1, "score": 0.5}).encode()
        yield Hostile(f"{number} keys in each line.jsonl", lambda rng, one=one: one + b"\n" + one, wide)
    nested = {"a": {f"k{i}": {"b": i} for i in range(30_000)}}
    yield Hostile(
        "30,000 keys inside.jsonl",
        lambda rng: lines(rng, lambda place, record: record | (nested if place == 3 else {})),
        right(40, 15, "column|keys|nested|row of more"),
    )
    for name, key in {
        "10^6 letters": "k" * 10**6,
        "no letter": "",
        "a null": "\0",
        "a path": "../x",
        "proto": "__proto__",
    }.items():
        yield Hostile(
            f"a key of {name}.jsonl",
            lambda rng, key=key: lines(rng, lambda place, record: record | {key: 1}),
            right(40, 15, "name|text|bytes"),
        )
    yield Hostile(
        "a key twice.jsonl",
        lambda rng: extra(rng, '{"truth": "yes", "score": 0.5, "score": 0.6}'),
        right(41, 16, "score|JSON"),
    )


RECORDS = {
    "a list": ("[1, 2]", "object"),
    "a number": ("5", "object"),
    "a text": ('"yes"', "object"),
    "null": ("null", "object|leave such rows"),
    "half an object": ('{"truth": "yes", ', "object"),
    "two objects": ('{"truth": "yes"} x', "object"),
    "single quotes": ("{'truth': 'yes', 'score': 0.5}", "object"),
    "a comment": ("// truth", "object"),
    "a comma at the end": ('{"truth": "yes", "score": 0.5,}', "object"),
    "javascript": ('{"truth": alert(1), "score": 0.5}', "object"),
    "undefined": ('{"truth": undefined, "score": 0.5}', "object"),
    "a lone surrogate": (r'{"truth": "\ud800", "score": 0.5}', "text|character|surrogate|row|values"),
    "a lone surrogate in a key": (r'{"truth": "yes", "score": 0.5, "\udfff": 1}', "text|character|surrogate|row"),
    "surrogates turned": (r'{"truth": "\udc00\ud800", "score": 0.5}', "text|character|surrogate|row|values"),
    "a wrong escape": (r'{"truth": "\x41", "score": 0.5}', "object"),
    "a line break": ('{"truth": "y\x01s", "score": 0.5}', "object|values"),
    "NaN": ('{"truth": "yes", "score": NaN}', "object|leave such rows"),
    "Infinity": ('{"truth": "yes", "score": Infinity}', "object|finite|number"),
    "1e400": ('{"truth": "yes", "score": 1e400}', "finite|number|object"),
    "10^5 digits": (f'{{"truth": "yes", "score": {"9" * 100_000}}}', "finite|number|object|digits"),
    "text for a score": ('{"truth": "yes", "score": "high"}', "number"),
    "a list for a score": ('{"truth": "yes", "score": [0.5]}', "number|predictions"),
    "an object for a truth": ('{"truth": {"a": 1}, "score": 0.5}', "class|values|nested"),
    "a boolean for a score": ('{"truth": "yes", "score": true}', "number"),
    "no score": ('{"truth": "yes"}', "leave such rows"),
    "an empty object": ("{}", "leave such rows"),
    "bytes of no text": (b'{"truth": "\xff\xfe", "score": 0.5}', ""),
}


def records():
    """One line among good ones that is no record, or a strange one."""
    for name, (text, pattern) in RECORDS.items():
        yield Hostile(f"{name}.jsonl", lambda rng, text=text: extra(rng, text), says(pattern))
        if name in ("a list", "a lone surrogate", "NaN"):
            yield Hostile(f"{name}, first.jsonl", lambda rng, text=text: extra(rng, text, 0), says(""))
    for score in ("5e-324", "1.7976931348623157e308", "-0", "1E-400", "123456789012345678901234567890"):
        text = f'{{"truth": "yes", "score": {score}}}'
        yield Hostile(f"a score of {score}.jsonl", lambda rng, text=text: extra(rng, text), right(41, 16))
    for name, end in {"blank lines": "\n\n\n", "windows": "\r\n", "blanks": " \n\t"}.items():
        yield Hostile(f"{name} between.jsonl", lambda rng, end=end: lines(rng, end=end), right(40, 15))
    yield Hostile("newlines first.jsonl", lambda rng: b"\n" * 10**6 + lines(rng), right(40, 15))
    yield Hostile("newlines last.jsonl", lambda rng: lines(rng) + b"\n" * 10**6, right(40, 15))
    yield Hostile("a mark.jsonl", lambda rng: b"\xef\xbb\xbf" + lines(rng), right(40, 15))
    yield Hostile("utf-16.jsonl", lambda rng: lines(rng).decode().encode("utf-16"), right(40, 15))
    yield Hostile("a list of all.json", lambda rng: b"[" + lines(rng, end=",\n") + b"]", right(40, 15))
    yield Hostile("all in one line.jsonl", lambda rng: lines(rng, end=" "), right(40, 15, "object"))
    yield Hostile(
        "one text of 3 MB.jsonl",
        lambda rng: lines(rng, lambda place, record: record | {"said": "x" * 3_000_000 if place == 9 else "a"}),
        right(40, 15),
    )
    yield Hostile(
        "one text of 50 MB.jsonl", lambda rng: extra(rng, f'{{"truth": "{"x" * 50_000_000}"}}'), says("bytes|row")
    )
    yield Hostile(
        "kinds in turn.jsonl",
        lambda rng: lines(rng, lambda place, record: record | {"said": (1, "a", None, True, [1], {})[place % 6]}),
        right(ROWS, 15),
    )
