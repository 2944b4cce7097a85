"""``mindsight album run``: run a product on a kit and score its outputs."""

from pathlib import Path

import typer

from mindsight.album.plan import AlbumPlan, Facts
from mindsight.cli.album import options
from mindsight.cli.album.testing import run_and_show
from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.options import AS_JSON
from mindsight.execution.making import Making
from mindsight.text import mark


@planned
def run_kit(
    *,
    kit: Path = options.KIT,
    subject: str = typer.Option(
        None,
        "--subject",
        metavar="SCHEME:REST",
        help=mark("baseline:NAME, command:'… {input} … {output}', python:module:function, http:URL or folder:DIR."),
    ),
    product: Path = options.PRODUCT,
    function: str = options.FUNCTION,
    facts: Facts,
    plan: AlbumPlan,
    making: Making,
    dry_run: bool = options.DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a product over a kit."""
    from mindsight.album.running import choose

    making.work(dry_run=dry_run)
    chosen = choose(kit, subject, facts=facts, plan=plan, product=product, function=function)
    return run_and_show(chosen, making, dry_run=dry_run, as_json=as_json)
