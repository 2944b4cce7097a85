"""Fields of a manifest have a name in both languages, on the pages too; the name in the record follows in small print."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from album.enhancement.test_run import run
from album.making import trial_kit
from mindsight.album.profile import load_profile
from mindsight.home.plan import Plan
from mindsight.home.suite import _plan_page as plan_page
from mindsight.record.comparison import compare_runs
from mindsight.record.environment import hardware
from mindsight.record.fields import FIELDS, name_of_field, shown_value
from mindsight.record.folder import RunFolder
from mindsight.report import render_html, render_page
from mindsight.report.terms import flat
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, say, text
from mindsight.vsig import suite as grounding
from mindsight.vsig.judge.judge import judge_of
from mindsight.vsig.media.conditions import Condition

HAN = re.compile("[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = tmp_path_factory.mktemp("fields")
    return run(trial_kit(folder / "kit", 2), folder / "run", "baseline:identity")


def named(rows: Any, place: str = "") -> list[str]:
    return [
        name for name, _ in rows if (found := name_of_field(name, place)) is None or not HAN.search(say(found, "zh"))
    ]


def test_every_field_has_a_name(made: RunFolder) -> None:
    manifest = made.manifest
    assert named(manifest.identity.items()) == []
    assert named(hardware().items()) == []
    assert named(load_profile().model_dump().items(), "profile.") == []
    assert named(manifest.seeds.items(), "seeds.") == []
    plan = {name: value for name, value in manifest.plan.items() if name != "profile"}
    assert named(flat({**plan, "limit": 3}), "plan.") == []
    assert named(flat(plan_page(Plan(tasks=("buttons",)))), "plan.") == []


def test_every_field_of_a_grounding_has_a_name() -> None:
    judged = replace(
        judge_of("judge", "zh", SubjectSpec("model", "other")), version="judge-1", trial="right wrong wrong"
    )
    plan = replace(grounding.Plan(judge=judged), input=Condition().identity())
    page = grounding._plan_page(plan)
    assert named(flat(page.pop("profile")), "profile.") == []
    assert named(flat(page), "plan.") == []
    assert named(plan.input.items()) == []
    assert named(judged.identity().items()) == []


def test_a_part_without_a_name_goes_by_the_name_of_the_whole() -> None:
    assert name_of_field("dials.jitter.strengths", "plan.") == FIELDS["dials"]
    assert name_of_field("setting.wording", "plan.") == FIELDS["setting.wording"]
    assert name_of_field("foreign.wording", "plan.") is None


def test_names_are_chinese_in_chinese() -> None:
    assert [name for name, title in FIELDS.items() if not HAN.search(say(title, "zh"))] == []


def test_values_that_are_words_of_ours_are_said_in_both_languages() -> None:
    assert shown_value("kind", "enhancement") == text("image enhancement")
    assert say(shown_value("resolution", "unchanged"), "zh") == "不变"  # type: ignore[arg-type]
    assert shown_value("trial", value=True) == text("yes")
    assert (shown_value("resolution", "2/1"), shown_value("n", 3), shown_value("x", None)) == ("2/1", 3, None)


def chinese(page: str) -> str:
    """Return what a reader of the Chinese page sees, without the names in the record."""
    page = re.sub(r"<style.*?</style>|<small class=.quiet.>.*?</small>", "", page, flags=re.DOTALL)
    return re.sub(r"<[^>]+>", "\n", re.sub(r'<span lang="en"[^>]*>.*?</span>', "", page, flags=re.DOTALL))


def test_the_report_shows_no_bare_field(made: RunFolder) -> None:
    lines = {line.strip() for line in chinese(render_html(made)).splitlines()}
    assert not lines & {
        "cores",
        "machine",
        "memory_gib",
        "processor",
        "keep_outputs",
        "megapixels",
        "normative_only",
        "timeout_s",
    }
    assert {
        "处理器核数",
        "内存（GiB）",
        "保留输出",
        "模糊 σ（像素）",
        "最大值 MAX_I",
        "参考图像的最大值",
        "噪声的随机种子",
    } <= lines
    assert '<small class="quiet"><bdi>memory_gib</bdi></small>' in render_html(made)


def test_so_does_the_comparison(made: RunFolder) -> None:
    found = compare_runs([made, made], seed=7)
    (common,) = (block for block in found.blocks if block.id == "common")
    rows = {row[-1]: row[1] for row in common.rows if row[-1]}  # type: ignore[union-attr]
    assert (rows["kind"], rows["resolution"]) == (text("image enhancement"), text("unchanged"))
    assert all(isinstance(row[0], Text) for row in common.rows)  # type: ignore[union-attr]
    lines = {line.strip() for line in chinese(render_page(text("x"), [common], {})).splitlines()}
    assert {"图像增强", "不变"} <= lines
    assert not lines & {"enhancement", "unchanged"}


def test_a_silent_program_is_quoted_in_chinese(tmp_path: Path) -> None:
    kit = trial_kit(tmp_path / "kit", 2)
    made = run(kit, tmp_path / "run", "command:python3 -c 'import os;os.abort()' {input} {output}")
    (error, *_) = [item.error for item in made.items]
    assert error is not None
    assert str(error) == "the program ended with status -6: (it printed nothing)"
    assert say(error, "zh") == "程序以状态码 -6 结束：（没有任何输出）"
