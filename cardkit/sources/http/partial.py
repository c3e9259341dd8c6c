"""The part of a download that has arrived: kept until the rest has, also over several commands."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import IO

from cardkit.errors import InputError
from cardkit.files import make_folder, os_fault, write_atomic
from cardkit.sources.base import Validators


class PartialFile:
    """A file on its way to its place.

    Two files stand beside it meanwhile: what has arrived, and of which state of the file on the
    server it is a part.
    """

    def __init__(self, to: Path) -> None:
        self._to = to
        self._part = to.with_name(f"{to.name}.part")
        self._record = to.with_name(f"{to.name}.part.json")

    def validators(self, address: str) -> Validators | None:
        """Return what tells the state that this is a part of; None when going on is not safe.

        A weak ETag does not promise the same bytes, and a date only counts where there is no ETag.
        """
        try:
            document = json.loads(self._record.read_bytes())
            found = Validators(**document)
            size = self.size_bytes
        except (OSError, ValueError, TypeError):
            return None
        if not all(isinstance(text, str) and text.isprintable() for text in document.values()):
            return None
        usable = not found.etag.startswith("W/") and found.of_use
        return found if usable and size and found.address == address else None

    @property
    def size_bytes(self) -> int:
        """How much has arrived."""
        try:
            return self._part.stat().st_size
        except FileNotFoundError:
            return 0

    def begin(self, validators: Validators) -> IO[bytes]:
        """Start over, with a file in this state."""
        make_folder(self._to.parent)
        self.discard()
        write_atomic(self._record, json.dumps(asdict(validators)).encode(), force=True)
        return self._open("wb")

    def go_on(self) -> IO[bytes]:
        """Write behind what has arrived."""
        return self._open("ab")

    def finish(self) -> None:
        """Put the file in its place: everything has arrived."""
        try:
            with self._part.open("rb+") as handle:
                os.fsync(handle.fileno())
            self._part.replace(self._to)
            self._record.unlink(missing_ok=True)
        except OSError as error:
            raise os_fault(error, self._to, "keep the download") from error

    def discard(self) -> None:
        """Forget what has arrived."""
        try:
            self._part.unlink(missing_ok=True)
            self._record.unlink(missing_ok=True)
        except OSError as error:
            raise self.fault(error) from error

    def fault(self, error: OSError) -> InputError:
        """Return why writing failed."""
        return os_fault(error, self._part, "write the download")

    def _open(self, mode: str) -> IO[bytes]:
        try:
            return self._part.open(mode)
        except OSError as error:
            raise self.fault(error) from error
