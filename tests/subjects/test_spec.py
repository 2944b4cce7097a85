"""``SCHEME:REST``, and its public form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.errors import InputError
from mindsight.redacting import redact
from mindsight.subjects.spec import SCHEMES, SubjectSpec, parse_subject


@pytest.mark.parametrize(
    ("written", "scheme", "rest"),
    [
        ("baseline:identity", "baseline", "identity"),
        ("command: ffmpeg -i {input} {output} ", "command", "ffmpeg -i {input} {output}"),
        ("python:package.module:function", "python", "package.module:function"),
        ("folder:/tmp/a:b", "folder", "/tmp/a:b"),  # noqa: S108
    ],
)
def test_subjects(written: str, scheme: str, rest: str) -> None:
    assert parse_subject(written) == SubjectSpec(scheme, rest)


@pytest.mark.parametrize(
    ("written", "guess"),
    [
        ("basline:identity", "baseline"), ("Command:cp", "command"), ("pyhton:a:b", "python"), ("folders:x", "folder"),
        ("identity", "baseline"), ("", "baseline"), ("htp://example.org", "http"), ("folder", "folder"),
    ],
)  # fmt: skip
def test_an_unknown_scheme_is_met_with_a_guess(written: str, guess: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_subject(written)
    said = str(refused.value)
    assert said.startswith(f'no subject "{written}"; write SCHEME:REST with one of {", ".join(SCHEMES)} (')
    assert said.endswith(f'(did you mean "{guess}:…"?)')


def test_advice_names_only_what_the_command_takes() -> None:
    with pytest.raises(InputError) as refused:
        parse_subject("htt:x", ("baseline", "folder"))
    assert str(refused.value) == (
        'no subject "htt:x"; write SCHEME:REST with one of baseline, folder (did you mean "baseline:…"?)'
    )
    with pytest.raises(InputError, match='nothing follows "model:"; name the subject, such as baseline:oracle'):
        parse_subject("model:", ("baseline",), example="baseline:oracle")
    # Schemes of other commands are not spelling mistakes: the message states that this command does not accept them.
    assert parse_subject("http:foo", ("baseline", "folder")).scheme == "http"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("rest", ["", "  "])
def test_a_scheme_alone(scheme: str, rest: str) -> None:
    with pytest.raises(InputError, match=f'nothing follows "{scheme}:"; name the subject'):
        parse_subject(f"{scheme}:{rest}")


@pytest.mark.parametrize(
    "secret",
    [
        "--api-key hunter2", "--api_key=hunter2", "--key hunter2", "--token=hunter2", "TOKEN=hunter2", "password: hunter2",
        "--passwd hunter2", '{"secret": "hunter2"}', "Authorization: Bearer hunter2", "authorization=Basic hunter2",
        "-H 'Authorization: token hunter2'", "Bearer hunter2", "https://me:hunter2@host/path", "https://hunter2@host",
        "sk-hunter2hunter2", "API_KEY='hunter2'",
    ],
)  # fmt: skip
def test_secrets_are_not_shown(secret: str) -> None:
    spec = SubjectSpec("command", f"enhance {secret} -i {{input}} {{output}}")
    assert "hunter2" not in spec.public
    assert "***" in spec.public
    assert spec.public.startswith("command:enhance ")
    assert spec.public.endswith("{output}")
    assert "hunter2" in spec.rest
    with pytest.raises(InputError) as refused:
        parse_subject(f"comand:enhance {secret}")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("plain", ["ffmpeg -i {input} -vf hqdn3d=4:3 {output}", "https://example.org/a", "monk y"])
def test_what_is_no_secret_is_shown(plain: str) -> None:
    assert redact(plain) == plain


@given(st.text(max_size=60))
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    assert redact(redact(text)) == redact(text)
