"""The pages of a real run in a real browser: clicked, switched, narrowed and printed."""

import base64
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
import skimage

from mindsight.album.kits.pictures import encode_png
from mindsight.record.folder import REPORT, RunFolder
from mindsight.report import render_html, words
from mindsight.report.labels import LABELS
from mindsight.text import Language, Text, say
from record import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here; a system package brings it"),
]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WIDE, NARROW = {"width": 1200, "height": 900}, {"width": 400, "height": 800}
PHOTOS = ("astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg")

PLAIN = "mindsight baseline: nlmeans"
HOSTILE = "</bdi><script>alert(1)</script>\"><img src=x onerror='alert(2)'>\u202egnp.exe\u2066"

PAGES = ("report", "failed", "comparison", "sheet")
"""The report of a baseline, the report of a folder with a failed output, both compared, and the operator's sheet."""

REPORTS = ("report", "failed")
SCORES = ("album.psnr", "album.ssim")
SWITCH: dict[Language, str] = {"zh": "中文", "en": "English"}
CHINESE = re.compile(r"[\u3400-\u9fff]")

# Words left untranslated in Chinese: abbreviations, units, programs, names, folders and placeholders.
SAME_IN_CHINESE = {
    *("PSNR", "SSIM", "IoU", "EXIF", "ITU-R", "dB", "ms", "GiB", "Lanczos"),
    *("Holm", "Python", "mindsight", "rescore", "inputs", "RESULTS", "sensitivity"),
    *("numpy", "opencv-python-headless", "pillow", "python", "scipy", "simplejpeg", "system"),
}
COMMAND = re.compile(r"mindsight( [A-Za-z-]+)+")
LATIN = re.compile(r"[A-Za-z0-9_.-]*[A-Za-z][A-Za-z0-9_.-]*")

# The sentences on the page with all details opened: text, and whether it is external data.
SENTENCES = """() => {
  document.querySelectorAll("details").forEach(one => { one.open = true; });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement, range = document.createRange();
    range.selectNodeContents(node);
    if (!node.data.trim() || holder.closest(".switch, .always")) continue;
    if (!holder.checkVisibility({visibilityProperty: true}) || !range.getClientRects().length) continue;
    found.push([node.data.trim(), holder.closest("bdi, code, .formulas") !== null]);
  }
  return found;
}"""

# The file in a picture, which may stand at an earlier place of the page.
SOURCE = """picture => {
  const held = picture.querySelector("image, use"), place = held.getAttribute("href");
  return held.localName === "image" ? place : document.querySelector(place).getAttribute("href");
}"""

HANDLERS = """() => [...document.querySelectorAll("*")].flatMap(
  one => [...one.attributes].map(attribute => attribute.name).filter(name => name.startsWith("on")))"""

OVERHANG = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass
class Visit:
    """A page in the browser, and the forbidden things it did."""

    page: "Page"
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda said: self.faults.append(f"console: {said.text}"))
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("dialog", self._dismiss)
        self.page.on("popup", lambda other: self.faults.append(f"window: {other.url}"))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _dismiss(self, dialog: "playwright.Dialog") -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def speak(self, language: Language) -> None:
        """Choose a language as a reader does."""
        self.page.locator(".switch label").get_by_text(SWITCH[language], exact=True).click()

    def sentences(self) -> list[str]:
        """Return our own visible sentences, except the switch and texts that are always in both languages."""
        return [said for said, is_data in self.page.evaluate(SENTENCES) if not is_data]


Open = Callable[..., Visit]


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages, as commands of mindsight wrote them. Not to be changed."""
    base = tmp_path_factory.mktemp("pages")
    (base / "photos").mkdir()
    for name in PHOTOS:
        shutil.copyfile(Path(skimage.__file__).parent / "data" / name, base / "photos" / name)
    kit, run, failed, comparison = (base / name for name in ("kit", "run", "failed", "comparison.html"))
    outputs = shutil.copytree(_prepared(kit, base / "photos") / "inputs", base / "outputs")
    (outputs / "0004.png").write_bytes(encode_png(np.zeros((24, 32, 3), np.uint8)))
    _mindsight("album", "run", kit, "--subject", "baseline:nlmeans", "--out", run)
    _mindsight("album", "run", kit, "--subject", f"folder:{outputs}", "--name", HOSTILE, "--out", failed, status=1)
    _mindsight("compare", run, failed, "--out", comparison)
    return {
        "report": run / REPORT,
        "failed": failed / REPORT,
        "comparison": comparison,
        "sheet": kit / "operator-sheet.html",
    }


def _prepared(kit: Path, photos: Path) -> Path:
    _mindsight("album", "kit", "enhancement", photos, "--out", kit, "--trial")
    return kit


def _mindsight(*arguments: str | Path, status: int = 0) -> None:
    done = trial.mindsight(*arguments)
    assert done.returncode == status, done.stderr


@pytest.fixture
def visit(browser: "Browser", files: dict[str, Path]) -> Iterator[Open]:
    """Return a function that opens a page, or any other file, in a separate browser context."""
    contexts = []

    def go(where: str | Path, *, scripts: bool = True, size: dict[str, int] = WIDE) -> Visit:
        contexts.append(browser.new_context(java_script_enabled=scripts, viewport=size))
        contexts[-1].set_default_timeout(10_000)
        found = Visit(contexts[-1].new_page())
        found.page.goto((files[where] if isinstance(where, str) else where).as_uri())
        return found

    yield go
    for context in contexts:
        context.close()


def in_view(place: "Locator") -> bool:
    """Return whether the place has a size and lies in the window from its upper to its lower edge."""
    box, window = place.bounding_box(), place.page.viewport_size
    assert window is not None
    if box is None or min(box["width"], box["height"]) <= 0:
        return False
    return box["y"] >= 0 and box["y"] + box["height"] <= window["height"]


def is_painted(picture: "Locator") -> bool:
    """Return whether the browser shows the picture's content there, not a blank or a symbol for a broken file."""
    held = _decoded(base64.b64decode(picture.evaluate(SOURCE).partition("base64,")[2]))
    shown = _decoded(picture.screenshot())
    if held is None or shown is None:
        return False
    # Without the edges, which may be cut through a pixel, and so small that the way of scaling no longer shows.
    first, second = (
        cv2.resize(one[3:-3, 3:-3], (16, 16), interpolation=cv2.INTER_AREA).ravel() for one in (held, shown)
    )
    return float(np.corrcoef(first, second)[0, 1]) > 0.9


def _decoded(data: bytes) -> "cv2.typing.MatLike | None":
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)


def by_id(page: "Page", place: str) -> "Locator":
    return page.locator(f'[id="{place}"]')


def untranslated(sentence: str) -> list[str]:
    """Return the English words of a sentence; numbers, versions, hashes, file names and paths are no words."""
    for name in (PLAIN, words.clean(HOSTILE)):
        sentence = sentence.replace(name, "")
    tokens = [token.strip(".-") for token in LATIN.findall(COMMAND.sub("", sentence))]
    return [one for one in tokens if len(one) > 1 and one not in SAME_IN_CHINESE and not re.search(r"[0-9_.]", one)]


# --- every page ---


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_a_complaint_and_asks_for_nothing_but_itself(
    name: str, visit: Open, files: dict[str, Path]
) -> None:
    opened = visit(name)
    for language in SWITCH:
        opened.speak(language)
        assert len(opened.sentences()) > 20
    opened.page.locator(".to-top").click()
    outside = [url for url in opened.requests if not url.startswith(("data:", files[name].as_uri()))]
    assert (opened.faults, outside) == ([], [])


def test_a_page_that_errs_or_asks_outside_would_be_noticed(visit: Open, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text("<img src='http://127.0.0.1:9/x.png'><script>alert('open'); console.log('said'); nothing()</script>")
    opened = visit(bad)
    assert {fault.partition(":")[0] for fault in opened.faults} == {"console", "dialog", "error"}
    assert "http://127.0.0.1:9/x.png" in opened.requests


@pytest.mark.parametrize(("name", "scripts"), [*((name, True) for name in PAGES), ("report", False)])
def test_english_shows_no_chinese_and_chinese_no_english(name: str, scripts: bool, visit: Open) -> None:
    opened = visit(name, scripts=scripts)
    assert [said for said in opened.sentences() if CHINESE.search(said)] == []
    opened.speak("zh")
    assert CHINESE.search(opened.page.locator("h1").inner_text())
    assert {said: left for said in opened.sentences() if (left := untranslated(said))} == {}
    opened.speak("en")
    assert [said for said in opened.sentences() if CHINESE.search(said)] == []


def test_words_left_in_english_would_be_noticed() -> None:
    assert untranslated("峰值信噪比（PSNR）：0001.png 为 26.1 dB，用 mindsight album score kit 计算") == []
    assert untranslated(f"{PLAIN} 与 {words.clean(HOSTILE)}：album.psnr，SHA-256 011448bddc18") == []
    assert untranslated("已损坏（image file is truncated）。") == ["image", "file", "is", "truncated"]
    assert untranslated("yes") == ["yes"]


@pytest.mark.parametrize("name", PAGES)
def test_a_narrow_window_never_scrolls_sideways(name: str, visit: Open) -> None:
    opened = visit(name, size=NARROW)
    for language in SWITCH:
        opened.speak(language)
        assert opened.sentences()
        assert opened.page.evaluate(OVERHANG) == 0, language


# --- reports ---


def test_a_report_written_in_chinese_opens_in_chinese(visit: Open, files: dict[str, Path], tmp_path: Path) -> None:
    page = tmp_path / REPORT
    page.write_text(render_html(RunFolder.open(files["report"].parent), language="zh"), encoding="utf-8")
    opened = visit(page)
    assert CHINESE.search(opened.page.locator("h1").inner_text())
    assert {said: left for said in opened.sentences() if (left := untranslated(said))} == {}


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", REPORTS)
def test_a_trial_says_so_first_and_always_in_both_languages(name: str, size: dict[str, int], visit: Open) -> None:
    opened = visit(name, size=size)
    banner = opened.page.get_by_role("alert")
    for language in SWITCH:
        opened.speak(language)
        assert in_view(banner)
        box, heading = banner.bounding_box(), opened.page.locator("h1").bounding_box()
        assert box is not None
        assert heading is not None
        assert box["y"] + box["height"] <= heading["y"]
        for spoken in SWITCH:
            for key in ("trial", "trial_body"):
                assert in_view(banner.get_by_text(say(LABELS[key], spoken), exact=True)), (language, spoken, key)


@pytest.mark.parametrize("name", REPORTS)
def test_every_score_of_the_summary_is_a_link(name: str, visit: Open) -> None:
    opened = visit(name)
    numbers = opened.page.locator("#summary td:nth-child(5)").filter(has_text=re.compile(r"^[0-9.]+$"))
    assert numbers.count() == len(SCORES)
    links = opened.page.locator("#summary a").all()
    assert list(dict.fromkeys(link.get_attribute("href") for link in links)) == [
        f"#measure-{score}" for score in SCORES
    ]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("score", SCORES)
def test_two_clicks_lead_from_a_score_to_the_picture_behind_it(score: str, scripts: bool, visit: Open) -> None:
    page = visit("report", scripts=scripts).page
    link = page.locator(f'#summary a[href="#measure-{score}"]').first
    shown = link.inner_text()
    link.click()
    card = by_id(page, f"measure-{score}")
    assert in_view(card)
    assert card.locator(".value").inner_text() == shown
    card.locator(".chips a").first.click()
    item = page.locator("article.item:target")
    assert in_view(item.locator("h3"))
    pictures = item.locator("svg.image").all()
    assert len(pictures) == 5
    for picture in pictures:
        assert in_view(picture)
        assert is_painted(picture)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("score", SCORES)
def test_two_clicks_lead_from_a_score_to_clause_reading_and_terms(score: str, scripts: bool, visit: Open) -> None:
    page = visit("report", scripts=scripts).page
    page.locator(f'#summary a[href="#measure-{score}"]').first.click()
    card = by_id(page, f"measure-{score}")
    clause = page.locator("section.clause").filter(has=card)
    places = {
        "clause": (card.locator("dd a"), clause.locator("h3")),
        "readings": (_link(card, LABELS["readings"]), clause.locator(".how-read")),
        "terms_link": (_link(card, LABELS["terms_link"]), page.locator("#terms tbody tr").first),
    }
    for name, (link, place) in places.items():
        assert in_view(link), name
        link.click()
        assert in_view(place), name
        assert place.inner_text().strip()
        page.go_back()


def _link(card: "Locator", label: Text) -> "Locator":
    return card.locator("a").filter(has_text=say(label, "en"))


def test_a_failed_output_is_named_and_its_reference_shown(visit: Open) -> None:
    page = visit("failed").page
    page.locator("#failures a").click()
    item = page.locator("article.item.failed:target")
    assert in_view(item.locator(".error"))
    assert "32×24" in item.locator(".error").inner_text()
    assert all(is_painted(picture) for picture in item.locator("svg.image").all())


@pytest.mark.parametrize("name", ["failed", "comparison"])
def test_a_hostile_name_is_shown_and_does_nothing(name: str, visit: Open) -> None:
    opened = visit(name)
    assert opened.page.locator("body").get_by_text(words.clean(HOSTILE)).filter(visible=True).count()
    assert opened.page.locator("script, img, iframe, object, embed, form, link, base").count() == 0
    assert opened.page.evaluate(HANDLERS) == []
    assert not set("\u202e\u2066") & set(opened.page.content())
    assert opened.faults == []


@pytest.mark.parametrize("language", SWITCH)
def test_a_printed_report_has_pages_and_no_controls(language: Language, visit: Open) -> None:
    opened = visit("report")
    opened.speak(language)
    assert len(re.findall(rb"/Type\s*/Page\b", opened.page.pdf(prefer_css_page_size=True))) > 1
    opened.page.emulate_media(media="print")
    assert opened.page.get_by_role("alert").is_visible()
    assert not opened.page.locator(".switch").is_visible()
    assert not opened.page.locator(".to-top").is_visible()
    assert bool(CHINESE.search(opened.page.locator("h1").inner_text())) == (language == "zh")
