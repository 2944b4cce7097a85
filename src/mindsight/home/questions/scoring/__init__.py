"""Answers read (``reading``), judged (``judging``) and counted (``measures``): pure functions of questions and answers."""
