"""Frames and sound of a clip, in the forms in which models receive them.

Open ``conditions`` first: which pictures and which speech are sent. ``clips`` reads a clip's facts and contents with ``decoding``
(frames), ``hdr`` (their colours) and ``sound``; ``native`` and ``tracks`` make the clip that is sent whole. ``cache`` keeps results in
a ``blob_store``.
"""
