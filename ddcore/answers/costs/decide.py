"""From which score on to predict positive at some prices, in one sentence."""

import math

from ddcore.answers.base.money import CONSTANTS, Money
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.words import literal
from ddcore.answers.costs.compute import Costs
from ddcore.formats import number


def decision(costs: Costs, prices: Prices) -> str:
    """The threshold to use with what it is worth on unseen cases; empty where that is not known."""
    best, positive = costs.rules["best"].threshold, literal(costs.data.positive)
    constant = costs.rules.constant
    lead, always = costs.leads.get(constant.key), CONSTANTS[constant.key]
    if lead is None or math.isnan(lead.low):
        return ""
    if not math.isfinite(best) or not lead.low > 0:
        return f"At these prices the model does not clearly pay: {always} may be worth as much."
    money = Money.of(prices, costs.utility, lead.value)
    amount = " ".join(filter(None, (money.lead_number(always, lead).text, money.unit)))
    worth = f"costs **{amount}** less" if money.as_costs else f"is worth **{amount}** more"
    return f"Predict *{positive}* from a score of **{number(best)}** on: an unseen case then {worth} than {always}."
