"""Find the masks of photographs: mask files of the same name, a COCO file, or YOLO label files."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from mindsight.album.kits.photographs import LARGEST_FILE, SUFFIXES, Photo, find_photos, readable
from mindsight.album.segmentation.coco import coco_file, whole_side
from mindsight.album.segmentation.masks import Mask, draw, read_mask
from mindsight.decoding import refuse_endless
from mindsight.errors import InputError, PictureError
from mindsight.names import composed, differs_in_case
from mindsight.reasons import system_reason
from mindsight.text import Text, text

_SMALL = 4
"""Sides of an image up to which an outline may lie within its first pixel."""


@dataclass(frozen=True)
class MaskFile:
    """A mask that lies in a file of its own."""

    path: Path
    name: str
    sized: ClassVar[bool] = True
    """Whether it has a size that must be its image's."""

    def read(self, width: int, height: int, *, megapixels: float) -> Mask:  # noqa: ARG002
        """Return the mask.

        Raises:
            PictureError: It cannot be read.
        """
        refuse_endless(self.path, PictureError)
        try:
            if self.path.stat().st_size > LARGEST_FILE:
                raise PictureError(
                    "{file}: is larger than {limit} GiB; save it with compression, as PNG or JPEG",
                    file=self.name,
                    limit=LARGEST_FILE >> 30,
                )
            data = self.path.read_bytes()
        except OSError as error:
            raise PictureError(
                "{file}: cannot be read ({reason})", file=self.name, reason=system_reason(error)
            ) from error
        return read_mask(data, name=self.name, megapixels=megapixels)


@dataclass(frozen=True)
class Shapes:
    """The outlines of all objects of an image; ``size`` is the image's size if the annotations state it."""

    shapes: tuple[Any, ...]
    name: str
    size: tuple[int, int] | None = None

    @property
    def sized(self) -> bool:
        """Whether the annotations state the image's size."""
        return self.size is not None

    def read(self, width: int, height: int, *, megapixels: float) -> Mask:  # noqa: ARG002
        """Draw the mask.

        Raises:
            PictureError: The annotations are of an image of another size, or are not outlines.
        """
        if self.size is not None and self.size != (width, height):
            raise other_size(self.name, self.size, (width, height))
        if min(width, height) > _SMALL and _in_shares(self.shapes):
            raise PictureError(
                "{file}: all corners of its polygons lie between 0 and 1, as shares of the image's sides do; write them in pixels",
                file=self.name,
            )
        return draw(self.shapes, width, height, name=self.name)


@dataclass(frozen=True)
class Labels:
    """A YOLO label file: a line for each object, its class and the corners of its outline as shares of the sides."""

    path: Path
    name: str
    sized: ClassVar[bool] = False

    def read(self, width: int, height: int, *, megapixels: float) -> Mask:  # noqa: ARG002
        """Draw the mask.

        Raises:
            PictureError: The file cannot be read or contains anything but outlines.
        """
        refuse_endless(self.path, PictureError)
        try:
            if self.path.stat().st_size > LARGEST_FILE:
                raise PictureError("{file}: is larger than any label file", file=self.name)
            lines = self.path.read_text("utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else text("it is not UTF-8 text")
            raise PictureError("{file}: cannot be read ({reason})", file=self.name, reason=reason) from error
        shapes = [
            [self._outline(line.split(), number, width, height)]
            for number, line in enumerate(lines, start=1)
            if line.strip()
        ]
        return draw(shapes, width, height, name=self.name)

    def _outline(self, words: list[str], number: int, width: int, height: int) -> list[float]:
        if len(words) == 5:
            raise PictureError(
                "{file}: line {line} is a box; a mask needs outlines: class x1 y1 x2 y2 x3 y3 …",
                file=self.name,
                line=number,
            )
        try:
            shares = [float(word) for word in words[1:]]
        except ValueError as error:
            raise PictureError(
                "{file}: line {line} is not an outline: class x1 y1 x2 y2 x3 y3 …", file=self.name, line=number
            ) from error
        if len(shares) % 2:
            raise PictureError("{file}: line {line} has a corner with x and no y", file=self.name, line=number)
        return [share * side for share, side in zip(shares, (width, height) * (len(shares) // 2), strict=True)]


def _in_shares(shapes: Iterable[Any]) -> bool:
    """Return whether there are polygons, and all their coordinates lie within 0 to 1."""
    polygons = [
        polygon for shape in shapes if isinstance(shape, list) for polygon in shape if isinstance(polygon, list)
    ]
    values = [value for polygon in polygons for value in polygon]
    return bool(values) and all(isinstance(value, int | float) and 0 <= value <= 1 for value in values)


Source = MaskFile | Shapes | Labels


@dataclass(frozen=True)
class MaskedPhoto(Photo):
    """A photograph with its mask, or with a sentence saying that it is missing."""

    mask: Source | Text


Finder = Callable[[Path], Source | Text]
"""Maps a photograph's path inside its folder to its mask, or to a sentence saying what is missing."""


def other_size(name: str, found: tuple[int, int], wanted: tuple[int, int]) -> PictureError:
    """Return the error for a mask whose size differs from that of its upright image."""
    remedy = text("export it at the image's full size")
    if found == wanted[::-1]:
        remedy = text(
            "the image is stored rotated (EXIF orientation): rotate the mask upright, as the image is displayed"
        )
    return PictureError(
        "{file}: is a mask of {width}×{height} pixels, its image {wanted_width}×{wanted_height}; {remedy}",
        file=name,
        width=found[0],
        height=found[1],
        wanted_width=wanted[0],
        wanted_height=wanted[1],
        remedy=remedy,
    )


def photos_and_masks(folder: Path) -> tuple[list[Path], list[str], Finder]:
    """Return photographs, names of other files, and the mask finder of a folder that also contains the masks, PNG of the same name.

    Raises:
        InputError: The folder has no pictures, or no pair.
    """
    pictures, others = find_photos(folder)
    masks = [path for path in pictures if path.suffix.lower() == ".png"]
    photos = [path for path in pictures if path.suffix.lower() != ".png"]
    if not photos or not masks:
        raise InputError(
            "{folder}: holds no pairs of a photograph and a PNG mask of the same name; name the masks with --masks, "
            "--coco or --yolo",
            folder=str(folder),
        )
    names = {_name(path, listed=False) for path in photos}
    left = [readable(path.relative_to(folder)) for path in masks if _name(path, listed=False) not in names]
    return photos, [*left, *others], masks_in(folder, {".png"})


def masks_in(folder: Path, suffixes: Collection[str] = SUFFIXES) -> Finder:
    """Return a finder of mask files of the same name in a folder, in the same sub-folder or at the top.

    Raises:
        InputError: There is no such folder.
    """
    return _Named(_files_in(folder, suffixes, MaskFile), str(folder)).find


def labels_in(folder: Path) -> Finder:
    """Return a finder of YOLO label files of the same name in a folder, in the same sub-folder or at the top.

    Raises:
        InputError: There is no such folder.
    """
    return _Named(_files_in(folder, {".txt"}, Labels), str(folder)).find


def shapes_in(file: Path, categories: Sequence[str] = ()) -> Finder:
    """Return a finder of the outlines of a photograph in a COCO file; all outlines of an image are united.

    Args:
        file: The JSON file.
        categories: Names of the categories to use; all if none is named.

    Raises:
        InputError: The file cannot be read, is not a COCO file, or has no such category.
    """
    images, shapes = coco_file(file, categories)
    found: list[Source] = []
    for image in images:
        width, height = whole_side(image.get("width")), whole_side(image.get("height"))
        # A size that is not a number is ignored; the mask is drawn at the image's size.
        size = None if width is None or height is None else (width, height)
        name = image["file_name"].replace("\\", "/")
        found.append(Shapes(tuple(shapes.get(str(image["id"]), ())), name, size))
    return _Named(found, file.name, listed=True).find


class _Named:
    """Masks by their names; a list (``listed``) names photographs, files have their names but for the extension."""

    def __init__(self, sources: Sequence[Source], where: str, *, listed: bool = False) -> None:
        self._where, self._listed = where, listed
        self._by_name: dict[str, list[Source]] = defaultdict(list)
        for source in sources:
            self._by_name[_name(source.name, listed=listed)].append(source)
        self._tails = _tails(self._by_name) if listed else {}

    def find(self, photo: Path) -> Source | Text:
        """Return the mask in the photograph's sub-folder or at the top, or a sentence saying why there is none."""
        name = _name(photo, listed=self._listed)
        found = self._by_name.get(name) or self._by_name.get(_end(name)) or self._tails.get(name, [])
        return found[0] if len(found) == 1 else self._not_one(readable(photo), name, found)

    def _not_one(self, photo: str, name: str, found: Sequence[Source]) -> Text:
        if found and self._listed:
            return text("{file}: is {count} times in {list}", file=photo, count=len(found), list=self._where)
        if found:
            names = " · ".join(source.name for source in found[:5])
            return text("{file}: has {count} masks: {names}; keep one", file=photo, count=len(found), names=names)
        missing = text("{file}: has no mask of the same name in {folder}", file=photo, folder=self._where)
        if self._listed:
            missing = text("{file}: is not in {list}", file=photo, list=self._where)
        for say, is_near in _NEAR:
            for near, sources in self._by_name.items():
                if is_near(near, name):
                    return say(missing, sources[0].name)
        return missing


def _tails(names: Mapping[str, Sequence[Source]]) -> dict[str, list[Source]]:
    """Return masks by tails of their names: a list may begin above the photographs. A name alone is one if all are in one folder."""
    found: dict[str, list[Source]] = defaultdict(list)
    alone = len({name.rpartition("/")[0] for name in names}) == 1
    for name, sources in names.items():
        parts = name.split("/")
        for begin in range(1, len(parts) if alone else len(parts) - 1):
            found["/".join(parts[begin:])] += sources
    return found


def _elsewhere(missing: Text, other: str) -> Text:
    return text("{missing}; {other} is in another sub-folder", missing=missing, other=other)


_NEAR: tuple[tuple[Callable[[Text, str], Text], Callable[[str, str], bool]], ...] = (
    (differs_in_case, lambda near, name: near.casefold() == name.casefold()),
    (_elsewhere, lambda near, name: _end(near) == _end(name)),
    (differs_in_case, lambda near, name: _end(near).casefold() == _end(name).casefold()),
)
"""What is said of a mask that was not found, and of which other one, in this order."""


def claimed_once(plan: Sequence[MaskedPhoto]) -> list[MaskedPhoto]:
    """Return the photographs, with a sentence in place of each mask that another photograph could claim as well.

    These are two photographs whose names differ in the extension alone, photographs of one name in several sub-folders with a mask of that
    name at the top, and whatever was given the same mask.
    """
    alike: dict[Any, list[MaskedPhoto]] = defaultdict(list)
    for photo in plan:
        for listed in (False, True):
            name = _name(photo.source, listed=listed)
            alike[listed, "whole", name].append(photo)
            alike[listed, "end", _end(name)].append(photo)
        alike[type(photo.mask), str(getattr(photo.mask, "name", photo.id))].append(photo)
    return [photo if isinstance(photo.mask, Text) else _unless_doubtful(photo, photo.mask, alike) for photo in plan]


def _unless_doubtful(photo: MaskedPhoto, mask: Source, alike: Mapping[Any, Sequence[MaskedPhoto]]) -> MaskedPhoto:
    listed = isinstance(mask, Shapes)
    named, name = _name(mask.name, listed=listed), _name(photo.source, listed=listed)
    rivals = [other for other in alike[type(mask), mask.name] if other.mask == mask]
    # A mask at the top is that of any photograph of its name, one in a sub-folder only of that in the same one.
    if named == name:
        rivals += alike[listed, "whole", name]
    elif named == _end(name):
        rivals += alike[listed, "end", named]
    other = next((other for other in rivals if other is not photo), None)
    if other is None:
        return photo
    doubt = text(
        "{file}: its mask {mask} could as well be that of {other}; name masks like their photographs, in the same sub-folders",
        file=photo.source,
        mask=mask.name,
        other=other.source,
    )
    return replace(photo, mask=doubt)


def _name(path: Path | str, *, listed: bool) -> str:
    """Return the name under which photograph and mask meet: with folder and, in a list of photographs, extension."""
    whole = Path(path)
    return composed((whole if listed else whole.with_suffix("")).as_posix())


def _end(name: str) -> str:
    return name.rpartition("/")[2]


def _files_in(
    folder: Path, suffixes: Collection[str], kind: Callable[[Path, str], MaskFile | Labels]
) -> list[MaskFile | Labels]:
    """Return the files of a folder that may be masks."""
    if not folder.is_dir():
        raise InputError("{folder}: is not a folder; name the folder that holds the masks", folder=str(folder))
    root = folder.resolve()
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in suffixes and not path.name.startswith(".") and path.is_file():
            name = readable(path.relative_to(folder))
            if not path.resolve().is_relative_to(root):
                raise InputError(
                    "{folder}: {file} is a link that leads outside; copy the picture itself",
                    folder=str(folder),
                    file=name,
                )
            found.append(kind(path, name))
    return found
