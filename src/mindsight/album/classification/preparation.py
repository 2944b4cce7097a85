"""5.3, classification a): number the images of a test and record the actual class of each."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mindsight.album.classification.kit import ClassificationEntry, ClassificationHeader, ClassOfKit
from mindsight.album.classification.labels import folded, tidy
from mindsight.album.kits.columns import Wanted, wrong_row
from mindsight.album.kits.kit import INPUTS, write_kit, write_picture
from mindsight.album.kits.photographs import SUFFIXES, Photo, Progress, bytes_of, find_photos, prepare_all, readable
from mindsight.album.kits.pictures import DEFAULT_MEGAPIXELS, decode
from mindsight.album.kits.tables import open_table
from mindsight.album.profile import ClassificationProfile
from mindsight.clauses import implements
from mindsight.errors import InputError, KitError, PictureError
from mindsight.files.whole import whole_folder
from mindsight.names import differs_in_case, file_named
from mindsight.record.folder import refuse_inside
from mindsight.text import Text, text

_FILE = ("file", "picture", "image", "path", "文件", "文件名", "图像", "图片", "路径")
_CLASS = ("class", "actual class", "actual", "label", "类别", "实际类别", "标签")
_EN = ("english", "en", "英文", "英文名称")
_ZH = ("chinese", "zh", "中文", "中文名称")
_BETWEEN_LABELS = "|;｜；"

ClassNames = Mapping[str, tuple[str | None, str | None]]
"""Class → (Chinese name, English name)."""


class Found(NamedTuple):
    """An image with its class that has no number yet; ``source`` is its name in the folder."""

    path: Path
    source: str
    actual: str


@dataclass(frozen=True)
class LabelledPhoto(Photo):
    """One image of known class that will go into a kit."""

    actual: str


@dataclass(frozen=True)
class ClassRecipe:
    """Settings of the whole kit; ``names`` gives the Chinese and English names of the classes."""

    profile: ClassificationProfile
    names: ClassNames
    trial: bool = False
    demonstration: bool = False
    megapixels: float = DEFAULT_MEGAPIXELS


def images_of_folders(folder: Path) -> tuple[list[Found], list[str]]:
    """Return the images of a folder with one sub-folder per class, and the names of files that are not pictures.

    Raises:
        InputError: There are no pictures, or some are not in a class folder.
    """
    pictures, others = find_photos(folder)
    loose = [path.name for path in pictures if path.parent == folder]
    if loose:
        raise InputError(
            "{folder}: {count} pictures are in no sub-folder, for example {file}; put each into the folder of its class",
            folder=str(folder),
            count=len(loose),
            file=readable(Path(loose[0])),
        )
    within = [path.relative_to(folder) for path in pictures]
    return [
        Found(path, readable(name), _class_name(readable(Path(name.parts[0])), str(folder)))
        for path, name in zip(pictures, within, strict=True)
    ], others


def images_of_table(table: Path, images: Path | None = None) -> list[Found]:
    """Return the images listed in a table of file and class; files are looked up in ``images``, or beside the table.

    Raises:
        InputError: The table cannot be read, or a row is wrong; the message says which and why.
    """
    root = (images or table.parent).resolve()
    opened = open_table(table, (Wanted(_FILE), Wanted(_CLASS)))
    file_at, class_at = (place or 0 for place in opened.columns.places)
    found: list[Found] = []
    seen: dict[str, int] = {}
    for row, cells in enumerate(opened.rows, start=opened.first):
        if not any(cells):
            continue
        if len(cells) <= max(file_at, class_at):
            reason = text(
                "has {found} cells, the first row has {expected}", found=len(cells), expected=opened.columns.width
            )
            raise wrong_row(table, row, reason)
        name = cells[file_at].strip()
        first = seen.setdefault(name, row)
        if first != row:
            raise wrong_row(table, row, text("{file} is already in row {row}", file=name, row=first))
        found.append(Found(_inside(table, row, root, name), name, _class_name(cells[class_at], f"{table}:{row}")))
    if not found:
        raise InputError("{file}: holds no rows below its header", file=str(table))
    return found


def read_class_names(table: Path) -> dict[str, tuple[str | None, str | None]]:
    """Return the Chinese and the English name of each class of a table with the columns class, chinese and english.

    Raises:
        InputError: The table cannot be read, or lists a class twice.
    """
    opened = open_table(table, (Wanted(_CLASS), Wanted(_ZH, needed=False), Wanted(_EN, needed=False)))
    names: dict[str, tuple[str | None, str | None]] = {}
    for row, cells in enumerate(opened.rows, start=opened.first):
        own, zh, en = ("" if p is None or p >= len(cells) else tidy(cells[p]) for p in opened.columns.places)
        if own in names:
            raise wrong_row(table, row, text('class "{name}" is already in an earlier row', name=own))
        if own:
            names[own] = (zh or None, en or None)
    return names


@implements("album", "5.3-classification-a")
def make_classification_kit(
    found: Sequence[Found],
    kit: Path,
    recipe: ClassRecipe,
    *,
    source: Path,
    workers: int = 1,
    progress: Progress = lambda _done, _all: None,
    beside: Callable[[Path], object] = lambda _kit: None,
) -> None:
    """Prepare the images of a test with their actual classes (5.3 classification a): more than 10 of each class.

    Every file is copied byte for byte and only renamed. Its number does not reveal its class: images are numbered in the order of the
    hashes of their names.

    Args:
        found: Images with their classes.
        kit: Folder to create; must not exist, or be empty.
        recipe: Profile, class names, and whether fewer images than the document asks for are allowed.
        source: Folder of the images; the kit must not lie inside it.
        workers: Number of processes that check the pictures.
        progress: Called with (finished, all).
        beside: Called with the kit's folder, before it has its name: writes what lies beside the kit.

    Raises:
        InputError: Too few images of a class, or the folder is not empty.
        KitError: Some pictures cannot be used, or occur twice.
    """
    refuse_inside(kit, source)
    counts = _checked(Counter(image.actual for image in found), recipe)
    with whole_folder(kit, INPUTS) as partial:
        entries = prepare_all(_numbered(found), _Preparation(partial, recipe.megapixels), workers, progress)
        classes = tuple(
            ClassOfKit(name=name, count=count, zh=zh, en=en)
            for name, count in sorted(counts.items())
            for zh, en in (recipe.names.get(name, (None, None)),)
        )
        header = ClassificationHeader(
            profile=recipe.profile,
            trial=recipe.trial and min(counts.values()) < recipe.profile.least_per_class,
            demonstration=recipe.demonstration,
            count=len(entries),
            classes=classes,
        )
        write_kit(partial, header, entries)
        beside(partial)


def _checked(counts: Counter[str], recipe: ClassRecipe) -> Counter[str]:
    """Refuse classes that differ only in case, a single class, names of unknown classes, and classes with too few images."""
    if len(counts) < 2:
        raise InputError("a test of classification needs two classes or more, found {count}", count=len(counts))
    spelled: dict[str, str] = {}
    for name in counts:
        for each in (name, *recipe.names.get(name, ())):
            if each is not None and spelled.setdefault(folded(each), name) != name:
                raise InputError(
                    'the name "{name}" means two classes: {one} and {other}; upper and lower case count as the same',
                    name=each,
                    one=spelled[folded(each)],
                    other=name,
                )
    unknown = [name for name in recipe.names if name not in counts]
    if unknown:
        raise InputError('names are given for "{name}", which is not a class of the kit', name=unknown[0])
    least = recipe.profile.least_per_class
    few = sorted((count, name) for name, count in counts.items() if count < least)
    if few and not recipe.trial:
        raise InputError(
            "{classes}: too few images; the document asks for more than 10 of each class (at least {least}); add images, or "
            "ask for a non-conforming trial with --trial",
            classes=_listed(f"{name} ({count})" for count, name in few),
            least=least,
        )
    return counts


def _listed(words: Iterable[str], most: int = 10) -> str:
    every = list(words)
    return ", ".join(every[:most]) + (" …" if len(every) > most else "")


def _numbered(found: Sequence[Found]) -> list[LabelledPhoto]:
    width = max(4, len(str(len(found))))
    # Neighbouring numbers must not reveal each other's class to a product or its operator.
    order = sorted(found, key=lambda image: hashlib.sha256(image.source.encode("utf-8", "replace")).digest())
    numbers = ((f"{number:0{width}d}", number, image) for number, image in enumerate(order, start=1))
    return [
        LabelledPhoto(name, number, image.path, image.source, name, image.actual) for name, number, image in numbers
    ]


@dataclass(frozen=True)
class _Preparation:
    """Copies one image and returns its entry, or a sentence saying what is wrong with it."""

    kit: Path
    megapixels: float

    def __call__(self, photo: LabelledPhoto) -> tuple[ClassificationEntry, str] | Text:
        try:
            data = bytes_of(photo)
            image = decode(data, name=photo.source, megapixels=self.megapixels)
        except PictureError as error:
            return error.text
        picture = write_picture(self.kit, f"{INPUTS}/{photo.id}{photo.path.suffix.lower()}", data, image.pixels.shape)
        entry = ClassificationEntry(
            id=photo.id, source=photo.source, cluster=photo.cluster, input=picture, actual=photo.actual
        )
        return entry, image.sha256


def _class_name(name: str, where: str) -> str:
    tidied = tidy(name)
    if not tidied or len(tidied) > 100 or any(c in _BETWEEN_LABELS for c in tidied):
        raise KitError(
            '{place}: "{name}" cannot be the name of a class; it has 1 to 100 characters and none of {refused}',
            place=where,
            name=tidied[:120],
            refused="| ;",
        )
    return tidied


def _inside(table: Path, row: int, root: Path, name: str) -> Path:
    """Return the file of a row, which must be a picture inside the folder of images."""
    path = root / name
    try:
        trusted = bool(name) and path.resolve().is_relative_to(root)
    except (OSError, RuntimeError, ValueError):
        trusted = False
    if not trusted:
        raise wrong_row(table, row, text('"{file}" leads outside of the folder of images', file=name[:300]))
    if path.suffix.lower() not in SUFFIXES:
        raise wrong_row(table, row, text('"{file}" does not have the name of a picture file', file=name[:300]))
    found = file_named(root, name)
    if isinstance(found, str):
        absent = text('"{file}" is not in {folder}', file=name[:300], folder=str(root))
        raise wrong_row(table, row, differs_in_case(absent, found) if found else absent)
    return found
