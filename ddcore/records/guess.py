"""What the reader of a file assumed without being sure of it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Guess:
    """One assumption that changes what is counted, and how to say it otherwise.

    `code` names the kind, such as "truth-guessed", and stays when the words change; `role` is the keyword of
    `ddcore.read` that says it. `text` is what was taken and why, in a sentence or two; `options` are columns or values
    that may be said instead, the likeliest first, none where there are too many.

    >>> Guess("positive-guessed", "positive", "“ill” is the rarer value, which is only a guess.", ("ill", "well")).role
    'positive'
    """

    code: str
    role: str
    text: str
    options: tuple[str, ...] = ()
