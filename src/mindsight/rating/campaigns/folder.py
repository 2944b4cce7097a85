"""A campaign on the disk: ``campaign.json``, ``stimuli.jsonl``, ``pictures/`` by hash, at its end ``ratings.jsonl`` and ``rated/``."""

import fcntl
import functools
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import ValidationError

from mindsight.decoding import decoder_errors, json_in, reading, why
from mindsight.errors import InputError, RecordError
from mindsight.files.whole import whole_folder, write_whole
from mindsight.rating.campaigns.plan import Plan
from mindsight.rating.campaigns.stimuli import COMPARED, SIDES, Prepared, Stimulus
from mindsight.rating.events import RATINGS
from mindsight.reasons import system_reason
from mindsight.record import canonical
from mindsight.record.folder import put_media
from mindsight.text import storable

PLAN = "campaign.json"
STIMULI = "stimuli.jsonl"
PICTURES = "pictures"
PLATES = "plates.json"
DATABASE = "campaign.db"
ADDRESS = "database.json"
RUNS = "runs.json"
RATED = "rated"
_LOCK = ".closing.lock"


class CampaignFolder:
    """Reads and writes the files of one campaign; its answers are in the database until it is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    @contextmanager
    def made(cls, path: Path, database: str | None = None) -> Iterator["CampaignFolder"]:
        """Give a folder for a campaign, which has its name when the campaign is whole.

        Raises:
            InputError: The folder exists and is not empty.
        """
        with whole_folder(path, PICTURES) as partial:
            folder = cls(partial)
            folder.keep_private()
            if database is not None:
                folder.write_address(database)
            yield folder

    @classmethod
    def open(cls, path: Path) -> "CampaignFolder":
        """Open a campaign.

        Raises:
            InputError: There is none in the folder.
        """
        if not (path / PLAN).is_file():
            raise InputError(
                "{folder}: is no campaign (it has no {file}); make one with 'mindsight rate new'",
                folder=str(path),
                file=PLAN,
            )
        return cls(path)

    def keep_private(self) -> None:
        """Let only the owner look into the folder, and at the files that say who answered what; an older one is put right."""
        with suppress(PermissionError):
            self.path.chmod(0o700)
            for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", ADDRESS, RATINGS):
                if (self.path / name).is_file():
                    (self.path / name).chmod(0o600)

    def make_private(self, name: str) -> Path:
        """Return a file that only its owner can read; an empty one is made if there is none."""
        (self.path / name).touch(mode=0o600)
        return self.path / name

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until no other process ends or reopens the campaign, and keep others waiting."""
        with self.make_private(_LOCK).open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    @functools.cached_property
    def plan(self) -> Plan:
        """The plan.

        Raises:
            InputError: The file is damaged.
        """
        return _plan(self.path / PLAN)

    @functools.cached_property
    def plan_sha256(self) -> str:
        """SHA-256 of the plan's file."""
        return canonical.sha256_of_file(self.path / PLAN)

    @functools.cached_property
    def stimuli(self) -> dict[str, Stimulus]:
        """Everything that can be shown, by its id.

        Raises:
            InputError: The file is damaged.
        """
        return {one.id: one for one in _stimuli(self.path / STIMULI)}

    def stimulus(self, name: str) -> Stimulus:
        """Return one thing that can be shown.

        Raises:
            InputError: The file has lost it.
        """
        if name not in self.stimuli:
            raise InputError(
                "{file}: {id} is missing, which raters were shown; restore the file",
                file=str(self.path / STIMULI),
                id=name,
            )
        return self.stimuli[name]

    def shown(self, stimulus: str, beside: str | None) -> dict[str, Prepared]:
        """Return the pictures of a place by role: of what is shown, or of two that are compared the left and the right one."""
        if beside is None:
            return dict(self.stimulus(stimulus).pictures)
        role = COMPARED[self.plan.question]
        return {side: self.stimulus(name).pictures[role] for side, name in zip(SIDES, (stimulus, beside), strict=True)}

    @functools.cached_property
    def plates(self) -> tuple[tuple[str, str], ...]:
        """The pictures of the colour check, each with the digits that it shows."""
        with reading(self.path / PLATES, "JSON"):
            return tuple((str(file), str(digits)) for file, digits in canonical.load(self.path / PLATES))

    def runs(self) -> dict[str, Path]:
        """Return where each run lay when the campaign was made, by the hash of its seal; empty for a campaign that does not know."""
        file, own = self.path / RUNS, self.path.resolve()
        try:
            places = json.loads(file.read_bytes()) if file.is_file() else {}
        except decoder_errors(OSError):
            places = {}
        # Paths only say where to look first: what is none of them is no reason not to close.
        known = places.items() if isinstance(places, dict) else ()
        return {seal: (own / storable(place)).resolve() for seal, place in known if _is_path(place)}

    def picture(self, file: str) -> Path:
        """Return the path of a prepared picture, named by the catalogue and never by a request."""
        return self.path / PICTURES / file

    def put(self, data: bytes, width: int, height: int, suffix: str = ".png") -> Prepared:
        """Store a picture under its hash."""
        return Prepared(file=put_media(self.path / PICTURES, data, suffix), width=width, height=height)

    def write_stimuli(self, stimuli: Iterable[Stimulus]) -> None:
        """Write what can be shown."""
        lines = (canonical.line(one.model_dump(mode="json")) for one in stimuli)
        write_whole(self.path / STIMULI, b"".join(lines))

    def write_plates(self, plates: Iterable[tuple[str, str]]) -> None:
        """Write the list of the colour check's pictures."""
        write_whole(self.path / PLATES, canonical.page([list(plate) for plate in plates]))

    def write_runs(self, runs: Mapping[str, Path]) -> None:
        """Write where the runs lie, seen from here: no part of the plan, since folders may be moved."""
        own = self.path.resolve()
        places = {seal: os.path.relpath(path.resolve(), own) for seal, path in runs.items()}
        write_whole(self.path / RUNS, canonical.page(places))

    def write_address(self, url: str) -> None:
        """Write where the database is, for its owner's eyes alone: the address may hold a password."""
        with os.fdopen(os.open(self.path / ADDRESS, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(canonical.page({"url": url}))

    def write_plan(self, plan: Plan) -> None:
        """Write the plan; last, since a folder with a plan is a whole campaign."""
        write_whole(self.path / PLAN, canonical.model_page(plan))


def _is_path(place: object) -> bool:
    return isinstance(place, str) and "\0" not in place


def _plan(file: Path) -> Plan:
    try:
        return Plan.model_validate(canonical.load(file))
    except ValidationError as error:
        raise _damaged(file, error) from error


def _stimuli(file: Path) -> Iterator[Stimulus]:
    try:
        with file.open("rb") as lines:
            for raw in lines:
                yield Stimulus.model_validate(json_in(raw))
    except OSError as error:
        raise RecordError("{file}: cannot be read ({reason})", file=str(file), reason=system_reason(error)) from error
    except decoder_errors() as error:
        raise _damaged(file, error) from error


def _damaged(file: Path, error: BaseException) -> InputError:
    return InputError(
        "{file}: is damaged ({reason}); restore the file, or make the campaign again",
        file=str(file),
        reason=why(error, "JSON"),
    )
