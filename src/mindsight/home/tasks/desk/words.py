"""Wordings of the demand to tidy a desk: what goes where."""

from collections.abc import Mapping, Sequence

from numpy.random import Generator

from mindsight.home.tasks.desk.rules import CATEGORIES, DRAWER, Sort
from mindsight.home.tasks.wording import Sentence, names, pick

Words = tuple[tuple[str, str], ...]

WORDINGS: Words = (
    ("请整理书桌：{what}。{named}{rest}", "Please tidy the desk: {what}. {named}{rest}"),
    (
        "书桌上太乱了，帮我收拾一下：{what}。{named}{rest}",
        "The desk is a mess; sort it out for me, please: {what}. {named}{rest}",
    ),
    (
        "马上要用书桌，请把桌上的东西归位：{what}。{named}{rest}",
        "I need the desk in a moment, so please put what lies on it where it belongs: {what}. {named}{rest}",
    ),
    (
        "请让书桌上的每样东西都各就各位：{what}。{named}{rest}",
        "Please give everything on the desk its place: {what}. {named}{rest}",
    ),
)
WHAT: dict[Sort, Words] = {
    "pens": (
        ("笔要插进笔筒", "stand the pens in the pen holder"),
        ("把笔都放到笔筒里", "put every pen into the pen holder"),
    ),
    "mug": (
        ("马克杯放到杯垫上", "set the mug on the coaster"),
        ("马克杯要放在杯垫上，不要直接放在桌面", "the mug goes on the coaster and not on the bare desk"),
    ),
    "books": (
        ("书放回书架上", "return the books to the bookcase"),
        ("看完的书都放到书架上", "put the books on a shelf of the bookcase"),
    ),
    "rubbish": (
        ("垃圾扔进垃圾桶", "throw the rubbish into the waste bin"),
        ("没用的垃圾都丢到垃圾桶里", "all rubbish goes into the waste bin"),
    ),
}
BY_LABEL: Words = (
    (
        "收纳盘和抽屉上的标签写着各放什么，桌上有符合的就放进去",
        "labels on trays and drawer say what each is for: put in whatever on the desk fits them",
    ),
    (
        "收纳盘、抽屉都贴了标签，照标签把桌上对应的东西放进去",
        "trays and drawer are labelled: sort what lies on the desk into them as the labels say",
    ),
)
BY_NAME: dict[str, Words] = {
    "drawer": (
        ("{kind}放进书桌的抽屉", "put the {kind} into the drawer of the desk"),
        ("书桌抽屉里放{kind}", "the drawer of the desk is for the {kind}"),
    ),
    "tray": (
        ("{kind}放进收纳盘", "put the {kind} into the desk tray"),
        ("收纳盘里放{kind}", "the desk tray is for the {kind}"),
    ),
}
CLOSE: Words = (
    ("最后把抽屉关好", "close the drawer at the end"),
    ("弄完以后抽屉要关上", "and leave the drawer shut when you are done"),
)
NAMED: Words = (
    ("尤其别漏了{names}。", "In particular do not forget the {names}. "),
    ("其中一定要收好{names}。", "Be sure to put away the {names}. "),
)
REST: Words = (
    ("没有地方可归的东西留在原处。", "What belongs to none of these places stays where it is."),
    ("其他东西不要动。", "Do not touch anything else."),
)
IMPOSSIBLE: Words = (
    ("请把书桌卷起来塞进笔筒。", "Please roll up the desk and stuff it into the pen holder."),
    ("请让书桌上的笔自己写完作业。", "Please have the pens on the desk do the homework by themselves."),
    ("请把垃圾桶放进杯子里。", "Please put the waste bin into the mug."),
    ("请用书架给书桌扇风。", "Please fan the desk with the bookcase."),
    ("请把抽屉里的空气按颜色分类。", "Please sort the air in the drawer by colour."),
    ("请把书桌上的影子收进收纳盘。", "Please tidy the shadows on the desk into the desk tray."),
    ("请让书架走到书桌旁边来。", "Please have the bookcase walk over to the desk."),
    ("请把桌面拉长一倍再整理。", "Please stretch the desk to twice its length and tidy it then."),
)


def instruction(rng: Generator, sorts: Sequence[Sort], says: Mapping[str, str], named: Sequence[str]) -> Sentence:
    """Return the demand; ``says`` gives the category of trays and drawer if no label does."""
    what = [pick(rng, WHAT[sort], {}, {}) for sort in sorts]
    what += [_by_name(rng, place, key) for place, key in says.items()] or [pick(rng, BY_LABEL, {}, {})]
    what = [what[int(index)] for index in rng.permutation(len(what))]
    what.append(pick(rng, CLOSE, {}, {}))
    parts = {
        "named": pick(rng, NAMED, names(named, "zh"), names(named, "en")),
        "rest": pick(rng, REST, {}, {}),
    }
    zh = {key: words["zh"] for key, words in parts.items()} | {"what": "，".join(one["zh"] for one in what)}
    en = {key: words["en"] for key, words in parts.items()} | {"what": "; ".join(one["en"] for one in what)}
    return pick(rng, WORDINGS, zh, en)


def _by_name(rng: Generator, place: str, key: str) -> Sentence:
    zh, en = CATEGORIES[key].spoken
    return pick(rng, BY_NAME["drawer" if place == DRAWER else "tray"], {"kind": zh}, {"kind": en})
