"""A part of what `python -m tests.coverage savings` measures, in the suite."""

from math import sqrt

from tests.coverage import savings

SETS = 20


def found(claims):
    return {claim.what: claim.measured for claim in claims}


LUCK = 0.05 + 3.1 * sqrt(0.05 * 0.95 / SETS)


def test_no_saving_is_told_of_noise_and_skill_is_found():
    """On the same cases 91 % of sets without skill save, 15 % of the cost on average."""
    told = found(savings.at_one_price(SETS))
    for name in savings.NOISE:
        assert told[f"noise, {name}: said to save"] <= LUCK
        assert told[f"noise, {name}: H-measure said to be above 0"] <= LUCK
        # The share of the cost that is saved varies by up to 0.15 from set to set.
        start = f"noise, {name}: mean share of the cost"
        assert told[f"{start} that the scores are said to save"] <= 0.02 + 3.1 * 0.15 / sqrt(SETS)
    assert told["skill (AUC 0.86), P 50, N 150: said to save"] >= 0.9 - 3.1 * sqrt(0.9 * 0.1 / SETS)


def test_no_saving_is_told_of_noise_with_amounts():
    """On the same cases 83 % and 97 % of sets without skill save, 16 % and 6 % of the cost on average."""
    told = found(savings.amounts(SETS))
    for name in savings.NOISE:
        assert told[f"amounts, noise, {name}: said to save"] <= LUCK
        start = f"amounts, noise, {name}: mean share of the cost"
        assert told[f"{start} that the scores are said to save"] <= 0.02
    skill = "amounts, skill (AUC 0.86), P 100, N 300"
    assert told[f"{skill}: said to save"] >= 0.3
    assert told[f"{skill}: the interval holds what the threshold saves on unseen cases"] >= 0.75


def test_cost_curve_saves_as_much_as_on_unseen_cases():
    """On the same cases it saves 22 % of the cost too much without skill, and 24 % with it."""
    told = found(savings.over_all_costs(SETS))
    assert told["cost curve, noise, P 10, N 40: mean share of the cost that the best thresholds save"] <= 0.02
    for name in ("noise", "skill (AUC 0.86)"):
        assert -0.2 <= told[f"cost curve, {name}, P 10, N 40: told share less that on unseen cases"] <= 0.1
