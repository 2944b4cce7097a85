"""Subjects answer questions: ``messages`` are what a model gets, ``baselines`` the built-in subjects, ``models`` models.

``looking`` is the built-in subject that looks at pixels; ``clip`` makes pictures one video, ``outside`` asks programs, functions and
services; ``files`` finds the pictures, ``said`` is a raw answer, ``recording`` turns it into an item of the record.
"""
