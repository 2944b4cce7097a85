"""Draw one wording of a class, with its four scenes, for people to look at."""

from pathlib import Path

from mindsight.errors import InputError
from mindsight.home.preparation.gallery import clear, note
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.quartets import quartet
from mindsight.home.questions.question import Question
from mindsight.home.questions.scenes import Rejected


def draw_question(key: str, seed: int, folder: Path) -> tuple[tuple[Question, ...], list[Path]]:
    """Draw the wording that a class gets from a seed's set of scenes and write its pictures; return the questions and the files.

    Raises:
        InputError: The seed gives no set of scenes, or the class no wording about it.
    """
    kind = classes.load()[key]
    try:
        found = quartet(kind, scenes.load()[kind.scenes].make(seed), seed)
    except Rejected:
        found = None
    if found is None:
        raise InputError("{task}: seed {seed} gives no question; try the next", task=key, seed=seed)
    clear(folder)
    files = []
    for place, question in enumerate(found.questions, 1):
        for number, name in enumerate(question.pictures, 1):
            file = folder / f"{place}-{number}.jpg"
            file.write_bytes(found.pictures[name])
            files.append(file)
    note(folder, files)
    return found.questions, files
