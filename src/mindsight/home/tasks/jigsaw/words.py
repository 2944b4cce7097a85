"""Instructions for a jigsaw."""

WORDINGS: tuple[tuple[str, str], ...] = (
    (
        "桌上有一幅{count}块的拼图，拼好的样子印在盒盖上。请在拼图框里把它完整地拼好。",
        (
            "There is a jigsaw puzzle of {count} pieces on the table, and the box lid shows the finished picture. Please put it "
            "together completely in the frame."
        ),
    ),
    (
        "请对照盒盖上的图，把桌上散着的{count}块拼图全部拼进拼图框里，拼出整幅图。",
        (
            "Please do the jigsaw on the table: look at the picture on the box lid and fit all {count} pieces together in the frame."
        ),
    ),
    (
        "帮我把餐桌上的拼图拼完：一共{count}块，图样在盒盖上，拼在旁边的框里。",
        (
            "Please finish the jigsaw on the dining table for me: {count} pieces in all, the picture is on the lid of the box, and it "
            "goes into the frame beside it."
        ),
    ),
)
IMPOSSIBLE: tuple[tuple[str, str], ...] = (
    (
        "请让盒盖上画的东西活过来，从图里走到桌上。",
        "Please bring what is painted on the box lid to life, so that it walks out onto the table.",
    ),
    ("请把桌上的拼图块嚼碎吞下去。", "Please chew up the jigsaw pieces on the table and swallow them."),
    (
        "请用这些拼图块搭一座人能走过去的桥。",
        "Please build a bridge from these jigsaw pieces that a person can walk across.",
    ),
    ("请把这幅拼图拼成真的大海，好让我游泳。", "Please put this jigsaw together into a real sea that I can swim in."),
    ("请让拼图块自己飞起来排好队。", "Please make the jigsaw pieces fly up and line up by themselves."),
    ("请用拼图块给手机充满电。", "Please charge the phone fully with the jigsaw pieces."),
)
