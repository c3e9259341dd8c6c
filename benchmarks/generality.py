"""How general the grammar is: what it reads of each set with the words of the other sets alone.

    python benchmarks/generality.py BULK_FOLDER [once]

BULK_FOLDER is a copy of the public bulk card data. For each set every text is read; it counts only
if each rule that read it, in the very spelling of the text and so in each of its slots, reads a
text of another set too. So each set is held back in turn, as if nobody had seen it when the rules
were written. ``once`` lists the spellings that texts of a single set use, by how many texts.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardkit.cardtext import Unread, read_text
from cardkit.cardtext.effects import Wording
from cardkit.cardtext.grammar import Category
from cardkit.cardtext.power_reading import power_grammar, read_power
from cardkit.cardtext.reading import grammar

_PRINTED = 200
"""Spellings of a single set that are listed at most."""


class Text(NamedTuple):
    """A text of a set and how it was read: spellings of rules, None when it was not."""

    set_id: str
    words: str
    spellings: frozenset[tuple[str, int]] | None


def spellings_used(category: Category, wording: Wording) -> Iterator[tuple[str, int]]:
    """Yield the spelling of every rule that a reading went through, words of no list left out."""
    number, inner = wording
    if not number:
        return
    yield category.name, number
    template = category.templates[number - 1]
    for (_, part), each in zip(template.slots, inner, strict=True):
        yield from spellings_used(part, each)


def texts_of(folder: Path, kind: str, read: Callable[[str, str], Any], top: Category) -> list[Text]:
    """Return the texts of all cards, read; ``kind`` says where a card has them."""
    found: list[Text] = []
    for path in sorted((folder / "cards/en").glob("*.json")):
        for card in json.loads(path.read_text(encoding="utf-8")):
            for printed in card.get(kind, ()) if card["supertype"] == "Pokémon" else ():
                words = printed.get("text", "").strip()
                meant = read(words, card["name"]) if words else None
                used = None
                if meant is not None and not isinstance(meant, Unread):
                    each = (spellings_used(top, wording) for wording in meant.wording)
                    used = frozenset(one for some in each for one in some)
                if words:
                    found.append(Text(path.stem, words, used))
    return found


def sets_of(texts: list[Text]) -> dict[tuple[str, int], set[str]]:
    """Return the sets whose texts use each spelling."""
    where: dict[tuple[str, int], set[str]] = defaultdict(set)
    for text in texts:
        for spelling in text.spellings or ():
            where[spelling].add(text.set_id)
    return where


def report(
    title: str,
    texts: list[Text],
    where: dict[tuple[str, int], set[str]],
    categories: dict[str, Category],
    *,
    once: bool,
) -> None:
    """Print what is read of each set, with all rules and with those of the other sets."""
    total, read, general = Counter[str](), Counter[str](), Counter[str]()
    single: Counter[tuple[str, int]] = Counter()
    for text in texts:
        total[text.set_id] += 1
        if text.spellings is None:
            continue
        read[text.set_id] += 1
        own = [spelling for spelling in text.spellings if len(where[spelling]) == 1]
        general[text.set_id] += not own
        single.update(own)
    print(f"{title}: {total.total()}, read {read.total() / total.total():.1%}, with the rules of "
          f"other sets {general.total() / total.total():.1%}")  # fmt: skip
    print(f"  {len(single)} spellings are used in one set only")
    if once:
        for (name, number), count in single.most_common(_PRINTED):
            template = categories[name].templates[number - 1]
            words = "{}".join(template.literals)
            print(f"  {count:4} {name}: {words}")
        return
    for set_id in sorted(total, key=lambda each: general[each] / total[each]):
        print(f"  {set_id:12} {total[set_id]:4} {read[set_id] / total[set_id]:6.1%} "
              f"{general[set_id] / total[set_id]:6.1%}")  # fmt: skip


def main() -> None:
    folder, *rest = sys.argv[1:]
    once = rest == ["once"]
    attacks, powers = grammar().categories, power_grammar().categories
    read = texts_of(Path(folder), "attacks", read_text, attacks["sentence"])
    used = texts_of(Path(folder), "abilities", read_power, powers["clause"])
    where = sets_of([*read, *used])  # powers share the rules of attacks
    report("attacks with text", read, where, attacks, once=once)
    report("abilities", used, where, powers, once=once)


if __name__ == "__main__":
    main()
