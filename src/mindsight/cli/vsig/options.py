"""Options of the vsig commands that are no choices of a test, and choices of commands that make no test."""

import typer

from mindsight.cli.parser.planned import option_of
from mindsight.text import mark
from mindsight.vsig.choices import Choices

DATA = option_of(Choices, "data")
DRY_RUN = typer.Option(False, "--dry-run", help=mark("Check everything and say what would be run; nothing is tested."))
