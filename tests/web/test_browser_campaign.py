"""Two whole campaigns in a real browser: from sealed runs and invitations to the product report with its seven rows."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from sqlalchemy import select

from album.classes import make_images
from album.masked import make_material
from mindsight import checker
from mindsight.cli import run
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.record.folder import RunFolder
from mindsight.web.database.tables import Place, Rater
from mindsight.web.store.campaign import Store
from record import trial
from web.test_browser import ARGUMENTS, check_language, ready
from web.test_faults import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here; a system package brings it"),
]
ITEMS = 31
"""The least number of the document: more than 30."""
LANGUAGES = {"R01": "zh", "R02": "en", "R03": "en"}
STRICT = {"R01": -5, "R02": 0, "R03": 9}
KINDS = ("classification", "enhancement", "segmentation")
SUBJECTS = {"classification": "colour-centroids", "enhancement": "nlmeans", "segmentation": "threshold"}
ROWS = {
    "en": ("Macro-F1", "Opinion on image quality", "PSNR score", "SSIM score", "Opinion on segmentation", "Pixel accuracy", "(IoU)"),
    "zh": ("Macro-F1", "图像质量主观评价", "峰值信噪比评分", "结构相似度评分", "图像分割主观评价", "像素准确度评分", "（IoU）"),
}  # fmt: skip
RATED = {"en": "rated by people", "zh": "主观评估"}
OTHER = {"en": "中文", "zh": "English"}
NUMBER = re.compile(r"\d{1,3}\.\d\d")


class Product(NamedTuple):
    """One product's three sealed runs, and the kits they were made on."""

    kits: dict[str, Path]
    runs: dict[str, Path]


def command(*words: object) -> None:
    assert run([str(word) for word in words]) == 0


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Product:
    base = tmp_path_factory.mktemp("product")
    kits = {kind: base / f"{kind}-kit" for kind in KINDS}
    photos = trial.make_photos(base / "photos", ITEMS)
    images, masks = make_material(base / "cutouts", ITEMS)
    classes = make_images(base / "classes", {"hat": 11, "shirt": 11})
    command("album", "kit", "enhancement", photos, "--out", kits["enhancement"])
    command("album", "kit", "segmentation", images, "--masks", masks, "--out", kits["segmentation"])
    command("album", "kit", "classification", classes, "--out", kits["classification"])
    facts = ("--name", "Album", "--product-version", "5.2", "--device", "Phone", "--system", "Any", "--network", "none")
    for kind, kit in kits.items():
        subject = f"baseline:{SUBJECTS[kind]}"
        form = ("--mask-from", "mask") if kind == "segmentation" else ()
        command("album", "run", kit, "--subject", subject, "--out", base / kind, *facts, *form)
    return Product(kits, {kind: base / kind for kind in KINDS})


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


def opinion(kind: str, item: str, rater: str) -> int:
    """Return what a rater thinks of an item: something else for each."""
    return (40 if kind == "enhancement" else 55) + int(item) % 30 + STRICT[rater]


def wanted(store: Store, kind: str, rater: str, place: int) -> int:
    """Return what a rater answers at a place: the known answer, or the own opinion."""
    with store.read() as session:
        known = session.scalars(select(Rater).where(Rater.pseudonym == rater)).one()
        found = session.get_one(Place, (known.id, place))
    if found.low is not None and found.high is not None:
        return round((found.low + found.high) / 2)
    return opinion(kind, store.folder.stimuli[found.stimulus].item, rater)


def rate(page: "Page", link: str, store: Store, kind: str, rater: str) -> int:
    """Rate everything behind a link by keyboard alone; return how many pages that were."""
    page.goto(link)
    for _ in range(2):
        check_language(page, LANGUAGES[rater])  # type: ignore[arg-type]
        with page.expect_navigation():
            page.locator("main form button").focus()
            page.keyboard.press("Enter")
    check_language(page, LANGUAGES[rater])  # type: ignore[arg-type]
    page.locator("input[value='bright']").focus()
    page.keyboard.press("Space")
    with page.expect_navigation():
        page.locator("input[name=inches]").focus()
        page.keyboard.press("Enter")
    seen = 0
    while page.locator("#item").count():
        if seen % 15 == 0:
            check_language(page, LANGUAGES[rater])  # type: ignore[arg-type]
        ready(page)
        place = int(page.locator("#item").get_attribute("data-place") or 0)
        page.keyboard.type(str(wanted(store, kind, rater, place)))
        with page.expect_navigation():
            page.keyboard.press("Enter")
        seen += 1
    check_language(page, LANGUAGES[rater])  # type: ignore[arg-type]
    return seen


def campaign(
    browser: "Browser", product: Product, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """Hold a campaign of three raters over one run and close it; return what went wrong in the browser."""
    command("rate", "new", product.runs[kind], "--kit", product.kits[kind], "--out", folder, "--least-viewing", 0,
            "--training", 1, "--qualification", 1, "--least-right", 1)  # fmt: skip
    store, faults = Store.open(CampaignFolder.open(folder)), []
    with served(folder) as (base, _):
        for rater, language in LANGUAGES.items():
            capsys.readouterr()
            command("rate", "invite", folder, "--rater", rater, "--language", language, "--url", base)
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.set_default_timeout(30_000)
            page = context.new_page()
            page.on("console", lambda said: faults.append(said.text))
            page.on("pageerror", lambda error: faults.append(str(error)))
            assert rate(page, capsys.readouterr().out.split()[1], store, kind, rater) > ITEMS
            context.close()
    store.engine.dispose()
    command("rate", "close", folder, "--yes")
    return faults


def test_two_campaigns_of_31_items_and_three_raters_fill_all_seven_rows(
    browser: "Browser", product: Product, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated = []
    for kind in ("enhancement", "segmentation"):
        assert campaign(browser, product, kind, tmp_path / kind, capsys) == []
        found = RunFolder.open(tmp_path / kind / "rated" / kind)
        assert checker.check(str(found.path))[0] == []
        items = [item.id for item in found.items]
        assert len(items) == ITEMS
        score = found.results.measure(f"album.{kind}_opinion")
        assert score.value == pytest.approx(np.mean([opinion(kind, item, rater) for item in items for rater in STRICT]))
        assert (score.n, found.results.measure(f"album.{kind}_opinion_raters").value) == (ITEMS, 3)
        assert [note.id for note in found.manifest.departures] == []
        rated.append(found.path)
    page = tmp_path / "product.html"
    command("album", "report", *product.runs.values(), *rated, "--out", page)
    shown = browser.new_page()
    shown.goto(page.as_uri())
    for language in ("en", "zh"):
        if shown.get_by_text(OTHER["zh" if language == "en" else "en"], exact=True).first.is_visible():
            shown.get_by_text(OTHER["zh" if language == "en" else "en"], exact=True).first.click()
        rows = [row.inner_text() for row in shown.locator("#summary tbody tr").all()]
        assert len(rows) == 7
        for row, name in zip(rows, ROWS[language], strict=True):
            assert name in row
            assert NUMBER.search(row), row
        assert [RATED[language] in row for row in rows] == [False, True, False, False, True, False, False]
    shown.close()
