"""Fit the weights of cardkit/referee/outlook.py to fights that an autopilot plays.

    python benchmarks/outlook.py [GAMES] [PLAYER]

Plays GAMES adventures (100) of PLAYER (planner) with the example and with the smallest pool, at
most 400 rounds each, and prints the weights with which the outcomes of their fights agree best
(logistic regression). How well they agree is measured on half as many games of another seed, beside
the weights that are in use.
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
from cardkit.referee.outlook import (
    PROSPECT_BASE,
    PROSPECT_WEIGHTS,
    SIGN_BASE,
    SIGN_WEIGHTS,
    Outlook,
    Prospects,
    Signs,
)

ROUNDS = 400
SEED, OTHER_SEED = 20, 21
"""Of the games for the fit, and of those that it is measured on."""
ENDS = frozenset({What.EVENT_WON, What.EVENT_LOST, What.ADVENTURE_WON})
Seen = tuple[tuple[float, ...], bool]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    player = sys.argv[2] if len(sys.argv) > 2 else "planner"
    signs, prospects = seen_in(games, player, SEED)
    other_signs, other_prospects = seen_in(max(1, games // 2), player, OTHER_SEED)
    report("SIGN", Signs._fields, signs, other_signs, (SIGN_BASE, *SIGN_WEIGHTS))
    prospect_weights = (PROSPECT_BASE, *PROSPECT_WEIGHTS)
    report("PROSPECT", Prospects._fields, prospects, other_prospects, prospect_weights)


def seen_in(games: int, player: str, seed: int) -> tuple[list[Seen], list[Seen]]:
    """Return what was seen in the fights of games with both pools, in and before them."""
    signs: list[Seen] = []
    prospects: list[Seen] = []
    for manifest in (example_pool(), smallest_pool()):
        for seen, before in fights(manifest, games, player, seed):
            signs += seen
            prospects += before
    return signs, prospects


def fights(
    manifest: Manifest, games: int, player: str, seed: int
) -> Iterator[tuple[list[Seen], list[Seen]]]:
    """Yield what was seen in each fight, with its outcome."""
    table = Table.lay(manifest)
    outlook, make = Outlook(Appraisal(table)), player_maker(player, table)
    for number in range(1, games + 1):
        own = game_seed(seed, number)
        yield from _fights_of(Adventure.on(table, Seeded(own), heard=ENDS), make(own), outlook)


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


def report(
    name: str,
    fields: tuple[str, ...],
    seen: list[Seen],
    other: list[Seen],
    used: tuple[float, ...],
) -> None:
    """Print the fitted weights, and how well they agree with other games."""
    weights = fitted(*_arrays(seen))
    signs, won = _arrays(other)
    chances = 1 / (1 + np.exp(-signs @ weights))
    print(
        f"{name}: {len(seen)} positions, {len(won)} others, of which {won.mean():.1%} are won; "
        f"loss {_loss(signs, won, weights):.3f}, of the weights in use "
        f"{_loss(signs, won, np.array(used)):.3f}"
    )
    for least in np.arange(0, 1, 0.2):
        chosen = (chances >= least) & (chances < least + 0.2)
        if chosen.any():
            said, real = chances[chosen].mean(), won[chosen].mean()
            print(f"  said {said:.1%}, was {real:.1%} ({chosen.sum()})")
    print(f"{name}_BASE = {weights[0]:.3f}")
    listed = "\n".join(f"    {f}={w:.3f}," for f, w in zip(fields, weights[1:], strict=True))
    print(f"{name}_WEIGHTS = {name.title()}s(\n{listed}\n)")


def _arrays(seen: list[Seen]) -> tuple[Any, Any]:
    signs = np.array([(1.0, *one) for one, _ in seen])
    return signs, np.array([float(won) for _, won in seen])


def _loss(signs: Any, won: Any, weights: Any) -> float:
    chances = 1 / (1 + np.exp(-signs @ weights))
    return float(-np.mean(won * np.log(chances) + (1 - won) * np.log(1 - chances)))


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
