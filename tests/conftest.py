import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Machines are shared: how long an example takes says nothing of the program. The quick tests draw the same examples every
# time, and half as many, so that what passes here passes elsewhere; `make test-full` draws new ones with --hypothesis-profile=explore.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeat", settings.get_profile("explore"), derandomize=True, max_examples=50)
settings.load_profile("repeat")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in its background with Ctrl-C ignored, and every process of a test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    # So does nohup with a closing terminal.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Take thousands of tests and every library out of the collector's sight: each of its looks at them takes most of a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real photographs: MINDSIGHT_TEST_DATA, or ../shared/data next to the repository."""
    beside = Path(__file__).parents[1].parent / "shared" / "data"
    folder = Path(os.environ.get("MINDSIGHT_TEST_DATA", beside))
    if not (folder / "album").is_dir():
        pytest.skip("no real photographs; MINDSIGHT_TEST_DATA names their folder")
    return folder
