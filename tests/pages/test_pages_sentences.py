"""All sentences of all pages on a few awkward files: whole, without noise, true to each other and the numbers."""

import re

import numpy as np
import pytest
from sklearn.metrics import f1_score, roc_auc_score

from tests.helpers.loops import nonempty
from tests.helpers.visiting import PAGES, drop, fine, go, plain, rows, shown, visit, widget

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


@pytest.fixture(scope="module", params=FILES)
def told(request, undrawn_module):
    """What stands on each page, and the numbers of the file."""
    header, columns, true, score = random_file(request.param)
    at = drop(visit("verdict", "data=File"), rows(header, zip(np.where(true, "yes", "no"), *columns, strict=True)))
    if shown(at, "data_weighted_"):
        widget(at, "data_weighted_").check()
        fine(at.run())
    if shown(at, "data_positive_"):
        widget(at, "data_positive_").set_value("yes")
        fine(at.run())
    weight = columns[header.index("weight") - 1] if "weight" in header else np.ones(true.size)
    texts = {page: sentences(at if page == "verdict" else go(at, page)) for page in PAGES}
    return request.param, texts, true, score, weight


def sentences(at):
    """What a page says, but for formulas and small tables and how all is computed."""
    texts = [plain(one.value) for kind in KINDS for one in getattr(at.main, kind)]
    return "\n".join(text for text in texts if "$" not in text and not text.startswith("|") and "doi" not in text)


def test_no_line_ends_between_a_number_and_its_sign():
    at = visit("rescaled", "TP=227&FP=50&FN=31&TN=192")
    texts = [one.value for kind in ("header", "markdown", "caption") for one in getattr(at.main, kind)]
    assert any("%" in text for text in texts)
    assert not [text for text in texts if re.search(r"\d %|≥ \d", text) and "$" not in text]


def test_sentences_are_whole_and_without_noise(told):
    _, texts, *_ = told
    for page, text in nonempty(texts.items()):
        assert not re.search(r"\bnan\b|\bNone\b(?!:|,| of| gains)|\binf\b|\d\.\d{9}|\.\.| ,|, ,|\( ", text), page
        # A sentence begins with a capital letter, where it does not begin with the name of a model.
        assert not re.search(r"(?:^|[.?!] )(?:- )?(?:the model|model|always|it) ", text, re.MULTILINE), page
        for line in text.split("\n"):
            if line.startswith("- "):
                assert line[-1] in ".?)", (page, line)


def test_a_model_is_not_a_class(told):
    kind, texts, *_ = told
    names = "the model" if kind != FILES[1] else "score_a"
    assert f"{names} beats".casefold() in texts["verdict"].casefold() or f"{names} is ahead" in texts["verdict"]
    for page, text in texts.items():
        assert not re.search(r"\b(yes|no) (beats|calls|goes|is ahead|has|earns)\b", text), page


def test_numbers_are_those_of_the_file_on_every_page(told):
    kind, texts, true, score, weight = told
    threshold = 2 if kind == FILES[2] else 0.5
    auc = roc_auc_score(true, score, sample_weight=weight)
    f1 = f1_score(true, score >= threshold, sample_weight=weight)
    share = f"{100 * weight[true].sum() / weight.sum():.1f}".removesuffix(".0") + " %"
    for page, text in texts.items():
        if "cannot be used yet" in text:
            assert (kind, page) in [(FILES[1], "folds"), (FILES[2], "lending")]
            continue
        assert (
            f"Positive = yes ({int(true.sum())} of {true.size}, {share})" in text or f"({share} of the weight)" in text
        )
        if re.search("predicts .* at scores ≥", text):
            assert f" at scores ≥ {threshold:g}." in text, page
    assert f"AUC {auc:.3f}" in texts["curves"]
    assert f"positive and scores {f1:.3f} on F1." in texts["expectation"]
    assert re.search(rf"F1 would (?:fall|rise) from {f1:.3f} to|F1 would stay at {f1:.3f}", texts["prevalence"])


def test_no_sentence_contradicts_another(told):
    kind, texts, *_ = told
    # Whoever is looked at, scores that point the wrong way are told of on both pages that judge them.
    wrong = [page for page in ("verdict", "curves") if "point the wrong way" in texts[page]]
    assert wrong == (["verdict", "curves"] if kind == FILES[1] else [])
    if "may be luck" in texts["verdict"] or "too often to tell skill from luck" in texts["verdict"]:
        assert not texts["verdict"].startswith("Yes")
    for page, text in texts.items():
        # Weighted cases are not counted as if each were one, and only they are called weighted.
        assert ("weighted" in text) == (kind == FILES[1]), page
        if page != "plan":  # which tells of cases to come
            assert not re.search("With [0-9,]+ cases|among [0-9,]+ cases", text) or kind != FILES[1], page
