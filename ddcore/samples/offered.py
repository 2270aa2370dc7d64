"""Every sample that is offered, by its key: real predictions, stories told in counts, and scores drawn from a law."""

from collections.abc import Mapping
from typing import Any

from ddcore.errors import InputError
from ddcore.samples import SAMPLES, Sample, face_attributes, many_classes
from ddcore.samples.applicants import APPLICANTS, Applicants
from ddcore.samples.face_attributes import FACE_ATTRIBUTES, FaceAttributes
from ddcore.samples.many_classes import MANY_CLASSES, ManyClasses
from ddcore.samples.moved import MOVED, Moved
from ddcore.samples.own_law import OwnLaw
from ddcore.samples.own_pair import OwnPair
from ddcore.samples.pairs import PAIRS, Pair
from ddcore.samples.simulated import LARGEST, SCENARIOS, SIZE, SMALLEST, Scenario
from ddcore.samples.stories import STORIES, Story

Simulated = Scenario | Pair | Applicants | OwnLaw | ManyClasses | FaceAttributes | Moved
"""A law that cases are drawn from."""
Own = OwnLaw | OwnPair
"""A law of one's own."""

OWN: Mapping[str, type[Own]] = {"own_law": OwnLaw, "own_pair": OwnPair}
"""The samples whose law can be given, by key."""
OF_LAW = ("law1", "law0", "law_share")
"""What can be said of such a law."""
OF_OWN = (*OF_LAW, "book")
"""What can be said of samples of one's own: of a law, or of a book of applicants."""

OFFERED: Mapping[str, Sample | Story | Simulated] = {
    **SAMPLES,
    **STORIES,
    **SCENARIOS,
    **PAIRS,
    **APPLICANTS,
    **MANY_CLASSES,
    **FACE_ATTRIBUTES,
    **MOVED,
    **{key: own.of() for key, own in OWN.items()},
}


def sizes(law: Simulated) -> tuple[int, int, int]:
    """The least and the greatest number that a law can be asked for, and the usual one.

    >>> sizes(APPLICANTS["applicants"]), sizes(MANY_CLASSES["thousand_classes"])
    ((5, 500000, 10000), (5000, 500000, 50000))
    """
    own = {ManyClasses: many_classes, FaceAttributes: face_attributes}.get(type(law))
    return (SMALLEST, LARGEST, SIZE) if own is None else (own.LEAST, own.MOST, own.USUAL)


def own_sample(name: str, given: Mapping[str, Any]) -> Own | Applicants:
    """A law or a book of one's own; `given` has what is said of it, by the names of `OF_OWN`.

    Raises `InputError` "law1 goes with the samples own_law and own_pair, not with factory", "book goes with the sample
    applicants, not with factory", and as `Applicants.of` and `OwnLaw.of` do.

    >>> own_sample("applicants", {"book": "0.1,2.5,0"}).share
    0.1
    """
    said = {role: value for role, value in given.items() if value is not None}
    if "book" not in said:
        return own_law(name, said)
    if name not in APPLICANTS:
        raise InputError(f"book goes with the sample {' and '.join(APPLICANTS)}, not with {name}")
    if len(said) > 1:
        return own_law(name, {role: value for role, value in said.items() if role != "book"})
    return APPLICANTS[name].of(said["book"])


def own_law(name: str, given: Mapping[str, Any]) -> Own:
    """A law of one's own; `given` has what is said of it, by the names of `OF_LAW`.

    Raises `InputError` "law1 goes with the samples own_law and own_pair, not with factory".

    >>> own_law("own_law", {"law_share": 0.3}).share
    0.3
    """
    said = {role: value for role, value in given.items() if value is not None}
    if name not in OWN:
        raise InputError(f"{next(iter(said))} goes with the samples {' and '.join(OWN)}, not with {name}")
    return OWN[name].of(**{"share" if role == "law_share" else role: value for role, value in said.items()})
