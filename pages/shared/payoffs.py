"""What each outcome is worth, for a page that does not show the table."""

from ddcore.answers.prices import Prices, cells
from ddcore.data import Data
from ddcore.decisions.utility import Utility
from pages.session.choices import Choice


def current(data: Data) -> Utility:
    """The matrix in the table, for a page that does not show it."""
    u, unit = (Choice(Prices, name, data) for name in ("u", "unit"))
    for choice in (u, unit):
        choice.say()
    return Utility.of(cells(u.value), unit.value)
