"""``mindsight home``: agents in home environments; its commands in the order of ``--help``."""

import typer

from mindsight.cli.home import anchors, power, replay, reveal, robustness, run, score, seal, show, tasks, validate
from mindsight.text import mark

home = typer.Typer(
    help=mark("Test agents in home environments (visual understanding ability)."),
    no_args_is_help=True,
    rich_markup_mode=None,
)
home.command("score", help=mark("Compute task generalisation T (clause 4.2) from a table of accuracies or counts."))(
    score.score_table
)
home.command("tasks", help=mark("List the task classes that can be tested."))(tasks.list_tasks)
home.command("show", help=mark("Draw one task: its instruction and the first picture a subject would see."))(
    show.show_task
)
home.command("replay", help=mark("Play a task of a run again and film it as an MP4."))(replay.replay_task)
home.command("run", help=mark("Test a subject on generated household tasks and compute T (clause 6.4.1)."))(
    run.run_home
)
home.command("seal", help=mark("Draw a secret seed for a test and print the commitment to it."))(seal.seal)
home.command("reveal", help=mark("Publish the seed of a sealed test with a run that is over."))(reveal.reveal)
home.command("anchors", help=mark("List the public anchor tasks, which link sessions."))(anchors.anchors)
home.command(
    "robustness", help=mark("Put the same household tasks under several conditions and tell how far T moves.")
)(robustness.robustness)
home.command("power", help=mark("Tell how many tasks per class it takes to tell two subjects apart."))(power.power)
home.command("validate", help=mark("Damage a solver dial by dial and see which task classes notice: no model needed."))(
    validate.validate
)
