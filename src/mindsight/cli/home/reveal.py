"""``mindsight home reveal``: publish the seed of a sealed test with its finished run."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.records.refusals import refuse_changed
from mindsight.cli.records.verify import check_run
from mindsight.cli.shared.confirming import YES, is_confirmed
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.options import RUN
from mindsight.engine.needs import need_engine
from mindsight.text import mark, text

_CONSEQUENCE = text(
    "its seed is published for good; then everybody can know its tasks, and no run with them begins any more"
)
_FOLDER = typer.Argument(..., metavar="FOLDER", help=mark("Folder of the seal."))


def reveal(
    folder: Path = _FOLDER,
    run: Path = RUN,
    yes: bool = YES,
) -> int:
    """Publish the seed with a run."""
    from mindsight.record.folder import RunFolder

    need_engine()
    from mindsight.home.sealing import seal

    sealed, record = seal.open_seal(folder), RunFolder.open(run)
    with record.locked():
        seal.check_revealable(sealed, record)
        refuse_changed(run, derived=frozenset({seal.REVEAL}))
        if not sealed.opened and not is_confirmed(folder, _CONSEQUENCE, yes=yes):
            return 0
        new = seal.reveal(sealed, record)
    if not new:
        tell(text("{folder}: the seed was published there before; nothing has changed", folder=str(run)))
    show(text("published: {file}", file=str(run / seal.REVEAL)))
    return check_run(run)
