"""5.1: the kit and the test of each kind of function."""

from pathlib import Path
from typing import Any, NamedTuple

from mindsight.album.classification import procedure
from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.enhancement import procedure as enhancing
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.kits.kit import KIT_FILE, Kit, read_header
from mindsight.album.plan import AlbumPlan
from mindsight.album.procedure import AlbumTest
from mindsight.album.segmentation import procedure as segmenting
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.errors import KitError
from mindsight.record.folder import MANIFEST
from mindsight.record.model import Subject
from mindsight.subjects.spec import SubjectSpec


class _Kind(NamedTuple):
    kit: type[Kit[Any, Any]]
    test: type[AlbumTest[Any]]


KINDS = {
    "classification": _Kind(ClassificationKit, procedure.ClassificationTest),
    "enhancement": _Kind(EnhancementKit, enhancing.EnhancementTest),
    "segmentation": _Kind(SegmentationKit, segmenting.SegmentationTest),
}
"""Kinds by the words of 5.2."""


def open_kit(folder: Path) -> Kit[Any, Any]:
    """Open a kit of any kind.

    Raises:
        KitError: The folder has no kit, or the kit is damaged or of an unknown kind.
    """
    if (folder / MANIFEST).is_file():
        raise KitError("{folder}: is a run folder; name the kit that it was run on", folder=str(folder))
    values = read_header(folder / KIT_FILE)
    kind = values.get("kind") if isinstance(values, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise KitError("{folder}: is a kit of an unknown kind; prepare it again with this version", folder=str(folder))
    return KINDS[kind].kit(folder, checked=True)


def open_test(kit: Kit[Any, Any], spec: SubjectSpec, subject: Subject, options: AlbumPlan) -> AlbumTest[Any]:
    """Return the test of a product's function on a kit.

    Raises:
        SubjectError: The product cannot be reached.
    """
    return KINDS[kit.header.kind].test(kit, spec, subject, options)
