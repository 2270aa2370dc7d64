"""One question, one answer, whichever door it is asked at: page, package, command and JSON, over the register."""
