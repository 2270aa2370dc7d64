"""What is exact where the scores were drawn from known laws, for answers to stand beside what was drawn."""

from ddcore.answers.looked import scenario
from ddcore.data import Data
from ddcore.samples.own_law import OwnLaw
from ddcore.samples.simulated import Mixture
from ddcore.scores.exact import Exact
from ddcore.scores.law import Law, Part
from ddcore.scores.law_kinds import KINDS

METHOD = """

**Exactly.** These scores are simulated, so the densities $f_1$ and $f_0$ of both classes are known. Recall at a
threshold $t$ is $P(X_1 \\ge t)$ and the false positive rate $P(X_0 \\ge t)$, from the distribution functions; areas are
sums over several thousand cells of the scores, exact to six digits, and for normal laws in closed form; a best
threshold is sought on all cells, then closer between its neighbours.
"""
"""How what is exact is computed."""


def exact(data: Data) -> Exact | None:
    """The laws of the scores of the model looked at; None where nobody knows them."""
    laws = scenario(data)
    if laws is None:
        return None
    if isinstance(laws, OwnLaw):
        return data.kept(("exact law", data.name), lambda: laws.exact)
    return data.kept(("exact law", data.name), lambda: Exact(_law(laws.positives), _law(laws.negatives)))


def _law(mixture: Mixture) -> Law:
    """Equal parts of normal laws."""
    return Law(tuple(Part(KINDS["normal"], part) for part in mixture.parts))


def classes(data: Data) -> tuple[float, float]:
    """Positives and negatives, as they count."""
    return float(data.positives), float(data.total - data.positives)
