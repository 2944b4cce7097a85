"""Criteria for sorting: for each its groups, their names, and things that belong to none of them.

A thing belongs to a group by its kind, its colour, its size or the word on it, all of which can be seen. Things that could
belong to two groups, or whose group is a matter of taste, do not appear.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mindsight.engine.catalogue.tins import SIZES_M

Member = tuple[str, str, str]
"""Kind, colour and state of a thing; an empty one means any."""


@dataclass(frozen=True)
class Group:
    """A group of things: its label in both languages, other names for it, and what belongs to it.

    ``colours`` are part of its definition; ``tints`` are only those in which its things are drawn.
    """

    key: str
    zh: str
    en: str
    also: tuple[str, ...]
    kinds: tuple[str, ...]
    colours: tuple[str, ...] = ("",)
    states: tuple[str, ...] = ("",)
    tints: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """All names of the group in the form of the predicate ``said``: Chinese first, English last."""
        return "|".join(dict.fromkeys((self.zh, *self.also, self.en.lower())))

    def members(self) -> Iterator[Member]:
        """Yield everything that belongs to it."""
        for kind in self.kinds:
            for colour in self.tints or self.colours:
                for state in self.states:
                    yield kind, colour, state

    def holds(self, kind: str, colour: str, state: str) -> bool:
        """Return whether something belongs to it, by what is seen of it."""
        return kind in self.kinds and (self.colours == ("",) or colour in self.colours) and (
            self.states == ("",) or state in self.states
        )  # fmt: skip


@dataclass(frozen=True)
class Criterion:
    """A criterion for sorting: its wording, its groups, and things that belong to none of them."""

    key: str
    zh: str
    en: str
    groups: tuple[Group, ...]
    strays: tuple[Member, ...]


BLANK = Group("blank", "", "", (), ())
"""What a sign says on which nothing is printed."""
_TINTS = {"red": ("红色", "红"), "yellow": ("黄色", "黄"), "green": ("绿色", "绿"), "blue": ("蓝色", "蓝")}
_PLAIN = tuple((kind, "", "") for kind in ("keys", "paper_ball", "apple", "carrot", "banana", "soap", "sticky_notes"))
_TINS = tuple(("round_tin", colour, "medium") for colour in ("purple", "black"))


def _kind(kind: str, zh: str, en: str, *also: str) -> Group:
    return Group(kind, zh, en, also, (kind,))


def _words(key: str, zh: str, en: str, also: tuple[str, ...], words: tuple[str, ...]) -> Group:
    return Group(key, zh, en, also, ("round_tin",), states=words, tints=("red", "yellow", "green", "blue"))


def _two(tint: str, kind: str, zh: str, en: str) -> Group:
    long, short = _TINTS[tint]
    also = (f"{long}的{zh}", f"{short}{zh}", f"{tint} {en.lower().removeprefix('toy ')}", f"{tint} {en.lower()}")
    return Group(f"{tint}_{kind}", f"{long}{zh}", f"{tint.upper()} {en}S", also, (kind,), (tint,))


CRITERIA: tuple[Criterion, ...] = (
    Criterion(
        "kind",
        "种类",
        "by what they are",
        (
            _kind("block", "积木", "BLOCKS", "block", "toy block"),
            _kind("toy_car", "小汽车", "TOY CARS", "汽车", "玩具车", "car", "toy car"),
            _kind("spoon", "勺子", "SPOONS", "勺", "spoon"),
            _kind("toothbrush", "牙刷", "TOOTHBRUSHES", "toothbrush"),
            _kind("apple", "苹果", "APPLES", "apple"),
            _kind("carrot", "胡萝卜", "CARROTS", "萝卜", "carrot"),
            _kind("paper_ball", "纸团", "PAPER BALLS", "paper ball", "crumpled paper"),
            _kind("round_tin", "圆罐", "TINS", "罐子", "tin", "round tin"),
        ),
        tuple((kind, "", "") for kind in ("fork", "keys", "soap", "sticky_notes", "toothpaste", "orange", "razor")),
    ),
    Criterion(
        "colour",
        "颜色",
        "by colour",
        tuple(
            Group(tint, long, tint.upper(), (short,), ("block", "toy_car", "round_tin"), (tint,), ("",))
            for tint, (long, short) in _TINTS.items()
        ),
        _TINS,
    ),
    Criterion(
        "material",
        "材料",
        "by the material they are made of",
        (
            Group("metal", "金属", "METAL", (), ("spoon", "fork", "keys")),
            Group("wood", "木头", "WOOD", ("木质", "木制", "木材", "wooden"), ("comb", "chopsticks"), ("brown",)),
            Group("paper", "纸", "PAPER", ("纸张", "纸制", "纸质"), ("paper_ball", "sticky_notes")),
            Group("plastic", "塑料", "PLASTIC", (), ("toothbrush", "remote_control")),
        ),
        tuple((kind, "", "") for kind in ("apple", "carrot", "banana", "soap", "orange")),
    ),
    Criterion(
        "use",
        "用途",
        "by what they are used for",
        (
            Group("eating", "餐具", "CUTLERY", (), ("spoon", "fork")),
            Group("washing", "洗漱用品", "FOR WASHING", ("洗漱", "washing"), ("toothbrush", "toothpaste", "soap")),
            Group("playing", "玩具", "TOYS", ("toy",), ("block", "toy_car", "spinning_top")),
            Group("writing", "文具", "STATIONERY", (), ("pen", "sticky_notes")),
        ),
        tuple((kind, "", "") for kind in ("keys", "paper_ball", "apple", "carrot", "remote_control", "torch")),
    ),
    Criterion(
        "size",
        "大小",
        "by size",
        tuple(
            Group(size, f"{zh}圆罐", f"{en} TINS", (f"{zh}罐子", f"{zh}罐", f"{zh}号", zh, en.lower(), f"{en.lower()} tin"),
                  ("round_tin",), states=(size,), tints=("red", "yellow", "green", "blue", "purple"))
            for size, zh, en in zip(SIZES_M, "小中大", ("SMALL", "MEDIUM", "LARGE"), strict=True)
        ),
        _PLAIN,
    ),
    Criterion(
        "label",
        "罐盖上印的字",
        "by what is printed on them",
        (
            _words("tea", "茶叶", "TEA", ("茶",), ("green_tea", "black_tea", "flower_tea")),
            _words("spice", "调料", "SPICES", ("调味料", "spice"), ("salt", "pepper", "chilli")),
            _words("nut", "坚果", "NUTS", ("nut",), ("walnut", "almond", "cashew")),
            _words("bean", "豆子", "BEANS", ("豆类", "bean"), ("red_bean", "mung_bean", "soya_bean")),
        ),
        tuple(("round_tin", tint, word) for word in ("buttons", "thread", "pins") for tint in ("red", "green", "blue")),
    ),
    Criterion(
        "two",
        "颜色和种类",
        "by colour and kind at once",
        tuple(
            _two(tint, kind, zh, en)
            for tint in _TINTS
            for kind, zh, en in (("block", "积木", "BLOCK"), ("toy_car", "小汽车", "TOY CAR"))
        ),
        _TINS,
    ),
)  # fmt: skip
"""All criteria."""
