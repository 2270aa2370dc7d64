"""What stands on a page, and which of its controls its link tells of."""

from dataclasses import dataclass
from typing import Any

from ddcore.answers.base.question import QUESTIONS

SAMPLES = {
    "two_class_example": "Two classes, one model",
    "factory": "The factory: parts for two devices",
    "scenario_3": "Simulated: in two groups",
    "pair_2": "Simulated: two models, better together",
    "applicants": "Simulated: applicants for a loan",
}
"""The samples that the walker opens, by what a link calls them."""
CARD = (
    *("data_role_", "data_weighted_", "data_delimiter_", "data_decimal_", "data_encoding_", "data_header_"),
    "data_ask_",
)
"""Controls of the card of a file, besides the positive class and the table of its models."""
SOURCES = ("data_kind", "data_sample")
TYPED = ("data_size", "data_seed", "data_way", "data_M", "data_P", "data_TP", "data_FP", "data_FN", "data_TN")
NUMBERS = TYPED[2:]
SHORT_LIVED = ("costs_ratio", "lending_categories", "lending_span", "verdict_model")
"""Controls that set others, and stand where those say."""
OFTEN = ("data_threshold_", "data_model_", "fn_u_", "fp_u_", "guess_kind")
SLOW = ("pairs", "resamples")
UNDER = ("guess_g", "where_bound", "tpr", "tnr", "verdict_cell", "thresholds_cell")
"""Controls that say something only beside another one."""


@dataclass
class Place:
    """What stood on a page, and what had been entered by then."""

    page: str
    link: dict[str, str]
    headline: list[str]
    shown: dict[str, Any]
    entered: dict[str, Any]
    file: str | None
    bad: set[str]
    is_doubtful: bool

    @property
    def data(self) -> str:
        """What its data are: "File", "Numbers" or a sample."""
        if {"M", "P", "TP", "FP", "FN", "TN"} & set(self.link):
            return "Numbers"
        kind = self.link.get("data", "Sample")
        return kind if kind != "Sample" else self.link.get("sample", QUESTIONS[self.page].sample)


def is_of_data(key: str) -> bool:
    """Whether what a control says belongs to some data."""
    return any(part in key for part in (*SAMPLES, "FILE", "_file", "_Numbers"))


def is_of(key: str, place: Place) -> bool:
    """Whether it belongs to the data of a place."""
    parts = {"File": ("FILE", "_file"), "Numbers": ("_Numbers",)}.get(place.data, (place.data,))
    return any(part in key for part in parts)


def is_in_link(key: str, place: Place, shown: set[str]) -> bool:
    """Whether a link of a place has what a control says that is not shown there."""
    if key.startswith("data_threshold"):
        return any(key.rpartition("_")[0] == other.rpartition("_")[0] for other in shown)
    if is_of_data(key):
        return is_of(key, place) and not key.startswith("data_")
    return not key.startswith((*UNDER, *TYPED, *SOURCES)) and not key.endswith("_own")
