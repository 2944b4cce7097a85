"""Which identity each unnamed cluster stands for: one to one, so that as many images as possible are right."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import Any

from mindsight.checker.basics import Json


def matched_clusters(every: list[Json], identities: list[str], several: str) -> dict[str, str]:
    """Return the identity of each cluster, from the terms of all images; a hash decides between equally good matchings."""
    counts: Counter[tuple[str, str]] = Counter()
    for terms in every:
        labels = terms["labels"][: 1 if several == "top" else None]
        counts.update((terms["actual"], label["cluster"]) for label in labels)
    clusters = sorted({label["cluster"] for terms in every for label in terms["labels"]})
    step = (1 << 20) * min(len(identities), len(clusters)) + 1

    def weight(identity: str, cluster: str) -> int:
        tie = int.from_bytes(hashlib.sha256((identity + "\0" + cluster).encode()).digest()[:3], "big") >> 4
        return counts[identity, cluster] * step + tie

    if len(identities) > len(clusters):
        matrix = [[weight(identity, cluster) for identity in identities] for cluster in clusters]
        pairs = [(identities[b], clusters[a]) for a, b in _assigned(matrix)]
    else:
        matrix = [[weight(identity, cluster) for cluster in clusters] for identity in identities]
        pairs = [(identities[a], clusters[b]) for a, b in _assigned(matrix)]
    return {cluster: identity for identity, cluster in pairs if counts[identity, cluster]}


def _assigned(weights: list[list[int]]) -> list[tuple[int, int]]:
    """Return a column for each row, no two the same, with the greatest sum: the Hungarian method, in whole numbers."""
    rows, columns = len(weights), len(weights[0]) if weights else 0
    of_row, of_column = [0] * (rows + 1), [0] * (columns + 1)
    holder, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        holder[0], at = row, 0
        least: list[Any] = [math.inf] * (columns + 1)
        used = [False] * (columns + 1)
        while holder[at]:
            used[at] = True
            own, free = holder[at], [column for column in range(1, columns + 1) if not used[column]]
            for column in free:
                reduced = -weights[own - 1][column - 1] - of_row[own] - of_column[column]
                if reduced < least[column]:
                    least[column], way[column] = reduced, at
            at = min(free, key=least.__getitem__)
            step = least[at]
            for column in range(columns + 1):
                if used[column]:
                    of_row[holder[column]] += step
                    of_column[column] -= step
                else:
                    least[column] -= step
        while at:
            holder[at], at = holder[way[at]], way[at]
    return [(holder[column] - 1, column - 1) for column in range(1, columns + 1) if holder[column]]
