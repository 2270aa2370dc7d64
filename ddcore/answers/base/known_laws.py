"""What a sample is known to be drawn from: a story, the laws of scores, and exact values beside drawn ones."""

from ddcore.data import Data
from ddcore.samples import SAMPLES
from ddcore.samples.own_law import OwnLaw
from ddcore.samples.pairs import Pair
from ddcore.samples.simulated import Mixture, Scenario
from ddcore.samples.stories import Story
from ddcore.scores.exact import Exact
from ddcore.scores.law import Law, Part
from ddcore.scores.law_kinds import KINDS


def story(data: Data) -> Story | None:
    """The story that the counts were told in; None where there is none."""
    return data.sample if isinstance(data.sample, Story) else None


def pair(data: Data) -> Pair | None:
    """The law of two models' scores that these were drawn from; None where there is none."""
    return data.sample if isinstance(data.sample, Pair) else None


def scenario(data: Data) -> Scenario | OwnLaw | None:
    """The laws that the scores of the selected model were drawn from; None where there are none."""
    if isinstance(data.sample, Pair):
        return data.sample.alone(data.name)
    return data.sample if isinstance(data.sample, Scenario | OwnLaw) else None


def printed_region(data: Data) -> tuple[float, float] | None:
    """The scores of the selected model that the source of a sample leaves to a person; None where it names none."""
    origin = data.origin
    if origin is None or origin.function != "sample" or origin.given.get("name") not in SAMPLES:
        return None
    return SAMPLES[origin.given["name"]].regions.get(data.name)


METHOD = """

**Exact values.** These scores are simulated, so the densities $f_1$ and $f_0$ of both classes are known. Recall at a
threshold $t$ is $P(X_1 \\ge t)$ and the false positive rate is $P(X_0 \\ge t)$, from the distribution functions. Areas
are sums over several thousand cells of the scores, exact to six digits, or closed forms for normal laws. The best
threshold is searched on all cells, then between the neighbours of the best one.
"""
"""How what is exact is computed."""


def exact(data: Data) -> Exact | None:
    """The laws of the scores of the selected model; None where they are not known."""
    laws = scenario(data)
    if laws is None:
        return None
    if isinstance(laws, OwnLaw):
        return data.cached(("exact law", data.name), lambda: laws.exact)
    return data.cached(("exact law", data.name), lambda: Exact(_law(laws.positives), _law(laws.negatives)))


def _law(mixture: Mixture) -> Law:
    """Equal parts of normal laws."""
    return Law(tuple(Part(KINDS["normal"], part) for part in mixture.parts))


def classes(data: Data) -> tuple[float, float]:
    """Positives and negatives, as they count."""
    return float(data.positives), float(data.total - data.positives)
