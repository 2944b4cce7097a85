"""Steps that bring an older database up to date, one a file.

They run in the order of their numbers; a step that was published is never changed.
"""
