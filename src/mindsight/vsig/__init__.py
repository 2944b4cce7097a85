"""Visual-Speech Intent Grounding, and its successor EcoG-Bench: first-person video, a pointing hand and speech."""
