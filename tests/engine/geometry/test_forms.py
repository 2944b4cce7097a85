"""Meshes are closed, face outwards and have the right volume; pictures follow their generator; a missing typeface is named."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.engine.drawing.prints import fonts, textures
from mindsight.engine.geometry import meshes, triangles
from mindsight.engine.geometry.forms import ellipse, padded, rounded, smooth, strip
from mindsight.engine.geometry.shapes import Mesh
from mindsight.engine.geometry.triangles import counter_clockwise, triangulate
from mindsight.engine.seeds import stream
from mindsight.errors import MissingExtra

L_SHAPE = [(0.0, 0.0), (0.2, 0.0), (0.2, 0.1), (0.1, 0.1), (0.1, 0.2), (0.0, 0.2)]
RING = [(0.05 * np.cos(a), 0.05 * np.sin(a), 0.0) for a in np.linspace(0, 2 * np.pi, 48, endpoint=False)]
VOLUMES = {
    "box": (meshes.box((0.1, 0.2, 0.3)), 0.048),
    "bevelled box": (meshes.box((0.1, 0.2, 0.3), 0.001), 0.048),
    "cylinder": (meshes.lathe([(0, 0), (0.1, 0), (0.1, 0.5), (0, 0.5)], 96), np.pi * 0.005),
    "cup": (meshes.lathe([(0, 0), (0.1, 0), (0.1, 0.5), (0.08, 0.5), (0.08, 0.02), (0, 0.02)], 96), np.pi * (0.005 - 0.48 * 0.0064)),
    "ball": (meshes.superellipsoid((0.1, 0.1, 0.1), squareness=(1, 1), segments=96, rings=48), 4 / 3 * np.pi * 0.001),
    "plate": (meshes.extrude(L_SHAPE, 0.1), 0.003),
    "plate the other way round": (meshes.extrude(L_SHAPE[::-1], 0.1), 0.003),
    "ring": (meshes.tube(RING, 0.01, 48, closed=True), 2 * np.pi * 0.05 * np.pi * 0.0001),
    "rod": (meshes.tube([(0, 0, 0), (0, 0, 0.5), (0, 0, 1.0)], 0.01, 48, round_ends=False), np.pi * 0.0001),
    "cloth": (meshes.sheet(np.full((9, 9), 0.02), (0.5, 0.4)), 0.004),
    "thin cloth": (meshes.sheet(np.linspace(0, 0.1, 81).reshape(9, 9), (0.5, 0.4), 0.01), 0.002),
    "mirrored": (meshes.scale(meshes.extrude(L_SHAPE, 0.1), (-1, 1, 2)), 0.006),
    "moved and merged": (meshes.merge(meshes.box((0.1,) * 3), meshes.move(meshes.turn(meshes.box((0.1,) * 3), "z", 30), (1, 0, 0))), 0.016),
    "strap": (strip([(0, 0, 0), (0, 0.2, 0), (0, 0.4, 0)], 0.05, 0.02), None),
    "cushion": (padded(tuple(map(tuple, rounded(0.2, 0.1, 0.02).tolist())), 0.03), None),
}  # fmt: skip


def signed_volume(mesh: Mesh) -> float:
    a, b, c = (mesh.vertices[mesh.faces[:, corner]] for corner in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("name", VOLUMES)
def test_meshes_are_closed_and_face_outwards(name: str) -> None:
    mesh, volume = VOLUMES[name]
    _, place = np.unique(np.round(mesh.vertices * 1e5).astype(int), axis=0, return_inverse=True)
    corners = place.ravel()[mesh.faces]
    corners = corners[(corners != np.roll(corners, 1, axis=1)).all(1)]
    edges = np.concatenate([corners[:, [n, (n + 1) % 3]] for n in range(3)])
    assert sorted(map(tuple, edges.tolist())) == sorted(map(tuple, edges[:, ::-1].tolist()))
    assert signed_volume(mesh) > 0
    if volume is not None:
        assert signed_volume(mesh) == pytest.approx(volume, rel=0.01)
    assert mesh.normals is not None
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0)
    sides = mesh.vertices[mesh.faces]
    out = np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])
    assert (np.einsum("ij,ij->i", out, mesh.normals[mesh.faces].sum(1)) > 0).mean() > 0.999
    assert mesh.uv.min() > -1e-6
    assert mesh.uv.max() < 1 + 1e-6


def test_a_sharp_edge_keeps_its_faces_flat_and_a_round_one_does_not() -> None:
    drum = meshes.lathe([(0, 0), (0.1, 0), (0.1, 0.5), (0, 0.5)], 64)
    assert drum.normals is not None
    upright = np.abs(drum.normals[:, 2])
    assert ((upright > 0.999) | (upright < 0.001)).all()
    around = drum.normals[upright < 0.001]
    radial = drum.vertices[upright < 0.001, :2] / 0.1
    assert around[:, :2] == pytest.approx(radial, abs=1e-6)


def test_each_side_of_a_box_finds_its_part_of_the_texture() -> None:
    front = (0.25, 0.5, 0.75, 1.0)
    mesh = meshes.box((0.1, 0.2, 0.3), atlas={"front": front})
    at_front = (mesh.vertices[:, 1] == -0.2) & (mesh.normals[:, 1] < -0.9)
    upper_right = at_front & (mesh.vertices[:, 0] > 0) & (mesh.vertices[:, 2] > 0)
    assert mesh.uv[upper_right] == pytest.approx(np.array([[0.75, 0.5]]))
    assert mesh.uv[at_front].min(0) == pytest.approx(front[:2])


def test_a_cached_box_depends_on_all_arguments_and_is_read_only() -> None:
    plain = meshes.box((0.1, 0.2, 0.3))
    others = [
        meshes.box((0.1, 0.3, 0.2)),
        meshes.box((0.1, 0.2, 0.3), 0.01),
        meshes.box((0.1, 0.2, 0.3), 0.01, steps=3),
        meshes.box((0.1, 0.2, 0.3), atlas={"top": (0.0, 0.0, 0.5, 0.5)}),
    ]
    contents = {(mesh.vertices.tobytes(), mesh.uv.tobytes()) for mesh in (plain, *others)}
    assert len(contents) == 5
    for part in (plain.vertices, plain.faces, plain.uv, plain.normals):
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 0  # type: ignore[index]


def test_a_box_is_rounded_along_its_edges() -> None:
    half, bevel = np.array([0.1, 0.2, 0.3]), 0.05
    mesh = meshes.box((0.1, 0.2, 0.3), bevel)
    core = np.clip(mesh.vertices, bevel - half, half - bevel)
    assert np.linalg.norm(mesh.vertices - core, axis=1) == pytest.approx(bevel)
    assert mesh.normals == pytest.approx((mesh.vertices - core) / bevel)


def test_triangles_cover_a_polygon_with_a_spiral_hollow() -> None:
    teeth = [(x / 20, 0.3 if x % 2 else 0.0) for x in range(21)]
    outline = np.array([(0, -0.1), (1, -0.1), *teeth[::-1]])
    faces = triangulate(outline)
    a, b, c = (outline[faces[:, n]] for n in range(3))
    area = ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]).sum() / 2
    x, y = outline.T
    assert area == pytest.approx(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


@given(st.lists(st.tuples(st.floats(0.05, 0.95), st.floats(0.2, 1.0)), min_size=3, max_size=24))
def test_triangles_cover_any_star_once(spokes: list[tuple[float, float]]) -> None:
    angles = (np.arange(len(spokes)) + [turn for turn, _ in spokes]) * 2 * np.pi / len(spokes)
    outline = np.array([reach for _, reach in spokes])[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
    # With three spokes the middle may lie outside, which gives another polygon, possibly in the other direction.
    outline = counter_clockwise(outline)
    faces = triangulate(outline)
    assert faces.shape == (len(spokes) - 2, 3)
    edges = {tuple(edge) for face in faces.tolist() for edge in zip(face, face[1:] + face[:1], strict=True)}
    assert len(edges) == 3 * len(faces)
    within = {edge for edge in edges if edge[::-1] in edges}
    assert edges - within == {(at, (at + 1) % len(spokes)) for at in range(len(spokes))}
    a, b, c = (outline[faces[:, corner]] for corner in range(3))
    areas = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    assert areas.min() > -1e-12


def test_a_crossing_outline_is_refused() -> None:
    with pytest.raises(ValueError, match="crosses itself"):
        triangulate([(0, 0), (1, 0), (0, 1), (1, 1.2), (0.2, -1)])


def test_lengths_are_those_of_numpy() -> None:
    vectors = np.random.default_rng(0).normal(size=(2, 500, 3)) * np.logspace(-6, 6, 500)[:, None]
    assert triangles.lengths(vectors) == pytest.approx(np.linalg.norm(vectors, axis=2), rel=1e-15, abs=0.0)


@given(st.lists(st.tuples(*[st.integers(-2, 2)] * 3), min_size=1, max_size=40))
def test_equal_rows_are_found_as_numpy_finds_them(rows: list[tuple[int, int, int]]) -> None:
    array = np.array(rows)
    _, first, number = np.unique(array, axis=0, return_index=True, return_inverse=True)
    found = triangles._equal_rows(array)
    assert found[0].tolist() == first.tolist()
    assert found[1].tolist() == number.ravel().tolist()


@given(st.lists(st.integers(0, 5), min_size=1, max_size=40), st.floats(-0.9, 0.9))
def test_each_corner_sums_those_at_its_place_with_nearly_its_direction(places: list[int], least: float) -> None:
    rng, place = np.random.default_rng(0), np.array(places)
    flat, share = rng.normal(size=(2, len(place), 3))
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    near = (place[:, None] == place) & (flat @ flat.T >= least)
    assert triangles._corner_sums(place, flat, share, least) == pytest.approx(near @ share)


def test_a_smooth_curve_goes_through_its_points() -> None:
    points = ellipse(1.0, 0.5, 9)
    assert smooth(points, 4)[::4] == pytest.approx(points)
    assert smooth(points, 4, closed=False)[[0, -1]] == pytest.approx(points[[0, -1]])


@pytest.mark.parametrize("draw", [textures.wood, textures.picture, lambda rng: textures.knit(rng, (0.8, 0.2, 0.2)),
                                  lambda rng: textures.stained(rng, textures.fabric(rng, (0.9, 0.9, 0.9)))])  # fmt: skip
def test_equal_seeds_draw_equal_pictures(draw: object) -> None:
    first, again, other = (draw(stream(seed, "picture")).tobytes() for seed in (5, 5, 6))  # type: ignore[operator]
    assert first == again
    assert first != other


def test_words_stay_on_their_label() -> None:
    picture = np.asarray(textures.label("防晒霜", "SUNSCREEN", (120, 90))).astype(int)
    dark = picture.sum(2) < 200
    assert 0.04 < dark.mean() < 0.5
    assert not dark[:, :4].any()
    assert not dark[:, -4:].any()


def test_a_missing_typeface_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fonts, "FOLDERS", (tmp_path,))
    with pytest.raises(MissingExtra, match=r"NotoSansCJK-Bold\.ttc.*apt-get install fonts-noto-cjk"):
        fonts.font_file()


def test_the_typeface_has_a_fingerprint() -> None:
    assert len(fonts.font_hash()) == 64
    assert fonts.font_hash() != fonts.font_hash(bold=False)
