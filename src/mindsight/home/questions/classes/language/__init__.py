"""Clause 5.3, 视觉语言联合解译: text on things and papers, sentences about a picture, chains of questions, what words refer to.

``truth`` and ``sentence`` match text and picture, the files that end in ``chain`` filter, count and compare, ``reference`` and its
neighbour point at what words mean. ``reading`` asks about short texts, ``documents`` about sheets, ``matching`` about two pictures.
"""
