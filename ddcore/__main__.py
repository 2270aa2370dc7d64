"""`python -m ddcore` is the command `ddcore`."""

import sys

from ddcore.command import main

if __name__ == "__main__":
    sys.exit(main())
