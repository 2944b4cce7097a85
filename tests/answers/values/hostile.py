"""What no reader may break on: any JSON value, and texts made to be slow."""

from hypothesis import strategies as st

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.just(10**400) | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["x", "y", "x1", "y1", "x2", "y2", "point", "bbox_2d", "answer", "choice", "text", "first", "last"]
            )
            | st.text(),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)
HOSTILE = tuple(
    piece * (1_000_000 // len(piece))
    for piece in (
        " ", "a", "B ", "B, ", "B or ", "*", "**", "(", "[", "[[", "{", '"', "<", "<point", "<point ", "<points x1=",
        "<box>", "<loc0001>", "<|box_start|>",
        "1", "1 ", "1,", "1, ", "1. ", "-", ".", "。", "answer ", "答案", "x=1 ", "%", "\\boxed{", "yes ", "yes,", "is ",
        "第", "1-", "A\n", "“", "the ",
    )
)  # fmt: skip
"""A million characters of each, as a model in a loop writes."""
