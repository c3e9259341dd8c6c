from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import CardId, LocalName, LocalSetName, SetId
from cardkit.catalogue import Added, Catalogue, SourceState
from cardkit.errors import InputError, SourceUnavailable
from cardkit.findings import Finding, Severity
from cardkit.sources.base import Batch, FetchRequest, Validators
from cardkit.sources.http import Http
from cardkit.sources.updating import Updated, update_catalogue
from tests.catalogue.making import OWN_SET, card

AT = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
ADDRESS = "https://cards.example.org/all.zip"
FIRST = Batch(sets=(OWN_SET,), cards=(card("own1-1"), card("own1-2")))
SECOND = Batch(
    cards=(card("own1-3"),),
    names=(LocalName(card_id=CardId("own1-3"), language="fr", name="Essai"),),
    set_names=(LocalSetName(set_id=SetId("own1"), language="fr", name="Le nôtre"),),
)
LAST = Batch(validators=Validators(address=ADDRESS, etag='"1"'))
MISSING = Finding(code="set-failed", severity=Severity.ERROR, what="it did not arrive", where="x")
GONE = SourceUnavailable("cards.example.org fell silent")


@dataclass
class Told:
    """A source that says what it was told to say."""

    says: list[Batch | Exception]
    in_one_piece: bool = True
    name: str = "snapshot"
    asked: list[FetchRequest] = field(default_factory=list)

    def fetch(self, request: FetchRequest, _http: Http) -> Iterator[Batch]:
        self.asked.append(request)
        for each in self.says:
            if isinstance(each, Exception):
                raise each
            yield each


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "own.db", starter=False) as opened:
        opened.add([card("old1-1")], source="older")
        yield opened


def update(catalogue: Catalogue, source: Told, **wanted: Any) -> Updated:
    with Http(offline=True) as http:
        return update_catalogue(catalogue, source, FetchRequest(**wanted), http, at=AT)


def ids(catalogue: Catalogue) -> list[str]:
    return sorted(each.card_id for each in catalogue.cards())


@pytest.mark.parametrize("in_one_piece", [True, False])
def test_what_arrives_is_stored(in_one_piece: bool, catalogue: Catalogue) -> None:
    updated = update(catalogue, Told([FIRST, SECOND, LAST], in_one_piece))
    assert updated == Updated(
        source="snapshot", added=Added(cards_added=3, sets_added=1, names=2), findings=()
    )
    assert updated.is_complete
    assert ids(catalogue) == ["old1-1", "own1-1", "own1-2", "own1-3"]
    assert catalogue.card_set("own1") == OWN_SET
    assert [each.card_id for each in catalogue.by_name("essai")] == ["own1-3"]
    assert catalogue.sets_by_label("le notre") == ("own1",)
    (told,) = catalogue.provenance("own1-1")
    assert (told.source, told.added_at) == ("snapshot", "2026-11-29T12:00:00+00:00")


@pytest.mark.parametrize("in_one_piece", [True, False])
def test_a_second_update_asks_for_what_is_new(in_one_piece: bool, catalogue: Catalogue) -> None:
    source = Told([FIRST, LAST], in_one_piece)
    update(catalogue, source)
    before = catalogue.info().path.read_bytes()
    source.says = []
    assert update(catalogue, source).is_current
    assert [each.validators for each in source.asked] == [None, LAST.validators]
    assert catalogue.info().path.read_bytes() == before


@pytest.mark.parametrize("in_one_piece", [True, False])
def test_the_same_once_more_writes_nothing(in_one_piece: bool, catalogue: Catalogue) -> None:
    source = Told([FIRST, SECOND, LAST], in_one_piece)
    update(catalogue, source)
    before = catalogue.info().path.read_bytes()
    updated = update(catalogue, source)
    assert (updated.added.changed, updated.is_current) == (False, False)
    assert updated.added.cards_unchanged == 3
    assert catalogue.info().path.read_bytes() == before


@pytest.mark.parametrize(
    "wanted", [{"sets": (SetId("own1"),)}, {"query": "name:x"}, {"since": AT.date()}]
)
def test_a_part_neither_uses_nor_changes_how_far_the_whole_was_read(
    wanted: dict[str, Any], catalogue: Catalogue
) -> None:
    source = Told([FIRST, LAST])
    update(catalogue, source)
    state = catalogue.source_state("snapshot")
    assert state == SourceState(fetched_at="2026-11-29T12:00:00+00:00", address=ADDRESS, etag='"1"')
    source.says = [Batch(validators=Validators(address=ADDRESS, etag='"2"'))]
    update(catalogue, source, **wanted)
    assert source.asked[-1].validators is None
    assert catalogue.source_state("snapshot") == state


def test_a_source_without_validators_is_remembered_when_nothing_is_missing(
    catalogue: Catalogue,
) -> None:
    source = Told([FIRST, Batch(problems=(MISSING,))], in_one_piece=False)
    assert not update(catalogue, source).is_complete
    assert catalogue.source_state("snapshot") is None
    source.says = [FIRST, SECOND]
    assert update(catalogue, source).is_complete
    assert catalogue.source_state("snapshot") is not None
    update(catalogue, source)
    assert source.asked[-1].validators is None


def test_names_alone_are_not_the_whole_source(catalogue: Catalogue) -> None:
    update(catalogue, Told([SECOND]), languages=("fr",))
    assert catalogue.source_state("snapshot") is None


def test_a_source_in_one_piece_that_fails_leaves_everything_as_it_was(
    catalogue: Catalogue,
) -> None:
    before = catalogue.info().path.read_bytes()
    with pytest.raises(SourceUnavailable) as caught:
        update(catalogue, Told([FIRST, SECOND, GONE]))
    assert str(caught.value) == (
        "cards.example.org fell silent; the catalogue keeps its 1 card:"
        " imports and checks go on working"
    )
    assert catalogue.info().path.read_bytes() == before


def test_what_arrived_before_a_source_failed_stays(catalogue: Catalogue) -> None:
    with pytest.raises(SourceUnavailable, match="keeps its 3 cards, 2 of them brought by this"):
        update(catalogue, Told([FIRST, GONE], in_one_piece=False))
    assert ids(catalogue) == ["old1-1", "own1-1", "own1-2"]
    assert catalogue.source_state("snapshot") is None


def test_each_batch_is_seen_while_the_next_is_under_way(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    seen = []

    class Slow(Told):
        def fetch(self, request: FetchRequest, _http: Http) -> Iterator[Batch]:
            for batch in super().fetch(request, _http):
                with Catalogue.open(tmp_path / "own.db", starter=False) as other:
                    seen.append(len(ids(other)))
                    other.add([card(f"new1-{len(seen)}")], source="other")  # and may write
                yield batch

    update(catalogue, Slow([FIRST, SECOND], in_one_piece=False))
    assert seen == [1, 4]


def test_an_interruption_keeps_whole_batches(catalogue: Catalogue) -> None:
    def arrived(batch: Batch) -> None:
        if batch is SECOND:
            raise KeyboardInterrupt

    for in_one_piece, kept in ((True, ["old1-1"]), (False, ["old1-1", "own1-1", "own1-2"])):
        with Http(offline=True) as http, pytest.raises(KeyboardInterrupt):
            update_catalogue(
                catalogue,
                Told([FIRST, SECOND], in_one_piece),
                FetchRequest(),
                http,
                at=AT,
                arrived=arrived,
            )
        assert ids(catalogue) == kept


def test_nothing_is_fetched_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    source = Told([FIRST])
    with (
        Catalogue.open(tmp_path / "file/own.db") as catalogue,
        pytest.raises(InputError, match="cannot be created here"),
    ):
        update(catalogue, source)
    assert source.asked == []


def test_new_sets_are_known_by_name_and_code_at_once(catalogue: Catalogue) -> None:
    assert catalogue.sets_by_label("Own Set") == ()
    update(catalogue, Told([FIRST]))
    for label in ("Own Set", "OWN", "own1", "SV99: Own Set"):
        assert catalogue.sets_by_label(label) == ("own1",)
    assert [each.card_id for each in catalogue.by_code("OWN", "2")] == ["own1-2"]
