"""Judge the words around a number: whether they leave it the one number that an answer gives.

They do if nothing in them denies it, doubts it, counts on or makes it a bound, a label or a part of a word: "about 3 cups" gives a number,
"at least 3", "cup 3", "3 or more" and 三角形 (triangle) give none.
"""

import re

from mindsight.answers.values.numerals import first_number
from mindsight.answers.values.quantities import Quantity

_MEASURES = "个個只隻把张張条條杯瓶本台件块塊辆輛种種位名人头頭匹棵朵支枝份片粒颗顆座间間层層面扇幅套架盒箱袋包碗盘盤壶壺桶罐部艘根盏盞"
"""Chinese measure words: after a number in characters nothing else shows that it counts, as 三角形 does not."""
_NO_COUNT = "双雙对對打排组組堆群半倍成分号號楼月年日点點级級线線路室"
"""After digits: pairs, labels, dates."""
_STOCK = (
    (re.compile("一(?=[共样起])"), ""),
    (re.compile("差不多"), "约"),
    (re.compile(r"\b(?:can be|is|are) (?:visible|seen|shown|present)\b|\bor so\b", re.ASCII), ";"),
)
"""Phrases that hold a numeral or a word of doubt and mean neither, and what keeps the words beside them apart."""
_DOUBT = re.compile(
    r"\b(?:or|nor|not|no|none|never|cannot|\w+n't|unable|impossible|un(?:known|clear|sure|certain|readable)|hidden|missing|invisible|but|except"
    r"|without|than|more|less|fewer|least|most|max(?:imum)?|min(?:imum)?|every|each|per|percent|times|twice|fold|plus|minus|half|halves|quarters?"
    r"|second|thirds?|fourths?|fifths?|dozens?|hundreds?|thousands?|millions?|billions?|pairs?|couple|few|several|many|some|others?|another|extra"
    r"|if|unless|between|squared?|cub\w+|last|next|first)\b"
    r"|[不没沒无無未非否或至多少几幾余餘超第每另若来來倍之]|以[上下内內]|其中|模糊",
    re.ASCII,  # so that a word ends before a Chinese letter
)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|do|does|did|will|would|could|might|may|can|and)\b", re.ASCII)
_FREE = re.compile(r"(?:[^\W\d_]|[ ,.;:'\"()。、-])*")
_LEAD = re.compile(
    r"(?:.*[:=]|(?:.*[ ,])?(?:it's|there's|there're|is|are|was|were|be|has|have|had|see|saw"
    r"|count(?:ed|s)?|about|around|approximately|approx\.?|roughly"
    r"|circa|ca\.|exactly|only|just|all|contains?|shows?|measur(?:es|ing)|equals?|say|takes?|took|lasts?|likely|probably|perhaps|maybe|possibly"
    r"|nearly|almost|estimated?|(?:(?:a|the) )?(?:total of|(?:height|width|length|depth|distance|area|duration|angle)(?: of)?))"
    r"|.*(?:有|是|为|為|约|約|概|共|计|計|见|見|到|得|高|长|長|宽|寬|远|遠|深|应该|可能|也许|[正恰刚]好|只|仅|近|需要?|要|用了?|距离|面积|高度|长度|差不多)"
    r"|[~≈约約])? ?"
)
_SIGN = re.compile(r"(?:(?<![^ :=~≈])(?:[-–]|minus |negative )|[负負]|(?<![^ :=])\+)$")
_SIZED = re.compile(
    r"(?:[ ,]*(?:tall|high|long|wide|deep|away|apart|across|in (?:height|length|width|total)|左右|上下|高|长|宽|远|深|吧))*[ .。]*"
)
_LISTING = re.compile(r"[.:)] ?[^\W_]")
"""After the number of an item in a list."""


def without_stock_phrases(said: str) -> str:
    """Return a text in normal form without phrases such as 一共, whose 一 is no number."""
    for phrase, apart in _STOCK:
        said = phrase.sub(apart, said)
    return said


def sign_before(said: str) -> tuple[int, str] | None:
    """Return the sign, 1 or -1, that the words before a number end with, and the words before it; None if they do not lead to a number."""
    found = _SIGN.search(said)
    lead = said[: found.start()] if found else said
    if not _LEAD.fullmatch(lead) or _DOUBT.search(lead) or not _FREE.fullmatch(lead.strip("~≈= ")):
        return None
    return (-1 if found and found[0] != "+" else 1), lead


def measure_word(said: str, at: int) -> int:
    """Return where a Chinese measure word ends that begins at a place, else the place."""
    return at + (said[at : at + 1] in _MEASURES if said[at : at + 1] else 0)


def only_size(tail: str) -> bool:
    """Return whether the words after a number name no thing that it could count: "tall", 左右."""
    return _SIZED.fullmatch(tail) is not None


def leaves_it(tail: str) -> bool:
    """Return whether the words after a number neither doubt it nor say more of it, and hold no other number."""
    doubtful = _DOUBT.search(tail) or _VERB.search(tail) or first_number(tail) >= 0 or tail.startswith("-")
    return not doubtful and _FREE.fullmatch(tail) is not None


def counts(tail: str, found: Quantity, lead: str) -> bool:
    """Return whether the words after a bare number, if any, are what it counts."""
    if not tail:
        return True
    if tail[0] in _MEASURES:
        is_article = (
            found.style == "han" and found.value == 1 and lead.endswith("是")
        )  # 这是一张图片: "this is a picture"
        return not is_article
    if (found.style != "digits" and found.value.denominator != 1) or (found.value == 1 and tail.startswith(" of ")):
        return not tail.strip(" .。")
    if found.style != "han" and "\u3400" <= tail[0] <= "\u9fff":
        return tail[0] not in _NO_COUNT
    return not tail[0].isalpha() and not _LISTING.match(tail)
