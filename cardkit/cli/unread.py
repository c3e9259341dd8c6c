"""What is said when some of several files cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardkit.cli.hints import quoted
from cardkit.errors import Fault, InputError
from cardkit.imports import UnreadFilesError
from cardkit.plurals import agreeing, counted

_MOST_NAMED = 12
"""Files that are named; a command that names more is not copied."""


def with_the_readable(error: UnreadFilesError, files: Sequence[Path], command: str) -> InputError:
    """Return the faults of some files together with what is to be said of the others.

    Args:
        error: the faults, and which files can be read.
        files: those that were named.
        command: what is typed before the names of files, e.g. ``cardkit import``.
    """
    if len(files) < 2:
        return error
    readable = error.readable
    bad = {fault.where.partition(":")[0] for fault in error.faults}
    them = agreeing(len(bad), "it", "them")
    if not readable:
        what, remedy = "nothing was added: none of the files could be taken", ""
    else:
        named = ", ".join(map(str, readable[:_MOST_NAMED]))
        more = len(readable) - _MOST_NAMED
        what = (
            f"nothing was added, though {counted(len(readable), 'file')} could be taken: {named}"
            + (f" and {more:,} more" if more > 0 else "")
        )
        remedy = f"mend {agreeing(len(bad), 'the other', 'the others')}, or leave {them} out"
        if more <= 0:
            remedy += f": {command} {' '.join(map(quoted, readable))}"
    return InputError.of((*error.faults, Fault(what=what, remedy=remedy)))
