"""Inclusion in a Merkle tree as transparency logs build it (RFC 6962, section 2.1; RFC 9162, section 2.1.3.2)."""

import hashlib
from collections.abc import Sequence

HASH_BYTES = 32


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of an entry of the log."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_of(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root to which a leaf's audit path leads, None if no path of that length can belong to the leaf.

    Args:
        leaf: Hash of the leaf.
        index: Place of the leaf, from 0.
        size: How many leaves the tree has.
        path: Hashes from the leaf's neighbour up.
    """
    if not 0 <= index < size:
        return None
    place, last, root = index, size - 1, leaf
    for other in path:
        if last == 0:
            return None
        if place % 2 or place == last:
            root = node_hash(other, root)
            # Where the tree is not full, a node without a right neighbour rises until it has one.
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            root = node_hash(root, other)
        place, last = place >> 1, last >> 1
    return root if last == 0 else None


def includes(root: bytes, leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bool:
    """Return whether the tree with this root holds the leaf at the index."""
    return root_of(leaf, index, size, path) == root
