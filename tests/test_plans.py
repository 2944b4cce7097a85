"""A plan says everything about an option once: what follows from its fields."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, field_validator
from typer.testing import CliRunner

from mindsight.album.plan import AlbumPlan
from mindsight.album.products.conventions import Conventions
from mindsight.cli.parser.planned import planned
from mindsight.errors import InputError
from mindsight.plans import Option, PlanModel, RefusedValueError
from mindsight.text import text


class Inner(PlanModel):
    colour: Annotated[tuple[int, int, int], Option("A colour.", metavar="'#RRGGBB'", recorded="changed")] = (
        255,
        255,
        255,
    )
    whole: Annotated[Literal["whole", "cropped"], Option("Cropped.", name="cropped", sets="cropped")] = "whole"

    @field_validator("colour", mode="before")
    @classmethod
    def _read(cls, value: object) -> object:
        if isinstance(value, str):
            if len(value) != 7:
                raise RefusedValueError(text("{value} is no colour", value=value))
            return tuple(bytes.fromhex(value[1:]))
        return value


class Outer(PlanModel):
    count: Annotated[int, Option("How many.", panel="what", recorded="always")] = Field(default=3, ge=1, le=9)
    megapixels: Annotated[float, Option("Largest.", name="max-megapixels", recorded="always")] = Field(200.0, ge=0.5)
    order: Annotated[Literal["rows", "columns"], Option("The order.", recorded="changed")] = "rows"
    only: Annotated[bool, Option("Only some.", words=(("normative", True),), recorded="always")] = False
    keep: Annotated[bool, Option("Keep nothing.", name="no-media", sets=False, recorded="always")] = True
    limit: Annotated[int | None, Option("At most.", short="l", only_for=("kits",), recorded="changed")] = None
    where: Annotated[Path | None, Option("A folder.")] = None
    inner: Inner = Inner()
    hidden: str | None = None


def taken(*words: str, without: tuple[str, ...] = ()) -> Outer | str:
    """Return the plan that a command gets from a command line, or what it was refused with."""
    got: list[Outer] = []

    def command(*, name: str = typer.Argument("x"), plan: Outer) -> int:
        got.append(plan)
        return len(name)

    app = typer.Typer(add_completion=False)
    app.command()(planned(command, without=without))
    done = CliRunner().invoke(app, list(words))
    return got[0] if got else str(done.exception) if isinstance(done.exception, InputError) else done.output


def test_nothing_given_is_the_default_and_says_so() -> None:
    plan = taken()
    assert plan == Outer()
    assert isinstance(plan, Outer)
    assert plan.model_fields_set == set()


def test_each_way_of_writing_an_option_reaches_its_field() -> None:
    plan = taken(
        "--count", "4", "--max-megapixels", "12.5", "--order", "columns", "--only", "normative", "--no-media", "-l", "7",
        "--where", "here", "--colour", "#ff0080", "--cropped", "name",
    )  # fmt: skip
    assert plan == Outer(
        count=4, megapixels=12.5, order="columns", only=True, keep=False, limit=7, where=Path("here"),
        inner=Inner(colour=(255, 0, 128), whole="cropped"),
    )  # fmt: skip


def test_what_is_given_as_its_default_counts_as_given() -> None:
    plan = taken("--count", "3")
    assert isinstance(plan, Outer)
    assert plan.model_fields_set == {"count"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--order", "odd"), "--order: odd is not known; use rows, columns"),
        (("--only", "all"), "--only: all is not known; use normative"),
        (("--colour", "red"), "--colour: red is no colour"),
        (("--count", "10"), "less than or equal to 9"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_the_name_of_its_option(
    words: tuple[str, ...], expected: str
) -> None:
    found = taken(*words)
    assert isinstance(found, str)
    assert expected in found


def test_limits_hold_for_values_that_no_parser_has_seen() -> None:
    with pytest.raises(InputError, match=r"--max-megapixels: Input should be greater than or equal to 0\.5"):
        Outer.of({"megapixels": 0.1})
    with pytest.raises(InputError, match="--colour: red is no colour"):
        Outer.of({"inner": {"colour": "red"}})
    with pytest.raises(InputError, match="colours: Extra inputs are not permitted"):
        Outer.of({"colours": 3})


def test_a_command_can_leave_out_what_means_nothing_to_it() -> None:
    assert "No such option: --count" in str(taken("--count", "4", without=("count",)))
    assert taken("--order", "columns", without=("count",)) == Outer(order="columns")


def test_the_page_of_a_record_has_what_is_recorded_and_leads_back() -> None:
    plan = Outer(count=4, limit=2, hidden="no")
    assert plan.page() == {"count": 4, "megapixels": 200.0, "only": False, "keep": True}
    assert plan.page("kits") == {**plan.page(), "limit": 2}
    assert Outer.back({**plan.page("kits"), "others": 1}, "kits") == Outer(count=4, limit=2)


@given(
    st.builds(
        AlbumPlan,
        normative_only=st.booleans(),
        keep_outputs=st.booleans(),
        sensitivity=st.booleans(),
        timeout_s=st.floats(0.1, 1e6),
        megapixels=st.floats(0.01, 1e6),
        limit=st.none() | st.integers(1, 10**9),
    )
)
def test_the_plan_of_any_album_run_comes_back_from_its_record(plan: AlbumPlan) -> None:
    assert AlbumPlan.back(plan.page()) == plan


@given(
    st.builds(
        Conventions,
        mask_from=st.sampled_from(["alpha", "mask", "colour", "difference"]),
        tolerance=st.integers(0, 254),
        threshold=st.none() | st.integers(1, 255),
        placement=st.sampled_from(["whole", "cropped"]),
    )
)
def test_conventions_of_cut_outs_come_back_from_their_record(conventions: Conventions) -> None:
    assert Conventions.back(conventions.page("segmentation"), "segmentation") == conventions


def test_no_two_options_of_a_plan_have_one_name() -> None:
    for plan in (AlbumPlan, Outer):
        names = [leaf.long for leaf in plan.leaves()]
        assert len(names) == len(set(names))
