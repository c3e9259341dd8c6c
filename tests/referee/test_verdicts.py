from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from cardkit.cards import Card
from cardkit.decks.model import RarityDeck
from cardkit.findings import Finding, Severity
from cardkit.manifest import Manifest
from cardkit.referee import EventKind, Reason, Table
from cardkit.referee.games import GameResult, Loss, Place
from cardkit.referee.sightings import Sightings
from cardkit.referee.verdicts import MEETINGS, pool_findings, trial_findings
from tests.referee.worlds import attack, card, proxy, world

FIRE = [card(name, types="R", attacks=["Flame R 30"]) for name in ("A", "B", "C")]


def found(manifest: Manifest) -> dict[str, Finding]:
    """The findings about a pool by code; each code once."""
    findings = pool_findings(Table.lay(manifest))
    assert len({one.code for one in findings}) == len(findings)
    return {one.code: one for one in findings}


def sound(energy: str = "RRR") -> Manifest:
    """Nothing is to be said about it."""
    return world(starters=FIRE, common=[], energy=energy)


def test_nothing_is_found_about_a_sound_pool() -> None:
    assert found(sound()) == {}


def test_energy_that_no_attack_asks_for() -> None:
    finding = found(sound("RRRWW"))["energy-unused"]
    assert finding.severity is Severity.WARNING
    assert finding.where == "Water Energy"
    assert "2 cards of the Energy deck" in finding.what


def test_energy_that_only_proxies_or_unread_attacks_ask_for_is_unused() -> None:
    """What is not the player's, or cannot be used, does not count."""
    odd = card("Odd", attacks=["Tap C 10", attack("Drip W 30", text_omitted=True)])
    wet = proxy("Wet", attacks=[attack("Splash W 30")])
    assert "energy-unused" in found(world(starters=FIRE, common=[odd], vmax=[wet], energy="RRRW"))


def test_costs_that_the_energy_deck_cannot_pay() -> None:
    two = card("Two", types="W", attacks=["Tap C 10", "Splash WW 50"])
    assert "cost-unpaid" not in found(world(starters=FIRE, common=[two], energy="RRRWW"))
    finding = found(world(starters=FIRE, common=[two], energy="RRRW"))["cost-unpaid"]
    assert (finding.where, finding.rule) == ("Water Energy", "S28")
    assert "Two" in finding.what
    assert "the 1 in the Energy deck" in finding.what


@pytest.mark.parametrize(
    "idle",
    [
        card("Idle", attacks=[]),
        card("Idle", attacks=["Growl C"]),
        card("Idle", attacks=[attack("Odd C 50", text_omitted=True)]),
        card("Idle", attacks=["Whip G 50"]),
    ],
)
def test_pokemon_without_an_attack_that_can_be_used(idle: Card) -> None:
    finding = found(world(starters=FIRE, common=[(idle, 2)], energy="RRR"))["no-usable-attack"]
    assert finding.severity is Severity.NOTE
    assert finding.where == "common deck"
    assert finding.what.startswith("2 of 5 Pokemon")
    assert "Idle" in finding.what


def test_a_pool_that_cannot_attack_at_all_is_an_error() -> None:
    starters = [card(name, attacks=[]) for name in ("A", "B", "C")]
    findings = pool_findings(Table.lay(world(starters=starters, common=[])))
    finding = next(one for one in findings if one.code == "no-usable-attack")
    assert finding.severity is Severity.ERROR
    assert finding.remedy


def resistant(name: str) -> Card:
    return card(name, hp=300, resist="R-30 C-30")


@pytest.mark.parametrize(
    ("vmax", "severity"),
    [
        ([resistant("Wall")], Severity.ERROR),
        ([resistant("Wall"), card("Max", hp=300)], Severity.WARNING),
    ],
)
def test_a_champion_whom_nobody_can_hurt(vmax: Sequence[Card], severity: Severity) -> None:
    manifest = world(
        starters=FIRE,
        common=[],
        uncommon=[card("U", types="R", attacks=["Flame R 30"])],
        rare=[card("R", types="R", attacks=["Flame R 30"])],
        ex=[card("E", types="R", attacks=["Flame R 30"])],
        vmax=vmax,
        energy="RRR",
    )
    finding = found(manifest)["champion-unbeatable"]
    assert (finding.severity, finding.where) == (severity, "vmax deck")
    assert finding.what.endswith("does damage to Wall")


def test_a_gym_is_asked_the_same() -> None:
    manifest = world(
        starters=FIRE, common=[], uncommon=[resistant("Wall")], rare=[], ex=[], vmax=[], energy="R"
    )
    assert "gym-unbeatable" in found(manifest)


def test_texts_that_are_not_read_are_counted() -> None:
    odd = card(
        "Odd",
        attacks=["Tap C 10", attack("Odd C 50", text_omitted=True), "Twice C 20×"],
        abilities=["Glow"],
    )
    finding = found(world(starters=FIRE, common=[(odd, 2)], energy="RRR"))["texts-unread"]
    assert finding.severity is Severity.NOTE
    # 3 Flames, 2 x 3 attacks of Odd, one Tackle in each of the other four decks
    assert finding.what.startswith("4 of 13 attacks of the player's cards (31%)")
    assert "need card text" in finding.what
    assert finding.what.endswith("; 1 ability has no effect")
    assert "--texts" in finding.remedy


def test_where_only_attacks_are_not_read_no_ability_is_spoken_of() -> None:
    odd = card("Odd", attacks=[attack("Odd C 50", text_omitted=True)])
    said = found(world(starters=FIRE, common=[(odd, 1)], energy="RRR"))["texts-unread"].what
    assert said.endswith("card text that is not read yet and cannot be used")


def test_one_attack_that_is_not_read_is_told_as_one() -> None:
    odd = card("Odd", attacks=[attack("Odd C 50", text_omitted=True)], abilities=["Glow"])
    other = card("Other", attacks=["Tap C 10"], abilities=["Glare"])
    pool = world(starters=FIRE, common=[(odd, 1), (other, 1)], energy="RRR")
    said = found(pool)["texts-unread"].what
    assert said.startswith("1 of ")
    assert "needs card text" in said
    assert said.endswith("; 2 abilities have no effect")


def game(
    number: int = 1,
    *,
    reason: Reason | None = None,
    lost: tuple[Loss, ...] = (),
    badges: int = 3,
    event: EventKind = EventKind.CHAMPION,
    crash: str = "",
    sightings: Sightings | None = None,
) -> GameResult:
    return GameResult(
        number=number,
        seed=number,
        reason=reason,
        stopped="" if reason or crash else "the limit of 9 rounds",
        crash=crash,
        rounds=9,
        events=3,
        actions=27,
        badges=badges,
        event=event,
        lost=lost,
        badge_rounds=tuple(range(1, badges + 1)),
        spent={Place(event, badges): 9},
        fought={Place(event, badges): 3},
        sightings=sightings or Sightings(),
    )


def told(*games: GameResult) -> dict[str, Finding]:
    findings = trial_findings(Table.lay(sound()), games, "careful")
    return {one.code: one for one in findings}


WON = game(reason=Reason.CHAMPION_BEATEN)
LOST_TO_CHAMPION = Loss(event=EventKind.CHAMPION, badges=3, enemy="test-max")


def test_nothing_is_found_when_all_is_won() -> None:
    assert told(WON, WON) == {}


def test_a_champion_that_was_never_beaten() -> None:
    given_up = game(lost=(LOST_TO_CHAMPION,))
    assert "champion-never-beaten" not in told(WON, given_up)
    finding = told(*[given_up] * 60, *[game(badges=1)] * 40)["champion-never-beaten"]
    assert finding.severity is Severity.WARNING
    assert "in 100 adventures (60 lost to it)" in finding.what
    assert "less than 3.7%" in finding.what
    finding = told(*[game(badges=1, event=EventKind.GYM)] * 3)["champion-never-beaten"]
    assert "never reached the champion in 3 adventures: with 95%" in finding.what


def test_where_games_are_given_up() -> None:
    finding = told(WON, game(badges=1, event=EventKind.GYM), game(badges=1, event=EventKind.GYM))[
        "given-up"
    ]
    assert finding.what == ("2 of 3 adventures were given up, in a gym with 1 badge")


@pytest.mark.parametrize(
    ("met", "beaten", "is_found"),
    [(MEETINGS, 0, True), (MEETINGS - 1, 0, False), (MEETINGS, 1, False)],
)
def test_a_card_of_the_champion_that_nobody_ever_beat(
    met: int, beaten: int, is_found: bool
) -> None:
    seen = Sightings(met=Counter({"test-max": met}), beaten=Counter({"test-max": beaten}))
    played = game(reason=Reason.CHAMPION_BEATEN, sightings=seen)
    findings = told(played)
    assert ("champion-card-never-beaten" in findings) is is_found


def test_decks_that_run_dry_or_out() -> None:
    dry = Sightings(dry=Counter({RarityDeck.RARE: 4, RarityDeck.EX: 1}))
    out = Sightings(dry=Counter({RarityDeck.EX: 1}), empty=Counter({RarityDeck.EX: 1}))
    findings = told(
        game(reason=Reason.CHAMPION_BEATEN, sightings=dry),
        game(reason=Reason.CHAMPION_BEATEN, sightings=out),
    )
    assert (findings["deck-dry"].where, findings["deck-dry"].rule) == ("rare deck", "S44")
    assert "in 1 of 2 adventures" in findings["deck-dry"].what
    assert findings["deck-empty"].where == "ex deck"
    assert findings["deck-empty"].severity is Severity.WARNING


def test_energy_that_runs_out() -> None:
    findings = told(WON, game(reason=Reason.CHAMPION_BEATEN, sightings=Sightings(no_energy=3)))
    assert findings["energy-dry"].rule == "S45"
    assert "in 1 of 2 adventures" in findings["energy-dry"].what


def test_crashes_say_nothing_about_the_pool() -> None:
    assert told(game(crash="KeyError: 1")) == {}
    assert told(WON, game(crash="KeyError: 1")) == {}
