"""The pictures that a finished run lets go, if it was asked to keep few: a million of them fill a disk, and nobody looks at each."""

from mindsight.checker.pictures import kept
from mindsight.record.folder import MEDIA, RunFolder, media_files


def thin_out(run: RunFolder) -> None:
    """Remove the pictures that the policy of a run's manifest does not keep, once its numbers are written; a second call finds none.

    What the report shows stays with all that belongs to the items shown, so that its pictures can be cut again.
    """
    policy = run.manifest.pictures
    if policy is None:
        return
    ids, names = kept(str(run.path), policy)
    for item in run.items:
        if item.id in ids:
            names.update(item.media.values())
    for file in media_files(run.path / MEDIA):
        if file.name not in names:
            file.unlink()
