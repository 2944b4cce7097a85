"""Sealed tests: tasks from a secret seed, to which a laboratory commits itself before any subject is tested.

The commitment is the SHA-256 of an ``Opening``: the plan, the versions that draw the tasks, a seed and a salt of 256 bits
each. The seed of a task is an HMAC of its class and place under the secret seed: it is written in the record of a run and
reveals neither the secret nor any other task.
"""

import hmac
import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from mindsight.decoding import reading
from mindsight.errors import InputError, RecordError
from mindsight.files.whole import write_whole
from mindsight.home import tasks
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.rooms import RoomClass
from mindsight.home.irrelevance import NARROW
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT
from mindsight.home.preparation.instances import RULE_VERSION
from mindsight.home.tasks import Task
from mindsight.record import canonical, environment
from mindsight.record.folder import RunFolder, refuse_signed

if TYPE_CHECKING:
    from mindsight.home.plan import Plan

COMMITMENT, SECRET, REVEAL = "commitment.json", "secret.json", "reveal.json"
_TASKS = "tasks"
_BYTES = 32
_HEX = rf"^[0-9a-f]{{{2 * _BYTES}}}$"
_DECIDED = (
    *("tasks", "trials", "irrelevant", "reasons", "penalty", "unknown", "interface", "setting", "epochs"),
    "tasks_per_scene",
)
_SOFTWARE = ("mindsight", "mujoco-core", "numpy")


class _Page(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Opening(_Page):
    """What the commitment is a hash of; published as ``reveal.json``."""

    format: Literal["mindsight.home-opening"] = "mindsight.home-opening"
    version: Literal[1] = 1
    plan: dict[str, Any]
    versions: dict[str, Any]
    seed: str = Field(pattern=_HEX, repr=False)
    salt: str = Field(pattern=_HEX, repr=False)

    @property
    def commitment(self) -> str:
        """SHA-256 over the canonical line."""
        return canonical.digest(self.model_dump(mode="json"))

    @property
    def page(self) -> bytes:
        """The content of ``reveal.json``."""
        return canonical.model_page(self)

    def first_seed(self, task: str, pair: int) -> int:
        """Return the first of the seeds reserved for a pair of tasks."""
        drawn = hmac.new(bytes.fromhex(self.seed), f"{task}/{pair}".encode(), sha256).digest()
        number = int.from_bytes(drawn[:8], "big") >> 2
        return number - number % SEEDS_PER_SLOT


class _Commitment(_Page):
    """``commitment.json``, which is public."""

    format: Literal["mindsight.home-commitment"] = "mindsight.home-commitment"
    version: Literal[1] = 1
    commitment: str = Field(pattern=_HEX)
    plan: dict[str, Any]
    versions: dict[str, Any]
    made: str


class _Secret(_Page):
    """``secret.json``, which is secret until the run is over."""

    format: Literal["mindsight.home-secret"] = "mindsight.home-secret"
    version: Literal[1] = 1
    commitment: str = Field(pattern=_HEX)
    seed: str = Field(pattern=_HEX, repr=False)
    salt: str = Field(pattern=_HEX, repr=False)


Model = TypeVar("Model", bound=_Page)


@dataclass(frozen=True)
class Seal:
    """A folder with a commitment and its secret."""

    folder: Path
    opening: Opening = field(repr=False)

    @property
    def commitment(self) -> str:
        """SHA-256 in hexadecimal."""
        return self.opening.commitment

    def private_cache(self) -> Path:
        """Return the folder for proved tasks: beside the secret, because they are secret too."""
        place = self.folder / _TASKS
        place.mkdir(mode=0o700, exist_ok=True)
        # A folder that was copied from elsewhere may have wider permissions.
        place.chmod(0o700)
        return place

    @property
    def opened(self) -> bool:
        """Whether the seed was published."""
        return (self.folder / REVEAL).exists()


def decided(plan: "Plan") -> dict[str, Any]:
    """Return the sealed part of a plan: everything but the subject, its temperature and profile, and which pictures are kept."""
    page = {name: getattr(plan, name) for name in _DECIDED} | {"setting": plan.setting.sealed}
    if plan.epochs == 1:
        del page["epochs"]
    if plan.tasks_per_scene == 1:
        del page["tasks_per_scene"]
    if plan.reasons == NARROW:
        del page["reasons"]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in page.items()}


def is_alone(plan: dict[str, Any]) -> bool:
    """Return whether a sealed plan is one of rooms in which a subject is left alone."""
    return "scenes" in plan


def versions_of(plan: dict[str, Any]) -> dict[str, Any]:
    """Return the versions of everything that draws and proves the tasks or rooms of a sealed plan, as installed here."""
    keys, software = plan["tasks"], environment.software(*_SOFTWARE)
    pool: Mapping[str, Task | RoomClass] = rooms.load() if is_alone(plan) else tasks.load()
    return {
        "rule": RULE_VERSION,
        "tasks": {key: pool[key].version if key in pool else None for key in keys},
        "software": {name: software.get(name) for name in _SOFTWARE},
    }


def seal(folder: Path, plan: dict[str, Any]) -> Seal:
    """Draw a secret seed for what was decided and write both files; the folder is created completely or not at all.

    Raises:
        InputError: The folder is not empty, or lies in a run folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("{folder}: is not empty; a seal needs a folder of its own, choose another", folder=str(folder))
    if any((place / "manifest.json").is_file() for place in folder.resolve().parents):
        raise InputError("{folder}: lies in a run folder, which others will read; choose another", folder=str(folder))
    seed, salt = secrets.token_hex(_BYTES), secrets.token_hex(_BYTES)
    opening = Opening(plan=plan, versions=versions_of(plan), seed=seed, salt=salt)
    public = _Commitment(
        commitment=opening.commitment, plan=opening.plan, versions=opening.versions, made=environment.now()
    )
    secret = _Secret(commitment=opening.commitment, seed=seed, salt=salt)
    folder.parent.mkdir(parents=True, exist_ok=True)
    begun = folder.resolve().with_name(f".{folder.resolve().name}.partial")
    # What a killed process left there is a secret, too.
    shutil.rmtree(begun, ignore_errors=True)
    try:
        begun.mkdir(mode=0o700)
        _write_privately(begun / SECRET, canonical.model_page(secret))
        write_whole(begun / COMMITMENT, canonical.model_page(public))
        # Replaces an empty folder, but no other.
        begun.rename(folder)
    finally:
        shutil.rmtree(begun, ignore_errors=True)
    return Seal(folder, opening)


def open_seal(folder: Path) -> Seal:
    """Read a seal's folder and return commitment and secret.

    Raises:
        InputError: A file is missing, others may read the secret, or the files do not belong together.
    """
    if not (folder / COMMITMENT).is_file():
        raise InputError("{folder}: holds no seal (it has no {file})", folder=str(folder), file=COMMITMENT)
    public = _read(folder / COMMITMENT, _Commitment)
    secret = _read_secret(folder / SECRET)
    opening = Opening(plan=public.plan, versions=public.versions, seed=secret.seed, salt=secret.salt)
    if not _gives(opening, public.commitment) or secret.commitment != public.commitment:
        raise InputError(
            "{folder}: plan, versions and seed do not give the commitment {commitment}; {public} or {secret} was changed",
            folder=str(folder),
            commitment=public.commitment,
            public=COMMITMENT,
            secret=SECRET,
        )
    return Seal(folder, opening)


def check_usable(sealed: Seal) -> None:
    """Check that a seal's seed is still secret, and that this installation draws the tasks as committed.

    Raises:
        InputError: One of them is not so; says which.
    """
    if sealed.opened:
        raise InputError(
            "{folder}: its seed was published, so its tasks can be known; seal another test", folder=str(sealed.folder)
        )
    before, now = sealed.opening.versions, versions_of(sealed.opening.plan)
    for name, was, here in _differences(before, now):
        raise InputError(
            "{folder}: was sealed with {name} {before}, here is {now}; install that version or seal another test",
            folder=str(sealed.folder),
            name=name,
            before=str(was),
            now=str(here),
        )


def published(run: RunFolder) -> Opening:
    """Return the opening that was published with a run.

    Raises:
        RecordError: There is none, or its SHA-256 is not the run's commitment.
    """
    commitment, file = run.manifest.plan.get("sealed"), run.path / REVEAL
    if not file.is_file():
        raise RecordError(
            "{folder}: its tasks are sealed and their seed is not published yet; the laboratory publishes it with: mindsight "
            "home reveal",
            folder=str(run.path),
        )
    opening = _read(file, Opening)
    if not _gives(opening, commitment):
        raise RecordError(
            "{file}: does not give the commitment {commitment} of this run", file=str(file), commitment=str(commitment)
        )
    return opening


def check_revealable(sealed: Seal, run: RunFolder) -> None:
    """Check that a seed can be published with a run.

    Raises:
        RecordError: The run is not complete, was not sealed, or has another commitment.
    """
    manifest, file = run.manifest, run.path / REVEAL
    if manifest.plan.get("sealed") != sealed.commitment:
        raise RecordError(
            "{folder}: was not tested under the commitment {commitment} of {seal}",
            folder=str(run.path),
            commitment=sealed.commitment,
            seal=str(sealed.folder),
        )
    if manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))
    if file.exists() and file.read_bytes() != sealed.opening.page:
        raise RecordError("{file}: is there already, with another content", file=str(file))
    if not file.exists():
        refuse_signed(run.path)


def reveal(sealed: Seal, run: RunFolder) -> bool:
    """Publish a seed with a run and seal the run again, under its lock; return False if it was published there before.

    The seal's folder is marked first: from then on no run can begin with it. Calling it again completes an interrupted call.
    """
    page, new = sealed.opening.page, not (run.path / REVEAL).exists()
    write_whole(sealed.folder / REVEAL, page)
    run.publish({REVEAL: page}, seal=True)
    return new


def _gives(opening: Opening, commitment: Any) -> bool:
    """Return whether an opening gives a commitment; one with NaN or a lone surrogate gives none."""
    try:
        return bool(opening.commitment == commitment)
    except (ValueError, RecursionError):
        return False


def _differences(before: dict[str, Any], now: dict[str, Any], path: str = "") -> list[tuple[str, Any, Any]]:
    found: list[tuple[str, Any, Any]] = []
    for name in sorted(before.keys() | now.keys()):
        was, here = before.get(name), now.get(name)
        if isinstance(was, dict) and isinstance(here, dict):
            found += _differences(was, here, f"{name} ")
        elif was != here:
            found.append((f"{path}{name}", was, here))
    return found


def _write_privately(file: Path, data: bytes) -> None:
    """Write a file that no other user can read at any time."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())


def _read_secret(file: Path) -> _Secret:
    if not file.is_file():
        raise InputError("{file}: is not there; without the seed the sealed tasks cannot be made", file=str(file))
    mode = file.stat().st_mode & 0o777
    if mode & 0o077:
        raise InputError(
            "{file}: others may read or change it (mode {mode}); if nobody has, run chmod 600 {file}, else seal another test",
            file=str(file),
            mode=f"{mode:04o}",
        )
    try:
        return _read(file, _Secret)
    except InputError as error:
        refused = error.text
    # Not from the error, which holds what the file says: a secret is in no traceback.
    raise InputError(refused.message, **refused.args)


def _read(file: Path, kind: type[Model]) -> Model:
    with reading(file, "JSON"):
        return kind.model_validate(canonical.load(file))
