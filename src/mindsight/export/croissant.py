"""The data of a run in Croissant: ``data.jsonl`` with an instance a line, ``media`` with what was shown, and a description of both."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from mindsight.errors import InputError, RecordError
from mindsight.export.contents import Contents
from mindsight.files.whole import whole_file
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


def write_croissant(
    contents: Contents, folder: Path, *, media: bool = True, said: Mapping[str, Any] = MappingProxyType({})
) -> list[Path]:
    """Write data, media and description; without ``media`` the names stay and the files are left out.

    ``said`` is what somebody declared of the data, by the names of Croissant.

    Raises:
        RecordError: The data list of the run is no list of instances.
        InputError: The folder holds pictures of other data.
    """
    if not contents.asked:
        raise RecordError("{file}: is no list of instances that could be described", file=contents.manifest.data.file)
    data, page = folder / "data.jsonl", folder / "croissant.json"
    shown: dict[str, list[str]] = {}
    for item in contents.items:
        if item.media:
            shown.setdefault(item.id.partition("@")[0], sorted(contents.named(item)))
    names = sorted({name for own in shown.values() for name in own}) if media else []
    if lost := next((name for name in names if not contents.place(name).is_file()), None):
        raise RecordError("{file}: is named by the run and is not in it", file=str(contents.folder.path / MEDIA / lost))
    refuse_others(folder, [f"{MEDIA}/{name}" for name in names])
    with whole_file(data) as file:
        for id_, entry in contents.asked.items():
            named = id_of(contents.manifest.kind, id_)
            file.write(canonical.line({**_row(id_, entry, shown.get(id_, [])), "id": named}))
    for name in names:
        (folder / MEDIA).mkdir(exist_ok=True)
        shutil.copyfile(contents.place(name), folder / MEDIA / name)
    with whole_file(page) as file:
        sha256 = canonical.sha256_of_file(data)
        file.write(canonical.page(described_run(contents, sha256, said, has_media=bool(names))))
    return [page, data, *(folder / MEDIA / name for name in names)]


def refuse_others(folder: Path, files: Sequence[str]) -> None:
    """Refuse a place for pictures that holds others already: the description would count them to the data.

    Raises:
        InputError: There are some.
    """
    known = set(files)
    for place in sorted({folder / PurePosixPath(one).parts[0] for one in files}):
        other = next(
            (one for one in place.rglob("*") if one.relative_to(folder).as_posix() not in known and not one.is_dir()),
            None,
        )
        if other is not None:
            raise InputError(
                "{file}: is none of these data and would count as one; choose another --out", file=str(other)
            )


def id_of(kind: str, id_: str) -> str:
    """Return the name of an instance; a number alone would lose its zeros, because readers of JSON Lines take it for one."""
    return f"{kind}-{id_}" if id_.isdigit() else id_


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


def description(
    name: str,
    about: str,
    *,
    version: str,
    day: str,
    purpose: str,
    said: Mapping[str, Any],
    fields: Mapping[str, str],
    files: list[Any],
) -> dict[str, Any]:
    """Return a description of ``data.jsonl``, of which these are the fields, and of files beside it; what is declared comes last."""
    return {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "description": about,
        "version": version,
        "datePublished": day,
        "rai:dataUseCases": purpose,
        **said,
        "distribution": files,
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
                    for field, about in fields.items()
                ],
            }
        ],
    }


def described_run(contents: Contents, sha256: str, said: Mapping[str, Any], *, has_media: bool) -> dict[str, Any]:
    """Return the description of the data of a run."""
    manifest = contents.manifest
    name = contents.name.replace("/", "-")
    own = {
        "citeAs": f"{name}, sha256 {manifest.data.sha256}",
        "rai:dataCollection": f"mindsight {manifest.software.get('mindsight', '')}, seeds {_json(manifest.seeds)}",
    }
    return description(
        name,
        f"The {manifest.data.instances} instances of a test by {manifest.document.number} ({manifest.document.edition}).",
        version=f"1.0.0+{manifest.data.sha256[:12]}",
        day=(manifest.ended or manifest.started)[:10],
        purpose=f"Tests by {manifest.document.number}",
        said={**own, **said},
        fields=_ABOUT,
        files=[listed(sha256), *([pictures(MEDIA, "image/jpeg")] if has_media else ())],
    )


def listed(sha256: str) -> dict[str, Any]:
    """Return the entry of ``data.jsonl``."""
    return {
        "@type": "cr:FileObject",
        "@id": "data.jsonl",
        "name": "data.jsonl",
        "contentUrl": "data.jsonl",
        "encodingFormat": "application/jsonlines",
        "sha256": sha256,
    }


def pictures(folder: str, form: str) -> dict[str, Any]:
    """Return the entry of a folder of pictures."""
    return {"@type": "cr:FileSet", "@id": folder, "name": folder, "encodingFormat": form, "includes": f"{folder}/*"}


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
