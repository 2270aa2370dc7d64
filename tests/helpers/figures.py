"""What every figure is asked: whether a browser can draw it, and what its legend says."""

import json
import math


def legend(figure):
    """The words of the legend, from the top."""
    return [trace.name for trace in figure.data if trace.showlegend is not False]


def sound(figure):
    """Whether a browser can read and draw the figure: no NaN or infinity, which JSON lacks, and no endless trace."""

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(figure.to_json(), parse_constant=refuse)
    for drawn in figure.data:
        assert len(drawn.x) == len(drawn.y) <= 2000
        assert all(v is None or math.isfinite(v) for v in (*drawn.x, *drawn.y))
    return True
