"""Make a campaign of runs on one kit: check that they belong together, and store every picture once."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.kits.kit import Kit
from mindsight.album.kits.pictures import Pixels
from mindsight.album.products.conventions import conventions_of
from mindsight.album.rated.enhancement import EnhancementShowings
from mindsight.album.rated.segmentation import SegmentationShowings
from mindsight.album.rated.showing import Shown
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.suite import open_kit
from mindsight.errors import InputError, PictureError, ProductError
from mindsight.kinds import kind_of
from mindsight.plans import plans_of
from mindsight.rating.campaigns import plan as plans
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.campaigns.plan import Plan, RatedRun, Wanted
from mindsight.rating.campaigns.plates import plates
from mindsight.rating.campaigns.stimuli import Kind, Prepared, Stimulus
from mindsight.reasons import system_reason
from mindsight.record import canonical, environment
from mindsight.record.folder import ITEMS, MEDIA, SUMS, RunFolder, media_path, refuse_inside
from mindsight.record.model import Item, Manifest, Subject
from mindsight.record.opening import open_sealed
from mindsight.text import Text, text

Progress = Callable[[int, int], None]
# Roles that never differ between the outputs of an item are stored once, since a file's name is its hash.
_OUTPUT = "output"


def _silent(finished: int, count: int) -> None:
    """Show nothing of what is finished."""


@dataclass(frozen=True)
class _Run:
    folder: RunFolder
    manifest: Manifest
    items: dict[str, Item]
    seal: str


def new(
    runs: Sequence[Path | str] | Path | str,
    kit: Path | str,
    *,
    out: Path | str,
    database: str | None = None,
    least_screen: str = "",
    progress: Progress | None = None,
    **options: Any,
) -> CampaignFolder:
    """Make a rating campaign of runs on one kit (album 6.3.1, 6.4.1), and return its folder.

    Args:
        runs: Folders of the finished runs whose outputs are shown, or the one folder.
        kit: The kit that they were made on.
        out: New folder.
        database: Address of a database that is not in the folder; None for one that is.
        least_screen: Least size of a rater's screen in pixels, such as ``1920x1080``; empty demands none.
        progress: Called with (finished, all) as pictures are prepared.
        options: What else is chosen of the campaign, as on the command line (``raters``, ``seed``, ``repeats``, ``pairs`` …).

    Raises:
        RecordError: A run is unfinished or was changed.
        InputError: A run is of another kit or kind, or an option cannot be used; the folder exists.

    Example::

        import mindsight

        campaign = mindsight.rating.new(["runs/product"], "kit", out="campaign", raters=5, seed=7)
        campaign.plan.raters
        5
    """
    (wanted,) = plans_of((Wanted,), options)
    wanted = wanted.model_copy(update={"screen": wanted.screen.at_least(str(least_screen))})
    folders = [runs] if isinstance(runs, Path | str) else runs
    return make_campaign(
        [Path(folder) for folder in folders], Path(kit), Path(out), wanted, database=database, step=progress or _silent
    )


def make_campaign(
    runs: list[Path],
    kit: Path,
    target: Path,
    wanted: Wanted,
    *,
    database: str | None = None,
    step: Progress = _silent,
) -> CampaignFolder:
    """Prepare a campaign of runs on one kit; ``database`` is the address of one that is not here.

    Raises:
        RecordError: A run is unfinished or was changed; the folder exists.
        InputError: A run is of another kit or kind, or lacks outputs that it has scored; no run is named; the folder
            exists, or lies in one that is read.
    """
    if not runs:
        raise InputError("name at least one run whose outputs are to be rated")
    opened = open_kit(kit)
    known = [_opened(path, opened) for path in runs]
    refuse_inside(target, kit, *runs)
    seals = [run.seal for run in known]
    twice = next((path for place, path in enumerate(runs) if seals[place] in seals[:place]), None)
    if twice is not None:
        raise InputError("{folder}: this run is named twice", folder=str(twice))
    _check_pairs(opened, known, wanted)
    with CampaignFolder.made(target, database) as folder:
        _fill(folder, opened, known, wanted, step)
    return CampaignFolder(target)


def pictures_shown(run: Path, kit: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what raters are shown of each output of a run: the item, and the SHA-256 of each picture by its role.

    Raises:
        RecordError: The run is unfinished or was changed.
        InputError: It is of another kit or kind, or lacks outputs that it has scored.
    """
    opened = open_kit(kit)
    known, showings = _opened(run, opened), _showings(opened)
    for entry in [entry for entry, _ in opened.items()]:
        shown = _output(showings, known, entry)
        if isinstance(shown, Shown):
            yield entry.id, {role: canonical.sha256(_png_of(pixels)) for role, pixels in shown.pictures.items()}


def _check_pairs(kit: Kit[Any, Any], known: list[_Run], wanted: Wanted) -> None:
    against = wanted.pairs.against
    if "products" in against and len(known) < 2:
        raise InputError("--pairs products: outputs of two runs are compared; name a second run, or leave it out")
    if against and wanted.simulated:
        raise InputError("--pairs: simulated raters give points only; leave --simulated or --pairs out")
    if "input" in against and isinstance(kit, SegmentationKit):
        raise InputError("--pairs input: the input of a segmentation is not cut out; compare with the reference")


def _fill(folder: CampaignFolder, opened: Kit[Any, Any], known: list[_Run], wanted: Wanted, step: Progress) -> None:
    stimuli: list[Stimulus] = []
    missing: list[list[tuple[str, Text]]] = [[] for _ in known]
    showings = _showings(opened)
    entries = [entry for entry, _ in opened.items()]
    for number, entry in enumerate(entries):
        step(number, len(entries))
        known_pictures: dict[str, Prepared] = {}
        for kind, shown in showings.truths(entry):
            stimuli.append(_stored(folder, entry, kind, None, shown, known_pictures))
        for run, lacking in zip(known, missing, strict=True):
            found = _output(showings, run, entry)
            if isinstance(found, Text):
                lacking.append((entry.id, found))
            elif found is not None:
                stimuli.append(_stored(folder, entry, "output", run.seal, found, known_pictures))
    for run, lacking in zip(known, missing, strict=True):
        if len(lacking) == len(run.items):
            raise InputError(
                "{folder}: every item failed, so there is nothing to rate; leave this run out (the first reason: {reason})",
                folder=str(run.folder.path),
                reason=lacking[0][1] if lacking else "–",
            )
    folder.write_stimuli(stimuli)
    folder.write_runs({run.seal: run.folder.path for run in known})
    folder.write_plates(_plates(folder, wanted.seed))
    folder.write_plan(_plan(opened, known, missing, stimuli, wanted))


def _opened(path: Path, kit: Kit[Any, Any]) -> _Run:
    folder = open_sealed(path, {ITEMS})
    manifest = folder.manifest
    kind = kind_of(manifest, path)
    if kind.is_rated or not kind.question:
        raise InputError("{folder}: is no run of an enhancement or a segmentation", folder=str(path))
    if manifest.data.sha256 != kit.sha256:
        raise InputError(
            "{folder}: was not run on the kit {kit}; all runs of a campaign are made on one kit",
            folder=str(path),
            kit=str(kit.path),
        )
    items = {item.id: item for item in folder.items}
    return _Run(folder, manifest, items, canonical.sha256_of_file(path / SUMS))


def _showings(kit: Kit[Any, Any]) -> Any:
    if isinstance(kit, EnhancementKit):
        return EnhancementShowings(kit)
    if isinstance(kit, SegmentationKit):
        return SegmentationShowings(kit)
    raise InputError("{folder}: is no kit of an enhancement or a segmentation", folder=str(kit.path))


def _output(showings: Any, run: _Run, entry: Any) -> Shown | Text | None:
    """Return what is shown of a run's output, why the run has none, or None if the item was not tested.

    Raises:
        InputError: The run has scored an output that it does not hold: leaving it out would change the score.
    """
    item = run.items.get(entry.id)
    if item is None:
        return None
    if item.status == "failed":
        # It has 0 points already, even if a file is there: one of another size, say.
        return item.error or text(item.outcome)
    data, name = _kept(run, item)
    try:
        if isinstance(showings, SegmentationShowings):
            return _cut(showings, run, entry, data, name)
        shown: Shown = showings.output(entry, data, name)
    except (PictureError, ProductError) as error:
        raise InputError(
            "{folder}: the output of item {id} cannot be shown: {reason}",
            folder=str(run.folder.path),
            id=item.id,
            reason=error.text,
        ) from error
    return shown


def _kept(run: _Run, item: Item) -> tuple[bytes, str]:
    name = item.media.get(_OUTPUT)
    if name is None:
        raise InputError(
            "{folder}: no outputs were kept, so there is nothing to rate; test the product again without --no-media",
            folder=str(run.folder.path),
        )
    path = media_path(run.folder.path / MEDIA, Path(name).name)
    if run.manifest.pictures is not None and not path.is_file():
        raise InputError(
            "{folder}: the output of item {id} was not kept; test the product again without --keep-pictures",
            folder=str(run.folder.path),
            id=item.id,
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error
    if canonical.sha256(data) != path.stem:
        raise InputError(
            "{file}: is not the output that was sealed (item {id}); restore the run", file=str(path), id=item.id
        )
    return data, name


def _cut(showings: SegmentationShowings, run: _Run, entry: Any, data: bytes, name: str) -> Shown:
    plan = run.manifest.plan
    conventions = conventions_of(plan)
    return showings.output(entry, data, name, conventions, resize=plan["profile"]["other_size"] == "resize")


def _stored(
    folder: CampaignFolder, entry: Any, kind: Kind, run: str | None, shown: Shown, known: dict[str, Prepared]
) -> Stimulus:
    pictures = {}
    for role, pixels in shown.pictures.items():
        # Reference and input are the same beside every output of an item: encoding takes most of the time.
        key = f"{pixels.shape} {canonical.sha256(pixels.tobytes())}"
        if key not in known:
            known[key] = _put(folder, pixels)
        pictures[role] = known[key]
    whole = f"{entry.id}-{kind}" if run is None else f"{entry.id}-{run[:12]}"
    return Stimulus(
        id=whole, item=entry.id, cluster=entry.cluster, kind=kind, run=run, pictures=pictures, focus=shown.focus
    )


def _put(folder: CampaignFolder, pixels: Pixels) -> Prepared:
    """Store pixels as PNG."""
    return folder.put(_png_of(pixels), pixels.shape[1], pixels.shape[0])


def _png_of(pixels: Pixels) -> bytes:
    """Return pixels as PNG, written anew: what an export carries beside its pixels may name the product."""
    order = None if pixels.ndim == 2 else {3: cv2.COLOR_RGB2BGR, 4: cv2.COLOR_RGBA2BGRA}[pixels.shape[2]]
    stored = pixels if order is None else cv2.cvtColor(pixels, order)
    done, data = cv2.imencode(".png", stored, [cv2.IMWRITE_PNG_COMPRESSION, 3])
    if not done:
        raise PictureError("a picture of shape {shape} could not be written as PNG", shape=str(pixels.shape))
    return data.tobytes()


def _plates(folder: CampaignFolder, seed: int) -> Iterator[tuple[str, str]]:
    for plate in plates(seed):
        yield _put(folder, plate.pixels).file, plate.digits


def _named(subject: Subject) -> str:
    """Return the product with its function, which distinguishes runs of one product."""
    function = subject.details.get("function")
    return f"{subject.name}: {function}" if function else subject.name


def _plan(
    kit: Kit[Any, Any],
    runs: list[_Run],
    missing: list[list[tuple[str, Text]]],
    stimuli: list[Stimulus],
    wanted: Wanted,
) -> Plan:
    rated = []
    for run, lacking in zip(runs, missing, strict=True):
        shown = sum(one.run == run.seal for one in stimuli)
        subject = run.manifest.subject
        rated.append(
            RatedRun(run=run.seal, name=_named(subject), version=subject.version, shown=shown, missing=tuple(lacking))
        )
    return Plan(
        id=secrets.token_hex(8),
        question=kit.header.kind,
        kit=plans.Kit(name=kit.path.name, sha256=kit.sha256, items=kit.header.count),
        runs=tuple(rated),
        trial=any(bool(run.manifest.plan["trial"]) for run in runs),
        made=environment.now(),
        **dict(wanted),
    )
