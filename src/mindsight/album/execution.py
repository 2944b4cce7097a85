"""5.3, enhancement b): process the inputs one by one and record what came back."""

import functools
import math
import os
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from mindsight.album.enhancement import early_sums
from mindsight.album.kits import Kit, KitItem, KitPicture
from mindsight.album.memory import keep_freed_memory
from mindsight.album.pictures import DEFAULT_MEGAPIXELS, Pixels, decode
from mindsight.album.profile import Profile
from mindsight.album.scoring import compared, score_terms
from mindsight.clauses import implements
from mindsight.errors import KitError, PictureError, ProductError
from mindsight.reasons import system_reason
from mindsight.record import canonical
from mindsight.record.folder import put_media
from mindsight.record.log import naming
from mindsight.record.model import Draft, Scalar
from mindsight.subjects.products import DEFAULT_TIMEOUT_S, FolderProduct, Job, Product, open_product
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, text

Instance = tuple[KitItem, str]
"""A prepared item and the hash of its entry in the kit."""


_LARGEST_FILE = 2 << 30
_NOWHERE = Path()  # a folder of results reads no input and needs no workspace
_OF_THE_REFERENCE = ("pixels", "sum_reference", "squares_reference", "peak")


@dataclass(frozen=True)
class Options:
    """What a user may choose about a run; part of its plan."""

    normative_only: bool = False
    keep_outputs: bool = True
    timeout_s: float = DEFAULT_TIMEOUT_S
    megapixels: float = DEFAULT_MEGAPIXELS
    limit: int | None = None
    """Only the first so many pictures of the kit."""


@dataclass(frozen=True)
class _Outcome:
    """How one output fared."""

    word: str
    error: Text | None = None
    answer: dict[str, Scalar] = field(default_factory=dict)
    parsed: dict[str, Scalar] = field(default_factory=dict)
    terms: dict[str, int] | None = None
    windowed: float | None = None
    notes: tuple[Text, ...] = ()
    media: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Worker:
    """Executes and scores one instance; plain values only, so that it can travel to another process."""

    kit: Path
    media: Path
    spec: SubjectSpec
    profile: Profile
    options: Options

    def __call__(self, instance: Instance) -> Draft:
        """Process one input and return its record; see ``process_and_score``."""
        return process_and_score(self, instance)


@implements("album", "5.3-enhancement-b")
def process_and_score(worker: Worker, instance: Instance) -> Draft:
    """Process one input and score the output against its reference (5.3 enhancement b).

    Whatever the product does wrong becomes the item's record: status ``failed``, the reason, 0 points.

    Raises:
        KitError: The kit itself was changed or is damaged; that is nobody's score.
        SubjectError: The product cannot be reached any more.
    """
    item, digest = instance
    options = worker.options
    kit, product = _tools(worker.kit, worker.spec, options.timeout_s)
    started = time.perf_counter()
    try:
        data, name, taken = _collect(product, kit, item)
        outcome = _score(worker, kit, item, data, name)
    except ProductError as error:
        taken = time.perf_counter() - started
        outcome = _Outcome(error.outcome, error.text)
    terms = {"output": outcome.terms, "input": item.input_terms}
    if not options.normative_only:
        terms |= {"windowed": outcome.windowed, "windowed_input": item.input_windowed}  # type: ignore[dict-item]
    return Draft(
        id=item.id,
        instance=digest,
        cluster=item.cluster,
        status="failed" if outcome.error else "scored",
        outcome=outcome.word,
        answer=outcome.answer,
        parsed=outcome.parsed,
        terms=terms,
        notes=outcome.notes,
        error=outcome.error,
        media=outcome.media,
        time_s=round(taken, 4),
    )


@functools.lru_cache(maxsize=2)
def _tools(kit: Path, spec: SubjectSpec, timeout_s: float) -> tuple[Kit, Product]:
    """Open kit and product once in each process."""
    keep_freed_memory()
    return Kit(kit), open_product(spec, timeout_s=timeout_s)


def _collect(product: Product, kit: Kit, item: KitItem) -> tuple[bytes, str, float]:
    """Return the output's bytes, its name and the seconds the product took."""
    size = (item.reference.width, item.reference.height)
    if isinstance(product, FolderProduct):
        return *_read(product.process(Job(item.id, _NOWHERE, _NOWHERE, *size))), 0.0
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        # The product gets a copy: it must not be able to change the kit.
        source = Path(folder) / "input" / f"{item.id}.png"
        workspace = Path(folder) / "output"
        source.parent.mkdir()
        workspace.mkdir()
        data = kit.read(item.input)
        with naming(source):
            source.write_bytes(data)
        started = time.perf_counter()
        output = product.process(Job(item.id, source, workspace, *size))
        taken = time.perf_counter() - started
        if output.is_symlink():
            raise ProductError("the output is a link, not a picture", outcome="unreadable")
        return *_read(output), taken


def _read(output: Path) -> tuple[bytes, str]:
    try:
        if output.stat().st_size > _LARGEST_FILE:
            raise ProductError("the output is larger than {limit} GiB", outcome="unreadable", limit=_LARGEST_FILE >> 30)
        return output.read_bytes(), os.fsencode(output.name).decode("utf-8", "replace")
    except OSError as error:
        raise ProductError(
            "the output cannot be read ({reason})", outcome="unreadable", reason=system_reason(error)
        ) from error


def _score(worker: Worker, kit: Kit, item: KitItem, data: bytes, name: str) -> _Outcome:
    sha256 = canonical.sha256(data)
    answer: dict[str, Scalar] = {"file": name, "bytes": len(data), "sha256": sha256}
    media = {}
    if worker.options.keep_outputs:
        media["output"] = put_media(worker.media, data, _suffix(name), digest=sha256)
    try:
        picture = decode(data, name=name, megapixels=worker.options.megapixels)
    except PictureError as error:
        return _Outcome("unreadable", error.text, answer, media=media)
    height, width = picture.pixels.shape[:2]
    parsed: dict[str, Scalar] = {"format": picture.format, "width": width, "height": height}
    wanted = item.reference
    if (width, height) != (wanted.width, wanted.height):
        # A size that the kit states wrongly is no fault of the product: the reference itself decides.
        _reference(worker, kit, wanted)
        problem = text(
            "the output {file} is {width}×{height} pixels, its reference {wanted_width}×{wanted_height}; export it at full "
            "size and upright",
            file=name,
            width=width,
            height=height,
            wanted_width=wanted.width,
            wanted_height=wanted.height,
        )
        return _Outcome("wrong_size", problem, answer, parsed, media=media)
    notes, output = picture.notes, compared(picture.pixels, worker.profile)
    # Each picture becomes grey and is summed while it is in the processor's cache, and the next one takes the place of
    # its colours.
    del picture
    sums = early_sums(output)
    reference = _reference(worker, kit, wanted)
    terms, windowed = score_terms(reference, output, windowed=not worker.options.normative_only, output_sums=sums)
    if any(terms[name] != item.input_terms[name] for name in _OF_THE_REFERENCE):
        raise KitError(
            "kit picture {file}: does not have the sums that kit.json states; prepare the kit again with this version",
            file=wanted.path,
        )
    word = "exact" if terms["squared_error"] == 0 else "scored"
    return _Outcome(word, None, answer, parsed, terms, windowed, notes, media)


def _reference(worker: Worker, kit: Kit, wanted: KitPicture) -> Pixels:
    """Return what of a reference is compared; the kit, not the product, is wrong where its size is another."""
    reference = compared(decode(kit.read(wanted), name=wanted.path, megapixels=math.inf).pixels, worker.profile)
    if reference.shape[:2] != (wanted.height, wanted.width):
        raise KitError("kit picture {file}: is not of the size that kit.json states; restore the kit", file=wanted.path)
    return reference


def _suffix(name: str) -> str:
    """Return a harmless file extension for a stored output."""
    suffix = Path(name).suffix.lower()
    return suffix if suffix[1:].isalnum() and suffix.isascii() and len(suffix) <= 6 else ".bin"
