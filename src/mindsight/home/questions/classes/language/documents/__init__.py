"""What is written on sheets of paper: a week, a month, a receipt, a table, instructions, rules of a room.

Each program reads one sheet, which its form and title name. It stops where a word is covered or the sheet lies face down, and where two
sheets disagree.
"""
