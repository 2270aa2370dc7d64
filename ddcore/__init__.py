"""What a binary classifier's scores are really worth: chance, scores and decisions, without any user interface."""
