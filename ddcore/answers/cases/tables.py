"""The tables of cases: the best answers, all cases, and one case worked through."""

import math
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.base.money import Money
from ddcore.answers.base.prices import cells as priced
from ddcore.answers.base.words import literal
from ddcore.answers.cases.compute import CaseResults, label_probabilities
from ddcore.arrays import Array
from ddcore.decisions.cases import ANSWERS, closest_call
from ddcore.formats import number, percent
from ddcore.interval import confidence
from ddcore.records.rows import UNKNOWN

WAYS = {"positive": "predict positive", "negative": "predict negative", "refer": "send to a person"}
"""The answers in words."""

COSTS = ("Cost of a false positive", "Cost of a false negative")
"""The columns of the costs of errors, where each case has its own."""


def tally(results: CaseResults) -> pd.DataFrame:
    """The number of cases for which each answer is best, by their truth."""
    data = results.own
    heads = [f"truly {data.positive}", f"truly {data.negative}", "truth unknown"]
    if not results.without_truth:
        heads.pop()
    rows = [
        {"best answer": WAYS[answer], "cases": sum(cells), **dict(zip(heads, cells, strict=False))}
        for answer, cells in results.tally.items()
        if answer != "refer" or results.referral is not None
    ]
    return pd.DataFrame(rows).astype(dict.fromkeys(("cases", *heads), float))


def closest(results: CaseResults) -> int:
    """The place of the case whose two best answers are nearest to each other in worth."""
    return results.kept("closest", partial(_closest, results))


def _closest(results: CaseResults) -> int:
    counted = np.flatnonzero(results.listed.weight > 0)
    if results.by_case is not None:
        return int(counted[np.argmin(results.expected.lead[counted])])
    payoffs = priced(results.prices.u)
    return int(counted[closest_call(payoffs, results.probabilities[counted], results.referred(payoffs))])


def worked(results: CaseResults, place: int, money: Money) -> Table:
    """One case worked through: both truths, the probability, and the expected worth of each answer."""
    listed, data = results.listed, results.data
    chance, share = results.probability_at(place), data.prevalence
    amount = None if listed.amount is None else listed.amount[place : place + 1]
    payoffs = results.payoffs(amount).map(lambda payoff: float(np.ravel(payoff)[0]))
    lines = {
        "positive": (payoffs.tp, payoffs.fp),
        "negative": (payoffs.fn, payoffs.tn),
        **({} if (referred := results.referred(payoffs)) is None else {"refer": referred}),
    }
    worth = "cost" if money.as_costs else "worth"
    rows = [
        {
            "answer": WAYS[answer],
            f"expected {worth}": money.amount(chance * float(positive) + (1 - chance) * float(negative)),
            f"if truly {data.positive}": money.amount(float(positive)),
            f"if truly {data.negative}": money.amount(float(negative)),
        }
        for answer, (positive, negative) in lines.items()
    ]
    best = ANSWERS[results.kept("best", lambda: int(results.best[place]), place)]
    rows.sort(key=lambda row: row["answer"] != WAYS[best])
    ratio = math.exp(min(results.log_ratio_at(place), 700.0))
    times = "" if number(ratio) == "1" else f"{number(ratio)} times "
    own = number(share / (1 - share))
    odds = number(math.exp(min(results.log_ratio_at(place) + math.log(share / (1 - share)), 700.0)))
    remark = (
        f"{_evidence(results, place)} is {times}as likely for {literal(data.positive)} as for "
        f"{literal(data.negative)}. The odds of {own}, from a base rate of {percent(share)}, become {odds}: a "
        f"probability of {percent(chance)}."
    )
    name = _name(results, place)
    title = f"Row {int(listed.numbers[place]):,}{'' if name is None else f', {literal(name)}'}"
    return Table.of(title, pd.DataFrame(rows), remark, bold=1, cases=listed.rows is not None)


def _name(results: CaseResults, place: int) -> str | None:
    """The name of one case in the file; None where it has none."""
    rows = results.listed.rows
    names = None if rows is None else rows.rows.names(rows.number[place : place + 1] - rows.rows.first)
    return names[0] if names and names[0] else None


def _evidence(results: CaseResults, place: int) -> str:
    score = float(results.listed.score[place])
    if results.labels:
        return f"A prediction of {literal(results.own.positive if score else results.own.negative)}"
    return f"A score of {number(score)}"


def _amounts(amount: Array | None) -> dict[str, object]:
    """The columns of the amounts of cases, or of the costs of both errors."""
    if amount is None or amount.ndim == 1:
        return {"Amount": amount}
    return {name: amount[:, place] for place, name in enumerate(COSTS)}


def all_cases(results: CaseResults, money: Money) -> pd.DataFrame:
    """One row a case in the order of the file, or a score where the cases are not known one by one."""
    listed, data, worth = results.listed, results.own, results.expected
    rows, amount = listed.rows, "cost" if money.as_costs else "worth"
    columns: dict[str, object] = {}
    columns["Row"] = listed.numbers
    if rows is not None and (names := rows.names) is not None:
        columns["Case"] = names
    if results.labels:
        columns["Predicted"] = np.where(listed.score > 0, data.positive, data.negative)
    else:
        columns["Score"] = listed.score
    if rows is not None:
        truth = {1: data.positive, 0: data.negative, UNKNOWN: ""}
        columns["Truth"] = pd.Series(rows.truth).map(truth).to_numpy()
    else:
        columns |= {f"Truly {data.positive}": listed.positives, f"Truly {data.negative}": listed.negatives}
    columns["Best answer"] = np.array([WAYS[answer] for answer in ANSWERS])[results.best]
    if results.by_case is not None:
        columns |= _amounts(listed.amount)
    with np.errstate(over="ignore"):
        columns["Likelihood ratio"] = np.exp(results.log_ratios)
    columns["Probability of being positive"] = results.probabilities
    if results.labels:
        chances = label_probabilities(results.data)
        for head, end in ((f"Probability, {confidence()} from", "low"), (f"Probability, {confidence()} to", "high")):
            columns[head] = np.where(listed.score > 0, *(getattr(chances[label], end) for label in (True, False)))
    columns[f"Expected {amount}, predicted positive"] = money.sign * worth.positive
    columns[f"Expected {amount}, predicted negative"] = money.sign * worth.negative
    if worth.refer is not None:
        columns[f"Expected {amount}, seen by a person"] = money.sign * worth.refer
    columns["Predicted by the model"] = np.where(results.called(listed.score), "positive", "negative")
    return pd.DataFrame(columns)


def with_own_columns(results: CaseResults, money: Money) -> pd.DataFrame:
    """The same rows as a file: all columns of the one that was read, as they stand there, before those of the answer.

    What the file has already, the name of a case and its truth, is not repeated; an added column whose name the file
    has is named after the question, too.
    """
    added, rows = all_cases(results, money), results.listed.rows
    own = {} if rows is None else rows.rows.own
    if rows is None or not own:
        return added
    places = rows.number - rows.rows.first
    added = added.drop(columns=["Case", "Truth"], errors="ignore")
    added.columns = [f"Cases: {name}" if name in own else name for name in added.columns]
    return pd.concat([pd.DataFrame({name: texts.at(places) for name, texts in own.items()}), added], axis=1)
