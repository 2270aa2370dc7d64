"""`python -m ddcore` is the command `ddcore`."""

import sys

from ddcore.command import main

sys.exit(main())
