"""Classes about whoever looks.

``turn`` and ``stood`` (which way they turned and where they stood between two pictures), ``in_hand`` and ``which_hand`` (what their own
hands hold), ``reach`` and ``nearer_hand`` (what their hands can get at).
"""
