"""The paper form of one rater: the scale, a sheet to write on, and a page for each picture, to be printed from a browser."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from mindsight.files.whole import write_whole
from mindsight.rating.campaigns.rubric import RUBRICS
from mindsight.rating.exchange.paper import file_name
from mindsight.text import Language
from mindsight.web.database.tables import Place
from mindsight.web.pages.items import ROLES
from mindsight.web.rendering import render
from mindsight.web.store.campaign import Store
from mindsight.web.store.paper import places_of

PICTURES = "pictures"
_ROWS, _BLOCKS = 25, 4
"""Of a sheet in landscape: lines that a hand can write in, and columns of them beside each other."""


def write_form(store: Store, pseudonym: str, target: Path, language: Language) -> int:
    """Write ``PSEUDONYM.html`` and the pictures that it shows into a folder, and return how many places it has."""
    stimuli, places = store.folder.stimuli, places_of(store, pseudonym)
    roles = ROLES[store.plan.question]
    pages = [(place, {role: stimuli[place.stimulus].pictures[role].file for role in roles}) for place in places]
    (target / PICTURES).mkdir(parents=True, exist_ok=True)
    for file in {name for _, shown in pages for name in shown.values()}:
        if not (target / PICTURES / file).exists():
            shutil.copyfile(store.folder.picture(file), target / PICTURES / file)
    each = _ROWS * _BLOCKS
    page = render(
        "paper.html.j2",
        language,
        simulated=store.plan.simulated,
        plan=store.plan,
        name=pseudonym,
        rubric=RUBRICS[store.plan.question],
        pages=pages,
        sheets=[_blocks(places[start : start + each]) for start in range(0, len(places), each)],
    )
    write_whole(target / f"{file_name(pseudonym)}.html", page.encode())
    return len(places)


def _blocks(places: Sequence[Place]) -> list[Sequence[Place]]:
    """Return the places of one sheet in columns of even length."""
    rows = min(_ROWS, -(-len(places) // _BLOCKS)) or 1
    return [places[start : start + rows] for start in range(0, len(places), rows)]
