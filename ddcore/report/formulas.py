"""Formulas of LaTeX as MathML, as those of Typst, and as a line of letters.

latex2mathml reads LaTeX; Typst reads no MathML, so that the tree is written for it here.
"""

import xml.etree.ElementTree as ET
from functools import cache

from latex2mathml.converter import convert

_SPACE = "{http://www.w3.org/1998/Math/MathML}"


def mathml(latex: str, alone: bool = False) -> str:
    """A formula as browsers draw it; one that stands alone has a line of its own."""
    return convert(_known(latex), display="block" if alone else "inline")


def _known(latex: str) -> str:
    """The formula in commands that latex2mathml has."""
    return latex.replace(r"\arg", r"\mathrm{arg}\,")


@cache
def typst(latex: str) -> str:
    r"""A formula as Typst draws it, between its dollars.

    >>> print(typst(r"\frac{P \cdot n}{M}"))
    frac(italic("P") class("binary", "·") italic("n"), italic("M"))
    """
    return _typst(_tree(latex))


@cache
def linear(latex: str) -> str:
    r"""A formula as a line of letters, for those who hear it and for formats that draw none.

    >>> linear(r"\frac{\pi_1 s}{\pi_0 + \pi_1 s}")
    '(π_1 s)/(π_0 + π_1 s)'
    """
    return " ".join(_linear(_tree(latex)).split())


def _tree(latex: str) -> ET.Element:
    # A library made it of a text of ours: it comes from no file.
    tree = ET.fromstring(convert(_known(latex)))
    for row in [tree, *tree.iter(f"{_SPACE}mrow")]:
        if len(row) > 1 and all(_kind(node) == "mi" and node.get("mathvariant") == "normal" for node in row):
            # A word in upright letters, which are no factors.
            word = ET.Element(f"{_SPACE}mtext")
            word.text = "".join(map(_text, row))
            row[:] = [word]
    return tree


def _kind(node: ET.Element) -> str:
    return node.tag.removeprefix(_SPACE)


def _text(node: ET.Element) -> str:
    return (node.text or "").strip(" ") if _kind(node) != "mtext" else (node.text or "")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _typst(node: ET.Element) -> str:
    kind, parts = _kind(node), [_typst(child) for child in node]
    if kind == "mi":
        name = _text(node)
        return f"italic({_quoted(name)})" if len(name) == 1 and node.get("mathvariant") != "normal" else _quoted(name)
    if kind == "mn":
        return _quoted(_text(node))
    if kind == "mo":
        return f"class({_quoted(_class(_text(node)))}, {_quoted(_text(node))})"
    if kind in ("mtext", "ms"):
        return _quoted(_text(node).replace("\u00a0", " "))
    if kind == "mspace":
        return "#h(0.17em)"
    if kind == "mfrac":
        if node.get("linethickness") == "0":
            return f"vec(delim: #none, gap: #0.3em, {', '.join(parts)})"
        return f"frac({', '.join(parts)})"
    if kind == "msqrt":
        return f"sqrt({' '.join(parts)})"
    attached = {"msub": "b", "msup": "t", "msubsup": "b t", "munder": "b", "mover": "t", "munderover": "b t"}
    if kind in attached:
        ends = "".join(f", {end}: {part}" for end, part in zip(attached[kind].split(), parts[1:], strict=True))
        return f"attach({parts[0]}{ends})"
    return " ".join(parts)


def _class(sign: str) -> str:
    if sign in "([{⌊⌈":
        return "opening"
    if sign in ")]}⌋⌉":
        return "closing"
    if sign in "=≤≥<>∣|≈∈→":
        return "relation"
    if sign in "+−·×∓±-":
        return "binary"
    return "large" if sign in "∑∏∫" else "punctuation" if sign in ",;" else "normal"


def _linear(node: ET.Element) -> str:
    kind, parts = _kind(node), [_linear(child) for child in node]
    if kind == "mo":
        sign = _text(node)
        return f" {sign} " if _class(sign) in ("relation", "binary") else sign
    if kind in ("mi", "mn", "mtext", "ms"):
        return _text(node)
    if kind == "mspace":
        return " "
    if kind == "mfrac":
        between = " over " if node.get("linethickness") == "0" else "/"
        return between.join(_apart(part) for part in parts)
    if kind == "msqrt":
        return f"√({' '.join(parts)})"
    marks = {"msub": "_", "msup": "^", "msubsup": "_^", "munder": "_", "mover": "^", "munderover": "_^"}
    if kind in marks:
        return parts[0] + "".join(f"{mark}{_apart(part)}" for mark, part in zip(marks[kind], parts[1:], strict=True))
    return _joined(parts)


def _joined(parts: list[str]) -> str:
    """Parts beside each other, with a blank where they would be read as one."""
    text = ""
    for part in parts:
        text += " " if text and text[-1].isalnum() and part[:1].isalnum() else ""
        text += part
    return text


def _apart(part: str) -> str:
    return part if len(part.strip()) <= 1 or part.isalnum() else f"({part.strip()})"
