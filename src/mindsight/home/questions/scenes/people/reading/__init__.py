"""What pictures show of people, read from places that pixels show.

``joints`` says where a body's joints are seen; ``recognised`` and ``likest`` find the actions, and the play, that explain best how those
move; ``features`` reads what a face shows.
"""
