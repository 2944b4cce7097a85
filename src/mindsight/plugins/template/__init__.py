"""The plug-in that ``mindsight new task NAME`` writes under another name: a whole task class in one file."""
