"""Document."""

from ddcore.papers.item import Item

ITEMS: tuple[Item, ...] = ()
