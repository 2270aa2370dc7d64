"""What a simulation measured of one claim, beside what is wanted of it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """A measured share or size: `fine` says whether it is as `wanted`, `what` names it, the same in every run."""

    what: str
    wanted: str
    measured: float
    fine: bool


def at_least(what: str, low: float, measured: float) -> Claim:
    """A claim that is fine from `low` on."""
    return Claim(what, f"{low:.3g} or more", measured, measured >= low)


def at_most(what: str, high: float, measured: float) -> Claim:
    """A claim that is fine up to `high`."""
    return Claim(what, f"{high:.3g} or less", measured, measured <= high)


def within(what: str, low: float, high: float, measured: float) -> Claim:
    """A claim that is fine between two ends."""
    return Claim(what, f"{low:.3g} to {high:.3g}", measured, low <= measured <= high)
