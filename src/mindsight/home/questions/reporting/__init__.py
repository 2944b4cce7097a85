"""The report of a run over questions, from its record alone; nothing here needs the engine.

Open ``run_report`` first: it yields the blocks in order. ``robustness`` has the curve of pictures made worse, ``shown`` some questions with
their pictures, ``comparison`` several runs side by side.
"""
