"""From the protocol and the similarities of its texts to S: pure, arrays in, numbers out.

In reading order: ``relevance`` (formula 2), ``coverage`` (formula 3), ``index`` (formula 4, and S over classes), ``terms`` (what one
scene contributes), ``scores`` (classes and the whole), ``measures`` (named, with intervals).
"""
