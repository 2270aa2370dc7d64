"""A part of what `python -m tests.coverage reading` measures, in the suite."""

from tests.coverage import reading


def test_sharp_scores_lose_nothing_on_unseen_cases():
    """A kernel on the raw scale loses .03 to .07 of their area."""
    least, mean, lost = reading.pairs(("logistic regression", "naive Bayes"), reading.SETS[:2])
    assert least.fine
    assert mean.fine
    assert lost.measured == 0


def test_scenarios_are_read_as_well_as_can_be():
    assert all(claim.fine for claim in reading.scenarios())


def test_an_answer_stands_beside_no_word_against_it():
    """In .7 of such sets "Yes" stood beside words that one threshold would do."""
    claims = list(reading.contradictions(4))
    assert [claim.measured for claim in claims if "against it" in claim.what] == [0, 0]
    assert min(claim.measured for claim in claims if "against it" not in claim.what) >= 0.5


def test_a_band_holds_the_mean_of_all_samples():
    assert min(claim.measured for claim in reading.bands(5)) > 0.85
