"""Reports of a run: blocks, pictures of samples, and the results under the original's key names.

Open ``run_report`` first: the order of the page; ``gathered`` takes from all items, one by one, what it states. ``judge_blocks`` and
``ecog_blocks`` are parts of it, ``sample_blocks`` and ``item_blocks`` show samples. For their pictures ``item_marks`` and
``item_words`` prepare the content, ``pictures`` and ``picture_timeline`` draw it with ``picture_parts``, ``pencil`` and ``lettering``.
``metrics_file`` writes ``metrics.json``, ``overview`` summarises a data set.
"""
