"""Heads of columns that stand alone, as in a file: on a page a column stands beside the one it goes with."""

import re
from collections.abc import Iterable


def whole_heads(heads: Iterable[str]) -> list[str]:
    """The heads of a table in words, each without its neighbour.

    >>> whole_heads(["AUC", "95 % from", "to", "Gain", "gain, 95 % from", "gain, to"])[1:3]
    ['Lower end of the 95 % interval', 'Upper end of the 95 % interval']
    >>> whole_heads(["gain, 95 % from", "gain, to", "Beats chance from prevalence", "to prevalence"])[1:]
    ['Gain, upper end of the 95 % interval', 'Beats chance from prevalence', 'Beats chance to prevalence']
    """
    whole, previous = [], ""
    for head in heads:
        own = head.strip()
        second = re.fullmatch(r"(?:.*, )?(to(?: .*)?)", own)
        if second and "from" in previous:
            own = previous[: previous.rindex("from")] + second[1]
        previous = own
        whole.append(_in_words(own))
    return whole


def _in_words(head: str) -> str:
    """An end of an interval, spelt out."""
    end = re.fullmatch(r"(?:(.*), )?(\d+ %) (from|to)", head)
    if end is None:
        return head
    of, share, side = end.groups()
    told = f"{'lower' if side == 'from' else 'upper'} end of the {share} interval"
    told = f"{of}, {told}" if of else told
    return f"{told[0].upper()}{told[1:]}"
