"""``mindsight album score``: score outputs collected by an operator, paired with the kit by name."""

from functools import partial
from pathlib import Path

import typer

from mindsight.album.plan import AlbumPlan, Facts
from mindsight.cli.album import options
from mindsight.cli.album.testing import run_and_show
from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.options import AS_JSON
from mindsight.execution.making import Making
from mindsight.text import mark


@partial(planned, without=("timeout", "region", "keep_output"))
def score_folder(
    *,
    kit: Path = options.KIT,
    folder: Path = typer.Argument(..., help=mark("Folder of the product's outputs: 0001.png, 0002.jpg, …")),
    product: Path = options.PRODUCT,
    function: str = options.FUNCTION,
    facts: Facts,
    plan: AlbumPlan,
    making: Making,
    dry_run: bool = options.DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Score a folder of outputs."""
    from mindsight.album.running import choose
    from mindsight.subjects.spec import SubjectSpec

    making.work(dry_run=dry_run)
    spec = SubjectSpec("folder", str(folder))
    chosen = choose(kit, spec, facts=facts, plan=plan, product=product, function=function)
    return run_and_show(chosen, making, dry_run=dry_run, as_json=as_json)
