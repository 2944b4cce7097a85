"""``mindsight home agreement new``: the same drawn questions as a form without network and as a campaign for browsers."""

from pathlib import Path

import pytest

pytest.importorskip("mujoco", reason="the home extra is not installed")
pytest.importorskip("fastapi", reason="the web extra is not installed")

from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.home.questions.data_file import read_questions
from mindsight.rating.campaigns.folder import CampaignFolder


def new(out: Path, *words: str) -> int:
    return mindsight(["home", "agreement", "new", "--tasks", "object.point", "--each", "4", "--out", str(out), *words])


def test_one_draw_gives_a_form_or_a_campaign_and_the_truth_stays_in_the_key(tmp_path: Path) -> None:
    assert new(tmp_path / "form", "--prompt-lang", "en") == 0
    assert new(tmp_path / "people", "--campaign", "--prompt-lang", "zh") == 0
    form, own = (read_questions(tmp_path / f"{name}-key.json") for name in ("form", "people"))
    assert form == own
    assert len(own) == 4
    page = (tmp_path / "form" / "questions.html").read_text("utf-8")
    campaign = CampaignFolder.open(tmp_path / "people")
    assert campaign.plan.question == "catalogue"
    assert campaign.plan.languages == ("zh", "en")
    assert not (tmp_path / "people" / "people-key.json").exists()
    catalogue = (tmp_path / "people" / "stimuli.jsonl").read_text("utf-8")
    for one in own:
        shown = campaign.stimuli[one.id]
        assert shown.asked is not None
        assert (shown.asked.form, shown.asked.words) == (one.form, one.words)
        # The very pictures of the question, and those alone.
        assert [picture.file for picture in shown.pictures.values()] == [f"{name}.jpg" for name in one.pictures]
        assert all(campaign.picture(picture.file).is_file() for picture in shown.pictures.values())
        assert all((picture.width, picture.height) == (800, 600) for picture in shown.pictures.values())
        assert one.id in page
    for secret in ("truth", "regions", "evidence", "reason"):
        assert secret not in catalogue
        assert secret not in page


def test_a_folder_that_exists_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="exists already"):
        new(tmp_path, "--campaign")
