"""Signatures over the seal of a run: who stands behind a record, and since when.

Open ``sealed`` first: what signing a run does, by a ``hand``. ``keys`` makes and reads Ed25519 keys, ``envelope`` is the signed
form that other programs read (DSSE), ``statement`` what is signed (an in-toto test result), ``files`` the folder
``signatures`` of a run. ``check`` verifies them all, each word about one in ``verdict``; in ``witnesses`` are time stamps
and transparency logs. ``commitment`` signs the commitment of sealed tasks; ``blocks`` puts what was found into a report.
``extra`` says what has to be installed, ``reading`` takes in files that anybody may have put there.
"""
