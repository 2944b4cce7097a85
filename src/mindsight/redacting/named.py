"""Secrets that are known by the word beside them: ``--password X``, ``API_KEY=X``, ``Authorization: Bearer X``, ``://user:X@``."""

import re

from mindsight.redacting.tokens import ESCAPED

_OF_KEYS = "access|account|admin|api|auth|client|encryption|license|master|private|secret|service|shared|signing|storage|subscription"
_WORDS = (
    rf"[a-z]*(?:{_OF_KEYS})[-_]?key|key|(?-i:[A-Za-z]*[a-z]Key)|[a-z]*token(?!s|iz|is)[a-z]*|[a-z]*secret[a-z]*|[a-z]*passw(?:or)?d[a-z]*"
    r"|pass(?:phrase|code)?|[a-z]*pwd|pw|pin|otp|sid|sas|sig|[a-z]*signature|auth(?:orization)?|jwt|[a-z]*credentials?|creds?"
    r"|session[-_]?id|cookie2?"
)
SPEAKS_OF_SECRETS = re.compile(rf"(?<![a-z])(?:{_WORDS})(?![a-z])", re.IGNORECASE)
"""Whether the name of a variable says that its value is a secret."""
_NAME = rf"[\w.-]{{0,200}}?(?:(?<![a-z])|{ESCAPED})(?:{_WORDS})(?![a-z])[\w.-]{{0,40}}"
_MARK = r"(?:\\{0,7}[\"']|&quot;|&#3[49];|%2[27]|\\{1,7}(?:u00|x)2[27])"
"""A quotation mark, as it stands or as JSON, HTML and addresses spell it."""
_GIVEN = (
    rf"{_MARK}?\s?(?:(?:provided|given|is|was|是|为)\s?)?(?>:=|[=-]>|=+|[:：]|%3[AD]|&\#61;|\\{{1,7}}(?:u00|x)3[ad])"
)
_ZH = "密码|口令|密钥|秘钥|令牌"
_IS_GIVEN = rf"[\w.-]{{1,240}}{_GIVEN}"  # a quick look, before a name is taken apart
_IS_FIELD = rf"[\w.-]{{1,240}}(?:{_MARK}|>)"
_QUOTED = r"""\\"(?:[^"\\]|\\[^"])*(?:\\")?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?"""
_END = r"(?=[\s\"'&;,)}\]]|$)"
_HIDDEN = rf"(?!\\?[\"']?\*\*\*{_END})"
_PUBLIC = rf"(?!\{{\w+\}}|[\"']?(?:\d{{1,3}}|true|false|none|null|yes|no){_END})"
_REST = rf"(?!{_NAME}[\"']\s?[:=])[^\s\"'&;,)}}\]]*"
"""What goes on behind a quotation mark, as shells have it; not the name of the next secret, whose mark was taken for an end."""
_VALUE = rf"{_HIDDEN}{_PUBLIC}(?:(?:{_QUOTED}){_REST}|(?:\\.|\S)+)"
_MARKED = rf"(?:{_QUOTED}|(?={_MARK})(?:(?!{_MARK}[,)\]])\S)+)"
_SCHEME = r"(?>(?:[\"']?(?:basic|bearer|digest|negotiate|token|apikey|key)\s+)?)"

_PATTERNS = (
    # In an address, which stays readable behind it.
    rf"([?&;]{_NAME}=){_HIDDEN}[^\s&#\"'<>]+",
    rf"((?:set-)?cookie2?(?:\\?[\"'])?\s*[:=]\s*){_HIDDEN}(?:{_QUOTED}|[^\s;\"']+(?:;\s*[^\s;\"'=]+=[^\s;\"']*)*)",
    # A field of a form or of a page, before its name is taken for a value.
    rf"(\b(?:name|key)={_MARK}(?={_IS_FIELD}){_NAME}{_MARK}\s{{1,20}}value={_MARK}){_HIDDEN}[^\"'<>]+",
    rf"(<(?={_IS_FIELD}){_NAME}>){_HIDDEN}[^<>]+",
    rf"((?:(?<![\w.-])(?={_IS_GIVEN}){_NAME}|{_ZH}){_GIVEN}\s*{_SCHEME}){_VALUE}",
    rf"((?:{_ZH})\s?[是为]\s?){_HIDDEN}[!-~]{{4,}}",
    rf"((?<![\w.-])--?{_NAME}\s+)(?!-){_VALUE}",
    # Words of a command, or a pair, as programs print them.
    rf"((?<!\w)b?{_MARK}--?(?={_IS_FIELD}){_NAME}{_MARK},\s?b?)(?!{_MARK}-){_HIDDEN}{_PUBLIC}{_MARKED}",
    rf"(\(b?{_MARK}(?={_IS_FIELD}){_NAME}{_MARK},\s?b?){_HIDDEN}{_PUBLIC}{_MARKED}(?=\))",
    rf"(\b(?:setenv|set\s-\w{{1,3}})\s+{_NAME}\s+){_VALUE}",
    # In a sentence, what looks drawn by chance.
    rf"((?<![\w-])(?:key|token|secret|password|passphrase)\s+){_HIDDEN}(?=[a-z_+=-]*\d)(?=[\d_+=-]*[a-z])[\w+=-]{{8,}}(?![\w./])",
    # Programs that take a password right behind -p.
    rf"(\b(?:mysql\w*|mariadb\w*|sshpass|7za?|unrar|unzip)\s(?:[^|;\n]{{0,200}}?\s)?-p\s?){_HIDDEN}(?:{_QUOTED}|\S+)",
    rf"((?<!\S)-p\s+){_HIDDEN}(?!-|\{{|(?-i:[a-z]+)(?!\S)|[\d:.]+(?!\S))(?:{_QUOTED}|[^\s/]+(?!\S))",
    rf"((?<!\S)(?:-u\s*|--(?:proxy-)?user[\s=])[\"']?[^\s:=\"'/]+:)(?!\d+(?!\S)|//){_HIDDEN}[^\s\"']+",
    rf"(\bbearer\s+)(?!(?:tokens?|auth\w*)\b){_HIDDEN}[\w.~+/=-]{{6,}}",
    r"(\bbasic\s+)(?=[a-z+/]*[\d=])[\w+/]{6,}=*",
    r"(://)[^\s/:@?#]{0,100}:(?!\d+(?:/|\s|$))[^\s\"'<>]{0,300}(?=@)",
    r"(://)[^\s/?#]{1,300}(?=@)",
)
NAMED = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS)
"""The first group stays, what follows it is hidden."""
