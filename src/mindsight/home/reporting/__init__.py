"""What reports of household runs show, as neutral blocks; nothing here knows the engine.

Open ``run_report`` first: the report of one run. ``generalisation_blocks`` gives T in the form of table A.1, ``endings`` how tasks
ended, ``readability`` how answers were read, ``episode_strips`` tasks as rows of pictures, ``epochs`` repeated runs,
``comparison`` several subjects side by side; ``cells`` shows a measure in a table.
"""
