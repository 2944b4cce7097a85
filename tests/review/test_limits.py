"""Where pictures of persons may be sent: what the review says, and what a run then refuses before anything is shown to its subject."""

import json
from pathlib import Path

import pytest
from babel import Locale

from mindsight.errors import InputError
from mindsight.record.folder import RunFolder
from mindsight.review.limits import is_region
from mindsight.review.linking import disagreements
from mindsight.review.page import write_page
from mindsight.review.reviewing import media_files, review
from mindsight.subjects.spec import parse_subject, runs_here
from mindsight.text import say
from record import trial
from review import making

SHOWN = "shown = true\nconsent = {{record = 'C-1', covers = [{covers}], regions = [{regions}]}}"


def reviewed(data: Path, out: Path, people: str) -> Path:
    declared = making.declarations(out.parent, making.DECLARATIONS.replace("shown = false", people))
    found = review(data, out, on=making.ON, declared=declared)
    write_page(found, out, data, media_files(out), language="en", progress=lambda _done, _all: None)
    return out


@pytest.mark.parametrize(
    ("people", "state", "limits"),
    [
        ("shown = false", "not_applicable", None),
        (SHOWN.format(covers="'export'", regions=""), "declared", None),
        (SHOWN.format(covers="'testing'", regions="'CN', 'SG'"), "declared", ("CN", "SG")),
        (SHOWN.format(covers="'testing'", regions=""), "warning", ()),
        ("shown = true", "waiting", ()),
    ],
)
def test_a_review_says_where_pictures_may_be_sent(
    people: str, state: str, limits: tuple[str, ...] | None, tmp_path: Path
) -> None:
    data = making.photographs(tmp_path / "photos", count=1)
    declared = making.declarations(tmp_path, making.DECLARATIONS.replace("shown = false", people))
    found = review(data, tmp_path / "review", on=making.ON, declared=declared)
    assert making.by_check(found)["a10"] == state
    assert (found.limits.regions if found.limits else None) == limits


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit with persons who agreed to tests in China."""
    kit = trial.make_kit(tmp_path_factory.mktemp("limits") / "kit")
    reviewed(kit, kit.with_name("kit-review"), SHOWN.format(covers="'testing'", regions="'CN'"))
    return kit


@pytest.mark.parametrize(
    ("region", "words"),
    [
        ((), "say with --region where the subject runs"),
        (("--region", "US"), "they may not be sent to US"),
        (("--region", "China"), "is no country"),
        (("--region", "XX"), "is no country"),
    ],
)
def test_a_run_is_refused_before_anything_is_sent(
    region: tuple[str, ...], words: str, kit: Path, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    done = trial.mindsight(
        "--lang",
        "en",
        "album",
        "run",
        kit,
        "--subject",
        f"command:touch {told} {{input}} {{output}}",
        *region,
        "--out",
        tmp_path / "run",
    )
    assert (done.returncode, words in done.stderr) == (2, True), done.stderr
    assert not told.exists()
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("subject", "region", "named"),
    [
        ("baseline:identity", (), "here"),
        ("command:cp {input} {output}", ("--region", "CN"), "CN"),
        ("command:cp {input} {output}", ("--region", "here"), "here"),
    ],
)
def test_a_run_where_consent_reaches_says_where_it_was(
    subject: str, region: tuple[str, ...], named: str, kit: Path, tmp_path: Path
) -> None:
    done = trial.mindsight("album", "run", kit, "--subject", subject, *region, "--out", tmp_path / "run")
    assert done.returncode in {0, 1}, done.stderr
    run = RunFolder.open(tmp_path / "run")
    assert run.manifest.review is not None
    assert run.manifest.review.region == named
    assert list(disagreements(kit.with_name("kit-review"), run)) == []
    # A manifest that says later that the subject ran elsewhere does not belong to this review.
    page = json.loads((run.path / "manifest.json").read_bytes())
    page["review"]["region"] = "US"
    (run.path / "manifest.json").write_text(json.dumps(page), "utf-8")
    said = [one.args["region"] for one in disagreements(kit.with_name("kit-review"), RunFolder.open(run.path))]
    assert said == ["US"]


@pytest.mark.parametrize(
    ("subject", "here"),
    [
        ("baseline:oracle", True), ("folder:outputs", True), ("replay:answers.jsonl", True), ("http://127.0.0.1:8080/x", True),
        ("http://localhost/x", True), ("model:mockllm/model", True), ("model:hf/qwen", True), ("http://example.org/x", False),
        ("http://localhost.example.org", False), ("https://[::1]:9/", True), ("model:openai/gpt-4o", False), ("model:vllm/qwen", False),
        ("command:./ask", False), ("python:mine:ask", False),
    ],
)  # fmt: skip
def test_only_what_surely_runs_here_is_here(subject: str, here: bool) -> None:
    assert runs_here(parse_subject(subject)) == here


def test_countries_are_those_that_another_list_has_too() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    # What CLDR has beside the countries: groups of them, parts of them, and codes for private use.
    others = {"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ"}
    known = {one for one in Locale("en").territories if len(one) == 2 and one.isalpha()} - others
    assert {one + other for one in letters for other in letters if is_region(one + other)} == known
    assert is_region("here")
    assert not is_region("cn")


@pytest.mark.parametrize("region", ["UK", "EU", "XX", "cn", "CN ", "", "China"])
def test_a_consent_names_countries_that_exist(region: str, tmp_path: Path) -> None:
    people = SHOWN.format(covers="'testing'", regions=f"'CN', '{region}'")
    with pytest.raises(InputError) as refused:
        making.declarations(tmp_path, making.DECLARATIONS.replace("shown = false", people))
    english, chinese = (say(refused.value.text, language) for language in ("en", "zh"))
    assert f"people.consent.regions.1: {region.strip() or '–'} is no country; write two letters" in english
    assert f"{region.strip() or '–'} 不是国家或地区" in chinese
