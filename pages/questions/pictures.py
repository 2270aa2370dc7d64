"""The small picture of each question, out of `pictures.svg`, in the colours of a theme."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from ddcore.figures.theme import Theme

SVG = "http://www.w3.org/2000/svg"
STYLE = """
* {{ fill: none; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }}
.a {{ stroke: {accent}; }} .g {{ stroke: {muted}; stroke-width: 1.8; }}
.d {{ stroke: {muted}; stroke-width: 2; stroke-dasharray: 4 5; }}
.A {{ fill: {accent}; }} .G {{ fill: {muted}; fill-opacity: 0.6; }} .B {{ fill: {accent}; fill-opacity: 0.25; }}
"""


@cache
def _drawings() -> dict[str, str]:
    ElementTree.register_namespace("", SVG)
    drawn = ElementTree.parse(Path(__file__).with_suffix(".svg")).getroot()
    return {part.attrib["id"]: ElementTree.tostring(part, encoding="unicode") for part in drawn}


def picture(name: str, theme: Theme) -> str:
    """The picture of a question as SVG; empty axes for one that has none yet.

    >>> from ddcore.figures.theme import LIGHT
    >>> picture("curves", LIGHT).startswith("<svg")
    True
    """
    axes = '<path class="g" d="M8 4V48H90"/>'
    style = STYLE.format(accent=theme.accent, muted=theme.muted)
    return f'<svg xmlns="{SVG}" viewBox="0 0 96 56"><style>{style}</style>{_drawings().get(name, axes)}</svg>'
