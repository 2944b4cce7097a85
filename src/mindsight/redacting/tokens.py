"""Secrets that are known by their shape alone."""

import re

_KINDS = {
    "Anthropic, DashScope, DeepSeek, OpenAI": r"sk-[\w-]{8,}",
    "Atlassian": r"ATATT3[\w=-]{20,}",
    "AWS": r"(?:A3T[A-Z0-9]|ABIA|ACCA|AGPA|AIDA|AKIA|ANPA|AROA|ASIA)[A-Z0-9]{12,}(?:\W{1,3}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+]))?",
    "Azure storage": r"(?<!sha512-)[A-Za-z0-9+/]{86}==",
    "age": r"AGE-SECRET-KEY-1[A-Z0-9]{20,}",
    "Aliyun": r"LTAI[A-Za-z0-9]{10,}",
    "Artifactory": r"AKC[A-Za-z0-9]{10,}|AP[0-9A-F][A-Za-z0-9]{8,}(?=[\s\"]|$)",
    "Baidu": r"bce-v3/\S{20,}|ALTAK[\w-]{10,}|2\d\.[0-9a-f]{32}\.\d+\.\d+\.[\d-]+",
    "chat webhooks": (
        r"(?i:hooks\.slack\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/webhooks/"
        r"|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/|outlook\.office\.com/webhook/)\S+"
    ),
    "Databricks": r"dapi[0-9a-f]{16,}(?:-\d)?",
    "DigitalOcean": r"do[opr]_v1_[0-9a-f]{20,}",
    "Discord": r"[MNO][\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,40}",
    "Docker": r"dckr_[a-z]{3}_[\w-]{16,}",
    "Figma": r"figd_[\w-]{16,}",
    "Fireworks": r"fw_[A-Za-z0-9]{16,}",
    "GitHub": r"gh[oprsu]_\w{10,}|github_pat_\w{10,}",
    "GitLab": r"gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[\w-]{10,}|GR1348941[\w-]{10,}",
    "Google": r"AIza[\w-]{20,}|ya29\.[\w-]{10,}|GOCSPX-[\w-]{10,}",
    "Grafana": r"gl(?:sa|c)_\w{20,}",
    "Groq": r"gsk_[A-Za-z0-9]{10,}",
    "Hugging Face": r"hf_[A-Za-z0-9]{10,}|api_org_[A-Za-z0-9]{20,}",
    "JSON Web Token": r"eyJ[\w=-]+\.[\w=-]+(?:\.[\w.+/=-]*)?",
    "LangSmith": r"lsv2_[a-z]{2}_[\w-]{10,}",
    "Linear": r"lin_api_[A-Za-z0-9]{20,}",
    "Mailchimp, Mailgun": r"[0-9a-z]{32}-us\d{1,2}|key-[0-9a-f]{32}",
    "ModelScope": r"ms-[0-9a-f]{8}-[0-9a-f-]{16,}",
    "Notion": r"(?:ntn|secret)_[A-Za-z0-9]{40,}",
    "npm": r"npm_[A-Za-z0-9]{20,}",
    "Nvidia": r"nvapi-[\w-]{16,}",
    "Perplexity, Tavily, xAI": r"(?:pplx|tvly|xai)-[\w-]{16,}",
    "Postman": r"PMAK-[0-9a-f-]{20,}",
    "PyPI": r"pypi-Ag[\w-]{10,}",
    "Replicate": r"r8_[A-Za-z0-9]{10,}",
    "SendGrid": r"SG\.[\w-]{10,}\.[\w-]{10,}",
    "Shopify": r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{20,}",
    "Slack": r"(?i:xox[a-z][-.]|xapp-)[\w-]{8,}",
    "Square": r"sq0[a-z]{3}-[\w\\-]{20,}",
    "Stripe": r"[prs]k_(?:live|test)_[A-Za-z0-9]{8,}|whsec_[A-Za-z0-9+/=]{16,}",
    "Tailscale": r"tskey-[\w-]{10,}",
    "Telegram": r"\d{8,10}:[\w-]{35}",
    "Tencent": r"AKID[A-Za-z0-9]{13,}",
    "Twilio": r"(?:AC|SK)[0-9a-z]{32}(?![0-9A-Za-z])",
    "Vault": r"hv[bs]\.[\w-]{16,}",
    "Volcengine": r"AKLT[\w-]{16,}=*",
    "Zhipu": r"[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])",
}
_ESCAPES = (
    *(r"\\[abefnrtv0]", r"\\x[0-9A-Fa-f]{2}", r"\\u[0-9A-Fa-f]{4}", "%[0-9A-Fa-f]{2}"),
    *(rf"[\[;]\d{{{digits}}}m" for digits in (1, 2, 3)),
)
ESCAPED = f"(?:{'|'.join(f'(?<={escape})' for escape in _ESCAPES)})"
"""Behind a line break or a quotation mark as JSON and addresses spell it, or a terminal's colour: its letter belongs to no word."""
TOKENS = re.compile(rf"(?:(?<![A-Za-z0-9])|{ESCAPED})(?:{'|'.join(_KINDS.values())})", re.ASCII)
"""Tokens of services, by their first letters or their build."""
_KEY = r"[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?"
BLOCKS = re.compile(
    rf"(?:-----)?BEGIN {_KEY}.*?(?:END {_KEY}(?:-----)?|\Z)"
    rf"|(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/=]{{16,}}\s+){{0,80}}(?:-----)?END {_KEY}(?:-----)?"
    r"|PuTTY-User-Key-File-\d.*?(?:Private-MAC: \S+|\Z)"
    r"|(?<![A-Za-z0-9+/])b3BlbnNzaC1rZXkt[A-Za-z0-9+/=\s]{16,}",
    re.DOTALL,
)
"""Private keys of several lines, also those of which only one end is seen."""
