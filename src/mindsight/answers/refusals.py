"""Tell a refusal from an answer, and from saying that there is no answer.

A refusal says something about the model's rules or senses ("I can't help with identifying people", "I cannot see images"); that a question
has no answer says something about the pictures. Both are recognised only in short texts that hold nothing else.
"""

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE | re.DOTALL)


LONGEST = 800
"""Characters of a refusal at most: whoever writes more answers."""
_LONGEST_DECLINING = 300
_CANNOT = r"(?:can(?:no|')t|can not|could(?: not|n't)|(?:am |'m )?(?:currently )?(?:unable|not able) to|won't|will not)"
_HELP = r"(?:help|assist|comply|fulfil|provide|process|respond|engage|do (?:that|this)|identify (?:people|the people|who|individuals|real))"
_LOOK = r"(?:view|see|open|watch|hear|listen to|access|receive|analy[sz]e|look at|process)"
_MEDIA = r"(?:images?|pictures?|photos?|videos?|files?|audio|visual)"
_SORRY = r"\bI(?:'m| am)? (?:really |very |so )?sorry\b"
_REFUSAL = _any(
    rf"{_SORRY}.{{0,60}}\b{_CANNOT} (?:{_HELP}|identify|{_LOOK})",
    rf"\bI ?{_CANNOT}(?: \w+){{0,2}} {_HELP}",
    rf"\bI ?{_CANNOT}(?: \w+){{0,3}} {_LOOK}(?: \w+){{0,3}} {_MEDIA}",
    rf"\bas an? (?:AI|text-based|large|language)\b.{{0,60}}\b{_CANNOT}",
    r"\bI(?:'m| am) (?:just |only )?an? (?:text-based|text-only|language)",
    rf"\bno {_MEDIA} (?:was|were|is|has been|have been) (?:provided|attached|uploaded|included|sent)",
    rf"\bplease (?:upload|attach|provide|share) (?:an|the|your) {_MEDIA}",
    (
        r"(?:抱歉|对不起|不好意思).{0,24}(?:无法|不能|不便|没有?办法|拒绝|不支持|看不到|看不了|没有看到)"
        r".{0,8}(?:查看|看|识别人|提供|协助|帮助|完成|处理|满足|分析|打开|播放|听|图|视频|音频)"
    ),
    (
        r"我(?:目前|现在|暂时|还)*(?:无法|不能|没办法|拒绝|不支持).{0,4}"
        r"(?:查看|观看|识别人|提供|协助|帮助|完成这|处理|满足|分析图|打开|播放|听)"
    ),
    r"(?:我|目前)(?:并)?(?:没有看到|看不到|没有收到)(?:任何|您|你)?.{0,6}(?:图片|图像|视频|音频|画面)",
    r"请(?:您|你)?(?:先)?(?:上传|提供|发送)(?:一张|您的|你的|相关)?(?:图片|图像|照片|视频)",
)
_APOLOGY = re.compile(
    rf"{_SORRY}.{{0,40}}\b{_CANNOT}(?![\w'])"
    rf"|\bI ?{_CANNOT}.{{0,30}}\b(?:{_HELP}|answer|identify)|\bI'm (?:unable|not able) to\b"
    r"|(?:抱歉|对不起|不好意思).{0,20}(?:无法|不能|不便|没有办法|没办法|拒绝)"
    r"|我(?:无法|不能|没办法|拒绝).{0,12}(?:回答|提供|协助|帮助|完成|处理|满足)",
    re.IGNORECASE | re.DOTALL,
)
_REGRET = re.compile(r"(?:(?:I(?:'m| am)? )?sorry|unfortunately|很?抱歉|对不起)[,，]?\s*(?:but )?", re.IGNORECASE)
_DECLINING = _any(
    (
        r"(?:it|this|that|(?:the|this) (?:question|answer))?\s*(?:can(?:no|')t|can not|could not) be "
        r"(?:answered|determined|told|inferred|judged|identified)\b.*"
    ),
    (
        r"(?:I\s*)?(?:can(?:no|')t|can not|could not|(?:am |'m )?(?:unable|not able) to)\s*"
        r"(?:tell|say|determine|answer|judge|decide|read|make out)\b.*"
    ),
    r"(?:it is |it's |this is )?(?:impossible|not possible) to (?:tell|say|determine|answer|judge)\b.*",
    r"(?:it|(?:the|this) \w+(?: on (?:the|this) \w+)?) (?:is|are) "
    r"(?:not (?:legible|readable)|illegible|unreadable|too \w+ to (?:be )?read).*",
    # 图中没有杯子，因此无法回答: the reason comes first.
    r".{1,200}[,，;；.。]\s*(?:and )?(?:so|thus|therefore|hence|因此|所以|故)\s*,?\s*"
    r"(?:I|it|the question|this)? ?(?:can(?:no|')t|can not) (?:be )?(?:answer|determine|tell)\b.*",
    r".{1,100}[,，;；。]\s*(?:因此|所以|故)(?:此题|本题|问题|这个问题)?(?:无法|不能)(?:回答|作答|判断|确定).*"
    r"|(?:根据|从).{1,12}(?:无法|不能)(?:回答|作答|判断|确定).*",
    r"cannot(?: answer)?|unanswerable|not answerable|no answer|there is no answer\b.*",
    r"(?:not enough|insufficient) information\b.*",
    r"(?:这个问题|该问题|此题|本题|问题|我)*(?:是)?(?:无法|不能|没法|没办法|无从)(?:被)?(?:回答|作答|判断|确定|得知|看出|辨认|推断).*",
    r"(?:这个问题|该问题|此题|本题|问题)?(?:没有|无)答案.*|答不了.*|(?:图片)?信息不足.*",
)
_ABSENT = re.compile(
    r"there (?:is|are) no\b.*|.{1,80}\b(?:is|are) not (?:visible|present|shown|in the (?:picture|image|scene))\b.*"
    r"|(?:图片|图|画面|照片|场景)(?:中|里|上)?(?:并)?没有.*|(?:看不到|没有看到|找不到).*",
    re.IGNORECASE | re.DOTALL,
)


def is_refusal(said: str) -> bool:
    """Return whether a text refuses to look or to help.

    Examples:
        >>> is_refusal("I'm sorry, but I can't view images."), is_refusal("I cannot tell from the picture.")
        (True, False)
    """
    return len(said) <= LONGEST and _REFUSAL.search(_straight(said)) is not None


def is_apology(said: str) -> bool:
    """Return whether a text refuses, or apologises for having no answer where none may be left out."""
    return len(said) <= LONGEST and (is_refusal(said) or _APOLOGY.search(_straight(said)) is not None)


def declines(said: str, *, absence: bool = False) -> bool:
    """Return whether a text says that a question has no answer, and nothing else.

    Args:
        said: The text.
        absence: Whether that something is not there means so too, as it does where a place is asked for, but not a number.

    Examples:
        >>> [declines(said) for said in ("It cannot be answered.", "无法判断", "blue", "I can't help with that.")]
        [True, True, False, False]
    """
    if len(said) > _LONGEST_DECLINING or is_refusal(said):
        return False
    text = _REGRET.sub("", _straight(said).strip(), count=1)
    return _DECLINING.fullmatch(text) is not None or (absence and _ABSENT.fullmatch(text) is not None)


def _straight(said: str) -> str:
    return said.replace("’", "'")
