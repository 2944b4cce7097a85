"""5.3, enhancement a): make the inputs of a kit from reference photographs."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.album.enhancement.formulas import Pixels
from mindsight.album.enhancement.kit import EnhancementEntry, EnhancementHeader
from mindsight.album.enhancement.scoring import compared, score_terms
from mindsight.album.kits.kit import INPUTS, LEAST_IMAGES, TRUTH, write_kit, write_picture
from mindsight.album.kits.photographs import Cluster, Photo, Progress, bytes_of, find_photos, number_photos, prepare_all
from mindsight.album.kits.pictures import DEFAULT_MEGAPIXELS, Picture, decode, encode_png, read_picture, resize
from mindsight.album.profile import EnhancementProfile
from mindsight.clauses import implements
from mindsight.errors import InputError, KitError, PictureError, ProductError
from mindsight.files.whole import whole_folder
from mindsight.record.folder import refuse_inside
from mindsight.subjects.product import Job, Product
from mindsight.text import Text, text

_FILTERS = {
    "area": cv2.INTER_AREA,
    "cubic": cv2.INTER_CUBIC,
    "lanczos": cv2.INTER_LANCZOS4,
    "nearest": cv2.INTER_NEAREST,
}


@dataclass(frozen=True)
class Recipe:
    """How a photograph becomes a reference and an input; ``demonstration`` marks a kit whose scores do not describe a product.

    Example:
        >>> from mindsight.album import load_profile
        >>> Recipe(load_profile(), seed=7).megapixels
        200.0
    """

    profile: EnhancementProfile
    seed: int
    scale: Fraction | None = None
    demonstration: bool = False
    megapixels: float = DEFAULT_MEGAPIXELS


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
    progress: Progress = lambda _done, _all: None,
    beside: Callable[[Path], object] = lambda _kit: None,
) -> list[str]:
    """Prepare references and inputs (5.3 enhancement a): more than 30 references, inputs blurred and noisy or smaller.

    The kit keeps each test image together with its original (4.2-b).

    Args:
        photos: Folder of reference photographs.
        kit: Folder to create; must not exist, or be empty.
        recipe: EnhancementProfile, seed and scale.
        trial: Allow fewer references than the document asks for; everything made from the kit then states so.
        cluster: Whether single photographs or only those of different sub-folders are independent.
        workers: Number of processes that prepare pictures.
        progress: Called with (finished, all).
        beside: Called with the kit's folder, before it has its name: writes what lies beside the kit.

    Returns:
        Names of files in the folder that are not pictures and were left out.

    Raises:
        InputError: Too few references, or the folders cannot be used.
        KitError: Some pictures cannot be used; the message gives file, finding and remedy for each.

    Example:
        >>> from mindsight.album import load_profile
        >>> make_enhancement_kit(Path("photos"), Path("kits/new"), Recipe(load_profile(), seed=7), trial=True)
        []
        >>> sorted(path.name for path in Path("kits/new").iterdir())
        ['inputs', 'kit.json', 'truth']
    """
    found, others = find_photos(photos)
    if len(found) < LEAST_IMAGES and not trial:
        raise InputError(
            "{folder}: holds {found} pictures, clause 5.3 needs more than 30 references (at least {needed}); add pictures "
            "or ask for a non-conforming trial with --trial",
            folder=str(photos),
            found=len(found),
            needed=LEAST_IMAGES,
        )
    refuse_inside(kit, photos)
    plan = number_photos(found, photos, cluster)
    with whole_folder(kit, INPUTS, TRUTH) as partial:
        entries = prepare_all(plan, _Preparation(partial, recipe), workers, progress)
        header = EnhancementHeader(
            profile=recipe.profile,
            seed=recipe.seed,
            scale=None if recipe.scale is None else recipe.scale.as_integer_ratio(),
            trial=trial and len(entries) < LEAST_IMAGES,
            demonstration=recipe.demonstration,
            count=len(entries),
        )
        write_kit(partial, header, entries)
        beside(partial)
    return others


def probe_scale(
    product: Product, photo: Path, workspace: Path, *, megapixels: float = DEFAULT_MEGAPIXELS
) -> Fraction | None:
    """Measure the product's scale m×n → M×N (5.3) with two sizes of one photograph.

    Returns:
        The factor of both sides, or None if the product keeps the size.

    Raises:
        KitError: The product failed, scales the sides differently or returns a fixed size.
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
            "the product makes pictures smaller (factor {factor}); that is not enhancement", factor=str(factor)
        )
    return None if factor == 1 else factor


def degrade(pixels: Pixels, profile: EnhancementProfile, rng: np.random.Generator) -> Pixels:
    """Return the picture with Gaussian blur and additive Gaussian noise, rounded and clipped (5.3).

    Args:
        pixels: RGB, uint8, shape (H, W, 3).
        profile: Gives ``blur_sigma`` in pixels, ``noise_sigma`` in grey levels, their order, and whether the channels share their noise.
        rng: Source of the noise.
    """
    image: NDArray[Any] = pixels.astype(np.float32)
    shape = image.shape if profile.noise == "independent" else (*image.shape[:2], 1)
    noise = rng.normal(0.0, profile.noise_sigma, shape)
    if profile.degradation == "blur_noise":
        image = _blurred(image, profile.blur_sigma) + noise
    else:
        image = _blurred(image + noise, profile.blur_sigma)
    return np.asarray(np.clip(np.rint(image), 0, 255), dtype=np.uint8)


def _blurred(image: NDArray[Any], sigma: float) -> NDArray[Any]:
    return cv2.GaussianBlur(image, (0, 0), sigma) if sigma > 0 else image


@dataclass(frozen=True)
class _Preparation:
    """Prepares one photograph and returns its entry, or a sentence saying what is wrong with it."""

    kit: Path
    recipe: Recipe

    def __call__(self, photo: Photo) -> tuple[EnhancementEntry, str] | Text:
        cv2.setNumThreads(1)
        try:
            return self._prepare(photo)
        except PictureError as error:
            return error.text

    def _prepare(self, photo: Photo) -> tuple[EnhancementEntry, str]:
        data = bytes_of(photo)
        picture = decode(data, name=photo.source, megapixels=self.recipe.megapixels)
        reference, source = self._reference(photo, picture)
        degraded = (
            source if self.recipe.scale is not None else degrade(reference, self.recipe.profile, self._noise(photo))
        )
        cropped = reference.shape != picture.pixels.shape
        suffix = ".png" if cropped else photo.path.suffix.lower()
        truth = encode_png(reference) if cropped else data
        # Terms of the input itself; if the product enlarges, the input is enlarged by cubic interpolation.
        whole = degraded
        if degraded.shape != reference.shape:
            whole = resize(degraded, reference.shape[1], reference.shape[0], cv2.INTER_CUBIC)
        terms, windowed = score_terms(compared(reference, self.recipe.profile), compared(whole, self.recipe.profile))
        entry = EnhancementEntry(
            id=photo.id,
            source=photo.source,
            cluster=photo.cluster,
            reference=write_picture(self.kit, f"{TRUTH}/{photo.id}{suffix}", truth, reference.shape),
            input=write_picture(self.kit, f"{INPUTS}/{photo.id}.png", encode_png(degraded), degraded.shape),
            notes=(*picture.notes, *((text("cropped so that the sides divide by the scale"),) if cropped else ())),
            input_terms=terms,
            input_windowed=windowed,
        )
        return entry, picture.sha256

    def _reference(self, photo: Photo, picture: Picture) -> tuple[Pixels, Pixels]:
        """Return the M×N reference and, if the product changes the size, its m×n input."""
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

    def _noise(self, photo: Photo) -> np.random.Generator:
        # One generator per picture: its noise does not depend on other pictures or the number of workers.
        return np.random.default_rng(np.random.SeedSequence(self.recipe.seed, spawn_key=(photo.number,)))


def _divisible(side: int, scale: Fraction) -> int:
    """Return the largest input side m for which m·scale is an integer not above ``side``."""
    step = scale.denominator
    return math.floor(side / scale / step) * step
