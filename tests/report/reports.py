"""Reports and pages for tests: small pools, hostile names, and as many games as one likes."""

from __future__ import annotations

from dataclasses import replace

from cardkit.manifest import Manifest
from cardkit.referee.effects import Advice, Effect, TriedChange
from cardkit.referee.games import Limits
from cardkit.referee.shares import Interval
from cardkit.referee.trials import run_trials
from cardkit.referee.trials_report import TrialsReport
from tests.referee.recorded import EASY

HOSTILE = "<script>globalThis.injected = 1</script>\"'&</script><!--"
"""A name that ends scripts, attributes and comments, if a page lets it."""


def hostile_manifest() -> Manifest:
    """Return a pool whose own name and whose cards' names are code."""
    decks = {
        deck: tuple(
            replace(one, card=replace(one.card, name=f"{one.card.name} {HOSTILE}")) for one in cards
        )
        for deck, cards in EASY.decks.items()
    }
    return replace(EASY, name=HOSTILE, decks=decks)


def report_of(manifest: Manifest, games: int = 6, rounds: int = 1000) -> TrialsReport:
    """Return the report of a few games."""
    return run_trials(manifest, games, 1, "careful", limits=Limits(rounds=rounds))


def with_advice(report: TrialsReport) -> TrialsReport:
    """Return a report that knows a change that helps, one that harms and one that does neither."""
    tried = tuple(
        TriedChange(what=what, effect=_effect(rounds))
        for what, rounds in ((f"more {HOSTILE}", -40.0), ("two VMAX less", -2.0), ("more", 60.0))
    )
    dropped = TriedChange(what="not shown", effect=None)
    return replace(report, advice=Advice(games=300, rounds=286.0, tried=(*tried, dropped)))


def _effect(rounds: float) -> Effect:
    return Effect(
        games=100,
        confidence=0.99,
        rounds=rounds,
        rounds_interval=Interval(rounds - 20, rounds + 20),
        won=0.0,
        won_interval=Interval(-0.1, 0.1),
    )
