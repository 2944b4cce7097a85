"""Reports of household runs as neutral blocks; nothing here imports the engine.

Open ``run_report`` first: the report of one run. ``generalisation_blocks`` gives T in the form of table A.1, ``endings`` how tasks
ended, ``valid_ends`` what was done and what was said of it, ``declined`` the reasons given, ``readability`` how many answers could be
read, ``episode_strips`` tasks as rows of pictures, ``epochs`` repeated runs, ``comparison`` several subjects side by side;
``cells`` puts a measure into a table.
"""
