"""People answer questions, so that a class can be called solvable by looking.

``form`` is what they get, ``answers`` what is read from what they give back.
"""
