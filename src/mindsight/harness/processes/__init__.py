"""Environments and agents in separate processes: if one hangs or crashes, only one episode is lost.

Open ``slots`` first: an episode that survives its process. Below it ``workers`` (calls with a time limit), ``worker`` (the
process itself) and ``frames`` (messages between the two). ``background`` runs an event loop in a thread, for what is async.
"""
