"""Markdown of answers as blocks of runs, for every format; texts may hold names out of a file, which stay letters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from ddcore.formats import unbroken

# No HTML, no link and no picture is made of a text.
_PLAIN = MarkdownIt("commonmark", {"html": False}).disable(["link", "image", "autolink"]).enable("table")
_WITH_FORMULAS = (
    MarkdownIt("commonmark", {"html": False})
    .disable(["link", "image", "autolink"])
    .enable("table")
    .use(dollarmath_plugin, allow_space=False, double_inline=True)
)
_JOINER = "\u2060"


@dataclass(frozen=True)
class Run:
    """A text in one style; that of `math` is a formula as LaTeX."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    math: bool = False


@dataclass(frozen=True)
class Block:
    """A paragraph, an entry of a list, lines of code, a formula that stands alone, or a table.

    `level` is the number of lists that an entry is in. `rows` are the rows of a table, each a list of cells; the first
    has its heads.
    """

    kind: Literal["paragraph", "item", "code", "math", "table"]
    runs: Sequence[Run] = ()
    level: int = 0
    rows: Sequence[Sequence[Sequence[Run]]] = ()

    @property
    def text(self) -> str:
        """Its letters without their styles."""
        return "".join(run.text for run in self.runs)


def blocks(markdown: str, formulas: bool = False) -> list[Block]:
    """The blocks of a text; with `formulas` what stands between dollars is a formula.

    >>> [block.runs for block in blocks("**Yes**, it\\nis.")]
    [[Run(text='Yes', bold=True, italic=False, code=False, math=False), Run(text=', it is.', bold=False, ...)]]
    """
    parser = _WITH_FORMULAS if formulas else _PLAIN
    return list(_blocks(parser.parse(unbroken(markdown))))


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    level, opens = 0, False
    rows: list[list[list[Run]]] | None = None
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            level += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            level -= 1
        elif token.type == "list_item_open":
            opens = True
        elif token.type == "table_open":
            rows = []
        elif token.type == "tr_open" and rows is not None:
            rows.append([])
        elif token.type == "table_close" and rows is not None:
            yield Block("table", rows=rows)
            rows = None
        elif token.type == "inline" and rows is not None:
            rows[-1].append(list(_runs(token.children or ())))
        elif token.type in ("fence", "code_block"):
            yield Block("code", [Run(token.content.rstrip("\n"), code=True)], level)
        elif token.type == "math_block":
            yield Block("math", [Run(token.content.strip(), math=True)], level)
        elif token.type == "inline":
            yield Block("item" if opens else "paragraph", list(_runs(token.children or ())), level)
            opens = False


def _runs(tokens: Sequence[Token]) -> Iterator[Run]:
    """Neighbours of one style are one run."""
    bold = italic = 0
    last: Run | None = None
    for token in tokens:
        bold += {"strong_open": 1, "strong_close": -1}.get(token.type, 0)
        italic += {"em_open": 1, "em_close": -1}.get(token.type, 0)
        text = " " if token.type in ("softbreak", "hardbreak") else token.content.replace(_JOINER, "")
        if not text:
            continue
        math = token.type.startswith("math_inline")
        run = Run(text, bool(bold), bool(italic), token.type == "code_inline", math)
        same = last is not None and not (math or last.math) and _style(last) == _style(run)
        if last is not None and not same:
            yield last
        last = Run(last.text + text, *_style(run)) if last is not None and same else run
    if last is not None:
        yield last


def _style(run: Run) -> tuple[bool, bool, bool]:
    return run.bold, run.italic, run.code
