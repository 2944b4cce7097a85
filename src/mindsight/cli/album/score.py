"""``mindsight album score``: the outputs that an operator brought back, paired with the kit by name."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.album.conventions import conventions_of, with_cut_outs
from mindsight.cli.album.declared import ask_facts, declared
from mindsight.cli.album.options import (
    BACKGROUND,
    CLASS_MAP,
    CLUSTERS,
    CROPPED,
    DEVICE,
    DRY_RUN,
    FUNCTION,
    KIT,
    LIMIT,
    MASK_FROM,
    MEGAPIXELS,
    NAME,
    NETWORK,
    NO_MEDIA,
    ONLY,
    PAIRING,
    PRODUCT,
    SENSITIVITY,
    SUFFIX,
    SYSTEM,
    TOLERANCE,
    VERSION,
)
from mindsight.cli.album.testing import options_of, run_and_show
from mindsight.cli.shared.options import AS_JSON, OUT, RESUME, WORKERS
from mindsight.text import mark


def score_folder(
    kit: Path = KIT,
    folder: Path = typer.Argument(..., help=mark("Folder of the product's outputs: 0001.png, 0002.jpg, …")),
    product: Path = PRODUCT,
    function: str = FUNCTION,
    suffix: str | None = SUFFIX,
    pairing: Path = PAIRING,
    where: Path = OUT,
    resume: Path = RESUME,
    name: str = NAME,
    version: str = VERSION,
    device: str = DEVICE,
    system: str = SYSTEM,
    network: str = NETWORK,
    only: str = ONLY,
    no_media: bool = NO_MEDIA,
    sensitivity: bool = SENSITIVITY,
    megapixels: float = MEGAPIXELS,
    workers: int = WORKERS,
    limit: int = LIMIT,
    class_map: Path = CLASS_MAP,
    clusters: bool = CLUSTERS,
    mask_from: str = MASK_FROM,
    background: str = BACKGROUND,
    tolerance: int = TOLERANCE,
    cropped: bool = CROPPED,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Score a folder of outputs."""
    from dataclasses import replace

    from mindsight.subjects.spec import SubjectSpec

    found = declared(product, function, kit)
    spec = SubjectSpec("folder", str(folder))
    facts = {"name": name, "version": version, "device": device, "system": system, "network": network}
    conventions = with_cut_outs(conventions_of(class_map, clusters), mask_from, background, tolerance, cropped)
    conventions = conventions.model_copy(update={} if suffix is None else {"suffix": suffix})
    options = replace(options_of(only, no_media, None, megapixels, limit, sensitivity, conventions), pairing=pairing)
    if found is not None:
        options = found.options(options, timed=False, reached=False)
    return run_and_show(
        kit,
        spec,
        ask_facts(spec, facts, found),
        options,
        where=where,
        resume=resume,
        workers=workers,
        dry_run=dry_run,
        as_json=as_json,
    )
