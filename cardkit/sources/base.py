"""What a source of cards is: asked once, it hands over cards in batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from cardkit.cards import Card, CardSet, LocalName, LocalSetName, SetId
from cardkit.catalogue.rows import Row
from cardkit.findings import Finding

if TYPE_CHECKING:
    from cardkit.sources.http import Http


@dataclass(frozen=True, slots=True, kw_only=True)
class Validators:
    """How a server told one state of a file from the next; the catalogue keeps it between updates.

    Attributes:
        address: the URL that they belong to; another address makes them worthless.
        etag: the ``ETag`` header as sent; empty when there was none.
        last_modified: the ``Last-Modified`` header as sent; empty when there was none.
    """

    address: str
    etag: str = ""
    last_modified: str = ""

    @property
    def of_use(self) -> bool:
        """Whether the server gave anything to ask with the next time."""
        return bool(self.etag or self.last_modified)


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchRequest:
    """What is wanted of a source.

    Attributes:
        sets: only these sets; None for all.
        query: cards that a query of the Pokemon TCG API finds; None for all. A source that cannot
            answer queries raises :class:`cardkit.errors.UsageError`.
        since: only sets released on this day or later; None for all.
        languages: in which languages names are wanted; the cards themselves are English.
        validators: those of the last whole update from this source; None when there was none.
    """

    sets: tuple[SetId, ...] | None = None
    query: str | None = None
    since: date | None = None
    languages: tuple[str, ...] = ("en",)
    validators: Validators | None = None

    @property
    def is_whole(self) -> bool:
        """Whether everything is wanted that the source has."""
        return self.sets is None and self.query is None and self.since is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Some of what a source has.

    Attributes:
        rows: further cards, in the form in which the catalogue stores them: what a source has by
            the thousands need not be read card by card.
        names: what cards are called in other languages than English.
        set_names: what sets are called in other languages than English.
        problems: what could not be read or fetched; an error means that something is missing.
        validators: to hand in with the next request, once everything of this fetch is stored;
            only the last batch of a whole fetch carries them.
    """

    sets: tuple[CardSet, ...] = ()
    cards: tuple[Card, ...] = ()
    rows: tuple[Row, ...] = ()
    names: tuple[LocalName, ...] = ()
    set_names: tuple[LocalSetName, ...] = ()
    problems: tuple[Finding, ...] = ()
    validators: Validators | None = None


class Source(Protocol):
    """Where cards come from."""

    @property
    def name(self) -> str:
        """The word for it in commands and in the catalogue, e.g. ``snapshot``."""
        ...

    @property
    def in_one_piece(self) -> bool:
        """Whether everything is at hand before the first batch, so that all is stored at once.

        Otherwise each batch is stored by itself: the next one may be minutes away.
        """
        ...

    def fetch(self, request: FetchRequest, http: Http) -> Iterator[Batch]:
        """Yield what is wanted, batch by batch; nothing at all when nothing is new.

        Raises:
            SourceUnavailable: the source does not answer, or not in a way that can be used. What
                was yielded before is sound, but not complete.
            UsageError: the source cannot answer such a request.
        """
        ...
