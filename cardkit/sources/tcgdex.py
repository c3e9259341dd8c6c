"""TCGdex: alive, free, without a key; many requests, and some fields missing.

Lists hold briefs only, so each card is one request; names in other languages stand in the briefs
and cost one request for each set and language.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from cardkit.cards import Card, CardId, CardSet, LocalName, LocalSetName, SetId
from cardkit.catalogue.sets import set_facts
from cardkit.errors import UsageError
from cardkit.plurals import counted, out_of
from cardkit.sources.base import Batch, FetchRequest
from cardkit.sources.http import Http, RequestFailed
from cardkit.sources.problems import Problems, named
from cardkit.sources.queries import ANSWERED_FIELDS, Part, fields_of, matches, sets_named
from cardkit.sources.query_text import parse_query
from cardkit.sources.tcgdex_cards import ReadCard, TcgdexReader
from cardkit.sources.tcgdex_ids import catalogue_set, printing
from cardkit.sources.tcgdex_requests import Answer, Document, TcgdexRequests

ADDRESS = "https://api.tcgdex.net/v2"
LANGUAGES = ("en", "fr", "de", "es", "it", "pt")
"""In which names can be had; the cards themselves are English."""

_POCKET = "tcgp"
_FAILED_SETS = 2
_AGAIN = "try again later with --set {}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tcgdex:
    """A source that lives.

    Attributes:
        address: where it is, without the language.
        connections: how many requests may be under way at once.
    """

    address: str = ADDRESS
    connections: int = 6

    @classmethod
    def from_settings(cls, table: Mapping[str, Any]) -> Self:
        """Return the source that the settings describe.

        Args:
            table: ``[tcgdex]`` of ``templates/sources.toml`` with the owner's changes.
        """
        return cls(address=table["address"], connections=table["connections"])

    @property
    def name(self) -> str:
        """The word for it in commands and in the catalogue."""
        return "tcgdex"

    @property
    def in_one_piece(self) -> bool:
        """Whether everything is at hand before the first batch."""
        return False

    def fetch(self, request: FetchRequest, http: Http) -> Iterator[Batch]:
        """Yield what is wanted, a set at a time; see :class:`cardkit.sources.base.Source`.

        Without English among the languages no card is asked for, only what they are called.

        Raises:
            UsageError: the query does not name its sets, or asks what no catalogue knows; or
                there are no names in a language.
            InputError: the query cannot be read.
            RequestFailed: TCGdex does not answer, or refuses to answer any further.
        """
        wanted = _Wanted.of(request)
        with TcgdexRequests.opened(http, self.address, self.connections) as requests:
            yield from _Fetching(requests, wanted).batches()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """What is wanted, in terms of what can be had.

    Attributes:
        since: ``2024-02-29``, or empty.
        others: languages besides English.
    """

    sets: tuple[SetId, ...] | None
    query: Part | None
    since: str
    with_cards: bool
    others: tuple[str, ...]

    @classmethod
    def of(cls, request: FetchRequest) -> _Wanted:
        unknown = [each for each in request.languages if each not in LANGUAGES]
        if unknown:
            raise UsageError(
                f"expected languages among {', '.join(LANGUAGES)}, got {', '.join(unknown)!r}"
            )
        query, sets = None, request.sets
        if request.query is not None:
            query = parse_query(request.query)
            asked = sets_named(query)
            unanswered = sorted(fields_of(query) - ANSWERED_FIELDS)
            if asked is None or unanswered:
                why = f"{unanswered[0]} is not known here" if unanswered else "every card costs one"
                raise UsageError(
                    f"expected a query that names its sets, such as set.id:sv3pt5 rarity:common,"
                    f" got {request.query!r}: TCGdex takes no queries, and {why}"
                )
            sets = asked if sets is None else tuple(each for each in sets if each in asked)
        return cls(
            sets=sets,
            query=query,
            since=request.since.isoformat() if request.since else "",
            with_cards="en" in request.languages,
            others=tuple(dict.fromkeys(each for each in request.languages if each != "en")),
        )


@dataclass(slots=True)
class _Fetching:
    """One fetch under way."""

    _requests: TcgdexRequests
    _wanted: _Wanted
    _reader: TcgdexReader = field(default_factory=TcgdexReader)
    _problems: Problems = field(default_factory=lambda: Problems("tcgdex"))
    _failed_in_a_row: int = 0
    _last_failure: RequestFailed | None = None
    _arrived: int = 0

    def batches(self) -> Iterator[Batch]:
        """Yield set after set."""
        for tcgdex_set in self._sets():
            batch = self._batch(tcgdex_set)
            if batch is not None:
                self._arrived += 1
                yield batch
        if self._last_failure is not None and not self._arrived:
            raise self._last_failure
        problems = self._problems.taken()
        if problems:
            yield Batch(problems=problems)

    def _sets(self) -> list[str]:
        """Return the sets to ask for, by TCGdex's identifiers."""
        listed = {str(brief["id"]): catalogue_set(brief["id"]) for brief in self._requests.sets()}
        wanted = self._wanted.sets
        for set_id in wanted or ():
            if set_id not in listed.values():
                near = difflib.get_close_matches(set_id, listed.values(), n=3, cutoff=0.5)
                self._problems.error(
                    "unknown-set",
                    "TCGdex has no set of this identifier",
                    where=set_id,
                    remedy=f"did you mean {' or '.join(near)}?" if near else "check the identifier",
                )
        return [
            theirs
            for theirs, ours in listed.items()
            if (wanted is None or ours in wanted) and not self._is_too_old(_released(ours))
        ]

    def _is_too_old(self, released: str) -> bool:
        return bool(released) and released < self._wanted.since

    def _batch(self, tcgdex_set: str) -> Batch | None:
        """Return what there is of a set; None when nothing is, or nothing is wanted."""
        answer = self._requests.card_set(tcgdex_set)
        document = answer.document
        where = catalogue_set(tcgdex_set)
        if document is None:
            self._set_failed(where, answer)
            return None
        series = document.get("serie")
        if isinstance(series, dict) and series.get("id") == _POCKET:
            if self._wanted.sets is not None:
                what = "these are cards of Pokemon TCG Pocket, which exist on a screen only"
                self._problems.error("pocket-set", what, where=where)
            return None
        card_set, notes = self._reader.card_set(document)
        self._problems.unread(where, "set", notes)
        if self._wanted.since and (card_set is None or self._is_too_old(card_set.release_date)):
            return None
        briefs = _briefs(document)
        cards: list[Card] = []
        if self._wanted.with_cards:
            cards = self._cards(document, briefs, card_set, where)
        else:
            self._failed_in_a_row = 0
        names, set_names = self._names(tcgdex_set, briefs, cards, where)
        # A second set of theirs that is a part of one of ours does not tell its totals.
        is_first = tcgdex_set == _first_of(where, tcgdex_set)
        return Batch(
            sets=(card_set,) if card_set and is_first and self._wanted.with_cards else (),
            cards=tuple(cards),
            names=names,
            set_names=set_names,
            problems=self._problems.taken(),
        )

    def _set_failed(self, where: SetId, answer: Answer) -> None:
        if answer.failure is None:
            instead = f" and gives {answer.instead} instead" if answer.instead else ""
            what = f"TCGdex lists this set, but does not have it{instead}"
            self._problems.error("set-missing", what, where=where)
            return
        self._failed(answer.failure)
        self._problems.error(
            "set-failed",
            f"{answer.failure.what}: the set did not arrive",
            where=where,
            remedy=_AGAIN.format(where),
        )

    def _failed(self, failure: RequestFailed) -> None:
        """Count a set that did not arrive; raise when the server has gone."""
        self._last_failure = failure
        self._failed_in_a_row += 1
        if failure.is_final or self._failed_in_a_row >= _FAILED_SETS:
            raise failure

    def _cards(
        self,
        document: Document,
        briefs: Mapping[str, Document],
        card_set: CardSet | None,
        where: SetId,
    ) -> list[Card]:
        answers = self._requests.cards(list(briefs))
        self._say_what_is_missing(answers, where)
        arrived = [each.document for each in answers if each.document is not None]
        read = self._reader.cards(document, arrived)
        for its_document, each in zip(arrived, read, strict=True):
            if each.notes:
                own = each.card.card_id if each.card else str(its_document["id"])
                self._problems.unread(own, "card", each.notes)
        self._problems.novelties(where, self._reader.novelties)
        self._say_what_is_not_told(read, where)
        query = self._wanted.query
        cards = [each.card for each in read if each.card is not None]
        return [card for card in cards if query is None or matches(query, card, card_set)]

    def _say_what_is_missing(self, answers: Sequence[Answer], where: SetId) -> None:
        failed = [each for each in answers if each.failure is not None]
        absent = [each.wanted for each in answers if each.document is None and not each.failure]
        if failed:
            last = next(each.failure for each in failed if each.failure)
            if len(failed) + len(absent) == len(answers):
                self._failed(last)
            self._problems.error(
                "cards-missing",
                f"{out_of(len(failed), len(answers), 'card')} did not arrive ({last.what}):"
                f" {named(each.wanted for each in failed)}",
                where=where,
                remedy=_AGAIN.format(where),
            )
        if len(failed) + len(absent) < len(answers):
            self._failed_in_a_row = 0
        if absent:
            self._problems.warning(
                "cards-absent",
                f"TCGdex lists {counted(len(absent), 'card')} that it does not have: "
                f"{named(absent)}",
                where=where,
            )

    def _say_what_is_not_told(self, read: Sequence[ReadCard], where: SetId) -> None:
        tera = [each.card.card_id for each in read if each.card and each.tera_unknown]
        if tera:
            self._problems.note(
                "tera-unknown",
                "Tera cannot be told from this source; these Pokémon ex count as ex without it:"
                f" {named(tera)}",
                where=where,
                remedy="take this set from another source, or assign a Tera Pokémon to the vmax"
                " deck by hand",
            )
        stage = [each.card.card_id for each in read if each.card and each.stage_unknown]
        if stage:
            self._problems.warning(
                "stage-unknown",
                f"it cannot be told whether these are a Stage 1 or 2: {named(stage)}",
                where=where,
                remedy="take this set from another source",
            )

    def _names(
        self,
        tcgdex_set: str,
        briefs: Mapping[str, Document],
        cards: Sequence[Card],
        where: SetId,
    ) -> tuple[tuple[LocalName, ...], tuple[LocalSetName, ...]]:
        """Return what a set and its cards are called in the other languages."""
        names: list[LocalName] = []
        set_names: list[LocalSetName] = []
        wanted = {card.card_id for card in cards} if self._wanted.query is not None else None
        others = self._wanted.others
        for language, answer in zip(
            others, self._requests.card_sets(tcgdex_set, others), strict=True
        ):
            if answer.failure is not None:
                self._problems.error(
                    "names-missing",
                    f"{answer.failure.what}: the names in {language!r} did not arrive",
                    where=where,
                    remedy=_AGAIN.format(where),
                )
            if answer.document is None:
                continue  # not every set was printed in every language
            set_name = answer.document.get("name")
            if isinstance(set_name, str) and set_name.strip():
                set_names.append(
                    LocalSetName(set_id=where, language=language, name=set_name.strip())
                )
            for own, brief in _briefs(answer.document).items():
                card_id = _card_id(tcgdex_set, briefs.get(own, brief))
                if wanted is None or card_id in wanted:
                    name = str(brief["name"]).strip()
                    names.append(LocalName(card_id=card_id, language=language, name=name))
        return tuple(names), tuple(set_names)


def _released(set_id: SetId) -> str:
    facts = set_facts().get(set_id)
    return facts.released if facts else ""


def _first_of(set_id: SetId, tcgdex_set: str) -> str:
    facts = set_facts().get(set_id)
    return facts.tcgdex[0] if facts and facts.tcgdex else tcgdex_set


def _briefs(document: Document) -> dict[str, Document]:
    """Return the usable briefs of a set's cards, by TCGdex's identifier."""
    listed: Any = document.get("cards")
    return {
        brief["id"]: brief
        for brief in (listed if isinstance(listed, list) else [])
        if isinstance(brief, dict)
        and all(isinstance(brief.get(key), str) and brief[key] for key in ("id", "localId", "name"))
    }


def _card_id(tcgdex_set: str, brief: Document) -> CardId:
    return printing(tcgdex_set, brief["localId"], brief["name"]).card_id
