"""What the cells of a column say: numbers with signs between thousands, decimal commas, percent, units and the like."""

import re
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ddcore.read.reading import Reading
from ddcore.read.values import FEW, HEAD
from ddcore.read.words import counted, listed, quoted
from ddcore.records.guess import Guess

SPREAD = 100
"""Places below the first thousand rows that are looked at as well, ten rows each: a file may be sorted."""

PLAIN = r"^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$"
"""A number as programs write it."""

UNMISTAKABLE = r"^[+-]?(0|\d{4,}|)\.|\.(\d{0,2}|\d{4,})$|\.\d+[eE]"
"""A number whose point is a decimal sign, not one between thousands."""

SIGNS = {"-": "[−–‐‑]", "'": "[’‘ʼ´`]", "": "[\u200b\u200c\u200d\u200e\u200f\u2060\ufeff]"}
"""Signs of numbers by what stands for them elsewhere; full-width ones and blanks are told by Unicode."""

MARKS = "' _"
"""Signs that stand between thousands and are never decimal signs."""

NUMBER = r"^\d(?:[\d.,' _]*[\d.,])?$|^[.,]\d+$"
"""A number with any signs between its digits."""

FORM = (
    r"^(?P<open>\(?)(?P<bound>(?:[<>≤≥]=?)?) ?(?P<sign>[+-]?) ?"
    r"(?P<before>(?:[\p{L}]{0,3}\p{Sc}|[A-Z]{3}|Rs\.?|kr\.?|Fr\.?)?) ?(?P<inner>[+-]?)"
    r"(?P<number>(?:\d(?:[\d.,' _]*[\d.,])?|[.,]\d+)(?:[eE][+-]?\d+)?)"
    r"(?P<after>(?: ?(?:[%‰°\p{Sc}]\p{L}{0,3}|\p{L}[\p{L}./²³]{0,14}))?)(?P<minus>-?)(?P<close>\)?)$"
)
"""A number with a unit, a sign behind it, or parentheses."""

_SIGNS_OF_MONEY = "$¢-¥֏؋৲৳૱௹฿៛₠-₿﷼"
LIKE_FORM = re.compile(
    FORM.replace(r"\p{L}", r"\w").replace(r"}\p{Sc}", f"}}[{_SIGNS_OF_MONEY}]").replace(r"\p{Sc}", _SIGNS_OF_MONEY)
)
"""What `FORM` fits and somewhat more: compiled once, it says in no time that most columns hold no such numbers."""

LOOKED = 40
"""Cells that are looked at for that."""

CURRENCIES = frozenset(
    re.findall(
        r"\S+",
        "EUR USD GBP CHF JPY CNY RMB INR PLN CZK HUF SEK NOK DKK ISK TRY RUB UAH BRL MXN ARS CLP COP CAD AUD NZD ZAR "
        "SGD HKD TWD KRW THB IDR MYR PHP ILS AED SAR EGP NGN KES RON BGN Rs Rs. kr kr. Fr Fr. zł Kč Ft lei Euro Euros "
        "euro euros dollars Dollar Yen",
    )
)
UNITS = frozenset(
    re.findall(
        r"\S+",
        "kg g mg µg ug ng lb lbs oz t cm mm m km mi ft in l ml dl mmol mol mmHg bpm Hz kHz MHz °C °F ° s ms min h hr "
        "hrs d day days week weeks month months year years yr yrs y/o Jahre Tage ans jours años días anni pts pt "
        "points kWh kW W V k K M Mio mio Mrd bn pp pcs Stk",
    )
)
"""Units that stand right behind a number; any other word stands behind a blank, and of many different numbers."""

SCALES = {"%": "e-2", "percent": "e-2", "pct": "e-2", "Prozent": "e-2", "‰": "e-3"}
"""Units that are a part of one, and the power of ten that they stand for."""

NOTHING = (".", "..", "...", "…", "-", "--", "---", "–", "—", "?", "??", "*")
"""Signs that stand for no number among numbers."""

UNKNOWN = frozenset(
    (
        *NOTHING,
        *("unknown", "unk", "missing", "n.a.", "n.a", "na", "n/a", "nan", "not available", "not applicable"),
        *("not known", "not done", "not determined", "n.d.", "nd", "undetermined", "indeterminate", "pending", "tbd"),
        *("invalid", "not valid", "inconclusive", "equivocal", "ungültig", "inválido", "no válido", "non valide"),
        *("(blank)", "(empty)", "no data", "null", "not reported", "unspecified"),
        *("keine angabe", "k. a.", "k.a.", "unbekannt", "fehlend", "fehlt", "ausstehend", "inconnu"),
        *("inconnue", "manquant", "non renseigné", "en attente", "desconocido", "desconocida", "sin dato"),
        *("sin datos", "pendiente", "desconhecido", "sem dados", "pendente", "sconosciuto", "mancante", "onbekend"),
        *("ontbrekend", "nieznane", "nieznany", "brak", "brak danych", "bilinmiyor", "未知", "不明", "缺失", "欠損"),
    )
)
"""Words for a missing value, in lower case."""


NOTES = {
    "comma": "{here} was read with a decimal comma.",
    "marks": "{here} was read without its thousands separators.",
    "other columns": "{here} was read as {thousands}, because the decimal sign of other columns is “{other}”.",
    "beside": "{here} was read as {thousands}, because smaller numbers in the column have no comma.",
}
"""What was read in one way only, by its kind."""

GUESSES = {
    "points beside": (
        "thousands-guessed",
        "{here} was read as {thousands}, because smaller numbers in the column have no “{sign}”. If “{sign}” is the "
        "decimal sign, it is {decimal}.",
        "thousands",
    ),
    "between commas": (
        "thousands-guessed",
        "{here} was read as {thousands}, because commas separate the columns. If “,” is the decimal sign, it is "
        "{decimal}.",
        "thousands",
    ),
    "decimals": (
        "decimal-guessed",
        "{here} was read as {decimal}. If “{other}” is the decimal sign, it is {thousands}.",
        "decimal",
    ),
    "both": (
        "decimal-guessed",
        "{here} was read as {decimal}, although other numbers of that column have a decimal point.",
        "decimal",
    ),
}
"""What may be read in two ways, by its kind: the code, the sentence, and which of the two was taken."""


@dataclass(frozen=True)
class Form:
    """How the numbers of a column are written: `decimal` and `group` are the decimal sign and that between thousands.

    `unit` is what stands before and behind each number, `scale` the power of ten that it means. `mixed` says that some
    cells have no unit, `rest` that these mean the same, `odd` that some have a
    bound, parentheses or a sign elsewhere than before all else.
    `fits` has both decimal signs where the cells decide for none, `evident` says that they do. `gaps` says that some
    cells are no numbers.
    """

    decimal: str = "."
    group: str = ""
    unit: tuple[str, str] = ("", "")
    scale: str = ""
    mixed: bool = False
    rest: bool = True
    odd: bool = False
    fits: tuple[str, ...] = ()
    evident: bool = False
    gaps: bool = False


def cleaned(columns: dict[str, pa.ChunkedArray], reading: Reading) -> Reading:
    """Write the numbers of columns as programs do, in place; returns the reading with what was assumed of them.

    A column of text, most of whose cells are numbers, is read in one style: a decimal sign and one between thousands
    that fit every cell. Where “1,293” may be either, what is chosen as decimal sign decides, then the other columns,
    then whole numbers below a thousand beside it. Percent become fractions, a unit that all cells have is left out.
    A cell that does not fit stays as it is, so that an error can name it.

    >>> columns = {name: pa.chunked_array([each]) for name, each in {"sum": ["1,293", "9"], "p": ["0.5", "1"]}.items()}
    >>> reading = cleaned(columns, Reading("CSV", ","))
    >>> columns["sum"].to_pylist(), len(reading.notes), reading.decimal
    (['1293', '9'], 1, '.')
    """
    told = _Told()
    points, forms = False, {}
    for name, column in columns.items():
        form, point = _form(column, reading.decimal)
        points |= point
        if form is not None:
            forms[name] = form
    known = {form.decimal for form in forms.values() if form.evident} | ({"."} if points else set())
    commas = False
    for name, own in forms.items():
        form = _decided(name, columns[name], own, known, reading, told) if len(own.fits) > 1 else own
        if form is None:
            continue
        if form.decimal == ".," or (form.decimal == "," and (form.evident or len(form.fits) > 1)):
            commas = True
            told_comma = form.decimal == "," and form.evident and reading.delimiter in ("", ",")
            shown = _first(columns[name], ",") if told_comma or form.decimal == ".," else ""
            if shown:
                told.add("comma" if told_comma else "both", name, shown)
        columns[name] = _written(name, columns[name], form, told)
    if reading.delimiter:
        reading = replace(reading, decimal=reading.decimal or ("," if commas else "."))
    notes, guesses = told.all()
    return replace(reading, notes=(*reading.notes, *notes), guesses=(*reading.guesses, *guesses))


class _Told:
    """What was assumed so far: the columns of each assumption with the first cell that shows it."""

    def __init__(self) -> None:
        self.seen: dict[str, list[tuple[str, str]]] = {}
        self.notes: list[str] = []
        self.guesses: list[Guess] = []

    def add(self, kind: str, name: str, shown: str) -> None:
        """One column more of a kind of `NOTES` or `GUESSES`."""
        self.seen.setdefault(kind, []).append((name, shown))

    def all(self) -> tuple[list[str], list[Guess]]:
        """The notes and the guesses, one of a kind."""
        notes, guesses = [], []
        for kind, columns in self.seen.items():
            name, shown = columns[0]
            here = f"{quoted(shown)} in {quoted(name)}"
            if len(columns) > 1:
                here += f", and likewise {listed(each for each, _ in columns[1:])},"
            sign = "," if "," in shown else "."
            other = "." if sign == "," else ","
            words = {
                "here": here,
                "sign": sign,
                "other": other,
                "thousands": shown.replace(sign, ""),
                "decimal": shown.replace(sign, "."),
            }
            if kind in NOTES:
                notes.append(NOTES[kind].format(**words))
            else:
                code, text, taken = GUESSES[kind]
                options = (sign, other) if taken == "decimal" else (other, sign)
                guesses.append(Guess(code, "decimal", text.format(**words), options))
        return [*self.notes, *notes], [*self.guesses, *guesses]


def first_and_spread(column: pa.ChunkedArray) -> pa.Array:
    """The filled cells of the first thousand and of some places below them."""
    parts = [column[:HEAD]]
    if len(column) > HEAD:
        last = len(column) - 10
        parts += [column[HEAD + (last - HEAD) * place // SPREAD :][:10] for place in range(SPREAD)] + [column[last:]]
    chunks = [chunk for part in parts for chunk in part.chunks]
    return pa.concat_arrays(chunks).drop_null() if chunks else pa.array([], pa.string())


def _form(column: pa.ChunkedArray, chosen: str) -> tuple[Form | None, bool]:
    """How the numbers of a column are written, None as programs write them or for none; and whether a point is sure."""
    if not pa.types.is_string(column.type):
        return None, False
    sample = first_and_spread(column)
    if not len(sample):
        return None, False
    plain = pc.match_substring_regex(sample, PLAIN)
    if pc.all(plain).as_py():
        if not pc.any(pc.match_substring(sample, ".")).as_py():
            return None, False
        if pc.any(pc.match_substring_regex(sample, UNMISTAKABLE)).as_py():
            return None, True
    elif 2 * _true(pc.match_substring_regex(sample, r"\pN")) < len(sample):
        return None, False
    return _form_of(sample, chosen), False


def _first(texts: Any, sign: str) -> str:
    """The first text that holds a sign, "" for none."""
    place = pc.index(pc.match_substring(texts, sign), True).as_py()
    return str(texts[place].as_py()) if place >= 0 else ""


def _true(mask: Any) -> int:
    return int(pc.sum(mask).as_py() or 0)


def _signs(texts: pa.Array) -> pa.Array:
    """Texts with the signs of numbers as ASCII has them, and percent behind; one with other numbers, as ½, stays."""
    if pc.any(pc.starts_with(texts, "%")).as_py():
        texts = pc.replace_substring_regex(texts, r"^% ?(\d.*)$", r"\1%")
    if pc.all(pc.string_is_ascii(texts)).as_py():
        return texts
    told = pc.if_else(pc.match_substring_regex(texts, r"[\p{No}\p{Nl}]"), texts, pc.utf8_normalize(texts, "NFKC"))
    for sign, others in SIGNS.items():
        told = pc.replace_substring_regex(told, others, sign)
    return pc.utf8_trim_whitespace(told)


def _form_of(sample: pa.Array, chosen: str) -> Form | None:
    told = _signs(sample)
    if not any(map(LIKE_FORM.match, told[:: 1 + len(told) // LOOKED].to_pylist())):
        return None
    pieces = pc.extract_regex(told, FORM)
    matched = pieces.drop_null()
    if 2 * len(matched) < len(sample) or not len(matched):
        return None
    part = {name: matched.field(place) for place, name in enumerate(re.findall(r"\?P<(\w+)>", FORM))}
    if not pc.all(pc.equal(_filled(part["open"]), _filled(part["close"]))).as_py():
        return None
    bounds, opened = _true(_filled(part["bound"])), _true(_filled(part["open"]))
    if 2 * bounds >= len(matched) or 2 * opened >= len(matched):
        return None
    numbers = part["number"]
    unit, mixed = _unit(part["before"], pc.utf8_trim_whitespace(part["after"]), numbers, part["after"])
    if unit is None:
        return None
    odd = bounds + opened + sum(_true(_filled(part[name])) for name in ("inner", "minus"))
    others = _true(pc.not_equal(told, sample))
    fits = _fits(numbers, chosen) or _either(numbers, chosen)
    if not fits:
        return None
    signed = pc.any(pc.match_substring_regex(numbers, r"[.,]")).as_py()
    (decimal, group), *_ = fits
    marked = _true(pc.match_substring(numbers, group)) if group else 0
    large = marked > 1 or _true(pc.match_substring_regex(numbers, r"^\d{3,}")) > 0
    slips = (0 if any(unit) else max(odd, others), 0 if large else marked)
    if 1 in slips and len(matched) > 20:
        # One cell that is written otherwise than all the rest is a slip, which a person is to see.
        return None
    alike = len(fits) > 1 and signed
    return Form(
        decimal,
        group,
        unit,
        SCALES.get(unit[1], ""),
        mixed,
        odd=bool(odd),
        fits=tuple(each for each, _ in fits) if alike else (decimal,),
        evident=signed and not alike and len(decimal) == 1,
        gaps=len(matched) < len(sample),
    )


def _filled(texts: pa.Array) -> pa.Array:
    return pc.not_equal(texts, "")


def _unit(
    before: pa.Array, after: pa.Array, numbers: pa.Array, spaced: pa.Array
) -> tuple[tuple[str, str] | None, bool]:
    """What stands before and behind all numbers, none where nothing does, None where units differ; and if some lack it.

    A unit in some cells only is none, but for percent.
    """
    units = pc.binary_join_element_wise(before, after, "\n").value_counts().to_pylist()
    most = max((unit["values"] for unit in units), key=lambda unit: len(unit) > 1)
    left, right = most.split("\n")
    kinds = len(units)
    if most == "\n":
        return ("", ""), False
    if right in SCALES and not left:
        rest = [unit for unit in units if unit["values"] not in (most, "\n")]
        marked = sum(unit["counts"] for unit in units if unit["values"] == most)
        few = marked == 1 and len(numbers) > 20
        return (None, False) if rest or few else (("", right), kinds == 2)
    if kinds > 1:
        return None, False
    if (left == "" or _is_currency(left)) and (right == "" or _is_currency(right)):
        return (left, right), False
    distinct = int(pc.count_distinct(numbers).as_py())
    blank = pc.all(pc.starts_with(spaced, " ")).as_py()
    if not left and ((right in UNITS and distinct > 2) or (blank and distinct > 10)):
        return (left, right), False
    return None, False


def _is_currency(unit: str) -> bool:
    return unit in CURRENCIES or bool(re.search(r"[$€£¥₹₽₩₺฿₫₪₴¢]", unit))


def _number(decimal: str, group: str) -> str:
    """The pattern of a number with a decimal sign and one between thousands, also as in India: 12,34,567."""
    d, g = f"[{decimal}]", re.escape(group)
    whole = r"\d+" + (rf"|[1-9]\d{{0,2}}(?:{g}\d{{3}})+" if group else "")
    whole += rf"|[1-9]\d?(?:{g}\d\d)+{g}\d{{3}}" if group == "," else ""
    return rf"(?:(?:{whole})(?:{d}\d*)?|{d}\d+)(?:[eE][+-]?\d+)?"


def _fits(numbers: pa.Array, chosen: str) -> list[tuple[str, str]]:
    """Each decimal sign with a sign between thousands that fit all numbers."""
    marks = [mark for mark in MARKS if pc.any(pc.match_substring(numbers, mark)).as_py()]
    if len(marks) > 1:
        return []
    pairs = [(sign, marks[0] if marks else other) for sign, other in ((".", ","), (",", ".")) if chosen in ("", sign)]
    return [pair for pair in pairs if pc.all(pc.match_substring_regex(numbers, f"^{_number(*pair)}$")).as_py()]


def _either(numbers: pa.Array, chosen: str) -> list[tuple[str, str]]:
    """Points and commas both as decimal signs, where some numbers have the one, some the other and none both."""
    rarer = min(_true(pc.match_substring(numbers, sign)) for sign in ".,")
    alone = chosen or not rarer or (rarer == 1 and len(numbers) > 20)
    fit = not alone and pc.all(pc.match_substring_regex(numbers, f"^{_number('.,', '')}$")).as_py()
    return [(".,", "")] if fit else []


def _numbers(column: pa.ChunkedArray, form: Form) -> pa.Array:
    """The numbers in all cells, without what stands around them."""
    parts = []
    for chunk in column.chunks:
        texts = _signs(chunk)
        if form.odd or any(form.unit):
            numbers = pc.struct_field(pc.extract_regex(texts, FORM), "number")
        else:
            numbers = pc.utf8_ltrim(texts, "+-")
            numbers = numbers.filter(pc.match_substring_regex(numbers, NUMBER))
        parts.append(numbers.drop_null())
    return pa.concat_arrays(parts)


def _decided(
    name: str, column: pa.ChunkedArray, form: Form, known: set[str], reading: Reading, told: _Told
) -> Form | None:
    """The form of a column whose sign may be decimal or stand between thousands, by all its rows and the file."""
    numbers = _numbers(column, form)
    fits = _fits(numbers, reading.decimal)
    if not fits:
        return None
    if len(fits) == 1:
        return replace(form, decimal=fits[0][0], group=fits[0][1], evident=True)
    sign = "," if pc.any(pc.match_substring(numbers, ",")).as_py() else "."
    other = "." if sign == "," else ","
    parted = numbers.filter(pc.match_substring(numbers, sign))
    first = parted[0].as_py()
    whole = numbers.filter(pc.match_substring_regex(numbers, r"^\d+$"))
    long = _true(pc.match_substring_regex(whole, r"^\d{4,}$"))
    beside = _true(pc.match_substring_regex(whole, r"^[1-9]\d\d?$"))
    thousands = replace(form, decimal=other, group=sign)
    decimals = replace(form, decimal=sign, group=other)
    kind = "decimals"
    if len(known) == 1 and not long:
        if sign in known:
            return decimals
        kind = "other columns"
    elif beside and not long:
        sure = sign == "," and beside > 1 and len(parted) > 1 and not known
        kind = "beside" if sure else "points beside"
    elif reading.delimiter == sign and not long:
        kind = "between commas"
    told.add(kind, name, first)
    return decimals if kind == "decimals" else thousands


def _written(name: str, column: pa.ChunkedArray, form: Form, told: _Told) -> pa.ChunkedArray:
    """A column with its numbers as programs write them."""
    if form.mixed:
        form = _of_some_percent(name, column, form, told)
    parts, marked, bounds = [], "", 0
    for chunk in column.chunks:
        texts = _signs(chunk)
        numbers, fit, bound = _pieces(texts, form) if form.odd else _alone(texts, form)
        bounds += bound
        if form.group:
            marked = marked or _first(numbers.filter(fit), form.group)
            numbers = pc.replace_substring(numbers, form.group, "")
        if form.decimal != ".":
            numbers = pc.replace_substring(numbers, ",", ".")
        if form.scale:
            numbers = _scaled(numbers, fit, form, pc.match_substring(texts, form.unit[1]))
        parts.append(pc.if_else(fit, numbers, chunk))
    found = pa.chunked_array(parts, pa.string())
    if form.gaps:
        found = _without_gaps(name, found, told)
    if marked and len(form.fits) == 1:
        told.add("marks", name, marked)
    if form.scale and not form.mixed:
        told.notes.append(
            f"{quoted(name)} has the suffix “{form.unit[1]}”: 1{form.unit[1]} was read as {_part(form.scale)}."
        )
    elif any(form.unit) and not form.scale:
        told.notes.append(f"The unit of {quoted(name)}, {quoted(' '.join(filter(None, form.unit)))}, was left out.")
    if bounds:
        told.notes.append(
            f"{quoted(name)} has {counted(bounds, 'bound')} such as “<0.001”, each read as the number itself."
        )
    return found


def _part(scale: str) -> str:
    return f"{float('1' + scale):g}"


def _alone(texts: pa.Array, form: Form) -> tuple[pa.Array, pa.Array, int]:
    """The number in each cell without its unit, whether the cell is written in this form, and no bounds."""
    before, after = map(re.escape, form.unit)
    number = f"[+-]?{_number(form.decimal, form.group)}"
    if not any(form.unit):
        return texts, pc.match_substring_regex(texts, f"^{number}$"), 0
    pattern = f"^[+-]?{before} ?{number} ?(?:{after}){'?' if form.mixed else ''}$"
    numbers = texts
    for unit in filter(None, form.unit):
        numbers = pc.replace_substring(numbers, unit, "", max_replacements=1)
    return pc.utf8_trim_whitespace(numbers), pc.match_substring_regex(texts, pattern), 0


def _pieces(texts: pa.Array, form: Form) -> tuple[pa.Array, pa.Array, int]:
    """The number in each cell with its sign, whether the cell is written in this form, and how many are bounds."""
    pieces = pc.extract_regex(texts, FORM)
    part = {name: pc.struct_field(pieces, name) for name in re.findall(r"\?P<(\w+)>", FORM)}
    after = pc.utf8_trim_whitespace(part["after"])
    fit = pc.fill_null(pc.match_substring_regex(part["number"], f"^{_number(form.decimal, form.group)}$"), False)
    same = pc.and_(pc.equal(part["before"], form.unit[0]), pc.equal(after, form.unit[1]))
    if form.mixed:
        same = pc.or_(same, pc.and_(pc.equal(part["before"], ""), pc.equal(after, "")))
    if form.scale:
        fit = pc.and_(fit, pc.invert(pc.match_substring_regex(part["number"], "[eE]")))
    fit = pc.and_(pc.and_(fit, same), pc.equal(_filled(part["open"]), _filled(part["close"])))
    minus = pc.or_(pc.equal(part["sign"], "-"), pc.or_(pc.equal(part["inner"], "-"), pc.equal(part["minus"], "-")))
    minus = pc.or_(minus, _filled(part["open"]))
    numbers = pc.binary_join_element_wise(pc.if_else(minus, "-", ""), part["number"], "")
    return numbers, pc.fill_null(fit, False), _true(pc.and_(fit, _filled(part["bound"])))


def _scaled(numbers: pa.Array, fit: pa.Array, form: Form, marked: pa.Array) -> pa.Array:
    """Numbers of a percent sign as fractions, each the double nearest to its digits; those without one if all are."""
    shifted = pc.binary_join_element_wise(numbers, form.scale, "")
    own = pc.cast(pc.cast(pc.if_else(fit, shifted, None), pa.float64()), pa.string())
    return own if form.rest else pc.if_else(marked, own, numbers)


def _of_some_percent(name: str, column: pa.ChunkedArray, form: Form, told: _Told) -> Form:
    """The form of a column of which some cells have a percent sign: those without are percent where any is above 1."""
    numbers = []
    for chunk in column.chunks:
        texts = _signs(chunk)
        own, fit, _ = _pieces(texts, form) if form.odd else _alone(texts, form)
        own = pc.if_else(pc.and_(fit, pc.invert(pc.match_substring(texts, form.unit[1]))), own, None)
        own = pc.replace_substring(own, form.group, "") if form.group else own
        numbers.append(pc.replace_substring(own, ",", "."))
    plain = pc.cast(pa.chunked_array(numbers, pa.string()), pa.float64())
    are_percent = (pc.max(plain).as_py() or 0.0) > 1
    what = "percent too, because some are above 1" if are_percent else "fractions, because none is above 1"
    told.guesses.append(
        Guess(
            "percent-guessed",
            "score",
            f"Some cells of {quoted(name)} have a percent sign and some have none. Those without were read as {what}.",
        )
    )
    return replace(form, rest=are_percent)


def _without_gaps(name: str, column: pa.ChunkedArray, told: _Told) -> pa.ChunkedArray:
    """A column of numbers without the words that stand for none."""
    lower = pc.utf8_lower(column)
    words = NOTHING if pc.count_distinct(column).as_py() <= FEW else tuple(UNKNOWN)
    gap = pc.is_in(lower, pa.array(words))
    number = _true(gap)
    if not number:
        return column
    shown = listed(column.filter(gap).unique().to_pylist())
    was = "was" if number == 1 else "were"
    told.notes.append(f"{counted(number, 'cell')} of {quoted(name)} with {shown} {was} read as empty.")
    return pc.if_else(gap, None, column)
