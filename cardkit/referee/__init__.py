"""The referee: the rules of the game, pure. The manifest is its only door.

The shape, after python-chess::

    adventure = Adventure.start(manifest, Seeded(7))
    while adventure.outcome is None:
        action = choose(adventure.legal_actions)       # a tuple, never empty before the end
        for happening in adventure.apply(action):      # raises IllegalAction when not legal
            print(happening)                           # words, rule; .kind and .data for programs

- :mod:`~cardkit.referee.adventure`: ``Adventure``: ``start``, ``state``, ``legal_actions``,
  ``explain(action) -> tuple[Violation, ...]`` (empty: legal), ``apply``, ``outcome``, ``status()``
  (all faults of the position), ``text`` (one line) and ``digest``, ``copy(chance=None)``;
  ``Adventure.at(text, manifest, chance)`` goes on from such a line.
- :mod:`~cardkit.referee.actions`: the actions; ``str(action)`` and ``parse_action(text)``.
- :mod:`~cardkit.referee.spots`: ``ACTIVE``, ``bench(1)``, ``pc(1)``; ``parse_spot``.
- :mod:`~cardkit.referee.chance`: ``Seeded(seed)``, ``Scripted("HTTH 3 5")``, ``Recorded(inner)``.
- :mod:`~cardkit.referee.state`: ``State``, ``Pokemon``, ``Phase``.
- :mod:`~cardkit.referee.table`: what is printed on the cards; ``unread_texts(manifest)``.
- :mod:`~cardkit.referee.happenings`: ``Happening`` with ``kind`` (``What``), ``rule``, ``words``.
- :mod:`~cardkit.referee.outcome`: ``Outcome`` and its ``Reason``.
"""

from cardkit.referee.actions import Action, EventKind, parse_action
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Chance, ChanceError, Recorded, Scripted, Seeded
from cardkit.referee.happenings import Happening, What
from cardkit.referee.legality import IllegalAction, Violation
from cardkit.referee.outcome import Outcome, Reason
from cardkit.referee.position_reader import parse_position
from cardkit.referee.spots import ACTIVE, Spot, Zone, bench, parse_spot, pc
from cardkit.referee.state import Phase, Pokemon, State
from cardkit.referee.table import Table, UnreadText, unread_texts

__all__ = [
    "ACTIVE",
    "Action",
    "Adventure",
    "Chance",
    "ChanceError",
    "EventKind",
    "Happening",
    "IllegalAction",
    "Outcome",
    "Phase",
    "Pokemon",
    "Reason",
    "Recorded",
    "Scripted",
    "Seeded",
    "Spot",
    "State",
    "Table",
    "UnreadText",
    "Violation",
    "What",
    "Zone",
    "bench",
    "parse_action",
    "parse_position",
    "parse_spot",
    "pc",
    "unread_texts",
]
