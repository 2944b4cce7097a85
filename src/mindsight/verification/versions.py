"""Which versions of mindsight were released, and what is known of the records of each.

A record says itself which version wrote it. Only what is known of that version can excuse a difference, so that no record decides how
strictly it is checked: ``released.json`` lists the released versions, the present one is known by itself, and nothing excuses any other.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from mindsight.record import canonical, environment
from mindsight.record.checker import pack
from mindsight.record.model import Manifest
from mindsight.text import Text, text
from mindsight.verification.differences import ABSENT, Difference, cut

RULES = ("rule", "reading", "scoring")
"""Fields of an identity that number the rules by which answers were read and scored."""
_WORDED = frozenset(("document", "departures", "readings", "canaries"))
"""Parts of a manifest that hold sentences."""


class Release(BaseModel):
    """What is known of the records of a released version."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    checker: str
    """SHA-256 of its ``check_run.py``."""
    editions: dict[str, str]
    """The edition of each suite's document."""
    rules: dict[str, dict[str, int]]
    """The rules of each kind of run that it knew; a field that is not there, such records do not have."""
    absent: frozenset[str]
    """Fields of a manifest that came later."""
    spelled: frozenset[str]
    """Fields of an identity that stand for words and tasks as that version had them."""

    def excuses(self, difference: Difference) -> bool:
        """Return whether a manifest that this version wrote may differ so from what the present one makes of its plan."""
        path = difference.path
        dotted = ".".join(map(str, path[:2]))
        if path[0] in _WORDED and path[-1] == "message":
            return isinstance(difference.found, str) and isinstance(difference.expected, str)
        if dotted in self.absent:
            return difference.found is ABSENT or difference.found is None
        # Rules and editions are held against those of the version by ``contradictions``.
        held = dotted == "document.edition" or (path[0] == "identity" and path[-1] in RULES)
        return held or dotted in self.spelled


@cache
def released() -> Mapping[str, Release]:
    """Return what is known of each released version before this one."""
    listed = json.loads((resources.files("mindsight.verification") / "released.json").read_text("utf-8"))
    return {version: Release.model_validate(facts) for version, facts in listed.items()}


def version_of(manifest: Manifest) -> str:
    """Return the version that wrote a record, by what it says itself."""
    return manifest.software.get("mindsight", "–")


def is_present(manifest: Manifest) -> bool:
    """Return whether a record says that the present version wrote it."""
    return version_of(manifest) == environment.software()["mindsight"]


def release_of(manifest: Manifest) -> Release | None:
    """Return what is known of the earlier version that wrote a record; None for the present version and for unknown ones."""
    return None if is_present(manifest) else released().get(version_of(manifest))


def is_known(manifest: Manifest) -> bool:
    """Return whether the version that wrote a record is the present one or one that was released."""
    return is_present(manifest) or version_of(manifest) in released()


def checker_of(manifest: Manifest) -> str:
    """Return the SHA-256 that ``check_run.py`` has in a record of this version; of an unknown version that of the present one."""
    release = release_of(manifest)
    return canonical.sha256(pack()) if release is None else release.checker


def contradictions(manifest: Manifest) -> Iterator[Text]:
    """Yield what the released version that a record names cannot have written."""
    release = release_of(manifest)
    if release is None:
        return
    kind, version = f"{manifest.document.suite}.{manifest.kind}", version_of(manifest)
    rules = release.rules.get(kind)
    if rules is None:
        yield text("manifest.json: mindsight {version} had no runs of {kind}", version=version, kind=cut(kind))
        return
    stated: dict[str, tuple[object, object]] = {
        f"identity.{name}": (manifest.identity.get(name), rules.get(name)) for name in RULES
    }
    stated["document.edition"] = (manifest.document.edition, release.editions[manifest.document.suite])
    for field, (found, known) in stated.items():
        if type(found) is not type(known) or found != known:
            yield text(
                "manifest.json: {field} is {found}, but mindsight {version} wrote {expected}",
                field=field, found=cut(str(found)), version=version, expected=str(known),
            )  # fmt: skip
