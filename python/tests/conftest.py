"""What the tests share."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Callable

import pytest


@pytest.fixture
def program() -> Callable[..., Any]:
    """Runs the command line and gives the objects that it prints with --json."""

    def run(*arguments: str) -> Any:
        command = [sys.executable, "-m", "vuelta", *arguments, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        return json.loads(done.stdout)

    return run
