"""ARFF as Weka writes it."""

import csv
import io

import pytest
from scipy.io import arff

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.read.files import open_sheet

TEXT = """% made by hand
@RELATION 'two classes'

@attribute 'the class' {no,'yes, sure'}
@attribute score numeric
@ATTRIBUTE "Another Name" REAL
@data
'yes, sure',0.9, 1
% a comment
no,0.2,?
no, 0.4,3
"""


def columns(data):
    return {column.name: column.values.to_pylist() for column in open_sheet(data, "a.arff").columns}


def test_attributes_are_names_and_a_question_mark_is_an_empty_cell():
    found = columns(TEXT.encode())
    assert found == {
        "the class": ["yes, sure", "no", "no"],
        "score": ["0.9", "0.2", "0.4"],
        "Another Name": ["1", None, "3"],
    }


def test_what_scipy_reads():
    text = TEXT.replace("yes, sure", "yes").replace("'", "").replace("the class", "the_class").replace('"', "'")
    limit = csv.field_size_limit()
    rows, meta = arff.loadarff(io.StringIO(text))
    csv.field_size_limit(limit)  # which scipy raises for all
    found = columns(text.encode())
    assert list(found) == [name.strip("'") for name in meta.names()]
    assert list(map(float, found["score"])) == rows["score"].tolist()
    assert [value.encode() for value in found["the_class"]] == rows["the_class"].tolist()


BAD = {
    "sparse": ("@relation r\n@attribute a numeric\n@data\n{0 1}\n", "is a sparse ARFF file; save it again"),
    "no rows": ("@relation r\n@attribute a numeric\n@data\n", "without attributes or without rows"),
    "short": (TEXT.replace("% a comment\n", "") + "no\n", "has 1 value in row 11, but 3 column names"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name):
    text, message = BAD[name]
    with pytest.raises(InputError, match=message):
        read(text.encode(), name="a.arff")
