"""What decoders raise becomes one sentence: which file, what is wrong with it, what to do."""

import errno
import io
import itertools
import json
import lzma
import os
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel

from mindsight.cli import run as mindsight
from mindsight.decoding import decoder_errors, json_in, reading, toml_in
from mindsight.errors import InputError, RecordError
from mindsight.shallow import Shallow


class Page(BaseModel):
    count: int


SAID: dict[str, tuple[Callable[[], object], str]] = {
    "LZMA": (lambda: lzma.decompress(b"\xfd7zXZ\x00" + b"x" * 30), "is not valid JSON"),
    "deflate": (lambda: zlib.decompress(b"x"), "is not valid JSON"),
    "zip": (lambda: zipfile.ZipFile(io.BytesIO(b"PK")), "is not valid JSON"),
    "tar": (lambda: tarfile.TarInfo.frombuf(b"x" * 512, "utf-8", "strict"), "is not valid JSON"),
    "JSON of brackets": (lambda: json_in(b"[" * 100_000), "nested too deeply"),
    "TOML of brackets": (lambda: toml_in(b"x = " + b"[" * 5000), "nested too deeply"),
    "a number of 5,001 digits in JSON": (lambda: json_in(b"9" * 5001), "a number has too many digits"),
    "a number of 5,001 digits in TOML": (lambda: toml_in(b"x = " + b"9" * 5001), "a number has too many digits"),
    "half a character": (lambda: json_in(b'"\\ud800"'), "holds half a character"),
    "half a character in bytes": (lambda: json_in(b'"\xed\xa0\x80"'), "can't decode byte"),
    "a field that is missing": (lambda: {}["x"], "something is missing"),
    "a field of a model": (lambda: Page.model_validate({"count": "many"}), "field count: "),
    "memory": (lambda: bytearray(1 << 62), "too large for the memory"),
}


@pytest.mark.parametrize("name", SAID)
def test_what_a_decoder_raises_becomes_one_sentence(name: str) -> None:
    decode, said = SAID[name]
    with pytest.raises(RecordError, match=said) as caught, reading("page.json", "JSON", RecordError):
        decode()
    assert str(caught.value).startswith("page.json: ")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_and_a_full_disk_say_so_themselves(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read \\(No such file"), reading(tmp_path / "no", "JSON"):
        (tmp_path / "no").read_bytes()
    with pytest.raises(OSError, match="full"), reading("page.json", "JSON"):
        raise OSError(errno.ENOSPC, "full")


def test_errors_of_our_own_pass_unchanged() -> None:
    with pytest.raises(InputError, match=r"^row 3$"), reading("page.json", "JSON"):
        raise InputError("row 3")
    assert not issubclass(InputError, decoder_errors())


def test_the_list_loads_no_library() -> None:
    libraries = "'PIL', 'av', 'cv2', 'pyarrow', 'numpy', 'sqlalchemy'"
    code = f"import sys, mindsight.decoding as d; d.decoder_errors(); print(sorted({{{libraries}}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("piece", [1, 7, 64, 1 << 16])
def test_a_stream_is_refused_where_it_is_nested_too_deeply_or_a_number_is_too_long(piece: int) -> None:
    fine = {"a": ["[" * 500, '\\"[{', "9" * 6000, 10**300, [[[]]] * 40], "\\": {"b": '"'}}
    words = json.dumps(fine, ensure_ascii=False).encode()
    whole = Shallow(io.BytesIO(words))
    assert b"".join(iter(lambda: whole.read(piece), b"")) == words
    for bad, said in (
        (b"[" * 65, "deeply"),
        (b'{"a":' * 65, "deeply"),
        (b'["x\\"",' * 65, "deeply"),
        (b"[" + b"9" * 4001, "digits"),
    ):
        stream = Shallow(io.BytesIO(bad))
        with pytest.raises(ValueError, match=said):
            list(iter(lambda: stream.read(piece), b""))  # noqa: B023  (used at once)


@pytest.mark.parametrize(
    ("line", "odd"),
    [
        *itertools.product(
            ["gate {odd} a b", "--plan {odd} clauses", "album product {odd}", "review . --declare {odd}"],
            ["pipe", "device"],
        ),
        ("home score {odd}", "device"),  # a table may come through a pipe
    ],
)
def test_a_pipe_or_a_device_in_the_place_of_a_file_is_refused_unread(line: str, odd: str, tmp_path: Path) -> None:
    """A reader waited for the pipe, and read ``/dev/zero`` until there was no more memory."""
    file = tmp_path / "file.toml"
    os.mkfifo(file) if odd == "pipe" else file.symlink_to("/dev/zero")
    with pytest.raises(InputError, match=r"file\.toml: is no ordinary file; nothing can be read from it"):
        mindsight(line.format(odd=file).split())
    with pytest.raises(RecordError, match="is no ordinary file"), reading(file, "JSON", RecordError):
        file.read_bytes()


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path: Path) -> None:
    (tmp_path / "file.csv").touch()
    os.truncate(tmp_path / "file.csv", 1 << 40)
    with pytest.raises(InputError, match=r"file\.csv: is larger than 67108864 bytes"):
        mindsight(["home", "score", str(tmp_path / "file.csv")])
