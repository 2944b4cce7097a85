"""Damaged files of every format that a command takes: each is used, or refused in one sentence."""
