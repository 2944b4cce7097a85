"""Wordings of the demand to clean a room: which mess goes where."""

from collections.abc import Sequence

from numpy.random import Generator

from mindsight.engine.scenes.plans import RoomKind
from mindsight.home.tasks.clean_room.mess import Sort
from mindsight.home.tasks.wording import Sentence, listed, names, pick

Words = tuple[tuple[str, str], ...]

WORDINGS: Words = (
    (
        "请打扫一下房间：{what}。{named}{rest}",
        "Please clean up the room: {what}. {named}{rest}",
    ),
    (
        "房间有点乱，帮我收拾一下，{what}。{named}{rest}",
        "The room is a bit untidy; tidy it for me, please: {what}. {named}{rest}",
    ),
    (
        "客人快到了，请把房间整理干净：{what}。{named}{rest}",
        "Guests are about to come, so please make the room tidy: {what}. {named}{rest}",
    ),
    (
        "请各处都看一看，{what}。{named}{rest}",
        "Please have a good look everywhere: {what}. {named}{rest}",
    ),
)
WHAT: dict[Sort, Words] = {
    "rubbish": (
        ("把垃圾扔进垃圾桶", "throw the rubbish into the waste bin"),
        ("所有垃圾都丢到垃圾桶里", "put all the rubbish into the waste bin"),
        ("没用的垃圾要进垃圾桶", "see that the rubbish goes into the waste bin"),
    ),
    "stain": (
        ("擦掉地面和桌面上的污渍和灰尘", "wipe away the stains and the dust on the floor and on table tops"),
        ("把污渍和灰尘都擦干净", "wipe off every stain and all dust"),
        ("弄脏的地面和桌面要擦掉脏印", "wipe the dirty marks off the floor and table tops"),
    ),
    "toy": (
        (
            "把散落在地上、床上或座位上的玩具收进玩具箱",
            "put the toys that lie on the floor, a bed or a seat into the toy chest",
        ),
        (
            "地上、床上、座位上的玩具都放回玩具箱",
            "return the toys from the floor, the bed and the seats to the toy chest",
        ),
    ),
    "clothes": (
        (
            "把脏衣服（有污渍的，或者丢在地上的）放进脏衣篮",
            "put the dirty clothes (stained ones, or ones dropped on the floor) into the laundry basket",
        ),
        (
            "有污渍的衣服和丢在地上的衣服都放到脏衣篮里",
            "move stained clothes and clothes left on the floor to the laundry basket",
        ),
    ),
}
WHAT_BATHROOM: dict[Sort, Words] = {
    "stain": (
        ("擦掉地面和洗手台上的污渍和灰尘", "wipe away the stains and the dust on the floor and on the washstand"),
        ("把污渍和灰尘都擦干净", "wipe off every stain and all dust"),
    ),
    "toy": (
        ("把散落在地上和浴缸里的玩具收进玩具箱", "put the toys on the floor and in the bathtub into the toy chest"),
        ("地上和浴缸里的玩具都放回玩具箱", "return the toys from the floor and out of the bathtub to the toy chest"),
    ),
    "clothes": (
        (
            "把脏的衣服和毛巾（有污渍的，或者丢在地上的）放进脏衣篮",
            "put the dirty clothes and towels (stained ones, or ones dropped on the floor) into the laundry basket",
        ),
        (
            "有污渍的和丢在地上的衣服、毛巾都放到脏衣篮里",
            "move stained clothes and towels, and those left on the floor, to the laundry basket",
        ),
    ),
}
"""Wordings that differ in a bathroom."""
NAMED: Words = (
    ("尤其别漏了{names}。", "In particular do not miss the {names}. "),
    ("其中有{names}。", "Among it: the {names}. "),
)
REST: Words = (
    ("其他东西不要动。", "Do not touch anything else."),
    ("别的东西都留在原处。", "Leave everything else where it is."),
    ("不该收的不要收。", "Put away nothing that should stay."),
)
IMPOSSIBLE: Words = (
    ("请用床把天花板扫干净。", "Please sweep the ceiling with the bed."),
    ("请把地板卷起来扔进垃圾桶。", "Please roll up the floorboards and throw them into the waste bin."),
    ("请让玩具自己排队走进玩具箱。", "Please make the toys queue up and walk into the toy chest by themselves."),
    ("请把窗外的太阳擦暗一点。", "Please wipe the sun outside the window until it is dimmer."),
    ("请用垃圾桶给地面吸尘。", "Please vacuum the floor with the waste bin."),
    ("请把墙上的影子收进脏衣篮。", "Please collect the shadows on the wall into the laundry basket."),
    ("请把整个房间折好放进玩具箱。", "Please fold up the whole room and put it into the toy chest."),
    ("请把垃圾变成新的家具。", "Please turn the rubbish into new furniture."),
)


def instruction(rng: Generator, room: RoomKind, sorts: Sequence[Sort], named: Sequence[str]) -> Sentence:
    """Return the demand to tidy certain sorts of mess of a room, naming some things by their kinds."""
    words = {**WHAT, **WHAT_BATHROOM} if room == "bathroom" else WHAT
    what = [pick(rng, words[sort], {}, {}) for sort in sorts]
    parts = {
        "named": pick(rng, NAMED, names(named, "zh"), names(named, "en")),
        "rest": pick(rng, REST, {}, {}),
    }
    if not named:
        parts["named"] = {"zh": "", "en": ""}
    zh = {key: words["zh"] for key, words in parts.items()} | {"what": "，".join(one["zh"] for one in what)}
    en = {key: words["en"] for key, words in parts.items()} | {"what": listed([one["en"] for one in what], "en")}
    return pick(rng, WORDINGS, zh, en)
