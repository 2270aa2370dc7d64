"""What comes out of a command: bytes on stdout, a table as CSV, a figure as a file."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import plotly.graph_objects as go

from ddcore.answers.base.answer import Answer, Figure, plain_text
from ddcore.answers.base.table_files import column_titles
from ddcore.command.safe import line, paragraphs
from ddcore.errors import InputError
from ddcore.figures.theme import CONFIG
from ddcore.formats import parse_count
from ddcore.read.words import listed, quoted
from ddcore.report.pictures import painter
from ddcore.workers.progress import told_to

PICTURES = (".svg", ".png")
PAGE = ".html"

WIDTH = 900
"""Pixels a picture is wide, where its figure does not say."""


def put(content: bytes) -> None:
    """Bytes on stdout, after what was printed; nothing where it is closed."""
    if sys.stdout is None:
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def check(wanted: Mapping[str, Any], files: Sequence[str]) -> None:
    """Raises `InputError` for what does not go together, before anything is read."""
    several = [name for name in ("json", "csv", "table") if wanted[name]]
    if len(several) > 1:
        raise InputError(f"--{several[0]} and --{several[1]} do not go together")
    if wanted["rows"] is not None:
        parse_count("rows", wanted["rows"])
        if not wanted["json"]:
            raise InputError("--rows goes with --json")
    figure = wanted["figure"]
    if figure is None:
        if wanted["figure_name"]:
            raise InputError("--figure-name goes with --figure")
        return
    path = Path(figure)
    if path.suffix.lower() not in (*PICTURES, PAGE):
        raise InputError(f"figure must end in .svg, .png or .html, got {quoted(figure)}")
    if len(files) > 1:
        raise InputError("--figure draws the answer for one file; give one")
    if not path.parent.is_dir():
        raise InputError(f"figure must be in a folder that exists, got {quoted(figure)}")


def put_csv(answers: Sequence[tuple[str, Answer]], name: str) -> None:
    """A table of the answers as CSV; of several files the first column says which."""
    tables = []
    for file, answer in answers:
        rows = chosen("table", answer.tables, name).of_file()
        rows = rows.set_axis(column_titles(map(str, rows.columns)), axis=1)
        if len(answers) > 1:
            rows.insert(0, "File", file.encode(errors="replace").decode())
        tables.append(rows)
    text = pd.concat(tables).to_csv(index=False)
    put((paragraphs(text) if sys.stdout and sys.stdout.isatty() else text).encode())


def chosen(kind: str, offered: Mapping[str, Any], name: str | None) -> Any:
    """The part of an answer of this name, the first one unless given; raises `InputError` where there is none."""
    if not offered:
        raise InputError(f"this answer has no {kind}")
    if name is not None and name not in offered:
        raise InputError(f"there is no {kind} {quoted(name)}; choose one of {listed(list(offered))}")
    return offered[next(iter(offered)) if name is None else name]


def write_figure(answer: Answer, file: str, name: str | None) -> None:
    """A figure of the answer as a file, in the format that its ending says."""
    figure: Figure = chosen("figure", answer.figures, name)
    drawn = figure.draw()
    kind = Path(file).suffix.lower()
    content = page(figure, drawn) if kind == PAGE else picture(drawn, kind)
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error.strerror})") from None


def page(figure: Figure, drawn: go.Figure) -> bytes:
    """A page that loads nothing: the figure with its title, its words and the script that draws it."""
    chart = drawn.to_html(full_html=False, include_plotlyjs=True, config=CONFIG)
    title, remark = (escape(plain_text(text)) for text in (figure.title, figure.remark))
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title></head>\n'
        f'<body><h1>{title}</h1>\n<div role="img" aria-label="{escape(figure.words)}">{chart}</div>\n<p>{remark}</p>\n'
        f"</body>\n</html>\n"
    ).encode()


def picture(drawn: go.Figure, kind: str) -> bytes:
    """The figure as SVG or PNG; raises `InputError` that says what to install where something is not there."""
    ending: Literal["svg", "png"] = "svg" if kind == ".svg" else "png"
    return painter.draw({"figure": drawn.to_json()}, ending, drawn.layout.width or WIDTH)["figure"]


CLEARED = "\r\x1b[K"


@contextmanager
def progress_line() -> Iterator[None]:
    """What this block tells goes to stderr where that is a terminal, and nowhere else."""
    if not sys.stderr.isatty():
        yield
        return

    def told(share: float, doing: str) -> None:
        print(f"{CLEARED}{share:4.0%} {line(doing)}", end="", file=sys.stderr, flush=True)

    with told_to(told):
        try:
            yield
        finally:
            print(CLEARED, end="", file=sys.stderr, flush=True)
