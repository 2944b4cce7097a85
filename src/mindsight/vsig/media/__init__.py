"""What a clip shows and what is heard in it, in the forms in which models get it.

Open ``conditions`` first: which pictures and which speech are sent. ``clips`` tells the facts of a clip and takes it apart with
``decoding`` (frames), ``hdr`` (their colours) and ``sound``; ``native`` and ``tracks`` make the clip that is sent whole. ``cache`` keeps
what was made, in a ``blob_store``.
"""
