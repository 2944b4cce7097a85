"""``mindsight vsig``: models that watch, listen and find what a pointing hand means (VSIG, EcoG-Bench)."""

import typer

from mindsight.cli.vsig import agreement, check, controls, judge_check, run, show, synth
from mindsight.text import mark

app = typer.Typer(
    help=mark("Test models on what a pointing hand and speech mean (VSIG, EcoG-Bench)."),
    no_args_is_help=True,
    rich_markup_mode=None,
)
check.add_to(app)
run.add_to(app)
controls.add_to(app)
show.add_to(app)
agreement.add_to(app)
judge_check.add_to(app)
synth.add_to(app)
