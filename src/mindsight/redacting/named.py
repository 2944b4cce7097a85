"""Secrets that are known by the word beside them: ``--password X``, ``API_KEY=X``, ``Authorization: Bearer X``, ``://user:X@``."""

import re

_OF_KEYS = "access|account|admin|api|auth|client|encryption|license|master|private|secret|service|shared|signing|storage|subscription"
_WORDS = (
    rf"[a-z]*(?:{_OF_KEYS})[-_]?key|key|(?-i:[A-Za-z]*[a-z]Key)|[a-z]*token(?!s|iz|is)[a-z]*|[a-z]*secret[a-z]*|[a-z]*passw(?:or)?d[a-z]*"
    r"|pass(?:phrase|code)?|[a-z]*pwd|pw|pin|otp|sid|sas|sig|[a-z]*signature|auth(?:orization)?|jwt|[a-z]*credentials?|creds?"
    r"|session[-_]?id|cookie2?"
)
SPEAKS_OF_SECRETS = re.compile(rf"(?<![a-z])(?:{_WORDS})(?![a-z])", re.IGNORECASE)
"""Whether the name of a variable says that its value is a secret."""
_NAME = rf"[\w.-]{{0,200}}?(?<![a-z])(?:{_WORDS})(?![a-z])[\w.-]{{0,40}}"
_GIVEN = r"(?:\\?[\"'])?\s?(?:(?:provided|given|is|was|是|为)\s?)?(?>:=|=>|=+|[:：])"
_IS_GIVEN = rf"[\w.-]{{1,240}}{_GIVEN}"  # a quick look, before a name is taken apart
_QUOTED = r"""\\"(?:[^"\\]|\\[^"])*(?:\\")?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?"""
_END = r"(?=[\s\"'&;,)}\]]|$)"
_HIDDEN = rf"(?!\\?[\"']?\*\*\*{_END})"
_PUBLIC = rf"(?!\{{\w+\}}|[\"']?(?:\d{{1,3}}|true|false|none|null|yes|no){_END})"
_VALUE = rf"{_HIDDEN}{_PUBLIC}(?:{_QUOTED}|(?:\\.|\S)+)"
_SCHEME = r"(?>(?:[\"']?(?:basic|bearer|digest|negotiate|token|apikey|key)\s+)?)"

_PATTERNS = (
    # In an address, which stays readable behind it.
    rf"([?&;]{_NAME}=){_HIDDEN}[^\s&#\"'<>]+",
    rf"((?:set-)?cookie2?(?:\\?[\"'])?\s*[:=]\s*){_HIDDEN}(?:{_QUOTED}|[^\s;\"']+(?:;\s*[^\s;\"'=]+=[^\s;\"']*)*)",
    rf"((?:(?<![\w.-])(?={_IS_GIVEN}){_NAME}|密码|口令|密钥|秘钥|令牌){_GIVEN}\s*{_SCHEME}){_VALUE}",
    rf"((?<![\w-])--?{_NAME}\s+)(?!-){_VALUE}",
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
