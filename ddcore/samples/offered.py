"""Every sample that is offered, by its key: real predictions, stories told in counts, and scores drawn from a law."""

from collections.abc import Mapping

from ddcore.samples import SAMPLES, Sample
from ddcore.samples.applicants import APPLICANTS, Applicants
from ddcore.samples.pairs import PAIRS, Pair
from ddcore.samples.simulated import SCENARIOS, Scenario
from ddcore.samples.stories import STORIES, Story

Simulated = Scenario | Pair | Applicants
"""A law that cases are drawn from."""

OFFERED: Mapping[str, Sample | Story | Simulated] = {**SAMPLES, **STORIES, **SCENARIOS, **PAIRS, **APPLICANTS}
