"""Read descriptions and commands, and score how well they describe what was meant; no model is used.

Open ``reading`` first: the parsed form of a description. A text becomes ``tokens`` by the table of ``words``, ``grammar`` parses them
into a reading and ``commands`` into the steps of a command. ``targets`` compares a reading with a target by ``things`` and ``places``;
``reasons`` lists why it may not fit.
"""
