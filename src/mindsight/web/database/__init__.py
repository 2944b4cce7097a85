"""The tables of campaigns, in SQLite beside the campaign or in PostgreSQL.

``tables`` are the tables as they are now, ``migrations`` the steps that lead there, ``engine`` opens a database and takes the steps.
"""
