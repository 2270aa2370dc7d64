"""The type of most arrays here."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Numbers of any shape, as doubles."""
