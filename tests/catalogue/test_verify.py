from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from cardkit.cards import Supertype
from cardkit.catalogue import Catalogue
from cardkit.findings import Finding, Severity
from cardkit.rarities import Rarity
from tests.catalogue.making import OWN_SET, card


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound catalogue with cards of one and of two sources."""
    made = tmp_path / "own.db"
    with Catalogue.open(made, starter=False) as catalogue:
        catalogue.add([card(f"own1-{number}") for number in range(1, 31)], [OWN_SET], "snapshot")
        catalogue.add([card("own1-1", hp=70), card("own1-2")], [OWN_SET], "tcgdex")
    return made


def verified(path: Path, *statements: str) -> tuple[Finding, ...]:
    connection = sqlite3.connect(path)
    for statement in statements:
        assert connection.execute(statement).rowcount > 0, statement
    connection.commit()
    connection.close()
    with Catalogue.open(path, starter=False) as catalogue:
        return catalogue.verify()


def test_a_sound_catalogue(path: Path) -> None:
    assert verified(path) == ()


def test_the_starter_is_sound() -> None:
    with Catalogue.open() as catalogue:
        assert {each.severity for each in catalogue.verify()} <= {Severity.NOTE}


DAMAGE = [
    ("DELETE FROM card_set", "catalogue-orphan", "own1-1", "its set is missing"),
    ("DELETE FROM card WHERE card_id = 'own1-1'", "catalogue-orphan", "own1-1", "it is not"),
    ("DELETE FROM part WHERE kind = 'card'", "catalogue-orphan", "own1-1", "without parties"),
    ("DELETE FROM batch WHERE source = 'tcgdex'", "catalogue-orphan", "own1", "its source"),
    ("DELETE FROM batch WHERE source = 'snapshot'", "catalogue-orphan", "own1-1", "its source"),
    (
        "UPDATE card SET row = '[]' WHERE card_id = 'own1-9'",
        "catalogue-unreadable",
        "own1-9",
        "damaged",
    ),
    ("UPDATE card_set SET document = '{}'", "catalogue-unreadable", "own1", "damaged"),
    (
        "UPDATE part SET content = 'x' WHERE key = 'own1-2' AND source = 'tcgdex'",
        "catalogue-unreadable",
        "own1-2",
        "damaged",
    ),
    (
        "UPDATE card SET name_key = 'mew' WHERE card_id = 'own1-9'",
        "catalogue-unreadable",
        "own1-9",
        "another name or number",
    ),
    (
        "UPDATE card SET number_key = '99' WHERE card_id = 'own1-9'",
        "catalogue-unreadable",
        "own1-9",
        "another name or number",
    ),
    (
        "UPDATE card SET row = (SELECT content FROM part WHERE source = 'tcgdex'"
        " AND key = 'own1-1') WHERE card_id = 'own1-1'",
        "catalogue-unreadable",
        "own1-1",
        "not what its sources say",
    ),
]


@pytest.mark.parametrize(("statement", "code", "where", "what"), DAMAGE)
def test_damage_is_named(statement: str, code: str, where: str, what: str, path: Path) -> None:
    findings = verified(path, statement)
    assert any(
        (each.code, each.where, each.severity) == (code, where, Severity.ERROR)
        and what in each.what
        and "cardkit catalogue update" in each.remedy
        for each in findings
    ), findings


def test_a_long_list_of_damage_is_cut(path: Path) -> None:
    findings = verified(path, "UPDATE card SET row = 'x'")
    assert len(findings) == 21
    assert findings[-1].what == "10 more of this kind"


TORN = [
    "UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'card_by_name'",
    "UPDATE sqlite_schema SET sql = 'CREATE INDEX card_by_name ON card (number_key, name_key)'"
    " WHERE name = 'card_by_name'",
]


@pytest.mark.parametrize("statement", TORN)
def test_a_torn_file(statement: str, path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(statement)
    connection.commit()
    connection.close()
    with Catalogue.open(path, starter=False) as catalogue:
        findings = catalogue.verify()
    assert {(each.code, each.severity) for each in findings} == {("catalogue-torn", Severity.ERROR)}
    assert findings[0].where == str(path)


def test_cards_that_no_rule_can_place(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path / "own.db", starter=False) as catalogue:
        catalogue.add(
            [
                card("own1-1"),
                *(card(f"own1-{number}", rarity=Rarity.PROMO) for number in range(2, 7)),
                card("own1-7", rarity=None),
                card("own1-8", rarity="Sparkling Rare"),
                card("own1-9", supertype=Supertype.TRAINER, rarity="Sparkling Rare", subtypes=()),
                card("own1-10", rarity="Sparkling Rare", subtypes=("VMAX",)),
            ],
            [OWN_SET],
        )
        found = {each.what: (each.severity, each.rule) for each in catalogue.verify()}
    assert found == {
        "5 cards with promo without a mechanic (own1-2, own1-3, own1-4, ...)": (
            Severity.NOTE,
            "S3",
        ),
        "1 card with no rarity printed (own1-7)": (Severity.NOTE, "S3"),
        "1 card with unknown rarity 'Sparkling Rare' (own1-8)": (Severity.WARNING, "S1"),
    }
