"""The report of a run over questions, from its record alone; nothing here needs the engine."""
