"""What on a tray does not belong there."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.scene.sorted_trays import MARGINS, astray, on_tray, tray_colours
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import kind_options, possible, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.scenes.experiments.trays import TRAY


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the tray of each colour."""
    kinds = {one.kind: one for one in things(scenes) if one.kind != TRAY}
    for colour in shuffled(rng, tray_colours(scenes)):
        options = offered(possible(answer, {"colour": colour}, scenes), shuffled(rng, kinds))
        if options is not None:
            yield Proposal(
                asked=({"colour": colour},),
                fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)},
                options=kind_options(kinds[key] for key in shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only thing of another sort; a tray without one has nothing that does not belong there."""

    def stray(tray: Object) -> Answer:
        found = astray(scene.only, tray)
        if len(found) != 1:
            return Cannot("ambiguous", tuple(one.kind for one in found)) if found else Cannot("false_premise")
        return Found(found[0].kind, ((0, tray.name), (0, found[0].name)))

    return on_tray(scene.only, asked["colour"], stray)


MISPLACED = register(
    QuestionClass(
        key="state.misplaced",
        version=1,
        title=("什么放错了地方", "what does not belong there"),
        ability=("场景状态：整洁度", "scene state: tidiness"),
        scenes="trays",
        form="choice",
        wordings=(
            (
                "每个托盘只该放一类东西：食物、玩具、文具或洗漱用品。{colour}托盘里哪一样放错了？",
                "Each tray is for one sort only: food, toys, stationery or washing things. What on the {colour} tray is out of place?",
            ),
            (
                "桌上的东西按类收在托盘里。{colour}托盘里混进了哪样别类的东西？",
                "The things on the table are sorted into trays. Which thing of another sort has got onto the {colour} tray?",
            ),
            (
                "要让{colour}托盘里只剩同一类东西，该拿走哪一样？",
                "What must be taken from the {colour} tray so that only things of one sort are left on it?",
            ),
            (
                "看{colour}的托盘：哪样东西与其余的不是一类？",
                "Look at the {colour} tray: which thing is of another sort than the rest of it?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour"),
        margins=MARGINS,
    )
)
