"""Sentences and tables about a classifier whose cases get rarer."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ddcore.answers.guess import guesser
from ddcore.answers.words import literal
from ddcore.chance.imbalance import ImbalanceCurve, Mark
from ddcore.figures.imbalance import mark_words
from ddcore.formats import number, percent


def answer(first: ImbalanceCurve, here: float, asked: float, guess: str | float) -> str:
    """What the first measure would be, and what it is here."""
    name, own = first.measure.title, first.source
    then, now = (float(own.at("value", 2 * share - 1)) for share in (asked, here))
    other = float(own.at("guessed", 2 * asked - 1))
    if not np.isfinite(then):
        return f"{name} has no value there: {first.measure.undefined}."
    if not np.isfinite(now):
        change = f"be :primary[{number(then)}]"
    elif abs(then - now) < 0.0005:
        change = f"stay at {number(now)}"
    else:
        change = f"{'fall' if then < now else 'rise'} from {number(now)} to :primary[{number(then)}]"
    guessed = f"; {guesser(guess)} would score {number(other)}" if np.isfinite(other) else ""
    return f"With {percent(asked)} positive cases instead of {percent(here)}, {name} would {change}{guessed}."


def reason(tpr: float, tnr: float, cases: int | None) -> str:
    """What stays and what changes."""
    many = f"among {cases:,} cases" if cases is not None else "among very many cases"
    return (
        f"The classifier itself stays as it is: of the truly positive cases it calls **{percent(tpr)}** positive, of "
        f"the truly negative ones **{percent(tnr)}** negative. Only the share of positive cases changes, {many}."
    )


def worth_knowing(curves: Sequence[ImbalanceCurve], marks: Sequence[Mark], guess: str | float) -> list[str]:
    """What the curves show: tops, crossings, where the guesser or chance is ahead."""
    said = []
    titles = {one.measure.key: one.measure.title for one in curves}
    raw, beyond = (
        next((mark for mark in marks if (mark.kind, mark.form) == ("equal", form)), None)
        for form in ("value", "normalised")
    )
    if met := raw or beyond:
        said.append(_equal(raw, beyond, [titles[key] for key in met.keys], set(met.keys) in TWINS))
    for mark in marks:
        if (mark.kind, mark.form) == ("top", "normalised"):
            said.append(
                f"Beyond the guesser {titles[mark.keys[0]]} is highest, {number(mark.value)}, at {percent(mark.share)} "
                f"positive (δ = {number(round(mark.delta, 4))})."
            )
    for one in curves:
        for kind, form, who in (("guesser", "guessed", guesser(guess)), ("chance", "chance", "the best draw")):
            shares = [mark.share for mark in marks if mark.kind == kind and mark.keys == (one.measure.key,)]
            if shares:
                said.append(f"{_behind(one, form, shares)}, {who} does better on {one.measure.title}.")
    level = [one.measure.title for one in curves if _is_level(one)]
    if level:
        verb = "do" if len(level) > 1 else "does"
        said.append(f"{' and '.join(level)} {verb} not depend on how common positives are.")
    return said[:5] or ["None of these lines crosses another: their order is the same at every share."]


TWINS = ({"F1", "NF1"}, {"TPR", "TNR"}, {"PPV", "NPV"}, {"FPR", "FNR"}, {"FDR", "FOR"})
"""Measures that say of the one class what the other says of the other."""


def _equal(raw: Mark | None, beyond: Mark | None, titles: Sequence[str], twins: bool) -> str:
    """Where two measures are equal, raw and beyond the guesser."""
    first, second = titles
    if raw is None or beyond is None:
        met, where = (raw, "") if beyond is None else (beyond, " beyond the guesser")
        return f"{first} and {second} are equal{where} at {percent(met.share if met else 0.0)} positive."
    if abs(raw.share - beyond.share) < 0.0005:
        return f"{first} and {second} are equal at {percent(raw.share)} positive, raw and beyond the guesser."
    low, high = sorted((raw.share, beyond.share))
    which = "which class the model serves better" if twins else "which of the two is higher"
    return (
        f"{first} and {second} are equal at {percent(raw.share)} positive, but beyond the guesser at "
        f"{percent(beyond.share)}. Between {percent(low)} and {percent(high)} they disagree on {which}."
    )


def _is_level(one: ImbalanceCurve) -> bool:
    values = one.forms["value"]
    return values.size > 1 and bool(np.isfinite(values).all()) and float(np.ptp(values)) < 1e-9


def _behind(one: ImbalanceCurve, form: str, shares: Sequence[float]) -> str:
    """Where a line that crosses another is behind it, in words."""
    if len(shares) > 2:
        return f"Now and then, with turns at {', '.join(percent(share) for share in shares)} positive"
    middle = shares[0] / 2 if len(shares) == 1 else (shares[0] + shares[1]) / 2
    score, other = (float(one.source.at(name, 2 * middle - 1)) for name in ("value", form))
    ahead = bool(one.measure.is_better(score, other))
    if len(shares) == 1:
        return f"{'Above' if ahead else 'Below'} {percent(shares[0])} positive"
    low, high = (percent(share) for share in shares)
    return f"Below {low} and above {high} positive" if ahead else f"Between {low} and {high} positive"


def table(curves: Sequence[ImbalanceCurve]) -> pd.DataFrame:
    """Every form at every imbalance of the grid."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": one.measure.key,
                    "Imbalance": one.delta,
                    "Share positive": (1 + one.delta) / 2,
                    "Score": one.forms["value"],
                    "Guesser": one.forms["guessed"],
                    "Beyond guesser": one.forms["normalised"],
                    "Best without skill": one.forms["chance"],
                    "Balanced": one.forms["balanced"],
                    "Guesser, balanced": one.forms["balanced_guessed"],
                    "Beyond guesser, balanced": one.forms["balanced_normalised"],
                }
            )
            for one in curves
        ],
        ignore_index=True,
    )


def places(marks: Sequence[Mark]) -> str:
    """The marked places with all their digits, as a small table."""
    rows = "\n".join(
        f"| {literal(mark_words(mark))} | {_digits(mark.delta)} | {_digits(100 * mark.share, 6)} % "
        f"| {_digits(mark.value)} |"
        for mark in marks
    )
    return f"| place | δ | positive | value |\n|:--|--:|--:|--:|\n{rows}" if rows else "No line crosses another."


def _digits(value: float, digits: int = 8) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def computed(marks: Sequence[Mark], guess: str | float, cases: int | None) -> str:
    """How the curves come about."""
    size = (
        f"Chance and guesser are exact for {cases:,} cases, at whole numbers of positives; between two of these the "
        f"lines are straight, and crossings are those of straight lines."
        if cases is not None
        else "With very many cases a guesser's mean is the measure of the mean table; the best draw is left out, "
        "because for some measures it calls a handful of cases positive, however many there are."
    )
    return f"""With a share $\\alpha$ of positive cases the imbalance is $\\delta = 2\\alpha - 1$, and TP, FN, FP and TN
are $\\alpha\\,\\mathrm{{TPR}}$, $\\alpha(1-\\mathrm{{TPR}})$, $(1-\\alpha)(1-\\mathrm{{TNR}})$ and
$(1-\\alpha)\\,\\mathrm{{TNR}}$ of the cases. **Beyond the guesser** is $(Q - E)/(u - E)$, with $E$ what
{guesser(guess)} earns on average and $u$ the best possible value; below −0.55 the lines are cut. **Balanced** is the
measure after moving the counts to $\\delta = 0$ (Burger & Meertens, sections 3 to 5, Figures 1 to 4).
{size}

{places(marks)}
"""
