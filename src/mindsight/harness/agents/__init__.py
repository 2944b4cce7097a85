"""Agents other than Inspect's models, run in the same environments.

Open ``outside`` first: it runs an agent over items. ``python_agent`` runs a user's Python in a separate process, in which ``agent_host``
calls it; ``http_agent`` calls a service.
"""
