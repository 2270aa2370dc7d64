"""Reports: answers in one file that can be sent, printed and checked.

Data flow one way: `order` says what is wanted, `compose` asks the questions and makes a `Document` of plain texts,
numbers, tables and charts, and each of `formats` is written from that alone. `ddcore.report(data)` makes one.
"""

import sys

from ddcore import Door

sys.modules[__name__].__class__ = Door
