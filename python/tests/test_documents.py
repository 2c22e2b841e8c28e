"""The examples in the documents, run."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import vuelta
from vuelta import _pictures, _run, queens, regions, senku

FOLDER = Path(__file__).parents[1]
USER = """
from vuelta import PartialCount, TimeLimitReached, queens, senku
queens.count(12).total + 1
sum(count.total for count in queens.count(range(4)))
sum(count.total for count in queens.count({4, 5}))
position: senku.Position = (senku.Board().position() - {(3, 3)}) & {(0, 2)} | {(0, 3)} ^ senku.Board().position()
queens.count(8, 12, queens=5).counts[0] + senku.count().solutions
queens.count(8, engine="quick")  # type: ignore[call-overload]
queens.count(8, isa="avx9")  # type: ignore[call-overload]
senku.count(engine="halves")  # type: ignore[arg-type]
def found(partial: PartialCount) -> int:
    return partial.found  # type: ignore[return-value]
"""
"""Correct and incorrect uses; mypy reports a comment that ignores nothing."""


def test_examples_in_the_modules() -> None:
    for module in (vuelta, queens, regions, senku, _pictures):
        names = {name: getattr(module, name) for name in dir(module)}
        failed, tried = doctest.testmod(module, extraglobs=names)
        assert tried > 0 and failed == 0


def examples(language: str) -> str:
    """All blocks of the README in this language."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)
    assert {name for name, _ in blocks} == {"python", "sh"}
    return "".join(block for name, block in blocks if name == language)


def test_the_examples_of_the_readme(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(examples("python").replace("verify()", "verify(0.2)"), names)
    assert len(list(names["queens"].solutions(names["board"]))) == 2 and (tmp_path / "22.ledger").exists()
    assert "the time limit of 1 s came before the count was finished PartialCount(" in capsys.readouterr().out
    # The gate runs pip and maturin.
    (command,) = re.findall(r"^python (.*)", examples("sh"), re.MULTILINE)
    assert b"14,772,512" in subprocess.run([sys.executable, *command.split()], capture_output=True, check=True).stdout


def test_users_pass_mypy(tmp_path) -> None:
    pytest.importorskip("mypy")
    notebook = json.loads((FOLDER / "examples" / "vuelta.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    files = {"readme.py": examples("python"), "notebook.py": "\n".join(cells), "user.py": USER}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_modules_show_their_public_names_alone() -> None:
    for module in (vuelta, queens, regions, senku):
        assert dir(module) == sorted(module.__all__) and all(hasattr(module, name) for name in dir(module))
        assert not {name for name in dir(module) if name.startswith("_")} - {"__version__"}


def test_names_that_are_types_are_those_that_are_accepted() -> None:
    for names, refuse in (
        (queens.Engine, lambda: queens.count(8, engine="?")),
        (senku.Engine, lambda: senku.count(engine="?")),
        (vuelta.Isa, lambda: queens.count(8, isa="?")),
        (_run.Coordinates, lambda: queens.Board(8).picture(coordinates="?")),
        (_run.Page, lambda: vuelta.gallery(queens.solutions(4), page="?")),
    ):
        with pytest.raises(ValueError) as error:
            refuse()
        # "there is no engine '?'; the engines are auto, halves, bitmask, backtrack"
        listed = re.split(r"; (?:the engines are|they are|use)|: ", str(error.value))[-1]
        assert {*re.findall(r"\w+", listed.replace(" or ", " "))} | {"auto"} == {*get_args(names)} | {"auto"}
    for name in get_args(queens.Engine):
        assert queens.count(8, engine=name).total == 92
    for name in get_args(senku.Engine):
        assert senku.count("triangle15", engine=name).solutions == 6816


def test_help_begins_with_the_contents_and_records_are_documented() -> None:
    first, _, rest = (vuelta.__doc__ or "").partition("\n\n")
    assert "\n" not in first
    contents = rest.split("\n\n")[0]
    shown = {name.split(".")[0].split("(")[0] for name in re.findall(r"^([\w.(]+)", contents, re.MULTILINE)}
    assert shown == {"queens", "senku", "gallery", "verify"}
    for count in (queens.count(4), senku.count("triangle15"), queens.placements(4, 5)):
        documented = set(re.findall(r"`(\w+)`", type(count).__doc__ or ""))
        assert {"version", "commit", "processor", "command"} <= set(count.record["environment"])
        assert set(count.record) <= documented | {"environment", "version"}, set(count.record) - documented


def test_the_version_is_that_of_the_engines() -> None:
    manifest = FOLDER.parent / "Cargo.toml"
    (version,) = re.findall(r'^version = "(.*)"', manifest.read_text(encoding="utf-8"), re.MULTILINE)
    assert vuelta.__version__ == version


def test_the_licences_are_those_of_the_project() -> None:
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        package = FOLDER / "licenses" / name
        assert package.read_bytes() == (FOLDER.parent / name).read_bytes()
