"""Kept records as the present version would have written them: a clean run of every kind, at once."""

import shutil
from pathlib import Path
from typing import Any

from mindsight.album.kits.pictures import read_picture
from mindsight.checker.pack import pack
from mindsight.home.sealing.seal import REVEAL, Opening
from mindsight.record import canonical, environment
from mindsight.record.folder import CHECKER, MANIFEST, MEDIA, REPORT, RunFolder
from mindsight.record.model import Draft, Item, Manifest
from mindsight.verification.manifests import ASSERTED, manifest_again
from mindsight.verification.rebuilding import rebuild, report_page
from mindsight.vsig.rebuilding import items_again
from record.trial import rechain

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
    run.write_model(
        MANIFEST, before.model_copy(update={"software": software, "plan": _committed(run, before, software)})
    )
    renew_manifest(run)
    if before.document.suite == "vsig":
        # Another rule of scoring gives other terms.
        rechain(run.path, [_scored_anew(*pair) for pair in items_again(run)])
    if before.kind == "segmentation":
        # Outputs have a smallest and a largest value since.
        rechain(run.path, [_with_values(run, item) for item in run.items])
    files = rebuild(run).files
    run.write(CHECKER, pack())
    run.publish({**files, REPORT: report_page(run, files, language="en")}, seal=True)
    return run


def _scored_anew(item: Item, again: Draft) -> dict[str, Any]:
    return item.model_copy(update={"terms": again.terms}).model_dump(mode="json")


def _with_values(run: RunFolder, item: Item) -> dict[str, Any]:
    terms = dict(item.terms)
    if terms["output"] is not None:
        pixels = read_picture(run.path / MEDIA / Path(item.media["output"]).name).pixels
        terms["output"] = {**terms["output"], "values": [int(pixels.min()), int(pixels.max())]}
    return item.model_copy(update={"terms": terms}).model_dump(mode="json")


def renew_manifest(run: RunFolder) -> None:
    """Write what of a run's manifest follows from its plan and its data list anew."""
    again = manifest_again(run)
    kept = {field: getattr(run.manifest, field) for field in ASSERTED}
    run.write_model(MANIFEST, again.model_copy(update=kept))


def _committed(run: RunFolder, before: Manifest, software: dict[str, str]) -> dict[str, Any]:
    """Return the plan; of a sealed run with the commitment that the present versions give, and its opening written anew."""
    file = run.path / REVEAL
    if not file.exists():
        return before.plan
    opening = Opening.model_validate(canonical.load(file))
    drawing = {name: software[name] for name in opening.versions["software"]}
    opening = opening.model_copy(update={"versions": {**opening.versions, "software": drawing}})
    run.write_model(REVEAL, opening)
    return {**before.plan, "sealed": opening.commitment}
