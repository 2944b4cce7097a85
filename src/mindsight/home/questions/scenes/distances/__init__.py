"""Sets of things at different distances from the viewer: in rows of their own (``depths``), and partly behind each other (``lanes``)."""
