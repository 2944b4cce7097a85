"""The data of a run in Croissant: ``data.jsonl`` with an instance a line, ``media`` with what was shown, and a description of both."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.errors import RecordError
from mindsight.export.contents import Contents, writing
from mindsight.record import canonical
from mindsight.record.folder import MEDIA

_ABOUT = {
    "id": "Name of the instance in the run.",
    "kind": "Class of questions, or of tasks.",
    "words_zh": "What is asked, in Chinese.",
    "words_en": "What is asked, in English.",
    "truth": "What is right, as JSON; the reason why there is no answer, if there is none.",
    "media": "What is shown: names of files in the folder media, as a JSON list.",
    "entry": "The whole instance as the data list of the run holds it, as JSON.",
}


def write_croissant(contents: Contents, folder: Path, *, media: bool = True) -> list[Path]:
    """Write data, media and description; without ``media`` the names stay and the files are left out.

    Raises:
        RecordError: The data list of the run is no list of instances.
    """
    if not contents.asked:
        raise RecordError("{file}: is no list of instances that could be described", file=contents.manifest.data.file)
    data, description = folder / "data.jsonl", folder / "croissant.json"
    shown: dict[str, list[str]] = {}
    for item in contents.items:
        if item.media:
            shown.setdefault(item.id.partition("@")[0], sorted(set(item.media.values())))
    with writing(data) as file:
        for id_, entry in contents.asked.items():
            file.write(canonical.line(_row(id_, entry, shown.get(id_, []))))
    names = sorted({name for own in shown.values() for name in own}) if media else []
    for name in names:
        (folder / MEDIA).mkdir(exist_ok=True)
        shutil.copyfile(contents.folder.path / MEDIA / name, folder / MEDIA / name)
    with writing(description) as file:
        file.write(canonical.page(_description(contents, canonical.sha256_of_file(data), has_media=bool(names))))
    return [description, data, *(folder / MEDIA / name for name in names)]


def _row(id_: str, entry: Any, media: list[str]) -> dict[str, str]:
    said = entry.get("words") or entry.get("instruction") or {}
    words = said if isinstance(said, dict) else {}
    right = next((entry[name] for name in ("truth", "goal", "actual") if name in entry), None)
    return {
        "id": id_,
        "kind": str(entry.get("kind") or entry.get("task") or ""),
        "words_zh": str(words.get("zh", "")),
        "words_en": str(words.get("en", "")),
        "truth": _json(right),
        "media": _json(media),
        "entry": _json(entry),
    }


def _json(value: Any) -> str:
    return canonical.line(value).decode().strip()


def _description(contents: Contents, sha256: str, *, has_media: bool) -> dict[str, Any]:
    manifest = contents.manifest
    name = contents.name.replace("/", "-")
    return {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "description": f"The {manifest.data.instances} instances of a test by {manifest.document.number} ({manifest.document.edition}).",
        "version": f"1.0.0+{manifest.data.sha256[:12]}",
        "datePublished": (manifest.ended or manifest.started)[:10],
        "citeAs": f"{name}, sha256 {manifest.data.sha256}",
        "rai:dataCollection": f"mindsight {manifest.software.get('mindsight', '')}, seeds {_json(manifest.seeds)}",
        "distribution": list(_distribution(sha256, has_media=has_media)),
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "instances",
                "name": "instances",
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": f"instances/{field}",
                        "name": f"instances/{field}",
                        "description": about,
                        "dataType": "sc:Text",
                        "source": {"fileObject": {"@id": "data.jsonl"}, "extract": {"column": field}},
                    }
                    for field, about in _ABOUT.items()
                ],
            }
        ],
    }


def _distribution(sha256: str, *, has_media: bool) -> Iterator[dict[str, Any]]:
    yield {
        "@type": "cr:FileObject",
        "@id": "data.jsonl",
        "name": "data.jsonl",
        "contentUrl": "data.jsonl",
        "encodingFormat": "application/jsonlines",
        "sha256": sha256,
    }
    if has_media:
        yield {
            "@type": "cr:FileSet",
            "@id": "media",
            "name": "media",
            "encodingFormat": "image/jpeg",
            "includes": f"{MEDIA}/*",
        }


def _context() -> dict[str, Any]:
    """Return the context that Croissant 1.0 prescribes, with the terms for responsible use."""
    plain = (
        "citeAs column conformsTo:dct extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath "
        "key md5 parentField path recordSet references regex repeated replace separator source subField transform"
    )
    terms = {name: f"{prefix or 'cr'}:{name}" for name, _, prefix in (one.partition(":") for one in plain.split())}
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "dct": "http://purl.org/dc/terms/",
        "sc": "https://schema.org/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "examples": {"@id": "cr:examples", "@type": "@json"},
        **terms,
    }
