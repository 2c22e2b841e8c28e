"""The examples in the documents, run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import vuelta
from vuelta import _pictures, queens, regions, senku


def test_examples_in_the_modules() -> None:
    for module in (vuelta, queens, regions, senku, _pictures):
        names = {name: getattr(module, name) for name in dir(module)}
        failed, tried = doctest.testmod(module, extraglobs=names)
        assert tried > 0 and failed == 0


def test_the_example_of_the_readme(monkeypatch) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict = {}
    exec(example.replace("verify()", "verify(0.2)"), names)
    assert len(list(names["queens"].solutions(names["board"]))) == 2


def test_help_begins_with_the_contents_and_records_are_documented() -> None:
    first, _, rest = (vuelta.__doc__ or "").partition("\n\n")
    assert "\n" not in first
    contents = rest.split("\n\n")[0]
    shown = {name.split(".")[0].split("(")[0] for name in re.findall(r"^([\w.(]+)", contents, re.MULTILINE)}
    assert shown == {"queens", "senku", "gallery", "verify"}
    for count in (queens.count(4), senku.count("triangle15"), queens.placements(4, 5)):
        documented = set(re.findall(r"`(\w+)`", type(count).__doc__ or ""))
        assert set(count.record) <= documented | {"environment", "version"}, set(count.record) - documented


def test_the_version_is_that_of_the_engines() -> None:
    manifest = Path(__file__).parents[2] / "Cargo.toml"
    (version,) = re.findall(r'^version = "(.*)"', manifest.read_text(encoding="utf-8"), re.MULTILINE)
    assert vuelta.__version__ == version


def test_the_licences_are_those_of_the_project() -> None:
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        package = Path(__file__).parents[1] / "licenses" / name
        assert package.read_bytes() == (Path(__file__).parents[2] / name).read_bytes()
