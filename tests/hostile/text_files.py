"""Delimited text: blank lines, quotation marks, ragged rows, huge cells; strange names, classes and scores."""

import csv
import io
import re

from tests.hostile.expected import EITHER, RIGHT, ROWS, SENTENCE, Hostile, cases, right, says, text

NO_ROWS = says("no rows|empty|no table")
FILLINGS = {"newlines": "\n", "windows": "\r\n", "blanks": " \n", "tabs": "\t\r\n"}


def written(header, rows):
    """Text with quotation marks where they are needed."""
    csv.writer(stream := io.StringIO(), lineterminator="\n").writerows([header, *rows])
    return stream.getvalue().encode("utf-8", "surrogatepass")


def line(rng, place, change):
    """The table with one line changed; line 0 is the header."""
    lines = text(rng).split("\n")
    lines[place] = change(lines[place])
    return "\n".join(lines).encode()


def before_rows(rng, filling):
    head, _, rest = text(rng).partition("\n")
    return f"{head}\n{filling * 500_000}{rest}".encode()


def blank():
    """Blank lines, before, between and after."""
    for name, filling in FILLINGS.items():
        yield Hostile(
            f"header, then {name}.csv", lambda rng, f=filling: ("truth,score\n" + f * 1_000_000).encode(), NO_ROWS
        )
    for name in ("newlines", "windows"):
        filling = FILLINGS[name]
        yield Hostile(f"{name} before the rows.csv", lambda rng, f=filling: before_rows(rng, f), RIGHT)
        yield Hostile(f"{name} first.csv", lambda rng, f=filling: (f * 500_000 + text(rng)).encode(), RIGHT)
        yield Hostile(f"{name} last.csv", lambda rng, f=filling: (text(rng) + f * 500_000).encode(), RIGHT)
    yield Hostile("a blank line after each.csv", lambda rng: text(rng).replace("\n", "\n\n").encode(), RIGHT)
    yield Hostile("newlines alone.csv", lambda rng: b"\n" * 1_000_000, says("empty"))
    yield Hostile("blanks alone.csv", lambda rng: b" " * 3_000_000, says("empty"))
    yield Hostile("nulls alone.csv", lambda rng: bytes(3_000_000), says("empty|text"))
    yield Hostile("commas alone.csv", lambda rng: b",\n" * 500_000, SENTENCE)


def quotes():
    """Quotation marks that are never closed, doubled, or within."""
    for name, place in {"header": 0, "first row": 1, "middle": 20, "last row": 40}.items():
        yield Hostile(
            f"open in the {name}.csv",
            lambda rng, place=place: line(rng, place, '"{}'.format),
            says("quotation|closed|row|column"),
        )
    long = {"rows": 600_000, "positives": 9}
    yield Hostile(
        "open before 5 MB.csv",
        lambda rng: b'truth,score\nyes,"0.1\n' + text(rng, **long).encode(),
        says("quotation|closed|bytes in row"),
    )
    yield Hostile(
        "doubled, and lines within.csv",
        lambda rng: written(["truth", "score", "said"], [[*case, 'say "no",\nor not'] for case in cases(rng)]),
        RIGHT,
    )
    yield Hostile("all quoted.csv", lambda rng: re.sub(r"[^,\n]+", r'"\g<0>"', text(rng)).encode(), RIGHT)
    yield Hostile("nothing but marks.csv", lambda rng: b'"' * 1_000_001, SENTENCE)
    yield Hostile("marks and commas.csv", lambda rng: b'"",' * 300_000 + b"\n" + b'"",' * 300_000, SENTENCE)
    yield Hostile("marks inside cells.csv", lambda rng: text(rng).replace("yes", 'y"s').encode(), RIGHT)


WIDTH = says("column|values? in row|bytes|cell of more")


def shapes():
    """Ragged rows, huge rows and cells, far too many columns, and files of a byte or none."""
    for name, place in {"first": 1, "middle": 20, "last": 40}.items():
        yield Hostile(
            f"a short row, {name}.csv", lambda rng, p=place: line(rng, p, lambda old: "yes"), says(f"row {place + 1}")
        )
        yield Hostile(f"a long row, {name}.csv", lambda rng, p=place: line(rng, p, "{},2,3".format), says("row"))
    yield Hostile("every row ragged.csv", lambda rng: b"truth,score\n" + b"yes\nno,1,2\n" * 200_000, says("row 2"))
    for size in (1_000_000, 5_000_000, 50_000_000):
        yield Hostile(
            f"a cell of {size}.csv",
            lambda rng, n=size: line(rng, 20, lambda old: f"{old}{'x' * n}"),
            says("number|bytes|cell"),
        )
        yield Hostile(
            f"a name of {size}.csv",
            lambda rng, n=size: text(rng, header="truth," + "score" * (n // 5)).encode(),
            says("header|bytes|column|name|cell"),
        )
    for columns in (1_001, 10_000, 300_000):
        yield Hostile(
            f"{columns} columns.csv",
            lambda rng, n=columns: f"truth,{','.join(map(str, range(n)))}\nyes{',0.5' * n}\nno{',0.4' * n}\n".encode(),
            WIDTH,
        )
    yield Hostile("one name, 10,000 times.csv", lambda rng: b"score," * 10_000 + b"truth\n" + b"1,2\n", WIDTH)
    yield Hostile("a name twice.csv", lambda rng: text(rng, header="score,score").encode(), SENTENCE)
    yield Hostile("a name and a blank.csv", lambda rng: text(rng, header="score ,score").encode(), SENTENCE)
    yield Hostile("one row of 10 MB.csv", lambda rng: b"truth,score\nyes," + b"1" * 10_000_000 + b"\nno,0\n", SENTENCE)
    yield Hostile("one column.csv", lambda rng: b"truth\nyes\nno\n", SENTENCE)
    yield Hostile("numbers for a header.csv", lambda rng: b"1,0.5\n0,0.2\n1,0.7\n", EITHER)
    yield Hostile("a header alone.csv", lambda rng: b"truth,score", NO_ROWS)
    for ending in ("csv", "parquet", "xlsx", "jsonl", "gz", "zst"):
        yield Hostile(f"empty.{ending}", lambda rng: b"", says("empty"))
    for byte in b'a1,"\0\x1f\xff{[P\n=<':
        yield Hostile(f"one byte, {byte:02x}.csv", lambda rng, byte=byte: bytes([byte]), SENTENCE)


STRANGE = {
    "a formula": ("=cmd|' /C calc'!A0", "@SUM(1+1)*cmd"),
    "signs": ("+1+1", "-2+3"),
    "markup": ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>"),
    "markdown": ("![x](https://example.invalid/x.png)", "[x](javascript:alert(1))"),
    "templates": ("{{7*7}}${7*7}%s%n", "{% raw %}{0.__class__}"),
    "queries": ("'; DROP TABLE cases; --", "1' OR '1'='1"),
    "paths": ("../../../../etc/passwd", "C:\\Windows\\System32"),
    "control characters": ("a\x01\x07\x1b[31mb", "\x7f\x85b"),
    "right to left": ("\u202egnp.exe", "\u2067b\u2069"),
    "without width": ("a\u200b", "b\u2060"),
    "emoji": ("👩‍👩‍👧‍👦", "🇳🇱"),
    "combining": ("a" + "\u0301" * 500, "b"),
    "beyond the first plane": ("𝔛", "\U0010ffff"),
    "words of programs": ("undefined", "__proto__"),
    "10^4 characters": ("x" * 10_000, "y" * 10_000),
}
"""What might be taken for something other than text: of each kind two."""


def names():
    """Strange texts as classes, as names of columns, models and files."""
    for kind, pair in STRANGE.items():
        yield Hostile(
            f"classes, {kind}.csv",
            lambda rng, pair=pair: written(["truth", "score"], cases(rng, classes=pair)),
            RIGHT,
        )
        yield Hostile(
            f"columns, {kind}.csv",
            lambda rng, pair=pair: written(["truth", "score", *pair], [[*case, "a", "b"] for case in cases(rng)]),
            RIGHT,
        )
        yield Hostile(
            f"models, {kind}.csv",
            lambda rng, pair=pair: written(
                ["truth", "score", "model"], [[*case, model] for model in pair for case in cases(rng)]
            ),
            RIGHT,
        )
        yield Hostile(f"{pair[0]}.csv", lambda rng: text(rng).encode(), RIGHT)
    yield Hostile("x" * 100_000 + ".csv", lambda rng: text(rng).encode(), RIGHT)
    yield Hostile("a\0b.csv", lambda rng: text(rng).encode(), RIGHT)
    yield Hostile(".parquet", lambda rng: text(rng).encode(), EITHER)


NUMBERS = ("1.7976931348623157e308", "5e-324", "1e-400", "-0.0", "0." + "1" * 300, ".5", "5.", "+0.5", "000000.5")
ENDLESS = ("inf", "-Infinity", "1e400", "-1e999999999", "9" * 400)
NOT_NUMBERS = ("0x1p-3", "1_000", "１２", "٠.٥", "½", "1 000", "1e", "--1", "1,5", "0.5%", "€1", "TRUE", "1e5e5", "1;2")
GAPS = ("nan", "NULL", "")


def with_score(rng, number):
    """The table with one score that is written otherwise."""
    rows = [list(case) for case in cases(rng)]
    rows[20][1] = number
    return written(["truth", "score"], rows)


def numbers():
    """Scores that are hardly numbers."""
    for place, number in enumerate(NUMBERS):
        yield Hostile(f"number {place}.csv", lambda rng, number=number: with_score(rng, number), RIGHT)
    for place, number in enumerate(ENDLESS):
        yield Hostile(f"endless {place}.csv", lambda rng, number=number: with_score(rng, number), says("finite|number"))
    for place, number in enumerate(NOT_NUMBERS):
        yield Hostile(f"no number {place}.csv", lambda rng, number=number: with_score(rng, number), says("number"))
    for place, number in enumerate(GAPS):
        yield Hostile(f"gap {place}.csv", lambda rng, number=number: with_score(rng, number), says("leave such rows"))
    yield Hostile("a number of 10^5 digits.csv", lambda rng: with_score(rng, "9" * 100_000), SENTENCE)
    yield Hostile("all endless.csv", lambda rng: text(rng).replace("0.", "9" * 400).encode(), SENTENCE)
    yield Hostile(
        "amounts below nought.csv",
        lambda rng: written(["truth", "score", "amount"], [[*case, "-1e300"] for case in cases(rng)]),
        RIGHT,
    )


def crowd(rows, header, row):
    """So many rows with values that differ: {i} counts them, {t} is 0 and 1 in turn, {g} counts twenties."""
    return "\n".join([header, *(row.format(i=i, t=i % 2, g=i // 20) for i in range(rows))]).encode()


def many():
    """Columns with far too many values: of the truth, of labels, models, groups and folds."""
    for n in (1_001, 100_000):
        for form in ("c{i}", "{i}", "{i}.5"):
            yield Hostile(
                f"{n} classes {form}.csv",
                lambda rng, n=n, form=form: crowd(n, "truth,score", f"{form},0.5"),
                says("class|value"),
            )
        yield Hostile(
            f"{n} classes after 2,000 rows.csv",
            lambda rng, n=n: crowd(2_000, "truth,score", "{t},0.5") + b"\n" + crowd(n, "0,0.5", "c{i},0.5"),
            says("class|value"),
        )
        yield Hostile(
            f"{n} labels.csv",
            lambda rng, n=n: crowd(n, "truth,score,label", "{t},0.5,l{i}"),
            right(n, n // 2, "value|class"),
        )
    for n in (50, 900, 1_001, 10_000):
        yield Hostile(
            f"{n} models.csv",
            lambda rng, n=n: crowd(20 * n, "model,truth,score", "m{g},{t},0.{i}"),
            right(20, 10) if n < 1_000 else says("models"),
        )
    for role in ("group", "fold"):
        for n in (10_000, 100_000):
            yield Hostile(
                f"{n} {role}s.csv",
                lambda rng, n=n, role=role: crowd(n, f"truth,score,{role}", "{t},0.5,g{i}"),
                right(n, n // 2, role),
            )
    for kind, cell in {"scores": "0.{i}", "words": "w{i}", "classes": "{t}"}.items():
        yield Hostile(
            f"900 columns of {kind}.csv",
            lambda rng, kind=kind, cell=cell: crowd(
                3_000, "truth,score," + ",".join(f"{kind}{i}" for i in range(900)), "{t},0.5" + f",{cell}" * 900
            ),
            right(3_000, 1_500),
        )
    yield Hostile(
        "a hundred models in columns.csv",
        lambda rng: crowd(ROWS, "truth," + ",".join(f"score{i}" for i in range(100)), "{t}" + ",0.5" * 100),
        right(ROWS, ROWS // 2),
    )
