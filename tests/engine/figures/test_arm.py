"""The arm's bones stay joined and keep their lengths in every pose; the skin follows bones that meet."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.engine.figures.arm_bones import FINGERS, FORE_M, THUMB, TIP_M, UPPER_M, ArmPose, bones_of, facing, tip_of
from mindsight.engine.figures.arm_pieces import arm_pieces
from mindsight.engine.figures.sleeve import cloth, sleeve
from mindsight.engine.geometry.frames import Frame, rotate

_PLACES = st.tuples(*(st.floats(-0.6, 0.6) for _ in range(3)))
_DIRECTIONS = st.tuples(*(st.floats(-1, 1) for _ in range(3))).filter(lambda v: np.hypot(v[0], v[1]) > 0.1)


@given(hand=_PLACES, ahead=_DIRECTIONS, pointing=st.floats(0, 1))
@settings(max_examples=15, deadline=None)
def test_bones_keep_their_lengths_and_meet_at_their_joints(hand, ahead, pointing) -> None:
    pose = ArmPose((0.25, -0.7, 0.2), Frame(hand, facing(np.array(ahead), np.array([0.0, 0.0, 1.0]))), pointing)
    bones = bones_of(pose)
    wrist = bones["forearm"].point((FORE_M, 0.0, 0.0))
    assert wrist == pytest.approx(hand, abs=1e-6)
    assert bones["upperarm"].point((UPPER_M, 0.0, 0.0)) == pytest.approx(bones["forearm"].at, abs=1e-6)
    for name, finger in FINGERS.items():
        for place in (0, 1):
            end = bones[f"{name}.{place}"].point((finger.bones[place], 0.0, 0.0))
            assert end == pytest.approx(bones[f"{name}.{place + 1}"].at, abs=1e-9)


@given(ahead=_DIRECTIONS)
@settings(max_examples=30, deadline=None)
def test_a_turn_faces_what_it_was_asked_to(ahead) -> None:
    turned = facing(np.array(ahead), np.array([0.0, 0.0, 1.0]))
    wanted = np.array(ahead) / np.linalg.norm(ahead)
    assert rotate(turned, (1.0, 0.0, 0.0)) == pytest.approx(wanted, abs=1e-9)
    assert rotate(turned, (0.0, 1.0, 0.0))[2] == pytest.approx(0.0, abs=1e-9)


def test_only_the_index_finger_of_a_pointing_hand_is_stretched() -> None:
    bones = bones_of(ArmPose((0.0, -0.5, 0.0), Frame(), 1.0))
    reach = {name: bones[f"{name}.2"].point((finger.bones[2], 0, 0))[0] for name, finger in FINGERS.items()}
    assert reach["index"] > 0.17
    assert max(reach[name] for name in ("middle", "ring", "little")) < 0.13
    tip, ahead = tip_of(bones)
    assert tip[0] == pytest.approx(reach["index"] + TIP_M, abs=0.002)
    assert ahead[0] > 0.95


@pytest.mark.slow
def test_skin_follows_bones_that_meet_and_lies_around_them() -> None:
    from mindsight.engine.figures.arm import hand_skin
    from mindsight.engine.figures.arm_bones import bind_bones

    mesh, weights = hand_skin()
    names = list(bind_bones())
    assert weights.sum(axis=1) == pytest.approx(np.ones(len(weights)))
    for row in weights:
        leader, followed = names[row.argmax()], {names[bone] for bone in np.flatnonzero(row)}
        if leader in {"hand", "forearm"}:
            # Between two knuckles the palm's skin follows both a little.
            assert all(bone in {"hand", "forearm"} or bone.endswith(".0") for bone in followed), followed
        else:
            finger = leader.partition(".")[0]
            assert {bone.partition(".")[0] for bone in followed} <= {finger, "hand"}, followed
    edges = np.sort(np.concatenate([mesh.faces[:, pair] for pair in ([0, 1], [1, 2], [2, 0])]), axis=1)
    _, seen = np.unique(edges, axis=0, return_counts=True)
    assert (seen == 2).mean() > 0.99, "the skin is closed"


def test_the_thumb_of_a_pointing_hand_lies_along_the_curled_fingers() -> None:
    bones = bones_of(ArmPose((0.0, -0.5, 0.0), Frame(), 1.0))
    _, ahead = tip_of(bones)
    start, joint = np.array(bones["thumb.0"].at), np.array(bones["thumb.2"].at)
    end = np.array(bones["thumb.2"].point((THUMB.bones[2], 0.0, 0.0)))
    whole, last = end - start, end - joint
    assert whole @ ahead / np.linalg.norm(whole) > np.cos(np.radians(20)), "it points where the finger points"
    assert last @ ahead / np.linalg.norm(last) > np.cos(np.radians(55))
    # Its tip touches the middle finger: their flesh is neither apart nor one inside the other.
    finger = FINGERS["middle"]
    gaps = []
    for place in range(3):
        first, length = bones[f"middle.{place}"], finger.bones[place]
        for share in np.linspace(0, 1, 11):
            point = np.array(first.point((share * length, 0.0, 0.0)))
            radius = finger.radii[place] + share * (finger.radii[place + 1] - finger.radii[place])
            gaps.append(np.linalg.norm(point - end) - radius - THUMB.radii[3])
    assert -0.003 < min(gaps) < 0.004


def test_a_sleeve_has_no_ribs() -> None:
    begin, end, radii = 0.0, 0.2, (0.047, 0.0345)
    mesh = sleeve(begin, end, radii, np.random.default_rng(3))
    middle = mesh.vertices[(mesh.vertices[:, 0] > 0.03) & (mesh.vertices[:, 0] < 0.17)]
    around = np.hypot(middle[:, 1], middle[:, 2])
    straight = radii[0] + (radii[1] - radii[0]) * (middle[:, 0] - begin) / (end - begin)
    _, ring = np.unique(middle[:, 0].round(5), return_inverse=True)
    rings = np.bincount(ring, around - straight) / np.bincount(ring)
    assert np.ptp(rings) < 0.0015, "no ring around the arm stands out"
    assert 0.0005 < (around - straight).max() < 0.006, "but it has creases"
    texture = np.asarray(cloth((0.4, 0.4, 0.4), np.random.default_rng(3)), float).mean(axis=2)
    assert np.abs(np.diff(texture.mean(axis=0))).max() < 0.02 * texture.mean(), "no columns of stitches"


def test_pieces_of_an_arm_reach_as_far_as_the_arm() -> None:
    bones = bones_of(ArmPose((0.25, -0.7, 0.2), Frame((0.0, 0.0, 0.1)), 1.0))
    pieces = arm_pieces(bones).reshape(-1, 3)
    tip, _ = tip_of(bones)
    assert np.linalg.norm(pieces - tip, axis=1).min() < 0.004
    assert np.linalg.norm(pieces - np.array(bones["upperarm"].at), axis=1).min() < 0.07
