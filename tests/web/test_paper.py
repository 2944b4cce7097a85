"""Rating on paper: the form holds the rater's order and the scale, and what was typed of it becomes events like those of a browser."""

import csv
import re
import shutil
from pathlib import Path

import pytest
from sqlalchemy import select

from mindsight.cli import run
from mindsight.errors import InputError
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.campaigns.orders import paper_sequence, sequence
from mindsight.rating.campaigns.rubric import RUBRICS
from mindsight.rating.events import final_ratings, read_ratings
from mindsight.rating.exchange.paper import file_name
from mindsight.text import Language
from mindsight.web.database.tables import Rater
from mindsight.web.store import closing, raters
from mindsight.web.store.campaign import Store
from mindsight.web.store.paper import places_of
from mindsight.web.store.progress import progress
from web.campaigns import Browser, application, campaign_in, invited, plan_of, rate_all, right, stimuli_of

CHROMIUM = shutil.which("chromium")
SHOWN = 3 + 2 + 8 + 4 + 1
"""First pictures, training, outputs, hidden ones, a repeat."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return campaign_in(tmp_path / "campaign", pairs={"against": ("products",)})


def command(*words: object) -> int:
    return run(["rate", *map(str, words)])


def form(store: Store, tmp_path: Path, *words: object) -> Path:
    assert command("paper", store.folder.path, "--out", tmp_path / "forms", *words) == 0
    return tmp_path / "forms"


def typed(table: Path, **values: str) -> Path:
    """Fill in the values of places, ``p1="60"``; all others rightly if ``rest`` says so."""
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["value"] = values.get(f"p{row['place']}", values.get("rest", ""))
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return table


def known(store: Store, name: str) -> dict[str, str]:
    """Return the right values of the places whose answer is known."""
    return {
        f"p{one.place}": str(right(store, name, one.place)) for one in places_of(store, name) if one.low is not None
    }


def test_a_form_has_one_try_and_no_pairs_in_the_order_of_the_rater() -> None:
    plan, stimuli = plan_of(pairs={"against": ("products",)}), stimuli_of(31)
    on_paper, browser = paper_sequence(plan, stimuli, 2), sequence(plan, stimuli, 2)
    assert [one for one in browser if one in on_paper] == on_paper
    assert {(one.attempt, one.beside) for one in on_paper} == {(0, None), (1, None)}
    assert sum(one.phase == "scored" for one in on_paper) == 62


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_form_shows_the_scale_every_picture_and_nothing_else(
    store: Store, tmp_path: Path, language: Language
) -> None:
    folder = form(store, tmp_path, "--rater", "Ada <b>", "--language", language)
    page = (folder / f"{file_name('Ada <b>')}.html").read_text("utf-8")
    assert "<b>Ada" not in page
    assert "Ada &lt;b&gt;" in page
    for anchor in RUBRICS["enhancement"].anchors:
        assert page.count(anchor.words(language)) == 1 + SHOWN
    assert page.count('<section class="page">') == SHOWN
    assert page.count("☐") == SHOWN
    shown = {*re.findall(r'src="(pictures/[^"]+)"', page)}
    assert shown
    assert all((folder / one).is_file() for one in shown)
    for secret in ("Product 1", "a" * 12, "phase", "-gold", "-anchor"):
        assert secret not in page
    assert ("请把分数写在" in page) is (language == "zh")
    # Once more it is the same form; in a folder of its own.
    assert (
        command("paper", store.folder.path, "--out", tmp_path / "again", "--rater", "Ada <b>", "--language", language)
        == 0
    )
    assert (tmp_path / "again" / f"{file_name('Ada <b>')}.html").read_text("utf-8") == page
    with pytest.raises(InputError, match="exists already"):
        form(store, tmp_path)


def test_typed_answers_are_events_like_those_of_a_browser(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    browser_name, token = invited(store)
    browser = Browser(application(store))
    browser.start(token)
    rate_all(store, browser, browser_name)
    table = form(store, tmp_path, "--count", 2) / "answers.csv"
    values = {**known(store, "R02"), **known(store, "R03")}
    # The known answers of both raters stand at places of their own.
    for name in ("R02", "R03"):
        values = known(store, name)
        own = tmp_path / f"{name}.csv"
        rows = [line for line in table.read_text("utf-8-sig").splitlines() if line.startswith((name, "rater"))]
        own.write_text("\n".join(rows) + "\n", "utf-8")
        capsys.readouterr()
        assert command("import", typed(own, rest="70", **values), store.folder.path) == 0
        assert f"{SHOWN} answers added" in capsys.readouterr().out
    assert progress(store).complete == 3
    assert {one.median_s for one in progress(store).raters} == {4.0, None}
    found = list(read_ratings(closing.close(store)))
    paper = [one for one in found if one.source == "paper"]
    assert len(paper) == 2 * SHOWN
    assert {(one.time_s, one.question) for one in paper} == {(None, "enhancement")}
    scored = [(one.item, one.run) for one in found if one.phase == "scored" and one.question == "enhancement"]
    assert sorted(scored) == sorted(scored[:8] * 3)
    assert all(one.right for one in paper if one.expected is not None)


def test_a_table_is_typed_in_parts_and_put_right(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = form(store, tmp_path) / "answers.csv"
    first = {name: value for name, value in known(store, "R01").items() if int(name[1:]) <= 3}
    assert command("import", typed(table, p6="-", p7="55", **first), store.folder.path) == 0
    assert "5 answers added" in capsys.readouterr().out
    assert [(one.answered, one.state) for one in progress(store).raters] == [(2, "under way")]
    # Imported once more, nothing is new; another value is refused, and then put right.
    assert command("import", table, store.folder.path) == 0
    assert "0 answers added" in capsys.readouterr().out
    typed(table, p6="-", p7="56", **first)
    with pytest.raises(InputError, match=r"another value at place 7 already \(55"):
        command("import", table, store.folder.path)
    assert command("import", table, store.folder.path, "--correct") == 0
    typed(table, **{**first, "p1": "50"})
    with pytest.raises(InputError, match="place 1"):
        command("import", table, store.folder.path, "--correct")
    found = list(read_ratings(closing.close(store)))
    assert [one.value for one in found if one.order == 7] == [55.0, 56.0]
    assert [one.value for one in final_ratings(iter(found)) if one.order in {6, 7}] == [None, 56.0]
    with pytest.raises(InputError, match="closed"):
        command("import", table, store.folder.path)


def test_who_fails_the_first_pictures_goes_no_further(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = form(store, tmp_path) / "answers.csv"
    assert command("import", typed(table, rest="50"), store.folder.path) == 0
    assert "fewer answers to the first pictures" in capsys.readouterr().err.replace("\n", " ")
    assert [one.state for one in progress(store).raters] == ["not qualified"]
    assert {one.phase for one in read_ratings(closing.close(store))} == {"qualification"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("R09,1,50,", "no paper form"),
        ("R01,99,50,", "no place 99"),
        ("R01,0,50,", "no place of a form"),
        ("R01,one,50,", "no place of a form"),
        ("R01,1,101,", "outside the scale"),
        ("R01,1,good,", "not a number"),
        ("R01,1,50,late", "not a time"),
        (",1,50,", "no rater"),
        ("R01", "fewer cells"),
        ("R01,1,,", "no values"),
        ("R01,1,50,\nR01,1,50,", "row 2 already"),
        ("R01,5,50,", "no value at place 1"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_and_nothing_is_saved(
    store: Store, tmp_path: Path, line: str, reason: str
) -> None:
    form(store, tmp_path)
    table = tmp_path / "typed.csv"
    table.write_text(f"rater,place,value,time\n{line}\n", "utf-8")
    with pytest.raises(InputError, match=reason):
        command("import", table, store.folder.path)
    assert list(read_ratings(closing.close(store))) == []


def test_nobody_rates_on_paper_and_in_a_browser(store: Store, tmp_path: Path) -> None:
    form(store, tmp_path, "--rater", "Ada")
    invited(store, "Bob")
    with pytest.raises(InputError, match="rates on paper"):
        invited(store, "Ada")
    with pytest.raises(InputError, match="rates in a browser"):
        raters.enrol_on_paper(store, "Bob", "en")
    table = tmp_path / "typed.csv"
    table.write_text("rater,place,value\nBob,1,50\n", "utf-8")
    with pytest.raises(InputError, match="no paper form"):
        command("import", table, store.folder.path)
    with store.read() as session:
        assert [one.screen for one in session.scalars(select(Rater).order_by(Rater.id))] == [{"paper": True}, None]


def test_a_workbook_is_typed_too(store: Store, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    form(store, tmp_path)
    book = openpyxl.Workbook()
    book.active.append(["页", "评分者", "分数"])
    for name, value in known(store, "R01").items():
        if int(name[1:]) <= 3:
            book.active.append([int(name[1:]), "R01", float(value)])
    book.active.append([4, "R01", "–"])
    book.save(tmp_path / "typed.xlsx")
    assert command("import", tmp_path / "typed.xlsx", store.folder.path) == 0
    assert [one.value for one in read_ratings(closing.close(store))][3:] == [None]


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here; a system package brings it")
@pytest.mark.parametrize("question", ["enhancement", "segmentation"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_form_prints_one_page_for_each_picture(tmp_path: Path, question: str, language: Language) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    store = campaign_in(tmp_path / "campaign", items=12, question=question)
    folder = form(store, tmp_path, "--language", language)
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto((folder / "R01.html").as_uri())
        pdf = page.pdf(prefer_css_page_size=True, print_background=True)
        browser.close()
    whole = len(places_of(store, "R01"))
    # The scale, the answer sheet, and the pictures.
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2 + whole
    assert CampaignFolder.open(store.folder.path).plan.question == question
