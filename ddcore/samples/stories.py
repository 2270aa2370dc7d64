"""Two classifiers each, told in three sentences: which of them is better depends on what right and wrong are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ddcore.counts import Counts
from ddcore.decisions.utility import Utility

SOURCE = "Dyrland, Lundervold & Porta Mana 2022, How is the evaluation evaluated?, sections 0 and 1"


@dataclass(frozen=True, eq=False)
class Story:
    """Counts of some models on the same 100 cases, the names of the classes, and what each outcome is worth.

    `told` is the story in three sentences.

    >>> story = STORIES["factory"]
    >>> {name: round(float(story.utility(counts)), 2) for name, counts in story.models.items()}
    {'A': 3.5, 'B': -3.5}
    """

    key: str
    title: str
    description: str
    told: str
    positive: str
    negative: str
    utility: Utility
    models: Mapping[str, Counts] = field(
        default_factory=lambda: {
            "A": Counts(tp=27, fp=15, fn=23, tn=35),
            "B": Counts(tp=43, fp=18, fn=7, tn=32),
        }
    )
    source: str = SOURCE


STORIES: Mapping[str, Story] = {
    story.key: story
    for story in (
        Story(
            "factory",
            "The factory: parts for two devices",
            "The predictions of two classifiers for 100 parts, long-lived or short-lived.",
            "A factory sorts its parts: long-lived ones go into cheap devices, short-lived ones with more power into "
            "costly ones. "
            "Classifier B is right more often than A, so the developers recommend it. "
            "But a short-lived part predicted long-lived costs 335 EUR: in a trial A earned money and B lost it.",
            "long",
            "short",
            Utility(tp=15, fp=-335, fn=-35, tn=165, unit="EUR"),
        ),
        Story(
            "factory_prices",
            "The factory: other prices",
            "The same two classifiers, and other payoffs.",
            "The same factory, the same two classifiers. "
            "Now a long-lived part earns 45 EUR if it is predicted so, and costs 65 EUR if it is not. "
            "A short-lived part in the wrong place costs the same as before, yet B is now ahead of A.",
            "long",
            "short",
            Utility(tp=45, fp=-335, fn=-65, tn=165, unit="EUR"),
        ),
        Story(
            "medical",
            "Two tumours, two treatments",
            "The predictions of two classifiers for 100 patients with one of two tumours.",
            "Two kinds of tumour need two kinds of treatment, and two classifiers predict which kind it is. They are "
            "right as often as those of the factory. "
            "The payoffs are expected months of life, from 0 after the worst mistake to 500. "
            "B is right more often, yet patients live seven months longer with A.",
            "tumour 0",
            "tumour 1",
            Utility(tp=350, fp=0, fn=300, tn=500, unit="months"),
        ),
    )
}
"""The stories by key, in the order in which they are offered."""
