"""Data sets by the sizes of their classes: those that ship are those of Table 5, others are typed."""

import re

import pytest

from ddcore.errors import InputError
from ddcore.samples.data_sets import MOST, TABLE_5, data_sets, known_sets
from tests.oracles import published


def test_the_eight_sets_are_those_of_table_5():
    printed = {(row["dataset"], int(row["M"]), int(row["P"])) for row in published("000_table5.csv")}
    ours = [(part.name, part.total, part.positives) for part in known_sets().values()]
    assert len(ours) == len(printed) == 8
    assert set(ours) == printed
    assert [part.name for part in data_sets(TABLE_5)] == [name for name, _, _ in ours]


def test_sets_are_named_or_typed_each_once():
    found = data_sets(" Cleveland,306/81, cleveland ,1000 / 50")
    assert [(part.short, part.total, part.positives) for part in found] == [
        ("Cleveland", 303, 139),
        ("81 of 306", 306, 81),
        ("50 of 1,000", 1000, 50),
    ]
    assert found[2].share == 0.05


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must name at least one data set, got none"),
        (" , ", "must name at least one data set, got none"),
        ("iris", 'cases/positives such as 303/139, got "iris"'),
        ("303", 'cases/positives such as 303/139, got "303"'),
        ("3/1/2", 'got "3/1/2"'),
        ("0/0", "must be between 1 and 1,000,000,000, got 0"),
        ("10/11", "must be between 0 and M = 10, got 11"),
        (",".join(f"{total}/1" for total in range(10, 10 + MOST + 1)), f"at most {MOST} data sets, got {MOST + 1}"),
    ],
)
def test_what_names_no_sets_is_refused(text, message):
    with pytest.raises(InputError, match=re.escape(message)):
        data_sets(text)
