"""A campaign on the disk: ``campaign.json``, ``stimuli.jsonl``, ``pictures/`` by hash, at its end ``ratings.jsonl`` and ``rated/``."""

import functools
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from mindsight.errors import InputError, RecordError
from mindsight.rating.campaigns.plan import Plan
from mindsight.rating.campaigns.stimuli import Prepared, Stimulus
from mindsight.reasons import reason_of, system_reason
from mindsight.record import canonical
from mindsight.record.folder import put_media, write_whole

PLAN = "campaign.json"
STIMULI = "stimuli.jsonl"
PICTURES = "pictures"
PLATES = "plates.json"
DATABASE = "campaign.db"
ADDRESS = "database.json"
RUNS = "runs.json"
RATED = "rated"


class CampaignFolder:
    """Reads and writes the files of one campaign; its answers are in the database until it is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path) -> "CampaignFolder":
        """Make an empty folder for a campaign.

        Raises:
            InputError: It exists and is not empty.
        """
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise InputError("{folder}: exists already; choose another folder", folder=str(path))
        (path / PICTURES).mkdir(parents=True, exist_ok=True)
        return cls(path)

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

    @functools.cached_property
    def plates(self) -> tuple[tuple[str, str], ...]:
        """The pictures of the colour check, each with the digits that it shows."""
        return tuple((file, digits) for file, digits in canonical.load(self.path / PLATES))

    def runs(self) -> dict[str, Path]:
        """Return where each run lay when the campaign was made, by the hash of its seal; empty for a campaign that does not know."""
        file, own = self.path / RUNS, self.path.resolve()
        places = canonical.load(file) if file.is_file() else {}
        return {seal: (own / place).resolve() for seal, place in places.items()}

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


def _plan(file: Path) -> Plan:
    try:
        return Plan.model_validate(canonical.load(file))
    except ValidationError as error:
        raise _damaged(file, error) from error


def _stimuli(file: Path) -> Iterator[Stimulus]:
    try:
        with file.open("rb") as lines:
            for raw in lines:
                yield Stimulus.model_validate(json.loads(raw))
    except OSError as error:
        raise RecordError("{file}: cannot be read ({reason})", file=str(file), reason=system_reason(error)) from error
    except ValueError as error:
        raise _damaged(file, error) from error


def _damaged(file: Path, error: Exception) -> InputError:
    found = (error.errors()[0]["msg"], "pydantic") if isinstance(error, ValidationError) else (error, "json")
    reason = reason_of(*found)
    return InputError("{file}: is damaged ({reason}); make the campaign again", file=str(file), reason=reason)
