"""Fit the weights of cardkit/referee/outlook.py to fights that an autopilot plays.

    python benchmarks/outlook.py [GAMES] [PLAYER]

Plays GAMES adventures (100) of PLAYER (planner) with the example and with the smallest pool, at
most 400 rounds each, and prints the weights with which the outcomes of their fights agree best
(logistic regression), and how well.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from pools import example_pool, smallest_pool

from cardkit.manifest import Manifest
from cardkit.referee import Adventure, EventKind, Phase, Seeded, Table, What
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.autopilots import player_maker
from cardkit.referee.events import enemy_deck
from cardkit.referee.games import game_seed
from cardkit.referee.outlook import Outlook, Prospects, Signs

ROUNDS = 400
SEED = 20
ENDS = frozenset({What.EVENT_WON, What.EVENT_LOST, What.ADVENTURE_WON})
Seen = tuple[tuple[float, ...], bool]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    player = sys.argv[2] if len(sys.argv) > 2 else "planner"
    signs: list[Seen] = []
    prospects: list[Seen] = []
    for manifest in (example_pool(), smallest_pool()):
        for seen, before in fights(manifest, games, player):
            signs += seen
            prospects += before
    report("SIGN", Signs._fields, signs)
    report("PROSPECT", Prospects._fields, prospects)


def fights(manifest: Manifest, games: int, player: str) -> Iterator[tuple[list[Seen], list[Seen]]]:
    """Yield what was seen in each fight, with its outcome."""
    table = Table.lay(manifest)
    outlook, make = Outlook(Appraisal(table)), player_maker(player, table)
    for number in range(1, games + 1):
        seed = game_seed(SEED, number)
        yield from _fights_of(Adventure.on(table, Seeded(seed), heard=ENDS), make(seed), outlook)


def _fights_of(
    adventure: Adventure, player: Any, outlook: Outlook
) -> Iterator[tuple[list[Seen], list[Seen]]]:
    state = adventure.state
    signs: list[tuple[float, ...]] = []
    prospect: list[tuple[float, ...]] = []
    while adventure.outcome is None and state.rounds < ROUNDS:
        if state.event is not EventKind.SKIRMISH and state.phase is Phase.ENERGY:
            if not signs:
                team = [pokemon.facts for _, pokemon in state.team()]
                deck = enemy_deck(state) + 1
                seen = outlook.prospects(team, deck, badges=state.badges, balls=state.balls)
                prospect = [tuple(seen)]
            signs.append(tuple(outlook.signs(state)))
        for happening in adventure.apply(player.choose(adventure).action):
            won = happening.kind is not What.EVENT_LOST
            yield [(one, won) for one in signs], [(one, won) for one in prospect]
            signs, prospect = [], []


def report(name: str, fields: tuple[str, ...], seen: list[Seen]) -> None:
    signs = np.array([(1.0, *one) for one, _ in seen])
    won = np.array([float(won) for _, won in seen])
    weights = fitted(signs, won)
    chances = 1 / (1 + np.exp(-signs @ weights))
    loss = -np.mean(won * np.log(chances) + (1 - won) * np.log(1 - chances))
    print(f"{name}: {len(won)} positions, {won.mean():.1%} won, loss {loss:.3f}")
    for least in np.arange(0, 1, 0.2):
        chosen = (chances >= least) & (chances < least + 0.2)
        if chosen.any():
            said, real = chances[chosen].mean(), won[chosen].mean()
            print(f"  said {said:.1%}, was {real:.1%} ({chosen.sum()})")
    print(f"{name}_BASE = {weights[0]:.3f}")
    listed = "\n".join(f"    {f}={w:.3f}," for f, w in zip(fields, weights[1:], strict=True))
    print(f"{name}_WEIGHTS = {name.title()}s(\n{listed}\n)")


def fitted(signs: Any, won: Any, ridge: float = 1.0) -> Any:
    """Return the weights of a logistic regression (Newton's method)."""
    weights = np.zeros(signs.shape[1])
    for _ in range(40):
        chances = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (chances - won) + ridge * weights
        bend = (signs * (chances * (1 - chances))[:, None]).T @ signs
        weights -= np.linalg.solve(bend + ridge * np.eye(len(weights)), slope)
    return weights


if __name__ == "__main__":
    main()
