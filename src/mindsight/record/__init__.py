"""What a run leaves behind, and how it can be checked.

Open ``model`` first: the files of a run as data; ``blocks`` is what its report shows. ``folder`` holds them on the disk and seals
them, ``opening`` is the door to sealed ones, ``log`` writes ``items.jsonl`` line by line, ``canonical`` spells JSON and hashes.
``scores`` makes measures from items, ``rows`` reads their table page by page, ``columns`` are what a table of a million rows is made of,
``environment`` notes versions and machine. ``comparison`` and ``compared`` compare runs. ``fields``, ``titles`` and ``spelling`` put
names and intervals into words. ``checker`` is the door to the checker, ``reading`` what is shared with it.
"""
