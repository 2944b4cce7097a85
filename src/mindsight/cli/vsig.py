"""``mindsight vsig``: models that watch, listen and find what a pointing hand means (VSIG, EcoG-Bench)."""

import typer

from mindsight.cli import vsig_agreement, vsig_check, vsig_controls, vsig_judge_check, vsig_run, vsig_show, vsig_synth
from mindsight.text import mark

app = typer.Typer(
    help=mark("Test models on what a pointing hand and speech mean (VSIG, EcoG-Bench)."),
    no_args_is_help=True,
    rich_markup_mode=None,
)
vsig_check.add_to(app)
vsig_run.add_to(app)
vsig_controls.add_to(app)
vsig_show.add_to(app)
vsig_agreement.add_to(app)
vsig_judge_check.add_to(app)
vsig_synth.add_to(app)
