"""The words of a report, all in one place: for another language make another `Texts`.

What answers say, they say themselves.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Texts:
    """The words that a report adds to its answers, as plain texts."""

    language: str = "en"
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
    counted: str = "exact on these cases"
    chosen: str = "as set"
    no_interval: str = "no interval can be given"
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
    not_here: str = "{rows} rows; they are in the spreadsheet and in the archive of this report."
    first_rows: str = "The first {shown} of {rows} rows; all are in the spreadsheet and in the archive of this report."
    first_columns: str = "{shown} of {columns} columns; all are in the spreadsheet and in the archive of this report."
    no_chart: str = "The chart is not drawn here: {why}. What it shows: {words}"
    page: str = "Page"
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
    source: str = "Where from"
    typed: str = "typed numbers"
    cases: str = "Cases"
    positive: str = "Positive class"
    negative: str = "Negative class"
    looked_at: str = "Model looked at"
    threshold: str = "Predicted positive"
    at_scores: str = "at scores ≥ {threshold}"
    labels_only: str = "as its labels say; it has no scores"
    groups: str = "Groups"
    folds: str = "Folds"
    others: str = "Other models"
    more: str = "{number} more"
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
    fingerprints: str = (
        "The fingerprint of the data is that of the cases, however their file is written; that of the report is of its "
        "choices and numbers. Two reports with the same one say the same."
    )


ENGLISH = Texts()
