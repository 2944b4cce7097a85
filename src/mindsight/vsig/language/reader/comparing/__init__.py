"""Compare what a description says with a target, slot by slot.

Open ``targets`` first: it compares a reading with an object or a space, by ``things`` (their ``heads``, what is ``described`` of
them, their ``positions``) and ``places``; ``reasons`` lists why one may not fit.
"""
