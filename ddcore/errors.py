"""The one error whose text a page may show."""


class InputError(ValueError):
    """What a person entered cannot be used; the message is one sentence that says what, where and how to mend it.

    Anything else that is raised is a defect of the program: it keeps its traceback in the log and never reaches a page.

    >>> raise InputError("theta must be between 0 and 1, got 1.2")
    Traceback (most recent call last):
    ddcore.errors.InputError: theta must be between 0 and 1, got 1.2
    """
