"""Wordings of the demand to sort and count; drawn before a task is made irrelevant."""

from numpy.random import Generator

from mindsight.home.tasks.sort_count.sets import Criterion
from mindsight.home.tasks.wording import Sentence, draw_demand, not_home, pick

Words = tuple[tuple[str, str], ...]

WORDINGS: Words = (
    (
        "工作台上散放着一些东西，台边是立着标签的分类盒。请按{zh}把它们分到盒子里：标签写什么就只放什么，{left}{begun}{say}",
        (
            "Things lie about on the work table, and along its edge stand sorting boxes with signs. Please sort the things "
            "{en} into the boxes: into each only what its sign says; {left} {begun} {say}"
        ),
    ),
    (
        "帮我整理一下工作台：按{zh}分类，放进对应标签的分类盒，{left}{begun}{say}",
        (
            "Put the work table in order for me, please: sort what lies on it {en}, each thing into the sorting box with the "
            "sign it fits; {left} {begun} {say}"
        ),
    ),
    (
        "请看清每个分类盒上的标签，再把工作台上的东西按{zh}放进去，{left}{begun}{say}",
        (
            "Please read the sign of every sorting box, then put the things on the work table into them {en}; "
            "{left} {begun} {say}"
        ),
    ),
)
LEFT: Words = (
    ("哪个标签都不合适的留在台面上。", "what fits no sign stays on the table."),
    ("跟哪个盒子都不对应的不要放进去。", "leave out of the boxes whatever belongs in none of them."),
)
BEGUN: Words = (
    (
        "盒里如果已经有东西，放对了的也要算，放错了的要改过来。",
        "What is in a box already counts too if it is right; if it is wrong, move it.",
    ),
    (
        "盒子里原有的东西也要检查，放错的换到该放的盒里。",
        "Check what the boxes hold from before as well, and move what is in the wrong one.",
    ),
)
SAY: Words = (
    (
        "全部分好以后，说出每种标签的盒子里各有多少件，再结束。",
        "When all is sorted, say of every sign how many things its box holds, then finish.",
    ),
    (
        "分完后数一数，说出每个标签各是多少件，然后结束。",
        "Then count, say for each sign how many there are, and finish.",
    ),
    (
        "最后把每个标签对应的件数都说出来，再表示完成。",
        "At the end say the number for each sign before you say that it is done.",
    ),
)
IMPOSSIBLE: Words = (
    (
        "请把工作台上的影子按重量分到分类盒里，说出每盒有几克。",
        "Please sort the shadows on the work table by weight into the sorting boxes and say how many grams each holds.",
    ),
    (
        "请把房间里的声音按颜色装进分类盒，说出每种有几个。",
        "Please put the sounds in this room into the sorting boxes by colour and say how many of each there are.",
    ),
    (
        "请把工作台折成四份放进四个分类盒，再说出每盒有几份。",
        "Please fold the work table into four, put the parts into four sorting boxes, and say how many are in each.",
    ),
    (
        "请让工作台上的东西自己走进分类盒并报数。",
        "Please make the things on the work table walk into the sorting boxes by themselves and call out their numbers.",
    ),
    (
        "请把窗外的云按大小分到分类盒里，说出各有几朵。",
        "Please sort the clouds outside the window by size into the sorting boxes and say how many there are of each.",
    ),
    (
        "请把工作台上的东西按明年的价格分到盒里，说出各有几件。",
        "Please sort the things on the work table into the boxes by what they will cost next year, and say how many are in each.",
    ),
    (
        "请把每件东西同时放进所有分类盒，说出各有几件。",
        "Please put each thing into all the sorting boxes at the same time and say how many are in each.",
    ),
    (
        "请把分类盒里的空气按气味分开，说出每盒有几种。",
        "Please separate the air in the sorting boxes by its smell and say how many kinds each box holds.",
    ),
)


def instruction(rng: Generator, criterion: Criterion) -> Sentence:
    """Return the demand to sort by a criterion and to say the counts."""
    parts = {key: pick(rng, words, {}, {}) for key, words in (("left", LEFT), ("begun", BEGUN), ("say", SAY))}
    zh = {key: words["zh"] for key, words in parts.items()} | {"zh": criterion.zh}
    en = {key: words["en"] for key, words in parts.items()} | {"en": criterion.en}
    return pick(rng, WORDINGS, zh, en)


def nonsense(rng: Generator, reason: str) -> Sentence:
    """Return a demand that cannot be met (impossible) or that is no household task (not_home)."""
    return not_home(rng) if reason == "not_home" else draw_demand(rng, IMPOSSIBLE, {}, {})
