"""Numbers of tokens as a person reads them."""


def rounded_tokens(tokens: int) -> int:
    """Return a number of tokens rounded to two digits: more would suggest false precision."""
    return int(float(f"{tokens:.2g}"))
