"""``mindsight vsig``: what a pointing hand and speech mean (VSIG, EcoG-Bench); its commands in the order of ``--help``."""

import typer

from mindsight.cli.vsig import agreement, check, controls, judge_check, run, score, show, synth
from mindsight.text import mark

vsig = typer.Typer(
    help=mark("Test models on what a pointing hand and speech mean (VSIG, EcoG-Bench)."),
    no_args_is_help=True,
    rich_markup_mode=None,
)
vsig.command("check", help=mark("Check a data set and list everything that is wrong with it."))(check.check)
vsig.command("run", help=mark("Test a subject on a data set: what, where and when."))(run.run)
vsig.command("score", help=mark("Score stored answers: a run, result files of VSIG-bench or EcoG-Bench, or a list."))(
    score.score
)
vsig.command("controls", help=mark("Test how much of the scores needs the pictures, the speech, the times."))(
    controls.controls
)
vsig.command("show", help=mark("Draw one sample of a run: the last frame, a timeline, truth and answer."))(
    show.show_sample
)
vsig.command("agreement", help=mark("Say how far slots, a judge and people agree on the descriptions of a run."))(
    agreement.agreement
)
vsig.command(
    "judge-check",
    help=mark(
        "Try a suite of attacks on a judge: how many texts that argue, order or pose as something move its marks."
    ),
)(judge_check.judge_check)
vsig.command("synth", help=mark("Make clips with known truth: a furnished room, a pointing hand, speech."))(synth.synth)
