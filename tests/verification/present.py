"""Kept records as the present version would have written them: a clean run of every kind, at once."""

import shutil
from pathlib import Path

from mindsight.checker import pack
from mindsight.record import canonical, environment
from mindsight.record.folder import CHECKER, MANIFEST, REPORT, RunFolder
from mindsight.verification.manifests import ASSERTED, manifest_again
from mindsight.verification.rebuilding import rebuild, report_page

RECORDS = Path(__file__).parent.parent / "golden" / "records"
KINDS = (
    "enhancement-command", "classification-colours", "segmentation-few-threshold", "home-model", "home-few-robustness",
    "home-few-validate", "vsig-few-judged", "vsig-few-controls",
)  # fmt: skip
"""A record of each kind: three of the album, three of the home, two of vsig, one of them with a judge."""


def present(name: str, folder: Path) -> RunFolder:
    """Return a copy of a kept record, derived and sealed anew by the present version."""
    run = RunFolder(Path(shutil.copytree(RECORDS / name, folder / name)))
    before = run.manifest
    software = {**before.software, **environment.software(*before.software)}
    run.write_model(MANIFEST, before.model_copy(update={"software": software}))
    again = manifest_again(run)
    kept = {field: getattr(run.manifest, field) for field in ASSERTED}
    run.write_model(MANIFEST, again.model_copy(update=kept))
    files = rebuild(run).files
    run.write(CHECKER, pack())
    run.publish({**files, REPORT: report_page(run, files, language="en")}, seal=True)
    return run


def reseal(run: RunFolder) -> None:
    """Renew every hash of a folder, as a forger would."""
    run.seal()


__all__ = ["KINDS", "RECORDS", "canonical", "present", "reseal"]
