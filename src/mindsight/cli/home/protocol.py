"""``mindsight home score protocol.json``: S (clause 4.3) from a laboratory's own protocol of autonomous tasks."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared import options
from mindsight.errors import InputError
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mindsight.home.autonomy.protocol import Language, Protocol
    from mindsight.record.model import Subject
    from mindsight.text import Text

EMBEDDER = typer.Option(
    None,
    "--embedder",
    metavar="NAME",
    help=mark(
        "Text embedding of a protocol: lexical (the default), wordllama, minilm, st:FOLDER, st:NAME or openai:MODEL."
    ),
)
EMBEDDER_URL = typer.Option(
    None, "--embedder-url", metavar="URL", help=mark("Address of the server for openai:MODEL, else OPENAI_BASE_URL.")
)
ALPHA = typer.Option(
    None, "--alpha", min=0, max=1, help=mark("Weight α of the relevance in formula (4), 0 to 1; 0.5 by default.")
)
PROMPT_LANG = typer.Option(
    None,
    "--prompt-lang",
    metavar="zh|en",
    help=mark("Language in which needs are worded; by default that of the protocol."),
)
NAME = options.NAME
OUT = options.OUT


def is_protocol(file: Path) -> bool:
    """Return whether a file is JSON: a table never begins with a brace. What comes through a pipe can be read only once: a table."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def given(
    embedder: str | None,
    url: str | None,
    alpha: float | None,
    language: str | None,
    name: str | None,
    where: Path | None,
) -> dict[str, bool]:
    """Return which of the options of a protocol were given."""
    values = {
        "--embedder": embedder,
        "--embedder-url": url,
        "--alpha": alpha,
        "--prompt-lang": language,
        "--name": name,
        "--out": where,
    }
    return {option: value is not None for option, value in values.items()}


def refuse(chosen: Mapping[str, bool], what: Text) -> None:
    """Raise InputError if an option was given that is for another kind of file."""
    for option, is_given in chosen.items():
        if is_given:
            raise InputError("{option} is for {what}; leave it out", option=option, what=what)


def score_protocol(
    file: Path,
    *,
    embedder: str,
    url: str,
    alpha: float,
    language: str | None,
    name: str | None,
    where: Path | None,
    as_json: bool,
) -> int:
    """Score a protocol, write a run folder with its report, and print the results."""
    from mindsight.cli.shared.interrupts import run_left
    from mindsight.cli.shared.runs import check_folder, run_test, show_run
    from mindsight.cli.shared.work import Work
    from mindsight.execution.making import default_folder
    from mindsight.home.autonomy.embedders.choosing import open_embedder
    from mindsight.home.autonomy.embedders.nearness import background_of
    from mindsight.home.autonomy.protocol import check
    from mindsight.home.autonomy.recording import read_protocol, write_rooms
    from mindsight.home.autonomy.suite import DATA_FILE, ProtocolTest, plan_of

    check_folder(where, None)
    protocol = read_protocol(file)
    spoken = _language(language, protocol)
    check(protocol, spoken, str(file))
    chosen = open_embedder(embedder, url=url)
    plan = plan_of(protocol, spoken, chosen, background_of(protocol, spoken, chosen), alpha=alpha)
    subject = _subject(file, protocol, name)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        write_rooms(data, protocol.scenes)
        test = ProtocolTest(protocol, plan, data, subject, chosen)
        run = run_test(test, where or default_folder("home", subject.name), resume=False, work=Work(), left=run_left)
    show_run(run, as_json=as_json)
    return 0


def _language(language: str | None, protocol: Protocol) -> Language:
    options.one_of("--prompt-lang", language or protocol.language, ("zh", "en"))
    return "zh" if (language or protocol.language) == "zh" else "en"


def _subject(file: Path, protocol: Protocol, name: str | None) -> Subject:
    from mindsight.record import canonical
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

    shown = name or protocol.system or file.stem
    spec = SubjectSpec("replay", file.name)
    return Subject(spec=spec.public, name=shown, details={"protocol": f"sha256-{canonical.sha256_of_file(file)}"})
