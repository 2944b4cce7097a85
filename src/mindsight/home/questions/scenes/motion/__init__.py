"""Experiments on a table in which something moves, falls or is poured; physics decides the outcome and sight must agree.

``rolling`` is a ball on a ramp amid things, ``dominoes`` a row of which one leans. ``pouring`` are glasses of beans, which stand for
liquids and are called beans, since what flows is simulated grain by grain. ``bridges`` are passages of different height. ``feats`` are
marbles of which some do what none can, ``pushes`` marbles of which one pushes a block aside, ``endings`` one that rolls among things.
"""
