"""``mindsight home score protocol.json``: a run folder that can be verified, compared and reported; and clear refusals."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from home.autonomy.embedders.test_served import serving
from mindsight.checker.checking import check
from record import trial

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "protocol.json"


def page() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(EXAMPLE.read_text("utf-8"))
    return found


def write(folder: Path, protocol: dict[str, Any], name: str = "p.json") -> Path:
    file = folder / name
    file.write_text(json.dumps(protocol, ensure_ascii=False), "utf-8")
    return file


def score(file: Path, *options: str | Path) -> Any:
    return trial.mindsight("home", "score", file, *options)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed run over the example. Not to be changed."""
    folder = tmp_path_factory.mktemp("protocol") / "run"
    done = score(EXAMPLE, "--out", folder, "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def values(folder: Path) -> dict[str, Any]:
    return {one["name"]: one["value"] for one in trial.read_page(folder, "results.json")["measures"]}


def test_the_numbers_are_those_of_the_formulas_by_hand(run: Path) -> None:
    """S from R and TC of each scene; what needs no embedding, counted by hand."""
    found = values(run)
    # Types: 1 of 3 and 2 of 2 at the desk; 2 of 3 and 0 of 2 in the kitchen.
    assert found["home.TC.desk"] == pytest.approx((1 / 3 + 1) / 2)
    assert found["home.TC.kitchen"] == pytest.approx((2 / 3 + 0) / 2)
    for end in (".desk", ".kitchen", ""):
        assert found[f"home.S{end}"] == pytest.approx((found[f"home.R{end}"] + found[f"home.TC{end}"]) / 2)
    # Deeds: two completed (one for a need) and one mug broken: 0; two for needs: 1. In the kitchen: 1, and 0 without any.
    assert found["home.S_plain.desk"] == pytest.approx(0.5 * (0 + 1) / 2 + 0.5 * found["home.TC.desk"])
    assert found["home.S_plain.kitchen"] == pytest.approx(0.5 * (1 + 0) / 2 + 0.5 * found["home.TC.kitchen"])
    assert found["home.harm"] == pytest.approx((1 / 2 + 0) / 2)
    assert found["home.worse"] == pytest.approx((0 + 1 / 3) / 2)
    assert found["home.decoys"] == pytest.approx((1 / 2 + 0) / 2)
    assert found["home.needs_met"] == 5 / 10
    # Seven different proposals; "Turn off the tap", "Water the plants" were not carried out.
    assert found["home.carried_out"] == pytest.approx(5 / 7)
    assert (found["home.N"], found["home.unannounced"], found["home.left_alone"]) == (6, 1, 1)


def test_a_run_is_verified_reported_and_compared(run: Path, tmp_path: Path) -> None:
    verified = trial.mindsight("verify", run, "--lang", "en")
    assert verified.returncode == 0, verified.stdout
    assert "Rebuilt from the record and the same" in verified.stdout
    other = write(tmp_path, {**page(), "system": "Robot B"})
    idle = json.loads(other.read_text("utf-8"))
    for scene in idle["scenes"]:
        scene.update(proposals=[], completed=[], harm=[], worse=[])
    write(tmp_path, idle)
    assert score(other, "--out", tmp_path / "b").returncode == 0
    assert values(tmp_path / "b")["home.S"] == values(tmp_path / "b")["home.harm"] == 0
    compared = trial.mindsight("compare", run, tmp_path / "b", "--json")
    assert compared.returncode == 0, compared.stderr
    differences = {one["measure"]: one["value"] for one in json.loads(compared.stdout)["differences"]}
    assert differences["home.S"] == pytest.approx(-values(run)["home.S"])
    assert differences["home.S_plain"] == pytest.approx(-values(run)["home.S_plain"])


def test_the_report_is_in_both_languages_and_shows_what_was_said(run: Path, tmp_path: Path) -> None:
    english = (run / "report.html").read_text("utf-8")
    assert "I will put the books that lie around back on the shelf" in english
    assert "The embedding compares characters" in english
    chinese = tmp_path / "zh.html"
    assert trial.mindsight("report", run, "--out", chinese, "--lang", "zh").returncode == 0
    shown = chinese.read_text("utf-8")
    assert "所用嵌入比较的是字符" in shown
    assert "自主生成任务：各类别得分、相关性、覆盖度和 S" in shown
    for sentence in ("完美任务集的 S", "发现的需求", "每场景", "对假需求采取了行动"):
        assert f'<span lang="zh">{sentence}</span>' in shown


def test_different_embeddings_languages_and_weights_are_never_compared(run: Path, tmp_path: Path) -> None:
    for number, options in enumerate((["--alpha", "0.3"], ["--prompt-lang", "zh"])):
        other = tmp_path / str(number)
        assert score(EXAMPLE, "--out", other, *options).returncode == 0
        refused = trial.mindsight("compare", run, other, "--lang", "en")
        assert refused.returncode == 2
        assert options[0].removeprefix("--").removeprefix("prompt-") in refused.stderr
    other = tmp_path / "words"
    done = score(EXAMPLE, "--out", other, "--embedder", "wordllama", "--lang", "en")
    if done.returncode == 2:
        assert "mindsight[wordllama]" in done.stderr
        pytest.skip("needs mindsight[wordllama]")
    refused = trial.mindsight("compare", run, other, "--lang", "en")
    assert refused.returncode == 2
    assert "embedder" in refused.stderr


def test_json_is_what_the_record_holds(run: Path, tmp_path: Path) -> None:
    done = score(EXAMPLE, "--out", tmp_path / "again", "--json")
    assert json.loads(done.stdout)["measures"] == trial.read_page(run, "results.json")["measures"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda item: item["terms"].update(relevance=0.9), "terms.relevance"),
        (lambda item: item["terms"].update(coverage=1.0), "terms.coverage"),
        (lambda item: item["terms"].update(relevance_perfect=0.1), "terms.relevance_perfect"),
        (lambda item: item["terms"].update(harm=0), "terms.harm"),
        (lambda item: item["terms"].update(met=2), "terms.met"),
        (lambda item: item["terms"].update(noticed=3), "terms.noticed"),
        (lambda item: item["terms"].update(types_met=["books", "lamp"]), "terms.types_met"),
        (lambda item: item["parsed"]["near"]["completed"][0].__setitem__(0, 1.5), "parsed.near.completed"),
        (lambda item: item["parsed"]["near"]["proposals"].pop(), "parsed.near.proposals"),
        (lambda item: item["answer"]["harm"].clear(), "terms.harm"),
        (lambda item: item.update(outcome="finished"), "outcome"),
    ],
)
def test_the_checker_finds_what_was_changed(change: Any, found: str, run: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(run, folder)
    assert check(str(folder))[0] == []
    items = trial.read_lines(folder)
    change(next(item for item in items if item["id"] == "desk-1"))
    trial.rechain(folder, items)
    trial.reseal(folder)
    said = " ".join(one.say() for one in check(str(folder))[0])
    assert found in said


def test_the_checker_recomputes_s(run: Path, tmp_path: Path) -> None:
    for name in (
        "home.S",
        "home.S_plain",
        "home.R",
        "home.TC",
        "home.R_perfect",
        "home.harm",
        "home.S.desk",
        "home.R.desk",
    ):
        folder = tmp_path / name
        shutil.copytree(run, folder)
        results = trial.read_page(folder, "results.json")
        next(one for one in results["measures"] if one["name"] == name)["value"] += 0.01
        trial.write_page(folder, "results.json", results)
        trial.reseal(folder)
        assert f"{name}.value" in " ".join(one.say() for one in check(str(folder))[0])


def scene(number: int = 0, **changes: Any) -> dict[str, Any]:
    """Return the example with one scene changed."""
    found = page()
    found["scenes"][number].update(changes)
    return found


@pytest.mark.parametrize(
    ("protocol", "says"),
    [
        (scene(1, id="desk-1"), 'the scene "desk-1" occurs twice'),
        (scene(completed=[{"need": "sofa", "text": "x"}]), '"sofa" was completed but is no need'),
        (scene(completed=[{"need": "lamp", "text": "x"}] * 2), '"lamp" was completed twice'),
        (scene(completed=[{"need": "lamp"}]), "completed task 1 was announced but has no text"),
        (scene(completed=[{"announced": False}]), "completed task 1 has no text and met no need"),
        (scene(worse=["sofa"]), '"sofa" was made worse but is no need'),
        (
            scene(needs=[{"type": "a", "text": {"zh": "擦桌子"}}], completed=[]),
            'the need "a" has no text in the language en',
        ),
        (scene(needs=[{"type": "a", "text": {"en": "x"}}] * 2, completed=[]), '"a" occurs twice'),
        (scene(needs=[{"type": "a", "text": {"en": "x"}, "weight": 0}], completed=[]), "scenes[0].needs[0].weight"),
        (scene(needs=[{"type": "a", "text": {"en": " "}}], completed=[]), "scenes[0].needs[0].text.en"),
        (scene(ending="tired"), "scenes[0].ending"),
        (scene(id="../x"), "scenes[0].id"),
        (scene(mood="good"), "scenes[0].mood"),
        ({**page(), "scenes": []}, "scenes: Tuple should have at least 1 item"),
        ({**page(), "format": "other"}, "format: Input should be 'mindsight.protocol'"),
        ({**page(), "scenes": page()["scenes"][-1:]}, "no scene has a need"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(protocol: dict[str, Any], says: str, tmp_path: Path) -> None:
    done = score(write(tmp_path, protocol), "--out", tmp_path / "run", "--lang", "en")
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"{", "is no protocol"), (b'{"a": "\xff"}', "is no protocol"), (b"{" * 100_000, "is no protocol")],
)
def test_a_file_that_is_no_json_is_refused(content: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_bytes(content)
    done = score(file, "--out", tmp_path / "run", "--lang", "en")
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert says in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--percent"], "--percent is for a table"),
        (["--penalty", "2"], "--penalty is for a table"),
        (["--embedder", "bert"], '"bert" is not known'),
        (["--embedder-url", "http://127.0.0.1:1"], "--embedder-url is for openai:MODEL"),
        (["--alpha", "2"], "--alpha"),
        (["--prompt-lang", "fr"], "fr is not known"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: list[str], says: str, tmp_path: Path) -> None:
    done = score(EXAMPLE, "--out", tmp_path / "run", "--lang", "en", *options)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())


def test_a_table_takes_no_option_of_a_protocol(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("model,a,b\nm,0.5,0.6\n", "utf-8")
    done = score(table, "--alpha", "0.5", "--lang", "en")
    assert done.returncode == 2
    assert "--alpha is for a protocol" in done.stderr


def test_what_a_system_wrote_cannot_become_markup(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    protocol = scene(proposals=[{"text": evil}], completed=[{"need": "books", "text": evil}])
    done = score(write(tmp_path, {**protocol, "system": "=1+1<b>"}), "--out", tmp_path / "run", "--lang", "en")
    assert done.returncode == 0, done.stderr
    report = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert evil not in report
    assert "&lt;script&gt;" in report


def test_an_embeddings_endpoint_is_asked_once_and_needed_no_more(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with serving() as server:
        url = f"http://127.0.0.1:{server.server_port}/v1"
        done = score(EXAMPLE, "--out", folder, "--embedder", "openai:embed-2", "--embedder-url", url, "--lang", "en")
        asked = len(server.asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert asked == 3  # for the version, for the background, for the texts
    manifest = trial.read_page(folder, "manifest.json")
    assert manifest["identity"]["embedder"] == "openai:embed-2"
    assert (manifest["identity"]["embedder_version"], manifest["identity"]["embedder_hash"]) == (
        "embed-2-large",
        "none",
    )
    assert "departure-served" in [note["id"] for note in manifest["departures"]]
    before = trial.contents(folder)
    for command in ("verify", "rescore"):
        assert trial.mindsight(command, folder).returncode == 0
    assert trial.read_page(folder, "results.json") == json.loads(before["results.json"])
    # Now that the server is gone, nothing is scored, and the reason is given.
    refused = score(EXAMPLE, "--out", tmp_path / "b", "--embedder", "openai:x", "--embedder-url", url, "--lang", "en")
    assert refused.returncode == 3
    assert "no connection" in refused.stderr
    assert not (tmp_path / "b").exists()
