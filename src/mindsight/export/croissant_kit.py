"""An album kit in Croissant: ``data.jsonl`` with an instance a line, its pictures as the kit has them, and a description of both."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.export.croissant import description, id_of, listed, pictures, refuse_others
from mindsight.files.whole import whole_file
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST

KIT_FILE, FORMAT = "kit.json", "mindsight.kit"
_PARTS = ("input", "reference", "mask")
_ABOUT = {
    "id": "Kind of the kit, and number of the instance in it.",
    "cluster": "Instances of one cluster are of one photograph.",
    "truth": "Class of the picture in a kit for classification, as JSON.",
    **{part: f"Path of the {part}, if the instance has one." for part in _PARTS},
    **{f"{part}_sha256": f"SHA-256 of the {part}." for part in _PARTS},
    "entry": "The whole instance as the kit holds it, as JSON.",
}


def is_kit(folder: Path) -> bool:
    """Return whether a folder is a kit; a run keeps a copy of its kit's list, without the pictures."""
    return (folder / KIT_FILE).is_file() and not (folder / MANIFEST).exists()


def write_kit(kit: Path, folder: Path, *, media: bool, said: Mapping[str, Any]) -> list[Path]:
    """Write instances, pictures and description; without ``media`` the paths stay and the files are left out.

    Args:
        kit: Folder of the kit.
        folder: Where to write.
        media: Whether pictures are copied, each checked against the hash that the kit states.
        said: What somebody declared of the data, by the names of Croissant.

    Raises:
        InputError: The kit is damaged, or a picture is not there, lies elsewhere, or was changed, or the folder holds other pictures.
    """
    page, sha256 = canonical.load(kit / KIT_FILE), canonical.sha256_of_file(kit / KIT_FILE)
    rows = _rows(page, kit)
    shown = [(row[part], row[f"{part}_sha256"]) for row in rows for part in _PARTS if row[part]] if media else []
    # Before anything is written: of a damaged kit nothing is left.
    for path, stated in shown:
        _check(kit, path, stated)
    refuse_others(folder, [path for path, _ in shown])
    data, file = folder / "data.jsonl", folder / "croissant.json"
    with whole_file(data) as stream:
        for row in rows:
            stream.write(canonical.line(row))
    copied = [_copied(kit, folder, path) for path, _ in shown]
    folders = sorted({one.relative_to(folder).parts[0] for one in copied})
    name = f"mindsight-album-{page['kind']}-kit"
    own = {
        "citeAs": f"{name}, sha256 {sha256}",
        "rai:dataCollection": "photographs from which mindsight prepared a kit",
    }
    described = description(
        name,
        f"The {len(rows)} instances of a kit for tests by {page.get('document', '')}.",
        version=f"1.0.0+{sha256[:12]}",
        day=str(said.get("datePublished", "")),
        purpose=f"Tests by {page.get('document', '')}",
        said={**own, **said},
        fields=_ABOUT,
        files=[listed(canonical.sha256_of_file(data)), *(pictures(one, "image/png") for one in folders)],
    )
    with whole_file(file) as stream:
        # A kit does not say when it was made; without a declaration there is no date.
        stream.write(canonical.page({key: value for key, value in described.items() if value != ""}))
    return [file, data, *copied]


def _rows(page: Any, kit: Path) -> list[dict[str, str]]:
    if not isinstance(page, dict) or page.get("format") != FORMAT or not isinstance(page.get("items"), list):
        raise InputError("{file}: is damaged; prepare the kit again", file=str(kit / KIT_FILE))
    try:
        return [_row(str(page["kind"]), one) for one in page["items"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError("{file}: is damaged; prepare the kit again", file=str(kit / KIT_FILE)) from error


def _row(kind: str, item: Mapping[str, Any]) -> dict[str, str]:
    parts = {part: item.get(part) or {"path": "", "sha256": ""} for part in _PARTS}
    return {
        "id": id_of(kind, item["id"]),
        "cluster": str(item.get("cluster", "")),
        "truth": canonical.line(item.get("actual")).decode().strip(),
        **{part: str(one["path"]) for part, one in parts.items()},
        **{f"{part}_sha256": str(one["sha256"]) for part, one in parts.items()},
        "entry": canonical.line(item).decode().strip(),
    }


def _check(kit: Path, path: str, sha256: str) -> None:
    source = kit / path
    if not source.is_file() or not source.resolve().is_relative_to(kit.resolve()):
        raise InputError("{file}: is named by the kit and is not in it", file=str(source))
    if canonical.sha256_of_file(source) != sha256:
        raise InputError("{file}: was changed since the kit was prepared", file=str(source))


def _copied(kit: Path, folder: Path, path: str) -> Path:
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(kit / path, target)
    return target
