"""Laws of scores against scipy's distributions, and as texts that cannot do harm."""

import contextlib
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from ddcore.errors import InputError
from ddcore.scores.law import LONGEST, Law
from ddcore.scores.law_kinds import KINDS
from tests.helpers.loops import nonempty
from tests.helpers.own_laws import PARTS

PLACES = np.array([-3.0, -0.7, 0.05, 0.2, 0.5, 0.93, 1.4, 3.0, 9.0])


@pytest.mark.parametrize(("text", "peer"), PARTS.items(), ids=PARTS)
def test_each_kind_is_that_of_scipy(text, peer):
    law = Law.of(text)
    assert np.exp(law.log_density(PLACES)) == pytest.approx(peer.pdf(PLACES), abs=1e-12)
    assert law.below(PLACES) == pytest.approx(peer.cdf(PLACES), abs=1e-14)
    assert law.above(PLACES) == pytest.approx(peer.sf(PLACES), rel=1e-10, abs=1e-15)
    assert law.mean == pytest.approx(peer.mean())
    assert scipy.stats.kstest(law.draw(20_000, np.random.default_rng(3)), peer.cdf).pvalue > 1e-3
    part, shares = law.parts[0], np.array([0.001, 0.2, 0.5, 0.9])
    assert part.kind.from_below(shares, part.numbers) == pytest.approx(peer.ppf(shares))
    assert part.kind.from_above(shares, part.numbers) == pytest.approx(peer.isf(shares))


def test_a_mixture_is_the_weighted_mean_of_its_parts():
    law = Law.of("3*normal(0.3,0.2);1*beta(2,5);4*exponential(2)")
    peers = [PARTS[text] for text in ("normal(0.3,0.2)", "beta(2,5)", "exponential(2)")]

    def mixed(name):
        return sum(w * getattr(peer, name)(PLACES) for w, peer in zip((3, 1, 4), peers, strict=True)) / 8

    assert np.exp(law.log_density(PLACES)) == pytest.approx(mixed("pdf"), abs=1e-12)
    assert law.below(PLACES) == pytest.approx(mixed("cdf"), abs=1e-14)
    assert law.above(PLACES) == pytest.approx(mixed("sf"), rel=1e-10, abs=1e-15)
    drawn = law.draw(20_000, np.random.default_rng(3))
    assert drawn.mean() == pytest.approx((3 * 0.3 + 2 / 7 + 4 * 2) / 8, abs=0.05)


def test_edges_leave_little_beyond_them_and_little_above_keeps_its_digits():
    for text in nonempty(PARTS):
        law = Law.of(text)
        edges = law.edges(200)
        assert max(law.below(edges[:1])[0], law.above(edges[-1:])[0]) < 1e-8
        assert np.diff(law.below(edges)).max() < 0.02
    assert Law.of("normal(0,1)").above(np.array([12.0]))[0] == pytest.approx(scipy.stats.norm.sf(12), rel=1e-10)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("normal(0.5,0)", "standard deviation of normal must be above 0, got 0"),
        ("normal(0.5)", r"normal must have 2 numbers \(mean, standard deviation\), got 1"),
        ("exponential(1,2)", r"exponential must have 1 number \(scale\), got 2"),
        ("beta(2,5000)", "b of beta must be between 0.1 and 1,000, got 5000"),
        ("bins(3,0,1)", "the high end of bins must be above the low one, got 3 and 0"),
        ("bins(0,1,0,0)", "a share of bins must be above 0, got none that is"),
        ("bins(0,1)", "bins must have a low end, a high end and 1 to 12 shares, got 2"),
        ("cauchy(0,1)", 'a part of a law must be one of normal, beta, gamma, exponential, bins, got "cauchy"'),
        ("normal(0,1)+normal(1,1)", "a law must be parts such as"),
        ("", "a law must be parts such as"),
        (";".join(["normal(0,1)"] * 4), "a law must have at most 3 parts, got 4"),
        ("0*normal(0,1);normal(1,1)", "the weight of a part must be above 0, got 0"),
        ("normal(1,nan)", 'a law must have numbers separated by commas, got "nan"'),
        ("normal(1e300,1)", "mean of normal must be between -1,000,000 and 1,000,000, got 1e"),
        ("normal(0,__import__('os'))", "a law must be parts such as"),
        ("n" * (LONGEST + 1), "a law must have at most 400 characters, got 401"),
    ],
)
def test_what_is_no_law_is_refused_with_a_sentence(text, refusal):
    with pytest.raises(InputError, match=refusal):
        Law.of(text)


_SIZES = st.floats(0.2, 900).map(lambda size: float(f"{size:.6g}"))
_PART = st.sampled_from(["normal", "beta", "gamma", "exponential"]).flatmap(
    lambda kind: st.tuples(*[_SIZES] * len(KINDS[kind].limits)).map(
        lambda found: f"{kind}({','.join(map(str, found))})"
    )
)


@given(st.lists(st.tuples(_SIZES, _PART), min_size=1, max_size=3))
def test_a_law_that_is_written_is_the_law_that_is_read(parts):
    law = Law.of(" ; ".join(f" {weight} * {part}" for weight, part in parts))
    assert Law.of(law.text).text == law.text
    assert [part.text for part in Law.of(law.text).parts] == [part.text for part in law.parts]
    x = np.linspace(*law.span(), 50)
    assert (np.diff(law.below(x)) >= 0).all()
    assert law.below(x) + law.above(x) == pytest.approx(np.ones(50))


@given(st.text(alphabet="normalbetgi(),;*.0123456789-+e x\0µ", max_size=60))
def test_any_text_is_a_law_or_refused(text):
    with contextlib.suppress(InputError):
        assert math.isfinite(Law.of(text).mean)
