"""Clause 5.3, 视觉语言联合解译: text on things and papers, sentences about a picture, chains of questions, what words refer to."""
