"""Appliances and lamps as state machines, and their control panels.

Open ``device`` first: a state, and pure functions from state and event to state. ``switch`` is a lamp, heater or tap, ``panels`` the
control panel of an appliance, ``families`` six families of them as data, ``consoles`` the visible front with its lamps and buttons.
"""
