"""Programs that classes about words share.

``sides`` says what lies left and right, ``meaning`` and ``fitting`` which things or pictures a sentence means, ``papers`` and ``labels``
what can be read; ``phrases`` are words for sentences and options.
"""
