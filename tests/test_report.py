"""Reports: every kind of block is drawn, both languages are in the file, nothing is active, the same run gives the same bytes."""

import html
import importlib.util
import io
import re
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mindsight.cli.shared.terminal import PLACEHOLDERS, block_view, print_summary
from mindsight.errors import MissingExtra, RecordError
from mindsight.record import canonical
from mindsight.record.blocks import (
    Block,
    Column,
    Confusion,
    Curve,
    Level,
    Link,
    Mark,
    Note,
    Paragraphs,
    Picture,
    Range,
    Ranges,
    Series,
    Span,
    Strip,
    Table,
    Timeline,
    Track,
)
from mindsight.record.folder import REPORT, RESULTS, SCORES, RunFolder
from mindsight.record.model import (
    Data,
    Document,
    Draft,
    Interval,
    Manifest,
    Measure,
    Results,
    Scalar,
    Signature,
    Subject,
)
from mindsight.record.scores import ScoreTable, to_csv
from mindsight.report import figures, render_html, render_page, words, write_report
from mindsight.report import html as html_module
from mindsight.report.blocks import DRAWINGS, kinds
from mindsight.report.labels import LABELS
from mindsight.report.media import embed
from mindsight.text import spelled, text

_SPEC = importlib.util.spec_from_file_location("gallery", Path(__file__).parent.parent / "docs" / "gallery.py")
assert _SPEC is not None
assert _SPEC.loader is not None
gallery = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(gallery)

VOID = {"meta", "input", "br", "image", "img"}
HOSTILE = (
    "<script>alert(1)</script>",
    "$x^2$ and \\frac{1}{2}",
    "</svg></style></title><img src=x onerror=alert(1)>",
    "\u202egnp.exe\u2066",
    '" onmouseover="alert(1)',
    "{message} {{ 7*7 }} {% raw %}",
    "a\x00b\x1b[31mred",
    "n" * 10_000,
)


class Chinese:
    """A catalogue in which every message is translated, so that a missing translation shows."""

    def gettext(self, message: str) -> str:
        return f"【{message}】"


@pytest.fixture(autouse=True)
def _languages(monkeypatch: pytest.MonkeyPatch) -> None:
    import gettext

    monkeypatch.setattr(
        "mindsight.text.catalogue", lambda language: Chinese() if language == "zh" else gettext.NullTranslations()
    )


class Reader(HTMLParser):
    """Parses a page strictly: balanced tags, and lists of elements, ids, links and external references."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.faults: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-3:]} at {self.getpos()}")
        else:
            self.open.pop()

    def _take(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.append((name, value or ""))
            if name == "id":
                self.ids.append(value or "")
            if name in {"href", "xlink:href"} and (value or "").startswith("#"):
                self.links.append((value or "")[1:])


def check_page(page: str) -> Reader:
    """Check the invariants of every page."""
    reader = Reader(page)
    assert not reader.faults, reader.faults[:5]
    assert len(reader.ids) == len(set(reader.ids)), "an id stands twice"
    assert not (set(reader.links) - set(reader.ids)), "a link leads nowhere"
    assert not reader.tags & {"script", "iframe", "object", "embed", "link", "form", "base", "foreignobject"}
    for name, value in reader.attributes:
        assert not name.startswith("on"), name
        if name in {"src", "href", "xlink:href", "action", "data"}:
            assert value.startswith(("#", "data:image/")), (name, value[:80])
        if name == "style":
            assert "url(" not in value
    styles = "".join(re.findall(r"<style.*?>(.*?)</style>", page, re.DOTALL))
    assert "@import" not in styles
    assert "http" not in styles
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b]", page), "a control character is live"
    return reader


# --- a run, made of the models alone ---


def make_run(folder: Path, *, items: int = 6, name: str = "Lumen Album", **changes: Any) -> RunFolder:
    """Write a complete run folder; ``name`` is used in every place for a name."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    data = folder.parent / "kit.json"
    data.write_text("{}")
    identity: dict[str, Scalar] = {"document": "T/GDCSA 022-2024", "n": items, "data": "sha256-" + "a" * 64}
    note = Note(id="reading-1", title=text("Reading"), role="reading", clause="6.3.2", body=text("MAX_I is the peak."))
    manifest = Manifest(
        document=Document(suite="album", number="T/GDCSA 022-2024", edition="2024-12-20", title=text("Enhancement")),
        kind="other",
        plan={"kit": name, "trial": False, "profile": {"peak": "reference"}},
        identity=identity,
        subject=Subject(spec="folder:out", name=name, version="4.1"),
        data=Data(name=name, file="kit.json", sha256=canonical.sha256(b"{}"), instances=items, files=2 * items),
        seeds={"noise": 7},
        software={"python": "3.11.7"},
        hardware={"cores": 8},
        started="2026-11-20T08:00:00Z",
        readings=(note,),
    ).model_copy(update=changes)
    run = RunFolder.create(folder, manifest, data=data)
    picture = run.put_media(gallery.media()["scene.png"], ".png")
    ids = [f"{number:04d}" for number in range(1, items)] + [name[:200] + "-last"]
    with run.log() as log:
        for number, id_ in enumerate(ids):
            log.append(_draft(id_, number, name))
        sealed = log.seal()
    scores = {"album.psnr": [20.0 + number for number in range(items)], "album.psnr_gain": [0.5] * items}
    import numpy as np

    table = ScoreTable(ids, ids, ["scored"] * items, ["scored"] * items, {k: np.array(v) for k, v in scores.items()})
    run.write(SCORES, to_csv(table))
    signature = Signature(identity=identity, environment={})
    run.write_model(RESULTS, _results(ids, signature, picture, name))
    state = changes.get("state", "complete")
    run.write_model(
        "manifest.json", manifest.model_copy(update={"state": state, "ended": "2026-11-20T08:05:00Z", "items": sealed})
    )
    return run


def _draft(id_: str, number: int, name: str) -> Draft:
    failed = number == 2
    return Draft(
        id=id_,
        instance="b" * 64,
        cluster=name,
        status="failed" if failed else "scored",
        outcome="wrong_size" if failed else "scored",
        answer={"file": name, "sha256": "c" * 64},
        terms={"output": {"squared_error": 10 * number, "pixels": 400}, "windowed": 0.5},
        notes=(text("{file}: has a profile", file=name),) if number == 1 else (),
        error=text("the output {file} is too small", file=name) if failed else None,
    )


def _results(ids: list[str], signature: Signature, picture: str, name: str) -> Results:
    def measure(named: str, value: float | None, status: Any = "scored") -> Measure:
        interval = Interval(low=19.5, high=24.5, level=0.95, method="clustered t") if value is not None else None
        return Measure(
            name=named, value=value, status=status, unit="points", clause="6.3.2", n=len(ids), interval=interval,
            low=0, high=100, signature=signature,
        )  # fmt: skip

    left, right = Column(title=text("Measure"), align="left"), Column(title=text("Score"), decimals=2)
    summary = Table(
        id="summary",
        title=text("Table 1"),
        columns=(left, right),
        rows=((text("Image enhancement"), Link(value=22.5, target="measure-album.psnr")),),
    )
    overview = Table(
        id="overview",
        title=text("Overview"),
        columns=(left, right, Column(title=text("Gain"))),
        rows=(
            (
                text("PSNR score"),
                Link(value=22.5, target="measure-album.psnr"),
                Link(value=text("not_scored"), target="measure-album.psnr_gain"),
            ),
        ),
    )
    worst = Table(
        id="worst",
        title=text("The worst"),
        columns=(left, right),
        rows=tuple((Link(value=one, target=f"item-{one}"), 20.0) for one in ids[:2]),
    )
    warning = Note(
        id="warning-1", title=text("Warning"), role="warning", clause="6.3.2", body=text("Look: {n}", n=name)
    )
    mark = Mark(x=4, y=4, x2=30, y2=30, label=name[:99])
    shown = (Picture(media=picture, caption=text("output"), marks=(mark,)),)
    strips = tuple(
        Strip(id=f"strip-{one}", item=one, title=text("Picture {id}", id=one), pictures=shown) for one in ids
    )
    return Results(
        measures=(measure("album.psnr", 22.5), measure("album.psnr_gain", None, "not_scored")),
        blocks=(summary, warning, overview, *hostile_blocks(name)[:1], worst, *strips),
    )


def hostile_blocks(name: str) -> tuple[Block, ...]:
    """Blocks with the name in every place that takes one."""
    said = text("{name}", name=name)
    series = (Series(name=said, x=(1, 2), y=(3, 4), style="bars"),)
    rows = ((name,), (said,), (Link(value=name, target=name),))
    spans = (Span(begin_ms=1, end_ms=5, label=name), Span(begin_ms=4, label=name))
    picture = Picture(media="scene.png", caption=said, marks=(Mark(x=1, y=2, label=name),))
    return (
        Curve(id="distribution", title=said, x_label=said, y_label=said, series=series),
        Table(id=name, title=said, columns=(Column(title=said),), rows=rows),
        Confusion(id="c", title=said, actual=(name, "b"), predicted=(name, "b"), counts=((3, 1), (0, 0))),
        Timeline(id="t", title=said, tracks=(Track(name=said, spans=spans),)),
        Strip(id="s", title=said, pictures=(picture,)),
        Note(id="n", title=said, role="warning", clause=name, body=said),
    )


# --- blocks ---


def test_every_kind_of_block_has_a_drawing_a_template_and_a_word_for_the_terminal() -> None:
    assert set(DRAWINGS) == set(kinds()) == {one.kind for one in gallery.blocks()}
    assert set(PLACEHOLDERS) | {"table", "note", "text"} == set(kinds())
    for kind in kinds():
        html_module.environment().get_template(f"blocks/{kind}.html.j2")


@pytest.mark.parametrize("kind", kinds())
def test_each_kind_of_block_is_drawn_with_its_title(kind: str) -> None:
    for block in (one for one in gallery.blocks() if one.kind == kind):
        page = render_page(text("Page"), [block], gallery.media())
        check_page(page)
        assert html.escape(str(block.title)) in page
        assert "cannot be shown" not in page


def test_the_gallery_is_one_page_of_every_kind(tmp_path: Path) -> None:
    page = gallery.build(tmp_path / "gallery.html", language="zh").read_text()
    reader = check_page(page)
    assert {"svg", "table", "mask", "figure", "aside"} <= reader.tags
    assert '<html lang="zh">' in page
    assert re.search(r'id="language-zh"[^>]* checked', page)


def test_values_are_on_their_axis_with_interval_level_and_figures() -> None:
    block = Ranges(
        id="r",
        title=text("Values with their intervals"),
        ranges=(Range(name="a", value=0.25, low=0.0, high=1.5), Range(name=text("b"), value=-0.5, target="elsewhere")),
        levels=(Level(name=text("mean"), value=0.5),),
        low=-0.5,
    )
    drawn = DRAWINGS["ranges"](block, "")
    assert [tuple(spot) for spot in drawn["spots"]] == [(50.0, 33.33, 66.67), (0.0, 0.0, 0.0)]
    assert [tick for _, tick in drawn["ticks"]] == [-0.5, 0.0, 0.5, 1.0]
    page = render_page(text("Page"), [block], {})
    check_page(page)
    assert "0.250 <small>0.000 … 1.500</small>" in page
    assert "−0.500" in page
    assert "elsewhere" not in page


def test_sentences_of_both_languages_are_cut_later_than_names() -> None:
    long = spelled("字" * 400, "word " * 80)
    zh, en = words.shortened(long)
    assert (zh.strip("【】"), en) == ("字" * 400, "word " * 80)
    assert "…" in words.shortened(text("{name}", name="a" * 400)).en


def test_a_picture_shown_twice_is_embedded_once() -> None:
    block = next(one for one in gallery.blocks() if isinstance(one, Strip))
    page = render_page(text("Page"), [block, block], gallery.media())
    check_page(page)
    assert page.count("data:image/png") == len(block.pictures)
    assert page.count("<use ") == len(block.pictures)


@pytest.mark.parametrize(
    "name", ["../secret.png", "/etc/passwd", "a/b.png", ".hidden", "..", "", "a\x00.png", "a" * 300]
)
def test_a_picture_is_taken_from_the_media_folder_only(name: str, tmp_path: Path) -> None:
    block = Strip(id="s", title=text("Strip"), pictures=(Picture(media=name, caption=text("x")),))
    with pytest.raises(RecordError, match="plain name"):
        render_page(text("Page"), [block], {name: b"x"})


def test_a_link_in_the_media_folder_is_not_followed(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    (tmp_path / "secret.png").write_bytes(gallery.media()["scene.png"])
    for file in (run.path / "media").iterdir():
        file.unlink()
        file.symlink_to(tmp_path / "secret.png")
    assert "data:image" not in render_html(run)


def test_what_is_no_picture_is_named_not_shown() -> None:
    block = Strip(id="s", title=text("Strip"), pictures=(Picture(media="a.svg", caption=text("x")),))
    for data in (b"<svg onload=alert(1)>", b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"):
        page = render_page(text("Page"), [block], {"a.svg": data})
        check_page(page)
        assert "The picture a.svg cannot be shown." in page


def test_picture_sizes_are_read_from_the_files() -> None:
    import cv2
    import numpy as np

    pixels = np.zeros((37, 53, 3), np.uint8)
    for suffix in ("png", "jpeg", "webp", "gif"):
        done, data = cv2.imencode("." + suffix, pixels)
        found = embed(data.tobytes(), 0)
        assert done
        assert found is not None
        assert (found.width, found.height) == (53, 37)
        assert found.uri.startswith(f"data:image/{suffix};")


# --- figures ---


def test_a_figure_gives_the_same_bytes_twice_and_its_own_ids() -> None:
    curve = next(one for one in gallery.blocks() if isinstance(one, Curve))
    assert figures.curve_svg(curve, prefix="a") == figures.curve_svg(curve, prefix="a")
    one, two = (set(re.findall(r'id="([^"]+)"', figures.curve_svg(curve, prefix=prefix))) for prefix in "ab")
    assert one
    assert not one & two


def test_a_figure_needs_no_font_of_the_machine(recwarn: pytest.WarningsRecorder) -> None:
    title = text("中文 עברית $\\frac$")
    curve = Curve(id="c", title=title, x_label=title, y_label=title, series=(Series(name=title, x=(0, 1), y=(0, 1)),))
    svg = figures.curve_svg(curve, prefix="a")
    assert "中" not in svg
    assert "$" not in svg
    assert not recwarn.list


@pytest.mark.parametrize(("lowest", "below"), [(0.0, False), (-0.5, True)])
def test_an_axis_of_nothing_but_zeros_does_not_reach_below_them(lowest: float, below: bool) -> None:
    title = text("shares")
    series = Series(name=title, x=(0, 1), y=(0, lowest))
    svg = figures.curve_svg(Curve(id="c", title=title, x_label=title, y_label=title, series=(series,)), prefix="a")
    assert (re.search("\u2212|-2212", svg) is not None) is below


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ((), ()),
        ((1.0,), (2.0,)),
        ((1.0, 1.0), (2.0, 3.0)),
        ((0.0, 1.0), (float("nan"), float("inf"))),
        ((0.0,), (0.0,)),
    ],
)
@pytest.mark.parametrize("style", ["line", "steps", "points", "bars"])
def test_odd_series_are_drawn_all_the_same(x: tuple[float, ...], y: tuple[float, ...], style: Any) -> None:
    series = Series(name=text("s"), x=x, y=y, style=style)
    assert "<svg" in figures.curve_svg(
        Curve(id="c", title=text("t"), x_label=text("x"), y_label=text("y"), series=(series,)), prefix="p"
    )


@pytest.mark.parametrize("missing", ["jinja2", "matplotlib"])
def test_a_missing_extra_is_named_with_its_remedy(
    missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    html_module.environment.cache_clear()
    with pytest.raises(MissingExtra, match=re.escape("pip install 'mindsight[report]'")):
        gallery.build(tmp_path / "gallery.html")
    html_module.environment.cache_clear()


# --- reports ---


def test_a_report_leads_from_a_number_to_clause_reading_terms_and_picture(tmp_path: Path) -> None:
    page = render_html(make_run(tmp_path / "run"))
    reader = check_page(page)
    for place in ("measure-album.psnr", "clause-6.3.2", "item-0001", "terms", "readings", "verify", "reading-1"):
        assert place in reader.ids
    card = page[page.index('id="measure-album.psnr"') :]
    card = card[: card.index("</article>")]
    for link in ("#clause-6.3.2", "#item-0001", "#terms"):
        assert f'href="{link}"' in card
    for said in ("22.50", "19.50 … 24.50", "clustered t", "album.psnr"):
        assert said in card
    # One signature for all measures of a clause is shown above them.
    assert page[: page.index('id="measure-album.psnr"')].count("document:T/GDCSA 022-2024") == 1
    assert "document:T/GDCSA" not in card
    assert "Score of the peak signal-to-noise ratio" in card
    assert "峰值信噪比评分" in card
    item = page[page.index('id="item-0001"') :]
    item = item[: item.index("</article>")]
    assert "squared_error" in item
    assert "<svg" in item
    assert "c" * 64 in item


def test_the_formulas_of_a_clause_are_beside_its_readings_and_nowhere_else(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    lines = (text("(5)  PSNR = 20 × log₁₀(MAX_I / √MSE)"), text("I is the <reference>."))
    blocks = [
        Paragraphs(id=f"formulas-{clause}", title=text("Formulas"), paragraphs=lines) for clause in ("6.3.2", "9.9")
    ]
    run.write_model(RESULTS, run.results.model_copy(update={"blocks": (*run.results.blocks, *blocks)}))
    page = render_html(run)
    check_page(page)
    clause = page[page.index('id="clause-6.3.2"') : page.index('id="measure-album.psnr"')]
    assert clause.index("log₁₀(MAX_I / √MSE)") < clause.index("MAX_I is the peak.")
    assert "I is the &lt;reference&gt;." in clause
    # Those of a clause without measures are not lost.
    assert page.count('<span lang="en">(5)  PSNR') == 2
    assert page.index('id="formulas-9.9"') < page.index('id="measures"')


def test_terms_are_shown_with_their_range_and_never_added_up(tmp_path: Path) -> None:
    page = render_html(make_run(tmp_path / "run", items=6))
    terms = page[page.index('id="terms"') :]
    terms = terms[: terms.index("</section>")]
    row = terms[terms.index("output.squared_error") :]
    assert re.findall(r'<td class="right">([^<]*)</td>', row[: row.index("</tr>")]) == ["6", "0", "50"]
    assert "150" not in terms
    assert "Terms over all items" not in page


def test_a_page_leads_elsewhere_only_where_its_maker_says(tmp_path: Path) -> None:
    cells = tuple((Link(value=target, target=target),) for target in ("there", "javascript:alert(1)", "nowhere"))
    table = Table(id="t", title=text("T"), columns=(Column(title=text("c")),), rows=cells)
    elsewhere = {"there": '../a b/"x"/javascript:alert(1).html'}
    page = render_page(text("Page"), [table], {}, elsewhere=elsewhere)
    assert re.findall(r'href="([^"#]+)"', page) == ["./../a%20b/%22x%22/javascript%3Aalert%281%29.html"]
    assert "href" not in render_page(text("Page"), [table], {}).split("<main")[1].split("</main>")[0]


def test_a_report_says_what_is_not_stated_and_what_departs(tmp_path: Path) -> None:
    page = render_html(make_run(tmp_path / "run"))
    assert page.count("not stated</span>") >= 3
    departures = page[page.index('id="departures"') :]
    assert '<p><span lang="zh">【none】</span>' in departures[: departures.index("</section>")]
    assert 'class="banner' not in page


def test_a_trial_and_an_unfinished_run_say_so_on_top_in_both_languages(tmp_path: Path) -> None:
    body = text("Non-conforming trial: {found} references.", found=6)
    trial = Note(id="departure-trial", title=text("Departure"), role="departure", clause="5.3-enhancement-a", body=body)
    page = render_html(make_run(tmp_path / "run", departures=(trial,), state="interrupted"))
    check_page(page)
    banner = page[page.index('class="banner"') : page.index("<h1>")]
    assert (
        '<strong class="always"><span lang="zh">【Non-conforming trial】</span><span lang="en">Non-conforming trial'
        in banner
    )
    assert "Unfinished run" in banner


def test_a_run_without_results_has_a_report(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    (run.path / RESULTS).unlink()
    (run.path / SCORES).unlink()
    page = render_html(run)
    check_page(page)
    assert "This record holds no results yet." in page


def test_every_fixed_text_is_in_both_languages(tmp_path: Path) -> None:
    page = render_html(make_run(tmp_path / "run"))
    zh, en = (set(re.findall(rf'<span lang="{language}">', page)) for language in ("zh", "en"))
    assert page.count('<span lang="zh">') == page.count('<span lang="en">') > 100
    assert zh
    assert en
    for key in (
        "results",
        "measures",
        "items_section",
        "readings",
        "departures",
        "environment",
        "verify",
        "signature_of_all",
    ):
        message = html.escape(LABELS[key].message)
        assert f'<span lang="zh">【{message}】</span><span lang="en">{message}</span>' in page


@pytest.mark.parametrize("name", HOSTILE)
def test_names_from_outside_are_shown_and_never_active(name: str, tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", name=name)
    shown = html.escape(words.clean(name), quote=False)[:30]
    for page in (render_html(run), render_page(text("{n}", n=name), hostile_blocks(name), gallery.media())):
        check_page(page)
        assert shown in page.replace("&#34;", '"')
        assert "49" not in re.findall(r"<h1>(.*?)</h1>", page)[0]
    if len(name) > 1000:
        assert f'title="{name}"' in page
        assert not re.search(r">[^<]{5000}", page.split("</style>")[1])


def test_a_long_record_is_cut_and_says_so(tmp_path: Path) -> None:
    page = render_html(make_run(tmp_path / "run", items=230))
    check_page(page)
    rows = page[page.index('<table class="items">') :]
    shown = set(re.findall('href="#item-([^"]*)"', rows[: rows.index("</table>")]))
    linked = set(re.findall('href="#item-([^"]*)"', page[: page.index('<table class="items">')]))
    assert linked <= shown
    assert 200 <= len(shown) < 230
    # Drawn from all of them, and not the first.
    assert len([name for name in shown - linked if name.isdecimal() and int(name) > 200]) > 10
    assert f"{230 - len(shown)} more are in scores.csv; mindsight items shows" in page


def test_writing_a_report_renews_the_seal_and_gives_the_same_bytes(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    run.seal()
    path = write_report(run, language="zh")
    first = path.read_bytes()
    assert path == run.path / REPORT
    assert write_report(run, language="zh").read_bytes() == first
    sums = (run.path / "SHA256SUMS").read_text()
    assert f"{canonical.sha256(first)}  report.html\n" in sums


def test_an_unfinished_run_gets_a_report_and_no_seal(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", state="interrupted")
    write_report(run)
    assert not (run.path / "SHA256SUMS").exists()


def test_a_report_of_usual_size_is_quick(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", items=34)
    started = time.perf_counter()
    page = render_html(run)
    assert time.perf_counter() - started < 3
    assert len(page) < 1_000_000


# --- words ---


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (81.256, 2, "81.26"), (-0.001, 2, "0.00"), (-3.5, 1, "−3.5"), (1234, None, "1234"), (1234567, None, "1\u202f234\u202f567"),
        (45506695.9, None, "45\u202f506\u202f695.9"), (0.123456789, None, "0.123457"), (float("inf"), 2, "∞"), (34, 0, "34"),
        (float("nan"), None, "—"), (True, None, "yes"), (1e-7, None, "1e-07"), (7, 2, "7.00"),
    ],
)  # fmt: skip
def test_numbers_are_spelled_for_readers(value: float, decimals: int | None, shown: str) -> None:
    assert words.number(value, decimals) == shown


def test_anchors_are_safe_and_differ_where_targets_differ() -> None:
    targets = ["a b", "a_b", "a~20~b", 'a"b', "中", "x" * 200, "x" * 201, "a/b", ""]
    anchors = [words.anchor(target) for target in targets]
    assert len(set(anchors)) == len(targets)
    assert all(re.fullmatch(r"[A-Za-z0-9_.~-]*", anchor) for anchor in anchors)


# --- terminal ---


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_terminal_of_80_columns_shows_the_summary(language: Any, tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", name="Lumen \x1b[31m[bold]Album")
    write_report(run)
    page = io.StringIO()
    print_summary(run, Console(file=page, width=80), language)
    shown = page.getvalue()
    assert "\x1b" not in shown
    assert "[bold]" in shown
    assert "22.50" in shown
    assert str(run.path / REPORT) in shown.replace("\n", "")
    assert all(len(line) <= 80 for line in shown.splitlines() if "report" not in line.lower())


def test_a_terminal_says_what_needs_a_page() -> None:
    page = io.StringIO()
    console = Console(file=page, width=80)
    for block in gallery.blocks():
        console.print(block_view(block, "en"))
    assert "[confusion matrix] Confusion matrix" in page.getvalue()
    assert "81.26" in page.getvalue()
