"""Forgeries that no rebuilding from the items survives: the checker leaves them to ``mindsight verify``, which writes pages anew.

Each has a name, a way to make a sealed run in an empty folder, and what spoils that run and seals it again, so that nothing but the
derived page, or the derived part of the manifest, tells. Whoever rebuilds runs them all.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.record.folder import MANIFEST, RESULTS
from record import trial
from verification.present import present

Page = dict[str, Any]
Spoil = Callable[[Path], None]


class Forgery(NamedTuple):
    """What makes a sealed run in a folder and returns it, and what spoils it."""

    make: Callable[[Path], Path]
    spoil: Spoil


def kept(name: str) -> Callable[[Path], Path]:
    """Return what copies a record that is kept, as the present version writes it."""
    return lambda folder: present(name, folder).path


def untested(folder: Path) -> Path:
    """Return a household run in which one task could not be tested, with the numbers and notes that follow."""
    run = kept("home-refuse")(folder)
    items = trial.read_lines(run)
    lost = {"status": "failed", "outcome": "infrastructure_error", "answer": {}, "media": {}}
    error = {"message": "The engine stopped.", "args": {}}
    terms = {name: items[0]["terms"][name] for name in ("task", "valid", "reason")}
    items[0].update(lost, error=error, terms=terms)
    trial.rechain(run, items)
    trial.reseal(run)
    rescore(run)
    return run


def unrevealed(folder: Path) -> Path:
    """Return a run of sealed tasks whose seed is not published yet."""
    run = kept("home-sealed")(folder)
    (run / "reveal.json").unlink()
    trial.reseal(run)
    return run


def called_anchors(page: Page) -> None:
    """Call tasks the public anchors that they might be, and keep quiet about it."""
    name = "1/sha256-" + "0" * 64
    page["plan"]["anchors"] = page["identity"]["anchors"] = name


def rescore(run: Path) -> None:
    """Give a run the numbers that mindsight itself gives it."""
    done = trial.mindsight("rescore", run, "--yes")
    assert done.returncode == 0, done.stderr + done.stdout


def of_page(name: str, change: Callable[[Page], object]) -> Spoil:
    """Return what changes a page and seals the run again."""

    def spoil(run: Path) -> None:
        page = trial.read_page(run, name)
        change(page)
        trial.write_page(run, name, page)
        if name == MANIFEST:
            results = trial.read_page(run, RESULTS)
            for measure in results["measures"]:
                measure["signature"]["identity"] = page["identity"]
            trial.write_page(run, RESULTS, results)
        trial.reseal(run)

    return spoil


def says(place: str, value: Any) -> Spoil:
    """Return what writes another value into a place of the manifest, and into every signature."""
    part, _, name = place.partition(".")
    return of_page(MANIFEST, lambda page: page[part].update({name: value}))


def silent(note: str) -> Spoil:
    """Return what takes a departure out of the manifest."""

    def change(page: Page) -> None:
        page["departures"] = [one for one in page["departures"] if one["id"] != f"departure-{note}"]

    return of_page(MANIFEST, change)


def measured(name: str, field: str, value: Any) -> Spoil:
    """Return what lets a measure say something else of itself."""
    return of_page(RESULTS, lambda page: next(m for m in page["measures"] if m["name"] == name).update({field: value}))


def shifted_everywhere(page: Page) -> None:
    """Add 1 to the first number of the file with the original's key names."""
    key = next(key for key, value in page.items() if isinstance(value, float))
    page[key] += 1


def block(page: Page, name: str) -> Page:
    """Return a block of a report."""
    found: Page = next(one for one in page["blocks"] if one["id"] == name)
    return found


def drawn(name: str, change: Callable[[Page], object]) -> Spoil:
    """Return what changes a block of the report."""
    return of_page(RESULTS, lambda page: change(block(page, name)))


def without(name: str) -> Spoil:
    """Return what takes a block out of the report."""

    def change(page: Page) -> None:
        page["blocks"] = [one for one in page["blocks"] if one["id"] != name]

    return of_page(RESULTS, change)


def cells(table: Page) -> list[tuple[list[Any], int]]:
    """Return row and place of each cell of a table that leads to a measure and shows a number or an interval."""
    return [
        (row, place)
        for row in table["rows"]
        for place, cell in enumerate(row)
        if isinstance(cell, dict) and str(cell.get("target")).startswith("measure-")
    ]


def cell(table: str, change: Callable[[Page], object], *, kind: type = float) -> Spoil:
    """Return what changes the first cell of a table that shows a number, or an interval."""

    def first(page: Page) -> None:
        row, place = next((row, at) for row, at in cells(page) if isinstance(row[at]["value"], kind))
        change(row[place])

    return drawn(table, first)


def shifted(by: float) -> Callable[[Page], None]:
    """Return what moves the number of a cell."""
    return lambda one: one.update(value=round(one["value"] + by, 6))


def bounded(end: str) -> Callable[[Page], None]:
    """Return what writes another bound into an interval."""
    return lambda one: one["value"]["args"].update({end: "99.000"})


def reading(change: Callable[[list[list[Any]]], object]) -> Spoil:
    """Return what changes the rows of the table of other readings."""
    return drawn("sensitivity", lambda table: change(table["rows"]))


def bend_a_reading(rows: list[list[Any]]) -> None:
    """Change the first number under another reading."""
    row, place = next((row, at) for row in rows[1:] for at, one in enumerate(row) if isinstance(one, float))
    row[place] += 2e-6


def canary(change: Callable[[Page], object]) -> Spoil:
    """Return what changes the canaries in the manifest."""
    return of_page(MANIFEST, lambda page: change(page["canaries"]))


def judge_otherwise(page: Page) -> None:
    """Call the first right answer of the first canary wrong."""
    asked = page["asked"][0]
    asked["right"][asked["asks"][0]] = not asked["right"][asked["asks"][0]]


def miss_the_disc(page: Page) -> None:
    """Let two answers be wrong and say so, but not of the verdict."""
    for asked in page["asked"][:2]:
        asked["parsed"]["predictions"][asked["asks"].index("disc")]["point"] = [0.01, 0.99]
        asked["right"]["disc"] = False


ENHANCED, CLASSIFIED, SEGMENTED = map(
    kept, ("enhancement-python", "classification-table", "segmentation-few-threshold")
)
HOME, SEALED, VALIDITY, ROBUST = map(kept, ("home-refuse", "home-sealed", "home-few-validate", "home-few-robustness"))
GROUNDED, SEEING, CONTROLLED = map(kept, ("vsig-few-random", "vsig-model-seeing", "vsig-few-controls"))
JUDGED = kept("vsig-few-judged")

_MANIFESTS: dict[str, tuple[Callable[[Path], Path], dict[str, Any]]] = {
    "enhancement": (
        ENHANCED,
        {
            "plan.trial": False,
            "plan.scale": "2/1",
            "plan.demonstration": True,
            "identity.trial": False,
            "identity.resolution": "2/1",
            "identity.profile": "mine",
            "data.instances": 4,
            "data.files": 5,
            "seeds.noise": 8,
        },
    ),
    "classification": (
        CLASSIFIED,
        {
            "plan.draws": 10,
            "plan.trial": False,
            "plan.classes": [["brick", 1], ["chelsea", 1], ["hubble_deep_field", 1]],
            "identity.classes": 2,
            "seeds.bootstrap": 1,
            "data.files": 78,
        },
    ),
    "segmentation": (
        SEGMENTED,
        {"plan.undecided": 128, "plan.trial": False, "identity.trial": False, "data.files": 5},
    ),
    "vsig": (
        GROUNDED,
        {
            "identity.profile": "ecog/1",
            "identity.cluster": "scene",
            "identity.input": "video",
            "identity.blind_targets": True,
            "data.instances": 17,
            "plan.blind_targets": True,
            "plan.limit": 5,
            "identity.n": 17,
        },
    ),
    "home": (
        HOME,
        {
            "identity.n": 50,
            "identity.irrelevant": 0.25,
            "identity.lambda": 2.0,
            "identity.interface": "menu",
            "plan.penalty": 0.5,
            "plan.interface": "menu",
            "plan.unknown": ["desk"],
            "identity.seed": 8,
            "identity.unknown": "desk",
            "identity.lang": "en",
            "identity.renderer": "fine",
            "identity.carry": "float",
            "identity.picture": "320x240",
            "identity.tasks": "suitcase/2",
            "identity.rule": 2,
            "seeds.tasks": 8,
            "data.instances": 59,
            "plan.anchors": "1/sha256-0",
        },
    ),
    "sealed": (SEALED, {"identity.seed": 7, "identity.sealed": "sha256-" + "0" * 64, "plan.anchors": "1/sha256-0"}),
    "robustness": (ROBUST, {"identity.conditions_hash": "sha256-0", "identity.conditions": "fine"}),
    "validity": (VALIDITY, {"identity.declared": "sha256-0", "plan.dials": {}}),
    "controls": (CONTROLLED, {"identity.conditions_hash": "sha256-0"}),
}

_OTHER_NUMBERS: dict[str, tuple[Callable[[Path], Path], dict[str, tuple[str, ...]]]] = {
    "enhancement": (
        ENHANCED,
        {"value": ("album.psnr_db", "album.ssim_gain", "album.ssim_windowed", "album.psnr_input")},
    ),
    "classification": (
        CLASSIFIED,
        {
            "value": ("album.accuracy", "album.macro_precision", "album.f1.brick", "album.recall.chelsea"),
            "interval": ("album.macro_f1", "album.macro_recall", "album.precision.brick"),
        },
    ),
    "segmentation": (SEGMENTED, {"value": ("album.iou_soft", "album.iou_full", "album.pixel_accuracy_empty")}),
    "home": (
        HOME,
        {
            "value": (
                "home.T_corrected",
                "home.T_gain",
                "home.T_at.2",
                "home.f_spread",
                "home.precision.desk",
                "home.graded.desk",
            ),
            "interval": ("home.T_corrected", "home.dimension.object"),
        },
    ),
    "robustness": (
        ROBUST,
        {"value": ("home.f_valid.buttons@base", "home.T_corrected@fine", "home.change.f_mean@fine")},
    ),
    "validity": (VALIDITY, {"value": ("home.validity.flat.valid", "home.change.f.buttons@gives_up=0.3")}),
    "vsig": (
        GROUNDED,
        {
            "value": ("vsig.joint", "vsig.temporal_250", "vsig.overall_as_published", "vsig.command", "vsig.readable"),
            "interval": ("vsig.joint", "vsig.spatial_macro"),
        },
    ),
    "judge": (JUDGED, {"value": ("vsig.intent_judged", "vsig.judge_kappa", "vsig.judge_alpha")}),
    "controls": (CONTROLLED, {"value": ("vsig.change.intent@text", "vsig.joint@full", "vsig.readable@text")}),
}

_NATURES: dict[str, tuple[str, str, Any]] = {
    "T low": ("home.T", "low", 0.0),
    "T high": ("home.T", "high", 2.0),
    "T clause": ("home.T", "clause", "4.2"),
    "T_at low": ("home.T_at.2", "low", -0.2),
    "T_gain low": ("home.T_gain", "low", -1.0),
    "f_spread high": ("home.f_spread", "high", 1.0),
    "f_spread better": ("home.f_spread", "better", "higher"),
    "f better": ("home.f.desk", "better", "lower"),
    "f unit": ("home.f.desk", "unit", "points"),
    "graded unit": ("home.graded.desk", "unit", "index"),
    "domain clause": ("home.domain.social", "clause", "4.2"),
}

_CANARIES: dict[str, Spoil] = {
    "an answer": canary(lambda page: page["asked"][0]["parsed"]["predictions"][0].update(description="0", point=None)),
    "a failure called a pass": canary(miss_the_disc),
    "what was right": canary(judge_otherwise),
    "a verdict": canary(lambda page: page["verdicts"][0].update(status="failed")),
    "how many are needed": canary(lambda page: page["verdicts"][0].update(needed=1)),
    "how likely luck is": canary(lambda page: page["verdicts"][0].update(chance=0.0001)),
    "no verdicts": canary(lambda page: page.pop("verdicts")),
    "a verdict less": canary(lambda page: page["verdicts"].pop(2)),
    "a verdict on nothing": canary(lambda page: page["verdicts"][0].update(asked=0, status="not_applicable")),
    "another state": canary(lambda page: page.update(state="undecided")),
    "never asked": canary(lambda page: page.update(state="off")),
    "a mark more": canary(lambda page: page["marks"].append({"channel": "audio"})),
}

_CELLS: dict[str, Callable[[Page], object]] = {
    "a millionth more": shifted(2e-6),
    "a millionth less": shifted(-2e-6),
    "far less": shifted(-0.4),
    "nothing": lambda one: one.update(value=None),
    "true": lambda one: one.update(value=True),
    "a word": lambda one: one.update(value="75.9"),
    "a status": lambda one: one.update(value={"args": {}, "message": "exact"}),
    "not estimable": lambda one: one.update(value={"args": {}, "message": "not_estimable"}),
    "an interval": lambda one: one.update(value={"args": {"high": "1", "low": "0"}, "message": "{low} … {high}"}),
    "another measure's": lambda one: one.update(target="measure-album.beauty"),
    "huge": lambda one: one.update(value=10**400),
}

_RANGES: dict[str, Page] = {
    "value": {"value": 0.6},
    "word": {"value": "0.5"},
    "low": {"low": 0.1},
    "high": {"high": 0.7},
    "no low": {"low": None},
    "truth": {"high": True},
}

_READINGS: dict[str, Callable[[list[list[Any]]], object]] = {
    "a number": bend_a_reading,
    "field": lambda rows: rows[1].__setitem__(0, rows[-1][0]),
    "value": lambda rows: rows[1].__setitem__(1, "something else"),
    "truth": lambda rows: rows[1].__setitem__(3, True),
    "longer": lambda rows: rows[1].append(1.0),
    "fewer": lambda rows: rows.pop(),
    "more": lambda rows: rows.append(rows[-1]),
}


FORGERIES: dict[str, Forgery] = {
    **{
        f"{kind}: {place} is {value}": Forgery(make, says(place, value))
        for kind, (make, places) in _MANIFESTS.items()
        for place, value in places.items()
    },
    **{
        f"{kind}: another {field} of {name}": Forgery(make, measured(name, field, other))
        for kind, (make, fields) in _OTHER_NUMBERS.items()
        for field, names in fields.items()
        for name in names
        for other in ([0.123] if field == "value" else [None, {"low": 0.1, "high": 0.2, "level": 0.95, "method": "Wilson"}])
    },
    "vsig: another number in metrics.json": Forgery(GROUNDED, of_page("metrics.json", shifted_everywhere)),
    "vsig: a measure less": Forgery(GROUNDED, of_page(RESULTS, lambda page: page["measures"].pop())),
    **{f"enhancement: {note} unsaid": Forgery(ENHANCED, silent(note)) for note in ("trial", "device", "system", "network")},
    "enhancement: a trial is 1": Forgery(ENHANCED, says("identity.trial", 1)),
    "classification: version unsaid": Forgery(CLASSIFIED, silent("version")),
    "controls: another condition": Forgery(
        CONTROLLED, of_page(MANIFEST, lambda page: page["plan"]["conditions"][1]["input"].update(timestamps=False))
    ),
    **{f"sealed: by {word!r}": Forgery(unrevealed, says("plan.sealed", word)) for word in ("", 0, False)},
    "home: anchors unsaid": Forgery(HOME, of_page(MANIFEST, called_anchors)),
    "home: few unsaid": Forgery(HOME, silent("few")),
    "home: other groups": Forgery(HOME, says("plan.groups", {"dimension": {"object": ["desk"]}, "domain": {}})),
    **{f"home measure: {name}": Forgery(HOME, measured(*change)) for name, change in _NATURES.items()},
    **{
        f"enhancement measure: {name} better": Forgery(ENHANCED, measured(name, "better", "lower"))
        for name in ("album.psnr", "album.psnr_db", "album.ssim_index", "album.ssim_gain")
    },
    **{f"canaries: {name}": Forgery(SEEING, spoil) for name, spoil in _CANARIES.items()},
    **{f"enhancement table: {name}": Forgery(ENHANCED, cell("summary", change)) for name, change in _CELLS.items()},
    "enhancement overview: a number": Forgery(ENHANCED, cell("overview", shifted(0.01))),
    **{
        f"enhancement table: interval {end}": Forgery(ENHANCED, cell("summary", bounded(end), kind=dict))
        for end in ("low", "high")
    },
    "classification overview: interval": Forgery(CLASSIFIED, cell("overview", bounded("low"), kind=dict)),
    "segmentation table: a number": Forgery(SEGMENTED, cell("summary", shifted(1))),
    "vsig table: a number": Forgery(GROUNDED, cell("summary", shifted(0.01))),
    "home table: a number": Forgery(HOME, cell("headline", shifted(0.01))),
    **{
        f"home panel: {name}": Forgery(HOME, drawn("panel", lambda one, to=change: one["ranges"][0].update(to)))  # type: ignore[misc]
        for name, change in _RANGES.items()
    },
    **{f"segmentation readings: {name}": Forgery(SEGMENTED, reading(change)) for name, change in _READINGS.items()},
    "classification readings: a number": Forgery(CLASSIFIED, reading(bend_a_reading)),
    "enhancement readings: a number": Forgery(ENHANCED, reading(bend_a_reading)),
    "segmentation readings: gone": Forgery(SEGMENTED, without("sensitivity")),
    "home report: no blocks": Forgery(HOME, of_page(RESULTS, lambda page: page.update(blocks=[]))),
    "home report: no summary": Forgery(HOME, without("summary")),
    "home report: no rows": Forgery(HOME, drawn("summary", lambda one: one.update(rows=[]))),
    "home report: no links": Forgery(HOME, drawn("summary", lambda one: one.update(rows=[["home.T", None, None]]))),
    **{
        f"home counts: {task}": Forgery(HOME, drawn(f"confusion-{task}", lambda one: one["counts"][0].reverse()))
        for task in ("suitcase", "buttons", "desk")
    },
    **{f"home report: no {note}": Forgery(untested, without(note)) for note in ("warning-untested", "warning-provisional")},
}  # fmt: skip
