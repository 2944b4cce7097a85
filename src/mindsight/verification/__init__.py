"""Whether a run is what its record says: everything that follows from the record is written anew and compared byte by byte.

Open ``verifying`` first: what is checked, in which order, and what each finding says. ``rebuilding`` writes numbers and
pages anew, ``manifests`` what of a manifest follows from plan and data; ``differences`` says where two pages differ.
``pictures`` looks at what lies behind the record: outputs scored again, actions repeated, answers read again.
"""
