"""Cells run in a real Jupyter kernel."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient


def executed(*cells: str, folder: Path) -> list[nbformat.NotebookNode]:
    """The cells, run one after the other in a kernel that stands in a folder, with what came of them."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    place = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=place).execute()
    return notebook.cells
