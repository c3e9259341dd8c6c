"""Bringing what a source has into the catalogue, so that a failure leaves a whole catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain

from cardkit.catalogue import Added, Catalogue, SourceState
from cardkit.catalogue.additions import Addition
from cardkit.errors import SourceUnavailable
from cardkit.findings import Finding, Severity
from cardkit.plurals import counted
from cardkit.sources.base import Batch, FetchRequest, Source, Validators
from cardkit.sources.http import Http


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """What an update did.

    Attributes:
        source: the name of the source.
        added: what became of the cards, sets and names that arrived.
        findings: what could not be read or fetched; an error means that something is missing.
        is_current: nothing arrived, because nothing is new since the last update.
    """

    source: str
    added: Added
    findings: tuple[Finding, ...] = ()
    is_current: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether everything that was wanted has arrived."""
        return not any(finding.severity is Severity.ERROR for finding in self.findings)


def update_catalogue(
    catalogue: Catalogue,
    source: Source,
    request: FetchRequest,
    http: Http,
    *,
    at: datetime,
    arrived: Callable[[Batch], None] = lambda _: None,
) -> Updated:
    """Add what a source has to a catalogue.

    A source that has everything at once is stored in one transaction, the others batch by batch:
    what has arrived stays when a later batch does not.

    Args:
        catalogue: what is added to.
        source: where the cards come from.
        request: what is wanted; the validators of the last update are filled in here.
        http: for the requests.
        at: the time to write beside what arrives.
        arrived: told of each batch once it is stored, or about to be with all the others.

    Raises:
        SourceUnavailable: the source failed; the message says what the catalogue has all the same.
        InputError: the catalogue cannot be written to.
        UsageError: the source cannot answer such a request.
    """
    update = _Update(catalogue, source, at, arrived)
    try:
        update.run(_since_last_time(request, catalogue.source_state(source.name)), http)
    except SourceUnavailable as error:
        raise SourceUnavailable(f"{error}; {update.still_usable()}") from error
    return Updated(
        source=source.name,
        added=update.added,
        findings=tuple(update.findings),
        is_current=not update.has_answer,
    )


@dataclass(slots=True)
class _Update:
    """An update under way.

    Attributes:
        added: what is stored so far.
        has_answer: whether anything has arrived.
    """

    catalogue: Catalogue
    source: Source
    at: datetime
    arrived: Callable[[Batch], None]
    added: Added = field(default_factory=Added)
    findings: list[Finding] = field(default_factory=list)
    has_answer: bool = False
    _validators: Validators | None = None

    def run(self, request: FetchRequest, http: Http) -> None:
        """Fetch and store."""
        self.catalogue.require_file()
        batches = self.source.fetch(request, http)
        if self.source.in_one_piece:
            # What takes long comes before the first batch, while nobody is kept from writing.
            first = next(batches, None)
            if first is not None:
                self._store(chain([first], batches), request)
            return
        for batch in batches:
            self._store([batch])
        if self.has_answer:
            self._store((), request)

    def still_usable(self) -> str:
        """Return what there is although the source failed."""
        count = self.catalogue.size
        cards = f"the catalogue keeps its {counted(count, 'card')}"
        more = self.added.cards_added + self.added.cards_updated
        brought = f", {more:,} of them brought by this update" if more else ""
        return f"{cards}{brought}: imports and checks go on working"

    def _store(self, batches: Iterable[Batch], ended: FetchRequest | None = None) -> None:
        """Store batches in one transaction.

        Args:
            batches: what has arrived.
            ended: the request, if nothing else will arrive.
        """
        stamp = self.at.astimezone(UTC).isoformat(timespec="seconds")
        with self.catalogue.adding(self.source.name, added_at=stamp) as addition:
            for batch in batches:
                self._put(addition, batch)
            added = addition.finish()
            if ended is not None and ended.is_whole and "en" in ended.languages:
                self._remember(addition, stamp, is_news=(self.added + added).changed)
        self.added += added

    def _put(self, addition: Addition, batch: Batch) -> None:
        self.has_answer = True
        addition.put_sets(batch.sets)
        addition.put_cards(batch.cards)
        addition.put_rows(batch.rows)
        addition.put_names(batch.names)
        addition.put_set_names(batch.set_names)
        self.findings += batch.problems
        self._validators = batch.validators or self._validators
        self.arrived(batch)

    def _remember(self, addition: Addition, stamp: str, *, is_news: bool) -> None:
        """Note how far the source was read; without validators, only when nothing is missing."""
        if self._validators is not None:
            state = SourceState(
                fetched_at=stamp,
                address=self._validators.address,
                etag=self._validators.etag,
                last_modified=self._validators.last_modified,
            )
        elif all(finding.severity is not Severity.ERROR for finding in self.findings):
            state = SourceState(fetched_at=stamp)
        else:
            return
        addition.remember(state, is_news=is_news)


def _since_last_time(request: FetchRequest, state: SourceState | None) -> FetchRequest:
    """Return a request that lets the server say that nothing is new."""
    if state is None or not request.is_whole:
        return request
    validators = Validators(
        address=state.address, etag=state.etag, last_modified=state.last_modified
    )
    return replace(request, validators=validators if validators.of_use else None)
