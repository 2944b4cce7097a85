"""Built-in products, labelled as baselines: doing nothing, and textbook methods."""

import difflib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError, ProductError
from mindsight.subjects.product import Job

Image = NDArray[Any]

_HEIF = (".heic", ".heif")
_PILLOW_KNOWS_BETTER = (*_HEIF, ".avif", ".tif", ".tiff")
"""Formats that OpenCV cannot read or does not rotate upright."""
_EIGHT_BITS = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK")


def _nlmeans(image: Image, _job: Job) -> Image:
    return cv2.fastNlMeansDenoisingColored(image, None, 5, 5, 7, 21)


def _bilateral(image: Image, _job: Job) -> Image:
    return cv2.bilateralFilter(image, 7, 40, 3)


def _lanczos(image: Image, job: Job) -> Image:
    return cv2.resize(image, (job.width, job.height), interpolation=cv2.INTER_LANCZOS4)


def _grabcut(image: Image, _job: Job) -> Image:
    """Cut out what differs from the margin; large pictures are processed at reduced size, and the mask is enlarged."""
    height, width = image.shape[:2]
    factor = min(1.0, _CUT_SIDE / max(height, width))
    columns, rows = max(1, round(width * factor)), max(1, round(height * factor))
    small = cv2.resize(image, (columns, rows), interpolation=cv2.INTER_AREA) if factor < 1 else image
    left, top = round(columns * _MARGIN), round(rows * _MARGIN)
    box = (left, top, columns - 2 * left, rows - 2 * top)
    mask = np.zeros((rows, columns), np.uint8)
    if left and top:
        # Its clusters are initialised at random.
        cv2.setRNGSeed(_SEED)
        cv2.grabCut(small, mask, box, np.zeros((1, 65)), np.zeros((1, 65)), _CUTS, cv2.GC_INIT_WITH_RECT)
    found = np.where((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD), 255, 0).astype(np.uint8)
    return cv2.resize(found, (width, height), interpolation=cv2.INTER_NEAREST)


def _threshold(image: Image, _job: Job) -> Image:
    """Split the picture into light and dark by Otsu's threshold; the object is the part that touches the edge less."""
    _, light = cv2.threshold(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    edge = np.concatenate([light[0], light[-1], light[:, 0], light[:, -1]])
    return cv2.bitwise_not(light) if 2 * np.count_nonzero(edge) > edge.size else light


def _centre(image: Image, _job: Job) -> Image:
    height, width = image.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    axes = (round(width * _REACH), round(height * _REACH))
    return cv2.ellipse(mask, (width // 2, height // 2), axes, 0, 0, 360, 255, cv2.FILLED)


_CUT_SIDE, _MARGIN, _CUTS, _SEED = 320, 0.08, 5, 7
_REACH = 0.35

ENHANCING: dict[str, Callable[[Image, Job], Image] | None] = {
    "identity": None,
    "nlmeans": _nlmeans,
    "bilateral": _bilateral,
    "lanczos": _lanczos,
}
"""``identity`` returns the input, ``nlmeans`` is non-local means (strength 5), ``bilateral`` an edge-preserving blur
(7 pixels, 40 grey levels), ``lanczos`` resizes to the expected size."""

SEGMENTING: dict[str, Callable[[Image, Job], Image] | None] = {
    "grabcut": _grabcut,
    "threshold": _threshold,
    "centre": _centre,
}
"""Baselines that return masks. ``grabcut`` is GrabCut from a centred rectangle, 8 % of each side away from the edge; ``threshold``
is Otsu's; ``centre`` is an ellipse in the middle, 70 % of each side, whatever the picture shows."""

METHODS = ENHANCING | SEGMENTING

_SERVING = {"enhancement": ENHANCING, "segmentation": SEGMENTING}


def check_baseline(name: str, kind: str) -> None:
    """Refuse a baseline that does not match the kind of test.

    Raises:
        InputError: It is of another kind.
    """
    fitting = _SERVING.get(kind, {})
    if name in METHODS and name not in fitting:
        raise InputError(
            "baseline:{name} cannot be used with this kit, whose kind is {kind}; use one of {names}",
            name=name,
            kind=kind,
            names=", ".join(fitting) or "—",
        )


def _read(path: Path) -> Image | None:
    """Return an upright picture with channels blue, green, red; None if it cannot be read."""
    found = _read_with_pillow(path) if path.suffix.lower() in _PILLOW_KNOWS_BETTER else None
    return cv2.imread(str(path), cv2.IMREAD_COLOR) if found is None else found


def _read_with_pillow(path: Path) -> Image | None:
    from PIL import Image as PillowImage

    from mindsight.raster.orientation import upright

    if path.suffix.lower() in _HEIF:
        import pillow_heif

        pillow_heif.register_heif_opener()
    try:
        with PillowImage.open(path) as image:
            if image.mode not in _EIGHT_BITS:
                return None
            return np.ascontiguousarray(np.asarray(upright(image).convert("RGB"))[:, :, ::-1])
    except decoder_errors(OSError):
        return None


class Baseline:
    """A built-in product by name."""

    def __init__(self, name: str) -> None:
        if name not in METHODS:
            close = difflib.get_close_matches(name, METHODS, n=1)
            raise InputError(
                'no baseline "{name}"; there are {names} (did you mean "{guess}"?)',
                name=name,
                names=", ".join(METHODS),
                guess=close[0] if close else "identity",
            )
        self._method = METHODS[name]

    def process(self, job: Job) -> Path:
        """Write the output into the job's workspace."""
        output = job.workspace / "output.png"
        if self._method is None:
            shutil.copyfile(job.input, output)
            return output
        cv2.setNumThreads(1)
        image = _read(job.input)
        if image is None:
            raise ProductError("the baseline could not read its input", outcome="crashed")
        cv2.imwrite(str(output), self._method(image, job))
        return output

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
