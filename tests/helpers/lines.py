"""What every sentence about lines, costs and bands is asked, and the numbers counted case by case."""

import math
import re
import string

import numpy as np
from hypothesis import strategies as st

from ddcore.table import ScoreTable

MARKUP = ["[x](http://evil.example)", "a|b", "$x$ **y**", ":red[x]", "<b>www.evil.example</b>"]
NAMES = {
    "TP": "true positives", "ACC": "accuracy", "ERR": "error rate", "TPR": "recall", "TNR": "specificity",
    "FPR": "false positive rate", "PPV": "precision", "F1": "F1", "F2": "F2", "NPV": "negative predictive value",
    "J": "Youden's J", "kappa": "Cohen's kappa", "G2": "G-mean 2 (G2)", "BACC": "balanced accuracy",
    "TS": "threat score", "NF1": "negative F1 score", "MCC": "Matthews correlation (MCC)",
    "FM": "Fowlkes-Mallows (FM)",
}  # fmt: skip
"""Names as they stand inside a sentence: people keep their capital."""
SLIPS = r"(?i:\bnan\b|\binf(inity)?\b)|\bNone\b|\(\)|\*\*\*\*|\[\]|  |\bno value (more|instead)\b|(?<!\w)-\d"
"""What no sentence holds: missing numbers, empty brackets, a hyphen for a minus."""

LEVELS = [0.0, 0.137, 0.293, 0.457, 0.631, 0.877, 1.0]
some_cases = st.lists(st.tuples(st.sampled_from(LEVELS), st.booleans()), min_size=1, max_size=14)
both_classes = some_cases.map(lambda cases: [*cases, (0.293, True), (0.457, False)])


def tabled(cases):
    """A table of cases (score, truth)."""
    return ScoreTable.of([score for score, _ in cases], [true for _, true in cases], positive=True)


def thresholds(cases):
    """Every distinct score, and one above all."""
    return [*sorted({score for score, _ in cases}), math.inf]


def counted(cases, threshold):
    """TP, FP, FN, TN when a case is predicted positive from the threshold on."""
    tp, fp, fn, tn = (
        sum(1 for score, true in cases if true == truth and (score >= threshold) == called)
        for called, truth in ((True, True), (True, False), (False, True), (False, False))
    )
    return tp, fp, fn, tn


def told(x):
    """A number as sentences write it: whole, or with three decimals, and with a real minus sign."""
    return (f"{x:,.0f}" if x == round(x) else f"{x:,.3f}").replace("-", "−")


def percent(share):
    """A share as sentences write it."""
    return f"{float(100 * share):.1f}".removesuffix(".0") + " %"


def first(name):
    """A name as it begins a sentence."""
    return name[:1].upper() + name[1:]


def sound_words(text):
    """Whether a text is free of what no text may hold."""
    slip = re.search(SLIPS, text.replace("\\", ""))
    assert not slip, text
    return True


def sentences(said):
    """The same for sentences of which each ends as one does, and none is said twice."""
    for one in said:
        assert sound_words(one)
        assert one.endswith((".", "*")), one
    assert len(said) == len(set(said))
    return True


def escaped(name):
    """A name with a backslash before each sign."""
    return "".join(f"\\{sign}" if sign in string.punctuation else sign for sign in name)


def letter_by_letter(name, text):
    """Whether a name stands in Markdown with each sign escaped, and no address in it becomes a link."""
    assert escaped(name) in text.replace("\u2060", "")
    assert not re.search(r"(https?://|www(?=\.))[-.\w]+|[-.\w+]+@[-\w]+", re.sub(r"\\(?=\W)", "", text))
    return True


def paired(text):
    """Whether signs and braces of each formula come in pairs."""
    assert text.count("$") % 2 == 0
    for formula in re.findall(r"\$\$?([^$]*)\$\$?", text):
        depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in formula] or [0])
        assert depth.min() >= 0
        assert depth[-1] == 0
    assert "{{" not in re.sub(r"\$[^$]*\$", "", text)
    return True


def about(said, words):
    """The sentences with these words."""
    return [one for one in said if words in one]
