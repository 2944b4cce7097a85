"""Made-up secrets of every kind, put together at run time so that scanners of this repository stay quiet."""

import base64
import json
import random
import string

_RNG = random.Random(7)
LETTERS = string.ascii_letters + string.digits


def drawn(count: int, letters: str = LETTERS) -> str:
    return "".join(_RNG.choices(letters, k=count))


def hexes(count: int) -> str:
    return drawn(count, "0123456789abcdef")


def _jwt() -> str:
    parts = [{"alg": "HS256"}, {"sub": drawn(9)}]
    coded = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
    return ".".join([*coded, drawn(43)])


def _pem(kind: str) -> tuple[str, str]:
    body = "\n".join(drawn(64) for _ in range(5))
    return f"-----BEGIN {kind}PRIVATE " + f"KEY-----\n{body}\n-----END {kind}PRIVATE " + "KEY-----", body


# Each is what is printed, and the parts of it that must not appear.
BY_SHAPE: dict[str, str] = {
    "hugging face": "hf" + "_" + drawn(34),
    "hugging face, short": "hf" + "_" + "ABCDEFGHIJKLMNOP",
    "github": "ghp" + "_" + drawn(36),
    "github app": "gho" + "_" + drawn(36),
    "github fine": "github" + "_pat_" + drawn(22) + "_" + drawn(59),
    "google": "AI" + "za" + drawn(35),
    "google access": "ya29" + "." + drawn(60),
    "slack bot": "xox" + "b-" + drawn(11, string.digits) + "-" + drawn(11, string.digits) + "-" + drawn(24),
    "slack hook": "https://hooks.slack" + ".com/services/T" + drawn(8) + "/B" + drawn(8) + "/" + drawn(24),
    "aws": "AK" + "IA" + drawn(16, string.ascii_uppercase),
    "aws session": "AS" + "IA" + drawn(16, string.ascii_uppercase),
    "jwt": _jwt(),
    "openai": "sk" + "-" + drawn(20) + "T3Blbk" + "FJ" + drawn(20),
    "openai project": "sk" + "-proj-" + drawn(100) + "_-" + drawn(20),
    "anthropic": "sk" + "-ant-api03-" + drawn(93) + "AA",
    "dashscope": "sk" + "-" + hexes(32),
    "groq": "gsk" + "_" + drawn(52),
    "gitlab": "gl" + "pat-" + drawn(20),
    "npm": "npm" + "_" + drawn(36),
    "pypi": "pypi" + "-AgEIcHlwaS5vcmc" + drawn(120),
    "stripe": "sk" + "_live_" + drawn(24),
    "twilio": "SK" + hexes(32),
    "sendgrid": "SG" + "." + drawn(22) + "." + drawn(43),
    "telegram": drawn(9, "123456789") + ":AA" + drawn(33),
    "discord": "M" + drawn(25) + "." + drawn(6) + "." + drawn(27),
    "zhipu": hexes(32) + "." + drawn(16),
    "volcengine": "AK" + "LT" + drawn(40),
    "tencent": "AK" + "ID" + drawn(32),
    "aliyun": "LT" + "AI" + drawn(20),
    "baidu": "bce-v3" + "/ALTAK-" + drawn(21) + "/" + hexes(40),
    "modelscope": "ms" + f"-{hexes(8)}-{hexes(4)}-{hexes(4)}-{hexes(4)}-{hexes(12)}",
    "replicate": "r8" + "_" + drawn(37),
    "databricks": "da" + "pi" + hexes(32),
    "azure storage": drawn(86) + "==",
    "azure account": "Account" + "Key=" + drawn(86) + "==",
    "age": "AGE-SECRET" + "-KEY-1" + drawn(58, string.ascii_uppercase),
    "vault": "hvs" + "." + drawn(24),
    "nvidia": "nv" + "api-" + drawn(60),
    "xai": "xai" + "-" + drawn(80),
    "feishu": "https://open.feishu" + ".cn/open-apis/bot/v2/hook/" + drawn(36),
    "artifactory": "AK" + "Cp" + drawn(60),
    "mailchimp": hexes(32) + "-us12",
    "square": "sq0" + "csp-" + drawn(43),
    "npm registry": "//registry.example/:_auth" + "Token=npm_" + drawn(36),
    "ibm cloud": "ibm_cloud_iam_" + 'api_key="' + drawn(44) + '"',
    "ibm storage": "cos_hmac_secret_" + 'access_key="' + hexes(48) + '"',
    "cloudant": 'cloudant_pass="' + hexes(64) + '"',
    "softlayer": 'sl_api_key="' + hexes(64) + '"',
    "docker": "dckr" + "_pat_" + drawn(27),
}
_PEM, _PEM_BODY = _pem("RSA ")
_SSH, _SSH_BODY = _pem("OPENSSH ")
_AWS_SECRET = drawn(20) + "/" + drawn(19)
WORD = "hunter2" + "Xy"
BY_NAME: dict[str, tuple[str, tuple[str, ...]]] = {
    "pem": (_PEM, tuple(_PEM_BODY.splitlines())),
    "ssh": (_SSH, tuple(_SSH_BODY.splitlines())),
    "aws pair": (BY_SHAPE["aws"] + ":" + _AWS_SECRET, (_AWS_SECRET,)),
    "aws secret": (f"AWS_SECRET_ACCESS_KEY={_AWS_SECRET}", (_AWS_SECRET,)),
    **{
        words: (words.replace("§", WORD), (WORD,))
        for words in (
            "--passphrase §", "--pass §", "--password=§", "-p §", "-u user:§", "--user me:§", "MY_PASS=§", "MYSQL_PWD=§", "PGPASSWORD=§",
            "--credential=§", "--api-key §", "--key §", "--token=§", "https://a.blob/c?sv=2024&sig=§%3D&se=9", "Cookie: session=§; a=b",
            "Set-Cookie: id=§; Path=/", "PASSWORD='two § words'", 'PASSWORD="two § words', "PASSWORD=two\\ §", '{"secret": "two §"}',
            '{\\"password\\": \\"two §\\"}', "{'api_key': '§'}", "Authorization: Bearer §", "authorization=Basic §", "Bearer §",
            "Proxy-Authorization: Digest §", "-H 'X-Api-Key: §'", "postgres://u:§@h/db", "redis://:§@h", "mongodb+srv://u:a@/§@h/db",
            "https://§@host/path", "https://me:§@host/path", "AccountName=a;AccountKey=§==;E=1", "Server=a;Password=§;", "authToken=§",
            "clientSecret: §", "hfKey=§", "mysql -uroot -p§ db", "sshpass -p § ssh h", "密码：§", "Incorrect API key provided: §",
            "Command '['curl', '--password', '§', 'h']' returned non-zero exit status 6.", '["--api-key","§"]',
            "KeyError: ('api_key', '§')", "[(b'authorization', b'Bearer §')]", "<password>§</password>",
            '<input name="password" value="§">', '<add key="Password" value="§"/>', "cb%3Faccess_token%3D§",
            "%22password%22%3A%22§%22", "&quot;password&quot;: &quot;§&quot;", r"\u0022password\u0022:\u0022§\u0022",
            r'"\"{\\\"password\\\": \\\"§\\\"}\""', r"bad:\nkey=§", "密码 是 §", "口令为§", "setenv API_TOKEN §",
            "set -x API_TOKEN §", "password -> §",
            "token => §", "jdbc:mysql://h/db?user=a&password=§", "SharedAccessSignature=sv=1&sig=§", "curl -u 'me:§' h",
        )
    },
}  # fmt: skip
EVERY = {**{name: (secret, (secret,)) for name, secret in BY_SHAPE.items()}, **BY_NAME}
PLAIN = (
    "ffmpeg -i {input} -vf hqdn3d=4:3 {output}",
    "ffmpeg -y -pass 1 -i a.mp4 -preset fast -crf 23 -pix_fmt yuv420p out.mp4",
    "mkdir -p out && ssh -p 22 host",
    "docker run -p 8080:80 -u 1000:1000 image",
    "python3 -u enhance.py --model Qwen/Qwen2.5-VL-7B-Instruct --max-tokens 4096",
    "enhance --size {width}x{height} --key {input}",
    "/data/keys/IMG_0001.jpg",
    "runs/20261128T101500Z-album-nlmeans/items.jsonl: No such file or directory",
    "sha256-e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "d41d8cd98f00b204e9800998ecf8427e.jpeg",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "model:hf/google/gemma-3-4b-it",
    "openai/gpt-4o-2024-08-06",
    "http://127.0.0.1:8000/v1",
    "https://dashscope.aliyuncs.com/compatible-mode/v1",
    "https://open.bigmodel.cn/api/paas/v4/",
    "https://host:8080/path/@scope/package",
    "git@github.com:someone/project.git",
    "程序没有写出结果，请检查输出文件夹。",
    "模型不存在：请核对名称和密钥是否正确",
    "This model's maximum context length is 8192 tokens; max_tokens=512 is too large",
    "Unexpected token < in JSON at position 0",
    "KeyError: 'name'",
    "TypeError: enhance() missing 1 required keyword-only argument: 'size'",
    "CUDA out of memory. Tried to allocate 2.00 GiB",
    "The bearer of news; basic training; bypass=5; compass: north; author: Li; monkey=3; keyboard: us; signal: 9",
    "The model `gpt-5` does not exist or you do not have access to it.",
    "Error: Cannot find module '/app/index.js'",
    "Command '['convert', '--size', '640x480']' returned non-zero exit status 1.",
    "KeyError: \"None of [Index(['token', 'length'])] are in the [columns]\"",
    "密码为必填项；令牌是空的",
    "<key>",
    "baseline:nlmeans",
    "python:package.module:function",
    "2026-11-28T10:00:00.000Z 0001_enhanced.jpg 3 of 31",
)
