"""mindsight and the checker's copy speak the language of the same variables, in the order of gettext."""

import itertools

import pytest

from mindsight import checker
from mindsight.cli.shared.settings import language_of
from mindsight.errors import InputError
from record import trial

VALUES = ("", "zh_CN.UTF-8", "en_US.UTF-8", "fr:zh:en", "C", "fr")


def test_both_ask_the_same_variables_in_the_same_order() -> None:
    for values in itertools.product(VALUES, repeat=4):
        environment = dict(zip(("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"), values, strict=True))
        assert language_of(environment) == checker.language_of(environment), environment


def test_language_comes_first_and_ours_before_it() -> None:
    assert language_of({"LANGUAGE": "zh_CN:en", "LC_ALL": "en_US.UTF-8"}) == "zh"
    assert language_of({"LANGUAGE": "en", "LANG": "zh_CN.UTF-8"}) == "en"
    assert language_of({"MINDSIGHT_LANG": "en", "LANGUAGE": "zh_CN", "LANG": "zh_CN.UTF-8"}) == "en"
    assert language_of({"MINDSIGHT_LANG": "", "LANGUAGE": "zh_CN"}) == "zh"


@pytest.mark.slow
@pytest.mark.parametrize("value", ["xx", "zh_CN.UTF-8", "ZH"])
def test_a_language_that_is_none_of_ours_is_an_error_like_that_of_the_option(value: str) -> None:
    with pytest.raises(InputError):
        language_of({"MINDSIGHT_LANG": value})
    done = trial.mindsight("clauses", env=trial.environment(MINDSIGHT_LANG=value, LANG="zh_CN.UTF-8"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"错误：MINDSIGHT_LANG：mindsight 没有语言“{value}”；请用 zh 或 en\n"
    option = trial.mindsight("clauses", "--lang", value)
    assert option.stderr == f'error: --lang: "{value}" is not a language of mindsight; use zh or en\n'
    assert trial.mindsight("clauses", "--lang", "en", env=trial.environment(MINDSIGHT_LANG=value)).returncode == 0
