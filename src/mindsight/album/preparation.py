"""5.3, enhancement a): make the inputs of a kit from reference photographs."""

import contextlib
import math
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.album.enhancement import Pixels
from mindsight.album.kits import INPUTS, LEAST_REFERENCES, TRUTH, KitHeader, KitItem, KitPicture, write_kit
from mindsight.album.pictures import DEFAULT_MEGAPIXELS, Picture, decode, encode_png, read_picture, resize
from mindsight.album.profile import Profile
from mindsight.album.scoring import compared, score_terms
from mindsight.clauses import implements
from mindsight.errors import InputError, KitError, MindsightError, PictureError, ProductError
from mindsight.parallel import map_items
from mindsight.reasons import system_reason
from mindsight.record import canonical
from mindsight.record.folder import refuse_inside
from mindsight.record.log import naming
from mindsight.subjects.products import Job, Product
from mindsight.text import Text, text

Cluster = Literal["file", "folder"]

_SUFFIXES = {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".webp", ".avif", ".heic", ".heif", ".gif", ".ppm"}
_FILTERS = {
    "area": cv2.INTER_AREA,
    "cubic": cv2.INTER_CUBIC,
    "lanczos": cv2.INTER_LANCZOS4,
    "nearest": cv2.INTER_NEAREST,
}
_MOST_FINDINGS = 10


@dataclass(frozen=True)
class Recipe:
    """How a photograph becomes a reference and an input; ``demonstration`` marks a kit whose scores say nothing of a product."""

    profile: Profile
    seed: int
    scale: Fraction | None
    demonstration: bool = False
    megapixels: float = DEFAULT_MEGAPIXELS


@dataclass(frozen=True)
class _Photo:
    """One photograph on its way into a kit."""

    id: str
    number: int
    path: Path
    source: str
    cluster: str


def find_photos(folder: Path) -> tuple[list[Path], list[str]]:
    """Return the pictures of a folder and its sub-folders in order of their names, and the names of other files.

    Raises:
        InputError: No such folder, no pictures in it, or a link in it leads outside.
    """
    if not folder.is_dir():
        raise InputError("{folder}: is not a folder; name the folder that holds the photographs", folder=str(folder))
    root = folder.resolve()
    pictures, others = [], []
    for path in sorted(folder.rglob("*")):
        name = _readable(path.relative_to(folder))
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        if _leads_outside(path, root):
            raise InputError(
                "{folder}: {file} is a link that leads outside; copy the picture itself", folder=str(folder), file=name
            )
        if path.is_dir():
            continue
        if path.suffix.lower() in _SUFFIXES:
            pictures.append(path)
        else:
            others.append(name)
    if not pictures:
        raise InputError(
            "{folder}: holds no pictures; JPEG, PNG, TIFF, BMP, WebP, AVIF and HEIC are read", folder=str(folder)
        )
    return pictures, others


def _leads_outside(path: Path, root: Path) -> bool:
    try:
        return not path.resolve().is_relative_to(root)
    except RuntimeError:  # links that lead in a circle
        return True


def _readable(path: Path) -> str:
    """Return a path as text: names from other systems need not be UTF-8, a record must be."""
    return os.fsencode(path).decode("utf-8", "replace")


@implements("album", "4.2-b")
@implements("album", "5.3-enhancement-a")
def make_enhancement_kit(
    photos: Path,
    kit: Path,
    recipe: Recipe,
    *,
    trial: bool = False,
    cluster: Cluster = "file",
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[str]:
    """Prepare references and inputs (5.3 enhancement a): more than 30 references, inputs blurred and noisy or smaller.

    The kit keeps each test image together with its original (4.2-b).

    Args:
        photos: Folder of reference photographs.
        kit: Folder to make; must not exist or be empty.
        recipe: Profile, seed and scale.
        trial: Allow fewer references than the document asks for; everything made of the kit then says so.
        cluster: Whether each photograph is independent of the others, or only those of different sub-folders.
        workers: Processes that prepare pictures.
        progress: Called with (finished, all).

    Returns:
        Names of files in the folder that are no pictures and were left aside.

    Raises:
        InputError: Too few references, or the folders cannot be used.
        KitError: Pictures that cannot be used, each with file, finding and remedy.
    """
    found, others = find_photos(photos)
    if len(found) < LEAST_REFERENCES and not trial:
        raise InputError(
            "{folder}: holds {found} pictures, clause 5.3 needs more than 30 references (at least {needed}); add pictures "
            "or ask for a non-conforming trial with --trial",
            folder=str(photos),
            found=len(found),
            needed=LEAST_REFERENCES,
        )
    refuse_inside(kit, photos)
    if kit.exists() and (not kit.is_dir() or any(kit.iterdir())):
        raise InputError("{folder}: exists already; choose another folder", folder=str(kit))
    width = max(4, len(str(len(found))))
    plan = [_plan(path, photos, number, width, cluster) for number, path in enumerate(found, start=1)]
    whole = kit.resolve()
    partial = whole.with_name(f".{whole.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        for name in (INPUTS, TRUTH):
            (partial / name).mkdir(parents=True)
        items = _prepare_all(plan, _Preparation(partial, recipe), workers, progress)
        header = KitHeader(
            profile=recipe.profile,
            seed=recipe.seed,
            scale=None if recipe.scale is None else recipe.scale.as_integer_ratio(),
            trial=trial and len(items) < LEAST_REFERENCES,
            demonstration=recipe.demonstration,
            count=len(items),
        )
        write_kit(partial, header, iter(items))
        if whole.exists():
            whole.rmdir()
        # The kit appears whole or not at all.
        partial.rename(whole)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return others


def probe_scale(
    product: Product, photo: Path, workspace: Path, *, megapixels: float = DEFAULT_MEGAPIXELS
) -> Fraction | None:
    """Measure m×n → M×N on the product (5.3) with two sizes of one photograph.

    Returns:
        The factor of both sides, or None if the product leaves the size alone.

    Raises:
        KitError: The product failed, stretches the sides differently or answers in a fixed size.
    """
    pixels = read_picture(photo, megapixels=megapixels).pixels
    factors = set()
    for number, side in enumerate((160, 240), start=1):
        height, width = pixels.shape[:2]
        small = (side, max(16, round(side * height / width / 2) * 2))
        folder = workspace / f"probe-{number}"
        folder.mkdir(parents=True)
        source = folder / "input.png"
        source.write_bytes(encode_png(resize(pixels, *small, cv2.INTER_AREA)))
        try:
            output = product.process(Job(f"probe-{number}", source, folder, *small))
            answer = read_picture(output, megapixels=megapixels).pixels
        except (ProductError, PictureError) as error:
            raise KitError("the product failed on the probe picture: {reason}", reason=error.text) from error
        factors |= {Fraction(answer.shape[1], small[0]), Fraction(answer.shape[0], small[1])}
    if len(factors) != 1:
        raise KitError(
            "the product does not scale both sides of every picture by one factor (found {factors}); measure it by hand and "
            "give --scale",
            factors=", ".join(str(factor) for factor in sorted(factors)),
        )
    factor = factors.pop()
    if factor < 1:
        raise KitError(
            "the product makes pictures smaller (factor {factor}); that is no enhancement", factor=str(factor)
        )
    return None if factor == 1 else factor


def degrade(pixels: Pixels, profile: Profile, rng: np.random.Generator) -> Pixels:
    """Return the picture with Gaussian blur, then additive Gaussian noise, rounded and clipped (5.3).

    Args:
        pixels: RGB, uint8, shape (H, W, 3).
        profile: Gives ``blur_sigma`` in pixels and ``noise_sigma`` in grey levels.
        rng: Source of the noise, independent in each channel.
    """
    image: NDArray[Any] = pixels.astype(np.float32)
    if profile.blur_sigma > 0:
        image = cv2.GaussianBlur(image, (0, 0), profile.blur_sigma)
    noise = rng.normal(0.0, profile.noise_sigma, image.shape)
    return np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class _Preparation:
    """Prepares one photograph; returns its item, or the sentence that says what is wrong with it."""

    kit: Path
    recipe: Recipe

    def __call__(self, photo: _Photo) -> KitItem | Text:
        cv2.setNumThreads(1)
        try:
            return self._prepare(photo)
        except PictureError as error:
            return error.text

    def _prepare(self, photo: _Photo) -> KitItem:
        data = _bytes_of(photo)
        picture = decode(data, name=photo.source, megapixels=self.recipe.megapixels)
        reference, source = self._reference(photo, picture)
        degraded = (
            source if self.recipe.scale is not None else degrade(reference, self.recipe.profile, self._noise(photo))
        )
        cropped = reference.shape != picture.pixels.shape
        suffix = ".png" if cropped else photo.path.suffix.lower()
        truth = encode_png(reference) if cropped else data
        # What the input itself scores; where the product enlarges, the input is enlarged by cubic interpolation.
        whole = degraded
        if degraded.shape != reference.shape:
            whole = resize(degraded, reference.shape[1], reference.shape[0], cv2.INTER_CUBIC)
        terms, windowed = score_terms(compared(reference, self.recipe.profile), compared(whole, self.recipe.profile))
        return KitItem(
            id=photo.id,
            source=photo.source,
            cluster=photo.cluster,
            reference=self._write(f"{TRUTH}/{photo.id}{suffix}", truth, reference),
            input=self._write(f"{INPUTS}/{photo.id}.png", encode_png(degraded), degraded),
            notes=(*picture.notes, *((text("cropped so that the sides divide by the scale"),) if cropped else ())),
            input_terms=terms,
            input_windowed=windowed,
        )

    def _reference(self, photo: _Photo, picture: Picture) -> tuple[Pixels, Pixels]:
        """Return the reference of M×N and, where the product changes the size, its m×n input."""
        pixels, scale = picture.pixels, self.recipe.scale
        if scale is None:
            return pixels, pixels
        height, width = pixels.shape[:2]
        small_width, small_height = (_divisible(side, scale) for side in (width, height))
        if min(small_width, small_height) < 16:
            raise PictureError(
                "{file}: {width}×{height} pixels is too small for a scale of {scale}",
                file=photo.source,
                width=width,
                height=height,
                scale=str(scale),
            )
        new_width, new_height = int(small_width * scale), int(small_height * scale)
        left, top = (width - new_width) // 2, (height - new_height) // 2
        reference = np.ascontiguousarray(pixels[top : top + new_height, left : left + new_width])
        flag = _FILTERS[self.recipe.profile.downscale]
        return reference, resize(reference, small_width, small_height, flag)

    def _noise(self, photo: _Photo) -> np.random.Generator:
        # Spawned per picture: the noise of one does not depend on the others or on the number of workers.
        return np.random.default_rng(np.random.SeedSequence(self.recipe.seed, spawn_key=(photo.number,)))

    def _write(self, path: str, data: bytes, pixels: Pixels) -> KitPicture:
        with naming(self.kit / path):
            (self.kit / path).write_bytes(data)
        return KitPicture(path=path, sha256=canonical.sha256(data), width=pixels.shape[1], height=pixels.shape[0])


def _bytes_of(photo: _Photo) -> bytes:
    if not photo.path.is_file():
        raise PictureError("{file}: is no file, or a link to nothing; copy the picture itself", file=photo.source)
    try:
        return photo.path.read_bytes()
    except OSError as error:
        raise PictureError(
            "{file}: cannot be read ({reason})", file=photo.source, reason=system_reason(error)
        ) from error


def _plan(path: Path, photos: Path, number: int, width: int, cluster: Cluster) -> _Photo:
    identifier = f"{number:0{width}d}"
    relative = path.relative_to(photos)
    # A photograph outside of any sub-folder stands for itself.
    group = identifier if cluster == "file" or len(relative.parts) == 1 else _readable(relative.parent)
    return _Photo(identifier, number, path, _readable(relative), group)


def _prepare_all(
    plan: list[_Photo], prepare: _Preparation, workers: int, progress: Callable[[int, int], None]
) -> list[KitItem]:
    items: list[KitItem] = []
    findings: list[Text] = []
    seen: dict[str, str] = {}
    results = map_items(
        prepare,
        plan,
        engine="local" if workers > 1 else "serial",
        workers=workers,
        batch=4,
        name=lambda photo: photo.source,
    )
    # Closed at once when somebody interrupts: no worker may write any more while the folder is removed.
    with contextlib.closing(results):
        for done, result in enumerate(results, start=1):
            if isinstance(result, Text):
                findings.append(result)
            elif result.reference.sha256 in seen:
                findings.append(
                    text(
                        "{file}: is the same picture as {other}; remove one",
                        file=result.source,
                        other=seen[result.reference.sha256],
                    )
                )
            else:
                seen[result.reference.sha256] = result.source
                items.append(result)
            progress(done, len(plan))
    if findings:
        raise _refusal(findings)
    return items


def _refusal(findings: list[Text]) -> MindsightError:
    if len(findings) == 1:
        return KitError(findings[0].message, **findings[0].args)
    shown = {f"finding{number}": finding for number, finding in enumerate(findings[:_MOST_FINDINGS], start=1)}
    listed = "".join(f"\n  {{{name}}}" for name in shown)
    return KitError(
        "{summary}" + listed,
        summary=text("{count} pictures cannot be used; no kit was made:", count=len(findings)),
        **shown,
    )


def _divisible(side: int, scale: Fraction) -> int:
    """Return the largest input side m with m·scale whole and not above ``side``."""
    step = scale.denominator
    return math.floor(side / scale / step) * step
