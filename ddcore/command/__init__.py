"""The command `ddcore`: each question of the register, a gate for pipelines, and the dashboard."""

import gc
import io
import os
import sys
from collections.abc import Sequence

from ddcore.command.safe import REFUSED

INTERRUPTED = 130
"""The exit code after Ctrl-C, as of a shell."""

UNREAD = 141
"""The exit code where whoever reads the output has left, as of a shell."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; gives its exit code.

    0 where it was answered or the gate is open, 1 where the gate is closed, and 2 for what cannot be read or asked,
    which is said in one sentence on stderr.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A minus sign, or a name, that the terminal's encoding lacks stops nothing.
            stream.reconfigure(errors="replace")
    collecting = gc.isenabled()
    # Imports make many objects that stay: looking for garbage among them takes a quarter of a cold start.
    gc.disable()
    try:
        from ddcore.command.program import run

        code = run(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as problem:
        if problem.filename is not None:
            raise
        # What is still in the buffer goes nowhere, so that leaving does not fail as well.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(problem, BrokenPipeError):
            return UNREAD
        print(f"ddcore: the answer cannot be written ({problem.strerror})", file=sys.stderr)
        return REFUSED
    finally:
        if collecting:
            gc.enable()
        if argv is None:
            # The process ends here, and the last look for garbage would go through all modules.
            gc.freeze()
