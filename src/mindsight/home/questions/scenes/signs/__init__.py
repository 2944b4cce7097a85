"""Tables on which things say more than they show: who was here, what the weather was, what was eaten, which feast it is, what is unsafe.

``themes`` are sets in which a scene has a sign of one theme, of another, of none or of both. ``rows`` are things of one kind that differ in
colour and state. ``places`` are tables on which one thing is against custom or unsafe: rice bowls, cutlery, hot plates.
"""
