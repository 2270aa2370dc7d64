"""The folder of data that whoever runs the program names, for files too large to upload: its tables, and nothing else.

None by default. The environment variable `DDCORE_DATA` names it.
"""

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ddcore.engines.duck import files_of, kind_by_name
from ddcore.errors import InputError
from ddcore.read.words import quoted

VARIABLE = "DDCORE_DATA"
"""The environment variable that names the folder."""

LISTED = 1_000
"""Tables that are listed, the first ones by name."""

VISITED = 100_000
"""Files and folders that are visited for it."""

DONE = "_SUCCESS"
"""A file that Spark writes into a folder whose files are one table."""


@dataclass(frozen=True)
class Entry:
    """A table of the folder: its name there, its bytes, the seconds since 1970 of its last change, its files."""

    name: str
    size: int
    modified: float
    files: int = 1


def folder() -> Path | None:
    """The real path of the folder of data, None if there is none."""
    named = os.environ.get(VARIABLE, "")
    if not named:
        return None
    path = Path(named).resolve()
    if not path.is_dir():
        logging.getLogger(__name__).error("%s must name a folder, got %s", VARIABLE, named)
        return None
    return path


def listed() -> tuple[Entry, ...]:
    """The tables of the folder of data in the order of their names, at most `LISTED`.

    A table is a file whose name ends as one of CSV, Parquet, Arrow or JSON lines, or a folder of partitions, whose
    folders are named such as `year=2024`. Names that start with a dot or an underscore are left out, and so are links
    to folders, links that lead out of the folder, and what is no file.

    >>> listed() if folder() is None else ()
    ()
    """
    top = folder()
    if top is None:
        return ()
    entries: list[Entry] = []
    visits = iter(range(VISITED))
    for name in _names(top, "", visits):
        entry = _entry(top, name)
        if entry is not None:
            entries.append(entry)
        if len(entries) == LISTED:
            break
    return tuple(entries)


def opened(name: str) -> Path:
    """The real path of a table that is `listed`, a file or a folder; whoever opens it names it to `duck.connection`.

    Raises `InputError` for any other name, in the same words whether or not there is such a file elsewhere.

    >>> opened("../other.csv")
    Traceback (most recent call last):
    ddcore.errors.InputError: “../other.csv” is not in the folder of data; choose one of its tables
    """
    top = folder()
    if top is not None and _is_plain(name):
        parents = PurePosixPath(name).parents
        outer = [top / parent for parent in parents if parent.name]
        if not any(path.is_symlink() or _is_table(path) for path in outer) and _entry(top, name) is not None:
            return (top / name).resolve()
    raise InputError(f"{quoted(name)} is not in the folder of data; choose one of its tables")


def _is_plain(name: str) -> bool:
    """Whether a name is a path below a folder, spelled in the one way, without hidden parts."""
    parts = PurePosixPath(name).parts
    return bool(parts) and "\0" not in name and "/".join(parts) == name and not any(map(_is_hidden, parts))


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "_", "/"))


def _is_table(path: Path) -> bool:
    """Whether the files of a folder are one table."""
    try:
        with os.scandir(path) as inside:
            return any(each.name == DONE or ("=" in each.name and each.is_dir()) for each in inside)
    except OSError:
        return False


def _names(top: Path, below: str, visits: Iterator[int]) -> Iterator[str]:
    """The names of files and of folders that are tables, in order."""
    try:
        with os.scandir(top / below) as inside:
            found = sorted(inside, key=lambda each: each.name)
    except OSError:
        return
    for each in found:
        if next(visits, None) is None:
            return
        if _is_hidden(each.name):
            continue
        name = f"{below}/{each.name}" if below else each.name
        if each.is_dir(follow_symlinks=False) and not _is_table(Path(each.path)):
            yield from _names(top, name, visits)
        else:
            yield name


def _entry(top: Path, name: str) -> Entry | None:
    """What stands at a name below the folder, None if it is no table."""
    path = top / name
    try:
        real = path.resolve()
        if not real.is_relative_to(top):
            return None
        if real.is_file():
            state = real.stat()
            return Entry(name, state.st_size, state.st_mtime) if kind_by_name(name) else None
        if not real.is_dir() or path.is_symlink() or not _is_table(path):
            return None
        states = [each.stat() for each in files_of(path).paths]
    except (InputError, OSError, ValueError):
        return None
    return Entry(name, sum(each.st_size for each in states), max(each.st_mtime for each in states), len(states))
