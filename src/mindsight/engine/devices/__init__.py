"""Appliances and lamps as state machines, and the panels that work them.

Open ``device`` first: a state and pure functions from state and event to state. ``panels`` is the panel of an appliance, ``families`` six
families of them as data, ``consoles`` the front with its lamps and buttons.
"""
