"""One look for every figure: colours, symbols, dashes and type.

Whatever comes from a file is shown letter by letter: `plain` takes the markup out of a name. Colours stand on the
figure itself, in its template, so that it looks the same on the page, in a report and as a file.
"""

import html
import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import plotly.graph_objects as go

from ddcore.measures import Measure

FONT = '"Source Sans", sans-serif'
SIZE = 13

LEGEND_COLUMN = 118
"""Pixels for the words of an entry in a legend: two columns fit on a phone."""

RIGHT = 34
"""Pixels right of a chart: the last label of its axis and the buttons that save it stand there."""

SYMBOLS: tuple[str, ...] = (
    "circle", "square", "diamond", "triangle-up", "triangle-down",
    "pentagon", "star", "hexagon", "triangle-right", "triangle-left",
)  # fmt: skip
"""A symbol a model, so that colour is never the only difference."""

DASHES: tuple[str, ...] = ("solid", "dash", "dashdot", "longdash", "dot")
"""A dash a line, for the same reason."""

CONFIG: dict[str, Any] = {
    "responsive": True,
    "displayModeBar": True,
    "displayNotifier": False,
    "modeBarButtonsToRemove": ["zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "autoScale2d", "resetScale2d"],
}
"""How a page shows a figure: as wide as its column, with buttons that save it beside its upper right corner."""


@dataclass(frozen=True)
class Theme:
    """Colours of one look. `chance` marks what needs no skill, `joint` ties it to a score, `user` what was set.

    `tallest` is how many pixels high the area of a chart may be.
    With a `scale` above 1 letters are larger, and what is as wide as they are.
    """

    name: str
    text: str
    background: str
    second: str
    accent: str
    muted: str
    grid: str
    chance: str
    joint: str
    user: str
    colours: tuple[str, ...]
    tallest: float = math.inf
    scale: float = 1.0

    @property
    def size(self) -> float:
        """The size of letters, in pixels."""
        return SIZE * self.scale

    def colour(self, i: int) -> str:
        """The colour of the model or measure at place i; after ten they start again."""
        return self.colours[i % len(self.colours)]

    @cached_property
    def template(self) -> go.layout.Template:
        """Every colour and letter of a figure, on the page's own background, which a saved picture keeps."""
        axis = {
            "gridcolor": self.grid,
            "linecolor": self.grid,
            "zeroline": False,
            "tickcolor": self.grid,
            "tickfont": {"color": self.muted, "size": self.size - 1},
            "title": {"font": {"color": self.muted, "size": self.size}, "standoff": 8},
            "automargin": True,
            "fixedrange": True,
            "exponentformat": "power",
            "separatethousands": True,
        }
        # Where both axes begin, the labels of one keep off those of the other.
        x_axis = axis | {"ticklabelstandoff": 3}
        return go.layout.Template(
            layout={
                "font": {"family": FONT, "size": self.size, "color": self.text},
                "paper_bgcolor": self.background,
                "plot_bgcolor": self.background,
                "colorway": self.colours,
                "xaxis": x_axis,
                "yaxis": axis,
                "dragmode": False,
                "hovermode": "closest",
                "hoverlabel": {
                    "bgcolor": self.second,
                    "bordercolor": self.joint,
                    "font": {"family": FONT, "size": self.size, "color": self.text},
                    "align": "left",
                    "namelength": -1,
                },
                "legend": {
                    "orientation": "h",
                    # Left of the chart, however little, is where plotly lets a legend be as wide as the whole figure.
                    "x": -0.001,
                    "xanchor": "left",
                    "yanchor": "top",
                    "font": {"color": self.text, "size": self.size},
                    "entrywidth": LEGEND_COLUMN * self.scale,
                    "entrywidthmode": "pixels",
                    "itemclick": False,
                    "itemdoubleclick": False,
                },
                "margin": {"l": 8, "r": RIGHT * self.scale, "t": 8, "b": 8},
                "modebar": {
                    "orientation": "v",
                    "bgcolor": "rgba(0,0,0,0)",
                    "color": self.muted,
                    "activecolor": self.text,
                },
            }
        )


LIGHT: Theme = Theme(
    name="light",
    text="#1B2430",
    background="#FFFFFF",
    second="#F4F6F8",
    accent="#0A5A9C",
    muted="#556170",
    grid="#E3E7EC",
    chance="#56616E",
    joint="#A3ADB8",
    user="#000000",
    colours=(
        "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#6A3D9A", "#8C564B", "#4D4D4D", "#999999",
    ),
)  # fmt: skip

DARK: Theme = Theme(
    name="dark",
    text="#E8ECF1",
    background="#12171E",
    second="#1C232D",
    accent="#6CB6F5",
    muted="#A3AEBB",
    grid="#2A333E",
    chance="#B3BDC8",
    joint="#596573",
    user="#FFFFFF",
    colours=(
        "#56B4E9", "#F28E4B", "#3CC8A0", "#E6A3C8", "#F0C75E", "#8FD0FF", "#B79AE0", "#C9977F", "#C7CDD4", "#8A929C",
    ),
)  # fmt: skip

PRINT: Theme = replace(LIGHT, tallest=330)
"""On paper: two charts fit on a page in the size in which their letters can be read."""

THEMES = {"light": LIGHT, "dark": DARK}


def faded(colour: str, opacity: float) -> str:
    """A colour that lets the page through.

    >>> faded("#0072B2", 0.2)
    'rgba(0,114,178,0.2)'
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def mixed(colour: str, ground: str, share: float) -> str:
    """A colour laid on another with that opacity, as one solid colour.

    >>> mixed("#000000", "#FFFFFF", 0.2)
    '#CCCCCC'
    """
    parts = ((int(colour[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(share * upper + (1 - share) * lower):02X}" for upper, lower in parts)


def on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour (contrast of WCAG 2).

    >>> on("#0072B2"), on("#E69F00")
    ('#FFFFFF', '#000000')
    """
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if (luminance + 0.05) ** 2 > 0.0525 else "#FFFFFF"


def plain(name: str, longest: int = 20) -> str:
    """A name from a file as a figure may show it: one line, no markup, not endless.

    >>> plain("<script>alert(1)</script> model of the year")
    '&lt;script&gt;alert(1)&lt;/s…'
    """
    line = " ".join(name.split())
    return html.escape(line if len(line) <= longest else line[: longest - 1] + "…", quote=False)


LONGEST_LABEL = 23


def label(measure: Measure) -> str:
    """A measure's name for the side of a chart: with its key where there is room and it says something new.

    >>> from ddcore.measures import MEASURES
    >>> label(MEASURES["TPR"]), label(MEASURES["F1"]), label(MEASURES["NPV"])
    ('Recall (TPR)', 'F1', 'NPV')
    """
    short = next(
        (text for text in (measure.title, measure.name, measure.key) if len(text) <= LONGEST_LABEL), measure.name
    )
    return plain(short, LONGEST_LABEL)


def inks(worn: Theme, wanted: Theme) -> dict[str, str]:
    """The colours of one theme -> those of another, each as a style has it: red, green and blue.

    >>> inks(THEMES["dark"], THEMES["light"])["232, 236, 241"]
    '27, 36, 48'
    """
    pairs: dict[str, str] = {}
    for name in ("text", "background", "second", "accent", "muted", "grid", "chance", "joint", "user"):
        pairs.setdefault(_ink(getattr(worn, name)), _ink(getattr(wanted, name)))
    for one, other in zip(worn.colours, wanted.colours, strict=True):
        pairs.setdefault(_ink(one), _ink(other))
    return pairs


def _ink(colour: str) -> str:
    return ", ".join(map(str, bytes.fromhex(colour.removeprefix("#"))))
