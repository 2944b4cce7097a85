"""What a report shows of a run: blocks, pictures of samples, and the file under the original's key names.

Open ``run_report`` first: the order of the page. ``judge_blocks`` and ``ecog_blocks`` are parts of it, ``sample_blocks`` and
``item_blocks`` show samples. Their pictures: ``item_marks`` and ``item_words`` say what is shown, ``pictures`` and ``picture_timeline``
draw it, with ``picture_parts``, ``pencil`` and ``lettering``. ``metrics_file`` writes ``metrics.json``, ``overview`` tells what a data
set holds.
"""
