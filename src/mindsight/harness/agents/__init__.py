"""Agents that are no model of Inspect: they are shown the same environments and answer by themselves.

Open ``outside`` first: it runs an agent over items. ``python_agent`` keeps a user's Python in a process of its own, inside
which ``agent_host`` calls it; ``http_agent`` speaks to a service.
"""
