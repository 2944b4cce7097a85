"""Every kind of run on its smallest data: what makes the data, and the command that tests a built-in subject on them."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from golden import material
from home.imported.sets import own_set
from mindsight.cli import run as mindsight
from mindsight.record.folder import RunFolder
from rating.material import campaign
from vsig.making import make_data

PROTOCOL = Path(__file__).parents[2] / "docs" / "examples" / "protocol.json"
RATERS = ("ann", "bo", "cleo")


class Smallest(NamedTuple):
    """What makes the data of a kind in a folder, if they are not there, and the command without ``--out``."""

    command: str
    made: Callable[[Path], None] = lambda _place: None
    kit: str = ""
    """The kit that a look behind the record, and a merge, have to be given."""
    rated: str = ""
    """The run that was rated."""
    slow: bool = False


def _kit(place: Path, kind: str, *words: str) -> None:
    if not (place / "material").exists():
        material.photographs(place / "material")
    if not (place / kind).exists():
        assert mindsight(["album", "kit", kind, *words, "--out", str(place / kind), "--trial"]) == 0


def enhancement(place: Path) -> None:
    """Make a kit of eight crops of photographs."""
    _kit(place, "enhancement", str(place / "material" / "scenes"))


def segmentation(place: Path) -> None:
    """Make a kit of eight cut-outs."""
    _kit(place, "segmentation", str(place / "material" / "cutouts"), "--masks", str(place / "material" / "masks"))


def classification(place: Path) -> None:
    """Make a kit of twelve crops of three photographs."""
    _kit(place, "classification", str(place / "material" / "classes"))


def rated(place: Path, kind: str, made: Callable[[Path], None], baseline: str) -> None:
    """Make a run and a campaign in which three people rate all its outputs."""
    made(place)
    run = place / f"rated-{kind}"
    words = ("--mask-from", "mask") if kind == "segmentation" else ()
    if not run.exists():
        assert mindsight(["album", "run", str(place / kind), "--subject", baseline, *words, "--out", str(run)]) == 0
    items = [item.id for item in RunFolder(run).items]
    events = [
        {"question": kind, "rater": rater, "item": item, "value": 40.0 + 5 * place_ + 2 * number, "order": place_ + 1}
        for number, rater in enumerate(RATERS)
        for place_, item in enumerate(items)
    ]
    campaign(place / f"ratings-{kind}.jsonl", RunFolder(run), {}, *events)


def pool(place: Path) -> None:
    """Import a set of 24 questions."""
    if not (place / "pool").exists():
        own_set(place / "set")
        words = ["home", "import", str(place / "set"), "--out", str(place / "pool"), "--irrelevant-from", "set"]
        assert mindsight(words) == 0


def clips(place: Path) -> None:
    """Make clips of shapes on a table."""
    if not (place / "clips").exists():
        make_data(place / "clips", fps=5)


_ALBUM = "album run {place}/"
_HOME = "home run --prompt-lang en --no-media --subject baseline:"
SMALLEST = {
    "album.enhancement": Smallest(_ALBUM + "enhancement --subject baseline:identity", enhancement, "enhancement"),
    "album.segmentation": Smallest(
        _ALBUM + "segmentation --subject baseline:threshold --mask-from mask", segmentation, "segmentation"
    ),
    "album.classification": Smallest(
        _ALBUM + "classification --subject baseline:colour-centroids", classification, "classification"
    ),
    "album.enhancement_opinion": Smallest(
        "rate score {place}/ratings-enhancement.jsonl {place}/rated-enhancement",
        lambda place: rated(place, "enhancement", enhancement, "baseline:identity"),
        "enhancement",
        rated="rated-enhancement",
    ),
    "album.segmentation_opinion": Smallest(
        "rate score {place}/ratings-segmentation.jsonl {place}/rated-segmentation",
        lambda place: rated(place, "segmentation", segmentation, "baseline:threshold"),
        "segmentation",
        rated="rated-segmentation",
    ),
    "home.generalisation": Smallest(_HOME + "refuse --tasks buttons --trials 2", slow=True),
    "home.questions": Smallest(_HOME + "blind --tasks object.block_colour --trials 4", slow=True),
    "home.imported": Smallest("home run --no-media --pool {place}/pool --subject baseline:first", pool),
    "home.autonomy": Smallest(_HOME + "idle --mode autonomous --tasks desk --scenes 2 --budget 4", slow=True),
    "home.protocol": Smallest(f"home score {PROTOCOL}"),
    "home.robustness": Smallest(
        "home robustness --subject baseline:refuse --no-media --conditions stance-eager --tasks buttons --trials 2",
        slow=True,
    ),
    "home.validity": Smallest("home validate --tasks buttons --trials 2 --dials forgets", slow=True),
    "vsig.grounding": Smallest("vsig run --data {place}/clips --subject baseline:random --limit 3", clips),
    "vsig.controls": Smallest(
        "vsig controls --data {place}/clips --subject baseline:random --controls frames,text --limit 2", clips
    ),
}
"""By suite and kind."""
