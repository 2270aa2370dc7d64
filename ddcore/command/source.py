"""What an answer is about, as options of a command: files, a sample, classes or counts, and what is said of them."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import Parameter as Argument
from inspect import Signature
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from ddcore.answers.base.needs import NO_DATA
from ddcore.command.piped import STDIN, shown
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import parse_count
from ddcore.front import classes, counts, read, read_table, sample
from ddcore.read.limits import BYTES
from ddcore.read.roles import SAID, Kind, described
from ddcore.samples.offered import OF_OWN

CELLS = ("tp", "fp", "fn", "tn")

OWN, DATA_PLACE, OUTPUT_PLACE = range(3)
"""Where groups of options stand in a help: those of the command itself, those of its data, and its output."""

DATA = Group.create_ordered("Data", help="Give one: files, a sample, M and P, or the four counts.", sort_key=DATA_PLACE)
COLUMNS = Group.create_ordered("What a file contains", show=False, sort_key=DATA_PLACE)
DRAWN = Group.create_ordered("How a sample is drawn", show=False, sort_key=DATA_PLACE)
"""Options that stand in a help of their own."""

HELP = {
    "sample": "A sample that comes with the program, by name, such as two_class_example. A wrong name lists all of "
    "them.",
    "size": "The number of cases, for a simulated sample.",
    "seed": "The random seed of a simulated sample.",
    "law1": "The score distribution of positives in own_law or own_pair, such as normal(1.5,1) or "
    "0.5*normal(0,1);0.5*normal(2,1).",
    "law0": "The score distribution of negatives there.",
    "law_share": "The share of positives there.",
    "book": "Share who default, separation and noise of the sample applicants, such as 0.3,1.7,0.05.",
    "M": "The number of cases; with --P.",
    "P": "The number of positive cases; with --M.",
    "tp": "True positives; with the other three.",
    "fp": "False positives.",
    "fn": "False negatives.",
    "tn": "True negatives.",
    "select": described("select"),
}
"""Which data."""

OF_DRAWN = ("size", "seed", *OF_OWN)
"""Those of them that say how a sample is drawn."""

HELP_DATA = "help_data"
FIRST = ("truth", "score", "positive", "threshold", "group", "missing", "strict")
"""Options of a file that are named where the others are counted."""

FILES = (
    "Files of predictions, folders, or addresses of tables such as duckdb://file.db?table=name; "
    '"-" reads what is piped in.'
)
PART = (
    "The number of cases of a larger table that are read one by one, drawn at random, by default 100,000; with 0 none."
)
TOGETHER = 'The files form one table, in which the column "file" names the file of each row.'

OF_FILE = {role: kind for role, kind in SAID.items() if role != "select"}
"""What is said of a file, by role, with its kind."""

BEFORE: Mapping[str, str] = {"column": "Column: ", "columns": "Column: "}
AFTER: Mapping[str, str] = {
    "columns": " May be repeated.",
    "models": " May be repeated.",
    "numbers": " NAME=VALUE sets that of one model. May be repeated.",
    "new names": " Written as OLD=NEW. May be repeated.",
}
"""How roles are written as options, by their kind: what stands before and after their description."""


def option(
    name: str, help: str, *, kind: Any = str, group: Group | None = None, names: Sequence[str] = (), **said: Any
) -> Argument:
    """An option that is None, or false, unless it is given; `names` are its names, --name unless given."""
    flags = tuple(names) or (f"--{name.replace('_', '-')}",)
    described = Parameter(name=flags, help=help, group=group, **said)
    hint, default = (bool, False) if kind is bool else (kind | None, None)
    return Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[hint, described])


def signed(function: Callable[..., Any], name: str, arguments: Sequence[Argument]) -> Callable[..., Any]:
    """A function of any options as one of these; what is not given does not reach it."""

    def called(*files: Any, **given: Any) -> Any:
        if given.pop(HELP_DATA, False):
            return help_data()
        return function(*shown(files), **{key: shown(value) for key, value in given.items()})

    # cyclopts looks for it; no type has it.
    called.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    # The signature has the types; these would come before it.
    called.__annotations__ = {}
    called.__name__ = name
    return called


def arguments() -> list[Argument]:
    """The files and all that is said of data."""
    files = Parameter(name="files", help=FILES, group=DATA)
    return [
        Argument("files", Argument.VAR_POSITIONAL, annotation=Annotated[str, files]),
        option("together", TOGETHER, kind=bool, group=DATA),
        option("part", PART, group=DATA),
        *(
            option(name, help, group=DRAWN if name in OF_DRAWN else DATA, names=_both_cases(name))
            for name, help in HELP.items()
        ),
        *_of_file_options(COLUMNS),
        option(HELP_DATA, _folded(), kind=bool, group=DATA),
    ]


def _of_file_options(group: Group) -> list[Argument]:
    return [option(role, _help(role, kind), kind=_type(kind), group=group) for role, kind in OF_FILE.items()]


def _folded() -> str:
    """How many options there are of a file, and the first of them."""
    named = ", ".join(f"--{role}" for role in FIRST)
    return f"Show the {len(OF_FILE)} options of a file: {named} and {len(OF_FILE) - len(FIRST)} more."


def help_data() -> None:
    """Print the options of a file and of a sample that is drawn, which all commands have."""
    columns, drawn = (
        Group.create_ordered(group.name, help=text)
        for group, text in ((COLUMNS, "All of these are found automatically if they are not given."), (DRAWN, ""))
    )
    shown = [*_of_file_options(columns), *(option(name, HELP[name], group=drawn) for name in OF_DRAWN)]
    app = App(
        name="ddcore",
        usage="Usage: ddcore QUESTION FILES [OPTIONS]",
        help="Options for the data, with any question, a gate and a report.",
        help_format="plaintext",
        default_parameter=Parameter(negative=(), show_default=False),
        help_flags=(),
        version_flags=(),
    )
    app.default(signed(lambda *files, **given: None, "ddcore", shown))
    app.help_print([])


def _type(kind: Kind) -> Any:
    return bool if kind.what == "flag" else list[str] if kind.what in AFTER else str


def _help(role: str, kind: Kind) -> str:
    text, before = described(role), BEFORE.get(kind.what, "")
    return f"{before}{text[0].lower() if before else text[0]}{text[1:]}{AFTER.get(kind.what, '')}"


def _both_cases(name: str) -> tuple[str, ...]:
    """The names of a count, as options are written and as links have them."""
    return (f"--{name}", f"--{name.upper()}") if name in CELLS else ()


def sources(files: Sequence[str], given: Mapping[str, Any], *, needed: bool = True) -> Iterator[tuple[str, Data]]:
    """Each file by its name with its data; what is no file has no name. Raises `InputError` for what is not there.

    Data that are not `needed` may be missing.
    """
    of_file = {name: given[name] for name in OF_FILE if name in given}
    said = {name: given[name] for name in HELP if name in given}
    if not needed and not files and not said and not of_file:
        yield "", NO_DATA
        return
    select = said.pop("select", None)
    _of_one_kind(files, said)
    if files:
        if files.count(STDIN) > 1:
            raise InputError("what is piped in can be read once only")
        if given.get("together") and len(files) > 1:
            if STDIN in files:
                raise InputError("what is piped in cannot be read together with files; save it as one")
            yield " and ".join(files), read(list(files), select=select, **_roles(of_file))
            return
        part = parse_count("part", given["part"]) if "part" in given else None
        for file in files:
            data = _of_file(file, select, _roles(of_file), part)
            yield _shown(file, data), data
    elif "sample" in said:
        numbers: dict[str, Any] = {
            name: parse_count(name, said[name], least) for name, least in (("size", 1), ("seed", 0)) if name in said
        }
        numbers |= {name: said[name] for name in OF_OWN if name in said}
        yield "", sample(said["sample"], select=select, **numbers, **_roles(of_file))
    else:
        yield "", _typed(said, select, of_file)


def _shown(file: str, data: Data) -> str:
    """A file as it was typed, and the address of a table without its password."""
    origin = data.origin
    return str(origin.given["source"]) if origin is not None and origin.function == "read_table" else file


def _of_one_kind(files: Sequence[str], said: Mapping[str, str]) -> None:
    """Raises `InputError` unless data are given in one way, and wholly."""
    needed = {"sample": ("sample",), "M": ("M", "P"), "tp": CELLS}
    kinds = {kind: names for kind, names in needed.items() if any(name in said for name in names)}
    if len(kinds) + bool(files) != 1:
        told = "none" if not kinds and not files else "more than one way"
        raise InputError(f"give files, --sample NAME, --M and --P, or --tp --fp --fn --tn; got {told}")
    for names in kinds.values():
        lacking = next((name for name in names if name not in said), None)
        if lacking is not None:
            raise InputError(f"{', '.join(f'--{name}' for name in names)} go together; --{lacking} is not given")
    drawn = [name for name in OF_DRAWN if name in said]
    if drawn and "sample" not in kinds:
        raise InputError(f"--{drawn[0].replace('_', '-')} goes with --sample")


def _typed(said: Mapping[str, str], select: str | None, of_file: Mapping[str, Any]) -> Data:
    """Classes or counts."""
    more = ["select"] if select is not None else [name for name in of_file if name != "positive"]
    if more:
        raise InputError(f"--{more[0].replace('_', '-')} goes with a file, not with numbers")
    if "M" in said:
        return classes(said["M"], said["P"], **of_file)
    return counts(**{name: said[name] for name in CELLS}, **of_file)


def _of_file(file: str, select: str | None, roles: Mapping[str, Any], part: int | None) -> Data:
    if part is not None:
        return read_table(file, part=part, select=select, **roles)
    if file == STDIN:
        if sys.stdin is None:
            raise InputError("nothing is piped in")
        return read(sys.stdin.buffer.read(BYTES + 1), name="what is piped in", select=select, **roles)
    return read(file, select=select, **roles)


def _roles(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a file, as `ddcore.read` takes it."""
    roles = dict(given)
    if len(roles.get("truth", ())) == 1:
        roles["truth"] = roles["truth"][0]
    for role, value in given.items():
        kind = OF_FILE[role].what
        if kind == "numbers":
            roles[role] = _thresholds(value)
        elif kind == "number":
            roles[role] = _as_number(value)
        elif kind == "whole number":
            roles[role] = parse_count(role, value)
    if "names" in roles:
        pairs = [name.partition("=")[::2] for name in roles["names"]]
        if not all(all(pair) for pair in pairs):
            raise InputError("names must be written as OLD=NEW")
        roles["names"] = dict(pairs)
    return roles


def _thresholds(given: Sequence[str]) -> Any:
    """One threshold for all models, or those of models by their names."""
    pairs = [(text.rpartition("=")[0], _as_number(text.rpartition("=")[2])) for text in given]
    names = [name for name, _ in pairs]
    if len(pairs) == 1 and not names[0]:
        return pairs[0][1]
    if not all(names) or len(set(names)) < len(names):
        raise InputError("threshold must be given once, or once for a model as NAME=VALUE")
    return dict(pairs)


def _as_number(text: str) -> float | str:
    """A number, or the text where it is none, which the reader tells of."""
    with suppress(ValueError):
        return float(text)
    return text
