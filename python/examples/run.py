"""Runs the notebook from its beginning, as the gate does: python run.py [--save]; --save keeps it with its outputs."""

from __future__ import annotations

import argparse
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).with_name("vuelta.ipynb")
LARGEST = 400_000
"""The most bytes of the notebook with its outputs."""
FEWEST_PICTURES = 8


def pictures(notebook: nbformat.NotebookNode) -> int:
    """The number of pictures that the cells show."""
    shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    return sum("image/svg+xml" in data or "image/png" in data for data in shown)


def tidy(notebook: nbformat.NotebookNode) -> None:
    """Leaves out what differs from run to run without a meaning."""
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
        cell.metadata = {}
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}


def main() -> None:
    """Runs it; an error in a cell is an error here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true")
    arguments = parser.parse_args()
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    tidy(notebook)
    shown = pictures(notebook)
    size = len(nbformat.writes(notebook))
    print(f"{len(notebook.cells)} cells, {shown} pictures, {size} bytes")
    if shown < FEWEST_PICTURES:
        raise SystemExit(f"it shows {shown} pictures, not {FEWEST_PICTURES}")
    if size > LARGEST:
        raise SystemExit(f"it has {size} bytes, more than {LARGEST}")
    if arguments.save:
        nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    main()
