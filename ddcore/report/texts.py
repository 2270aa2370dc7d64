"""The names of numbers that answers do not state themselves yet, and why they have no interval."""

from collections.abc import Mapping
from dataclasses import dataclass, field

NAMES: Mapping[str, str] = {
    "won": "Measures on which it beats chance",
    "clearly_worse": "Measures on which it is clearly worse than chance",
    "distance": "Distance from chance to perfect, on average",
    "distance_of_best": "Distance of the one picked as best, on unseen cases",
    "luck": "Probability that random guessing does as well",
    "area": "AUC",
    "groups_behind": "Groups that do no better than chance, {name}",
    "of_group": "Nearest to chance or behind it: {group}",
    "of_segment": "Of cases that had no say, {segment}",
    "expected_there": "Expected there with the rates of all, {segment}",
    "cost_here": "Cost a case: {rule}",
    "cost_unseen": "Cost a case on unseen cases: {rule}",
    "folds": "Distance from guessing to perfect, over the parts",
    "folds_unseen": "The same on unseen cases",
    "threshold": "Threshold",
    "slope": "Calibration slope (1 is best)",
    "intercept": "Calibration intercept (0 is best)",
    "area_before": "AUC of the scores",
    "area_after": "AUC of the evidence on unseen cases",
    "area_gain": "Gain on unseen cases",
    "cost_threshold": "Best threshold at these prices",
    "true_threshold": "Best threshold on true probabilities",
    "referred": "Share of these cases that a person sees",
    "referred_from": "Referred from a score of",
    "referred_to": "Referred to below a score of",
    "nobody_referred": "On these cases, nobody referred",
    "decided_here": "On these cases, of those that the model decides",
    "decided_unseen": "On unseen cases, of those that the model decides",
    "referring_gain": "More than without referring, on unseen cases",
    "worth_of_choosing": "Worth of a case, the best answer chosen for each",
    "gain_of_choosing": "More than with {name} for all",
    "risk_threshold": "Threshold on the risk",
    "baseline": "{name} without skill, at best",
    "guesses": "{name}, mean of random guesses that call {share} positive",
    "guesses_each": "{name}, mean of guesses that call each case positive with probability {share}",
    "best_guess": "{name}, highest mean of random guesses",
    "beyond": "{name}, beyond chance",
    "learned": "{name}: share of oracle",
    "score_asked": "{name} asked about",
    "score_next": "{name} one step further",
    "more_area": "AUC that this step takes",
    "distance_needed": "Standard deviations between two equal normals that {name} of {value} takes",
    "area_needed": "AUC that {name} of {value} takes, if scores are two equal normals",
    "least_area": "Least AUC that {name} of {value} takes, any concave curve",
    "cases_needed": "Cases that “beats chance” on {name} takes with {share}",
    "verdict_here": "Probability of “beats chance” on {name} with {cases} cases",
    "cases_narrow": "Cases that an interval of {name} no wider than {width} takes",
    "cost_natural": "Cost of cases as they come",
    "cost_cheapest": "Cost of the cheapest choice of cases",
    "cases_apart": "Cases on which two models {gain} apart are told apart with {share}",
    "there": "{name} where {share} are positive",
    "here": "{name} of these cases",
    "coin_there": "{name} of tossing a coin where {share} are positive",
    "baseline_there": "{name} without skill, at best, where {share} are positive",
    "best_threshold": "Best threshold for {name}",
    "unseen": "{name} there, on unseen cases",
    "area_of": "AUC, {name}",
    "score_of": "{name}, {model}",
    "difference": "{name}: the first less the second",
    "p_difference": "{name}: probability of so large a difference by luck",
    "worth_of_case": "Worth of a case",
    "changed": "{name}, now less then",
    "changed_share": "Of it by the share of positives",
    "changed_classifier": "Of it by the classifier",
    "share_by_scores": "Share of positives now, by the scores alone",
    "drift": "Largest distance of the shares of cases below a score",
    "earned": "Earned of 100 applied for, {way}",
    "earned_more": "More than one margin for all, {way}",
    "misranked": "Pairs that {name} ranks wrongly",
    "misranked_by_payoffs": "Pairs that payoffs rank wrongly which may each be off by {off}",
    "worth_of": "{of}: {name}",
    "a_case": "a case",
    "an_unseen_case": "an unseen case at the best threshold",
    "an_unseen_case_decided": "an unseen case with its best answer",
    "cases_positive": "Cases that are best predicted positive",
    "cases_negative": "Cases that are best predicted negative",
    "cases_refer": "Cases that a person should see",
    "chance_positive": "Truly positive, of those predicted positive",
    "chance_negative": "Truly positive, of those predicted negative",
    "than_set": "the model's own predictions, an unseen case",
    "than_refer": "letting a person see all, an unseen case",
    "than_all": "always predicting positive, an unseen case",
    "than_none": "never predicting positive, an unseen case",
    "than_constant": "the better constant answer, {period}",
    "cost": "Cost of {of}{unit}",
    "worth": "Worth of {of}{unit}",
    "less_cost": "Less cost than {than}{unit}",
    "more_worth": "More worth than {than}{unit}",
    "by_margin": "one margin for all",
    "by_cutoff": "a threshold on the risk",
    "by_system": "the same rates, where they pay",
    "period": "a {period}",
    "period_of": "a {period} of {cases} cases",
}
"""What the numbers of answers are called."""


@dataclass(frozen=True)
class Texts:
    """The words of these numbers."""

    names: Mapping[str, str] = field(default_factory=lambda: NAMES)
    exact: str = "exact"
    by_normal_law: str = "about, by the normal law"
    approximate: str = "approximate"
    counted: str = "exact on these cases"
    picked: str = "picked on these cases"
    no_interval: str = "no interval can be given"
    predicted_alike: str = "all its cases are predicted alike"


ENGLISH = Texts()
