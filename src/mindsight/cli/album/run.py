"""``mindsight album run``: a product on a kit; what comes back is scored."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.album.conventions import conventions_of, with_cut_outs
from mindsight.cli.album.declared import ask_facts, declared, subject_of
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
    PRODUCT,
    SENSITIVITY,
    SYSTEM,
    TIMEOUT,
    TOLERANCE,
    VERSION,
)
from mindsight.cli.album.testing import options_of, run_and_show
from mindsight.cli.shared.options import AS_JSON, OUT, RESUME, WORKERS
from mindsight.text import mark


def run_kit(
    kit: Path = KIT,
    subject: str = typer.Option(
        None,
        "--subject",
        metavar="SCHEME:REST",
        help=mark("baseline:NAME, command:'… {input} … {output}', python:module:function, http:URL or folder:DIR."),
    ),
    product: Path = PRODUCT,
    function: str = FUNCTION,
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
    timeout: float = TIMEOUT,
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
    """Run a product over a kit."""
    found = declared(product, function, kit)
    spec = subject_of(subject, found)
    facts = {"name": name, "version": version, "device": device, "system": system, "network": network}
    conventions = with_cut_outs(conventions_of(class_map, clusters), mask_from, background, tolerance, cropped)
    options = options_of(only, no_media, timeout, megapixels, limit, sensitivity, conventions)
    if found is not None:
        options = found.options(options, timed=timeout is not None, reached=subject is None)
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
