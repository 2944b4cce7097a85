"""The documentation is correct: its examples run, its commands exist, its numbers are reproduced."""

import importlib.util
import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
import typer

from docs_pages import DOCS, EXAMPLES, FOLDERS, PAGES, ROOT, commands, page_named, run_in
from mindsight import album
from mindsight.album.kits.demonstration import compose_cutouts, cut_classes, cut_photographs
from mindsight.clauses import DOCUMENTS, clauses_of
from mindsight.cli.app import tree
from mindsight.cli.shared.settings import take_global_options
from mindsight.statistics import mean_interval

ENGLISH = [page for page in PAGES if not page.name.endswith(".zh.md")]
READ_BY_PEOPLE = [
    *PAGES,
    *(ROOT / name for name in ("README.md", "README.zh-CN.md", "CHANGELOG.md", "CONTRIBUTING.md")),
]


def script(name: str) -> Any:
    """Return a module of ``scripts``, which is no package."""
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


schemas = script("schemas")


def chinese(page: Path) -> Path:
    """Return the Chinese twin of an English page."""
    return page.with_name("README.zh-CN.md" if page.name == "README.md" else page.stem + ".zh.md")


# --- pages ---


@pytest.mark.parametrize("page", [*ENGLISH, ROOT / "README.md"], ids=lambda page: page.name)
def test_each_page_exists_in_both_languages_and_leads_to_the_other(page: Path) -> None:
    twin = chinese(page)
    assert twin.is_file()
    if page.name == "statistics.md":
        return  # its switch is that of the site
    assert f"[中文]({twin.name})" in page.read_text("utf-8")
    assert f"[English]({page.name})" in twin.read_text("utf-8")


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r"^ +- .*: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(page.relative_to(DOCS).as_posix() for page in PAGES)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_of_pages_can_be_taken_in_at_a_glance(folder: str) -> None:
    assert 3 <= len([page for page in ENGLISH if page.parent.name == folder]) <= 16


def test_no_two_pages_have_the_same_file_name() -> None:
    assert len({page.name for page in PAGES}) == len(PAGES)


def test_the_glossary_has_the_same_terms_in_both_languages() -> None:
    def terms(name: str) -> list[tuple[str, str, str]]:
        rows = re.findall(
            r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \| ([^|]+) \|$", page_named(name).read_text("utf-8"), re.MULTILINE
        )
        return rows[2:]

    found = terms("glossary.md")
    assert [row[:2] for row in found] == [row[:2] for row in terms("glossary.zh.md")]
    assert [row[2] for row in found] == [row[2] for row in terms("glossary.zh.md")]
    english = [row[0] for row in found]
    assert english == sorted(set(english), key=str.lower)
    assert len({row[1] for row in found}) == len(found)
    clauses = {f"{clause.document} {clause.number}" for name in DOCUMENTS for clause in clauses_of(name)}
    assert {row[2] for row in found} <= clauses | {"–"}


@pytest.mark.parametrize("page", [*ENGLISH, ROOT / "README.md"], ids=lambda page: page.name)
def test_both_languages_show_the_same_structure_and_commands(page: Path) -> None:
    def shape(each: Path) -> list[str]:
        text = each.read_text("utf-8")
        heads = re.findall(r"^(#+) ", text, re.MULTILINE)
        return [*heads, *re.findall(r"^```\S*|^--8<-- .*(?<!md\")$", text, re.MULTILINE)]

    def words(each: Path) -> list[list[str]]:
        # Names of products may be translated.
        return [[word for word in shlex.split(command) if word.isascii()][:6] for command in commands(each)]

    twin = chinese(page)
    assert shape(twin) == shape(page)
    assert words(twin) == words(page)


@pytest.mark.parametrize("page", READ_BY_PEOPLE, ids=lambda page: page.name)
def test_links_between_files_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists() or target.startswith("../generated/"), target


def test_every_example_is_shown_on_a_page_of_each_language() -> None:
    english = "".join(page.read_text("utf-8") for page in ENGLISH)
    mandarin = "".join(chinese(page).read_text("utf-8") for page in ENGLISH)
    for example in EXAMPLES.iterdir():
        if example.is_file():
            line = f'--8<-- "docs/examples/{example.name}"'
            assert line in english
            assert line in mandarin


@pytest.mark.parametrize("page", READ_BY_PEOPLE, ids=lambda page: page.name)
def test_pages_name_no_machine(page: Path) -> None:
    assert not re.search(r"(?<!\w)/(home|root)/|\.\./shared", page.read_text("utf-8"))


# --- the site ---


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material")
    target = tmp_path_factory.mktemp("site")
    # docs.build writes into the working tree; a copy keeps this test apart from it.
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(DOCS, copy / "docs", ignore=shutil.ignore_patterns("__pycache__", "generated"))
    shutil.copytree(ROOT / "scripts", copy / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "examples", copy / "examples")
    shutil.copyfile(ROOT / "mkdocs.yml", copy / "mkdocs.yml")
    run_in(copy, [sys.executable, "-m", "docs.build"])
    run_in(copy, [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(target)])
    return target


@pytest.mark.slow
def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    fetched = re.compile(r'<(?:script|img|iframe|source|link)\b[^>]*?(?:src|href)="?((?:https?:)?//[^" >]+)')
    loaded = re.compile(r"@import\s*[\"'(]|url\([\"']?(?:https?:)?//|unpkg|jsdelivr|cdnjs|googleapis|gstatic")
    pages = list(site.rglob("*.html"))
    assert len(pages) >= len(PAGES)
    assert {found for page in pages for found in fetched.findall(page.read_text("utf-8"))} == set()
    styles = [*site.rglob("*.css"), *site.rglob("bundle.*.js"), *pages]
    assert [file.name for file in styles if loaded.search(file.read_text("utf-8"))] == []


def test_a_reader_sees_his_language_around_the_page(site: Path) -> None:
    english, mandarin = (
        (site / "explanation" / name).read_text("utf-8") for name in ("readings.html", "readings.zh.html")
    )
    assert '<html lang="en"' in english
    assert '<html lang="zh"' in mandarin
    for page in ENGLISH:
        switch = f'href="{page.stem}.zh.html" hreflang="zh"'
        folder = site / page.parent.relative_to(DOCS)
        assert switch in (folder / f"{page.stem}.html").read_text("utf-8")
        switch = f'href="{page.stem}.html" hreflang="en"'
        assert switch in (folder / f"{page.stem}.zh.html").read_text("utf-8")
    assert "文件与格式" in mandarin
    assert "文件与格式" not in english
    assert "Files and formats" not in mandarin


def test_generated_references_are_in_the_site(site: Path) -> None:
    reference = site / "reference"
    assert "MINDSIGHT_ALBUM_RUN_WORKERS" in (reference / "commands.html").read_text("utf-8")
    assert "让产品处理测试包" in (reference / "commands.zh.html").read_text("utf-8")
    assert 'id="manifest-subject"' in (reference / "fields.html").read_text("utf-8")
    for page in ("python-api.html", "python-api.zh.html"):
        assert 'id="mindsight.album.psnr_db"' in (reference / page).read_text("utf-8")


def test_clause_tables_are_in_the_site(site: Path) -> None:
    reference = site / "reference"
    assert "album.enhancement.formulas.psnr_points" in (reference / "clauses.html").read_text("utf-8")
    assert "峰值信噪比评分" in (reference / "clauses.zh.html").read_text("utf-8")
    assert (site / "generated" / "gallery.html").is_file()


# --- commands ---


def resolved(words: list[str]) -> tuple[Any, list[str]]:
    """Return the command of a line, and its remaining words."""
    command: Any = typer.main.get_command(tree())
    while getattr(command, "commands", None) and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    return command, words


def documented() -> Iterator[Any]:
    for page in READ_BY_PEOPLE:
        for command in commands(page):
            if command.startswith("mindsight "):
                yield pytest.param(command, id=f"{page.name}: {command[:60]}")


@pytest.mark.parametrize("command", list(documented()))
def test_commands_shown_are_understood(command: str) -> None:
    leaf, words = resolved(take_global_options(shlex.split(command)[1:]))
    assert not getattr(leaf, "commands", None), "is no whole command"
    leaf.make_context("shown", list(words))


def test_a_command_that_does_not_exist_is_found() -> None:
    for wrong in (["album", "kit", "enhancement", "photos", "--oot", "kit"], ["verify", "--seed", "1", "run"]):
        leaf, words = resolved(wrong)
        with pytest.raises(Exception, match="No such option"):
            leaf.make_context("shown", words)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="the page tests ffmpeg")
def test_the_first_result_is_reached_as_the_page_says(tmp_path: Path) -> None:
    printed = [run_in(tmp_path, shlex.split(command)) for command in commands(page_named("first-result.md"))]
    assert len(printed) == 8
    for name in (
        "demo/enhancement.html",
        "demo/enhancement/nlmeans/report.html",
        "demo/classification.html",
        "demo/segmentation.html",
        "demo/product.html",
        "demo/home.html",
        "demo/home/oracle/report.html",
        "demo/vsig.html",
        "demo/vsig/oracle/report.html",
        "kit/operator-sheet.html",
        "runs/hqdn3d/report.html",
    ):
        assert (tmp_path / name).is_file(), name
    assert len(list((tmp_path / "demo" / "enhancement" / "photographs").rglob("*.png"))) == 33
    idle = json.loads((tmp_path / "demo" / "enhancement" / "identity" / "results.json").read_text("utf-8"))
    assert 90 <= next(m["value"] for m in idle["measures"] if m["name"] == "album.ssim") < 100
    manifest = json.loads((tmp_path / "runs" / "hqdn3d" / "manifest.json").read_text("utf-8"))
    assert manifest["departures"] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-home.md", "first-task.md", "first-vsig.md"])
def test_a_first_test_goes_as_the_page_says(name: str, tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    printed = [run_in(tmp_path, shlex.split(command)) for command in commands(page_named(name))]
    assert len(printed) >= 5
    assert (tmp_path / "comparison.html").is_file()
    assert (tmp_path / "runs" / "oracle" / "report.html").is_file()


# --- examples ---


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the examples and photographs, in which the first run was made."""
    folder = tmp_path_factory.mktemp("examples")
    for example in EXAMPLES.glob("*.py"):
        shutil.copy(example, folder)
    cut_photographs(folder / "photographs")
    (folder / "printed.txt").write_text(run_in(folder, [sys.executable, "album_first_run.py", "photographs"]), "utf-8")
    return folder


@pytest.mark.slow
def test_the_first_run_scores_a_python_product(workplace: Path) -> None:
    printed = (workplace / "printed.txt").read_text("utf-8")
    assert re.search(r"^album\.psnr +\d+\.\d\d points, 33 pictures$", printed, re.MULTILINE)
    assert re.search(r"^album\.ssim_gain +-?\d+\.\d\d points, 33 pictures$", printed, re.MULTILINE)


def test_two_pictures_are_scored(workplace: Path) -> None:
    reference = next((workplace / "kit" / "truth").glob("0001.*"))
    source = workplace / "kit" / "inputs" / "0001.png"
    printed = run_in(workplace, [sys.executable, "score_two_pictures.py", str(reference), str(source)])
    scores = album.score_pair(reference, source)
    assert f"PSNR {scores.psnr_db:.3f} dB, score {scores.psnr_points:.2f}" in printed
    assert f"SSIM {scores.ssim_index:.6f}, score {scores.ssim_points:.2f}" in printed


def test_a_record_is_read_without_mindsight(workplace: Path) -> None:
    arguments = [sys.executable, "-I", "-S", "read_a_record.py", "my-product"]  # no installed packages at all
    printed = run_in(workplace, arguments)
    results = json.loads((workplace / "my-product" / "results.json").read_text("utf-8"))
    assert printed.startswith("T/GDCSA 022-2024 · my product · complete\n")
    for measure in results["measures"]:
        assert measure["name"] in printed
    assert printed.splitlines()[-1].startswith("lowest PSNR scores: 00")


@pytest.mark.slow
def test_products_are_compared(workplace: Path) -> None:
    idle = ["mindsight", "album", "run", "kit", "--subject", "baseline:identity", "--out", "identity"]
    run_in(workplace, idle)
    printed = run_in(workplace, [sys.executable, "compare_products.py", "identity", "my-product"])
    assert re.search(
        r"^album\.psnr: my product less mindsight baseline: identity = -?\d+\.\d+ \[", printed, re.MULTILINE
    )
    assert len(printed.splitlines()) == 3


@pytest.mark.slow
def test_a_household_task_is_run_through_gymnasium(workplace: Path) -> None:
    printed = run_in(workplace, [sys.executable, "household_environment.py", "mindsight/Buttons-v2"])
    assert "a picture of (480, 640, 3)" in printed
    assert re.search(r"^outcome (TN, reward 1|FN, reward 0)$", printed, re.MULTILINE)


# --- schemas ---


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a kit of class images and one of masks."""
    folder = tmp_path_factory.mktemp("kits")
    cut_classes(folder / "classes")
    compose_cutouts(folder / "objects", folder / "masks")
    make = ["mindsight", "album", "kit"]
    run_in(folder, [*make, "classification", "classes", "--out", "classification"])
    run_in(folder, [*make, "segmentation", "objects", "--masks", "masks", "--out", "segmentation"])
    return folder


@pytest.mark.parametrize("name", list(schemas.SCHEMAS))
def test_published_schemas_are_current(name: str) -> None:
    assert schemas.path(name).read_text("utf-8") == schemas.page(name), "run: make schemas"


@pytest.mark.slow
def test_the_files_of_a_run_are_as_the_schemas_say(workplace: Path, kits: Path) -> None:
    def check(name: str, value: Any) -> None:
        jsonschema.Draft202012Validator(json.loads(schemas.path(name).read_text("utf-8"))).validate(value)

    run = workplace / "my-product"
    check("kit-enhancement", json.loads((workplace / "kit" / "kit.json").read_text("utf-8")))
    for kind in ("classification", "segmentation"):
        check(f"kit-{kind}", json.loads((kits / kind / "kit.json").read_text("utf-8")))
    check("manifest", json.loads((run / "manifest.json").read_text("utf-8")))
    check("results", json.loads((run / "results.json").read_text("utf-8")))
    for line in (run / "items.jsonl").read_text("utf-8").splitlines():
        check("item", json.loads(line))


# --- the numbers worked out by hand on the page of readings ---

REFERENCE = np.array([[50, 100], [150, 200]], np.uint8)
OUTPUT = np.array([[54, 96], [154, 196]], np.uint8)
INPUT = np.array([[58, 92], [158, 192]], np.uint8)
UPSIDE_DOWN = np.array([[200, 150], [100, 50]], np.uint8)


def by_program() -> dict[str, Callable[[], float]]:
    """Return each number of the page as printed there, with the function that computes it."""
    pair, own = album.pair_terms(REFERENCE, OUTPUT), album.pair_terms(REFERENCE, INPUT)
    points = album.psnr_points(album.psnr_db(pair))
    own_points = album.psnr_points(album.psnr_db(own))
    interval = mean_interval(np.array([70.0, 80.0, 90.0]), ["a", "b", "c"], level=0.95)
    assert interval is not None
    colour = np.array([[[200, 100, 50]]], np.uint8)
    return {
        "33.979 dB": lambda: album.psnr_db(pair),
        "36.090 dB": lambda: album.psnr_db(pair, peak=255),
        "75.918": lambda: points,
        "84.358": lambda: album.psnr_points(album.psnr_db(pair, peak=255)),
        "0.997388": lambda: album.ssim_index(pair),
        "99.739": lambda: album.ssim_points(album.ssim_index(pair)),
        "−0.981447": lambda: album.ssim_index(album.pair_terms(REFERENCE, UPSIDE_DOWN)),
        "27.959 dB": lambda: album.psnr_db(own),
        "47.753": lambda: own_points,
        "28.165": lambda: points - own_points,
        "37.959": lambda: (points + 0) / 2,
        "80 ± 24.841": lambda: (interval.high - interval.low) / 2,
        "124": lambda: float(album.grey(colour)[0, 0]),
    }


@pytest.mark.parametrize("shown", list(by_program()))
def test_numbers_worked_out_by_hand_are_the_programs(shown: str) -> None:
    written = re.sub(r"^80 ± | dB$", "", shown).replace("−", "-")
    decimals = len(written.partition(".")[2])
    assert f"{by_program()[shown]():.{decimals}f}" == written
    for page in ("readings.md", "readings.zh.md"):
        assert shown in page_named(page).read_text("utf-8")


def test_a_picture_of_four_pixels_has_no_windowed_ssim() -> None:
    with pytest.raises(ValueError, match="at least 11×11"):
        album.windowed_ssim(REFERENCE, OUTPUT)
