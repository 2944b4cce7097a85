"""What others say of a signature: that it existed at a time, or stands in a public log. Kept beside it, checked without a network.

``timestamps`` asks a service for a time stamp (RFC 3161) and checks it, with ``der`` for what services spell freely.
``log`` reads the proof that a signature stands in a transparency log; ``checkpoint`` is the log's signed head, ``merkle`` the
arithmetic of its tree.
"""
