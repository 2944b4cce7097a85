"""Wordings of the demand to build a model, and demands that cannot be met with blocks."""

WORDINGS = (
    (
        (
            "{table}上立着一张照片，照片里是用积木搭成的模型。请用{table}上的积木照样搭一个：每块积木的形状、颜色、横放还是竖放、"
            "谁放在谁上面，以及左右前后的位置，都要和正对着照片看到的一样，并且要搭稳。多余的积木不要挨着它。搭在垫子上或桌面上都可以。"
        ),
        (
            "A photograph on the {table} shows a model built of blocks. Please build the same with the blocks on the {table}: the "
            "shape and colour of each block, whether it lies or stands, what rests on what, and what is to the left and right, in "
            "front and behind must be as one sees it facing the photograph, and it must stand firmly. Keep the spare blocks away "
            "from it. You may build on the mat or on the bare table."
        ),
    ),
    (
        (
            "请照着{table}上的照片搭积木。正对照片看，模型里有哪些积木、什么形状、什么颜色、怎么摆、怎么叠、左右前后怎么排，你搭的就要怎么样，"
            "还要稳当；照片里没有的积木别搭上去，也别靠着它。在{table}上找个地方搭就行，用不用垫子都可以。"
        ),
        (
            "Please build with blocks what the photograph on the {table} shows. Facing the photograph, the blocks of the "
            "model, their shapes and colours, how each is laid, stacked and ordered from left to right and from front to back "
            "are how yours must be, and it must not be shaky; add no block that the photograph does not show, nor lean one "
            "against it. Any place on the {table} will do, with or without the mat."
        ),
    ),
    (
        (
            "我想要一个和照片里一模一样的积木模型，照片就摆在{table}上。请用那里的积木帮我搭好：积木的形状和颜色、平放或竖立、上下叠放、"
            "左右前后都按正对照片时的样子，搭完不能晃倒，剩下的积木要离开模型一点。搭在{table}的垫子上或者旁边的桌面上。"
        ),
        (
            "I would like a model of blocks exactly like the one in the photograph that stands on the {table}. Please build it with "
            "the blocks there: shapes and colours, lying or upright, what is on top of what, left and right, front and back as "
            "they appear when one faces the photograph. It must not topple, and the blocks left over should be a little away from "
            "it. Build on the mat on the {table} or on the table beside it."
        ),
    ),
    (
        (
            "看一看{table}上照片里的积木模型，然后在{table}上搭出同样的一个，垫子上或桌面上都行。形状、颜色、摆放方向、上下关系、"
            "左右前后的顺序要与正面看照片时一致，要立得住；用不到的积木不能碰到模型。"
        ),
        (
            "Look at the model of blocks in the photograph on the {table}, then build its equal on the {table}, on the mat or "
            "beside it. Shape, colour, the way each block is laid, what is above what and the order from left to right and from "
            "front to back must agree with the photograph as seen from its front, and it must stay up; blocks that are not needed "
            "must not touch it."
        ),
    ),
)
"""The demand, zh and en; ``table`` is the table that everything is on."""

IMPOSSIBLE = (
    (
        "请用这些积木搭一架能载人飞上天的飞机。",
        "Please build an aeroplane of these blocks that carries people into the sky.",
    ),
    (
        "请用桌上的积木搭一座比楼房还高的塔。",
        "Please build a tower taller than a block of flats with the blocks on the table.",
    ),
    ("请让积木自己跳起来搭成一座城堡。", "Please have the blocks jump up and form a castle by themselves."),
    ("请把这些木头积木煮成一锅汤。", "Please cook these wooden blocks into a pot of soup."),
    ("请用积木搭一座浮在半空中的桥。", "Please build a bridge of blocks that floats in mid-air."),
    ("请把一块积木变成一只活的小猫。", "Please turn one of the blocks into a living kitten."),
)
"""Demands that cannot be met with blocks, zh and en."""
