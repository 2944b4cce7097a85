"""Phrases by which servers refuse a part of a request, as opposed to its value or its size."""

import re
from collections.abc import Iterable

_REFUSED = re.compile(
    r"unsupported|not (?:be |yet |currently )?(?:supported|permitted|allowed|accepted|available|recognized|implemented|enabled|compatible)"
    r"|(?:n't|not) (?:support|accept|allow|recogni[sz]e)|unrecognized|unknown|unexpected|extra inputs|extra_forbidden|no such"
    r"|deprecated|removed|invalid (?:parameter|argument|field|key|name|property)|cannot be (?:set|used|specified|changed)|instead"
    r"|only (?:the )?(?:default|1|1\.0)\b|must be (?:1|1\.0)\b|must (?:not )?be (?:omitted|unset|default)|\bonly supports?\b"
    r"|不支持|不允许|不被接受|未知|无法识别|仅支持|只支持|参数非法|无效参数",
    re.IGNORECASE,
)
_STREAM_ONLY = re.compile(
    r"(?:only|must|require|enable|please|need|set|turn on|仅|只|必须|需要|请).{0,60}stream"
    r"|stream.{0,60}(?:only|must|required?|enable|true|仅|只|必须|需要)"
    r"|stream\W{0,6}false.{0,40}(?:not|un|only)|non-?stream.{0,40}(?:not|unsupported|n't)|(?:仅|只|必须|需要|请).{0,30}流式",
    re.IGNORECASE | re.DOTALL,
)
_FORM = re.compile(r"response_format|json_?schema|grammar|guided|structured|schema|xgrammar|outlines", re.IGNORECASE)
_SYSTEM = re.compile(
    r"system.{0,30}(?:role|message|prompt|instruction)|(?:role|message|prompt|instruction)s?.{0,30}\bsystem\b"
    r"|roles must alternate|developer instruction",
    re.IGNORECASE | re.DOTALL,
)
_MODEL = re.compile(
    r"model.{0,80}(?:not (?:exist|found|loaded|available|served|supported)|n't exist|no longer|unknown|invalid)"
    r"|(?:no|no such|unknown|invalid|unsupported|incorrect|find the|find).{0,10} model|model_not_found|模型.{0,40}(?:不存在|未找到|无效)",
    re.IGNORECASE | re.DOTALL,
)
_NO_PLACE = re.compile(
    r"unexpected endpoint|no route|not found|page not found|cannot post|method not allowed|unknown (?:url|path)",
    re.IGNORECASE,
)


def is_refusal(words: str) -> bool:
    """Return whether words refuse something, as opposed to finding its value out of range."""
    return bool(_REFUSED.search(words))


def named(words: str, names: Iterable[str]) -> list[str]:
    """Return the names of parameters that stand in the words of a server."""
    return [name for name in names if re.search(rf"(?<![A-Za-z_]){name}(?![A-Za-z_])", words)]


def wants_stream(words: str) -> bool:
    """Return whether a server says that it only streams."""
    return bool(_STREAM_ONLY.search(words))


def is_about_form(words: str) -> bool:
    """Return whether words are about the form of an answer that was asked for."""
    return bool(_FORM.search(words))


def is_about_system(words: str) -> bool:
    """Return whether words are about the system message."""
    return bool(_SYSTEM.search(words))


def is_about_model(words: str) -> bool:
    """Return whether a server says that it does not serve a model."""
    return bool(_MODEL.search(words))


def is_about_place(words: str) -> bool:
    """Return whether a server says that there is nothing at an address."""
    return bool(_NO_PLACE.search(words))
