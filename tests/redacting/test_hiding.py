"""No secret of a known kind is left by either function; what is none stays readable."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.redacting import redact, redact_foreign, redacted_text
from mindsight.text import text
from redacting.kinds import BY_SHAPE, EVERY, PLAIN

BOTH = pytest.mark.parametrize("hide", [redact, redact_foreign])
AROUND = (
    *("{}", "failed: {} (exit)", "a={}", '"{}"', "命令 {} 失败"),
    # As terminals, JSON, Python and addresses spell what stands before it.
    *("\x1b[1m{}\x1b[0m", "^[[38;5;196m{}", r'{{"e": "bad:\n{}\n"}}', r"b'\x00{}'", r"\u0022{}\u0022", "/cb%3Fq%3D{}"),
)


@BOTH
@pytest.mark.parametrize("kind", EVERY)
def test_a_secret_of_a_known_kind_is_hidden(kind: str, hide: object) -> None:
    said, secrets = EVERY[kind]
    assert callable(hide)
    shown = hide(f"before {said} behind")
    assert not [secret for secret in secrets if secret in shown]
    assert shown.startswith("before ")
    assert "***" in shown


@BOTH
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", BY_SHAPE)
def test_a_token_is_hidden_whatever_stands_around_it(kind: str, around: str, hide: object) -> None:
    assert callable(hide)
    shown = hide(around.format(BY_SHAPE[kind]))
    assert BY_SHAPE[kind][6:] not in shown


def test_colours_inside_of_a_program_s_words_hide_no_secret() -> None:
    token = BY_SHAPE["hugging face"]
    assert redact_foreign(f"got {token[:4]}\x1b[31m{token[4:]}") == "got ***"
    assert redact_foreign("\x1b[32mpassword\x1b[0m: \x1b[36mhunter2\x1b[0m") == "password: ***"


def test_a_quotation_mark_left_open_hides_neither_the_next_secret_nor_what_follows_it() -> None:
    said = redact_foreign('PASSWORD="one two {"secret": "three"} PASSWORD="four"five": 6 end')
    assert not {"two", "three", "four", "five"} & set(re.findall(r"\w+", said))
    assert said.endswith("end")


@pytest.mark.parametrize(
    "piece", [".-a", "-pa.", "AAAAeyJa.--key", "M" * 24 + ".-", "://a:", "7z ", "--a ", "\\", "<a", '"a']
)
def test_no_words_of_a_program_take_long_to_look_through(piece: str) -> None:
    def seconds(said: str) -> float:
        begun = time.process_time()
        redact_foreign(said)
        return time.process_time() - begun

    plain = max(seconds("The picture is too large. " * 600), 0.002)
    assert seconds((piece * 16_000)[:16_000]) < 100 * plain


@pytest.mark.parametrize("kind", ["pem", "ssh"])
def test_a_key_of_which_only_one_end_is_seen_is_hidden(kind: str) -> None:
    said, lines = EVERY[kind]
    for shown in (redact_foreign(said[:200]), redact_foreign(said[-200:])):
        assert not [line for line in lines if line in shown]


@BOTH
@pytest.mark.parametrize("plain", PLAIN)
def test_what_is_no_secret_stays_readable(plain: str, hide: object) -> None:
    assert callable(hide)
    assert hide(plain) == plain


@BOTH
@given(said=st.text(max_size=60) | st.lists(st.sampled_from([said for said, _ in EVERY.values()])).map(" ".join))
def test_hiding_twice_changes_nothing_more(said: str, hide: object) -> None:
    assert callable(hide)
    assert hide(hide(said)) == hide(said)


def test_a_sentence_keeps_its_words_and_loses_the_secrets_in_its_values() -> None:
    inner = text("status {code}: {output}", code=3, output="TOKEN=" + "abcd1234")
    shown = redacted_text(text("the process has ended ({cause}) after {seconds} s", cause=inner, seconds=1.5))
    assert str(shown) == "the process has ended (status 3: TOKEN=***) after 1.5 s"


@pytest.fixture(scope="module")
def scanned() -> Iterator[Callable[[str], set[str]]]:
    """Return what detect-secrets (Yelp) finds, without its guesses by entropy or quotation marks and without public addresses."""
    pytest.importorskip("detect_secrets", reason="the foreign scanner is not installed")
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import transient_settings

    rules = [rule for rule in get_mapping_from_secret_type_to_class().values() if hasattr(rule, "denylist")]
    names = [rule.__name__ for rule in rules if rule.__name__ != "IPPublicDetector"]
    # Without filters: none asks a service whether the secret is in use.
    with transient_settings({"plugins_used": [{"name": name} for name in names], "filters_used": []}):
        yield lambda said: {secret.type for line in said.splitlines() for secret in scan_line(line)}


def test_where_we_have_hidden_a_foreign_scanner_finds_no_secret(scanned: Callable[[str], set[str]]) -> None:
    assert {kind: scanned(redact_foreign(said)) for kind, (said, _) in EVERY.items()} == {kind: set() for kind in EVERY}


def test_every_kind_that_a_foreign_scanner_knows_is_among_ours(scanned: Callable[[str], set[str]]) -> None:
    from detect_secrets.settings import get_plugins

    found = {name for said, _ in EVERY.values() for name in scanned(said)}
    assert {plugin.secret_type for plugin in get_plugins()} - found == set()
