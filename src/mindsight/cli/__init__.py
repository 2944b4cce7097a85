"""The command line: parse, call, print. Nothing else in mindsight prints.

Open ``app`` first: the tree of commands. Each command is in a file of its name: ``clauses``, ``doctor``, ``demo`` (with ``demo_clips``),
those on saved runs in ``records``, those of the suites in ``album``, ``home`` and ``vsig``. ``parser`` extends the option parser,
``shared`` is used by commands of several suites.
"""

import sys
from functools import partial


def main() -> None:
    """Run the command line."""
    from mindsight.cli.shared.guard import run_guarded
    from mindsight.cli.shared.interrupts import orderly

    with orderly():
        run_guarded(partial(run, sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code; mindsight's own errors are raised."""
    from mindsight.cli.shared.settings import take_global_options

    remaining = take_global_options(arguments)
    if remaining[:1] == ["--version"]:
        from mindsight import __version__

        print(f"mindsight {__version__}")
        return 0

    from mindsight.cli.app import invoke

    return invoke(remaining)
