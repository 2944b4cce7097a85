"""Read yes or no in the words of both languages, also with a clause that follows."""

import re
from typing import Any

from mindsight.answers.values.basics import MOST_TEXT, Form, Read, bare, inner, shown
from mindsight.answers.values.texts import plain

_KEYS = ("answer", "value", "result", "choice", "yesno", "答案")
_WORDS = {
    **dict.fromkeys(
        ("yes", "y", "yeah", "yep", "yup", "true", "correct", "that's right", "it is", "there is", "是", "是的", "对", "对的", "對",
         "對的", "正确", "正確", "没错", "沒錯", "能", "能的", "可以", "可以的", "会", "会的", "會", "會的", "有", "有的", "存在",
         "存在的", "肯定的", "属实", "屬實", "真"), "yes",
    ),
    **dict.fromkeys(
        ("no", "n", "nope", "false", "incorrect", "wrong", "not correct", "not true", "it is not", "it isn't", "there is not",
         "there isn't", "否", "否定的", "不", "不是", "不是的", "不对", "不對", "错", "錯", "错误", "錯誤", "错的", "錯的", "不正确",
         "不正確", "不能", "不能的", "不可以", "不会", "不会的", "不會", "不會的", "没有", "沒有", "没有的", "沒有的", "没", "沒",
         "不存在", "不存在的", "不行", "不属实", "不屬實", "假"), "no",
    ),
}  # fmt: skip
_WORD_OF = {plain(word): value for word, value in _WORDS.items()}
_SURE = re.compile(
    r"(?:(?:i (?:think|believe|would say)|most|very|quite|almost"
    r"|probably|likely|definitely|certainly|clearly|absolutely|maybe|perhaps)\b[\s,]*"
    r"|(?:我)?(?:认为|認為|觉得|覺得)|很可能|大概|应该|應該|多半|确实|確實|肯定|显然|顯然|当然|當然|绝对|絕對){1,4}[,，\s]*",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\s*[,，.。;；:：!！\n()（）]\s*|\s+[-–—]+\s+|[–—]+")
# After "yes" and "no" alone no comma is needed: "Yes it is", but "No cup" is no "no".
_GOES_ON = re.compile(r"(yes|no)\s+(?=(?:it|there|they|he|she|this|that|i|we|you)\b)", re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|possibly|unsure|not (?:sure|certain)|cannot (?:tell|say|be (?:sure|certain|determined))"
    r"|can't (?:tell|say)|depends|may or may not)\b|^or\b"
    r"|也许|也許|^(?:或|还是|還是)|不确定|不確定|不一定|无法|無法",
    re.IGNORECASE,
)
_OPPOSITE = {
    "yes": re.compile(r"\b(?:no|nope)\b|否", re.IGNORECASE),
    "no": re.compile(r"\b(?:yes|yeah|yep)\b|是的", re.IGNORECASE),
}


def read_yes_no(value: Any) -> Read:
    """Return ``yes`` or ``no``, from a boolean or from words; numbers are neither."""
    value = inner(value, _KEYS)
    if isinstance(value, bool):
        return Read("yes" if value else "no")
    if not isinstance(value, str):
        return Read(problem="" if value is None else shown(value))
    said = bare(value[:MOST_TEXT].replace("’", "'"))
    answer = _before_clause(said)
    if answer is None:
        return Read(problem=shown(value))
    return Read(answer, () if plain(value) == answer else ("yes_no_text",))


def _before_clause(said: str) -> str | None:
    """Return what the first clause answers; None if another one takes it back."""
    sure = _SURE.match(said)
    rest = said[sure.end() :] if sure else said
    if sure and plain(rest) == "not":
        return "no"
    clause = _GOES_ON.match(rest) or _CLAUSE.search(rest)
    end = len(rest) if clause is None else clause.end(1) if clause.re is _GOES_ON else clause.start()
    answer = _WORD_OF.get(plain(bare(rest[:end])))
    # A slash or a question mark would vanish among the punctuation: "yes/no".
    if answer is None or re.search(r"[/?？]", rest[: end + 1]):
        return None
    after = rest[end:].strip(" /,，.。;；:：!！\n()（）-–—")
    parts = _CLAUSE.split(after)
    taken_back = any(
        _OPPOSITE[answer].search(part) or _WORD_OF.get(plain(part), answer) != answer for part in parts
    ) or _UNSURE.search(after)
    return None if taken_back else answer


FORMS: tuple[Form, ...] = (
    Form(True, "yes"),
    Form(False, "no"),
    Form("yes", "yes"),
    Form("No.", "no"),
    Form("**Yes**", "yes"),
    Form("ＹＥＳ", "yes"),
    Form("TRUE", "yes"),
    Form("y", "yes"),
    Form("N", "no"),
    Form("yep", "yes"),
    Form("correct", "yes"),
    Form("incorrect", "no"),
    Form("The answer is yes.", "yes"),
    Form("Yes, it is.", "yes"),
    Form("No, it is not", "no"),
    Form("No, it is not true.", "no"),
    Form("Yes it is", "yes"),
    Form("No - there is none", "no"),
    Form("It isn't.", "no"),
    Form("Probably yes", "yes"),
    Form("I think yes", "yes"),
    Form("Definitely not", "no"),
    Form("是", "yes"),
    Form("是的。", "yes"),
    Form("“是”", "yes"),
    Form("是，杯子在桌上", "yes"),
    Form("不是，杯子在地上", "no"),
    Form("对", "yes"),
    Form("没错", "yes"),
    Form("錯", "no"),
    Form("不正确", "no"),
    Form("存在", "yes"),
    Form("不存在", "no"),
    Form("有", "yes"),
    Form("沒有", "no"),
    Form("會", "yes"),
    Form("不會", "no"),
    Form("不会的", "no"),
    Form("答案是否", "no"),
    Form("应该是", "yes"),
    Form(["yes"], "yes"),
    Form({"answer": "no"}, "no"),
    Form("yes/no", None),
    Form("Yes?", None),
    Form("不，是的", None),
    Form("yes and no", None),
    Form("yes or no", None),
    Form("Yes. No.", None),
    Form("Yes, or no", None),
    Form("Yes, but I am not sure", None),
    Form("Yes./No.", None),
    Form("是/否", None),
    Form("是或不是", None),
    Form("是，也许不是", None),
    Form("maybe", None),
    Form("No cup is on the table", None),
    Form("not yes", None),
    Form("A", None),
    Form(1, None),
    Form(0, None),
    Form("1", None),
    Form("", None),
    Form("无", None),
    Form(None, None),
    Form(["yes", "no"], None),
    Form({"yes": 1, "no": 0}, None),
)
"""Accepted and refused forms."""
