"""Which measures can mislead a search for their best threshold, with an example of two peaks."""

from collections.abc import Sequence

import pandas as pd

from ddcore.answers.base.answer import Figure, Table
from ddcore.answers.thresholds.draw import EXAMPLE_ALT, example_figure
from ddcore.measures import MEASURES
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.modes import EXAMPLE_NEGATIVES, EXAMPLE_POSITIVES, MODES, PUBLISHED_MODES, example


def peaks_figure() -> Figure:
    """The example as a chart, and why a search that climbs may stop at the wrong peak."""
    positives, negatives = (
        ", ".join(f"{share:g}" for share in shares) for shares in (EXAMPLE_POSITIVES, EXAMPLE_NEGATIVES)
    )
    return Figure(
        "Which measures can mislead a search",
        EXAMPLE_ALT,
        example_figure,
        f"""Over the likelihood ratio, where a higher value never speaks less for the positive class, most
measures have a single peak over the threshold, and climbing finds it. **Markedness and Matthews correlation need not**:
here three bins of scores hold {positives} of the positive and {negatives} of the negative cases, and half of all are
positive. The ratio of the two rises from bin to bin, and yet both measures peak twice, at 1 and at 2. Fowlkes-Mallows
and the diagnostic odds ratio may peak several times too. (The example printed in appendix B of Gong 2022 is no pair of
densities; this one is.)""",
    )


def two_peaks() -> Table:
    """The example of two peaks, point by point."""
    threshold, counts = example()
    values = {MEASURES[key].title: MEASURES[key].on(counts) for key in ("MCC", "MK")}
    return Table.of("Example of a threshold search with two peaks", pd.DataFrame({"Threshold": threshold, **values}))


def runs(rows: Sequence[BestThreshold]) -> Table:
    """How each measure runs over the threshold of scores read as evidence, beside what is published."""
    return Table.of(
        "How each measure runs over the threshold",
        pd.DataFrame(
            {
                "Short name": row.measure.key,
                "Measure": row.measure.name,
                "Over the threshold": MODES[row.mode],
                "By Gong 2022": MODES[PUBLISHED_MODES[row.measure.key]]
                if row.measure.key in PUBLISHED_MODES
                else "not named",
            }
            for row in rows
            if row.mode != "level"
        ),
    )
