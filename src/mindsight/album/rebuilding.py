"""The manifest of an album run once more, from its plan and its copy of ``kit.json``; the product is not reached."""

from typing import Any

from mindsight.album.procedure import AlbumTest, basic_procedure, hash_of_pictures
from mindsight.album.products.conventions import Conventions
from mindsight.album.products.execution import Options
from mindsight.album.suite import KINDS
from mindsight.record.blocks import Gallery, Strip
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest
from mindsight.subjects.spec import SubjectSpec

_CONVENTIONS = ("answers", "class_map", "mask_from", "tolerance", "placement", "suffix")


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and kit of a run give; the kit's name and how files were paired are taken over as they are."""
    before = run.manifest
    kind = KINDS[before.kind]
    # Only what decides the plan is set: a test that is opened reaches its product.
    test: AlbumTest[Any] = object.__new__(kind.test)
    test.kit = kind.kit(run.path, checked=True)
    scheme, _, rest = before.subject.spec.partition(":")
    test.spec, test.options = SubjectSpec(scheme, rest), _options(before.plan)
    again = basic_procedure(test, before.subject)
    kept = {name: before.plan[name] for name in ("kit", "pairing") if name in before.plan}
    data = again.data.model_copy(update={"name": before.data.name})
    shown = [block for block in run.results.blocks if isinstance(block, Gallery | Strip)]
    return again.model_copy(update={"plan": {**again.plan, **kept}, "data": data, "shown": hash_of_pictures(shown)})


def _options(plan: dict[str, Any]) -> Options:
    said = {name: plan[name] for name in _CONVENTIONS if name in plan}
    if plan.get("background"):
        red, green, blue = bytes.fromhex(plan["background"].removeprefix("#"))
        said["background"] = (red, green, blue)
    names = ("normative_only", "keep_outputs", "timeout_s", "megapixels", "sensitivity")
    chosen = {name: plan[name] for name in names}
    return Options(**chosen, limit=plan.get("limit"), conventions=Conventions.model_validate(said))
