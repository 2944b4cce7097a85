"""Products that are programs: failures are reported, and no process is left behind."""

import json
import shlex
import shutil
import sys
import time
import uuid
from pathlib import Path

import cv2
import pytest

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.subjects.command_product import CommandProduct
from mindsight.subjects.product import Job
from mindsight.subjects.products import open_product
from mindsight.subjects.spec import parse_subject
from subjects.conftest import NewJob
from subjects.processes import all_gone

TIMEOUT_S = 30.0


def script(source: str, timeout_s: float = TIMEOUT_S) -> CommandProduct:
    """Return a product that runs a piece of Python with input, output, width and height as arguments."""
    program = f"{shlex.quote(sys.executable)} -c {shlex.quote(source)}"
    return CommandProduct(f"{program} {{input}} {{output}} {{width}} {{height}}", timeout_s)


def failure(product: CommandProduct, job: Job) -> ProductError:
    with pytest.raises(ProductError) as failed:
        product.process(job)
    return failed.value


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_a_real_program(new_job: NewJob) -> None:
    product = open_product(parse_subject("command:ffmpeg -v error -i {input} -vf scale={width}:{height} {output}"))
    job = new_job()._replace(width=32, height=24)
    picture = cv2.imread(str(product.process(job)))
    assert picture is not None
    assert picture.shape == (24, 32, 3)
    product.close()


def test_a_program_finds_its_four_fields_and_an_empty_folder_of_its_own(new_job: NewJob) -> None:
    product = script(
        "import sys, os, json; t = json.dumps([sys.argv[1:], os.listdir()]); open(sys.argv[2], 'w').write(t)"
    )
    job = new_job()
    expected = [[str(job.input), str(job.workspace / "output.png"), "16", "12"], []]
    assert json.loads(product.process(job).read_text()) == expected


def test_a_field_may_be_part_of_an_argument_and_appear_twice(new_job: NewJob) -> None:
    product = CommandProduct('sh -c \'cp "$0" "${1#out=}"\' {input} out={output} {input}', TIMEOUT_S)
    job = new_job()
    assert product.process(job).read_bytes() == job.input.read_bytes()


@pytest.mark.parametrize("name", ["two words", "it's", 'say "hi"', "a;touch pwned", "$(touch pwned)", "`touch pwned`",
                                  "a&&b|c>d", "*", "-v", "照片"])  # fmt: skip
def test_no_shell_reads_a_path(name: str, new_job: NewJob) -> None:
    product = CommandProduct("cp -- {input} {output}", TIMEOUT_S)
    job = new_job(name)
    assert product.process(job).read_bytes() == job.input.read_bytes()
    assert [file.name for file in job.workspace.iterdir()] == ["output.png"]


def test_no_shell_reads_the_template(new_job: NewJob) -> None:
    product = CommandProduct("cp {input} {output} ; touch pwned", TIMEOUT_S)
    job = new_job()
    assert failure(product, job).outcome == "crashed"
    assert list(job.workspace.iterdir()) == []


def test_a_program_relative_to_the_current_folder(
    tools: Path, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tools / "enhance"
    program.write_text('#!/bin/sh\ncp "$1" "$2"\n')
    program.chmod(0o755)
    monkeypatch.chdir(tools)
    job = new_job()
    assert CommandProduct("./enhance {input} {output}", TIMEOUT_S).process(job).is_file()


def test_a_script_relative_to_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_job: NewJob
) -> None:
    (tmp_path / "enhance.py").write_text("import shutil, sys\nshutil.copyfile(*sys.argv[1:])\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    product = CommandProduct(f"{sys.executable} enhance.py {{input}} {{output}}", TIMEOUT_S)
    job = new_job()
    assert product.process(job).read_bytes() == job.input.read_bytes()


# What goes wrong

IGNORE_TERM = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
BACKGROUND = "import subprocess, time; subprocess.Popen(['sleep', '{mark}']); "


@pytest.mark.parametrize("start", ["import time; ", IGNORE_TERM, BACKGROUND], ids=["sleep", "stubborn", "background"])
def test_a_program_that_hangs_is_killed_with_everything_it_started(start: str, new_job: NewJob) -> None:
    mark = f"600.{uuid.uuid4().int % 10**12}"
    product = script(start.replace("{mark}", mark) + f"time.sleep({mark})", timeout_s=0.7)
    started = time.monotonic()
    failed = failure(product, new_job())
    assert time.monotonic() - started < 8
    assert failed.outcome == "timeout"
    assert str(failed) == "the program did not end within 0.7 s and was stopped"
    assert all_gone(mark)


def test_a_child_left_in_the_background_delays_nothing_and_is_ended(new_job: NewJob) -> None:
    mark = f"600.{uuid.uuid4().int % 10**12}"
    copy = "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])"
    started = time.monotonic()
    job = new_job()
    assert script(BACKGROUND.replace("{mark}", mark) + copy).process(job).is_file()
    assert time.monotonic() - started < 15
    assert all_gone(mark)


def test_a_program_that_crashes(new_job: NewJob) -> None:
    failed = failure(script("import sys; print('out of film', file=sys.stderr); sys.exit(3)"), new_job())
    assert failed.outcome == "crashed"
    assert str(failed) == "the program ended with status 3: out of film"


def test_a_program_that_is_killed_by_a_signal(new_job: NewJob) -> None:
    failed = failure(script("import os; os.kill(os.getpid(), 9)"), new_job())
    assert (failed.outcome, str(failed)) == ("crashed", "the program ended with status -9: (it printed nothing)")


LONG = "import sys; sys.stderr.write('\\x1b[31mline\\r\\n' * 100000 + 'word ' * 99 + '\\tthe end\\n\\n'); sys.exit(1)"


def test_only_the_last_line_of_a_complaint_is_kept_and_300_characters_of_it(new_job: NewJob) -> None:
    said = str(failure(script(LONG), new_job()))
    assert said.endswith("word the end")
    assert "line" not in said
    assert len(said) == len("the program ended with status 1: ") + 300
    assert said.isprintable()


def test_more_of_a_complaint_is_kept_on_request_on_one_line(new_job: NewJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDSIGHT_KEEP_OUTPUT", "1")
    said = str(failure(script(LONG), new_job()))
    assert said.endswith("line word " + "word " * 98 + "the end")
    assert len(said) == len("the program ended with status 1: ") + 2000
    assert said.isprintable()


def test_a_key_of_several_lines_leaves_no_line_of_it(new_job: NewJob) -> None:
    key = "'-----BEGIN ' + 'RSA PRIVATE KEY-----\\n' + 'MIIEowIBAAKCAQEA\\n' * 3"
    said = str(failure(script(f"import sys; print({key}, file=sys.stderr); sys.exit(1)"), new_job()))
    assert said == "the program ended with status 1: ***"


def test_a_program_that_ends_well_without_an_output(new_job: NewJob) -> None:
    failed = failure(script("pass"), new_job())
    assert (failed.outcome, str(failed)) == ("missing", "the program ended normally but wrote no output")


@pytest.mark.parametrize("make", ["os.mkdir(output)", "os.mkfifo(output)", "os.symlink('gone', output)"])
def test_an_output_that_is_no_file_is_none(make: str, new_job: NewJob) -> None:
    failed = failure(script(f"import os, sys; output = sys.argv[2]; {make}"), new_job())
    assert failed.outcome == "missing"


def test_an_output_of_another_format_is_found(new_job: NewJob) -> None:
    source = "import sys, shutil; shutil.copyfile(sys.argv[1], sys.argv[2].replace('.png', '.jpg'))"
    assert script(source).process(new_job()).name == "output.jpg"


def test_two_outputs_of_other_formats_are_none(new_job: NewJob) -> None:
    source = "import sys; [open(sys.argv[2].replace('.png', s), 'w').close() for s in ('.jpg', '.webp')]"
    assert failure(script(source), new_job()).outcome == "missing"


@pytest.mark.slow
def test_after_each_failure_the_next_picture_works(new_job: NewJob) -> None:
    source = (
        "import sys, time, shutil, pathlib\n"
        "kind = pathlib.Path(sys.argv[1]).name.split('-')[0]\n"
        "time.sleep(60) if kind == 'hang' else sys.exit(2) if kind == 'crash' else None\n"
        "shutil.copyfile(*sys.argv[1:3])"
    )
    product = script(source, timeout_s=5)
    outcomes = []
    for kind in ("good", "hang", "good", "crash", "good"):
        try:
            outcomes.append(product.process(new_job(kind)).name)
        except ProductError as error:
            outcomes.append(error.outcome)
    assert outcomes == ["output.png", "timeout", "output.png", "crashed", "output.png"]


# What keeps a product from being used at all


def test_a_missing_program_ends_with_status_3() -> None:
    with pytest.raises(SubjectError, match="the program no-such-enhancer was not found; install it") as refused:
        CommandProduct("no-such-enhancer {input} {output}", TIMEOUT_S)
    assert refused.value.exit_code == 3


def test_a_program_that_cannot_be_started(tools: Path, new_job: NewJob) -> None:
    program = tools / "enhance"
    program.write_bytes(b"\0not a program")
    program.chmod(0o755)
    with pytest.raises(SubjectError, match=r"cannot be started \(Exec format error\)"):
        CommandProduct(f"{shlex.quote(str(program))} {{input}} {{output}}", TIMEOUT_S).process(new_job())


@pytest.mark.parametrize(
    "template", ["ffmpeg", "ffmpeg {input}", "ffmpeg {output}", "ffmpeg input output", "ffmpeg {Input} {Output}"]
)
def test_a_template_without_its_fields(template: str) -> None:
    with pytest.raises(InputError, match=r"the template must hold \{input\} \{output\}, got: ffmpeg"):
        CommandProduct(template, TIMEOUT_S)


def test_a_template_with_an_open_quote() -> None:
    with pytest.raises(InputError, match="No closing quotation in: tool --key=\\*\\*\\* '"):
        CommandProduct("tool --key=abc 'open {input} {output}", TIMEOUT_S)


@pytest.mark.parametrize(
    "printed", ["api_key=hunter2", "Authorization: Bearer hunter2", "password: hunter2", "https://me:hunter2@host/x"]
)
def test_secrets_do_not_reach_the_record_of_a_crash(printed: str, new_job: NewJob) -> None:
    said = str(failure(script(f"import sys; sys.exit({printed!r})"), new_job()))
    assert "hunter2" not in said
    assert "***" in said


@pytest.mark.slow
def test_a_secret_parted_from_its_name_by_the_cut_does_not_reach_the_record(new_job: NewJob) -> None:
    # Only the last 16 KiB are read: the cut falls between the key's name and its value, or inside the value.
    for shown in range(16364, 16384):
        source = f"import sys; sys.stderr.write('token hunter2hunter2 '.rjust(2000) + ' ' * {shown}); sys.exit(1)"
        assert "hunter2" not in str(failure(script(source), new_job()))


# Labels


def labels(product: CommandProduct, job: Job) -> Path:
    return product.process(job._replace(answer="labels", width=0, height=0))


def test_what_a_program_prints_is_its_answer_where_it_is_asked_for_labels(new_job: NewJob) -> None:
    source = "import sys; print('猫|cat'); print('loading the model …', file=sys.stderr)"
    product = CommandProduct(f"{shlex.quote(sys.executable)} -c {shlex.quote(source)} {{input}}", TIMEOUT_S, "labels")
    answer = labels(product, new_job())
    assert (answer.name, answer.read_text("utf-8")) == ("output.txt", "猫|cat\n")


def test_a_program_without_a_label_to_give_answers_with_an_empty_file(new_job: NewJob) -> None:
    assert labels(CommandProduct("true {input}", TIMEOUT_S, "labels"), new_job()).read_bytes() == b""


@pytest.mark.parametrize("name", ["output.txt", "output.json"])
def test_labels_in_a_file(name: str, new_job: NewJob) -> None:
    source = f"import sys, pathlib; print('noise'); pathlib.Path(sys.argv[2]).with_name({name!r}).write_text('cat')"
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(source)} {{input}} {{output}}"
    answer = labels(CommandProduct(command, TIMEOUT_S, "labels"), new_job())
    assert (answer.name, answer.read_text()) == (name, "cat")


@pytest.mark.parametrize(("stream", "said"), [("stderr", "on stderr"), ("stdout", "on stdout")])
def test_a_labelling_program_that_crashes_is_quoted(stream: str, said: str, new_job: NewJob) -> None:
    source = f"import sys; print({said!r}, file=sys.{stream}); sys.exit(4)"
    product = CommandProduct(f"{shlex.quote(sys.executable)} -c {shlex.quote(source)} {{input}}", TIMEOUT_S, "labels")
    with pytest.raises(ProductError, match=f"the program ended with status 4: {said}"):
        labels(product, new_job())


def test_a_template_for_labels_needs_its_input() -> None:
    with pytest.raises(InputError, match=r"the template must hold \{input\}, got: classify"):
        open_product(parse_subject("command:classify"), answer="labels")
