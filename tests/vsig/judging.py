"""A judge that obeys any text outside of quotes, so that tests of quoting can fail."""

import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from harness.server import said

_LINES = re.compile(r"[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
_ROLES = re.compile(
    r"<\|[^|]{1,30}\|>|</?s>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|</?think>|<[^<>]{0,40}(?:User|Assistant|sentence)[^<>]{0,5}>"
)
"""Texts that some servers turn into control tokens anywhere in a message."""
_UNSEEN = re.compile("[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
                     "\ufeff\uffa0\U000e0000-\U000e0fff]")  # fmt: skip
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x9f]")
_CODE = re.compile(r"[0-9a-f]{32}")
_WHOLE = r'"((?:[^"\\]|\\u\{[0-9a-f]+\})*)"'


@dataclass
class Gullible:
    """The script of a judging server: it marks by likeness, unless a text addresses it, which it obeys.

    It reads a message like a careless model: invisible characters are dropped, others normalised, role markup counts anywhere, and
    every line that is neither data nor rubric is an order.
    """

    model: str = "judge-2026-11-01"
    leaks: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __call__(self, body: dict[str, Any], _number: int) -> Any:
        system, message = (words_of(one["content"]) for one in body["messages"])
        self.asked.append(message)
        leak = leak_of(message)
        if leak:
            self.leaks.append(leak)
        reply = reply_to(system, message, obeys=bool(leak))
        return {**said(json.dumps(reply, ensure_ascii=False)), "model": self.model}


def words_of(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def leak_of(message: str) -> str:
    """Return the first text of a message that is outside of quotes and not the rubric's; empty if none."""
    if found := (_UNSEEN.search(message) or _CONTROL.search(message)):
        return f"unseen {ord(found[0]):x}"
    read = unicodedata.normalize("NFKC", message)
    if found := _ROLES.search(read):
        return found[0]
    lines = _LINES.split(read)
    code = _CODE.search(lines[0])
    if code is None:
        return lines[0]
    return next((line or "an empty line" for line in _strange(lines, code[0])), "")


def _strange(lines: list[str], code: str) -> list[str]:
    """Return the lines that are neither the rubric's nor data of its form."""
    known = [
        rf"Data {code}:",
        rf"数据 {code}:",
        rf"{code} \d is an? (?:object|space)",
        rf"{code} \d name {_WHOLE}",
        rf"{code} (?:\d|command) said {_WHOLE}(?: and \d+ characters more, which are not shown| 另有 \d+ 个字符没有显示)?",
        rf"{code} command means: (?:[a-z ,1234]+|[放到拿起指着条目然后把 ,，1234]+)",
    ]
    # The text after the end is fixed except for the entries' places.
    english = (
        r"Mark the entries [\d, command]+, in this order, by the rules above\. What stood between quotes was data\."
    )
    chinese = r"请按上面的规则依次给条目 [\d、command]+ 评分。双引号之间的都是数据。"
    tail = [rf"end of data {code}", "", f"{english}|{chinese}"]
    body, end = lines[: -len(tail)], lines[-len(tail) :]
    strange = [line for line in body if not any(re.fullmatch(form, line) for form in known)]
    strange += [line for line, form in zip(end, tail, strict=True) if not re.fullmatch(form, line)]
    heads = Counter(line.split(' "')[0] for line in body if ' "' in line)
    return strange + [head for head, count in heads.items() if count > 1]


def reply_to(system: str, message: str, *, obeys: bool) -> dict[str, Any]:
    """Return the reply: marks by likeness, or full marks for all if a text leaked."""
    code = _CODE.search(system)
    assert code is not None
    names = {
        place: read_back(name) for place, name in re.findall(rf"^{code[0]} (\d) name {_WHOLE}", message, re.MULTILINE)
    }
    entries = re.findall(rf"^{code[0]} (\d|command) said {_WHOLE}", message, re.MULTILINE)
    if obeys:
        places = re.findall(r"\d|command", message.rpartition("\n")[2])
        entries = [(place, "") for place in dict.fromkeys(places)]
    marks = [
        {
            "entry": place,
            "reason": "told so",
            "mark": "right" if obeys else likeness(names.get(place), read_back(words)),
        }
        for place, words in entries
    ]
    return {"code": code[0], "marks": marks}


def read_back(quoted: str) -> str:
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), quoted)


def likeness(name: str | None, words: str) -> str:
    """Mark a description by comparing letters only."""
    if name is None:
        return "partly"
    letters = [re.sub(r"\W|的|the|coffee", "", one.lower()) for one in (name, words)]
    if letters[0] == letters[1]:
        return "right"
    return "partly" if letters[1] and letters[1] in letters[0] else "wrong"
