"""``mindsight album score``: score outputs collected by an operator, paired with the kit by name."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.album import options
from mindsight.cli.album.conventions import conventions_of, with_cut_outs
from mindsight.cli.album.declared import ask_facts, declared
from mindsight.cli.album.testing import options_of, run_and_show
from mindsight.cli.shared.options import AS_JSON, OUT, RESUME, REVIEW, WORKERS
from mindsight.cli.shared.reviews import Resting
from mindsight.cli.shared.work import ADDRESS, ENGINE, KEEP_PICTURES, SHARD, shared_out
from mindsight.text import mark


def score_folder(
    context: typer.Context,
    kit: Path = options.KIT,
    folder: Path = typer.Argument(..., help=mark("Folder of the product's outputs: 0001.png, 0002.jpg, …")),
    product: Path = options.PRODUCT,
    function: str = options.FUNCTION,
    suffix: str | None = options.SUFFIX,
    pairing: Path = options.PAIRING,
    where: Path = OUT,
    resume: Path = RESUME,
    review: Path = REVIEW,
    name: str = options.NAME,
    version: str = options.VERSION,
    device: str = options.DEVICE,
    system: str = options.SYSTEM,
    network: str = options.NETWORK,
    only: str = options.ONLY,
    no_media: bool = options.NO_MEDIA,
    keep_pictures: str = KEEP_PICTURES,
    sensitivity: bool = options.SENSITIVITY,
    megapixels: float = options.MEGAPIXELS,
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
    shard: str = SHARD,
    limit: int = options.LIMIT,
    class_map: Path = options.CLASS_MAP,
    clusters: bool = options.CLUSTERS,
    mask_from: str = options.MASK_FROM,
    background: str = options.BACKGROUND,
    tolerance: int = options.TOLERANCE,
    threshold: int = options.THRESHOLD,
    cropped: bool = options.CROPPED,
    dry_run: bool = options.DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Score a folder of outputs."""
    from dataclasses import replace

    from mindsight.subjects.spec import SubjectSpec

    work = shared_out(context, workers, engine, address, shard, dry_run=dry_run, pictures=keep_pictures)
    found = declared(product, function, kit)
    spec = SubjectSpec("folder", str(folder))
    facts = {"name": name, "version": version, "device": device, "system": system, "network": network}
    known = conventions_of(class_map, clusters, kit)
    conventions = with_cut_outs(known, mask_from, background, tolerance, threshold, cropped)
    conventions = conventions.model_copy(update={} if suffix is None else {"suffix": suffix})
    wanted = replace(options_of(only, no_media, None, megapixels, limit, sensitivity, conventions), pairing=pairing)
    if found is not None:
        wanted = found.options(wanted, timed=False, reached=False)
    return run_and_show(
        kit,
        spec,
        ask_facts(spec, facts, found),
        wanted,
        where=where,
        resume=resume,
        resting=Resting(review),
        work=work,
        dry_run=dry_run,
        as_json=as_json,
    )
