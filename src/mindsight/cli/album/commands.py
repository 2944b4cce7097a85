"""``mindsight album``: kits, runs and scores of smart photo album products (T/GDCSA 022-2024)."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import typer

from mindsight.cli.album import classification, segmentation
from mindsight.cli.album import product as album_product
from mindsight.cli.album.classification import CLASS_MAP, CLUSTERS, conventions_of
from mindsight.cli.album.probe import factor_of
from mindsight.cli.album.product import FUNCTION, PAIRING, PRODUCT, SUFFIX, ask_facts, declared, subject_of
from mindsight.cli.album.segmentation import BACKGROUND, CROPPED, MASK_FROM, TOLERANCE, with_cut_outs
from mindsight.cli.common import EXIT_ITEMS_FAILED, out, progress, settings, show, tell
from mindsight.cli.interrupts import explained, kit_left, run_left, sheet_left
from mindsight.cli.pipeline import walked
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mindsight.album.products.conventions import Conventions
    from mindsight.album.products.execution import Options
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Item, Subject
    from mindsight.subjects.spec import SubjectSpec

app = typer.Typer(
    help=mark("Test smart photo album products (T/GDCSA 022-2024)."), no_args_is_help=True, rich_markup_mode=None
)
kit_app = typer.Typer(
    help=mark("Prepare the pictures of a test and a sheet for its operator."),
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(kit_app, name="kit")
classification.add_to(app, kit_app)
album_product.add_to(app)
segmentation.add_to(kit_app)

_MOST_STRANGERS = 10
_MOST_FAILURES = 20
_MOST_NUMBERS = 3
_SUFFIXED = re.compile(r"[0-9]{4,12}([^0-9./][^./]*)\.[^./]+")

_WORKERS = typer.Option(1, "--workers", min=1, help=mark("Processes that work side by side."))
_TIMEOUT = typer.Option(
    None,
    "--timeout",
    min=0.1,
    max=1e6,
    show_default="120",
    help=mark("Seconds a product may take for one picture."),
)
_MEGAPIXELS = typer.Option(
    200.0, "--max-megapixels", min=0.01, max=1e6, help=mark("Largest picture accepted, in megapixels.")
)
_OUT = typer.Option(None, "--out", "-o", help=mark("Run folder to make; by default one under runs/."))
_RESUME = typer.Option(None, "--resume", help=mark("Continue this unfinished run folder."))
_NAME = typer.Option(None, "--name", help=mark("The product's name."))
_VERSION = typer.Option(None, "--product-version", help=mark("The product's version."))
_DEVICE = typer.Option(None, "--device", help=mark("Device the product ran on."))
_SYSTEM = typer.Option(None, "--system", help=mark("Operating system of that device."))
_NETWORK = typer.Option(None, "--network", help=mark("Network the product used; 'none' if it worked offline."))
_ONLY = typer.Option(
    None, "--only", metavar="normative", help=mark("Compute the document's own scores and nothing beside them.")
)
_NO_MEDIA = typer.Option(False, "--no-media", help=mark("Record only the hashes of the outputs, do not keep copies."))
_SENSITIVITY = typer.Option(
    False, "--sensitivity", help=mark("Record too what other readings of the document need of the pixels.")
)
_LIMIT = typer.Option(None, "--limit", min=1, help=mark("Test only the first so many pictures of the kit."))
_DRY_RUN = typer.Option(
    False, "--dry-run", help=mark("Check kit, subject and options, say what would be run, and write nothing.")
)
_JSON = typer.Option(False, "--json", help=mark("Print measures and blocks as JSON."))
_KIT = typer.Argument(..., help=mark("Folder made by 'mindsight album kit'."))


@kit_app.command("enhancement", help=mark("Make a kit for image enhancement from reference photographs (clause 5.3)."))
def make_kit(
    photos: Path = typer.Argument(..., help=mark("Folder of reference photographs, more than 30.")),
    kit: Path = typer.Option(..., "--out", "-o", help=mark("Kit folder to make.")),
    scale: str = typer.Option(None, "--scale", help=mark("The product enlarges by this factor, such as 2 or 3/2.")),
    probe: str = typer.Option(None, "--probe", metavar="SUBJECT", help=mark("Measure the factor on this product.")),
    profile: str = typer.Option("gdcsa022-2024/1", "--profile", help=mark("Built-in profile or TOML file.")),
    seed: int = typer.Option(7, "--seed", min=0, help=mark("Seed of the noise.")),
    trial: bool = typer.Option(False, "--trial", help=mark("Allow fewer than 31 references: a non-conforming trial.")),
    cluster: str = typer.Option(
        "file",
        "--cluster",
        metavar="file|folder",
        help=mark("What counts as independent: each file, or each sub-folder."),
    ),
    workers: int = _WORKERS,
    megapixels: float = _MEGAPIXELS,
) -> None:
    """Prepare a kit and its operator's sheet."""
    from mindsight.album.enhancement.kit import EnhancementKit
    from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
    from mindsight.album.kits.operator_sheet import write_operator_sheet
    from mindsight.album.profile import load_profile

    if cluster not in ("file", "folder"):
        raise InputError("--cluster: {value} is not known; use file or folder", value=cluster)
    factor = factor_of(scale, probe, photos, megapixels)
    recipe = Recipe(load_profile(profile), seed, factor, megapixels=megapixels)
    with explained(kit_left, kit), progress(text("preparing")) as step:
        left_aside = make_enhancement_kit(
            photos,
            kit,
            recipe,
            trial=trial,
            cluster=cast('Literal["file", "folder"]', cluster),
            workers=workers,
            progress=step,
        )
    with explained(sheet_left, kit):
        sheet = write_operator_sheet(kit, language=settings.language)
    if left_aside:
        names = ", ".join(left_aside[:5])
        tell(text("left aside, no pictures: {names} ({count} files)", names=names, count=len(left_aside)))
    if EnhancementKit(kit).header.trial:
        tell(text("non-conforming trial: every report of this kit will say so"), style="yellow")
    show(text("kit: {folder}", folder=str(kit)))
    show(text("sheet for the operator: {file}", file=str(sheet)))


@app.command("run", help=mark("Run a product on a kit, score what comes back and write a report."))
def run_kit(
    kit: Path = _KIT,
    subject: str = typer.Option(
        None,
        "--subject",
        metavar="SCHEME:REST",
        help=mark("baseline:NAME, command:'… {input} … {output}', python:module:function, http:URL or folder:DIR."),
    ),
    product: Path = PRODUCT,
    function: str = FUNCTION,
    where: Path = _OUT,
    resume: Path = _RESUME,
    name: str = _NAME,
    version: str = _VERSION,
    device: str = _DEVICE,
    system: str = _SYSTEM,
    network: str = _NETWORK,
    only: str = _ONLY,
    no_media: bool = _NO_MEDIA,
    sensitivity: bool = _SENSITIVITY,
    timeout: float = _TIMEOUT,
    megapixels: float = _MEGAPIXELS,
    workers: int = _WORKERS,
    limit: int = _LIMIT,
    class_map: Path = CLASS_MAP,
    clusters: bool = CLUSTERS,
    mask_from: str = MASK_FROM,
    background: str = BACKGROUND,
    tolerance: int = TOLERANCE,
    cropped: bool = CROPPED,
    dry_run: bool = _DRY_RUN,
    as_json: bool = _JSON,
) -> int:
    """Run a product over a kit."""
    found = declared(product, function, kit)
    spec = subject_of(subject, found)
    facts = {"name": name, "version": version, "device": device, "system": system, "network": network}
    conventions = with_cut_outs(conventions_of(class_map, clusters), mask_from, background, tolerance, cropped)
    options = _options(only, no_media, timeout, megapixels, limit, sensitivity, conventions)
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


@app.command("score", help=mark("Score the outputs that an operator brought back, paired with the kit by name."))
def score_folder(
    kit: Path = _KIT,
    folder: Path = typer.Argument(..., help=mark("Folder of the product's outputs: 0001.png, 0002.jpg, …")),
    product: Path = PRODUCT,
    function: str = FUNCTION,
    suffix: str | None = SUFFIX,
    pairing: Path = PAIRING,
    where: Path = _OUT,
    resume: Path = _RESUME,
    name: str = _NAME,
    version: str = _VERSION,
    device: str = _DEVICE,
    system: str = _SYSTEM,
    network: str = _NETWORK,
    only: str = _ONLY,
    no_media: bool = _NO_MEDIA,
    sensitivity: bool = _SENSITIVITY,
    megapixels: float = _MEGAPIXELS,
    workers: int = _WORKERS,
    limit: int = _LIMIT,
    class_map: Path = CLASS_MAP,
    clusters: bool = CLUSTERS,
    mask_from: str = MASK_FROM,
    background: str = BACKGROUND,
    tolerance: int = TOLERANCE,
    cropped: bool = CROPPED,
    dry_run: bool = _DRY_RUN,
    as_json: bool = _JSON,
) -> int:
    """Score a folder of outputs."""
    from dataclasses import replace

    from mindsight.subjects.spec import SubjectSpec

    found = declared(product, function, kit)
    spec = SubjectSpec("folder", str(folder))
    facts = {"name": name, "version": version, "device": device, "system": system, "network": network}
    conventions = with_cut_outs(conventions_of(class_map, clusters), mask_from, background, tolerance, cropped)
    conventions = conventions.model_copy(update={} if suffix is None else {"suffix": suffix})
    options = replace(_options(only, no_media, None, megapixels, limit, sensitivity, conventions), pairing=pairing)
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


def run_and_show(
    kit: Path,
    spec: SubjectSpec,
    subject: Subject,
    options: Options,
    *,
    where: Path | None,
    resume: Path | None,
    workers: int,
    dry_run: bool = False,
    as_json: bool = False,
    quiet: bool = False,
) -> int:
    """Walk one test, write its report, show its summary and return the exit code."""
    from mindsight.album.suite import open_kit, open_test
    from mindsight.record.folder import refuse_inside

    test = open_test(open_kit(kit), spec, subject, options)
    folder = resume or where or _default_folder(subject.name)
    if resume is None:
        refuse_inside(folder, kit, *([Path(spec.rest)] if spec.scheme == "folder" else []))
    _tell_strangers(test.strangers)
    if dry_run:
        from mindsight.cli.dry_run import show_rehearsal

        show_rehearsal(test, folder, resume=resume is not None, as_json=as_json)
        return 0
    run = walked(test, folder, resume=resume is not None, workers=workers, left=run_left)
    if as_json:
        _print_json(run)
    elif not quiet:
        from mindsight.cli.terminal import print_summary

        print_summary(run, out(), settings.language)
    failed = [item for item in run.items if item.status == "failed"]
    if not quiet:
        _tell_failures(failed)
    return EXIT_ITEMS_FAILED if failed else 0


def _tell_strangers(names: list[str]) -> None:
    """Name the files that belong to no input; one in a sub-folder was perhaps meant for an output."""
    for name in names[:_MOST_STRANGERS]:
        sentence = text("{file}: belongs to no input of the kit and is not scored", file=name)
        if "/" in name:
            sentence = text(
                "{file}: lies in a sub-folder and is not scored; an output must lie directly in the folder", file=name
            )
        tell(sentence, style="yellow")
    if len(names) > _MOST_STRANGERS:
        more = len(names) - _MOST_STRANGERS
        tell(text("and {count} more such files; manifest.json and the report say so", count=more), style="yellow")
    suffixes = {found.group(1) for name in names if (found := _SUFFIXED.fullmatch(name))}
    if len(names) > 1 and len(suffixes) == 1:
        (suffix,) = suffixes
        sentence = text("if the product names its outputs so, give --suffix {suffix}", suffix=suffix)
        tell(sentence, style="yellow")


def _tell_failures(items: Iterable[Item]) -> None:
    """Say why items failed; those that failed alike in one line, with the words of the first."""
    alike: dict[str, list[Item]] = {}
    for item in items:
        alike.setdefault(item.error.message if item.error else item.outcome, []).append(item)
    for same in list(alike.values())[:_MOST_FAILURES]:
        numbers = ", ".join(item.id for item in same[:_MOST_NUMBERS])
        more = len(same) - _MOST_NUMBERS
        which = numbers if more <= 0 else text("{numbers} and {more} more", numbers=numbers, more=more)
        tell(text("{id}: {reason}", id=which, reason=same[0].error or text(same[0].outcome)), style="yellow")
    rest = sum(len(same) for same in list(alike.values())[_MOST_FAILURES:])
    if rest:
        tell(text("and {count} more; the report lists them all", count=rest), style="yellow")


def _options(
    only: str | None,
    no_media: bool,
    timeout: float | None,
    megapixels: float,
    limit: int | None,
    sensitivity: bool,
    conventions: Conventions,
) -> Options:
    from mindsight.album.products.execution import Options
    from mindsight.subjects.product import DEFAULT_TIMEOUT_S

    if only not in {None, "normative"}:
        raise InputError("--only: {value} is not known; use normative", value=str(only))
    return Options(
        normative_only=only is not None,
        keep_outputs=not no_media,
        sensitivity=sensitivity,
        timeout_s=timeout or DEFAULT_TIMEOUT_S,
        megapixels=megapixels,
        limit=limit,
        conventions=conventions,
    )


def _default_folder(name: str) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    plain = "".join(c if c.isalnum() else "-" for c in name).strip("-")[:40]
    return Path("runs") / f"{stamp}-album-{plain or 'product'}"


def _print_json(run: RunFolder) -> None:
    import json

    found = run.results.model_dump(mode="json")
    # In ASCII: no terminal can be driven by what a product named its files, and any encoding can carry it.
    print(json.dumps({"measures": found["measures"], "blocks": found["blocks"]}))
