"""The public bulk data, downloaded as one archive and read without unpacking it to the disk."""

from __future__ import annotations

import difflib
import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Self

from platformdirs import user_cache_path

from cardkit.cards import CardSet, SetId
from cardkit.errors import InputError, SourceUnavailable, UsageError
from cardkit.findings import Finding
from cardkit.resources import schema
from cardkit.sources.archives import Limits
from cardkit.sources.base import Batch, FetchRequest
from cardkit.sources.http import Downloaded, Http, Progress
from cardkit.sources.http.failures import host_of
from cardkit.sources.problems import Problems

if TYPE_CHECKING:
    from cardkit.sources.bulk import BulkFile

_MIB = 1 << 20


def default_cache() -> Path:
    """Return where downloads wait to be read: ``CARDKIT_CACHE``, or the user's cache folder."""
    given = os.environ.get("CARDKIT_CACHE")
    return Path(given).expanduser() if given else user_cache_path("cardkit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A source that has everything at once.

    Attributes:
        address: of the archive.
        cache: the folder for downloads; a part that arrived stays there for the next time.
        archive_bytes: a larger archive is not downloaded.
        limits: how much is unpacked at most.
        progress: told how far the download is.
    """

    address: str
    cache: Path = field(default_factory=default_cache)
    archive_bytes: int = 256 * _MIB
    limits: Limits = field(default_factory=Limits)
    progress: Progress | None = None

    @classmethod
    def from_settings(
        cls,
        table: Mapping[str, Any],
        *,
        address: str | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Return the source that the settings describe.

        Args:
            table: ``[snapshot]`` of ``templates/sources.toml`` with the owner's changes.
            address: another one, for this command only.
            progress: told how far the download is.

        Raises:
            UsageError: the address given for this command is none.
        """
        return cls(
            address=table["address"] if address is None else _checked(address),
            archive_bytes=table["archive_mib"] * _MIB,
            limits=Limits(unpacked_bytes=table["unpacked_mib"] * _MIB),
            progress=progress,
        )

    @property
    def name(self) -> str:
        """The word for it in commands and in the catalogue."""
        return "snapshot"

    @property
    def in_one_piece(self) -> bool:
        """All is on the disk before the first batch."""
        return True

    def fetch(self, request: FetchRequest, http: Http) -> Iterator[Batch]:
        """Yield what is wanted, a file at a time; see :class:`cardkit.sources.base.Source`.

        Nothing is yielded when the archive is still in the state of ``request.validators``. These
        are left alone when only a part is wanted: the catalogue may lack just that part.

        Raises:
            RequestFailed: the archive could not be downloaded.
            SourceUnavailable: what was downloaded cannot be read.
            InputError: it cannot be written to the disk.
            UsageError: there is a query, which an archive cannot answer.
        """
        if request.query is not None:
            raise UsageError(
                f"the snapshot has sets, but answers no queries such as {request.query!r};"
                " name the sets, or take another source"
            )
        archive = self.cache / f"snapshot-{hashlib.sha256(self.address.encode()).hexdigest()[:8]}"
        done = http.download(
            self.address,
            archive,
            validators=request.validators if request.is_whole else None,
            progress=self.progress,
            max_bytes=self.archive_bytes,
        )
        if not done.is_new:
            return
        try:
            yield from self._batches(archive, request, done)
        except InputError as error:
            raise SourceUnavailable(self._unreadable(error, archive)) from error
        finally:
            with suppress(OSError):  # it has been read; the next download replaces it
                archive.unlink()

    def _batches(self, archive: Path, request: FetchRequest, done: Downloaded) -> Iterator[Batch]:
        if request.is_whole:
            for file in self._files(archive):
                yield Batch(sets=file.sets, rows=file.rows, problems=file.findings)
            yield Batch(validators=done.validators)
            return
        wanted = _Wanted(request)
        if request.since is not None:  # how old sets are may stand behind their cards
            for file in self._files(archive):
                wanted.learn(file.sets)
        for file in self._files(archive):
            batch = wanted.of(file)
            if batch.sets or batch.rows or batch.problems:
                yield batch
        if problems := wanted.missing():
            yield Batch(problems=problems)

    def _files(self, archive: Path) -> Iterator[BulkFile]:
        # Imported here: mostly nothing is new, and nothing to be read.
        from cardkit.sources.bulk import stream_bulk

        return stream_bulk(archive, self.limits)

    def _unreadable(self, error: InputError, archive: Path) -> str:
        first = str(error.faults[0].what)
        where = error.faults[0].where.replace(str(archive), "").lstrip(": ")
        return (
            f"{host_of(self.address)} sent an archive that cannot be used: "
            f"{f'{where}: ' if where else ''}{first}"
        )


class _Wanted:
    """What a request for a part wants of the files."""

    def __init__(self, request: FetchRequest) -> None:
        self._request = request
        self._listed: dict[SetId, CardSet] = {}
        self._seen: set[SetId] = set()

    def learn(self, sets: Iterable[CardSet]) -> None:
        """Take note of sets that there are."""
        self._listed.update((each.set_id, each) for each in sets)

    def of(self, file: BulkFile) -> Batch:
        """Return what is wanted of a file."""
        self.learn(file.sets)
        rows = tuple(row for row in file.rows if self._has(SetId(row.set_id)))
        self._seen.update(SetId(row.set_id) for row in rows)
        is_named = PurePosixPath(file.name).stem in (self._request.sets or ())
        return Batch(
            sets=tuple(each for each in file.sets if self._has(each.set_id)),
            rows=rows,
            problems=file.findings if rows or is_named else (),
        )

    def missing(self) -> tuple[Finding, ...]:
        """Return what is to be said of sets that were named and are not there."""
        problems = Problems("snapshot")
        for set_id in self._request.sets or ():
            if set_id not in self._seen and (set_id not in self._listed or self._has(set_id)):
                near = difflib.get_close_matches(set_id, self._listed, n=3, cutoff=0.5)
                problems.error(
                    "unknown-set",
                    "the snapshot has no cards of this set",
                    where=set_id,
                    remedy=f"did you mean {' or '.join(near)}?" if near else "check the identifier",
                )
        return problems.taken()

    def _has(self, set_id: SetId) -> bool:
        if self._request.sets is not None and set_id not in self._request.sets:
            return False
        if self._request.since is None:
            return True
        card_set = self._listed.get(set_id)
        # A set of unknown age may be the newest.
        released = card_set.release_date if card_set else ""
        return not released or released >= self._request.since.isoformat()


def _checked(address: str) -> str:
    """Return an address that a person gave, if it is one."""
    expected = schema("settings")["$defs"]["address"]
    if re.fullmatch(expected["pattern"], address):
        return address
    shown = re.sub(r"//[^/@]*@", "//...@", address)
    raise UsageError(
        f"expects an address such as {expected['examples'][0]}, without a password, got {shown!r};"
        " for a file or folder on this machine run: cardkit catalogue add PATH"
    )
