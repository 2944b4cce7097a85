"""What is written on sheets of paper: a week, a month, a receipt, a table, instructions, rules of a room."""
