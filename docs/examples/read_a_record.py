"""Read a run folder with the standard library alone: its measures, its failures and its lowest scores.

python read_a_record.py RUN
"""

import csv
import json
import sys
from pathlib import Path
from typing import Any


def main(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    print(f"{manifest['document']['number']} · {manifest['subject']['name']} · {manifest['state']}")

    results = json.loads((run / "results.json").read_text(encoding="utf-8"))
    for measure in results["measures"]:
        print(f"{measure['name']:26} {shown(measure)}")

    with (run / "items.jsonl").open(encoding="utf-8") as lines:
        for item in map(json.loads, lines):
            if item["status"] == "failed":
                print(f"{item['id']}: {item['outcome']}")

    with (run / "scores.csv").open(encoding="utf-8", newline="") as table:
        rows = sorted(csv.DictReader(table), key=lambda row: float(row["album.psnr"]))
    print("lowest PSNR scores:", ", ".join(f"{row['id']} ({float(row['album.psnr']):.1f})" for row in rows[:3]))


def shown(measure: dict[str, Any]) -> str:
    """Return value and interval of a measure; a value may be null, then its status says why."""
    if measure["value"] is None:
        return str(measure["status"])
    interval = measure["interval"]
    bounds = f" [{interval['low']:.3f}, {interval['high']:.3f}]" if interval else " (interval not estimable)"
    return f"{measure['value']:8.3f} {measure['unit']}{bounds}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
