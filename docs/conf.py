"""How Sphinx builds the site: `python -m sphinx -W --keep-going docs docs/_site`."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import ddcore

# These names are modules that may be called; the reference describes the functions.
for name, module in ddcore.DOORS.items():
    setattr(ddcore, name, getattr(importlib.import_module(module), name))

project = "ddcore"
author = copyright = "The authors of ddcore"
version = release = ddcore.__version__
extensions = ["sphinx.ext.autodoc", "numpydoc", "myst_parser"]
exclude_patterns = ["_site"]

myst_heading_anchors = 3

default_role = "py:obj"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

html_title = "ddcore"
html_theme = "furo"
html_favicon = "../pages/mark.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False


def escaped(line: str) -> str:
    """A line of a docstring in which |x| is an absolute value and not a name to be replaced."""
    parts = line.split("`")
    return "`".join(part if i % 2 else part.replace("|", r"\|") for i, part in enumerate(parts))


def before_numpydoc(app, what, name, obj, options, lines: list[str]) -> None:
    example = False
    for i, line in enumerate(lines):
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        if not example:
            lines[i] = escaped(line)


def setup(app) -> None:
    app.connect("autodoc-process-docstring", before_numpydoc, priority=400)
