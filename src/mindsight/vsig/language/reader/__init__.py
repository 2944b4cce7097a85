"""Read descriptions and commands, and score how well they describe what was meant; no model is used.

Open ``reading`` first: the parsed form of a description. A text becomes ``tokens`` by the table of ``words`` and, for others, the
dictionary in ``lexicon``; places in rows are found before, by ``counting``. ``grammar`` parses the tokens into a reading, ``belonging``
says where things stand and what they are parts of, ``commands`` finds the steps of a command. ``targets`` compares a reading with a
target by ``things`` (their ``heads``, what is ``described`` of them, their ``positions``) and ``places``; ``reasons`` lists why it may
not fit.
"""
