"""What a binary classifier's scores are really worth: chance, scores and decisions, without any user interface."""

__version__ = "0.2.0"
