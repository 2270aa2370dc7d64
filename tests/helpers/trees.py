"""The syntax trees of Python files that several rules look at."""

import ast
from functools import cache


@cache
def tree(source: str) -> ast.Module:
    """The tree of a text, which no rule changes."""
    return ast.parse(source)
