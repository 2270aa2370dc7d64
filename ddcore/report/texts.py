"""The words of a report, all in one place: for another language make another `Texts`.

What answers say, they say themselves.
"""

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

ARCHIVE: Mapping[str, str] = {
    "report.html": "the report, to be read in a browser",
    "report.pdf": "the report, to be printed",
    "report.docx": "the report, to be edited",
    "report.xlsx": "its tables, a sheet each",
    "tables/": "its tables, each as CSV in UTF-8",
    "charts/": "its charts, each as SVG and as PNG",
    "report.json": "its choices, numbers, fingerprints and versions, for programs",
    "recompute.py": "computes its numbers again and compares them",
}
"""What the files of an archive are."""


@dataclass(frozen=True)
class Texts:
    """The words that a report adds to its answers, as plain texts."""

    language: str = "en"
    names: Mapping[str, str] = field(default_factory=lambda: NAMES)
    title: str = "What the scores of {model} are worth"
    title_of_many: str = "What the scores of {models} models are worth"
    title_of_classes: str = "What chance would score"
    by: str = "By"
    decision: str = "The decision"
    numbers: str = "The numbers that carry it"
    number: str = "Number"
    value: str = "Value"
    interval: str = "95 % interval"
    exact: str = "exact"
    by_normal_law: str = "about, by the normal law"
    approximate: str = "approximate"
    counted: str = "exact on these cases"
    picked: str = "picked on these cases"
    no_interval: str = "no interval can be given"
    predicted_alike: str = "all its cases are predicted alike"
    rests_on: str = "What it rests on"
    would_change: str = "What would change it"
    contents: str = "Contents"
    worth_knowing: str = "Worth knowing"
    asked_with: str = "Asked with"
    remark: str = "Note"
    data: str = "The data"
    oddities: str = "What was assumed and left out when they were read"
    method: str = "How it is computed"
    card: str = "Model card"
    to_fill: str = "To be filled in"
    again: str = "Compute it again"
    again_python: str = "In Python, with the package ddcore:"
    again_command: str = "In a terminal:"
    compared: str = "What changed since the other report"
    before: str = "Before"
    after: str = "Now"
    section: str = "Section"
    tables: str = "Tables"
    table: str = "Table"
    cases_left_out: str = (
        "Tables that list cases one by one, with their rows, ids and scores, are left out of this report."
    )
    cases_listed: str = (
        "This section lists cases one by one, with their rows, ids and scores, in {tables}: "
        "whoever gets the report can read them."
    )
    not_here: str = "{rows} rows; tables of up to 100,000 are in the spreadsheet and in the archive of this report."
    first_rows: str = "The first {shown} of {rows} rows; all are in the spreadsheet and in the archive of this report."
    first_columns: str = "{shown} of {columns} columns; all are in the spreadsheet and in the archive of this report."
    no_chart: str = "The chart is not drawn here: {why}. What it shows: {words}"
    no_browser: str = "there was no Chromium where this report was made"
    whole_title: str = "Title of this report"
    page: str = "Page"
    page_of: str = "Page {page} of {pages}"
    foot: str = "Report {fingerprint} · data {data} · ddcore {version}"
    left_out: str = "What was assumed and left out when the data were read stands under “The data”."
    intervals: str = (
        "Intervals are of 95 %: were cases drawn from the same source again and again, about 95 of 100 such intervals "
        "would hold the true value. What is “exact” is computed and not estimated."
    )
    intervals_of_weighted: str = (
        "Intervals are of 95 % and take the weights of the cases into account. What is “exact” is computed and not "
        "estimated."
    )
    intervals_in_clusters: str = (
        "Intervals are of 95 % and take into account that the cases of one cluster are alike. What is “exact” is "
        "computed and not estimated."
    )
    nothing_estimated: str = "All numbers are computed from the sizes of the classes: nothing is estimated."
    source: str = "Where from"
    arrays: str = "arrays in Python"
    typed: str = "typed numbers"
    cases: str = "Cases"
    weighted: str = "{total} (sum of weights; as many as {effective})"
    positive: str = "Positive class"
    positive_found: str = "nobody said so: {reason}"
    negative: str = "Negative class"
    selected: str = "Selected model"
    threshold: str = "Predicted positive"
    at_scores: str = "at scores ≥ {threshold}"
    labels_only: str = "as its labels say; it has no scores"
    groups: str = "Groups"
    folds: str = "Folds"
    others: str = "Other models"
    more: str = "{number} more"
    moved: str = "The threshold of {model} was set afterwards: it is {threshold} here."
    amount: str = "Amounts"
    card_details: str = "Model details"
    card_use: str = "Intended use"
    card_factors: str = "Factors"
    card_metrics: str = "Metrics"
    card_evaluation: str = "Evaluation data"
    card_training: str = "Training data"
    card_analyses: str = "Quantitative analyses"
    card_ethics: str = "Ethical considerations"
    card_caveats: str = "Caveats and recommendations"
    card_owner: str = "Owner: {owner}"
    card_groups: str = "The data name groups of cases."
    card_no_groups: str = "The data name no groups of cases, so that nothing is told of single groups."
    card_sections: str = "As asked in this report: {sections}."
    card_cases: str = "{cases} cases, {positives} of them positive."
    card_period: str = "Period: {period}"
    card_see: str = "The sections of this report."
    card_source: str = "In the order of Mitchell and others (2019), Model cards for model reporting."
    on_first_page: str = "Its chart stands on the first page:"
    fingerprints: str = (
        "The fingerprint of the data is that of the cases, however their file is written; that of the report is of its "
        "choices and numbers. Two reports with the same one say the same."
    )
    # The spreadsheet.
    report: str = "Report"
    cut: str = "(cut here: a cell holds no more letters)"
    too_many_rows: str = "{rows} rows, too many to stand here; the answer itself has them."
    # Another report.
    nothing_changed: str = "Nothing changed: cases, choices, numbers and versions are those of the other report."
    same_cases: str = "The cases are those of the other report."
    other_cases: str = "The cases are not those of the other report; a number may differ for that alone."
    before_and_now: str = "{what}: {before} before, {now} now."
    not_said: str = "not given"
    only_here: str = "Only this report answers: {sections}"
    only_there: str = "Only the other report answers: {sections}"
    choices_of: str = "What was chosen for “{section}”"
    usual_choices: str = "what suits the data"
    same_choices: str = "Both answer the same questions with the same choices."
    same_decision: str = "The decision reads the same."
    decision_before: str = "The decision said before, and says no more: “{sentence}”"
    decision_longer: str = "The decision says more than before."
    same_numbers: str = "All numbers that both give are the same."
    other_numbers: str = (
        "{changed} of {numbers} numbers that both give differ. They stand below with their intervals; whether one "
        "differs by more than chance is not tested here."
    )
    lone_numbers: str = "Numbers that only one of them gives: {numbers}."
    version_of: str = "Version of {name}"
    # The archive.
    archive: str = "What is in this archive"
    archive_files: Mapping[str, str] = field(default_factory=lambda: ARCHIVE)
    not_in_archive: str = "Not in it"
    not_made: str = "{file}: {why}"
    to_recompute: str = "To compute the numbers again, where ddcore {version} is installed:"
    to_recompute_file: str = "{file} must be in the folder in which the command is run."
    to_recompute_names: str = "Set {names} at the beginning of recompute.py before: the report was not made of a file."
    to_recompute_end: str = (
        "It compares them with report.json, which must stand beside it, and ends with 0 if all are the same, with 1 if "
        "not."
    )
    to_compare: str = "To say in a later report what changed since this one:"
    # The numbers computed again.
    recompute_doc: str = "Compute the numbers of this report again, and compare them."
    recompute_set: str = "Set this to what the report was made of."
    recompute_unset: str = "Set {names} in recompute.py first, to what the report was made of."
    recomputed_same: str = "all {numbers} numbers are the same"
    recomputed_differ: str = "{differ} of {numbers} numbers differ:"
    recomputed_line: str = "{name}: {before} in the report, {now} computed again"
    recomputed_more: str = "and {more} more"
    recomputed_cases: str = "The cases are not those of the report: fingerprint {now}, in the report {before}."


ENGLISH = Texts()
