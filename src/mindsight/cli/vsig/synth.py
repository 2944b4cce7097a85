"""``mindsight vsig synth``: generate clips with known truth: a furnished room, a pointing hand, speech."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import progress, show, tell
from mindsight.cli.shared.options import WORKERS
from mindsight.cli.shared.work import ADDRESS, ENGINE, shared_out
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.text import Language
    from mindsight.vsig.synthesis.dataset import Made, Wanted

_MOST_CLIPS = 10_000
_SIZE = re.compile(r"([0-9]{2,4})x([0-9]{2,4})")
_LEAST_PX, _MOST_PX = 160, 3840
_ASPECT = (16, 9)


def synth(
    context: typer.Context,
    folder: Path = typer.Option(..., "--out", "-o", metavar="DIR", help=mark("Folder of the data set to make.")),
    count: int = typer.Option(12, "--count", min=1, max=_MOST_CLIPS, help=mark("How many clips.")),
    templates: str = typer.Option("1-6", "--templates", help=mark("Templates, such as 1-6 or 2,4.")),
    languages: str = typer.Option(
        "zh,en", "--languages", help=mark("Languages of speech and annotations: zh, en or both.")
    ),
    seed: int = typer.Option(
        7, "--seed", min=0, help=mark("Seed of all random choices: the same seed gives the same clips.")
    ),
    size: str = typer.Option("640x360", "--size", metavar="WxH", help=mark("Size of the picture, 16:9.")),
    fps: int = typer.Option(25, "--fps", min=5, max=60, help=mark("Frames per second.")),
    layout: str = typer.Option(
        "vsig", "--layout", help=mark("vsig, or ecog: with options and strokes in eval_gt.json.")
    ),
    silent: bool = typer.Option(False, "--silent", help=mark("Generate clips without sound.")),
    speech: Path = typer.Option(
        None,
        "--speech",
        metavar="DIR",
        help=mark("Folder of recorded sentences with a speech.json, used where they match."),
    ),
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
) -> int:
    """Make a data set of clips."""
    work = shared_out(context, workers, engine, address)
    need_libraries()
    wanted = _wanted(count, templates, languages, seed, size, fps, layout, silent=silent, speech=speech)
    from mindsight.vsig.synthesis.dataset import write_dataset

    with progress(text("making clips")) as step:
        made = write_dataset(folder, wanted, engine=work.engine, workers=work.workers, progress=step)
    _tell(made, folder)
    _tell_turns(made, wanted)
    return 0


def need_libraries() -> None:
    """Refuse to begin if drawing or filming is impossible.

    Raises:
        MissingExtra: A library or a drawing backend is missing.
    """
    from importlib.util import find_spec

    from mindsight.engine.needs import need_engine
    from mindsight.errors import MissingExtra

    need_engine()
    if find_spec("av") is None:
        raise MissingExtra("a clip needs PyAV, which is not installed; run: pip install 'mindsight[vsig]'")


def has_voice() -> bool:
    """Return whether speech can be synthesised; print a message if not."""
    from mindsight.vsig.synthesis.speech import voice

    found = voice.is_there()
    if not found:
        silence = text(
            "{program} is not installed: the clips are silent; on Debian: apt-get install espeak-ng",
            program=voice.PROGRAM,
        )
        tell(silence, style="yellow")
    return found


def _wanted(
    count: int,
    templates: str,
    languages: str,
    seed: int,
    size: str,
    fps: int,
    layout: str,
    *,
    silent: bool,
    speech: Path | None,
) -> Wanted:
    from mindsight.vsig.synthesis.dataset import Wanted
    from mindsight.vsig.synthesis.speech.recorded import read_recordings

    if silent and speech is not None:
        raise InputError("--silent and --speech exclude each other; give one of them")
    recordings = () if speech is None else read_recordings(speech)
    if layout not in ("vsig", "ecog"):
        raise InputError('--layout: there is no layout "{value}"; use vsig or ecog', value=layout)
    chosen = templates_of(templates)
    spoken = not silent and (chosen == (1,) or speech is not None or has_voice())
    return Wanted(
        count=count,
        templates=chosen,
        languages=_languages(languages),
        seed=seed,
        size=_pixels(size),
        fps=fps,
        spoken=spoken,
        layout="ecog" if layout == "ecog" else "vsig",
        recordings=recordings,
    )


def templates_of(value: str) -> tuple[int, ...]:
    """Return the templates in a list such as ``1-3,5``, sorted.

    Raises:
        InputError: The list is empty or names an unknown template.
    """
    found: set[int] = set()
    for part in value.split(","):
        ends = part.strip().partition("-")
        first, last = ends[0].strip(), (ends[2] or ends[0]).strip()
        if (
            not (first.isascii() and first.isdigit() and last.isascii() and last.isdigit())
            or not 1 <= int(first) <= int(last) <= 6
        ):
            raise InputError(
                '--templates: "{value}" is not a list of templates; there are {known}', value=value, known="1–6"
            )
        found |= set(range(int(first), int(last) + 1))
    return tuple(sorted(found))


def _languages(value: str) -> tuple[Language, ...]:
    names: dict[str, Language] = {"zh": "zh", "en": "en"}
    chosen = tuple(dict.fromkeys(part.strip() for part in value.split(",")))
    if any(name not in names for name in chosen):
        raise InputError('--languages: "{value}" is not a list of languages; use zh, en or zh,en', value=value)
    return tuple(names[name] for name in chosen)


def _pixels(value: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(value)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    in_shape = width * _ASPECT[1] == height * _ASPECT[0] and width % 2 == height % 2 == 0
    if not in_shape or not _LEAST_PX <= width <= _MOST_PX:
        raise InputError(
            "--size: {value} cannot be used; give even numbers in the ratio 16:9, such as 640x360 or 1280x720",
            value=value,
        )
    return width, height


def _tell(made: list[Made], folder: Path) -> None:
    known, drawn, ambiguous = (
        sum(column) for column in zip(*((m.known, m.drawn, m.ambiguous) for m in made), strict=True)
    )
    show(
        text(
            "clips: {count} in {folder}; {known} of them were made before",
            count=len(made),
            folder=str(folder),
            known=known,
        )
    )
    show(
        text(
            "scenes drawn: {drawn}; refused because the second check of the pointing differed: {ambiguous}",
            drawn=drawn,
            ambiguous=ambiguous,
        )
    )


def _tell_turns(made: list[Made], wanted: Wanted) -> None:
    """Print how many clips there are in each language, and whether the turns ended before all had their share."""
    counts = {language: sum(m.order.language == language for m in made) for language in wanted.languages}
    listed = ", ".join(f"{language} {count}" for language, count in counts.items())
    show(text("clips by language: {listed}", listed=listed))
    turn = len(wanted.languages) * len(wanted.templates)
    if len(made) % turn:
        sentence = text(
            "not every template was made equally often in every language: they take turns, all templates in {first} first; "
            "--count {count} would be balanced",
            first=wanted.languages[0],
            count=-(-len(made) // turn) * turn,
        )
        tell(sentence, style="yellow")
