"""Every text for users exists in both languages, and the compiled catalogue is current."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_no_chinese_text_is_missing_unused_or_broken() -> None:
    script = ROOT / "scripts" / "messages.py"
    checked = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
