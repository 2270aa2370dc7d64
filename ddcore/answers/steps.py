"""What people ask next: from a file to a verdict, a threshold, prices and a decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ddcore.answers import QUESTIONS
from ddcore.data import Data

MOST = 3
"""Steps that are offered at once."""


@dataclass(frozen=True)
class Step:
    """A question that may come next, by its name, and how it is put here."""

    question: str
    text: str


STEPS: Mapping[str, Mapping[str, str]] = {
    "verdict": {
        "thresholds": "Is {threshold} the right threshold?",
        "utility": "What is it worth?",
        "groups": "Where does it fail?",
        "rescaled": "How far beyond chance is that?",
        "baselines": "What would chance score here?",
        "expectation": "And if more cases were predicted positive?",
    },
    "baselines": {
        "verdict": "Does the model beat that?",
        "expectation": "What does random guessing score as it predicts more positives?",
        "prevalence": "What if positives were rarer?",
    },
    "expectation": {
        "verdict": "Does the model beat that?",
        "thresholds": "Is {threshold} the right threshold?",
        "baselines": "What is the best that chance reaches?",
    },
    "rescaled": {
        "folds": "How steady is that?",
        "learned": "How much has the model learned?",
        "prevalence": "What if positives were rarer?",
        "thresholds": "Is {threshold} the right threshold?",
        "utility": "What is it worth?",
    },
    "learned": {
        "reach": "What would a better score take?",
        "rescaled": "How far beyond chance is that?",
        "thresholds": "Is {threshold} the right threshold?",
    },
    "reach": {
        "curves": "How well do the scores separate?",
        "learned": "How much has the model learned?",
        "prevalence": "What if positives were rarer?",
        "baselines": "What is the best that chance reaches?",
    },
    "prevalence": {
        "thresholds": "Is {threshold} the right threshold?",
        "change": "What changed between then and now?",
        "utility": "What is it worth?",
        "baselines": "What would chance score here?",
    },
    "groups": {
        "cases": "What should be done with each case?",
        "thresholds": "Is {threshold} the right threshold?",
        "folds": "How steady is the score?",
    },
    "folds": {
        "plan": "How many cases would make it steadier?",
        "thresholds": "Is {threshold} the right threshold?",
        "curves": "How well do the scores separate?",
        "utility": "What is it worth?",
    },
    "plan": {
        "verdict": "Does the model beat chance now?",
        "prevalence": "What if positives were rarer?",
        "reach": "How hard is a score?",
        "baselines": "What would chance score here?",
    },
    "curves": {
        "compare": "Is one model better than the other?",
        "thresholds": "Is {threshold} the right threshold?",
        "likelihood": "Could these scores separate better?",
        "ensemble": "Are two models better than one?",
    },
    "compare": {
        "curves": "Where is one ROC curve above the other?",
        "utility": "Which model is worth most?",
        "ensemble": "Are two models better than one?",
    },
    "likelihood": {
        "thresholds": "Is {threshold} the right threshold?",
        "ensemble": "Are two models better than one?",
        "costs": "What does a mistake cost?",
    },
    "thresholds": {
        "costs": "Which threshold costs least?",
        "utility": "What is it worth?",
        "refer": "Which cases should a person see?",
    },
    "ensemble": {
        "thresholds": "Is {threshold} the right threshold?",
        "costs": "What does a mistake cost?",
        "utility": "Which model is worth most?",
    },
    "change": {
        "thresholds": "Is {threshold} the right threshold?",
        "prevalence": "What if positives were rarer?",
        "curves": "How well do the scores separate?",
    },
    "utility": {
        "costs": "Which threshold costs least?",
        "refer": "Which cases should a person see?",
        "ranking": "Would a measure have picked the same one?",
        "verdict": "Does it beat chance?",
    },
    "ranking": {
        "utility": "Which model is worth most?",
        "verdict": "Does it beat chance?",
    },
    "costs": {
        "refer": "Which cases should a person see?",
        "utility": "Which model is worth most?",
        "thresholds": "Which threshold is best by a measure?",
    },
    "refer": {
        "cases": "What should be done with each case?",
        "actions": "And with more than two answers?",
        "utility": "Which model is worth most?",
        "costs": "Which threshold costs least?",
        "verdict": "Does it beat chance?",
    },
    "cases": {
        "refer": "Which cases should a person see?",
        "costs": "Which threshold costs least?",
        "utility": "Which model is worth most?",
    },
    "actions": {
        "refer": "Which cases should a person see?",
        "costs": "Which threshold costs least?",
        "curves": "How well do the scores separate?",
    },
    "lending": {
        "costs": "Which threshold costs least?",
        "curves": "How well do the scores separate?",
        "utility": "Which model is worth most?",
    },
}
"""For each question those that come next, the most useful first, and how they are put."""


def next_steps(question: str, data: Data) -> Sequence[Step]:
    """The first few that these data can answer.

    >>> [step.question for step in next_steps("verdict", Data(303, 139))]
    ['baselines', 'expectation']
    """
    threshold = None if data.chosen is None else data.model.threshold
    cut = "this" if threshold is None else f"{threshold:.6g}"
    steps = STEPS.get(question, {})
    if data.classes is not None and question != "actions":
        # The other questions see one of the classes against the rest.
        steps = {"actions": f"And all {len(data.classes.names)} classes at once?", **steps}
    answered = [name for name in steps if QUESTIONS[name].needs(data) is None]
    return [Step(name, steps[name].format(threshold=cut)) for name in answered[:MOST]]
