"""Between a scene of a protocol and an item of a record: what was asked is in the data list, what was done in the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from mindsight.decoding import whole
from mindsight.errors import InputError
from mindsight.home.autonomy.protocol import Language, Protocol, Scene
from mindsight.home.autonomy.scoring.terms import Near, Terms, scene_terms
from mindsight.home.preparation.data_file import reading
from mindsight.reasons import reason_of
from mindsight.record import canonical
from mindsight.record.model import Draft, Item
from mindsight.text import text

FORMAT = "mindsight.home-scenes"
_ROOM = {"id", "task_class", "needs", "decoys"}
"""Fields of a scene that do not depend on the system: the data list of a run."""


def room_of(scene: Scene) -> dict[str, Any]:
    """Return the entry of a scene in a run's data list: its class, needs and decoys."""
    return scene.model_dump(mode="json", by_alias=True, include=_ROOM)


def conduct_of(scene: Scene) -> dict[str, Any]:
    """Return what the system did in a scene, verbatim: the answer of an item."""
    return scene.model_dump(mode="json", by_alias=True, exclude=_ROOM)


def scene_of(room: Mapping[str, Any], conduct: Mapping[str, Any]) -> Scene:
    """Return the scene from its two halves."""
    return Scene.model_validate({**room, **conduct})


def conduct_in(item: Item) -> dict[str, Any]:
    """Return what the system did, as an item holds it: its answer, or what was understood of its turns."""
    found: dict[str, Any] = item.parsed.get("conduct", item.answer)
    return found


def listed(near: Near) -> dict[str, Any]:
    """Return the similarities of a scene's texts as a record holds them."""
    return {one.name: getattr(near, one.name).tolist() for one in fields(near)}


def draft_of(scene: Scene, near: Near, language: Language, *, unrelated: float | None) -> Draft:
    """Return the item of a scene: what was done, the similarities of its texts, and the terms that follow from both."""
    found = scene_terms(scene, near, language, unrelated=unrelated)
    return Draft(
        id=scene.id,
        instance=canonical.digest(room_of(scene)),
        cluster=scene.id,
        status="scored",
        outcome=scene.ending,
        answer=conduct_of(scene),
        parsed={"near": listed(near)},
        terms=asdict(found),
    )


def terms_of(item: Item) -> Terms:
    """Return the terms that an item holds."""
    held: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in item.terms.items()
    }
    return Terms(**held)


def write_rooms(path: Path, scenes: Sequence[Scene]) -> None:
    """Write the rooms of a protocol as a run's data list."""
    entries = [room_of(scene) for scene in scenes]
    path.write_bytes(canonical.page({"format": FORMAT, "version": 1, "items": entries}))


def read_rooms(path: Path) -> list[Scene]:
    """Read the rooms of a run's data list; nothing was done in them.

    Raises:
        RecordError: The file is not such a list.
    """
    with reading(path) as page:
        return [scene_of(entry, {}) for entry in page["items"]]


def read_protocol(path: Path) -> Protocol:
    """Read a laboratory's protocol.

    Raises:
        InputError: The file is no protocol; names the field and what is wrong with it.
    """
    from pydantic import ValidationError

    try:
        return Protocol.model_validate_json(whole(path).removeprefix(b"\xef\xbb\xbf"))
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault["loc"]).lstrip(".")
        reason = reason_of(fault["msg"], text("pydantic"))
        if not place:
            raise InputError("{file}: is no protocol ({reason})", file=str(path), reason=reason) from error
        raise InputError("{file}: {field}: {reason}", file=str(path), field=place[:200], reason=reason) from error
