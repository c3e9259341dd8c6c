"""Card text: reads what attacks say into frozen effects, and prints effects as text.

The door is :func:`read_attack`; ``docs/cardtext.md`` tells how its effects are carried out.
"""

from cardkit.cardtext.effects import Effects, Step, Unread
from cardkit.cardtext.normalising import normalise
from cardkit.cardtext.reading import GrammarError, print_effects, read_attack, read_text
from cardkit.cardtext.targets import is_void

__all__ = [
    "Effects",
    "GrammarError",
    "Step",
    "Unread",
    "is_void",
    "normalise",
    "print_effects",
    "read_attack",
    "read_text",
]
