"""The command line: `python -m vuelta queens count 16` is `vuelta queens count 16`."""

from __future__ import annotations

import os
import signal
import sys

from ._vuelta import run_program


def main() -> int:
    """Runs the program with the arguments of this process and returns its exit code."""
    # The program handles signals itself. Python's handler would print a KeyboardInterrupt as well.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    name = sys.argv[0]
    if os.path.basename(name) == "__main__.py":
        name = "vuelta"
    return run_program([name, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
