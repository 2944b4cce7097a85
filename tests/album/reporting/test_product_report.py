"""The page of one product's runs: what it joins, what it refuses, and how it lists what is missing."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from album import classes, masked
from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.classification.procedure import ClassificationTest
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.procedure import EnhancementTest
from mindsight.album.plan import AlbumPlan
from mindsight.album.products.product_file import ProductFile
from mindsight.album.reporting.product_report import Joined, join
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.segmentation.procedure import SegmentationTest
from mindsight.errors import IdentityError, InputError, MindsightError, RecordError
from mindsight.pipeline import run_test
from mindsight.record import canonical
from mindsight.record.blocks import Link, Note, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.report import render_page
from mindsight.subjects.spec import parse_subject
from mindsight.text import Text, say, text
from record import trial

FACTS = {"name": "Album", "version": "5.2", "device": "Phone", "system": "Android 16", "network": "none"}
FILE = """
[product]
name = "Album"
version = "5.2"
device = "Phone"
system = "Android 16"
network = "none"
operator = "Laboratory 3"

[[functions]]
name = "Auto enhance"
kind = "enhancement"

[[functions]]
name = "Night mode"
kind = "enhancement"

[[functions]]
name = "Categories"
kind = "classification"
"""
CUT_OUT = '[[functions]]\nname = "Cut-out"\nkind = "segmentation"\n'

Run = Callable[..., RunFolder]


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("kits")
    return {
        "enhancement": trial.make_kit(base / "enhancement"),
        "classification": classes.class_kit(base / "classification"),
        "segmentation": masked.mask_kit(base / "segmentation"),
    }


TESTS: dict[str, tuple[Any, Any, str]] = {
    "enhancement": (EnhancementTest, EnhancementKit, "baseline:identity"),
    "classification": (ClassificationTest, ClassificationKit, "baseline:colour-centroids"),
    "segmentation": (SegmentationTest, SegmentationKit, "baseline:centre"),
}


@pytest.fixture(scope="module")
def run(kits: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs a function of a product; equal calls share their run, which is not to be changed."""
    made: dict[str, RunFolder] = {}

    def test(kind: str, function: str | None = None, *, subject: str | None = None, **facts: Any) -> RunFolder:
        key = repr((kind, function, subject, facts))
        if key not in made:
            test_of, kit_of, usual = TESTS[kind]
            spec = parse_subject(subject or usual)
            details = {} if function is None else {"function": function}
            who = Subject(spec=spec.public, details=details, **{**FACTS, **facts})
            folder = tmp_path_factory.mktemp("runs") / f"run-{len(made)}"
            made[key] = run_test(test_of(kit_of(kits[kind]), spec, who, AlbumPlan()), folder)
        return made[key]

    return test


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], ProductFile]:
    def written(source: str) -> ProductFile:
        (tmp_path / "product.toml").write_text(source, "utf-8")
        return ProductFile(tmp_path / "product.toml")

    return written


def rows(joined: Joined) -> list[tuple[str, str | None, str]]:
    """Return clause, function and the cell of the score."""
    return [
        (row.indicator.clause, row.function, "scored" if row.state is None else str(row.state)) for row in joined.rows
    ]


def table(joined: Joined, name: str) -> Table:
    (found,) = [block for block in joined.blocks if block.id == name]
    assert isinstance(found, Table)
    return found


def plain(cell: Any) -> Any:
    value = cell.value if isinstance(cell, Link) else cell
    return str(value) if isinstance(value, Text) else value


def test_all_three_kinds_are_listed_in_the_form_of_table_1(run: Run) -> None:
    runs = [run("segmentation", "Cut-out"), run("classification", "Categories"), run("enhancement", "Auto enhance")]
    joined = join(runs)
    assert rows(joined) == [
        ("6.2.1", "Categories", "scored"),
        ("6.3.1", "Auto enhance", "waits for raters"),
        ("6.3.2", "Auto enhance", "scored"),
        ("6.3.3", "Auto enhance", "scored"),
        ("6.4.1", "Cut-out", "waits for raters"),
        ("6.4.2", "Cut-out", "scored"),
        ("6.4.3", "Cut-out", "scored"),
    ]
    # Each score is that of its run, with interval and count, and links to the run's report.
    cells = {row[4]: row for row in table(joined, "summary").rows}
    for clause, place, name in [("6.2.1", 1, "macro_f1"), ("6.3.2", 2, "psnr"), ("6.3.3", 2, "ssim"),
                                ("6.4.2", 0, "pixel_accuracy"), ("6.4.3", 0, "iou")]:  # fmt: skip
        measure = runs[place].results.measure(f"album.{name}")
        assert measure.value is not None
        score, interval, count, report = cells[clause][5:9]
        assert plain(score) == pytest.approx(measure.value, abs=1e-6)
        assert plain(count) == measure.n
        assert isinstance(report, Link)
        assert report.target == f"report-{place + 1}"
        assert measure.interval is None or f"{measure.interval.low:.2f}".lstrip("-") in str(plain(interval))
    assert not any("total" in str(row[2]).lower() for row in table(joined, "summary").rows)


def test_what_the_product_lacks_and_what_was_not_run(run: Run, file: Callable[[str], ProductFile]) -> None:
    tested = [run("enhancement", "Auto enhance")]
    assert rows(join(tested, file(FILE))) == [
        ("6.2.1", "Categories", "not tested"),
        ("6.3.1", "Auto enhance", "waits for raters"),
        ("6.3.2", "Auto enhance", "scored"),
        ("6.3.3", "Auto enhance", "scored"),
        ("6.3.1", "Night mode", "not tested"),
        ("6.3.2", "Night mode", "not tested"),
        ("6.3.3", "Night mode", "not tested"),
        ("6.4.1", None, "not applicable"),
        ("6.4.2", None, "not applicable"),
        ("6.4.3", None, "not applicable"),
    ]
    # Without the product's file it is unknown what is missing.
    assert {state for _, _, state in rows(join(tested))} == {"not tested", "scored", "waits for raters"}
    sorting = table(join(tested, file(FILE)), "sorting")
    assert ("image segmentation", "not applicable", None) in [tuple(map(plain, row)) for row in sorting.rows]


def test_two_functions_of_one_kind_and_two_runs_of_one_function(run: Run) -> None:
    runs = [run("enhancement", "B"), run("enhancement", "A"), run("enhancement", "A", subject="baseline:nlmeans")]
    joined = join(runs)
    scored = [
        (row.function, row.part.target) for row in joined.rows if row.measure is not None and row.part is not None
    ]
    assert scored == [
        (name, target) for name, target in [("A", "report-2"), ("A", "report-3"), ("B", "report-1")] for _ in "12"
    ]


def test_a_run_without_a_function_goes_by_its_folder(run: Run) -> None:
    tested = run("enhancement")
    assert {row.function for row in join([tested]).rows if row.part is not None} == {tested.path.name}


def test_trials_and_departures_come_first_and_facts_once(run: Run) -> None:
    joined = join([run("enhancement", "Auto enhance"), run("classification", "Categories")])
    kinds = [type(block) for block in joined.blocks]
    assert kinds[:3] == [Note, Note, Table]
    first = joined.blocks[0]
    assert isinstance(first, Note)
    assert str(first.title) == "Non-conforming trial"
    assert "Categories: " in str(joined.blocks[0].body) + str(joined.blocks[1].body)  # type: ignore[union-attr]
    assert "more than 30" in " ".join(str(block.body) for block in joined.blocks[:2] if isinstance(block, Note))
    assert [tuple(map(plain, row)) for row in table(joined, "facts").rows] == [
        ("Product", "Album"), ("Version", "5.2"), ("Device", "Phone"), ("Operating system", "Android 16"),
        ("Network", "none"),
    ]  # fmt: skip
    assert joined.warnings == ()


def test_other_platforms_and_programs_are_warned_of(run: Run, tmp_path: Path) -> None:
    one, two = run("enhancement", "Auto enhance"), run("classification", "Categories", device="Tablet")
    forged = RunFolder(trial_copy(two, tmp_path / "two", {"software": {**two.manifest.software, "numpy": "1.0"}}))
    sentences = [str(warning) for warning in join([one, forged]).warnings]
    assert sentences[0] == "The runs state different values of Device: Tablet · Phone."
    assert re.fullmatch(r"The runs were measured with different numpy: 1\.0 · [0-9.]+\.", sentences[1])


def trial_copy(found: RunFolder, folder: Path, changes: dict[str, Any]) -> Path:
    import shutil

    shutil.copytree(found.path, folder)
    RunFolder(folder).write("manifest.json", canonical.model_page(found.manifest.model_copy(update=changes)))
    return folder


def test_the_hashes_of_each_run_are_there(run: Run) -> None:
    tested = run("segmentation", "Cut-out")
    (row,) = table(join([tested]), "runs").rows
    manifest = tested.manifest
    assert manifest.data.sha256[:12] in row
    assert str(manifest.identity["profile_hash"])[7:19] in row
    assert "gdcsa022-2024/1" in row


def refusal(*runs: RunFolder, file: ProductFile | None = None, kind: type[MindsightError] = MindsightError) -> str:
    with pytest.raises(kind) as refused:
        join(runs, file)
    return str(refused.value)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"name": "Other"}, "Product is Album in one and Other in the other"),
        ({"version": "5.3"}, "Version is 5.2 in one and 5.3 in the other"),
        ({"version": None}, "Version is 5.2 in one and not stated in the other"),
    ],
)
def test_runs_of_two_products_are_not_joined(facts: dict[str, Any], reason: str, run: Run) -> None:
    said = refusal(run("enhancement", "A"), run("classification", "B", **facts), kind=IdentityError)
    assert said == f"A and B are not runs of one product: {reason}"


def test_what_is_not_joined(run: Run, file: Callable[[str], ProductFile], tmp_path: Path) -> None:
    one = run("enhancement", "Auto enhance")
    assert refusal() == "a product report needs one run or more"
    assert refusal(one, one, kind=InputError).endswith("give each once")
    stopped = RunFolder(trial_copy(one, tmp_path / "stopped", {"state": "interrupted"}))
    assert "the run is not complete; finish it with --resume" in refusal(stopped, kind=RecordError)
    home = one.manifest.document.model_copy(update={"suite": "home"})
    other = RunFolder(trial_copy(one, tmp_path / "home", {"document": home}))
    assert "has no suite home enhancement" in refusal(other, kind=RecordError)
    unnamed = refusal(run("enhancement", "Sharpen"), file=file(FILE), kind=InputError)
    assert 'names no function "Sharpen" of image enhancement' in unnamed
    misplaced = refusal(run("classification", "Auto enhance"), file=file(FILE), kind=InputError)
    assert 'names no function "Auto enhance" of image classification' in misplaced
    newer = refusal(one, file=file(FILE.replace('"5.2"', '"6.0"')), kind=IdentityError)
    assert newer.endswith("Version is 5.2 in the run and 6.0 in the file")


def test_what_the_runs_warn_of_is_not_lost(run: Run, kits: dict[str, Path], tmp_path: Path) -> None:
    outputs = trial.make_outputs(kits["enhancement"], tmp_path / "outputs")
    joined = join([run("enhancement", "Auto enhance", subject=f"folder:{outputs}")])
    sentences = [str(plain(row[2])) for row in table(joined, "warnings").rows]
    assert any("1 outputs could not be scored and count as 0 points" in warning for warning in sentences)


def warned(run: RunFolder, folder: Path, *bodies: str, demonstration: bool = False) -> RunFolder:
    """Return a copy of a run with exactly these warnings."""
    plan = {**run.manifest.plan, "demonstration": demonstration}
    copy = RunFolder(trial_copy(run, folder, {"plan": plan}))
    notes = [Note(id=f"n-{body}", title=text("Warning"), role="warning", body=text(body)) for body in bodies]
    others = [block for block in run.results.blocks if not isinstance(block, Note)]
    copy.write("results.json", canonical.model_page(run.results.model_copy(update={"blocks": (*others, *notes)})))
    return RunFolder(folder)


@pytest.mark.parametrize("shown", [0, 1, 2, 3])
def test_a_warning_of_several_runs_is_listed_once(shown: int, run: Run, tmp_path: Path) -> None:
    own = [("classification", "Sort", "a"), ("enhancement", "Enhance", "ab"), ("segmentation", "Cut", "abc")]
    runs = [
        warned(run(kind, name), tmp_path / name, *bodies, demonstration=place < shown)
        for place, (kind, name, bodies) in enumerate(own)
    ]
    joined = join(runs)
    rows = [tuple(map(plain, row)) for row in table(joined, "warnings").rows]
    assert rows == [("all", None, "a", None), ("Enhance · Cut", None, "b", None), ("Cut", None, "c", "Report")]
    sentences = [
        str(block.body) for block in joined.blocks if isinstance(block, Note) and "Demonstration" in str(block.body)
    ]
    names = {0: [], 1: ["Sort: "], 2: ["Sort · Enhance: "], 3: [""]}[shown]
    assert sentences == [f"{name}Demonstration data: these numbers say nothing about any product." for name in names]
    # A single run is named, linked to its report.
    assert [plain(row[0]) for row in table(join(runs[:1]), "warnings").rows] == ["Sort"]


def test_the_page_reads_in_both_languages_and_leads_to_the_reports(
    run: Run, file: Callable[[str], ProductFile]
) -> None:
    joined = join([run("enhancement", "Auto enhance"), run("segmentation", "Cut-out")], file(FILE + CUT_OUT))
    assert say(joined.title, "zh") == "产品评测报告：Album 5.2"
    page = render_page(joined.title, joined.blocks, {}, elsewhere={"report-1": "runs/a/report.html"})
    assert 'href="./runs/a/report.html"' in page
    for zh in ("图像质量主观评价", "待主观评估", "未测试", "被测产品与测试环境（4.1）", "不设总分"):
        assert zh in page
    found = joined.as_json()
    assert [row["state"] for row in found["rows"]].count("scored") == 4
    assert found["product"]["operator"] == ["Laboratory 3"]


def test_hostile_names_stay_names(run: Run) -> None:
    hostile = "</td><script>alert(1)</script>\u202e"
    joined = join([run("enhancement", hostile, name=hostile)])
    page = render_page(joined.title, joined.blocks, {})
    assert "<script>alert" not in page
    assert "\u202e" not in page
