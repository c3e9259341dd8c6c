"""Finding a name that somebody did not spell quite right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardkit.nearness import slips

_SHORTLIST = 120
"""Names that are compared letter by letter, best by shared groups of letters."""
_SHORT_LETTERS = 6
"""Up to here a slip leaves too few groups of letters: all names of about that length compete."""
_STRANGE_LETTERS = 2
"""Letters of such a short query that a name may lack to be worth the comparison."""
_PART = 0.95
"""Worth of a match with some words of a name, against the whole of it."""
_EXTRA_WORD = 0.01
"""Loss for each word of a name that nobody asked for: shorter names first."""


class NameIndex:
    """Folded names, ready to be searched.

    Args:
        names: spelt by :func:`cardkit.naming.fold_name`.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(dict.fromkeys(names))
        self._by_group: dict[str, list[int]] = {}
        self._by_length: dict[int, list[int]] = {}
        for place, name in enumerate(self._names):
            for group in _groups(name):
                self._by_group.setdefault(group, []).append(place)
            for length in {len(name), *map(len, name.split())}:
                self._by_length.setdefault(length, []).append(place)

    def rank(self, query: str, limit: int = 20) -> list[tuple[str, float]]:
        """Return the nearest names and how near they are, best first; 1.0 is the name itself.

        >>> index = NameIndex(["charizard", "charizard ex", "charmander", "mew", "mewtwo"])
        >>> [name for name, _ in index.rank("charzard")][:2]
        ['charizard', 'charizard ex']
        >>> index.rank("mwe")[0][0]
        'mew'
        """
        shared: Counter[int] = Counter()
        for group in _groups(query):
            shared.update(self._by_group.get(group, ()))
        places = {place for place, _ in shared.most_common(_SHORTLIST)}
        if len(query) <= _SHORT_LETTERS:
            letters = set(query)
            for length in range(len(query) - 1, len(query) + 2):
                for place in self._by_length.get(length, ()):
                    if len(letters.difference(self._names[place])) <= _STRANGE_LETTERS:
                        places.add(place)
        scored = ((self._names[place], nearness(query, self._names[place])) for place in places)
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:limit]

    def holding(self, query: str) -> tuple[list[str], list[str], list[str], list[str]]:
        """Return the names that hold what was typed, by where they do; shorter ones first.

        Returns:
            Names that begin with it, that hold it as whole words, of which a later word begins
            with it, and that hold it anywhere else.

        >>> NameIndex(["dark mew", "homework", "mew", "mewtwo", "team mewtwo"]).holding("mew")
        (['mew', 'mewtwo'], ['dark mew'], ['team mewtwo'], ['homework'])
        """
        found: tuple[list[str], ...] = ([], [], [], [])
        if query:
            for name in self._names:
                if query in name:
                    found[_place_in(query, name)].append(name)
        first, whole, later, inside = (
            sorted(names, key=lambda name: (len(name), name)) for names in found
        )
        return first, whole, later, inside


def _place_in(query: str, name: str) -> int:
    if name.startswith(query):
        return 0
    if f" {query} " in f" {name} ":
        return 1
    return 2 if f" {query}" in name else 3


def nearness(query: str, name: str) -> float:
    """Return how near a name, or some words of it in a row, come to what was typed; 0 to 1."""
    wanted, words = query.split(), name.split()
    best = _similarity(query, name)
    for size in {len(wanted), len(wanted) + 1, len(wanted) - 1} - {0}:
        for first in range(len(words) - size + 1):
            part = " ".join(words[first : first + size])
            if part != name:
                best = max(best, _PART * _similarity(query, part) - _EXTRA_WORD * len(words))
    return best


def _similarity(one: str, other: str) -> float:
    longest = max(len(one), len(other))
    return 1 - slips(one, other) / longest if longest else 0.0


def _groups(name: str) -> set[str]:
    """Return all groups of three letters, word by word; the start of a word counts double."""
    padded = f"  {name.replace(' ', '  ')} "
    return {padded[first : first + 3] for first in range(len(padded) - 2)}
