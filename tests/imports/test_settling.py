from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardkit.cards import CardId, CardSet, LocalName, LocalSetName, SetId
from cardkit.catalogue import Catalogue
from cardkit.collection import Answer, Collection, Repeat, RowCard, Step, question_of
from cardkit.collection.listing import list_cards
from cardkit.decks import RarityDeck, Requirements
from cardkit.imports import import_file, settler
from tests.catalogue.making import OWN_SET, card

AT = datetime(2026, 11, 29, tzinfo=UTC)
LIST = """Name,Set,Number,Quantity,Language
Testmander,Own Set,1/10,2,English
Testmeleon,Own Set,2/10,1,English
Testmander,Own Set,1/10,many,English
Testmander,Own Set,1/10,1,Japanese
Nobody,Nowhere,7,1,English
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "small.db", starter=False) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path, catalogue: Catalogue) -> Path:
    """A pool's folder whose list was imported before the catalogue knew any of its cards."""
    with Collection.open(tmp_path) as collection:
        imported = import_file(LIST.encode(), catalogue, collection, at=AT)
        assert imported.report.owned == ()
    return tmp_path


def settled(folder: Path, catalogue: Catalogue) -> list[RowCard]:
    with Collection.open(folder, settle=settler(catalogue)) as collection:
        return [stored.row.card for stored in collection.rows()]


def learn(catalogue: Catalogue) -> None:
    catalogue.add([card("own1-1"), card("own1-2", "Testmeleon")], [OWN_SET])


def test_rows_are_settled_when_their_cards_are_known(folder: Path, catalogue: Catalogue) -> None:
    unsettled = settled(folder, catalogue)
    before = (folder / "cardkit.db").read_bytes()
    learn(catalogue)
    rows = settled(folder, catalogue)
    assert [each.card_id for each in rows] == ["own1-1", "own1-2", None, None, None]
    assert rows[0] == replace(
        unsettled[0],
        card_id=CardId("own1-1"),
        step=Step.SET_NUMBER_NAME,
        reason="",
        candidates=(),
    )
    assert rows[2].reason.startswith("expects a quantity")
    assert rows[3].reason == "Japanese: numbers of its own"
    assert rows[4].reason == "set not known"
    assert (folder / "cardkit.db").read_bytes() == before


def test_the_pool_counts_them_as_the_printing(folder: Path, catalogue: Catalogue) -> None:
    with Collection.open(folder, settle=settler(catalogue)) as collection:
        assert {entry.known for entry in collection.pool_entries(catalogue)} == {False}
        learn(catalogue)
    with Collection.open(folder, settle=settler(catalogue)) as collection:
        entries = collection.pool_entries(catalogue)
        assert [(each.card.card_id, each.count, each.known) for each in entries[:2]] == [
            ("own1-1", 2, True),
            ("own1-2", 1, True),
        ]
        assert [each.known for each in entries[2:]] == [False, False]


def test_a_choice_made_before_goes_on_to_hold(folder: Path, catalogue: Catalogue) -> None:
    subject = settled(folder, catalogue)[0].subject
    with Collection.open(folder) as collection:
        collection.assign(subject, RarityDeck.VMAX, words="it", at=AT)
    learn(catalogue)
    with Collection.open(folder, settle=settler(catalogue)) as collection:
        entry = collection.pool_entries(catalogue)[0]
        assert (entry.card.card_id, entry.override) == ("own1-1", RarityDeck.VMAX)
        listed = list_cards(collection, catalogue, Requirements.default())[0]
        assert (listed.handle, listed.override) == ("own1-1", RarityDeck.VMAX)
        collection.assign("own1-1", RarityDeck.EX, words="it", at=AT)
        assert collection.pool_entries(catalogue)[0].override is RarityDeck.EX
        collection.undo()
        assert collection.pool_entries(catalogue)[0].override is RarityDeck.VMAX


def test_a_new_import_of_the_file_keeps_what_was_settled(
    folder: Path, catalogue: Catalogue
) -> None:
    learn(catalogue)
    before = settled(folder, catalogue)
    with Collection.open(folder, settle=settler(catalogue)) as collection:
        import_file(LIST.encode(), catalogue, collection, at=AT, repeat=Repeat.REFRESH)
    with Collection.open(folder) as collection:
        after = [stored.row.card for stored in collection.rows()]
    assert [each.card_id for each in after] == [each.card_id for each in before]


def test_what_is_wrong_with_a_row_is_said_anew(folder: Path, catalogue: Catalogue) -> None:
    assert settled(folder, catalogue)[0].reason == "set not known"
    catalogue.add([card("own1-1", "Somebody")], [OWN_SET])
    row = settled(folder, catalogue)[0]
    assert (row.card_id, row.reason) == (None, "1 of the set is 'Somebody'")


FRENCH = """Name,Set,Number
Essaimandre,Le nôtre,1/10
Testmeleon,Own Set,2
Essaimandre,,1/10
Prüfander,Own Set,1
Prüfander,Own Set,2
"""


def test_lists_in_other_languages(catalogue: Catalogue, tmp_path: Path) -> None:
    learn(catalogue)
    second = CardSet(set_id=SetId("own2"), name="Second", printed_total=10)
    catalogue.add([card("own2-1", "Other")], [second])
    with catalogue.adding("tcgdex") as addition:
        addition.put_names(
            [
                LocalName(card_id=CardId("own1-1"), language="fr", name="Essaimandre"),
                LocalName(card_id=CardId("own1-1"), language="de", name="Prüfander"),
            ]
        )
        addition.put_set_names([LocalSetName(set_id=SetId("own1"), language="fr", name="Le nôtre")])
    with Collection.open(tmp_path) as collection:
        report = import_file(FRENCH.encode(), catalogue, collection, at=AT).report
    assert [(row.card.card_id, row.card.step) for row in report.rows] == [
        ("own1-1", Step.SET_NUMBER_NAME),
        ("own1-2", Step.SET_NUMBER_NAME),
        ("own1-1", Step.NAME_NUMBER_TOTAL),
        ("own1-1", Step.SET_NUMBER_NAME),
        (None, None),
    ]
    assert report.unresolved[0].card.reason == "2 of the set is 'Testmeleon'"


def test_the_owners_answer_wins_over_what_the_catalogue_has_learnt(
    folder: Path, catalogue: Catalogue
) -> None:
    with Collection.open(folder) as collection:
        asked = collection.rows()[0].row
        answer = Answer(question=question_of(asked), card_id=CardId("own1-9"))
        collection.answer([answer], words="review", at=AT)
    learn(catalogue)
    rows = settled(folder, catalogue)
    assert [each.card_id for each in rows[:2]] == ["own1-9", "own1-2"]
    assert rows[0].step is Step.BY_HAND


def test_a_label_that_the_owner_has_explained_settles_other_rows(
    folder: Path, catalogue: Catalogue
) -> None:
    learn(catalogue)
    catalogue.add([card("own1-7", "Nobody")])
    assert settled(folder, catalogue)[4].card_id is None
    with Collection.open(folder) as collection:
        collection.answer([], words="review", at=AT, labels={"nowhere": SetId("own1")})
    assert settled(folder, catalogue)[4].card_id == "own1-7"


@pytest.mark.parametrize(
    ("format_name", "settles"), [("generic", True), ("ebay", False), ("whatnot", False)]
)
def test_a_sellers_title_is_left_to_the_owner(
    catalogue: Catalogue, format_name: str, settles: bool
) -> None:
    learn(catalogue)
    row = RowCard(name="Testmander - 1/10", set_label="Own Set", reason="a seller's title")
    found = settler(catalogue)(row, format_name, {})
    assert (found.card_id == "own1-1") == settles
    assert settles or found == row


def test_a_product_number_alone_keeps_its_reason(catalogue: Catalogue) -> None:
    row = RowCard(name="Cardmarket product 7", reason="only a product number")
    assert settler(catalogue)(row, "cardmarket-purchases", {}) == row
