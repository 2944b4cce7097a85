"""Files and folders that are there whole or not at all, whoever writes them: ``whole``."""
