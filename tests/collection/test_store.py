from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.cards import Card, CardId, EnergyType, SetId, Supertype
from cardkit.collection import (
    Change,
    Collection,
    ImportedFile,
    Repeat,
    Row,
    RowCard,
    Step,
    StoredRow,
)
from cardkit.decks import RarityDeck
from cardkit.errors import InputError
from tests.collection.making import AT, new_import, row

PIKACHU = Card(
    card_id=CardId("base1-58"),
    name="Pikachu",
    supertype=Supertype.POKEMON,
    set_id=SetId("base1"),
    number="58",
)


class Lookup:
    """A catalogue of one card."""

    def card(self, card_id: CardId, /) -> Card | None:
        return PIKACHU if card_id == PIKACHU.card_id else None


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.open(tmp_path) as opened:
        yield opened


def counts(collection: Collection) -> list[tuple[str, int]]:
    return [(entry.card.card_id, entry.count) for entry in collection.pool_entries(Lookup())]


def test_a_row_comes_back_as_it_went_in(collection: Collection) -> None:
    full = Row(
        card=RowCard(
            name="Flabébé",
            set_label="Somewhere",
            set_code="SW",
            number="4/102",
            rarity="Holo Rare",
            kind="Fairy",
            language="French",
            reason="set not known",
            candidates=(CardId("xy2-63"), CardId("sv1-1")),
        ),
        count=4,
        finish="Holofoil",
        condition="Near Mint",
        grade="PSA 9",
        note="a 'gift'",
        line=7,
    )
    matched = row(card_id="base1-58", step=Step.NAME_NUMBER_TOTAL)
    collection.add_import(new_import(full, matched), at=AT)
    assert [stored.row for stored in collection.rows()] == [full, matched]


def test_an_import_is_kept_with_its_file(collection: Collection, tmp_path: Path) -> None:
    change = collection.add_import(new_import(row(), path="/x/list.csv"), at=AT)
    assert isinstance(change, Change)
    assert change.words == "import of list.csv (1 row)"
    with Collection.open(tmp_path) as again:
        assert again.imports() == (
            ImportedFile(
                change_id=change.change_id,
                at=AT,
                name="list.csv",
                path="/x/list.csv",
                digest="aa",
                format_name="generic",
                rows_read=2,
                skipped={"blank": 1},
            ),
        )
        assert again.changes() == (change,)


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (new_import(row(), name="other.csv", path="/y/other.csv"), "the same content was imported"),
        (new_import(row(), digest="bb", path="/x/list.csv"), "this file, changed since then, was"),
    ],
)
def test_the_same_file_again_is_refused_and_named(
    collection: Collection, second: object, said: str
) -> None:
    collection.add_import(new_import(row(), path="/x/list.csv"), at=AT)
    with pytest.raises(InputError, match=said) as refused:
        collection.add_import(second, at=AT)  # type: ignore[arg-type]
    fault = refused.value.faults[0]
    assert "'list.csv' (2 rows read)" in fault.what
    assert "--again" in fault.remedy
    assert "--replace" in fault.remedy
    assert len(collection.rows()) == 1
    assert len(collection.changes()) == 1


def test_another_file_without_a_path_is_another_file(collection: Collection) -> None:
    collection.add_import(new_import(row()), at=AT)
    collection.add_import(new_import(row(), digest="bb"), at=AT)
    assert len(collection.rows()) == 2


def test_again_adds_and_replace_takes_out(collection: Collection) -> None:
    first = new_import(row(card_id="base1-58", count=2))
    collection.add_import(first, at=AT)
    collection.add_import(first, at=AT, repeat=Repeat.ADD)
    assert counts(collection) == [("base1-58", 4)]
    better = new_import(row(card_id="base1-58", count=3))
    change = collection.add_import(better, at=AT, repeat=Repeat.REPLACE)
    assert change is not None
    assert change.words == "import of list.csv (1 row), replacing 2 earlier imports of it"
    assert counts(collection) == [("base1-58", 3)]
    collection.undo()
    assert counts(collection) == [("base1-58", 4)]


def test_refresh_changes_only_what_differs(collection: Collection) -> None:
    first = new_import(row(card_id="base1-58"), path="/x/list.csv")
    assert collection.add_import(first, at=AT, repeat=Repeat.REFRESH) is not None
    assert collection.add_import(first, at=AT, repeat=Repeat.REFRESH) is None
    resolved = new_import(row(card_id="base1-58", count=2), digest="bb", path="/x/list.csv")
    assert collection.add_import(resolved, at=AT, repeat=Repeat.REFRESH) is not None
    assert counts(collection) == [("base1-58", 2)]
    assert len(collection.changes()) == 2


def test_every_change_can_be_undone_to_the_beginning(collection: Collection) -> None:
    states = [(collection.rows(), collection.choices(), collection.imports())]

    def remember() -> None:
        states.append((collection.rows(), collection.choices(), collection.imports()))

    first = new_import(row(card_id="base1-58"))
    collection.add_import(first, at=AT)
    remember()
    collection.assign("base1-58", RarityDeck.RARE, words="Pikachu", at=AT)
    remember()
    collection.add_import(first, at=AT, repeat=Repeat.REPLACE)
    remember()
    collection.assign("base1-58", RarityDeck.VMAX, words="Pikachu", at=AT)
    while collection.changes():
        last = collection.changes()[-1]
        assert collection.undo() == last
        assert (collection.rows(), collection.choices(), collection.imports()) == states.pop()
    assert states == []
    assert collection.undo() is None


def test_the_latest_choice_of_deck_holds(collection: Collection) -> None:
    collection.add_import(new_import(row(card_id="base1-58"), row("Missingno")), at=AT)
    unresolved = collection.rows()[1].row.card.subject
    for subject, deck in (
        ("base1-58", RarityDeck.RARE),
        ("base1-58", RarityDeck.EX),
        (unresolved, RarityDeck.VMAX),
    ):
        collection.assign(subject, deck, words="it", at=AT)
    entries = collection.pool_entries(Lookup())
    assert [entry.override for entry in entries] == [RarityDeck.EX, RarityDeck.VMAX]
    # The owner says that it is a Pokemon, whatever its name looks like.
    assert entries[1].card.supertype is Supertype.POKEMON


def test_a_choice_outlives_a_new_import_of_the_row(collection: Collection) -> None:
    first = row("Snorlax", set_label="Lost Valley", number="004/102")
    collection.add_import(new_import(first), at=AT)
    collection.assign(collection.rows()[0].row.card.subject, RarityDeck.RARE, words="it", at=AT)
    later = new_import(row("SNORLAX", set_label="lost valley", number="4", line=9), digest="bb")
    collection.add_import(later, at=AT)
    entries = collection.pool_entries(Lookup())
    assert [(entry.count, entry.override) for entry in entries] == [(2, RarityDeck.RARE)]


def test_pool_entries_put_copies_together(collection: Collection) -> None:
    collection.add_import(
        new_import(
            row(card_id="base1-58", finish="Normal", count=2),
            row("Fire Energy", set_label="Nowhere", number="9", count=19),
            row(card_id="base1-58", finish="Holofoil"),
            row(card_id="gone-1", name="Charizard VMAX", rarity="Ultra Rare"),
            row("Broken", count=0, reason="expects a quantity"),
            row("Snorlax", set_label="Nowhere", rarity="Uncommon"),
        ),
        at=AT,
    )
    pikachu, energy, gone, snorlax = collection.pool_entries(Lookup())
    assert (pikachu.card, pikachu.count, pikachu.known) == (PIKACHU, 3, True)
    assert energy.card.basic_energy_type is EnergyType.FIRE
    assert (energy.count, energy.known) == (19, False)
    assert (gone.card.name, gone.card.subtypes, gone.known) == ("Charizard VMAX", ("VMAX",), False)
    assert (snorlax.card.rarity, snorlax.card.hp) == ("Uncommon", None)


SMALL = st.integers(0, 3)


@given(
    steps=st.lists(st.tuples(st.sampled_from(["new", "add", "replace", "assign", "undo"]), SMALL))
)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_undo_is_the_inverse_of_every_change(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    with Collection.open(tmp_path_factory.mktemp("pool")) as collection:
        history: list[tuple[StoredRow, ...]] = []
        for what, number in steps:
            before, changes = collection.rows(), len(collection.changes())
            file = new_import(row(card_id="base1-58", count=number + 1), digest=str(number))
            if what == "undo":
                collection.undo()
                assert collection.rows() == (history.pop() if history else ())
            elif what == "assign":
                collection.assign("base1-58", RarityDeck.RARE, words="it", at=AT)
            elif what == "new" and collection.earlier(digest=str(number), path=""):
                with pytest.raises(InputError):
                    collection.add_import(file, at=AT)
            else:
                repeat = Repeat.REPLACE if what == "replace" else Repeat.ADD
                collection.add_import(file, at=AT, repeat=repeat)
            if len(collection.changes()) > changes:
                history.append(before)
