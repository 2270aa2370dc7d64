"""The simulated book against quadrature of its law and its own outcomes; scikit-learn measures the area."""

import re
from functools import cache

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.samples.applicants import APPLICANTS
from tests.helpers.decisions import refused

BOOK = APPLICANTS["applicants"]


@cache
def drawn(size=30_000, seed=1):
    """Whether each applicant defaulted, and the risk."""
    table = BOOK.draw(size, seed)
    return np.array(table["outcome"].to_pylist()) == "default", table["risk"].to_numpy()


@cache
def score_law():
    """What an area or a share is under the law in the docstring: the density of the log odds of the score."""
    half, middle = BOOK.apart**2 / 2, np.log(BOOK.share / (1 - BOOK.share))

    def density(x):
        above, below = (norm.pdf(x, middle + side * half, BOOK.apart) for side in (1, -1))
        return BOOK.share * above + (1 - BOOK.share) * below

    return density


def clipped(score):
    """Mean of a normal error added to a score, cut at 0 and 1."""
    low, high = -score / BOOK.error, (1 - score) / BOOK.error
    inner = score * (norm.cdf(high) - norm.cdf(low)) + BOOK.error * (norm.pdf(low) - norm.pdf(high))
    return inner + norm.sf(high)


OWN = BOOK.of("0.1,1.2,0")


def test_a_book_of_ones_own_has_its_share_and_its_area():
    """Without noise the score is the probability itself, and its area that of two normals."""
    for book, share, apart in ((OWN, 0.1, 1.2), (BOOK.of("0.5,2.5,0"), 0.5, 2.5)):
        table = book.draw(60_000, 1)
        outcome, risk = np.array(table["outcome"].to_pylist()) == "default", table["risk"].to_numpy()
        noise = np.sqrt(share * (1 - share) / 60_000)
        assert (outcome.mean(), risk.mean()) == pytest.approx((share, share), abs=4 * noise)
        assert roc_auc_score(outcome, risk) == pytest.approx(norm.cdf(apart / np.sqrt(2)), abs=0.015)


def test_noise_is_what_the_score_does_not_know():
    """The same scores, but what happens follows them less."""
    quiet, loud = (BOOK.of(f"0.3,1.7,{noise}").draw(20_000, 1) for noise in ("0", "0.3"))
    assert quiet["risk"].equals(loud["risk"])
    areas = [
        roc_auc_score(np.array(table["outcome"].to_pylist()) == "default", table["risk"]) for table in (quiet, loud)
    ]
    assert areas[0] > areas[1] + 0.01


def test_a_book_says_what_it_is_drawn_by():
    assert OWN.given == {"book": "0.1,1.2,0"}
    assert BOOK.of(OWN.given["book"]).book == OWN.book
    assert BOOK.given == BOOK.of("0.3,1.7,0.05").given == {}


def test_what_is_refused():
    for book, message in (
        ("0.3", "book must be 3 numbers separated by commas, such as 0.3,1.7,0.05"),
        ("0.3,x,0", "book must be 3 numbers"),
        ("0.3,nan,0", "book must be 3 numbers"),
        ("0,1,0", "share who default must be between 0.01 and 0.9, got 0"),
        ("0.3,7,0", "separation must be between 0 and 4, got 7"),
        ("0.3,1,0.5", "noise must be between 0 and 0.3, got 0.5"),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            BOOK.of(book)
    for size in (3, 0, -1, 500_001):
        refused(f"size must be between 5 and 500,000, got {size:,}", BOOK.draw, size)


def test_three_in_ten_applicants_default_and_scores_are_nearly_the_share_among_their_like():
    right, _ = quad(lambda x: score_law()(x) * clipped(1 / (1 + np.exp(-x))), -25, 25, limit=500, epsabs=1e-10)
    outcome, risk = (np.concatenate(parts) for parts in zip(*(drawn(seed=seed) for seed in range(1, 5)), strict=True))
    assert right == pytest.approx(0.3, abs=0.01)
    assert outcome.mean() == pytest.approx(right, abs=4 * np.sqrt(0.21 / outcome.size))
    for low in np.arange(0, 1, 0.1):
        like = (risk >= low) & (risk < low + 0.1)
        right = clipped(risk[like]).mean()
        noise = np.sqrt(right * (1 - right) / like.sum())
        assert outcome[like].mean() == pytest.approx(right, abs=4 * noise)
        assert right == pytest.approx(risk[like].mean(), abs=0.015)
    area = roc_auc_score(outcome, risk)
    assert area == pytest.approx(0.88, abs=0.005)
    assert 0 < norm.cdf(BOOK.apart / np.sqrt(2)) - area < 0.02
    assert "0.88" in BOOK.description


def test_risks_are_probabilities_and_outcomes_have_two_names():
    for size in (5, 6, 100_000):
        table = BOOK.draw(size, 3)
        risk = table["risk"].to_numpy()
        assert table.num_rows == size
        assert ((risk >= 0) & (risk <= 1)).all()
        assert set(table["outcome"].to_pylist()) <= {"default", "paid back"}


def test_a_seed_draws_the_same_book_again_and_another_seed_another():
    assert BOOK.draw(1000, 5).equals(BOOK.draw(1000, 5))
    assert not BOOK.draw(1000, 5).equals(BOOK.draw(1000, 6))
