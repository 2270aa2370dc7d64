"""The page on files lists every code of a guess, each with a role that there is."""

import re
from pathlib import Path

from ddcore.read.roles import SAID
from tests.helpers.loops import nonempty

ROOT = Path(__file__).parents[2]


def test_every_guess_is_listed_with_what_says_it():
    rows = re.findall(
        r"^\| ((?:`[a-z]+-guessed`(?:, )?)+) \|[^|]+\| (.+) \|$", (ROOT / "docs/files.md").read_text(), re.M
    )
    listed = {code for codes, _ in rows for code in re.findall(r"`([a-z-]+)`", codes)}
    sources = (path.read_text() for path in (ROOT / "ddcore/read").glob("*.py"))
    assert listed == {code for source in sources for code in re.findall(r'"([a-z]+-guessed)"', source)}
    for _, roles in nonempty(rows):
        assert set(re.findall(r"`(\w+)`", roles)) <= set(SAID)
