"""``mindsight album run``: run a product on a kit and score its outputs."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.album import options
from mindsight.cli.album.conventions import conventions_of, with_cut_outs
from mindsight.cli.album.declared import ask_facts, declared, subject_of
from mindsight.cli.album.testing import options_of, run_and_show
from mindsight.cli.shared.options import AS_JSON, OUT, REGION, RESUME, REVIEW, WORKERS
from mindsight.cli.shared.reviews import Resting
from mindsight.cli.shared.work import ADDRESS, ENGINE, KEEP_OUTPUT, KEEP_PICTURES, SHARD, shared_out
from mindsight.text import mark


def run_kit(
    context: typer.Context,
    kit: Path = options.KIT,
    subject: str = typer.Option(
        None,
        "--subject",
        metavar="SCHEME:REST",
        help=mark("baseline:NAME, command:'… {input} … {output}', python:module:function, http:URL or folder:DIR."),
    ),
    product: Path = options.PRODUCT,
    function: str = options.FUNCTION,
    where: Path = OUT,
    resume: Path = RESUME,
    review: Path = REVIEW,
    region: str = REGION,
    name: str = options.NAME,
    version: str = options.VERSION,
    device: str = options.DEVICE,
    system: str = options.SYSTEM,
    network: str = options.NETWORK,
    only: str = options.ONLY,
    no_media: bool = options.NO_MEDIA,
    keep_pictures: str = KEEP_PICTURES,
    keep_output: bool = KEEP_OUTPUT,
    sensitivity: bool = options.SENSITIVITY,
    timeout: float = options.TIMEOUT,
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
    """Run a product over a kit."""
    work = shared_out(
        context, workers, engine, address, shard, dry_run=dry_run, pictures=keep_pictures, output=keep_output
    )
    found = declared(product, function, kit)
    spec = subject_of(subject, found)
    facts = {"name": name, "version": version, "device": device, "system": system, "network": network}
    known = conventions_of(class_map, clusters, kit)
    conventions = with_cut_outs(known, mask_from, background, tolerance, threshold, cropped)
    wanted = options_of(only, no_media, timeout, megapixels, limit, sensitivity, conventions)
    if found is not None:
        wanted = found.options(wanted, timed=timeout is not None, reached=subject is None)
    return run_and_show(
        kit,
        spec,
        ask_facts(spec, facts, found),
        wanted,
        where=where,
        resume=resume,
        resting=Resting(review, region),
        work=work,
        dry_run=dry_run,
        as_json=as_json,
    )
