"""Laws to start from: those of the figures of Gong 2022, or the nearest that show what a figure claims."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ddcore.samples.offered import Own, own_law
from ddcore.samples.own_pair import written
from ddcore.samples.pairs import PAIRS, Pair
from ddcore.samples.simulated import SCENARIOS


@dataclass(frozen=True)
class Example:
    """A law by its name: `of` is the sample it belongs to, `shows` what it shows and how it was found."""

    of: str
    title: str
    shows: str
    law1: str
    law0: str
    share: float

    @property
    def law(self) -> Own:
        """The law itself."""
        return own_law(self.of, self.given)

    @property
    def given(self) -> Mapping[str, Any]:
        """What it is made from, by the names that links have for it."""
        return {"law1": self.law1, "law0": self.law0, "law_share": self.share}


_NEAREST = "The figure's parameters are not printed; these distributions are the nearest ones with the same effect."
_SCENARIOS = {
    "5.2, 1": ("normal(0.5,0.05)", "normal(0.5,0.1)"),
    "5.2, 2": ("normal(0.5,0.1)", "normal(0.5,0.05)"),
    "5.2, 3": ("0.5*normal(0.2,0.05);0.5*normal(0.5,0.05)", "normal(0.38,0.1)"),
    "5.2, 4": ("normal(0.38,0.1)", "0.5*normal(0.2,0.05);0.5*normal(0.5,0.05)"),
}

_LAWS = {
    "figure_4_1": Example(
        "own_law",
        "Figure 4.1: ACC peaks twice",
        "Figures 4.1 to 4.3. Both low and high scores suggest a positive case. Precision falls where it should rise, "
        "and "
        f"accuracy peaks twice. {_NEAREST}",
        "0.5*normal(0.25,0.06);0.5*normal(0.75,0.06)",
        "0.7*normal(0.5,0.06);0.3*normal(0.08,0.03)",
        0.5,
    ),
    "figure_4_4": Example(
        "own_law",
        "Figure 4.4: MK peaks twice",
        "Figures 4.4 and 4.5. The likelihood ratio rises throughout, yet markedness has two peaks when a quarter of "
        "the cases is positive. "
        f"{_NEAREST}",
        "0.1*normal(0.5,0.2);0.6*normal(1.5,0.2);0.3*normal(2.5,0.2)",
        "0.7*normal(0.5,0.2);0.299*normal(1.5,0.2);0.001*normal(2.5,0.2)",
        0.25,
    ),
    "figure_4_6": Example(
        "own_law",
        "Figure 4.6: MCC peaks twice",
        "Figures 4.6 to 4.8. The likelihood ratio rises from bin to bin, yet the Matthews correlation peaks at 1 and "
        "at 2. The example printed in appendix B is not a valid pair of densities; this one is.",
        "bins(0,3,0.1,0.6,0.3)",
        "bins(0,3,0.7,0.299,0.001)",
        0.5,
    ),
    "figure_5_1": Example(
        "own_law",
        "Figure 5.1: equal spread",
        f"Both classes have the same spread, so the likelihood ratio rises and the ROC curve has no dent. {_NEAREST}",
        "normal(0.6,0.1)",
        "normal(0.4,0.1)",
        0.5,
    ),
    "table_4_4": Example(
        "own_law",
        "Table 4.4: normal, 30 % positive",
        "The best threshold of every measure is known in closed form here.",
        "normal(1.5,1)",
        "normal(0,1)",
        0.3,
    ),
    **{
        f"figure_{name.replace('.', '_').replace(', ', '_')}": Example(
            "own_law",
            f"Figure {name}: {SCENARIOS[f'scenario_{name[-1]}'].title.removeprefix('Simulated: ')}",
            "The distributions of Figures 5.2 to 5.4, for you to change.",
            *laws,
            0.5,
        )
        for name, laws in _SCENARIOS.items()
    },
    "one_sided": Example(
        "own_law",
        "Scores above 0, in no figure",
        "Waiting times and amounts often look like this: exponential for negatives, gamma for positives.",
        "gamma(4,1)",
        "exponential(1.5)",
        0.2,
    ),
}


def _pair(key: str, title: str, shows: str) -> Example:
    law: Pair = PAIRS[key]
    return Example("own_pair", title, shows, written(law.positives), written(law.negatives), 0.25)


EXAMPLES: Mapping[str, Example] = {
    **_LAWS,
    "figure_8_2": _pair(
        "pair_1",
        "Figure 8.2: one good, one poor",
        "A model no better than chance improves a good one. The printed covariances are illegible; these give the "
        "AUCs in the text.",
    ),
    "figure_8_3": _pair(
        "pair_2",
        "Figure 8.3: better together",
        "Two models with an AUC of 0.81 each reach 0.94 together, as printed. Only two digits of the printed "
        "covariances are legible.",
    ),
}
"""The examples by key, in the order of the document."""


_KNOWN = {(example.of, *example.law.given.values()): key for key, example in EXAMPLES.items()}


def example_of(law: Own) -> str | None:
    """The key of the example that a law is; None where it is none.

    >>> example_of(EXAMPLES["figure_4_6"].law)
    'figure_4_6'
    """
    return _KNOWN.get((law.key, *law.given.values()))
