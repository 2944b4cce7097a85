"""Product files: their contents, what is refused, and that no mistake is silently accepted."""

import random
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from mindsight.album.products.product_file import Function, Product, ProductFile
from mindsight.album.profile import Kind
from mindsight.errors import InputError
from mindsight.subjects.spec import SubjectSpec

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "product.toml"
SMALL = """
[product]
name = "Album"

[[functions]]
name = "Enhance"
kind = "enhancement"
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(source: str) -> Path:
        path = tmp_path / "product.toml"
        path.write_text(source, "utf-8")
        return path

    return written


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as refused:
        ProductFile(path)
    said = str(refused.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    return said.removeprefix(f"{path}: ")


def test_the_example_says_what_a_product_is_and_sorts_its_functions() -> None:
    file = ProductFile(EXAMPLE)
    assert file.product.model_dump(mode="json") == {
        "name": "Example Album",
        "version": "5.2.1",
        "device": "Example Phone 12, 12 GiB",
        "system": "Android 16",
        "network": "none",
        "date": "2026-01-15",
        "operator": "Laboratory 3",
        "notes": None,
    }
    assert {kind: [one.name for one in found] for kind, found in file.sorting().items()} == {
        "classification": ["Smart categories"],
        "enhancement": ["Auto enhance", "Photo restoration"],
        "segmentation": ["Smart cut-out"],
    }
    categories, enhance, restore, cut = file.functions
    assert file.spec(categories) is None
    assert file.spec(enhance) == SubjectSpec("command", "ffmpeg -v error -i {input} -vf hqdn3d {output}")
    assert file.spec(restore) == SubjectSpec("folder", str(EXAMPLE.parent / "restored"))
    assert file.spec(cut) == SubjectSpec("http", "https://album.example/cutout")
    assert categories.conventions.class_map == (("Kitties", "cat"), ("Puppies", "dog"))
    assert restore.conventions.suffix == "_restored"
    assert (cut.conventions.mask_from, cut.key_env, cut.timeout) == ("colour", "ALBUM_KEY", 30)


def test_a_small_file_will_do(write: Write) -> None:
    file = ProductFile(write("\ufeff" + SMALL))
    assert file.product == Product(name="Album")
    assert file.functions == (Function(name="Enhance", kind="enhancement"),)
    assert file.details(file.functions[0]) == {"function": "Enhance", "product_file": f"sha256-{file.sha256}"}
    assert file.sorting()["segmentation"] == ()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('name = "Album"', ""), "field product.name: Field required"),
        (('name = "Album"', 'name = ""'), "field product.name: String should match pattern"),
        (('name = "Album"', 'name = " "'), "field product.name: String should match pattern"),
        (('name = "Album"', 'name = "a\\u001b[2J"'), "field product.name: String should match pattern"),
        (('name = "Album"', 'name = "Album"\ncolour = "red"'), "field product.colour: Extra inputs are not permitted"),
        (('name = "Album"', 'name = "Album"\nversion = 5.2'), "field product.version: Input should be a valid string"),
        (('name = "Album"', 'name = "Album"\ndate = "soon"'), "field product.date: "),
        (("[product]", "[produkt]"), "field product: Field required"),
        (("[[functions]]", "[functions]"), "field functions"),
        (("[[functions]]", "[[function]]"), "field functions: Field required"),
        (('kind = "enhancement"', ""), "field functions.1.kind: Field required"),
        (('kind = "enhancement"', 'kind = "beauty"'),
         "field functions.1.kind: Input should be 'classification', 'enhancement' or 'segmentation'"),
        (('"enhancement"', '"enhancement"\ntimeout = 0'), "field functions.1.timeout: Input should be greater than or"),
        (('"enhancement"', '"enhancement"\ntimeout = nan'), "field functions.1.timeout: Input should be"),
        (('"enhancement"', '"enhancement"\nsubject = "ffmpeg"'), 'field functions.1.subject: no subject "ffmpeg"'),
        (('"enhancement"', '"enhancement"\nsubject = ""'), 'field functions.1.subject: no subject ""'),
        (('"enhancement"', '"enhancement"\nsubject = "model:x"'),
         "field functions.1.subject: model: subjects process no pictures"),
        (('"enhancement"', '"enhancement"\nsubject = "command:a {input} {output} --api-key=hunter2"'),
         "field functions.1.subject: seems to hold a key or password; put it into an environment variable instead"),
        (('"enhancement"', '"enhancement"\nkey_env = "ALBUM_KEY"'),
         "field functions.1.key_env: only http: subjects have a key"),
        (('"enhancement"', '"enhancement"\nsubject = "http:https://a/"\nkey_env = "sk-hunter2hunter2"'),
         "field functions.1.key_env: String should match pattern"),
        (('"enhancement"', '"enhancement"\nsubject = "baseline:identity"\npairing = "t.csv"'),
         "field functions.1.pairing: only results in a folder are paired by a table"),
        (('"enhancement"', '"enhancement"\nconventions = { sufix = "_x" }'),
         'field functions.1.conventions.sufix: there is no such field; did you mean "suffix"?'),
        (('"enhancement"', '"enhancement"\nsuffix = "_x"'),
         'field functions.1.suffix: there is no such field; did you mean "conventions.suffix"?'),
        (('name = "Album"', 'name = "Album"\nverson = "1"'),
         'field product.verson: there is no such field; did you mean "version"?'),
        (('"enhancement"', '"enhancement"\nconventions = { mask_from = "alpha" }'),
         "field functions.1.conventions.mask_from: means nothing for image enhancement"),
        (('"enhancement"', '"segmentation"\nconventions = { class_map = [["a", "b"]] }'),
         "field functions.1.conventions.class_map: means nothing for image segmentation"),
        (('"enhancement"', '"segmentation"\nconventions = { background = [0, 0, 300, 1] }'),
         "field functions.1.conventions.background"),
        (('"enhancement"', '"enhancement"\n[[functions]]\nname = "ENHANCE"\nkind = "segmentation"'),
         'field functions.2.name: "ENHANCE" is the name of two functions'),
        (('name = "Album"', 'name = "Album'), "is not valid TOML (“Illegal character"),
        (('name = "Album"', 'name = "Album"\nname = "Album"'), "is not valid TOML (Cannot overwrite a value"),
        (('"Album"', "[" * 5000), "is not valid TOML (nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_field(change: tuple[str, str], reason: str, write: Write) -> None:
    source = SMALL.replace(*change, 1)
    assert source != SMALL
    said = refusal(write(source))
    assert reason in said
    assert "hunter2" not in said


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('[product]\nname = "Fotoalbum für alle"'.encode("latin-1"))
    (tmp_path / "huge.toml").write_bytes(b"#" * (1 << 21))
    assert refusal(tmp_path / "none.toml") == "cannot be read (No such file or directory)"
    assert refusal(tmp_path) == "cannot be read (Is a directory)"
    assert "is not valid TOML ('utf-8' codec can't decode byte 0xfc" in refusal(tmp_path / "latin.toml")
    assert refusal(tmp_path / "huge.toml") == "is larger than 1 MiB; no product file is"


# Choosing


def choice(kind: Kind, name: str | None) -> str:
    return ProductFile(EXAMPLE).choose(kind, name).name


def test_the_only_function_of_a_kind_need_not_be_named() -> None:
    assert choice("segmentation", None) == "Smart cut-out"
    assert choice("enhancement", "photo restoration") == "Photo restoration"


@pytest.mark.parametrize(
    ("kind", "name", "reason"),
    [
        ("enhancement", None,
         "has 2 functions of image enhancement; choose one with --function: Auto enhance · Photo restoration"),
        ("enhancement", "Photo restauration", 'has no function "Photo restauration"; did you mean "Photo restoration"?'),
        ("segmentation", "Auto enhance",
         '"Auto enhance" is a function of image enhancement, the kit is one of image segmentation'),
    ],
)  # fmt: skip
def test_a_choice_that_is_none(kind: Kind, name: str | None, reason: str) -> None:
    with pytest.raises(InputError, match=re.escape(reason)):
        choice(kind, name)


def test_a_kind_that_the_product_lacks(write: Write) -> None:
    with pytest.raises(InputError, match="the product has no function of image segmentation; the kit is one"):
        ProductFile(write(SMALL)).choose("segmentation", None)


# Mutations


def mutated(source: str, rng: random.Random) -> bytes:
    """Return a product file with a few lines or characters removed, doubled, moved or changed."""
    data = bytearray(source.encode())
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(data))
        match rng.randrange(6):
            case 0:
                data[place] = rng.randrange(256)
            case 1:
                del data[place : place + rng.randint(1, 12)]
            case 2:
                odd = [
                    b'"',
                    b"[",
                    b"\0",
                    b"\n",
                    b"=",
                    b"\xff",
                    b"{",
                    b"1e999",
                    b"[[functions]]\n",
                    b"inf",
                    b"'''",
                    b"\\u",
                ]
                data[place:place] = rng.choice(odd)
            case 3:
                lines = bytes(data).split(b"\n")
                rng.shuffle(lines)
                data = bytearray(b"\n".join(lines))
            case 4:
                lines = bytes(data).split(b"\n")
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
                data = bytearray(b"\n".join(lines))
            case _:
                for old, new in [(b"enhancement", b"enhancment"), (b"folder:", b"folder"), (b"timeout", b"timeoout")]:
                    data = bytearray(bytes(data).replace(old, new, rng.randint(0, 1)))
    return bytes(data)


def test_no_mutated_file_crashes_and_none_passes_for_another(tmp_path: Path) -> None:
    """An accepted file is represented completely: each of its values, and no others."""
    source, path = EXAMPLE.read_text("utf-8"), tmp_path / "product.toml"
    rng = random.Random(52)
    refused, accepted = [], 0
    for _ in range(500):
        path.write_bytes(mutated(source, rng))
        try:
            file = ProductFile(path)
        except InputError as error:
            refused.append(str(error))
            continue
        accepted += 1
        said = tomllib.loads(path.read_text("utf-8-sig"))
        assert {name: value for name, value in file.product.model_dump().items() if value is not None} == said[
            "product"
        ]
        assert [one.model_dump(exclude_unset=True) for one in file.functions] == [
            _tupled(one) for one in said["functions"]
        ]
        assert set(said) == {"product", "functions"}
    assert [error for error in refused if str(path) not in error or "\n" in error] == []
    assert len(refused) > 300
    assert accepted > 30


def _tupled(function: dict[str, object]) -> dict[str, object]:
    """Return TOML values in the form of the models."""
    conventions = function.get("conventions")
    if isinstance(conventions, dict):
        held = {
            name: tuple(tuple(v) if isinstance(v, list) else v for v in value) if isinstance(value, list) else value
            for name, value in conventions.items()
        }
        return {**function, "conventions": held}
    return function


def test_the_models_refuse_by_themselves() -> None:
    with pytest.raises(ValidationError):
        Product.model_validate({"name": "Album", "date": "2026-13-01"})
