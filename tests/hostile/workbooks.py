"""Workbooks written by hand: impossible references, long shared strings, entities, programs, and parts that lie."""

import io
import zipfile
from functools import partial

from tests.hostile.expected import RIGHT, SENTENCE, Hostile, cases, right, says

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
TYPES = (
    f'{DECLARED}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/'
    'vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>'
)
SHEET = '<sheet name="a" sheetId="1" r:id="r1"/>'
BOOK = f'{DECLARED}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{SHEET}</sheets></workbook>'
RELATIONS = f'{DECLARED}<Relationships xmlns="{PACKAGE}/relationships">{{}}</Relationships>'
ROOT = RELATIONS.format(f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>')
SHEETS = RELATIONS.format(
    f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
)


def zipped(parts, **more):
    """A ZIP archive of named texts."""
    with zipfile.ZipFile(stream := io.BytesIO(), "w", zipfile.ZIP_DEFLATED, compresslevel=6, **more) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def book(sheet, shared=(), parts=None):
    """A workbook with one sheet of such XML and such shared strings; `parts` are put in place of its own or beside."""
    strings = "".join(f"<si><t>{one}</t></si>" for one in shared)
    return zipped(
        {
            "[Content_Types].xml": TYPES,
            "_rels/.rels": ROOT,
            "xl/workbook.xml": BOOK,
            "xl/_rels/workbook.xml.rels": SHEETS,
            "xl/worksheets/sheet1.xml": sheet,
            "xl/sharedStrings.xml": f'{DECLARED}<sst xmlns="{MAIN}">{strings}</sst>',
        }
        | (parts or {})
    )


def cell(at, value, kind="inlineStr"):
    inside = f"<is><t>{value}</t></is>" if kind == "inlineStr" else f"<v>{value}</v>"
    reference = f' r="{at}"' if at else ""
    return f'<c{reference} t="{kind}">{inside}</c>'


def sheet(rows, before="", declared=DECLARED, after=""):
    return f'{declared}<worksheet xmlns="{MAIN}">{before}<sheetData>{"".join(rows)}</sheetData>{after}</worksheet>'


def row(number, *cells):
    reference = f' r="{number}"' if number else ""
    return f"<row{reference}>{''.join(cells)}</row>"


def rows(rng, column="ABC", start=1, **more):
    """The rows of the table, the header first."""
    listed = [("truth", "score"), *cases(rng, **more)]
    return [
        row(
            place,
            cell(f"{column[0]}{place}", truth),
            cell(f"{column[1]}{place}", score, "inlineStr" if place == start else "n"),
        )
        for place, (truth, score) in enumerate(listed, start)
    ]


SENTENCE_OR_RIGHT = right(40, 15, "")
FAR = says("cell|row|column|reference|span|workbook")
REFERENCES = {
    "a row of 20 digits": "A99999999999999999999",
    "a row of 10 digits": "A9999999999",
    "a row of 7 digits": "A9999999",
    "the row below the last": "A1048577",
    "the far corner": "XFD1048576",
    "column ZZZZZZZ": "ZZZZZZZ41",
    "column ZZZZ": "ZZZZ41",
    "the column after the last": "XFE41",
    "row 0": "A0",
    "a minus": "A-1",
    "nothing": " ",
    "no letters": "41",
    "no digits": "A",
    "turned": "41A",
    "a range": "A1:XFD1048576",
    "digits of another script": "A４１",
    "an entity": "A&#57;&#57;&#57;&#57;&#57;&#57;&#57;&#57;&#57;",
    "a dollar": "$A$41",
    "another sheet": "Sheet2!A41",
    "letters without end": "A" * 100_000 + "1",
    "digits without end": "A" + "9" * 100_000,
}


def references():
    """One more row or cell, whose reference no sheet has."""
    for name, reference in REFERENCES.items():
        extra = row(41, cell(reference, "yes"), cell("", "0.5", "n"))
        yield Hostile(
            f"{name}.xlsx",
            lambda rng, extra=extra: book(sheet([*rows(rng, rows=39, positives=15), extra])),
            right(40, 16, FAR.says + "|leave such rows"),
        )
    for number in ("99999999999999999999", "4294967297", "1048577", "0", "-1", "x", "1e3"):
        extra = row(number, cell("", "yes"), cell("", "0.5", "n"))
        yield Hostile(
            f"a row numbered {number}.xlsx",
            lambda rng, extra=extra: book(sheet([*rows(rng, rows=39, positives=15), extra])),
            right(40, 16, FAR.says + "|leave such rows"),
        )
    yield Hostile(
        "no references at all.xlsx",
        lambda rng: book(sheet(row("", *map(partial(cell, ""), one)) for one in [("truth", "score"), *cases(rng)])),
        right(40, 15, FAR.says),
    )
    yield Hostile("far from A1.xlsx", lambda rng: book(sheet(rows(rng, column="XY", start=500))), SENTENCE_OR_RIGHT)
    yield Hostile("rows turned round.xlsx", lambda rng: book(sheet(reversed(rows(rng)))), SENTENCE_OR_RIGHT)
    lies = '<dimension ref="A1:XFD1048576"/>'
    yield Hostile("a dimension that lies.xlsx", lambda rng: book(sheet(rows(rng), before=lies)), RIGHT)
    short = '<dimension ref="A1"/>'
    yield Hostile("a dimension too small.xlsx", lambda rng: book(sheet(rows(rng), before=short)), RIGHT)
    broken = '<dimension ref="B9:A1"/>'
    yield Hostile("a dimension turned round.xlsx", lambda rng: book(sheet(rows(rng), before=broken)), SENTENCE_OR_RIGHT)
    merged = '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    yield Hostile("all cells merged.xlsx", lambda rng: book(sheet(rows(rng), after=merged)), SENTENCE_OR_RIGHT)
    spans = '<row spans="1:99999999" '
    yield Hostile("spans that lie.xlsx", lambda rng: book(sheet(rows(rng)).replace("<row ", spans)), RIGHT)


def shared_rows(index, number=40):
    """Rows whose first cell is the shared string of such a place."""
    head = row(1, cell("A1", "truth"), cell("B1", "score"), cell("C1", "said"))
    body = (
        row(
            place,
            cell(f"A{place}", "yes" if place % 2 else "no"),
            cell(f"B{place}", 0.5, "n"),
            cell(f"C{place}", index, "s"),
        )
        for place in range(2, number + 2)
    )
    return [head, *body]


def strings():
    """Shared strings that are long, missing, or far too many."""
    large = "large|text|characters|memory|cell|long"
    for length, number in ((1_000_000, 10_000), (100_000, 100_000), (30_000, 400_000)):
        yield Hostile(
            f"{number} cells of {length}.xlsx",
            lambda rng, length=length, number=number: book(sheet(shared_rows(0, number)), ["x" * length]),
            right(number, number // 2, large),
        )
    yield Hostile(
        "one string of 100 MB.xlsx", lambda rng: book(sheet(shared_rows(0)), ["x" * 10**8]), right(40, 20, large)
    )
    yield Hostile(
        "a million strings.xlsx", lambda rng: book(sheet(shared_rows(7)), map(str, range(10**6))), right(40, 20, large)
    )
    for name, index in {"missing": 5, "minus one": -1, "huge": 10**30, "no number": "x", "a fraction": 0.5}.items():
        yield Hostile(
            f"a place that is {name}.xlsx",
            lambda rng, index=index: book(sheet(shared_rows(index)), ["a"]),
            right(40, 20, "workbook|string"),
        )
    count = f'{DECLARED}<sst xmlns="{MAIN}" count="4000000000" uniqueCount="4000000000"><si><t>a</t></si></sst>'
    yield Hostile(
        "a count that lies.xlsx", lambda rng: with_strings(count), right(40, 20, "workbook|string|large|memory")
    )


def with_strings(content):
    """A workbook whose shared strings are such XML."""
    return book(sheet(shared_rows(0)), parts={"xl/sharedStrings.xml": content})


BILLION = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 11))
"""Ten entities of ten each: ten billion of the first."""


def entities():
    """What XML can ask for: entities within entities, files, addresses, depth."""
    plain = "workbook|Excel|XML"
    doctypes = {
        "a billion laughs": f'<!DOCTYPE x [<!ENTITY e0 "ha">{BILLION}]>',
        "a file": '<!DOCTYPE x [<!ENTITY e10 SYSTEM "file:///etc/passwd">]>',
        "an address": '<!DOCTYPE x [<!ENTITY e10 SYSTEM "http://192.0.2.1/x">]>',
        "a parameter": '<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>',
        "itself": '<!DOCTYPE x [<!ENTITY e10 "&e10;">]>',
        "a quadratic one": f'<!DOCTYPE x [<!ENTITY e10 "{"x" * 100_000}">]>',
    }
    for name, doctype in doctypes.items():
        for used in (1, 1_000):
            extra = row(42, cell("A42", "&e10;" * used), cell("B42", 0.5, "n"))
            yield Hostile(
                f"{name}, {used} times.xlsx",
                lambda rng, doctype=doctype, extra=extra: book(sheet([*rows(rng), extra], declared=DECLARED + doctype)),
                says(plain + "|class|leave|values"),
            )
        yield Hostile(
            f"{name}, in the strings.xlsx",
            lambda rng, doctype=doctype: with_strings(
                f'{DECLARED}{doctype}<sst xmlns="{MAIN}"><si><t>&e10;</t></si></sst>'
            ),
            right(40, 20, plain),
        )
    for depth in (1_000, 1_000_000):
        deep = "<x>" * depth + "</x>" * depth
        yield Hostile(
            f"{depth} deep.xlsx", lambda rng, deep=deep: book(sheet(rows(rng), before=deep)), SENTENCE_OR_RIGHT
        )
    attributes = " ".join(f'a{i}="1"' for i in range(100_000))
    yield Hostile(
        "10^5 attributes.xlsx", lambda rng: book(sheet(rows(rng), before=f"<x {attributes}/>")), SENTENCE_OR_RIGHT
    )
    yield Hostile(
        "utf-16 inside.xlsx",
        lambda rng: book(sheet(rows(rng), declared=DECLARED.replace("UTF-8", "UTF-16")).encode("utf-16")),
        SENTENCE_OR_RIGHT,
    )
    yield Hostile("never ends.xlsx", lambda rng: book(sheet(rows(rng))[:-30]), SENTENCE_OR_RIGHT)


def parts():
    """Archives and parts that lie, and workbooks with more than a table."""
    for name in ("../../../../tmp/out.xml", "/etc/passwd", "C:\\x.xml", "xl/worksheets/../../x", "x" * 60_000):
        yield Hostile(
            f"a part {name[:20]!a}.xlsx", lambda rng, name=name: book(sheet(rows(rng)), parts={name: "x"}), RIGHT
        )
    macro = {"xl/vbaProject.bin": b"\xd0\xcf\x11\xe0" + b"Sub AutoOpen()\n" * 100}
    yield Hostile("macros.xlsm", lambda rng: book(sheet(rows(rng)), parts=macro), RIGHT)
    outside = RELATIONS.format(
        f'<Relationship Id="r1" Type="{OFFICE}/externalLinkPath" Target="file:///etc/passwd" TargetMode="External"/>'
    )
    links = {"xl/externalLinks/_rels/externalLink1.xml.rels": outside, "xl/externalLinks/externalLink1.xml": "<x/>"}
    yield Hostile("links outside.xlsx", lambda rng: book(sheet(rows(rng)), parts=links), RIGHT)
    for name, target in {
        "a loop": "../workbook.xml",
        "out": "../../../etc/passwd",
        "an address": "http://192.0.2.1",
    }.items():
        relation = RELATIONS.format(f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="{target}"/>')
        yield Hostile(
            f"a sheet that is {name}.xlsx",
            lambda rng, relation=relation: book(sheet(rows(rng)), parts={"xl/_rels/workbook.xml.rels": relation}),
            SENTENCE,
        )
    for name in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"):
        yield Hostile(
            f"empty {name.replace('/', ' ')}", lambda rng, name=name: book(sheet(rows(rng)), parts={name: ""}), SENTENCE
        )
    listed = "".join(f'<sheet name="s{i}" sheetId="{i + 1}" r:id="r1"/>' for i in range(10_000))
    crowded = f'{DECLARED}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>'
    yield Hostile(
        "10,000 sheets.xlsx", lambda rng: book(sheet(rows(rng)), parts={"xl/workbook.xml": crowded}), SENTENCE_OR_RIGHT
    )
    none = BOOK.replace(SHEET, "")
    yield Hostile("no sheet.xlsx", lambda rng: book(sheet(rows(rng)), parts={"xl/workbook.xml": none}), SENTENCE)
    many = {f"xl/media/{i}.bin": "" for i in range(30_000)}
    yield Hostile("30,000 parts.xlsx", lambda rng: book(sheet(rows(rng)), parts=many), SENTENCE_OR_RIGHT)
    computed = '<c r="B41" t="n"><f>cmd|"/C calc"!A0</f><v>0.5</v></c>'
    formula = row(41, cell("A41", "yes"), computed)
    yield Hostile("formulas.xlsx", lambda rng: book(sheet([*rows(rng, rows=39), formula])), right(40, 16))
    for kind, value in {"e": "#DIV/0!", "b": "7", "d": "9999-99-99", "n": "1e999", "n ": "x", "zz": "1"}.items():
        extra = row(41, cell("A41", "yes"), cell("B41", value, kind.strip()))
        yield Hostile(
            f"a cell of kind {kind.strip()}, {value.replace('/', '')}.xlsx",
            lambda rng, extra=extra: book(sheet([*rows(rng, rows=39), extra])),
            right(40, 16, "number|leave such rows|workbook|cell"),
        )
    yield Hostile("bytes before.xlsx", lambda rng: b"MZ" + book(sheet(rows(rng))), SENTENCE_OR_RIGHT)
    yield Hostile("bytes after.xlsx", lambda rng: book(sheet(rows(rng))) + b"x" * 100_000, SENTENCE_OR_RIGHT)
    yield Hostile("a password.xlsx", lambda rng: encrypted(book(sheet(rows(rng)))), says("workbook|password|encrypted"))
    yield Hostile("no workbook.xlsx", lambda rng: zipped({"a.csv": "truth,score\nyes,1\n"}), says("two classes"))
    yield Hostile(
        "an open document.xlsx", lambda rng: zipped({"mimetype": "application/vnd.oasis"}), says("OpenDocument")
    )


def encrypted(data):
    """The archive with the mark of encryption on every part."""
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(sign)
        while at >= 0:
            data = data[: at + place] + bytes([data[at + place] | 1]) + data[at + place + 1 :]
            at = data.find(sign, at + 4)
    return data
