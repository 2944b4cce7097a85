"""The web application in which people rate pictures: one server, one database, no account but a personal link.

Open ``app`` first: it puts the parts together. ``database`` holds the tables and their versions; ``store`` what is read from and
written to them; ``security`` links, cookies, headers and limits; ``pages`` what a browser is answered; ``serving`` the server itself.
``labels`` are the words of the pages; ``simulation`` rates over them in place of people.
"""
