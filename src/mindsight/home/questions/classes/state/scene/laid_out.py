"""What a group of chairs is laid out for."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.scene.seating import MARGINS, Group, cushion_colours, layout_of, of_groups
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option

USES = (
    Option(key="talk", zh="大家面对面围坐着谈话", en="people talk, seated in a round and facing each other"),
    Option(
        key="watch",
        zh="大家朝同一个方向看表演或听讲",
        en="people watch or listen to somebody, all looking the same way",
    ),
    Option(
        key="game",
        zh="玩抢椅子游戏：椅子背靠里、围成一圈",
        en="musical chairs: a ring of chairs with their backs to the middle",
    ),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the chairs of each colour; chairs in a round hide each other, so words alone would tell if all uses were offered."""
    for colour in shuffled(rng, cushion_colours(scenes)):
        right = possible(answer, {"colour": colour}, scenes)
        if len(right) == 2:
            yield Proposal(
                asked=({"colour": colour},),
                fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)},
                options=tuple(shuffled(rng, [use for use in USES if use.key in right])),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the use that the group's layout suits."""

    def use(group: Group) -> Answer:
        return Found(layout_of(scene.only, group), tuple((0, one.name) for one in group))

    return of_groups(scene.only, asked["colour"], use)


LAID_OUT = register(
    QuestionClass(
        key="state.laid_out",
        version=2,
        title=("布置成了做什么用", "what seats are laid out for"),
        ability=("场景状态：社会用途", "scene state: social use"),
        scenes="seats",
        form="choice",
        wordings=(
            (
                "有{colour}坐垫的那组椅子是为做什么而摆的？",
                "What is the group of chairs with {colour} cushions laid out for?",
            ),
            (
                "从摆法看，{colour}坐垫的椅子准备用来做什么？",
                "Going by how they stand, for what have the chairs with {colour} cushions been put there?",
            ),
            (
                "有人把{colour}坐垫的椅子摆成一组，最像是要做什么？",
                "Somebody arranged the chairs with {colour} cushions as one group: what are they most likely meant for?",
            ),
            (
                "如果大家就这样坐到{colour}坐垫的那组椅子上，他们要做的是什么？",
                "If people sit down on the group of chairs with {colour} cushions as it is, what are they there to do?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        helped_by=("depth",),
        margins=MARGINS,
    )
)
