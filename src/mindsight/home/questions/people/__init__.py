"""People answer questions, so that a class can be called solvable by looking.

``form`` is what they get without network, ``pages`` what an application shows them, ``answers`` what is read from what they give back.
"""
