"""Safety, custom and signs of culture: rules with their sources in each file, and asked only once people have confirmed them.

``feast`` and ``feast_sign`` are about Chinese and Western feasts, ``rice_custom`` and ``cutlery_custom`` about the table, ``child_danger``
and ``hot_plate_danger`` about safety in a home.
"""
