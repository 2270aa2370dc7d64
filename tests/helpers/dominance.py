"""Few cases that two models score, both classes among them."""

from hypothesis import strategies as st

CASES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), min_size=4, max_size=12).filter(
    lambda rows: {row[2] for row in rows} == {False, True}
)
