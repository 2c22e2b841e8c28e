"""What the public functions refuse: a value of a wrong type is a TypeError, another bad value a ValueError."""

from __future__ import annotations

import inspect
import math
from typing import Any, Callable, Iterator

import pytest

import vuelta
from vuelta import queens, regions, senku

SOLUTION = queens.Solution([1, 3, 0, 2])
GAME = senku.Game("triangle15")
PUZZLE = regions.Board("AABB ACBB CCBD DDDD")
OBJECTS = (vuelta.Picture("<svg/>"), queens.Board(4), SOLUTION, queens.complete(4), PUZZLE, senku.Winnable(GAME))
OBJECTS += (GAME, GAME.board, GAME.start, senku.solve(GAME))
GIVEN: dict[str, dict[str, Any]] = {
    "vuelta": {"svg": "<svg/>", "path": "picture.svg", "things": [SOLUTION], "time_limit": 0.0},
    "queens": {"board": 4, "size": 4, "columns": [1, 3, 0, 2], "square": "a1", "text": "Q", "seconds": 0.1},
    "regions": {"board": PUZZLE, "regions": "A", "size": 5, "count": 1},
    "senku": {"board": GAME.board, "game": GAME, "jumps": [], "jump": GAME.start.jumps()[0], "position": GAME.start}
    | {"text": "oo.\n", "seed": 1, "name": "english"},
}
"""Arguments that are needed, by module and by name."""
ODD = (object(), 2.5, -1, 10**30, math.nan, "?", b"?", [], (1,), [object()], ["?"], [(-1, 10**30)], {"?": 3})
RESULTS = {"Comparison", "Progress", "TimeLimitReached", "Verification", "PartialCount", "Count", "Completion", "Estimate"}
RESULTS |= {"Placements", "Grade", "Step", "Jump", "Verdict"}
"""Classes that only the package makes."""


def functions() -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Every public function, constructor and method."""
    for module in (vuelta, queens, regions, senku):
        family = module.__name__.split(".")[-1]
        for name in set(module.__all__) - RESULTS:
            thing = getattr(module, name)
            if inspect.isfunction(thing) or inspect.isclass(thing):
                yield family, name, thing
    for thing in OBJECTS:
        family = type(thing).__module__.split(".")[1]
        for name in dir(thing):
            method = getattr(thing, name)
            if not name.startswith("_") and inspect.isroutine(method) and "vuelta." in str(method.__module__):
                yield family.replace("_pictures", "vuelta"), f"{type(thing).__name__}.{name}", method


@pytest.mark.parametrize(("family", "name", "function"), [pytest.param(*f, id=f"{f[0]}.{f[1]}") for f in functions()])
def test_bad_input_is_a_type_error_or_a_value_error(family: str, name: str, function, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    parameters = inspect.signature(function).parameters.values()
    positional = [p for p in parameters if p.kind is not p.VAR_POSITIONAL]
    needed = {p.name: GIVEN[family][p.name] for p in positional if p.default is p.empty or p.name == "game"}
    if name == "verify":
        needed["time_limit"] = 0.0
    for parameter in parameters:
        is_free = parameter.annotation == "bool" or (name, parameter.name) == ("Picture", "svg")
        for odd in ODD:
            if (name, parameter.name) == ("verify", "time_limit") and odd in (2.5, 10**30):
                continue  # it would take this time
            several = parameter.kind is parameter.VAR_POSITIONAL
            what = f"{family}.{name}({parameter.name}={odd!r})"
            try:
                function(odd) if several else function(**{**needed, parameter.name: odd})
            except (TypeError, ValueError) as error:
                assert "\n" not in str(error) and len(str(error)) > 10, what
                assert type(error) is TypeError or type(odd) is not object, f"{what}: {error!r}"
            except Exception as error:
                raise AssertionError(f"{what}: {error!r}") from error
            else:
                assert type(odd) is not object or is_free, what


def test_sizes_are_refused_in_one_way() -> None:
    for ask in (queens.count, queens.estimate, queens.solutions, queens.solve, queens.random, queens.complete, queens.Board):
        for size in ("x", 2.5, b"8", None):
            with pytest.raises(TypeError, match=f"the board size is {size!r}; it must be an integer"):
                ask(size)
        for size in (-1, 10**30):
            with pytest.raises(ValueError, match=f"the board size is {size}; it must be from"):
                ask(size)
    with pytest.raises(TypeError, match="3 is not a square"):
        queens.Board(8).fix(3)
    with pytest.raises(TypeError, match="3 is not a jump"):
        senku.check("english", [3])
