"""Appliances and lamps as state machines, and their control panels.

Open ``device`` first: a state, and pure functions from state and event to state. ``panels`` is the control panel of an appliance,
``families`` six families of them as data, ``consoles`` the visible front with its lamps and buttons.
"""
