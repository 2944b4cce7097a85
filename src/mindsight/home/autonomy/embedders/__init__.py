"""Text embeddings E(·) of formula (2): from sentences to vectors, and to the similarities that ``scoring`` takes.

Open ``embedder`` first: what every embedding provides, its identity, and when it is refused. ``lexical`` is built in; ``wordllama``,
``sentences`` (sentence-transformers, MiniLM) and ``served`` (an embeddings endpoint) need extras. ``choosing`` opens one by its
name, ``nearness`` embeds the texts of a protocol.
"""
