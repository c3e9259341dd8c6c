from __future__ import annotations

import pytest

from cardkit.decks import OwnedCard, RarityDeck, build_pool, check_pool, sketch_card
from cardkit.findings import Severity
from tests.decks.making import RULES, pokemon


@pytest.mark.parametrize("rarity", ["comon", "Uncomon", "Sparkling Rare"])
def test_s3_a_row_of_an_unknown_rarity_is_undecided_and_told_once(rarity: str) -> None:
    odd = OwnedCard(card=sketch_card("Mew", rarity=rarity), count=2, known=False)
    pool = build_pool([odd], RULES)
    (entry,) = pool.decks[RarityDeck.RARE]
    assert entry.placement.undecided
    assert (entry.placement.reason, entry.placement.rule) == (f"unknown rarity {rarity!r}", "S3")
    (finding,) = (
        finding
        for finding in check_pool(pool, RULES)
        if finding.code in ("unknown-rarity", "undecided")
    )
    assert (finding.code, finding.severity) == ("unknown-rarity", Severity.WARNING)
    assert finding.what == f"2 cards of the unknown rarity {rarity!r}: 2× Mew"
    assert finding.remedy.startswith("correct the word and import the file with --replace")


def test_s1_a_new_rarity_in_the_catalogue_is_decided() -> None:
    pool = build_pool([OwnedCard(card=pokemon("Mew", rarity="Odd Rare"), count=1)], RULES)
    (entry,) = pool.decks[RarityDeck.RARE]
    assert not entry.placement.undecided
    findings = {finding.code: finding for finding in check_pool(pool, RULES)}
    assert findings["unknown-rarity"].remedy.startswith("leave them there")


def test_s3_the_owners_choice_settles_an_unknown_rarity() -> None:
    odd = OwnedCard(
        card=sketch_card("Mew", rarity="comon"),
        count=1,
        known=False,
        override=RarityDeck.COMMON,
    )
    (entry,) = build_pool([odd], RULES).decks[RarityDeck.COMMON]
    assert not entry.placement.undecided
