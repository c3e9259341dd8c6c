"""Reading text files, and writing files so that an interruption leaves the old one or the new."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from cardkit.errors import InputError

_DATABASE = b"SQLite format 3\0"
"""With which every collection and catalogue begins."""
_REMEDIES = {
    errno.ENOSPC: "free some space or choose another folder",
    errno.EDQUOT: "free some space or choose another folder",
    errno.EACCES: "choose a folder that you may write to",
    errno.EPERM: "choose a folder that you may write to",
    errno.EROFS: "choose a folder that you may write to",
    errno.ENOENT: "create the folder first",
    errno.EEXIST: "a file stands where a folder is to be made; name a folder",
    errno.ENOTDIR: "a file stands where a folder is expected; choose another path",
    errno.EISDIR: "name a file, not a folder",
    errno.ENAMETOOLONG: "choose a shorter name",
}

_READING_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.EACCES: "choose one that you may read, or change its permissions",
    errno.EPERM: "choose one that you may read, or change its permissions",
}


def os_fault(error: OSError, path: Path, doing: str) -> InputError:
    """Return what went wrong with a file as an :class:`InputError` with a remedy."""
    reason = (error.strerror or str(error)).lower()
    remedy = _REMEDIES.get(error.errno or 0, "check the path and try again")
    if doing.startswith("read"):
        remedy = _READING_REMEDIES.get(error.errno or 0, remedy)
    return InputError(f"cannot {doing}: {reason}", where=str(path), remedy=remedy)


_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_MEGABYTE = 1_000_000


def read_text(path: Path, *, limit_mb: int = 64) -> str:
    """Return the whole of a UTF-8 text file; ``-`` is the standard input.

    Args:
        path: the file.
        limit_mb: refuse files larger than this many megabytes.

    Raises:
        InputError: when there is no such file, it is too large, or it holds no UTF-8 text.
    """
    return _decoded(read_bytes(path, limit_mb=limit_mb), _shown_path(path))


def read_bytes(path: Path, *, limit_mb: int = 64) -> bytes:
    """Return the whole of a file byte for byte; ``-`` is the standard input.

    Args:
        path: the file.
        limit_mb: refuse files larger than this many megabytes.

    Raises:
        InputError: when there is no such file, or it is too large.
    """
    where = _shown_path(path)
    try:
        if where != str(path):
            content = sys.stdin.buffer.read(limit_mb * _MEGABYTE + 1)
        else:
            with path.open("rb") as handle:
                content = handle.read(limit_mb * _MEGABYTE + 1)
    except OSError as error:
        fault = os_fault(error, path, "read the file")
        if error.errno in (errno.ENOENT, errno.EACCES, errno.EPERM):
            missing = error.errno == errno.ENOENT
            remedy = "check the name" if missing else "choose a file that you may read"
            fault = InputError(fault.faults[0].what, where=where, remedy=remedy)
        raise fault from error
    if len(content) > limit_mb * _MEGABYTE:
        raise InputError(
            f"expects at most {limit_mb} MB, got more",
            where=where,
            remedy="check that it is the right file",
        )
    return content


def _shown_path(path: Path) -> str:
    return "standard input" if str(path) == "-" else str(path)


def _decoded(content: bytes, where: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        text = content.startswith(_BYTE_ORDER_MARKS)
        raise InputError(
            f"expects UTF-8 text, got the byte {content[error.start]:#04x}",
            where=f"{where}:{line}",
            remedy="save it as UTF-8" if text or b"\0" not in content else "name a text file",
        ) from error


def write_atomic(path: Path, content: bytes, *, force: bool = False) -> None:
    """Write a file whole or not at all.

    Args:
        path: the file; its folder must exist.
        content: all of it.
        force: replace a file that exists, unless it is a collection or a catalogue.

    Raises:
        InputError: the file exists and ``force`` is not given, or the system refuses.
    """
    try:
        refuse_occupied(path, force=force)
        staged = _stage(path, content)
        try:
            staged.replace(path)
        finally:
            staged.unlink(missing_ok=True)
    except OSError as error:
        raise os_fault(error, path, "write the file") from error


def write_all(folder: Path, contents: Mapping[str, bytes | None]) -> None:
    """Write several files of a folder, replacing those that exist: all of them or none.

    Everything is written aside first; only renaming is left then.

    Args:
        folder: must exist.
        contents: by name; None takes a file away.

    Raises:
        InputError: when the system refuses; the folder is as before.
    """
    staged: dict[Path, Path] = {}
    path = folder
    try:
        for name, content in contents.items():
            path = folder / name
            if content is not None:
                staged[path] = _stage(path, content)
        for path, temporary in staged.items():
            temporary.replace(path)
        for name, content in contents.items():
            if content is None:
                (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise os_fault(error, path, "write the file") from error
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def _stage(path: Path, content: bytes) -> Path:
    """Write content to a new file beside ``path`` and return it, safe on the disk."""
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name[:80]}.", delete=False
    ) as handle:
        temporary = Path(handle.name)
        try:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
            temporary.chmod(0o666 & ~_umask())
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return temporary


def refuse_input(path: Path, inputs: Iterable[Path]) -> None:
    """Refuse to write to a file that is read for it: it would be lost.

    Raises:
        InputError: it is one of these, whatever it is called.
    """
    for given in inputs:
        with suppress(OSError):  # what is not there is not lost
            if path.samefile(given):
                raise InputError(
                    "this is the file that is read", where=str(path), remedy="name another file"
                )


def is_database(path: Path) -> bool:
    """Whether a file is a collection or a catalogue: nothing else is ever written over it."""
    try:
        with path.open("rb") as handle:
            return handle.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


def refuse_occupied(path: Path, *, force: bool = False) -> None:
    """Refuse to write to what is in the way; see :func:`write_atomic`.

    Raises:
        InputError: it is a folder or a database, or a file and ``force`` is not given.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise InputError(
            "a folder stands where a file is to be written",
            where=str(path),
            remedy="name a file in it",
        )
    if stat.S_ISREG(mode) and is_database(path):
        raise InputError(
            "a collection or a catalogue is never replaced by another file",
            where=str(path),
            remedy="name another file",
        )
    if not force:
        raise InputError(
            "the file exists already", where=str(path), remedy="add --force to replace it"
        )


def make_folder(path: Path) -> tuple[Path, ...]:
    """Create a folder and its parents.

    Returns:
        Those that were not there before, the innermost first: what :func:`remove_folders` takes.

    Raises:
        InputError: when the system refuses or a file is in the way; nothing is left then.
    """
    made: list[Path] = []
    try:
        lacking = [each for each in (path, *path.parents) if not each.exists()]
        for each in reversed(lacking):
            each.mkdir(exist_ok=True)
            made.insert(0, each)
        path.mkdir(exist_ok=True)  # refuses a file
    except OSError as error:
        remove_folders(made)
        raise os_fault(error, path, "create the folder") from error
    return tuple(made)


def remove_folders(made: Iterable[Path]) -> None:
    """Take away folders that :func:`make_folder` has made, as far as nothing is in them."""
    with suppress(OSError):
        for each in made:
            each.rmdir()


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
