"""Shared by the tests of sealed household tasks: a known secret, and a record made under it without the engine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checker import test_home as plain
from mindsight.home.irrelevance import NARROW
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT
from mindsight.home.scoring.generalisation import Outcomes
from mindsight.home.sealing.seal import Opening, decided
from mindsight.home.suite import home_manifest
from mindsight.record import canonical, environment
from mindsight.record.folder import MANIFEST, REPORT, RESULTS, SCORES, RunFolder
from mindsight.record.model import Subject
from mindsight.record.scores import to_csv

SEED, SALT = "0f" * 32, "a5" * 32
TASKS = ("suitcase", "buttons")
ENDS = Outcomes(tp=1, fp_valid=1, fn=1, tn_declined=1, tn_idle=1, fp_irrelevant=1)
VERSION = 2
"""Version of every class in the record made without the engine."""


def opening_of(**changed: Any) -> Opening:
    """Return the opening of a commitment, for a plan of two classes with three tasks of each kind."""
    software = environment.software("mindsight", "mujoco-core", "numpy")
    versions = {
        "rule": 1,
        "tasks": dict.fromkeys(TASKS, VERSION),
        "software": {name: software.get(name) for name in ("mindsight", "mujoco-core", "numpy")},
    }
    plan = decided(Plan(tasks=TASKS, trials=6, reasons=NARROW))
    return Opening(**{"plan": plan, "versions": versions, "seed": SEED, "salt": SALT, **changed})


def tests_of(opening: Opening) -> list[tuple[dict[str, Any], Any]]:
    """Return the tasks that a secret gives, with how each ended."""
    found = []
    for task in TASKS:
        count = {True: 0, False: 0}
        for entry, terms in plain.tasks_of(task, ENDS, ENDS.valid, ENDS.irrelevant):
            valid = not entry["reason"]
            # Skip a seed or two, as rejections would.
            first = opening.first_seed(task, count[valid]) + count[valid] % SEEDS_PER_SLOT
            found.append(({**entry, "seed": first, "task_version": VERSION}, terms))
            count[valid] += 1
    return found


def record(
    folder: Path, opening: Opening, *, drawn: Opening | None = None, sealed: bool = True, **plan: Any
) -> RunFolder:
    """Return a complete record under a commitment; ``drawn`` is the true source of its tasks, ``plan`` the stated plan."""
    tests = tests_of(drawn or opening)
    data = folder.with_name(folder.name + "-instances.json")
    data.write_bytes(canonical.page({"items": [entry for entry, _ in tests]}))
    said = Plan(**{"tasks": TASKS, "trials": 6, "seed": 0, "reasons": NARROW, "sealed": opening.commitment, **plan})
    made = home_manifest(said, data, len(tests), Subject(spec="baseline:refuse", name="refuse"))
    own = {"identity": {**made.identity, "tasks": ",".join(f"{task}/{VERSION}" for task in TASKS)}}
    run = RunFolder.create(folder, made.model_copy(update=own), data=data)
    data.unlink()
    with run.log() as log:
        for entry, terms in tests:
            log.append(plain.draft_of(terms, entry, [run.put_media(entry["id"].encode(), ".jpg")] * 2))
        items = log.seal()
    table = plain.table_of(run)
    run.write(SCORES, to_csv(table))
    run.write_model(RESULTS, plain.results_of(run, table))
    run.write_model(MANIFEST, run.manifest.model_copy(update={"state": "complete", "items": items}))
    run.write(REPORT, b"a page")
    if sealed:
        run.seal()
    return run


def spelled(page: Mapping[str, Any]) -> bytes:
    """Return a page in the format of ``reveal.json``."""
    return canonical.page(page)
