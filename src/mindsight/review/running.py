"""A whole review: from what somebody gave to its record and page, as the command line and programs call it."""

from datetime import UTC, date, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mindsight.errors import InputError, MissingExtra
from mindsight.execution.listening import NOBODY, Listener, Step, watching
from mindsight.execution.making import default_folder
from mindsight.execution.parallel import Engine
from mindsight.review.declarations import read_declarations
from mindsight.review.findings import Review
from mindsight.review.linking import refuse_unreliable
from mindsight.text import Language, text

_MODULES = ("PIL", "jinja2", "packaging")


class Reviewed(NamedTuple):
    """A finished review: what was found, its folder, and its page."""

    review: Review
    folder: Path
    page: Path


def run(  # noqa: PLR0913  (what a review is made of)
    data: Path | str,
    *,
    out: Path | str | None = None,
    declare: Path | str | None = None,
    before: Path | str | None = None,
    scores: tuple[Path | str, Path | str] | None = None,
    on: date | None = None,
    workers: int = 1,
    engine: Engine = "local",
    language: Language = "en",
    progress: Step | None = None,
    listener: Listener | None = None,
) -> Reviewed:
    """Review a data set (home 6.2), write record and page, and return what was found.

    Args:
        data: Folder of the data set: photographs, an album kit, annotated clips, or a household run. Nothing in it is changed.
        out: Folder to make; an interrupted review in it goes on. By default one under ``runs/``.
        declare: TOML file with what people answer for.
        before: Review of the version before; what changed since then is counted.
        scores: Runs of one subject over the version before and over this one.
        on: The day that ages are counted to; today by default.
        workers: Processes that work side by side; of one worker, too, it is a process of its own, for a damaged file may end it.
        engine: Where files are examined.
        language: Language of the page.
        progress: Called with (finished, all) as files are read.
        listener: Hears what goes on, in place of ``progress``.

    Raises:
        InputError: Something that was given cannot be used.
        MissingExtra: A library is missing.

    Example::

        import mindsight

        found = mindsight.review.run("photographs", out="review")
        found.review.failed
        0
    """
    if missing := [name for name in _MODULES if find_spec(name) is None]:
        raise MissingExtra("a review lacks {modules}; run: pip install 'mindsight[review]'", modules=", ".join(missing))
    from mindsight.review.page import write_page
    from mindsight.review.reviewing import Means, media_files, review
    from mindsight.review.scored import opened

    listener = listener or (NOBODY if progress is None else watching(progress))
    root = Path(data)
    folder = default_folder("review", root.resolve().name) if out is None else Path(out)
    if scores is not None and before is None:
        raise InputError("--scores: needs --before, the review of the version before")
    declared = None if declare is None else read_declarations(Path(declare))
    if before is not None:
        refuse_unreliable(Path(before))
    pair = None if scores is None else opened(*map(Path, scores))
    day = _usable(on)
    with listener.progress(text("reading the files")) as step:
        means = Means(engine, workers, step)
        earlier = None if before is None else Path(before)
        found = review(root, folder, on=day, declared=declared, before=earlier, scores=pair, means=means)
    with listener.progress(text("making contact sheets")) as step:
        page = write_page(found, folder, root, media_files(folder), language=language, progress=step)
    return Reviewed(found, folder, page)


def _usable(on: date | None) -> date:
    today = datetime.now(UTC).date()
    # By the clock of any place on earth it may be tomorrow already.
    if on is not None and on > today + timedelta(days=1):
        raise InputError(
            "--on: {value} is still to come; a review counts ages to today or to a day before", value=on.isoformat()
        )
    return on or today
