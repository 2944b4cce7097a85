"""Sentences as people say them: each rule with one that means the thing and one that does not."""

import pytest

from mindsight.vsig.scoring.intent import score_description

RIGHT_FROM = 0.75
OBJECTS = [
    # A name; what means the same; what does not.
    ("盒子上层的红色剪刀", "红色剪刀，放在盒子的上层", "红色剪刀，放在盒子的下层"),
    ("蓝色文件夹下面的尺子", "压在蓝色文件夹底下的尺子", "压在红色文件夹底下的尺子"),
    ("白色水壶旁边的杯子", "挨着白色水壶的那个杯子", "挨着黑色水壶的那个杯子"),
    ("离人最远的灰色音箱", "最里面那台灰色音箱", "最外面那台灰色音箱"),
    ("操作面板上第一行第三列的绿色按钮", "面板上第一行从左数第三个绿色按钮", "面板上第一行最左一列的绿色按钮"),
    ("没有盖盖子的蓝色马克笔", "the uncapped blue marker", "盖着盖子的蓝色马克笔"),
    ("橙色外壳的万用表", "橙色的万用表，配有红色和黑色的表笔", "绿色的万用表，配有红色和黑色的表笔"),
    ("托盘里两根铜管中较长的一根", "托盘里长的那根铜管", "托盘里短的那根铜管"),
    (
        "墙上从左往右数第一把绿色手柄的锯子",
        "the green-handled saw, leftmost on the wall panel",
        "the green-handled saw, rightmost on the wall panel",
    ),
    ("书架上红色封面的书", "书架上的红皮书", "书架上的蓝皮书"),
    ("白色手柄的螺丝刀", "白把儿的螺丝刀", "黑把儿的螺丝刀"),
    ("墙上从右往左数第三把锤子", "墙上的锤子,从右手边一路数,数到三的就是", "墙上的锤子,从右手边一路数,数到四的就是"),
    ("墙上第一行第三列的锤子", "墙上第一行数过去第三把锤子", "墙上第二行数过去第三把锤子"),
    (
        "墙上第二行第一列的锤子",
        "On the wall, second row and first column: a hammer",
        "On the wall, second row and third column: a hammer",
    ),
    ("控制面板第二行第二列的绿色按钮", "控制面板第二行第二列,绿按钮", "控制面板第二行第三列,绿按钮"),
    (
        "桌上离人远的黑色杯子",
        "black cup, left side of the table, farther from the person",
        "black cup, close to the person",
    ),
    (
        "铣床上从右往左数第三个齿轮",
        "gear, third one in from the right side of the mill",
        "gear, third one in from the left side of the mill",
    ),
    ("显示屏左侧的白色按钮", "白色的按钮,挨着显示屏,在它左侧", "白色的按钮,挨着显示屏,在它右侧"),
    ("红色标签的棕色瓶子", "Brown bottle bearing a red label", "Brown bottle bearing a blue label"),
    ("红色标签的棕色瓶子", "棕色瓶子,瓶身贴着一张红色标签", "棕色瓶子,瓶身贴着一张绿色标签"),
    ("把手断裂的白色马克杯", "马克杯,白的,把手断了", "白马克杯,杯把完好"),
    ("灶台上的汤锅", "the soup pot on the stove", "灶台上的炒锅"),
    ("桌上装有螺母的盒子", "a box on the table that contains nuts", "a box on the table that contains screws"),
    ("三脚架上的黑色相机", "三脚架上那台黑相机", "三脚架旁边的黑色相机"),
    ("显微镜的粗调焦旋钮", "coarse focus knob of the microscope", "fine focus knob of the microscope"),
    (
        "抽屉第二格里的螺丝刀",
        "the screwdriver in the drawer's second compartment",
        "the screwdriver in the drawer's third compartment",
    ),
    (
        "工作台上离人最近的卡尺",
        "The bench has a caliper, and it's the one nearest the user",
        "The bench has a caliper, and it's the one farthest from the user",
    ),
    ("黑色面板", "the black control panel that carries the screen", "the screen"),
]
SPACES = [
    ("两个蓝盖瓶子之间的空闲区域", "两只蓝盖瓶子当中空出来的位置", "蓝盖瓶子和红盖瓶子之间的空处"),
    ("电磁炉后面靠墙的空闲区域", "电磁炉背后靠墙,空着的那一条", "电磁炉前面靠墙,空着的那一条"),
    (
        "right of the blue box near the person",
        "To the right of the blue box, on the table close to the person",
        "To the left of the blue box, on the table close to the person",
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong"), OBJECTS)
def test_a_thing_is_recognised_and_its_like_is_not(name: str, right: str, wrong: str) -> None:
    assert score_description(right, name).score >= RIGHT_FROM
    assert score_description(wrong, name).score < RIGHT_FROM


@pytest.mark.parametrize(("name", "right", "wrong"), SPACES)
def test_a_place_is_recognised_and_its_like_is_not(name: str, right: str, wrong: str) -> None:
    assert score_description(right, name, kind="space").score >= RIGHT_FROM
    assert score_description(wrong, name, kind="space").score < RIGHT_FROM


def test_a_noun_that_no_list_holds_may_be_the_thing_if_all_else_agrees() -> None:
    unsure = score_description("the red wiper", "红色的刮刀")
    assert unsure.score == 0
    assert unsure.best > 0
    assert score_description("the blue wiper", "红色的刮刀").best == 0
    assert score_description("红色的杯子", "红色的锤子").best == 0


def test_a_modifier_that_is_not_understood_may_be_the_one_that_is_missing() -> None:
    found = score_description("the zorbly red button", "红色的复位按钮")
    assert found.best > found.score
    assert score_description("the red button", "红色的复位按钮").is_sure


def test_a_word_that_no_list_has_leaves_a_description_open_unless_something_contradicts() -> None:
    open_one = score_description("离心机里头那支带红色标签的管子", "离心机转子里贴红标签的离心管")
    assert (open_one.score, open_one.best) == (0, 1) or not open_one.is_sure
    assert score_description("离心机里头那支带蓝色标签的管子", "离心机转子里贴红标签的离心管").best < RIGHT_FROM
    assert score_description("红色的杯子", "蓝色的泊松比").is_sure


def test_a_mere_device_is_too_general_and_a_mere_part_is_a_workpiece() -> None:
    assert score_description("绿色的电子设备", "绿色的万用表").score < RIGHT_FROM
    assert score_description("银色的圆柱形零件", "银色的圆柱形工件").score >= RIGHT_FROM


def test_one_of_two_things_is_not_the_place_between_them() -> None:
    name = "两个白色盘子中间的空闲区域"
    assert score_description("两个白盘子之间的空位", name, kind="space").score >= RIGHT_FROM
    assert score_description("左边那个白色盘子的正中间", name, kind="space").score < RIGHT_FROM
