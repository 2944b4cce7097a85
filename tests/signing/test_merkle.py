"""Inclusion in a Merkle tree: against a tree built by the definition, and against published numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.signing.witnesses.merkle import includes, leaf_hash, root_of
from signing.translog import audit_path, tree_root

# The eight leaves of the reference tests of Certificate Transparency, the roots of their trees, and audit paths in them
# (leaves counted from 0).
LEAVES = [
    bytes.fromhex(one)
    for one in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS = [
    (0, 8, ["96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"]),
    (5, 8, ["bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"]),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (1, 5, ["6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"]),
]  # fmt: skip


def test_the_published_roots_come_out() -> None:
    assert [tree_root(LEAVES[:size]).hex() for size in range(1, 9)] == ROOTS


@pytest.mark.parametrize(("index", "size", "path"), PATHS)
def test_the_published_paths_lead_to_the_published_roots(index: int, size: int, path: list[str]) -> None:
    hashes = [bytes.fromhex(one) for one in path]
    root = root_of(leaf_hash(LEAVES[index]), index, size, hashes)
    assert root is not None
    assert root.hex() == ROOTS[size - 1]


def test_every_leaf_of_every_small_tree_is_found_at_its_place_only() -> None:
    entries = [b"%d" % one for one in range(33)]
    for size in range(1, 34):
        root = tree_root(entries[:size])
        for index in range(size):
            path = audit_path(index, entries[:size])
            leaf = leaf_hash(entries[index])
            assert includes(root, leaf, index, size, path)
            places = [place for place in range(size + 1) if includes(root, leaf, place, size, path)]
            assert places == [index]


@given(st.lists(st.binary(max_size=20), min_size=1, max_size=200), st.data())
def test_a_path_proves_its_leaf_and_no_other(entries: list[bytes], data: st.DataObject) -> None:
    size = len(entries)
    index = data.draw(st.integers(0, size - 1))
    root, path, leaf = tree_root(entries), audit_path(index, entries), leaf_hash(entries[index])
    assert includes(root, leaf, index, size, path)
    assert not includes(root, leaf_hash(entries[index] + b"x"), index, size, path)
    assert not includes(root, leaf, index, size, [*path, leaf])
    if path:
        changed = data.draw(st.integers(0, len(path) - 1))
        other = [one if place != changed else bytes(32) for place, one in enumerate(path)]
        assert not includes(root, leaf, index, size, other)
        assert not includes(root, leaf, index, size, path[:-1])


@pytest.mark.parametrize(("index", "size"), [(-1, 1), (1, 1), (0, 0), (5, 3)])
def test_places_outside_a_tree_hold_nothing(index: int, size: int) -> None:
    assert root_of(leaf_hash(b""), index, size, []) is None
