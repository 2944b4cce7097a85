"""Visual-Speech Intent Grounding, and its successor EcoG-Bench: first-person video, a pointing hand and speech.

Open ``suite`` first: it takes a run from prepared samples to its report. ``plan`` holds what a user may choose, ``profile`` and
``readings`` how the document is read, ``recording`` makes a line of the record of an answer, ``totals`` makes measures of the record;
``estimate`` says what a run will cost, ``comparison`` lays runs side by side. The rooms in reading order, a later one on those before it:
``dataset`` (samples), ``language`` (what is said), ``media`` (what is seen and heard), ``models`` (who answers), ``scoring`` (formulas),
``audits`` (why a score is as it is), ``judge`` (a second mark), ``canaries`` (does the model see what is sent), ``reporting``, and
``controls``, the test with something taken away. ``synthesis`` makes clips with known truth.
"""
