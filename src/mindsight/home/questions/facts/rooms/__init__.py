"""Programs on facts about rooms and tables, which classes share.

``furniture`` on a floor, ``changes`` between two pictures, ``standing`` (from where a second picture was taken), ``hands`` (the viewer's
own), ``places`` at a laid table, ``structures`` of cubes.
"""
