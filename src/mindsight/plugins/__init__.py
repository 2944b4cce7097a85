"""Parts of somebody else's package, or of one file, that take their place beside what is built in.

``part`` says what a part is and where it comes from, ``source`` loads one, ``registry`` finds them by name: those of a file that a
user names, and those that installed distributions offer as entry points of the group ``mindsight.plugins``. ``household`` has the
names that a file with a household task needs, ``template`` such a file. What a part is of each kind stands with its table.
"""
