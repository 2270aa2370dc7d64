"""A part of what `python -m tests.coverage savings` measures, in the suite."""

from math import sqrt

from tests.coverage import savings

SETS = 30


def test_no_saving_is_told_of_noise_and_skill_is_found():
    """On the same cases 91 % of sets without skill save, 15 % of the cost on average."""
    found = {claim.what: claim.measured for claim in savings.claims(SETS / savings.SETS)}
    luck = 0.05 + 3.1 * sqrt(0.05 * 0.95 / SETS)
    for name in savings.NOISE:
        assert found[f"noise, {name}: said to save"] <= luck
        assert found[f"noise, {name}: H-measure said to be above 0"] <= luck
        # The share of the cost that is saved varies by up to 0.15 from set to set.
        start = f"noise, {name}: mean share of the cost"
        assert found[f"{start} that the scores are said to save"] <= 0.02 + 3.1 * 0.15 / sqrt(SETS)
    assert found["skill (AUC 0.86), P 50, N 150: said to save"] >= 0.9 - 3.1 * sqrt(0.9 * 0.1 / SETS)
