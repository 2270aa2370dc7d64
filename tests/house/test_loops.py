"""A test whose asserts all stand in loops says how often they ran: a loop over nothing would hold anything.

A loop runs for sure over what the test file itself writes down: a display, a constant in capitals, a range that is not
empty, and what is made of these one by one. Anything else goes through `nonempty`, or an assert outside loops says how
many there were.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parents[2]
EACH = {"enumerate", "sorted", "reversed", "list", "tuple", "set", "map", "array", "items", "values", "keys", "tolist"}
"""These give something for something."""


def is_certain(node: ast.expr, known: set[str]) -> bool:
    """Whether an expression surely has an element."""
    match node:
        case ast.Tuple() | ast.List() | ast.Set():
            return any(not isinstance(part, ast.Starred) or is_certain(part.value, known) for part in node.elts)
        case ast.Dict():
            return bool(node.keys)
        case ast.Constant():
            return bool(node.value)
        case ast.Name():
            return node.id in known or node.id.isupper()
        case ast.Attribute():
            return node.attr.isupper() or (node.attr == "T" and is_certain(node.value, known))
        case ast.Subscript():
            return isinstance(node.slice, ast.Slice) and is_certain(node.value, known)
        case ast.BinOp():
            return is_certain(node.left, known) or is_certain(node.right, known)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return not any(part.ifs for part in node.generators) and all(
                is_certain(part.iter, known) for part in node.generators
            )
        case ast.Call():
            return _is_certain_call(node, known)
    return False


def _is_certain_call(node: ast.Call, known: set[str]) -> bool:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == "nonempty":
        return True
    if name == "range":
        # To a sum with a whole number: the last of what is counted from nought or one.
        return isinstance(node.args[-1], ast.Constant | ast.BinOp) or is_certain(node.args[-1], known)
    if name == "zip":
        strict = any(keyword.arg == "strict" and getattr(keyword.value, "value", False) for keyword in node.keywords)
        return (any if strict else all)(is_certain(part, known) for part in node.args)
    if name in ("product", "pairwise", "combinations", "linspace", "arange", "geomspace", "uniform", "integers"):
        numbers = [part for part in node.args if not isinstance(part, ast.Constant)]
        return all(is_certain(part, known) for part in numbers)
    if name in ("items", "values", "keys", "tolist") and isinstance(node.func, ast.Attribute):
        return is_certain(node.func.value, known)
    return name in EACH and bool(node.args) and all(is_certain(part, known) for part in node.args[-1:])


def is_claim(node: ast.AST) -> bool:
    """An assert, or a call that asserts or expects."""
    if isinstance(node, ast.Assert):
        return True
    name = ""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name.startswith("assert_") or name in ("raises", "warns", "expect")


def claims(node: ast.AST, known: set[str], sure: bool = True) -> Iterator[bool]:
    """For each claim below a node whether no loop around it may be empty."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assign) and is_certain(child.value, known):
            known |= {target.id for target in child.targets if isinstance(target, ast.Name)}
        if is_claim(child):
            yield sure
        yield from claims(child, known, sure and (not isinstance(child, ast.For) or is_certain(child.iter, known)))


TEST = re.compile(r"^( *)def test_.*(?:\n(?:\1 +\S.*|\1\).*| *$))*", re.MULTILINE)
"""A test function, up to the next line that is indented no more; the end of its head stands as far left as itself."""


def empty_handed(source: str) -> list[str]:
    """The tests of a file whose claims all stand in loops that may run zero times."""
    found = []
    for test in TEST.finditer(source):
        # Only what has a loop, and no assert of its own outside, takes the time to parse.
        if re.search(r"^ +for ", test[0], re.MULTILINE) and not re.search(
            rf"^{test[1]}    assert ", test[0], re.MULTILINE
        ):
            [node] = ast.parse(dedent(test[0])).body
            each = list(claims(node, set()))
            if each and not any(each):
                found.append(node.name)
    return found


@pytest.mark.parametrize(
    ("body", "is_found"),
    [
        ("for x in found(): assert x", True),
        ("for x, y in zip(found(), other(), strict=True): assert x == y", True),
        ("for x in found():\n  for y in (1, 2): assert x < y", True),
        ("for x in [y for y in (1, 2) if y > 3]: assert x", True),
        ("assert len(found()) == 3\n for x in found(): assert x", False),
        ("for x in (1, 2): assert x", False),
        ("for x, y in zip(found(), (1, 2), strict=True): assert x == y", False),
        ("names = [str(i) for i in range(3)]\n for x in names: assert x", False),
        ("for n in range(total + 1): assert n", False),
        ("for n in range(total): assert n", True),
        ("for n in range(MOVES): assert n", False),
        ("for key, case in CASES.items(): assert key", False),
        ("for x in nonempty(found()): assert x", False),
    ],
)
def test_a_test_that_may_claim_nothing_is_found(body, is_found):
    assert bool(empty_handed(f"def test_it():\n {body}")) == is_found


def test_every_test_claims_something():
    files = list((ROOT / "tests").rglob("test_*.py"))
    assert len(files) > 120
    found = [f"{file.name}: {name}" for file in sorted(files) for name in empty_handed(file.read_text())]
    assert found == [], "loop over nonempty(...) of tests/helpers/loops.py, or assert how many there are"
