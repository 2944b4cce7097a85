"""6.4.2 for a laboratory's own protocol: from what somebody wrote down to S and its report, as a run of the pipeline."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mindsight.clauses import DOCUMENTS
from mindsight.execution.parallel import Engine
from mindsight.home.autonomy.embedders.embedder import Embedder
from mindsight.home.autonomy.embedders.nearness import Background, near_of
from mindsight.home.autonomy.notes import departures, readings, reported
from mindsight.home.autonomy.protocol import Language, Protocol, Scene
from mindsight.home.autonomy.recording import draft_of, read_rooms
from mindsight.home.autonomy.scoring.measures import RULE
from mindsight.home.autonomy.totals import results_of, table_of
from mindsight.kinds import KINDS
from mindsight.record import canonical, environment
from mindsight.record.folder import RunFolder
from mindsight.record.model import Data, Document, Draft, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable

DATA_FILE = "scenes.json"
KIND = "protocol"
_SOFTWARE = ("numpy", "scipy", "wordllama", "sentence-transformers", "torch", "openai")


class ProtocolTest:
    """S of one system from a protocol, for the pipeline."""

    def __init__(
        self, protocol: Protocol, plan: Mapping[str, Any], data: Path, subject: Subject, embedder: Embedder
    ) -> None:
        self.data = data
        self._protocol, self._plan, self._embedder = protocol, plan, embedder
        self.manifest = protocol_manifest(plan, data, subject)

    def instances(self) -> Iterator[Scene]:
        """Yield the scenes."""
        return iter(self._protocol.scenes)

    def id_of(self, instance: Scene) -> str:
        """Return a scene's id."""
        return instance.id

    def drafts(self, run: RunFolder, missing: Iterable[Scene], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Embed the texts of the missing scenes; embeddings use all processors by themselves."""
        del run, engine, workers
        scenes, language = list(missing), self._plan["language"]
        for scene, near in zip(scenes, near_of(scenes, language, self._embedder), strict=True):
            yield draft_of(scene, near, language, unrelated=self._plan["unrelated"])

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's items."""
        return table_of(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)


def plan_of(
    protocol: Protocol, language: Language, embedder: Embedder, background: Background, *, alpha: float
) -> dict[str, Any]:
    """Return the plan: everything that was chosen, and what the embedding is."""
    return {
        "alpha": alpha,
        "language": language,
        "embedder": asdict(embedder.identity),
        "unrelated": background.unrelated,
        "in_bytes": round(background.reading.in_bytes, 6),
        "tasks": list(protocol.classes),
    }


def autonomy_identity(plan: Mapping[str, Any], *, kind: str) -> dict[str, Scalar]:
    """Return the part of the identity that every S has: rule, weight, language and embedding."""
    embedder = plan["embedder"]
    return {
        "document": "home",
        "kind": kind,
        "rule": RULE,
        "alpha": plan["alpha"],
        "lang": plan["language"],
        "embedder": embedder["name"],
        "embedder_version": embedder["version"],
        "embedder_hash": f"sha256-{embedder['sha256']}" if embedder["sha256"] else "none",
    }


def protocol_manifest(plan: Mapping[str, Any], data: Path, subject: Subject) -> Manifest:
    """Return the manifest of a protocol's run."""
    document, sha256, scenes = DOCUMENTS["home"], canonical.sha256_of_file(data), read_rooms(data)
    identity = {**autonomy_identity(plan, kind=KIND), "n": len(scenes), "data": f"sha256-{sha256}"}
    return Manifest(
        document=Document(
            suite="home",
            number=document.number,
            edition=document.edition,
            title=KINDS["home.protocol"].title,
        ),
        kind=KIND,
        plan=dict(plan),
        identity=identity,
        subject=subject,
        data=Data(name=DATA_FILE, file=DATA_FILE, sha256=sha256, instances=len(scenes), files=0),
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        started=environment.now(),
        departures=(*departures(plan), reported()),
        readings=tuple(readings(plan)),
    )


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and scenes of a run give; which embedding was used is taken over from the plan."""
    before = run.manifest
    return protocol_manifest(before.plan, run.path / before.data.file, before.subject)
