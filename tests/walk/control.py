"""A control of a page as a person sees it, whichever door shows the page."""

import math
from dataclasses import dataclass
from typing import Any

LISTS = ("selectbox", "segmented_control", "radio", "select_slider")
"""Kinds of which one of several is chosen."""


@dataclass(frozen=True)
class Control:
    """What it is, and what stands there: text as it is read, the names of what is chosen, or a number."""

    name: str
    kind: str
    value: Any
    options: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    step: float = 1
    most: int = 0

    @property
    def key(self) -> str:
        """What it is on every page: a threshold beside a chart or not, a price as a payoff or as a cost."""
        return self.name.removesuffix("_beside").removesuffix("_cost")

    @property
    def stands(self) -> Any:
        """What it says, whichever way it is written."""
        return self.meant(self.value)

    def meant(self, value: Any) -> Any:
        """What a value entered here says: a price is a number, and a cost the payoff with the other sign."""
        if self.kind != "text_input" or sort_of_text(self.key) != "price":
            return value
        try:
            return -float(value) if self.name.endswith("_cost") else float(value)
        except ValueError:
            return value

    def shows(self, value: Any) -> bool:
        """Whether a value that was entered stands there, as far as it can: of what is not offered here another does."""
        stands = self.stands
        if self.kind == "multiselect":
            offered = [name for name in value if name in self.options][: self.most or None]
            return not offered or sorted(self.value) == sorted(offered)
        if self.kind in LISTS and self.options and value not in self.options:
            return True
        if isinstance(value, float | int) and isinstance(stands, float | int):
            return math.isclose(stands, value, rel_tol=1e-5, abs_tol=1e-9)
        return bool(stands == value)


TEXTS = {
    "rates": (["10, 20, 30", "5, 45", "12.5"], ["10, x", "200"]),
    "points": (["10: 90, 40: 20", ""], ["ten"]),
    "or": (["0.3: 45, -335, -65, 165", ""], ["0.3", "x: 1, 2, 3, 4"]),
    "scenario": (["dear misses: 0,-1,-9,0 at 0.3 of 2000", ""], ["nothing"]),
    "unit": (["EUR", "days", ""], []),
    "own": (["(tp - fp) / m", "share = tp / p"], ["tp +", "import os"]),
    "data": (["303", "139", "1,000", "20"], ["x", "-3"]),
    "price": (["0", "-1", "5", "-335", "12.5", "1e3", "65"], ["abc", "five"]),
}
"""What is typed into each kind of field, good and bad."""


def sort_of_text(key: str) -> str:
    """Which texts suit a field: see `TEXTS`."""
    if key.endswith("_own"):
        return "own"
    name = key.split("_")[0]
    return name if name in TEXTS else "price"


def proposal(control: Control, chance: Any) -> tuple[Any, bool]:
    """A value for a control, and whether it is good; None where nothing can be chosen."""
    if control.kind in LISTS:
        return (chance.choice(control.options) if control.options else None), True
    if control.kind == "multiselect":
        most = min(control.most or 4, 4, len(control.options))
        return (chance.sample(control.options, chance.randint(1, most)) if most else None), True
    if control.kind == "checkbox":
        return not control.value, True
    if control.kind in ("text_input", "text_area"):
        good, bad = TEXTS[sort_of_text(control.key)]
        is_good = not bad or chance.random() < 0.75
        return chance.choice(good if is_good else bad), is_good
    low = 0.0 if control.low is None else control.low
    high = low + 1 if control.high is None else control.high
    if control.kind == "number_input":
        high = min(high, low + 10)
    if isinstance(control.value, tuple | list):
        return tuple(sorted(chance.sample(range(int(low), int(high) + 1), len(control.value)))), True
    if control.step >= 1:
        return type(low)(chance.randint(math.ceil(low), int(high))), True
    return min(max(round(chance.uniform(low, high), 2), low), high), True
