"""Files out of a folder, a zip or a tar archive, one after the other, never onto the disk.

An archive may come from anywhere, so nothing in it is believed: sizes are bounded before and
while something is unpacked, names may not lead out of the archive, and links are not followed.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from cardkit.errors import InputError
from cardkit.files import os_fault

_AGAIN = "get the archive again, or unpack it yourself and name the folder"
_UNPACK = "unpack it yourself and name the folder"

_GZIP, _BZIP2, _XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_OTHERS = {b"\x28\xb5\x2f\xfd": "zstandard", b"7z\xbc\xaf\x27\x1c": "7-Zip", b"Rar!": "RAR"}
_TAR_MAGIC_AT, _TAR_BLOCK = 257, 512
_LONG_NAME_BYTES = 1 << 20
_NAME_TYPES = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is unpacked at most; far above any real archive of cards.

    Attributes:
        file_bytes: one file.
        wanted_bytes: all files that are asked for.
        unpacked_bytes: everything in a tar archive, which can only be read through.
        entries: files and folders to look at.
    """

    file_bytes: int = 16 << 20
    wanted_bytes: int = 1 << 30
    unpacked_bytes: int = 2 << 30
    entries: int = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedFile:
    """One file.

    Attributes:
        name: its path in the folder or archive, with ``/``.
        of: how many files there are altogether; None when that is not known beforehand.
    """

    name: str
    content: bytes
    of: int | None = None


def read_files(
    path: Path, wanted: Callable[[str], bool], limits: Limits | None = None
) -> Iterator[PackedFile]:
    """Yield the wanted files of a folder or archive.

    Args:
        path: a folder, or a zip or tar (also .gz, .bz2, .xz); the content decides, not the name.
        wanted: told each file's path in the folder or archive.
        limits: bounds; None for the usual ones.

    Raises:
        InputError: it is neither, cannot be read, is damaged, encrypted, or beyond the limits.
    """
    limits = limits or Limits()
    if path.is_dir():
        yield from _from_folder(path, wanted, limits)
        return
    try:
        with path.open("rb") as handle:
            head = handle.read(_TAR_BLOCK)
    except FileNotFoundError:
        raise InputError(
            "there is no folder or file of this name", where=str(path), remedy="check the path"
        ) from None
    except OSError as error:
        raise os_fault(error, path, "read cards") from error
    if not head:
        raise InputError(
            "expected a folder or an archive, got an empty file", where=str(path), remedy=_AGAIN
        )
    for magic, name in _OTHERS.items():
        if head.startswith(magic):
            raise InputError(f"{name} archives cannot be read", where=str(path), remedy=_UNPACK)
    if head.startswith(_ZIPS):
        yield from _from_zip(path, wanted, limits)
    else:
        yield from _from_tar(path, head, wanted, limits)


def _from_folder(path: Path, wanted: Callable[[str], bool], limits: Limits) -> Iterator[PackedFile]:
    found: list[tuple[str, Path]] = []
    looked_at = 0
    # The folders above count too, so that cards/en itself may be named.
    above = path.resolve().parts[-2:]
    for folder, folders, names in os.walk(path, onerror=_refuse_folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        looked_at += len(folders) + len(names)
        if looked_at > limits.entries:
            raise InputError(
                f"expected a folder of card data, got more than {limits.entries} files",
                where=str(path),
                remedy="name the folder that holds cards/en",
            )
        inside = Path(folder).relative_to(path)
        found += [
            ((inside / name).as_posix(), Path(folder, name))
            for name in sorted(names)
            if wanted("/".join((*above, *inside.parts, name)))
        ]
    for name, file in found:
        yield PackedFile(name=name, content=_file_content(file, limits), of=len(found))


def _refuse_folder(error: OSError) -> None:
    raise os_fault(error, Path(error.filename or "."), "read the folder") from error


def _file_content(file: Path, limits: Limits) -> bytes:
    try:
        if not file.is_file():  # a pipe would never end
            raise InputError("expected a regular file", where=str(file), remedy="remove it")
        with file.open("rb", buffering=0) as handle:
            size = os.fstat(handle.fileno()).st_size
            _check_size(size, str(file), limits)
            content = handle.read(size)
    except OSError as error:
        raise os_fault(error, file, "read the file") from error
    return content


def _from_zip(path: Path, wanted: Callable[[str], bool], limits: Limits) -> Iterator[PackedFile]:
    damage = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError)
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            _check_count(len(members), path, limits)
            members = [each for each in members if wanted(each.filename.replace("\\", "/"))]
            _check_names((each.filename for each in members), path)
            _check_total(sum(each.file_size for each in members), limits.wanted_bytes, path)
            for member in members:
                where = f"{path}: {member.filename}"
                if member.flag_bits & 1:
                    raise InputError("the archive is encrypted", where=where, remedy=_UNPACK)
                _check_size(member.file_size, where, limits)
                with archive.open(member) as handle:
                    content = handle.read(limits.file_bytes + 1)
                yield PackedFile(
                    name=member.filename,
                    content=_within(content, where, limits),
                    of=len(members),
                )
    except NotImplementedError as error:
        what = f"the archive is packed in a way that cannot be read: {error}"
        raise InputError(what, where=str(path), remedy=_UNPACK) from error
    except damage as error:
        raise _damaged(path, error) from error


def _from_tar(
    path: Path, head: bytes, wanted: Callable[[str], bool], limits: Limits
) -> Iterator[PackedFile]:
    damage = (tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError)
    total = 0
    try:
        with _unpacked(path, head) as raw:
            stream = _Bounded(raw, path, limits)
            with tarfile.open(
                fileobj=cast("IO[bytes]", stream), mode="r|", tarinfo=_TarInfo
            ) as archive:
                for count, member in enumerate(archive, start=1):
                    _check_count(count, path, limits)
                    archive.members = []  # type: ignore[attr-defined]  # or it keeps them all
                    if not member.isreg() or member.issparse() or not wanted(member.name):
                        continue
                    where = f"{path}: {member.name}"
                    _check_names([member.name], path)
                    _check_size(member.size, where, limits)
                    total += member.size
                    _check_total(total, limits.wanted_bytes, path)
                    handle = archive.extractfile(member)
                    content = handle.read() if handle else b""
                    yield PackedFile(name=member.name, content=content)
            while stream.read(1 << 20):  # the checksum stands at the very end
                pass
    except damage as error:
        raise _damaged(path, error) from error


def _unpacked(path: Path, head: bytes) -> IO[bytes]:
    if head.startswith(_GZIP):
        return cast("IO[bytes]", gzip.open(path))
    if head.startswith(_BZIP2):
        return bz2.open(path)
    if head.startswith(_XZ):
        return lzma.open(path)
    if head[_TAR_MAGIC_AT:].startswith(b"ustar") or tarfile.is_tarfile(path):
        _check_end(path)
        return path.open("rb")
    raise InputError(
        "expected a folder, a zip or a tar archive (also .gz, .bz2, .xz), got another file",
        where=str(path),
        remedy="name the folder that holds cards/en, or an archive of it",
    )


def _check_end(path: Path) -> None:
    """Refuse a plain tar archive without its last block: it was cut between two files."""
    with path.open("rb") as handle:
        handle.seek(-min(_TAR_BLOCK, path.stat().st_size), os.SEEK_END)
        if handle.read().strip(b"\0"):
            raise EOFError("it ends too early")


class _TarInfo(tarfile.TarInfo):
    """A member whose name is read into memory only where it is a name's length."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _TarInfo:
        member = super().frombuf(buf, encoding, errors)
        if member.type in _NAME_TYPES and member.size > _LONG_NAME_BYTES:
            raise tarfile.ReadError(f"the name of a file in it has {member.size} bytes")
        return member


class _Bounded:
    """A stream that refuses to go on for ever."""

    def __init__(self, stream: IO[bytes], path: Path, limits: Limits) -> None:
        self._stream, self._path = stream, path
        self._most = self._left = limits.unpacked_bytes

    def read(self, size: int) -> bytes:
        content = self._stream.read(size)
        self._left -= len(content)
        if self._left < 0:
            _check_total(self._most + 1, self._most, self._path)
        return content


def _check_count(count: int, path: Path, limits: Limits) -> None:
    if count > limits.entries:
        raise InputError(
            f"expected at most {limits.entries} files in an archive, got more",
            where=str(path),
            remedy=_UNPACK,
        )


def _check_names(names: Iterable[str], path: Path) -> None:
    for name in names:
        parts = PurePosixPath(name.replace("\\", "/"))
        if parts.is_absolute() or ".." in parts.parts or ":" in parts.parts[0]:
            raise InputError(
                f"expected file names inside the archive, got {name!r}",
                where=str(path),
                remedy="do not trust this archive",
            )


def _check_total(total: int, most: int, path: Path) -> None:
    if total > most:
        raise InputError(
            f"expected at most {most >> 20} MiB unpacked, got more",
            where=str(path),
            remedy="do not trust this archive, or unpack it yourself and name the folder",
        )


def _check_size(size: int, where: str, limits: Limits) -> None:
    if size > limits.file_bytes:
        raise InputError(
            f"expected a file of at most {limits.file_bytes >> 20} MiB, got {size} bytes",
            where=where,
            remedy="remove it; card data has smaller files",
        )


def _within(content: bytes, where: str, limits: Limits) -> bytes:
    _check_size(len(content), where, limits)
    return content


def _damaged(path: Path, error: Any) -> InputError:
    what = f"the archive is damaged or cut off: {str(error).lower() or type(error).__name__}"
    return InputError(what, where=str(path), remedy=_AGAIN)
