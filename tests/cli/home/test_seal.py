"""``mindsight home seal``, ``run --sealed``, ``reveal``, ``anchors`` and ``verify``, as a laboratory uses them."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from home.secrecy import SALT, SEED
from mindsight.cli import run as mindsight
from mindsight.errors import MindsightError
from mindsight.execution.listening import NOBODY
from mindsight.execution.making import WHOLE
from mindsight.home.plan import Plan
from mindsight.home.preparation import drawing
from mindsight.home.running.tasks import anchored, write_tasks
from mindsight.home.sealing import anchors, regeneration, seal
from mindsight.record.folder import RunFolder
from record import trial

PLAN = ("--tasks", "buttons", "--trials", "2")
RUN = ("home", "tasks", "run", "--subject", "baseline:refuse", "--sealed", "seal", "--no-media")
IDS = ["buttons-0001", "buttons-0002"]


def said(capsys: pytest.CaptureFixture[str], *arguments: Any, code: int = 0) -> str:
    """Run a command in English and return all that it printed."""
    capsys.readouterr()
    assert mindsight(["--lang", "en", *map(str, arguments)]) == code
    heard = capsys.readouterr()
    return heard.out + heard.err


def _not_looked(*_: Any) -> dict[str, Any]:
    """Replace the check of the engine, which takes seconds and is tested elsewhere."""
    return {}


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A seal with a known secret, and two sealed tasks done under it: `seal`, `run`, `cache`. Not to be changed."""
    base = tmp_path_factory.mktemp("laboratory")
    secrets = iter((SEED, SALT))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(base / "cache"))
        patch.setattr("mindsight.home.suite.check_environment", _not_looked)
        patch.setattr(seal.secrets, "token_hex", lambda _: next(secrets))
        assert mindsight(["home", "seal", *PLAN, "--out", str(base / "seal")]) == 0
        put = ["home", "run", "--subject", "baseline:refuse", "--sealed", str(base / "seal"), "--no-media"]
        assert mindsight([*put, "--out", str(base / "run")]) == 0
    return base


@pytest.fixture
def place(laboratory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the laboratory as the current folder."""
    shutil.copytree(laboratory, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mindsight.home.suite.check_environment", _not_looked)
    return tmp_path


@pytest.fixture
def _proved(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use proved tasks instead of generating them again, which saves half a minute."""

    def prepare(wanted: Any, *, cache: Path | None, **options: Any) -> Any:
        assert cache is None
        return drawing.prepare(wanted, cache=place / "seal" / "tasks", **options)

    monkeypatch.setattr(regeneration, "prepare", prepare)


def commitment(place: Path) -> str:
    return str(trial.read_page(place / "seal", "commitment.json")["commitment"])


# One session from the seal to the proof


def test_a_seal_is_drawn_and_says_what_is_public_and_what_is_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert mindsight(["--lang", "en", "home", "seal", *PLAN, "--prompt-lang", "en", "--out", "seal"]) == 0
    heard = capsys.readouterr()
    page = trial.read_page(tmp_path / "seal", "commitment.json")
    # For a program: the commitment alone.
    assert heard.out == f"commitment: sha256-{page['commitment']}\n"
    assert re.findall(r"seal/\w+\.json", heard.err) == ["seal/commitment.json", "seal/secret.json"]
    secret = trial.read_page(tmp_path / "seal", "secret.json")
    for value in (secret["seed"], secret["salt"]):
        assert value not in heard.out + heard.err + json.dumps(page)
    assert (page["plan"]["tasks"], page["plan"]["trials"]) == (["buttons"], 2)
    assert page["plan"]["setting"]["language"] == "en"


def test_a_seal_is_signed_at_once_with_a_key(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cryptography")
    said(capsys, "key", "new", "--out", "laboratory.key", "--name", "Example laboratory")
    with pytest.raises(MindsightError, match=r"none\.key"):
        mindsight(["--lang", "en", "home", "seal", *PLAN, "--out", "signed", "--key", "none.key"])
    assert not (place / "signed").exists()
    heard = said(capsys, "home", "seal", *PLAN, "--out", "signed", "--key", "laboratory.key")
    (signature,) = (place / "signed").glob("commitment.signature-*.json")
    assert f"signature: signed/{signature.name}, with the key sha256-" in " ".join(heard.split())
    from mindsight.signing.check import Trust
    from mindsight.signing.commitment import check_commitment
    from mindsight.signing.keys import read_public

    (verdict,) = check_commitment(
        place / "signed" / "commitment.json", Trust((read_public(place / "laboratory.key.pub"),))
    ).signatures
    assert (verdict.state, verdict.signed.role if verdict.signed else "") == ("valid", "approved")
    # Before the test, it changes nothing of what the run may do.
    assert (
        seal.open_seal(place / "signed").commitment
        == trial.read_page(place / "signed", "commitment.json")["commitment"]
    )


@pytest.mark.slow
def test_the_run_holds_the_commitment_and_nothing_of_the_secret(
    laboratory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = RunFolder(laboratory / "run")
    own = commitment(laboratory)
    assert run.manifest.plan["sealed"] == own
    assert run.manifest.identity["sealed"] == f"sha256-{own}"
    assert run.manifest.identity["seed"] == "sealed"
    assert run.manifest.seeds == {}
    assert own in (run.path / "report.html").read_text("utf-8")
    # Nor in the cache where proved tasks usually are.
    for file in [*run.path.rglob("*"), *(laboratory / "cache").rglob("*")]:
        if file.is_file():
            data = file.read_bytes()
            for value in (SEED, SALT):
                assert value.encode() not in data
                assert bytes.fromhex(value) not in data
                assert str(int(value, 16)).encode() not in data
    assert not list((laboratory / "cache").rglob("*.json"))
    first = seal.open_seal(laboratory / "seal").opening.first_seed("buttons", 0)
    entries = trial.read_page(run.path, "instances.json")["items"]
    assert [(one["id"], 0 <= one["seed"] - first < 100) for one in entries] == [(id_, True) for id_ in IDS]


@pytest.mark.usefixtures("_proved")
def test_a_session_is_published_and_proved(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = commitment(place)
    before = trial.contents(place / "run")
    heard = said(capsys, "verify", "run", "--commitment", "seal/commitment.json")
    assert "every file, line and normative score agrees (2 items" in heard
    assert "their seed is not published yet" in heard
    assert f"run: was tested under the commitment {own}" in heard
    with pytest.raises(MindsightError, match="their seed is not published yet"):
        mindsight(["--lang", "en", "verify", "run", "--regenerate"])

    with pytest.raises(MindsightError, match=r"seal: its seed is published for good.*--yes"):
        mindsight(["--lang", "en", "home", "reveal", "seal", "run"])
    assert trial.contents(place / "run") == before
    heard = said(capsys, "home", "reveal", "seal", "run", "--yes")
    assert "published: run/reveal.json" in heard
    assert "the published seed has the commitment" in heard
    after = trial.contents(place / "run")
    # Publishing adds a page and its line in the seal, and changes nothing of what was tested.
    assert {name for name in after if after[name] != before.get(name)} == {"reveal.json", "SHA256SUMS"}
    assert before.keys() <= after.keys()
    assert trial.read_page(place / "run", "reveal.json")["seed"] == SEED

    heard = said(capsys, "verify", "run", "--commitment", f"sha256-{own}", "--regenerate")
    assert f"the published seed has the commitment {own} and leads to every task" in heard
    assert "all 2 tasks were generated again, identical bit for bit" in heard
    assert "the seed was published there before; nothing has changed" in said(capsys, "home", "reveal", "seal", "run")
    assert trial.contents(place / "run") == after


def test_a_published_run_is_reported_and_rescored_as_any_other(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "home", "reveal", "seal", "run", "--yes")
    before = trial.contents(place / "run")
    said(capsys, "report", "run")
    assert "0 changed" in said(capsys, "rescore", "run")
    assert trial.contents(place / "run") == before
    said(capsys, "verify", "run", "--commitment", commitment(place))


@pytest.mark.parametrize("steps", range(4))
def test_a_publication_that_was_killed_is_ended_by_the_next(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    replace, done = Path.replace, []

    def killed(file: Path, target: Path) -> Path:
        if len(done) == steps:
            raise KeyboardInterrupt
        done.append(target)
        return replace(file, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        # Three names change: in the seal's folder, the run's page, the run's SHA256SUMS.
        if steps < 3:
            with pytest.raises(KeyboardInterrupt):
                mindsight(["home", "reveal", "seal", "run", "--yes"])
        else:
            assert mindsight(["home", "reveal", "seal", "run", "--yes"]) == 0
    assert len(done) == min(steps, 3)
    assert (place / "seal" / "reveal.json").exists() or not (place / "run" / "reveal.json").exists()
    said(capsys, "home", "reveal", "seal", "run", "--yes")
    said(capsys, "verify", "run", "--commitment", commitment(place))
    assert not list(place.rglob("*.partial"))


def test_what_was_published_cannot_be_used_again(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "home", "reveal", "seal", "run", "--yes")
    for more in (["--out", "again"], ["--out", "again", "--dry-run"], ["--resume", "run"]):
        with pytest.raises(MindsightError, match="seal: its seed was published, so its tasks can be known"):
            mindsight(["--lang", "en", "home", "run", "--subject", "baseline:idle", "--sealed", "seal", *more])
    assert not (place / "again").exists()


def test_a_run_is_continued_under_its_seal_only(place: Path) -> None:
    # The state after a kill right before the end: the record is complete but not sealed.
    (place / "run" / "SHA256SUMS").unlink()
    put = ["--lang", "en", "home", "run", "--subject", "baseline:refuse", "--no-media", "--resume", "run"]
    assert mindsight([*put, "--sealed", "seal"]) == 0
    assert mindsight(["verify", "run"]) == 0
    assert mindsight(["home", "seal", *PLAN, "--out", "other"]) == 0
    for other in (["--sealed", "other"], PLAN):
        with pytest.raises(MindsightError, match="was started with another"):
            mindsight([*put, *other])


def test_a_rehearsal_shows_nothing_of_the_secret_and_writes_no_run(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--json"]):
        heard = said(capsys, *RUN, "--out", "next", "--dry-run", *more)
        assert SEED not in heard
        assert SALT not in heard
        assert str(seal.open_seal(place / "seal").opening.first_seed("buttons", 0)) not in heard
    assert json.loads(heard)["manifest"]["plan"]["sealed"] == commitment(place)
    assert not (place / "next").exists()


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--seed 3", "--seed: 3 is not what seal was sealed with; leave the option out"),
        ("--seed 7", "--seed: 7 is not what seal was sealed with"),
        ("--tasks suitcase", "--tasks: suitcase is not what seal was sealed with"),
        ("--trials 4", "--trials: 4 is not what seal"),
        ("--irrelevant 0.4", "--irrelevant: 0.4 is not what seal"),
        ("--penalty 2", "--penalty: 2.0 is not what seal"),
        ("--renderer fine", "--renderer: fine is not what seal"),
        ("--interface menu", "--interface: menu is not what seal"),
        ("--prompt-lang en", "--prompt-lang: en is not what seal"),
        ("--unknown buttons", "--unknown: buttons is not what seal"),
        ("--sealed cache", "cache: holds no seal (it has no commitment.json)"),
        ("--sealed nowhere", "nowhere: holds no seal"),
    ],
)
def test_a_run_is_as_its_seal_says(place: Path, arguments: str, sentence: str) -> None:
    with pytest.raises(MindsightError) as caught:
        mindsight(["--lang", "en", *RUN, "--out", "next", *arguments.split()])
    assert sentence in str(caught.value)
    assert not (place / "next").exists()


def test_what_the_seal_says_anyway_may_be_repeated(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "would test: refuse" in said(capsys, *RUN, "--dry-run", *PLAN, "--prompt-lang", "zh")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--tasks buttons --trials 2 --out seal", "seal: is not empty"),
        ("--tasks buttons --trials 2 --out run/seal", "run/seal: lies in a run folder"),
        ("--tasks juggling --out new", "there is no task juggling"),
        ("--tasks , --out new", "--tasks names no task class"),
        ("--tasks buttons --trials 2 --irrelevant 0 --out new", "a class needs tasks of both kinds"),
        ("--tasks buttons --penalty inf --out new", "--penalty: inf is not a number that can be used"),
        ("--tasks buttons --interface mouse --out new", "--interface: mouse is not known"),
        ("--tasks buttons --unknown buttons --out new", "--unknown names every class"),
        ("--tasks buttons", "--out"),
    ],
)
def test_what_cannot_be_sealed(place: Path, arguments: str, sentence: str) -> None:
    with pytest.raises(MindsightError) as caught:
        mindsight(["--lang", "en", "home", "seal", *arguments.split()])
    assert sentence in str(caught.value)
    assert not (place / "new").exists()


def test_a_record_that_was_changed_is_not_published_and_its_seed_stays_secret(place: Path) -> None:
    items = trial.read_lines(place / "run")
    items[0]["outcome"] = "TP"
    trial.rechain(place / "run", items)
    trial.reseal(place / "run")
    with pytest.raises(MindsightError, match="run"):
        mindsight(["--lang", "en", "home", "reveal", "seal", "run", "--yes"])
    assert not list(place.rglob("reveal.json"))


def test_another_seal_does_not_publish_this_run(place: Path) -> None:
    assert mindsight(["home", "seal", *PLAN, "--out", "other"]) == 0
    with pytest.raises(MindsightError, match="run: was not tested under the commitment"):
        mindsight(["--lang", "en", "home", "reveal", "other", "run", "--yes"])
    assert not list(place.rglob("reveal.json"))


def test_a_false_publication_is_named_by_verify(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "home", "reveal", "seal", "run", "--yes")
    page = trial.read_page(place / "run", "reveal.json")
    trial.write_page(place / "run", "reveal.json", {**page, "seed": SALT})
    trial.reseal(place / "run")
    heard = said(capsys, "verify", "run", "--regenerate", code=1)
    assert (
        heard
        == f'reveal.json: does not have the SHA-256 to which the laboratory committed itself, "{commitment(place)}"\n'
    )


@pytest.mark.usefixtures("_proved")
def test_other_tasks_than_those_of_the_seed_are_named(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, "home", "reveal", "seal", "run", "--yes")
    # The generator of the recorded tasks differs from the one here.
    known = regeneration.instances_page

    def otherwise(prepared: Any, wordings: Any, **session: Any) -> bytes:
        return known(
            [one if number else one.__class__(altered(one.instance), ()) for number, one in enumerate(prepared)],
            wordings,
            **session,
        )

    def altered(instance: Any) -> Any:
        return instance.model_copy(update={"oracle_steps": instance.oracle_steps + 1})

    monkeypatch.setattr(regeneration, "instances_page", otherwise)
    here = seal.environment.software("mujoco-core")
    monkeypatch.setattr(regeneration.environment, "software", lambda *_: {**here, "numpy": "0"})
    heard = said(capsys, "verify", "run", "--regenerate", code=1)
    assert "run: of the 2 tasks these differ from the record: buttons-0001" in heard
    assert "took another number of steps here, but nothing else differs: buttons-0001;" in " ".join(heard.split())
    assert re.search(r"other versions than the run was made with: numpy \S+ → 0", heard)


@pytest.mark.parametrize("value", ["sha256-" + "0" * 64, "0" * 64])
def test_verify_names_another_commitment(place: Path, capsys: pytest.CaptureFixture[str], value: str) -> None:
    heard = said(capsys, "verify", "run", "--commitment", value, code=1)
    assert f"run: was tested under another commitment, {commitment(place)}, not {'0' * 64}" in heard


@pytest.mark.parametrize(
    "value", ["abc", "sha256-" + "0" * 63, "sha1-" + "0" * 64, "run/manifest.json", "0" * 64 + "\n"]
)
def test_what_is_no_commitment(place: Path, value: str) -> None:
    with pytest.raises(
        MindsightError, match=r"is not a commitment; give sha256- and 64 digits, or the file commitment\.json"
    ):
        mindsight(["--lang", "en", "verify", "run", "--commitment", value])


# Public anchors


def test_the_anchors_are_listed_with_what_they_are_known_by(capsys: pytest.CaptureFixture[str]) -> None:
    heard = said(capsys, "home", "anchors", "--tasks", "buttons")
    known = anchors.load()
    assert [one.id in heard for one in known.items] == [one.task == "buttons" for one in known.items]
    assert f"known by: {known.known_by(['buttons'])}; seed {known.seed}" in " ".join(heard.split())
    with pytest.raises(MindsightError, match="there are no public anchors of the class juggling"):
        mindsight(["--lang", "en", "home", "anchors", "--tasks", "juggling"])


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch, laboratory: Path) -> None:
    """Anchors of our own: the sealed tasks themselves; nothing of them is proved again."""
    instances = drawing.read_instances(laboratory / "run" / "instances.json")
    set_ = anchors.state(instances, number=9, seed=3, trials=2, irrelevant=0.5)
    monkeypatch.setattr(anchors, "load", lambda: set_)


@pytest.fixture
def _proved_elsewhere(monkeypatch: pytest.MonkeyPatch, _few: None) -> None:
    """The same anchors as a processor publishes them on which the oracle needs a step more."""
    here = anchors.load()
    there = [
        one.instance.model_copy(update={"oracle_steps": one.instance.oracle_steps + 1})
        for one in here.drawn(["buttons"])
    ]
    set_ = anchors.state(there, number=9, seed=3, trials=2, irrelevant=0.5)
    assert set_.items[0].sha256 != here.items[0].sha256
    monkeypatch.setattr(anchors, "load", lambda: set_)


@pytest.mark.usefixtures("_few")
def test_a_check_of_the_anchors_says_which_came_out_otherwise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put = ["home", "anchors", "--tasks", "buttons", "--check"]
    assert "all 2 were generated again, identical bit for bit" in said(capsys, *put)
    now = anchors.load()
    changed = now.items[0].model_copy(update={"sha256": "0" * 64})
    monkeypatch.setattr(anchors, "load", lambda: now.model_copy(update={"items": (changed, *now.items[1:])}))
    assert "buttons-0001: does not have the hash of the anchor of set 9" in said(capsys, *put, code=1)


@pytest.mark.usefixtures("_few")
def test_a_rehearsal_names_both_runs_and_gives_a_program_one(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heard = said(capsys, *RUN, "--anchors", "--out", "next", "--dry-run")
    assert re.findall(r"run folder: (\S+);", heard) == ["next", "next-anchors"]
    assert heard.count("The tasks are the public anchors") == 1
    capsys.readouterr()
    assert mindsight(["--lang", "en", *RUN, "--anchors", "--out", "next", "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["folder"] == "next"
    assert not list(place.glob("next*"))


@pytest.mark.usefixtures("_few")
def test_nothing_is_tested_if_the_anchors_are_none(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = anchors.load()
    other = now.model_copy(update={"items": tuple(one.model_copy(update={"sha256": "0"}) for one in now.items)})
    monkeypatch.setattr(anchors, "load", lambda: other)
    with pytest.raises(MindsightError, match="buttons-0001: does not have the hash of the anchor"):
        mindsight(["--lang", "en", *RUN, "--anchors", "--out", "next"])
    (place / "next-anchors").mkdir()
    shutil.copyfile(place / "run" / "manifest.json", place / "next-anchors" / "manifest.json")
    with pytest.raises(MindsightError, match="next-anchors: is not empty"):
        mindsight(["--lang", "en", *RUN, "--anchors", "--out", "next"])
    assert not (place / "next").exists()


@pytest.mark.usefixtures("_proved_elsewhere")
def test_anchors_proved_on_another_machine_are_tested_and_generated_again(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put = ["home", "anchors", "--tasks", "buttons", "--check"]
    assert "all 2 were generated again, identical bit for bit" in said(capsys, *put)
    write_tasks(anchored(Plan(tasks=("buttons",))), place / "instances.json", WHOLE, NOBODY)
    drawn = drawing.read_instances(place / "instances.json")
    assert [one.oracle_steps for one in drawn] == [one.oracle_steps for one in anchors.load().items]
    assert anchors.load().different(drawn) == ()


@pytest.mark.slow
@pytest.mark.usefixtures("_few")
def test_the_anchors_are_a_run_of_their_own_beside_the_sealed_one(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert mindsight(["--lang", "en", *RUN, "--anchors", "--out", "next", "--json"]) == 0
    heard = capsys.readouterr()
    # With JSON output only the requested run is printed.
    assert {one["name"] for one in json.loads(heard.out)["measures"]} >= {"home.T"}
    assert "also, the public anchor tasks: next-anchors" in heard.err
    beside, run = RunFolder(place / "next-anchors").manifest, RunFolder(place / "next").manifest
    assert (run.plan.get("anchors"), beside.plan.get("sealed")) == (None, None)
    assert beside.identity["anchors"] == anchors.load().known_by(["buttons"])
    assert "departure-anchors" in {note.id for note in beside.departures}
    assert "departure-anchors" not in {note.id for note in run.departures}
    assert mindsight(["verify", "next"]) == 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_two_sealed_sessions_are_linked_by_their_anchors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("spring", "autumn"):
        said(capsys, "home", "seal", *PLAN, "--out", f"seal-{name}")
        put = ["home", "run", "--subject", "baseline:refuse", "--sealed", f"seal-{name}", "--anchors", "--no-media"]
        said(capsys, *put, "--out", name)
        said(capsys, "home", "reveal", f"seal-{name}", name, "--yes")
        for run in (name, f"{name}-anchors"):
            assert "tasks were generated again, identical bit for bit" in said(capsys, "verify", run, "--regenerate")
    with pytest.raises(MindsightError, match="cannot be compared"):
        mindsight(["--lang", "en", "compare", "spring", "autumn"])
    said(capsys, "compare", "spring-anchors", "autumn-anchors")
    assert "all 4 were generated again" in said(capsys, "home", "anchors", "--tasks", "buttons", "--check")
