"""Takes the pictures of reports in docs/report.md: `python -m tests.browser.pictures.reports`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageOps

import ddcore
from ddcore.data import Data
from ddcore.report.report import report

FOLDER = Path(__file__).parents[3] / "docs/images"
DOTS = 64 / 72
EDGE = "#C8CED6"

REPORTS: Mapping[str, tuple[Data, Mapping[str, Any]]] = {
    "medicine": (
        ddcore.sample("pathology"),
        {
            "title": "Liver scans: may they replace the biopsy?",
            "ask": "verdict,utility?u=0,-1,-4,0&prevalence=0.3&volume=100;prevalence",
            "owner": "Radiology",
        },
    ),
    "credit": (
        ddcore.sample("lending_club", select="logistic"),
        {
            "title": "Loans: where to draw the line",
            "ask": "verdict,thresholds,costs?u=0,-300,-2500,0&unit=USD&volume=1000",
        },
    ),
    "fraud": (
        ddcore.counts(tp=72, fp=400, fn=28, tn=9500, positive="fraud", negative="genuine"),
        {
            "title": "Card fraud: is the alarm worth its false alarms?",
            "ask": "verdict,utility?u=-5,-5,-120,0&unit=EUR&volume=10000&written=costs;prevalence",
        },
    ),
}


def main() -> None:
    """The first page of each, in few colours."""
    for name, (data, order) in REPORTS.items():
        page = pypdfium2.PdfDocument(report(data, **order).written("pdf"))[0]
        picture = ImageOps.expand(page.render(scale=DOTS).to_pil().convert("RGB"), 1, EDGE)
        picture.quantize(64, dither=Image.Dither.NONE).save(FOLDER / f"report_{name}.png", optimize=True)


if __name__ == "__main__":
    main()
