"""Six simulated models that predict forty attributes of faces, in the form of van de Bijl et al. 2024, Example 6."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from scipy.special import expit

from ddcore.errors import InputError

LEAST, USUAL, MOST = 100, 2_500, 10_000
"""Pictures; each has forty truths and 240 predictions."""
SKILL: Mapping[str, float] = {"A": 0.70, "B": 0.78, "C": 0.86, "D": 0.94, "E": 1.02, "F": 1.10}
"""How well each model separates, as a multiple of what an attribute allows."""
SHARED = 0.7
"""The part of the variance of a picture's evidence that it has in common for all models."""
HESITANT = 0.3
"""Evidence that a model wants to see before it predicts an attribute, in standard deviations."""


class Attribute(NamedTuple):
    """The share of pictures that have an attribute, and how far its evidence lies apart, in standard deviations."""

    share: float
    apart: float


ATTRIBUTES: Mapping[str, Attribute] = {
    "5_o_Clock_Shadow": Attribute(0.11, 2.2),
    "Arched_Eyebrows": Attribute(0.27, 1.5),
    "Attractive": Attribute(0.51, 1.9),
    "Bags_Under_Eyes": Attribute(0.20, 1.2),
    "Bald": Attribute(0.02, 3.4),
    "Bangs": Attribute(0.15, 2.6),
    "Big_Lips": Attribute(0.24, 0.2),
    "Big_Nose": Attribute(0.23, 1.3),
    "Black_Hair": Attribute(0.24, 2.2),
    "Blond_Hair": Attribute(0.15, 3.0),
    "Blurry": Attribute(0.05, 2.4),
    "Brown_Hair": Attribute(0.20, 1.7),
    "Bushy_Eyebrows": Attribute(0.14, 1.6),
    "Chubby": Attribute(0.06, 1.8),
    "Double_Chin": Attribute(0.05, 1.9),
    "Eyeglasses": Attribute(0.065, 3.2),
    "Goatee": Attribute(0.06, 2.4),
    "Gray_Hair": Attribute(0.04, 3.0),
    "Heavy_Makeup": Attribute(0.39, 2.5),
    "High_Cheekbones": Attribute(0.46, 1.9),
    "Male": Attribute(0.42, 3.4),
    "Mouth_Slightly_Open": Attribute(0.48, 2.0),
    "Mustache": Attribute(0.04, 2.1),
    "Narrow_Eyes": Attribute(0.115, 0.1),
    "No_Beard": Attribute(0.83, 2.9),
    "Oval_Face": Attribute(0.28, 0.3),
    "Pale_Skin": Attribute(0.04, 2.0),
    "Pointy_Nose": Attribute(0.28, 0.3),
    "Receding_Hairline": Attribute(0.08, 1.8),
    "Rosy_Cheeks": Attribute(0.065, 2.1),
    "Sideburns": Attribute(0.06, 2.4),
    "Smiling": Attribute(0.48, 2.5),
    "Straight_Hair": Attribute(0.21, 0.9),
    "Wavy_Hair": Attribute(0.32, 1.5),
    "Wearing_Earrings": Attribute(0.19, 1.3),
    "Wearing_Hat": Attribute(0.05, 3.2),
    "Wearing_Lipstick": Attribute(0.47, 2.7),
    "Wearing_Necklace": Attribute(0.12, 0.1),
    "Wearing_Necktie": Attribute(0.07, 2.7),
    "Young": Attribute(0.77, 2.4),
}
"""The forty attributes of CelebA by their names there; shares are about as there, how far apart is chosen."""


@dataclass(frozen=True, eq=False)
class FaceAttributes:
    """Forty truths of each picture and the scores of six models for each; `counted` and `roles` are as in `Scenario`.

    A model of skill s sees of an attribute that lies d apart the evidence x, normal with standard deviation 1 around
    s d / 2 where the picture has it and around -s d / 2 where not. Of the variance all models share `SHARED`. The score
    is 1 / (1 + exp(-s d (x - h))), where h is `HESITANT`: a model predicts the attribute where x >= h.

    Of F1 the baseline is that of predicting each attribute always, 2 p / (1 + p) for the share p. With recall t and
    false positive rate f a model falls short of it where t < p + (1 - p) f.
    """

    key: str
    title: str
    description: str
    counted: str = "Pictures"
    source: str = (
        "simulated in the form of van de Bijl et al. 2024, Example 6 and Table 7; names of attributes are those of "
        "CelebA (Liu and others 2015)"
    )

    @property
    def roles(self) -> Mapping[str, Any]:
        """How its columns are read: each attribute is a truth."""
        scores = [f"{name}_{model}" for name in ATTRIBUTES for model in SKILL]
        return {"truth": list(ATTRIBUTES), "score": scores, "positive": "yes", "threshold": 0.5}

    def draw(self, size: int = USUAL, seed: int = 1) -> pa.Table:
        """`size` pictures, a row each: the attributes in columns, and the score of each model for each of them.

        Raises `InputError` "size must be between 100 and 10,000, got 3".

        >>> FACE_ATTRIBUTES["attributes"].draw(100).column_names[38:42]
        ['Wearing_Necktie', 'Young', '5_o_Clock_Shadow_A', '5_o_Clock_Shadow_B']
        """
        if not LEAST <= size <= MOST:
            raise InputError(f"size must be between {LEAST:,} and {MOST:,}, got {size:,}")
        rng = np.random.default_rng(seed)
        truths, scores = {}, {}
        for name, (share, apart) in ATTRIBUTES.items():
            true = rng.random(size) < share
            common = math.sqrt(SHARED) * rng.standard_normal(size)
            truths[name] = np.where(true, "yes", "no")
            for model, skill in SKILL.items():
                own = math.sqrt(1 - SHARED) * rng.standard_normal(size)
                evidence = common + own + np.where(true, 0.5, -0.5) * skill * apart
                scores[f"{name}_{model}"] = expit(skill * apart * (evidence - HESITANT))
        return pa.table(truths | scores)


FACE_ATTRIBUTES: Mapping[str, FaceAttributes] = {
    "attributes": FaceAttributes(
        "attributes",
        "Simulated: forty attributes of faces, six models",
        "Simulated scores of six models for forty attributes of pictures, such as Bald or Smiling: each attribute has "
        "a truth of its own. Only the names of the attributes are real. In the paper all six models fall short of the "
        "baseline of F1 on Big_Lips, Narrow_Eyes, Oval_Face, Pointy_Nose and Wearing_Necklace, so these were made "
        "hard to predict.",
    )
}
"""By key."""
