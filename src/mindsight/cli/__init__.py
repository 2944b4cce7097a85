"""The command line: parse, call, print. Nothing else in mindsight prints."""

import sys


def main() -> None:
    """Run the command line."""
    from mindsight.cli.common import run_guarded
    from mindsight.cli.interrupts import orderly

    with orderly():
        run_guarded(lambda: run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code; our own errors are raised."""
    from mindsight.cli.common import take_global_options

    remaining = take_global_options(arguments)

    from mindsight.cli.app import invoke

    return invoke(remaining)
