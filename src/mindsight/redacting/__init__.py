"""Hide secrets in everything that is written: records, reports, screens.

Open ``hiding`` first: ``redact`` is for what the user wrote, such as a subject; ``redact_foreign`` for what programs, servers and
libraries said. ``tokens`` is the table of tokens known by their shape, ``named`` finds secrets by the word beside them, ``variables`` the
values of this process's environment.
"""

from mindsight.redacting.hiding import redact, redact_foreign, redacted_text, without_colours

__all__ = ["redact", "redact_foreign", "redacted_text", "without_colours"]
