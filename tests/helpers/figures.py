"""What every figure is asked: whether a browser can draw it, and what its legend says."""

import json
import math
from functools import wraps

import numpy as np
import plotly.graph_objects as go
import pytest

from ddcore.figures.theme import DARK, LIGHT, THEMES

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
"""For a test of the themes themselves."""
themes = pytest.mark.parametrize(
    "theme", [pytest.param(LIGHT, marks=pytest.mark.full, id="light"), pytest.param(DARK, id="dark")]
)
"""For a test that looks at colours: dark by default, as all other tests draw in light ones."""
NOT_SAID = r"\bnan\b|\binf\b|∞"
"""What no words of a figure hold."""


def once(make):
    """`make`, run once for the same things: a figure is drawn once for all tests that look at it.

    Names, numbers and containers are the same when equal, all else when it is one object.
    """
    kept = {}

    @wraps(make)
    def again(*given, **named):
        key = _key((given, named))
        if key not in kept:
            # With what it was made of, so that no other object takes the place of one of them.
            kept[key] = make(*given, **named), given, named
        return kept[key][0]

    return again


def _key(value):
    if isinstance(value, dict):
        return "dict", *((name, _key(item)) for name, item in value.items())
    if isinstance(value, list | tuple):
        return type(value), *map(_key, value)
    return (type(value), repr(value)) if value is None or isinstance(value, str | int | float) else id(value)


def legend(figure):
    """The words of the legend, from the top."""
    return [trace.name for trace in figure.data if trace.showlegend is not False]


def entries(values):
    """What a trace holds, one by one; a gap is None."""
    if values is None:
        return ()
    return tuple(None if x is None or x != x else x for x in np.asarray(values, object).tolist())


def sound(figure):
    """Whether a browser can read and draw the figure: no NaN or infinity, which JSON lacks, and no endless trace."""

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(go.Figure(figure.data, figure.layout).to_json(), parse_constant=refuse)
    for drawn in figure.data:
        assert len(drawn.x) == len(drawn.y) <= 2000 or drawn.type in ("heatmap", "contour")
        assert not any(v is not None and math.isinf(v) for v in (*drawn.x, *drawn.y))
    return True


def rgb(colour):
    """Red, green and blue of a colour."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def contrast(*colours):
    """Of two colours, as WCAG 2 defines it."""
    parts = np.array([rgb(one) if isinstance(one, str) else one for one in colours]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    low, high = sorted(linear @ [0.2126, 0.7152, 0.0722])
    return (high + 0.05) / (low + 0.05)
