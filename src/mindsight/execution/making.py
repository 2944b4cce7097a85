"""How a run is made: where it lies, on what it rests, who does the work, and whose pictures stay. No score depends on it."""

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field

from mindsight.errors import InputError
from mindsight.plans import Option, PlanModel
from mindsight.text import mark

if TYPE_CHECKING:
    from mindsight.execution.parallel import Engine

Pictures = Literal["worst", "sampled"]


@dataclass(frozen=True)
class Work:
    """Who does the work of a run: how many processes where (0: on every CPU of the cluster), and of which shard, ``k/n``, if not of all.

    ``pictures`` says whose pictures stay when it is done, if not those of all items.
    """

    workers: int = 1
    shard: str | None = None
    chosen: "Engine | None" = None
    pictures: Pictures | None = None

    @property
    def engine(self) -> "Engine":
        """The engine that was chosen, or what the number of workers says."""
        return self.chosen or ("local" if self.workers > 1 else "serial")

    @property
    def at_home(self) -> "Work":
        """The same work without a cluster: for what must not leave this machine."""
        return replace(self, workers=1, chosen=None) if self.chosen == "ray" else self


WHOLE = Work()
"""One process, all items."""


class Resting(PlanModel):
    """What a run rests on: the review of its data, and where somebody says that the subject runs."""

    review: Annotated[
        Path | None,
        Option(
            mark(
                "Review of the data that the run rests on; by default the folder DATA-review beside the data, if there is one."
            ),
            metavar="DIR",
            panel="what",
        ),
    ] = None
    region: Annotated[
        str | None,
        Option(
            mark(
                "Where the subject runs: a country by two letters such as CN, or here; needed if persons are in the data."
            ),
            metavar="COUNTRY",
            panel="what",
        ),
    ] = None


NOTHING = Resting()
"""What a run rests on if nobody gives a review."""


class Making(PlanModel):
    """Where a run lies and who makes it."""

    out: Annotated[
        Path | None,
        Option(mark("Run folder to make; by default one under runs/."), short="o", panel="output"),
    ] = None
    resume: Annotated[Path | None, Option(mark("Continue this unfinished run folder."), panel="output")] = None
    resting: Resting = NOTHING
    keep_pictures: Annotated[
        Literal["all", "worst", "sampled"],
        Option(
            mark("Whose pictures stay: of all items, or of the worst 1,000, or of 1,000 drawn by chance."),
            panel="output",
        ),
    ] = "all"
    keep_output: Annotated[
        bool,
        Option(
            mark(
                "Record the last 2,000 characters that a failing program printed, not only its last line; secrets are hidden."
            ),
            panel="output",
            sets=True,
        ),
    ] = False
    workers: Annotated[int, Option(mark("Processes that work side by side."), panel="limits")] = Field(default=1, ge=1)
    engine: Annotated[
        Literal["serial", "local", "ray"] | None,
        Option(mark("Where items are tested: one by one, in processes, on a cluster."), panel="limits"),
    ] = None
    address: Annotated[
        str | None,
        Option(mark("Address of a Ray cluster; by default RAY_ADDRESS, else one is started here."), panel="limits"),
    ] = None
    shard: Annotated[
        str | None,
        Option(
            mark("Test every n-th item from the k-th on; mindsight merge joins the shards."),
            metavar="K/N",
            panel="limits",
        ),
    ] = None

    def at(self, suite: str, name: str) -> Self:
        """Return the same with a folder under ``runs/`` named after the suite and the subject, if none is given."""
        if self.out is None and self.resume is None:
            return self.model_copy(update={"out": default_folder(suite, name)})
        return self

    @property
    def folder(self) -> Path:
        """The run's folder; ``at`` gives one where nobody did.

        Raises:
            ValueError: There is none.
        """
        folder = self.resume or self.out
        if folder is None:
            raise ValueError("no folder is given")
        return folder

    def check_folder(self) -> None:
        """Refuse a folder that the pipeline would refuse, before minutes of preparation.

        Raises:
            InputError: Both folders are named.
            RecordError: There is a run already, or none to go on with.
        """
        from mindsight.record.folder import RunFolder, refuse_occupied

        if self.out is not None and self.resume is not None:
            raise InputError("--out and --resume each name the run folder; give one of them")
        if self.out is not None:
            refuse_occupied(self.out)
        if self.resume is not None:
            RunFolder.open(self.resume)

    def work(self, *, dry_run: bool = False) -> Work:
        """Return the work that is asked for; on an engine without a number of workers, every CPU that it has is used.

        Raises:
            InputError: The shard is none, or a rehearsal of it is asked for; or the options contradict each other.
        """
        from mindsight.execution.parallel import parse_shard, usable_cpus
        from mindsight.subjects.printed import keep_output

        keep_output(self.keep_output)
        if self.shard is not None:
            parse_shard(self.shard)
            if dry_run:
                raise InputError("--dry-run: is about the whole plan, which every shard has; leave out --shard")
        if self.address is not None:
            if self.engine != "ray":
                raise InputError("--address: is for --engine ray")
            # The variable that Ray reads itself, also in the processes that it starts.
            os.environ["RAY_ADDRESS"] = self.address
        few = None if self.keep_pictures == "all" else self.keep_pictures
        if self.engine == "serial" and self.workers > 1:
            raise InputError("--engine serial: tests one item after another; leave out --workers")
        workers = self.workers
        if self.engine in {"local", "ray"} and "workers" not in self.model_fields_set:
            workers = usable_cpus() if self.engine == "local" else 0
        return Work(workers, self.shard, self.engine, few)


def default_folder(suite: str, name: str) -> Path:
    """Return a run folder named after time, suite and subject."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name).strip("-")[:40]
    return Path("runs") / f"{moment}-{suite}-{safe or 'subject'}"
