"""Card text: reads what attacks and powers say into frozen values, and prints them as text.

The doors are :func:`read_attack` and :func:`read_ability`; ``docs/cardtext.md`` tells how what
they return is carried out.
"""

from cardkit.cardtext.effects import Effects, Step, Unread
from cardkit.cardtext.normalising import normalise
from cardkit.cardtext.power_reading import print_powers, read_ability
from cardkit.cardtext.powers import Powers
from cardkit.cardtext.reading import GrammarError, print_effects, read_attack, read_text
from cardkit.cardtext.targets import is_void

__all__ = [
    "Effects",
    "GrammarError",
    "Powers",
    "Step",
    "Unread",
    "is_void",
    "normalise",
    "print_effects",
    "print_powers",
    "read_ability",
    "read_attack",
    "read_text",
]
