"""Clause 5.4, 状态理解: the states of things and rooms, what has changed, and the subject's own state.

In this folder: the states of single things on a table, such as open, full or broken, and ``find``, the place of what is in a state.
``scene`` is about rooms and tables as a whole, ``changes`` about two pictures, ``self`` about the subject.
"""
