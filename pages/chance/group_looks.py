"""How groups may be looked at, and which controls go with each way."""

from typing import Any

from pages.frame import widgets
from pages.session.choices import Choice

BESIDE = {"each": ("measure", "column"), "segments": ("measure",), "thresholds": ("column", "miss")}
FOLDED = {"each": ("correction", "level", "cuts"), "segments": ("least", "level", "cuts"), "thresholds": ("cuts",)}
LISTED = {"each": "groups", "segments": "segments", "thresholds": "rules"}


def looks(choice: Choice) -> Any:
    """The ways to choose from, where there is more than one."""
    return widgets.draw(choice) if len(choice.titles or ()) > 1 else choice.value
