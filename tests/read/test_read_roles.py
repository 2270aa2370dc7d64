"""What may be said of a file is declared once, and every door takes all of it from there."""

import inspect

import pytest

from ddcore.api import document
from ddcore.command import source
from ddcore.errors import InputError
from ddcore.read import read
from ddcore.read.roles import SAID, DataRoles, Roles, described, takes, title
from tests.helpers.loops import nonempty

FILE = b"truth,score\nyes,0.9\nno,0.2\nyes,0.4\n"


def test_every_role_has_a_title_a_description_and_a_kind():
    for role in nonempty(SAID):
        assert title(role)
        assert described(role).endswith(".")
        assert SAID[role].words


def test_every_role_is_an_option_and_a_field_of_json_with_its_description():
    options = {option.name: option for option in source.arguments()}
    properties = document.body_of({}, {}, {})["content"]["application/json"]["schema"]["properties"]
    for role, kind in nonempty(SAID.items()):
        text = described(role)
        help = options[role].annotation.__metadata__[0].help
        assert text[1:] in help
        assert properties[role]["description"].startswith(text) or role == "positive"
        assert ("repeated" in help) == (kind.several or kind.what in ("numbers", "new names"))


def test_a_new_role_is_a_keyword_of_the_functions_that_take_roles():
    class More(Roles):
        """One more."""

        colour: str | None = Roles.model_fields["sheet"]

    @takes(More)
    def asked(file, **roles):
        """Asked.

        Parameters
        ----------
        file : bytes
            Of a table.
        **roles
        """

    assert list(inspect.signature(asked).parameters) == ["file", *Roles.model_fields, "colour"]
    assert "colour : " in inspect.getdoc(asked)


def test_a_name_that_is_no_role_is_refused_and_what_was_said_is_kept():
    with pytest.raises(InputError, match="there is no role “colour”; choose one of name, truth, score"):
        read(FILE, name="three.csv", colour="red")
    said = read(FILE, name="three.csv", positive="yes", missing="ask", threshold=0.3).given
    assert said == {"positive": "yes", "threshold": 0.3}
    assert list(DataRoles.model_fields) == [*Roles.model_fields, "select"]
