"""``mindsight home validate``: run the task classes on ablations of the oracle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mindsight.cli.home.running import run_and_show
from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.console import LISTENER, tell
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED
from mindsight.execution.making import Making
from mindsight.home.plan import Ablations, ValidityPlan
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.record.folder import RunFolder

_NOT_ABLATED = (
    "renderer", "interface", "prompt_lang", "stance", "model_profile", "temperature", "penalty", "unknown", "epochs", "tasks_per_scene",
    "region", "keep_output", "keep_pictures",
)  # fmt: skip


@partial(planned, without=_NOT_ABLATED)
def validate(*, ablations: Ablations, plan: ValidityPlan, making: Making, as_json: bool = AS_JSON) -> int:
    """Run the oracle and its ablations on the same tasks."""
    from mindsight.home.running.ablating import ORACLE, prepared
    from mindsight.record.opening import open_sealed

    making = making.at("home", "validity")
    done = run_and_show(prepared(ORACLE, ablations, plan, making, listener=LISTENER), making, as_json=as_json)
    # What fits shows only the whole run.
    return done if making.shard is not None else max(done, _tell_misfits(open_sealed(making.folder)))


def _tell_misfits(run: RunFolder) -> int:
    from mindsight.home.studies.validity_verdicts import MISFITS, cells_of

    misfits = sum(cell.verdict in MISFITS for cell in cells_of(run.manifest, list(run.items)))
    if misfits:
        tell(text("{count} misfits: ablations and classes that are not as declared", count=misfits), style="yellow")
    return EXIT_ITEMS_FAILED if misfits else 0
