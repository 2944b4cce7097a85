"""4.3, 6.4.2: autonomous tasks: a subject alone in a room with needs, and the index S.

``rooms`` draws rooms with needs, a file for each class; ``proving`` proves them; ``episode`` runs a subject in one.
"""
