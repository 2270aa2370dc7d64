"""300 links: every page with names that it and others know, and values that none expects."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test

from tests.helpers.visiting import PAGES, QUESTIONS, SITE, START, WHOLE, markdown
from tests.hostile.limits import Outcome

NUMBER = 300

DATA = ("data", "sample", "size", "seed", "positive", "model", "threshold", "M", "P", "TP", "FP", "FN", "TN")
OPTIONS = (
    *(
        "measure",
        "formula",
        "theta",
        "guess",
        "prevalence",
        "cases",
        "TPR",
        "TNR",
        "parts",
        "resamples",
        "folds",
        "deal",
    ),
    *("curve", "method", "bandwidth", "bounds", "where", "objective", "called", "by", "share", "referral", "u", "or"),
    *(
        "unit",
        "unsure",
        "written",
        "error",
        "look",
        "pairs",
        "rates",
        "take",
        "eager",
        "points",
        "risk",
        "loss",
        "page",
    ),
    *("__class__", "constructor", "embed", "embed_options", "", "é", "a[]", "<b>"),
)

WRONG = (
    "abc",
    "",
    " ",
    "None",
    "null",
    "undefined",
    "[]",
    "{}",
    "true",
    "0x10",
    "1e",
    "--1",
    "1,2,3",
    ";;;",
    "NaN",
    "nan",
)
HUGE = (
    "inf",
    "-inf",
    "1e308",
    "1e309",
    "-1e400",
    "9" * 400,
    "-1",
    "1e-400",
    "2147483648",
    "18446744073709551616",
    "1" * 5_000,
)
UNICODE = (
    "１２",
    "٣",
    "½",
    "é",
    "\u202e12",
    "a\u200bb",
    "𝟙",
    "\ud7ff",
    "\U0010ffff",
    "\x1b[31m",
    "a\0b",
    "%00",
    "\r\nSet-Cookie: a",
)
MARKUP = (
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![x](https://example.invalid/x.png)", ":red[x]"),
    *(
        "[x](javascript:alert(1))",
        "`x`",
        "$x^2$",
        "{{7*7}}",
        "${7*7}",
        "../../etc/passwd",
        "'; DROP TABLE a; --",
        "</style>",
    ),
)
FORMULAS = (
    *("=1+1", "tp/0", "tp/m;fp/m", "x=" * 40, "tp.__class__", "__import__('os').system('id')", "(" * 200, "tp**1e9"),
    *("lambda: 1", "net = (tp - fp) / m", "log(0)", "0*tp", "é = tp", "tp;" * 50, "exp(exp(tp))"),
)
LISTS = (
    "F1,F1",
    "F1;G2",
    "F1," * 500,
    ",,,",
    "-,1,2",
    "1,2,3,4",
    "5,-1,-1,5",
    "1e12,-1e12,0,0",
    "nan,nan,nan,nan",
    "0,0,0,0",
)
KNOWN = (
    *("Numbers", "File", "Sample", "two_class_example", "hpc_cv", "factory", "applicants", "pair_2", "scenario_2"),
    *(
        "0",
        "1",
        "2",
        "0.5",
        "500",
        "1000000000",
        "0.001",
        "F1",
        "G2",
        "MCC",
        "roc",
        "kde",
        "isotonic",
        "resamples",
        "best",
    ),
)
VALUES = (WRONG, HUGE, UNICODE, MARKUP, FORMULAS, LISTS, KNOWN, tuple(PAGES))


@dataclass(frozen=True)
class Link:
    """A page and what its link asks for; a name may have several values."""

    page: str
    asked: dict[str, list[str]]

    @property
    def name(self) -> str:
        return f"{self.page}: {str(self.asked)[:200]}"


def links() -> Iterator[Link]:
    """All links, the same each time: each page in turn, with its own data, other data or none."""
    rng = random.Random(16)
    for number in range(NUMBER):
        page = list(PAGES)[number % len(PAGES)]
        start = rng.choice((WHOLE[page], WHOLE[page], WHOLE[rng.choice(list(PAGES))], ""))
        asked = {name: [value] for name, _, value in (pair.partition("=") for pair in start.split("&")) if name}
        for _ in range(rng.choice((1, 1, 2, 3, 8))):
            name = rng.choice(DATA if rng.random() < 0.3 else OPTIONS)
            values = [rng.choice(rng.choice(VALUES)) for _ in range(rng.choice((1, 1, 1, 1, 2, 50)))]
            asked[name] = values
        yield Link(page, asked)


def opened(page: str, asked: dict[str, list[str]]) -> int:
    """How many texts the page shows; raises where it shows an exception, none of its own, or markup of the link."""
    manifest_scanner.scan_component_manifests = list  # else each visit reads the metadata of all packages
    app_test.ScriptCache = lambda: compiled
    at = AppTest.from_file(SITE, default_timeout=60)
    at.query_params = asked
    at.switch_page(PAGES[page])
    at.run()
    if at.exception:
        raise RuntimeError(f"the page shows {at.exception[0].value}")
    # A link that says nothing of the data opens the first page.
    if [one.value for one in at.title] not in ([QUESTIONS[page].text], [START] if page == "verdict" else []):
        raise RuntimeError("the page does not ask its question")
    texts = [text for _, text in markdown(at)]
    for text in texts:
        found = re.search(r"Traceback|site-packages|(?<!\\)(<script|<img|<b>|!\[x\]\(|\[x\]\()", text)
        if found and not text.startswith(("<style>", '<script src="/')):
            raise RuntimeError(f"the page shows {found[0]} in {text[:200]}")
    return len(texts)


compiled = ScriptCache()


def judged(outcome: Outcome) -> str:
    """ "right", else the fault; a page may compute for longer than a file is read, as it shows that it does."""
    if outcome.kind == "answer" and outcome.fault in ("", "slow"):
        return "right"
    return outcome.fault or "wrong"
