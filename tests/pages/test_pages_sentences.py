"""All sentences of all pages on a few awkward files: whole, without noise, true to each other and the numbers."""

import re

import numpy as np
import pytest
from sklearn.metrics import f1_score, roc_auc_score

from ddcore.answers.base.question import QUESTIONS
from tests.helpers.loops import nonempty
from tests.helpers.visiting import PAGES, choose, drop, go, plain, rows, shown, shows, visit

KINDS = ("title", "header", "markdown", "caption", "info", "warning", "error")


def random_file(kind):
    """The header, the cases, which of them are truly positive, and the score looked at."""
    rng = np.random.default_rng(15)
    true = rng.random(60) < 0.4
    good = np.round(1 / (1 + np.exp(-rng.normal(2 * true - 1, 1))), 3)
    if kind == "named as the classes":
        return ("truth", "yes", "no"), (good, np.round(1 - good, 3)), true, good
    if kind == "weighted, another reversed":
        other, weight = np.round(1 - 0.9 * good, 3), np.round(rng.uniform(1, 20, 60), 2)
        return ("truth", "score_a", "score_b", "weight"), (good, other, weight), true, good
    true = np.arange(30) != 3
    score = np.clip(np.round(3 + 0.5 * true + rng.normal(0, 1.2, 30)), 1, 5)
    return ("truth", "score"), (score,), true, score


FILES = ["named as the classes", "weighted, another reversed", "one negative, five scores"]


def sentences(at):
    """What a page says, but for formulas and small tables and how all is computed."""
    texts = [plain(one.value) for kind in KINDS for one in getattr(at.main, kind)]
    return "\n".join(text for text in texts if "$" not in text and not text.startswith("|") and "doi" not in text)


def test_no_line_ends_between_a_number_and_its_sign():
    at = visit("rescaled", "TP=227&FP=50&FN=31&TN=192")
    texts = [one.value for kind in ("header", "markdown", "caption") for one in getattr(at.main, kind)]
    assert any("%" in text for text in texts)
    assert not [text for text in texts if re.search(r"\d %|≥ \d", text) and "$" not in text]


@pytest.mark.full
@pytest.mark.parametrize("kind", FILES)
def test_sentences_are_whole_and_true_to_each_other_and_the_numbers(kind):
    header, columns, true, score = random_file(kind)
    at = drop(visit("verdict", "data=File"), rows(header, zip(np.where(true, "yes", "no"), *columns, strict=True)))
    for key, value in (("data_weighted_", True), ("data_positive_", "yes")):
        if shown(at, key):
            choose(at, **{key: value})
    weight = columns[header.index("weight") - 1] if "weight" in header else np.ones(true.size)
    is_weighted = "weight" in header
    said = {}
    for page in nonempty(name for name in PAGES if QUESTIONS[name].needs_data):
        shows(go(at, page))
        text = said[page] = sentences(at)
        assert not re.search(r"\bnan\b|\bNone\b(?!:|,| of| gains)|\binf\b|\d\.\d{9}|\.\.| ,|, ,|\( ", text), page
        # A sentence begins with a capital letter, where it does not begin with the name of a model.
        assert not re.search(r"(?:^|[.?!] )(?:- )?(?:the model|model|always|it) ", text, re.MULTILINE), page
        assert [line for line in text.split("\n") if line.startswith("- ") and line[-1] not in ".?)"] == [], page
        # A model is not a class.
        assert not re.search(r"\b(yes|no) (beats|calls|goes|is ahead|has|earns)\b", text), page
        # Weighted cases are not counted as if each were one, and only they are called weighted.
        assert ("weighted" in text) == is_weighted, page
        if page != "plan":  # which tells of cases to come
            assert not re.search("With [0-9,]+ cases|among [0-9,]+ cases", text) or not is_weighted, page
    threshold = 2 if kind == FILES[2] else 0.5
    auc = roc_auc_score(true, score, sample_weight=weight)
    f1 = f1_score(true, score >= threshold, sample_weight=weight)
    assert f"AUC {auc:.3f}" in said["curves"]
    assert f"{f1:.3f}" in said["expectation"]
    assert f"{f1:.3f}" in said["prevalence"]
    # Whoever is looked at, scores that point the wrong way are told of on both pages that judge them.
    wrong = [page for page in ("verdict", "curves") if "point the wrong way" in said[page]]
    assert wrong == (["verdict", "curves"] if kind == FILES[1] else [])
    if "may be luck" in said["verdict"]:
        assert not said["verdict"].startswith("Yes")
