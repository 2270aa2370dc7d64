"""What a file may make a program do, one way each, to test the limits under which files are read."""

import os
import time

from ddcore.errors import InputError


def behaved(way):
    """Dies, hangs, fills the memory or speaks, as asked; else the answer of a good file."""
    match way:
        case "abort":
            os.abort()
        case "sleep":
            time.sleep(60)
        case "fill":
            return len(bytearray(4 * 2**30))
        case "hold":
            return len(bytearray(300 * 2**20))
        case "ask":
            raise InputError("the truth must be chosen")
        case "tell":
            raise InputError("cannot be read:\nTraceback")
        case "break":
            raise KeyError("truth")
    return 40, 15
